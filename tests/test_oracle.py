"""Every example of rules.md, against the oracle. Level 10 and hearts trump unless said."""

from collections import Counter
from itertools import product

import oracle
import pytest
from oracle import Order, cards, text

H10 = Order(10, 2)
L5 = Order(5, 2)
L2 = Order(2, 2)


def of(ranks, suit="s"):
    """Cards of one suit: of("33344")."""
    return tuple(sorted(oracle.kind_of(rank + suit) for rank in ranks.replace(" ", "")))


def shapes(cards_, order=H10):
    """The canonical units as text."""
    return [text(u.cards) for u in oracle.decompose(cards_, order)]


def is_unit(cards_, order):
    try:
        oracle.unit(cards_, order)
    except ValueError:
        return False
    return True


def names(tiers):
    return [text(tier) for tier in tiers]


def answer(hand, lead, order=H10, rules=None, units=None):
    return oracle.answer(hand, oracle.units_led(lead, order, units), order, rules)


def legal(hand, lead, order=H10, rules=None, units=None):
    return oracle.legal_follows(hand, lead, order, rules, units)


# ---------------------------------------------------------------- notation


def test_notation():
    assert cards("As As Kh Td SJ BJ") == tuple(sorted((51, 51, 37, 8, 52, 53)))
    assert cards("10d") == cards("Td")
    assert text(cards("JS SJ")) == "Js SJ"
    assert text(cards("BJ As 2d")) == "2d As BJ"


# ---------------------------------------------------------------- O


def test_o2_trumps():
    tiers = names(H10.tiers()["trump"])
    plain = [r + "h" for r in "AKQJ98765432"]
    assert tiers == ["BJ", "SJ", "Th", "Td Tc Ts", *plain]


def test_o2_permanent_twos():
    tiers = names(Order(10, 2, permanent_twos=True).tiers()["trump"])
    plain = [r + "h" for r in "AKQJ9876543"]
    assert tiers == ["BJ", "SJ", "Th", "Td Tc Ts", "2h", "2d 2c 2s", *plain]
    twos = names(Order(2, 2, permanent_twos=True).tiers()["trump"])
    assert twos == names(Order(2, 2).tiers()["trump"])


def test_o3_no_trump():
    assert names(Order(10).tiers()["trump"]) == ["BJ", "SJ", "Td Tc Th Ts"]
    tiers = names(Order(10, permanent_twos=True).tiers()["trump"])
    assert tiers == ["BJ", "SJ", "Td Tc Th Ts", "2d 2c 2h 2s"]


def test_o4_side_suit():
    assert names(H10.tiers()["s"]) == [r + "s" for r in "AKQJ98765432"]
    twos = Order(10, 2, permanent_twos=True)
    assert names(twos.tiers()["s"]) == [r + "s" for r in "AKQJ9876543"]
    assert H10.tiers()["h"] == []


@pytest.mark.parametrize(
    ("order", "low", "high"),
    [
        (L5, "4s", "6s"),
        (L5, "4h", "6h"),
        (H10, "Ah", "Ts"),
        (Order(14, 2), "Kh", "As"),
        (H10, "Ts", "Th"),
        (H10, "Th", "SJ"),
        (H10, "SJ", "BJ"),
        (Order(10), "Ts", "SJ"),
        (Order(10, 2, permanent_twos=True), "Ah", "2s"),
        (Order(10, 2, permanent_twos=True), "2s", "2h"),
        (Order(10, 2, permanent_twos=True), "2h", "Ts"),
        (Order(10, permanent_twos=True), "2h", "Ts"),
        (Order(5, None, True, "plain"), "2h", "SJ"),
        (Order(2, None, True, "plain"), "2h", "SJ"),
        (Order(10, 2, level_tractors=False), "SJ", "BJ"),
    ],
)
def test_o5_adjacent(order, low, high):
    (low,), (high,) = cards(low), cards(high)
    assert order.suit_of(low) == order.suit_of(high)
    assert order.step_of(high) - order.step_of(low) == 1


