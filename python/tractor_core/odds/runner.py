"""Run a study: blocks of deals, added up until there are enough of them."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import Any

import numpy as np

from .blocks import Blocks, Executor, open_blocks
from .checkpoints import Checkpoint, CheckpointError
from .estimates import Estimate
from .facts import Facts
from .inputs import flag
from .intervals import check_level
from .ledgers import Ledger, PairLedger, StudyLedger, Totals, is_milestone
from .progress import Meter, Reporter, reporting
from .protocol import Study, whole_number
from .results import Result, digits_of, make_result, standard_errors, without_nan
from .stopping import Looks

__all__ = ["Comparison", "compare", "run"]

_TICK = 0.1  # seconds that a wait for a block lasts, so that Ctrl-C and clocks are heeded


def run(
    study: Study,
    n: int | None = None,
    *,
    seed: int = 0,
    half_width: float | None = None,
    seconds: float | None = None,
    level: float = 0.95,
    threads: int = 1,
    executor: Executor | None = None,
    window: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | Reporter | None = None,
    exact: bool | None = None,
) -> Result:
    """Deal, count, and say how sure the answer is.

    The deals come in the fixed blocks of the study, and what is found depends on the study, the
    seed and the number of deals alone: it is the same, bit for bit, for any number of threads,
    processes or workers. One of `n`, `half_width` and `seconds` must be given; of several, the
    first that is reached ends the run.

    Parameters
    ----------
    study : Study
    n : int, optional
        Deals. The last block is shorter where they are not a whole number of blocks.
    seed : int, default 0
        Studies with one seed, one block size and one way of dealing see the same deals.
    half_width : float, optional
        Deal until the interval is at most twice as wide, in whole blocks. The rule keeps the
        level: few looks share 1 - level, see `tractor_core.odds.stopping`. The share of the one
        that ends the run is given as ``spent``, at level 0.95 mostly 0.04. Give `n` or `seconds`
        as well where it may be out of reach.
    seconds : float, optional
        Deal for so long. What counts is the blocks done by then that follow each other from the
        first, at least one; the result is that of a run with as many deals.
    level : float, default 0.95
        Of the intervals.
    threads : int, default 1
        Threads of the run's own; studies leave the interpreter's lock while they count.
    executor : concurrent.futures.Executor, optional
        Use this one instead: threads, processes, loky, ``client.get_executor()`` of dask ..., or
        anything with its `submit`. The study is pickled with every block; it is left open.
    window : int, optional
        Blocks in flight at most. By default three for each worker, or 32 where the executor does
        not tell how many it has.
    checkpoint : path, optional
        Go on from this file if it is there, and keep it up to date: every ten seconds and at the
        end. The result is the same as without a break.
    progress : bool or callable, optional
        True: a bar on a terminal (plain lines without rich). A callable gets a `Progress` up to
        ten times a second, and once at the end.
    exact : bool, optional
        Whether the exact value is counted as well. By default where that takes few evaluations,
        some tenths of a second at most: pairs of four hands together take one or two, tractors
        of three decks ten.

    Returns
    -------
    Result
        Ctrl-C ends the run too, with what is done (``stopped`` is then "interrupted").

    Raises
    ------
    TypeError, ValueError
        An argument that is none.
    CheckpointError
        The checkpoint is damaged, of another run, or cannot be written. The file is as it was.
    Exception
        Whatever a block raised, with a note that names the block.

    Notes
    -----
    A copy is one of the symmetric places where a deal is looked at, a hand or a side suit. They
    are pooled, with the error of a ratio over deals, since copies in a deal are not independent.
    Intervals of probabilities are Wilson's on the effective number of copies, Clopper and
    Pearson's below 30 effective hits or misses; those of means Student's t.

    Examples
    --------
    >>> import numpy as np
    >>> class Coins:
    ...     block, bins, event, values, labels = 1000, 2, True, (0, 1), ("tails", "heads")
    ...     title = "heads"
    ...     def tally(self, seed, index, deals=None):
    ...         deals = self.block if deals is None else deals
    ...         rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(index,)))
    ...         heads = int(rng.binomial(deals, 0.5))
    ...         sums = [[deals] * 3, [heads] * 3, [deals - heads] * 3, [heads] * 3]
    ...         return np.array(sums).ravel()
    ...     def identity(self):
    ...         return {"coins": 1, "block": self.block}
    ...     def exact(self):
    ...         return 0.5
    >>> result = run(Coins(), 10_000, threads=2)
    >>> print(result)
    heads: 0.5028 [0.4930, 0.5126] (95 %, wilson; 10,000 deals, seed 0)
    >>> result == run(Coins(), 10_000)
    True
    """
    ledger = StudyLedger(study)
    exact = None if exact is None else flag("exact", exact)
    found = _sweep(
        ledger, n, seed, half_width, seconds, level, threads, executor, window, checkpoint, progress
    )
    return make_result(
        ledger, found.totals, found.seed, found.level, found.spent, found.stopped, exact
    )


@dataclass(frozen=True, eq=False)
class Comparison(Facts):
    """Hold the difference between two studies over the same deals.

    Attributes
    ----------
    first, second : Result
        Of each alone.
    estimate, low, high, se : float
        Second less first, with the interval and standard error of the paired difference.
    level, spent : float
        As in `Result`.
    method : str
        "t over blocks"; "bound" below five blocks, where the errors of both are added;
        "constant" where no block told them apart.
    blocks, deals : int
    correlation : float
        Of the two over blocks.
    gain : float
        How many times the deals two independent runs would need for the same error.
    stopped : str
    """

    first: Result
    second: Result
    estimate: float
    low: float
    high: float
    se: float
    level: float
    spent: float
    method: str
    blocks: int
    deals: int
    correlation: float
    gain: float
    stopped: str

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def exact(self) -> Fraction | float | None:
        """The true difference where both studies know their answers."""
        if self.first.exact is None or self.second.exact is None:
            return None
        return self.second.exact - self.first.exact

    @property
    def z(self) -> float | None:
        """Standard errors between estimate and exact difference; None where one is lacking."""
        return standard_errors(self.estimate, self.exact, self.se)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain JSON: what is not a number is None, a fraction a text."""
        fields = {
            name: value
            for name, value in vars(self).items()
            if name not in ("first", "second")
        }
        exact = self.exact
        plain: dict[str, Any] = without_nan(fields)
        plain["exact"] = str(exact) if isinstance(exact, Fraction) else exact
        return {**plain, "first": self.first.to_dict(), "second": self.second.to_dict()}

    def __str__(self) -> str:
        names = f"{self.second.title} less {self.first.title}"
        if math.isnan(self.estimate):
            return f"{names}: no deal in which both apply"
        digits = digits_of(self.half_width)
        low, high = f"{self.low:+.{digits}f}", f"{self.high:+.{digits}f}"
        return (
            f"{names}: {self.estimate:+.{digits}f} [{low}, {high}] "
            f"({100 * self.level:g} %, {self.method}; {self.deals:,} deals, "
            f"seed {self.first.seed})"
        )


