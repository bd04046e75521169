"""Counting: how many legal choices there are, without making them, and the one of a number.

Without runs the kinds need no order: what can be taken depends only on how many kinds are held
once, twice and three times, and a few binomials count it.

With runs the steps are gone through from below.  A *node* is a set of states of the packing
search that the cards chosen so far can be in; cards that lead to the same node have the same
futures.  A table holds, for a node, the cards used and the kinds taken twice, the number of ways
to go on.  A number is turned into a choice by going through the same table.
"""
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport copies_of, plus, repeated
from tractor_core.packing cimport (
    MAX_STATES, Room, advance, arrived, fits_tied, plan, start
)
from tractor_core.trump cimport TRUMPS

cdef enum:
    LANES = 4               # kinds that share a step, at most
    ROOMS = 15              # pairs (twos, threes) with threes <= twos <= LANES
    STEP_CARDS = 3 * LANES

# binomials n over k for n <= 54; those of a count below 2**63 are themselves below it
cdef uint64_t BINOMIAL[KINDS + 1][KINDS + 1]


cdef void fill_binomials() noexcept:
    cdef int n
    cdef int k
    memset(BINOMIAL, 0, sizeof(BINOMIAL))
    for n in range(KINDS + 1):
        BINOMIAL[n][0] = 1
        for k in range(1, n + 1):
            BINOMIAL[n][k] = BINOMIAL[n - 1][k - 1] + BINOMIAL[n - 1][k]


fill_binomials()


# --- without runs ---------------------------------------------------------------------------


cdef void choose_from(Choice *c, Planes x, int cards, int twos, int threes) noexcept nogil:
    """A choice of that many of the cards x, kinds ascending."""
    cdef uint64_t left = x.one
    c.kinds = 0
    while left:
        c.kind[c.kinds] = lowest(left)
        c.low[c.kinds] = 0
        c.high[c.kinds] = copies_of(x, lowest(left))
        c.kinds += 1
        left &= left - 1
    c.cards = cards
    c.twos = twos
    c.threes = threes


