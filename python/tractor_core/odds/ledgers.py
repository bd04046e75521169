"""Running totals over blocks, and what is read from them.

A ledger says what the tallies of its work are and how they add up; `Totals` are immutable, so that
a run that is interrupted has them whole. Beside the sums there is a short history: the sums that
the headline needs, after each of a few numbers of blocks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from .estimates import Estimate, Side, Sums, difference_of, mean_of, share_of
from .protocol import HEAD, Study, canonical, check_study, tally_of

__all__ = ["Ledger", "Pair", "PairLedger", "StudyLedger", "Totals", "is_milestone"]


def is_milestone(blocks: int) -> bool:
    """Whether the history keeps a point after so many blocks: four a doubling, rounded down.

    Examples
    --------
    >>> [n for n in range(1, 50) if is_milestone(n)]
    [1, 2, 3, 4, 5, 6, 8, 9, 11, 13, 16, 19, 22, 26, 32, 38, 45]
    """
    exponent = blocks.bit_length() - 1
    # the fourth roots of 2, 4 and 8, in whole numbers: the same on every machine
    return blocks in {_root(exponent, k) for k in range(4)}


def _root(exponent: int, quarters: int) -> int:
    """2 ** (exponent + quarters / 4), rounded down."""
    power = 1 << (4 * exponent + quarters)
    low, high = 1 << exponent, 2 << exponent
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**4 <= power else (low, middle)
    return low


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over the first blocks.

    Attributes
    ----------
    blocks : int
    deals : int
    sums : tuple of int
    history : tuple of (int, tuple of int)
        Blocks, and the headline's sums over them.
    """

    blocks: int
    deals: int
    sums: tuple[int, ...]
    history: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def plus(self, tally: tuple[int, ...]) -> Totals:
        """The totals with one more block."""
        sums = tuple(a + b for a, b in zip(self.sums, tally, strict=True))
        return Totals(self.blocks + 1, self.deals + tally[0], sums, self.history)

    def marked(self, head: tuple[int, ...]) -> Totals:
        """The totals with a point of history here."""
        return replace(self, history=(*self.history, (self.blocks, head)))


class Work(Protocol):
    """What is sent to workers: a study, or a pair of them."""

    def tally(self, seed: int, index: int, deals: int | None = None) -> npt.NDArray[np.int64]: ...


class Ledger(Protocol):
    """How the tallies of some work add up, and what they say.

    `head` picks from the sums those that the headline needs, `estimate` reads it from them.
    """

    block: int
    work: Work

    @property
    def title(self) -> str: ...
    def identity(self) -> dict[str, Any]: ...
    def empty(self) -> Totals: ...
    def check(self, given: object, deals: int) -> tuple[int, ...]: ...
    def head(self, sums: tuple[int, ...]) -> tuple[int, ...]: ...
    def estimate(self, blocks: int, head: tuple[int, ...], alpha: float) -> Estimate: ...


