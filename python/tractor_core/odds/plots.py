"""Pictures of results, for a page or a screen; they want the extra ``odds`` (matplotlib).

Colours are Okabe and Ito's, which colour-blind readers tell apart; series differ in their markers
as well, for prints in grey. Figures are drawn without pyplot: no window, no state behind them.
"""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .bins import Bin
from .results import Result, Snapshot, digits_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["by_parameter", "convergence", "histogram", "save"]

# Okabe and Ito's palette, without its yellow, which paper swallows
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_BLUE, _RED = _COLOURS[:2]
_GREY = "#555555"
_EXACT: dict[str, Any] = {
    "linestyle": "none", "marker": "_", "markersize": 19, "markeredgewidth": 1.6, "zorder": 1.9,
}  # fmt: skip
_SIZE = (6.4, 4.2)  # inches
_BARS = 60  # of a histogram
_EVERY = (1, 2, 4)  # bins from one label to the next
_TICKS = 16  # labels on an axis that stand side by side
_COLUMNS = 62  # characters of a title's line
_FORMATS = ("pdf", "png", "svg")


def _figure(size: tuple[float, float]) -> tuple[Figure, Axes]:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'tractor-core[odds]'") from error
    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def _headed(axes: Axes, title: str, note: str) -> None:
    """A title, and below it where the numbers come from; `$` and `_` are no mathematics here."""
    lines = "\n".join(textwrap.wrap(title, _COLUMNS))
    axes.set_title(lines, loc="left", fontsize=11, fontweight="bold", pad=22, parse_math=False)
    below = axes.text(
        0.0, 1.025, note, transform=axes.transAxes, fontsize=8.5, color=_GREY, parse_math=False
    )
    below.set_in_layout(False)


def _source(result: Result) -> str:
    return f"{_rounded(result.deals)} deals, seed {result.seed}"


def _rounded(number: int) -> str:
    for power, name in ((9, "billion"), (6, "million")):
        if number >= 10**power:
            return f"{number / 10**power:.4g} {name}"
    return f"{number:,}"


def _check(result: Any) -> Result:
    if not isinstance(result, Result):
        raise TypeError(f"a Result is wanted, not {type(result).__name__}")
    if not result.copies:
        raise ValueError(f"{result.title}: there is nothing to draw, it applied in no deal")
    return result


def histogram(result: Result, *, xlabel: str = "value", title: str | None = None) -> Figure:
    """Draw the share of every value with its interval.

    Parameters
    ----------
    result : Result
    xlabel : str, optional
        What the values are.
    title : str, optional
        By default that of the study.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ValueError
        The question applied in no deal.

    Examples
    --------
    >>> histogram(result, xlabel="points in the kitty")  # doctest: +SKIP
    """
    result = _check(result)
    figure, axes = _figure(_SIZE)
    bins = result.shares(_BARS)
    places = range(len(bins))
    shares = [100 * found.share for found in bins]
    errors = [
        [100 * (found.share - found.low) for found in bins],
        [100 * (found.high - found.share) for found in bins],
    ]
    axes.bar(places, shares, width=0.82, color=_COLOURS[4], edgecolor=_BLUE, linewidth=0.8)
    axes.errorbar(
        places, shares, yerr=errors, fmt="none", ecolor="black", elinewidth=1.1, capsize=2.5
    )
    least = -(-len(bins) // _TICKS)
    step = next((step for step in _EVERY if step >= least), least)
    axes.set_xticks(places[::step], [found.label for found in bins[::step]])
    if sum(len(found.label) for found in bins[::step]) > 70:
        axes.tick_params(axis="x", rotation=30)
    axes.set_xlim(-0.7, len(bins) - 0.3)
    axes.set_ylim(0, max(100 * found.high for found in bins) * 1.12)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("share (%)")
    if not result.event and len(bins) > 1:
        _mark_mean(axes, result, bins)
    note = f"{_source(result)}; error bars: {100 * result.level:g} % intervals"
    _headed(axes, title or result.title, note)
    return figure


def _mark_mean(axes: Axes, result: Result, bins: Sequence[Bin]) -> None:
    width = bins[1].value - bins[0].value
    step = result.bins[1].value - result.bins[0].value
    place = (result.estimate - bins[0].value - (width - step) / 2) / width
    digits = digits_of(result.half_width)
    right = place > 0.6 * len(bins)
    axes.axvline(place, color=_RED, linewidth=1.4, linestyle=(0, (5, 2)))
    axes.annotate(
        f"mean {result.estimate:.{digits}f} ± {result.half_width:.{digits}f}",
        (place, 0.985),
        xycoords=("data", "axes fraction"),
        xytext=(-5 if right else 5, 0),
        textcoords="offset points",
        ha="right" if right else "left",
        va="top",
        fontsize=9,
        color=_RED,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.5},
    )


