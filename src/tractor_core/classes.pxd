"""Classes: cards of which all is known but the slots that may hold them, by those slots.

Where one slot alone may hold no pair of a kind, all but one of its n copies are *loose* cards for
the other slots, and one, the *odd* card, is for all: in n ways for that slot, as any copy may be
that one.  For n copies, x to that slot and y to the others, y**n + n*x*y**(n-1) is
y**(n-1) * (y + n*x).

Classes each of which is open to all slots of the next one form a *chain*, which is dealt last, with
no layers: the slots that only its first class is open to take what they lack of that class, those
that only the first two are open to take theirs of what is left and of the second, and so on, so
that the ways are a product.
"""
from libc.stdint cimport uint8_t, uint64_t

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport KINDS
from tractor_core.choices cimport COPIES
from tractor_core.clues cimport Known
from tractor_core.slots cimport SLOTS, Slots, lay_fast

cdef enum:
    OPENINGS = 1 << SLOTS       # sets of slots
    ODD_CLASSES = 12            # classes of odd cards; the others stand alone
    CLASSES = OPENINGS + ODD_CLASSES

cdef struct Loose:
    # Cards of a kind of which nothing is known but the slots that may hold them, and the odd card.
    uint64_t kinds          # that have any
    uint64_t odd
    uint8_t open[KINDS]     # slots for the loose copies, the last ones
    uint8_t copies[KINDS]
    uint8_t plane[KINDS]    # of the first copy of all
    uint8_t odd_open[KINDS]
    uint8_t odd_slot[KINDS]
    int many[OPENINGS]      # loose cards by the slots open to them

cdef struct Class:
    uint8_t open                # bits of the slots that may hold its cards
    uint8_t cards
    uint8_t odd                 # the slot that has each card in `ways` ways;
    uint8_t ways                # 1 for cards that are not odd
    uint8_t slots               # of a class in the chain: open to it, and not to the next one
    uint8_t slot[SLOTS]         # the odd one first, the one that lacks most last
    uint64_t planes[COPIES]     # its cards

cdef struct Classes:
    int n
    int chain                   # where the chain begins
    Class cls[CLASSES]


cdef int find_chain(const Loose *loose, const Slots *slots) noexcept nogil
cdef Class *gather_loose(
    Classes *classes, const Known *known, const Loose *loose, int open
) noexcept nogil
cdef Class *gather_odd(
    Classes *classes, const Loose *loose, uint64_t kinds, int ways
) noexcept nogil
cdef void set_slots(Class *cls, const Slots *slots, int open) noexcept nogil
cdef int chain_cards(const Classes *classes) noexcept nogil


cdef inline bint loosen(
    Loose *loose, Slots *slots, int kind, int plane, int copies, int open
) noexcept nogil:
    """Let cards lie fast, if only one slot may hold them, or be loose; false if none may."""
    cdef int i
    if open & (open - 1):
        loose.kinds |= bit(kind)
        loose.open[kind] = open
        loose.copies[kind] = copies
        loose.many[open] += copies
        return True
    if open == 0:
        return False
    i = lowest(open)
    lay_fast(slots, slots.place[i], kind, plane, copies)
    slots.lack[i] -= copies
    return slots.lack[i] >= 0
