"""Counting: how many legal choices there are, without making them, and the one of a number.

Where no runs are owed the kinds need no order: what can be taken depends only on how many kinds
are held once, twice and three times, and a few binomials count it.
"""
from libc.string cimport memset

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport copies_of, plus, repeated


cdef void fill_binomials() noexcept:
    cdef int n
    cdef int k
    memset(BINOMIAL, 0, sizeof(BINOMIAL))
    for n in range(KINDS + 1):
        BINOMIAL[n][0] = 1
        for k in range(1, n + 1):
            BINOMIAL[n][k] = BINOMIAL[n - 1][k - 1] + BINOMIAL[n - 1][k]


fill_binomials()


cdef void choose_from(Choice *c, Planes x, int cards, int twos, int threes) noexcept nogil:
    """A choice of that many of the cards x, kinds ascending."""
    cdef uint64_t left = x.one
    c.kinds = 0
    while left:
        c.kind[c.kinds] = lowest(left)
        c.high[c.kinds] = copies_of(x, lowest(left))
        c.kinds += 1
        left &= left - 1
    c.cards = cards
    c.twos = twos
    c.threes = threes


cdef uint64_t count_choices(
    const Choice *c, int first, int cards, int twos, int threes
) noexcept nogil:
    """Ways to take so many cards from the kinds number `first` and on."""
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
