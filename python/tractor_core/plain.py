"""Plain values: what views and results are made of, as JSON can hold it."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any

from .cards import Cards
from .options import ORDER_OPTIONS
from .scoring import LevelChange
from .trump import Trump
from .units import Unit

__all__ = ["plain", "trump_dict"]


def trump_dict(trump: Trump) -> dict[str, Any]:
    """Write a trump as the arguments that make it."""
    return {name: getattr(trump, name) for name in ("level", "suit", *ORDER_OPTIONS)}


def plain(value: Any) -> Any:
    """Turn a value into strings, numbers, lists and dicts.

    Parameters
    ----------
    value : object
        Cards and units are written in notation, trumps as the arguments of `Trump`, an enum by
        its value, sets as sorted lists, dataclasses as dicts by the names of their fields.

    Returns
    -------
    object
        What `json.dumps` takes, and gives back alike when it is read again.

    Examples
    --------
    >>> plain((Cards("As"), None, frozenset({"s", "d"})))
    ['As', None, ['d', 's']]
    >>> plain(Trump("2", "h"))["suit"]
    'h'
    """
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Cards):
        return str(value)
    if isinstance(value, Unit):
        return str(value.cards)
    if isinstance(value, Trump):
        return trump_dict(value)
    if isinstance(value, LevelChange):
        return {"side": value.side, "levels": value.levels, "deal": value.deal}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    return value
