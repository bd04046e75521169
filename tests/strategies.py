"""Hypothesis strategies for positions rich in structure, and short names for cards.

Uniform random cards hardly ever hold two adjacent pairs. These strategies draw windows of
consecutive steps with the copies of each kind, so runs, triples, ties of equal level cards and
jokers meet in most examples.
"""

from dataclasses import dataclass
from itertools import islice

from hypothesis import strategies as st

import tractor_core as tc

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS = ("d", "c", "h", "s")
STYLES = ("ascii", "unicode", "chinese")


def of(ranks, suit="s"):
    """Return the cards of the given ranks in one suit: ``of("98844")`` is 9s 8s 8s 4s 4s."""
    return tc.Cards(" ".join(rank + suit for rank in ranks if rank != " "))


def join(parts):
    """Return the sum of some Cards."""
    total = tc.Cards()
    for part in parts:
        total = total + part
    return total


def cap(kinds, copies):
    """Return the kinds without what exceeds `copies` of one kind, in the order given."""
    kept = []
    for kind in kinds:
        if kept.count(kind) < copies:
            kept.append(kind)
    return kept


@dataclass(frozen=True)
class Follow:
    """A lead and a hand that holds at least as many cards."""

    trump: tc.Trump
    lead: tc.Cards
    hand: tc.Cards
    units: tuple | None


@dataclass(frozen=True)
class Throw:
    """A lead of one suit and the three other hands."""

    trump: tc.Trump
    lead: tc.Cards
    others: tuple
    units: tuple | None


ORDER_OPTIONS = ("permanent_twos", "no_trump_levels", "gap_adjacent", "level_tractors")
FOLLOW_OPTIONS = {
    "titanic_answer": ("tractor_first", "triples_first"),
    "follow_tractor": ("full", "pairs"),
    "short_tractor": ("owed", "free"),
    "throw_answer": ("full", "pairs"),
    "draw": ("all", "protect_triples", "protect_runs", "protect_both", "suit_only"),
}
RUFF_OPTIONS = {
    "ruff_compare": ("first_unit", "every_unit", "each_shape", "next_unit", "top_card"),
    "ruff_cover": ("split", "exact"),
}


@st.composite
def trumps(draw):
    """Every level and trump suit, no trump and permanent twos; sometimes an option of O7."""
    suit = draw(st.sampled_from((*SUITS, None)))
    level = draw(st.sampled_from(LEVELS))
    options = {"permanent_twos": draw(st.booleans())}
    options |= draw(
        st.sampled_from(
            (
                {},
                {},
                {},
                {"no_trump_levels": "plain"},
                {"gap_adjacent": False},
                {"level_tractors": False},
                {"no_trump_levels": "plain", "gap_adjacent": False, "level_tractors": False},
            )
        )
    )
    return tc.Trump(level, suit, **options)


@st.composite
def profiles(draw, options):
    """Rules with some of the options, each at one of its values; half the time the defaults."""
    if draw(st.booleans()):
        return tc.Rules()
    return tc.Rules(**{name: draw(st.sampled_from(values)) for name, values in options.items()})


def decks():
    """One, two or three decks, mostly two or three."""
    return st.sampled_from((2, 3, 3, 2, 1))


@st.composite
def suit_kinds(draw, trump, suit, copies, most, top=False):
    """Kinds of one suit: a window of steps with their copies, and some loose cards."""
    steps = tc.order(trump)[suit]
    start = 0 if top else draw(st.integers(0, len(steps) - 1))
    width = draw(st.integers(1, 5))
    counts = st.sampled_from((copies, copies, max(copies - 1, 1), 1, 0))
    kinds = []
    for step in steps[start : start + width]:
        for kind in step:
            kinds += [kind] * draw(counts)
    flat = [kind for step in steps for kind in step]
    loose = [] if top else draw(st.lists(st.sampled_from(flat), max_size=4))
    return cap(loose[:1] + kinds + loose[1:], copies)[:most]


