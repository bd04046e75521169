"""What becomes of a lead (T2, R1, R2): it stands, is beaten, is ruffed, its points escape."""
from libc.stdint cimport int16_t, uint32_t, uint64_t

from tractor_core.bits cimport highest
from tractor_core.cards cimport Planes, contains, size, within
from tractor_core.gauges cimport ANYTHING, BEATEN, ESCAPES, GROUP, PLACES, RUFFED, Test
from tractor_core.trump cimport TRUMPS, fold, kinds_on
from tractor_core.units cimport beats, runs_of

cdef enum:
    RUFF = 32       # above every step of a suit


cdef void set_led(
    const Order *o, int s, Planes cards, const Run *units, int n, Led *led
) noexcept nogil:
    """Set a lead of units in the order of C5.

    Of units of one shape only the last, the lowest, matters.
    """
    cdef Test *test
    cdef int i
    cdef int step
    led.cards = cards
    led.suit = s
    led.tests = 0
    for i in range(n):
        if i + 1 < n and units[i].copies == units[i + 1].copies:
            if units[i].length == units[i + 1].length:
                continue
        test = &led.test[led.tests]
        test.copies = units[i].copies
        test.length = units[i].length
        test.step = units[i].step
        test.above = 0
        for step in range(units[i].step + 1, o.steps[s]):
            test.above |= kinds_on(o, s, step)
        led.tests += 1


cdef inline uint64_t plane_of(const Planes *x, int copies) noexcept nogil:
    if copies == 1:
        return x.one
    return x.two if copies == 2 else x.three


cdef inline bint holds_higher(
    const Order *o, const Led *led, const Test *test, const Planes *hand
) noexcept nogil:
    cdef uint64_t plane = plane_of(hand, test.copies) & test.above
    if plane == 0 or test.length == 1:
        return plane != 0
    return beats(fold(o, led.suit, plane_of(hand, test.copies)), test.length, test.step)


cdef inline int top_of(const Order *o, int s, const Test *test, const Planes *hand) noexcept nogil:
    """The highest top step of such a unit in suit s of the hand, -1 without one."""
    cdef uint32_t places = runs_of(fold(o, s, plane_of(hand, test.copies)), test.length)
    return highest(places) + test.length - 1 if places else -1


cdef bint stands_against(
    const Gauge *g, const Led *led, const Planes *deal, int leader
) noexcept nogil:
    cdef int i
    cdef int j
    for i in range(led.tests):
        for j in range(g.seen):
            if holds_higher(&g.order, led, &led.test[i], deal + ((leader + g.after[j]) & 3)):
                return False
    return True


cdef bint ruffed_by(
    const Gauge *g, const Led *led, const Planes *deal, int leader
) noexcept nogil:
    """Whether a hand void in the suit holds trumps of the shape (R1)."""
    cdef const Planes *hand
    cdef int j
    for j in range(g.seen):
        hand = deal + ((leader + g.after[j]) & 3)
        if hand.one & g.order.suit[led.suit] == 0:
            if top_of(&g.order, TRUMPS, &led.test[0], hand) >= 0:
                return True
    return False


cdef bint escapes(const Gauge *g, const Led *led, const Planes *deal, int leader) noexcept nogil:
    """Whether the leader's side wins the trick when each hand plays as high as it can (R2)."""
    cdef const Planes *hand
    cdef int best = led.test[0].step
    cdef int winner = 0
    cdef int found
    cdef int k
    for k in range(1, 4):
        hand = deal + ((leader + k) & 3)
        found = -1
        if hand.one & g.order.suit[led.suit]:
            found = top_of(&g.order, led.suit, &led.test[0], hand)
        elif (g.ruffs >> k) & 1:
            found = top_of(&g.order, TRUMPS, &led.test[0], hand)
            if found >= 0:
                found += RUFF
        if found > best:
            best = found
            winner = k
    return winner & 1 == 0


cdef inline bint applies(
    const Gauge *g, const Led *led, const Planes *deal, int leader
) noexcept nogil:
    cdef const Planes *hand = deal + leader
    if not contains(hand[0], led.cards):
        return False
    if led.without & (hand.one | (deal[4].one if g.buried else 0)):
        return False
    if g.held == ANYTHING:
        return True
    return size(within(hand[0], g.order.suit[led.suit])) == g.held


cdef void gauge_fates(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil:
    """Fill in the numbers of n deals, a copy for each leader and lead."""
    cdef const Planes *deal
    cdef const Led *led
    cdef int16_t *out
    cdef int leader
    cdef int found
    cdef int i
    cdef int j
    cdef int k
    for j in range(g.places):
        leader = g.place[j]
        for k in range(g.leads):
            led = &g.lead[k]
            out = numbers + (j * g.leads + k) * GROUP
            for i in range(n):
                deal = deals + PLACES * i
                if not applies(g, led, deal, leader):
                    found = -1
                elif g.quantity == ESCAPES:
                    found = escapes(g, led, deal, leader)
                elif g.quantity == RUFFED:
                    found = ruffed_by(g, led, deal, leader)
                elif g.quantity == BEATEN:
                    found = not stands_against(g, led, deal, leader)
                else:
                    found = stands_against(g, led, deal, leader)
                out[i] = found
