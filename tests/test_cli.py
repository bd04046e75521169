"""The command line: what it prints in a pipe, in a terminal and in Chinese, and how it fails."""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from typer.main import get_command
from typer.testing import CliRunner

import tractor_core
from tractor_core import Reason, Rules, Trump, cli, errors
from tractor_core.cli import app
from tractor_core.judge import AGREE, DIFFER, UNSUPPORTED, judge_file
from tractor_core.messages import LANGUAGES, MESSAGES, say
from tractor_core.options import OPTIONS
from tractor_core.presets import PRESETS
from tractor_core.signature import EXPECTED
from tractor_core.terminal import Language, Screen, Style
from tractor_core.usage import usage_error

DATA = Path(__file__).parent / "data"
CASES = str(DATA / "reports.jsonl")
POSITIONS = ("order", "decompose", "throw", "follow", "winner")
RULES = ("rules show", "rules diff", "rules check")
QUESTIONS = ("unit", "throw", "beaten", "ruffed", "escape", "points", "kitty", "length", "declare")
ODDS = tuple(f"odds {name}" for name in (*QUESTIONS, "playout", "split"))
COMMANDS = (
    "judge",
    *POSITIONS,
    "replay",
    "play",
    "bench",
    "deal",
    "odds",
    *ODDS,
    "rules",
    *RULES,
)

THROW = ["throw", "9d 8d 8d 4d 4d", "--other", "Jd 3d", "--other", "2d", "--other", "5d"]
TRUMP = ["--level", "10", "--trump", "s"]
RANKS = "2,3,4,5,6,7,8,9,T,J,Q,K,A"
FOLLOW = ["follow", "--hand", "7h 7h 4h 5h", "--lead", "9h 9h"]


@pytest.fixture(autouse=True)
def plain_help(monkeypatch):
    """Help and usage errors as a pipe gets them; `cli.run` sees to that by itself."""
    monkeypatch.setattr(app, "rich_markup_mode", None)


def run(*arguments, code=0, **settings):
    """The result of a command in this process; in a pipe, as far as it can tell."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], **settings)
    assert result.exit_code == code, result.output
    return result


def lines(*arguments, code=0):
    return [line.split("\t") for line in run(*arguments, code=code).stdout.splitlines()]


def error_of(*arguments, **settings):
    result = run(*arguments, code=2, **settings)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


def from_json(*arguments, code=0):
    return json.loads(run(*arguments, "--json", code=code).stdout)


def start(*arguments, module=("-m", "tractor_core"), **settings):
    """The finished process of a command."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **settings.pop("env", {})}
    return subprocess.run(
        [sys.executable, *module, *arguments],
        capture_output="stdout" not in settings,
        encoding="utf-8",
        env=environment,
        **settings,
    )


# ---------------------------------------------------------------- plain output


def test_order():
    assert lines("order", "--level", "4", "--trump", "d") == [
        ["trump", "BJ SJ 4d 4c=4h=4s Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 3d 2d"],
        ["clubs", "Ac Kc Qc Jc Tc 9c 8c 7c 6c 5c 3c 2c"],
        ["hearts", "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 3h 2h"],
        ["spades", "As Ks Qs Js Ts 9s 8s 7s 6s 5s 3s 2s"],
    ]


def test_order_without_options_is_level_two_no_trump():
    assert lines("order")[0] == ["trump", "BJ SJ 2d=2c=2h=2s"]
    twos = lines("order", "--level", "5", "--permanent-twos")
    assert twos[0] == ["trump", "BJ SJ 5d=5c=5h=5s 2d=2c=2h=2s"]
    assert lines("order", "--level", "5", "--set", "permanent-twos=true") == twos


def test_decompose():
    assert lines("decompose", "Ah Ah Kh Kh Qh 3c", "--level", "10", "--trump", "h") == [
        ["tractor", "2", "2", "trump", "Ah Ah Kh Kh"],
        ["single", "1", "1", "trump", "Qh"],
        ["single", "1", "1", "clubs", "3c"],
    ]


def test_decompose_all():
    every = lines("decompose", "3c 3c 3c", "--all")
    assert every[0] == ["3c 3c 3c"]
    assert sorted(every) == [["3c + 3c + 3c"], ["3c 3c + 3c"], ["3c 3c 3c"]]
    result = run("decompose", "3c 3c 3c", "--all", "--limit", "2")
    assert result.stdout.splitlines() == [line for (line,) in every[:2]]
    assert result.stderr == "the first 2 partitions shown; --limit 0 shows all\n"
    for limit in ("0", "3"):
        result = run("decompose", "3c 3c 3c", "--all", "--limit", limit)
        assert (len(result.stdout.splitlines()), result.stderr) == (3, "")


def test_throw_fails():
    assert lines(*THROW, *TRUMP, code=1) == [
        ["stands", "no"],
        ["led", "9d"],
        ["returned", "8d 8d 4d 4d"],
        ["penalty", "0"],
        ["pair", "8d 8d", "holds", "-"],
        ["pair", "4d 4d", "holds", "-"],
        ["single", "9d", "beaten", "P2"],
    ]


def test_throw_stands():
    assert lines("throw", "Ad Kd", *TRUMP) == [
        ["stands", "yes"],
        ["led", "Ad Kd"],
        ["returned", ""],
        ["penalty", "0"],
        ["single", "Ad", "holds", "-"],
        ["single", "Kd", "holds", "-"],
    ]


def test_throw_names_who_beats_which_unit():
    hands = ["--other", "", "--other", "5d 5d", "--other", "Jd 6d 6d"]
    shown = lines("throw", "9d 8d 8d 4d 4d", *hands, *TRUMP, "--set", "throw_penalty=10", code=1)
    assert shown[1:4] == [["led", "4d 4d"], ["returned", "9d 8d 8d"], ["penalty", "10"]]
    assert shown[4:] == [
        ["pair", "8d 8d", "holds", "-"],
        ["pair", "4d 4d", "beaten", "P3"],
        ["single", "9d", "beaten", "P4"],
    ]


def test_throw_of_units_that_the_leader_names():
    units = ["--unit", "4d", "--unit", "4d", "--unit", "8d 8d"]
    shown = lines("throw", "8d 8d 4d 4d", *units, "--other", "5d", *TRUMP, code=1)
    assert shown[1:] == [
        ["led", "4d"],
        ["returned", "8d 8d 4d"],
        ["penalty", "0"],
        ["single", "4d", "beaten", "P2"],
        ["single", "4d", "beaten", "P2"],
        ["pair", "8d 8d", "holds", "-"],
    ]


