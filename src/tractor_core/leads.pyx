"""Leads: what a hand may lead, how much of it, one at random, and throws that cannot fail (T)."""
cimport cython
from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memset

from tractor_core.bits cimport bit, highest, lowest, popcount
from tractor_core.cards cimport (
    KINDS, Cards, as_kind, contains, copies_of, minus, new_cards, overflow, plus, repeated, size,
    within
)
from tractor_core.counting cimport MOST_COUNTED
from tractor_core.options cimport Options, rulebook
from tractor_core.randomness cimport BitGenerator, below, read_generator, source_of
from tractor_core.throws cimport stands
from tractor_core.trump cimport SUITS, TRUMPS, Trump, fold, kinds_on
from tractor_core.units cimport MAX_UNITS, cards_of, decompose_suit

from tractor_core.errors import CardsError

__all__ = ["count_legal_leads", "legal_leads", "random_lead", "safe_throws"]

cdef uint64_t EVERY_KIND = bit(KINDS) - 1


cdef inline int suit_number(int i) noexcept nogil:
    """Trumps first, then d c h s."""
    return TRUMPS if i == 0 else i - 1


cdef inline uint64_t plane_of(Planes x, int copies) noexcept nogil:
    return x.three if copies == 3 else x.two if copies == 2 else x.one


cdef uint64_t runs_from(
    const Order *o, int s, uint64_t plane, int bottom, int *length
) noexcept nogil:
    """Units with their lowest step at the bottom: length[0] steps at the most; returns how many."""
    cdef uint64_t total = 0
    cdef uint64_t ways = 1
    cdef uint64_t here
    length[0] = 0
    while bottom + length[0] < o.steps[s]:
        here = kinds_on(o, s, bottom + length[0]) & plane
        if here == 0:
            break
        ways *= popcount(here)
        total += ways
        length[0] += 1
    return total


cdef uint64_t count_units(const Order *o, int s, Planes x) noexcept nogil:
    """How many different units cards of suit s contain."""
    cdef uint64_t total = popcount(x.one)
    cdef int copies
    cdef int step
    cdef int length
    for copies in range(2, 4):
        for step in range(o.steps[s]):
            total += runs_from(o, s, plane_of(x, copies), step, &length)
    return total


cdef Run unit_at(const Order *o, int s, Planes x, uint64_t number) noexcept nogil:
    """The unit of that number, counted from 0."""
    cdef Run run
    cdef uint64_t plane
    cdef uint64_t ways
    cdef uint64_t here
    cdef int copies
    cdef int step
    cdef int length
    cdef int i
    memset(&run, 0, sizeof(Run))
    run.suit = s
    for copies in range(1, 4):
        plane = plane_of(x, copies)
        for step in range(o.steps[s]):
            if copies == 1:
                ways = popcount(kinds_on(o, s, step) & plane)
                length = 1
            else:
                ways = runs_from(o, s, plane, step, &length)
            if number >= ways:
                number -= ways
                continue
            run.copies = copies
            run.length = 1
            ways = popcount(kinds_on(o, s, step) & plane)
            while number >= ways:
                number -= ways
                ways *= popcount(kinds_on(o, s, step + run.length) & plane)
                run.length += 1
            run.step = step + run.length - 1
            run.kinds = 0
            for i in range(step, step + run.length):
                here = kinds_on(o, s, i) & plane
                ways = number % popcount(here)
                number //= popcount(here)
                while ways:
                    here &= here - 1
                    ways -= 1
                run.kinds |= here & -here
            return run
    return run


cdef uint64_t count_subsets(Planes x) noexcept nogil:
    """How many choices of one card or more there are."""
    cdef uint64_t total = 1
    cdef int _i
    for _i in range(popcount(x.three)):
        total *= 4
    for _i in range(popcount(x.two & ~x.three)):
        total *= 3
    return (total << popcount(x.one & ~x.two)) - 1


cdef Planes subset_at(Planes x, uint64_t number) noexcept nogil:
    """The choice of that number, counted from 0."""
    cdef Planes taken
    cdef uint64_t left = x.one
    cdef int kind
    cdef int held
    taken.one = taken.two = taken.three = 0
    number += 1
    while left:
        kind = lowest(left)
        left &= left - 1
        held = copies_of(x, kind) + 1
        taken = plus(taken, repeated(bit(kind), number % held))
        number //= held
    return taken


cdef int check_hand(Cards hand) except -1:
    if size(hand.p) > MOST_COUNTED:
        raise CardsError(
            f"leads are counted for hands of at most {MOST_COUNTED} cards, not {len(hand)}"
        )
    return 0


