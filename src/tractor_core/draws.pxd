"""Deals of hidden cards, drawn layer by layer from the ways that were counted."""
from libc.stdint cimport int16_t, uint8_t, uint64_t

from tractor_core.cards cimport MAX_CARDS, Planes
from tractor_core.partings cimport (
    CLASSES, COPIES, DIMS, PLACES, SLOTS, Move, Outcome, Parting
)
from tractor_core.randomness cimport BitGenerator

cdef struct Walk:
    # Where a sample stands.
    Py_ssize_t row
    int layer
    int16_t lack[DIMS]
    uint8_t given[CLASSES][SLOTS]
    uint64_t hand[PLACES + 1][COPIES]
    uint8_t cards[MAX_CARDS]
    uint8_t pool_cards[MAX_CARDS]
    uint64_t word               # of a doubtful draw


cdef void set_out(const Parting *p, Walk *w) noexcept nogil
cdef void make_move(const Parting *p, Walk *w, const Move *move) noexcept nogil
cdef Outcome deal_on(
    const Parting *p, Walk *w, BitGenerator *source, double doubt, Planes *out, Py_ssize_t n
) noexcept nogil
