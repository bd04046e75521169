"""A Cython project of its own builds against the installed package and calls its kernels."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tractor_core as tc

EXAMPLE = Path(__file__).parent.parent / "examples" / "cython_consumer"
HEADERS = Path(tc.get_include())
SOURCES = Path(__file__).parents[1] / "src" / "tractor_core"

RUN = """
import numpy as np
import tractor_core as tc
import unit_tally
hands = tc.deal(500, decks=3, rng=1).hands.reshape(-1, 3).copy()
trump = tc.Trump("10", "h")
tally = dict.fromkeys(("single", "pair", "triple", "tractor", "titanic"), 0)
for row in hands:
    for unit in tc.decompose(tc.Cards.from_planes(*row), trump):
        tally[unit.kind] += 1
found = unit_tally.tally_units(hands, trump)
assert found == {name + "s": count for name, count in tally.items()}, (found, tally)
assert min(tally.values()) > 0
for bad in (hands.astype(np.int64), hands[:, :2].copy(), hands[:0], [[1, 0, 0]]):
    try:
        unit_tally.tally_units(bad, trump)
    except (TypeError, ValueError) as refusal:
        print(type(refusal).__name__)
    else:
        print("taken")
"""


def build(folder, *include):
    """Build the example in a copy, where the headers that it sees first may be others."""
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("*.c", "*.so", "build"))
    if include:
        setup = folder / "setup.py"
        text = setup.read_text(encoding="utf-8")
        text = text.replace("cythonize([extension])", f"cythonize([extension], {include[0]})")
        setup.write_text(text, encoding="utf-8")
    return run(folder, "setup.py", "build_ext", "--inplace", "--quiet")


def run(folder, *arguments):
    path = os.pathsep.join([str(Path(tc.__file__).parents[1]), str(HEADERS.parent)])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )


def test_include_folder():
    assert {path.name for path in HEADERS.glob("*.pxd")} >= {"abi.pxd", "cards.pxd", "units.pxd"}


@pytest.mark.slow
def test_consumer_builds_and_counts_as_python_does(tmp_path):
    built = build(tmp_path / "project")
    assert built.returncode == 0, built.stderr
    done = run(tmp_path / "project", "-c", RUN)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["TypeError", "ValueError", "taken", "TypeError"]


@pytest.mark.skipif(not SOURCES.exists(), reason="the sources are not there")
def test_sources_are_built_with_their_own_headers(tmp_path):
    """Not with those of a package that is installed, which may be older."""
    installed = tmp_path / "site" / "tractor_core"
    installed.mkdir(parents=True)
    (installed / "__init__.py").touch()
    for header in SOURCES.glob("[a-z]*.pxd"):
        (installed / header.name).write_text("# of another version", encoding="utf-8")
    made = subprocess.run(
        [sys.executable, "-m", "cython", "-3", "-I", str(SOURCES.parent), "-o",
         str(tmp_path / "counting.c"), str(SOURCES / "counting.pyx")],
        env=os.environ | {"PYTHONPATH": str(installed.parent)},
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr


CHANGED = {
    "a struct": (
        "packing.pxd",
        "    int singles\n",
        "    int singles\n    int more\n",
        "ImportError: compiled against another version of tractor_core; build it again: the one "
        "installed has another layout of Shape: ",
    ),
    "the number": (
        "abi.pxd",
        "    ABI = 1\n",
        "    ABI = 1000\n",
        "ImportError: compiled against another version of tractor_core; build it again: the one "
        "installed has ABI 1, not 1000",
    ),
    "a signature": (
        "units.pxd",
        "cdef int decompose_suit(const Order *o, int s, Planes x, Run *out) noexcept nogil\n",
        "cdef int decompose_suit(const Order *o, int s, Planes x) noexcept nogil\n",
        "TypeError: C function tractor_core.units.decompose_suit has wrong signature",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CHANGED)
def test_consumer_of_another_version_says_so(tmp_path, what):
    name, old, new, message = CHANGED[what]
    headers = tmp_path / "headers" / "tractor_core"
    shutil.copytree(HEADERS, headers, ignore=shutil.ignore_patterns("*.py*", "*.so", "*.c"))
    (headers / "__init__.py").touch()  # Cython takes a folder with it before one without
    text = (headers / name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (headers / name).write_text(text.replace(old, new), encoding="utf-8")
    project = tmp_path / "project"
    built = build(project, f"include_path=[{str(headers.parent)!r}]")
    if what == "a signature":  # then the call must change as well
        source = project / "unit_tally.pyx"
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("[suit]), units)", "[suit]))"), encoding="utf-8")
        built = run(project, "setup.py", "build_ext", "--inplace", "--quiet")
    assert built.returncode == 0, built.stderr
    done = run(project, "-c", "import unit_tally")
    assert done.returncode == 1
    assert message in done.stderr
