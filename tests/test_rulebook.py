"""Every example of the rule book, by rule id.

Level 10 and hearts trump unless a row says otherwise, and the default options.
"""

import pytest
from strategies import LEVELS, SUITS, of

import tractor_core as tc

TEN = tc.Trump("10", "h")
FIVE = tc.Trump("5", "h")
TWO = tc.Trump("2", "h")
THREE_DECKS = tc.Rules(decks=3)


def C(text=""):
    return tc.Cards(text)


def shapes(cards, trump=TEN):
    """The canonical units as (kind, cards in notation) pairs."""
    return [(unit.kind, str(unit.cards)) for unit in tc.decompose(C(cards), trump)]


def kinds(cards, trump=TEN):
    return [unit.kind for unit in tc.decompose(C(cards), trump)]


def refused(play, hand, lead, trump=TEN, rules=None, units=None):
    """The reason for which a play is refused."""
    with pytest.raises(tc.IllegalPlay) as caught:
        tc.check_follow(play, hand, lead, trump, rules, units)
    assert not tc.is_legal_follow(play, hand, lead, trump, rules, units)
    return caught.value.reason.name


def allowed(play, hand, lead, trump=TEN, rules=None, units=None):
    """True when every way to ask says that the play is legal."""
    assert tc.check_follow(play, hand, lead, trump, rules, units) is None
    return tc.is_legal_follow(play, hand, lead, trump, rules, units)


# --- O: order -----------------------------------------------------------------------------------


def order(trump, suit="trump"):
    return [
        " ".join(tc.format_kind(kind) for kind in step) for step in tc.order(trump).get(suit, ())
    ]


PLAIN = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]


@pytest.mark.parametrize("twos", [False, True], ids=["", "permanent twos"])
@pytest.mark.parametrize("suit", [*SUITS, None], ids=lambda suit: suit or "NT")
@pytest.mark.parametrize("level", LEVELS)
def test_order_of_every_trump(level, suit, twos):
    """O1 to O4, written out for every level and suit."""
    trump = tc.Trump(level, suit, permanent_twos=twos)

    def ties(rank):
        return " ".join(rank + other for other in SUITS if other != suit)

    expected = ["BJ", "SJ"]
    named = [level]
    if suit is not None:
        expected += [level + suit]
    expected += [ties(level)]
    if twos and level != "2":
        named.append("2")
        expected += ["2" + suit, ties("2")] if suit is not None else [ties("2")]
    rest = [rank for rank in PLAIN if rank not in named]
    if suit is not None:
        expected += [rank + suit for rank in rest]
    assert order(trump) == expected
    sides = [side for side in SUITS if side != suit]
    assert list(tc.order(trump)) == ["trump", *sides]
    for side in sides:
        assert order(trump, side) == [rank + side for rank in rest]
    for name, steps in tc.order(trump).items():
        for step in steps:
            assert list(step) == sorted(step)
            assert {tc.suit_of(kind, trump) for kind in step} == {name}


@pytest.mark.parametrize(
    ("card", "trump", "suit"),
    [
        pytest.param("BJ", TEN, "trump", id="O1 big joker"),
        pytest.param("SJ", tc.Trump("10"), "trump", id="O1 small joker in no trump"),
        pytest.param("Ts", TEN, "trump", id="O1 level card of a side suit"),
        pytest.param("2h", TEN, "trump", id="O1 the trump suit"),
        pytest.param("As", TEN, "s", id="O6 a side suit"),
        pytest.param("Ah", tc.Trump("10"), "h", id="O3 no trump: nothing else is trump"),
        pytest.param("Th", tc.Trump("10"), "trump", id="O3 no trump: the level cards are"),
        pytest.param("2s", TEN, "s", id="O1 a two is plain"),
        pytest.param(
            "2s", tc.Trump("10", "h", permanent_twos=True), "trump", id="O1 a permanent two"
        ),
        pytest.param(
            "2s", tc.Trump("10", permanent_twos=True), "trump", id="O3 a permanent two, no trump"
        ),
    ],
)
def test_suit_of(card, trump, suit):
    assert tc.suit_of(card, trump) == suit
    assert tc.suit_of(tc.parse_kind(card), trump) == suit


def adjacent(first, second, trump):
    """Whether a pair of each makes a tractor."""
    return kinds(f"{first} {first} {second} {second}", trump) == ["tractor"]


PERMANENT = {level: tc.Trump(level, "h", permanent_twos=True) for level in LEVELS}


@pytest.mark.parametrize(
    ("first", "second", "trump", "expected"),
    [
        pytest.param("4s", "6s", FIVE, True, id="O5 the level's gap closes"),
        pytest.param("4h", "6h", FIVE, True, id="O5 the level's gap closes in trumps"),
        pytest.param("4s", "6s", TEN, False, id="O5 no gap closes elsewhere"),
        pytest.param("Ah", "Td", TEN, True, id="O5 ace of trumps and off-suit level"),
        pytest.param("Kh", "Ad", tc.Trump("A", "h"), True, id="O5 king when the level is A"),
        pytest.param("Td", "Th", TEN, True, id="O5 off-suit level and main level"),
        pytest.param("Th", "SJ", TEN, True, id="O5 main level and small joker"),
        pytest.param("SJ", "BJ", TEN, True, id="O5 the jokers"),
        pytest.param("Ah", "Th", TEN, False, id="O5 ace skips no off-suit level"),
        pytest.param("Td", "SJ", TEN, False, id="O5 off-suit level skips no main level"),
        pytest.param("Td", "SJ", tc.Trump("10"), True, id="O5 no trump: level and small joker"),
        pytest.param("Td", "Th", tc.Trump("10"), False, id="O5 no trump: one step"),
        pytest.param("As", "2s", TEN, False, id="O5 ace and two"),
        pytest.param("Ks", "2s", tc.Trump("A", "h"), False, id="O5 king and two at level A"),
        pytest.param("Ah", "2s", PERMANENT["T"], True, id="O5 ace and off-suit permanent two"),
        pytest.param("Ah", "2h", PERMANENT["T"], False, id="O5 ace and main permanent two"),
        pytest.param("2s", "2h", PERMANENT["T"], True, id="O5 the permanent twos"),
        pytest.param("2h", "Ts", PERMANENT["T"], True, id="O5 main two and off-suit level"),
        pytest.param("2s", "Ts", PERMANENT["T"], False, id="O5 off-suit two and level"),
        pytest.param("2s", "2c", PERMANENT["T"], False, id="O2 off-suit twos are equal"),
        pytest.param("2s", "Ah", PERMANENT["2"], True, id="O2 level 2 with permanent twos"),
        pytest.param("2h", "SJ", PERMANENT["2"], True, id="O2 main two of level 2"),
        pytest.param("Kh", "2s", PERMANENT["A"], True, id="O5 king and permanent two at level A"),
        pytest.param("Kh", "Ad", PERMANENT["A"], False, id="O5 the twos stand between"),
        pytest.param("3h", "5h", PERMANENT["4"], True, id="O5 the gap with permanent twos"),
        pytest.param(
            "2s", "Ts", tc.Trump("10", permanent_twos=True), True,
            id="O5 no trump: twos and level cards",
        ),
        pytest.param(
            "2s", "SJ", tc.Trump("2", permanent_twos=True), True, id="O5 no trump at level 2"
        ),
        pytest.param("As", "Ks", tc.Trump("10"), True, id="O4 no trump: a side suit"),
        pytest.param("3s", "5s", tc.Trump("4"), True, id="O5 no trump: the gap closes"),
    ],
)  # fmt: skip
def test_adjacent(first, second, trump, expected):
    assert adjacent(first, second, trump) is expected
    assert adjacent(second, first, trump) is expected


def test_sort_hand():
    """O2: trumps first, high to low, then the side suits d c h s."""
    hand = C("2s As 3d Kd 9c Td Th Ts SJ BJ Ah 2h 2h")
    written = tc.format_cards(tc.sort_hand(hand, TEN)).split()
    assert written[:3] == ["BJ", "SJ", "Th"]
    assert sorted(written[3:5]) == ["Td", "Ts"]
    assert written[5:] == ["Ah", "2h", "2h", "Kd", "3d", "9c", "As", "2s"]


# --- C: combinations ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "kind", "copies", "length", "step", "suit"),
    [
        pytest.param("2s", "single", 1, 1, 0, "s", id="C1 single, lowest step"),
        pytest.param("As", "single", 1, 1, 11, "s", id="C1 single, highest step"),
        pytest.param("5s 5s", "pair", 2, 1, 3, "s", id="C1 pair"),
        pytest.param("5s 5s 5s", "triple", 3, 1, 3, "s", id="C1 triple"),
        pytest.param("5s 5s 4s 4s", "tractor", 2, 2, 3, "s", id="C2 tractor, top step"),
        pytest.param("3d 3d 3d 4d 4d 4d", "titanic", 3, 2, 2, "d", id="C2 Titanic"),
        pytest.param("BJ", "single", 1, 1, 15, "trump", id="C1 big joker, highest step"),
        pytest.param("2h", "single", 1, 1, 0, "trump", id="C1 lowest trump"),
        pytest.param("Tc Tc", "pair", 2, 1, 12, "trump", id="C1 off-suit level pair"),
        pytest.param("Th Th Tc Tc", "tractor", 2, 2, 13, "trump", id="C2 level tractor"),
    ],
)
def test_unit(cards, kind, copies, length, step, suit):
    unit = tc.Unit(C(cards), TEN)
    assert (unit.kind, unit.copies, unit.length) == (kind, copies, length)
    assert (unit.step, unit.suit, unit.cards) == (step, suit, C(cards))


