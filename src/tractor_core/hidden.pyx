"""Hidden: the cards that are not seen, dealt evenly over all that is possible."""
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

from tractor_core.cards cimport Cards, Planes, as_number, copies_of, new_cards, size
from tractor_core.clues cimport PLACES, no_deal, read_clues
from tractor_core.dealing cimport read_path
from tractor_core.draws cimport BATCH, Walk, chance_of, deal_on
from tractor_core.integers cimport exact_ways, settle
from tractor_core.partings cimport DONE, NO_ROOM, Outcome
from tractor_core.randomness cimport read_generator, source_of
from tractor_core.slots cimport Slots
from tractor_core.trump cimport Trump
from tractor_core.ways cimport clear, lay_out

from math import factorial, prod

import numpy as np

__all__ = ["Hidden"]

cdef enum:
    ROW = 8 * 3 * PLACES    # bytes of a deal
    CHUNK = 65536           # rows between looks at signals


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
        added to every deal, and its voids and suits without a pair speak of them too.
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
        cdef Outcome outcome
        cdef int path = read_path()
        self.given = read_clues(&self.known, unseen, sizes, known, voids, no_pairs, seen, trump)
        self.chance = chance_of(path)
        with nogil:
            outcome = lay_out(&self.parting, &self.known, path)
        if outcome == NO_ROOM:
            raise MemoryError("more is known of more places than can be counted")
        if not self.parting.possible:
            raise no_deal(&self.known)

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
        cdef const Slots *slots = &self.parting.slots
        cdef const Known *k = &self.known
        cdef int place
        ways = self.ways()[0].item()
        ways *= factorial(slots.pool)
        ways //= prod([factorial(slots.pool_size[i]) for i in range(slots.pooled)])
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
                    settle(&self.parting, self.ways(), &walk, chance.source)
                elif end >= rows:
                    return deals
                else:
                    PyErr_CheckSignals()
                    end += CHUNK

    cdef list ways(self):
        """Of every layer, as whole numbers."""
        if self.exact is None:
            self.exact = exact_ways(&self.parting)
        return self.exact

    def _settle_more(self, doubt):
        """Settle draws by whole numbers that come nearer to a limit than this share; for tests."""
        self.chance.doubt = doubt

    def _words_for_layers(self):
        """How many words a deal draws before those that part its cards; for tests."""
        cdef int i
        return sum([self.parting.layers.layer[i].moves != 1 for i in range(self.parting.layers.n)])

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
