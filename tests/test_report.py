"""The report of benchmark runs, from two runs made up."""

import importlib.util
import json
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
spec = importlib.util.spec_from_file_location("report", BENCHMARKS / "report.py")
report = importlib.util.module_from_spec(spec)
spec.loader.exec_module(report)


def write_run(path, machine, figures):
    benchmarks = [
        {"name": f"test[{name}]", "stats": {"min": least, "median": middle}}
        for name, (least, middle) in figures.items()
    ]
    data = {
        "datetime": "2026-01-01",
        "machine_info": {"tractor_core": [machine], "node": "x"},
        "benchmarks": benchmarks,
    }
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


@pytest.fixture
def runs(tmp_path):
    return [
        write_run(tmp_path / "before.json", "machine: A", {"verb: best": (1e-7, 2e-7)}),
        write_run(
            tmp_path / "after.json",
            "machine: B",
            {"verb: best": (1.5e-7, 2e-7), "verb: new": (1e-6, 2e-6)},
        ),
    ]


def test_report(runs, tmp_path):
    assert report.main([*runs, "--out", str(tmp_path / "said"), "--no-plot"]) == 0
    text = (tmp_path / "said.md").read_text(encoding="utf-8")
    assert "    machine: B\n\nbefore comes from another machine or build:\n\n    machine: A" in text
    assert "| verb: best | 150.0 | 200.0 | 100.0, +50.0 % |" in text
    assert "| verb: new | 1,000.0 | 2,000.0 | - |" in text
    assert "svg" not in text


def test_plot(runs, tmp_path):
    pytest.importorskip("matplotlib")
    report.main([*runs, "--out", str(tmp_path / "said")])
    assert "![minima](said.svg)" in (tmp_path / "said.md").read_text(encoding="utf-8")
    drawn = (tmp_path / "said.svg").read_text(encoding="utf-8")
    assert "verb: new" in drawn and "before" in drawn
