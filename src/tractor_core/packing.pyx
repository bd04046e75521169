"""Packing: runs laid side by side on the steps of a suit.

The search goes up the steps.  It keeps the sets of what can be laid so far, one for each run
that can be in progress; triples left whole are laid like runs of one step.  Plain steps carry one
run; on a tied step one run may end and another begin.  Only no trump with permanent twos has two
tied steps side by side: there the suit has four steps, and counting does.
"""
from libc.string cimport memcpy, memset

from tractor_core.bits cimport bit, popcount
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
    """Number the vectors of a search for these runs, and that many triples left whole.

    Runs and triples must need no more than the 21 kinds of a suit.
    """
    cdef int i
    cdef int j
    cdef int laid = 1
    p.sorts = 0
    p.longest[0] = p.longest[1] = 1
    p.most_copies = 2
    for i in range(runs.runs):
        if runs.copies[i] == 3:
            p.most_copies = 3
        for j in range(p.sorts):
            if p.copies[j] == runs.copies[i] and p.length[j] == runs.length[i]:
                p.many[j] += 1
                break
        else:
            p.copies[p.sorts] = runs.copies[i]
            p.length[p.sorts] = runs.length[i]
            p.many[p.sorts] = 1
            p.sorts += 1
            if runs.length[i] > p.longest[runs.copies[i] - 2]:
                p.longest[runs.copies[i] - 2] = runs.length[i]
    p.whole = -1
    if triples > 0:
        p.whole = p.sorts
        p.copies[p.sorts] = 3
        p.length[p.sorts] = 1
        p.many[p.sorts] = triples
        p.sorts += 1
    p.runs_laid = 1
    for j in range(p.sorts):
        p.stride[j] = laid
        if j != p.whole:
            p.runs_laid = laid * (p.many[j] + 1)
        laid *= p.many[j] + 1
    p.words = (laid + 63) // 64
    p.progress = p.longest[0] + p.longest[1] - 1
    p.width = p.progress * p.words
    for j in range(p.sorts):
        mark_open(p, j)


cdef void mark_open(Packing *p, int j) noexcept nogil:
    """Mark the vectors open to sort j: none above it are known yet, those below repeat."""
    cdef uint64_t below[MAX_WORDS]
    cdef int bits = p.stride[j] * p.many[j]
    cdef int i
    cdef int k
    cdef int _i
    for k in range(p.words):
        if bits >= 64 * (k + 1):
            p.open[j][k] = ~<uint64_t> 0
        else:
            p.open[j][k] = (bit(bits & 63) - 1) if bits > 64 * k else 0
    for i in range(j):
        memcpy(below, p.open[i], p.words * sizeof(uint64_t))
        for _i in range(p.many[j]):
            raise_set(p.words, p.open[i], NULL, p.stride[j], below)
            memcpy(p.open[i], below, p.words * sizeof(uint64_t))


cdef inline int at_work(const Packing *p, int copies, int left) noexcept nogil:
    """Number of "a run of this many copies has that many steps to go"."""
    return (p.longest[0] if copies == 3 else 1) + left - 1 if left else 0


# Both ways along the steps are the same moves: a run is laid or a triple left whole on the way up,
# and on the way back what comes after a move tells what may come before it.  Where `back` is set,
# `out` is below the step and x above it.

cdef inline void lay(
    const Packing *p, int j, const uint64_t *x, bint back, uint64_t *into
) noexcept nogil:
    """Add to a set the vectors of x with one more of sort j, or one less."""
    if back:
        lower_set(p.words, x, p.open[j], p.stride[j], into)
    else:
        raise_set(p.words, x, p.open[j], p.stride[j], into)


cdef inline void leave(
    const Packing *p, const uint64_t *x, int threes, bint back, uint64_t *into
) noexcept nogil:
    """Add a set to another, any of so many triples being left whole."""
    cdef uint64_t now[MAX_WORDS]
    cdef uint64_t then[MAX_WORDS]
    cdef int _i
    add_set(p.words, x, into)
    if p.whole < 0 or threes == 0:
        return
    memcpy(now, x, p.words * sizeof(uint64_t))
    for _i in range(threes):
        memset(then, 0, sizeof(then))
        lay(p, p.whole, now, back, then)
        memcpy(now, then, sizeof(then))
        add_set(p.words, now, into)


cdef inline void begin_or_leave(
    const Packing *p, int w, const uint64_t *x, int twos, int threes, bint back, uint64_t *out
) noexcept nogil:
    """A run begins or none does, with that much room left, after the run in progress w."""
    cdef uint64_t begun[MAX_WORDS]
    cdef int rest
    cdef int j
    cdef int to
    if not back and empty(p.words, x + w * p.words):
        return
    leave(p, x + (0 if back else w) * p.words, threes, back, out + (w if back else 0) * p.words)
    if twos == 0:
        return
    for j in range(p.sorts):
        if j == p.whole or p.copies[j] == 3 and threes == 0:
            continue
        to = at_work(p, p.copies[j], p.length[j] - 1)
        rest = threes - (p.copies[j] == 3 or twos == threes)
        memset(begun, 0, sizeof(begun))
        if back:
            leave(p, x + to * p.words, rest, True, begun)
            lay(p, j, begun, True, out + w * p.words)
        else:
            lay(p, j, x + w * p.words, False, begun)
            leave(p, begun, rest, False, out + to * p.words)


