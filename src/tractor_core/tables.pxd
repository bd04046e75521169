"""The play of one round as a flat C struct (rules E, T4, T5, K1, P1).

A round is complete in its struct: where it started is found by undoing. The kernels do not check
what they are given; `Round` does, and keeps what only people ask for: the throws that were shown
and the units that were named.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t
from libc.string cimport memcpy

from tractor_core.cards cimport Planes
from tractor_core.divisions cimport Tops
from tractor_core.follows cimport Lead
from tractor_core.options cimport Rulebook
from tractor_core.trump cimport Order
from tractor_core.units cimport Run

cdef enum:
    SEATS = 4
    MOST_HELD = 40      # 162 cards among four hands
    NO_SEAT = -1

cdef struct Trick:
    int16_t points      # of the trick, once it is complete
    int16_t before      # the attackers' before its lead,
    int16_t opened      # and after the penalty of a throw that failed
    uint8_t start       # where its cards begin in Table.laid,
    uint8_t cards       # and how many each seat plays
    int8_t leader
    int8_t winner

cdef struct Table:
    Planes hand[SEATS]
    Planes kitty
    Lead led                        # of the trick in play
    Tops tops                       # the top steps of the units led
    int16_t points                  # of the attackers, without the kitty
    uint8_t plies
    uint8_t tricks                  # begun
    uint8_t down                    # cards laid down
    int8_t dealer
    int8_t partner                  # the dealer himself if he plays alone
    int8_t turn
    int8_t revoked                  # the seat whose illegal play ended the round
    bint over
    Trick trick[MOST_HELD]
    uint8_t laid[SEATS * MOST_HELD]     # kinds, play after play


cdef inline bint defends(const Table *t, int seat) noexcept nogil:
    """Whether a seat is of the dealer's side."""
    return seat == t.dealer or seat == t.partner


cdef inline bint leads(const Table *t) noexcept nogil:
    """Whether the next play leads a trick."""
    return t.plies % SEATS == 0


cdef inline void copy_table(Table *to, const Table *t) noexcept nogil:
    """Copy what is in use onto a table of zeros."""
    memcpy(to, t, <const char *> &t.trick[t.tricks] - <const char *> t)
    memcpy(to.laid, t.laid, t.down)


cdef Planes play_of(const Table *t, int ply) noexcept nogil
cdef int seat_of(const Table *t, int ply) noexcept nogil
cdef void put_down(Table *t, Planes cards) noexcept nogil
cdef void set_led(Table *t, const Run *units, int n) noexcept nogil
cdef int lead(
    Table *t, const Order *o, const Rulebook *book, Planes cards, const Run *units, int n
) noexcept nogil
cdef void lead_as(
    Table *t, const Rulebook *book, Planes cards, const Run *units, int n, bint failed
) noexcept nogil
cdef void follow(Table *t, const Order *o, const Rulebook *book, Planes cards) noexcept nogil
cdef void undo(Table *t, const Order *o) noexcept nogil
cdef int kitty_factor(
    const Table *t, const Order *o, const Rulebook *book, const Run *units_led, int n
) noexcept nogil