def convergence(result: Result, *, ylabel: str | None = None, title: str | None = None) -> Figure:
    """Draw how the estimate settles as deals add up, within the band of its intervals.

    Parameters
    ----------
    result : Result
    ylabel, title : str, optional

    Returns
    -------
    matplotlib.figure.Figure

    Notes
    -----
    The band is that of an interval at each number of deals by itself; one that holds at all of
    them together would be wider. Where it is more than twenty times as wide as at the end, it is
    left out.

    Examples
    --------
    >>> convergence(result)  # doctest: +SKIP
    """
    result = _check(result)
    points = _settling(result)
    figure, axes = _figure(_SIZE)
    deals = [point.deals for point in points]
    low, high = [point.low for point in points], [point.high for point in points]
    name = f"{100 * result.level:g} % interval"
    if len(points) == 1:  # a band over one number of deals has no width
        axes.vlines(deals, low, high, color=_COLOURS[4], linewidth=3, label=name)
    else:
        axes.fill_between(deals, low, high, color=_COLOURS[4], alpha=0.35, linewidth=0, label=name)
        axes.plot(deals, low, color=_COLOURS[4], linewidth=0.8)
        axes.plot(deals, high, color=_COLOURS[4], linewidth=0.8)
    axes.plot(
        deals,
        [point.estimate for point in points],
        color=_BLUE,
        marker="o",
        markersize=3.5,
        linewidth=1.4,
        label="estimate",
    )
    if result.exact is not None:
        axes.axhline(
            float(result.exact), color=_RED, linewidth=1.3, linestyle=(0, (5, 2)), label="exact"
        )
    if len(points) > 1:
        axes.set_xscale("log")
    axes.set_xlabel("deals")
    axes.set_ylabel(ylabel or ("probability" if result.event else "mean"))
    axes.ticklabel_format(axis="y", useOffset=False, style="plain")
    axes.legend(frameon=False, fontsize=9, loc="best")
    digits = digits_of(result.half_width)
    note = f"{result.estimate:.{digits}f} ± {result.half_width:.{digits}f} after {_source(result)}"
    _headed(axes, title or result.title, note)
    return figure


def _settling(result: Result) -> list[Snapshot]:
    """The snapshots from where the interval is no more than twenty times the last."""
    points = [point for point in result.snapshots if not math.isnan(point.estimate)]
    most = 20 * (points[-1].high - points[-1].low)
    for first, point in enumerate(points):
        if point.high - point.low <= most:
            return points[first:]
    return points[-1:]


