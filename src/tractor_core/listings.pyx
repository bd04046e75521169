"""Listings: choices of cards that hold runs, all at once or one after the other (rules F)."""
from libc.stdint cimport uint64_t, uint8_t
from libc.stdlib cimport malloc, qsort
from libc.string cimport memset

from tractor_core.bits cimport lowest
from tractor_core.cards cimport KINDS, copies_of
from tractor_core.guards cimport NO_MEMORY, NONE
from tractor_core.paths cimport (
    MAX_LANES, MAX_WAYS, Layer, Node, Step, begin_side, cell, close_plan, extend, frontier_of,
    last_layer, loose, open_plan, retrace, twos_at, with_loose
)
from tractor_core.stores cimport take

cdef enum:
    NEVER = 255


cdef int open_listing(
    Listing *l, const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book
) noexcept nogil:
    """Find all choices, see open_plan(); NO_MEMORY or 0. close_listing() is due."""
    cdef int _i
    l.cheap[0] = NULL
    if open_plan(&l.plan, o, s, c, owed, guarded, book) < 0:
        return NO_MEMORY
    if begin_side(&l.plan, &l.side, False) < 0:
        return NO_MEMORY
    for _i in range(l.plan.steps):
        if extend(&l.plan, &l.side) < 0:
            return NO_MEMORY
    return 0


cdef void close_listing(Listing *l) noexcept nogil:
    close_plan(&l.plan)


cdef int by_kinds(const void *a, const void *b) noexcept nogil:
    """The order of plays as tuples of kinds: more copies of the lowest kind that differs."""
    cdef Planes x = (<const Planes *> a)[0]
    cdef Planes y = (<const Planes *> b)[0]
    cdef uint64_t differ = (x.one ^ y.one) | (x.two ^ y.two) | (x.three ^ y.three)
    if differ == 0:
        return 0
    return copies_of(y, lowest(differ)) - copies_of(x, lowest(differ))


cdef uint64_t list_into(const Listing *l, Planes *out) noexcept nogil:
    """Write down all choices; how many. With no room for them they are only counted."""
    cdef const Layer *layer = last_layer(&l.side)
    cdef const Node *node
    cdef uint64_t total = 0
    cdef uint64_t number
    cdef uint64_t one
    cdef uint64_t ways
    cdef uint64_t rest
    cdef uint64_t two
    cdef uint64_t three
    cdef int least
    cdef int i
    cdef int a
    cdef int b
    for i in range(layer.nodes):
        node = &layer.node[i]
        least = twos_at(&l.plan, frontier_of(&l.plan, &l.side, i))
        for a in range(node.low[0], node.high[0] + 1):
            for b in range(max(<int> node.low[1], least - a), node.high[1] + 1):
                ways = cell(node, a, b)
                rest = loose(&l.plan, a, b)
                if out != NULL and rest:
                    for number in range(ways):
                        two = three = 0
                        retrace(&l.plan, &l.side, i, a, b, number, &two, &three)
                        for one in range(rest):
                            out[total] = with_loose(&l.plan, two, three, one)
                            total += 1
                else:
                    total += ways * rest
    return total


cdef int list_choices(const Listing *l, int most, Planes **out) noexcept nogil:
    """All choices, ascending, in memory to be freed; how many, NO_MEMORY or TOO_MANY."""
    cdef uint64_t total = list_into(l, NULL)
    out[0] = NULL
    if total > <uint64_t> most:
        return TOO_MANY
    out[0] = <Planes *> malloc((total + 1) * sizeof(Planes))
    if out[0] == NULL:
        return NO_MEMORY
    list_into(l, out[0])
    qsort(out[0], total, sizeof(Planes), by_kinds)
    return <int> total


