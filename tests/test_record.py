"""Records: written, read and verified; damaged ones are refused with the line at fault."""

import copy
import io
import json
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from arranged import all_pass, bury, declare, start
from test_match import random_order, random_rules, random_step

import tractor_core as tc
from tractor_core import lines
from tractor_core.actions import Deal, Flee, Play
from tractor_core.match import Match, Phase
from tractor_core.presets import PRESETS
from tractor_core.record import (
    RecordCardsError,
    RecordError,
    RecordIllegalPlay,
    RecordNotationError,
    RecordRulesError,
    format_record,
    read_records,
    write_record,
)

C = tc.Cards
DATA = Path(__file__).parent / "data"
RECORDED = DATA / "recorded_rounds.tractor"
DOCUMENT = (Path(__file__).parent.parent / "docs" / "record.md").read_text("utf-8")
EXAMPLES = re.findall(r"```\n(\[(?:Round|Match) .*?)```", DOCUMENT, re.DOTALL)
with open(DATA / "recorded_rounds.jsonl", encoding="utf-8") as rows:
    ROWS = [json.loads(row) for row in rows]


def read(text):
    return list(read_records(io.StringIO(text)))


def refused(text, kind=RecordError, line=None, match=None):
    with pytest.raises(kind, match=match) as caught:
        read(text)
    error = caught.value
    assert isinstance(error, tc.TractorError) and isinstance(error, RecordError)
    if line is not None:
        assert error.line == line, error
    assert str(error).startswith(f"line {error.line}: ")
    return error


def played(seed=1, steps=None, rules=None, **options):
    """A match played at random for some steps, or for a round."""
    rng = np.random.default_rng([seed, 9])
    match = Match(rules or tc.Rules(), seed, **options)
    while match.phase is not Phase.OVER and (
        len(match.actions) < steps if steps is not None else not match.rounds
    ):
        match.apply(random_step(match, rng))
        if match.rules.settlement == "stakes" and rng.random() < 0.01:
            flee = Flee(int(rng.integers(4)))
            if match.can_apply(flee):
                match.apply(flee)
    return match


def check_round_trip(what, **settings):
    text = format_record(what, **settings)
    *before, last = read(text)
    if isinstance(what, Match):
        assert last.match == what and last.match.to_dict() == what.to_dict()
        assert [record.number for record in (*before, last)] == list(
            range(1, what.round_number + 1)
        )
        assert last.match.rounds == what.rounds and last.match.phase is what.phase
        assert last.round == what.round
        assert not any(record.last for record in before) and last.last
        for record in before:
            assert len(record.match.rounds) == record.number
    else:
        assert last.round.to_bytes() == what.to_bytes() and not before
        assert last.match is None
    again = format_record(
        last.match or last.round,
        names=last.header.names,
        tags=last.header.tags,
        comments={(r.number, trick): t for r in (*before, last) for trick, t in r.comments.items()},
    )
    assert again == text
    assert max(map(len, text.splitlines())) <= 120
    return text


# ---------------------------------------------------------------- the recorded rounds


def convert(row):
    """A recorded round as a record."""
    round = tc.Round(
        [C(hand) for hand in row["hands"]],
        C(row["kitty"]),
        row["dealer"],
        tc.Trump(row["level"], row["trump"]),
        tc.Rules(decks=row["decks"]),
    )
    for trick in row["tricks"]:
        for play in trick["plays"]:
            round.play(C(play))
    return format_record(round, tags={"Event": row["id"], "Source": row["source"]})


def test_the_recorded_rounds_are_converted():
    assert RECORDED.read_text("utf-8") == "".join(map(convert, ROWS))


