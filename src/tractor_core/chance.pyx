"""Chance: rounds in which every seat plays at random.

Leads are drawn uniformly from the units of the hand, or from all cards of one suit; follows
uniformly from the distinct legal plays. Nine tricks in ten are led with a single, and most others
with a pair: those are drawn from bits at once, under every option where that is the whole of F.
What is left goes through the general kernels.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from tractor_core.answers cimport answer, pairs_in
from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport Planes, minus, plus, repeated, size, within
from tractor_core.counting cimport BINOMIAL
from tractor_core.courses cimport (
    RANDOM_THROWS, answer_trick, close_trick, factor_of, open_trick, points_on, take_one, write_lead
)
from tractor_core.follows cimport Task, draw_play, set_task
from tractor_core.leads cimport count_units, unit_at
from tractor_core.options cimport DRAW_ALL, DRAW_SUIT_ONLY, TABLE_FORTY_FIVE
from tractor_core.packing cimport Shape
from tractor_core.randomness cimport BitGenerator, below, bits_of, few_below, next_word
from tractor_core.tables cimport SEATS
from tractor_core.trump cimport SUITS, Order, spread_out
from tractor_core.units cimport cards_of

cdef extern from "select.h" nogil:
    int select "tr_select"(uint64_t x, uint32_t n) noexcept


cdef inline int any_of(uint64_t kinds, Sfc64 *random) noexcept nogil:
    """A kind drawn from some."""
    return select(kinds, few_below(random, popcount(kinds)))


# --- leads ----------------------------------------------------------------------------------


cdef Planes tied_unit(const Values *v, Planes x, Sfc64 *random) noexcept nogil:
    """any_unit() where runs may take one of several kinds of a step."""
    cdef const Order *o = &v.order
    cdef uint64_t counts[SUITS]
    cdef uint64_t total = 0
    cdef uint64_t number
    cdef BitGenerator source = bits_of(random)
    cdef int s
    for s in range(SUITS):
        counts[s] = count_units(o, s, within(x, o.suit[s]))
        total += counts[s]
    number = below(&source, total)
    s = 0
    while number >= counts[s]:
        number -= counts[s]
        s += 1
    return cards_of(unit_at(o, s, within(x, o.suit[s]), number))


cdef inline bint several(uint64_t kinds) noexcept nogil:
    return kinds & (kinds - 1) != 0


cdef inline int count_runs(uint64_t linked) noexcept nogil:
    """How many runs the bits linked to the next one make: of every length, at every place."""
    cdef uint64_t bottoms = linked
    cdef int total = 0
    cdef int more = 0
    while bottoms:
        total += popcount(bottoms)
        more += 1
        bottoms &= linked >> more
    return total


cdef inline uint64_t run_at(const Values *v, uint64_t linked, int number) noexcept nogil:
    """The kinds of the run of that number; no step has several to choose from."""
    cdef uint64_t bottoms = linked
    cdef uint64_t kinds = 0
    cdef int more = 0
    cdef int i
    while number >= popcount(bottoms):
        number -= popcount(bottoms)
        more += 1
        bottoms &= linked >> more
    number = select(bottoms, number)
    for i in range(number, number + more + 2):
        kinds |= v.spread_kinds[i]
    return kinds


cdef inline uint64_t linked_in(const Values *v, uint64_t plane) noexcept nogil:
    """The bits of a plane spread out whose step and the next one are both there."""
    cdef uint64_t spread = spread_out(&v.order.spread, plane)
    return spread & (spread >> 1) & v.order.spread.joint


cdef Planes any_unit(const Values *v, Planes x, bint *runs, Sfc64 *random) noexcept nogil:
    """A unit drawn from all of a hand; notes when there are no runs any more."""
    cdef const Order *o = &v.order
    cdef uint64_t tractors = linked_in(v, x.two) if runs[0] else 0
    cdef uint64_t titanics = 0
    cdef int singles = popcount(x.one)
    cdef int pairs = popcount(x.two)
    cdef int triples = popcount(x.three)
    cdef int twos = 0
    cdef int threes = 0
    cdef int number
    cdef uint64_t kinds
    runs[0] = tractors != 0
    if tractors:
        if several(x.two & o.tie[0]) or several(x.two & o.tie[1]):
            return tied_unit(v, x, random)
        twos = count_runs(tractors)
        if several(x.three):
            titanics = linked_in(v, x.three)
            threes = count_runs(titanics)
    number = few_below(random, singles + pairs + triples + twos + threes)
    if number < singles:
        return repeated(bit(select(x.one, number)), 1)
    number -= singles
    if number < pairs:
        return repeated(bit(select(x.two, number)), 2)
    number -= pairs
    if number < twos:
        kinds = run_at(v, tractors, number) & x.two
        return repeated(kinds, 2)
    number -= twos
    if number < triples:
        return repeated(bit(select(x.three, number)), 3)
    kinds = run_at(v, titanics, number - triples) & x.three
    return repeated(kinds, 3)


cdef inline uint64_t count_choices(Planes x) noexcept nogil:
    """How many choices of one card or more there are, at most 40 cards."""
    cdef uint64_t total = 1
    cdef int _i
    for _i in range(popcount(x.two & ~x.three)):
        total *= 3
    return (total << popcount(x.one & ~x.two) + 2 * popcount(x.three)) - 1


cdef Planes any_lead(const Values *v, Planes x, Sfc64 *random) noexcept nogil:
    """Cards drawn from all choices of cards of one suit."""
    cdef const Order *o = &v.order
    cdef BitGenerator source = bits_of(random)
    cdef uint64_t counts[SUITS]
    cdef uint64_t total = 0
    cdef uint64_t number
    cdef uint64_t left
    cdef uint64_t word
    cdef Planes lead
    cdef int copies
    cdef int s
    for s in range(SUITS):
        counts[s] = count_choices(within(x, o.suit[s]))
        total += counts[s]
    number = below(&source, total)
    s = 0
    while number >= counts[s]:
        number -= counts[s]
        s += 1
    x = within(x, o.suit[s])
    lead.one = 0
    while lead.one == 0:
        # copies of every kind by itself; that none at all are taken is drawn again
        word = next_word(random)
        lead.one = word & x.one & ~x.two
        lead.two = lead.three = 0
        left = x.two
        while left:
            copies = few_below(random, 4 if left & -left & x.three else 3)
            if copies > 0:
                lead.one |= left & -left
            if copies > 1:
                lead.two |= left & -left
            if copies > 2:
                lead.three |= left & -left
            left &= left - 1
    return lead


# --- follows --------------------------------------------------------------------------------


cdef inline uint64_t any_kinds(uint64_t kinds, int n, Sfc64 *random) noexcept nogil:
    """So many of some kinds."""
    cdef uint64_t taken = 0
    cdef uint64_t here
    cdef int held = popcount(kinds)
    while n > 0:
        here = bit(select(kinds, few_below(random, held)))
        taken |= here
        kinds ^= here
        held -= 1
        n -= 1
    return taken


cdef Planes any_choice(Planes x, int cards, int twos, int threes, Sfc64 *random) noexcept nogil:
    """So many cards drawn from all choices with as many pairs and triples at least; there is one.

    Choices with three kinds three times and two kinds twice, say, are all alike: their number is
    a product of binomials.  First it is drawn which of these numbers of kinds there are, then
    which kinds.
    """
    cdef uint64_t total = 0
    cdef uint64_t number
    cdef BitGenerator source
    cdef Planes taken
    cdef int kinds = popcount(x.one)
    cdef int pairs = popcount(x.two)
    cdef int triples = popcount(x.three)
    cdef int three
    cdef int two
    for three in range(threes, min(triples, cards // 3) + 1):
        for two in range(max(twos - three, 0), min(pairs - three, (cards - 3 * three) // 2) + 1):
            if cards - 3 * three - 2 * two > kinds - three - two:
                continue
            total += (
                BINOMIAL[triples][three] * BINOMIAL[pairs - three][two]
                * BINOMIAL[kinds - three - two][cards - 3 * three - 2 * two]
            )
    if total >> 32:
        source = bits_of(random)
        number = below(&source, total)
    else:
        number = few_below(random, <uint32_t> total)
    total = 0
    for three in range(threes, min(triples, cards // 3) + 1):
        for two in range(max(twos - three, 0), min(pairs - three, (cards - 3 * three) // 2) + 1):
            if cards - 3 * three - 2 * two > kinds - three - two:
                continue
            total = (
                BINOMIAL[triples][three] * BINOMIAL[pairs - three][two]
                * BINOMIAL[kinds - three - two][cards - 3 * three - 2 * two]
            )
            if number < total:
                taken.three = any_kinds(x.three, three, random)
                taken.two = taken.three | any_kinds(x.two & ~taken.three, two, random)
                taken.one = taken.two | any_kinds(
                    x.one & ~taken.two, cards - 3 * three - 2 * two, random
                )
                return taken
            number -= total
    return x  # not reached


# --- tricks led with a single ---------------------------------------------------------------


cdef inline void single_trick(
    Course *c, const Values *v, const Rulebook *book, int kind, int32_t factor, Sfc64 *random
) noexcept nogil:
    """A trick led with one card: each follows with any kind of the suit, the void with any."""
    cdef int s = v.order.suit_of[kind]
    cdef uint64_t suit = v.order.suit[s]
    cdef const uint8_t *value = v.value[s]
    cdef Planes *x
    cdef uint64_t kinds
    cdef int leader = c.leader
    cdef int won = leader
    cdef int best = value[kind]
    cdef int points = points_on(kind)
    cdef int seat
    cdef int i
    take_one(&c.hand[leader], kind)
    if c.kinds != NULL:
        write_lead(c, 1)
        c.kinds[c.down] = kind
        c.down += 1
    for i in range(1, SEATS):
        seat = (leader + i) & 3
        x = &c.hand[seat]
        kinds = x.one & suit
        if kinds == 0:
            kinds = x.one
        kind = any_of(kinds, random)
        take_one(x, kind)
        points += points_on(kind)
        if value[kind] > best:
            best = value[kind]
            won = seat
        if c.kinds != NULL:
            c.kinds[c.down] = kind
            c.down += 1
    close_simple(c, book, won, points, 1, factor)


cdef inline void close_simple(
    Course *c, const Rulebook *book, int won, int points, int cards, int32_t factor
) noexcept nogil:
    c.leader = won
    c.tricks += 1
    c.held -= cards
    if c.held == 0:
        c.factor = factor
        if book.level_table == TABLE_FORTY_FIVE:  # L7
            return
    if not c.defends[won]:
        c.points += points


# --- tricks led with a pair -----------------------------------------------------------------


cdef inline int two_of(uint64_t kinds, int n, Sfc64 *random, int *second) noexcept nogil:
    """Two of the n kinds, n at least 2."""
    cdef int i = few_below(random, n)
    cdef int j = few_below(random, n - 1)
    j += j >= i
    second[0] = select(kinds, j)
    return select(kinds, i)


cdef inline int answer_pair(
    const Planes *x, uint64_t suit, Sfc64 *random, int *second
) noexcept nogil:
    """Two cards that answer a pair, drawn from all that do (F2): a pair of the suit, else any."""
    cdef uint64_t kinds = x.one & suit
    cdef int n
    cdef int number
    if x.two & suit:
        n = any_of(x.two & suit, random)
        second[0] = n
        return n
    n = popcount(kinds)
    if n >= 2:
        return two_of(kinds, n, random, second)
    if n == 1:
        second[0] = any_of(x.one & ~suit, random)
        return lowest(kinds)
    n = popcount(x.one)
    number = few_below(random, n * (n - 1) // 2 + popcount(x.two))
    if number < popcount(x.two):
        n = select(x.two, number)
        second[0] = n
        return n
    return two_of(x.one, n, random, second)


cdef void pair_trick(
    Course *c, const Values *v, const Rulebook *book, int kind, Sfc64 *random
) noexcept nogil:
    """A trick led with a pair, where no option of F8 is in force."""
    cdef int s = v.order.suit_of[kind]
    cdef uint64_t suit = v.order.suit[s]
    cdef const uint8_t *value = v.value[s]
    cdef Planes winning
    cdef Planes led
    cdef int leader = c.leader
    cdef int won = leader
    cdef int best = value[kind]
    cdef int best_kind = kind
    cdef int points = 2 * points_on(kind)
    cdef int first
    cdef int second
    cdef int seat
    cdef int i
    take_one(&c.hand[leader], kind)
    take_one(&c.hand[leader], kind)
    if c.kinds != NULL:
        write_lead(c, 2)
        c.kinds[c.down] = c.kinds[c.down + 1] = kind
        c.down += 2
    for i in range(1, SEATS):
        seat = (leader + i) & 3
        first = answer_pair(&c.hand[seat], suit, random, &second)
        take_one(&c.hand[seat], first)
        take_one(&c.hand[seat], second)
        points += points_on(first) + points_on(second)
        if first == second and value[first] > best:
            best = value[first]
            best_kind = first
            won = seat
        if c.kinds != NULL:
            c.kinds[c.down] = min(first, second)
            c.kinds[c.down + 1] = max(first, second)
            c.down += 2
    close_simple(c, book, won, points, 2, 0)
    if c.held == 0:
        led.one = led.two = bit(kind)
        winning.one = winning.two = bit(best_kind)
        led.three = winning.three = 0
        c.factor = factor_of(v, book, winning, led)


# --- rounds ---------------------------------------------------------------------------------


cdef int any_follow(
    const Course *c, const Values *v, const Rulebook *book, int place, Sfc64 *random, Planes *out
) noexcept nogil:
    """A legal play drawn from all for a place of the trick; NO_MEMORY or 0."""
    cdef const Planes *x = &c.hand[(c.leader + place) % SEATS]
    cdef int cards = c.led.shape.cards
    cdef Planes held = within(x[0], v.order.suit[c.led.suit])
    cdef BitGenerator source
    cdef Shape owed
    cdef Task task
    cdef int n = size(held)
    if n <= cards:
        out[0] = held
        if n < cards:
            out[0] = plus(held, any_choice(minus(x[0], held), cards - n, 0, 0, random))
        return 0
    if c.led.shape.singles == cards or book.draw == DRAW_SUIT_ONLY:
        out[0] = any_choice(held, cards, 0, 0, random)
        return 0
    if book.draw == DRAW_ALL:
        owed = answer(&v.order, c.led.suit, held, &c.led.shape, book)
        if owed.runs == 0:
            out[0] = any_choice(held, cards, pairs_in(&owed), owed.triples, random)
            return 0
    source = bits_of(random)
    set_task(&v.order, &c.led, x[0], book, &task)
    return draw_play(&v.order, &task, book, &source, out)


cdef int finish_trick(
    Course *c, const Values *v, const Rulebook *book, int place, Sfc64 *random
) noexcept nogil:
    """The plays of a trick that are still to be made, from a place on; NO_MEMORY or 0."""
    cdef Planes play
    cdef int done
    cdef int i
    for i in range(place, SEATS):
        done = any_follow(c, v, book, i, random, &play)
        if done < 0:
            return done
        answer_trick(c, i, play)
    close_trick(c, v, book)
    return 0


cdef int chance_round(
    Course *c, const Values *v, const Rulebook *book, Sfc64 *random
) noexcept nogil:
    """Play a round to its end, all seats as the first does; NO_MEMORY or 0."""
    cdef bint throws = c.policy[0] == RANDOM_THROWS
    cdef bint runs[SEATS]
    cdef Planes lead = repeated(1, 1)
    cdef int32_t factor = factor_of(v, book, lead, lead)  # of any single
    cdef const Planes *x
    cdef int number
    cdef int done
    cdef int i
    for i in range(SEATS):
        runs[i] = True
    if c.place:
        done = finish_trick(c, v, book, c.place, random)
        if done < 0:
            return done
    while c.held:
        x = &c.hand[c.leader]
        if throws:
            lead = any_lead(v, x[0], random)
        elif runs[c.leader] or x.three:
            lead = any_unit(v, x[0], &runs[c.leader], random)
        else:
            number = few_below(random, popcount(x.one) + popcount(x.two))
            if number < popcount(x.one):
                single_trick(c, v, book, select(x.one, number), factor, random)
                continue
            lead = repeated(bit(select(x.two, number - popcount(x.one))), 2)
        if not several(lead.one):
            if lead.two == 0:
                single_trick(c, v, book, lowest(lead.one), factor, random)
                continue
            if lead.three == 0 and book.draw == DRAW_ALL:
                pair_trick(c, v, book, lowest(lead.one), random)
                continue
        # a trick led with any cards of one suit
        open_trick(c, v, book, lead)
        done = finish_trick(c, v, book, 1, random)
        if done < 0:
            return done
    return 0
