"""The judge of case files: what agrees, what differs, what is not played, what is refused."""

import copy
import json
import pickle
import string
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tractor_core import TractorError, judge
from tractor_core.judge import CaseError, Verdict, judge_file, judge_row, read_rows
from tractor_core.messages import MESSAGES
from tractor_core.options import CHOICES

DATA = Path(__file__).parent / "data"


def a_row(ask, position, expected, **rest):
    position = {"level": "2", "trump": "s", **position}
    return {"id": "mine", "ask": ask, "position": position, "expected": expected, **rest}


def outcome(ask, position, expected, **rest):
    verdicts = judge_row(a_row(ask, position, expected, **rest))
    return [verdict.outcome for verdict in verdicts]


def only(ask, position, expected, **rest):
    (verdict,) = judge_row(a_row(ask, position, expected, **rest))
    return verdict


# ---------------------------------------------------------------- the cases of tests/data


def test_no_known_answer_differs():
    verdicts = judge_file(DATA / "reports.jsonl")
    assert [verdict for verdict in verdicts if verdict.outcome == "differ"] == []
    counts = Counter(verdict.outcome for verdict in verdicts)
    assert counts.total() == 140
    assert counts["agree"] >= 81  # more as the options of follows and ruffs are played


def test_cases_beyond_this_release_are_not_supported():
    verdicts = judge_file(DATA / "beyond.jsonl")
    assert {verdict.outcome for verdict in verdicts} == {"unsupported"}
    reasons = " ".join(verdict.reason for verdict in verdicts)
    assert "4 decks" in reasons and "5 players" in reasons and "'friend'" in reasons


def test_house_rules_and_other_games_never_count_as_agreeing():
    with open(DATA / "reports.jsonl", "rb") as file:
        for _, row in read_rows(file):
            variants = [row, *row.get("alternatives", ())]
            for variant, verdict in zip(variants, judge_row(row), strict=True):
                if variant.get("other") or row["ask"] in ("bid", "friend", "state"):
                    assert verdict.outcome == "unsupported"
                    assert verdict.reason and verdict.got == {}


SPOILED = {
    "winner": lambda value: "P3" if value != "P3" else "P2",
    "points_in_trick": lambda value: value + 5,
    "stands": lambda value: not value,
    "forced": lambda value: "3c",
    "returned": lambda value: "3c",
    "penalty_points": lambda value: value + 10,
    "tiers": lambda value: [value[1], value[0], *value[2:]],
    "plain_H": lambda value: value[::-1],
    "trump": lambda value: value[1:],
    "C": lambda value: [],
    "D": lambda value: ["5d"],
    "multiplier": lambda value: value + 1,
    "attackers_total": lambda value: value - 5,
}


def spoil(expected, field):
    """The expected answer with one field made wrong."""
    expected = copy.deepcopy(expected)
    if field in ("legal", "illegal"):
        other = {"legal": "illegal", "illegal": "legal"}[field]
        expected[other] = expected.get(other, []) + expected[field]
        expected[field] = []
    elif field == "shape":
        expected["shape"][0]["length"] += 1
    else:
        expected[field] = SPOILED[field](expected[field])
    return expected


def test_every_answer_that_agrees_would_differ_if_it_were_wrong():
    spoiled = Counter()
    with open(DATA / "reports.jsonl", "rb") as file:
        for _, row in read_rows(file):
            variants = [row, *row.get("alternatives", ())]
            for variant, verdict in zip(variants, judge_row(row), strict=True):
                if verdict.outcome != "agree" or "illegal_lead" in variant["expected"]:
                    continue
                for field in variant["expected"]:
                    if field == "then" or variant["expected"][field] == []:
                        continue
                    wrong = {**row, "rules": variant["rules"], "alternatives": []}
                    wrong["expected"] = spoil(variant["expected"], field)
                    (again,) = judge_row(wrong)
                    assert again.outcome == "differ", (row["id"], field)
                    assert again.reason
                    spoiled[field] += 1
    assert set(spoiled) == {*SPOILED, "legal", "illegal", "shape"}


