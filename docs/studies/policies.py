"""How rounds end under the policies random and greedy: python docs/studies/policies.py"""

from __future__ import annotations

import shared
from shared import HEARTS, Found, Table, sampled, share

from tractor_core import odds

SIDES = (("random", "random"), ("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"))

LEVELS = ("−3", "−2", "−1", "swap", "+1", "+2", "+3 and more")


def find(deals: int, seed: int, threads: int = 1) -> Found:
    def run(study: odds.Study) -> odds.Result:
        return shared.answer(study, deals, seed, threads)

    rows, shares, points = [], [], {}
    for exchange in (True, False):
        for policy in SIDES:
            how = {"trump": HEARTS, "exchange": exchange}
            found = run(odds.round_points(policy, **how))
            levels = run(odds.levels_gained(policy, **how))
            last = run(odds.last_trick(policy, **how))
            sides = policy + ("yes" if exchange else "no",)
            rows.append((*sides, sampled(found, 1), sampled(levels, 1), sampled(last)))
            if exchange:
                name = " against ".join(policy)
                more = range(3, levels.bins[-1].value + 1)
                ends = [share(levels, value) for value in range(-3, 3)]
                shares.append((*ends, share(levels, *more)))
                points[name] = {one.value: one.share for one in found.bins}
    sides = ("dealer's side", "attackers", "buries")
    tables = (
        Table("ends", (*sides, "points", "levels", "last trick"), rows, deals, "rounds"),
        Table(
            "levels", ("levels", *points), list(zip(LEVELS, *shares, strict=True)), deals, "rounds"
        ),
    )
    return Found(tables, points)


def draw(found: Found) -> object:
    figure = shared.distributions(
        found.series,
        xlabel="points of the attackers, the kitty's included",
        title="Points at the end, by the play of the dealer's side and the attackers",
        note=f"{found.tables[0].deals:,} rounds each; the dealer buries",
    )
    figure.axes[0].set_xlim(0, 260)
    return figure


if __name__ == "__main__":
    shared.main(__file__, find, draw, deals=300_000)
