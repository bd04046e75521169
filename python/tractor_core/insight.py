"""Insight: what a seat can tell of the cards that it does not see, and deals of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .cards import Cards
from .deals import Deals
from .errors import RulesError
from .hidden import Hidden
from .views import TrickRecord, View

if TYPE_CHECKING:
    from .dealing import _Rng
    from .knowledge import MatchView

__all__ = ["hidden_of", "read_view", "sample_hidden", "sees_all_tricks", "shown_cards"]

_Four = tuple[Cards, Cards, Cards, Cards]
_SEATS = range(4)


def read_view(view: View | MatchView) -> tuple[View, MatchView | None]:
    """Give the view of the round in play, and that of the match if it is one."""
    if isinstance(view, View):
        return view, None
    from .knowledge import MatchView  # matches are loaded only where they are played

    if not isinstance(view, MatchView):
        raise TypeError(f"view is a View or a MatchView, not {type(view).__name__}")
    if view.play is None:
        raise RulesError("nothing is played yet: a view before the first lead hides the deal")
    return view.play, view


def _followed(shown: list[Cards], tricks: Iterable[TrickRecord]) -> None:
    """Take what is played from what was shown, and add what failed throws show."""
    for trick in tricks:
        for i, play in enumerate(trick.plays):
            seat = (trick.leader + i) % 4
            if i == 0 and trick.failed:
                shown[seat] |= play + trick.returned
            shown[seat] -= shown[seat] & play


def shown_cards(view: View | MatchView) -> _Four:
    """Name the cards that seats have shown and still hold.

    Parameters
    ----------
    view : View or MatchView

    Returns
    -------
    tuple of four Cards
        What failed throws gave back (T4) and has not been played since; in the view of a match
        also what was declared with, but for seats that have taken up the kitty: they may have
        buried it. Under ``no_review`` (P2) only what the tricks in the view tell.

    Examples
    --------
    >>> from tractor_core.rounds import Round
    >>> from tractor_core.trump import Trump
    >>> hands = [Cards("Ac 3c"), Cards("Kc 4d"), Cards("5c 6d"), Cards("9c 7d")]
    >>> round = Round(hands, Cards("Td"), 0, Trump("2", "h"), partial=True)
    >>> str(round.play(Cards("Ac 3c")))
    '3c'
    >>> [str(cards) for cards in shown_cards(round.view(1))]
    ['Ac', '', '', '']
    """
    play, match = read_view(view)
    shown = [Cards()] * 4
    if match is not None and sees_all_tricks(play):
        took_up = {play.dealer}
        took_up |= {made.seat for made in match.declarations if made.how == "exchange"}
        for made in match.declarations:
            for seat in _SEATS:
                if seat not in took_up:
                    shown[seat] |= made.shown[seat]
    _followed(shown, play.tricks)
    first, second, third, fourth = shown
    return first, second, third, fourth


def sees_all_tricks(play: View) -> bool:
    """Tell whether no trick is kept from the seat (P2): then its cards are whole decks."""
    if play.unseen is None:
        return False
    seen = [*play.hand, *play.unseen, *(play.kitty or ())]
    for trick in play.tricks:
        for cards in trick.plays:
            seen += cards
    return sorted(seen) == sorted(list(range(54)) * (len(seen) // 54))


def hidden_of(view: View | MatchView) -> Hidden:
    """Gather what a view tells of the hidden cards, ready to be dealt.

    Parameters
    ----------
    view : View or MatchView
        What a seat may know, from `Round.view` or `Match.view`.

    Returns
    -------
    Hidden
        The unseen cards, with the cards left to each seat, the voids and missing pairs that play
        has shown, and `shown_cards`. The seat's own hand, and the kitty where it knows it, are
        part of every deal.

    Raises
    ------
    RulesError
        A view of a partial round, which cannot tell what is unseen; a match that is not in play.

    Notes
    -----
    Not used: what a throw that stood, a tractor or a triple not played, and the choice among
    legal plays may tell. A failed throw says nothing of the hands that broke it.

    Examples
    --------
    >>> from tractor_core.rounds import Round
    >>> from tractor_core.trump import Trump
    >>> deck = [kind for kind in range(54) for _ in range(2)]
    >>> hands = [Cards(deck[seat:100:4]) for seat in range(4)]
    >>> round = Round(hands, Cards(deck[100:]), 0, Trump("2", "h"))
    >>> hidden_of(round.view(0)).sizes, hidden_of(round.view(1)).sizes
    ((0, 25, 25, 25, 0), (25, 0, 25, 25, 8))
    """
    play, _ = read_view(view)
    if play.unseen is None:
        raise RulesError("the view is of a partial round, which does not tell what is unseen")
    others = [seat for seat in _SEATS if seat != play.seat]
    sizes = [0 if seat == play.seat else play.counts[seat] for seat in _SEATS]
    shown = shown_cards(view)
    seen = {play.seat: play.hand}
    if play.kitty is not None:
        seen[4] = play.kitty
    return Hidden(
        play.unseen,
        [*sizes, len(play.unseen) - sum(sizes)],
        known={seat: shown[seat] for seat in others},
        voids={seat: play.voids[seat] for seat in others},
        no_pairs={seat: play.no_pairs[seat] - play.voids[seat] for seat in others},
        seen=seen,
        trump=play.trump,
    )


def sample_hidden(view: View | MatchView, n: int, rng: _Rng = None) -> Deals:
    """Deal the cards that a seat does not see, evenly over all deals that fit its view.

    Parameters
    ----------
    view : View or MatchView
        What the seat may know, from `Round.view` or `Match.view`.
    n : int
        How many deals.
    rng : int, SeedSequence or Generator, optional
        A seed, or the source of randomness; fresh entropy by default.

    Returns
    -------
    Deals
        Four hands and the kitty; what the seat knows of them is the same in every deal. Each
        fits the cards left to the seats, the voids and the suits without a pair that play has
        shown, and the cards shown by throws that failed; all such deals are as likely.

    Raises
    ------
    RulesError
        A view of a partial round, which cannot tell what is unseen; a match that is not in play.
    ValueError
        A negative n, or one beyond any memory.

    See Also
    --------
    hidden_of : for many calls on one view.

    Examples
    --------
    >>> from tractor_core.rounds import Round
    >>> from tractor_core.trump import Trump
    >>> deck = [kind for kind in range(54) for _ in range(2)]
    >>> hands = [Cards(deck[seat:100:4]) for seat in range(4)]
    >>> round = Round(hands, Cards(deck[100:]), 0, Trump("2", "h"))
    >>> deals = sample_hidden(round.view(1), 1000, 7)
    >>> deals
    <1000 deals>
    >>> deals[0].hands[1] == hands[1]
    True
    """
    return Deals(hidden_of(view).sample(n, rng))
