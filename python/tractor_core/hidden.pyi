"""Hidden: the cards that are not seen, dealt evenly over all that is possible."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from .cards import Cards
from .dealing import _Rng
from .trump import Trump, _Suit

__all__ = ["Hidden"]

_Suits: TypeAlias = _Suit | Iterable[_Suit] | None
_Held: TypeAlias = Cards | str | None

@final
class Hidden:
    """Deal cards that are not seen, evenly over all deals that fit what is known.

    Every deal counts alike in which each place holds its number of cards, at least the cards
    known, none of its void suits, and no two of a kind in the suits without a pair; the copies of
    a kind are different cards. Ways are counted, nothing is tried and thrown away. Places are the
    seats 0 to 3 and the kitty, 4.

    Parameters
    ----------
    unseen : Cards
        The cards to be dealt.
    sizes : sequence of five ints
        How many of them each seat and the kitty hold; they add up to the unseen cards.
    known : mapping or sequence, optional
        By place, Cards (or their notation) that it holds, or holds more of: every deal with at
        least these counts alike.
    voids : mapping or sequence, optional
        By place, the suits (``"d"``, ``"c"``, ``"h"``, ``"s"``, ``"trump"``; O6) of which it
        holds nothing.
    no_pairs : mapping or sequence, optional
        By place, the suits in which it holds no pair.
    seen : mapping or sequence, optional
        By place, Cards that it holds beside the unseen ones, such as one's own hand; they are
        added to every deal, and its voids and suits without a pair speak of them too.
    trump : Trump, optional
        The order of cards; wanted where suits are named.

    Raises
    ------
    CardsError
        Sizes that do not add up, more known cards than a place or the deck has, more than three
        copies of a kind.
    RulesError
        Unknown places or suits, or no deal fits.
    MemoryError
        More is known of more places than can be counted; four hands with their voids are not.

    Notes
    -----
    Counting the ways takes the set-up; a sample then costs a few hundred nanoseconds. A draw uses
    sums in floating point, and whole numbers of any size where their error could matter: deals
    are exactly even, and the same for one seed and n on every machine; samples of 8 deals and
    more from one seed begin alike.

    Examples
    --------
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> unseen = Cards("Ac Ac Kc 3s 3s 4s")
    >>> hidden = Hidden(unseen, (0, 2, 2, 2, 0), voids={1: "c"}, trump=Trump("10", "h"))
    >>> hidden.count()
    18
    >>> hidden.sample(1000, 7).shape
    (1000, 5, 3)
    """

    def __new__(
        cls,
        unseen: Cards,
        sizes: Iterable[SupportsIndex],
        *,
        known: Mapping[int, _Held] | Sequence[_Held] | None = None,
        voids: Mapping[int, _Suits] | Sequence[_Suits] | None = None,
        no_pairs: Mapping[int, _Suits] | Sequence[_Suits] | None = None,
        seen: Mapping[int, _Held] | Sequence[_Held] | None = None,
        trump: Trump | None = None,
    ) -> Self: ...
    @property
    def unseen(self) -> Cards:
        """The cards to be dealt."""
    @property
    def sizes(self) -> tuple[int, int, int, int, int]:
        """How many of them each seat and the kitty hold."""
    def count(self) -> int:
        """Return the number of deals, the copies of a kind taken as different cards.

        Examples
        --------
        >>> from tractor_core.cards import Cards
        >>> Hidden(Cards("As As"), (1, 1, 0, 0, 0)).count()
        2
        """
    def sample(self, n: SupportsIndex, rng: _Rng = None) -> NDArray[np.uint64]:
        """Return deals drawn evenly and independently from all that fit.

        Parameters
        ----------
        n : int
            How many.
        rng : int, SeedSequence or Generator, optional
            A seed, or the source of randomness; fresh entropy by default.

        Returns
        -------
        uint64[n, 5, 3]
            Planes of four hands and the kitty; the cards `seen` are among them.

        Raises
        ------
        ValueError
            A negative n, or one beyond any memory.

        Examples
        --------
        >>> from tractor_core.cards import Cards
        >>> deals = Hidden(Cards("As Ks"), (1, 0, 1, 0, 0)).sample(100, 7)
        >>> sorted({str(Cards.from_planes(*deal[0])) for deal in deals.tolist()})
        ['As', 'Ks']
        """
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[object, ...]: ...
