"""Rule profiles: every option, every wrong value, every exclusion, and the ways in and out."""

import copy
import dataclasses
import inspect
import io
import itertools
import json
import pickle
import re
import typing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tractor_core import Cards, Rules, Trump, throw_stands
from tractor_core.errors import RulesError
from tractor_core.options import CHOICES, OPTIONS, ORDER_OPTIONS, Options

RANKS = tuple("23456789TJQKA")
# the options that the verbs read
OF_VERBS = {
    "decks": 2,
    "throw_against": "others",
    "failed_throw": "lowest",
    "throw_penalty": 0,
    "titanic_answer": "tractor_first",
    "follow_tractor": "full",
    "short_tractor": "owed",
    "throw_answer": "full",
    "draw": "all",
    "ruff_compare": "first_unit",
    "ruff_cover": "split",
    "kitty_units": "played",
    "kitty": "power_of_cards",
    "kitty_flat": (2, 2, 4),
    "level_table": None,
}
DEFAULTS = {
    **OF_VERBS,
    "levels": RANKS,
    "match_end": "pass_last",
    "must_play": (),
    "jack_hook": False,
    "crown": False,
    "declare_after_deal": False,
    "joker_order": False,
    "joker_declaration": True,
    "self_protect": True,
    "partner_protect": False,
    "self_override": True,
    "override": True,
    "suit_order": False,
    "first_round_override_takes_deal": False,
    "no_declaration": "no_trump",
    "colour_declaration": False,
    "bury_points": True,
    "kitty_open": False,
    "exchange": False,
    "exchange_doubles": False,
    "find_partner": False,
    "faults": "refuse",
    "no_review": False,
    "settlement": "none",
    "stakes_base": 1,
    "stakes_fee": 0,
    "score_shutout": 4,
    "permanent_twos": False,
    "no_trump_levels": "trump",
    "gap_adjacent": True,
    "level_tractors": True,
}
# each option by the rule that has it
RULE_IDS = {
    "D1": "decks",
    "T3": "throw_against",
    "T4": "failed_throw",
    "T5": "throw_penalty",
    "F7": "titanic_answer follow_tractor short_tractor throw_answer",
    "F8": "draw",
    "R4": "ruff_compare ruff_cover",
    "K1": "kitty_units",
    "K2-K6": "kitty",
    "K5": "kitty_flat",
    "L1-L8": "level_table",
    "M2": "levels match_end must_play",
    "M3": "jack_hook",
    "M4": "crown",
    "B1": "declare_after_deal joker_order joker_declaration",
    "B2": "self_protect partner_protect self_override override suit_order",
    "B3": "first_round_override_takes_deal",
    "B4": "no_declaration",
    "B5": "colour_declaration",
    "B6": "bury_points kitty_open exchange exchange_doubles",
    "B7": "find_partner",
    "P1": "faults",
    "P2": "no_review",
    "S1-S2": "settlement",
    "S1": "stakes_base stakes_fee",
    "S2": "score_shutout",
    "O1": "permanent_twos",
    "O7": "no_trump_levels gap_adjacent level_tractors",
}
FLAGS = [option for option, default in DEFAULTS.items() if isinstance(default, bool)]
NUMBERS = {  # the least and the most
    "decks": (1, 3),
    "throw_penalty": (0, 100),
    "stakes_base": (1, 1_000_000),
    "stakes_fee": (0, 1_000_000),
    "score_shutout": (1, 1_000),
}
# what an option set away from its default needs beside it
NEEDS = {
    "kitty_flat": ("kitty", "flat"),
    "joker_order": ("joker_declaration", True),
    "exchange": ("suit_order", True),
    "exchange_doubles": ("exchange", True),
    "stakes_base": ("settlement", "stakes"),
    "stakes_fee": ("settlement", "stakes"),
    "score_shutout": ("settlement", "score"),
}
LONG = pytest.param("x" * 10_000, id="long")
HUGE = pytest.param(10**6000, id="huge")  # more digits than Python prints
# what each level table needs beside it
TABLES = {
    "eighty": {},
    "eighty_up": {},
    "forty": {"decks": 1},
    "hundred": {"decks": 1},
    "titanic": {"decks": 3},
    "competition": {},
    "eighty_base": {},
    "forty_five": {"decks": 1, "kitty": "none"},
    "forty_five_points": {"decks": 1},
}


def one_choice():
    """Every option with each of its names."""
    return [(option, name) for option, names in CHOICES.items() for name in names]


