"""Odds: deal hands at random, count anything in them, say how sure the answer is.

A question, such as `unit` or `throw`, makes a `Study`; `run` deals its blocks on threads, processes
or a cluster and gives a `Result`; `compare` runs two studies over the same deals. `plots` draws
results. `exact` and `distribution` count the answer to a study without dealing, where that can be
done; the functions that count, for any question, are in `counts`. The runner takes any study that
does what `tractor_core.odds.protocol.Study` says.

Every question takes, by keyword, how the cards are dealt:

trump : Trump, optional
    The order of cards; needed where the answer depends on it.
rules : Rules, optional
    Its options where the question names them, and its `decks`.
decks, hands, kitty, hand_sizes, kitty_size, stock
    As `Dealing` takes them; `hands` may also be a mapping of seats to Cards. What is not known is
    dealt at random. Cards of the kitty are those dealt to it, before the dealer buries.
block : int, optional
    Deals of a block.
voids, no_pairs : mapping of seats to suits, optional
    Suits of which a seat is known to hold no card, or no pair, as play has shown: ``{1: "s"}``.

*hand* is a seat from 0 to 3, ``"kitty"``, or

- ``"each"``: a given hand; every hand is a copy, or with cards known every hand of which nothing is
  known (what is asked is then asked of those);
- ``"any"``: whether some hand of the four, or the most that one of the four has;
- ``"side"``: two partners together, both sides as copies, or with cards known seats 0 and 2;
- ``"rivals"``: seats 1 and 3 together.

*suit* is ``"d"``, ``"c"``, ``"h"``, ``"s"``, ``"trump"``, or ``"side"``: a given side suit, every
one a copy; known cards must leave them alike.
"""

from . import counts, plots
from .answers import distribution, exact
from .bins import Bin
from .checkpoints import CheckpointError
from .coefficients import NoExactValue
from .held import (
    cards,
    declaration,
    jokers,
    kitty_points,
    level_cards,
    points,
    suit_length,
    unit,
    void,
)
from .led import beaten, escape, ruffed, throw
from .own import custom
from .played import last_trick, levels_gained, round_points
from .progress import Progress
from .results import Result, Snapshot, write_csv, write_parquet
from .runner import Comparison, compare, run
from .studies import Study

__all__ = [
    "Bin",
    "CheckpointError",
    "Comparison",
    "NoExactValue",
    "Progress",
    "Result",
    "Snapshot",
    "Study",
    "beaten",
    "cards",
    "compare",
    "counts",
    "custom",
    "declaration",
    "distribution",
    "escape",
    "exact",
    "jokers",
    "kitty_points",
    "last_trick",
    "level_cards",
    "levels_gained",
    "plots",
    "points",
    "round_points",
    "ruffed",
    "run",
    "suit_length",
    "throw",
    "unit",
    "void",
    "write_csv",
    "write_parquet",
]
