"""Escapes: the odds that a single card led stays with the leader's side.

The advice is to lead the 10 of a side suit without an ace when the kitty cannot be kept: two
aces lie in three hands, the next seat has none of them with 4/9 and then the partner has one
with 3/4, so the ten points come home with 1/3. Counted exactly the factors are 49/111 and 37/49,
and their product is 1/3 indeed. It has to be: with two copies of each card the best one is held
by one seat alone or shared by two, the six cases are three and three equally likely, and the
partner wins when he alone has it or shares it with the last seat. What the text leaves out:

* It supposes that both aces are out and in the three hands: the leader is the dealer, buried
  none, and neither the level nor the trumps take the suit's ace or its 10. For another leader
  the kitty may hold an ace.
* Nobody ruffs. A void opponent takes the trick with any trump, the likelier the more of the suit
  the leader has buried; a void partner may save it by a ruff. Where all three ruff as high as
  they can the argument above holds again and the odds are 1/3 still.
* It takes the last seat to be harmless once the partner has played an ace. That is right, as the
  earlier of two equal cards wins, but again a ruff is not considered.
* The partner has to play the ace, and the next seat not to hold one back.
* It says nothing of what a failure costs: the ten, what the opponents add to it, and the lead.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from ..cards import Cards
from ..errors import CardsError, RulesError
from ..trump import Trump, suit_of
from .chains import NOTHING, Chain, chain_of, hand_of, read_sizes, stock_of
from .coefficients import Field, Values, coefficient, deals

__all__ = ["escapes"]

_NEXT, _PARTNER, _LAST = range(3)
_MAY_RUFF = {"none": (), "opponents": (_NEXT, _LAST), "all": (_NEXT, _PARTNER, _LAST)}


def escapes(
    lead: Cards,
    trump: Trump,
    *,
    own: Cards = NOTHING,
    seen: Cards = NOTHING,
    ruffs: Literal["none", "opponents", "all"] = "none",
    decks: int = 2,
    hands: Sequence[int] | None = None,
) -> Fraction:
    """Return the odds that the side of the leader wins a trick led with one card.

    Every other seat plays its highest card of the suit; a void seat that ruffs plays its
    highest trump, and one that does not, loses. The unseen cards lie at random.

    Parameters
    ----------
    lead : Cards
        One card.
    trump : Trump
        The order of cards.
    own : Cards, optional
        The hand of the leader, with or without the card led.
    seen : Cards, optional
        Other cards that he knows to be in no hand: the kitty he buried, tricks played.
    ruffs : {"none", "opponents", "all"}
        Which seats ruff when they are void. With ``"opponents"`` the partner never does.
    decks : int
        1 to 3.
    hands : sequence of int, optional
        Cards of the three other hands in playing order, by default those of D2. What is not in
        them lies in the kitty.

    Returns
    -------
    Fraction

    Raises
    ------
    CardsError
        Not one card led, or more cards in the hands than are not seen.

    Examples
    --------
    The ten of spades, with the eight buried and 25 held cards known:

    >>> trump = Trump("2", "h")
    >>> own = Cards("Ts Ah Ah Kh Qh Jh Th Th 9h 9h 8h 7h 6h 5h 4h 3h 2h 2s SJ BJ Ac Ac Ad Kd Kd")
    >>> buried = Cards("3s 4s 4s 6s 7s 8s 9c 9c")
    >>> escapes(Cards("Ts"), trump, own=own, seen=buried)
    Fraction(1, 3)
    >>> round(float(escapes(Cards("Ts"), trump, own=own, seen=buried, ruffs="opponents")), 6)
    0.333001
    """
    if not isinstance(lead, Cards):
        raise TypeError(f"lead must be Cards, not {type(lead).__name__}")
    if len(lead) != 1:
        raise CardsError(f"lead='{lead}': must be one card")
    if not isinstance(own, Cards):
        raise TypeError(f"own must be Cards, not {type(own).__name__}")
    if not isinstance(ruffs, str):
        raise TypeError(f"ruffs must be a str, not {type(ruffs).__name__}")
    if ruffs not in _MAY_RUFF:
        raise RulesError(f"ruffs={ruffs!r}: must be one of {', '.join(map(repr, _MAY_RUFF))}")
    stock = stock_of(decks, [own if lead <= own else own + lead, seen])
    sizes = [hand_of(decks)] * 3 if hands is None else read_sizes("hands", hands)
    if len(sizes) != 3:
        raise CardsError(f"hands={sizes}: must be the cards of three hands")
    pool = sum(stock) - sum(sizes)
    if pool < 0:
        raise CardsError(
            f"{sum(sizes)} cards are hidden in hands, but only {sum(stock)} are not seen"
        )
    kind = next(iter(lead))
    suit = suit_of(kind, trump)
    chain = chain_of(trump, suit)
    trumps = Chain((), ()) if suit == "trump" else chain_of(trump, "trump")
    trick = _Trick(chain, trumps, stock, set() if suit == "trump" else set(_MAY_RUFF[ruffs]))
    step = chain.step_of(kind)

    def wins(field: Field) -> Values:
        # the card led is not beaten, or the partner's strength is exactly m and beats
        terms = [trick.within(field, (step, step, step))]
        for m in range(step + 1, trick.strengths):
            most = trick.within(field, (m - 1, m, m))
            less = trick.within(field, (m - 1, m - 1, m))
            terms.append(field.minus(most, less))
        return field.plus(*terms)

    return Fraction(coefficient(sizes, pool, wins), deals(sizes, pool))


class _Trick:
    """The strengths that seats can give a play: steps of the suit, then those of the trumps."""

    def __init__(
        self, chain: Chain, trumps: Chain, stock: Sequence[int], ruffing: set[int]
    ) -> None:
        self.suit = [sum(stock[kind] for kind in step) for step in chain.steps]
        self.trumps = [sum(stock[kind] for kind in step) for step in trumps.steps]
        self.rest = sum(stock) - sum(self.suit) - sum(self.trumps)
        self.ruffing = ruffing
        self.strengths = len(self.suit) + (len(self.trumps) if ruffing else 0)

    def within(self, field: Field, limits: tuple[int, int, int]) -> Values:
        """The deals in which no seat is stronger than its limit.

        A seat is too strong by a higher card of the suit, or by being void in it with a higher
        trump: those within are A - V + V B, with A no higher card of the suit, V void and B no
        higher trump.
        """
        long = len(self.suit)
        tops = [min(limit, long - 1) for limit in limits]
        trumps = [max(limit - long, -1) for limit in limits]
        total = field.constant(0)
        for size in range(len(self.ruffing) + 1):
            for void in itertools.combinations(sorted(self.ruffing), size):
                held = self._product(
                    field, self.suit, [-1 if s in void else top for s, top in enumerate(tops)]
                )
                total = field.plus(total, field.times(held, self._void(field, void, trumps)))
        return field.times(total, self._place(field, self.rest, (0, 1, 2)))

    def _void(self, field: Field, void: tuple[int, ...], limits: Sequence[int]) -> Values:
        """The product of B - 1 over the seats that are void, in the trumps."""
        key = ("void", void, tuple(limits[seat] for seat in void))
        if key not in field.made:
            value = field.constant(0)
            for size in range(len(void) + 1):
                for bound in itertools.combinations(void, size):
                    term = self._product(
                        field, self.trumps, [limits[s] if s in bound else None for s in range(3)]
                    )
                    even = (len(void) - size) % 2 == 0
                    value = field.plus(value, term) if even else field.minus(value, term)
            field.made[key] = value
        made: Values = field.made[key]
        return made

    def _product(
        self, field: Field, steps: Sequence[int], limits: Iterable[int | None]
    ) -> Values:
        """The deals of a suit in which no seat has a card above its limit (None: no limit)."""
        cards: dict[tuple[int, ...], int] = {}
        tops = [len(steps) if limit is None else limit for limit in limits]
        for at, copies in enumerate(steps):
            seats = tuple(seat for seat, top in enumerate(tops) if at <= top)
            cards[seats] = cards.get(seats, 0) + copies
        key = ("steps", tuple(sorted(cards.items())))
        if key not in field.made:
            parts = [self._place(field, number, seats) for seats, number in cards.items()]
            field.made[key] = field.times(*parts) if parts else field.constant(1)
        made: Values = field.made[key]
        return made

    def _place(self, field: Field, cards: int, seats: tuple[int, ...]) -> Values:
        """The polynomial of cards that may go to these seats, or to the kitty."""
        powers: list[Values] = field.made.setdefault(("place", seats), [field.constant(1)])
        if len(powers) == 1:
            powers.append(field.any_hand(1, seats))
        while len(powers) <= cards:
            powers.append(field.times(powers[-1], powers[1]))
        return powers[cards]
