"""Packing: runs laid side by side on the steps of a suit.

The search goes up the steps.  A state says which runs are laid and which one is in progress;
its value is the greatest number of triples left whole, so that laying tractors breaks as few
as can be.  Plain steps carry one run; on a tied step one run may end and another begin.  Only
no trump with permanent twos has two tied steps side by side: there the suit has four steps, and
the runs are tried in every place.
"""
from libc.string cimport memset

from tractor_core.bits cimport popcount
from tractor_core.trump cimport TRUMPS, Chain, chain


cdef Shape shape_of(const Run *units, int n) noexcept nogil:
    """The shape of units in the order of C5."""
    cdef Shape shape
    cdef int i
    memset(&shape, 0, sizeof(Shape))
    for i in range(n):
        shape.cards += units[i].copies * units[i].length
        if units[i].length > 1:
            shape.copies[shape.runs] = units[i].copies
            shape.length[shape.runs] = units[i].length
            shape.runs += 1
        elif units[i].copies == 3:
            shape.triples += 1
        elif units[i].copies == 2:
            shape.pairs += 1
        else:
            shape.singles += 1
    return shape


cdef Room room_of(const Order *o, int s, Planes x) noexcept nogil:
    """The room that cards of suit s give."""
    cdef Room room
    cdef Chain c = chain(o, s, x)
    cdef int i
    room.steps = o.steps[s]
    room.ties_adjacent = s == TRUMPS and o.ties_adjacent
    for i in range(room.steps):
        room.twos[i] = (c.two >> i) & 1
        room.threes[i] = (c.three >> i) & 1
    if s == TRUMPS:
        for i in range(2):
            if x.two & o.tie[i]:
                room.twos[o.tie_step[i]] = popcount(x.two & o.tie[i])
                room.threes[o.tie_step[i]] = popcount(x.three & o.tie[i])
    return room


cdef void plan(Packing *p, const Shape *runs, int triples) noexcept nogil:
    """Number the states of a search for these runs.

    The lengths must add up to no more than the kinds of a suit, 21: then there are at most
    MAX_STATES states.
    """
    cdef int i
    cdef int j
    p.sorts = 0
    p.longest = 1
    for i in range(runs.runs):
        for j in range(p.sorts):
            if p.copies[j] == runs.copies[i] and p.length[j] == runs.length[i]:
                p.many[j] += 1
                break
        else:
            p.copies[p.sorts] = runs.copies[i]
            p.length[p.sorts] = runs.length[i]
            p.many[p.sorts] = 1
            p.sorts += 1
            if runs.length[i] > p.longest:
                p.longest = runs.length[i]
    p.progress = 2 * p.longest - 1
    p.laid = 1
    for j in range(p.sorts):
        p.stride[j] = p.laid
        p.laid *= p.many[j] + 1
    p.states = p.laid * p.progress
    p.triples = triples


cdef inline int at_work(const Packing *p, int copies, int left) noexcept nogil:
    """Number of "a run of this many copies has that many steps to go"."""
    return 1 + (copies - 2) * (p.longest - 1) + left - 1 if left else 0


