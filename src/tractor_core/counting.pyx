"""Counting: how many legal choices there are, without making them, and the one of a number.

Without runs the kinds need no order: what can be taken depends only on how many kinds are held
once, twice and three times, and a few binomials count it.

With runs the steps are gone through from below.  A *node* is a set of states of the packing
search that the cards chosen so far can be in; cards that lead to the same node have the same
futures.  A table holds, for a node, the cards used and the kinds taken twice, the number of ways
to go on.  A number is turned into a choice by going through the same table.
"""
from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport copies_of, plus, repeated
from tractor_core.packing cimport (
    MAX_STATES, Room, advance, arrived, finish, fits_tied, plan, retreat, start
)
from tractor_core.randomness cimport BitGenerator, below
from tractor_core.trump cimport TRUMPS

cdef enum:
    LANES = 4               # kinds that share a step, at most
    ROOMS = 15              # pairs (twos, threes) with threes <= twos <= LANES
    STEP_CARDS = 3 * LANES
    NO_MEMORY = -1
    NONE = -1

# binomials n over k for n <= 54; those of a count below 2**63 are themselves below it


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
    uint32_t mark           # of its states, to tell nodes apart
    int least               # fewest and most cards that lead here
    int highest
    int next[ROOMS]         # the node after a step with that room, or NONE
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
    int8_t *need            # before each step, the least that a state must have to succeed
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
    """Number of the node with these states before a step; NO_MEMORY if it cannot be made."""
    cdef uint32_t mark = 2166136261
    cdef int8_t *grown
    cdef Node *more
    cdef int i
    for i in range(t.width):
        mark = (mark ^ <uint8_t> states[i]) * 16777619
    for i in range(t.first_of[step], t.nodes):
        if t.node[i].mark == mark and memcmp(t.states + i * t.width, states, t.width) == 0:
            return i
    if t.nodes == t.most:
        t.most *= 2
        grown = <int8_t *> realloc(t.states, t.most * t.width)
        if grown == NULL:
            return NO_MEMORY
        t.states = grown
        more = <Node *> realloc(t.node, t.most * sizeof(Node))
        if more == NULL:
            return NO_MEMORY
        t.node = more
    memcpy(t.states + t.nodes * t.width, states, t.width)
    t.node[t.nodes].step = step
    t.node[t.nodes].mark = mark
    t.node[t.nodes].least = MOST_COUNTED
    t.node[t.nodes].highest = 0
    for i in range(ROOMS):
        t.node[t.nodes].next[i] = NONE
    t.nodes += 1
    return t.nodes - 1


cdef void full_room(const Table *t, const Choice *c, Room *room) noexcept nogil:
    """The room that all cards of the choice give."""
    cdef int step
    cdef int lane
    room.steps = t.steps
    room.ties_adjacent = t.tied
    for step in range(t.steps):
        room.twos[step] = room.threes[step] = 0
        for lane in range(t.step_kinds[step]):
            room.twos[step] += c.high[t.at[step][lane]] > 1
            room.threes[step] += c.high[t.at[step][lane]] > 2


cdef bint hopeful(const Table *t, const Room *full, int step, int8_t *states) noexcept nogil:
    """Whether all cards from a step on could still make the answer.

    States that could not are struck out, so that nodes with the same futures are the same.
    """
    cdef const int8_t *need
    cdef Room room
    cdef bint hope = False
    cdef int i
    if not t.tied:
        need = t.need + step * t.width
        for i in range(t.width):
            if states[i] < need[i]:
                states[i] = -1
            else:
                hope = hope or states[i] >= 0
        return hope
    room = full[0]
    for i in range(step):
        room.twos[i] = states[2 * i]
        room.threes[i] = states[2 * i + 1]
    return fits_tied(&room, t.owed) >= t.owed.triples


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


cdef int link(Table *t, const Choice *c) noexcept nogil:
    """Make all nodes, step by step; NO_MEMORY or 0."""
    cdef int8_t states[MAX_STATES]
    cdef Room full
    cdef int step
    cdef int i
    cdef int twos
    cdef int threes
    cdef int room
    cdef int fewest
    cdef int most
    cdef int found
    full_room(t, c, &full)
    if t.tied:
        memset(states, 0, t.width)
    else:
        t.need = <int8_t *> malloc((t.steps + 1) * t.width)
        if t.need == NULL:
            return NO_MEMORY
        finish(&t.packing, t.need + t.steps * t.width)
        for step in range(t.steps - 1, -1, -1):
            retreat(&t.packing, t.need + (step + 1) * t.width, full.twos[step], full.threes[step],
                    t.need + step * t.width)
        start(&t.packing, states)
    t.first_of[0] = 0
    if not hopeful(t, &full, 0, states):
        return 0
    if node_of(t, 0, states) < 0:
        return NO_MEMORY
    t.node[0].least = 0
    for step in range(t.steps):
        t.first_of[step + 1] = t.nodes
        for i in range(t.first_of[step], t.first_of[step + 1]):
            for twos in range(t.step_kinds[step] + 1):
                for threes in range(twos + 1):
                    room = room_number(twos, threes)
                    fewest = 0
                    most = 3 * t.step_kinds[step]
                    while fewest <= most and t.step_ways[step][room][fewest] == 0:
                        fewest += 1
                    if fewest > most or t.node[i].least + fewest > t.cards:
                        continue
                    while t.step_ways[step][room][most] == 0:
                        most -= 1
                    if t.tied:
                        memcpy(states, t.states + i * t.width, t.width)
                        states[2 * step] = twos
                        states[2 * step + 1] = threes
                    else:
                        advance(&t.packing, t.states + i * t.width, twos, threes, states)
                    if not hopeful(t, &full, step + 1, states):
                        continue
                    found = node_of(t, step + 1, states)
                    if found < 0:
                        return NO_MEMORY
                    t.node[i].next[room] = found
                    t.node[found].least = min(t.node[found].least, t.node[i].least + fewest)
                    t.node[found].highest = max(
                        t.node[found].highest, min(t.cards, t.node[i].highest + most)
                    )
    t.first_of[t.steps + 1] = t.nodes
    return 0


