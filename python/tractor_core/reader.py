"""Reading records: every line is checked against the engine, one round at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from types import MappingProxyType

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
from .cards import Cards, format_kind
from .errors import CardsError
from .lines import Line, Lines, RecordSource
from .match import Match
from .phases import Phase
from .rounds import Round
from .tags import Header, read_header

__all__ = ["Record", "read_records"]

_KINDS = {format_kind(kind): kind for kind in range(54)}
_WORD = re.compile(r"([a-z]+)(?: ([0-3?]))?:(?: (.*))?")
_TRICK = re.compile(r"([1-9][0-9]{0,2})\. ([0-3]): ([^;]+)(?:; (.+))?")
_TAKES = re.compile(r"[0-3] revokes|[0-3] takes [0-9]{1,3}, attackers -?[0-9]{1,4}")
_PLAY = re.compile(
    r"dealer ([0-3]), partner ([0-3]), level ([2-9TJQKA]), trump ([dchs]|NT)(, partial)?"
)
_GROUPS = re.compile(r"\[[^\[\]]*\](?: \[[^\[\]]*\])*")
_DEAL = re.compile(r"([1-9][0-9]{0,2})( singly)?")


@dataclass(frozen=True, slots=True)
class Record:
    """Hold a round that has been read, and the match as it was then.

    Attributes
    ----------
    line : int
        Where the round begins in the file.
    header : Header
        What the tags say; it is shared by the rounds of a match.
    number : int
        The number of the round in its match; 1 for a round by itself.
    round : Round or None
        The play; None if the record ends before it.
    match : Match or None
        The match up to here; None for a round by itself.
    comments : mapping of int to str
        Comments by the number of the trick that they stand before, 0 for before the play; those
        behind the last trick have the number after it.
    last : bool
        Whether no other round of the match follows.
    """

    line: int
    header: Header
    number: int
    round: Round | None
    match: Match | None
    comments: Mapping[int, str]
    last: bool


def read_records(file: RecordSource) -> Iterator[Record]:
    """Read a file of records, and verify every line.

    Hands, declarations, plays, winners, points and results are what the rules make them, or the
    line at fault is named. One round is held at a time, and of a match what `Match` holds.

    Parameters
    ----------
    file : path or file
        Open for reading as text or as bytes; the text is UTF-8.

    Yields
    ------
    Record
        Round after round.

    Raises
    ------
    RecordError
        A line does not hold; it is a `NotationError`, `IllegalPlay`, `CardsError` or
        `RulesError` too, and has the number of the line.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> import io
    >>> text = '''[Round "1"]
    ... [Rules "default"]
    ... Round
    ... hand 0: Ac
    ... hand 1: Kc
    ... hand 2: 5c
    ... hand 3: 9c
    ... kitty: Td
    ... play: dealer 0, partner 2, level 2, trump h, partial
    ... 1. 0: Ac, Kc, 5c, 9c; 0 takes 15, attackers 0
    ... result: attackers 0, kitty 10 x 0, last trick dealer, dealer +3
    ... '''
    >>> [record.round.result.points for record in read_records(io.StringIO(text))]
    [0]
    >>> list(read_records(io.StringIO(text.replace("takes 15", "takes 5"))))
    Traceback (most recent call last):
    tractor_core.lines.RecordRulesError: line 10: '0 takes 5, attackers 0': the rules say \
'0 takes 15, attackers 0'
    """
    with closing(Lines(file)) as lines:
        while lines.peek().text:
            if not lines.peek().text.startswith("["):
                raise lines.peek().bad("a record begins with its tags")
            comments = _Comments()
            line = lines.peek()
            comments.add(0, line)
            header = read_header(lines)
            if header.kind == "match":
                yield from _MatchReader(lines, header, comments, line).records()
            else:
                yield _RoundReader(lines, header, comments).record()


class _Comments:
    """Gather the comments of a round."""

    def __init__(self) -> None:
        self.found: dict[int, list[str]] = {}

    def add(self, trick: int, line: Line) -> None:
        if line.comments:
            self.found.setdefault(trick, []).extend(line.comments)

    def given(self) -> Mapping[int, str]:
        return MappingProxyType({trick: "\n".join(texts) for trick, texts in self.found.items()})


# --- parts of lines -----------------------------------------------------------------------------


def _kinds(line: Line, text: str, at: int) -> list[int]:
    """The cards of a part of a line, in their order."""
    kinds = []
    for word in text.split(" ") if text else ():
        kind = _KINDS.get(word)
        if kind is None:
            raise line.bad(f"unknown card {word[:20]!r}", at)
        kinds.append(kind)
        at += len(word) + 1
    return kinds


def _cards(line: Line, text: str, at: int) -> Cards:
    with line.at_fault():
        cards = Cards(_kinds(line, text, at))
    return cards


def _word(lines: Lines, word: str, seat: str | None = None) -> tuple[Line, str, int]:
    """Take a line that begins with a word: it, its value, and where that begins."""
    line = lines.take()
    found = _WORD.fullmatch(line.text)
    wanted = f"{word}:" if seat is None else f"{word} {seat}:"
    if found is None or found[1] != word or found[2] != seat:
        raise line.bad(f"expected {wanted!r}")
    return line, found[3] or "", len(wanted) + 1


def _agree(line: Line, given: str, expected: str) -> None:
    """Refuse an account that is not the engine's."""
    if given != expected:
        raise line.wrong(f"'{given[:100]}': the rules say '{expected}'")


