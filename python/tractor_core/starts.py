"""Starts: where a match begins, and how what a caller gives for it is read."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .cards import Cards, parse_kind
from .errors import CardsError, RulesError
from .rules import Rules
from .trump import Trump

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Start", "read_seat", "read_start"]

_SEED_BITS = 128
_LONGEST_SEED = 1024  # bits; as a saved match has it, 309 digits


@dataclass(frozen=True, slots=True)
class Start:
    """Hold where a match begins; made by `read_start`.

    Attributes
    ----------
    rules : Rules
    levels : tuple of str
        By seat.
    dealer : int or None
        The first dealer; None where the deal is contested.
    scores : tuple of int
        By seat.
    seed : int
        Of the shuffles and draws. Two starts with other seeds are equal.
    decks : tuple of decks
        The orders of the first decks. Two starts with other decks are equal.
    """

    rules: Rules
    levels: tuple[str, ...]
    dealer: int | None
    scores: tuple[int, ...]
    seed: int = field(compare=False)
    decks: tuple[tuple[int, ...], ...] = field(compare=False)

    def deck(self, number: int) -> tuple[int, ...]:
        """Return the order of the cards of a round, numbered from 0 (D4)."""
        if number < len(self.decks):
            return self.decks[number]
        shuffled = self.source(number, 0).permutation(54 * self.rules.decks)
        return tuple(int(card) % 54 for card in shuffled)

    def source(self, number: int, draw: int) -> np.random.Generator:
        """Return the source of a draw of a round: 0 for the deck, others for what follows it."""
        import numpy as np

        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(number, draw)))


def read_start(
    rules: Any, rng: Any, decks: Any, trump_options: Any, levels: Any, dealer: Any, scores: Any
) -> Start:
    """Read the arguments of `Match`, which names them and what it raises."""
    if rules is None:
        rules = Rules()
    elif not isinstance(rules, Rules):
        raise TypeError(f"rules are Rules, not {type(rules).__name__}")
    order = {} if trump_options is None else dict(trump_options)
    Trump("2", None, **order)  # refuses what is no option of the order
    if order:
        rules = replace(rules, **order)
    if isinstance(decks, (str, bytes, Cards)) or not isinstance(decks, Iterable):
        raise TypeError(f"decks are sequences of kinds, not {type(decks).__name__}")
    return Start(
        rules=rules,
        levels=read_levels(levels, rules),
        dealer=None if dealer is None else read_seat("dealer", dealer),
        scores=read_scores(scores),
        seed=read_seed(rng),
        decks=tuple(read_deck(deck, rules.decks) for deck in decks),
    )


def read_seed(rng: Any) -> int:
    import numpy as np

    if rng is None or isinstance(rng, np.random.SeedSequence):
        sequence = np.random.SeedSequence() if rng is None else rng
        return int.from_bytes(sequence.generate_state(_SEED_BITS // 32).tobytes(), "little")
    if isinstance(rng, np.random.Generator):
        return int.from_bytes(rng.bytes(_SEED_BITS // 8), "little")
    if isinstance(rng, bool) or not hasattr(type(rng), "__index__"):
        raise TypeError(
            f"rng is an int, a SeedSequence or a numpy.random.Generator, not {type(rng).__name__}"
        )
    seed = operator.index(rng)
    if seed < 0 or seed.bit_length() > _LONGEST_SEED:
        raise RulesError(f"rng is a seed from 0 to 2**{_LONGEST_SEED} - 1")
    return seed


def read_seat(name: str, seat: Any) -> int:
    if isinstance(seat, bool) or not hasattr(type(seat), "__index__"):
        raise TypeError(f"{name} is a seat from 0 to 3, not {type(seat).__name__}")
    number = operator.index(seat)
    if not 0 <= number < 4:
        raise RulesError(f"{name} is a seat from 0 to 3, not {number}")
    return number


def read_deck(deck: Any, decks: int) -> tuple[int, ...]:
    """The order of whole decks, as kinds."""
    if isinstance(deck, str):
        deck = deck.split()
    if isinstance(deck, (bytes, Cards)) or not isinstance(deck, Iterable):
        raise TypeError(f"a deck is a sequence of kinds, not {type(deck).__name__}")
    kinds = []
    for card in deck:
        if isinstance(card, str):
            card = parse_kind(card)
        elif isinstance(card, bool) or not hasattr(type(card), "__index__"):
            raise TypeError(f"a card is a kind or a str, not {type(card).__name__}")
        kinds.append(operator.index(card))
    if sorted(kinds) != sorted(list(range(54)) * decks):
        raise CardsError(
            f"a deck of {len(kinds)} cards is not the {54 * decks} of {decks} whole decks (D1)"
        )
    return tuple(kinds)


def read_levels(levels: Any, rules: Rules) -> tuple[str, ...]:
    if levels is None:
        return (rules.levels[0],) * 4
    if isinstance(levels, (str, bytes)) or not isinstance(levels, Sequence):
        raise TypeError(f"levels are four ranks, not {type(levels).__name__}")
    if len(levels) != 4:
        raise RulesError(f"levels are those of four seats, not of {len(levels)} (M0)")
    found = []
    for level in levels:
        rank = Trump(level).level
        if rank not in rules.levels:
            raise RulesError(f"{rank!r} is not among levels={rules.levels} (M2)")
        found.append(rank)
    if not rules.find_partner and found[:2] != found[2:]:
        raise RulesError("seats 0 and 2, and seats 1 and 3, share their level (M0)")
    return tuple(found)


def read_scores(scores: Any) -> tuple[int, ...]:
    if scores is None:
        return (0,) * 4
    if isinstance(scores, (str, bytes)) or not isinstance(scores, Sequence):
        raise TypeError(f"scores are four ints, not {type(scores).__name__}")
    if len(scores) != 4:
        raise RulesError(f"scores are those of four seats, not of {len(scores)} (S)")
    for score in scores:
        if isinstance(score, bool) or not hasattr(type(score), "__index__"):
            raise TypeError(f"a score is an int, not {type(score).__name__}")
    return tuple(operator.index(score) for score in scores)
