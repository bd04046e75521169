"""Follows: which plays may answer a lead; all of them, how many, and one at random (rules F)."""
cimport cython
from libc.stdint cimport uint64_t, uint8_t
from libc.stdlib cimport free, malloc

from tractor_core.answers cimport (
    EMPTY, LEGAL, MIXED_SUITS, MUST_FOLLOW_SUIT, MUST_PLAY_PAIR, MUST_PLAY_TITANIC,
    MUST_PLAY_TRACTOR, MUST_PLAY_TRIPLE, NOT_HELD, NOT_YOUR_TURN, WRONG_COUNT, answer, pairs_in
)
from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport (
    KINDS, copies_of, minus, new_cards, plus, repeated, size, within
)
from tractor_core.counting cimport (
    MOST_COUNTED, Choice, choice_at, choice_of, count_choices, possible
)
from tractor_core.guards cimport Owed
from tractor_core.listings cimport (
    Listing, can_finish, close_listing, list_choices, open_listing
)
from tractor_core.meetings cimport count_packed, draw_packed
from tractor_core.options cimport DRAW_ALL, Options, Rulebook, rulebook
from tractor_core.packing cimport shape_of
from tractor_core.protection cimport (
    NO_MEMORY, all_states, count_protected, draw_protected, kept_as_states, owed_under_all,
    protects, verdict, verdict_why
)
from tractor_core.randomness cimport BitGenerator, below, read_generator, source_of
from tractor_core.trump cimport Order, suit_in
from tractor_core.units cimport MAX_UNITS, Run, one_suit, read_units

from tractor_core.errors import CardsError, IllegalPlay, Reason

__all__ = [
    "check_follow",
    "count_legal_follows",
    "is_legal_follow",
    "legal_follows",
    "random_legal_follow",
]

cdef enum:
    FEW = 512           # plays that are listed rather than searched for one by one

# Reason and rule id of each verdict, by its number.
cdef dict REFUSALS = {
    EMPTY: (Reason.EMPTY, "F1"),
    WRONG_COUNT: (Reason.WRONG_COUNT, "F1"),
    NOT_HELD: (Reason.NOT_HELD, "F1"),
    NOT_YOUR_TURN: (Reason.NOT_YOUR_TURN, "E1"),
    MIXED_SUITS: (Reason.MIXED_SUITS, "T1"),
    MUST_FOLLOW_SUIT: (Reason.MUST_FOLLOW_SUIT, "F1"),
    MUST_PLAY_TITANIC: (Reason.MUST_PLAY_TITANIC, "F2"),
    MUST_PLAY_TRACTOR: (Reason.MUST_PLAY_TRACTOR, "F2"),
    MUST_PLAY_TRIPLE: (Reason.MUST_PLAY_TRIPLE, "F2"),
    MUST_PLAY_PAIR: (Reason.MUST_PLAY_PAIR, "F2"),
}

cdef refusal(int found, Cards play, Cards hand, Cards lead):
    """The exception that a verdict calls for."""
    reason, rule = REFUSALS[found]
    return IllegalPlay(reason, rule, play, hand, lead)


cdef int read_lead(Cards lead, Trump trump, object units, Lead *out) except -1:
    """The suit and the shape of a lead, by the units named or the canonical ones (C6)."""
    cdef Run runs[MAX_UNITS]
    cdef Planes x = lead.p
    out.suit = suit_in(&trump.order, x.one)
    if out.suit < 0:
        one_suit(trump, lead, "a lead")
    out.shape = shape_of(runs, read_units(units, trump, lead, out.suit, runs))
    return 0


def is_legal_follow(
    Cards play not None,
    Cards hand not None,
    Cards lead not None,
    Trump trump not None,
    Options rules=None,
    units=None,
) -> bool:
    """Tell whether a play may follow a lead (F1-F8).

    Parameters
    ----------
    play : Cards
        The cards to be played.
    hand : Cards
        The hand they come from, the play included.
    lead : Cards
        What was led to the trick; after a failed throw, the unit led.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        The options of F matter.
    units : iterable of Unit or Cards, optional
        The units that the leader named (C6); by default the canonical ones (C5).

    Raises
    ------
    CardsError
        The lead is empty or of several suits, or the units do not make it up.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> hand, lead, trump = Cards("4h 5h 7h 7h"), Cards("9h 9h"), Trump("2", "s")
    >>> is_legal_follow(Cards("7h 7h"), hand, lead, trump)
    True
    >>> is_legal_follow(Cards("4h 7h"), hand, lead, trump)
    False
    """
    cdef Lead led
    cdef int found
    read_lead(lead, trump, units, &led)
    found = verdict(&trump.order, led.suit, &led.shape, hand.p, play.p, rulebook(rules))
    if found == NO_MEMORY:
        raise MemoryError
    return found == LEGAL


