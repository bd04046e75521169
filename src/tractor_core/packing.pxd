"""Shapes, and whether runs of given lengths fit side by side into the steps of a suit.

A kind has at most three copies, so it serves at most one block of two or three of them: an
answer (F3) or a division (R1) lays its runs on the steps without overlap; the triples and
pairs that are left over then follow by counting.
"""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.cards cimport Planes
from tractor_core.trump cimport MAX_STEPS, Order
from tractor_core.units cimport Run

cdef enum:
    MAX_RUNS = 16       # a suit has at most 21 kinds, a run at least two
    # see plan(); found by going through all runs and triples of at most 21 kinds
    MAX_SORTS = 8
    MAX_WORDS = 5       # for 288 vectors
    MAX_WIDTH = 40      # 39 words

cdef struct Shape:
    # What was led, or what is owed: runs in the order of duties (F2), then counts.
    int cards
    int runs
    uint8_t copies[MAX_RUNS]
    uint8_t length[MAX_RUNS]
    int triples
    int pairs
    int singles
    int early               # of the triples, those owed before any tractor (F7)

cdef struct Room:
    # The steps of a suit: how many kinds of each are held at least twice, and three times.
    int steps
    bint ties_adjacent
    uint8_t twos[MAX_STEPS]
    uint8_t threes[MAX_STEPS]

cdef struct Packing:
    # Runs to be packed and triples to be left whole, grouped into sorts (copies, length), and
    # the numbering of a search from the lowest step up.  A *vector* says how many of each sort
    # are laid; a *set* has a bit a vector.  A *frontier* is a set for every run in progress:
    # none, or (copies, steps to go).
    int sorts
    int whole               # number of the sort of triples, the last one; -1: none are counted
    uint8_t copies[MAX_SORTS]
    uint8_t length[MAX_SORTS]
    uint8_t many[MAX_SORTS]
    int stride[MAX_SORTS]
    uint64_t open[MAX_SORTS][MAX_WORDS]     # vectors to which one of a sort may be added
    int longest[2]          # tractor and Titanic; 1: none
    int most_copies         # of a run
    int runs_laid           # vectors of runs alone
    int words               # of a set
    int progress            # sets of a frontier
    int width               # words of a frontier


cdef inline bint empty(int words, const uint64_t *x) noexcept nogil:
    cdef int i
    for i in range(words):
        if x[i]:
            return False
    return True


cdef inline void add_set(int words, const uint64_t *x, uint64_t *into) noexcept nogil:
    cdef int i
    for i in range(words):
        into[i] |= x[i]


cdef inline void drop_set(int words, const uint64_t *x, uint64_t *out) noexcept nogil:
    cdef int i
    for i in range(words):
        out[i] &= ~x[i]


cdef inline void raise_set(
    int words, const uint64_t *x, const uint64_t *mask, int by, uint64_t *into
) noexcept nogil:
    """Add to a set the vectors of x and mask, raised by so much."""
    cdef int far = by >> 6
    cdef int near = by & 63
    cdef uint64_t v
    cdef int i
    for i in range(words - far):
        v = x[i] & mask[i] if mask != NULL else x[i]
        into[i + far] |= v << near
        if near and i + far + 1 < words:
            into[i + far + 1] |= v >> (64 - near)


cdef inline void lower_set(
    int words, const uint64_t *x, const uint64_t *mask, int by, uint64_t *into
) noexcept nogil:
    """Add to a set the vectors of mask that, raised by so much, are in x."""
    cdef int far = by >> 6
    cdef int near = by & 63
    cdef uint64_t v
    cdef int i
    for i in range(words - far):
        v = x[i + far] >> near
        if near and i + far + 1 < words:
            v |= x[i + far + 1] << (64 - near)
        into[i] |= v & mask[i]


cdef Shape shape_of(const Run *units, int n) noexcept nogil
cdef Room room_of(const Order *o, int s, Planes x) noexcept nogil
cdef void plan(Packing *p, const Shape *runs, int triples) noexcept nogil
cdef void start(const Packing *p, uint64_t *frontier) noexcept nogil
cdef void advance(
    const Packing *p, const uint64_t *now, int twos, int threes, uint64_t *then
) noexcept nogil
cdef void finish(const Packing *p, uint64_t *need) noexcept nogil
cdef void retreat(
    const Packing *p, const uint64_t *then, int twos, int threes, uint64_t *now
) noexcept nogil
cdef void settle(const Packing *p, uint64_t *frontier) noexcept nogil
cdef void leave_peaks(const Packing *p, uint64_t *frontier) noexcept nogil
cdef int arrived(const Packing *p, const uint64_t *frontier) noexcept nogil
cdef int fits(const Room *room, const Shape *runs, int triples) noexcept nogil
cdef int fits_tied(const Room *room, const Shape *runs) noexcept nogil
