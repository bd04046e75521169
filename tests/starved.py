"""Run by test_memory with tests/starve.c preloaded: each call is made again and again, its first,
second, third... block of memory being refused. Prints what was wrong, as JSON: by kind of call
how many refusals there were, and every fault found.
"""

import ctypes
import json
import random
from collections import Counter
from itertools import islice

import numpy as np
import positions

import tractor_core as tc
from tractor_core import batch
from tractor_core.playouts import playouts

SHIM = ctypes.CDLL(None)
SHIM.starve.argtypes = [ctypes.c_long]
SHIM.satisfy.restype = ctypes.c_long
MOST = 60  # refusals of one call
DRAWS = ("all", "protect_triples", "protect_runs", "protect_both")

refusals = Counter()
faults = []


def counted(call):
    """The result of a call, and how many blocks it asked for."""
    SHIM.starve(-1)
    try:
        result = call()
    finally:
        number = SHIM.satisfy()
    return result, number


def try_call(name, call, state=lambda: None):
    """Refuse each block in turn: MemoryError, nothing changed, nothing kept, and then as before."""
    held = SHIM.blocks_held()
    before = state()
    expected, number = counted(call)
    changed = state() != before
    for refused in range(min(number, MOST)):
        before = state()
        SHIM.starve(refused)
        try:
            call()
        except MemoryError:
            SHIM.satisfy()
        else:
            SHIM.satisfy()
            faults.append(f"{name}: no error without block {refused}")
        refusals[name] += 1
        if SHIM.blocks_held() != held:
            faults.append(f"{name}: {SHIM.blocks_held() - held} blocks kept without {refused}")
            held = SHIM.blocks_held()
        if state() != before:
            faults.append(f"{name}: the state has changed without block {refused}")
    if not changed and counted(call) != (expected, number):
        faults.append(f"{name}: another result after {number} refusals")


def try_follows(hand, lead, play, trump, rules):
    args = (hand, lead, trump, rules)
    planes = [np.array([cards.planes], np.uint64) for cards in (play, hand, lead)]

    def check():
        try:
            tc.check_follow(play, *args)
        except tc.IllegalPlay as refusal:
            return refusal.reason

    try_call("count_legal_follows", lambda: tc.count_legal_follows(*args))
    try_call("random_legal_follow", lambda: str(tc.random_legal_follow(*args, rng=1)))
    try_call("is_legal_follow", lambda: tc.is_legal_follow(play, *args))
    try_call("check_follow", check)
    try_call("legal_follows", lambda: [str(x) for x in islice(tc.legal_follows(*args), 20)])
    try_iterator("next of legal_follows", lambda: tc.legal_follows(*args))
    try_call("batch.is_legal_follow", lambda: batch.is_legal_follow(*planes, trump, rules).tolist())
    try_call(
        "batch.count_legal_follows",
        lambda: batch.count_legal_follows(*planes[1:], trump, rules).tolist(),
    )
    try_call(
        "batch.random_legal_follow",
        lambda: batch.random_legal_follow(*planes[1:], trump, rules, 1).tolist(),
    )


def try_iterator(name, begin):
    """Refuse each block that an iterator asks for as it goes on: it gives the same all the same."""
    expected = [str(play) for play in islice(begin(), 50)]
    iterator, found = begin(), []
    while len(found) < len(expected):
        SHIM.starve(0)
        try:
            found.append(str(next(iterator)))
        except MemoryError:
            refusals[name] += 1
            SHIM.satisfy()
            found.append(str(next(iterator)))
        SHIM.satisfy()
    if found != expected:
        faults.append(f"{name}: other plays once memory was refused")


def try_round(seed, rules):
    """A round dealt in pairs and triples, the seats leading the largest unit they have."""
    rng = random.Random(seed)
    groups = [[kind] * 3 for kind in range(27)]
    groups += [[kind] * copies for kind in range(27, 54) for copies in (1, 2)]
    rng.shuffle(groups)
    kinds = [kind for group in groups for kind in group]
    size = (len(kinds) - 6) // 4
    hands = [tc.Cards(kinds[seat * size : (seat + 1) * size]) for seat in range(4)]
    trump = tc.Trump("10", "h")
    game = tc.Round(hands, tc.Cards(kinds[4 * size :]), 0, trump, rules)

    def follow():
        game.play(play)
        game.undo()

    for _ in range(12):
        hand = game.hand(game.turn)
        if game.lead is None:
            game.play(max((unit.cards for unit in tc.decompose(hand, trump)), key=len))
        else:
            play = tc.random_legal_follow(hand, game.lead, trump, rules, rng=seed)
            try_call("Round.play", follow, lambda: (game.turn, str(game.to_dict())))
            suit = tc.suit_of(min(game.lead), trump)
            held = [kind for kind in hand if tc.suit_of(kind, trump) == suit]
            for _ in range(8 if len(held) > len(play) else 0):
                tried = tc.Cards(rng.sample(held, len(play)))
                try_call(
                    "Round.can_play",
                    lambda tried=tried: game.can_play(tried),
                    lambda: str(game.to_dict()),
                )
            game.play(play)


