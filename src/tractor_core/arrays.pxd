"""Arrays of cards and of trumps as the kernels read them."""
from libc.stdint cimport int8_t, uint64_t

from tractor_core.cards cimport Planes
from tractor_core.follows cimport Lead
from tractor_core.trump cimport Order

cdef enum:
    ROUNDS = 65     # thirteen levels, four suits and no trump

cdef struct Trumps:
    # One order for all rows, or a level and a suit a row.
    const Order *one
    const int8_t *row

cdef uint64_t EVERY_KIND    # the 54 bits of a plane

# The order of every (level, suit), for trumps given by row; written once, at import.
cdef Order ORDERS[ROUNDS]


cdef inline Planes cards_at(const Planes *x) noexcept nogil:
    """A row, made sound again should another thread have written to it since it was checked."""
    cdef Planes row = x[0]
    row.one &= EVERY_KIND
    row.two &= row.one
    row.three &= row.two
    return row


cdef inline const Order *order_of(const Trumps *t, Py_ssize_t i) noexcept nogil:
    if t.one != NULL:
        return t.one
    return &ORDERS[5 * (t.row[2 * i] - 2) + t.row[2 * i + 1] + 1]


cdef plain(str name, object array)
cdef check_array(str name, object array, object dtype, tuple shape)
cdef make_out(object out, object dtype, tuple shape, tuple inputs)
cdef const Planes *read_planes(str name, object array, tuple shape) except? NULL
cdef Trumps read_trumps(object trump, Py_ssize_t n) except *
cdef int check_leads(
    str name, const Planes *leads, Py_ssize_t n, Py_ssize_t stride, const Trumps *trumps
) except -1
cdef int check_sizes(const Planes *hands, Py_ssize_t n) except -1
cdef bint set_lead(const Order *o, Planes x, Lead *led) noexcept nogil
