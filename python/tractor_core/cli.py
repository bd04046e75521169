"""The command line, `tractor`: one position answered, or files of positions judged."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypeVar

import typer
from rich.cells import cell_len
from rich.text import Text
from typer.core import TyperGroup

from tractor_core import (
    Cards,
    CardsError,
    IllegalPlay,
    NotationError,
    Rules,
    TractorError,
    Trump,
    Unit,
    __version__,
    can_ruff,
    check_follow,
    check_throw,
    count_legal_follows,
    decompose,
    decompositions,
    format_kind,
    legal_follows,
    order,
    points,
    suit_of,
    trick_winner,
)
from tractor_core.judge import AGREE, DIFFER, TRUMP_OPTIONS, UNSUPPORTED, CaseError, judge_file
from tractor_core.messages import LANGUAGES, MESSAGES, say
from tractor_core.options import OPTIONS, ORDER_OPTIONS
from tractor_core.presets import PRESETS
from tractor_core.terminal import InputError, Language, Screen, Style, fail, printable

__all__ = ["app", "run"]

_NO = 1
_BAD_INPUT = 2
_BROKEN_PIPE = 141  # as shells report a program that SIGPIPE has ended

_COLOURS = {AGREE: "green", DIFFER: "bold red", UNSUPPORTED: "yellow"}

_LANGUAGE = "tractor_core.language"  # key of a context's store

_Item = TypeVar("_Item")


class Outcome(Enum):
    agree = AGREE
    differ = DIFFER
    unsupported = UNSUPPORTED


# ---------------------------------------------------------------------------------------------
# Reading


def _cards(text: str, where: str, screen: Screen) -> Cards:
    """Cards from an argument; an error shows the place in it."""
    try:
        return Cards(text)
    except NotationError as error:
        token = error.text[error.position :].split(maxsplit=1)[0:1]
        message = screen.say(
            "error.notation", token=printable("".join(token)), at=error.position + 1
        )
        shown = printable(error.text)
        caret = " " * cell_len(shown[: error.position]) + "^"
        raise InputError(f"{where}: {message}\n  {shown}\n  {caret}") from None
    except TractorError as error:
        raise InputError(f"{where}: {error}") from None


def _some_cards(text: str, where: str, screen: Screen) -> Cards:
    cards = _cards(text, where, screen)
    if not cards:
        raise InputError(f"{where}: {screen.say('error.empty')}")
    return cards


def _value(name: str, text: str) -> bool | int | str | tuple[int | str, ...]:
    """The value of an option: true, a number, a name, or several of them with commas."""
    if name in OPTIONS and isinstance(OPTIONS[name].default, tuple):
        return tuple(_number(part.strip()) for part in text.split(",") if text)
    return text == "true" if text in ("true", "false") else _number(text)


def _number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else text


def _read_rules(file: Path | str, screen: Screen) -> Rules:
    """Rules from a TOML file; an error names it."""
    stdin = file == "-"
    try:
        return Rules.from_toml(_standard_input(screen) if stdin else file)
    except (TractorError, TypeError) as error:
        where = "stdin" if stdin else printable(str(file))
        raise InputError(screen.say("error.where", where=where, error=error)) from None


class Profile:
    """The trump and the rules that the options of a command name."""

    def __init__(
        self,
        screen: Screen,
        level: str,
        trump: str,
        permanent_twos: bool,
        file: Path | None,
        settings: list[str] | None,
        decks: int | None,
    ) -> None:
        self.screen = screen
        self.decks = decks
        options: dict[str, Any] = {}
        for setting in settings or ():
            name, sign, text = (part.strip() for part in setting.partition("="))
            name = name.replace("-", "_")
            if not sign or not name:
                raise InputError(f"--set: {screen.say('error.set', text=setting)}")
            if name in options:
                raise InputError(f"--set: {screen.say('error.twice', name=name)}")
            options[name] = _value(name, text)
        if permanent_twos:
            options["permanent_twos"] = True
        if decks is not None:
            options["decks"] = decks
        of_trump = {name: options.pop(name) for name in TRUMP_OPTIONS if name in options}
        try:
            self.trump = Trump(level, trump, **of_trump)
            of_file = _read_rules(file, screen).to_dict() if file else {}
            self.rules = Rules.from_dict({**of_file, **options})
        except (TractorError, TypeError) as error:
            raise InputError(str(error)) from None

    def check_copies(self, *groups: Cards) -> None:
        """Refuse more copies of a card than the decks named have."""
        if self.decks is None:
            return
        held = Counter(kind for group in groups for kind in group)
        for kind, count in sorted(held.items()):
            if count > self.decks:
                card = format_kind(kind, self.screen.style)
                message = self.screen.say("error.decks", count=count, card=card, decks=self.decks)
                raise InputError(message)

    def check_lead(self, lead: Cards, where: str) -> None:
        """Refuse a lead of several suits."""
        suits = list(dict.fromkeys(suit_of(kind, self.trump) for kind in lead))
        if len(suits) > 1:
            names = ", ".join(self.screen.say(suit) for suit in suits)
            message = self.screen.say("error.mixed", count=len(suits), suits=names)
            raise InputError(f"{where}: {message}")

    def to_json(self) -> dict[str, object]:
        trump = self.trump
        return {
            "level": trump.level,
            "suit": trump.suit,
            **{name: getattr(trump, name) for name in TRUMP_OPTIONS},
        }

    def show_title(self) -> None:
        """Write the trump in words, as the first line of a page, to a terminal alone."""
        if not self.screen.rich or self.screen.as_json:
            return
        say_it = self.screen.say
        level = {"T": "10"}.get(self.trump.level, self.trump.level)
        if self.trump.suit is None:
            text = say_it("trump.none", level=level)
        else:
            text = say_it("trump.suit", level=level, suit=say_it(self.trump.suit))
        if self.trump.permanent_twos:
            text = say_it("trump.twos", trump=text)
        self.screen.note(text)


def _first(items: Iterable[_Item], limit: int) -> Iterator[_Item]:
    return itertools.islice(items, limit or None)


def _seat(index: int) -> str:
    """Name of a seat, in playing order from the leader, who is P1."""
    return f"P{index + 1}"


def _other_seat(index: int) -> str:
    """Name of a seat from its index among the hands after the leader's."""
    return _seat(index + 1)


