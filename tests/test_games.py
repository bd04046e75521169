"""Recorded rounds, replayed: every play, winner and point must be the engine's as well."""

import json
from pathlib import Path

import pytest
from strategies import join

import tractor_core as tc

with open(Path(__file__).parent / "data" / "recorded_rounds.jsonl", encoding="utf-8") as lines:
    ROUNDS = [json.loads(line) for line in lines]

rounds = pytest.mark.parametrize("record", ROUNDS, ids=[record["id"] for record in ROUNDS])


def trump_of(record):
    return tc.Trump(record["level"], record["trump"])


def tricks(record):
    """Yield each trick with its plays as Cards, and the hands before it in playing order."""
    hands = [tc.Cards(hand) for hand in record["hands"]]
    for trick in record["tricks"]:
        seats = [(trick["leader"] + turn) % 4 for turn in range(4)]
        plays = [tc.Cards(play) for play in trick["plays"]]
        yield trick, plays, [hands[seat] for seat in seats]
        for seat, play in zip(seats, plays, strict=True):
            hands[seat] = hands[seat] - play
    assert not any(hands)


def test_twelve_rounds_were_recorded():
    assert len({record["id"] for record in ROUNDS}) == len(ROUNDS) == 12


@rounds
def test_cards_are_conserved(record):
    deal = join([tc.Cards(hand) for hand in (*record["hands"], record["kitty"])])
    assert deal == tc.Cards.from_counts([record["decks"]] * 54)
    played = join([play for _, plays, _ in tricks(record) for play in plays])
    assert played + tc.Cards(record["kitty"]) == deal
    assert [len(tc.Cards(hand)) for hand in record["hands"]] == [25] * 4


@rounds
def test_leads_stand(record):
    """A throw stood, or its failing unit was led: what is recorded stands in any case."""
    trump = trump_of(record)
    for _, plays, hands in tricks(record):
        assert plays[0] <= hands[0]
        result = tc.check_throw(plays[0], hands[1:], trump)
        assert (result.stands, result.led, result.penalty) == (True, plays[0], 0)


@rounds
def test_follows_are_legal(record):
    trump = trump_of(record)
    for _, plays, hands in tricks(record):
        for play, hand in zip(plays[1:], hands[1:], strict=True):
            assert tc.check_follow(play, hand, plays[0], trump) is None
            assert tc.is_legal_follow(play, hand, plays[0], trump)


@rounds
def test_follows_are_among_those_listed(record):
    """Where the list is short enough to look through."""
    trump = trump_of(record)
    listed = 0
    for _, plays, hands in tricks(record):
        for play, hand in zip(plays[1:], hands[1:], strict=True):
            count = tc.count_legal_follows(hand, plays[0], trump)
            assert count >= 1
            if count <= 2000:
                every = list(tc.legal_follows(hand, plays[0], trump))
                assert len(every) == count
                assert play in every
                listed += 1
    assert listed >= 50


@rounds
def test_winners_and_points(record):
    trump = trump_of(record)
    total = 0
    leader = record["dealer"]
    for trick, plays, _ in tricks(record):
        assert trick["leader"] == leader
        leader = (leader + tc.trick_winner(plays, trump)) % 4
        assert leader == trick["winner"]
        points = sum(tc.points(play) for play in plays)
        assert points == trick["points"] == tc.points(join(plays))
        if (leader - record["dealer"]) % 2:
            total += points
    assert total == record["attackers_trick_points"]
    taken = sum(trick["points"] for trick in record["tricks"])
    assert taken + tc.points(tc.Cards(record["kitty"])) == 100 * record["decks"]


@rounds
def test_ruffs_agree_with_winners(record):
    """A trump play wins a side-suit trick only when it can ruff the lead."""
    trump = trump_of(record)
    for trick, plays, _ in tricks(record):
        lead = plays[0]
        winning = plays[(trick["winner"] - trick["leader"]) % 4]
        led = {tc.suit_of(kind, trump) for kind in lead}
        won = {tc.suit_of(kind, trump) for kind in winning}
        assert won == led or (won == {"trump"} and tc.can_ruff(winning, lead, trump))
