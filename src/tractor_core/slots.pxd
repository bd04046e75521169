"""Slots: who may hold what is dealt, and how many cards each of them lacks.

A *slot* is a place (a seat, the kitty) that something is known of; the places of which nothing is
known share one slot, the pool, and part its cards in the end, which no count depends on.  Cards
*lie fast* that only one place can hold: they are laid first, and what a slot lacks is without them.
"""
from libc.stdint cimport int16_t, uint8_t, uint64_t

from tractor_core.bits cimport bit
from tractor_core.choices cimport COPIES
from tractor_core.clues cimport PLACES, Known

cdef enum:
    SLOTS = 5
    POOL = PLACES   # stands for the places of the pool
    NONE = -1       # in place of a slot
    LANE = 12       # bits that hold the lack of a slot where one word holds those of all

cdef struct Slots:
    int n
    uint8_t place[SLOTS]                # POOL for the pool
    int16_t lack[SLOTS]                 # before the first layer
    uint64_t lanes                      # the same
    int pool                            # cards in the pool,
    int pooled                          # its places,
    uint8_t pool_place[PLACES]          # the largest last
    uint8_t pool_size[PLACES]
    uint64_t fast[PLACES + 1][COPIES]   # copies that lie fast, by place, the pool last


cdef bint read_slots(Slots *slots, const Known *known, uint64_t fast) noexcept nogil
cdef double count_numbers(const Slots *slots, int open, int cards) noexcept nogil


cdef inline void lay_fast(
    Slots *slots, int place, int kind, int plane, int copies
) noexcept nogil:
    cdef int i
    for i in range(copies):
        slots.fast[place][plane + i] |= bit(kind)


cdef inline int lane(uint64_t lanes, int slot) noexcept nogil:
    """What a slot lacks."""
    return (lanes >> (LANE * slot)) & ((1 << LANE) - 1)
