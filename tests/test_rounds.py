"""Rounds, ply by ply against the oracle engine; undo, copies, saving, views and bad input."""

import contextlib
import copy
import dataclasses
import gc
import json
import pickle
import random
from collections import namedtuple
from pathlib import Path
from zlib import crc32

import numpy as np
import oracle
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from oracle_rounds import OracleRound, Refused
from positions import random_trump, random_units
from test_differential import ORDER_OPTIONS, make_trump, random_rules

import tractor_core as tc
from tractor_core.saved import SavedRound

C = tc.Cards
Start = namedtuple("Start", "hands kitty dealer trump rules partner partial decks order chosen")

with open(Path(__file__).parent / "data" / "recorded_rounds.jsonl", encoding="utf-8") as lines:
    RECORDED = [json.loads(line) for line in lines]

HAND_SIZES = {1: (12, 6), 2: (25, 8), 3: (39, 6)}  # D2
MOST_COUNTED = 400  # plays that the oracle is asked to list
ONE_DECK_TABLES = ("forty", "hundred", "forty_five", "forty_five_points")


# --- random rounds ---


def random_deal(rng, decks, size=None):
    """Four hands and a kitty; copies and neighbours tend to stay together, so units abound."""
    held_at_most, buried = HAND_SIZES[decks]
    most = held_at_most if size is None else size
    kinds = list(range(54))
    start = rng.randrange(54)
    kinds = kinds[start:] + kinds[:start]
    together = rng.choice((0.0, 0.4, 0.7))
    if size is not None:
        # a few suits only, or the play is all discards
        kinds = rng.sample(kinds, 54) if together == 0 else kinds
        kinds = kinds[: -(-(4 * most + 2) // decks)]
    hands, loose, seat = [[] for _ in range(4)], [], 0
    for kind in kinds:
        if rng.random() < 0.6:
            seat = rng.randrange(4)
        if rng.random() < together and len(hands[seat]) + decks <= most:
            hands[seat] += [kind] * decks
        else:
            loose += [kind] * decks
    rng.shuffle(loose)
    for hand in hands:
        while len(hand) < most:
            hand.append(loose.pop())
    kitty = loose if size is None else loose[:buried]
    return [tuple(sorted(hand)) for hand in hands], tuple(sorted(kitty))


def random_options(rng, decks):
    """Options for oracle and engine; random_rules leaves out those of the round."""
    chosen, _ = random_rules(rng, decks)
    if rng.random() < 0.2:
        chosen["find_partner"] = True
    if decks == 1 and rng.random() < 0.5:
        chosen["level_table"] = rng.choice(ONE_DECK_TABLES)
        if chosen["level_table"] == "forty_five":
            chosen["kitty"] = "none"
            chosen.pop("kitty_flat", None)
    elif decks == 3 and rng.random() < 0.5:
        chosen["level_table"] = "titanic"
    elif rng.random() < 0.2:
        del chosen["level_table"]
    for name in ("kitty_open", "no_review"):
        if rng.random() < 0.2:
            chosen[name] = True
    if rng.random() < 0.3:
        chosen["faults"] = "revoke"
    return chosen


def random_start(rng, decks=None, small=0.7, **fixed):
    decks = decks or rng.choice((1, 2, 2, 3))
    level, suit, options = random_trump(rng, ORDER_OPTIONS if rng.random() < 0.3 else ())
    size = rng.randint(3, 12) if rng.random() < small else None
    hands, kitty = random_deal(rng, decks, size)
    chosen = random_options(rng, decks) | fixed
    dealer = rng.randrange(4)
    partner = (dealer + rng.choice((0, 1, 2, 3))) % 4 if chosen.get("find_partner") else None
    return Start(
        hands=hands,
        kitty=kitty,
        dealer=dealer,
        trump=make_trump(level, suit, options),
        rules=tc.Rules(decks=decks, **chosen),
        partner=partner,
        partial=size is not None,
        decks=decks,
        order=oracle.Order(level, suit, **options),
        chosen=chosen,
    )


def engine_round(start):
    return tc.Round(
        [C(hand) for hand in start.hands],
        C(start.kitty),
        start.dealer,
        start.trump,
        start.rules,
        partner=start.partner,
        partial=start.partial,
    )


def oracle_round(start):
    return OracleRound(
        start.hands,
        start.kitty,
        start.dealer,
        start.order,
        start.chosen,
        start.decks,
        start.partner,
    )


def suit_cards(theirs, hand, suit):
    return oracle.in_suit(hand, suit, theirs.order)


def random_lead(rng, theirs):
    """A lead and, now and then, the units named for it."""
    hand = theirs.hands[theirs.turn]
    suits = {theirs.order.suit_of(kind) for kind in hand}
    held = suit_cards(theirs, hand, rng.choice(sorted(suits)))
    units = oracle.decompose(held, theirs.order)
    way = rng.random()
    if way < 0.55:
        # the longest units first make the rounds worth playing
        lead = max(rng.sample(units, min(3, len(units))), key=lambda unit: len(unit.cards)).cards
    elif way < 0.7:
        lead = (rng.choice(held),)
    elif way < 0.9:
        # a throw from the top stands now and then
        top = sorted(units, key=lambda unit: -unit.step)[: rng.randint(1, 3)]
        lead = tuple(sorted(sum((unit.cards for unit in top), ())))
    else:
        lead = tuple(sorted(rng.sample(held, rng.randint(1, min(6, len(held))))))
    named = None
    if len(lead) <= 6 and rng.random() < 0.25:
        named = random_units(rng, lead, theirs.order)
    return lead, named


def random_follow(rng, mine, theirs):
    """A legal follow at random, with more ruffs than there are among all plays."""
    hand, n = theirs.hands[theirs.turn], len(theirs.lead)
    trumps = suit_cards(theirs, hand, "trump")
    led = theirs.order.suit_of(theirs.lead[0])
    if not suit_cards(theirs, hand, led) and len(trumps) >= n and rng.random() < 0.7:
        return tuple(sorted(rng.sample(trumps, n)))
    return tuple(mine.random_legal_play(rng.getrandbits(32)))


def random_attempt(rng, theirs):
    """Cards that may well be no legal play, and the seat that plays them (None: on turn)."""
    hand = theirs.hands[theirs.turn]
    seat = rng.choice((None, None, None, theirs.turn, rng.randrange(4)))
    if seat is not None:
        hand = theirs.hands[seat]
    most = len(hand)
    n = rng.randint(0, most) if theirs.leads or rng.random() < 0.3 else len(theirs.lead)
    cards = rng.sample(hand, min(n, most))
    if cards and rng.random() < 0.1:
        cards[0] = rng.randrange(54)
        if cards.count(cards[0]) > 3:
            cards = cards[:1]
    return tuple(sorted(cards)), seat


# --- comparison ---


def compare_records(found, expected):
    assert found.leader == expected.leader
    assert tuple(map(tuple, found.plays)) == expected.plays
    assert tuple(tuple(unit.cards) for unit in found.units) == expected.units
    assert tuple(found.returned) == expected.returned
    assert (found.winner, found.points) == (expected.winner, expected.points)
    assert tuple(found.lead) == expected.plays[0]
    assert found.failed == bool(expected.returned)


def compare_states(mine, theirs):
    assert mine.turn == theirs.turn
    assert mine.over == theirs.over
    assert mine.points == theirs.points
    assert tuple(map(tuple, mine.hands)) == tuple(theirs.hands)
    assert mine.plies == len(theirs.shown)
    assert len(mine.tricks) == len(theirs.tricks)
    if theirs.tricks:
        compare_records(mine.tricks[-1], theirs.tricks[-1])
    assert mine.leader == (None if theirs.over else theirs.leader)
    assert (mine.lead and tuple(mine.lead)) == theirs.lead
    if theirs.lead is None:
        assert mine.trick is None
    else:
        assert mine.trick == mine.tricks[-1]
    if not theirs.over:
        assert mine.result is None


def compare_plays(rng, mine, theirs):
    """The legal plays of both, where they are few enough."""
    hand = theirs.hands[theirs.turn]
    if theirs.leads:
        suits = [suit_cards(theirs, hand, suit) for suit in ("trump", *oracle.SUITS)]
        ways = [oracle.count_sub_multisets(held, n) for held in suits for n in range(len(held) + 1)]
        total = sum(ways) - len(suits)
        assert mine.count_legal_plays() == total
        few = total <= MOST_COUNTED
    else:
        total = mine.count_legal_plays()
        held = suit_cards(theirs, hand, theirs.order.suit_of(theirs.lead[0]))
        few = oracle.count_sub_multisets(held or hand, len(theirs.lead)) <= MOST_COUNTED
        few = few and total <= MOST_COUNTED
    assert total > 0
    if few:
        plays = [tuple(play) for play in mine.legal_plays()]
        assert sorted(plays) == theirs.legal_plays()
        assert len(plays) == total
        if not theirs.leads:
            assert plays == sorted(plays)
    drawn = tuple(mine.random_legal_play(rng.getrandbits(32), throws=rng.random() < 0.5))
    assert theirs.refusal(drawn) is None


def compare_refusal(mine, theirs, cards, seat):
    """A play that is perhaps illegal, asked for and then tried."""
    expected = theirs.refusal(cards, seat)
    play, before = C(cards), mine.to_bytes()
    assert mine.can_play(play, seat=seat) == (expected is None)
    if expected is None:
        assert mine.check_play(play, seat=seat) is None
    else:
        with pytest.raises(tc.IllegalPlay) as caught:
            mine.check_play(play, seat=seat)
        check_error(caught.value, expected, mine, play, seat)
    assert mine.to_bytes() == before
    other, after = mine.copy(), theirs.copy()
    try:
        on_table = after.play(cards, seat=seat)
    except Refused as refused:
        with pytest.raises(tc.IllegalPlay) as caught:
            other.play(play, seat=seat)
        check_error(caught.value, refused.reason, mine, play, seat)
        assert other.to_bytes() == before
    else:
        assert tuple(other.play(play, seat=seat)) == on_table
        compare_states(other, after)
        compare_results(other, after)
        assert tc.Round.from_bytes(other.to_bytes()) == other
        other.undo()
        assert other.to_bytes() == before
    assert mine.to_bytes() == before


def check_error(error, reason, mine, play, seat):
    assert error.reason is tc.Reason[reason], (error, reason)
    assert error.play == play
    assert error.lead == mine.lead
    if not mine.over:
        assert error.hand == mine.hand(mine.turn if seat is None else seat)
    assert error.rule and error.rule in str(error)


def compare_results(mine, theirs):
    expected = theirs.result()
    if expected is None:
        assert mine.result is None
        return
    found = mine.result
    change = found.change
    assert (change.side, change.levels, change.deal) == expected.change
    assert dataclasses.astuple(found)[:4] == tuple(expected)[:4]
    assert found.revoked == expected.revoked


def compare_views(mine, theirs, exact):
    """What every seat is shown; with `exact` the missing pairs are worked out as well."""
    chosen = theirs.round_rules
    voids = [frozenset(suits) for suits in theirs.voids()]
    pairs = [frozenset(suits) for suits in theirs.no_pairs()] if exact else None
    records = mine.tricks
    if chosen["no_review"]:
        whole = [record for record in records if record.winner is not None]
        in_play = [record for record in records if record.winner is None]
        records = tuple(in_play if mine.over and in_play else whole[-1:] + in_play)
    for seat in range(4):
        view = mine.view(seat)
        assert view.seat == seat
        assert view.hand == mine.hand(seat)
        sees_kitty = seat == theirs.dealer or chosen["kitty_open"]
        assert view.kitty == (mine.kitty if sees_kitty else None)
        assert view.trump == mine.trump
        assert (view.dealer, view.turn) == (theirs.dealer, theirs.turn)
        sure = theirs.decks == 1 or theirs.partner == theirs.dealer
        knows = not theirs.rules["find_partner"] or theirs.over or seat == theirs.partner and sure
        assert view.partner == (theirs.partner if knows else None)
        assert view.points == (theirs.points if knows else None)
        assert view.counts == tuple(map(len, theirs.hands))
        assert view.tricks == records
        assert view.voids == tuple(voids)
        if exact:
            assert view.no_pairs == tuple(pairs)
        if mine.partial:
            assert view.unseen is None
        else:
            unseen = sum((mine.hand(other) for other in range(4) if other != seat), C())
            assert view.unseen == (unseen if sees_kitty else unseen + mine.kitty)
        # what play has shown is so, whatever the rules
        for other in range(4):
            for suit in view.voids[other]:
                assert not suit_cards(theirs, theirs.hands[other], suit)
            for suit in view.no_pairs[other]:
                held = suit_cards(theirs, theirs.hands[other], suit)
                assert len(set(held)) == len(held)
            assert view.voids[other] <= view.no_pairs[other]


def play_random(rng, mine, theirs, check=None):
    """Play to the end, both alike; check is called before every play."""
    while not theirs.over:
        if check is not None:
            check()
        if theirs.leads:
            cards, named = random_lead(rng, theirs)
            units = None if named is None else [C(unit) for unit in named]
            assert tuple(mine.play(C(cards), units)) == theirs.play(cards, named)
        else:
            cards = random_follow(rng, mine, theirs)
            assert tuple(mine.play(C(cards), seat=theirs.turn)) == theirs.play(cards)
        compare_states(mine, theirs)


def compare_round(rng, **sizes):
    start = random_start(rng, **sizes)
    mine, theirs = engine_round(start), oracle_round(start)
    try:
        follow_round(rng, mine, theirs)
    except Exception as error:
        error.add_note(f"{mine.to_dict()}")
        raise


def follow_round(rng, mine, theirs):
    compare_states(mine, theirs)
    states = []

    def check():
        states.append(mine.to_bytes())
        if rng.random() < 0.3:
            compare_plays(rng, mine, theirs)
        if rng.random() < 0.3:
            compare_refusal(mine, theirs, *random_attempt(rng, theirs))
        if rng.random() < 0.05:
            compare_views(mine, theirs, exact=rng.random() < 0.5)

    play_random(rng, mine, theirs, check)
    compare_results(mine, theirs)
    for found, expected in zip(mine.tricks, theirs.tricks, strict=True):
        compare_records(found, expected)
    assert [mine.is_defender(seat) for seat in range(4)] == [
        theirs.defends(seat) for seat in range(4)
    ]
    compare_views(mine, theirs, exact=rng.random() < 0.2)
    taken = sum(trick.points for trick in mine.tricks)
    dealt = sum(map(oracle.points, theirs.dealt)) + oracle.points(theirs.kitty)
    assert taken + tc.points(mine.kitty) == dealt
    if not mine.partial:
        assert dealt == 100 * theirs.decks
    final = mine.copy()
    assert list(final.legal_plays()) == [] and final.count_legal_plays() == 0
    for state in reversed(states):
        mine.undo()
        assert mine.to_bytes() == state
    assert final.over and final == tc.Round.from_bytes(final.to_bytes())
    assert mine.plies == 0


@pytest.mark.parametrize("seed", range(30))
def test_random_rounds(seed):
    rng = random.Random(seed)
    for _ in range(10):
        compare_round(rng, small=0.8)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_random_rounds(seed):
    rng = random.Random(seed)
    for _ in range(200):
        compare_round(rng, small=0.85)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_twenty_thousand_random_rounds(seed):
    rng = random.Random(seed)
    for _ in range(200):
        compare_round(rng)


@pytest.mark.parametrize("record", RECORDED, ids=[record["id"] for record in RECORDED])
def test_recorded_rounds(record):
    kitty = C(record["kitty"])
    round_ = tc.Round(
        [C(hand) for hand in record["hands"]],
        kitty,
        record["dealer"],
        tc.Trump(record["level"], record["trump"]),
        tc.Rules(decks=record["decks"]),
    )
    unverified = round_.copy()
    for number, trick in enumerate(record["tricks"]):
        assert round_.leader == round_.turn == trick["leader"]
        for i, text in enumerate(trick["plays"]):
            play, seat = C(text), (trick["leader"] + i) % 4
            assert round_.can_play(play, seat=seat)
            assert round_.play(play, seat=seat) == play
            assert unverified.play_unverified(play) == play
        found = round_.tricks[number]
        assert (found.winner, found.points) == (trick["winner"], trick["points"])
        assert not found.failed
    assert round_.over
    assert round_.points == record["attackers_trick_points"]
    assert unverified == round_
    # K1, K2, L1 by hand
    last = round_.tricks[-1]
    result = round_.result
    won = last.plays[(last.winner - last.leader) % 4]
    units = tc.decompose(won, round_.trump)
    factor = 0
    if (last.winner - record["dealer"]) % 2:
        factor = min(64, 2 ** max(unit.copies * unit.length for unit in units))
    assert (result.multiplier, result.kitty_points) == (factor, tc.points(kitty))
    assert result.points == round_.points + factor * tc.points(kitty)
    assert result.change == tc.level_change(result.points)
    assert tc.Round.from_bytes(round_.to_bytes()) == round_


# --- small rounds made for one point: level 10, hearts ---


def table(hands, kitty="", /, dealer=0, partner=None, trump=("10", "h"), **options):
    rules = tc.Rules(**options)
    return tc.Round(
        [C(hand) for hand in hands],
        C(kitty),
        dealer,
        tc.Trump(*trump),
        rules,
        partner=partner,
        partial=True,
    )


def play_all(round_, text):
    """Play what the text names: plays apart by commas."""
    for play in text.split(","):
        round_.play(C(play.strip()))
    return round_


def refused(reason, call, *arguments, **named):
    with pytest.raises(tc.IllegalPlay) as caught:
        call(*arguments, **named)
    assert caught.value.reason is tc.Reason[reason]


THREE = {"decks": 3}
# reason, options, hands of seats 0 to 3, what is led by seat 0, the wrong follow of seat 1
WRONG_FOLLOWS = (
    ("WRONG_COUNT", {}, "Ac Kc", "3c 4c", "Ac", "3c 4c"),
    ("WRONG_COUNT", {}, "Ac Ac", "3c 4c", "Ac Ac", "3c"),
    ("MUST_FOLLOW_SUIT", {}, "Ac Kc", "3c 4d", "Ac", "4d"),
    ("MUST_PLAY_PAIR", {}, "Ac Ac Kd", "3c 3c 4c", "Ac Ac", "3c 4c"),
    ("MUST_PLAY_TRACTOR", {}, "Ac Ac Kc Kc 2d", "3c 3c 4c 4c 6c", "Ac Ac Kc Kc", "3c 3c 4c 6c"),
    ("MUST_PLAY_TRIPLE", THREE, "Ac Ac Ac 2d", "3c 3c 3c 4c", "Ac Ac Ac", "3c 3c 4c"),
    (
        "MUST_PLAY_TITANIC",
        THREE,
        "Ac Ac Ac Kc Kc Kc 2d",
        "3c 3c 3c 4c 4c 4c 6c",
        "Ac Ac Ac Kc Kc Kc",
        "3c 3c 3c 4c 4c 6c",
    ),
)


@pytest.mark.parametrize("case", WRONG_FOLLOWS, ids=[case[0].lower() for case in WRONG_FOLLOWS])
@pytest.mark.parametrize("revoker_defends", [False, True])
def test_a_revoke_ends_the_round(case, revoker_defends):
    reason, options, leads, holds, led, wrong = case
    n = len(C(leads))
    blanks = [C("7d 7d 7s 7s 8s 8s 9s"), C("9d 9d Qs Qs Js Js Qd")]
    hands = [leads, holds, *(str(C(list(blank)[:n])) for blank in blanks)]
    # seat 1 revokes, who is the partner found or an attacker
    options = options | {"find_partner": True, "partner": 1 if revoker_defends else 2}
    play = C(wrong)
    round_ = table(hands, "5h", faults="refuse", **options)
    round_.play(C(led))
    before = round_.to_bytes()
    refused(reason, round_.check_play, play)
    refused(reason, round_.play, play)
    assert not round_.can_play(play)
    assert round_.to_bytes() == before

    round_ = table(hands, "5h", faults="revoke", **options)
    round_.play(C(led))
    before = round_.to_bytes()
    refused(reason, round_.check_play, play)
    assert not round_.can_play(play)
    hand = round_.hand(1)
    assert round_.play(play) == play
    assert round_.over and round_.turn is None and round_.lead is None and round_.trick is None
    assert round_.hand(1) == hand - play
    result = round_.result
    expected = ("attackers", 0, "attackers") if revoker_defends else ("dealer", 1, "dealer")
    assert (result.change.side, result.change.levels, result.change.deal) == expected
    assert (result.revoked, result.multiplier, result.last_trick) == (1, 0, expected[2])
    assert result.points == 0
    refused("NOT_YOUR_TURN", round_.play, C("7d"))
    assert list(round_.legal_plays()) == []
    for loaded in every_form(round_):
        assert loaded == round_ and loaded.result == result
    view = round_.view(3)
    assert view.turn is None and not any(view.voids) and not any(view.no_pairs)
    assert view.tricks[-1].plays == (C(led), play)
    round_.undo()
    assert round_.to_bytes() == before and not round_.over and round_.turn == 1


def test_a_revoke_by_either_seat_of_a_side():
    hands = ["Ac 3d", "Kc 4d", "5c 6d", "9c 7d"]
    for dealer in range(4):
        for n in (1, 2, 3):
            turned = hands[-dealer:] + hands[:-dealer]
            round_ = table(turned, dealer=dealer, faults="revoke")
            for _ in range(n):
                round_.play(next(iter(round_.legal_plays())))
            seat = round_.turn
            wrong = C([max(round_.hand(seat), key=lambda kind: tc.suit_of(kind, round_.trump))])
            if round_.can_play(wrong):
                wrong = round_.hand(seat) - wrong
            round_.play(wrong)
            assert round_.result.revoked == seat == (dealer + n) % 4
            side = "attackers" if n == 2 else "dealer"
            assert tuple(round_.result.change) == (side, 0 if n == 2 else 1, side)


@pytest.mark.parametrize(
    ("led", "play", "seat", "reason"),
    [
        ("Ac", "", None, "EMPTY"),
        ("Ac", "5s", None, "NOT_HELD"),
        ("Ac", "5s 6s", None, "WRONG_COUNT"),
        ("Ac", "3c Ks", None, "WRONG_COUNT"),
        ("Ac", "5s", 2, "NOT_YOUR_TURN"),
        (None, "Ac Kd", None, "MIXED_SUITS"),
        (None, "Ac Kd 5h", None, "NOT_HELD"),
        (None, "", None, "EMPTY"),
    ],
)
@pytest.mark.parametrize("faults", ["refuse", "revoke"])
def test_what_is_refused_even_where_a_revoke_stands(led, play, seat, reason, faults):
    """Cards that are not there, nothing at all, a lead of two suits, a play out of turn."""
    round_ = table(["Ac Kd 3d", "3c 4c 4d", "5s 6s 7s", "8s 9s Js"], faults=faults)
    if led:
        round_.play(C(led))
    before = round_.to_bytes()
    refused(reason, round_.play, C(play), seat=seat)
    assert round_.to_bytes() == before


def test_reasons_come_in_order():
    round_ = table(["Ac Kd 3d", "3c 4c 4d", "5s 6s 7s", "8s 9s Js"])
    refused("EMPTY", round_.play, C(), seat=1)
    refused("NOT_HELD", round_.play, C("Ac"), seat=1)
    refused("NOT_YOUR_TURN", round_.play, C("3c 4d"), seat=1)
    refused("NOT_HELD", round_.play, C("Ac Ad"))
    round_.play(C("Ac"), seat=0)
    refused("EMPTY", round_.play, C(), seat=2)
    refused("WRONG_COUNT", round_.play, C("5s 6s"), seat=2)
    refused("WRONG_COUNT", round_.play, C("5s 6s"))
    refused("NOT_HELD", round_.play, C("3c"), seat=2)
    refused("NOT_YOUR_TURN", round_.play, C("5s"), seat=2)
    refused("MUST_FOLLOW_SUIT", round_.play, C("4d"), seat=1)
    assert round_.play(C("3c"), seat=np.int8(1)) == C("3c")


# --- units named (C6) ---


def test_follows_answer_the_units_named():
    hands = ["Ac Ac Kc Kc 2d 2d", "3c 3c 4c 4c 7c 7c", "5h 5h 7h 7h 3d 3d", "5d 5d 5s 6s 8s 9s"]
    as_tractor, as_pairs = table(hands), table(hands)
    lead = C("Ac Ac Kc Kc")
    as_tractor.play(lead)
    as_pairs.play(lead, [C("Kc Kc"), C("Ac Ac")])
    assert [unit.kind for unit in as_tractor.trick.units] == ["tractor"]
    assert [str(unit.cards) for unit in as_pairs.trick.units] == ["Ac Ac", "Kc Kc"]
    assert as_tractor != as_pairs
    refused("MUST_PLAY_TRACTOR", as_tractor.play, C("3c 3c 7c 7c"))
    assert as_tractor.count_legal_plays() == 1
    assert as_pairs.count_legal_plays() == 3
    before = as_pairs.to_bytes()
    as_pairs.play(C("3c 3c 7c 7c"))
    as_tractor.play(C("3c 3c 4c 4c"))
    # two loose pairs of trumps ruff two pairs, but no tractor (R1)
    ruff = C("5h 5h 7h 7h")
    for round_, winner in ((as_pairs, 2), (as_tractor, 0)):
        round_.play(ruff)
        round_.play(C("5d 5d 5s 6s"))
        assert round_.tricks[0].winner == winner
    for loaded in every_form(as_pairs):
        assert [unit.kind for unit in loaded.tricks[0].units] == ["pair", "pair"]
    for _ in range(3):
        as_pairs.undo()
    assert as_pairs.to_bytes() == before
    assert as_pairs.count_legal_plays() == 3
    as_pairs.undo()
    as_pairs.play(lead)
    refused("MUST_PLAY_TRACTOR", as_pairs.play, C("3c 3c 7c 7c"))


def test_a_tractor_named_as_two_pairs_is_a_throw():
    """3344 as a tractor stands against 5577; named as two pairs both fail, and 33 is led."""
    hands = ["3c 3c 4c 4c", "5c 5c 7c 7c", "2d 3d 4d 5d", "6d 7d 8d 9d"]
    round_ = table(hands, throw_penalty=10)
    assert round_.play(C("3c 3c 4c 4c")) == C("3c 3c 4c 4c")
    assert (round_.trick.failed, round_.points) == (False, 0)
    round_.undo()
    assert round_.play(C("3c 3c 4c 4c"), [C("4c 4c"), C("3c 3c")]) == C("3c 3c")
    assert round_.trick.failed and round_.trick.returned == C("4c 4c")
    assert round_.hand(0) == C("4c 4c")
    assert round_.points == 10
    for loaded in every_form(round_):
        assert loaded.trick == round_.trick and loaded.points == 10
        loaded.undo()
        assert loaded.hand(0) == C("3c 3c 4c 4c") and loaded.points == 0


def test_the_winner_is_found_by_the_units_named():
    """AAK ruffed by 556 and 229: the pair led decides, or three singles."""
    round_ = table(["Ac Ac Kc", "5h 5h 6h", "2h 2h 9h", "6d 7d 8d"])
    round_.play(C("Ac Ac Kc"), [C("Ac"), C("Ac"), C("Kc")])
    play_all(round_, "5h 5h 6h, 2h 2h 9h, 6d 7d 8d")
    assert round_.tricks[0].winner == 2  # singles decide: 9 over 6
    round_ = table(["Ac Ac Kc", "5h 5h 6h", "2h 2h 9h", "6d 7d 8d"])
    play_all(round_, "Ac Ac Kc, 5h 5h 6h, 2h 2h 9h, 6d 7d 8d")
    assert round_.tricks[0].winner == 1  # the pair decides: 55 over 22


# --- throws ---


def test_a_failed_throw_costs_points_at_once():
    """T5: the dealer's throw is the attackers' gain; undo gives the points back."""
    hands = ["2d 3d 4d", "9s 8s 3s", "2h 3h 4h", "Js Ks 2s"]
    round_ = table(hands, "5d", 1, throw_penalty=10)
    assert round_.play(C("9s 8s 3s")) == C("3s")
    assert round_.points == 10
    assert round_.trick.returned == C("9s 8s")
    assert round_.hand(1) == C("9s 8s")
    round_.undo()
    assert (round_.points, round_.trick, round_.hand(1)) == (0, None, C("9s 8s 3s"))
    free = table(hands, "5d", 1)
    free.play(C("9s 8s 3s"))
    assert free.points == 0 and free.trick.failed


def test_points_below_zero_count_as_nothing():
    """Seat 1, an attacker, comes to lead and throws 98 against J."""
    hands = ["2d 3d 4d", "Ad 9s 8s", "2c 5d 6d", "Js 7d 9d"]
    round_ = table(hands, "Kd", 0, throw_penalty=10)
    play_all(round_, "2d, Ad, 5d, 7d")
    assert (round_.points, round_.turn) == (5, 1)
    assert round_.play(C("9s 8s")) == C("8s")
    assert round_.points == -5
    assert round_.tricks[-1].returned == C("9s")
    play_all(round_, "2c, Js, 3d")
    assert (round_.points, round_.turn) == (-5, 3)
    play_all(round_, "9d, 4d, 9s, 6d")
    assert round_.result.points == -5 + 2 * 10  # the attackers win the last trick with a single
    refuge = table(hands, "3s", 0, throw_penalty=10)
    play_all(refuge, "2d, Ad, 5d, 7d, 9s 8s, 2c, Js, 3d, 9d, 4d, 9s, 6d")
    assert refuge.result.points == -5
    assert tuple(refuge.result.change) == ("dealer", 3, "dealer")
    for _ in range(7):
        refuge.undo()
    assert (refuge.points, refuge.plies) == (-5, 5)
    refuge.undo()
    assert (refuge.points, refuge.plies) == (5, 4)


def test_whose_hands_break_a_throw():
    """T3: the partner's J does not, unless it is not known who he is."""
    hands = ["9s 8s 2d", "2s 3s 3d", "Js 4s 4d", "5s 6s 6d"]
    assert table(hands).play(C("9s 8s")) == C("8s")
    assert table(hands, throw_against="opponents").play(C("9s 8s")) == C("9s 8s")
    for partner in range(4):
        round_ = table(hands, throw_against="opponents", find_partner=True, partner=partner)
        assert round_.play(C("9s 8s")) == C("8s")


@pytest.mark.parametrize("partner", range(4))
def test_a_partner_found(partner):
    hands = ["Ac 2d", "5c 3d", "Kc 4d", "Tc 6d"]
    round_ = table(hands, "5d", find_partner=True, partner=partner, throw_penalty=5)
    assert round_.partner == partner
    assert [round_.is_defender(seat) for seat in range(4)] == [
        seat in (0, partner) for seat in range(4)
    ]
    play_all(round_, "Ac, 5c, Kc, Tc, 6d, 2d, 3d")
    # the ten of clubs is a trump and takes the 25 of the first trick
    assert round_.points == (0 if partner == 3 else 25)
    # another copy of the card named may be nearer to the dealer, unless all are his
    assert [round_.view(seat).partner for seat in range(4)] == [
        0 if seat == partner == 0 else None for seat in range(4)
    ]
    one_deck = table(hands, "5d", decks=1, find_partner=True, partner=partner)
    assert [one_deck.view(seat).partner for seat in range(4)] == [
        partner if seat == partner else None for seat in range(4)
    ]
    play_all(round_, "4d")
    assert {round_.view(seat).partner for seat in range(4)} == {partner}
    assert {round_.view(seat).points for seat in range(4)} == {round_.points}
    for loaded in every_form(round_):
        assert loaded.partner == partner and loaded.result == round_.result


def test_a_round_has_the_order_of_its_trump():
    hands, trump = [C("Ac"), C("Kc"), C("5c"), C("9c")], tc.Trump("2", "h", permanent_twos=True)
    for rules in (tc.Rules(kitty="none"), tc.Rules(kitty="none", gap_adjacent=False)):
        round_ = tc.Round(hands, C(""), 0, trump, rules, partial=True)
        assert round_.trump == trump
        assert round_.rules == tc.Rules(kitty="none", permanent_twos=True)
        for loaded in every_form(round_):
            assert (loaded.trump, loaded.rules) == (trump, round_.rules)


def test_the_last_trick_of_forty_five():
    """L7: the last trick's own points do not count, but it is half the way."""
    hands = ["2d 3d", "Kc 5h", "2c 3c", "4d 6d"]
    options = {"decks": 1, "level_table": "forty_five", "kitty": "none"}
    round_ = table(hands, "Kd", 0, **options)
    play_all(round_, "3d, 5h, 2c, 6d")
    assert round_.points == 5
    play_all(round_, "Kc, 3c, 4d, 2d")
    assert round_.points == 5 and round_.tricks[-1].points == 10
    assert tuple(round_.result.change) == ("attackers", 1, "attackers")
    round_.undo()
    assert round_.points == 5


# --- saving ---


def every_form(round_):
    """The round after it was saved and loaded in every way."""
    data = round_.to_bytes()
    yield tc.Round.from_bytes(data)
    yield tc.Round.from_bytes(bytearray(data), verify=False)
    yield tc.Round.from_dict(round_.to_dict())
    yield tc.Round.from_dict(json.loads(json.dumps(round_.to_dict())), verify=False)
    yield tc.Round.load(round_.saved())
    yield tc.Round.load(SavedRound.from_dict(round_.saved().to_dict()), verify=False)
    for protocol in (2, pickle.HIGHEST_PROTOCOL):
        yield pickle.loads(pickle.dumps(round_, protocol))
    yield round_.copy()
    yield copy.copy(round_)
    yield copy.deepcopy(round_)


def same_round(one, other):
    assert one == other and hash(one) == hash(other)
    assert one.to_bytes() == other.to_bytes()
    assert one.to_dict() == other.to_dict()
    assert repr(one) == repr(other)
    for name in ("turn", "leader", "over", "points", "hands", "plies", "tricks", "trick", "lead"):
        assert getattr(one, name) == getattr(other, name)
    assert one.result == other.result
    assert (one.trump, one.rules, one.dealer, one.partner) == (
        other.trump,
        other.rules,
        other.dealer,
        other.partner,
    )


@pytest.mark.parametrize("seed", range(12))
def test_every_form_at_every_step(seed):
    rng = random.Random(seed)
    start = random_start(rng, small=0.8)
    mine, theirs = engine_round(start), oracle_round(start)
    seen = {}

    def check():
        forms = list(every_form(mine))
        for form in forms:
            same_round(form, mine)
        assert all(mine != before for before in seen)
        seen[mine.copy()] = mine.to_bytes()

    play_random(rng, mine, theirs, check)
    check()
    # the copies were not touched by what came after
    for before, data in seen.items():
        assert before.to_bytes() == data


@pytest.mark.parametrize("name", sorted(tc.Rules.presets()))
def test_rounds_of_every_preset(name):
    rng = random.Random(name)
    rules = tc.Rules.preset(name)
    hands, kitty = random_deal(rng, rules.decks, 6)
    trump = tc.Trump(rng.randint(2, 14), rng.choice("dchs"))
    partner = 1 if rules.find_partner else None
    round_ = tc.Round(
        [C(hand) for hand in hands], C(kitty), 3, trump, rules, partner=partner, partial=True
    )
    while not round_.over:
        round_.play(round_.random_legal_play(rng.getrandbits(32), throws=True))
        for form in every_form(round_):
            same_round(form, round_)


@pytest.mark.parametrize(
    "options",
    [
        {"levels": ("5", "T", "K"), "must_play": ("T",), "match_end": "reach_last"},
        {"kitty": "flat", "kitty_flat": (0, 100, 7)},
        {"throw_penalty": 100, "decks": 3, "level_table": "titanic"},
        {"settlement": "stakes", "stakes_base": 1_000_000, "stakes_fee": 999_999},
        {"settlement": "score", "score_shutout": 1000},
        {"decks": 1, "level_table": "forty_five", "kitty": "none"},
        {"suit_order": True, "exchange": True, "exchange_doubles": True, "bury_points": False},
        {"declare_after_deal": True, "self_protect": False, "override": False, "no_review": True},
        {"no_declaration": "dealer_draws", "colour_declaration": True, "joker_declaration": False},
        {"crown": True, "jack_hook": True, "draw": "protect_both", "ruff_compare": "top_card"},
    ],
)
def test_rules_of_a_saved_round(options):
    round_ = table(["Ac", "Kc", "5c", "6c"], **options)
    assert round_.rules == tc.Rules(**options)
    for form in every_form(round_):
        same_round(form, round_)


def test_a_copy_is_independent():
    round_ = table(["Ac Ac Kc Kc", "3c 3c 4c 4c", "5c 5c 6c 6c", "7c 7c 8c 8c"])
    round_.play(C("Ac Ac Kc Kc"), [C("Ac Ac"), C("Kc Kc")])
    data = round_.to_bytes()
    other = round_.copy()
    other.play(C("3c 3c 4c 4c"))
    assert round_.to_bytes() == data != other.to_bytes()
    other.undo()
    other.undo()
    other.play(C("Ac"))
    assert round_.to_bytes() == data
    round_.undo()
    assert other.lead == C("Ac")
    assert round_.plies == 0


def long_round(seed=1):
    """Two hands share the trumps of three decks and throw all of them, trick after trick."""
    rng = random.Random(seed)
    trump = tc.Trump(10, "h", permanent_twos=True)
    deck = sorted(list(range(54)) * 3, key=lambda kind: tc.suit_of(kind, trump) != "trump")
    trumps = [kind for kind in deck if tc.suit_of(kind, trump) == "trump"]
    others = deck[len(trumps) :]
    rng.shuffle(trumps)
    rng.shuffle(others)
    hands = [trumps[0::2], [], trumps[1::2], []]
    for hand in hands:
        while len(hand) < 39:
            hand.append(others.pop())
    rules = tc.Rules(
        decks=3, throw_penalty=100, kitty="flat", kitty_flat=(1, 2, 4), levels=("2", "A")
    )
    round_ = tc.Round([C(hand) for hand in hands], C(others), 0, trump, rules)
    while not round_.over:
        if round_.trick is None:
            held = {}
            for kind in round_.hand(round_.turn):
                held.setdefault(tc.suit_of(kind, trump), []).append(kind)
            round_.play(C(max(held.values(), key=len)))
        else:
            round_.play(round_.random_legal_play(rng.getrandbits(32)))
    return round_


def test_size_of_a_saved_round():
    sizes = []
    for seed in range(6):
        round_ = long_round(seed)
        assert sum(trick.failed for trick in round_.tricks) > 10
        data = round_.to_bytes()
        assert tc.Round.from_bytes(data) == round_
        sizes.append(len(data))
    assert 500 < max(sizes) < 1000
    rng = random.Random(5)
    for decks in (1, 2, 3):
        start = random_start(rng, decks=decks, small=0, faults="refuse")
        mine = engine_round(start)
        play_random(rng, mine, oracle_round(start))
        assert len(mine.to_bytes()) < 1000


def sample_bytes(rng):
    """Bytes of a round in play with units named and a throw that failed."""
    hands = ["9s 8s 4s 4s 3c", "Js 3s 3s 6d 4c", "Qs Qs 5s Kd 5c", "Ac Ac 7d Ks 6c"]
    round_ = table(hands, "Kc 5c", 0, throw_penalty=10, kitty="flat", kitty_flat=(1, 2, 4))
    round_.play(C("9s 8s 4s 4s"), [C("4s"), C("9s"), C("8s"), C("4s")])
    play_all(round_, "Js, 5s, Ks")
    round_.play(C("Ac Ac"), [C("Ac Ac")])
    return round_.to_bytes()


def sealed(body):
    """The bytes with a checksum that holds."""
    return bytes(body) + crc32(bytes(body)).to_bytes(4, "big")


def refuses_bytes(data):
    for verify in (True, False):
        with pytest.raises(tc.TractorError):
            tc.Round.from_bytes(data, verify=verify)


def test_damaged_bytes():
    rng = random.Random(3)
    data = sample_bytes(rng)
    assert tc.Round.from_bytes(data).to_bytes() == data
    for at in range(len(data)):
        for other in {data[at] ^ 1 << i for i in range(8)} | {0, 255} - {data[at]}:
            refuses_bytes(data[:at] + bytes([other]) + data[at + 1 :])
        refuses_bytes(data[:at])
        refuses_bytes(data[:at] + data[at + 1 :])
    for more in (b"\0", b"x", bytes(4), data):
        refuses_bytes(data + more)
        refuses_bytes(more + data)
    for _ in range(300):
        refuses_bytes(rng.randbytes(rng.randrange(200)))
        refuses_bytes(data[:3] + rng.randbytes(rng.randrange(200)))
    for version in {*range(256)} - {data[3]}:
        refuses_bytes(sealed(data[:3] + bytes([version]) + data[4:-4]))


def loads_or_refuses(data):
    """A round that is whole, or a TractorError."""
    for verify in (True, False):
        try:
            round_ = tc.Round.from_bytes(data, verify=verify)
        except tc.TractorError:
            continue
        assert sum(map(len, round_.hands)) == len(round_.saved().hands[0]) * 4 - sum(
            len(play) for trick in round_.tricks for play in trick.plays
        )
        for seat in range(4):
            round_.view(seat)
        assert round_.over or round_.count_legal_plays() > 0
        again = tc.Round.from_bytes(round_.to_bytes(), verify=False)
        assert again == round_


def test_forged_bytes():
    """Wrong bytes under a right checksum."""
    rng = random.Random(4)
    body = sample_bytes(rng)[:-4]
    for at in range(3, len(body)):
        values = {body[at] ^ 1 << i for i in range(8)} | {0, 255, body[at] + 1 & 255}
        for other in values:
            loads_or_refuses(sealed(body[:at] + bytes([other]) + body[at + 1 :]))
        loads_or_refuses(sealed(body[:at]))
        loads_or_refuses(sealed(body[:at] + body[at + 1 :]))
        loads_or_refuses(sealed(body[:at] + rng.randbytes(1) + body[at:]))
    for _ in range(500):
        wrong = bytearray(body)
        for _ in range(rng.randint(1, 5)):
            wrong[rng.randrange(3, len(body))] = rng.randrange(256)
        loads_or_refuses(sealed(wrong))
        loads_or_refuses(sealed(body[:4] + rng.randbytes(rng.randrange(150))))


ODD_VALUES = (None, True, 0, -1, 5, 10**30, 1.5, float("nan"), "", "Xx", "As As As As", "2", [], {})
ODD_VALUES += ([1], ["As"], [["As"]], [None], {"a": 1}, {"As": 2}, [[[]]], "\0", b"As", object())


def places(value, path=()):
    """Every place in nested dicts and lists."""
    yield path
    items = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, (list, tuple)):
        items = enumerate(value)
    for key, inner in items:
        yield from places(inner, (*path, key))


def put(value, path, other):
    if not path:
        return other
    key, *rest = path
    if isinstance(value, dict):
        return value | {key: put(value[key], rest, other)}
    return [put(inner, rest, other) if i == key else inner for i, inner in enumerate(value)]


def test_damaged_dicts():
    whole = tc.Round.from_bytes(sample_bytes(random.Random(5))).to_dict()
    assert tc.Round.from_dict(whole).to_dict() == whole
    for key in whole:
        short = {other: value for other, value in whole.items() if other != key}
        for wrong in (short, short | {"x": 1}, whole | {"x": 1}, short | {5: 1}):
            with pytest.raises(tc.RulesError):
                tc.Round.from_dict(wrong)
    for version in (0, 2, -1, "1", None, [1]):
        with pytest.raises(tc.RulesError):
            tc.Round.from_dict(whole | {"format": version})
    for wrong in (None, [], "x", b"", 5, json.dumps(whole)):
        with pytest.raises(TypeError):
            tc.Round.from_dict(wrong)
    for path in places(whole):
        for other in ODD_VALUES:
            changed = put(whole, path, other)
            for verify in (True, False):
                try:
                    round_ = tc.Round.from_dict(changed, verify=verify)
                except (TypeError, tc.TractorError):
                    continue
                assert round_.over or round_.count_legal_plays() > 0
                assert tc.Round.from_bytes(round_.to_bytes(), verify=False) == round_


@pytest.mark.parametrize("name", ["hands", "plays", "partial", "trump"])
@pytest.mark.parametrize("wrong", [None, 5, "As"])
def test_wrong_types_in_a_dict(name, wrong):
    whole = tc.Round.from_bytes(sample_bytes(random.Random(5))).to_dict()
    with pytest.raises(TypeError):
        tc.Round.from_dict(whole | {name: wrong})


def test_a_saved_round_is_verified():
    """A follow that is not legal is found on loading, unless one asks not to."""
    round_ = table(["Ac Ac 2d", "3c 3c 4c", "5c 6c 7c", "8c 9c Jc"])
    round_.play(C("Ac Ac"))
    round_.play_unverified(C("3c 4c"))
    with pytest.raises(tc.IllegalPlay):
        tc.Round.from_bytes(round_.to_bytes())
    with pytest.raises(tc.IllegalPlay):
        tc.Round.from_dict(round_.to_dict())
    with pytest.raises(tc.IllegalPlay):
        tc.Round.load(round_.saved())
    assert tc.Round.from_bytes(round_.to_bytes(), verify=False) == round_
    assert tc.Round.from_dict(round_.to_dict(), verify=False) == round_
    assert pickle.loads(pickle.dumps(round_)) == round_


def test_unverified_plays_cannot_damage_a_round():
    round_ = table(["Ac Ac 2d", "3c 3c 4c", "5c 6c 7c", "8c 9c Jc"])
    refused("NOT_HELD", round_.play_unverified, C("Kc"))
    refused("MIXED_SUITS", round_.play_unverified, C("Ac 2d"))
    refused("EMPTY", round_.play_unverified, C())
    round_.play_unverified(C("Ac Ac"))
    before = round_.to_bytes()
    refused("WRONG_COUNT", round_.play_unverified, C("3c"))
    refused("NOT_HELD", round_.play_unverified, C("3c Kc"))
    assert round_.to_bytes() == before
    assert round_.play_unverified(C("3c 4c")) == C("3c 4c")
    assert round_.hand(1) == C("3c")
    round_.undo()
    assert round_.to_bytes() == before


def test_equality():
    hands = ["Ac 3d", "Kc 4d", "5c 6d", "9c 7d"]
    round_ = table(hands, "Td")
    assert round_ == table(hands, "Td")
    others = [
        table(hands, "Td", dealer=1),
        table(hands, "Kd"),
        table(hands, "Td", throw_penalty=5),
        table(hands, "Td", trump=("10", "s")),
        table(hands[::-1], "Td"),
        play_all(table(hands, "Td"), "Ac"),
        play_all(table(hands, "Td"), "3d"),
    ]
    assert len({round_, *others}) == len(others) + 1
    for other in others:
        assert round_ != other
    assert round_ != 3 and round_ != round_.to_bytes() and round_ is not None
    with pytest.raises(TypeError):
        assert round_ < round_


# --- views ---


def swap(rng, mine, seat):
    """The round with two cards swapped that the seat cannot see, or None where play differs."""
    saved = mine.saved()
    sees_kitty = seat == mine.dealer or mine.rules.kitty_open
    left = [(other, mine.hand(other)) for other in range(4) if other != seat]
    if not sees_kitty:
        left.append((4, mine.kitty))
    left = [(place, cards) for place, cards in left if cards]
    if len(left) < 2:
        return None
    (a, mine_a), (b, mine_b) = rng.sample(left, 2)
    x, y = rng.choice(mine_a.kinds()), rng.choice(mine_b.kinds())
    if x == y:
        return None
    dealt = [*saved.hands, saved.kitty]
    try:
        dealt[a] = dealt[a] - C([x]) + C([y])
        dealt[b] = dealt[b] - C([y]) + C([x])
    except tc.CardsError:
        return None
    other = tc.Round(
        dealt[:4],
        dealt[4],
        mine.dealer,
        mine.trump,
        mine.rules,
        partner=mine.partner if mine.rules.find_partner else None,
        partial=mine.partial,
    )
    shown = [play for trick in mine.tricks for play in trick.plays]
    for (cards, units), on_table in zip(saved.plays, shown, strict=True):
        if not other.can_play(cards, units) or other.play(cards, units) != on_table:
            return None
    return other


@pytest.mark.parametrize("seed", range(20))
def test_hidden_cards_make_no_difference(seed):
    rng = random.Random(seed)
    compared = 0
    while compared < 40:
        start = random_start(rng, small=0.5, faults="refuse")
        mine, theirs = engine_round(start), oracle_round(start)

        def check():
            nonlocal compared
            if rng.random() < 0.7:
                return
            for seat in range(4):
                other = swap(rng, mine, seat)  # noqa: B023
                if other is None:
                    continue
                compared += 1
                one, two = mine.view(seat), other.view(seat)  # noqa: B023
                assert one == two
                assert repr(one) == repr(two)
                assert pickle.dumps(one) == pickle.dumps(two)

        play_random(rng, mine, theirs, check)


def test_a_secret_partner_makes_no_difference():
    rng = random.Random(8)
    hands, kitty = random_deal(rng, 2, 8)
    rounds = [
        tc.Round(
            [C(hand) for hand in hands],
            C(kitty),
            0,
            tc.Trump(5, "s"),
            tc.Rules(find_partner=True, throw_penalty=10, throw_against="opponents"),
            partner=partner,
            partial=True,
        )
        for partner in range(4)
    ]
    while not rounds[0].over:
        play = rounds[0].random_legal_play(rng.getrandbits(32), throws=True)
        assert len({round_.play(play) for round_ in rounds}) == 1
        if rounds[0].over:
            break
        for seat in range(4):
            # the dealer alone knows that he plays alone
            views = [rounds[p].view(seat) for p in range(4) if seat or p]
            assert all(view == views[0] and repr(view) == repr(views[0]) for view in views)
            assert views[0].partner is None and views[0].points is None
        assert rounds[0].view(0).partner == 0
        assert rounds[0].view(0).points == rounds[0].points


PLAIN = (bool, int, str, type(None))
HOLDERS = (tuple, frozenset, tc.View, tc.TrickRecord, tc.Unit, tc.Trump, tc.Cards)


def reach(value, found):
    """Every object that can be reached from a value; types, modules and rules left aside."""
    if id(value) in found or isinstance(value, (type, tc.Rules)):
        return
    found[id(value)] = value
    assert isinstance(value, PLAIN + HOLDERS), type(value)
    inner = list(gc.get_referents(value))
    if isinstance(value, HOLDERS[2:]):
        names = [name for name in dir(type(value)) if not name.startswith("_")]
        inner += [item for item in (getattr(value, name) for name in names) if not callable(item)]
    for item in inner:
        reach(item, found)


def test_nothing_in_a_view_reaches_a_hidden_card():
    """Every hand here is a suit of its own, so any card of it that is found was let out."""
    suits = ["2d 3d 4d 5d", "2c 3c 4c 5c", "2h 3h 4h 5h", "2s 3s 4s 5s"]
    for options in ({}, {"no_review": True}, {"kitty_open": True}):
        round_ = table(suits, "Kd Kc", 0, trump=("10", None), **options)
        for plies in range(17):
            for seat in range(4):
                found = {}
                reach(round_.view(seat), found)
                held = [value for value in found.values() if isinstance(value, tc.Cards)]
                allowed = set(round_.hand(seat))
                allowed |= {k for trick in round_.tricks for play in trick.plays for k in play}
                if seat == 0 or "kitty_open" in options:
                    allowed |= set(round_.kitty)
                for cards in held:
                    assert set(cards) <= allowed
            if plies < 16:
                round_.play(next(iter(round_.legal_plays())))
        assert round_.over


def test_a_view():
    hands = ["Ac Ac Kc 2d", "3c 3c 4c 5c", "5c 6c 5d 6d", "Th 7s 8s 9s"]
    round_ = table(hands, "Kd 4d", 0, throw_penalty=10)
    play_all(round_, "Ac Ac, 3c 3c, 5c 6c, 7s 8s")
    for seat in range(4):
        view = round_.view(np.int64(seat))
        assert view.voids == (frozenset(), frozenset(), frozenset(), frozenset({"c"}))
        assert view.no_pairs == (
            frozenset(),
            frozenset(),
            frozenset({"c"}),
            frozenset({"c"}),
        )
        assert view.kitty == (C("Kd 4d") if seat == 0 else None)
        assert view.counts == (2, 2, 2, 2)
        assert (view.partner, view.points, view.unseen) == (2, 0, None)
        assert view.hand == round_.hand(seat)
        with pytest.raises(dataclasses.FrozenInstanceError):
            view.hand = C("As")
        assert hash(view) == hash(round_.view(seat))
        assert pickle.loads(pickle.dumps(view)) == view
    # what came later does not change a view taken before
    before, taken = round_.view(1), repr(round_.view(1))
    play_all(round_, "Kc, 4c, 5d, Th")
    assert repr(before) == taken
    assert round_.view(2).voids == tuple(map(frozenset, ((), (), ("c",), ("c",))))


def test_a_failed_throw_is_seen_by_all():
    round_ = table(["9s 8s 4d", "Js 3s 6d", "Qs Qs 5s", "5s 7s 7d"], "5h", 0, throw_penalty=10)
    round_.play(C("9s 8s"))
    for seat in range(4):
        view = round_.view(seat)
        (trick,) = view.tricks
        assert trick.failed and trick.returned == C("9s") and trick.plays == (C("8s"),)
        assert (view.points, view.counts) == (10, (2, 3, 3, 3))


def test_no_review_shows_the_last_trick_alone():
    hands = ["Ac Kc Qc", "3c 4c 5c", "6c 7c 8c", "3d 4d 5d"]
    for no_review in (False, True):
        round_ = table(hands, no_review=no_review)
        shown = []
        while True:
            shown.append(len(round_.view(2).tricks))
            assert round_.view(2).tricks == round_.tricks[len(round_.tricks) - shown[-1] :]
            # what was seen is not forgotten
            assert ("c" in round_.view(2).voids[3]) == (round_.plies >= 4)
            if round_.over:
                break
            round_.play(next(iter(round_.legal_plays())))
        every = [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
        assert shown == (
            [min(n, 1 + (i % 4 > 0)) for i, n in enumerate(every)] if no_review else every
        )


def test_cards_unseen():
    rng = random.Random(9)
    start = random_start(rng, decks=2, small=0, kitty_open=False, faults="refuse")
    mine, theirs = engine_round(start), oracle_round(start)

    def check():
        for seat in range(4):
            view = mine.view(seat)
            known = view.hand + (view.kitty or C())
            for trick in mine.tricks:
                known = sum(trick.plays, known)
            assert view.unseen + known == C.from_counts([2] * 54)

    play_random(rng, mine, theirs, check)


# --- what is asked wrongly ---

HANDS = ["Ac 3d", "Kc 4d", "5c 6d", "9c 7d"]


def make(hands=HANDS, kitty="Td", dealer=0, trump=None, rules=None, **named):
    hands = [C(hand) if isinstance(hand, str) else hand for hand in hands]
    kitty = C(kitty) if isinstance(kitty, str) else kitty
    return tc.Round(
        hands, kitty, dealer, trump or tc.Trump("10", "h"), rules, **{"partial": True} | named
    )


@pytest.mark.parametrize(
    ("error", "wrong"),
    [
        (TypeError, {"hands": [1, 2, 3, 4]}),
        (TypeError, {"hands": [*HANDS[:3], None]}),
        (TypeError, {"hands": [*HANDS[:3], ("Ac", "3d")]}),
        (tc.CardsError, {"hands": HANDS[:3]}),
        (tc.CardsError, {"hands": [*HANDS, "Qc Qd"]}),
        (tc.CardsError, {"hands": [*HANDS[:3], "9c"]}),
        (tc.CardsError, {"hands": []}),
        (tc.CardsError, {"hands": [""] * 4}),
        (tc.CardsError, {"hands": ["Ac Ac", "Ac 4d", "5c 6d", "9c 7d"]}),
        (tc.CardsError, {"kitty": "Ac Ac"}),
        (tc.CardsError, {"kitty": "Kh Kh Kh"}),
        (tc.CardsError, {"hands": ["Ac Ac Ac"] * 4}),
        (tc.CardsError, {"partial": False}),
        (TypeError, {"kitty": None}),
        (TypeError, {"kitty": 5}),
        (TypeError, {"dealer": None}),
        (TypeError, {"dealer": "0"}),
        (TypeError, {"dealer": 1.0}),
        (TypeError, {"dealer": True}),
        (tc.RulesError, {"dealer": 4}),
        (tc.RulesError, {"dealer": -1}),
        (tc.RulesError, {"dealer": 10**30}),
        (TypeError, {"trump": "10h"}),
        (TypeError, {"rules": {}}),
        (TypeError, {"rules": "default"}),
        (TypeError, {"rules": tc.options.Options()}),
        (tc.RulesError, {"partner": 0}),
        (tc.RulesError, {"partner": 1}),
        (tc.RulesError, {"partner": 7}),
        (TypeError, {"partner": "2"}),
        (tc.RulesError, {"rules": tc.Rules(find_partner=True)}),
        (tc.RulesError, {"rules": tc.Rules(find_partner=True), "partner": 4}),
        (TypeError, {"rules": tc.Rules(find_partner=True), "partner": 2.0}),
    ],
)
def test_wrong_deals(error, wrong):
    with pytest.raises(error) as caught:
        make(**wrong)
    assert type(caught.value) is error
    round_ = make()
    round_.play(C("Ac"))
    before = round_.to_bytes()
    arguments = {"hands": HANDS, "kitty": "Td", "dealer": 0, "trump": tc.Trump("10", "h")} | wrong
    hands = [C(hand) if isinstance(hand, str) else hand for hand in arguments.pop("hands")]
    kitty = arguments.pop("kitty")
    kitty = C(kitty) if isinstance(kitty, str) else kitty
    with pytest.raises(error):
        round_.__init__(hands, kitty, **{"partial": True} | arguments)
    assert round_.to_bytes() == before


@pytest.mark.parametrize("hands", [None, 5, "Ac", C("Ac 3d Kc 4d"), b"Ac"])
def test_hands_that_are_no_hands(hands):
    with pytest.raises(TypeError):
        tc.Round(hands, C(), 0, tc.Trump("10", "h"), partial=True)
    with pytest.raises(TypeError):
        tc.Round([C("Ac")] * 4, C(), 0, None, tc.Rules(), partial=True)


def test_partner_opposite_may_be_named():
    assert make(partner=2).partner == 2
    assert make(dealer=3, partner=1) == make(dealer=3)
    assert make(iter(HANDS)) == make(tuple(HANDS)) == make()


WRONG_CALLS = (
    (TypeError, "play", ("Ac",), {}),
    (TypeError, "play", (None,), {}),
    (TypeError, "play", (["Ac"],), {}),
    (TypeError, "play", (5,), {}),
    (TypeError, "play", (), {}),
    (TypeError, "play", (C("Kc"), None, 1), {}),
    (TypeError, "play", (C("Kc"),), {"seat": "1"}),
    (TypeError, "play", (C("Kc"),), {"seat": 1.0}),
    (TypeError, "play", (C("Kc"),), {"seat": True}),
    (tc.RulesError, "play", (C("Kc"),), {"seat": 4}),
    (tc.RulesError, "play", (C("Kc"),), {"seat": -1}),
    (tc.RulesError, "play", (C("Kc"),), {"seat": 10**30}),
    (tc.CardsError, "play", (C("Kc"), [C("Kc")]), {}),
    (tc.CardsError, "play", (C("Kc"), []), {}),
    (TypeError, "check_play", ("Kc",), {}),
    (TypeError, "can_play", ("Kc",), {}),
    (TypeError, "can_play", (C("Kc"),), {"seat": None, "units": None, "more": 1}),
    (tc.CardsError, "can_play", (C("Kc"), [C("Kc")]), {}),
    (tc.RulesError, "can_play", (C("Kc"),), {"seat": 9}),
    (TypeError, "play_unverified", ("Kc",), {}),
    (TypeError, "play_unverified", (None,), {}),
    (tc.RulesError, "hand", (4,), {}),
    (tc.RulesError, "hand", (-1,), {}),
    (TypeError, "hand", ("0",), {}),
    (TypeError, "hand", (None,), {}),
    (TypeError, "hand", (False,), {}),
    (tc.RulesError, "view", (4,), {}),
    (TypeError, "view", (1.0,), {}),
    (TypeError, "view", (), {}),
    (tc.RulesError, "is_defender", (4,), {}),
    (TypeError, "is_defender", ("1",), {}),
    (TypeError, "random_legal_play", ("seed",), {}),
    (TypeError, "random_legal_play", (1.5,), {}),
    (TypeError, "undo", (1,), {}),
    (TypeError, "load", (None,), {}),
    (TypeError, "load", ({},), {}),
    (TypeError, "from_bytes", ("TRr",), {}),
    (TypeError, "from_bytes", (None,), {}),
    (TypeError, "from_bytes", (5,), {}),
    (tc.NotationError, "from_bytes", (b"",), {}),
    (tc.NotationError, "from_bytes", (b"TRr",), {}),
    (tc.RulesError, "from_dict", ({},), {}),
)


@pytest.mark.parametrize(("error", "name", "arguments", "named"), WRONG_CALLS)
def test_wrong_calls(error, name, arguments, named):
    round_ = make()
    round_.play(C("Ac"))
    before = round_.to_bytes()
    with pytest.raises(error) as caught:
        getattr(round_, name)(*arguments, **named)
    assert type(caught.value) is error
    assert round_.to_bytes() == before


@pytest.mark.parametrize(
    ("error", "units"),
    [
        (tc.CardsError, []),
        (tc.CardsError, [C("Ac")]),
        (tc.CardsError, [C("Ac Ac"), C("Ac Ac")]),
        (tc.CardsError, [C("Ac Ac Kc Kc 3d")]),
        (tc.CardsError, [C("Ac Kc"), C("Ac Kc")]),
        (tc.CardsError, [C("Ac Ac"), C("Qc Qc")]),
        (TypeError, "Ac Ac"),
        (TypeError, C("Ac Ac Kc Kc")),
        (TypeError, 5),
        (TypeError, [5]),
        (TypeError, ["Ac Ac", "Kc Kc"]),
        (TypeError, [None]),
    ],
)
def test_wrong_units(error, units):
    round_ = table(["Ac Ac Kc Kc", "3c 3c 4c 4c", "5c 5c 6c 6c", "7c 7c 8c 8c"])
    before = round_.to_bytes()
    for call in (round_.play, round_.check_play, round_.can_play):
        with pytest.raises(error) as caught:
            call(C("Ac Ac Kc Kc"), units)
        assert type(caught.value) is error
        assert round_.to_bytes() == before
    assert round_.play(C("Ac Ac Kc Kc"), (C(x) for x in ("Ac Ac", "Kc Kc"))) == C("Ac Ac Kc Kc")
    assert len(round_.trick.units) == 2


def test_nothing_to_take_back():
    round_ = make()
    with pytest.raises(tc.CardsError):
        round_.undo()
    play_all(round_, "Ac, Kc, 5c, 9c, 3d, 4d, 6d, 7d")
    with pytest.raises(tc.CardsError):
        round_.random_legal_play(1)
    refused("NOT_YOUR_TURN", round_.play, C("Ac"))
    refused("NOT_YOUR_TURN", round_.check_play, C("Ac"), seat=2)
    assert not round_.can_play(C("Ac"))
    for _ in range(8):
        round_.undo()
    assert round_ == make()
    with pytest.raises(tc.CardsError):
        round_.undo()


@pytest.mark.parametrize(
    "name",
    [name for name in vars(tc.Round) if not callable(getattr(tc.Round, name)) and name[0] != "_"],
)
def test_attributes_are_read_only(name):
    round_ = make()
    with pytest.raises(AttributeError):
        setattr(round_, name, getattr(round_, name))


def test_units_that_play_while_they_are_read():
    """The round moves on under the call: it must be refused or whole, never damaged."""
    round_ = table(["Ac Ac Kc Kc", "3c 3c 4c 4c", "5c 5c 6c 6c", "7c 7c 8c 8c"])

    def units():
        round_.play(C("Ac"))
        yield C("Ac Ac")
        yield C("Kc Kc")

    for call in (round_.play, round_.check_play, round_.can_play):
        with contextlib.suppress(tc.TractorError, TypeError):
            call(C("Ac Ac Kc Kc"), units())
        assert tc.Round.from_bytes(round_.to_bytes()) == round_
        assert sum(map(len, round_.hands)) + round_.plies == 16
        while round_.plies:
            round_.undo()


# --- a machine of states ---


class Rounds(RuleBasedStateMachine):
    """A round that is played, refused, taken back, copied and saved in any order."""

    @initialize(seed=st.integers(0, 2**32), small=st.booleans())
    def deal(self, seed, small):
        self.rng = random.Random(seed)
        self.start = random_start(self.rng, decks=None if small else 1, small=float(small))
        self.round = engine_round(self.start)
        self.history = []

    def play_once(self):
        self.history.append(self.round.to_bytes())
        self.round.play(
            self.round.random_legal_play(self.rng.getrandbits(32), throws=self.rng.random() < 0.3)
        )

    @precondition(lambda self: not self.round.over)
    @rule(times=st.integers(1, 16))
    def play(self, times):
        for _ in range(times):
            if not self.round.over:
                self.play_once()

    @rule(
        kinds=st.lists(st.integers(0, 53), max_size=5, unique=True),
        own=st.booleans(),
        seat=st.none() | st.integers(0, 3),
    )
    def try_anything(self, kinds, own, seat):
        """An illegal play is refused; none may stand in a round that refuses."""
        cards = C(kinds)
        if own and not self.round.over:
            held = list(self.round.hand(self.round.turn))
            cards = C(self.rng.sample(held, min(len(held), len(kinds))))
        before = self.round.to_bytes()
        legal = self.round.can_play(cards, seat=seat)
        other = self.round.copy()
        try:
            other.play(cards, seat=seat)
        except tc.IllegalPlay:
            assert not legal and other.to_bytes() == before
        else:
            assert legal or other.result.revoked == self.round.turn
            assert self.start.rules.faults == "revoke" or legal
            other.undo()
            assert other.to_bytes() == before
        assert self.round.to_bytes() == before

    @precondition(lambda self: self.history)
    @rule(times=st.integers(1, 9))
    def undo(self, times):
        for _ in range(min(times, len(self.history))):
            self.round.undo()
            assert self.round.to_bytes() == self.history.pop()

    @rule()
    def leave_a_copy(self):
        """The copy goes on; what it leaves behind has not moved."""
        behind, self.round = self.round, self.round.copy()
        data = behind.to_bytes()
        if not behind.over:
            self.play_once()
        assert behind.to_bytes() == data

    @rule(which=st.integers(0, 9))
    def save_and_load(self, which):
        loaded = list(every_form(self.round))[which]
        same_round(loaded, self.round)
        self.round = loaded

    @invariant()
    def conserves_cards_and_points(self):
        round_ = self.round
        dealt = sum(map(len, self.start.hands))
        played = sum(len(play) for trick in round_.tricks for play in trick.plays)
        assert dealt == played + sum(map(len, round_.hands))
        every = sum([*round_.hands, round_.kitty], C())
        every = sum((play for trick in round_.tricks for play in trick.plays), every)
        assert tuple(every) == tuple(sorted(sum(self.start.hands, self.start.kitty)))
        taken = sum(trick.points for trick in round_.tricks)
        if round_.over and round_.result.revoked is None:
            worth = taken + tc.points(round_.kitty)
            assert worth == tc.points(every)
            assert self.start.partial or worth == 100 * self.start.decks
        won = sum(
            trick.points
            for trick in round_.tricks
            if trick.winner is not None and not round_.is_defender(trick.winner)
        )
        penalties = sum(
            self.start.rules.throw_penalty * (1 if round_.is_defender(trick.leader) else -1)
            for trick in round_.tricks
            if trick.failed
        )
        if self.start.rules.level_table != "forty_five":
            assert round_.points == won + penalties

    @invariant()
    def goes_on_until_it_is_over(self):
        if self.round.over:
            assert self.round.turn is None and self.round.result is not None
            assert self.round.count_legal_plays() == 0
        else:
            assert self.round.result is None
            assert self.round.count_legal_plays() > 0
            play = next(iter(self.round.legal_plays()))
            assert self.round.can_play(play, seat=self.round.turn)


TestRounds = Rounds.TestCase
TestRounds.settings = settings(max_examples=80, stateful_step_count=40)
