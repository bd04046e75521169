"""Exact odds: against known values, every deal of small stocks, and random deals of whole decks."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import tractor_core as tc
from tractor_core.declarations import read_bid
from tractor_core.odds import counts
from tractor_core.odds.chains import Chain, Pattern, chains, stock_of
from tractor_core.odds.coefficients import coefficient, count_points, deals
from tractor_core.odds.holdings import _numbers, lacking
from tractor_core.odds.standing import chance_to_stand

TRUMP = tc.Trump("10", "h")
Cards = tc.Cards
NOTHING = Cards()


# ---- known values


def test_known_values():
    jokers = counts.declarations("2", 25)["two jokers"]
    assert jokers == Fraction(108770, 1071819)
    for level, suit in (("10", "h"), ("A", "d"), ("2", None)):
        trump = tc.Trump(level, suit)
        assert counts.expected_units("pair", trump) == Fraction(300, 107)
        assert counts.expected_units("triple", trump, decks=3) == Fraction(9139, 12880)
    assert f"{float(jokers):.12g}" == f"{0.101481686740019:.12g}"
    side = counts.holds("tractor", TRUMP, suit="d")
    assert f"{float(side):.12g}" == f"{0.0249345071751539:.12g}"
    void = counts.void(TRUMP, "d")
    assert f"{float(void):.12g}" == f"{0.000711814118137983:.12g}"
    assert void == Fraction(math.comb(84, 25), math.comb(108, 25))
    assert void == counts.suit_length(TRUMP, "d")[0]
    assert counts.mean(counts.kitty_points()) == Fraction(400, 27)


def test_the_lead_of_a_side_ten():
    next_none = sum(p for split, p in counts.seat_splits(2).items() if split[0] == 0)
    both = sum(p for split, p in counts.seat_splits(2).items() if split[0] == 0 < split[1])
    assert next_none == Fraction(49, 111)
    assert both / next_none == Fraction(37, 49)
    assert both == Fraction(1, 3)


def test_splits_of_a_single_card_and_sums():
    assert counts.seat_splits(1, (10, 20, 30), 40) == {
        (0, 0, 0): Fraction(2, 5),
        (0, 0, 1): Fraction(3, 10),
        (0, 1, 0): Fraction(1, 5),
        (1, 0, 0): Fraction(1, 10),
    }
    for missing, kitty in ((5, 0), (7, 8), (24, 8)):
        patterns = counts.splits(missing, (25, 25, 25), kitty)
        assert sum(patterns.values()) == 1
        assert list(patterns.values()) == sorted(patterns.values(), reverse=True)
    assert counts.splits(5)[3, 1, 1] == Fraction(
        3 * math.comb(25, 3) * 25 * 25, math.comb(75, 5)
    )


# ---- every deal of small stocks of kinds


def all_deals(stock, sizes):
    """(copies of each kind for each hand, ways) of every deal."""

    def go(kind, rooms, given, ways):
        if kind == len(stock):
            if not any(rooms):
                yield given, ways
            return
        copies = stock[kind]
        for split in itertools.product(range(copies + 1), repeat=len(sizes)):
            left = copies - sum(split)
            if left < 0 or any(s > room for s, room in zip(split, rooms, strict=True)):
                continue
            more = math.factorial(copies) // math.factorial(left)
            for s in split:
                more //= math.factorial(s)
            rest = [room - s for s, room in zip(split, rooms, strict=True)]
            hands = [[*had, s] for had, s in zip(given, split, strict=True)]
            yield from go(kind + 1, rest, hands, ways * more)

    yield from go(0, list(sizes), [[] for _ in sizes], 1)


def has_pattern(hand, chain, pattern):
    for top in range(pattern.above + 1, len(chain.steps)):
        low = top - pattern.length + 1
        if low < 0 or not all(chain.links[low:top]):
            continue
        if all(
            any(hand[kind] >= pattern.copies for kind in chain.steps[at])
            for at in range(low, top + 1)
        ):
            return True
    return False


def random_chain(rng, first, steps):
    kinds = iter(range(first, 100))
    made = tuple(
        tuple(next(kinds) for _ in range(2 if rng.random() < 0.2 else 1)) for _ in range(steps)
    )
    return Chain(made, tuple(bool(rng.random() < 0.8) for _ in range(steps - 1)))


@pytest.mark.parametrize("seed", range(40))
def test_hands_lack_patterns_in_every_deal(seed):
    rng = np.random.default_rng(seed)
    hands = int(rng.integers(1, 4))
    one = random_chain(rng, 0, int(rng.integers(2, {1: 7, 2: 5, 3: 4}[hands])))
    two = random_chain(rng, len(one.kinds), 1)
    kinds = len(one.kinds) + len(two.kinds) + 1
    stock = rng.integers(0, 4, kinds)
    while stock.sum() > {1: 18, 2: 12, 3: 9}[hands]:
        stock[rng.integers(kinds)] -= 1
        stock = np.maximum(stock, 0)
    stock = tuple(int(c) for c in stock)
    room = sum(stock)
    alike = rng.random() < 0.5
    sizes = [room // (hands + int(rng.random() < 0.6))] * hands
    if not alike:
        sizes[0] = max(0, sizes[0] - 1)
        sizes[-1] += int(rng.random() < 0.5 and sum(sizes) < room)
    held = None
    if not alike:
        held = [tuple(int(c) for c in rng.integers(0, 2, kinds)), *[None] * (hands - 1)]
    patterns = [
        Pattern(int(rng.integers(1, 4)), int(rng.integers(1, 4)), int(rng.integers(-1, 3)))
        for _ in range(int(rng.integers(1, 4)))
    ]
    found = total = 0
    for given, ways in all_deals(stock, sizes):
        total += ways
        full = given
        if held is not None:
            full = [[a + b for a, b in zip(given[0], held[0], strict=True)], *given[1:]]
        found += ways * (
            not any(has_pattern(hand, one, p) for hand in full for p in patterns)
            and not any(has_pattern(hand, two, Pattern(2)) for hand in full)
        )
    assert total == deals(sizes, room - sum(sizes))
    counted = lacking(sizes, stock, [(one, patterns), (two, [Pattern(2)])], held)
    assert counted == Fraction(found, total)


@pytest.mark.parametrize("seed", range(20))
def test_throws_with_a_known_length_in_every_deal(seed):
    rng = np.random.default_rng(seed)
    chain = random_chain(rng, 0, 3)
    suit = len(chain.kinds)
    stock = (*(int(c) for c in rng.integers(1, 3, suit)), 2, 1)
    in_suit, outside = int(rng.integers(0, 3)), int(rng.integers(0, 3))
    size = (sum(stock) - in_suit - outside) // 2 - int(rng.integers(0, 2))
    sizes = (size, size) if rng.random() < 0.7 else (size, size - 1)
    patterns = [Pattern(1, 1, int(rng.integers(0, 3))), Pattern(2, 1, 0), Pattern(2, 2, 0)]
    found = total = 0
    for (own, *others), ways in all_deals(stock, (in_suit + outside, *sizes)):
        if sum(own[:suit]) == in_suit:
            total += ways
            found += ways * (not any(has_pattern(h, chain, p) for h in others for p in patterns))
    counted = chance_to_stand(chain, patterns, stock, sizes, (in_suit, outside))
    assert counted == Fraction(found, total)


@pytest.mark.parametrize("seed", range(20))
def test_numbers_of_units_in_every_hand(seed):
    rng = np.random.default_rng(seed)
    one = random_chain(rng, 0, 4)
    two = random_chain(rng, len(one.kinds), 3)
    kinds = len(one.kinds) + len(two.kinds) + 1
    stock = tuple(int(c) for c in rng.integers(0, 4, kinds))
    held = tuple(int(c) for c in rng.integers(0, 2, kinds))
    draws = int(rng.integers(0, sum(stock) + 1))
    copies = int(rng.integers(1, 4))
    groups, runs = Counter(), Counter()
    for (hand,), ways in all_deals(stock, (draws,)):
        full = [a + b for a, b in zip(hand, held, strict=True)]
        groups[sum(full[k] >= copies for k in (*one.kinds, *two.kinds))] += ways
        number = 0
        for chain in (one, two):
            hit = [any(full[k] >= copies for k in step) for step in chain.steps]
            joined = [a and b and c for a, b, c in zip(hit, hit[1:], chain.links, strict=False)]
            number += sum(1 for value, _ in itertools.groupby(joined) if value)
        runs[number] += ways
    total = math.comb(sum(stock), draws)
    for counted, tally in ((groups, False), (runs, True)):
        assert _numbers(draws, stock, held, [one, two], copies, tally) == {
            n: Fraction(ways, total) for n, ways in counted.items()
        }


def test_coefficients_of_products():
    assert coefficient((3, 2), 4, lambda f: f.any_hand(9)) == deals((3, 2), 4)
    assert coefficient((3, 3, 3), 0, lambda f: f.any_hand(9), alike=(3,)) == deals((3, 3, 3), 0)
    assert coefficient((2, 2, 1), 0, lambda f: f.any_hand(5), alike=(2, 1)) == 30
    for sizes in itertools.permutations((1, 2, 4)):
        assert coefficient(sizes, 0, lambda f: f.any_hand(7)) == deals(sizes, 0)
    assert coefficient((0,), 0, lambda f: f.constant(1)) == 1
    assert coefficient((25,) * 4, 8, lambda f: f.any_hand(108), alike=(4,)) == deals((25,) * 4, 8)
    assert count_points((25,) * 4, 8, (4,)) == math.comb(29, 4)


# ---- every deal of what is left of whole decks


def left_of(text, decks=2):
    """`seen` such that these cards alone are left."""
    return Cards.from_counts([decks - c for c in Cards(text).counts()])


def card_deals(text, sizes):
    """(hands as Cards, ways) of every deal of the cards."""
    copies_of = Cards(text).counts()
    kinds = [kind for kind, copies in enumerate(copies_of) if copies]
    for given, ways in all_deals([copies_of[kind] for kind in kinds], sizes):
        yield [
            Cards([k for k, n in zip(kinds, hand, strict=True) for _ in range(n)])
            for hand in given
        ], ways


def share(text, sizes, holds):
    found = total = 0
    for hands, ways in card_deals(text, sizes):
        total += ways
        found += ways * bool(holds(hands))
    return Fraction(found, total)


THROWS = [
    ("As Ks", "As Ks Qs Qs 9s 2d 3d 4d", (2, 3, 2)),
    ("Qs Qs 9s", "As As Ks Js 3s 3s 2d 3d 4d", (3, 3, 2)),
    ("9s 9s 8s 8s Ks", "As As Qs Qs Js Js 2s 3d", (3, 2, 2)),
    ("Ac Jc Jc 9c 9c 8c 8c", "Kc Kc Qc Qc Tc Jd 2s", (2, 2, 2)),
    ("Kh 9h 9h 8h 8h", "SJ SJ Ts Ts Td Th Th 2h 2h", (3, 3, 3)),
    ("Td Td 3h", "Ts Ts Tc Ah Th 4h 2s 2s", (3, 3, 2)),
]


@pytest.mark.parametrize("against", ["others", "opponents"])
@pytest.mark.parametrize(("throw", "left", "sizes"), THROWS)
def test_throws_in_every_deal(throw, left, sizes, against):
    rules = tc.Rules(throw_against=against)
    own = left_of(left)
    assert Cards(throw) <= own
    expected = share(left, sizes, lambda hands: tc.throw_stands(Cards(throw), hands, TRUMP, rules))
    found = counts.throw_stands(Cards(throw), TRUMP, own=own, hands=sizes, rules=rules)
    assert found == expected


def test_throws_of_three_decks_in_every_deal():
    throw, left = Cards("9s 9s 9s 8s 8s 8s 5s 5s Js"), "Qs Qs 7s 7s 7s 6s 6s 6s Ks 2d"
    tractor = [Cards("9s 9s 8s 8s"), Cards("9s"), Cards("8s"), Cards("5s 5s"), Cards("Js")]
    for units in (None, tractor):
        own = left_of(left, 3)
        expected = share(
            left,
            (4, 3, 3),
            lambda hands, units=units: tc.throw_stands(throw, hands, TRUMP, units=units),
        )
        found = counts.throw_stands(
            throw, TRUMP, own=own, hands=(4, 3, 3), decks=3, units=units
        )
        assert found == expected


@pytest.mark.parametrize("length", [None, 2, 3])
def test_throws_with_the_rest_of_the_hand_unknown_in_every_deal(length):
    throw, left, sizes = Cards("Qs Js"), "As Ks Js 9s 2d 3d 4d 5d", (2, 2, 2)
    found = counts.throw_stands(
        throw, TRUMP, seen=left_of(left) - throw, hands=sizes, own_size=3, length=length
    )
    won = total = 0
    for (rest, *others), ways in card_deals(left, (1, *sizes)):
        if length is None or length == 2 + sum(kind in Cards("As Ks Js 9s") for kind in rest):
            total += ways
            won += ways * tc.throw_stands(throw, others, TRUMP)
    assert found == Fraction(won, total)


def plays_high(hand, suit, trump, ruffs):
    """The highest card of the suit, else the highest trump, else none."""
    for wanted in (suit, "trump") if ruffs else (suit,):
        for step in tc.order(trump)[wanted]:
            for kind in step:
                if kind in hand:
                    return Cards([kind])
    return None


@pytest.mark.parametrize("ruffs", ["none", "opponents", "all"])
@pytest.mark.parametrize(
    ("lead", "left", "sizes"),
    [
        ("Ts", "As Ks 9s 2h 2h 3d 4d Ad", (2, 3, 3)),
        ("9s", "As Js Js 2c 2d 2s 2h 3h 4d", (2, 2, 2)),
        ("Jd", "Ad Ad Kd Td SJ BJ SJ 3c 4c", (3, 3, 3)),
        ("Ah", "2c 2d SJ Ah Kh 3c 4c 5c", (2, 2, 2)),
    ],
)
def test_escapes_in_every_deal(lead, left, sizes, ruffs):
    trump = tc.Trump("2", "h")
    suit = tc.suit_of(lead, trump)
    loser = Cards("3c") if suit != "c" else Cards("3d")

    def wins(hands):
        plays = [Cards(lead)]
        for seat, hand in enumerate(hands):
            may = ruffs == "all" or ruffs == "opponents" and seat != 1
            plays.append(plays_high(hand, suit, trump, may) or loser)
        return tc.trick_winner(plays, trump) in (0, 2)

    seen = left_of(left) - Cards(lead)
    found = counts.escapes(Cards(lead), trump, seen=seen, hands=sizes, ruffs=ruffs)
    assert found == share(left, sizes, wins)


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_voids_in_every_deal(hands):
    left = "As As 9s 2c 3c 4c Ad Ah Kh"
    suits = [Cards("As 9s"), Cards("2c 3c 4c")]
    expected = share(
        left,
        (3,) * hands,
        lambda dealt: any(not any(k in s for k in hand) for hand in dealt for s in suits),
    )
    found = counts.void(TRUMP, ["s", "c"], hands=hands, hand=3, seen=left_of(left))
    assert found == expected


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(
    "options",
    [{}, {"colour_declaration": True}, {"suit_order": True}, {"joker_declaration": False},
     {"joker_order": True, "decks": 3}],
)  # fmt: skip
def test_declarations_in_every_deal(options, seats):
    decks = options.get("decks", 2)
    left = "Td Td Tc Ts SJ SJ BJ BJ 3c" if decks == 2 else "Td Td Td Ts SJ SJ SJ BJ BJ 3c"
    rules = tc.Rules(**options)

    def strongest(hand):
        best = None
        for size in range(1, 4):
            for cards in set(itertools.combinations(hand.kinds(), size)):
                try:
                    bid = read_bid(Cards(cards), "T", rules).strength
                except tc.RulesError:
                    continue
                best = bid if best is None else max(best, bid)
        return best

    tally, total = Counter(), 0
    for hands, ways in card_deals(left, (4,) * seats):
        found = [s for s in map(strongest, hands) if s is not None]
        tally[max(found, default=(0, 0))] += ways
        total += ways
    expected = [Fraction(tally[s], total) for s in sorted(tally)]
    odds = counts.declarations(
        "10", 4, seats=seats, decks=decks, seen=left_of(left, decks), rules=rules
    )
    assert [p for p in odds.values() if p] == [p for p in expected if p]


def test_numbers_of_cards_in_every_deal():
    left = "5s 5s Ts Kd Kd 3d BJ SJ SJ"
    points, level, joker = Counter(), Counter(), Counter()
    total = 0
    held = Cards("5c")
    for (hand,), ways in card_deals(left, (3,)):
        total += ways
        full = hand + held
        points[tc.points(full)] += ways
        level[full.count("Ts")] += ways
        joker[full.count("SJ") + full.count("BJ")] += ways
    seen = left_of(left) - held
    for counted, question in (
        (points, counts.point_total(hand=4, held=held, seen=seen)),
        (level, counts.level_cards("10", hand=4, held=held, seen=seen)),
        (joker, counts.jokers(hand=4, held=held, seen=seen)),
    ):
        assert question == {n: Fraction(ways, total) for n, ways in counted.items()}


# ---- whole decks dealt at random


def random_planes(rng, deals, decks, sizes, seen=NOTHING):
    """Planes of hands dealt at random from what is not seen, shape (deals, hands, 3)."""
    stock = np.repeat(np.arange(54, dtype=np.uint8), stock_of(decks, [seen]))
    order = rng.permuted(np.tile(stock, (deals, 1)), axis=1)
    hands, at = [], 0
    for size in sizes:
        dealt = np.zeros((deals, 54), np.uint8)
        for column in order[:, at : at + size].T:
            dealt[np.arange(deals), column] += 1
        hands.append(tc.batch.counts_to_planes(dealt))
        at += size
    return np.ascontiguousarray(np.stack(hands, axis=1))


def close(found, expected, deals):
    """Whether a share of deals is within 4.5 standard errors of the exact odds.

    Three deals more are allowed, as the number of rare ones is no normal variable.
    """
    expected = float(expected)
    return abs(found - expected) <= 4.5 * (expected * (1 - expected) / deals) ** 0.5 + 3 / deals


TRUMPS = [
    tc.Trump("10", "h"),
    tc.Trump("2", None, permanent_twos=True),
    tc.Trump("5", "s", permanent_twos=True),
    tc.Trump("5", "c", gap_adjacent=False, level_tractors=False),
    tc.Trump("7", None, no_trump_levels="plain"),
]


@pytest.mark.parametrize("trump", TRUMPS, ids=repr)
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_holdings_of_random_hands(trump, decks):
    deals = 100_000
    size = {1: 12, 2: 25, 3: 39}[decks]
    planes = random_planes(np.random.default_rng(decks), deals, decks, [size])[:, 0]
    held = tc.batch.unit_counts(planes, trump)
    for column, unit in enumerate(("pair", "triple", "tractor", "titanic")):
        seen = np.bincount(held[:, column], minlength=55) / deals
        odds = counts.unit_number(unit, trump, decks=decks)
        assert sum(odds.values()) == 1
        assert 1 - odds.get(0, 0) == counts.holds(unit, trump, decks=decks)
        for number, share_of in enumerate(seen):
            assert close(share_of, odds.get(number, 0), deals), (unit, number)
    for unit, measure in (
        ("tractor", tc.batch.longest_tractor),
        ("titanic", tc.batch.longest_titanic),
    ):
        seen = np.bincount(measure(planes, trump), minlength=30) / deals
        odds = counts.longest_run(unit, trump, decks=decks)
        assert sum(odds.values()) == 1
        for length, share_of in enumerate(seen):
            assert close(share_of, odds.get(length, 0), deals), (unit, length)
    lengths = tc.batch.suit_lengths(planes, trump)
    for column, suit in enumerate((*"dchs", "trump")):
        if suit == trump.suit:
            continue
        mask = sum(1 << kind for kind in chains(trump)[suit].kinds)
        own = np.ascontiguousarray(planes & np.uint64(mask))
        runs = tc.batch.longest_tractor(own, trump)
        assert close(
            (runs >= 2).mean(), counts.holds("tractor", trump, suit=suit, decks=decks), deals
        )
        odds = counts.suit_length(trump, suit, decks=decks)
        for length, share_of in enumerate(np.bincount(lengths[:, column], minlength=55) / deals):
            assert close(share_of, odds.get(length, 0), deals)
    points = tc.batch.points(planes)
    odds = counts.point_total(decks=decks)
    for number in range(0, 305, 5):
        assert close((points == number).mean(), odds.get(number, 0), deals)


def test_holders_among_random_hands():
    deals = 50_000
    planes = random_planes(np.random.default_rng(7), deals, 2, [25] * 4)
    flat = np.ascontiguousarray(planes.reshape(-1, 3))
    some = (tc.batch.longest_tractor(flat, TRUMP) >= 2).reshape(deals, 4).sum(axis=1)
    odds = counts.hands_holding("tractor", TRUMP)
    assert sum(odds) == 1
    assert sum(n * p for n, p in enumerate(odds)) == 4 * counts.holds("tractor", TRUMP)
    for number, p in enumerate(odds):
        assert close((some == number).mean(), p, deals)
    void = (tc.batch.suit_lengths(flat, TRUMP)[:, [0, 1, 3]] == 0).any(axis=1)
    assert close(void.reshape(deals, 4).any(axis=1).mean(), counts.void(TRUMP, hands=4), deals)


@pytest.mark.parametrize(
    ("throw", "decks"),
    [("As Qs Qs", 2), ("As As Ks Js Js", 2), ("Ks Ks Js Js 9s 9s 8s 8s", 2), ("Qs Qs Qs As As", 3),
     ("BJ Th Th Kh Kh", 2), ("As As As 9s 9s 8s 8s Js", 3)],
)  # fmt: skip
def test_throws_among_random_hands(throw, decks):
    deals = 100_000
    cards = Cards(throw)
    size = {2: 25, 3: 39}[decks]
    rng = np.random.default_rng(11)
    planes = random_planes(rng, deals, decks, [size] * 3 + [size - len(cards)], cards)
    leads = np.tile(np.array(cards.planes, np.uint64), (deals, 1))
    stands = tc.batch.throw_stands(leads, np.ascontiguousarray(planes[:, :3]), TRUMP)
    assert close(stands.mean(), counts.throw_stands(cards, TRUMP, decks=decks), deals)
    suit = tc.suit_of(next(iter(cards)), TRUMP)
    column = [*"dchs", "trump"].index(suit)
    own = tc.batch.suit_lengths(np.ascontiguousarray(planes[:, 3]), TRUMP)[:, column] + len(cards)
    weight = Fraction(0)
    odds = counts.number_of(
        Cards(chains(TRUMP)[suit].kinds), decks=decks, hand=size, held=cards
    )
    for length, p in odds.items() if decks == 2 else list(odds.items())[5:8]:
        stands_at = counts.throw_stands(cards, TRUMP, decks=decks, length=length)
        weight += p * stands_at
        here = own == length
        if here.sum() > 100:
            assert close(stands[here].mean(), stands_at, here.sum()), length
    assert decks == 3 or weight == counts.throw_stands(cards, TRUMP, decks=decks)


# ---- what cannot be


def test_questions_that_cannot_be():
    with pytest.raises(tc.RulesError, match="is the trump suit of Trump"):
        counts.holds("pair", TRUMP, suit="h")
    with pytest.raises(tc.RulesError, match="must be one of 'trump', 'd', 'c', 's'"):
        counts.holds("pair", TRUMP, suit="x")
    with pytest.raises(tc.RulesError, match="unit='straight': must be one of"):
        counts.holds("straight", TRUMP)
    with pytest.raises(tc.RulesError, match="length=1: a tractor has at least 2 steps"):
        counts.holds("tractor", TRUMP, length=1)
    with pytest.raises(tc.RulesError, match="length=3: a pair has 1 step"):
        counts.holds("pair", TRUMP, length=3)
    with pytest.raises(tc.RulesError, match="decks=7: must be from 1 to 3"):
        counts.holds("pair", TRUMP, decks=7)
    with pytest.raises(tc.RulesError, match="decks=7: must be from 1 to 3"):
        counts.kitty_points(decks=7)
    with pytest.raises(tc.RulesError, match="decks=7: must be from 1 to 3"):
        counts.throw_stands(Cards("As Ks"), TRUMP, decks=7)
    with pytest.raises(tc.RulesError, match="decks=7: must be from 1 to 3"):
        counts.declarations("2", 5, decks=7)
    with pytest.raises(TypeError, match="decks must be an int, not str"):
        counts.holds("pair", TRUMP, decks="2")
    with pytest.raises(TypeError, match="trump must be a Trump, not str"):
        counts.holds("pair", "10h")
    with pytest.raises(TypeError, match="known cards must be Cards, not str"):
        counts.holds("pair", TRUMP, seen="As")
    with pytest.raises(tc.CardsError, match="As is known 3 times; decks=2 has it 2 times"):
        counts.holds("pair", TRUMP, held=Cards("As As"), seen=Cards("As"))
    with pytest.raises(tc.CardsError, match="does not hold the 2 known ones"):
        counts.holds("pair", TRUMP, hand=1, held=Cards("As As"))
    with pytest.raises(tc.CardsError, match="a hand of 200 cards: only 108 are left"):
        counts.point_total(hand=200)
    with pytest.raises(tc.CardsError, match="hands=5: must be from 0 to 4"):
        counts.hands_holding("pair", TRUMP, hands=5)
    with pytest.raises(tc.CardsError, match="hand=28: must be from 0 to 27"):
        counts.hands_holding("pair", TRUMP, hand=28)
    with pytest.raises(tc.CardsError, match="missing=80: must be from 0 to 75"):
        counts.splits(80)
    with pytest.raises(TypeError, match="missing must be an int, not float"):
        counts.splits(2.0)
    with pytest.raises(tc.CardsError, match="of one suit"):
        counts.throw_stands(Cards("As Kd"), TRUMP)
    with pytest.raises(tc.CardsError, match="of one suit"):
        counts.throw_stands(Cards(), TRUMP)
    with pytest.raises(tc.CardsError, match="is not in the hand"):
        counts.throw_stands(Cards("As Ks"), TRUMP, own=Cards("As"))
    with pytest.raises(tc.CardsError, match="length=1: no such hand holds"):
        counts.throw_stands(Cards("As Ks"), TRUMP, length=1)
    with pytest.raises(tc.CardsError, match="length=25: no such hand holds"):
        counts.throw_stands(Cards("As Ks"), TRUMP, length=25)
    with pytest.raises(TypeError, match="say nothing where own is given"):
        counts.throw_stands(Cards("As Ks"), TRUMP, own=Cards("As Ks"), length=3)
    with pytest.raises(tc.CardsError, match="120 cards are hidden in hands, but only 106"):
        counts.throw_stands(Cards("As Ks"), TRUMP, hands=(39, 39, 39), own_size=5)
    with pytest.raises(tc.CardsError, match="do not make up the throw"):
        counts.throw_stands(Cards("As Ks"), TRUMP, units=[Cards("As")])
    with pytest.raises(tc.CardsError, match="must be one card"):
        counts.escapes(Cards("As Ks"), TRUMP)
    with pytest.raises(tc.RulesError, match="ruffs='some': must be one of"):
        counts.escapes(Cards("As"), TRUMP, ruffs="some")
    with pytest.raises(tc.CardsError, match="held: the cards of one seat"):
        counts.declarations("2", 5, seats=2, held=Cards("2d"))
    with pytest.raises(tc.RulesError):
        counts.declarations("1", 5)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: counts.holds("pair", []), "trump must be a Trump, not list"),
        (lambda: counts.holds([], TRUMP), "unit must be a str, not list"),
        (lambda: counts.longest_run([], TRUMP), "unit must be a str, not list"),
        (lambda: counts.holds("pair", TRUMP, suit=np.arange(2)), "suit must be a str or None"),
        (lambda: counts.suit_length(TRUMP, ["d"]), "suit must be a str, not list"),
        (lambda: counts.void(TRUMP, 3), "suits must be a str or several, not int"),
        (lambda: counts.void(TRUMP, [["d"]]), "suit must be a str, not list"),
        (lambda: counts.holds("pair", TRUMP, decks=True), "decks must be an int, not bool"),
        (lambda: counts.jokers(hand=True), "hand must be an int, not bool"),
        (lambda: counts.kitty_points(kitty=1.0), "kitty must be an int, not float"),
        (lambda: counts.mean([1]), "distribution must be a dict, not list"),
        (lambda: counts.splits(2, 25), "hands must be ints, one a hand, not int"),
        (lambda: counts.throw_stands(Cards("As Ks"), TRUMP, hands=3), "hands must be ints"),
        (lambda: counts.throw_stands(Cards("As Ks"), TRUMP, rules=3), "rules must be Rules"),
        (lambda: counts.throw_stands(Cards("As Ks"), TRUMP, own="As Ks"), "own must be Cards"),
        (lambda: counts.throw_stands(Cards("As Ks"), TRUMP, units=3), "units must be an iterable"),
        (lambda: counts.escapes(Cards("Ts"), TRUMP, own="Ts"), "own must be Cards, not str"),
        (lambda: counts.escapes(Cards("Ts"), TRUMP, ruffs=[]), "ruffs must be a str, not list"),
        (lambda: counts.declarations("2", 5, rules="default"), "rules must be Rules, not str"),
    ],
)
def test_wrong_types(call, match):
    with pytest.raises(TypeError, match=match):
        call()


def test_numbers_of_numpy_are_counted_with_as_those_of_python():
    """Sums of them ran over without a word."""
    for decks in (1, 2, 3):
        one = np.int8(decks)
        assert counts.unit_number("pair", TRUMP, decks=one) == counts.unit_number(
            "pair", TRUMP, decks=decks
        )
        assert counts.suit_length(TRUMP, "d", decks=one) == counts.suit_length(
            TRUMP, "d", decks=decks
        )
        assert counts.kitty_points(decks=one, kitty=np.uint8(6)) == counts.kitty_points(
            decks=decks, kitty=6
        )
        assert counts.declarations("2", np.int16(10), decks=one) == counts.declarations(
            "2", 10, decks=decks
        )


def test_splits_that_are_too_many_to_tell_apart():
    with pytest.raises(counts.NoExactValue, match="40 cards lie in 8 hands"):
        counts.splits(40, [40] * 8)


def test_what_is_not_counted_says_why():
    message = "with 88 cards left, takes 2,794,155 evaluations"
    with pytest.raises(counts.NoExactValue, match=message):
        counts.declarations("2", 5, seats=4)
    assert issubclass(counts.NoExactValue, tc.TractorError)
    assert issubclass(counts.NoExactValue, ValueError)
