"""Throws: several units led at once (rules T)."""
cimport cython

from tractor_core.cards cimport minus, new_cards
from tractor_core.options cimport (
    FAILED_LOWEST, FAILED_SMALLEST, THROW_OPPONENTS, Options, rulebook
)
from tractor_core.trump cimport fold
from tractor_core.units cimport Unit, beats, cards_of, new_unit, one_suit, read_units

from tractor_core.errors import CardsError

__all__ = ["ThrowResult", "check_throw", "throw_stands", "unit_beaten_by"]


cdef bint unit_beaten(const Order *o, Run unit, Planes hand) noexcept nogil:
    """Whether the hand holds such a unit with a higher top step (T2)."""
    cdef uint64_t plane = hand.one
    if unit.copies == 2:
        plane = hand.two
    elif unit.copies == 3:
        plane = hand.three
    return beats(fold(o, unit.suit, plane), unit.length, unit.step)


cdef inline bint same_shape(Run a, Run b) noexcept nogil:
    return a.copies == b.copies and a.length == b.length


cdef bint stands(
    const Order *o, const Run *units, int n, const Planes *others, int m
) noexcept nogil:
    """Whether no other hand beats any of the units, which are in the order of C5."""
    cdef int i
    cdef int j
    if n == 1:
        return True
    for i in range(n):
        # of units of one shape only the last, the lowest, matters
        if i + 1 < n and same_shape(units[i], units[i + 1]):
            continue
        for j in range(m):
            if unit_beaten(o, units[i], others[j]):
                return False
    return True


cdef inline bint smaller(Run a, Run b, int by) noexcept nogil:
    """Whether unit a goes before unit b when the smallest is sought (T4)."""
    cdef int cards_a = a.copies * a.length
    cdef int cards_b = b.copies * b.length
    cdef uint64_t differ
    if by == FAILED_LOWEST and a.step != b.step:
        return a.step < b.step
    if cards_a != cards_b:
        return cards_a < cards_b
    if a.step != b.step:
        return a.step < b.step
    # still equal: the lowest kind that only one of them has decides
    differ = a.kinds ^ b.kinds
    return (a.kinds & differ & -differ) != 0


cdef int smallest(
    const Run *units, int n, const uint8_t *failing, const Rulebook *book
) noexcept nogil:
    """Index of the unit that a failed throw is replaced by (T4)."""
    cdef int best = -1
    cdef int i
    for i in range(n):
        if not failing[i] and book.failed_throw != FAILED_SMALLEST:
            continue
        if best < 0 or smaller(units[i], units[best], book.failed_throw):
            best = i
    return best


cdef int read_others(object others, Planes *hands, const Rulebook *book) except -1:
    """Fill the hands that are looked at (T3), in playing order; returns how many.

    hands[k] is the k-th of those; under "opponents" the partner's hand is left empty.
    """
    cdef int n = 0
    if isinstance(others, (Cards, str, bytes)) or not hasattr(others, "__iter__"):
        raise TypeError(
            f"others are the other hands, a sequence of Cards, not {type(others).__name__}"
        )
    for hand in others:
        if not isinstance(hand, Cards):
            raise TypeError(f"each of the others is Cards, not {type(hand).__name__}")
        if n == MAX_OTHERS:
            raise CardsError("there are three other hands at most")
        hands[n] = (<Cards> hand).p
        n += 1
    if book.throw_against == THROW_OPPONENTS and n > 1:
        hands[1].one = hands[1].two = hands[1].three = 0
    return n


@cython.final
cdef class ThrowResult:
    """Say what became of a lead; made by `check_throw`.

    Attributes
    ----------
    stands : bool
        Whether all of it is led (T1, T2).
    led : Cards
        What is led: the whole throw, or the unit that replaces it (T4).
    returned : Cards
        What goes back to the hand.
    failing : tuple of Unit
        The units that another hand beats, in the order of `decompose`.
    beaten_by : tuple of int
        For each of them the index into `others` of the first hand that beats it.
    penalty : int
        Points that go to the other side (T5).
    """

    def __init__(self):
        raise TypeError("a ThrowResult is made by check_throw")

    cdef tuple key(self):
        return (self.stands, self.led, self.returned, self.failing, self.beaten_by, self.penalty)

    def __bool__(self) -> bool:
        return self.stands

    def __eq__(self, other):
        if not isinstance(other, ThrowResult):
            return NotImplemented
        return self.key() == (<ThrowResult> other).key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        if self.stands:
            return f"<ThrowResult stands: {self.led} led>"
        return f"<ThrowResult fails: {self.led} led, {self.returned} returned>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce__(self):
        return make_result, self.key()


