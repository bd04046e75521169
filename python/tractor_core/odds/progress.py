"""How far a run has come, and a bar that shows it."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TextIO

__all__ = ["Progress", "reporting"]

_EVERY = 0.1  # seconds between two reports at least
_LINE_EVERY = 2.0  # the same for plain lines


@dataclass(frozen=True, slots=True)
class Progress:
    """Say how far a run has come.

    Attributes
    ----------
    title : str
    deals : int
        Deals so far, those of a checkpoint among them.
    goal : int or None
        Deals that it will take, as far as that can be told: foretold for a half-width.
    estimate, low, high : float
        The answer so far and its interval; not numbers before the first block.
    elapsed : float
        Seconds since the call.
    rate : float
        Deals a second, this call's alone.
    fraction : float or None
        Part that is done, from 0 to 1.
    done : bool
        Whether this is the last report.
    """

    title: str
    deals: int
    goal: int | None
    estimate: float
    low: float
    high: float
    elapsed: float
    rate: float
    fraction: float | None
    done: bool

    def __str__(self) -> str:
        of = f" of {self.goal:,}" if self.goal is not None and not self.done else ""
        if math.isnan(self.estimate):
            answer = "no estimate yet"
        else:
            answer = f"{self.estimate:.6g} [{self.low:.6g}, {self.high:.6g}]"
        return f"{self.title}: {answer}, {self.deals:,}{of} deals, {self.rate:,.0f} a second"


Reporter = Callable[[Progress], object]


@contextlib.contextmanager
def reporting(progress: bool | Reporter | None) -> Iterator[tuple[Reporter | None, float]]:
    """What to tell of the progress, and how many seconds apart."""
    if progress is None or progress is False:
        yield None, math.inf
    elif progress is not True:
        if not callable(progress):
            raise TypeError(
                f"progress must be True or a callable, not {type(progress).__name__}"
            )
        yield progress, _EVERY
    elif sys.stderr is None or not sys.stderr.isatty():
        yield None, math.inf
    else:
        try:
            import rich.progress  # noqa: F401
        except ImportError:
            with _lines(sys.stderr) as report:
                yield report, _LINE_EVERY
        else:
            with drawn_bar(sys.stderr, _compact) as report:
                yield report, _EVERY


@contextlib.contextmanager
def _lines(stream: TextIO) -> Iterator[Reporter]:
    def report(progress: Progress) -> None:
        part = "" if progress.fraction is None else f"{progress.fraction:4.0%} "
        print(f"{part}{progress}", file=stream, flush=True)

    yield report


def _compact(progress: Progress) -> str:
    if math.isnan(progress.estimate):
        return "no estimate yet"
    half = (progress.high - progress.low) / 2
    return (
        f"{progress.estimate:.6g} ± {half:.2g}  "
        f"{rounded(progress.deals)} deals  {rounded(progress.rate)}/s"
    )


def rounded(number: float) -> str:
    """A number with three figures.

    Examples
    --------
    >>> rounded(12_345_678), rounded(999_999), rounded(12)
    ('12.3M', '1M', '12')
    """
    for power, letter in ((9, "G"), (6, "M"), (3, "k")):
        if number >= 0.9995 * 10**power:
            return f"{number / 10**power:.3g}{letter}"
    return f"{number:.3g}"


@contextlib.contextmanager
def drawn_bar(stream: TextIO, text: Callable[[Progress], str]) -> Iterator[Reporter]:
    """A bar on a terminal, with a text behind it that fits in 80 columns; wants rich."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(bar_width=16),
        TaskProgressColumn(),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(compact=True),
    )
    with Bar(*columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(progress: Progress) -> None:
            bar.update(
                task,
                description=text(progress),
                total=None if progress.fraction is None else 1.0,
                completed=progress.fraction or 0.0,
            )

        yield report


class Meter:
    """Make reports out of a run's totals, none too often."""

    def __init__(self, report: Reporter | None, every: float, title: str, deals: int) -> None:
        self.report = report
        self.every = every
        self.title = title
        self.start = monotonic()
        self.before = deals
        self.last = -math.inf

    @property
    def due(self) -> bool:
        return self.report is not None and monotonic() - self.last >= self.every

    def tell(
        self, deals: int, goal: int | None, estimate: tuple[float, float, float],
        seconds: float | None, done: bool,
    ) -> None:  # fmt: skip
        if self.report is None:
            return
        self.last = monotonic()
        elapsed = self.last - self.start
        parts = []
        if goal:
            parts.append(deals / goal)
        if seconds is not None:
            parts.append(elapsed / seconds)
        fraction = 1.0 if done else min(1.0, max(parts)) if parts else None
        rate = (deals - self.before) / elapsed if elapsed > 0 else 0.0
        self.report(
            Progress(self.title, deals, goal, *estimate, elapsed, rate, fraction, done)
        )