def test_o7_plain_levels():
    plain = Order(5, None, no_trump_levels="plain")
    assert is_unit(of("4455"), plain)
    assert is_unit(of("5566"), plain)
    assert not is_unit(of("4466"), plain)
    assert names(plain.tiers()["trump"]) == ["BJ", "SJ"]


def test_o7_gap_adjacent():
    order = Order(5, 2, gap_adjacent=False)
    for suit in "sh":
        assert not is_unit(of("4466", suit), order)
        assert is_unit(of("6677", suit), order)
    assert is_unit(cards("Ah Ah 5d 5d"), order)


def test_o7_level_tractors():
    order = Order(10, 2, level_tractors=False)
    for not_one in ("Ah Ah Td Td", "Td Td Th Th", "Th Th SJ SJ"):
        assert is_unit(cards(not_one), H10)
        assert not is_unit(cards(not_one), order)
    assert is_unit(cards("SJ SJ BJ BJ"), order)
    assert is_unit(of("JJ99"), order)


# ---------------------------------------------------------------- C


@pytest.mark.parametrize(
    ("text_", "order"),
    [
        ("Ks Ks Qs Qs", H10),
        ("Js Js 9s 9s", H10),
        ("5s 5s 4s 4s 3s 3s", H10),
        ("SJ SJ Th Th", H10),
        ("Th Th Td Td", H10),
        ("Td Td Ah Ah", H10),
        ("Th Th Td Td Ah Ah", H10),
        ("BJ BJ SJ SJ", H10),
        ("3s 3s 4s 4s", L5),
        ("4s 4s 6s 6s", L5),
        ("5d 5d 5h 5h", L5),
        ("Ah Ah 5d 5d", L5),
        ("5h 5h SJ SJ", L5),
    ],
)
def test_c3_tractors(text_, order):
    (unit,) = oracle.decompose(cards(text_), order)
    assert (unit.copies, unit.length) == (2, len(cards(text_)) // 2)


@pytest.mark.parametrize(
    ("text_", "order"),
    [
        ("5s 5s 4s", H10),
        ("5s 4s 4s", H10),
        ("5s 5s 3s 3s", H10),
        ("Js Js Qs", H10),
        ("Td Td Tc Tc", H10),
        ("Js Js Ts Ts", H10),
        ("As As 2s 2s", H10),
        ("5s 5s 6s 6s", L5),
        ("5h 5h 6h 6h", L5),
        ("Td Td Ts Ts", Order(10)),
    ],
)
def test_c3_not_tractors(text_, order):
    assert all(unit.length == 1 for unit in oracle.decompose(cards(text_), order))


@pytest.mark.parametrize(
    "text_",
    [
        "3s 3s 3s 4s 4s 4s",
        "4s 4s 4s 6s 6s 6s",
        "5d 5d 5d 5h 5h 5h",
        "BJ BJ BJ SJ SJ SJ",
        "Ah Ah Ah 5d 5d 5d",
        "5h 5h 5h SJ SJ SJ",
    ],
)
def test_c4_titanics(text_):
    (unit,) = oracle.decompose(cards(text_), L5)
    assert (unit.copies, unit.length) == (3, 2)


@pytest.mark.parametrize(
    ("text_", "order"),
    [
        ("5s 5s 5s 6s 6s 6s", L5),
        ("5h 5h 5h 6h 6h 6h", L5),
        ("5d 5d 5d 5s 5s 5s", Order(5)),
    ],
)
def test_c4_not_titanics(text_, order):
    assert [u.length for u in oracle.decompose(cards(text_), order)] == [1, 1]


def test_c5_examples():
    assert shapes(cards("Ah Ah Td Td Td Tc Tc")) == ["Tc Tc Ah Ah", "Td Td Td"]
    assert shapes(of("33344")) == ["3s 3s 4s 4s", "3s"]
    assert shapes(of("5556677")) == ["5s 5s 6s 6s 7s 7s", "5s"]


def test_c5_several_suits_trumps_first():
    assert shapes(cards("3s 3d 4d 4d 2h 3c")) == ["2h", "4d 4d", "3d", "3c", "3s"]


def test_c6_partitions():
    found = oracle.partitions(of("33344"), H10)
    assert found[0] == oracle.decompose(of("33344"), H10)
    assert len(found) == len(set(found)) == 7  # 333|33+3|3+3+3 by 44|4+4, and 3344+3
    assert all(sorted(k for u in p for k in u.cards) == list(of("33344")) for p in found)


# ---------------------------------------------------------------- T

LEAD = of("98844")
VOID = of("A K Q 9 8 7", "d")


def throw(*hands, **rules):
    hands = [*map(of, hands)] + [VOID] * (3 - len(hands))
    result = oracle.check_throw(LEAD, hands, H10, rules)
    assert result["stands"] == (result["led"] == LEAD) == (not result["failing"])
    assert tuple(sorted(result["led"] + result["returned"])) == LEAD
    return result


def test_t1_one_unit_always_stands():
    assert oracle.check_throw(of("33"), [of("44")] * 3, H10)["stands"]
    named = oracle.check_throw(of("33"), [of("44")] * 3, H10, units=[of("3"), of("3")])
    assert named["led"] == of("3")


def test_t2_stands():
    trumps = cards("BJ BJ SJ SJ Th Th")
    assert oracle.check_throw(LEAD, [trumps, of("9763"), of("7 6 5 3 3 2 2")], H10)["stands"]
    for breaker in ("J", "99", "QQ", "55", "A"):
        assert not throw(breaker)["stands"]


@pytest.mark.parametrize(
    ("units", "hand", "stands"),
    [
        (["77", "A"], "8899", False),
        (["77", "A"], "888", False),
        (["7", "AA"], "88", False),
        (["5566", "A"], "778899", False),
        (["5566", "A"], "777888", False),
        (["5566", "A"], "7799", True),
        (["5566", "A"], "6677", False),
        (["6677", "A"], "5566", True),
        (["9988", "A"], "QQKK", False),
        (["777", "AA"], "9988", True),
    ],
)
def test_t2_longer_and_triples_contain(units, hand, stands):
    units = [of(u) for u in units]
    lead = tuple(sorted(sum(units, ())))
    assert oracle.check_throw(lead, [of(hand)], H10, None, units)["stands"] == stands


def test_t3_throw_against():
    assert throw("5", "J")["led"] == of("9")
    assert throw("5", "J")["beaten_by"] == [1]
    assert throw("5", "J", throw_against="opponents")["stands"]
    assert not throw("5", "J", throw_against="opponents", find_partner=True)["stands"]
    assert throw("5", "5", "J", throw_against="opponents")["beaten_by"] == [2]


@pytest.mark.parametrize(
    ("hands", "option", "led"),
    [
        (("J",), "lowest", "9"),
        (("QQ",), "lowest", "44"),
        (("55",), "lowest", "44"),
        (("J", "QQ"), "lowest", "44"),
        (("J", "QQ"), "fewest", "9"),
        (("55",), "fewest", "44"),
        (("55",), "smallest", "9"),
        (("J",), "smallest", "9"),
    ],
)
def test_t4_what_is_led_instead(hands, option, led):
    result = throw(*hands, failed_throw=option)
    assert result["led"] == of(led)


def test_t4_equal_units_by_suit():
    result = oracle.check_throw(cards("Ts Tc Td"), [cards("SJ")], H10)
    assert text(result["led"]) == "Td"
    assert result["beaten_by"] == [0, 0, 0]


def test_t5_penalty():
    assert throw("J")["penalty"] == 0
    assert throw("J", "QQ", throw_penalty=10)["penalty"] == 10
    assert throw("5", throw_penalty=10)["penalty"] == 0


# ---------------------------------------------------------------- F


def test_f1():
    lead = of("55")
    assert oracle.refusal((), of("3"), lead, H10) == "EMPTY"
    assert oracle.refusal(of("34"), of("34"), of("5"), H10) == "WRONG_COUNT"
    assert oracle.refusal(of("33"), of("34"), lead, H10) == "NOT_HELD"
    assert oracle.refusal(cards("3s 4d"), cards("3s 5s 4d"), lead, H10) == "MUST_FOLLOW_SUIT"
    assert oracle.refusal(cards("3d 4d"), cards("3s 3d 4d"), lead, H10) == "MUST_FOLLOW_SUIT"
    assert oracle.refusal(cards("3s 4d"), cards("3s 3d 4d"), lead, H10) is None


@pytest.mark.parametrize(
    ("lead", "plays"),
    [
        (
            "AAAKKK",
            ["333444", "3344 79", "333777", "333 77 9", "333 79Q", "33 77 9Q", "33 79QK", "3579QA"],
        ),
        ("AAA", ["333", "33 5", "357"]),
        ("AAKK", ["3344", "33 55", "33 57", "3579"]),
        (
            "AAAKKKQQQ",
            [
                "333444555",
                "333444 777",
                "333444 77 9",
                "333444 79J",
                "334455 79J",
                "3344 777 9J",
                "3344 77 9JQ",
                "3344 79JQA",
                "333 555 777",
                "333 555 77 9",
                "333 555 79J",
                "333 55 77 9J",
                "333 55 79JQ",
                "333 579JQK",
                "33 55 77 9JQ",
                "33 55 79JQK",
                "33 579JQKA",
                "2 3 5 6 7 9 J Q K",
            ],
        ),
    ],
)
def test_f4_in_order(lead, plays):
    plays, lead = [of(p) for p in plays], of(lead)
    assert {len(p) for p in plays} == {len(lead)}
    answers = [answer(p, lead) for p in plays]
    assert all(high > low for high, low in zip(answers, answers[1:], strict=False))
    for better, worse in product(range(len(plays)), repeat=2):
        counts = Counter(plays[better]) | Counter(plays[worse])
        hand = tuple(sorted(counts.elements()))
        if len(hand) > len(lead) and answer(hand, lead) == answers[better]:
            legal_ = oracle.is_legal_follow(plays[worse], hand, lead, H10)
            assert legal_ == (worse <= better)


def test_f5_tractor_of_four():
    found = legal(of("778899QQKK"), of("AAKKQQJJ", "s"))
    assert found == sorted([of("778899QQ"), of("778899KK")])


def test_f5_tractor_and_triple():
    units = [of("KKQQ"), of("AAA")]
    lead = of("KKQQAAA")
    assert legal(of("333445569"), lead, units=units) == [of("4455333")]
    found = legal(of("333 44 6 9 J Q"), lead, units=units)
    three = oracle.sub_multisets(of("3 6 9 J Q"), 3)
    assert found == sorted(tuple(sorted(of("3344") + part)) for part in three)


def test_f5_triple_and_pair():
    found = legal(of("3335556"), of("AAAQQ"))
    assert found == sorted([of("33355"), of("33555")])


def test_f5_no_pair_hides_in_a_triple():
    hand, lead = of("333TT7"), of("AAKK")
    assert legal(hand, lead, L2) == [of("33TT")]
    assert oracle.refusal(of("3337"), hand, lead, L2) == "MUST_PLAY_PAIR"


def test_f5_two_tractors():
    units = [of("AAKKQQ"), of("9988")]
    lead = of("AAKKQQ9988")
    found = legal(of("2233445577JJ"), lead, units=units)
    assert of("22334477JJ") in found
    others = ("2233445577", "22334455JJ", "33445577JJ")
    assert set(found) == {of("22334477JJ"), *map(of, others)}
    hand = of("22 66 99 QQ AA J")
    assert legal(hand, lead, units=units) == [of("22 66 99 QQ AA")]


def test_f6_all_cards_of_the_suit():
    hand = cards("3s 3s 4s 4s 6s 2d 3d")
    for draw in oracle.OPTIONS["draw"]:
        rules = {"draw": draw}
        assert legal(hand, of("AAKKQ"), rules=rules) == [of("33446")]
        assert len(legal(hand, of("AAKKQQ"), rules=rules)) == 2


def test_f7_titanic_answer():
    hand, lead = of("333 44 666 9J"), of("AAAKKK")
    assert oracle.refusal(of("333666"), hand, lead, H10) == "MUST_PLAY_TRACTOR"
    rules = {"titanic_answer": "triples_first"}
    assert legal(hand, lead, rules=rules) == [of("333666")]
    hand = of("333 44 66 9J")
    assert oracle.refusal(of("3344 69"), hand, lead, H10, rules) == "MUST_PLAY_TRIPLE"
    assert of("333 44 9") in legal(hand, lead, rules=rules)
    hand = of("33 44 66 9J")
    assert oracle.refusal(of("33 66 9J"), hand, lead, H10, rules) == "MUST_PLAY_TRACTOR"


def test_f7_tractors():
    hand, lead = of("3344 77 99 J"), of("AAKK")
    assert legal(hand, lead) == [of("3344")]
    assert len(legal(hand, lead, rules={"follow_tractor": "pairs"})) == 6
    assert legal(hand, lead, rules={"short_tractor": "free"}) == [of("3344")]
    lead = of("AAKKQQ")
    assert len(legal(hand, lead)) == 2
    assert len(legal(hand, lead, rules={"short_tractor": "free"})) == 4
    lead, hand = of("AAKK9"), of("3344 77 8")
    units = [of("AAKK"), of("9")]
    rules = {"throw_answer": "pairs"}
    assert oracle.is_legal_follow(of("33 77 8"), hand, lead, H10, rules, units)
    assert not oracle.is_legal_follow(of("33 77 8"), hand, lead, H10, None, units)
    assert not oracle.is_legal_follow(of("3377"), hand, of("AAKK"), H10, rules)


def test_f8_protect():
    hand = of("333 8 9")
    assert legal(hand, of("AA")) == [of("33")]
    rules = {"draw": "protect_triples"}
    assert len(legal(hand, of("AA"), rules=rules)) == 4
    assert legal(of("333 44 8"), of("AA"), rules=rules) == [of("33"), of("44")]
    assert oracle.refusal(of("38"), of("333 44 8"), of("AA"), H10, rules) == "MUST_PLAY_PAIR"
    rules = {"draw": "protect_runs"}
    assert len(legal(of("3344 8"), of("AA"), rules=rules)) == 5
    assert legal(of("3344 88 9"), of("AA"), rules=rules) == [of("33"), of("44"), of("88")]
    assert legal(of("3344 8"), of("AAKK"), rules=rules) == [of("3344")]
    assert len(legal(of("3344 8"), of("AA"), rules={"draw": "suit_only"})) == 5


# ---------------------------------------------------------------- R


def h(ranks):
    return of(ranks, "h")


@pytest.mark.parametrize(
    ("play", "lead", "ruffs"),
    [
        (h("998872"), of("AK5544"), True),
        (h("998872"), of("AA5544"), False),
        (h("977"), of("544"), True),
        (h("884"), of("544"), True),
        (h("977"), of("567"), True),
        (of("977", "d"), of("544"), False),
        (h("977"), h("544"), False),
    ],
)
def test_r1_r3_can_ruff(play, lead, ruffs):
    assert oracle.can_ruff(play, lead, H10) == ruffs


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ([of("544"), h("977"), h("884"), of("22", "d") + of("3", "d")], 2),
        ([of("567"), h("977"), h("884"), of("222", "d")], 1),
        ([of("AK5544"), h("998872"), of("QQJJ99"), of("223344")], 1),
        ([of("AA5544"), h("998872"), of("223347"), of("QQJJ99")], 3),
        ([of("AA5544"), h("998872"), of("223347"), of("QQJJ69")], 0),
        ([of("AAKQ", "c"), h("55A2"), h("6622"), of("6789")], 2),
    ],
)
def test_r3_winner(plays, winner):
    assert oracle.trick_winner([tuple(sorted(p)) for p in plays], H10) == winner


