"""Hidden hands: what a decision asks of a view, the set-up and then deals by the thousand.

    python benchmarks/hiding.py                 # a table: set-up and a sample, case by case
    python benchmarks/hiding.py voids           # cases whose name has the word
    python benchmarks/hiding.py --views 300     # and the views of so many rounds

A case has so many decks and cards a hand (early, middle and late in a round), a kitty that the
seat has seen or not, and something known.  Cases that allow no deal are left out.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np
from cases import TRUMP, Case

import tractor_core as tc
from tractor_core import Cards

DEALS = 1000
SET_UP = (200_000, 100_000)  # ns, must and stretch
SAMPLE = (600, 300)
SEATS = (1, 2, 3)
HANDS = {1: (11, 7, 4), 2: (24, 15, 8), 3: (38, 24, 12)}  # by decks
KITTY = {1: 6, 2: 8, 3: 6}
SIDE = ("d", "c", "s")
KNOWN = {
    "nothing known": {},
    "a void": {"voids": {1: "d"}},
    "two voids, one seat": {"voids": {1: ("d", "c")}},
    "two voids, one suit": {"voids": {1: "d", 2: "d"}},
    "two voids": {"voids": {1: "d", 2: "c"}},
    "three voids": {"voids": {1: "d", 2: "c", 3: "s"}},
    "three voids, two of a suit": {"voids": {1: "d", 2: "c", 3: "c"}},
    "three voids, trumps too": {"voids": {1: "d", 2: "c", 3: "trump"}},
    "six voids": {"voids": {1: ("d", "c"), 2: ("c", "s"), 3: ("s", "d")}},
    "no pairs of one": {"no_pairs": {1: "d"}},
    "no pairs of two": {"no_pairs": {1: "d", 2: "d"}},
    "no pairs of three": {"no_pairs": {1: "d", 2: "d", 3: "d"}},
    "no pairs here and there": {"no_pairs": {1: "d", 2: "c", 3: "s"}},
    "two suits without pairs": {"no_pairs": dict.fromkeys(SEATS, ("d", "trump"))},
    "no trump pairs, three voids": {
        "no_pairs": dict.fromkeys(SEATS, "trump"),
        "voids": {1: "d", 2: "c", 3: "s"},
    },
    "three suits without pairs, a void": {
        "no_pairs": dict.fromkeys(SEATS, SIDE),
        "voids": {3: "s"},
    },
    "four suits without pairs": {"no_pairs": dict.fromkeys(SEATS, (*SIDE, "trump"))},
    "known cards": {"known": 2},
    "known cards, three voids, no pairs": {
        "known": 2,
        "voids": {1: "d", 2: "c", 3: "s"},
        "no_pairs": {1: "trump", 2: "trump", 3: "c"},
    },
}


def known_cards(each, unseen, voids, no_pairs):
    """So many cards that each seat may hold."""
    left, known = list(unseen), {}
    for seat in SEATS:
        held = []
        barred = {tc.suit_of(kind, TRUMP) for kind in left} & {*voids.get(seat, ())}
        for kind in left[seat::7]:
            suit = tc.suit_of(kind, TRUMP)
            if len(held) < each and suit not in barred and kind not in held:
                held.append(kind)
        for kind in held:
            left.remove(kind)
        known[seat] = Cards(held)
    return known


def grid():
    """Name, unseen cards, sizes and what is known, for every case."""
    for decks, hands in HANDS.items():
        deck = [kind % 54 for kind in np.random.default_rng(1).permutation(54 * decks)]
        for held in hands:
            for kitty in (KITTY[decks], 0):
                unseen = Cards(deck[: 3 * held + kitty])
                for name, options in KNOWN.items():
                    if "known" in options:
                        options = options | {
                            "known": known_cards(
                                options["known"],
                                unseen,
                                options.get("voids", {}),
                                options.get("no_pairs", {}),
                            )
                        }
                    where = f"{decks} decks, {held} cards a hand, kitty of {kitty}, {name}"
                    yield where, unseen, (0, held, held, held, kitty), options


def build(unseen, sizes, options):
    """The hands hidden, or None where there is no deal."""
    try:
        return tc.Hidden(unseen, sizes, trump=TRUMP, **options)
    except tc.RulesError:
        return None


SUITE = (
    "2 decks, 24 cards a hand, kitty of 8",
    "2 decks, 15",
    "3 decks, 38 cards a hand, kitty of 6",
)


def hidden_cases():
    """The cases of the grid that the suite measures."""
    for where, unseen, sizes, options in grid():
        if not where.startswith(SUITE):
            continue
        hidden = build(unseen, sizes, options)
        if hidden is None:
            continue
        make = {
            "verb": tc.Hidden,
            "unseen": unseen,
            "sizes": sizes,
            "trump": TRUMP,
            "options": options,
        }
        sample = {"verb": hidden.sample, "rng": np.random.Generator(np.random.SFC64(1))}
        statement = "verb(unseen, sizes, trump=trump, **options)"
        yield Case("Hidden", where, statement, make, *SET_UP)
        yield Case("Hidden.sample", where, f"verb({DEALS}, rng)", sample, *SAMPLE, DEALS)


HIDING = list(hidden_cases())


# --- a table ---


def least(call, rounds):
    """Least seconds of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        begun = perf_counter()
        call()
        best = min(best, perf_counter() - begun)
    return best


def measure(make):
    """Microseconds of the set-up, nanoseconds of a sample."""
    hidden = make()
    rng = np.random.Generator(np.random.SFC64(1))
    return (
        least(make, 15) * 1e6,
        least(lambda: hidden.sample(DEALS, rng), 15) / DEALS * 1e9,
    )


def views(rounds):
    """What every seat is asked in rounds played at random, throws among them, in turn."""
    for number in range(rounds):
        decks = 1 + number % 3
        rules = tc.Rules(decks=decks)
        rng = np.random.default_rng(number)
        deal = tc.deal(1, decks, rng=rng)[0]
        game = tc.Round(deal.hands, deal.kitty, number % 4, TRUMP, rules)
        while not game.over:
            if game.plies % 7 == 3:
                yield f"{decks} decks, ply {game.plies}", game.view(game.turn)
            plays = [game.random_legal_play(rng, throws=True) for _ in range(2)]
            game.play(min(plays, key=len))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("word", nargs="?", default="", help="of the cases wanted")
    parser.add_argument("--views", type=int, default=0, help="rounds whose views are measured too")
    options = parser.parse_args(arguments)
    print(f"{'':72}{'set-up, us':>12}{'a sample, ns':>14}")
    for where, *case in grid():
        if options.word in where and build(*case) is not None:
            set_up, sample = measure(lambda case=case: build(*case))
            missed = set_up * 1e3 > SET_UP[0] or sample > SAMPLE[0]
            print(f"{where:72}{set_up:12.1f}{sample:14.0f}{'  MISSED' if missed else ''}")
    found = []
    for where, view in views(options.views):
        found.append((*measure(lambda view=view: tc.hidden_of(view)), where))
    if found:
        print(f"{len(found)} views, with the reading of the view")
        for column, name in enumerate(("set-up, us", "a sample, ns")):
            by = sorted(found, key=lambda row: row[column])
            marks = ", ".join(
                f"{mark} % {by[min(len(by) - 1, len(by) * mark // 100)][column]:.1f}"
                for mark in (50, 90, 99, 100)
            )
            print(f"{name}: {marks}; most: {by[-1][2]}")


if __name__ == "__main__":
    main()
