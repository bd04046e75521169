"""What a hand owes where some cards are guarded (rule F8)."""
from libc.stdint cimport uint8_t

from tractor_core.cards cimport Planes
from tractor_core.guards cimport Owed
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Shape
from tractor_core.trump cimport MAX_STEPS, Order

cdef struct Ground:
    # The kinds of each step of a suit that a play has twice or more: those that the hand holds
    # just twice, those that it holds three times and the play has twice, and three times;
    # and how many the hand holds twice or more.
    int steps
    uint8_t exact[MAX_STEPS]
    uint8_t guarded[MAX_STEPS]
    uint8_t threes[MAX_STEPS]
    uint8_t held[MAX_STEPS]


cdef Ground ground_of(
    const Order *o, int s, Planes held, Planes have, const Rulebook *book
) noexcept nogil
cdef int answer_guarded(
    const Ground *ground, const Shape *led, const Rulebook *book, Owed *owed
) noexcept nogil
cdef int gives_guarded(const Ground *ground, const Owed *owed, const Rulebook *book) noexcept nogil
