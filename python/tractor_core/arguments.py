"""What commands share: options, cards and rules as arguments give them, and their errors."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer
from rich.cells import cell_len

from tractor_core import (
    Cards,
    NotationError,
    Rules,
    TractorError,
    format_kind,
    suit_of,
)
from tractor_core.messages import say
from tractor_core.options import OPTIONS, ORDER_OPTIONS
from tractor_core.presets import PRESETS
from tractor_core.terminal import InputError, Language, Screen, Style, printable

__all__ = [
    "CardStyle",
    "Decks",
    "Json",
    "Lang",
    "Level",
    "Limit",
    "Profile",
    "RulesFile",
    "Settings",
    "Suit",
    "Twos",
    "UnitsLed",
    "examples",
    "option",
    "read_cards",
    "read_profile",
    "read_rules",
    "some_cards",
    "standard_input",
]

_POSITION = say("panel.position")
_OUTPUT = say("panel.output")


def option(*names: str, key: str, panel: str | None = None, **settings: Any) -> Any:
    return typer.Option(*names, help=say(f"help.{key}"), rich_help_panel=panel, **settings)


Level = Annotated[str, option("--level", "-l", key="level", panel=_POSITION, metavar="RANK")]
Suit = Annotated[str, option("--trump", "-t", key="trump", panel=_POSITION, metavar="SUIT")]
Twos = Annotated[bool, option("--permanent-twos", key="twos", panel=_POSITION)]
RulesFile = Annotated[
    str | None, option("--rules", key="rules", panel=_POSITION, metavar="NAME|FILE.toml")
]
Settings = Annotated[
    list[str] | None, option("--set", key="set", panel=_POSITION, metavar="OPTION=VALUE")
]
Decks = Annotated[int | None, option("--decks", key="decks", panel=_POSITION, metavar="N")]
Json = Annotated[bool, option("--json", key="json", panel=_OUTPUT)]
Lang = Annotated[Language, option("--lang", key="lang", panel=_OUTPUT)]
CardStyle = Annotated[Style | None, option("--style", key="style", panel=_OUTPUT)]
Limit = Annotated[int, option("--limit", key="limit", min=0, metavar="N")]
UnitsLed = Annotated[list[str] | None, option("--unit", key="unit", metavar="CARDS")]


def examples(*lines: str) -> str:
    """An epilogue whose lines stay as they are (that is what \\b asks for)."""
    return "\b\n" + "\n".join([say("help.example"), *(f"  {line}" for line in lines)])


def standard_input(screen: Screen) -> BinaryIO:
    if sys.stdin is None:
        raise InputError(screen.say("error.stdin"))
    return sys.stdin.buffer


def read_cards(text: str, where: str, screen: Screen) -> Cards:
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


def some_cards(text: str, where: str, screen: Screen) -> Cards:
    cards = read_cards(text, where, screen)
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


def read_profile(name: str, screen: Screen) -> Rules:
    """Rules by the name of a preset, or from a TOML file."""
    if name in PRESETS:
        return PRESETS[name].rules
    if name != "-" and not name.endswith(".toml") and not os.path.exists(name):
        names = ", ".join(PRESETS)
        raise InputError(screen.say("error.profile", name=printable(name), names=names))
    return read_rules(name, screen)


def read_rules(file: Path | str, screen: Screen) -> Rules:
    """Rules from a TOML file; an error names it."""
    stdin = file == "-"
    try:
        return Rules.from_toml(standard_input(screen) if stdin else file)
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
        file: str | None,
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
        try:
            of_file = read_profile(file, screen).to_dict() if file else {}
            self.rules = Rules.from_dict({**of_file, **options})
            self.trump = self.rules.trump(level, trump)
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
            **{name: getattr(trump, name) for name in ORDER_OPTIONS},
        }

    def show_title(self) -> None:
        """Write the trump in words, as the first line of a page, to a terminal alone."""
        if not self.screen.rich or self.screen.as_json:
            return
        self.screen.note(self.screen.trump(self.trump))
