"""Which lines of the engine were run: a table of the modules, from GCC's own counts.

    python tests/covered.py FOLDER [--least PERCENT] [--lines]

FOLDER is that of a build with TRACTOR_COVERAGE=1, whose modules have been used since. GCC counts
the lines of C; the comments that Cython puts before them tell the line of the .pyx or .pxd file
that each comes from. A line was run if any C line of it was, in any module.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

MARK = re.compile(r' */\* "(.+)":([0-9]+)$')
SOURCE = re.compile(r"(?:.*/)?tractor_core/([a-z]+\.p(?:yx|xd))")
EXIT = "/* function exit code */"  # what follows belongs to no line

Line = tuple[str, int]  # the name of a source file and the number of a line


def places(c_text: str) -> dict[int, Line]:
    """The source line of each line of a C file that has one; lines count from 1."""
    found: dict[int, Line] = {}
    place: Line | None = None
    comment = False
    for number, text in enumerate(c_text.splitlines(), 1):
        if match := MARK.fullmatch(text):
            source = SOURCE.fullmatch(match[1])
            place = (source[1], int(match[2])) if source else None
            comment = True
        elif comment:
            comment = not text.endswith("*/")
        elif EXIT in text:
            place = None
        elif place is not None:
            found[number] = place
    return found


def line_counts(notes: Path) -> Iterator[tuple[Path, dict[int, int]]]:
    """How often each line of each C file of a module was run."""
    program = os.environ.get("GCOV", "gcov")
    run = subprocess.run(
        [program, "--json-format", "--stdout", str(notes)], stdout=subprocess.PIPE, check=True
    )
    for text in run.stdout.splitlines():
        found = json.loads(text)
        for file in found["files"]:
            if file["file"].endswith(".c"):
                counts: dict[int, int] = defaultdict(int)
                for line in file["lines"]:
                    counts[line["line_number"]] += line["count"]
                yield Path(found["current_working_directory"], file["file"]), counts


def lines_run(folder: Path) -> dict[Line, bool]:
    """Each line of the engine that is compiled to something, and whether it was run."""
    run: dict[Line, bool] = defaultdict(bool)
    for notes in sorted(folder.rglob("*.gcno")):
        for path, counts in line_counts(notes):
            where = places(path.read_text(encoding="utf-8"))
            for number, count in counts.items():
                if number in where:
                    run[where[number]] |= count > 0
    return dict(run)


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers, neighbours as one range: "3-5, 9"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)


def table(run: dict[Line, bool]) -> tuple[list[str], float]:
    """The lines of the table, and how many per cent of the lines were run."""
    text = [f"{'file':18} {'lines':>6} {'missed':>6} {'run':>7}  lines missed"]
    for name in [*sorted({name for name, _ in run}), ""]:
        lines = sorted(line for line in run if name in ("", line[0]))
        missed = [number for file, number in lines if not run[file, number]]
        percent = 100 * (1 - len(missed) / len(lines)) if lines else 0.0
        row = f"{name or 'all':18} {len(lines):6} {len(missed):6} {percent:6.1f}%"
        text.append(row + (f"  {ranges(missed)}" if name and missed else ""))
    return text, percent


def source_lines(run: dict[Line, bool], source: Path) -> Iterator[str]:
    """The text of the lines missed."""
    for name in sorted({name for (name, _), ran in run.items() if not ran}):
        text = (source / name).read_text(encoding="utf-8").splitlines()
        for number in sorted(n for (file, n), ran in run.items() if file == name and not ran):
            yield f"{name}:{number}: {text[number - 1].strip()}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--least", type=float, default=0, metavar="PERCENT", help="fail below it")
    parser.add_argument("--lines", action="store_true", help="print the text of the lines missed")
    options = parser.parse_args(arguments)
    run = lines_run(options.folder)
    if not run:
        parser.error(f"{options.folder} holds no build with TRACTOR_COVERAGE=1")
    text, percent = table(run)
    print("\n".join(text))
    if options.lines:
        print(*source_lines(run, Path(__file__).parents[1] / "src" / "tractor_core"), sep="\n")
    return int(percent < options.least)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
