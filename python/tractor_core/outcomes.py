"""What `tractor_core.batch.playouts` and `play_on` return."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Playouts", "Plays"]


class Plays(NamedTuple):
    """The plays of many rounds, a row each; `most` is the largest hand of any row.

    Of rounds that `play_on` plays on they begin with the lead of the trick in play; several
    candidates give every array one more axis, the first.

    Cards come trick after trick and, in a trick, seat after seat from its leader on; the kinds of
    a play are ascending. A row is one round: its first ``4 * sizes[i].sum()`` kinds are its cards.

    Attributes
    ----------
    kinds : ndarray of uint8, shape (n, 4 * most)
        255 behind the last card.
    sizes : ndarray of uint8, shape (n, most)
        Cards that each seat plays to a trick; 0 behind the last trick.
    leaders : ndarray of int8, shape (n, most)
        Who leads a trick; -1 behind the last one.
    returned : ndarray of uint64, shape (n, most, 3)
        What went back to the leader's hand when a throw failed (T4).
    """

    kinds: npt.NDArray[np.uint8]
    sizes: npt.NDArray[np.uint8]
    leaders: npt.NDArray[np.int8]
    returned: npt.NDArray[np.uint64]


class Playouts(NamedTuple):
    """How many rounds ended, a row each; of `play_on` with several candidates, shape (k, n).

    Attributes
    ----------
    points : ndarray of int32, shape (n,)
        The attackers' points: their tricks, penalties (T5), and the kitty's points times
        `multiplier` where they win the last trick (K1). What `level_change` takes.
    last_trick : ndarray of int8, shape (n,)
        The seat that won the last trick.
    multiplier : ndarray of int32, shape (n,)
        What the play that won the last trick makes of the kitty (K2-K6), whoever played it: 0
        under ``kitty="none"``.
    tricks : ndarray of int8, shape (n,)
        How many tricks were played; by `play_on` the trick in play and those after it.
    plays : Plays or None
        The plays themselves, where they were asked for.
    """

    points: npt.NDArray[np.int32]
    last_trick: npt.NDArray[np.int8]
    multiplier: npt.NDArray[np.int32]
    tricks: npt.NDArray[np.int8]
    plays: Plays | None = None
