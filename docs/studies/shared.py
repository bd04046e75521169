"""What the worked studies share: cells and tables, the block of a page they fill, their plots."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import tractor_core as tc
from tractor_core import odds
from tractor_core.odds import plots
from tractor_core.odds.results import digits_of

SEED = 1
HEARTS = tc.Trump("10", "h")  # level ten, hearts trump: the order of cards of most pages


@dataclass(frozen=True)
class Exact:
    """A counted value, times `scale`."""

    value: Fraction | float | None
    scale: int = 100

    def __str__(self) -> str:
        if self.value is None:
            return ""
        text = five(float(self.value) * self.scale)
        if self.scale == 100 and 0.99 < self.value < 1:
            # what is all but certain shows how far it is from it
            left = 100 * float(1 - self.value)
            digits = max(3, 1 - math.floor(math.log10(left)))
            return f"{100 - left:.{digits}f}" if digits <= 8 else "> 99.999999"
        return text


@dataclass(frozen=True)
class Sampled:
    """An estimate with its standard error, times `scale`; 12.346(12) is 12.346 ± 0.012."""

    value: float
    error: float
    scale: int = 100

    def __str__(self) -> str:
        value, error = self.value * self.scale, self.error * self.scale
        if not error > 0:
            return f"{value:.5g}"
        digits = digits_of(error)
        return f"{value:.{digits}f}({error * 10**digits:.0f})".replace("-", "−")


@dataclass(frozen=True)
class Off:
    """Standard errors between an estimate and the counted value."""

    z: float | None

    def __str__(self) -> str:
        return "" if self.z is None else f"{self.z:+.1f}".replace("-", "−")


Cell = str | Exact | Sampled | Off


@dataclass(frozen=True)
class Table:
    """A table of a page; `deals` is what each sampled cell was found with."""

    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    deals: int
    what: str = "deals"

    def __str__(self) -> str:
        numbers = [not isinstance(cell, str) for cell in self.rows[0]]
        lines = [self.head, ["--:" if number else ":--" for number in numbers], *self.rows]
        text = "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
        version = tc.__version__
        return f"{text}\n\n{self.deals:,} {self.what} a row, tractor_core {version}."


@dataclass(frozen=True)
class Found:
    """What a study found: its tables, and what its plot is drawn from."""

    tables: Sequence[Table]
    series: Mapping[str, Any]


def five(value: float) -> str:
    """A number with five significant digits and no exponent."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = max(0, 4 - math.floor(math.log10(abs(value))))
    text = f"{value:.{digits}f}"
    return f"{value:.0f}" if value == round(value) else text


def sampled(result: odds.Result, scale: int = 100) -> Sampled:
    return Sampled(result.estimate, result.se, scale)


def answer(study: odds.Study, deals: int, seed: int, threads: int) -> odds.Result:
    """Run a study, and count the exact value even where that takes seconds."""
    result = odds.run(study, deals, seed=seed, threads=threads)
    try:
        return replace(result, exact=odds.exact(study))
    except odds.NoExactValue:
        return result


def share(result: odds.Result, *values: int) -> Sampled:
    """How often the value of a mean is one of these."""
    found = [one for one in result.bins if one.value in values]
    return Sampled(sum(one.share for one in found), math.hypot(*(one.se for one in found)))


def beside(result: odds.Result, scale: int = 100) -> tuple[Exact, Sampled, Off]:
    """The counted value, the estimate beside it, and how far off that is."""
    off = Off(result.z if result.se > 0 else None)
    return Exact(result.exact, scale), sampled(result, scale), off


def block_of(name: str) -> re.Pattern[str]:
    """Where a page has the table of a name."""
    return re.compile(rf"(<!-- table: {name} -->\n).*?(<!-- end -->)", re.DOTALL)


def fill(page: Path, tables: Sequence[Table]) -> None:
    """Write tables into their blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for table in tables:
        text, filled = block_of(table.name).subn(
            lambda match, table=table: f"{match[1]}\n{table}\n\n{match[2]}", text
        )
        if filled != 1:
            raise ValueError(f"{page.name} has {filled} blocks for the table {table.name!r}")
    page.write_text(text, encoding="utf-8")


def main(
    script: str, find: Callable[[int, int, int], Found], draw: Callable[[Found], Any], deals: int
) -> None:
    """Run a study as a command: fill its page and write its plot."""
    page = Path(script).with_suffix(".md")
    parser = argparse.ArgumentParser(description=f"Fill {page.name} and draw its plot.")
    parser.add_argument("--deals", type=int, default=deals, help="deals a row (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="the numbers do not depend on it")
    parser.add_argument("--png", type=Path, help="write the plot here too")
    options = parser.parse_args()
    found = find(options.deals, SEED, options.threads)
    fill(page, found.tables)
    figure = draw(found)
    for path in (page.with_suffix(".svg"), options.png):
        if path is not None:
            plots.save(figure, path, dpi=100)
    for table in found.tables:
        print(table, end="\n\n")


def legend_below(figure: Any, columns: int) -> Any:
    """Move the legend of a figure below its axes, where it hides nothing."""
    (axes,) = figure.axes
    axes.get_legend().remove()
    handles, _ = axes.get_legend_handles_labels()
    figure.legend(
        handles=handles, loc="outside lower center", ncols=columns, frameon=False, fontsize=9
    )
    return figure


def distributions(
    series: Mapping[str, Mapping[float, float]], *, xlabel: str, title: str, note: str
) -> Any:
    """Draw the shares of values, a line of steps each."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axes = figure.add_subplot()
    colours, lines = ("#0072B2", "#D55E00", "#009E73", "#CC79A7"), ("-", "--", "-.", ":")
    for (name, shares), colour, line in zip(series.items(), colours, lines, strict=False):
        places = sorted(shares)
        heights = [100 * shares[place] for place in places]
        axes.plot(
            places, heights, drawstyle="steps-mid", label=name, color=colour, linestyle=line,
            linewidth=1.6,
        )  # fmt: skip
    axes.set_ylim(bottom=0)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("share (%)")
    axes.legend(frameon=False, fontsize=9)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", pad=22)
    axes.text(0, 1.025, note, transform=axes.transAxes, fontsize=8.5, color="#555555")
    return figure
