"""Deals: the right cards to everyone, every deal as likely, the same on every processor."""

from __future__ import annotations

import itertools
import pickle
from collections import Counter
from math import comb

import numpy as np
import pytest

import tractor_core as tc

HAND = "As Ks Ks 3s 3s 4s 5d 5d 6d 7d 8d 9d Td Jd 2h 3h 4h 5h 6h 7h 8c 9c Tc Jc Qc"
PATHS = ("plain", "avx2", "bmi2")


def dealing_on(path: str, monkeypatch: pytest.MonkeyPatch, *args: object, **options: object):
    """A dealing by the instructions named; skips where the processor lacks them."""
    monkeypatch.setenv("TRACTOR_DEALER", path)
    try:
        return tc.Dealing(*args, **options)
    except ValueError as error:
        assert "processor" in str(error)
        pytest.skip(str(error))
    finally:
        monkeypatch.delenv("TRACTOR_DEALER")


# Deals by splits: one, two or three dice of the kitty a fraction, sides of equal and other sizes.
SPLITS = [
    {},
    {"kitty_size": 4},
    {"kitty_size": 12},
    {"hand_sizes": (27, 25, 25, 25), "kitty_size": 6},
    {"hand_sizes": (30, 20, 26, 22), "kitty_size": 10},
    {"hands": [HAND, None, None, None]},
    {"hands": [None, HAND, None, None], "kitty": "2d 2d 3d 3d 6d 8d 9d Td"},
    {"hands": [HAND, None, "6d 2s 2s", None], "kitty": "3d"},
    {"decks": 1},
    {"decks": 1, "stock": "3d 4d 5d 6d 7d 8d 9d", "hand_sizes": (2, 1, 0, 2), "kitty_size": 2},
    {"stock": "3d 3d 4d 4d 5d 6d", "hand_sizes": (0, 1, 0, 5), "kitty_size": 0},
]


def counts_of(cards: tc.Cards) -> np.ndarray:
    return np.array(list(cards.counts()), np.int64)


def owners(planes: np.ndarray) -> np.ndarray:
    """Copies of each kind held by each of the five, int64[n, 5, 54]."""
    counts = tc.batch.planes_to_counts(np.ascontiguousarray(planes.reshape(-1, 3)))
    return counts.reshape(-1, 5, 54).astype(np.int64)


OPTIONS = [
    *SPLITS,
    {"decks": 1},
    {"decks": 3},
    {"kitty_size": 4},
    {"kitty_size": 12},
    {"kitty_size": 0},
    {"decks": 3, "kitty_size": 18},
    {"hand_sizes": (10, 9, 8, 7), "kitty_size": 3},
    {"hand_sizes": (0, 0, 0, 0), "kitty_size": 0},
    {"hand_sizes": (0, 0, 0, 0), "kitty_size": 108},
    {"hands": ["As As Ks Ks", None, "2d", None], "kitty": "SJ BJ"},
    {"decks": 1, "stock": "3d 4d 5d 6d 7d 8d 9d", "hand_sizes": (2, 1, 1, 1), "kitty_size": 2},
    {"decks": 3, "stock": "3d 3d 3d 4d 4d 5d", "hands": ["3d", "", "", "4d"], "kitty_size": 2},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: repr(options)[:40])
def test_everyone_gets_the_cards_due(options: dict) -> None:
    dealing = tc.Dealing(**options)
    planes = dealing.planes(333, rng=3)
    held = owners(planes)
    assert (held[:, :4].sum(axis=2) == dealing.hand_sizes).all()
    assert (held[:, 4].sum(axis=1) == dealing.kitty_size).all()
    stock = counts_of(dealing.stock)
    assert (held.sum(axis=1) <= stock).all()
    if sum(dealing.hand_sizes) + dealing.kitty_size == len(dealing.stock):
        assert (held.sum(axis=1) == stock).all()
    for who, known in enumerate((*dealing.hands, dealing.kitty)):
        assert (held[:, who] >= counts_of(known)).all()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("options", SPLITS, ids=lambda options: repr(options)[:40])
