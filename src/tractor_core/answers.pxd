"""What a lead asks of a hand, and whether a play gives it (rules F)."""
from libc.stdint cimport uint8_t

from tractor_core.cards cimport Planes
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport MAX_RUNS, Shape
from tractor_core.trump cimport Order

cdef enum Verdict:  # in the order in which the first that applies is told
    LEGAL
    EMPTY
    WRONG_COUNT
    NOT_HELD
    NOT_YOUR_TURN
    MIXED_SUITS
    MUST_FOLLOW_SUIT
    MUST_PLAY_TITANIC
    MUST_PLAY_TRACTOR
    MUST_PLAY_TRIPLE
    MUST_PLAY_PAIR

cdef enum:
    MAX_DUTIES = 2 * MAX_RUNS

cdef struct Duties:
    # Runs still asked for, longest first.
    int n
    uint8_t length[MAX_DUTIES]
    bint led[MAX_DUTIES]    # led as such, not joined in place of a Titanic


cdef void ask(Duties *duties, int length, bint led) noexcept nogil
cdef int take(Duties *duties, bint *led) noexcept nogil
cdef Shape answer(
    const Order *o, int s, Planes x, const Shape *led, const Rulebook *book
) noexcept nogil
cdef int pairs_in(const Shape *owed) noexcept nogil
cdef bint gives(const Order *o, int s, Planes play, const Shape *owed) noexcept nogil
cdef int judge(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book
) noexcept nogil
cdef int why(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book
) noexcept nogil
