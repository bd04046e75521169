"""What an odds study counts in a deal, and its tally.

A deal is five rows of planes, the four hands and the kitty: ``uint64[n, 5, 3]``. A `Measure`
gives each deal a few whole numbers, its copies: the same question asked of every hand, of every
side suit. The questions of `tractor_core.odds` make measures; what their numbers mean is said
there.
"""

from collections.abc import Iterable
from typing import Never, final

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from .cards import Cards
from .dealing import Dealing
from .trump import Trump
from .units import _Units

__all__ = ["Measure", "tally_numbers"]

@final
class Measure:
    """Count one thing in deals; made by its methods, immutable.

    The questions of `tractor_core.odds` check what they are asked and make measures; a measure
    by itself checks only that it is safe.

    Attributes
    ----------
    bins : int
        Numbers are below it.
    copies : int
        Numbers of a deal.

    Examples
    --------
    >>> import numpy as np
    >>> jokers = Measure.of_cards([3 << 52], range(4), "each", 5)
    >>> jokers.numbers(np.zeros((1, 5, 3), np.uint64))
    array([[0, 0, 0, 0]], dtype=int16)
    """

    def __init__(self, _made_by_its_methods: Never, /) -> None: ...
    @staticmethod
    def of_units(
        trump: Trump,
        unit: str,
        length: int,
        suits: Iterable[str] | None,
        places: Iterable[int],
        join: str,
        bins: int,
        *,
        longest: bool = False,
        between: tuple[int, int] | None = None,
    ) -> Measure:
        """Count units that places hold (C1, C2).

        Parameters
        ----------
        trump : Trump
        unit : {"pair", "triple", "tractor", "titanic"}
        length : int
            Of a tractor or Titanic at least.
        suits : iterable of str, or None
            A copy for each; None looks at all suits together.
        places : iterable of int
            Seats, 4 for the kitty.
        join : {"each", "sides", "most"}
            Every place by itself; the first half of the places with the second; the greatest.
        bins : int
        longest : bool
            The length of the longest run, not the number of maximal ones.
        between : (int, int), optional
            The number is 1 where what is counted lies between, else 0.

        Returns
        -------
        Measure
        """

    @staticmethod
    def of_cards(
        masks: Iterable[int],
        places: Iterable[int],
        join: str,
        bins: int,
        *,
        twice: int = 0,
        between: tuple[int, int] | None = None,
    ) -> Measure:
        """Count cards that places hold.

        Parameters
        ----------
        masks : iterable of int
            Kinds, bit k for kind k; a copy for each.
        places, join, bins, between
            As for `of_units`.
        twice : int
            Kinds that count twice.

        Returns
        -------
        Measure
        """

    @staticmethod
    def of_declarations(
        level: int,
        places: Iterable[int],
        join: str,
        bins: int,
        *,
        by_jokers: bool = True,
        by_colour: bool = False,
        between: tuple[int, int] | None = None,
    ) -> Measure:
        """Find the best declaration of hands (B1, B5).

        Parameters
        ----------
        level : int
            2 to 14.
        places, join, bins, between
            As for `of_units`.
        by_jokers, by_colour : bool
            The options `joker_declaration` and `colour_declaration`.

        Returns
        -------
        Measure
            0 for none, then the places in the order of B1: one level card, two, two jokers,
            three level cards, three jokers; of B5: one level card, two, two jokers.
        """

    @staticmethod
    def of_leads(
        trump: Trump,
        fate: str,
        leads: Iterable[Cards],
        leaders: Iterable[int],
        seen: Iterable[int],
        *,
        units: _Units | None = None,
        without: int = 0,
        held: int | None = None,
        buried: bool = False,
        ruffs: Iterable[int] = (),
    ) -> Measure:
        """Tell what becomes of leads (T2, R1, R2).

        Parameters
        ----------
        trump : Trump
        fate : {"stands", "beaten", "ruffed", "escapes"}
        leads : iterable of Cards
            A copy for each; it applies where the leader holds the cards.
        leaders : iterable of int
            Seats, a copy for each.
        seen : iterable of int
            The hands looked at, 1 to 3 after the leader.
        units : iterable of Unit or Cards, optional
            The units of the only lead (C6).
        without : int
            Kinds that the leader does not hold, or the copy does not apply: of each lead those
            of its suit.
        held : int, optional
            How many cards of the suit he holds, or the copy does not apply.
        buried : bool
            The kitty does not hold the kinds of `without` either.
        ruffs : iterable of int
            The hands, 1 to 3 after the leader, that ruff when they are void; for "escapes".

        Returns
        -------
        Measure
        """

    @property
    def bins(self) -> int:
        """Numbers are below it."""

    @property
    def copies(self) -> int:
        """Numbers of a deal."""

    def numbers(self, deals: NDArray[np.uint64]) -> NDArray[np.int16]:
        """Return the numbers of deals, copy by copy; -1 where a copy does not apply.

        Parameters
        ----------
        deals : ndarray of uint64, shape (n, 5, 3)

        Returns
        -------
        ndarray of int16, shape (n, copies)
        """

    def tally(self, deals: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the tally of deals; see `tally_numbers`.

        Parameters
        ----------
        deals : ndarray of uint64, shape (n, 5, 3)

        Returns
        -------
        ndarray of int64, shape (6 + 3 * bins,)

        Raises
        ------
        ValueError
            A number beyond the bins.
        """

    def tally_block(
        self, dealing: Dealing, seed: int | SeedSequence, index: int, n: int
    ) -> NDArray[np.int64]:
        """Deal the first deals of one block of a seed, and return their tally.

        The deals are those of `Dealing.block_planes`; none is kept. The GIL is released.

        Parameters
        ----------
        dealing : Dealing
        seed : int or SeedSequence
        index : int
            0 or more.
        n : int

        Returns
        -------
        ndarray of int64, shape (6 + 3 * bins,)
            See `tally_numbers`.

        Raises
        ------
        ValueError
            A number beyond the bins.
        """

def tally_numbers(numbers: NDArray[np.int16], bins: int) -> NDArray[np.int64]:
    """Return the tally of numbers that were counted elsewhere.

    Parameters
    ----------
    numbers : ndarray of int16, shape (n, copies)
        A row a deal; -1 where a copy does not apply.
    bins : int
        Numbers are below it.

    Returns
    -------
    ndarray of int64, shape (6 + 3 * bins,)
        With m copies of a deal that apply, v the sum of their numbers and c[b] how many of them
        are b, the sums over deals of 1, m, m², v, v², vm and, for every b, c[b], c[b]², c[b]m.

    Raises
    ------
    ValueError
        A number beyond the bins, or another shape.

    Examples
    --------
    >>> import numpy as np
    >>> tally_numbers(np.array([[1, 1], [0, -1]], np.int16), 2)
    array([2, 3, 5, 2, 4, 4, 1, 1, 1, 2, 4, 4])
    """
