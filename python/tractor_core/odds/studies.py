"""Studies: how to deal, what are trumps, what to count.

A study gives the tally of any block of its deals, and everything else follows from tallies. The
deals of a block depend on the seed and on the dealing alone, so studies of one dealing that are
run with one seed see the same cards (common random numbers), whatever they count.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import Cards
from ..dealing import Dealing
from ..errors import RulesError
from ..hidden import Hidden
from ..measures import Measure, tally_numbers
from ..rules import Rules
from ..trump import Trump
from .inputs import whole
from .places import NAMES, need_trump
from .protocol import fingerprint
from .questions import ByArrays, Question

__all__ = ["Study"]

FORMAT = 1  # of identities; another one wherever a study of the same identity counts otherwise
_KNOWN = "hands, kitty, hand_sizes, kitty_size, stock, voids and no_pairs"
_BLOCKS = {1: 1 << 21, 2: 1 << 21, 3: 1 << 19}  # about a tenth of a second each, by decks
_CHUNK = 4096  # deals that a function sees at once
_LARGEST = 1 << 30
_LARGEST_KEPT = 1 << 18  # these deals are kept while they are counted
_USUAL_KEPT = 1 << 16
_NOTHING: tuple[tuple[str, ...], ...] = ((), (), (), ())

Suits = Mapping[int, str | Iterable[str]] | Sequence[str | Iterable[str] | None]


@dataclass(frozen=True, init=False)
class Study:
    """Name a study: how to deal, trump and rules, and what to count; frozen and picklable.

    Made by the questions, such as `unit` and `throw`.

    Parameters
    ----------
    question : Question
        What is counted.
    dealing : Dealing
    trump : Trump, optional
    rules : Rules, optional
        By default those of so many decks.
    block : int, optional
        Deals of a block, 1 to 2**30 (2**18 where arrays are counted or suits are known to be
        lacking). It is part of the identity.
    voids, no_pairs : mapping of seats to suits, or sequence of four, optional
        Suits of which a seat is known to hold no card, or no pair: ``{1: "s", 2: ["d", "trump"]}``.
        Deals are even over all that fit (see `Hidden`). No hands and suits are alike then: the
        question must name a seat and a suit, or be about any.

    Attributes
    ----------
    bins : int
        Numbers counted are below it.
    event : bool
        Whether the numbers are 0 and 1, and what is asked is how often 1.
    values : tuple of int
        What each bin stands for, rising by one step.
    labels : tuple of str
        What each bin is called.
    copies : int
        Symmetric copies of the question in a deal.

    Raises
    ------
    CardsError, RulesError
        The question cannot be asked of such deals.

    Examples
    --------
    >>> from tractor_core import Trump
    >>> from tractor_core.odds import unit
    >>> study = unit("tractor", suit="side", trump=Trump("10", "h"))
    >>> study.title
    'a given hand holds a tractor of 2 or more in a given side suit; 2 decks, level T, hearts trump'
    >>> study.copies, study.bins, study.block
    (12, 2, 2097152)
    """

    question: Question
    dealing: Dealing
    trump: Trump | None
    rules: Rules
    block: int
    voids: tuple[tuple[str, ...], ...]
    no_pairs: tuple[tuple[str, ...], ...]

    def __init__(
        self,
        question: Question,
        dealing: Dealing,
        trump: Trump | None = None,
        rules: Rules | None = None,
        *,
        block: int | None = None,
        voids: Suits | None = None,
        no_pairs: Suits | None = None,
    ) -> None:
        if not isinstance(question, Question):
            raise TypeError(f"question must be a Question, not {type(question).__name__}")
        if not isinstance(dealing, Dealing):
            raise TypeError(f"dealing must be a Dealing, not {type(dealing).__name__}")
        if trump is not None and not isinstance(trump, Trump):
            raise TypeError(f"trump must be a Trump, not {type(trump).__name__}")
        if rules is None:
            rules = Rules(decks=dealing.decks)
        elif not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, not {type(rules).__name__}")
        elif rules.decks != dealing.decks:
            raise RulesError(f"the rules are for {rules.decks} decks, dealt are {dealing.decks}")
        measure = None
        usual, most = _BLOCKS[dealing.decks], _LARGEST
        if isinstance(question, ByArrays):
            question = question.prepared(dealing, trump, rules)
            usual, most = question.usual_block, _LARGEST_KEPT
        else:
            measure = question.measure(dealing, trump, rules)
        keep = object.__setattr__
        keep(self, "voids", _suits_by_seat("voids", voids))
        keep(self, "no_pairs", _suits_by_seat("no_pairs", no_pairs))
        hidden = None
        if self.voids != _NOTHING or self.no_pairs != _NOTHING:
            hidden = _hidden(dealing, self.voids, self.no_pairs, trump)
            usual, most = min(usual, _USUAL_KEPT), _LARGEST_KEPT
        keep(self, "_hidden", hidden)
        keep(self, "question", question)
        keep(self, "dealing", dealing)
        reads_trump = question.reads_trump or hidden is not None
        keep(self, "trump", trump if reads_trump else None)
        keep(self, "rules", rules)
        keep(self, "block", whole("block", usual if block is None else block, 1, most))
        keep(self, "_measure", measure)
        if hidden is not None and self.copies > 1:
            raise RulesError(
                "where seats are known to lack suits, hands and suits differ: name a seat and a "
                "suit"
            )

    @property
    def bins(self) -> int:
        measure = self._native
        return self.question.bins if measure is None else measure.bins  # type: ignore[attr-defined]

    @property
    def copies(self) -> int:
        measure = self._native
        return self.question.copies if measure is None else measure.copies  # type: ignore[attr-defined]

    @property
    def event(self) -> bool:
        return self.question.event

    @property
    def values(self) -> tuple[int, ...]:
        return self.question.values(self.bins)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.question.labels(self.bins)

    @property
    def title(self) -> str:
        """What is asked of which deals, in a line."""
        return "; ".join((self.question.title(self.trump), ", ".join(self._setting())))

    @property
    def _native(self) -> Measure | None:
        measure: Measure | None = vars(self)["_measure"]
        return measure

    def _setting(self) -> list[str]:
        deal, usual = self.dealing, Dealing(self.dealing.decks)
        said = [f"{deal.decks} deck{'s' if deal.decks > 1 else ''}"]
        if deal.stock != usual.stock:
            said.append(f"{len(deal.stock)} cards of them")
        if deal.hand_sizes != usual.hand_sizes:
            sizes = sorted(set(deal.hand_sizes))
            said.append(f"hands of {' and '.join(map(str, sizes))}")
        said += [f"seat {seat} holds {hand}" for seat, hand in enumerate(deal.hands) if hand]
        if deal.kitty:
            said.append(f"the kitty holds {deal.kitty}")
        if self.trump is not None:
            names = {"d": "diamonds", "c": "clubs", "h": "hearts", "s": "spades"}
            suit = self.trump.suit
            said.append(f"level {self.trump.level}")
            said.append("no trump" if suit is None else f"{names[suit]} trump")
        for lacks, by in (("void in", self.voids), ("without a pair in", self.no_pairs)):
            said += [
                f"seat {seat} is {lacks} {' and '.join(NAMES[suit] for suit in suits)}"
                for seat, suits in enumerate(by)
                if suits
            ]
        return said

    def numbers(
        self, deals: NDArray[np.uint64], *, seed: Any = 0, index: int = 0
    ) -> NDArray[np.int16]:
        """Count in given deals.

        Parameters
        ----------
        deals : ndarray of uint64, shape (n, 5, 3)
            Planes of the four hands and the kitty.
        seed, index
            As for `tally`: the block whose first deals these are, where rounds are played.

        Returns
        -------
        ndarray of int16, shape (n, copies)
            -1 where a copy does not apply.

        Examples
        --------
        >>> from tractor_core.odds import kitty_points
        >>> study = kitty_points()
        >>> study.numbers(study.dealing.block_planes(1, 0, 3)).shape
        (3, 1)
        """
        if self._native is not None:
            return self._native.numbers(deals)
        assert isinstance(self.question, ByArrays)
        rng = _keyed(seed, index, 1)
        return self.question.numbers(deals, self.trump, self.rules, rng, 0)

    def tally(self, seed: Any, index: int, deals: int | None = None) -> NDArray[np.int64]:
        """Deal a block and count in it; the GIL is released.

        Parameters
        ----------
        seed : int or SeedSequence
        index : int
            Number of the block, 0 or more.
        deals : int, optional
            The first deals of the block alone, 1 to `block`.

        Returns
        -------
        ndarray of int64, shape (6 + 3 * bins,)
            With m copies of a deal that apply, v the sum of their numbers and c[b] how many of
            them are b, the sums over deals of 1, m, m², v, v², vm and, for every b, c[b], c[b]²,
            c[b]m.

        Examples
        --------
        >>> from tractor_core.odds import points
        >>> tally = points(0).tally(seed=1, index=0, deals=1000)
        >>> int(tally[0]), int(tally[1])
        (1000, 1000)
        """
        many = self.block if deals is None else whole("deals", deals, 1, self.block)
        hidden: Hidden | None = vars(self)["_hidden"]
        if self._native is not None and hidden is None:
            return self._native.tally_block(self.dealing, seed, index, many)
        total = np.zeros(6 + 3 * self.bins, np.int64)
        rng = _keyed(seed, index, 1)
        if hidden is None:
            planes = self.dealing.block_planes(seed, index, many)
        else:
            planes = hidden.sample(many, _keyed(seed, index))
        planes.flags.writeable = False
        for start in range(0, many, _CHUNK):
            part = planes[start : start + _CHUNK]
            if isinstance(self.question, ByArrays):
                numbers = self.question.numbers(part, self.trump, self.rules, rng, start)
            else:
                numbers = self.numbers(part)
            total += tally_numbers(numbers, self.bins)
        return total

    def identity(self) -> dict[str, Any]:
        """Give everything that the numbers depend on but the seed, as JSON has it.

        Examples
        --------
        >>> from tractor_core.odds import kitty_points
        >>> kitty_points().identity()["measure"]
        {'kind': 'points', 'hand': 'kitty'}
        """
        trump = None
        if self.trump is not None:
            trump = {
                "level": self.trump.level,
                "suit": self.trump.suit,
                "permanent_twos": self.trump.permanent_twos,
                "no_trump_levels": self.trump.no_trump_levels,
                "gap_adjacent": self.trump.gap_adjacent,
                "level_tractors": self.trump.level_tractors,
            }
        lacking = {"voids": self.voids, "no_pairs": self.no_pairs}
        return {
            "format": FORMAT,
            "deal": self.dealing.to_dict(),
            **{name: [list(suits) for suits in by] for name, by in lacking.items() if any(by)},
            "trump": trump,
            "rules": {name: _plain(self.rules, name) for name in self.question.rules_read},
            "measure": self.question.to_dict(),
            "block": self.block,
        }

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the identity, in hexadecimal."""
        return fingerprint(self.identity())

    def exact(self) -> Fraction | float | None:
        """Give the exact value of what a run estimates, where counting reaches it; else None.

        Examples
        --------
        >>> from tractor_core.odds import kitty_points
        >>> kitty_points().exact()
        Fraction(400, 27)
        """
        from .answers import answer  # which reads studies

        return answer(self)

    def __reduce__(self) -> tuple[Any, ...]:
        made = self.question, self.dealing, self.trump, self.rules
        return _study, (*made, self.block, self.voids, self.no_pairs)


