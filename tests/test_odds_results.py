"""Results: what they say, in text, JSON, CSV and Parquet, and as pictures."""

import csv
import io
import json
import math
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import numpy as np
import pytest
from odds_studies import Coins, Dice

import tractor_core
from tractor_core.odds import Bin, Result, Snapshot, run, write_csv, write_parquet
from tractor_core.odds.intervals import wilson
from tractor_core.odds.protocol import FORMAT, fingerprint

COINS = Coins(copies=4, alike=0.2, kept=0.9)
NEVER = Coins(kept=0.0)
STUDIES = {
    "event": (COINS, 2222),
    "mean": (Dice(), 2222),
    "single": (Coins(), 150),
    "inexact": (Dice(loaded=0.1), 300),
    "rare": (Coins(p=1e-9), 300),
    "sure": (Coins(p=1.0, copies=2), 300),
    "never": (NEVER, 300),
    "one": (Dice(), 1),
}


@pytest.fixture(params=STUDIES)
def result(request):
    study, n = STUDIES[request.param]
    return run(study, n, seed=2**65)


def test_it_is_immutable_and_hashable(result):
    with pytest.raises(FrozenInstanceError):
        result.estimate = 1
    assert hash(result) == hash(replace(result))


def test_it_says_where_it_comes_from():
    result = run(COINS, 1000, seed=3)
    assert result.tractor_core == tractor_core.__version__
    assert result.numpy == np.__version__
    assert result.format == FORMAT
    assert (result.seed, result.block, result.deals) == (3, 100, 1000)
    assert result.fingerprint == fingerprint(COINS.identity())
    assert result.title == COINS.title


def test_an_event_by_hand():
    result = run(Coins(), 1000)
    hits = sum(int((Coins().draw(0, index, None) == 1).sum()) for index in range(10))
    assert (result.hits, result.copies, result.estimate) == (hits, 1000, hits / 1000)
    assert (result.low, result.high) == pytest.approx(wilson(hits, 1000))
    assert [found.count for found in result.bins] == [1000 - hits, hits]
    assert result.bins[1].low == pytest.approx(result.low)
    assert [found.label for found in result.bins] == ["no", "yes"]
    assert result.exact == Fraction(0.3)
    assert result.z == pytest.approx((hits / 1000 - 0.3) / result.se)
    assert result.half_width == (result.high - result.low) / 2


def test_a_mean_by_hand():
    result = run(Dice(), 500)
    values = np.concatenate([Dice().draw(0, index, None) for index in range(5)])
    applies = values >= 0
    assert result.hits is None
    assert result.copies == applies.sum()
    assert result.estimate == pytest.approx(5 * values[applies].mean())
    assert [found.count for found in result.bins] == [(values == b).sum() for b in range(6)]
    assert sum(found.share for found in result.bins) == pytest.approx(1)
    naive = np.var(5 * values[applies]) / applies.sum()
    assert result.design_effect == pytest.approx(result.se**2 / naive)
    assert result.design_effect > 1.3


def test_snapshots_are_the_answers_of_shorter_runs():
    result = run(COINS, 1250)
    assert [point.deals for point in result.snapshots] == [
        100, 200, 300, 400, 500, 600, 800, 900, 1100, 1250,
    ]  # fmt: skip
    for point in result.snapshots:
        alone = run(COINS, point.deals)
        assert point == Snapshot(point.deals, alone.estimate, alone.low, alone.high)


def test_snapshots_of_a_target_are_at_the_level():
    result = run(COINS, half_width=0.01)
    last = result.snapshots[-1]
    assert last.deals == result.deals
    assert result.low < last.low < result.estimate == last.estimate < last.high < result.high


def test_levels_nest():
    narrow, wide = run(COINS, 1000, level=0.5), run(COINS, 1000, level=0.999)
    assert wide.low < narrow.low < narrow.high < wide.high
    assert (narrow.level, wide.spent) == (0.5, pytest.approx(0.001))