def needed(option, name):
    """The options that must stand beside a value."""
    if option == "level_table":
        return TABLES[name]
    beside = {}
    while name != DEFAULTS[option] and option in NEEDS:
        option, name = NEEDS[option]
        beside[option] = name
    return beside


@st.composite
def profiles(draw):
    options = {option: draw(st.sampled_from(CHOICES[option])) for option in CHOICES}
    options["decks"] = draw(st.integers(1, 3))
    options["throw_penalty"] = draw(st.integers(0, 100))
    if draw(st.booleans()):
        options["level_table"] = None
    else:
        options.update(TABLES[options["level_table"]])
    if options["kitty"] == "flat":
        options["kitty_flat"] = draw(st.tuples(*[st.integers(0, 100)] * 3))
    levels = draw(st.sets(st.sampled_from(RANKS), min_size=1))
    must_play = draw(st.sets(st.sampled_from(sorted(levels))))
    options["levels"] = tuple(sorted(levels, key=RANKS.index))
    options["must_play"] = tuple(sorted(must_play, key=RANKS.index))
    options.update({flag: draw(st.booleans()) for flag in FLAGS})
    options["jack_hook"] &= "J" in levels
    options["crown"] &= "A" in levels
    for flag in ("joker_order", "exchange", "exchange_doubles"):
        options[flag] &= options[NEEDS[flag][0]]
    for number in ("stakes_base", "stakes_fee", "score_shutout"):
        if NEEDS[number][1] == options["settlement"]:
            options[number] = draw(st.integers(*NUMBERS[number]))
    return Rules(**options)


# --- the options -----------------------------------------------------------------------


def test_defaults():
    assert Rules().to_dict() == DEFAULTS
    assert list(Rules().to_dict()) == list(DEFAULTS)


def test_every_option_has_its_rule_and_its_default():
    assert list(OPTIONS) == list(DEFAULTS)
    rule_of = {name: rule for rule, names in RULE_IDS.items() for name in names.split()}
    assert {name: option.rule for name, option in OPTIONS.items()} == rule_of
    assert {name: option.default for name, option in OPTIONS.items()} == DEFAULTS
    assert ORDER_OPTIONS == (
        "permanent_twos", "no_trump_levels", "gap_adjacent", "level_tractors",
    )  # fmt: skip


def test_the_docstring_has_every_option_with_its_rule_and_its_default():
    parts = inspect.cleandoc(Rules.__doc__).partition("Parameters\n")[2].partition("Raises\n")[0]
    entries = re.split(r"\n(\w+) : ", parts)[1:]
    described = dict(zip(entries[::2], entries[1::2], strict=True))
    assert list(described) == list(DEFAULTS)
    for name, text in described.items():
        text = " ".join(text.split())
        rule = OPTIONS[name].rule.replace("S1-S2", "S1, S2").replace("-", " to ")
        assert f" {rule}. " in text, name
        default = DEFAULTS[name]
        if name in CHOICES:
            assert all(f'"{value}"' in text for value in CHOICES[name])
        elif name not in ("levels", "must_play"):
            assert f"Default {default}." in text, name


def test_the_verbs_read_what_the_struct_has():
    assert set(Rules()._settings()) == set(OF_VERBS)


def test_names_and_defaults_agree_with_the_codes():
    hints = typing.get_type_hints(Rules)
    others = {"levels", "must_play", "kitty_flat", *NUMBERS, *FLAGS}
    assert set(CHOICES) | others == set(DEFAULTS)
    assert all(hints[flag] is bool for flag in FLAGS)
    assert all(hints[number] is int for number in NUMBERS)
    for option, names in CHOICES.items():
        hint = hints[option]
        if option == "level_table":
            hint, nothing = typing.get_args(hint)
            assert nothing is type(None)
        else:
            assert names[0] == DEFAULTS[option]
        assert typing.get_args(hint) == names


def test_codes_are_numbered_in_order():
    named = type(OPTIONS["draw"])
    assert named("F8", {"a": 0, "b": 1}).names == ("a", "b")
    with pytest.raises(ImportError, match="the codes of a, b are out of order"):
        named("F8", {"a": 1, "b": 0})


@pytest.mark.parametrize(("option", "name"), one_choice())
def test_each_name(option, name):
    options = {option: name, **needed(option, name)}
    rules = Rules(**options)
    assert getattr(rules, option) == name
    if option in OF_VERBS:
        assert rules._settings()[option] == name


