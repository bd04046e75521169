"""Counting the legal choices of cards, and finding the one of a given number (rules F)."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from tractor_core.cards cimport KINDS, Planes
from tractor_core.packing cimport Packing, Shape
from tractor_core.randomness cimport BitGenerator
from tractor_core.trump cimport MAX_STEPS, Order

cdef enum:
    MOST_COUNTED = 63   # cards of a hand: so no count exceeds 2**63
    TOO_MANY = -2       # plays to be listed

cdef uint64_t BINOMIAL[KINDS + 1][KINDS + 1]    # written once, at import

cdef struct Choice:
    # Choose `cards` of a stock of kinds, each `low` to `high` times, so that at least `twos`
    # kinds are taken twice or more and `threes` kinds three times.
    int kinds
    uint8_t kind[KINDS]
    uint8_t low[KINDS]
    uint8_t high[KINDS]
    int cards
    int twos
    int threes


cdef void choose_from(Choice *c, Planes x, int cards, int twos, int threes) noexcept nogil
cdef uint64_t count_choices(
    const Choice *c, int first, int cards, int twos, int threes
) noexcept nogil
cdef bint possible(const Choice *c, int first, int cards, int twos, int threes) noexcept nogil
cdef Planes choice_at(const Choice *c, uint64_t number) noexcept nogil
cdef int count_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, uint64_t *total
) noexcept nogil
cdef int draw_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, BitGenerator *source, Planes *out
) noexcept nogil
cdef int all_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, int most, Planes **out
) noexcept nogil
cdef int by_kinds(const void *a, const void *b) noexcept nogil