def test_every_total_of_the_recorded_rounds_is_the_same():
    records = list(read_records(RECORDED))
    assert [record.header.tags["Event"] for record in records] == [row["id"] for row in ROWS]
    for record, row in zip(records, ROWS, strict=True):
        round = record.round
        assert round.over and round.points == row["attackers_trick_points"]
        assert [(t.leader, t.winner, t.points) for t in round.tricks] == [
            (t["leader"], t["winner"], t["points"]) for t in row["tricks"]
        ]
        for trick, given in zip(round.tricks, row["tricks"], strict=True):
            assert list(trick.plays) == [C(play) for play in given["plays"]]
        assert round.kitty == C(row["kitty"])
        assert record.number == 1 and record.match is None and record.last
        check_round_trip(round)


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("name", PRESETS)
def test_matches_under_every_preset(name):
    preset = PRESETS[name]
    match = played(5, rules=preset.rules, trump_options=dict(preset.trump_options))
    text = check_round_trip(match)
    first = next(n for n, p in PRESETS.items() if p.rules == preset.rules)
    assert f'[Rules "{first}"]\n[decks "{match.rules.decks}"]\n[Start ' in text or (
        preset.trump_options
    )
    round = match.round
    check_round_trip(round)


@pytest.mark.parametrize("seed", range(30))
def test_random_rules_at_any_step(seed):
    rng = np.random.default_rng([seed, 31])
    match = played(
        seed,
        int(rng.integers(0, 260)),
        random_rules(rng),
        trump_options=random_order(rng),
        scores=(1, -2, 3, 4) if seed % 5 == 0 else None,
        dealer=seed % 4 if seed % 3 == 0 else None,
    )
    check_round_trip(match)
    if match.round is not None:
        check_round_trip(match.round)


def test_every_step_of_a_round():
    rng = np.random.default_rng(3)
    rules = tc.Rules(
        decks=1, settlement="stakes", find_partner=True, exchange=True, suit_order=True
    )
    match = Match(rules, 3)
    while not match.rounds:
        check_round_trip(match)
        match.apply(match.random_action(rng))
    check_round_trip(match)


def test_a_whole_match():
    rules = tc.Rules(levels=("5", "T", "A"), throw_penalty=10)
    match = played(8, 10**9, rules)
    assert match.phase is Phase.OVER and match.round_number > 2
    text = check_round_trip(match)
    assert text.endswith(f"won: {' '.join(map(str, match.winners))}\n\n")


def test_a_match_goes_on_from_its_record():
    match = played(4, 150)
    again = read(format_record(match))[-1].match
    for one in (match, again):
        rng = np.random.default_rng(1)
        while one.round_number < 3:
            one.apply(one.random_action(rng))
    assert again == match and again.decks == match.decks


def test_decks_for_rounds_to_come_are_kept():
    decks = [list(np.random.default_rng(i).permutation(108) % 54) for i in range(3)]
    match = Match(rng=1, decks=decks)
    text = check_round_trip(match)
    assert text.count("ahead: ") == 2
    refused(text.replace("ahead: ", "ahead: BJ "), RecordCardsError, match="D1")


def throw(**options):
    hands = ["9d 8d 8d Kh", "Jd 5d 5d Ah", "3d 4d 6d Th", "2d 7d Qd 5h"]
    rules = tc.Rules(throw_penalty=10, **options)
    return tc.Round(map(C, hands), C("Ts"), 0, tc.Trump("10", "s"), rules, partial=True)


def finish(round):
    while not round.over:
        round.play(next(round.legal_plays()))
    return round


def test_throws_that_fail_and_units_that_are_named():
    round = throw()
    round.play(C("9d 8d 8d"))
    text = check_round_trip(round)
    assert "\n1. 0: 8d 8d 9d ! 9d\nunfinished\n" in text
    text = check_round_trip(finish(round))
    assert text == EXAMPLES[0].replace(
        EXAMPLES[0][12:], text[12:]
    )  # the document's, named otherwise
    named = throw()
    named.play(C("9d 8d 8d"), [C("8d"), C("9d"), C("8d")])
    text = check_round_trip(finish(named))
    assert re.search(r"\n1\. 0: (\[[89]d\] ?){3} ! ", text)
    assert named != round
    match = start(hands={0: "2s 2s As As"}, dealer=0)
    match.apply(Deal(100))
    declare(match, 0, "2s 2s")
    all_pass(match)
    bury(match)
    match.apply(Play(0, C("As As"), (C("As As"),)))
    assert "\n1. 0: [As As]\n" in check_round_trip(match)


