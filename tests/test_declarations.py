"""Declaring trumps, the kitty, exchanges and partners: rules D4 and B1 to B7, by example."""

import itertools
import json
import pickle
from pathlib import Path

import pytest
from arranged import all_pass, bury, dealt, deck, declare, kinds, start

import tractor_core as tc
from tractor_core.actions import (
    Bury,
    Deal,
    Declare,
    DrawCard,
    DrawSeat,
    Exchange,
    NameCard,
    Pass,
    Play,
    TakeKitty,
)
from tractor_core.burials import check_burial, legal_burials, random_burial
from tractor_core.declarations import check_declaration, legal_declarations, read_bid
from tractor_core.match import Match, Phase
from tractor_core.partners import nearest_holder, sure_partner

ALL = tc.Cards(list(range(54)) * 3)
Rules = tc.Rules


def C(text):
    return tc.Cards(text)


def made(rules, level, *bids, hand=ALL):
    """Make declarations one after another; for each whether it was accepted, and the last."""
    standing = None
    accepted = []
    for seat, cards in bids:
        try:
            standing = check_declaration(seat, C(cards), hand, level, standing, rules)
        except tc.RulesError:
            accepted.append(False)
        else:
            accepted.append(True)
    return accepted, standing


def refused(match, action, *words):
    """Assert that an action is refused with these words and changes nothing."""
    before = match.copy()
    views = [match.view(seat) for seat in range(4)]
    with pytest.raises(tc.RulesError) as caught:
        match.apply(action)
    for word in words:
        assert word in str(caught.value)
    assert not match.can_apply(action)
    assert match == before and match.hands == before.hands
    assert views == [match.view(seat) for seat in range(4)]


# --- D4: the deal -------------------------------------------------------------------------------


def test_cards_are_dealt_singly_from_the_dealer():
    order = deck(decks=1)
    match = Match(Rules(decks=1), decks=[order], dealer=2)
    assert match.phase is Phase.DEALING and match.undealt == 48
    for i in range(5):
        match.apply(Deal())
        assert match.hands[(2 + i) % 4].count(order[i])
    assert [len(hand) for hand in match.hands] == [1, 1, 2, 1]
    match.apply(Deal(43))
    assert match.phase is Phase.DECLARING
    for seat in range(4):
        assert match.hands[seat] == C(order[(seat - 2) % 4 : 48 : 4])
    assert match.kitty == C(order[48:])


def test_without_a_dealer_a_seat_is_drawn():
    match = Match(Rules(decks=1), 5)
    assert match.phase is Phase.DRAW_SEAT and match.dealer is match.turn is match.level is None
    assert list(match.legal_actions()) == [DrawSeat(seat) for seat in range(4)]
    drawn = match.apply(DrawSeat())
    assert drawn.seat in range(4) and match.actions == (drawn,)
    match.apply(Deal())
    assert len(match.hands[drawn.seat]) == 1
    firsts = {Match(rng=seed).apply(DrawSeat()).seat for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


def test_no_more_is_dealt_than_there_is():
    match = Match(Rules(decks=1), 5, dealer=0)
    refused(match, Deal(49), "48 cards are left", "D4")
    match.deal_all()
    refused(match, Deal())
    with pytest.raises(tc.RulesError):
        match.deal_all()


# --- B1: what declares --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "suit"),
    [
        ("Td", "d"), ("Tc", "c"), ("Th Th", "h"), ("Ts Ts Ts", "s"),
        ("SJ SJ", None), ("BJ BJ", None), ("SJ SJ SJ", None), ("BJ BJ BJ", None),
    ],
)  # fmt: skip
def test_b1_what_declares(cards, suit):
    assert read_bid(C(cards), "T").suit == suit


@pytest.mark.parametrize("cards", ["", "SJ", "BJ", "SJ BJ", "9s", "Ts Th", "Ts SJ", "SJ SJ BJ BJ"])
def test_b1_what_declares_nothing(cards):
    with pytest.raises(tc.RulesError, match="B1"):
        read_bid(C(cards), "T")


def test_b1_the_order_of_three_decks():
    """000 §4 and 002 (三副牌规则): one 10, two 10s, two jokers, three 10s, three jokers."""
    order = ["Ts", "Th Th", "SJ SJ", "Td Td Td", "BJ BJ BJ"]
    rules = Rules(decks=3)
    strengths = [read_bid(C(cards), "T", rules).strength for cards in order]
    assert strengths == sorted(set(strengths))
    for i, j in itertools.product(range(5), repeat=2):
        accepted, _ = made(rules, "T", (0, order[i]), (1, order[j]))
        assert accepted == [True, j > i]


def test_b1_equal_declarations_do_not_override():
    assert made(Rules(), "4", (0, "4d"), (1, "4s"))[0] == [True, False]
    assert made(Rules(), "4", (0, "4d 4d"), (1, "4s 4s"))[0] == [True, False]
    assert made(Rules(), "4", (0, "SJ SJ"), (1, "BJ BJ"))[0] == [True, False]


