"""The 54 kinds of card and multisets of them.

A kind is a number: 13 * suit + (rank - 2), suits d c h s = 0 1 2 3, ranks 2 .. 14 (ace);
52 is the small joker, 53 the big one.  Bit k of a plane speaks of kind k:

    bit   0 .. 12   13 .. 25   26 .. 38   39 .. 51   52   53
          2d .. Ad  2c .. Ac   2h .. Ah   2s .. As   SJ   BJ

Plane one holds the kinds present, two those held at least twice, three those held three
times: three is inside two, two inside one.
"""
from libc.stdint cimport uint64_t

from tractor_core.bits cimport popcount

cdef enum:
    KINDS = 54
    SMALL = 52
    BIG = 53
    MAX_CARDS = 162

cdef struct Planes:
    uint64_t one
    uint64_t two
    uint64_t three


cdef inline int size(Planes x) noexcept nogil:
    return popcount(x.one) + popcount(x.two) + popcount(x.three)


cdef inline int copies_of(Planes x, int kind) noexcept nogil:
    return <int> ((x.one >> kind) & 1) + <int> ((x.two >> kind) & 1) + <int> ((x.three >> kind) & 1)


cdef inline bint contains(Planes x, Planes y) noexcept nogil:
    """Whether every card of y is in x."""
    return ((y.one & ~x.one) | (y.two & ~x.two) | (y.three & ~x.three)) == 0


cdef inline bint same(Planes x, Planes y) noexcept nogil:
    return ((x.one ^ y.one) | (x.two ^ y.two) | (x.three ^ y.three)) == 0


cdef inline Planes within(Planes x, uint64_t mask) noexcept nogil:
    """The cards of x whose kinds are in mask."""
    x.one &= mask
    x.two &= mask
    x.three &= mask
    return x


cdef inline Planes plus(Planes x, Planes y) noexcept nogil:
    """x and y together; overflow() says where that is more than three copies."""
    cdef Planes r
    r.one = x.one | y.one
    r.two = x.two | y.two | (x.one & y.one)
    r.three = x.three | y.three | (x.two & y.one) | (x.one & y.two)
    return r


cdef inline uint64_t overflow(Planes x, Planes y) noexcept nogil:
    """Kinds of which x and y together hold more than three copies."""
    return (x.three & y.one) | (x.two & y.two) | (x.one & y.three)


cdef inline Planes minus(Planes x, Planes y) noexcept nogil:
    """x without y, down to no copies: x - y >= k wherever x >= j + k - 1 and y < j."""
    cdef Planes r
    r.one = (x.one & ~y.one) | (x.two & ~y.two) | (x.three & ~y.three)
    r.two = (x.two & ~y.one) | (x.three & ~y.two)
    r.three = x.three & ~y.one
    return r


cdef inline Planes repeated(uint64_t mask, int copies) noexcept nogil:
    """The given number of copies of every kind in mask."""
    cdef Planes r
    r.one = mask if copies >= 1 else 0
    r.two = mask if copies >= 2 else 0
    r.three = mask if copies >= 3 else 0
    return r


cdef class Cards:
    cdef Planes p
    cdef bint made


cdef object as_number(object value, str what)
cdef Cards new_cards(Planes p)
cdef int add_kind(Planes *p, int kind) except -1
cdef int as_kind(object kind) except -1