TRACTORS = [
    (TEN, "Ks Ks Qs Qs"),
    (TEN, "Js Js 9s 9s"),
    (TEN, "5s 5s 4s 4s 3s 3s"),
    (TEN, "SJ SJ Th Th"),
    (TEN, "Th Th Td Td"),
    (TEN, "Td Td Ah Ah"),
    (TEN, "Th Th Td Td Ah Ah"),
    (TEN, "BJ BJ SJ SJ"),
    (FIVE, "3s 3s 4s 4s"),
    (FIVE, "4s 4s 6s 6s"),
    (FIVE, "5d 5d 5h 5h"),
    (FIVE, "Ah Ah 5d 5d"),
    (FIVE, "5h 5h SJ SJ"),
]


@pytest.mark.parametrize(("trump", "cards"), TRACTORS, ids=lambda value: f"C3 {value}")
def test_tractor(trump, cards):
    length = len(cards.split()) // 2
    (unit,) = tc.decompose(C(cards), trump)
    assert (unit.kind, unit.length, unit.cards) == ("tractor", length, C(cards))
    assert len(unit) == len(C(cards))


@pytest.mark.parametrize(
    ("trump", "cards", "expected"),
    [
        pytest.param(TEN, "5s 5s 4s", ["pair", "single"], id="C3 554"),
        pytest.param(TEN, "5s 4s 4s", ["pair", "single"], id="C3 544"),
        pytest.param(TEN, "5s 5s 3s 3s", ["pair", "pair"], id="C3 5533"),
        pytest.param(TEN, "Js Js Qs", ["pair", "single"], id="C3 JJQ"),
        pytest.param(TEN, "Td Td Tc Tc", ["pair", "pair"], id="C3 two off-suit pairs of tens"),
        pytest.param(TEN, "Js Js Ts Ts", ["pair", "pair"], id="C3 JJTT of a side suit"),
        pytest.param(TEN, "As As 2s 2s", ["pair", "pair"], id="C3 AA22"),
        pytest.param(FIVE, "5s 5s 6s 6s", ["pair", "pair"], id="C3 level 5: 5566 of a side suit"),
        pytest.param(FIVE, "5h 5h 6h 6h", ["pair", "pair"], id="C3 level 5: 5566 of trumps"),
        pytest.param(tc.Trump("5"), "5d 5d 5c 5c", ["pair", "pair"], id="C3 NT: two level pairs"),
        pytest.param(FIVE, "5s 5s 5s 6s 6s 6s", ["triple", "triple"], id="C4 level 5: 555666"),
        pytest.param(tc.Trump("5"), "5d 5d 5d 5c 5c 5c", ["triple", "triple"], id="C4 NT: 555555"),
    ],
)
def test_not_a_run(trump, cards, expected):
    assert kinds(cards, trump) == expected


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("3s 3s 3s 4s 4s 4s", id="C4 333444"),
        pytest.param("4s 4s 4s 6s 6s 6s", id="C4 444666"),
        pytest.param("5d 5d 5d 5h 5h 5h", id="C4 off-suit and main fives"),
        pytest.param("BJ BJ BJ SJ SJ SJ", id="C4 the jokers"),
        pytest.param("Ah Ah Ah 5d 5d 5d", id="C4 aces of trump and off-suit fives"),
        pytest.param("5h 5h 5h SJ SJ SJ", id="C4 main fives and small jokers"),
    ],
)
def test_titanic(cards):
    (unit,) = tc.decompose(C(cards), FIVE)
    assert (unit.kind, unit.copies, unit.length) == ("titanic", 3, 2)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param(
            "Ah Ah Td Td Td Tc Tc",
            [("tractor", "Tc Tc Ah Ah"), ("triple", "Td Td Td")],
            id="C5 the kind held fewest times is taken",
        ),
        pytest.param(
            "Ah Ah Td Td Tc Tc Ts Ts",
            [("tractor", "Td Td Ah Ah"), ("pair", "Tc Tc"), ("pair", "Ts Ts")],
            id="C5 then the first in d c h s",
        ),
        pytest.param(
            "3s 3s 3s 4s 4s", [("tractor", "3s 3s 4s 4s"), ("single", "3s")], id="C5 33344"
        ),
        pytest.param(
            "5s 5s 5s 6s 6s 7s 7s",
            [("tractor", "5s 5s 6s 6s 7s 7s"), ("single", "5s")],
            id="C5 5556677",
        ),
        pytest.param(
            "3s 3s 3s 4s 4s 4s 5s 5s",
            [("titanic", "3s 3s 3s 4s 4s 4s"), ("pair", "5s 5s")],
            id="C5 Titanics first",
        ),
        pytest.param(
            "3s 3s 4s 4s 6s 6s 7s 7s 8s 8s",
            [("tractor", "6s 6s 7s 7s 8s 8s"), ("tractor", "3s 3s 4s 4s")],
            id="C5 the longest first",
        ),
        pytest.param(
            "3s 3s 4s 4s 6s 6s 7s 7s",
            [("tractor", "6s 6s 7s 7s"), ("tractor", "3s 3s 4s 4s")],
            id="C5 then the highest",
        ),
        pytest.param(
            "9s 8s 8s 4s 4s",
            [("pair", "8s 8s"), ("pair", "4s 4s"), ("single", "9s")],
            id="C5 pairs before singles",
        ),
        pytest.param(
            "3d 3d Ks BJ 9c",
            [("single", "BJ"), ("pair", "3d 3d"), ("single", "9c"), ("single", "Ks")],
            id="C5 suit by suit, trumps first",
        ),
    ],
)
def test_canonical_decomposition(cards, expected):
    assert shapes(cards) == expected


def test_nothing_decomposes_into_nothing():
    """C5."""
    assert tc.decompose(C(), TEN) == ()


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param("3s", [["3s"]], id="C6 a single"),
        pytest.param("3s 3s", [["3s 3s"], ["3s", "3s"]], id="C6 a pair"),
        pytest.param(
            "3s 3s 3s", [["3s 3s 3s"], ["3s 3s", "3s"], ["3s", "3s", "3s"]], id="C6 a triple"
        ),
        pytest.param(
            "3s 3s 4s 4s",
            [
                ["3s 3s 4s 4s"],
                ["4s 4s", "3s 3s"],
                ["4s 4s", "3s", "3s"],
                ["3s 3s", "4s", "4s"],
                ["4s", "4s", "3s", "3s"],
            ],
            id="C6 a tractor",
        ),
    ],
)
def test_every_partition(cards, expected):
    found = [
        sorted(str(unit.cards) for unit in units) for units in tc.decompositions(C(cards), TEN)
    ]
    assert found[0] == sorted(expected[0])
    assert sorted(found) == sorted(sorted(units) for units in expected)


def test_named_units_are_what_must_be_answered():
    """C6: a tractor named as two pairs asks for two pairs."""
    lead, hand = of("4455"), of("66 77 99")
    pairs = [of("44"), of("55")]
    assert refused(of("6699"), hand, lead) == "MUST_PLAY_TRACTOR"
    assert allowed(of("6699"), hand, lead, units=pairs)
    assert allowed(of("6699"), hand, lead, units=[tc.Unit(pair, TEN) for pair in pairs])
    assert refused(of("6679"), hand, lead, units=pairs) == "MUST_PLAY_PAIR"


def test_named_units_are_what_must_stand():
    """C6: one unit is always legal; its parts are a throw."""
    assert tc.throw_stands(of("4455"), [of("66")], TEN)
    result = tc.check_throw(of("4455"), [of("66")], TEN, units=[of("44"), of("55")])
    assert (result.stands, result.led, result.returned) == (False, of("44"), of("55"))


def test_named_units_are_what_must_be_ruffed():
    """C6."""
    lead, ruff = of("4455"), of("6688", "h")
    assert not tc.can_ruff(ruff, lead, TEN)
    assert tc.can_ruff(ruff, lead, TEN, units=[of("44"), of("55")])
    plays = [lead, ruff]
    assert tc.trick_winner(plays, TEN) == 0
    assert tc.trick_winner(plays, TEN, units=[of("55"), of("44")]) == 1


# --- T: throws ----------------------------------------------------------------------------------


def throw(cards, others, trump=TEN, units=None, **options):
    rules = tc.Rules(**options) if options else None
    hands = [hand if isinstance(hand, tc.Cards) else of(hand) for hand in others]
    result = tc.check_throw(cards, hands, trump, rules, units)
    assert tc.throw_stands(cards, hands, trump, rules, units) is result.stands
    assert result.led + result.returned == cards
    assert result.stands == (not result.failing) == (not result.returned)
    assert len(result.failing) == len(result.beaten_by)
    for unit, index in zip(result.failing, result.beaten_by, strict=True):
        assert tc.unit_beaten_by(unit, hands[index], trump)
    return result


def test_one_unit_is_always_legal():
    """T1."""
    for lead in ("2", "22", "222", "2233", "222333"):
        result = throw(of(lead), ["AAAKKK", "AAAKKK", "AAAKKK"])
        assert (result.stands, result.led, result.failing) == (True, of(lead), ())


@pytest.mark.parametrize(
    ("others", "stands"),
    [
        pytest.param(["98", "8773", "965"], False, id="T2 98844 against 77"),
        pytest.param(["98", "8763", "965 33"], True, id="T2 98844 stands"),
        pytest.param(["98", "8763", "J"], False, id="T2 98844 against J"),
        pytest.param(["98", "88", "9"], False, id="T2 98844, 88 breaks 44"),
        pytest.param(["99", "8", "9"], False, id="T2 98844 against 99"),
        pytest.param([C("Ah Ah BJ Td Td"), "8", "9"], True, id="T2 a void hand never breaks it"),
        pytest.param([C("Jd Jd"), "", ""], True, id="T2 another suit never breaks it"),
        pytest.param([], True, id="T2 no other hand"),
    ],
)
def test_98844(others, stands):
    assert throw(of("98844"), others).stands is stands


