"""The verbs over arrays: row by row as the single calls, and strict about what they take."""

import contextlib
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import oracle
import pytest
from positions import holding, join, random_play, random_trump
from test_differential import ORDER_OPTIONS, make_trump
from test_exhaustive import CHAINS, chain_of, holdings

import tractor_core as tc

U64 = "uint64"
CARDS = (U64, (3,))
OTHERS = (U64, (3, 3))
TRICKS = (U64, (4, 3))
TRUMPS = ("int8", (2,))

# verb: what it takes, each a dtype and the shape of a row; the same of its result
VERBS = {
    "counts_to_planes": ({"counts": ("uint8", (54,))}, CARDS),
    "planes_to_counts": ({"hands": CARDS}, ("uint8", (54,))),
    "points": ({"hands": CARDS}, ("int16", ())),
    "suit_lengths": ({"hands": CARDS, "trump": TRUMPS}, ("uint8", (5,))),
    "unit_counts": ({"hands": CARDS, "trump": TRUMPS}, ("uint8", (4,))),
    "longest_tractor": ({"hands": CARDS, "trump": TRUMPS}, ("int8", ())),
    "longest_titanic": ({"hands": CARDS, "trump": TRUMPS}, ("int8", ())),
    "throw_stands": ({"leads": CARDS, "others": OTHERS, "trump": TRUMPS}, ("bool", ())),
    "check_throw": ({"leads": CARDS, "others": OTHERS, "trump": TRUMPS}, CARDS),
    "is_legal_follow": (
        {"plays": CARDS, "hands": CARDS, "leads": CARDS, "trump": TRUMPS},
        ("bool", ()),
    ),
    "count_legal_follows": ({"hands": CARDS, "leads": CARDS, "trump": TRUMPS}, (U64, ())),
    "random_legal_follow": ({"hands": CARDS, "leads": CARDS, "trump": TRUMPS}, CARDS),
    "trick_winner": ({"tricks": TRICKS, "trump": TRUMPS}, ("int8", ())),
    "kitty_multiplier": ({"plays": CARDS, "trump": TRUMPS, "led": CARDS}, ("int16", ())),
}
ARGUMENTS = [(verb, name) for verb, (taken, _) in VERBS.items() for name in taken]
PLANES = [(verb, name) for verb, name in ARGUMENTS if VERBS[verb][0][name][0] == U64]
WITH_TRUMP = [verb for verb, (taken, _) in VERBS.items() if "trump" in taken]
# the arguments that must be cards of one suit
LEADS = [
    (verb, name)
    for verb, name in [*PLANES, ("kitty_multiplier", "plays")]
    if name in ("leads", "tricks", "led") or verb == "kitty_multiplier"
]

TRUMP = tc.Trump("10", "h")
SEED = 20240229
EVERY_KIND = (1 << 54) - 1
FULL = (EVERY_KIND,) * 3


def planes(rows):
    """Cards by row, given as tuples of kinds, as planes."""
    return np.array([tc.Cards(row).planes for row in rows], U64).reshape(len(rows), 3)


def notation(*rows):
    return np.array([tc.Cards(row).planes for row in rows], U64)


def to_cards(row):
    return tc.Cards.from_planes(*map(int, row))


# --- rows like those of the single calls ------------------------------------------------------


class Rows:
    """Random rows rich in structure: kinds by row, and the arrays made of them."""

    def __init__(self, rng, orders):
        self.leads, self.hands, self.others, self.follows, self.tricks = [], [], [], [], []
        self.wins, self.losses = [], []  # plays of one suit, and leads as long
        for order in orders:
            self.add(rng, order)
        self.arrays = {
            "leads": planes(self.leads),
            "hands": planes(self.hands),
            "others": planes(sum(self.others, [])).reshape(-1, 3, 3),
            "plays": planes(self.follows),
            "tricks": planes(sum(self.tricks, [])).reshape(-1, 4, 3),
            "wins": planes(self.wins),
            "led": planes(self.losses),
        }

    def add(self, rng, order):
        decks = rng.choice((1, 2, 2, 3, 3))
        tiers = {name: steps for name, steps in order.tiers().items() if steps}
        led = "trump" if rng.random() < 0.5 else rng.choice(sorted(tiers))

        def some(name, most):
            return holding(rng, tiers[name], decks, most)

        def some_of(name, n):
            cards = some(name, 14)
            while len(cards) < n:
                cards = join(cards, (rng.choice(rng.choice(tiers[name])),) * rng.randint(1, decks))
            return random_play(rng, cards, n)

        lead = ()
        while not lead:
            lead = some(led, rng.randint(1, 8))
        n = len(lead)
        hand = join(some(led, rng.choice((n, n + 1, n + 3, 11))), some(rng.choice([*tiers]), 4))
        while len(hand) < n:
            hand = join(hand, (rng.randrange(54),))
        held = oracle.in_suit(hand, led, order)
        if len(held) >= n and rng.random() < 0.8:
            play = random_play(rng, held, n)
        else:
            play = random_play(rng, hand, n if rng.random() < 0.8 else rng.randint(0, len(hand)))
        wide = [name for name, steps in tiers.items() if 3 * sum(map(len, steps)) >= n]
        names = [rng.choice((led, "trump", rng.choice(wide))) for _ in range(3)]
        names = [name if name in wide else led for name in names]
        self.leads.append(lead)
        self.hands.append(hand)
        self.others.append([join(some(led, 10), some(rng.choice([*tiers]), 3)) for _ in range(3)])
        self.follows.append(play)
        self.tricks.append([lead, *(some_of(name, n) for name in names)])
        self.wins.append(some_of(rng.choice(wide), n))
        self.losses.append(lead)


def random_orders(rng, n, by_row):
    """An order for every row, and the Trump or the array of trumps to give; and Trumps by row."""
    if by_row:
        orders = [oracle.Order(*random_trump(rng)[:2]) for _ in range(n)]
        trump = np.array([(o.level, -1 if o.suit is None else o.suit) for o in orders], np.int8)
        return orders, trump, [make_trump(o.level, o.suit, {}) for o in orders]
    level, suit, options = random_trump(rng, ORDER_OPTIONS)
    trump = make_trump(level, suit, options)
    return [oracle.Order(level, suit, **options)] * n, trump, [trump] * n


