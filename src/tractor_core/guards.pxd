"""Searches for answers where some cards are guarded (rule F8)."""
from libc.stdint cimport int8_t, uint8_t, uint64_t

from tractor_core.options cimport (
    DRAW_PROTECT_BOTH, DRAW_PROTECT_RUNS, DRAW_PROTECT_TRIPLES, Rulebook
)
from tractor_core.packing cimport MAX_RUNS

cdef enum:
    NO_MEMORY = -1
    MAX_GUARD_SORTS = 16
    # sorts of pairs in the order of duties; those that come last are in no sort
    FIRST = 0           # tractors of which only the pairs are asked for
    EARLY = 1           # pairs led
    BETWEEN = 2         # what runs became
    BETWEEN_EXACT = 3   # the same, not to be drawn from triples
    LATE = 4            # what triples led became
    GROUPS = 5
    TRIPLES = 5         # numbered after the groups of pairs
    NONE = -1

cdef struct Owed:
    # An answer: its runs, of how many triples, and the pairs of each sort; kinds in all.
    int runs
    uint8_t copies[MAX_RUNS]
    uint8_t length[MAX_RUNS]
    uint8_t exact[MAX_RUNS]     # not to be drawn from triples
    int early                   # triples before any tractor
    int triples
    int group[GROUPS]
    int kinds

cdef struct Guard:
    # A search like Packing: the sets of a frontier are also told apart by the *label* of the step
    # below, the one of its kinds that asks most of the next step.
    int sorts
    uint8_t copies[MAX_GUARD_SORTS]
    uint8_t length[MAX_GUARD_SORTS]
    uint8_t many[MAX_GUARD_SORTS]
    uint8_t exact[MAX_GUARD_SORTS]
    uint8_t label[MAX_GUARD_SORTS]
    int stride[MAX_GUARD_SORTS]
    int8_t sort_of[GROUPS + 1]  # numbers of the groups of pairs, then of triples
    # runs in progress: of pairs, of triples, of exact pairs
    int longest[3]
    int first_of[3]         # 0: none
    int labels
    uint8_t left            # the label of kinds that are not taken
    uint8_t beside[5]       # the labels that may stand beside each label, one bit each
    int vectors
    int words
    int progress
    int width
    uint64_t *open          # for every sort the vectors to which one may be added
    uint64_t *scratch       # room for frontiers


cdef inline bint spares_triples(const Rulebook *book) noexcept nogil:
    return book.draw == DRAW_PROTECT_TRIPLES or book.draw == DRAW_PROTECT_BOTH


cdef inline bint spares_runs(const Rulebook *book) noexcept nogil:
    return book.draw == DRAW_PROTECT_RUNS or book.draw == DRAW_PROTECT_BOTH


cdef inline uint64_t *set_at(const Guard *g, const uint64_t *x, int label, int w) noexcept nogil:
    return <uint64_t *> x + (label * g.progress + w) * g.words


cdef int plan_guard(Guard *g, const Owed *owed, const Rulebook *book) noexcept nogil
cdef void free_guard(Guard *g) noexcept nogil
cdef void start_guard(const Guard *g, uint64_t *frontier) noexcept nogil
cdef void advance_guard(
    const Guard *g, const uint64_t *now, int exact, int guarded, int threes, int absent,
    uint64_t *then
) noexcept nogil
cdef void finish_guard(const Guard *g, uint64_t *need) noexcept nogil
cdef void retreat_guard(
    const Guard *g, const uint64_t *then, int exact, int guarded, int threes, int absent,
    uint64_t *now
) noexcept nogil
cdef void settle_guard(const Guard *g, uint64_t *frontier) noexcept nogil
cdef void leave_guard_peaks(const Guard *g, uint64_t *frontier) noexcept nogil
