"""The behaviour signature: one number for all that the verbs answer on fixed rounds.

A change that means to alter no behaviour keeps it, on every build, platform and interpreter; one
that means to stores the number that `tractor bench --signature` prints as `EXPECTED`.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from typing import Any, Final

import numpy as np

from . import batch
from .cards import Cards, format_cards
from .deals import deal
from .errors import IllegalPlay
from .follows import (
    check_follow,
    count_legal_follows,
    is_legal_follow,
    legal_follows,
    random_legal_follow,
)
from .leads import count_legal_leads, legal_leads, random_lead, safe_throws
from .presets import PRESETS
from .rounds import Round
from .rules import Rules
from .scoring import kitty_multiplier, points
from .throws import check_throw, throw_stands
from .tricks import can_ruff, trick_winner
from .trump import Trump, order, suit_of
from .units import decompose

__all__ = ["EXPECTED", "Words", "shuffled", "signature"]

EXPECTED: Final = 0xEA89FB1DD87D7086

_SEED = 20
_ROUNDS = 4  # of every preset
_LISTED = 12  # plays looked at, of all that are legal
_MASK = (1 << 64) - 1
_SUITS = ("d", "c", "h", "s", None)
_KITTY = {1: 6, 2: 8, 3: 6}


class Words:
    """SplitMix64: whole numbers that depend on the seed alone.

    NumPy's own generators keep their words, but not what is drawn with them.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def word(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        word = self._state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 up to, not including, the bound."""
        return (self.word() * bound) >> 64


def shuffled(decks: int, words: Words) -> list[int]:
    """Return the kinds of so many decks in an order drawn from the words.

    Examples
    --------
    >>> shuffled(2, Words(1))[:4]
    [5, 47, 14, 24]
    """
    kinds = [kind for kind in range(54) for _ in range(decks)]
    for i in range(len(kinds) - 1, 0, -1):
        j = words.below(i + 1)
        kinds[i], kinds[j] = kinds[j], kinds[i]
    return kinds


