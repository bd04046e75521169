"""Hidden: the cards that are not seen, dealt evenly over all that is possible."""
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from tractor_core.bits cimport lowest
from tractor_core.cards cimport (
    Cards, Planes, as_number, contains, copies_of, new_cards, overflow, plus, size, within
)
from tractor_core.dealing cimport read_path
from tractor_core.draws cimport BATCH, FEW, Chance, Walk, deal_on, give, tr_chooser_of, tr_picker_of
from tractor_core.partings cimport (
    DONE, NO_ROOM, PLACES, SLOTS, Class, Known, Layer, Move, Outcome, Parting, clear, lane, lay_out,
    tr_adder, tr_adder_of
)
from tractor_core.randomness cimport BitGenerator, read_generator, source_of
from tractor_core.trump cimport SUIT_NAMES, Trump

from collections.abc import Mapping
from math import comb, factorial, prod

import numpy as np

from tractor_core.cards import format_kind
from tractor_core.errors import CardsError, RulesError

__all__ = ["Hidden"]

cdef enum:
    ROW = 8 * 3 * PLACES    # bytes of a deal
    CHUNK = 65536           # rows between looks at signals

# The sums of `cells` are right to 2 ** -40 of their size, 8192 roundings of 2 ** -53: layers of at
# most 5, 15 or 35 moves for one, two or three cards add up to 12 a card, 162 cards 1944; whole
# classes, each with two choices and two powers, no more than 12 a card either; the chain at most
# 1650, in 5 quotients of factorials and 5 inverse ones. A draw compares two such sums.
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
    are exactly even, and the same for one seed and n on every machine; samples of 8 deals and
    more from one seed begin alike.

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
        cdef tr_adder add
        cdef Outcome outcome
        cdef int path
        cdef int place
        memset(k, 0, sizeof(Known))
        memset(&self.parting, 0, sizeof(Parting))
        self.chance.doubt = DOUBT
        self.chance.few = FEW
        path = read_path()
        self.chance.pick = tr_picker_of(path)
        self.chance.choose = tr_chooser_of(path)
        add = tr_adder_of(path)
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
            outcome = lay_out(k, &self.parting, add)
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
        cdef Chance chance = self.chance
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
        chance.source = source_of(bit_generator)
        with bit_generator.lock:
            walk.row = 0
            walk.begun = False
            walk.batch = BATCH if rows >= BATCH else 1
            while True:
                with nogil:
                    outcome = deal_on(
                        &self.parting, &walk, &chance, <Planes *> &out[0, 0, 0], min(end, rows)
                    )
                if outcome != DONE:
                    self.settle(&walk, chance.source)
                elif end >= rows:
                    return deals
                else:
                    PyErr_CheckSignals()
                    end += CHUNK

    cdef list moves_of(self, const Layer *layer):
        """The moves of a layer in the order of draws: cards by slot, and their ways."""
        cdef const Move *move
        cdef list found = []
        cdef int i
        cdef int j
        if layer.moves:
            for i in range(layer.moves):
                move = &layer.move[i]
                found.append(tuple([move.given[j] for j in range(SLOTS)]))
        else:
            for i in range(max(layer.rows, 1)):
                for j in range(layer.cards - i + 1):
                    given = [0] * SLOTS
                    if layer.rows:
                        given[layer.row_slot] = i
                    given[layer.second] = j
                    given[layer.last] = layer.cards - i - j
                    found.append(tuple(given))
        return [
            (
                given,
                factorial(layer.cards) // prod(map(factorial, given))
                * int(layer.ways) ** given[layer.odd],
            )
            for given in found
        ]

    cdef object chain_ways(self, list lacks):
        """The ways of dealing the chain to slots that lack so much."""
        cdef const Parting *p = &self.parting
        cdef const Class *cls
        cdef int i
        cdef int j
        ways = 1
        left = 0
        for i in range(p.chain, p.classes):
            cls = &p.cls[i]
            left += cls.cards
            for j in range(cls.slots):
                ways *= comb(left, lacks[cls.slot[j]]) if lacks[cls.slot[j]] <= left else 0
                left -= lacks[cls.slot[j]]
                if left < 0:
                    return 0
        return ways if left == 0 else 0

    cdef list exact_ways(self):
        """By layer, the ways of every state as whole numbers, in the order of `low` .. `high`."""
        cdef const Parting *p = &self.parting
        cdef const Layer *layer = &p.layer[p.layers]
        cdef const Layer *after
        cdef int i
        cdef int s
        if self.exact is not None:
            return self.exact
        slots = [s for s in range(p.slots) if s != p.follows]
        rest = np.zeros([layer.high[s] - layer.low[s] + 1 for s in slots], object)
        for index in np.ndindex(rest.shape):
            lacks = [0] * SLOTS
            for s, at in zip(slots, index):
                lacks[s] = at + layer.low[s]
            lacks[p.follows] = layer.left - sum(lacks)
            if layer.low[p.follows] <= lacks[p.follows] <= layer.high[p.follows]:
                rest[index] = self.chain_ways(lacks)
        found = [rest]
        for i in range(p.layers - 1, -1, -1):
            layer = &p.layer[i]
            after = &p.layer[i + 1]
            ways = np.zeros([layer.high[s] - layer.low[s] + 1 for s in slots], object)
            for given, weight in self.moves_of(layer):
                to = []
                source = []
                for s in slots:
                    low = max(layer.low[s], after.low[s] + given[s])
                    end = min(layer.high[s], after.high[s] + given[s]) + 1
                    to.append(slice(low - layer.low[s], max(low, end) - layer.low[s]))
                    low -= after.low[s] + given[s]
                    source.append(slice(low, max(low, end - after.low[s] - given[s])))
                ways[tuple(to)] += weight * rest[tuple(source)]
            rest = ways
            found.append(ways)
        found.reverse()
        self.exact = found
        return self.exact

    cdef int settle(self, Walk *walk, BitGenerator *source) except -1:
        """Make the move of a doubtful draw: its word, and more bits while they do not decide."""
        cdef const Parting *p = &self.parting
        cdef const Layer *layer = &p.layer[walk.layer]
        cdef const Layer *after = layer + 1
        cdef uint8_t given[SLOTS]
        cdef int s
        slots = [s for s in range(p.slots) if s != p.follows]
        exact = self.exact_ways()[walk.layer + 1]
        moves = []
        for taken, weight in self.moves_of(layer):
            index = tuple([lane(walk.lanes[walk.next], s) - taken[s] - after.low[s] for s in slots])
            if all([0 <= at < length for at, length in zip(index, exact.shape)]):
                moves.append((taken, weight * exact[index]))
        total = sum([ways for _, ways in moves])
        drawn = int(walk.word[walk.next][walk.layer])
        bits = 64
        while True:
            limit = 0
            for taken, ways in moves:
                limit += ways << bits
                chosen = taken
                if drawn * total < limit:
                    break
            if (drawn + 1) * total <= limit:
                for s in range(SLOTS):
                    given[s] = chosen[s]
                give(p, walk, walk.next, given)
                walk.next += 1
                return 0
            drawn = drawn << 64 | int(source.next_uint64(source.state))
            bits += 64

    def _settle_more(self, doubt):
        """Settle draws by whole numbers that come nearer to a limit than this share; for tests."""
        self.chance.doubt = doubt

    def _words_for_layers(self):
        """How many words a deal draws before those that part its cards; for tests."""
        cdef int i
        return sum([self.parting.layer[i].moves != 1 for i in range(self.parting.layers)])

    def _draw_one_by_one(self, few):
        """Draw up to so many cards one by one, and split more off by random bits; for tests."""
        self.chance.few = few

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