@pytest.mark.parametrize("option", CHOICES)
@pytest.mark.parametrize("wrong", ["", "no_such", "ALL", " all", "None", "0", LONG])
def test_a_wrong_name_is_refused_with_those_allowed(option, wrong):
    with pytest.raises(RulesError) as caught:
        Rules(**{option: wrong})
    message = str(caught.value)
    assert message.startswith(f"{option}=")
    assert all(repr(name) in message for name in CHOICES[option])
    assert len(message) < 250


@pytest.mark.parametrize("option", CHOICES)
@pytest.mark.parametrize("wrong", [0, 1, True, 1.0, b"all", ("all",), ["all"], {}, Ellipsis, str])
def test_a_name_that_is_no_str_is_a_type_error(option, wrong):
    with pytest.raises(TypeError, match=f"{option} must be a str, not {type(wrong).__name__}"):
        Rules(**{option: wrong})


@pytest.mark.parametrize("option", sorted(set(DEFAULTS) - {"level_table"}))
def test_none_is_a_value_of_the_level_table_alone(option):
    assert Rules(level_table=None) == Rules()
    with pytest.raises(TypeError, match=f"{option} must be .*, not NoneType"):
        Rules(**{option: None})


@pytest.mark.parametrize(
    ("option", "number"),
    [
        *(("decks", number) for number in (1, 2, 3)),
        *(("throw_penalty", number) for number in range(101)),
        *(("stakes_base", number) for number in (1, 2, 1000, 1_000_000)),
        *(("stakes_fee", number) for number in (0, 1, 1000, 1_000_000)),
        *(("score_shutout", number) for number in (1, 4, 6, 1000)),
    ],
)
def test_numbers(option, number):
    rules = Rules(**{option: number}, **needed(option, number))
    assert getattr(rules, option) == number
    if option in OF_VERBS:
        assert rules._settings()[option] == number


@pytest.mark.parametrize("option", NUMBERS)
@pytest.mark.parametrize("beyond", [1, 2, 256, 2**16, 2**32, 2**64, 2**200, HUGE])
def test_numbers_out_of_range(option, beyond):
    least, most = NUMBERS[option]
    for number in (least - beyond, most + beyond):
        with pytest.raises(RulesError, match=rf"{option}=.*: must be from {least} to {most}"):
            Rules(**{option: number}, **needed(option, number))


@pytest.mark.parametrize("option", NUMBERS)
@pytest.mark.parametrize("wrong", ["2", 2.0, 1.5, True, False, np.True_, 2j, [2], {}, int, None])
def test_a_number_that_is_no_int_is_a_type_error(option, wrong):
    with pytest.raises(TypeError, match=f"{option} must be an int, not"):
        Rules(**{option: wrong})


@pytest.mark.parametrize("option", FLAGS)
@pytest.mark.parametrize("value", [False, True])
def test_flags(option, value):
    beside = {} if value is DEFAULTS[option] else needed(option, value)
    rules = Rules(**{option: value}, **beside)
    assert getattr(rules, option) is value
    assert (rules == Rules()) is (value is DEFAULTS[option])


@pytest.mark.parametrize("option", FLAGS)
@pytest.mark.parametrize("wrong", [0, 1, "true", "", None, 1.0, [], np.True_, bool])
def test_a_flag_that_is_no_bool_is_a_type_error(option, wrong):
    with pytest.raises(TypeError, match=f"{option} must be a bool, not {type(wrong).__name__}"):
        Rules(**{option: wrong})


SEQUENCES = [
    ("A",),
    ("2", "3"),
    ("5", "T", "K"),
    ("2", "5", "T", "J", "Q", "K", "A"),
    RANKS,
]


@pytest.mark.parametrize("ranks", SEQUENCES)
@pytest.mark.parametrize("sequence", [tuple, list])
def test_levels(ranks, sequence):
    rules = Rules(levels=sequence(ranks), must_play=sequence(ranks[-1:]))
    assert rules.levels == ranks
    assert rules.must_play == ranks[-1:]
    assert type(rules.levels) is type(rules.must_play) is tuple
    assert Rules(levels=ranks, must_play=ranks).must_play == ranks


def test_levels_are_written_as_trump_takes_them_and_kept_as_letters():
    for text in (("5", "10", "k"), (" 5", "t ", "K"), (5, 10, 13), (np.int8(5), "T", 13)):
        rules = Rules(levels=text, must_play=text[1:2])
        assert rules == Rules(levels=("5", "T", "K"), must_play=("T",))
        assert {type(rank) for rank in rules.levels + rules.must_play} == {str}
        assert [Trump(rank).level for rank in text] == list(rules.levels)


