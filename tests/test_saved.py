"""Whole random rounds: undo, copies and saving at every step, and what stays constant."""

import json
import pickle
import random

import numpy as np
import pytest

import tractor_core as tc

HELD = {1: 12, 2: 25, 3: 39}


def new_round(seed, decks, **options):
    rng = random.Random(seed)
    deck = [kind for kind in range(54) for _ in range(decks)]
    rng.shuffle(deck)
    n = HELD[decks]
    hands = [tc.Cards(deck[i * n : (i + 1) * n]) for i in range(4)]
    trump = tc.Trump(rng.randint(2, 14), rng.choice(["d", "c", "h", "s", None]))
    rules = tc.Rules(decks=decks, **options)
    return tc.Round(hands, tc.Cards(deck[4 * n :]), rng.randrange(4), trump, rules)


@pytest.mark.parametrize("seed", range(30))
def test_a_whole_round(seed):
    decks = 1 + seed % 3
    rng = random.Random(seed)
    draws = np.random.default_rng(seed)
    round_ = new_round(seed, decks, throw_penalty=10, failed_throw="fewest")
    while not round_.over:
        before = round_.to_bytes()
        play = round_.random_legal_play(draws, throws=rng.random() < 0.3)
        round_.play(play)
        after = round_.to_bytes()
        assert len(after) < 1000
        twin = round_.copy()
        round_.undo()
        assert round_.to_bytes() == before
        assert twin.to_bytes() == after
        round_.play(play)
        assert round_ == twin
    assert tc.Round.from_bytes(after) == round_
    assert tc.Round.from_bytes(after, verify=False) == round_
    assert tc.Round.from_dict(json.loads(json.dumps(round_.to_dict()))) == round_
    assert pickle.loads(pickle.dumps(round_)) == round_
    assert hash(pickle.loads(pickle.dumps(round_))) == hash(round_)
    tricks = round_.tricks
    assert all(isinstance(trick, tc.TrickRecord) for trick in tricks)
    assert sum(trick.points for trick in tricks) + tc.points(round_.kitty) == 100 * decks
    result = round_.result
    assert isinstance(result, tc.RoundResult)
    assert (result.last_trick == "dealer") == round_.is_defender(tricks[-1].winner)
    failed = [trick for trick in tricks if trick.failed]
    penalty = sum(10 if round_.is_defender(trick.leader) else -10 for trick in failed)
    taken = sum(trick.points for trick in tricks if not round_.is_defender(trick.winner))
    assert result.points == taken + penalty + result.multiplier * result.kitty_points
    for seat in range(4):
        view = round_.view(seat)
        assert isinstance(view, tc.View)
        assert view.tricks == tricks
        assert (view.kitty is None) == (seat != round_.dealer)


def test_damaged_bytes_are_refused():
    round_ = new_round(3, 2)
    for _ in range(9):
        round_.play(round_.random_legal_play(1))
    data = round_.to_bytes()
    for at in range(len(data)):
        damaged = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(tc.NotationError):
            tc.Round.from_bytes(damaged)
        with pytest.raises(tc.NotationError):
            tc.Round.from_bytes(data[:at])