cdef inline void move(
    const Packing *p, const uint64_t *x, int twos, int threes, bint back, uint64_t *out
) noexcept nogil:
    """From one side of a step with that much room to the other."""
    cdef int copies
    cdef int left
    cdef int rest
    begin_or_leave(p, 0, x, twos, threes, back, out)
    for copies in range(2, p.most_copies + 1 if threes else 3):
        rest = threes - (copies == 3 or twos == threes)
        if p.longest[copies - 2] > 1:
            begin_or_leave(p, at_work(p, copies, 1), x, twos - 1, rest, back, out)
        for left in range(2, p.longest[copies - 2]):
            leave(p, x + at_work(p, copies, left - back) * p.words, rest, back,
                  out + at_work(p, copies, left - 1 + back) * p.words)


# the same where a set is one word

cdef inline uint64_t lay_word(const Packing *p, int j, uint64_t x, bint back) noexcept nogil:
    if back:
        return (x >> p.stride[j]) & p.open[j][0]
    return (x & p.open[j][0]) << p.stride[j]


cdef inline uint64_t leave_word(const Packing *p, uint64_t x, int threes, bint back) noexcept nogil:
    cdef uint64_t all_left = x
    cdef int _i
    if p.whole >= 0:
        for _i in range(threes):
            x = lay_word(p, p.whole, x, back)
            all_left |= x
    return all_left


cdef inline void begin_or_leave_word(
    const Packing *p, int w, const uint64_t *x, int twos, int threes, bint back, uint64_t *out
) noexcept nogil:
    cdef int rest
    cdef int j
    cdef int to
    if not back and x[w] == 0:
        return
    out[w if back else 0] |= leave_word(p, x[0 if back else w], threes, back)
    if twos == 0:
        return
    for j in range(p.sorts):
        if j != p.whole and (p.copies[j] == 2 or threes):
            to = at_work(p, p.copies[j], p.length[j] - 1)
            rest = threes - (p.copies[j] == 3 or twos == threes)
            if back:
                out[w] |= lay_word(p, j, leave_word(p, x[to], rest, True), True)
            else:
                out[to] |= leave_word(p, lay_word(p, j, x[w], False), rest, False)


cdef inline void move_word(
    const Packing *p, const uint64_t *x, int twos, int threes, bint back, uint64_t *out
) noexcept nogil:
    cdef int copies
    cdef int rest
    cdef int w = 1
    cdef int _left
    begin_or_leave_word(p, 0, x, twos, threes, back, out)
    for copies in range(2, p.most_copies + 1 if threes else 3):
        if p.longest[copies - 2] == 1:
            continue
        rest = threes - (copies == 3 or twos == threes)
        begin_or_leave_word(p, w, x, twos - 1, rest, back, out)
        for _left in range(2, p.longest[copies - 2]):
            w += 1
            out[w if back else w - 1] |= leave_word(p, x[w - 1 if back else w], rest, back)
        w += 1


cdef inline void cross(
    const Packing *p, const uint64_t *x, int twos, int threes, bint back, uint64_t *out
) noexcept nogil:
    memset(out, 0, p.width * sizeof(uint64_t))
    if twos == 0:
        memcpy(out, x, p.words * sizeof(uint64_t))
    elif p.words == 1:
        move_word(p, x, twos, threes, back, out)
    else:
        move(p, x, twos, threes, back, out)


cdef void start(const Packing *p, uint64_t *frontier) noexcept nogil:
    """The frontier below the lowest step."""
    memset(frontier, 0, p.width * sizeof(uint64_t))
    frontier[0] = 1


cdef void advance(
    const Packing *p, const uint64_t *now, int twos, int threes, uint64_t *then
) noexcept nogil:
    """From the frontier below a step to that above it, the step having that much room.

    A plain step carries one run; on a tied step one may end and another begin.
    """
    cross(p, now, twos, threes, False, then)


cdef void finish(const Packing *p, uint64_t *need) noexcept nogil:
    """Above the top step: the frontier of all that succeeds."""
    cdef int last = p.runs_laid - 1
    if p.whole >= 0:
        last += p.many[p.whole] * p.stride[p.whole]
    memset(need, 0, p.width * sizeof(uint64_t))
    need[last >> 6] = bit(last & 63)


cdef void retreat(
    const Packing *p, const uint64_t *then, int twos, int threes, uint64_t *now
) noexcept nogil:
    """From what succeeds above a step to what succeeds below it, with that room."""
    cross(p, then, twos, threes, True, now)


