"""Judge positions with known answers: does the engine say the same?

A case file has one JSON object a line. Each row holds a position, what is asked about it, the
answer it expects under its rules, and perhaps other answers under other rules; `judge_row` gives
a verdict on every answer. What this release does not play is told apart from what differs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from tractor_core import (
    Cards,
    CardsError,
    IllegalPlay,
    Rules,
    RulesError,
    TractorError,
    Trump,
    Unit,
    check_follow,
    check_throw,
    decompose,
    format_kind,
    kitty_multiplier,
    level_change,
    order,
    points,
    suit_of,
    trick_winner,
)
from tractor_core.messages import say

__all__ = [
    "AGREE",
    "DIFFER",
    "UNSUPPORTED",
    "CaseError",
    "Verdict",
    "judge_file",
    "judge_row",
    "read_rows",
]

AGREE: Final = "agree"
DIFFER: Final = "differ"
UNSUPPORTED: Final = "unsupported"

_PLAYERS = ("P1", "P2", "P3", "P4")
_SIDES: dict[str, Literal["dealer", "attackers"] | None] = {
    "attackers": "attackers",
    "dealer": "dealer",
    "declarers": "dealer",
    "defenders": "dealer",
    "landlord": "dealer",
    "draw": None,
}
_PROSE = ("then", "note")  # of an expected answer: for a person to read
_MISSING: Final = object()
_ANY: Final = (object,)


class CaseError(TractorError, ValueError):
    """Refuse a case file that cannot be read, or a row that says too little or nonsense.

    Parameters
    ----------
    message : str
        What is wrong.
    row : str, optional
        Id of the row.
    field : str, optional
        The field, as ``"position.lead"``.
    line : int, optional
        Number of the line in the file, from 1.
    lang : {"en", "zh"}
        Language of the words around them.

    Examples
    --------
    >>> print(CaseError("missing", "thr-01", "position.lead", 3))
    line 3: row 'thr-01': position.lead: missing
    """

    def __init__(
        self,
        message: str,
        row: str | None = None,
        field: str | None = None,
        line: int | None = None,
        lang: str = "en",
    ) -> None:
        super().__init__(message, row, field, line, lang)
        self.message = message
        self.row = row
        self.field = field
        self.line = line
        self.lang = lang

    def __str__(self) -> str:
        line = None if self.line is None else say("case.line", self.lang, line=self.line)
        row = None if self.row is None else say("case.row", self.lang, row=self.row)
        return ": ".join(part for part in (line, row, self.field, self.message) if part)


@dataclass(frozen=True)
class Verdict:
    """Say how the engine's answer stands to an expected one.

    Attributes
    ----------
    id : str
        Id of the row.
    alternative : int
        0 for the row's own answer, n for its n-th alternative.
    title, ask : str
        Of the row: what it shows, and the question.
    outcome : {"agree", "differ", "unsupported"}
        "unsupported": a rule or a question that this release does not play.
    expected : dict
        The answer expected, as the row has it.
    got : dict
        The engine's answer to the same fields; empty where unsupported.
    reason : str
        What differs or is not supported; empty where both agree.
    """

    id: str
    alternative: int
    title: str
    ask: str
    outcome: str
    expected: dict[str, Any]
    got: dict[str, Any]
    reason: str = ""


class _Unsupported(Exception):
    """Carry the reason why a question is not judged."""


class _Answer(NamedTuple):
    got: Any
    why: str = ""  # empty: as expected


class _Fields:
    """An object of a row; whoever reads a field from it names it in errors."""

    def __init__(self, data: Mapping[str, Any], row: str, path: str, lang: str) -> None:
        self.data = data
        self.row = row
        self.path = path
        self.lang = lang

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def error(self, key: str, message: str) -> CaseError:
        return CaseError(message, self.row, self.path + key, lang=self.lang)

    def say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

    def get(self, key: str, kinds: tuple[type, ...], default: Any = _MISSING) -> Any:
        value = self.data.get(key, default)
        if value is _MISSING:
            raise self.error(key, self.say("case.missing"))
        if value is not default:
            self.require(key, value, kinds)
        return value

    def require(self, key: str, value: Any, kinds: tuple[type, ...]) -> None:
        if not isinstance(value, kinds) or (isinstance(value, bool) and int in kinds):
            wanted = " / ".join(_JSON_NAMES[kind] for kind in kinds)
            got = _JSON_NAMES.get(type(value), type(value).__name__)
            raise self.error(key, self.say("case.type", wanted=wanted, got=got))

    def text(self, key: str, default: Any = _MISSING) -> Any:
        return self.get(key, (str,), default)

    def number(self, key: str, default: Any = _MISSING) -> Any:
        return self.get(key, (int,), default)

    def fields(self, key: str, default: Any = _MISSING) -> _Fields:
        return self.inside(key, self.get(key, (dict,), default))

    def inside(self, key: str, value: Any) -> _Fields:
        self.require(key, value, (dict,))
        return _Fields(value, self.row, f"{self.path}{key}.", self.lang)

    def items(self, key: str, kinds: tuple[type, ...] = _ANY) -> list[tuple[str, Any]]:
        """The members of a list, each with the key that names it."""
        members = [(f"{key}[{i}]", member) for i, member in enumerate(self.get(key, (list,)))]
        if kinds is not _ANY:
            for name, member in members:
                self.require(name, member, kinds)
        return members

    def to_cards(self, key: str, value: Any) -> Cards:
        """Cards from notation or from a list of cards."""
        if isinstance(value, list):
            for i, member in enumerate(value):
                self.require(f"{key}[{i}]", member, (str,))
        else:
            self.require(key, value, (str,))
        try:
            return Cards(value)
        except TractorError as error:
            raise self.error(key, str(error)) from None

    def cards(self, key: str) -> Cards:
        return self.to_cards(key, self.get(key, _ANY))

    def side(self, key: str, default: Any = _MISSING) -> Literal["dealer", "attackers"] | None:
        word = self.get(key, (str, type(None)), default)
        if word is None:
            return None
        if word not in _SIDES:
            raise self.error(key, self.say("case.side", side=word))
        return _SIDES[word]


_JSON_NAMES: dict[type, str] = {
    bool: "true or false",
    dict: "object",
    float: "fraction",
    int: "number",
    list: "list",
    str: "text",
    type(None): "null",
}


class _Case(NamedTuple):
    """A position under one set of rules, and what is expected there."""

    position: _Fields
    expected: _Fields
    rules: Rules
    trump: Trump | None

    @property
    def order(self) -> Trump:
        """The trump, which every question but that of levels has."""
        assert self.trump is not None
        return self.trump

    def compare(self, field: str, expected: Any, got: Any) -> _Answer:
        """The answer `got`, with the difference in words where there is one."""
        if expected == got:
            return _Answer(got)
        why = self.expected.say(
            "judge.differs", field=field, expected=_show(expected), got=_show(got)
        )
        return _Answer(got, why)

    def refusal(self, lead: Cards) -> str | None:
        """Why the cards cannot be led at all; None if they can."""
        try:
            check_throw(lead, (), self.order, self.rules)
        except CardsError as error:
            return str(error)
        return None


_Answers = dict[str, _Answer]


def _show(value: Any) -> str:
    if isinstance(value, str):
        return value or "-"
    return json.dumps(value, ensure_ascii=False)


def _order(case: _Case) -> _Answers:
    suits = order(case.order)
    answers = {}
    for field, expected in case.expected.data.items():
        suit = "trump" if field == "tiers" else field.removeprefix("plain_").lower()
        steps = suits.get(suit, ())
        got: list[Any] = [[format_kind(kind) for kind in step] for step in steps]
        if field == "tiers":
            tiers = [case.expected.to_cards(key, tier) for key, tier in case.expected.items(field)]
            same = tiers == [Cards(step) for step in steps]
        else:
            plain = [
                case.expected.to_cards(key, card)
                for key, card in case.expected.items(field, (str,))
            ]
            same = plain == [Cards(step) for step in steps]
            got = [card for step in got for card in step]
        answers[field] = _Answer(got) if same else case.compare(field, expected, got)
    return answers


def _suit_of(case: _Case) -> _Answers:
    groups: dict[str, list[int]] = {}
    for kind in case.position.cards("cards"):
        groups.setdefault(suit_of(kind, case.order), []).append(kind)
    named = {field if field == "trump" else field.lower(): field for field in case.expected.data}
    answers = {}
    for suit in {**named, **groups}:
        field = named.get(suit, suit if suit == "trump" else suit.upper())
        got = Cards(groups.get(suit, ()))
        expected = case.expected.cards(field) if suit in named else Cards()
        answers[field] = case.compare(field, str(expected), str(got))
    return answers


def _winner(case: _Case) -> _Answers:
    players: list[str] = []
    plays: list[Cards] = []
    for key, entry in case.position.items("plays", (dict,)):
        play = case.position.inside(key, entry)
        players.append(play.text("player", f"P{len(players) + 1}"))
        plays.append(play.cards("cards"))
    if not plays:
        raise case.position.error("plays", case.position.say("case.empty"))
    leader = case.position.text("leader", players[0])
    if leader != players[0]:
        message = case.position.say("case.leader", leader=leader, player=players[0])
        raise case.position.error("plays", message)
    answers = {}
    if "winner" in case.expected:
        got = players[trick_winner(plays, case.order, case.rules)]
        answers["winner"] = case.compare("winner", case.expected.text("winner"), got)
    if "points_in_trick" in case.expected:
        answers["points_in_trick"] = case.compare(
            "points_in_trick",
            case.expected.number("points_in_trick"),
            sum(points(play) for play in plays),
        )
    return answers


def _lead_answers(case: _Case, lead: Cards) -> _Answers | None:
    """The answers to a lead that is refused, or of which that is expected; None otherwise."""
    refusal = case.refusal(lead)
    expected = bool(case.expected.get("illegal_lead", (str, bool), False))
    if refusal is None and not expected:
        return None
    refused = f"{case.expected.say('judge.lead')}: {refusal}"
    answers = {}
    for field in case.expected.data:
        if field == "state_unchanged":  # cards and trumps never change
            answers[field] = case.compare(field, case.expected.get(field, (bool,)), True)
        elif field != "illegal_lead":
            answers[field] = _Answer(None, refused if refusal else "")
        elif expected == bool(refusal):
            answers[field] = _Answer(refusal)
        else:
            allowed = case.expected.say("judge.lead.allowed")
            answers[field] = _Answer(refusal or False, refused if refusal else allowed)
    return answers


def _shape(case: _Case) -> _Answers:
    cards = case.position.cards("cards")
    refused = _lead_answers(case, cards)
    if refused is not None:
        return refused
    units = decompose(cards, case.order)
    got = [
        {"width": unit.copies, "length": unit.length, "cards": str(unit.cards)} for unit in units
    ]
    wanted, total = [], Cards()
    for key, entry in case.expected.items("shape", (dict,)):
        part = case.expected.inside(key, entry)
        width, length, held = part.number("width"), part.number("length"), part.cards("cards")
        try:
            total += held
            unit = Unit(held, case.order)
        except CardsError:
            unit = None
        if unit is None or (unit.copies, unit.length) != (width, length):
            why = case.expected.say("judge.no_unit", cards=held, width=width, length=length)
            return {"shape": _Answer(got, why)}
        wanted.append(unit)
    # kinds of one step are equal, so either may stand in a unit
    same = total == cards and list(map(_strength, wanted)) == list(map(_strength, units))
    expected = " + ".join(str(unit.cards) for unit in wanted)
    shown = " + ".join(str(unit.cards) for unit in units)
    why = "" if same else case.compare("shape", expected, shown).why
    return {"shape": _Answer(got, why)}


def _strength(unit: Unit) -> tuple[str, int, int, int]:
    return unit.suit, unit.copies, unit.length, unit.step


def _throw(case: _Case) -> _Answers:
    lead = case.position.cards("lead")
    hands = case.position.fields("others")
    leader = case.position.text("leader", "P1")
    if leader not in _PLAYERS:
        raise case.position.error("leader", case.position.say("case.player", player=leader))
    first = _PLAYERS.index(leader) + 1
    following = [_PLAYERS[(first + i) % 4] for i in range(3)]
    for player in hands.data:
        if player not in following:
            raise hands.error(player, hands.say("case.player", player=player))
    others = [hands.cards(player) if player in hands else Cards() for player in following]
    refused = _lead_answers(case, lead)
    if refused is not None:
        return refused
    result = check_throw(lead, others, case.order, case.rules)
    answers = {}
    for field in case.expected.data:
        if field == "stands":
            wanted = case.expected.get(field, (bool,))
            answers[field] = case.compare(field, wanted, result.stands)
        elif field == "penalty_points":
            wanted = case.expected.number(field)
            answers[field] = case.compare(field, wanted, result.penalty)
        elif field == "state_unchanged":
            answers[field] = case.compare(field, case.expected.get(field, (bool,)), True)
        elif field in ("forced", "returned"):
            cards = result.led if field == "forced" else result.returned
            if field == "forced" and result.stands:
                cards = Cards()  # nothing is forced
            wanted = case.expected.cards(field)
            answers[field] = case.compare(field, str(wanted), str(cards))
    return answers


def _legal(case: _Case) -> _Answers:
    hand, lead = case.position.cards("hand"), case.position.cards("lead")
    lists: dict[str, list[str]] = {"legal": [], "illegal": []}
    why: dict[str, list[str]] = {"legal": [], "illegal": []}
    for field in ("legal", "illegal"):
        if field not in case.expected:
            continue
        for key, text in case.expected.items(field, (str,)):
            play = case.expected.to_cards(key, text)
            try:
                check_follow(play, hand, lead, case.order, case.rules)
            except IllegalPlay as error:
                lists["illegal"].append(text)
                if field == "legal":
                    sentence = case.expected.say(f"reason.{error.reason.value}")
                    reason = f"{sentence} ({error.rule})"
                    why[field].append(case.expected.say("judge.legal", play=text, why=reason))
            else:
                lists["legal"].append(text)
                if field == "illegal":
                    why[field].append(case.expected.say("judge.illegal", play=text))
    if not any(lists.values()):
        raise case.expected.error("legal", case.expected.say("case.empty"))
    return {
        field: _Answer(lists[field], "; ".join(why[field]))
        for field in case.expected.data
        if field in lists
    }


def _score(case: _Case) -> _Answers:
    position = case.position
    multiplier = 0
    if position.side("last_trick_won_by") == "attackers":
        lead = position.cards("last_trick_lead")
        won_with = "last_trick_winning_cards"
        play = position.cards(won_with) if won_with in position else lead
        multiplier = kitty_multiplier(play, case.order, case.rules, led=lead)
    answers = {}
    if "multiplier" in case.expected:
        wanted = case.expected.number("multiplier")
        answers["multiplier"] = case.compare("multiplier", wanted, multiplier)
    if "attackers_total" in case.expected:
        wanted = case.expected.number("attackers_total")
        total = position.number("attackers_trick_points")
        total += multiplier * position.number("kitty_points")
        answers["attackers_total"] = case.compare("attackers_total", wanted, total)
    return answers


def _level(case: _Case) -> _Answers:
    last_trick = case.position.side("last_trick_won_by", None)
    got = []
    for _, score in case.position.items("scores", (int,)):
        change = level_change(score, case.rules, last_trick=last_trick)
        got.append({"attackers": score, "side": change.side or "draw", "gain": change.levels})
    differences = []
    results = case.expected.items("results", (dict,))
    for i, (key, entry) in enumerate(results):
        result = case.expected.inside(key, entry)
        engine = got[i] if i < len(got) else {"attackers": None, "side": None, "gain": None}
        wanted = {
            "attackers": result.number("attackers"),
            "side": result.side("side") or "draw",
            "gain": result.number("gain"),
        }
        if wanted != engine:
            differences.append(case.compare(key, wanted, engine).why)
    if len(results) < len(got):
        differences.append(case.compare("len(results)", len(results), len(got)).why)
    return {"results": _Answer(got, "; ".join(differences))}


_JUDGES: dict[str, tuple[Callable[[_Case], _Answers], tuple[str, ...]]] = {
    "order": (_order, ("tiers", "plain_D", "plain_C", "plain_H", "plain_S")),
    "suit_of": (_suit_of, ("trump", "D", "C", "H", "S")),
    "winner": (_winner, ("winner", "points_in_trick")),
    "shape": (_shape, ("shape", "illegal_lead", "state_unchanged")),
    "throw": (
        _throw,
        ("stands", "forced", "returned", "penalty_points", "illegal_lead", "state_unchanged"),
    ),
    "legal": (_legal, ("legal", "illegal")),
    "score": (_score, ("multiplier", "attackers_total")),
    "level": (_level, ("results",)),
}


def _check_supported(row: _Fields, variant: _Fields) -> None:
    """Raise `_Unsupported` for what this release does not play at all."""
    ask, position = row.text("ask"), row.fields("position")
    if ask not in _JUDGES:
        raise _Unsupported(row.say("judge.ask", ask=ask))
    players, decks = position.number("players", 4), position.number("decks", 2)
    if players != 4:
        raise _Unsupported(row.say("judge.players", players=players))
    if decks > 3:
        raise _Unsupported(row.say("judge.decks", decks=decks))
    other = variant.fields("other", {}).data
    if other:
        rule = ", ".join(f"{name} = {_show(value)}" for name, value in other.items())
        raise _Unsupported(row.say("judge.other", rule=rule))
    if ask == "level" and "scores" not in position:
        raise _Unsupported(row.say("judge.match"))
    expected = _judged(variant).data
    for field in expected:
        if field not in _JUDGES[ask][1]:
            raise _Unsupported(row.say("judge.field", field=field))
    if not expected:
        raise variant.error("expected", variant.say("case.empty"))


def _judged(variant: _Fields) -> _Fields:
    """What is expected, without the prose."""
    expected = variant.fields("expected")
    expected.data = {name: value for name, value in expected.data.items() if name not in _PROSE}
    return expected


def _make_case(row: _Fields, variant: _Fields) -> _Case:
    position = row.fields("position")
    options = variant.fields("rules", {})
    trump = named = None
    if row.text("ask") != "level":
        level = position.get("level", (str, int))
        suit = position.get("trump", (str, type(None)))
        named = level, suit
        for field, arguments in (("level", (level,)), ("trump", (level, suit))):
            try:
                Trump(*arguments)
            except (TractorError, TypeError) as error:
                raise position.error(field, str(error)) from None
    try:
        rules = Rules.from_dict({"decks": position.number("decks", 2), **options.data})
        if named is not None:
            trump = rules.trump(*named)
    except RulesError as error:
        raise _Unsupported(row.say("judge.rules", error=error)) from None
    except TypeError as error:
        raise variant.error("rules", str(error)) from None
    return _Case(position, _judged(variant), rules, trump)


def _judge(row: _Fields, variant: _Fields, number: int) -> Verdict:
    about = (row.text("id"), number, row.text("title", ""), row.text("ask"))
    expected = dict(variant.fields("expected").data)
    try:
        _check_supported(row, variant)
        case = _make_case(row, variant)
        answers = _JUDGES[row.text("ask")][0](case)
    except _Unsupported as unsupported:
        return Verdict(*about, UNSUPPORTED, expected, {}, str(unsupported))
    except CaseError:
        raise
    except (TractorError, OverflowError) as error:
        raise row.error("position", str(error)) from None
    got = {field: answer.got for field, answer in answers.items()}
    reason = "; ".join(dict.fromkeys(answer.why for answer in answers.values() if answer.why))
    return Verdict(*about, DIFFER if reason else AGREE, expected, got, reason)


def judge_row(row: Mapping[str, Any], lang: str = "en") -> list[Verdict]:
    """Judge one row: its expected answer, then each of its alternatives.

    Parameters
    ----------
    row : mapping
        A row of a case file: ``id``, ``ask``, ``position``, ``expected``, and, where they are
        not the default, ``rules``, ``other`` and ``alternatives``.
    lang : {"en", "zh"}
        Language of the reasons.

    Returns
    -------
    list of Verdict
        One for the row under its own rules, one for each alternative.

    Raises
    ------
    CaseError
        The row lacks a field or has one that cannot be read.

    Examples
    --------
    >>> row = {
    ...     "id": "mine", "ask": "throw", "expected": {"stands": False, "forced": "Qd Qd"},
    ...     "position": {"level": "2", "trump": "s", "lead": "Ad Qd Qd",
    ...                  "others": {"P4": "Kd Kd"}},
    ...     "alternatives": [{"expected": {"forced": "Ad"}}],
    ... }
    >>> for verdict in judge_row(row):
    ...     print(verdict.alternative, verdict.outcome, verdict.reason or "-")
    0 agree -
    1 differ forced: expected Ad, got Qd Qd
    """
    name = row.get("id")
    whole = _Fields(row, name if isinstance(name, str) else "?", "", lang)
    whole.text("id")
    verdicts = [_judge(whole, whole, 0)]
    if "alternatives" in whole:
        for number, (key, entry) in enumerate(whole.items("alternatives", (dict,)), start=1):
            verdicts.append(_judge(whole, whole.inside(key, entry), number))
    return verdicts


def read_rows(
    file: Iterable[str | bytes], lang: str = "en"
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read the rows of a case file, each with the number of its line.

    Parameters
    ----------
    file : iterable of str or bytes
        The lines; an open file serves. Bytes are UTF-8. Empty lines are passed over.
    lang : {"en", "zh"}
        Language of the errors.

    Yields
    ------
    tuple of int and dict
        Number of the line, from 1, and the row.

    Raises
    ------
    CaseError
        A line is not a JSON object; the error has its number.

    Examples
    --------
    >>> list(read_rows(['{"id": "a"}', "", '{"id": "b"}']))
    [(1, {'id': 'a'}), (3, {'id': 'b'})]
    """
    for number, line in enumerate(file, start=1):
        try:
            text = line.decode("utf-8") if isinstance(line, bytes) else line
            text = text.removeprefix("\ufeff") if number == 1 else text
            if not text.strip():
                continue
            row = json.loads(text.rstrip())
        except UnicodeDecodeError:
            raise CaseError(say("case.utf8", lang), line=number, lang=lang) from None
        except json.JSONDecodeError as error:
            message = say("case.json", lang, error=error.msg, column=error.colno)
            raise CaseError(message, line=number, lang=lang) from None
        except ValueError as error:  # a number too long to read
            message = say("case.json.plain", lang, error=error)
            raise CaseError(message, line=number, lang=lang) from None
        except RecursionError:
            message = say("case.json.plain", lang, error=say("case.deep", lang))
            raise CaseError(message, line=number, lang=lang) from None
        if not isinstance(row, dict):
            got = _JSON_NAMES[type(row)]
            message = say("case.type", lang, wanted=_JSON_NAMES[dict], got=got)
            raise CaseError(message, line=number, lang=lang)
        yield number, row


def judge_file(
    file: str | os.PathLike[str] | Iterable[str | bytes], lang: str = "en"
) -> list[Verdict]:
    """Judge every row of a case file.

    Parameters
    ----------
    file : path or iterable of lines
        Path of the file, or its lines (an open file).
    lang : {"en", "zh"}
        Language of reasons and errors.

    Returns
    -------
    list of Verdict
        In the order of the file, alternatives after their row.

    Raises
    ------
    CaseError
        A line or a row cannot be read; the error has the number of the line.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> judge_file(['{"id": "a", "ask": "bid", "position": {}, "expected": {}}'])[0].reason
    "judge does not ask 'bid'"
    """
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as lines:
            return judge_file(lines, lang)
    verdicts: list[Verdict] = []
    for number, row in read_rows(file, lang):
        try:
            verdicts += judge_row(row, lang)
        except CaseError as error:
            raise CaseError(error.message, error.row, error.field, number, lang) from None
    return verdicts
