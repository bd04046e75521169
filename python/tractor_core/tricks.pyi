"""Tricks: ruffs and the winner (rules R)."""

from collections.abc import Iterable

from .cards import Cards
from .rules import Rules
from .trump import Trump
from .units import _Units

__all__ = ["can_ruff", "trick_winner"]

def can_ruff(
    play: Cards,
    lead: Cards,
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> bool:
    """Tell whether a play ruffs a lead of a side suit (R1).

    Parameters
    ----------
    play : Cards
        The cards played by a seat that is void in the suit led.
    lead : Cards
        The cards led, of one suit.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `ruff_cover` matters.
    units : iterable of Unit or Cards, optional
        The units that the leader named (C6); by default the canonical ones (C5).

    Returns
    -------
    bool
        False for a lead of trumps, which cannot be ruffed.

    Raises
    ------
    CardsError
        The lead is empty or of several suits, or the units do not make it up.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> trump = Trump("10", "s")
    >>> ruff = Cards("9s 9s 8s 8s 7s 2s")
    >>> can_ruff(ruff, Cards("Ad Kd 5d 5d 4d 4d"), trump)
    True
    >>> can_ruff(ruff, Cards("Ad Ad 5d 5d 4d 4d"), trump)
    False
    """

def trick_winner(
    plays: Iterable[Cards],
    trump: Trump,
    rules: Rules | None = None,
    units: _Units | None = None,
) -> int:
    """Return which play wins a trick, complete or not (R1-R3).

    Parameters
    ----------
    plays : sequence of Cards
        One to four plays in playing order, the lead first; all have as many cards as it.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `ruff_compare` and `ruff_cover` matter.
    units : iterable of Unit or Cards, optional
        The units that the leader named (C6); by default the canonical ones (C5).

    Returns
    -------
    int
        Index into `plays`.

    Raises
    ------
    CardsError
        No plays or more than four, plays of another length than the lead, or a lead of
        several suits.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> plays = [Cards(text) for text in ("Ad Kd", "3s 4s", "5d 6d", "2s 7s")]
    >>> trick_winner(plays, Trump("10", "s"))
    3
    """
