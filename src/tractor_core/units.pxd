"""Units: singles, pairs, triples, tractors and Titanics (rules C)."""
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from tractor_core.bits cimport bit, highest, lowest, popcount
from tractor_core.cards cimport Cards, Planes, repeated
from tractor_core.trump cimport Order, Trump

cdef enum:
    MAX_UNITS = 162

cdef struct Run:            # a unit: `copies` of each kind in `kinds`, one kind a step
    uint64_t kinds
    uint8_t copies
    uint8_t length
    uint8_t suit
    uint8_t step            # the top one


cdef inline int longest_run(uint32_t plane, uint32_t *bottoms) noexcept nogil:
    """Length of the longest run of set bits, with the lowest bits of all runs that long."""
    cdef int length = 0
    cdef uint32_t x = plane
    bottoms[0] = 0
    while x:
        bottoms[0] = x
        x &= x >> 1
        length += 1
    # x &= x >> 1 keeps at each turn the bits from which one more step is set
    return length


cdef inline uint32_t runs_of(uint32_t plane, int length) noexcept nogil:
    """The lowest bits of all runs of a given length."""
    cdef int _i
    for _i in range(length - 1):
        plane &= plane >> 1
    return plane


cdef inline bint beats(uint32_t plane, int length, int top) noexcept nogil:
    """Whether a run of this length in the plane ends above step top."""
    return (runs_of(plane, length) >> (top - length + 2)) != 0


cdef inline Planes cards_of(Run u) noexcept nogil:
    return repeated(u.kinds, u.copies)


cdef int decompose_suit(const Order *o, int s, Planes x, Run *out) noexcept nogil


cdef class Unit:
    cdef Run run
    cdef Cards get_cards(self)
    cdef tuple key(self)


cdef Unit new_unit(Run run)
cdef int one_suit(Trump trump, Cards cards, str what) except -1
cdef int read_units(object units, Trump trump, Cards cards, int s, Run *out) except -1
