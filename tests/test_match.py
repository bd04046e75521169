"""Matches as a whole: phases, views, records, and whole matches under presets and random rules."""

import collections
import copy
import dataclasses
import itertools
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from arranged import all_pass, bury, dealt, deck, declare, play_on, start
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tractor_core as tc
from tractor_core.actions import (
    Action,
    Bury,
    Deal,
    Declare,
    DrawCard,
    DrawSeat,
    Exchange,
    Flee,
    NameCard,
    NextRound,
    Pass,
    Play,
    TakeKitty,
)
from tractor_core.match import Match, Phase
from tractor_core.options import CHOICES, OPTIONS
from tractor_core.presets import PRESETS

C = tc.Cards
Rules = tc.Rules
RANKS = "23456789TJQKA"


def whole(decks):
    return C(list(range(54)) * decks)


def random_rules(rng, **fixed):
    """Random options that go together, with few levels so that matches end."""
    while True:
        options = {}
        for name, option in OPTIONS.items():
            if rng.random() < 0.5:
                continue
            if name in CHOICES:
                options[name] = CHOICES[name][int(rng.integers(len(CHOICES[name])))]
            elif isinstance(option.default, bool):
                options[name] = not option.default
        options["decks"] = int(rng.integers(1, 4))
        many = int(rng.integers(1, 4))
        ranks = sorted(rng.choice(13, many, replace=False))
        options["levels"] = tuple(RANKS[i] for i in ranks)
        options["must_play"] = tuple(r for r in options["levels"] if rng.random() < 0.3)
        options["throw_penalty"] = int(rng.choice([0, 10]))
        if options.get("settlement") == "stakes":
            options["stakes_base"] = int(rng.integers(1, 100))
            options["stakes_fee"] = int(rng.integers(0, 10))
        try:
            return Rules(**options | fixed)
        except tc.RulesError:
            continue


def random_order(rng):
    """Random options of the order of cards."""
    values = {
        "permanent_twos": (False, True),
        "no_trump_levels": ("trump", "plain"),
        "gap_adjacent": (True, False),
        "level_tractors": (True, False),
    }
    return {name: v[int(rng.integers(2))] for name, v in values.items() if rng.random() < 0.5}


# --- what holds in every state ------------------------------------------------------------------


def cards_in(match):
    """Every card of a round, wherever it is."""
    total = sum(match.hands, C("")) + match.kitty
    if match.undealt:
        deal = match.decks[-1]
        ends = len(deal) - len(match.kitty)
        total += C(deal[ends - match.undealt : ends])
    if match.round is not None:
        for trick in match.round.tricks:
            total += sum(trick.plays, C(""))
    return total


def check_state(match):
    """Cards are conserved, somebody can act, views tell what is public and one's own."""
    assert cards_in(match) == whole(match.rules.decks)
    first = next(iter(match.legal_actions()), None)
    assert (first is None) == (match.phase is Phase.OVER)
    if match.turn is not None:
        assert match.actors == (match.turn,)
        mine = next(iter(match.legal_actions(match.turn)))
        assert mine == first
    for seat in range(4):
        mine = list(itertools.islice(match.legal_actions(seat), 3))
        assert all(action.by_player and action.seat == seat for action in mine)
        assert seat in match.actors or not mine
    for seat in range(4):
        view = match.view(seat)
        assert view.hand == match.hands[seat] and view.phase is match.phase
        assert view.counts == tuple(map(len, match.hands))
        if view.kitty is not None:
            assert view.kitty == match.kitty or view.kitty <= view.hand
        if view.partner is not None:
            assert view.partner == match.partner
        if view.play is not None and view.play.unseen is not None:
            hidden = [hand for other, hand in enumerate(match.hands) if other != seat]
            hidden = sum(hidden, C("") if view.kitty is not None else match.kitty)
            assert view.play.unseen == hidden


def check_round(match, levels_before):
    """Points are conserved, levels do not fall but for a jack, sums come to zero."""
    record = match.rounds[-1]
    played = match.round
    rules = match.rules
    result = record.result
    side = {record.dealer, record.partner}
    tricks = [trick for trick in played.tricks if trick.winner is not None]
    points = {True: 0, False: 0}
    for trick in tricks:
        assert trick.points == sum(map(tc.points, trick.plays))
        points[trick.winner in side] += trick.points
    loose = sum(tc.points(hand) for hand in played.hands) + tc.points(played.kitty)
    for trick in played.tricks:
        if trick.winner is None:
            loose += sum(map(tc.points, trick.plays))
    assert points[True] + points[False] + loose == 100 * rules.decks
    if rules.throw_penalty == 0 and result.revoked is None and rules.kitty != "none":
        assert result.points == points[False] + result.multiplier * result.kitty_points
    assert sum(record.paid) + record.house == 0
    index = rules.levels.index
    fell = [seat for seat in range(4) if index(match.levels[seat]) < index(levels_before[seat])]
    if fell:
        assert rules.jack_hook and record.trump.level == "J" and set(fell) <= side
        assert result.last_trick == "attackers"
    gained = [seat for seat in range(4) if index(match.levels[seat]) > index(levels_before[seat])]
    assert set(gained) <= (side if result.change.side == "dealer" else {0, 1, 2, 3} - side)


