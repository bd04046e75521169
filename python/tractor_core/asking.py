"""Asking for odds: the options that `tractor odds` commands share, and runs as these say."""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from tractor_core import Cards, Rules, Trump
from tractor_core.arguments import (
    Lang,
    Level,
    Profile,
    RulesFile,
    Settings,
    Suit,
    Twos,
    examples,
    option,
    read_cards,
)
from tractor_core.findings import show_exact, show_result
from tractor_core.messages import say
from tractor_core.odds import NoExactValue, Progress, Result, Study, plots, run
from tractor_core.odds.places import NAMES
from tractor_core.odds.progress import drawn_bar, rounded
from tractor_core.terminal import InputError, Language, Screen, fail, printable

__all__ = ["Asked", "Dealt", "asks"]

_NO = 1
_INTERRUPTED = 130  # as shells report a program that Ctrl-C has ended
_DEALS = 1_000_000

_KNOWN = say("panel.known")
_RUN = say("panel.run")
_OUTPUT = say("panel.output")
_POSITION = say("panel.position")


def _known(*names: str, key: str) -> Any:
    return option(*names, key=key, panel=_KNOWN, metavar="CARDS")


def _lacking(name: str, key: str) -> Any:
    return option(name, key=key, panel=_KNOWN, metavar="SEAT:SUIT")


def _running(*names: str, key: str, metavar: str) -> Any:
    return option(*names, key=key, panel=_RUN, metavar=metavar)


def _file(*names: str, key: str) -> Any:
    return option(*names, key=key, panel=_OUTPUT, metavar="FILE")


Decks = Annotated[int | None, option("--decks", key="odds.decks", panel=_POSITION, metavar="N")]

_CARDS: dict[str, tuple[Any, Any]] = {
    "hand": (Annotated[str | None, _known("--hand", key="odds.hand")], None),
    "kitty": (Annotated[str | None, _known("--kitty", key="odds.kitty_cards")], None),
}
_LEVEL: dict[str, tuple[Any, Any]] = {"level": (Level, "2")}
_TRUMP: dict[str, tuple[Any, Any]] = {"trump": (Suit, "NT"), "permanent_twos": (Twos, False)}
_RULES: dict[str, tuple[Any, Any]] = {"rules": (RulesFile, None), "settings": (Settings, None)}
_LACKING: dict[str, tuple[Any, Any]] = {
    "void": (Annotated[list[str] | None, _lacking("--void", key="odds.void")], None),
    "no_pair": (Annotated[list[str] | None, _lacking("--no-pair", key="odds.no_pair")], None),
}
_EVERY: dict[str, tuple[Any, Any]] = {
    "decks": (Decks, None),
    "deals": (
        Annotated[str | None, _running("--deals", "-n", key="odds.deals", metavar="N")],
        None,
    ),
    "seed": (
        Annotated[
            int | None,
            option("--seed", key="odds.seed", panel=_RUN, metavar="N", min=0),
        ],
        None,
    ),
    "threads": (
        Annotated[
            int | None, option("--threads", key="odds.threads", panel=_RUN, metavar="N", min=1)
        ],
        None,
    ),
    "half_width": (
        Annotated[float | None, _running("--half-width", key="odds.half_width", metavar="X")],
        None,
    ),
    "seconds": (
        Annotated[float | None, _running("--seconds", key="odds.seconds", metavar="S")],
        None,
    ),
    "confidence": (
        Annotated[float | None, _running("--confidence", key="odds.confidence", metavar="P")],
        None,
    ),
    "checkpoint": (
        Annotated[Path | None, _running("--checkpoint", key="odds.checkpoint", metavar="FILE")],
        None,
    ),
    "exact": (Annotated[bool, option("--exact", key="odds.exact", panel=_RUN)], False),
    "plot": (Annotated[Path | None, _file("--plot", key="odds.plot")], None),
    "csv": (Annotated[Path | None, _file("--csv", key="odds.csv")], None),
    "parquet": (Annotated[Path | None, _file("--parquet", key="odds.parquet")], None),
    "as_json": (
        Annotated[bool, option("--json", key="odds.json", panel=_OUTPUT)],
        False,
    ),
    "lang": (Lang, Language.en),
}
_READS = {"level": _LEVEL, "trump": {**_LEVEL, **_TRUMP}, "rules": _RULES}


