"""Grids: laid out for the layers of a parting."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

from tractor_core.layers cimport Move
from tractor_core.slots cimport LANE, NONE, count_numbers

cdef enum:
    MOST_CELLS = 1 << 26    # half a gigabyte, of which gaps between the cells in use are not
    WHOLE_TERM = 4          # what a term of a class dealt whole costs, in those of single moves


cdef void set_dimensions(Grid *grid, const Slots *slots, int follows) noexcept nogil:
    """Of the slots that do not follow from the others, the largest lies innermost."""
    cdef int n = DIMS
    cdef int i
    cdef int j
    grid.follows = follows
    for i in range(DIMS):
        grid.slot[i] = NONE
    for i in range(slots.n):
        if i == follows:
            continue
        n -= 1
        j = n
        while j < DIMS - 1 and slots.lack[grid.slot[j + 1]] < slots.lack[i]:
            grid.slot[j] = grid.slot[j + 1]
            j += 1
        grid.slot[j] = i


cdef double work(
    const Grid *grid, const Slots *slots, const Classes *classes, const Layers *layers
) noexcept nogil:
    """The terms to be added up, about, in those of single moves."""
    cdef const Layer *layer
    cdef double sum = 0.0
    cdef double states
    cdef int i
    cdef int d
    cdef int s
    for i in range(layers.n + 1):
        layer = &layers.layer[i]
        states = 1.0
        for d in range(DIMS):
            s = grid.slot[d]
            if s >= 0:
                states *= layer.high[s] - layer.low[s] + 1
        if i == layers.n:
            sum += states
        elif layer.moves:
            sum += states * layer.moves
        else:
            sum += states * WHOLE_TERM * count_numbers(
                slots, classes.cls[layer.cls].open, layer.cards
            )
    return sum


cdef double choose_dimensions(
    Grid *grid, const Slots *slots, const Classes *classes, const Layers *layers
) noexcept nogil:
    """Let the slot follow that leaves the least work; returns how much."""
    cdef double least = 0.0
    cdef double terms
    cdef int best = 0
    cdef int i
    for i in range(slots.n):
        set_dimensions(grid, slots, i)
        terms = work(grid, slots, classes, layers)
        if i == 0 or terms < least:
            least = terms
            best = i
    set_dimensions(grid, slots, best)
    return least


cdef void bordered(const Layers *layers, int number, int slot, int *low, int *high) noexcept nogil:
    """The lacks that a layer has cells for: a border of no ways catches moves that lead out."""
    cdef const Layer *layer = &layers.layer[number]
    cdef const Layer *before = layer - 1
    low[0] = layer.low[slot]
    high[0] = layer.high[slot]
    if number and before.moves:
        low[0] = min(low[0], before.low[slot] - before.most[slot])
        high[0] = max(high[0], before.high[slot] - before.least[slot])


cdef bint place_cells(Grid *grid, Slots *slots, Layers *layers) noexcept nogil:
    """Where the cells and the rows are: the strides are the same in all layers. False: there are
    too many."""
    cdef int widest[DIMS]
    cdef Py_ssize_t span
    cdef Py_ssize_t stride = 1
    cdef Layer *layer
    cdef Move *move
    cdef int low
    cdef int high
    cdef int i
    cdef int d
    cdef int s
    for d in range(DIMS):
        widest[d] = 1
        s = grid.slot[d]
        if s < 0:
            continue
        for i in range(layers.n + 1):
            bordered(layers, i, s, &low, &high)
            widest[d] = max(widest[d], high - low + 1)
    for s in range(SLOTS):
        grid.stride[s] = 0
    for d in range(DIMS - 1, -1, -1):
        if grid.slot[d] >= 0:
            grid.stride[grid.slot[d]] = stride
            stride *= widest[d]
    grid.start = 0
    slots.lanes = 0
    for s in range(slots.n):
        grid.start += slots.lack[s] * grid.stride[s]
        slots.lanes |= (<uint64_t> slots.lack[s]) << (LANE * s)
    for i in range(layers.listed):
        move = &layers.moves[i]
        move.back = 0
        move.lanes = 0
        for s in range(slots.n):
            move.back += move.given[s] * grid.stride[s]
            move.lanes |= (<uint64_t> move.given[s]) << (LANE * s)
    for i in range(layers.n + 1):
        layer = &layers.layer[i]
        layer.origin = grid.many_cells
        span = 1
        for d in range(DIMS):
            s = grid.slot[d]
            if s >= 0:
                bordered(layers, i, s, &low, &high)
                layer.origin -= low * grid.stride[s]
                span += (high - low) * grid.stride[s]
        grid.many_cells += span
        if grid.many_cells > MOST_CELLS:
            return False
        if i == layers.n:
            break
        if layer.moves == 0:
            layer.step = grid.stride[layer.second] - grid.stride[layer.last]
        if layer.rows:
            span = layer.rows
            layer.first_row = grid.many_rows
            for s in range(slots.n):
                if s != grid.follows:
                    layer.row_stride[s] = span
                    layer.first_row -= layer.low[s] * span
                    span *= layer.high[s] - layer.low[s] + 1
            grid.many_rows += span
    return True


cdef bint open_grid(Grid *grid, Slots *slots, Layers *layers) noexcept nogil:
    """Cells of no ways; false if there is no room for them. `close_grid` in any case."""
    if not place_cells(grid, slots, layers):
        return False
    grid.cells = <double *> calloc(grid.many_cells, sizeof(double))
    grid.rows = <double *> malloc(max(grid.many_rows, <Py_ssize_t> 1) * sizeof(double))
    return grid.cells != NULL and grid.rows != NULL


cdef void close_grid(Grid *grid) noexcept nogil:
    free(grid.cells)
    free(grid.rows)
    grid.cells = NULL
    grid.rows = NULL
