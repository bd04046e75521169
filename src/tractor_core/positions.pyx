"""Positions: what a seat sees of a round, as the kernels that play it on want it (rules E, B7, P2).

A view and a deal of the cards that it hides make a round again. What has happened stays as it
happened, whatever the deal says: a throw that stood or failed is not judged anew. A deal has to
fit what the view tells for certain: the cards and their numbers, voids, suits without a pair, and
cards that failed throws have shown.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport (
    KINDS, Cards, Planes, as_number, contains, minus, new_cards, overflow, plus, repeated, same,
    size, within
)
from tractor_core.options cimport TABLE_FORTY_FIVE, Options, Rulebook, rulebook
from tractor_core.packing cimport shape_of
from tractor_core.scoring cimport points_of
from tractor_core.seats cimport read_seat
from tractor_core.tables cimport NO_SEAT, SEATS
from tractor_core.trump cimport SUIT_NAMES, SUITS, Trump, suit_in
from tractor_core.units cimport MAX_UNITS, Run, decompose_suit, read_units

import numpy as np

from tractor_core.cards import format_kind
from tractor_core.errors import CardsError, RulesError
from tractor_core.insight import read_view, sees_all_tricks, shown_cards
from tractor_core.partners import partners_of
from tractor_core.rules import Rules
from tractor_core.views import TrickRecord

cdef enum:
    MOST_POINTS = 10000     # of the attackers, either way


# --- reading a view -------------------------------------------------------------------------


cdef int read_seats_known(object play, Trump trump, Position *p) except -1:
    """What is known of the four hands."""
    cdef tuple counts = tuple(play.counts)
    cdef tuple voids = tuple(play.voids)
    cdef tuple no_pairs = tuple(play.no_pairs)
    cdef int seat
    cdef int s
    if not len(counts) == len(voids) == len(no_pairs) == SEATS:
        raise RulesError("counts, voids and no_pairs of a view are of four seats")
    for seat in range(SEATS):
        number = as_number(counts[seat], "counts of a view are ints")
        if not 0 <= number <= 40:
            raise RulesError(f"a seat holds 0 to 40 cards, not {number}")
        p.count[seat] = number
        for s in range(SUITS):
            if SUIT_NAMES[s] in voids[seat]:
                p.lacks[seat] |= trump.order.suit[s]
                p.voids[seat] |= 1 << s
            if SUIT_NAMES[s] in no_pairs[seat]:
                p.single[seat] |= trump.order.suit[s]
    return 0


cdef int read_tricks(tuple tricks, Trump trump, const Rulebook *book, Position *p) except -1:
    """Points and cards of the tricks that are seen, and the one in play."""
    cdef Cards cards
    cdef int leader
    cdef int last = len(tricks) - 1
    cdef int points
    cdef int i
    for i in range(len(tricks)):
        trick = tricks[i]
        if not isinstance(trick, TrickRecord):
            raise TypeError(f"tricks are TrickRecords, not {type(trick).__name__}")
        leader = read_seat("the leader of a trick", trick.leader)
        if not 1 <= len(trick.plays) <= SEATS:
            raise RulesError("a trick of a view has one to four plays")
        points = 0
        for play in trick.plays:
            cards = <Cards?> play
            points += points_of(cards.p)
            if overflow(p.played, cards.p):
                raise CardsError("the tricks of the view hold more than three copies of a kind")
            p.played = plus(p.played, cards.p)
        cards = <Cards?> trick.returned
        p.failed[leader] += cards.p.one != 0
        # the last trick's own points do not count under "forty_five" (L7)
        if trick.winner is not None and not (
            i == last and p.turn == NO_SEAT and book.level_table == TABLE_FORTY_FIVE
        ):
            if trick.points != points:
                raise RulesError(f"a trick of the view has {points} points, not {trick.points}")
            p.won[read_seat("the winner of a trick", trick.winner)] += points
    if p.turn == NO_SEAT:
        return 0
    p.leader = p.turn
    p.held = p.count[p.turn]
    if last >= 0 and len(tricks[last].plays) < SEATS:
        read_trick(tricks[last], trump, p)
    return 0


cdef int read_trick(object trick, Trump trump, Position *p) except -1:
    """The trick in play."""
    cdef Run own[MAX_UNITS]
    cdef Cards cards = <Cards?> trick.plays[0]
    cdef int i
    cdef int n
    cdef int s = suit_in(&trump.order, cards.p.one)
    if s < 0:
        raise CardsError(f"{cards} is no lead: a lead is cards of one suit")
    n = read_units(tuple(trick.units), trump, cards, s, p.unit)
    p.leader = read_seat("the leader of a trick", trick.leader)
    p.led.suit = s
    p.led.shape = shape_of(p.unit, n)
    p.tops.n = n
    for i in range(n):
        p.tops.top[i] = p.unit[i].step
    p.returned = (<Cards?> trick.returned).p
    p.place = len(trick.plays)
    for i in range(p.place):
        cards = <Cards?> trick.plays[i]
        p.plays[i] = cards.p
        if size(cards.p) != p.led.shape.cards:
            raise RulesError("the plays of the trick in play are of one length")
    if decompose_suit(&trump.order, s, p.plays[0], own) != n:
        p.units = n
    for i in range(n):
        if own[i].kinds != p.unit[i].kinds or own[i].copies != p.unit[i].copies:
            p.units = n
    return 0


cdef int check_numbers(const Position *p) except -1:
    """Refuse numbers of cards and a turn that the trick in play does not lead to."""
    cdef int i
    cdef int seat
    if p.turn == NO_SEAT:
        return 0
    if (p.leader + p.place) % SEATS != p.turn:
        raise RulesError("the view's turn is not that of the seat after the last play")
    if p.held < 1 or p.place and p.held < p.led.shape.cards:
        raise RulesError(f"seat {p.turn} has too few cards to play in this view")
    for i in range(SEATS):
        seat = (p.leader + i) % SEATS
        if p.count[seat] != p.held - (p.led.shape.cards if i < p.place else 0):
            raise RulesError("the numbers of cards in the view are not those of one round")
    return 0


cdef object read_position(object view, Position *p):
    """Fill a position by a view, and return the `View`, which is a match's own if it is of one."""
    cdef Trump trump
    cdef Options rules
    cdef const Rulebook *book
    cdef int32_t made
    cdef int seat
    play, _ = read_view(view)
    memset(p, 0, sizeof(Position))
    trump = <Trump?> play.trump
    if not isinstance(play.rules, Rules):
        raise TypeError(f"rules of a view are Rules, not {type(play.rules).__name__}")
    rules = play.rules
    book = rulebook(rules)
    p.decks = book.decks
    p.seat = read_seat("seat", play.seat)
    p.dealer = read_seat("dealer", play.dealer)
    p.partner = NO_SEAT
    if play.partner is not None:
        p.partner = read_seat("partner", play.partner)
    p.turn = NO_SEAT if play.turn is None else read_seat("turn", play.turn)
    p.hand = (<Cards?> play.hand).p
    p.sees_kitty = play.kitty is not None
    if p.sees_kitty:
        p.kitty = (<Cards?> play.kitty).p
    p.counted = play.unseen is not None
    if p.counted:
        p.unseen = (<Cards?> play.unseen).p
    read_seats_known(play, trump, p)
    read_tricks(tuple(play.tricks), trump, book, p)
    for seat, cards in enumerate(shown_cards(view)):
        p.shown[seat] = (<Cards?> cards).p
    check_numbers(p)
    if play.points is not None:
        if p.partner == NO_SEAT:
            raise RulesError("a view that tells the points tells the partner")
        number = as_number(play.points, "the points of a view are an int")
        if not -MOST_POINTS <= number <= MOST_POINTS:
            raise RulesError(f"a view has no {number} points")
        made = points_of_position(p, p.partner, book)
        p.before = number - made
        if p.before and not play.rules.no_review:
            raise RulesError(f"the tricks of the view make {made} points, not {number}")
    elif play.rules.no_review and not sees_all_tricks(play):
        raise RulesError(
            "the view tells neither the tricks before (P2) nor the partner (B7), and so not how "
            "many points the attackers have"
        )
    return play