@pytest.mark.parametrize(
    ("thrown", "hand", "failing"),
    [
        pytest.param("A 55", "667788", ["5s 5s"], id="T2 a run contains a pair"),
        pytest.param("A 55", "666", ["5s 5s"], id="T2 a triple contains a pair"),
        pytest.param("A 5566", "778899", ["5s 5s 6s 6s"], id="T2 a longer run contains a run"),
        pytest.param("A 5566", "777888", ["5s 5s 6s 6s"], id="T2 a Titanic contains a run"),
        pytest.param("A 555", "666777", ["5s 5s 5s"], id="T2 a Titanic contains a triple"),
        pytest.param("AA 7", "888", ["7s"], id="T2 a triple contains a single"),
        pytest.param("A 5566", "6677", ["5s 5s 6s 6s"], id="T2 overlapping runs"),
        pytest.param("A 5566", "77 99 KK", [], id="T2 loose pairs are no run"),
        pytest.param("A 55", "6789", [], id="T2 singles are no pair"),
        pytest.param("A 555", "6677", [], id="T2 pairs are no triple"),
        pytest.param("A KK", "A QQ", [], id="T2 an equal card does not break it"),
        pytest.param("A 7788", "4455", [], id="T2 a lower run does not break it"),
    ],
)
def test_what_breaks_a_throw(thrown, hand, failing):
    rules = {"decks": 3}
    result = throw(of(thrown), ["2", hand, "3"], **rules)
    assert [str(unit.cards) for unit in result.failing] == failing
    assert result.beaten_by == (1,) * len(failing)


def test_a_run_of_trumps_with_ties_breaks_a_throw():
    """T2 with O5: aces and off-suit tens are a tractor above kings and aces."""
    thrown = C("BJ Kh Kh Ah Ah")
    assert throw(thrown, [C("Ts Ts Ah Ah")]).led == C("Kh Kh Ah Ah")
    assert throw(thrown, [C("Ts Td Ah Ah")]).stands
    assert throw(thrown, [C("Td Td Tc Tc")]).stands


@pytest.mark.parametrize(
    ("options", "others", "stands", "beaten_by"),
    [
        pytest.param({}, ["2", "J", "3"], False, (1,), id="T3 others, partner"),
        pytest.param({"throw_against": "opponents"}, ["2", "J", "3"], True, (), id="T3 partner"),
        pytest.param({"throw_against": "opponents"}, ["J", "", ""], False, (0,), id="T3 next"),
        pytest.param({"throw_against": "opponents"}, ["", "K", "J"], False, (2,), id="T3 last"),
        pytest.param({"throw_against": "others"}, ["", "K", "J"], False, (1,), id="T3 first"),
    ],
)
def test_whose_hands_are_looked_at(options, others, stands, beaten_by):
    result = throw(of("98844"), others, **options)
    assert (result.stands, result.beaten_by) == (stands, beaten_by)


@pytest.mark.parametrize(
    ("options", "others", "led"),
    [
        pytest.param({}, ["J"], "9", id="T4 lowest, J"),
        pytest.param({}, ["QQ"], "44", id="T4 lowest, QQ"),
        pytest.param({}, ["55"], "44", id="T4 lowest, 55"),
        pytest.param({}, ["J", "QQ"], "44", id="T4 lowest, J and QQ"),
        pytest.param({"failed_throw": "lowest"}, ["99"], "44", id="T4 lowest, 99"),
        pytest.param({"failed_throw": "fewest"}, ["J"], "9", id="T4 fewest, J"),
        pytest.param({"failed_throw": "fewest"}, ["J", "QQ"], "9", id="T4 fewest, J and QQ"),
        pytest.param({"failed_throw": "fewest"}, ["99"], "44", id="T4 fewest, 99"),
        pytest.param({"failed_throw": "fewest"}, ["55"], "44", id="T4 fewest, 55"),
        pytest.param({"failed_throw": "smallest"}, ["55"], "9", id="T4 smallest, 55"),
        pytest.param({"failed_throw": "smallest"}, ["J"], "9", id="T4 smallest, J"),
    ],
)
def test_what_is_led_instead(options, others, led):
    result = throw(of("98844"), others, **options)
    assert (result.stands, result.led) == (False, of(led))
    assert result.returned == of("98844") - of(led)


@pytest.mark.parametrize(
    ("thrown", "against", "options", "led"),
    [
        pytest.param("Ts Ts Td Td", "Th Th", {}, "Td Td", id="T4 tie of pairs"),
        pytest.param("Ts Tc", "BJ", {}, "Tc", id="T4 tie of singles"),
        pytest.param("Ts Tc", "BJ", {"failed_throw": "fewest"}, "Tc", id="T4 tie, fewest"),
        pytest.param("Ts Tc", "BJ", {"failed_throw": "smallest"}, "Tc", id="T4 tie, smallest"),
        pytest.param("Td Td Tc", "BJ BJ", {}, "Tc", id="T4 lowest: one step, fewest cards"),
        pytest.param(
            "3h 3h 5h", "BJ BJ", {"failed_throw": "fewest"}, "5h", id="T4 fewest: a single"
        ),
    ],
)
def test_ties_of_what_is_led_instead(thrown, against, options, led):
    assert throw(C(thrown), [C(against)], **options).led == C(led)


def test_the_smallest_unit_may_be_one_that_does_not_fail():
    """T4 "smallest"."""
    result = throw(of("A44"), ["55"], failed_throw="smallest")
    assert (result.led, result.returned) == (of("A"), of("44"))
    assert [unit.cards for unit in result.failing] == [of("44")]


def test_what_fails_is_listed_in_canonical_order():
    """T2: each failing unit with the first hand that beats it."""
    result = throw(of("98844"), ["J", "55", "QQ"])
    assert [str(unit.cards) for unit in result.failing] == ["8s 8s", "4s 4s", "9s"]
    assert result.beaten_by == (2, 1, 0)


@pytest.mark.parametrize("penalty", [0, 10, 100], ids="T5 {}".format)
def test_throw_penalty(penalty):
    assert throw(of("98844"), ["QQ"], throw_penalty=penalty).penalty == penalty
    assert throw(of("98844"), ["9"], throw_penalty=penalty).penalty == 0


# --- F: following -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "hand", "play", "reason"),
    [
        pytest.param("9s", "3s 4d", "3s", None, id="F1 follow suit"),
        pytest.param("9s", "3s 4d", "4d", "MUST_FOLLOW_SUIT", id="F1 suit owed"),
        pytest.param("9s", "4d Th", "Th", None, id="F1 void: anything"),
        pytest.param("9s 9s", "3s 4d Th", "3s Th", None, id="F1 fewer: all of them"),
        pytest.param("9s 9s", "3s 4d Th", "4d Th", "MUST_FOLLOW_SUIT", id="F1 all owed"),
        pytest.param("9s 9s", "3s 4s 4d 4d", "3s 4s", None, id="F1 exactly n"),
        pytest.param("9s 9s", "3s 4s 4d 4d", "4d 4d", "MUST_FOLLOW_SUIT", id="F1 pair elsewhere"),
        pytest.param("9h", "Ts 2s", "Ts", None, id="F1 a level card is a trump"),
        pytest.param("9h", "Ts 2s", "2s", "MUST_FOLLOW_SUIT", id="F1 trump owed"),
        pytest.param("9s", "Ts 2d", "2d", None, id="F1 a level card is not of its suit"),
        pytest.param("9s", "3s 4d", "3s 4d", "WRONG_COUNT", id="F1 as many cards"),
        pytest.param("9s", "3s 4d", "", "EMPTY", id="F1 no cards"),
        pytest.param("9s", "3s 4d", "5s", "NOT_HELD", id="F1 not held"),
    ],
)
def test_suit_is_owed(lead, hand, play, reason):
    if reason is None:
        assert allowed(C(play), C(hand), C(lead))
    else:
        assert refused(C(play), C(hand), C(lead)) == reason