def attempt_nonsense(match, rng):
    """Try what is not allowed: it must be refused and change nothing."""
    seat = int(rng.integers(4))
    some = C([int(k) for k in rng.choice(54, int(rng.integers(1, 4)), replace=False)])
    tries = [
        Deal(150), Declare(seat, some), Pass(seat), DrawCard(0), DrawSeat(), TakeKitty(seat),
        NameCard(seat, 5), Bury(seat, some), Exchange(seat, some), Play(seat, some), NextRound(),
    ]  # fmt: skip
    action = tries[int(rng.integers(len(tries)))]
    if action in itertools.islice(match.legal_actions(), 400) or match.can_apply(action):
        return
    before = match.to_dict(), [match.view(s) for s in range(4)]
    with pytest.raises((tc.RulesError, tc.IllegalPlay)) as caught:
        match.apply(action)
    assert isinstance(caught.value, tc.TractorError)
    assert before == (match.to_dict(), [match.view(s) for s in range(4)])


def random_step(match, rng):
    """A random action; where a revoke stands, now and then any cards are played."""
    if match.phase is Phase.PLAY and match.rules.faults == "revoke" and rng.random() < 0.002:
        hand = list(match.hands[match.turn])
        lead = match.round.lead
        if lead is not None:
            return Play(match.turn, C([int(k) for k in rng.choice(hand, len(lead), replace=False)]))
    action = match.random_action(rng)
    if isinstance(action, Deal) and rng.random() < 0.5:
        return Deal(min(match.undealt, int(rng.integers(1, 12))))
    return action


def drive(rules, seed, rounds, order=None, every=7, **options):
    """Play a match at random, checking its states; at most so many rounds."""
    rng = np.random.default_rng(seed)
    match = Match(rules, seed, trump_options=order, **options)
    levels = match.levels
    steps = 0
    while match.phase is not Phase.OVER:
        ended = len(match.rounds)
        before = match.phase
        match.apply(random_step(match, rng))
        steps += 1
        if steps % every == 0 or match.phase is not before:
            check_state(match)
        if steps % (3 * every) == 0:
            attempt_nonsense(match, rng)
        if len(match.rounds) > ended:
            check_round(match, levels)
            levels = match.levels
            if ended + 1 == rounds:
                break
    assert (match.phase is Phase.OVER) == bool(match.winners)
    check_records(match)
    return match


def check_records(match):
    """The record gives an equal match, and so does JSON."""
    saved = match.to_dict()
    options = {name: saved[name] for name in ("trump_options", "levels", "dealer", "scores")}
    again = Match.replay(match.rules, match.decks, match.actions, **options)
    read = Match.from_dict(json.loads(json.dumps(match.to_dict())))
    for other in (again, read, match.copy(), pickle.loads(pickle.dumps(match))):
        assert other == match
        assert other.phase is match.phase and other.hands == match.hands
        assert other.rounds == match.rounds and other.levels == match.levels
        assert other.scores == match.scores and other.house == match.house
        assert [other.view(s) for s in range(4)] == [match.view(s) for s in range(4)]
    assert read.seed == match.seed
    for action in match.actions:
        written = json.loads(json.dumps(action.to_dict()))
        assert Action.from_dict(written) == action == type(action).from_dict(written)


@pytest.mark.parametrize("name", PRESETS)
def test_two_rounds_under_every_preset(name):
    preset = PRESETS[name]
    drive(preset.rules, 3, 2, dict(preset.trump_options))


@pytest.mark.parametrize("name", PRESETS)
def test_a_short_match_under_every_preset_ends(name):
    preset = PRESETS[name]
    levels = {"levels": ("J", "A") if preset.rules.jack_hook else ("A",)}
    rules = Rules(**preset.rules.to_dict() | levels | {"must_play": (), "crown": False})
    match = drive(rules, 11, None, dict(preset.trump_options), every=31)
    assert match.phase is Phase.OVER and match.winners
    assert list(match.legal_actions()) == [] and match.turn is None and match.actors == ()
    with pytest.raises(tc.RulesError, match="over"):
        match.random_action(np.random.default_rng(1))
    for action in (NextRound(), Deal(), Play(0, C("2s")), Pass(0)):
        with pytest.raises(tc.RulesError):
            match.apply(action)