_Make = TypeVar("_Make", bound="Callable[..., Asked]")


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the options say of the cards: known ones, trump and rules.

    Attributes
    ----------
    screen : Screen
    rules : Rules
    trump : Trump
    known : dict
        What is known, as the questions take it.
    """

    screen: Screen
    rules: Rules
    trump: Trump
    known: dict[str, Any]

    def say(self, key: str, **values: object) -> str:
        return self.screen.say(key, **values)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a command asks it.

    Attributes
    ----------
    study : Study
    key : str
        Of its title.
    values : str
        Key of what its values are.
    parts : mapping
        What the title names in braces.
    """

    study: Study
    key: str
    values: str
    parts: Mapping[str, object]

    def title(self, dealt: Dealt) -> str:
        """The title in the language of the screen."""
        if dealt.screen.lang == "en":
            return self.study.title
        said = dealt.say(self.key, title="", **self.parts)
        trump = dealt.screen.trump(self.study.trump)
        trump = f"，{trump}" if trump else ""
        return dealt.say(
            "odds.setting",
            title=said,
            decks=self.study.dealing.decks,
            trump=trump,
            known=self._known(dealt),
        )

    def _known(self, dealt: Dealt) -> str:
        """What is known of the cards, as the title says it."""
        dealing = self.study.dealing
        said = [
            dealt.say("odds.known.hand", seat=seat, cards=cards)
            for seat, cards in enumerate(dealing.hands)
            if cards
        ]
        if dealing.kitty:
            said.append(dealt.say("odds.known.kitty", cards=dealing.kitty))
        for key in ("voids", "no_pairs"):
            said += [
                dealt.say(
                    f"odds.known.{key}", seat=seat, suits="、".join(map(dealt.say, suits))
                )
                for seat, suits in enumerate(getattr(self.study, key))
                if suits
            ]
        return "".join(said)


def asks(
    app: typer.Typer, name: str, *reads: str, lines: tuple[str, ...], cards: bool = True
) -> Callable[[_Make], _Make]:
    """Make a function that makes a study into a command, with the options of them all.

    Parameters
    ----------
    app : Typer
    name : str
        Of the command.
    *reads : {"level", "trump", "rules"}
        On what its answers depend beside the cards.
    lines : tuple of str
        Examples for its help.
    cards : bool
        Whether known cards may be given.
    """
    shared = dict(_CARDS if cards else {})
    if cards and "trump" in reads:  # which says what the suits are
        shared |= _LACKING
    for one in reads:
        shared |= _READS[one]
    shared |= _EVERY

    def decorate(make: _Make) -> _Make:
        own = list(inspect.signature(make, eval_str=True).parameters.values())[1:]
        more = [
            inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for key, (kind, default) in shared.items()
        ]
        names = [parameter.name for parameter in own]
        words = {
            word: "--" + name.replace("_", "-")
            for word, options in _WORDS.items()
            for name in options
            if name in names
        }

        def command(**given: Any) -> None:
            wanted = _Wanted(**{key: given.pop(key) for key in _Wanted.__slots__})
            wanted.check()
            dealt = _dealt(wanted.screen, given, names)
            with _as_input(words):
                asked = make(dealt, **{key: given[key] for key in names})
            _answer(asked, dealt, wanted)

        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = [parameter.replace(kind=keyword) for parameter in own] + more
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {p.name: p.annotation for p in parameters}
        command.__name__ = f"odds_{name}"
        app.command(name, help=say(f"help.odds.{name}"), epilog=examples(*lines))(command)
        return make

    return decorate


