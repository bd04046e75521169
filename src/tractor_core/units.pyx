"""Units and the partitions of cards into them (rules C)."""
cimport cython
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM

from tractor_core.cards cimport (
    Cards, contains, minus, new_cards, overflow, plus, same, within
)
from tractor_core.trump cimport SUITS, SUIT_NAMES, TRUMPS, fold, kinds_on, suit_in

from tractor_core.errors import CardsError

__all__ = ["Unit", "decompose", "decompositions"]

cdef tuple KIND_NAMES = ("", "single", "pair", "triple")


cdef uint64_t serving(
    const Order *o, int s, int bottom, int length, Planes x, int copies
) noexcept nogil:
    """One kind a step for a run: where several serve, the one held fewest times, then the first."""
    cdef uint64_t kinds = 0
    cdef uint64_t able
    cdef int step
    for step in range(bottom, bottom + length):
        able = kinds_on(o, s, step)
        if able & (able - 1):
            if copies == 2 and able & x.two & ~x.three:
                able &= x.two & ~x.three
            else:
                able &= x.two if copies == 2 else x.three
            able &= -able
        kinds |= able
    return kinds


cdef int take_runs(const Order *o, int s, int copies, Planes *x, Run *out) noexcept nogil:
    """Take Titanics (3 copies) or tractors (2) out of x, longest first, then highest."""
    cdef int n = 0
    cdef int length
    cdef int bottom
    cdef uint32_t bottoms
    while True:
        length = longest_run(fold(o, s, x.two if copies == 2 else x.three), &bottoms)
        if length < 2:
            return n
        bottom = highest(bottoms)
        out[n].kinds = serving(o, s, bottom, length, x[0], copies)
        out[n].copies = copies
        out[n].length = length
        out[n].suit = s
        out[n].step = bottom + length - 1
        x[0] = minus(x[0], cards_of(out[n]))
        n += 1


cdef int take_loose(const Order *o, int s, int copies, uint64_t kinds, Run *out) noexcept nogil:
    """A unit of one step for every kind, highest first, kinds of one step ascending."""
    cdef int n = 0
    cdef int step
    cdef uint64_t here
    cdef uint32_t steps = fold(o, s, kinds)
    while steps:
        step = highest(steps)
        steps ^= <uint32_t> 1 << step
        here = kinds_on(o, s, step) & kinds
        while here:
            out[n].kinds = here & -here
            here &= here - 1
            out[n].copies = copies
            out[n].length = 1
            out[n].suit = s
            out[n].step = step
            n += 1
    return n


cdef int decompose_suit(const Order *o, int s, Planes x, Run *out) noexcept nogil:
    """The canonical units (C5) of cards of suit s; returns how many."""
    cdef int n = 0
    if x.three & (x.three - 1):
        n = take_runs(o, s, 3, &x, out)
    if x.two & (x.two - 1):
        n += take_runs(o, s, 2, &x, out + n)
    if x.three:
        n += take_loose(o, s, 3, x.three, out + n)
    if x.two & ~x.three:
        n += take_loose(o, s, 2, x.two & ~x.three, out + n)
    if x.one & ~x.two:
        n += take_loose(o, s, 1, x.one & ~x.two, out + n)
    return n


cdef Unit new_unit(Run run):
    cdef Unit unit = Unit.__new__(Unit)
    unit.run = run
    return unit


cdef tuple tuple_of(const Run *runs, int n):
    """A tuple of Units, filled in place."""
    cdef tuple units = PyTuple_New(n)
    cdef Unit unit
    cdef int i
    for i in range(n):
        unit = new_unit(runs[i])
        Py_INCREF(unit)
        PyTuple_SET_ITEM(units, i, unit)
    return units


cdef int one_suit(Trump trump, Cards cards, str what) except -1:
    """The effective suit of cards that must be of one suit and not empty."""
    cdef int s = suit_in(&trump.order, cards.p.one)
    if s < 0:
        if cards.p.one == 0:
            raise CardsError(f"{what} holds no cards")
        raise CardsError(f"{what} must be of one suit, not {cards} under {trump}")
    return s


cdef int as_unit(object unit, Trump trump, Run *out) except -1:
    """Read a unit: a Unit, or Cards that are exactly one."""
    cdef Run runs[MAX_UNITS]
    cdef Cards cards
    if isinstance(unit, Unit):
        cards = (<Unit> unit).get_cards()
    elif isinstance(unit, Cards):
        cards = unit
    else:
        raise TypeError(f"a unit is a Unit or Cards, not {type(unit).__name__}")
    if decompose_suit(&trump.order, one_suit(trump, cards, "a unit"), cards.p, runs) != 1:
        raise CardsError(f"{cards} is not one unit under {trump}")
    out[0] = runs[0]
    return 0


