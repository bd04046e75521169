"""`tractor replay` and `tractor play`: in a pipe, in a terminal, in Chinese, to the end."""

import io
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from arranged import deck
from rich.cells import cell_len
from rich.console import Console
from typer.testing import CliRunner

import tractor_core as tc
from tractor_core.actions import Bury, Declare, NameCard, Play
from tractor_core.cli import app
from tractor_core.match import Match, Phase
from tractor_core.presets import PRESETS
from tractor_core.record import format_record, read_records
from tractor_core.table import Table, load_match
from tractor_core.terminal import Language, Screen, Style

C = tc.Cards
DATA = Path(__file__).parent / "data"
RECORDED = str(DATA / "recorded_rounds.tractor")
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


def run(*arguments, code=0, **settings):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], **settings)
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def in_terminal(*arguments, width=80, keys=()):
    """What a command writes to a terminal, its questions answered by lines of keys."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tractor_core", *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    written = b""
    keys = list(keys)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([ours], [], [], 0.05)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            written += part
        elif keys and written.rstrip(b" \x1b[0m").endswith(b">"):
            os.write(ours, keys.pop(0).encode() + b"\n")
            written += b" "
    os.close(ours)
    shown = written.decode("utf-8").replace("\r\n", "\n")
    return ANSI.sub("", shown), shown, process.wait(timeout=60)


# ---------------------------------------------------------------- replay


def test_replay_in_a_pipe():
    result = run("replay", RECORDED)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert rows[0] == ["round", "1", "qian-html-1", "2", "c", "0", "2"]
    assert rows[1] == ["kitty", "Qd Jd 7d 6d 5d 9s 5s 4s"]
    assert rows[2] == ["trick", "1", "0", "Ts", "4s", "3s", "5s", "0", "15", "0"]
    assert [row[0] for row in rows].count("round") == 12
    assert result.stderr == "12 rounds hold.\n"
    assert run("replay", "--quiet", RECORDED, RECORDED).stdout == "24 rounds hold.\n"
    with open(RECORDED, encoding="utf-8") as file:
        assert run("replay", "-", "-q", input=file.read()).stdout == "12 rounds hold.\n"
    assert "局\t1\tqian-html-1" in run("replay", RECORDED, "--lang", "zh").stdout


def test_replay_as_json():
    lines = run("replay", RECORDED, "--json").stdout.splitlines()
    rows = (DATA / "recorded_rounds.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(row) for row in rows]
    for line, row in zip(lines, rows, strict=True):
        found = json.loads(line)
        assert found["file"] == RECORDED and found["tags"]["Event"] == row["id"]
        assert found["level"] == row["level"].replace("10", "T")
        assert found["trump"] == (row["trump"] or "NT")
        for trick, given in zip(found["tricks"], row["tricks"], strict=True):
            assert trick["plays"] == [str(C(play)) for play in given["plays"]]
            assert (trick["winner"], trick["points"]) == (given["winner"], given["points"])
        assert found["tricks"][-1]["attackers"] == row["attackers_trick_points"]


def test_replay_stops_at_the_first_line_that_does_not_hold(tmp_path):
    text = Path(RECORDED).read_text("utf-8")
    path = tmp_path / "bad.tractor"
    path.write_text(text.replace("takes 20", "takes 25"), "utf-8")
    result = run("replay", RECORDED, path, RECORDED, "-q", code=1)
    assert f"{path}:15: '0 takes 25, attackers 0'" in "".join(result.stderr.split("\n"))
    assert result.stdout == ""
    path.write_text(text.replace("1. 0: Ts, 4s", "1. 0: Ts, 9h"), "utf-8")
    for lang, said in (("en", "must follow the suit led"), ("zh", "有首家的花色必须跟")):
        result = run("replay", path, "--lang", lang, code=1)
        assert f"{path}:14: " in result.stderr.replace("\n", "") and said in result.stderr
    path.write_bytes(b"\xff")
    assert "not UTF-8" in run("replay", path, code=1).stderr
    run("replay", tmp_path / "none", code=2)
    run("replay", tmp_path, code=2)


@needs_terminal
@pytest.mark.parametrize("width", [60, 80, 100])
def test_replay_in_a_terminal(width, tmp_path):
    match = Match(tc.Rules(levels=("A",), throw_penalty=10), 5)
    rng = np.random.default_rng(5)
    while match.round_number < 2:
        match.apply(match.random_action(rng))
    path = tmp_path / "match.tractor"
    path.write_text(
        format_record(match, names=("安娜", "Bo", "C", "D"), comments={(1, 2): "好牌"}), "utf-8"
    )
    for arguments in ([RECORDED], [path], [path, "--lang", "zh"]):
        plain, shown, status = in_terminal("replay", *arguments, width=width)
        assert status == 0 and "\x1b[" in shown
        assert max(map(cell_len, plain.splitlines())) <= width
    assert "好牌" in plain and "安娜" in plain and "未打完" in plain


# ---------------------------------------------------------------- play by itself


def test_auto_plays_a_match_whose_record_replays(tmp_path):
    path = tmp_path / "match.tractor"
    result = run("play", "--auto", "--seed", "1", "--record", path)
    assert "The match is won: " in result.stdout
    assert "\x1b" not in result.stdout
    again = run("play", "--auto", "--seed", "1")
    assert again.stdout + f"Record: {path}\n" == result.stdout
    rounds = result.stdout.count("Attackers ")
    assert run("replay", "-q", path).stdout == f"{rounds} rounds hold.\n"
    last = list(read_records(path))[-1]
    assert last.match.winners and last.header.names == ("South", "East", "North", "West")


@pytest.mark.parametrize("name", PRESETS)
def test_auto_under_every_preset(name, tmp_path):
    path = tmp_path / "match.tractor"
    saved = tmp_path / "match.json"
    run(
        "play", "--auto", "--preset", name, "--seed", 3, "--rounds", 2, "--record", path,
        "--save", saved, "--lang", "zh",
    )  # fmt: skip
    assert run("replay", "-q", path).stdout == "2 rounds hold.\n"
    match = load_match(saved, Screen(Language.en, None, False))
    assert len(match.rounds) == 2 and match.rules == PRESETS[name].rules
    assert list(read_records(path))[-1].match == match


def test_a_match_that_was_saved_goes_on_as_it_would_have(tmp_path):
    saved = tmp_path / "match.json"
    run("play", "--auto", "--seed", 6, "--decks", 1, "--rounds", 1, "--save", saved)
    run("play", "--auto", "--resume", saved, "--rounds", 3)
    whole = tmp_path / "whole.json"
    run("play", "--auto", "--seed", 6, "--decks", 1, "--rounds", 3, "--save", whole)
    assert saved.read_text() == whole.read_text()


def test_wrong_options(tmp_path):
    assert "competition" in run("play", "--preset", "none", code=2).stderr
    run("play", "--preset", "titanic", "--decks", 2, code=2)
    run("play", "--decks", 4, code=2)
    run("play", "--seat", 4, code=2)
    run("play", "--seed", -1, code=2)
    assert "--seed" in run("play", "--resume", tmp_path / "x", "--seed", 1, code=2).stderr
    run("play", "--resume", tmp_path / "none", code=2)
    bad = tmp_path / "bad.json"
    for text in ("{}", "[1", "[" * 100_000, '{"format": 1}', "\ud800"):
        bad.write_text(text, "utf-8", errors="surrogatepass")
        assert "bad.json" in run("play", "--resume", bad, code=2).stderr.replace("\n", "")
    run("play", "--auto", "--rounds", 1, "--save", tmp_path / "no" / "folder", code=2)


# ---------------------------------------------------------------- play with somebody


def test_without_a_terminal_it_ends_politely(tmp_path):
    saved = tmp_path / "match.json"
    result = run("play", "--seed", "5", "--save", saved)
    assert "You leave the table.\nSaved. Go on with: tractor play --resume" in result.stdout
    assert load_match(saved, Screen(Language.en, None, False)).seed == 5
    process = subprocess.run(
        [sys.executable, "-m", "tractor_core", "play", "--seed", "5"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert process.returncode == 0 and process.stderr == ""
    assert process.stdout.endswith("You leave the table.\n")


def screen_of(width=80, lang=Language.en, style=None, rich=True):
    screen = Screen(lang, style, False)
    screen.rich = rich
    screen.console = Console(
        width=width, file=io.StringIO(), force_terminal=True, color_system=None, highlight=False,
        markup=False, emoji=False,
    )  # fmt: skip
    return screen


class Person(Table):
    """Answer every question by what may be done, after a few wrong answers."""

    def __init__(self, *arguments, seed=0, **settings):
        super().__init__(*arguments, **settings)
        self.person = np.random.default_rng(seed)
        self.asked = set()

    def ask(self, prompt):
        self.asked.add(prompt)
        wrong = ("xx", "", "?", "t", "k", "l", "99", "2s 2s 2s 2s", "sj bj", "ad + kd", "as kd 3h")
        if self.person.random() < 0.3:
            return wrong[int(self.person.integers(len(wrong)))]
        if prompt == self.say("play.revoke.ask"):
            return "n"
        phase, seat = self.match.phase, self.seat
        if phase in (Phase.DEALING, Phase.DECLARING, Phase.EXCHANGE):
            bids = self.bids(seat)
            return str(bids[-1]).lower() if self.person.random() < 0.5 else ""
        if phase is Phase.ROUND_OVER:
            return ""
        action = self.match.random_action(self.person)
        if isinstance(action, NameCard):
            return tc.format_kind(action.card)
        assert isinstance(action, (Bury, Play))
        return str(action.cards).replace(" ", "" if self.person.random() < 0.5 else ", ").lower()


@pytest.mark.parametrize("name", PRESETS)
def test_a_person_plays_two_rounds(name, tmp_path):
    preset = PRESETS[name]
    match = Match(preset.rules, 21, trump_options=dict(preset.trump_options))
    lang = Language.zh if len(name) % 2 else Language.en
    screen = screen_of(80 if len(name) % 3 else 100, lang, Style.unicode)
    record = tmp_path / "match.tractor"
    person = Person(screen, match, 1, record=record, rounds=2, save=tmp_path / "m.json")
    person.run()
    assert match.round is not None and (len(match.rounds) == 2 or match.winners)
    assert list(read_records(record))[-1].match == match
    shown = screen.console.file.getvalue()
    assert max(map(cell_len, ANSI.sub("", shown).splitlines())) <= screen.console.width
    assert screen.say("play.trick", number=1) in shown


def test_a_person_exchanges_and_finds_a_partner():
    asked = set()
    for seed in range(4):
        rules = tc.Rules(exchange=True, suit_order=True, find_partner=True, faults="revoke")
        match = Match(rules, seed, dealer=0)
        person = Person(screen_of(), match, 0, rounds=1, seed=seed)
        person.run()
        asked |= person.asked
        assert len(match.rounds) == 1
    for key in ("play.name.ask", "play.revoke.ask"):
        assert screen_of().say(key) in asked


class Script(Table):
    """Answer from a list, then leave."""

    def __init__(self, *arguments, answers=(), **settings):
        super().__init__(*arguments, **settings)
        self.answers = list(answers)

    def ask(self, prompt):
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        return answer(self) if callable(answer) else answer


def scripted(match, *answers, seat=0, **settings):
    screen = screen_of(**settings)
    Script(screen, match, seat, answers=answers).run()
    return screen.console.file.getvalue()


def at_the_play(rules=None, hands=None):
    """A match whose dealer, seat 0, is about to lead; spades are trump."""
    from tractor_core.actions import Deal, Pass, TakeKitty

    match = Match(rules, 1, decks=[deck(hands)], dealer=0)
    match.apply(Deal(100))
    match.apply(Declare(0, C("2s")))
    for seat in range(4):
        match.apply(Pass(seat))
    match.apply(TakeKitty(0))
    return match


HANDS = {0: "2s Kd Kd 9d", 1: "Ad Ad 3d", 2: "4d 4d", 3: "5d 5d 6d"}


def test_plays_are_refused_with_reason_and_rule():
    match = at_the_play(hands=HANDS)
    kitty = str(match.view(0).kitty)
    shown = scripted(match, "as", kitty, "kd 9d 9d", "2s kd", "kd kd 9d", "q")
    assert "Bury 8 cards, not 1." in shown
    assert "You do not hold 9♦" in shown or "You do not hold 9d" in shown
    assert "Refused: All cards of a lead must be of one suit." in shown
    assert "the throw fails; back: " in shown
    assert "You leave the table." in shown


def test_a_follow_that_breaks_a_pair_is_refused():
    from tractor_core.actions import Bury

    match = at_the_play(hands=HANDS)
    match.apply(Bury(0, match.view(0).kitty))
    match.apply(Play(0, C("Kd Kd")))
    plays = match.round.legal_plays()
    text = scripted(match, "ad 3d", "ad", "1", seat=1)
    assert "Refused: The lead asks for a pair that the hand can give. (F2)" in text
    assert "2 cards were led, not 1." in text
    assert match.round.tricks[0].plays[1] == next(plays)
    zh = scripted(match.copy(), seat=1, lang=Language.zh)
    assert "离开牌桌" in zh


def test_cards_as_they_are_typed():
    from tractor_core.table import _read_cards

    for typed in ("ad kd", "adkd", "AD,KD", "a♦k♦", "方块A 方块K"):
        assert _read_cards(typed) == C("Ad Kd"), typed
    assert _read_cards("10hjh sjbj") == C("Th Jh SJ BJ")
    for typed in ("ax", "ad k", "7", "!"):
        with pytest.raises(tc.NotationError):
            _read_cards(typed)


def test_marks_are_the_cards_of_legal_plays():
    from tractor_core.actions import Bury

    match = at_the_play(hands=HANDS)
    match.apply(Bury(0, match.view(0).kitty))
    match.apply(Play(0, C("Kd Kd")))
    table = Table(screen_of(), match, 1)
    legal = set().union(*(set(cards) for cards in match.round.legal_plays()))
    assert table.playable(match.round) == legal < set(match.hands[1])


def test_points_are_hidden_while_the_partner_is_secret():
    rng = np.random.default_rng(2)
    match = Match(tc.Rules(find_partner=True), 2, dealer=0)
    while match.round is None or len(match.round.tricks) < 3:
        match.apply(match.random_action(rng))
    seat = next(s for s in range(4) if match.view(s).partner is None)
    table = Table(screen_of(), match, seat)
    table.tricks()
    assert "attackers" not in table.screen.console.file.getvalue()
    assert table.before(match.round) == "?"


def test_interrupting_leaves_the_table(tmp_path):
    def interrupt(table):
        raise KeyboardInterrupt

    match = at_the_play(hands=HANDS)
    assert "You leave the table." in scripted(match, interrupt)


@needs_terminal
@pytest.mark.parametrize("width", [80, 100])
def test_play_in_a_terminal(width, tmp_path):
    saved, record = tmp_path / "m.json", tmp_path / "m.tractor"
    keys = ["1", "4d 6d 8d 5h 3h 3h 7h 8h", "l", "1", "as ks", "t", "?", "bj", "q"]
    plain, shown, status = in_terminal(
        "play", "--seed", 5, "--save", saved, "--record", record, width=width, keys=keys
    )
    assert status == 0, plain
    assert "\x1b[" in shown
    assert max(map(cell_len, plain.splitlines())) <= width
    for said in ("Match 5.", "Round 1", "Declared by You: 2♠", "Trick 1", "You leave the table."):
        assert said in plain, plain
    assert run("replay", "-q", record).stdout == "1 round holds.\n"
    plain, _, status = in_terminal("play", "--resume", saved, "--lang", "zh", keys=["q"])
    assert status == 0 and "出牌> " in plain or "首出> " in plain


@needs_terminal
def test_auto_in_a_terminal():
    plain, shown, status = in_terminal("play", "--auto", "--seed", 1, "--rounds", 1)
    assert status == 0 and "\x1b[" in shown
    assert "Levels: " in plain


# ---------------------------------------------------------------- taking back


RANDOM = ("--policy", "random")  # scripts are of what such seats lead


def test_plays_are_taken_back(tmp_path):
    """After u the match is as it was when the player was asked, and the seats play alike."""
    saves = [tmp_path / name for name in ("one.json", "two.json", "three.json")]
    begin = ["-", "", "1"]  # declares nothing more, plays the only pair, then the first choice
    inputs = [*begin, "2", "q"]
    once = run("play", *RANDOM, "--seed", 7, "--save", saves[0], input="\n".join(inputs))
    inputs = [*begin, "u", "u", "", "1", "u", "1", "2", "q"]
    often = run("play", *RANDOM, "--seed", 7, "--save", saves[1], input="\n".join(inputs))
    assert "Trick" not in once.stdout and often.stdout.count("Taken back.") == 3
    assert load(saves[0]) == load(saves[1])
    assert len(load(saves[0]).round.tricks) >= 3
    # back to the first question, where one card fewer has been dealt than a step later
    inputs = ["u", "1", "u", "u", "-", "", "1", "2", "q"]
    often = run("play", *RANDOM, "--seed", 7, "--save", saves[2], input="\n".join(inputs))
    assert often.stdout.count("There is nothing to take back.") == 2
    assert often.stdout.count("You may declare trumps (85 cards to come):") == 2
    assert load(saves[2]) == load(saves[0])
    assert "没有可悔的牌" in run("play", "--seed", 7, "--lang", "zh", input="u\nq\n").stdout


def load(path):
    return load_match(path, Screen(Language.en, None, False))


def test_hints_at_the_table():
    said = run("play", "--seed", 7, input="9\n1\n\nq\n").stdout
    assert "There is no choice 9: they are 1 to 1." in said
    hint = re.search("The lowest are: (.*)", said)[1]
    lowest = C(hint)
    assert len(lowest) == 8 and tc.points(lowest) == 0
    again = run("play", "--seed", 7, input=f"1\n{hint}\nq\n").stdout
    assert "Refused" not in again and "not a card" not in again and "Lead>" in again
    said = run("play", *RANDOM, "--seed", 7, input="-\n\n1\n3d 4d\nq\n").stdout
    assert "Refused: One card was led, not 2. (F1)" in said


# ---------------------------------------------------------------- seats that play greedily


def test_greedy_seats_play_what_playouts_play(tmp_path):
    found = 0
    for name, seed in (("default", 2), ("competition", 3), ("one_deck", 4), ("bianfeng_find", 5)):
        path = tmp_path / "match.json"
        run("play", "--auto", "--preset", name, "--seed", seed, "--rounds", 2, "--save", path)
        match = load(path)
        rules = match.rules
        game = tc.Match.replay(
            rules, match.decks, (), rng=match.seed, trump_options=rules.trump_options
        )
        for action in match.actions:
            if isinstance(action, tc.actions.Bury):
                hand = np.array([game.hands[action.seat].planes], np.uint64)
                buried = tc.batch.bury(hand, game.trump, len(action.cards), rules=rules)
                assert action.cards == C.from_planes(*buried[0].tolist())
            first = isinstance(action, tc.actions.Play) and not game.round.plies
            game.apply(action)
            if first:
                whole = game.round.copy()
                whole.undo()
                deal = np.array(
                    [[cards.planes for cards in (*whole.hands, whole.kitty)]], np.uint64
                )
                expected = tc.batch.playouts(
                    deal, game.trump, game.dealer, "greedy", 0, rules=whole.rules,
                    partner=whole.partner if rules.find_partner else None,
                )
            if game.round is not None and game.round.over and isinstance(action, tc.actions.Play):
                assert game.round.result.points == expected.points[0]
                assert game.round.tricks[-1].winner == expected.last_trick[0]
                found += 1
    assert found == 8


def test_seats_that_play_at_random(tmp_path):
    saves = [tmp_path / "one.json", tmp_path / "two.json"]
    for path, policy in zip(saves, ("greedy", "random"), strict=True):
        run("play", "--auto", "--seed", 5, "--rounds", 1, "--policy", policy, "--save", path)
    assert load(saves[0]) != load(saves[1])
    plain = tmp_path / "plain.json"
    run("play", "--auto", "--seed", 5, "--rounds", 1, "--save", plain)
    assert load(plain) == load(saves[0])
    run("play", "--policy", "best", code=2)
