"""Phases: what a match waits for, from the draw of a seat to its end."""

from __future__ import annotations

import enum

__all__ = ["Phase"]


class Phase(enum.Enum):
    """Name what a match waits for.

    Attributes
    ----------
    DRAW_SEAT
        Without a dealer, the seat that is dealt the first card (D4): `DrawSeat`.
    DEALING
        The next card: `Deal`; any seat may `Declare` (B1).
    DECLARING
        All cards are dealt; any seat may `Declare`, until every one has said `Pass` since the
        last declaration (B1).
    DRAW_DEALER
        Nobody has declared and there is no dealer: `DrawSeat` (B4).
    DRAW_CARD
        Nobody has declared and a card of the kitty is drawn, by the table: `DrawCard` (B4).
    TAKE_KITTY
        The dealer: `TakeKitty` (B6).
    NAME_PARTNER
        The dealer: `NameCard` (B7).
    BURY
        Who has taken the kitty up: `Bury` (B6).
    EXCHANGE
        Seat after seat: `Exchange` or `Pass` (B6).
    PLAY
        Seat after seat: `Play` (E1).
    ROUND_OVER
        `NextRound`.
    OVER
        Nothing: the match has been won.
    """

    DRAW_SEAT = "draw_seat"
    DEALING = "dealing"
    DECLARING = "declaring"
    DRAW_DEALER = "draw_dealer"
    DRAW_CARD = "draw_card"
    TAKE_KITTY = "take_kitty"
    NAME_PARTNER = "name_partner"
    BURY = "bury"
    EXCHANGE = "exchange"
    PLAY = "play"
    ROUND_OVER = "round_over"
    OVER = "over"
