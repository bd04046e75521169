"""Holdings: the odds that hands hold pairs, triples, tractors and Titanics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from ..cards import Cards
from ..errors import CardsError, RulesError
from ..trump import Trump
from .chains import (
    NOTHING,
    Chain,
    Pattern,
    chosen_chains,
    hand_of,
    read_size,
    stock_of,
)
from .coefficients import Field, Values, coefficient, deals
from .polynomials import choose, read, split_kind
from .runs import avoid

__all__ = [
    "expected_units",
    "hands_holding",
    "holds",
    "lacking",
    "longest_run",
    "mean",
    "unit_number",
]

UnitName: TypeAlias = Literal["single", "pair", "triple", "tractor", "titanic"]

_COPIES = {"single": 1, "pair": 2, "triple": 3, "tractor": 2, "titanic": 3}


def mean(distribution: dict[int, Fraction]) -> Fraction:
    """Return the mean of a distribution.

    Examples
    --------
    >>> from fractions import Fraction
    >>> mean({0: Fraction(1, 4), 2: Fraction(3, 4)})
    Fraction(3, 2)
    """
    if not isinstance(distribution, Mapping):
        raise TypeError(f"distribution must be a dict, not {type(distribution).__name__}")
    return sum((value * weight for value, weight in distribution.items()), start=Fraction(0))


def lacking(
    sizes: Sequence[int],
    stock: Sequence[int],
    suits: Sequence[tuple[Chain, Sequence[Pattern]]],
    held: Sequence[Sequence[int] | None] | None = None,
) -> Fraction:
    """Return the odds that none of some hands holds any of the patterns.

    Parameters
    ----------
    sizes : sequence of int
        Cards that each hand still gets.
    stock : sequence of int
        Copies of each kind to be dealt; what the hands do not get is left.
    suits : sequence of (Chain, sequence of Pattern)
        What no hand may hold in which suit.
    held : sequence, optional
        For each hand the copies of each kind that it holds already, or None.

    Returns
    -------
    Fraction

    Examples
    --------
    Two copies each of three kinds, one hand of three cards: 8 of the 20 choices have no pair.

    >>> chain = Chain(((0,), (1,), (2,)), (True, True))
    >>> lacking((3,), (2, 2, 2), [(chain, [Pattern(2)])])
    Fraction(2, 5)
    """
    pool = sum(stock) - sum(sizes)
    rest = sum(stock) - sum(stock[kind] for chain, _ in suits for kind in chain.kinds)

    def evaluate(field: Field) -> Values:
        parts = [avoid(field, chain, patterns, stock, held) for chain, patterns in suits]
        return field.times(field.any_hand(rest), *parts)

    same = held is None and len(set(sizes)) == 1
    alike = (len(sizes),) if same else ()
    return Fraction(coefficient(sizes, pool, evaluate, alike=alike), deals(sizes, pool))


def holds(
    unit: UnitName,
    trump: Trump,
    *,
    length: int | None = None,
    suit: str | None = None,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> Fraction:
    """Return the odds that a hand holds a unit, or cards that contain it (C1, C2).

    Parameters
    ----------
    unit : {"single", "pair", "triple", "tractor", "titanic"}
        A triple counts as a pair, a Titanic as a tractor, a longer run as a shorter one.
    trump : Trump
        The order of cards.
    length : int, optional
        The least number of steps of a tractor or Titanic, 2 by default.
    suit : {None, "trump", "d", "c", "h", "s", "side"}
        In which suit: anywhere, the trumps, a side suit, any of the side suits.
    decks : int
        1 to 3.
    hand : int, optional
        Cards of the hand, by default those of D2.
    held : Cards, optional
        Cards that the hand is known to hold; the rest of it is dealt at random.
    seen : Cards, optional
        Cards that are known to be elsewhere.

    Returns
    -------
    Fraction

    Raises
    ------
    RulesError
        An unknown unit or suit, a length that the unit does not have.
    CardsError
        A hand larger than the cards that are left, or known cards that cannot be.

    Examples
    --------
    >>> trump = Trump("10", "h")
    >>> float(holds("tractor", trump, suit="d"))
    0.02493450717515394
    >>> float(holds("tractor", trump, suit="d", held=Cards("Ad Ad Kd")))
    0.2205108207397973
    """
    pattern = _pattern(unit, length)
    stock, draws, had = _dealt(decks, hand, held, seen)
    suits = [(chain, [pattern]) for chain in chosen_chains(trump, suit)]
    return 1 - lacking((draws,), stock, suits, None if not held else [had])


def hands_holding(
    unit: UnitName,
    trump: Trump,
    *,
    length: int | None = None,
    suit: str | None = None,
    decks: int = 2,
    hands: int = 4,
    hand: int | None = None,
    seen: Cards = NOTHING,
) -> tuple[Fraction, ...]:
    """Return the odds that exactly none, one, two ... of the hands hold a unit.

    Parameters
    ----------
    unit, trump, length, suit, decks, hand
        As for `holds`.
    hands : int
        How many hands are looked at, 1 to 4: two for a side, three with `seen` for the others.
    seen : Cards, optional
        Cards that none of these hands holds.

    Returns
    -------
    tuple of Fraction
        One number more than `hands`.

    Raises
    ------
    NoExactValue
        Counting the hands together would take too long (many cards are left over).

    Examples
    --------
    >>> some = hands_holding("pair", Trump("10", "h"), suit="d", hands=2)
    >>> [round(float(p), 6) for p in some]
    [0.257925, 0.511815, 0.230259]
    """
    pattern = _pattern(unit, length)
    count = read_size("hands", hands, 4, 4)
    stock = stock_of(decks, [seen])
    if count == 0:
        raise CardsError("hands=0: must be from 1 to 4")
    size = read_size("hand", hand, hand_of(decks), sum(stock) // count)
    suits = [(chain, [pattern]) for chain in chosen_chains(trump, suit)]
    # the odds that given j hands all lack it; any j hands have the same. The largest comes first,
    # since it is the one that may take too long
    lack = [lacking((size,) * j, stock, suits) for j in range(count, 0, -1)]
    lack = [Fraction(1), *reversed(lack)]
    return tuple(
        sum(
            (
                (-1) ** (j - without) * math.comb(j, without) * math.comb(count, j) * lack[j]
                for j in range(without, count + 1)
            ),
            start=Fraction(0),
        )
        for without in range(count, -1, -1)
    )


def longest_run(
    unit: UnitName,
    trump: Trump,
    *,
    suit: str | None = None,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> dict[int, Fraction]:
    """Return the distribution of the longest tractor or Titanic; 0 for none.

    Parameters
    ----------
    unit : {"tractor", "titanic"}
    trump, suit, decks, hand, held, seen
        As for `holds`.

    Returns
    -------
    dict
        From the length to its odds; lengths that cannot be have no entry.

    Examples
    --------
    >>> longest = longest_run("tractor", Trump("10", "h"), suit="d")
    >>> {length: round(float(odds), 9) for length, odds in longest.items() if length < 4}
    {0: 0.975065493, 2: 0.024036694, 3: 0.000870836}
    """
    if not isinstance(unit, str):
        raise TypeError(f"unit must be a str, not {type(unit).__name__}")
    if unit not in ("tractor", "titanic"):
        raise RulesError(f"unit={unit!r}: must be 'tractor' or 'titanic'")
    found: dict[int, Fraction] = {}
    before, length = Fraction(1), 2
    while before:
        now = holds(
            unit, trump, length=length, suit=suit, decks=decks, hand=hand, held=held, seen=seen
        )
        if before > now:
            found[0 if length == 2 else length - 1] = before - now
        before, length = now, length + 1
    return found


def unit_number(
    unit: UnitName,
    trump: Trump,
    *,
    suit: str | None = None,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> dict[int, Fraction]:
    """Return the distribution of the number of units that a hand holds.

    Parameters
    ----------
    unit : {"single", "pair", "triple", "tractor", "titanic"}
        Kinds held at least once, twice, three times; maximal runs of adjacent steps, each with
        a kind held twice or three times.
    trump, suit, decks, hand, held, seen
        As for `holds`.

    Returns
    -------
    dict
        From the number to its odds; numbers that cannot be have no entry.

    Examples
    --------
    >>> number = unit_number("pair", Trump("10", "h"), decks=2)
    >>> mean(number)
    Fraction(300, 107)
    """
    pattern = _pattern(unit, None)
    stock, draws, had = _dealt(decks, hand, held, seen)
    return _numbers(
        draws, stock, had, chosen_chains(trump, suit), pattern.copies, pattern.length > 1
    )


def expected_units(
    unit: UnitName,
    trump: Trump,
    *,
    suit: str | None = None,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> Fraction:
    """Return the expected number of units that a hand holds; see `unit_number`.

    For several hands take the sum: expectations add up whether or not the hands depend on each
    other.

    Examples
    --------
    >>> expected_units("triple", Trump("10", "h"), decks=3)
    Fraction(9139, 12880)
    """
    return mean(
        unit_number(unit, trump, suit=suit, decks=decks, hand=hand, held=held, seen=seen)
    )


def _pattern(unit: str, length: int | None) -> Pattern:
    if not isinstance(unit, str):
        raise TypeError(f"unit must be a str, not {type(unit).__name__}")
    if unit not in _COPIES:
        raise RulesError(f"unit={unit!r}: must be one of {', '.join(map(repr, _COPIES))}")
    run = unit in ("tractor", "titanic")
    steps = read_size("length", length, 2 if run else 1)
    if run and steps < 2:
        raise RulesError(f"length={steps}: a {unit} has at least 2 steps")
    if not run and steps != 1:
        raise RulesError(f"length={steps}: a {unit} has 1 step")
    return Pattern(_COPIES[unit], steps)


def _dealt(
    decks: int, hand: int | None, held: Cards, seen: Cards
) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """The stock, the cards that the hand still gets, and what it has of each kind."""
    stock = stock_of(decks, [held, seen])
    size = read_size("hand", hand, hand_of(decks))
    draws = size - len(held)
    if draws < 0:
        raise CardsError(f"a hand of {size} cards does not hold the {len(held)} known ones")
    if draws > sum(stock):
        raise CardsError(f"a hand of {size} cards: only {sum(stock) + len(held)} are left")
    return stock, draws, tuple(held.counts())


def _numbers(
    draws: int,
    stock: Sequence[int],
    held: Sequence[int],
    suits: Sequence[Chain],
    copies: int,
    runs: bool,
) -> dict[int, Fraction]:
    """By the number of units, the share of the hands of `draws` cards from the stock."""
    bits = sum(stock) + 1
    # entry j: the polynomial, in the cards taken, of the holdings with j units
    counts = [1]
    rest = sum(stock)
    for chain in suits:
        rest -= sum(stock[kind] for kind in chain.kinds)
        counts = _convolve(counts, _in_suit(chain, stock, held, copies, runs, bits))
    others = choose(rest, bits)
    total = math.comb(sum(stock), draws)
    found = {
        number: Fraction(read(polynomial * others, draws, bits), total)
        for number, polynomial in enumerate(counts)
    }
    return {number: odds for number, odds in found.items() if odds}


def _in_suit(
    chain: Chain, stock: Sequence[int], held: Sequence[int], copies: int, runs: bool, bits: int
) -> list[int]:
    if not runs:
        counts = [1]
        for kind in chain.kinds:
            counts = _convolve(counts, list(split_kind(stock[kind], held[kind], copies, bits)))
        return counts
    # three lists: the run up to here has no step, one step, more steps
    states = [[1], [0], [0]]
    for at, step in enumerate(chain.steps):
        missed, taken = 1, 1
        for kind in step:
            below, reached = split_kind(stock[kind], held[kind], copies, bits)
            missed *= below
            taken *= below + reached
        hit = taken - missed
        none, one, more = states if at == 0 or chain.links[at - 1] else (_add(*states), [0], [0])
        states = [
            [p * missed for p in _add(none, one, more)],
            [p * hit for p in none],
            [p * hit for p in _add([0, *one], more)],
        ]
    return _add(*states)


def _add(*lists: list[int]) -> list[int]:
    total = [0] * max(map(len, lists))
    for terms in lists:
        for i, term in enumerate(terms):
            total[i] += term
    return total


def _convolve(one: list[int], two: list[int]) -> list[int]:
    product = [0] * (len(one) + len(two) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(two):
            if x and y:
                product[i + j] += x * y
    return product


