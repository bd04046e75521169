"""Playing a deal to its end, for kernels that deal themselves."""
from tractor_core.cards cimport Planes
from tractor_core.courses cimport Course, Values
from tractor_core.options cimport Rulebook
from tractor_core.randomness cimport Sfc64

cdef struct Manner:         # how a round is played
    int defending           # the Policy of the dealer's side,
    int attacking           # and of the attackers
    bint exchange           # whether the dealer takes the kitty up and buries,
    bint bury_points        # points as well (B6)


cdef int play_deal(
    const Planes *deal, int dealer, int partner, const Values *v, const Rulebook *book,
    const Manner *manner, Sfc64 *random, Course *c
) noexcept nogil
