"""The worked examples of the three texts the rules were drawn from.

An id names the text and its section: "000 §4" is section 4 of the first text, "001 §3" section 3
of the second, "002 'Bianfeng'", "002 'competition'" and "002 'two decks'" (with the three-deck
rules at its end) are the three games of the third. The options are those of the room described.
"""

import pytest
from strategies import join, of

import tractor_core as tc

TEN = tc.Trump("10", "h")
FIVE = tc.Trump("5", "h")
TWO = tc.Trump("2", "h")

# Texts that print the same list of facts.
TWO_DECK_TEXTS = ("000 §1", "000 §4", "000 §8", "001 §1", "001 §3", "002 'two decks'")
ORDER_TEXTS = (*TWO_DECK_TEXTS, "000 §6")
PERMANENT_TWO_TEXTS = ("000 §4", "000 §6", "000 §8", "001 §3", "002 'two decks'")
THROW_TEXTS = (
    "000 §1",
    "000 §3",
    "000 §4",
    "000 §8",
    "000 §9",
    "001 §1",
    "001 §3",
    "002 'two decks'",
)
RUFF_TEXTS = ("000 §1", "000 §3", "000 §4", "000 §8", "000 §9", "001 §3", "002 'two decks'")
THREE_DECK_TEXTS = ("000 §4", "000 §8", "002 'two decks'")


def each(texts, rows, name):
    """One parameter set for every text and row; `name` tells a row's id."""
    return [pytest.param(*row, id=f"{text} {name(row)}") for text in texts for row in rows]


def shapes(cards, trump):
    """The canonical units as (kind, length) pairs."""
    return [(unit.kind, unit.length) for unit in tc.decompose(cards, trump)]


def steps(trump, suit):
    """The steps of a suit, high to low, in notation."""
    return [" ".join(tc.format_kind(kind) for kind in step) for step in tc.order(trump)[suit]]


# --- Order of the cards -------------------------------------------------------------------------