# Lead, hand, legal plays, refused plays with their reasons.
DUTIES = [
    ("F4 Titanic: Titanic", "KKKQQQ", "333444 68", ["333444"], {"33344 6": "MUST_PLAY_TITANIC"}),
    ("F4 Titanic: tractor + 2", "KKKQQQ", "333 44 689", ["3344 69", "33344 8"],
     {"333 689": "MUST_PLAY_TRACTOR"}),
    ("F4 Titanic: tractor before triples", "KKKQQQ", "3344 666 888 J",
     ["3344 6J", "3344 66", "3344 68"], {"666888": "MUST_PLAY_TRACTOR"}),
    ("F4 Titanic: two triples", "KKKQQQ", "333 666 89", ["333666"],
     {"333 66 8": "MUST_PLAY_TRIPLE", "333 6 89": "MUST_PLAY_TRIPLE"}),
    ("F4 Titanic: triple + pair + 1", "KKKQQQ", "333 66 89J", ["333 66 8"],
     {"333 6 89": "MUST_PLAY_PAIR", "33 66 89": "MUST_PLAY_TRIPLE"}),
    ("F4 Titanic: triple + 3", "KKKQQQ", "333 68JA", ["333 68J", "333 8JA"],
     {"33 68JA": "MUST_PLAY_TRIPLE"}),
    ("F4 Titanic: two pairs + 2", "KKKQQQ", "33 66 8JA", ["33 66 8J", "33 66 JA"],
     {"33 68JA": "MUST_PLAY_PAIR"}),
    ("F4 Titanic: any two of three pairs", "KKKQQQ", "33 66 99 J", ["33 66 99", "33 99 6J"], {}),
    ("F4 Titanic: pair + 4", "KKKQQQ", "33 68JAK", ["33 68JA"], {"3 68JAK": "MUST_PLAY_PAIR"}),
    ("F4 Titanic: six singles", "KKKQQQ", "2468JAK", ["2468JA", "468JAK"], {}),
    ("F4 triple: triple", "999", "333 66 8", ["333"], {"33 6": "MUST_PLAY_TRIPLE",
                                                     "66 8": "MUST_PLAY_TRIPLE"}),
    ("F4 triple: pair + 1", "999", "33 6 8", ["33 6", "33 8"], {"3 6 8": "MUST_PLAY_PAIR"}),
    ("F4 triple: no run is owed", "999", "33 44 8", ["33 4", "44 8"], {"3 4 8": "MUST_PLAY_PAIR"}),
    ("F4 triple: three singles", "999", "3 6 8 J", ["3 6 8", "6 8 J"], {}),
    ("F4 tractor: tractor", "KKQQ", "3344 66 8", ["3344"], {"3366": "MUST_PLAY_TRACTOR"}),
    ("F4 tractor: two pairs", "KKQQ", "33 66 89", ["33 66"], {"33 68": "MUST_PLAY_PAIR"}),
    ("F4 tractor: pair + 2", "KKQQ", "33 6 89", ["33 68", "33 89"], {"3 689": "MUST_PLAY_PAIR"}),
    ("F4 tractor: four", "KKQQ", "3 6 89J", ["3689", "689J"], {}),
    ("F4 a pair inside a tractor", "KK", "3344 8", ["33", "44"], {"34": "MUST_PLAY_PAIR"}),
    ("F4 a pair inside a triple", "KK", "333 8", ["33"], {"38": "MUST_PLAY_PAIR"}),
    ("F4 a tractor inside a Titanic", "KKQQ", "333444", ["3344"], {"3334": "MUST_PLAY_TRACTOR"}),
    ("F5 tractor of four", "AAKKQQJJ", "778899 QQKK", ["778899 QQ", "778899 KK"],
     {"7788 QQKK": "MUST_PLAY_TRACTOR"}),
    ("F5 tractor of four, no pair more", "AAKKQQJJ", "778899 QK 2", ["778899 QK"],
     {"7788 9 QK 2": "MUST_PLAY_TRACTOR"}),
    ("F5 tractor + triple: both", "AAKK 888", "333 44 55 69", ["333 4455"],
     {"33 44 55 6": "MUST_PLAY_TRIPLE", "333 44 69": "MUST_PLAY_TRIPLE",
      "333 4 5 69": "MUST_PLAY_TRACTOR"}),
    ("F5 tractor + triple: the tractor", "AAKK 888", "333 44 69JQ",
     ["3344 69J", "333 44 69", "3344 9JQ"], {"333 69JQ": "MUST_PLAY_TRACTOR"}),
    ("F5 triple + pair", "AAA 88", "333 555 6", ["333 55", "33 555"],
     {"33 55 6": "MUST_PLAY_TRIPLE", "333 5 6": "MUST_PLAY_PAIR"}),
    ("F5 two runs: the longer first", "AAKKQQ 8877", "2233 4455 77 JJ",
     ["223344 77 JJ", "334455 77 JJ", "223344 55 JJ"],
     {"2233 55 77 JJ": "MUST_PLAY_TRACTOR", "22334455 7J": "MUST_PLAY_PAIR"}),
    ("F5 two runs: five pairs", "AAKKQQ 8877", "22 66 99 QQ AA J", ["22 66 99 QQ AA"],
     {"22 66 99 QQ AJ": "MUST_PLAY_PAIR"}),
    ("F2 more than n held, pair + single", "AA K", "33 66 8", ["33 6", "66 8", "33 8"],
     {"3 6 8": "MUST_PLAY_PAIR"}),
    ("F2 throw of singles", "AK", "33 66 8", ["33", "36", "38", "68"], {}),
    ("F2 two pairs led, a triple and a pair", "AA 99", "333 66 8", ["33 66"],
     {"333 6": "MUST_PLAY_PAIR", "66 38": "MUST_PLAY_PAIR"}),
]  # fmt: skip


@pytest.mark.parametrize(("lead", "hand", "legal", "illegal"),
                         [pytest.param(*row[1:], id=row[0]) for row in DUTIES])  # fmt: skip
def test_duties(lead, hand, legal, illegal):
    held = of(hand) + C("9d Th")
    every = list(tc.legal_follows(held, of(lead), TEN, THREE_DECKS))
    assert tc.count_legal_follows(held, of(lead), TEN, THREE_DECKS) == len(every)
    for play in legal:
        assert allowed(of(play), held, of(lead), TEN, THREE_DECKS)
        assert of(play) in every
    for play, reason in illegal.items():
        assert refused(of(play), held, of(lead), TEN, THREE_DECKS) == reason
        assert of(play) not in every


def test_a_tractor_is_not_answered_by_a_triple():
    """F5: AAKK led at level 2, three decks, hand 333 TT 7."""
    lead, hand = of("AAKK"), of("333 TT 7")
    assert list(tc.legal_follows(hand, lead, TWO, THREE_DECKS)) == [of("33TT")]
    assert refused(of("3337"), hand, lead, TWO, THREE_DECKS) == "MUST_PLAY_PAIR"


# The ladder of F4 for a Titanic of three: rung, hand, a play on the rung, one below it, reason.
LADDER = [
    ("Ti3", "222333444 68", "222333444", "222333 44 6", "MUST_PLAY_TITANIC"),
    ("Ti2 + triple", "222333 666 8J", "222333 666", "222333 66 8", "MUST_PLAY_TRIPLE"),
    ("Ti2 + pair + 1", "222333 66 8JK", "222333 66 8", "222333 6 8J", "MUST_PLAY_PAIR"),
    ("Ti2 + 3", "222333 68JK", "222333 68J", "22233 68JK", "MUST_PLAY_TITANIC"),
    ("T3 + 3", "223344 68JK", "223344 68J", "2233 4 68JK", "MUST_PLAY_TRACTOR"),
    ("T2 + triple + 2", "2233 666 8JK", "2233 666 8J", "2233 66 8JK", "MUST_PLAY_TRIPLE"),
    ("T2 + pair + 3", "2233 66 8JKA", "2233 66 8JK", "2233 6 8JKA", "MUST_PLAY_PAIR"),
    ("T2 + 5", "2233 579QKA", "2233 579QA", "22 3 579QKA", "MUST_PLAY_TRACTOR"),
    ("3 triples", "222 444 666 8J", "222444666", "222444 66 8", "MUST_PLAY_TRIPLE"),
    ("2 triples + pair + 1", "222 444 66 8JK", "222444 66 8", "222444 68J", "MUST_PLAY_PAIR"),
    ("2 triples + 3", "222 444 68JK", "222444 68J", "222 44 68JK", "MUST_PLAY_TRIPLE"),
    ("triple + 2 pairs + 2", "222 44 66 8JK", "222 44 66 8J", "222 44 68JK", "MUST_PLAY_PAIR"),
    ("triple + pair + 4", "222 44 68JKA", "222 44 68JK", "222 4 68JKA", "MUST_PLAY_PAIR"),
    ("triple + 6", "222 456 89JK", "222 456 89J", "22 456 89JK", "MUST_PLAY_TRIPLE"),
    ("3 pairs + 3", "22 44 66 89JK", "22 44 66 89J", "22 44 6 89JK", "MUST_PLAY_PAIR"),
    ("2 pairs + 5", "22 44 689JQK", "22 44 689JQ", "22 4 689JQK", "MUST_PLAY_PAIR"),
    ("pair + 7", "22 46789JQK", "22 46789JQ", "2 46789JQK", "MUST_PLAY_PAIR"),
]


@pytest.mark.parametrize(
    ("hand", "play", "lower", "reason"),
    [pytest.param(*row[1:], id=f"F4 Titanic of three: {row[0]}") for row in LADDER],
)
def test_ladder_of_a_long_titanic(hand, play, lower, reason):
    lead = of("AAAKKKQQQ")
    assert allowed(of(play), of(hand), lead, TEN, THREE_DECKS)
    assert refused(of(lower), of(hand), lead, TEN, THREE_DECKS) == reason


def test_ladder_of_a_long_titanic_ends_with_nine():
    """F4."""
    assert tc.count_legal_follows(of("2456789JQK"), of("AAAKKKQQQ"), TEN, THREE_DECKS) == 10


@pytest.mark.parametrize(
    ("lead", "hand"),
    [
        pytest.param("AAKK", "3344", id="F6 exactly n, a tractor"),
        pytest.param("AAKK", "3689", id="F6 exactly n, no pair"),
        pytest.param("AAKK", "336", id="F6 fewer than n"),
        pytest.param("AAKKQQ", "", id="F6 none"),
    ],
)
def test_every_card_of_the_suit(lead, hand):
    """F6: with n or fewer cards of the suit all of them are the only play in the suit."""
    fillers = C("3d 4d 5d 6d 7d 8d 9d")
    missing = len(of(lead)) - len(of(hand))
    every = list(tc.legal_follows(of(hand) + fillers, of(lead), TEN))
    assert every
    assert all(of(hand) <= play and len(play - of(hand)) == missing for play in every)
    assert len(every) == {0: 1, 1: 7, 6: 7}[missing]


def test_off_suit_level_cards_answer_a_trump_tractor():
    """F2 with O5 and C5: a run may take either of two tied pairs."""
    lead, hand = C("8h 8h 9h 9h"), C("Ah Ah Td Td Tc Tc 2h")
    plays = list(tc.legal_follows(hand, lead, TEN))
    assert plays == [C("Td Td Ah Ah"), C("Tc Tc Ah Ah")]
    assert refused(C("Td Td Tc Tc"), hand, lead) == "MUST_PLAY_TRACTOR"


