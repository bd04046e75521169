"""The options of a rule profile: their names, what each may be, and the C struct made of them."""

import operator
import reprlib

from tractor_core.errors import RulesError


# Each name stands beside its code; a reader of the struct finds the name by index in CHOICES.
_CODES = {
    "throw_against": {"others": THROW_OTHERS, "opponents": THROW_OPPONENTS},
    "failed_throw": {
        "lowest": FAILED_LOWEST,
        "fewest": FAILED_FEWEST,
        "smallest": FAILED_SMALLEST,
    },
    "titanic_answer": {
        "tractor_first": TITANIC_TRACTOR_FIRST,
        "triples_first": TITANIC_TRIPLES_FIRST,
    },
    "follow_tractor": {"full": FOLLOW_FULL, "pairs": FOLLOW_PAIRS},
    "short_tractor": {"owed": SHORT_OWED, "free": SHORT_FREE},
    "throw_answer": {"full": ANSWER_FULL, "pairs": ANSWER_PAIRS},
    "draw": {
        "all": DRAW_ALL,
        "protect_triples": DRAW_PROTECT_TRIPLES,
        "protect_runs": DRAW_PROTECT_RUNS,
        "protect_both": DRAW_PROTECT_BOTH,
        "suit_only": DRAW_SUIT_ONLY,
    },
    "ruff_compare": {
        "first_unit": COMPARE_FIRST_UNIT,
        "every_unit": COMPARE_EVERY_UNIT,
        "each_shape": COMPARE_EACH_SHAPE,
        "next_unit": COMPARE_NEXT_UNIT,
        "top_card": COMPARE_TOP_CARD,
    },
    "ruff_cover": {"split": COVER_SPLIT, "exact": COVER_EXACT},
    "kitty_units": {"played": UNITS_PLAYED, "led": UNITS_LED},
    "kitty": {
        "power_of_cards": KITTY_POWER_OF_CARDS,
        "per_pair": KITTY_PER_PAIR,
        "per_linked_pair": KITTY_PER_LINKED_PAIR,
        "by_length": KITTY_BY_LENGTH,
        "by_length_literal": KITTY_BY_LENGTH_LITERAL,
        "flat": KITTY_FLAT,
        "twice_cards": KITTY_TWICE_CARDS,
        "twice_longest": KITTY_TWICE_LONGEST,
        "none": KITTY_NONE,
    },
    "level_table": {
        "eighty": TABLE_EIGHTY,
        "eighty_up": TABLE_EIGHTY_UP,
        "forty": TABLE_FORTY,
        "hundred": TABLE_HUNDRED,
        "titanic": TABLE_TITANIC,
        "competition": TABLE_COMPETITION,
        "eighty_base": TABLE_EIGHTY_BASE,
        "forty_five": TABLE_FORTY_FIVE,
        "forty_five_points": TABLE_FORTY_FIVE_POINTS,
    },
}

for _option, _codes in _CODES.items():
    if list(_codes.values()) != list(range(len(_codes))):
        raise ImportError(f"the codes of {_option} are out of order")

#: For each option with named values the names, the default first; the code is the index.
CHOICES = {option: tuple(codes) for option, codes in _CODES.items()}

#: The same for what this release plays.
SUPPORTED = {**CHOICES, "draw": ("all", "suit_only")}

_NAMES = ("decks", "throw_penalty", "kitty_flat", *CHOICES)
_OF_TRUMP = ("permanent_twos", "no_trump_levels", "gap_adjacent", "level_tractors")
_TABLE_BY_DECKS = ("forty", "eighty", "titanic")
_DECKS_BY_TABLE = {"forty": 1, "hundred": 1, "forty_five": 1, "forty_five_points": 1, "titanic": 3}
_FLAT = (2, 2, 4)


def _show(value):
    # A number of thousands of digits cannot be printed, and nobody wants to read it.
    if isinstance(value, int) and value.bit_length() > 64:
        return f"<int of {value.bit_length()} bits>"
    return reprlib.repr(value)


def _number(name, value, least, most):
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    number = operator.index(value)
    if not least <= number <= most:
        raise RulesError(f"{name}={_show(number)}: must be from {least} to {most}")
    return number


def _code(name, value):
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if value in SUPPORTED[name]:
        return _CODES[name][value]
    allowed = ", ".join(map(repr, SUPPORTED[name]))
    if value in CHOICES[name]:
        raise RulesError(f"{name}={value!r} is not played yet: must be one of {allowed}")
    raise RulesError(f"{name}={_show(value)}: must be one of {allowed}")


def _factors(value):
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"kitty_flat must be a tuple of three ints, not {type(value).__name__}")
    if len(value) != 3:
        raise RulesError(f"kitty_flat={_show(value)}: must be three numbers")
    return tuple([_number(f"kitty_flat[{i}]", value[i], 0, FLAT_MOST) for i in range(3)])


def _check_together(decks, kitty, kitty_flat, level_table):
    """Refuse options that exclude each other."""
    needed = _DECKS_BY_TABLE.get(level_table, decks)
    if decks != needed:
        raise RulesError(f"level_table={level_table!r} needs decks={needed}, not {decks}")
    if level_table == "forty_five" and kitty != "none":
        raise RulesError(f"level_table={level_table!r} needs kitty='none', not {kitty!r}")
    if kitty_flat != _FLAT and kitty != "flat":
        raise RulesError(f"kitty_flat={kitty_flat} needs kitty='flat', not {kitty!r}")


cdef Rulebook _book(dict values) except *:
    """The struct of the options given and the defaults of the others."""
    for name in values:
        if name in _OF_TRUMP:
            raise RulesError(f"{name} belongs to Trump, not to Rules: see Trump and Rules.trump")
        if name not in _NAMES:
            raise RulesError(f"unknown option {_show(name)}: must be one of {', '.join(_NAMES)}")
    decks = _number("decks", values.get("decks", 2), 1, DECKS_MOST)
    named = {option: values.get(option, names[0]) for option, names in CHOICES.items()}
    if values.get("level_table") is None:
        named["level_table"] = _TABLE_BY_DECKS[decks - 1]
    settings = {option: _code(option, name) for option, name in named.items()}
    settings["decks"] = decks
    settings["throw_penalty"] = _number(
        "throw_penalty", values.get("throw_penalty", 0), 0, PENALTY_MOST
    )
    settings["kitty_flat"] = _factors(values.get("kitty_flat", _FLAT))
    _check_together(decks, named["kitty"], settings["kitty_flat"], named["level_table"])
    return settings


cdef class Options:
    """Hold the options of a profile as the struct that the kernels read.

    The base of `Rules`, which is what users make; immutable from the start.
    """

    def __cinit__(self, **values):
        self.book = _book(values)

    def _settings(self) -> dict:
        """Every option as the struct has it, the level table resolved."""
        cdef dict settings = self.book
        for option, names in CHOICES.items():
            settings[option] = names[settings[option]]
        settings["kitty_flat"] = tuple(settings["kitty_flat"])
        return settings

    @property
    def resolved_level_table(self) -> str:
        """Name of the level table in force, also where the profile leaves it to the decks."""
        return CHOICES["level_table"][self.book.level_table]


DEFAULT_BOOK = _book({})