def test_a_revoke_ends_a_round():
    round = throw(faults="revoke")
    round.play(C("Kh"))
    round.play(C("Jd 5d"))
    text = check_round_trip(round)
    assert "\n1. 0: Kh, 5d Jd; 1 revokes\nresult: attackers 0" in text
    refused(text.replace("Jd; 1 revokes", "Jd; 1 takes 0, attackers 0"), RecordRulesError, 14)
    refused(text.replace("; 1 revokes", ", Th; 1 revokes"), RecordNotationError, 14)


def test_plays_that_were_not_verified_are_not_written():
    round = throw()
    round.play_unverified(C("Kh"))
    round.play_unverified(C("Jd"))
    with pytest.raises(tc.IllegalPlay, match="F1"):
        format_record(round)


def test_fleeing_in_the_middle_of_a_trick():
    rules = tc.Rules(settlement="stakes", stakes_base=5)
    match = start(rules, dealer=0)
    match.apply(Deal(100))
    all_pass(match)
    bury(match)
    match.apply(next(match.legal_actions()))
    match.apply(Flee(2))
    match.apply(next(match.legal_actions()))
    text = check_round_trip(match)
    assert re.search(r"\n1\. 0: \w\w, flee 2, \w\w\nunfinished\n", text)
    refused(text.replace("flee 2", "flee 4"), RecordNotationError)
    rng = np.random.default_rng(1)
    while not match.rounds:
        match.apply(match.random_action(rng))
    text = check_round_trip(match)
    assert re.search(r"\npaid: -?\d+ -?\d+ -?\d+ -?\d+, house -?\d+\nunfinished\n", text)


def test_names_tags_and_comments():
    match = played(2)
    tags = {"Event": 'the "best" \\ of # all', "Date": "2024", "Source": "家里 👩‍👩‍👧", "Empty": ""}
    comments = {
        (1, 0): "Before the play.",
        (1, 3): "两行\n\n  # of them\twith a tab ",
        (1, len(match.round.tricks) + 1): "The end.",
    }
    names = ("An\u200dna", "", "", "丁")
    text = check_round_trip(match, names=names, tags=tags, comments=comments)
    record = read(text)[0]
    assert record.header.tags == tags and record.header.names == names
    assert record.comments == {trick: said for (_, trick), said in comments.items()}
    round = check_round_trip(match.round, comments={2: "x"}, tags={"Event": "a"})
    assert "\n# x\n2. " in round
    # behind a line, and before the tags
    found = read("# first\n" + round.replace("\n3. ", " # here\n3. "))
    assert found[0].comments == {0: "first", 2: "x\nhere"}


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({"tags": {"event": "x"}}, tc.NotationError),
        ({"tags": {"Rules": "x"}}, tc.NotationError),
        ({"tags": {"Seat0": "x"}}, tc.NotationError),
        ({"tags": {"A b": "x"}}, tc.NotationError),
        ({"tags": {"Event": "a\nb"}}, tc.NotationError),
        ({"tags": {"Event": "\ud800"}}, tc.NotationError),
        ({"tags": {"Event": 5}}, TypeError),
        ({"names": ("a", "b")}, tc.NotationError),
        ({"names": "abcd"}, tc.NotationError),
        ({"comments": {1: "a\rb"}}, tc.NotationError),
        ({"comments": {1: 5}}, (TypeError, AttributeError)),
    ],
)
def test_what_cannot_be_written(settings, kind):
    with pytest.raises(kind):
        format_record(finish(throw()), **settings)
    with pytest.raises(TypeError, match="Match or a Round"):
        format_record("a round")


