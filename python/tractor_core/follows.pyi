"""Follows: which plays may answer a lead; all of them, how many, and one at random (rules F)."""

from collections.abc import Iterator
from typing import SupportsIndex, TypeAlias

from numpy.random import Generator, SeedSequence

from .cards import Cards
from .rules import Rules
from .trump import Trump
from .units import _Units

__all__ = [
    "check_follow",
    "count_legal_follows",
    "is_legal_follow",
    "legal_follows",
    "random_legal_follow",
]

_Rng: TypeAlias = SupportsIndex | SeedSequence | Generator | None

def is_legal_follow(
    play: Cards,
    hand: Cards,
    lead: Cards,
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> bool:
    """Tell whether a play may follow a lead (F1-F8).

    Parameters
    ----------
    play : Cards
        The cards to be played.
    hand : Cards
        The hand they come from, the play included.
    lead : Cards
        What was led to the trick; after a failed throw, the unit led.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        The options of F matter.
    units : iterable of Unit or Cards, optional
        The units that the leader named (C6); by default the canonical ones (C5).

    Raises
    ------
    CardsError
        The lead is empty or of several suits, or the units do not make it up.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> hand, lead, trump = Cards("4h 5h 7h 7h"), Cards("9h 9h"), Trump("2", "s")
    >>> is_legal_follow(Cards("7h 7h"), hand, lead, trump)
    True
    >>> is_legal_follow(Cards("4h 7h"), hand, lead, trump)
    False
    """

def check_follow(
    play: Cards,
    hand: Cards,
    lead: Cards,
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> None:
    """Raise `IllegalPlay` unless a play may follow a lead (F1-F4).

    The parameters are those of `is_legal_follow`.

    Raises
    ------
    IllegalPlay
        With the first reason that applies: EMPTY, WRONG_COUNT, NOT_HELD, MUST_FOLLOW_SUIT,
        MUST_PLAY_TITANIC, MUST_PLAY_TRACTOR, MUST_PLAY_TRIPLE, MUST_PLAY_PAIR.
    CardsError
        As `is_legal_follow`.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> try:
    ...     check_follow(Cards("4h 7h"), Cards("4h 5h 7h 7h"), Cards("9h 9h"), Trump("2", "s"))
    ... except IllegalPlay as error:
    ...     print(error.reason.name, error.rule)
    MUST_PLAY_PAIR F2
    """

def count_legal_follows(
    hand: Cards,
    lead: Cards,
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> int:
    """Return the number of distinct legal plays (F).

    The parameters are those of `is_legal_follow`. The plays are not made. A hand shorter than
    the lead has none.

    Raises
    ------
    CardsError
        As `is_legal_follow`, or the hand has more than 63 cards.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> count_legal_follows(Cards("4h 5h 7h 7h 8h 8h"), Cards("9h 9h"), Trump("2", "s"))
    2
    """

def random_legal_follow(
    hand: Cards,
    lead: Cards,
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
    rng: _Rng = None,
) -> Cards:
    """Return a legal play drawn uniformly from the distinct ones (F).

    Parameters
    ----------
    hand, lead, trump, rules, units
        As for `is_legal_follow`.
    rng : int, SeedSequence, Generator or None
        A `numpy.random.Generator` is drawn from; anything else is a seed for a new one.

    Raises
    ------
    CardsError
        As `is_legal_follow`; the hand has fewer cards than were led, or more than 63.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> random_legal_follow(Cards("4h 5h 7h 7h"), Cards("9h 9h"), Trump("2", "s"), rng=1)
    Cards('7h 7h')
    """

def legal_follows(
    hand: Cards,
    lead: Cards,
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> Iterator[Cards]:
    """Iterate over the distinct legal plays, ascending (F).

    The parameters are those of `is_legal_follow`. Plays come ascending by their tuples of kinds
    and are made one by one as they are asked for; a hand shorter than the lead has none.

    Yields
    ------
    Cards

    Raises
    ------
    CardsError
        As `is_legal_follow`, when called.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(play) for play in legal_follows(
    ...     Cards("4h 7h 7h 8h 8h"), Cards("9h 9h"), Trump("2", "s"))]
    ['7h 7h', '8h 8h']
    """
