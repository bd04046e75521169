"""How often throws stand, by the length of the suit: python docs/studies/throws.py"""

from __future__ import annotations

import shared
from shared import HEARTS, Exact, Found, Table, beside, sampled

import tractor_core as tc
from tractor_core import odds
from tractor_core.odds import plots

THROWS = {  # decks: name: the cards thrown
    2: {"AK": "As Ks", "AQQ": "As Qs Qs", "AAQ": "As As Qs", "AKKJJ": "As Ks Ks Js Js"},
    3: {"AK": "As Ks", "AKK": "As Ks Ks", "AAKK+Q": "As As Ks Ks Qs", "AQQ": "As Qs Qs"},
}
SURE = {"AKK": "As Ks Ks", "AAKK+Q": "As As Ks Ks Qs"}  # of two decks
LENGTHS = {2: range(2, 13), 3: range(2, 17, 2)}
REST = "Ah Ah Kh Kh Qh Qh Jh Jh 9h 9h 8h 8h 7h 7h 6h 6h 5h 5h 4h 4h 3h 3h 2h 2h"
SPADES = "As Ks Js 9s 9s 8s 8s 7s 7s 6s 6s 5s"


def find(deals: int, seed: int, threads: int = 1) -> Found:
    def run(study: odds.Study) -> odds.Result:
        return shared.answer(study, deals, seed, threads)

    def stands(cards: str, decks: int, length: int | None = None, by: str = "others"):
        return run(odds.throw(cards, decks=decks, length=length, by=by, trump=HEARTS))

    tables, series = [], {}
    for decks, throws in THROWS.items():
        rows = []
        found = series[decks] = {name: {} for name in throws}
        for length in LENGTHS[decks]:
            row = []
            for name, cards in throws.items():
                if length < len(cards.split()):
                    row += [Exact(None), Exact(None)]
                    continue
                result = found[name][length] = stands(cards, decks, length)
                row += beside(result)[:2]
            rows.append((str(length), *row))
        head = [f"{name}: {x}" for name in throws for x in ("exact", "sampled")]
        tables.append(Table(f"decks-{decks}", ("cards of the suit", *head), rows, deals))
    whole = []
    for decks, throws in ((2, THROWS[2] | SURE), (3, THROWS[3])):
        for name, cards in throws.items():
            rivals = stands(cards, decks, by="opponents")
            whole.append((name, str(decks), *beside(stands(cards, decks)), *beside(rivals)[:2]))
    head = ("exact", "sampled", "z", "opponents only: exact", "opponents only: sampled")
    tables.append(Table("whole", ("throw", "decks", *head), whole, deals))
    voids = []
    for length in (2, 4, 6, 8, 10, 12):
        hand = tc.Cards(" ".join(SPADES.split()[:length] + REST.split()[: 25 - length]))
        void = run(odds.void("s", hand=1, hands={0: hand}, trump=HEARTS))
        ruff = run(odds.ruffed("As", hand=hand, by="opponents", trump=HEARTS))
        voids.append((str(length), *beside(void), sampled(ruff)))
    head = ("an opponent is void: exact", "sampled", "z", "one of both can ruff")
    tables.append(Table("voids", ("cards of the suit", *head), voids, deals))
    return Found(tables, {"decks": series})


def draw(found: Found) -> object:
    series = {
        f"{name}, {decks} decks": results
        for decks, throws in found.series["decks"].items()
        for name, results in throws.items()
        if (decks, name) not in ((2, "AKKJJ"), (3, "AQQ"))
    }
    figure = plots.by_parameter(
        series,
        xlabel="cards of the suit in the thrower's hand",
        ylabel="the throw stands",
        title="Throws by the length of the suit",
    )
    return shared.legend_below(figure, 3)


if __name__ == "__main__":
    shared.main(__file__, find, draw, deals=5_000_000)
