"""What the questions are given, checked and brought into one form."""

from __future__ import annotations

import operator
import re
from typing import Any

from ..cards import Cards, parse_kind
from ..errors import CardsError, NotationError, RulesError
from .places import HANDS, Hand

RANKS = "23456789TJQKA"
SUITS = "dchs"
MOST = 32767  # more than any number that is counted
_PATTERN = re.compile(r"(?:10|[2-9TJQKA]|\s)+", re.IGNORECASE)


def whole(name: str, value: Any, least: int, most: int) -> int:
    """An int from least to most."""
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    try:
        number = operator.index(value)
    except TypeError:  # an array that is no scalar
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    if not least <= number <= most:
        shown = number if number.bit_length() <= 64 else f"an int of {number.bit_length()} bits"
        raise RulesError(f"{name} is from {least} to {most}, not {shown}")
    return number


def flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return value


def one_of(name: str, value: Any, names: tuple[str, ...]) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if value not in names:
        raise RulesError(f"{name} is one of {', '.join(map(repr, names))}, not {value!r}")
    return value


def read_cards(name: str, cards: Any) -> Cards:
    """Cards, given so or in notation."""
    if isinstance(cards, str):
        return Cards(cards)
    if not isinstance(cards, Cards):
        raise TypeError(f"{name} must be Cards or a str, not {type(cards).__name__}")
    return cards


def read_hand(hand: Any) -> Hand:
    if isinstance(hand, str):
        if hand not in HANDS:
            allowed = ", ".join(map(repr, HANDS))
            raise RulesError(f"hand is a seat from 0 to 3 or one of {allowed}, not {hand!r}")
        return hand  # type: ignore[return-value]
    return whole("hand", hand, 0, 3)


def read_suit(suit: Any, *others: str) -> str:
    """The letter of a suit, or one of the other words."""
    if not isinstance(suit, str):
        raise TypeError(f"suit must be a str, not {type(suit).__name__}")
    name = suit.strip().lower()
    if name in others:
        return name
    try:
        return SUITS[parse_kind("2" + suit.strip()) // 13]
    except NotationError:
        allowed = ", ".join(map(repr, (*SUITS, *others)))
        raise RulesError(f"suit is one of {allowed}, not {suit!r}") from None


def read_between(between: Any) -> tuple[int, int] | None:
    if between is None:
        return None
    if isinstance(between, (str, bytes)) or not hasattr(type(between), "__iter__"):
        raise TypeError(f"between must be two ints, not {type(between).__name__}")
    limits = tuple(between)
    if len(limits) != 2:
        raise RulesError(f"between is two ints, not {len(limits)}")
    least, most = (whole("a limit", limit, 0, MOST) for limit in limits)
    if least > most:
        raise RulesError(f"nothing lies between {least} and {most}")
    return least, most


def read_level(level: Any) -> str:
    """The letter of a level, given as `Trump` takes it."""
    from ..trump import Trump

    return Trump(level).level


def _letters(ranks: str) -> str:
    return "".join(ranks.upper().replace("10", "T").split())


def read_lead(lead: Any) -> tuple[Cards | None, str | None]:
    """Cards; or the ranks, high to low, of a lead that may be of any side suit."""
    if isinstance(lead, str) and lead.strip() and _PATTERN.fullmatch(lead):
        return None, "".join(sorted(_letters(lead), key=RANKS.index, reverse=True))
    cards = read_cards("a lead", lead)
    if not cards:
        raise CardsError("a lead holds no cards")
    return cards, None


def read_ranks(name: str, ranks: Any) -> str:
    """Ranks, high to low, given as a str such as "A K"."""
    if not isinstance(ranks, str):
        raise TypeError(f"{name} must be a str of ranks, not {type(ranks).__name__}")
    if ranks.strip() and not _PATTERN.fullmatch(ranks):
        raise NotationError(f"{name} is ranks such as 'A K', not {ranks!r}", ranks, 0)
    letters = _letters(ranks)
    return "".join(rank for rank in reversed(RANKS) if rank in letters)
