"""Discards: which cards a seat that plays by advice parts with."""
from tractor_core.bits cimport bit, popcount
from tractor_core.cards cimport minus, plus, repeated, size, within
from tractor_core.courses cimport take_one
from tractor_core.trump cimport Order

cdef uint64_t IN_EVERY_SUIT = bit(0) | bit(13) | bit(26) | bit(39)

FIVES = IN_EVERY_SUIT << 3
TENS = IN_EVERY_SUIT << 8
KINGS = IN_EVERY_SUIT << 11
ACES = IN_EVERY_SUIT << 12
SCORING = FIVES | TENS | KINGS

cdef enum:
    VOID_PAYS = 15      # what having no cards of a side suit is worth to a dealer


cdef inline int ranked_lowest(uint64_t kinds) noexcept nogil:
    """The kind of lowest rank of some of several printed suits."""
    cdef int i
    cdef int found = -1
    for i in range(4):
        if (kinds >> 13 * i) & 0x1FFF:
            if found < 0 or lowest((kinds >> 13 * i) & 0x1FFF) < found % 13:
                found = 13 * i + lowest((kinds >> 13 * i) & 0x1FFF)
    return found


cdef int cheapest(const Values *v, const Planes *x, uint64_t allowed) noexcept nogil:
    """The card of a hand to part with, out of some kinds of it; there is one.

    Loose cards without points go first, from the shortest suit, then pairs, low trumps, fives,
    aces, other points, and high trumps.
    """
    cdef const Order *o = &v.order
    cdef uint64_t trumps = allowed & o.suit[TRUMPS]
    cdef uint64_t side = allowed & ~trumps
    cdef uint64_t plain = side & ~(SCORING | ACES)
    cdef uint64_t here = plain & ~x.two
    cdef int least = 99
    cdef int found = -1
    cdef int n
    cdef int s
    if here:
        for s in range(4):
            if here & o.suit[s]:
                n = popcount(x.one & o.suit[s])
                if n < least:
                    least = n
                    found = lowest(here & o.suit[s])
        return found
    if plain:
        return ranked_lowest(plain)
    here = trumps & v.tier[0] & ~SCORING
    if here & ~x.two:
        return lowest(here & ~x.two)
    if side & FIVES:
        return lowest(side & FIVES)
    if side & ACES:
        return lowest(side & ACES)
    if here:
        return lowest(here)
    if side:
        return ranked_lowest(side)
    here = trumps & ~SCORING
    return weakest(v, TRUMPS, here if here else trumps)


cdef int gift(const Values *v, const Planes *x, uint64_t allowed) noexcept nogil:
    """The card to give to a trick that the partner takes: points, loose ones first."""
    cdef uint64_t here = allowed & (TENS | KINGS)
    if here == 0:
        here = allowed & FIVES
    if here == 0:
        return cheapest(v, x, allowed)
    if here & ~x.two:
        here &= ~x.two
    return ranked_lowest(here)


cdef Planes parted(
    const Values *v, Planes x, uint64_t allowed, int cards, bint giving
) noexcept nogil:
    """So many cards of a hand to part with, out of some kinds; trumps are no gifts."""
    cdef Planes taken
    cdef int kind
    cdef int _i
    taken.one = taken.two = taken.three = 0
    for _i in range(cards):
        if giving:
            kind = gift(v, &x, x.one & allowed)
        else:
            kind = cheapest(v, &x, x.one & allowed)
        taken = plus(taken, repeated(bit(kind), 1))
        take_one(&x, kind)
    return taken


cdef Planes spare(
    const Values *v, Planes x, uint64_t side, int cards, bint giving
) noexcept nogil:
    """Cards to part with when the suit is gone: no trump is given to the partner."""
    if giving and size(within(x, side)) >= cards:
        return parted(v, x, side, cards, True)
    return parted(v, x, ~<uint64_t> 0, cards, False)


cdef int regret(const Values *v, Planes x) noexcept nogil:
    """What burying cards costs: points and aces dearly, pairs, trumps most."""
    return (
        size(within(x, ~(SCORING | ACES)))
        + 8 * size(within(x, FIVES))
        + 20 * size(within(x, TENS))
        + 24 * size(within(x, KINGS))
        + 30 * size(within(x, ACES))
        + 6 * popcount(x.two)
        + 12 * popcount(x.three)
        + 40 * size(within(x, v.order.suit[TRUMPS]))
    )


cdef Planes choose_kitty(const Values *v, Planes x, int cards, bint points) noexcept nogil:
    """The cards to bury out of a dealer's hand and kitty.

    Every choice of side suits to be rid of is tried and filled up with the cards to part with;
    the one regretted least is taken. Points are buried only where it is allowed, or no other
    cards are left.
    """
    cdef const Order *o = &v.order
    cdef uint64_t allowed = ~<uint64_t> 0 if points else ~SCORING
    cdef Planes buried
    cdef Planes found
    cdef Planes rest
    cdef int least = 1 << 30
    cdef int choice
    cdef int cost
    cdef int s
    found.one = found.two = found.three = 0
    for choice in range(16):
        buried.one = buried.two = buried.three = 0
        cost = 0
        for s in range(4):
            if choice >> s & 1:
                buried = plus(buried, within(x, o.suit[s]))
                cost -= VOID_PAYS
        if size(buried) > cards or buried.one & ~allowed:
            continue
        rest = minus(x, buried)
        if size(within(rest, allowed)) >= cards - size(buried):
            rest = within(rest, allowed)
            buried = plus(buried, parted(v, rest, rest.one, cards - size(buried), False))
        else:
            buried = plus(buried, within(rest, allowed))
            rest = within(rest, ~allowed)
            buried = plus(buried, parted(v, rest, rest.one, cards - size(buried), False))
        cost += regret(v, buried)
        if cost < least:
            least = cost
            found = buried
    return found
