"""In how many ways cards are chosen, and given out, in floating point."""
from tractor_core.cards cimport MAX_CARDS

cdef enum:
    COPIES = 3      # of a kind, at most

cdef double POWER[COPIES + 1][MAX_CARDS + 1]
cdef double FACTORIAL[MAX_CARDS + 1]
cdef double INVERSE[MAX_CARDS + 1]                  # of a factorial
cdef double CHOOSE[MAX_CARDS + 1][MAX_CARDS + 1]


cdef double choose(int n, int k) noexcept nogil