def test_follow_legal_and_refused():
    assert lines(*FOLLOW, "7h 7h") == [["legal", "7h 7h"], ["legal follows", "1"]]
    assert lines(*FOLLOW, "4h 5h", code=1) == [
        ["refused", "F2", "must_play_pair", Reason.MUST_PLAY_PAIR.sentence],
        ["legal follows", "1"],
    ]
    assert lines(*FOLLOW, "", code=1)[0][2] == "empty"


def test_follow_lists_the_legal_follows():
    hand = ["follow", "--hand", "7h 6h 4h 5h", "--lead", "9h 9h"]
    result = run(*hand)
    assert result.stdout.splitlines() == ["5h 4h", "6h 4h", "7h 4h", "6h 5h", "7h 5h", "7h 6h"]
    assert result.stderr == ""
    result = run(*hand, "--limit", "2")
    assert result.stdout.splitlines() == ["5h 4h", "6h 4h"]
    assert result.stderr == "2 of 6 legal follows shown; --limit 0 shows all\n"
    assert len(run(*hand, "--limit", "0").stdout.splitlines()) == 6


def test_winner():
    assert lines("winner", "Kd", "2h", "2c", "3d", "--trump", "s") == [
        ["winner", "P2"],
        ["points", "10"],
        ["P1", "Kd", "leads", "10"],
        ["P2", "2h", "ruffs", "0"],
        ["P3", "2c", "ruffs", "0"],
        ["P4", "3d", "follows", "0"],
    ]


def test_winner_tells_ruffs_over_ruffs_and_discards_apart():
    shown = lines("winner", "Ad Ad", "3s 3s", "4s 4s", "5s 6s", "--trump", "s")
    assert [row[2] for row in shown[2:]] == ["leads", "ruffs", "over-ruffs", "discards"]
    assert shown[0] == ["winner", "P3"]
    assert lines("winner", "3d")[0] == ["winner", "P1"]


def count_line(more=()):
    """The last line that judging the cases, and other outcomes, should print."""
    counts = Counter([verdict.outcome for verdict in judge_file(CASES)])
    counts.update(more)
    return [say("judge.count", **{name: counts[name] for name in (AGREE, DIFFER, UNSUPPORTED)})]


def test_judge():
    shown = lines("judge", CASES)
    assert shown[0] == ["agree", "ord-01", "0", "order", "Full trump order with a trump suit", ""]
    assert shown[-1] == count_line()
    assert len(shown) == 141
    assert {len(row) for row in shown[:-1]} == {6}


def test_judge_exits_with_one_when_a_row_differs(tmp_path):
    path = write_cases(tmp_path, WRONG)
    shown = lines("judge", path, code=1)
    assert shown == [
        ["differ", "mine", "0", "winner", "A title [red]", "winner: expected P1, got P2"],
        ["0 agree, 1 differ, 0 not supported"],
    ]


def test_judge_several_files_and_standard_input(tmp_path):
    path = write_cases(tmp_path, WRONG)
    assert lines("judge", CASES, path, code=1)[-1] == count_line([DIFFER])
    result = run("judge", "-", input=json.dumps(WRONG), code=1)
    assert result.stdout.endswith("0 agree, 1 differ, 0 not supported\n")


def test_judge_shows_the_outcomes_asked_for(tmp_path):
    path = write_cases(tmp_path, WRONG)
    shown = lines("judge", CASES, path, "--show", "differ", code=1)
    assert [row[0] for row in shown] == [DIFFER, *count_line([DIFFER])]
    shown = lines("judge", CASES, "--show", "unsupported", "--show", "differ")
    assert {row[0] for row in shown[:-1]} == {UNSUPPORTED}
    assert shown[-1:] == lines("judge", CASES, "--show", "differ") == [count_line()]


WRONG = {
    "id": "mine",
    "title": "A\ttitle [red]",
    "ask": "winner",
    "position": {"level": "2", "trump": "s", "plays": [{"cards": "Kd"}, {"cards": "2h"}]},
    "expected": {"winner": "P1"},
}


def write_cases(folder, *rows):
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


# ---------------------------------------------------------------- JSON


def test_json_of_every_command(tmp_path):
    spades = {
        "level": "T",
        "suit": "s",
        "permanent_twos": False,
        "no_trump_levels": "trump",
        "gap_adjacent": True,
        "level_tractors": True,
    }
    shown = from_json("order", *TRUMP)
    assert shown["trump"] == spades
    assert shown["order"]["trump"][:4] == [["BJ"], ["SJ"], ["Ts"], ["Td", "Tc", "Th"]]
    assert list(shown["order"]) == ["trump", "d", "c", "h"]

    pair = {"kind": "pair", "copies": 2, "length": 1, "suit": "d", "cards": "8d 8d"}
    single = {"kind": "single", "copies": 1, "length": 1, "suit": "d", "cards": "9d"}
    assert from_json("decompose", "9d 8d 8d", *TRUMP)["units"] == [pair, single]
    shown = from_json("decompose", "9d 8d 8d", "--all", "--limit", "1", *TRUMP)
    assert (shown["partitions"], shown["more"]) == ([[pair, single]], True)

    shown = from_json("throw", "9d 8d 8d", "--other", "Jd", *TRUMP, code=1)
    assert shown == {
        "trump": spades,
        "stands": False,
        "led": "9d",
        "returned": "8d 8d",
        "penalty": 0,
        "units": [{**pair, "beaten_by": None}, {**single, "beaten_by": "P2"}],
    }

    shown = from_json(*FOLLOW, "4h 5h", code=1)
    assert shown.pop("trump")["suit"] is None
    assert shown == {
        "legal": False,
        "reason": "must_play_pair",
        "rule": "F2",
        "message": Reason.MUST_PLAY_PAIR.sentence,
        "legal_follows": 1,
    }
    shown = from_json(*FOLLOW, "7h 7h")
    assert [shown[name] for name in ("legal", "reason", "rule", "message")] == [
        True,
        None,
        None,
        None,
    ]
    shown = from_json(*FOLLOW)
    assert (shown["legal_follows"], shown["follows"]) == (1, ["7h 7h"])

    shown = from_json("winner", "Kd", "2s", *TRUMP)
    assert (shown["winner"], shown["points"]) == ("P2", 10)
    assert shown["plays"] == [
        {"seat": "P1", "cards": "Kd", "role": "leads", "points": 10},
        {"seat": "P2", "cards": "2s", "role": "ruffs", "points": 0},
    ]

    shown = from_json("judge", write_cases(tmp_path, WRONG), code=1)
    assert shown == {
        "agree": 0,
        "differ": 1,
        "unsupported": 0,
        "verdicts": [
            {
                "id": "mine",
                "alternative": 0,
                "title": "A\ttitle [red]",
                "ask": "winner",
                "outcome": "differ",
                "expected": {"winner": "P1"},
                "got": {"winner": "P2"},
                "reason": "winner: expected P1, got P2",
            }
        ],
    }