cdef int tabulate(Table *t) noexcept nogil:
    """Fill the ways to go on, from the last step back; NO_MEMORY or 0."""
    cdef int row = t.twos + 1
    cdef int size = (t.cards + 1) * row
    cdef int i
    cdef int step
    cdef int twos
    cdef int threes
    cdef int room
    cdef int cards
    cdef int pairs
    cdef int next_node
    cdef uint64_t ways
    cdef int more
    cdef uint64_t *here
    cdef const uint64_t *there
    t.counts = <uint64_t *> calloc(t.nodes * size + 1, sizeof(uint64_t))
    if t.counts == NULL:
        return NO_MEMORY
    for i in range(t.nodes - 1, -1, -1):
        here = t.node[i].ways = t.counts + i * size
        step = t.node[i].step
        if step == t.steps:
            here[size - 1] = accepts(t, i)
            continue
        for twos in range(t.step_kinds[step] + 1):
            for threes in range(twos + 1):
                room = room_number(twos, threes)
                next_node = t.node[i].next[room]
                if next_node < 0:
                    continue
                for more in range(min(3 * t.step_kinds[step], t.cards) + 1):
                    ways = t.step_ways[step][room][more]
                    if ways == 0:
                        continue
                    for cards in range(
                        t.node[i].least, min(t.node[i].highest, t.cards - more) + 1
                    ):
                        there = t.counts + next_node * size + (cards + more) * row
                        for pairs in range(max(row - twos, 0)):
                            here[cards * row + pairs] += ways * there[pairs + twos]
                        for pairs in range(max(row - twos, 0), row):
                            here[cards * row + pairs] += ways * there[t.twos]
    return 0


cdef void close(Table *t) noexcept nogil:
    free(t.node)
    free(t.states)
    free(t.counts)
    free(t.need)


cdef int open(Table *t, const Order *o, int s, const Choice *c, const Shape *owed) noexcept nogil:
    """Make the table of a choice that must hold the runs owed; NO_MEMORY or 0.

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
    t.need = NULL
    t.states = <int8_t *> malloc(t.most * t.width)
    t.node = <Node *> malloc(t.most * sizeof(Node))
    if t.states == NULL or t.node == NULL:
        return NO_MEMORY
    fill_steps(t, o, s, c)
    if link(t, c) < 0:
        return NO_MEMORY
    return tabulate(t)


cdef int count_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, uint64_t *total
) noexcept nogil:
    """count_choices() for choices that must also hold the runs owed; NO_MEMORY or 0.

    c.twos must be the kinds that the whole answer needs twice, and the lows are minded.
    """
    cdef Table t
    cdef int done = open(&t, o, s, c, owed)
    if done == 0:
        total[0] = t.node[0].ways[0] if t.nodes else 0
    close(&t)
    return done


cdef int draw_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, BitGenerator *source, Planes *out
) noexcept nogil:
    """One of these choices, drawn uniformly; nothing if there is none. NO_MEMORY or 0."""
    cdef Table t
    cdef int done
    out.one = out.two = out.three = 0
    done = open(&t, o, s, c, owed)
    if done == 0 and t.nodes:
        out[0] = walk(&t, c, below(source, t.node[0].ways[0]))
    close(&t)
    return done


cdef int by_kinds(const void *a, const void *b) noexcept nogil:
    """The order of plays as tuples of kinds: more copies of the lowest kind that differs."""
    cdef Planes x = (<const Planes *> a)[0]
    cdef Planes y = (<const Planes *> b)[0]
    cdef uint64_t differ = (x.one ^ y.one) | (x.two ^ y.two) | (x.three ^ y.three)
    if differ == 0:
        return 0
    return copies_of(y, lowest(differ)) - copies_of(x, lowest(differ))


cdef int all_packed(
    const Order *o, int s, const Choice *c, const Shape *owed, int most, Planes **out
) noexcept nogil:
    """All choices, ascending, in memory to be freed; how many, NO_MEMORY, or TOO_MANY."""
    cdef Table t
    cdef int done = open(&t, o, s, c, owed)
    cdef uint64_t total = 0
    cdef int number
    out[0] = NULL
    if done == 0:
        total = t.node[0].ways[0] if t.nodes else 0
        done = TOO_MANY if total > <uint64_t> most else <int> total
    if done > 0:
        out[0] = <Planes *> malloc(done * sizeof(Planes))
        if out[0] == NULL:
            done = NO_MEMORY
        for number in range(done):
            out[0][number] = walk(&t, c, number)
        if done > 0:
            qsort(out[0], done, sizeof(Planes), by_kinds)
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
            if cards + more <= t.cards and t.node[i].next[room] != NONE:
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
