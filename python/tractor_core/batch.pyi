"""The verbs over arrays: inputs are checked once, then the kernels run without the GIL.

Cards are planes, ``uint64[..., 3]`` (see `Cards.planes`); rows are independent. Arrays must be
C-contiguous and of exactly the dtype and shape named, and are read in place: read-only and
memory-mapped ones serve as well. Results are new arrays, or `out`, an array of the result's
dtype and shape that shares no memory with the inputs. Nothing is written when a call raises. No
other thread may write to the arrays meanwhile: the results of such rows mean nothing.

Units led are the canonical ones (C5). `trump` is one `Trump` for all rows, or ``int8[n, 2]`` with
a row's level (2 to 14) and trump suit (0 to 3 for d c h s, -1 for no trump).
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .follows import _Rng
from .outcomes import Playouts, Plays
from .playouts import bury, playouts
from .rules import Rules
from .sequels import play_on
from .trump import Trump

__all__ = [
    "Playouts",
    "Plays",
    "bury",
    "check_throw",
    "count_legal_follows",
    "counts_to_planes",
    "is_legal_follow",
    "kitty_multiplier",
    "longest_titanic",
    "longest_tractor",
    "planes_to_counts",
    "play_on",
    "playouts",
    "points",
    "random_legal_follow",
    "suit_lengths",
    "throw_stands",
    "trick_winner",
    "unit_counts",
]

_Bools: TypeAlias = npt.NDArray[np.bool_]
_Int8s: TypeAlias = npt.NDArray[np.int8]
_Int16s: TypeAlias = npt.NDArray[np.int16]
_UInt8s: TypeAlias = npt.NDArray[np.uint8]
_UInt64s: TypeAlias = npt.NDArray[np.uint64]
_Trumps: TypeAlias = Trump | npt.NDArray[np.int8]

def counts_to_planes(counts: _UInt8s, *, out: _UInt64s | None = None) -> _UInt64s:
    """Return the planes of hands given as copies of each kind.

    Parameters
    ----------
    counts : ndarray of uint8, shape (n, 54)
        Copies, 0 to 3.
    out : ndarray of uint64, shape (n, 3), optional

    Returns
    -------
    ndarray of uint64, shape (n, 3)

    Raises
    ------
    CardsError
        A number of copies above 3.

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.zeros((1, 54), np.uint8)
    >>> counts[0, 2] = 3
    >>> counts_to_planes(counts)
    array([[4, 4, 4]], dtype=uint64)
    """

def planes_to_counts(hands: _UInt64s, *, out: _UInt8s | None = None) -> _UInt8s:
    """Return the copies of each kind in hands.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
    out : ndarray of uint8, shape (n, 54), optional

    Returns
    -------
    ndarray of uint8, shape (n, 54)

    Examples
    --------
    >>> import numpy as np
    >>> planes_to_counts(np.array([[5, 4, 0]], np.uint64))[0, :4]
    array([1, 0, 2, 0], dtype=uint8)
    """

def points(hands: _UInt64s, *, out: _Int16s | None = None) -> _Int16s:
    """Return the points of cards, row by row (D3).

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
    out : ndarray of int16, shape (n,), optional

    Returns
    -------
    ndarray of int16, shape (n,)

    Examples
    --------
    >>> import numpy as np
    >>> points(np.array([[1 << 3 | 1 << 8, 0, 0]], np.uint64))
    array([15], dtype=int16)
    """

def suit_lengths(hands: _UInt64s, trump: _Trumps, *, out: _UInt8s | None = None) -> _UInt8s:
    """Return how many cards of each suit hands hold (O6).

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
    trump : Trump or ndarray of int8, shape (n, 2)
    out : ndarray of uint8, shape (n, 5), optional

    Returns
    -------
    ndarray of uint8, shape (n, 5)
        Diamonds, clubs, hearts, spades without trumps, then trumps.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.trump import Trump
    >>> suit_lengths(np.array([[3, 2, 0]], np.uint64), Trump("2", "s"))
    array([[2, 0, 0, 0, 1]], dtype=uint8)
    """

def unit_counts(hands: _UInt64s, trump: _Trumps, *, out: _UInt8s | None = None) -> _UInt8s:
    """Return how many groups and runs hands hold.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
    trump : Trump or ndarray of int8, shape (n, 2)
    out : ndarray of uint8, shape (n, 4), optional

    Returns
    -------
    ndarray of uint8, shape (n, 4)
        Kinds held at least twice, at least three times, maximal tractors, maximal Titanics
        (runs of adjacent steps, each with a kind held twice or three times).

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.trump import Trump
    >>> unit_counts(np.array([[7, 3, 0]], np.uint64), Trump("10", "s"))
    array([[2, 0, 1, 0]], dtype=uint8)
    """

def longest_tractor(hands: _UInt64s, trump: _Trumps, *, out: _Int8s | None = None) -> _Int8s:
    """Return the length of the longest tractor in hands; 0 for none.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
    trump : Trump or ndarray of int8, shape (n, 2)
    out : ndarray of int8, shape (n,), optional

    Returns
    -------
    ndarray of int8, shape (n,)

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.trump import Trump
    >>> longest_tractor(np.array([[7, 7, 3]], np.uint64), Trump("10", "s"))
    array([3], dtype=int8)
    """

def longest_titanic(hands: _UInt64s, trump: _Trumps, *, out: _Int8s | None = None) -> _Int8s:
    """Return the length of the longest Titanic in hands; 0 for none.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
    trump : Trump or ndarray of int8, shape (n, 2)
    out : ndarray of int8, shape (n,), optional

    Returns
    -------
    ndarray of int8, shape (n,)

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.trump import Trump
    >>> longest_titanic(np.array([[7, 7, 3]], np.uint64), Trump("10", "s"))
    array([2], dtype=int8)
    """

def throw_stands(
    leads: _UInt64s,
    others: _UInt64s,
    trump: _Trumps,
    rules: Rules | None = None,
    *,
    out: _Bools | None = None,
) -> _Bools:
    """Tell whether leads stand, row by row (T2).

    Parameters
    ----------
    leads : ndarray of uint64, shape (n, 3)
        Each of one suit.
    others : ndarray of uint64, shape (n, 3, 3)
        The three other hands in playing order.
    trump : Trump or ndarray of int8, shape (n, 2)
    rules : Rules, optional
    out : ndarray of bool, shape (n,), optional

    Returns
    -------
    ndarray of bool, shape (n,)

    Raises
    ------
    CardsError
        A lead is empty or of several suits.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> leads = np.array([Cards("Ad Kd").planes], np.uint64)
    >>> others = np.array([[Cards(hand).planes for hand in ("Qd", "Ad", "3d")]], np.uint64)
    >>> throw_stands(leads, others, Trump("10", "s"))
    array([False])
    """

def check_throw(
    leads: _UInt64s,
    others: _UInt64s,
    trump: _Trumps,
    rules: Rules | None = None,
    *,
    out: _UInt64s | None = None,
) -> _UInt64s:
    """Return what is led, row by row: a throw or what replaces it (T4).

    Parameters
    ----------
    leads, others, trump, rules
        As for `throw_stands`.
    out : ndarray of uint64, shape (n, 3), optional

    Returns
    -------
    ndarray of uint64, shape (n, 3)

    Raises
    ------
    CardsError
        A lead is empty or of several suits.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> leads = np.array([Cards("Ad Kd").planes], np.uint64)
    >>> others = np.array([[Cards(hand).planes for hand in ("Qd", "Ad", "3d")]], np.uint64)
    >>> Cards.from_planes(*check_throw(leads, others, Trump("10", "s"))[0])
    Cards('Kd')
    """

def is_legal_follow(
    plays: _UInt64s,
    hands: _UInt64s,
    leads: _UInt64s,
    trump: _Trumps,
    rules: Rules | None = None,
    *,
    out: _Bools | None = None,
) -> _Bools:
    """Tell whether plays may follow, row by row (F).

    Parameters
    ----------
    plays, hands, leads : ndarray of uint64, shape (n, 3)
        What is played, the hand it comes from, what was led.
    trump : Trump or ndarray of int8, shape (n, 2)
    rules : Rules, optional
    out : ndarray of bool, shape (n,), optional

    Returns
    -------
    ndarray of bool, shape (n,)

    Raises
    ------
    CardsError
        A lead is empty or of several suits.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> plays, hands, leads = (
    ...     np.array([Cards(text).planes], np.uint64) for text in ("4h 7h", "4h 7h 7h", "9h 9h"))
    >>> is_legal_follow(plays, hands, leads, Trump("10", "s"))
    array([False])
    """

def count_legal_follows(
    hands: _UInt64s,
    leads: _UInt64s,
    trump: _Trumps,
    rules: Rules | None = None,
    *,
    out: _UInt64s | None = None,
) -> _UInt64s:
    """Return how many plays may follow, row by row (F), without making them.

    Parameters
    ----------
    hands, leads : ndarray of uint64, shape (n, 3)
        Hands of at most 63 cards; one shorter than the lead has no play.
    trump : Trump or ndarray of int8, shape (n, 2)
    rules : Rules, optional
    out : ndarray of uint64, shape (n,), optional

    Returns
    -------
    ndarray of uint64, shape (n,)

    Raises
    ------
    CardsError
        A lead is empty or of several suits, or a hand has more than 63 cards.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> hands, leads = (
    ...     np.array([Cards(text).planes], np.uint64) for text in ("4h 7h 7h 8h 8h", "9h 9h"))
    >>> count_legal_follows(hands, leads, Trump("10", "s"))
    array([2], dtype=uint64)
    """

def random_legal_follow(
    hands: _UInt64s,
    leads: _UInt64s,
    trump: _Trumps,
    rules: Rules | None = None,
    rng: _Rng = None,
    *,
    out: _UInt64s | None = None,
) -> _UInt64s:
    """Return a play that may follow for each row, drawn uniformly (F).

    Parameters
    ----------
    hands, leads : ndarray of uint64, shape (n, 3)
        Hands of at most 63 cards, none shorter than its lead.
    trump : Trump or ndarray of int8, shape (n, 2)
    rules : Rules, optional
    rng : int, SeedSequence, Generator or None
        A `numpy.random.Generator` is drawn from; anything else is a seed for a new one.
    out : ndarray of uint64, shape (n, 3), optional

    Returns
    -------
    ndarray of uint64, shape (n, 3)

    Raises
    ------
    CardsError
        A lead is empty or of several suits, or a hand is too short or too long.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> hands, leads = (
    ...     np.array([Cards(text).planes], np.uint64) for text in ("4h 7h 7h", "9h 9h"))
    >>> Cards.from_planes(*random_legal_follow(hands, leads, Trump("10", "s"), rng=1)[0])
    Cards('7h 7h')
    """

def trick_winner(
    tricks: _UInt64s, trump: _Trumps, rules: Rules | None = None, *, out: _Int8s | None = None
) -> _Int8s:
    """Return which play wins, row by row (R).

    Parameters
    ----------
    tricks : ndarray of uint64, shape (n, 4, 3)
        Four plays in playing order, the lead first, all as long as it.
    trump : Trump or ndarray of int8, shape (n, 2)
    rules : Rules, optional
    out : ndarray of int8, shape (n,), optional

    Returns
    -------
    ndarray of int8, shape (n,)
        0 to 3.

    Raises
    ------
    CardsError
        A lead is empty or of several suits, or a play is of another length.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> plays = [Cards(text).planes for text in ("Ad", "3s", "5d", "2s")]
    >>> trick_winner(np.array([plays], np.uint64), Trump("10", "s"))
    array([1], dtype=int8)
    """

def kitty_multiplier(
    plays: _UInt64s,
    trump: _Trumps,
    rules: Rules | None = None,
    led: _UInt64s | None = None,
    *,
    out: _Int16s | None = None,
) -> _Int16s:
    """Return what the kitty is multiplied by, row by row (K).

    Parameters
    ----------
    plays : ndarray of uint64, shape (n, 3)
        The plays that won the last trick, each of one suit.
    trump : Trump or ndarray of int8, shape (n, 2)
    rules : Rules, optional
    led : ndarray of uint64, shape (n, 3), optional
        The leads of those tricks; by default the plays were the leads.
    out : ndarray of int16, shape (n,), optional

    Returns
    -------
    ndarray of int16, shape (n,)

    Raises
    ------
    CardsError
        A play or lead is empty or of several suits, they differ in length, or the multiplier
        is beyond int16 (from 27 cards on).

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> plays = np.array([Cards("4c 4c 5c 5c").planes], np.uint64)
    >>> kitty_multiplier(plays, Trump("10", "s"))
    array([16], dtype=int16)
    """