def _account(lines: Lines, word: str, expected: str, comments: _Comments, trick: int) -> None:
    line, value, _ = _word(lines, word)
    comments.add(trick, line)
    _agree(line, value, expected)


def _lead(line: Line, text: str, at: int) -> tuple[Cards, tuple[Cards, ...] | None, str]:
    """The cards of a lead, the units named, and what is said to be led instead."""
    shown, sign, led = text.partition(" ! ")
    if sign and not led:
        raise line.bad("a throw that fails has a unit that is led", at)
    if not shown.startswith("["):
        return _cards(line, shown, at), None, led
    if not _GROUPS.fullmatch(shown):
        raise line.bad("units are in brackets, one space apart", at)
    units = []
    for found in re.finditer(r"\[([^\[\]]*)\]", shown):
        units.append(_cards(line, found[1], at + found.start(1)))
    with line.at_fault():
        cards = sum(units, Cards())
    return cards, tuple(units), led


def _read_trick(
    line: Line,
    number: int,
    play: Callable[[Cards, tuple[Cards, ...] | None], Round],
    flee: Callable[[int], None] | None,
    before: Round,
) -> Round:
    """Play the trick of a line, and give the round after it."""
    found = _TRICK.fullmatch(line.text)
    if found is None:
        raise line.bad("expected a trick, or how the round ends")
    if int(found[1]) != number:
        raise line.bad(f"this is trick {number}, not {found[1]}")
    if int(found[2]) != before.leader:
        raise line.wrong(f"seat {before.leader} leads, not seat {found[2]} (E1)")
    at = found.start(3)
    plays = 0
    round = before
    for item in found[3].split(", "):
        ended = round.over or plays == 4
        if item.startswith("flee ") and flee is not None:
            if item[5:] not in ("0", "1", "2", "3") or not plays or ended:
                raise line.bad("a seat flees between plays", at)
            with line.at_fault():
                flee(int(item[5:]))
        elif ended:
            raise line.bad("no play follows the last of a trick", at)
        elif plays:
            cards = _cards(line, item, at)
            with line.at_fault():
                round = play(cards, None)
            plays += 1
        else:
            cards, units, led = _lead(line, item, at)
            with line.at_fault():
                round = play(cards, units)
            plays += 1
            _agree(line, item, lead_text(cards, units, round.tricks[-1].plays[0]))
        at += len(item) + 2
    expected = takes_text(round)
    if found[4] is not None and not _TAKES.fullmatch(found[4]):
        raise line.bad("a trick ends with who takes it", found.start(4))
    if found[4] is None and expected:
        raise line.bad("a trick ends with who takes it", len(line.text))
    if found[4] is not None:
        _agree(line, found[4], expected or "the trick goes on")
    return round


# --- a round by itself --------------------------------------------------------------------------


