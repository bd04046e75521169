"""`tractor odds` and `tractor deal`: what they answer, write and refuse."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction

import pytest
from rich.cells import cell_len
from test_cli import (
    ANSI,
    error_of,
    from_json,
    in_terminal,
    lines,
    needs_terminal,
    plain_help,
    run,
)

import tractor_core as tc
from tractor_core import odds
from tractor_core.messages import MESSAGES

__all__ = ["plain_help"]

H = ["--trump", "h", "--level", "10"]
TRUMP = tc.Trump("10", "h")
SMALL = ["-n", "3000", "--seed", "5"]
FEW = ["-n", "200", "--seed", "5"]
GREEDY = ("greedy", "random")
# arguments, and the study that they mean
ASKED = {
    "unit": (
        ["unit", "tractor", "--length", "3", "--suit", "side", "--seat", "any", *H],
        lambda: odds.unit("tractor", length=3, suit="side", hand="any", trump=TRUMP),
    ),
    "number of units": (
        ["unit", "pair", "-c", "number", "--seat", "2", "--hand", "As As", *H],
        lambda: odds.unit("pair", count="number", hand=2, hands={0: "As As"}, trump=TRUMP),
    ),
    "units at least": (
        ["unit", "pair", "--least", "3", "--decks", "3"],
        lambda: odds.unit("pair", least=3, decks=3, trump=tc.Trump("2")),
    ),
    "throw": (
        ["throw", "As As Ks Ks Js", *H],
        lambda: odds.throw("As As Ks Ks Js", trump=TRUMP),
    ),
    "throw of ranks": (
        ["throw", "A K", "--held", "6", "--by", "opponents", *H],
        lambda: odds.throw("AK", length=6, by="opponents", trump=TRUMP),
    ),
    "throw with units": (
        ["throw", "Ks Ks As", "--unit", "Ks", "--unit", "Ks", "--unit", "As", "--kitty", "As", *H],
        lambda: odds.throw("Ks Ks As", units=["Ks", "Ks", "As"], kitty="As", trump=TRUMP),
    ),
    "throw by the rules": (
        ["throw", "As Ks Qs", "--set", "throw_against=opponents", *H],
        lambda: odds.throw("As Ks Qs", rules=tc.Rules(throw_against="opponents"), trump=TRUMP),
    ),
    "beaten": (
        ["beaten", "Ks Ks", "--by", "opponents", *H],
        lambda: odds.beaten("Ks Ks", by="opponents", trump=TRUMP),
    ),
    "ruffed": (["ruffed", "A", *H], lambda: odds.ruffed("A", trump=TRUMP)),
    "escape": (
        ["escape", "10", "--ruffs", "opponents", "--not-dealer", "--trump", "h"],
        lambda: odds.escape("10", ruffs="opponents", buried=False, trump=tc.Trump("2", "h")),
    ),
    "points": (["points", "--seat", "side"], lambda: odds.points("side")),
    "kitty": (
        ["kitty", "--hand", "Kd Kd", "--decks", "1", "--decks", "2"],
        lambda: odds.kitty_points(hands={0: "Kd Kd"}),
    ),
    "length": (["length", "--suit", "trump", *H], lambda: odds.suit_length("trump", trump=TRUMP)),
    "void": (
        ["length", "--suit", "s", "--most", "0", "--seat", "any", *H],
        lambda: odds.void("s", hand="any", trump=TRUMP),
    ),
    "length at least": (
        ["length", "--least", "8", *H],
        lambda: odds.suit_length(between=(8, 32767), trump=TRUMP),
    ),
    "declaration": (
        ["declare", "--level", "10", "--seat", "any", "--drawn", "20"],
        lambda: odds.declaration("10", hand="any", kitty_size=28),
    ),
    "strong declaration": (
        ["declare", "--strength", "2", "--set", "colour_declaration=true"],
        lambda: odds.declaration("2", least=2, rules=tc.Rules(colour_declaration=True)),
    ),
    "points of rounds": (
        ["playout", "--policy", "random", "--dealer", "1", *H],
        lambda: odds.round_points("random", dealer=1, trump=TRUMP),
    ),
    "levels": (
        ["playout", "--attackers", "random", "--ask", "levels", "--no-exchange", *H],
        lambda: odds.levels_gained(GREEDY, exchange=False, trump=TRUMP),
    ),
    "last trick": (
        ["playout", "--ask", "last-trick", "--attackers", "random", *H],
        lambda: odds.last_trick(GREEDY, trump=TRUMP),
    ),
}


def few(name):
    return FEW if "playout" in ASKED[name][0] else SMALL


@pytest.mark.parametrize("name", ASKED)
def test_a_command_runs_its_study(name):
    arguments, study = ASKED[name]
    found = odds.Result.from_dict(from_json("odds", *arguments, *few(name)))
    deals = int(few(name)[1])
    assert found == odds.run(study(), deals, seed=5)
    # in a pipe: lines of columns with the same numbers
    shown = lines("odds", *arguments, *few(name))
    assert shown[0] == ["title", found.title]
    first = shown[1] if found.copies else ["", *[""] * 3]
    assert first[0] in ("probability", "mean", "")
    for text, value in zip(first[1:], (found.estimate, found.low, found.high), strict=True):
        assert not found.copies or abs(float(text) - value) <= 0.51 * 0.1 ** len(
            text.partition(".")[2]
        )
    rows = {row[0]: row[1:] for row in shown}
    assert rows["deals"] == [str(deals)]
    assert rows["copies"] == [str(found.copies)]
    assert rows["seed"] == ["5"]
    assert ("exact" in rows) == (found.exact is not None)
    if found.exact is not None:
        assert float(rows["exact"][0]) == pytest.approx(float(found.exact), rel=1e-11)
    shares = [] if found.event else found.shares()
    assert [row[0] for row in shown[len(shown) - len(shares) :]] == [b.label for b in shares]


@pytest.mark.parametrize("name", ASKED)
def test_titles_in_chinese(name):
    arguments, _ = ASKED[name]
    shown, status = in_terminal("odds", *arguments, *few(name), "--lang", "zh")
    assert status == 0
    page = re.sub(r"\x1b\[[?\d]*[A-Zhl]|\r", "\n", ANSI.sub("", shown)).split("100%")[-1]
    head = re.split(r"\n(?:概率|平均|没有一局)", page)[0].rpartition("\n\n")[2]
    # nothing English is left but cards, policies and the seat's number
    words = set(re.findall(r"[A-Za-z]{3,}", head)) - {"greedy", "random"}
    assert not words
    assert "副牌" in head


@pytest.mark.parametrize("name", ASKED)
def test_exact_alone(name):
    arguments, make = ASKED[name]
    study = make()
    try:
        exact = odds.exact(study)
    except odds.NoExactValue as error:
        result = run("odds", *arguments, "--exact", code=1)
        assert result.stderr == f"error: no exact value: {error}\n"
        assert result.stdout == ""
        return
    found = from_json("odds", *arguments, "--exact")
    assert Fraction(found["exact"]) == exact and found["title"] == study.title
    shown = lines("odds", *arguments, "--exact")
    assert shown[0] == ["title", study.title]
    assert float(shown[1][1]) == pytest.approx(float(exact), rel=1e-11)
    if len(shown) > 2:
        shares = odds.distribution(study)
        assert [Fraction(p["exact"]) for p in found["shares"]] == [
            shares[value] for value in sorted(shares)
        ]
        assert len(shown) == 2 + len(shares)


def test_the_throw_of_the_handbook():
    shown = {row[0]: row[1:] for row in lines("odds", "throw", "As As Ks Ks Js", *H)}
    assert shown["exact"] == ["0.0719588806396", "126/1751"]
    assert shown["probability"] == ["0.07240", "0.07189", "0.07291"]
    assert shown["deals"] == ["1000000"]


# ---------------------------------------------------------------- how it is run


def test_deals_may_be_written_as_people_do():
    for text in ("2000", "2e3", "2_000"):
        assert from_json("odds", "kitty", "-n", text)["deals"] == 2000


def test_half_width_and_confidence():
    found = from_json("odds", "kitty", "--half-width", "0.02", "--confidence", "0.9")
    assert found["stopped"] == "half_width" and found["level"] == 0.9
    assert found["high"] - found["low"] <= 0.04
    assert found["deals"] % found["block"] == 0


def test_seconds_end_a_run():
    found = from_json("odds", "kitty", "--seconds", "0.2", "-n", "1e13")
    assert found["stopped"] == "seconds" and 0 < found["deals"] < 1e13


def test_threads_do_not_matter():
    one = from_json("odds", "points", "-n", "5e6", "--threads", "1")
    assert from_json("odds", "points", "-n", "5e6", "--threads", "3") == one


def test_a_checkpoint_is_gone_on_from(tmp_path):
    path = tmp_path / "run.json"
    part = from_json("odds", "points", "-n", "4194304", "--checkpoint", path)
    whole = from_json("odds", "points", "-n", "5e6", "--checkpoint", path)
    assert whole == from_json("odds", "points", "-n", "5e6")
    assert part["deals"] == 4194304
    message = error_of("odds", "kitty", "--checkpoint", path)
    assert "it is of another study, 'points that a given hand holds; 2 decks'" in message
    assert message.count("\n") == 1


def test_files_are_written(tmp_path):
    pytest.importorskip("matplotlib")
    parquet = pytest.importorskip("pyarrow.parquet")
    for arguments in (["kitty"], ["throw", "As Ks", *H]):
        files = {name: tmp_path / f"{arguments[0]}.{name}" for name in ("csv", "parquet", "png")}
        options = [x for name, path in files.items() for x in (f"--{name}", path)]
        options[options.index("--png")] = "--plot"
        result = run("odds", *arguments, *SMALL, *options, "--json")
        found = odds.Result.from_json(result.stdout)
        assert result.stderr == "".join(f"Wrote {path}.\n" for path in files.values())
        assert files["csv"].read_text() == found.to_csv()
        with files["csv"].open() as file:
            assert len(list(csv.DictReader(file))) == len(found.rows())
        assert parquet.read_table(files["parquet"]).num_rows == len(found.rows())
        assert files["png"].read_bytes().startswith(b"\x89PNG")


def test_nothing_applied(tmp_path):
    pytest.importorskip("matplotlib")
    plot = tmp_path / "none.png"
    arguments = ("odds", "escape", "10", "--held", "60", "--trump", "h", *FEW)
    result = run(*arguments, "--plot", plot, code=1)
    assert result.stdout.partition("\n")[2] == "deals\t200\ncopies\t0\nseed\t5\n"
    assert result.stderr == (
        "error: what is asked applied in none of the 200 deals: there is no answer\n"
    )
    assert not plot.exists()
    result = run(*arguments, "--json", code=1)
    assert json.loads(result.stdout)["copies"] == 0


# ---------------------------------------------------------------- suits that seats lack


@pytest.mark.parametrize(
    ("arguments", "study"),
    [
        (
            ["length", "--suit", "s", "--seat", "2", "--void", "1:s", "--void", "3:trump", *H],
            lambda: odds.suit_length("s", hand=2, voids={1: "s", 3: ["trump"]}, trump=TRUMP),
        ),
        (
            ["throw", "As As Ks Ks Js", "--no-pair", "1:s", "--no-pair=3: s", *H],
            lambda: odds.throw("As As Ks Ks Js", no_pairs={1: ["s"], 3: ["s"]}, trump=TRUMP),
        ),
        (
            ["ruffed", "As As", "--void", "1:s", "--void", "1:d", "--no-pair", "2:trump", *H],
            lambda: odds.ruffed(
                "As As", voids={1: ["s", "d"]}, no_pairs={2: "trump"}, trump=TRUMP
            ),
        ),
    ],
)
def test_suits_that_seats_lack(arguments, study):
    found = odds.Result.from_dict(from_json("odds", *arguments, "-n", "3000", "--seed", "2"))
    assert found == odds.run(study(), 3000, seed=2)
    assert "seat 1 is" in found.title


@pytest.mark.parametrize("option", ["--void", "--no-pair"])
@pytest.mark.parametrize("text", ["s", "1", "4:s", "-1:s", "1:x", "1:", ":s", "1:s:d", "1:S", ""])
def test_suits_that_are_written_otherwise(option, text):
    said = error_of("odds", "length", "--suit", "d", "--seat", "0", f"{option}={text}")
    assert said == (
        f"error: {option}: '{text}': write SEAT:SUIT, a seat from 0 to 3 and d, c, h, s or trump, "
        "as 1:s\n"
    )


def test_suits_that_cannot_be_lacked():
    asked = ("odds", "length", "--suit", "s", "--seat", "2")
    said = error_of(*asked, *H, "--void", "1:h")
    assert said == "error: --void: hearts are trumps: ask for trump\n"
    said = error_of(*asked, *(f"--void={seat}:s" for seat in range(4)))
    assert said.startswith("error: no deal of the 108 unseen cards fits")
    said = error_of("odds", "length", "--suit", "side", "--void", "1:s")
    assert said.endswith("name a seat and a suit\n")
    # without trumps there are no suits to lack
    assert "--void" not in run("odds", "points", "--help").stdout
    assert "--void SEAT:SUIT" in run("odds", "throw", "--help").stdout


def wait_for(text, stream, seconds=60):
    seen, end = b"", time.monotonic() + seconds
    while text not in seen and time.monotonic() < end:
        seen += os.read(stream, 65536)
    return seen


@needs_terminal
def test_ctrl_c_prints_what_was_done():
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tractor_core", "odds", "points", "-n", "1e12", "--json"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,  # the bar tells when blocks are done
        env={**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(theirs)
    bar = wait_for(b"deals", ours)
    process.send_signal(signal.SIGINT)
    with process.stdout:
        out = process.stdout.read()
    after = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        after += part
    os.close(ours)
    assert process.wait(timeout=60) == 130
    found = odds.Result.from_json(out.decode())
    assert found.stopped == "interrupted"
    assert 0 < found.deals < 1e12 and found.deals % found.block == 0
    said = ANSI.sub("", after.decode())
    assert f"Interrupted: these are the {found.deals:,} deals that were done." in said
    assert "±" in bar.decode() and "Traceback" not in said


# ---------------------------------------------------------------- in a terminal


@needs_terminal
@pytest.mark.parametrize(
    "arguments",
    [
        ["odds", "throw", "As As Ks Ks Js", *H, *SMALL],
        ["odds", "throw", "As As Ks Ks Js", *H, *SMALL, "--lang", "zh"],
        ["odds", "playout", *H, *FEW],
        ["odds", "declare", "--lang", "zh", *SMALL],
        ["odds", "kitty", "--exact"],
        ["odds", "split", "8"],
        ["odds", "escape", "--help"],
        ["odds", "playout", "--help", "--lang", "zh"],
        ["deal", "2", "--seed", "1", *H],
        ["deal", "--seed", "1", "--style", "chinese", "--lang", "zh", "--decks", "3"],
    ],
)
def test_eighty_columns_are_enough(arguments):
    shown, status = in_terminal(*arguments)
    assert status == 0
    # the bar on standard error is wiped by carriage returns
    for line in ANSI.sub("", re.sub(r"\x1b\[\?25[lh]|\x1b\[\d*[AK]", "", shown)).splitlines():
        assert max(cell_len(part) for part in line.split("\r")) <= 80, line


@needs_terminal
def test_a_page_in_a_terminal():
    shown, _ = in_terminal("odds", "kitty", "-n", "1e6")
    plain = ANSI.sub("", shown)
    assert "points that the kitty holds; 2 decks" in plain
    assert "mean 14.805  (95 %: 14.786 to 14.825)" in plain
    assert "exact 400/27 = 14.8148148148 (-0.9 standard errors off)" in plain
    assert "1,000,000 deals, seed 0, " in plain
    rows = [line.split() for line in plain.splitlines() if "█" in line]
    assert rows[2][:4] == ["10", "0.23866", "0.23783", "0.23950"]
    assert max(rows, key=lambda row: row[-1].count("█"))[0] == "10"


# ---------------------------------------------------------------- splits


def test_splits():
    shown = {row[0]: row[1] for row in lines("odds", "split", "5", "--dealer")}
    assert [round(float(p), 4) for p in shown.values()] == [0.3911, 0.2499, 0.2399, 0.1099, 0.0092]
    assert list(shown) == ["2-2-1", "3-1-1", "3-2-0", "4-1-0", "5-0-0"]
    found = from_json("odds", "split", "5", "--limit", "0")
    assert sum(Fraction(row["exact"]) for row in found["splits"]) == 1
    assert (found["hands"], found["kitty"], found["more"]) == ([25, 25, 25], 8, False)
    counted = odds.counts.splits(5, (25, 25, 25), 8)
    assert [Fraction(row["exact"]) for row in found["splits"]] == list(counted.values())
    assert {row["split"] for row in found["splits"]} >= {"2-2-1", "2-1-1, kitty 1"}


def test_splits_of_a_suit():
    hand, kitty = "As Ks Qs 9s 9s 3s 2s Th", "4s 5d"
    found = from_json("odds", "split", "-s", "s", *H, "--hand", hand, "--kitty", kitty)
    # 12 kinds twice, without seven in hand and one buried; six of the kitty are unseen
    assert (found["missing"], found["kitty"], found["more"]) == (16, 6, True)
    trumps = from_json("odds", "split", "-s", "trump", *H, "--hand", hand, "--decks", "3")
    assert (trumps["missing"], trumps["hands"]) == (53, [39, 39, 39])
    result = run("odds", "split", "8", "--limit", "2")
    assert result.stdout.count("\n") == 2
    assert "the 2 likeliest of" in result.stderr


# ---------------------------------------------------------------- deals


def test_deals():
    shown = lines("deal", "3", "--seed", "7", *H)
    assert [row[:2] for row in shown[:5]] == [
        ["1", "seat 0"],
        ["1", "seat 1"],
        ["1", "seat 2"],
        ["1", "seat 3"],
        ["1", "kitty"],
    ]
    assert len(shown) == 15
    deals = next(tc.deal_blocks(3, seed=7))
    for number, one in enumerate(deals):
        rows = shown[5 * number : 5 * number + 5]
        for row, cards in zip(rows, (*one.hands, one.kitty), strict=True):
            assert tc.Cards(row[2]) == cards
            kinds = [tc.parse_kind(token) for token in row[2].split()]
            assert kinds == list(tc.sort_hand(cards, TRUMP))


def test_deals_as_json():
    printed = run("deal", "2", "--seed", "7", "--decks", "3", "--json").stdout
    found = [json.loads(line) for line in printed.splitlines()]
    assert [one["deal"] for one in found] == [1, 2]
    for one in found:
        hands = [tc.Cards(hand) for hand in one["hands"]]
        assert [len(hand) for hand in hands] == [39] * 4
        whole = sum(hands, tc.Cards(one["kitty"]))
        assert Counter(whole) == Counter(dict.fromkeys(range(54), 3))


def test_known_cards_and_sizes_of_deals():
    given = ["--hand0", "As As", "--hand3", "BJ", "--kitty", "5d", "--hand-size", "5"]
    for line in run("deal", "20", "--kitty-size", "3", *given, "--json").stdout.splitlines():
        one = json.loads(line)
        assert tc.Cards("As As") <= tc.Cards(one["hands"][0])
        assert "BJ" in one["hands"][3] and "5d" in one["kitty"]
        assert [len(tc.Cards(hand)) for hand in one["hands"]] == [5] * 4
        assert len(tc.Cards(one["kitty"])) == 3


def test_a_deal_without_a_seed_tells_it():
    first = run("deal")
    seed = re.fullmatch(r"Seed (\d+)\.\n", first.stderr)[1]
    assert run("deal", "--seed", seed).stdout == first.stdout
    assert run("deal", "--seed", seed).stderr == ""


# ---------------------------------------------------------------- errors

LONG = " ".join(f"{rank}{suit}" for suit in "cd" for rank in "3456789TJQKA2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["odds", "kitty", "--decks", "7"], "decks=7: must be from 1 to 3"),
        (["odds", "points", "--hand", "As As As"], "3 copies of As, but --decks is 2"),
        (["odds", "points", "--hand", "As As As As"], "--hand: more than three copies of As"),
        (["odds", "points", "--hand", "As As", "--kitty", "As"], "3 copies of As, but --decks"),
        (["odds", "points", "--hand", LONG], "seat 0 is known to hold 26 cards, more than its 25"),
        (["odds", "length", "--suit", "x"], "suit is one of 'd', 'c', 'h', 's', 'trump', 'side'"),
        (["odds", "length", "--suit", "h", *H], "hearts are trumps under"),
        (["odds", "unit", "pair", "--suit", "side", "--hand", "As", *H], "are not alike, as As"),
        (["odds", "kitty", "--half-width", "0"], "--half-width: 0.0 is not more than 0"),
        (["odds", "kitty", "--half-width", "nan"], "--half-width: nan is not more than 0"),
        (["odds", "kitty", "--seconds", "-1"], "--seconds: -1.0 is not more than 0"),
        (["odds", "kitty", "--confidence", "95"], "--confidence: 95.0 is not between 0 and 1"),
        (["odds", "kitty", "-n", "0"], "--deals: '0' is not a number of deals"),
        (["odds", "kitty", "-n", "1.5"], "--deals: '1.5' is not a number of deals"),
        (["odds", "kitty", "-n", "inf"], "--deals: 'inf' is not a number of deals"),
        (["odds", "kitty", "-n", "many"], "--deals: 'many' is not a number of deals"),
        (["odds", "kitty", "--checkpoint", "."], "it cannot be read (Is a directory)"),
        (["odds", "kitty", "--checkpoint", "no/c.json"], "it cannot be written (No such file"),
        (["odds", "kitty", "--plot", "p.gif"], "--plot: 'p.gif' does not end in .png, .svg or"),
        (["odds", "kitty", "--csv", "no/x.csv"], "--csv: no/x.csv: there is no such folder"),
        (["odds", "kitty", "--csv", "."], "--csv: .: may not be written"),
        (["odds", "kitty", "--exact", "--seed", "0"], "--seed does not go with --exact"),
        (["odds", "kitty", "--exact", "--plot", "p.png"], "--plot does not go with --exact"),
        (["odds", "points", "--seat", "7"], "--seat is from 0 to 3, not 7"),
        (["odds", "points", "--seat", "me"], "--seat: 'me' is no hand: 0 to 3, or one of each"),
        (["odds", "throw", "As"], "As is one unit, which always stands (T1)"),
        (["odds", "throw", "As Kd"], "a lead must be of one suit"),
        (["odds", "throw", "As Xs"], "CARDS: 'Xs' is not a card (character 4)"),
        (["odds", "throw", ""], "CARDS: no cards given"),
        (["odds", "throw", "As Ks", "--hand", "As"], "seat 0 leads Ks As, so it must hold them"),
        (["odds", "throw", "A K", "--hand", "As Ks"], "AK is of no suit"),
        (["odds", "split"], "give the number of missing cards, or --suit and --hand"),
        (["odds", "split", "3", "--suit", "s"], "give the number of missing cards, or --suit"),
        (["odds", "split", "200"], "missing=200: must be from 0 to 83"),
        (["odds", "split", "--suit", "side"], "--suit: side suits differ by what is held"),
        (["odds", "split", "--suit", "h", *H], "--suit: hearts are trumps: ask for trump"),
        (["odds", "declare", "--strength", "9"], "--strength is from 1 to 5, not 9"),
        (["odds", "declare", "--drawn", "30"], "--drawn: 30 is not from 0 to 25"),
        (["odds", "unit", "pair", "--length", "3"], "a pair has no length, not 3"),
        (["odds", "unit", "pair", "--count", "longest"], "a pair has no length"),
        (["odds", "length", "--least", "5", "--most", "3"], "--least 5 is more than --most 3"),
        (["odds", "playout", "--set", "find_partner=true"], "the sides are not known before"),
        (["deal", "--hand0", "As As As"], "3 copies of As, but --decks is 2"),
        (["deal", "--hand1", LONG], "seat 1 is known to hold 26 cards, more than its 25"),
        (["deal", "--hand-size", "30"], "hands and kitty of 128 cards from a stock of 108"),
        (["deal", "--hand2", "Zz"], "--hand2: 'Zz' is not a card"),
    ],
)
def test_bad_input_is_one_message_and_exit_status_two(arguments, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    said = error_of(*arguments)
    assert said.startswith("error: ") and message in said
    assert said.count("\n") == (3 if "is not a card" in said else 1)
    assert list(tmp_path.iterdir()) == []
    chinese = error_of(*arguments, "--lang", "zh")
    assert chinese.startswith("错误：")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_files_that_may_not_be_written(tmp_path):
    for name in ("--csv", "--checkpoint"):
        path = tmp_path / "file"
        path.write_text("{}")
        path.chmod(0o400)
        assert error_of("odds", "kitty", name, path).count("\n") == 1


@pytest.mark.parametrize("name", ["--plot", "--parquet"])
def test_a_missing_extra_is_told_before_the_run(name, monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    path = tmp_path / "file.png"
    message = f'error: {name} needs an extra: pip install "tractor-core[odds]"\n'
    assert error_of("odds", "kitty", "-n", "1e15", name, path) == message


def test_labels_have_names_in_both_languages():
    for rules in (None, tc.Rules(colour_declaration=True)):
        for label in odds.declaration("2", rules=rules).labels:
            english, chinese = MESSAGES[label]
            assert english == label and chinese != english
    for hand in odds.places.HANDS:
        assert f"odds.who.{hand}" in MESSAGES
