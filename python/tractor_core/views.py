"""What a round shows: tricks, its result, and what one seat may know (rules E, K, L, P2)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from .cards import Cards
from .plain import plain
from .rules import Rules
from .scoring import LevelChange
from .trump import Trump
from .units import Unit

__all__ = ["RoundResult", "TrickRecord", "View"]

_Suit: TypeAlias = Literal["trump", "d", "c", "h", "s"]


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """Hold one trick, complete or in play.

    Attributes
    ----------
    leader : int
        The seat that led.
    plays : tuple of Cards
        One to four plays in playing order, what was led first.
    units : tuple of Unit
        The units led (C6).
    returned : Cards
        What a failed throw gave back to the leader (T4); empty if the lead stood. The throw
        that was shown is ``plays[0] + returned``.
    winner : int or None
        The seat that won it; None while it is in play.
    points : int
        Its points; 0 while it is in play.
    """

    leader: int
    plays: tuple[Cards, ...]
    units: tuple[Unit, ...]
    returned: Cards
    winner: int | None
    points: int

    @property
    def lead(self) -> Cards:
        """What was led."""
        return self.plays[0]

    @property
    def failed(self) -> bool:
        """Whether the lead was a throw that did not stand."""
        return bool(self.returned)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Hold how a round ended.

    Attributes
    ----------
    points : int
        The attackers' points, the kitty and penalties included (E1).
    kitty_points : int
        The points buried.
    multiplier : int
        What they were multiplied by; 0 if the attackers did not win the last trick (K).
    last_trick : {"dealer", "attackers"}
        The side that won the last trick; the side that did not revoke if a revoke ended it.
    change : LevelChange
        Who gains how many levels and has the deal next (L, P1).
    revoked : int or None
        The seat whose revoke ended the round (P1).
    """

    points: int
    kitty_points: int
    multiplier: int
    last_trick: Literal["dealer", "attackers"]
    change: LevelChange
    revoked: int | None


@dataclass(frozen=True, slots=True)
class View:
    """Hold what one seat may know of a round, and nothing else.

    Attributes
    ----------
    seat : int
        Whose view it is.
    hand : Cards
        Its cards.
    kitty : Cards or None
        The cards buried, for the dealer who has buried them or where the rules show them (B6).
    trump : Trump
    dealer : int
    partner : int or None
        The dealer's partner; None where the rules keep him secret (B7) and the seat cannot know.
    turn : int or None
    points : int or None
        The attackers' points so far; None where the seat cannot know who they are (B7).
    counts : tuple of int
        How many cards each seat has left.
    tricks : tuple of TrickRecord
        The tricks so far, the one in play last; only the last complete one and the one in play
        under ``no_review`` (P2).
    voids : tuple of frozenset of str
        For each seat the suits of which play has shown that it holds none.
    no_pairs : tuple of frozenset of str
        For each seat the suits of which play has shown that it holds no pair (voids included).
    unseen : Cards or None
        The cards that are in other hands or the kitty as far as the seat can tell; None for a
        partial round, where they cannot be counted.
    rules : Rules
    """

    seat: int
    hand: Cards
    kitty: Cards | None
    trump: Trump
    dealer: int
    partner: int | None
    turn: int | None
    points: int | None
    counts: tuple[int, ...]
    tricks: tuple[TrickRecord, ...]
    voids: tuple[frozenset[_Suit], ...]
    no_pairs: tuple[frozenset[_Suit], ...]
    unseen: Cards | None
    rules: Rules

    def to_dict(self) -> dict[str, Any]:
        """Return the view for JSON, by the names of its attributes.

        Returns
        -------
        dict
            Cards and units are strings in notation (``"Td As"``), the trump a dict of the
            arguments of `Trump`, a trick one of the attributes of `TrickRecord`, suits sorted
            lists. The rules, which stay as they are, are left out: `Rules.to_dict` has them.

        Examples
        --------
        >>> from tractor_core import Round, Trump
        >>> hands = [Cards("Ac"), Cards("Kc"), Cards("5c"), Cards("9c")]
        >>> round = Round(hands, Cards("Td"), 0, Trump("2", "h"), partial=True)
        >>> _ = round.play(Cards("Ac"))
        >>> seen = round.view(1).to_dict()
        >>> seen["hand"], seen["counts"], seen["tricks"][0]["plays"], seen["kitty"]
        ('Kc', [0, 1, 1, 1], ['Ac'], None)
        """
        return {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name != "rules"}