class _RoundReader:
    """Read the play of a round."""

    def __init__(self, lines: Lines, header: Header, comments: _Comments) -> None:
        self.lines = lines
        self.header = header
        self.comments = comments

    def record(self) -> Record:
        lines, comments = self.lines, self.comments
        start = lines.take()
        comments.add(0, start)
        if start.text != "Round":
            raise start.bad("expected 'Round'")
        hands = []
        for seat in range(4):
            line, value, at = _word(lines, "hand", str(seat))
            comments.add(0, line)
            hands.append(_cards(line, value, at))
        line, value, at = _word(lines, "kitty")
        comments.add(0, line)
        kitty = _cards(line, value, at)
        round = self.read_play(hands, kitty)
        number = 1
        while True:
            line = lines.take()
            comments.add(number, line)
            if line.text == "unfinished":
                if round.over:
                    raise line.wrong("the round has ended (E1)")
                break
            if line.text.startswith("result:"):
                result = round.result
                if result is None:
                    raise line.wrong("the round has not ended (E1)")
                _agree(line, line.text[8:], result_text(result))
                break
            if round.over:
                raise line.bad("expected 'result:'")
            if round.trick is not None:
                raise line.bad("expected 'unfinished' after a trick that is not complete")
            round = _read_trick(line, number, _player(round), None, round)
            number += 1
        if not lines.peek().text:
            comments.add(number, lines.peek())
        return Record(start.number, self.header, 1, round, None, comments.given(), True)

    def read_play(self, hands: list[Cards], kitty: Cards) -> Round:
        """Read who deals and what is trump."""
        line, value, at = _word(self.lines, "play")
        self.comments.add(0, line)
        found = _PLAY.fullmatch(value)
        if found is None:
            raise line.bad("expected dealer, partner, level and trump", at)
        rules = self.header.rules
        suit = None if found[4] == "NT" else found[4]
        with line.at_fault():
            round = Round(
                hands,
                kitty,
                int(found[1]),
                rules.trump(found[3], suit),
                rules,
                partner=int(found[2]) if rules.find_partner else None,
                partial=found[5] is not None,
            )
        _agree(line, value, play_text(round))
        return round


def _player(round: Round) -> Callable[[Cards, tuple[Cards, ...] | None], Round]:
    def play(cards: Cards, units: tuple[Cards, ...] | None) -> Round:
        round.play(cards, units)
        return round

    return play


# --- a match ------------------------------------------------------------------------------------