cdef uint64_t count_choices(
    const Choice *c, int first, int cards, int twos, int threes
) noexcept nogil:
    """Ways to take so many cards from the kinds number `first` and on; the lows must be 0."""
    cdef int held[4]
    cdef int i
    cdef int three
    cdef int two
    cdef int one
    cdef int most
    cdef uint64_t total = 0
    cdef uint64_t ways
    held[0] = held[1] = held[2] = held[3] = 0
    for i in range(first, c.kinds):
        held[c.high[i]] += 1
    for three in range(max(threes, 0), min(held[3], cards // 3) + 1):
        ways = 0
        most = min(held[2] + held[3] - three, (cards - 3 * three) // 2)
        for two in range(max(twos - three, 0), most + 1):
            one = cards - 3 * three - 2 * two
            if one <= c.kinds - first - three - two:
                ways += (
                    BINOMIAL[held[2] + held[3] - three][two]
                    * BINOMIAL[c.kinds - first - three - two][one]
                )
        total += BINOMIAL[held[3]][three] * ways
    return total


cdef bint possible(const Choice *c, int first, int cards, int twos, int threes) noexcept nogil:
    """Whether count_choices() is not 0, for any size."""
    cdef int held = 0
    cdef int pairs = 0
    cdef int triples = 0
    cdef int i
    for i in range(first, c.kinds):
        held += c.high[i]
        pairs += c.high[i] > 1
        triples += c.high[i] > 2
    threes = max(threes, 0)
    twos = max(twos, threes)
    return triples >= threes and pairs >= twos and 2 * twos + threes <= cards <= held


cdef Planes choice_at(const Choice *c, uint64_t number) noexcept nogil:
    """The choice of that number, counted from 0 in ascending order of plays."""
    cdef Planes taken
    cdef int cards = c.cards
    cdef int twos = c.twos
    cdef int threes = c.threes
    cdef int i
    cdef int copies
    cdef uint64_t ways
    taken.one = taken.two = taken.three = 0
    for i in range(c.kinds):
        if cards == 0:
            break
        for copies in range(min(<int> c.high[i], cards), -1, -1):
            ways = count_choices(
                c, i + 1, cards - copies, twos - (copies > 1), threes - (copies > 2)
            )
            if number < ways:
                break
            number -= ways
        taken = plus(taken, repeated(bit(c.kind[i]), copies))
        cards -= copies
        twos -= copies > 1
        threes -= copies > 2
    return taken


# --- with runs ------------------------------------------------------------------------------

cdef struct Node:
    int step                # the step that comes next
    int next[ROOMS]         # the node after a step with that room, -1: none
    uint64_t *ways          # [cards used][kinds taken twice, at most twos]

cdef struct Table:
    Packing packing
    const Shape *owed
    bint tied               # a node is the room of every step so far (see fits_tied)
    int width               # bytes of a node's states
    int steps
    int nodes
    int most
    int first_of[MAX_STEPS + 2]
    int cards
    int twos
    Node *node
    int8_t *states
    uint64_t *counts
    # ways to take cards from the kinds of a step so that so many are twos and threes
    uint8_t step_ways[MAX_STEPS][ROOMS][STEP_CARDS + 1]
    int step_kinds[MAX_STEPS]
    int at[MAX_STEPS][LANES]    # where those kinds are in the choice


cdef inline int room_number(int twos, int threes) noexcept nogil:
    return twos * (twos + 1) // 2 + threes


cdef bint next_lanes(const Table *t, const Choice *c, int step, int *copies) noexcept nogil:
    """Go to the next way to take copies of the kinds of a step; False after the last."""
    cdef int lane
    for lane in range(t.step_kinds[step]):
        if copies[lane] < c.high[t.at[step][lane]]:
            copies[lane] += 1
            return True
        copies[lane] = c.low[t.at[step][lane]]
    return False


cdef int lanes_room(const int *copies, int lanes, int *cards) noexcept nogil:
    """Number of the room that copies taken of the kinds of a step make."""
    cdef int twos = 0
    cdef int threes = 0
    cdef int lane
    cards[0] = 0
    for lane in range(lanes):
        cards[0] += copies[lane]
        twos += copies[lane] > 1
        threes += copies[lane] > 2
    return room_number(twos, threes)


cdef void fill_steps(Table *t, const Order *o, int s, const Choice *c) noexcept nogil:
    cdef int copies[LANES]
    cdef int i
    cdef int step
    cdef int cards
    cdef int room
    memset(t.step_kinds, 0, sizeof(t.step_kinds))
    memset(t.step_ways, 0, sizeof(t.step_ways))
    for i in range(c.kinds):
        step = o.step_of[c.kind[i]]
        t.at[step][t.step_kinds[step]] = i
        t.step_kinds[step] += 1
    for step in range(t.steps):
        for i in range(t.step_kinds[step]):
            copies[i] = c.low[t.at[step][i]]
        while True:
            room = lanes_room(copies, t.step_kinds[step], &cards)
            t.step_ways[step][room][cards] += 1
            if not next_lanes(t, c, step, copies):
                break


cdef int node_of(Table *t, int step, const int8_t *states) noexcept nogil:
    """Number of the node with these states before a step; -1 without memory."""
    cdef int i
    cdef int8_t *grown
    cdef Node *more
    for i in range(t.first_of[step], t.nodes):
        if memcmp(t.states + i * t.width, states, t.width) == 0:
            return i
    if t.nodes == t.most:
        t.most *= 2
        grown = <int8_t *> realloc(t.states, t.most * t.width)
        if grown == NULL:
            return -1
        t.states = grown
        more = <Node *> realloc(t.node, t.most * sizeof(Node))
        if more == NULL:
            return -1
        t.node = more
    memcpy(t.states + t.nodes * t.width, states, t.width)
    t.node[t.nodes].step = step
    for i in range(ROOMS):
        t.node[t.nodes].next[i] = -1
    t.nodes += 1
    return t.nodes - 1


cdef bint accepts(const Table *t, int number) noexcept nogil:
    """Whether the runs, and the triples beside them, are all there at the end."""
    cdef Room room
    cdef const int8_t *states = t.states + number * t.width
    cdef int i
    if not t.tied:
        return arrived(&t.packing, states) >= t.owed.triples
    room.steps = t.steps
    for i in range(t.steps):
        room.twos[i] = states[2 * i]
        room.threes[i] = states[2 * i + 1]
    return fits_tied(&room, t.owed) >= t.owed.triples


cdef int link(Table *t) noexcept nogil:
    """Make all nodes, step by step; -1 without memory."""
    cdef int8_t states[MAX_STATES]
    cdef int step
    cdef int i
    cdef int twos
    cdef int threes
    cdef int room
    cdef int cards
    cdef bint used
    cdef int found
    t.first_of[0] = 0
    if t.tied:
        memset(states, 0, t.width)
    else:
        start(&t.packing, states)
    if node_of(t, 0, states) < 0:
        return -1
    for step in range(t.steps):
        t.first_of[step + 1] = t.nodes
        for i in range(t.first_of[step], t.first_of[step + 1]):
            for twos in range(t.step_kinds[step] + 1):
                for threes in range(twos + 1):
                    room = room_number(twos, threes)
                    used = False
                    for cards in range(3 * t.step_kinds[step] + 1):
                        used = used or t.step_ways[step][room][cards] > 0
                    if not used:
                        continue
                    if t.tied:
                        memcpy(states, t.states + i * t.width, t.width)
                        states[2 * step] = twos
                        states[2 * step + 1] = threes
                    else:
                        advance(&t.packing, t.states + i * t.width, twos, threes, states)
                    found = node_of(t, step + 1, states)
                    if found < 0:
                        return -1
                    t.node[i].next[room] = found
    t.first_of[t.steps + 1] = t.nodes
    return 0


cdef int tabulate(Table *t) noexcept nogil:
    """Fill the ways to go on, from the last step back; -1 without memory."""
    cdef int size = (t.cards + 1) * (t.twos + 1)
    cdef int i
    cdef int step
    cdef int twos
    cdef int threes
    cdef int room
    cdef int cards
    cdef int pairs
    cdef int then
    cdef int ways
    cdef int more
    cdef uint64_t *here
    cdef const uint64_t *there
    t.counts = <uint64_t *> calloc(t.nodes * size, sizeof(uint64_t))
    if t.counts == NULL:
        return -1
    for i in range(t.nodes - 1, -1, -1):
        here = t.node[i].ways = t.counts + i * size
        step = t.node[i].step
        if step == t.steps:
            here[t.cards * (t.twos + 1) + t.twos] = accepts(t, i)
            continue
        for twos in range(t.step_kinds[step] + 1):
            for threes in range(twos + 1):
                room = room_number(twos, threes)
                if t.node[i].next[room] < 0:
                    continue
                there = t.counts + t.node[i].next[room] * size
                for more in range(min(3 * t.step_kinds[step], t.cards) + 1):
                    ways = t.step_ways[step][room][more]
                    if ways == 0:
                        continue
                    for cards in range(t.cards - more + 1):
                        for pairs in range(t.twos + 1):
                            then = min(pairs + twos, t.twos)
                            here[cards * (t.twos + 1) + pairs] += (
                                ways * there[(cards + more) * (t.twos + 1) + then]
                            )
    return 0


cdef void close(Table *t) noexcept nogil:
    free(t.node)
    free(t.states)
    free(t.counts)


cdef int open(Table *t, const Order *o, int s, const Choice *c, const Shape *owed) noexcept nogil:
    """Make the table of a choice that must hold the runs owed; -1 without memory.

    close() is due in either case.
    """
    t.owed = owed
    t.steps = o.steps[s]
    t.tied = s == TRUMPS and o.ties_adjacent
    plan(&t.packing, owed, owed.triples)
    t.width = 2 * t.steps if t.tied else t.packing.states
    t.cards = c.cards
    t.twos = c.twos
    t.nodes = 0
    t.most = 64
    t.counts = NULL
    t.states = <int8_t *> malloc(t.most * t.width)
    t.node = <Node *> malloc(t.most * sizeof(Node))
    if t.states == NULL or t.node == NULL:
        return -1
    fill_steps(t, o, s, c)
    if link(t) < 0:
        return -1
    return tabulate(t)


cdef int count_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, uint64_t *total
) noexcept nogil:
    """count_choices() for choices that must also hold the runs owed; -1 without memory.

    c.twos must be the kinds that the whole answer needs twice, and the lows are minded.
    """
    cdef Table t
    cdef int done = open(&t, o, s, c, owed)
    if done == 0:
        total[0] = t.node[0].ways[0]
    close(&t)
    return done


cdef int packed_at(
    const Order *o, int s, const Choice *c, const Shape *owed, uint64_t number, Planes *out
) noexcept nogil:
    """The choice of that number; -1 without memory."""
    cdef Table t
    cdef int done = open(&t, o, s, c, owed)
    if done == 0:
        out[0] = walk(&t, c, number)
    close(&t)
    return done


cdef Planes walk(const Table *t, const Choice *c, uint64_t number) noexcept nogil:
    cdef Planes taken
    cdef int copies[LANES]
    cdef int step
    cdef int i = 0
    cdef int lane
    cdef int cards = 0
    cdef int pairs = 0
    cdef int room
    cdef int more
    cdef int twos
    cdef int then
    cdef uint64_t ways
    taken.one = taken.two = taken.three = 0
    for step in range(t.steps):
        for lane in range(t.step_kinds[step]):
            copies[lane] = c.low[t.at[step][lane]]
        while True:
            room = lanes_room(copies, t.step_kinds[step], &more)
            twos = 0
            for lane in range(t.step_kinds[step]):
                twos += copies[lane] > 1
            then = min(pairs + twos, t.twos)
            if cards + more <= t.cards:
                ways = t.node[t.node[i].next[room]].ways[(cards + more) * (t.twos + 1) + then]
                if number < ways:
                    break
                number -= ways
            next_lanes(t, c, step, copies)
        for lane in range(t.step_kinds[step]):
            taken = plus(taken, repeated(bit(c.kind[t.at[step][lane]]), copies[lane]))
        cards += more
        pairs = then
        i = t.node[i].next[room]
    return taken