def test_r2_equal_strength_stays():
    assert oracle.trick_winner([of("A"), cards("Td"), cards("Tc"), of("K")], H10) == 1
    assert oracle.trick_winner([of("A"), of("A"), of("K"), of("2")], H10) == 0


def test_r4_compare():
    plays = [of("99 5"), h("KK 4"), h("AA 3"), h("QQ") + cards("BJ")]

    def winner(**rules):
        return oracle.trick_winner(plays, H10, rules)

    assert winner(ruff_compare="first_unit") == 2
    assert winner(ruff_compare="next_unit") == 2
    assert winner(ruff_compare="every_unit") == 1
    assert winner(ruff_compare="each_shape") == 1
    assert winner(ruff_compare="top_card") == 3


def test_r4_next_unit_each_shape_every_unit():
    plays = [of("99 52"), h("KK 42"), h("AA 52"), h("22") + h("3") + cards("BJ")]
    assert oracle.trick_winner(plays, H10, {"ruff_compare": "each_shape"}) == 2
    assert oracle.trick_winner(plays, H10, {"ruff_compare": "every_unit"}) == 1
    plays = [of("99 52"), h("KK 42"), h("KK 52"), h("KK 43")]
    assert oracle.trick_winner(plays, H10, {"ruff_compare": "next_unit"}) == 2
    assert oracle.trick_winner(plays, H10) == 1