def random_rules(rng):
    options = {
        name: rng.choice(values)
        for name, values in tc.options.CHOICES.items()
        if name in oracle.OPTIONS and name != "level_table"
    }
    if rng.random() < 0.3:
        options = {name: value for name, value in options.items() if name.startswith("kitty")}
    if options["kitty"] == "flat":
        options["kitty_flat"] = rng.choice(oracle.OPTIONS["kitty_flat"])
    return tc.Rules(**options)


def check_result(result, verb, n):
    dtype, shape = VERBS[verb][1]
    assert type(result) is np.ndarray
    assert result.dtype == dtype
    assert result.shape == (n, *shape)
    assert result.flags.c_contiguous
    assert result.flags.writeable


def compare(verb, expected, *args):
    """The result of a verb against a list of plain values by row; also with out."""
    result = getattr(tc.batch, verb)(*args)
    check_result(result, verb, len(expected))
    assert result.tolist() == expected
    out = np.empty_like(result)
    assert getattr(tc.batch, verb)(*args, out=out) is out
    assert (out == result).all()
    return result


def compare_rows(rows, orders, trump, trumps, rules, seed):
    a = rows.arrays
    cards = {
        name: [tc.Cards(row) for row in part]
        for name, part in (
            ("leads", rows.leads),
            ("hands", rows.hands),
            ("plays", rows.follows),
            ("wins", rows.wins),
            ("led", rows.losses),
        )
    }
    others = [[tc.Cards(hand) for hand in hands] for hands in rows.others]
    tricks = [[tc.Cards(play) for play in plays] for plays in rows.tricks]
    hands, leads, n = cards["hands"], cards["leads"], len(rows.leads)

    counts = [list(hand.counts()) for hand in hands]
    compare("planes_to_counts", counts, a["hands"])
    compare("counts_to_planes", a["hands"].tolist(), np.array(counts, np.uint8))
    compare("points", [tc.points(hand) for hand in hands], a["hands"])
    both = list(zip(leads, trumps, strict=True))
    expected = [
        tc.throw_stands(lead, hands_, t, rules)
        for (lead, t), hands_ in zip(both, others, strict=True)
    ]
    compare("throw_stands", expected, a["leads"], a["others"], trump, rules)
    expected = [
        list(tc.check_throw(lead, hands_, t, rules).led.planes)
        for (lead, t), hands_ in zip(both, others, strict=True)
    ]
    compare("check_throw", expected, a["leads"], a["others"], trump, rules)
    expected = [
        tc.is_legal_follow(play, hand, lead, t, rules)
        for play, hand, (lead, t) in zip(cards["plays"], hands, both, strict=True)
    ]
    compare("is_legal_follow", expected, a["plays"], a["hands"], a["leads"], trump, rules)
    expected = [
        tc.count_legal_follows(hand, lead, t, rules)
        for hand, (lead, t) in zip(hands, both, strict=True)
    ]
    compare("count_legal_follows", expected, a["hands"], a["leads"], trump, rules)
    one_by_one = np.random.default_rng(seed)
    expected = [
        list(tc.random_legal_follow(hand, lead, t, rules, rng=one_by_one).planes)
        for hand, (lead, t) in zip(hands, both, strict=True)
    ]
    drawn = compare("random_legal_follow", expected, a["hands"], a["leads"], trump, rules, seed)
    assert tc.batch.is_legal_follow(drawn, a["hands"], a["leads"], trump, rules).all()
    expected = [tc.trick_winner(plays, t, rules) for plays, t in zip(tricks, trumps, strict=True)]
    compare("trick_winner", expected, a["tricks"], trump, rules)
    expected = [
        tc.kitty_multiplier(play, t, rules) for play, t in zip(cards["wins"], trumps, strict=True)
    ]
    compare("kitty_multiplier", expected, a["wins"], trump, rules)
    expected = [
        tc.kitty_multiplier(play, t, rules, led)
        for play, led, t in zip(cards["wins"], cards["led"], trumps, strict=True)
    ]
    compare("kitty_multiplier", expected, a["wins"], trump, rules, a["led"])
    compare_suits_and_runs(rows.hands, a["hands"], orders, trump)
    assert n == len(orders)


def suit_lengths_of(hand, order):
    return [len(oracle.in_suit(hand, name, order)) for name in ("d", "c", "h", "s", "trump")]


def maximal_runs(hand, copies, order):
    """The lengths of the stretches of adjacent steps with a kind held so often, suit by suit."""
    lengths = []
    held = [kind for kind, n in Counter(hand).items() if n >= copies]
    for name in ("d", "c", "h", "s", "trump"):
        steps = {order.step_of(kind) for kind in held if order.suit_of(kind) == name}
        for bottom in steps:
            if bottom - 1 not in steps:
                top = bottom
                while top + 1 in steps:
                    top += 1
                lengths.append(top - bottom + 1)
    return [length for length in lengths if length > 1]


def compare_suits_and_runs(hands, array, orders, trump):
    """The verbs that no single call has, against a count of the oracle's steps."""
    pairs = list(zip(hands, orders, strict=True))
    compare("suit_lengths", [suit_lengths_of(*pair) for pair in pairs], array, trump)
    tractors = [maximal_runs(hand, 2, order) for hand, order in pairs]
    titanics = [maximal_runs(hand, 3, order) for hand, order in pairs]
    compare("longest_tractor", [max(runs, default=0) for runs in tractors], array, trump)
    compare("longest_titanic", [max(runs, default=0) for runs in titanics], array, trump)
    expected = []
    for hand, twos, threes in zip(hands, tractors, titanics, strict=True):
        copies = Counter(hand).values()
        groups = [sum(n >= least for n in copies) for least in (2, 3)]
        expected.append([*groups, len(twos), len(threes)])
    compare("unit_counts", expected, array, trump)


@pytest.mark.parametrize("by_row", [False, True], ids=["one trump", "trumps by row"])
@pytest.mark.parametrize("seed", range(60))
def test_rows_are_as_single_calls(seed, by_row):
    rng = random.Random(SEED + seed)
    orders, trump, trumps = random_orders(rng, 40, by_row)
    rows = Rows(rng, orders)
    rules = None if rng.random() < 0.2 else random_rules(rng)
    compare_rows(rows, orders, trump, trumps, rules, seed)


@pytest.mark.slow
@pytest.mark.parametrize("by_row", [False, True], ids=["one trump", "trumps by row"])
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_many_rows_are_as_single_calls(seed, by_row):
    rng = random.Random(SEED + seed)
    orders, trump, trumps = random_orders(rng, 50, by_row)
    compare_rows(Rows(rng, orders), orders, trump, trumps, random_rules(rng), seed)


