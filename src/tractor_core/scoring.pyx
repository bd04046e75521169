"""Scoring: points of cards, the kitty's multiplier and the change of levels (rules D3, K, L)."""
cimport cython
from libc.stdint cimport uint32_t

from tractor_core.bits cimport popcount
from tractor_core.cards cimport Cards, as_number, new_cards, overflow, plus, size
from tractor_core.options cimport (
    KITTY_BY_LENGTH, KITTY_BY_LENGTH_LITERAL, KITTY_FLAT, KITTY_PER_LINKED_PAIR,
    KITTY_PER_PAIR, KITTY_POWER_OF_CARDS, KITTY_TWICE_CARDS, KITTY_TWICE_LONGEST,
    TABLE_COMPETITION, TABLE_EIGHTY, TABLE_EIGHTY_BASE, TABLE_EIGHTY_UP, TABLE_FORTY,
    TABLE_FORTY_FIVE, TABLE_FORTY_FIVE_POINTS, TABLE_HUNDRED, TABLE_TITANIC, UNITS_LED, Options,
    rulebook
)
from tractor_core.trump cimport Trump, fold
from tractor_core.units cimport MAX_UNITS, Unit, cards_of, longest_run, one_suit, read_units

from tractor_core.errors import CardsError, RulesError

__all__ = ["LevelChange", "kitty_multiplier", "level_change", "points"]

cdef enum:
    FIVES = 3       # rank numbers count from the two
    TENS = 8
    KINGS = 11
    MOST_POINTS = 1000000

cdef uint64_t EVERY_SUIT = 1 | (<uint64_t> 1 << 13) | (<uint64_t> 1 << 26) | (<uint64_t> 1 << 39)
cdef tuple SIDES = (None, "dealer", "attackers")


cdef int points_of(Planes x) noexcept nogil:
    """Points of cards (D3)."""
    cdef uint64_t fives = EVERY_SUIT << FIVES
    cdef uint64_t tens = EVERY_SUIT << TENS | EVERY_SUIT << KINGS
    return (
        5 * (popcount(x.one & fives) + popcount(x.two & fives) + popcount(x.three & fives))
        + 10 * (popcount(x.one & tens) + popcount(x.two & tens) + popcount(x.three & tens))
    )


def points(Cards cards not None) -> int:
    """Return the points of cards: a five 5, a ten 10, a king 10 (D3).

    Examples
    --------
    >>> points(Cards("5d Td Kd Ad"))
    25
    """
    return points_of(cards.p)


# --- the kitty ------------------------------------------------------------------------------


cdef int multiplier(
    const Run *units, int n, Planes cards, int longest_titanic, int longest_tractor, int led,
    const Rulebook *book
) noexcept nogil:
    """What the kitty's points are multiplied by (K2-K6).

    The units looked at, their cards, the longest runs that those cards contain, and how many
    units the trick was led with.
    """
    cdef int largest = 0
    cdef int linked = 0     # steps of the longest tractor or Titanic among the units
    cdef bint paired = False
    cdef int total = 0
    cdef int groups = popcount(cards.two)
    cdef bint literal = book.kitty == KITTY_BY_LENGTH_LITERAL
    cdef int i
    cdef int _i
    cdef int here
    for i in range(n):
        here = units[i].copies * units[i].length
        total += here
        largest = max(largest, here)
        if units[i].copies > 1:
            paired = True
            if units[i].length > 1:
                linked = max(linked, <int> units[i].length)
    if book.kitty == KITTY_POWER_OF_CARDS:
        return 1 << min(largest, 6)
    if book.kitty == KITTY_PER_PAIR:
        return 2 << groups
    if book.kitty == KITTY_PER_LINKED_PAIR:
        return 2 << linked if linked else 4 if paired else 2
    if literal or book.kitty == KITTY_BY_LENGTH:
        if longest_titanic > 1:
            here = 2
            for _i in range(longest_titanic):
                here *= 3
            return here
        if book.kitty == KITTY_BY_LENGTH and cards.three != 0 or literal and groups >= 3:
            return 6
        if longest_tractor > 1:
            return 2 << longest_tractor
        return 4 if groups > literal else 2
    if book.kitty == KITTY_FLAT:
        if led > 1:
            return book.kitty_flat[0]
        return book.kitty_flat[2 if linked else 1 if paired else 0]
    if book.kitty == KITTY_TWICE_CARDS:
        return 2 * total
    if book.kitty == KITTY_TWICE_LONGEST:
        return 2 * largest
    return 0


