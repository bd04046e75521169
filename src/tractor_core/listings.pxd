"""Choices of cards that hold runs, one by one (rules F)."""
from libc.stdint cimport uint8_t

from tractor_core.cards cimport Planes
from tractor_core.counting cimport Choice
from tractor_core.guards cimport Owed
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Shape
from tractor_core.paths cimport Plan, Side
from tractor_core.trump cimport Order

cdef enum:
    TOO_MANY = -2       # plays to be listed

cdef struct Listing:
    Plan plan
    Side side               # from the lowest step to the highest
    uint8_t *cheap[2]       # see can_finish()


cdef int open_listing(
    Listing *l, const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book
) noexcept nogil
cdef void close_listing(Listing *l) noexcept nogil
cdef int list_choices(const Listing *l, int most, Planes **out) noexcept nogil
cdef int can_finish(Listing *l, const int *taken, int known) noexcept nogil
cdef int by_kinds(const void *a, const void *b) noexcept nogil
