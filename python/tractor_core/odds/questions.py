"""What is counted in a deal, as frozen values: the questions that make measures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..cards import Cards, format_cards
from ..dealing import Dealing
from ..errors import CardsError, RulesError
from ..measures import Measure
from ..rules import Rules
from ..trump import Trump, order, suit_of
from .inputs import MOST, RANKS, SUITS
from .places import (
    KITTY,
    NAMES,
    Hand,
    kinds_of,
    known_of,
    need_trump,
    places_of,
    size_of,
    suits_of,
    where,
    who,
)

__all__ = [
    "ByArrays",
    "CardsHeld",
    "Declared",
    "Lead",
    "PointsHeld",
    "Question",
    "SuitLength",
    "UnitsHeld",
]

_POINTS = [(5, 1), (10, 2), (13, 2)]  # ranks and what they count, in fives (D3)


class Question(ABC):
    """The base of all questions; a study asks one of its deals.

    Attributes
    ----------
    kind : str
        The name of the question in an identity.
    reads_trump : bool
        Whether the answer depends on the order of cards.
    rules_read : tuple of str
        The options of `Rules` on which it depends.
    """

    kind: ClassVar[str]
    reads_trump: ClassVar[bool] = True
    rules_read: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        """Make what counts it in deals; raises where it cannot be asked of them."""

    @abstractmethod
    def title(self, trump: Trump | None) -> str:
        """Say what is asked."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Give the values as JSON has them."""

    @property
    def event(self) -> bool:
        """Whether what is asked is how often something is so."""
        return False

    def values(self, bins: int) -> tuple[int, ...]:
        """What each bin stands for."""
        return tuple(range(bins))

    def labels(self, bins: int) -> tuple[str, ...]:
        """What each bin is called."""
        return ("no", "yes") if self.event else tuple(map(str, self.values(bins)))


def mask_of(kinds: Iterable[int]) -> int:
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


