"""Tables: the play of a round as moves on a flat struct (rules E, T4, T5, K1)."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport copies_of, minus, plus, repeated
from tractor_core.options cimport (
    COMPARE_FIRST_UNIT, COVER_SPLIT, TABLE_FORTY_FIVE, THROW_OPPONENTS, UNITS_LED
)
from tractor_core.packing cimport shape_of
from tractor_core.scoring cimport multiplier, points_of
from tractor_core.throws cimport smallest, unit_beaten
from tractor_core.tricks cimport winner, winner_by
from tractor_core.trump cimport fold, suit_in
from tractor_core.units cimport MAX_UNITS, cards_of, decompose_suit, longest_run


cdef Planes play_of(const Table *t, int ply) noexcept nogil:
    """The cards of a play."""
    cdef const Trick *trick = &t.trick[ply // SEATS]
    cdef int start = trick.start + ply % SEATS * trick.cards
    cdef int end = start + trick.cards
    cdef Planes cards
    cdef int i
    if t.revoked != NO_SEAT and ply == t.plies - 1:
        end = t.down  # a revoke may be of another length
    cards.one = cards.two = cards.three = 0
    for i in range(start, end):
        cards = plus(cards, repeated(bit(t.laid[i]), 1))
    return cards


cdef int seat_of(const Table *t, int ply) noexcept nogil:
    """The seat that made a play."""
    return (t.trick[ply // SEATS].leader + ply) % SEATS


cdef void put_down(Table *t, Planes cards) noexcept nogil:
    """Move cards from the hand of the seat on turn to the table."""
    cdef uint64_t left = cards.one
    cdef int kind
    cdef int _i
    t.hand[t.turn] = minus(t.hand[t.turn], cards)
    while left:
        kind = lowest(left)
        left &= left - 1
        for _i in range(copies_of(cards, kind)):
            t.laid[t.down] = kind
            t.down += 1
    t.plies += 1
    t.turn = (t.turn + 1) % SEATS


cdef void set_led(Table *t, const Run *units, int n) noexcept nogil:
    """Set what the trick in play was led with, by its units in the order of C5."""
    cdef int i
    t.led.suit = units[0].suit
    t.led.shape = shape_of(units, n)
    t.tops.n = n
    for i in range(n):
        t.tops.top[i] = units[i].step


cdef int lead(
    Table *t, const Order *o, const Rulebook *book, Planes cards, const Run *units, int n
) noexcept nogil:
    """Lead cards of one suit, split into units in the order of C5.

    A throw that fails is replaced by one of its units (T4, T5); returns that unit's number, or
    -1 if all of it is led.
    """
    cdef Planes others[3]
    cdef uint8_t failing[MAX_UNITS]
    cdef int replaced = -1
    cdef int m = 0
    cdef int i
    cdef int j
    cdef bint fails = False
    if n > 1:
        for i in range(1, SEATS):
            # only opponents are looked at, or all others (T3)
            j = (t.turn + i) % SEATS
            if book.throw_against == THROW_OPPONENTS and defends(t, j) == defends(t, t.turn):
                continue
            others[m] = t.hand[j]
            m += 1
        for i in range(n):
            failing[i] = False
            for j in range(m):
                if unit_beaten(o, units[i], others[j]):
                    failing[i] = fails = True
                    break
    if fails:
        replaced = smallest(units, n, failing, book)
        cards = cards_of(units[replaced])
        units += replaced
        n = 1
    lead_as(t, book, cards, units, n, fails)
    return replaced


cdef void lead_as(
    Table *t, const Rulebook *book, Planes cards, const Run *units, int n, bint failed
) noexcept nogil:
    """Lead units that are not judged; whether they are what a throw that failed has left (T5)."""
    cdef Trick *trick = &t.trick[t.tricks]
    trick.before = t.points
    trick.leader = t.turn
    trick.winner = NO_SEAT
    trick.points = 0
    trick.start = t.down
    set_led(t, units, n)
    if failed:
        t.points += book.throw_penalty if defends(t, t.turn) else -book.throw_penalty
    trick.opened = t.points
    trick.cards = t.led.shape.cards
    t.tricks += 1
    put_down(t, cards)


cdef void follow(Table *t, const Order *o, const Rulebook *book, Planes cards) noexcept nogil:
    """Follow with legal cards; the fourth play ends the trick."""
    cdef Trick *trick = &t.trick[t.tricks - 1]
    cdef Planes plays[SEATS]
    cdef int i
    put_down(t, cards)
    if t.plies % SEATS:
        return
    for i in range(SEATS):
        plays[i] = play_of(t, t.plies - SEATS + i)
        trick.points += points_of(plays[i])
    if book.ruff_compare == COMPARE_FIRST_UNIT and book.ruff_cover == COVER_SPLIT:
        i = winner(o, t.led.suit, &t.led.shape, plays, SEATS)
    else:
        i = winner_by(o, t.led.suit, &t.led.shape, &t.tops, plays, SEATS, book)
    trick.winner = (trick.leader + i) % SEATS
    t.turn = trick.winner
    t.over = t.hand[0].one == 0
    # the last trick's own points do not count under "forty_five" (L7)
    if not defends(t, trick.winner) and not (t.over and book.level_table == TABLE_FORTY_FIVE):
        t.points += trick.points


cdef void undo(Table *t, const Order *o) noexcept nogil:
    """Take the last play back; there must be one. The units led are taken as the canonical ones."""
    cdef Trick *trick = &t.trick[t.tricks - 1]
    cdef Run units[MAX_UNITS]
    cdef Planes cards = play_of(t, t.plies - 1)
    cdef Planes led
    t.over = False
    if t.plies % SEATS == 0 and t.revoked == NO_SEAT:
        # the trick is in play again; the penalty of a throw that failed stays
        t.points = trick.opened
        trick.winner = NO_SEAT
        trick.points = 0
    t.turn = seat_of(t, t.plies - 1)
    t.plies -= 1
    t.down = trick.start + t.plies % SEATS * trick.cards
    t.revoked = NO_SEAT
    t.hand[t.turn] = plus(t.hand[t.turn], cards)
    if t.plies % SEATS == 0:
        t.points = trick.before
        t.tricks -= 1
    else:
        led = play_of(t, t.plies - t.plies % SEATS)
        set_led(t, units, decompose_suit(o, suit_in(o, led.one), led, units))


cdef int kitty_factor(
    const Table *t, const Order *o, const Rulebook *book, const Run *units_led, int n
) noexcept nogil:
    """What the kitty's points are multiplied by when the round is over (K1-K6)."""
    cdef const Trick *trick = &t.trick[t.tricks - 1]
    cdef Run units[MAX_UNITS]
    cdef const Run *looked_at = units_led
    cdef int many = n
    cdef int first = t.plies - SEATS
    cdef Planes x
    cdef uint32_t bottoms
    cdef int s
    if book.kitty_units == UNITS_LED:
        x = play_of(t, first)
        s = suit_in(o, x.one)
    else:
        x = play_of(t, first + (trick.winner - trick.leader + SEATS) % SEATS)
        s = suit_in(o, x.one)
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