cdef int can_finish(Listing *l, const int *taken, int known) noexcept nogil:
    """Whether some choice takes just so many of the first kinds; NO_MEMORY, or 0 or 1.

    Of the choices that hold the runs the one of fewest cards is looked for: cards can be added.
    """
    cdef const Plan *p = &l.plan
    cdef const Side *t = &l.side
    cdef const Step *step
    cdef uint8_t cost[MAX_WAYS]
    cdef const Layer *layer
    cdef int row = max(p.choice.twos, p.twos_guarded if p.owed_guarded != NULL else 0) + 1
    cdef int fixed[KINDS]
    cdef uint64_t kinds = p.choice.stock.one
    cdef int paid = 0
    cdef int at
    cdef int i
    cdef int k
    cdef int s
    cdef int twos
    cdef int total
    cdef uint8_t *now
    cdef uint8_t *then
    cdef uint8_t *there
    if make_rows(l, row) < 0:
        return NO_MEMORY
    for i in range(KINDS):
        fixed[i] = NONE
    for i in range(known):
        fixed[lowest(kinds)] = taken[i]
        kinds &= kinds - 1
        paid += taken[i]
    now = l.cheap[0]
    then = l.cheap[1]
    memset(now, NEVER, row)
    now[0] = 0
    for s in range(p.steps):
        step = &p.step[s]
        layer = &t.layer[s]
        memset(then, NEVER, t.layer[s + 1].nodes * row)
        price(p, step, fixed, cost)
        at = 0
        for i in range(layer.nodes):
            for k in range(step.ways):
                at += 1
                if layer.link[at - 1] < 0 or cost[k] == NEVER:
                    continue
                there = then + layer.link[at - 1] * row
                total = step.way[k].twos + step.way[k].guarded + step.way[k].threes
                for twos in range(row):
                    if now[i * row + twos] != NEVER:
                        there[min(twos + total, row - 1)] = min(
                            there[min(twos + total, row - 1)], now[i * row + twos] + cost[k]
                        )
        now, then = then, now
    for i in range(last_layer(t).nodes):
        for twos in range(twos_at(p, frontier_of(p, t, i)), row):
            if now[i * row + twos] != NEVER and paid + now[i * row + twos] <= p.cards:
                return True
    return False


cdef int make_rows(Listing *l, int row) noexcept nogil:
    """Room for what the nodes of two layers cost; NO_MEMORY or 0."""
    cdef int most = 1
    cdef int i
    if l.cheap[0] != NULL:
        return 0
    for i in range(l.plan.steps + 1):
        most = max(most, l.side.layer[i].nodes)
    for i in range(2):
        l.cheap[i] = <uint8_t *> take(&l.plan.store, most * row)
        if l.cheap[i] == NULL:
            l.cheap[0] = NULL
            return NO_MEMORY
    return 0


cdef void price(const Plan *p, const Step *step, const int *fixed, uint8_t *cost) noexcept nogil:
    """The fewest cards, beside those of kinds fixed, that each way of a step takes."""
    cdef int copies[MAX_LANES]  # 0 for one or none
    cdef int i
    cdef int k
    cdef int total
    cdef int least[MAX_LANES]
    cdef int most[MAX_LANES]
    cdef int count[4]
    memset(cost, NEVER, MAX_WAYS)
    for k in range(step.kinds):
        least[k] = 0
        most[k] = step.held[k]
        if fixed[step.kind[k]] >= 0:
            least[k] = most[k] = fixed[step.kind[k]] if fixed[step.kind[k]] > 1 else 0
        copies[k] = least[k]
    while True:
        total = 0
        count[0] = count[1] = count[2] = count[3] = 0
        for k in range(step.kinds):
            if fixed[step.kind[k]] < 0:
                total += copies[k]
            if copies[k] and not p.thirds:
                count[step.held[k]] += 1
            elif p.apart and step.held[k] == 3 and copies[k] == 2:
                count[1] += 1
            else:
                count[copies[k]] += 1
        for i in range(step.ways):
            if (
                step.way[i].twos == count[2]
                and step.way[i].guarded == count[1]
                and step.way[i].threes == count[3]
            ):
                cost[i] = min(<int> cost[i], total)
                break
        for k in range(step.kinds):
            if copies[k] < most[k]:
                copies[k] = copies[k] + 1 if copies[k] else 2
                break
            copies[k] = least[k]
        else:
            return