def test_r4_cover():
    exact = {"ruff_cover": "exact"}
    singles, pairs = [of("A"), of("K")], [of("33"), of("66")]
    assert oracle.can_ruff(h("44"), of("AK"), H10, None, singles)
    assert not oracle.can_ruff(h("44"), of("AK"), H10, exact, singles)
    assert oracle.can_ruff(h("6677"), of("3366"), H10, None, pairs)
    assert not oracle.can_ruff(h("6677"), of("3366"), H10, exact, pairs)
    assert oracle.can_ruff(h("6688"), of("3366"), H10, exact, pairs)


# ---------------------------------------------------------------- K


def kitty(play, order=H10, led=None, **rules):
    return oracle.kitty_multiplier(of(play), order, rules, led)


def test_d3_points():
    assert [oracle.points(cards(t)) for t in ("5s", "Td", "Kh", "As BJ 9s")] == [5, 10, 10, 0]
    assert oracle.points(range(54)) == 100


@pytest.mark.parametrize(
    ("play", "factor"),
    [
        ("2", 2),
        ("33", 4),
        ("333", 8),
        ("4455", 16),
        ("445566", 64),
        ("444555", 64),
        ("44556677", 64),
        ("AKQJ", 2),
        ("AAJJ", 4),
    ],
)
def test_k2_power_of_cards(play, factor):
    assert kitty(play) == factor