class ByArrays(Question):
    """The base of questions that are answered from arrays of deals, not by a measure.

    Attributes
    ----------
    bins : int
    copies : int
    """

    bins: int
    copies: int

    @property
    def usual_block(self) -> int:
        """Deals of a block that takes about a tenth of a second."""
        return 1 << 16

    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        raise TypeError("this question has no measure")

    @abstractmethod
    def prepared(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> ByArrays:
        """Check that it can be asked of such deals; gives the question that is asked."""

    @abstractmethod
    def numbers(
        self,
        planes: NDArray[np.uint64],
        trump: Trump | None,
        rules: Rules,
        rng: np.random.SeedSequence,
        first: int,
    ) -> NDArray[np.int16]:
        """Count in deals, of which the first is number `first` of its block."""


# --- what places hold -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitsHeld(Question):
    """Ask for the units that a hand holds; made by `unit`.

    Attributes
    ----------
    unit : {"pair", "triple", "tractor", "titanic"}
    length : int
        Of a tractor or Titanic at least; 1 for pairs and triples.
    suit : str
        d, c, h, s, ``"trump"``, ``"side"`` (a copy for each) or ``"any"`` (anywhere).
    hand : int or str
    count : {"event", "number", "longest"}
        Whether at least `least` are held, how many, or how long the longest is.
    least : int
    """

    kind: ClassVar[str] = "unit"

    unit: str
    length: int
    suit: str
    hand: Hand
    count: str
    least: int

    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        trump = need_trump(trump)
        places, join = places_of(self.hand, dealing)
        suits = suits_of(self.suit, trump, dealing)
        copies = 2 if self.unit in ("pair", "tractor") else 3
        most = min(size_of(dealing, places) // copies, kinds_of(self.suit, trump))
        if self.count == "number":
            most = (2 if join == "sides" else 1) * (most // self.length)
        return Measure.of_units(
            trump,
            self.unit,
            self.length,
            suits,
            places,
            join,
            2 if self.event else max(most, 1) + 1,
            longest=self.count == "longest",
            between=(self.least, MOST) if self.event else None,
        )

    @property
    def event(self) -> bool:
        return self.count == "event"

    def title(self, trump: Trump | None) -> str:
        name = "Titanic" if self.unit == "titanic" else self.unit
        run = f" of {self.length} or more" if self.length > 1 else ""
        if self.count == "longest":
            return f"length of the longest {name}{run} that {who(self.hand)} holds" + where(
                self.suit
            )
        if self.count == "number":
            return f"number of {name}s{run} that {who(self.hand)} holds{where(self.suit)}"
        many = f"a {name}{run}" if self.least == 1 else f"at least {self.least} {name}s{run}"
        return f"{who(self.hand)} holds {many}{where(self.suit)}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "unit": self.unit,
            "length": self.length,
            "suit": self.suit,
            "hand": self.hand,
            "count": self.count,
            "least": self.least,
        }


@dataclass(frozen=True, slots=True)
class SuitLength(Question):
    """Ask how many cards of a suit a hand holds; made by `suit_length` and `void`.

    Attributes
    ----------
    suit : str
        d, c, h, s, ``"trump"`` or ``"side"`` (a copy for each).
    hand : int or str
    between : (int, int) or None
        Whether the length lies between, not the length.
    """

    kind: ClassVar[str] = "suit_length"

    suit: str
    hand: Hand
    between: tuple[int, int] | None

    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        trump = need_trump(trump)
        places, join = places_of(self.hand, dealing)
        suits = suits_of(self.suit, trump, dealing)
        if suits is None:
            raise RulesError("suit 'any' has no length: name one, 'trump' or 'side'")
        steps = order(trump)
        masks = [mask_of(kind for step in steps[name] for kind in step) for name in suits]
        most = (2 if join == "sides" else 1) * size_of(dealing, places)
        most = min(most, dealing.decks * kinds_of(self.suit, trump))
        bins = 2 if self.event else most + 1
        return Measure.of_cards(masks, places, join, max(bins, 2), between=self.between)

    @property
    def event(self) -> bool:
        return self.between is not None

    def title(self, trump: Trump | None) -> str:
        where = "a given side suit" if self.suit == "side" else NAMES[self.suit]
        if self.between is None:
            return f"number of cards of {where} that {who(self.hand)} holds"
        if self.between == (0, 0):
            return f"{who(self.hand)} is void in {where}"
        return f"{who(self.hand)} holds {_span(self.between)} cards of {where}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "suit": self.suit,
            "hand": self.hand,
            "between": None if self.between is None else list(self.between),
        }


@dataclass(frozen=True, slots=True)
class CardsHeld(Question):
    """Ask how many cards of given kinds a hand holds; made by `cards`, `jokers`, `level_cards`.

    Attributes
    ----------
    kinds : tuple of int
    hand : int or str
    between : (int, int) or None
        Whether the number lies between, not the number.
    """

    kind: ClassVar[str] = "cards"
    reads_trump: ClassVar[bool] = False

    kinds: tuple[int, ...]
    hand: Hand
    between: tuple[int, int] | None

    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        places, join = places_of(self.hand, dealing)
        most = (2 if join == "sides" else 1) * size_of(dealing, places)
        most = min(most, dealing.decks * len(self.kinds))
        bins = 2 if self.event else most + 1
        mask = mask_of(self.kinds)
        return Measure.of_cards([mask], places, join, max(bins, 2), between=self.between)

    @property
    def event(self) -> bool:
        return self.between is not None

    def title(self, trump: Trump | None) -> str:
        what = f"cards of {format_cards(Cards(self.kinds))}"
        if self.between is None:
            return f"number of {what} that {who(self.hand)} holds"
        return f"{who(self.hand)} holds {_span(self.between)} {what}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "cards": format_cards(Cards(self.kinds)),
            "hand": self.hand,
            "between": None if self.between is None else list(self.between),
        }