def legal_leads(Cards hand not None, Trump trump not None, Options rules=None):
    """Iterate over the legal leads (T1): single units, then throws.

    Parameters
    ----------
    hand : Cards
        The leader's hand.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        No option matters: any cards of one suit may be led.

    Yields
    ------
    Cards
        Units, suit by suit (trumps, then d c h s), in a suit ascending by their tuples of kinds;
        then throws in the same order. They are made one by one as they are asked for.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(lead) for lead in legal_leads(Cards("3c 3c As"), Trump("10", "h"))]
    ['3c', '3c 3c', 'As']
    >>> [str(lead) for lead in legal_leads(Cards("3c 5c"), Trump("10", "h"))]
    ['3c', '5c', '3c 5c']
    """
    return leads_of(hand.p, trump)


cdef object leads_of(Planes hand, Trump trump):
    """The iterator over the leads of a hand."""
    cdef Leads leads = Leads.__new__(Leads)
    leads.hand = hand
    leads.trump = trump
    return leads


cdef int by_tuples(const void *a, const void *b) noexcept nogil:
    """The order of tuples of kinds: what goes on lower is lower, what ends is lowest."""
    cdef Planes x = (<const Planes *> a)[0]
    cdef Planes y = (<const Planes *> b)[0]
    cdef uint64_t differ = (x.one ^ y.one) | (x.two ^ y.two) | (x.three ^ y.three)
    cdef int kind
    if differ == 0:
        return 0
    kind = lowest(differ)
    if copies_of(x, kind) > copies_of(y, kind):
        return -1 if y.one >> kind >> 1 else 1
    return 1 if x.one >> kind >> 1 else -1


@cython.final
cdef class Leads:
    """The iterator of `legal_leads`.

    The first unit of a suit is the lowest card; the others are listed when they are asked for.
    """

    cdef Trump trump
    cdef Planes hand
    cdef int suits          # begun, of the five
    cdef Planes *listed     # units of the suit begun last; NULL while the lowest card is all
    cdef Py_ssize_t length
    cdef Py_ssize_t at
    cdef object throws

    def __dealloc__(self):
        free(self.listed)

    def __init__(self):
        raise TypeError("made by legal_leads")

    def __iter__(self):
        return self

    def __next__(self) -> Cards:
        with cython.critical_section(self):  # threads without a GIL may share an iterator
            return self.next_lead()

    cdef Cards next_lead(self):
        cdef Planes held
        if self.trump is None:
            raise TypeError("made by legal_leads")
        if self.throws is not None:
            return next(self.throws)
        if self.suits and self.listed == NULL:
            self.list_units()
        if self.at < self.length:
            self.at += 1
            return new_cards(self.listed[self.at - 1])
        free(self.listed)
        self.listed = NULL
        self.at = self.length = 0
        while self.suits < SUITS:
            held = within(self.hand, self.trump.order.suit[suit_number(self.suits)])
            self.suits += 1
            if held.one:
                return new_cards(repeated(held.one & -held.one, 1))
        self.throws = _all_throws(new_cards(self.hand), self.trump)
        return next(self.throws)

    cdef int list_units(self) except -1:
        """List the units of the suit whose lowest card has been given."""
        cdef const Order *o = &self.trump.order
        cdef int s = suit_number(self.suits - 1)
        cdef Planes held = within(self.hand, o.suit[s])
        cdef Py_ssize_t total = count_units(o, s, held)
        cdef Py_ssize_t i
        self.listed = <Planes *> malloc((total + 1) * sizeof(Planes))
        if self.listed == NULL:
            raise MemoryError
        for i in range(total):
            self.listed[i] = cards_of(unit_at(o, s, held, i))
        qsort(self.listed, total, sizeof(Planes), by_tuples)
        self.length = total
        self.at = 1
        return 0


def _all_throws(Cards hand not None, Trump trump not None):
    """Iterate over the throws of a hand."""
    cdef Run units[MAX_UNITS]
    cdef Cards lead
    cdef int i
    cdef int s
    for i in range(SUITS):
        s = suit_number(i)
        held = new_cards(within(hand.p, trump.order.suit[s]))
        for lead in _subsets(held, 0):
            if decompose_suit(&trump.order, s, lead.p, units) > 1:
                yield lead


def _subsets(Cards cards not None, uint64_t no_single):
    """Iterate over the choices of one card or more, ascending.

    Of the kinds in no_single never exactly one copy is taken.
    """
    kinds = tuple(sorted(set(cards.kinds())))
    return _begin(cards, no_single, kinds, 0, new_cards(minus(cards.p, cards.p)))


def _begin(
    Cards cards not None, uint64_t no_single, tuple kinds not None, int first, Cards taken not None
):
    """Iterate over what goes on with kinds number first and on."""
    cdef int i
    for i in range(first, len(kinds)):
        yield from _grow(cards, no_single, kinds, i, 1, taken)