cdef object read_partners_of(
    object view, const Position *p, const Planes *deals, Py_ssize_t n, object partner
):
    """The partner, a seat for all deals or int8[n]: by the view, as given, or by the card named."""
    cdef uint64_t[:, :, ::1] rows
    cdef Py_ssize_t i
    if p.partner != NO_SEAT:
        if partner is not None and np.any(np.asarray(partner) != p.partner):
            raise RulesError(f"the partner of dealer {p.dealer} is {p.partner} in this view")
        return p.partner
    if partner is not None:
        return partner
    _, match = read_view(view)
    if match is None or match.named is None:
        raise RulesError("the view does not tell the partner (B7): give partner, a seat")
    if not sees_all_tricks(match.play) or any(
        [made.how == "exchange" for made in match.declarations]
    ):
        raise RulesError(
            "who held the card named (B7) is not to be told after an exchange (B6) or where "
            "tricks are hidden (P2): give partner, a seat"
        )
    planes = np.empty((n, SEATS + 1, 3), np.uint64)
    rows = planes
    for i in range(n * (SEATS + 1)):
        rows[i // (SEATS + 1), i % (SEATS + 1), 0] = deals[i].one
        rows[i // (SEATS + 1), i % (SEATS + 1), 1] = deals[i].two
        rows[i // (SEATS + 1), i % (SEATS + 1), 2] = deals[i].three
    return np.array(partners_of(match, planes), np.int8)


# --- kernels --------------------------------------------------------------------------------


cdef int32_t points_of_position(
    const Position *p, int partner, const Rulebook *book
) noexcept nogil:
    """The attackers' points, the kitty left out, if that seat is the dealer's partner."""
    cdef int32_t points = p.before
    cdef int seat
    for seat in range(SEATS):
        if seat == p.dealer or seat == partner:
            points += book.throw_penalty * p.failed[seat]
        else:
            points += p.won[seat] - book.throw_penalty * p.failed[seat]
    return points


cdef Fit fit(const Position *p, const Planes *deal) noexcept nogil:
    """Whether hands and a kitty fit what is known; if not, what does not."""
    cdef Planes total = deal[SEATS]
    cdef Planes others
    cdef uint64_t over = 0
    cdef int seat
    others.one = others.two = others.three = 0
    if not p.sees_kitty:
        others = deal[SEATS]
    for seat in range(SEATS):
        if size(deal[seat]) != p.count[seat]:
            return WRONG_NUMBER
        over |= overflow(total, deal[seat])
        total = plus(total, deal[seat])
        if seat != p.seat:
            over |= overflow(others, deal[seat])
            others = plus(others, deal[seat])
    if not same(deal[p.seat], p.hand):
        return OTHER_HAND
    if p.sees_kitty and not same(deal[SEATS], p.kitty):
        return OTHER_KITTY
    if p.counted and (over or not same(others, p.unseen)):
        return OTHER_CARDS
    over |= overflow(total, p.played)
    if over or not contains(repeated(bit(KINDS) - 1, p.decks), plus(total, p.played)):
        return TOO_MANY_COPIES
    for seat in range(SEATS):
        if deal[seat].one & p.lacks[seat]:
            return NOT_VOID
        if deal[seat].two & p.single[seat]:
            return HOLDS_PAIR
        if not contains(deal[seat], p.shown[seat]):
            return LACKS_SHOWN
    return FITS


cdef str suit_of_kinds(uint64_t kinds, object trump):
    return SUIT_NAMES[(<Trump> trump).order.suit_of[lowest(kinds)]]


cdef misfit(Fit found, const Position *p, const Planes *deal, str name, object trump):
    """The error of a deal that does not fit."""
    cdef Planes others
    cdef Planes apart
    cdef int seat
    if found == WRONG_NUMBER:
        for seat in range(SEATS):
            if size(deal[seat]) != p.count[seat]:
                return CardsError(
                    f"{name}: seat {seat} has {size(deal[seat])} cards, {p.count[seat]} in the view"
                )
    if found == OTHER_HAND:
        return CardsError(
            f"{name}: seat {p.seat} has {new_cards(deal[p.seat])}, {new_cards(p.hand)} in the view"
        )
    if found == OTHER_KITTY:
        return CardsError(
            f"{name}: the kitty is {new_cards(deal[SEATS])}, {new_cards(p.kitty)} in the view"
        )
    if found == OTHER_CARDS:
        others.one = others.two = others.three = 0
        if not p.sees_kitty:
            others = deal[SEATS]
        for seat in range(SEATS):
            if seat != p.seat:
                others = plus(others, deal[seat])
        apart = minus(others, p.unseen)
        if apart.one:
            return CardsError(
                f"{name}: the hidden cards have a {format_kind(lowest(apart.one))} that the view "
                "has elsewhere"
            )
        apart = minus(p.unseen, others)
        if apart.one:
            return CardsError(
                f"{name}: the hidden cards lack a {format_kind(lowest(apart.one))} that the view "
                "has among them"
            )
        return CardsError(f"{name}: the hidden cards hold more than three copies of a kind")
    if found == TOO_MANY_COPIES:
        return CardsError(
            f"{name}: its cards and those played are more than {p.decks} copies of a kind"
        )
    for seat in range(SEATS):
        if found == NOT_VOID and deal[seat].one & p.lacks[seat]:
            suit = suit_of_kinds(deal[seat].one & p.lacks[seat], trump)
            return CardsError(
                f"{name}: seat {seat} has {new_cards(within(deal[seat], p.lacks[seat]))}, and has "
                f"shown that it is void in {suit}"
            )
        if found == HOLDS_PAIR and deal[seat].two & p.single[seat]:
            suit = suit_of_kinds(deal[seat].two & p.single[seat], trump)
            kind = format_kind(lowest(deal[seat].two & p.single[seat]))
            return CardsError(
                f"{name}: seat {seat} has {kind} {kind}, and has shown that it holds no pair in "
                f"{suit}"
            )
        if found == LACKS_SHOWN and not contains(deal[seat], p.shown[seat]):
            return CardsError(
                f"{name}: seat {seat} lacks {new_cards(minus(p.shown[seat], deal[seat]))}, which "
                "it has shown that it holds"
            )
    raise AssertionError("a deal that fits")
