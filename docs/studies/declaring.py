"""What can be declared during the deal: python docs/studies/declaring.py"""

from __future__ import annotations

import shared
from shared import Found, Table, beside

from tractor_core import odds
from tractor_core.odds import plots

MOMENTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25)
STRENGTHS = {"a level card": 1, "a pair": 2, "a pair of jokers": 3}


def find(deals: int, seed: int, threads: int = 1) -> Found:
    tables, series = [], {}
    for name, hand in (("some seat", "any"), ("a given seat", "each")):
        rows, found = [], {strength: {} for strength in STRENGTHS}
        for dealt in MOMENTS:
            cells = []
            for strength, least in STRENGTHS.items():
                study = odds.declaration(
                    "10", hand=hand, least=least, hand_sizes=(dealt,) * 4, kitty_size=0
                )
                found[strength][dealt] = shared.answer(study, deals, seed, threads)
                cells += beside(found[strength][dealt])[:2]
            rows.append((str(dealt), *cells))
        head = [f"{strength}: {x}" for strength in STRENGTHS for x in ("exact", "sampled")]
        tables.append(Table(hand, ("cards each", *head), rows, deals))
        series[name] = found
    return Found(tables, series)


def draw(found: Found) -> object:
    figure = plots.by_parameter(
        {
            f"{seat}: {strength} or better": results
            for seat, by_strength in found.series.items()
            for strength, results in by_strength.items()
        },
        xlabel="cards dealt to each seat",
        ylabel="can declare",
        title="Declarations during the deal, two decks",
    )
    return shared.legend_below(figure, 2)


if __name__ == "__main__":
    shared.main(__file__, find, draw, deals=2_000_000)