@st.composite
def run_kinds(draw, trump, suit, copies, most):
    """Kinds of one run of pairs or triples, one kind a step, and perhaps one card more."""
    steps = tc.order(trump)[suit]
    each = draw(st.integers(2, copies))
    longest = max(1, min(len(steps), most // each))
    length = draw(st.integers(min(2, longest), longest))
    start = draw(st.integers(0, len(steps) - length))
    kinds = [draw(st.sampled_from(step)) for step in steps[start : start + length]]
    more = [draw(st.sampled_from(step)) for step in draw(st.permutations(steps))[:1]]
    return cap(kinds * each + more, copies)[:most]


@st.composite
def suit_cards(draw, trump, suit, copies, most=8, top=False):
    """One to `most` cards of one suit; `top` takes them from its upper end."""
    if copies > 1 and most > 3 and not top and draw(st.booleans()):
        kinds = draw(run_kinds(trump, suit, copies, most))
    else:
        kinds = draw(suit_kinds(trump, suit, copies, draw(st.integers(1, most)), top))
    if not kinds:
        kinds = [draw(st.sampled_from(tc.order(trump)[suit]))[0]]
    return tc.Cards(kinds)


@st.composite
def holdings(draw, trump, copies, suit, least=0, most=12):
    """A hand with many cards of `suit` and some of another one, at least `least` cards."""
    names = list(tc.order(trump))
    kinds = draw(suit_kinds(trump, suit, copies, most))
    if copies > 1 and most > 9 and draw(st.booleans()):
        kinds = cap(draw(run_kinds(trump, suit, copies, 6)) + kinds, copies)[:most]
    other = draw(st.sampled_from(names))
    room = most - len(kinds)
    if room > 0:
        kinds = cap(kinds + draw(suit_kinds(trump, other, copies, min(room, 4))), copies)
    # Fillers, so that the hand is long enough: from a drawn kind upwards, round the deck.
    start = draw(st.integers(0, 53))
    filler = [(start + i) % 54 for i in range(54) for _ in range(copies)]
    for kind in filler:
        if len(kinds) >= least:
            break
        if kinds.count(kind) < copies:
            kinds.append(kind)
    return tc.Cards(kinds)


@st.composite
def namings(draw, lead, trump):
    """None, or one of the first partitions of the lead."""
    if draw(st.booleans()):
        return None
    return draw(st.sampled_from(list(islice(tc.decompositions(lead, trump), 12))))


@st.composite
def follows(draw, most_led=8, most_held=14):
    """A position of a follower."""
    trump = draw(trumps())
    copies = draw(decks())
    suit = draw(st.sampled_from(list(tc.order(trump))))
    lead = draw(suit_cards(trump, suit, copies, most_led))
    hand = draw(holdings(trump, copies, suit, len(lead), max(most_held, len(lead))))
    return Follow(trump, lead, hand, draw(namings(lead, trump)))


@st.composite
def throws(draw, most_led=8, most_held=10):
    """A position of a leader who throws, often from the top of a suit against weak hands."""
    trump = draw(trumps())
    copies = draw(decks())
    suit = draw(st.sampled_from(list(tc.order(trump))))
    lead = draw(suit_cards(trump, suit, copies, most_led, draw(st.booleans())))
    weak = draw(st.booleans())
    held = (trump, 1 if weak else copies, suit, 0, 5 if weak else most_held)
    others = tuple(draw(holdings(*held)) for _ in range(3))
    return Throw(trump, lead, others, draw(namings(lead, trump)))


@st.composite
def tricks(draw, most_led=6):
    """A trump and four plays of one length; the lead is of one suit."""
    trump = draw(trumps())
    copies = draw(decks())
    suit = draw(st.sampled_from(list(tc.order(trump))))
    lead = draw(suit_cards(trump, suit, copies, most_led))
    size = len(lead)
    plays = [lead]
    for _ in range(3):
        name = draw(st.sampled_from([suit, suit, "trump", "trump", *tc.order(trump)]))
        hand = draw(holdings(trump, copies, name, size, max(size, 9)))
        first = [kind for kind in hand if tc.suit_of(kind, trump) == name]
        rest = [kind for kind in hand if tc.suit_of(kind, trump) != name]
        plays.append(tc.Cards((first + rest)[:size]))
    return trump, plays


@st.composite
def any_cards(draw, copies=3, most=20):
    """Any cards, many of them copies of a few kinds."""
    few = draw(st.lists(st.integers(0, 53), min_size=1, max_size=6, unique=True))
    kinds = draw(st.lists(st.sampled_from(few) | st.integers(0, 53), max_size=most))
    return tc.Cards(cap(kinds, copies))
