"""Rules as a few bytes, for saved rounds: the options that differ from their defaults.

An option is its number in `OPTIONS` and its value: a flag is turned by being named, a name is
its index, a number has four bytes, ranks are a bit mask, three factors are three bytes.
"""

from __future__ import annotations

from typing import Any

from .cards import RANK_LETTERS
from .errors import RulesError
from .options import CHOICES, OPTIONS
from .rules import Rules

__all__ = ["pack_rules", "unpack_rules"]

_NAMES = tuple(OPTIONS)
_NONE = 255
_DEFAULTS = Rules()


def pack_rules(rules: Rules) -> bytes:
    """Return the options that differ from their defaults."""
    packed = bytearray()
    for number, name in enumerate(_NAMES):
        value = getattr(rules, name)
        if value == getattr(_DEFAULTS, name):
            continue
        packed.append(number)
        if name in CHOICES:
            packed.append(_NONE if value is None else CHOICES[name].index(value))
        elif isinstance(value, bool):
            pass
        elif isinstance(value, int):
            packed += value.to_bytes(4, "little")
        elif value and isinstance(value[0], int):
            packed += bytes(value)
        else:
            packed += sum(1 << RANK_LETTERS.index(rank) for rank in value).to_bytes(2, "little")
    return bytes(packed)


def unpack_rules(packed: bytes) -> Rules:
    """Read what `pack_rules` wrote; RulesError if it did not."""
    if not packed:
        return _DEFAULTS
    given: dict[str, Any] = {}
    at = 0

    def take(size: int) -> bytes:
        nonlocal at
        part = packed[at : at + size]
        if len(part) != size:
            raise RulesError("the saved rules end early")
        at += size
        return part

    while at < len(packed):
        number = take(1)[0]
        if number >= len(_NAMES):
            raise RulesError(f"the saved rules name option {number}, which is unknown")
        name = _NAMES[number]
        default = getattr(_DEFAULTS, name)
        if name in CHOICES:
            index = take(1)[0]
            none = index == _NONE and default is None
            if index >= len(CHOICES[name]) and not none:
                raise RulesError(f"the saved rules name value {index} of {name}")
            given[name] = None if none else CHOICES[name][index]
        elif isinstance(default, bool):
            given[name] = not default
        elif isinstance(default, int):
            given[name] = int.from_bytes(take(4), "little")
        elif default and isinstance(default[0], int):
            given[name] = tuple(take(3))
        else:
            mask = int.from_bytes(take(2), "little")
            given[name] = tuple(rank for i, rank in enumerate(RANK_LETTERS) if mask >> i & 1)
    return Rules.from_dict(given)
