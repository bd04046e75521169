"""Scoring: points of cards, the kitty's multiplier and the change of levels (rules D3, K, L)."""

from collections.abc import Iterator
from typing import Any, Literal, Never, SupportsIndex, TypeAlias, final

from .cards import Cards
from .rules import Rules
from .trump import Trump
from .units import _Units

__all__ = ["LevelChange", "kitty_multiplier", "level_change", "points"]

_Side: TypeAlias = Literal["dealer", "attackers"]

@final
class LevelChange:
    """Say what a round's points change; made by `level_change`.

    Attributes
    ----------
    side : {"dealer", "attackers", None}
        The side that gains; None when the round is a draw (L7).
    levels : int
        How many levels it gains; 0 for a swap, where the attackers only take the deal.
    deal : {"dealer", "attackers", None}
        The side that has the deal next; None when it is contested anew.
    """

    def __init__(self, _made_by_level_change: Never, /) -> None: ...
    @property
    def side(self) -> _Side | None: ...
    @property
    def levels(self) -> int: ...
    @property
    def deal(self) -> _Side | None: ...
    def __iter__(self) -> Iterator[Any]: ...  # side, levels, deal
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> LevelChange: ...
    def __deepcopy__(self, memo: object, /) -> LevelChange: ...

def points(cards: Cards) -> int:
    """Return the points of cards: a five 5, a ten 10, a king 10 (D3).

    Examples
    --------
    >>> points(Cards("5d Td Kd Ad"))
    25
    """

def kitty_multiplier(
    play: Cards,
    trump: Trump,
    rules: Rules | None = None,
    led: Cards | _Units | None = None,
) -> int:
    """Return what the points of the kitty are multiplied by (K1-K6).

    Parameters
    ----------
    play : Cards
        The play that won the last trick, of one suit.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `kitty`, `kitty_units` and `kitty_flat` matter.
    led : Cards or iterable of Unit or Cards, optional
        The lead of that trick, or the units led (C6); by default the play was the lead.

    Returns
    -------
    int
        0 when the kitty does not count.

    Raises
    ------
    CardsError
        The play or the lead is empty or of several suits, or they differ in length.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> trump = Trump("2", "h")
    >>> kitty_multiplier(Cards("4c 4c 5c 5c"), trump)
    16
    >>> kitty_multiplier(Cards("Ac Kc Qc Jc Tc 9c 8c 7c 7c"), trump)
    4
    """

def level_change(
    points: SupportsIndex, rules: Rules | None = None, *, last_trick: _Side | None = None
) -> LevelChange:
    """Return what the attackers' points of a round change (L1-L8).

    Parameters
    ----------
    points : int
        The attackers' points, the kitty and penalties included; below 0 counts as 0.
    rules : Rules, optional
        `level_table` matters, or `decks` where it is None.
    last_trick : {"dealer", "attackers"}, optional
        Which side won the last trick; the table "forty_five" needs it (L7).

    Raises
    ------
    RulesError
        The table needs `last_trick`, a side of another name, or points beyond a million.
    TypeError
        The points are no int.

    Examples
    --------
    >>> level_change(85)
    LevelChange(side='attackers', levels=0, deal='attackers')
    >>> level_change(0)
    LevelChange(side='dealer', levels=3, deal='dealer')
    """
