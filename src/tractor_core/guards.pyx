"""Guards: searches for answers whose duties may not draw on some triples or runs (F8).

Every kind that the hand holds twice or more is left, or serves a run, a triple or a pair.  Which
kinds may serve depends on how often the hand holds them, and, for a pair that may not be drawn
from a run, on the steps beside: all kinds there must have been taken before, by a run or a triple
or by pairs that come earlier in the order of duties.  So a search up the steps, like that of
packing, finds the answers if it remembers what the step below asks of the next one.
"""
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from tractor_core.bits cimport bit
from tractor_core.packing cimport add_set, drop_set, empty, lower_set, raise_set

cdef enum:
    # kinds as they serve: see Ground
    EXACT = 0
    GUARDED = 1
    THREES = 2
    ABSENT = 3          # held twice or more, but not played
    # labels of kinds: the greater, the more they ask of the kinds on the next step
    TAKEN = 0           # before all pairs that ask for something, or there is no kind
    TAKEN_BETWEEN = 1
    NOT_TAKEN = 2
    TAKEN_LATE = 3      # these must have no kind beside them that is taken as late, or not at all
    TAKEN_EARLY = 4     # nor one that is taken as pairs between
    LABELS = 5
    FRONTIERS = 16      # of scratch: advance_tied() uses 3 and one for each number of 4 kinds

# the labels that may stand beside each label, one bit each
cdef int BESIDE[LABELS]
BESIDE[TAKEN] = 0b11111
BESIDE[TAKEN_BETWEEN] = 0b01111
BESIDE[NOT_TAKEN] = 0b00111
BESIDE[TAKEN_LATE] = 0b00011
BESIDE[TAKEN_EARLY] = 0b00001


cdef inline int class_of(const Guard *g, int j) noexcept nogil:
    """The sort of run in progress that one of sort j is."""
    return 1 if g.copies[j] == 3 else 2 if g.exact[j] else 0


cdef inline bint goes_on(int run, int kind) noexcept nogil:
    """Whether a run in progress of a class can use a kind."""
    return run == 0 or kind == (THREES if run == 1 else EXACT)


cdef inline bint serves(const Guard *g, int j, int kind) noexcept nogil:
    return goes_on(class_of(g, j), kind)


cdef int add_sort(
    Guard *g, int copies, int length, int many, bint exact, int label
) noexcept nogil:
    """Add a sort, or more of a sort of runs; its number, NONE if there are none of it."""
    cdef int j
    if many == 0:
        return NONE
    for j in range(g.sorts):
        if length > 1 and (
            g.copies[j] == copies and g.length[j] == length and g.exact[j] == exact
        ):
            g.many[j] += many
            return j
    g.copies[g.sorts] = copies
    g.length[g.sorts] = length
    g.many[g.sorts] = many
    g.exact[g.sorts] = exact
    g.label[g.sorts] = label
    g.sorts += 1
    return g.sorts - 1


cdef int plan_guard(Guard *g, const Owed *owed, const Rulebook *book) noexcept nogil:
    """Number the vectors of a search for an answer; NO_MEMORY or 0. free_guard() is due."""
    cdef uint64_t *below
    cdef bint exact = spares_triples(book)
    cdef bint apart = spares_runs(book) and owed.group[EARLY] + owed.group[LATE] > 0
    cdef int early = TAKEN
    cdef int between = TAKEN
    cdef int laid = 1
    cdef int bits
    cdef int i
    cdef int j
    cdef int k
    cdef int _i
    g.open = NULL
    g.sorts = 0
    for i in range(owed.runs):
        add_sort(g, owed.copies[i], owed.length[i], 1, owed.exact[i], TAKEN)
    for i in range(GROUPS + 1):
        g.sort_of[i] = NONE
    g.sort_of[TRIPLES] = add_sort(g, 3, 1, owed.triples, False, TAKEN)
    g.labels = 1
    g.left = TAKEN
    if apart:
        early = TAKEN_EARLY
        between = TAKEN_BETWEEN
        g.left = NOT_TAKEN
        g.labels = LABELS if owed.group[EARLY] else LABELS - 1
        if owed.group[LATE] == 0:
            # pairs between are as good as left, and the labels move down
            between = g.left = 1
            early = 2
            g.labels = 3
    for i in range(g.labels):
        g.beside[i] = BESIDE[i] & ((1 << g.labels) - 1)
    if g.labels == 3:
        g.beside[1] = 0b011
        g.beside[2] = 0b001
    if exact or apart:
        g.sort_of[FIRST] = add_sort(g, 2, 1, owed.group[FIRST], exact, TAKEN)
    g.sort_of[EARLY] = add_sort(g, 2, 1, owed.group[EARLY], exact, early)
    if apart and owed.group[LATE]:
        g.sort_of[BETWEEN] = add_sort(g, 2, 1, owed.group[BETWEEN], False, between)
        g.sort_of[LATE] = add_sort(g, 2, 1, owed.group[LATE], False, TAKEN_LATE)
    g.sort_of[BETWEEN_EXACT] = add_sort(
        g, 2, 1, owed.group[BETWEEN_EXACT], True, between
    )
    g.progress = 1
    for i in range(3):
        g.longest[i] = 1
        for j in range(g.sorts):
            if class_of(g, j) == i:
                g.longest[i] = max(g.longest[i], <int> g.length[j])
        g.first_of[i] = g.progress if g.longest[i] > 1 else 0
        g.progress += g.longest[i] - 1
    for j in range(g.sorts):
        g.stride[j] = laid
        laid *= g.many[j] + 1
    g.vectors = laid
    g.words = (laid + 63) // 64
    g.width = g.labels * g.progress * g.words
    g.open = <uint64_t *> malloc((g.sorts * g.words + FRONTIERS * g.width) * sizeof(uint64_t))
    if g.open == NULL:
        return NO_MEMORY
    g.scratch = g.open + g.sorts * g.words
    below = g.scratch
    for j in range(g.sorts):
        bits = g.stride[j] * g.many[j]
        for k in range(g.words):
            if bits >= 64 * (k + 1):
                g.open[j * g.words + k] = ~<uint64_t> 0
            else:
                g.open[j * g.words + k] = (bit(bits & 63) - 1) if bits > 64 * k else 0
        for i in range(j):
            memcpy(below, g.open + i * g.words, g.words * sizeof(uint64_t))
            for _i in range(g.many[j]):
                raise_set(g.words, g.open + i * g.words, NULL, g.stride[j], below)
                memcpy(g.open + i * g.words, below, g.words * sizeof(uint64_t))
    return 0


