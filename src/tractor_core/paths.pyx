"""Paths: choices of cards that hold runs, counted and found by their number (rules F).

The steps are gone through from below.  A *node* is a frontier of the packing search that the
kinds chosen so far can lead to; choices that lead to the same node have the same futures.  A
table holds, for a node and the numbers of kinds taken twice and three times, the number of ways
to go on; the loose cards are counted at the end by a binomial.  Where nothing asks for three
cards of a kind, a third card is loose as well, and the second number is that of kinds held three
times and taken twice.  A number is turned into a choice by going through the same table.
"""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport KINDS, copies_of
from tractor_core.counting cimport BINOMIAL
from tractor_core.guards cimport (
    advance_guard, finish_guard, free_guard, plan_guard, retreat_guard, settle_guard,
    spares_triples, start_guard
)
from tractor_core.packing cimport (
    MAX_WIDTH, Room, advance, empty, finish, fits_tied, plan, retreat, settle, start
)
from tractor_core.randomness cimport BitGenerator, below
from tractor_core.trump cimport TRUMPS

cdef enum:
    NO_MEMORY = -1
    NONE = -1
    MAX_TAKEN = 127
    NEVER = 255


cdef inline int fewest_of(const Table *t) noexcept nogil:
    """Cards of a kind counted in the second column of a table."""
    return 3 if t.thirds else 2


cdef void fill_steps(Table *t, const Order *o, int s, const Choice *c) noexcept nogil:
    """Sort the kinds that can be taken twice by their steps, with what may be taken of each."""
    cdef int kinds[2]
    cdef int taken[3]
    cdef int i
    cdef int k
    cdef Step *step
    cdef Way *way
    for i in range(t.steps):
        t.step[i].kinds = t.step[i].ways = 0
    for i in range(c.kinds):
        if c.high[i] > 1:
            step = &t.step[o.step_of[c.kind[i]]]
            step.kind[step.kinds] = c.kind[i]
            step.held[step.kinds] = c.high[i]
            step.kinds += 1
    t.after[t.steps] = 0
    for i in range(t.steps - 1, -1, -1):
        step = &t.step[i]
        t.after[i] = t.after[i + 1] + step.kinds
        kinds[0] = kinds[1] = 0
        for k in range(step.kinds):
            kinds[step.held[k] - 2] += 1
        # without thirds a kind held three times is taken twice and its third card is loose
        for taken[2] in range(kinds[1] + 1):
            for taken[1] in range(kinds[1] - taken[2] + 1 if t.apart else 1):
                for taken[0] in range(
                    kinds[0] + (kinds[1] - taken[2] if t.thirds and not t.apart else 0) + 1
                ):
                    way = &step.way[step.ways]
                    step.ways += 1
                    way.twos = taken[0]
                    way.guarded = taken[1]
                    way.threes = taken[2]
                    way.ways = BINOMIAL[kinds[1]][taken[2]]
                    if t.apart or not t.thirds:
                        way.ways *= BINOMIAL[kinds[1] - taken[2]][taken[1]]
                        way.ways *= BINOMIAL[kinds[0]][taken[0]]
                    else:
                        way.ways *= BINOMIAL[kinds[0] + kinds[1] - taken[2]][taken[0]]


