# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=True
"""Count the units of many hands: a loop of our own over the kernels of tractor_core."""
from tractor_core.abi cimport check_abi
from tractor_core.arrays cimport cards_at, plain, read_planes
from tractor_core.cards cimport Planes, within
from tractor_core.trump cimport SUITS, Order, Trump
from tractor_core.units cimport MAX_UNITS, Run, decompose_suit

check_abi()  # ImportError where this was compiled for another version


cdef struct Tally:
    long long singles
    long long pairs
    long long triples
    long long tractors
    long long titanics


cdef void tally_hand(const Order *order, Planes hand, Tally *tally) noexcept nogil:
    cdef Run units[MAX_UNITS]
    cdef int suit
    cdef int n
    cdef int i
    for suit in range(SUITS):
        n = decompose_suit(order, suit, within(hand, order.suit[suit]), units)
        for i in range(n):
            if units[i].length > 1:
                tally.titanics += units[i].copies == 3
                tally.tractors += units[i].copies == 2
            else:
                tally.triples += units[i].copies == 3
                tally.pairs += units[i].copies == 2
                tally.singles += units[i].copies == 1


def tally_units(hands, Trump trump not None):
    """Count the canonical units of hands, uint64[n, 3], by kind."""
    hands = plain("hands", hands)
    cdef const Planes *rows = read_planes("hands", hands, (None, 3))
    cdef Py_ssize_t n = len(hands)
    cdef Tally tally = Tally(0, 0, 0, 0, 0)
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            tally_hand(&trump.order, cards_at(rows + i), &tally)
    return tally
