"""Sums over deals of what was counted in each: the deal is the unit of replication."""
from libc.stdint cimport int16_t, int32_t, int64_t

cdef enum:
    HEAD = 6        # totals before those of the bins
    EACH_BIN = 3

cdef struct Tally:
    int bins
    int copies
    bint always         # every copy applies in every deal,
    bint yes_or_no      # and its number is 0 or 1
    int64_t *total      # HEAD + EACH_BIN * bins, all 0 at first
    int64_t *deals      # of a single copy by its number, of several by how many say 1
    int32_t *count      # of each bin, all 0


cdef Py_ssize_t room_of(int bins, int copies) noexcept nogil
cdef void lay_out(
    Tally *t, int bins, int copies, bint always, bint yes_or_no, int64_t *room
) noexcept nogil
cdef bint add_group(
    Tally *t, const int16_t *numbers, Py_ssize_t n, Py_ssize_t by_deal, Py_ssize_t by_copy
) noexcept nogil
cdef void close(Tally *t) noexcept nogil