def test_every_level_and_suit_by_row():
    pairs = [(level, suit) for level in range(2, 15) for suit in range(-1, 4)]
    rng = random.Random(SEED)
    hands = [tuple(sorted(rng.sample([*range(54)] * 3, 60))) for _ in pairs]
    orders = [oracle.Order(level, None if suit < 0 else suit) for level, suit in pairs]
    compare_suits_and_runs(hands, planes(hands), orders, np.array(pairs, np.int8))


def test_every_order_option_with_full_and_random_hands():
    rng = random.Random(SEED)
    names = ("permanent_twos", "no_trump_levels", "gap_adjacent", "level_tractors")
    values = ((False, True), ("trump", "plain"), (True, False), (True, False))
    for level, suit, *chosen in product(range(2, 15), (None, 0, 1, 2, 3), *values):
        options = dict(zip(names, chosen, strict=True))
        order = oracle.Order(level, suit, **options)
        hands = [(), tuple(sorted([*range(54)] * 3)), tuple(sorted([*range(54)] * 2))]
        hands += [tuple(sorted(rng.sample([*range(54)] * 3, 70))) for _ in range(3)]
        trump = make_trump(level, suit, options)
        compare_suits_and_runs(hands, planes(hands), [order] * len(hands), trump)


# --- every row of small sets ------------------------------------------------------------------


@pytest.mark.parametrize("chain", CHAINS)
def test_units_of_every_holding_of_a_chain(chain):
    order, trump, _, kinds = chain_of(chain, 6)
    hands = list(holdings(kinds, 3))
    array = planes(hands)
    compare_suits_and_runs(hands, array, [order] * len(hands), trump)
    counts = tc.batch.planes_to_counts(array)
    assert counts.tolist() == [list(tc.Cards(hand).counts()) for hand in hands]
    assert (tc.batch.counts_to_planes(counts) == array).all()


@pytest.mark.parametrize("chain", CHAINS)
def test_follows_and_throws_of_every_holding_of_a_chain(chain):
    _, trump, _, kinds = chain_of(chain, 4)
    sets = [held for held in holdings(kinds, 3) if held]
    rows = [(lead, hand) for lead in sets if len(lead) <= 6 for hand in sets]
    cards = {held: tc.Cards(held) for held in sets}
    leads, hands = (planes([row[i] for row in rows]) for i in (0, 1))
    expected = [tc.count_legal_follows(cards[hand], cards[lead], trump) for lead, hand in rows]
    counts = compare("count_legal_follows", expected, hands, leads, trump)
    follows = counts > 0
    drawn = tc.batch.random_legal_follow(hands[follows], leads[follows], trump, None, SEED)
    assert tc.batch.is_legal_follow(drawn, hands[follows], leads[follows], trump).all()
    others = np.zeros((len(rows), 3, 3), np.uint64)
    others[np.arange(len(rows)), np.arange(len(rows)) % 3] = hands
    for against in ("others", "opponents"):
        rules = tc.Rules(throw_against=against)
        seen = [[tc.Cards()] * (i % 3) + [cards[hand]] for i, (_, hand) in enumerate(rows)]
        results = [
            tc.check_throw(cards[lead], hands_, trump, rules)
            for (lead, _), hands_ in zip(rows, seen, strict=True)
        ]
        compare("throw_stands", [bool(r) for r in results], leads, others, trump, rules)
        compare("check_throw", [[*r.led.planes] for r in results], leads, others, trump, rules)


@pytest.mark.parametrize("chain", CHAINS)
def test_every_play_of_every_holding_of_a_chain(chain):
    _, trump, _, kinds = chain_of(chain, 4)
    sets = [held for held in holdings(kinds, 2) if held]
    by_size = {n: [held for held in sets if len(held) == n] for n in range(1, 5)}
    rows = [
        (play, hand, lead)
        for n in by_size
        for lead in by_size[n]
        for hand in sets
        for play in by_size[n]
        if oracle.contains(hand, play)
    ]
    cards = {held: tc.Cards(held) for held in sets}
    arrays = [planes([row[i] for row in rows]) for i in range(3)]
    expected = [tc.is_legal_follow(*(cards[held] for held in row), trump) for row in rows]
    compare("is_legal_follow", expected, *arrays, trump)
    # summed up by hand and lead, they are the plays counted
    legal = Counter(row[1:] for row, is_legal in zip(rows, expected, strict=True) if is_legal)
    pairs = sorted({row[1:] for row in rows})
    hands, leads = (planes([pair[i] for pair in pairs]) for i in (0, 1))
    compare("count_legal_follows", [legal[pair] for pair in pairs], hands, leads, trump)


@pytest.mark.parametrize("length", [2, 3, 4])
def test_every_trick_of_few_kinds(length):
    kinds = oracle.cards("6c 7c 9h Td SJ")
    plays = [held for held in holdings(kinds, 3) if len(held) == length]
    rng = random.Random(SEED)
    leads = [play for play in plays if len({TRUMP_OF[kind] for kind in play}) == 1]
    tricks = [(lead, *rest) for lead in leads for rest in product(plays, repeat=3)]
    tricks = tricks if len(tricks) < 30_000 else rng.sample(tricks, 30_000)
    cards = {play: tc.Cards(play) for play in plays}
    array = np.stack([planes([trick[i] for trick in tricks]) for i in range(4)], axis=1)
    expected = [tc.trick_winner([cards[play] for play in trick], TRUMP) for trick in tricks]
    compare("trick_winner", expected, array, TRUMP)


TRUMP_OF = [tc.suit_of(kind, TRUMP) for kind in range(54)]


@pytest.mark.parametrize("kitty", oracle.OPTIONS["kitty"])
def test_the_kitty_of_every_holding_of_a_chain(kitty):
    _, trump, _, kinds = chain_of("trump ties", 6)
    plays = [held for held in holdings(kinds, 3) if held]
    rules = tc.Rules(kitty=kitty)
    expected = [tc.kitty_multiplier(tc.Cards(play), trump, rules) for play in plays]
    compare("kitty_multiplier", expected, planes(plays), trump, rules)