def compare(
    first: Study,
    second: Study,
    n: int | None = None,
    *,
    seed: int = 0,
    half_width: float | None = None,
    seconds: float | None = None,
    level: float = 0.95,
    threads: int = 1,
    executor: Executor | None = None,
    window: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | Reporter | None = None,
    exact: bool | None = None,
) -> Comparison:
    """Say by how much the answers of two studies differ, over the same deals.

    What chance does to one it does to the other, so that the difference is much surer than that
    of two runs with different seeds. The deals are the same where the studies deal the same way;
    they must have the same block. Parameters are those of `run`; `half_width` is that of the
    difference.

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        The studies have different blocks, or one asks for a probability and one for a mean.

    Notes
    -----
    The tallies tell sums a block, not products of the two counts a deal: the error comes from the
    differences block by block, with Student's t. It has as many degrees of freedom as there are
    blocks, less one, so run thirty blocks or more (a study with a smaller block has more of them
    for the same deals). With fewer than five the two errors are added, which is never too little.

    Examples
    --------
    >>> import numpy as np
    >>> class Coins:
    ...     block, bins, event, values, labels = 100, 2, True, (0, 1), ("tails", "heads")
    ...     def __init__(self, p):
    ...         self.p, self.title = p, f"heads of {p}"
    ...     def tally(self, seed, index, deals=None):
    ...         deals = self.block if deals is None else deals
    ...         rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(index,)))
    ...         heads = int((rng.random(deals) < self.p).sum())
    ...         sums = [[deals] * 3, [heads] * 3, [deals - heads] * 3, [heads] * 3]
    ...         return np.array(sums).ravel()
    ...     def identity(self):
    ...         return {"coins": 2, "p": self.p}
    ...     def exact(self):
    ...         return self.p
    >>> found = compare(Coins(0.5), Coins(0.52), 10_000)
    >>> print(f"{found.estimate:+.4f} [{found.low:+.4f}, {found.high:+.4f}]")
    +0.0195 [+0.0164, +0.0226]
    >>> found.gain > 10
    True
    """
    ledger = PairLedger(first, second)
    exact = None if exact is None else flag("exact", exact)
    found = _sweep(
        ledger, n, seed, half_width, seconds, level, threads, executor, window, checkpoint, progress
    )
    totals = found.totals
    difference, correlation = ledger.difference(
        totals.blocks, ledger.head(totals.sums), found.spent
    )
    sides = [
        make_result(side, part, found.seed, found.level, found.spent, found.stopped, exact)
        for side, part in zip(ledger.sides, ledger.parts(totals), strict=True)
    ]
    alone = sides[0].se ** 2 + sides[1].se ** 2
    return Comparison(
        first=sides[0],
        second=sides[1],
        estimate=difference.value,
        low=difference.low,
        high=difference.high,
        se=difference.se,
        level=found.level,
        spent=found.spent,
        method=difference.method,
        blocks=totals.blocks,
        deals=totals.deals,
        correlation=correlation,
        gain=alone / difference.se**2 if difference.se > 0 else math.nan,
        stopped=found.stopped,
    )


