"""Courses: rounds played forward only, trick after trick."""
from libc.stdint cimport uint32_t
from libc.string cimport memset

from tractor_core.bits cimport lowest
from tractor_core.cards cimport BIG, SMALL, minus, repeated, size
from tractor_core.options cimport (
    COMPARE_FIRST_UNIT, COVER_SPLIT, TABLE_FORTY_FIVE, THROW_OPPONENTS, UNITS_LED
)
from tractor_core.packing cimport shape_of
from tractor_core.scoring cimport multiplier, points_of
from tractor_core.throws cimport smallest, unit_beaten
from tractor_core.tricks cimport winner, winner_by
from tractor_core.trump cimport TRUMPS, fold, spread_out, suit_in
from tractor_core.units cimport MAX_UNITS, cards_of, decompose_suit, longest_run


cdef void fill_points() noexcept:
    cdef int kind
    for kind in range(KINDS):
        POINTS[kind] = points_of(repeated(bit(kind), 1))


fill_points()


cdef void fill_values(Values *v, const Order *o) noexcept nogil:
    cdef int s
    cdef int kind
    cdef int value
    cdef uint64_t spread
    memset(v, 0, sizeof(Values))
    v.order = o[0]
    for kind in range(KINDS):
        spread = spread_out(&o.spread, bit(kind))
        if spread:
            v.spread_kinds[lowest(spread)] |= bit(kind)
        for s in range(SUITS):
            if o.suit_of[kind] == s:
                value = o.step_of[kind] + 1
            elif o.suit_of[kind] == TRUMPS:
                value = RUFFING + o.step_of[kind] + 1
            else:
                value = 0
            v.value[s][kind] = value
            while value > 0:
                value -= 1
                v.above[s][value] |= bit(kind)
    v.tier[0] = o.low[TRUMPS] | o.high[TRUMPS]
    for s in range(2):
        # ties stand below the own card of their rank; tie 1 below own 1
        v.tier[1 + 2 * s] = o.tie[s]
        v.tier[2 + 2 * s] = o.own[s]
    v.tier[5] = bit(SMALL)
    v.tier[6] = bit(BIG)


cdef void open_course(
    Course *c, const Planes *deal, int dealer, int partner
) noexcept nogil:
    """Begin a round; the deal is four equal hands, then the kitty. Where plays go stays."""
    cdef int seat
    for seat in range(SEATS):
        c.hand[seat] = deal[seat]
        c.defends[seat] = seat == dealer or seat == partner
        c.voids[seat] = 0
    c.place = c.units = 0
    c.kitty = deal[SEATS]
    c.points = 0
    c.factor = 0
    c.held = size(deal[0])
    c.tricks = 0
    c.leader = c.dealer = dealer
    c.down = 0


cdef int32_t points_at_end(const Course *c) noexcept nogil:
    """The attackers' points, the kitty included (K1)."""
    if c.defends[c.leader]:
        return c.points
    return c.points + c.factor * points_of(c.kitty)


cdef void write_lead(Course *c, int cards) noexcept nogil:
    c.sizes[c.tricks] = cards
    c.leaders[c.tricks] = c.leader


cdef void write_cards(Course *c, Planes x) noexcept nogil:
    """Write the cards of a play, kinds ascending."""
    cdef uint64_t left = x.one
    cdef uint64_t here
    while left:
        here = left & -left
        left ^= here
        c.kinds[c.down] = lowest(here)
        c.down += 1
        if x.two & here:
            c.kinds[c.down] = lowest(here)
            c.down += 1
        if x.three & here:
            c.kinds[c.down] = lowest(here)
            c.down += 1


