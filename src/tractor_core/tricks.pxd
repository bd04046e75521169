"""Who wins a trick (rules R)."""
from tractor_core.cards cimport Planes
from tractor_core.divisions cimport Tops
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Shape
from tractor_core.trump cimport Order


cdef int winner(
    const Order *o, int s, const Shape *led, const Planes *plays, int n
) noexcept nogil
cdef int winner_by(
    const Order *o,
    int s,
    const Shape *led,
    const Tops *named,
    const Planes *plays,
    int n,
    const Rulebook *book,
) noexcept nogil
