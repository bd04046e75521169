"""A report of benchmark runs: Markdown, and a plot beside it.

    python benchmarks/report.py RUN.json... --out report

The runs are JSON files of pytest-benchmark (`make bench-save`, `--benchmark-json`). The last one is
reported; earlier ones are compared with it, by minima.
"""

import argparse
import json
import sys
from pathlib import Path


def read_run(path):
    """When a run was made, on what, and (min, median) in nanoseconds by name."""
    data = json.loads(path.read_text(encoding="utf-8"))
    figures = {
        bench["name"]: (bench["stats"]["min"] * 1e9, bench["stats"]["median"] * 1e9)
        for bench in data["benchmarks"]
    }
    machine = data["machine_info"].get("tractor_core") or [data["machine_info"]["node"]]
    return {"name": path.stem, "date": data["datetime"], "machine": machine, "figures": figures}


def plain(name):
    """The name of a case, from that of a test: test_case[group: name]."""
    return name.partition("[")[2].removesuffix("]") or name


def markdown(runs, plot):
    """The report: the machine of the last run, its figures, and earlier minima beside them."""
    *earlier, last = runs
    lines = ["# Benchmarks", "", f"{last['name']}, {last['date']}, nanoseconds a call.", ""]
    lines += [f"    {line}" for line in last["machine"]]
    for run in earlier:
        if run["machine"] != last["machine"]:
            lines += ["", f"{run['name']} comes from another machine or build:", ""]
            lines += [f"    {line}" for line in run["machine"]]
    heads = ["case", "min", "median", *(f"min of {run['name']}, change" for run in earlier)]
    lines += ["", f"![minima]({plot})"] if plot else []
    lines += ["", f"| {' | '.join(heads)} |", "|---" + "|--:" * (len(heads) - 1) + "|"]
    for name, (least, middle) in last["figures"].items():
        cells = [plain(name).replace("|", "\\|"), f"{least:,.1f}", f"{middle:,.1f}"]
        for run in earlier:
            before = run["figures"].get(name)
            change = f"{before[0]:,.1f}, {100 * (least / before[0] - 1):+.1f} %" if before else "-"
            cells.append(change)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def draw(runs, path):
    """Minima of every case, a mark for each run, on a logarithmic axis."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    names = list(runs[-1]["figures"])[::-1]
    figure, axes = pyplot.subplots(figsize=(9, 1 + 0.2 * len(names)), layout="constrained")
    for run, mark in zip(runs, "ox+sd^v<>*" * len(runs), strict=False):
        found = [(run["figures"][name][0], i) for i, name in enumerate(names)
                 if name in run["figures"]]
        axes.plot(*zip(*found, strict=True), mark, label=run["name"], markersize=5)
    axes.set_xscale("log")
    axes.set_xlabel("nanoseconds a call, minimum")
    axes.set_yticks(range(len(names)), [plain(name) for name in names], fontsize=7)
    axes.grid(axis="x", which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path)
    pyplot.close(figure)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("runs", nargs="+", type=Path, help="JSON files, the one reported last")
    parser.add_argument("--out", type=Path, default=Path("report"), help="without its suffix")
    parser.add_argument("--no-plot", action="store_true")
    args = parser.parse_args(arguments)
    runs = [read_run(path) for path in args.runs]
    plot = None if args.no_plot else args.out.with_suffix(".svg")
    if plot:
        draw(runs, plot)
    text = markdown(runs, plot.name if plot else None)
    args.out.with_suffix(".md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
