"""Cards to part with: discards, gifts to the partner, and what a dealer buries."""
from libc.stdint cimport uint64_t

from tractor_core.bits cimport highest, lowest
from tractor_core.cards cimport Planes
from tractor_core.courses cimport LOWEST_PLACES, Values
from tractor_core.trump cimport TRUMPS

# kinds that count, and aces; written once, at import
cdef uint64_t FIVES
cdef uint64_t TENS
cdef uint64_t KINGS
cdef uint64_t ACES
cdef uint64_t SCORING


cdef inline int weakest(const Values *v, int s, uint64_t kinds) noexcept nogil:
    """The lowest of some kinds of suit s."""
    cdef int i
    if s != TRUMPS:
        return lowest(kinds)
    for i in range(LOWEST_PLACES - 1):
        if kinds & v.tier[i]:
            return lowest(kinds & v.tier[i])
    return lowest(kinds & v.tier[LOWEST_PLACES - 1])


cdef inline int strongest(const Values *v, int s, uint64_t kinds) noexcept nogil:
    """The highest of some kinds of suit s."""
    cdef int i
    if s != TRUMPS:
        return highest(kinds)
    for i in range(LOWEST_PLACES - 1, 0, -1):
        if kinds & v.tier[i]:
            return highest(kinds & v.tier[i])
    return highest(kinds & v.tier[0])


cdef inline uint64_t richest(uint64_t kinds) noexcept nogil:
    """Of some kinds those that count most, if any count."""
    if kinds & (TENS | KINGS):
        return kinds & (TENS | KINGS)
    return kinds & FIVES if kinds & FIVES else kinds


cdef int cheapest(const Values *v, const Planes *x, uint64_t allowed) noexcept nogil
cdef int gift(const Values *v, const Planes *x, uint64_t allowed) noexcept nogil
cdef Planes parted(
    const Values *v, Planes x, uint64_t allowed, int cards, bint giving
) noexcept nogil
cdef Planes spare(
    const Values *v, Planes x, uint64_t side, int cards, bint giving
) noexcept nogil
cdef Planes choose_kitty(const Values *v, Planes x, int cards, bint points) noexcept nogil
