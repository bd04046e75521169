"""Round: the play of one round, from the buried kitty to the result (rules E, T, K, P1)."""
cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memset

from tractor_core.answers cimport EMPTY, LEGAL, MIXED_SUITS, NOT_HELD, NOT_YOUR_TURN, WRONG_COUNT
from tractor_core.bits cimport bit
from tractor_core.cards cimport (
    KINDS, Cards, Planes, as_number, contains, new_cards, overflow, plus, repeated, same, size
)
from tractor_core.follows cimport follows_of, refusal
from tractor_core.leads cimport leads_of
from tractor_core.options cimport Options, Rulebook, rulebook
from tractor_core.positions cimport (
    FITS, Fit, Position, fit, misfit, read_partners_of, read_position
)
from tractor_core.protection cimport NO_MEMORY, verdict_why
from tractor_core.saving cimport pack_round
from tractor_core.scoring cimport (
    ATTACKERS, DEALER, Change, Side, change, level_change_of, points_of, side_name
)
from tractor_core.seats cimport read_seat, view_of
from tractor_core.tables cimport (
    NO_SEAT, SEATS, Table, Trick, copy_table, defends, follow, kitty_factor, lead, lead_as, leads,
    play_of, put_down, seat_of, set_led, undo
)
from tractor_core.trump cimport Trump, suit_in
from tractor_core.units cimport MAX_UNITS, Run, Unit, decompose_suit, new_unit, read_units

from dataclasses import replace

from tractor_core.errors import CardsError, RulesError
from tractor_core.follows import count_legal_follows, random_legal_follow
from tractor_core.leads import count_legal_leads, random_lead
from tractor_core.options import ORDER_OPTIONS
from tractor_core.rules import Rules
from tractor_core.insight import sees_all_tricks
from tractor_core.saved import Earlier, SavedRound, pack_head
from tractor_core.units import decompose
from tractor_core.views import RoundResult, TrickRecord, View

__all__ = ["Round"]

cdef uint64_t EVERY_KIND = bit(KINDS) - 1


cdef int deal_out(
    object hands, Cards kitty, const Rulebook *book, bint partial, Table *t
) except -1:
    """Check hands and kitty and put the hands on the table."""
    cdef Planes every = repeated(EVERY_KIND, book.decks)
    cdef Planes total = kitty.p
    cdef int seat = 0
    if isinstance(hands, (Cards, str, bytes)) or not hasattr(hands, "__iter__"):
        raise TypeError(f"hands are four Cards, not {type(hands).__name__}")
    for hand in hands:
        if not isinstance(hand, Cards):
            raise TypeError(f"a hand is Cards, not {type(hand).__name__}")
        if seat == SEATS:
            raise CardsError("there are four hands; more were given")
        t.hand[seat] = (<Cards> hand).p
        if overflow(total, t.hand[seat]) or not contains(every, plus(total, t.hand[seat])):
            raise CardsError(f"hands and kitty hold more than {book.decks} copies of a kind")
        total = plus(total, t.hand[seat])
        if size(t.hand[seat]) != size(t.hand[0]):
            raise CardsError(
                f"hands are of equal size; seat {seat} has {size(t.hand[seat])} cards, "
                f"seat 0 has {size(t.hand[0])}"
            )
        seat += 1
    if seat != SEATS:
        raise CardsError(f"there are four hands, not {seat}")
    if t.hand[0].one == 0:
        raise CardsError("a hand holds one card or more")
    if not partial and not same(total, every):
        raise CardsError(
            f"hands and kitty are {size(total)} cards, not the {54 * book.decks} of "
            f"{book.decks} whole decks (partial=True plays with fewer)"
        )
    return 0


