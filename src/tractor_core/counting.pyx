"""Counting: how many legal choices there are, without making them, and the one of a number.

Where no runs are owed the kinds need no order: what can be taken depends only on how many kinds
are held once, twice and three times, and a few binomials count it.
"""
from libc.string cimport memset

from tractor_core.bits cimport popcount


cdef void fill_binomials() noexcept:
    cdef int n
    cdef int k
    memset(BINOMIAL, 0, sizeof(BINOMIAL))
    for n in range(KINDS + 1):
        BINOMIAL[n][0] = 1
        for k in range(1, n + 1):
            BINOMIAL[n][k] = BINOMIAL[n - 1][k - 1] + BINOMIAL[n - 1][k]


fill_binomials()


cdef inline uint64_t ways_of(
    int kinds, int twos, int threes, int cards, int two, int three
) noexcept nogil:
    """Ways to take so many kinds just twice and three times, of so many held, and single cards."""
    cdef int one = cards - 3 * three - 2 * two
    cdef int left = kinds - three - two
    if one > left:
        return 0
    return BINOMIAL[threes][three] * BINOMIAL[twos - three][two] * BINOMIAL[left][one]


cdef uint64_t count_choices(const Choice *c) noexcept nogil:
    """How many choices there are."""
    cdef int kinds = popcount(c.stock.one)
    cdef int twos = popcount(c.stock.two)
    cdef int threes = popcount(c.stock.three)
    cdef uint64_t total = 0
    cdef int three
    cdef int two
    for three in range(max(c.threes, 0), min(threes, c.cards // 3) + 1):
        for two in range(
            max(c.twos - three, 0), min(twos - three, (c.cards - 3 * three) // 2) + 1
        ):
            total += ways_of(kinds, twos, threes, c.cards, two, three)
    return total


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


cdef Planes choice_at(const Choice *c, uint64_t number) noexcept nogil:
    """The choice of that number, by how many kinds are taken three times and twice."""
    cdef int kinds = popcount(c.stock.one)
    cdef int twos = popcount(c.stock.two)
    cdef int threes = popcount(c.stock.three)
    cdef Planes taken
    cdef uint64_t ways
    cdef int three
    cdef int two = 0
    taken.one = taken.two = taken.three = 0
    for three in range(max(c.threes, 0), min(threes, c.cards // 3) + 1):
        for two in range(
            max(c.twos - three, 0), min(twos - three, (c.cards - 3 * three) // 2) + 1
        ):
            ways = ways_of(kinds, twos, threes, c.cards, two, three)
            if number < ways:
                return choice_with(c, three, two, number)
            number -= ways
    return taken    # of no choices


cdef Planes choice_with(const Choice *c, int three, int two, uint64_t number) noexcept nogil:
    """The choice of that number of those with so many kinds taken three times and just twice."""
    cdef int one = c.cards - 3 * three - 2 * two
    cdef Planes taken
    cdef uint64_t left
    cdef uint64_t ways
    taken.two = taken.three = 0
    if three:
        ways = BINOMIAL[popcount(c.stock.three)][three]
        taken.two = taken.three = pick(c.stock.three, three, number % ways)
        number //= ways
    if two:
        left = c.stock.two & ~taken.three
        ways = BINOMIAL[popcount(left)][two]
        taken.two |= pick(left, two, number % ways)
        number //= ways
    taken.one = taken.two | pick(c.stock.one & ~taken.two, one, number)
    return taken
