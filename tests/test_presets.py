"""The presets: the table at the end of the rules, option by option, and the records about them."""

import copy
import dataclasses
import pickle

import pytest

from tractor_core import (
    Cards,
    Match,
    Phase,
    Rules,
    Trump,
    Unit,
    decompose,
    level_change,
    presets,
)
from tractor_core.actions import DrawCard, Pass
from tractor_core.errors import RulesError
from tractor_core.messages import LANGUAGES, say
from tractor_core.presets import PRESETS, Preset, find_preset

# The table, written out: every option that is not the default.
TABLE = {
    "default": {},
    "titanic": {"decks": 3, "level_table": "titanic", "settlement": "score"},
    "boke": {
        "level_table": "eighty_up",
        "no_declaration": "dealer_draws",
        "self_override": False,
        "settlement": "stakes",
    },
    "qq": {"exchange": True, "suit_order": True},
    "bianfeng": {"kitty": "by_length"},
    "bianfeng_find": {"kitty": "by_length", "find_partner": True},
    "competition": {
        "level_table": "competition",
        "kitty": "flat",
        "throw_penalty": 10,
        "levels": ("2", "5", "T", "J", "Q", "K", "A"),
        "must_play": ("2", "A"),
        "jack_hook": True,
        "no_declaration": "first_kitty_card",
        "self_override": False,
        "first_round_override_takes_deal": True,
        "faults": "revoke",
        "no_review": True,
    },
    "plain_1": {"decks": 1, "kitty": "per_pair", "level_table": "hundred"},
    "plain_2": {"kitty": "per_pair", "level_table": "eighty_up"},
    "plain_3": {"decks": 3, "kitty": "by_length", "level_table": "titanic"},
    "linked": {"kitty": "per_linked_pair", "joker_declaration": False},
    "third_card": {
        "no_declaration": "third_kitty_card",
        "partner_protect": True,
        "level_table": "eighty_up",
    },
    "one_deck": {"decks": 1, "level_table": "forty"},
    "one_deck_forty_five": {"decks": 1, "level_table": "forty_five", "kitty": "none"},
    "one_deck_crown": {
        "decks": 1,
        "level_table": "forty_five_points",
        "crown": True,
        "bury_points": False,
        "kitty_open": True,
        "kitty": "none",
    },
    "colour": {"colour_declaration": True, "level_table": "eighty_base"},
    "rbtying": {
        "failed_throw": "fewest",
        "titanic_answer": "triples_first",
        "ruff_compare": "every_unit",
        "kitty": "twice_longest",
    },
    "botzone": {"throw_penalty": 10, "level_tractors": False},
}
SOURCES = {
    "default": ("000 §4", "002"),
    "titanic": ("000 §4", "002"),
    "boke": ("000 §1",),
    "qq": ("001 §3",),
    "bianfeng": ("002", "固定"),
    "bianfeng_find": ("002", "挑选"),
    "competition": ("002",),
    "plain_1": ("000 §1 end", "§7"),
    "plain_2": ("000 §1 end", "§7"),
    "plain_3": ("000 §1 end", "§7"),
    "linked": ("001 §1",),
    "third_card": ("000 §9",),
    "one_deck": ("000 §4",),
    "one_deck_forty_five": ("000 §8",),
    "one_deck_crown": ("000 §5",),
    "colour": ("000 §7",),
    "rbtying": ("public engine",),
    "botzone": ("public engine",),
}


def test_the_presets_are_those_of_the_table_in_its_order():
    assert list(PRESETS) == list(TABLE)
    assert list(Rules.presets()) == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_each_option_is_that_of_the_table(name):
    expected = {**Rules().to_dict(), **TABLE[name]}
    for rules in (Rules.preset(name), Rules.presets()[name], PRESETS[name].rules):
        assert type(rules) is Rules
        assert rules.to_dict() == expected
        assert rules == Rules(**TABLE[name])
    assert Rules.from_json(Rules.preset(name).to_json()) == Rules(**TABLE[name])


def test_no_two_presets_are_the_same():
    assert len(set(Rules.presets().values())) == len(TABLE)


def test_the_mapping_is_one_of_its_own():
    Rules.presets().clear()
    assert list(Rules.presets()) == list(TABLE)
    with pytest.raises(TypeError):
        PRESETS["mine"] = PRESETS["default"]
    PRESETS["botzone"].trump_options["level_tractors"] = True
    assert PRESETS["botzone"].trump_options == {"level_tractors": False}


def test_a_preset_of_a_subclass_is_of_that_class():
    class House(Rules):
        pass

    assert type(House.preset("boke")) is House
    assert {type(rules) for rules in House.presets().values()} == {House}


