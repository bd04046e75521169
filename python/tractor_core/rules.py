"""Rule profiles: which of the readings of the rules a table plays."""

from __future__ import annotations

import dataclasses
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, Self

from .errors import RulesError
from .options import Options
from .trump import Trump

__all__ = ["Rules"]


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """Name the options under which a table plays; immutable and hashable.

    An option left out has the default, which stands first among its values. The ids name the
    sections of the rules. This release plays the default alone of `titanic_answer`,
    `follow_tractor`, `short_tractor`, `throw_answer`, `draw`, `ruff_compare` and `ruff_cover`.

    Parameters
    ----------
    decks : int
        Decks of 54 cards: 1, 2 or 3 (D1). Default 2.
    throw_against : {"others", "opponents"}
        Whose hands can break a throw (T3).
    failed_throw : {"lowest", "fewest", "smallest"}
        Which unit is led when a throw fails (T4).
    throw_penalty : int
        Points that a failed throw costs, 0 to 100 (T5). Default 0.
    titanic_answer : {"tractor_first", "triples_first"}
        What a Titanic led asks for when no Titanic is held (F7).
    follow_tractor : {"full", "pairs"}
        Whether a tractor led asks for runs or for pairs alone (F7).
    short_tractor : {"owed", "free"}
        Whether a run shorter than the tractor led is owed as a run (F7).
    throw_answer : {"full", "pairs"}
        Whether a tractor in a throw asks for runs or for pairs alone (F7).
    draw : {"all", "protect_triples", "protect_runs", "protect_both", "suit_only"}
        Which groups of the hand the duties draw on (F8).
    ruff_compare : {"first_unit", "every_unit", "each_shape", "next_unit", "top_card"}
        How competing plays are compared (R4).
    ruff_cover : {"split", "exact"}
        Whether a bigger group may be broken to cover the units led (R4).
    kitty_units : {"played", "led"}
        Whose units set the multiplier of the kitty (K1).
    kitty : {"power_of_cards", "per_pair", "per_linked_pair", "by_length", \
"by_length_literal", "flat", "twice_cards", "twice_longest", "none"}
        How the multiplier of the kitty is found (K2 to K6).
    kitty_flat : tuple of three ints
        Multipliers for single, pair and tractor, each 0 to 100, under ``kitty="flat"`` (K5).
        Default (2, 2, 4).
    level_table : {"eighty", "eighty_up", "forty", "hundred", "titanic", "competition", \
"eighty_base", "forty_five", "forty_five_points"}, optional
        How points become levels (L). None goes by the decks: forty, eighty, titanic.

    Raises
    ------
    RulesError
        An unknown option, a value that the option does not have, options that exclude each other.
    TypeError
        A value of a wrong type.

    Examples
    --------
    >>> Rules(decks=3, throw_penalty=10)
    Rules(decks=3, throw_penalty=10)
    >>> Rules(decks=3).resolved_level_table
    'titanic'
    >>> Rules(kitty="double")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tractor_core.errors.RulesError: kitty='double': must be one of 'power_of_cards', ...
    """

    decks: int = 2
    throw_against: Literal["others", "opponents"] = "others"
    failed_throw: Literal["lowest", "fewest", "smallest"] = "lowest"
    throw_penalty: int = 0
    titanic_answer: Literal["tractor_first", "triples_first"] = "tractor_first"
    follow_tractor: Literal["full", "pairs"] = "full"
    short_tractor: Literal["owed", "free"] = "owed"
    throw_answer: Literal["full", "pairs"] = "full"
    draw: Literal["all", "protect_triples", "protect_runs", "protect_both", "suit_only"] = "all"
    ruff_compare: Literal["first_unit", "every_unit", "each_shape", "next_unit", "top_card"] = (
        "first_unit"
    )
    ruff_cover: Literal["split", "exact"] = "split"
    kitty_units: Literal["played", "led"] = "played"
    kitty: Literal[
        "power_of_cards",
        "per_pair",
        "per_linked_pair",
        "by_length",
        "by_length_literal",
        "flat",
        "twice_cards",
        "twice_longest",
        "none",
    ] = "power_of_cards"
    kitty_flat: tuple[int, int, int] = (2, 2, 4)
    level_table: (
        Literal[
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
        | None
    ) = None

    def __post_init__(self) -> None:
        # Options has refused what is wrong; its struct gives plain ints, names and a tuple back.
        for name, value in self._settings().items():
            if getattr(self, name) is not None:
                object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        given = [
            f"{field.name}={value!r}"
            for field in dataclasses.fields(self)
            if (value := getattr(self, field.name)) != field.default
        ]
        return f"{type(self).__name__}({', '.join(given)})"

    def __reduce__(self) -> tuple[Any, ...]:
        # the struct of the base is made by the constructor alone, so copies go through it
        return type(self).from_dict, (self.to_dict(),)

    def trump(self, level: str | int, suit: str | None = None, **order_options: Any) -> Trump:
        """Make the `Trump` of a round played under this profile.

        Parameters
        ----------
        level : str or int
            Level rank: ``"2"`` to ``"10"`` or ``"T"`` to ``"A"``, or 2 to 14.
        suit : str, optional
            Trump suit; None for no trump.
        **order_options
            `permanent_twos`, `no_trump_levels`, `gap_adjacent`, `level_tractors` of `Trump`.

        Returns
        -------
        Trump
            The order of the cards.

        Examples
        --------
        >>> Rules().trump("10", "h") == Trump("10", "h")
        True
        """
        return Trump(level, suit, **order_options)

    def to_dict(self) -> dict[str, Any]:
        """Give every option and its value, in the order of the parameters.

        Returns
        -------
        dict
            A `level_table` of None stays None.

        Examples
        --------
        >>> Rules(decks=1).to_dict()["decks"]
        1
        """
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Self:
        """Make a profile of some options; the others have their defaults.

        Parameters
        ----------
        options : mapping of str to value
            Values by the names of the parameters.

        Returns
        -------
        Rules
            The profile.

        Raises
        ------
        RulesError
            An unknown option, a wrong value or options that exclude each other.
        TypeError
            Not a mapping, a name that is no str or a value of a wrong type.

        Examples
        --------
        >>> Rules.from_dict({"kitty": "flat", "kitty_flat": [1, 2, 4]})
        Rules(kitty='flat', kitty_flat=(1, 2, 4))
        """
        if not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping, not {type(options).__name__}")
        for name in options:
            if not isinstance(name, str):
                raise TypeError(f"the name of an option must be a str, not {type(name).__name__}")
        return cls(**options)

    def to_json(self) -> str:
        """Write the profile as a JSON object.

        Returns
        -------
        str
            One line; `from_json` reads it back.

        Examples
        --------
        >>> Rules().to_json()[:37]
        '{"decks": 2, "throw_against": "others'
        """
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a profile from a JSON object.

        Parameters
        ----------
        text : str or bytes
            The object; an option left out has its default.

        Returns
        -------
        Rules
            The profile.

        Raises
        ------
        RulesError
            Not JSON, not an object, an option given twice, or as in `from_dict`.
        TypeError
            As in `from_dict`.

        Examples
        --------
        >>> Rules.from_json('{"decks": 3}')
        Rules(decks=3)
        """
        try:
            options = json.loads(text, object_pairs_hook=_object)
        except RulesError:
            raise
        except (ValueError, RecursionError) as error:
            raise RulesError(f"not a JSON text: {error}") from error
        if not isinstance(options, dict):
            raise RulesError("the JSON text must be an object with the options")
        return cls.from_dict(options)

    @classmethod
    def from_toml(cls, source: str | os.PathLike[str] | BinaryIO) -> Self:
        """Read a profile from a TOML file.

        Parameters
        ----------
        source : path or binary file
            The options are the keys of its ``[rules]`` table, beside which other tables may
            stand; without that table they are the keys at the top.

        Returns
        -------
        Rules
            The profile.

        Raises
        ------
        RulesError
            Not TOML, or as in `from_dict`.
        TypeError
            Neither a path nor a binary file, or as in `from_dict`.
        OSError
            The file cannot be read.

        Examples
        --------
        >>> import io
        >>> Rules.from_toml(io.BytesIO(b"decks = 3"))
        Rules(decks=3)
        """
        try:
            if isinstance(source, (str, os.PathLike)):
                with open(source, "rb") as file:
                    found = tomllib.load(file)
            elif hasattr(source, "read"):
                found = tomllib.load(source)
            else:
                raise TypeError(f"source must be a path or a file, not {type(source).__name__}")
        except (ValueError, RecursionError) as error:
            raise RulesError(f"not a TOML file: {error}") from error
        if not isinstance(found.get("rules"), dict):
            return cls.from_dict(found)
        for name, value in found.items():
            if not isinstance(value, dict):
                raise RulesError(f"{name!r} stands outside the [rules] table")
        return cls.from_dict(found["rules"])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make the dict of a JSON object, in which no name may stand twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in made if names.count(name) > 1)
        raise RulesError(f"{twice!r} is given twice")
    return made
