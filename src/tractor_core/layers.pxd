"""Layers: the steps in which cards are given to slots, and the ways of each.

A *layer* gives the copies of a kind, or cards of a class, to slots: by *moves*, which are listed,
or a class *whole*, two or three numbers of cards that are reckoned with as they come.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from tractor_core.choices cimport COPIES
from tractor_core.classes cimport Class, Classes
from tractor_core.slots cimport SLOTS, Slots, lane

cdef enum:
    MOVES = 35      # three copies to five slots; a block of cards has no more
    ALONE = 255     # in place of a class, for a layer of one kind

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
    uint8_t odd                 # as in a class
    uint8_t ways
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
    Py_ssize_t first_row        # of the state of no lack
    Py_ssize_t row_stride[SLOTS]

cdef struct Layers:
    int n
    Layer *layer                # one more, for the chain
    Move *moves
    int listed


cdef bint open_layers(Layers *layers, int cards) noexcept nogil
cdef void close_layers(Layers *layers) noexcept nogil
cdef int add_alone(
    Layers *layers, const Slots *slots, int kind, int plane, int copies, const int *least,
    const int *most, int odd, int ways
) noexcept nogil
cdef void add_blocks(Layers *layers, const Class *cls, int number) noexcept nogil
cdef void add_whole(
    Layers *layers, const Slots *slots, const Class *cls, int number
) noexcept nogil
cdef bint bound_lacks(
    Layers *layers, const Slots *slots, const Classes *classes
) noexcept nogil


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