def by_parameter(
    series: Mapping[str, Mapping[Any, Result]],
    *,
    xlabel: str,
    ylabel: str = "probability",
    title: str = "",
    log: bool = False,
) -> Figure:
    """Draw odds by a parameter, such as the length of a suit, one line a series.

    Parameters
    ----------
    series : mapping of str to mapping of result
        For each series the results by the parameter: numbers, or names, which stand in their
        order. A series called "" is not named. At most seven.
    xlabel : str
        What the parameter is.
    ylabel, title : str, optional
    log : bool, default False
        Whether the odds stand on a logarithmic scale.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ValueError
        There is no result or there are too many series.

    Examples
    --------
    >>> by_parameter({"AK": {5: a, 6: b}}, xlabel="cards of the suit")  # doctest: +SKIP
    """
    if not 1 <= len(series) <= len(_COLOURS) or not all(series.values()):
        raise ValueError(f"series: 1 to {len(_COLOURS)} are wanted, each with a result")
    results = [_check(result) for found in series.values() for result in found.values()]
    figure, axes = _figure(_SIZE)
    names = list(dict.fromkeys(x for found in series.values() for x in found))
    numbers = all(isinstance(x, (int, float)) for x in names)
    place = {x: x if numbers else i for i, x in enumerate(names)}
    gap = min((abs(place[a] - place[b]) for a in names for b in names if a != b), default=1)
    for index, (name, found) in enumerate(series.items()):
        # a little apart, so that error bars at one place are seen one beside the other
        apart = gap * (0.05 if numbers else 0.1)
        shift = apart * (index - (len(series) - 1) / 2)
        values = list(found.values())
        axes.errorbar(
            [place[x] + shift for x in found],
            [result.estimate for result in values],
            yerr=[
                [result.estimate - result.low for result in values],
                [result.high - result.estimate for result in values],
            ],
            color=_COLOURS[index],
            marker=_MARKERS[index],
            markersize=5,
            linewidth=1.3 if numbers else 0,
            elinewidth=1.1,
            capsize=2,
            label=name or None,
        )
        known = {x: result.exact for x, result in found.items() if result.exact is not None}
        axes.plot(
            [place[x] + shift for x in known],
            [float(exact) for exact in known.values()],
            color=_COLOURS[index],
            **_EXACT,
        )
    handles, _ = axes.get_legend_handles_labels()
    if any(result.exact is not None for result in results):
        handles += axes.plot([], [], color="black", label="exact", **_EXACT)
    if log:
        axes.set_yscale("log")
    else:
        top = max(result.high for result in results)
        if min(result.low for result in results) >= 0:
            axes.set_ylim(0, 1.12 * top)
    if not numbers or len(names) <= _TICKS:
        axes.set_xticks([place[x] for x in names], [str(x) for x in names])
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    if not numbers:
        axes.set_xlim(-0.5, len(names) - 0.5)
    if handles:
        axes.legend(handles=handles, frameon=False, fontsize=9, loc="best")
    deals = {result.deals for result in results}
    least, most = _rounded(min(deals)), _rounded(max(deals))
    many = least if least == most else f"{least} to {most}"
    levels = " and ".join(f"{100 * level:g} %" for level in sorted({r.level for r in results}))
    _headed(axes, title, f"{many} deals a point; error bars: {levels} intervals")
    return figure


def save(figure: Figure, path: str | os.PathLike[str], *, dpi: int = 200) -> None:
    """Write a figure as PNG, SVG or PDF, as the ending of the name says.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : path
    dpi : int, default 200
        Dots an inch of a PNG.

    Raises
    ------
    ValueError
        The name has another ending.

    Notes
    -----
    The same figure gives the same file: no date is written, and text in PDF stays text.

    Examples
    --------
    >>> save(convergence(result), "convergence.pdf")  # doctest: +SKIP
    """
    from matplotlib import rc_context

    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in _FORMATS:
        raise ValueError(f"{str(path)!r}: name a file that ends in .png, .svg or .pdf")
    metadata: dict[str, Any] = {
        "png": {"Software": None},
        "svg": {"Date": None},
        "pdf": {"CreationDate": None, "ModDate": None},
    }[kind]
    with rc_context({"svg.hashsalt": "tractor_core", "pdf.fonttype": 42, "svg.fonttype": "path"}):
        figure.savefig(path, format=kind, dpi=dpi, metadata=metadata, facecolor="white")
