"""Classes: gathered from loose and odd cards."""
from libc.stdint cimport uint32_t, uint64_t

from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport copies_of
from tractor_core.slots cimport count_numbers


cdef int find_chain(const Loose *loose, const Slots *slots) noexcept nogil:
    """The chain of classes that would be the dearest to deal in layers; a bit for each class."""
    cdef double value[OPENINGS]
    cdef uint32_t chain[OPENINGS]
    cdef int best = 0
    cdef int i
    cdef int j
    value[0] = 0.0
    chain[0] = 0
    for i in range(1, OPENINGS):
        value[i] = 0.0
        chain[i] = 0
        if loose.many[i] == 0:
            continue
        for j in range(1, i):
            if j & ~i == 0 and value[j] > value[i]:
                value[i] = value[j]
                chain[i] = chain[j]
        value[i] += count_numbers(slots, i, loose.many[i])
        chain[i] |= (<uint32_t> 1) << i
        if value[i] > value[best]:
            best = i
    return <int> chain[best]


cdef Class *gather_loose(
    Classes *classes, const Known *known, const Loose *loose, int open
) noexcept nogil:
    """A class of the loose cards that the same slots may hold."""
    cdef Class *cls = &classes.cls[classes.n]
    cdef uint64_t left = loose.kinds
    cdef int kind
    cdef int end
    cdef int i
    cls.open = open
    cls.ways = 1
    while left:
        kind = lowest(left)
        left &= left - 1
        if loose.open[kind] != open:
            continue
        end = loose.plane[kind] + copies_of(known.unseen, kind)
        for i in range(end - loose.copies[kind], end):
            cls.planes[i] |= bit(kind)
            cls.cards += 1
    classes.n += 1
    return cls


cdef Class *gather_odd(
    Classes *classes, const Loose *loose, uint64_t kinds, int ways
) noexcept nogil:
    """A class of the odd cards of some kinds, which the same slots may hold in so many ways."""
    cdef Class *cls = &classes.cls[classes.n]
    cdef int kind = lowest(kinds)
    cls.open = loose.odd_open[kind]
    cls.odd = loose.odd_slot[kind]
    cls.ways = ways
    cls.cards = popcount(kinds)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        cls.planes[loose.plane[kind]] |= bit(kind)
    classes.n += 1
    return cls


cdef void set_slots(Class *cls, const Slots *slots, int open) noexcept nogil:
    """The slots of a mask, by what they lack, but the one that has odd cards first."""
    cdef int first = 0
    cdef int i
    cdef int j
    cls.slots = 0
    if cls.ways > 1:
        cls.slot[0] = cls.odd
        cls.slots = first = 1
        open &= ~(1 << cls.odd)
    for i in range(slots.n):
        if not (open >> i) & 1:
            continue
        j = cls.slots
        while j > first and slots.lack[cls.slot[j - 1]] > slots.lack[i]:
            cls.slot[j] = cls.slot[j - 1]
            j -= 1
        cls.slot[j] = i
        cls.slots += 1


cdef int chain_cards(const Classes *classes) noexcept nogil:
    cdef int cards = 0
    cdef int i
    for i in range(classes.chain, classes.n):
        cards += classes.cls[i].cards
    return cards
