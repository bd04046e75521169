"""The inputs of all measurements: one statement each, with the variables it uses.

Every verb has a best, a typical and a worst input.  Best is the least that can be asked of it,
typical what a round with two decks asks, worst the slowest that is known; for the verbs of
following, throws and tricks those come from worst-inputs.json, where worst.py keeps them: "worst"
may come up at a table of three decks, "worst draw" where cards are protected besides, "worst any"
is anything a caller may pass.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

import tractor_core as tc
from tractor_core import Cards, Rules, Trump

STORE = Path(__file__).with_name("worst-inputs.json")

TRUMP = Trump("10", "h")
HAND = Cards(
    "2d 3d 5d 9d Td 2c 3c 3c 4c 4c 5c 6c 6c 7c 7c Qc Kc Kh Ah Ah 3s 4s Ts As SJ"
)
PAIR, TRACTOR, TITANIC = Cards("8c 8c"), Cards("8c 8c 9c 9c"), Cards("8c 8c 8c 9c 9c 9c")
HAND_OF_THREE_DECKS = HAND + Cards("2c 2c 3c 5c 5c 6c 9c Jc Jc Jc Qc 2h 2h 2h")
AKKQQ = Cards("Ac Kc Kc Qc Qc")
# two decks without AKKQQ, shuffled: three hands of 25
OTHERS = (
    Cards("2d 4d 4d 7d Jd Qd 2c 4c 7c Jc Ac 3h 7h Th Jh Jh Qh 4s 6s 7s 9s Js Ks BJ BJ"),
    Cards("3d 5d 6d 9d 9d Qd 3c 5c 6c 8c 8c 2h 6h 8h 9h Qh Ah 3s 5s 6s 8s Ts Qs As SJ"),
    Cards("2d 3d 6d 7d 8d Td Kd Ad 2c 5c 9c Tc 4h 5h 5h 7h 8h Kh 2s 4s 7s 8s Js Ks SJ"),
)
RUFFS = tuple(map(Cards, ("5c 5c 4c 4c", "3h 3h 2h 2h", "6c 7c 8c 9c", "Jh Jh 9h 9h")))
SINGLES = tuple(map(Cards, ("5c", "9c", "Kc", "2c")))
ALL = Cards([kind for kind in range(54) for _ in range(3)])
COMPARISONS = ("first_unit", "every_unit", "each_shape", "next_unit", "top_card")


@dataclass(frozen=True)
class Case:
    """A statement to be timed; `must` and `stretch` are targets in nanoseconds a row."""

    group: str
    name: str
    statement: str
    names: dict
    must: int | None = None
    stretch: int | None = None
    rows: int = 1

    @property
    def id(self):
        return f"{self.group}: {self.name}"


def case(group, name, statement, must=None, stretch=None, **names):
    return Case(group, name, statement, names, must, stretch)


def drain(iterator):
    """Run an iterator to its end."""
    deque(iterator, maxlen=0)


ROUNDS = {decks: tc.deal(200, decks, 1).planes for decks in (1, 2, 3)}


# --- the targets ----------------------------------------------------------------------------

TARGETS = [
    case("targets", "is_legal_follow: 25-card hand, tractor of two led",
         "verb(play, hand, lead, trump)", 250, 150,
         verb=tc.is_legal_follow, play=Cards("3c 3c 4c 4c"), hand=HAND, lead=TRACTOR,
         trump=TRUMP),
    case("targets", "throw_stands: AKKQQ against three hands of 25",
         "verb(cards, others, trump)", 300, 200,
         verb=tc.throw_stands, cards=AKKQQ, others=OTHERS, trump=TRUMP),
    case("targets", "trick_winner: four plays of four cards, one ruff, one over-ruff",
         "verb(plays, trump)", 350, 250,
         verb=tc.trick_winner, plays=RUFFS, trump=TRUMP),
    case("targets", "decompose: a hand of 25", "verb(hand, trump)", 1500, 800,
         verb=tc.decompose, hand=HAND, trump=TRUMP),
    case("targets", "count_legal_follows: hand of 25, pair led", "verb(hand, lead, trump)",
         2000, 1000, verb=tc.count_legal_follows, hand=HAND, lead=PAIR, trump=TRUMP),
    case("targets", "playouts: 200 random rounds of two decks",
         "verb(deals, trump, 0, policy, rng)", 580_000, 290_000,
         verb=tc.batch.playouts, deals=ROUNDS[2], trump=TRUMP, policy="random",
         rng=np.random.default_rng(1)),
    case("targets", "playouts: 200 greedy rounds of two decks",
         "verb(deals, trump, 0, policy, rng)", 3_000_000, 1_200_000,
         verb=tc.batch.playouts, deals=ROUNDS[2], trump=TRUMP, policy="greedy",
         rng=np.random.default_rng(1)),
    case("targets", "parse 25 cards", "verb(text)", 2000, 1000, verb=Cards, text=str(HAND)),
    case("targets", "print 25 cards", "verb(hand)", 2000, 1000, verb=str, hand=HAND),
]


# --- verb by verb ---------------------------------------------------------------------------


def follow_cases():
    hand = HAND
    single = {"hand": hand, "lead": Cards("8c"), "trump": TRUMP}
    tractor = {"hand": hand, "lead": TRACTOR, "trump": TRUMP}
    titanic = {"hand": HAND_OF_THREE_DECKS, "lead": TITANIC, "trump": TRUMP}
    play = Cards("3c 3c 4c 4c")
    for verb in (tc.is_legal_follow, tc.check_follow):
        run = "verb(play, hand, lead, trump)"
        name = verb.__name__
        yield case(name, "best, single led", run, verb=verb, play=Cards("2c"), **single)
        yield case(name, "typical, tractor led", run, verb=verb, play=play, **tractor)
        yield case(name, "typical, Titanic led, three decks", run, verb=verb,
                   play=Cards("2c 2c 2c 3c 3c 3c"), **titanic)
    yield case("check_follow", "typical refusal",
               "try: verb(play, hand, lead, trump)\nexcept error: pass", verb=tc.check_follow,
               error=tc.IllegalPlay, play=Cards("3c 4c 4c 5c"), **tractor)
    run = "verb(hand, lead, trump)"
    name = "count_legal_follows"
    verb = tc.count_legal_follows
    yield case(name, "best, single led", run, verb=verb, **single)
    yield case(name, "typical, pair led", run, verb=verb, hand=hand, lead=PAIR, trump=TRUMP)
    yield case(name, "typical, tractor led", run, verb=verb, **tractor)
    yield case(name, "typical, Titanic led, three decks", run, verb=verb, **titanic)
    run = "verb(hand, lead, trump, rng=rng)"
    name = "random_legal_follow"
    verb = tc.random_legal_follow
    yield case(name, "best, single led", run, verb=verb, rng=np.random.default_rng(1), **single)
    yield case(name, "typical, pair led", run, verb=verb, rng=np.random.default_rng(1),
               hand=hand, lead=PAIR, trump=TRUMP)
    yield case(name, "typical, tractor led", run, verb=verb, rng=np.random.default_rng(1),
               **tractor)
    yield case(name, "typical, pair led, an int for rng", run, verb=verb, rng=1,
               hand=hand, lead=PAIR, trump=TRUMP)
    run = "drain(verb(hand, lead, trump))"
    name = "legal_follows"
    verb = tc.legal_follows
    one = {"hand": Cards("8c 8c Ac"), "lead": Cards("9c 9c"), "trump": TRUMP}
    yield case(name, "best, one play", run, verb=verb, drain=drain, **one)
    for what, names in (
        ("pair", {"hand": hand, "lead": PAIR, "trump": TRUMP}), ("tractor", tractor)
    ):
        n = tc.count_legal_follows(**names)
        yield case(name, f"typical, {what} led, all {n} plays", run, verb=verb, drain=drain,
                   **names)


def throw_cases():
    run = "verb(cards, others, trump)"
    losing = Cards("Jc 9c 9c 4c 4c")
    for verb in (tc.throw_stands, tc.check_throw):
        name = verb.__name__
        yield case(name, "best, one unit", run, verb=verb, cards=Cards("Ac"), others=OTHERS,
                   trump=TRUMP)
        yield case(name, "typical, AKKQQ stands", run, verb=verb, cards=AKKQQ, others=OTHERS,
                   trump=TRUMP)
        yield case(name, "typical, fails", run, verb=verb, cards=losing, others=OTHERS,
                   trump=TRUMP)
    yield case("unit_beaten_by", "typical", "verb(unit, hand, trump)", verb=tc.unit_beaten_by,
               unit=tc.Unit(TRACTOR, TRUMP), hand=HAND, trump=TRUMP)


def trick_cases():
    verb = tc.trick_winner
    for compare in COMPARISONS:
        rules = Rules(ruff_compare=compare)
        group = f"trick_winner, {compare}"
        run = "verb(plays, trump, rules)"
        for name, plays in (("best, singles", SINGLES), ("typical, ruff and over-ruff", RUFFS)):
            yield case(group, name, run, verb=verb, plays=plays, trump=TRUMP, rules=rules)
    run = "verb(play, lead, trump)"
    for name, play, lead in (
        ("best, single", Cards("2h"), Cards("5c")), ("typical, tractor", RUFFS[1], RUFFS[0])
    ):
        yield case("can_ruff", name, run, verb=tc.can_ruff, play=play, lead=lead, trump=TRUMP)


def stored_cases():
    """The worst inputs that worst.py found."""
    stored = json.loads(STORE.read_text()) if STORE.exists() else {}
    for search, scopes in stored.items():
        for scope, position in scopes.items():
            names = {"verb": getattr(tc, search.split()[0]), **read_stored(position)}
            yield Case(
                search.replace(" ", ", "),
                "worst" if scope == "table" else f"worst {scope}",
                position["statement"],
                used(position["statement"], names),
            )


def read_stored(stored):
    """The variables of a position kept by worst.py."""
    level, suit, twos = stored["trump"]
    names = {
        "trump": Trump(level, suit, permanent_twos=twos),
        "lead": Cards(stored["lead"]),
        "hands": tuple(map(Cards, stored["hands"])),
        "units": stored["units"] and tuple(map(Cards, stored["units"])),
        "rules": Rules(**stored["rules"]),
        "rng": np.random.default_rng(1),
        "error": tc.IllegalPlay,
        "islice": islice,
    }
    names["hand"] = names["hands"][0]
    names["plays"] = (names["lead"], *names["hands"])
    if "play" in stored:
        names["play"] = Cards(stored["play"])
    return names


def used(statement, names):
    """The variables that a statement reads."""
    words = set(compile(statement, "statement", "exec").co_names)
    return {name: value for name, value in names.items() if name in words}


def unit_cases():
    run = "verb(hand, trump)"
    for name, hand in (
        ("best, one card", Cards("Ac")),
        ("typical, 25 cards", HAND),
        ("typical, 39 cards of three decks", HAND_OF_THREE_DECKS),
        ("all singles, 54 cards", Cards(range(54))),
    ):
        yield case("decompose", name, run, verb=tc.decompose, hand=hand, trump=TRUMP)
    run = "drain(verb(cards, trump))"
    for name, text in (
        ("best, single", "5c"), ("typical, 33445", "3c 3c 4c 4c 5c"),
        ("worst, 333444555", "3c 3c 3c 4c 4c 4c 5c 5c 5c"),
    ):
        yield case("decompositions", name, run, verb=tc.decompositions, drain=drain,
                   cards=Cards(text), trump=TRUMP)


def notation_cases():
    chinese = tc.format_cards(ALL, "chinese")
    for name, text in (
        ("best, one card", "Ac"), ("typical, 25 cards", str(HAND)),
        ("typical, 25 cards, Chinese", tc.format_cards(HAND, "chinese")),
        ("worst, 162 cards, Chinese", chinese),
    ):
        yield case("parse", name, "verb(text)", verb=Cards, text=text)
    yield case("Cards", "typical, from 25 kinds", "verb(kinds)", verb=Cards, kinds=HAND.kinds())
    yield case("Cards", "typical, from counts", "verb(counts)", verb=Cards.from_counts,
               counts=HAND.counts())
    yield case("Cards", "best, from planes", "verb(*planes)", verb=Cards.from_planes,
               planes=HAND.planes)
    for name, cards in (
        ("best, one card", Cards("Ac")), ("typical, 25 cards", HAND), ("worst, 162 cards", ALL)
    ):
        yield case("str", name, "verb(cards)", verb=str, cards=cards)
        for style in ("unicode", "chinese"):
            yield case("format_cards", f"{name}, {style}", "verb(cards, style)",
                       verb=tc.format_cards, cards=cards, style=style)
    yield case("parse_kind", "typical", "verb(text)", verb=tc.parse_kind, text="As")
    yield case("format_kind", "typical", "verb(kind)", verb=tc.format_kind, kind=51)


def lead_cases():
    for name, hand in (("best, one card", Cards("Ac")), ("typical, 25 cards", HAND)):
        yield case("count_legal_leads", name, "verb(hand, trump)", verb=tc.count_legal_leads,
                   hand=hand, trump=TRUMP)
        yield case("random_lead", name, "verb(hand, trump, rng=rng)", verb=tc.random_lead,
                   hand=hand, trump=TRUMP, rng=np.random.default_rng(1))
        yield case("legal_leads", f"{name}, the first lead", "next(verb(hand, trump))",
                   verb=tc.legal_leads, hand=hand, trump=TRUMP)
        yield case("safe_throws", f"{name}, all", "drain(verb(hand, seen, trump))",
                   verb=tc.safe_throws, drain=drain, hand=hand, seen=Cards("Ac Ad Ad"),
                   trump=TRUMP)


def trump_cases():
    yield case("Trump", "best, no trump", "verb(level)", verb=Trump, level="10")
    yield case("Trump", "typical", "verb(level, suit)", verb=Trump, level="10", suit="h")
    yield case("Trump", "worst, options",
               "verb(level, suit, permanent_twos=True, gap_adjacent=False)",
               verb=Trump, level="10", suit="h")
    for name, trump in (
        ("best, no trump", Trump("10")),
        ("typical", TRUMP),
        ("worst, permanent twos", Trump("10", "h", permanent_twos=True)),
    ):
        yield case("order", name, "verb(trump)", verb=tc.order, trump=trump)
    yield case("suit_of", "typical", "verb(kind, trump)", verb=tc.suit_of, kind=51, trump=TRUMP)
    for name, cards in (
        ("best, one card", Cards("Ac")), ("typical, 25 cards", HAND), ("worst, 162 cards", ALL)
    ):
        yield case("sort_hand", name, "verb(cards, trump)", verb=tc.sort_hand, cards=cards,
                   trump=TRUMP)


def scoring_cases():
    longest = Cards([kind for kind in range(26, 39) for _ in range(3)])
    for name, play, rules in (
        ("best, single", Cards("2h"), Rules(kitty="none")),
        ("typical, tractor", Cards("2h 2h 3h 3h"), Rules()),
        ("typical, throw of six cards", HAND_OF_THREE_DECKS & longest, Rules(kitty="by_length")),
        ("worst, 39 cards, by_length", longest, Rules(kitty="by_length")),
    ):
        yield case("kitty_multiplier", name, "verb(play, trump, rules)",
                   verb=tc.kitty_multiplier, play=play, trump=TRUMP, rules=rules)
    yield case("level_change", "best, table eighty", "verb(points)", verb=tc.level_change,
               points=85)
    yield case("level_change", "typical, three decks", "verb(points, rules)",
               verb=tc.level_change, points=200, rules=Rules(decks=3))
    yield case("level_change", "worst, forty_five", "verb(points, rules, last_trick=side)",
               verb=tc.level_change, points=45, side="attackers",
               rules=Rules(decks=1, level_table="forty_five", kitty="none"))
    for name, cards in (
        ("best, one card", Cards("5c")), ("typical, 25 cards", HAND), ("worst, 162 cards", ALL)
    ):
        yield case("points", name, "verb(cards)", verb=tc.points, cards=cards)


def round_cases():
    """What a table server and a search ask of a round; the targets are those of two decks."""
    for decks in (2, 3):
        rng = np.random.default_rng(1)
        deck = [kind % 54 for kind in rng.permutation(54 * decks)]
        held = (12, 25, 39)[decks - 1]
        dealt = [Cards(deck[i * held : i * held + held]) for i in range(4)]
        start = tc.Round(dealt, Cards(deck[4 * held :]), 0, TRUMP, Rules(decks=decks))
        states = {"start": start.copy()}
        playing = start.copy()
        while not playing.over:
            if playing.plies == 48:
                states["lead"] = playing.copy()
            if playing.plies == 51:
                states["follow"] = playing.copy()
            playing.play(playing.random_legal_play(rng))
        states["end"] = playing
        for name, round_ in states.items():
            where = f"{decks} decks, {name}"
            yield case("Round.copy", where, "verb()", 60, 50, verb=round_.copy)
            yield case("Round.to_bytes", where, "verb()", 500, 400, verb=round_.to_bytes)
            yield case("Round.from_bytes", where, "verb(data)", verb=tc.Round.from_bytes,
                       data=round_.to_bytes())
            if not round_.over:
                yield case("Round.legal_plays", f"{where}, the first", "next(verb())", 300, 200,
                           verb=round_.legal_plays)
                yield case("Round.play", f"{where}, with a copy", "verb().play(cards)", 560, 360,
                           verb=round_.copy, cards=round_.random_legal_play(rng))


def playout_cases():
    run = "verb(deals, trump, 0, policy, rng, rules=rules)"
    for policy in ("random", "random_throws", "greedy"):
        for what, decks in (("best, one deck", 1), ("typical, two decks", 2),
                            ("worst, three decks", 3)):
            yield case(f"playouts, {policy}, 200 rounds", what, run, verb=tc.batch.playouts,
                       deals=ROUNDS[decks], trump=TRUMP, policy=policy,
                       rng=np.random.default_rng(1), rules=Rules(decks=decks))
    deals = ROUNDS[2]
    hands = np.array([
        (Cards.from_planes(*map(int, deal[0])) + Cards.from_planes(*map(int, deal[4]))).planes
        for deal in deals
    ], np.uint64)
    yield case("bury", "typical, 200 hands of 33", "verb(hands, trump, 8)", verb=tc.batch.bury,
               hands=hands, trump=TRUMP)


def sequel_cases():
    """The rest of a round in 200 worlds, beside the whole of it above; the set-up with none."""
    for decks, stops in ((1, (0, 24)), (2, (0, 24, 48, 50, 75)), (3, (0, 78))):
        rules = Rules(decks=decks)
        playing = tc.Round(*tc.deal(1, decks, 3)[0], 0, TRUMP, rules)
        rng = np.random.default_rng(2)
        for plies in stops:
            while playing.plies < plies:
                playing.play(playing.random_legal_play(rng))
            view = playing.view(playing.turn)
            worlds = tc.sample_hidden(view, 200, 1)
            where = f"{decks} decks, {len(view.hand)} cards left, {plies % 4} plays in the trick"
            for policy in ("random", "greedy"):
                yield case(f"play_on, {policy}, 200 worlds", where,
                           "verb(view, worlds, policy, rng)", verb=tc.batch.play_on, view=view,
                           worlds=worlds, policy=policy, rng=rng)
            yield case("play_on, no worlds", where, "verb(view, worlds)", verb=tc.batch.play_on,
                       view=view, worlds=worlds[:0])
            yield case("Round.from_view", where, "verb(view, world)", verb=tc.Round.from_view,
                       view=view, world=worlds[0])


def set_cases():
    """What Cards share with Python's sets; the cost depends on the cards in few of them."""
    sizes = (
        ("best", Cards("2c"), Cards("2c")),
        ("typical", HAND, Cards("3c 3c 4c 4c")),
        ("worst", ALL, ALL),
    )
    for name, a, b in sizes:
        for sign, other in (("+", None), ("-", b), ("&", b), ("|", b), ("<=", b), ("==", b)):
            if other is None:
                other = {"best": b, "typical": TRACTOR, "worst": Cards()}[name]
            yield case(f"a {sign} b", name, f"a {sign} b", a=a, b=other)
        for call in ("len(a)", "hash(a)", "a.kinds()", "a.counts()", "a.planes"):
            yield case(call, name, call, a=a)
        yield case("kind in a", name, "kind in a", a=a, kind=13)
        yield case("b in a", name, "b in a", a=a, b=b)
        yield case("for kind in a", name, "for _ in a: pass", a=a)


def overhead_cases():
    """What of the figures is not the engine's."""
    yield case("overhead", "the loop", "pass")
    yield case("overhead", "a call of a builtin with two arguments", "verb(a, b)",
               verb=isinstance, a=1, b=int)


def ordered(cases):
    """The cases by group, the groups in order of their first case."""
    groups = {}
    for one in cases:
        groups.setdefault(one.group, []).append(one)
    return [one for group in groups.values() for one in group]


def all_cases():
    made = (
        follow_cases, throw_cases, trick_cases, unit_cases, lead_cases, stored_cases,
        notation_cases, trump_cases, scoring_cases, round_cases, playout_cases, sequel_cases,
        set_cases, overhead_cases,
    )
    return [*TARGETS, *ordered(one for make in made for one in make())]


CASES = all_cases()