cdef Cards cards_led(object led):
    """The cards of a lead given as Cards or as units."""
    cdef Planes total
    cdef Planes more
    if isinstance(led, Cards):
        return led
    if isinstance(led, (Unit, str, bytes)) or not hasattr(led, "__iter__"):
        raise TypeError(f"led is Cards or an iterable of Unit or Cards, not {type(led).__name__}")
    total.one = total.two = total.three = 0
    for unit in led:
        if isinstance(unit, Unit):
            more = cards_of((<Unit> unit).run)
        elif isinstance(unit, Cards):
            more = (<Cards> unit).p
        else:
            raise TypeError(f"a unit is a Unit or Cards, not {type(unit).__name__}")
        if overflow(total, more):
            raise CardsError("the units led hold more than three copies of a kind")
        total = plus(total, more)
    return new_cards(total)


def kitty_multiplier(
    Cards play not None, Trump trump not None, Options rules=None, led=None
) -> int:
    """Return what the points of the kitty are multiplied by (K1-K6).

    Parameters
    ----------
    play : Cards
        The play that won the last trick, of one suit.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `kitty`, `kitty_units` and `kitty_flat` matter.
    led : Cards or iterable of Unit or Cards, optional
        The lead of that trick, or the units led (C6); by default the play was the lead.

    Returns
    -------
    int
        0 when the kitty does not count.

    Raises
    ------
    CardsError
        The play or the lead is empty or of several suits, or they differ in length.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> trump = Trump("2", "h")
    >>> kitty_multiplier(Cards("4c 4c 5c 5c"), trump)
    16
    >>> kitty_multiplier(Cards("Ac Kc Qc Jc Tc 9c 8c 7c 7c"), trump)
    4
    """
    cdef const Rulebook *book = rulebook(rules)
    cdef Run units[MAX_UNITS]
    cdef Run units_led[MAX_UNITS]
    cdef const Run *looked_at = units
    cdef Cards lead
    cdef uint32_t bottoms
    cdef int s = one_suit(trump, play, "a play")
    cdef int s_led = s
    cdef int n = read_units(None, trump, play, s, units)
    cdef int n_led = n
    if led is not None:
        lead = cards_led(led)
        if size(lead.p) != size(play.p):
            raise CardsError(f"the play {play} must have as many cards as the lead {lead}")
        s_led = one_suit(trump, lead, "a lead")
        n_led = read_units(None if isinstance(led, Cards) else led, trump, lead, s_led, units_led)
        if book.kitty_units == UNITS_LED:
            looked_at = units_led
            n = n_led
            play = lead
            s = s_led
    return multiplier(
        looked_at,
        n,
        play.p,
        longest_run(fold(&trump.order, s, play.p.three), &bottoms),
        longest_run(fold(&trump.order, s, play.p.two), &bottoms),
        n_led,
        book,
    )


# --- levels ---------------------------------------------------------------------------------

cdef struct Row:
    int points      # from so many of the attackers' points on
    Side side
    int levels

cdef enum:
    MAX_ROWS = 10

cdef struct LevelTable:
    int rows
    Row row[MAX_ROWS]
    int every       # beyond the last row one level more for so many points; 0: never more

cdef LevelTable TABLES[9]


cdef void set_table(int table, object rows, int every):
    """Write a table; rows of 0 levels for the attackers are swaps."""
    cdef int i
    TABLES[table].every = every
    TABLES[table].rows = len(rows)
    for i, (points, side, levels) in enumerate(rows):
        TABLES[table].row[i].points = points
        TABLES[table].row[i].side = side
        TABLES[table].row[i].levels = levels


set_table(TABLE_EIGHTY, [
    (0, DEALER, 3), (5, DEALER, 2), (40, DEALER, 1), (80, ATTACKERS, 0), (120, ATTACKERS, 1),
], 40)
set_table(TABLE_EIGHTY_UP, [
    (0, DEALER, 3), (5, DEALER, 2), (40, DEALER, 1), (80, ATTACKERS, 1),
], 40)
set_table(TABLE_FORTY, [
    (0, DEALER, 3), (5, DEALER, 2), (20, DEALER, 1), (40, ATTACKERS, 0), (60, ATTACKERS, 1),
], 20)
set_table(TABLE_HUNDRED, [
    (0, DEALER, 2), (5, DEALER, 1), (40, ATTACKERS, 0), (80, ATTACKERS, 1), (100, ATTACKERS, 2),
], 0)
set_table(TABLE_TITANIC, [
    (0, DEALER, 3), (5, DEALER, 2), (60, DEALER, 1), (120, ATTACKERS, 0), (180, ATTACKERS, 1),
], 60)
set_table(TABLE_COMPETITION, [
    (0, DEALER, 3), (5, DEALER, 2), (40, DEALER, 1), (80, ATTACKERS, 0), (120, ATTACKERS, 2),
    (150, ATTACKERS, 3),
], 0)
set_table(TABLE_EIGHTY_BASE, [
    (0, DEALER, 3), (5, DEALER, 2), (40, DEALER, 1), (80, ATTACKERS, 0), (100, ATTACKERS, 1),
    (120, ATTACKERS, 2), (140, ATTACKERS, 3), (160, ATTACKERS, 4), (180, ATTACKERS, 5),
    (200, ATTACKERS, 8),
], 0)
set_table(TABLE_FORTY_FIVE_POINTS, [
    (0, DEALER, 3), (5, DEALER, 1), (45, ATTACKERS, 0), (65, ATTACKERS, 1), (85, ATTACKERS, 2),
    (100, ATTACKERS, 3),
], 0)


