"""Shapes, and whether runs of given lengths fit side by side into the steps of a suit.

A kind has at most three copies, so it serves at most one block of two or three of them: an
answer (F3) or a division (R1) lays its runs on the steps without overlap; the triples and
pairs that are left over then follow by counting.
"""
from libc.stdint cimport int8_t, uint8_t, uint32_t

from tractor_core.cards cimport Planes
from tractor_core.trump cimport MAX_STEPS, Order
from tractor_core.units cimport Run

cdef enum:
    MAX_RUNS = 16       # a suit has at most 21 kinds, a run at least two
    MAX_STATES = 1024   # see plan()

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
    # Runs to be packed, grouped into sorts (copies, length), and the numbering of the states
    # of a search from the lowest step up: which runs are laid, and which one is in progress.
    int sorts
    uint8_t copies[MAX_RUNS]
    uint8_t length[MAX_RUNS]
    uint8_t many[MAX_RUNS]
    int stride[MAX_RUNS]
    int progress            # values of "in progress": none, or (copies, steps to go)
    int longest
    int laid                # number of states of "which runs are laid"
    int states
    int triples             # triples worth counting


cdef Shape shape_of(const Run *units, int n) noexcept nogil
cdef Room room_of(const Order *o, int s, Planes x) noexcept nogil
cdef void plan(Packing *p, const Shape *runs, int triples) noexcept nogil
cdef void start(const Packing *p, int8_t *states) noexcept nogil
cdef void advance(
    const Packing *p, const int8_t *now, int twos, int threes, int8_t *then
) noexcept nogil
cdef void finish(const Packing *p, int8_t *need) noexcept nogil
cdef void retreat(
    const Packing *p, const int8_t *then, int twos, int threes, int8_t *now
) noexcept nogil
cdef int arrived(const Packing *p, const int8_t *states) noexcept nogil
cdef int fits(const Room *room, const Shape *runs, int triples) noexcept nogil
cdef int fits_tied(const Room *room, const Shape *runs) noexcept nogil
