"""Units and the partitions of cards into them (rules C)."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, final

from .cards import Cards
from .trump import Trump, _Suit

__all__ = ["Unit", "decompose", "decompositions"]

_UnitKind: TypeAlias = Literal["single", "pair", "triple", "tractor", "titanic"]
_Units: TypeAlias = Iterable[Unit | Cards]  # the units that a leader names (C6)

@final
class Unit:
    """Hold one unit: a single, pair, triple, tractor or Titanic (C1, C2).

    Parameters
    ----------
    cards : Cards
        Cards that are exactly one unit.
    trump : Trump
        The order of cards.

    Attributes
    ----------
    kind : {"single", "pair", "triple", "tractor", "titanic"}
    copies : int
        1, 2 or 3 of every kind.
    length : int
        Number of steps.
    step : int
        The top step in its suit; 0 is the lowest.
    suit : {"trump", "d", "c", "h", "s"}
    cards : Cards

    Raises
    ------
    CardsError
        The cards are no unit.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> unit = Unit(Cards("4c 4c 6c 6c"), Trump("5", "h"))
    >>> unit.kind, unit.copies, unit.length, unit.suit
    ('tractor', 2, 2, 'c')
    """

    def __init__(self, cards: Cards, trump: Trump) -> None: ...
    @property
    def kind(self) -> _UnitKind: ...
    @property
    def copies(self) -> Literal[1, 2, 3]: ...
    @property
    def length(self) -> int: ...
    @property
    def step(self) -> int: ...
    @property
    def suit(self) -> _Suit: ...
    @property
    def cards(self) -> Cards: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Unit: ...
    def __deepcopy__(self, memo: object, /) -> Unit: ...

def decompose(cards: Cards, trump: Trump) -> tuple[Unit, ...]:
    """Return the canonical units of cards (C5).

    Parameters
    ----------
    cards : Cards
        Any cards; those of several suits are taken suit by suit, trumps first, then d c h s.
    trump : Trump
        The order of cards.

    Returns
    -------
    tuple of Unit
        In a suit: Titanics, tractors, triples, pairs, singles; longest first, then highest.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(unit.cards) for unit in decompose(Cards("5c 5c 5c 6c 6c 7c 7c"), Trump("10", "h"))]
    ['5c 5c 6c 6c 7c 7c', '5c']
    """

def decompositions(cards: Cards, trump: Trump) -> Iterator[tuple[Unit, ...]]:
    """Iterate over every partition of cards of one suit into units (C6).

    Parameters
    ----------
    cards : Cards
        Cards of one suit.
    trump : Trump
        The order of cards.

    Yields
    ------
    tuple of Unit
        Each partition once, the canonical one first; units in the order of `decompose`.

    Raises
    ------
    CardsError
        The cards are of several suits, or there are none.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> for units in decompositions(Cards("5c 5c 5c"), Trump("10", "h")):
    ...     print([unit.kind for unit in units])
    ['triple']
    ['single', 'single', 'single']
    ['pair', 'single']
    """
