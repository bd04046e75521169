"""Studies of whole rounds, against the playouts they are made of."""

import json
import pickle

import numpy as np
import pytest

import tractor_core as tc
from tractor_core import odds

H = tc.Trump("10", "h")
STRICT = tc.Rules(throw_penalty=10, kitty="flat", level_table="competition")


def rounds(study, n, seed=4, index=2):
    """The playouts of a block, a row a deal."""
    question = study.question
    return tc.batch.playouts(
        study.dealing.block_planes(seed, index, n),
        study.trump,
        question.dealer,
        question.policies,
        np.random.SeedSequence(seed, spawn_key=(index, 1)),
        rules=study.rules,
        exchange=question.exchange,
    )


def counted(study, values):
    """The tally of one value a deal."""
    numbers = [study.values.index(int(value)) for value in values]
    n, v = len(numbers), sum(numbers)
    total = [n, n, n, v, sum(x * x for x in numbers), v]
    for b in range(study.bins):
        total += [numbers.count(b)] * 3
    return total


@pytest.mark.parametrize("policy", ["random", "random_throws", "greedy", ("greedy", "random")])
@pytest.mark.parametrize("options", [{}, {"dealer": 3, "exchange": False}], ids=str)
def test_rounds_are_those_of_playouts(policy, options):
    study = odds.round_points(policy, trump=H, **options)
    ended = rounds(study, 300)
    assert study.tally(4, 2, 300).tolist() == counted(study, ended.points)
    planes = study.dealing.block_planes(4, 2, 300)
    found = study.numbers(planes, seed=4, index=2)[:, 0]
    assert [study.values[x] for x in found] == ended.points.tolist()
    attackers = [(seat - options.get("dealer", 0)) % 2 == 1 for seat in ended.last_trick.tolist()]
    last = odds.last_trick(policy, trump=H, **options)
    assert last.tally(4, 2, 300).tolist() == counted(last, attackers)
    gained = odds.levels_gained(policy, trump=H, **options)
    wanted = []
    for points, won in zip(ended.points.tolist(), attackers, strict=True):
        made = tc.level_change(points, last_trick="attackers" if won else "dealer")
        wanted.append({"attackers": made.levels, "dealer": -made.levels, None: 0}[made.side])
    assert gained.tally(4, 2, 300).tolist() == counted(gained, wanted)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_decks_penalties_and_tables(decks):
    rules = tc.Rules(decks=decks, throw_penalty=7)
    study = odds.round_points("random_throws", trump=H, rules=rules)
    assert study.values[0] < 0 and study.values[1] - study.values[0] == 1
    ended = rounds(study, 100)
    assert study.tally(4, 2, 100).tolist() == counted(study, ended.points)
    assert (ended.points % 5 != 0).any()


def test_rounds_of_a_profile():
    study = odds.round_points("random_throws", trump=H, rules=STRICT)
    assert study.tally(4, 2, 200).tolist() == counted(study, rounds(study, 200).points)
    table = tc.Rules(decks=1, level_table="forty_five", kitty="none")
    gained = odds.levels_gained(trump=H, rules=table)
    assert gained.values == (-1, 0, 1, 2)
    assert gained.tally(1, 0, 500)[0] == 500


def test_a_block_of_rounds_is_the_sum_of_its_parts():
    study = odds.last_trick(trump=H)
    # beyond what is counted at once
    assert study.tally(1, 0, 5000).tolist() == counted(
        study, (rounds(study, 5000, 1, 0).last_trick % 2).tolist()
    )
    assert (study.tally(1, 0, 70) != study.tally(1, 1, 70)).any()


def test_played_studies_are_values():
    studies = [
        odds.round_points(trump=H),
        odds.round_points("greedy", trump=H),
        odds.round_points(("greedy", "random"), trump=H),
        odds.round_points(trump=H, exchange=False),
        odds.round_points(trump=H, dealer=1),
        odds.round_points(trump=H, rules=STRICT),
        odds.levels_gained(trump=H),
        odds.last_trick(trump=H, hands={0: "As As"}),
    ]
    assert len({study.fingerprint for study in studies}) == len(studies)
    for study in studies:
        assert pickle.loads(pickle.dumps(study)) == study
        assert json.loads(json.dumps(study.identity())) == study.identity()
        assert study.exact() is None
    assert studies[5].identity()["rules"]["level_table"] == "competition"
    assert "greedy against random play" in studies[2].title


def test_a_run_of_rounds():
    result = odds.run(odds.last_trick(trump=H, block=500), 2000, seed=1)
    assert 0.3 < result.estimate < 0.5


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: odds.round_points("clever", trump=H), tc.RulesError, "policy is one of"),
        (lambda: odds.round_points(("greedy",), trump=H), tc.RulesError, "a name or two"),
        (lambda: odds.round_points(("greedy", 1), trump=H), TypeError, "policy must be a str"),
        (lambda: odds.round_points(lambda played: None, trump=H), TypeError, "policy must be"),
        (lambda: odds.round_points(), TypeError, "give a Trump"),
        (lambda: odds.round_points(trump=H, dealer=4), tc.RulesError, "dealer is from 0"),
        (lambda: odds.round_points(trump=H, exchange=1), TypeError, "exchange must be"),
        (lambda: odds.round_points(trump=H, hand_sizes=(1, 1, 1, 2)), tc.RulesError, "equal"),
        (lambda: odds.round_points(trump=H, hand_sizes=(0,) * 4), tc.RulesError, "equal hands"),
        (lambda: odds.round_points(trump=H, block=1 << 20), tc.RulesError, "block is from 1"),
        (
            lambda: odds.levels_gained(trump=H, rules=tc.Rules(find_partner=True)),
            tc.RulesError,
            "find_partner",
        ),
    ],
)
def test_refused(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_a_round_beyond_the_bins_is_told():
    question = odds.round_points(trump=H).question
    narrow = type(question)("points", ("random", "random"), 0, True, bins=3, step=5)
    planes = tc.Dealing(2).block_planes(1, 0, 20)
    with pytest.raises(ValueError, match="which no bin stands for"):
        narrow.numbers(planes, H, tc.Rules(), np.random.SeedSequence(1), 0)