@pytest.mark.parametrize("seed", range(40))
def test_random_rules(seed):
    rng = np.random.default_rng([seed, 1])
    rules = random_rules(rng)
    drive(rules, seed, 2, random_order(rng), every=int(rng.integers(5, 40)))


@pytest.mark.parametrize("seed", range(6))
def test_random_rules_with_exchange_and_partners(seed):
    rng = np.random.default_rng([seed, 2])
    fixed = {"exchange": True, "suit_order": True, "find_partner": bool(seed % 2)}
    rules = random_rules(rng, **fixed)
    match = drive(rules, seed, 3, every=11)
    assert len(match.rounds) >= 1


def test_many_things_happen_in_random_matches():
    """What the drivers above are meant to reach is reached."""
    seen = collections.Counter()
    for seed in range(12):
        rng = np.random.default_rng([seed, 3])
        rules = random_rules(rng, exchange=True, suit_order=True, override=True, decks=2)
        match = Match(rules, seed)
        while match.phase is not Phase.OVER and len(match.rounds) < 2:
            seen[match.phase] += 1
            if match.phase is Phase.DEALING and len(match.declarations) == 1:
                match.deal_all()  # more is left for an exchange
            elif match.phase is Phase.DECLARING or match.phase is Phase.EXCHANGE:
                # an exchange where there may be one, and no declaration before it
                actions = [a for a in match.legal_actions() if not isinstance(a, Declare)]
                match.apply(actions[-1])
            else:
                match.apply(match.random_action(rng))
        seen.update(d.how for action in [match] for d in action.declarations)
        seen.update(type(action).__name__ for action in match.actions)
    for wanted in (Phase.DRAW_SEAT, Phase.EXCHANGE, Phase.BURY, "Exchange", "first", "Declare"):
        assert seen[wanted], wanted


class Matches(RuleBasedStateMachine):
    """A match whose actions Hypothesis chooses, compared with one that is read again and again."""

    @initialize(seed=st.integers(0, 10**6), preset=st.sampled_from([None, *PRESETS]))
    def begin(self, seed, preset):
        rng = np.random.default_rng(seed)
        if preset is None:
            self.match = Match(random_rules(rng), seed, trump_options=random_order(rng))
        else:
            found = PRESETS[preset]
            self.match = Match(found.rules, seed, trump_options=dict(found.trump_options))
        self.rng = rng

    @precondition(lambda self: self.match.phase is Phase.DEALING)
    @rule(count=st.integers(1, 160))
    def deal(self, count):
        self.match.apply(Deal(min(count, self.match.undealt)))

    @precondition(lambda self: self.match.phase in (Phase.DECLARING, Phase.EXCHANGE))
    @rule()
    def let_all_pass(self):
        phase = self.match.phase
        for seat in (self.match.turn or 0, *range(4), *range(4)):
            if self.match.phase is phase and self.match.can_apply(Pass(seat)):
                self.match.apply(Pass(seat))

    @precondition(lambda self: self.match.phase is Phase.PLAY)
    @rule(tricks=st.integers(1, 12))
    def play(self, tricks):
        for _ in range(4 * tricks):
            if self.match.phase is Phase.PLAY:
                self.match.apply(self.match.random_action(self.rng))

    @precondition(lambda self: self.match.phase is not Phase.OVER)
    @rule(n=st.integers(0, 30))
    def choose(self, n):
        choices = list(itertools.islice(self.match.legal_actions(), 31))
        action = choices[n % len(choices)]
        assert self.match.can_apply(action)
        copied = self.match.copy()
        self.match.apply(action)
        assert len(copied.actions) == len(self.match.actions) - 1
        copied.apply(self.match.actions[-1])
        assert copied == self.match and copied.hands == self.match.hands

    @precondition(lambda self: self.match.phase is not Phase.OVER)
    @rule()
    def nonsense(self):
        attempt_nonsense(self.match, self.rng)

    @rule()
    def save_and_load(self):
        self.match = Match.from_dict(json.loads(json.dumps(self.match.to_dict())))

    @invariant()
    def holds(self):
        if hasattr(self, "match"):
            check_state(self.match)


TestMatches = Matches.TestCase
TestMatches.settings = settings(max_examples=25, stateful_step_count=25)


# --- the course of a match ----------------------------------------------------------------------


def test_phases_in_order():
    match = Match(Rules(no_declaration="dealer_draws", find_partner=True), 4)
    seen = []
    rng = np.random.default_rng(4)
    while len(match.rounds) == 0:
        if not seen or seen[-1] is not match.phase:
            seen.append(match.phase)
        if match.phase is Phase.DECLARING:
            all_pass(match)
        elif match.phase is Phase.DEALING:
            match.apply(Deal(match.undealt))
        else:
            match.apply(match.random_action(rng))
    assert [phase.value for phase in [*seen, match.phase]] == [
        "draw_seat", "dealing", "declaring", "draw_dealer", "draw_card", "take_kitty",
        "name_partner", "bury", "play", "round_over",
    ]  # fmt: skip
    assert match.legal_actions(0).__next__ and list(match.legal_actions()) == [NextRound()]
    assert list(match.legal_actions(0)) == []


