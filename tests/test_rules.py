"""Rule profiles: every option, every wrong value, every exclusion, and the ways in and out."""

import copy
import dataclasses
import inspect
import io
import itertools
import json
import pickle
import typing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tractor_core import Rules, Trump
from tractor_core.errors import RulesError
from tractor_core.options import CHOICES, SUPPORTED, Options

DEFAULTS = {
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
PLAYED_IN_FULL = {"throw_against", "failed_throw", "kitty_units", "kitty", "level_table"}
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
    return TABLES[name] if option == "level_table" else {}


@st.composite
def profiles(draw):
    options = {option: draw(st.sampled_from(SUPPORTED[option])) for option in CHOICES}
    options["decks"] = draw(st.integers(1, 3))
    options["throw_penalty"] = draw(st.integers(0, 100))
    if draw(st.booleans()):
        options["level_table"] = None
    else:
        options.update(TABLES[options["level_table"]])
    if options["kitty"] == "flat":
        options["kitty_flat"] = draw(st.tuples(*[st.integers(0, 100)] * 3))
    return Rules(**options)


# --- the options -----------------------------------------------------------------------


def test_defaults():
    assert Rules().to_dict() == DEFAULTS
    assert list(Rules().to_dict()) == list(DEFAULTS)


def test_names_and_defaults_agree_with_the_codes():
    hints = typing.get_type_hints(Rules)
    assert set(CHOICES) | {"decks", "throw_penalty", "kitty_flat"} == set(DEFAULTS)
    for option, names in CHOICES.items():
        hint = hints[option]
        if option == "level_table":
            hint, nothing = typing.get_args(hint)
            assert nothing is type(None)
        else:
            assert names[0] == DEFAULTS[option]
        assert typing.get_args(hint) == names


def test_what_this_release_plays():
    assert list(SUPPORTED) == list(CHOICES)
    for option, names in SUPPORTED.items():
        full = option in PLAYED_IN_FULL
        assert names == (CHOICES[option] if full else CHOICES[option][:1])


@pytest.mark.parametrize(("option", "name"), one_choice())
def test_each_name(option, name):
    options = {option: name, **needed(option, name)}
    if name in SUPPORTED[option]:
        rules = Rules(**options)
        assert getattr(rules, option) == name
        assert rules._settings()[option] == name
    else:
        with pytest.raises(RulesError, match=f"{option}='{name}' is not played yet") as caught:
            Rules(**options)
        assert repr(SUPPORTED[option][0]) in str(caught.value)


@pytest.mark.parametrize("option", CHOICES)
@pytest.mark.parametrize("wrong", ["", "no_such", "ALL", " all", "None", "0", LONG])
def test_a_wrong_name_is_refused_with_those_allowed(option, wrong):
    with pytest.raises(RulesError) as caught:
        Rules(**{option: wrong})
    message = str(caught.value)
    assert message.startswith(f"{option}=")
    assert all(repr(name) in message for name in SUPPORTED[option])
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


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_decks(decks):
    assert Rules(decks=decks).decks == decks
    assert Rules(decks=decks)._settings()["decks"] == decks


@pytest.mark.parametrize("decks", [-1, 0, 4, 256, 258, 2**64 + 2, -(2**200), HUGE])
def test_wrong_decks(decks):
    with pytest.raises(RulesError, match=r"decks=.*: must be from 1 to 3"):
        Rules(decks=decks)


@pytest.mark.parametrize("penalty", range(101))
def test_throw_penalty(penalty):
    rules = Rules(throw_penalty=penalty)
    assert rules.throw_penalty == rules._settings()["throw_penalty"] == penalty


@pytest.mark.parametrize("penalty", [-10, -1, 101, 2**16, 2**64])
def test_wrong_throw_penalty(penalty):
    with pytest.raises(RulesError, match=r"throw_penalty=.*: must be from 0 to 100"):
        Rules(throw_penalty=penalty)


@pytest.mark.parametrize("option", ["decks", "throw_penalty"])
@pytest.mark.parametrize("wrong", ["2", 2.0, 1.5, True, False, np.True_, 2j, [2], {}, int])
def test_a_number_that_is_no_int_is_a_type_error(option, wrong):
    with pytest.raises(TypeError):
        Rules(**{option: wrong})


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
    ["permanent_twos", "no_trump_levels", "gap_adjacent", "level_tractors"],
)
def test_options_of_the_order_belong_to_trump(option):
    with pytest.raises(RulesError, match=f"{option} belongs to Trump"):
        Rules(**{option: True})
    with pytest.raises(RulesError, match=f"{option} belongs to Trump"):
        Rules.from_dict({option: True})


@pytest.mark.parametrize(
    "option",
    ["Decks", "deck", "levels", "match_end", "override", "faults", "no_review", "", LONG],
)
def test_unknown_options_are_refused_with_those_known(option):
    with pytest.raises(RulesError, match="unknown option") as caught:
        Rules(**{option: 1})
    message = str(caught.value)
    assert all(name in message for name in DEFAULTS)
    assert len(message) < 300


def test_options_are_keywords():
    with pytest.raises(TypeError):
        Rules(2)


def test_the_first_fault_leaves_nothing_behind():
    with pytest.raises(RulesError):
        Rules(decks=3, kitty="none", draw="suit_only")
    assert Rules()._settings() == {**DEFAULTS, "level_table": "eighty"}


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
    rules.__init__(decks=1, kitty="none")
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
    assert json.loads(text) == {**rules.to_dict(), "kitty_flat": list(rules.kitty_flat)}
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
"""
OF_TOML = Rules(decks=1, kitty="flat", kitty_flat=(1, 2, 4), level_table="hundred")


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
    assert Rules().trump("5") == Trump("5")
    with pytest.raises(TypeError):
        Rules().trump("5", decks=2)