def test_multipliers_beyond_int16():
    trump, rules = tc.Trump("2", "h"), tc.Rules(kitty="per_pair")
    pairs = tc.Cards("3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2h SJ " * 2)
    plays = notation(str(pairs), str(pairs - tc.Cards("SJ SJ")), "SJ SJ")
    for play, factor in ((0, 32768), (1, 16384), (2, 4)):
        row = plays[play : play + 1].copy()
        assert tc.kitty_multiplier(tc.Cards.from_planes(*row[0]), trump, rules) == factor
        if factor > 32767:
            with pytest.raises(tc.CardsError, match=r"plays\[0\] multiplies by 32768, more than"):
                tc.batch.kitty_multiplier(row, trump, rules)
        else:
            assert tc.batch.kitty_multiplier(row, trump, rules).tolist() == [factor]
    with pytest.raises(tc.CardsError, match=r"plays\[2\] multiplies"):
        tc.batch.kitty_multiplier(plays[[1, 2, 0]], trump, rules)


# --- what is taken ----------------------------------------------------------------------------


def sample(verb, n=6):
    """Arrays that a verb takes, by name; the rows differ."""
    leads = ["3c 3c", "5d", "6s 6s 7s 7s", "Ah", "9c 9c 9c", "Kd Qd"][:n]
    hands = ["3c 4c 4c 5c 5c 7d", "6d", "6s 6s 7s 7s 8s 8s 9c", "2h 3h SJ", "3c 3c 4c 9h", "Ad 2s"]
    plays = ["4c 4c", "6d", "6s 6s 7s 7s", "2h", "3c 3c 4c", "Ad 2s"][:n]
    more = ["4c 4c", "BJ", "2h 3h 4h 5h", "SJ", "8c 8c 8c", "Ad Ad"][:n]
    hands, leads, plays, more = (notation(*rows[:n]) for rows in (hands, leads, plays, more))
    made = {
        "counts": np.arange(54 * n, dtype=np.uint8).reshape(n, 54) % 4,
        "hands": hands,
        "leads": leads,
        "plays": plays,
        "led": more,
        "others": np.ascontiguousarray(np.stack([hands, more, plays], axis=1)),
        "tricks": np.ascontiguousarray(np.stack([leads, plays, more, leads], axis=1)),
        "trump": np.array([[10, 2]] * n, np.int8),
    }
    if verb == "kitty_multiplier":
        made["plays"] = leads
    return {name: made[name] for name in VERBS[verb][0]}


def call(verb, arrays, **more):
    if verb == "random_legal_follow":
        more.setdefault("rng", SEED)
    return getattr(tc.batch, verb)(**arrays, **more)


def new_out(verb, n=6, fill=77):
    dtype, shape = VERBS[verb][1]
    out = np.zeros((n, *shape), dtype)
    out.view(np.uint8 if dtype == "bool" else dtype)[...] = fill % 2 if dtype == "bool" else fill
    return out


def refuse(error, verb, arrays, match=None):
    """The call raises, and neither out nor the arrays are written to."""
    out = new_out(verb)
    kept = {name: a.copy() for name, a in arrays.items() if isinstance(a, np.ndarray)}
    with pytest.raises(error, match=match) as raised:
        call(verb, arrays, out=out)
    assert raised.type is error
    with pytest.raises(error, match=match):
        call(verb, arrays)
    assert (out == new_out(verb)).all()
    for name, array in kept.items():
        np.testing.assert_array_equal(arrays[name], array)


def misaligned(array):
    raw = np.zeros(array.nbytes + 1, np.uint8)
    view = raw[1:].view(array.dtype).reshape(array.shape)
    view[...] = array
    assert not view.flags.aligned
    return view


def spaced(array):
    wide = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    wide[::2] = array
    return wide[::2]


