"""The behaviour signature: one number for what the package answers on fixed rounds and matches.

A change that means to alter no behaviour keeps it, on every build, platform and interpreter; one
that means to stores the number that `tractor bench --signature` prints as `EXPECTED`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import Any, Final, Literal

import numpy as np

from . import batch, odds
from .actions import Action, Deal, Declare, Play
from .cards import Cards, format_cards
from .deals import deal
from .declarations import check_declaration, legal_declarations
from .errors import IllegalPlay, RulesError
from .follows import (
    check_follow,
    count_legal_follows,
    is_legal_follow,
    legal_follows,
    random_legal_follow,
)
from .hidden import Hidden
from .leads import count_legal_leads, legal_leads, random_lead, safe_throws
from .match import Match, Phase
from .options import CHOICES
from .playouts import bury, playouts
from .presets import PRESETS
from .rounds import Round
from .rules import Rules
from .scoring import kitty_multiplier, points
from .throws import check_throw, throw_stands
from .tricks import can_ruff, trick_winner
from .trump import Trump, order, suit_of
from .units import decompose

__all__ = ["EXPECTED", "Words", "shuffled", "signature"]

EXPECTED: Final = 0x5BFD9583912BE171

_SEED = 20
_ROUNDS = 4  # of every preset
_LISTED = 12  # plays looked at, of all that are legal
_MASK = (1 << 64) - 1
_SUITS = ("d", "c", "h", "s", None)
_WINDOWS = 20  # leads of runs for each round
_FLAGS = tuple(field.name for field in fields(Rules) if isinstance(field.default, bool))
_KITTY = {1: 6, 2: 8, 3: 6}
_PROFILES = 40  # mixed from the options
_PLAYED = 4  # rounds of a match
_DEALS = 5  # played out by each policy, for each round
_POLICIES: tuple[
    Literal["random", "random_throws", "greedy"]
    | tuple[Literal["greedy", "random_throws"], Literal["random", "greedy"]],
    ...,
] = ("random", "random_throws", "greedy", ("greedy", "random"), ("random_throws", "greedy"))
_STUDIED = 300  # deals of a study


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


def _window(steps: Sequence[Sequence[int]], decks: int, words: Words) -> Cards:
    """Cards of neighbouring steps of a suit, most kinds in pairs and triples."""
    size = min(len(steps), 2 + words.below(6))
    start = words.below(len(steps) - size + 1)
    kinds = [kind for step in steps[start : start + size] for kind in step]
    return Cards(kind for kind in kinds for _ in range(max(1, decks - words.below(6) // 4)))


def _rich(rules: Rules, trump: Trump, words: Words) -> Iterator[object]:
    """What is said of leads and hands of runs, such as deals seldom hold."""
    suits = [steps for steps in order(trump).values() if steps]
    for _ in range(_WINDOWS):
        steps = suits[words.below(len(suits))]
        hands = [_window(steps, rules.decks, words) for _ in range(3)]
        units = decompose(_window(steps, rules.decks, words), trump)
        lead = units[0].cards
        for unit in units[1 : 1 + words.below(3)]:
            lead = lead + unit.cards
        result = check_throw(lead, hands, trump, rules)
        yield lead, result.stands, result.led, result.penalty, result.beaten_by
        for hand in hands:
            yield count_legal_follows(hand, lead, trump, rules)
            yield from islice(legal_follows(hand, lead, trump, rules), 2)


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
    yield from _rich(rules, trump, words)
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


def _next_action(match: Match, words: Words) -> Action:
    """One of the things that may be done: some cards are dealt, large units are led."""
    listed = list(islice(match.legal_actions(), 3 * _LISTED))
    if match.phase is Phase.DEALING:
        declared = [action for action in listed if isinstance(action, Declare)]
        if declared and words.below(3) == 0:
            return declared[words.below(len(declared))]
        return Deal(min(match.undealt, 1 + words.below(9)))
    if match.round is not None and match.round.lead is None:
        listed.sort(key=lambda action: -len(action.cards) if isinstance(action, Play) else 0)
        return listed[words.below(min(4, len(listed)))]
    return listed[words.below(len(listed))]


def _seen(match: Match, seat: int) -> Iterator[object]:
    """What a seat knows of a match, and may do."""
    view = match.view(seat)
    yield view.hand, view.counts, view.dealer, view.level, view.trump, view.declarations
    yield view.partner, view.kitty, view.turned, view.named, view.levels, view.scores
    yield None if view.play is None else view.play.to_dict()
    yield from (action.to_dict() for action in islice(match.legal_actions(seat), 4))


def _leaning(decks: int, words: Words) -> list[int]:
    """A deck in which two of the seats that sit opposite are dealt the higher ranks."""
    kinds = shuffled(decks, words)
    side = words.below(2)
    for i in range(0, len(kinds) - 1, 2):
        low, high = sorted(kinds[i : i + 2], key=lambda kind: (kind >= 52, kind % 13))
        if words.below(8):
            kinds[i + side], kinds[i + 1 - side] = high, low
    return kinds


def _declared(match: Match, words: Words) -> Iterator[object]:
    """What a seat may declare, and which of all declarations would stand over the last one."""
    yield [str(action) for action in match.legal_actions(words.below(4))]
    standing, rules = match.declaration, match.rules
    level = match.level or rules.levels[0]
    for seat, hand in enumerate(match.hands):
        for found in legal_declarations(seat, hand, level, rules=rules):
            how = "refused"
            with suppress(RulesError):
                stands = check_declaration(seat, found.cards, hand, level, standing, rules)
                how = f"{stands.how} {stands.seat} {stands.suit}"
            yield found.cards, how


def _matched(rules: Rules, words: Words) -> Iterator[object]:
    """The first rounds of a match, each action in it, and what is seen and kept of them."""
    decks = [_leaning(rules.decks, words) for _ in range(_PLAYED)]
    levels = [rules.levels[words.below(len(rules.levels))] for _ in range(2)] * 2
    match = Match(rules, _SEED, decks=decks, levels=levels)
    while len(match.rounds) < _PLAYED and match.phase is not Phase.OVER:
        yield match.phase.value, match.turn, match.dealer, match.level, match.crown
        if match.phase in (Phase.DEALING, Phase.DECLARING):
            yield from _declared(match, words)
        yield match.apply(_next_action(match, words)).to_dict()
        if words.below(16) == 0:
            yield from _seen(match, words.below(4))
    for ended in match.rounds:
        yield ended.result.points, ended.result.change, ended.levels, ended.paid
    yield match.levels, match.crowns, match.scores, match.winners
    yield Match.from_dict(match.to_dict()).to_dict()


def _played_out(rules: Rules, trump: Trump, count: int, words: Words) -> Iterator[object]:
    """Rounds that the policies play, every card of them, and what a dealer buries."""
    deals = np.array(
        [
            [cards.planes for cards in (*hands, kitty)]
            for hands, kitty in (_dealt(rules, words) for _ in range(count))
        ],
        np.uint64,
    )
    dealer = words.below(4)
    partner = words.below(4) if rules.find_partner else None
    for policy in _POLICIES:
        ended = playouts(
            deals, trump, dealer, policy, _SEED,
            rules=rules, partner=partner, exchange=policy == "greedy", plays=True,
        )  # fmt: skip
        yield policy, [numbers.tolist() for numbers in ended[:4]]
        assert ended.plays is not None
        yield [numbers.tolist() for numbers in ended.plays]
    yield bury(deals[:, 0].copy(), trump, _KITTY[rules.decks], rules=rules).tolist()


def _unseen(words: Words) -> Iterator[object]:
    """In how many ways what is not seen can lie; not how it is drawn, which may change."""
    for decks in (1, 2, 3):
        hands, kitty = _dealt(Rules(decks=decks), words)
        trump = Trump(2 + words.below(13), "s")
        unseen = hands[1] + hands[2] + hands[3] + kitty
        sizes = (0, len(hands[1]), len(hands[2]), len(hands[3]), len(kitty))
        known = {3: Cards([next(iter(hands[3]))])}
        some, more = Hidden(unseen, sizes, known=known), partial(Hidden, unseen, sizes, trump=trump)
        yield unseen, sizes, some.count(), more(voids={1: "trump"}).count()
        yield more(known=known, voids={2: "d"}, no_pairs={3: ["c", "trump"], 1: "h"}).count()


def _studies() -> dict[str, odds.Study]:
    """Small studies of every kind, by name."""
    trump, other, plain = Trump(10, "h"), Trump(2, "s", permanent_twos=True), Trump(7)
    return {
        "pairs": odds.unit("pair", trump=trump),
        "pairs, number": odds.unit("pair", count="number", hand="side", trump=plain),
        "tractors": odds.unit("tractor", suit="side", trump=trump),
        "tractors, number": odds.unit("tractor", suit="trump", count="number", trump=other),
        "tractors, longest": odds.unit("tractor", length=3, count="longest", trump=other),
        "triples": odds.unit("triple", count="number", hand="any", trump=trump, decks=3),
        "Titanics": odds.unit("titanic", suit="trump", trump=plain, decks=3),
        "lengths": odds.suit_length("trump", trump=plain),
        "voids": odds.void("side", hand="any", trump=trump, decks=1),
        "jokers": odds.jokers(hand="rivals"),
        "cards": odds.cards("Ad Ac Ah As", between=(3, 8)),
        "level cards": odds.level_cards("2", decks=3),
        "points": odds.points("side", hands={2: "Kd 5d"}),
        "points of the kitty": odds.kitty_points(kitty="Kd"),
        "declarations": odds.declaration("10", rules=Rules(colour_declaration=True)),
        "throws": odds.throw("As As Ks", trump=trump, decks=3),
        "throws against opponents": odds.throw(
            "As Ks Qs", trump=trump, rules=Rules(throw_against="opponents")
        ),
        "throws of ranks": odds.throw("A K", trump=trump),
        "beaten": odds.beaten("6s 6s 5s 5s", trump=trump, hand="6s 6s 5s 5s Ks"),
        "ruffed": odds.ruffed("As", trump=trump),
        "escapes": odds.escape("10s", trump=Trump(2, "h")),
        "rounds": odds.round_points(trump=trump),
        "last tricks": odds.last_trick(trump=trump, policy="greedy"),
        "levels": odds.levels_gained(trump=plain),
    }  # fmt: skip


def _studied() -> Iterator[object]:
    """What the deals of a block are counted to, and what is counted exactly and at once."""
    for name, study in _studies().items():
        yield name, study.tally(_SEED, 0, _STUDIED).tolist()
        try:
            yield study.exact()
        except odds.NoExactValue as reason:
            yield type(reason).__name__


def _mixed(words: Words) -> Rules:
    """The rules of a preset, some of the options changed that then may be."""
    rules = PRESETS[sorted(PRESETS)[words.below(len(PRESETS))]].rules
    numbers = {"throw_penalty": 15, "stakes_base": 9, "stakes_fee": 5, "score_shutout": 9}
    for name in [*CHOICES, *_FLAGS, *numbers]:
        if words.below(3):
            continue
        value: Any = not getattr(rules, name)
        if name in CHOICES:
            value = CHOICES[name][words.below(len(CHOICES[name]))]
        elif name in numbers:
            value = words.below(numbers[name])
        with suppress(RulesError):
            rules = replace(rules, **{name: value})
    return rules


def _trump(rules: Rules, words: Words) -> Trump:
    return rules.trump(2 + words.below(13), _SUITS[words.below(5)])


def _everything(words: Words, rng: np.random.Generator) -> Iterator[object]:
    """All answers: under every preset, under mixed rules, and of hidden hands and odds."""
    profiles = [(PRESETS[name].rules, _ROUNDS) for name in sorted(PRESETS)]
    profiles += [(_mixed(words), 1) for _ in range(_PROFILES)]
    for rules, rounds in profiles:
        for _ in range(rounds):
            yield from _answers(rules, _trump(rules, words), words.below(4), words, rng)
        yield from _played_out(rules, _trump(rules, words), _DEALS * rounds, words)
        yield from _matched(rules, words)
    yield from _unseen(words)
    yield from _studied()


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
    So do two rounds of a match, rounds that the policies play, ways in which hidden cards can
    lie, and the tallies of small studies; not the stream of draws of hidden cards.

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
    for answer in _everything(words, rng):
        told.update(_text(answer).encode() + b"\n")
    return int.from_bytes(told.digest(), "big")
