"""What a seat may know of a match, in every phase of it (rules B, P2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .cards import Cards, format_kind
from .declarations import Declaration
from .openings import Opening
from .partners import shown_copies, sure_partner
from .phases import Phase
from .plain import plain
from .rounds import Round
from .trump import Trump
from .views import RoundResult, View

__all__ = ["MatchView", "RoundRecord", "known_partner", "seat_view"]


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """Hold a round that has ended, as everybody may know it.

    Attributes
    ----------
    number : int
        From 1.
    dealer, partner : int
        The partner is the dealer himself if he played alone (B7).
    trump : Trump
    crown : bool
        Whether the dealer's side played its crown (M4).
    declaration : Declaration or None
        The one that stood; None when nobody declared.
    result : RoundResult
        Points, kitty and the change of levels (E1, K, L).
    doubles : int
        How often overrides and exchanges doubled the base (B6).
    fled : int or None
        The seat that fled (S1).
    levels : tuple of str
        The level of each seat afterwards.
    crowns : tuple of bool
        For each seat whether it is at the crown afterwards.
    paid : tuple of int
        What each seat won by the settlement (S).
    house : int
        What the house won (S1).
    """

    number: int
    dealer: int
    partner: int
    trump: Trump
    crown: bool
    declaration: Declaration | None
    result: RoundResult
    doubles: int
    fled: int | None
    levels: tuple[str, ...]
    crowns: tuple[bool, ...]
    paid: tuple[int, ...]
    house: int

    def to_dict(self) -> dict[str, Any]:
        """Return the record for JSON, by the names of its attributes; see `MatchView.to_dict`."""
        written: dict[str, Any] = plain(replace(self, declaration=None))
        if self.declaration is not None:
            written["declaration"] = _declared(self.declaration)
        return written


@dataclass(frozen=True, slots=True)
class MatchView:
    """Hold what one seat may know of a match, and nothing else.

    Attributes
    ----------
    seat : int
        Whose view it is.
    phase : Phase
    turn : int or None
        The seat that is to act, as `Match.turn`.
    actors : tuple of int
        The seats that may act, as `Match.actors`.
    round_number : int
        From 1.
    dealer : int or None
        None while the deal is contested.
    level : str or None
        The level played; None while the deal is contested.
    crown : bool
        Whether the dealer's side plays its crown (M4).
    trump : Trump or None
        The trumps as they stand; None while there are none.
    levels : tuple of str
        The level of each seat; partners who sit opposite share theirs.
    crowns : tuple of bool
        For each seat whether it is at the crown.
    scores : tuple of int
        What each seat has won by the settlement.
    hand : Cards
        The cards that the seat holds, the kitty included that it has taken up.
    counts : tuple of int
        How many cards each seat holds.
    undealt : int
        How many cards are still to be dealt to seats.
    declarations : tuple of Declaration
        What has been declared in this round, the one that stands last.
    passed : tuple of int
        The seats that have passed since anything was declared.
    doubles : int
        How often overrides and exchanges have doubled the base (B6).
    turned : int or None
        The card of the kitty that made trumps when nobody declared (B4).
    named : int or None
        The card that the dealer named (B7).
    partner : int or None
        The dealer's partner, himself if he plays alone; None while the seat cannot know (B7).
    kitty : Cards or None
        What the seat has taken up while it is to bury, or has buried; what is buried also where
        the rules show it (B6), and for all when the round is over.
    play : View or None
        The play of the round; None before it.
    rounds : tuple of RoundRecord
        The rounds that have ended.
    winners : tuple of int
        The seats that have won the match.
    """

    seat: int
    phase: Phase
    turn: int | None
    actors: tuple[int, ...]
    round_number: int
    dealer: int | None
    level: str | None
    crown: bool
    trump: Trump | None
    levels: tuple[str, ...]
    crowns: tuple[bool, ...]
    scores: tuple[int, ...]
    hand: Cards
    counts: tuple[int, ...]
    undealt: int
    declarations: tuple[Declaration, ...]
    passed: tuple[int, ...]
    doubles: int
    turned: int | None
    named: int | None
    partner: int | None
    kitty: Cards | None
    play: View | None
    rounds: tuple[RoundRecord, ...]
    winners: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the view for JSON, by the names of its attributes.

        Returns
        -------
        dict
            `phase` by its value, cards in notation (``"Td As"``; `turned` and `named` too), the
            trump as the arguments of `Trump`, `play` as `View.to_dict` has it, a declaration as
            its seat, its level, the suit it makes trump, its cards, those shown by each seat and
            how it was made, a round by the attributes of `RoundRecord`.

        Examples
        --------
        >>> from tractor_core import Match
        >>> seen = Match(rng=1, dealer=2).view(0).to_dict()
        >>> seen["phase"], seen["dealer"], seen["hand"], seen["undealt"]
        ('dealing', 2, '', 100)
        """
        written: dict[str, Any] = plain(replace(self, declarations=(), rounds=(), play=None))
        written["declarations"] = [_declared(found) for found in self.declarations]
        written["turned"] = None if self.turned is None else format_kind(self.turned)
        written["named"] = None if self.named is None else format_kind(self.named)
        written["play"] = None if self.play is None else self.play.to_dict()
        written["rounds"] = [record.to_dict() for record in self.rounds]
        return written


def _declared(found: Declaration) -> dict[str, Any]:
    """A declaration for JSON; of what its cards say the suit is enough."""
    written: dict[str, Any] = {name: plain(getattr(found, name)) for name in _DECLARED}
    return written


_DECLARED = ("seat", "level", "suit", "cards", "shown", "how")


def known_partner(opening: Opening, round: Round | None, seat: int) -> int | None:
    """Name the partner where one is found (B7), if a seat can be sure of him."""
    if opening.named is None or opening.dealer is None:
        return None
    card = opening.named
    shown = [0] * 4 if round is None else shown_copies(round, card, opening.takers)
    for declaration in opening.declarations:
        if declaration.how != "exchange":
            for other, cards in enumerate(declaration.shown):
                shown[other] = max(shown[other], cards.count(card))
    decks = opening.rules.decks
    return sure_partner(opening.dealer, decks, seat, opening.named_held[seat], shown)


def seat_view(round: Round, seat: int, *, kitty: bool, partner: int | None) -> View:
    """Give the view of a round, by what the seat knows of the kitty and of the partner.

    Parameters
    ----------
    round : Round
    seat : int
    kitty : bool
        Whether the seat knows what is buried.
    partner : int or None
        The partner, if it knows him.

    Returns
    -------
    View
        That of `Round.view`, in which the dealer knows the kitty and the partner himself.
    """
    view: View = round.view(seat)
    unseen = view.unseen
    if unseen is not None and kitty and view.kitty is None:
        unseen = unseen - round.kitty
    elif unseen is not None and not kitty and view.kitty is not None:
        unseen = unseen + round.kitty
    return replace(
        view,
        kitty=round.kitty if kitty else None,
        unseen=unseen,
        partner=partner,
        points=None if partner is None else round.points,
    )
