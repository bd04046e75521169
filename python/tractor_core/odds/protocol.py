"""What the runner wants of a study, and how the tallies of its blocks are laid out.

A measure gives each deal some small whole numbers, its symmetric *copies*: one for each of four
hands, for each of three side suits. With m the number of copies that apply in a deal, v their sum
and c[b] how many of them have value b, the tally of a block is

    [n, Σm, Σm², Σv, Σv², Σvm,  Σc[0], Σc[0]², Σc[0]m,  Σc[1], Σc[1]², Σc[1]m, ...]

over its n deals: whole numbers alone, so that sums do not depend on the order.
"""

from __future__ import annotations

import hashlib
import json
import operator
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

__all__ = ["FORMAT", "HEAD", "Study", "canonical", "check_study", "fingerprint", "tally_of"]

FORMAT = 1  # of tallies, checkpoints and results
HEAD = 6  # numbers before those of the bins
_PER_BIN = 3


@runtime_checkable
class Study(Protocol):
    """Say what is dealt and what is counted in a deal.

    Its objects never change, and pickle where they are to run in other processes.

    Attributes
    ----------
    block : int
        Deals a block.
    bins : int
        How many values are told apart.
    event : bool
        Whether the copies are 0 or 1, and the answer the probability of 1; otherwise it is the
        mean, with the share of every value.
    values : tuple of int
        What the bins stand for, in equal steps.
    labels : tuple of str
        What the bins are called.
    title : str
    """

    @property
    def block(self) -> int: ...
    @property
    def bins(self) -> int: ...
    @property
    def event(self) -> bool: ...
    @property
    def values(self) -> tuple[int, ...]: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def title(self) -> str: ...

    def tally(self, seed: int, index: int, deals: int | None = None) -> npt.NDArray[np.int64]:
        """Tally block `index` of the deals of a seed, or its first `deals` deals."""
        ...

    def identity(self) -> Mapping[str, Any]:
        """Everything that the numbers depend on, as JSON can hold it."""
        ...

    def exact(self) -> Fraction | float | None:
        """The answer where it can be counted."""
        ...


def check_study(study: Study) -> None:
    """Refuse what is no study, and a study whose parts do not fit together."""
    if isinstance(study, type) or not isinstance(study, Study):
        raise TypeError(f"a study is wanted, not {_name(study)}")
    if study.block < 1 or study.bins < 1:
        raise ValueError(f"block={study.block}, bins={study.bins}: must be positive")
    if study.event and study.bins != 2:
        raise ValueError(f"bins={study.bins}: an event has two")
    for name, given in (("values", study.values), ("labels", study.labels)):
        if len(given) != study.bins:
            raise ValueError(f"{name}: {len(given)} of them for {study.bins} bins")
    steps = {b - a for a, b in zip(study.values, study.values[1:], strict=False)}
    if len(steps) > 1 or min(steps, default=1) < 1:
        raise ValueError(f"values={study.values}: must rise in equal steps")


def canonical(identity: Mapping[str, Any]) -> str:
    """An identity as the one JSON text that its fingerprint is made of."""
    try:
        return json.dumps(identity, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise TypeError(f"the identity of a study must be plain JSON: {error}") from error


def fingerprint(identity: Mapping[str, Any]) -> str:
    """The SHA-256 of an identity, in hexadecimal.

    Examples
    --------
    >>> fingerprint({"measure": "pairs", "block": 64})[:8]
    '88867244'
    """
    return hashlib.sha256(canonical(identity).encode()).hexdigest()


def tally_of(given: object, bins: int, deals: int) -> tuple[int, ...]:
    """The numbers of a tally, refused when they cannot be those of so many bins and deals."""
    size = HEAD + _PER_BIN * bins
    if not isinstance(given, np.ndarray) or given.dtype.kind not in "iu":
        raise TypeError(f"a tally is an integer array, not {_name(given)}")
    if given.shape != (size,):
        raise ValueError(f"a tally of {bins} bins has shape ({size},), not {given.shape}")
    tally = tuple(given.tolist())
    if tally[0] != deals:
        raise ValueError(f"the tally is over {tally[0]} deals, not over {deals}")
    return tally


def whole_number(name: str, value: Any, least: int) -> int:
    """An argument that is a whole number of at least `least`."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    number = operator.index(value)
    if number < least:
        raise ValueError(f"{name}={number}: must be at least {least}")
    return number


def _name(given: object) -> str:
    if isinstance(given, np.ndarray):
        return f"an array of {given.dtype}"
    return given.__name__ if isinstance(given, type) else type(given).__name__
