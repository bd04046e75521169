"""The options of a rule profile: their names, what each may be, and the C struct made of them."""

import reprlib

from tractor_core.cards cimport as_number

from tractor_core.cards import RANK_LETTERS
from tractor_core.errors import RulesError

__all__ = ["CHOICES", "OPTIONS", "ORDER_OPTIONS", "Options"]


_TABLE_BY_DECKS = ("forty", "eighty", "titanic")
_STAKES_MOST = 1_000_000
_SHUTOUT_MOST = 1_000


class _Flag:
    """An option that is on or off."""

    def __init__(self, rule, default):
        self.rule = rule
        self.default = default

    def read(self, name, value):
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
        return value


class _Number:
    """An option that is a whole number."""

    def __init__(self, rule, default, least, most):
        self.rule = rule
        self.default = default
        self.least = least
        self.most = most

    def read(self, name, value):
        return _number(name, value, self.least, self.most)


class _Named:
    """An option with named values, the first the default, or None if the option may be left open.

    The names are the keys of their codes where the kernels read the option.
    """

    def __init__(self, rule, names, may_be_none=False):
        self.rule = rule
        self.names = tuple(names)
        self.codes = names if isinstance(names, dict) else None
        self.default = None if may_be_none else self.names[0]
        if self.codes is not None and list(names.values()) != list(range(len(names))):
            raise ImportError(f"the codes of {', '.join(names)} are out of order")

    def read(self, name, value):
        if value is None and self.default is None:
            return None
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {type(value).__name__}")
        for known in self.names:
            if value == known:
                return known
        allowed = ", ".join(map(repr, self.names))
        raise RulesError(f"{name}={_show(value)}: must be one of {allowed}")


class _Factors:
    """An option that is three multipliers."""

    def __init__(self, rule, default):
        self.rule = rule
        self.default = default

    def read(self, name, value):
        if not isinstance(value, (tuple, list)):
            raise TypeError(f"{name} must be a tuple of three ints, not {type(value).__name__}")
        if len(value) != 3:
            raise RulesError(f"{name}={_show(value)}: must be three numbers")
        return tuple([_number(f"{name}[{i}]", value[i], 0, FLAT_MOST) for i in range(3)])


class _Ranks:
    """An option that is a sequence of ranks, low to high."""

    def __init__(self, rule, default):
        self.rule = rule
        self.default = default

    def read(self, name, value):
        if not isinstance(value, (tuple, list)):
            raise TypeError(f"{name} must be a tuple of ranks, not {type(value).__name__}")
        if not value and self.default:
            raise RulesError(f"{name}={_show(value)}: must have at least one rank")
        ranks = []
        last = None
        for i, item in enumerate(value):
            rank = _rank(f"{name}[{i}]", item)
            if last is not None and RANK_LETTERS.index(rank) <= RANK_LETTERS.index(last):
                raise RulesError(
                    f"{name}[{i}]={_show(item)}: ranks must ascend, but {rank} stands after {last}"
                )
            ranks.append(rank)
            last = rank
        return tuple(ranks)


