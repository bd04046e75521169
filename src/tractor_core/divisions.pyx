"""Divisions: a play split into exactly the shapes led (R1), and how high its units can be.

The runs are laid in the highest places that leave room for the rest; triples, pairs and singles
then take the highest steps left.  Whether some division lies above given steps everywhere (R4)
is found by laying the runs in every place above theirs and giving out the loose cards from the
top: a unit that asks for more is served first.
"""
from libc.stdint cimport int8_t, uint8_t, uint32_t

from tractor_core.bits cimport highest, lowest, popcount
from tractor_core.packing cimport MAX_STEPS, Room, fits, room_of, shape_of
from tractor_core.trump cimport TRUMPS, fold
from tractor_core.units cimport MAX_UNITS, Run, decompose_suit, runs_of

cdef enum:
    MAX_GROUPS = 22     # triples or pairs of a suit, at most 21


cdef int strength_of_runs(
    const Order *o, int s, const Planes *play, const Shape *led
) noexcept nogil:
    """strength() where runs were led."""
    cdef Room room
    cdef Shape rest
    cdef uint32_t places
    cdef int kinds = led.triples + led.pairs
    cdef int bottom
    cdef int i
    for i in range(led.runs):
        kinds += led.length[i]
    if popcount(play.two) < kinds or popcount(play.three) < led.triples:
        return -1
    places = runs_of(fold(o, s, play.two if led.copies[0] == 2 else play.three), led.length[0])
    if led.runs == 1 and led.triples == 0:
        return highest(places) + led.length[0] - 1 if places else -1
    # the first run goes to the highest place that leaves room for the others
    rest = led[0]
    rest.runs = led.runs - 1
    for i in range(rest.runs):
        rest.copies[i] = led.copies[i + 1]
        rest.length[i] = led.length[i + 1]
    while places:
        bottom = highest(places)
        places ^= <uint32_t> 1 << bottom
        room = room_of(o, s, play[0])
        for i in range(bottom, bottom + led.length[0]):
            if led.copies[0] == 3 or room.twos[i] == room.threes[i]:
                room.threes[i] -= 1
            room.twos[i] -= 1
        if fits(&room, &rest, led.triples) >= led.triples:
            return bottom + led.length[0] - 1
    return -1


cdef bint covers_exactly(const Order *o, int s, Planes play, const Shape *led) noexcept nogil:
    """Whether the canonical units of a play are the shapes led (R4)."""
    cdef Run units[MAX_UNITS]
    cdef Shape own = shape_of(units, decompose_suit(o, s, play, units))
    cdef int i
    if (
        own.runs != led.runs
        or own.triples != led.triples
        or own.pairs != led.pairs
        or own.singles != led.singles
    ):
        return False
    for i in range(led.runs):
        if own.copies[i] != led.copies[i] or own.length[i] != led.length[i]:
            return False
    return True


cdef struct Stock:
    # What is left of a play on each step: kinds held three times, just twice, once.
    int steps
    uint8_t threes[MAX_STEPS]
    uint8_t twos[MAX_STEPS]
    uint8_t ones[MAX_STEPS]


cdef Stock stock_of(const Order *o, int s, Planes play) noexcept nogil:
    cdef Stock stock
    cdef Room room = room_of(o, s, play)
    cdef uint32_t ones = fold(o, s, play.one & ~play.two)
    cdef int i
    stock.steps = room.steps
    for i in range(room.steps):
        stock.threes[i] = room.threes[i]
        stock.twos[i] = room.twos[i] - room.threes[i]
        stock.ones[i] = (ones >> i) & 1
    if s == TRUMPS:
        for i in range(2):
            if o.tie[i]:
                stock.ones[o.tie_step[i]] = popcount(play.one & ~play.two & o.tie[i])
    return stock


cdef bint greatest(const Order *o, int s, Planes play, const Shape *led, Tops *out) noexcept nogil:
    """The greatest division of a play of suit s, as long as the lead; False if there is none."""
    cdef Stock stock = stock_of(o, s, play)
    cdef Room room = room_of(o, s, play)
    cdef Room rest
    cdef Shape after = led[0]
    cdef int i
    cdef int step
    cdef int bottom = 0
    cdef int count
    cdef int _i
    out.n = 0
    if strength(o, s, &play, led) < 0:
        return False
    for i in range(led.runs):
        after.runs = led.runs - i - 1
        for step in range(after.runs):
            after.copies[step] = led.copies[i + 1 + step]
            after.length[step] = led.length[i + 1 + step]
        for bottom in range(room.steps - led.length[i], -1, -1):
            rest = room
            if not lay_down(&rest, led.copies[i], bottom, led.length[i]):
                continue
            if fits(&rest, &after, led.triples) >= led.triples:
                break
        for step in range(bottom, bottom + led.length[i]):
            if led.copies[i] == 3:
                stock.threes[step] -= 1
            elif stock.twos[step]:
                stock.twos[step] -= 1
            else:
                stock.threes[step] -= 1
                stock.ones[step] += 1
        room = rest
        out.top[out.n] = bottom + led.length[i] - 1
        out.n += 1
    count = led.triples
    for step in range(stock.steps - 1, -1, -1):
        while count and stock.threes[step]:
            stock.threes[step] -= 1
            count -= 1
            out.top[out.n] = step
            out.n += 1
    count = led.pairs
    for step in range(stock.steps - 1, -1, -1):
        while count and stock.threes[step] + stock.twos[step]:
            if stock.twos[step]:
                stock.twos[step] -= 1
            else:
                stock.threes[step] -= 1
                stock.ones[step] += 1
            count -= 1
            out.top[out.n] = step
            out.n += 1
    for step in range(stock.steps - 1, -1, -1):
        for _i in range(3 * stock.threes[step] + 2 * stock.twos[step] + stock.ones[step]):
            out.top[out.n] = step
            out.n += 1
    return True