cdef bint before(Run a, Run b) noexcept nogil:
    """The order of C5, which is that of duties and of shapes led too."""
    cdef int shape_a = a.copies + (3 if a.length > 1 else 0)
    cdef int shape_b = b.copies + (3 if b.length > 1 else 0)
    if shape_a != shape_b:
        return shape_a > shape_b
    if a.length != b.length:
        return a.length > b.length
    if a.step != b.step:
        return a.step > b.step
    return a.kinds < b.kinds


cdef int read_units(object units, Trump trump, Cards cards, int s, Run *out) except -1:
    """The units led: those named, which must partition the cards (C6), else the canonical ones.

    Fills out in the order of C5 and returns how many.
    """
    cdef Planes total
    cdef Planes more
    cdef Run run
    cdef int n = 0
    cdef int i
    if units is None:
        return decompose_suit(&trump.order, s, cards.p, out)
    if isinstance(units, (Unit, Cards, str, bytes)) or not hasattr(units, "__iter__"):
        raise TypeError(f"units are an iterable of Unit or Cards, not {type(units).__name__}")
    total.one = total.two = total.three = 0
    for unit in units:
        as_unit(unit, trump, &run)
        more = cards_of(run)
        if overflow(total, more) or not contains(cards.p, plus(total, more)):
            raise CardsError(f"the units named must make up {cards}; they hold other cards")
        total = plus(total, more)
        i = n
        while i > 0 and before(run, out[i - 1]):
            out[i] = out[i - 1]
            i -= 1
        out[i] = run
        n += 1
    if not same(total, cards.p):
        lacking = new_cards(minus(cards.p, total))
        raise CardsError(f"the units named must make up {cards}; they lack {lacking}")
    return n


@cython.final
@cython.freelist(64)
cdef class Unit:
    """Hold one unit: a single, pair, triple, tractor or Titanic (C1, C2).

    Parameters
    ----------
    cards : Cards
        Cards that are exactly one unit.
    trump : Trump
        The order of cards.

    Attributes
    ----------
    kind : {"single", "pair", "triple", "tractor", "titanic"}
    copies : int
        1, 2 or 3 of every kind.
    length : int
        Number of steps.
    step : int
        The top step in its suit; 0 is the lowest.
    suit : {"trump", "d", "c", "h", "s"}
    cards : Cards

    Raises
    ------
    CardsError
        The cards are no unit.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> unit = Unit(Cards("4c 4c 6c 6c"), Trump("5", "h"))
    >>> unit.kind, unit.copies, unit.length, unit.suit
    ('tractor', 2, 2, 'c')
    """

    def __init__(self, Cards cards not None, Trump trump not None):
        cdef Run run
        if self.run.copies:
            raise TypeError("a Unit cannot be changed")
        as_unit(cards, trump, &run)
        self.run = run

    cdef Cards get_cards(self):
        return new_cards(cards_of(self.run))

    @property
    def kind(self) -> str:
        if self.run.length > 1:
            return "tractor" if self.run.copies == 2 else "titanic"
        return KIND_NAMES[self.run.copies]

    @property
    def copies(self) -> int:
        return self.run.copies

    @property
    def length(self) -> int:
        return self.run.length

    @property
    def step(self) -> int:
        return self.run.step

    @property
    def suit(self) -> str:
        return SUIT_NAMES[self.run.suit]

    @property
    def cards(self) -> Cards:
        return self.get_cards()

    def __len__(self) -> int:
        return self.run.copies * self.run.length

    cdef tuple key(self):
        return self.run.kinds, self.run.copies, self.run.length, self.run.suit, self.run.step

    def __eq__(self, other):
        if not isinstance(other, Unit):
            return NotImplemented
        return self.key() == (<Unit> other).key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<Unit {self.kind} {self.get_cards()} of {self.suit}>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce__(self):
        return make_unit, self.key()


def make_unit(kinds, copies, length, suit, step):
    """Make a Unit from the values that pickle keeps; they must be a unit's."""
    cdef Run run
    values = kinds, copies, length, suit, step
    if not (
        all([isinstance(value, int) for value in values])
        and 0 < kinds < 2 ** 54
        and 0 <= suit < SUITS
        and 1 <= copies <= 3
        and 1 <= length <= step + 1 <= 24
        and (length == 1 or copies > 1)
        and popcount(kinds) == length
    ):
        raise CardsError("these are not the values of a unit")
    run.kinds = kinds
    run.copies = copies
    run.length = length
    run.suit = suit
    run.step = step
    return new_unit(run)


