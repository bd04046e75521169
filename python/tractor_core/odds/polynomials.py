"""Polynomials in one variable with coefficients of 0 or more, each packed into one integer.

The coefficient of x**i stands in bits i*B to (i+1)*B - 1, so Python's own products of long
integers multiply polynomials. B has to exceed the bits of every coefficient that occurs; cards
of N in all never make one above 2**N.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["choose", "read", "split_kind"]


def choose(cards: int, bits: int) -> int:
    """Return (1 + x)**cards: the ways to take some of these cards.

    Examples
    --------
    >>> [read(choose(3, 8), i, 8) for i in range(4)]
    [1, 3, 3, 1]
    """
    base = 1 + (1 << bits)
    ways: int = base**cards
    return ways


def read(polynomial: int, power: int, bits: int) -> int:
    """Return one coefficient."""
    return polynomial >> power * bits & (1 << bits) - 1


def split_kind(copies: int, held: int, wanted: int, bits: int) -> tuple[int, int]:
    """Return the ways to take copies of a kind without and with reaching `wanted` in all.

    Parameters
    ----------
    copies : int
        How many are to be had.
    held : int
        How many are held already.
    wanted : int
        How many make the kind count.
    bits : int
        Of a coefficient.

    Returns
    -------
    below, reached : int
        Packed polynomials in the number of copies taken.

    Examples
    --------
    >>> below, reached = split_kind(2, 0, 2, 8)
    >>> [read(below, i, 8) for i in range(3)], [read(reached, i, 8) for i in range(3)]
    ([1, 2, 0], [0, 0, 1])
    """
    terms: Sequence[int] = [math.comb(copies, n) << n * bits for n in range(copies + 1)]
    border = min(max(wanted - held, 0), copies + 1)
    return sum(terms[:border]), sum(terms[border:])
