"""Hidden: the cards that are not seen, dealt evenly over all that is possible."""
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.string cimport memset

from tractor_core.bits cimport lowest
from tractor_core.cards cimport (
    Cards, Planes, as_number, contains, copies_of, new_cards, overflow, plus, size, within
)
from tractor_core.draws cimport Walk, deal_on, make_move, set_out
from tractor_core.partings cimport (
    DIMS, DONE, NO_ROOM, PLACES, Known, Layer, Move, Outcome, Parting, clear, lay_out
)
from tractor_core.randomness cimport BitGenerator, read_generator, source_of
from tractor_core.trump cimport SUIT_NAMES, Trump

from collections.abc import Mapping
from math import factorial, prod

import numpy as np

from tractor_core.cards import format_kind
from tractor_core.errors import CardsError, RulesError

__all__ = ["Hidden"]

cdef enum:
    ROW = 8 * 3 * PLACES    # bytes of a deal
    CHUNK = 65536           # rows between looks at signals

# The sums of `cells` are right to 2 ** -41 of their size: each of at most 162 layers, and each of
# at most 35 moves in it, adds a rounding or two of 2 ** -53.
cdef double DOUBT = 2.0 ** -38


cdef str place_name(int place):
    return "the kitty" if place == PLACES - 1 else f"seat {place}"


cdef int read_count(str name, object value) except -1:
    number = as_number(value, f"{name} is an int")
    if not 0 <= number <= 162:
        raise CardsError(f"{name} is a number of cards, not {number}")
    return number


