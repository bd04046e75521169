"""Seats that play by simple advice."""
from libc.stdint cimport uint8_t

from tractor_core.cards cimport Planes
from tractor_core.courses cimport Course, Values
from tractor_core.options cimport Rulebook
from tractor_core.randomness cimport Sfc64
from tractor_core.tables cimport SEATS

cdef struct Sight:
    # What all seats have seen of a round.
    Planes left             # cards not played yet, the kitty among them
    uint8_t voids[SEATS]    # suits that a seat has shown it does not hold, a bit each
    bint runs[SEATS]        # whether a seat may hold runs; only its own business


cdef int greedy_round(
    Course *c, const Values *v, const Rulebook *book, Sfc64 *random
) noexcept nogil
