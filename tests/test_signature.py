"""The behaviour signature: stored once, the same everywhere, and told apart by what changes."""

import os
import pkgutil
import subprocess
import sys
from dataclasses import replace

import pytest

from tractor_core import Rules, presets, signature
from tractor_core.signature import EXPECTED, Words, shuffled

PRINT = "from tractor_core.signature import signature; print(signature())"


def test_signature_is_the_one_stored():
    assert signature.signature() == EXPECTED


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_signature_does_not_depend_on_the_hash_seed(hash_seed):
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    printed = subprocess.run(
        [sys.executable, "-c", PRINT], env=environment, capture_output=True, text=True, check=True
    )
    assert int(printed.stdout) == EXPECTED


CHANGES = {
    "throw_against": ("opponents",),
    "failed_throw": ("fewest", "smallest"),
    "throw_penalty": (7,),
    "titanic_answer": ("triples_first",),
    "follow_tractor": ("pairs",),
    "short_tractor": ("free",),
    "throw_answer": ("pairs",),
    "draw": ("protect_triples", "protect_runs", "protect_both", "suit_only"),
    "ruff_compare": ("every_unit", "each_shape", "next_unit", "top_card"),
    "ruff_cover": ("exact",),
    "kitty_units": ("led",),
    "kitty": ("flat", "per_pair", "per_linked_pair", "by_length"),
    "level_table": ("eighty",),
}


@pytest.fixture
def few_rules(monkeypatch):
    """Presets alone, and no study but one."""
    monkeypatch.setattr(signature, "_PROFILES", 0)
    studies = dict(list(signature._studies().items())[:1])
    monkeypatch.setattr(signature, "_studies", lambda: studies)


def test_signature_sees_every_option_of_play(monkeypatch, few_rules):
    preset = presets.PRESETS["titanic"]

    def signed(**change):
        rules = Rules(**preset.rules.to_dict() | change)
        monkeypatch.setattr(signature, "PRESETS", {"titanic": replace(preset, rules=rules)})
        return signature.signature()

    as_it_is = signed()
    unseen = [
        (name, value)
        for name, values in CHANGES.items()
        for value in values
        if signed(**{name: value}) == as_it_is
    ]
    assert unseen == []


def one_more(call):
    return lambda *args, **named: call(*args, **named) + 1


ALTERED = {
    "matches": ("tractor_core.match", "next_dealer", lambda call: lambda *args, **named: 0),
    "levels": (
        "tractor_core.match",
        "advance",
        lambda call: lambda standing, *args, **named: standing,
    ),
    "burials": ("tractor_core.signature", "bury", one_more),
    "playouts": (
        "tractor_core.signature",
        "playouts",
        lambda call: lambda *args, **named: call(*args, **named)._replace(points=args[0][:, 0, 0]),
    ),
    "tallies": ("tractor_core.odds.Study", "tally", one_more),
    "exact values": ("tractor_core.odds.Study", "exact", lambda call: lambda *args: 0),
}


@pytest.mark.parametrize("name", ALTERED)
def test_signature_sees_more_than_the_verbs(name, monkeypatch, few_rules):
    where, what, change = ALTERED[name]
    preset = {"default": presets.PRESETS["default"]}
    monkeypatch.setattr(signature, "PRESETS", preset)
    as_it_is = signature.signature()
    assert signature.signature() == as_it_is
    monkeypatch.setattr(f"{where}.{what}", change(pkgutil.resolve_name(f"{where}.{what}")))
    assert signature.signature() != as_it_is


def test_words_are_splitmix64():
    words = Words(1234567)
    assert [words.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_shuffled_deck():
    kinds = shuffled(2, Words(1))
    assert sorted(kinds) == [kind for kind in range(54) for _ in range(2)]
    assert kinds != shuffled(2, Words(2))
    seen = [0] * 10
    words = Words(3)
    for _ in range(10_000):
        seen[words.below(10)] += 1
    assert 850 < min(seen) <= max(seen) < 1150  # five standard errors