def decompose(Cards cards not None, Trump trump not None) -> tuple[Unit, ...]:
    """Return the canonical units of cards (C5).

    Parameters
    ----------
    cards : Cards
        Any cards; those of several suits are taken suit by suit, trumps first, then d c h s.
    trump : Trump
        The order of cards.

    Returns
    -------
    tuple of Unit
        In a suit: Titanics, tractors, triples, pairs, singles; longest first, then highest.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(unit.cards) for unit in decompose(Cards("5c 5c 5c 6c 6c 7c 7c"), Trump("10", "h"))]
    ['5c 5c 6c 6c 7c 7c', '5c']
    """
    cdef const Order *o = &trump.order
    cdef Run runs[MAX_UNITS]
    cdef int n = 0
    cdef int i
    cdef int s
    for i in range(SUITS):
        s = TRUMPS if i == 0 else i - 1
        if cards.p.one & o.suit[s]:
            n += decompose_suit(o, s, within(cards.p, o.suit[s]), runs + n)
    return tuple_of(runs, n)


def decompositions(Cards cards not None, Trump trump not None):
    """Iterate over every partition of cards of one suit into units (C6).

    Parameters
    ----------
    cards : Cards
        Cards of one suit.
    trump : Trump
        The order of cards.

    Yields
    ------
    tuple of Unit
        Each partition once, the canonical one first; units in the order of `decompose`.

    Raises
    ------
    CardsError
        The cards are of several suits, or there are none.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> for units in decompositions(Cards("5c 5c 5c"), Trump("10", "h")):
    ...     print([unit.kind for unit in units])
    ['triple']
    ['single', 'single', 'single']
    ['pair', 'single']
    """
    one_suit(trump, cards, "a decomposition")
    return _partitions(cards, trump)


def _partitions(Cards cards not None, Trump trump not None):
    canonical = decompose(cards, trump)
    yield canonical
    for units in _split(cards, trump, (), ()):
        if units != canonical:
            yield units


cdef list units_from_bottom(const Order *o, int s, Planes x):
    """Every unit of x that holds the lowest kind (lowest step, then lowest kind).

    Ascending: by copies, then length, then kinds.
    """
    cdef list found = []
    cdef int step = lowest(fold(o, s, x.one))
    cdef uint64_t here = kinds_on(o, s, step) & x.one
    cdef uint64_t plane
    cdef uint64_t able
    cdef list grown
    cdef Run run
    cdef int copies
    cdef int length
    here &= -here
    for copies in range(1, 4):
        plane = x.one if copies == 1 else x.two if copies == 2 else x.three
        if not plane & here:
            break
        grown = [here]
        length = 1
        while grown:
            for kinds in grown:
                run.kinds = kinds
                run.copies = copies
                run.length = length
                run.suit = s
                run.step = step + length - 1
                found.append(new_unit(run))
            if copies == 1 or step + length >= o.steps[s]:
                break
            able = kinds_on(o, s, step + length) & plane
            longer = []
            while able:
                longer.extend([kinds | (able & -able) for kinds in grown])
                able &= able - 1
            grown = longer
            length += 1
    return found


cdef tuple choice_key(Unit unit):
    return unit.run.copies, unit.run.length, unit.run.kinds


cdef tuple canonical_key(Unit unit):
    """The order of C5."""
    cdef int shape = unit.run.copies + (3 if unit.run.length > 1 else 0)
    return -shape, -<int> unit.run.length, -<int> unit.run.step, unit.run.kinds


def _split(
    Cards cards not None, Trump trump not None, tuple least not None, tuple taken not None
):
    """Iterate over the partitions of the cards, each together with the units taken.

    While copies of the lowest kind are left, the units that hold it are chosen ascending from
    the key least: so each partition comes once.
    """
    cdef const Order *o = &trump.order
    cdef Unit unit
    cdef Planes rest
    cdef uint64_t bottom
    cdef int s
    if cards.p.one == 0:
        yield tuple(sorted(taken, key=canonical_key))
        return
    s = suit_in(o, cards.p.one)
    bottom = kinds_on(o, s, lowest(fold(o, s, cards.p.one))) & cards.p.one
    bottom &= -bottom
    for unit in units_from_bottom(o, s, cards.p):
        if choice_key(unit) < least:
            continue
        rest = minus(cards.p, cards_of(unit.run))
        least_next = choice_key(unit) if rest.one & bottom else ()
        yield from _split(new_cards(rest), trump, least_next, (*taken, unit))
