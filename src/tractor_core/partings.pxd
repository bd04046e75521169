"""In how many ways hidden cards can lie, and ways drawn evenly from all of them.

A *slot* is a place (a seat, the kitty) that something is known of; the places of which nothing is
known share one slot, the pool, and part its cards in the end, which no count depends on.  Cards of
which all is known but the slots that may hold them form a *class* by those slots; the kinds of
which more is known stand alone.  A *layer* gives the copies of a kind, or some cards of a class,
to slots; a *state* is how many cards each slot still lacks.  `cells` holds for every layer and
state the ways of dealing from there on.  The largest class, the *rest*, is dealt last: its ways
are a multinomial.  When all numbers are drawn the cards of a class are parted by them.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from tractor_core.cards cimport MAX_CARDS, Planes

cdef enum:
    PLACES = 5      # four seats, then the kitty
    POOL = 5        # stands for the places of the pool
    SLOTS = 5
    DIMS = 4        # the lack of one slot follows from those of the others
    COPIES = 3
    MOVES = 35      # three copies to five slots; a block of cards has no more
    CLASSES = 1 << SLOTS
    ALONE = 255     # in place of a class, for a layer of one kind

cdef enum Outcome:
    DONE
    DOUBTFUL        # a draw has come too near to a limit for floating point
    NO_ROOM         # of memory

cdef struct Known:
    # What is known of cards that are hidden.
    Planes unseen
    uint8_t size[PLACES]        # how many of them each place holds
    uint64_t lacks[PLACES]      # kinds of which it holds none,
    uint64_t single[PLACES]     # and of which it holds one copy at most
    Planes holds[PLACES]        # cards that it holds, or more of them
    Planes seen[PLACES]         # cards it holds beside the hidden ones

cdef struct Move:
    double weight               # the ways of choosing the cards
    Py_ssize_t back             # cells by which the state moves in the next layer
    int8_t take[DIMS]
    uint8_t given[SLOTS]        # cards by slot
    uint8_t place[COPIES]       # who gets each copy of a kind that stands alone

cdef struct Layer:
    Move *move
    int moves
    uint8_t cls                 # whose cards are given, or ALONE:
    uint8_t kind
    uint8_t plane               # of the first copy
    uint8_t cards
    int16_t left                # cards from this layer on
    int16_t low[DIMS]           # the states counted
    int16_t high[DIMS]
    Py_ssize_t stride[DIMS]
    Py_ssize_t origin           # the cell of the state of no lack

cdef struct Class:
    uint8_t open                # bits of the slots that may hold its cards
    uint8_t last                # one of them, that of the most cards
    uint8_t start               # where its cards begin
    uint8_t cards

cdef struct Parting:
    int slots
    uint8_t place[SLOTS]        # of a slot; POOL for the pool
    int16_t lack[SLOTS]         # of a slot before the first layer
    int dim_slot[DIMS]          # the slot of a dimension, -1 for none
    int dim_of[SLOTS]           # and the other way round, -1 for the slot that follows
    int follows                 # that slot
    int layers
    Layer *layer                # one more, for the rest
    Move *moves
    double *cells
    Py_ssize_t many_cells
    int classes
    Class cls[CLASSES]          # the rest last
    uint8_t cards[MAX_CARDS]    # class by class, 64 * plane + kind
    int pool                    # cards in the pool,
    int pooled                  # its places,
    uint8_t pool_place[PLACES]  # the largest last
    uint8_t pool_size[PLACES]
    uint64_t base[PLACES + 1][COPIES]   # copies that lie fast, the pool last
    bint possible

cdef Outcome lay_out(const Known *known, Parting *p) noexcept nogil
cdef void clear(Parting *p) noexcept nogil


cdef inline Py_ssize_t cell_of(const Layer *layer, const int16_t *lack) noexcept nogil:
    return (
        layer.origin + lack[0] * layer.stride[0] + lack[1] * layer.stride[1]
        + lack[2] * layer.stride[2] + lack[3] * layer.stride[3]
    )
