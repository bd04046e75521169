"""What an odds study counts in a deal, and its tally.

A deal is five rows of planes, the four hands and the kitty: ``uint64[n, 5, 3]``. A `Measure`
gives each deal a few whole numbers, its copies: the same question asked of every hand, of every
side suit. The questions of `tractor_core.odds` make measures; what their numbers mean is said
there.
"""
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int64_t, uint64_t
from libc.string cimport memset

from tractor_core.arrays cimport EVERY_KIND, cards_at, plain, read_planes
from tractor_core.cards cimport Cards, Planes, as_number
from tractor_core.dealing cimport BLOCK, Dealing, Stream, deal_block, open_block
from tractor_core.fates cimport gauge_fates, set_led
from tractor_core.gauges cimport (
    ANYTHING, BEATEN, CARDS_HELD, DECLARATION, EACH, ESCAPES, GROUP, KINDS_HELD, LONGEST_RUN, MOST,
    MOST_BINS, MOST_COPIES, MOST_LEADS, PLACES, RUFFED, RUNS_HELD, SIDES, STANDS
)
from tractor_core.holdings cimport gauge_holdings
from tractor_core.tallies cimport (
    EACH_BIN, HEAD, Tally, add_group, close, lay_out, room_of
)
from tractor_core.trump cimport SUITS, SUIT_NAMES, TRUMPS, Trump, spread_out
from tractor_core.units cimport MAX_UNITS, Run, one_suit, read_units

import numpy as np

from tractor_core.errors import CardsError, RulesError

__all__ = ["Measure", "tally_numbers"]

assert <int> BLOCK == <int> GROUP

cdef enum:
    MOST_DEALS = 1 << 30    # of one tally: its totals then fit 64 bits
    CHUNK = 4096            # groups between looks at signals

cdef dict JOINS = {"each": EACH, "sides": SIDES, "most": MOST}
cdef dict FATES = {"stands": STANDS, "beaten": BEATEN, "ruffed": RUFFED, "escapes": ESCAPES}
cdef dict GROUPS = {"pair": 2, "triple": 3}
cdef dict RUNS = {"tractor": 2, "titanic": 3}


