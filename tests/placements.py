"""Hidden cards the slow way: every placement of cards that are all different."""

import ctypes
import threading
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import factorial
from operator import sub

import numpy as np

import tractor_core as tc

PLACES = 5


def fits(deal, known, voids, no_pairs, trump):
    """Whether a deal, five tuples of kinds, is one of what is known."""
    for place, cards in enumerate(deal):
        held = Counter(cards)
        if Counter(known.get(place, tc.Cards())) - held:
            return False
        for kind, copies in held.items():
            if trump is None:
                continue
            suit = tc.suit_of(kind, trump)
            if suit in voids.get(place, ()) or (copies > 1 and suit in no_pairs.get(place, ())):
                return False
    return True


def placements(cards, sizes):
    """Every way of giving different cards to places, as tuples of kinds by place."""
    if not sizes:
        yield ()
        return
    numbers = range(len(cards))
    for chosen in combinations(numbers, sizes[0]):
        taken = set(chosen)
        left = [cards[i] for i in numbers if i not in taken]
        for others in placements(left, sizes[1:]):
            yield (tuple(cards[i] for i in chosen), *others)


def deals(unseen, sizes, known=None, voids=None, no_pairs=None, trump=None):
    """In how many placements each deal comes up, of those that fit."""
    found = Counter()
    for deal in placements(list(unseen), sizes):
        if fits(deal, known or {}, voids or {}, no_pairs or {}, trump):
            found[tuple(tuple(sorted(cards)) for cards in deal)] += 1
    return found


def count_deals(unseen, sizes, known=None, voids=None, no_pairs=None, trump=None):
    """The number of placements that fit, kind by kind over all states at once."""
    places = [place for place in range(PLACES) if sizes[place]]
    states = {tuple(sizes[place] for place in places): 1}
    for kind, copies in Counter(unseen).items():
        suit = None if trump is None else tc.suit_of(kind, trump)
        moves = []
        for given in splits(copies, len(places)):
            if any(
                many < (known or {}).get(place, tc.Cards()).count(kind)
                or (many and suit in (voids or {}).get(place, ()))
                or (many > 1 and suit in (no_pairs or {}).get(place, ()))
                for place, many in zip(places, given, strict=True)
            ):
                continue
            ways = factorial(copies)
            for many in given:
                ways //= factorial(many)
            moves.append((given, ways))
        after = Counter()
        for state, so_far in states.items():
            for given, ways in moves:
                left = tuple(map(sub, state, given))
                if min(left) >= 0:
                    after[left] += so_far * ways
        states = after
    return states.get((0,) * len(places), 0)


def splits(total, parts):
    if parts <= 1:
        yield (total,) * parts
        return
    for first in range(total + 1):
        for rest in splits(total - first, parts - 1):
            yield (first, *rest)


def kinds_of(planes):
    """A deal of planes as tuples of kinds by place."""
    return tuple(tc.Cards.from_planes(*place).kinds() for place in planes.tolist())


# --- a source of randomness that gives the words it is told to ---

_Next64 = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)
_Next32 = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)
_NextDouble = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)


class _Source(ctypes.Structure):
    _fields_ = (
        ("state", ctypes.c_void_p),
        ("next_uint64", _Next64),
        ("next_uint32", _Next32),
        ("next_double", _NextDouble),
        ("next_raw", _Next64),
    )


TAILS = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7)    # make words follow


class Script:
    """Stand in for a bit generator: give certain words, then fixed ones, and count them."""

    def __init__(self):
        self.words = ()
        self.drawn = 0
        next64 = _Next64(self._next)
        self._source = _Source(None, next64, _Next32(lambda _: 0), _NextDouble(lambda _: 0), next64)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        self.capsule = new(ctypes.addressof(self._source), b"BitGenerator", None)
        self.lock = threading.Lock()
        self.generator = np.random.Generator(self)

    def _next(self, _):
        self.drawn += 1
        if self.drawn <= len(self.words):
            return self.words[self.drawn - 1]
        return self.drawn * self.tail % (1 << 64)

    def run(self, hidden, words, tail=TAILS[0], rows=1):
        """Deals from these words, as bytes, and how many words they took."""
        self.words = words
        self.tail = tail
        self.drawn = 0
        deal = hidden.sample(rows, self.generator)
        return deal.tobytes(), self.drawn


GRID = 1 << 55      # outcomes have one chance in 512 or more at every draw
FINE = 1 << 28      # tells multiples of 1 / d apart, for d up to MOST
MOST = 40_000
INSIDE = Fraction(985, 2378)    # of an interval: where no draw is made again, as at its middle


def exact_odds(hidden, words=(), grid=GRID):
    """The probability of every deal that the sampler can give after these words, as fractions.

    All words are gone through: at each draw the words from 0 to 2 ** 64 fall into intervals of
    equal outcome, whose limits, simple fractions of 2 ** 64, are found by halving. Outcomes are
    equal that make the same deals of all words that may follow: of three series of them.
    """
    script = Script()
    found = Counter()

    def explore(words, chance):
        deal, drawn = script.run(hidden, words)
        if drawn <= len(words):
            found[deal] += chance
            return
        known = {}

        def look(word):
            if word not in known:
                known[word] = [script.run(hidden, (*words, word), tail) for tail in TAILS]
            return known[word]

        def limits(low, high):
            """Where intervals begin between low and high."""
            if high - low <= grid and look(low) == look(high):
                return
            if high - low <= FINE:
                yield Fraction(low, 1 << 64).limit_denominator(MOST)
                return
            middle = (low + high) // 2
            yield from limits(low, middle)
            yield from limits(middle, high)

        # off the limits by a little, where a draw may be made again
        edges = [Fraction(0), *limits(FINE >> 1, (1 << 64) - (FINE >> 1)), Fraction(1)]
        for low, high in pairwise(edges):
            if high > low:
                word = int((low + (high - low) * INSIDE) * (1 << 64))
                explore((*words, word), chance * (high - low))

    explore(tuple(words), Fraction(1))
    return {
        kinds_of(np.frombuffer(deal, np.uint64).reshape(PLACES, 3)): chance
        for deal, chance in found.items()
    }