cdef int node_of(Table *t, int step, const uint64_t *frontier) noexcept nogil:
    """Number of the node with this frontier before a step; NO_MEMORY if it cannot be made."""
    cdef uint64_t mark = 0
    cdef uint64_t other = 0
    cdef uint64_t *grown
    cdef Node *more
    cdef Node *node
    cdef int32_t *links
    cdef int i
    cdef int _i
    cdef int *head
    for i in range(t.width // 2):   # two products at a time
        mark = (mark ^ frontier[2 * i]) * <uint64_t> 0x9E3779B97F4A7C15
        other = (other ^ frontier[2 * i + 1]) * <uint64_t> 0xC2B2AE3D27D4EB4F
    if t.width & 1:
        mark = (mark ^ frontier[t.width - 1]) * <uint64_t> 0x9E3779B97F4A7C15
    mark ^= (other >> 31) ^ (mark >> 33) ^ (other << 7)
    mark *= <uint64_t> 0x9E3779B97F4A7C15
    mark ^= mark >> 29
    head = &t.head[mark % HEADS]
    i = head[0]
    while i >= t.first_of[step]:
        if t.node[i].mark == mark and memcmp(
            t.frontier + i * t.width, frontier, t.width * sizeof(uint64_t)
        ) == 0:
            return i
        i = t.node[i].same_head
    if t.nodes == t.most:
        t.most *= 4
        grown = <uint64_t *> realloc(t.frontier, t.most * t.width * sizeof(uint64_t))
        if grown == NULL:
            return NO_MEMORY
        t.frontier = grown
        more = <Node *> realloc(t.node, t.most * sizeof(Node))
        if more == NULL:
            return NO_MEMORY
        t.node = more
    if t.links + MAX_WAYS > t.most_links:
        t.most_links = 2 * t.most_links + MAX_WAYS
        links = <int32_t *> realloc(t.link, t.most_links * sizeof(int32_t))
        if links == NULL:
            return NO_MEMORY
        t.link = links
    memcpy(t.frontier + t.nodes * t.width, frontier, t.width * sizeof(uint64_t))
    node = &t.node[t.nodes]
    node.mark = mark
    node.same_head = head[0]
    head[0] = t.nodes
    node.step = step
    node.links = t.links
    node.low[0] = node.low[1] = MAX_TAKEN
    node.high[0] = node.high[1] = 0
    if step < t.steps:
        for _i in range(t.step[step].ways):
            t.link[t.links] = NONE
            t.links += 1
    t.nodes += 1
    return t.nodes - 1


cdef void go_on(
    const Table *t, const uint64_t *now, int step, const Way *way, uint64_t *then
) noexcept nogil:
    """The frontier above a step of which that is taken."""
    cdef int twos = way.twos + way.guarded + way.threes
    cdef int threes = way.threes if t.thirds else 0
    if t.tied:
        then[0] = now[0] | <uint64_t> (16 * threes + twos) << (8 * step)
        return
    if t.owed_guarded == NULL:
        advance(&t.packing, now, twos, threes, then)
        return
    if empty(t.packing.width, now):
        memset(then, 0, t.packing.width * sizeof(uint64_t))
    else:
        advance(&t.packing, now, twos, threes, then)
    now += t.packing.width
    then += t.packing.width
    if empty(t.guard.width, now):
        memset(then, 0, t.guard.width * sizeof(uint64_t))
    else:
        advance_guard(&t.guard, now, way.twos, way.guarded, threes, t.step[step].kinds - twos, then)


cdef Room room_taken(const Table *t, uint64_t taken, int first) noexcept nogil:
    """The room of what is taken below a step, by a frontier, and of all that is held from there."""
    cdef Room room
    cdef int i
    cdef int k
    room.steps = t.steps
    room.ties_adjacent = True
    for i in range(t.steps):
        if i < first:
            room.twos[i] = (taken >> (8 * i)) & 15
            room.threes[i] = (taken >> (8 * i + 4)) & 15
        else:
            room.twos[i] = t.step[i].kinds
            room.threes[i] = 0
            for k in range(t.step[i].kinds):
                room.threes[i] += t.step[i].held[k] == 3
    return room


cdef bint hopeful(const Table *t, int step, uint64_t *frontier) noexcept nogil:
    """Whether all cards from a step on could still make the answer.

    The frontier is put into a form that all frontiers with the same futures share.
    """
    cdef const uint64_t *need
    cdef uint64_t hope = 0
    cdef Room room
    cdef int i
    if t.tied:
        room = room_taken(t, frontier[0], step)
        return fits_tied(&room, t.owed) >= t.owed.triples
    if t.owed_guarded == NULL:
        settle(&t.packing, frontier)
    else:
        if not empty(t.packing.width, frontier):
            settle(&t.packing, frontier)
        if not empty(t.guard.width, frontier + t.packing.width):
            settle_guard(&t.guard, frontier + t.packing.width)
    need = t.need + step * t.width
    for i in range(t.width):
        frontier[i] &= need[i]
        hope |= frontier[i]
    return hope != 0


cdef int link(Table *t) noexcept nogil:
    """Make all nodes, step by step; NO_MEMORY or 0."""
    cdef uint64_t few[MAX_WIDTH]
    cdef uint64_t *frontier = few
    cdef int step
    cdef int i
    cdef int k
    cdef int j
    cdef int found
    cdef int threes
    cdef const Way *way
    cdef Node *node
    cdef Node *then
    if t.width > MAX_WIDTH:
        frontier = t.wide = <uint64_t *> malloc(t.width * sizeof(uint64_t))
        if frontier == NULL:
            return NO_MEMORY
    if t.tied:
        frontier[0] = 0
    else:
        t.need = <uint64_t *> malloc((t.steps + 1) * t.width * sizeof(uint64_t))
        if t.need == NULL:
            return NO_MEMORY
        finish(&t.packing, t.need + t.steps * t.width)
        if t.owed_guarded != NULL:
            finish_guard(&t.guard, t.need + t.steps * t.width + t.packing.width)
        for step in range(t.steps - 1, -1, -1):
            threes = 0
            for k in range(t.step[step].kinds):
                threes += t.thirds and t.step[step].held[k] == 3
            retreat(&t.packing, t.need + (step + 1) * t.width, t.step[step].kinds, threes,
                    t.need + step * t.width)
            if t.owed_guarded != NULL:
                retreat_guard(
                    &t.guard, t.need + (step + 1) * t.width + t.packing.width,
                    t.step[step].kinds - threes, threes,
                    t.need + step * t.width + t.packing.width,
                )
        start(&t.packing, frontier)
        if t.owed_guarded != NULL:
            start_guard(&t.guard, frontier + t.packing.width)
    t.first_of[0] = 0
    if not hopeful(t, 0, frontier):
        return 0
    if node_of(t, 0, frontier) < 0:
        return NO_MEMORY
    t.node[0].low[0] = t.node[0].low[1] = 0
    for step in range(t.steps):
        t.first_of[step + 1] = t.nodes
        for i in range(t.first_of[step], t.first_of[step + 1]):
            for k in range(t.step[step].ways):
                way = &t.step[step].way[k]
                node = &t.node[i]
                j = node.low[0] + node.low[1] + way.twos + way.guarded + way.threes
                if (
                    2 * j + (node.low[1] + way.threes if t.thirds else 0) > t.cards
                    or node.high[0] + node.high[1] + way.twos + way.guarded + way.threes
                    + t.after[step + 1] < t.twos
                ):
                    continue
                go_on(t, t.frontier + i * t.width, step, way, frontier)
                if not hopeful(t, step + 1, frontier):
                    continue
                found = node_of(t, step + 1, frontier)
                if found < 0:
                    return NO_MEMORY
                node = &t.node[i]
                then = &t.node[found]
                t.link[node.links + k] = found
                then.low[0] = min(then.low[0], node.low[0] + way.twos + way.guarded)
                then.low[1] = min(then.low[1], node.low[1] + way.threes)
                then.high[0] = max(then.high[0], node.high[0] + way.twos + way.guarded)
                then.high[1] = max(then.high[1], node.high[1] + way.threes)
    t.first_of[t.steps + 1] = t.nodes
    return 0


cdef uint64_t loose(const Table *t, int twos, int threes) noexcept nogil:
    """Ways to take the loose cards beside so many kinds taken twice and three times."""
    cdef int rest = t.cards - 2 * (twos + threes)
    cdef int kinds = t.kinds - twos - threes
    cdef uint64_t total = 0
    cdef int third
    if t.thirds:
        rest -= threes
        return BINOMIAL[kinds][rest] if 0 <= rest <= kinds else 0
    for third in range(max(0, rest - kinds), min(threes, rest) + 1):
        total += BINOMIAL[threes][third] * BINOMIAL[kinds][rest - third]
    return total


cdef int twos_at(const Table *t, int i) noexcept nogil:
    """How many kinds a choice that ends at a node must take twice."""
    if t.owed_guarded == NULL or empty(t.packing.width, t.frontier + i * t.width):
        return t.twos_guarded if t.owed_guarded != NULL else t.choice.twos
    if empty(t.guard.width, t.frontier + i * t.width + t.packing.width):
        return t.choice.twos
    return t.twos


cdef int tabulate(Table *t) noexcept nogil:
    """Fill the ways to go on, from the last step back; NO_MEMORY or 0."""
    cdef int unit = fewest_of(t)
    cdef Py_ssize_t size = 0
    cdef Node *node
    cdef const Node *then
    cdef const Way *way
    cdef int i
    cdef int k
    cdef int a
    cdef int b
    cdef int low
    cdef int high
    cdef uint64_t ways
    cdef uint64_t *here
    cdef const uint64_t *there
    for i in range(t.nodes):
        node = &t.node[i]
        node.cells = size
        size += (node.high[0] - node.low[0] + 1) * (node.high[1] - node.low[1] + 1)
    t.counts = <uint64_t *> calloc(size + 1, sizeof(uint64_t))
    if t.counts == NULL:
        return NO_MEMORY
    for i in range(t.nodes - 1, -1, -1):
        node = &t.node[i]
        if node.step == t.steps:
            here = t.counts + node.cells
            for a in range(node.low[0], node.high[0] + 1):
                for b in range(node.low[1], node.high[1] + 1):
                    here[0] = loose(t, a, b) if a + b >= twos_at(t, i) else 0
                    here += 1
            continue
        for k in range(t.step[node.step].ways):
            if t.link[node.links + k] < 0:
                continue
            way = &t.step[node.step].way[k]
            then = &t.node[t.link[node.links + k]]
            ways = way.ways
            for a in range(node.low[0], node.high[0] + 1):
                # no more cards than there are, nor so few kinds that there will be too few
                low = max(node.low[1], t.twos - t.after[node.step] - a)
                high = min(<int> node.high[1], (t.cards - 2 * a) // unit)
                here = t.counts + node.cells + (a - node.low[0]) * (
                    node.high[1] - node.low[1] + 1
                ) - node.low[1]
                there = t.counts + then.cells + (a + way.twos + way.guarded - then.low[0]) * (
                    then.high[1] - then.low[1] + 1
                ) + way.threes - then.low[1]
                if ways == 1:
                    for b in range(low, high + 1):
                        here[b] += there[b]
                else:
                    for b in range(low, high + 1):
                        here[b] += ways * there[b]
    return 0


cdef void close_table(Table *t) noexcept nogil:
    free(t.node)
    free(t.frontier)
    free(t.link)
    free(t.counts)
    free(t.need)
    free(t.wide)
    free(t.cheap)
    if t.owed_guarded != NULL:
        free_guard(&t.guard)


cdef int open_table(
    Table *t, const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book
) noexcept nogil:
    """Make the table of a choice that must hold what is owed; NO_MEMORY or 0.

    c.twos must be the kinds that the whole answer needs twice. With an answer under which cards
    are guarded (or NULL), a choice may hold that instead; not where tied steps are side by side.
    close_table() is due in either case.
    """
    cdef int i
    t.owed = owed
    t.steps = o.steps[s]
    t.tied = s == TRUMPS and o.ties_adjacent
    t.owed_guarded = NULL
    t.apart = guarded != NULL and spares_triples(book)
    t.thirds = owed.triples > 0 or guarded != NULL
    for i in range(owed.runs):
        t.thirds |= owed.copies[i] == 3
    t.width = 1
    if not t.tied:
        plan(&t.packing, owed, owed.triples)
        t.width = t.packing.width
    t.cards = c.cards
    t.twos = c.twos
    t.kinds = c.kinds
    t.choice = c
    t.nodes = 0
    t.links = 0
    t.most = 64
    t.most_links = 4 * t.most
    for i in range(HEADS):
        t.head[i] = NONE
    t.counts = NULL
    t.need = NULL
    t.cheap = NULL
    t.wide = NULL
    t.node = NULL
    t.frontier = NULL
    t.link = NULL
    if guarded != NULL:
        t.owed_guarded = guarded
        if plan_guard(&t.guard, guarded, book) < 0:
            return NO_MEMORY
        t.width += t.guard.width
        t.twos_guarded = guarded.kinds
        t.twos = min(t.twos, t.twos_guarded)
    t.node = <Node *> malloc(t.most * sizeof(Node))
    t.frontier = <uint64_t *> malloc(t.most * t.width * sizeof(uint64_t))
    t.link = <int32_t *> malloc(t.most_links * sizeof(int32_t))
    if t.node == NULL or t.frontier == NULL or t.link == NULL:
        return NO_MEMORY
    fill_steps(t, o, s, c)
    return link(t)


cdef inline uint64_t ways_of_all(const Table *t) noexcept nogil:
    return t.counts[t.node[0].cells] if t.nodes else 0


cdef int count_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, uint64_t *total
) noexcept nogil:
    """How many choices there are: see open_table(). NO_MEMORY or 0."""
    cdef Table t
    cdef int done = open_table(&t, o, s, c, owed, guarded, book)
    if done == 0:
        done = tabulate(&t)
    if done == 0:
        total[0] = ways_of_all(&t)
    close_table(&t)
    return done


cdef int draw_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, const Owed *guarded,
    const Rulebook *book, BitGenerator *source, Planes *out
) noexcept nogil:
    """One of these choices, drawn uniformly; nothing if there is none. NO_MEMORY or 0."""
    cdef Table t
    cdef int done
    out.one = out.two = out.three = 0
    done = open_table(&t, o, s, c, owed, guarded, book)
    if done == 0:
        done = tabulate(&t)
    if done == 0 and t.nodes:
        out[0] = walk(&t, below(source, ways_of_all(&t)))
    close_table(&t)
    return done


