"""The lines of a record, and errors that name the line at fault."""

from __future__ import annotations

import contextlib
import os
import re
import unicodedata
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import BinaryIO, TextIO, TypeAlias

from .errors import CardsError, IllegalPlay, NotationError, RulesError, TractorError

__all__ = [
    "TAG",
    "Line",
    "Lines",
    "RecordCardsError",
    "RecordError",
    "RecordIllegalPlay",
    "RecordNotationError",
    "RecordRulesError",
    "RecordSource",
    "check_text",
]

RecordSource: TypeAlias = "str | os.PathLike[str] | TextIO | BinaryIO"

TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39}) "((?:[^"\\]|\\["\\])*)"\]')

_LONGEST = 1 << 16  # characters of a line, those that continue it included
_MOST_COMMENTS = 10_000  # lines of comment that one line may have


class RecordError(TractorError, ValueError):
    """Refuse a line of a record; the base of what reading a record raises.

    Its subclasses are those of `TractorError` as well, with their attributes: a play that the
    rules do not allow is an `IllegalPlay` that has a line.

    Parameters
    ----------
    line : int
        The line at fault, from 1; of a line that goes on over several the first.
    error : TractorError
        What is wrong with it.

    Examples
    --------
    >>> error = RecordRulesError(12, RulesError("seat 0 takes 15, not seat 1"))
    >>> print(error)
    line 12: seat 0 takes 15, not seat 1
    >>> isinstance(error, RulesError), error.line
    (True, 12)
    """

    def __init__(self, line: int, error: TractorError) -> None:
        # its subclasses are made of a line and an error too, whatever else they are
        Exception.__init__(self, line, error)
        vars(self).update(vars(error))
        self.line = line
        self.error = error

    def __str__(self) -> str:
        return f"line {self.line}: {self.error}"


class RecordNotationError(RecordError, NotationError):
    """Refuse a line that the grammar does not allow."""


class RecordIllegalPlay(RecordError, IllegalPlay):
    """Refuse a play that the rules do not allow."""


class RecordCardsError(RecordError, CardsError):
    """Refuse cards that cannot be: a wrong deck, a card twice too often."""


class RecordRulesError(RecordError, RulesError):
    """Refuse what the rules do not allow, or a winner or a total that is another."""


_CLASSES: tuple[tuple[type[TractorError], type[RecordError]], ...] = (
    (NotationError, RecordNotationError),
    (IllegalPlay, RecordIllegalPlay),
    (CardsError, RecordCardsError),
    (RulesError, RecordRulesError),
)


@dataclass(frozen=True, slots=True)
class Line:
    """Hold a line, those that continue it joined to it.

    Attributes
    ----------
    number : int
        Of its first line, from 1.
    text : str
        Without comments, its words one space apart; empty at the end of the file.
    comments : tuple of str
        The comments before it and behind it.
    """

    number: int
    text: str
    comments: tuple[str, ...]

    @contextlib.contextmanager
    def at_fault(self) -> Iterator[None]:
        """Give what goes wrong inside the number of this line."""
        try:
            yield
        except RecordError:
            raise
        except TractorError as error:
            for kind, found in _CLASSES:
                if isinstance(error, kind):
                    raise found(self.number, error) from None
            raise

    def bad(self, message: str, position: int = 0) -> RecordNotationError:
        """Make the error of a line that the grammar does not allow."""
        return RecordNotationError(self.number, NotationError(message, self.text, position))

    def wrong(self, message: str) -> RecordRulesError:
        """Make the error of a line that says something else than the engine."""
        return RecordRulesError(self.number, RulesError(message))


