"""Meetings: choices of cards that hold runs, counted and drawn from both ends of a suit (rules F).

Most searches are small and go from the lowest step to the highest.  Where nodes become many, the
steps from above are gone through as well, on whichever side there are fewer nodes, until the two
sides meet below some step.  Each node from above holds all frontiers that the kinds chosen there
make succeed, so it fits a node from below, a *row*, if they have a frontier in common.

A cell of a node from above is a *column*.  Columns with as many kinds taken twice and three times
stand together.  For each bit of a frontier the set of columns that hold it is written down once;
the columns that fit a row are those of all its bits, and a block of them at a time is looked up in
a table of their sums.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from tractor_core.bits cimport bit, lowest
from tractor_core.guards cimport NO_MEMORY
from tractor_core.packing cimport empty
from tractor_core.paths cimport (
    Layer, Node, Plan, Side, begin_side, cell, close_plan, extend, frontier_of, last_layer,
    leave_peaks_alone, loose, next_step, open_plan, retrace, twos_at, with_loose
)
from tractor_core.randomness cimport below
from tractor_core.stores cimport take

cdef enum:
    SMALL = 256         # links of a step that are made from below alone
    MOST_KINDS = 22     # of a suit, and none
    MOST_CELLS = 256    # pairs of numbers that are together fewer than those kinds
    PARTS = 2           # of a frontier: of packing and of guard
    BLOCK = 8           # columns that are looked up together

cdef struct Part:
    int at                  # its words of a frontier
    int width
    int twos                # the fewest kinds to be taken twice by choices that fit in it

cdef struct Column:
    int node
    uint64_t ways           # choices above the meeting

cdef struct Cell:
    # Numbers of kinds, and the blocks of the columns that have them.
    int twos
    int threes
    int first
    int end

cdef struct Meeting:
    Plan plan
    Side lower
    Side upper
    bint both               # whether the upper side was begun
    int parts
    Part part[PARTS]        # the one that asks for fewer kinds first
    int cells
    Cell cell[MOST_CELLS]
    int words               # of a set of columns
    Column *column
    uint64_t *sum           # of each block, for each choice of its columns
    uint64_t *holding       # for each bit of a frontier the columns that have it
    uint64_t *fitting       # the columns that fit a row, part by part
    uint64_t loose[MOST_KINDS][MOST_KINDS]
    uint64_t ways_on[MOST_CELLS]    # see find_ways_on()
    uint64_t *sums          # the choices of each row, where they are kept


cdef inline int load(const Meeting *m, const Side *t) noexcept nogil:
    """Links that the next step of a side takes."""
    return last_layer(t).nodes * m.plan.step[next_step(&m.plan, t)].ways


cdef int meet(Meeting *m) noexcept nogil:
    """Go through all steps, from below or from both ends; NO_MEMORY or 0."""
    cdef int done
    if begin_side(&m.plan, &m.lower, False) < 0:
        return NO_MEMORY
    while m.lower.layers + m.upper.layers < m.plan.steps:
        if not m.both and not m.plan.tied and load(m, &m.lower) > SMALL:
            m.both = True
            if begin_side(&m.plan, &m.upper, True) < 0:
                return NO_MEMORY
        if m.both and load(m, &m.upper) < load(m, &m.lower):
            done = extend(&m.plan, &m.upper)
        else:
            done = extend(&m.plan, &m.lower)
        if done < 0:
            return NO_MEMORY
    return prepare(m) if m.both else 0


cdef int place_columns(Meeting *m) noexcept nogil:
    """Put the columns of each cell into blocks of their own; NO_MEMORY, or how many blocks."""
    cdef const Layer *upper = last_layer(&m.upper)
    cdef int place[MOST_KINDS][MOST_KINDS]      # columns of a cell, then where the next one goes
    cdef const Node *node
    cdef Column *column
    cdef Cell *one
    cdef uint64_t ways
    cdef int blocks = 0
    cdef int i
    cdef int a
    cdef int b
    memset(place, 0, sizeof(place))
    for i in range(upper.nodes):
        node = &upper.node[i]
        for a in range(node.low[0], node.high[0] + 1):
            for b in range(node.low[1], node.high[1] + 1):
                place[a][b] += cell(node, a, b) > 0
    m.cells = 0
    for a in range(MOST_KINDS):
        for b in range(MOST_KINDS - a):
            if place[a][b] == 0:
                continue
            one = &m.cell[m.cells]
            m.cells += 1
            one.twos = a
            one.threes = b
            one.first = blocks
            blocks += (place[a][b] + BLOCK - 1) // BLOCK
            one.end = blocks
            place[a][b] = BLOCK * one.first
    m.words = (BLOCK * blocks + 63) // 64
    m.column = <Column *> take(&m.plan.store, 64 * m.words * sizeof(Column))
    if m.column == NULL:
        return NO_MEMORY
    memset(m.column, 0, 64 * m.words * sizeof(Column))
    for i in range(upper.nodes):
        node = &upper.node[i]
        for a in range(node.low[0], node.high[0] + 1):
            for b in range(node.low[1], node.high[1] + 1):
                ways = cell(node, a, b)
                if ways:
                    column = &m.column[place[a][b]]
                    column.node = i
                    column.ways = ways
                    place[a][b] += 1
    return blocks


cdef void turn(uint64_t *bits) noexcept nogil:
    """Turn a square of 64 words, so that bit i of word j becomes bit j of word i."""
    cdef uint64_t mask = 0xFFFFFFFF
    cdef uint64_t other
    cdef int by = 32
    cdef int i
    while by:
        i = 0
        while i < 64:
            other = ((bits[i] >> by) ^ bits[i + by]) & mask
            bits[i] ^= other << by
            bits[i + by] ^= other
            i = (i + by + 1) & ~by
        by >>= 1
        mask ^= mask << by


cdef void write_holding(Meeting *m) noexcept nogil:
    """For each bit of a frontier the columns that have it, 64 bits and columns at a time.

    Only bits of the peaks of rows are asked for.
    """
    cdef const Plan *p = &m.plan
    cdef int rows = last_layer(&m.lower).nodes
    cdef uint64_t square[64]
    cdef uint64_t asked
    cdef int k
    cdef int w
    cdef int i
    for i in range(rows):
        leave_peaks_alone(p, frontier_of(p, &m.lower, i))
    for w in range(p.width):
        asked = 0
        for i in range(rows):
            asked |= frontier_of(p, &m.lower, i)[w]
        if asked == 0:
            continue
        for k in range(m.words):
            for i in range(64):
                square[i] = 0
                if m.column[64 * k + i].ways:
                    square[i] = frontier_of(p, &m.upper, m.column[64 * k + i].node)[w]
            turn(square)
            for i in range(64):
                m.holding[(64 * w + i) * m.words + k] = square[i]


cdef int prepare(Meeting *m) noexcept nogil:
    """Write down which columns have each bit of a frontier, and their sums; NO_MEMORY or 0."""
    cdef Plan *p = &m.plan
    cdef uint64_t ways
    cdef uint64_t *sum
    cdef int blocks = place_columns(m)
    cdef int at
    cdef int c
    cdef int i
    cdef int w
    if blocks < 0:
        return NO_MEMORY
    m.parts = 1
    m.part[0].at = 0
    m.part[0].width = p.packing.width
    m.part[0].twos = p.choice.twos
    if p.owed_guarded != NULL:
        m.parts = 2
        w = p.twos_guarded < p.choice.twos
        m.part[1] = m.part[0]
        m.part[1 - w].at = p.packing.width
        m.part[1 - w].width = p.guard.width
        m.part[1 - w].twos = p.twos_guarded
    m.sum = <uint64_t *> take(&p.store, (blocks << BLOCK) * sizeof(uint64_t))
    m.holding = <uint64_t *> take(&p.store, 64 * p.width * m.words * sizeof(uint64_t))
    m.fitting = <uint64_t *> take(&p.store, m.parts * m.words * sizeof(uint64_t))
    if m.sum == NULL or m.holding == NULL or m.fitting == NULL:
        return NO_MEMORY
    write_holding(m)
    for at in range(blocks):
        sum = m.sum + (at << BLOCK)
        sum[0] = 0
        for c in range(BLOCK):
            ways = m.column[BLOCK * at + c].ways
            for i in range(1 << c):
                sum[(1 << c) + i] = sum[i] + ways
    for c in range(MOST_KINDS):
        for i in range(MOST_KINDS - c):
            m.loose[c][i] = loose(p, c, i)
    return 0


cdef void find_fitting(const Meeting *m, int i) noexcept nogil:
    """The columns that fit a row in each part, without those that fit it in a part before."""
    cdef const uint64_t *frontier
    cdef const uint64_t *holding
    cdef uint64_t *fitting
    cdef uint64_t left
    cdef int n
    cdef int w
    cdef int k
    memset(m.fitting, 0, m.parts * m.words * sizeof(uint64_t))
    for n in range(m.parts):
        frontier = frontier_of(&m.plan, &m.lower, i) + m.part[n].at
        fitting = m.fitting + n * m.words
        for w in range(m.part[n].width):
            left = frontier[w]
            while left:
                holding = m.holding + (64 * (m.part[n].at + w) + lowest(left)) * m.words
                for k in range(m.words):
                    fitting[k] |= holding[k]
                left &= left - 1
    if m.parts == 2:
        for k in range(m.words):
            m.fitting[m.words + k] &= ~m.fitting[k]


cdef void find_ways_on(Meeting *m, int i, int least) noexcept nogil:
    """For the columns of each cell: choices of a row below them, and of the loose cards.

    Where so many kinds at least must be taken twice in all.
    """
    cdef const Node *node = &last_layer(&m.lower).node[i]
    cdef uint64_t ways
    cdef int twos
    cdef int threes
    cdef int c
    memset(m.ways_on, 0, m.cells * sizeof(uint64_t))
    for twos in range(node.low[0], node.high[0] + 1):
        for threes in range(node.low[1], node.high[1] + 1):
            ways = cell(node, twos, threes)
            if ways == 0:
                continue
            for c in range(m.cells):
                if twos + threes + m.cell[c].twos + m.cell[c].threes >= least:
                    m.ways_on[c] += ways * m.loose[twos + m.cell[c].twos][
                        threes + m.cell[c].threes
                    ]


cdef inline int block_of(const uint64_t *these, int at) noexcept nogil:
    """Which columns of a block are among these."""
    return (these[at // (64 // BLOCK)] >> (BLOCK * (at % (64 // BLOCK)))) & ((1 << BLOCK) - 1)


cdef uint64_t ways_above(const Meeting *m, const uint64_t *these, const Cell *one) noexcept nogil:
    """The choices of those columns of a cell that are among these."""
    cdef uint64_t ways = 0
    cdef int at
    for at in range(one.first, one.end):
        ways += m.sum[(at << BLOCK) + block_of(these, at)]
    return ways


cdef uint64_t choices_of(Meeting *m, int i) noexcept nogil:
    """How many choices go through a row."""
    cdef const uint64_t *these
    cdef uint64_t total = 0
    cdef int n
    cdef int c
    find_fitting(m, i)
    for n in range(m.parts):
        these = m.fitting + n * m.words
        if empty(m.words, these):
            continue
        find_ways_on(m, i, m.part[n].twos)
        for c in range(m.cells):
            if m.ways_on[c]:
                total += m.ways_on[c] * ways_above(m, these, &m.cell[c])
    return total


cdef Planes choice_through(Meeting *m, int i, uint64_t number) noexcept nogil:
    """The choice of that number of those that go through a row."""
    cdef const uint64_t *these
    cdef uint64_t ways
    cdef int n
    cdef int c
    find_fitting(m, i)
    for n in range(m.parts):
        these = m.fitting + n * m.words
        find_ways_on(m, i, m.part[n].twos)
        for c in range(m.cells):
            ways = m.ways_on[c] * ways_above(m, these, &m.cell[c])
            if number < ways:
                return choice_in(m, i, m.part[n].twos, these, c, number)
            number -= ways
    return with_loose(&m.plan, 0, 0, 0)     # not reached


cdef Planes choice_in(
    const Meeting *m, int i, int least, const uint64_t *these, int c, uint64_t number
) noexcept nogil:
    """The choice of that number of those of a row with some columns of a cell."""
    cdef const Node *node = &last_layer(&m.lower).node[i]
    cdef int above = m.cell[c].twos
    cdef int threes_above = m.cell[c].threes
    cdef int at = BLOCK * m.cell[c].first
    cdef uint64_t of_column = number // m.ways_on[c]
    cdef uint64_t ways
    cdef uint64_t two = 0
    cdef uint64_t three = 0
    cdef int a
    cdef int b
    number %= m.ways_on[c]
    while True:
        if these[at >> 6] & bit(at & 63):
            if of_column < m.column[at].ways:
                break
            of_column -= m.column[at].ways
        at += 1
    retrace(&m.plan, &m.upper, m.column[at].node, above, threes_above, of_column, &two, &three)
    for a in range(node.low[0], node.high[0] + 1):
        for b in range(max(<int> node.low[1], least - a - above - threes_above), node.high[1] + 1):
            ways = m.loose[a + above][b + threes_above]
            if number < ways * cell(node, a, b):
                retrace(&m.plan, &m.lower, i, a, b, number // ways, &two, &three)
                return with_loose(&m.plan, two, three, number % ways)
            number -= ways * cell(node, a, b)
    return with_loose(&m.plan, two, three, 0)   # not reached


cdef uint64_t whole(const Meeting *m, int i, int twos, int threes) noexcept nogil:
    """The choices that end at a node above all steps with so many kinds."""
    if twos + threes < twos_at(&m.plan, frontier_of(&m.plan, &m.lower, i)):
        return 0
    return cell(&last_layer(&m.lower).node[i], twos, threes) * loose(&m.plan, twos, threes)


cdef uint64_t add_up(Meeting *m) noexcept nogil:
    """How many choices there are."""
    cdef const Layer *layer = last_layer(&m.lower)
    cdef const Node *node
    cdef uint64_t total = 0
    cdef uint64_t ways
    cdef int i
    cdef int a
    cdef int b
    for i in range(layer.nodes):
        if m.both:
            ways = choices_of(m, i)
            total += ways
            if m.sums != NULL:
                m.sums[i] = ways
            continue
        node = &layer.node[i]
        for a in range(node.low[0], node.high[0] + 1):
            for b in range(node.low[1], node.high[1] + 1):
                total += whole(m, i, a, b)
    return total


cdef Planes choice_of(Meeting *m, uint64_t number) noexcept nogil:
    """The choice of that number, sums being kept."""
    cdef const Layer *layer = last_layer(&m.lower)
    cdef const Node *node
    cdef uint64_t ways
    cdef uint64_t two = 0
    cdef uint64_t three = 0
    cdef int i
    cdef int a
    cdef int b
    for i in range(layer.nodes):
        if m.both:
            if number < m.sums[i]:
                return choice_through(m, i, number)
            number -= m.sums[i]
            continue
        node = &layer.node[i]
        for a in range(node.low[0], node.high[0] + 1):
            for b in range(node.low[1], node.high[1] + 1):
                ways = whole(m, i, a, b)
                if number < ways:
                    ways = loose(&m.plan, a, b)
                    retrace(&m.plan, &m.lower, i, a, b, number // ways, &two, &three)
                    return with_loose(&m.plan, two, three, number % ways)
                number -= ways
    return with_loose(&m.plan, 0, 0, 0)     # not reached


cdef int open_meeting(
    Meeting *m, const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book
) noexcept nogil:
    """Find all choices, see open_plan(); NO_MEMORY or 0. close_plan() is due."""
    m.both = False
    m.sums = NULL
    m.upper.layers = 0
    if open_plan(&m.plan, o, s, c, owed, guarded, book) < 0:
        return NO_MEMORY
    return meet(m)


cdef int count_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, uint64_t *total
) noexcept nogil:
    """How many choices there are: see open_plan(). NO_MEMORY or 0."""
    cdef Meeting m
    cdef int done = open_meeting(&m, o, s, c, owed, guarded, book)
    if done == 0:
        total[0] = add_up(&m)
    close_plan(&m.plan)
    return done


cdef int draw_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, BitGenerator *source, Planes *out
) noexcept nogil:
    """One of these choices, drawn uniformly; nothing if there is none. NO_MEMORY or 0."""
    cdef Meeting m
    cdef uint64_t total
    cdef int done = open_meeting(&m, o, s, c, owed, guarded, book)
    out.one = out.two = out.three = 0
    if done == 0 and m.both:
        m.sums = <uint64_t *> take(
            &m.plan.store, last_layer(&m.lower).nodes * sizeof(uint64_t)
        )
        if m.sums == NULL:
            done = NO_MEMORY
    if done == 0:
        total = add_up(&m)
        if total:
            out[0] = choice_of(&m, below(source, total))
    close_plan(&m.plan)
    return done
