"""Seats that play at random."""
from tractor_core.cards cimport Planes
from tractor_core.courses cimport Course, Values
from tractor_core.options cimport Rulebook
from tractor_core.randomness cimport Sfc64


cdef Planes any_unit(const Values *v, Planes x, bint *runs, Sfc64 *random) noexcept nogil
cdef Planes any_lead(const Values *v, Planes x, Sfc64 *random) noexcept nogil
cdef int any_follow(
    const Course *c, const Values *v, const Rulebook *book, int place, Sfc64 *random, Planes *out
) noexcept nogil
cdef int chance_round(
    Course *c, const Values *v, const Rulebook *book, Sfc64 *random
) noexcept nogil
