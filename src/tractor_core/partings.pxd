"""In how many ways hidden cards can lie, and ways drawn evenly from all of them.

A *slot* is a place (a seat, the kitty) that something is known of; the places of which nothing is
known share one slot, the pool, and part its cards in the end, which no count depends on.  Cards of
which all is known but the slots that may hold them form a *class* by those slots; the kinds of
which more is known stand alone.  A *layer* gives the copies of a kind, or cards of a class, to
slots; a *state* is how many cards each slot still lacks.  `cells` holds for every layer and state
the ways of dealing from there on.

Where one slot alone may hold no pair of a kind, all but one of its n copies are loose cards for the
other slots, and one, the *odd* card, is for all: in n ways for that slot, as any copy may be that
one.  For n copies, x to that slot and y to the others, y**n + n*x*y**(n-1) is y**(n-1) * (y + n*x).

Classes each of which is open to all slots of the next one form a *chain*, which is dealt last, with
no layers: the slots that only its first class is open to take what they lack of that class, those
that only the first two are open to take theirs of what is left and of the second, and so on, so
that the ways are a product.  When all numbers are drawn the cards of a class are parted by them.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from tractor_core.cards cimport MAX_CARDS, Planes

cdef extern from "sums.h" nogil:
    ctypedef void (*tr_adder)(
        double *to, const double *from_, const double *weight, const Py_ssize_t *back, int moves,
        int n
    ) noexcept nogil
    tr_adder tr_adder_of(int path) noexcept

cdef enum:
    PLACES = 5      # four seats, then the kitty
    POOL = 5        # stands for the places of the pool
    SLOTS = 5
    DIMS = 4        # the lack of one slot follows from those of the others
    COPIES = 3
    MOVES = 35      # three copies to five slots; a block of cards has no more
    ODD_CLASSES = 12            # classes of odd cards; the others stand alone
    CLASSES = (1 << SLOTS) + ODD_CLASSES
    ALONE = 255     # in place of a class, for a layer of one kind
    LANE = 12       # bits that hold the lack of a slot where one word holds those of all
    NONE = -1

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
    Py_ssize_t back             # cells by which the state moves,
    uint64_t lanes              # and what it takes from the lacks
    uint8_t given[SLOTS]        # cards by slot
    uint8_t word[COPIES]        # where each copy of a kind that stands alone goes among the hands

cdef struct Layer:
    Move *move                  # layers of the same moves share them
    int moves                   # none where a class is dealt whole
    uint8_t cls                 # whose cards are given, or ALONE:
    uint8_t kind
    uint8_t plane               # of the first copy
    uint8_t cards
    uint8_t odd                 # the slot that has each card in `ways` ways;
    uint8_t ways                # 1 for cards that are not odd
    int16_t left                # cards from this layer on
    uint8_t least[SLOTS]        # that a move gives a slot
    uint8_t most[SLOTS]
    int16_t low[SLOTS]          # the lacks that a slot can have here
    int16_t high[SLOTS]
    Py_ssize_t origin           # the cell of the state of no lack
    # A class of two or three slots dealt whole: a row for each number that the first of three
    # slots takes; in a row the second takes from few to many, and the last what is left.
    int8_t row_slot             # NONE if there are two
    int8_t second
    int8_t last
    Py_ssize_t step             # cells between the moves of a row
    int rows
    Py_ssize_t first_row        # in `rows`, of the state of no lack
    Py_ssize_t row_stride[SLOTS]

cdef struct Class:
    uint8_t open                # bits of the slots that may hold its cards
    uint8_t cards
    uint8_t odd                 # as in a layer
    uint8_t ways
    uint8_t slots               # of a class in the chain: open to it, and not to the next one
    uint8_t slot[SLOTS]         # the odd one first, the one that lacks most last
    uint64_t planes[COPIES]     # its cards

cdef struct Parting:
    int slots
    uint8_t place[SLOTS]        # of a slot; POOL for the pool
    int16_t lack[SLOTS]         # of a slot before the first layer
    uint64_t lanes              # the same
    int dim_slot[DIMS]          # the slot of a dimension, NONE for none
    int follows                 # the slot that has none
    Py_ssize_t stride[SLOTS]
    Py_ssize_t start            # of the first state from the cell of the state of no lack
    int layers
    Layer *layer                # one more, for the chain
    Move *moves
    int listed
    double *cells
    double *rows                # the ways of each row
    Py_ssize_t many_cells
    Py_ssize_t many_rows
    int classes
    int chain                   # where in `cls` the chain begins
    Class cls[CLASSES]
    int pool                    # cards in the pool,
    int pooled                  # its places,
    uint8_t pool_place[PLACES]  # the largest last
    uint8_t pool_size[PLACES]
    uint64_t base[PLACES + 1][COPIES]   # copies that lie fast, the pool last
    bint whole                  # whether classes may be dealt whole
    bint possible

cdef double POWER[COPIES + 1][MAX_CARDS + 1]
cdef double CHOOSE[MAX_CARDS + 1][MAX_CARDS + 1]

cdef Outcome lay_out(const Known *known, Parting *p, tr_adder add) noexcept nogil
cdef void clear(Parting *p) noexcept nogil


cdef inline int lane(uint64_t lanes, int slot) noexcept nogil:
    """What a slot lacks."""
    return (lanes >> (LANE * slot)) & ((1 << LANE) - 1)


cdef inline void span_rows(
    const Layer *layer, uint64_t lanes, int *first, int *end
) noexcept nogil:
    """The rows that a state can have."""
    cdef int lack
    first[0] = 0
    end[0] = 1
    if layer.row_slot >= 0:
        lack = lane(lanes, layer.row_slot)
        first[0] = max(0, lack - layer[1].high[layer.row_slot])
        end[0] = min(<int> layer.cards, lack - layer[1].low[layer.row_slot]) + 1


cdef inline void span_row(
    const Layer *layer, uint64_t lanes, int cards, int *first, int *end
) noexcept nogil:
    """What the second slot can take where it and the last one take so many cards."""
    cdef const Layer *after = layer + 1
    cdef int second = lane(lanes, layer.second)
    cdef int last = lane(lanes, layer.last)
    first[0] = max(max(0, second - after.high[layer.second]), cards - last + after.low[layer.last])
    end[0] = 1 + min(
        min(cards, second - after.low[layer.second]), cards - last + after.high[layer.last]
    )