WRONG = {
    "int64": (lambda a: a.astype(np.int64), TypeError),
    "uint32": (lambda a: a.astype(np.uint32), TypeError),
    "float": (lambda a: a.astype(float), TypeError),
    "nan": (lambda a: np.full(a.shape, np.nan), TypeError),
    "object": (lambda a: a.astype(object), TypeError),
    "bool": (lambda a: a.astype(bool), TypeError),
    "complex": (lambda a: a.astype(complex), TypeError),
    "text": (lambda a: a.astype(str), TypeError),
    "time": (lambda a: a.astype("m8[s]"), TypeError),
    "bytes": (lambda a: a.view("V" + str(a.itemsize)), TypeError),
    "record": (lambda a: a.view([("x", a.dtype)]), TypeError),
    "signed": (lambda a: a.view("ui"[a.dtype.kind == "u"] + str(a.itemsize)), TypeError),
    "list": (lambda a: a.tolist(), TypeError),
    "tuple": (tuple, TypeError),
    "None": (lambda a: None, TypeError),
    "int": (lambda a: 5, TypeError),
    "str": (lambda a: "As", TypeError),
    "Cards": (lambda a: tc.Cards("As"), TypeError),
    "memoryview": (memoryview, TypeError),
    "bytes object": (lambda a: a.tobytes(), TypeError),
    "scalar": (lambda a: a.reshape(-1)[0], TypeError),
    "class": (lambda a: np.ndarray, TypeError),
    "0-d": (lambda a: np.array(5, a.dtype), ValueError),
    "1-d": (lambda a: a.reshape(-1), ValueError),
    "one axis more": (lambda a: a[None], ValueError),
    "an axis at the end": (lambda a: a[..., None], ValueError),
    "narrow": (lambda a: np.ascontiguousarray(a[..., :-1]), ValueError),
    "wide": (lambda a: np.concatenate([a, a], axis=-1), ValueError),
    "no columns": (lambda a: a[..., :0].copy(), ValueError),
    "spaced": (spaced, ValueError),
    "backwards": (lambda a: a[::-1], ValueError),
    "broadcast": (lambda a: np.broadcast_to(a[:1], a.shape), ValueError),
    "Fortran": (np.asfortranarray, ValueError),
    "transposed": (lambda a: np.ascontiguousarray(a.T), ValueError),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(("verb", "name"), ARGUMENTS)
def test_wrong_arrays_are_refused(verb, name, wrong):
    change, error = WRONG[wrong]
    arrays = sample(verb)
    if (name, wrong) == ("led", "None"):
        return
    refuse(error, verb, {**arrays, name: change(arrays[name])}, match=None)


@pytest.mark.parametrize(("verb", "name"), ARGUMENTS)
def test_foreign_byte_order_and_misaligned_views_are_refused(verb, name):
    arrays = sample(verb)
    array = arrays[name]
    if array.itemsize == 1:
        return
    swapped = array.astype(array.dtype.newbyteorder())
    refuse(TypeError, verb, {**arrays, name: swapped}, match=name)
    refuse(ValueError, verb, {**arrays, name: misaligned(array)}, match=name)


@pytest.mark.parametrize(("verb", "name"), ARGUMENTS)
@pytest.mark.parametrize("rows", [0, 1, 5, 7])
def test_arrays_of_other_lengths_are_refused(verb, name, rows):
    arrays = sample(verb)
    if len(arrays) == 1:
        return
    first = next(iter(arrays))
    other = np.concatenate([arrays[name], arrays[name]])[:rows]
    refuse(ValueError, verb, {**arrays, name: other}, match=None if name == first else name)


@pytest.mark.parametrize(("verb", "name"), PLANES)
@pytest.mark.parametrize(
    "row",
    [
        (1 << 54, 0, 0),
        (1 << 63, 0, 0),
        (1 << 54, 1 << 54, 1 << 54),
        (2**64 - 1,) * 3,
        (4, 8, 0),
        (0, 1, 0),
        (4, 4, 8),
        (4, 0, 4),
        (0, 0, 1),
        (4, 4, 1 << 60),
    ],
)
def test_planes_that_are_no_cards_are_refused(verb, name, row):
    for at in (0, 5):
        arrays = sample(verb)
        array = arrays[name]
        array.reshape(len(array), -1, 3)[at, -1] = row
        where = f"{at}, {array.shape[1] - 1}" if array.ndim == 3 else f"{at}"
        refuse(tc.errors.CardsError, verb, arrays, match=rf"{name}\[{where}\] is no cards")


def test_the_first_row_that_is_no_cards_is_named():
    hands = np.zeros((1000, 3), np.uint64)
    hands[[7, 500], 1] = 1
    with pytest.raises(tc.CardsError, match=r"hands\[7\]"):
        tc.batch.points(hands)


@pytest.mark.parametrize("copies", [4, 5, 128, 255])
def test_counts_above_three_are_refused(copies):
    arrays = sample("counts_to_planes")
    arrays["counts"][4, 53] = copies
    refuse(tc.errors.CardsError, "counts_to_planes", arrays, match=r"counts\[4\]")


@pytest.mark.parametrize("verb", WITH_TRUMP)
@pytest.mark.parametrize(
    "row", [(1, 0), (15, 0), (0, 0), (-1, 0), (-128, 0), (127, 0), (10, -2), (10, 4), (10, -128)]
)
def test_trumps_out_of_range_are_refused(verb, row):
    for at in (0, 5):
        arrays = sample(verb)
        arrays["trump"][at] = row
        refuse(tc.errors.RulesError, verb, arrays, match=rf"trump\[{at}\]")


@pytest.mark.parametrize("verb", WITH_TRUMP)
@pytest.mark.parametrize("trump", ["h", ("10", "h"), [[10, 2]] * 6, tc.Trump, tc.Rules(), 10])
def test_trumps_of_another_type_are_refused(verb, trump):
    refuse(TypeError, verb, {**sample(verb), "trump": trump})


@pytest.mark.parametrize("verb", ["throw_stands", "is_legal_follow", "kitty_multiplier"])
@pytest.mark.parametrize("rules", ["default", {}, tc.Rules, TRUMP, 1, False])
def test_rules_of_another_type_are_refused(verb, rules):
    refuse(TypeError, verb, {**sample(verb), "rules": rules})


@pytest.mark.parametrize(("verb", "name"), LEADS)
@pytest.mark.parametrize("lead", ["", "3c 3d", "3c Th", "Ah As", "Tc 9c"])
def test_leads_that_are_empty_or_of_several_suits_are_refused(verb, name, lead):
    for at in (0, 3):
        arrays = sample(verb)
        array = arrays[name]
        array.reshape(len(array), -1, 3)[at, 0] = tc.Cards(lead).planes
        refuse(tc.errors.CardsError, verb, arrays, match=rf"{name}\[{at}\]")


def test_several_suits_are_told_by_the_trump_of_the_row():
    leads, others = notation("3c 3h", "3c 3h"), np.zeros((2, 3, 3), np.uint64)
    stands = tc.batch.throw_stands(leads, others, np.array([[3, 0], [3, -1]], np.int8))
    assert stands.tolist() == [True, True]
    with pytest.raises(tc.CardsError, match=r"leads\[1\]"):
        tc.batch.throw_stands(leads, others, np.array([[3, 0], [4, 0]], np.int8))


@pytest.mark.parametrize("verb", ["count_legal_follows", "random_legal_follow"])
def test_hands_of_more_than_63_cards_are_refused(verb):
    arrays = sample(verb)
    arrays["hands"][4] = tc.Cards([*range(22)] * 3).planes
    refuse(tc.errors.CardsError, verb, arrays, match=r"hands\[4\].*63")
    arrays["hands"][4] = tc.Cards([*range(21)] * 3).planes
    call(verb, arrays)


def test_a_hand_shorter_than_the_lead_has_no_play():
    arrays = sample("count_legal_follows")
    arrays["hands"][2] = tc.Cards("6s 6s 7s").planes
    counts = tc.batch.count_legal_follows(**arrays)
    assert counts[2] == 0
    assert (counts[[0, 1, 3, 4, 5]] > 0).all()
    refuse(tc.errors.CardsError, "random_legal_follow", arrays, match=r"hands\[2\]")


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("play", ["", "3c", "3c 3c 4c"])
def test_plays_of_another_length_are_refused(seat, play):
    arrays = sample("trick_winner")
    arrays["tricks"][5, seat] = tc.Cards(play).planes
    refuse(tc.errors.CardsError, "trick_winner", arrays, match=rf"tricks\[5, {seat}\]")


def test_a_play_as_long_as_the_lead_is_asked_for_the_kitty():
    arrays = sample("kitty_multiplier")
    arrays["led"][1] = tc.Cards("Ad Ad").planes
    refuse(tc.errors.CardsError, "kitty_multiplier", arrays, match=r"plays\[1\].*led\[1\]")


def test_hands_of_all_162_cards():
    hands = np.full((3, 3), EVERY_KIND, np.uint64)
    assert tc.batch.points(hands).tolist() == [300] * 3
    assert (tc.batch.planes_to_counts(hands) == 3).all()
    assert tc.batch.suit_lengths(hands, TRUMP)[0].tolist() == [36, 36, 0, 36, 54]
    leads = notation("3c 3c", "Ah Ah Ah", "9c 9c Jc Jc")
    assert tc.batch.is_legal_follow(leads, hands, leads, TRUMP).all()
    others = np.full((3, 3, 3), EVERY_KIND, np.uint64)
    assert tc.batch.throw_stands(leads, others, TRUMP).all()


def test_leads_of_all_cards_of_a_suit():
    trump = tc.Trump("10", "h", permanent_twos=True)
    order = oracle.Order(10, 2, permanent_twos=True)
    trumps = tuple(sorted([kind for kind in range(54) if order.suit_of(kind) == "trump"] * 3))
    assert len(trumps) == 63
    lead = planes([trumps])
    hand = planes([trumps])
    assert tc.batch.count_legal_follows(hand, lead, trump).tolist() == [1]
    assert (tc.batch.random_legal_follow(hand, lead, trump, None, 1) == hand).all()
    tricks = np.stack([lead] * 4, axis=1)
    assert tc.batch.trick_winner(tricks, trump).tolist() == [0]


# --- arrays of every kind that serves ---------------------------------------------------------


class Labelled(np.ndarray):
    """An array with a subclass of its own."""


def read_only(array):
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def odd_strides(array):
    """The same array; what its strides say of axes of one row is not looked at."""
    return np.lib.stride_tricks.as_strided(array.copy(), array.shape, array.strides)


SERVES = {
    "read-only": read_only,
    "subclass": lambda a: a.copy().view(Labelled),
    "masked": lambda a: np.ma.masked_array(a.copy()),
    "from bytes": lambda a: np.frombuffer(a.tobytes(), a.dtype).reshape(a.shape),
    "part": lambda a: np.concatenate([a, a])[len(a) :],
    "aligned to its items": lambda a: np.concatenate([a.reshape(-1)[:1], a.reshape(-1)])[
        1:
    ].reshape(a.shape),
    "restrided": odd_strides,
}


@pytest.mark.parametrize("kind", SERVES)
@pytest.mark.parametrize("verb", VERBS)
def test_arrays_that_serve(verb, kind):
    arrays = sample(verb)
    expected = call(verb, arrays)
    result = call(verb, {name: SERVES[kind](array) for name, array in arrays.items()})
    check_result(result, verb, 6)
    assert (result == expected).all()


@pytest.mark.parametrize("verb", VERBS)
def test_memory_mapped_arrays(verb, tmp_path):
    arrays = sample(verb)
    mapped = {}
    for name, array in arrays.items():
        np.save(tmp_path / f"{name}.npy", array)
        mapped[name] = np.load(tmp_path / f"{name}.npy", mmap_mode="r")
        assert isinstance(mapped[name], np.memmap)
    expected = call(verb, arrays)
    result = call(verb, mapped)
    check_result(result, verb, 6)
    assert (result == expected).all()
    dtype, shape = VERBS[verb][1]
    out = np.memmap(tmp_path / "out", dtype, "w+", shape=(6, *shape))
    assert call(verb, mapped, out=out) is out
    assert (out == expected).all()


@pytest.mark.parametrize("verb", VERBS)
def test_other_names_of_a_dtype(verb):
    # a C type of the same size is the same dtype to NumPy
    arrays = sample(verb)
    expected = call(verb, arrays)
    for name, array in arrays.items():
        if array.dtype == U64:
            for code in "LQ":
                if np.dtype(code) == U64:
                    result = call(verb, {**arrays, name: array.astype(code)})
                    assert (result == expected).all()


@pytest.mark.parametrize("verb", VERBS)
def test_no_rows(verb):
    arrays = {name: array[:0] for name, array in sample(verb).items()}
    check_result(call(verb, arrays), verb, 0)
    out = new_out(verb, 0)
    assert call(verb, arrays, out=out) is out
    arrays = {name: np.empty((0, *array.shape[1:]), array.dtype) for name, array in arrays.items()}
    check_result(call(verb, arrays), verb, 0)
    if "trump" in arrays:
        check_result(call(verb, {**arrays, "trump": TRUMP}), verb, 0)


@pytest.mark.parametrize("verb", VERBS)
def test_one_row(verb):
    arrays = sample(verb)
    expected = call(verb, arrays)
    for i in range(6):
        result = call(verb, {name: array[i : i + 1] for name, array in arrays.items()})
        if verb != "random_legal_follow":
            assert (result == expected[i : i + 1]).all()


@pytest.mark.parametrize("verb", WITH_TRUMP)
def test_one_trump_and_the_same_by_row(verb):
    arrays = sample(verb)
    assert (call(verb, arrays) == call(verb, {**arrays, "trump": TRUMP})).all()


@pytest.mark.parametrize("verb", VERBS)
def test_arguments_by_place(verb):
    arrays = sample(verb)
    args = [*arrays.values()]
    if verb == "kitty_multiplier":
        args.insert(2, None)
    if verb == "random_legal_follow":
        args += [None, SEED]
    assert (getattr(tc.batch, verb)(*args) == call(verb, arrays)).all()
    with pytest.raises(TypeError):
        getattr(tc.batch, verb)(*args, *[None] * 4)
    with pytest.raises(TypeError):
        getattr(tc.batch, verb)()
    with pytest.raises(TypeError):
        call(verb, arrays, units=None)


# attributes of a subclass that lie about the memory behind it
LIES = {
    "size": "property(lambda self: 3 * 10**9)",
    "shape": "property(lambda self: (10**6, *np.ndarray.shape.__get__(self)[1:]))",
    "ndim": "property(lambda self: 2)",
    "reshape": "lambda self, *shape: np.empty(0, np.ndarray.dtype.__get__(self))",
    "view": "lambda self, *dtype: np.empty(0, np.uint8)",
    "dtype": "property(lambda self: np.dtype('uint64'))",
    "flags": "property(lambda self: np.empty(1).flags)",
    "max": "lambda self, *axis: 0",
    "__getitem__": "lambda self, i: 1 / 0",
    "__array__": "lambda self, *dtype: 1 / 0",
    "__array_finalize__": "lambda self, other: None",
    "__array_function__": "lambda self, *arguments: False",
}
LYING = """
import numpy as np, test_batch
class Lying(np.ndarray):
    {} = {}
for verb in test_batch.VERBS:
    arrays = test_batch.sample(verb)
    expected = test_batch.call(verb, arrays)
    for name, array in arrays.items():
        lying = {{**arrays, name: array.view(Lying)}}
        for out in (None, test_batch.new_out(verb), test_batch.new_out(verb).view(Lying)):
            try:
                result = np.array(test_batch.call(verb, lying, out=out))
            except (TypeError, ValueError):
                pass
            else:
                assert (result == expected).all(), (verb, name)
"""


@pytest.mark.parametrize("attribute", LIES)
def test_a_subclass_is_not_believed(attribute):
    # in a process of its own: what is believed may end it
    code = LYING.format(attribute, LIES[attribute])
    path = os.pathsep.join([os.path.dirname(__file__), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


# --- out --------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS)
def test_out_is_filled_and_returned(verb):
    arrays = sample(verb)
    expected = call(verb, arrays)
    for out in (
        new_out(verb),
        new_out(verb).view(Labelled),
        np.concatenate([new_out(verb)] * 2)[6:],
    ):
        assert call(verb, arrays, out=out) is out
        assert (np.asarray(out) == expected).all()


WRONG_OUT = {
    "list": (lambda a: a.tolist(), TypeError),
    "bytearray": (lambda a: bytearray(a.nbytes), TypeError),
    "bool": (lambda a: True, TypeError),
    "float": (lambda a: a.astype(float), TypeError),
    "object": (lambda a: a.astype(object), TypeError),
    "signed": (lambda a: a.view("ui"[a.dtype.kind in "ub"] + str(a.itemsize)), TypeError),
    "long": (lambda a: np.concatenate([a, a[:1]]), ValueError),
    "short": (lambda a: a[:-1], ValueError),
    "empty": (lambda a: a[:0], ValueError),
    "0-d": (lambda a: np.zeros((), a.dtype), ValueError),
    "one axis more": (lambda a: a[..., None], ValueError),
    "spaced": (spaced, ValueError),
    "backwards": (lambda a: a[::-1], ValueError),
    "read-only": (read_only, ValueError),
    "broadcast": (lambda a: np.broadcast_to(a[:1], a.shape), ValueError),
}


@pytest.mark.parametrize("wrong", WRONG_OUT)
@pytest.mark.parametrize("verb", VERBS)
def test_wrong_out_is_refused_and_untouched(verb, wrong):
    change, error = WRONG_OUT[wrong]
    out = change(new_out(verb))
    kept = out.copy() if isinstance(out, np.ndarray) else out
    arrays = sample(verb)
    with pytest.raises(error, match="out") as raised:
        call(verb, arrays, out=out)
    assert raised.type is error
    np.testing.assert_array_equal(out, kept)


@pytest.mark.parametrize("verb", VERBS)
def test_out_of_foreign_byte_order_or_misaligned_is_refused(verb):
    out = new_out(verb)
    if out.itemsize == 1:
        return
    with pytest.raises(TypeError, match="out"):
        call(verb, sample(verb), out=out.astype(out.dtype.newbyteorder()))
    view = misaligned(out)
    with pytest.raises(ValueError, match="out"):
        call(verb, sample(verb), out=view)
    assert (view == out).all()


@pytest.mark.parametrize(("verb", "name"), ARGUMENTS)
def test_out_that_shares_memory_with_an_input_is_refused(verb, name):
    dtype, shape = VERBS[verb][1]
    arrays = sample(verb)
    size = int(np.prod((6, *shape))) * np.dtype(dtype).itemsize
    array = arrays[name]
    memory = np.zeros(array.nbytes + size, np.uint8)
    inside = memory[: array.nbytes].view(array.dtype).reshape(array.shape)
    inside[...] = array
    for start in (0, (array.nbytes - 1) // 8 * 8):
        out = memory[start : start + size].view(dtype).reshape(6, *shape)
        kept = memory.copy()
        with pytest.raises(ValueError, match="out must not share memory"):
            call(verb, {**arrays, name: inside}, out=out)
        assert (memory == kept).all()


# --- threads ----------------------------------------------------------------------------------


def many_rows(verb, times):
    return {name: np.concatenate([array] * times) for name, array in sample(verb).items()}


@pytest.mark.parametrize("verb", VERBS)
def test_threads_share_their_inputs(verb):
    arrays = {name: read_only(array) for name, array in many_rows(verb, 500).items()}
    expected = call(verb, arrays)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: call(verb, arrays), range(40)))
    assert all((result == expected).all() for result in results)


def test_threads_draw_from_one_generator():
    arrays = many_rows("random_legal_follow", 200)
    rng = np.random.default_rng(SEED)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: call("random_legal_follow", arrays, rng=rng), range(40)))
    for result in results:
        assert tc.batch.is_legal_follow(result, **arrays).all()
    # each call holds the lock, so that together they are calls one after another
    one_by_one = np.random.default_rng(SEED)
    expected = {call("random_legal_follow", arrays, rng=one_by_one).tobytes() for _ in range(40)}
    assert {result.tobytes() for result in results} == expected


