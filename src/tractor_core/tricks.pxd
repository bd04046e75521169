"""Who wins a trick (rules R)."""
from tractor_core.cards cimport Planes
from tractor_core.packing cimport Shape
from tractor_core.trump cimport Order


cdef int strength(const Order *o, int s, Planes play, const Shape *led) noexcept nogil
cdef int winner(const Order *o, int s, const Shape *led, const Planes *plays, int n) noexcept nogil
