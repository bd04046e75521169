"""Playing a deal to its end, for kernels that deal themselves."""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from tractor_core.cards cimport Planes
from tractor_core.courses cimport Course, Values
from tractor_core.options cimport Rulebook
from tractor_core.randomness cimport Sfc64

cdef enum:
    CHUNK = 16384           # rows between looks at signals

cdef struct Seats:
    # One seat for all rows, or a seat a row.
    int one
    const int8_t *row

cdef struct Results:
    # Where rows are written, an element each; of the plays `most` of a hand, or 0.
    int32_t *points
    int8_t *last_trick
    int32_t *multiplier
    int8_t *tricks
    int most
    uint8_t *kinds
    uint8_t *sizes
    int8_t *leaders
    Planes *returned

cdef struct Manner:         # how a round is played
    int defending           # the Policy of the dealer's side,
    int attacking           # and of the attackers
    bint exchange           # whether the dealer takes the kitty up and buries,
    bint bury_points        # points as well (B6)


cdef int play_deal(
    const Planes *deal, int dealer, int partner, const Values *v, const Rulebook *book,
    const Manner *manner, Sfc64 *random, Course *c
) noexcept nogil
cdef int play_course(
    const Values *v, const Rulebook *book, const Manner *manner, Sfc64 *random, Course *c
) noexcept nogil


cdef inline int seat_at(const Seats *seats, Py_ssize_t i) noexcept nogil:
    return seats.one if seats.row == NULL else seats.row[i] & 3


cdef Seats read_seats(str name, object seats, Py_ssize_t n) except *
cdef int read_key(object rng, uint64_t *key) except -1
cdef Py_ssize_t read_count(str name, object value) except -1
cdef int read_policy(object policy, Manner *manner) except -1
cdef object result_arrays(object out, tuple shape, tuple inputs, Results *results)
cdef object record_arrays(tuple shape, int most, Results *results)
cdef void open_record(Course *c, const Results *results, Py_ssize_t i) noexcept nogil
cdef void write_end(const Course *c, const Results *results, Py_ssize_t i) noexcept nogil
cdef int call_policy(object policy, object played) except -1
cdef int write_round(
    const Results *results, Py_ssize_t i, object played, int first, const Values *v,
    const Rulebook *book
) except -1
