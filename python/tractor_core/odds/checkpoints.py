"""The file from which a run goes on where an earlier one ended.

It is JSON, written beside its place and moved there when it is whole on the disk, so that there is
a whole checkpoint at every moment. Only whole blocks are in it: a shorter last block is dealt anew.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import secrets
from pathlib import Path
from time import monotonic
from typing import Any

from ..errors import TractorError
from .ledgers import Ledger, Totals
from .protocol import FORMAT, fingerprint

__all__ = ["Checkpoint", "CheckpointError"]

_KIND = "tractor_core odds checkpoint"
_EVERY = 10.0  # seconds between two writes
_KEYS = {"kind", "format", "title", "fingerprint", "seed", "block", "blocks", "sums", "history"}
_REMEDIES = {
    errno.ENOSPC: "free some space or name a file on another disk",
    errno.EDQUOT: "free some space or name a file on another disk",
    errno.EROFS: "name a file where you may write",
    errno.EACCES: "name a file in a folder where you may write",
    errno.EPERM: "name a file in a folder where you may write",
    errno.ENOENT: "make its folder first",
    errno.ENOTDIR: "name a file in a folder",
    errno.EISDIR: "name a file, not a folder",
}


class CheckpointError(TractorError, ValueError):
    """Refuse a checkpoint that is damaged or of another study, or that cannot be written.

    Examples
    --------
    >>> print(CheckpointError("it is damaged", "a.json", "delete it to start anew"))
    checkpoint 'a.json': it is damaged; delete it to start anew
    """

    def __init__(self, message: str, path: str, remedy: str) -> None:
        super().__init__(message, path, remedy)
        self.message = message
        self.path = path
        self.remedy = remedy

    def __str__(self) -> str:
        return f"checkpoint {self.path!r}: {self.message}; {self.remedy}"


class Checkpoint:
    """The checkpoint of a run in a file.

    Parameters
    ----------
    path : path
    ledger : Ledger
    seed : int
    """

    def __init__(self, path: str | os.PathLike[str], ledger: Ledger, seed: int) -> None:
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"checkpoint must be a path, not {type(path).__name__}")
        self.path = Path(path)
        self.ledger = ledger
        self.seed = seed
        self._print = fingerprint(ledger.identity())
        self._last = 0.0
        self._saved = -1

    def load(self) -> Totals:
        """What the file holds; nothing, if there is none. Refuse one of another run."""
        try:
            if self.path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            text = self.path.read_bytes()
        except FileNotFoundError:
            return self.ledger.empty()
        except OSError as error:
            raise self._failed("it cannot be read", error) from error
        state = self._parse(text)
        for name, here in (
            ("format", FORMAT),
            ("fingerprint", self._print),
            ("block", self.ledger.block),
            ("seed", self.seed),
        ):
            if state[name] != here:
                raise self._other(name, state, here)
        empty = self.ledger.empty()
        size = len(self.ledger.head(empty.sums))
        sums = _numbers(state["sums"])
        (blocks,) = _numbers([state["blocks"]]) or (-1,)
        deals = sums[0] if sums else -1
        if len(sums) != len(empty.sums) or deals < 0 or blocks * self.ledger.block != deals:
            raise self._damaged("its sums do not fit together")
        history = []
        points = state["history"]
        for point in points if isinstance(points, list) else [None]:
            match point:
                case [int(after), list(numbers)] if len(_numbers(numbers)) == size:
                    history.append((after, tuple(numbers)))
                case _:
                    raise self._damaged("its history does not fit together")
        return Totals(blocks, deals, sums, tuple(history))

    def _parse(self, text: bytes) -> dict[str, Any]:
        try:
            state = json.loads(text)
        except (ValueError, RecursionError):
            raise self._damaged("it is damaged: not JSON, perhaps cut off") from None
        if not isinstance(state, dict) or state.get("kind") != _KIND:
            raise self._damaged(f"it is no checkpoint: it lacks the kind {_KIND!r}")
        if isinstance(state.get("format"), int) and state["format"] != FORMAT:
            raise self._other("format", state, FORMAT)
        checksum = state.pop("sha256", None)
        if set(state) != _KEYS or checksum != _checksum(state):
            raise self._damaged("it is damaged: its checksum is wrong")
        return state

    def _damaged(self, message: str) -> CheckpointError:
        return CheckpointError(
            message, str(self.path), "restore it from a copy, or delete it to start anew"
        )

    def _other(self, name: str, state: dict[str, Any], here: object) -> CheckpointError:
        there = state[name]
        if name == "fingerprint":
            message = f"it is of another study, {state['title']!r}"
        else:
            message = f"it has {name} {there}, not {here}"
        return CheckpointError(message, str(self.path), "give each run a file of its own")

    def _failed(self, what: str, error: OSError, whole: str = "") -> CheckpointError:
        reason = error.strerror or str(error)
        remedy = _REMEDIES.get(error.errno or 0, "name another file")
        return CheckpointError(f"{what} ({reason}){whole}", str(self.path), remedy)

    def due(self, totals: Totals) -> bool:
        """Whether it is time for the next write."""
        return totals.blocks != self._saved and monotonic() - self._last >= _EVERY

    def save(self, totals: Totals) -> None:
        """Put the totals in place of what the file holds; on failure it keeps what it held."""
        if totals.blocks == self._saved:
            return
        state: dict[str, Any] = {
            "kind": _KIND,
            "format": FORMAT,
            "title": self.ledger.title,
            "fingerprint": self._print,
            "seed": self.seed,
            "block": self.ledger.block,
            "blocks": totals.blocks,
            "sums": list(totals.sums),
            "history": [[blocks, list(head)] for blocks, head in totals.history],
        }
        text = json.dumps({**state, "sha256": _checksum(state)}, indent=1) + "\n"
        beside = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        try:
            try:
                with open(beside, "x", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(beside, self.path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(beside)
                raise
        except OSError as error:
            whole = ", the one written before is whole" if self.path.exists() else ""
            raise self._failed("it cannot be written", error, whole) from error
        self._settle()
        self._last = monotonic()
        self._saved = totals.blocks

    def _settle(self) -> None:
        """Have the move itself on the disk, where folders can be synchronised."""
        with contextlib.suppress(OSError, AttributeError):
            folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _numbers(given: Any) -> tuple[int, ...]:
    """A list of whole numbers; nothing, if it is none."""
    fits = isinstance(given, list) and all(type(number) is int for number in given)
    return tuple(given) if fits else ()


def _checksum(state: dict[str, Any]) -> str:
    text = json.dumps(state, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