@pytest.mark.parametrize("option", ["levels", "must_play"])
@pytest.mark.parametrize(
    "wrong",
    [
        ("2", "2"),
        ("3", "2"),
        ("A", "2", "3"),
        ("T", "10"),
        ("10", 10),
        ("J", "T"),
        list(RANKS[::-1]),
        ["2"] * 100_000,
    ],
)
def test_ranks_must_ascend(option, wrong):
    with pytest.raises(RulesError, match=rf"{option}\[\d\]=.*: ranks must ascend"):
        Rules(**{option: wrong})


@pytest.mark.parametrize("option", ["levels", "must_play"])
@pytest.mark.parametrize(
    "rank",
    ["", "1", "11", "SJ", "As", "2 3", "two", "١", "♠", 0, 1, 15, -2, 2**64, LONG, HUGE],
)
def test_what_is_no_rank_is_refused(option, rank):
    with pytest.raises(RulesError, match=rf"{option}\[1\]=.*: must be one of 2 3 4") as caught:
        Rules(**{option: ("2", rank)})
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("option", ["levels", "must_play"])
@pytest.mark.parametrize("rank", [None, 2.0, True, b"2", ("2",), object()])
def test_ranks_of_wrong_types(option, rank):
    with pytest.raises(TypeError, match=rf"{option}\[0\] must be a str or an int, not"):
        Rules(**{option: [rank]})


@pytest.mark.parametrize("option", ["levels", "must_play"])
@pytest.mark.parametrize("wrong", ["A", "2,A", 2, {"2": 1}, {"2"}, iter("2A"), range(2, 5), None])
def test_ranks_that_are_no_tuple(option, wrong):
    with pytest.raises(TypeError, match=f"{option} must be a tuple of ranks, not"):
        Rules(**{option: wrong})


@pytest.mark.parametrize("empty", [(), []])
def test_a_match_has_a_level_and_need_not_have_one_that_must_be_played(empty):
    with pytest.raises(RulesError, match=r"levels=.*: must have at least one rank"):
        Rules(levels=empty)
    assert Rules(must_play=empty) == Rules()


@pytest.mark.parametrize("flat", [(2, 2, 4), (1, 2, 4), (2, 4, 8), (0, 0, 0), (100, 100, 100)])
@pytest.mark.parametrize("sequence", [tuple, list])
def test_kitty_flat(flat, sequence):
    rules = Rules(kitty="flat", kitty_flat=sequence(flat))
    assert rules.kitty_flat == rules._settings()["kitty_flat"] == flat
    assert type(rules.kitty_flat) is tuple


@pytest.mark.parametrize("flat", [(), (2,), (2, 2), (2, 2, 4, 8), [], [2] * 1000])
def test_kitty_flat_of_a_wrong_length(flat):
    with pytest.raises(RulesError, match=r"kitty_flat=.*: must be three numbers"):
        Rules(kitty="flat", kitty_flat=flat)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("factor", [-1, 101, 65_538, 2**64])
def test_kitty_flat_out_of_range(place, factor):
    flat = [2, 2, 4]
    flat[place] = factor
    with pytest.raises(RulesError, match=rf"kitty_flat\[{place}\]=.*: must be from 0 to 100"):
        Rules(kitty="flat", kitty_flat=flat)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("factor", ["2", 2.0, True, None, (2,)])
def test_kitty_flat_of_wrong_types(place, factor):
    flat = [2, 2, 4]
    flat[place] = factor
    with pytest.raises(TypeError, match=rf"kitty_flat\[{place}\] must be an int"):
        Rules(kitty="flat", kitty_flat=flat)


@pytest.mark.parametrize("wrong", ["224", 224, 2.0, {2: 2, 3: 2, 4: 4}, {2, 3, 4}, range(3)])
def test_kitty_flat_that_is_no_tuple(wrong):
    with pytest.raises(TypeError, match="kitty_flat must be a tuple of three ints"):
        Rules(kitty="flat", kitty_flat=wrong)


def test_numpy_ints_become_ints():
    rules = Rules(
        decks=np.uint8(3), throw_penalty=np.int64(5), kitty="flat", kitty_flat=[np.int8(1), 2, 4]
    )
    assert rules == Rules(decks=3, throw_penalty=5, kitty="flat", kitty_flat=(1, 2, 4))
    numbers = [rules.decks, rules.throw_penalty, *rules.kitty_flat]
    assert {type(number) for number in numbers} == {int}