def test_b1_joker_order():
    rules = Rules(joker_order=True)
    assert made(rules, "2", (0, "SJ SJ"), (1, "BJ BJ"))[0] == [True, True]
    assert made(rules, "2", (0, "BJ BJ"), (1, "SJ SJ"))[0] == [True, False]
    assert made(rules, "2", (0, "2d 2d"), (1, "2s 2s"))[0] == [True, False]


def test_b1_joker_declaration():
    """001 §1 names protecting, overriding and overriding oneself, not no trump by jokers."""
    assert made(Rules.preset("linked"), "T", (0, "SJ SJ"), (1, "Ts"))[0] == [False, True]


def test_b1_cards_must_be_held():
    with pytest.raises(tc.RulesError, match=r"does not hold '2s 2s' \(B1\)"):
        check_declaration(0, C("2s 2s"), C("2s 3s"), "2")


def test_b1_while_cards_are_dealt():
    match = start(hands={0: "2s", 1: "2h", 2: "2h"}, dealer=0)
    assert list(match.legal_actions(0)) == []
    match.apply(Deal())
    assert list(match.legal_actions(0)) == [Declare(0, C("2s"))]
    assert list(match.legal_actions()) == [Deal(), Declare(0, C("2s"))]
    refused(match, Declare(1, C("2h")), "does not hold '2h'", "B1")
    match.apply(Deal())
    found = declare(match, 1, "2h")
    assert (found.seat, found.how, found.suit) == (1, "first", "h")
    assert match.trump == tc.Trump("2", "h")
    match.apply(Deal())
    refused(match, Declare(2, C("2h")), "not higher", "B1")


def test_b1_declare_after_deal():
    match = start(Rules(declare_after_deal=True), {0: "2s"}, dealer=0)
    match.apply(Deal())
    assert list(match.legal_actions()) == [Deal()]
    refused(match, Declare(0, C("2s")), "when all cards are dealt", "B1")
    match.apply(Deal(match.undealt))
    declare(match, 0, "2s")
    assert match.trump.suit == "s"


def test_b1_declaring_ends_when_all_have_passed_since_the_last_declaration():
    match = dealt(hands={0: "2s", 1: "2h 2h", 3: "SJ SJ"}, dealer=0)
    assert match.phase is Phase.DECLARING and match.actors == (0, 1, 2, 3)
    for seat in (0, 1, 2):
        match.apply(Pass(seat))
    refused(match, Pass(1), "has passed already", "B1")
    declare(match, 1, "2h 2h")  # who has passed may still declare
    assert match.view(0).passed == ()
    for seat in (3, 2, 1, 0):
        assert match.phase is Phase.DECLARING
        match.apply(Pass(seat))
    assert match.phase is Phase.TAKE_KITTY and match.turn == 0
    refused(match, Declare(3, C("SJ SJ")), "take_kitty")


def test_b1_a_seat_declares_with_its_own_level_while_there_is_no_dealer():
    options = {"levels": ("3", "7", "3", "7")}
    match = dealt(hands={0: "3s 7s", 1: "7h 3h 3h"}, **options)
    refused(match, Declare(0, C("7s")), "declares nothing at level 3")
    refused(match, Declare(1, C("3h")), "declares nothing at level 7")
    declare(match, 1, "7h")
    assert (match.dealer, match.level) == (1, "7")
    # now the dealer is known, and his level is played
    refused(match, Declare(0, C("3s")), "declares nothing at level 7")
    # where an override takes the deal, the other side's level would be played
    match = dealt(Rules(first_round_override_takes_deal=True), {0: "3s 3s", 1: "7h"}, **options)
    declare(match, 1, "7h")
    declare(match, 0, "3s 3s")
    assert (match.dealer, match.level, match.trump.suit) == (0, "3", "s")


# --- B2: protecting and overriding --------------------------------------------------------------


def test_b2_self_protect():
    accepted, standing = made(Rules(decks=3), "2", (1, "2s"), (1, "2s 2s"), (1, "2s 2s 2s"))
    assert accepted == [True] * 3 and standing.how == "protect" and standing.seat == 1
    assert standing.shown[1] == C("2s 2s 2s")
    off = Rules(decks=3, self_protect=False)
    assert made(off, "2", (1, "2s"), (1, "2s 2s"))[0] == [True, False]
    assert made(off, "2", (1, "SJ SJ"), (1, "SJ SJ SJ"))[0] == [True, False]
    assert made(off, "2", (1, "2s"), (1, "2h 2h"))[0] == [True, True]