def test_play_goes_through_the_round():
    match = dealt(hands={0: "2s As Ks Ad"}, dealer=0)
    declare(match, 0, "2s")
    all_pass(match)
    bury(match, str(match.kitty))
    plays = list(match.legal_actions())
    assert [play.cards for play in plays] == list(match.round.legal_plays())
    assert list(match.legal_actions(1)) == []
    before = match.copy()
    with pytest.raises(tc.IllegalPlay) as caught:
        match.apply(Play(1, C("5d")))
    assert caught.value.reason is tc.Reason.NOT_YOUR_TURN
    with pytest.raises(tc.IllegalPlay) as caught:
        match.apply(Play(0, C("As Ad")))
    assert (caught.value.reason, caught.value.rule) == (tc.Reason.MIXED_SUITS, "T1")
    assert match == before
    # a throw named in units is recorded as shown, and what it became is in the round
    match.apply(Play(0, C("As Ks"), (C("As"), C("Ks"))))
    assert match.actions[-1].units == (C("As"), C("Ks"))
    with pytest.raises(tc.CardsError):
        match.apply(
            Play(1, next(match.legal_actions()).cards, (next(match.legal_actions()).cards,))
        )
    assert match.round.plies == 1
    match.round.play(next(match.legal_actions()).cards)  # of a copy
    assert match.round.plies == 1


def test_p1_a_revoke_ends_the_round():
    """002 (比赛规则 5): 如莊家違反本條規定則倒莊, 如對家違反本條規定則莊家升級."""
    rules = Rules(faults="revoke", settlement="stakes", stakes_base=10)
    for dealers_side in (False, True):
        match = dealt(rules, {0: "5c 2s", 1: "6c 6d", 2: "7c 7d"}, levels=("3",) * 4, dealer=0)
        all_pass(match)
        bury(match)
        match.apply(Play(0, C("5c")))
        if dealers_side:
            match.apply(Play(1, C("6c")))
            match.apply(Play(2, C("7d")))
        else:
            match.apply(Play(1, C("6d")))
        record = match.rounds[-1]
        assert record.result.revoked == (2 if dealers_side else 1)
        assert match.phase is Phase.ROUND_OVER
        assert match.levels == (("3",) * 4 if dealers_side else ("4", "3", "4", "3"))
        assert match.scores == ((0,) * 4 if dealers_side else (10, -10, 10, -10))
        match.apply(NextRound())
        assert match.dealer == (1 if dealers_side else 2)
    match = dealt(Rules(), {0: "5c 2s", 1: "6c 6d"}, dealer=0)
    all_pass(match)
    bury(match)
    match.apply(Play(0, C("5c")))
    with pytest.raises(tc.IllegalPlay):
        match.apply(Play(1, C("6d")))


def test_trump_options_are_those_of_every_round():
    order = {"permanent_twos": True, "level_tractors": False}
    match = dealt(Rules(), {0: "9s 2h"}, levels=("9",) * 4, dealer=0, trump_options=order)
    declare(match, 0, "9s")
    assert match.trump == tc.Trump("9", "s", **order)
    assert match.trump_options == order
    match.trump_options["permanent_twos"] = False
    assert match.trump_options == order


def test_reprs():
    match = Match(rng=1)
    assert repr(match) == "<Match round 1, draw_seat>"
    match.deal_all()
    all_pass(match)
    match.apply(DrawSeat(2))
    assert repr(match) == "<Match round 1, take_kitty, seat 2>"


# --- seeds and decks ----------------------------------------------------------------------------


def test_the_seed_decides():
    assert Match(rng=7).decks == Match(rng=np.int64(7)).decks
    assert Match(rng=7).decks != Match(rng=8).decks
    one, two = np.random.default_rng(7), np.random.default_rng(7)
    assert Match(rng=one).seed == Match(rng=two).seed != Match(rng=one).seed
    sequence = np.random.SeedSequence(7)
    assert Match(rng=sequence).seed == Match(rng=np.random.SeedSequence(7)).seed
    assert Match(rng=sequence.spawn(1)[0]).seed != Match(rng=sequence).seed
    assert Match().seed != Match().seed


def test_the_shuffles_of_a_seed_are_kept():
    """A change here would break every record that has only a seed."""
    match = Match(Rules(decks=1), 2024)
    assert match.apply(DrawSeat()) == DrawSeat(3)
    assert tc.format_cards(match.decks[0][:8]) == "2d Kc 8c Th 3s Ks 4c SJ"


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_a_shuffle_is_of_whole_decks(decks):
    match = Match(Rules(decks=decks), 1)
    assert C(match.decks[0]) == whole(decks)