@pytest.mark.parametrize("verb", ["count_legal_follows", "unit_counts", "check_throw"])
def test_the_interpreter_runs_on_meanwhile(verb):
    arrays = many_rows(verb, 100_000)

    def longest_wait():
        """Of this thread during the call, as a share of the call."""
        spent = []

        def work():
            begun = time.perf_counter()
            call(verb, arrays)
            spent.append(time.perf_counter() - begun)

        thread = threading.Thread(target=work)
        longest, last = 0.0, time.perf_counter()
        thread.start()  # which may come back when the call is over
        while thread.is_alive():
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        longest = max(longest, time.perf_counter() - last)
        thread.join()
        return longest / spent[0]

    # a call that kept the lock would hold this loop up for its whole length, every time; a
    # machine that is busy with something else does so now and then
    assert any(longest_wait() < 0.6 for _ in range(20))


@pytest.mark.parametrize("verb", [*dict.fromkeys(verb for verb, _ in LEADS)])
def test_rows_that_another_thread_writes_to_do_no_harm(verb):
    """Rows are no leads any more once they have been checked: nothing breaks, nothing is kept."""
    arrays = many_rows(verb, 2000)
    expected = call(verb, arrays)
    written = {name: array for name, array in arrays.items() if array.dtype == U64}
    sound = {name: array.copy() for name, array in written.items()}
    two_suits = np.array(tc.Cards("3d 3c").planes, np.uint64)
    over = []

    def write():
        while not over:
            for name, array in written.items():
                array[..., :] = 0
                array[...] = two_suits
                array[...] = sound[name]

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(100):
            with contextlib.suppress(tc.CardsError):
                call(verb, arrays)
    finally:
        over.append(True)
        writer.join()
    assert (call(verb, arrays) == expected).all()


