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
from typing import SupportsIndex

from ..cards import Cards, format_kind
from ..errors import CardsError, RulesError
from ..rules import Rules
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
    "read_decks",
    "read_rules",
    "read_size",
    "read_sizes",
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


def chains(trump: Trump) -> dict[str, Chain]:
    """Return the suits of a round: trump and the side suits that exist (O).

    Examples
    --------
    >>> {suit: len(chain.steps) for suit, chain in chains(Trump("10", "h")).items()}
    {'trump': 16, 'd': 12, 'c': 12, 's': 12}
    """
    if not isinstance(trump, Trump):
        raise TypeError(f"trump must be a Trump, not {type(trump).__name__}")
    return _chains(trump)


@lru_cache(maxsize=256)
def _chains(trump: Trump) -> dict[str, Chain]:
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
    if not isinstance(suit, str):
        raise TypeError(f"suit must be a str, not {type(suit).__name__}")
    if suit not in found:
        if suit == trump.suit:
            raise RulesError(f"suit={suit!r} is the trump suit of {trump!r}: say 'trump'")
        raise RulesError(f"suit={suit!r}: must be one of {', '.join(map(repr, found))}")
    return found[suit]


def chosen_chains(trump: Trump, suit: str | None) -> list[Chain]:
    """Return one suit, all side suits (``"side"``) or all suits (None)."""
    if suit is not None and not isinstance(suit, str):
        raise TypeError(f"suit must be a str or None, not {type(suit).__name__}")
    if suit is None or suit == "side":
        return [c for name, c in chains(trump).items() if suit is None or name != "trump"]
    return [chain_of(trump, suit)]


def read_size(name: str, number: int | None, default: int, most: int | None = None) -> int:
    """Return a number of cards, `default` for None; refuse one that cannot be."""
    if number is None:
        number = default
    number = _int(name, number)
    if number < 0 or most is not None and number > most:
        limit = "must be 0 or more" if most is None else f"must be from 0 to {most}"
        raise CardsError(f"{name}={number}: {limit}")
    return number


def read_sizes(name: str, numbers: Iterable[int]) -> list[int]:
    """Return the cards of several hands."""
    if isinstance(numbers, (str, bytes, Cards)) or not hasattr(type(numbers), "__iter__"):
        raise TypeError(f"{name} must be ints, one a hand, not {type(numbers).__name__}")
    return [read_size(name, number, 0) for number in numbers]


def read_decks(decks: int) -> int:
    """Return a number of decks; refuse another than 1, 2 and 3."""
    number = _int("decks", decks)
    if number not in _HAND:
        raise RulesError(f"decks={number}: must be from 1 to 3")
    return number


def read_rules(rules: Rules | None) -> Rules:
    """Return the rules, the default ones for None."""
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {type(rules).__name__}")
    return rules


def _int(name: str, number: object) -> int:
    """Return an int of Python: sums of NumPy's ones run over."""
    wrong = TypeError(f"{name} must be an int, not {type(number).__name__}")
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise wrong
    try:
        return operator.index(number)
    except TypeError:  # an array that is no scalar
        raise wrong from None


def hand_of(decks: int) -> int:
    """Return the cards of a hand (D2); refuse a number of decks other than 1, 2 and 3."""
    return _HAND[read_decks(decks)]


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
    decks = read_decks(decks)
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
