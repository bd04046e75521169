"""Points, the kitty and levels (rules D3, K, L)."""
from libc.stdint cimport uint64_t

from tractor_core.cards cimport Planes
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Shape
from tractor_core.units cimport Run

cdef enum Side:
    NOBODY
    DEALER
    ATTACKERS

cdef struct Change:
    Side side
    int levels
    Side deal


cdef int points_of(Planes x) noexcept nogil
cdef int multiplier(
    const Run *units, int n, Planes cards, int longest_titanic, int longest_tractor, int led,
    const Rulebook *book
) noexcept nogil
cdef Change change(int points, Side last_trick, int table) noexcept nogil
cdef str side_name(Side side)


cdef class LevelChange:
    cdef readonly str side
    cdef readonly int levels
    cdef readonly str deal
    cdef tuple key(self)


cdef LevelChange level_change_of(Change found)
