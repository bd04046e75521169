"""What the places of a deal hold: units (C), cards, points (D3), a declaration (B1, B5)."""
from libc.stdint cimport int16_t, uint64_t

from tractor_core.bits cimport popcount
from tractor_core.cards cimport BIG, SMALL, Planes
from tractor_core.gauges cimport (
    CARDS_HELD, DECLARATION, GROUP, KINDS_HELD, LONGEST_RUN, PLACES, RUNS_HELD, SIDES, Gauge
)
from tractor_core.gauges cimport MOST as GREATEST
from tractor_core.trump cimport spread_out

cdef enum:
    JOKERS = 3      # both, moved down to bits 0 and 1


cdef inline uint64_t plane_of(const Gauge *g, const Planes *x) noexcept nogil:
    return x.two if g.times == 2 else x.three


cdef void kinds_held(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil:
    cdef uint64_t plane
    cdef int16_t *out
    cdef int i
    cdef int j
    cdef int k
    for j in range(g.places):
        for k in range(g.masks):
            out = numbers + (j * g.masks + k) * GROUP
            for i in range(n):
                plane = plane_of(g, deals + PLACES * i + g.place[j])
                out[i] = popcount(plane & g.mask[k])


cdef void runs_held(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil:
    """Maximal runs of at least the length; of the longest run the length."""
    cdef uint64_t linked[GROUP]
    cdef uint64_t joint = g.order.spread.joint
    cdef uint64_t x
    cdef int16_t *out
    cdef int i
    cdef int j
    cdef int k
    cdef int _i
    cdef int length
    for j in range(g.places):
        for i in range(n):
            linked[i] = plane_of(g, deals + PLACES * i + g.place[j])
        for i in range(n):
            x = spread_out(&g.order.spread, linked[i])
            linked[i] = x & (x >> 1) & joint
        # the steps from which as many links follow as a run of that length has
        for _i in range(g.length - 2):
            for i in range(n):
                linked[i] &= linked[i] >> 1
        for k in range(g.masks):
            out = numbers + (j * g.masks + k) * GROUP
            if g.quantity == RUNS_HELD:
                for i in range(n):
                    x = linked[i] & g.mask[k]
                    out[i] = popcount(x & ~(x << 1))
                continue
            for i in range(n):
                x = linked[i] & g.mask[k]
                length = g.length - 1 if x else 0
                while x:
                    x &= x >> 1
                    length += 1
                out[i] = length


cdef void cards_held(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil:
    cdef const Planes *x
    cdef int16_t *out
    cdef uint64_t mask
    cdef int i
    cdef int j
    cdef int k
    for j in range(g.places):
        for k in range(g.masks):
            out = numbers + (j * g.masks + k) * GROUP
            mask = g.mask[k]
            for i in range(n):
                x = deals + PLACES * i + g.place[j]
                out[i] = popcount(x.one & mask) + popcount(x.two & mask) + popcount(x.three & mask)
            mask = g.twice & g.mask[k]
            if mask == 0:
                continue
            for i in range(n):
                x = deals + PLACES * i + g.place[j]
                out[i] += popcount(x.one & mask) + popcount(x.two & mask) + popcount(x.three & mask)


cdef int best_declaration(const Gauge *g, const Planes *x) noexcept nogil:
    """The place of the best declaration in the order of B1, of B5; 0 for none."""
    cdef uint64_t levels = g.level[0] | g.level[1] | g.level[2] | g.level[3]
    cdef uint64_t red = g.level[0] | g.level[2]
    cdef uint64_t able = 0
    if g.by_colour:
        if g.by_jokers and (x.two >> SMALL) & JOKERS:
            return 3
        if (x.one >> BIG) & 1:
            able = red
        if (x.one >> SMALL) & 1:
            able |= levels & ~red
        if x.two & able:
            return 2
        return (x.one & able) != 0
    if g.by_jokers and (x.three >> SMALL) & JOKERS:
        return 5
    if x.three & levels:
        return 4
    if g.by_jokers and (x.two >> SMALL) & JOKERS:
        return 3
    if x.two & levels:
        return 2
    return (x.one & levels) != 0


cdef void declarations(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil:
    cdef int i
    cdef int j
    for j in range(g.places):
        for i in range(n):
            numbers[j * GROUP + i] = best_declaration(g, deals + PLACES * i + g.place[j])


cdef inline void add_up(
    const int16_t *a, const int16_t *b, bint together, int n, int16_t *out
) noexcept nogil:
    """a + b; where they do not add up, the greater."""
    cdef int i
    if together:
        for i in range(n):
            out[i] = a[i] + b[i]
    else:
        for i in range(n):
            out[i] = max(a[i], b[i])


cdef void between(const Gauge *g, int n, int copies, int16_t *numbers) noexcept nogil:
    """Whether each number lies between the least and the most."""
    cdef int16_t least = g.least
    cdef int16_t most = g.most
    cdef int16_t *out
    cdef int i
    cdef int k
    for k in range(copies):
        out = numbers + k * GROUP
        for i in range(n):
            out[i] = (out[i] >= least) & (out[i] <= most)


cdef void gauge_holdings(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil:
    """Fill in the numbers of n deals, joined as the gauge says."""
    cdef bint sum_up = g.quantity != LONGEST_RUN and g.quantity != DECLARATION
    cdef int copies = g.places * g.masks
    cdef int j
    cdef int k
    if g.quantity == KINDS_HELD:
        kinds_held(g, deals, n, numbers)
    elif g.quantity == CARDS_HELD:
        cards_held(g, deals, n, numbers)
    elif g.quantity == DECLARATION:
        declarations(g, deals, n, numbers)
    else:
        runs_held(g, deals, n, numbers)
    if g.join == SIDES:
        # places 0 and 2 are one side, 1 and 3 the other
        copies = g.copies
        for k in range(copies):
            add_up(
                numbers + k * GROUP,
                numbers + (copies + k) * GROUP,
                sum_up,
                n,
                numbers + k * GROUP,
            )
    if g.yes_or_no:
        between(g, n, copies, numbers)
    if g.join == GREATEST:
        for j in range(1, g.places):
            for k in range(g.masks):
                add_up(
                    numbers + k * GROUP,
                    numbers + (j * g.masks + k) * GROUP,
                    False,
                    n,
                    numbers + k * GROUP,
                )