def test_k2_throw():
    assert kitty("AKQJT9877", L2) == 4


@pytest.mark.parametrize(("play", "factor"), [("A", 2), ("AA", 4), ("AAJJ", 8), ("4455", 8)])
def test_k3_per_pair(play, factor):
    assert kitty(play, kitty="per_pair") == factor


@pytest.mark.parametrize(
    ("play", "factor"), [("A", 2), ("AA", 4), ("AAJJ", 4), ("4455", 8), ("445566", 16)]
)
def test_k3_per_linked_pair(play, factor):
    assert kitty(play, kitty="per_linked_pair") == factor


@pytest.mark.parametrize(
    ("play", "factor"),
    [
        ("A", 2),
        ("AA", 4),
        ("4455", 8),
        ("445566", 16),
        ("333", 6),
        ("33344", 6),
        ("333444", 18),
        ("333444555", 54),
    ],
)
def test_k4_by_length(play, factor):
    assert kitty(play, kitty="by_length") == factor


@pytest.mark.parametrize(
    ("play", "factor"), [("AA", 2), ("333", 2), ("AAJJ", 4), ("4455", 8), ("AAJJ77", 6)]
)
def test_k4_by_length_literal(play, factor):
    assert kitty(play, kitty="by_length_literal") == factor


@pytest.mark.parametrize(
    ("play", "factor"), [("A", 2), ("AA", 2), ("AAA", 2), ("4455", 4), ("333444", 4), ("AA5", 2)]
)
def test_k5_flat(play, factor):
    assert kitty(play, kitty="flat") == factor