def test_subclasses_of_str_become_str():
    class Name(str):
        pass

    rules = Rules(kitty=Name("none"))
    assert type(rules.kitty) is str
    assert rules == Rules(kitty="none")


# --- unknown options -------------------------------------------------------------------


@pytest.mark.parametrize(
    "option",
    ["", "xyz", "S1", "2", LONG, "\ud800", "no such option at all"],
)
def test_unknown_options_are_refused_with_those_known(option):
    with pytest.raises(RulesError, match="unknown option") as caught:
        Rules(**{option: 1})
    message = str(caught.value)
    assert all(name in message for name in DEFAULTS)
    assert len(message) < 850


@pytest.mark.parametrize(
    ("option", "meant"),
    [
        ("Decks", "decks"),
        ("deck", "decks"),
        ("level", "levels"),
        ("fault", "faults"),
        ("color_declaration", "colour_declaration"),
        ("permanent_two", "permanent_twos"),
        ("levels_table", "level_table"),
    ],
)
def test_a_slip_of_the_pen_is_told_what_was_meant(option, meant):
    with pytest.raises(RulesError) as caught:
        Rules(**{option: 1})
    assert str(caught.value) == f"unknown option '{option}': did you mean '{meant}'?"


def test_options_are_keywords():
    with pytest.raises(TypeError):
        Rules(2)


def test_the_first_fault_leaves_nothing_behind():
    with pytest.raises(RulesError):
        Rules(decks=3, kitty="none", draw="protect")
    assert Rules()._settings() == {**OF_VERBS, "level_table": "eighty"}


# --- combinations ----------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "table"), [(1, "forty"), (2, "eighty"), (3, "titanic")])
def test_the_level_table_goes_by_the_decks(decks, table):
    rules = Rules(decks=decks)
    assert rules.level_table is None
    assert rules.resolved_level_table == table
    assert Rules(decks=decks, level_table=table).resolved_level_table == table


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("table", CHOICES["level_table"])
@pytest.mark.parametrize("kitty", CHOICES["kitty"])
def test_level_table_with_decks_and_kitty(decks, table, kitty):
    options = {"decks": decks, "level_table": table, "kitty": kitty}
    wrong = [key for key, value in TABLES[table].items() if options[key] != value]
    if not wrong:
        assert Rules(**options).resolved_level_table == table
        return
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    message = str(caught.value)
    assert message.startswith(f"level_table='{table}' needs {wrong[0]}=")
    assert repr(options[wrong[0]]) in message


@pytest.mark.parametrize("kitty", CHOICES["kitty"])
@pytest.mark.parametrize("flat", [(2, 2, 4), (1, 2, 4), (2, 4, 8)])
def test_kitty_flat_needs_a_flat_kitty(kitty, flat):
    if kitty == "flat" or flat == (2, 2, 4):
        assert Rules(kitty=kitty, kitty_flat=flat).kitty_flat == flat
    else:
        with pytest.raises(RulesError, match=r"kitty_flat=\(.*\) needs kitty='flat'"):
            Rules(kitty=kitty, kitty_flat=flat)


@pytest.mark.parametrize("option", sorted(set(NEEDS) - {"kitty_flat"}))
def test_options_that_need_another(option):
    other, value = NEEDS[option]
    wanted = True if option in FLAGS else NUMBERS[option][1]
    beside = needed(option, wanted)
    assert getattr(Rules(**{option: wanted}, **beside), option) == wanted
    wrong_values = [not value] if other in FLAGS else set(CHOICES[other]) - {value}
    for wrong in wrong_values:
        with pytest.raises(RulesError) as caught:
            # what the other one needs in its turn stays out of it
            Rules(**{option: wanted, **beside, other: wrong})
        assert str(caught.value) == f"{option}={wanted!r} needs {other}={value!r}, not {wrong!r}"
    # at its default the option is content with anything
    for any_value in [*wrong_values, value]:
        Rules(**{option: DEFAULTS[option], **beside, other: any_value})


@pytest.mark.parametrize("levels", SEQUENCES)
def test_jack_hook_needs_the_jack_and_crown_the_ace_at_the_end(levels):
    for option, possible in (("jack_hook", "J" in levels), ("crown", levels[-1] == "A")):
        if possible:
            assert getattr(Rules(levels=levels, **{option: True}), option)
        else:
            with pytest.raises(RulesError, match=f"{option}=True needs '[JA]' .*not levels="):
                Rules(levels=levels, **{option: True})
        assert not getattr(Rules(levels=levels, **{option: False}), option)


