"""Splits: how the missing cards of a suit lie in the other hands."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

from .chains import read_size, read_sizes
from .coefficients import NoExactValue

__all__ = ["seat_splits", "splits"]

_MOST = 1 << 22


def seat_splits(
    missing: int, hands: Sequence[int] = (25, 25, 25), kitty: int = 0
) -> dict[tuple[int, ...], Fraction]:
    """Return how likely each seat gets how many of the missing cards.

    Parameters
    ----------
    missing : int
        How many cards are counted: those of a suit, or the aces, that are not seen.
    hands : sequence of int
        Cards of the other hands.
    kitty : int
        Unseen cards that lie in none of them; 0 for the dealer, who knows what he buried.

    Returns
    -------
    dict
        From the cards of each hand to the odds. What is short of `missing` lies in the kitty.

    Raises
    ------
    CardsError
        More missing cards than places for them.
    NoExactValue
        More than four million ways to tell apart.

    Examples
    --------
    >>> odds = seat_splits(2)
    >>> odds[0, 1, 1], odds[0, 2, 0]
    (Fraction(25, 111), Fraction(4, 37))
    """
    sizes = read_sizes("hands", hands)
    rest = read_size("kitty", kitty, 0)
    places = sum(sizes) + rest
    count = read_size("missing", missing, 0, places)
    if math.prod(min(size, count) + 1 for size in sizes) > _MOST:
        raise NoExactValue(f"{count} cards lie in {len(sizes)} hands in more than {_MOST:,} ways")
    total = math.comb(places, count)
    found = {}
    for split in itertools.product(*(range(min(size, count) + 1) for size in sizes)):
        left = count - sum(split)
        if 0 <= left <= rest:
            ways = math.comb(rest, left)
            for size, number in zip(sizes, split, strict=True):
                ways *= math.comb(size, number)
            found[split] = Fraction(ways, total)
    return found


def splits(
    missing: int, hands: Sequence[int] = (25, 25, 25), kitty: int = 0
) -> dict[tuple[int, ...], Fraction]:
    """Return how likely the missing cards split in which pattern, whoever has which part.

    Parameters
    ----------
    missing, hands, kitty
        As for `seat_splits`.

    Returns
    -------
    dict
        From the pattern, longest part first, to its odds, the likeliest first. What is short
        of `missing` lies in the kitty.

    Examples
    --------
    >>> {pattern: round(float(odds), 4) for pattern, odds in splits(5).items()}
    {(2, 2, 1): 0.3911, (3, 1, 1): 0.2499, (3, 2, 0): 0.2399, (4, 1, 0): 0.1099, (5, 0, 0): 0.0092}
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for split, odds in seat_splits(missing, hands, kitty).items():
        pattern = tuple(sorted(split, reverse=True))
        found[pattern] = found.get(pattern, Fraction(0)) + odds
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