cdef void open_trick(
    Course *c, const Values *v, const Rulebook *book, Planes cards
) noexcept nogil:
    """Lead cards of one suit by their canonical units; a throw that fails is replaced (T4, T5)."""
    cdef const Order *o = &v.order
    cdef Run units[MAX_UNITS]
    cdef uint8_t failing[MAX_UNITS]
    cdef Planes shown = cards
    cdef int n = decompose_suit(o, suit_in(o, cards.one), cards, units)
    cdef const Run *led = units
    cdef bint fails = False
    cdef int i
    cdef int j
    cdef int seat
    if n > 1:
        for i in range(n):
            failing[i] = False
            for j in range(1, SEATS):
                # only opponents are looked at, or all others (T3)
                seat = (c.leader + j) % SEATS
                if (
                    book.throw_against == THROW_OPPONENTS
                    and c.defends[seat] == c.defends[c.leader]
                ):
                    continue
                if unit_beaten(o, units[i], c.hand[seat]):
                    failing[i] = fails = True
                    break
    if fails:
        led = units + smallest(units, n, failing, book)
        n = 1
        cards = cards_of(led[0])
        c.points += book.throw_penalty if c.defends[c.leader] else -book.throw_penalty
    c.led.suit = led[0].suit
    c.led.shape = shape_of(led, n)
    c.tops.n = n
    for i in range(n):
        c.tops.top[i] = led[i].step
    if c.kinds != NULL:
        write_lead(c, c.led.shape.cards)
        if fails:
            c.returned[c.tricks] = minus(shown, cards)
    answer_trick(c, 0, cards)


cdef void answer_trick(Course *c, int place, Planes cards) noexcept nogil:
    """Make the play of a place of the trick, 0 the leader's."""
    cdef int seat = (c.leader + place) % SEATS
    c.plays[place] = cards
    c.hand[seat] = minus(c.hand[seat], cards)
    if c.kinds != NULL:
        write_cards(c, cards)


cdef void close_trick(Course *c, const Values *v, const Rulebook *book) noexcept nogil:
    """Find the winner and give him the points."""
    cdef const Order *o = &v.order
    cdef int i
    cdef int won
    if book.ruff_compare == COMPARE_FIRST_UNIT and book.ruff_cover == COVER_SPLIT:
        won = winner(o, c.led.suit, &c.led.shape, c.plays, SEATS)
    else:
        won = winner_by(o, c.led.suit, &c.led.shape, &c.tops, c.plays, SEATS, book)
    c.leader = (c.leader + won) % SEATS
    c.held -= c.led.shape.cards
    c.tricks += 1
    # the last trick's own points do not count under "forty_five" (L7)
    if not c.defends[c.leader] and not (c.held == 0 and book.level_table == TABLE_FORTY_FIVE):
        for i in range(SEATS):
            c.points += points_of(c.plays[i])
    if c.held == 0:
        if c.units:
            c.factor = factor_by(v, book, c.plays[won], c.plays[0], c.unit, c.units)
        else:
            c.factor = factor_of(v, book, c.plays[won], c.plays[0])
    c.units = 0


cdef int factor_of(
    const Values *v, const Rulebook *book, Planes play, Planes led
) noexcept nogil:
    """What a play that wins the last trick multiplies the kitty by (K1-K6).

    The units led are the canonical ones of what was led, after a failed throw too.
    """
    cdef Run units_led[MAX_UNITS]
    return factor_by(
        v, book, play, led, units_led,
        decompose_suit(&v.order, suit_in(&v.order, led.one), led, units_led),
    )


cdef int factor_by(
    const Values *v, const Rulebook *book, Planes play, Planes led, const Run *units_led, int n
) noexcept nogil:
    """factor_of() by the units led."""
    cdef const Order *o = &v.order
    cdef Run units[MAX_UNITS]
    cdef const Run *looked_at = units_led
    cdef int many = n
    cdef Planes x = led if book.kitty_units == UNITS_LED else play
    cdef int s = suit_in(o, x.one)
    cdef uint32_t bottoms
    if book.kitty_units != UNITS_LED:
        looked_at = units
        many = decompose_suit(o, s, x, units)
    return multiplier(
        looked_at,
        many,
        x,
        longest_run(fold(o, s, x.three), &bottoms),
        longest_run(fold(o, s, x.two), &bottoms),
        n,
        book,
    )
