"""Questions of the caller's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..dealing import Dealing
from ..errors import RulesError
from ..rules import Rules
from ..trump import Trump
from .inputs import flag, whole
from .questions import ByArrays
from .studies import Study, ask

__all__ = ["Custom", "custom"]


@dataclass(frozen=True, slots=True)
class Custom(ByArrays):
    """Ask what a function of the caller tells; made by `custom`.

    Attributes
    ----------
    function : callable
        Of planes ``uint64[n, 5, 3]``; gives whole numbers, ``[n]`` or ``[n, copies]``.
    name : str
        What the function is known by: studies of one name are taken for the same.
    bins : int
    copies : int
    is_event : bool
    bin_values : tuple of int
    bin_labels : tuple of str
    """

    kind: ClassVar[str] = "custom"

    function: Callable[[NDArray[np.uint64]], Any]
    name: str
    bins: int
    copies: int
    is_event: bool
    bin_values: tuple[int, ...]
    bin_labels: tuple[str, ...]

    @property
    def event(self) -> bool:
        return self.is_event

    def values(self, bins: int) -> tuple[int, ...]:
        return self.bin_values

    def labels(self, bins: int) -> tuple[str, ...]:
        return self.bin_labels

    def prepared(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Custom:
        return self

    def numbers(
        self,
        planes: NDArray[np.uint64],
        trump: Trump | None,
        rules: Rules,
        rng: np.random.SeedSequence,
        first: int,
    ) -> NDArray[np.int16]:
        """Call the function and check what it gives."""
        found = np.asarray(self.function(planes))
        n = len(planes)
        if found.dtype.kind not in "biu":
            raise TypeError(f"{self.name} must give whole numbers, not {found.dtype}")
        if found.ndim == 1:
            found = found[:, np.newaxis]
        if found.shape != (n, self.copies):
            raise ValueError(
                f"{self.name} must give [{n}, {self.copies}] numbers for {n} deals, "
                f"not {list(found.shape)}"
            )
        if n and not (int(found.min()) >= -1 and int(found.max()) < self.bins):
            raise ValueError(
                f"{self.name} must give numbers from -1 to {self.bins - 1}, not "
                f"{int(found.min())} to {int(found.max())}"
            )
        return np.ascontiguousarray(found, np.int16)

    def title(self, trump: Trump | None) -> str:
        return self.name

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "bins": self.bins,
            "copies": self.copies,
            "event": self.is_event,
            "values": list(self.bin_values),
        }


def custom(
    function: Callable[[NDArray[np.uint64]], Any],
    bins: int,
    *,
    copies: int = 1,
    name: str | None = None,
    event: bool | None = None,
    values: Sequence[int] | None = None,
    labels: Sequence[str] | None = None,
    **dealt: Any,
) -> Study:
    """Ask what a function of one's own tells of deals.

    Parameters
    ----------
    function : callable
        Takes planes ``uint64[n, 5, 3]``, the four hands and the kitty of n deals; gives whole
        numbers ``[n]`` or ``[n, copies]`` from 0 to bins - 1, -1 where a copy does not apply.
        What it gives for a deal must not depend on the others. Threads may call it at once.
    bins : int
        2 to 4096.
    copies : int
        Numbers of a deal.
    name : str, optional
        What the function is known by, by default its module and name. Studies of one name are
        taken for the same, so give another name to another function; lambdas need one.
    event : bool, optional
        Whether the numbers say no and yes; by default with two bins.
    values : sequence of int, optional
        What each number stands for, rising by one step; by default the number.
    labels : sequence of str, optional
        What each number is called.
    **dealt
        See above.

    Returns
    -------
    Study

    Raises
    ------
    ValueError, TypeError
        From `Study.tally`: the function gave something else.

    Examples
    --------
    >>> def pair_in_kitty(deals):
    ...     return deals[:, 4, 1] != 0
    >>> study = custom(pair_in_kitty, 2, name="a pair in the kitty")
    >>> int(study.tally(1, 0, 100)[0])
    100
    """
    if not callable(function):
        raise TypeError(f"function must be callable, not {type(function).__name__}")
    many = whole("bins", bins, 2, 4096)
    if name is None:
        name = f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', '<>')}"
        if "<" in name:
            raise TypeError("a function that is made within another, or a lambda, needs a name")
    elif not isinstance(name, str):
        raise TypeError(f"name must be a str, not {type(name).__name__}")
    for what, given in (("values", values), ("labels", labels)):
        plural = hasattr(type(given), "__iter__") and not isinstance(given, (str, bytes))
        if given is not None and not plural:
            raise TypeError(f"{what} must be a sequence, not {type(given).__name__}")
    meant = (
        tuple(range(many))
        if values is None
        else tuple(whole("a value", value, -(10**9), 10**9) for value in values)
    )
    if len(meant) != many or len({b - a for a, b in zip(meant, meant[1:], strict=False)}) != 1:
        raise RulesError(f"values are {many} numbers that rise by one step, not {meant}")
    if meant[1] <= meant[0]:
        raise RulesError(f"values are {many} numbers that rise by one step, not {meant}")
    is_event = many == 2 if event is None else flag("event", event)
    if is_event and many != 2:
        raise RulesError(f"an event has two bins, not {many}")
    called = ("no", "yes") if is_event else tuple(map(str, meant))
    if labels is not None:
        called = tuple(labels)
        if len(called) != many or not all(isinstance(label, str) for label in called):
            raise RulesError(f"labels are {many} names")
    question = Custom(function, name, many, whole("copies", copies, 1, 64), is_event, meant, called)
    return ask(question, **dealt)