# --- drawing ----------------------------------------------------------------------------------

def test_words_that_would_favour_some_plays_are_not_used():
    """2**64 is no multiple of 3, so the last word is passed over."""
    hand, lead = tc.Cards("3c 4c 5c"), tc.Cards("8c")
    bits = np.random.SFC64(1)
    state = bits.state
    state["state"]["state"][:] = 2**64 - 1, 0, 5, 0
    bits.state = state
    assert bits.random_raw() == 2**64 - 1
    expected = tc.random_legal_follow(hand, lead, TRUMP, rng=np.random.Generator(bits))
    word = bits.random_raw()
    bits.state = state
    assert tc.random_legal_follow(hand, lead, TRUMP, rng=np.random.Generator(bits)) == expected
    assert bits.random_raw() == word


# hand, lead, what is led
DRAWS = {
    "pair": ("3c 3c 4c 4c 4c 7c 9c", "8c 8c"),
    "no pair held": ("3c 4c 5c 7c 9c Ah", "8c 8c"),
    "tractor": ("3c 3c 4c 4c 5c 5c 7c 7c 9c", "8c 8c 9c 9c"),
    "pairs for a tractor": ("3c 3c 5c 5c 7c 7c 7c 9c", "8c 8c 9c 9c"),
    "triple": ("3c 3c 3c 4c 4c 6c 6c 6c 9c", "8c 8c 8c"),
    "pair for a triple": ("3c 3c 4c 4c 6c 9c Jc", "8c 8c 8c"),
    "Titanic": ("3c 3c 3c 4c 4c 4c 5c 5c 5c 7c", "8c 8c 8c 9c 9c 9c"),
    "tractor for a Titanic": ("3c 3c 3c 4c 4c 6c 6c 6c 7c 7c 9c 9c 9c", "8c 8c 8c 9c 9c 9c"),
    "throw": ("3c 3c 4c 4c 6c 6c 7c 9c 9c Jc", "Ac Kc Kc Qc Qc 8c 8c"),
    "throw of singles": ("3c 3c 4c 6c 6c 7c 9c", "Ac Kc Jc"),
    "short of the suit": ("3c 4d 4d 5d 6s 7s 7s", "Ac Ac"),
    "void": ("4d 4d 5d 6s 7s Ah", "Ac Kc"),
    "trump ties": ("Td Td Tc Tc Ts Th Th Ah Ah", "9h 9h Jh Jh"),
}
DRAW_RULES = [
    tc.Rules(),
    tc.Rules(titanic_answer="triples_first", short_tractor="free"),
    tc.Rules(follow_tractor="pairs", draw="suit_only"),
    tc.Rules(draw="protect_triples"),
    tc.Rules(draw="protect_runs"),
]


