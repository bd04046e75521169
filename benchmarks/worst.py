"""Search for the inputs that take longest, by hill climbing.

    python benchmarks/worst.py --seconds 60 --write                # every verb and scope
    python benchmarks/worst.py --scope table count_legal_follows   # one verb, only printed
    python benchmarks/worst.py --list                              # the verbs
    python benchmarks/worst.py --stored                            # time the positions stored

A search starts from a position drawn at random and changes one thing at a time: the trump, the
copies of some neighbouring kinds in the lead or in the hand, the units named, an option.  A
change is kept when the call takes at least as long.  After many changes in vain it starts anew.
The first starts are the positions stored in worst-inputs.json; --write stores the slowest of all.
The positions drawn depend on the seed alone; what is kept depends on the clock too, so two runs end
at positions that are alike rather than the same.

Scopes:

table   what three decks can give: lead and hands together hold no kind more than three times,
        default rules, canonical units; a hand may have up to 63 cards
draw    the same with a draw that protects cards (F8), for the verbs of following
any     what a caller may pass: lead and hand each up to three copies and 63 cards, units
        named, every option but draw
any draw  the same with a draw that protects cards, for the verbs of following
tied    as "draw", in the suit with two tied steps side by side: the trumps of no trump with
        permanent twos, where protected draws are found in another way
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from cases import COMPARISONS, STORE, used
from timing import seconds

import tractor_core as tc

LEVELS = "23456789TJQKA"
COPIES = 3
MOST = dict.fromkeys(("table", "draw", "any", "any draw", "tied"), 63)  # the most counted
DRAWS = ("protect_triples", "protect_runs", "protect_both")
FOLLOW_OPTIONS = {
    "titanic_answer": ("tractor_first", "triples_first"),
    "follow_tractor": ("full", "pairs"),
    "short_tractor": ("owed", "free"),
    "throw_answer": ("full", "pairs"),
}
TRICK_OPTIONS = {
    "ruff_cover": ("split", "exact"),
}
PATIENCE = 250  # changes in vain before a new start


@dataclass(frozen=True)
class Position:
    """A trump, cards by kind for the lead and the other hands or plays, and what else matters."""

    trump: tc.Trump
    suit: str
    lead: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    units: tuple[tc.Cards, ...] | None = None
    options: tuple[tuple[str, str], ...] = ()
    play_seed: int = 0      # which play of the hand is judged


def is_any(scope):
    return scope.startswith("any")


def protects(scope):
    return scope in ("draw", "any draw", "tied")


def random_trump(rng, scope="table"):
    if scope == "tied":
        return tc.Trump(rng.choice(LEVELS[1:]), "NT", permanent_twos=True)
    return tc.Trump(
        rng.choice(LEVELS), rng.choice("dchs" + "n").replace("n", "NT"),
        permanent_twos=rng.random() < 0.5,
    )


def steps_of(trump, suit):
    """The steps of a suit from low to high, each a tuple of kinds."""
    return tc.order(trump)[suit][::-1]


def stretch(rng, counts, steps):
    """Give some neighbouring steps new copies."""
    counts = list(counts)
    start = rng.randrange(len(steps))
    copies = rng.randint(0, COPIES)
    for step in steps[start : start + rng.choice((1, 1, 1, 2, 3, 5))]:
        for kind in step:
            if rng.random() < 0.8:
                counts[kind] = copies if rng.random() < 0.8 else rng.randint(0, COPIES)
    return tuple(counts)


def random_units(rng, lead, trump, suit):
    """A partition of the lead into units, rich in runs of many lengths."""
    held = list(lead.counts())
    steps = steps_of(trump, suit)
    units = []
    for _ in range(rng.randint(0, 12)):
        copies = rng.choice((2, 2, 3))
        length = rng.choice((2, 2, 2, 3, 3, 4, 5, 6))
        start = rng.randrange(len(steps))
        chosen = []
        for step in steps[start : start + length]:
            able = [kind for kind in step if held[kind] >= copies]
            if not able:
                break
            chosen.append(rng.choice(able))
        if len(chosen) > 1:
            units.append(tc.Cards([kind for kind in chosen for _ in range(copies)]))
            for kind in chosen:
                held[kind] -= copies
    for kind, left in enumerate(held):
        if left:
            units.append(tc.Cards([kind] * left))
    return tuple(units)


def cards(counts):
    return tc.Cards.from_counts(counts)


class Search:
    """One verb: which positions it takes, and the statement to be timed."""

    hands = 1
    options = FOLLOW_OPTIONS
    named = True  # whether the verb takes units
    most_lead = 99

    def __init__(self, verb, statement):
        self.verb = verb
        self.statement = statement

    def sound(self, p, scope):
        """Whether the position is one of the scope that makes the verb work."""
        total = sum(p.lead)
        if not 0 < total <= min(MOST[scope], self.most_lead):
            return False
        if any(sum(hand) > MOST[scope] for hand in p.hands):
            return False
        if not is_any(scope):
            for i in range(54):
                if p.lead[i] + sum(hand[i] for hand in p.hands) > COPIES:
                    return False
        return self.fits(p, total)

    def fits(self, p, total):
        return all(sum(hand) >= total for hand in p.hands)

    def start(self, rng, scope):
        while True:
            trump = random_trump(rng, scope)
            suit = rng.choice(["trump", "trump", *tc.order(trump)])
            if scope == "tied":
                suit = "trump"
            steps = steps_of(trump, suit)
            lead = (0,) * 54
            hands = (lead,) * self.hands
            for _ in range(rng.randint(1, 3)):
                lead = stretch(rng, lead, steps)
            for _ in range(rng.randint(2, 6)):
                hands = tuple(stretch(rng, hand, steps) for hand in hands)
            if not is_any(scope):
                hands = self.share(rng, lead, hands)
            p = Position(trump, suit, lead, hands)
            if protects(scope):
                p = replace(p, options=(("draw", rng.choice(DRAWS)),))
            if self.sound(p, scope):
                return p

    def share(self, rng, lead, hands):
        """Take away from the hands what the lead and the hands before them hold."""
        left = [COPIES - copies for copies in lead]
        cut = []
        for hand in rng.sample(hands, len(hands)):
            cut.append(tuple(map(min, hand, left)))
            left = [a - b for a, b in zip(left, cut[-1], strict=True)]
        return tuple(cut)

    def change(self, rng, p, scope):
        """A neighbour of the position, or None if it is not sound."""
        steps = steps_of(p.trump, p.suit)
        for _ in range(rng.choice((1, 1, 2, 3))):
            what = rng.random()
            if what < 0.3:
                p = replace(p, lead=stretch(rng, p.lead, steps), units=None)
            elif what < 0.75:
                i = rng.randrange(len(p.hands))
                around = steps if rng.random() < 0.9 else [(kind,) for kind in range(54)]
                hands = list(p.hands)
                hands[i] = stretch(rng, hands[i], around)
                p = replace(p, hands=tuple(hands))
            elif what < 0.8:
                p = replace(p, trump=random_trump(rng, scope), units=None)
                if p.suit not in tc.order(p.trump):
                    return None
                steps = steps_of(p.trump, p.suit)
            elif what < 0.85:
                p = replace(p, play_seed=rng.randrange(1 << 30))
            elif protects(scope) and what < 0.87:
                chosen = dict(p.options) | {"draw": rng.choice(DRAWS)}
                p = replace(p, options=tuple(sorted(chosen.items())))
            elif is_any(scope) and what < 0.95 and self.named:
                p = replace(p, units=random_units(rng, cards(p.lead), p.trump, p.suit)
                            if sum(p.lead) > 0 else None)
            elif is_any(scope) and self.options:
                name = rng.choice(list(self.options))
                chosen = dict(p.options) | {name: rng.choice(self.options[name])}
                p = replace(p, options=tuple(sorted(chosen.items())))
        if not is_any(scope):
            p = replace(p, hands=self.share(rng, p.lead, p.hands))
        suits = {tc.suit_of(kind, p.trump) for kind, n in enumerate(p.lead) if n}
        if suits != {p.suit} or not self.sound(p, scope):
            return None
        return p

    def names(self, p):
        """The variables of the statement."""
        rules = tc.Rules(**dict(p.options))
        lead = cards(p.lead)
        hands = [cards(hand) for hand in p.hands]
        names = {
            "lead": lead,
            "hand": hands[0],
            "hands": hands,
            "trump": p.trump,
            "rules": rules,
            "units": p.units,
            "islice": islice,
        }
        return self.prepare(names, p) | {"verb": getattr(tc, self.verb)}

    def prepare(self, names, p):
        return names


class Follow(Search):
    def prepare(self, names, p):
        names["play"] = tc.random_legal_follow(
            names["hand"], names["lead"], p.trump, names["rules"], p.units, rng=p.play_seed
        )
        names["rng"] = np.random.default_rng(1)
        return names


class Refusal(Follow):
    """check_follow has most to do when it must tell which duty is broken."""

    def prepare(self, names, p):
        names = super().prepare(names, p)
        rng = random.Random(p.play_seed)
        suit = [kind for kind in names["hand"] if tc.suit_of(kind, p.trump) == p.suit]
        names["error"] = tc.IllegalPlay
        if len(suit) >= len(names["lead"]):
            names["play"] = tc.Cards(rng.sample(suit, len(names["lead"])))
        return names


class Throw(Search):
    hands = 3
    options = {"failed_throw": ("lowest", "fewest", "smallest")}

    def fits(self, p, total):
        return True


class Trick(Search):
    """The other plays are trumps or of the suit led, mostly able to compete."""

    options = TRICK_OPTIONS

    def __init__(self, verb, statement, compare="first_unit", hands=3):
        super().__init__(verb, statement)
        self.compare = compare
        self.hands = hands

    def fits(self, p, total):
        return all(sum(hand) == total for hand in p.hands)

    def compete(self, rng, p):
        """A play of the shapes led at random places, None if they do not fit."""
        left = [COPIES] * 54
        lead = cards(p.lead)
        steps = steps_of(p.trump, "trump" if rng.random() < 0.8 else p.suit)
        for unit in tc.decompose(lead, p.trump) if p.units is None else p.units:
            if isinstance(unit, tc.Cards):
                unit = tc.Unit(unit, p.trump)
            for _ in range(8):
                bottom = rng.randrange(len(steps))
                chosen = [
                    rng.choice([kind for kind in step if left[kind] >= unit.copies] or [-1])
                    for step in steps[bottom : bottom + unit.length]
                ]
                if len(chosen) == unit.length and -1 not in chosen:
                    break
            else:
                return None
            for kind in chosen:
                left[kind] -= unit.copies
        return tuple(COPIES - copies for copies in left)

    def competing(self, rng, p, scope, which):
        hands = list(p.hands)
        for i in which:
            hand = self.compete(rng, p)
            if hand is None:
                return None
            hands[i] = hand
        p = replace(p, hands=tuple(hands))
        return p if self.sound(p, scope) else None

    def start(self, rng, scope):
        while True:
            trump = random_trump(rng)
            suit = rng.choice(list(tc.order(trump)))
            lead = (0,) * 54
            for _ in range(rng.randint(1, 3)):
                lead = stretch(rng, lead, steps_of(trump, suit))
            p = Position(trump, suit, lead, (lead,) * self.hands)
            if sum(lead):
                p = self.competing(rng, p, scope, range(self.hands))
                if p is not None:
                    return p

    def change(self, rng, p, scope):
        what = rng.random()
        if what < 0.4:
            return self.competing(rng, p, scope, [rng.randrange(self.hands)])
        if what < 0.6:  # one card more of a play for another
            i = rng.randrange(self.hands)
            hand = list(p.hands[i])
            out = rng.choice([kind for kind in range(54) if hand[kind]])
            into = rng.choice(rng.choice(steps_of(p.trump, "trump")))
            hand[out] -= 1
            hand[into] += 1
            if hand[into] > COPIES:
                return None
            p = replace(p, hands=(*p.hands[:i], tuple(hand), *p.hands[i + 1 :]))
            return p if self.sound(p, scope) else None
        if what < 0.7 and is_any(scope):
            units = random_units(rng, cards(p.lead), p.trump, p.suit)
            p = replace(p, units=units)
        elif what < 0.8 and is_any(scope):
            return replace(p, options=(("ruff_cover", rng.choice(("split", "exact"))),))
        else:
            lead = stretch(rng, p.lead, steps_of(p.trump, p.suit))
            if not sum(lead):
                return None
            p = replace(p, lead=lead, units=None)
        return self.competing(rng, p, scope, range(self.hands))

    def prepare(self, names, p):
        names["plays"] = [names["lead"], *names["hands"]]
        names["rules"] = tc.Rules(**dict(p.options), **{"ruff_compare": self.compare})
        return names


class Pure(Search):
    """A verb of one set of cards."""

    hands = 1
    options = {}
    named = False

    def fits(self, p, total):
        return True


FOLLOW_ARGUMENTS = "hand, lead, trump, rules, units"
SEARCHES = {
    "is_legal_follow": Follow("is_legal_follow", f"verb(play, {FOLLOW_ARGUMENTS})"),
    "check_follow": Refusal(
        "check_follow",
        f"try: verb(play, {FOLLOW_ARGUMENTS})\nexcept error: pass",
    ),
    "count_legal_follows": Follow("count_legal_follows", f"verb({FOLLOW_ARGUMENTS})"),
    "random_legal_follow": Follow("random_legal_follow", f"verb({FOLLOW_ARGUMENTS}, rng)"),
    "legal_follows first": Follow("legal_follows", f"next(verb({FOLLOW_ARGUMENTS}))"),
    "legal_follows some": Follow(
        "legal_follows", f"for play in islice(verb({FOLLOW_ARGUMENTS}), 600): pass"
    ),
    "throw_stands": Throw("throw_stands", "verb(lead, hands, trump, rules, units)"),
    "check_throw": Throw("check_throw", "verb(lead, hands, trump, rules, units)"),
    "decompose": Pure("decompose", "verb(hand, trump)"),
    "count_legal_leads": Pure("count_legal_leads", "verb(hand, trump)"),
}
SEARCHES["can_ruff"] = Trick("can_ruff", f"verb({FOLLOW_ARGUMENTS})", hands=1)
for _compare in COMPARISONS:
    SEARCHES[f"trick_winner {_compare}"] = Trick(
        "trick_winner", "verb(plays, trump, rules, units)", _compare
    )


def measure(search, p, rounds=3):
    """Least seconds a call, or None where the position is refused."""
    try:
        names = search.names(p)
    except tc.CardsError:
        return None
    return seconds(search.statement, used(search.statement, names), rounds, time.thread_time)


def climb(search, scope, seed, duration, known, say):
    """The slowest position found in the time, and its seconds a call.

    The first starts are the positions known.
    """
    known = list(known)
    rng = random.Random(seed)
    end = time.monotonic() + duration
    best = None
    most = 0.0
    while time.monotonic() < end:
        p = known.pop(0) if known else search.start(rng, scope)
        cost = measure(search, p) or 0.0
        vain = 0
        while vain < PATIENCE and time.monotonic() < end:
            vain += 1
            q = search.change(rng, p, scope)
            if q is None:
                continue
            new = measure(search, q, 2)
            if new is None or new < cost:
                continue
            new = measure(search, q, 6)  # a disturbed round is no progress
            if new > 1.01 * cost:
                vain = 0
            if new >= cost:
                p, cost = q, new
        cost = measure(search, p, 20) or 0.0
        if cost > most:
            best, most = p, cost
            say(f"  {most * 1e6:10.2f} us")
    return best, most


def as_json(search, p):
    """The position as it stands in worst-inputs.json."""
    names = search.names(p)
    stored = {
        "statement": search.statement,
        "trump": [p.trump.level, p.trump.suit, p.trump.permanent_twos],
        "lead": str(names["lead"]),
        "hands": [str(hand) for hand in names["hands"]],
        "units": p.units and [str(unit) for unit in p.units],
        "rules": {
            name: value
            for name, value in names["rules"].to_dict().items()
            if value != getattr(tc.Rules(), name)
        },
    }
    if "play" in names:
        stored["play"] = str(names["play"])
        stored["play_seed"] = p.play_seed
    return stored


def from_json(stored):
    level, suit, twos = stored["trump"]
    trump = tc.Trump(level, suit, permanent_twos=twos)
    lead = tc.Cards(stored["lead"])
    options = {name: value for name, value in stored["rules"].items() if name != "ruff_compare"}
    return Position(
        trump,
        tc.suit_of(lead.kinds()[0], trump),
        tuple(lead.counts()),
        tuple(tuple(tc.Cards(hand).counts()) for hand in stored["hands"]),
        stored["units"] and tuple(map(tc.Cards, stored["units"])),
        tuple(sorted(options.items())),
        stored.get("play_seed", 0),
    )


def print_stored(store, args):
    """Print what the stored positions take, one line a verb and a column a scope."""
    scopes = [args.scope] if args.scope else list(MOST)
    print(f"us a call{'':20}" + "".join(f"{scope:>12}" for scope in scopes))
    for name in args.verb or SEARCHES:
        line = f"{name:29}"
        for scope in scopes:
            cost = None
            if scope in store.get(name, {}):
                cost = measure(SEARCHES[name], from_json(store[name][scope]), 30)
            line += f"{cost * 1e6:12,.2f}" if cost is not None else " " * 12
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verb", nargs="*", help="what to search for; all by default")
    parser.add_argument("--list", action="store_true", help="print the verbs and stop")
    parser.add_argument("--stored", action="store_true", help="time what is stored and stop")
    parser.add_argument("--scope", choices=tuple(MOST), help="default: all")
    parser.add_argument("--seconds", type=float, default=60, help="for one verb and scope")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--most", type=int, help="cards of a lead or hand, in place of those of the scope"
    )
    parser.add_argument("--write", action="store_true", help="store what is found")
    args = parser.parse_args()
    if args.list:
        print("\n".join(SEARCHES))
        return 0
    unknown = sorted(set(args.verb) - set(SEARCHES))
    if unknown:
        parser.error(f"no search for {', '.join(unknown)}; see --list")
    if args.most and args.write:
        parser.error("only positions of a whole scope are stored")
    if args.most:
        MOST.update(dict.fromkeys(MOST, args.most))
    store = json.loads(STORE.read_text()) if STORE.exists() else {}
    if args.stored:
        print_stored(store, args)
        return 0
    for name in args.verb or SEARCHES:
        search = SEARCHES[name]
        for scope in [args.scope] if args.scope else MOST:
            if protects(scope) and not isinstance(search, Follow):
                continue
            known = store.get(name, {})
            known = [from_json(known[one]) for one in (scope, scope.split()[0]) if one in known]
            known = [p for p in known if search.sound(p, scope)]
            if protects(scope):
                known = [
                    p if "draw" in dict(p.options)
                    else replace(p, options=(*p.options, ("draw", draw)))
                    for p in known for draw in DRAWS
                ]
            best, most = climb(
                search, scope, args.seed, args.seconds, known,
                lambda line: print(line, file=sys.stderr, flush=True),
            )
            if best is None:
                print(f"{name}, {scope}: nothing found")
                continue
            found = as_json(search, best)
            print(f"{name}, {scope}: {most * 1e6:.2f} us\n{json.dumps(found)}", flush=True)
            if args.write:
                store.setdefault(name, {})[scope] = found
                STORE.write_text(json.dumps(store, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