class Lines:
    """Read the lines of a record one after another, with a look at the next.

    Parameters
    ----------
    file : path or file
        A file is of text or of bytes; it is read line by line.
    """

    def __init__(self, file: RecordSource) -> None:
        self._raw = _read(file)
        self._lines = _join(self._raw)
        try:
            self._next = next(self._lines)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close a file that was opened here; a file of the caller's stays open."""
        self._lines.close()
        self._raw.close()

    def peek(self) -> Line:
        """Return the next line without taking it."""
        return self._next

    def take(self) -> Line:
        """Take the next line; at the end of the file that is one without text, every time."""
        line = self._next
        if line.text:
            self._next = next(self._lines)
        return line


def _fits(c: str) -> bool:
    return c == "\t" or unicodedata.category(c) not in ("Cc", "Cs")


def check_text(what: str, text: str) -> None:
    """Refuse a comment or the value of a tag that does not fit in a line."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is a str, not {type(text).__name__}")
    for i, c in enumerate(text):
        if not _fits(c):
            raise NotationError(f"{what} has a control character", text, i)


def _bad(number: int, message: str, text: str = "", position: int = 0) -> RecordNotationError:
    return RecordNotationError(number, NotationError(message, text, position))


def _read(file: RecordSource) -> Generator[tuple[int, str], None, None]:
    """The lines of a file as text, numbered from 1, without their ends."""
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            yield from _read(opened)
        return
    if not hasattr(file, "readline"):
        raise TypeError(f"a record is read from a path or a file, not {type(file).__name__}")
    number = 0
    while True:
        number += 1
        try:
            part = file.readline(_LONGEST + 1)
            if len(part) > _LONGEST:  # it is not read to its end
                raise _bad(number, "the line is too long")
            text = part if isinstance(part, str) else str(part, "utf-8")
        except UnicodeDecodeError as error:
            raise _bad(number, f"not UTF-8 text: {error.reason}") from None
        if not text:
            return
        yield number, text.rstrip("\r\n").removeprefix("\ufeff" if number == 1 else "")


def _split(number: int, raw: str) -> tuple[str, str | None]:
    """Split a line into its text, without spaces at the end, and its comment."""
    tag = TAG.match(raw)
    if tag is not None:
        text, rest = tag[0], raw[tag.end() :].lstrip(" ")
        sign, comment = rest[:1], rest[1:]
        if sign not in ("", "#"):
            raise _bad(number, "nothing but a comment follows a tag", raw, tag.end())
        check = text
    else:
        text, sign, comment = raw.partition("#")
        check = "" if text.isascii() and text.isprintable() else text
    for i, c in enumerate(check):
        if not (" " <= c <= "~" or tag is not None and _fits(c)):
            raise _bad(number, f"unexpected character {c!r}", text, i)
    if not sign:
        return text.rstrip(" "), None
    comment = comment.removeprefix(" ")
    try:
        check_text("a comment", comment)
    except NotationError as error:
        raise RecordNotationError(number, error) from None
    return text.rstrip(" "), comment


def _join(lines: Iterator[tuple[int, str]]) -> Generator[Line, None, None]:
    """Join lines to those that they continue; the last one has no text."""
    begun: list[str] = []
    first = number = 1
    comments: list[str] = []  # of the line begun
    since: list[str] = []  # after it
    for number, raw in lines:
        text, comment = _split(number, raw)
        if comment is not None:
            since.append(comment)
            if len(since) + len(comments) > _MOST_COMMENTS:
                raise _bad(number, "too many comments")
        if not text:
            continue
        if not text.startswith(" "):
            if begun:
                yield Line(first, " ".join(begun), tuple(comments))
            begun, first, comments, since = [], number, since, []
        elif not begun or begun[0].startswith("["):
            raise _bad(number, "no line stands before that this one continues", text)
        else:
            comments, since = comments + since, []
            if sum(map(len, begun)) + len(text) > _LONGEST:
                raise _bad(first, "the line is too long")
        begun.append(text if text.startswith("[") else " ".join(text.split()))
    if begun:
        yield Line(first, " ".join(begun), tuple(comments))
    yield Line(number, "", tuple(since))
