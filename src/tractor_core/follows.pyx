"""Follows: which plays may answer a lead; all of them, how many, and one at random (rules F)."""
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport uint32_t, uint64_t

from tractor_core.answers cimport (
    EMPTY, LEGAL, MUST_FOLLOW_SUIT, MUST_PLAY_PAIR, MUST_PLAY_TITANIC, MUST_PLAY_TRACTOR,
    MUST_PLAY_TRIPLE, NOT_HELD, WRONG_COUNT, answer, judge, pairs_in, why
)
from tractor_core.bits cimport bit
from tractor_core.cards cimport minus, new_cards, plus, repeated, size, within
from tractor_core.counting cimport (
    MOST_COUNTED, Choice, choice_at, choose_from, count_choices, count_packed, packed_at, possible
)
from tractor_core.options cimport DRAW_SUIT_ONLY, Options, Rulebook, rulebook
from tractor_core.packing cimport shape_of
from tractor_core.trump cimport Order, suit_in
from tractor_core.units cimport MAX_UNITS, Run, one_suit, read_units

import numpy as np

from tractor_core.errors import CardsError, IllegalPlay, Reason

__all__ = [
    "check_follow",
    "count_legal_follows",
    "is_legal_follow",
    "legal_follows",
    "random_legal_follow",
]

# Reason and rule id of each verdict, by its number.
cdef dict REFUSALS = {
    EMPTY: (Reason.EMPTY, "F1"),
    WRONG_COUNT: (Reason.WRONG_COUNT, "F1"),
    NOT_HELD: (Reason.NOT_HELD, "F1"),
    MUST_FOLLOW_SUIT: (Reason.MUST_FOLLOW_SUIT, "F1"),
    MUST_PLAY_TITANIC: (Reason.MUST_PLAY_TITANIC, "F2"),
    MUST_PLAY_TRACTOR: (Reason.MUST_PLAY_TRACTOR, "F2"),
    MUST_PLAY_TRIPLE: (Reason.MUST_PLAY_TRIPLE, "F2"),
    MUST_PLAY_PAIR: (Reason.MUST_PLAY_PAIR, "F2"),
}

cdef struct BitGenerator:   # NumPy's bitgen_t
    void *state
    uint64_t (*next_uint64)(void *state) noexcept nogil
    uint32_t (*next_uint32)(void *state) noexcept nogil
    double (*next_double)(void *state) noexcept nogil
    uint64_t (*next_raw)(void *state) noexcept nogil


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
    """Tell whether a play may follow a lead (F1-F4); `check_follow` tells why not.

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
    read_lead(lead, trump, units, &led)
    return judge(&trump.order, led.suit, &led.shape, hand.p, play.p, rulebook(rules)) == LEGAL


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
    cdef int verdict
    read_lead(lead, trump, units, &led)
    verdict = why(&trump.order, led.suit, &led.shape, hand.p, play.p, rulebook(rules))
    if verdict != LEGAL:
        reason, rule = REFUSALS[verdict]
        raise IllegalPlay(reason, rule, play, hand, lead)


cdef struct Task:
    # A hand that has to follow: what is played in any case, and the choice of the rest.
    Planes forced
    Choice choice
    Shape owed
    int suit


cdef int read_task(
    Cards hand, Cards lead, Trump trump, Options rules, object units, Task *task
) except -1:
    """Set the choice that a hand has; False if it is too short to follow."""
    cdef Lead led
    cdef const Rulebook *book = rulebook(rules)
    cdef const Order *o = &trump.order
    cdef Planes held
    cdef int in_suit
    read_lead(lead, trump, units, &led)
    task.suit = led.suit
    task.owed.runs = 0
    task.forced.one = task.forced.two = task.forced.three = 0
    held = within(hand.p, o.suit[led.suit])
    in_suit = size(held)
    if in_suit <= led.shape.cards:
        if size(hand.p) < led.shape.cards:
            return False
        task.forced = held
        choose_from(&task.choice, minus(hand.p, held), led.shape.cards - in_suit, 0, 0)
        return True
    if book.draw == DRAW_SUIT_ONLY:
        choose_from(&task.choice, held, led.shape.cards, 0, 0)
        return True
    task.owed = answer(o, led.suit, held, &led.shape, book)
    choose_from(&task.choice, held, led.shape.cards, pairs_in(&task.owed), task.owed.triples)
    return True


cdef int count_task(Trump trump, Task *task, uint64_t *total) except -1:
    cdef int done = 0
    with nogil:
        if task.owed.runs == 0:
            total[0] = count_choices(
                &task.choice, 0, task.choice.cards, task.choice.twos, task.choice.threes
            )
        else:
            done = count_packed(&trump.order, task.suit, &task.choice, &task.owed, total)
    if done < 0:
        raise MemoryError
    return 0


cdef int check_size(Cards hand) except -1:
    if size(hand.p) > MOST_COUNTED:
        raise CardsError(
            f"follows are counted for hands of at most {MOST_COUNTED} cards, not {len(hand)}"
        )
    return 0


def count_legal_follows(
    Cards hand not None, Cards lead not None, Trump trump not None, Options rules=None, units=None
) -> int:
    """Return the number of distinct legal plays, without making them (F).

    The parameters are those of `is_legal_follow`. A hand shorter than the lead has none.

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
    cdef Task task
    cdef uint64_t total = 0
    check_size(hand)
    if read_task(hand, lead, trump, rules, units, &task):
        count_task(trump, &task, &total)
    return total


