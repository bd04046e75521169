"""Runs: count the deals in which no hand holds any of some patterns.

The steps of a suit are gone through from low to high. What is kept of the steps gone through is,
for each hand, how many adjacent steps up to this one it holds twice and three times; as a hand
holds two copies of a kind in two and three decks alone there are few such states.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from .chains import Chain, Pattern
from .coefficients import Field, Values

__all__ = ["avoid", "weights_of"]

Held: TypeAlias = Sequence[Sequence[int] | None]  # copies that each hand is known to hold

_Classes: TypeAlias = tuple[int, ...]  # for each hand the most copies of a kind, rounded down
_Steps: TypeAlias = tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]  # copies dealt and held
_Runs: TypeAlias = tuple[tuple[int, ...], ...]  # for each hand the runs up to this step


def weights_of(
    field: Field, copies: int, held: tuple[int, ...], thresholds: tuple[int, ...]
) -> dict[_Classes, Values]:
    """Return the polynomial of one kind, by how often each hand then holds it.

    Parameters
    ----------
    field : Field
        The points.
    copies : int
        How many are dealt.
    held : tuple of int
        How many each hand holds already.
    thresholds : tuple of int
        Copies are rounded down to the greatest of these, or to 0.

    Returns
    -------
    dict
        From the copies of each hand, rounded, to the values at the points; it is kept.
    """
    key = ("kind", copies, held, thresholds)
    if key not in field.made:
        field.made[key] = _weights(field, copies, held, thresholds)
    made: dict[_Classes, Values] = field.made[key]
    return made


def _weights(
    field: Field, copies: int, held: tuple[int, ...], thresholds: tuple[int, ...]
) -> dict[_Classes, Values]:
    hands = len(held)
    parts: defaultdict[_Classes, list[Values]] = defaultdict(list)
    for given in itertools.product(range(copies + 1), repeat=hands):
        rest = copies - sum(given)
        if rest < 0:
            continue
        ways = math.factorial(copies) // math.factorial(rest)
        factors = []
        for hand, number in enumerate(given):
            ways //= math.factorial(number)
            factors += [field.hands[hand]] * number
        if field.pool is not None:
            factors += [field.pool] * rest
        key = tuple(
            max((t for t in thresholds if t <= number + had), default=0)
            for number, had in zip(given, held, strict=True)
        )
        parts[key].append(field.times(field.constant(ways), *factors))
    return {key: field.plus(*terms) for key, terms in parts.items()}


def _of_step(
    field: Field, kinds: tuple[tuple[int, tuple[int, ...]], ...], thresholds: tuple[int, ...]
) -> dict[_Classes, Values]:
    """The polynomial of a step; of tied kinds each hand's best one counts."""
    key = ("step", kinds, thresholds)
    if key not in field.made:
        found = weights_of(field, *kinds[0], thresholds)
        for other in kinds[1:]:
            parts: defaultdict[_Classes, list[Values]] = defaultdict(list)
            for (one, x), (two, y) in itertools.product(
                found.items(), weights_of(field, *other, thresholds).items()
            ):
                parts[tuple(map(max, one, two))].append(field.times(x, y))
            found = {best: field.plus(*terms) for best, terms in parts.items()}
        field.made[key] = found
    made: dict[_Classes, Values] = field.made[key]
    return made


def avoid(
    field: Field,
    chain: Chain,
    patterns: Sequence[Pattern],
    stock: Sequence[int],
    held: Held | None = None,
) -> Values:
    """Return the polynomial of the deals of a suit in which no hand holds a pattern.

    Parameters
    ----------
    field : Field
        The points, with a variable for each hand that is looked at.
    chain : Chain
        The suit.
    patterns : sequence of Pattern
        What no hand may hold.
    stock : sequence of int
        Copies of each kind that are dealt.
    held : sequence, optional
        For each hand the copies of each kind that it holds already, or None.

    Returns
    -------
    ndarray of uint64
        Values at the points.
    """
    known = (None,) * len(field.hands) if held is None else held
    steps = tuple(
        tuple(
            sorted((stock[k], tuple(0 if had is None else had[k] for had in known)) for k in step)
        )
        for step in chain.steps
    )
    key = ("avoid", steps, chain.links, tuple(patterns))
    if key not in field.made:
        field.made[key] = _avoid(field, steps, chain.links, patterns)
    made: Values = field.made[key]
    return made


def _avoid(
    field: Field, steps: _Steps, links: Sequence[bool], patterns: Sequence[Pattern]
) -> Values:
    runs = [p for p in patterns if p.length > 1]
    groups = [p for p in patterns if p.length == 1]
    lanes = sorted({p.copies for p in runs})
    caps = [max(p.length for p in runs if p.copies == c) for c in lanes]
    states: dict[_Runs, Values] = {((0,) * len(lanes),) * len(field.hands): field.constant(1)}
    for at, kinds in enumerate(steps):
        # a run counts from the lowest step of a window that may end above the pattern's step
        watched = {p.copies for p in runs if at > p.above + 1 - p.length}
        limit = min((p.copies for p in groups if at > p.above), default=4)
        thresholds = tuple(sorted(watched | ({limit} if limit < 4 else set())))
        linked = at > 0 and links[at - 1]
        terms: defaultdict[_Runs, list[Values]] = defaultdict(list)
        for key, weight in _of_step(field, kinds, thresholds).items():
            if max(key, default=0) >= limit:
                continue
            merged: defaultdict[_Runs, list[Values]] = defaultdict(list)
            for state, value in states.items():
                after = tuple(
                    tuple(
                        min(run * linked + 1, cap) if lane in watched and copies >= lane else 0
                        for run, lane, cap in zip(had, lanes, caps, strict=True)
                    )
                    for had, copies in zip(state, key, strict=True)
                )
                if not _beaten(after, at, runs, lanes):
                    merged[after].append(value)
            for after, values in merged.items():
                terms[after].append(field.times(field.loose(*values), weight))
        states = {after: field.plus(*values) for after, values in terms.items()}
    return field.plus(*states.values()) if states else field.constant(0)


def _beaten(runs: _Runs, at: int, patterns: Sequence[Pattern], lanes: Sequence[int]) -> bool:
    return any(
        had[lanes.index(p.copies)] >= p.length
        for p in patterns
        if at > p.above
        for had in runs
    )