def test_json_is_one_line_and_of_one_notation():
    for style in Style:
        result = run("winner", "Kd", "10d", "--style", style.value, "--json")
        assert result.stdout.count("\n") == 1
        assert [play["cards"] for play in json.loads(result.stdout)["plays"]] == ["Kd", "Td"]


# ---------------------------------------------------------------- languages and styles


def test_styles():
    def shown(style):
        return lines("decompose", "Td SJ BJ", "--style", style)

    assert [row[4] for row in shown("ascii")] == ["BJ", "SJ", "Td"]
    assert [row[4] for row in shown("unicode")] == ["BJ", "SJ", "T♦"]
    assert [row[4] for row in shown("chinese")] == ["大王", "小王", "方块10"]
    # what is written is read again, in every style
    for style in Style:
        cards = " ".join(row[4] for row in shown(style.value))
        assert [row[4] for row in lines("decompose", cards)] == ["BJ", "SJ", "Td"]


def test_chinese():
    zh = ["--lang", "zh"]
    for arguments in (["order", *zh], [*zh, "order"], ["--lang=zh", "order"]):
        assert lines(*arguments)[0] == ["主牌", "BJ SJ 2d=2c=2h=2s"]
    assert lines("decompose", "3c 3c 4c 4c", *zh) == [["拖拉机", "2", "2", "梅花", "4c 4c 3c 3c"]]
    assert lines(*THROW, *TRUMP, *zh, code=1)[:2] == [["甩成", "否"], ["出", "9d"]]
    refused = lines(*FOLLOW, "4h 5h", *zh, code=1)
    assert refused[0] == ["不合法", "F2", "must_play_pair", "有对子必须出对子。"]
    ruffed = lines("winner", "Kd", "2h", "--trump", "s", *zh)
    assert ruffed[-1] == ["P2", "2h", "毙", "0"]
    assert re.fullmatch(r"一致 \d+，不符 0，不支持 \d+", lines("judge", CASES, *zh)[-1][0])
    assert (
        "只列出 1 种"
        in run("follow", "--hand", "3d 4d", "--lead", "5d", "--limit", "1", *zh).stderr
    )


def test_errors_in_chinese():
    assert error_of("throw", "9d 3X", "--lang", "zh") == (
        "错误：CARDS: '3X' 不是一张牌（第 4 个字符）；写法如 As、Td 或 10d、SJ、BJ、黑桃A\n"
        "  9d 3X\n     ^\n"
    )
    assert error_of("judge", "-", "--lang=zh", input="{}").startswith(
        "错误：stdin：第 1 行: 牌例 '?': id: 缺少"
    )


def test_every_reason_unit_and_suit_has_a_name_in_both_languages():
    for lang in LANGUAGES:
        for reason in Reason:
            assert say(f"reason.{reason.value}", lang)
        for name in ("single", "pair", "triple", "tractor", "titanic", "trump", *"dchs"):
            assert say(name, lang)


# ---------------------------------------------------------------- rules


def test_rules_from_a_file_and_from_the_command_line(tmp_path):
    position = ["throw", "4d 4d 9d", "--other", "5d 5d Kd", *TRUMP]
    assert from_json(*position, code=1)["led"] == "4d 4d"
    path = tmp_path / "room.toml"
    path.write_text('failed_throw = "fewest"\nthrow_penalty = 20\n', encoding="utf-8")
    shown = from_json(*position, "--rules", path, code=1)
    assert (shown["led"], shown["penalty"]) == ("9d", 20)
    shown = from_json(*position, "--rules", path, "--set", "throw_penalty=10", code=1)
    assert (shown["led"], shown["penalty"]) == ("9d", 10)
    shown = from_json(*position, "--set", "failed-throw=fewest", code=1)
    assert (shown["led"], shown["penalty"]) == ("9d", 0)
    run(*position, "--set", "kitty=flat", "--set", "kitty_flat=1,2,4", code=1)


def test_rules_by_the_name_of_a_preset(tmp_path):
    position = ["throw", "4d 4d 9d", "--other", "5d 5d Kd", *TRUMP]
    assert from_json(*position, "--rules", "competition", code=1)["penalty"] == 10
    shown = from_json(*position, "--rules", "competition", "--set", "throw_penalty=5", code=1)
    assert shown["penalty"] == 5
    shown = from_json("order", "--rules", "botzone")
    assert shown["trump"]["level_tractors"] is False
    path = tmp_path / "room.toml"
    path.write_text('base = "competition"\npermanent_twos = true\n', encoding="utf-8")
    assert from_json(*position, "--rules", path, code=1)["penalty"] == 10
    assert from_json("order", "--rules", path)["trump"]["permanent_twos"] is True
    assert lines("rules", "diff", "competition", path, code=1) == [
        ["permanent_twos", "O1", "false", "true"]
    ]
    path.write_text('[rules]\nbase = "house"\n', encoding="utf-8")
    assert "unknown preset 'house'" in error_of("rules", "check", path)
    path.write_text("base = 3\n", encoding="utf-8")
    assert "the name of a preset must be a str" in error_of("rules", "check", path)
    assert "'house' is neither a preset nor" in error_of("order", "--rules", "house")


def test_ranks_from_the_command_line():
    for text in ("levels=5,10,K", "levels=5, t, k", "levels=5,T,13"):
        run("order", "--set", text, "--set", "must_play=10")
    run("order", "--set", "must_play=")
    run("order", "--set", "crown=true", "--set", "exchange=true", "--set", "suit_order=true")


COMPETITION = [
    ["throw_penalty", "T5", "0", "10"],
    ["kitty", "K2-K6", "power_of_cards", "flat"],
    ["level_table", "L1-L8", "eighty", "competition"],
    ["levels", "M2", RANKS, "2,5,T,J,Q,K,A"],
    ["must_play", "M2", "-", "2,A"],
    ["jack_hook", "M3", "false", "true"],
    ["self_override", "B2", "true", "false"],
    ["first_round_override_takes_deal", "B3", "false", "true"],
    ["no_declaration", "B4", "no_trump", "first_kitty_card"],
    ["faults", "P1", "refuse", "revoke"],
    ["no_review", "P2", "false", "true"],
]


