"""Dealing: uniform deals of what is not known, into planes (rules D1, B1).

One deck and two are dealt 64 deals at a time by bit operations (dealer.h); three decks, and deals
that leave cards undealt, draw them from a pile one by one.
"""
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from tractor_core.arrays cimport make_out
from tractor_core.bits cimport bit
from tractor_core.cards cimport (
    KINDS, MAX_CARDS, Cards, Planes, as_number, contains, copies_of, minus, new_cards, overflow,
    plus, repeated, size
)
from tractor_core.randomness cimport BitGenerator, Sfc64, next_word, read_generator, source_of

import os

import numpy as np

from tractor_core.errors import CardsError, RulesError

__all__ = ["Dealing"]

cdef enum:
    CHUNK = 65536   # deals between looks at signals, a multiple of BLOCK

cdef extern from "dealer.h" nogil:
    enum:
        TR_PLAIN, TR_WITH_AVX2, TR_WITH_BMI2
    void tr_open(Stream *s, const uint64_t *words) noexcept
    int tr_best_path() noexcept
    bint tr_set_plan(
        Splits *splits, uint64_t first, uint64_t second, const uint64_t *known, const int *take
    ) noexcept
    Dealer tr_dealer_of(int path) noexcept

cdef uint64_t EVERY_KIND = bit(KINDS) - 1
cdef tuple PATHS = ("plain", "avx2", "bmi2")    # as in processor.h
cdef tuple KITTY_SIZES = (0, 6, 8, 6)           # by decks
cdef int BEST_PATH = tr_best_path()     # asked once: a virtual machine takes long to tell
MOST_DEALS = 2**40


cdef void open_stream(Stream *s, const uint64_t *words) noexcept nogil:
    """Seed a stream with SEED_WORDS random words."""
    tr_open(s, words)


cdef inline bint throw_three(uint32_t fraction, uint32_t first, uint8_t *dice) noexcept nogil:
    """Dice below first, first - 1, first - 2 from one fraction; False if it is to be redrawn."""
    # what a die leaves of its fraction is as random as the fraction was, if it is not too small
    cdef uint32_t second = first - (first > 1)
    cdef uint32_t third = second - (second > 1)
    cdef uint32_t product = first * second * third
    cdef uint64_t p = <uint64_t> fraction * first
    dice[0] = p >> 32
    p = <uint64_t> <uint32_t> p * second
    dice[1] = p >> 32
    p = <uint64_t> <uint32_t> p * third
    dice[2] = p >> 32
    return <uint32_t> p >= product or <uint32_t> p >= (0 - product) % product


cdef void throw_dice(Sfc64 *spare, int cards, int draws, uint8_t *dice) noexcept nogil:
    """Dice below cards, cards - 1, cards - 2, ...: `draws` of them, and up to five more."""
    cdef uint64_t word
    cdef int i
    for i in range(0, draws, 6):
        word = next_word(spare)
        while not throw_three(<uint32_t> word, cards - i, dice + i):
            word = next_word(spare)
        word >>= 32
        while not throw_three(<uint32_t> word, max(cards - i - 3, 1), dice + i + 3):
            word = next_word(spare)


cdef void deal_pile(const Plan *plan, Sfc64 *spare, uint64_t *pile, Planes *out) noexcept nogil:
    """One deal from a pile of kinds, a bit each, which is left in another order."""
    cdef uint8_t dice[MAX_CARDS + 5]
    cdef Planes dealt
    cdef Planes x
    cdef uint64_t card
    cdef int left = plan.cards
    cdef int draws = 0
    cdef int hand
    cdef int i
    cdef int end
    dealt.one = dealt.two = dealt.three = 0
    for hand in range(HANDS):
        if hand != plan.rest:
            draws += plan.take[hand]
    throw_dice(spare, left, draws, dice)
    i = 0
    for hand in range(HANDS):
        if hand == plan.rest:
            continue
        x.one = x.two = x.three = 0
        end = i + plan.take[hand]
        while i < end:
            left -= 1
            card = pile[dice[i]]
            pile[dice[i]] = pile[left]
            pile[left] = card
            x.three |= x.two & card
            x.two |= x.one & card
            x.one |= card
            i += 1
        if plan.rest != NOBODY:
            dealt = plus(dealt, x)
        out[hand] = plus(x, plan.known[hand])
    if plan.rest != NOBODY:
        out[plan.rest] = plus(minus(plan.stock, dealt), plan.known[plan.rest])


cdef void deal_block(const Plan *plan, Stream *s, Planes *out) noexcept nogil:
    """BLOCK deals of HANDS planes each."""
    cdef uint64_t pile[MAX_CARDS]
    cdef int i
    if plan.by_splits != NULL:
        plan.by_splits(s, &plan.splits, <uint64_t *> out)
        return
    for i in range(plan.cards):
        pile[i] = bit(plan.kind[i])
    for i in range(BLOCK):
        deal_pile(plan, &s.spare, pile, out + HANDS * i)