def test_b2_partner_protect():
    """000 §9 has 对家保 beside 自保."""
    rules = Rules.preset("third_card")
    match = dealt(rules, {1: "2s 3d", 3: "2s 3d"}, dealer=0)
    declare(match, 1, "2s")
    refused(match, Declare(3, C("2s")), "not higher")
    found = declare(match, 3, "2s 2s")
    assert (found.seat, found.how) == (1, "protect")  # the declarer stays
    assert [str(cards) for cards in found.shown] == ["", "2s", "", "2s"]
    assert match.dealer == 0 and match.doubles == 0
    plain = dealt(Rules(), {1: "2s 3d", 3: "2s 3d"}, dealer=0)
    declare(plain, 1, "2s")
    refused(plain, Declare(3, C("2s 2s")), "does not hold")


def test_b2_partners_protect_by_turns():
    rules = Rules(decks=3, partner_protect=True)
    one = check_declaration(0, C("2s"), C("2s 2s"), "2", None, rules)
    two = check_declaration(2, C("2s 2s"), C("2s"), "2", one, rules)
    with pytest.raises(tc.RulesError, match="does not hold"):
        check_declaration(2, C("2s 2s 2s"), C("2s"), "2", two, rules)
    three = check_declaration(0, C("2s 2s 2s"), C("2s 2s"), "2", two, rules)
    assert [len(cards) for cards in three.shown] == [2, 0, 1, 0] and three.seat == 0
    # an opponent with the same card overrides
    over = check_declaration(1, C("2s 2s"), C("2s 2s"), "2", one, rules)
    assert (over.seat, over.how) == (1, "override")
    # and so does the partner where he may not protect
    over = check_declaration(2, C("2s 2s"), C("2s 2s"), "2", one, Rules(decks=3))
    assert (over.seat, over.how) == (2, "override")


def test_b2_self_override():
    assert made(Rules(), "2", (1, "2s"), (1, "2h 2h"))[0] == [True, True]
    accepted, standing = made(Rules(self_override=False), "2", (1, "2s"), (1, "2h 2h"))
    assert accepted == [True, False] and standing.suit == "s"
    # an overridden seat may declare again, higher: that is no override of oneself
    bids = ((1, "2s"), (2, "2d 2d"), (1, "SJ SJ"))
    assert made(Rules(self_override=False), "2", *bids)[0] == [True, True, True]


def test_b2_override():
    assert made(Rules(), "2", (1, "2s"), (2, "2h 2h"), (3, "BJ BJ"))[0] == [True, True, True]
    accepted, standing = made(Rules(override=False), "2", (1, "2s"), (2, "2h 2h"), (3, "BJ BJ"))
    assert accepted == [True, False, False] and standing.seat == 1
    assert made(Rules(override=False), "2", (1, "2s"), (1, "2h 2h"))[0] == [True, True]


def test_b2_suit_order():
    """001 §3 (反底): pairs and triples go by ♦ ♣ ♥ ♠, small jokers, big jokers."""
    rules = Rules(decks=3, suit_order=True)
    pairs = ["Td Td", "Tc Tc", "Th Th", "Ts Ts", "SJ SJ", "BJ BJ"]
    triples = [f"{pair} {pair.split()[0]}" for pair in pairs]
    order = ["Ts", *pairs, *triples]
    strengths = [read_bid(C(cards), "T", rules).strength for cards in order]
    assert strengths == sorted(set(strengths))
    assert made(rules, "T", (0, "Td"), (1, "Ts"))[0] == [True, False]  # singles are equal


# --- B3: the first dealer -----------------------------------------------------------------------


def test_b3_the_first_declarer_deals():
    match = dealt(hands={1: "2s", 2: "2h 2h"})
    declare(match, 1, "2s")
    declare(match, 2, "2h 2h")
    all_pass(match)
    assert (match.dealer, match.turn, match.trump.suit) == (1, 1, "h")


def test_b3_first_round_override_takes_deal():
    """002 (比赛规则 6): 第一局翻主翻莊, 第二局以后翻主不翻莊."""
    rules = Rules.preset("competition")
    match = dealt(rules, {1: "2s", 2: "2h 2h", 3: "BJ BJ"})
    declare(match, 1, "2s")
    declare(match, 2, "2h 2h")
    assert match.dealer == 2
    refused(match, Declare(2, C("2s 2s")))
    declare(match, 3, "BJ BJ")
    assert match.dealer == 3 and match.trump.suit is None
    match = dealt(rules, {1: "2s", 2: "2h 2h"}, dealer=0)
    declare(match, 2, "2h 2h")
    assert match.dealer == 0


def test_b3_protecting_does_not_take_the_deal():
    rules = Rules(partner_protect=True, first_round_override_takes_deal=True)
    match = dealt(rules, {0: "2s", 2: "2s 3d"})
    declare(match, 0, "2s")
    declare(match, 2, "2s 2s")
    assert match.dealer == 0


# --- B4: nobody declares ------------------------------------------------------------------------


def undeclared(option, kitty, dealer=1, **options):
    match = dealt(Rules(no_declaration=option, **options), kitty=kitty, dealer=dealer)
    all_pass(match)
    return match


