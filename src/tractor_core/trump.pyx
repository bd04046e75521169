"""Trump: the level and the trump suit of a round, and the order of cards they make (O)."""
cimport cython
from cpython.unicode cimport PyUnicode_FromObject
from libc.string cimport memset

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport BIG, SMALL, Cards, as_kind, as_number

from tractor_core.cards import RANK_LETTERS, parse_kind
from tractor_core.errors import NotationError, RulesError

__all__ = ["Trump", "order", "sort_hand", "suit_of"]

SUIT_NAMES = ("d", "c", "h", "s", "trump")

cdef enum:
    TWO = 0     # ranks count from the two, as kinds do
    ACE = 12

cdef dict ORDER_CHOICES = {
    "permanent_twos": (False, True),
    "no_trump_levels": ("trump", "plain"),
    "gap_adjacent": (True, False),
    "level_tractors": (True, False),
}


cdef uint64_t rank_in_all_suits(int rank) noexcept nogil:
    return bit(rank) | bit(13 + rank) | bit(26 + rank) | bit(39 + rank)


cdef int plain_suit(Order *o, int s, int suit, int first, int gap, bint hole) noexcept nogil:
    """Lay ranks first .. A of a printed suit without rank gap (-1: none) on suit s from step 0.

    A hole keeps the gap's place empty, so that its neighbours are not adjacent.  Returns the
    number of steps.
    """
    cdef int rank
    cdef int step
    cdef int end = 0
    o.shift_low[s] = 13 * suit + first
    o.shift_high[s] = 13 * suit + first + (0 if hole else 1)
    o.low[s] = o.high[s] = 0
    for rank in range(first, ACE + 1):
        if rank == gap:
            continue
        if gap < 0 or rank < gap:
            o.low[s] |= bit(13 * suit + rank)
            step = rank - first
        else:
            o.high[s] |= bit(13 * suit + rank)
            # a gap below the first rank leaves nothing to close
            if gap < first:
                o.shift_high[s] = 13 * suit + first
            step = 13 * suit + rank - o.shift_high[s]
        o.suit_of[13 * suit + rank] = s
        o.step_of[13 * suit + rank] = step
        o.kind_at[s][step] = 13 * suit + rank
        end = step + 1
    o.suit[s] |= o.low[s] | o.high[s]
    return end


cdef void put(Order *o, uint64_t kinds, int step) noexcept nogil:
    """Stand kinds on one step of the trumps."""
    cdef uint64_t left = kinds
    while left:
        o.suit_of[lowest(left)] = TRUMPS
        o.step_of[lowest(left)] = step
        left &= left - 1
    o.suit[TRUMPS] |= kinds
    o.kind_at[TRUMPS][step] = lowest(kinds) if kinds & (kinds - 1) == 0 else TIED


cdef void fill_order(
    Order *o,
    int level,
    int suit,
    bint twos,
    bint plain_levels,
    bint gap_adjacent,
    bint chain_levels,
) noexcept nogil:
    """Fill the order of a round; the level counts from 0 for a two, suit -1 is no trump."""
    cdef int s
    cdef int step
    cdef int spread = 1 if chain_levels else 2
    cdef bint levels_trump = suit >= 0 or not plain_levels
    cdef int gap = level if levels_trump else -1
    cdef int first = TWO + 1 if twos else TWO
    cdef bint hole = not gap_adjacent and first < gap < ACE
    cdef uint64_t levels = rank_in_all_suits(level) if levels_trump else 0
    cdef uint64_t deuces = rank_in_all_suits(TWO) & ~levels if twos else 0
    cdef uint64_t own_suit = (<uint64_t> 0x1FFF) << (13 * suit) if suit >= 0 else 0
    memset(o, 0, sizeof(Order))
    memset(o.kind_at, GAP, sizeof(o.kind_at))
    for s in range(4):
        if s != suit:
            o.steps[s] = plain_suit(o, s, s, first, gap, hole)
    step = 0
    if suit >= 0:
        step = plain_suit(o, TRUMPS, suit, first, gap, hole)
        if not chain_levels:
            step += 1
    o.tie[0] = deuces & ~own_suit
    o.tie[1] = levels & ~own_suit
    o.own[0] = deuces & own_suit
    o.own[1] = levels & own_suit
    for s in range(2):
        if o.tie[s]:
            o.tie_step[s] = step
            put(o, o.tie[s], step)
            step += spread
        if o.own[s]:
            o.own_step[s] = step
            put(o, o.own[s], step)
            step += spread
    o.joker_step = step
    put(o, bit(SMALL), step)
    put(o, bit(BIG), step + 1)
    o.steps[TRUMPS] = step + 2
    o.ties_adjacent = chain_levels and suit < 0 and o.tie[0] != 0 and o.tie[1] != 0
    if o.tie[0] == 0:  # readers look at tie 0 first
        o.tie[0] = o.tie[1]
        o.tie_step[0] = o.tie_step[1]
        o.tie[1] = 0
    fill_spread(o, suit, hole)


