"""Paths along the steps of a suit: choices of cards that hold runs (rules F)."""
from libc.stdint cimport int32_t, int8_t, uint8_t, uint64_t

from tractor_core.cards cimport Planes
from tractor_core.counting cimport Choice
from tractor_core.guards cimport Guard, Owed
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Packing, Shape, empty
from tractor_core.stores cimport Store
from tractor_core.trump cimport MAX_STEPS, Order

cdef enum:
    MAX_LANES = 4       # kinds that share a step
    MAX_WAYS = 20       # to take some of them twice and three times, those held thrice apart

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

cdef struct Plan:
    # What is looked for: choices that hold what is owed, along the steps of a suit.
    Packing packing
    Guard guard
    const Choice *choice
    const Shape *owed
    const Owed *owed_guarded    # or NULL; then a frontier is one of packing and one of guard
    int twos_guarded        # the fewest kinds taken twice, of answers that guard cards
    bint tied               # a frontier is the room of every step so far (see fits_tied)
    bint thirds             # whether third cards matter to what is owed
    bint apart              # whether kinds held three times are told from those held twice
    int width               # words of a frontier
    int steps
    int cards
    int twos                # the fewest kinds to be taken twice
    int kinds
    int below[MAX_STEPS + 1]    # kinds that can be taken twice, below a step
    Step step[MAX_STEPS]
    uint64_t *need          # below each step, all that the steps from there can make succeed
    uint64_t *reach         # below each step, all that the steps up to there can bring about
    uint64_t *spare         # room for a frontier
    Store store

cdef struct Node:
    uint64_t mark           # of its frontier, to tell nodes apart
    uint64_t *counts        # choices that lead to it: [kinds taken twice][three times]
    int32_t same_head       # the node made before it with the same end of the mark, or NONE
    int32_t into            # the last link made that leads here
    int8_t low[2]           # fewest and most kinds taken twice, and three times, that lead here
    int8_t high[2]

cdef struct Layer:
    int nodes
    Node *node
    int32_t *link           # for each node and way of its step, the node it leads to, or NONE
    int32_t *before         # for each link, the one made before it that leads to the same node

cdef struct Side:
    # The nodes between an end of the suit and some step.
    bint upper              # from above
    int layers              # steps gone through
    Layer layer[MAX_STEPS + 1]
    int most_frontiers[2]
    uint64_t *frontier[2]   # of the nodes of the last layer, and of the one before


cdef inline const Layer *last_layer(const Side *t) noexcept nogil:
    return &t.layer[t.layers]


cdef inline uint64_t *frontier_of(const Plan *p, const Side *t, int i) noexcept nogil:
    """The frontier of a node of the last layer."""
    return t.frontier[t.layers & 1] + <Py_ssize_t> i * p.width


cdef inline int next_step(const Plan *p, const Side *t) noexcept nogil:
    return p.steps - 1 - t.layers if t.upper else t.layers


cdef inline uint64_t cell(const Node *node, int twos, int threes) noexcept nogil:
    """Choices that lead to a node with so many kinds taken twice and three times."""
    if not (node.low[0] <= twos <= node.high[0] and node.low[1] <= threes <= node.high[1]):
        return 0
    return node.counts[
        (twos - node.low[0]) * (node.high[1] - node.low[1] + 1) + threes - node.low[1]
    ]


cdef inline int twos_at(const Plan *p, const uint64_t *frontier) noexcept nogil:
    """How many kinds a choice that ends at a frontier, above all steps, must take twice."""
    if p.owed_guarded == NULL:
        return p.choice.twos
    if empty(p.packing.width, frontier):
        return p.twos_guarded
    if empty(p.guard.width, frontier + p.packing.width):
        return p.choice.twos
    return p.twos


cdef int open_plan(
    Plan *p, const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book
) noexcept nogil
cdef void close_plan(Plan *p) noexcept nogil
cdef void leave_peaks_alone(const Plan *p, uint64_t *frontier) noexcept nogil
cdef int begin_side(Plan *p, Side *t, bint upper) noexcept nogil
cdef int extend(Plan *p, Side *t) noexcept nogil
cdef uint64_t loose(const Plan *p, int twos, int threes) noexcept nogil
cdef Planes with_loose(
    const Plan *p, uint64_t two, uint64_t three, uint64_t number
) noexcept nogil
cdef void retrace(
    const Plan *p, const Side *t, int i, int twos, int threes, uint64_t number, uint64_t *two,
    uint64_t *three
) noexcept nogil