@pytest.mark.parametrize(
    ("option", "kitty", "suit", "turned"),
    [
        ("no_trump", "9c Kd Ah", None, None),
        ("first_kitty_card", "9c Kd Ah", "c", "9c"),
        ("first_kitty_card", "BJ Kd Ah", None, "BJ"),
        ("third_kitty_card", "9c Kd Ah", "h", "Ah"),
        ("third_kitty_card", "9c Kd SJ", None, "SJ"),
    ],
)
def test_b4(option, kitty, suit, turned):
    match = undeclared(option, kitty)
    assert match.phase is Phase.TAKE_KITTY and match.turn == 1
    assert match.trump.suit == suit and match.declaration is None
    assert match.turned == (None if turned is None else tc.parse_kind(turned))
    assert match.view(3).turned == match.turned


def test_b4_dealer_draws():
    """000 §1 (波克城市): the dealer draws any card of the kitty; a joker makes no trump."""
    match = undeclared("dealer_draws", "9c Kd Ah SJ")
    assert match.phase is Phase.DRAW_CARD and match.dealer == 1
    # the table draws: what may be drawn is what the kitty has, which is for no seat to see
    assert match.turn is None and match.actors == ()
    assert {draw.card for draw in match.legal_actions()} == set(match.kitty)
    assert [list(match.legal_actions(seat)) for seat in range(4)] == [[]] * 4
    refused(match, DrawCard("2h"), "the kitty has no 2h", "B4")
    other = match.copy()
    match.apply(DrawCard("Kd"))
    assert match.trump.suit == "d"
    drawn = other.apply(DrawCard())
    assert drawn.card in other.decks[0][100:] and other.actions[-1] == drawn
    other = undeclared("dealer_draws", "9c Kd Ah SJ")
    other.apply(DrawCard("SJ"))
    assert other.trump.suit is None


def test_b4_without_a_dealer_a_seat_is_drawn():
    """000 §1: 若这时没有庄家, 则由系统随机指定一个玩家为庄家."""
    match = dealt(Rules(no_declaration="dealer_draws"), kitty="9c", levels=("3", "7", "3", "7"))
    all_pass(match)
    assert match.phase is Phase.DRAW_DEALER and match.turn is None and match.trump is None
    match.apply(DrawSeat(3))
    assert (match.dealer, match.level, match.phase) == (3, "7", Phase.DRAW_CARD)
    match.apply(DrawCard("9c"))
    assert match.trump == tc.Trump("7", "c") and match.turn == 3


# --- B5: a level card with a joker of its colour ------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "suit"),
    [
        ("2h BJ", "h"), ("2d BJ", "d"), ("2s SJ", "s"), ("2c SJ", "c"), ("2h 2h BJ", "h"),
        ("2s 2s SJ", "s"), ("SJ SJ", None), ("BJ BJ", None),
    ],
)  # fmt: skip
def test_b5_what_declares(cards, suit):
    """000 §7: 红色配大鬼, 黑色配小鬼."""
    assert read_bid(C(cards), "2", Rules.preset("colour")).suit == suit


@pytest.mark.parametrize(
    "cards", ["2h", "2h SJ", "2s BJ", "2h 2h", "2h 2d BJ", "2h BJ BJ", "SJ BJ", "2h 2h 2h BJ",
              "BJ BJ BJ", "2h 3h BJ", "3h BJ", "SJ"]
)  # fmt: skip
def test_b5_what_does_not(cards):
    with pytest.raises(tc.RulesError, match=r"\(B[15]\)"):
        read_bid(C(cards), "2", Rules(decks=3, colour_declaration=True))


def test_b5_order():
    rules = Rules.preset("colour")
    order = ["2h BJ", "2s 2s SJ", "SJ SJ"]
    for i, j in itertools.product(range(3), repeat=2):
        assert made(rules, "2", (0, order[i]), (1, order[j]))[0] == [True, j > i]
    assert made(rules, "2", (0, "2h BJ"), (0, "2h 2h BJ"))[1].how == "protect"
    assert made(rules, "2", (0, "2h BJ"), (0, "2s 2s SJ"))[1].how == "self_override"
    # 000 §7: 无主中大鬼还可以反一对小鬼
    jokers = Rules(colour_declaration=True, joker_order=True)
    assert made(jokers, "2", (0, "SJ SJ"), (1, "BJ BJ"))[0] == [True, True]
    none = Rules(colour_declaration=True, joker_declaration=False)
    assert made(none, "2", (0, "SJ SJ"), (1, "2h BJ"))[0] == [False, True]


def test_b5_partner_protects_with_a_level_card():
    rules = Rules(colour_declaration=True, partner_protect=True)
    one = check_declaration(0, C("2h BJ"), C("2h BJ"), "2", None, rules)
    two = check_declaration(2, C("2h 2h BJ"), C("2h"), "2", one, rules)
    assert two.seat == 0 and two.shown[2] == C("2h")


# --- B1, B2, B5: what is legal is what is accepted ----------------------------------------------

