"""Memory refused: every block that the engine asks for may be, and then nothing has happened."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CALLS = (
    "Hidden",
    "Round.can_play",
    "Round.play",
    "batch.count_legal_follows",
    "batch.is_legal_follow",
    "batch.random_legal_follow",
    "check_follow",
    "count_legal_follows",
    "is_legal_follow",
    "legal_follows",
    "legal_leads",
    "next of legal_follows",
    "next of legal_leads",
    "playouts by two policies",
    "playouts random",
    "playouts random_throws",
    "random_legal_follow",
)

pytestmark = [
    pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="memory is refused with glibc"),
    pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here"),
    pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="something else is preloaded"),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What tests/starved.py says of the engine that is imported here."""
    library = tmp_path_factory.mktemp("starve") / "starve.so"
    subprocess.run(
        ["cc", "-O1", "-shared", "-fPIC", "-o", library, HERE / "starve.c", "-ldl"], check=True
    )
    paths = [str(HERE), *filter(None, sys.path)]
    run = subprocess.run(
        [sys.executable, str(HERE / "starved.py")],
        env=os.environ | {"LD_PRELOAD": str(library), "PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return json.loads(run.stdout)


@pytest.mark.parametrize("call", CALLS)
def test_refused_memory_is_an_error_that_changes_nothing(told, call):
    assert [fault for fault in told["faults"] if fault.startswith(f"{call}:")] == []
    assert told["refusals"].get(call, 0) >= 1


def test_every_call_that_is_tried_is_named_here(told):
    assert set(told["refusals"]) == set(CALLS)
    assert told["faults"] == []