cdef void share(const Order *o, int s, uint64_t *low, uint64_t *high) noexcept nogil:
    """The kinds of a suit that keep their distance to its lowest, and those that move down."""
    if o.shift_high[s] > o.shift_low[s]:
        low[0] |= o.low[s]
        high[0] |= o.high[s]
    else:
        low[0] |= o.low[s] | o.high[s]


cdef void fill_spread(Order *o, int suit, bint hole) noexcept nogil:
    """Lay the suits of an order out in one word."""
    cdef Spread *w = &o.spread
    cdef int base = 54
    cdef int s
    cdef int step
    w.close = 0 if hole else 1
    for s in range(4):
        if s != suit and (s != SPADES or suit < 0):
            share(o, s, &w.stay_low, &w.stay_high)
    if suit >= 0:
        w.move = w.lift = 13 * (SPADES - suit)
        if suit != SPADES:
            share(o, SPADES, &w.moved_low, &w.moved_high)
        share(o, TRUMPS, &w.own_low, &w.own_high)
        base = 39 + o.shift_low[TRUMPS] - 13 * suit
    w.first_tie = o.tie[0]
    w.first_tie_at = base + o.tie_step[0]
    w.second_tie = o.tie[1]
    w.second_tie_at = base + o.tie_step[1]
    w.first_own = o.own[0]
    w.first_own_at = base + o.own_step[0]
    w.second_own = o.own[1]
    w.second_own_at = base + o.own_step[1]
    w.jokers_at = base + o.joker_step
    for s in range(SUITS):
        for step in range(o.steps[s] - 1):
            if o.kind_at[s][step] != GAP and o.kind_at[s][step + 1] != GAP:
                w.joint |= spread_out(w, kinds_on(o, s, step))


cdef wrong(str key, object value, object allowed):
    return RulesError(f"{key} is {allowed}, not {value!r}")


cdef int read_level(object level) except -1:
    allowed = "one of '2' to '10' (or 'T'), 'J', 'Q', 'K', 'A'"
    if isinstance(level, str):
        name = PyUnicode_FromObject(level).strip().upper()
        name = "T" if name == "10" else name
        if len(name) != 1 or name not in RANK_LETTERS:
            raise wrong("level", level, allowed)
        return RANK_LETTERS.index(name)
    number = as_number(level, "level is a str or an int")
    if not 2 <= number <= 14:
        raise wrong("level", number, allowed + " or an int from 2 to 14")
    return number - 2


cdef int read_suit(object suit) except -2:
    """Suit 0 to 3, -1 for no trump."""
    if suit is None:
        return -1
    if not isinstance(suit, str):
        raise TypeError(f"suit is a str or None, not {type(suit).__name__}")
    name = PyUnicode_FromObject(suit).strip()
    if name.upper() == "NT":
        return -1
    try:
        return parse_kind("2" + name) // 13
    except NotationError:
        raise wrong("suit", suit, "d, c, h or s (or a sign), or None for no trump") from None


cdef read_choice(str key, object value):
    """The canonical value of an option of the order."""
    allowed = ORDER_CHOICES[key]
    for choice in allowed:
        if value is choice or (isinstance(choice, str) and isinstance(value, str)
                               and value == choice):
            return choice
    if type(value) is not type(allowed[0]):
        raise TypeError(f"{key} is {' or '.join(map(repr, allowed))}, not {value!r}")
    raise wrong(key, value, " or ".join(map(repr, allowed)))


