"""Burials: which cards may go into the kitty (rule B6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .cards import Cards
from .errors import RulesError
from .rules import Rules

if TYPE_CHECKING:
    import numpy as np

__all__ = ["check_burial", "legal_burials", "random_burial"]

_POINT_RANKS = (3, 8, 11)  # fives, tens and kings, ranks counted from the two


def _is_point(kind: int) -> bool:
    return kind < 52 and kind % 13 in _POINT_RANKS


def check_burial(cards: Cards, hand: Cards, size: int, rules: Rules | None = None) -> None:
    """Raise why cards may not be buried.

    Parameters
    ----------
    cards : Cards
    hand : Cards
        The hand with the kitty in it.
    size : int
        How many cards the kitty has.
    rules : Rules, optional
        `bury_points` matters.

    Raises
    ------
    RulesError
        A wrong number of cards, one that is not held, or a point card while others are held.

    Examples
    --------
    >>> check_burial(Cards("5s"), Cards("5s 6s"), 1)
    >>> check_burial(Cards("5s"), Cards("5s 6s"), 1, Rules(bury_points=False))
    Traceback (most recent call last):
    tractor_core.errors.RulesError: '5s' is not buried while '6s' is held (B6)
    """
    if len(cards) != size:
        raise RulesError(f"{size} cards are buried, not {len(cards)} (B6)")
    if not cards <= hand:
        raise RulesError(f"the hand '{hand}' does not hold '{cards}' (B6)")
    if rules is None or rules.bury_points:
        return
    points = Cards([kind for kind in cards if _is_point(kind)])
    kept = Cards([kind for kind in hand - cards if not _is_point(kind)])
    if points and kept:
        raise RulesError(f"'{points}' is not buried while '{kept}' is held (B6)")


def legal_burials(hand: Cards, size: int, rules: Rules | None = None) -> Iterator[Cards]:
    """Iterate over the distinct burials, lazily and ascending.

    The parameters are those of `check_burial`.

    Examples
    --------
    >>> [str(cards) for cards in legal_burials(Cards("5s 6s 6s"), 2)]
    ['5s 6s', '6s 6s']
    """
    must, free, left = _choice(hand, size, rules)
    for chosen in _combinations(free, left):
        yield must + Cards(chosen)


def random_burial(hand: Cards, size: int, rules: Rules | None, rng: np.random.Generator) -> Cards:
    """Draw a burial: each card that may be buried is as likely as any other.

    The parameters are those of `check_burial`, and a Generator.
    """
    must, free, left = _choice(hand, size, rules)
    chosen = rng.choice(len(free), left, replace=False)
    return must + Cards([free[i] for i in chosen])


def _choice(hand: Cards, size: int, rules: Rules | None) -> tuple[Cards, list[int], int]:
    """Cards that must be buried, those from which the rest is chosen, and how many those are."""
    kinds = list(hand)
    if rules is None or rules.bury_points:
        return Cards(), kinds, size
    plain = [kind for kind in kinds if not _is_point(kind)]
    if len(plain) >= size:
        return Cards(), plain, size
    return Cards(plain), [kind for kind in kinds if _is_point(kind)], size - len(plain)


def _combinations(kinds: list[int], size: int) -> Iterator[list[int]]:
    """Distinct choices from kinds that ascend."""
    if size == 0:
        yield []
        return
    last = None
    for i in range(len(kinds) - size + 1):
        if kinds[i] != last:
            last = kinds[i]
            for rest in _combinations(kinds[i + 1 :], size - 1):
                yield [last, *rest]