ORDERS = [
    pytest.param(
        TEN, "trump",
        "BJ,SJ,Th,Td Tc Ts,Ah,Kh,Qh,Jh,9h,8h,7h,6h,5h,4h,3h,2h",
        id=f"{text} trumps",
    )
    for text in ORDER_TEXTS
] + [
    pytest.param(TEN, "s", "As,Ks,Qs,Js,9s,8s,7s,6s,5s,4s,3s,2s", id=f"{text} side suit")
    for text in ORDER_TEXTS
] + [
    pytest.param(
        tc.Trump("10", "h", permanent_twos=True), "trump",
        "BJ,SJ,Th,Td Tc Ts,2h,2d 2c 2s,Ah,Kh,Qh,Jh,9h,8h,7h,6h,5h,4h,3h",
        id=f"{text} trumps with permanent twos",
    )
    for text in PERMANENT_TWO_TEXTS
] + [
    pytest.param(
        tc.Trump("10", "h", permanent_twos=True), "s", "As,Ks,Qs,Js,9s,8s,7s,6s,5s,4s,3s",
        id=f"{text} side suit with permanent twos",
    )
    for text in PERMANENT_TWO_TEXTS
] + [
    pytest.param(
        TWO, "trump", "BJ,SJ,2h,2d 2c 2s,Ah,Kh,Qh,Jh,Th,9h,8h,7h,6h,5h,4h,3h",
        id="000 §9 trumps at level 2",
    ),
    pytest.param(
        TWO, "s", "As,Ks,Qs,Js,Ts,9s,8s,7s,6s,5s,4s,3s", id="000 §9 side suit at level 2"
    ),
    pytest.param(
        tc.Trump("3", "c"), "trump", "BJ,SJ,3c,3d 3h 3s,Ac,Kc,Qc,Jc,Tc,9c,8c,7c,6c,5c,4c,2c",
        id="000 §8 one deck, trumps at level 3",
    ),
    pytest.param(
        tc.Trump("A", "d"), "trump", "BJ,SJ,Ad,Ac Ah As,Kd,Qd,Jd,Td,9d,8d,7d,6d,5d,4d,3d,2d",
        id="000 §5 one deck, trumps at level A",
    ),
    pytest.param(
        tc.Trump("A"), "trump", "BJ,SJ,Ad Ac Ah As",
        id="000 §5 the crown: aces and jokers only",
    ),
    pytest.param(
        tc.Trump("2"), "trump", "BJ,SJ,2d 2c 2h 2s",
        id="000 §7 no trump: jokers and level cards only",
    ),
    pytest.param(
        tc.Trump("K", "s"), "trump", "BJ,SJ,Ks,Kd Kc Kh,As,Qs,Js,Ts,9s,8s,7s,6s,5s,4s,3s,2s",
        id="002 'Bianfeng' trumps at level K",
    ),
    pytest.param(
        tc.Trump("K", "s"), "d", "Ad,Qd,Jd,Td,9d,8d,7d,6d,5d,4d,3d,2d",
        id="002 'Bianfeng' side suit at level K",
    ),
    pytest.param(
        tc.Trump("2"), "trump", "BJ,SJ,2d 2c 2h 2s", id="002 'competition' no trump at level 2"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("trump", "suit", "expected"), ORDERS)
def test_order(trump, suit, expected):
    assert steps(trump, suit) == expected.split(",")


@pytest.mark.parametrize(
    ("plays", "winner"),
    each(
        THROW_TEXTS,
        [("Ks Ks 3s 4s", 0), ("3s Ks Ks 4s", 1), ("9h Td Tc 3h", 1), ("Td Tc Ts 2h", 0)],
        lambda row: f"equal cards, {row[0]}",
    ),
)
def test_of_equal_cards_the_first_played_is_higher(plays, winner):
    assert tc.trick_winner([tc.Cards(card) for card in plays.split()], TEN) == winner


# --- Tractors and Titanics ----------------------------------------------------------------------

TRACTORS = each(
    TWO_DECK_TEXTS,
    [
        (TEN, "Ks Ks Qs Qs", 2),
        (TEN, "Js Js 9s 9s", 2),
        (TEN, "5s 5s 4s 4s 3s 3s", 3),
        (TEN, "SJ SJ Th Th", 2),
        (TEN, "Th Th Td Td", 2),
        (TEN, "Td Td Ah Ah", 2),
        (TEN, "Th Th Ts Ts Ah Ah", 3),
    ],
    lambda row: row[1],
) + each(
    ("000 §9",),
    [
        (TWO, "4s 4s 5s 5s", 2),
        (TWO, "Js Js Qs Qs", 2),
        (TWO, "6d 6d 7d 7d 8d 8d", 3),
        (TWO, "BJ BJ SJ SJ", 2),
        (TWO, "SJ SJ 2h 2h", 2),
        (TWO, "2h 2h 2c 2c", 2),
        (TWO, "2c 2c Ah Ah", 2),
    ],
    lambda row: row[1],
) + each(
    ("002 'Bianfeng'",),
    [
        (FIVE, "3s 3s 4s 4s", 2),
        (FIVE, "4s 4s 6s 6s", 2),
        (FIVE, "5d 5d 5h 5h", 2),
        (FIVE, "BJ BJ SJ SJ", 2),
        (FIVE, "Ah Ah 5d 5d", 2),
        (FIVE, "5h 5h SJ SJ", 2),
    ],
    lambda row: row[1],
)  # fmt: skip


@pytest.mark.parametrize(("trump", "cards", "length"), TRACTORS)
def test_tractor(trump, cards, length):
    (unit,) = tc.decompose(tc.Cards(cards), trump)
    assert (unit.kind, unit.copies, unit.length) == ("tractor", 2, length)
    assert unit == tc.Unit(tc.Cards(cards), trump)


NOT_TRACTORS = each(
    TWO_DECK_TEXTS,
    [
        (TEN, "5s 5s 4s"),
        (TEN, "5s 4s 4s"),
        (TEN, "5s 5s 3s 3s"),
        (TEN, "Js Js Qs"),
        (TEN, "Td Td Tc Tc"),
        (TEN, "Js Js Ts Ts"),
        (TEN, "As As 2s 2s"),
    ],
    lambda row: row[1],
) + each(
    ("002 'Bianfeng'",),
    [(FIVE, "5s 5s 6s 6s"), (FIVE, "5h 5h 6h 6h"), (tc.Trump("5"), "5h 5h 5s 5s")],
    lambda row: row[1],
) + each(
    ("000 §1 end", "000 §7", "001 §5", "002 'Bianfeng'"),
    [(tc.Trump("6", "h"), "6s 6s 5s 5s"), (tc.Trump("6", "h"), "6h 6h 7h 7h")],
    lambda row: f"level cards with their suit, {row[1]}",
)  # fmt: skip


@pytest.mark.parametrize(("trump", "cards"), NOT_TRACTORS)
def test_not_a_tractor(trump, cards):
    assert "tractor" not in [kind for kind, _ in shapes(tc.Cards(cards), trump)]
    with pytest.raises(tc.CardsError):
        tc.Unit(tc.Cards(cards), trump)


TITANICS = each(
    THREE_DECK_TEXTS,
    [
        (FIVE, "3s 3s 3s 4s 4s 4s"),
        (FIVE, "4s 4s 4s 6s 6s 6s"),
        (FIVE, "5d 5d 5d 5h 5h 5h"),
        (FIVE, "BJ BJ BJ SJ SJ SJ"),
        (FIVE, "Ah Ah Ah 5c 5c 5c"),
        (FIVE, "5h 5h 5h SJ SJ SJ"),
    ],
    lambda row: row[1],
)


@pytest.mark.parametrize(("trump", "cards"), TITANICS)
def test_titanic(trump, cards):
    (unit,) = tc.decompose(tc.Cards(cards), trump)
    assert (unit.kind, unit.copies, unit.length) == ("titanic", 3, 2)


NOT_TITANICS = each(
    THREE_DECK_TEXTS,
    [
        (FIVE, "5s 5s 5s 6s 6s 6s"),
        (FIVE, "5h 5h 5h 6h 6h 6h"),
        (tc.Trump("5"), "5c 5c 5c 5s 5s 5s"),
    ],
    lambda row: f"no Titanic, {'trump' if row[0].suit else 'no trump'} {row[1]}",
)


@pytest.mark.parametrize(("trump", "cards"), NOT_TITANICS)
def test_not_a_titanic(trump, cards):
    assert shapes(tc.Cards(cards), trump) == [("triple", 1), ("triple", 1)]


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("9d 9d", id="000 §1 end two cards of one face are a pair"),
        pytest.param("BJ BJ", id="000 §7 two big jokers are a pair"),
        pytest.param("2c 2c", id="000 §9 two level cards of one suit are a pair"),
        pytest.param("Kh Kh", id="002 'Bianfeng' two trumps of one face are a pair"),
    ],
)
def test_pair(cards):
    assert shapes(tc.Cards(cards), TWO) == [("pair", 1)]


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("9d 9c", id="000 §1 end one rank of two suits is no pair"),
        pytest.param("2c 2s", id="000 §9 level cards of two suits are no pair"),
        pytest.param("SJ BJ", id="002 'Bianfeng' a small and a big joker are no pair"),
    ],
)
def test_not_a_pair(cards):
    assert shapes(tc.Cards(cards), TWO) == [("single", 1), ("single", 1)]


