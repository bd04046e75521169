"""Bins: the shares of values, without the empty ones at the ends and put together where many."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from .estimates import Sums, share_of
from .facts import Facts
from .protocol import HEAD

__all__ = ["Bin", "grouped", "trimmed"]

_WIDTHS = (1, 2, 4, 5)  # of groups, times a power of ten


@dataclass(frozen=True, slots=True, eq=False)
class Bin(Facts):
    """The share of one value.

    Attributes
    ----------
    label : str
    value : int
    count : int
        Copies that had it.
    share, low, high, se : float
        Of the copies, with an interval of this bin alone: among twenty bins at level 0.95 one
        is expected to miss.
    method : str
    """

    label: str
    value: int
    count: int
    share: float
    low: float
    high: float
    se: float
    method: str


def trimmed(bins: Sequence[Bin]) -> tuple[Bin, ...]:
    """The bins without those at either end that never came up; all where none did.

    Examples
    --------
    >>> bins = [Bin(str(n), n, count, count / 4, 0, 1, 0, "wilson")
    ...         for n, count in enumerate((0, 3, 0, 1, 0))]
    >>> [found.value for found in trimmed(bins)]
    [1, 2, 3]
    """
    seen = [place for place, found in enumerate(bins) if found.count]
    return tuple(bins[seen[0] : seen[-1] + 1] if seen else bins)


def grouped(
    bins: Sequence[Bin], tally: Sequence[int], spent: float, most: int
) -> tuple[Bin, ...]:
    """The bins of a result, trimmed, and put into groups where more than `most` are left.

    Groups have a round width and start at its multiples; the value of a group is its least. At
    least two are made, as values on both sides of 0 never share one. Where several copies of a
    deal are counted the tally does not tell the error of a group, and the bins stay apart.

    Parameters
    ----------
    bins : sequence of Bin
        All of them.
    tally : sequence of int
        What they come from.
    spent : float
        What their intervals leave out.
    most : int

    Returns
    -------
    tuple of Bin
    """
    kept = trimmed(bins)
    deals, copies, copies2 = tally[:3]
    if len(kept) <= most or copies != copies2:
        return kept
    width = _width(kept, most)
    first, last = kept[0].value // width, kept[-1].value // width
    groups = []
    for number, group in itertools.groupby(
        range(len(bins)), lambda place: bins[place].value // width
    ):
        if not first <= number <= last:
            continue
        members = list(group)
        spans = [tally[HEAD + 3 * b : HEAD + 3 * b + 3] for b in members]
        # with one copy a deal the counts are 0 or 1, so all three sums add up
        total, total2, cross = (sum(column) for column in zip(*spans, strict=True))
        share = share_of(Sums(deals, copies, copies2, total, total2, cross), spent)
        low, high = bins[members[0]], bins[members[-1]]
        label = low.label if low is high else f"{low.label} to {high.label}"
        groups.append(Bin(label, number * width, total, *share[:5]))
    return tuple(groups)


def _width(bins: Sequence[Bin], most: int) -> int:
    """The least round width, a multiple of the step, that makes no more groups than `most`."""
    step = bins[1].value - bins[0].value
    base = 1 if 10 % step == 0 else step
    widths = (base * figure * int(10**power) for power in itertools.count() for figure in _WIDTHS)
    return next(
        width
        for width in widths
        if width % step == 0 and bins[-1].value // width - bins[0].value // width < most
    )
