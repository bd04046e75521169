"""Playouts: whole rounds by a policy, a row each, without the GIL."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .cards import Cards
from .deals import Deals
from .follows import _Rng
from .outcomes import Playouts
from .rounds import Round
from .rules import Rules
from .trump import Trump

__all__ = ["bury", "playouts"]

_Name: TypeAlias = Literal["random", "random_throws", "greedy"]
_Seats: TypeAlias = int | npt.NDArray[np.int8]
_Trumps: TypeAlias = Trump | npt.NDArray[np.int8]
_UInt64s: TypeAlias = npt.NDArray[np.uint64]

def playouts(
    deals: Deals | _UInt64s,
    trump: _Trumps,
    dealer: _Seats,
    policy: _Name | tuple[_Name, _Name] | Callable[[Round], Cards] = "random",
    rng: _Rng = None,
    *,
    rules: Rules | None = None,
    partner: _Seats | None = None,
    exchange: bool = False,
    first: int = 0,
    plays: bool = False,
    out: Playouts | None = None,
) -> Playouts:
    """Play rounds to their ends, row by row.

    Parameters
    ----------
    deals : Deals or ndarray of uint64, shape (n, 5, 3)
        The hands of seats 0 to 3, then the kitty buried. The hands of a row are of equal size and
        need not be whole decks; no kind comes more often than the rules have decks.
    trump : Trump or ndarray of int8, shape (n, 2)
    dealer : int or ndarray of int8, shape (n,)
        The seat that leads first; his side defends.
    policy : str, tuple of two str, or callable
        How seats play: ``"random"`` leads any unit of the hand and follows with any legal play,
        each as likely as any other; ``"random_throws"`` leads any cards of one suit, so that most
        leads are throws that fail (T4, T5); ``"greedy"`` plays and buries by the advice of
        docs/playouts.md. A tuple names the policies of the dealer's side and of the attackers. A
        callable is given the `Round` and returns the Cards to be played; it must not play on that
        round, but may on a copy. It is slow: some 100 microseconds a round and more.
    rng : int, SeedSequence, Generator or None
        Row i plays from the stream of SFC64 whose state NumPy makes of three words, the last one
        plus ``first + i``. They are ``SeedSequence(rng).generate_state(3, uint64)``, or drawn
        from the Generator. So a row depends on the seed, its number and its deal alone, whatever
        the other rows, the number of threads and the CPU. A callable draws for itself: None.
    rules : Rules, optional
    partner : int or ndarray of int8, shape (n,), optional
        The dealer's partner under `find_partner` (B7), the dealer himself if he plays alone.
    exchange : bool
        Whether the dealer first takes the kitty up and buries as `bury` says.
    first : int
        Number of the first row: a batch cut in pieces plays the same rounds.
    plays : bool
        Whether all plays are returned as well.
    out : Playouts, optional
        Its first four arrays are written to and returned.

    Returns
    -------
    Playouts
        ``points`` int32[n] (the attackers', the kitty included), ``last_trick`` int8[n] (a seat),
        ``multiplier`` int32[n] (of the kitty, by the play that won the last trick), ``tricks``
        int8[n], and ``plays``, a `Plays` or None.

    Raises
    ------
    CardsError
        A row is no deal.
    RulesError
        A seat or trump out of range, or a partner missing or given where the rules say otherwise.
    IllegalPlay
        A callable gave cards that may not be played; a note says in which row.
    ValueError
        A policy of another name, a negative seed or first row, or a callable that played on.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> deal = [Cards(text).planes for text in ("Ac 3d", "Kc 4d", "5c 6d", "9c 7d", "Td")]
    >>> deals = np.array([deal] * 1000, np.uint64)
    >>> ended = playouts(deals, Trump("2", "h"), 0, rng=1)
    >>> sorted(set(ended.points.tolist())), ended.tricks[0]
    ([0, 20], np.int8(2))
    >>> playouts(deals[:1], Trump("2", "h"), 0, "greedy").last_trick
    array([3], dtype=int8)
    """

def bury(
    hands: _UInt64s,
    trump: _Trumps,
    cards: int,
    *,
    rules: Rules | None = None,
    out: _UInt64s | None = None,
) -> _UInt64s:
    """Return what a dealer buries by the policy `greedy`, row by row.

    Loose low cards go first, and all of a side suit where that leaves it void; points, aces, pairs
    and trumps as late as can be (docs/playouts.md). Trumps are those of the round.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
        The dealers' hands, the kitty in them.
    trump : Trump or ndarray of int8, shape (n, 2)
    cards : int
        How many cards are buried.
    rules : Rules, optional
        `bury_points` matters (B6).
    out : ndarray of uint64, shape (n, 3), optional

    Returns
    -------
    ndarray of uint64, shape (n, 3)

    Raises
    ------
    CardsError
        A hand with fewer cards than are buried, or a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> hand = Cards("Ac Ac Qc 3c 9d 6d 4d Ks 9s 3h 3h SJ")
    >>> kitty = bury(np.array([hand.planes], np.uint64), Trump("2", "h"), 4)
    >>> print(Cards.from_planes(*kitty[0].tolist()))
    4d 6d 9d 9s
    """