@pytest.mark.parametrize("name", STUDIES)
def test_no_warnings_and_ordered_ends(name):
    study, n = STUDIES[name]
    result = run(study, n)
    assert not result.estimate < result.low
    assert not result.estimate > result.high
    for found in result.bins:
        assert 0 <= found.low <= found.high <= 1


# --- JSON -----------------------------------------------------------------------------------------


def test_through_a_dict_and_json(result, tmp_path):
    assert Result.from_dict(result.to_dict()) == result
    text = result.to_json(tmp_path / "result.json")
    assert Result.from_json(text) == result
    assert (tmp_path / "result.json").read_text(encoding="utf-8") == text
    plain = json.loads(text, parse_constant=pytest.fail)
    assert plain["seed"] == 2**65
    assert plain["fingerprint"] == result.fingerprint


def test_what_is_not_a_number_is_null():
    plain = run(NEVER, 100).to_dict()
    assert plain["estimate"] is None
    assert (plain["low"], plain["high"]) == (0, 1)
    assert plain["bins"][0]["share"] is None


def test_the_exact_value_stays_exact():
    result = replace(run(Coins(), 100), exact=Fraction(108770, 1071819))
    assert result.to_dict()["exact"] == "108770/1071819"
    assert Result.from_json(result.to_json()).exact == Fraction(108770, 1071819)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("deals"),
        lambda d: d.pop("estimate"),
        lambda d: d.pop("format"),
        lambda d: d.update(format=2),
        lambda d: d.update(more=1),
        lambda d: d.update(bins=None),
        lambda d: d.update(bins=[{"label": "x"}]),
        lambda d: d.update(tally=5),
        lambda d: d.update(deals="100"),
        lambda d: d.update(low=None),
        lambda d: d.update(title=5),
        lambda d: d.update(event=1),
        lambda d: d.update(exact="a third"),
        lambda d: d.update(identity={"other": 1}),
        lambda d: d.update(identity=None),
        lambda d: d.update(fingerprint=None),
    ],
)
def test_what_is_no_result(change):
    plain = run(Coins(), 100).to_dict()
    change(plain)
    with pytest.raises(ValueError):
        Result.from_dict(plain)


@pytest.mark.parametrize("data", [None, [], "x", 5])
def test_what_is_no_dict(data):
    with pytest.raises(TypeError):
        Result.from_dict(data)


def test_what_is_no_json():
    with pytest.raises(ValueError):
        Result.from_json("{")


# --- CSV and Parquet ------------------------------------------------------------------------------


def test_csv(result, tmp_path):
    text = result.to_csv(tmp_path / "result.csv")
    assert (tmp_path / "result.csv").read_bytes().decode() == text
    rows = list(csv.DictReader(io.StringIO(text)))
    shown = () if result.event else result.shares(len(result.bins) + 1)
    assert len(rows) == 1 + len(shown)
    first = rows[0]
    assert first["title"] == result.title
    assert int(first["seed"]) == 2**65
    assert int(first["deals"]) == result.deals
    assert first["quantity"] == ("probability" if result.event else "mean")
    assert first["hits"] == ("" if result.hits is None else str(result.hits))
    if not math.isnan(result.estimate):
        assert float(first["estimate"]) == result.estimate
    assert float(first["low"]) == result.low
    for row, found in zip(rows[1:], shown, strict=True):
        assert (row["quantity"], int(row["value"])) == (found.label, found.value)
        assert int(row["hits"]) == found.count
        assert float(row["high"]) == found.high


def test_titles_with_commas_and_lines_survive(tmp_path):
    title = 'throws of "A, K"\nin 升级'
    result = replace(run(Coins(), 100), title=title)
    write_csv([result, result], tmp_path / "odds.csv")
    with open(tmp_path / "odds.csv", encoding="utf-8", newline="") as file:
        assert [row["title"] for row in csv.DictReader(file)] == [title, title]


