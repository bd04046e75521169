"""Points in the kitty and the worth of the last trick: python docs/studies/kitty.py"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import shared
from shared import HEARTS, Exact, Found, Table, sampled, share

import tractor_core as tc
from tractor_core import odds
from tractor_core.odds import plots
from tractor_core.odds.questions import ByArrays

OPTIONS = {
    "power_of_cards": tc.Rules(),
    "per_pair": tc.Rules(kitty="per_pair"),
    "per_linked_pair": tc.Rules(kitty="per_linked_pair"),
    "by_length": tc.Rules(kitty="by_length"),
    "by_length_literal": tc.Rules(kitty="by_length_literal"),
    "flat (2, 2, 4)": tc.Rules(kitty="flat"),
    "flat (1, 2, 4)": tc.Rules(kitty="flat", kitty_flat=(1, 2, 4)),
    "twice_cards": tc.Rules(kitty="twice_cards"),
    "twice_longest": tc.Rules(kitty="twice_longest"),
}
WHAT = ("times", "points", "levels")
POLICIES = ("random", "random_throws", "greedy")
BINS = {"kitty": 17, "multiplier": 128, "points": 513, "levels": 64}
LEAST = -3  # levels that the kitty's points bring at least


@dataclass(frozen=True)
class Rounds:
    """How the rounds of some deals ended, without the kitty."""

    points: np.ndarray
    won: np.ndarray  # whether the attackers won the last trick
    kitty: np.ndarray  # points buried
    plays: np.ndarray  # what won the last trick
    leads: np.ndarray


def played(
    planes: np.ndarray, policy: str, exchange: bool, rng: np.random.SeedSequence, first: int
) -> Rounds:
    """Play rounds of which seat 0 is the dealer."""
    kitty = np.ascontiguousarray(planes[:, 4])
    if exchange:
        hand = np.ascontiguousarray(planes[:, 0])
        counts = tc.batch.planes_to_counts(hand) + tc.batch.planes_to_counts(kitty)
        kitty = tc.batch.bury(tc.batch.counts_to_planes(counts), HEARTS, 8)
    none = tc.Rules(kitty="none")
    ended = tc.batch.playouts(
        planes, HEARTS, 0, policy, rng, rules=none, exchange=exchange, first=first, plays=True
    )
    plays, rows = ended.plays, np.arange(len(planes))
    last = ended.tricks - 1
    sizes = plays.sizes[rows, last].astype(np.int64)
    starts = 4 * (plays.sizes.sum(axis=1, dtype=np.int64) - sizes)
    seats = (ended.last_trick - plays.leaders[rows, last]) % 4

    def cards(place: np.ndarray) -> np.ndarray:
        counts = np.zeros((len(planes), 54), np.uint8)
        for i in range(int(sizes.max())):
            there = sizes > i
            kinds = plays.kinds[rows, np.minimum(place + i, plays.kinds.shape[1] - 1)]
            counts[rows[there], kinds[there]] += 1
        return tc.batch.counts_to_planes(counts)

    return Rounds(
        ended.points,
        ended.last_trick % 2 != 0,
        tc.batch.points(kitty),
        cards(starts + sizes * seats),
        cards(starts),
    )


@cache
def gain(points: int) -> int:
    """Levels that the attackers gain; those of the dealer's side are negative."""
    change = tc.level_change(points)
    return change.levels if change.side == "attackers" else -change.levels


def gains(points: np.ndarray) -> np.ndarray:
    values, which = np.unique(points, return_inverse=True)
    return np.array([gain(int(value)) for value in values])[which]