def test_a_match_that_is_saved_goes_on_as_it_would_have():
    match = Match(Rules(decks=1), 9)
    rng = np.random.default_rng(9)
    while not match.rounds:
        match.apply(match.random_action(rng))
    other = Match.from_dict(match.to_dict())
    match.apply(NextRound())
    other.apply(NextRound())
    assert match == other and match.decks == other.decks
    # without its seed only what has happened is the same
    third = Match.replay(match.rules, match.decks, match.actions)
    assert third == match and third.seed != match.seed


def test_decks_are_taken_in_turn():
    decks = [deck({0: "As"}), tc.format_cards(deck({1: "As"})), [tc.format_kind(k) for k in deck()]]
    match = Match(Rules(), 1, decks=decks, dealer=0)
    assert match.decks == (tuple(decks[0]),)
    saved = Match.from_dict(match.to_dict())
    for number in (1, 2, 3):
        for one in (match, saved):
            rng = np.random.default_rng(number)
            while len(one.rounds) < number:
                one.apply(one.random_action(rng))
            one.apply(NextRound())
    assert match.decks[1] == tuple(deck({1: "As"})) and match.decks[2] == tuple(deck())
    assert match == saved and len(match.decks) == 4 and C(match.decks[3]) == whole(2)


@pytest.mark.parametrize(
    "wrong",
    [[], [0] * 108, list(range(54)), "As Ks", list(range(54)) * 3, [*range(54), *range(53), 54]],
)
def test_a_deck_is_whole_decks(wrong):
    with pytest.raises(tc.CardsError, match="D1"):
        Match(decks=[wrong])


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"decks": "As"}, TypeError), ({"decks": 5}, TypeError), ({"decks": [5]}, TypeError),
        ({"decks": [[1.5] * 108]}, TypeError), ({"decks": [[True] * 108]}, TypeError),
        ({"decks": ["As Xs"]}, tc.NotationError), ({"decks": [C("As")]}, TypeError),
        ({"rules": {}}, TypeError), ({"rng": -1}, tc.RulesError), ({"rng": True}, TypeError),
        ({"rng": "7"}, TypeError), ({"rng": 1 << 1025}, tc.RulesError),
        ({"trump_options": {"suit": "h"}}, TypeError), ({"trump_options": 5}, TypeError),
        ({"trump_options": {"no_trump_levels": "x"}}, tc.RulesError),
        ({"levels": "2222"}, TypeError), ({"levels": ("2", "3")}, tc.RulesError),
        ({"levels": ("2", "3", "4", "3")}, tc.RulesError), ({"levels": 5}, TypeError),
        ({"levels": ("1", "1", "1", "1")}, tc.RulesError),
        ({"rules": Rules(levels=("2",)), "levels": ("3",) * 4}, tc.RulesError),
        ({"dealer": 4}, tc.RulesError), ({"dealer": -1}, tc.RulesError),
        ({"dealer": "0"}, TypeError), ({"dealer": True}, TypeError),
        ({"scores": (1, 2, 3)}, tc.RulesError), ({"scores": (1, 2, 3, "4")}, TypeError),
        ({"scores": 5}, TypeError), ({"scores": (1, 2, 3, False)}, TypeError),
    ],
)  # fmt: skip
def test_wrong_starts(options, error):
    with pytest.raises(error):
        Match(**options)


def test_a_match_may_begin_in_the_middle():
    match = Match(Rules(), 1, levels=("10", 5, "T", "5"), dealer=np.int8(3), scores=(5, -5, 5, -5))
    assert match.levels == ("T", "5", "T", "5") and match.dealer == 3 and match.level == "5"
    assert match.scores == (5, -5, 5, -5) and match.phase is Phase.DEALING
    again = Match.from_dict(json.loads(json.dumps(match.to_dict())))
    assert again == match and again.scores == match.scores
    assert Match(Rules(find_partner=True), levels=("2", "3", "4", "5")).levels[2] == "4"


# --- comparison and copies ----------------------------------------------------------------------


def test_equality():
    one, two = Match(rng=1), Match(rng=1)
    assert one == two and one != Match(rng=2) and one != Match(Rules(decks=3), 1) and one != 5
    assert one != Match(rng=1, dealer=0) and one != Match(rng=1, scores=(1, 0, 0, 0))
    one.apply(DrawSeat(0))
    assert one != two
    with pytest.raises(TypeError):
        hash(one)


