"""The runner that puts another engine beside ours, with ours, and with one that is wrong."""

import subprocess
import sys
from pathlib import Path

RIVALS = Path(__file__).parent.parent / "benchmarks" / "rivals"
WRONG = """
import json, sys
sys.path.insert(0, {folder!r})
import ours
for line in sys.stdin:
    question = json.loads(line)
    said = ours.answer(question)
    if question["verb"] == "winner":
        said["answer"] = 3 - said["answer"]
    if question["verb"] == "count":
        said = {{"answer": None}}
    print(json.dumps(said), flush=True)
"""


def compare(*adapter):
    command = [sys.executable, str(RIVALS / "run.py"), "--positions", "30", "--repeat", "1", "--"]
    return subprocess.run([*command, *adapter], capture_output=True, text=True, timeout=300)


def rows(done):
    table = done.stdout.partition("verb ")[2].splitlines()[1:]
    return {line.split()[0]: [int(count) for count in line.split()[1:4]] for line in table}


def test_ours_agrees_with_itself():
    done = compare(sys.executable, str(RIVALS / "ours.py"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert rows(done) == {
        "units": [30, 0, 0],
        "throw": [30, 0, 0],
        "follow": [180, 0, 0],
        "count": [90, 0, 0],
        "winner": [30, 0, 0],
    }


def test_an_engine_that_errs_is_found_out():
    done = compare(sys.executable, "-c", WRONG.format(folder=str(RIVALS)))
    assert done.returncode == 1, done.stderr
    found = rows(done)
    assert found["winner"] == [0, 30, 0]
    assert found["count"] == [0, 0, 90]
    assert found["follow"] == [180, 0, 0]
    assert done.stdout.count('{"verb": "winner"') == 30


def test_an_engine_that_ends_is_told():
    done = compare(sys.executable, "-c", "")
    assert done.returncode == 1
    assert "the engine ended at" in done.stderr