class StudyLedger:
    """Totals of one study: the tally, added up."""

    def __init__(self, study: Study) -> None:
        check_study(study)
        self.study = study
        self.work: Work = study
        self.block = study.block
        self.first = study.values[0]
        self.step = study.values[1] - self.first if study.bins > 1 else 1

    @property
    def title(self) -> str:
        return self.study.title

    def identity(self) -> dict[str, Any]:
        identity: dict[str, Any] = json.loads(canonical(self.study.identity()))
        return identity

    def empty(self) -> Totals:
        return Totals(0, 0, (0,) * (HEAD + 3 * self.study.bins))

    def check(self, given: object, deals: int) -> tuple[int, ...]:
        return tally_of(given, self.study.bins, deals)

    def head(self, sums: tuple[int, ...]) -> tuple[int, ...]:
        return self.bin(sums, 1) if self.study.event else sums[:HEAD]

    def bin(self, sums: tuple[int, ...], b: int) -> Sums:
        """The sums of how many copies have value `b`."""
        place = HEAD + 3 * b
        return Sums(*sums[:3], *sums[place : place + 3])

    def estimate(self, blocks: int, head: tuple[int, ...], alpha: float) -> Estimate:
        sums = Sums(*head)
        if self.study.event:
            return share_of(sums, alpha)
        return mean_of(sums, self.first, self.step, self.study.bins, alpha)

    def side(self, head: tuple[int, ...]) -> Side:
        """The headline, to be compared with another."""
        if self.study.event:
            return Side(Sums(*head), 0, 1)
        return Side(Sums(*head), self.first, self.step)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two studies over the same deals; its tally is both of theirs, one behind the other."""

    first: Study
    second: Study

    def tally(self, seed: int, index: int, deals: int | None = None) -> npt.NDArray[np.int64]:
        sides = [study.tally(seed, index, deals) for study in (self.first, self.second)]
        return np.concatenate(sides)


class PairLedger:
    """Totals of a pair: those of both studies, then the products of their sums in a block."""

    def __init__(self, first: Study, second: Study) -> None:
        self.sides = StudyLedger(first), StudyLedger(second)
        if first.event != second.event:
            raise ValueError("a probability and a mean cannot be compared")
        if first.block != second.block:
            raise ValueError(
                f"block={first.block} and block={second.block}: studies that are compared need "
                "the same block, or their deals differ; ask both with "
                f"block={min(first.block, second.block)}"
            )
        self.work: Work = Pair(first, second)
        self.block = first.block
        self.split = HEAD + 3 * first.bins
        self.products = self.split + HEAD + 3 * second.bins
        ends = [(0, 1) if s.event else (s.values[0], s.values[-1]) for s in (first, second)]
        self.width = float(max(ends[0][1] - ends[1][0], ends[1][1] - ends[0][0]))

    @property
    def title(self) -> str:
        return f"{self.sides[1].title} less {self.sides[0].title}"

    def identity(self) -> dict[str, Any]:
        return {"compare": [side.identity() for side in self.sides]}

    def empty(self) -> Totals:
        return Totals(0, 0, (0,) * (self.products + 10))

    def check(self, given: object, deals: int) -> tuple[int, ...]:
        if not isinstance(given, np.ndarray) or given.shape != (self.products,):
            raise ValueError("the two tallies have not the sizes that their bins ask for")
        first = self.sides[0].check(given[: self.split], deals)
        second = self.sides[1].check(given[self.split :], deals)
        row = self._ratio(first, 0) + self._ratio(second, 1)
        products = tuple(row[i] * row[j] for i in range(4) for j in range(i, 4))
        return first + second + products

    def _ratio(self, tally: tuple[int, ...], side: int) -> tuple[int, int]:
        head = Sums(*self.sides[side].head(tally))
        return head.copies, head.total

    def head(self, sums: tuple[int, ...]) -> tuple[int, ...]:
        first, second = self.halves(sums)
        return self.sides[0].head(first) + self.sides[1].head(second) + sums[self.products :]

    def parts(self, totals: Totals) -> tuple[Totals, Totals]:
        """The totals of each study alone, as a run of it would have had them."""
        first, second = self.halves(totals.sums)
        cut = len(self.sides[0].head(first))
        history = totals.history
        return (
            replace(totals, sums=first, history=tuple((n, h[:cut]) for n, h in history)),
            replace(totals, sums=second, history=tuple((n, h[cut : 2 * cut]) for n, h in history)),
        )

    def halves(self, sums: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return sums[: self.split], sums[self.split : self.products]

    def estimate(self, blocks: int, head: tuple[int, ...], alpha: float) -> Estimate:
        return self.difference(blocks, head, alpha)[0]

    def difference(
        self, blocks: int, head: tuple[int, ...], alpha: float
    ) -> tuple[Estimate, float]:
        first = self.sides[0].side(head[:HEAD])
        second = self.sides[1].side(head[HEAD : 2 * HEAD])
        return difference_of(blocks, first, second, head[2 * HEAD :], self.width, alpha)
