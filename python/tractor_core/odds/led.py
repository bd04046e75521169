"""Questions of what becomes of leads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..cards import SMALL_JOKER, Cards
from ..errors import CardsError
from ..rules import Rules
from ..trump import Trump
from .inputs import RANKS, flag, one_of, read_cards, read_lead, read_ranks, whole
from .questions import BY, RUFFS, Lead
from .studies import Study, ask, by_seat

__all__ = ["beaten", "escape", "ruffed", "throw"]


def throw(
    lead: Cards | str,
    *,
    hand: Cards | str | None = None,
    units: Iterable[Cards | str] | None = None,
    by: str | None = None,
    length: int | None = None,
    **dealt: Any,
) -> Study:
    """Ask how often a throw stands (T2, T3).

    Cards are led by seat 0. Without a hand given he holds at least the throw, and his other cards
    are dealt at random like those of the others; so he may hold more copies of what he throws.
    That is not quite the chance among deals in which he happens to hold the throw, which is asked
    with ranks alone: ``"A K K"`` looks at every side suit of every hand, and counts where the hand
    holds them.

    Parameters
    ----------
    lead : Cards or str
        Cards of one suit, more than one unit; or their ranks alone.
    hand : Cards or str, optional
        Known cards of seat 0, the throw among them.
    units : iterable of Cards or str, optional
        The units named (C6), by default the canonical ones (C5); not with ranks alone.
    by : {"others", "opponents", "partner"}, optional
        Whose hands are looked at; by default `throw_against` of the rules tells (T3).
    length : int, optional
        Only where the leader holds so many cards of the suit.
    **dealt
        See above.

    Returns
    -------
    Study

    Raises
    ------
    CardsError
        Cards of several suits, or one unit, which always stands (T1).

    Examples
    --------
    >>> from tractor_core import Trump
    >>> throw("As Ks Ks", trump=Trump("10", "h")).title
    'a throw of Ks Ks As stands; 2 decks, seat 0 holds Ks Ks As, level T, hearts trump'
    """
    named = None
    if units is not None:
        if isinstance(units, (Cards, str, bytes)) or not hasattr(type(units), "__iter__"):
            raise TypeError(f"units must be an iterable of Cards, not {type(units).__name__}")
        named = tuple(read_cards("a unit", one) for one in units)
    rules = dealt.get("rules")
    if by is None:
        by = "others" if rules is None else _against(rules)
    return _lead("stands", lead, hand, dealt, by=by, units=named, length=length)


def beaten(
    lead: Cards | str,
    *,
    hand: Cards | str | None = None,
    by: str = "others",
    length: int | None = None,
    **dealt: Any,
) -> Study:
    """Ask how often a unit led is beaten by the suit led: a hand holds a higher one (T2).

    Ruffs are left out, see `ruffed`. As for `throw`, cards are led by seat 0, who holds at least
    them, and ranks alone look at every side suit of every hand that holds them.

    Parameters
    ----------
    lead : Cards or str
        One unit, or its ranks alone.
    hand : Cards or str, optional
        Known cards of seat 0, the lead among them.
    by : {"others", "opponents", "partner"}
        Whose hands are looked at.
    length : int, optional
        Only where the leader holds so many cards of the suit.
    **dealt
        See above.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> beaten("K K", by="opponents", trump=Trump("10", "h")).copies
    12
    """
    return _lead("beaten", lead, hand, dealt, by=by, length=length)


def ruffed(
    lead: Cards | str,
    *,
    hand: Cards | str | None = None,
    by: str = "others",
    length: int | None = None,
    **dealt: Any,
) -> Study:
    """Ask how often a unit led can be ruffed (R1).

    A hand ruffs that is void in the suit and holds trumps of the unit's shape.

    Parameters
    ----------
    lead, hand, by, length, **dealt
        As for `beaten`; the lead is of a side suit.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> ruffed("As", by="opponents", trump=Trump("10", "h")).event
    True
    """
    return _lead("ruffed", lead, hand, dealt, by=by, length=length)


def escape(
    lead: Cards | str,
    *,
    hand: Cards | str | None = None,
    without: str | None = None,
    buried: bool = True,
    ruffs: str = "all",
    length: int | None = None,
    **dealt: Any,
) -> Study:
    """Ask how often a lead stays with the leader's side: its points escape (R1, R2).

    Every seat plays as high as it can: the highest unit of the shape led in the suit or, void in
    the suit and with `ruffs`, the highest in trumps; an earlier play stands against an equal one.
    The value is whether the leader or his partner then wins the trick, which is what best play
    for this trick alone comes to.

    The text of the sources leads the lone 10 of a side suit in which the dealer holds no ace: the
    next seat must have no ace, 2/3 x 2/3 = 4/9, the partner one, 3/4, together 1/3. Dealt without
    replacement these are 49/111 and 37/49, and their product is the same 1/3: exact where no ace is
    in the dealer's hand or buried (``ruffs="none"``). The text leaves out that any hand may be void
    and ruff, the two opponents as well as the partner. That the last seat may hold the other ace
    does no harm: an equal card does not beat.

    Parameters
    ----------
    lead : Cards or str
        One unit of a side suit, or its ranks alone: ``"10"`` looks at every side suit of every hand
        that holds a 10.
    hand : Cards or str, optional
        Known cards of seat 0, the lead among them.
    without : str, optional
        Ranks of the suit that the leader does not hold, by default the highest of the suit if the
        lead is lower; ``""`` for any hand. Deals in which he holds some are not counted.
    buried : bool
        Whether the leader is the dealer, and the kitty holds none of these ranks either.
    ruffs : {"none", "opponents", "all"}
        Which of the other hands ruff when they are void in the suit; one that does not, loses.
    length : int, optional
        Only where the leader holds so many cards of the suit.
    **dealt
        See above.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> escape("10", trump=Trump("2", "h"), ruffs="none").question.without
    'A'
    """
    found, ranks = read_lead(lead)
    letters = ranks or "".join(RANKS[kind % 13] for kind in found or () if kind < SMALL_JOKER)
    if without is None:
        top = "A"
        if isinstance(trump := dealt.get("trump"), Trump) and trump.level == "A":
            top = "A" if trump.suit is None and trump.no_trump_levels == "plain" else "K"
        without = top if top not in letters else ""
    without = read_ranks("without", without)
    return _lead(
        "escapes",
        lead,
        hand,
        dealt,
        by="others",
        without=without or None,
        length=length,
        buried=flag("buried", buried),
        ruffs=one_of("ruffs", ruffs, tuple(RUFFS)),
    )


def _against(rules: Any) -> str:
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {type(rules).__name__}")
    against: str = rules._settings()["throw_against"]
    return against


def _lead(
    fate: str,
    lead: Cards | str,
    hand: Cards | str | None,
    dealt: dict[str, Any],
    *,
    by: str,
    units: tuple[Cards, ...] | None = None,
    length: int | None = None,
    **more: Any,
) -> Study:
    found, ranks = read_lead(lead)
    question = Lead(
        fate,
        found,
        ranks,
        one_of("by", by, tuple(BY)),
        units,
        length=None if length is None else whole("length", length, 0, 63),
        **more,
    )
    if found is None:
        if hand is not None or units is not None:
            raise CardsError(f"{ranks} is of no suit: give a hand or units with cards, not ranks")
        return ask(question, **dealt)
    hands = by_seat(dealt.pop("hands", None))
    if isinstance(hands, (str, bytes, Cards)) or not hasattr(type(hands), "__iter__"):
        if hands is not None:
            raise TypeError(f"hands are four, one a seat, not {type(hands).__name__}")
        hands = (None,) * 4
    hands = tuple(hands)
    if len(hands) != 4:
        raise CardsError(f"hands are four, one a seat, not {len(hands)}")
    if hand is not None and hands[0] is not None:
        raise TypeError("hand is that of seat 0: give it there or in hands, not in both")
    first = hand if hand is not None else hands[0]
    held = found if first is None else read_cards("hand", first)
    return ask(question, hands=[held, *hands[1:]], **dealt)