@dataclass(frozen=True, slots=True)
class PointsHeld(Question):
    """Ask for the points that a hand or the kitty holds; made by `points`, `kitty_points`.

    Attributes
    ----------
    hand : int or str
    """

    kind: ClassVar[str] = "points"
    reads_trump: ClassVar[bool] = False

    hand: Hand

    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        places, join = places_of(self.hand, dealing)
        once = mask_of(13 * suit + rank - 2 for suit in range(4) for rank, _ in _POINTS)
        twice = mask_of(
            13 * suit + rank - 2 for suit in range(4) for rank, fives in _POINTS if fives == 2
        )
        most = (2 if join == "sides" else 1) * 2 * size_of(dealing, places)
        most = min(most, 20 * dealing.decks)
        return Measure.of_cards([once], places, join, max(most, 1) + 1, twice=twice)

    def values(self, bins: int) -> tuple[int, ...]:
        return tuple(range(0, 5 * bins, 5))

    def title(self, trump: Trump | None) -> str:
        return f"points that {who(self.hand)} holds"

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "hand": self.hand}


@dataclass(frozen=True, slots=True)
class Declared(Question):
    """Ask for the best declaration of a hand (B1, B5); made by `declaration`.

    Attributes
    ----------
    level : str
        One of the letters ``23456789TJQKA``.
    hand : int or str
    least : int or None
        Whether the place of the best declaration is at least this, not the place.
    """

    kind: ClassVar[str] = "declaration"
    reads_trump: ClassVar[bool] = False
    rules_read: ClassVar[tuple[str, ...]] = ("joker_declaration", "colour_declaration")

    level: str
    hand: Hand
    least: int | None

    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        places, join = places_of(self.hand, dealing)
        bins = 2 if self.event else 4 if rules.colour_declaration else 6
        return Measure.of_declarations(
            RANKS.index(self.level) + 2,
            places,
            join,
            bins,
            by_jokers=rules.joker_declaration,
            by_colour=rules.colour_declaration,
            between=None if self.least is None else (self.least, MOST),
        )

    @property
    def event(self) -> bool:
        return self.least is not None

    def labels(self, bins: int) -> tuple[str, ...]:
        if self.event:
            return "no", "yes"
        return _declarations(bins == 4)

    def title(self, trump: Trump | None) -> str:
        if self.least is None:
            return f"best declaration of {who(self.hand)} at level {self.level}"
        return (
            f"{who(self.hand)} can declare with strength {self.least} or more at level {self.level}"
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "level": self.level,
            "hand": self.hand,
            "least": self.least,
        }


def _declarations(by_colour: bool) -> tuple[str, ...]:
    if by_colour:
        return "nothing", "level card and joker", "two and joker", "pair of jokers"
    return (
        "nothing",
        "level card",
        "pair of them",
        "pair of jokers",
        "three level cards",
        "three jokers",
    )


def _span(between: tuple[int, int]) -> str:
    least, most = between
    if least == most:
        return f"exactly {least}"
    if most >= MOST:
        return f"at least {least}"
    return f"{least} to {most}" if least else f"at most {most}"


# --- what becomes of leads ------------------------------------------------------------------

BY = {"others": (1, 2, 3), "opponents": (1, 3), "partner": (2,)}
RUFFS: dict[str, tuple[int, ...]] = {"none": (), "opponents": (1, 3), "all": (1, 2, 3)}