# --- Throws -------------------------------------------------------------------------------------

# None of these hands has a single, a pair or a tractor above what is thrown.
STANDING = [
    ("AAK", ("KQ", "QQJJ", "998")),
    ("AKK", ("AQQ", "JJ99", "8")),
    ("AQQJJ", ("AKK", "998877", "K")),
    ("98844", ("97", "8 33", "876")),
]
STANDING_NINE = [*STANDING[:3], ("76644", ("75", "653", "33"))]
# A hand that breaks the throw 98844, and the unit that is led instead.
FAILING = [("J", "9"), ("QQ", "44"), ("55", "44")]


@pytest.mark.parametrize(
    ("thrown", "hands", "trump"),
    each(
        [text for text in THROW_TEXTS if text != "000 §9"],
        [(*row, TEN) for row in STANDING],
        lambda row: row[0],
    )
    + each(["000 §9"], [(*row, TWO) for row in STANDING_NINE], lambda row: row[0]),
)
def test_throw_stands(thrown, hands, trump):
    others = [of(hand) for hand in hands]
    result = tc.check_throw(of(thrown), others, trump)
    assert result.stands
    assert result.led == of(thrown)
    assert not result.returned
    assert tc.throw_stands(of(thrown), others, trump)


@pytest.mark.parametrize(
    ("breaker", "led", "seat", "trump"),
    [
        pytest.param(
            breaker, led, seat, TWO if text == "000 §9" else TEN,
            id=f"{text} 98844 against {breaker} of hand {seat}",
        )
        for text in THROW_TEXTS
        for breaker, led in FAILING
        for seat in range(3)
    ],
)  # fmt: skip
def test_throw_fails(breaker, led, seat, trump):
    others = [of("93"), of("83"), of("33")]
    others[seat] = of(breaker)
    result = tc.check_throw(of("98844"), others, trump)
    assert not result.stands
    assert not tc.throw_stands(of("98844"), others, trump)
    assert result.led == of(led)
    assert result.led + result.returned == of("98844")
    assert set(result.beaten_by) == {seat}
    assert result.penalty == 0