def test_files_of_every_kind(tmp_path):
    file = io.StringIO()
    write_record(file, finish(throw()))
    write_record(file, played(1))
    text = file.getvalue()
    path = tmp_path / "two.tractor"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    for source in (path, str(path), io.StringIO(text), io.BytesIO(text.encode())):
        assert len(list(read_records(source))) == 2
    with open(path, encoding="utf-8-sig") as opened:
        assert len(list(read_records(opened))) == 2
    assert list(read_records(io.StringIO(""))) == list(read_records(io.StringIO("\n# x\n"))) == []
    with pytest.raises(TypeError):
        list(read_records(5))
    with pytest.raises(OSError):
        list(read_records(tmp_path / "none"))


class Endless(io.TextIOBase):
    """A file of rounds without an end."""

    def __init__(self, text):
        self.lines = text.splitlines(keepends=True)
        self.at = 0

    def readline(self, size=-1):
        self.at += 1
        return self.lines[(self.at - 1) % len(self.lines)]


def test_one_round_is_read_at_a_time():
    text = format_record(finish(throw()))
    endless = Endless(text)
    records = read_records(endless)
    for count in range(1, 200):
        next(records)
        assert endless.at <= count * len(endless.lines) + 2


def test_another_process_verifies_what_one_has_written(tmp_path):
    path = tmp_path / "match.tractor"
    write = (
        "import sys, numpy as np, tractor_core as tc; from tractor_core.record import *\n"
        "match, rng = tc.Match(tc.Rules(levels=('A',)), 3), np.random.default_rng(3)\n"
        "while match.phase is not tc.Phase.OVER: match.apply(match.random_action(rng))\n"
        "write_record(open(sys.argv[1], 'w', encoding='utf-8'), match)\n"
        "print(match.round_number, match.winners, match.round.to_bytes().hex())"
    )
    check = (
        "import sys; from tractor_core.record import *\n"
        "last = list(read_records(sys.argv[1]))[-1]\n"
        "print(last.number, last.match.winners, last.round.to_bytes().hex())"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
        ).stdout
        for code in (write, check)
    ]
    assert said[0] == said[1] != ""


def test_the_examples_of_the_document():
    assert len(EXAMPLES) == 2
    for text in EXAMPLES:
        (record,) = read(text)
        again = format_record(
            record.match or record.round,
            names=record.header.names,
            tags=record.header.tags,
            comments=record.comments,
        )
        assert again == text + "\n"


# ---------------------------------------------------------------- what is refused

ROUND = """\
[Round "1"]
[Rules "default"]
[decks "2"]
[throw_penalty "10"]

Round
hand 0: 8d 8d 9d Kh
hand 1: 5d 5d Jd Ah
hand 2: 3d 4d 6d Th
hand 3: 2d 7d Qd 5h
kitty: Ts
play: dealer 0, partner 2, level T, trump s, partial
1. 0: 8d 8d 9d ! 9d, Jd, 3d, 2d; 1 takes 0, attackers 10
2. 1: 5d, 4d, 7d, 8d; 0 takes 5, attackers 10
3. 0: 8d, 5d, 6d, Qd; 3 takes 5, attackers 15
4. 3: 5h, Kh, Ah, Th; 2 takes 25, attackers 15
result: attackers 15, kitty 10 x 0, last trick dealer, dealer +2
"""


def test_the_round_that_is_damaged_below_holds():
    assert read(ROUND)[0].round == finish_as_written()


ROUND_CARDS = "Jd 3d 2d 5d 4d 7d 8d 8d 5d 6d Qd 5h Kh Ah Th"


def finish_as_written():
    round = throw()
    round.play(C("9d 8d 8d"))
    for card in ROUND_CARDS.split():
        round.play(C(card))
    return round