@pytest.mark.parametrize(
    "name", ["", "Default", "competition ", "one-deck", "\ud800", "x" * 10_000]
)
@pytest.mark.parametrize("find", [Rules.preset, find_preset])
def test_an_unknown_preset_is_refused_with_those_known(find, name):
    with pytest.raises(RulesError, match="unknown preset") as caught:
        find(name)
    assert str(caught.value).endswith(", ".join(TABLE))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("name", [None, 1, b"default", ["default"], Rules()])
@pytest.mark.parametrize("find", [Rules.preset, find_preset])
def test_the_name_of_a_preset_is_a_str(find, name):
    with pytest.raises(TypeError, match="the name of a preset must be a str"):
        find(name)


@pytest.mark.parametrize("name", TABLE)
def test_records(name):
    preset = find_preset(name)
    assert preset is PRESETS[name]
    assert preset.name == name
    assert all(part in preset.source for part in SOURCES[name])
    assert 0 < len(preset.summary) < 60
    assert "\n" not in preset.summary
    assert preset.notes.endswith(".")
    assert preset.trump_options == ({"level_tractors": False} if name == "botzone" else {})
    assert pickle.loads(pickle.dumps(preset)) == preset
    assert copy.deepcopy(preset) == copy.copy(preset) == preset
    assert len({preset, pickle.loads(pickle.dumps(preset))}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        preset.rules = Rules()


def test_both_languages_tell_what_each_preset_is():
    for name, preset in PRESETS.items():
        assert say(f"preset.{name}") == preset.summary
        assert say(f"preset.{name}.notes") == preset.notes
        for key in (f"preset.{name}", f"preset.{name}.notes"):
            assert len({say(key, lang) for lang in LANGUAGES}) == 2


def test_what_is_out_of_reach_is_said():
    for name in ("rbtying", "botzone"):
        assert "Out of reach" in PRESETS[name].notes
    for word in ("Titanic", "triple beside a pair", "C5"):
        assert word in PRESETS["rbtying"].notes
    assert "10 points" in PRESETS["botzone"].notes


def test_options_that_the_notes_name_are_taken():
    assert "levels=('5', 'T', 'K')" in PRESETS["boke"].notes
    rooms = dataclasses.replace(
        Rules.preset("boke"), levels=("5", "T", "K"), stakes_base=100, stakes_fee=5
    )
    assert rooms.settlement == "stakes"
    assert "exchange_doubles" in PRESETS["qq"].notes
    dataclasses.replace(Rules.preset("qq"), exchange_doubles=True, settlement="stakes")
    assert "score_shutout" in PRESETS["titanic"].notes
    dataclasses.replace(Rules.preset("titanic"), score_shutout=6)
    assert "kitty='by_length_literal'" in PRESETS["bianfeng"].notes
    dataclasses.replace(Rules.preset("bianfeng"), kitty="by_length_literal")
    for name in ("default", "qq"):
        assert "permanent_twos=True" in PRESETS[name].notes
        rules = dataclasses.replace(Rules.preset(name), permanent_twos=True)
        assert rules.trump("5").permanent_twos


def test_the_trump_of_a_preset():
    for preset in PRESETS.values():
        trump = preset.rules.trump("10", "h")
        assert (trump == Trump("10", "h")) is (preset.name != "botzone")
        assert trump == Trump("10", "h", **preset.trump_options)
        # and what the preset says of trumps holds in a match
        match = Match(Rules.preset(preset.name), 1, dealer=0)
        match.deal_all()
        for seat in range(4):
            match.apply(Pass(seat))
        if match.phase is Phase.DRAW_CARD:
            match.apply(DrawCard())
        assert match.trump == Trump("2", match.trump.suit, **preset.trump_options)
    trump = Rules.preset("botzone").trump("10", "h")
    assert trump == Trump("10", "h", level_tractors=False)
    chain = Cards("Th Th Td Td")
    assert len(decompose(chain, trump)) == 2
    assert len(decompose(chain, Trump("10", "h"))) == 1
    assert Unit(Cards("BJ BJ SJ SJ"), trump).kind == "tractor"


def test_the_verbs_take_every_preset():
    for name, rules in Rules.presets().items():
        last = {"last_trick": "dealer"} if name == "one_deck_forty_five" else {}
        assert level_change(0, rules, **last).side == "dealer"


def test_public_names():
    assert presets.__all__ == ["PRESETS", "Preset", "find_preset"]
    assert {field.name for field in dataclasses.fields(Preset)} == {
        "name",
        "rules",
        "summary",
        "source",
        "notes",
    }
