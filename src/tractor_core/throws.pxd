"""Does a throw stand, and what is led if it does not (rules T)."""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.cards cimport Cards, Planes
from tractor_core.options cimport Rulebook
from tractor_core.trump cimport Order, Trump
from tractor_core.units cimport MAX_UNITS, Run

cdef enum:
    MAX_OTHERS = 3


cdef bint unit_beaten(const Order *o, Run unit, Planes hand) noexcept nogil
cdef bint stands(
    const Order *o, const Run *units, int n, const Planes *others, int m
) noexcept nogil
cdef int smallest(
    const Run *units, int n, const uint8_t *failing, const Rulebook *book
) noexcept nogil


cdef class ThrowResult:
    cdef readonly bint stands
    cdef readonly Cards led
    cdef readonly Cards returned
    cdef readonly tuple failing
    cdef readonly tuple beaten_by
    cdef readonly int penalty
    cdef tuple key(self)
