"""Clues: what is known of hidden cards, read and checked."""
from libc.string cimport memset

from tractor_core.bits cimport lowest
from tractor_core.cards cimport as_number, contains, new_cards, overflow, plus, size, within
from tractor_core.trump cimport SUIT_NAMES

from collections.abc import Mapping

from tractor_core.cards import format_kind
from tractor_core.errors import CardsError, RulesError


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


cdef int check_known(Known *k) except -1:
    """Refuse what the numbers of cards do not allow; seen cards leave no room for a second copy."""
    cdef Planes together = k.unseen
    cdef Planes wanted
    cdef Planes held
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
        held = plus(k.holds[place], k.seen[place])
        if held.one & k.lacks[place]:
            raise RulesError(
                f"{name} is void in the suit of {first_kind(within(held, k.lacks[place]))}, which "
                "it is known to hold"
            )
        if held.two & k.single[place]:
            most = within(held, k.single[place] & held.two)
            raise RulesError(
                f"{name} has no pair in the suit of {first_kind(most)}, of which it is known to "
                "hold two"
            )
        k.lacks[place] |= k.seen[place].one & k.single[place]   # another would make a pair
    return 0


cdef int room(const Known *k, int place) noexcept nogil:
    """How many of the unseen cards a place can hold at most, were it for itself alone."""
    cdef Planes open = within(k.unseen, ~k.lacks[place])
    open.two &= ~k.single[place]
    open.three &= ~k.single[place]
    return size(open)


cdef object no_deal(const Known *k):
    """The error that says why no deal fits."""
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


cdef tuple read_clues(
    Known *k, Cards unseen, object sizes, object known, object voids, object no_pairs, object seen,
    Trump trump
):
    """Fill in what is known; returns the arguments in the forms that are pickled."""
    cdef int place
    memset(k, 0, sizeof(Known))
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
    return (
        unseen,
        tuple(numbers),
        tuple([new_cards(k.holds[place]) for place in range(PLACES)]),
        suits_given(lacked),
        suits_given(single),
        tuple([new_cards(k.seen[place]) for place in range(PLACES)]),
        trump,
    )
