"""The tags of a record: the rules, the seats, where a match starts, and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .errors import NotationError, RulesError, TractorError
from .lines import TAG, Line, Lines, check_text
from .presets import PRESETS, find_preset
from .rules import Rules

__all__ = ["Header", "header_lines", "read_header"]

FORMAT = "1"

_KINDS = ("Match", "Round")
_SEATS = ("Seat0", "Seat1", "Seat2", "Seat3")
_OF_A_MATCH = ("Start", "Dealer", "Scores", "Seed")
_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,39}")
_INT = re.compile(r"-?[0-9]{1,9}")
_MOST_TAGS = 200


@dataclass(frozen=True, slots=True)
class Header:
    """Hold what the tags of a record say.

    Attributes
    ----------
    kind : {"match", "round"}
        A whole match, or the play of one round.
    rules : Rules
    names : tuple of four str
        The names of the seats; empty where none is given.
    tags : mapping of str to str
        All other tags, such as ``Event``, ``Date`` and ``Source``.
    levels : tuple of str or None
        Where the seats of a match start; None for the first level.
    dealer : int or None
        The first dealer, where he is given.
    scores : tuple of int or None
        What the seats had won before.
    seed : int or None
        The seed of the shuffles.
    """

    kind: Literal["match", "round"]
    rules: Rules
    names: tuple[str, str, str, str] = ("", "", "", "")
    tags: Mapping[str, str] = field(default_factory=dict)
    levels: tuple[str, ...] | None = None
    dealer: int | None = None
    scores: tuple[int, ...] | None = None
    seed: int | None = None


def header_lines(header: Header) -> Iterator[str]:
    """Write the tags, one a line."""
    yield _tag(header.kind.capitalize(), FORMAT)
    for name, value in header.tags.items():
        if not _NAME.fullmatch(name) or name in (*_KINDS, *_SEATS, *_OF_A_MATCH, "Rules"):
            raise NotationError("a tag has a name of its own that begins with a capital", name, 0)
        yield _tag(name, value)
    for name, value in zip(_SEATS, header.names, strict=True):
        if value:
            yield _tag(name, value)
    base, options = _rules_tags(header)
    yield _tag("Rules", base)
    for name, value in options.items():
        yield _tag(name, _written(value))
    if header.levels is not None:
        yield _tag("Start", " ".join(header.levels))
    if header.dealer is not None:
        yield _tag("Dealer", str(header.dealer))
    if header.scores is not None:
        yield _tag("Scores", " ".join(map(str, header.scores)))
    if header.seed is not None:
        yield _tag("Seed", str(header.seed))


def _tag(name: str, value: str) -> str:
    check_text(f"the tag {name}", value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _rules_tags(header: Header) -> tuple[str, dict[str, Any]]:
    """The preset, and the options that differ from it; the decks always."""
    for name, preset in PRESETS.items():
        if preset.rules == header.rules:
            return name, {"decks": header.rules.decks}
    defaults = Rules().to_dict()
    options = header.rules.to_dict()
    return "default", {k: v for k, v in options.items() if k == "decks" or v != defaults[k]}


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_header(lines: Lines) -> Header:
    """Read the tags that a record begins with."""
    first = lines.peek()
    tags: dict[str, tuple[str, Line]] = {}
    while lines.peek().text.startswith("["):
        line = lines.peek()
        found = TAG.fullmatch(line.text)
        if found is None:
            raise line.bad('a tag is [Name "value"]')
        name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
        if tags and name in _KINDS:
            break
        if not tags and (name not in _KINDS or value != FORMAT):
            raise line.bad(f'a record begins with [Match "{FORMAT}"] or [Round "{FORMAT}"]')
        if name in tags:
            raise line.bad(f"the tag {name} is given twice")
        if len(tags) == _MOST_TAGS:
            raise line.bad(f"a record has at most {_MOST_TAGS} tags")
        tags[name] = value, line
        lines.take()
    kind: Literal["match", "round"] = "match" if next(iter(tags)) == "Match" else "round"
    tags.pop(kind.capitalize())
    if "Rules" not in tags:
        raise first.bad("the tag Rules is missing")
    for name in _OF_A_MATCH:
        if kind == "round" and name in tags:
            raise tags[name][1].bad(f"a round has no tag {name}")
    rules = _read_rules(tags)
    names = [tags.pop(name)[0] if name in tags else "" for name in _SEATS]
    levels = _words(tags, "Start", r"[2-9TJQKA]", 4)
    dealer = _words(tags, "Dealer", r"[0-3]", 1)
    scores = _words(tags, "Scores", r"-?[0-9]{1,18}", 4)
    seed = _words(tags, "Seed", r"[0-9]{1,309}", 1)
    return Header(
        kind=kind,
        rules=rules,
        names=(names[0], names[1], names[2], names[3]),
        tags={name: value for name, (value, _) in tags.items()},
        levels=levels,
        dealer=int(dealer[0]) if dealer else None,
        scores=tuple(map(int, scores)) if scores else None,
        seed=int(seed[0]) if seed else None,
    )


def _words(
    tags: dict[str, tuple[str, Line]], name: str, pattern: str, count: int
) -> tuple[str, ...] | None:
    """Take the words of a tag."""
    if name not in tags:
        return None
    value, line = tags.pop(name)
    words = tuple(value.split(" "))
    if len(words) != count or not all(re.fullmatch(pattern, word) for word in words):
        raise line.bad(f"wrong value of the tag {name}")
    return words


def _read_rules(tags: dict[str, tuple[str, Line]]) -> Rules:
    """Take the tags of the rules: a preset, and what differs from it."""
    name, base = tags.pop("Rules")
    with base.at_fault():
        preset = find_preset(name)
    options = preset.rules.to_dict()
    at = base
    given = {}
    for name in [name for name in tags if name[0].islower()]:
        value, line = tags.pop(name)
        with line.at_fault():
            given[name] = line
            if name in options:
                options[name] = _option(name, value, _DEFAULTS[name])
            else:
                raise RulesError(f"unknown option {name!r}")
    try:
        rules = Rules.from_dict(options)
    except TractorError as error:
        named = [line for name, line in given.items() if re.search(rf"\b{name}\b", str(error))]
        at = named[0] if named else base
        with at.at_fault():
            raise
    return rules


_DEFAULTS = Rules().to_dict()


def _option(name: str, text: str, like: Any) -> Any:
    """The value of an option from a tag, of the type of its default."""
    if isinstance(like, bool):
        if text not in ("true", "false"):
            raise RulesError(f"{name}={text!r}: must be 'true' or 'false'")
        return text == "true"
    if isinstance(like, tuple) and name != "kitty_flat":
        return tuple(text.split())
    if isinstance(like, (int, tuple)):
        words = text.split() if isinstance(like, tuple) else [text]
        if not words or not all(_INT.fullmatch(word) for word in words):
            raise RulesError(f"{name}={text!r}: must be a number, or numbers")
        return tuple(map(int, words)) if isinstance(like, tuple) else int(text)
    return text