def try_leads():
    hand, trump = tc.Cards("As As Ks Ks 5d 5d 5c BJ"), tc.Trump("10", "h")
    try_call("legal_leads", lambda: [str(x) for x in islice(tc.legal_leads(hand, trump), 30)])
    try_iterator("next of legal_leads", lambda: tc.legal_leads(hand, trump))


def try_hidden():
    unseen = tc.Cards("As As Ks Qs Qs 5d 5d 6d 7c 7c")
    known = {"voids": {0: "s"}, "no_pairs": {1: "d"}, "trump": tc.Trump("10", "h")}
    try_call("Hidden", lambda: tc.Hidden(unseen, (3, 3, 2, 2, 0), **known).count())


def try_playouts():
    for decks in (2, 3):
        deal = tc.deal(1, decks=decks, rng=3)
        for draw in DRAWS:
            rules = tc.Rules(decks=decks, draw=draw)
            for policy in ("random", "random_throws", ("random_throws", "greedy")):
                name = policy if isinstance(policy, str) else "by two policies"
                try_call(
                    f"playouts {name}",
                    lambda deal=deal, policy=policy, rules=rules: playouts(
                        deal, tc.Trump("10", "h"), 0, policy, 1, rules=rules
                    ).points.tolist(),
                )


# three copies of a whole suit: what is counted outgrows the room first asked for
H, NT = tc.Trump("10", "h"), tc.Trump("10", permanent_twos=True)
SPADES = tc.Cards("2s 3s 4s 5s 6s 7s 8s 9s Js Qs Ks As " * 3)
TRUMPS = tc.Cards("2d 2c 2h 2s Td Tc Th Ts SJ BJ " * 3)
LONG = (
    (SPADES, "2s 2s 3s 3s 5s 5s 6s 6s", H),
    (SPADES, "2s 2s 2s 3s 3s 3s 5s 5s 6s 6s 8s 8s 8s 9s", H),
    (SPADES, "2s 2s 2s 4s 4s 6s", H),
    (TRUMPS, "2d 2d Td Td SJ SJ", NT),
    (TRUMPS, "2d 2d 2d Td Td Td 2s 2s Ts Ts SJ", NT),
)


def try_units():
    """Follows whose first play takes more than the iterator holds already."""
    trump = tc.Trump("3", "s", permanent_twos=True)
    suit = tc.Cards([kind for step in tc.order(trump)["trump"] for kind in 3 * step])
    units = [
        tc.Cards("8s 8s 9s 9s Ts Ts"),
        tc.Cards("2d 2d 2d 3d 3d 3d 2s 2s 2s 3s 3s 3s"),
        tc.Cards("4s 4s 4s 5s 5s 5s"),
    ]
    args = (suit - tc.Cards("Ks"), sum(units, tc.Cards()), trump, tc.Rules(decks=3), units)
    try_iterator("next of legal_follows", lambda: tc.legal_follows(*args))


def main():
    rng = random.Random(5)
    for number in range(60):
        place = positions.random_position(rng, most_led=8, most_held=14)
        level, suit, options = place.trump
        trump = tc.Trump(level, None if suit is None else "dchs"[suit], **options)
        rules = tc.Rules(
            decks=place.decks,
            draw=DRAWS[number % 4],
            titanic_answer=rng.choice(("triples_first", "tractor_first")),
        )
        lead, hand = tc.Cards(place.lead), tc.Cards(place.hand)
        try_follows(hand, lead, tc.Cards(place.plays[1]), trump, rules)
    for draw in DRAWS:
        rules = tc.Rules(decks=3, draw=draw)
        for hand, text, trump in LONG:
            lead = tc.Cards(text)
            for play in (
                tc.random_legal_follow(hand, lead, trump, rules, rng=2),
                tc.Cards(rng.sample(list(hand), len(lead))),
            ):
                try_follows(hand, lead, play, trump, rules)
        for seed in range(6):
            try_round(seed, rules)
    try_leads()
    try_units()
    try_hidden()
    try_playouts()
    print(json.dumps({"refusals": refusals, "faults": faults}))


if __name__ == "__main__":
    main()
