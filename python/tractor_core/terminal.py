"""Writing for the command line: languages, styles, tables, errors.

Rich tables and colours in a terminal; elsewhere plain lines, tab separated, without headings.
"""

from __future__ import annotations

import contextlib
import json
import string
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tractor_core import BIG_JOKER, Cards, Trump, format_kind, sort_hand
from tractor_core.messages import say

__all__ = ["InputError", "Language", "Screen", "Style", "fail", "printable"]

_RED_SUITS = "dh"


class Language(Enum):
    en = "en"
    zh = "zh"


class Style(Enum):
    ascii = "ascii"
    unicode = "unicode"
    chinese = "chinese"


class InputError(Exception):
    """Refuse what was typed; the message is all that is shown."""


def printable(text: str) -> str:
    """The text on one line, without characters that would move the cursor or split a column."""
    return "".join(c if c.isprintable() else " " for c in text)


class Screen:
    """Write cards, lines and tables to standard output, in a language and a style.

    Parameters
    ----------
    lang : Language
        Language of headings and sentences.
    style : Style or None
        None is unicode in a terminal that can show it, else ascii.
    as_json : bool
        Whether the command prints JSON instead.
    """

    def __init__(self, lang: Language, style: Style | None, as_json: bool) -> None:
        self.lang = lang.value
        self.as_json = as_json
        self.rich = sys.stdout.isatty()
        self.style: Literal["ascii", "unicode", "chinese"]
        self.style = style.value if style else "unicode" if self._has_signs() else "ascii"
        self.console = Console(highlight=False, markup=False, emoji=False)

    def _has_signs(self) -> bool:
        try:
            "♠".encode(sys.stdout.encoding or "ascii")
        except (LookupError, UnicodeEncodeError):
            return False
        return self.rich

    def say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

    def phrase(self, key: str, **parts: str | Text) -> Text:
        """The text of a key, the parts that it names in braces keeping their colours."""
        text = Text()
        for literal, name, _, _ in string.Formatter().parse(self.say(key)):
            text.append(literal)
            if name is not None:
                text.append(parts[name])
        return text

    def kinds(self, kinds: Iterable[int], joint: str = " ") -> Text:
        """Cards in the order given, red suits in red."""
        text = Text()
        for i, kind in enumerate(kinds):
            red = kind == BIG_JOKER or format_kind(kind)[1] in _RED_SUITS
            text.append(joint if i else "")
            text.append(format_kind(kind, self.style), "red" if red else "")
        return text

    def cards(self, cards: Cards, trump: Trump) -> Text:
        """Cards as a hand is sorted, high to low."""
        return self.kinds(sort_hand(cards, trump))

    def json(self, **data: object) -> None:
        self.line(json.dumps(data, ensure_ascii=False))

    def line(self, *parts: str | Text) -> None:
        """Write one line; a long one is left to the terminal to break."""
        text = Text.assemble(*parts)
        if self.rich and not self.as_json:
            self.console.print(text)
        else:
            sys.stdout.write(text.plain + "\n")

    def row(self, *cells: str | Text | int) -> None:
        """Write one plain line of columns."""
        plain = (cell.plain if isinstance(cell, Text) else str(cell) for cell in cells)
        sys.stdout.write("\t".join(plain) + "\n")

    def table(
        self, headings: Sequence[str], rows: Iterable[Sequence[str | Text | int]], right: str = ""
    ) -> None:
        """Write rows: a table in a terminal, else one plain line each.

        `headings` are keys of messages; those named in `right` are columns of numbers.
        """
        if not self.rich:
            for cells in rows:
                self.row(*cells)
            return
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
        for heading in headings:
            number = heading in right.split()
            # under "ellipsis", Rich drops the end of some wrapped lines of wide characters
            table.add_column(
                self.say(heading), justify="right" if number else "left", overflow="fold"
            )
        for cells in rows:
            table.add_row(*(cell if isinstance(cell, Text) else str(cell) for cell in cells))
        self.console.print(table)

    def grid(self, rows: Iterable[Sequence[str | Text]]) -> None:
        """Write columns without headings or lines to a terminal; a long cell goes on below."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for cells in rows:
            table.add_row(*cells)
        self.console.print(table)

    def trump(self, trump: Trump | None) -> str:
        """The level and the trumps in words; nothing for none."""
        if trump is None:
            return ""
        level = {"T": "10"}.get(trump.level, trump.level)
        if trump.suit is None:
            text = self.say("trump.none", level=level)
        else:
            text = self.say("trump.suit", level=level, suit=self.say(trump.suit))
        return self.say("trump.twos", trump=text) if trump.permanent_twos else text

    def aside(self, text: str) -> None:
        """Write a remark to standard error, if there is one."""
        if sys.stderr is not None:
            with contextlib.suppress(OSError):
                print(text, file=sys.stderr)

    def note(self, text: str) -> None:
        """Write a remark: to the terminal, or beside the data to standard error."""
        if self.rich:
            self.console.print(Text(text, "dim"))
        elif sys.stderr is not None:
            print(text, file=sys.stderr)


def fail(message: str, lang: str) -> None:
    """Write an error to standard error, if there is one."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError):
        Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True).print(
            Text.assemble((say("error", lang), "bold red"), message)
        )