def test_k5_other_figures():
    assert [kitty(p, kitty="flat", kitty_flat=(2, 4, 8)) for p in ("A", "AA", "4455")] == [2, 4, 8]
    assert [kitty(p, kitty="flat", kitty_flat=(1, 2, 4)) for p in ("A", "AA", "AA3")] == [1, 2, 1]


def test_k6():
    assert kitty("AAKQ", kitty="twice_cards") == 8
    assert kitty("AAKQ", kitty="twice_longest") == 4
    assert kitty("AAKQ", kitty="none") == 0


def test_k1_led():
    led = oracle.units_led(of("3366"), H10)
    assert kitty("7788", led=led) == 16
    assert kitty("7788", led=led, kitty_units="led") == 4


# ---------------------------------------------------------------- L

LEVELS = {
    "eighty": "-5 d3, 0 d3, 1 d2, 5 d2, 35 d2, 40 d1, 75 d1, 80 swap, 115 swap, 120 a1, 155 a1,"
    " 160 a2, 195 a2, 200 a3, 240 a4, 320 a6",
    "eighty_up": "0 d3, 5 d2, 40 d1, 75 d1, 80 a1, 120 a2, 160 a3, 200 a4",
    "forty": "0 d3, 4 d2, 5 d2, 15 d2, 20 d1, 40 swap, 55 swap, 60 a1, 80 a2, 100 a3, 120 a4",
    "hundred": "0 d2, 5 d1, 35 d1, 40 swap, 75 swap, 80 a1, 95 a1, 100 a2, 300 a2",
    "titanic": "0 d3, 5 d2, 55 d2, 60 d1, 115 d1, 120 swap, 175 swap, 180 a1, 240 a2, 300 a3",
    "competition": "-10 d3, 0 d3, 5 d2, 40 d1, 80 swap, 115 swap, 120 a2, 145 a2, 150 a3, 400 a3",
    "eighty_base": "0 d3, 5 d2, 40 d1, 80 swap, 95 swap, 100 a1, 120 a2, 140 a3, 180 a5, 195 a5,"
    " 200 a8",
    "forty_five_points": "0 d3, 5 d1, 40 d1, 45 swap, 60 swap, 65 a1, 85 a2, 95 a2, 100 a3",
}
LEVEL_ROWS = [(table, *row.split()) for table in LEVELS for row in LEVELS[table].split(", ")]


