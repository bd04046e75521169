"""Throws: several units led at once (rules T)."""

from collections.abc import Iterable
from typing import Never, final

from .cards import Cards
from .rules import Rules
from .trump import Trump
from .units import Unit, _Units

__all__ = ["ThrowResult", "check_throw", "throw_stands", "unit_beaten_by"]

@final
class ThrowResult:
    """Say what became of a lead; made by `check_throw`.

    Attributes
    ----------
    stands : bool
        Whether all of it is led (T1, T2).
    led : Cards
        What is led: the whole throw, or the unit that replaces it (T4).
    returned : Cards
        What goes back to the hand.
    failing : tuple of Unit
        The units that another hand beats, in the order of `decompose`.
    beaten_by : tuple of int
        For each of them the index into `others` of the first hand that beats it.
    penalty : int
        Points that go to the other side (T5).
    """

    def __init__(self, _made_by_check_throw: Never, /) -> None: ...
    @property
    def stands(self) -> bool: ...
    @property
    def led(self) -> Cards: ...
    @property
    def returned(self) -> Cards: ...
    @property
    def failing(self) -> tuple[Unit, ...]: ...
    @property
    def beaten_by(self) -> tuple[int, ...]: ...
    @property
    def penalty(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> ThrowResult: ...
    def __deepcopy__(self, memo: object, /) -> ThrowResult: ...

def check_throw(
    cards: Cards,
    others: Iterable[Cards],
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> ThrowResult:
    """Tell whether a lead stands, and what is led if it does not (T1-T5).

    Parameters
    ----------
    cards : Cards
        The lead, of one suit.
    others : sequence of Cards
        The other hands in playing order after the leader; fewer than three are taken as
        empty ones missing at the end.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `throw_against`, `failed_throw` and `throw_penalty` matter.
    units : iterable of Unit or Cards, optional
        The units that the leader names (C6); by default the canonical ones (C5).

    Returns
    -------
    ThrowResult

    Raises
    ------
    CardsError
        No cards, cards of several suits, more than three other hands, or units that do not
        make up the lead.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> lead, others = Cards("9d 8d 8d 4d 4d"), [Cards("Jd"), Cards("5d 5d")]
    >>> result = check_throw(lead, others, Trump("10", "s"))
    >>> result.stands, result.led, result.beaten_by
    (False, Cards('4d 4d'), (1, 0))
    """

def throw_stands(
    cards: Cards,
    others: Iterable[Cards],
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> bool:
    """Tell whether a lead stands (T2); see `check_throw` for parameters and errors.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> throw_stands(Cards("Ad Kd Kd"), [Cards("Qd Qd"), Cards("Ad")], Trump("10", "s"))
    True
    """

def unit_beaten_by(unit: Unit, hand: Cards, trump: Trump) -> bool:
    """Tell whether a hand holds a higher unit of the same shape (T2).

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> trump = Trump("10", "h")
    >>> unit_beaten_by(Unit(Cards("4c 4c"), trump), Cards("5c 5c 5c"), trump)
    True
    """