cdef Change change(int points, Side last_trick, int table) noexcept nogil:
    """Who gains how many levels and who has the deal next (L1-L8)."""
    cdef const LevelTable *t = &TABLES[table]
    cdef Change found
    cdef int i = 0
    points = max(points, 0)
    if table == TABLE_FORTY_FIVE:
        found.levels = (points >= 45) + (last_trick == ATTACKERS)
        found.side = found.deal = ATTACKERS
        if found.levels == 0:
            if points >= 40:
                found.side = found.deal = NOBODY
            else:
                found.levels = 1
                found.side = found.deal = DEALER
        return found
    if 0 < points < 5:
        points = 5
    while i + 1 < t.rows and t.row[i + 1].points <= points:
        i += 1
    found.side = found.deal = t.row[i].side
    found.levels = t.row[i].levels
    if t.every and i + 1 == t.rows:
        found.levels += (points - t.row[i].points) // t.every
    return found


@cython.final
cdef class LevelChange:
    """Say what a round's points change; made by `level_change`.

    Attributes
    ----------
    side : {"dealer", "attackers", None}
        The side that gains; None when the round is a draw (L7).
    levels : int
        How many levels it gains; 0 for a swap, where the attackers only take the deal.
    deal : {"dealer", "attackers", None}
        The side that has the deal next; None when it is contested anew.
    """

    def __init__(self):
        raise TypeError("a LevelChange is made by level_change")

    cdef tuple key(self):
        return self.side, self.levels, self.deal

    def __iter__(self):
        return iter(self.key())

    def __eq__(self, other):
        if not isinstance(other, LevelChange):
            return NotImplemented
        return self.key() == (<LevelChange> other).key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"LevelChange(side={self.side!r}, levels={self.levels}, deal={self.deal!r})"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce__(self):
        return make_change, self.key()


def make_change(side, levels, deal) -> LevelChange:
    """Make a LevelChange from its values, for pickle."""
    if (
        side not in SIDES
        or deal not in SIDES
        or not isinstance(levels, int)
        or not 0 <= levels <= MOST_POINTS
    ):
        raise RulesError("these are not the values of a LevelChange")
    cdef LevelChange result = LevelChange.__new__(LevelChange)
    result.side = side
    result.levels = levels
    result.deal = deal
    return result


cdef str side_name(Side side):
    return SIDES[<int> side]


cdef LevelChange level_change_of(Change found):
    return make_change(side_name(found.side), found.levels, side_name(found.deal))


def level_change(points, Options rules=None, *, last_trick=None) -> LevelChange:
    """Return what the attackers' points of a round change (L1-L8).

    Parameters
    ----------
    points : int
        The attackers' points, the kitty and penalties included; below 0 counts as 0.
    rules : Rules, optional
        `level_table` matters, or `decks` where it is None.
    last_trick : {"dealer", "attackers"}, optional
        Which side won the last trick; the table "forty_five" needs it (L7).

    Raises
    ------
    RulesError
        The table needs `last_trick`, a side of another name, or points beyond a million.
    TypeError
        The points are no int.

    Examples
    --------
    >>> level_change(85)
    LevelChange(side='attackers', levels=0, deal='attackers')
    >>> level_change(0)
    LevelChange(side='dealer', levels=3, deal='dealer')
    """
    cdef const Rulebook *book = rulebook(rules)
    cdef Side last = NOBODY
    number = as_number(points, "points are an int")
    if not -MOST_POINTS <= number <= MOST_POINTS:
        raise RulesError(f"points lie between {-MOST_POINTS} and {MOST_POINTS}, not {number}")
    if last_trick is not None:
        if not isinstance(last_trick, str):
            raise TypeError(f"last_trick is 'dealer' or 'attackers', not {last_trick!r}")
        if last_trick not in SIDES:
            raise RulesError(f"last_trick is 'dealer' or 'attackers', not {last_trick!r}")
        last = DEALER if last_trick == "dealer" else ATTACKERS
    elif book.level_table == TABLE_FORTY_FIVE:
        raise RulesError("level_table 'forty_five' needs last_trick, 'dealer' or 'attackers'")
    return level_change_of(change(number, last, book.level_table))