@pytest.mark.parametrize(
    ("old", "new", "kind", "line", "message"),
    [
        ('[Round "1"]', '[Round "2"]', RecordNotationError, 1, "begins with"),
        ('[Round "1"]', '[Event "1"]', RecordNotationError, 1, "begins with"),
        ('[Round "1"]', "Round", RecordNotationError, 1, "begins with its tags"),
        ('[Rules "default"]\n', "", RecordNotationError, 1, "Rules is missing"),
        ('"default"', '"defualt"', RecordRulesError, 2, "defualt"),
        ('[decks "2"]', '[decks "two"]', RecordRulesError, 3, "must be a number"),
        ('[decks "2"]', '[decks "4"]', RecordRulesError, 3, "decks"),
        ('[decks "2"]', '[crown "yes"]', RecordRulesError, 3, "true"),
        ('[decks "2"]', '[colour "x"]', RecordRulesError, 3, "unknown option"),
        ('[decks "2"]', '[no_trump_levels "x"]', RecordRulesError, 3, "no_trump_levels"),
        ('[decks "2"]', '[Rules "qq"]', RecordNotationError, 3, "twice"),
        ('[decks "2"]', '[Seed "5"]', RecordNotationError, 3, "no tag Seed"),
        ('[decks "2"]', "[decks 2]", RecordNotationError, 3, "a tag is"),
        ('[decks "2"]', '[decks "2"] x', RecordNotationError, 3, "nothing but a comment"),
        ("\nRound\n", "\nround\n", RecordNotationError, 6, "expected 'Round'"),
        ("hand 1", "hand 2", RecordNotationError, 8, "expected 'hand 1:'"),
        ("Jd Ah", "Jd Xh", RecordNotationError, 8, "unknown card 'Xh' at position 17"),
        ("Jd Ah", "Jd A♥", RecordNotationError, 8, "unexpected character '♥'"),
        ("Jd Ah", "Jd 8d", RecordCardsError, 12, "more than 2 copies"),
        ("Jd Ah", "5d 5d", RecordCardsError, 8, ""),
        ("Jd Ah", "Jd", RecordCardsError, 12, "equal size"),
        (", partial", "", RecordCardsError, 12, ""),
        ("partner 2", "partner 1", RecordRulesError, 12, "partner 2"),
        ("dealer 0, p", "dealer 4, p", RecordNotationError, 12, "expected dealer"),
        ("1. 0", "2. 0", RecordNotationError, 13, "this is trick 1"),
        ("1. 0", "1. 1", RecordRulesError, 13, "seat 0 leads"),
        ("! 9d", "! 8d", RecordRulesError, 13, "8d 8d 9d ! 9d"),
        (" ! 9d", "", RecordRulesError, 13, "8d 8d 9d ! 9d"),
        ("9d ! 9d", "9d !", RecordNotationError, 13, ""),
        ("8d 8d 9d !", "[8d 8d [9d] !", RecordNotationError, 13, "brackets"),
        ("8d 8d 9d !", "[8d 9d] [8d] !", RecordCardsError, 13, "unit"),
        ("1: 5d, 4d", "1: 5d, Th", RecordIllegalPlay, 14, "F1"),
        ("2d; 1 takes", "2d, 5h; 1 takes", RecordNotationError, 13, "no play follows"),
        ("1 takes 0", "0 takes 0", RecordRulesError, 13, "1 takes 0, attackers 10"),
        ("takes 25", "takes 20", RecordRulesError, 16, "2 takes 25"),
        ("; 2 takes 25, attackers 15", "", RecordNotationError, 16, "who takes it"),
        ("5, attackers 15\n4", "5, attackers 20\n4", RecordRulesError, 15, "attackers 15"),
        ("; 2 takes", "; 2 wins", RecordNotationError, 16, "who takes it"),
        ("x 0", "x 2", RecordRulesError, 17, "kitty 10 x 0"),
        ("dealer +2", "dealer +3", RecordRulesError, 17, "dealer \\+2"),
        ("result:", "unfinished\nresult:", RecordRulesError, 17, "has ended"),
        ("result:", "end:", RecordNotationError, 17, "expected 'result:'"),
        ("Round\nhand", " Round\nhand", RecordNotationError, 6, "continues"),
        ("1. 0", "\t1. 0", RecordNotationError, 13, "unexpected character"),
        ("1. 0", "# a\x1b[31m\n1. 0", RecordNotationError, 13, "control character"),
    ],
)
def test_damage_is_found_on_its_line(old, new, kind, line, message):
    assert ROUND.count(old) >= 1
    refused(ROUND.replace(old, new, 1), kind, line, message or None)