cdef void settle(const Packing *p, uint64_t *frontier) noexcept nogil:
    """Add all that is no better than what is there, so that frontiers as good are the same.

    Less laid is no better; nor is a run laid shorter, or of fewer copies; nor one in progress
    with more to go, or in triples. What advance() makes of a settled frontier lacks the last
    alone: to begin a run was worth no less than to leave the step, or to begin a lesser run.
    """
    cdef int left
    cdef int w = p.words
    cdef int _left
    for _left in range(1, p.longest[0]):
        add_set(p.words, frontier + w - p.words, frontier + w)
        w += p.words
    for left in range(1, p.longest[1]):
        add_set(p.words, frontier + at_work(p, 3, left - 1) * p.words, frontier + w)
        if left < p.longest[0]:
            add_set(p.words, frontier + at_work(p, 2, left) * p.words, frontier + w)
        w += p.words


cdef void leave_peaks(const Packing *p, uint64_t *frontier) noexcept nogil:
    """Take away what is no better than something else there, as in settle()."""
    cdef uint64_t less[MAX_WORDS]
    cdef uint64_t *x
    cdef int copies
    cdef int left
    cdef int i
    cdef int j
    for copies in range(3, 1, -1):
        for left in range(p.longest[copies - 2] - 1, 0, -1):
            x = frontier + at_work(p, copies, left) * p.words
            drop_set(p.words, frontier + at_work(p, copies, left - 1) * p.words, x)
            if copies == 3 and left < p.longest[0]:
                drop_set(p.words, frontier + at_work(p, 2, left) * p.words, x)
    for i in range(p.progress):
        x = frontier + i * p.words
        if empty(p.words, x):
            continue
        memset(less, 0, sizeof(less))
        for j in range(p.sorts):
            lower_set(p.words, x, p.open[j], p.stride[j], less)
        drop_set(p.words, less, x)


cdef int arrived(const Packing *p, const uint64_t *frontier) noexcept nogil:
    """The triples left whole when all runs are laid, -1 if they are not."""
    cdef int at = p.runs_laid - 1
    cdef int triples = -1
    cdef int i
    if p.whole < 0:
        return <int> ((frontier[at >> 6] >> (at & 63)) & 1) - 1
    for i in range(p.many[p.whole] + 1):
        if (frontier[at >> 6] >> (at & 63)) & 1:
            triples = i
        at += p.stride[p.whole]
    return triples


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
    cdef uint64_t frontier[2][MAX_WIDTH]
    cdef int total = 0
    cdef int whole = 0
    cdef int i
    for i in range(room.steps):
        total += room.twos[i]
        whole += room.threes[i]
    for i in range(runs.runs):
        total -= runs.length[i]
        if runs.copies[i] == 3:
            whole -= runs.length[i]
    if total < 0 or whole < 0:
        return -1
    if runs.runs == 1:
        return fits_one(room, runs.copies[0], runs.length[0], triples)
    triples = min(triples, min(total, whole))
    if runs.runs == 0:
        return triples
    if room.ties_adjacent:
        total = fits_tied(room, runs)
        return total if total < triples else triples
    plan(&p, runs, triples)
    start(&p, frontier[0])
    for i in range(room.steps):
        advance(&p, frontier[i & 1], room.twos[i], room.threes[i], frontier[(i + 1) & 1])
    return arrived(&p, frontier[room.steps & 1])


cdef int left_whole(const Room *room, const int *tractors, const int *titanics) noexcept nogil:
    """The triples left whole when so many runs pass through each step; -1: no room."""
    cdef int whole = 0
    cdef int step
    for step in range(room.steps):
        if (
            titanics[step] > room.threes[step]
            or tractors[step] + titanics[step] > room.twos[step]
        ):
            return -1
        whole += room.threes[step] - titanics[step]
        whole -= max(0, tractors[step] - (room.twos[step] - room.threes[step]))
    return whole


cdef int fits_tied(const Room *room, const Shape *runs) noexcept nogil:
    """fits() where two tied steps are side by side, without a limit to the triples.

    Above the two tied steps there is one kind a step: at most one run goes there, and all
    others are of two steps and lie on the two.
    """
    cdef int through[2][MAX_STEPS]
    cdef int best = -1
    cdef int whole
    cdef int i
    cdef int bottom
    cdef int step
    cdef int above
    cdef int copies
    memset(through, 0, sizeof(through))
    above = -1
    for i in range(runs.runs):
        if runs.length[i] > 2:
            if above >= 0:
                return -1
            above = i
        else:
            for step in range(2):
                through[runs.copies[i] - 2][step] += 1
    if above < 0:
        best = left_whole(room, through[0], through[1])
    for i in range(runs.runs):
        if above >= 0 and i != above:
            continue
        copies = runs.copies[i] - 2
        for bottom in range(runs.length[i] == 2, room.steps - runs.length[i] + 1):
            for step in range(room.steps):
                through[copies][step] += bottom <= step < bottom + runs.length[i]
                through[copies][step] -= above < 0 and step < 2
            whole = left_whole(room, through[0], through[1])
            if whole > best:
                best = whole
            for step in range(room.steps):
                through[copies][step] -= bottom <= step < bottom + runs.length[i]
                through[copies][step] += above < 0 and step < 2
    return best
