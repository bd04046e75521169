"""Pairs, tractors and Titanics by the number of decks: python docs/studies/units.py"""

from __future__ import annotations

import shared
from shared import HEARTS, Found, Table, beside

from tractor_core import odds
from tractor_core.odds import plots

UNITS = {  # name: (unit, length, decks)
    "pair": ("pair", None, (2, 3)),
    "tractor of 2": ("tractor", 2, (2, 3)),
    "tractor of 3": ("tractor", 3, (2, 3)),
    "tractor of 4": ("tractor", 4, (2, 3)),
    "triple": ("triple", None, (3,)),
    "Titanic of 2": ("titanic", 2, (3,)),
}
SUITS = {"a given side suit": "side", "trumps": "trump", "anywhere": "any"}

NUMBERS = {  # what: (unit, decks)
    "pairs": ("pair", (2, 3)),
    "tractors": ("tractor", (2, 3)),
    "triples": ("triple", (3,)),
    "Titanics": ("titanic", (3,)),
}
HEAD = ("exact", "sampled", "z")


def twice(*names: str) -> list[str]:
    return [f"{name}: {cell}" for name in names for cell in HEAD]


def find(deals: int, seed: int, threads: int = 1) -> Found:
    def ask(unit: str, **how: object) -> odds.Result:
        return shared.answer(odds.unit(unit, trump=HEARTS, **how), deals, seed, threads)

    rows, one = [], {2: {}, 3: {}}
    for name, (unit, length, packs) in UNITS.items():
        for decks in packs:
            how = {"length": length, "decks": decks}
            one[decks][name] = ask(unit, **how)
            some = ask(unit, hand="any", **how)
            rows.append((name, str(decks), *beside(one[decks][name]), *beside(some)))
    numbers = [
        (name, str(decks), *beside(ask(unit, decks=decks, count="number"), 1))
        for name, (unit, packs) in NUMBERS.items()
        for decks in packs
    ]
    places = [
        (
            where,
            *(cell for decks in (2, 3) for cell in beside(ask("tractor", suit=suit, decks=decks))),
        )
        for where, suit in SUITS.items()
    ]
    tables = (
        Table("units", ("unit, at least", "decks", *twice("a hand", "some hand")), rows, deals),
        Table("numbers", ("number of", "decks", *HEAD), numbers, deals),
        Table("places", ("a tractor in", *twice("2 decks", "3 decks")), places, deals),
    )
    return Found(tables, {"one": one})


def draw(found: Found) -> object:
    series = {f"{decks} decks": results for decks, results in found.series["one"].items()}
    return plots.by_parameter(
        series, xlabel="unit, at least", title="How often a hand holds a unit", log=True
    )


if __name__ == "__main__":
    shared.main(__file__, find, draw, deals=10_000_000)