def test_a_round_that_breaks_off():
    lines = ROUND.splitlines(keepends=True)
    for count in range(1, len(lines)):
        refused("".join(lines[:count]), RecordNotationError)
    error = refused("".join(lines[:14]) + lines[16], RecordRulesError, 15)
    assert "has not ended" in str(error)
    half = lines[13].partition(", 7d")[0] + "\n"
    assert read("".join([*lines[:13], half, "unfinished\n"]))[0].round.turn == 3
    refused("".join([*lines[:13], half, *lines[14:]]), RecordNotationError, 15, "unfinished")


def test_lines_may_be_continued_and_spaced():
    text = ROUND.replace("hand 1: 5d", "hand 1:   # a comment\n    5d").replace(", Th;", ",\n Th ;")
    assert read(text.replace(" ;", ";"))[0].round == finish_as_written()


MATCH = format_record(played(3, rules=tc.Rules(settlement="score")))


def line_of(text, start, count=1):
    """The number of the line that begins so."""
    return [i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start)][count - 1]


@pytest.mark.parametrize(
    ("old", "new", "kind", "start"),
    [
        ("Round 1", "Round 2", RecordNotationError, "Round"),
        (r"deal: \d+", "deal: 0", RecordNotationError, "deal:"),
        (r"deal: \d+", "deal: 101", RecordRulesError, "deal:"),
        (r"deal: \d+", "deal: 999", RecordNotationError, "deal:"),
        (r"pass: \d", "pass: 7", RecordNotationError, "pass"),
        ("draw: [0-3]", "draw: 9", RecordRulesError, "draw"),
        ("draw: [0-3]", "draw: Kh", RecordRulesError, "draw"),
        ("take: ", "taken: ", RecordNotationError, "take"),
        ("take: [0-3]", "name 0: As", RecordRulesError, "name"),
        ("take: [0-3]", "name 0: Xs", RecordNotationError, "name"),
        (r"bury \d:", "bury ?:", RecordNotationError, "bury"),
        (r"bury (\d): \w\w", r"bury \1:", RecordRulesError, "bury"),
        (r"dealt (\d): \w\w", r"dealt \1:", RecordRulesError, "dealt"),
        ("dealt", "dealed", RecordNotationError, "dealed"),
        (r"kitty: \w\w", "kitty: 2d 2d 2d", RecordCardsError, "kitty"),
        (r"dealer \d, partner \d", "dealer 9, partner 9", RecordRulesError, "play"),
        (r"levels: \w", "levels: 9", RecordRulesError, "levels"),
        (r"paid: ", "paid: 1 ", RecordRulesError, "paid"),
        ("paid: .*\n", "", RecordNotationError, "unfinished"),
        ("\nunfinished", "\nwon: 0 2", RecordNotationError, "won"),
        ("\nunfinished\n", "\n", RecordNotationError, None),
        (r'\[Start ".*"\]', '[Start "2 2 2"]', RecordNotationError, "[Start"),
        (r'\[Start ".*"\]', '[Start "2 3 2 4"]', RecordRulesError, "[Match"),
        (r'\[Seed ".*"\]', '[Seed "-1"]', RecordNotationError, "[Seed"),
        (r'\[Seed ".*"\]', f'[Seed "{"9" * 309}"]', RecordRulesError, "[Match"),
        (r'\[Seed ".*"\]', '[Dealer "9"]', RecordNotationError, "[Dealer"),
        (r'\[Seed ".*"\]', '[Scores "1 2 3 x"]', RecordNotationError, "[Scores"),
    ],
)
def test_damage_in_a_match_is_found_on_its_line(old, new, kind, start):
    text, count = re.subn(old, new, MATCH, count=1)
    assert count == 1
    refused(text, kind, start and line_of(text, start))