@given(
    st.sets(st.sampled_from(RANKS), min_size=1),
    st.sets(st.sampled_from(RANKS)),
)
def test_must_play_is_among_the_levels(levels, must_play):
    ordered = [sorted(ranks, key=RANKS.index) for ranks in (levels, must_play)]
    if must_play <= levels:
        assert Rules(levels=ordered[0], must_play=ordered[1]).must_play == tuple(ordered[1])
    else:
        first = min(must_play - levels, key=RANKS.index)
        with pytest.raises(RulesError, match=f"must_play has '{first}', which is not among"):
            Rules(levels=ordered[0], must_play=ordered[1])


def test_what_may_stand_together():
    # B5 has two declarations without a pair of jokers; T3 says what find_partner makes of throws
    for options in (
        {"colour_declaration": True, "joker_declaration": False},
        {"suit_order": True, "joker_declaration": False},
        {"exchange": True, "suit_order": True, "joker_declaration": False},
        {"throw_against": "opponents", "find_partner": True},
        {"first_round_override_takes_deal": True, "override": False},
        {"partner_protect": True, "self_protect": False},
        {"crown": True, "jack_hook": True, "find_partner": True},
    ):
        rules = Rules(**options)
        assert {name: getattr(rules, name) for name in options} == options


@pytest.mark.parametrize("against", CHOICES["throw_against"])
@pytest.mark.parametrize("secret", [False, True])
def test_a_throw_is_tested_against_all_others_when_the_partner_is_secret(against, secret):
    rules = Rules(throw_against=against, find_partner=secret)
    assert rules.throw_against == against
    assert rules._settings()["throw_against"] == ("others" if secret else against)
    # the partner holds the higher card
    throw = Cards("Kd Qd"), [Cards("3d"), Cards("Ad"), Cards("4d")], Trump("2", "s")
    assert throw_stands(*throw, rules) is (against == "opponents" and not secret)


def test_replace_checks_the_combination_again():
    rules = Rules(decks=1, level_table="hundred")
    with pytest.raises(RulesError, match="needs decks=1, not 2"):
        dataclasses.replace(rules, decks=2)


# --- a value among values --------------------------------------------------------------


def test_equality_and_hash():
    assert Rules() == Rules()
    assert hash(Rules()) == hash(Rules(decks=2, kitty_flat=[2, 2, 4]))
    assert Rules() != Rules(decks=3)
    assert Rules() != DEFAULTS
    assert len({Rules(), Rules(decks=2), Rules(decks=3)}) == 2


@given(profiles(), profiles())
def test_equal_exactly_when_every_option_is(a, b):
    assert (a == b) == (a.to_dict() == b.to_dict())
    if a == b:
        assert hash(a) == hash(b)


@pytest.mark.parametrize("option", DEFAULTS)
def test_frozen(option):
    rules = Rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(rules, option, DEFAULTS[option])
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(rules, option)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.something_else = 1


def test_init_cannot_change_the_options_afterwards():
    rules = Rules(decks=3)
    rules.__init__(decks=1, kitty="none", level_table="hundred", levels=("5",), faults="revoke")
    assert rules == Rules(decks=3)
    assert rules._settings() == Rules(decks=3)._settings()


def test_the_struct_and_the_fields_cannot_differ():
    rules = Rules.__new__(Rules, decks=3)
    assert rules._settings()["decks"] == 3
    with pytest.raises(RulesError):
        Rules.__new__(Rules, decks=4)


def test_no_order():
    with pytest.raises(TypeError):
        Rules() < Rules(decks=3)  # noqa: B015


def test_repr_names_what_differs_from_the_default():
    assert repr(Rules()) == "Rules()"
    assert repr(Rules(decks=3, kitty="none")) == "Rules(decks=3, kitty='none')"


@given(profiles())
def test_repr_reads_back(rules):
    assert eval(repr(rules), {"Rules": Rules}) == rules


def test_signature_names_every_option():
    parameters = inspect.signature(Rules).parameters
    assert {name: parameter.default for name, parameter in parameters.items()} == DEFAULTS
    assert {parameter.kind for parameter in parameters.values()} == {inspect.Parameter.KEYWORD_ONLY}