# ---------------------------------------------------------------- one question after another


def test_a_verdict_tells_what_was_expected_and_what_came():
    verdicts = judge_row(
        a_row(
            "throw",
            {"lead": "Ad Qd Qd", "others": {"P4": "Kd Kd"}},
            {"stands": False, "forced": "Qd Qd", "returned": "Ad", "penalty_points": 0},
            title="A king pair",
            alternatives=[{"expected": {"forced": "Ad"}}],
        )
    )
    assert verdicts == [
        Verdict(
            id="mine",
            alternative=0,
            title="A king pair",
            ask="throw",
            outcome="agree",
            expected={
                "stands": False,
                "forced": "Qd Qd",
                "returned": "Ad",
                "penalty_points": 0,
            },
            got={"stands": False, "forced": "Qd Qd", "returned": "Ad", "penalty_points": 0},
        ),
        Verdict(
            id="mine",
            alternative=1,
            title="A king pair",
            ask="throw",
            outcome="differ",
            expected={"forced": "Ad"},
            got={"forced": "Qd Qd"},
            reason="forced: expected Ad, got Qd Qd",
        ),
    ]
    with pytest.raises(AttributeError):
        verdicts[0].outcome = "differ"


def test_order():
    tiers = [["BJ"], ["SJ"], ["4s", "4h", "4c", "4d"]]
    assert outcome("order", {"level": "4", "trump": "NT"}, {"tiers": tiers}) == ["agree"]
    assert outcome("order", {"level": 4, "trump": None}, {"tiers": tiers}) == ["agree"]
    hearts = ["Ah", "Kh", "Qh", "Jh", "Th", "9h", "8h", "7h", "6h", "5h", "3h", "2h"]
    position = {"level": "4", "trump": "NT"}
    assert outcome("order", position, {"plain_H": hearts}) == ["agree"]
    verdict = only("order", position, {"tiers": [["BJ"], ["SJ"]]})
    assert verdict.outcome == "differ"
    assert verdict.got == {"tiers": [["BJ"], ["SJ"], ["4d", "4c", "4h", "4s"]]}


def test_the_options_of_the_order_go_to_the_trump():
    assert outcome(
        "order",
        {"level": "5", "trump": "NT"},
        {"tiers": [["BJ"], ["SJ"], ["5d", "5c", "5h", "5s"], ["2d", "2c", "2h", "2s"]]},
        rules={"permanent_twos": True, "throw_penalty": 10},
    ) == ["agree"]


def test_suit_of():
    cards = {"level": "3", "trump": "h", "cards": "3c 4c 3s 4d 4h 4d"}
    good = {"trump": ["3c", "3s", "4h"], "C": ["4c"], "D": "4d 4d"}
    assert outcome("suit_of", cards, good) == ["agree"]
    verdict = only("suit_of", cards, {"trump": "3c 3s 4h", "C": "4c"})
    assert verdict.outcome == "differ"
    assert verdict.reason == "D: expected -, got 4d 4d"
    assert outcome("suit_of", cards, {**good, "S": "4s"}) == ["differ"]
    assert outcome("suit_of", cards, {**good, "S": []}) == ["agree"]


def test_winner_and_points():
    plays = [{"player": "P1", "cards": "Kd"}, {"player": "P2", "cards": "2h"}]
    assert outcome("winner", {"plays": plays}, {"winner": "P2", "points_in_trick": 10}) == ["agree"]
    assert outcome("winner", {"plays": plays}, {"winner": "P2", "note": "prose"}) == ["agree"]
    verdict = only("winner", {"plays": plays}, {"winner": "P1", "points_in_trick": 5})
    assert verdict.reason == ("winner: expected P1, got P2; points_in_trick: expected 5, got 10")
    # players are as named, or P1, P2 … in playing order
    named = [{"player": "East", "cards": "3d"}, {"player": "South", "cards": "4d"}]
    position = {"plays": named, "leader": "East"}
    assert outcome("winner", position, {"winner": "South"}) == ["agree"]
    assert outcome("winner", {"plays": [{"cards": "3d"}]}, {"winner": "P1"}) == ["agree"]