@pytest.mark.parametrize(
    "throw_penalty",
    [
        pytest.param(10, id="002 'competition' a throw that fails costs ten points"),
        pytest.param(10, id="000 §2 a throw that fails costs ten points"),
        pytest.param(0, id="000 §1 a throw that fails costs nothing"),
    ],
)
def test_throw_penalty(throw_penalty):
    rules = tc.Rules(throw_penalty=throw_penalty)
    assert tc.check_throw(of("98844"), [of("J")], TEN, rules).penalty == throw_penalty
    assert tc.check_throw(of("98844"), [of("9")], TEN, rules).penalty == 0


@pytest.mark.parametrize(
    ("lead", "parts"),
    [
        pytest.param("KKQQ 7", 2, id="000 §1 end any mixture of one suit may be led"),
        pytest.param("KKQQ 88 7", 3, id="001 §5 any mixture of one suit may be led"),
        pytest.param("AA K 44 3", 4, id="002 'Bianfeng' any mixture of one suit may be led"),
        pytest.param("AA K 44 3", 4, id="002 'competition' any mixture of one suit may be led"),
    ],
)
def test_mixture_led(lead, parts):
    result = tc.check_throw(of(lead), [], TEN)
    assert result.stands
    assert len(tc.decompose(of(lead), TEN)) == parts


# --- Following ----------------------------------------------------------------------------------

FOLLOWS = each(
    THROW_TEXTS,
    [
        ("AA", "33 7 8", "33", "37"),
        ("AA", "6655 9", "66", "69"),
        ("AA", "6655 9", "55", "65"),
        ("AA", "7 8 9", "78", ""),
        ("KKQQ", "6655 99", "6655", "66 99"),
        ("KKQQ", "66 44 9 8", "6644", "66 98"),
        ("KKQQ", "66 9 8 4", "66 98", "6984"),
        ("KKQQ", "9 8 4 3 2", "9843", ""),
    ],
    lambda row: f"{row[0]} led, {row[2]} from {row[1]}",
) + each(
    ("000 §1 end", "001 §5", "002 'Bianfeng'", "002 'competition'"),
    [
        ("AA", "33 7 8", "33", "38"),
        ("KKQQ", "6655 99", "6655", "66 99"),
        ("AA K", "33 7 8", "33 7", "3 78"),
        ("KKQQ 9", "6655 8 4", "6655 4", "665 84"),
    ],
    lambda row: f"{row[0]} led, {row[2]} from {row[1]}",
)


@pytest.mark.parametrize(("lead", "hand", "legal", "illegal"), FOLLOWS)
def test_follow(lead, hand, legal, illegal):
    held = of(hand) + tc.Cards("3d 4d 9h Th")
    assert tc.is_legal_follow(of(legal), held, of(lead), TEN)
    assert not tc.is_legal_follow(of(legal[:-1]) + tc.Cards("3d"), held, of(lead), TEN)
    if illegal:
        assert not tc.is_legal_follow(of(illegal), held, of(lead), TEN)


@pytest.mark.parametrize(
    ("lead", "hand", "legal", "illegal"),
    [
        pytest.param(
            "9h", "3h Kh 4s Td", ["3h", "Kh"], ["4s", "Td"],
            id="000 §1 end hearts led, hearts held",
        ),
        pytest.param("9h", "4s 5d Td", ["4s", "5d", "Td"], [], id="001 §5 hearts led, none held"),
        pytest.param(
            "9h 9h", "3h 4s Td", ["3h 4s", "3h Td"], ["4s Td"],
            id="002 'Bianfeng' too few of the suit",
        ),
        pytest.param("9c", "Ac 4s Td", ["Ac"], ["4s", "Td"], id="000 §8 clubs led, one deck"),
        pytest.param("9c", "4s Td", ["4s", "Td"], [], id="000 §5 clubs led, none held"),
        pytest.param(
            "9h", "3h Kh 4s Td", ["3h", "Kh"], ["4s", "Td"], id="002 'competition' suit owed"
        ),
    ],
)  # fmt: skip
def test_suit_is_owed(lead, hand, legal, illegal):
    trump = tc.Trump("10", "s")
    plays = list(tc.legal_follows(tc.Cards(hand), tc.Cards(lead), trump))
    assert set(plays) == {tc.Cards(play) for play in legal}
    assert len(plays) == len(legal)
    for play in illegal:
        with pytest.raises(tc.IllegalPlay) as caught:
            tc.check_follow(tc.Cards(play), tc.Cards(hand), tc.Cards(lead), trump)
        assert caught.value.reason.name == "MUST_FOLLOW_SUIT"


