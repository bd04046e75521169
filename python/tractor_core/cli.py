"""The command line, `tractor`: one position answered, or files of positions judged."""

from __future__ import annotations

import contextlib
import itertools
import os
import secrets
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.text import Text
from typer.core import TyperGroup

from tractor_core import (
    Cards,
    CardsError,
    IllegalPlay,
    Match,
    TractorError,
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
from tractor_core.arguments import (
    CardStyle,
    Decks,
    Json,
    Lang,
    Level,
    Limit,
    Profile,
    RulesFile,
    Settings,
    Suit,
    Twos,
    UnitsLed,
    examples,
    option,
    read_cards,
    read_profile,
    some_cards,
    standard_input,
)
from tractor_core.chances import odds_app
from tractor_core.dealer import DEAL_EXAMPLES, deal
from tractor_core.judge import AGREE, DIFFER, UNSUPPORTED, CaseError, judge_file
from tractor_core.messages import LANGUAGES, MESSAGES, say
from tractor_core.profiles import default_values, rules_app
from tractor_core.replay import replay_file
from tractor_core.signature import EXPECTED, signature
from tractor_core.stopwatch import measure
from tractor_core.table import Table, load_match
from tractor_core.terminal import InputError, Language, Screen, fail, printable
from tractor_core.usage import usage_error

__all__ = ["app", "run"]

_NO = 1
_BAD_INPUT = 2
_BROKEN_PIPE = 141  # as shells report a program that SIGPIPE has ended

_COLOURS = {AGREE: "green", DIFFER: "bold red", UNSUPPORTED: "yellow"}

_LANGUAGE = "tractor_core.language"  # key of a context's store

_Item = TypeVar("_Item")


class Seats(Enum):
    greedy = "greedy"
    random = "random"


class Outcome(Enum):
    agree = AGREE
    differ = DIFFER
    unsupported = UNSUPPORTED


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


def _drop_output() -> None:
    """Send what is left in the buffer nowhere, so that no second error comes at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def _one_message(lang: str) -> Iterator[None]:
    """Turn what goes wrong inside into one message and an exit status."""
    try:
        yield
        return
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(_BROKEN_PIPE) from None
    except (InputError, TractorError) as error:
        fail(str(error), lang)
    except RecursionError:  # a JSON value nested almost as deep as can be read
        fail(say("case.deep", lang), lang)
    except OSError as error:
        what = error.strerror or str(error)
        if error.filename is None:
            _drop_output()
            fail(say("error.write", lang, error=what), lang)
        else:
            fail(say("error.where", lang, where=error.filename, error=what), lang)
    except Exception as error:
        said = usage_error(error, lang)
        if said is None:
            raise
        if sys.stderr is not None:
            print(said, file=sys.stderr)
    raise typer.Exit(_BAD_INPUT)


class _Group(TyperGroup):
    """Speak the language asked for from the start, and end with a message at worst."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        lang = ctx.meta[_LANGUAGE] = _language(args)
        if lang != "en":
            _translate(self)
            # so that --lang serves before the command as well as after it
            ctx.default_map = default_values(self, "lang", lang)
        with _one_message(lang):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        lang = ctx.meta[_LANGUAGE]
        with _one_message(lang):
            if sys.stdout is None:
                raise InputError(say("error.closed", lang))
            reconfigure = getattr(sys.stdout, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")
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


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tractor {__version__}")
        raise typer.Exit


@app.callback(
    epilog=examples(
        'tractor throw "9d 8d 8d 4d 4d" --other "Jd 3d" --level 10 --trump s',
        'tractor follow "7h 7h" --hand "7h 7h 4h 5h" --lead "9h 9h"',
        "tractor order --level 4 --trump d --lang zh",
        "tractor COMMAND --help",
    )
)
def _main(
    version: Annotated[
        bool, option("--version", key="version", is_eager=True, callback=_show_version)
    ] = False,
    lang: Lang = Language.en,
) -> None:
    del version, lang  # both have had their effect


@app.command(
    help=say("help.judge"),
    epilog=examples(
        "tractor judge cases.jsonl",
        "tractor judge cases.jsonl --show differ --show unsupported",
        "tractor judge --json - < cases.jsonl",
    ),
)
def judge(
    files: Annotated[
        list[str], typer.Argument(help=say("help.files"), metavar="FILE", show_default=False)
    ],
    show: Annotated[list[Outcome] | None, option("--show", key="show")] = None,
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    verdicts = []
    for file in files:
        try:
            verdicts += judge_file(standard_input(screen) if file == "-" else file, screen.lang)
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
    epilog=examples(
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
    epilog=examples(
        'tractor decompose "Ah Ah Kh Kh Qh" --level 10 --trump h',
        'tractor decompose "3c 3c 3c 4c 4c" --all',
    ),
)
def show_units(
    cards: Annotated[str, typer.Argument(help=say("help.cards"), metavar="CARDS")],
    every: Annotated[bool, option("--all", "-a", key="all")] = False,
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
    held = some_cards(cards, "CARDS", screen)
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
            units.append(Unit(some_cards(text, where, profile.screen), profile.trump))
        except CardsError as error:
            raise InputError(f"{where}: {error}") from None
    return units or None


@app.command(
    help=say("help.throw"),
    epilog=examples(
        'tractor throw "9d 8d 8d 4d 4d" --other "Jd 3d" --level 10 --trump s',
        'tractor throw "Ad Kd Kd" --other "Qd Qd 5d" --trump s',
        'tractor throw "Ad Qd" --other "" --other Kd --set throw_against=opponents',
    ),
)
def throw(
    cards: Annotated[str, typer.Argument(help=say("help.lead_cards"), metavar="CARDS")],
    other: Annotated[list[str] | None, option("--other", "-o", key="other", metavar="CARDS")] = (
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
    lead = some_cards(cards, "CARDS", screen)
    hands = [
        read_cards(text, f"--other {i}", screen) for i, text in enumerate(other or (), start=1)
    ]
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
    epilog=examples(
        'tractor follow "7h 7h" --hand "4h 5h 7h 7h 5s" --lead "9h 9h" --trump s',
        'tractor follow --hand "4h 5h 7h 7h 5s" --lead "9h 9h" --trump s',
        'tractor follow "4h 5h" --hand "4h 5h 7h 7h" --lead "9h 9h" --json',
    ),
)
def follow(
    hand: Annotated[str, option("--hand", key="hand", metavar="CARDS")],
    lead: Annotated[str, option("--lead", key="lead", metavar="CARDS")],
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
    held = read_cards(hand, "--hand", screen)
    led = some_cards(lead, "--lead", screen)
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
    played = read_cards(play, "PLAY", screen)
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
    epilog=examples(
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
    trick = [some_cards(text, f"PLAY {i}", screen) for i, text in enumerate(plays, start=1)]
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


@app.command(
    help=say("help.replay"),
    epilog=examples(
        "tractor replay rounds.tractor",
        "tractor replay rounds.tractor --json",
        "tractor replay --quiet - < rounds.tractor",
    ),
)
def replay(
    files: Annotated[
        list[str], typer.Argument(help=say("help.records"), metavar="FILE", show_default=False)
    ],
    quiet: Annotated[bool, option("--quiet", "-q", key="quiet")] = False,
    as_json: Json = False,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, as_json)
    total = 0
    for file in files:
        count, wrong = replay_file(file, screen, quiet=quiet)
        total += count
        if wrong is not None:
            sys.stdout.flush()
            fail(wrong, screen.lang)
            raise typer.Exit(_NO)
    if not as_json:
        say_count = screen.line if quiet else screen.note
        say_count(screen.say("replay.count.one" if total == 1 else "replay.count", count=total))


@app.command(
    help=say("help.play_match"),
    epilog=examples(
        "tractor play",
        "tractor play --preset competition --lang zh --policy random",
        "tractor play --auto --seed 1 --rounds 1 --record match.tractor",
    ),
)
def play(
    preset: Annotated[
        str | None, option("--preset", "--rules", "-p", key="rules", metavar="NAME|FILE.toml")
    ] = None,
    decks: Annotated[
        int | None, option("--decks", "-d", key="play.decks", min=1, max=3, metavar="N")
    ] = None,
    seed: Annotated[int | None, option("--seed", key="seed", min=0, metavar="N")] = None,
    seat: Annotated[int, option("--seat", key="seat", min=0, max=3, metavar="SEAT")] = 0,
    auto: Annotated[bool, option("--auto", key="auto")] = False,
    policy: Annotated[Seats, option("--policy", key="play.policy")] = Seats.greedy,
    rounds: Annotated[int, option("--rounds", key="rounds", min=0, metavar="N")] = 0,
    save: Annotated[Path | None, option("--save", key="save", metavar="FILE")] = None,
    resume: Annotated[Path | None, option("--resume", key="resume", metavar="FILE")] = None,
    record: Annotated[Path | None, option("--record", key="record", metavar="FILE")] = None,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, False)
    if resume is not None:
        for name, value in (("preset", preset), ("decks", decks), ("seed", seed)):
            if value is not None:
                raise InputError(screen.say("play.both", option=name))
        match = load_match(resume, screen)
    else:
        rules = read_profile(preset or "default", screen)
        if decks is not None:
            rules = replace(rules, decks=decks)
        match = Match(
            rules,
            secrets.randbelow(1_000_000) if seed is None else seed,
        )
    who = None if auto else seat
    Table(
        screen,
        match,
        who,
        save=save or resume,
        record=record,
        rounds=rounds,
        greedy=policy is Seats.greedy,
    ).run()


@app.command(
    help=say("help.bench"),
    epilog=examples("tractor bench", "tractor bench --json", "tractor bench --signature"),
)
def bench(
    only_signature: Annotated[bool, option("--signature", key="signature")] = False,
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    if only_signature:
        found = signature()
        if as_json:
            screen.json(signature=f"{found:016x}", expected=f"{EXPECTED:016x}")
        else:
            screen.line(f"{found:016x}")
        if found != EXPECTED:
            fail(screen.say("bench.differs", expected=f"{EXPECTED:016x}"), screen.lang)
            raise typer.Exit(_NO)
    elif as_json:
        for took in measure():
            screen.json(verb=took.name, min=round(took.least, 1), median=round(took.middle, 1))
    else:
        rows = ([took.name, f"{took.least:,.1f}", f"{took.middle:,.1f}"] for took in measure())
        screen.table(["bench.verb", "bench.min", "bench.median"], rows, "bench.min bench.median")
        screen.note(screen.say("bench.unit"))


app.command("deal", help=say("help.deal"), epilog=DEAL_EXAMPLES)(deal)
app.add_typer(odds_app, name="odds", help=say("help.odds.group"))
app.add_typer(rules_app, name="rules", help=say("help.rules.group"))


# ---------------------------------------------------------------------------------------------
# Running


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
