"""What a view tells of a round, ready to be joined with a deal of the hidden cards."""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from tractor_core.cards cimport Planes
from tractor_core.divisions cimport Tops
from tractor_core.follows cimport Lead
from tractor_core.options cimport Rulebook
from tractor_core.tables cimport SEATS
from tractor_core.units cimport MAX_UNITS, Run

cdef enum Fit:              # of a deal and a position
    FITS
    WRONG_NUMBER
    OTHER_HAND
    OTHER_KITTY
    OTHER_CARDS
    TOO_MANY_COPIES
    NOT_VOID
    HOLDS_PAIR
    LACKS_SHOWN

cdef struct Position:
    # what is known
    int seat                # who sees it
    int dealer
    int partner             # NO_SEAT where he is secret (B7)
    int turn                # NO_SEAT when the round is over
    bint sees_kitty
    bint counted            # whether the unseen cards are known: not in a partial round
    Planes hand
    Planes kitty
    Planes unseen
    Planes played
    int decks
    int count[SEATS]        # of cards left
    Planes shown[SEATS]     # and still held
    uint64_t lacks[SEATS]   # kinds of which a seat holds none,
    uint64_t single[SEATS]  # and at most one copy
    uint8_t voids[SEATS]    # suits of which a seat holds none, a bit each
    # points: of the attackers before the tricks that are seen, then by seat
    int32_t before
    int32_t won[SEATS]      # in the tricks it has won
    int32_t failed[SEATS]   # how many of its throws have failed
    # the trick in play
    int leader
    int place               # plays made, 0 before a lead
    int held                # cards of the seat on turn
    Lead led
    Tops tops
    Planes plays[SEATS]     # in playing order
    Planes returned
    int units               # named by the leader and not the canonical ones, or 0
    Run unit[MAX_UNITS]


cdef object read_position(object view, Position *p)
cdef object read_partners_of(
    object view, const Position *p, const Planes *deals, Py_ssize_t n, object partner
)
cdef int32_t points_of_position(
    const Position *p, int partner, const Rulebook *book
) noexcept nogil
cdef Fit fit(const Position *p, const Planes *deal) noexcept nogil
cdef misfit(Fit found, const Position *p, const Planes *deal, str name, object trump)