def _plain(rules: Rules, name: str) -> Any:
    value = rules.resolved_level_table if name == "level_table" else getattr(rules, name)
    return list(value) if isinstance(value, tuple) else value


def _suits_by_seat(name: str, given: Any) -> tuple[tuple[str, ...], ...]:
    """The suits of every seat, sorted, from a mapping or a sequence of four."""
    by = [None] * 4 if given is None else by_seat(given)
    if isinstance(by, (str, bytes)) or not isinstance(by, Sequence) or len(by) != 4:
        raise TypeError(f"{name} are a mapping of seats to suits, or four of them")
    found = []
    for suits in by:
        if not isinstance(suits, (str, Iterable)) and suits is not None:
            raise TypeError(f"{name} are suits, not {type(suits).__name__}")
        some = [] if suits is None else [suits] if isinstance(suits, str) else list(suits)
        for suit in some:
            if not isinstance(suit, str) or suit not in NAMES:
                raise RulesError(
                    f"{name} of a seat are a suit or a list of them, of {', '.join(NAMES)}, not "
                    f"{suit!r}"
                )
        found.append(tuple(sorted(set(some))))
    return tuple(found)


def _hidden(
    dealing: Dealing,
    voids: tuple[tuple[str, ...], ...],
    no_pairs: tuple[tuple[str, ...], ...],
    trump: Trump | None,
) -> Hidden:
    """What deals the unknown cards of a dealing where suits are known to be lacking."""
    known = (*dealing.hands, dealing.kitty)
    unseen = dealing.stock
    for cards in known:
        unseen = unseen - cards
    sizes = (*dealing.hand_sizes, dealing.kitty_size)
    left = [size - len(cards) for size, cards in zip(sizes, known, strict=True)]
    lacking: dict[str, Any] = {"voids": (*voids, ()), "no_pairs": (*no_pairs, ())}
    return Hidden(unseen, left, seen=known, trump=need_trump(trump), **lacking)