# --- the loop -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Found:
    totals: Totals
    stopped: str
    spent: float
    level: float
    seed: int


def _positive(name: str, value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, (bool, np.bool_)) or not isinstance(
        value, (int, float, np.integer, np.floating)
    ):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    if not (value > 0 and math.isfinite(value)):
        raise ValueError(f"{name}={value}: must be positive and finite")
    return float(value)


def _sweep(
    ledger: Ledger,
    n: int | None,
    seed: int,
    half_width: float | None,
    seconds: float | None,
    level: float,
    threads: int,
    executor: Executor | None,
    window: int | None,
    checkpoint: str | os.PathLike[str] | None,
    progress: bool | Reporter | None,
) -> _Found:
    """Add up blocks until the run ends."""
    n = None if n is None else whole_number("n", n, 1)
    seed = whole_number("seed", seed, 0)
    half_width = _positive("half_width", half_width)
    seconds = _positive("seconds", seconds)
    level = check_level(level)
    threads = whole_number("threads", threads, 1)
    window = None if window is None else whole_number("window", window, 1)
    if n is None and half_width is None and seconds is None:
        raise ValueError("say when to stop: give n, half_width or seconds")
    if executor is not None:
        if threads != 1:
            raise ValueError("give threads or an executor, not both")
        if not callable(getattr(executor, "submit", None)):
            raise TypeError(f"an executor has submit(), not {type(executor).__name__}")
    with reporting(progress) as (report, every):
        sweep = _Sweep(ledger, n, seed, half_width, seconds, level, checkpoint)
        places = (sweep.totals.blocks, sweep.last, sweep.rest)
        blocks = open_blocks(ledger.work, seed, *places, threads, executor, window)
        meter = Meter(report, every, ledger.title, sweep.totals.deals)
        stopped = sweep.run(blocks, meter)
    return _Found(sweep.final, stopped, sweep.spent, level, seed)