def write_rules(folder, text, name="room.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_presets_are_listed():
    shown = lines("rules")
    assert [name for name, _ in shown] == list(PRESETS)
    assert all(about == PRESETS[name].summary for name, about in shown)
    assert lines("rules", "--lang", "zh")[0] == ["default", "两副牌，80 分上台"]
    shown = from_json("rules")["presets"]
    assert [preset["name"] for preset in shown] == list(PRESETS)
    for preset in shown:
        known = PRESETS[preset["name"]]
        assert (preset["about"], preset["notes"]) == (known.summary, known.notes)
        assert preset["source"] == known.source
        assert Rules.from_dict({"decks": 2, **preset["options"]}) == known.rules


def test_rules_show():
    assert lines("rules", "show", "competition") == [[*row[:2], row[3]] for row in COMPETITION]
    assert lines("rules", "show", "botzone") == [
        ["throw_penalty", "T5", "10"],
        ["level_tractors", "O7", "false"],
    ]
    assert lines("rules", "show", "default") == []
    # the table in force, not the option that leaves it to the decks
    assert ["level_table", "L1-L8", "eighty"] in lines("rules", "show", "default", "--all")


def test_rules_show_every_option():
    shown = lines("rules", "show", "competition", "--all")
    assert [name for name, _, _ in shown] == list(OPTIONS)
    assert all(rule for _, rule, _ in shown)
    for name, rule, _, value in COMPETITION:
        assert [name, rule, value] in shown
    assert shown == lines("rules", "show", "competition", "-a")
    assert ["kitty_flat", "K5", "2,2,4"] in shown


def test_rules_show_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_rules(tmp_path, "[rules]\nlevels = [5, 10, 'K']\n[server]\nport = 1\n")
    write_rules(tmp_path, "decks = 3\n", "default")
    assert lines("rules", "show", "room.toml") == [["levels", "M2", "5,T,K"]]
    # a preset goes before a file of its name
    assert lines("rules", "show", "default") == []
    shown = lines("rules", "show", "./default")
    assert shown == [["decks", "D1", "3"], ["level_table", "L1-L8", "titanic"]]
    result = run("rules", "show", "-", input="decks = 3\n")
    assert [line.split("\t") for line in result.stdout.splitlines()] == shown


def test_what_show_writes_can_be_set():
    for name in PRESETS:
        settings = [f"{option}={value}" for option, _, value in lines("rules", "show", name)]
        run("order", *(part for setting in settings for part in ("--set", setting)))


def test_rules_diff(tmp_path):
    assert lines("rules", "diff", "default", "competition", code=1) == COMPETITION
    shown = lines("rules", "diff", "competition", "default", code=1)
    assert shown == [[name, rule, a, b] for name, rule, b, a in COMPETITION]
    assert lines("rules", "diff", "competition", "competition") == []
    path = write_rules(tmp_path, "decks = 3\nsettlement = 'score'\n")
    assert lines("rules", "diff", "titanic", path) == []
    assert lines("rules", "diff", path, "one_deck", code=1) == [
        ["decks", "D1", "3", "1"],
        ["level_table", "L1-L8", "titanic", "forty"],
        ["settlement", "S1-S2", "score", "none"],
    ]
    assert lines("rules", "diff", "default", "botzone", code=1)[-1] == [
        "level_tractors",
        "O7",
        "true",
        "false",
    ]
    result = run("rules", "diff", "-", "default", input="faults = 'revoke'", code=1)
    assert result.stdout == "faults\tP1\trevoke\trefuse\n"


def test_rules_check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_rules(tmp_path, "[rules]\ndecks = 1\ncrown = true\n")
    assert lines("rules", "check", "room.toml") == [["ok", "room.toml", "3"]]
    assert lines("rules", "check", "room.toml", "--lang", "zh") == [["无误", "room.toml", "3"]]
    assert run("rules", "check", "-", input="").stdout == "ok\t-\t0\n"
    assert from_json("rules", "check", "room.toml") == {
        "ok": True,
        "file": "room.toml",
        "options": {"decks": 1, "level_table": "forty", "crown": True},
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("decks = 4", "decks=4: must be from 1 to 3"),
        ("decks = '2'", "decks must be an int, not str"),
        ("decks = ", "not a TOML file: Invalid value (at end of document)"),
        ("a = 1\n\nkitty == 'none'", "not a TOML file: Invalid value (at line 3, column 8)"),
        ("kity = 'none'", "unknown option 'kity': did you mean 'kitty'?"),
        ("kitty = 'double'", "kitty='double': must be one of 'power_of_cards', 'per_pair'"),
        ("crown = 1", "crown must be a bool, not int"),
        ("levels = ['2', 'X']", "levels[1]='X': must be one of 2 3 4"),
        ("levels = [5, 3]", "levels[1]=3: ranks must ascend, but 3 stands after 5"),
        ("exchange = true", "exchange=True needs suit_order=True, not False"),
        ("permanent_twos = 1", "permanent_twos must be a bool, not int"),
        ("decks = 3\n[rules]\n", "'decks' stands outside the [rules] table"),
    ],
)
@pytest.mark.parametrize("command", [("check",), ("show",), ("diff", "default")])
def test_a_wrong_rules_file_is_one_precise_message(command, text, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_rules(tmp_path, text)
    for options in ([], ["--json"]):
        printed = error_of("rules", *command, "room.toml", *options)
        assert printed.startswith(f"error: room.toml: {message}")
        assert printed.count("\n") == 1
    printed = error_of("rules", *command, "-", input=text)
    assert printed.startswith(f"error: stdin: {message}")


def test_json_of_the_rules_commands():
    shown = from_json("rules", "show", "competition")
    assert shown["name"] == "competition"
    assert shown["about"] == PRESETS["competition"].summary
    assert shown["source"] == PRESETS["competition"].source
    assert [option["option"] for option in shown["options"]] == [row[0] for row in COMPETITION]
    assert shown["options"][4] == {
        "option": "must_play",
        "rule": "M2",
        "value": ["2", "A"],
        "default": [],
    }
    shown = from_json("rules", "show", "default", "--all")["options"]
    assert len(shown) == len(OPTIONS)
    assert all(option["value"] == option["default"] for option in shown)
    shown = from_json("rules", "diff", "default", "botzone", code=1)
    assert shown == {
        "a": "default",
        "b": "botzone",
        "differences": [
            {"option": "throw_penalty", "rule": "T5", "a": 0, "b": 10},
            {"option": "level_tractors", "rule": "O7", "a": True, "b": False},
        ],
    }
    assert from_json("rules", "diff", "qq", "qq")["differences"] == []
    shown = json.loads(run("rules", "show", "-", "--json", input="decks = 1").stdout)
    assert (shown["about"], shown["source"], shown["notes"]) == (None, None, None)


def test_json_and_lang_serve_before_the_command_as_well():
    plain = run("rules", "show", "boke", "--json", "--lang", "zh").stdout
    for before in (["--json"], ["--json", "--lang", "zh"], ["--lang", "zh"], []):
        after = [option for option in ("--json", "--lang=zh") if option[:6] not in before]
        assert run("rules", *before, "show", "boke", *after).stdout == plain
    assert run("--lang", "zh", "rules", "--json", "show", "boke").stdout == plain
    assert "波克城市" in json.loads(plain)["about"]
    # the next run is plain and English again
    assert run("rules", "show", "linked").stdout.startswith("kitty\t")


def test_decks_limit_the_copies_only_when_given():
    assert lines("decompose", "3c 3c 3c")[0][0] == "triple"
    assert lines("decompose", "3c 3c 3c", "--decks", "3")[0][0] == "triple"
    message = "error: 3 copies of 3c, but --decks is 2\n"
    assert error_of("decompose", "3c 3c 3c", "--decks", "2") == message
    assert error_of("throw", "3c 3c", "--other", "3c", "--decks", "2") == message
    assert error_of("winner", "3c", "3c", "3c", "--decks", "2") == message


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["throw", "9d Xd 8d"], "error: CARDS: 'Xd' is not a card (character 4); write As"),
        (["throw", "9d Xd 8d"], "\n  9d Xd 8d\n     ^\n"),
        (["throw", "黑桃A 3X"], "\n  黑桃A 3X\n        ^\n"),
        (["throw", ""], "error: CARDS: no cards given"),
        (["throw", "9d 8h"], "a lead is of one suit, these cards are of 2: diamonds, hearts"),
        (["throw", "9d 9d 9d 9d"], "error: CARDS: more than three copies of 9d"),
        (["throw", "9d", "--other", "3d", "--other", "??"], "error: --other 2: '??' is not"),
        (["throw", "9d", *["--other", "3d"] * 4], "at most three other hands, not 4"),
        (["throw", "9d 8d", "--unit", "9d 8d"], "error: --unit 1: "),
        (["throw", "9d 8d", "--unit", "9d"], "error: the units named must make up"),
        (["decompose", "9d 8h", "--all"], "a lead is of one suit"),
        (["decompose", ""], "no cards given"),
        (
            ["follow", "--hand", "7h", "--lead", "9h 9h"],
            "--hand: fewer cards (1) than were led (2)",
        ),
        (["follow", "--hand", "7h", "--lead", ""], "--lead: no cards given"),
        (["follow", "--hand", "7h 8h", "--lead", "9h 9d"], "--lead: a lead is of one suit"),
        (["follow", "7x", "--hand", "7h", "--lead", "9h"], "PLAY: '7x' is not a card"),
        (["winner", "9d", "9c 9c"], "P2 plays another number of cards (2) than were led (1)"),
        (["winner", *["9d", "8d", "7d", "6d", "5d"]], "1 to 4 plays make a trick, not 5"),
        (["winner", "9d", ""], "PLAY 2: no cards given"),
        (["winner", "9d 9c"], "PLAY 1: a lead is of one suit"),
        (["order", "--level", "1"], "error: level"),
        (["order", "--trump", "x"], "error: suit"),
        (["order", "--decks", "4"], "error: decks=4"),
        (["order", "--set", "kitty"], "error: --set: 'kitty': write OPTION=VALUE"),
        (["order", "--set", "=3"], "error: --set: '=3': write OPTION=VALUE"),
        (["order", "--set", "kitty=flat", "--set", "kitty=flat"], "'kitty' is set twice"),
        (["order", "--set", "kitty=double"], "error: kitty='double'"),
        (["order", "--set", "colour=3"], "error: unknown option 'colour'"),
        (["order", "--set", "throw_penalty=ten"], "error: throw_penalty must be an int"),
        (["order", "--set", "gap_adjacent=maybe"], "error: gap_adjacent"),
        (["order", "--rules", "nowhere.toml"], "error: nowhere.toml: No such file"),
        (["judge", "nowhere.jsonl"], "error: nowhere.jsonl: No such file"),
        (["rules", "show", "nowhere.toml"], "error: nowhere.toml: No such file"),
        (["rules", "check", "nowhere"], "error: nowhere: No such file"),
        (["rules", "check", "."], "error: .: "),
        (["rules", "show", "."], "error: .: "),
        (["rules", "show", "Default"], "error: 'Default' is neither a preset nor a TOML file;"),
        (["rules", "diff", "qq", "q\x1bq"], "error: 'q q' is neither a preset nor a TOML file;"),
        (["rules", "show", ""], "presets: default, titanic, boke, qq, bianfeng, bianfeng_find"),
        (["rules", "diff", "-", "-"], "error: '-' is set twice"),
        (["order", "--set", "levels=5,X"], "error: levels[1]='X': must be one of 2 3 4"),
        (["order", "--set", "levels="], "error: levels=(): must have at least one rank"),
        (["order", "--set", "kitty_flat=2"], "error: kitty_flat=(2,): must be three numbers"),
        (["order", "--set", "decks=1,2"], "error: decks must be an int, not str"),
    ],
)
def test_bad_input_is_one_message_and_exit_status_two(arguments, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert message in error_of(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["throw"],
        ["winner"],
        ["follow"],
        ["follow", "--hand", "3d"],
        ["throw", "9d", "8d"],
        ["throw", "9d", "--lang", "fr"],
        ["throw", "9d", "--style", "latin"],
        ["order", "--decks", "two"],
        ["order", "--limit", "3"],
        ["follow", "--hand", "3d", "--lead", "4d", "--limit", "-1"],
        ["judge"],
        ["judge", CASES, "--show", "all"],
        ["rules", "list"],
        ["rules", "show"],
        ["rules", "diff", "qq"],
        ["rules", "check"],
        ["rules", "--all"],
        ["rules", "show", "qq", "--lang", "fr"],
    ],
)
def test_wrong_usage_is_exit_status_two(arguments):
    assert "Error: " in error_of(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "没有命令 nonsense"),
        (["rules", "list"], "没有命令 list"),
        (["throw"], "缺少参数 CARDS"),
        (["follow"], "缺少选项 --"),
        (["throw", "9d", "8d"], "多余的参数：8d"),
        (["throw", "9d", "--style", "latin"], "--style 的值不对：latin 不是 'ascii', 'unicode'"),
        (["order", "--decks", "two"], "--decks 的值不对："),
        (["play", "--decks", "9"], "--decks 的值不对："),
        (["order", "--limit", "3"], "没有选项 --limit"),
        (["rules", "--all"], "没有选项 --all"),
    ],
)
def test_wrong_usage_in_chinese(arguments, message):
    said = error_of("--lang", "zh", *arguments)
    assert said == error_of(*arguments, "--lang", "zh")
    usage, more, empty, error = said.splitlines()
    assert usage.startswith("用法：tractor") and more.startswith("查看说明：tractor") and not empty
    assert error.startswith(f"错误：{message}")
    assert not re.search("Invalid|Input|valid|range", error)


