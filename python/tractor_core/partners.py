"""Partners: who holds the card that the dealer has named, and who can be sure of it (rule B7)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .knowledge import MatchView
    from .rounds import Round
    from .views import View

__all__ = ["nearest_holder", "partners_of", "shown_copies", "sure_partner"]


def nearest_holder(dealer: int, held: Sequence[int]) -> int:
    """Name the partner by how many copies of the card named each seat holds (B7).

    Parameters
    ----------
    dealer : int
    held : sequence of four ints
        Copies held, the kitty counted as the dealer's.

    Returns
    -------
    int
        The other holder nearest to the dealer in playing order; the dealer if there is none.

    Examples
    --------
    >>> nearest_holder(0, (1, 0, 1, 0)), nearest_holder(0, (2, 0, 0, 0))
    (2, 0)
    """
    for step in (1, 2, 3):
        if held[(dealer + step) % 4]:
            return (dealer + step) % 4
    return dealer


def sure_partner(dealer: int, decks: int, seat: int, held: int, shown: Sequence[int]) -> int | None:
    """Name the partner if a seat can be sure of him (B7).

    Parameters
    ----------
    dealer : int
    decks : int
        There are so many copies of the card named.
    seat : int
        Who asks.
    held : int
        How many copies it held itself when the card was named.
    shown : sequence of four ints
        How many copies each seat has shown that it held then.

    Returns
    -------
    int or None
        The partner; None when copies that are hidden may still decide otherwise.

    Examples
    --------
    >>> sure_partner(0, 2, 1, 1, (0, 0, 0, 0))
    1
    >>> sure_partner(0, 2, 2, 1, (0, 0, 0, 0)) is None
    True
    >>> sure_partner(0, 2, 2, 1, (0, 0, 0, 1))
    2
    """
    known = list(shown)
    known[seat] = held
    others = [other for other in range(4) if other != seat]
    found = set()
    for owners in itertools.combinations_with_replacement(others, decks - sum(known)):
        copies = list(known)
        for owner in owners:
            copies[owner] += 1
        found.add(nearest_holder(dealer, copies))
    return found.pop() if len(found) == 1 else None


def shown_copies(round: Round | View, card: int, takers: Iterable[int]) -> list[int]:
    """Count the copies of a card that each seat has shown to have held at the naming (B7).

    What a seat plays that has exchanged since (`takers`) may have come from the kitty.
    """
    shown = [0] * 4
    for trick in round.tricks:
        for i, play in enumerate(trick.plays):
            shown[(trick.leader + i) % 4] += play.count(card)
    for seat in takers:
        shown[seat] = 0
    return shown


def partners_of(match: MatchView, deals: NDArray[np.uint64]) -> list[int]:
    """Name the partner in each of several deals of the cards that a seat does not see (B7).

    Parameters
    ----------
    match : MatchView
        With a card named, all tricks in view, and no exchange since.
    deals : ndarray of uint64, shape (n, 5, 3)
        Hands and kitty as they are now.

    Returns
    -------
    list of int
        The dealer where he plays alone.
    """
    play, card = match.play, match.named
    assert play is not None
    assert card is not None
    held = (deals >> np.uint64(card) & np.uint64(1)).sum(axis=2).astype(int)
    held[:, :4] += shown_copies(play, card, ())
    held[:, play.dealer] += held[:, 4]
    return [nearest_holder(play.dealer, row) for row in held.tolist()]