# ---------------------------------------------------------------------------------------------
# The application


@contextlib.contextmanager
def _one_message(lang: str) -> Iterator[None]:
    """Turn what goes wrong inside into one message and an exit status."""
    try:
        yield
        return
    except BrokenPipeError:
        # what is left in the buffer goes nowhere, without a second error at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(_BROKEN_PIPE) from None
    except (InputError, TractorError) as error:
        fail(str(error), lang)
    except RecursionError:  # a JSON value nested almost as deep as can be read
        fail(say("case.deep", lang), lang)
    except OSError as error:
        what = error.strerror or str(error)
        if error.filename is None:
            fail(say("error.write", lang, error=what), lang)
        else:
            fail(say("error.where", lang, where=error.filename, error=what), lang)
    raise typer.Exit(_BAD_INPUT)


class _Group(TyperGroup):
    """Speak the language asked for from the start, and end with a message at worst."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        lang = ctx.meta[_LANGUAGE] = _language(args)
        if lang != "en":
            _translate(self)
            # so that --lang serves before the command as well as after it
            ctx.default_map = _defaults(self, "lang", lang)
        with _one_message(lang):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        lang = ctx.meta[_LANGUAGE]
        with _one_message(lang):
            if sys.stdout is None:
                raise InputError(say("error.closed", lang))
            if hasattr(sys.stdout, "reconfigure"):
                sys.stdout.reconfigure(errors="backslashreplace")
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()


app = typer.Typer(
    name="tractor",
    cls=_Group,
    help=say("help"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_POSITION = say("panel.position")
_OUTPUT = say("panel.output")


def _option(*names: str, key: str, panel: str | None = None, **settings: Any) -> Any:
    return typer.Option(*names, help=say(f"help.{key}"), rich_help_panel=panel, **settings)


Level = Annotated[str, _option("--level", "-l", key="level", panel=_POSITION, metavar="RANK")]
Suit = Annotated[str, _option("--trump", "-t", key="trump", panel=_POSITION, metavar="SUIT")]
Twos = Annotated[bool, _option("--permanent-twos", key="twos", panel=_POSITION)]
RulesFile = Annotated[
    Path | None, _option("--rules", key="rules", panel=_POSITION, metavar="FILE.toml")
]
Settings = Annotated[
    list[str] | None, _option("--set", key="set", panel=_POSITION, metavar="OPTION=VALUE")
]
Decks = Annotated[int | None, _option("--decks", key="decks", panel=_POSITION, metavar="N")]
Json = Annotated[bool, _option("--json", key="json", panel=_OUTPUT)]
Lang = Annotated[Language, _option("--lang", key="lang", panel=_OUTPUT)]
CardStyle = Annotated[Style | None, _option("--style", key="style", panel=_OUTPUT)]
Limit = Annotated[int, _option("--limit", key="limit", min=0, metavar="N")]
UnitsLed = Annotated[list[str] | None, _option("--unit", key="unit", metavar="CARDS")]


def _examples(*lines: str) -> str:
    """An epilogue whose lines stay as they are (that is what \\b asks for)."""
    return "\b\n" + "\n".join([say("help.example"), *(f"  {line}" for line in lines)])


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tractor {__version__}")
        raise typer.Exit


@app.callback(
    epilog=_examples(
        'tractor throw "9d 8d 8d 4d 4d" --other "Jd 3d" --level 10 --trump s',
        'tractor follow "7h 7h" --hand "7h 7h 4h 5h" --lead "9h 9h"',
        "tractor order --level 4 --trump d --lang zh",
        "tractor COMMAND --help",
    )
)
def _main(
    version: Annotated[
        bool, _option("--version", key="version", is_eager=True, callback=_show_version)
    ] = False,
    lang: Lang = Language.en,
) -> None:
    del version, lang  # both have had their effect


def _standard_input(screen: Screen) -> BinaryIO:
    if sys.stdin is None:
        raise InputError(screen.say("error.stdin"))
    return sys.stdin.buffer


@app.command(
    help=say("help.judge"),
    epilog=_examples(
        "tractor judge cases.jsonl",
        "tractor judge cases.jsonl --show differ --show unsupported",
        "tractor judge --json - < cases.jsonl",
    ),
)
def judge(
    files: Annotated[
        list[str], typer.Argument(help=say("help.files"), metavar="FILE", show_default=False)
    ],
    show: Annotated[list[Outcome] | None, _option("--show", key="show")] = None,
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    verdicts = []
    for file in files:
        try:
            verdicts += judge_file(_standard_input(screen) if file == "-" else file, screen.lang)
        except CaseError as error:
            name = "stdin" if file == "-" else file
            raise InputError(screen.say("error.where", where=name, error=error)) from None
    counts = Counter(verdict.outcome for verdict in verdicts)
    count = {outcome: counts[outcome] for outcome in (AGREE, DIFFER, UNSUPPORTED)}
    wanted = {outcome.value for outcome in show or Outcome}
    shown = [verdict for verdict in verdicts if verdict.outcome in wanted]
    if as_json:
        screen.json(**count, verdicts=[vars(verdict) for verdict in shown])
    else:
        rows: list[list[str | int | Text]] = []
        for verdict in shown:
            outcome = Text(screen.say(verdict.outcome), _COLOURS[verdict.outcome])
            name, title, reason = map(printable, (verdict.id, verdict.title, verdict.reason))
            if not screen.rich:
                rows.append([outcome, name, verdict.alternative, verdict.ask, title, reason])
                continue
            if verdict.alternative:
                name += f" ({verdict.alternative})"
            lines = [Text(title)] if title and verdict.outcome != UNSUPPORTED else []
            lines += [Text(reason, "dim")] if reason else []
            rows.append([outcome, name, verdict.ask, Text("\n").join(lines)])
        if rows:
            screen.table(("outcome", "row", "ask", "title"), rows)
        screen.line(screen.say("judge.count", **count))
    raise typer.Exit(_NO if count[DIFFER] else 0)


@app.command(
    "order",
    help=say("help.order"),
    epilog=_examples(
        "tractor order --level 4 --trump d",
        "tractor order --level 5 --permanent-twos",
        "tractor order --level 10 --trump h --style chinese --lang zh",
    ),
)
def show_order(
    level: Level = "2",
    trump: Suit = "NT",
    permanent_twos: Twos = False,
    rules: RulesFile = None,
    settings: Settings = None,
    decks: Decks = None,
    as_json: Json = False,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, as_json)
    profile = Profile(screen, level, trump, permanent_twos, rules, settings, decks)
    suits = order(profile.trump)
    if as_json:
        steps = {
            suit: [[format_kind(kind) for kind in step] for step in falling]
            for suit, falling in suits.items()
        }
        screen.json(trump=profile.to_json(), order=steps)
        return
    rows = []
    for suit, falling in suits.items():
        line = Text(" ").join(screen.kinds(step, "=") for step in falling)
        rows.append((screen.say(suit), line))
    profile.show_title()
    screen.table(("suit", "high_to_low"), rows)


def _unit_json(unit: Unit) -> dict[str, object]:
    return {
        "kind": unit.kind,
        "copies": unit.copies,
        "length": unit.length,
        "suit": unit.suit,
        "cards": str(unit.cards),
    }


@app.command(
    "decompose",
    help=say("help.decompose"),
    epilog=_examples(
        'tractor decompose "Ah Ah Kh Kh Qh" --level 10 --trump h',
        'tractor decompose "3c 3c 3c 4c 4c" --all',
    ),
)
def show_units(
    cards: Annotated[str, typer.Argument(help=say("help.cards"), metavar="CARDS")],
    every: Annotated[bool, _option("--all", "-a", key="all")] = False,
    limit: Limit = 20,
    level: Level = "2",
    trump: Suit = "NT",
    permanent_twos: Twos = False,
    rules: RulesFile = None,
    settings: Settings = None,
    decks: Decks = None,
    as_json: Json = False,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, as_json)
    profile = Profile(screen, level, trump, permanent_twos, rules, settings, decks)
    held = _some_cards(cards, "CARDS", screen)
    profile.check_copies(held)
    if not every:
        units = decompose(held, profile.trump)
        if as_json:
            parts = [_unit_json(unit) for unit in units]
            screen.json(trump=profile.to_json(), units=parts)
            return
        profile.show_title()
        rows = [
            (
                screen.say(unit.kind),
                unit.copies,
                unit.length,
                screen.say(unit.suit),
                screen.cards(unit.cards, profile.trump),
            )
            for unit in units
        ]
        screen.table(("unit", "copies", "length", "suit", "cards"), rows, right="copies length")
        return
    profile.check_lead(held, "CARDS")
    partitions = list(_first(decompositions(held, profile.trump), limit + 1 if limit else 0))
    more = 0 < limit < len(partitions)
    partitions = partitions[: limit or None]
    if as_json:
        listed = [[_unit_json(unit) for unit in units] for units in partitions]
        screen.json(trump=profile.to_json(), partitions=listed, more=more)
        return
    profile.show_title()
    for units in partitions:
        screen.line(Text(" + ").join(screen.cards(unit.cards, profile.trump) for unit in units))
    if more:
        screen.note(screen.say("parts.more", shown=limit))


def _units_led(texts: list[str] | None, profile: Profile) -> list[Unit] | None:
    """The units that the leader names (rule C6); None if he names none."""
    units = []
    for i, text in enumerate(texts or (), start=1):
        where = f"--unit {i}"
        try:
            units.append(Unit(_some_cards(text, where, profile.screen), profile.trump))
        except CardsError as error:
            raise InputError(f"{where}: {error}") from None
    return units or None


@app.command(
    help=say("help.throw"),
    epilog=_examples(
        'tractor throw "9d 8d 8d 4d 4d" --other "Jd 3d" --level 10 --trump s',
        'tractor throw "Ad Kd Kd" --other "Qd Qd 5d" --trump s',
        'tractor throw "Ad Qd" --other "" --other Kd --set throw_against=opponents',
    ),
)
def throw(
    cards: Annotated[str, typer.Argument(help=say("help.lead_cards"), metavar="CARDS")],
    other: Annotated[list[str] | None, _option("--other", "-o", key="other", metavar="CARDS")] = (
        None
    ),
    unit: UnitsLed = None,
    level: Level = "2",
    trump: Suit = "NT",
    permanent_twos: Twos = False,
    rules: RulesFile = None,
    settings: Settings = None,
    decks: Decks = None,
    as_json: Json = False,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, as_json)
    profile = Profile(screen, level, trump, permanent_twos, rules, settings, decks)
    lead = _some_cards(cards, "CARDS", screen)
    hands = [_cards(text, f"--other {i}", screen) for i, text in enumerate(other or (), start=1)]
    if len(hands) > 3:
        raise InputError(f"--other: {screen.say('error.others', count=len(hands))}")
    profile.check_copies(lead, *hands)
    profile.check_lead(lead, "CARDS")
    units = _units_led(unit, profile)
    result = check_throw(lead, hands, profile.trump, profile.rules, units=units)
    beaten = dict(zip(result.failing, map(_other_seat, result.beaten_by), strict=True))
    parts = units or decompose(lead, profile.trump)
    judged = [(part, beaten.get(part)) for part in parts]
    if as_json:
        screen.json(
            trump=profile.to_json(),
            stands=result.stands,
            led=str(result.led),
            returned=str(result.returned),
            penalty=result.penalty,
            units=[{**_unit_json(part), "beaten_by": by} for part, by in judged],
        )
    elif screen.rich:
        profile.show_title()
        verdict = Text(
            screen.say("throw.stands" if result.stands else "throw.fails"),
            "bold green" if result.stands else "bold red",
        )
        led = screen.cards(result.led, profile.trump)
        back = screen.cards(result.returned, profile.trump)
        screen.line(
            screen.phrase("throw.all", verdict=verdict, led=led)
            if result.stands
            else screen.phrase("throw.part", verdict=verdict, led=led, returned=back)
        )
        if result.penalty:
            screen.line(screen.say("throw.penalty", points=result.penalty))
        screen.table(
            ("unit", "cards", "beaten_by"),
            [
                (screen.say(part.kind), screen.cards(part.cards, profile.trump), by or "-")
                for part, by in judged
            ],
        )
    else:
        screen.row(screen.say("stands"), screen.say("yes" if result.stands else "no"))
        screen.row(screen.say("led"), screen.cards(result.led, profile.trump))
        screen.row(screen.say("returned"), screen.cards(result.returned, profile.trump))
        screen.row(screen.say("penalty"), result.penalty)
        for part, by in judged:
            screen.row(
                screen.say(part.kind),
                screen.cards(part.cards, profile.trump),
                screen.say("beaten" if by else "holds"),
                by or "-",
            )
    raise typer.Exit(0 if result.stands else _NO)


@app.command(
    help=say("help.follow"),
    epilog=_examples(
        'tractor follow "7h 7h" --hand "4h 5h 7h 7h 5s" --lead "9h 9h" --trump s',
        'tractor follow --hand "4h 5h 7h 7h 5s" --lead "9h 9h" --trump s',
        'tractor follow "4h 5h" --hand "4h 5h 7h 7h" --lead "9h 9h" --json',
    ),
)
def follow(
    hand: Annotated[str, _option("--hand", key="hand", metavar="CARDS")],
    lead: Annotated[str, _option("--lead", key="lead", metavar="CARDS")],
    play: Annotated[
        str | None, typer.Argument(help=say("help.play"), metavar="PLAY", show_default=False)
    ] = None,
    unit: UnitsLed = None,
    limit: Limit = 20,
    level: Level = "2",
    trump: Suit = "NT",
    permanent_twos: Twos = False,
    rules: RulesFile = None,
    settings: Settings = None,
    decks: Decks = None,
    as_json: Json = False,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, as_json)
    profile = Profile(screen, level, trump, permanent_twos, rules, settings, decks)
    held = _cards(hand, "--hand", screen)
    led = _some_cards(lead, "--lead", screen)
    profile.check_copies(held, led)
    profile.check_lead(led, "--lead")
    if len(held) < len(led):
        message = screen.say("error.hand_size", count=len(held), led=len(led))
        raise InputError(f"--hand: {message}")
    position = (held, led, profile.trump, profile.rules, _units_led(unit, profile))
    count = count_legal_follows(*position)
    if play is None:
        plays = _first(legal_follows(*position), limit)
        if as_json:
            listed = [str(cards) for cards in plays]
            screen.json(trump=profile.to_json(), legal_follows=count, follows=listed)
            return
        profile.show_title()
        for cards in plays:
            screen.line(screen.cards(cards, profile.trump))
        if 0 < limit < count:
            screen.note(screen.say("follow.more", shown=limit, count=count))
        elif screen.rich:
            screen.note(_count_follows(screen, count))
        return
    played = _cards(play, "PLAY", screen)
    refusal = None
    try:
        check_follow(played, *position)
    except IllegalPlay as error:
        refusal = error
    sentence = screen.say(f"reason.{refusal.reason.value}") if refusal else ""
    if as_json:
        screen.json(
            trump=profile.to_json(),
            legal=refusal is None,
            reason=refusal.reason.value if refusal else None,
            rule=refusal.rule if refusal else None,
            message=sentence or None,
            legal_follows=count,
        )
    elif screen.rich:
        profile.show_title()
        shown = screen.cards(played, profile.trump)
        if refusal is None:
            verdict = Text(screen.say("follow.legal"), "bold green")
        else:
            verdict = Text(screen.say("follow.refused"), "bold red")
        screen.line(screen.phrase("follow.verdict", verdict=verdict, play=shown))
        if refusal is not None:
            screen.line(screen.say("follow.why", sentence=sentence, rule=refusal.rule))
        screen.note(_count_follows(screen, count))
    else:
        if refusal is None:
            screen.row(screen.say("legal"), screen.cards(played, profile.trump))
        else:
            screen.row(screen.say("refused"), refusal.rule, refusal.reason.value, sentence)
        screen.row(screen.say("legal_follows"), count)
    raise typer.Exit(0 if refusal is None else _NO)


def _count_follows(screen: Screen, count: int) -> str:
    return screen.say("follow.count.one" if count == 1 else "follow.count", count=count)


@app.command(
    help=say("help.winner"),
    epilog=_examples(
        'tractor winner "Kd" "2h" "2c" "3d" --level 2 --trump s',
        'tractor winner "Ad Ad" "3s 4s" "5d 5d" "Kd 7d" --level 10 --trump s',
    ),
)
def winner(
    plays: Annotated[
        list[str], typer.Argument(help=say("help.plays"), metavar="PLAY", show_default=False)
    ],
    unit: UnitsLed = None,
    level: Level = "2",
    trump: Suit = "NT",
    permanent_twos: Twos = False,
    rules: RulesFile = None,
    settings: Settings = None,
    decks: Decks = None,
    as_json: Json = False,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, as_json)
    profile = Profile(screen, level, trump, permanent_twos, rules, settings, decks)
    if len(plays) > 4:
        raise InputError(screen.say("error.plays", count=len(plays)))
    trick = [_some_cards(text, f"PLAY {i}", screen) for i, text in enumerate(plays, start=1)]
    profile.check_copies(*trick)
    profile.check_lead(trick[0], "PLAY 1")
    for i, cards in enumerate(trick):
        if len(cards) != len(trick[0]):
            raise InputError(
                screen.say("error.play_size", seat=_seat(i), count=len(cards), led=len(trick[0]))
            )
    units = _units_led(unit, profile)
    roles = _roles(trick, profile, units)
    best = trick_winner(trick, profile.trump, profile.rules, units)
    total = sum(points(cards) for cards in trick)
    if as_json:
        screen.json(
            trump=profile.to_json(),
            winner=_seat(best),
            points=total,
            plays=[
                {"seat": _seat(i), "cards": str(cards), "role": role, "points": points(cards)}
                for i, (cards, role) in enumerate(zip(trick, roles, strict=True))
            ],
        )
        return
    profile.show_title()
    if screen.rich:
        seat, played = Text(_seat(best), "bold green"), screen.cards(trick[best], profile.trump)
        screen.line(screen.phrase("winner.wins", seat=seat, cards=played, points=str(total)))
    else:
        screen.row(screen.say("winner"), _seat(best))
        screen.row(screen.say("points"), total)
    screen.table(
        ("seat", "cards", "role", "points"),
        [
            (
                Text(_seat(i), "bold green" if i == best else ""),
                screen.cards(cards, profile.trump),
                screen.say(role),
                points(cards),
            )
            for i, (cards, role) in enumerate(zip(trick, roles, strict=True))
        ],
        right="points",
    )


def _roles(trick: list[Cards], profile: Profile, units: list[Unit] | None) -> list[str]:
    """What each play does, as keys of messages."""
    lead, trump, rules = trick[0], profile.trump, profile.rules
    suit = suit_of(next(iter(lead)), trump)
    roles = ["leads"]
    for i, cards in enumerate(trick[1:], start=1):
        if all(suit_of(kind, trump) == suit for kind in cards):
            role = "follows"
        elif can_ruff(cards, lead, trump, rules, units):
            role = "ruffs"
            leader = trick_winner(trick[: i + 1], trump, rules, units)
            if leader == i and "ruffs" in roles:
                role = "over-ruffs"
        else:
            role = "discards"
        roles.append(role)
    return roles


# ---------------------------------------------------------------------------------------------
# Rule profiles

_ORDER_DEFAULTS = {name: getattr(Trump("2"), name) for name in ORDER_OPTIONS}
_RULE_IDS = {**{name: option.rule for name, option in OPTIONS.items()}, **ORDER_OPTIONS}

rules_app = typer.Typer()
app.add_typer(rules_app, name="rules", help=say("help.rules.group"))


def _profile_argument(metavar: str) -> Any:
    return typer.Argument(help=say("help.profile"), metavar=metavar, show_default=False)


def _options(rules: Rules, trump_options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option in force: those of the rules, then those of the order."""
    table = {"level_table": rules.resolved_level_table}
    return {**rules.to_dict(), **table, **_ORDER_DEFAULTS, **trump_options}


