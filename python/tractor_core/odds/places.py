"""The places and suits of a deal that a question means, and which of them are alike."""

from __future__ import annotations

from typing import Literal

from ..cards import Cards
from ..dealing import Dealing
from ..errors import RulesError
from ..trump import Trump, order, suit_of

Hand = int | Literal["each", "any", "side", "rivals", "kitty"]

KITTY = 4
HANDS = ("each", "any", "side", "rivals", "kitty")
NAMES = {"d": "diamonds", "c": "clubs", "h": "hearts", "s": "spades", "trump": "trumps"}


def need_trump(trump: Trump | None) -> Trump:
    if trump is None:
        raise TypeError("the question depends on the order of cards: give a Trump")
    return trump


def known_of(dealing: Dealing, place: int) -> Cards:
    """The known cards of a seat, or of the kitty."""
    return dealing.kitty if place == KITTY else dealing.hands[place]


def size_of(dealing: Dealing, places: tuple[int, ...]) -> int:
    """Most cards that one of the places gets."""
    sizes = (*dealing.hand_sizes, dealing.kitty_size)
    return max(sizes[place] for place in places)


def _alike(dealing: Dealing, seats: tuple[int, ...]) -> bool:
    return len({(dealing.hands[seat], dealing.hand_sizes[seat]) for seat in seats}) == 1


def places_of(hand: Hand, dealing: Dealing) -> tuple[tuple[int, ...], str]:
    """The places that a hand stands for, and how they are joined; copies are alike."""
    if isinstance(hand, int):
        return (hand,), "each"
    if hand == "kitty":
        return (KITTY,), "each"
    if hand == "any":
        return (0, 1, 2, 3), "most"
    if hand == "rivals":
        return (1, 3), "sides"
    if hand == "side":
        sides = [
            sorted((tuple(dealing.hands[seat]), dealing.hand_sizes[seat]) for seat in side)
            for side in ((0, 2), (1, 3))
        ]
        return ((0, 1, 2, 3) if sides[0] == sides[1] else (0, 2)), "sides"
    seats: tuple[int, ...] = (0, 1, 2, 3)
    if not _alike(dealing, seats):
        seats = tuple(seat for seat in seats if not dealing.hands[seat])
    if not seats or not _alike(dealing, seats):
        raise RulesError(
            "hand 'each' needs hands that are alike, but their known cards or sizes differ: "
            "name a seat"
        )
    return seats, "each"


def suits_of(suit: str, trump: Trump, dealing: Dealing) -> tuple[str, ...] | None:
    """The suits that a suit stands for, copies alike; None for any."""
    if suit == "any":
        return None
    if suit == trump.suit:
        raise RulesError(f"{NAMES[suit]} are trumps under {trump}: ask for suit 'trump'")
    if suit != "side":
        return (suit,)
    suits = tuple(name for name in order(trump) if name != "trump")
    for cards in (*dealing.hands, dealing.kitty, dealing.stock):
        seen = {
            name: [kind % 13 for kind in cards if suit_of(kind, trump) == name] for name in suits
        }
        for name in suits[1:]:
            if seen[name] != seen[suits[0]]:
                raise RulesError(f"the side suits are not alike, as {cards} shows: name a suit")
    return suits


def kinds_of(suit: str, trump: Trump) -> int:
    """How many kinds the largest such suit has."""
    steps = order(trump)
    if suit == "any":
        return 54
    if suit == "side":
        return max(sum(map(len, steps[name])) for name in steps if name != "trump")
    return sum(map(len, steps[suit]))


def who(hand: Hand) -> str:
    if isinstance(hand, int):
        return f"seat {hand}"
    return {
        "each": "a given hand",
        "any": "some hand",
        "side": "a side",
        "rivals": "the other side",
        "kitty": "the kitty",
    }[hand]


def where(suit: str) -> str:
    if suit == "any":
        return ""
    return " in a given side suit" if suit == "side" else f" in {NAMES[suit]}"