BIDDING = [
    Rules(),
    Rules(suit_order=True, self_override=False),
    Rules(decks=3, partner_protect=True, joker_order=True),
    Rules(decks=3, override=False, self_protect=False),
    Rules(decks=3, colour_declaration=True, partner_protect=True, suit_order=True),
    Rules(joker_declaration=False),
]


@pytest.mark.parametrize("rules", BIDDING, ids=repr)
def test_legal_declarations_are_those_accepted(rules):
    hand = C("2d 2d 2s SJ SJ BJ 7c") if rules.decks == 2 else C("2d 2d 2s 2h SJ SJ BJ BJ BJ")
    some = list(C("2d 2d 2d 2s 2s 2s 2h 2h SJ SJ SJ BJ BJ BJ 7c"))
    every = [C(list(cards)) for n in range(5) for cards in itertools.combinations(some, n)]
    standings = [None]
    for cards in ("2d", "2s", "2s 2s", "SJ SJ", "2d BJ", "2h BJ", "2s SJ", "2s 2s SJ"):
        for seat in (0, 1, 2):
            try:
                made_by = check_declaration(seat, C(cards), ALL, "2", None, rules)
            except tc.RulesError:
                continue
            standings.append(made_by)
    for standing, exchange in itertools.product(standings, (False, True)):
        legal = [
            found.cards
            for found in legal_declarations(0, hand, "2", standing, rules, exchange=exchange)
        ]
        assert len(legal) == len(set(legal))
        accepted = set()
        for cards in every:
            try:
                check_declaration(0, cards, hand, "2", standing, rules, exchange=exchange)
            except tc.RulesError:
                continue
            accepted.add(cards)
        assert set(legal) == accepted


# --- B6: the kitty ------------------------------------------------------------------------------


def test_b6_the_dealer_takes_the_kitty_up_and_buries_as_many():
    match = dealt(hands={1: "2s"}, kitty="9c Kd Ah SJ", dealer=1)
    declare(match, 1, "2s")
    all_pass(match)
    refused(match, TakeKitty(2), "turn of seat 1", "B6")
    kitty = match.kitty
    match.apply(TakeKitty(1))
    assert len(match.hands[1]) == 33 and match.kitty == C("") and match.phase is Phase.BURY
    assert match.view(1).kitty == kitty and match.view(2).kitty is None
    refused(match, Bury(2, match.hands[2]), "turn of seat 1")
    refused(match, Bury(1, C("2s")), "8 cards are buried, not 1", "B6")
    refused(match, Bury(1, C("2c 2c 2c 3c 3c 3c 4c 5c")), "does not hold", "B6")
    buried = C(list(match.hands[1])[:8])
    match.apply(Bury(1, buried))
    assert match.phase is Phase.PLAY and match.turn == 1 and match.kitty == buried
    assert match.round.kitty == buried and len(match.hands[1]) == 25
    assert match.view(1).kitty == match.view(1).play.kitty == buried
    assert match.view(0).kitty is match.view(0).play.kitty is None


def test_b6_bury_points():
    """000 §5: 其中不能有分牌."""
    rules = Rules(bury_points=False)
    hand = C("5s Ts Ks 2s 3s Ah")
    for text, legal in (("2s 3s", True), ("2s 5s", False), ("5s Ts", False), ("3s Ah", True)):
        assert (C(text) in legal_burials(hand, 2, rules)) is legal
        assert C(text) in legal_burials(hand, 2)
        if legal:
            check_burial(C(text), hand, 2, rules)
        else:
            with pytest.raises(tc.RulesError, match=r"is held \(B6\)"):
                check_burial(C(text), hand, 2, rules)
    # no others are left, so point cards may go
    check_burial(C("2s 3s Ah 5s"), hand, 4, rules)
    assert [str(c) for c in legal_burials(hand, 5, rules)] == [
        "Ah 2s 3s 5s Ts", "Ah 2s 3s 5s Ks", "Ah 2s 3s Ts Ks",
    ]  # fmt: skip


@pytest.mark.parametrize("rules", [Rules(), Rules(bury_points=False)], ids=repr)
@pytest.mark.parametrize("size", [1, 3, 5])
def test_b6_legal_burials_are_those_accepted(rules, size):
    import numpy as np

    hand = C("5s 5s Ks 2s 2s 3s Ah")
    legal = list(legal_burials(hand, size, rules))
    assert legal == sorted(set(legal), key=list)
    accepted = set()
    for cards in map(list, itertools.combinations(list(hand), size)):
        try:
            check_burial(C(cards), hand, size, rules)
        except tc.RulesError:
            continue
        accepted.add(C(cards))
    assert set(legal) == accepted
    rng = np.random.default_rng(1)
    assert {random_burial(hand, size, rules, rng) for _ in range(400)} == accepted


def test_b6_kitty_open():
    match = dealt(Rules(kitty_open=True), dealer=0)
    all_pass(match)
    match.apply(TakeKitty(0))
    assert match.view(1).kitty is None
    match.apply(next(match.legal_actions()))
    assert match.view(1).kitty == match.kitty == match.view(1).play.kitty
    assert not match.view(1).play.unseen & C("") and len(match.view(1).play.unseen) == 75