cdef list by_place(str name, object values):
    """What is given for each of the five places; None where nothing is."""
    cdef list found = [None] * PLACES
    if values is None:
        return found
    if isinstance(values, Mapping):
        for place in values:
            number = as_number(place, f"{name} is keyed by place, an int")
            if not 0 <= number < PLACES:
                raise RulesError(
                    f"{name}: a place is a seat from 0 to 3, or 4 for the kitty, not {number}"
                )
            found[number] = values[place]
        return found
    if isinstance(values, (Cards, str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(
            f"{name} is a mapping from places, or a sequence by place, not {type(values).__name__}"
        )
    for place, value in enumerate(values):
        if place == PLACES:
            raise RulesError(f"{name}: there are five places, four seats and the kitty")
        found[place] = value
    return found


cdef uint64_t read_suits(str name, object suits, Trump trump) except? 0:
    """The kinds of the suits named."""
    cdef uint64_t kinds = 0
    if suits is None:
        return 0
    if isinstance(suits, str):
        suits = (suits,)
    elif isinstance(suits, (Cards, bytes, Mapping)) or not hasattr(suits, "__iter__"):
        raise TypeError(f"{name} names suits, not {type(suits).__name__}")
    for suit in suits:
        if not isinstance(suit, str):
            raise TypeError(f"{name}: a suit is a str, not {type(suit).__name__}")
        if suit not in SUIT_NAMES:
            raise RulesError(f"{name}: a suit is one of d, c, h, s and trump, not {suit!r}")
        if trump is None:
            raise RulesError(f"{name} needs trump, which says what the suits are")
        if trump.order.suit[SUIT_NAMES.index(suit)] == 0:
            raise RulesError(f"{name}: {suit!r} has no cards of its own with {trump}")
        kinds |= trump.order.suit[SUIT_NAMES.index(suit)]
    return kinds


cdef tuple suits_given(list suits):
    """The suits by place, as they are pickled."""
    return tuple([
        () if names is None else (names,) if isinstance(names, str) else tuple(sorted(names))
        for names in suits
    ])


cdef int read_cards(str name, object values, Planes *out) except -1:
    """Cards by place."""
    cdef int place
    for place, cards in enumerate(by_place(name, values)):
        memset(&out[place], 0, sizeof(Planes))
        if cards is None:
            continue
        if isinstance(cards, str):
            cards = Cards(cards)
        elif not isinstance(cards, Cards):
            raise TypeError(f"{name}: {place_name(place)} has Cards, not {type(cards).__name__}")
        out[place] = (<Cards> cards).p
    return 0


cdef str first_kind(Planes cards):
    return format_kind(lowest(cards.one))


cdef int check_known(const Known *k) except -1:
    """Refuse what the numbers of cards do not allow."""
    cdef Planes together = k.unseen
    cdef Planes wanted
    cdef Planes most
    cdef int total = 0
    cdef int place
    memset(&wanted, 0, sizeof(Planes))
    for place in range(PLACES):
        total += k.size[place]
        if overflow(together, k.seen[place]):
            raise CardsError(
                "unseen and seen cards hold more than three copies of "
                f"{format_kind(lowest(overflow(together, k.seen[place])))}"
            )
        together = plus(together, k.seen[place])
    if total != size(k.unseen):
        raise CardsError(f"sizes are {total} cards in all, the unseen cards {size(k.unseen)}")
    for place in range(PLACES):
        name = place_name(place)
        if size(k.holds[place]) > k.size[place]:
            raise CardsError(
                f"{name} is known to hold {size(k.holds[place])} cards, but holds only "
                f"{k.size[place]}"
            )
        if overflow(wanted, k.holds[place]) or not contains(
            k.unseen, plus(wanted, k.holds[place])
        ):
            raise CardsError(
                f"{new_cards(k.holds[place])}, known to be with {name}, is more than the unseen "
                "cards have"
            )
        wanted = plus(wanted, k.holds[place])
        if k.holds[place].one & k.lacks[place]:
            raise RulesError(
                f"{name} is void in the suit of "
                f"{first_kind(within(k.holds[place], k.lacks[place]))}, which it is known to hold"
            )
        if k.holds[place].two & k.single[place]:
            most = within(k.holds[place], k.single[place] & k.holds[place].two)
            raise RulesError(
                f"{name} has no pair in the suit of {first_kind(most)}, of which it is known to "
                "hold two"
            )
    return 0


cdef int room(const Known *k, int place) noexcept nogil:
    """How many of the unseen cards a place can hold at most, were it for itself alone."""
    cdef Planes open = within(k.unseen, ~k.lacks[place])
    open.two &= ~k.single[place]
    open.three &= ~k.single[place]
    return size(open)


cdef no_deal(const Known *k):
    cdef int place
    for place in range(PLACES):
        if room(k, place) < k.size[place]:
            return RulesError(
                f"{place_name(place)} can hold {room(k, place)} of the unseen cards, not the "
                f"{k.size[place]} that it has"
            )
    return RulesError(
        f"no deal of the {size(k.unseen)} unseen cards fits the known cards, the voids and the "
        "suits without a pair"
    )


@cython.final
cdef class Hidden:
    """Deal cards that are not seen, evenly over all deals that fit what is known.

    Every deal counts alike in which each place holds its number of cards, at least the cards
    known, none of its void suits, and no two of a kind in the suits without a pair; the copies of
    a kind are different cards. Ways are counted, nothing is tried and thrown away. Places are the
    seats 0 to 3 and the kitty, 4.

    Parameters
    ----------
    unseen : Cards
        The cards to be dealt.
    sizes : sequence of five ints
        How many of them each seat and the kitty hold; they add up to the unseen cards.
    known : mapping or sequence, optional
        By place, Cards (or their notation) that it holds, or holds more of: every deal with at
        least these counts alike.
    voids : mapping or sequence, optional
        By place, the suits (``"d"``, ``"c"``, ``"h"``, ``"s"``, ``"trump"``; O6) of which it
        holds nothing.
    no_pairs : mapping or sequence, optional
        By place, the suits in which it holds no pair.
    seen : mapping or sequence, optional
        By place, Cards that it holds beside the unseen ones, such as one's own hand; they are
        added to every deal.
    trump : Trump, optional
        The order of cards; wanted where suits are named.

    Raises
    ------
    CardsError
        Sizes that do not add up, more known cards than a place or the deck has, more than three
        copies of a kind.
    RulesError
        Unknown places or suits, or no deal fits.
    MemoryError
        More is known of more places than can be counted; four hands with their voids are not.

    Notes
    -----
    Counting the ways takes the set-up; a sample then costs a few hundred nanoseconds. A draw uses
    sums in floating point, and whole numbers of any size where their error could matter: deals
    are exactly even, and the same for one seed on every machine.

    Examples
    --------
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> unseen = Cards("Ac Ac Kc 3s 3s 4s")
    >>> hidden = Hidden(unseen, (0, 2, 2, 2, 0), voids={1: "c"}, trump=Trump("10", "h"))
    >>> hidden.count()
    18
    >>> hidden.sample(1000, 7).shape
    (1000, 5, 3)
    """

    def __cinit__(
        self,
        Cards unseen not None,
        sizes,
        *,
        known=None,
        voids=None,
        no_pairs=None,
        seen=None,
        Trump trump=None,
    ):
        cdef Known *k = &self.known
        cdef Outcome outcome
        cdef int place
        memset(k, 0, sizeof(Known))
        memset(&self.parting, 0, sizeof(Parting))
        self.doubt = DOUBT
        k.unseen = unseen.p
        if isinstance(sizes, (Cards, Mapping, str, bytes)) or not hasattr(sizes, "__iter__"):
            raise TypeError(f"sizes are five ints, by place, not {type(sizes).__name__}")
        numbers = [read_count("a size", value) for value in sizes]
        if len(numbers) != PLACES:
            raise CardsError(f"sizes are five, of four seats and the kitty, not {len(numbers)}")
        read_cards("known", known, k.holds)
        read_cards("seen", seen, k.seen)
        lacked = by_place("voids", voids)
        single = by_place("no_pairs", no_pairs)
        for place in range(PLACES):
            k.size[place] = numbers[place]
            k.lacks[place] = read_suits("voids", lacked[place], trump)
            k.single[place] = read_suits("no_pairs", single[place], trump)
        check_known(k)
        self.given = (
            unseen,
            tuple(numbers),
            tuple([new_cards(k.holds[place]) for place in range(PLACES)]),
            suits_given(lacked),
            suits_given(single),
            tuple([new_cards(k.seen[place]) for place in range(PLACES)]),
            trump,
        )
        with nogil:
            outcome = lay_out(k, &self.parting)
        if outcome == NO_ROOM:
            raise MemoryError("more is known of more places than can be counted")
        if not self.parting.possible:
            raise no_deal(k)

    def __dealloc__(self):
        clear(&self.parting)

    @property
    def unseen(self) -> Cards:
        """The cards to be dealt."""
        return new_cards(self.known.unseen)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many of them each seat and the kitty hold."""
        return self.given[1]

    def count(self) -> int:
        """Return the number of deals, the copies of a kind taken as different cards.

        Examples
        --------
        >>> from tractor_core.cards import Cards
        >>> Hidden(Cards("As As"), (1, 1, 0, 0, 0)).count()
        2
        """
        cdef const Parting *p = &self.parting
        cdef const Known *k = &self.known
        cdef int place
        ways = self.exact_ways()[0].item()
        ways *= factorial(p.pool) // prod([factorial(p.pool_size[i]) for i in range(p.pooled)])
        # copies that lie fast because all that are unseen are known
        for kind in set(new_cards(k.unseen)):
            held = [copies_of(k.holds[place], kind) for place in range(PLACES)]
            if sum(held) == copies_of(k.unseen, kind):
                ways *= factorial(sum(held)) // prod([factorial(copies) for copies in held])
        return ways

    def sample(self, n, rng=None) -> np.ndarray:
        """Return deals drawn evenly and independently from all that fit.

        Parameters
        ----------
        n : int
            How many.
        rng : int, SeedSequence or Generator, optional
            A seed, or the source of randomness; fresh entropy by default.

        Returns
        -------
        uint64[n, 5, 3]
            Planes of four hands and the kitty; the cards `seen` are among them.

        Raises
        ------
        ValueError
            A negative n, or one beyond any memory.

        Examples
        --------
        >>> from tractor_core.cards import Cards
        >>> deals = Hidden(Cards("As Ks"), (1, 0, 1, 0, 0)).sample(100, 7)
        >>> sorted({str(Cards.from_planes(*deal[0])) for deal in deals.tolist()})
        ['As', 'Ks']
        """
        cdef Walk walk
        cdef BitGenerator *source
        cdef Outcome outcome
        cdef uint64_t[:, :, ::1] out
        cdef Py_ssize_t rows
        cdef Py_ssize_t end = CHUNK
        number = as_number(n, "n is an int")
        if not 0 <= number <= (2 ** 63 - 1) // ROW:
            raise ValueError(f"n is a number of deals that memory can hold, not {number}")
        bit_generator = read_generator(rng).bit_generator
        rows = number
        deals = np.empty((rows, PLACES, 3), np.uint64)
        if rows == 0:
            return deals
        out = deals
        source = source_of(bit_generator)
        with bit_generator.lock:
            set_out(&self.parting, &walk)
            while True:
                with nogil:
                    outcome = deal_on(
                        &self.parting, &walk, source, self.doubt, <Planes *> &out[0, 0, 0],
                        min(end, rows),
                    )
                if outcome != DONE:
                    self.settle(&walk, source)
                elif end >= rows:
                    return deals
                else:
                    PyErr_CheckSignals()
                    end += CHUNK

    cdef list exact_ways(self):
        """By layer, the ways of every state as whole numbers, in the order of `low` .. `high`."""
        cdef const Parting *p = &self.parting
        cdef const Layer *layer
        cdef const Layer *after
        cdef const Move *move
        cdef int d
        cdef int i
        cdef int j
        if self.exact is not None:
            return self.exact
        layer = &p.layer[p.layers]
        rest = np.zeros([layer.high[d] - layer.low[d] + 1 for d in range(DIMS)], object)
        for index in np.ndindex(rest.shape):
            lack = [index[d] + layer.low[d] for d in range(DIMS)]
            left = layer.left - sum(lack)
            if left == 0 or (left > 0 and (p.cls[p.classes - 1].open >> p.follows) & 1):
                rest[index] = factorial(layer.left) // prod(map(factorial, [*lack, left]))
        found = [rest]
        for i in range(p.layers - 1, -1, -1):
            layer = &p.layer[i]
            after = &p.layer[i + 1]
            ways = np.zeros([layer.high[d] - layer.low[d] + 1 for d in range(DIMS)], object)
            for j in range(layer.moves):
                move = &layer.move[j]
                to = []
                source = []
                for d in range(DIMS):
                    low = max(layer.low[d], after.low[d] + move.take[d])
                    end = min(layer.high[d], after.high[d] + move.take[d]) + 1
                    to.append(slice(low - layer.low[d], max(low, end) - layer.low[d]))
                    low -= after.low[d] + move.take[d]
                    source.append(slice(low, max(low, end - after.low[d] - move.take[d])))
                ways[tuple(to)] += round(move.weight) * rest[tuple(source)]
            rest = ways
            found.append(ways)
        found.reverse()
        self.exact = found
        return self.exact

    cdef list ways_of_moves(self, const Walk *walk):
        """The ways that each move of the layer on turn leads to, as whole numbers."""
        cdef const Layer *layer = &self.parting.layer[walk.layer]
        cdef const Layer *after = layer + 1
        cdef const Move *move
        cdef list found = []
        cdef int i
        cdef int d
        ways = self.exact_ways()[walk.layer + 1]
        for i in range(layer.moves):
            move = &layer.move[i]
            index = tuple([walk.lack[d] - move.take[d] - after.low[d] for d in range(DIMS)])
            inside = all([0 <= at < length for at, length in zip(index, ways.shape)])
            found.append(round(move.weight) * ways[index] if inside else 0)
        return found

    cdef int settle(self, Walk *walk, BitGenerator *source) except -1:
        """Make the move of a doubtful draw: its word, and more bits while they do not decide."""
        cdef const Layer *layer = &self.parting.layer[walk.layer]
        cdef int i = 0
        ways = self.ways_of_moves(walk)
        total = sum(ways)
        drawn = int(walk.word)
        bits = 64
        while True:
            limit = 0
            for i in range(layer.moves):
                limit += ways[i] << bits
                if drawn * total < limit:
                    break
            if (drawn + 1) * total <= limit:
                make_move(&self.parting, walk, &layer.move[i])
                return 0
            drawn = drawn << 64 | int(source.next_uint64(source.state))
            bits += 64

    def _settle_more(self, doubt):
        """Settle draws by whole numbers that come nearer to a limit than this share; for tests."""
        self.doubt = doubt

    def __repr__(self) -> str:
        return f"<Hidden {size(self.known.unseen)} cards, sizes {self.sizes}>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce__(self):
        return make_hidden, self.given


def make_hidden(unseen, sizes, known, voids, no_pairs, seen, trump) -> Hidden:
    """Make Hidden from positional values, for pickle."""
    return Hidden(
        unseen, sizes, known=known, voids=voids, no_pairs=no_pairs, seen=seen, trump=trump
    )
