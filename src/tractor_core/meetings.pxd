"""Choices of cards that hold runs, counted and drawn (rules F)."""
from libc.stdint cimport uint64_t

from tractor_core.cards cimport Planes
from tractor_core.counting cimport Choice
from tractor_core.guards cimport Owed
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Shape
from tractor_core.randomness cimport BitGenerator
from tractor_core.trump cimport Order

cdef int count_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, uint64_t *total
) noexcept nogil
cdef int draw_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, BitGenerator *source, Planes *out
) noexcept nogil