@dataclass(frozen=True)
class LastTrick(ByArrays):
    """Ask what the attackers get for the last trick, in rounds in which they win it."""

    kind = "worth of the last trick"
    rules_read = ("kitty", "kitty_units", "kitty_flat")

    policy: str
    exchange: bool
    what: str  # a key of BINS
    known: dict[Any, Rounds]  # rounds that were played before
    copies: int = 1

    @property
    def bins(self) -> int:
        return BINS[self.what]

    def prepared(self, dealing: Any, trump: Any, rules: Any) -> LastTrick:
        return self

    def values(self, bins: int) -> tuple[int, ...]:
        steps = {"points": (0, 5), "kitty": (0, 5), "multiplier": (0, 1), "levels": (LEAST, 1)}
        lowest, step = steps[self.what]
        return tuple(range(lowest, lowest + step * bins, step))

    def numbers(
        self, planes: Any, trump: Any, rules: tc.Rules, rng: np.random.SeedSequence, first: int
    ) -> np.ndarray:
        key = (self.policy, self.exchange, rng.entropy, rng.spawn_key, first, len(planes))
        if key not in self.known:
            self.known[key] = played(planes, self.policy, self.exchange, rng, first)
        rounds = self.known[key]
        if self.what == "kitty":
            return (rounds.kitty // 5).astype(np.int16)[:, np.newaxis]
        times = tc.batch.kitty_multiplier(rounds.plays, trump, rules, led=rounds.leads)
        points = times.astype(np.int64) * rounds.kitty
        found = {"multiplier": times, "points": points // 5}.get(self.what)
        if found is None:
            found = gains(rounds.points + points) - gains(rounds.points) - LEAST
        return np.where(rounds.won, found, -1).astype(np.int16)[:, np.newaxis]

    def title(self, trump: Any) -> str:
        return f"{self.what} of a last trick that the attackers win, {self.policy} play"

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "policy": self.policy,
            "exchange": self.exchange,
            "what": self.what,
        }


def find(deals: int, seed: int, threads: int = 1) -> Found:
    known: dict[Any, Rounds] = {}
    dealing = tc.Dealing(2)

    def run(study: odds.Study) -> odds.Result:
        return shared.answer(study, deals, seed, threads)

    def ask(policy: str, exchange: bool, what: str, rules: tc.Rules) -> odds.Result:
        question = LastTrick(policy, exchange, what, known)
        return run(odds.Study(question, dealing, HEARTS, rules))

    dealt = run(odds.kitty_points())
    buried = ask("greedy", True, "kitty", tc.Rules())
    counted = odds.distribution(odds.kitty_points())
    shares = [
        (str(5 * b), Exact(counted.get(5 * b, 0)), share(dealt, 5 * b), share(buried, 5 * b))
        for b in range(17)
    ]
    shares.append(("mean", Exact(dealt.exact, 1), sampled(dealt, 1), sampled(buried, 1)))
    head = ("points", "dealt: exact", "dealt: sampled", "buried by greedy")
    tables = [Table("points", head, shares, deals)]

    worth, last = {}, []
    for policy in POLICIES:
        wins = [run(odds.last_trick(policy, trump=HEARTS, exchange=how)) for how in (True, False)]
        last.append((policy, *map(sampled, wins)))
        rows = []
        for name, rules in OPTIONS.items():
            found = [
                ask(policy, exchange, what, rules)
                for exchange in (True, False)
                for what in ("multiplier", "points", "levels")
            ]
            worth.setdefault(policy, {})[name] = found[4]
            rows.append((name, *(sampled(one, 1) for one in found)))
        head = [f"{kitty}: {what}" for kitty in ("buried", "as dealt") for what in WHAT]
        tables.append(Table(policy, ("option", *head), rows, deals, "rounds"))
    head = ("play", "kitty buried", "kitty as dealt")
    tables.append(Table("last", head, last, deals, "rounds"))
    return Found(tables, worth)


def draw(found: Found) -> object:
    figure = plots.by_parameter(
        found.series,
        xlabel="what multiplies the kitty",
        ylabel="points",
        title="What the kitty, as dealt, adds to a last trick won by the attackers",
    )
    for label in figure.axes[0].get_xticklabels():
        label.set(rotation=30, ha="right", rotation_mode="anchor")
    return figure


if __name__ == "__main__":
    shared.main(__file__, find, draw, deals=400_000)