@cython.freelist(64)
cdef class Round:
    """Play one round, from the buried kitty until hands are empty (E1).

    Parameters
    ----------
    hands : sequence of four Cards
        By seat; of equal size.
    kitty : Cards
        The cards buried.
    dealer : int
        Seat 0 to 3; he leads first, his partner sits opposite.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        The round has them with the options of the order that its trump has.
    partner : int, optional
        The dealer's partner where one is found (B7); the dealer himself if he plays alone.
    partial : bool
        Allow hands and a kitty that are not whole decks; copies are checked in either case.

    Raises
    ------
    CardsError
        Not four equal hands, more copies of a kind than the decks hold, or not whole decks.
    RulesError
        A seat outside 0 to 3, or a partner missing or given where the rules say otherwise.

    Notes
    -----
    A round belongs to one thread at a time. `play` validates and raises `IllegalPlay`, and then
    nothing has changed.

    Examples
    --------
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> hands = [Cards("Ac 3d"), Cards("Kc 4d"), Cards("5c 6d"), Cards("9c 7d")]
    >>> round = Round(hands, Cards("Td"), 0, Trump("2", "h"), partial=True)
    >>> for card in ("Ac", "Kc", "5c", "9c", "3d", "4d", "6d", "7d"):
    ...     _ = round.play(Cards(card))
    >>> round.result.points, round.result.change.side
    (20, 'dealer')
    """

    def __init__(
        self,
        hands,
        Cards kitty not None,
        dealer,
        Trump trump not None,
        Options rules=None,
        *,
        partner=None,
        bint partial=False,
    ):
        cdef Table t
        memset(&t, 0, sizeof(Table))
        if rules is None:
            rules = Rules()
        elif not isinstance(rules, Rules):
            raise TypeError(f"rules are Rules, not {type(rules).__name__}")
        order = {name: getattr(trump, name) for name in ORDER_OPTIONS}
        if any([getattr(rules, name) != order[name] for name in order]):
            rules = replace(rules, **order)
        t.dealer = t.turn = read_seat("dealer", dealer)
        if rules.find_partner:
            if partner is None:
                raise RulesError("find_partner=True needs partner, a seat from 0 to 3")
            t.partner = read_seat("partner", partner)
        else:
            t.partner = (t.dealer + 2) % SEATS
            if partner is not None and read_seat("partner", partner) != t.partner:
                raise RulesError(f"the partner of dealer {t.dealer} is {t.partner}, not {partner}")
        t.revoked = NO_SEAT
        t.kitty = kitty.p
        deal_out(hands, kitty, rulebook(rules), partial, &t)
        self.table = t
        self.trump = trump
        self.rules = rules
        self.partial = partial
        self.notes = None
        self.head = None
        self.earlier = None
        self.given = 0

    @staticmethod
    def from_view(view, deal, /, *, partner=None) -> Round:
        """Make a round as a seat sees it, with the cards that it does not see from a deal.

        The round stands where the view stands: tricks, points, penalties, the trick in play and
        the turn are those of the view. What has happened stays as it happened, whatever the deal
        says: a throw that stood or failed is not judged anew, nor is a follow.

        Parameters
        ----------
        view : View or MatchView
            From `view`, or from `Match.view` while a round is played.
        deal : Deal
            Four hands and the kitty as they are now, such as one of `sample_hidden`.
        partner : int, optional
            The dealer's partner, wanted where the view keeps him secret (B7). The view of a match
            that has a card named tells him by the deal.

        Returns
        -------
        Round
            For the true deal it equals the round the view is of, with two exceptions. Under
            `no_review` (P2) it begins with the first trick that the view shows, with the points
            made before. And of a throw that failed no units are known that the leader named,
            but for the one led.

        Raises
        ------
        CardsError
            The deal does not fit the view: other numbers of cards, cards that the view has
            elsewhere, another hand or kitty of the seat, a suit or a pair that a seat has shown
            it does not hold, or cards missing that it has shown.
        RulesError
            The partner is missing or another, a view that is not of a round in play, or one that
            does not tell the points.

        Examples
        --------
        >>> from tractor_core.cards import Cards
        >>> from tractor_core.deals import deal
        >>> from tractor_core.insight import sample_hidden
        >>> from tractor_core.trump import Trump
        >>> hands, kitty = deal(1, rng=1)[0]
        >>> round = Round(hands, kitty, 0, Trump("2", "h"))
        >>> _ = round.play(next(round.legal_plays()))
        >>> view = round.view(1)
        >>> world = Round.from_view(view, sample_hidden(view, 1, rng=1)[0])
        >>> world.turn, world.tricks == round.tricks, world.hand(1) == round.hand(1)
        (1, True, True)
        >>> Round.from_view(view, (round.hands, kitty)) == round
        True
        """
        cdef Position p
        cdef Planes planes[SEATS + 1]
        cdef Fit found
        cdef Round made
        cdef int seat = 0
        cdef int i
        play = read_position(view, &p)
        if not isinstance(deal, tuple) or len(deal) != 2:
            raise TypeError(f"deal is a Deal, not {type(deal).__name__}")
        hands, kitty = deal
        if not isinstance(hands, (tuple, list)) or len(hands) != SEATS:
            raise CardsError("a deal has four hands")
        for seat, cards in enumerate((*hands, kitty)):
            if not isinstance(cards, Cards):
                raise TypeError(f"hands and kitty of a deal are Cards, not {type(cards).__name__}")
            planes[seat] = (<Cards> cards).p
        found = fit(&p, planes)
        if found != FITS:
            raise misfit(found, &p, planes, "deal", play.trump)
        who = read_partners_of(view, &p, planes, 1, partner)
        if getattr(who, "ndim", 0):  # of a single deal
            who = as_number(who[0], "partner is a seat from 0 to 3")
        tricks = tuple(play.tricks)
        dealt = list(hands)
        for trick in tricks:
            for i, cards in enumerate(trick.plays):
                dealt[(trick.leader + i) % SEATS] += cards
        made = Round(dealt, kitty, p.dealer, play.trump, play.rules, partner=who, partial=True)
        made.partial = not p.counted
        first = tricks[0].leader if tricks else p.turn
        earlier = Earlier(first, p.before, play.voids, play.no_pairs)
        if play.rules.no_review and (
            first != p.dealer or p.before or p.counted and not sees_all_tricks(play)
        ):
            made.begin(earlier)
        made.take_tricks(tricks, p.turn == NO_SEAT)
        if play.rules.no_review and not p.counted and made.earlier is None:
            # a partial round: only what seats have shown may tell that there were tricks before
            seen = made.view(p.seat)
            if (seen.voids, seen.no_pairs) != (play.voids, play.no_pairs):
                made.earlier = earlier
        if made.turn != play.turn:
            raise RulesError("the view's turn is not that which its tricks lead to")
        made.given = made.table.plies
        return made

    cdef int begin(self, object earlier) except -1:
        """Begin where tricks have been played before."""
        cdef int points = as_number(earlier.points, "points of earlier are an int")
        if not -30000 <= points <= 30000:
            raise RulesError(f"the attackers cannot have {points} points")
        self.table.turn = read_seat("the leader of earlier", earlier.leader)
        self.table.points = points
        self.earlier = earlier
        return 0

    cdef int take_tricks(self, tuple tricks, bint over) except -1:
        """Make the plays of tricks as they happened."""
        cdef Table *t = &self.table
        cdef Cards cards
        cdef int last = len(tricks) - 1
        cdef int number
        cdef int i
        for number, trick in enumerate(tricks):
            if trick.leader != t.turn or len(trick.plays) < SEATS and number < last:
                raise RulesError("the tricks of a view do not follow from one another")
            self.take_lead(trick.plays[0] + trick.returned, trick.units, None)
            for i in range(1, len(trick.plays)):
                cards = <Cards?> trick.plays[i]
                if over and trick.winner is None and number == last and i == len(trick.plays) - 1:
                    self.take_revoke(cards)
                    break
                if size(cards.p) != t.led.shape.cards:
                    raise RulesError("the plays of a trick are of one length")
                follow(t, &self.trump.order, rulebook(self.rules), cards.p)
            if trick.winner is not None and t.trick[number].winner != trick.winner:
                raise RulesError("the tricks of a view do not follow from one another")
        return 0

    cdef int take_lead(self, Cards shown, object units, object named) except -1:
        """Lead the units that were led, of a throw that was shown."""
        cdef Table *t = &self.table
        cdef Run runs[MAX_UNITS]
        cdef Cards led = sum([unit.cards if isinstance(unit, Unit) else unit for unit in units],
                             Cards())
        cdef int s = suit_in(&self.trump.order, shown.p.one)
        cdef int n
        cdef bint failed = not same(led.p, shown.p)
        if t.over or not leads(t) or s < 0 or not contains(t.hand[t.turn], shown.p):
            raise CardsError(f"{shown} is no lead of seat {t.turn}")
        if led.p.one == 0 or not contains(shown.p, led.p):
            raise CardsError(f"{led} is not what is left of {shown}")
        n = read_units(units, self.trump, led, s, runs)
        if failed and n != 1:
            raise CardsError("a throw that failed leaves one unit")
        lead_as(t, rulebook(self.rules), led.p, runs, n, failed)
        if not failed and self.canonical(led, runs, n):
            return 0
        if self.notes is None:
            self.notes = {}
        led_units = tuple([new_unit(runs[i]) for i in range(n)])
        if not failed:
            named = tuple([new_unit(runs[i]).get_cards() for i in range(n)])
        self.notes[t.tricks - 1] = (shown, named, led_units)
        return 0

    cdef int take_revoke(self, Cards cards) except -1:
        """Follow with cards that ended the round as a revoke (P1)."""
        cdef Table *t = &self.table
        if t.over or leads(t) or cards.p.one == 0 or not contains(t.hand[t.turn], cards.p):
            raise CardsError(f"{cards} is no revoke of seat {t.turn}")
        if self.rules.faults != "revoke":
            raise RulesError("a revoke does not stand by these rules")
        t.revoked = t.turn
        put_down(t, cards.p)
        t.turn = t.revoked
        t.over = True
        return 0

    # --- what is on the table ---

    @property
    @cython.critical_section
    def dealer(self) -> int:
        """The seat of the dealer."""
        return self.table.dealer

    @property
    @cython.critical_section
    def partner(self) -> int:
        """The seat of the dealer's partner; the dealer himself if he plays alone (B7)."""
        return self.table.partner

    @property
    @cython.critical_section
    def kitty(self) -> Cards:
        """The cards buried."""
        return new_cards(self.table.kitty)

    @property
    @cython.critical_section
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.table.over

    @property
    @cython.critical_section
    def turn(self) -> int | None:
        """The seat whose play is next; None when the round has ended."""
        return None if self.table.over else self.table.turn

    @property
    @cython.critical_section
    def leader(self) -> int | None:
        """The seat that leads, or led, the trick in play; None when the round has ended."""
        if self.table.over:
            return None
        if leads(&self.table):
            return self.table.turn
        return self.table.trick[self.table.tricks - 1].leader

    @property
    @cython.critical_section
    def points(self) -> int:
        """The attackers' points so far: tricks and penalties, without the kitty."""
        return self.table.points

    @property
    @cython.critical_section
    def hands(self) -> tuple[Cards, ...]:
        """The cards left, by seat."""
        return tuple([new_cards(self.table.hand[seat]) for seat in range(SEATS)])

    @cython.critical_section
    def hand(self, seat, /) -> Cards:
        """Return the cards that a seat has left."""
        return new_cards(self.table.hand[read_seat("seat", seat)])

    @cython.critical_section
    def is_defender(self, seat, /) -> bool:
        """Tell whether a seat is of the dealer's side (D1)."""
        return defends(&self.table, read_seat("seat", seat))

    @property
    @cython.critical_section
    def plies(self) -> int:
        """How many plays have been made."""
        return self.table.plies

    @property
    @cython.critical_section
    def tricks(self) -> tuple[TrickRecord, ...]:
        """The tricks so far, the one in play last."""
        return tuple([self.record(number) for number in range(self.table.tricks)])

    @property
    @cython.critical_section
    def trick(self) -> TrickRecord | None:
        """The trick in play; None before a lead and when the round has ended."""
        if self.table.over or leads(&self.table):
            return None
        return self.record(self.table.tricks - 1)

    @property
    @cython.critical_section
    def lead(self) -> Cards | None:
        """What was led to the trick in play; None before a lead."""
        if self.table.over or leads(&self.table):
            return None
        return new_cards(play_of(&self.table, SEATS * (self.table.tricks - 1)))

    cdef record(self, int number):
        cdef const Trick *trick = &self.table.trick[number]
        cdef list plays = []
        cdef int i
        for i in range(SEATS * number, min(SEATS * number + SEATS, <int> self.table.plies)):
            plays.append(new_cards(play_of(&self.table, i)))
        if not plays:  # undone since the tricks were counted
            raise RuntimeError("a round belongs to one thread at a time: another has changed it")
        shown, units = self.note(number)
        return TrickRecord(
            trick.leader,
            tuple(plays),
            units,
            shown - plays[0],
            None if trick.winner == NO_SEAT else trick.winner,
            trick.points,
        )

    cdef tuple note(self, int number):
        """What was shown to lead a trick, and the units led."""
        cdef Cards led
        if self.notes is not None and number in self.notes:
            shown, _, units = self.notes[number]
            return shown, units
        led = new_cards(play_of(&self.table, SEATS * number))
        return led, decompose(led, self.trump)

    # --- playing ---

    cdef int judge_play(self, Cards cards, object units, object seat, Run *runs, int *n) except -1:
        """The verdict on a play; fills the units of a lead."""
        cdef Table *t = &self.table
        cdef int owner = t.turn if seat is None else read_seat("seat", seat)
        cdef int s
        cdef int found
        if cards.p.one == 0:
            return EMPTY
        if not t.over and not leads(t) and size(cards.p) != t.led.shape.cards:
            return WRONG_COUNT
        if not t.over and not contains(t.hand[owner], cards.p):
            return NOT_HELD
        if t.over or owner != t.turn:
            return NOT_YOUR_TURN
        if leads(t):
            s = suit_in(&self.trump.order, cards.p.one)
            if s < 0:
                return MIXED_SUITS
            n[0] = read_units(units, self.trump, cards, s, runs)
            return LEGAL
        if units is not None:
            raise CardsError("only a lead is split into units")
        found = verdict_why(
            &self.trump.order, t.led.suit, &t.led.shape, t.hand[t.turn], cards.p,
            rulebook(self.rules),
        )
        if found == NO_MEMORY:
            raise MemoryError
        return found

    cdef refuse(self, int verdict, Cards cards, object seat):
        cdef int owner = self.table.turn if seat is None else seat
        return refusal(verdict, cards, new_cards(self.table.hand[owner]), self.lead)

    cdef bint stands_as_revoke(self, int verdict, Cards cards, object seat):
        """Whether an illegal follow is let stand, and ends the round (P1)."""
        return (
            self.rules.faults == "revoke"
            and not self.table.over
            and not leads(&self.table)
            and verdict not in (LEGAL, EMPTY, NOT_HELD, NOT_YOUR_TURN, MIXED_SUITS)
            and (seat is None or seat == self.table.turn)
            and contains(self.table.hand[self.table.turn], cards.p)
        )

    @cython.critical_section
    def check_play(self, Cards cards not None, units=None, *, seat=None) -> None:
        """Raise `IllegalPlay` unless the cards may be played now; nothing changes.

        The parameters are those of `play`. Where a revoke is let stand (P1) it still raises.
        """
        cdef Run runs[MAX_UNITS]
        cdef int n = 0
        cdef int found = self.judge_play(cards, units, seat, runs, &n)
        if found != LEGAL:
            raise self.refuse(found, cards, seat)

    @cython.critical_section
    def can_play(self, Cards cards not None, units=None, *, seat=None) -> bool:
        """Tell whether the cards may be played now; the parameters are those of `play`."""
        cdef Run runs[MAX_UNITS]
        cdef int n = 0
        return self.judge_play(cards, units, seat, runs, &n) == LEGAL

    @cython.critical_section
    def play(self, Cards cards not None, units=None, *, seat=None) -> Cards:
        """Play cards for the seat whose turn it is.

        A throw that does not stand is replaced by one unit, and the rest goes back (T4);
        `trick.returned` and `points` then tell what went back and the penalty.

        Parameters
        ----------
        cards : Cards
        units : iterable of Unit or Cards, optional
            The units that the leader names (C6); by default the canonical ones (C5).
        seat : int, optional
            Who plays; another seat than `turn` is refused.

        Returns
        -------
        Cards
            What lies on the table: the cards, or the unit led instead.

        Raises
        ------
        IllegalPlay
            With the first reason that applies; nothing has changed. Where the rules let a
            revoke stand (P1), a wrong follow is played and ends the round instead.
        CardsError
            The units do not make up the lead, or are given for a follow.
        """
        cdef Table *t = &self.table
        cdef Run runs[MAX_UNITS]
        cdef int n = 0
        cdef int found
        if units is not None and leads(t) and hasattr(units, "__iter__"):
            if not isinstance(units, (str, bytes, Cards)):
                units = tuple(units)
        found = self.judge_play(cards, units, seat, runs, &n)
        if found != LEGAL:
            if not self.stands_as_revoke(found, cards, seat):
                raise self.refuse(found, cards, seat)
            self.take_revoke(cards)
            return cards
        if not leads(t):
            follow(t, &self.trump.order, rulebook(self.rules), cards.p)
            return cards
        if units is not None and self.canonical(cards, runs, n):
            units = None
        found = lead(t, &self.trump.order, rulebook(self.rules), cards.p, runs, n)
        if found < 0 and units is None:
            return cards
        # a throw that failed, or units that were named, cannot be told from the table
        named = None
        if units is not None:
            named = tuple([new_unit(runs[i]).get_cards() for i in range(n)])
        if found >= 0:
            led = (new_unit(runs[found]),)
        else:
            led = tuple([new_unit(runs[i]) for i in range(n)])
        if self.notes is None:
            self.notes = {}
        self.notes[t.tricks - 1] = (cards, named, led)
        return new_cards(play_of(t, t.plies - 1))

    cdef bint canonical(self, Cards cards, const Run *runs, int n):
        """Whether units named are the canonical ones."""
        cdef Run own[MAX_UNITS]
        cdef int i
        if decompose_suit(&self.trump.order, runs[0].suit, cards.p, own) != n:
            return False
        for i in range(n):
            if own[i].kinds != runs[i].kinds or own[i].copies != runs[i].copies:
                return False
        return True

    @cython.critical_section
    def play_unverified(self, Cards cards not None) -> Cards:
        """Play cards WITHOUT asking whether a follow gives what it owes (F2).

        That the cards are held, as many as were led, and of one suit for a lead is still
        checked, so a round cannot be damaged; only the duties are not. For replaying records
        known to be sound, and for policies that make legal plays.
        """
        cdef Table *t = &self.table
        if t.over or leads(t):
            return self.play(cards)
        if size(cards.p) != t.led.shape.cards:
            raise self.refuse(WRONG_COUNT, cards, None)
        if not contains(t.hand[t.turn], cards.p):
            raise self.refuse(NOT_HELD, cards, None)
        follow(t, &self.trump.order, rulebook(self.rules), cards.p)
        return cards

    @cython.critical_section
    def undo(self) -> None:
        """Take the last play back.

        Raises
        ------
        CardsError
            Nothing has been played.
        """
        if self.table.plies == 0:
            raise CardsError("there is no play to take back")
        undo(&self.table, &self.trump.order)
        if self.table.plies < self.given:
            self.given = self.table.plies
            self.head = None
        if self.notes is not None:
            self.notes.pop(self.table.tricks, None)
            self.set_units_led()

    cdef int set_units_led(self) except -1:
        """Set what the trick in play was led with, where the leader named the units."""
        cdef Run runs[MAX_UNITS]
        cdef Unit unit
        cdef int n = 0
        if leads(&self.table) or self.table.tricks - 1 not in self.notes:
            return 0
        for unit in self.notes[self.table.tricks - 1][2]:
            runs[n] = unit.run
            n += 1
        set_led(&self.table, runs, n)
        return 0

    @cython.critical_section
    def legal_plays(self):
        """Iterate over the distinct plays that the seat on turn may make, lazily.

        Leads come units first, then throws (see `legal_leads`), follows ascending (see
        `legal_follows`). When the round has ended there are none.
        """
        if self.table.over:
            return iter(())
        if leads(&self.table):
            return leads_of(self.table.hand[self.table.turn], self.trump)
        return follows_of(
            &self.table.led, self.table.hand[self.table.turn], self.trump, self.rules
        )

    @cython.critical_section
    def count_legal_plays(self) -> int:
        """Return how many `legal_plays` there are, without making them."""
        if self.table.over:
            return 0
        if leads(&self.table):
            return count_legal_leads(self.hand(self.table.turn), self.trump, self.rules)
        return count_legal_follows(self.hand(self.table.turn), self.lead, self.trump, self.rules,
                                   self.units_led())

    @cython.critical_section
    def random_legal_play(self, rng=None, *, throws=False) -> Cards:
        """Return a play drawn uniformly from the follows or the units to lead.

        Parameters
        ----------
        rng : int, SeedSequence, Generator or None
        throws : bool
            Whether a lead may be any throw as well (see `random_lead`).

        Raises
        ------
        CardsError
            The round has ended.
        """
        if self.table.over:
            raise CardsError("the round has ended")
        if leads(&self.table):
            return random_lead(self.hand(self.table.turn), self.trump, self.rules, rng,
                               throws=throws)
        return random_legal_follow(self.hand(self.table.turn), self.lead, self.trump, self.rules,
                                   self.units_led(), rng)

    cdef tuple units_led(self):
        """The units led to the trick in play, where they are not the canonical ones, or None."""
        if self.notes is None or self.table.tricks - 1 not in self.notes:
            return None
        return self.notes[self.table.tricks - 1][2]

    # --- the end ---

    @property
    @cython.critical_section
    def result(self) -> RoundResult | None:
        """How the round ended (K1, L, P1); None while it is played."""
        cdef const Table *t = &self.table
        cdef int kitty = points_of(t.kitty)
        cdef int factor = 0
        cdef int n = 0
        cdef Run runs[MAX_UNITS]
        cdef Side last
        cdef Change ended
        if not t.over:
            return None
        if t.revoked != NO_SEAT:
            # the revoker's side loses: a swap, or one level for the dealer's side
            ended.levels = 0 if defends(t, t.revoked) else 1
            ended.side = ended.deal = ATTACKERS if defends(t, t.revoked) else DEALER
            return RoundResult(
                t.points, kitty, 0, side_name(ended.deal), level_change_of(ended), t.revoked
            )
        last = DEALER if defends(t, t.trick[t.tricks - 1].winner) else ATTACKERS
        if last == ATTACKERS:
            for unit in self.note(t.tricks - 1)[1]:
                runs[n] = (<Unit> unit).run
                n += 1
            factor = kitty_factor(t, &self.trump.order, rulebook(self.rules), runs, n)
        ended = change(t.points + factor * kitty, last, rulebook(self.rules).level_table)
        return RoundResult(
            t.points + factor * kitty,
            kitty,
            factor,
            side_name(last),
            level_change_of(ended),
            None,
        )

    # --- what a seat knows ---

    @cython.critical_section
    def view(self, seat, /) -> View:
        """Return what a seat may know of the round.

        Two rounds that differ only in cards hidden from the seat give equal views. Who buried
        the kitty in an exchange (B6) and which card was named (B7) only a match knows, so its
        view tells more. Here, until the round is over, the partner is known to himself where
        there is one deck, and to a dealer who plays alone.
        """
        cdef int me = read_seat("seat", seat)
        return view_of(&self.table, self.trump, self.rules, self.partial, self.tricks,
                       self.earlier, me)

    # --- copies and comparison ---

    @cython.critical_section
    def copy(self) -> Round:
        """Return an independent copy."""
        cdef Round other = Round.__new__(Round)
        copy_table(&other.table, &self.table)
        other.trump = self.trump
        other.rules = self.rules
        other.partial = self.partial
        other.notes = None if self.notes is None else dict(self.notes)
        other.head = self.head
        other.earlier = self.earlier
        other.given = self.given
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo, /):
        return self.copy()

    @cython.critical_section
    def __eq__(self, other):
        if not isinstance(other, Round):
            return NotImplemented
        return self.to_bytes() == (<Round> other).to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    @cython.critical_section
    def __repr__(self) -> str:
        if self.table.over:
            return f"<Round over, attackers {self.result.points}>"
        return f"<Round {self.trump}, seat {self.table.turn} to play, attackers {self.points}>"

    # --- saving ---

    @cython.critical_section
    def saved(self) -> SavedRound:
        """Return where the round started and what was played."""
        cdef const Table *t = &self.table
        cdef list hands = [t.hand[seat] for seat in range(SEATS)]
        cdef int i
        for i in range(t.plies):
            hands[seat_of(t, i)] = plus(hands[seat_of(t, i)], play_of(t, i))
        given, outcomes = self.told_otherwise()
        return SavedRound(
            hands=tuple([new_cards(x) for x in hands]),
            kitty=self.kitty,
            dealer=t.dealer,
            partner=t.partner,
            partial=self.partial,
            trump=self.trump,
            rules=self.rules,
            plays=tuple(self.plays_made()),
            revoked=t.revoked != NO_SEAT,
            earlier=self.earlier,
            given=given,
            outcomes=outcomes,
        )

    cdef list plays_made(self):
        """What was shown, play by play, and the units named or None."""
        cdef const Table *t = &self.table
        cdef list plays = []
        cdef int i
        for i in range(t.plies):
            if i % SEATS == 0 and self.notes and i // SEATS in self.notes:
                shown, named, _ = self.notes[i // SEATS]
                plays.append((shown, named))
            else:
                plays.append((new_cards(play_of(t, i)), None))
        return plays

    cdef tuple told_otherwise(self):
        """How many plays are to be taken as given, 0 if the hands tell all, and which outcomes.

        Outcomes are leads, by the number of the trick, that the hands would make others, with the
        units led.
        """
        cdef Table *t
        cdef Round other
        cdef Cards cards
        cdef int number
        cdef bint otherwise = False
        if self.given == 0:
            return 0, ()
        other = self.copy()
        other.given = 0
        other.notes = None
        t = &other.table
        while t.plies:
            undo(t, &self.trump.order)
        outcomes = []
        for number, (cards, named) in enumerate(self.plays_made()[:self.given]):
            if number % SEATS == 0:
                record = self.record(number // SEATS)
                other.play(cards, named)
                if other.trick.plays[0] != record.plays[0] or other.trick.units != record.units:
                    other.undo()
                    other.take_lead(cards, record.units, named)
                    outcomes.append(
                        (number // SEATS, tuple([unit.cards for unit in record.units]))
                    )
            elif self.table.revoked != NO_SEAT and number == self.table.plies - 1:
                otherwise |= other.can_play(cards)
            else:
                otherwise |= not other.can_play(cards)
                other.play_unverified(cards)
        return (self.given if outcomes or otherwise else 0), tuple(outcomes)

    @staticmethod
    def load(saved, /, *, verify=True) -> Round:
        """Play a saved round again.

        Parameters
        ----------
        saved : SavedRound
        verify : bool
            Whether every follow is checked to be legal; without it only what the engine needs
            is checked (cards held, numbers of cards).

        Raises
        ------
        TractorError
            The round is impossible: a deal, a seat or a play is refused.
        """
        cdef Round found
        if not isinstance(saved, SavedRound):
            raise TypeError(f"a saved round is a SavedRound, not {type(saved).__name__}")
        found = Round(saved.hands, saved.kitty, saved.dealer, saved.trump, saved.rules,
                      partner=saved.partner,
                      partial=saved.partial or saved.earlier is not None)
        if saved.earlier is not None:
            found.partial = saved.partial
            found.begin(saved.earlier)
        last = len(saved.plays) - 1
        if not 0 <= saved.given <= len(saved.plays):
            raise RulesError(f"{saved.given} plays given are more than there are")
        outcomes = dict(saved.outcomes)
        if len(outcomes) < len(saved.outcomes) or any(
            [not 0 <= SEATS * number < saved.given for number in outcomes]
        ):
            raise RulesError("outcomes are of tricks given, each once")
        for number, (cards, units) in enumerate(saved.plays):
            if number < saved.given and number % SEATS == 0 and number // SEATS in outcomes:
                found.take_lead(cards, outcomes[number // SEATS], units)
            elif number < saved.given and saved.revoked and number == last:
                found.take_revoke(cards)
            elif number < saved.given and number % SEATS and units is None:
                found.play_unverified(cards)
            elif verify or units is not None or saved.revoked and number == last:
                found.play(cards, units)
            else:
                found.play_unverified(cards)
        found.given = saved.given
        if saved.revoked != (found.table.revoked != NO_SEAT):
            raise RulesError("a saved round ends with a revoke if and only if it says so")
        return found

    @cython.critical_section
    def to_bytes(self) -> bytes:
        """Return the round as bytes; see `from_bytes`.

        A round takes less than 1000 bytes, unless leaders have named the units of many throws.
        """
        if self.head is None:
            given, outcomes = self.told_otherwise()
            self.head = pack_head(
                self.trump, self.rules, self.table.dealer, self.table.partner, self.partial,
                self.earlier, given, outcomes,
            )
        return pack_round(&self.table, self.head, self.notes)

    @staticmethod
    def from_bytes(data, /, *, verify=True) -> Round:
        """Read what `to_bytes` wrote, playing it again as `load` does.

        Raises
        ------
        NotationError
            The bytes are damaged, of another format, or from something else.
        TractorError
            The round in them is impossible.
        """
        return Round.load(SavedRound.from_bytes(data), verify=verify)

    @cython.critical_section
    def to_dict(self) -> dict[str, object]:
        """Return the round as a dict for JSON; see `from_dict`."""
        return self.saved().to_dict()

    @staticmethod
    def from_dict(data, /, *, verify=True) -> Round:
        """Read what `to_dict` wrote, playing it again as `load` does.

        Raises
        ------
        RulesError
            A key is missing or unknown, or of another format.
        TractorError
            The round in it is impossible.
        """
        return Round.load(SavedRound.from_dict(data), verify=verify)

    @cython.critical_section
    def __reduce__(self):
        return load_bytes, (self.to_bytes(),)


def load_bytes(data) -> Round:
    """Read a round that was saved, for pickle."""
    return Round.from_bytes(data, verify=False)