@pytest.mark.parametrize("copier", [Match.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_independent(copier):
    rng = np.random.default_rng(3)
    match = Match(Rules(decks=1, exchange=True, suit_order=True), 3)
    while len(match.rounds) < 2:
        before = match.to_dict(), match.hands, [match.view(seat) for seat in range(4)]
        other = copier(match)
        other.apply(other.random_action(rng))
        assert (match.to_dict(), match.hands, [match.view(s) for s in range(4)]) == before
        match = other


# --- what a seat knows --------------------------------------------------------------------------


def swapped(match, seat, rng):
    """The same match with hidden cards of other seats, or of one and the kitty, changed about.

    None when the actions would not have been possible.
    """
    deal = list(match.decks[-1])
    first = match.dealer
    dealt = len(deal) - (6 if match.rules.decks != 2 else 8) - match.undealt
    places = [i for i in range(len(deal)) if i >= dealt or (first + i) % 4 != seat]
    a, b = (int(i) for i in rng.choice(places, 2, replace=False))
    deal[a], deal[b] = deal[b], deal[a]
    try:
        return Match.replay(match.rules, [deal], match.actions, rng=match.seed, dealer=first)
    except tc.TractorError:
        return None


@pytest.mark.parametrize(
    "rules",
    [
        Rules(decks=1),
        Rules(),
        Rules(find_partner=True),
        Rules(exchange=True, suit_order=True),
        Rules(find_partner=True, exchange=True, suit_order=True, kitty_open=True),
        Rules(no_declaration="third_kitty_card", no_review=True),
    ],
    ids=repr,
)
def test_views_leak_nothing(rules):
    """A match that differs only in what is hidden from a seat gives it an equal view."""
    rng = np.random.default_rng(17)
    phases = collections.Counter()
    for number in range(30):
        match = Match(rules, number, dealer=number % 4)
        until = int(rng.integers(1, 90 if number % 2 else 8))
        while not match.rounds and until:
            if match.phase is Phase.DEALING and rng.random() < 0.7:
                match.apply(Deal(min(match.undealt, 9)))
            else:
                match.apply(match.random_action(rng))
            until -= 1
        if match.rounds:
            continue
        for seat in range(4):
            for _ in range(3):
                other = swapped(match, seat, rng)
                if other is None or other == match:
                    continue
                # what the other hand shows may differ by an event that all see: the turned card
                mine, theirs = match.view(seat), other.view(seat)
                if mine.turned != theirs.turned or public(match) != public(other):
                    continue
                if match.hands[seat] != other.hands[seat] or kept(match, seat) != kept(other, seat):
                    continue
                assert mine == theirs
                phases[match.phase] += 1
    assert phases[Phase.PLAY] and phases[Phase.DEALING]


def public(match):
    """Who won which trick and what was returned: a hidden card may have decided it."""
    return match.round and [(t.winner, t.returned, t.plays) for t in match.round.tricks]


def kept(match, seat):
    """What a seat that had the kitty up last knows of it."""
    taken = [a.seat for a in match.actions if isinstance(a, (TakeKitty, Exchange))]
    return match.kitty if taken[-1:] == [seat] else None


def test_view_while_declaring():
    match = start(hands={1: "2s"}, dealer=0)
    match.apply(Deal(2))
    declare(match, 1, "2s")
    view = match.view(3)
    assert view.hand == C("") and view.counts == (1, 1, 0, 0) and view.undealt == 98
    assert view.declarations == match.declarations and view.trump == match.trump
    assert view.kitty is None and view.play is None and view.rounds == ()
    assert (view.dealer, view.level, view.partner) == (0, "2", 2)
    assert view.actors == (0, 1, 2, 3) and view.turn is None


def test_the_kitty_is_shown_when_the_round_is_over():
    match = dealt(dealer=0)
    all_pass(match)
    bury(match)
    assert match.view(1).kitty is None
    play_on(match)
    assert all(match.view(seat).kitty == match.kitty for seat in range(4))
    assert match.view(2).rounds == match.rounds


def test_p2_no_review():
    match = dealt(Rules(no_review=True), dealer=0)
    all_pass(match)
    bury(match)
    rng = np.random.default_rng(1)
    for _ in range(14):
        match.apply(match.random_action(rng))
    assert len(match.view(1).play.tricks) == 2 and len(match.round.tricks) == 4


# --- records ------------------------------------------------------------------------------------

SAVED = Match(rng=1).to_dict()


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"format": 2}, tc.RulesError), ({"format": True}, tc.RulesError),
        ({"extra": 1}, tc.RulesError), ({"rules": []}, TypeError),
        ({"rules": {"decks": 4}}, tc.RulesError), ({"trump_options": {"x": 1}}, TypeError),
        ({"levels": ["2"]}, tc.RulesError), ({"levels": "2"}, TypeError),
        ({"dealer": 9}, tc.RulesError), ({"scores": [1.5] * 4}, TypeError),
        ({"seed": 5}, TypeError), ({"seed": "-5"}, tc.RulesError), ({"seed": "٣"}, tc.RulesError),
        ({"seed": "9" * 5000}, tc.RulesError), ({"seed": ""}, tc.RulesError),
        ({"decks": ["As"]}, tc.CardsError), ({"decks": [5]}, TypeError),
        ({"decks": {}}, TypeError), ({"actions": [{"action": "pass", "seat": 0}]}, tc.RulesError),
        ({"actions": [5]}, TypeError), ({"actions": [{"action": "bow"}]}, tc.RulesError),
    ],
)  # fmt: skip
def test_a_damaged_record_is_refused(changed, error):
    with pytest.raises(error):
        Match.from_dict({**SAVED, **changed})


