"""Counting the legal choices of cards, and finding the one of a given number (rules F)."""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.bits cimport popcount
from tractor_core.cards cimport KINDS, Planes

cdef enum:
    MOST_COUNTED = 63   # cards of a hand: so no count exceeds 2**63

cdef struct Choice:
    # Choose so many cards of a stock, so that at least `twos` kinds are taken twice or more and
    # `threes` kinds three times; less than none is none.
    Planes stock
    int cards
    int twos
    int threes


# binomials n over k for n <= 54, written once, at import; those of a count below 2**63 are
# themselves below it
cdef uint64_t BINOMIAL[KINDS + 1][KINDS + 1]


cdef inline Choice choice_of(Planes stock, int cards, int twos, int threes) noexcept nogil:
    cdef Choice c
    c.stock = stock
    c.cards = cards
    c.twos = twos
    c.threes = threes
    return c


cdef inline bint possible(
    const Planes *stock, uint64_t these, int cards, int twos, int threes
) noexcept nogil:
    """Whether there is a choice of so many cards of these kinds of a stock, of any size."""
    cdef int pairs = popcount(stock.two & these)
    cdef int triples = popcount(stock.three & these)
    threes = max(threes, 0)
    twos = max(twos, threes)
    return triples >= threes and pairs >= twos and (
        2 * twos + threes <= cards <= popcount(stock.one & these) + pairs + triples
    )


cdef uint64_t count_choices(const Choice *c) noexcept nogil
cdef Planes choice_at(const Choice *c, uint64_t number) noexcept nogil
cdef uint64_t pick(uint64_t kinds, int many, uint64_t number) noexcept nogil
