"""The course of one round, without history: what playouts keep of it (rules E, T4, T5, K1).

A `Table` keeps every play and can take it back; a `Course` keeps the hands, the points and the
trick in play. What is drawn or chosen is legal by construction, so nothing is checked here.
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from tractor_core.bits cimport bit
from tractor_core.cards cimport KINDS, Planes
from tractor_core.divisions cimport Tops
from tractor_core.follows cimport Lead
from tractor_core.options cimport Rulebook
from tractor_core.tables cimport SEATS
from tractor_core.trump cimport MAX_STEPS, SUITS, Order
from tractor_core.units cimport Run

cdef enum:
    RUFFING = 32        # added to the value of a trump on a side suit
    MOST_VALUES = 64
    LOWEST_PLACES = 7   # of the trumps, see Values.tier

cdef enum Policy:       # how a seat plays
    RANDOM
    RANDOM_THROWS
    GREEDY
    CALLED              # as a function of the caller's says

cdef struct Values:
    # What an order makes of single kinds. A kind that cannot win when suit s is led has value 0
    # there; equal kinds have equal values.
    Order order
    uint8_t value[SUITS][KINDS]
    uint64_t above[SUITS][MOST_VALUES]  # kinds of a greater value than that
    uint64_t spread_kinds[64]           # kinds of each bit of a plane spread out
    uint64_t tier[LOWEST_PLACES]        # trumps from the lowest: plain ones, ties, own, jokers

cdef struct Course:
    Planes hand[SEATS]
    Planes kitty
    uint8_t defends[SEATS]
    int32_t points          # of the attackers, without the kitty
    int32_t factor          # what the kitty would be multiplied by, once the round is over
    int held                # cards each hand has left
    int tricks
    uint8_t policy[SEATS]
    int leader              # of the trick in play, then the winner of the last one
    int dealer
    uint8_t voids[SEATS]    # suits that a seat had shown it does not hold, a bit each
    # the trick in play
    int place               # plays made when the course begins, 0 before a lead
    Lead led
    Tops tops
    Planes plays[SEATS]     # in playing order
    const Run *unit         # the units led, if they are not the canonical ones,
    int units               # and how many, or 0
    # where the plays are written, or NULL
    uint8_t *kinds
    uint8_t *sizes
    int8_t *leaders
    Planes *returned
    int down


cdef inline void take_one(Planes *x, int kind) noexcept nogil:
    """Take one copy of a kind that is held out of a hand."""
    cdef uint64_t b = bit(kind)
    x.one ^= b & ~x.two
    x.two ^= b & x.two & ~x.three
    x.three &= ~b


cdef inline int points_on(int kind) noexcept nogil:
    return POINTS[kind]


cdef uint8_t POINTS[KINDS]

cdef void fill_values(Values *v, const Order *o) noexcept nogil
cdef void open_course(
    Course *c, const Planes *deal, int dealer, int partner
) noexcept nogil
cdef int32_t points_at_end(const Course *c) noexcept nogil
cdef void write_lead(Course *c, int cards) noexcept nogil
cdef void write_cards(Course *c, Planes x) noexcept nogil
cdef void open_trick(
    Course *c, const Values *v, const Rulebook *book, Planes cards
) noexcept nogil
cdef void answer_trick(Course *c, int place, Planes cards) noexcept nogil
cdef void close_trick(Course *c, const Values *v, const Rulebook *book) noexcept nogil
cdef int factor_of(
    const Values *v, const Rulebook *book, Planes play, Planes led
) noexcept nogil
cdef int factor_by(
    const Values *v, const Rulebook *book, Planes play, Planes led, const Run *units_led, int n
) noexcept nogil
