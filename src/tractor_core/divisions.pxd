"""Divisions of a play into the shapes led, by the top steps of their units (rules R)."""
from libc.stdint cimport int8_t

from tractor_core.bits cimport highest, popcount
from tractor_core.cards cimport Planes
from tractor_core.packing cimport Shape
from tractor_core.trump cimport Order, fold

cdef enum:
    MAX_TOPS = 64       # cards of a suit, at most 63

cdef struct Tops:
    # Top steps in the order of duties, highest first within a shape (R4).
    int n
    int8_t top[MAX_TOPS]


cdef int strength_of_runs(
    const Order *o, int s, const Planes *play, const Shape *led
) noexcept nogil


cdef inline int strength(
    const Order *o, int s, const Planes *play, const Shape *led
) noexcept nogil:
    """The strength of a play of suit s, as long as the lead (R2); -1 if it cannot compete (R1)."""
    if led.runs:
        return strength_of_runs(o, s, play, led)
    # with enough groups any of them may be the first unit
    if led.triples == 0 and led.pairs == 0:
        return highest(fold(o, s, play.one))
    if popcount(play.two) < led.triples + led.pairs or popcount(play.three) < led.triples:
        return -1
    return highest(fold(o, s, play.three if led.triples else play.two))


cdef bint covers_exactly(const Order *o, int s, Planes play, const Shape *led) noexcept nogil
cdef bint greatest(const Order *o, int s, Planes play, const Shape *led, Tops *out) noexcept nogil
cdef bint exceeds(
    const Order *o, int s, Planes play, const Shape *led, const Tops *floor
) noexcept nogil
cdef void first_of_shapes(const Shape *led, Tops *tops) noexcept nogil
