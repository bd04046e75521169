"""Confidence intervals from counts, and the quantiles they need, without SciPy.

Sizes may be fractions: a sample whose deals hold several copies of an event counts as its
*effective* size, the copies divided by the design effect.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

__all__ = [
    "beta_quantile",
    "check_level",
    "clopper_pearson",
    "incomplete_beta",
    "normal_quantile",
    "student_quantile",
    "wilson",
]

_WIDE = 500.0  # both parameters beyond it: quadrature around the peak
_FAR = 40.0  # standard deviations beyond which the density is nothing
_TINY = 1e-300
_EPSILON = 1e-16


def check_level(level: float) -> float:
    """The level of an interval as a float, refused unless it lies between 0 and 1."""
    if isinstance(level, bool) or not isinstance(level, (int, float, np.floating, np.integer)):
        raise TypeError(f"level must be a number such as 0.95, not {type(level).__name__}")
    if not 0.0 < level < 1.0:
        raise ValueError(f"level={level}: must lie between 0 and 1, such as 0.95")
    return float(level)


def normal_quantile(p: float) -> float:
    """The point that a standard normal variable stays below with probability `p`.

    Examples
    --------
    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    from statistics import NormalDist  # late: its import takes longer than the rest

    return NormalDist().inv_cdf(p)


def student_quantile(p: float, freedom: float) -> float:
    """The point that Student's t with `freedom` degrees stays below with probability `p`.

    Examples
    --------
    >>> round(student_quantile(0.975, 9), 6)
    2.262157
    >>> student_quantile(0.5, 3)
    0.0
    """
    return _STUDENT(p, freedom)


def _student(p: float, freedom: float) -> float:
    if p == 0.5:
        return 0.0
    if freedom > 1000:  # the expansion of Fisher and Cornish, its next term below 1e-12
        z = normal_quantile(p)
        s = z * z
        terms = (
            z * (s + 1) / 4,
            z * ((5 * s + 16) * s + 3) / 96,
            z * (((3 * s + 19) * s + 17) * s - 15) / 384,
            z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160,
        )
        return z + sum(term / freedom**k for k, term in enumerate(terms, 1))
    x = beta_quantile(2 * min(p, 1 - p), freedom / 2, 0.5)
    return math.copysign(math.sqrt(freedom * (1 - x) / x), p - 0.5)


_STUDENT = lru_cache(256)(_student)  # the bins of a result ask for one of them