def test_the_base_is_not_for_copying():
    with pytest.raises(TypeError):
        pickle.dumps(Options())


@given(profiles(), st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_pickle(rules, protocol):
    again = pickle.loads(pickle.dumps(rules, protocol))
    assert again == rules
    assert again._settings() == rules._settings()


@given(profiles(), st.sampled_from([copy.copy, copy.deepcopy, dataclasses.replace]))
def test_copy(rules, copied):
    again = copied(rules)
    assert again == rules
    assert again._settings() == rules._settings()


def test_replace():
    rules = dataclasses.replace(Rules(throw_penalty=10), decks=3)
    assert rules == Rules(decks=3, throw_penalty=10)
    assert rules._settings()["decks"] == 3


# --- ways in and out -------------------------------------------------------------------


@given(profiles())
def test_dict_round_trip(rules):
    again = Rules.from_dict(rules.to_dict())
    assert again == rules
    assert again._settings() == rules._settings()


@given(profiles())
def test_json_round_trip(rules):
    text = rules.to_json()
    lists = {name: list(getattr(rules, name)) for name in ("kitty_flat", "levels", "must_play")}
    assert json.loads(text) == {**rules.to_dict(), **lists}
    assert Rules.from_json(text) == rules
    assert Rules.from_json(text.encode()) == rules


def test_json_is_one_line_in_the_order_of_the_options():
    text = Rules().to_json()
    assert "\n" not in text
    assert list(json.loads(text)) == list(DEFAULTS)


@pytest.mark.parametrize("size", [0, 1, 2])
def test_a_part_of_the_options_will_do(size):
    for names in itertools.combinations(DEFAULTS, size):
        assert Rules.from_dict({name: DEFAULTS[name] for name in names}) == Rules()


def test_to_dict_gives_a_dict_of_its_own():
    rules = Rules()
    rules.to_dict()["decks"] = 3
    assert rules.decks == 2


@pytest.mark.parametrize("wrong", [None, 1, "decks", [("decks", 2)], {"decks"}, Rules()])
def test_from_dict_wants_a_mapping(wrong):
    with pytest.raises(TypeError, match="options must be a mapping"):
        Rules.from_dict(wrong)


@pytest.mark.parametrize("name", [1, None, b"decks", ("decks",)])
def test_from_dict_wants_names(name):
    with pytest.raises(TypeError, match="the name of an option must be a str"):
        Rules.from_dict({name: 2})


@pytest.mark.parametrize("options", [{"decks": 4}, {"draw": "some"}, {"deck": 2}])
def test_wrong_options_are_refused_whatever_the_way(options, tmp_path):
    path = tmp_path / "rules.toml"
    key, value = next(iter(options.items()))
    path.write_text(f"{key} = {json.dumps(value)}\n")
    for read, source in [
        (Rules.from_dict, options),
        (Rules.from_json, json.dumps(options)),
        (Rules.from_toml, path),
    ]:
        with pytest.raises(RulesError, match=key):
            read(source)


@pytest.mark.parametrize("options", [{"decks": "2"}, {"throw_penalty": 1.5}, {"decks": True}])
def test_wrong_types_are_refused_whatever_the_way(options, tmp_path):
    path = tmp_path / "rules.toml"
    key, value = next(iter(options.items()))
    path.write_text(f"{key} = {json.dumps(value)}\n")
    for read, source in [
        (Rules.from_dict, options),
        (Rules.from_json, json.dumps(options)),
        (Rules.from_toml, path),
    ]:
        with pytest.raises(TypeError, match=f"{key} must be an int"):
            read(source)


@pytest.mark.parametrize(
    "text",
    ["", "decks", "{", '{"decks": 2', "{'decks': 2}", '{"decks": 2}}', "\ud800", b"\xff"],
)
def test_from_json_refuses_what_is_not_json(text):
    with pytest.raises(RulesError, match="not a JSON text"):
        Rules.from_json(text)


def test_from_json_survives_deep_nesting():
    with pytest.raises(RulesError):
        Rules.from_json("[" * 200_000)


def test_from_json_survives_long_numbers():
    with pytest.raises(RulesError):
        Rules.from_json('{"decks": ' + "9" * 10_000 + "}")


@pytest.mark.parametrize("text", ["null", "2", '"decks"', "[]", '[["decks", 2]]'])
def test_from_json_wants_an_object(text):
    with pytest.raises(RulesError, match="must be an object"):
        Rules.from_json(text)


def test_from_json_refuses_an_option_given_twice():
    with pytest.raises(RulesError, match="'decks' is given twice"):
        Rules.from_json('{"decks": 2, "kitty": "none", "decks": 2}')


@pytest.mark.parametrize("wrong", [None, 1, {"decks": 2}])
def test_from_json_wants_a_text(wrong):
    with pytest.raises(TypeError):
        Rules.from_json(wrong)


TOML = """
decks = 1
kitty = "flat"
kitty_flat = [1, 2, 4]
level_table = "hundred"
levels = [5, 10, "K"]
must_play = ["K"]
exchange = true
suit_order = true
"""
OF_TOML = Rules(
    decks=1,
    kitty="flat",
    kitty_flat=(1, 2, 4),
    level_table="hundred",
    levels=("5", "T", "K"),
    must_play=("K",),
    exchange=True,
    suit_order=True,
)


@pytest.mark.parametrize("text", [TOML, "[rules]" + TOML, "[server]\nport = 1\n[rules]" + TOML])
def test_from_toml(text, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(text)
    assert Rules.from_toml(path) == OF_TOML
    assert Rules.from_toml(str(path)) == OF_TOML
    assert Rules.from_toml(io.BytesIO(text.encode())) == OF_TOML
    with path.open("rb") as file:
        assert Rules.from_toml(file) == OF_TOML


def test_an_empty_toml_file_is_the_default():
    assert Rules.from_toml(io.BytesIO(b"")) == Rules()
    assert Rules.from_toml(io.BytesIO(b"[rules]")) == Rules()


def test_from_toml_without_a_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        Rules.from_toml(tmp_path / "missing.toml")
    with pytest.raises(OSError):
        Rules.from_toml(tmp_path)


@pytest.mark.parametrize(
    "text",
    [b"decks", b"decks = ", b"decks = 2\ndecks = 2", b"[rules", b"kitty = none", b"\xff = 1"],
)
def test_from_toml_refuses_what_is_not_toml(text):
    with pytest.raises(RulesError, match="not a TOML file"):
        Rules.from_toml(io.BytesIO(text))


def test_from_toml_survives_deep_nesting():
    with pytest.raises(RulesError):
        Rules.from_toml(io.BytesIO(b"decks = " + b"[" * 200_000))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("decks = 1\n[rules]\ndecks = 1\n", "decks"),
        ("port = 1\n[rules]\ndecks = 1\n", "port"),
        ("[server]\nport = 1\n", "server"),
        ("rules = 5\n", "rules"),
        ("[rules]\ndeck = 1\n", "deck"),
        ("[rules.more]\ndecks = 1\n", "more"),
        ("[[rules]]\ndecks = 1\n", "rules"),
    ],
)
def test_from_toml_refuses_stray_keys(text, name):
    with pytest.raises(RulesError, match=f"'{name}'"):
        Rules.from_toml(io.BytesIO(text.encode()))


