"""Dealing as the kernels see it: what is dealt, and the random words it is dealt from."""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.cards cimport MAX_CARDS, Cards, Planes
from tractor_core.randomness cimport Sfc64

cdef enum:
    BLOCK = 64          # deals of a call
    HANDS = 5           # the seats 0 to 3, then the kitty
    KITTY = 4
    NOBODY = -1
    SEED_WORDS = 15

cdef extern from "splits.h" nogil:
    ctypedef struct Stream "tr_stream":     # five SFC64 generators, four of them side by side
        Sfc64 spare
    ctypedef struct Splits "tr_plan":       # how cards are split among hands
        pass
    ctypedef void (*Dealer "tr_dealer")(Stream *, const Splits *, uint64_t *) noexcept nogil

cdef struct Plan:
    Planes known[HANDS]
    Planes stock                # the cards that are dealt,
    uint8_t kind[MAX_CARDS]     # and their kinds, ascending
    int cards
    int take[HANDS]             # how many of them each gets
    int rest                    # who gets those that are left when the others are served
    Dealer by_splits            # deals two copies of a kind or fewer; NULL: a pile does
    Splits splits


cdef void open_stream(Stream *s, const uint64_t *words) noexcept nogil
cdef void deal_block(const Plan *plan, Stream *s, Planes *out) noexcept nogil
cdef int read_path() except -1
cdef int open_block(Stream *s, object seed, object index) except -1


cdef class Dealing:
    cdef Plan plan
    cdef readonly int decks
    cdef readonly tuple hands
    cdef readonly Cards kitty
    cdef readonly tuple hand_sizes
    cdef readonly int kitty_size
    cdef readonly Cards stock
    cdef tuple key(self)