# --- R: ruffs and winners -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "play", "expected"),
    [
        pytest.param("As Ks 5s 5s 4s 4s", "9h 9h 8h 8h 7h 2h", True, id="R3 998872 on AK5544"),
        pytest.param("As As 5s 5s 4s 4s", "9h 9h 8h 8h 7h 2h", False, id="R3 not on AA5544"),
        pytest.param("5s 4s 4s", "9h 7h 7h", True, id="R3 977 on 544"),
        pytest.param("5s 4s 4s", "8h 8h 4h", True, id="R3 884 on 544"),
        pytest.param("5s 6s 7s", "9h 7h 7h", True, id="R3 977 on 567"),
        pytest.param("5s", "2h", True, id="R1 a single"),
        pytest.param("5s", "Td", True, id="R1 an off-suit level card is a trump"),
        pytest.param("5s 5s", "Td Tc", False, id="R1 level cards of two suits are no pair"),
        pytest.param("5s 5s", "2h 9d", False, id="R1 all cards must be trumps"),
        pytest.param("5s 6s", "8h 8h", True, id="R1 a pair divides into two singles"),
        pytest.param("5s 5s 7s 7s", "8h 8h 9h 9h", True, id="R1 a tractor divides into pairs"),
        pytest.param("5s 5s 6s 6s", "8h 8h Jh Jh", False, id="R1 two pairs are no tractor"),
        pytest.param("5s 5s 6s 6s", "Ah Ah Tc Tc", True, id="R1 aces and off-suit level"),
        pytest.param("5s 5s 5s", "8h 8h 9h", False, id="R1 a triple wants a triple"),
        pytest.param("5s 5s 6s", "8h 8h 8h", True, id="R1 a triple divides into pair and single"),
        pytest.param(
            "5s 5s 5s 6s 6s 6s", "8h 8h 8h 9h 9h 9h", True, id="R1 a Titanic on a Titanic"
        ),
        pytest.param(
            "5s 5s 5s 6s 6s 6s", "8h 8h 8h Jh Jh Jh", False, id="R1 two triples are no Titanic"
        ),
        pytest.param(
            "5s 5s 6s 6s 8s 8s", "8h 8h 8h 9h 9h 9h", False, id="R1 a Titanic is no three pairs"
        ),
    ],
)
def test_can_ruff(lead, play, expected):
    assert tc.can_ruff(C(play), C(lead), TEN) is expected
    assert tc.trick_winner([C(lead), C(play)], TEN) == int(expected)


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        pytest.param("5s,Ks,As,Qs", 2, id="R2 the highest of the suit"),
        pytest.param("5s,Kd,Ac,Qd", 0, id="R1 a discard cannot win"),
        pytest.param("5s,2h,As,Qd", 1, id="R2 a ruff beats the suit led"),
        pytest.param("5s,2h,As,3h", 3, id="R2 the higher ruff"),
        pytest.param("5s,Td,As,Tc", 1, id="R2 equal strength: the earlier stays"),
        pytest.param("5s,As,As,Ks", 1, id="R2 equal cards of the suit"),
        pytest.param("5s,Td,Th,SJ", 3, id="R2 the order of trumps"),
        pytest.param("5s 5s,Ks As,6s 6s,3s 3s", 2, id="R1 singles do not answer a pair"),
        pytest.param("5s 5s,2h 2h,BJ SJ,As As", 1, id="R1 two trumps are no pair"),
        pytest.param("2h 2h,Ah Kh,Td Td,Th Th", 3, id="R2 pairs of trumps"),
        pytest.param("2h,Th,Td,Ah", 1, id="R2 trumps led"),
        pytest.param("As Ks 5s 5s 4s 4s,9h 9h 8h 8h 7h 2h", 1, id="R3 998872 on AK5544"),
        pytest.param("As As 5s 5s 4s 4s,9h 9h 8h 8h 7h 2h", 0, id="R3 not on AA5544"),
        pytest.param("5s 4s 4s,9h 7h 7h,3d 3d 3c,8h 8h 4h", 3, id="R3 884 over 977"),
        pytest.param("5s 6s 7s,9h 7h 7h,3d 3d 3c,8h 8h 4h", 1, id="R3 singles decide"),
        pytest.param("8s 8s Js Qs,5h 5h Ah 2h,6h 6h 2h 2h", 2, id="R3 66 as the pair"),
        pytest.param(
            "5s 5s 6s 6s,8h 8h 9h 9h,Jh Jh Ah Ah,Jh Jh Qh Qh", 3, id="R2 the higher tractor"
        ),
        pytest.param(
            "3s 3s 5s 5s,7s 7s 8s 8s,9s 9s 2s 2s,As Ks Qs Js", 2, id="R2 the highest pair decides"
        ),
        pytest.param("3s 3s 4s 4s,7s 7s 9s 9s,5s 5s 6s 6s", 2, id="R1 pairs are no tractor"),
        pytest.param("As 3s 3s,Ks 9s 9s,5s 8s 8s", 1, id="R2 the pair decides, not the ace"),
        pytest.param(
            "3s 3s 5s,8h 8h 8h,9h 9h 2h", 2, id="R1 a triple ruffs as a pair and a single"
        ),
        pytest.param("3s 3s 5s,9h 9h 2h,8h 8h 8h", 1, id="R2 the triple's pair is lower"),
        pytest.param("9s", 0, id="R1 one play"),
    ],
)
def test_trick_winner(plays, winner):
    assert tc.trick_winner([C(play) for play in plays.split(",")], TEN) == winner


def test_the_division_that_serves_best_is_taken():
    """R2: 223344 ruffs tractor + pair with the tractor 3344, as high as that of 3344 77."""
    lead = of("5566 88")
    first, second = of("223344", "h"), of("3344 77", "h")
    assert tc.trick_winner([lead, first, second], TEN) == 1
    assert tc.trick_winner([lead, second, first], TEN) == 1
    assert tc.trick_winner([lead, first, second, of("22 4455", "h")], TEN) == 3


@pytest.mark.parametrize(
    ("unit", "hand", "expected"),
    [
        pytest.param("9s", "Js", True, id="T2 single"),
        pytest.param("9s", "9s", False, id="T2 equal single"),
        pytest.param("9s", "Ah Td Jd", False, id="T2 another suit"),
        pytest.param("9s 9s", "Js Qs", False, id="T2 two singles"),
        pytest.param("9s 9s", "Js Js Js", True, id="T2 triple over a pair"),
        pytest.param("9s 9s 8s 8s", "Js Js Qs Qs Ks Ks", True, id="T2 longer run"),
        pytest.param("9s 9s 8s 8s", "Js Js 9s 9s", True, id="T2 overlapping run across the gap"),
        pytest.param("9s 9s 8s 8s", "Js Js Ks Ks", False, id="T2 loose pairs"),
        pytest.param("Td", "Tc", False, id="T2 a card of the same step"),
        pytest.param("Td", "Th", True, id="T2 the main level card"),
        pytest.param("Ah", "Tc", True, id="T2 an off-suit level card over the ace"),
        pytest.param("Td Td", "", False, id="T2 an empty hand"),
    ],
)
def test_unit_beaten_by(unit, hand, expected):
    assert tc.unit_beaten_by(tc.Unit(C(unit), TEN), C(hand), TEN) is expected


# --- K: the kitty -------------------------------------------------------------------------------

KITTY = [
    ("K2 single", {}, "A", 2),
    ("K2 pair", {}, "AA", 4),
    ("K2 triple", {}, "AAA", 8),
    ("K2 4455", {}, "4455", 16),
    ("K2 445566", {}, "445566", 64),
    ("K2 444555", {}, "444555", 64),
    ("K2 at most 64", {}, "44556677", 64),
    ("K2 at most 64, long Titanic", {}, "444555666", 64),
    ("K2 AKQJT9877", {}, "AKQJT9877", 4),
    ("K2 AKQJ", {}, "AKQJ", 2),
    ("K2 AAJJ", {}, "AAJJ", 4),
    ("K3 per_pair", {"kitty": "per_pair"}, "AKQJ", 2),
    ("K3 per_pair", {"kitty": "per_pair"}, "AA9", 4),
    ("K3 per_pair", {"kitty": "per_pair"}, "AA99", 8),
    ("K3 per_pair", {"kitty": "per_pair"}, "AAA", 4),
    ("K3 per_pair", {"kitty": "per_pair"}, "AAA99", 8),
    ("K3 per_pair", {"kitty": "per_pair"}, "44556677", 32),
    ("K3 per_linked_pair", {"kitty": "per_linked_pair"}, "AK", 2),
    ("K3 per_linked_pair", {"kitty": "per_linked_pair"}, "AA99", 4),
    ("K3 per_linked_pair", {"kitty": "per_linked_pair"}, "AAKK", 8),
    ("K3 per_linked_pair", {"kitty": "per_linked_pair"}, "AAKKQQ", 16),
    ("K3 per_linked_pair", {"kitty": "per_linked_pair"}, "AAKKQQ 8877", 16),
    ("K4 by_length", {"kitty": "by_length"}, "333444", 18),
    ("K4 by_length", {"kitty": "by_length"}, "333444555", 54),
    ("K4 by_length", {"kitty": "by_length"}, "333", 6),
    ("K4 by_length", {"kitty": "by_length"}, "33344", 6),
    ("K4 by_length", {"kitty": "by_length"}, "3344", 8),
    ("K4 by_length", {"kitty": "by_length"}, "33445566", 32),
    ("K4 by_length", {"kitty": "by_length"}, "33 99", 4),
    ("K4 by_length", {"kitty": "by_length"}, "39", 2),
    ("K4 by_length_literal", {"kitty": "by_length_literal"}, "333444", 18),
    ("K4 by_length_literal", {"kitty": "by_length_literal"}, "33 66 99", 6),
    ("K4 by_length_literal", {"kitty": "by_length_literal"}, "3344", 8),
    ("K4 by_length_literal", {"kitty": "by_length_literal"}, "33 66", 4),
    ("K4 by_length_literal", {"kitty": "by_length_literal"}, "33", 2),
    ("K5 flat", {"kitty": "flat"}, "A", 2),
    ("K5 flat", {"kitty": "flat"}, "AA", 2),
    ("K5 flat", {"kitty": "flat"}, "AAKK", 4),
    ("K5 flat 1 2 4", {"kitty": "flat", "kitty_flat": (1, 2, 4)}, "A", 1),
    ("K5 flat 2 4 8", {"kitty": "flat", "kitty_flat": (2, 4, 8)}, "A", 2),
    ("K5 flat 2 4 8", {"kitty": "flat", "kitty_flat": (2, 4, 8)}, "AA", 4),
    ("K5 flat 2 4 8, a triple is a pair", {"kitty": "flat", "kitty_flat": (2, 4, 8)}, "AAA", 4),
    ("K5 flat 2 4 8", {"kitty": "flat", "kitty_flat": (2, 4, 8)}, "AAKKQQ", 8),
    ("K5 flat 2 4 8, a Titanic", {"kitty": "flat", "kitty_flat": (2, 4, 8)}, "AAAKKK", 8),
    ("K5 flat 2 4 8, several units", {"kitty": "flat", "kitty_flat": (2, 4, 8)}, "AAKK 9", 2),
    ("K6 twice_cards", {"kitty": "twice_cards"}, "AAK", 6),
    ("K6 twice_cards", {"kitty": "twice_cards"}, "AAKKQQ", 12),
    ("K6 twice_longest", {"kitty": "twice_longest"}, "AAK", 4),
    ("K6 twice_longest", {"kitty": "twice_longest"}, "AAKKQQ 9", 12),
    ("K6 none", {"kitty": "none"}, "AAKKQQ", 0),
]