def test_usage_errors_of_every_parser():
    class Context:
        command_path = "tractor x"

        def get_usage(self):
            return "Usage: tractor x"

    class UsageError(Exception):
        ctx = Context()

        def format_message(self):
            return str(self)

    class NoArgsIsHelpError(UsageError):
        pass

    for said, chinese in (
        ("No such option: --foo", "没有选项 --foo"),
        ("No such option: --foo (Possible options: --for)", "没有选项 --foo"),
        ("No such option '--foo'. Did you mean '--for'?", "没有选项 --foo"),
        ("Invalid value for '--n' / '-n': 'x' is not a valid integer.", "--n 的值不对：x 不是整数"),
        (
            "Invalid value for '--n': 9 is not in the range 1<=x<=3.",
            "--n 的值不对：9 不在 1<=x<=3 之内",
        ),
        ("Option '--n' requires an argument.", "选项 --n 后面要有值"),
        ("Missing command.", "缺少命令"),
        ("Something quite new", "Something quite new"),
    ):
        shown = usage_error(UsageError(said), "zh")
        assert shown == f"用法：tractor x\n查看说明：tractor x -h\n\n错误：{chinese}"
        assert usage_error(UsageError(said), "en") is None
    assert usage_error(NoArgsIsHelpError("help"), "zh") is None
    assert usage_error(ValueError("x"), "zh") is None