cdef void gauge_group(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil:
    """Fill in the numbers of up to GROUP deals; a further quantity has its kernel named here."""
    if g.quantity >= STANDS:
        gauge_fates(g, deals, n, numbers)
    else:
        gauge_holdings(g, deals, n, numbers)


cdef inline Py_ssize_t groups_of(Py_ssize_t n) noexcept nogil:
    return (n + GROUP - 1) // GROUP


cdef int heed(Py_ssize_t group) except -1 nogil:
    """Look at signals now and then, so that Ctrl-C ends what takes long."""
    if group and group % CHUNK == 0:
        with gil:
            PyErr_CheckSignals()
    return 0


cdef int gauge_rows(
    const Gauge *g, const Planes *deals, Py_ssize_t n, Py_ssize_t i, int16_t *numbers
) noexcept nogil:
    """Gauge group i of the caller's deals; returns how many it has."""
    cdef Planes group[GROUP * PLACES]
    cdef int many = min(n - i * GROUP, <Py_ssize_t> GROUP)
    cdef int j
    for j in range(PLACES * many):
        group[j] = cards_at(deals + PLACES * GROUP * i + j)
    gauge_group(g, group, many, numbers)
    return many


cdef int64_t whole(str name, object value, int64_t least, int64_t most) except? -9999:
    """An int from least to most."""
    number = as_number(value, f"{name} is an int")
    if not least <= number <= most:
        raise RulesError(f"{name} is from {least} to {most}, not {number}")
    return number


cdef uint64_t read_mask(str name, object mask) except? 0:
    """Kinds, a bit each."""
    number = as_number(mask, f"{name} is an int")
    if not 0 <= number <= EVERY_KIND:
        raise CardsError(f"{name} has a bit for each of the 54 kinds alone")
    return number


cdef str one_of(str name, object value, object names):
    if not isinstance(value, str):
        raise TypeError(f"{name} is a str, not {type(value).__name__}")
    if value not in names:
        raise RulesError(f"{name} is one of {', '.join(map(repr, names))}, not {value!r}")
    return value


cdef int read_places(Gauge *g, object places, int most) except -1:
    places = tuple(places)
    if not 1 <= len(places) <= most:
        raise RulesError(f"places are 1 to {most} of the five, not {len(places)}")
    for place in places:
        g.place[g.places] = whole("a place", place, 0, most - 1)
        g.places += 1
    return 0


cdef int read_suits(Gauge *g, object suits, Trump trump) except -1:
    """Masks of suits; every suit together where suits is None."""
    if suits is None:
        g.mask[0] = EVERY_KIND
        g.masks = 1
        return 0
    suits = tuple(suits)
    if not 1 <= len(suits) <= SUITS:
        raise RulesError(f"suits are 1 to {SUITS}, not {len(suits)}")
    for suit in suits:
        number = SUIT_NAMES.index(one_of("a suit", suit, SUIT_NAMES))
        if trump.order.suit[number] == 0:
            raise RulesError(f"under {trump} the suit {suit!r} is the trumps")
        g.mask[g.masks] = trump.order.suit[number]
        g.masks += 1
    return 0


cdef int read_limits(Gauge *g, object between) except -1:
    if between is not None:
        least, most = tuple(between)
        g.yes_or_no = True
        g.least = whole("least", least, 0, 32767)
        g.most = whole("most", most, 0, 32767)
    return 0


@cython.final
cdef class Measure:
    """Count one thing in deals; made by its methods, immutable.

    The questions of `tractor_core.odds` check what they are asked and make measures; a measure
    by itself checks only that it is safe.

    Attributes
    ----------
    bins : int
        Numbers are below it.
    copies : int
        Numbers of a deal.

    Examples
    --------
    >>> import numpy as np
    >>> jokers = Measure.of_cards([3 << 52], range(4), "each", 5)
    >>> jokers.numbers(np.zeros((1, 5, 3), np.uint64))
    array([[0, 0, 0, 0]], dtype=int16)
    """

    def __init__(self):
        raise TypeError("a Measure is made by its methods")

    @staticmethod
    def of_units(
        Trump trump not None, unit, length, suits, places, join, bins, *, longest=False,
        between=None
    ) -> Measure:
        """Count units that places hold (C1, C2).

        Parameters
        ----------
        trump : Trump
        unit : {"pair", "triple", "tractor", "titanic"}
        length : int
            Of a tractor or Titanic at least.
        suits : iterable of str, or None
            A copy for each; None looks at all suits together.
        places : iterable of int
            Seats, 4 for the kitty.
        join : {"each", "sides", "most"}
            Every place by itself; the first half of the places with the second; the greatest.
        bins : int
        longest : bool
            The length of the longest run, not the number of maximal ones.
        between : (int, int), optional
            The number is 1 where what is counted lies between, else 0.

        Returns
        -------
        Measure
        """
        cdef Measure made = new_measure(bins)
        cdef Gauge *g = &made.gauge
        cdef int i
        g.order = trump.order
        if unit in GROUPS:
            g.quantity = KINDS_HELD
            g.times = GROUPS[unit]
        else:
            g.times = RUNS[one_of("unit", unit, [*GROUPS, *RUNS])]
            g.quantity = LONGEST_RUN if longest else RUNS_HELD
            g.length = whole("length", length, 2, 32)
        read_suits(g, suits, trump)
        if g.length:
            for i in range(g.masks):
                g.mask[i] = spread_out(&g.order.spread, g.mask[i])
            if suits is None:
                g.mask[0] = ~<uint64_t> 0
        return finish(made, places, join, between)

    @staticmethod
    def of_cards(masks, places, join, bins, *, twice=0, between=None) -> Measure:
        """Count cards that places hold.

        Parameters
        ----------
        masks : iterable of int
            Kinds, bit k for kind k; a copy for each.
        places, join, bins, between
            As for `of_units`.
        twice : int
            Kinds that count twice.

        Returns
        -------
        Measure
        """
        cdef Measure made = new_measure(bins)
        cdef Gauge *g = &made.gauge
        g.quantity = CARDS_HELD
        masks = tuple([read_mask("a mask", mask) for mask in masks])
        if not 1 <= len(masks) <= SUITS:
            raise RulesError(f"masks are 1 to {SUITS}, not {len(masks)}")
        for mask in masks:
            g.mask[g.masks] = mask
            g.masks += 1
        g.twice = read_mask("twice", twice)
        return finish(made, places, join, between)

    @staticmethod
    def of_declarations(
        level, places, join, bins, *, by_jokers=True, by_colour=False, between=None
    ) -> Measure:
        """Find the best declaration of hands (B1, B5).

        Parameters
        ----------
        level : int
            2 to 14.
        places, join, bins, between
            As for `of_units`.
        by_jokers, by_colour : bool
            The options `joker_declaration` and `colour_declaration`.

        Returns
        -------
        Measure
            0 for none, then the places in the order of B1: one level card, two, two jokers,
            three level cards, three jokers; of B5: one level card, two, two jokers.
        """
        cdef Measure made = new_measure(bins)
        cdef Gauge *g = &made.gauge
        cdef int i
        cdef int rank = whole("level", level, 2, 14) - 2
        g.quantity = DECLARATION
        g.masks = 1
        for i in range(4):
            g.level[i] = <uint64_t> 1 << (13 * i + rank)
        g.by_jokers = by_jokers
        g.by_colour = by_colour
        return finish(made, places, join, between)

    @staticmethod
    def of_leads(
        Trump trump not None, fate, leads, leaders, seen, *, units=None, without=0, held=None,
        buried=False, ruffs=()
    ) -> Measure:
        """Tell what becomes of leads (T2, R1, R2).

        Parameters
        ----------
        trump : Trump
        fate : {"stands", "beaten", "ruffed", "escapes"}
        leads : iterable of Cards
            A copy for each; it applies where the leader holds the cards.
        leaders : iterable of int
            Seats, a copy for each.
        seen : iterable of int
            The hands looked at, 1 to 3 after the leader.
        units : iterable of Unit or Cards, optional
            The units of the only lead (C6).
        without : int
            Kinds that the leader does not hold, or the copy does not apply: of each lead those
            of its suit.
        held : int, optional
            How many cards of the suit he holds, or the copy does not apply.
        buried : bool
            The kitty does not hold the kinds of `without` either.
        ruffs : iterable of int
            The hands, 1 to 3 after the leader, that ruff when they are void; for "escapes".

        Returns
        -------
        Measure
        """
        cdef Measure made = new_measure(2)
        cdef Gauge *g = &made.gauge
        cdef Run runs[MAX_UNITS]
        cdef Cards cards
        cdef int s
        cdef int n
        g.order = trump.order
        g.quantity = FATES[one_of("fate", fate, FATES)]
        for lead in leads:
            if not isinstance(lead, Cards):
                raise TypeError(f"a lead is Cards, not {type(lead).__name__}")
            if g.leads == MOST_LEADS:
                raise RulesError(f"there are {MOST_LEADS} leads at most")
            cards = lead
            s = one_suit(trump, cards, "a lead")
            n = read_units(units, trump, cards, s, runs)
            if g.quantity != STANDS and n > 1:
                raise CardsError(f"{cards} is not one unit under {trump}")
            if g.quantity == STANDS and n == 1:
                raise CardsError(f"{cards} is one unit, which always stands (T1)")
            if g.quantity >= RUFFED and s == TRUMPS:
                raise CardsError(f"{cards} is trumps under {trump}, and no side suit")
            set_led(&g.order, s, cards.p, runs, n, &g.lead[g.leads])
            g.lead[g.leads].without = read_mask("without", without) & g.order.suit[s]
            g.leads += 1
        if g.leads == 0:
            raise RulesError("there is no lead")
        for place in seen:
            if g.seen == 3:
                raise RulesError("a lead is judged by three hands at most")
            g.after[g.seen] = whole("a hand after the leader", place, 1, 3)
            g.seen += 1
        g.held = ANYTHING if held is None else whole("held", held, 0, 63)
        g.buried = buried
        for place in ruffs:
            g.ruffs |= 1 << whole("a hand after the leader", place, 1, 3)
        read_places(g, leaders, 4)
        g.copies = g.places * g.leads
        return made

    @property
    def bins(self) -> int:
        """Numbers are below it."""
        return self.most

    @property
    def copies(self) -> int:
        """Numbers of a deal."""
        return self.gauge.copies

    def numbers(self, deals):
        """Return the numbers of deals, copy by copy; -1 where a copy does not apply.

        Parameters
        ----------
        deals : ndarray of uint64, shape (n, 5, 3)

        Returns
        -------
        ndarray of int16, shape (n, copies)
        """
        deals = plain("deals", deals)
        cdef const Planes *x = read_planes("deals", deals, (None, 5, 3))
        cdef Py_ssize_t n = deals.shape[0]
        made = np.empty((n, self.gauge.copies), np.int16)
        cdef int16_t[:, ::1] result = made
        cdef int16_t found[GROUP * MOST_COPIES]
        cdef Py_ssize_t i
        cdef int j
        cdef int k
        cdef int many
        with nogil:
            for i in range(groups_of(n)):
                heed(i)
                many = gauge_rows(&self.gauge, x, n, i, found)
                for j in range(many):
                    for k in range(self.gauge.copies):
                        result[GROUP * i + j, k] = found[k * GROUP + j]
        return made

    def tally(self, deals):
        """Return the tally of deals; see `tally_numbers`.

        Parameters
        ----------
        deals : ndarray of uint64, shape (n, 5, 3)

        Returns
        -------
        ndarray of int64, shape (6 + 3 * bins,)

        Raises
        ------
        ValueError
            A number beyond the bins.
        """
        deals = plain("deals", deals)
        cdef const Planes *x = read_planes("deals", deals, (None, 5, 3))
        cdef Py_ssize_t n = deals.shape[0]
        cdef int16_t found[GROUP * MOST_COPIES]
        cdef Tally tally
        cdef Py_ssize_t i
        cdef int many
        cdef bint fits = True
        made = start_tally(&tally, self.most, &self.gauge)
        with nogil:
            for i in range(groups_of(n)):
                heed(i)
                many = gauge_rows(&self.gauge, x, n, i, found)
                fits = add_group(&tally, found, many, 1, GROUP)
                if not fits:
                    break
            close(&tally)
        return end_tally(made, &tally, fits)

    def tally_block(self, Dealing dealing not None, seed, index, n):
        """Deal the first deals of one block of a seed, and return their tally.

        The deals are those of `Dealing.block_planes`; none is kept. The GIL is released.

        Parameters
        ----------
        dealing : Dealing
        seed : int or SeedSequence
        index : int
            0 or more.
        n : int

        Returns
        -------
        ndarray of int64, shape (6 + 3 * bins,)
            See `tally_numbers`.

        Raises
        ------
        ValueError
            A number beyond the bins.
        """
        cdef Stream stream
        cdef Planes deals[GROUP * PLACES]
        cdef int16_t found[GROUP * MOST_COPIES]
        cdef Tally tally
        cdef int64_t left = whole("n", n, 0, MOST_DEALS)
        cdef Py_ssize_t group = 0
        cdef int many
        cdef bint fits = True
        open_block(&stream, seed, index)
        made = start_tally(&tally, self.most, &self.gauge)
        with nogil:
            while left > 0 and fits:
                heed(group)
                group += 1
                many = min(left, <int64_t> GROUP)
                deal_block(&dealing.plan, &stream, deals)
                gauge_group(&self.gauge, deals, many, found)
                fits = add_group(&tally, found, many, 1, GROUP)
                left -= many
            close(&tally)
        return end_tally(made, &tally, fits)


cdef Measure new_measure(object bins):
    cdef Measure made = Measure.__new__(Measure)
    memset(&made.gauge, 0, sizeof(Gauge))
    made.most = whole("bins", bins, 2, MOST_BINS)
    return made


cdef Measure finish(Measure made, object places, object join, object between):
    """Set the places, how they are joined and how many copies that makes."""
    cdef Gauge *g = &made.gauge
    read_places(g, places, PLACES)
    g.join = JOINS[one_of("join", join, JOINS)]
    read_limits(g, between)
    g.copies = g.places * g.masks
    if g.join == SIDES:
        if g.places & 1:
            raise RulesError("sides are made of an even number of places")
        g.copies //= 2
    elif g.join == MOST:
        g.copies = g.masks
    if g.places * g.masks > MOST_COPIES:
        raise RulesError(f"there are {MOST_COPIES} copies at most, not {g.places * g.masks}")
    return made


cdef start_tally(Tally *tally, int bins, const Gauge *g):
    """Zeroed memory for a tally, and the tally laid out in it."""
    room = np.zeros(room_of(bins, g.copies), np.int64)
    cdef int64_t[::1] memory = room
    # of holdings every copy applies
    lay_out(tally, bins, g.copies, g.quantity < STANDS, g.yes_or_no, &memory[0])
    return room


cdef end_tally(object room, const Tally *tally, bint fits):
    if not fits:
        raise ValueError(f"a number is beyond the {tally.bins} bins")
    return room[:HEAD + EACH_BIN * tally.bins].copy()


def tally_numbers(numbers, bins):
    """Return the tally of numbers that were counted elsewhere.

    Parameters
    ----------
    numbers : ndarray of int16, shape (n, copies)
        A row a deal; -1 where a copy does not apply.
    bins : int
        Numbers are below it.

    Returns
    -------
    ndarray of int64, shape (6 + 3 * bins,)
        With m copies of a deal that apply, v the sum of their numbers and c[b] how many of them
        are b, the sums over deals of 1, m, m², v, v², vm and, for every b, c[b], c[b]², c[b]m.

    Raises
    ------
    ValueError
        A number beyond the bins, or another shape.

    Examples
    --------
    >>> import numpy as np
    >>> tally_numbers(np.array([[1, 1], [0, -1]], np.int16), 2)
    array([2, 3, 5, 2, 4, 4, 1, 1, 1, 2, 4, 4])
    """
    cdef const int16_t[:, ::1] rows
    cdef int64_t[::1] memory
    cdef Tally tally
    cdef bint fits = True
    cdef int most = whole("bins", bins, 2, MOST_BINS)
    numbers = plain("numbers", numbers)
    if numbers.dtype != np.int16:
        raise TypeError(f"numbers is int16[n, copies], not of dtype {numbers.dtype}")
    if numbers.ndim != 2 or numbers.shape[1] == 0:
        raise ValueError(f"numbers is int16[n, copies], not of shape {numbers.shape}")
    rows = np.ascontiguousarray(numbers)
    if rows.shape[1] > 32767:
        raise ValueError("there are 32767 copies at most")
    made = np.zeros(room_of(most, rows.shape[1]), np.int64)
    memory = made
    lay_out(&tally, most, rows.shape[1], False, False, &memory[0])
    if rows.shape[0]:
        with nogil:
            fits = add_group(&tally, &rows[0, 0], rows.shape[0], rows.shape[1], 1)
            close(&tally)
    return end_tally(made, &tally, fits)