def make_result(
    bint stands,
    Cards led not None,
    Cards returned not None,
    tuple failing not None,
    tuple beaten_by not None,
    penalty,
) -> ThrowResult:
    """Make a ThrowResult from its values, for pickle."""
    if not isinstance(penalty, int) or not 0 <= penalty <= 1000:
        raise CardsError("these are not the values of a ThrowResult")
    cdef ThrowResult result = ThrowResult.__new__(ThrowResult)
    result.stands = stands
    result.led = led
    result.returned = returned
    result.failing = failing
    result.beaten_by = beaten_by
    result.penalty = penalty
    return result


def check_throw(
    Cards cards not None, others, Trump trump not None, Options rules=None, units=None
) -> ThrowResult:
    """Tell whether a lead stands, and what is led if it does not (T1-T5).

    Parameters
    ----------
    cards : Cards
        The lead, of one suit.
    others : sequence of Cards
        The other hands in playing order after the leader; fewer than three are taken as
        empty ones missing at the end.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `throw_against`, `failed_throw` and `throw_penalty` matter.
    units : iterable of Unit or Cards, optional
        The units that the leader names (C6); by default the canonical ones (C5).

    Returns
    -------
    ThrowResult

    Raises
    ------
    CardsError
        No cards, cards of several suits, more than three other hands, or units that do not
        make up the lead.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> lead, others = Cards("9d 8d 8d 4d 4d"), [Cards("Jd"), Cards("5d 5d")]
    >>> result = check_throw(lead, others, Trump("10", "s"))
    >>> result.stands, result.led, result.beaten_by
    (False, Cards('4d 4d'), (1, 0))
    """
    cdef const Rulebook *book = rulebook(rules)
    cdef const Order *o = &trump.order
    cdef Planes hands[MAX_OTHERS]
    cdef Run runs[MAX_UNITS]
    cdef uint8_t failing[MAX_UNITS]
    cdef int s = one_suit(trump, cards, "a lead")
    cdef int n = read_units(units, trump, cards, s, runs)
    cdef int m = read_others(others, hands, book)
    cdef int i
    cdef int j
    cdef int led
    cdef list units_failing = []
    cdef list beaten_by = []
    if n > 1:
        for i in range(n):
            failing[i] = False
            for j in range(m):
                if unit_beaten(o, runs[i], hands[j]):
                    failing[i] = True
                    units_failing.append(new_unit(runs[i]))
                    beaten_by.append(j)
                    break
    if not units_failing:
        return make_result(True, cards, new_cards(minus(cards.p, cards.p)), (), (), 0)
    led = smallest(runs, n, failing, book)
    return make_result(
        False,
        new_cards(cards_of(runs[led])),
        new_cards(minus(cards.p, cards_of(runs[led]))),
        tuple(units_failing),
        tuple(beaten_by),
        book.throw_penalty,
    )


def throw_stands(
    Cards cards not None, others, Trump trump not None, Options rules=None, units=None
) -> bool:
    """Tell whether a lead stands (T2); see `check_throw` for parameters and errors.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> throw_stands(Cards("Ad Kd Kd"), [Cards("Qd Qd"), Cards("Ad")], Trump("10", "s"))
    True
    """
    cdef Planes hands[MAX_OTHERS]
    cdef Run runs[MAX_UNITS]
    cdef int s = one_suit(trump, cards, "a lead")
    cdef int n = read_units(units, trump, cards, s, runs)
    cdef int m = read_others(others, hands, rulebook(rules))
    return stands(&trump.order, runs, n, hands, m)


def unit_beaten_by(Unit unit not None, Cards hand not None, Trump trump not None) -> bool:
    """Tell whether a hand holds a higher unit of the same shape (T2).

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> trump = Trump("10", "h")
    >>> unit_beaten_by(Unit(Cards("4c 4c"), trump), Cards("5c 5c 5c"), trump)
    True
    """
    cdef Run run
    read_units((unit,), trump, unit.get_cards(), one_suit(trump, unit.get_cards(), "a unit"), &run)
    return unit_beaten(&trump.order, run, hand.p)
