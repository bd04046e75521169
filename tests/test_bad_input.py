"""Wrong arguments: every public name refuses them with the documented exception.

A wrong type is a TypeError; a wrong value one of the package's own errors, each a ValueError too.
Nothing may crash, and nothing may change.
"""

import contextlib
import copy
import dataclasses
import math
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, repeat
from pathlib import Path

import numpy as np
import pytest
from strategies import of

import tractor_core as tc

TRUMP = tc.Trump("10", "h")
LEAD = of("AA K")
HAND = of("33 66 8") + tc.Cards("4d")
PLAY = of("33 8")
UNIT = tc.Unit(of("KK"), TRUMP)
RULES = tc.Rules()
RECURSIVE = []
RECURSIVE.append(RECURSIVE)
HUGE = 10**30


class Boom(Exception):
    """Raised by the caller's own iterables."""


class Index:
    """An object with an __index__ of any kind."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def exploding(*items):
    yield from items
    raise Boom


def drained(call):
    """The call, with whatever it returns run through when it is an iterator."""

    def run(*args, **kwargs):
        result = call(*args, **kwargs)
        return list(islice(result, 1000)) if hasattr(result, "__next__") else result

    return run


# --- Wrong types in every place of every verb ---------------------------------------------------

# Name of the verb, then for each argument its kind and a good value.
VERBS = {
    "Unit": [("cards", of("KK")), ("trump", TRUMP)],
    "decompose": [("cards", HAND), ("trump", TRUMP)],
    "decompositions": [("cards", LEAD), ("trump", TRUMP)],
    "check_throw": [
        ("cards", LEAD), ("hands", [HAND]), ("trump", TRUMP), ("rules", RULES), ("units", None),
    ],
    "throw_stands": [
        ("cards", LEAD), ("hands", [HAND]), ("trump", TRUMP), ("rules", RULES), ("units", None),
    ],
    "check_follow": [
        ("cards", PLAY), ("cards", HAND), ("cards", LEAD), ("trump", TRUMP), ("rules", RULES),
        ("units", None),
    ],
    "is_legal_follow": [
        ("cards", PLAY), ("cards", HAND), ("cards", LEAD), ("trump", TRUMP), ("rules", RULES),
        ("units", None),
    ],
    "legal_follows": [
        ("cards", HAND), ("cards", LEAD), ("trump", TRUMP), ("rules", RULES), ("units", None),
    ],
    "count_legal_follows": [
        ("cards", HAND), ("cards", LEAD), ("trump", TRUMP), ("rules", RULES), ("units", None),
    ],
    "random_legal_follow": [
        ("cards", HAND), ("cards", LEAD), ("trump", TRUMP), ("rules", RULES), ("units", None),
        ("rng", 1),
    ],
    "trick_winner": [
        ("hands", [LEAD, PLAY]), ("trump", TRUMP), ("rules", RULES), ("units", None),
    ],
    "can_ruff": [
        ("cards", PLAY), ("cards", LEAD), ("trump", TRUMP), ("rules", RULES), ("units", None),
    ],
    "unit_beaten_by": [("unit", UNIT), ("cards", HAND), ("trump", TRUMP)],
    "order": [("trump", TRUMP)],
    "suit_of": [("kind", 3), ("trump", TRUMP)],
    "sort_hand": [("cards", HAND), ("trump", TRUMP)],
    "points": [("cards", HAND)],
    "kitty_multiplier": [("cards", PLAY), ("trump", TRUMP), ("rules", RULES), ("led", LEAD)],
    "level_change": [("points", 80), ("rules", RULES)],
    "format_kind": [("kind", 3), ("style", "ascii")],
    "format_cards": [("kinds", HAND), ("style", "ascii")],
    "parse_kind": [("text", "As")],
}  # fmt: skip

SCALARS = [None, 0, -1, HUGE, 1.5, math.nan, True, "As", "", b"As", object(), int, Boom]
ARRAYS = [
    np.array([0.5]),
    np.array([1], dtype=np.int8),
    np.array(["As"]),
    np.float64(1),
    np.int8(1),
]
LISTS = [[], [0], ["As"], [None], RECURSIVE, (1, 2), {0: 1}, {"As"}]

# What is of a wrong type for each kind of argument.
WRONG = {
    "cards": [*SCALARS, *ARRAYS, *LISTS, TRUMP, RULES, UNIT, [tc.Cards("As")]],
    "trump": [*SCALARS, *ARRAYS, *LISTS, RULES, HAND, "10h", ("10", "h")],
    "rules": [*SCALARS[1:], *ARRAYS, *LISTS, TRUMP, HAND, "default", tc.Rules],
    "unit": [*SCALARS, *ARRAYS, *LISTS, HAND, TRUMP],
    "hands": [
        *SCALARS, np.array([0.5]), [0], ["As"], [None], RECURSIVE, {0: 1}, HAND, UNIT, RULES,
        [HAND, "As"], [[HAND]], [UNIT],
    ],
    "units": [
        *SCALARS[1:], np.array([0.5]), [0], ["As"], [None], RECURSIVE, {0: 1}, LEAD, UNIT, TRUMP,
        [[UNIT]], [of("AA"), None],
    ],
    "led": [*SCALARS[1:], np.array([0.5]), [0], ["As"], [None], RECURSIVE, UNIT, TRUMP, [[UNIT]]],
    "rng": [1.5, math.nan, True, "1", b"1", object(), [1], {}, np.float64(1), np.array([0.5]),
            np.random.RandomState(1), np.random.PCG64(1), np.random.default_rng],
    "kind": [None, 1.5, math.nan, True, b"As", object(), [], [0], HAND, np.float64(1),
             np.array([1, 2]), RECURSIVE, Index("1"), Index(1.5)],
    "kinds": [None, 0, 1.5, math.nan, True, object(), "As", b"As", [None], [1.5], [True], [[0]],
              np.array([0.5]), RECURSIVE, TRUMP],
    "style": [None, 0, 1.5, True, b"ascii", object(), ["ascii"], ("ascii",)],
    "points": [None, 1.5, math.nan, math.inf, "80", b"80", object(), [], [80], HAND, 80.0,
               np.float64(80), np.array([1, 2]), 80 + 0j],
    "text": [None, 0, 1.5, math.nan, b"As", object(), ["As"], HAND, np.array(["As"])],
}  # fmt: skip


def label(value):
    text = repr(value)
    return text if len(text) < 40 and " at 0x" not in text else type(value).__name__


WRONG_TYPES = [
    pytest.param(name, place, bad, id=f"{name}-{place}-{label(bad)}")
    for name, slots in VERBS.items()
    for place, (kind, _) in enumerate(slots)
    for bad in WRONG[kind]
]


@pytest.mark.parametrize(("name", "place", "bad"), WRONG_TYPES)
def test_wrong_type(name, place, bad):
    args = [good for _, good in VERBS[name]]
    args[place] = bad
    with pytest.raises(TypeError):
        drained(getattr(tc, name))(*args)


@pytest.mark.parametrize("name", VERBS)
def test_the_good_values_are_good(name):
    """So that the tests above and below fail for the argument they mean."""
    args = [good for _, good in VERBS[name]]
    drained(getattr(tc, name))(*args)


@pytest.mark.parametrize("name", VERBS)
def test_wrong_number_of_arguments(name):
    call = getattr(tc, name)
    args = [good for _, good in VERBS[name]]
    with pytest.raises(TypeError):
        call()
    with pytest.raises(TypeError):
        call(*args, *args, *args)
    with pytest.raises(TypeError):
        call(*args, no_such_argument=1)


def test_a_caller_s_own_exception_comes_through():
    for call in (
        lambda: tc.Cards(exploding("As")),
        lambda: tc.Cards([Index(Boom())]),
        lambda: tc.Cards.from_counts(exploding(1, 1)),
        lambda: tc.check_throw(LEAD, exploding(HAND), TRUMP),
        lambda: tc.throw_stands(LEAD, exploding(HAND), TRUMP),
        lambda: tc.trick_winner(exploding(LEAD), TRUMP),
        lambda: tc.check_follow(PLAY, HAND, LEAD, TRUMP, None, exploding(of("AA"))),
        lambda: tc.kitty_multiplier(LEAD, TRUMP, None, exploding(of("AA"))),
        lambda: tc.format_cards(exploding(1)),
        lambda: tc.level_change(Index(Boom())),
        lambda: tc.suit_of(Index(Boom()), TRUMP),
    ):
        with pytest.raises(Boom):
            call()


# --- Cards --------------------------------------------------------------------------------------

BAD_CARDS = [
    (None, TypeError),
    (0, TypeError),
    (HUGE, TypeError),
    (1.5, TypeError),
    (math.nan, TypeError),
    (True, TypeError),
    (object(), TypeError),
    (b"As", TypeError),
    (bytearray(54), TypeError),
    (memoryview(b"\0"), TypeError),
    (TRUMP, TypeError),
    (UNIT, TypeError),
    (RULES, TypeError),
    ([None], TypeError),
    ([1.5], TypeError),
    ([math.nan], TypeError),
    ([True], TypeError),
    ([b"As"], TypeError),
    ([[0]], TypeError),
    ([tc.Cards("As")], TypeError),
    (RECURSIVE, TypeError),
    ({0: None}, TypeError),
    ({0: 1.0}, TypeError),
    ({0: True}, TypeError),
    ({None: 1}, TypeError),
    ({1.5: 1}, TypeError),
    (np.array([0.5]), TypeError),
    (np.array([0.0]), TypeError),
    (np.array([[0, 1]]), TypeError),
    (np.array([True]), TypeError),
    (np.array(5), TypeError),
    (np.float64(1), TypeError),
    (np.array([None]), TypeError),
    ([Index("1")], TypeError),
    ([Index(1.5)], TypeError),
    ([54], tc.CardsError),
    ([-1], tc.CardsError),
    ([HUGE], tc.CardsError),
    ([-HUGE], tc.CardsError),
    ([2**64], tc.CardsError),
    ([2**32], tc.CardsError),
    ([0, 0, 0, 0], tc.CardsError),
    ([0] * 100_000, tc.CardsError),
    ("As As As As", tc.CardsError),
    ("BJ BJ BJ BJ", tc.CardsError),
    ({0: 4}, tc.CardsError),
    ({0: -1}, tc.CardsError),
    ({0: HUGE}, tc.CardsError),
    ({54: 1}, tc.CardsError),
    ({0: 2, "2d": 2}, tc.CardsError),
    (np.array([54]), tc.CardsError),
    (np.array([255], dtype=np.uint8), tc.CardsError),
    (np.array([2**63], dtype=np.uint64), tc.CardsError),
    ("Xs", tc.NotationError),
    ("A", tc.NotationError),
    ("1s", tc.NotationError),
    ("11s", tc.NotationError),
    ("Ax", tc.NotationError),
    ("sA", tc.NotationError),
    ("As, Kh", tc.NotationError),
    ("CJ", tc.NotationError),
    ("?", tc.NotationError),
    ("As\0", tc.NotationError),
    ("\ud800", tc.NotationError),
    ("黑桃", tc.NotationError),
    ("王", tc.NotationError),
    ("🂡", tc.NotationError),
    ("A" * 100_000, tc.NotationError),
    (["Xs"], tc.NotationError),
    (["As As"], tc.NotationError),
    ([""], tc.NotationError),
    ({"Xs": 1}, tc.NotationError),
    (np.array(["Xs"]), tc.NotationError),
]


@pytest.mark.parametrize(
    ("source", "expected"), BAD_CARDS, ids=[f"{label(source)}" for source, _ in BAD_CARDS]
)
def test_bad_cards(source, expected):
    with pytest.raises(expected) as caught:
        tc.Cards(source)
    if expected is not TypeError:
        assert type(caught.value) is expected
        assert isinstance(caught.value, tc.TractorError)
        assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("text", "position", "token"),
    [
        ("As Xx", 3, "Xx"),
        ("Xx As", 0, "Xx"),
        ("As  Kh   1s", 9, "1s"),
        ("黑桃A Zz", 4, "Zz"),
        ("A♠ K♡ Q?", 6, "Q?"),
        ("As Kh 1", 6, "1"),
        ("2d " * 2 + "10", 6, "10"),
    ],
)
def test_a_notation_error_says_where(text, position, token):
    with pytest.raises(tc.NotationError) as caught:
        tc.Cards(text)
    assert caught.value.text == text
    assert caught.value.position == position
    assert text[position:].startswith(token)
    assert f"{position}" in str(caught.value)


def test_a_notation_error_of_one_card_says_where_in_the_text_given():
    for call in (tc.parse_kind, lambda text: tc.suit_of(text, TRUMP)):
        with pytest.raises(tc.NotationError) as caught:
            call("  Xx")
        assert (caught.value.text, caught.value.position) == ("  Xx", 2)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (None, TypeError),
        (54, TypeError),
        ("0" * 54, TypeError),
        ([None] * 54, TypeError),
        ([0.0] * 54, TypeError),
        ([False] * 54, TypeError),
        (np.zeros(54), TypeError),
        ([], tc.CardsError),
        ([0] * 53, tc.CardsError),
        ([0] * 55, tc.CardsError),
        ([0] * 53 + [4], tc.CardsError),
        ([0] * 53 + [-1], tc.CardsError),
        ([0] * 53 + [HUGE], tc.CardsError),
        (b"\x04" + bytes(53), tc.CardsError),
        (np.full(54, 255, dtype=np.uint8), tc.CardsError),
        (np.zeros((54, 1), dtype=np.float32), TypeError),
    ],
    ids=lambda value: label(value)[:30] if not isinstance(value, type) else value.__name__,
)
def test_bad_counts(counts, expected):
    with pytest.raises(expected):
        tc.Cards.from_counts(counts)


@pytest.mark.parametrize(
    ("planes", "expected"),
    [
        ((0, 0), TypeError),
        ((0, 0, 0, 0), TypeError),
        ((None, 0, 0), TypeError),
        ((1.0, 0, 0), TypeError),
        (("1", 0, 0), TypeError),
        ((1 << 54, 0, 0), tc.CardsError),
        ((-1, 0, 0), tc.CardsError),
        ((HUGE, 0, 0), tc.CardsError),
        ((0, 1, 0), tc.CardsError),
        ((1, 0, 1), tc.CardsError),
        ((1, 2, 0), tc.CardsError),
        (((1 << 54) - 1, (1 << 54) - 1, 1 << 54), tc.CardsError),
    ],
)
def test_bad_planes(planes, expected):
    with pytest.raises(expected):
        tc.Cards.from_planes(*planes)


def test_good_planes():
    """So that the refusals above are not those of everything."""
    full = (1 << 54) - 1
    assert len(tc.Cards.from_planes(0, 0, 0)) == 0
    assert len(tc.Cards.from_planes(full, full, full)) == 162
    assert tc.Cards.from_planes(1 << 53, 0, 0) == tc.Cards("BJ")
    assert tc.Cards.from_planes(np.uint64(3), np.uint64(1), np.uint64(1)) == tc.Cards("2d 2d 2d 3d")


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        pytest.param(lambda: HAND + "As", TypeError, id="+ str"),
        pytest.param(lambda: "As" + HAND, TypeError, id="str +"),
        pytest.param(lambda: HAND + 1, TypeError, id="+ int"),
        pytest.param(lambda: HAND + None, TypeError, id="+ None"),
        pytest.param(lambda: HAND - "As", TypeError, id="- str"),
        pytest.param(lambda: HAND - [0], TypeError, id="- list"),
        pytest.param(lambda: HAND & 3, TypeError, id="& int"),
        pytest.param(lambda: HAND | {0}, TypeError, id="| set"),
        pytest.param(lambda: HAND <= "As", TypeError, id="<= str"),
        pytest.param(lambda: HAND < 5, TypeError, id="< int"),
        pytest.param(lambda: HAND >= None, TypeError, id=">= None"),
        pytest.param(lambda: HAND > [0], TypeError, id="> list"),
        pytest.param(lambda: HAND * 2, TypeError, id="* int"),
        pytest.param(lambda: -HAND, TypeError, id="unary -"),
        pytest.param(lambda: HAND[0], TypeError, id="indexing"),
        pytest.param(lambda: None in HAND, TypeError, id="None in"),
        pytest.param(lambda: 1.5 in HAND, TypeError, id="float in"),
        pytest.param(lambda: True in HAND, TypeError, id="bool in"),
        pytest.param(lambda: [0] in HAND, TypeError, id="list in"),
        pytest.param(lambda: "Xs" in HAND, tc.NotationError, id="bad notation in"),
        pytest.param(lambda: 54 in HAND, tc.CardsError, id="54 in"),
        pytest.param(lambda: HAND.count(54), tc.CardsError, id="count 54"),
        pytest.param(lambda: HAND.count(-1), tc.CardsError, id="count -1"),
        pytest.param(lambda: HAND.count(HUGE), tc.CardsError, id="count huge"),
        pytest.param(lambda: HAND.count(None), TypeError, id="count None"),
        pytest.param(lambda: HAND.count(1.0), TypeError, id="count float"),
        pytest.param(lambda: HAND - tc.Cards("BJ"), tc.CardsError, id="- not held"),
        pytest.param(lambda: HAND - of("333"), tc.CardsError, id="- one copy too many"),
        pytest.param(lambda: of("333") + of("3"), tc.CardsError, id="+ a fourth copy"),
        pytest.param(lambda: tc.Cards("As", "Kh"), TypeError, id="two arguments"),
        pytest.param(lambda: tc.Cards(cards="As"), TypeError, id="by keyword"),
        pytest.param(lambda: tc.parse_kind(""), tc.NotationError, id="parse_kind of nothing"),
        pytest.param(lambda: tc.parse_kind("As As"), tc.NotationError, id="parse_kind of two"),
        pytest.param(lambda: tc.parse_kind("54"), tc.NotationError, id="parse_kind of a number"),
        pytest.param(lambda: tc.parse_kind("A\0s"), tc.NotationError, id="parse_kind with NUL"),
        pytest.param(lambda: tc.format_kind(54), tc.CardsError, id="format_kind 54"),
        pytest.param(lambda: tc.format_kind(-1), tc.CardsError, id="format_kind -1"),
        pytest.param(lambda: tc.format_kind(HUGE), tc.CardsError, id="format_kind huge"),
        pytest.param(lambda: tc.format_cards([54]), tc.CardsError, id="format_cards 54"),
        pytest.param(lambda: tc.format_cards([0, -1]), tc.CardsError, id="format_cards -1"),
        pytest.param(
            lambda: tc.format_cards(HAND, "roman"), tc.NotationError, id="format_cards style"
        ),
        pytest.param(lambda: tc.format_kind(0, "roman"), tc.NotationError, id="format_kind style"),
        pytest.param(lambda: tc.suit_of(54, TRUMP), tc.CardsError, id="suit_of 54"),
        pytest.param(lambda: tc.suit_of(-1, TRUMP), tc.CardsError, id="suit_of -1"),
        pytest.param(lambda: tc.suit_of(HUGE, TRUMP), tc.CardsError, id="suit_of huge"),
        pytest.param(lambda: tc.suit_of("Xs", TRUMP), tc.NotationError, id="suit_of Xs"),
        pytest.param(lambda: tc.suit_of("As As", TRUMP), tc.NotationError, id="suit_of two"),
    ],
)
def test_bad_use_of_cards(call, expected):
    with pytest.raises(expected):
        call()


def test_cards_are_unlike_anything_else():
    for other in (None, 0, "As", b"As", (0,), [0], {0: 1}, object(), TRUMP, np.int8(1)):
        assert tc.Cards("As") != other
        assert (tc.Cards("As") == other) is False


def test_iterables_without_an_end_are_refused():
    for call in (
        lambda: tc.Cards(repeat(0)),
        lambda: tc.Cards.from_counts(repeat(0)),
        lambda: tc.check_throw(LEAD, repeat(HAND), TRUMP),
        lambda: tc.trick_winner(repeat(LEAD), TRUMP),
        lambda: tc.check_follow(PLAY, HAND, LEAD, TRUMP, None, repeat(of("A"))),
        lambda: tc.kitty_multiplier(LEAD, TRUMP, None, repeat(of("A"))),
    ):
        with pytest.raises(tc.CardsError):
            call()


def test_a_subclass_of_str_is_a_str():
    text = np.array(["As", "Kh"])
    assert tc.Cards(text) == tc.Cards("As Kh")
    assert tc.Cards(text[0]) == tc.Cards("As")
    assert tc.parse_kind(text[0]) == 51
    assert text[0] in tc.Cards("As")
    assert tc.Trump(np.str_("10"), np.str_("h")) == TRUMP


# --- Trump and Rules ----------------------------------------------------------------------------

BAD_TRUMPS = [
    ((None,), {}, TypeError),
    ((1.5,), {}, TypeError),
    ((math.nan,), {}, TypeError),
    ((True,), {}, TypeError),
    ((b"10",), {}, TypeError),
    (([10],), {}, TypeError),
    ((object(),), {}, TypeError),
    ((np.float64(10),), {}, TypeError),
    ((HAND,), {}, TypeError),
    ((1,), {}, tc.RulesError),
    ((15,), {}, tc.RulesError),
    ((0,), {}, tc.RulesError),
    ((-2,), {}, tc.RulesError),
    ((HUGE,), {}, tc.RulesError),
    (("",), {}, tc.RulesError),
    (("1",), {}, tc.RulesError),
    (("11",), {}, tc.RulesError),
    (("SJ",), {}, tc.RulesError),
    (("As",), {}, tc.RulesError),
    (("10h",), {}, tc.RulesError),
    (("\0",), {}, tc.RulesError),
    (("\ud800",), {}, tc.RulesError),
    (("10", 2), {}, TypeError),
    (("10", 1.5), {}, TypeError),
    (("10", b"h"), {}, TypeError),
    (("10", True), {}, TypeError),
    (("10", ["h"]), {}, TypeError),
    (("10", object()), {}, TypeError),
    (("10", ""), {}, tc.RulesError),
    (("10", "x"), {}, tc.RulesError),
    (("10", "hh"), {}, tc.RulesError),
    (("10", "trump"), {}, tc.RulesError),
    (("10", "\ud800"), {}, tc.RulesError),
    (("10", "h", True), {}, TypeError),
    (("10", "h"), {"permanent_twos": 1}, TypeError),
    (("10", "h"), {"permanent_twos": None}, TypeError),
    (("10", "h"), {"permanent_twos": "yes"}, TypeError),
    (("10", "h"), {"no_trump_levels": "none"}, tc.RulesError),
    (("10", "h"), {"no_trump_levels": None}, TypeError),
    (("10", "h"), {"gap_adjacent": 1}, TypeError),
    (("10", "h"), {"level_tractors": "no"}, TypeError),
    (("10", "h"), {"kitty": "none"}, TypeError),
    ((), {}, TypeError),
]


@pytest.mark.parametrize(
    ("args", "options", "expected"),
    BAD_TRUMPS,
    ids=[f"{[label(arg) for arg in args]} {options or ''}" for args, options, _ in BAD_TRUMPS],
)
def test_bad_trump(args, options, expected):
    with pytest.raises(expected):
        tc.Trump(*args, **options)
    with pytest.raises(expected):
        tc.Rules().trump(*args, **options)


BAD_RULES = [
    ({"decks": None}, TypeError),
    ({"decks": "2"}, TypeError),
    ({"decks": 2.0}, TypeError),
    ({"decks": True}, TypeError),
    ({"decks": [2]}, TypeError),
    ({"decks": np.float64(2)}, TypeError),
    ({"decks": 0}, tc.RulesError),
    ({"decks": 4}, tc.RulesError),
    ({"decks": -1}, tc.RulesError),
    ({"decks": HUGE}, tc.RulesError),
    ({"decks": 2**32 + 2}, tc.RulesError),
    ({"throw_penalty": -1}, tc.RulesError),
    ({"throw_penalty": 101}, tc.RulesError),
    ({"throw_penalty": HUGE}, tc.RulesError),
    ({"throw_penalty": 10.0}, TypeError),
    ({"throw_penalty": "10"}, TypeError),
    ({"throw_penalty": None}, TypeError),
    ({"throw_against": "partner"}, tc.RulesError),
    ({"throw_against": 0}, TypeError),
    ({"throw_against": None}, TypeError),
    ({"throw_against": b"others"}, TypeError),
    ({"throw_against": ["others"]}, TypeError),
    ({"failed_throw": "highest"}, tc.RulesError),
    ({"failed_throw": ""}, tc.RulesError),
    ({"failed_throw": "LOWEST"}, tc.RulesError),
    ({"kitty": "double"}, tc.RulesError),
    ({"kitty": 2}, TypeError),
    ({"kitty": {}}, TypeError),
    ({"kitty_units": "both"}, tc.RulesError),
    ({"kitty_units": False}, TypeError),
    ({"level_table": "ninety"}, tc.RulesError),
    ({"level_table": 80}, TypeError),
    ({"level_table": "titanic"}, tc.RulesError),
    ({"kitty": "flat", "kitty_flat": (1, 2)}, tc.RulesError),
    ({"kitty": "flat", "kitty_flat": (1, 2, 4, 8)}, tc.RulesError),
    ({"kitty": "flat", "kitty_flat": (1, 2, -4)}, tc.RulesError),
    ({"kitty": "flat", "kitty_flat": (1, 2, HUGE)}, tc.RulesError),
    ({"kitty": "flat", "kitty_flat": (1, 2, "4")}, TypeError),
    ({"kitty": "flat", "kitty_flat": (1, 2, 4.0)}, TypeError),
    ({"kitty": "flat", "kitty_flat": "124"}, TypeError),
    ({"kitty": "flat", "kitty_flat": 4}, TypeError),
    ({"kitty": "flat", "kitty_flat": None}, TypeError),
    ({"kitty_flat": (1, 2, 4)}, tc.RulesError),
    ({"titanic_answer": "no_such_value"}, tc.RulesError),
    ({"titanic_answer": 1}, TypeError),
    ({"follow_tractor": "no_such_value"}, tc.RulesError),
    ({"follow_tractor": 1}, TypeError),
    ({"short_tractor": "no_such_value"}, tc.RulesError),
    ({"short_tractor": 1}, TypeError),
    ({"throw_answer": "no_such_value"}, tc.RulesError),
    ({"throw_answer": 1}, TypeError),
    ({"draw": "no_such_value"}, tc.RulesError),
    ({"draw": 1}, TypeError),
    ({"ruff_compare": "no_such_value"}, tc.RulesError),
    ({"ruff_compare": 1}, TypeError),
    ({"ruff_cover": "no_such_value"}, tc.RulesError),
    ({"ruff_cover": 1}, TypeError),
    ({"permanent_twos": 1}, TypeError),
    ({"no_trump_levels": "none"}, tc.RulesError),
    ({"no_trump_levels": True}, TypeError),
    ({"gap_adjacent": "True"}, TypeError),
    ({"level_tractors": None}, TypeError),
    ({"no_such_option": 1}, tc.RulesError),
]


@pytest.mark.parametrize(
    ("options", "expected"), BAD_RULES, ids=[label(options) for options, _ in BAD_RULES]
)
def test_bad_rules(options, expected):
    with pytest.raises(expected):
        tc.Rules(**options)


def test_rules_take_no_positional_arguments():
    with pytest.raises(TypeError):
        tc.Rules(2)


# --- Wrong values -------------------------------------------------------------------------------

MIXED = tc.Cards("As Kd")
NONE = tc.Cards()
BAD_VALUES = [
    ("Unit", lambda: tc.Unit(NONE, TRUMP), tc.CardsError),
    ("Unit of two units", lambda: tc.Unit(of("AA K"), TRUMP), tc.CardsError),
    ("Unit of two suits", lambda: tc.Unit(MIXED, TRUMP), tc.CardsError),
    ("Unit of a broken run", lambda: tc.Unit(of("3355"), TRUMP), tc.CardsError),
    ("decompositions of two suits", lambda: list(tc.decompositions(MIXED, TRUMP)), tc.CardsError),
    ("decompositions of nothing", lambda: list(tc.decompositions(NONE, TRUMP)), tc.CardsError),
    ("check_throw of nothing", lambda: tc.check_throw(NONE, [], TRUMP), tc.CardsError),
    ("check_throw of two suits", lambda: tc.check_throw(MIXED, [], TRUMP), tc.CardsError),
    ("check_throw of a level card and its suit",
     lambda: tc.check_throw(tc.Cards("Ts 9s"), [], TRUMP), tc.CardsError),
    ("check_throw, four others", lambda: tc.check_throw(LEAD, [HAND] * 4, TRUMP), tc.CardsError),
    ("check_throw, a thousand others",
     lambda: tc.check_throw(LEAD, [HAND] * 1000, TRUMP), tc.CardsError),
    ("throw_stands of nothing", lambda: tc.throw_stands(NONE, [], TRUMP), tc.CardsError),
    ("throw_stands of two suits", lambda: tc.throw_stands(MIXED, [], TRUMP), tc.CardsError),
    ("throw_stands, four others", lambda: tc.throw_stands(LEAD, [HAND] * 4, TRUMP), tc.CardsError),
    ("check_follow, no lead", lambda: tc.check_follow(PLAY, HAND, NONE, TRUMP), tc.CardsError),
    ("check_follow, mixed lead", lambda: tc.check_follow(PLAY, HAND, MIXED, TRUMP), tc.CardsError),
    ("is_legal_follow, no lead",
     lambda: tc.is_legal_follow(NONE, HAND, NONE, TRUMP), tc.CardsError),
    ("is_legal_follow, mixed lead",
     lambda: tc.is_legal_follow(PLAY, HAND, MIXED, TRUMP), tc.CardsError),
    ("legal_follows, no lead", lambda: list(tc.legal_follows(HAND, NONE, TRUMP)), tc.CardsError),
    ("legal_follows, mixed lead",
     lambda: list(tc.legal_follows(HAND, MIXED, TRUMP)), tc.CardsError),
    ("count_legal_follows, no lead",
     lambda: tc.count_legal_follows(HAND, NONE, TRUMP), tc.CardsError),
    ("count_legal_follows, mixed lead",
     lambda: tc.count_legal_follows(HAND, MIXED, TRUMP), tc.CardsError),
    ("random_legal_follow, no lead",
     lambda: tc.random_legal_follow(HAND, NONE, TRUMP, rng=1), tc.CardsError),
    ("random_legal_follow, short hand",
     lambda: tc.random_legal_follow(of("3"), LEAD, TRUMP, rng=1), tc.CardsError),
    ("random_legal_follow, empty hand",
     lambda: tc.random_legal_follow(NONE, LEAD, TRUMP, rng=1), tc.CardsError),
    ("random_legal_follow, negative seed",
     lambda: tc.random_legal_follow(HAND, LEAD, TRUMP, rng=-1), ValueError),
    ("trick_winner of no plays", lambda: tc.trick_winner([], TRUMP), tc.CardsError),
    ("trick_winner of five plays", lambda: tc.trick_winner([LEAD] * 5, TRUMP), tc.CardsError),
    ("trick_winner of unequal plays",
     lambda: tc.trick_winner([LEAD, of("K")], TRUMP), tc.CardsError),
    ("trick_winner of a longer play",
     lambda: tc.trick_winner([of("K"), LEAD], TRUMP), tc.CardsError),
    ("trick_winner of an empty play",
     lambda: tc.trick_winner([LEAD, NONE], TRUMP), tc.CardsError),
    ("trick_winner of empty plays", lambda: tc.trick_winner([NONE] * 4, TRUMP), tc.CardsError),
    ("trick_winner of a mixed lead", lambda: tc.trick_winner([MIXED] * 4, TRUMP), tc.CardsError),
    ("can_ruff, no lead", lambda: tc.can_ruff(NONE, NONE, TRUMP), tc.CardsError),
    ("can_ruff, mixed lead", lambda: tc.can_ruff(PLAY, MIXED, TRUMP), tc.CardsError),
    ("unit_beaten_by, another trump",
     lambda: tc.unit_beaten_by(tc.Unit(of("8899"), TRUMP), HAND, tc.Trump("9", "s")),
     tc.CardsError),
    ("kitty_multiplier of nothing", lambda: tc.kitty_multiplier(NONE, TRUMP), tc.CardsError),
    ("kitty_multiplier of two suits", lambda: tc.kitty_multiplier(MIXED, TRUMP), tc.CardsError),
    ("kitty_multiplier, nothing led",
     lambda: tc.kitty_multiplier(LEAD, TRUMP, None, NONE), tc.CardsError),
    ("kitty_multiplier, no units led",
     lambda: tc.kitty_multiplier(LEAD, TRUMP, None, []), tc.CardsError),
    ("kitty_multiplier, mixed lead",
     lambda: tc.kitty_multiplier(of("AA"), TRUMP, None, MIXED), tc.CardsError),
    ("kitty_multiplier, unequal lead",
     lambda: tc.kitty_multiplier(LEAD, TRUMP, None, of("AA")), tc.CardsError),
    ("kitty_multiplier, four copies led",
     lambda: tc.kitty_multiplier(of("AAKK"), TRUMP, None, [of("AA"), of("AA")]), tc.CardsError),
    ("level_change, last trick of nobody",
     lambda: tc.level_change(80, last_trick="nobody"), tc.RulesError),
    ("level_change, last trick by seat", lambda: tc.level_change(80, last_trick=0), TypeError),
    ("level_change, last trick by place", lambda: tc.level_change(80, RULES, "dealer"), TypeError),
    ("level_change, huge", lambda: tc.level_change(HUGE), tc.RulesError),
    ("level_change, huge and negative", lambda: tc.level_change(-HUGE), tc.RulesError),
    ("level_change, 2 ** 32 + 80", lambda: tc.level_change(2**32 + 80), tc.RulesError),
    ("level_change, forty_five without the last trick",
     lambda: tc.level_change(45, tc.Rules(decks=1, level_table="forty_five", kitty="none")),
     tc.RulesError),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "expected"), [pytest.param(call, error, id=name) for name, call, error in BAD_VALUES]
)
def test_bad_value(call, expected):
    with pytest.raises(expected) as caught:
        call()
    assert type(caught.value) is expected


# Units that do not partition AA K.
BAD_UNITS = [
    ("none", []),
    ("too few", [of("AA")]),
    ("too many", [of("AA"), of("K"), of("Q")]),
    ("one twice", [of("AA"), of("AA"), of("K")]),
    ("other cards", [of("AA"), of("Q")]),
    ("another suit", [of("AA"), of("K", "d")]),
    ("no unit", [of("A"), of("A K")]),
    ("two suits", [of("AA"), tc.Cards("Ks Kd")]),
    ("an empty one", [of("AA"), of("K"), NONE]),
    ("many", [of("A")] * 500),
    ("units of the lead twice", [tc.Unit(of("AA"), TRUMP), tc.Unit(of("K"), TRUMP)] * 2),
]
WITH_UNITS = {
    "check_throw": (LEAD, [HAND], TRUMP, None),
    "throw_stands": (LEAD, [HAND], TRUMP, None),
    "check_follow": (PLAY, HAND, LEAD, TRUMP, None),
    "is_legal_follow": (PLAY, HAND, LEAD, TRUMP, None),
    "legal_follows": (HAND, LEAD, TRUMP, None),
    "count_legal_follows": (HAND, LEAD, TRUMP, None),
    "random_legal_follow": (HAND, LEAD, TRUMP, None),
    "trick_winner": ([LEAD, PLAY], TRUMP, None),
    "can_ruff": (PLAY, LEAD, TRUMP, None),
}


@pytest.mark.parametrize("name", WITH_UNITS)
@pytest.mark.parametrize("units", [pytest.param(units, id=name) for name, units in BAD_UNITS])
def test_units_that_are_no_partition(name, units):
    call = drained(getattr(tc, name))
    for given in (units, iter(units), tuple(units)):
        with pytest.raises(tc.CardsError):
            call(*WITH_UNITS[name], given)
    assert not isinstance(call(*WITH_UNITS[name], [of("K"), of("AA")]), Exception)


def test_units_of_another_trump_are_read_anew():
    """A Unit is what its cards are under the trump of the call."""
    gap = tc.Unit(of("5577"), tc.Trump("6", "h"))
    with pytest.raises(tc.CardsError):
        tc.check_throw(of("5577"), [], TRUMP, None, [gap])
    side = tc.Unit(of("99"), tc.Trump("10", "s"))
    assert side.suit == "trump"
    assert tc.is_legal_follow(of("33"), of("33 8"), of("99"), TRUMP, None, [side])


def test_a_hand_too_short_to_follow():
    for hand in (NONE, of("3"), tc.Cards("4d BJ")):
        assert tc.count_legal_follows(hand, LEAD, TRUMP) == 0
        assert list(tc.legal_follows(hand, LEAD, TRUMP)) == []
        assert not tc.is_legal_follow(hand, hand, LEAD, TRUMP)


def test_can_ruff_of_unequal_plays_is_false():
    for play in (NONE, of("9", "h"), of("99 88", "h")):
        assert tc.can_ruff(play, LEAD, TRUMP) is False


# --- Illegal plays ------------------------------------------------------------------------------

ORDERED = [
    "EMPTY",
    "WRONG_COUNT",
    "NOT_HELD",
    "NOT_YOUR_TURN",
    "MIXED_SUITS",
    "MUST_FOLLOW_SUIT",
    "MUST_PLAY_TITANIC",
    "MUST_PLAY_TRACTOR",
    "MUST_PLAY_TRIPLE",
    "MUST_PLAY_PAIR",
]


def test_reasons():
    assert [reason.name for reason in tc.Reason] == ORDERED
    assert [reason.value for reason in tc.Reason] == [name.lower() for name in ORDERED]


# Each play breaks what its reason says, and all that come later that the position allows.
FIRST_REASONS = [
    ("", "AA K", "33 66 8", "EMPTY", "F1"),
    ("9s 9s 9s Js", "AA K", "33 66 8", "WRONG_COUNT", "F1"),
    ("3d", "AA K", "33 66 8", "WRONG_COUNT", "F1"),
    ("3d 4d 5d", "AA K", "33 66 8", "NOT_HELD", "F1"),
    ("3s 3s 3s", "AA K", "33 66 8", "NOT_HELD", "F1"),
    ("3s 6s 4d", "AA K", "33 66 8", "MUST_FOLLOW_SUIT", "F1"),
    ("4d", "A", "3", "MUST_FOLLOW_SUIT", "F1"),
    ("3s 4s 6s 8s 9s Js Qs Ks", "AAAKKK QQ", "333444 66 89JQK", "MUST_PLAY_TITANIC", "F2"),
    ("3s 4s 6s 7s 8s 9s Js", "AAKK 888", "3344 666 789JQ", "MUST_PLAY_TRACTOR", "F2"),
    ("3s 5s 7s 8s Js", "AAA 88", "333 55 78J", "MUST_PLAY_TRIPLE", "F2"),
    ("3s 6s 8s", "AA K", "33 66 8", "MUST_PLAY_PAIR", "F2"),
]


@pytest.mark.parametrize(
    ("play", "lead", "hand", "reason", "rule"),
    FIRST_REASONS,
    ids=[f"{row[3]} {row[0]}" for row in FIRST_REASONS],
)
def test_the_first_reason_that_applies(play, lead, hand, reason, rule):
    play, lead, hand = tc.Cards(play), of(lead), of(hand) + tc.Cards("4d")
    with pytest.raises(tc.IllegalPlay) as caught:
        tc.check_follow(play, hand, lead, TRUMP, tc.Rules(decks=3))
    error = caught.value
    assert (error.reason.name, error.rule) == (reason, rule)
    assert (error.play, error.hand, error.lead) == (play, hand, lead)
    for cards in (play, hand, lead):
        assert str(cards) in str(error)
    assert isinstance(error, (tc.TractorError, ValueError))
    assert not tc.is_legal_follow(play, hand, lead, TRUMP)


def raised(call):
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


ERRORS = {
    "IllegalPlay": raised(lambda: tc.check_follow(of("38"), of("33 8"), of("AA"), TRUMP)),
    "NotationError": raised(lambda: tc.Cards("As Xx")),
    "CardsError": raised(lambda: tc.Cards("As As As As")),
    "RulesError": raised(lambda: tc.Rules(decks=4)),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_pickle_and_copy(name):
    error = ERRORS[name]
    assert type(error) is getattr(tc, name)
    assert issubclass(type(error), (tc.TractorError, ValueError))
    twins = [copy.copy(error), copy.deepcopy(error)]
    twins += [
        pickle.loads(pickle.dumps(error, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for twin in twins:
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


def test_nothing_changes_when_a_call_raises():
    before = [str(HAND), str(LEAD), str(PLAY), hash(HAND), repr(TRUMP), repr(RULES)]
    others = [HAND, HAND]
    for call in (
        lambda: tc.check_follow(of("3 6 8"), HAND, LEAD, TRUMP, RULES),
        lambda: tc.check_throw(LEAD, [*others, "x"], TRUMP, RULES),
        lambda: HAND - tc.Cards("BJ"),
        lambda: HAND + HAND,
    ):
        with pytest.raises((TypeError, ValueError)):
            call()
    assert others == [HAND, HAND]
    assert before == [str(HAND), str(LEAD), str(PLAY), hash(HAND), repr(TRUMP), repr(RULES)]


def test_a_refused_draw_leaves_the_generator_alone():
    rng = np.random.default_rng(5)
    state = rng.bit_generator.state
    with pytest.raises(tc.CardsError):
        tc.random_legal_follow(of("3"), LEAD, TRUMP, rng=rng)
    with pytest.raises(tc.CardsError):
        tc.random_legal_follow(HAND, MIXED, TRUMP, rng=rng)
    assert rng.bit_generator.state == state


# --- Immutability, equality, copies -------------------------------------------------------------

OBJECTS = {
    "Cards": (HAND, lambda: tc.Cards(str(HAND)), LEAD),
    "empty Cards": (NONE, lambda: tc.Cards([]), LEAD),
    "Cards of an operator": (HAND, lambda: (HAND + of("J")) - of("J"), LEAD),
    "Cards of counts": (HAND, lambda: tc.Cards.from_counts(HAND.counts()), LEAD),
    "Cards of a verb": (LEAD, lambda: tc.check_throw(LEAD, [], TRUMP).led, HAND),
    "empty Cards of a verb": (NONE, lambda: tc.check_throw(LEAD, [], TRUMP).returned, LEAD),
    "Cards of a unit": (of("KK"), lambda: UNIT.cards, LEAD),
    "Trump": (TRUMP, lambda: tc.Trump(10, "♥"), tc.Trump("10", "s")),
    "NT Trump": (
        tc.Trump("A", permanent_twos=True),
        lambda: tc.Trump("a", "NT", permanent_twos=True),
        tc.Trump("A"),
    ),
    "Rules": (RULES, lambda: tc.Rules(decks=2), tc.Rules(decks=3)),
    "Rules with a table": (
        tc.Rules(level_table="eighty_up", kitty="flat", kitty_flat=(1, 2, 4)),
        lambda: tc.Rules(level_table="eighty_up", kitty="flat", kitty_flat=(1, 2, 4)),
        tc.Rules(level_table="eighty_up"),
    ),
    "Unit": (UNIT, lambda: tc.decompose(of("KK"), TRUMP)[0], tc.Unit(of("QQ"), TRUMP)),
    "ThrowResult": (
        tc.check_throw(of("98844"), [of("J 55")], TRUMP),
        lambda: tc.check_throw(of("44889"), [of("55 J")], TRUMP),
        tc.check_throw(of("98844"), [], TRUMP),
    ),
    "LevelChange": (tc.level_change(120), lambda: tc.level_change(155), tc.level_change(0)),
}
objects = pytest.mark.parametrize("name", OBJECTS)


def snapshot(thing):
    """All that can be seen of an object."""
    seen = {}
    for attribute in dir(thing):
        if not attribute.startswith("_"):
            value = getattr(thing, attribute)
            seen[attribute] = "method" if callable(value) else value
    return repr(thing), str(thing), hash(thing), seen


@objects
def test_equality_and_hash(name):
    thing, make, other = OBJECTS[name]
    twin = make()
    assert thing == twin
    assert (thing != twin) is False
    assert hash(thing) == hash(twin)
    assert thing != other
    assert {thing: 1}[twin] == 1
    assert len({thing, twin, other}) == 2
    for stranger in (None, 0, "", (), object(), str(thing)):
        assert thing != stranger
    assert len({repr(thing), repr(other)}) == 2
    assert repr(thing) == repr(twin)


@objects
def test_pickle_and_copy(name):
    thing, _, _ = OBJECTS[name]
    twins = [copy.copy(thing), copy.deepcopy(thing), copy.deepcopy([thing])[0]]
    twins += [
        pickle.loads(pickle.dumps(thing, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for twin in twins:
        assert type(twin) is type(thing)
        assert twin == thing
        assert snapshot(twin) == snapshot(thing)


@objects
def test_attributes_cannot_be_set_or_deleted(name):
    thing, other = OBJECTS[name][1](), OBJECTS[name][2]
    before = snapshot(thing)
    names = [attribute for attribute in dir(thing) if not attribute.startswith("_")]
    for attribute in [*names, "no_such_attribute", "__dict__", "__class__"]:
        for value in (None, 3, getattr(other, attribute, 0)):
            with pytest.raises((AttributeError, TypeError)):
                setattr(thing, attribute, value)
        with pytest.raises((AttributeError, TypeError)):
            delattr(thing, attribute)
    assert snapshot(thing) == before


@objects
def test_initialising_again_changes_nothing(name):
    thing, other = OBJECTS[name][1](), OBJECTS[name][2]
    before = snapshot(thing)
    for args, kwargs in [
        ((), {}),
        ((other,), {}),
        (("As",), {}),
        (("2", "s"), {}),
        ((of("QQ"), TRUMP), {}),
        ((), {"decks": 3}),
        ((), {"level_table": "eighty"}),
        ((None, None, None), {}),
    ]:
        with contextlib.suppress(Exception):
            thing.__init__(*args, **kwargs)
        assert snapshot(thing) == before


@objects
def test_setting_a_state_changes_nothing(name):
    thing, other = OBJECTS[name][1](), OBJECTS[name][2]
    before = snapshot(thing)
    states = [None, (), (1, 2, 3), {}, {"decks": 3}, {"p": 1}, 0, "As", (0, 0, 0), [None]]
    reduced = other.__reduce_ex__(2)
    states += [part for part in reduced if not callable(part)]
    for attribute in dir(thing):
        if "setstate" in attribute:
            for state in states:
                with contextlib.suppress(Exception):
                    getattr(thing, attribute)(state)
    assert snapshot(thing) == before


@objects
def test_an_object_made_without_its_constructor_is_harmless(name):
    """`__new__` alone refuses, or makes something that every verb can bear."""
    thing, _, _ = OBJECTS[name]
    cls = type(thing)
    with pytest.raises(TypeError):
        object.__new__(cls)
    try:
        blank = cls.__new__(cls)
    except TypeError:
        return
    assert isinstance(repr(blank), str)
    assert isinstance(hash(blank), int)
    assert blank == blank
    for verb, slots in VERBS.items():
        for place in range(len(slots)):
            args = [good for _, good in slots]
            args[place] = blank
            with contextlib.suppress(TypeError, ValueError):
                drained(getattr(tc, verb))(*args)
            if slots[place][0] in ("hands", "units"):
                args[place] = [blank]
                with contextlib.suppress(TypeError, ValueError):
                    drained(getattr(tc, verb))(*args)
    assert blank == blank


@objects
def test_subclasses_are_refused_or_behave(name):
    """A subclass cannot be made, or its instances are as good as those of the class."""
    thing, _, _ = OBJECTS[name]
    cls = type(thing)
    try:
        sub = type("Sub", (cls,), {})
    except TypeError:
        return
    makers = {
        "Unit": lambda: sub(of("KK"), TRUMP),
        "Rules": lambda: sub(),
        "Rules with a table": lambda: sub(
            level_table="eighty_up", kitty="flat", kitty_flat=(1, 2, 4)
        ),
    }
    made = makers[name]()
    assert isinstance(made, cls)
    if cls is tc.Rules:
        assert tc.is_legal_follow(PLAY, HAND, LEAD, TRUMP, made)
        assert tc.level_change(80, made) == tc.level_change(80, thing)
        assert made.to_dict() == thing.to_dict()
    else:
        assert made == thing
        assert hash(made) == hash(thing)


def test_iterating_over_a_result_that_is_left_behind():
    """An iterator outlives its arguments, and two of them do not disturb each other."""
    first = tc.legal_follows(of("33 66 8 9 J"), of("KQ"), TRUMP)
    second = tc.legal_follows(of("33 66 8 9 J"), of("KQ"), TRUMP)
    taken = [next(first), next(first)]
    assert [next(second), next(second)] == taken
    assert taken + list(first) == list(tc.legal_follows(of("33 66 8 9 J"), of("KQ"), TRUMP))
    assert list(first) == []
    partitions = tc.decompositions(of("334455"), TRUMP)
    assert next(partitions) == tc.decompose(of("334455"), TRUMP)
    assert len(set(partitions)) > 5


ITERATORS = {
    "legal_follows": lambda: tc.legal_follows(HAND, LEAD, TRUMP),
    "legal_leads": lambda: tc.legal_leads(HAND, TRUMP),
}


@pytest.mark.parametrize("name", ITERATORS)
def test_iterators_come_from_their_verbs_alone(name):
    iterator = ITERATORS[name]()
    with pytest.raises(TypeError, match=f"made by {name}"):
        type(iterator)()
    with pytest.raises(TypeError, match=f"made by {name}"):
        iterator.__init__()
    assert list(iterator) == list(ITERATORS[name]())


PICKLED = [
    (UNIT, [(0, -1), (0, 2**54), (0, 1.0), (1, 0), (1, 4), (2, 0), (2, 2), (3, 5), (4, 24)]),
    (tc.level_change(80), [(0, "nobody"), (1, -1), (1, "1"), (1, 10**9), (2, "")]),
    (tc.check_throw(LEAD, [HAND], TRUMP), [(5, -1), (5, 1001), (5, "0")]),
]


@pytest.mark.parametrize(("thing", "changes"), PICKLED, ids=lambda value: type(value).__name__)
def test_values_of_a_pickle_are_checked(thing, changes):
    make, values = thing.__reduce__()
    assert make(*values) == thing
    for at, wrong in changes:
        with pytest.raises(tc.TractorError, match="these are not the values of"):
            make(*values[:at], wrong, *values[at + 1 :])


def test_follows_are_counted_for_hands_of_some_size():
    many = tc.Cards([kind for kind in range(32) for _ in range(2)])
    assert len(many) == 64
    for verb in (tc.count_legal_follows, tc.random_legal_follow):
        with pytest.raises(tc.CardsError, match="at most 63 cards, not 64"):
            verb(many, LEAD, TRUMP)
        verb(many - tc.Cards([0]), LEAD, TRUMP)


def test_rules_are_replaced_and_not_changed():
    changed = dataclasses.replace(RULES, decks=3)
    assert (changed.decks, RULES.decks) == (3, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        RULES.decks = 3


def test_objects_shared_between_threads():
    throws = [of("98844"), of("AKQ"), of("A55"), of("7788A")]
    others = [of("J 55"), of("77 66"), of("9988")]
    hand = of("33 66 778899 J")

    def work(number):
        lead = throws[number % 4]
        rng = np.random.default_rng(number)
        result = tc.check_throw(lead, others, TRUMP, RULES)
        plays = list(tc.legal_follows(hand, lead, TRUMP, RULES))
        return (
            result,
            plays,
            tc.count_legal_follows(hand, lead, TRUMP, RULES),
            tc.random_legal_follow(hand, lead, TRUMP, RULES, rng=rng),
            tc.trick_winner([lead, *[plays[0]] * 3], TRUMP, RULES),
            tc.decompose(hand, TRUMP),
            tc.sort_hand(hand, TRUMP),
            tc.kitty_multiplier(lead, TRUMP, RULES),
            str(hand | lead),
        )

    expected = [work(number) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            assert list(pool.map(work, range(40))) == expected


def test_what_the_verbs_return():
    assert type(tc.check_throw(LEAD, [HAND], TRUMP)) is tc.ThrowResult
    assert type(tc.level_change(80)) is tc.LevelChange
    assert type(tc.throw_stands(LEAD, [HAND], TRUMP)) is bool
    assert type(tc.is_legal_follow(PLAY, HAND, LEAD, TRUMP)) is bool
    assert type(tc.can_ruff(PLAY, LEAD, TRUMP)) is bool
    assert type(tc.unit_beaten_by(UNIT, HAND, TRUMP)) is bool
    assert type(tc.count_legal_follows(HAND, LEAD, TRUMP)) is int
    assert type(tc.points(HAND)) is int
    assert type(tc.kitty_multiplier(LEAD, TRUMP)) is int
    assert type(tc.decompose(HAND, TRUMP)) is tuple
    assert {type(unit) for unit in tc.decompose(HAND, TRUMP)} == {tc.Unit}
    assert {type(kind) for kind in HAND} == {type(kind) for kind in tc.sort_hand(HAND, TRUMP)}


# --- Every public name --------------------------------------------------------------------------

CONTRACT = {
    "Cards", "Trump", "Rules", "Unit", "decompose", "decompositions", "check_throw",
    "throw_stands", "check_follow", "is_legal_follow", "legal_follows", "count_legal_follows",
    "random_legal_follow", "trick_winner", "can_ruff", "unit_beaten_by", "order", "suit_of",
    "sort_hand", "format_cards", "points", "kitty_multiplier", "level_change", "parse_kind",
    "format_kind", "SMALL_JOKER", "BIG_JOKER", "TractorError", "NotationError", "CardsError",
    "RulesError", "IllegalPlay", "Reason",
}  # fmt: skip


def test_the_contract_is_public():
    assert set(tc.__all__) >= CONTRACT
    assert len(set(tc.__all__)) == len(tc.__all__)
    assert all(hasattr(tc, name) for name in tc.__all__)


@pytest.mark.parametrize("verb", ["legal_follows", "legal_leads"])
def test_iterators_are_made_by_their_verbs(verb):
    """By nothing else, past __init__ either."""
    made = type(tc.legal_follows(HAND, LEAD, TRUMP) if verb == "legal_follows" else
                tc.legal_leads(HAND, TRUMP))
    for make in (made, lambda: next(made.__new__(made))):
        with pytest.raises(TypeError, match=f"made by {verb}"):
            make()


def test_every_public_name_is_used_in_a_test():
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    for name in tc.__all__:
        used = re.compile(rf"\b(tc|tractor_core)\.{name}\b|\bimport\b[^\n]*\b{name}\b")
        assert any(used.search(text) for text in texts), name


def test_every_public_name_has_a_docstring():
    for name in tc.__all__:
        thing = getattr(tc, name)
        if callable(thing):
            assert thing.__doc__, name