cdef void deal_many(const Plan *plan, Stream *s, Py_ssize_t n, Planes *out) noexcept nogil:
    """Deals of whole blocks; those beyond n are dropped."""
    cdef Planes last[BLOCK * HANDS]
    while n >= BLOCK:
        deal_block(plan, s, out)
        out += BLOCK * HANDS
        n -= BLOCK
    if n:
        deal_block(plan, s, last)
        memcpy(out, last, n * HANDS * sizeof(Planes))


cdef void shuffle_many(
    const Plan *plan, Stream *s, Py_ssize_t n, uint8_t *out
) noexcept nogil:
    """The stock in random orders, a row each."""
    cdef uint8_t dice[MAX_CARDS + 5]
    cdef Py_ssize_t _i
    cdef int left
    cdef uint8_t kind
    for _i in range(n):
        memcpy(out, plan.kind, plan.cards)
        throw_dice(&s.spare, plan.cards, plan.cards, dice)
        for left in range(plan.cards - 1, -1, -1):
            kind = out[dice[plan.cards - 1 - left]]
            out[dice[plan.cards - 1 - left]] = out[left]
            out[left] = kind
        out += plan.cards


cdef int deal_rows(const Plan *plan, Stream *s, Py_ssize_t n, Planes *out) except -1:
    """deal_many(), which Ctrl-C ends."""
    cdef Py_ssize_t i
    for i in range(0, n, CHUNK):
        if i:
            PyErr_CheckSignals()
        with nogil:
            deal_many(plan, s, min(n - i, <Py_ssize_t> CHUNK), out + HANDS * i)
    return 0


cdef Py_ssize_t read_number(str name, object value, object most) except -1:
    """A whole number from 0 to most."""
    number = as_number(value, f"{name} is an int")
    if not 0 <= number <= most:
        raise ValueError(f"{name} is a number from 0 to {most}, not {number}")
    return number


cdef Cards read_known(str name, object cards):
    if cards is None:
        return Cards()
    if isinstance(cards, str):
        return Cards(cards)
    if not isinstance(cards, Cards):
        raise TypeError(f"{name} are Cards, not {type(cards).__name__}")
    return <Cards> cards


cdef tuple read_four(str name, object values):
    if isinstance(values, (str, bytes, Cards)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} are four, one a seat, not {type(values).__name__}")
    found = tuple(values)
    if len(found) != 4:
        raise CardsError(f"{name} are four, one a seat, not {len(found)}")
    return found


cdef int read_path() except -1:
    """The instructions to deal with: the processor's best, or what TRACTOR_DEALER names."""
    name = os.environ.get("TRACTOR_DEALER", "")
    if name == "":
        return BEST_PATH
    if name not in PATHS:
        raise ValueError(f"TRACTOR_DEALER is {', '.join(PATHS)} or empty, not {name!r}")
    if PATHS.index(name) > BEST_PATH:
        raise ValueError(f"TRACTOR_DEALER is {name!r}, which this processor does not run fast")
    return PATHS.index(name)


cdef int open_block(Stream *s, object seed, object index) except -1:
    """Open the stream of one block of a seed: SeedSequence(seed, spawn_key=(index,))."""
    cdef const uint64_t[::1] words
    number = read_number("index", index, 2**32 - 1)
    if isinstance(seed, np.random.SeedSequence):
        sequence = np.random.SeedSequence(
            seed.entropy, spawn_key=(*seed.spawn_key, number), pool_size=seed.pool_size
        )
    else:
        seed = as_number(seed, "seed is an int or a SeedSequence")
        if seed < 0:
            raise ValueError(f"seed is a number that is not negative, not {seed}")
        sequence = np.random.SeedSequence(seed, spawn_key=(number,))
    words = sequence.generate_state(SEED_WORDS, np.uint64)
    open_stream(s, &words[0])
    return 0


cdef int open_rng(Stream *s, object rng) except -1:
    """Open a stream with words drawn from a generator."""
    cdef uint64_t words[SEED_WORDS]
    cdef BitGenerator *source
    cdef int i
    bit_generator = read_generator(rng).bit_generator
    source = source_of(bit_generator)
    with bit_generator.lock:
        for i in range(SEED_WORDS):
            words[i] = source.next_uint64(source.state)
    open_stream(s, words)
    return 0