@pytest.mark.parametrize(("table", "points", "result"), LEVEL_ROWS)
def test_l_tables(table, points, result):
    side = "dealer" if result[0] == "d" else "attackers"
    levels = 0 if result == "swap" else int(result[1:])
    change = oracle.level_change(int(points), {"level_table": table}, 2)
    assert change == (side, levels, side)


@pytest.mark.parametrize(
    ("points", "last", "result"),
    [
        (45, False, ("attackers", 1, "attackers")),
        (0, True, ("attackers", 1, "attackers")),
        (45, True, ("attackers", 2, "attackers")),
        (40, True, ("attackers", 1, "attackers")),
        (40, False, (None, 0, None)),
        (44, None, (None, 0, None)),
        (35, False, ("dealer", 1, "dealer")),
    ],
)
def test_l7_forty_five(points, last, result):
    assert oracle.level_change(points, {"level_table": "forty_five"}, 1, last) == result


@pytest.mark.parametrize(("decks", "table"), [(1, "forty"), (2, "eighty"), (3, "titanic")])
def test_l_default_by_decks(decks, table):
    for points in range(-10, 400, 5):
        assert oracle.level_change(points, None, decks) == oracle.level_change(
            points, {"level_table": table}, decks
        )


def test_unknown_options_are_refused():
    with pytest.raises(ValueError, match="no such option"):
        oracle.full_rules({"draw": "some"})
    with pytest.raises(ValueError, match="no such option"):
        oracle.full_rules({"nonsense": 1})
