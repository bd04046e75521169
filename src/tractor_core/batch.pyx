"""The verbs over arrays: inputs are checked once, then the kernels run without the GIL.

Cards are planes, ``uint64[..., 3]`` (see `Cards.planes`); rows are independent. Arrays must be
C-contiguous and of exactly the dtype and shape named, and are read in place: read-only and
memory-mapped ones serve as well. Results are new arrays, or `out`, an array of the result's
dtype and shape that shares no memory with the inputs. Nothing is written when a call raises. No
other thread may write to the arrays meanwhile: the results of such rows mean nothing.

Units led are the canonical ones (C5). `trump` is one `Trump` for all rows, or ``int8[n, 2]`` with
a row's level (2 to 14) and trump suit (0 to 3 for d c h s, -1 for no trump).
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

from tractor_core.answers cimport LEGAL
from tractor_core.arrays cimport (
    Trumps, cards_at, check_array, check_leads, check_sizes, make_out, order_of, plain, read_planes,
    read_trumps, set_lead
)
from tractor_core.bits cimport popcount
from tractor_core.cards cimport KINDS, Planes, copies_of, size, within
from tractor_core.divisions cimport Tops
from tractor_core.follows cimport Lead, Task, count_task, draw_play, set_task
from tractor_core.options cimport (
    COMPARE_FIRST_UNIT, COVER_SPLIT, THROW_OPPONENTS, UNITS_LED, Rulebook, rulebook
)
from tractor_core.protection cimport verdict
from tractor_core.randomness cimport BitGenerator, read_generator, source_of
from tractor_core.scoring cimport multiplier, points_of
from tractor_core.throws cimport MAX_OTHERS, smallest, stands, unit_beaten
from tractor_core.tricks cimport winner, winner_by
from tractor_core.trump cimport SUITS, Order, fold, spread_out, suit_in
from tractor_core.units cimport MAX_UNITS, Run, cards_of, decompose_suit, longest_run

import numpy as np

from tractor_core.errors import CardsError
from tractor_core.outcomes import Playouts, Plays
from tractor_core.playouts import bury, playouts
from tractor_core.sequels import play_on

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

# --- cards ----------------------------------------------------------------------------------


def counts_to_planes(counts, *, out=None):
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
    cdef const uint8_t[:, ::1] held
    cdef uint64_t[:, ::1] result
    cdef Py_ssize_t i
    cdef int kind
    cdef uint64_t one
    cdef uint64_t two
    cdef uint64_t three
    counts = plain("counts", counts)
    check_array("counts", counts, "uint8", (None, 54))
    if counts.size and counts.max() > 3:
        i = int(np.argmax(counts.max(axis=1) > 3))
        raise CardsError(f"counts[{i}] holds more than three copies of a kind")
    made = make_out(out, "uint64", (counts.shape[0], 3), (counts,))
    held = counts
    result = made
    with nogil:
        for i in range(held.shape[0]):
            one = two = three = 0
            for kind in range(KINDS):
                one |= <uint64_t> (held[i, kind] > 0) << kind
                two |= <uint64_t> (held[i, kind] > 1) << kind
                three |= <uint64_t> (held[i, kind] > 2) << kind
            result[i, 0] = one
            result[i, 1] = two
            result[i, 2] = three
    return made if out is None else out


def planes_to_counts(hands, *, out=None):
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
    hands = plain("hands", hands)
    cdef const Planes *x = read_planes("hands", hands, (None, 3))
    cdef uint8_t[:, ::1] result
    cdef Py_ssize_t i
    cdef int kind
    made = make_out(out, "uint8", (hands.shape[0], 54), (hands,))
    result = made
    with nogil:
        for i in range(result.shape[0]):
            for kind in range(KINDS):
                result[i, kind] = copies_of(x[i], kind)
    return made if out is None else out


def points(hands, *, out=None):
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
    hands = plain("hands", hands)
    cdef const Planes *x = read_planes("hands", hands, (None, 3))
    cdef int16_t[::1] result
    cdef Py_ssize_t i
    made = make_out(out, "int16", (hands.shape[0],), (hands,))
    result = made
    with nogil:
        for i in range(result.shape[0]):
            result[i] = points_of(x[i])
    return made if out is None else out


def suit_lengths(hands, trump, *, out=None):
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
    hands = plain("hands", hands)
    cdef const Planes *x = read_planes("hands", hands, (None, 3))
    cdef Trumps trumps = read_trumps(trump, hands.shape[0])
    cdef uint8_t[:, ::1] result
    cdef const Order *o
    cdef Py_ssize_t i
    cdef int s
    made = make_out(out, "uint8", (hands.shape[0], 5), (hands, trump))
    result = made
    with nogil:
        for i in range(result.shape[0]):
            o = order_of(&trumps, i)
            for s in range(SUITS):
                result[i, s] = size(within(x[i], o.suit[s]))
    return made if out is None else out


# --- units ----------------------------------------------------------------------------------


cdef inline int runs_in(uint64_t x, uint64_t joint) noexcept nogil:
    """Number of maximal runs of two or more steps in a plane spread out."""
    cdef uint64_t linked = x & (x >> 1) & joint
    return popcount(linked & ~(linked << 1))


cdef inline int longest_in(uint64_t x, uint64_t joint) noexcept nogil:
    """Length of the longest run of two or more steps, 0 if there is none."""
    cdef int length = 0
    x &= (x >> 1) & joint
    if x:
        length = 1
    while x:
        length += 1
        x &= x >> 1
    return length


def unit_counts(hands, trump, *, out=None):
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
    hands = plain("hands", hands)
    cdef const Planes *x = read_planes("hands", hands, (None, 3))
    cdef Trumps trumps = read_trumps(trump, hands.shape[0])
    cdef uint8_t[:, ::1] result
    cdef const Order *o
    cdef Py_ssize_t i
    made = make_out(out, "uint8", (hands.shape[0], 4), (hands, trump))
    result = made
    with nogil:
        for i in range(result.shape[0]):
            o = order_of(&trumps, i)
            result[i, 0] = popcount(x[i].two)
            result[i, 2] = runs_in(spread_out(&o.spread, x[i].two), o.spread.joint)
            result[i, 1] = result[i, 3] = 0
            if x[i].three:
                result[i, 1] = popcount(x[i].three)
                result[i, 3] = runs_in(spread_out(&o.spread, x[i].three), o.spread.joint)
    return made if out is None else out


cdef longest(object hands, object trump, object out, bint titanics):
    hands = plain("hands", hands)
    cdef const Planes *x = read_planes("hands", hands, (None, 3))
    cdef Trumps trumps = read_trumps(trump, hands.shape[0])
    cdef int8_t[::1] result
    cdef const Order *o
    cdef uint64_t plane
    cdef Py_ssize_t i
    made = make_out(out, "int8", (hands.shape[0],), (hands, trump))
    result = made
    with nogil:
        for i in range(result.shape[0]):
            o = order_of(&trumps, i)
            plane = x[i].three if titanics else x[i].two
            result[i] = longest_in(spread_out(&o.spread, plane), o.spread.joint)
    return made if out is None else out


def longest_tractor(hands, trump, *, out=None):
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
    return longest(hands, trump, out, False)


def longest_titanic(hands, trump, *, out=None):
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
    return longest(hands, trump, out, True)


# --- throws ---------------------------------------------------------------------------------


cdef inline int seen_hands(
    const Planes *others, const Rulebook *book, Planes *seen
) noexcept nogil:
    """The hands that a throw is judged against (T3)."""
    seen[0] = cards_at(others)
    if book.throw_against == THROW_OPPONENTS:
        seen[1] = cards_at(others + 2)
        return 2
    seen[1] = cards_at(others + 1)
    seen[2] = cards_at(others + 2)
    return 3


def throw_stands(leads, others, trump, rules=None, *, out=None):
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
    cdef const Rulebook *book = rulebook(rules)
    leads = plain("leads", leads)
    cdef const Planes *x = read_planes("leads", leads, (None, 3))
    cdef Py_ssize_t n = leads.shape[0]
    others = plain("others", others)
    cdef const Planes *hands = read_planes("others", others, (n, 3, 3))
    cdef Trumps trumps = read_trumps(trump, n)
    cdef uint8_t[::1] result
    cdef const Order *o
    cdef Planes led
    cdef Planes seen[MAX_OTHERS]
    cdef Run units[MAX_UNITS]
    cdef Py_ssize_t i
    cdef int s
    cdef int m
    check_leads("leads", x, n, 1, &trumps)
    made = make_out(out, "bool", (n,), (leads, others, trump))
    result = made.view("uint8")
    with nogil:
        for i in range(n):
            led = cards_at(x + i)
            if led.one & (led.one - 1) == 0:
                result[i] = True  # one kind is one unit
                continue
            o = order_of(&trumps, i)
            s = suit_in(o, led.one)
            if s < 0:
                continue
            m = seen_hands(hands + 3 * i, book, seen)
            result[i] = stands(o, units, decompose_suit(o, s, led, units), seen, m)
    return made if out is None else out


def check_throw(leads, others, trump, rules=None, *, out=None):
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
    cdef const Rulebook *book = rulebook(rules)
    leads = plain("leads", leads)
    cdef const Planes *x = read_planes("leads", leads, (None, 3))
    cdef Py_ssize_t n = leads.shape[0]
    others = plain("others", others)
    cdef const Planes *hands = read_planes("others", others, (n, 3, 3))
    cdef Trumps trumps = read_trumps(trump, n)
    cdef uint64_t[:, ::1] result
    cdef const Order *o
    cdef Planes led
    cdef Planes seen[MAX_OTHERS]
    cdef Run units[MAX_UNITS]
    cdef uint8_t failing[MAX_UNITS]
    cdef Py_ssize_t i
    cdef int j
    cdef int k
    cdef int m
    cdef int s
    cdef int many
    cdef bint fails
    check_leads("leads", x, n, 1, &trumps)
    made = make_out(out, "uint64", (n, 3), (leads, others, trump))
    result = made
    with nogil:
        for i in range(n):
            led = cards_at(x + i)
            o = order_of(&trumps, i)
            s = suit_in(o, led.one)
            many = decompose_suit(o, s, led, units) if s >= 0 else 0
            if many > 1:
                m = seen_hands(hands + 3 * i, book, seen)
                fails = False
                for j in range(many):
                    failing[j] = False
                    for k in range(m):
                        if unit_beaten(o, units[j], seen[k]):
                            failing[j] = fails = True
                if fails:
                    led = cards_of(units[smallest(units, many, failing, book)])
            result[i, 0] = led.one
            result[i, 1] = led.two
            result[i, 2] = led.three
    return made if out is None else out


# --- follows --------------------------------------------------------------------------------


def is_legal_follow(plays, hands, leads, trump, rules=None, *, out=None):
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
    cdef const Rulebook *book = rulebook(rules)
    plays = plain("plays", plays)
    cdef const Planes *x = read_planes("plays", plays, (None, 3))
    cdef Py_ssize_t n = plays.shape[0]
    hands = plain("hands", hands)
    cdef const Planes *held = read_planes("hands", hands, (n, 3))
    leads = plain("leads", leads)
    cdef const Planes *lead = read_planes("leads", leads, (n, 3))
    cdef Trumps trumps = read_trumps(trump, n)
    cdef uint8_t[::1] result
    cdef const Order *o
    cdef Lead led
    cdef Py_ssize_t i
    cdef int found
    cdef bint starved = False
    check_leads("leads", lead, n, 1, &trumps)
    made = make_out(out, "bool", (n,), (plays, hands, leads, trump))
    result = made.view("uint8")
    with nogil:
        for i in range(n):
            o = order_of(&trumps, i)
            if not set_lead(o, cards_at(lead + i), &led):
                continue
            found = verdict(o, led.suit, &led.shape, cards_at(held + i), cards_at(x + i), book)
            starved |= found < 0
            result[i] = found == LEGAL
    if starved:
        raise MemoryError
    return made if out is None else out


def count_legal_follows(hands, leads, trump, rules=None, *, out=None):
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
    cdef const Rulebook *book = rulebook(rules)
    hands = plain("hands", hands)
    cdef const Planes *held = read_planes("hands", hands, (None, 3))
    cdef Py_ssize_t n = hands.shape[0]
    leads = plain("leads", leads)
    cdef const Planes *lead = read_planes("leads", leads, (n, 3))
    cdef Trumps trumps = read_trumps(trump, n)
    cdef uint64_t[::1] result
    cdef const Order *o
    cdef Lead led
    cdef Task task
    cdef Py_ssize_t i
    cdef bint starved = False
    check_leads("leads", lead, n, 1, &trumps)
    check_sizes(held, n)
    made = make_out(out, "uint64", (n,), (hands, leads, trump))
    result = made
    with nogil:
        for i in range(n):
            o = order_of(&trumps, i)
            result[i] = 0
            if set_lead(o, cards_at(lead + i), &led) and set_task(
                o, &led, cards_at(held + i), book, &task
            ):
                starved |= count_task(o, &task, book, &result[i]) < 0
    if starved:
        raise MemoryError
    return made if out is None else out


def random_legal_follow(hands, leads, trump, rules=None, rng=None, *, out=None):
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
    cdef const Rulebook *book = rulebook(rules)
    hands = plain("hands", hands)
    cdef const Planes *held = read_planes("hands", hands, (None, 3))
    cdef Py_ssize_t n = hands.shape[0]
    leads = plain("leads", leads)
    cdef const Planes *lead = read_planes("leads", leads, (n, 3))
    cdef Trumps trumps = read_trumps(trump, n)
    cdef uint64_t[:, ::1] result
    cdef BitGenerator *source
    cdef const Order *o
    cdef Lead led
    cdef Task task
    cdef Planes play
    cdef Py_ssize_t i
    cdef bint starved = False
    check_leads("leads", lead, n, 1, &trumps)
    check_sizes(held, n)
    for i in range(n):
        if size(held[i]) < size(lead[i]):
            raise CardsError(f"hands[{i}] has fewer cards than leads[{i}]")
    bit_generator = read_generator(rng).bit_generator
    made = make_out(out, "uint64", (n, 3), (hands, leads, trump))
    result = made
    source = source_of(bit_generator)
    with bit_generator.lock, nogil:
        for i in range(n):
            o = order_of(&trumps, i)
            play = cards_at(held + i)
            if not set_lead(o, cards_at(lead + i), &led):
                continue
            if not set_task(o, &led, play, book, &task):
                continue
            if draw_play(o, &task, book, source, &play) < 0:
                starved = True
            result[i, 0] = play.one
            result[i, 1] = play.two
            result[i, 2] = play.three
    if starved:
        raise MemoryError
    return made if out is None else out


# --- tricks and the kitty -------------------------------------------------------------------


def trick_winner(tricks, trump, rules=None, *, out=None):
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
    cdef const Rulebook *book = rulebook(rules)
    tricks = plain("tricks", tricks)
    cdef const Planes *x = read_planes("tricks", tricks, (None, 4, 3))
    cdef Py_ssize_t n = tricks.shape[0]
    cdef Trumps trumps = read_trumps(trump, n)
    cdef int8_t[::1] result
    cdef const Order *o
    cdef Run units[MAX_UNITS]
    cdef Planes plays[4]
    cdef Tops tops
    cdef Lead led
    cdef Py_ssize_t i
    cdef int j
    cdef bint by_first_unit = (
        book.ruff_compare == COMPARE_FIRST_UNIT and book.ruff_cover == COVER_SPLIT
    )
    check_leads("tricks", x, n, 4, &trumps)
    for i in range(n):
        for j in range(1, 4):
            if size(x[4 * i + j]) != size(x[4 * i]):
                raise CardsError(f"tricks[{i}, {j}] must have as many cards as the lead")
    made = make_out(out, "int8", (n,), (tricks, trump))
    result = made
    with nogil:
        for i in range(n):
            o = order_of(&trumps, i)
            for j in range(4):
                plays[j] = cards_at(x + 4 * i + j)
            result[i] = 0
            if not set_lead(o, plays[0], &led):
                continue
            for j in range(1, 4):
                if size(plays[j]) != led.shape.cards:
                    break
            else:
                if by_first_unit:
                    result[i] = winner(o, led.suit, &led.shape, plays, 4)
                    continue
                tops.n = decompose_suit(o, led.suit, plays[0], units)
                for j in range(tops.n):
                    tops.top[j] = units[j].step
                result[i] = winner_by(o, led.suit, &led.shape, &tops, plays, 4, book)
    return made if out is None else out


cdef enum:
    LONG_PLAY = 27      # cards from which on a multiplier may be beyond int16
    INT16_MOST = 32767


cdef int factor_of(
    const Order *o, const Planes *play, const Planes *led, const Rulebook *book
) noexcept nogil:
    """What a play, won with in a trick led so, multiplies the kitty by; 0 if they are no plays."""
    cdef Run units[MAX_UNITS]
    cdef Run units_led[MAX_UNITS]
    cdef Planes lead = cards_at(led)
    cdef Planes looked_at = lead if book.kitty_units == UNITS_LED else cards_at(play)
    cdef uint32_t bottoms
    cdef int s = suit_in(o, looked_at.one)
    cdef int s_led = suit_in(o, lead.one)
    if s < 0 or s_led < 0:
        return 0
    return multiplier(
        units,
        decompose_suit(o, s, looked_at, units),
        looked_at,
        longest_run(fold(o, s, looked_at.three), &bottoms),
        longest_run(fold(o, s, looked_at.two), &bottoms),
        decompose_suit(o, s_led, lead, units_led),
        book,
    )


def kitty_multiplier(plays, trump, rules=None, led=None, *, out=None):
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
    cdef const Rulebook *book = rulebook(rules)
    plays = plain("plays", plays)
    cdef const Planes *x = read_planes("plays", plays, (None, 3))
    cdef Py_ssize_t n = plays.shape[0]
    cdef const Planes *leads = x
    cdef Trumps trumps = read_trumps(trump, n)
    cdef int16_t[::1] result
    cdef Py_ssize_t i
    cdef int factor
    check_leads("plays", x, n, 1, &trumps)
    if led is not None:
        led = plain("led", led)
        leads = read_planes("led", led, (n, 3))
        check_leads("led", leads, n, 1, &trumps)
    for i in range(n):
        if size(leads[i]) != size(x[i]):
            raise CardsError(f"plays[{i}] must have as many cards as led[{i}]")
        if size(x[i]) >= LONG_PLAY:
            factor = factor_of(order_of(&trumps, i), x + i, leads + i, book)
            if factor > INT16_MOST:
                raise CardsError(f"plays[{i}] multiplies by {factor}, more than int16 holds")
    made = make_out(out, "int16", (n,), (plays, led, trump))
    result = made
    with nogil:
        for i in range(n):
            result[i] = factor_of(order_of(&trumps, i), x + i, leads + i, book)
    return made if out is None else out