def wilson(hits: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a proportion.

    Parameters
    ----------
    hits, trials : float
        Counts; fractions are allowed, ``0 <= hits <= trials`` and ``trials > 0``.
    level : float, default 0.95

    Returns
    -------
    tuple of float
        Its low and its high end.

    Examples
    --------
    >>> low, high = wilson(7, 50)
    >>> round(low, 12), round(high, 12)
    (0.06950833427, 0.261861937106)
    """
    alpha = 1 - check_level(level)
    _check_counts(hits, trials)
    return score_interval(hits / trials, trials, -normal_quantile(alpha / 2))


def score_interval(share: float, trials: float, z: float) -> tuple[float, float]:
    """Wilson's interval of a share seen in `trials`, `z` standard errors wide."""
    weight = z * z / trials
    centre = (share + weight / 2) / (1 + weight)
    spread = (share * (1 - share) + weight / 4) / trials
    radius = z / (1 + weight) * math.sqrt(spread)
    # at the ends, rounding would leave a low end of 1e-18
    low = 0.0 if share <= 0 else max(0.0, centre - radius)
    high = 1.0 if share >= 1 else min(1.0, centre + radius)
    return low, high


def clopper_pearson(hits: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's interval of a proportion, which never covers too seldom.

    Each end leaves out half of ``1 - level``, with no hit as well.

    Parameters
    ----------
    hits, trials : float
        Counts; fractions are allowed, ``0 <= hits <= trials`` and ``trials > 0``.
    level : float, default 0.95

    Returns
    -------
    tuple of float
        Its low and its high end.

    Examples
    --------
    >>> low, high = clopper_pearson(7, 50)
    >>> round(low, 12), round(high, 12)
    (0.05819170034, 0.267396002497)
    >>> clopper_pearson(0, 1_000_000)[0]
    0.0
    """
    tail = (1 - check_level(level)) / 2
    _check_counts(hits, trials)
    return exact_interval(hits, trials, tail)


def exact_interval(hits: float, trials: float, tail: float) -> tuple[float, float]:
    """Clopper and Pearson's interval that leaves out `tail` at each end."""
    misses = trials - hits
    low = 0.0 if hits <= 0 else beta_quantile(tail, hits, misses + 1)
    high = 1.0 if misses <= 0 else 1 - beta_quantile(tail, misses, hits + 1)
    if misses > hits > 0 or hits <= 0:  # the small end, without the loss of 1 - x
        high = _upper_quantile(tail, hits + 1, misses)
    return low, high


def _check_counts(hits: float, trials: float) -> None:
    if not trials > 0 or not math.isfinite(trials):
        raise ValueError(f"trials={trials}: must be positive")
    if not 0 <= hits <= trials:
        raise ValueError(f"hits={hits}: must be from 0 to {trials}")


# --- the incomplete beta function -----------------------------------------------------------------


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The probability that a beta variable with parameters `a` and `b` stays below `x`.

    Good to about 1e-12 for parameters up to 1e12.

    Examples
    --------
    >>> round(incomplete_beta(0.5, 2, 3), 12)
    0.6875
    """
    if not (a > 0 and b > 0 and math.isfinite(a + b)):
        raise ValueError(f"a={a}, b={b}: must be positive")
    if not 0 <= x <= 1:
        raise ValueError(f"x={x}: must be from 0 to 1")
    return _tail(x, a, b)[0]


def beta_quantile(p: float, a: float, b: float) -> float:
    """The point that a beta variable with parameters `a` and `b` stays below with probability `p`.

    Examples
    --------
    >>> round(beta_quantile(0.6875, 2, 3), 12)
    0.5
    """
    if not (a > 0 and b > 0 and math.isfinite(a + b)):
        raise ValueError(f"a={a}, b={b}: must be positive")
    if not 0 <= p <= 1:
        raise ValueError(f"p={p}: must be from 0 to 1")
    if p in (0.0, 1.0):
        return p
    return _solve(lambda x: _tail(x, a, b)[0] - p, a, b)


def _upper_quantile(tail: float, a: float, b: float) -> float:
    """The point that a beta variable exceeds with probability `tail`."""
    return _solve(lambda x: tail - _tail(x, a, b)[1], a, b)


def _solve(excess: Callable[[float], float], a: float, b: float) -> float:
    """Where a rising function is 0, by Newton's steps with the beta density, kept in a bracket."""
    low, high = 0.0, 1.0
    x = a / (a + b)
    for _ in range(200):
        found = excess(x)
        if found == 0:
            return x
        if found > 0:
            high = x
        else:
            low = x
        slope = _density(x, a, b)
        step = found / slope if slope > _TINY else math.inf
        nearer = x - step
        if not low < nearer < high:
            # far out on the left the root is many powers of ten away: halve the exponent
            nearer = math.sqrt(low * high) if 0 < low < high / 4 else (low + high) / 2
            if low == 0 and high < 1e-3:
                nearer = high / 16
        if abs(nearer - x) <= 4e-16 * nearer or nearer in (low, high):
            return nearer
        x = nearer
    return x


def _tail(x: float, a: float, b: float) -> tuple[float, float]:
    """The probabilities below and above `x`."""
    if x <= 0 or x >= 1:
        return (0.0, 1.0) if x <= 0 else (1.0, 0.0)
    if a > _WIDE and b > _WIDE:
        return _quadrature(x, a, b)
    if x * (a + b) < 400 and a < 200 and b > 20:
        below = _series(x, a, b)
        if below < 0.99999:
            return below, 1 - below
    if x < (a + 1) / (a + b + 2):
        below = _front(x, a, b) / a * _fraction(x, a, b)
        return below, 1 - below
    above = _front(x, a, b) / b * _fraction(1 - x, b, a)
    return 1 - above, above


def _density(x: float, a: float, b: float) -> float:
    return _front(x, a, b) / (x * (1 - x)) if 0 < x < 1 else 0.0


def _front(x: float, a: float, b: float) -> float:
    """x^a (1-x)^b / B(a, b)."""
    if a > 20 and b > 20:  # around the peak, where the large terms cancel
        n = a + b
        u = (n * x - a) / a
        v = (a - n * x) / b
        log = a * _log1p_minus(u) + b * _log1p_minus(v)
        log += _stirling(n) - _stirling(a) - _stirling(b)
        return math.sqrt(a * b / n / (2 * math.pi)) * math.exp(max(log, -745.0))
    log = a * math.log(x) + b * math.log1p(-x) - _log_beta(a, b)
    return math.exp(log) if log > -745 else 0.0


def _log1p_minus(u: float) -> float:
    """log(1 + u) - u, without loss for small u."""
    if abs(u) > 0.1:
        return math.log1p(u) - u
    total = 0.0
    power = -u * u
    for k in range(2, 40):
        total += power / k
        power *= -u
        if abs(power) < 1e-18 * abs(total):
            break
    return total


def _log_beta(a: float, b: float) -> float:
    if a > b:
        a, b = b, a
    if b < 20:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    # log Γ(b) - log Γ(a + b) by Stirling: the large terms are taken off before they are rounded
    ratio = a - a * math.log(a + b) - (b - 0.5) * math.log1p(a / b)
    return math.lgamma(a) + ratio + _stirling(b) - _stirling(a + b)


def _stirling(x: float) -> float:
    """log Γ(x) less (x - 1/2) log x - x + log(2π)/2, for x of 20 or more."""
    y = 1 / (x * x)
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x


def _series(x: float, a: float, b: float) -> float:
    """The probability below, as a sum of positive terms."""
    term = total = 1.0
    k = 0
    while term > _EPSILON * total:
        term *= (a + b + k) / (a + 1 + k) * x
        total += term
        k += 1
        if k > 100_000:
            break
    return min(1.0, _front(x, a, b) / a * total)


def _fraction(x: float, a: float, b: float) -> float:
    """Lentz's evaluation of the continued fraction of the incomplete beta function."""
    c = 1.0
    d = 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, 100_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + step * d
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = 1 + step / c
            c = c if abs(c) > _TINY else _TINY
            value *= c * d
        if abs(c * d - 1) < 3 * _EPSILON:
            break
    return value


_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(40)


def _quadrature(x: float, a: float, b: float) -> tuple[float, float]:
    """Both tails by Gauss and Legendre's rule over pieces a standard deviation and less wide."""
    n = a + b
    mean = a / n
    deviation = math.sqrt(mean * (b / n) / (n + 1))
    if abs(x - mean) > _FAR * deviation:
        return (0.0, 1.0) if x < mean else (1.0, 0.0)
    sign = -1 if x < mean else 1
    # outwards from x: away from the mean the density falls, and faster than an exponential
    edges = x + sign * deviation * np.arange(0, 14.0)
    edges = np.clip(edges, 0.0, 1.0)
    half = np.diff(edges) / 2
    points = (edges[:-1] + half)[:, None] + half[:, None] * _NODES
    u = (n * points - a) / a
    v = (a - n * points) / b
    with np.errstate(all="ignore"):
        log = a * _log1p_minus_all(u) + b * _log1p_minus_all(v)
        scale = math.sqrt(a * b / n / (2 * math.pi))
        stirling = _stirling(n) - _stirling(a) - _stirling(b)
        density = scale * np.exp(log + stirling) / (points * (1 - points))
        density = np.where(np.isfinite(density), density, 0.0)
    outer = abs(float(((density * _WEIGHTS).sum(axis=1) * half).sum()))
    return (outer, 1 - outer) if sign < 0 else (1 - outer, outer)


def _log1p_minus_all(u: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    total = np.zeros_like(u)
    power = -u * u
    for k in range(2, 24):
        total += power / k
        power = power * -u
    return np.where(np.abs(u) < 0.1, total, np.log1p(u) - u)