cdef int by_kinds(const void *a, const void *b) noexcept nogil:
    """The order of plays as tuples of kinds: more copies of the lowest kind that differs."""
    cdef Planes x = (<const Planes *> a)[0]
    cdef Planes y = (<const Planes *> b)[0]
    cdef uint64_t differ = (x.one ^ y.one) | (x.two ^ y.two) | (x.three ^ y.three)
    if differ == 0:
        return 0
    return copies_of(y, lowest(differ)) - copies_of(x, lowest(differ))


cdef int can_finish(Table *t, const int *taken, int known) noexcept nogil:
    """Whether some choice takes just so many of the first kinds; NO_MEMORY, or 0 or 1.

    Of the choices that hold the runs the one of fewest cards is looked for: cards can be added.
    """
    cdef uint8_t cost[MAX_WAYS]
    cdef int row = max(t.choice.twos, t.twos_guarded if t.owed_guarded != NULL else 0) + 1
    cdef int fixed[KINDS]
    cdef int paid = 0
    cdef int i
    cdef int k
    cdef int step
    cdef int twos
    cdef int total
    cdef uint8_t *here
    cdef uint8_t *there
    if t.nodes == 0:
        return False
    if t.cheap == NULL:
        t.cheap = <uint8_t *> malloc(t.nodes * row)
        if t.cheap == NULL:
            return NO_MEMORY
    for i in range(KINDS):
        fixed[i] = NONE
    for i in range(known):
        fixed[t.choice.kind[i]] = taken[i]
        paid += taken[i]
    memset(t.cheap, NEVER, t.nodes * row)
    t.cheap[0] = 0
    for step in range(t.steps):
        price(t, &t.step[step], fixed, cost)
        for i in range(t.first_of[step], t.first_of[step + 1]):
            here = t.cheap + i * row
            for k in range(t.step[step].ways):
                if t.link[t.node[i].links + k] < 0 or cost[k] == NEVER:
                    continue
                there = t.cheap + t.link[t.node[i].links + k] * row
                total = t.step[step].way[k].twos + t.step[step].way[k].guarded
                total += t.step[step].way[k].threes
                for twos in range(row):
                    if here[twos] != NEVER:
                        there[min(twos + total, row - 1)] = min(
                            there[min(twos + total, row - 1)], here[twos] + cost[k]
                        )
    for i in range(t.first_of[t.steps], t.nodes):
        for twos in range(twos_at(t, i), row):
            if t.cheap[i * row + twos] != NEVER and paid + t.cheap[i * row + twos] <= t.cards:
                return True
    return False


