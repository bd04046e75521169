"""Count the machine instructions of the measured statements, with valgrind's cachegrind.

Instruction counts do not depend on the load of the machine, so two commits can be compared on a
busy or a virtual one; they do depend on the interpreter and the compiler, so a baseline serves
one machine image only.  Each statement runs in two processes, N times and 2N times; the
difference is free of start-up costs.

    python benchmarks/icount.py                      # the targets and the kernels
    python benchmarks/icount.py follow trick         # those whose name holds one of the words
    python benchmarks/icount.py --json new.json
    python benchmarks/icount.py --compare benchmarks/icount-baseline.json --fail 2   # per cent
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

import machine
from cases import CASES
from timing import UNROLLED, make_loop

KERNELS = ("typical, tractor", "typical, Titanic", "typical, ruff", "typical, fails")
TURNS = {False: 200, True: 3}  # N, by whether the statement is slow


def chosen(words):
    """The cases whose names hold one of the words; by default the targets and the kernels."""
    if words:
        return [case for case in CASES if any(word in case.id for word in words)]
    return [case for case in CASES if case.group == "targets" or case.name.startswith(KERNELS)]


def child(name, turns):
    """What runs under valgrind."""
    [case] = [case for case in CASES if case.id == name]
    copies = 1 if is_slow(case) else UNROLLED
    make_loop(case.statement, case.names, copies)(repeat(None, turns))


def is_slow(case):
    return case.name.startswith("worst") and "legal_follow" in case.group


def run(case, turns):
    """Instructions of a process that runs the case."""
    env = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=cachegrind",
            "--cache-sim=no",
            f"--cachegrind-out-file={folder}/out",
            sys.executable,
            __file__,
            "--child",
            str(turns),
            case.id,
        ]
        done = subprocess.run(command, env=env, capture_output=True, text=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if done.returncode or found is None:
        raise RuntimeError(done.stderr)
    return int(found[1].replace(",", ""))


def state():
    """Names and times of change of all that a child imports from here."""
    folders = (Path(machine.tractor_core.__file__).parent, Path(__file__).parent)
    files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    return sorted((path.name, path.stat().st_mtime_ns) for path in files)


def count(case):
    """Instructions a call; counted again when a file changed meanwhile, as in a build."""
    turns = TURNS[is_slow(case)]
    calls = turns * (1 if is_slow(case) else UNROLLED)
    for _ in range(5):
        before = state()
        # leaves the byte code of all modules behind, so that both runs start alike
        subprocess.run([sys.executable, __file__, "--child", "1", case.id], check=True)
        once = run(case, turns)
        twice = run(case, 2 * turns)
        if state() == before:
            return round((twice - once) / calls, 1)
    raise RuntimeError("files of tractor_core or of the benchmarks keep changing")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("word", nargs="*")
    parser.add_argument("--json", type=Path, help="write the counts to a file")
    parser.add_argument("--compare", type=Path, help="a file written by --json")
    parser.add_argument(
        "--fail", type=float, metavar="PERCENT", help="exit 1 when a count grew by more"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(args.word[0], args.child)
        return 0
    reason = machine.refusal()
    if reason:
        parser.error(reason)
    print("\n".join(machine.lines()))
    old = json.loads(args.compare.read_text())["instructions"] if args.compare else {}
    cases = chosen(args.word)
    new = {}
    most = 0.0
    width = max((len(case.id) for case in cases), default=0)
    with ThreadPoolExecutor(args.jobs) as pool:
        for case, instructions in zip(cases, pool.map(count, cases), strict=True):
            new[case.id] = instructions
            line = f"{case.id:{width}} {instructions:14,.1f}"
            if old.get(case.id):
                change = 100 * (instructions / old[case.id] - 1)
                most = max(most, change)
                line += f" {change:+8.2f} %"
            elif old:
                line += "      new"
            print(line, flush=True)
    if args.json:
        stored = {"machine": machine.lines(), "instructions": new}
        args.json.write_text(json.dumps(stored, indent=1) + "\n")
    return int(args.fail is not None and most > args.fail)


if __name__ == "__main__":
    sys.exit(main())
