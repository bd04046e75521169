"""Actions: what is done in a match, each a small value that JSON can hold.

`Action.to_dict` and `Action.from_dict` write and read them; `Match.apply` carries them out.

What a player does has a seat, and `by_player` is True; the rest is for the table to do: it deals,
draws seats and cards, notes who has fled, and begins the next round. `DrawSeat` and `DrawCard` may
name what was drawn, so that records can be played again: whoever may send them chooses it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Self

from .cards import Cards, format_kind, parse_kind
from .errors import CardsError, RulesError
from .units import Unit

__all__ = [
    "Action",
    "Bury",
    "Deal",
    "Declare",
    "DrawCard",
    "DrawSeat",
    "Exchange",
    "Flee",
    "NameCard",
    "NextRound",
    "Pass",
    "Play",
    "TakeKitty",
]

_MOST_DEALT = 156  # three decks less their kitty
_KINDS: dict[str, type[Action]] = {}


@dataclass(frozen=True, slots=True)
class Action:
    """Be the base of every action.

    Attributes
    ----------
    name : str
        As JSON has it; of the class.
    by_player : bool
        Whether a player does it, for the seat that it names; of the class. A server that takes
        actions from clients refuses all others, and those of another seat than the client's.

    Examples
    --------
    >>> Declare(1, Cards("2s 2s")).to_dict()
    {'action': 'declare', 'seat': 1, 'cards': '2s 2s'}
    >>> Action.from_dict({"action": "pass", "seat": 3})
    Pass(seat=3)
    >>> Pass.by_player, Deal.by_player
    (True, False)
    """

    name: ClassVar[str] = "action"
    by_player: ClassVar[bool] = False

    def __init_subclass__(cls, name: str = "", by_player: bool = False, **more: Any) -> None:
        # a class with slots is made twice, the second time from the first and without a name
        if name:
            cls.name = name
            cls.by_player = by_player
        _KINDS[cls.name] = cls

    def to_dict(self) -> dict[str, Any]:
        """Return the action as a dict of strings and numbers, for JSON."""
        written: dict[str, Any] = {"action": self.name}
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            if isinstance(value, Cards):
                value = str(value)
            elif field.name == "card":
                value = format_kind(value)
            elif field.name == "units":
                value = [str(unit) for unit in value]
            written[field.name] = value
        return written

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote.

        Parameters
        ----------
        data : mapping
            The name of the action under ``"action"``, and its fields.

        Returns
        -------
        Action
            An action of the class asked, or of any when `Action` itself is asked.

        Raises
        ------
        RulesError
            An unknown action, a field it does not have, one that is missing, or a seat or number
            out of range.
        NotationError, CardsError
            Cards that are none.
        TypeError
            A value of a wrong type.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"an action is a mapping, not {type(data).__name__}")
        name = data.get("action")
        kind = _KINDS.get(name) if isinstance(name, str) else None
        if kind is None or not issubclass(kind, cls):
            known = ", ".join(key for key, found in _KINDS.items() if issubclass(found, cls))
            raise RulesError(f"unknown action {str(name)[:40]!r}: must be one of {known}")
        needed = {field.name: field.default is MISSING for field in fields(kind)}
        for key in data:
            if key != "action" and key not in needed:
                raise RulesError(f"{name} has no {str(key)[:40]!r}: it has {list(needed)}")
        for key, is_needed in needed.items():
            if is_needed and key not in data:
                raise RulesError(f"{name} needs {key!r}")
        return kind(**{key: _read(key, data[key]) for key in needed if key in data})


def _read(key: str, value: Any) -> Any:
    """A field from JSON."""
    if key == "cards":
        if not isinstance(value, str):
            raise TypeError(f"cards are a str, not {type(value).__name__}")
        return Cards(value)
    if key == "card" and value is not None:
        if not isinstance(value, str):
            raise TypeError(f"card is a str, not {type(value).__name__}")
        return parse_kind(value)
    if key == "units" and value is not None:
        if not isinstance(value, list):
            raise TypeError(f"units are a list, not {type(value).__name__}")
        if not all(isinstance(unit, str) for unit in value):
            raise TypeError("a unit is a str")
        return tuple(Cards(unit) for unit in value)
    return value


def _number(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise TypeError(f"{name} is an int, not {type(value).__name__}")
    number = operator.index(value)
    if not least <= number <= most:
        shown = number if number.bit_length() <= 64 else f"a number of {number.bit_length()} bits"
        raise RulesError(f"{name} is from {least} to {most}, not {shown}")
    return number


def _keep_seat(action: Any) -> None:
    object.__setattr__(action, "seat", _number("seat", action.seat, 0, 3))


def _keep_cards(action: Any) -> None:
    if not isinstance(action.cards, Cards):
        raise TypeError(f"cards are Cards, not {type(action.cards).__name__}")


def _keep_card(action: Any) -> None:
    card = action.card
    if isinstance(card, str):
        card = parse_kind(card)
    object.__setattr__(action, "card", _number("card", card, 0, 53))


@dataclass(frozen=True, slots=True)
class DrawSeat(Action, name="draw_seat"):
    """Draw a seat at random: who is dealt the first card (D4), or who deals (B4).

    The table does; a client who may send it chooses the seat.

    Parameters
    ----------
    seat : int, optional
        The seat drawn; by default the match draws it.
    """

    seat: int | None = None

    def __post_init__(self) -> None:
        if self.seat is not None:
            _keep_seat(self)


@dataclass(frozen=True, slots=True)
class Deal(Action, name="deal"):
    """Deal the next cards, one after another (D4).

    Parameters
    ----------
    count : int
        How many cards; `Match.undealt` are left.
    """

    count: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", _number("count", self.count, 1, _MOST_DEALT))


@dataclass(frozen=True, slots=True)
class Declare(Action, name="declare", by_player=True):
    """Declare trumps (B1, B2, B5).

    Parameters
    ----------
    seat : int
    cards : Cards
        All cards of the declaration. To protect, those that lie before the seats already as
        well: after ``2s`` the declarer protects with ``2s 2s``.
    """

    seat: int
    cards: Cards

    def __post_init__(self) -> None:
        _keep_seat(self)
        _keep_cards(self)


@dataclass(frozen=True, slots=True)
class Pass(Action, name="pass", by_player=True):
    """Declare nothing more after the deal (B1), or leave the kitty where it is (B6)."""

    seat: int

    def __post_init__(self) -> None:
        _keep_seat(self)


@dataclass(frozen=True, slots=True)
class DrawCard(Action, name="draw_card"):
    """Draw the card of the kitty that makes trumps when nobody has declared (B4).

    The table does; a client who may send it chooses the card, and learns which are there.

    Parameters
    ----------
    card : int or str, optional
        The kind drawn, or its notation; by default the match draws it.
    """

    card: int | None = None

    def __post_init__(self) -> None:
        if self.card is not None:
            _keep_card(self)


@dataclass(frozen=True, slots=True)
class TakeKitty(Action, name="take_kitty", by_player=True):
    """Take the kitty up, for the dealer (B6)."""

    seat: int

    def __post_init__(self) -> None:
        _keep_seat(self)


@dataclass(frozen=True, slots=True)
class NameCard(Action, name="name_card", by_player=True):
    """Name the card whose holder is the dealer's partner (B7).

    Parameters
    ----------
    seat : int
    card : int or str
        A kind, or its notation.
    """

    seat: int
    card: int

    def __post_init__(self) -> None:
        _keep_seat(self)
        _keep_card(self)


@dataclass(frozen=True, slots=True)
class Bury(Action, name="bury", by_player=True):
    """Bury as many cards as the kitty had (B6)."""

    seat: int
    cards: Cards

    def __post_init__(self) -> None:
        _keep_seat(self)
        _keep_cards(self)


@dataclass(frozen=True, slots=True)
class Exchange(Action, name="exchange", by_player=True):
    """Declare higher when the kitty goes round, and take it up (B6)."""

    seat: int
    cards: Cards

    def __post_init__(self) -> None:
        _keep_seat(self)
        _keep_cards(self)


@dataclass(frozen=True, slots=True)
class Play(Action, name="play", by_player=True):
    """Play cards to a trick (E1).

    Parameters
    ----------
    seat : int
    cards : Cards
        A throw is given whole, whether or not it stands.
    units : tuple of Cards, optional
        The units that the leader names (C6).
    """

    seat: int
    cards: Cards
    units: tuple[Cards, ...] | None = None

    def __post_init__(self) -> None:
        _keep_seat(self)
        _keep_cards(self)
        if self.units is not None:
            if isinstance(self.units, (str, bytes, Cards)) or not isinstance(self.units, Iterable):
                raise TypeError(f"units are Cards, not {type(self.units).__name__}")
            units = tuple(u.cards if isinstance(u, Unit) else u for u in self.units)
            if not all(isinstance(unit, Cards) for unit in units):
                raise TypeError("a unit is Cards")
            try:
                together = sum(units, Cards())
            except CardsError:
                together = None
            if together != self.cards:
                raise CardsError(f"the units do not make up '{self.cards}' (C6)")
            object.__setattr__(self, "units", units)


@dataclass(frozen=True, slots=True)
class Flee(Action, name="flee"):
    """Note that a seat has fled from the round; it is played on and settled so (S1)."""

    seat: int

    def __post_init__(self) -> None:
        _keep_seat(self)


@dataclass(frozen=True, slots=True)
class NextRound(Action, name="next_round"):
    """Begin the next round."""
