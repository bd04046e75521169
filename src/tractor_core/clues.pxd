"""Clues: what is known of hidden cards, by place."""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.cards cimport Cards, Planes
from tractor_core.trump cimport Trump

cdef enum:
    PLACES = 5      # four seats, then the kitty

cdef struct Known:
    Planes unseen
    uint8_t size[PLACES]        # how many of them each place holds
    uint64_t lacks[PLACES]      # kinds of which it holds none,
    uint64_t single[PLACES]     # and of which it holds one copy at most
    Planes holds[PLACES]        # cards that it holds, or more of them
    Planes seen[PLACES]         # cards it holds beside the hidden ones


cdef tuple read_clues(
    Known *k, Cards unseen, object sizes, object known, object voids, object no_pairs, object seen,
    Trump trump
)
cdef object no_deal(const Known *k)