# A hand whose best answer is the rung, a play on the rung, and one on a lower rung.
LADDER = [
    ("Titanic", "KKKQQQ", "333444 68", "333444", "33344 6"),
    ("tractor + 2", "KKKQQQ", "333 44 689", "3344 69", "333 689"),
    ("two triples", "KKKQQQ", "333 666 89", "333666", "333 66 8"),
    ("triple + pair + 1", "KKKQQQ", "333 66 89J", "333 66 J", "333 689"),
    ("triple + 3", "KKKQQQ", "333 68JA", "333 68J", "33 68JA"),
    ("two pairs + 2", "KKKQQQ", "33 66 8JA", "33 66 8J", "33 68JA"),
    ("pair + 4", "KKKQQQ", "33 68JAK", "33 68JA", "3 68JAK"),
    ("six singles", "KKKQQQ", "2468JAK", "2468JA", ""),
    ("triple", "999", "333 6 8", "333", "33 6"),
    ("pair + 1", "999", "33 6 8", "33 6", "3 6 8"),
    ("three singles", "999", "2 4 6 8", "2 4 6", ""),
]


@pytest.mark.parametrize(
    ("rung", "lead", "hand", "legal", "illegal"),
    each(THREE_DECK_TEXTS, LADDER, lambda row: f"{row[1]} led, {row[0]}"),
)
def test_follow_a_titanic_or_a_triple(rung, lead, hand, legal, illegal):
    rules = tc.Rules(decks=3)
    assert tc.is_legal_follow(of(legal), of(hand), of(lead), TEN, rules)
    if illegal:
        assert not tc.is_legal_follow(of(illegal), of(hand), of(lead), TEN, rules)
        with pytest.raises(tc.IllegalPlay, match="."):
            tc.check_follow(of(illegal), of(hand), of(lead), TEN, rules)
    else:
        every = tc.count_legal_follows(of(hand), of(lead), TEN, rules)
        assert every == {"six singles": 7, "three singles": 4}[rung]


# --- Ruffs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trumps", "lead", "expected"),
    each(
        RUFF_TEXTS,
        [
            ("998872", "AK5544", True),
            ("998872", "AA5544", False),
            ("977", "544", True),
            ("884", "544", True),
            ("977", "567", True),
            ("987", "544", False),
            ("9988", "5544", True),
            ("9977", "5544", False),
        ],
        lambda row: f"{row[0]} on {row[1]}",
    )
    + each(
        ("001 §1", "001 §5", "000 §1 end", "002 'Bianfeng'", "002 'competition'"),
        [("98", "44", False), ("88", "44", True), ("9977", "5544", False), ("98", "54", True)],
        lambda row: f"{row[0]} on {row[1]}",
    ),
)
def test_ruff(trumps, lead, expected):
    play = of(trumps, "h")
    assert tc.can_ruff(play, of(lead), TEN) is expected
    filler = of("2" * len(lead), "d") if len(lead) < 4 else of("223344"[: len(lead)], "d")
    assert tc.trick_winner([of(lead), play, filler], TEN) == (1 if expected else 0)


@pytest.mark.parametrize(
    ("lead", "first", "second", "winner"),
    each(
        RUFF_TEXTS,
        [("544", "977", "884", 2), ("567", "977", "884", 1), ("567", "884", "977", 2)],
        lambda row: f"{row[1]} then {row[2]} on {row[0]}",
    ),
)
def test_over_ruff(lead, first, second, winner):
    plays = [of(lead), of(first, "h"), of("223", "d"), of(second, "h")]
    expected = {1: 1, 2: 3}[winner]
    assert tc.trick_winner(plays, TEN) == expected


