"""Tallies: what was counted in deals, summed up in whole numbers.

Of each deal, m copies apply, v is the sum of their numbers and c[b] how many of them are b. The
totals are n, m, m², v, v², vm and, for every b, c[b], c[b]² and c[b]m. They do not depend on
the order of the deals, and give every proportion and the mean with their errors.
"""
from libc.stdint cimport int16_t, int32_t, int64_t


cdef Py_ssize_t room_of(int bins, int copies) noexcept nogil:
    """How many int64 lay_out() wants."""
    return HEAD + EACH_BIN * bins + (bins + copies + 2) + (bins + 1) // 2


cdef void lay_out(
    Tally *t, int bins, int copies, bint always, bint yes_or_no, int64_t *room
) noexcept nogil:
    """Start a tally in zeroed memory; its totals come first."""
    t.bins = bins
    t.copies = copies
    t.always = always
    t.yes_or_no = yes_or_no
    t.total = room
    t.deals = room + HEAD + EACH_BIN * bins
    t.count = <int32_t *> (t.deals + bins + copies + 2)


cdef inline void add_deals(Tally *t, int64_t n, int64_t m, int64_t v) noexcept nogil:
    """So many deals in which m copies apply and add up to v."""
    t.total[0] += n
    t.total[1] += n * m
    t.total[2] += n * m * m
    t.total[3] += n * v
    t.total[4] += n * v * v
    t.total[5] += n * v * m


cdef inline void add_bin(Tally *t, int b, int64_t n, int64_t c, int64_t m) noexcept nogil:
    """So many deals in which c of the m copies that apply are in bin b."""
    cdef int64_t *total = t.total + HEAD + EACH_BIN * b
    total[0] += n * c
    total[1] += n * c * c
    total[2] += n * c * m


cdef bint add_always(
    Tally *t, const int16_t *numbers, Py_ssize_t n, Py_ssize_t by_deal, Py_ssize_t by_copy
) noexcept nogil:
    """add_group() where every copy applies: what the number of copies tells is left to close()."""
    cdef const int16_t *row
    cdef int64_t *total
    cdef int64_t v
    cdef Py_ssize_t i
    cdef int32_t c
    cdef int k
    cdef int x
    for i in range(n):
        row = numbers + i * by_deal
        v = 0
        for k in range(t.copies):
            x = row[k * by_copy]
            if x < 0 or x >= t.bins:
                return False
            v += x
            # c² grows by 2c + 1
            c = t.count[x]
            total = t.total + HEAD + EACH_BIN * x
            total[0] += 1
            total[1] += 2 * c + 1
            t.count[x] = c + 1
        for k in range(t.copies):
            t.count[row[k * by_copy]] = 0
        t.total[3] += v
        t.total[4] += v * v
    t.total[0] += n
    return True


cdef bint add_some(
    Tally *t, const int16_t *numbers, Py_ssize_t n, Py_ssize_t by_deal, Py_ssize_t by_copy
) noexcept nogil:
    """add_group() where copies may not apply."""
    cdef const int16_t *row
    cdef int64_t m
    cdef int64_t v
    cdef Py_ssize_t i
    cdef int k
    cdef int x
    for i in range(n):
        row = numbers + i * by_deal
        m = v = 0
        for k in range(t.copies):
            x = row[k * by_copy]
            if x < 0:
                continue
            if x >= t.bins:
                return False
            t.count[x] += 1
            m += 1
            v += x
        add_deals(t, 1, m, v)
        if m == 0:
            continue
        for k in range(t.copies):
            x = row[k * by_copy]
            if x >= 0 and t.count[x]:
                add_bin(t, x, 1, t.count[x], m)
                t.count[x] = 0
    return True


cdef bint add_group(
    Tally *t, const int16_t *numbers, Py_ssize_t n, Py_ssize_t by_deal, Py_ssize_t by_copy
) noexcept nogil:
    """Add n deals, whose numbers lie so far apart; False if one is beyond the bins."""
    cdef Py_ssize_t i
    cdef int k
    cdef int x
    if t.copies == 1:
        for i in range(n):
            x = numbers[i * by_deal]
            if x >= t.bins:
                return False
            t.deals[x + 1 if x >= 0 else 0] += 1
    elif t.yes_or_no:
        for i in range(n):
            x = 0
            for k in range(t.copies):
                x += numbers[i * by_deal + k * by_copy]
            t.deals[x] += 1
    elif t.always:
        return add_always(t, numbers, n, by_deal, by_copy)
    else:
        return add_some(t, numbers, n, by_deal, by_copy)
    return True


cdef void close(Tally *t) noexcept nogil:
    """Bring what was only counted into the totals."""
    cdef int64_t *total
    cdef int x
    if t.copies == 1:
        add_deals(t, t.deals[0], 0, 0)
        for x in range(t.bins):
            add_deals(t, t.deals[x + 1], 1, x)
            add_bin(t, x, t.deals[x + 1], 1, 1)
    elif t.yes_or_no:
        for x in range(t.copies + 1):
            add_deals(t, t.deals[x], t.copies, x)
            add_bin(t, 0, t.deals[x], t.copies - x, t.copies)
            add_bin(t, 1, t.deals[x], x, t.copies)
    elif t.always:
        t.total[1] = t.total[0] * t.copies
        t.total[2] = t.total[1] * t.copies
        t.total[5] = t.total[3] * t.copies
        for x in range(t.bins):
            total = t.total + HEAD + EACH_BIN * x
            total[2] = total[0] * t.copies
