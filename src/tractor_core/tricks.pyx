"""Tricks: ruffs and the winner (rules R)."""
from libc.stdint cimport uint32_t

from tractor_core.bits cimport highest, popcount
from tractor_core.cards cimport Cards, size
from tractor_core.follows cimport Lead, read_lead
from tractor_core.options cimport Options
from tractor_core.packing cimport Room, fits, room_of
from tractor_core.trump cimport TRUMPS, Trump, fold
from tractor_core.units cimport runs_of

from tractor_core.errors import CardsError

__all__ = ["can_ruff", "trick_winner"]

cdef enum:
    MAX_PLAYS = 4


cdef int strength(const Order *o, int s, Planes play, const Shape *led) noexcept nogil:
    """The strength of a play of suit s, as long as the lead (R2); -1 if it cannot compete (R1)."""
    cdef Room room
    cdef Shape rest
    cdef uint32_t places
    cdef int kinds = led.triples + led.pairs
    cdef int bottom
    cdef int i
    for i in range(led.runs):
        kinds += led.length[i]
    if popcount(play.two) < kinds or popcount(play.three) < led.triples:
        return -1
    if led.runs == 0:
        # with enough groups any of them may be the first unit
        if led.triples:
            return highest(fold(o, s, play.three))
        return highest(fold(o, s, play.two if led.pairs else play.one))
    places = runs_of(fold(o, s, play.two if led.copies[0] == 2 else play.three), led.length[0])
    if led.runs == 1 and led.triples == 0:
        return highest(places) + led.length[0] - 1 if places else -1
    # the first run goes to the highest place that leaves room for the others
    rest = led[0]
    rest.runs = led.runs - 1
    for i in range(rest.runs):
        rest.copies[i] = led.copies[i + 1]
        rest.length[i] = led.length[i + 1]
    while places:
        bottom = highest(places)
        places ^= <uint32_t> 1 << bottom
        room = room_of(o, s, play)
        for i in range(bottom, bottom + led.length[0]):
            if led.copies[0] == 3 or room.twos[i] == room.threes[i]:
                room.threes[i] -= 1
            room.twos[i] -= 1
        if fits(&room, &rest, led.triples) >= led.triples:
            return bottom + led.length[0] - 1
    return -1


cdef int winner(const Order *o, int s, const Shape *led, const Planes *plays, int n) noexcept nogil:
    """Index of the play that wins (R1, R2); play 0 leads suit s, all are of one length."""
    cdef int best = 0
    cdef int best_strength = strength(o, s, plays[0], led)
    cdef bint ruffed = False
    cdef int i
    cdef int found
    for i in range(1, n):
        if plays[i].one & ~o.suit[TRUMPS] == 0:
            found = strength(o, TRUMPS, plays[i], led)
            if found < 0 or ruffed and found <= best_strength:
                continue
            if s == TRUMPS:
                if found <= best_strength:
                    continue
            else:
                ruffed = True
        elif not ruffed and plays[i].one & ~o.suit[s] == 0:
            found = strength(o, s, plays[i], led)
            if found <= best_strength:
                continue
        else:
            continue
        best = i
        best_strength = found
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
    return strength(&trump.order, TRUMPS, play.p, &led.shape) >= 0


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
    cdef Planes played[MAX_PLAYS]
    cdef Lead led
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
    read_lead(lead, trump, units, &led)
    return winner(&trump.order, led.suit, &led.shape, played, n)