def test_shape_takes_kinds_of_one_step_as_equal():
    cards = {"cards": "As As 2h 2h 2d 2d 2s 2s"}
    for run, pair in (("2h", "2d"), ("2d", "2h")):
        shape = [
            {"width": 2, "length": 3, "cards": f"As As {run} {run} 2s 2s"},
            {"width": 2, "length": 1, "cards": f"{pair} {pair}"},
        ]
        assert outcome("shape", cards, {"shape": shape}) == ["agree"]
        assert outcome("shape", cards, {"shape": shape[::-1]}) == ["differ"]


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ([], "shape: expected -, got Kd Kd + Ad"),
        ([{"width": 2, "length": 1, "cards": "Kd Kd"}], "shape: expected Kd Kd, got Kd Kd + Ad"),
        (
            [{"width": 2, "length": 1, "cards": "Kd Ad"}],
            "Kd Ad is no unit of 2 x 1",
        ),
        (
            [{"width": 2, "length": 2, "cards": "Kd Kd"}],
            "Kd Kd is no unit of 2 x 2",
        ),
        (
            [
                {"width": 2, "length": 1, "cards": "Kd Kd"},
                {"width": 1, "length": 1, "cards": "Kd"},
            ],
            "shape: expected Kd Kd + Kd, got Kd Kd + Ad",
        ),
    ],
)
def test_shape_differs(shape, reason):
    verdict = only("shape", {"cards": "Kd Kd Ad"}, {"shape": shape})
    assert (verdict.outcome, verdict.reason) == ("differ", reason)


@pytest.mark.parametrize(
    ("ask", "mixed", "good"),
    [
        ("shape", {"cards": "5h 7d"}, {"cards": "7d 8d"}),
        ("throw", {"lead": "5h 7d", "others": {}}, {"lead": "7d 8d", "others": {}}),
    ],
)
def test_a_lead_of_two_suits(ask, mixed, good):
    refused = {"illegal_lead": "two suits", "state_unchanged": True}
    verdict = only(ask, mixed, refused)
    assert verdict.outcome == "agree"
    assert "one suit" in verdict.got["illegal_lead"]
    verdict = only(ask, good, refused)
    assert (verdict.outcome, verdict.reason) == ("differ", "the lead is allowed")
    assert outcome(ask, mixed, {"illegal_lead": False}) == ["differ"]
    wanted = {"shape": []} if ask == "shape" else {"stands": True}
    verdict = only(ask, mixed, wanted)
    assert verdict.outcome == "differ"
    assert verdict.reason.startswith("the lead is refused: ")


def test_throw_in_playing_order_from_any_leader():
    # P3 leads; P1 is its partner, two seats on
    position = {"lead": "Ad Qd", "leader": "P3", "others": {"P1": "Kd"}}
    assert outcome(
        "throw",
        position,
        {"stands": False, "forced": "Qd"},
        alternatives=[
            {
                "rules": {"throw_against": "opponents"},
                "expected": {"stands": True, "forced": "", "returned": ""},
            },
            {"rules": {"throw_penalty": 10}, "expected": {"penalty_points": 10}},
        ],
    ) == ["agree", "agree", "agree"]


def test_nothing_is_forced_when_a_throw_stands():
    verdict = only("throw", {"lead": "Ad Kd", "others": {}}, {"forced": "Ad Kd"})
    assert verdict.reason == "forced: expected Kd Ad, got -"