def test_trumps_of_which_none_is_a_pair_never_win_against_a_pair():
    """002 'Bianfeng': even when every card of the play is a trump."""
    assert tc.trick_winner([of("33"), tc.Cards("BJ SJ"), of("AK"), tc.Cards("Td Tc")], TEN) == 0


# --- Points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected"),
    each(
        ("000 §1", "000 §1 end", "000 §5", "000 §7", "000 §8", "000 §9", "001 §4", "001 §5",
         "002 'Bianfeng'", "002 'competition'"),
        [("5d", 5), ("Tc", 10), ("Kh", 10), ("As 9s 4s BJ", 0)],
        lambda row: row[0],
    ),
)  # fmt: skip
def test_point_cards(cards, expected):
    assert tc.points(tc.Cards(cards)) == expected


@pytest.mark.parametrize(
    ("copies", "expected"),
    [
        pytest.param(1, 100, id="000 §7 one deck"),
        pytest.param(2, 200, id="002 'competition' two decks"),
        pytest.param(3, 300, id="000 §7 three decks"),
    ],
)
def test_points_of_whole_decks(copies, expected):
    assert tc.points(tc.Cards.from_counts([copies] * 54)) == expected


# --- The kitty ----------------------------------------------------------------------------------

KITTY = (
    each(
        ("000 §1",),
        [
            ({}, "A", 2),
            ({}, "AK987", 2),
            ({}, "AA", 4),
            ({}, "AAK", 4),
            ({}, "AAQQ9", 4),
            ({}, "AAKK", 16),
            ({}, "AAKKQQ", 64),
            ({}, "AAKK 9", 16),
        ],
        lambda row: row[1],
    )
    + each(
        THREE_DECK_TEXTS,
        [
            ({}, "44", 4),
            ({}, "444555", 64),
            ({}, "445566", 64),
            ({}, "4455", 16),
            ({}, "555", 8),
            ({}, "AKQJT9877", 4),
            ({}, "AKQJ", 2),
            ({}, "AAJJ", 4),
        ],
        lambda row: row[1],
    )
    + each(
        ("000 §1 end", "001 §5"),
        [
            ({"kitty": "per_pair"}, "A", 2),
            ({"kitty": "per_pair"}, "AK9", 2),
            ({"kitty": "per_pair"}, "AA", 4),
            ({"kitty": "per_pair"}, "AA9", 4),
            ({"kitty": "per_pair"}, "AA99", 8),
            ({"kitty": "per_pair"}, "AAKK", 8),
            ({"kitty": "per_pair"}, "AAKKQQ", 16),
        ],
        lambda row: row[1],
    )
    + each(
        ("001 §1",),
        [
            ({"kitty": "per_linked_pair"}, "A", 2),
            ({"kitty": "per_linked_pair"}, "AA", 4),
            ({"kitty": "per_linked_pair"}, "AAKK", 8),
            ({"kitty": "per_linked_pair"}, "AAKKQQ", 16),
            ({"kitty": "per_linked_pair"}, "AA99", 4),
        ],
        lambda row: row[1],
    )
    + each(
        ("000 §7", "002 'Bianfeng'"),
        [
            ({"kitty": "by_length"}, "333444", 18),
            ({"kitty": "by_length"}, "333444555", 54),
            ({"kitty": "by_length"}, "333", 6),
            ({"kitty": "by_length"}, "33344", 6),
            ({"kitty": "by_length"}, "3344", 8),
            ({"kitty": "by_length"}, "334455", 16),
            ({"kitty": "by_length"}, "33", 4),
            ({"kitty": "by_length"}, "3366", 4),
            ({"kitty": "by_length"}, "3", 2),
            ({"kitty": "by_length_literal"}, "333444", 18),
            ({"kitty": "by_length_literal"}, "336699", 6),
            ({"kitty": "by_length_literal"}, "334455", 6),
            ({"kitty": "by_length_literal"}, "3344", 8),
            ({"kitty": "by_length_literal"}, "3366", 4),
            ({"kitty": "by_length_literal"}, "33", 2),
            ({"kitty": "by_length_literal"}, "36", 2),
        ],
        lambda row: f"{row[0]['kitty']} {row[1]}",
    )
    + each(
        ("002 'competition'",),
        [
            ({"kitty": "flat"}, "A", 2),
            ({"kitty": "flat"}, "AA", 2),
            ({"kitty": "flat"}, "AAKK", 4),
            ({"kitty": "flat"}, "AAKKQQ", 4),
            ({"kitty": "flat"}, "AA9", 2),
            ({"kitty": "flat", "kitty_flat": (1, 2, 4)}, "A", 1),
            ({"kitty": "flat", "kitty_flat": (1, 2, 4)}, "AA", 2),
            ({"kitty": "flat", "kitty_flat": (1, 2, 4)}, "AA9", 1),
            ({"kitty": "flat", "kitty_flat": (1, 2, 4)}, "AAKK9", 1),
            ({"kitty": "flat", "kitty_flat": (1, 2, 4)}, "AAKK", 4),
        ],
        lambda row: f"{row[0].get('kitty_flat', '')}{row[1]}",
    )
)


