"""Records: matches and rounds as text that a person can read; docs/record.md has the grammar."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, TextIO

from .accounts import (
    lead_text,
    levels_text,
    paid_text,
    play_text,
    result_text,
    takes_text,
    winners_text,
)
from .actions import (
    Action,
    Bury,
    Deal,
    Declare,
    DrawCard,
    DrawSeat,
    Exchange,
    Flee,
    NameCard,
    NextRound,
    Pass,
    Play,
    TakeKitty,
)
from .cards import Cards, format_cards, format_kind
from .errors import NotationError
from .lines import (
    RecordCardsError,
    RecordError,
    RecordIllegalPlay,
    RecordNotationError,
    RecordRulesError,
    check_text,
)
from .match import Match
from .options import ORDER_OPTIONS
from .phases import Phase
from .reader import Record, read_records
from .rounds import Round
from .tags import Header, header_lines

__all__ = [
    "Header",
    "Record",
    "RecordCardsError",
    "RecordError",
    "RecordIllegalPlay",
    "RecordNotationError",
    "RecordRulesError",
    "format_record",
    "read_records",
    "write_record",
]

_WIDTH = 100
_INDENT = "    "


def write_record(
    file: TextIO,
    what: Match | Round,
    *,
    names: Sequence[str] = (),
    tags: Mapping[str, str] | None = None,
    comments: Mapping[Any, str] | None = None,
) -> None:
    """Write a match, or the play of a round, as a record.

    Parameters
    ----------
    file : text file
        Open for writing; records may follow one another in a file.
    what : Match or Round
        It need not have ended.
    names : sequence of four str, optional
        The names of the seats.
    tags : mapping of str to str, optional
        Other tags, such as ``Event``, ``Date`` and ``Source``.
    comments : mapping, optional
        Comments by the number of the trick that they stand before, 0 for before the play; in a
        match by the numbers of round and trick.

    Raises
    ------
    IllegalPlay
        A play of the round, which was not verified when it was made, is illegal.
    NotationError
        A name, a tag or a comment that cannot be written.

    Examples
    --------
    >>> import io
    >>> from tractor_core import Match
    >>> match = Match(rng=1, dealer=0)
    >>> match.deal_all()
    >>> file = io.StringIO()
    >>> write_record(file, match, names=("An", "Bo", "Cy", "Di"))
    >>> file.getvalue().splitlines()[:2]
    ['[Match "1"]', '[Seat0 "An"]']
    >>> _ = file.seek(0)
    >>> next(read_records(file)).match == match
    True
    """
    for line in _record_lines(what, names, tags, comments):
        file.write(line + "\n")


def format_record(
    what: Match | Round,
    *,
    names: Sequence[str] = (),
    tags: Mapping[str, str] | None = None,
    comments: Mapping[Any, str] | None = None,
) -> str:
    """Return a record as text; the parameters are those of `write_record`.

    Examples
    --------
    >>> from tractor_core import Cards, Round, Trump
    >>> hands = [Cards("Ac"), Cards("Kc"), Cards("5c"), Cards("9c")]
    >>> round = Round(hands, Cards("Td"), 0, Trump("2", "h"), partial=True)
    >>> for card in ("Ac", "Kc", "5c", "9c"):
    ...     _ = round.play(Cards(card))
    >>> format_record(round).splitlines()[-3]
    '1. 0: Ac, Kc, 5c, 9c; 0 takes 15, attackers 0'
    """
    return "".join(line + "\n" for line in _record_lines(what, names, tags, comments))


def _record_lines(
    what: Match | Round,
    names: Sequence[str],
    tags: Mapping[str, str] | None,
    comments: Mapping[Any, str] | None,
) -> Iterator[str]:
    if not isinstance(what, (Match, Round)):
        raise TypeError(f"a record is of a Match or a Round, not {type(what).__name__}")
    if isinstance(names, str) or len(names) not in (0, 4):
        raise NotationError("names are those of four seats", str(names), 0)
    a, b, c, d = names or ("",) * 4
    header = Header("round", what.rules, names=(a, b, c, d), tags=dict(tags or {}))
    remarks = {
        key if isinstance(key, tuple) else (1, key): text for key, text in (comments or {}).items()
    }
    if isinstance(what, Round):
        lines = _round_lines(what, header, remarks)
    else:
        lines = _MatchWriter(what, header, remarks).lines()
    for line in lines:
        yield from _wrap(line)


def _wrap(line: str) -> list[str]:
    """Break a long line, after commas if it has them."""
    if len(line) <= _WIDTH or line.startswith(("[", "#")):
        return [line]
    glue = "\x00" if ", " in line else " "  # what may not be broken holds together
    parts = line.replace(" ", glue).replace("," + glue, ", ")
    wrapped = textwrap.wrap(
        parts, _WIDTH, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False
    )
    for text in wrapped:
        plain = text.replace(glue, " ")
        if len(plain) > _WIDTH:
            return textwrap.wrap(line, _WIDTH, subsequent_indent=_INDENT, break_long_words=False)
    return [text.replace(glue, " ") for text in wrapped]


def _comment_lines(text: str | None) -> Iterator[str]:
    if text is None:
        return
    for line in text.split("\n"):
        check_text("a comment", line)
        yield f"# {line}" if line else "#"


class _Tricks:
    """Write the tricks of a round, a line when each has ended."""

    def __init__(self, remarks: Mapping[tuple[int, int], str], number: int) -> None:
        self.remarks = remarks
        self.round_number = number
        self.number = 0
        self.items: list[str] = []

    def remark(self, trick: int) -> Iterator[str]:
        return _comment_lines(self.remarks.get((self.round_number, trick)))

    def play(self, round: Round, cards: Cards, units: Sequence[Cards] | None) -> Iterator[str]:
        """Write a play after it has been made."""
        trick = round.tricks[-1]
        if len(trick.plays) == 1:
            self.number += 1
            self.items = [lead_text(cards, units, trick.plays[0])]
        else:
            self.items.append(str(cards))
        if takes_text(round):
            yield from self.line(round)

    def line(self, round: Round) -> Iterator[str]:
        """Write the trick as far as it has been played."""
        yield from self.remark(self.number)
        text = f"{self.number}. {round.tricks[-1].leader}: {', '.join(self.items)}"
        self.items = []
        takes = takes_text(round)
        yield f"{text}; {takes}" if takes else text

    def rest(self, round: Round) -> Iterator[str]:
        """Write what has been played of a trick that is not complete, and the last comment."""
        if self.items:
            yield from self.line(round)
        yield from self.remark(self.number + 1)


def _round_lines(
    round: Round, header: Header, remarks: Mapping[tuple[int, int], str]
) -> Iterator[str]:
    saved = round.saved()
    order = {name: getattr(saved.trump, name) for name in ORDER_OPTIONS}
    yield from header_lines(replace(header, rules=replace(header.rules, **order)))
    tricks = _Tricks(remarks, 1)
    yield ""
    yield "Round"
    yield from tricks.remark(0)
    again = Round.load(replace(saved, plays=(), revoked=False))
    for seat, hand in enumerate(again.hands):
        yield f"hand {seat}: {hand}".rstrip()
    yield f"kitty: {again.kitty}".rstrip()
    yield f"play: {play_text(again)}"
    for cards, units in saved.plays:
        again.play(cards, units)
        yield from tricks.play(again, cards, units)
    yield from tricks.rest(again)
    result = again.result
    yield "unfinished" if result is None else f"result: {result_text(result)}"
    yield ""


class _MatchWriter:
    """Write a match by playing it again."""

    def __init__(
        self, match: Match, header: Header, remarks: Mapping[tuple[int, int], str]
    ) -> None:
        saved = match.to_dict()
        self.remarks = remarks
        self.actions = match.actions
        self.ahead: list[str] = saved["decks"][len(match.decks) :]
        scores = tuple(saved["scores"])
        self.header = replace(
            header,
            kind="match",
            levels=tuple(saved["levels"]),
            dealer=saved["dealer"],
            scores=scores if any(scores) else None,
            seed=match.seed,
        )
        self.match = Match(
            match.rules,
            match.seed,
            decks=match.decks,
            levels=saved["levels"],
            dealer=saved["dealer"],
            scores=scores,
        )
        self.tricks = _Tricks(remarks, 1)

    def lines(self) -> Iterator[str]:
        yield from header_lines(self.header)
        rounds: list[list[Action]] = [[]]
        for action in self.actions:
            if isinstance(action, NextRound):
                rounds.append([])
            else:
                rounds[-1].append(action)
        for number, actions in enumerate(rounds, start=1):
            if number > 1:
                self.match.apply(NextRound())
            yield ""
            yield from self.round(number, actions)
        if self.match.phase is Phase.OVER:
            yield f"won: {winners_text(self.match.winners)}"
        else:
            yield "unfinished"
        for deck in self.ahead:
            yield f"ahead: {deck}"
        yield ""

    def round(self, number: int, actions: list[Action]) -> Iterator[str]:
        match = self.match
        self.tricks = _Tricks(self.remarks, number)
        yield f"Round {number}"
        yield from self.tricks.remark(0)
        yield from self.deck(actions)
        for kind, group in groupby(actions, key=type):
            run = list(group)
            if kind is Deal:
                yield f"deal: {_deals(run)}"
            elif kind is Pass:
                seats = [str(action.seat) for action in run if isinstance(action, Pass)]
                yield f"pass: {' '.join(seats)}"
            for action in run:
                yield from self.action(action)
        if match.phase in (Phase.ROUND_OVER, Phase.OVER):
            yield from self.tricks.remark(self.tricks.number + 1)
            record = match.rounds[-1]
            yield f"result: {result_text(record.result)}"
            yield f"levels: {levels_text(record)}"
            if match.rules.settlement != "none":
                yield f"paid: {paid_text(record)}"
        elif match.round is not None:
            yield from self.tricks.rest(match.round)
        else:
            yield from self.tricks.remark(1)

    def deck(self, actions: list[Action]) -> Iterator[str]:
        """Write what each seat is dealt, in the order of the deal."""
        match = self.match
        first = match.dealer
        if first is None:
            drawn = [action.seat for action in actions if isinstance(action, DrawSeat)]
            first = drawn[0] if drawn else None
        deck = match.decks[-1]
        for i in range(4):
            seat = "?" if first is None else (first + i) % 4
            yield f"dealt {seat}: {format_cards(deck[i : match.undealt : 4])}"
        yield f"kitty: {format_cards(deck[match.undealt :])}"

    def action(self, action: Action) -> Iterator[str]:
        """Carry an action out and write it."""
        match = self.match
        opening = match.round is None
        if isinstance(action, Flee) and self.tricks.items:
            self.tricks.items.append(f"flee {action.seat}")
        elif isinstance(action, (DrawSeat, TakeKitty, Flee)):
            yield f"{_WORDS[type(action)]}: {action.seat}"
        elif isinstance(action, DrawCard):
            assert action.card is not None
            yield f"draw: {format_kind(action.card)}"
        elif isinstance(action, NameCard):
            yield f"name {action.seat}: {format_kind(action.card)}"
        elif isinstance(action, (Declare, Bury, Exchange)):
            yield f"{_WORDS[type(action)]} {action.seat}: {action.cards}"
        match.apply(action)
        round = match.round
        if round is None:
            return
        if opening:
            yield f"play: {play_text(round, crown=match.crown)}"
        if isinstance(action, Play):
            yield from self.tricks.play(round, action.cards, action.units)


_WORDS: dict[type[Action], str] = {
    DrawSeat: "draw",
    TakeKitty: "take",
    Flee: "flee",
    Declare: "declare",
    Bury: "bury",
    Exchange: "exchange",
}


def _deals(run: list[Any]) -> str:
    """Write deals that follow one another: 3 singly is three of one card."""
    parts = []
    for count, group in groupby(action.count for action in run):
        times = len(list(group))
        singly = count == 1 and times > 1
        parts += [f"{times} singly"] if singly else [str(count)] * times
    return ", ".join(parts)