cdef void price(const Table *t, const Step *step, const int *fixed, uint8_t *cost) noexcept nogil:
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
            if copies[k] and not t.thirds:
                count[step.held[k]] += 1
            elif t.apart and step.held[k] == 3 and copies[k] == 2:
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


cdef int list_choices(Table *t, int most, Planes **out) noexcept nogil:
    """All choices of a table, ascending, in memory to be freed; how many, NO_MEMORY, TOO_MANY."""
    cdef uint64_t total
    cdef int number
    out[0] = NULL
    if tabulate(t) < 0:
        return NO_MEMORY
    total = ways_of_all(t)
    if total > <uint64_t> most:
        return TOO_MANY
    out[0] = <Planes *> malloc((total + 1) * sizeof(Planes))
    if out[0] == NULL:
        return NO_MEMORY
    for number in range(<int> total):
        out[0][number] = walk(t, number)
    qsort(out[0], total, sizeof(Planes), by_kinds)
    return <int> total


cdef uint64_t pick(uint64_t kinds, int many, uint64_t number) noexcept nogil:
    """The choice of that number of so many kinds."""
    cdef uint64_t chosen = 0
    cdef uint64_t ways
    cdef int n = popcount(kinds)
    while many > 0:
        n -= 1
        ways = BINOMIAL[n][many - 1]    # of those with the lowest kind
        if number < ways:
            chosen |= kinds & (0 - kinds)
            many -= 1
        else:
            number -= ways
        kinds &= kinds - 1
    return chosen


