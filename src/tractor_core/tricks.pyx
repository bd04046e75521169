"""Tricks: ruffs and the winner (rules R)."""
from tractor_core.bits cimport highest
from tractor_core.cards cimport Cards, size
from tractor_core.divisions cimport (
    Tops, covers_exactly, exceeds, first_of_shapes, greatest, strength
)
from tractor_core.follows cimport Lead, read_lead
from tractor_core.options cimport (
    COMPARE_EACH_SHAPE, COMPARE_EVERY_UNIT, COMPARE_FIRST_UNIT, COMPARE_TOP_CARD, COVER_EXACT,
    COVER_SPLIT, Options, Rulebook, rulebook
)
from tractor_core.packing cimport shape_of
from tractor_core.trump cimport TRUMPS, Trump, fold
from tractor_core.units cimport MAX_UNITS, Run, one_suit, read_units

from tractor_core.errors import CardsError

__all__ = ["can_ruff", "trick_winner"]

cdef enum:
    MAX_PLAYS = 4


cdef int winner(const Order *o, int s, const Shape *led, const Planes *plays, int n) noexcept nogil:
    """Index of the play that wins (R1, R2); play 0 leads suit s, all are of one length."""
    cdef int best = 0
    cdef int best_strength = strength(o, s, &plays[0], led)
    cdef bint ruffed = False
    cdef int i
    cdef int found
    for i in range(1, n):
        if plays[i].one & ~o.suit[TRUMPS] == 0:
            found = strength(o, TRUMPS, &plays[i], led)
            if found < 0 or ruffed and found <= best_strength:
                continue
            if s == TRUMPS:
                if found <= best_strength:
                    continue
            else:
                ruffed = True
        elif not ruffed and plays[i].one & ~o.suit[s] == 0:
            found = strength(o, s, &plays[i], led)
            if found <= best_strength:
                continue
        else:
            continue
        best = i
        best_strength = found
    return best


cdef bint higher(
    const Order *o, int s, Planes play, const Shape *led, const Tops *standing, int top,
    const Rulebook *book
) noexcept nogil:
    """Whether a play that competes is higher than the standing one, by R4."""
    cdef Tops mine
    cdef int i
    if book.ruff_compare == COMPARE_TOP_CARD:
        return highest(fold(o, s, play.one)) > top
    if book.ruff_compare == COMPARE_EVERY_UNIT:
        return exceeds(o, s, play, led, standing)
    if book.ruff_compare == COMPARE_EACH_SHAPE:
        mine = standing[0]
        first_of_shapes(led, &mine)
        return exceeds(o, s, play, led, &mine)
    greatest(o, s, play, led, &mine)
    if book.ruff_compare == COMPARE_FIRST_UNIT:
        return mine.top[0] > standing.top[0]
    for i in range(mine.n):
        if mine.top[i] != standing.top[i]:
            return mine.top[i] > standing.top[i]
    return False


cdef int winner_by(
    const Order *o,
    int s,
    const Shape *led,
    const Tops *named,
    const Planes *plays,
    int n,
    const Rulebook *book,
) noexcept nogil:
    """winner() under any comparison (R4); named are the top steps of the units led."""
    cdef Tops standing
    cdef int best = 0
    cdef int suit = s
    cdef int top = highest(fold(o, s, plays[0].one))
    cdef bint exactly = book.ruff_cover == COVER_EXACT
    cdef int i
    cdef int other
    if exactly and not covers_exactly(o, s, plays[0], led):
        standing = named[0]  # the leader's own play competes in any case
    else:
        greatest(o, s, plays[0], led, &standing)
    for i in range(1, n):
        if plays[i].one & ~o.suit[TRUMPS] == 0:
            other = TRUMPS
        elif plays[i].one & ~o.suit[s] == 0:
            other = s
        else:
            continue
        if other != suit and other != TRUMPS or strength(o, other, &plays[i], led) < 0:
            continue
        if exactly and not covers_exactly(o, other, plays[i], led):
            continue
        if other == suit and not higher(o, other, plays[i], led, &standing, top, book):
            continue
        best = i
        suit = other
        top = highest(fold(o, suit, plays[i].one))
        greatest(o, suit, plays[i], led, &standing)
    return best