@cython.final
cdef class Dealing:
    """What is dealt: the cards, how many each seat gets, and which of them are known (D1).

    Every way of dealing the unknown cards is as likely. A dealing never changes; it can be
    pickled, compared and hashed.

    Parameters
    ----------
    decks : {1, 2, 3}
    hands : sequence of four Cards, optional
        The cards that each seat is known to hold, as Cards, notation or None.
    kitty : Cards or str, optional
        The cards that the kitty is known to hold.
    hand_sizes : sequence of four ints, optional
        How many cards each seat holds, the known ones included. By default the cards without the
        kitty are shared evenly. Cards beyond all sizes are not dealt.
    kitty_size : int, optional
        By default 8 cards of two decks, 6 of one or three.
    stock : Cards or str, optional
        All cards of the deal, the known ones included; by default the whole decks.

    Raises
    ------
    CardsError
        A seat is known to hold more cards than it has, a card is held more often than the stock
        has it, the sizes ask for more cards than there are, or the cards cannot be shared evenly.
    RulesError
        Another number of decks.

    Examples
    --------
    >>> from tractor_core.dealing import Dealing
    >>> Dealing(2).hand_sizes, Dealing(2).kitty_size
    ((25, 25, 25, 25), 8)
    >>> Dealing(2, hands=["As As", None, None, None]).planes(1000, rng=1).shape
    (1000, 5, 3)
    """

    def __cinit__(
        self,
        decks=2,
        *,
        hands=None,
        kitty=None,
        hand_sizes=None,
        kitty_size=None,
        stock=None,
    ):
        cdef Planes every
        cdef Planes total
        cdef Planes x
        cdef Py_ssize_t sum_sizes
        cdef int i
        cdef int kind
        cdef int _copy
        cdef int at = 0
        decks = as_number(decks, "decks is an int")
        if not 1 <= decks <= 3:
            raise RulesError(f"decks are 1, 2 or 3, not {decks}")
        every = repeated(EVERY_KIND, decks)
        cards = new_cards(every) if stock is None else read_known("stock", stock)
        if not contains(every, (<Cards> cards).p):
            raise CardsError(f"the stock holds more than {decks} copies of a kind")
        known = tuple([
            read_known(f"hands[{seat}]", hand)
            for seat, hand in enumerate(
                (None,) * 4 if hands is None else read_four("hands", hands))
        ])
        in_kitty = read_known("kitty", kitty)
        many = KITTY_SIZES[decks] if kitty_size is None else read_number(
            "kitty_size", kitty_size, MAX_CARDS)
        if hand_sizes is None:
            if len(cards) < many or (len(cards) - many) % 4:
                raise CardsError(
                    f"{len(cards)} cards less a kitty of {many} are not four equal hands: "
                    "name hand_sizes or kitty_size"
                )
            sizes = ((len(cards) - many) // 4,) * 4
        else:
            sizes = tuple([
                read_number(f"hand_sizes[{seat}]", value, MAX_CARDS)
                for seat, value in enumerate(read_four("hand_sizes", hand_sizes))
            ])
        sum_sizes = many
        for value in sizes:
            sum_sizes += value
        if sum_sizes > len(cards):
            raise CardsError(f"hands and kitty of {sum_sizes} cards from a stock of {len(cards)}")
        total.one = total.two = total.three = 0
        for i in range(HANDS):
            x = (<Cards> (in_kitty if i == KITTY else known[i])).p
            name = "the kitty" if i == KITTY else f"seat {i}"
            value = many if i == KITTY else sizes[i]
            if size(x) > value:
                raise CardsError(
                    f"{name} is known to hold {size(x)} cards, more than its {value}"
                )
            if overflow(total, x) or not contains((<Cards> cards).p, plus(total, x)):
                raise CardsError("hands and kitty hold a card more often than the stock has it")
            total = plus(total, x)
            self.plan.known[i] = x
            self.plan.take[i] = value - size(x)
        self.plan.stock = minus((<Cards> cards).p, total)
        self.plan.cards = size(self.plan.stock)
        for kind in range(KINDS):
            for _copy in range(copies_of(self.plan.stock, kind)):
                self.plan.kind[at] = kind
                at += 1
        self.plan.rest = NOBODY
        if sum_sizes == len(cards):
            self.plan.rest = 0
            for i in range(1, HANDS):
                if self.plan.take[i] > self.plan.take[self.plan.rest]:
                    self.plan.rest = i
        self.plan.by_splits = NULL
        dealer = tr_dealer_of(read_path())
        if (
            (<Cards> cards).p.three == 0 and self.plan.rest != NOBODY
            and tr_set_plan(
                &self.plan.splits, self.plan.stock.one, self.plan.stock.two,
                <const uint64_t *> self.plan.known, self.plan.take,
            )
        ):
            self.plan.by_splits = dealer
        self.decks = decks
        self.hands = known
        self.kitty = in_kitty
        self.hand_sizes = sizes
        self.kitty_size = many
        self.stock = cards

    cdef tuple key(self):
        return (
            self.decks, self.hands, self.kitty, self.hand_sizes, self.kitty_size, self.stock
        )

    def planes(self, n, rng=None, *, out=None):
        """Return deals as planes.

        Parameters
        ----------
        n : int
        rng : int, SeedSequence, Generator or None
            A `numpy.random.Generator` is drawn from, fifteen words a call; anything else is a seed
            for a new one.
        out : ndarray of uint64, shape (n, 5, 3), optional

        Returns
        -------
        ndarray of uint64, shape (n, 5, 3)
            Three planes of each hand, then of the kitty.

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> Dealing(2).planes(3, rng=1)[0, 4, 1]  # no pair in the kitty
        np.uint64(0)
        """
        cdef Stream s
        cdef uint64_t[::1] flat
        cdef Py_ssize_t many = read_number("n", n, MOST_DEALS)
        made = make_out(out, "uint64", (many, HANDS, 3), ())
        open_rng(&s, rng)
        flat = made.reshape(-1)
        if many:
            deal_rows(&self.plan, &s, many, <Planes *> &flat[0])
        return made if out is None else out

    def block_planes(self, seed, index, n, *, out=None):
        """Return the first deals of one block of a seed, as planes.

        Block `index` is dealt from ``SeedSequence(seed, spawn_key=(index,))`` alone, so blocks can
        be dealt anywhere, in any order, and hold the same cards on every machine.

        Parameters
        ----------
        seed : int or SeedSequence
        index : int
            0 or more.
        n : int
        out : ndarray of uint64, shape (n, 5, 3), optional

        Returns
        -------
        ndarray of uint64, shape (n, 5, 3)

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> few, more = (Dealing(2).block_planes(7, 0, n) for n in (10, 1000))
        >>> bool((few == more[:10]).all())
        True
        """
        cdef Stream s
        cdef uint64_t[::1] flat
        cdef Py_ssize_t many = read_number("n", n, MOST_DEALS)
        open_block(&s, seed, index)
        made = make_out(out, "uint64", (many, HANDS, 3), ())
        flat = made.reshape(-1)
        if many:
            deal_rows(&self.plan, &s, many, <Planes *> &flat[0])
        return made if out is None else out

    def orders(self, n, rng=None, *, out=None):
        """Return the unknown cards in random orders, as they are drawn one by one (B1).

        Parameters
        ----------
        n : int
        rng : int, SeedSequence, Generator or None
        out : ndarray of uint8, shape (n, cards), optional

        Returns
        -------
        ndarray of uint8, shape (n, cards)
            Kinds, 0 to 53.

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> Dealing(1).orders(5, rng=1).shape
        (5, 54)
        """
        cdef Stream s
        cdef uint8_t[::1] flat
        cdef Py_ssize_t i
        cdef Py_ssize_t many = read_number("n", n, MOST_DEALS)
        made = make_out(out, "uint8", (many, self.plan.cards), ())
        open_rng(&s, rng)
        flat = made.reshape(-1)
        if flat.shape[0]:
            for i in range(0, many, CHUNK):
                if i:
                    PyErr_CheckSignals()
                with nogil:
                    shuffle_many(
                        &self.plan, &s, min(many - i, <Py_ssize_t> CHUNK),
                        &flat[i * self.plan.cards],
                    )
        return made if out is None else out

    def to_dict(self):
        """Return the dealing as a dict of JSON values, which `Dealing` takes as keywords.

        Examples
        --------
        >>> from tractor_core.dealing import Dealing
        >>> dealing = Dealing(1, kitty="SJ BJ")
        >>> Dealing(**dealing.to_dict()) == dealing
        True
        """
        return {
            "decks": self.decks,
            "hands": [str(hand) for hand in self.hands],
            "kitty": str(self.kitty),
            "hand_sizes": list(self.hand_sizes),
            "kitty_size": self.kitty_size,
            "stock": str(self.stock),
        }

    def __reduce__(self):
        return _remade, (self.to_dict(),)

    def __eq__(self, other):
        if not isinstance(other, Dealing):
            return NotImplemented
        return self.key() == (<Dealing> other).key()

    def __hash__(self):
        return hash(self.key())

    def __repr__(self):
        parts = [repr(self.decks)]
        if any([len(hand) for hand in self.hands]):
            parts.append(f"hands={[str(hand) for hand in self.hands]!r}")
        if len(self.kitty):
            parts.append(f"kitty={str(self.kitty)!r}")
        usual = Dealing(self.decks)
        if self.stock != usual.stock:
            parts.append(f"stock={str(self.stock)!r}")
        if self.hand_sizes != usual.hand_sizes:
            parts.append(f"hand_sizes={self.hand_sizes!r}")
        if self.kitty_size != usual.kitty_size:
            parts.append(f"kitty_size={self.kitty_size}")
        return f"Dealing({', '.join(parts)})"


def _remade(keywords):
    return Dealing(**keywords)
