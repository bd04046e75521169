"""What a run found: estimate, interval, counts, and all that is needed to find it again."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np

from .bins import Bin, grouped, trimmed
from .coefficients import quickly
from .estimates import share_of
from .facts import Facts
from .ledgers import StudyLedger, Totals, is_milestone
from .protocol import FORMAT, Study, fingerprint, whole_number

__all__ = ["Bin", "Result", "Snapshot", "write_csv", "write_parquet"]

_COLUMNS: dict[str, type] = {
    "title": str,
    "quantity": str,
    "value": int,
    "estimate": float,
    "low": float,
    "high": float,
    "se": float,
    "level": float,
    "method": str,
    "hits": int,
    "copies": int,
    "deals": int,
    "design_effect": float,
    "exact": float,
    "seed": str,
    "block": int,
    "stopped": str,
    "fingerprint": str,
    "tractor_core": str,
    "numpy": str,
    "format": int,
}
_FIELDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("title", "method", "stopped", "tractor_core", "numpy"), (str,)),
    **dict.fromkeys(("deals", "copies", "seed", "block"), (int,)),
    **dict.fromkeys(("low", "high", "level", "spent"), (int, float)),
    **dict.fromkeys(("estimate", "se", "design_effect"), (int, float, NoneType)),
    **dict.fromkeys(("bins", "snapshots", "tally"), (list, tuple)),
    "event": (bool,),
    "hits": (int, NoneType),
    "exact": (str, int, float, NoneType),
    "identity": (dict,),
}


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot(Facts):
    """The answer after the first deals: estimate and interval at the result's level."""

    deals: int
    estimate: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Result(Facts):
    """Hold what a run found; equal for equal arguments, whatever did the work.

    Attributes
    ----------
    title : str
    event : bool
        Whether the estimate is a probability; otherwise it is a mean.
    estimate, low, high, se : float
        The answer, its interval and its standard error, over deals. Not a number where nothing
        applied in any deal.
    level : float
        How often such intervals hold the true value.
    spent : float
        What the interval itself leaves out. Without a target half-width that is 1 - level; with
        one it is less, since several looks share 1 - level.
    method : str
        "wilson", "clopper-pearson", "t", "constant" (all deals were alike), "none".
    deals, copies : int
        Deals, and symmetric copies of the question that applied in them.
    hits : int or None
        Copies with the event; None for a mean.
    design_effect : float
        Variance over that of as many independent copies; not a number where it is undefined.
    bins : tuple of Bin
    snapshots : tuple of Snapshot
        The answer after 1, 2, 3, 4, 5, 6, 8, ... blocks (four points a doubling) and at the end.
    exact : Fraction, float or None
        The true value where the study knows it and it was asked for.
    seed, block : int
    stopped : str
        What ended the run: "n", "half_width", "seconds" or "interrupted".
    tally : tuple of int
        The sums of all tallies.
    identity : dict
        What the study says of itself; its `fingerprint` is the SHA-256.
    tractor_core, numpy : str
        Versions.
    format : int
        Version of the layout of tallies and results.
    """

    title: str
    event: bool
    estimate: float
    low: float
    high: float
    se: float
    level: float
    spent: float
    method: str
    deals: int
    copies: int
    hits: int | None
    design_effect: float
    bins: tuple[Bin, ...]
    snapshots: tuple[Snapshot, ...]
    exact: Fraction | float | None
    seed: int
    block: int
    stopped: str
    tally: tuple[int, ...]
    identity: dict[str, Any] = field(hash=False)
    tractor_core: str
    numpy: str
    format: int = FORMAT

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the identity."""
        return fingerprint(self.identity)

    @property
    def z(self) -> float | None:
        """Standard errors between estimate and exact value; None where one is lacking."""
        return standard_errors(self.estimate, self.exact, self.se)

    # --- in and out -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The result as plain JSON: what is not a number is None, a fraction a text."""
        fields = asdict(self)
        fields["exact"] = str(self.exact) if isinstance(self.exact, Fraction) else self.exact
        fields["fingerprint"] = self.fingerprint
        plain: dict[str, Any] = without_nan(fields)
        return plain

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Result:
        """Read what `to_dict` wrote.

        Raises
        ------
        ValueError
            Something lacks or is too much, or the result has another format.
        """
        if not isinstance(data, dict):
            raise TypeError(f"a result is a dict, not {type(data).__name__}")
        fields = dict(data)
        if fields.get("format") != FORMAT:
            raise ValueError(f"the result has format {fields.get('format')}, not {FORMAT}")
        stamp = fields.pop("fingerprint", None)
        for name, kinds in _FIELDS.items():
            if type(fields.get(name)) not in kinds:
                raise ValueError(f"no result: {name} is {fields.get(name)!r}")
        try:
            for name in ("estimate", "se", "design_effect"):
                fields[name] = _number(fields[name])
            fields["bins"] = tuple(_read(Bin, entry) for entry in fields["bins"])
            fields["snapshots"] = tuple(_read(Snapshot, entry) for entry in fields["snapshots"])
            fields["tally"] = tuple(fields["tally"])
            if isinstance(fields["exact"], str):
                fields["exact"] = Fraction(fields["exact"])
            result = cls(**fields)
        except (KeyError, TypeError) as error:
            raise ValueError(f"no result: {error}") from error
        if stamp != result.fingerprint:
            raise ValueError("the fingerprint of the result is not that of its identity")
        return result

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """The result as a text in JSON, written to a file as well if one is named."""
        text = json.dumps(self.to_dict(), indent=1, allow_nan=False, ensure_ascii=False) + "\n"
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what `to_json` gave."""
        return cls.from_dict(json.loads(text))

    def shares(self, most: int = 24) -> tuple[Bin, ...]:
        """The bins as tables and plots show them.

        Those at the ends that never came up are left out. Where more than `most` are left they are
        put into groups of a round width, each with an interval of its own, unless several copies
        of a deal are counted.

        Examples
        --------
        >>> from tractor_core import Trump
        >>> from tractor_core.odds import round_points, run
        >>> result = run(round_points(trump=Trump("10", "h")), 200, seed=1)
        >>> len(result.bins), len(result.shares(10)), result.shares(10)[0].label
        (1065, 9, '0 to 15')
        """
        return grouped(self.bins, self.tally, self.spent, whole_number("most", most, 2))

    def rows(self) -> list[dict[str, Any]]:
        """The rows of a table: first the answer, then, for a mean, the share of every value.

        Values beyond those that came up are left out.
        """
        common = {
            "title": self.title,
            "level": self.level,
            "copies": self.copies,
            "deals": self.deals,
            "seed": str(self.seed),
            "block": self.block,
            "stopped": self.stopped,
            "fingerprint": self.fingerprint,
            "tractor_core": self.tractor_core,
            "numpy": self.numpy,
            "format": self.format,
        }
        answer = {
            "quantity": "probability" if self.event else "mean",
            "value": None,
            "estimate": self.estimate,
            "low": self.low,
            "high": self.high,
            "se": self.se,
            "method": self.method,
            "hits": self.hits,
            "design_effect": self.design_effect,
            "exact": None if self.exact is None else float(self.exact),
        }
        rows = [{**common, **answer}]
        for found in () if self.event else trimmed(self.bins):
            share = {
                "quantity": found.label,
                "value": found.value,
                "estimate": found.share,
                "low": found.low,
                "high": found.high,
                "se": found.se,
                "method": found.method,
                "hits": found.count,
                "design_effect": None,
                "exact": None,
            }
            rows.append({**common, **share})
        return [{name: without_nan(row[name]) for name in _COLUMNS} for row in rows]

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """The rows as CSV, written to a file as well if one is named."""
        text = _csv([self])
        if path is not None:
            write_csv([self], path)
        return text

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a Parquet file; wants the extra ``odds``."""
        write_parquet([self], path)

    # --- to be read -------------------------------------------------------------------------------

    def __str__(self) -> str:
        return (
            f"{self.title}: {self._answer()} "
            f"({100 * self.level:g} %, {self.method}; {self.deals:,} deals, seed {self.seed})"
        )

    def _answer(self) -> str:
        if math.isnan(self.estimate):
            return "no deal in which it applies"
        digits = digits_of(self.half_width)
        low, high = f"{self.low:.{digits}f}", f"{self.high:.{digits}f}"
        return f"{self.estimate:.{digits}f} [{low}, {high}]"

    def table(self) -> str:
        """The result as lines of text: the answer, where it comes from, and every value's share."""
        digits = digits_of(self.half_width)
        lines = [self.title, ""]
        about = [
            ("probability" if self.event else "mean", self._answer()),
            ("interval", f"{100 * self.level:g} %, {self.method}"),
            ("standard error", "-" if math.isnan(self.se) else f"{self.se:.2g}"),
        ]
        if self.exact is not None:
            off = "" if self.z is None else f", z = {self.z:+.2f}"
            about.append(("exact", f"{float(self.exact):.{digits + 2}f}{off}"))
        about.append(("deals", f"{self.deals:,}"))
        about.append(("copies", f"{self.copies:,}"))
        if self.hits is not None:
            about.append(("hits", f"{self.hits:,}"))
        if not math.isnan(self.design_effect):
            about.append(("design effect", f"{self.design_effect:.3g}"))
        about.append(("seed, block", f"{self.seed}, {self.block}"))
        about.append(("ended by", self.stopped))
        wide = max(len(name) for name, _ in about)
        lines += [f"{name:<{wide}}  {text}" for name, text in about]
        if not self.event and self.copies:
            lines += ["", *_aligned(self._shares())]
        return "\n".join(lines)

    def _shares(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [("value", "copies", "share", "low", "high")]
        for found in self.shares():
            digits = digits_of((found.high - found.low) / 2)
            shares = (f"{x:.{digits}f}" for x in (found.share, found.low, found.high))
            rows.append((found.label, f"{found.count:,}", *shares))
        return rows


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns side by side, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if place == 0 else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def standard_errors(estimate: float, exact: Fraction | float | None, se: float) -> float | None:
    """Standard errors from the exact value to an estimate; None where one is lacking."""
    if exact is None or math.isnan(estimate) or math.isnan(se):
        return None
    off = estimate - float(exact)
    if se > 0:
        return off / se
    return 0.0 if off == 0 else None


def digits_of(half_width: float) -> int:
    """Decimals that show a half-width with two figures.

    Examples
    --------
    >>> digits_of(0.00123)
    4
    """
    if not half_width > 0 or math.isinf(half_width):
        return 6
    return min(15, max(0, 1 - math.floor(math.log10(half_width))))


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nan(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_nan(entry) for entry in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _read(kind: type[Any], entry: dict[str, Any]) -> Any:
    return kind(**{name: math.nan if value is None else value for name, value in entry.items()})


def make_result(
    ledger: StudyLedger,
    totals: Totals,
    seed: int,
    level: float,
    spent: float,
    stopped: str,
    exact: bool | None,
) -> Result:
    """The result of a run from its totals."""
    from .. import __version__

    study = ledger.study
    sums = totals.sums
    found = ledger.estimate(totals.blocks, ledger.head(sums), spent)
    bins = []
    for b, (label, value) in enumerate(zip(study.labels, study.values, strict=True)):
        share = share_of(ledger.bin(sums, b), spent)
        bins.append(Bin(label, value, ledger.bin(sums, b).total, *share[:5]))
    return Result(
        title=study.title,
        event=study.event,
        estimate=found.value,
        low=found.low,
        high=found.high,
        se=found.se,
        level=level,
        spent=spent,
        method=found.method,
        deals=totals.deals,
        copies=sums[1],
        hits=bins[1].count if study.event else None,
        design_effect=found.design_effect if study.event else _effect_of_mean(bins, found.se),
        bins=tuple(bins),
        snapshots=_snapshots(ledger, totals, 1 - level),
        exact=_exact(study, exact),
        seed=seed,
        block=study.block,
        stopped=stopped,
        tally=sums,
        identity=ledger.identity(),
        tractor_core=__version__,
        numpy=np.__version__,
    )


def _exact(study: Study, wanted: bool | None) -> Fraction | float | None:
    """What the study knows: None asks for what is counted quickly."""
    if wanted is False:
        return None
    with contextlib.nullcontext() if wanted else quickly():
        return study.exact()


def _effect_of_mean(bins: Sequence[Bin], se: float) -> float:
    """The variance of a mean over that of as many independent copies."""
    copies = sum(found.count for found in bins)
    first = sum(found.count * found.value for found in bins)
    second = sum(found.count * found.value**2 for found in bins)
    spread = second * copies - first**2
    return se * se * copies**3 / spread if spread > 0 and not math.isnan(se) else math.nan


def _snapshots(ledger: StudyLedger, totals: Totals, alpha: float) -> tuple[Snapshot, ...]:
    """The answers at the milestones and at the end."""
    points = [(n, head) for n, head in totals.history if is_milestone(n)]
    if totals.blocks and (not points or points[-1][0] != totals.blocks):
        points.append((totals.blocks, ledger.head(totals.sums)))
    found = []
    for blocks, head in points:
        estimate = ledger.estimate(blocks, head, alpha)
        found.append(Snapshot(head[0], estimate.value, estimate.low, estimate.high))
    return tuple(found)


def _csv(results: Iterable[Result]) -> str:
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(_COLUMNS), lineterminator="\n")
    table.writeheader()
    for result in results:
        table.writerows(result.rows())
    return text.getvalue()


def write_csv(results: Iterable[Result], path: str | os.PathLike[str]) -> None:
    """Write the rows of several results to one CSV file.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_csv([], os.path.join(folder, "odds.csv"))
    ...     os.listdir(folder)
    ['odds.csv']
    """
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(_csv(results))


def write_parquet(results: Iterable[Result], path: str | os.PathLike[str]) -> None:
    """Write the rows of several results to one Parquet file; wants the extra ``odds``.

    Examples
    --------
    >>> write_parquet([], "odds.parquet")  # doctest: +SKIP
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError(
            "Parquet files need pyarrow: pip install 'tractor-core[odds]'"
        ) from error
    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in _COLUMNS.items()])
    rows = [row for result in results for row in result.rows()]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)