#: What each option may be, in the order of `Rules`: its rule, its default and its reader.
OPTIONS = {
    "decks": _Number("D1", 2, 1, DECKS_MOST),
    "throw_against": _Named("T3", {"others": THROW_OTHERS, "opponents": THROW_OPPONENTS}),
    "failed_throw": _Named(
        "T4",
        {"lowest": FAILED_LOWEST, "fewest": FAILED_FEWEST, "smallest": FAILED_SMALLEST},
    ),
    "throw_penalty": _Number("T5", 0, 0, PENALTY_MOST),
    "titanic_answer": _Named(
        "F7", {"tractor_first": TITANIC_TRACTOR_FIRST, "triples_first": TITANIC_TRIPLES_FIRST}
    ),
    "follow_tractor": _Named("F7", {"full": FOLLOW_FULL, "pairs": FOLLOW_PAIRS}),
    "short_tractor": _Named("F7", {"owed": SHORT_OWED, "free": SHORT_FREE}),
    "throw_answer": _Named("F7", {"full": ANSWER_FULL, "pairs": ANSWER_PAIRS}),
    "draw": _Named(
        "F8",
        {
            "all": DRAW_ALL,
            "protect_triples": DRAW_PROTECT_TRIPLES,
            "protect_runs": DRAW_PROTECT_RUNS,
            "protect_both": DRAW_PROTECT_BOTH,
            "suit_only": DRAW_SUIT_ONLY,
        },
    ),
    "ruff_compare": _Named(
        "R4",
        {
            "first_unit": COMPARE_FIRST_UNIT,
            "every_unit": COMPARE_EVERY_UNIT,
            "each_shape": COMPARE_EACH_SHAPE,
            "next_unit": COMPARE_NEXT_UNIT,
            "top_card": COMPARE_TOP_CARD,
        },
    ),
    "ruff_cover": _Named("R4", {"split": COVER_SPLIT, "exact": COVER_EXACT}),
    "kitty_units": _Named("K1", {"played": UNITS_PLAYED, "led": UNITS_LED}),
    "kitty": _Named(
        "K2-K6",
        {
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
    ),
    "kitty_flat": _Factors("K5", (2, 2, 4)),
    "level_table": _Named(
        "L1-L8",
        {
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
        may_be_none=True,
    ),
    "levels": _Ranks("M2", tuple(RANK_LETTERS)),
    "match_end": _Named("M2", ("pass_last", "reach_last")),
    "must_play": _Ranks("M2", ()),
    "jack_hook": _Flag("M3", False),
    "crown": _Flag("M4", False),
    "declare_after_deal": _Flag("B1", False),
    "joker_order": _Flag("B1", False),
    "joker_declaration": _Flag("B1", True),
    "self_protect": _Flag("B2", True),
    "partner_protect": _Flag("B2", False),
    "self_override": _Flag("B2", True),
    "override": _Flag("B2", True),
    "suit_order": _Flag("B2", False),
    "first_round_override_takes_deal": _Flag("B3", False),
    "no_declaration": _Named(
        "B4", ("no_trump", "first_kitty_card", "third_kitty_card", "dealer_draws")
    ),
    "colour_declaration": _Flag("B5", False),
    "bury_points": _Flag("B6", True),
    "kitty_open": _Flag("B6", False),
    "exchange": _Flag("B6", False),
    "exchange_doubles": _Flag("B6", False),
    "find_partner": _Flag("B7", False),
    "faults": _Named("P1", ("refuse", "revoke")),
    "no_review": _Flag("P2", False),
    "settlement": _Named("S1-S2", ("none", "stakes", "score")),
    "stakes_base": _Number("S1", 1, 1, _STAKES_MOST),
    "stakes_fee": _Number("S1", 0, 0, _STAKES_MOST),
    "score_shutout": _Number("S2", 4, 1, _SHUTOUT_MOST),
    "permanent_twos": _Flag("O1", False),
    "no_trump_levels": _Named("O7", ("trump", "plain")),
    "gap_adjacent": _Flag("O7", True),
    "level_tractors": _Flag("O7", True),
}

#: The options of the order, which are those of `Trump` as well.
ORDER_OPTIONS = ("permanent_twos", "no_trump_levels", "gap_adjacent", "level_tractors")

#: For each option with named values the names, the code of a name in the struct being its index.
CHOICES = {
    name: option.names for name, option in OPTIONS.items() if isinstance(option, _Named)
}

# An option at a value (None: at any but its default) and what another one must then be.
_NEEDS = (
    ("level_table", "forty", "decks", 1),
    ("level_table", "hundred", "decks", 1),
    ("level_table", "forty_five", "decks", 1),
    ("level_table", "forty_five_points", "decks", 1),
    ("level_table", "titanic", "decks", 3),
    ("level_table", "forty_five", "kitty", "none"),
    ("kitty_flat", None, "kitty", "flat"),
    ("joker_order", True, "joker_declaration", True),
    ("exchange", True, "suit_order", True),
    ("exchange_doubles", True, "exchange", True),
    ("stakes_base", None, "settlement", "stakes"),
    ("stakes_fee", None, "settlement", "stakes"),
    ("score_shutout", None, "settlement", "score"),
)


def _show(value):
    # A number of thousands of digits cannot be printed, and nobody wants to read it.
    if isinstance(value, int) and value.bit_length() > 64:
        return f"<int of {value.bit_length()} bits>"
    return reprlib.repr(value)


def _number(name, value, least, most):
    number = as_number(value, f"{name} must be an int")
    if not least <= number <= most:
        raise RulesError(f"{name}={_show(number)}: must be from {least} to {most}")
    return number


def _rank(name, value):
    """The letter of a rank, given as `Trump` takes its level."""
    if isinstance(value, str):
        text = value.strip().upper()
        rank = "T" if text == "10" else text
        known = len(rank) == 1 and rank in RANK_LETTERS
    else:
        value = as_number(value, f"{name} must be a str or an int")
        known = 2 <= value <= 14
        rank = RANK_LETTERS[value - 2] if known else None
    if not known:
        raise RulesError(f"{name}={_show(value)}: must be one of 2 3 4 5 6 7 8 9 T J Q K A")
    return rank


def _check_name(name):
    if name in OPTIONS:
        return
    import difflib  # here, as most programs never come to it

    near = difflib.get_close_matches(name[:100], OPTIONS, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"must be one of {', '.join(OPTIONS)}"
    raise RulesError(f"unknown option {_show(name)}: {hint}")


def _check_together(held):
    """Refuse options that exclude each other."""
    for name, at, other, needed in _NEEDS:
        value = held[name]
        applies = value != OPTIONS[name].default if at is None else value == at
        if applies and held[other] != needed:
            raise RulesError(f"{name}={value!r} needs {other}={needed!r}, not {held[other]!r}")
    levels = held["levels"]
    for rank in held["must_play"]:
        if rank not in levels:
            raise RulesError(f"must_play has {rank!r}, which is not among levels={levels}")
    if held["jack_hook"] and "J" not in levels:
        raise RulesError(f"jack_hook=True needs 'J' among the levels, not levels={levels}")
    if held["crown"] and levels[len(levels) - 1] != "A":
        raise RulesError(f"crown=True needs 'A' as the last of the levels, not levels={levels}")


cdef dict _read(dict given):
    """Every option in its plain form: those given and the defaults of the others."""
    for name in given:
        _check_name(name)
    held = {
        name: option.read(name, given[name]) if name in given else option.default
        for name, option in OPTIONS.items()
    }
    _check_together(held)
    return held


cdef Rulebook _book(dict held) except *:
    """The struct of the options that the kernels read."""
    settings = dict(held)
    if held["level_table"] is None:
        settings["level_table"] = _TABLE_BY_DECKS[held["decks"] - 1]
    if held["find_partner"]:
        settings["throw_against"] = "others"  # T3: nobody knows yet who the opponents are
    for name in CHOICES:
        if OPTIONS[name].codes is not None:
            settings[name] = OPTIONS[name].codes[settings[name]]
    return settings


cdef class Options:
    """Hold the options of a profile, and those that the kernels read as a struct.

    The base of `Rules`, which is what users make; immutable from the start.
    """

    def __cinit__(self, **given):
        cdef dict held = _read(given)
        self.held = tuple(held.values())
        self.book = _book(held)

    def _values(self) -> dict:
        """Every option in its plain form: an int, a bool, a name or a tuple."""
        return dict(zip(OPTIONS, self.held, strict=True))

    def _settings(self) -> dict:
        """The options as the kernels read them: with the level table and the hands in force."""
        cdef dict settings = self.book
        for name in CHOICES:
            if name in settings:
                settings[name] = CHOICES[name][settings[name]]
        settings["kitty_flat"] = tuple(settings["kitty_flat"])
        return settings

    @property
    def resolved_level_table(self) -> str:
        """Name of the level table in force, also where the profile leaves it to the decks."""
        return CHOICES["level_table"][self.book.level_table]


DEFAULT_BOOK = _book(_read({}))