def _keyed(seed: Any, index: int, *key: int) -> np.random.SeedSequence:
    """What a block is dealt from; with a key of its own, what its rounds are played from."""
    index = whole("index", index, 0, 2**32 - 1)
    if not isinstance(seed, np.random.SeedSequence):
        if isinstance(seed, bool) or not hasattr(type(seed), "__index__"):
            raise TypeError(f"seed is an int or a SeedSequence, not {type(seed).__name__}")
        seed = operator.index(seed)
        if seed < 0:
            raise ValueError(f"seed is a number that is not negative, not {seed}")
        seed = np.random.SeedSequence(seed)
    return np.random.SeedSequence(
        seed.entropy, spawn_key=(*seed.spawn_key, index, *key), pool_size=seed.pool_size
    )


def _study(
    question: Question,
    dealing: Dealing,
    trump: Trump | None,
    rules: Rules,
    block: int,
    voids: Suits,
    no_pairs: Suits,
) -> Study:
    """Make a study again, for pickle."""
    return Study(question, dealing, trump, rules, block=block, voids=voids, no_pairs=no_pairs)


def ask(
    question: Question,
    *,
    trump: Trump | None = None,
    rules: Rules | None = None,
    decks: int | None = None,
    hands: Mapping[int, Cards | str] | Sequence[Cards | str | None] | None = None,
    block: int | None = None,
    voids: Suits | None = None,
    no_pairs: Suits | None = None,
    **dealt: Any,
) -> Study:
    """The study of a question, dealt as the keywords say."""
    for name in dealt:
        if name not in ("kitty", "hand_sizes", "kitty_size", "stock"):
            raise TypeError(
                f"a question has no argument {name!r}; what is known goes in as {_KNOWN}"
            )
    if rules is not None and not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {type(rules).__name__}")
    if decks is None:
        decks = 2 if rules is None else rules.decks
    dealing = Dealing(decks, hands=by_seat(hands), **dealt)
    return Study(question, dealing, trump, rules, block=block, voids=voids, no_pairs=no_pairs)


def by_seat(hands: Any) -> Any:
    if not isinstance(hands, Mapping):
        return hands
    known: list[Any] = [None] * 4
    for seat, held in hands.items():
        known[whole("a seat", seat, 0, 3)] = held
    return known