cdef Planes walk(const Table *t, uint64_t number) noexcept nogil:
    """The choice of that number."""
    cdef Planes taken
    cdef const Node *node
    cdef const Node *then
    cdef const Step *step
    cdef const Way *way = NULL
    cdef uint64_t held[2]
    cdef uint64_t ways = 0
    cdef uint64_t chosen
    cdef uint64_t each
    cdef uint64_t threes = 0
    cdef uint64_t two = 0
    cdef int a = 0
    cdef int b = 0
    cdef int i = 0
    cdef int k
    cdef int s
    cdef int rest
    for s in range(t.steps):
        step = &t.step[s]
        node = &t.node[i]
        for k in range(step.ways):
            if t.link[node.links + k] < 0:
                continue
            way = &step.way[k]
            then = &t.node[t.link[node.links + k]]
            each = cell(t, then, a + way.twos + way.guarded, b + way.threes)
            ways = each * way.ways
            if number < ways:
                i = t.link[node.links + k]
                break
            number -= ways
        a += way.twos + way.guarded
        b += way.threes
        chosen = number // each
        number %= each
        # which kinds: those taken three times first, then the guarded, then the others
        held[0] = held[1] = 0
        for k in range(step.kinds):
            held[step.held[k] - 2] |= bit(step.kind[k])
        ways = BINOMIAL[popcount(held[1])][way.threes]
        threes |= pick(held[1], way.threes, chosen % ways)
        chosen //= ways
        held[1] &= ~threes
        ways = BINOMIAL[popcount(held[1])][way.guarded]
        two |= pick(held[1], way.guarded, chosen % ways)
        chosen //= ways
        two |= pick(held[0] | held[1] if t.thirds and not t.apart else held[0], way.twos, chosen)
    taken.two = two | threes
    taken.one = taken.two
    taken.three = threes
    rest = t.cards - 2 * popcount(taken.two)
    chosen = 0
    for k in range(t.choice.kinds):
        chosen |= bit(t.choice.kind[k])
    chosen &= ~taken.two
    if t.thirds:
        taken.one |= pick(chosen, rest - popcount(threes), number)
        return taken
    for k in range(max(0, rest - popcount(chosen)), min(popcount(threes), rest) + 1):
        each = BINOMIAL[popcount(chosen)][rest - k]
        ways = BINOMIAL[popcount(threes)][k] * each
        if number < ways:
            taken.three = pick(threes, k, number // each)
            taken.one |= pick(chosen, rest - k, number % each)
            break
        number -= ways
    return taken


cdef inline uint64_t cell(const Table *t, const Node *node, int a, int b) noexcept nogil:
    return t.counts[
        node.cells + (a - node.low[0]) * (node.high[1] - node.low[1] + 1) + b - node.low[1]
    ]