def test_legal_gives_the_reason():
    position = {"lead": "9h 9h", "hand": "7h 7h 4h 5h"}
    verdict = only("legal", position, {"legal": ["7h 7h", "4h 5h"], "illegal": ["4h 7h"]})
    assert verdict.outcome == "differ"
    assert verdict.got == {"legal": ["7h 7h"], "illegal": ["4h 5h", "4h 7h"]}
    assert "4h 5h is expected to be legal" in verdict.reason
    assert "(F2)" in verdict.reason
    verdict = only("legal", position, {"illegal": ["7h 7h"]})
    assert verdict.reason == "7h 7h is expected to be illegal, but accepted"


def score_position(**changes):
    position = {
        "attackers_trick_points": 35,
        "kitty_points": 20,
        "last_trick_lead": "Ad Ad",
        "last_trick_won_by": "attackers",
    }
    return {**position, **changes}


def test_score():
    expected = {"multiplier": 4, "attackers_total": 115}
    assert outcome("score", score_position(), expected) == ["agree"]
    won_with_a_tractor = score_position(
        last_trick_lead="Ad Ad 3d 4d", last_trick_winning_cards="3s 3s 4s 4s"
    )
    assert outcome("score", won_with_a_tractor, {"multiplier": 16}) == ["agree"]
    led = {"kitty_units": "led"}
    assert outcome("score", won_with_a_tractor, {"multiplier": 4}, rules=led) == ["agree"]


@pytest.mark.parametrize("side", ["dealer", "declarers", "defenders", "landlord"])
def test_the_dealers_side_by_any_name(side):
    kept = {"multiplier": 0, "attackers_total": 35}
    assert outcome("score", score_position(last_trick_won_by=side), kept) == ["agree"]
    results = {"results": [{"attackers": 0, "side": side, "gain": 3}]}
    assert outcome("level", {"scores": [0]}, results) == ["agree"]


def test_level():
    scores = {"scores": [0, 80, 120]}
    results = [
        {"attackers": 0, "side": "dealer", "gain": 3},
        {"attackers": 80, "side": "attackers", "gain": 0},
        {"attackers": 120, "side": "attackers", "gain": 1},
    ]
    assert outcome("level", scores, {"results": results}) == ["agree"]
    verdict = only("level", scores, {"results": results[:2]})
    assert verdict.reason == "len(results): expected 2, got 3"
    extra = {"attackers": 160, "side": "attackers", "gain": 2}
    assert "results[3]" in only("level", scores, {"results": [*results, extra]}).reason
    wrong = [{**results[0], "gain": 2}, *results[1:]]
    assert '"gain": 3' in only("level", scores, {"results": wrong}).reason
    up = {"level_table": "eighty_up"}
    results[1]["gain"], results[2]["gain"] = 1, 2
    assert outcome("level", scores, {"results": results}, rules=up) == ["agree"]


def test_level_by_the_last_trick():
    rules = {"level_table": "forty_five", "kitty": "none"}
    position = {"decks": 1, "scores": [40], "last_trick_won_by": "declarers"}
    for side in (None, "draw"):
        results = [{"attackers": 40, "side": side, "gain": 0}]
        assert outcome("level", position, {"results": results}, rules=rules) == ["agree"]


# ---------------------------------------------------------------- not supported


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (a_row("bid", {}, {"trump": "s"}), "judge does not ask 'bid'"),
        (a_row("winner", {"players": 5}, {"winner": "P1"}), "5 players: only four are played"),
        (a_row("winner", {"decks": 4}, {"winner": "P1"}), "4 decks: at most three are played"),
        (a_row("level", {"gain": 2}, {"after": "5"}), "does not ask for levels of a match"),
        (a_row("winner", {}, {"winner": "P1"}, other={"wrap": True}), "house rule wrap = true"),
        (a_row("winner", {}, {"winer": "P1"}), "expected.winer cannot be judged"),
        (a_row("winner", {}, {"winner": "P1"}, rules={"colour": 1}), "unknown option 'colour'"),
        (a_row("winner", {"decks": 0}, {"winner": "P1"}), "decks=0"),
        (
            a_row(
                "level",
                {"decks": 1, "scores": [0]},
                {"results": []},
                rules={"level_table": "titanic"},
            ),
            "needs decks=3",
        ),
    ],
)
def test_not_supported(row, reason):
    (verdict,) = judge_row(row)
    assert verdict.outcome == "unsupported"
    assert reason in verdict.reason
    assert verdict.got == {}