def check_follow(
    Cards play not None,
    Cards hand not None,
    Cards lead not None,
    Trump trump not None,
    Options rules=None,
    units=None,
) -> None:
    """Raise `IllegalPlay` unless a play may follow a lead (F1-F4).

    The parameters are those of `is_legal_follow`.

    Raises
    ------
    IllegalPlay
        With the first reason that applies: EMPTY, WRONG_COUNT, NOT_HELD, MUST_FOLLOW_SUIT,
        MUST_PLAY_TITANIC, MUST_PLAY_TRACTOR, MUST_PLAY_TRIPLE, MUST_PLAY_PAIR.
    CardsError
        As `is_legal_follow`.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> try:
    ...     check_follow(Cards("4h 7h"), Cards("4h 5h 7h 7h"), Cards("9h 9h"), Trump("2", "s"))
    ... except IllegalPlay as error:
    ...     print(error.reason.name, error.rule)
    MUST_PLAY_PAIR F2
    """
    cdef Lead led
    cdef int found
    read_lead(lead, trump, units, &led)
    found = verdict_why(&trump.order, led.suit, &led.shape, hand.p, play.p, rulebook(rules))
    if found == NO_MEMORY:
        raise MemoryError
    if found != LEGAL:
        raise refusal(found, play, hand, lead)


cdef bint set_task(
    const Order *o, const Lead *led, Planes hand, const Rulebook *book, Task *task
) noexcept nogil:
    """Set the choice that a hand has; False if it is too short to follow."""
    cdef Planes held = within(hand, o.suit[led.suit])
    cdef int in_suit = size(held)
    task.suit = led.suit
    task.led = led.shape
    task.held = held
    task.owed.runs = 0
    task.protected = False
    task.forced.one = task.forced.two = task.forced.three = 0
    if in_suit <= led.shape.cards:
        if size(hand) < led.shape.cards:
            return False
        task.forced = held
        task.choice = choice_of(minus(hand, held), led.shape.cards - in_suit, 0, 0)
    elif book.draw == DRAW_ALL and led.shape.singles < led.shape.cards:
        task.owed = answer(o, led.suit, held, &led.shape, book)
        task.choice = choice_of(
            held, led.shape.cards, pairs_in(&task.owed), task.owed.triples
        )
    else:
        task.protected = protects(book)
        task.choice = choice_of(held, led.shape.cards, 0, 0)
    return True


cdef int count_task(
    const Order *o, Task *task, const Rulebook *book, uint64_t *total
) noexcept nogil:
    """How many plays there are; NO_MEMORY or 0."""
    cdef Choice *c = &task.choice
    if task.protected:
        return count_protected(o, task.suit, &task.led, task.held, book, total)
    if task.owed.runs:
        return count_packed(o, task.suit, c, &task.owed, NULL, book, total)
    total[0] = count_choices(c)
    return 0


cdef int draw_play(
    const Order *o, Task *task, const Rulebook *book, BitGenerator *source, Planes *out
) noexcept nogil:
    """One of the plays, drawn uniformly; there is one. NO_MEMORY or 0."""
    cdef Choice *c = &task.choice
    cdef Planes chosen
    cdef int done = 0
    if task.protected:
        done = draw_protected(o, task.suit, &task.led, task.held, book, source, &chosen)
    elif task.owed.runs:
        done = draw_packed(o, task.suit, c, &task.owed, NULL, book, source, &chosen)
    else:
        chosen = choice_at(c, below(source, count_choices(c)))
    if done == 0:
        out[0] = plus(task.forced, chosen)
    return done


cdef int check_size(Cards hand) except -1:
    if size(hand.p) > MOST_COUNTED:
        raise CardsError(
            f"follows are counted for hands of at most {MOST_COUNTED} cards, not {len(hand)}"
        )
    return 0


