"""The lead as the kernels of following see it, and what a hand may choose."""
from libc.stdint cimport uint64_t

from tractor_core.cards cimport Cards, Planes
from tractor_core.counting cimport Choice
from tractor_core.options cimport Options, Rulebook
from tractor_core.packing cimport Shape
from tractor_core.randomness cimport BitGenerator
from tractor_core.trump cimport Order, Trump

cdef struct Lead:
    int suit
    Shape shape

cdef struct Task:
    # A hand that has to follow: what is played in any case, and the choice of the rest.
    Planes forced
    Planes held             # the cards of the suit led
    Choice choice
    Shape led
    Shape owed
    int suit
    bint protected          # some cards need not be drawn upon: see protection


cdef refusal(int found, Cards play, Cards hand, Cards lead)
cdef int read_lead(Cards lead, Trump trump, object units, Lead *out) except -1
cdef object follows_of(const Lead *led, Planes hand, Trump trump, Options rules)
cdef bint set_task(
    const Order *o, const Lead *led, Planes hand, const Rulebook *book, Task *task
) noexcept nogil
cdef int count_task(
    const Order *o, Task *task, const Rulebook *book, uint64_t *total
) noexcept nogil
cdef int draw_play(
    const Order *o, Task *task, const Rulebook *book, BitGenerator *source, Planes *out
) noexcept nogil
