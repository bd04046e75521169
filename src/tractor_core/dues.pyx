"""Dues: what a hand owes where some cards need not be drawn upon, and whether a play gives it (F8).

As in answers the longest run that fits is taken at each step; then triples, then the pairs in the
order in which they were asked for, as many of each sort as guards find room for.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from tractor_core.answers cimport Duties, ask, take
from tractor_core.bits cimport popcount
from tractor_core.guards cimport (
    BETWEEN, BETWEEN_EXACT, EARLY, FIRST, LATE, NO_MEMORY, NONE, TRIPLES, Guard, advance_guard,
    free_guard, plan_guard, set_at, spares_runs, spares_triples, start_guard
)
from tractor_core.options cimport (
    ANSWER_PAIRS, FOLLOW_PAIRS, SHORT_FREE, TITANIC_TRIPLES_FIRST
)
from tractor_core.trump cimport kinds_on

cdef enum:
    HOPELESS = -2
    MAX_BLOCKS = 64
    LAST = 6            # pairs that come last: after the sorts of guards


cdef Ground ground_of(
    const Order *o, int s, Planes held, Planes have, const Rulebook *book
) noexcept nogil:
    """Cards of suit s that a play has, out of those held."""
    cdef Ground ground
    cdef uint64_t on
    cdef int i
    ground.steps = o.steps[s]
    for i in range(ground.steps):
        on = kinds_on(o, s, i)
        ground.threes[i] = popcount(have.three & on)
        ground.guarded[i] = popcount(have.two & ~have.three & held.three & on)
        ground.exact[i] = popcount(have.two & ~held.three & on)
        ground.held[i] = popcount(held.two & on)
        if not spares_triples(book):
            ground.exact[i] += ground.guarded[i]
            ground.guarded[i] = 0
    return ground


cdef int most_of(
    const Ground *ground, const Owed *owed, const Rulebook *book, int what
) noexcept nogil:
    """The most of a group of pairs, or of TRIPLES, that fits beside all others owed.

    HOPELESS if none does, or NO_MEMORY; with NONE, 0 if all fits.
    """
    cdef Guard g
    cdef uint64_t *now
    cdef uint64_t *then
    cdef int i
    cdef int label
    cdef int at
    cdef int stride = 0
    cdef int many = 0
    cdef int found = HOPELESS
    if plan_guard(&g, owed, book) < 0:
        return NO_MEMORY
    if what != NONE and g.sort_of[what] != NONE:
        stride = g.stride[g.sort_of[what]]
        many = g.many[g.sort_of[what]]
    now = g.scratch
    then = g.scratch + g.width
    start_guard(&g, now)
    for i in range(ground.steps):
        advance_guard(
            &g, now, ground.exact[i], ground.guarded[i], ground.threes[i],
            ground.held[i] - ground.exact[i] - ground.guarded[i] - ground.threes[i], then,
        )
        now, then = then, now
    for i in range(many + 1):
        at = g.vectors - 1 - (many - i) * stride
        for label in range(g.labels):
            if (set_at(&g, now, label, 0)[at >> 6] >> (at & 63)) & 1:
                found = i
    free_guard(&g)
    return found


cdef int longest_of(const Ground *ground, int copies, bint exact) noexcept nogil:
    """The length of the longest run of the kinds that may serve."""
    cdef int best = 0
    cdef int length = 0
    cdef int i
    cdef int able
    for i in range(ground.steps):
        able = ground.threes[i]
        if copies == 2:
            able = ground.exact[i] if exact else able + ground.guarded[i] + ground.exact[i]
        length = length + 1 if able else 0
        best = max(best, length)
    return best


cdef int owe(
    Owed *owed, const Ground *ground, const Rulebook *book, int copies, bint exact, int most,
    int least, int *longest
) noexcept nogil:
    """Add the longest run of least..most steps that still fits: its length, 0, or NO_MEMORY.

    No run longer than `longest` fits, nor will one later; by itself one that long does.
    """
    cdef int length
    cdef int found
    owed.copies[owed.runs] = copies
    owed.exact[owed.runs] = exact
    owed.triples = owed.early
    for length in range(min(most, longest[0]), least - 1, -1):
        owed.length[owed.runs] = length
        owed.runs += 1
        if owed.runs == 1 and owed.early == 0:
            return length
        found = HOPELESS
        if has_room(ground, owed):
            found = most_of(ground, owed, book, NONE)
        if found == 0 or found == NO_MEMORY:
            return length if found == 0 else NO_MEMORY
        owed.runs -= 1
        longest[0] = length - 1
    return 0


cdef int kinds_of(const Owed *owed) noexcept nogil:
    """How many kinds the runs and triples need."""
    cdef int kinds = owed.triples
    cdef int i
    for i in range(owed.runs):
        kinds += owed.length[i]
    return kinds


cdef int kinds_in(const Ground *ground) noexcept nogil:
    cdef int kinds = 0
    cdef int i
    for i in range(ground.steps):
        kinds += ground.exact[i] + ground.guarded[i] + ground.threes[i]
    return kinds


cdef int triples_in(const Ground *ground, const Owed *owed) noexcept nogil:
    """How many triples there are beside those of the Titanics owed."""
    cdef int triples = 0
    cdef int i
    for i in range(ground.steps):
        triples += ground.threes[i]
    for i in range(owed.runs):
        if owed.copies[i] == 3:
            triples -= owed.length[i]
    return triples


cdef bint has_room(const Ground *ground, const Owed *owed) noexcept nogil:
    """Whether there are kinds enough for runs and triples."""
    return kinds_of(owed) <= kinds_in(ground) and owed.triples <= triples_in(ground, owed)


cdef int most_triples(
    Owed *owed, const Ground *ground, const Rulebook *book, int most
) noexcept nogil:
    """The triples that stay whole beside the runs owed, at most so many; NO_MEMORY or 0."""
    cdef int found
    owed.triples = 0
    owed.triples = min(most, min(triples_in(ground, owed), kinds_in(ground) - kinds_of(owed)))
    if owed.triples > 0 and owed.runs:
        found = most_of(ground, owed, book, TRIPLES)
        if found == NO_MEMORY:
            return NO_MEMORY
        owed.triples = max(found, 0)
    return 0


cdef struct Blocks:
    # Pairs asked for, in their order.
    int n
    int sort[MAX_BLOCKS]    # a group, or LAST
    int many[MAX_BLOCKS]


cdef void ask_pairs(Blocks *blocks, int sort, int many) noexcept nogil:
    if many == 0:
        return
    if blocks.n and blocks.sort[blocks.n - 1] == sort:
        blocks.many[blocks.n - 1] += many
        return
    blocks.sort[blocks.n] = sort
    blocks.many[blocks.n] = many
    blocks.n += 1


cdef int answer_guarded(
    const Ground *ground, const Shape *led, const Rulebook *book, Owed *owed
) noexcept nogil:
    """The answer of cards to a lead (F2, F3, F8); NO_MEMORY or 0."""
    cdef Duties titanics
    cdef Duties tractors
    cdef Blocks blocks
    cdef bint exact = spares_triples(book)
    cdef bint only_pairs = book.follow_tractor == FOLLOW_PAIRS or (
        book.throw_answer == ANSWER_PAIRS
        and led.runs + led.triples + led.pairs + led.singles > 1
    )
    cdef int longest_titanic = longest_of(ground, 3, False)
    cdef int longest = longest_of(ground, 2, False)
    cdef int longest_exact = longest_of(ground, 2, True)
    cdef bint is_led
    cdef int triples = led.triples  # asked for
    cdef int i
    cdef int length
    cdef int got
    memset(owed, 0, sizeof(Owed))
    titanics.n = tractors.n = blocks.n = 0
    for i in range(led.runs):
        if led.copies[i] == 3:
            ask(&titanics, led.length[i], True)
        elif only_pairs:
            ask_pairs(&blocks, FIRST, led.length[i])
        else:
            ask(&tractors, led.length[i], True)
    ask_pairs(&blocks, EARLY, led.pairs)
    while titanics.n:
        length = take(&titanics, &is_led)
        got = owe(owed, ground, book, 3, False, length, 2, &longest_titanic)
        if got == 0:
            if book.titanic_answer == TITANIC_TRIPLES_FIRST:
                if most_triples(owed, ground, book, owed.early + length) < 0:
                    return NO_MEMORY
                got = owed.triples - owed.early
                owed.early = owed.triples
                if length - got == 1:
                    ask_pairs(&blocks, BETWEEN, 1)
                elif length > got:
                    ask(&tractors, length - got, False)
                continue
            got = owe(owed, ground, book, 2, False, length, 2, &longest)
            if got == 0:
                triples += length
                continue
        if got < 0:
            return NO_MEMORY
        if length - got == 1:
            triples += 1
        elif length > got:
            ask(&titanics, length - got, True)
    while tractors.n:
        length = take(&tractors, &is_led)
        got = owe(
            owed, ground, book, 2, is_led and exact, length,
            length if is_led and book.short_tractor == SHORT_FREE else 2,
            &longest_exact if is_led and exact else &longest,
        )
        if got < 0:
            return NO_MEMORY
        i = BETWEEN_EXACT if is_led and exact else BETWEEN
        if got == 0:
            ask_pairs(&blocks, i, length)
        elif length - got == 1:
            ask_pairs(&blocks, i, 1)
        elif length > got:
            ask(&tractors, length - got, is_led)
    if most_triples(owed, ground, book, owed.early + triples) < 0:
        return NO_MEMORY
    # the triples led come before those that Titanics became
    i = triples - (owed.triples - owed.early)
    got = min(i, max(0, led.triples - (owed.triples - owed.early)))
    ask_pairs(&blocks, LATE, got)
    ask_pairs(&blocks, LAST, i - got)
    return answer_pairs(ground, book, &blocks, owed)


cdef int answer_pairs(
    const Ground *ground, const Rulebook *book, const Blocks *blocks, Owed *owed
) noexcept nogil:
    """Add the pairs owed after runs and triples; NO_MEMORY or 0."""
    cdef int left = kinds_in(ground) - kinds_of(owed)
    cdef int i
    cdef int sort
    cdef int got
    cdef int had
    for i in range(blocks.n):
        sort = blocks.sort[i]
        got = min(left, blocks.many[i])
        if got == 0:
            break
        if sort < LAST:
            had = owed.group[sort]
            owed.group[sort] += got
            if (
                sort == BETWEEN_EXACT
                or sort == EARLY
                or sort == FIRST and spares_triples(book)
                or sort == LATE and spares_runs(book)
            ):
                got = most_of(ground, owed, book, sort)
                if got == NO_MEMORY:
                    return NO_MEMORY
                owed.group[sort] = max(got, had)
                got = owed.group[sort] - had
        left -= got
    owed.kinds = kinds_in(ground) - left
    return 0


cdef int gives_guarded(const Ground *ground, const Owed *owed, const Rulebook *book) noexcept nogil:
    """Whether a play contains what is owed: 0 or 1, or NO_MEMORY."""
    cdef int found
    if kinds_in(ground) < owed.kinds or not has_room(ground, owed):
        return False
    found = most_of(ground, owed, book, NONE)
    return NO_MEMORY if found == NO_MEMORY else found == 0
