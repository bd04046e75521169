"""Paths: choices of cards that hold runs, as paths along the steps of a suit (rules F).

The steps are gone through from below, from above, or from both ends to a step between.  A *node*
is a frontier of the packing search that the kinds chosen so far can lead to; choices that lead to
the same node have the same futures.  From above a node is all the frontiers that the kinds chosen
there make succeed.  The counts of a node tell, for each number of kinds taken twice and three
times, how many choices lead to it; the loose cards are counted at the end by a binomial.  Where
nothing asks for three cards of a kind, a third card is loose as well, and the second number is
that of kinds held three times and taken twice.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport copies_of
from tractor_core.counting cimport BINOMIAL, pick
from tractor_core.guards cimport (
    NO_MEMORY, NONE, advance_guard, finish_guard, free_guard, leave_guard_peaks, plan_guard,
    retreat_guard, settle_guard, spares_triples, start_guard
)
from tractor_core.packing cimport (
    Room, advance, empty, finish, fits_tied, leave_peaks, plan, retreat, settle, start
)
from tractor_core.stores cimport close_store, enlarge, open_store, take
from tractor_core.trump cimport TRUMPS

cdef enum:
    MAX_TAKEN = 127
    FEW_NODES = 16          # that a layer has room for at first


# --- what is looked for ----------------------------------------------------------------------

cdef void fill_steps(Plan *p, const Order *o, const Choice *c) noexcept nogil:
    """Sort the kinds that can be taken twice by their steps, with what may be taken of each."""
    cdef int kinds[2]
    cdef int taken[3]
    cdef uint64_t left = c.stock.two
    cdef int i
    cdef int k
    cdef Step *step
    cdef Way *way
    for i in range(p.steps):
        p.step[i].kinds = p.step[i].ways = 0
    while left:
        k = lowest(left)
        left &= left - 1
        step = &p.step[o.step_of[k]]
        step.kind[step.kinds] = k
        step.held[step.kinds] = copies_of(c.stock, k)
        step.kinds += 1
    p.below[0] = 0
    for i in range(p.steps):
        step = &p.step[i]
        p.below[i + 1] = p.below[i] + step.kinds
        kinds[0] = kinds[1] = 0
        for k in range(step.kinds):
            kinds[step.held[k] - 2] += 1
        # without thirds a kind held three times is taken twice and its third card is loose
        for taken[2] in range(kinds[1] + 1):
            for taken[1] in range(kinds[1] - taken[2] + 1 if p.apart else 1):
                for taken[0] in range(
                    kinds[0] + (kinds[1] - taken[2] if p.thirds and not p.apart else 0) + 1
                ):
                    way = &step.way[step.ways]
                    step.ways += 1
                    way.twos = taken[0]
                    way.guarded = taken[1]
                    way.threes = taken[2]
                    way.ways = BINOMIAL[kinds[1]][taken[2]]
                    if p.apart or not p.thirds:
                        way.ways *= BINOMIAL[kinds[1] - taken[2]][taken[1]]
                        way.ways *= BINOMIAL[kinds[0]][taken[0]]
                    else:
                        way.ways *= BINOMIAL[kinds[0] + kinds[1] - taken[2]][taken[0]]


cdef int threes_held(const Plan *p, const Step *step) noexcept nogil:
    cdef int threes = 0
    cdef int k
    if p.thirds:
        for k in range(step.kinds):
            threes += step.held[k] == 3
    return threes


cdef void find_need(Plan *p) noexcept nogil:
    """All that can succeed below each step, if all cards from there are played."""
    cdef uint64_t *now = p.need + p.steps * p.width
    cdef const uint64_t *then
    cdef int threes
    cdef int s
    finish(&p.packing, now)
    if p.owed_guarded != NULL:
        finish_guard(&p.guard, now + p.packing.width)
    for s in range(p.steps - 1, -1, -1):
        then = now
        now -= p.width
        threes = threes_held(p, &p.step[s])
        retreat(&p.packing, then, p.step[s].kinds, threes, now)
        if p.owed_guarded != NULL:
            retreat_guard(&p.guard, then + p.packing.width, p.step[s].kinds - threes, 0, threes, 0,
                          now + p.packing.width)


cdef int find_reach(Plan *p) noexcept nogil:
    """All that can be brought about below each step, if all cards up to there are played.

    NO_MEMORY or 0.
    """
    cdef const uint64_t *now
    cdef uint64_t *then
    cdef int threes
    cdef int s
    then = p.reach = <uint64_t *> take(&p.store, (p.steps + 1) * p.width * sizeof(uint64_t))
    if p.reach == NULL:
        return NO_MEMORY
    start_frontier(p, then)
    for s in range(p.steps):
        now = then
        then += p.width
        threes = threes_held(p, &p.step[s])
        advance(&p.packing, now, p.step[s].kinds, threes, then)
        if p.owed_guarded != NULL:
            advance_guard(&p.guard, now + p.packing.width, p.step[s].kinds - threes, 0, threes, 0,
                          then + p.packing.width)
        settle_frontier(p, then)
    return 0


cdef int open_plan(
    Plan *p, const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book
) noexcept nogil:
    """Plan the search for a choice that must hold what is owed; NO_MEMORY or 0.

    c.twos must be the kinds that the whole answer needs twice. With an answer under which cards
    are guarded (or NULL), a choice may hold that instead; not where tied steps are side by side.
    close_plan() is due in either case.
    """
    cdef int i
    p.owed = owed
    p.steps = o.steps[s]
    p.tied = s == TRUMPS and o.ties_adjacent
    p.owed_guarded = NULL
    p.apart = guarded != NULL and spares_triples(book)
    p.thirds = owed.triples > 0 or guarded != NULL
    for i in range(owed.runs):
        p.thirds |= owed.copies[i] == 3
    p.width = 1
    if not p.tied:
        plan(&p.packing, owed, owed.triples)
        p.width = p.packing.width
    p.cards = c.cards
    p.twos = c.twos
    p.kinds = popcount(c.stock.one)
    p.choice = c
    open_store(&p.store)
    if guarded != NULL:
        p.owed_guarded = guarded
        if plan_guard(&p.guard, guarded, book) < 0:
            return NO_MEMORY
        p.width += p.guard.width
        p.twos_guarded = guarded.kinds
        p.twos = min(p.twos, p.twos_guarded)
    p.need = <uint64_t *> take(&p.store, (p.steps + 2) * p.width * sizeof(uint64_t))
    if p.need == NULL:
        return NO_MEMORY
    p.spare = p.need + (p.steps + 1) * p.width
    fill_steps(p, o, c)
    if not p.tied:
        find_need(p)
    return 0


cdef void close_plan(Plan *p) noexcept nogil:
    close_store(&p.store)
    if p.owed_guarded != NULL:
        free_guard(&p.guard)


# --- frontiers -------------------------------------------------------------------------------

cdef void start_frontier(const Plan *p, uint64_t *frontier) noexcept nogil:
    if p.tied:
        frontier[0] = 0
        return
    start(&p.packing, frontier)
    if p.owed_guarded != NULL:
        start_guard(&p.guard, frontier + p.packing.width)


cdef void settle_frontier(const Plan *p, uint64_t *frontier) noexcept nogil:
    """Put a frontier into a form that those with the same futures share."""
    if p.owed_guarded == NULL:
        settle(&p.packing, frontier)
        return
    if not empty(p.packing.width, frontier):
        settle(&p.packing, frontier)
    if not empty(p.guard.width, frontier + p.packing.width):
        settle_guard(&p.guard, frontier + p.packing.width)


cdef void leave_peaks_alone(const Plan *p, uint64_t *frontier) noexcept nogil:
    """The opposite of settle_frontier(): what is no better than something else goes."""
    leave_peaks(&p.packing, frontier)
    if p.owed_guarded != NULL:
        leave_guard_peaks(&p.guard, frontier + p.packing.width)


cdef void go_on(
    const Plan *p, const uint64_t *x, int s, const Way *way, bint down, uint64_t *out
) noexcept nogil:
    """The frontier on the other side of a step of which that is taken.

    Above it what may come of what is below; below it, going down, all that succeeds.
    """
    cdef int twos = way.twos + way.guarded + way.threes
    cdef int threes = way.threes if p.thirds else 0
    if p.tied:      # never gone down
        out[0] = x[0] | <uint64_t> (16 * threes + twos) << (8 * s)
        return
    if empty(p.packing.width, x):
        memset(out, 0, p.packing.width * sizeof(uint64_t))
    elif down:
        retreat(&p.packing, x, twos, threes, out)
    else:
        advance(&p.packing, x, twos, threes, out)
    if p.owed_guarded == NULL:
        return
    x += p.packing.width
    out += p.packing.width
    if empty(p.guard.width, x):
        memset(out, 0, p.guard.width * sizeof(uint64_t))
    elif down:
        retreat_guard(&p.guard, x, way.twos, way.guarded, threes, p.step[s].kinds - twos, out)
    else:
        advance_guard(&p.guard, x, way.twos, way.guarded, threes, p.step[s].kinds - twos, out)


cdef bint keep(const Plan *p, const uint64_t *these, uint64_t *frontier) noexcept nogil:
    """Keep of a frontier what is among these; whether that is anything."""
    cdef uint64_t left = 0
    cdef int i
    for i in range(p.width):
        frontier[i] &= these[i]
        left |= frontier[i]
    return left != 0


cdef Room room_taken(const Plan *p, uint64_t taken, int first) noexcept nogil:
    """The room of what is taken below a step, by a frontier, and of all that is held from there."""
    cdef Room room
    cdef int i
    room.steps = p.steps
    room.ties_adjacent = True
    for i in range(p.steps):
        if i < first:
            room.twos[i] = (taken >> (8 * i)) & 15
            room.threes[i] = (taken >> (8 * i + 4)) & 15
        else:
            room.twos[i] = p.step[i].kinds
            room.threes[i] = threes_held(p, &p.step[i])
    return room


cdef bint hopeful(const Plan *p, bint upper, int s, uint64_t *frontier) noexcept nogil:
    """Whether all cards on the other side of the bottom of a step could still make the answer."""
    cdef Room room
    if p.tied:
        room = room_taken(p, frontier[0], s)
        return fits_tied(&room, p.owed) >= p.owed.triples
    if upper:
        return keep(p, p.reach + s * p.width, frontier)
    settle_frontier(p, frontier)
    return keep(p, p.need + s * p.width, frontier)


# --- nodes -----------------------------------------------------------------------------------

cdef uint64_t mark_of(const Plan *p, const uint64_t *frontier) noexcept nogil:
    cdef uint64_t mark = 0
    cdef uint64_t other = 0
    cdef int i
    for i in range(p.width // 2):   # two products at a time
        mark = (mark ^ frontier[2 * i]) * <uint64_t> 0x9E3779B97F4A7C15
        other = (other ^ frontier[2 * i + 1]) * <uint64_t> 0xC2B2AE3D27D4EB4F
    if p.width & 1:
        mark = (mark ^ frontier[p.width - 1]) * <uint64_t> 0x9E3779B97F4A7C15
    mark ^= (other >> 31) ^ (mark >> 33) ^ (other << 7)
    mark *= <uint64_t> 0x9E3779B97F4A7C15
    return mark ^ (mark >> 29)


cdef int add_node(Plan *p, Side *t, int *most, uint64_t mark) noexcept nogil:
    """Another node of the last layer, with the frontier that is spare; NO_MEMORY or its number."""
    cdef Layer *layer = &t.layer[t.layers]
    cdef int n = layer.nodes
    cdef int parity = t.layers & 1
    cdef size_t size = p.width * sizeof(uint64_t)
    cdef Node *node
    if n == most[0]:
        most[0] = 4 * n if n else FEW_NODES
        layer.node = <Node *> enlarge(
            &p.store, layer.node, n * sizeof(Node), most[0] * sizeof(Node)
        )
        if layer.node == NULL:
            return NO_MEMORY
    if n == t.most_frontiers[parity]:
        t.most_frontiers[parity] = 4 * n if n else FEW_NODES
        t.frontier[parity] = <uint64_t *> enlarge(
            &p.store, t.frontier[parity], n * size, t.most_frontiers[parity] * size
        )
        if t.frontier[parity] == NULL:
            return NO_MEMORY
    memcpy(frontier_of(p, t, n), p.spare, size)
    node = &layer.node[n]
    node.mark = mark
    node.into = NONE
    node.low[0] = node.low[1] = MAX_TAKEN
    node.high[0] = node.high[1] = 0
    layer.nodes += 1
    return n


cdef int node_of(Plan *p, Side *t, int *most, int32_t *head, int heads) noexcept nogil:
    """The node of the last layer with the frontier that is spare; NO_MEMORY or its number."""
    cdef const Layer *layer = last_layer(t)
    cdef uint64_t mark = mark_of(p, p.spare)
    cdef int i
    head += mark & <uint64_t> (heads - 1)
    i = head[0]
    while i >= 0:
        if layer.node[i].mark == mark and memcmp(
            frontier_of(p, t, i), p.spare, p.width * sizeof(uint64_t)
        ) == 0:
            return i
        i = layer.node[i].same_head
    i = add_node(p, t, most, mark)
    if i >= 0:
        layer.node[i].same_head = head[0]
        head[0] = i
    return i


cdef int add_counts(Plan *p, const Layer *layer) noexcept nogil:
    """Give the nodes of a layer their counts, all zero; NO_MEMORY or 0."""
    cdef size_t size = 0
    cdef uint64_t *counts
    cdef Node *node
    cdef int i
    for i in range(layer.nodes):
        node = &layer.node[i]
        size += (node.high[0] - node.low[0] + 1) * (node.high[1] - node.low[1] + 1)
    counts = <uint64_t *> take(&p.store, size * sizeof(uint64_t))
    if counts == NULL:
        return NO_MEMORY
    memset(counts, 0, size * sizeof(uint64_t))
    for i in range(layer.nodes):
        node = &layer.node[i]
        node.counts = counts
        counts += (node.high[0] - node.low[0] + 1) * (node.high[1] - node.low[1] + 1)
    return 0


cdef int begin_side(Plan *p, Side *t, bint upper) noexcept nogil:
    """Begin at an end of the suit, with one node or none; NO_MEMORY or 0."""
    cdef int most = 0
    t.upper = upper
    t.layers = 0
    t.layer[0].nodes = 0
    t.layer[0].node = NULL
    t.most_frontiers[0] = t.most_frontiers[1] = 0
    t.frontier[0] = t.frontier[1] = NULL
    if upper:
        if find_reach(p) < 0:
            return NO_MEMORY
        memcpy(p.spare, p.need + p.steps * p.width, p.width * sizeof(uint64_t))
    else:
        start_frontier(p, p.spare)
    if not hopeful(p, upper, p.steps if upper else 0, p.spare):
        return 0
    if add_node(p, t, &most, 0) < 0:
        return NO_MEMORY
    t.layer[0].node[0].low[0] = t.layer[0].node[0].low[1] = 0
    if add_counts(p, &t.layer[0]) < 0:
        return NO_MEMORY
    t.layer[0].node[0].counts[0] = 1
    return 0


cdef int extend(Plan *p, Side *t) noexcept nogil:
    """Go through the next step: make the nodes and counts of another layer; NO_MEMORY or 0."""
    cdef int s = next_step(p, t)
    cdef const Step *step = &p.step[s]
    cdef Layer *old = &t.layer[t.layers]
    cdef Layer *new = old + 1
    cdef int links = old.nodes * step.ways
    cdef int heads = FEW_NODES
    cdef int32_t *head
    cdef const int32_t *link
    cdef int i
    cdef int k
    while heads < links:
        heads *= 2
    new.nodes = 0
    new.node = NULL
    old.link = <int32_t *> take(&p.store, links * sizeof(int32_t))
    old.before = <int32_t *> take(&p.store, links * sizeof(int32_t))
    head = <int32_t *> take(&p.store, heads * sizeof(int32_t))
    if old.link == NULL or old.before == NULL or head == NULL:
        return NO_MEMORY
    for i in range(heads):
        head[i] = NONE
    t.layers += 1
    if make_links(p, t, s, head, heads) < 0 or add_counts(p, new) < 0:
        return NO_MEMORY
    link = old.link
    for i in range(old.nodes):
        for k in range(step.ways):
            if link[k] >= 0:
                carry(&old.node[i], &step.way[k], &new.node[link[k]])
        link += step.ways
    return 0


cdef int make_links(Plan *p, Side *t, int s, int32_t *head, int heads) noexcept nogil:
    """Follow every way of a step to the nodes of the last layer; NO_MEMORY or 0."""
    cdef const Step *step = &p.step[s]
    cdef const Layer *old = &t.layer[t.layers - 1]
    cdef const Layer *new = old + 1
    cdef const uint64_t *frontier = t.frontier[(t.layers - 1) & 1]
    cdef int bottom = s if t.upper else s + 1       # of the step that comes then
    cdef int beyond = p.below[s] if t.upper else p.below[p.steps] - p.below[s + 1]
    cdef int most = 0
    cdef int at = 0
    cdef int i
    cdef int k
    cdef int taken
    cdef int least
    cdef const Node *node
    cdef const Way *way
    for i in range(old.nodes):
        node = &old.node[i]
        for k in range(step.ways):
            way = &step.way[k]
            taken = way.twos + way.guarded + way.threes
            least = 2 * (node.low[0] + node.low[1] + taken)
            if p.thirds:
                least += node.low[1] + way.threes
            old.link[at] = NONE
            if least <= p.cards and node.high[0] + node.high[1] + taken + beyond >= p.twos:
                go_on(p, frontier, s, way, t.upper, p.spare)
                if hopeful(p, t.upper, bottom, p.spare):
                    old.link[at] = node_of(p, t, &most, head, heads)
                    if old.link[at] == NO_MEMORY:
                        return NO_MEMORY
                    old.before[at] = join(node, way, &new.node[old.link[at]], at)
            at += 1
        frontier += p.width
    return 0


cdef inline int32_t join(const Node *node, const Way *way, Node *then, int32_t link) noexcept nogil:
    """Let a link lead from a node to another; the one made before it."""
    cdef int32_t before = then.into
    then.into = link
    then.low[0] = min(then.low[0], node.low[0] + way.twos + way.guarded)
    then.low[1] = min(then.low[1], node.low[1] + way.threes)
    then.high[0] = max(then.high[0], node.high[0] + way.twos + way.guarded)
    then.high[1] = max(then.high[1], node.high[1] + way.threes)
    return before


cdef void carry(const Node *now, const Way *way, const Node *then) noexcept nogil:
    """Add the counts of a node to those of another, to which a way of its step leads."""
    cdef const uint64_t *here = now.counts
    cdef int width = now.high[1] - now.low[1] + 1
    cdef int across = then.high[1] - then.low[1] + 1
    cdef uint64_t *there = then.counts + (
        now.low[0] + way.twos + way.guarded - then.low[0]
    ) * across + now.low[1] + way.threes - then.low[1]
    cdef int b
    cdef int _a
    for _a in range(now.low[0], now.high[0] + 1):
        for b in range(width):
            there[b] += way.ways * here[b]
        here += width
        there += across


# --- choices ---------------------------------------------------------------------------------

cdef uint64_t loose(const Plan *p, int twos, int threes) noexcept nogil:
    """Ways to take the loose cards beside so many kinds taken twice and three times."""
    cdef int rest = p.cards - 2 * (twos + threes)
    cdef int kinds = p.kinds - twos - threes
    cdef uint64_t total = 0
    cdef int third
    if p.thirds:
        rest -= threes
        return BINOMIAL[kinds][rest] if 0 <= rest <= kinds else 0
    for third in range(max(0, rest - kinds), min(threes, rest) + 1):
        total += BINOMIAL[threes][third] * BINOMIAL[kinds][rest - third]
    return total


cdef Planes with_loose(
    const Plan *p, uint64_t two, uint64_t three, uint64_t number
) noexcept nogil:
    """Kinds taken twice or more, those three times (see loose()), and the loose cards."""
    cdef Planes taken
    cdef uint64_t left = p.choice.stock.one & ~two
    cdef uint64_t ways
    cdef uint64_t each
    cdef int rest = p.cards - 2 * popcount(two)
    cdef int threes = popcount(three)
    cdef int kinds
    cdef int k
    taken.one = taken.two = two
    taken.three = three
    if p.thirds:
        taken.one |= pick(left, rest - threes, number)
        return taken
    kinds = popcount(left)
    for k in range(max(0, rest - kinds), min(threes, rest) + 1):
        each = BINOMIAL[kinds][rest - k]
        ways = BINOMIAL[threes][k] * each
        if number < ways:
            taken.three = pick(three, k, number // each)
            taken.one |= pick(left, rest - k, number % each)
            break
        number -= ways
    return taken


cdef void take_kinds(
    const Plan *p, const Step *step, const Way *way, uint64_t number, uint64_t *two,
    uint64_t *three
) noexcept nogil:
    """Take the kinds of that number among those that a way may stand for."""
    cdef uint64_t held[2]
    cdef uint64_t chosen
    cdef uint64_t ways
    cdef int k
    held[0] = held[1] = 0
    for k in range(step.kinds):
        held[step.held[k] - 2] |= bit(step.kind[k])
    # those taken three times first, then the guarded, then the others
    ways = BINOMIAL[popcount(held[1])][way.threes]
    chosen = pick(held[1], way.threes, number % ways)
    number //= ways
    three[0] |= chosen
    two[0] |= chosen
    held[1] &= ~chosen
    ways = BINOMIAL[popcount(held[1])][way.guarded]
    two[0] |= pick(held[1], way.guarded, number % ways)
    number //= ways
    two[0] |= pick(held[0] | held[1] if p.thirds and not p.apart else held[0], way.twos, number)


cdef void retrace(
    const Plan *p, const Side *t, int i, int twos, int threes, uint64_t number, uint64_t *two,
    uint64_t *three
) noexcept nogil:
    """Add the kinds of the choice of that number that leads to a node of the last layer.

    Of the choices counted in a cell; the number must be less than its count.
    """
    cdef const Layer *layer = last_layer(t)
    cdef const Step *step
    cdef const Way *way
    cdef int n
    cdef int at
    cdef uint64_t each
    for n in range(t.layers - 1, -1, -1):
        step = &p.step[p.steps - 1 - n if t.upper else n]
        at = layer.node[i].into
        layer -= 1
        while True:
            i = at // step.ways
            way = &step.way[at % step.ways]
            each = cell(&layer.node[i], twos - way.twos - way.guarded, threes - way.threes)
            if number < each * way.ways:
                break
            number -= each * way.ways
            at = layer.before[at]
        take_kinds(p, step, way, number // each, two, three)
        number %= each
        twos -= way.twos + way.guarded
        threes -= way.threes
