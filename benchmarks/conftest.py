"""Settings of the benchmarks: what is printed, and which builds are refused."""

import sys
from itertools import repeat
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the modules beside this file

try:
    import pytest_benchmark  # noqa: F401
except ImportError as error:
    raise pytest.UsageError(
        'the benchmarks need pytest-benchmark: python -m pip install ".[bench]"'
    ) from error

import machine
import timing

SPENT = 0.25  # seconds for the rounds of one measurement
FEWEST, MOST = 3, 400  # rounds
README = Path(__file__).with_name("README.md")
MARK = "<!-- figures: written by --figures -->\n"


def pytest_addoption(parser):
    parser.addoption(
        "--figures", action="store_true", help="write the figures of this run into the README"
    )


@pytest.hookimpl(tryfirst=True)  # before pytest-benchmark reads its options
def pytest_configure(config):
    config.figures = []
    option = config.option
    if option.benchmark_columns is None:
        option.benchmark_columns = ["min", "median"]
    if option.benchmark_time_unit is None:
        option.benchmark_time_unit = "ns"
    reason = machine.refusal()
    if reason and not option.benchmark_disable:
        raise pytest.UsageError(
            f"{reason}: its figures would mislead. Build tractor_core as usual, or pass "
            "--benchmark-disable to run every statement once without timing it."
        )


def pytest_report_header():
    return machine.lines()


@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_update_machine_info(config, machine_info):
    """Keep in the JSON of a run what the report names: processor, versions, build."""
    machine_info["tractor_core"] = machine.lines()


@pytest.fixture
def measure(request):
    """Measure a case: seconds a call, or a row, over many short rounds."""

    def run(case):
        clock = timing.Clock()
        request.node.add_marker(pytest.mark.benchmark(group=case.group, timer=clock))
        benchmark = request.getfixturevalue("benchmark")
        if benchmark.disabled:
            benchmark.pedantic(timing.make_loop(case.statement, case.names, 1), args=((None,),))
            return
        loop, turns, clock.calls = timing.fit(case.statement, case.names)
        clock.calls *= case.rows  # so that a figure is of one row
        once = timing.rate(loop, turns) * turns
        benchmark.extra_info["rows_a_round"] = clock.calls
        benchmark.pedantic(
            loop,
            setup=lambda: ((repeat(None, turns),), {}),
            rounds=max(FEWEST, min(MOST, round(SPENT / once))),
            warmup_rounds=once < SPENT,
        )
        stats = benchmark.stats.stats
        request.config.figures.append((case, stats.min * 1e9, stats.median * 1e9))

    return run


def ns(value):
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def pytest_terminal_summary(terminalreporter, config):
    targets = [figure for figure in config.figures if figure[0].must]
    if targets:
        terminalreporter.section("targets, in ns")
        width = max(len(case.name) for case, _, _ in targets)
        columns = f"{{:{width + 2}}}{{:>10}}{{:>10}}{{:>10}}{{:>10}}  {{}}"
        write = terminalreporter.write_line
        write(columns.format("", "min", "median", "must", "stretch", ""))
        for case, least, median in targets:
            verdict = (
                "stretch met" if least <= case.stretch
                else "met" if least <= case.must
                else "MISSED"
            )
            write(columns.format(
                case.name, ns(least), ns(median), case.must, case.stretch, verdict
            ))
    overhead = {case.name: least for case, least, _ in config.figures if case.group == "overhead"}
    if "the loop" in overhead:
        terminalreporter.write_line(
            f"every figure includes {overhead['the loop']:.1f} ns a call for the loop"
        )
    if config.getoption("figures") and config.figures:
        write_figures(config.figures)
        terminalreporter.write_line(f"figures written to {README}")


def write_figures(figures):
    """Replace what stands between the marks of the README."""
    lines = ["", *(f"    {line}" for line in machine.lines()), ""]
    targets = [figure for figure in figures if figure[0].must]
    if targets:
        lines += ["| target | must | stretch | min | median |", "|---|--:|--:|--:|--:|"]
        lines += [
            f"| {case.name} | {case.must} | {case.stretch} | {ns(least)} | {ns(median)} |"
            for case, least, median in targets
        ]
        lines.append("")
    lines += ["| verb | input | min | median |", "|---|---|--:|--:|"]
    before = None
    for case, least, median in figures:
        if case.must is None:
            group = "" if case.group == before else f"`{case.group}`".replace("|", "\\|")
            lines.append(f"| {group} | {case.name} | {ns(least)} | {ns(median)} |")
            before = case.group
    text = README.read_text(encoding="utf-8")
    head, _, tail = text.split(MARK)
    README.write_text(head + MARK + "\n".join(lines) + "\n\n" + MARK + tail, encoding="utf-8")
