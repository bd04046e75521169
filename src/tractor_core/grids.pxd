"""Grids: where the ways of dealing from a layer on are kept.

A *state* is how many cards each slot still lacks before a layer.  `cells` holds, for every layer
and every state that it can meet, the ways of dealing from there on; `rows`, for the classes dealt
whole, those of each row.  The lack of one slot follows from those of the others.
"""
from tractor_core.classes cimport Classes
from tractor_core.layers cimport Layer, Layers
from tractor_core.slots cimport SLOTS, Slots

cdef enum:
    DIMS = SLOTS - 1

cdef struct Grid:
    int slot[DIMS]              # of a dimension, NONE for none
    int follows                 # the slot that has none
    Py_ssize_t stride[SLOTS]
    Py_ssize_t start            # of the first state from the cell of the state of no lack
    double *cells
    double *rows
    Py_ssize_t many_cells
    Py_ssize_t many_rows


cdef double choose_dimensions(
    Grid *grid, const Slots *slots, const Classes *classes, const Layers *layers
) noexcept nogil
cdef bint open_grid(Grid *grid, Slots *slots, Layers *layers) noexcept nogil
cdef void close_grid(Grid *grid) noexcept nogil


cdef inline void first_state(const Grid *grid, const Layer *layer, int *lack) noexcept nogil:
    cdef int d
    cdef int s
    for s in range(SLOTS):
        lack[s] = 0
    for d in range(DIMS):
        s = grid.slot[d]
        if s >= 0:
            lack[s] = layer.low[s]


cdef inline bint next_state(const Grid *grid, const Layer *layer, int *lack) noexcept nogil:
    """Move on to the next row of states of a layer, all dimensions but the innermost."""
    cdef int d
    cdef int s
    for d in range(DIMS - 2, -1, -1):
        s = grid.slot[d]
        if s < 0:
            return False
        if lack[s] < layer.high[s]:
            lack[s] += 1
            return True
        lack[s] = layer.low[s]
    return False


cdef inline Py_ssize_t span_states(
    const Grid *grid, const Layer *layer, const int *lack, int *first, int *end, int *left
) noexcept nogil:
    """The innermost lacks that go with the others; returns the cell of none, `left` are the cards
    for it and the slot that follows."""
    cdef Py_ssize_t cell = layer.origin
    cdef int inner = grid.slot[DIMS - 1]
    cdef int d
    cdef int s
    left[0] = layer.left
    for d in range(DIMS - 1):
        s = grid.slot[d]
        if s >= 0:
            left[0] -= lack[s]
            cell += lack[s] * grid.stride[s]
    first[0] = left[0] - layer.high[grid.follows]
    end[0] = left[0] - layer.low[grid.follows] + 1
    if inner >= 0:
        first[0] = max(first[0], <int> layer.low[inner])
        end[0] = min(end[0], layer.high[inner] + 1)
    else:
        first[0] = max(first[0], 0)
        end[0] = min(end[0], 1)
    return cell