def exchanging(hands, kitty="", **options):
    rules = Rules(exchange=True, suit_order=True, **options)
    match = dealt(rules, hands, kitty, dealer=0)
    return match


def test_b6_exchange_until_three_pass():
    """001 §3 (炒地皮): a pair over a single, pairs by suit, the kitty is buried anew."""
    match = exchanging({0: "2s", 1: "2d 2d", 2: "2h 2h 3s", 3: "SJ SJ"})
    declare(match, 0, "2s")
    all_pass(match)
    bury(match)
    assert match.phase is Phase.EXCHANGE and match.turn == 1
    refused(match, Exchange(2, C("2h 2h")), "turn of seat 1", "B6")
    refused(match, Exchange(1, C("2d")), "not higher")
    first = match.kitty
    match.apply(Exchange(1, C("2d 2d")))
    assert match.phase is Phase.BURY and match.turn == 1 and match.trump.suit == "d"
    assert match.view(1).kitty == first and match.view(0).kitty is None
    assert len(match.hands[1]) == 33
    # the level cards shown may be buried
    match.apply(Bury(1, C([*kinds("2d 2d"), *list(match.hands[1] - C("2d 2d"))[:6]])))
    assert match.turn == 2
    match.apply(Exchange(2, C("2h 2h")))
    second = C(list(match.hands[2])[-8:])
    match.apply(Bury(2, second))
    assert match.turn == 3
    for seat in (3, 0, 1):
        assert match.phase is Phase.EXCHANGE and match.turn == seat
        match.apply(Pass(seat))
    assert match.phase is Phase.PLAY and match.trump.suit == "h"
    # dealer, leader and sides stay
    assert match.dealer == match.turn == match.round.dealer == 0 and match.partner == 2
    assert match.round.kitty == second
    # the last to bury knows the kitty, the dealer does not
    knows = [match.view(seat).play for seat in range(4)]
    assert [view.kitty == second for view in knows] == [False, False, True, False]
    assert knows[0].unseen == match.hands[1] + match.hands[2] + match.hands[3] + second
    assert knows[2].unseen == match.hands[0] + match.hands[1] + match.hands[3]
    assert [found.how for found in match.declarations] == ["first", "exchange", "exchange"]
    assert match.doubles == 0


def test_b6_nobody_exchanges_over_himself():
    match = exchanging({1: "2s 2s 3d", 2: "SJ SJ"})
    declare(match, 1, "2s")
    all_pass(match)
    bury(match)
    assert match.turn == 1 and list(match.legal_actions()) == [Pass(1)]
    refused(match, Exchange(1, C("2s 2s")), "over its own", "B6")
    match.apply(Pass(1))
    assert Exchange(2, C("SJ SJ")) in match.legal_actions()


def test_b6_three_passes_end_the_exchange_at_once():
    match = exchanging({})
    all_pass(match)
    bury(match)
    for seat in (1, 2, 3):
        match.apply(Pass(seat))
    assert match.phase is Phase.PLAY and match.declaration is None


def test_b6_any_declaration_is_higher_than_undeclared_trumps():
    match = exchanging({1: "2s"})
    all_pass(match)
    bury(match)
    match.apply(Exchange(1, C("2s")))
    assert match.trump.suit == "s"


def test_b6_cards_that_are_buried_do_not_exchange():
    match = exchanging({0: "2s 2h 2h 3d 3c 3h 3s 4d 4c", 3: "2d 2d"})
    declare(match, 0, "2s")
    all_pass(match)
    bury(match, "2h 2h 3d 3c 3h 3s 4d 4c")
    match.apply(Pass(1))
    match.apply(Pass(2))
    match.apply(Exchange(3, C("2d 2d")))
    match.apply(Bury(3, match.view(3).kitty))
    assert match.turn == 0 and Exchange(0, C("2h 2h")) not in match.legal_actions()
    refused(match, Exchange(0, C("2h 2h")), "does not hold")


def test_b6_exchange_doubles():
    hands = {0: "2s", 1: "2d 2d", 2: "2h 2h 3s", 3: "SJ SJ"}
    for doubles, wanted in ((False, 0), (True, 2)):
        match = exchanging(hands, exchange_doubles=doubles)
        declare(match, 0, "2s")
        declare(match, 1, "2d 2d")  # an override
        all_pass(match)
        bury(match)
        match.apply(Pass(1))
        match.apply(Exchange(2, C("2h 2h")))
        assert match.doubles == match.view(3).doubles == wanted
    match = exchanging({0: "2s 2s 2h 2h"}, exchange_doubles=True)
    declare(match, 0, "2s")
    declare(match, 0, "2s 2s")
    assert match.doubles == 0  # protecting does not double


# --- B7: a partner is found ---------------------------------------------------------------------