class _MatchReader:
    """Read a match, round after round."""

    def __init__(self, lines: Lines, header: Header, comments: _Comments, first: Line) -> None:
        self.lines = lines
        self.header = header
        self.comments = comments
        self.first = first
        self.match = Match()  # until the first deck is known

    def records(self) -> Iterator[Record]:
        lines = self.lines
        number = 1
        while True:
            start = lines.take()
            self.comments.add(0, start)
            if start.text != f"Round {number}":
                raise start.bad(f"expected 'Round {number}'")
            self.read_deck(start, number)
            trick = self.read_round()
            ended = self.match.phase in (Phase.ROUND_OVER, Phase.OVER)
            last = not ended or not re.fullmatch(r"Round [0-9]+", lines.peek().text)
            if last:
                self.read_end(trick)
            yield Record(
                start.number,
                self.header,
                number,
                self.match.round,
                self.match.copy(),
                self.comments.given(),
                last,
            )
            if last:
                return
            self.comments = _Comments()
            number += 1

    def read_deck(self, start: Line, number: int) -> None:
        """Read what is dealt, and begin the round."""
        lines, rules = self.lines, self.header.rules
        if number > 1:
            with start.at_fault():
                if self.match.phase is Phase.OVER:
                    raise start.wrong("the match is over (M2)")
        piles = []
        word = _WORD.fullmatch(lines.peek().text)
        first = word[2] if word else None
        at_first = lines.peek()
        if word is None or word[1] != "dealt" or first is None:
            raise at_first.bad("expected 'dealt' and a seat")
        size = (12, 25, 39)[rules.decks - 1]
        for i in range(4):
            seat = "?" if first == "?" else str((int(first) + i) % 4)
            line, value, at = _word(lines, "dealt", seat)
            self.comments.add(0, line)
            piles.append(_kinds(line, value, at))
            if len(piles[-1]) != size:
                raise line.wrong(f"a hand has {size} cards, not {len(piles[-1])} (D2)")
        line, value, at = _word(lines, "kitty")
        self.comments.add(0, line)
        kitty = _kinds(line, value, at)
        deck = [card for cards in zip(*piles, strict=True) for card in cards] + kitty
        with line.at_fault():
            if sorted(deck) != sorted(list(range(54)) * rules.decks):
                raise CardsError(f"hands and kitty are not {rules.decks} whole decks (D1)")
        if number == 1:
            with self.first.at_fault():
                self.match = Match(
                    rules,
                    self.header.seed,
                    decks=[deck],
                    levels=self.header.levels,
                    dealer=self.header.dealer,
                    scores=self.header.scores,
                )
        else:
            self.match.add_deck(deck)
            self.match.apply(NextRound())
        dealer = self.match.dealer
        if dealer is not None and first != str(dealer):
            raise at_first.wrong(f"seat {dealer} is dealt the first card, not seat {first} (D4)")
        self.drawn = None if dealer is not None else first

    def read_round(self) -> int:
        """Read what is done in a round; give the number of the trick after its last."""
        match, lines, comments = self.match, self.lines, self.comments
        trick = 1
        while True:
            if match.phase in (Phase.ROUND_OVER, Phase.OVER):
                record = match.rounds[-1]
                _account(lines, "result", result_text(record.result), comments, trick)
                _account(lines, "levels", levels_text(record), comments, trick)
                if match.rules.settlement != "none":
                    _account(lines, "paid", paid_text(record), comments, trick)
                return trick
            if lines.peek().text == "unfinished":
                return trick
            round = match.round
            line = lines.take()
            if round is None:
                comments.add(0, line)
                self.read_action(line)
                if match.round is not None:
                    expected = play_text(match.round, crown=match.crown)
                    _account(lines, "play", expected, comments, 0)
                continue
            comments.add(trick, line)
            if line.text.startswith("flee:"):
                self.read_action(line)
                continue
            if round.trick is not None:
                raise line.bad("expected 'unfinished' after a trick that is not complete")
            _read_trick(line, trick, self.play, self.flee, round)
            trick += 1

    def read_end(self, trick: int) -> None:
        """Read how the record ends."""
        match, lines = self.match, self.lines
        if match.phase is Phase.OVER:
            _account(lines, "won", winners_text(match.winners), self.comments, trick)
        else:
            line = lines.take()
            self.comments.add(trick if match.round is not None else 0, line)
            if line.text != "unfinished":
                raise line.bad("expected the next round or 'unfinished'")
        while lines.peek().text.startswith("ahead:"):
            line, value, at = _word(lines, "ahead")
            self.comments.add(trick, line)
            with line.at_fault():
                deck = _kinds(line, value, at)
                if sorted(deck) != sorted(list(range(54)) * match.rules.decks):
                    raise CardsError(f"these are not {match.rules.decks} whole decks (D1)")
                match.add_deck(deck)
        if not lines.peek().text:
            self.comments.add(trick, lines.peek())

    def play(self, cards: Cards, units: tuple[Cards, ...] | None) -> Round:
        turn = self.match.turn
        assert turn is not None
        self.match.apply(Play(turn, cards, units))
        round = self.match.round
        assert round is not None
        return round

    def flee(self, seat: int) -> None:
        self.match.apply(Flee(seat))

    def read_action(self, line: Line) -> None:
        """Carry out what a line of the opening says."""
        found = _WORD.fullmatch(line.text)
        if found is None:
            raise line.bad("unknown line")
        word, seat, value = found[1], found[2], found[3] or ""
        actions = list(self.actions(line, word, seat, value, found.start(3)))
        with line.at_fault():
            for action in actions:
                self.match.apply(action)

    def actions(
        self, line: Line, word: str, seat: str | None, value: str, at: int
    ) -> Iterator[Action]:
        if word == "deal" and seat is None:
            for item in value.split(", "):
                found = _DEAL.fullmatch(item)
                if found is None or int(found[1]) > 156:
                    raise line.bad("expected how many cards are dealt", at)
                count = int(found[1])
                yield from [Deal(1)] * count if found[2] else [Deal(count)]
        elif word == "pass" and seat is None:
            yield from (Pass(_seat(line, item, at)) for item in value.split(" "))
        elif word == "draw" and seat is None and value in _KINDS:
            yield DrawCard(_KINDS[value])
        elif word == "draw" and seat is None:
            if self.match.phase is Phase.DRAW_SEAT and value != self.drawn:
                raise line.wrong(f"seat {self.drawn} is dealt the first card (D4)")
            yield DrawSeat(_seat(line, value, at))
        elif word in ("take", "flee") and seat is None:
            yield (TakeKitty if word == "take" else Flee)(_seat(line, value, at))
        elif seat is None or seat == "?" or word not in ("name", "declare", "bury", "exchange"):
            raise line.bad("unknown line")
        elif word == "name":
            if value not in _KINDS:
                raise line.bad("expected a card", at)
            yield NameCard(int(seat), _KINDS[value])
        else:
            kind = {"declare": Declare, "bury": Bury, "exchange": Exchange}[word]
            yield kind(int(seat), _cards(line, value, at))


def _seat(line: Line, text: str, at: int) -> int:
    if text not in ("0", "1", "2", "3"):
        raise line.bad("expected a seat from 0 to 3", at)
    return int(text)
