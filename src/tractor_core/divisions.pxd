"""Divisions of a play into the shapes led, by the top steps of their units (rules R)."""
from libc.stdint cimport int8_t

from tractor_core.cards cimport Planes
from tractor_core.packing cimport Shape
from tractor_core.trump cimport Order

cdef enum:
    MAX_TOPS = 64       # cards of a suit, at most 63

cdef struct Tops:
    # Top steps in the order of duties, highest first within a shape (R4).
    int n
    int8_t top[MAX_TOPS]


cdef int strength(const Order *o, int s, Planes play, const Shape *led) noexcept nogil
cdef bint covers_exactly(const Order *o, int s, Planes play, const Shape *led) noexcept nogil
cdef bint greatest(const Order *o, int s, Planes play, const Shape *led, Tops *out) noexcept nogil
cdef bint exceeds(
    const Order *o, int s, Planes play, const Shape *led, const Tops *floor
) noexcept nogil
cdef void first_of_shapes(const Shape *led, Tops *tops) noexcept nogil