def test_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    results = [run(study, n, seed=2**65) for study, n in STUDIES.values()]
    write_parquet(results, tmp_path / "odds.parquet")
    found = parquet.read_table(tmp_path / "odds.parquet").to_pylist()
    assert found == [row for result in results for row in result.rows()]
    results[1].to_parquet(tmp_path / "one.parquet")
    assert parquet.read_table(tmp_path / "one.parquet").to_pylist() == results[1].rows()
    write_parquet([], tmp_path / "none.parquet")
    assert parquet.read_table(tmp_path / "none.parquet").num_rows == 0


@pytest.mark.parametrize(
    ("missing", "call"),
    [
        ("pyarrow", "write_parquet([], 'x.parquet')"),
        ("matplotlib.figure", "plots.convergence(run(Coins(), 100))"),
        ("matplotlib.figure", "plots.histogram(run(Coins(), 100))"),
    ],
)
def test_an_extra_that_is_missing(missing, call):
    code = (
        "import sys\n"
        f"sys.modules[{missing!r}] = None\n"
        "from odds_studies import Coins\n"
        "from tractor_core.odds import plots, run, write_parquet\n"
        f"try:\n    {call}\n"
        "except ImportError as error:\n    print(error)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pip install 'tractor-core[odds]'" in said.stdout


def test_the_extras_are_imported_when_they_are_used():
    code = (
        "import sys\n"
        f"sys.path[:] = {sys.path!r}\n"
        "import tractor_core.odds, tractor_core.odds.plots\n"
        "print([m for m in ('matplotlib', 'pyarrow', 'rich', 'statistics') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


# --- text -----------------------------------------------------------------------------------------


def test_one_line():
    result = run(COINS, 12345, seed=3)
    assert str(result) == (
        "coins of 0.3: 0.2987 [0.2934, 0.3040] (95 %, wilson; 12,345 deals, seed 3)"
    )
    assert "\n" not in str(run(Dice(), 300))


def test_a_table():
    text = run(Dice(), 5550, seed=1).table()
    assert text.startswith("points of dice\n\nmean ")
    assert "exact           12.5000, z = -0.51" in text
    assert "design effect   1.82" in text
    assert "\nvalue  copies   share     low    high\n0       3,386  0.1696" in text
    lines = text.splitlines()
    assert len({len(line) for line in lines[-7:]}) == 1


def test_every_result_has_a_table(result):
    text = result.table()
    assert result.title in text
    assert f"{result.deals:,}" in text
    assert "nan" not in text
    assert str(result)


# --- pictures -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plots():
    pytest.importorskip("matplotlib")
    from tractor_core.odds import plots

    return plots


def texts(figure):
    figure.canvas.draw()
    (axes,) = figure.axes
    found = [axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()]
    found += [text.get_text() for text in axes.texts]
    legend = axes.get_legend()
    return found + ([text.get_text() for text in legend.get_texts()] if legend else [])


def test_a_histogram(plots):
    result = run(Dice(), 3000, seed=1)
    figure = plots.histogram(result, xlabel="points")
    (axes,) = figure.axes
    heights = [bar.get_height() for bar in axes.containers[0]]
    assert heights == [100 * found.share for found in result.bins]
    found = texts(figure)
    assert found[:3] == ["points of dice", "points", "share (%)"]
    assert "3,000 deals, seed 1; error bars: 95 % intervals" in found
    assert f"mean {result.estimate:.2f} ± {result.half_width:.2f}" in found
    labels = [text.get_text() for text in axes.get_xticklabels()]
    assert labels == [entry.label for entry in result.bins]


def test_a_histogram_leaves_out_what_never_came_up(plots):
    bins = tuple(range(0, 500, 5))
    study = Dice(bins=100, values=bins, labels=tuple(map(str, bins)))
    (axes,) = plots.histogram(run(study, 1000)).axes
    assert len(axes.containers[0]) == 6


def test_convergence(plots):
    result = run(COINS, 50_000)
    found = texts(plots.convergence(result, ylabel="P(heads)"))
    assert found[:3] == ["coins of 0.3", "deals", "P(heads)"]
    assert found[-3:] == ["95 % interval", "estimate", "exact"]
    (axes,) = plots.convergence(result).axes
    line = axes.lines[-2]
    assert line.get_xdata()[-1] == 50_000
    assert line.get_ydata()[-1] == result.estimate
    assert axes.get_xscale() == "log"
    assert plots.convergence(run(COINS, 50)).axes


def test_by_parameter(plots):
    series = {
        name: {x: run(Coins(p=1 / (x + k)), 500, seed=x) for x in range(2, 7)}
        for k, name in enumerate(["AK", "AKK"])
    }
    figure = plots.by_parameter(series, xlabel="cards", ylabel="P", title="throws")
    found = texts(figure)
    assert found[:3] == ["throws", "cards", "P"]
    assert found[-3:] == ["AK", "AKK", "exact"]
    (axes,) = figure.axes
    first, second = axes.containers
    assert list(first[0].get_ydata()) == [found.estimate for found in series["AK"].values()]
    assert first[0].get_color() != second[0].get_color()
    assert first[0].get_marker() != second[0].get_marker()
    assert axes.get_ylim()[0] == 0
    (axes,) = plots.by_parameter(series, xlabel="cards", log=True).axes
    assert axes.get_yscale() == "log"


def test_by_a_parameter_of_names(plots):
    series = {"": {name: run(Coins(p=p), 300) for name, p in [("one", 0.1), ("two", 0.2)]}}
    (axes,) = plots.by_parameter(series, xlabel="decks").axes
    assert [text.get_text() for text in axes.get_xticklabels()] == ["one", "two"]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "PNG"])