def random_legal_follow(
    Cards hand not None,
    Cards lead not None,
    Trump trump not None,
    Options rules=None,
    units=None,
    rng=None,
) -> Cards:
    """Return a legal play, drawn uniformly from the distinct ones, without making them (F).

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
    cdef Task task
    cdef uint64_t total = 0
    cdef uint64_t number
    cdef Planes chosen
    cdef int done = 0
    check_size(hand)
    generator = read_generator(rng)
    if not read_task(hand, lead, trump, rules, units, &task):
        raise CardsError(f"the hand {hand} has fewer cards than the lead {lead}")
    count_task(trump, &task, &total)
    number = below(generator, total)
    if task.owed.runs == 0:
        chosen = choice_at(&task.choice, number)
    else:
        with nogil:
            done = packed_at(&trump.order, task.suit, &task.choice, &task.owed, number, &chosen)
        if done < 0:
            raise MemoryError
    return new_cards(plus(task.forced, chosen))


cdef read_generator(object rng):
    if isinstance(rng, np.random.Generator):
        return rng
    if rng is None or isinstance(rng, np.random.SeedSequence):
        return np.random.default_rng(rng)
    if isinstance(rng, bool) or not hasattr(rng, "__index__"):
        raise TypeError(
            f"rng is an int, a SeedSequence or a numpy.random.Generator, not {type(rng).__name__}"
        )
    seed = rng.__index__()
    if seed < 0:
        raise ValueError(f"a seed is not negative, as {seed} is")
    return np.random.default_rng(seed)


cdef uint64_t below(object generator, uint64_t bound) except? 0:
    """A number from 0 up to, not including, the bound; every one as likely."""
    cdef BitGenerator *source
    cdef uint64_t last = (<uint64_t> 0) - (((<uint64_t> 0) - bound) % bound) - 1
    cdef uint64_t word
    bit_generator = generator.bit_generator
    source = <BitGenerator *> PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")
    with bit_generator.lock:
        word = source.next_uint64(source.state)
        while word > last:  # the words left over would favour the low numbers
            word = source.next_uint64(source.state)
    return word % bound


def legal_follows(
    Cards hand not None, Cards lead not None, Trump trump not None, Options rules=None, units=None
):
    """Iterate over the distinct legal plays, ascending by their tuples of kinds (F).

    The parameters are those of `is_legal_follow`. Plays are made one by one as they are asked
    for; a hand shorter than the lead has none.

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
    cdef Follows follows = Follows.__new__(Follows)
    follows.trump = trump
    follows.over = not read_task(hand, lead, trump, rules, units, &follows.task)
    return follows


cdef class Follows:
    """The iterator of `legal_follows`.

    The copies taken of each kind are counted down from the most, kind by kind, so that plays
    come ascending; a kind is left behind only when the rest can still make a legal play.
    """

    cdef Trump trump
    cdef Task task
    cdef bint over
    cdef bint begun
    cdef int taken[54]

    def __init__(self):
        raise TypeError("made by legal_follows")

    def __iter__(self):
        return self

    def __next__(self) -> Cards:
        cdef Choice *c = &self.task.choice
        cdef Planes play = self.task.forced
        cdef int i
        if self.over or not self.advance_play():
            self.over = True
            raise StopIteration
        for i in range(c.kinds):
            play = plus(play, repeated(bit(c.kind[i]), self.taken[i]))
        return new_cards(play)

    cdef bint advance_play(self) except -1:
        """Go to the next play; False after the last."""
        cdef Choice *c = &self.task.choice
        cdef int i = 0
        if self.begun:
            i = c.kinds - 1  # the last copies taken are given up first
        elif c.kinds == 0:
            self.begun = True
            return c.cards == 0
        else:
            self.begun = True
            self.taken[0] = c.high[0] + 1
        while i >= 0:
            self.taken[i] -= 1
            if self.taken[i] < 0:
                i -= 1
            elif self.can_go_on(i):
                if i == c.kinds - 1:
                    return True
                i += 1
                self.taken[i] = c.high[i] + 1
        return False

    cdef bint can_go_on(self, int last) except -1:
        """Whether a legal play takes these copies of the kinds up to number last."""
        cdef Choice *c = &self.task.choice
        cdef Choice rest
        cdef uint64_t total = 0
        cdef int cards = c.cards
        cdef int twos = c.twos
        cdef int threes = c.threes
        cdef int i
        for i in range(last + 1):
            cards -= self.taken[i]
            twos -= self.taken[i] > 1
            threes -= self.taken[i] > 2
        if cards < 0 or not possible(c, last + 1, cards, twos, threes):
            return False
        if self.task.owed.runs == 0:
            return True
        rest = c[0]
        for i in range(last + 1):
            rest.low[i] = rest.high[i] = self.taken[i]
        if count_packed(&self.trump.order, self.task.suit, &rest, &self.task.owed, &total) < 0:
            raise MemoryError
        return total > 0