def test_every_option_is_judged():
    for option, values in CHOICES.items():
        for value in values:
            rules = {option: value}
            if option == "level_table" and value != "eighty":
                continue  # other tables go with other decks
            plays = {"plays": [{"cards": "3d"}]}
            (verdict,) = judge_row(a_row("winner", plays, {"winner": "P1"}, rules=rules))
            assert verdict.outcome == "agree", rules


def test_an_alternative_has_its_own_rules_and_its_own_house_rules():
    assert outcome(
        "throw",
        {"lead": "Qd Jd", "others": {"P2": "Kd"}},
        {"penalty_points": 10},
        rules={"throw_penalty": 10},
        alternatives=[
            {"expected": {"penalty_points": 0}},
            {"other": {"penalty": "by card"}, "expected": {"penalty_points": 0}},
        ],
    ) == ["agree", "agree", "unsupported"]


# ---------------------------------------------------------------- rows that cannot be read


def without(row, *path):
    row = copy.deepcopy(row)
    inner = row
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return row


WINNER = a_row("winner", {"plays": [{"cards": "As"}]}, {"winner": "P1"})
THROW = a_row("throw", {"lead": "Ad Kd", "others": {}}, {"stands": True})
LEGAL = a_row("legal", {"lead": "9h", "hand": "7h"}, {"legal": ["7h"]})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({}, "row '?': id: missing"),
        ({"id": 3}, "row '?': id: expected text, got number"),
        ({"id": "a"}, "row 'a': ask: missing"),
        (without(WINNER, "position"), "row 'mine': position: missing"),
        (without(WINNER, "expected"), "row 'mine': expected: missing"),
        (without(WINNER, "position", "level"), "row 'mine': position.level: missing"),
        (without(WINNER, "position", "trump"), "row 'mine': position.trump: missing"),
        (without(WINNER, "position", "plays"), "row 'mine': position.plays: missing"),
        (
            a_row("winner", {"plays": [{"player": "P1"}]}, {"winner": "P1"}),
            "row 'mine': position.plays[0].cards: missing",
        ),
        (
            a_row("winner", {"plays": [{"cards": "As Ax"}]}, {"winner": "P1"}),
            "row 'mine': position.plays[0].cards: ",
        ),
        (a_row("winner", {"plays": []}, {"winner": "P1"}), "position.plays: nothing to compare"),
        (a_row("winner", {"plays": ["As"]}, {"winner": "P1"}), "expected object, got text"),
        (
            a_row("winner", {"plays": [{"cards": "As"}], "leader": "P2"}, {"winner": "P1"}),
            "'P2' leads, but the first play is of 'P1'",
        ),
        (
            a_row("winner", {"plays": [{"cards": "As"}, {"cards": "3s 4s"}]}, {"winner": "P1"}),
            "row 'mine': position: ",
        ),
        (a_row("winner", WINNER["position"], {}), "row 'mine': expected: nothing to compare"),
        (a_row("winner", WINNER["position"], {"winner": 1}), "expected.winner: expected text"),
        (a_row("winner", {"plays": [], "level": "1"}, {"winner": "P1"}), "position.level: "),
        (a_row("winner", {"plays": [], "trump": "x"}, {"winner": "P1"}), "position.trump: "),
        (a_row("winner", {"plays": [], "level": True}, {"winner": "P1"}), "position.level: "),
        (
            a_row("winner", WINNER["position"], {"winner": "P1"}, rules={"throw_penalty": "ten"}),
            "row 'mine': rules: ",
        ),
        (a_row("winner", WINNER["position"], {"winner": "P1"}, rules=[]), "rules: expected object"),
        (
            a_row("winner", WINNER["position"], {"winner": "P1"}, alternatives=[3]),
            "alternatives[0]: expected object, got number",
        ),
        (
            a_row("winner", WINNER["position"], {"winner": "P1"}, alternatives=[{}]),
            "alternatives[0].expected: missing",
        ),
        (without(THROW, "position", "lead"), "position.lead: missing"),
        (without(THROW, "position", "others"), "position.others: missing"),
        (
            a_row("throw", {"lead": "Ad", "others": {"P1": "3d"}}, {"stands": True}),
            "position.others.P1: unknown player 'P1'",
        ),
        (
            a_row("throw", {"lead": "Ad", "leader": "N", "others": {}}, {"stands": True}),
            "position.leader: unknown player 'N'",
        ),
        (a_row("throw", THROW["position"], {"stands": 1}), "expected.stands: expected true or"),
        (without(LEGAL, "position", "hand"), "position.hand: missing"),
        (a_row("legal", LEGAL["position"], {"legal": []}), "expected.legal: nothing to compare"),
        (a_row("legal", {"lead": "9h 8s", "hand": "7h 7h"}, {"legal": ["7h"]}), "position: "),
        (a_row("legal", LEGAL["position"], {"legal": "7h"}), "expected.legal: expected list"),
        (a_row("legal", LEGAL["position"], {"legal": ["7x"]}), "expected.legal[0]: "),
        (a_row("legal", LEGAL["position"], {"illegal": [7]}), "expected.illegal[0]: expected text"),
        (
            a_row("score", score_position(last_trick_won_by="us"), {"multiplier": 1}),
            "position.last_trick_won_by: unknown side 'us'",
        ),
        (
            without(
                a_row("score", score_position(), {"attackers_total": 1}), "position", "kitty_points"
            ),
            "position.kitty_points: missing",
        ),
        (
            a_row("score", score_position(last_trick_lead="Ad 3c"), {"multiplier": 1}),
            "row 'mine': position: ",
        ),
        (a_row("level", {"scores": [0.5]}, {"results": []}), "scores[0]: expected number, got fra"),
        (a_row("level", {"scores": [True]}, {"results": []}), "scores[0]: expected number, got tr"),
        (a_row("level", {"scores": [10**30]}, {"results": []}), "row 'mine': position: "),
        (
            a_row("level", {"scores": [0]}, {"results": [{"attackers": 0, "gain": 3}]}),
            "expected.results[0].side: missing",
        ),
        (
            a_row(
                "level",
                {"decks": 1, "scores": [0]},
                {"results": []},
                rules={"level_table": "forty_five", "kitty": "none"},
            ),
            "row 'mine': position: ",
        ),
        (a_row("suit_of", {"cards": [3]}, {"trump": []}), "position.cards[0]: expected text"),
        (a_row("suit_of", {"cards": {}}, {"trump": []}), "position.cards: expected text"),
        (a_row("order", {}, {"tiers": [3]}), "expected.tiers[0]: expected text"),
        (
            a_row("shape", {"cards": "As"}, {"shape": [{"width": 1, "cards": "As"}]}),
            "expected.shape[0].length: missing",
        ),
    ],
)
def test_a_row_that_cannot_be_read_names_the_row_and_the_field(row, message):
    with pytest.raises(CaseError) as caught:
        judge_row(row)
    assert message in str(caught.value)
    if row.get("id") == "mine":
        assert caught.value.row == "mine"
        assert caught.value.field