@pytest.mark.parametrize("key", SAVED)
def test_a_record_has_all_its_keys(key):
    with pytest.raises(tc.RulesError, match=key):
        Match.from_dict({name: value for name, value in SAVED.items() if name != key})
    with pytest.raises(TypeError):
        Match.from_dict([])


def test_a_record_with_an_impossible_action_is_refused():
    match = Match(rng=1)
    match.deal_all()
    actions = [*match.actions, Declare(0, C("As"))]
    with pytest.raises(tc.RulesError, match="declares nothing"):
        Match.replay(match.rules, match.decks, actions)


# --- actions ------------------------------------------------------------------------------------

ACTIONS = [
    (DrawSeat(), {"action": "draw_seat"}),
    (DrawSeat(2), {"action": "draw_seat", "seat": 2}),
    (Deal(), {"action": "deal", "count": 1}),
    (Declare(1, C("2s 2s")), {"action": "declare", "seat": 1, "cards": "2s 2s"}),
    (Pass(3), {"action": "pass", "seat": 3}),
    (DrawCard(), {"action": "draw_card"}),
    (DrawCard("SJ"), {"action": "draw_card", "card": "SJ"}),
    (TakeKitty(0), {"action": "take_kitty", "seat": 0}),
    (NameCard(0, "10h"), {"action": "name_card", "seat": 0, "card": "Th"}),
    (Bury(0, C("3s 3s")), {"action": "bury", "seat": 0, "cards": "3s 3s"}),
    (Exchange(0, C("SJ SJ")), {"action": "exchange", "seat": 0, "cards": "SJ SJ"}),
    (Play(0, C("As")), {"action": "play", "seat": 0, "cards": "As"}),
    (
        Play(0, C("As Ks"), (C("Ks"), C("As"))),
        {"action": "play", "seat": 0, "cards": "Ks As", "units": ["Ks", "As"]},
    ),
    (Flee(1), {"action": "flee", "seat": 1}),
    (NextRound(), {"action": "next_round"}),
]


@pytest.mark.parametrize(("action", "written"), ACTIONS, ids=str)
def test_actions_as_json(action, written):
    assert action.to_dict() == written
    assert Action.from_dict(json.loads(json.dumps(written))) == action
    assert pickle.loads(pickle.dumps(action)) == action == copy.deepcopy(action)
    assert hash(action) == hash(Action.from_dict(written))
    for field in dataclasses.fields(action):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(action, field.name, None)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (5, TypeError), ({}, tc.RulesError), ({"action": 5}, tc.RulesError),
        ({"action": "pass"}, tc.RulesError), ({"action": "pass", "seat": 4}, tc.RulesError),
        ({"action": "pass", "seat": "1"}, TypeError), ({"action": "pass", "seat": None}, TypeError),
        ({"action": "pass", "seat": True}, TypeError), ({"action": "pass", "seat": 1.0}, TypeError),
        ({"action": "pass", "seat": 1, "x": 2}, tc.RulesError),
        ({"action": "pass", "seat": 10**5000}, tc.RulesError),
        ({"action": "deal", "count": 0}, tc.RulesError),
        ({"action": "deal", "count": 157}, tc.RulesError),
        ({"action": "bury", "seat": 0, "cards": ["As"]}, TypeError),
        ({"action": "bury", "seat": 0, "cards": "Xs"}, tc.NotationError),
        ({"action": "bury", "seat": 0, "cards": "As As As As"}, tc.CardsError),
        ({"action": "name_card", "seat": 0, "card": "Xs"}, tc.NotationError),
        ({"action": "name_card", "seat": 0, "card": 5}, TypeError),
        ({"action": "name_card", "seat": 0, "card": None}, TypeError),
        ({"action": "play", "seat": 0, "cards": "As", "units": "As"}, TypeError),
        ({"action": "play", "seat": 0, "cards": "As", "units": [5]}, TypeError),
        ({"action": "play", "seat": 0, "cards": "As", "units": ["Ks"]}, tc.CardsError),
        ({"action": "play", "seat": 0, "cards": "As", "units": ["As As"] * 2}, tc.CardsError),
    ],
)  # fmt: skip
def test_wrong_actions(wrong, error):
    with pytest.raises(error):
        Action.from_dict(wrong)


