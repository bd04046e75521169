"""Chains: the suits of a round as steps, and the cards that are still to be dealt.

The exact counts know nothing of cards. They see kinds by number, how many copies of each are
still to be dealt, and for each suit the kinds on its steps and which steps are adjacent (O5);
so a deck of ten cards serves as well as three of 54.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..cards import Cards, format_kind
from ..errors import CardsError, RulesError
from ..trump import Trump, order
from ..units import decompose

__all__ = [
    "KINDS",
    "KITTY",
    "NOTHING",
    "Chain",
    "Pattern",
    "chain_of",
    "chains",
    "chosen_chains",
    "hand_of",
    "read_size",
    "stock_of",
]

KINDS = 54
_HAND = {1: 12, 2: 25, 3: 39}  # D2: cards of a hand, by decks
KITTY = {1: 6, 2: 8, 3: 6}
NOTHING = Cards()


@dataclass(frozen=True, slots=True)
class Chain:
    """Hold the steps of one suit, low to high.

    Attributes
    ----------
    steps : tuple of tuple of int
        The kinds on each step.
    links : tuple of bool
        Whether a step is adjacent to the next; one fewer than the steps.

    Examples
    --------
    >>> Chain(((0,), (1,), (2, 3)), (True, True)).kinds
    (0, 1, 2, 3)
    """

    steps: tuple[tuple[int, ...], ...]
    links: tuple[bool, ...]

    def __post_init__(self) -> None:
        if len(self.links) != max(0, len(self.steps) - 1):
            raise ValueError(
                f"{len(self.steps)} steps have {max(0, len(self.steps) - 1)} links, "
                f"not {len(self.links)}"
            )
        if not all(self.steps) or len(set(self.kinds)) != len(self.kinds):
            raise ValueError("every step has a kind, and no kind stands on two")

    @property
    def kinds(self) -> tuple[int, ...]:
        """All kinds of the suit."""
        return tuple(kind for step in self.steps for kind in step)

    def step_of(self, kind: int) -> int:
        """Return the step on which a kind stands."""
        return next(i for i, step in enumerate(self.steps) if kind in step)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Name what a hand must not hold: a run of `length` steps that ends above a step.

    Attributes
    ----------
    copies : int
        1, 2 or 3: every step of the run has a kind held that often.
    length : int
        1 for a single, a pair or a triple.
    above : int
        The top step of the run is greater than this one; -1 for any run.
    """

    copies: int
    length: int = 1
    above: int = -1

    def __post_init__(self) -> None:
        if not (1 <= self.copies <= 3 and self.length >= 1 and self.above >= -1):
            raise ValueError(f"{self} is no pattern")


@lru_cache(maxsize=256)
def chains(trump: Trump) -> dict[str, Chain]:
    """Return the suits of a round: trump and the side suits that exist (O).

    Examples
    --------
    >>> {suit: len(chain.steps) for suit, chain in chains(Trump("10", "h")).items()}
    {'trump': 16, 'd': 12, 'c': 12, 's': 12}
    """
    if not isinstance(trump, Trump):
        raise TypeError(f"trump must be a Trump, not {type(trump).__name__}")
    found = {}
    for suit, high_first in order(trump).items():
        steps = tuple(step for step in reversed(high_first) if step)
        links = tuple(
            len(decompose(Cards((low[0], low[0], high[0], high[0])), trump)) == 1
            for low, high in zip(steps, steps[1:], strict=False)
        )
        found[suit] = Chain(steps, links)
    return found


def chain_of(trump: Trump, suit: str) -> Chain:
    """Return one suit of a round; a trump suit is called ``"trump"``."""
    found = chains(trump)
    if suit not in found:
        if suit == trump.suit:
            raise RulesError(f"suit={suit!r} is the trump suit of {trump!r}: say 'trump'")
        raise RulesError(f"suit={suit!r}: must be one of {', '.join(map(repr, found))}")
    return found[suit]


def chosen_chains(trump: Trump, suit: str | None) -> list[Chain]:
    """Return one suit, all side suits (``"side"``) or all suits (None)."""
    if suit is None or suit == "side":
        return [c for name, c in chains(trump).items() if suit is None or name != "trump"]
    if not isinstance(suit, str):
        raise TypeError(f"suit must be a str or None, not {type(suit).__name__}")
    return [chain_of(trump, suit)]


def read_size(name: str, number: int | None, default: int, most: int | None = None) -> int:
    """Return a number of cards, `default` for None; refuse one that cannot be."""
    if number is None:
        number = default
    try:
        number = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(number).__name__}") from None
    if number < 0 or most is not None and number > most:
        limit = "must be 0 or more" if most is None else f"must be from 0 to {most}"
        raise CardsError(f"{name}={number}: {limit}")
    return number


def hand_of(decks: int) -> int:
    """Return the cards of a hand (D2); refuse a number of decks other than 1, 2 and 3."""
    try:
        decks = operator.index(decks)
    except TypeError:
        raise TypeError(f"decks must be an int, not {type(decks).__name__}") from None
    if decks not in _HAND:
        raise RulesError(f"decks={decks}: must be from 1 to 3")
    return _HAND[decks]


def stock_of(decks: int, seen: Iterable[Cards] = ()) -> tuple[int, ...]:
    """Return the copies of each kind that are still to be dealt.

    Parameters
    ----------
    decks : int
        1 to 3.
    seen : iterable of Cards, optional
        What is not in the stock any more.

    Raises
    ------
    CardsError
        More copies of a kind were seen than there are.

    Examples
    --------
    >>> sum(stock_of(2, [Cards("As As Kd")]))
    105
    """
    hand_of(decks)
    stock = [decks] * KINDS
    for cards in seen:
        if not isinstance(cards, Cards):
            raise TypeError(f"known cards must be Cards, not {type(cards).__name__}")
        for kind, copies in enumerate(cards.counts()):
            stock[kind] -= copies
    for kind, left in enumerate(stock):
        if left < 0:
            raise CardsError(
                f"{format_kind(kind)} is known {decks - left} times; "
                f"decks={decks} has it {decks} times"
            )
    return tuple(stock)