def _dealt(rules: Rules, words: Words) -> tuple[list[Cards], Cards]:
    """Four hands and a kitty; every other deal is poorly shuffled, for pairs and tractors."""
    kinds = shuffled(rules.decks, words)
    if words.below(2):
        place = [words.below(54) for _ in range(14)]
        kinds.sort(key=lambda kind: (place[kind // 4], kind))  # four neighbours stay together
        for _ in range(len(kinds) // 6):
            i, j = words.below(len(kinds)), words.below(len(kinds))
            kinds[i], kinds[j] = kinds[j], kinds[i]
    size = (len(kinds) - _KITTY[rules.decks]) // 4
    hands = [Cards(kinds[seat * size : (seat + 1) * size]) for seat in range(4)]
    return hands, Cards(kinds[4 * size :])


def _draw(cards: Cards, n: int, words: Words) -> Cards:
    """So many of the cards, at random or side by side."""
    kinds = list(cards)
    if words.below(3):
        start = words.below(len(kinds) - n + 1)
        return Cards(kinds[start : start + n])
    for i in range(n):
        j = i + words.below(len(kinds) - i)
        kinds[i], kinds[j] = kinds[j], kinds[i]
    return Cards(kinds[:n])


def _asked(
    lead: Cards, hands: list[Cards], trump: Trump, rules: Rules, words: Words
) -> Iterator[object]:
    """What is said of a lead that need not be played: as a throw, and led to every hand."""
    result = check_throw(lead, hands[1:], trump, rules)
    yield lead, result.stands, result.led, result.returned, result.penalty, result.beaten_by
    yield [unit.cards for unit in result.failing], throw_stands(lead, hands[1:], trump, rules)
    for hand in hands:
        yield count_legal_follows(hand, lead, trump, rules)
        yield from islice(legal_follows(hand, lead, trump, rules), 2)
    pool = hands[0] + hands[1 + words.below(3)]
    trumps = Cards(kind for kind in pool if suit_of(kind, trump) == "trump")
    if len(trumps) >= len(lead):
        plays = [lead, *(_draw(trumps, len(lead), words) for _ in range(3))]
        yield plays, trick_winner(plays, trump, rules)
        for play in plays[1:]:
            yield can_ruff(play, lead, trump, rules), kitty_multiplier(play, trump, rules, led=lead)


def _led(game: Round, words: Words, rng: np.random.Generator) -> Iterator[object]:
    """What the verbs of leading say of the hand on turn; then a lead is played."""
    seat = game.turn
    assert seat is not None
    hand = game.hand(seat)
    others = [game.hand((seat + i) % 4) for i in (1, 2, 3)]
    units = count_legal_leads(hand, game.trump, game.rules, throws=False)
    yield units, count_legal_leads(hand, game.trump, game.rules)
    listed = list(islice(legal_leads(hand, game.trump, game.rules), units))
    yield from listed[:_LISTED]
    yield random_lead(hand, game.trump, game.rules, rng)
    unseen = others[0] + others[1] + others[2]
    yield from islice(safe_throws(hand, unseen, game.trump, game.rules), 3)
    suits = {name: Cards() for name in order(game.trump)}
    for unit in decompose(hand, game.trump):
        yield unit.kind, unit.length, unit.step, unit.cards
        suits[unit.suit] = suits[unit.suit] + unit.cards
    long = max(suits.values(), key=len)
    # the largest units and the odd throw: singles alone would ask little of those who follow
    listed.sort(key=lambda cards: (-len(cards), tuple(cards)))
    thrown = _draw(long, min(len(long), 2 + words.below(8)), words)
    for lead in (thrown, *listed[:8:2]):
        yield from _asked(lead, [hand, *others], game.trump, game.rules, words)
    yield game.play(thrown if words.below(4) == 0 else listed[words.below(min(6, len(listed)))])


def _followed(game: Round, words: Words, rng: np.random.Generator) -> Iterator[object]:
    """What the verbs of following say of the hand on turn; then a follow is played."""
    seat, lead = game.turn, game.lead
    assert seat is not None and lead is not None
    hand = game.hand(seat)
    count = count_legal_follows(hand, lead, game.trump, game.rules)
    listed = list(islice(legal_follows(hand, lead, game.trump, game.rules), _LISTED))
    yield count
    yield from listed
    yield random_legal_follow(hand, lead, game.trump, game.rules, rng=rng)
    tried = _draw(hand, len(lead), words)
    yield tried, is_legal_follow(tried, hand, lead, game.trump, game.rules)
    try:
        check_follow(tried, hand, lead, game.trump, game.rules)
    except IllegalPlay as refusal:
        yield refusal.reason.value, refusal.rule
    yield game.play(listed[words.below(len(listed))])


def _batches(game: Round, hands: list[Cards]) -> Iterator[object]:
    """The verbs over arrays, on the tricks of a round that is over."""
    planes = np.array([hand.planes for hand in hands], np.uint64)
    yield batch.points(planes).tolist()
    yield batch.unit_counts(planes, game.trump).tolist()
    yield batch.suit_lengths(planes, game.trump).tolist()
    yield batch.longest_tractor(planes, game.trump).tolist()


def _answers(
    rules: Rules, trump: Trump, dealer: int, words: Words, rng: np.random.Generator
) -> Iterator[object]:
    """All that is said of one round, from its deal to its result."""
    hands, kitty = _dealt(rules, words)
    yield order(trump)
    for hand in hands:
        yield format_cards(hand, "chinese")
    partner = words.below(4) if rules.find_partner else None
    game = Round(hands, kitty, dealer, trump, rules, partner=partner, partial=True)
    while not game.over:
        verbs = _led if game.lead is None else _followed
        yield from verbs(game, words, rng)
        yield game.points
    for trick in game.tricks:
        plays = list(trick.plays)
        yield trick.winner, trick.points, trick_winner(plays, trump, rules)
        yield kitty_multiplier(plays[0], trump, rules), sum(points(play) for play in plays)
    result = game.result
    assert result is not None
    yield result.points, result.change
    yield from _batches(game, hands)


def _text(answer: object) -> str:
    if isinstance(answer, (tuple, list)):
        return "(" + ",".join(map(_text, answer)) + ")"
    if isinstance(answer, dict):
        return _text([[key, value] for key, value in sorted(answer.items())])
    return str(answer)


def signature() -> int:
    """Return the behaviour signature: 64 bits of a hash of the answers.

    Four rounds under every preset are dealt and played from a fixed seed; deals, orders,
    decompositions, throws, legal plays, counts, refusals, winners, points and results go in.

    Returns
    -------
    int

    Examples
    --------
    >>> from tractor_core.signature import EXPECTED, signature
    >>> signature() == EXPECTED
    True
    """
    words = Words(_SEED)
    # the engine takes whole words from the generator, and those NumPy keeps
    rng = np.random.Generator(np.random.SFC64(_SEED))
    told = blake2b(digest_size=8)
    for decks in (1, 2, 3):
        told.update(deal(16, decks, rng=_SEED).planes.astype("<u8").tobytes())
    for name in sorted(PRESETS):
        preset = PRESETS[name]
        for _ in range(_ROUNDS):
            options: dict[str, Any] = dict(preset.trump_options)
            trump = Trump(2 + words.below(13), _SUITS[words.below(5)], **options)
            for answer in _answers(preset.rules, trump, words.below(4), words, rng):
                told.update(_text(answer).encode() + b"\n")
    return int.from_bytes(told.digest(), "big")