def test_case_error_is_a_value_error_that_copies():
    error = CaseError("missing", "thr-01", "position.lead", 3, "zh")
    assert isinstance(error, TractorError) and isinstance(error, ValueError)
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert str(twin) == str(error) == "第 3 行: 牌例 'thr-01': position.lead: missing"
        assert (twin.row, twin.field, twin.line) == ("thr-01", "position.lead", 3)


# ---------------------------------------------------------------- files


def test_read_rows_numbers_lines_and_passes_over_empty_ones():
    lines = ['\ufeff{"a": 1}\r\n', "\n", "   ", '{"b": 2}']
    assert list(read_rows(lines)) == [(1, {"a": 1}), (4, {"b": 2})]
    encoded = [line.encode() for line in lines]
    assert list(read_rows(encoded)) == [(1, {"a": 1}), (4, {"b": 2})]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": 1', "line 2: not JSON: Expecting ',' delimiter (column 8)"),
        ("nonsense\n", "line 2: not JSON: Expecting value (column 1)"),
        ("[1]", "line 2: expected object, got list"),
        ("null", "line 2: expected object, got null"),
        ("1.5", "line 2: expected object, got fraction"),
        (b"\xff", "line 2: not UTF-8 text"),
        ("[" * 100_000, "line 2: not JSON: nested too deeply"),
        ('{"a": ' + "1" * 10_000 + "}", "line 2: not JSON: "),
    ],
)
def test_a_bad_line_is_named_by_its_number(line, message):
    rows = read_rows(["{}", line])
    assert next(rows) == (1, {})
    with pytest.raises(CaseError, match="line 2") as caught:
        next(rows)
    assert message in str(caught.value)
    assert caught.value.line == 2


