"""Intervals and estimates: against SciPy, exact sums, brute force and simulation."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest
from odds_studies import Coins, Dice

from tractor_core.odds import intervals
from tractor_core.odds.estimates import Side, Sums, difference_of, mean_of, share_of
from tractor_core.odds.intervals import (
    beta_quantile,
    clopper_pearson,
    incomplete_beta,
    normal_quantile,
    student_quantile,
    wilson,
)
from tractor_core.odds.ledgers import StudyLedger
from tractor_core.odds.stopping import Looks

# --- the formulas ---------------------------------------------------------------------------------


def test_check_values():
    assert wilson(7, 50) == pytest.approx((0.069508334270163, 0.261861937105855), abs=1e-14)
    exact = (0.058191700339973, 0.267396002497007)
    assert clopper_pearson(7, 50) == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
@pytest.mark.parametrize(
    ("hits", "trials"), [(0, 1), (1, 1), (0, 40), (3, 7), (39, 40), (11, 5000)]
)
@pytest.mark.parametrize("level", [0.5, 0.95, 0.9999])
def test_against_scipy(interval, hits, trials, level):
    stats = pytest.importorskip("scipy.stats")
    if interval is wilson:
        found = stats.binomtest(hits, trials).proportion_ci(level, method="wilson")
        low, high = found.low, found.high
    else:
        tail = (1 - level) / 2
        low = stats.beta.ppf(tail, hits, trials - hits + 1) if hits else 0.0
        high = stats.beta.isf(tail, hits + 1, trials - hits) if hits < trials else 1.0
    assert interval(hits, trials, level) == pytest.approx((low, high), abs=1e-12)


def test_quantiles_against_scipy():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(5)
    for _ in range(300):
        a, b = 10 ** rng.uniform(-0.3, 3.5, 2)
        p = float(rng.choice([1e-6, 0.025, 0.5, 0.975, rng.random()]))
        assert beta_quantile(p, a, b) == pytest.approx(stats.beta.ppf(p, a, b), rel=2e-10)
        x = float(stats.beta.rvs(a, b, random_state=rng))
        assert incomplete_beta(x, a, b) == pytest.approx(stats.beta.cdf(x, a, b), abs=1e-12)
    for freedom in (1, 2.5, 9, 100, 999, 1001, 1e5, 1e12):
        for p in (1e-5, 0.025, 0.5, 0.6, 0.975, 0.9999):
            expected = stats.t.ppf(p, freedom)
            assert student_quantile(p, freedom) == pytest.approx(expected, rel=1e-11, abs=1e-15)


def below(hits, trials, p):
    """The probability of at most so many hits, to fifty digits."""
    p = Decimal(p)
    return sum(comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in range(hits + 1))


@pytest.mark.parametrize(
    ("hits", "trials"), [(0, 10**9), (1, 10**9), (3, 10**6), (29, 10**9), (29, 10**12), (15, 10**5)]
)
def test_few_hits_of_many(hits, trials):
    """Where SciPy 1.17 itself is off by 5e-8."""
    low, high = clopper_pearson(hits, trials)
    with localcontext() as context:
        context.prec = 50
        assert float(below(hits, trials, high)) == pytest.approx(0.025, rel=1e-12)
        if hits:
            assert float(1 - below(hits - 1, trials, low)) == pytest.approx(0.025, rel=1e-12)
        else:
            assert low == 0


@pytest.mark.parametrize(
    ("hits", "trials"), [(10**6, 4 * 10**6), (5 * 10**8, 10**9), (10**5, 10**9)]
)
def test_many_hits(hits, trials):
    """Clopper and Pearson's interval nears Wilson's."""
    (low, high), (near_low, near_high) = clopper_pearson(hits, trials), wilson(hits, trials)
    assert low == pytest.approx(near_low, abs=0.01 * (near_high - near_low))
    assert high == pytest.approx(near_high, abs=0.01 * (near_high - near_low))


@pytest.mark.parametrize(("a", "b"), [(600, 700), (501, 1e6), (1e9, 1e9), (0.5, 0.5), (30, 1e9)])
def test_quantile_and_probability_undo_each_other(a, b):
    for p in (1e-4, 0.025, 0.4, 0.975, 0.9999):
        assert incomplete_beta(beta_quantile(p, a, b), a, b) == pytest.approx(p, rel=1e-9)


def test_symmetry():
    for hits, trials in [(0, 10), (3, 10), (2.5, 7.25), (10, 1000)]:
        for interval in (wilson, clopper_pearson):
            low, high = interval(hits, trials)
            assert interval(trials - hits, trials) == pytest.approx((1 - high, 1 - low), abs=1e-12)
            assert low <= hits / trials <= high


def test_ends_of_the_quantiles():
    assert beta_quantile(0, 2, 3) == 0
    assert beta_quantile(1, 2, 3) == 1
    assert incomplete_beta(0, 2, 3) == 0
    assert incomplete_beta(1, 2, 3) == 1
    assert student_quantile(0.025, 7) == pytest.approx(-student_quantile(0.975, 7), rel=1e-14)
    assert normal_quantile(0.975) == pytest.approx(1.959963984540054, abs=1e-14)


@pytest.mark.parametrize(
    "call",
    [
        lambda: wilson(-1, 5),
        lambda: wilson(6, 5),
        lambda: wilson(0, 0),
        lambda: wilson(math.nan, 5),
        lambda: wilson(1, math.inf),
        lambda: wilson(1, 5, 1.5),
        lambda: wilson(1, 5, 0.0),
        lambda: wilson(1, 5, math.nan),
        lambda: clopper_pearson(6, 5),
        lambda: clopper_pearson(1, 5, 1.0),
        lambda: beta_quantile(1.1, 1, 1),
        lambda: beta_quantile(0.5, 0, 1),
        lambda: incomplete_beta(0.5, 1, math.nan),
        lambda: incomplete_beta(-0.1, 1, 1),
    ],
)
def test_bad_numbers(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("level", [None, "0.95", True, [0.95]])
def test_bad_level(level):
    with pytest.raises(TypeError):
        wilson(1, 5, level)


def test_public_names_exist():
    assert all(callable(getattr(intervals, name)) for name in intervals.__all__)


# --- estimates from sums --------------------------------------------------------------------------


def sums_of(values, bins, event):
    """The sums of the headline."""
    m = (values >= 0).sum(axis=1)
    s = (values == 1).sum(axis=1) if event else np.where(values >= 0, values, 0).sum(axis=1)
    parts = (m, m * m, s, s * s, s * m)
    return Sums(len(values), *(int(part.sum()) for part in parts)), m, s


@pytest.mark.parametrize("seed", range(3))
def test_cluster_error_by_the_definition(seed):
    values = Coins(copies=4, alike=0.4, kept=0.8).draw(seed, 0, None)
    sums, m, s = sums_of(values, 2, True)
    ratio = s.sum() / m.sum()
    expected = math.sqrt(np.var(s - ratio * m, ddof=1) * len(m)) / m.sum()
    found = share_of(sums, 0.05)
    assert found.value == pytest.approx(ratio, rel=1e-14)
    assert found.se == pytest.approx(expected, rel=1e-12)
    naive = ratio * (1 - ratio) / m.sum()
    assert found.design_effect == pytest.approx(expected**2 / naive, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_cluster_error_of_a_mean(seed):
    values = Dice().draw(seed, 0, None)
    sums, m, v = sums_of(values, 6, False)
    ratio = v.sum() / m.sum()
    expected = 5 * math.sqrt(np.var(v - ratio * m, ddof=1) * len(m)) / m.sum()
    found = mean_of(sums, 0, 5, 6, 0.05)
    assert found.value == pytest.approx(5 * ratio, rel=1e-14)
    assert found.se == pytest.approx(expected, rel=1e-12)
    assert found.low == pytest.approx(found.value - 1.984 * expected, rel=1e-3)


def test_jackknife_agrees_with_the_linearised_error():
    values = Coins(copies=6, alike=0.3, kept=0.7, block=400).draw(9, 0, None)
    sums, m, s = sums_of(values, 2, True)
    left_out = (s.sum() - s) / (m.sum() - m)
    jackknife = math.sqrt((len(m) - 1) * np.var(left_out))
    assert share_of(sums, 0.05).se == pytest.approx(jackknife, rel=0.01)


def test_one_copy_a_deal_is_binomial():
    found = share_of(Sums(50, 50, 50, 7, 7, 7), 0.05)
    assert (found.low, found.high) == pytest.approx(clopper_pearson(7, 50))
    assert found.method == "clopper-pearson"
    found = share_of(Sums(500, 500, 500, 70, 70, 70), 0.05)
    assert (found.low, found.high) == pytest.approx(wilson(70, 500))
    assert found.method == "wilson"
    assert found.design_effect == 1


def test_deals_that_do_not_apply_do_not_count():
    with_them = share_of(Sums(900, 500, 500, 70, 70, 70), 0.05)
    assert with_them == share_of(Sums(500, 500, 500, 70, 70, 70), 0.05)


def test_copies_that_always_agree_count_once():
    """Four copies alike in 500 deals: the interval is nearly that of 500 trials."""
    found = share_of(Sums(500, 2000, 8000, 280, 1120, 1120), 0.05)
    low, high = wilson(70, 500)
    assert found.design_effect == pytest.approx(4, rel=0.01)
    assert found.low == pytest.approx(low, abs=1e-3)
    assert found.high == pytest.approx(high, abs=1e-3)


def test_no_hit_and_all_hits():
    low, high = clopper_pearson(0, 100)
    for copies in (1, 4):  # without a hit, copies cannot be told from alike ones
        none = share_of(Sums(100, 100 * copies, 100 * copies**2, 0, 0, 0), 0.05)
        assert (none.low, none.high) == pytest.approx((low, high))
        sums = (100 * copies, 100 * copies**2)
        every = share_of(Sums(100, *sums, *sums, sums[1]), 0.05)
        assert (every.low, every.high) == pytest.approx((1 - high, 1))
        assert every.method == none.method == "clopper-pearson"


def test_hits_narrow_the_interval_little_by_little():
    """One hit in twelve copies of 1000 deals does not show that copies are independent."""
    widths = []
    for hits in range(60):
        found = share_of(Sums(1000, 12_000, 144_000, hits, hits, 12 * hits), 0.05)
        widths.append(found.high)
    assert all(b > 0.5 * a for a, b in zip(widths, widths[1:], strict=False))


def test_all_deals_alike():
    """One hit among four copies in every deal: others have at most a small probability."""
    found = share_of(Sums(100, 400, 1600, 100, 100, 400), 0.05)
    assert (found.method, found.se, found.design_effect) == ("constant", 0, 0)
    rare = 1 - 0.025 ** (1 / 100)
    assert found.low == pytest.approx(0.25 * (1 - rare))
    assert found.high == pytest.approx(0.25 * (1 - rare) + rare)
    found = mean_of(Sums(100, 100, 100, 200, 400, 200), 0, 5, 4, 0.05)
    assert (found.value, found.method) == (10, "constant")
    assert found.low == pytest.approx(10 * (1 - rare))
    assert found.high == pytest.approx(10 + 5 * rare)


@pytest.mark.parametrize("copies", [1, 4])
def test_one_deal(copies):
    for hits in range(copies + 1):
        found = share_of(Sums(1, copies, copies**2, hits, hits**2, hits * copies), 0.05)
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.high - found.low > 0.9
    found = mean_of(Sums(1, 1, 1, 3, 9, 3), 0, 1, 6, 0.05)
    assert found.high - found.low > 4.8


def test_nothing_applied():
    found = share_of(Sums(10, 0, 0, 0, 0, 0), 0.05)
    assert math.isnan(found.value)
    assert (found.low, found.high, found.method) == (0, 1, "none")
    found = mean_of(Sums(10, 0, 0, 0, 0, 0), 10, 5, 3, 0.05)
    assert (found.low, found.high, found.method) == (10, 20, "none")


def test_huge_sums_lose_nothing():
    """1e15 deals, where squares of sums have no place in a double."""
    n = 10**15
    hits = n // 3
    found = share_of(Sums(n, 4 * n, 16 * n, 4 * hits, 16 * hits, 16 * hits), 0.05)
    share = Fraction(hits, n)
    assert found.se == pytest.approx(math.sqrt(share * (1 - share) / n), rel=1e-12)


# --- coverage -------------------------------------------------------------------------------------


@cache
def cached_share(sums, alpha):
    return share_of(sums, alpha)


def chances(p, copies, alike):
    """The probability of each number of hits in a deal of `Coins`."""
    found = np.array([
        (1 - alike) * comb(copies, k) * p**k * (1 - p) ** (copies - k) for k in range(copies + 1)
    ])
    found[0] += alike * (1 - p)
    found[-1] += alike * p
    return found / found.sum()


def sums_of_row(row):
    copies = len(row) - 1
    n = sum(row)
    s = sum(k * count for k, count in enumerate(row))
    s2 = sum(k * k * count for k, count in enumerate(row))
    return Sums(n, n * copies, n * copies**2, s, s2, s * copies)


FIXED = [
    (p, copies, alike, n)
    for copies, alike in [(1, 0.0), (4, 0.3), (12, 0.02), (4, 1.0)]
    for p in (0.5, 0.1, 0.01, 0.001)
    for n in (20, 300, 3000)
]


@pytest.mark.slow
@pytest.mark.parametrize(("p", "copies", "alike", "n"), FIXED)
def test_coverage_at_a_fixed_number_of_deals(p, copies, alike, n):
    rng = np.random.default_rng([n, copies, int(1000 * p)])
    runs = 2000
    rows = rng.multinomial(n, chances(p, copies, alike), size=runs).tolist()
    found = [cached_share(sums_of_row(row), 0.05) for row in rows]
    covered = sum(e.low <= p <= e.high for e in found) / runs
    assert covered >= 0.95 - 0.008 - 4 * math.sqrt(0.95 * 0.05 / runs)


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 300])
def test_coverage_of_means(n):
    runs = 2000
    rng = np.random.default_rng(n)
    covered = 0
    for _ in range(runs):
        values = rng.integers(0, 6, (n, 4))
        values = np.where(rng.random(n)[:, None] < 0.3, values[:, :1], values)
        values[rng.random(values.shape) < 0.1] = -1
        found = mean_of(sums_of(values, 6, False)[0], 0, 5, 6, 0.05)
        covered += found.low <= 12.5 <= found.high
    assert abs(covered / runs - 0.95) <= 0.008 + 4 * math.sqrt(0.95 * 0.05 / runs)


TARGETS = [
    (p, copies, alike, block, half_width)
    for copies, alike in [(1, 0.0), (4, 0.3)]
    for block in (20, 200)
    for p, half_width in [
        (0.5, 0.05), (0.1, 0.05), (0.01, 0.01), (0.01, 0.005), (0.001, 0.001), (0.0003, 0.002),
    ]
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("p", "copies", "alike", "block", "half_width"), TARGETS)
def test_coverage_at_a_target_half_width(p, copies, alike, block, half_width):
    rng = np.random.default_rng([block, copies, int(1e5 * p), int(1e5 * half_width)])
    probabilities = chances(p, copies, alike)
    runs = 400
    covered = 0
    for _ in range(runs):
        looks = Looks(half_width, 0.05)
        row = np.zeros(copies + 1, np.int64)
        blocks, spent = 0, None
        while spent is None:
            row += rng.multinomial((looks.next - blocks) * block, probabilities)
            blocks = looks.next
            sums = sums_of_row(row.tolist())
            spent = looks.look(blocks, lambda alpha, sums=sums: cached_share(sums, alpha))
        found = cached_share(sums, spent)
        assert found.half_width <= half_width
        covered += found.low <= p <= found.high
    assert covered / runs >= 0.95 - 0.008 - 4 * math.sqrt(0.95 * 0.05 / runs)


@pytest.mark.slow
def test_looking_after_every_block_would_cover_too_seldom():
    """So that the test above is able to fail: a rule of textbooks does."""
    rng = np.random.default_rng(1)
    p, half_width, runs, covered = 0.1, 0.02, 400, 0
    for _ in range(runs):
        n = hits = 0
        error = 1.0
        while error > half_width:
            n += 20
            hits += rng.binomial(20, p)
            error = 1.96 * math.sqrt(hits * (n - hits) / n**3)
        covered += abs(hits / n - p) <= error
    assert covered / runs < 0.9


def test_looks_are_few_and_share_alpha():
    shares = []
    for half_width in (0.05, 0.01, 0.001):
        looks = Looks(half_width, 0.05)
        seen = 0
        while True:
            n = looks.next * 1000
            hits = int(0.3 * n)
            sums = Sums(n, n, n, hits, hits, hits)
            seen += 1
            spent = looks.look(looks.next, lambda alpha, sums=sums: share_of(sums, alpha))
            if spent is not None:
                break
        assert seen < 15
        shares.append(spent)
        ideal = 0.21 * (1.96 / half_width) ** 2
        assert n <= max(1000, 1.3 * ideal + 1000)
    assert shares[0] < shares[1] == shares[2] == pytest.approx(0.04)


def test_no_looks_without_a_target():
    looks = Looks(None, 0.05)
    assert looks.share == 0.05
    assert looks.foreseen(1, lambda alpha: None) is None
    with pytest.raises(RuntimeError):
        looks.look(1, lambda alpha: None)


# --- differences ----------------------------------------------------------------------------------


def test_paired_error_by_the_definition():
    rng = np.random.default_rng(3)
    blocks = rng.integers(50, 100, (40, 4))
    blocks[:, 3] = blocks[:, 1] + rng.integers(-3, 9, 40)
    m, s, n, t = blocks.T
    products = [int((blocks[:, i] * blocks[:, j]).sum()) for i in range(4) for j in range(i, 4)]
    first, second = (
        Side(Sums(4000, int(x.sum()), 0, int(y.sum()), 0, 0), 0, 1) for x, y in ((m, s), (n, t))
    )
    found, correlation = difference_of(40, first, second, products, 10.0, 0.05)
    r, q = s.sum() / m.sum(), t.sum() / n.sum()
    one, two = (s - r * m) / m.sum(), (t - q * n) / n.sum()
    assert found.value == pytest.approx(q - r)
    assert found.se == pytest.approx(math.sqrt(np.sum((two - one) ** 2) * 40 / 39), rel=1e-10)
    expected = np.sum(one * two) / math.sqrt(np.sum(one**2) * np.sum(two**2))
    assert correlation == pytest.approx(expected, rel=1e-10)
    assert found.method == "t over blocks"


@pytest.mark.slow
def test_coverage_of_differences():
    from tractor_core.odds import compare

    true = 0.04
    covered = 0
    runs = 120
    for seed in range(runs):
        found = compare(Coins(p=0.3, copies=2), Coins(p=0.34, copies=2), 2000, seed=seed)
        covered += found.low <= true <= found.high
    assert abs(covered / runs - 0.95) <= 4 * math.sqrt(0.95 * 0.05 / runs)


def test_bins_of_a_ledger_add_up():
    ledger = StudyLedger(Dice())
    tally = ledger.check(Dice().tally(0, 0), 100)
    assert sum(ledger.bin(tally, b).total for b in range(6)) == tally[1]
