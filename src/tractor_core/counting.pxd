"""Counting the legal choices of cards, and finding the one of a given number (rules F)."""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.cards cimport KINDS, Planes

cdef enum:
    MOST_COUNTED = 63   # cards of a hand: so no count exceeds 2**63

cdef struct Choice:
    # Choose `cards` of a stock of kinds, each up to `high` times, so that at least `twos` kinds
    # are taken twice or more and `threes` kinds three times.
    int kinds
    uint8_t kind[KINDS]
    uint8_t high[KINDS]
    int cards
    int twos
    int threes


# binomials n over k for n <= 54, written once, at import; those of a count below 2**63 are
# themselves below it
cdef uint64_t BINOMIAL[KINDS + 1][KINDS + 1]


cdef void choose_from(Choice *c, Planes x, int cards, int twos, int threes) noexcept nogil
cdef uint64_t count_choices(
    const Choice *c, int first, int cards, int twos, int threes
) noexcept nogil
cdef bint possible(const Choice *c, int first, int cards, int twos, int threes) noexcept nogil
cdef Planes choice_at(const Choice *c, uint64_t number) noexcept nogil
