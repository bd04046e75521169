"""Whole random rounds: undo, copies and saving at every step, and what stays constant."""

import contextlib
import json
import pickle
import random
from zlib import crc32

import numpy as np
import pytest
from test_rounds import engine_round, random_start

import tractor_core as tc
from tractor_core.codec import pack_rules
from tractor_core.saving import check_sum, read_deal, read_plays

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


def written_slowly(round_):
    """The bytes of a round by the description of the format alone."""
    saved = round_.saved()
    trump = saved.trump
    suit = 0 if trump.suit is None else 1 + "dchs".index(trump.suit)
    rules = pack_rules(saved.rules)
    out = bytearray(b"TRr")
    out.append(1)
    out.append(saved.dealer + 4 * saved.partner + 16 * saved.partial)
    out.append("23456789TJQKA".index(trump.level) + 16 * suit)
    out.append(
        trump.permanent_twos
        + 2 * (trump.no_trump_levels == "plain")
        + 4 * (not trump.gap_adjacent)
        + 8 * (not trump.level_tractors)
    )
    out.append(len(rules))
    out += rules
    deal = 0
    for cards in (*saved.hands, saved.kitty):
        for kind in range(54):
            deal = 4 * deal + cards.count(kind)
    out += deal.to_bytes(68, "big")
    out += bytes([len(saved.plays), saved.revoked])
    for cards, units in saved.plays:
        if units is None:
            out += bytes([len(cards), *cards])
        else:
            out += bytes([128 + len(cards), *cards, len(units)])
            for unit in units:
                out += bytes([len(unit), *unit])
    return bytes(out) + crc32(out).to_bytes(4, "big")


@pytest.mark.parametrize("seed", range(60))
def test_the_format_is_as_described(seed):
    rng = random.Random(seed)
    draws = np.random.default_rng(seed)
    start = random_start(rng, faults=rng.choice(("refuse", "revoke")))
    round_ = engine_round(start)
    while not round_.over:
        assert round_.to_bytes() == written_slowly(round_)
        cards = round_.random_legal_play(draws, throws=rng.random() < 0.5)
        units = None
        if round_.lead is None:
            if rng.random() < 0.3:
                # single cards are named where pairs may be
                units = [tc.Cards([kind]) for kind in cards]
        elif start.rules.faults == "revoke" and rng.random() < 0.05:
            cards = tc.Cards(tuple(round_.hand(round_.turn))[: rng.randint(1, 3)])
        round_.play(cards, units)
    assert round_.to_bytes() == written_slowly(round_)
    assert tc.Round.from_bytes(round_.to_bytes()) == round_


def test_the_checksum_is_that_of_zlib():
    rng = random.Random(1)
    for size in (*range(40), 255, 256, 1000, 4099):
        data = rng.randbytes(size)
        check_sum(data + crc32(data).to_bytes(4, "big"))
        for wrong in (crc32(data) ^ 1, crc32(data) ^ 1 << 31):
            with pytest.raises(tc.NotationError, match="checksum"):
                check_sum(data + wrong.to_bytes(4, "big"))
    for size in range(4):
        with pytest.raises(tc.NotationError, match="ends early"):
            check_sum(bytes(size))


def signed(data):
    return data + crc32(data).to_bytes(4, "big")


def test_foreign_bytes_with_a_right_checksum_are_refused():
    round_ = new_round(5, 2)
    for _ in range(6):
        round_.play(round_.random_legal_play(2))
    body = round_.to_bytes()[:-4]
    rng = random.Random(2)
    for _ in range(3000):
        changed = bytearray(body)
        for _ in range(rng.randint(1, 3)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        if rng.random() < 0.3:
            del changed[rng.randrange(len(changed)) :]
        if rng.random() < 0.2:
            changed += rng.randbytes(rng.randint(1, 200))
        with contextlib.suppress(tc.TractorError):
            found = tc.Round.from_bytes(signed(bytes(changed)))
            assert tc.Round.from_bytes(found.to_bytes()) == found
    for data in (b"", b"TRr", signed(b"TRr"), signed(b"TRr\x01"), signed(body + b"\0")):
        with pytest.raises(tc.NotationError):
            tc.Round.from_bytes(data)
    with pytest.raises(tc.NotationError, match="format"):
        tc.Round.from_bytes(signed(body[:3] + b"\x02" + body[4:]))
    with pytest.raises(tc.NotationError, match="a card 54"):
        read_plays(bytes([1, 54]), 1)
    with pytest.raises(tc.CardsError):
        read_plays(bytes([4, 7, 7, 7, 7]), 1)
    for data in (b"", b"\x02\x07", b"\x81\x07", b"\x81\x07\x01", b"\x81\x07\x02\x01\x07"):
        with pytest.raises(tc.NotationError, match="ends early"):
            read_plays(data, 1)
    assert read_plays(b"\x82\x07\x07\x02\x01\x07\x01\x07", 1) == (
        (tc.Cards("9d 9d"), (tc.Cards("9d"), tc.Cards("9d"))),
    )
    with pytest.raises(tc.NotationError, match="ends early"):
        read_deal(bytes(67))
