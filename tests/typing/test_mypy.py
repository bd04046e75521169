"""Type checkers accept what is right and refuse what is wrong; see the files beside this one."""

from pathlib import Path

from mypy import api

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def test_mypy() -> None:
    snippets = [str(HERE / name) for name in ("good.py", "bad.py", "revealed.py")]
    found, crashed, status = api.run(
        ["--config-file", str(ROOT / "pyproject.toml"), "--strict", *snippets]
    )
    assert not status, found + crashed