def count_legal_follows(
    Cards hand not None, Cards lead not None, Trump trump not None, Options rules=None, units=None
) -> int:
    """Return the number of distinct legal plays (F).

    The parameters are those of `is_legal_follow`. The plays are not made. A hand shorter than
    the lead has none.

    Raises
    ------
    CardsError
        As `is_legal_follow`, or the hand has more than 63 cards.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> count_legal_follows(Cards("4h 5h 7h 7h 8h 8h"), Cards("9h 9h"), Trump("2", "s"))
    2
    """
    cdef const Rulebook *book = rulebook(rules)
    cdef Lead led
    cdef Task task
    cdef uint64_t total = 0
    cdef int done = 0
    check_size(hand)
    read_lead(lead, trump, units, &led)
    with nogil:
        if set_task(&trump.order, &led, hand.p, book, &task):
            done = count_task(&trump.order, &task, book, &total)
    if done < 0:
        raise MemoryError
    return total


def random_legal_follow(
    Cards hand not None,
    Cards lead not None,
    Trump trump not None,
    Options rules=None,
    units=None,
    rng=None,
) -> Cards:
    """Return a legal play drawn uniformly from the distinct ones (F).

    Parameters
    ----------
    hand, lead, trump, rules, units
        As for `is_legal_follow`.
    rng : int, SeedSequence, Generator or None
        A `numpy.random.Generator` is drawn from; anything else is a seed for a new one.

    Raises
    ------
    CardsError
        As `is_legal_follow`; the hand has fewer cards than were led, or more than 63.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> random_legal_follow(Cards("4h 5h 7h 7h"), Cards("9h 9h"), Trump("2", "s"), rng=1)
    Cards('7h 7h')
    """
    cdef const Rulebook *book = rulebook(rules)
    cdef BitGenerator *source
    cdef Lead led
    cdef Task task
    cdef Planes play
    cdef int done
    check_size(hand)
    bit_generator = read_generator(rng).bit_generator
    read_lead(lead, trump, units, &led)
    if not set_task(&trump.order, &led, hand.p, book, &task):
        raise CardsError(f"the hand {hand} has fewer cards than the lead {lead}")
    source = source_of(bit_generator)
    with bit_generator.lock, nogil:
        done = draw_play(&trump.order, &task, book, source, &play)
    if done < 0:
        raise MemoryError
    return new_cards(play)


def legal_follows(
    Cards hand not None, Cards lead not None, Trump trump not None, Options rules=None, units=None
):
    """Iterate over the distinct legal plays, ascending (F).

    The parameters are those of `is_legal_follow`. Plays come ascending by their tuples of kinds
    and are made one by one as they are asked for; a hand shorter than the lead has none.

    Yields
    ------
    Cards

    Raises
    ------
    CardsError
        As `is_legal_follow`, when called.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(play) for play in legal_follows(
    ...     Cards("4h 7h 7h 8h 8h"), Cards("9h 9h"), Trump("2", "s"))]
    ['7h 7h', '8h 8h']
    """
    cdef Lead led
    read_lead(lead, trump, units, &led)
    return follows_of(&led, hand.p, trump, rules)


cdef object follows_of(const Lead *led, Planes hand, Trump trump, Options rules):
    """The iterator over the follows of a hand."""
    cdef Follows follows = Follows.__new__(Follows)
    follows.trump = trump
    follows.rules = rules
    follows.over = not set_task(&trump.order, led, hand, rulebook(rules), &follows.task)
    if not follows.over and (follows.task.owed.runs or follows.task.protected):
        follows.list_all()
    return follows


