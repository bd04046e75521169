"""Ways: in how many of them hidden cards can lie, counted from the last layer back."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from tractor_core.bits cimport lowest
from tractor_core.cards cimport size
from tractor_core.choices cimport CHOOSE, FACTORIAL, INVERSE, POWER
from tractor_core.classes cimport Class
from tractor_core.grids cimport DIMS, close_grid, first_state, next_state, open_grid, span_states
from tractor_core.layers cimport MOVES, Layer, close_layers, open_layers, span_row, span_rows
from tractor_core.partings cimport DONE, NO_ROOM
from tractor_core.plans cimport plan
from tractor_core.slots cimport LANE, SLOTS

cdef extern from "sums.h" nogil:
    ctypedef void (*tr_adder)(
        double *to, const double *from_, const double *weight, const Py_ssize_t *back, int moves,
        int n
    ) noexcept nogil
    tr_adder tr_adder_of(int path) noexcept


cdef void count_chain(Parting *p) noexcept nogil:
    cdef const Layer *layer = &p.layers.layer[p.layers.n]
    cdef int carried[SLOTS]     # cards of the classes before, less what slots take
    cdef int lack[SLOTS]
    cdef int inner = p.grid.slot[DIMS - 1]
    cdef int outside
    cdef int cards = 0
    cdef int classes = p.classes.n - p.classes.chain
    cdef int first
    cdef int end
    cdef int left
    cdef int over
    cdef int i
    cdef int j
    cdef int s
    cdef const Class *chain = &p.classes.cls[p.classes.chain]
    cdef const double *factorial = FACTORIAL
    cdef const double *inverse = INVERSE
    cdef double ways
    cdef double outer
    cdef double *cell
    first_state(&p.grid, layer, lack)
    for j in range(classes):
        carried[j] = cards
        cards += chain[j].cards
    while True:
        cell = p.grid.cells + span_states(&p.grid, layer, lack, &first, &end, &left)
        outer = factorial[chain.cards] if classes else 1.0
        for s in range(p.slots.n):
            if s != inner and s != p.grid.follows:
                outer *= inverse[lack[s]]
        for i in range(first, end):
            if inner >= 0:
                lack[inner] = i
            lack[p.grid.follows] = left - i
            ways = outer * inverse[i] * inverse[left - i]
            for j in range(1, classes):
                over = carried[j]
                outside = chain.open & ~chain[j].open
                while outside:
                    over -= lack[lowest(outside)]
                    outside &= outside - 1
                if over < 0:
                    ways = 0.0
                    break
                ways *= factorial[over + chain[j].cards] * inverse[over]
            cell[i] = ways
        if inner >= 0:
            lack[inner] = layer.low[inner]
        if not next_state(&p.grid, layer, lack):
            break


cdef void count_whole(Parting *p, const Layer *layer) noexcept nogil:
    """The ways of a class dealt whole, row by row."""
    cdef const Layer *after = layer + 1
    cdef int lack[SLOTS]
    cdef int inner = p.grid.slot[DIMS - 1]
    cdef int first
    cdef int end
    cdef int left
    cdef int first_row
    cdef int end_row
    cdef int low
    cdef int high
    cdef int cards
    cdef int i
    cdef int k
    cdef int r
    cdef int s
    cdef uint64_t lanes
    cdef Py_ssize_t states
    cdef Py_ssize_t row
    cdef Py_ssize_t at
    cdef double sum
    cdef double ways
    cdef const double *choices
    cdef const double *powers = POWER[1 if layer.rows else <int> layer.ways]
    cdef const double *row_powers = POWER[<int> layer.ways if layer.rows else 1]
    cdef const double *cell
    first_state(&p.grid, layer, lack)
    while True:
        states = span_states(&p.grid, layer, lack, &first, &end, &left)
        for i in range(first, end):
            if inner >= 0:
                lack[inner] = i
            lack[p.grid.follows] = left - i
            lanes = 0
            row = layer.first_row
            at = after.origin
            for s in range(p.slots.n):
                lanes |= (<uint64_t> lack[s]) << (LANE * s)
                row += lack[s] * layer.row_stride[s]
                at += lack[s] * p.grid.stride[s]
            ways = 0.0
            span_rows(layer, lanes, &first_row, &end_row)
            for r in range(first_row, end_row):
                cards = layer.cards - r
                span_row(layer, lanes, cards, &low, &high)
                cell = p.grid.cells + at - cards * p.grid.stride[layer.last]
                if layer.rows:
                    cell -= r * p.grid.stride[layer.row_slot]
                choices = CHOOSE[cards]
                sum = 0.0
                for k in range(low, high):
                    sum += choices[k] * powers[k] * cell[-k * layer.step]
                sum *= CHOOSE[layer.cards][r] * row_powers[r]
                ways += sum
                if layer.rows:
                    p.grid.rows[row + r] = sum
            p.grid.cells[states + i * (p.grid.stride[inner] if inner >= 0 else 0)] = ways
        if inner >= 0:
            lack[inner] = layer.low[inner]
        if not next_state(&p.grid, layer, lack):
            break


cdef void count_moves(Parting *p, const Layer *layer, tr_adder add) noexcept nogil:
    """The ways of a layer's moves; those that lead out of the states meet the border of no ways."""
    cdef const Layer *after = layer + 1
    cdef double weight[MOVES]
    cdef Py_ssize_t back[MOVES]
    cdef int lack[SLOTS]
    cdef int first
    cdef int end
    cdef int left
    cdef int i
    cdef double *to
    for i in range(layer.moves):
        weight[i] = layer.move[i].weight
        back[i] = layer.move[i].back
    first_state(&p.grid, layer, lack)
    while True:
        to = p.grid.cells + span_states(&p.grid, layer, lack, &first, &end, &left) + first
        if first < end:
            add(to, to - layer.origin + after.origin, weight, back, layer.moves, end - first)
        if not next_state(&p.grid, layer, lack):
            break


cdef Outcome lay_out(Parting *p, const Known *known, int path) noexcept nogil:
    """Count the ways; `possible` tells whether there are any. `clear` it afterwards."""
    cdef tr_adder add = tr_adder_of(path)
    cdef int i
    memset(p, 0, sizeof(Parting))
    if not open_layers(&p.layers, size(known.unseen)):
        return NO_ROOM
    if not plan(p, known):
        return DONE
    if not open_grid(&p.grid, &p.slots, &p.layers):
        return NO_ROOM
    count_chain(p)
    for i in range(p.layers.n - 1, -1, -1):
        if p.layers.layer[i].moves == 0:
            count_whole(p, &p.layers.layer[i])
        else:
            count_moves(p, &p.layers.layer[i], add)
    p.possible = p.grid.cells[p.layers.layer[0].origin + p.grid.start] > 0
    return DONE


cdef void clear(Parting *p) noexcept nogil:
    close_layers(&p.layers)
    close_grid(&p.grid)