def test_paths_deal_the_same_cards(
    path: str, options: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = dealing_on("plain", monkeypatch, **options)
    other = dealing_on(path, monkeypatch, **options)
    for block in range(3):
        assert np.array_equal(
            plain.block_planes(11, block, 40_000), other.block_planes(11, block, 40_000)
        )


# One number of the first 10,000 deals of block 2 of seed 2026: it changes only with the dealer.
CHECKSUMS = {
    (2, 8): 0x91BB8E7C492BBCF3,
    (2, 12): 0xE4688C6D9943AE77,
    (1, 6): 0xF821A76005305BA7,
    (3, 6): 0x8F4D77D2F9B4075F,
}


def checksum(array: np.ndarray) -> int:
    total = 0xCBF29CE484222325
    flat = array.astype(np.uint64).reshape(-1)
    weights = np.arange(1, 2 * len(flat), 2, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return (total + int((flat * weights).sum(dtype=np.uint64))) % 2**64


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("options", CHECKSUMS, ids=str)
def test_one_checksum_everywhere(
    path: str, options: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    decks, kitty_size = options
    dealing = dealing_on(path, monkeypatch, decks, kitty_size=kitty_size)
    assert checksum(dealing.block_planes(2026, 2, 10_000)) == CHECKSUMS[options]


def test_a_block_is_dealt_from_its_seed_alone() -> None:
    dealing = tc.Dealing(2)
    whole = dealing.block_planes(5, 9, 500)
    assert np.array_equal(whole[:77], dealing.block_planes(5, 9, 77))
    assert np.array_equal(whole, dealing.block_planes(np.random.SeedSequence(5), 9, 500))
    assert not np.array_equal(whole, dealing.block_planes(5, 8, 500))
    assert not np.array_equal(whole, dealing.block_planes(6, 9, 500))
    spawned = np.random.SeedSequence(5, spawn_key=(1,))
    assert not np.array_equal(whole, dealing.block_planes(spawned, 9, 500))
    blocks = list(tc.deal_blocks(150, seed=5, block=64))
    assert [len(block) for block in blocks] == [64, 64, 22]
    assert np.array_equal(blocks[2].planes, dealing.block_planes(5, 2, 22))


def test_a_generator_is_drawn_from() -> None:
    rng = np.random.default_rng(4)
    first, second = tc.deal(50, rng=rng), tc.deal(50, rng=rng)
    assert not np.array_equal(first.planes, second.planes)
    again = np.random.default_rng(4)
    assert np.array_equal(first.planes, tc.deal(50, rng=again).planes)
    assert np.array_equal(first.planes, tc.deal(50, rng=4).planes)
    again.bit_generator.random_raw(15)
    assert rng.bit_generator.state == again.bit_generator.state


def chi_square(seen: np.ndarray, expected: np.ndarray) -> float:
    """Standard score of the chi-square statistic of a table of independent cells."""
    statistic = float(((seen - expected) ** 2 / expected).sum())
    freedom = seen.size - 1
    return (statistic - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    "options",
    [*SPLITS, {"decks": 3}, {"hand_sizes": (9, 9, 9, 9)}, {"kitty": "5h", "kitty_size": 20}],
    ids=lambda options: repr(options)[:40],
)
def test_every_card_is_as_likely_with_everyone(options: dict) -> None:
    dealing = tc.Dealing(**options)
    n = 200_000
    seen = np.zeros((5, 54), np.int64)
    for deals in tc.deal_blocks(n, seed=8, block=50_000, **options):
        seen += owners(deals.planes).sum(axis=0)
    known = np.array([counts_of(cards) for cards in (*dealing.hands, dealing.kitty)])
    seen -= n * known
    unknown = counts_of(dealing.stock) - known.sum(axis=0)
    take = np.array([*dealing.hand_sizes, dealing.kitty_size]) - known.sum(axis=1)
    cards = unknown.sum()
    share = np.outer(take, unknown) / cards
    variance = share * np.outer(cards - take, 1 - unknown / cards) / (cards - 1)
    loose = variance > 0
    scores = (seen - n * share)[loose] ** 2 / (n * variance[loose])
    assert abs(scores.mean() - 1) < 4.5 * (2 / scores.size) ** 0.5
    assert scores.max() < 20
    assert (seen[~loose] == 0).all()


def test_pairs_of_cards_are_as_likely_in_a_hand() -> None:
    n = 300_000
    held = owners(tc.deal(n, rng=21).planes)[:, :, :]
    together = np.zeros((54, 54))
    for seat in range(4):
        hand = held[:, seat].astype(np.float64)
        together += hand.T @ hand
    # ordered pairs of different cards: of one kind 2, of two kinds 4
    same = held[:, :4].astype(np.float64)
    twice = (same * (same - 1)).sum(axis=(0, 1))
    share = 4 * comb(25, 2) / comb(108, 2)
    pairs = together[~np.eye(54, dtype=bool)] / 2  # each unordered pair of kinds stands twice
    assert abs(pairs.mean() / (n * share * 2) - 1) < 0.001
    assert pairs.std() / pairs.mean() < 0.004
    assert abs(twice.mean() / (n * share * 2) - 1) < 0.01
    assert (abs(twice / (n * share * 2) - 1) < 0.03).all()


@pytest.mark.parametrize("path", PATHS)
def test_kitties_are_as_likely(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points of the kitty against their exact distribution, by polynomials."""
    dealing = dealing_on(path, monkeypatch, 2)
    n = 400_000
    points = np.zeros(61, np.int64)
    for block in range(4):
        kitties = np.ascontiguousarray(dealing.block_planes(1, block, n // 4)[:, 4])
        points += np.bincount(tc.batch.points(kitties), minlength=61)[:61]
    ways = Counter({(0, 0): 1})
    for many, worth in ((8, 5), (16, 10), (84, 0)):
        ways = Counter(
            {key: value for key, value in _spread(ways, many, worth).items() if key[0] <= 8}
        )
    exact = {value: count for (cards, value), count in ways.items() if cards == 8}
    total = comb(108, 8)
    assert sum(exact.values()) == total
    usual = [value for value in exact if n * exact[value] / total > 10]
    seen = np.array([points[value] for value in usual])
    expected = np.array([n * exact[value] / total for value in usual])
    assert abs(chi_square(seen, expected)) < 4.5


def _spread(ways: Counter, many: int, worth: int) -> Counter:
    found: Counter = Counter()
    for (cards, value), count in ways.items():
        for taken in range(min(many, 8 - cards) + 1):
            found[cards + taken, value + worth * taken] += count * comb(many, taken)
    return found


@pytest.mark.parametrize(
    "options",
    [
        {"hand_sizes": (1, 1, 1, 0), "kitty_size": 1},  # from a pile
        {"hand_sizes": (1, 1, 1, 1), "kitty_size": 1},  # by splits
        {"hand_sizes": (0, 2, 1, 2), "kitty_size": 0},
        {"hand_sizes": (0, 1, 0, 1), "kitty_size": 3},
    ],
    ids=str,
)
def test_small_deals_are_all_as_likely(options: dict) -> None:
    """Every way of dealing five cards, one of them twice there, against enumeration."""
    stock = tc.Cards("3d 3d 4d 5d 6d")
    n = 120_000
    planes = tc.deal(n, rng=5, stock=stock, **options).planes
    seen = Counter(row.tobytes() for row in planes)
    expected: Counter = Counter()
    sizes = (*options["hand_sizes"], options["kitty_size"])
    for order in itertools.permutations(list(stock)):
        left = list(order)
        row = [tc.Cards([left.pop() for _ in range(size)]).planes for size in sizes]
        expected[np.array(row, np.uint64).tobytes()] += 1
    assert set(seen) == set(expected)
    ways = sum(expected.values())
    score = chi_square(
        np.array([seen[key] for key in expected]),
        np.array([n * expected[key] / ways for key in expected]),
    )
    assert abs(score) < 4.5


def test_orders_hold_all_cards_in_every_order() -> None:
    orders = tc.deal_orders(2000, decks=3, rng=6)
    assert orders.shape == (2000, 162)
    assert (np.sort(orders, axis=1) == np.sort(list(range(54)) * 3)).all()
    few = tc.deal_orders(60_000, decks=1, rng=7, stock="3d 4d 5d 6d", kitty_size=0)
    seen = Counter(map(tuple, few.tolist()))
    assert len(seen) == 24
    assert abs(chi_square(np.array(list(seen.values())), np.full(24, 2500.0))) < 4.5
    known = tc.deal_orders(5, rng=1, hands=["As As", None, None, None])
    assert known.shape == (5, 106)
    assert not (known == tc.parse_kind("As")).any()


def test_deals_are_a_sequence() -> None:
    deals = tc.deal(10, rng=1)
    assert isinstance(deals[0], tc.Deal)
    hands, kitty = deals[-1]
    assert sum(map(len, hands)) + len(kitty) == 108
    assert len(deals[2:5]) == 3
    assert deals[2:5][0] == deals[2]
    assert np.shares_memory(deals[2:5].planes, deals.planes)
    assert len(list(deals)) == 10
    with pytest.raises(IndexError):
        deals[10]
    tc.Round(hands, kitty, dealer=0, trump=tc.Trump("2", "s"))


def test_dealing_is_a_value() -> None:
    for options in OPTIONS:
        dealing = tc.Dealing(**options)
        assert pickle.loads(pickle.dumps(dealing)) == dealing
        assert tc.Dealing(**dealing.to_dict()) == dealing
        assert hash(tc.Dealing(**dealing.to_dict())) == hash(dealing)
        assert eval(repr(dealing), {"Dealing": tc.Dealing}) == dealing
    assert tc.Dealing(1) != tc.Dealing(2)
    assert tc.Dealing(1) != 1
    dealing = tc.Dealing(1)
    dealing.__init__(2)  # type: ignore[misc]
    assert dealing == tc.Dealing(1)
    with pytest.raises(AttributeError):
        tc.Dealing(1).decks = 2  # type: ignore[misc]


def test_no_dealing_is_half_made() -> None:
    """One that was refused when its hands were read already once dealt cards it did not have."""
    with pytest.raises(TypeError):
        object.__new__(tc.Dealing)
    assert tc.Dealing.__new__(tc.Dealing) == tc.Dealing()
    with pytest.raises(tc.CardsError):
        tc.Dealing.__new__(tc.Dealing, 2, hands=["As", None, None, "As As As"])
    with pytest.raises(TypeError):
        type("Other", (tc.Dealing,), {})


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"decks": 7}, tc.RulesError, "1, 2 or 3"),
        ({"decks": True}, TypeError, "int"),
        ({"decks": 2.0}, TypeError, "int"),
        ({"hands": "As"}, TypeError, "four"),
        ({"hands": ["As"]}, tc.CardsError, "four"),
        ({"hands": [3, None, None, None]}, TypeError, "Cards"),
        ({"hands": ["As As As", None, None, None]}, tc.CardsError, "more often"),
        ({"hands": ["As", "As", "As", None]}, tc.CardsError, "more often"),
        ({"kitty": "2d 3d 4d 5d 6d 7d 8d 9d Td"}, tc.CardsError, "9 cards, more than its 8"),
        ({"kitty_size": 7}, tc.CardsError, "hand_sizes"),
        ({"kitty_size": -1}, ValueError, "kitty_size"),
        ({"kitty_size": 200}, ValueError, "kitty_size"),
        ({"kitty_size": 8.0}, TypeError, "kitty_size"),
        ({"hand_sizes": (26, 26, 26, 26)}, tc.CardsError, "112 cards from a stock of 108"),
        ({"hand_sizes": (25, 25, 25)}, tc.CardsError, "four"),
        ({"hand_sizes": 25}, TypeError, "four"),
        ({"stock": "As As As", "kitty_size": 3}, tc.CardsError, "copies"),
        ({"stock": 5}, TypeError, "Cards"),
        ({"hands": ["xx", None, None, None]}, tc.NotationError, "xx"),
    ],
)
def test_what_cannot_be_dealt_is_refused(options: dict, error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        tc.Dealing(**options)


def test_wrong_numbers_and_seeds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    dealing = tc.Dealing(2)
    for n in (-1, 2**70):
        with pytest.raises(ValueError, match="n is a number"):
            dealing.planes(n)
        with pytest.raises(ValueError, match="n is"):
            list(tc.deal_blocks(n) if n < 0 else tc.deal_blocks(-1))
    for n in (1.5, "3", None, True):
        with pytest.raises(TypeError):
            dealing.planes(n)
    with pytest.raises(MemoryError):
        dealing.planes(2**40)
    with pytest.raises(ValueError, match="seed"):
        dealing.block_planes(-1, 0, 1)
    with pytest.raises(TypeError, match="seed"):
        dealing.block_planes("x", 0, 1)
    with pytest.raises(ValueError, match="index"):
        dealing.block_planes(1, -1, 1)
    with pytest.raises(ValueError, match="block"):
        tc.deal_blocks(10, block=0)
    with pytest.raises(TypeError, match="seed"):
        tc.deal_blocks(10, seed=1.5)
    with pytest.raises(ValueError, match="shape"):
        dealing.planes(3, out=np.empty((2, 5, 3), np.uint64))
    with pytest.raises(TypeError, match="dtype"):
        dealing.planes(3, out=np.empty((3, 5, 3), np.int64))
    with pytest.raises(ValueError, match="shape"):
        tc.Deals(np.empty((2, 4, 3), np.uint64))
    with pytest.raises(TypeError, match="array"):
        tc.Deals([1])
    monkeypatch.setenv("TRACTOR_DEALER", "fast")
    with pytest.raises(ValueError, match="TRACTOR_DEALER"):
        tc.Dealing(2)


def test_empty_batches() -> None:
    assert tc.Dealing(2).planes(0).shape == (0, 5, 3)
    assert tc.Dealing(2).orders(0).shape == (0, 108)
    assert list(tc.deal_blocks(0)) == []
    out = np.empty((3, 5, 3), np.uint64)
    assert tc.Dealing(2).planes(3, out=out) is out
