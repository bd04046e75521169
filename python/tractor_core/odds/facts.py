"""Facts: frozen records whose numbers may be undefined."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

__all__ = ["Facts"]


class Facts:
    """Base of frozen dataclasses: equal when all fields are, not a number being equal to itself.

    What dataclasses generate leaves that to the version of Python.
    """

    __slots__ = ()

    def _facts(self, *, hashed: bool = False) -> tuple[Any, ...]:
        values = (
            getattr(self, entry.name)
            for entry in fields(self)  # type: ignore[arg-type]
            if not hashed or entry.hash is not False
        )
        return tuple(None if value != value else value for value in values)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Facts)
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts(hashed=True))
