"""Dealing: uniform deals of what is not known, into planes (rules D1, B1).

One deck and two are dealt 64 deals at a time by bit operations (dealer.h); three decks, and deals
that leave cards undealt, draw them from a pile one by one.
"""

from collections.abc import Iterable
from typing import Any, Self, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from .cards import Cards

__all__ = ["Dealing"]

_Known: TypeAlias = Cards | str | None
_Seed: TypeAlias = SupportsIndex | np.random.SeedSequence
_Rng: TypeAlias = SupportsIndex | np.random.SeedSequence | np.random.Generator | None

@final
class Dealing:
    """What is dealt: the cards, how many each seat gets, and which of them are known (D1).

    Every way of dealing the unknown cards is as likely. A dealing never changes; it can be
    pickled, compared and hashed.

    Parameters
    ----------
    decks : {1, 2, 3}
    hands : sequence of four Cards, optional
        The cards that each seat is known to hold, as Cards, notation or None.
    kitty : Cards or str, optional
        The cards that the kitty is known to hold.
    hand_sizes : sequence of four ints, optional
        How many cards each seat holds, the known ones included. By default the cards without the
        kitty are shared evenly. Cards beyond all sizes are not dealt.
    kitty_size : int, optional
        By default 8 cards of two decks, 6 of one or three.
    stock : Cards or str, optional
        All cards of the deal, the known ones included; by default the whole decks.

    Raises
    ------
    CardsError
        A seat is known to hold more cards than it has, a card is held more often than the stock
        has it, the sizes ask for more cards than there are, or the cards cannot be shared evenly.
    RulesError
        Another number of decks.

    Examples
    --------
    >>> from tractor_core.dealing import Dealing
    >>> Dealing(2).hand_sizes, Dealing(2).kitty_size
    ((25, 25, 25, 25), 8)
    >>> Dealing(2, hands=["As As", None, None, None]).planes(1000, rng=1).shape
    (1000, 5, 3)
    """

    def __new__(
        cls,
        decks: SupportsIndex = 2,
        *,
        hands: Iterable[_Known] | None = None,
        kitty: _Known = None,
        hand_sizes: Iterable[SupportsIndex] | None = None,
        kitty_size: SupportsIndex | None = None,
        stock: _Known = None,
    ) -> Self: ...
    @property
    def decks(self) -> int: ...
    @property
    def hands(self) -> tuple[Cards, Cards, Cards, Cards]: ...
    @property
    def kitty(self) -> Cards: ...
    @property
    def hand_sizes(self) -> tuple[int, int, int, int]: ...
    @property
    def kitty_size(self) -> int: ...
    @property
    def stock(self) -> Cards: ...
    def planes(
        self, n: SupportsIndex, rng: _Rng = None, *, out: NDArray[np.uint64] | None = None
    ) -> NDArray[np.uint64]:
        """Return deals as planes.

        Parameters
        ----------
        n : int
        rng : int, SeedSequence, Generator or None
            A `numpy.random.Generator` is drawn from, fifteen words a call; anything else is a seed
            for a new one.
        out : ndarray of uint64, shape (n, 5, 3), optional

        Returns
        -------
        ndarray of uint64, shape (n, 5, 3)
            Three planes of each hand, then of the kitty.

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> Dealing(2).planes(3, rng=1)[0, 4, 1]  # no pair in the kitty
        np.uint64(0)
        """

    def block_planes(
        self,
        seed: _Seed,
        index: SupportsIndex,
        n: SupportsIndex,
        *,
        out: NDArray[np.uint64] | None = None,
    ) -> NDArray[np.uint64]:
        """Return the first deals of one block of a seed, as planes.

        Block `index` is dealt from ``SeedSequence(seed, spawn_key=(index,))`` alone, so blocks can
        be dealt anywhere, in any order, and hold the same cards on every machine.

        Parameters
        ----------
        seed : int or SeedSequence
        index : int
            0 or more.
        n : int
        out : ndarray of uint64, shape (n, 5, 3), optional

        Returns
        -------
        ndarray of uint64, shape (n, 5, 3)

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> few, more = (Dealing(2).block_planes(7, 0, n) for n in (10, 1000))
        >>> bool((few == more[:10]).all())
        True
        """

    def orders(
        self, n: SupportsIndex, rng: _Rng = None, *, out: NDArray[np.uint8] | None = None
    ) -> NDArray[np.uint8]:
        """Return the unknown cards in random orders, as they are drawn one by one (B1).

        Parameters
        ----------
        n : int
        rng : int, SeedSequence, Generator or None
        out : ndarray of uint8, shape (n, cards), optional

        Returns
        -------
        ndarray of uint8, shape (n, cards)
            Kinds, 0 to 53.

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> Dealing(1).orders(5, rng=1).shape
        (5, 54)
        """

    def to_dict(self) -> dict[str, Any]:
        """Return the dealing as a dict of JSON values, which `Dealing` takes as keywords.

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> dealing = Dealing(1, kitty="SJ BJ")
        >>> Dealing(**dealing.to_dict()) == dealing
        True
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
