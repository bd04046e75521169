"""Standing: the odds that a throw stands when the other hands are dealt at random (T2, T3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..cards import Cards
from ..errors import CardsError
from ..rules import Rules
from ..trump import Trump, suit_of
from ..units import Unit, decompose
from .chains import (
    NOTHING,
    Chain,
    Pattern,
    chain_of,
    hand_of,
    read_rules,
    read_size,
    read_sizes,
    stock_of,
)
from .coefficients import Field, Values, coefficient, deals
from .runs import avoid

__all__ = ["chance_to_stand", "throw_patterns", "throw_stands"]


def throw_patterns(units: Iterable[Unit], chain: Chain) -> list[Pattern]:
    """Return what another hand must not hold for a throw to stand (T2).

    Patterns that others contain are left out.

    Examples
    --------
    >>> trump = Trump("10", "h")
    >>> throw_patterns(decompose(Cards("Ad Kd Kd"), trump), chain_of(trump, "d"))
    [Pattern(copies=2, length=1, above=10)]
    """
    top = len(chain.steps) - 1
    wanted = set()
    for unit in units:
        above = max(chain.step_of(kind) for kind in unit.cards)
        if above < top:
            wanted.add(Pattern(unit.copies, unit.length, above))
    return sorted(
        (p for p in wanted if not any(q != p and _contains(p, q) for q in wanted)),
        key=lambda p: (p.copies, p.length, p.above),
    )


def _contains(p: Pattern, q: Pattern) -> bool:
    """Whether a hand that holds p always holds q as well."""
    return q.copies <= p.copies and q.length <= p.length and q.above <= p.above


def chance_to_stand(
    chain: Chain,
    patterns: Sequence[Pattern],
    stock: Sequence[int],
    sizes: Sequence[int],
    own: tuple[int, int] | None = None,
) -> Fraction:
    """Return the odds that no hand holds a pattern in one suit.

    Parameters
    ----------
    chain : Chain
        The suit.
    patterns : sequence of Pattern
        What beats the throw.
    stock : sequence of int
        Copies of each kind that are not seen.
    sizes : sequence of int
        Cards of the hands that are looked at; what is left of the stock lies elsewhere.
    own : (int, int), optional
        How many more cards of the suit, and of the other suits, the thrower holds, unseen.

    Returns
    -------
    Fraction
    """
    length = sum(stock[kind] for kind in chain.kinds)
    rest = sum(stock) - length
    alike = (len(sizes),) if len(set(sizes)) == 1 else (1,) * len(sizes)
    if own is None:
        pool = sum(stock) - sum(sizes)

        def evaluate(field: Field) -> Values:
            return field.times(field.any_hand(rest), avoid(field, chain, patterns, stock))

        return Fraction(coefficient(sizes, pool, evaluate, alike=alike), deals(sizes, pool))
    in_suit, outside = own
    pool = sum(stock) - sum(sizes) - in_suit - outside
    others = len(sizes)

    def evaluate_own(field: Field) -> Values:
        # the thrower's other cards of the suit have the last variable, and that in the suit alone
        plain = field.any_hand(rest - outside, range(others))
        place = field.constant(1) if field.pool is None else field.pool
        in_it = Field(
            field.hands[:others], field.primes, field.plus(place, field.hands[others])
        )
        return field.times(plain, avoid(in_it, chain, patterns, stock))

    everything = deals(sizes, pool) * math.comb(length, in_suit)
    stands = coefficient(
        (*sizes, in_suit), pool, evaluate_own, alike=(*alike, 1), bound=everything
    )
    return Fraction(stands, everything)


def throw_stands(
    throw: Cards,
    trump: Trump,
    *,
    own: Cards | None = None,
    own_size: int | None = None,
    length: int | None = None,
    seen: Cards = NOTHING,
    decks: int = 2,
    hands: Sequence[int] | None = None,
    rules: Rules | None = None,
    units: Iterable[Unit | Cards] | None = None,
) -> Fraction:
    """Return the odds that a throw stands when the unseen cards lie at random (T1-T3).

    Parameters
    ----------
    throw : Cards
        The cards led, of one suit.
    trump : Trump
        The order of cards.
    own : Cards, optional
        The whole hand of the thrower. By default the rest of it is as random as the other
        hands.
    own_size : int, optional
        Cards of the thrower's hand where `own` is not given, by default those of D2.
    length : int, optional
        How many cards of the suit the thrower holds, the throw included, where `own` is not
        given.
    seen : Cards, optional
        Cards that are known to be in no hand: tricks played, the kitty one buried. Unseen
        cards that no hand holds are the kitty's.
    decks : int
        1 to 3.
    hands : sequence of int, optional
        Cards of the three other hands in playing order, by default those of D2.
    rules : Rules, optional
        `throw_against` matters.
    units : iterable of Unit or Cards, optional
        The units that the thrower names (C6); by default the canonical ones (C5).

    Returns
    -------
    Fraction

    Raises
    ------
    CardsError
        A throw of several suits or not in `own`, units that do not make it up, or more cards
        in the hands than there are.

    Examples
    --------
    >>> trump = Trump("10", "h")
    >>> throw_stands(Cards("As Ks"), trump), throw_stands(Cards("As Ks"), trump, length=8)
    (Fraction(31, 106), Fraction(313, 913))
    >>> round(float(throw_stands(Cards("As As Ks Js Js"), trump)), 6)
    0.828669
    """
    if not isinstance(throw, Cards):
        raise TypeError(f"throw must be Cards, not {type(throw).__name__}")
    if own is not None and not isinstance(own, Cards):
        raise TypeError(f"own must be Cards, not {type(own).__name__}")
    rules = read_rules(rules)
    suits = {suit_of(kind, trump) for kind in throw}
    if len(suits) != 1:
        raise CardsError(f"a throw is one or more cards of one suit, not '{throw}' (T1)")
    led = decompose(throw, trump) if units is None else _named(throw, trump, units)
    sizes = [hand_of(decks)] * 3 if hands is None else read_sizes("hands", hands)
    if len(sizes) != 3:
        raise CardsError(f"hands={sizes}: must be the cards of three hands")
    chain = chain_of(trump, suits.pop())
    hidden = None
    if own is not None:
        if length is not None or own_size is not None:
            raise TypeError("length and own_size say nothing where own is given")
        if not throw <= own:
            raise CardsError(f"the throw '{throw}' is not in the hand '{own}'")
        stock = stock_of(decks, [own, seen])
        others = 0
    else:
        stock = stock_of(decks, [throw, seen])
        others = read_size("own_size", own_size, hand_of(decks)) - len(throw)
        if others < 0:
            raise CardsError(f"a hand of {others + len(throw)} cards does not hold '{throw}'")
        if length is not None:
            in_suit = sum(stock[kind] for kind in chain.kinds)
            more = read_size("length", length, 0) - len(throw)
            if not max(0, others - sum(stock) + in_suit) <= more <= min(others, in_suit):
                raise CardsError(f"length={length}: no such hand holds '{throw}'")
            hidden = (more, others - more)
    if sum(sizes) + others > sum(stock):
        raise CardsError(
            f"{sum(sizes) + others} cards are hidden in hands, but only {sum(stock)} are not seen"
        )
    if len(led) == 1:
        return Fraction(1)
    if rules.throw_against == "opponents" and not rules.find_partner:
        del sizes[1]
    patterns = throw_patterns(led, chain)
    if not patterns:
        return Fraction(1)
    return chance_to_stand(chain, patterns, stock, sizes, hidden)


def _named(throw: Cards, trump: Trump, units: Iterable[Unit | Cards]) -> tuple[Unit, ...]:
    if isinstance(units, (str, bytes, Cards)) or not hasattr(type(units), "__iter__"):
        raise TypeError(f"units must be an iterable of Cards, not {type(units).__name__}")
    named = tuple(u if isinstance(u, Unit) else Unit(u, trump) for u in units)
    total = sum((u.cards for u in named), start=NOTHING)
    if total != throw:
        raise CardsError(f"the units '{total}' do not make up the throw '{throw}' (C6)")
    return named