cdef bint lay_down(Room *room, int copies, int bottom, int length) noexcept nogil:
    """Lay a run there; False where a step has no room for it."""
    cdef int step
    for step in range(bottom, bottom + length):
        if (room.threes[step] if copies == 3 else room.twos[step]) == 0:
            return False
        if copies == 3 or room.threes[step] == room.twos[step]:
            room.threes[step] -= 1
        room.twos[step] -= 1
    return True


cdef void first_of_shapes(const Shape *led, Tops *tops) noexcept nogil:
    """Keep the first step of every shape and let the others be anything."""
    cdef int i
    cdef int at = led.runs
    for i in range(led.runs - 1, 0, -1):
        if led.copies[i] == led.copies[i - 1] and led.length[i] == led.length[i - 1]:
            tops.top[i] = -1
    for i in range(1, led.triples):
        tops.top[at + i] = -1
    at += led.triples
    for i in range(1, led.pairs):
        tops.top[at + i] = -1
    at += led.pairs
    for i in range(1, led.singles):
        tops.top[at + i] = -1


cdef bint exceeds(
    const Order *o, int s, Planes play, const Shape *led, const Tops *floor
) noexcept nogil:
    """Whether some division of the play lies above the floor in every entry."""
    cdef Stock stock = stock_of(o, s, play)
    if strength(o, s, &play, led) < 0:
        return False
    return lay_above(&stock, led, 0, 0, stock.steps, floor)


cdef bint lay_above(
    const Stock *stock, const Shape *led, int i, int laid, int bottom, const Tops *floor
) noexcept nogil:
    """Lay runs number i and on above their floors, then the loose units.

    laid steps of run i stand from bottom on; with none laid, any place may be chosen.
    """
    cdef int place
    if i == led.runs:
        return give_out(stock, led, floor)
    if laid == 0:
        for place in range(stock.steps - led.length[i], floor.top[i] - led.length[i] + 1, -1):
            if place < 0:
                break
            if lay_step(stock, led, i, 0, place, floor):
                return True
        return False
    if laid == led.length[i]:
        return lay_above(stock, led, i + 1, 0, 0, floor)
    return lay_step(stock, led, i, laid, bottom, floor)


cdef bint lay_step(
    const Stock *stock, const Shape *led, int i, int laid, int bottom, const Tops *floor
) noexcept nogil:
    """Lay one step of run i, with either sort of kind that serves, and go on."""
    cdef Stock rest
    cdef int step = bottom + laid
    if led.copies[i] == 2 and stock.twos[step]:
        rest = stock[0]
        rest.twos[step] -= 1
        if lay_above(&rest, led, i, laid + 1, bottom, floor):
            return True
    if stock.threes[step]:
        rest = stock[0]
        rest.threes[step] -= 1
        rest.ones[step] += led.copies[i] == 2
        if lay_above(&rest, led, i, laid + 1, bottom, floor):
            return True
    return False


cdef bint give_out(const Stock *stock, const Shape *led, const Tops *floor) noexcept nogil:
    """Whether triples, pairs and singles can be given out from the top, each above its floor.

    Bit p of now[t]: t triples and p pairs can have been served by the steps above.
    """
    cdef uint32_t now[MAX_GROUPS]
    cdef uint32_t then[MAX_GROUPS]
    cdef const int8_t *triple = floor.top + led.runs
    cdef const int8_t *pair = triple + led.triples
    cdef const int8_t *single = pair + led.pairs
    cdef int step
    cdef int t
    cdef int p
    cdef int singles
    cdef int cards = 0
    cdef int here
    cdef int as_triples
    cdef int as_pairs
    cdef int groups
    cdef int split
    cdef uint32_t served
    cdef uint32_t some = 1
    now[0] = 1
    for t in range(1, led.triples + 1):
        now[t] = 0
    for step in range(stock.steps - 1, -1, -1):
        here = 3 * stock.threes[step] + 2 * stock.twos[step] + stock.ones[step]
        if here == 0:
            continue
        for t in range(led.triples + 1):
            then[t] = 0
        some = 0
        for t in range(led.triples + 1):
            served = now[t]
            while served:
                p = lowest(served)
                served &= served - 1
                singles = cards - 3 * t - 2 * p
                for as_triples in range(min(<int> stock.threes[step], led.triples - t) + 1):
                    if as_triples and triple[t] >= step:
                        break
                    groups = stock.threes[step] - as_triples + stock.twos[step]
                    for as_pairs in range(min(groups, led.pairs - p) + 1):
                        if as_pairs and pair[p] >= step:
                            break
                        split = here - 3 * as_triples - 2 * as_pairs
                        if singles + split > led.singles:
                            continue
                        if split and single[singles] >= step:
                            continue
                        then[t + as_triples] |= <uint32_t> 1 << (p + as_pairs)
                        some = 1
        if some == 0:
            return False
        for t in range(led.triples + 1):
            now[t] = then[t]
        cards += here
    return (now[led.triples] >> led.pairs) & 1
