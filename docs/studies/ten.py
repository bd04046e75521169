"""The lead of the 10 of a side suit without an ace: python docs/studies/ten.py"""

from __future__ import annotations

import shared
from shared import Found, Table, beside, sampled

import tractor_core as tc
from tractor_core import odds
from tractor_core.odds import plots

TRUMP = tc.Trump("2", "h")
RUFFS = {"none": "nobody ruffs", "all": "all ruff", "opponents": "only opponents ruff"}
# the dealer's: one ten of spades, ten trumps, no ace of spades
REST = "2c 2h 3h 4h 6h 7h 9h Jh Qh Kh SJ 3d 4d 5d 6d 7d 8d 9d Jd Qd Kd Ad Ad Kc"
SPADES = "3s 4s 6s 7s 8s 9s 9s Js 8s 7s 6s 4s 3s Js Qs Qs Ks"
CLUBS = "3c 4c 5c 6c 7c 8c 9c Jc"
LENGTHS = range(1, 10)
LONG = (1, 2, 4, 6, 8, 10, 12, 14, 16)


def position(length: int) -> tuple[tc.Cards, tc.Cards]:
    """The dealer's hand and kitty with so many spades, all but the ten buried if they may be."""
    spades = SPADES.split()
    buried = min(length - 1, 8)
    held = length - 1 - buried
    hand = ["Ts", *spades[:held], *REST.split()[: 24 - held]]
    kitty = [*spades[held : held + buried], *CLUBS.split()[: 8 - buried]]
    return tc.Cards(" ".join(hand)), tc.Cards(" ".join(kitty))


def find(deals: int, seed: int, threads: int = 1) -> Found:
    def run(study: odds.Study) -> odds.Result:
        return shared.answer(study, deals, seed, threads)

    lone = []
    series = {name: {} for name in RUFFS.values()}
    for length in LONG:
        hand, kitty = position(length)
        cells = []
        for ruffs, name in RUFFS.items():
            study = odds.escape("Ts", hand=hand, kitty=kitty, trump=TRUMP, ruffs=ruffs)
            series[name][length] = run(study)
            cells += beside(series[name][length])[:2]
        lone.append((str(length), *cells))
    head = [f"{name}: {x}" for name in RUFFS.values() for x in ("exact", "sampled")]

    rows = []
    for length in LENGTHS:
        studies = (odds.escape("10", trump=TRUMP, ruffs=ruffs, length=length) for ruffs in RUFFS)
        rows.append((str(length), *(sampled(run(study)) for study in studies)))

    hand, kitty = position(1)
    others = []
    for name, ruffs, known in (
        ("the dealer, who buried no ace", "none", kitty),
        ("another seat, who knows no card of the kitty", "none", None),
        ("the same, all ruff", "all", None),
    ):
        study = odds.escape(
            "Ts", hand=hand, kitty=known, trump=TRUMP, ruffs=ruffs, buried=known is not None
        )
        others.append((name, *beside(run(study))))
    tables = (
        Table("lone", ("spades of the dealer", *head), lone, deals),
        Table("lengths", ("cards of the suit", *RUFFS.values()), rows, deals),
        Table("leaders", ("who leads", "exact", "sampled", "z"), others, deals),
    )
    return Found(tables, series)


def draw(found: Found) -> object:
    figure = plots.by_parameter(
        found.series,
        xlabel="cards of the suit that the dealer held, all but the 10 buried where eight suffice",
        ylabel="the trick stays with the dealer's side",
        title="The lead of a side 10 without an ace",
    )
    figure.axes[0].set_ylim(0.3, 0.336)
    return figure


if __name__ == "__main__":
    shared.main(__file__, find, draw, deals=4_000_000)