class _Sweep:
    """One run: its totals, and when it ends.

    `totals` are over whole blocks and are what a checkpoint holds; `final` has a shorter last
    block as well.
    """

    def __init__(
        self,
        ledger: Ledger,
        n: int | None,
        seed: int,
        half_width: float | None,
        seconds: float | None,
        level: float,
        checkpoint: str | os.PathLike[str] | None,
    ) -> None:
        self.ledger = ledger
        self.n = n
        self.seconds = seconds
        self.last = None if n is None else -(-n // ledger.block)
        self.rest = None if n is None else n % ledger.block or None
        self.looks = Looks(half_width, 1 - level)
        self.spent = self.looks.share
        self.enough = False
        self.totals = ledger.empty()
        self.file: Checkpoint | None = None
        if checkpoint is not None:
            self.file = Checkpoint(checkpoint, ledger, seed)
            self.totals = self._resume(self.file)
            self.file.save(self.totals)  # now rather than after an hour: it may not be writable
        self.final = self.totals

    def _resume(self, file: Checkpoint) -> Totals:
        """The totals of a checkpoint, and the looks where they would have been by then."""
        totals = file.load()
        if self.n is not None and totals.deals > self.n:
            raise CheckpointError(
                f"it holds {totals.deals:,} deals, more than the {self.n:,} asked for",
                str(file.path),
                "ask for more, or give another file",
            )
        known = dict(totals.history)
        while self.looks.half_width is not None and self.looks.next <= totals.blocks:
            blocks = self.looks.next
            if blocks in known or blocks == totals.blocks:
                head = known.get(blocks) or self.ledger.head(totals.sums)
                self._enough(self.looks.look(blocks, self._estimates(blocks, head)))
                if not self.enough:
                    continue
            if blocks == totals.blocks:
                break
            raise CheckpointError(
                f"it holds {totals.deals:,} deals, more than this half-width takes",
                str(file.path),
                "ask for a smaller one, or give another file",
            )
        return totals

    def run(self, blocks: Blocks, meter: Meter) -> str:
        """Add up what the blocks give; return what ended it."""
        try:
            try:
                stopped = self._loop(blocks, meter)
            except KeyboardInterrupt:
                stopped = "interrupted"
                self._gather(blocks)
            self._save()
        except CheckpointError:
            raise
        except BaseException as error:
            try:
                self._save()
            except CheckpointError as another:
                error.add_note(str(another))
            raise
        finally:
            blocks.close()
        self._tell(meter, done=True)
        return stopped

    def _loop(self, blocks: Blocks, meter: Meter) -> str:
        deadline = math.inf if self.seconds is None else monotonic() + self.seconds
        while not self.enough:
            if blocks.index == self.last:
                return "n"
            left = deadline - monotonic()
            if left <= 0 and self.final.blocks:
                self._gather(blocks)
                return "half_width" if self.enough else "seconds"
            taken = blocks.take(min(_TICK, max(left, 0.001)))
            if taken is not None:
                self._add(blocks, *taken)
                if self.file is not None and self.file.due(self.totals):
                    self.file.save(self.totals)
            if meter.due:
                self._tell(meter, done=False)
        return "half_width"

    def _gather(self, blocks: Blocks) -> None:
        """Add the blocks that are done already and follow on those added."""
        for index, tally in blocks.finished():
            if index != self.final.blocks:
                return  # Ctrl-C came between a block's being taken and its being added
            self._add(blocks, index, tally)
            if self.enough:
                return

    def _add(self, blocks: Blocks, index: int, given: object) -> None:
        size = blocks.size(index)
        try:
            tally = self.ledger.check(given, size or self.ledger.block)
        except (TypeError, ValueError) as error:
            error.add_note(f"in block {index}")
            raise
        totals = self.final.plus(tally)
        if size is not None:
            self.final = totals
            return
        done = totals.blocks
        look = self.looks.half_width is not None and done == self.looks.next
        head = self.ledger.head(totals.sums)
        if look or is_milestone(done):
            totals = totals.marked(head)
        self.totals = self.final = totals
        if look:
            self._enough(self.looks.look(done, self._estimates(done, head)))

    def _enough(self, spent: float | None) -> None:
        self.enough = spent is not None
        self.spent = self.looks.share if spent is None else spent

    def _estimates(self, blocks: int, head: tuple[int, ...]) -> Any:
        return lambda alpha: self.ledger.estimate(blocks, head, alpha)

    def _tell(self, meter: Meter, done: bool) -> None:
        if meter.report is None:
            return
        totals = self.final
        estimates = self._estimates(totals.blocks, self.ledger.head(totals.sums))
        found: Estimate = estimates(self.spent)
        goals = [self.n] if self.n is not None else []
        foreseen = None if done else self.looks.foreseen(totals.blocks, estimates)
        if foreseen is not None:
            goals.append(foreseen * self.ledger.block)
        goal = min(goals, default=None)
        meter.tell(totals.deals, goal, found[:3], self.seconds, done)

    def _save(self) -> None:
        if self.file is not None:
            self.file.save(self.totals)