def test_actions_of_wrong_types():
    for wrong in (lambda: Declare(0, "2s"), lambda: Bury("0", C("2s")), lambda: Play(0, C("As"), 5),
                  lambda: Play(0, C("As"), C("As")), lambda: Play(0, C("As"), ["As"])):  # fmt: skip
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError):
        Match().apply("pass")
    with pytest.raises(tc.RulesError):
        Match().apply(Action())
    with pytest.raises(tc.RulesError, match="must be one of pass"):
        Pass.from_dict({"action": "play"})
    with pytest.raises(tc.RulesError, match="seat"):
        Match().legal_actions(4)
    unit = tc.Unit(C("As As"), tc.Trump("2", "h"))
    assert Play(0, C("As As"), [unit]).units == (C("As As"),)


def test_can_apply_and_check():
    match = Match(rng=1)
    assert match.can_apply(DrawSeat()) and not match.can_apply(Deal())
    match.check(DrawSeat())
    assert match.phase is Phase.DRAW_SEAT
    with pytest.raises(tc.RulesError):
        match.check(Deal())


# --- case rows: the course of play --------------------------------------------------------------


def state_rows():
    with open(Path(__file__).parent / "data" / "reports.jsonl", encoding="utf-8") as lines:
        return {row["id"]: row for row in map(json.loads, lines) if row["ask"] == "state"}


def table(row, *hands):
    position = row["position"]
    trump = tc.Trump(position["level"], position["trump"])
    return tc.Round([C(hand) for hand in hands], C(""), 0, trump, partial=True)


def test_every_row_on_states_is_judged():
    assert set(state_rows()) == {"sta-01", "sta-02", "sta-03", "sta-04", "sta-05"}


def test_sta_01_a_play_taken_back():
    row = state_rows()["sta-01"]
    round = table(row, "Ad 2c", "3d 2c", "9d 3c", "5d BJ")
    for card in ("Ad", "3d", "9d", "5d"):
        round.play(C(card))
    assert round.tricks[0].winner == 0
    round.undo()
    round.play(C("BJ"))
    assert f"P{round.tricks[0].winner + 1}" == row["expected"]["winner"]
    assert round.hand(3) == C(row["expected"]["P4_holds"])


def test_sta_02_after_a_failed_throw():
    row = state_rows()["sta-02"]
    round = table(row, "Qd Qd Jd", "Kd 3c 3c", "4c 4c 5c", "6c 6c 7c")
    assert round.play(C("Qd Qd Jd")) == C(row["expected"]["lead"]) == round.lead
    assert len(round.lead) == row["expected"]["cards_each"]
    assert round.hand(0) == C(row["expected"]["P1_still_holds"])


def test_sta_03_the_number_of_tricks_is_not_fixed():
    row = state_rows()["sta-03"]
    round = table(row, "Ad Ad Kd Qd", "3d 4d 5d 6d", "7d 7d 8d 9d", "3c 3c 4c 5c")
    while not round.over:
        leads = row["position"]["leads"]
        tricks = len(round.tricks) - (round.trick is not None)
        plays = [C(leads[tricks])] if round.lead is None else list(round.legal_plays())
        round.play(plays[0])
    assert len(round.tricks) == row["expected"]["tricks"] == row["expected"]["last_trick"]
    assert not any(round.hands)


@pytest.mark.parametrize("name", ["sta-04", "sta-05"])
def test_sta_04_05_a_refused_play_leaves_everything_as_it_was(name):
    row = state_rows()[name]
    hand = row["position"]["hand"]
    round = table(
        row, hand, *["3c 4c 5c"[: 3 * len(C(hand)) - 1]] * 2, "6c 7c 8c"[: 3 * len(C(hand)) - 1]
    )
    before = round.copy()
    with pytest.raises(tc.IllegalPlay):
        round.play(C(row["position"]["play"]))
    assert round == before and round.turn == 0 and round.hand(0) == C(hand)


def test_the_names_of_the_package():
    match = tc.Match(rng=1)
    assert isinstance(match.view(0), tc.MatchView)
    assert isinstance(match.phase, tc.Phase)
    assert all(isinstance(action, tc.actions.Action) for action in match.legal_actions())


def test_decks_of_rounds_to_come_may_be_added():
    order = [int(card) % 54 for card in np.random.default_rng(3).permutation(108)]
    match = tc.Match(rng=1, decks=[order])
    match.add_deck(order[::-1])
    with pytest.raises(tc.CardsError):
        match.add_deck(order[:-1])
    assert match.to_dict()["decks"][0] == tc.Match(rng=2, decks=[order]).to_dict()["decks"][0]
    shuffled = tc.Match(rng=1)
    with pytest.raises(tc.RulesError):
        shuffled.add_deck(order)
