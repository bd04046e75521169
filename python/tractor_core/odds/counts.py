"""Counts: every question about random deals that is answered by counting.

Each function takes plain arguments and returns a `fractions.Fraction`, or a distribution of them.
What cannot be counted in reasonable time raises `NoExactValue`, which says why.
"""

from __future__ import annotations

from .bids import declarations
from .coefficients import NoExactValue
from .escapes import escapes
from .holdings import (
    expected_units,
    hands_holding,
    holds,
    longest_run,
    mean,
    unit_number,
)
from .lengths import (
    jokers,
    kitty_points,
    level_cards,
    number_of,
    point_total,
    suit_length,
    void,
)
from .splits import seat_splits, splits
from .standing import throw_stands

__all__ = [
    "NoExactValue",
    "declarations",
    "escapes",
    "expected_units",
    "hands_holding",
    "holds",
    "jokers",
    "kitty_points",
    "level_cards",
    "longest_run",
    "mean",
    "number_of",
    "point_total",
    "seat_splits",
    "splits",
    "suit_length",
    "throw_stands",
    "unit_number",
    "void",
]
