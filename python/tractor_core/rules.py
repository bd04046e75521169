"""Rule profiles: which of the readings of the rules a table plays."""

from __future__ import annotations

import dataclasses
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, Self

from .cards import RANK_LETTERS
from .errors import RulesError
from .options import OPTIONS, ORDER_OPTIONS, Options
from .trump import Trump

__all__ = ["Rules"]


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """Name the options under which a table plays; immutable and hashable.

    An option left out has the default, which stands first among its values. The ids name the
    sections of the rules.

    The verbs read the options of D, T, F, R, K and L, a `Round` those of P and B6 besides, a
    `Match` all. The options of O make the order of cards, which a verb and a `Round` find in the
    `Trump` that they are given: `trump` makes it, and so does a `Match` for every round. A preset
    with a change is ``dataclasses.replace(Rules.preset("competition"), throw_penalty=0)``.

    Parameters
    ----------
    decks : int
        D1. Decks of 54 cards: 1, 2 or 3. Default 2.
    throw_against : {"others", "opponents"}
        T3. Whose hands can break a throw. With `find_partner` it is always the others'.
    failed_throw : {"lowest", "fewest", "smallest"}
        T4. Which unit is led when a throw fails.
    throw_penalty : int
        T5. Points that a failed throw costs, 0 to 100. Default 0.
    titanic_answer : {"tractor_first", "triples_first"}
        F7. What a Titanic led asks for when no Titanic is held.
    follow_tractor : {"full", "pairs"}
        F7. Whether a tractor led asks for runs or for pairs alone.
    short_tractor : {"owed", "free"}
        F7. Whether a run shorter than the tractor led is owed as a run.
    throw_answer : {"full", "pairs"}
        F7. Whether a tractor in a throw asks for runs or for pairs alone.
    draw : {"all", "protect_triples", "protect_runs", "protect_both", "suit_only"}
        F8. Which groups of the hand the duties draw on.
    ruff_compare : {"first_unit", "every_unit", "each_shape", "next_unit", "top_card"}
        R4. How competing plays are compared.
    ruff_cover : {"split", "exact"}
        R4. Whether a bigger group may be broken to cover the units led.
    kitty_units : {"played", "led"}
        K1. Whose units set the multiplier of the kitty.
    kitty : {"power_of_cards", "per_pair", "per_linked_pair", "by_length", \
"by_length_literal", "flat", "twice_cards", "twice_longest", "none"}
        K2 to K6. How the multiplier of the kitty is found.
    kitty_flat : tuple of three ints
        K5. Multipliers for single, pair and tractor, each 0 to 100; needs ``kitty="flat"``.
        Default (2, 2, 4).
    level_table : {"eighty", "eighty_up", "forty", "hundred", "titanic", "competition", \
"eighty_base", "forty_five", "forty_five_points"}, optional
        L1 to L8. How points become levels. None goes by the decks: forty, eighty, titanic. The
        tables of one deck and of three need those decks, "forty_five" ``kitty="none"`` as well.
    levels : tuple of str
        M2. The levels of a match, a rising sequence of ranks, each named as `Trump` takes its
        level and kept as one of the letters ``23456789TJQKA``. Default all thirteen.
    match_end : {"pass_last", "reach_last"}
        M2. Whether the last level must be passed or only reached to win.
    must_play : tuple of str
        M2. Levels, of `levels`, at which a side gains only as the dealer. Default none.
    jack_hook : bool
        M3. Whether the attackers taking the last trick with jacks send the dealer's side at J
        back to the first level; needs J among the levels. Default False.
    crown : bool
        M4. Whether A is played once more with aces and jokers alone as trumps (戴A); needs A as
        the last level. Default False.
    declare_after_deal : bool
        B1. Whether trumps are declared after the last card only. Default False.
    joker_order : bool
        B1. Whether two big jokers declare over two small ones; needs `joker_declaration`.
        Default False.
    joker_declaration : bool
        B1. Whether jokers can declare no trump. Default True.
    self_protect : bool
        B2. Whether the declarer may add copies of his card (自保). Default True.
    partner_protect : bool
        B2. Whether his partner may (对家保). Default False.
    self_override : bool
        B2. Whether the declarer may override himself (自反). Default True.
    override : bool
        B2. Whether another seat may override the declarer (反主). Default True.
    suit_order : bool
        B2. Whether equal counts rank by suit, diamonds lowest. Default False.
    first_round_override_takes_deal : bool
        B3. Whether an override in the first round takes the deal too. Default False.
    no_declaration : {"no_trump", "first_kitty_card", "third_kitty_card", "dealer_draws"}
        B4. What makes trumps when nobody declares.
    colour_declaration : bool
        B5. Whether a declaration is a level card with a joker of its colour; with
        ``joker_declaration=False`` the pair of jokers alone is left out. Default False.
    bury_points : bool
        B6. Whether point cards may be buried while others are held. Default True.
    kitty_open : bool
        B6. Whether all see what is buried. Default False.
    exchange : bool
        B6. Whether the kitty goes round by higher declarations (炒地皮); needs `suit_order`.
        Default False.
    exchange_doubles : bool
        B6. Whether each override and exchange doubles the base of S1; needs `exchange`.
        Default False.
    find_partner : bool
        B7. Whether the dealer finds his partner by naming a card (寻). Default False.
    faults : {"refuse", "revoke"}
        P1. Whether an illegal play is refused, or stands and loses the round.
    no_review : bool
        P2. Whether a view shows no past trick but the last. Default False.
    settlement : {"none", "stakes", "score"}
        S1, S2. Whether a round is settled in stakes, in the scores of a room or not at all.
    stakes_base : int
        S1. What a level is worth, 1 to 1,000,000; needs ``settlement="stakes"``. Default 1.
    stakes_fee : int
        S1. What the house takes from a winner, 0 to 1,000,000; needs ``settlement="stakes"``.
        Default 0.
    score_shutout : int
        S2. Most that the dealer's side scores in a round, its score for a shutout (大光), 1 to
        1,000; needs ``settlement="score"``. Default 4.
    permanent_twos : bool
        O1. Whether every 2 is a trump (2为常主). Default False.
    no_trump_levels : {"trump", "plain"}
        O7. Whether level cards are trumps in no trump, or ordinary cards of their suits.
    gap_adjacent : bool
        O7. Whether the two ranks either side of the missing level are adjacent. Default True.
    level_tractors : bool
        O7. Whether level cards, permanent 2s and jokers chain. Default True.

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
    >>> Rules(levels=[5, 10, "k"]).levels
    ('5', 'T', 'K')
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
    levels: tuple[str, ...] = tuple(RANK_LETTERS)
    match_end: Literal["pass_last", "reach_last"] = "pass_last"
    must_play: tuple[str, ...] = ()
    jack_hook: bool = False
    crown: bool = False
    declare_after_deal: bool = False
    joker_order: bool = False
    joker_declaration: bool = True
    self_protect: bool = True
    partner_protect: bool = False
    self_override: bool = True
    override: bool = True
    suit_order: bool = False
    first_round_override_takes_deal: bool = False
    no_declaration: Literal["no_trump", "first_kitty_card", "third_kitty_card", "dealer_draws"] = (
        "no_trump"
    )
    colour_declaration: bool = False
    bury_points: bool = True
    kitty_open: bool = False
    exchange: bool = False
    exchange_doubles: bool = False
    find_partner: bool = False
    faults: Literal["refuse", "revoke"] = "refuse"
    no_review: bool = False
    settlement: Literal["none", "stakes", "score"] = "none"
    stakes_base: int = 1
    stakes_fee: int = 0
    score_shutout: int = 4
    permanent_twos: bool = False
    no_trump_levels: Literal["trump", "plain"] = "trump"
    gap_adjacent: bool = True
    level_tractors: bool = True

    def __post_init__(self) -> None:
        # Options has refused what is wrong and holds plain ints, names and tuples.
        for name, value in self._values().items():
            object.__setattr__(self, name, value)

    @classmethod
    def preset(cls, name: str) -> Self:
        """Give the profile of a known game or room.

        Parameters
        ----------
        name : str
            A key of `presets`, such as ``"competition"``.

        Returns
        -------
        Rules
            The profile. `presets.find_preset` tells its source as well, and what it leaves out.

        Raises
        ------
        RulesError
            An unknown name; the message has those known.
        TypeError
            A name that is no str.

        Examples
        --------
        >>> Rules.preset("titanic")
        Rules(decks=3, level_table='titanic', settlement='score')
        """
        from .presets import find_preset  # presets are made of rules

        return cls.from_dict(find_preset(name).rules.to_dict())

    @classmethod
    def presets(cls) -> dict[str, Self]:
        """Give every preset.

        Returns
        -------
        dict
            Name to profile, in the order of the rules; a new one each time.

        Examples
        --------
        >>> list(Rules.presets())[:3]
        ['default', 'titanic', 'boke']
        """
        from .presets import PRESETS

        return {name: cls.preset(name) for name in PRESETS}

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
            `permanent_twos`, `no_trump_levels`, `gap_adjacent`, `level_tractors`, where they are
            to be others than those of the profile.

        Returns
        -------
        Trump
            The order of the cards.

        Examples
        --------
        >>> Rules().trump("10", "h") == Trump("10", "h")
        True
        >>> Rules(permanent_twos=True).trump("10", "h")
        Trump('T', 'h', permanent_twos=True)
        """
        order: dict[str, Any] = self.trump_options | order_options
        return Trump(level, suit, **order)

    @property
    def trump_options(self) -> dict[str, bool | str]:
        """The options of the order that are not the defaults, as `Trump` takes them."""
        defaults = _DEFAULT_ORDER.items()
        return {n: getattr(self, n) for n, default in defaults if getattr(self, n) != default}

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
            stand; without that table they are the keys at the top. The key ``base`` names a
            preset, from which the other keys differ.

        Returns
        -------
        Rules
            The profile.

        Raises
        ------
        RulesError
            Not TOML, an unknown preset, or as in `from_dict`.
        TypeError
            Neither a path nor a binary file, or as in `from_dict`.
        OSError
            The file cannot be read.

        Examples
        --------
        >>> import io
        >>> Rules.from_toml(io.BytesIO(b"decks = 3"))
        Rules(decks=3)
        >>> Rules.from_toml(io.BytesIO(b'rules = {base = "bianfeng", decks = 3}'))
        Rules(decks=3, kitty='by_length')
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
        if isinstance(found.get("rules"), dict):
            for name, value in found.items():
                if not isinstance(value, dict):
                    raise RulesError(f"{name!r} stands outside the [rules] table")
            found = found["rules"]
        base = cls.preset(found.pop("base")).to_dict() if "base" in found else {}
        return cls.from_dict(base | found)


_DEFAULT_ORDER = {name: OPTIONS[name].default for name in ORDER_OPTIONS}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make the dict of a JSON object, in which no name may stand twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in made if names.count(name) > 1)
        raise RulesError(f"{twice!r} is given twice")
    return made
