"""Nanoseconds a call of the main verbs, on the machine at hand: `tractor bench`.

A quick look at an installed package; the benchmarks of the repository measure more, and more
carefully.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from statistics import median
from time import perf_counter_ns

import numpy as np
import numpy.typing as npt

from . import batch
from .cards import Cards
from .follows import count_legal_follows, is_legal_follow, legal_follows, random_legal_follow
from .rounds import Round
from .scoring import kitty_multiplier
from .signature import Words, shuffled
from .throws import check_throw, throw_stands
from .tricks import trick_winner
from .trump import Trump
from .units import decompose

__all__ = ["Measured", "measure"]

_SLICES = 60
_SLICE = 400_000  # nanoseconds a slice should take: short, so that some run undisturbed
_ROWS = 4096

_TRUMP = Trump("10", "h")
_HAND = Cards("2d 3d 5d 9d Td 2c 3c 3c 4c 4c 5c 6c 6c 7c 7c Qc Kc Kh Ah Ah 3s 4s Ts As SJ")
_PAIR, _TRACTOR, _PLAY = Cards("8c 8c"), Cards("8c 8c 9c 9c"), Cards("3c 3c 4c 4c")
_THROWN = Cards("Ac Kc Kc Qc Qc")
_OTHERS = (
    Cards("2d 4d 4d 7d Jd Qd 2c 4c 7c Jc Ac 3h 7h Th Jh Jh Qh 4s 6s 7s 9s Js Ks BJ BJ"),
    Cards("3d 5d 6d 9d 9d Qd 3c 5c 6c 8c 8c 2h 6h 8h 9h Qh Ah 3s 5s 6s 8s Ts Qs As SJ"),
    Cards("2d 3d 6d 7d 8d Td Kd Ad 2c 5c 9c Tc 4h 5h 5h 7h 8h Kh 2s 4s 7s 8s Js Ks SJ"),
)
_RUFFS = tuple(Cards(text) for text in ("5c 5c 4c 4c", "3h 3h 2h 2h", "6c 7c 8c 9c", "Jh Jh 9h 9h"))


@dataclass(frozen=True, slots=True)
class Measured:
    """Hold how long a verb took.

    Attributes
    ----------
    name : str
    least, middle : float
        Nanoseconds a call, or a row for the verbs over arrays: the fastest of many short slices
        and the median one.
    """

    name: str
    least: float
    middle: float


def _dealt(words: Words) -> tuple[list[Cards], Cards]:
    kinds = shuffled(2, words)
    return [Cards(kinds[25 * seat : 25 * seat + 25]) for seat in range(4)], Cards(kinds[100:])


def _whole_round(start: Round) -> None:
    """Play the first legal play until the round is over."""
    game = start.copy()
    while not game.over:
        game.play(next(game.legal_plays()))


def _play_and_undo(game: Round, cards: Cards) -> None:
    game.play(cards)
    game.undo()


def _rows() -> tuple[npt.NDArray[np.uint64], ...]:
    """Hands of 25, a legal play of each, and the pair led."""
    words = Words(1)
    hands = [hand for _ in range(_ROWS // 4) for hand in _dealt(words)[0]]
    plays = [random_legal_follow(hand, _PAIR, _TRUMP, rng=i) for i, hand in enumerate(hands)]
    return tuple(
        np.array([cards.planes for cards in each], np.uint64)
        for each in (hands, plays, [_PAIR] * _ROWS)
    )


def _verbs() -> Iterator[tuple[str, Callable[[], object], int]]:
    """Name, call and rows of everything measured."""
    text = str(_HAND)
    yield "parse 25 cards", lambda: Cards(text), 1
    yield "print 25 cards", lambda: str(_HAND), 1
    yield "decompose, 25 cards", lambda: decompose(_HAND, _TRUMP), 1
    follow = (_HAND, _TRACTOR, _TRUMP)
    yield "is_legal_follow, tractor led", lambda: is_legal_follow(_PLAY, *follow), 1
    yield "count_legal_follows, pair led", lambda: count_legal_follows(_HAND, _PAIR, _TRUMP), 1
    yield "legal_follows, tractor led, all", lambda: list(legal_follows(*follow)), 1
    rng = np.random.default_rng(1)
    draw = (_HAND, _PAIR, _TRUMP, None, None, rng)
    yield "random_legal_follow, pair led", lambda: random_legal_follow(*draw), 1
    thrown = (_THROWN, _OTHERS, _TRUMP)
    yield "throw_stands, five cards", lambda: throw_stands(*thrown), 1
    yield "check_throw, five cards", lambda: check_throw(*thrown), 1
    yield "trick_winner, two ruffs", lambda: trick_winner(_RUFFS, _TRUMP), 1
    yield "kitty_multiplier, tractor", lambda: kitty_multiplier(_TRACTOR, _TRUMP), 1
    hands, kitty = _dealt(Words(1))
    game = Round(hands, kitty, 0, _TRUMP)
    first = next(game.legal_plays())
    yield "Round.play and undo, a lead", lambda: _play_and_undo(game, first), 1
    yield "Round, first legal plays to the end", lambda: _whole_round(game), 1
    held, plays, leads = _rows()
    flags, counts = np.empty(_ROWS, np.bool_), np.empty((_ROWS, 4), np.uint8)
    yield (
        "batch.is_legal_follow, a row",
        lambda: batch.is_legal_follow(plays, held, leads, _TRUMP, out=flags),
        _ROWS,
    )
    yield "batch.unit_counts, a row", lambda: batch.unit_counts(held, _TRUMP, out=counts), _ROWS


def _slice(call: Callable[[], object], turns: int) -> int:
    """Nanoseconds of so many calls."""
    begun = perf_counter_ns()
    for _ in repeat(None, turns):
        call()
    return perf_counter_ns() - begun


def measure() -> Iterator[Measured]:
    """Measure the main verbs, one after the other; a second or two in all.

    Yields
    ------
    Measured
        The call from Python is in the figure, and some 30 ns of the loop around it.

    Examples
    --------
    >>> from tractor_core.stopwatch import measure
    >>> next(measure()).name
    'parse 25 cards'
    """
    for name, call, rows in _verbs():
        once = max(1, min(_slice(call, 1) for _ in range(3)))
        turns = max(1, _SLICE // once)
        times = [_slice(call, turns) / (turns * rows) for _ in range(_SLICES)]
        yield Measured(name, min(times), median(times))
