"""Views as JSON: whole, readable again, and with nothing that their seat may not know."""

import dataclasses
import json

import numpy as np
import pytest

import tractor_core as tc
from tractor_core.declarations import Declaration
from tractor_core.plain import plain, trump_dict
from tractor_core.presets import PRESETS

C = tc.Cards


def is_plain(value):
    if isinstance(value, dict):
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(is_plain, value))
    return value is None or type(value) in (str, int, bool)


def same(written, value):
    """Whether what was written says what the value is; by the kinds of values, one by one."""
    if isinstance(value, tc.Cards):
        return C(written) == value
    if isinstance(value, tc.Unit):
        return C(written) == value.cards
    if isinstance(value, tc.Trump):
        return tc.Trump(**written) == value
    if isinstance(value, tc.Phase):
        return tc.Phase(written) is value
    if isinstance(value, tc.LevelChange):
        return list(written.items()) == list(zip(("side", "levels", "deal"), value, strict=True))
    if isinstance(value, frozenset):
        return written == sorted(written) and set(written) == value
    if isinstance(value, tuple):
        return len(written) == len(value) and all(map(same, written, value))
    if isinstance(value, Declaration):
        assert set(written) == {"seat", "level", "suit", "cards", "shown", "how"}
        return all(same(written[name], getattr(value, name)) for name in written)
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        if isinstance(value, tc.View):
            names.remove("rules")  # which stay as they are
        assert list(written) == names
        return all(same(written[name], getattr(value, name)) for name in names)
    return type(written) is type(value) and written == value


@pytest.mark.parametrize("name", PRESETS)
def test_views_of_a_match_as_json(name):
    match = tc.Match(PRESETS[name].rules, 5)
    rng = np.random.default_rng(5)
    steps = 0
    phases = set()
    while len(match.rounds) < 2 and match.phase is not tc.Phase.OVER:
        if match.phase not in phases or steps % 7 == 0:
            phases.add(match.phase)
            for seat in range(4):
                view = match.view(seat)
                written = view.to_dict()
                assert is_plain(written)
                assert json.loads(json.dumps(written)) == written
                assert list(written) == [field.name for field in dataclasses.fields(view)]
                for card in ("turned", "named"):
                    kind = getattr(view, card)
                    written[card] = None if kind is None else tc.parse_kind(written[card])
                assert all(same(written[key], getattr(view, key)) for key in written)
                if match.round is not None:
                    seen = match.round.view(seat)
                    assert same(seen.to_dict(), seen)
        match.apply(match.random_action(rng))
        steps += 1
    record = match.rounds[0]
    assert is_plain(record.to_dict()) and same(record.to_dict(), record)


def test_plain_values():
    trump = tc.Trump("10", "h", permanent_twos=True)
    assert plain(C("As 2d")) == "2d As"
    assert plain((tc.Phase.PLAY, trump)) == ["play", trump_dict(trump)]
    assert trump_dict(trump) == {
        "level": "T",
        "suit": "h",
        "permanent_twos": True,
        "no_trump_levels": "trump",
        "gap_adjacent": True,
        "level_tractors": True,
    }
    assert plain(tc.Unit(C("3d 3d"), trump)) == "3d 3d"
    assert plain(tc.level_change(85)) == {"side": "attackers", "levels": 0, "deal": "attackers"}
    assert plain(frozenset("sd")) == ["d", "s"]


# --- nobody learns a hidden card ---


def hidden_twin(match, seat, rng):
    """The match played again with the cards that a seat cannot know dealt otherwise, or None.

    Only before play: every card that is in no view of the seat changes places.
    """
    deck = list(match.decks[0])
    first = match.actions[0].seat if isinstance(match.actions[0], tc.actions.DrawSeat) else 0
    hand = 4 * (12, 25, 39)[match.rules.decks - 1]
    public = C("")
    for declaration in match.declarations:
        for cards in declaration.shown:
            public = public | cards
    own = {i for i in range(hand) if (first + i) % 4 == seat}
    if match.view(seat).kitty is not None:
        own |= set(range(hand, len(deck)))
    hidden = [i for i in range(len(deck)) if i not in own and deck[i] not in public]
    if match.turned is not None:
        hidden = [i for i in hidden if deck[i] != match.turned]
    order = rng.permutation(hidden)
    for i, j in zip(hidden, order, strict=True):
        deck[i] = match.decks[0][j]
    try:
        return tc.Match.replay(
            match.rules, [deck], match.actions, rng=match.seed, levels=match.levels, dealer=None
        )
    except tc.TractorError:
        return None


@pytest.mark.parametrize("option", ["dealer_draws", "first_kitty_card", "no_trump"])
def test_before_play_nothing_told_depends_on_hidden_cards(option):
    rng = np.random.default_rng(3)
    compared = 0
    for seed in range(30):
        match = tc.Match(tc.Rules(no_declaration=option), seed)
        while match.phase not in (tc.Phase.TAKE_KITTY, tc.Phase.BURY):
            for seat in range(4):
                if match.actions and (match.undealt % 25 == 0 or not match.undealt):
                    twin = hidden_twin(match, seat, rng)
                    if twin is None:
                        continue
                    compared += 1
                    assert twin.view(seat) == match.view(seat)
                    assert twin.view(seat).to_dict() == match.view(seat).to_dict()
                    assert list(twin.legal_actions(seat)) == list(match.legal_actions(seat))
                    assert (twin.actors, twin.turn) == (match.actors, match.turn)
            if match.phase is tc.Phase.DECLARING and seed % 2:
                passing = [s for s in range(4) if match.can_apply(tc.actions.Pass(s))]
                match.apply(tc.actions.Pass(passing[0]))
            elif match.phase is tc.Phase.DEALING and seed % 2:
                match.deal_all()
            else:
                match.apply(match.random_action(rng))
    assert compared > 100