def test_a_level_out_of_range_is_told_in_the_words_it_takes():
    for level in ("14", "1", "0"):
        said = error_of("order", "--level", level)
        assert said == (
            f"error: level is one of '2' to '10' (or 'T'), 'J', 'Q', 'K', 'A', not '{level}'\n"
        )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": "a"', "cases.jsonl: line 1: not JSON: Expecting ',' delimiter (column 11)"),
        (b"\n\xff\n", "cases.jsonl: line 2: not UTF-8 text"),
        (b'\n{"id": "a"}\n', "cases.jsonl: line 2: row 'a': ask: missing"),
        (
            b'{"id": "a", "ask": "winner", "position": {"level": "2"}, "expected": {"winner": 1}}',
            "cases.jsonl: line 1: row 'a': position.trump: missing",
        ),
        (b"[" * 100_000, "cases.jsonl: line 1: not JSON: nested too deeply"),
    ],
)
def test_judge_names_the_bad_line(content, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cases.jsonl").write_bytes(content)
    assert error_of("judge", "cases.jsonl") == f"error: {message}\n"


def test_judge_of_a_folder(tmp_path):
    assert error_of("judge", tmp_path).startswith(f"error: {tmp_path}: ")


def test_a_bad_rules_file(tmp_path):
    path = tmp_path / "room.toml"
    path.write_text("decks = [", encoding="utf-8")
    assert error_of("order", "--rules", path).startswith(f"error: {path}: ")
    path.write_text("colour = 3", encoding="utf-8")
    assert "unknown option 'colour'" in error_of("order", "--rules", path)


def test_deep_json_that_can_be_read_but_not_written(monkeypatch):
    def too_deep(*_):
        raise RecursionError

    monkeypatch.setattr(cli, "judge_file", too_deep)
    assert error_of("judge", CASES) == "error: nested too deeply\n"


# ---------------------------------------------------------------- help


def test_version():
    assert run("--version").stdout == f"tractor {tractor_core.__version__}\n"


def help_lines(*arguments):
    return run(*arguments, "--help").stdout.splitlines()


def examples():
    """Every example that the help prints, as arguments and the input they name."""
    found = []
    for command in ((), *(name.split() for name in COMMANDS)):
        printed = help_lines(*command)
        assert any(line.strip() == "Examples:" for line in printed), command
        for line in printed:
            if line.startswith("    tractor ") and "COMMAND" not in line:
                words, _, source = line.partition(" < ")
                found.append((shlex.split(words)[1:], source.strip()))
    return found


def test_every_example_of_the_help_runs(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    shutil.copy(CASES, "cases.jsonl")
    shutil.copy(DATA / "recorded_rounds.tractor", "rounds.tractor")
    Path("room.toml").write_text("[rules]\ndecks = 3\n", encoding="utf-8")
    seen = set()
    for arguments, source in examples():
        text = Path(source).read_text(encoding="utf-8") if source else None
        result = CliRunner().invoke(app, arguments, input=text)
        assert result.exit_code in (0, 1), (arguments, result.output)
        assert result.stdout
        seen |= {" ".join(arguments[:1]), " ".join(arguments[:2])}
    assert seen >= set(COMMANDS)


def test_help_lists_the_commands_and_their_options():
    printed = "\n".join(help_lines())
    for name in COMMANDS:
        group, _, last = name.rpartition(" ")
        listed = "\n".join(help_lines(*group.split()))
        assert re.search(rf"^  {last} +\S", listed, re.MULTILINE), name
        one = "\n".join(help_lines(*name.split()))
        for option in ("--json", "--lang"):
            assert option in one or (name, option) in (("play", "--json"), ("odds", "--json"))
        if name in POSITIONS:
            for option in (
                "--level",
                "--trump",
                "--permanent-twos",
                "--rules",
                "--set",
                "--decks",
                "--style",
            ):
                assert option in one
    assert "..." not in printed.partition("Commands:")[2]  # no sentence is cut off
    bare = CliRunner().invoke(app, [])
    assert "Usage: tractor" in bare.output


def test_help_in_chinese():
    english = {text for key, (text, _) in MESSAGES.items() if key.startswith("help.")}
    for name in COMMANDS:
        printed = "\n".join(
            help_lines("--lang", "zh") if not name else help_lines(*name.split(), "--lang", "zh")
        )
        assert "例如：" in printed
        assert not [text for text in english if text.partition("\n")[0] in printed]
    for arguments in (("--lang", "zh", "order"), ("--lang=zh", "order"), ("--lang", "zh")):
        assert "例如：" in "\n".join(help_lines(*arguments))
    for command in (["order"], ["rules"], ["rules", "diff"]):
        assert "[default: zh]" in "\n".join(help_lines("--lang", "zh", *command))
    # the next run speaks English again
    assert "Examples:" in run("order", "--help").stdout


def test_every_help_text_is_printed_and_no_option_lacks_one():
    printed = " ".join(" ".join(help_lines(*name.split())) for name in ("", *COMMANDS))
    packed = "".join(printed.split())
    for key, (english, _) in MESSAGES.items():
        if key.startswith("help."):
            assert "".join(english.split()) in packed, key
    command = get_command(app)
    for inner in (
        command,
        *command.commands.values(),
        *command.commands["odds"].commands.values(),
        *command.commands["rules"].commands.values(),
    ):
        assert inner.help
        for param in inner.params:
            assert param.param_type_name == "argument" or param.help, (inner.name, param.name)


# ---------------------------------------------------------------- bench


def test_signature(monkeypatch):
    stored = f"{EXPECTED:016x}"
    assert run("bench", "--signature").stdout == stored + "\n"
    found = json.loads(run("bench", "--signature", "--json").stdout)
    assert found == {"signature": stored, "expected": stored}
    monkeypatch.setattr(cli, "EXPECTED", 1)
    result = run("bench", "--signature", code=1)
    assert result.stdout == stored + "\n"
    assert "0000000000000001" in result.stderr


def test_bench():
    rows = [json.loads(line) for line in run("bench", "--json").stdout.splitlines()]
    assert len(rows) == len({row["verb"] for row in rows}) >= 15
    assert all(0 < row["min"] <= row["median"] for row in rows)
    shown = lines("bench")
    assert [row["verb"] for row in rows] == [name for name, _, _ in shown]


# ---------------------------------------------------------------- terminals


def screen_of(width, **settings):
    screen = Screen(settings.pop("lang", Language.en), settings.pop("style", None), False)
    screen.rich = True
    screen.console = Console(
        width=width, file=io.StringIO(), force_terminal=True, color_system=None
    )
    return screen


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("lang", list(Language))
def test_tables_of_any_width_keep_every_card(style, lang):
    trump = Trump("10", "h")
    for width in range(30, 110):
        screen = screen_of(width, style=style, lang=lang)
        rows = [
            (screen.say(suit), " ".join(screen.kinds(step, "=").plain for step in steps))
            for suit, steps in tractor_core.order(trump).items()
        ]
        screen.table(("suit", "high_to_low"), rows)
        printed = screen.console.file.getvalue()
        assert all(cell_len(line) <= width for line in printed.splitlines())
        packed = "".join(printed.split())
        for name, cards in rows:
            assert name in packed
            first = cards.split()[0]
            assert first in packed
        kinds = "".join(re.split(r"[=\s]+", "".join(cards for _, cards in rows)))
        assert len(kinds) <= len(packed)
        for kind in range(54):
            assert tractor_core.format_kind(kind, style.value) in packed, (width, kind)


@pytest.mark.parametrize("lang", list(Language))
def test_columns_line_up_in_a_terminal(lang):
    screen = screen_of(80, lang=lang)
    names = ("single", "pair", "triple", "tractor", "titanic")
    screen.table(("unit", "cards"), [(screen.say(name), "|") for name in names])
    rows = screen.console.file.getvalue().splitlines()[2:]
    assert len({cell_len(row.partition("|")[0]) for row in rows}) == 1


def test_red_suits_are_red():
    text = screen_of(80, style=Style.unicode).cards(tractor_core.Cards("As Ad SJ BJ"), Trump("2"))
    red = {text.plain[span.start : span.end] for span in text.spans if span.style == "red"}
    assert red == {"A♦", "BJ"}


def test_signs_only_where_the_terminal_can_show_them(monkeypatch):
    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert Screen(Language.en, None, False).style == "unicode"
    assert Screen(Language.en, Style.chinese, False).style == "chinese"
    terminal.encoding = "ascii"
    assert Screen(Language.en, None, False).style == "ascii"
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert Screen(Language.en, None, False).style == "ascii"


def in_terminal(*arguments, width=80):
    """What a command writes to a terminal of this width, and its exit status."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tractor_core", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        written += part
    os.close(ours)
    return written.decode("utf-8").replace("\r\n", "\n"), process.wait(timeout=60)


needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@needs_terminal
def test_rich_in_a_terminal():
    shown, status = in_terminal(*THROW, *TRUMP)
    assert status == 1
    assert "\x1b[1;31mIt fails\x1b[0m" in shown
    assert "\x1b[31m9♦\x1b[0m" in shown
    plain = ANSI.sub("", shown).splitlines()
    assert plain[:2] == ["level 10, spades trump", "It fails: 9♦ is led, 8♦ 8♦ 4♦ 4♦ goes back"]
    assert plain[2].split() == ["unit", "cards", "beaten", "by"]
    assert plain[-1].split() == ["single", "9♦", "P2"]


@needs_terminal
def test_rules_in_a_terminal(tmp_path):
    shown, status = in_terminal("rules", "diff", "default", "competition")
    plain = ANSI.sub("", shown).splitlines()
    assert status == 1
    assert plain[0] == "A is default, B is competition: 11 options differ."
    assert plain[1].split() == ["option", "rule", "A", "B"]
    rows = [line.split() for line in plain[3:]]
    run_of_levels = [[*row[:2], row[2].replace(RANKS, "2-A"), row[3]] for row in COMPETITION]
    assert rows == run_of_levels  # one line each

    shown, _ = in_terminal("rules", "show", "botzone")
    assert "\x1b[1mbotzone\x1b[0m: Botzone's Tractor" in shown
    plain = " ".join(ANSI.sub("", shown).split())
    assert f"From {PRESETS['botzone'].source}. {PRESETS['botzone'].notes}" in plain

    shown, _ = in_terminal("rules", "show", "qq", "--all")
    bold = re.findall(r"\x1b\[1m(\w+) *\x1b\[0m", shown)
    assert {"suit_order", "exchange", "true"} <= set(bold)
    assert "exchange_doubles" not in bold

    for name, other, said in (
        ("qq", "qq", "A is qq, B is qq: no option differs.\n"),
        ("default", "bianfeng", "A is default, B is bianfeng: 1 option differs.\n"),
    ):
        assert said in ANSI.sub("", in_terminal("rules", "diff", name, other)[0])
    assert "No option differs from the default.\n" in in_terminal("rules", "show", "default")[0]

    path = write_rules(tmp_path, "crown = true", "r.toml")
    for text, said in (("crown = true", "1 option differs"), ("decks = 1", "2 options differ")):
        write_rules(tmp_path, text, "r.toml")
        shown, status = in_terminal("rules", "check", str(path), width=200)
        assert (status, shown) == (0, f"{path}: ok, {said} from the default.\n")


@needs_terminal
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["judge", CASES], 0),
        (["judge", CASES, "--lang", "zh"], 0),
        (["order", "--style", "chinese", "--lang", "zh", *TRUMP], 0),
        ([*FOLLOW, "4h 5h"], 1),
        (["winner", "Kd", "2h", "--trump", "s", "--lang", "zh"], 0),
        (["throw", "--help", "--lang", "zh"], 0),
        (["rules"], 0),
        (["rules", "--lang", "zh"], 0),
        *((["rules", "show", name], 0) for name in ("default", "boke", "competition", "rbtying")),
        *((["rules", "show", name, "--lang", "zh"], 0) for name in ("qq", "botzone", "plain_3")),
        (["rules", "show", "competition", "--all"], 0),
        (["rules", "diff", "default", "competition"], 1),
        (["rules", "diff", "colour", "one_deck_crown", "--lang", "zh"], 1),
        (["rules", "diff", "--help"], 0),
    ],
)
def test_eighty_columns_are_enough(arguments, status):
    shown, exit_status = in_terminal(*arguments)
    assert exit_status == status
    assert "\x1b[" in shown
    assert max(cell_len(line) for line in ANSI.sub("", shown).splitlines()) <= 80


@needs_terminal
def test_json_in_a_terminal_is_not_wrapped():
    shown, _ = in_terminal("order", "--json")
    assert json.loads(shown)["trump"]["level"] == "2"
    assert shown.count("\n") == 1


# ---------------------------------------------------------------- processes


def test_a_pipe_gets_plain_lines():
    done = start("winner", "Kd", "2h", "--trump", "s")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "winner\tP2\npoints\t10\nP1\tKd\tleads\t10\nP2\t2h\truffs\t0\n"
    done = start("throw", "--help")
    assert "\x1b" not in done.stdout and "╭" not in done.stdout


def test_errors_of_a_process():
    done = start("throw", "9x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: CARDS: '9x' is not a card")
    done = start("throw", "9d", "--colour")
    assert done.returncode == 2
    assert "Error: No such option" in done.stderr
    assert "╭" not in done.stderr


MISSING = 'the command line needs an extra: pip install "tractor-core[cli]"\n'
RUN = "import runpy; runpy.run_module('tractor_core', run_name='__main__')"


@pytest.mark.parametrize("name", ["typer", "rich"])
def test_without_the_extra_one_line_says_how_to_get_it(name):
    done = start(module=("-c", f"import sys; sys.modules[{name!r}] = None; {RUN}"))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", MISSING)


@pytest.mark.parametrize("name", ["tractor_core.messages", "tractor_core.judge", "typer.core"])
def test_other_missing_modules_are_not_masked(name):
    done = start(module=("-c", f"import sys; sys.modules[{name!r}] = None; {RUN}"))
    assert done.returncode == 1
    assert "ModuleNotFoundError" in done.stderr
    assert "needs an extra" not in done.stderr


def test_main_is_the_entry_point_of_the_script():
    from tractor_core.__main__ import main

    code = "import sys; from tractor_core.__main__ import main; sys.exit(main())"
    done = start("--version", module=("-c", code))
    assert (done.returncode, done.stdout) == (0, f"tractor {tractor_core.__version__}\n")
    assert callable(main)


needs_shell = pytest.mark.skipif(
    not (shutil.which("bash") and sys.platform != "win32"), reason="needs bash"
)
needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


def in_shell(script):
    """The finished bash script, in which $TRACTOR is the command and $CASES a file."""
    command = f"{shlex.quote(sys.executable)} -m tractor_core"
    script = script.replace("$TRACTOR", command).replace("$CASES", shlex.quote(CASES))
    return subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8")


@needs_shell
@pytest.mark.parametrize("command", ["judge $CASES --json", "order", "--help", "judge --help"])
def test_a_broken_pipe_is_quiet(command):
    done = in_shell(f"$TRACTOR {command} | true; exit ${{PIPESTATUS[0]}}")
    assert done.stderr == ""
    assert done.returncode in (0, 141)


@needs_shell
def test_a_reader_that_stops_early():
    done = in_shell(
        "for i in {1..40}; do cat $CASES; done"
        " | $TRACTOR judge - | head -n 1; exit ${PIPESTATUS[1]}"
    )
    assert (done.returncode, done.stderr) == (141, "")
    assert done.stdout.startswith("agree\tord-01")


@needs_shell
def test_a_closed_standard_output_or_error():
    done = in_shell("$TRACTOR order >&-")
    assert (done.returncode, done.stderr) == (2, "error: standard output is closed\n")
    assert in_shell("$TRACTOR order >&- 2>&-").returncode == 2
    done = in_shell("$TRACTOR order 2>&-")
    assert done.returncode == 0 and done.stdout
    done = in_shell("$TRACTOR throw 9x 2>&-")
    assert (done.returncode, done.stdout) == (2, "")
    done = in_shell("$TRACTOR judge - <&-")
    assert (done.returncode, done.stderr) == (2, "error: standard input is closed\n")


@needs_shell
@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["order", "order --json", "judge $CASES", "--help"])
def test_a_full_disk(command, unbuffered):
    done = in_shell(f"PYTHONUNBUFFERED={unbuffered} $TRACTOR {command} >/dev/full")
    assert done.returncode == 2
    assert done.stderr == "error: cannot write the output: No space left on device\n"


def test_an_encoding_without_suits_does_not_fail():
    done = start("order", "--style", "unicode", "--lang", "zh", env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u2666" in done.stdout


def test_control_characters_of_a_file_do_not_reach_the_terminal(tmp_path):
    row = {**WRONG, "id": "a\x1b[31m\ud800", "title": "x\ty\nz"}
    result = run("judge", write_cases(tmp_path, row), code=1)
    assert "\x1b" not in result.stdout
    assert len(result.stdout.splitlines()) == 2


def test_public_names():
    assert cli.__all__ == ["app", "run"]
    assert callable(cli.run)
    assert issubclass(errors.NotationError, ValueError)