def test_b7_nearest_holder():
    """002 (边锋, 挑选对家)."""
    assert nearest_holder(1, (1, 0, 0, 1)) == 3
    assert nearest_holder(1, (1, 0, 1, 1)) == 2
    assert nearest_holder(1, (1, 1, 0, 0)) == 0
    assert nearest_holder(1, (0, 2, 0, 0)) == 1


def finding(hands, kitty="", named="As", decks=2, **options):
    rules = Rules(find_partner=True, decks=decks, **options)
    match = dealt(rules, hands, kitty, dealer=0)
    all_pass(match)
    match.apply(TakeKitty(0))
    assert match.phase is Phase.NAME_PARTNER and match.turn == 0
    match.apply(NameCard(0, named))
    assert match.phase is Phase.BURY
    return match


@pytest.mark.parametrize(
    ("hands", "kitty", "partner"),
    [
        ({2: "As", 3: "As"}, "", 2),  # he holds none: the holder nearest to him
        ({1: "As As"}, "", 1),
        ({0: "As", 3: "As"}, "", 3),  # he holds one: the other holder
        ({1: "As"}, "As", 1),
        ({0: "As As"}, "", 0),  # he holds all: alone against three
        ({0: "As"}, "As", 0),
        ({}, "As As", 0),
    ],
)
def test_b7(hands, kitty, partner):
    match = finding(hands, kitty)
    assert match.partner == partner and match.named == tc.parse_kind("As")
    match.apply(next(match.legal_actions()))
    assert match.round.partner == partner


def test_b7_the_card_is_named_once_by_the_dealer():
    match = dealt(Rules(find_partner=True), dealer=0)
    all_pass(match)
    refused(match, NameCard(0, "As"))
    match.apply(TakeKitty(0))
    refused(match, NameCard(1, "As"), "turn of seat 0", "B7")
    refused(match, Bury(0, C("2s")))
    assert len(list(match.legal_actions())) == 54
    match.apply(NameCard(0, "BJ"))
    refused(match, NameCard(0, "As"))


def test_b7_buried_copies_count():
    match = finding({0: "As"}, "As")
    match.apply(Bury(0, C("As As 2d 2c 2h 2s 3d 3c")))
    assert match.round.partner == match.partner == 0


def test_b7_who_can_be_sure():
    # two decks, the dealer is 0 and holds one copy, seat 3 the other
    assert sure_partner(0, 2, 0, 1, (0, 0, 0, 0)) is None
    assert sure_partner(0, 2, 3, 1, (0, 0, 0, 0)) is None
    assert sure_partner(0, 2, 3, 2, (0, 0, 0, 0)) == 3  # all copies
    assert sure_partner(0, 2, 1, 1, (0, 0, 0, 0)) == 1  # nobody is nearer
    assert sure_partner(0, 2, 2, 0, (0, 1, 0, 0)) == 1
    assert sure_partner(0, 2, 2, 0, (0, 0, 0, 1)) is None  # seat 1 may have one
    assert sure_partner(0, 2, 1, 0, (0, 0, 0, 1)) is None  # seat 2 may have one
    assert sure_partner(0, 2, 1, 0, (1, 0, 0, 1)) == 3
    assert sure_partner(0, 2, 0, 2, (0, 0, 0, 0)) == 0  # alone, and he knows it
    assert sure_partner(0, 2, 1, 0, (2, 0, 0, 0)) == 0
    assert sure_partner(0, 3, 2, 2, (0, 0, 0, 0)) is None
    assert sure_partner(0, 1, 0, 0, (0, 0, 0, 0)) is None


def test_b7_views_keep_the_partner_secret():
    match = finding({0: "Ad Ad", 2: "As", 3: "As"})
    match.apply(next(match.legal_actions()))
    assert match.partner == 2
    assert [match.view(seat).partner for seat in range(4)] == [None] * 4
    assert [match.view(seat).play.points for seat in range(4)] == [None] * 4
    assert all(match.view(seat).named == tc.parse_kind("As") for seat in range(4))
    # the dealer leads a spade, and two aces fall
    lead = next(
        a for a in match.legal_actions() if tc.suit_of(a.cards.kinds()[0], match.trump) == "s"
    )
    match.apply(lead)
    match.apply(next(match.legal_actions()))
    match.apply(Play(2, C("As")))
    # seat 1 may hold the other one, as far as seats 0, 2 and 3 can tell but for 3, who holds it
    assert [match.view(seat).partner for seat in range(4)] == [None, 2, None, 2]
    match.apply(Play(3, C("As")))
    assert [match.view(seat).partner for seat in range(4)] == [2] * 4
    assert match.view(1).play.points == match.round.points


def test_b7_declared_copies_are_known():
    rules = Rules(find_partner=True)
    match = dealt(rules, {1: "2s", 3: "2s"}, dealer=0)
    declare(match, 1, "2s")
    all_pass(match)
    match.apply(TakeKitty(0))
    match.apply(NameCard(0, "2s"))
    assert [match.view(seat).partner for seat in range(4)] == [1] * 4