def test_every_line_dropped_doubled_or_swapped():
    for text in (ROUND, MATCH, EXAMPLES[1]):
        lines = text.splitlines(keepends=True)
        held = 0
        for i, line in enumerate(lines):
            for other in (
                lines[:i] + lines[i + 1 :],
                [*lines[:i], line, *lines[i:]],
                lines[:i] + lines[i : i + 2][::-1] + lines[i + 2 :],
                [*lines[:i], *reversed(lines[i:])],
            ):
                try:
                    read("".join(other))
                    held += not (line.startswith(("[", "#")) or line == "\n")
                except RecordError as error:
                    assert 1 <= error.line <= len(other) + 1
        # two bodies that are swapped may hold: a blank line, or the last line with the end
        assert held <= 12


def test_random_bytes():
    rng = random.Random(5)
    for text in (ROUND, MATCH, EXAMPLES[1]):
        data = text.encode()
        for _ in range(400):
            damaged = bytearray(data)
            for _ in range(rng.randint(1, 3)):
                at = rng.randrange(len(damaged))
                damaged[at : at + rng.choice([0, 1, 1, 4])] = rng.choice(
                    [b"", rng.randbytes(1), rng.randbytes(3), b" ", b"\n", b"#", b"[", b", ", b"0"]
                )
            try:
                list(read_records(io.BytesIO(bytes(damaged))))
            except RecordError as error:
                assert error.line >= 1


def test_long_and_undecodable_lines():
    with pytest.raises(RecordNotationError, match="line 3: not UTF-8"):
        list(read_records(io.BytesIO(b'[Round "1"]\n\n# \xff\n')))
    with pytest.raises(RecordNotationError, match="line 2: .*too long"):
        list(read_records(io.BytesIO(b'[Round "1"]\n' + b"x" * 10**6)))
    with pytest.raises(RecordNotationError, match="too long"):
        list(read_records(io.BytesIO(b'[Round "1"]\nRound\n' + (b" " + b"x" * 900 + b"\n") * 200)))
    with pytest.raises(RecordNotationError, match="too many comments"):
        list(read_records(io.BytesIO(b"#\n" * 20_000)))
    many = "".join(f'[Tag{i} "x"]\n' for i in range(300))
    refused(f'[Round "1"]\n{many}', RecordNotationError, 201, "at most 200 tags")
    file = io.TextIOWrapper(io.BytesIO(b"# \xff\n"), encoding="utf-8")
    with pytest.raises(RecordNotationError, match="not UTF-8"):
        list(read_records(file))


def test_errors_pickle_and_copy_with_what_they_have():
    error = refused(ROUND.replace("1: 5d, 4d", "1: 5d, Th"), RecordIllegalPlay)
    for other in (error, copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert isinstance(other, tc.IllegalPlay) and other.line == 14
        assert other.reason is tc.Reason.MUST_FOLLOW_SUIT and other.play == C("Th")
        assert str(other) == str(error)


def test_a_file_opened_by_path_is_closed_when_reading_ends_or_fails(tmp_path):
    """On interpreters without reference counting too: by the reader, not by what drops it."""
    opened = []
    bad = tmp_path / "bad.tractor"
    bad.write_text("what\n", encoding="utf-8")

    def watched(file, mode):
        opened.append(open(file, mode))  # noqa: SIM115
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "open", watched, raising=False)
        with pytest.raises(tc.NotationError):
            kept = read_records(bad)
            next(kept)
        assert opened[-1].closed
        kept = read_records(RECORDED)
        next(kept)
        assert not opened[-1].closed
        kept.close()
        assert opened[-1].closed