cdef int begin(
    const Packing *p, int laid, int twos, int threes, int n, int *target, int *gain
) noexcept nogil:
    """Add the moves that begin a run not laid yet, on a step with that much room."""
    cdef int j
    for j in range(p.sorts):
        if (laid // p.stride[j]) % (p.many[j] + 1) == p.many[j]:
            continue
        if (threes if p.copies[j] == 3 else twos) == 0:
            continue
        target[n] = (laid + p.stride[j]) * p.progress + at_work(p, p.copies[j], p.length[j] - 1)
        gain[n] = threes - (p.copies[j] == 3 or twos == threes)
        n += 1
    return n


cdef int moves(
    const Packing *p, int state, int twos, int threes, int *target, int *gain
) noexcept nogil:
    """The states above a step with that much room, and the triples left whole on it.

    Returns how many there are, at most 1 + sorts.
    """
    cdef int laid = state // p.progress
    cdef int work = state % p.progress
    cdef int copies
    cdef int left
    cdef int used
    if work == 0:
        target[0] = state
        gain[0] = threes
        return begin(p, laid, twos, threes, 1, target, gain) if twos else 1
    copies = 2 + (work - 1) // (p.longest - 1)
    left = 1 + (work - 1) % (p.longest - 1)
    if (threes if copies == 3 else twos) == 0:
        return 0
    used = copies == 3 or twos == threes  # whether a triple is used up
    target[0] = laid * p.progress + at_work(p, copies, left - 1)
    gain[0] = threes - used
    if left > 1 or twos == 1:
        return 1
    return begin(p, laid, twos - 1, threes - used, 1, target, gain)


cdef void start(const Packing *p, int8_t *states) noexcept nogil:
    """The states below the lowest step."""
    memset(states, -1, p.states)
    states[0] = 0


cdef void advance(
    const Packing *p, const int8_t *now, int twos, int threes, int8_t *then
) noexcept nogil:
    """From the states below a step to those above it, the step having that much room."""
    cdef int target[MAX_RUNS + 1]
    cdef int gain[MAX_RUNS + 1]
    cdef int state
    cdef int whole
    cdef int i
    memset(then, -1, p.states)
    for state in range(p.states):
        if now[state] < 0:
            continue
        for i in range(moves(p, state, twos, threes, target, gain)):
            whole = min(now[state] + gain[i], p.triples)
            if whole > then[target[i]]:
                then[target[i]] = whole


cdef void finish(const Packing *p, int8_t *need) noexcept nogil:
    """Above the top step: how many whole triples a state needs, 127 where it is hopeless."""
    memset(need, 127, p.states)
    need[(p.laid - 1) * p.progress] = p.triples


cdef void retreat(
    const Packing *p, const int8_t *then, int twos, int threes, int8_t *now
) noexcept nogil:
    """From what the states above a step need to what those below it need, with that room."""
    cdef int target[MAX_RUNS + 1]
    cdef int gain[MAX_RUNS + 1]
    cdef int state
    cdef int i
    for state in range(p.states):
        now[state] = 127
        for i in range(moves(p, state, twos, threes, target, gain)):
            if then[target[i]] < 127:
                now[state] = min(<int> now[state], max(then[target[i]] - gain[i], 0))


cdef int arrived(const Packing *p, const int8_t *states) noexcept nogil:
    """The triples left whole when all runs are laid, -1 if they are not."""
    return states[(p.laid - 1) * p.progress]


cdef int fits_one(const Room *room, int copies, int length, int triples) noexcept nogil:
    """fits() for a single run: look at every place."""
    cdef int best = -1
    cdef int total = 0
    cdef int run = 0
    cdef int step
    cdef int i
    cdef int broken
    for step in range(room.steps):
        total += room.threes[step]
    for step in range(room.steps):
        run = run + 1 if (room.twos[step] if copies == 2 else room.threes[step]) else 0
        if run < length:
            continue
        broken = length
        if copies == 2:
            for i in range(step - length + 1, step + 1):
                broken -= room.twos[i] > room.threes[i]
        if total - broken > best:
            best = total - broken
    return best if best < triples else triples


cdef int fits(const Room *room, const Shape *runs, int triples) noexcept nogil:
    """Whether the runs fit: the most triples left whole, at most `triples`; -1 if they do not."""
    cdef Packing p
    cdef int8_t states[2][MAX_STATES]
    cdef int total = 0
    cdef int i
    for i in range(room.steps):
        total += room.twos[i]
    for i in range(runs.runs):
        total -= runs.length[i]
    if total < 0:
        return -1
    if runs.runs == 1:
        return fits_one(room, runs.copies[0], runs.length[0], triples)
    if room.ties_adjacent:
        total = fits_tied(room, runs)
        return total if total < triples else triples
    plan(&p, runs, triples)
    start(&p, states[0])
    for i in range(room.steps):
        advance(&p, states[i & 1], room.twos[i], room.threes[i], states[(i + 1) & 1])
    return arrived(&p, states[room.steps & 1])


cdef int lay(Room *room, const Shape *runs, int i) noexcept nogil:
    """Lay run i and all after it in every place; the most triples left whole, or -1."""
    cdef int best = -1
    cdef int whole
    cdef int bottom
    cdef int step
    cdef Room rest
    if i == runs.runs:
        best = 0
        for step in range(room.steps):
            best += room.threes[step]
        return best
    for bottom in range(room.steps - runs.length[i] + 1):
        rest = room[0]
        for step in range(bottom, bottom + runs.length[i]):
            if (rest.twos[step] if runs.copies[i] == 2 else rest.threes[step]) == 0:
                break
            if runs.copies[i] == 3 or rest.twos[step] == rest.threes[step]:
                rest.threes[step] -= 1
            rest.twos[step] -= 1
        else:
            whole = lay(&rest, runs, i + 1)
            if whole > best:
                best = whole
    return best


cdef int fits_tied(const Room *room, const Shape *runs) noexcept nogil:
    """fits() where two tied steps are side by side, without a limit to the triples."""
    cdef Room copy = room[0]
    return lay(&copy, runs, 0)
