"""The options of a rule profile: their names, what each may be, and the C struct made of them."""

from typing import Any, Literal, Self, TypeAlias

from typing_extensions import disjoint_base

__all__ = ["CHOICES", "OPTIONS", "ORDER_OPTIONS", "Options"]

_LevelTable: TypeAlias = Literal[
    "eighty",
    "eighty_up",
    "forty",
    "hundred",
    "titanic",
    "competition",
    "eighty_base",
    "forty_five",
    "forty_five_points",
]

class _Flag:
    """An option that is on or off."""

    rule: str
    default: bool
    def __init__(self, rule: str, default: bool) -> None: ...
    def read(self, name: str, value: object) -> bool: ...

class _Number:
    """An option that is a whole number."""

    rule: str
    default: int
    least: int
    most: int
    def __init__(self, rule: str, default: int, least: int, most: int) -> None: ...
    def read(self, name: str, value: object) -> int: ...

class _Named:
    """An option with named values, the first the default, or None if the option may be left open.

    The names are the keys of their codes where the kernels read the option.
    """

    rule: str
    default: str | None
    names: tuple[str, ...]
    codes: dict[str, int] | None
    def __init__(
        self,
        rule: str,
        names: dict[str, int] | tuple[str, ...],
        may_be_none: bool = False,
    ) -> None: ...
    def read(self, name: str, value: object) -> str | None: ...

class _Factors:
    """An option that is three multipliers."""

    rule: str
    default: tuple[int, int, int]
    def __init__(self, rule: str, default: tuple[int, int, int]) -> None: ...
    def read(self, name: str, value: object) -> tuple[int, int, int]: ...

class _Ranks:
    """An option that is a sequence of ranks, low to high."""

    rule: str
    default: tuple[str, ...]
    def __init__(self, rule: str, default: tuple[str, ...]) -> None: ...
    def read(self, name: str, value: object) -> tuple[str, ...]: ...

OPTIONS: dict[str, _Flag | _Number | _Named | _Factors | _Ranks]
ORDER_OPTIONS: tuple[str, ...]
CHOICES: dict[str, tuple[str, ...]]

@disjoint_base
class Options:
    """Hold the options of a profile, and those that the kernels read as a struct.

    The base of `Rules`, which is what users make; immutable from the start.
    """

    def __new__(cls, **given: Any) -> Self: ...
    def _values(self) -> dict[str, Any]:
        """Every option in its plain form: an int, a bool, a name or a tuple."""

    def _settings(self) -> dict[str, Any]:
        """The options as the kernels read them: with the level table and the hands in force."""

    @property
    def resolved_level_table(self) -> _LevelTable:
        """Name of the level table in force, also where the profile leaves it to the decks."""
