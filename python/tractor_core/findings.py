"""Findings: results of `tractor odds` on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich import box
from rich.table import Table
from rich.text import Text

from tractor_core.messages import MESSAGES
from tractor_core.odds import NoExactValue, Result, Study, distribution, exact
from tractor_core.odds.results import digits_of
from tractor_core.terminal import Screen

__all__ = ["show_exact", "show_result", "show_shares"]

_LONGEST = 25  # characters of a fraction that is shown
_BAR = 24  # columns
_EIGHTHS = " ▏▎▍▌▋▊▉"


def decimal(value: Fraction | float) -> str:
    """An exact value with twelve figures.

    Examples
    --------
    >>> decimal(Fraction(31, 106))
    '0.292452830189'
    """
    return f"{float(value):.12g}"


def _label(text: str, screen: Screen) -> str:
    """What a bin is called, in the language of the screen."""
    low, joint, high = text.partition(" to ")
    if joint:
        return screen.say("odds.range", low=low, high=high)
    return screen.say(text) if text in MESSAGES and not text.isdigit() else text


def show_result(result: Result, screen: Screen, title: str, values: str, took: float) -> None:
    """Write a result: a page in a terminal, lines of columns elsewhere, or JSON."""
    if screen.as_json:
        screen.json(**result.to_dict())
        return
    digits = digits_of(result.half_width)
    number, low, high = (f"{x:.{digits}f}" for x in (result.estimate, result.low, result.high))
    kind = screen.say("odds.probability" if result.event else "odds.mean")
    known = None if result.exact is None else Fraction(result.exact)
    shares = [] if result.event or not result.copies else list(result.shares())
    if not screen.rich:
        screen.row(screen.say("odds.title"), title)
        if result.copies:
            screen.row(kind, number, low, high)
        if known is not None:
            screen.row(screen.say("odds.exact"), *_figures(known))
        screen.row(screen.say("odds.deals"), result.deals)
        screen.row(screen.say("odds.copies"), result.copies)
        screen.row(screen.say("odds.seed"), result.seed)
        for found in shares:
            digits = digits_of((found.high - found.low) / 2)
            numbers = (f"{x:.{digits}f}" for x in (found.share, found.low, found.high))
            screen.row(_label(found.label, screen), *numbers)
        return
    screen.line(Text(title, "bold"))
    if result.copies:
        interval = screen.say("odds.interval", level=f"{100 * result.level:g}", low=low, high=high)
        screen.line(f"{kind} ", Text(number, "bold green"), f"  ({interval})")
    if known is not None:
        said = " = ".join(reversed(_figures(known)))
        if result.z is not None:
            said = screen.say("odds.off", value=said, off=f"{result.z:+.1f}")
        screen.line(f"{screen.say('odds.exact')} {said}")
    screen.note(
        screen.say("odds.from", deals=f"{result.deals:,}", seed=result.seed, seconds=f"{took:.1f}")
    )
    rows = []
    for found in shares:
        digits = digits_of((found.high - found.low) / 2)
        cells = [f"{x:.{digits}f}" for x in (found.share, found.low, found.high)]
        rows.append((_label(found.label, screen), cells, found.share))
    if rows:
        _table(rows, (values, "odds.share", "odds.low", "odds.high"), screen)


def _figures(value: Fraction) -> list[str]:
    """The decimals of an exact value, and the fraction where it is short."""
    text = str(value)
    return [decimal(value), text] if len(text) <= _LONGEST and "/" in text else [decimal(value)]


def show_exact(study: Study, screen: Screen, title: str, values: str) -> None:
    """Write the exact value of a study, and how likely every value is where it is a mean.

    Raises
    ------
    NoExactValue
        It cannot be counted.
    """
    value = exact(study)
    shares: list[tuple[str, Fraction]] = []
    if not study.event:
        try:
            counted = distribution(study)
        except NoExactValue:
            counted = {}
        names = dict(zip(study.values, study.labels, strict=True))
        shares = [(names[number], counted[number]) for number in sorted(counted)]
    if screen.as_json:
        screen.json(
            title=study.title,
            event=study.event,
            exact=str(value),
            value=float(value),
            shares=[{"label": name, "exact": str(p), "value": float(p)} for name, p in shares],
        )
        return
    kind = screen.say("odds.probability" if study.event else "odds.mean")
    if screen.rich:
        screen.line(Text(title, "bold"))
        screen.line(f"{kind} ", Text(" = ".join(reversed(_figures(value))), "bold green"))
    else:
        screen.row(screen.say("odds.title"), title)
        screen.row(kind, *_figures(value))
    show_shares([(_label(name, screen), p) for name, p in shares], screen, values)


def show_shares(shares: Sequence[tuple[str, Fraction]], screen: Screen, values: str) -> None:
    """Write exact shares: a table with bars in a terminal, lines of columns elsewhere."""
    if not screen.rich:
        for name, p in shares:
            screen.row(name, *_figures(p))
    elif shares:
        rows = [(name, [decimal(p)], float(p)) for name, p in shares]
        _table(rows, (values, "odds.share"), screen)


def _table(
    rows: Sequence[tuple[str, list[str], float]], headings: Sequence[str], screen: Screen
) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for place, heading in enumerate(headings):
        table.add_column(screen.say(heading), justify="right" if place else "left", overflow="fold")
    table.add_column("", no_wrap=True, overflow="crop")
    most = max(share for _, _, share in rows) or 1.0
    for label, cells, share in rows:
        table.add_row(label, *cells, Text(_bar(share / most), "cyan"))
    screen.console.print(table)


def _bar(part: float) -> str:
    eighths = round(8 * _BAR * part)
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()