@dataclass(frozen=True, slots=True)
class Lead(Question):
    """Ask what becomes of a lead; made by `throw`, `beaten`, `ruffed` and `escape`.

    Attributes
    ----------
    fate : {"stands", "beaten", "ruffed", "escapes"}
    cards : Cards or None
        What seat 0 leads.
    ranks : str or None
        Its ranks alone: every side suit and every leader who holds it is a copy.
    by : {"others", "opponents", "partner"}
        The hands looked at.
    units : tuple of Cards or None
        The units named (C6).
    without : str or None
        Ranks of the suit that the leader does not hold, or the copy does not apply.
    length : int or None
        Cards of the suit in the leader's hand, or the copy does not apply.
    buried : bool
        The kitty holds none of `without` either.
    ruffs : {"none", "opponents", "all"}
        Which hands ruff when they are void, for "escapes".
    """

    kind: ClassVar[str] = "lead"

    fate: str
    cards: Cards | None
    ranks: str | None
    by: str
    units: tuple[Cards, ...] | None = None
    without: str | None = None
    length: int | None = None
    buried: bool = False
    ruffs: str = "none"

    @property
    def event(self) -> bool:
        return True

    def leads(self, trump: Trump, dealing: Dealing) -> tuple[Cards, ...]:
        """The leads that the ranks stand for, one a side suit; the cards alone without ranks."""
        if self.cards is not None:
            return (self.cards,)
        suits = suits_of("side", trump, dealing)
        assert self.ranks is not None and suits is not None
        found = []
        for suit in suits:
            kinds = [13 * SUITS.index(suit) + RANKS.index(rank) for rank in self.ranks]
            for kind in kinds:
                if suit_of(kind, trump) != suit:
                    raise CardsError(f"rank {RANKS[kind % 13]} is trumps under {trump}")
            found.append(Cards(kinds))
        return tuple(found)

    def measure(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Measure:
        trump = need_trump(trump)
        leads = self.leads(trump, dealing)
        leaders: tuple[int, ...] = (0,)
        if self.cards is None:
            leaders, _ = places_of("each", dealing)
        elif not self.cards <= dealing.hands[0]:
            raise CardsError(f"seat 0 leads {self.cards}, so it must hold them")
        for cards in leads:
            for kind in cards:
                if cards.count(kind) > dealing.decks:
                    raise CardsError(f"{cards} are not in {dealing.decks} decks")
        without = 0
        if self.without:
            without = mask_of(
                13 * suit + RANKS.index(rank) for suit in range(4) for rank in self.without
            )
            suit = suit_of(next(iter(leads[0])), trump)
            for place in (0, KITTY) if self.buried else (0,):
                seen = [k for k in known_of(dealing, place) if without >> k & 1]
                if self.cards is not None and any(suit_of(k, trump) == suit for k in seen):
                    raise CardsError(
                        f"{format_cards(Cards(seen))} is known where none of {self.without} may be"
                    )
        return Measure.of_leads(
            trump,
            self.fate,
            leads,
            leaders,
            BY[self.by],
            units=self.units,
            without=without,
            held=self.length,
            buried=self.buried,
            ruffs=RUFFS[self.ruffs],
        )

    def title(self, trump: Trump | None) -> str:
        lead = str(self.cards) if self.cards is not None else f"{self.ranks} of a side suit"
        if self.fate == "escapes":
            said = f"a lead of {lead} stays with the leader's side"
            said += {
                "none": ", nobody ruffs",
                "opponents": ", opponents ruff",
                "all": ", void hands ruff",
            }[self.ruffs]
        elif self.fate == "stands":
            said = f"a throw of {lead} stands"
        else:
            said = f"a lead of {lead} is {self.fate} by {by_whom(self.by)}"
        if self.without:
            said += f", no {' '.join(self.without)} in hand"
            said += " nor kitty" if self.buried else ""
        if self.length is not None:
            said += f", {self.length} cards of the suit held"
        return said

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "fate": self.fate,
            "cards": None if self.cards is None else str(self.cards),
            "ranks": self.ranks,
            "by": self.by,
            "units": None if self.units is None else [str(unit) for unit in self.units],
            "without": self.without,
            "length": self.length,
            "buried": self.buried,
            "ruffs": self.ruffs,
        }


def by_whom(by: str) -> str:
    return {"others": "another hand", "opponents": "an opponent", "partner": "the partner"}[by]
