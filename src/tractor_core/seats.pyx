"""Seats: their numbers, and what one may know of a round (rules E, B6, B7, P2)."""
from cpython.long cimport PyLong_CheckExact

from tractor_core.bits cimport popcount
from tractor_core.cards cimport (
    Cards, Planes, as_number, new_cards, plus, repeated, size, within
)
from tractor_core.options cimport DRAW_ALL, rulebook
from tractor_core.tables cimport SEATS, leads
from tractor_core.trump cimport SUIT_NAMES, Order
from tractor_core.units cimport Unit

from tractor_core.errors import RulesError
from tractor_core.views import View


cdef int read_seat(str name, object seat) except -1:
    number = seat
    if not PyLong_CheckExact(seat):
        number = as_number(seat, f"{name} is a seat from 0 to 3")
    if not 0 <= number < SEATS:
        raise RulesError(f"{name} is a seat from 0 to 3, not {number}")
    return number


cdef view_of(
    const Table *t, Trump trump, Options rules, bint partial, tuple tricks, object earlier, int me
):
    """The view of a seat, by every trick so far and what is known of those before."""
    cdef int first = 0
    cdef int n = len(tricks)
    # under "exchange" it need not be the dealer who buried; a match knows who did
    cdef bint sees_kitty = rules.kitty_open or (me == t.dealer and not rules.exchange)
    # of several copies of the card named, another may be with a nearer seat; a dealer who plays
    # alone has had all
    cdef bint knows_partner = not rules.find_partner or t.over or (
        me == t.partner and (rulebook(rules).decks == 1 or me == t.dealer)
    )
    cdef list voids = [set(), set(), set(), set()]
    cdef list no_pairs = [set(), set(), set(), set()]
    cdef Planes unseen
    cdef int i
    if earlier is not None:
        voids = [set(suits) for suits in earlier.voids]
        no_pairs = [set(suits) for suits in earlier.no_pairs]
    for i in range(n):
        # the play that ended the round as a revoke shows nothing
        learn(
            tricks[i], &trump.order, rulebook(rules).draw == DRAW_ALL,
            t.revoked if i == n - 1 else -1, voids, no_pairs
        )
    unseen = repeated(0, 0) if sees_kitty else t.kitty
    for i in range(SEATS):
        if i != me:
            unseen = plus(unseen, t.hand[i])
    if rules.no_review:
        first = max(0, n - (1 if t.over or leads(t) else 2))
    return View(
        seat=me,
        hand=new_cards(t.hand[me]),
        kitty=new_cards(t.kitty) if sees_kitty else None,
        trump=trump,
        dealer=t.dealer,
        partner=t.partner if knows_partner else None,
        turn=None if t.over else t.turn,
        points=t.points if knows_partner else None,
        counts=tuple([size(t.hand[i]) for i in range(SEATS)]),
        tricks=tricks[first:],
        voids=tuple([frozenset(suits) for suits in voids]),
        no_pairs=tuple([frozenset(suits) for suits in no_pairs]),
        unseen=None if partial else new_cards(unseen),
        rules=rules,
    )


cdef int learn(
    object trick, const Order *o, bint all_drawn, int revoked, list voids, list no_pairs
) except -1:
    """Note what the follows of a trick have shown of their seats."""
    cdef tuple plays = trick.plays
    cdef int leader = trick.leader
    cdef int led = len(<Cards> plays[0])
    cdef int asked = 0
    cdef int s = -1
    cdef int seat
    cdef int i
    cdef Planes followed
    for unit in <tuple> trick.units:
        s = (<Unit> unit).run.suit
        if (<Unit> unit).run.copies > 1:
            asked += (<Unit> unit).run.length
    for i in range(len(plays)):
        seat = (leader + i) % SEATS
        if i == 0 or seat == revoked and i == len(plays) - 1:
            continue
        followed = within((<Cards> plays[i]).p, o.suit[s])
        if size(followed) < led:
            voids[seat].add(SUIT_NAMES[s])
            no_pairs[seat].add(SUIT_NAMES[s])
        elif all_drawn and popcount(followed.two) < asked:
            no_pairs[seat].add(SUIT_NAMES[s])
    return 0