@pytest.mark.parametrize("wrong", [None, 1, {"decks": 2}, b"decks = 2", io.StringIO("decks = 2")])
def test_from_toml_wants_a_path_or_a_binary_file(wrong):
    with pytest.raises(TypeError):
        Rules.from_toml(wrong)


# --- the trump of a profile ------------------------------------------------------------


@pytest.mark.parametrize(("level", "suit"), [("10", "h"), ("2", None), (14, "s"), ("K", "NT")])
def test_trump(level, suit):
    assert Rules(decks=3).trump(level, suit) == Trump(level, suit)


def test_trump_takes_the_options_of_the_order():
    assert Rules().trump("5", "d", permanent_twos=True) == Trump("5", "d", permanent_twos=True)
    others = {
        "permanent_twos": True,
        "no_trump_levels": "plain",
        "gap_adjacent": False,
        "level_tractors": False,
    }
    assert Rules().trump_options == {}
    for name, value in others.items():
        rules = Rules(**{name: value})
        assert rules.trump_options == {name: value}
        assert rules.trump("5", "d") == Trump("5", "d", **{name: value})
        default = getattr(Trump("5"), name)
        assert rules.trump("5", "d", **{name: default}) == Trump("5", "d")
    assert Rules(**others).trump("5") == Trump("5", **others)
    rules = Rules(**others)
    rules.trump_options["permanent_twos"] = False
    assert rules.trump_options == others
    assert Rules().trump("5") == Trump("5")
    with pytest.raises(TypeError):
        Rules().trump("5", decks=2)
