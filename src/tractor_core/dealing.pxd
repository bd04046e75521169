"""Dealing as the kernels see it: what is dealt, and the random words it is dealt from."""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.cards cimport MAX_CARDS, Cards, Planes

cdef enum:
    BLOCK = 64          # deals of a call
    HANDS = 5           # the seats 0 to 3, then the kitty
    KITTY = 4
    NOBODY = -1
    SEED_WORDS = 15

cdef struct Stream:     # five SFC64 generators, four of them side by side
    uint64_t a[4]
    uint64_t b[4]
    uint64_t c[4]
    uint64_t count[4]
    uint64_t spare[4]

cdef struct Splits:     # how dealer.h deals; the same struct as its tr_plan
    uint64_t stock[2]
    uint64_t known[3 * HANDS]
    int take[HANDS]
    int place[HANDS]
    int halves[2]
    int quarters[2][2]
    int eighths[3]

ctypedef void (*Dealer)(Stream *, const Splits *, uint64_t *) noexcept nogil

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