@pytest.mark.parametrize(
    ("options", "play", "expected"),
    [pytest.param(*row[1:], id=f"{row[0]}: {row[2]}") for row in KITTY],
)
def test_kitty_multiplier(options, play, expected):
    assert tc.kitty_multiplier(of(play), TWO, tc.Rules(**options)) == expected


@pytest.mark.parametrize(
    ("options", "play", "led", "expected"),
    [
        pytest.param({}, "88", "57", 4, id="K1 played: a pair ruffs two singles"),
        pytest.param({"kitty_units": "led"}, "88", "57", 2, id="K1 led: two singles"),
        pytest.param({"kitty_units": "led"}, "8899", "5577", 4, id="K1 led: two pairs"),
        pytest.param({}, "8899", "5577", 16, id="K1 played: a tractor"),
        pytest.param({"kitty_units": "led"}, "8899", "5566", 16, id="K1 led: a tractor"),
        pytest.param(
            {"kitty": "flat", "kitty_flat": (1, 2, 4)}, "88", "57", 1,
            id="K5 a trick led with several units",
        ),
        pytest.param(
            {"kitty": "flat", "kitty_flat": (1, 2, 4)}, "88", "55", 2, id="K5 a pair led"
        ),
    ],
)  # fmt: skip
def test_kitty_of_what_was_led(options, play, led, expected):
    rules = tc.Rules(**options)
    lead = of(led)
    trumps = of(play, "h")
    assert tc.kitty_multiplier(trumps, TEN, rules, led=lead) == expected
    units = tc.decompose(lead, TEN)
    assert tc.kitty_multiplier(trumps, TEN, rules, led=units) == expected


def test_kitty_of_named_units():
    """K1 "led" with C6: a tractor led as two pairs counts as a pair."""
    rules = tc.Rules(kitty_units="led")
    pairs = [of("55"), of("66")]
    assert tc.kitty_multiplier(of("8899", "h"), TEN, rules, led=pairs) == 4


def test_points():
    """D3."""
    assert tc.points(C("5d 5c Th Td Ks Kh")) == 50
    assert tc.points(C("As Qd 2c 9h BJ SJ")) == 0
    assert tc.points(tc.Cards(range(54))) == 100


# --- L: from points to levels -------------------------------------------------------------------

D, A = "dealer", "attackers"
# Rule, options, then for each row of the table: first points, side, levels, who deals.
TABLES = [
    ("L1", {"level_table": "eighty"},
     [(0, D, 3, D), (5, D, 2, D), (40, D, 1, D), (80, A, 0, A), (120, A, 1, A), (160, A, 2, A),
      (200, A, 3, A), (240, A, 4, A), (280, A, 5, A)], 40),
    ("L1 by default", {}, [(0, D, 3, D), (5, D, 2, D), (40, D, 1, D), (80, A, 0, A),
                           (120, A, 1, A), (160, A, 2, A), (200, A, 3, A)], 40),
    ("L2", {"level_table": "eighty_up"},
     [(0, D, 3, D), (5, D, 2, D), (40, D, 1, D), (80, A, 1, A), (120, A, 2, A), (160, A, 3, A),
      (200, A, 4, A), (240, A, 5, A)], 40),
    ("L3 forty", {"decks": 1, "level_table": "forty"},
     [(0, D, 3, D), (5, D, 2, D), (20, D, 1, D), (40, A, 0, A), (60, A, 1, A), (80, A, 2, A),
      (100, A, 3, A), (120, A, 4, A)], 20),
    ("L3 forty by default", {"decks": 1},
     [(0, D, 3, D), (5, D, 2, D), (20, D, 1, D), (40, A, 0, A), (60, A, 1, A), (80, A, 2, A)], 20),
    ("L3 hundred", {"decks": 1, "level_table": "hundred"},
     [(0, D, 2, D), (5, D, 1, D), (40, A, 0, A), (80, A, 1, A), (100, A, 2, A)], 20),
    ("L4", {"decks": 3, "level_table": "titanic"},
     [(0, D, 3, D), (5, D, 2, D), (60, D, 1, D), (120, A, 0, A), (180, A, 1, A), (240, A, 2, A),
      (300, A, 3, A), (360, A, 4, A)], 60),
    ("L4 by default", {"decks": 3},
     [(0, D, 3, D), (5, D, 2, D), (60, D, 1, D), (120, A, 0, A), (180, A, 1, A)], 60),
    ("L5", {"level_table": "competition"},
     [(0, D, 3, D), (5, D, 2, D), (40, D, 1, D), (80, A, 0, A), (120, A, 2, A), (150, A, 3, A)],
     500),
    ("L6", {"level_table": "eighty_base"},
     [(0, D, 3, D), (5, D, 2, D), (40, D, 1, D), (80, A, 0, A), (100, A, 1, A), (120, A, 2, A),
      (140, A, 3, A), (160, A, 4, A), (180, A, 5, A), (200, A, 8, A)], 100),
    ("L8", {"decks": 1, "level_table": "forty_five_points"},
     [(0, D, 3, D), (5, D, 1, D), (45, A, 0, A), (65, A, 1, A), (85, A, 2, A), (100, A, 3, A)],
     100),
]  # fmt: skip


def edges():
    for rule, options, rows, last in TABLES:
        ends = [row[0] for row in rows[1:]] + [rows[-1][0] + last]
        for (first, side, gain, deal), end in zip(rows, ends, strict=True):
            # Above 0 and under 5 counts as the row from 5.
            points = {first, end - 5, end - 1} if first else {0}
            if first == 5:
                points |= {1, 4}
            for value in sorted(points):
                yield pytest.param(options, value, (side, gain, deal), id=f"{rule} {value}")


@pytest.mark.parametrize(("options", "points", "expected"), list(edges()))
def test_level_table(options, points, expected):
    rules = tc.Rules(**options)
    change = tc.level_change(points, rules)
    assert (change.side, change.levels, change.deal) == expected
    # The last trick matters to no other table than forty_five.
    assert tc.level_change(points, rules, last_trick="attackers") == change


@pytest.mark.parametrize("points", [-5, -10, -200], ids="L {} counts as 0".format)
def test_points_below_zero(points):
    for options in ({}, {"level_table": "competition"}, {"decks": 3}, {"decks": 1}):
        rules = tc.Rules(**options)
        assert tc.level_change(points, rules) == tc.level_change(0, rules)


@pytest.mark.parametrize(
    ("points", "last_trick", "expected"),
    [
        pytest.param(0, D, (D, 1, D), id="L7 nothing"),
        pytest.param(39, D, (D, 1, D), id="L7 39"),
        pytest.param(40, D, (None, 0, None), id="L7 40 is a draw"),
        pytest.param(44, D, (None, 0, None), id="L7 44 is a draw"),
        pytest.param(45, D, (A, 1, A), id="L7 45"),
        pytest.param(0, A, (A, 1, A), id="L7 the last trick"),
        pytest.param(40, A, (A, 1, A), id="L7 40 and the last trick"),
        pytest.param(45, A, (A, 2, A), id="L7 45 and the last trick"),
        pytest.param(100, A, (A, 2, A), id="L7 all points and the last trick"),
    ],
)
def test_forty_five(points, last_trick, expected):
    rules = tc.Rules(decks=1, level_table="forty_five", kitty="none")
    change = tc.level_change(points, rules, last_trick=last_trick)
    assert (change.side, change.levels, change.deal) == expected


def test_forty_five_needs_the_last_trick():
    """L7."""
    rules = tc.Rules(decks=1, level_table="forty_five", kitty="none")
    with pytest.raises(tc.RulesError):
        tc.level_change(45, rules)


# --- O7: options of the order -------------------------------------------------------------------

PLAIN_LEVELS = {"no_trump_levels": "plain"}
NO_GAP = {"gap_adjacent": False}
NO_CHAIN = {"level_tractors": False}