def test_b7_with_exchanges_a_play_may_come_from_the_kitty():
    rules = Rules(find_partner=True, exchange=True, suit_order=True)
    match = dealt(rules, {0: "As 3s 3s", 1: "2d 2d 4s 4s", 3: "As 5s"}, dealer=0)
    all_pass(match)
    bury(match, "As 3d 3c 3h 4d 4c 4h 5d", named="As")
    match.apply(Exchange(1, C("2d 2d")))
    match.apply(Bury(1, C("3d 3c 3h 4d 4c 4h 5d 4s")))
    for _ in range(3):
        match.apply(Pass(match.turn))
    assert match.partner == 3
    match.apply(Play(0, C("3s")))
    match.apply(Play(1, C("As")))  # the dealer's own, as nobody else can know
    assert [match.view(seat).partner for seat in range(4)] == [None] * 4


# --- case rows: bids and friends ----------------------------------------------------------------

DATA = Path(__file__).parent / "data"
SEATS = {"P1": 0, "P2": 1, "P3": 2, "P4": 3}

#: The options under which the rows and alternatives on bidding hold.
BIDS = {
    "bid-01": {},
    "bid-02": {},
    "bid-03": {"joker_order": True},
    "bid-05": {"self_override": False},
    "bid-05/1": {"self_override": True},
    "bid-06": {"self_protect": True},
    "bid-09": {},
    "bid-11": {"first_round_override_takes_deal": True},
    "bid-11/1": {"first_round_override_takes_deal": False},
    "bid-12": {"no_declaration": "first_kitty_card"},
    "bid-12/2": {"no_declaration": "no_trump"},
}
#: No option has a later pair of equal length override, the first level card or highest card of
#: the kitty, or its fourth card.
BIDS_OUT_OF_REACH = {"bid-01/1", "bid-12/1", "bid-12/3"}


def rows(ask, name="reports.jsonl"):
    found = {}
    with open(DATA / name, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["ask"] == ask:
                found[row["id"]] = row, row["expected"]
                for number, other in enumerate(row.get("alternatives", ()), 1):
                    found[f"{row['id']}/{number}"] = row, other["expected"]
    return found


BID_ROWS = rows("bid")


def test_every_row_on_bidding_is_judged_or_listed():
    assert set(BID_ROWS) == set(BIDS) | BIDS_OUT_OF_REACH


@pytest.mark.parametrize("name", BIDS)
def test_bid_rows(name):
    row, expected = BID_ROWS[name]
    position = row["position"]
    rules = Rules(decks=position["decks"], **BIDS[name])
    # a seat holds what it ever declares with
    held = {}
    for bid in position["bids"]:
        seat, cards = SEATS[bid["player"]], C(bid["cards"])
        held[seat] = held.get(seat, C("")) | cards
    hands = {seat: str(cards) for seat, cards in held.items()}
    dealer = None if position.get("first_deal") else 0
    levels = (position["level"],) * 4
    match = dealt(rules, hands, position.get("kitty_order", ""), levels=levels, dealer=dealer)
    accepted = []
    for bid in position["bids"]:
        action = Declare(SEATS[bid["player"]], C(bid["cards"]))
        accepted.append(match.can_apply(action))
        if accepted[-1]:
            match.apply(action)
    assert accepted == expected.get("accepted", accepted)
    all_pass(match)
    if "trump" in expected:
        assert (match.trump.suit or "NT") == expected["trump"]
    if "landlord" in expected:
        assert match.dealer == SEATS[expected["landlord"]]


#: Rows on friends that B7 reaches, with the seats of four players; in the others a copy that is
#: played later is called (fri-01), two are called (fri-04), four decks are used or nobody holds
#: the card (fri-05), or friends join by a play and take their points along (fri-09).
FRIENDS = {"fri-03/1": "Ac", "fri-10": "Ac"}


def test_rows_on_friends_are_known():
    assert set(rows("friend", "beyond.jsonl")) == {
        "fri-01", "fri-03", "fri-03/1", "fri-04", "fri-04/1", "fri-05", "fri-09", "fri-10",
    }  # fmt: skip


@pytest.mark.parametrize("name", FRIENDS)
def test_friend_rows(name):
    row, expected = rows("friend", "beyond.jsonl")[name]
    hands = {}
    for player, card in row["position"]["events"]:
        if player in SEATS:
            hands[SEATS[player]] = f"{hands.get(SEATS[player], '')} {card}"
    match = finding(hands, named=FRIENDS[name])
    assert [f"P{match.partner + 1}"] == expected["friends"]


# --- values -------------------------------------------------------------------------------------


def test_declarations_are_values():
    one = check_declaration(1, C("2s"), C("2s"), "2")
    again = check_declaration(1, C("2s"), C("2s 3s"), "2")
    assert one == again and hash(one) == hash(again) and pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.seat = 2