@pytest.mark.parametrize(
    "rules",
    DRAW_RULES,
    ids=["default", "triples first", "suit only", "protect triples", "protect runs"],
)
@pytest.mark.parametrize("drawn", DRAWS)
def test_draws_are_uniform(drawn, rules):
    hand, lead = map(tc.Cards, DRAWS[drawn])
    plays = [play.planes for play in tc.legal_follows(hand, lead, TRUMP, rules)]
    assert len(plays) > 1
    n = 300 * len(plays)
    hands, leads = (np.array([cards.planes] * n, np.uint64) for cards in (hand, lead))
    result = tc.batch.random_legal_follow(hands, leads, TRUMP, rules, SEED)
    assert tc.batch.is_legal_follow(result, hands, leads, TRUMP, rules).all()
    counts = Counter(map(tuple, result.tolist()))
    assert set(counts) == set(plays)
    statistic = sum((counts[play] - 300) ** 2 for play in plays) / 300
    freedom = len(plays) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_the_same_seed_gives_the_same_plays():
    arrays = many_rows("random_legal_follow", 50)

    def draw(rng):
        return tc.batch.random_legal_follow(**arrays, rng=rng)

    assert (draw(1) == draw(1)).all()
    assert (draw(1) == draw(np.int64(1))).all()
    assert (draw(np.random.SeedSequence(1)) == draw(1)).all()
    assert (draw(np.random.default_rng(1)) == draw(1)).all()
    assert not (draw(1) == draw(2)).all()
    assert not (draw(None) == draw(None)).all()


@pytest.mark.parametrize("name", ["PCG64", "MT19937", "Philox", "SFC64"])
def test_a_generator_is_drawn_from(name):
    arrays = many_rows("random_legal_follow", 50)
    rng = np.random.Generator(getattr(np.random, name)(SEED))
    first = call("random_legal_follow", arrays, rng=rng)
    second = call("random_legal_follow", arrays, rng=rng)
    assert not (first == second).all()
    again = np.random.Generator(getattr(np.random, name)(SEED))
    both = {key: np.concatenate([array] * 2) for key, array in arrays.items()}
    assert (call("random_legal_follow", both, rng=again) == [*first, *second]).all()
    assert rng.random() == again.random()


def test_a_generator_is_not_drawn_from_when_the_call_raises():
    arrays = many_rows("random_legal_follow", 5)
    rng = np.random.default_rng(SEED)
    short = {**arrays, "hands": arrays["hands"].copy()}
    short["hands"][29] = 0
    with pytest.raises(tc.CardsError):
        call("random_legal_follow", short, rng=rng)
    with pytest.raises(ValueError, match="out"):
        call("random_legal_follow", arrays, rng=rng, out=arrays["hands"])
    assert rng.random() == np.random.default_rng(SEED).random()


@pytest.mark.parametrize("rng", ["1", 1.0, True, [1], np.random, np.random.PCG64(1)])
def test_randomness_of_another_type_is_refused(rng):
    with pytest.raises(TypeError, match="rng"):
        call("random_legal_follow", sample("random_legal_follow"), rng=rng)


def test_a_negative_seed_is_refused():
    with pytest.raises(ValueError, match="rng"):
        call("random_legal_follow", sample("random_legal_follow"), rng=-1)