@pytest.mark.parametrize(
    ("level", "suit", "options", "expected"),
    [
        pytest.param("5", None, PLAIN_LEVELS, "BJ,SJ", id="O7 plain: the jokers"),
        pytest.param(
            "5", None, {**PLAIN_LEVELS, "permanent_twos": True}, "BJ,SJ,2d 2c 2h 2s",
            id="O7 plain: permanent twos stay trump",
        ),
        pytest.param(
            "2", None, {**PLAIN_LEVELS, "permanent_twos": True}, "BJ,SJ,2d 2c 2h 2s",
            id="O7 plain: also when the level is 2",
        ),
        pytest.param("2", None, PLAIN_LEVELS, "BJ,SJ", id="O7 plain: level 2"),
        pytest.param(
            "5", "h", PLAIN_LEVELS, "BJ,SJ,5h,5d 5c 5s,Ah,Kh,Qh,Jh,Th,9h,8h,7h,6h,4h,3h,2h",
            id="O7 plain: no change with a trump suit",
        ),
        pytest.param(
            "5", "h", NO_GAP, "BJ,SJ,5h,5d 5c 5s,Ah,Kh,Qh,Jh,Th,9h,8h,7h,6h,4h,3h,2h",
            id="O7 gap: no change of the order",
        ),
        pytest.param(
            "5", "h", NO_CHAIN, "BJ,SJ,5h,5d 5c 5s,Ah,Kh,Qh,Jh,Th,9h,8h,7h,6h,4h,3h,2h",
            id="O7 chain: no change of the order",
        ),
    ],
)  # fmt: skip
def test_order_under_options(level, suit, options, expected):
    trump = tc.Trump(level, suit, **options)
    assert order(trump) == expected.split(",")
    plain = suit is None and "no_trump_levels" in options
    left = [rank for rank in PLAIN if plain or rank != level]
    if options.get("permanent_twos"):
        left.remove("2")
    assert order(trump, "s") == [rank + "s" for rank in left]


@pytest.mark.parametrize(
    ("first", "second", "level", "suit", "options", "expected"),
    [
        pytest.param("4s", "5s", "5", None, PLAIN_LEVELS, True, id="O7 plain 4455"),
        pytest.param("5s", "6s", "5", None, PLAIN_LEVELS, True, id="O7 plain 5566"),
        pytest.param("4s", "6s", "5", None, PLAIN_LEVELS, False, id="O7 plain 4466"),
        pytest.param("4s", "6s", "5", "h", PLAIN_LEVELS, True, id="O7 plain, a trump suit"),
        pytest.param("5s", "SJ", "5", None, PLAIN_LEVELS, False, id="O7 plain level, joker"),
        pytest.param(
            "2s", "SJ", "2", None, {**PLAIN_LEVELS, "permanent_twos": True}, True,
            id="O7 plain: twos next to the small joker",
        ),
        pytest.param(
            "2s", "2d", "5", None, {**PLAIN_LEVELS, "permanent_twos": True}, False,
            id="O7 plain: the twos are one step",
        ),
        pytest.param("4s", "6s", "5", "h", NO_GAP, False, id="O7 gap 4466"),
        pytest.param("4h", "6h", "5", "h", NO_GAP, False, id="O7 gap 4466 in trumps"),
        pytest.param("4s", "6s", "5", None, NO_GAP, False, id="O7 gap 4466, no trump"),
        pytest.param("3s", "4s", "5", "h", NO_GAP, True, id="O7 gap 3344"),
        pytest.param("2s", "4s", "3", "h", NO_GAP, False, id="O7 gap 2244"),
        pytest.param("Qs", "As", "K", "h", NO_GAP, False, id="O7 gap QQAA"),
        pytest.param("Ah", "5d", "5", "h", NO_GAP, True, id="O7 gap: ace and off-suit level"),
        pytest.param("5h", "SJ", "5", "h", NO_GAP, True, id="O7 gap: main level and joker"),
        pytest.param("Ah", "5d", "5", "h", NO_CHAIN, False, id="O7 chain AA55"),
        pytest.param("5d", "5h", "5", "h", NO_CHAIN, False, id="O7 chain 5555"),
        pytest.param("5h", "SJ", "5", "h", NO_CHAIN, False, id="O7 chain 55SJSJ"),
        pytest.param("SJ", "BJ", "5", "h", NO_CHAIN, True, id="O7 chain: the jokers do"),
        pytest.param("5d", "SJ", "5", None, NO_CHAIN, False, id="O7 chain, no trump"),
        pytest.param("SJ", "BJ", "5", None, NO_CHAIN, True, id="O7 chain, no trump: jokers"),
        pytest.param("4s", "6s", "5", "h", NO_CHAIN, True, id="O7 chain: the gap closes"),
        pytest.param("Ah", "Kh", "5", "h", NO_CHAIN, True, id="O7 chain: plain trumps do"),
        pytest.param(
            "2d", "2h", "5", "h", {**NO_CHAIN, "permanent_twos": True}, False,
            id="O7 chain: permanent twos",
        ),
        pytest.param(
            "Ah", "2d", "5", "h", {**NO_CHAIN, "permanent_twos": True}, False,
            id="O7 chain: ace and permanent two",
        ),
        pytest.param(
            "2h", "5d", "5", "h", {**NO_CHAIN, "permanent_twos": True}, False,
            id="O7 chain: permanent two and level",
        ),
        pytest.param(
            "2d", "5d", "5", None, {**NO_CHAIN, "permanent_twos": True}, False,
            id="O7 chain: permanent two and level, no trump",
        ),
    ],
)  # fmt: skip
def test_adjacent_under_options(first, second, level, suit, options, expected):
    trump = tc.Trump(level, suit, **options)
    assert adjacent(first, second, trump) is expected
    # Triples chain where pairs do.
    assert (kinds(f"{f'{first} ' * 3}{f'{second} ' * 3}", trump) == ["titanic"]) is expected


# --- F7, F8: options of following ---------------------------------------------------------------

# Options, lead, hand, legal plays, refused plays.
OPTIONS = [
    ("F7 triples_first: one triple and a pair", {"titanic_answer": "triples_first"},
     "KKKQQQ", "3344 666 8", ["666 33 4", "666 44 8"], ["3344 68", "3344 66", "666 3 4 8"]),
    ("F7 triples_first: the triple in a tractor", {"titanic_answer": "triples_first"},
     "KKKQQQ", "333 44 689", ["333 44 6"], ["3344 69", "333 689"]),
    ("F7 triples_first: two triples", {"titanic_answer": "triples_first"},
     "KKKQQQ", "3344 666 888 J", ["666888"], ["666 33 8", "3344 66"]),
    ("F7 triples_first: no triple, a tractor", {"titanic_answer": "triples_first"},
     "KKKQQQ", "3344 66 8", ["3344 66", "3344 68"], ["3366 48"]),
    ("F7 triples_first: a Titanic first", {"titanic_answer": "triples_first"},
     "KKKQQQ", "333444 666 8", ["333444"], ["333666", "444666"]),
    ("F7 triples_first: one triple of three, a tractor of two",
     {"titanic_answer": "triples_first"},
     "AAAKKKQQQ", "222 4455 88 9J", ["222 4455 88", "222 4455 9J"], ["222 44 88 9J"]),
    ("F7 follow_tractor: pairs", {"follow_tractor": "pairs"},
     "KKQQ", "3344 66 8", ["3344", "3366", "4466"], ["33 48", "3 4 68"]),
    ("F7 follow_tractor: a Titanic led asks as before", {"follow_tractor": "pairs"},
     "KKKQQQ", "3344 66 8", ["3344 66", "3344 68"], ["3366 48"]),
    ("F7 short_tractor: three loose pairs", {"short_tractor": "free"},
     "KKQQJJ", "3344 66 99 8", ["3344 66", "33 66 99", "44 66 99"], ["3344 68"]),
    ("F7 short_tractor: a run of the length is owed", {"short_tractor": "free"},
     "KKQQ", "3344 66 8", ["3344"], ["3366"]),
    ("F7 short_tractor: part of a longer run", {"short_tractor": "free"},
     "KKQQ", "334455 77", ["3344", "4455"], ["3355", "3377"]),
    ("F7 short_tractor: a Titanic led asks as before", {"short_tractor": "free"},
     "AAAKKKQQQ", "3344 66 99 8JQ", ["3344 66 99 8"], ["3 44 66 99 8J"]),
    ("F7 throw_answer: a tractor in a throw", {"throw_answer": "pairs"},
     "KKQQ 9", "3344 66 85", ["3344 8", "3366 8", "3366 4"], ["33 4 68"]),
    ("F7 throw_answer: a tractor alone asks as before", {"throw_answer": "pairs"},
     "KKQQ", "3344 66 8", ["3344"], ["3366"]),
    ("F8 suit_only: a pair", {"draw": "suit_only"}, "KK", "33 78", ["33", "37", "78"], []),
    ("F8 suit_only: a tractor", {"draw": "suit_only"},
     "KKQQ", "3344 78", ["3344", "33 78", "3 4 78"], []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "lead", "hand", "legal", "illegal"),
    [pytest.param(*row[1:], id=row[0]) for row in OPTIONS],
)
def test_follow_under_options(options, lead, hand, legal, illegal):
    rules = tc.Rules(decks=3, **options)
    held = of(hand) + C("9d Th")
    every = list(tc.legal_follows(held, of(lead), TEN, rules))
    assert tc.count_legal_follows(held, of(lead), TEN, rules) == len(every)
    for play in legal:
        assert allowed(of(play), held, of(lead), TEN, rules)
        assert of(play) in every
    for play in illegal:
        refused(of(play), held, of(lead), TEN, rules)
        assert of(play) not in every
    # F1 holds under every option.
    off_suit = of(legal[0][:-1]) + C("9d")
    assert refused(off_suit, held, of(lead), TEN, rules) == "MUST_FOLLOW_SUIT"
    # F6: the cards of the suit, all of them, are a legal play.
    if len(of(lead)) <= len(of(hand)):
        assert allowed(of(legal[0]), of(legal[0]) + C("9d Th"), of(lead), TEN, rules)


# --- R4: options of ruffs and winners -----------------------------------------------------------

