"""Estimates with their errors, from the sums of a tally.

The deal is the unit of replication: hands of one deal are not independent, so that the error of a
share pooled over them is the linearised one of a ratio, from sums and squares by deal. All sums
are whole numbers of any size; what is computed of them is rounded at the end alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from .intervals import exact_interval, normal_quantile, score_interval, student_quantile

__all__ = [
    "FEW_DEALS",
    "FEW_HITS",
    "Estimate",
    "Side",
    "Sums",
    "difference_of",
    "mean_of",
    "share_of",
]

FEW_HITS = 30  # below, in effect, the interval is Clopper and Pearson's
FEW_DEALS = 100  # below, copies are not believed to be better than independent
_FEW_BLOCKS = 5  # below, the error of a difference is bounded rather than estimated


class Sums(NamedTuple):
    """The sums over deals that a ratio needs: of copies m, of what is counted s, and products."""

    deals: int
    copies: int
    copies2: int
    total: int
    total2: int
    cross: int


class Estimate(NamedTuple):
    """An estimate with its interval.

    `noise` is the relative standard error of the variance, which plans of more deals allow for.
    """

    value: float
    low: float
    high: float
    se: float
    method: str
    design_effect: float
    noise: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


_NOTHING = (math.nan, "none", math.nan, math.nan)


def _residue(sums: Sums) -> int:
    """Σ (s Σm - m Σs)², which is 0 when s is the same multiple of m in every deal."""
    _, copies, copies2, total, total2, cross = sums
    return total2 * copies**2 - 2 * total * copies * cross + total**2 * copies2


def _variance(sums: Sums) -> float:
    """The variance of Σs / Σm, at least two deals wanted."""
    return _residue(sums) * sums.deals / ((sums.deals - 1) * sums.copies**4)


def share_of(sums: Sums, alpha: float) -> Estimate:
    """A probability, with an interval that misses it with probability `alpha`.

    Parameters
    ----------
    sums : Sums
        Of hits a deal among the copies that apply.
    alpha : float

    Returns
    -------
    Estimate

    Notes
    -----
    The copies count as `copies / design effect` independent ones. The design effect is estimated
    from the sums by deal, with one more hit added whose copies all agree (without a single hit
    nothing shows that they do not), and taken as 1 at least below `FEW_DEALS` deals or `FEW_HITS`
    effective hits or misses. The interval is Wilson's, below `FEW_HITS` effective hits or misses
    Clopper and Pearson's; with several copies a deal the normal quantile gives way to Student's.
    With no hit, or hits alone, one end is 0 or 1 and the other leaves out `alpha` / 2.

    When every deal had the same share of hits, neither 0 nor 1, the deals can only tell how rare
    other ones are at most: the method is "constant".
    """
    deals, copies, copies2, hits, _, _ = sums
    if copies == 0:
        return Estimate(math.nan, 0.0, 1.0, *_NOTHING)
    share = hits / copies
    rarer = min(hits, copies - hits)
    noise = abs(1 - 2 * share) / math.sqrt(rarer + 1)
    z = -normal_quantile(alpha / 2)
    size: float = copies
    if copies2 == copies:  # one copy a deal at most: independent
        se, effect = math.sqrt(share * (1 - share) / copies), 1.0
    else:
        worst = copies2 / copies
        applied = copies / worst
        if rarer and _residue(sums) == 0:
            low, high = _constant(share, 0.0, 1.0, applied, alpha)
            return Estimate(share, low, high, 0.0, "constant", 0.0, 0.0)
        se = math.sqrt(_variance(sums)) if deals > 1 else math.nan
        effect = se * se * copies / (share * (1 - share)) if rarer else math.nan
        used = effect if rarer else 1.0
        if deals < FEW_DEALS or rarer < FEW_HITS * used:
            used = max(used, 1.0)
        used += max(0.0, worst - used) / (rarer + 1)
        size /= used
        if rarer:
            size *= (z / student_quantile(alpha / 2, max(1.0, applied - 1))) ** 2
    if min(share, 1 - share) * size < FEW_HITS:
        low, high = exact_interval(share * size, size, alpha / 2)
        return Estimate(share, low, high, se, "clopper-pearson", effect, noise)
    low, high = score_interval(share, size, z)
    return Estimate(share, low, high, se, "wilson", effect, noise)


def mean_of(sums: Sums, first: int, step: int, bins: int, alpha: float) -> Estimate:
    """A mean, with an interval that misses it with probability `alpha`.

    Parameters
    ----------
    sums : Sums
        Of the numbers of the bins, 0 to `bins` - 1, that the copies of a deal have.
    first, step : int
        The value of bin 0 and what each further one adds.
    bins : int
    alpha : float

    Returns
    -------
    Estimate

    Notes
    -----
    Student's t on the deals, cut off at the least and the greatest value. A mean that hangs on
    values met a few times only needs more deals than this interval tells.
    """
    deals, copies, copies2, total, _, _ = sums
    last = first + step * (bins - 1)
    if copies == 0:
        return Estimate(math.nan, first, last, *_NOTHING)
    value = first + step * total / copies
    applied = copies * copies / copies2
    residue = _residue(sums)
    if residue == 0 or applied <= 1:
        low, high = _constant(value, first, last, applied, alpha)
        return Estimate(value, low, high, 0.0, "constant", 0.0, 0.0)
    se = step * math.sqrt(_variance(sums))
    radius = -student_quantile(alpha / 2, max(1.0, applied - 1)) * se
    noise = math.sqrt(2 / applied)
    low, high = max(float(first), value - radius), min(float(last), value + radius)
    return Estimate(value, low, high, se, "t", math.nan, noise)


def _constant(
    value: float, least: float, most: float, deals: float, alpha: float
) -> tuple[float, float]:
    """The interval after `deals` deals that were all alike.

    Others have at most the probability at which so many deals would show none once in 2 / alpha.
    """
    others = -math.expm1(math.log(alpha / 2) / deals)
    return value + (least - value) * others, value + (most - value) * others


class Side(NamedTuple):
    """One of two ratios that are compared: its sums, its value at 0 and what a unit adds."""

    sums: Sums
    offset: int
    scale: int

    @property
    def value(self) -> float:
        return self.offset + self.scale * self.sums.total / self.sums.copies

    @property
    def se(self) -> float:
        return self.scale * math.sqrt(_variance(self.sums)) if self.sums.deals > 1 else math.inf

    @property
    def residue(self) -> tuple[int, int]:
        """What m and s weigh in the residue of a block, times the square of all copies."""
        return -self.scale * self.sums.total, self.scale * self.sums.copies


def difference_of(
    blocks: int, first: Side, second: Side, products: Sequence[int], width: float, alpha: float
) -> tuple[Estimate, float]:
    """The difference of two ratios over the same deals, by the means of blocks.

    Parameters
    ----------
    blocks : int
    first, second : Side
    products : sequence of int
        Sums over blocks of the products of m, s, m', s', which are the sums of a block: row by
        row the upper triangle of their matrix.
    width : float
        The greatest difference there can be.
    alpha : float

    Returns
    -------
    Estimate, float
        The difference, second less first, and the correlation of the two over blocks.
    """
    if first.sums.copies == 0 or second.sums.copies == 0:
        return Estimate(math.nan, -width, width, *_NOTHING), math.nan
    entries = iter(products)
    matrix = [[0] * 4 for _ in range(4)]
    for i in range(4):
        for j in range(i, 4):
            matrix[i][j] = matrix[j][i] = next(entries)

    def summed(u: Sequence[int], v: Sequence[int]) -> int:
        """Over blocks, the products of two linear forms of m, s, m', s'."""
        return sum(u[i] * matrix[i][j] * v[j] for i in range(4) for j in range(4))

    one = (*first.residue, 0, 0)
    two = (0, 0, *second.residue)
    spread = math.sqrt(summed(one, one)) * math.sqrt(summed(two, two))
    correlation = summed(one, two) / spread if spread > 0 else math.nan
    common = [first.sums.copies**2, second.sums.copies**2]
    both = [b * common[0] - a * common[1] for a, b in zip(one, two, strict=True)]
    square = summed(both, both)
    value = second.value - first.value
    noise = 0.0
    if blocks < _FEW_BLOCKS:
        method = "bound"
        se = first.se + second.se
        radius = -normal_quantile(alpha / 2) * se
    elif square == 0:
        method, se = "constant", 0.0
        radius = width * -math.expm1(math.log(alpha / 2) / first.sums.deals)
    else:
        method = "t over blocks"
        se = math.sqrt(square * blocks / ((blocks - 1) * (common[0] * common[1]) ** 2))
        radius = -student_quantile(alpha / 2, blocks - 1) * se
        noise = math.sqrt(2 / (blocks - 1))
    low, high = max(-width, value - radius), min(width, value + radius)
    return Estimate(value, low, high, se, method, math.nan, noise), correlation
