"""Slots: read from what is known."""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.bits cimport popcount


cdef bint read_slots(Slots *slots, const Known *known, uint64_t fast) noexcept nogil:
    """Find the slots and what each lacks beside the kinds that lie fast; false where a place is
    asked for too much."""
    cdef uint64_t open = known.unseen.one & ~fast
    cdef int lack
    cdef int i
    cdef int j
    cdef uint8_t place
    for i in range(PLACES):
        lack = known.size[i] - popcount(known.holds[i].one & fast)
        lack -= popcount(known.holds[i].two & fast) + popcount(known.holds[i].three & fast)
        if lack < 0:
            return False
        if lack == 0:
            continue
        if (
            known.lacks[i] & open
            or known.single[i] & open & known.unseen.two
            or known.holds[i].one & open
        ):
            slots.place[slots.n] = i
            slots.lack[slots.n] = lack
            slots.n += 1
        else:
            slots.pool_place[slots.pooled] = i
            slots.pool_size[slots.pooled] = lack
            slots.pooled += 1
            slots.pool += lack
    for i in range(1, slots.pooled):  # by size
        j = i
        while j and slots.pool_size[j - 1] > slots.pool_size[j]:
            place = slots.pool_place[j]
            slots.pool_place[j] = slots.pool_place[j - 1]
            slots.pool_place[j - 1] = place
            place = slots.pool_size[j]
            slots.pool_size[j] = slots.pool_size[j - 1]
            slots.pool_size[j - 1] = place
            j -= 1
    if slots.pooled:
        slots.place[slots.n] = POOL
        slots.lack[slots.n] = slots.pool
        slots.n += 1
    return True


cdef double count_numbers(const Slots *slots, int open, int cards) noexcept nogil:
    """In how many ways so many cards can be shared by some slots, the cards alike, at most."""
    cdef double moves = 1.0
    cdef int most = 0
    cdef int i
    for i in range(slots.n):
        if (open >> i) & 1:
            moves *= min(cards, <int> slots.lack[i]) + 1
            most = max(most, min(cards, <int> slots.lack[i]) + 1)
    return moves / max(most, 1)