_DEFAULTS = _options(Rules(), {})
_ALL_LEVELS = ",".join(_DEFAULTS["levels"])


def _named_profile(name: str, screen: Screen) -> dict[str, Any]:
    """The options of a preset or of a file."""
    if name in PRESETS:
        return _options(PRESETS[name].rules, PRESETS[name].trump_options)
    if name != "-" and not name.endswith(".toml") and not os.path.exists(name):
        names = ", ".join(PRESETS)
        raise InputError(screen.say("error.profile", name=printable(name), names=names))
    return _options(_read_rules(name, screen), {})


def _differing(options: dict[str, Any], others: dict[str, Any]) -> list[str]:
    return [name for name, value in options.items() if value != others[name]]


def _written(value: Any, screen: Screen) -> str:
    """The value of an option as --set takes it; - for none, and 2-A for a run in a terminal."""
    if isinstance(value, tuple):
        text = ",".join(map(str, value)) or "-"
        is_run = value[2:] and isinstance(value[0], str) and text in _ALL_LEVELS
        return f"{value[0]}-{value[-1]}" if is_run and screen.rich else text
    return str(value).lower() if isinstance(value, bool) else str(value)


def _changes(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in _differing(options, _DEFAULTS)}


@rules_app.callback(
    invoke_without_command=True,
    epilog=_examples(
        "tractor rules",
        "tractor rules show competition",
        "tractor rules diff default competition",
    ),
)
def list_presets(ctx: typer.Context, as_json: Json = False, lang: Lang = Language.en) -> None:
    if ctx.invoked_subcommand is not None:
        if as_json:  # --json before the command serves as well
            given = _defaults(ctx.command, "as_json", True)
            for name, defaults in (ctx.default_map or {}).items():
                if name in given:
                    given[name] |= defaults
            ctx.default_map = given
        return
    screen = Screen(lang, None, as_json)
    if as_json:
        screen.json(
            presets=[
                {
                    "name": name,
                    "about": screen.say(f"preset.{name}"),
                    "source": preset.source,
                    "notes": screen.say(f"preset.{name}.notes"),
                    "options": _changes(_options(preset.rules, preset.trump_options)),
                }
                for name, preset in PRESETS.items()
            ]
        )
        return
    screen.table(("preset", "about"), [(name, screen.say(f"preset.{name}")) for name in PRESETS])
    if screen.rich:
        screen.note(screen.say("rules.more"))