# what questions call their arguments, and the options that give them
_WORDS = {
    "count": ("count",),
    "hand": ("seat",),
    "least": ("least", "strength"),
    "length": ("length", "held"),
    "suit": ("suit",),
    "without": ("without",),
}


@contextlib.contextmanager
def _as_input(words: Mapping[str, str] | None = None) -> Iterator[None]:
    """What the questions refuse is bad input, told in the words of the command line."""
    try:
        yield
    except (TypeError, ValueError) as error:
        text = str(error)
        for word, name in (words or {}).items():
            text = re.sub(rf"(^|needs ){word}(?=( is|=))", rf"\1{name}", text)
        raise InputError(text) from None


def _dealt(screen: Screen, given: dict[str, Any], own: list[str]) -> Dealt:
    shared = {key: value for key, value in given.items() if key not in own}
    profile = Profile(
        screen,
        shared.get("level", "2"),
        shared.get("trump", "NT"),
        shared.get("permanent_twos", False),
        shared.get("rules"),
        shared.get("settings"),
        shared["decks"],
    )
    known: dict[str, Any] = {"rules": profile.rules}
    for key in ("hand", "kitty"):
        text = shared.get(key)
        if text is not None:
            known[key] = read_cards(text, f"--{key}", screen)
    if "hand" in known:
        known["hands"] = {0: known.pop("hand")}
    groups: list[Cards] = [*known.get("hands", {}).values(), known.get("kitty", Cards())]
    profile.decks = profile.rules.decks
    profile.check_copies(*groups)
    for key, name in (("void", "voids"), ("no_pair", "no_pairs")):
        if shared.get(key):
            where = f"--{key.replace('_', '-')}"
            known[name] = _suits_by_seat(shared[key], where, profile.trump, screen)
    return Dealt(screen, profile.rules, profile.trump, known)


