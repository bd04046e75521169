"""Counting the choices of cards that hold runs (rules F)."""
from libc.stdint cimport int32_t, int8_t, uint8_t, uint64_t

from tractor_core.cards cimport Planes
from tractor_core.counting cimport Choice
from tractor_core.guards cimport Guard, Owed
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Packing, Shape
from tractor_core.randomness cimport BitGenerator
from tractor_core.trump cimport MAX_STEPS, Order

cdef enum:
    TOO_MANY = -2       # plays to be listed
    MAX_LANES = 4       # kinds that share a step
    MAX_WAYS = 20       # to take some of them twice and three times, those held thrice apart
    HEADS = 1024

cdef struct Way:
    # What is taken of the kinds of a step: so many just twice, so many of those held three
    # times just twice (where they count apart), so many three times; in how many ways.
    uint8_t twos
    uint8_t guarded
    uint8_t threes
    uint64_t ways

cdef struct Step:
    int kinds               # those held twice or more
    uint8_t kind[MAX_LANES]
    uint8_t held[MAX_LANES]
    int ways
    Way way[MAX_WAYS]

cdef struct Node:
    uint64_t mark           # of its frontier, to tell nodes apart
    Py_ssize_t cells        # its part of the counts: [kinds taken twice][three times]
    int same_head           # the node before it with the same end of the mark
    int step                # the step that comes next
    int links               # its part of the links
    int8_t low[2]           # fewest and most kinds taken twice, and three times, that lead here
    int8_t high[2]

cdef struct Table:
    Packing packing
    const Choice *choice
    const Shape *owed
    const Owed *owed_guarded    # or NULL; then a frontier is one of packing and one of guard
    Guard guard
    int twos_guarded
    bint tied               # a frontier is the room of every step so far (see fits_tied)
    bint thirds             # whether third cards matter to what is owed
    bint apart              # whether kinds held three times are told from those held twice
    int width               # words of a frontier
    int steps
    int nodes
    int most
    int links
    int most_links
    int cards
    int twos                # the fewest kinds to be taken twice
    int kinds
    int first_of[MAX_STEPS + 2]
    int after[MAX_STEPS + 1]    # kinds that can be taken twice, from a step on
    int head[HEADS]
    Step step[MAX_STEPS]
    Node *node
    int32_t *link           # for each node and way of its step, the node after it, or NONE
    uint64_t *frontier
    uint64_t *need          # before each step, all that succeeds
    uint64_t *wide          # room for a frontier, where it is a large one
    uint64_t *counts
    uint8_t *cheap          # see can_finish()


cdef int count_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, uint64_t *total
) noexcept nogil
cdef int draw_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, BitGenerator *source, Planes *out
) noexcept nogil
cdef int open_table(
    Table *t, const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book
) noexcept nogil
cdef void close_table(Table *t) noexcept nogil
cdef int list_choices(Table *t, int most, Planes **out) noexcept nogil
cdef int can_finish(Table *t, const int *taken, int known) noexcept nogil
cdef int by_kinds(const void *a, const void *b) noexcept nogil
