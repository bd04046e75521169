"""The tallies of blocks in the order of their index, by one thread or by many workers.

Blocks may finish in any order; they are handed on in that of their index, and no more than a
window of them is submitted and not yet handed on. So what is made of them cannot depend on the
workers, and memory does not depend on their number.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

from .ledgers import Work

__all__ = ["UNKNOWN_WINDOW", "Blocks", "Executor", "open_blocks"]

UNKNOWN_WINDOW = 32  # blocks in flight where an executor does not tell its workers
_A_WORKER = 3  # blocks in flight for each worker


class Executor(Protocol):
    """Anything with the `submit` of `concurrent.futures.Executor`."""

    def submit(self, fn: Any, /, *args: Any) -> Any: ...


def tally_block(work: Work, seed: int, index: int, deals: int | None) -> Any:
    """What a worker does: the tally of one block."""
    return work.tally(seed, index) if deals is None else work.tally(seed, index, deals)


class Blocks:
    """Tally blocks `first`, `first` + 1, ... in this thread, one at a time.

    Parameters
    ----------
    work : Work
    seed : int
    first : int
    last : int or None
        The block after the last one; None: without end.
    rest : int or None
        Deals of the last block, when they are not a whole one.
    """

    def __init__(
        self, work: Work, seed: int, first: int, last: int | None, rest: int | None
    ) -> None:
        self.work = work
        self.seed = seed
        self.index = first  # of the block handed on next
        self.last = last
        self.rest = rest

    def size(self, index: int) -> int | None:
        """Deals of a block that is not whole."""
        last = self.last is not None and index == self.last - 1
        return self.rest if last else None

    def take(self, timeout: float) -> tuple[int, Any] | None:
        """Index and tally of the next block, or None when it takes more than `timeout` seconds."""
        index = self.index
        try:
            found = tally_block(self.work, self.seed, index, self.size(index))
        except Exception as error:
            self._tell(error)
            raise
        self.index = index + 1
        return index, found

    def finished(self) -> Iterator[tuple[int, Any]]:
        """The blocks that are done already, up to the first one missing."""
        yield from ()

    def close(self) -> None:
        """Give up what has been begun."""

    def _tell(self, error: Exception) -> None:
        error.add_note(f"in block {self.index} of the deals of seed {self.seed}")


class _Submitted(Blocks):
    """The same by an executor, a window of blocks ahead."""

    def __init__(
        self,
        work: Work,
        seed: int,
        first: int,
        last: int | None,
        rest: int | None,
        executor: Executor,
        window: int,
        shutdown: Callable[[], None] | None,
    ) -> None:
        super().__init__(work, seed, first, last, rest)
        self.executor = executor
        self.window = window
        self.shutdown = shutdown
        self.next = first  # to be submitted
        self.pending: deque[tuple[int, Any]] = deque()

    def _fill(self) -> None:
        while len(self.pending) < self.window and self.next != self.last:
            index = self.next
            task = (tally_block, self.work, self.seed, index, self.size(index))
            self.pending.append((index, self.executor.submit(*task)))
            self.next = index + 1

    def take(self, timeout: float) -> tuple[int, Any] | None:
        try:
            self._fill()
            index, future = self.pending[0]
            try:
                found = future.result(timeout)
            except TimeoutError:
                if not future.done():
                    return None
                found = future.result(0)  # done meanwhile, or an error of the block's own
        except Exception as error:
            self._tell(error)
            raise
        self.index = index + 1
        self.pending.popleft()
        return index, found

    def finished(self) -> Iterator[tuple[int, Any]]:
        while self.pending and self.pending[0][1].done():
            index, future = self.pending[0]
            if future.cancelled() or future.exception(0) is not None:
                return
            self.index = index + 1
            self.pending.popleft()
            yield index, future.result(0)

    def close(self) -> None:
        for _, future in reversed(self.pending):
            future.cancel()
        if self.shutdown is not None:
            self.shutdown()


def open_blocks(
    work: Work,
    seed: int,
    first: int,
    last: int | None,
    rest: int | None,
    threads: int,
    executor: Executor | None,
    window: int | None,
) -> Blocks:
    """Blocks by this thread, by `threads` threads of their own, or by an executor."""
    if executor is None and threads == 1:
        return Blocks(work, seed, first, last, rest)
    shutdown: Callable[[], None] | None = None
    if executor is None:
        executor = pool = ThreadPoolExecutor(threads, "tractor-odds")
        shutdown = partial(pool.shutdown, wait=True, cancel_futures=True)
    if window is None:
        window = _window_of(executor)
    return _Submitted(work, seed, first, last, rest, executor, window, shutdown)


def _window_of(executor: Executor) -> int:
    workers = getattr(executor, "_max_workers", None)
    return _A_WORKER * workers if isinstance(workers, int) and workers > 0 else UNKNOWN_WINDOW
