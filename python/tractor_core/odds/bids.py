"""Bids: the odds of what a hand can declare after some cards have been dealt (B1, B2, B5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ..cards import BIG_JOKER, SMALL_JOKER, Cards
from ..declarations import read_bid
from ..errors import CardsError, RulesError
from ..rules import Rules
from ..trump import Trump
from .chains import NOTHING, read_decks, read_rules, read_size, stock_of
from .coefficients import Field, Values, coefficient, deals
from .runs import weights_of

__all__ = ["declarations"]

_NUMBERS = ("no", "one", "two", "three")
_SUITS = "dchs"
_RANKS = "23456789TJQKA"

_Strength = tuple[int, int]


def declarations(
    level: str,
    dealt: int,
    *,
    seats: int = 1,
    decks: int = 2,
    held: Cards = NOTHING,
    seen: Cards = NOTHING,
    rules: Rules | None = None,
) -> dict[str, Fraction]:
    """Return the distribution of the strongest declaration that some seats can make.

    Parameters
    ----------
    level : str
        The rank declared with, ``"2"`` .. ``"A"``.
    dealt : int
        Cards that each seat has got.
    seats : int
        How many seats are looked at together, 1 to 4.
    decks : int
        1 to 3.
    held : Cards, optional
        Of one seat, the cards that it is known to hold.
    seen : Cards, optional
        Cards that none of the seats holds.
    rules : Rules, optional
        `joker_declaration`, `joker_order`, `suit_order` and `colour_declaration` matter.

    Returns
    -------
    dict
        From ``"nothing"`` and the name of each strength, weakest first, to its odds.

    Raises
    ------
    NoExactValue
        Several seats are looked at while many cards are still to be dealt.

    Examples
    --------
    >>> for name, odds in declarations("10", 25).items():
    ...     print(f"{name}: {float(odds):.6f}")
    nothing: 0.098827
    one level card: 0.623249
    two level cards: 0.176443
    two jokers: 0.101482
    """
    stock = stock_of(decks, [held, seen])
    rules = replace(read_rules(rules), decks=read_decks(decks))
    rank = Trump(level).level
    count = read_size("seats", seats, 1, 4)
    if count == 0:
        raise CardsError("seats=0: must be from 1 to 4")
    if held and count > 1:
        raise CardsError("held: the cards of one seat, but several are looked at")
    size = read_size("dealt", dealt, 0) - len(held)
    if size < 0:
        raise CardsError(f"dealt={dealt}: such a hand does not hold the {len(held)} known ones")
    if size * count > sum(stock):
        raise CardsError(f"dealt={dealt}: only {sum(stock)} cards are left for {count} seats")
    bids = _bids(rank, rules)
    order = sorted({strength for strength, _ in bids.values()})
    had = held.counts()
    # the odds that every bid of this strength and above is out of reach
    below = [
        _without([c for c in bids if bids[c][0] >= strength], rank, stock, had, size, count, rules)
        for strength in order
    ]
    below.append(Fraction(1))
    names = dict(bids.values())
    found = {"nothing": below[0]}
    for strength, low, high in zip(order, below, below[1:], strict=False):
        found[names[strength]] = high - low
    return found


def _bids(rank: str, rules: Rules) -> dict[Cards, tuple[_Strength, str]]:
    """Every declaration there is, with its strength and the name of that strength."""
    levels = [13 * suit + _RANKS.index(rank) for suit in range(4)]
    several = range(1, rules.decks + 1)
    tried = [Cards([kind] * n) for kind in (*levels, SMALL_JOKER, BIG_JOKER) for n in several]
    tried += [
        Cards([kind] * n + [joker])
        for kind in levels
        for n in several
        for joker in (SMALL_JOKER, BIG_JOKER)
    ]
    found = {}
    for cards in tried:
        try:
            bid = read_bid(cards, rank, rules)
        except RulesError:
            continue
        number = _NUMBERS[bid.copies]
        if bid.kind >= SMALL_JOKER:
            parted = rules.joker_order or rules.suit_order
            size = ("small ", "big ")[bid.kind - SMALL_JOKER] if parted else ""
            name = f"{number} {size}jokers"
        else:
            name = f"{number} level card{'s' if bid.copies > 1 else ''}"
            if bid.joker is not None:
                name += " and a joker"
            if rules.suit_order and bid.copies > 1:
                name += f" of {_SUITS[bid.kind // 13]}"
        found[cards] = (bid.strength, name)
    return found


def _without(
    bids: Sequence[Cards],
    rank: str,
    stock: Sequence[int],
    held: Sequence[int],
    size: int,
    seats: int,
    rules: Rules,
) -> Fraction:
    """The odds that no seat holds the cards of any of the bids."""
    levels = [13 * suit + _RANKS.index(rank) for suit in range(4)]
    groups = (
        {BIG_JOKER: [levels[0], levels[2]], SMALL_JOKER: [levels[1], levels[3]]}
        if rules.colour_declaration
        else {BIG_JOKER: levels[:2], SMALL_JOKER: levels[2:]}
    )
    special = [*levels, SMALL_JOKER, BIG_JOKER]
    rest = sum(stock) - sum(stock[kind] for kind in special)
    pool = sum(stock) - size * seats

    def evaluate(field: Field) -> Values:
        parts = [
            _group(field, joker, kinds, [c.counts() for c in bids], stock, held)
            for joker, kinds in groups.items()
        ]
        return field.times(field.any_hand(rest), *parts)

    sizes = (size,) * seats
    return Fraction(coefficient(sizes, pool, evaluate, alike=(seats,)), deals(sizes, pool))


def _group(
    field: Field,
    joker: int,
    kinds: Sequence[int],
    bids: Sequence[bytes],
    stock: Sequence[int],
    held: Sequence[int],
) -> Values:
    """The deals of a joker and the level cards it may be declared with, without the bids."""
    seats = len(field.hands)
    tables = {
        kind: weights_of(field, stock[kind], (held[kind],) * seats, (1, 2, 3))
        for kind in (joker, *kinds)
    }
    # joker holdings that leave the same copies of the kinds free are taken together
    merged: defaultdict[tuple[tuple[tuple[int, ...], ...], ...], list[Values]] = defaultdict(list)
    for jokers, weight in tables[joker].items():
        free = tuple(
            tuple(
                copies
                for copies in tables[kind]
                if not any(
                    _can(bid, joker, kind, pair)
                    for bid in bids
                    for pair in zip(jokers, copies, strict=True)
                )
            )
            for kind in kinds
        )
        if all(free):
            merged[free].append(weight)
    terms = [field.constant(0)]
    for free, values in merged.items():
        value = field.plus(*values)
        for kind, chosen in zip(kinds, free, strict=True):
            value = field.times(field.plus(*(tables[kind][c] for c in chosen)), value)
        terms.append(value)
    return field.plus(*terms)


def _can(bid: bytes, joker: int, kind: int, copies: tuple[int, int]) -> bool:
    """Whether these copies of a joker and of a kind make up a bid."""
    return sum(bid) == bid[joker] + bid[kind] and bid[joker] <= copies[0] and bid[kind] <= copies[1]
