"""Leads: what a hand may lead, how much of it, one at random, and throws that cannot fail (T)."""

from collections.abc import Iterator

from .cards import Cards
from .follows import _Rng
from .rules import Rules
from .trump import Trump

__all__ = ["count_legal_leads", "legal_leads", "random_lead", "safe_throws"]

def legal_leads(hand: Cards, trump: Trump, rules: Rules | None = None) -> Iterator[Cards]:
    """Iterate over the legal leads (T1): single units, then throws.

    Parameters
    ----------
    hand : Cards
        The leader's hand.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        No option matters: any cards of one suit may be led.

    Yields
    ------
    Cards
        Units, suit by suit (trumps, then d c h s), in a suit ascending by their tuples of kinds;
        then throws in the same order. They are made one by one as they are asked for.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(lead) for lead in legal_leads(Cards("3c 3c As"), Trump("10", "h"))]
    ['3c', '3c 3c', 'As']
    >>> [str(lead) for lead in legal_leads(Cards("3c 5c"), Trump("10", "h"))]
    ['3c', '5c', '3c 5c']
    """

def count_legal_leads(
    hand: Cards, trump: Trump, rules: Rules | None = None, *, throws: bool = True
) -> int:
    """Return the number of distinct legal leads, without making them (T1).

    Parameters
    ----------
    hand, trump, rules
        As for `legal_leads`.
    throws : bool
        Whether throws are counted beside the single units.

    Raises
    ------
    CardsError
        The hand has more than 63 cards.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> count_legal_leads(Cards("3c 5c As"), Trump("10", "h"))
    4
    """

def random_lead(
    hand: Cards,
    trump: Trump,
    rules: Rules | None = None,
    rng: _Rng = None,
    *,
    throws: bool = False,
) -> Cards:
    """Return a lead drawn uniformly from the single units, or from all leads.

    Nearly all leads of a full hand are throws that fail; a policy is better off with units.

    Parameters
    ----------
    hand, trump, rules
        As for `legal_leads`.
    rng : int, SeedSequence, Generator or None
        A `numpy.random.Generator` is drawn from; anything else is a seed for a new one.
    throws : bool
        Whether throws may be drawn as well.

    Raises
    ------
    CardsError
        The hand is empty or has more than 63 cards.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> random_lead(Cards("3c"), Trump("10", "h"), rng=1)
    Cards('3c')
    """

def safe_throws(
    hand: Cards, seen: Cards, trump: Trump, rules: Rules | None = None
) -> Iterator[Cards]:
    """Iterate over the throws that no unseen cards can break (T2).

    Parameters
    ----------
    hand : Cards
        The leader's hand.
    seen : Cards
        Cards known to be in no other hand: those played, and the kitty if it is known.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        `decks` says how many copies of a kind there are.

    Yields
    ------
    Cards
        Throws in the order of `legal_leads`; their units are the canonical ones (C5).

    Raises
    ------
    CardsError
        Hand and seen cards together hold more copies of a kind than the decks.

    Examples
    --------
    >>> from tractor_core.trump import Trump
    >>> [str(lead) for lead in safe_throws(
    ...     Cards("As Ks Qs"), Cards("As"), Trump("10", "h"))]
    ['Ks As']
    """