@pytest.mark.parametrize(("options", "play", "expected"), KITTY)
def test_kitty_multiplier(options, play, expected):
    assert tc.kitty_multiplier(of(play), TWO, tc.Rules(**options)) == expected


def test_the_thrown_pair_of_the_competition():
    """002 'competition': two red tens thrown with a nine count as a single."""
    rules = tc.Rules(kitty="flat", kitty_flat=(1, 2, 4))
    assert tc.kitty_multiplier(tc.Cards("Th Th 9h"), tc.Trump("5", "s"), rules) == 1


# --- From points to levels ----------------------------------------------------------------------

DEALER, ATTACKERS, NOBODY = "dealer", "attackers", None


def levels(texts, options, rows):
    """Parameter sets of a level table: each row is (from, to, side, levels, deal)."""
    return [
        pytest.param(options, points, *gain, id=f"{text} {options.get('level_table', '')} {points}")
        for text in texts
        for first, last, *gain in rows
        for points in sorted({first, (first + last) // 10 * 5, last})
    ]


EIGHTY = [
    (0, 0, DEALER, 3, DEALER),
    (5, 35, DEALER, 2, DEALER),
    (40, 75, DEALER, 1, DEALER),
    (80, 115, ATTACKERS, 0, ATTACKERS),
    (120, 155, ATTACKERS, 1, ATTACKERS),
    (160, 195, ATTACKERS, 2, ATTACKERS),
    (200, 235, ATTACKERS, 3, ATTACKERS),
    (240, 275, ATTACKERS, 4, ATTACKERS),
]
EIGHTY_UP = EIGHTY[:3] + [
    (80, 115, ATTACKERS, 1, ATTACKERS),
    (120, 155, ATTACKERS, 2, ATTACKERS),
    (160, 195, ATTACKERS, 3, ATTACKERS),
    (200, 235, ATTACKERS, 4, ATTACKERS),
    (240, 275, ATTACKERS, 5, ATTACKERS),
]
TITANIC = [
    (0, 0, DEALER, 3, DEALER),
    (5, 55, DEALER, 2, DEALER),
    (60, 115, DEALER, 1, DEALER),
    (120, 175, ATTACKERS, 0, ATTACKERS),
    (180, 235, ATTACKERS, 1, ATTACKERS),
    (240, 295, ATTACKERS, 2, ATTACKERS),
    (300, 355, ATTACKERS, 3, ATTACKERS),
]
FORTY = [
    (0, 0, DEALER, 3, DEALER),
    (5, 15, DEALER, 2, DEALER),
    (20, 35, DEALER, 1, DEALER),
    (40, 55, ATTACKERS, 0, ATTACKERS),
    (60, 75, ATTACKERS, 1, ATTACKERS),
    (80, 95, ATTACKERS, 2, ATTACKERS),
    (100, 115, ATTACKERS, 3, ATTACKERS),
]
HUNDRED = [
    (0, 0, DEALER, 2, DEALER),
    (5, 35, DEALER, 1, DEALER),
    (40, 75, ATTACKERS, 0, ATTACKERS),
    (80, 95, ATTACKERS, 1, ATTACKERS),
    (100, 100, ATTACKERS, 2, ATTACKERS),
]
EIGHTY_BASE = [
    (80, 95, ATTACKERS, 0, ATTACKERS),
    (100, 115, ATTACKERS, 1, ATTACKERS),
    (120, 135, ATTACKERS, 2, ATTACKERS),
    (140, 155, ATTACKERS, 3, ATTACKERS),
    (160, 175, ATTACKERS, 4, ATTACKERS),
    (180, 195, ATTACKERS, 5, ATTACKERS),
    (200, 200, ATTACKERS, 8, ATTACKERS),
]
COMPETITION = [
    (0, 0, DEALER, 3, DEALER),
    (5, 35, DEALER, 2, DEALER),
    (40, 75, DEALER, 1, DEALER),
    (80, 115, ATTACKERS, 0, ATTACKERS),
    (120, 145, ATTACKERS, 2, ATTACKERS),
    (150, 200, ATTACKERS, 3, ATTACKERS),
]
FORTY_FIVE_POINTS = [
    (0, 0, DEALER, 3, DEALER),
    (5, 40, DEALER, 1, DEALER),
    (45, 60, ATTACKERS, 0, ATTACKERS),
    (65, 80, ATTACKERS, 1, ATTACKERS),
    (85, 95, ATTACKERS, 2, ATTACKERS),
    (100, 100, ATTACKERS, 3, ATTACKERS),
]

LEVELS = (
    levels(
        ("000 §4", "000 §8", "001 §1", "002 'two decks'", "002 'Bianfeng'"),
        {"level_table": "eighty"},
        EIGHTY,
    )
    + levels(("000 §4",), {}, EIGHTY)
    + levels(("001 §3",), {"level_table": "eighty"}, EIGHTY[:3])
    + levels(("000 §1", "000 §7", "000 §9"), {"level_table": "eighty_up"}, EIGHTY_UP)
    + levels(THREE_DECK_TEXTS, {"decks": 3, "level_table": "titanic"}, TITANIC)
    + levels(("000 §4 three decks",), {"decks": 3}, TITANIC)
    + levels(("000 §4", "002 'two decks'"), {"decks": 1, "level_table": "forty"}, FORTY)
    + levels(("000 §4 one deck",), {"decks": 1}, FORTY)
    + levels(("000 §7",), {"decks": 1, "level_table": "hundred"}, HUNDRED)
    + levels(("000 §7",), {"level_table": "eighty_base"}, EIGHTY_BASE)
    + levels(("002 'competition'",), {"level_table": "competition"}, COMPETITION)
    + levels(("000 §5",), {"decks": 1, "level_table": "forty_five_points"}, FORTY_FIVE_POINTS)
)


@pytest.mark.parametrize(("options", "points", "side", "gain", "deal"), LEVELS)
def test_level_table(options, points, side, gain, deal):
    change = tc.level_change(points, tc.Rules(**options))
    assert (change.side, change.levels, change.deal) == (side, gain, deal)


@pytest.mark.parametrize(
    ("points", "last_trick", "expected"),
    [
        pytest.param(points, last, expected, id=f"{text} {points}, last trick: {last}")
        for text in ("000 §8", "001 §4")
        for points, last, expected in [
            (0, DEALER, (DEALER, 1, DEALER)),
            (35, DEALER, (DEALER, 1, DEALER)),
            (40, DEALER, (NOBODY, 0, NOBODY)),
            (45, DEALER, (ATTACKERS, 1, ATTACKERS)),
            (100, DEALER, (ATTACKERS, 1, ATTACKERS)),
            (0, ATTACKERS, (ATTACKERS, 1, ATTACKERS)),
            (40, ATTACKERS, (ATTACKERS, 1, ATTACKERS)),
            (45, ATTACKERS, (ATTACKERS, 2, ATTACKERS)),
            (95, ATTACKERS, (ATTACKERS, 2, ATTACKERS)),
        ]
    ],
)
def test_forty_five(points, last_trick, expected):
    rules = tc.Rules(decks=1, level_table="forty_five", kitty="none")
    change = tc.level_change(points, rules, last_trick=last_trick)
    assert (change.side, change.levels, change.deal) == expected


@pytest.mark.parametrize(
    ("copies", "hand", "kitty"),
    [
        pytest.param(1, 12, 6, id="000 §8 one deck"),
        pytest.param(2, 25, 8, id="001 §1 two decks"),
        pytest.param(3, 39, 6, id="000 §7 three decks"),
    ],
)
def test_deal(copies, hand, kitty):
    assert len(join([tc.Cards(range(54))] * copies)) == 4 * hand + kitty