@rules_app.command(
    "show",
    help=say("help.rules.show"),
    epilog=_examples(
        "tractor rules show competition",
        "tractor rules show default --all",
        "tractor rules show botzone --json",
    ),
)
def show_rules(
    profile: Annotated[str, _profile_argument("NAME|FILE.toml")],
    every: Annotated[bool, _option("--all", "-a", key="rules.all")] = False,
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    options = _named_profile(profile, screen)
    changed = _differing(options, _DEFAULTS)
    shown = list(options) if every else changed
    preset = PRESETS.get(profile)
    about = screen.say(f"preset.{profile}") if preset else None
    notes = screen.say(f"preset.{profile}.notes") if preset else None
    if as_json:
        screen.json(
            name=profile,
            about=about,
            source=preset.source if preset else None,
            notes=notes,
            options=[
                {
                    "option": name,
                    "rule": _RULE_IDS[name],
                    "value": options[name],
                    "default": _DEFAULTS[name],
                }
                for name in shown
            ],
        )
        return
    if screen.rich:
        name = Text(printable(profile), "bold")
        title = screen.phrase("rules.title", name=name, about=about) if about else name
        screen.line(title)
    if shown:
        rows = [
            (
                Text(name, "bold" if every and name in changed else ""),
                _RULE_IDS[name],
                Text(_written(options[name], screen), "bold" if every and name in changed else ""),
            )
            for name in shown
        ]
        screen.table(("option", "rule", "value"), rows)
    elif screen.rich:
        screen.line(screen.say("rules.default"))
    if screen.rich and preset and notes:
        screen.note(screen.say("rules.source", source=preset.source))
        screen.note(notes)


@rules_app.command(
    "diff",
    help=say("help.rules.diff"),
    epilog=_examples(
        "tractor rules diff default competition",
        "tractor rules diff plain_1 plain_2 --lang zh",
    ),
)
def diff_rules(
    first: Annotated[str, _profile_argument("A")],
    second: Annotated[str, _profile_argument("B")],
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    if first == second == "-":
        raise InputError(screen.say("error.twice", name="-"))
    a, b = _named_profile(first, screen), _named_profile(second, screen)
    differing = _differing(a, b)
    if as_json:
        screen.json(
            a=first,
            b=second,
            differences=[
                {"option": name, "rule": _RULE_IDS[name], "a": a[name], "b": b[name]}
                for name in differing
            ],
        )
    else:
        if screen.rich:
            key = {0: "rules.same", 1: "rules.differ.one"}.get(len(differing), "rules.differ")
            names = {"first": printable(first), "second": printable(second)}
            screen.line(screen.say(key, count=len(differing), **names))
        if differing:
            screen.table(
                ("option", "rule", "first", "second"),
                [
                    (name, _RULE_IDS[name], _written(a[name], screen), _written(b[name], screen))
                    for name in differing
                ],
            )
    raise typer.Exit(_NO if differing else 0)


@rules_app.command(
    "check",
    help=say("help.rules.check"),
    epilog=_examples("tractor rules check room.toml", "tractor rules check - < room.toml"),
)
def check_rules(
    file: Annotated[
        str,
        typer.Argument(help=say("help.rules.file"), metavar="FILE.toml", show_default=False),
    ],
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    changes = _changes(_options(_read_rules(file, screen), {}))
    if as_json:
        screen.json(ok=True, file=file, options=changes)
    elif screen.rich:
        key = "rules.ok.one" if len(changes) == 1 else "rules.ok"
        screen.line(screen.say(key, file=printable(file), count=len(changes)))
    else:
        screen.row(screen.say("ok"), printable(file), len(changes))


# ---------------------------------------------------------------------------------------------
# Running


def _defaults(command: Any, name: str, value: object) -> dict[str, Any]:
    """A default map that gives an option a value in every command of a group, at any depth."""
    return {
        key: {name: value, **_defaults(inner, name, value)}
        for key, inner in getattr(command, "commands", {}).items()
    }


def _translate(command: Any) -> None:
    """Put the help of a command, its options and its own commands into Chinese."""
    chinese = dict(MESSAGES.values())
    command.help = chinese.get(command.help, command.help)
    command.epilog = (command.epilog or "").replace(say("help.example"), say("help.example", "zh"))
    for param in command.params:
        for name in ("help", "rich_help_panel"):
            text = getattr(param, name, None) or ""
            setattr(param, name, chinese.get(text, text) or None)
    for inner in getattr(command, "commands", {}).values():
        _translate(inner)


def _language(arguments: Sequence[str]) -> str:
    """The language that the arguments ask for last, before they are parsed."""
    lang = "en"
    for argument, following in itertools.zip_longest(arguments, arguments[1:], fillvalue=""):
        name, sign, value = argument.partition("=")
        if name == "--lang":
            lang = value if sign else following
    return lang if lang in LANGUAGES else "en"


def run() -> int:
    """Run the command line on the arguments of the process.

    Returns
    -------
    int
        The exit status; in fact the process is left with it.
    """
    if not (sys.stdout and sys.stdout.isatty() and sys.stderr and sys.stderr.isatty()):
        app.rich_markup_mode = None
    app(prog_name="tractor")
    return 0