@cython.final
cdef class Trump:
    """Name the level and the trump suit of a round (O1-O7).

    Parameters
    ----------
    level : str or int
        The level rank: ``"2"`` .. ``"10"`` (or ``"T"``) .. ``"A"``, or 2 to 14.
    suit : {"d", "c", "h", "s", None}
        The trump suit, a letter or a sign; None (or ``"NT"``) is no trump.
    permanent_twos : bool
        Every 2 is a trump as well (O1, O2).
    no_trump_levels : {"trump", "plain"}
        Whether the level cards are trumps in no trump (O7).
    gap_adjacent : bool
        Whether the ranks either side of the level are adjacent (O5, O7).
    level_tractors : bool
        Whether level cards, permanent twos and jokers chain (O5, O7).

    Raises
    ------
    RulesError
        A level, suit or option outside the values above.

    Examples
    --------
    >>> Trump("10", "h")
    Trump('T', 'h')
    >>> Trump(5).suit is None
    True
    """

    def __cinit__(
        self,
        level,
        suit=None,
        *,
        permanent_twos=False,
        no_trump_levels="trump",
        gap_adjacent=True,
        level_tractors=True,
    ):
        cdef int rank = read_level(level)
        cdef int trump_suit = read_suit(suit)
        self.permanent_twos = read_choice("permanent_twos", permanent_twos)
        self.no_trump_levels = read_choice("no_trump_levels", no_trump_levels)
        self.gap_adjacent = read_choice("gap_adjacent", gap_adjacent)
        self.level_tractors = read_choice("level_tractors", level_tractors)
        self.level = RANK_LETTERS[rank]
        self.suit = None if trump_suit < 0 else SUIT_NAMES[trump_suit]
        fill_order(
            &self.order,
            rank,
            trump_suit,
            self.permanent_twos,
            self.no_trump_levels == "plain",
            self.gap_adjacent,
            self.level_tractors,
        )

    cdef tuple key(self):
        return (
            self.level,
            self.suit,
            self.permanent_twos,
            self.no_trump_levels,
            self.gap_adjacent,
            self.level_tractors,
        )

    def __eq__(self, other):
        if not isinstance(other, Trump):
            return NotImplemented
        return self.key() == (<Trump> other).key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        options = ""
        for name in ORDER_CHOICES:
            if getattr(self, name) != ORDER_CHOICES[name][0]:
                options += f", {name}={getattr(self, name)!r}"
        return f"Trump({self.level!r}, {self.suit!r}{options})"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce__(self):
        return make_trump, self.key()


def make_trump(level, suit, permanent_twos, no_trump_levels, gap_adjacent, level_tractors):
    """Make a Trump from positional values, for pickle."""
    return Trump(
        level,
        suit,
        permanent_twos=permanent_twos,
        no_trump_levels=no_trump_levels,
        gap_adjacent=gap_adjacent,
        level_tractors=level_tractors,
    )


def order(Trump trump not None) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the order of cards (O2-O4).

    Returns
    -------
    dict
        Suit name (``"trump"`` first, then ``"d"``, ``"c"``, ``"h"``, ``"s"``; the trump suit
        has no entry of its own) to its steps, high to low; a step is the tuple of the kinds
        on it, ascending.

    Examples
    --------
    >>> [len(step) for step in order(Trump("4", "d"))["trump"][:4]]
    [1, 1, 1, 3]
    """
    cdef const Order *o = &trump.order
    cdef dict found = {}
    cdef int s
    cdef int kind
    for s in (4, 0, 1, 2, 3):
        steps = {}
        for kind in range(KINDS):
            if o.suit_of[kind] == s:
                steps.setdefault(o.step_of[kind], []).append(kind)
        if steps:
            falling = sorted(steps, reverse=True)
            found[SUIT_NAMES[s]] = tuple([tuple(steps[step]) for step in falling])
    return found


def suit_of(kind, Trump trump not None) -> str:
    """Return the effective suit of a kind, ``"trump"`` or a letter (O6).

    Parameters
    ----------
    kind : int or str
        0 to 53, or one card in notation.

    Examples
    --------
    >>> suit_of("3c", Trump("3", "h")), suit_of("4c", Trump("3", "h"))
    ('trump', 'c')
    """
    return SUIT_NAMES[trump.order.suit_of[as_kind(kind)]]


def sort_hand(Cards cards not None, Trump trump not None) -> tuple[int, ...]:
    """Return the kinds of a hand, trumps first, high to low (O2-O4).

    Returns
    -------
    tuple of int
        Trumps, then d c h s; within a suit high to low, kinds of one step ascending.

    Examples
    --------
    >>> from tractor_core.cards import format_cards
    >>> format_cards(sort_hand(Cards("2d Ah Td SJ Kd"), Trump("10", "h")))
    'SJ Td Ah Kd 2d'
    """
    cdef const Order *o = &trump.order
    cdef list held = []
    cdef int kind
    for kind in cards.kinds():
        held.append(((o.suit_of[kind] + 1) % SUITS, -<int> o.step_of[kind], kind))
    held.sort()
    return tuple([key[2] for key in held])