def test_judge_file_adds_the_line(tmp_path):
    path = tmp_path / "cases.jsonl"
    bad = without(WINNER, "position", "plays")
    path.write_text(f"{json.dumps(WINNER)}\n\n{json.dumps(bad)}\n", encoding="utf-8")
    for source in (path, str(path), path.read_text(encoding="utf-8").splitlines()):
        with pytest.raises(CaseError) as caught:
            judge_file(source)
        assert str(caught.value) == "line 3: row 'mine': position.plays: missing"
    with pytest.raises(FileNotFoundError):
        judge_file(tmp_path / "none.jsonl")
    assert judge_file([]) == []


# ---------------------------------------------------------------- languages, imports


def test_reasons_and_errors_in_chinese():
    row = a_row("legal", {"lead": "9h 9h", "hand": "7h 7h 4h 5h"}, {"legal": ["4h 5h"]})
    (verdict,) = judge_row(row, "zh")
    assert verdict.reason == "4h 5h 应合法，却被拒绝：有对子必须出对子。 (F2)"
    with pytest.raises(CaseError, match="第 1 行: 牌例 'a': ask: 缺少"):
        judge_file(['{"id": "a"}'], "zh")
    with pytest.raises(ValueError):
        judge_row(row, "fr")


def test_both_languages_of_a_message_have_the_same_blanks():
    for key, (english, chinese) in MESSAGES.items():
        if key.startswith("odds.") and english in ("", "{title}", "{unit}"):
            continue  # in English a study has a title of its own
        blanks = [
            sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)
            for text in (english, chinese)
        ]
        assert blanks[0] == blanks[1], key
        assert english and chinese


def test_the_judge_needs_no_command_line_extra():
    code = (
        "import sys; sys.modules.update(typer=None, rich=None, click=None); "
        "import tractor_core.judge; print('fine')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("fine\n", "")


def test_public_names():
    assert set(judge.__all__) == {
        "AGREE",
        "CaseError",
        "DIFFER",
        "UNSUPPORTED",
        "Verdict",
        "judge_file",
        "judge_row",
        "read_rows",
    }
    assert (judge.AGREE, judge.DIFFER, judge.UNSUPPORTED) == ("agree", "differ", "unsupported")
