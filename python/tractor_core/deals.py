"""Deals: uniform deals of whole decks or of what is not known, many at once (D1, B1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, overload

import numpy as np

from .cards import Cards
from .dealing import Dealing

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Deal", "Deals", "deal", "deal_blocks", "deal_orders"]


class Deal(NamedTuple):
    """One deal.

    Attributes
    ----------
    hands : tuple of four Cards
    kitty : Cards
    """

    hands: tuple[Cards, Cards, Cards, Cards]
    kitty: Cards


class Deals(Sequence[Deal]):
    """Deals as planes; an item is a `Deal` of Cards, a slice is Deals of the same memory.

    Parameters
    ----------
    planes : ndarray of uint64, shape (n, 5, 3)
        Three planes of each of the four hands, then of the kitty.

    Examples
    --------
    >>> import tractor_core as tc
    >>> deals = tc.deal(1000, rng=1)
    >>> len(deals), deals.hands.shape, deals.kitty.shape
    (1000, (1000, 4, 3), (1000, 3))
    >>> [len(hand) for hand in deals[0].hands], len(deals[0].kitty)
    ([25, 25, 25, 25], 8)
    """

    __slots__ = ("planes",)

    planes: NDArray[np.uint64]

    def __init__(self, planes: NDArray[np.uint64]) -> None:
        if not isinstance(planes, np.ndarray):
            raise TypeError(f"planes are a NumPy array, not {type(planes).__name__}")
        if planes.dtype != np.uint64:
            raise TypeError(f"planes are uint64[n, 5, 3], not of dtype {planes.dtype}")
        if planes.ndim != 3 or planes.shape[1:] != (5, 3):
            raise ValueError(f"planes are uint64[n, 5, 3], not of shape {planes.shape}")
        self.planes = planes

    @property
    def hands(self) -> NDArray[np.uint64]:
        """The planes of the hands, uint64[n, 4, 3]; a view."""
        return self.planes[:, :4]

    @property
    def kitty(self) -> NDArray[np.uint64]:
        """The planes of the kitties, uint64[n, 3]; a view."""
        return self.planes[:, 4]

    def __len__(self) -> int:
        return len(self.planes)

    @overload
    def __getitem__(self, at: int) -> Deal: ...
    @overload
    def __getitem__(self, at: slice) -> Deals: ...
    def __getitem__(self, at: int | slice) -> Deal | Deals:
        if isinstance(at, slice):
            return Deals(self.planes[at])
        first, second, third, fourth, kitty = (
            Cards.from_planes(*row) for row in self.planes[index(at)].tolist()
        )
        return Deal((first, second, third, fourth), kitty)

    def __repr__(self) -> str:
        return f"<{len(self)} deals>"


def deal(
    n: SupportsIndex,
    decks: SupportsIndex = 2,
    rng: Any = None,
    *,
    hands: Iterable[Cards | str | None] | None = None,
    kitty: Cards | str | None = None,
    hand_sizes: Iterable[SupportsIndex] | None = None,
    kitty_size: SupportsIndex | None = None,
    stock: Cards | str | None = None,
) -> Deals:
    """Deal cards uniformly.

    Parameters
    ----------
    n : int
        Number of deals.
    decks : {1, 2, 3}
    rng : int, SeedSequence, Generator or None
        A `numpy.random.Generator` is drawn from, fifteen words a call; anything else is a seed for
        a new one.
    hands, kitty, hand_sizes, kitty_size, stock
        What is known, and how many cards each gets, as in `Dealing`.

    Returns
    -------
    Deals

    Raises
    ------
    CardsError, RulesError
        As in `Dealing`.

    Examples
    --------
    >>> import tractor_core as tc
    >>> deals = tc.deal(100, rng=1, hands=["As As Ks Ks", None, None, None])
    >>> all(deal.hands[0] >= tc.Cards("As As Ks Ks") for deal in deals)
    True
    """
    dealing = Dealing(
        decks, hands=hands, kitty=kitty, hand_sizes=hand_sizes, kitty_size=kitty_size, stock=stock
    )
    return Deals(dealing.planes(n, rng))


def deal_blocks(
    n: SupportsIndex,
    decks: SupportsIndex = 2,
    seed: Any = 0,
    *,
    block: SupportsIndex = 65536,
    hands: Iterable[Cards | str | None] | None = None,
    kitty: Cards | str | None = None,
    hand_sizes: Iterable[SupportsIndex] | None = None,
    kitty_size: SupportsIndex | None = None,
    stock: Cards | str | None = None,
) -> Iterator[Deals]:
    """Deal in blocks, one block in memory at a time.

    Block i is dealt from ``SeedSequence(seed, spawn_key=(i,))`` alone: blocks are the same on
    every machine, whoever deals them.

    Parameters
    ----------
    n : int
        Number of deals in all; the last block may be shorter.
    decks : {1, 2, 3}
    seed : int or SeedSequence
    block : int
        Deals a block, 1 or more.
    hands, kitty, hand_sizes, kitty_size, stock
        As in `Dealing`.

    Yields
    ------
    Deals

    Examples
    --------
    >>> import tractor_core as tc
    >>> sum(len(deals) for deals in tc.deal_blocks(100_000, seed=1))
    100000
    """
    dealing = Dealing(
        decks, hands=hands, kitty=kitty, hand_sizes=hand_sizes, kitty_size=kitty_size, stock=stock
    )
    if isinstance(block, bool) or isinstance(n, bool):
        raise TypeError("n and block are ints, not bool")
    deals, size = index(n), index(block)
    if deals < 0:
        raise ValueError(f"n is a number of deals, not {deals}")
    if size < 1:
        raise ValueError(f"block is a number of deals, 1 or more, not {size}")
    dealing.block_planes(seed, 0, 0)  # refuse a wrong seed now, not at the first block

    def blocks() -> Iterator[Deals]:
        for number in range(-(-deals // size)):
            yield Deals(dealing.block_planes(seed, number, min(size, deals - number * size)))

    return blocks()


def deal_orders(
    n: SupportsIndex,
    decks: SupportsIndex = 2,
    rng: Any = None,
    *,
    hands: Iterable[Cards | str | None] | None = None,
    kitty: Cards | str | None = None,
    hand_sizes: Iterable[SupportsIndex] | None = None,
    kitty_size: SupportsIndex | None = None,
    stock: Cards | str | None = None,
) -> NDArray[np.uint8]:
    """Shuffle the cards: the orders in which they are drawn one by one (B1).

    Parameters
    ----------
    n : int
        Number of orders.
    decks : {1, 2, 3}
    rng : int, SeedSequence, Generator or None
    hands, kitty, hand_sizes, kitty_size, stock
        As in `Dealing`; cards known are left out.

    Returns
    -------
    ndarray of uint8, shape (n, cards)
        Kinds, 0 to 53; the first card drawn comes first.

    Examples
    --------
    >>> import tractor_core as tc
    >>> tc.deal_orders(10, decks=1, rng=1).shape
    (10, 54)
    """
    dealing = Dealing(
        decks, hands=hands, kitty=kitty, hand_sizes=hand_sizes, kitty_size=kitty_size, stock=stock
    )
    return dealing.orders(n, rng)
