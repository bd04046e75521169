"""Lengths: the odds of suit lengths, voids, points and of any cards that are counted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

from ..cards import BIG_JOKER, SMALL_JOKER, Cards
from ..errors import CardsError, RulesError
from ..trump import Trump
from .chains import (
    KINDS,
    KITTY,
    NOTHING,
    chain_of,
    chains,
    hand_of,
    read_decks,
    read_size,
    stock_of,
)
from .coefficients import Field, Values, coefficient, deals

__all__ = [
    "jokers",
    "kitty_points",
    "level_cards",
    "number_of",
    "point_total",
    "suit_length",
    "void",
]

_POINTS = {3: 5, 8: 10, 11: 10}  # D3, by rank as kinds count them: 5, 10 and K
_RANKS = "23456789TJQKA"


def number_of(
    kinds: Cards,
    *,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> dict[int, Fraction]:
    """Return the distribution of how many cards of some kinds a hand holds.

    Parameters
    ----------
    kinds : Cards
        The kinds that are counted, whatever their copies here.
    decks : int
        1 to 3.
    hand : int, optional
        Cards of the hand, by default those of D2; 8 for the kitty as dealt.
    held : Cards, optional
        Cards that the hand is known to hold; the rest of it is dealt at random.
    seen : Cards, optional
        Cards that are known to be elsewhere.

    Returns
    -------
    dict
        From the number to its odds; numbers that cannot be have no entry.

    Examples
    --------
    >>> number_of(Cards("As"), hand=54)
    {0: Fraction(53, 214), 1: Fraction(54, 107), 2: Fraction(53, 214)}
    """
    if not isinstance(kinds, Cards):
        raise TypeError(f"kinds must be Cards, not {type(kinds).__name__}")
    return _weighed([min(c, 1) for c in kinds.counts()], decks, hand, held, seen)


def suit_length(
    trump: Trump,
    suit: str,
    *,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> dict[int, Fraction]:
    """Return the distribution of the length of a suit in a hand (O6).

    Parameters
    ----------
    trump : Trump
        The order of cards.
    suit : {"trump", "d", "c", "h", "s"}
    decks, hand, held, seen
        As for `number_of`.

    Examples
    --------
    >>> float(suit_length(Trump("10", "h"), "d")[0])
    0.0007118141181379828
    """
    return number_of(
        Cards(chain_of(trump, suit).kinds), decks=decks, hand=hand, held=held, seen=seen
    )


def jokers(
    *,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> dict[int, Fraction]:
    """Return the distribution of the jokers in a hand; see `number_of`.

    Examples
    --------
    >>> round(float(jokers()[4]), 6)
    0.00236
    """
    return number_of(
        Cards((SMALL_JOKER, BIG_JOKER)), decks=decks, hand=hand, held=held, seen=seen
    )


def level_cards(
    level: str,
    *,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> dict[int, Fraction]:
    """Return the distribution of the level cards, of all four suits, in a hand.

    Parameters
    ----------
    level : str
        The rank, ``"2"`` .. ``"A"``.
    decks, hand, held, seen
        As for `number_of`.

    Examples
    --------
    >>> round(float(level_cards("10")[0]), 6)
    0.112046
    """
    rank = Trump(level).level
    return number_of(
        Cards(tuple(13 * suit + _RANKS.index(rank) for suit in range(4))),
        decks=decks,
        hand=hand,
        held=held,
        seen=seen,
    )


def point_total(
    *,
    decks: int = 2,
    hand: int | None = None,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
) -> dict[int, Fraction]:
    """Return the distribution of the points in a hand (D3); see `number_of`.

    Examples
    --------
    >>> from tractor_core.odds.holdings import mean
    >>> mean(point_total(decks=1, hand=27))
    Fraction(50, 1)
    """
    values = [0 if k >= SMALL_JOKER else _POINTS.get(k % 13, 0) for k in range(KINDS)]
    return _weighed(values, decks, hand, held, seen)


def kitty_points(
    *, decks: int = 2, kitty: int | None = None, seen: Cards = NOTHING
) -> dict[int, Fraction]:
    """Return the distribution of the points in the kitty as it is dealt (D2, D3).

    What a dealer buries is his choice and has no such answer.

    Parameters
    ----------
    decks : int
        1 to 3.
    kitty : int, optional
        Cards of the kitty, by default those of D2.
    seen : Cards, optional
        Cards that are not in it: one's own hand.

    Examples
    --------
    >>> from tractor_core.odds.holdings import mean
    >>> mean(kitty_points())
    Fraction(400, 27)
    """
    size = read_size("kitty", kitty, KITTY[read_decks(decks)])
    return point_total(decks=decks, hand=size, seen=seen)


def void(
    trump: Trump,
    suits: str | Sequence[str] | None = None,
    *,
    decks: int = 2,
    hands: int = 1,
    hand: int | None = None,
    seen: Cards = NOTHING,
) -> Fraction:
    """Return the odds that some hand is void in some suit.

    Parameters
    ----------
    trump : Trump
        The order of cards.
    suits : str or sequence of str, optional
        One suit or several, by default the side suits.
    decks : int
        1 to 3.
    hands : int
        How many hands are looked at, 1 to 4.
    hand : int, optional
        Cards of each, by default those of D2.
    seen : Cards, optional
        Cards that none of these hands holds.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> trump = Trump("10", "h")
    >>> float(void(trump, "d")), float(void(trump))
    (0.0007118141181379828, 0.002135370397972342)
    >>> round(float(void(trump, hands=4)), 9)
    0.008502294
    """
    names = [name for name in chains(trump) if name != "trump"] if suits is None else suits
    if not isinstance(names, str) and not hasattr(type(names), "__iter__"):
        raise TypeError(f"suits must be a str or several, not {type(names).__name__}")
    names = [names] if isinstance(names, str) else list(names)
    for name in names:
        chain_of(trump, name)
    if not names or len(set(names)) != len(names):
        raise RulesError(f"suits={names}: must be one suit or several different ones")
    stock = stock_of(decks, [seen])
    count = read_size("hands", hands, 1, 4)
    if count == 0:
        raise CardsError("hands=0: must be from 1 to 4")
    size = read_size("hand", hand, hand_of(decks), sum(stock) // count)
    lengths = [sum(stock[kind] for kind in chain_of(trump, name).kinds) for name in names]
    sizes, pool = (size,) * count, sum(stock) - count * size

    def none(field: Field) -> Values:
        """The deals in which every hand has a card of every suit."""
        parts = [field.any_hand(sum(stock) - sum(lengths))]
        for length in lengths:
            key = ("no void", length)
            if key not in field.made:
                field.made[key] = _no_void(field, length)
            parts.append(field.made[key])
        return field.times(*parts)

    filled = coefficient(sizes, pool, none, alike=(count,))
    return 1 - Fraction(filled, deals(sizes, pool))


def _no_void(field: Field, length: int) -> Values:
    hands = range(len(field.hands))
    value = field.constant(0)
    for size in range(len(hands) + 1):
        for having in itertools.combinations(hands, size):
            term = field.any_hand(length, having)
            even = (len(hands) - size) % 2 == 0
            value = field.plus(value, term) if even else field.minus(value, term)
    return value


def _weighed(
    values: Sequence[int], decks: int, hand: int | None, held: Cards, seen: Cards
) -> dict[int, Fraction]:
    """The distribution of the sum of the values of a hand's cards, a value a kind."""
    stock = stock_of(decks, [held, seen])
    size = read_size("hand", hand, hand_of(decks))
    draws = size - len(held)
    if draws < 0:
        raise CardsError(f"a hand of {size} cards does not hold the {len(held)} known ones")
    if draws > sum(stock):
        raise CardsError(f"a hand of {size} cards: only {sum(stock) + len(held)} are left")
    sure = sum(value * had for value, had in zip(values, held.counts(), strict=True))
    ways: dict[tuple[int, int], int] = {(0, sure): 1}  # by cards taken and sum
    rest = sum(stock)
    for value in sorted(set(values) - {0}):
        cards = sum(left for left, v in zip(stock, values, strict=True) if v == value)
        rest -= cards
        more: dict[tuple[int, int], int] = {}
        for (taken, total), way in ways.items():
            for new in range(min(cards, draws - taken) + 1):
                key = (taken + new, total + value * new)
                more[key] = more.get(key, 0) + way * math.comb(cards, new)
        ways = more
    counts: dict[int, int] = {}
    for (taken, total), way in ways.items():
        counts[total] = counts.get(total, 0) + way * math.comb(rest, draws - taken)
    everything = math.comb(sum(stock), draws)
    return {
        total: Fraction(number, everything) for total, number in sorted(counts.items()) if number
    }