cdef void free_guard(Guard *g) noexcept nogil:
    free(g.open)


cdef void take_kind(
    const Guard *g, const uint64_t *x, int label, int w, int kind, int beside, uint64_t *then
) noexcept nogil:
    """Add what follows a set when one more kind of a step is left or taken, but by no run."""
    cdef int j
    if empty(g.words, x):
        return
    if (beside >> <int> g.left) & 1:
        add_set(g.words, x, set_at(g, then, max(label, <int> g.left), w))
    if kind == ABSENT:
        return
    for j in range(g.sorts):
        if g.length[j] == 1 and serves(g, j, kind) and (beside >> g.label[j]) & 1:
            raise_set(g.words, x, g.open + j * g.words, g.stride[j],
                      set_at(g, then, max(label, <int> g.label[j]), w))


cdef void begin_run(
    const Guard *g, const uint64_t *x, int kind, uint64_t *then
) noexcept nogil:
    """Add what follows a set when a run begins with a kind."""
    cdef int j
    for j in range(g.sorts):
        if g.length[j] > 1 and serves(g, j, kind):
            raise_set(g.words, x, g.open + j * g.words, g.stride[j],
                      set_at(g, then, 0, g.first_of[class_of(g, j)] + g.length[j] - 2))


cdef void go_on_with(const Guard *g, const uint64_t *x, int kind, uint64_t *then) noexcept nogil:
    """Add what follows the sets of one label when the run in progress uses a kind."""
    cdef int run
    cdef int w
    cdef int left
    for run in range(3):
        w = g.first_of[run]
        if w == 0 or not goes_on(run, kind):
            continue
        add_set(g.words, x + w * g.words, then)
        for left in range(2, g.longest[run]):
            add_set(g.words, x + (w + left - 1) * g.words, then + (w + left - 2) * g.words)


cdef void start_guard(const Guard *g, uint64_t *frontier) noexcept nogil:
    """The frontier below the lowest step."""
    memset(frontier, 0, g.width * sizeof(uint64_t))
    frontier[0] = 1


cdef void advance_guard(
    const Guard *g, const uint64_t *now, int exact, int guarded, int threes, int absent,
    uint64_t *then
) noexcept nogil:
    """From the frontier below a step to that above it, the play having so much of it."""
    cdef int of_kind[4]
    cdef int label
    cdef int kind
    cdef int n = exact + guarded + threes + absent
    cdef const uint64_t *x
    memset(then, 0, g.width * sizeof(uint64_t))
    of_kind[EXACT] = exact
    of_kind[GUARDED] = guarded
    of_kind[THREES] = threes
    of_kind[ABSENT] = absent
    for label in range(g.labels):
        x = set_at(g, now, label, 0)
        if empty(g.progress * g.words, x):
            continue
        if n == 0:
            add_set(g.words, x, then)
        elif n == 1:
            kind = EXACT if exact else GUARDED if guarded else THREES if threes else ABSENT
            # the kind's own label is the label of the step
            take_kind(g, x, 0, 0, kind, g.beside[label], then)
            if kind != ABSENT:
                begin_run(g, x, kind, then)
                go_on_with(g, x, kind, then)
        else:
            advance_tied(g, x, of_kind, g.beside[label], then)


