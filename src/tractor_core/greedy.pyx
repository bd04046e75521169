"""Greed: seats that take points, keep pairs, ruff when it pays, and bury sensibly.

A seat uses what it may know: its hand, the cards played, the suits in which others have shown
void, and, as the dealer, the kitty.  docs/playouts.md says in words what it does.  A play is made
to give what the hand owes (F2), so that it is legal under every option of F.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from tractor_core.answers cimport answer, gives
from tractor_core.bits cimport bit, highest, lowest, popcount
from tractor_core.cards cimport minus, plus, repeated, size, within
from tractor_core.chance cimport any_follow, any_lead, any_unit
from tractor_core.courses cimport (
    GREEDY, RANDOM_THROWS, answer_trick, close_trick, factor_of, open_trick, points_on, write_lead
)
from tractor_core.discards cimport (
    FIVES, SCORING, cheapest, gift, parted, richest, spare, strongest, weakest
)
from tractor_core.divisions cimport strength
from tractor_core.follows cimport Task, draw_play, set_task
from tractor_core.options cimport TABLE_FORTY_FIVE
from tractor_core.packing cimport Shape
from tractor_core.randomness cimport BitGenerator, bits_of
from tractor_core.scoring cimport points_of
from tractor_core.tricks cimport winner
from tractor_core.trump cimport TRUMPS, Order, fold, kinds_on, spread_out
from tractor_core.units cimport beats, longest_run, runs_of

cdef enum:
    # what a lead is worth, before what is known of the suit
    RUN_LED = 400
    BEST_TRIPLE = 350
    BEST_PAIR = 300
    BEST_SINGLE = 250
    PARTNER_RUFFS = 200
    DRAWS_PAIR = 180
    DRAWS_TRUMP = 150
    PAIR_LED = 90
    LOW_CARD = 80
    LATE_TRUMP = 40
    IS_BEST = 100
    IS_RUFFED = 220
    PAYS = 5            # points on the table that a ruff is worth


# --- what a seat sees -----------------------------------------------------------------------


cdef inline Planes unseen_by(const Course *c, const Sight *sight, int seat) noexcept nogil:
    """Cards that may be in other hands."""
    cdef Planes x = minus(sight.left, c.hand[seat])
    return minus(x, c.kitty) if seat == c.dealer else x


cdef inline bint rivals(const Course *c, int a, int b) noexcept nogil:
    return c.defends[a] != c.defends[b]


cdef inline uint64_t danger(
    const Course *c, const Values *v, const Sight *sight, int seat, int place, int s
) noexcept nogil:
    """Kinds with which rivals that play later may take the trick; 0 if none does."""
    cdef uint64_t found = 0
    cdef int i
    cdef int other
    for i in range(place + 1, SEATS):
        other = (c.leader + i) % SEATS
        if rivals(c, seat, other):
            if sight.voids[other] >> s & 1 == 0:
                found |= v.order.suit[s]
            elif sight.voids[other] >> TRUMPS & 1 == 0:
                found |= v.order.suit[TRUMPS]
    return found


cdef inline void note(
    Sight *sight, const Order *o, int seat, int s, Planes play
) noexcept nogil:
    """Note a follow: what is gone, and whether the seat is void."""
    sight.left = minus(sight.left, play)
    if play.one & ~o.suit[s]:
        sight.voids[seat] |= 1 << s


# --- leads ----------------------------------------------------------------------------------


cdef inline bint has_runs(const Values *v, Planes x) noexcept nogil:
    cdef uint64_t spread = spread_out(&v.order.spread, x.two)
    return (spread & (spread >> 1) & v.order.spread.joint) != 0


cdef inline uint64_t run_of(
    const Order *o, int s, uint64_t plane, int bottom, int length
) noexcept nogil:
    """The kinds of a run, the first of each step."""
    cdef uint64_t kinds = 0
    cdef uint64_t here
    cdef int i
    for i in range(bottom, bottom + length):
        here = kinds_on(o, s, i) & plane
        kinds |= here & -here
    return kinds


cdef inline Planes run_led(
    const Order *o, int s, const Planes *x, int bottom, int length
) noexcept nogil:
    """A tractor, or the Titanic over the same steps."""
    cdef uint64_t kinds = run_of(o, s, x.three, bottom, length)
    if popcount(kinds) == length:
        return repeated(kinds, 3)
    return repeated(run_of(o, s, x.two, bottom, length), 2)


cdef Planes choose_lead(
    const Course *c, const Values *v, Sight *sight, int seat
) noexcept nogil:
    cdef const Order *o = &v.order
    cdef const Planes *x = &c.hand[seat]
    cdef Planes unseen = unseen_by(c, sight, seat)
    cdef Planes lead
    cdef uint64_t suit
    cdef uint64_t own
    cdef uint32_t bottoms
    cdef uint32_t theirs
    cdef bint rival_ruffs
    cdef bint partner_ruffs
    cdef bint defends = c.defends[seat]
    cdef int best = LOW_CARD
    cdef int worth
    cdef int around
    cdef int length
    cdef int kind
    cdef int other
    cdef int s
    cdef int i
    lead = repeated(bit(cheapest(v, x, x.one)), 1)
    if sight.runs[seat]:
        sight.runs[seat] = has_runs(v, x[0])
    for s in range(4):
        suit = o.suit[s]
        own = x.one & suit
        if own == 0:
            continue
        around = popcount(unseen.one & suit) + popcount(unseen.two & suit)
        rival_ruffs = around == 0
        partner_ruffs = False
        for i in range(1, SEATS):
            other = (seat + i) % SEATS
            if sight.voids[other] >> s & 1 and sight.voids[other] >> TRUMPS & 1 == 0:
                if rivals(c, seat, other):
                    rival_ruffs = True
                else:
                    partner_ruffs = True
        if unseen.one & o.suit[TRUMPS] == 0:
            rival_ruffs = partner_ruffs = False
        if sight.runs[seat] and x.two & suit:
            length = longest_run(fold(o, s, x.two), &bottoms)
            if length > 1:
                theirs = fold(o, s, unseen.two)
                worth = RUN_LED + 20 * length
                if not beats(theirs, length, highest(bottoms) + length - 1):
                    worth += IS_BEST
                if worth > best:
                    best = worth
                    lead = run_led(o, s, x, highest(bottoms), length)
        if x.three & suit:
            kind = highest(x.three & suit)
            if unseen.three & v.above[s][v.value[s][kind]] & suit == 0:
                worth = BEST_TRIPLE + 2 * around
                if worth > best:
                    best = worth
                    lead = repeated(bit(kind), 3)
        if x.two & suit:
            kind = highest(x.two & suit)
            if unseen.two & v.above[s][v.value[s][kind]] & suit == 0:
                worth = BEST_PAIR + 2 * around - (IS_RUFFED if rival_ruffs else 0)
            else:
                kind = lowest(x.two & suit)
                worth = PAIR_LED if not bit(kind) & SCORING else 0
            if worth > best:
                best = worth
                lead = repeated(bit(kind), 2)
        kind = highest(own)
        if unseen.one & v.above[s][v.value[s][kind]] & suit == 0:
            worth = BEST_SINGLE + 2 * around - (IS_RUFFED if rival_ruffs else 0)
            if worth > best:
                best = worth
                lead = repeated(bit(kind), 1)
        if partner_ruffs and not rival_ruffs and PARTNER_RUFFS > best:
            best = PARTNER_RUFFS
            lead = repeated(bit(cheapest(v, x, own)), 1)
    suit = o.suit[TRUMPS]
    own = x.one & suit
    if own == 0:
        return lead
    if sight.runs[seat] and x.two & suit:
        length = longest_run(fold(o, TRUMPS, x.two), &bottoms)
        if length > 1 and RUN_LED + 20 * length > best:
            best = RUN_LED + 20 * length
            lead = run_led(o, TRUMPS, x, highest(bottoms), length)
    around = popcount(unseen.one & suit) + popcount(unseen.two & suit)
    if x.two & suit:
        kind = strongest(v, TRUMPS, x.two & suit)
        if unseen.two & v.above[TRUMPS][v.value[TRUMPS][kind]] == 0:
            worth = DRAWS_PAIR if defends and around else LATE_TRUMP
            if worth > best:
                best = worth
                lead = repeated(bit(kind), 2)
    kind = strongest(v, TRUMPS, own)
    if unseen.one & v.above[TRUMPS][v.value[TRUMPS][kind]] == 0:
        worth = LATE_TRUMP
        if defends and around and 3 * popcount(own) >= around:
            worth = DRAWS_TRUMP
        if worth > best:
            lead = repeated(bit(kind), 1)
    return lead


# --- tricks led with a single or a pair -----------------------------------------------------


cdef inline uint64_t pick(
    const Course *c, const Values *v, const Sight *sight, int seat, int place, int s, int copies,
    uint64_t able, bint ruffs, int best, int best_seat, int points, bint *giving
) noexcept nogil:
    """The kind, as a bit, with which to take a trick, out of those able to win; 0 to let it go.

    Says whether the partner takes it for sure, so that points may be given to him.
    """
    cdef uint64_t pool = danger(c, v, sight, seat, place, s)
    cdef Planes unseen
    cdef uint64_t theirs = 0
    cdef uint64_t sure
    cdef bint ally = not rivals(c, seat, best_seat)
    cdef int top
    if pool:
        unseen = unseen_by(c, sight, seat)
        theirs = (unseen.one if copies == 1 else unseen.two) & pool
    giving[0] = ally and theirs & v.above[s][best] == 0
    able &= v.above[s][best]
    if giving[0] or able == 0:
        return 0
    if ruffs:
        if points < (2 * PAYS if ally else PAYS):
            return 0
    elif ally and points == 0 and s == TRUMPS:
        return 0
    if pool == 0:
        # nobody after this seat can take it: bring points home, else win cheaply
        if able & SCORING:
            able = richest(able)
        elif s == TRUMPS and points == 0 and able & v.tier[0] == 0:
            return 0
        return bit(weakest(v, TRUMPS if ruffs else s, able))
    sure = able
    if theirs & v.above[s][best]:
        theirs &= v.above[s][best]
        # trumps are above all of a side suit
        if theirs & v.order.suit[TRUMPS]:
            top = v.value[s][strongest(v, TRUMPS, theirs & v.order.suit[TRUMPS])]
        else:
            top = v.value[s][highest(theirs)]
        sure &= v.above[s][top - 1]
    if sure:
        if s == TRUMPS and points == 0:
            return 0
        if sure & SCORING:
            sure = richest(sure)
        return bit(weakest(v, TRUMPS if ruffs else s, sure))
    if ally:
        return 0
    if ruffs:
        return bit(weakest(v, TRUMPS, able))
    if place == 2 and points >= 2 * PAYS:
        return bit(strongest(v, s, able))
    return 0


cdef inline Planes answer_single(
    const Course *c, const Values *v, const Sight *sight, int seat, int place, int s, int best,
    int best_seat, int points
) noexcept nogil:
    cdef const Planes *x = &c.hand[seat]
    cdef uint64_t kinds = x.one & v.order.suit[s]
    cdef uint64_t taken
    cdef bint giving
    cdef int kind
    if kinds:
        if kinds & (kinds - 1) == 0:
            return repeated(kinds, 1)
        taken = pick(c, v, sight, seat, place, s, 1, kinds, False, best, best_seat, points, &giving)
        if taken == 0:
            kind = gift(v, x, kinds) if giving else cheapest(v, x, kinds)
            taken = bit(kind)
        return repeated(taken, 1)
    kinds = x.one & v.order.suit[TRUMPS]
    taken = pick(c, v, sight, seat, place, s, 1, kinds, True, best, best_seat, points, &giving)
    if taken == 0:
        kinds = x.one & ~v.order.suit[TRUMPS]
        if giving and kinds:
            taken = bit(gift(v, x, kinds))
        else:
            taken = bit(cheapest(v, x, x.one))
    return repeated(taken, 1)


cdef Planes answer_pair(
    const Course *c, const Values *v, const Sight *sight, int seat, int place, int s, int best,
    int best_seat, int points
) noexcept nogil:
    cdef const Planes *x = &c.hand[seat]
    cdef Planes held = within(x[0], v.order.suit[s])
    cdef uint64_t taken
    cdef uint64_t side
    cdef bint giving
    cdef int n
    taken = pick(
        c, v, sight, seat, place, s, 2, held.two if held.one else x.two & v.order.suit[TRUMPS],
        held.one == 0, best, best_seat, points, &giving
    )
    if taken:
        return repeated(taken, 2)
    if held.two:
        taken = held.two
        if giving:
            taken = richest(taken)
        elif taken & ~SCORING:
            taken &= ~SCORING
        elif taken & FIVES:
            taken &= FIVES
        return repeated(bit(weakest(v, s, taken)), 2)
    n = popcount(held.one)
    if n > 2:
        return parted(v, held, held.one, 2, giving)
    side = ~(v.order.suit[TRUMPS] | v.order.suit[s])
    held.two = held.three = 0
    return plus(held, spare(v, minus(x[0], held), side, 2 - n, giving))


cdef inline int finish_simple(
    Course *c, const Values *v, const Rulebook *book, Sight *sight, int place, Sfc64 *random
) noexcept nogil:
    """The plays, from a place on, of a trick led with a single or a pair; NO_MEMORY or 0."""
    cdef int copies = c.led.shape.cards
    cdef int s = c.led.suit
    cdef const uint8_t *value = v.value[s]
    cdef Planes play = c.plays[0]
    cdef int kind = lowest(play.one)
    cdef int leader = c.leader
    cdef int won = leader
    cdef int best = value[kind]
    cdef int best_kind = kind
    cdef int points = copies * points_on(kind)
    cdef int done
    cdef int seat
    cdef int i
    for i in range(1, SEATS):
        seat = (leader + i) % SEATS
        if i < place:
            play = c.plays[i]
        else:
            if c.policy[seat] != GREEDY:
                done = any_follow(c, v, book, i, random, &play)
                if done < 0:
                    return done
            elif copies == 1:
                play = answer_single(c, v, sight, seat, i, s, best, won, points)
            else:
                play = answer_pair(c, v, sight, seat, i, s, best, won, points)
            answer_trick(c, i, play)
            note(sight, &v.order, seat, s, play)
        kind = lowest(play.one)
        points += points_on(kind)
        if copies == 2:
            points += points_on(highest(play.one))
        if (copies == 1 or play.two) and value[kind] > best:
            best = value[kind]
            best_kind = kind
            won = seat
    c.leader = won
    c.tricks += 1
    c.held -= copies
    if c.held == 0:
        c.factor = factor_of(v, book, repeated(bit(best_kind), copies), c.plays[0])
        if book.level_table == TABLE_FORTY_FIVE:  # L7
            return 0
    if not c.defends[won]:
        c.points += points
    return 0


cdef int simple_trick(
    Course *c, const Values *v, const Rulebook *book, Sight *sight, Planes lead, Sfc64 *random
) noexcept nogil:
    """A trick led with a single or a pair; NO_MEMORY or 0."""
    cdef int copies = 2 if lead.two else 1
    memset(&c.led.shape, 0, sizeof(Shape))
    c.led.suit = v.order.suit_of[lowest(lead.one)]
    c.led.shape.cards = copies
    c.led.shape.singles = copies == 1
    c.led.shape.pairs = copies == 2
    if c.kinds != NULL:
        write_lead(c, copies)
    answer_trick(c, 0, lead)
    sight.left = minus(sight.left, lead)
    return finish_simple(c, v, book, sight, 1, random)


# --- other tricks ---------------------------------------------------------------------------


cdef Planes ruff(
    const Course *c, const Values *v, int seat, int standing
) noexcept nogil:
    """Trumps that ruff the lead and are stronger than what stands (-1: no ruff); none if not."""
    cdef const Order *o = &v.order
    cdef const Shape *led = &c.led.shape
    cdef Planes x = within(c.hand[seat], o.suit[TRUMPS])
    cdef Planes play
    cdef uint64_t here
    cdef uint32_t bottoms
    cdef int i
    cdef int copies
    cdef int n
    play.one = play.two = play.three = 0
    for i in range(led.runs):
        here = x.two if led.copies[i] == 2 else x.three
        bottoms = runs_of(fold(o, TRUMPS, here), led.length[i])
        if i == 0 and standing >= 0:
            # the top step has to be above the one that stands
            n = standing - led.length[0] + 2
            bottoms = bottoms >> n << n if 0 < n < 32 else bottoms
        if bottoms == 0:
            play.one = 0
            return play
        here = run_of(o, TRUMPS, here, lowest(bottoms), led.length[i])
        play = plus(play, repeated(here, led.copies[i]))
        x = minus(x, repeated(here, led.copies[i]))
    for copies in range(3, 0, -1):
        n = led.triples if copies == 3 else led.pairs if copies == 2 else led.singles
        for i in range(n):
            here = x.three if copies == 3 else x.two if copies == 2 else x.one
            if i == 0 and standing >= 0 and play.one == 0:
                here &= v.above[TRUMPS][standing + 1]
            if here == 0:
                play.one = 0
                return play
            here = bit(weakest(v, TRUMPS, here))
            play = plus(play, repeated(here, copies))
            x = minus(x, repeated(here, copies))
    if strength(o, TRUMPS, &play, led) <= standing:
        play.one = 0
    return play


cdef Planes owed_play(
    const Values *v, int s, Planes held, const Shape *owed, int cards, int above, bint giving
) noexcept nogil:
    """Cards of the suit that give what is owed, the runs as low as they may be.

    A first run with its top step above a given one is taken where there is one.
    """
    cdef const Order *o = &v.order
    cdef Planes play
    cdef uint64_t here
    cdef uint32_t bottoms
    cdef uint32_t better
    cdef int i
    cdef int _i
    cdef int n
    play.one = play.two = play.three = 0
    for i in range(owed.runs):
        here = held.two if owed.copies[i] == 2 else held.three
        bottoms = runs_of(fold(o, s, here), owed.length[i])
        if i == 0 and above >= 0:
            n = above - owed.length[0] + 2
            better = bottoms >> n << n if 0 < n < 32 else bottoms
            if better:
                bottoms = better
        if bottoms == 0:
            return play  # the first places taken leave none: found out by the caller
        here = run_of(o, s, here, lowest(bottoms), owed.length[i])
        play = plus(play, repeated(here, owed.copies[i]))
        held = minus(held, repeated(here, owed.copies[i]))
    for _i in range(owed.triples):
        if held.three == 0:
            return play
        here = bit(weakest(v, s, held.three))
        play = plus(play, repeated(here, 3))
        held = minus(held, repeated(here, 3))
    for _i in range(owed.pairs):
        here = held.two & ~play.one
        if here == 0:
            return play
        if giving:
            here = richest(here)
        elif here & ~SCORING:
            here &= ~SCORING
        here = bit(weakest(v, s, here))
        play = plus(play, repeated(here, 2))
        held = minus(held, repeated(here, 2))
    return plus(play, parted(v, held, held.one, cards - size(play), giving))


cdef int answer_any(
    const Course *c, const Values *v, const Rulebook *book, const Sight *sight, int place,
    Sfc64 *random, Planes *out
) noexcept nogil:
    """Answer a lead of more than a pair; NO_MEMORY or 0."""
    cdef const Order *o = &v.order
    cdef int s = c.led.suit
    cdef int seat = (c.leader + place) % SEATS
    cdef int cards = c.led.shape.cards
    cdef Planes x = c.hand[seat]
    cdef Planes held = within(x, o.suit[s])
    cdef Planes play
    cdef Shape owed
    cdef Task task
    cdef BitGenerator source
    cdef int n = size(held)
    cdef int won = winner(o, s, &c.led.shape, c.plays, place)
    cdef bint ruffed = s != TRUMPS and c.plays[won].one & ~o.suit[TRUMPS] == 0
    cdef int standing = strength(o, TRUMPS if ruffed else s, &c.plays[won], &c.led.shape)
    cdef bint ally = not rivals(c, seat, (c.leader + won) % SEATS)
    cdef bint giving = ally and (place == 3 or danger(c, v, sight, seat, place, s) == 0 or won == 0)
    cdef int i
    cdef int points = 0
    if n > cards:
        owed = answer(o, s, held, &c.led.shape, book)
        play = owed_play(v, s, held, &owed, cards, -1 if ally or ruffed else standing, giving)
        if size(play) == cards and gives(o, s, play, &owed):
            out[0] = play
            return 0
        # places taken for the first runs left none for the others
        source = bits_of(random)
        set_task(o, &c.led, x, book, &task)
        return draw_play(o, &task, book, &source, out)
    if n == 0 and s != TRUMPS and not ally:
        for i in range(place):
            points += points_of(c.plays[i])
        if points >= PAYS:
            play = ruff(c, v, seat, standing if ruffed else -1)
            if play.one:
                out[0] = play
                return 0
    out[0] = plus(held, spare(
        v, minus(x, held), ~(o.suit[TRUMPS] | o.suit[s]), cards - n, giving
    ))
    return 0


cdef int finish_any(
    Course *c, const Values *v, const Rulebook *book, Sight *sight, int place, Sfc64 *random
) noexcept nogil:
    """The plays of a trick that are still to be made, from a place on; NO_MEMORY or 0."""
    cdef Planes play
    cdef int done
    cdef int i
    for i in range(place, SEATS):
        if c.policy[(c.leader + i) % SEATS] == GREEDY:
            done = answer_any(c, v, book, sight, i, random, &play)
        else:
            done = any_follow(c, v, book, i, random, &play)
        if done < 0:
            return done
        note(sight, &v.order, (c.leader + i) % SEATS, c.led.suit, play)
        answer_trick(c, i, play)
    close_trick(c, v, book)
    return 0


cdef int greedy_round(
    Course *c, const Values *v, const Rulebook *book, Sfc64 *random
) noexcept nogil:
    """Play a round to its end, each seat by its own policy; NO_MEMORY or 0."""
    cdef Sight sight
    cdef Planes lead
    cdef int done = 0
    cdef int i
    sight.left = c.kitty
    for i in range(SEATS):
        sight.left = plus(sight.left, c.hand[i])
        sight.voids[i] = c.voids[i]
        sight.runs[i] = has_runs(v, c.hand[i])
    if c.place:
        if c.led.shape.singles + 2 * c.led.shape.pairs == c.led.shape.cards <= 2 and (
            c.led.shape.singles < 2
        ):
            done = finish_simple(c, v, book, &sight, c.place, random)
        else:
            done = finish_any(c, v, book, &sight, c.place, random)
    while c.held and done >= 0:
        i = c.leader
        if c.policy[i] == GREEDY:
            lead = choose_lead(c, v, &sight, i)
        elif c.policy[i] == RANDOM_THROWS:
            lead = any_lead(v, c.hand[i], random)
        else:
            lead = any_unit(v, c.hand[i], &sight.runs[i], random)
        if lead.one & (lead.one - 1) == 0 and lead.three == 0:
            done = simple_trick(c, v, book, &sight, lead, random)
            continue
        open_trick(c, v, book, lead)
        sight.left = minus(sight.left, c.plays[0])
        done = finish_any(c, v, book, &sight, 1, random)
    return done
