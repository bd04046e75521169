"""The leads of a hand (rules T1, C)."""
from libc.stdint cimport uint64_t

from tractor_core.cards cimport Planes
from tractor_core.trump cimport Order, Trump
from tractor_core.units cimport Run


cdef object leads_of(Planes hand, Trump trump)
cdef uint64_t count_units(const Order *o, int s, Planes x) noexcept nogil
cdef Run unit_at(const Order *o, int s, Planes x, uint64_t number) noexcept nogil
cdef uint64_t count_subsets(Planes x) noexcept nogil
cdef Planes subset_at(Planes x, uint64_t number) noexcept nogil