cdef void advance_tied(
    const Guard *g, const uint64_t *x, int *of_kind, int beside, uint64_t *then
) noexcept nogil:
    """Add what follows the sets of one label on a step with several kinds.

    A run may end there and another begin; the kinds that they leave over are then taken one by
    one, from what leaves most of them over to what leaves none.
    """
    cdef uint64_t *ended = g.scratch + 2 * g.width
    cdef uint64_t *over = g.scratch + 3 * g.width   # for each number of kinds left over
    cdef int size = g.progress * g.words
    cdef int stride[3]
    cdef int points
    cdef int end
    cdef int begin
    cdef int kind
    cdef int label
    cdef int w
    cdef int at
    stride[THREES] = 1
    stride[GUARDED] = of_kind[THREES] + 1
    stride[EXACT] = stride[GUARDED] * (of_kind[GUARDED] + 1)
    points = stride[EXACT] * (of_kind[EXACT] + 1)
    memset(over, 0, points * g.width * sizeof(uint64_t))
    for end in range(-1, ABSENT):       # the kind that the run in progress uses
        if end >= 0 and of_kind[end] == 0:
            continue
        memset(ended, 0, size * sizeof(uint64_t))
        at = points - 1
        if end < 0:
            memcpy(ended, x, g.words * sizeof(uint64_t))
        else:
            go_on_with(g, x, end, ended)
            at -= stride[end]
        if empty(size, ended):
            continue
        add_set(size, ended, over + at * g.width)
        for begin in range(ABSENT):     # the kind that another run begins with
            if of_kind[begin] > (begin == end):
                begin_run(g, ended, begin, over + (at - stride[begin]) * g.width)
    for at in range(points - 1, 0, -1):
        if empty(g.width, over + at * g.width):
            continue
        kind = EXACT if at >= stride[EXACT] else GUARDED if at >= stride[GUARDED] else THREES
        for label in range(g.labels):
            for w in range(g.progress):
                take_kind(g, set_at(g, over + at * g.width, label, w), label, w, kind, beside,
                          over + (at - stride[kind]) * g.width)
    if of_kind[ABSENT] == 0:
        add_set(g.width, over, then)
    elif (beside >> <int> g.left) & 1:
        for label in range(g.labels):
            add_set(size, over + label * size, set_at(g, then, max(label, <int> g.left), 0))


cdef void finish_guard(const Guard *g, uint64_t *need) noexcept nogil:
    """Above the top step: the frontier of all that succeeds."""
    cdef int label
    memset(need, 0, g.width * sizeof(uint64_t))
    for label in range(g.labels):
        set_at(g, need, label, 0)[(g.vectors - 1) >> 6] = bit((g.vectors - 1) & 63)


cdef void take_kind_back(
    const Guard *g, const uint64_t *then, int label, int w, int kind, int beside, uint64_t *into
) noexcept nogil:
    """Add to a set what take_kind() would bring into a frontier."""
    cdef int j
    if (beside >> <int> g.left) & 1:
        add_set(g.words, set_at(g, then, max(label, <int> g.left), w), into)
    if kind == ABSENT:
        return
    for j in range(g.sorts):
        if g.length[j] == 1 and serves(g, j, kind) and (beside >> g.label[j]) & 1:
            lower_set(g.words, set_at(g, then, max(label, <int> g.label[j]), w),
                      g.open + j * g.words, g.stride[j], into)


cdef void begin_run_back(
    const Guard *g, const uint64_t *then, int kind, uint64_t *into
) noexcept nogil:
    cdef int j
    for j in range(g.sorts):
        if g.length[j] > 1 and serves(g, j, kind):
            lower_set(g.words, set_at(g, then, 0, g.first_of[class_of(g, j)] + g.length[j] - 2),
                      g.open + j * g.words, g.stride[j], into)


cdef void go_on_back(const Guard *g, const uint64_t *then, int kind, uint64_t *into) noexcept nogil:
    cdef int run
    cdef int w
    cdef int left
    for run in range(3):
        w = g.first_of[run]
        if w == 0 or not goes_on(run, kind):
            continue
        add_set(g.words, then, into + w * g.words)
        for left in range(2, g.longest[run]):
            add_set(g.words, then + (w + left - 2) * g.words, into + (w + left - 1) * g.words)