def test_saving_gives_the_same_file_each_time(plots, ending, tmp_path):
    result = run(Dice(), 1000)
    contents = []
    for name in ("a", "b"):
        path = tmp_path / f"{name}.{ending}"
        plots.save(plots.histogram(result), path, dpi=60)
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[ending.lower()]
    assert contents[0].startswith(start)


def test_dollars_and_chinese_in_a_title(plots, tmp_path):
    result = replace(run(Dice(), 1000), title="$rules_a$ {x} \\frac")
    plots.save(plots.histogram(result), tmp_path / "a.png", dpi=50)
    assert texts(plots.histogram(result))[0] == "$rules_a$ {x} \\frac"


def test_no_state_of_pyplot(plots):
    assert "matplotlib.pyplot" not in sys.modules or not sys.modules[
        "matplotlib.pyplot"
    ].get_fignums()


def test_what_cannot_be_drawn(plots, tmp_path):
    result = run(Coins(), 100)
    for call in (plots.histogram, plots.convergence):
        with pytest.raises(TypeError, match="a Result is wanted, not int"):
            call(5)
        with pytest.raises(ValueError, match="applied in no deal"):
            call(run(NEVER, 100))
    for series in ({}, {"a": {}}, {str(i): {1: result} for i in range(8)}):
        with pytest.raises(ValueError, match="series"):
            plots.by_parameter(series, xlabel="x")
    with pytest.raises(TypeError):
        plots.by_parameter({"a": {1: 5}}, xlabel="x")
    with pytest.raises(ValueError, match="ends in"):
        plots.save(plots.convergence(result), tmp_path / "a.jpg")


def test_parts_of_a_result_are_small_and_frozen():
    result = run(Dice(), 200)
    assert isinstance(result.bins[0], Bin)
    for part in (result.bins[0], result.snapshots[0]):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            part.low = 0


def test_results_are_equal_where_numbers_are_undefined():
    """On every Python: what dataclasses compare by themselves depends on its version."""
    once, again = (run(NEVER, 200) for _ in range(2))
    assert math.isnan(once.design_effect)
    assert once == again and hash(once) == hash(again)
    assert once != run(NEVER, 100) and once != "never"
    assert replace(once, estimate=0.25) != once