@cython.final
cdef class Follows:
    """The iterator of `legal_follows`.

    The copies taken of each kind are counted down from the most, kind by kind, so that plays
    come ascending; a kind is left behind only when the rest can still make a legal play. Where
    runs are owed and there are few plays, they are listed at once instead.
    """

    cdef Trump trump
    cdef Options rules
    cdef Task task
    cdef bint over
    cdef bint begun
    cdef int kinds          # of the stock, see spread_stock()
    cdef uint8_t kind[KINDS]
    cdef uint8_t high[KINDS]
    cdef int taken[KINDS]
    cdef int next           # number of the kind of which a copy is given up next
    cdef Planes *listed
    cdef int length
    cdef int at
    cdef Owed guarded
    cdef Listing *listing   # where runs are owed: larger than all the rest

    def __dealloc__(self):
        free(self.listed)
        if self.listing != NULL:
            close_listing(self.listing)
            free(self.listing)

    cdef int open(self, const Order *o, const Rulebook *book) noexcept nogil:
        """Find all choices; NO_MEMORY or 0."""
        self.listing = <Listing *> malloc(sizeof(Listing))
        if self.listing == NULL:
            return NO_MEMORY
        return open_listing(
            self.listing, o, self.task.suit, &self.task.choice, &self.task.owed,
            &self.guarded if self.task.protected else NULL, book,
        )

    cdef int list_all(self) except -1:
        """List the plays, if they are few."""
        cdef const Rulebook *book = rulebook(self.rules)
        cdef const Order *o = &self.trump.order
        cdef Task *task = &self.task
        with nogil:
            if task.protected and kept_as_states(o, task.suit):
                self.length = all_states(
                    o, task.suit, &task.led, task.held, book, FEW, &self.listed
                )
            else:
                if task.protected:
                    self.length = owed_under_all(
                        o, task.suit, &task.led, task.held, book, &task.choice, &task.owed,
                        &self.guarded,
                    )
                if self.length == 0:
                    self.length = self.open(o, book)
                if self.length == 0:
                    self.length = list_choices(self.listing, FEW, &self.listed)
        if self.length == NO_MEMORY:
            raise MemoryError
        return 0

    def __init__(self):
        raise TypeError("made by legal_follows")

    def __iter__(self):
        return self

    def __next__(self) -> Cards:
        with cython.critical_section(self):  # threads without a GIL may share an iterator
            return self.next_play()

    cdef Cards next_play(self):
        if self.trump is None:
            raise TypeError("made by legal_follows")
        if self.listed != NULL:
            if self.at == self.length:
                raise StopIteration
            self.at += 1
            return new_cards(self.listed[self.at - 1])
        if self.over or not self.advance_play():
            self.over = True
            raise StopIteration
        return new_cards(self.play_taken())

    cdef Planes play_taken(self):
        cdef Planes play = self.task.forced
        cdef int i
        for i in range(self.kinds):
            play = plus(play, repeated(bit(self.kind[i]), self.taken[i]))
        return play

    cdef void spread_stock(self):
        """Write down the kinds of the stock, lowest first, and how many there are of each."""
        cdef Planes stock = self.task.choice.stock
        cdef uint64_t left = stock.one
        self.kinds = 0
        while left:
            self.kind[self.kinds] = lowest(left)
            self.high[self.kinds] = copies_of(stock, lowest(left))
            self.kinds += 1
            left &= left - 1

    cdef bint advance_play(self) except -1:
        """Go to the next play; False after the last."""
        cdef int found
        if not self.begun:
            self.begun = True
            self.spread_stock()
            if self.kinds == 0:
                return self.task.choice.cards == 0
            self.next = 0
            self.taken[0] = self.high[0] + 1
        while self.next >= 0:
            self.taken[self.next] -= 1
            if self.taken[self.next] < 0:
                self.next -= 1
                continue
            found = self.can_go_on(self.next)
            if found > 0 and self.next == self.kinds - 1:
                if self.task.protected and self.listing == NULL:
                    found = self.answers()
                if found > 0:
                    return True
            elif found > 0:
                self.next += 1
                self.taken[self.next] = self.high[self.next] + 1
            if found < 0:
                self.taken[self.next] += 1  # to be tried again
                raise MemoryError
        return False

    cdef int can_go_on(self, int last) noexcept:
        """Whether a legal play takes these copies of the kinds up to number last; or NO_MEMORY."""
        cdef const Choice *c = &self.task.choice
        cdef uint64_t above = ~((bit(self.kind[last]) << 1) - 1)
        cdef int cards = c.cards
        cdef int twos = c.twos
        cdef int threes = c.threes
        cdef int i
        for i in range(last + 1):
            cards -= self.taken[i]
            twos -= self.taken[i] > 1
            threes -= self.taken[i] > 2
        if self.listing != NULL and self.task.protected:
            twos = threes = 0   # less may be owed than under draw = "all"
        if cards < 0 or not possible(&c.stock, above, cards, twos, threes):
            return False
        if self.listing == NULL:
            return True
        return can_finish(self.listing, self.taken, last + 1)

    cdef int answers(self) noexcept:
        """Whether the play chosen is legal where cards are protected; or NO_MEMORY."""
        cdef int found = verdict(
            &self.trump.order, self.task.suit, &self.task.led, self.task.held, self.play_taken(),
            rulebook(self.rules),
        )
        return NO_MEMORY if found == NO_MEMORY else found == LEGAL
