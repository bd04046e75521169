"""Follows where some cards need not be drawn upon (rule F8)."""
from libc.stdint cimport uint64_t

from tractor_core.answers cimport judge, why
from tractor_core.cards cimport Planes
from tractor_core.counting cimport Choice
from tractor_core.guards cimport Owed
from tractor_core.options cimport DRAW_ALL, DRAW_SUIT_ONLY, Rulebook
from tractor_core.packing cimport Shape
from tractor_core.randomness cimport BitGenerator
from tractor_core.trump cimport Order

cdef enum:
    NO_MEMORY = -1


cdef int judge_protected(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book,
    bint tell
) noexcept nogil
cdef bint kept_as_states(const Order *o, int s) noexcept nogil
cdef int owed_under_all(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book, Choice *c,
    Shape *owed, Owed *guarded
) noexcept nogil
cdef int count_protected(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book, uint64_t *total
) noexcept nogil
cdef int draw_protected(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book,
    BitGenerator *source, Planes *out
) noexcept nogil
cdef int all_states(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book, int most,
    Planes **out
) noexcept nogil


cdef inline bint protects(const Rulebook *book) noexcept nogil:
    return book.draw != DRAW_ALL and book.draw != DRAW_SUIT_ONLY


cdef inline int verdict(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book
) noexcept nogil:
    """Whether a play may follow, under any draw (a Verdict, or NO_MEMORY)."""
    if protects(book):
        return judge_protected(o, s, led, hand, play, book, False)
    return judge(o, s, led, hand, play, book)


cdef inline int verdict_why(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book
) noexcept nogil:
    """verdict(), telling which MUST_PLAY verdict it is."""
    if protects(book):
        return judge_protected(o, s, led, hand, play, book, True)
    return why(o, s, led, hand, play, book)