def can_ruff(
    Cards play not None,
    Cards lead not None,
    Trump trump not None,
    Options rules=None,
    units=None,
) -> bool:
    """Tell whether a play ruffs a lead of a side suit (R1).

    Parameters
    ----------
    play : Cards
        The cards played by a seat that is void in the suit led.
    lead : Cards
        The cards led, of one suit.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `ruff_cover` matters.
    units : iterable of Unit or Cards, optional
        The units that the leader named (C6); by default the canonical ones (C5).

    Returns
    -------
    bool
        False for a lead of trumps, which cannot be ruffed.

    Raises
    ------
    CardsError
        The lead is empty or of several suits, or the units do not make it up.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> trump = Trump("10", "s")
    >>> ruff = Cards("9s 9s 8s 8s 7s 2s")
    >>> can_ruff(ruff, Cards("Ad Kd 5d 5d 4d 4d"), trump)
    True
    >>> can_ruff(ruff, Cards("Ad Ad 5d 5d 4d 4d"), trump)
    False
    """
    cdef Lead led
    read_lead(lead, trump, units, &led)
    if led.suit == TRUMPS or size(play.p) != led.shape.cards:
        return False
    if play.p.one & ~trump.order.suit[TRUMPS]:
        return False
    if strength(&trump.order, TRUMPS, &play.p, &led.shape) < 0:
        return False
    if rulebook(rules).ruff_cover == COVER_SPLIT:
        return True
    return covers_exactly(&trump.order, TRUMPS, play.p, &led.shape)


def trick_winner(plays, Trump trump not None, Options rules=None, units=None) -> int:
    """Return which play wins a trick, complete or not (R1-R3).

    Parameters
    ----------
    plays : sequence of Cards
        One to four plays in playing order, the lead first; all have as many cards as it.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `ruff_compare` and `ruff_cover` matter.
    units : iterable of Unit or Cards, optional
        The units that the leader named (C6); by default the canonical ones (C5).

    Returns
    -------
    int
        Index into `plays`.

    Raises
    ------
    CardsError
        No plays or more than four, plays of another length than the lead, or a lead of
        several suits.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> plays = [Cards(text) for text in ("Ad Kd", "3s 4s", "5d 6d", "2s 7s")]
    >>> trick_winner(plays, Trump("10", "s"))
    3
    """
    cdef const Rulebook *book = rulebook(rules)
    cdef Planes played[MAX_PLAYS]
    cdef Run runs[MAX_UNITS]
    cdef Tops tops
    cdef Lead led
    cdef int i
    cdef Cards lead = None
    cdef int n = 0
    if isinstance(plays, (Cards, str, bytes)) or not hasattr(plays, "__iter__"):
        raise TypeError(f"plays are a sequence of Cards, not {type(plays).__name__}")
    for play in plays:
        if not isinstance(play, Cards):
            raise TypeError(f"a play is Cards, not {type(play).__name__}")
        if n == MAX_PLAYS:
            raise CardsError("a trick has four plays at most")
        if n == 0:
            lead = play
        elif size((<Cards> play).p) != size(lead.p):
            raise CardsError(f"every play must have as many cards as the lead {lead}, not {play}")
        played[n] = (<Cards> play).p
        n += 1
    if n == 0:
        raise CardsError("a trick needs at least the lead")
    led.suit = one_suit(trump, lead, "a lead")
    tops.n = read_units(units, trump, lead, led.suit, runs)
    led.shape = shape_of(runs, tops.n)
    if book.ruff_compare == COMPARE_FIRST_UNIT and book.ruff_cover == COVER_SPLIT:
        return winner(&trump.order, led.suit, &led.shape, played, n)
    for i in range(tops.n):
        tops.top[i] = runs[i].step
    return winner_by(&trump.order, led.suit, &led.shape, &tops, played, n, book)