def _grow(
    Cards cards not None,
    uint64_t no_single,
    tuple kinds not None,
    int i,
    int copies,
    Cards taken not None,
):
    """Iterate over what goes on with one more copy, the number given, of kind number i."""
    cdef int kind = as_kind(kinds[i])
    cdef Cards more = new_cards(plus(taken.p, repeated(bit(kind), 1)))
    cdef bint whole = copies > 1 or not no_single & bit(kind)
    if whole:
        yield more
    if copies < copies_of(cards.p, kind):
        yield from _grow(cards, no_single, kinds, i, copies + 1, more)
    if whole:
        yield from _begin(cards, no_single, kinds, i + 1, more)


def count_legal_leads(
    Cards hand not None, Trump trump not None, Options rules=None, *, bint throws=True
) -> int:
    """Return the number of distinct legal leads, without making them (T1).

    Parameters
    ----------
    hand, trump, rules
        As for `legal_leads`.
    throws : bool
        Whether throws are counted beside the single units.

    Raises
    ------
    CardsError
        The hand has more than 63 cards.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> count_legal_leads(Cards("3c 5c As"), Trump("10", "h"))
    4
    """
    cdef const Order *o = &trump.order
    cdef uint64_t total = 0
    cdef int s
    check_hand(hand)
    for s in range(SUITS):
        if throws:
            total += count_subsets(within(hand.p, o.suit[s]))
        else:
            total += count_units(o, s, within(hand.p, o.suit[s]))
    return total


def random_lead(
    Cards hand not None,
    Trump trump not None,
    Options rules=None,
    rng=None,
    *,
    bint throws=False,
) -> Cards:
    """Return a lead drawn uniformly from the single units, or from all leads.

    Nearly all leads of a full hand are throws that fail; a policy is better off with units.

    Parameters
    ----------
    hand, trump, rules
        As for `legal_leads`.
    rng : int, SeedSequence, Generator or None
        A `numpy.random.Generator` is drawn from; anything else is a seed for a new one.
    throws : bool
        Whether throws may be drawn as well.

    Raises
    ------
    CardsError
        The hand is empty or has more than 63 cards.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> random_lead(Cards("3c"), Trump("10", "h"), rng=1)
    Cards('3c')
    """
    cdef const Order *o = &trump.order
    cdef BitGenerator *source
    cdef uint64_t counts[SUITS]
    cdef uint64_t total = 0
    cdef uint64_t number
    cdef Planes x
    cdef int s
    check_hand(hand)
    if hand.p.one == 0:
        raise CardsError("an empty hand has no lead")
    bit_generator = read_generator(rng).bit_generator
    for s in range(SUITS):
        x = within(hand.p, o.suit[s])
        counts[s] = count_subsets(x) if throws else count_units(o, s, x)
        total += counts[s]
    source = source_of(bit_generator)
    with bit_generator.lock:
        number = below(source, total)
    s = 0
    while number >= counts[s]:
        number -= counts[s]
        s += 1
    x = within(hand.p, o.suit[s])
    if throws:
        return new_cards(subset_at(x, number))
    return new_cards(cards_of(unit_at(o, s, x, number)))


def safe_throws(
    Cards hand not None, Cards seen not None, Trump trump not None, Options rules=None
):
    """Iterate over the throws that no unseen cards can break (T2).

    Parameters
    ----------
    hand : Cards
        The leader's hand.
    seen : Cards
        Cards known to be in no other hand: those played, and the kitty if it is known.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `decks` says how many copies of a kind there are.

    Yields
    ------
    Cards
        Throws in the order of `legal_leads`; their units are the canonical ones (C5).

    Raises
    ------
    CardsError
        Hand and seen cards together hold more copies of a kind than the decks.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(lead) for lead in safe_throws(
    ...     Cards("As Ks Qs"), Cards("As"), Trump("10", "h"))]
    ['Ks As']
    """
    cdef Planes every = repeated(EVERY_KIND, rulebook(rules).decks)
    cdef Planes known = plus(hand.p, seen.p)
    if overflow(hand.p, seen.p) or not contains(every, known):
        raise CardsError(
            f"hand and seen cards hold more than {rulebook(rules).decks} copies of a kind"
        )
    return _standing_throws(hand, trump, new_cards(minus(every, known)))


def _standing_throws(Cards hand not None, Trump trump not None, Cards unseen not None):
    cdef Run units[MAX_UNITS]
    cdef const Order *o = &trump.order
    cdef Cards lead
    cdef uint64_t lower
    cdef uint32_t beyond
    cdef int i
    cdef int s
    cdef int n
    cdef int step
    for i in range(SUITS):
        s = suit_number(i)
        held = new_cards(within(hand.p, o.suit[s]))
        beyond = fold(o, s, unseen.p.one)
        lower = 0  # kinds below an unseen card: a single of them cannot stand
        if beyond:
            for step in range(highest(beyond)):
                lower |= kinds_on(o, s, step)
        for lead in _subsets(held, lower):
            n = decompose_suit(o, s, lead.p, units)
            if n > 1 and stands(o, units, n, &unseen.p, 1):
                yield lead