cdef void retreat_guard(
    const Guard *g, const uint64_t *then, int exact, int guarded, int threes, int absent,
    uint64_t *now
) noexcept nogil:
    """From what succeeds above a step to what succeeds below it, the play having so much of it."""
    cdef int of_kind[4]
    cdef int label
    cdef int kind
    cdef int n = exact + guarded + threes + absent
    cdef uint64_t *into
    memset(now, 0, g.width * sizeof(uint64_t))
    of_kind[EXACT] = exact
    of_kind[GUARDED] = guarded
    of_kind[THREES] = threes
    of_kind[ABSENT] = absent
    for label in range(g.labels):
        into = set_at(g, now, label, 0)
        if n == 0:
            add_set(g.words, then, into)
        elif n == 1:
            kind = EXACT if exact else GUARDED if guarded else THREES if threes else ABSENT
            take_kind_back(g, then, 0, 0, kind, g.beside[label], into)
            if kind != ABSENT:
                begin_run_back(g, then, kind, into)
                go_on_back(g, then, kind, into)
        else:
            retreat_tied(g, then, of_kind, g.beside[label], into)


cdef void retreat_tied(
    const Guard *g, const uint64_t *then, int *of_kind, int beside, uint64_t *into
) noexcept nogil:
    """Add to the sets of one label what advance_tied() would bring into a frontier."""
    cdef uint64_t *begun = g.scratch + 2 * g.width
    cdef uint64_t *now = g.scratch + 3 * g.width
    cdef uint64_t *next_ = g.scratch + 4 * g.width
    cdef uint64_t *left = g.scratch + 5 * g.width   # the absent kinds being left
    cdef int size = g.progress * g.words
    cdef int end
    cdef int begin
    cdef int kind
    cdef int label
    cdef int w
    cdef int _i
    if of_kind[ABSENT]:
        if not (beside >> <int> g.left) & 1:
            return
        for label in range(g.labels):
            memcpy(left + label * size, set_at(g, then, max(label, <int> g.left), 0),
                   size * sizeof(uint64_t))
        then = left
    for end in range(-1, ABSENT):
        if end >= 0:
            if of_kind[end] == 0:
                continue
            of_kind[end] -= 1
        for begin in range(-1, ABSENT):
            if begin >= 0:
                if of_kind[begin] == 0:
                    continue
                of_kind[begin] -= 1
            memcpy(now, then, g.width * sizeof(uint64_t))
            for kind in range(ABSENT):
                for _i in range(of_kind[kind]):
                    memset(next_, 0, g.width * sizeof(uint64_t))
                    for label in range(g.labels):
                        for w in range(g.progress):
                            take_kind_back(g, now, label, w, kind, beside,
                                           set_at(g, next_, label, w))
                    now, next_ = next_, now
            memset(begun, 0, size * sizeof(uint64_t))
            if begin < 0:
                memcpy(begun, now, size * sizeof(uint64_t))
            else:
                begin_run_back(g, now, begin, begun)
                of_kind[begin] += 1
            if end < 0:
                add_set(g.words, begun, into)
            else:
                go_on_back(g, begun, end, into)
        if end >= 0:
            of_kind[end] += 1


cdef void settle_guard(const Guard *g, uint64_t *frontier) noexcept nogil:
    """Add all that is no better than what is there, so that frontiers as good are the same.

    A label that asks less of the next step is better.  Where no kind can be in the way of a pair,
    so is a run with less to go, or no run, or one that more kinds can serve.  What
    advance_guard() makes of a settled frontier lacks no more than that.
    """
    cdef int size = g.progress * g.words
    cdef int run
    cdef int w
    cdef int left
    cdef int i
    for i in range(1, g.labels):
        add_set(size, frontier + (i - 1) * size, frontier + i * size)
    if g.labels > 1:
        return
    for run in range(3):
        w = g.first_of[run]
        if w == 0:
            continue
        for left in range(1, g.longest[run]):
            add_set(g.words, frontier + (w + left - 2 if left > 1 else 0) * g.words,
                    frontier + (w + left - 1) * g.words)
            if run and left < g.longest[0]:
                add_set(g.words, frontier + (g.first_of[0] + left - 1) * g.words,
                        frontier + (w + left - 1) * g.words)


cdef void leave_guard_peaks(const Guard *g, uint64_t *frontier) noexcept nogil:
    """Take away what is no better than something else there, as in settle_guard()."""
    cdef int size = g.progress * g.words
    cdef int run
    cdef int w
    cdef int left
    cdef int i
    for i in range(g.labels - 1, 0, -1):
        drop_set(size, frontier + (i - 1) * size, frontier + i * size)
    if g.labels > 1:
        return
    for run in range(2, -1, -1):
        w = g.first_of[run]
        for left in range(g.longest[run] - 1, 0, -1):
            drop_set(g.words, frontier + (w + left - 2 if left > 1 else 0) * g.words,
                     frontier + (w + left - 1) * g.words)
            if run and left < g.longest[0]:
                drop_set(g.words, frontier + (g.first_of[0] + left - 1) * g.words,
                         frontier + (w + left - 1) * g.words)