COMPARES = ("first_unit", "every_unit", "each_shape", "next_unit", "top_card")
# Plays, then the winner under each way to compare.
COMPARED = [
    ("a higher pair, a lower single", "5s 4s 4s,9h 7h 7h,8h 8h 4h", (2, 1, 1, 2, 1)),
    ("a higher pair and single", "5s 4s 4s,7h 6h 6h,8h 8h 9h", (2, 2, 2, 2, 2)),
    ("an equal pair, a higher single", "5s 4s 4s,2h Td Td,9h Tc Tc", (1, 1, 1, 2, 1)),
    ("an equal pair, a single above it", "5s 4s 4s,2h Td Td,Th Tc Tc", (1, 1, 1, 2, 2)),
    ("two singles, one equal", "5s 6s,2h 9h,2h Jh", (2, 1, 2, 2, 2)),
    ("two singles, both higher", "5s 6s,2h 9h,3h Jh", (2, 2, 2, 2, 2)),
    ("two singles, the lower one higher", "5s 6s,2h Jh,9h Jh", (1, 1, 1, 2, 1)),
    ("two singles, equal", "5s 6s,2h Jh,2h Jh", (1, 1, 1, 1, 1)),
    ("a pair over two singles", "5s 6s,2h Jh,Qh Qh", (2, 2, 2, 2, 2)),
    ("in the suit led", "3s 3s 9s,7s 7s 8s", (1, 0, 0, 1, 0)),
    ("in the suit led, both higher", "3s 3s 9s,7s 7s Js", (1, 1, 1, 1, 1)),
    ("a ruff beats the suit led", "3s 3s 9s,7s 7s Js,2h 2h 3h", (2, 2, 2, 2, 2)),
    ("two pairs, one equal", "4s 4s 9s 9s,2h 2h Td Td,3h 3h Tc Tc", (1, 1, 1, 2, 1)),
    ("tractor and pair", "5s 5s 6s 6s 9s 9s,2h 2h 3h 3h Kh Kh,4h 4h 5h 5h 7h 7h",
     (2, 1, 1, 2, 1)),
    ("one card", "5s,Td,Tc,Th", (3, 3, 3, 3, 3)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("plays", "compare", "winner"),
    [
        pytest.param(plays, compare, winner, id=f"R4 {compare}: {name}")
        for name, plays, winners in COMPARED
        for compare, winner in zip(COMPARES, winners, strict=True)
    ],
)
def test_ways_to_compare(plays, compare, winner):
    rules = tc.Rules(ruff_compare=compare)
    assert tc.trick_winner([C(play) for play in plays.split(",")], TEN, rules) == winner


def test_some_division_of_the_challenger_is_enough():
    """R4 every_unit: 66 and two main twos over 55, A and an off-suit two (level 2)."""
    rules = tc.Rules(ruff_compare="every_unit")
    trump = tc.Trump("2", "c")
    plays = [C("8d 8d Jd Qd"), C("5c 5c Ac 2s"), C("6c 6c 2c 2c")]
    assert tc.trick_winner(plays, trump, rules) == 2
    assert tc.trick_winner([plays[0], C("5c 5c 2c Ac"), plays[2]], trump, rules) == 1


@pytest.mark.parametrize(
    ("lead", "play", "split", "exact"),
    [
        pytest.param("5s 6s", "8h 8h", True, False, id="R4 a pair on two singles"),
        pytest.param("5s 5s 8s 8s", "6h 6h 7h 7h", True, False, id="R4 a tractor on two pairs"),
        pytest.param("5s 6s 7s", "9h 7h 7h", True, False, id="R4 977 on 567"),
        pytest.param("5s 5s 6s", "8h 8h 8h", True, False, id="R4 a triple on pair and single"),
        pytest.param("5s 5s 6s", "8h 8h 9h", True, True, id="R4 pair and single"),
        pytest.param("5s 5s 6s 6s", "8h 8h 9h 9h", True, True, id="R4 a tractor on a tractor"),
        pytest.param("5s 5s 6s 6s", "8h 8h Jh Jh", False, False, id="R4 two pairs on a tractor"),
        pytest.param("5s 6s", "8h 9h", True, True, id="R4 two singles"),
    ],
)
def test_ways_to_cover(lead, play, split, exact):
    for cover, expected in (("split", split), ("exact", exact)):
        rules = tc.Rules(ruff_cover=cover)
        assert tc.can_ruff(C(play), C(lead), TEN, rules) is expected
        assert tc.trick_winner([C(lead), C(play)], TEN, rules) == int(expected)


def test_exact_cover_holds_in_the_suit_led():
    """R4: the same test tells whether a play in the suit competes; the lead always does."""
    exact = tc.Rules(ruff_cover="exact")
    plays = [of("56"), of("88"), of("79")]
    assert tc.trick_winner(plays, TEN) == 2
    assert tc.trick_winner([of("56"), of("KK"), of("79")], TEN) == 1
    assert tc.trick_winner([of("56"), of("KK"), of("79")], TEN, exact) == 2
    assert tc.trick_winner([of("56"), of("KK"), of("33")], TEN, exact) == 0
    # A tractor named as two pairs is led all the same.
    pairs = [of("55"), of("66")]
    assert tc.trick_winner([of("5566"), of("44 77")], TEN, exact, pairs) == 1


# --- F8: cards that need not be drawn upon ------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "lead", "hand", "legal", "illegal"),
    [
        ("protect_triples", "55", "777 9 Q", ["77", "9Q", "79"], []),
        ("protect_triples", "55", "777 99 Q", ["99", "77"], ["9Q", "7Q"]),
        ("protect_triples", "5566", "77788 9 J", ["7788", "889J", "7889"], ["779J", "789J"]),
        ("protect_runs", "55", "7788 Q K", ["77", "88", "QK", "7K"], []),
        ("protect_runs", "55", "7788 QQ K", ["QQ", "77"], ["QK", "78"]),
        ("protect_both", "55", "777 99 88 Q", ["77", "88", "8Q"], []),
        ("suit_only", "55", "77 9", ["77", "79"], []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_protected_cards(draw, lead, hand, legal, illegal):
    """F8: by the words of the rule; a play that is legal under "all" stays legal."""
    rules = tc.Rules(decks=3, draw=draw)
    for play in legal:
        assert tc.is_legal_follow(of(play), of(hand), of(lead), TEN, rules), play
    for play in illegal:
        assert not tc.is_legal_follow(of(play), of(hand), of(lead), TEN, rules), play


def test_every_default_may_be_named():
    """Naming a default changes nothing."""
    named = tc.Rules(
        decks=2, throw_against="others", failed_throw="lowest", throw_penalty=0,
        titanic_answer="tractor_first", follow_tractor="full", short_tractor="owed",
        throw_answer="full", draw="all", ruff_compare="first_unit", ruff_cover="split",
        kitty_units="played", kitty="power_of_cards", kitty_flat=(2, 2, 4),
    )  # fmt: skip
    assert named == tc.Rules()
    assert hash(named) == hash(tc.Rules())
    trump = tc.Trump("10", "h", permanent_twos=False, no_trump_levels="trump", gap_adjacent=True,
                     level_tractors=True)  # fmt: skip
    assert trump == TEN == tc.Rules().trump("10", "h")


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"decks": 2, "level_table": "forty"}, id="L3 forty wants one deck"),
        pytest.param({"decks": 3, "level_table": "hundred"}, id="L3 hundred wants one deck"),
        pytest.param({"level_table": "forty_five", "kitty": "none"}, id="L7 wants one deck"),
        pytest.param({"level_table": "forty_five_points"}, id="L8 wants one deck"),
        pytest.param({"decks": 2, "level_table": "titanic"}, id="L4 wants three decks"),
        pytest.param({"decks": 1, "level_table": "forty_five"}, id="L7 wants kitty none"),
        pytest.param({"kitty_flat": (1, 2, 4)}, id="K5 kitty_flat wants kitty flat"),
    ],
)
def test_wrong_combinations(options):
    with pytest.raises(tc.RulesError):
        tc.Rules(**options)


# --- Notation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("2d", 0), ("As", 51), ("SJ", 52), ("BJ", 53), ("Td", 8), ("10d", 8), ("JS", 48),
        ("Js", 48), ("A♠", 51), ("10♥", 34), ("方块10", 8), ("黑桃A", 51), ("小王", 52),
        ("大王", 53), ("A黑桃", 51), ("10方片", 8), ("A♠\ufe0f", 51), ("10♥\ufe0e", 34),
    ],
)  # fmt: skip
def test_parse_kind(text, kind):
    assert tc.parse_kind(text) == kind
    assert tc.Cards(text) == tc.Cards([kind])


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("ascii", "Td Kh As As SJ BJ"),
        ("unicode", "T♦ K♥ A♠ A♠ SJ BJ"),
        ("chinese", "方块10 红桃K 黑桃A 黑桃A 小王 大王"),
    ],
)
def test_format_cards(style, expected):
    cards = tc.Cards("As As Kh 10d SJ BJ")
    assert tc.format_cards(cards, style) == expected
    assert " ".join(tc.format_kind(kind, style) for kind in cards) == expected
    assert tc.Cards(expected) == cards
    backwards = list(cards)[::-1]
    assert tc.format_cards(backwards, style=style).split() == expected.split()[::-1]


def test_text_of_cards():
    cards = tc.Cards("As Kh 10d")
    assert str(cards) == "Td Kh As" == tc.format_cards(cards)
    assert repr(cards) == "Cards('Td Kh As')"


def test_legal_follows_ascend():
    """Plays are ordered by their tuples of kinds."""
    plays = list(tc.legal_follows(C("2d 3d Ac Ts BJ"), C("4s 4s"), TEN))
    assert [play.kinds() for play in plays] == sorted(play.kinds() for play in plays)
    assert len(set(plays)) == len(plays) == 10


def test_random_legal_follow_of_one_play():
    assert tc.random_legal_follow(of("3344"), of("KKQQ"), TEN, rng=1) == of("3344")


def test_jokers_have_their_constants():
    assert tc.Cards([tc.SMALL_JOKER, tc.BIG_JOKER]) == C("SJ BJ")