def _suits_by_seat(
    texts: list[str], where: str, trump: Trump, screen: Screen
) -> dict[int, list[str]]:
    """The suits that seats lack, written SEAT:SUIT."""
    found: dict[int, list[str]] = {}
    for text in texts:
        seat, _, suit = (part.strip() for part in text.partition(":"))
        if seat not in ("0", "1", "2", "3") or suit not in NAMES:
            raise InputError(f"{where}: {screen.say('error.lacking', text=printable(text))}")
        if suit == trump.suit:
            raise InputError(f"{where}: {screen.say('error.no_suit', suit=screen.say(suit))}")
        found.setdefault(int(seat), []).append(suit)
    return found


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How a command is to be answered."""

    deals: str | None
    seed: int | None
    threads: int | None
    half_width: float | None
    seconds: float | None
    confidence: float | None
    checkpoint: Path | None
    exact: bool
    plot: Path | None
    csv: Path | None
    parquet: Path | None
    as_json: bool
    lang: Language

    @property
    def screen(self) -> Screen:
        return Screen(self.lang, None, self.as_json)

    @property
    def n(self) -> int | None:
        """Deals: a whole number, also as 1e9 or 1_000_000."""
        text = self.deals
        if text is None:
            return None if self.half_width or self.seconds else _DEALS
        with contextlib.suppress(ValueError, OverflowError):
            number = float(text)
            if number >= 1 and number == math.floor(number):
                return int(number) if "e" in text.lower() else int(text)
        raise InputError(f"--deals: {say('error.deals', self.lang.value, text=text)}")

    def check(self) -> None:
        """Refuse what cannot be, before anything is dealt."""
        lang = self.lang.value
        if self.exact:
            for name in (
                "deals", "seed", "threads", "half_width", "seconds", "confidence", "checkpoint",
                "plot", "csv", "parquet",
            ):  # fmt: skip
                if getattr(self, name) is not None:
                    option = "--" + name.replace("_", "-")
                    raise InputError(say("error.exact", lang, option=option))
        for name in ("half_width", "seconds"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                message = say("error.positive", lang, value=value)
                raise InputError(f"--{name.replace('_', '-')}: {message}")
        if self.confidence is not None and not 0 < self.confidence < 1:
            message = say("error.confidence", lang, value=self.confidence)
            raise InputError(f"--confidence: {message}")
        _ = self.n
        if self.plot is not None and self.plot.suffix.lower() not in (".png", ".svg", ".pdf"):
            raise InputError(f"--plot: {say('error.plot', lang, file=self.plot)}")
        for name, wants in (("plot", "matplotlib"), ("csv", None), ("parquet", "pyarrow")):
            path = getattr(self, name)
            if path is not None:
                _check_file(f"--{name}", path, lang)
                if wants and importlib.util.find_spec(wants) is None:
                    raise InputError(say("error.extra", lang, option=f"--{name}"))


def _check_file(option: str, path: Path, lang: str) -> None:
    """Refuse a file that cannot be written, before a long run and not after it."""
    if not path.parent.is_dir():
        raise InputError(f"{option}: {say('error.folder', lang, file=path)}")
    place = path if path.exists() else path.parent
    if path.is_dir() or not os.access(place, os.W_OK):
        raise InputError(f"{option}: {say('error.readonly', lang, file=path)}")


def _answer(asked: Asked, dealt: Dealt, wanted: _Wanted) -> None:
    screen, title = dealt.screen, asked.title(dealt)
    if wanted.exact:
        try:
            show_exact(asked.study, screen, title, asked.values)
        except NoExactValue as error:
            fail(screen.say("odds.no_exact", why=error), screen.lang)
            raise typer.Exit(_NO) from None
        return
    began = time.perf_counter()
    result = _run(asked.study, wanted)
    took = time.perf_counter() - began
    show_result(result, screen, title, asked.values, took)
    sys.stdout.flush()
    _write(result, screen, asked, title, wanted)
    if not result.copies and result.stopped != "interrupted":
        sys.stdout.flush()
        fail(screen.say("odds.none", deals=f"{result.deals:,}"), screen.lang)
        raise typer.Exit(_NO)
    if result.stopped == "interrupted":
        sys.stdout.flush()
        screen.aside(screen.say("odds.interrupted", deals=f"{result.deals:,}"))
        raise typer.Exit(_INTERRUPTED)


def _run(study: Study, wanted: _Wanted) -> Result:
    with contextlib.ExitStack() as stack, _as_input():
        bar = None
        if sys.stderr is not None and sys.stderr.isatty():
            bar = stack.enter_context(drawn_bar(sys.stderr, _bar_text(wanted.lang.value)))
        return run(
            study,
            wanted.n,
            seed=wanted.seed or 0,
            half_width=wanted.half_width,
            seconds=wanted.seconds,
            level=0.95 if wanted.confidence is None else wanted.confidence,
            threads=wanted.threads or _processors(),
            checkpoint=wanted.checkpoint,
            progress=bar,
        )


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _bar_text(lang: str) -> Callable[[Progress], str]:
    def text(progress: Progress) -> str:
        if math.isnan(progress.estimate):
            return say("odds.bar.none", lang)
        half = (progress.high - progress.low) / 2
        answer = f"{progress.estimate:.6g} ± {half:.2g}"
        deals, rate = rounded(progress.deals), rounded(progress.rate)
        return say("odds.bar", lang, answer=answer, deals=deals, rate=rate)

    return text


def _write(result: Result, screen: Screen, asked: Asked, title: str, wanted: _Wanted) -> None:
    for path, write in ((wanted.csv, result.to_csv), (wanted.parquet, result.to_parquet)):
        if path is not None:
            write(path)
            screen.aside(screen.say("odds.wrote", file=path))
    if wanted.plot is None or not result.copies:
        return
    # the fonts of plots have no Chinese, so plots speak English
    if result.event:
        figure = plots.convergence(result)
    else:
        figure = plots.histogram(result, xlabel=say(asked.values))
    plots.save(figure, wanted.plot)
    screen.aside(screen.say("odds.wrote", file=wanted.plot))
