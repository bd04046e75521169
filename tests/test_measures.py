"""What is counted in deals, against slow obvious counts of the same deals."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import oracle
import pytest

import tractor_core as tc
from tractor_core import odds
from tractor_core.dealing import Dealing
from tractor_core.declarations import legal_declarations
from tractor_core.measures import Measure, tally_numbers

RANKS = "23456789TJQKA"
LETTERS = "dchs"
TRUMPS = [
    ("T", "h", {}),
    ("2", "d", {}),
    ("A", "s", {}),
    ("5", "c", {"permanent_twos": True}),
    ("7", "s", {"gap_adjacent": False}),
    ("K", None, {}),
    ("2", None, {"permanent_twos": True}),
    ("9", None, {"no_trump_levels": "plain"}),
    ("3", None, {"permanent_twos": True, "level_tractors": False}),
]
# short packs hold far more runs than whole ones
HIGH = [kind for kind in range(52) if kind % 13 >= 5] + [52, 53]
PACKS = {
    "1": Dealing(1),
    "2": Dealing(2),
    "3": Dealing(3),
    "2 short": Dealing(2, stock=tc.Cards(sorted(HIGH * 2)), kitty_size=8),
    "3 short": Dealing(3, stock=tc.Cards(sorted(HIGH * 3)), kitty_size=6),
    "2 uneven": Dealing(
        2, stock=tc.Cards(sorted(HIGH * 2)), hand_sizes=(10, 4, 36, 10), kitty_size=6
    ),
    "3 uneven": Dealing(
        3, stock=tc.Cards(sorted(HIGH * 3)), hand_sizes=(10, 12, 56, 16), kitty_size=7
    ),
}


def order_of(level, suit, options):
    return oracle.Order(
        RANKS.index(level) + 2, None if suit is None else LETTERS.index(suit), **options
    )


def deals_of(dealing, n, seed=1):
    """Planes, and the same as lists of five tuples of kinds."""
    planes = dealing.block_planes(seed, 0, n)
    rows = [[tuple(tc.Cards.from_planes(*map(int, p))) for p in deal] for deal in planes]
    return planes, rows


def sides(order):
    return [suit for suit in LETTERS if any(order.suit_of(k) == suit for k in range(52))]


def pick(cards, suit, order):
    return cards if suit == "any" else oracle.in_suit(cards, suit, order)


def groups(cards, copies):
    return sum(held >= copies for held in Counter(cards).values())


def run_lengths(cards, copies, order):
    """Lengths of the maximal runs of a hand, suit by suit."""
    lengths = []
    for suit in ("trump", *LETTERS):
        held = Counter(oracle.in_suit(cards, suit, order))
        steps = {order.step_of(kind) for kind in held if held[kind] >= copies}
        for bottom in steps:
            if bottom - 1 not in steps:
                length = 1
                while bottom + length in steps:
                    length += 1
                lengths.append(length)
    return [length for length in lengths if length > 1]


def by_hand(row, hand, count, together=sum):
    """The numbers of a deal with nothing known, from what one place counts."""
    if hand == "each":
        return [count(row[seat]) for seat in range(4)]
    if hand == "any":
        return [max(count(row[seat]) for seat in range(4))]
    if hand == "side":
        return [together((count(row[a]), count(row[b]))) for a, b in ((0, 2), (1, 3))]
    if hand == "rivals":
        return [together((count(row[1]), count(row[3])))]
    return [count(row[4 if hand == "kitty" else hand])]


def expected_units(row, order, unit, length, suit, hand, count, least):
    copies = 2 if unit in ("pair", "tractor") else 3
    names = sides(order) if suit == "side" else [suit]
    by_suit = []
    for name in names:

        def one(cards, name=name):
            cards = pick(cards, name, order)
            if unit in ("pair", "triple"):
                return groups(cards, copies)
            lengths = [n for n in run_lengths(cards, copies, order) if n >= length]
            return max(lengths, default=0) if count == "longest" else len(lengths)

        if count == "event" and hand == "any":
            by_suit.append([max(one(row[seat]) >= least for seat in range(4))])
            continue
        numbers = by_hand(row, hand, one, max if count == "longest" else sum)
        by_suit.append([n >= least for n in numbers] if count == "event" else numbers)
    # places first, then suits
    return [by_suit[k][j] for j in range(len(by_suit[0])) for k in range(len(by_suit))]


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("trump", TRUMPS, ids=str)
def test_units(trump, pack):
    rng = random.Random(f"{trump}{pack}")
    level, suit, options = trump
    order = order_of(*trump)
    dealing = PACKS[pack]
    planes, rows = deals_of(dealing, 60)
    alike = len(set(dealing.hand_sizes)) == 1
    hands = ["each", "any", "side", "rivals", "kitty", 0, 3] if alike else ["any", "rivals", 2, 2]
    suits = ["any", "side", "trump", *sides(order)]
    for unit, length in [
        ("pair", 1), ("triple", 1), ("tractor", 2), ("tractor", 3), ("titanic", 2), ("tractor", 4),
    ]:  # fmt: skip
        for count in ("event", "number") + (("longest",) if length > 1 else ()):
            hand, where = rng.choice(hands), rng.choice(suits)
            least = rng.choice((1, 1, 2)) if count == "event" else 1
            question = odds.unit(
                unit, length=length if length > 1 else None, suit=where, hand=hand, count=count,
                least=least, trump=tc.Trump(level, suit, **options), decks=dealing.decks,
            ).question  # fmt: skip
            study = odds.Study(question, dealing, tc.Trump(level, suit, **options))
            wanted = [
                expected_units(row, order, unit, length, where, hand, count, least)
                for row in rows
            ]
            assert study.numbers(planes).tolist() == [list(map(int, w)) for w in wanted], study
            assert study.copies == len(wanted[0])


def test_these_packs_hold_runs():
    # or the comparison above says little
    for pack, copies, longest in (("2 uneven", 2, 5), ("3 uneven", 3, 4)):
        _, rows = deals_of(PACKS[pack], 100)
        order = order_of("T", "h", {})
        found = [n for row in rows for hand in row[:4] for n in run_lengths(hand, copies, order)]
        assert len(found) > 50 and max(found) >= longest


@pytest.mark.parametrize("trump", TRUMPS, ids=str)
def test_lengths_voids_cards_and_points(trump):
    level, suit, options = trump
    order, made = order_of(*trump), tc.Trump(level, suit, **options)
    for pack in ("1", "2", "3", "2 short"):
        dealing = PACKS[pack]
        planes, rows = deals_of(dealing, 40, seed=2)
        hands = ["each", "any", "side", "rivals", "kitty", 2]
        for hand, where in product(hands, ["side", "trump"]):
            names = sides(order) if where == "side" else [where]
            question = odds.suit_length(where, hand=hand, trump=made).question
            lengths = odds.Study(question, dealing, made).numbers(planes)
            voids = odds.Study(odds.void(where, hand=hand, trump=made).question, dealing, made)
            for i, row in enumerate(rows):
                wanted, void = [], []
                for name in names:
                    numbers = by_hand(row, hand, lambda x, s=name: len(pick(x, s, order)))
                    wanted.append(numbers)
                    if hand == "any":
                        void.append([any(not pick(x, name, order) for x in row[:4])])
                    else:
                        void.append([n == 0 for n in numbers])
                # places first, then suits
                assert lengths[i].tolist() == np.transpose(wanted).ravel().tolist()
                found = voids.numbers(planes[i : i + 1])[0]
                assert found.tolist() == np.transpose(void).ravel().tolist()
        rank = RANKS.index(level)
        for hand in ["each", "any", "side", "rivals", "kitty", 1]:
            points = odds.Study(odds.points(hand).question, dealing)
            jokers = odds.Study(odds.jokers(hand=hand).question, dealing)
            levels = odds.Study(odds.level_cards(level, hand=hand).question, dealing)
            for i, row in enumerate(rows):
                one = planes[i : i + 1]
                worth = [points.values[n] for n in points.numbers(one)[0]]
                assert worth == by_hand(row, hand, oracle.points)
                wanted = by_hand(row, hand, lambda x: sum(kind >= 52 for kind in x))
                assert jokers.numbers(one)[0].tolist() == wanted
                kinds = {13 * s + rank for s in range(4)}
                wanted = by_hand(row, hand, lambda x, k=kinds: sum(kind in k for kind in x))
                assert levels.numbers(one)[0].tolist() == wanted


def test_numbers_between():
    planes, rows = deals_of(PACKS["2"], 200, seed=3)
    study = odds.cards("5d 5c 5h 5s", hand=0, between=(1, 2))
    wanted = [1 <= sum(k < 52 and k % 13 == 3 for k in row[0]) <= 2 for row in rows]
    assert study.event and study.numbers(planes)[:, 0].tolist() == wanted
    assert 20 < sum(wanted) < 180
    study = odds.jokers(hand="any", between=(3, 4))
    wanted = [any(sum(k >= 52 for k in hand) >= 3 for hand in row[:4]) for row in rows]
    assert study.numbers(planes)[:, 0].tolist() == wanted
    assert any(wanted)


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize(
    "options",
    [{}, {"joker_declaration": False}, {"colour_declaration": True}, {"suit_order": True},
     {"colour_declaration": True, "joker_declaration": False}],
    ids=str,
)  # fmt: skip
def test_declarations(decks, options):
    rules = tc.Rules(decks=decks, **options)
    # a pack in which level cards and jokers are many
    kinds = [8, 21, 34, 47, 52, 53, 0, 1, 2, 13, 26, 39]
    dealing = Dealing(decks, stock=tc.Cards(sorted(kinds * decks)), kitty_size=4 * decks)
    planes, rows = deals_of(dealing, 150)

    def best(hand):
        found = legal_declarations(0, tc.Cards(hand), "T", None, rules)
        return max((made.bid.strength[0] for made in found), default=0)

    seen = set()
    for hand in ("each", "any", "side", "rivals", 3, "kitty"):
        study = odds.declaration("10", hand=hand, rules=rules)
        study = odds.Study(study.question, dealing, None, rules)
        numbers = study.numbers(planes)
        for i, row in enumerate(rows):
            assert numbers[i].tolist() == by_hand(row, hand, best, max)
        seen |= set(numbers.ravel().tolist())
        for least in (1, 2, 3):
            often = odds.declaration("10", hand=hand, least=least, rules=rules)
            often = odds.Study(often.question, dealing, None, rules)
            assert (often.numbers(planes) == (numbers >= least)).all()
    if not options and decks == 3:
        assert seen == set(range(6))


# --- leads ----------------------------------------------------------------------------------


def lead_order(row, leader):
    return [row[(leader + k) % 4] for k in (1, 2, 3)]


@pytest.mark.parametrize("decks", [2, 3])
def test_throws(decks):
    stood = [stood_of_throws(trump, decks) for trump in TRUMPS]
    assert 50 < sum(stood) < 25 * 7 * len(TRUMPS)


def stood_of_throws(trump, decks):
    level, suit, options = trump
    made, order = tc.Trump(level, suit, **options), order_of(*trump)
    rng = random.Random(f"{trump}{decks}")
    tried = stood = 0
    while tried < 7:
        name = rng.choice(["trump", *sides(order)])
        kinds = [kind for kind in range(54) if order.suit_of(kind) == name]
        high = sorted(kinds, key=order.step_of)[-6:]
        cards = tc.Cards(sorted(rng.sample(high * decks, rng.randint(2, 6))))
        parts = list(tc.decompositions(cards, made))
        if len(tc.decompose(cards, made)) == 1:
            continue
        tried += 1
        for against in ("others", "opponents"):
            rules = tc.Rules(decks=decks, throw_against=against)
            study = odds.throw(cards, trump=made, rules=rules)
            planes, rows = deals_of(study.dealing, 25, seed=tried)
            numbers = study.numbers(planes)[:, 0].tolist()
            for row, found in zip(rows, numbers, strict=True):
                others = [tc.Cards(hand) for hand in row[1:4]]
                assert set(cards) <= set(row[0])
                assert found == tc.throw_stands(cards, others, made, rules)
                told = oracle.check_throw(
                    tuple(cards), row[1:4], order, {"throw_against": against}
                )
                assert found == told["stands"]
            stood += sum(numbers)
        units = [unit.cards for unit in rng.choice(parts)]
        if len(units) > 1:
            study = odds.throw(cards, units=units, by="partner", trump=made, decks=decks)
            for row, found in zip(rows, study.numbers(planes)[:, 0].tolist(), strict=True):
                other = [tc.Cards(row[2])]
                assert found == tc.throw_stands(cards, other, made, units=units)
    return stood


def random_unit(rng, order, made, decks, cards_most):
    """A unit at random, of the lower half of a side suit."""
    while True:
        name = rng.choice(sides(order))
        steps = order.tiers()[name][::-1]
        steps = steps[: 1 + len(steps) // 2]
        start, length = rng.randrange(len(steps)), rng.randint(1, 3)
        kinds = [rng.choice(step) for step in steps[start : start + length]]
        copies = rng.randint(1, decks)
        cards = tc.Cards(sorted(kinds * copies))
        if len(cards) <= cards_most and len(tc.decompose(cards, made)) == 1:
            return name, cards


@pytest.mark.parametrize("decks", [2, 3])
def test_beaten_and_ruffed(decks):
    seen = sum((fates_of_units(trump, decks) for trump in TRUMPS), Counter())
    assert min(seen[fate, found] for fate in ("beaten", "ruffed") for found in (0, 1)) > 20


def fates_of_units(trump, decks):
    level, suit, options = trump
    made, order = tc.Trump(level, suit, **options), order_of(*trump)
    rng = random.Random(f"{trump}{decks}")
    # small hands of a short pack: voids are common
    stock = tc.Cards(sorted(HIGH * decks))
    dealing = Dealing(decks, stock=stock, hand_sizes=(20, 7, 7, 7), kitty_size=8)
    planes, rows = deals_of(dealing, 150, seed=4)
    seen = Counter()
    for _ in range(8):
        name, cards = random_unit(rng, order, made, dealing.decks, 4)
        unit = oracle.unit(tuple(cards), order)
        by = rng.choice(("others", "opponents", "partner"))
        seats = {"others": (1, 2, 3), "opponents": (1, 3), "partner": (2,)}[by]
        beaten = odds.beaten(cards, by=by, trump=made, decks=dealing.decks)
        ruffed = odds.ruffed(cards, by=by, trump=made, decks=dealing.decks)
        # of hands that hold the lead by chance, or the copy does not apply
        found = Measure.of_leads(made, "beaten", [cards], [0], seats).numbers(planes)
        by_ruff = Measure.of_leads(made, "ruffed", [cards], [0], seats).numbers(planes)
        assert beaten.copies == ruffed.copies == 1
        for i, row in enumerate(rows):
            if not oracle.contains(row[0], tuple(cards)):
                assert found[i, 0] == by_ruff[i, 0] == -1
                continue
            hands = [row[seat] for seat in seats]
            assert found[i, 0] == any(oracle.holds_higher(unit, hand, order) for hand in hands)
            assert found[i, 0] == any(
                tc.unit_beaten_by(tc.Unit(cards, made), tc.Cards(hand), made) for hand in hands
            )
            able = False
            for hand in hands:
                trumps = oracle.in_suit(hand, "trump", order)
                if not oracle.in_suit(hand, name, order):
                    able = able or any(
                        oracle.can_ruff(play, tuple(cards), order)
                        for play in oracle.sub_multisets(trumps, len(cards))
                    )
            assert by_ruff[i, 0] == able
            seen["beaten", int(found[i, 0])] += 1
            seen["ruffed", int(able)] += 1
    return seen


def best_play(row, cards, order, ruffs):
    """Who wins when all four play this trick as well as can be: minimax over legal follows."""
    lead = tuple(cards)
    suit = oracle.the_suit(lead, order)

    def plays_of(k):
        hand = row[k]
        if len(hand) < len(lead):
            return []
        void = not oracle.in_suit(hand, suit, order)
        if not void or len(lead) == 1:
            plays = oracle.legal_follows(hand, lead, order)
        else:
            plays = oracle.sub_multisets(hand, len(lead))
        # of plays that cannot win one is as good as another
        winning = [
            play for play in plays
            if oracle.trick_winner([lead, play], order) == 1 and (k in ruffs or not void)
        ]  # fmt: skip
        return [*winning, None]

    def value(k, played):
        if k == 4:
            told = [play for play in played if play is not None]
            seats = [seat for seat, play in enumerate(played) if play is not None]
            return seats[oracle.trick_winner(told, order)] % 2 == 0
        results = [value(k + 1, [*played, play]) for play in options[k]]
        return any(results) if k == 2 else all(results)

    options = {k: plays_of(k) for k in (1, 2, 3)}
    for k in options:
        # a hand that must play higher cards has no losing play; the trick's value does not change
        assert options[k]
    return value(1, [lead])


def test_escapes_are_best_play():
    seen = sum((escapes_seen(trump) for trump in TRUMPS), Counter())
    assert min(seen[kept, ruffs] for kept in (0, 1) for ruffs in ((), (1, 3), (1, 2, 3))) > 50


def escapes_seen(trump):
    level, suit, options = trump
    made, order = tc.Trump(level, suit, **options), order_of(*trump)
    rng = random.Random(str(trump))
    # nine cards each of a short pack: voids are common
    dealing = Dealing(2, stock=tc.Cards(sorted(HIGH * 2)), hand_sizes=(9,) * 4, kitty_size=8)
    planes, rows = deals_of(dealing, 150, seed=5)
    seen = Counter()
    for _ in range(8):
        name, cards = random_unit(rng, order, made, 2, 2)
        for ruffs in ((), (1, 3), (1, 2, 3)):
            measure = Measure.of_leads(made, "escapes", [cards], [0], (1, 2, 3), ruffs=ruffs)
            found = measure.numbers(planes)[:, 0].tolist()
            for i, row in enumerate(rows):
                if not oracle.contains(row[0], tuple(cards)):
                    assert found[i] == -1
                    continue
                assert found[i] == best_play(row, cards, order, ruffs), (row, cards)
                seen[found[i], ruffs] += 1
    return seen


def test_leads_by_ranks_look_at_every_leader_and_side_suit():
    made, order = tc.Trump("2", "h"), order_of("2", "h", {})
    planes, rows = deals_of(Dealing(2), 400, seed=6)
    studies = {
        "stands": odds.throw("A K", trump=made),
        "beaten": odds.beaten("K K", by="opponents", trump=made),
        "ruffed": odds.ruffed("A", trump=made, length=5),
        "escapes": odds.escape("10", trump=made),
    }
    for fate, study in studies.items():
        question = study.question
        assert study.copies == 12
        numbers = study.numbers(planes)
        for i, row in enumerate(rows):
            for j, (leader, suit) in enumerate(product(range(4), "dcs")):
                cards = tc.Cards(" ".join(rank + suit for rank in question.ranks))
                # the same seen by a measure of that lead alone
                alone = Measure.of_leads(
                    made, fate, [cards], [leader],
                    (1, 3) if question.by == "opponents" else (1, 2, 3),
                    ruffs=(1, 2, 3) if fate == "escapes" else (),
                )  # fmt: skip
                hand = row[leader]
                applies = oracle.contains(hand, tuple(cards))
                if question.length is not None:
                    applies = applies and len(oracle.in_suit(hand, suit, order)) == 5
                if fate == "escapes":
                    applies = applies and tc.parse_kind("A" + suit) not in hand + row[4]
                wanted = alone.numbers(planes[i : i + 1])[0, 0] if applies else -1
                assert numbers[i, j] == wanted
        assert (numbers == -1).any() and (numbers == 0).any() and (numbers == 1).any()


def test_the_leader_of_a_side_suit_goes_round():
    made = tc.Trump("2", "h")
    planes, rows = deals_of(Dealing(2), 300, seed=7)
    lead = tc.Cards("Ks")
    numbers = Measure.of_leads(made, "escapes", [lead], range(4), (1, 2, 3)).numbers(planes)
    for row, found in zip(rows, numbers.tolist(), strict=True):
        for leader in range(4):
            if tc.parse_kind("Ks") not in row[leader]:
                assert found[leader] == -1
                continue
            aces = [tc.parse_kind("As") in hand for hand in lead_order(row, leader)]
            kept = not any(aces) or (not aces[0] and aces[1])
            assert found[leader] == kept


# --- tallies --------------------------------------------------------------------------------


def slow_tally(numbers, bins):
    total = [0] * (6 + 3 * bins)
    for row in numbers:
        row = [int(x) for x in row if x >= 0]
        m, v = len(row), sum(row)
        found = [1, m, m * m, v, v * v, v * m]
        for b in range(bins):
            c = row.count(b)
            found += [c, c * c, c * m]
        total = [a + b for a, b in zip(total, found, strict=True)]
    return total


STUDIES = {
    "event, copies": odds.unit("pair", suit="trump", trump=tc.Trump("T", "h")),
    "event, one copy": odds.unit("tractor", hand="any", trump=tc.Trump("T", "h")),
    "event, sides": odds.unit("tractor", hand="side", trump=tc.Trump("T", "h")),
    "numbers, copies": odds.suit_length("side", trump=tc.Trump("T", "h")),
    "numbers, one copy": odds.kitty_points(),
    "three decks": odds.unit("titanic", count="number", trump=tc.Trump("T", "h"), decks=3),
    "known cards": odds.throw("As Ks Ks", trump=tc.Trump("T", "h")),
    "does not apply": odds.escape("10", trump=tc.Trump("2", "h")),
    "may not apply": odds.ruffed("As", length=7, trump=tc.Trump("2", "h")),
}


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_tallies_are_sums_over_the_deals(study):
    for seed, index, n in ((1, 0, 1), (1, 3, 63), (2, 0, 64), (2, 1, 65), (3, 5, 1000)):
        planes = study.dealing.block_planes(seed, index, n)
        numbers = study.numbers(planes)
        wanted = slow_tally(numbers, study.bins)
        assert study.tally(seed, index, n).tolist() == wanted
        assert tally_numbers(numbers, study.bins).tolist() == wanted
        assert study._native.tally(planes).tolist() == wanted


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_a_block_is_the_sum_of_its_parts(study):
    planes = study.dealing.block_planes(9, 2, 1000)
    whole = study._native.tally(planes)
    ends = (0, 1, 130, 999, 1000)
    parts = [study._native.tally(planes[a:b]) for a, b in zip(ends, ends[1:], strict=False)]
    assert (sum(parts) == whole).all()
    assert (study.tally(9, 2, 1000) == whole).all()
    assert (study.tally(9, 2, 999) + parts[3] == whole).all()


def test_a_whole_block():
    study = odds.points(block=1000)
    assert (study.tally(1, 0) == study.tally(1, 0, 1000)).all()
    assert study.tally(1, 0)[0] == 1000
    assert (study.tally(1, 0) != study.tally(1, 1)).any()
    assert (study.tally(1, 0) != study.tally(2, 0)).any()


def test_tally_numbers():
    rng = np.random.default_rng(1)
    for copies, bins in ((1, 2), (1, 50), (3, 2), (12, 5), (64, 100)):
        numbers = rng.integers(-1, bins, (200, copies)).astype(np.int16)
        assert tally_numbers(numbers, bins).tolist() == slow_tally(numbers, bins)
        assert tally_numbers(numbers[::-2], bins).tolist() == slow_tally(numbers[::-2], bins)
    assert tally_numbers(np.zeros((0, 3), np.int16), 4).tolist() == [0] * 18


def estimate(study, seed=1, deals=200_000):
    """The mean over all copies that apply, with its error from the deals."""
    n, m, mm, v, vv, vm = (int(x) for x in study.tally(seed, 0, deals)[:6])
    mean = v / m
    spread = vv - 2 * mean * vm + mean * mean * mm
    return mean, (spread / (n - 1) * n) ** 0.5 / m


H = tc.Trump("T", "h")
KNOWN = {
    # exact values, worked out by generating functions over the kinds
    "pairs in a hand": (odds.unit("pair", count="number", trump=H), Fraction(300, 107)),
    "a tractor in a side suit": (odds.unit("tractor", suit="side", trump=H), 0.0249345071751539),
    "void in a side suit": (odds.void("side", trump=H), 0.000711814118137983),
    "points of the kitty": (odds.kitty_points(), Fraction(400, 27)),
    "triples in a hand": (
        odds.unit("triple", count="number", trump=H, decks=3), Fraction(9139, 12880)
    ),
    "a 10 without ace": (odds.escape("10", ruffs="none", trump=tc.Trump("2", "h")), Fraction(1, 3)),
    "a lone 10 without ace": (
        odds.escape("10s", ruffs="none", trump=tc.Trump("2", "h")), Fraction(1, 3)
    ),
    "an ace is not beaten": (odds.beaten("As", trump=H), 0),
    "a lone king": (odds.beaten("Ks", trump=H), 1 - Fraction(32 * 31, 107 * 106)),
    "a deuce and an ace": (odds.jokers(), Fraction(100, 108)),
    "cards of trumps": (odds.suit_length("trump", trump=H), Fraction(25 * 36, 108)),
}  # fmt: skip


@pytest.mark.parametrize("case", KNOWN.values(), ids=KNOWN)
def test_known_odds(case):
    study, exact = case
    scale = study.values[1] - study.values[0]
    mean, error = estimate(study)
    assert abs(mean * scale - exact) <= 4.5 * error * scale


# --- known cards and copies -----------------------------------------------------------------


def test_copies_are_what_is_alike():
    plain = odds.unit("tractor", suit="side", trump=H)
    assert plain.copies == 12
    mine = odds.unit("tractor", suit="s", hands={0: "As Ks"}, trump=H)
    assert mine.copies == 3  # the hands of which nothing is known
    planes = mine.dealing.block_planes(1, 0, 50)
    apart = [
        odds.unit("tractor", suit="s", hand=seat, hands={0: "As Ks"}, trump=H).numbers(planes)
        for seat in (1, 2, 3)
    ]
    assert (mine.numbers(planes) == np.hstack(apart)).all()
    with pytest.raises(tc.RulesError, match="side suits are not alike"):
        odds.unit("tractor", suit="side", hands={0: "As Ks"}, trump=H)
    # known trumps leave the side suits alike, and so does the same of each
    assert odds.unit("pair", suit="side", hands={0: "Ah Kh"}, trump=H).copies == 9
    assert odds.unit("pair", suit="side", hands={0: "Ad Ac As"}, trump=H).copies == 9
    assert odds.unit("pair", suit="side", kitty="Ad Ac As", trump=H).copies == 12
    with pytest.raises(tc.RulesError, match="side suits are not alike"):
        odds.suit_length("side", stock="2d 3d 4d 5d", kitty_size=0, trump=H)
    assert odds.void("d", hand="side", trump=H).copies == 2
    assert odds.void("d", hand="side", hands={1: "As"}, trump=H).copies == 1
    with pytest.raises(tc.RulesError, match="alike"):
        odds.void("d", hands=["As", "Ks", "Qs", "Js"], trump=H)
    assert odds.void("d", hands=["As", "As", "2c", "3c"], hand=2, trump=H).copies == 1
    assert odds.void("d", hand_sizes=(26, 24, 25, 25), hand=2, trump=H).copies == 1
    with pytest.raises(tc.RulesError, match="alike"):
        odds.void("d", hand_sizes=(26, 24, 25, 25), trump=H)
    assert odds.unit("pair", suit="side", trump=tc.Trump("T")).copies == 16


def test_known_hands_are_dealt():
    study = odds.throw(
        "As Ks Ks", hand="As As Ks Ks 2d 3d", hands={2: "Qd"}, kitty="5h", trump=H
    )
    assert list(map(str, study.dealing.hands)) == ["2d 3d Ks Ks As As", "", "Qd", ""]
    assert str(study.dealing.kitty) == "5h"
    # both aces at home: only a pair of aces beats nothing any more
    assert study.tally(1, 0, 500)[3] == 500


# --- studies --------------------------------------------------------------------------------


def bins_of_one(planes):
    return (planes[:, 4, 1] != 0).astype(np.int8)


def pairs_of_hands(planes):
    counts = np.zeros((len(planes), 4), np.int64)
    for bit in range(54):
        counts += (planes[:, :4, 1] >> np.uint64(bit) & np.uint64(1)).astype(np.int64)
    return counts


def test_custom():
    study = odds.custom(pairs_of_hands, 13, copies=4)
    native = odds.unit("pair", count="number", trump=H)
    for n in (1, 64, 5000):
        assert (study.tally(3, 1, n) == native.tally(3, 1, n)).all()
    assert study.identity()["measure"]["name"] == f"{__name__}.pairs_of_hands"
    study = odds.custom(bins_of_one, 2, decks=3)
    planes = study.dealing.block_planes(1, 0, 500)
    assert study.event and study.tally(1, 0, 500).tolist() == slow_tally(
        bins_of_one(planes)[:, None], 2
    )
    worth = odds.custom(lambda planes: np.zeros(len(planes), int), 3, name="w", values=(-5, 0, 5))
    assert worth.values == (-5, 0, 5) and worth.labels == ("-5", "0", "5")


@pytest.mark.parametrize(
    ("function", "error", "match"),
    [
        (lambda p: np.zeros(len(p)), TypeError, "whole numbers"),
        (lambda p: np.zeros(len(p) - 1, int), ValueError, "must give"),
        (lambda p: np.zeros((len(p), 2), int), ValueError, "must give"),
        (lambda p: np.full(len(p), 2), ValueError, "from -1 to 1"),
        (lambda p: np.full(len(p), -2), ValueError, "from -1 to 1"),
        (lambda p: None, TypeError, "whole numbers"),
        (lambda p: 1 / 0, ZeroDivisionError, "division"),
        (lambda p: p.fill(0), ValueError, "read-only"),
    ],
)
def test_custom_functions_that_give_something_else(function, error, match):
    study = odds.custom(function, 2, name="wrong")
    with pytest.raises(error, match=match):
        study.tally(1, 0, 10)
