"""When a run with a target half-width has enough deals, by a rule that keeps its coverage.

Looking after every block and stopping at the first interval that is narrow enough covers too
seldom: where hits are rare, a stretch with too few of them looks precise. Here the looks are few,
they depend on the blocks before them alone, and they share out the 1 - level that an interval may
miss with:

* pilot looks after 1, 2, 4, ... blocks share a tenth of it (a half, a quarter, ... of the tenth).
  They stop only what is far better than asked for, and otherwise foretell how many blocks will do;
* once these are at most twice those at hand, that number, and a margin for the error of the
  foretelling, is the planned look, which has eight tenths;
* should it fail, further looks are planned the same way with halves of the last tenth.

The parts add up to 1 - level, so whatever the run does, some interval that it would have given
misses no more often than that, as far as intervals at a fixed number of deals keep their level.
(The number of deals planned depends on the pilot; this moves an estimate by about a standard
error over the root of the hits, which the Clopper-Pearson intervals for few hits absorb. The tests
simulate it.) At level 0.95 the planned look uses an interval of level 0.96 and costs 10 % more
deals than a number known beforehand; alpha spending over looks at every doubling would cost twice
as many, and a confidence sequence about three times as many.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .estimates import Estimate

__all__ = ["Looks"]

_PILOT = 0.1
_PLANNED = 0.8
_FURTHER = 0.1


@dataclass(slots=True)
class Looks:
    """The looks of a run at its intervals.

    Attributes
    ----------
    half_width : float or None
        None: there are no looks.
    alpha : float
        What all looks together may miss.
    next : int
        Blocks after which the next look is due.
    planned : int or None
        Blocks that are foretold to do, once that is known.
    """

    half_width: float | None
    alpha: float
    next: int = 1
    planned: int | None = None
    _looks: int = 0  # pilot looks, or looks after the planned one
    _further: bool = False

    @property
    def share(self) -> float:
        """What the interval may miss with, if the run ends before the next look."""
        if self.half_width is None:
            return self.alpha
        if self._further:
            return self.alpha * _FURTHER * 0.5**self._looks
        return self.alpha * _PLANNED

    def look(self, blocks: int, estimate: Callable[[float], Estimate]) -> float | None:
        """Look at the first `blocks` blocks: what the interval misses with, if they will do.

        Parameters
        ----------
        blocks : int
            As many as `next` says.
        estimate : callable
            Gives the estimate for what it may miss with.
        """
        target = self.half_width
        if target is None:
            raise RuntimeError("there is no target to look for")
        if self.planned is None:
            self._looks += 1
            share = self.alpha * _PILOT * 0.5**self._looks
        else:
            share = self.share
        if estimate(share).half_width <= target:
            return share
        if self.planned is not None:
            self._looks = self._looks + 1 if self._further else 1
            self._further = True
        found = estimate(self.share)
        need = blocks * (found.half_width / target) ** 2
        margin = 2 * found.noise
        need *= 1.02 + (margin if margin < 1 else 1.0)  # also when it is not a number
        if self.planned is None and not need <= 2 * blocks:
            self.next = 2 * blocks
        else:
            self.planned = self.next = max(blocks + 1, math.ceil(need))
        return None

    def foreseen(self, blocks: int, estimate: Callable[[float], Estimate]) -> int | None:
        """About how many blocks it will take, for a progress bar."""
        if self.half_width is None or blocks == 0:
            return None
        if self.planned is not None:
            return self.planned
        half_width = estimate(self.share).half_width
        return max(blocks, math.ceil(blocks * (half_width / self.half_width) ** 2))
