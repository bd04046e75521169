"""Declarations: the cards that make trumps, and which of them stand over others (B1, B2, B5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .cards import BIG_JOKER, RANK_LETTERS, SMALL_JOKER, SUIT_LETTERS, Cards
from .errors import RulesError
from .rules import Rules

__all__ = ["Bid", "Declaration", "check_declaration", "legal_declarations", "read_bid"]

_NOTHING = Cards()


@dataclass(frozen=True, slots=True)
class Bid:
    """Hold what some cards say as a declaration; made by `read_bid`.

    Attributes
    ----------
    kind : int
        The level card, or the joker of a declaration of no trump.
    joker : int or None
        The joker beside the level card (B5).
    copies : int
        How many of `kind`.
    strength : tuple of two ints
        A declaration is higher when its strength is greater: its place in the order of B1 or
        B5, then that of its suit where suits are ordered.
    """

    kind: int
    joker: int | None
    copies: int
    strength: tuple[int, int]

    @property
    def suit(self) -> str | None:
        """The suit that becomes trump; None for no trump."""
        return None if self.kind >= SMALL_JOKER else SUIT_LETTERS[self.kind // 13]

    @property
    def card(self) -> tuple[int, int | None]:
        """What protecting keeps: the kind, and the joker beside it."""
        return self.kind, self.joker


@dataclass(frozen=True, slots=True)
class Declaration:
    """Hold a declaration that was made.

    Attributes
    ----------
    seat : int
        The declarer. When his partner protects him he remains so.
    level : str
        The level that was declared with.
    cards : Cards
        What the declaration consists of.
    shown : tuple of Cards
        For each seat the cards of it that lie before that seat.
    how : {"first", "protect", "self_override", "override", "exchange"}
        What it did to the declaration before it.
    bid : Bid
        What the cards say.
    """

    seat: int
    level: str
    cards: Cards
    shown: tuple[Cards, Cards, Cards, Cards]
    how: Literal["first", "protect", "self_override", "override", "exchange"]
    bid: Bid

    @property
    def suit(self) -> str | None:
        """The suit that becomes trump; None for no trump."""
        return self.bid.suit


def read_bid(cards: Cards, level: str, rules: Rules | None = None) -> Bid:
    """Read cards as a declaration.

    Parameters
    ----------
    cards : Cards
    level : str
        The level declared with, as one of the letters ``23456789TJQKA``.
    rules : Rules, optional
        `joker_order`, `joker_declaration`, `suit_order` and `colour_declaration` matter.

    Returns
    -------
    Bid
        Its suit and its strength.

    Raises
    ------
    RulesError
        The cards declare nothing (B1, B5).

    Examples
    --------
    >>> bid = read_bid(Cards("Th Th"), "T")
    >>> bid.suit, bid.copies
    ('h', 2)
    >>> bid.strength < read_bid(Cards("SJ SJ"), "T").strength
    True
    >>> read_bid(Cards("SJ BJ"), "T")
    Traceback (most recent call last):
    tractor_core.errors.RulesError: 'SJ BJ' declares nothing at level T (B1)
    """
    rules = Rules() if rules is None else rules
    found = _read(cards, level, rules)
    if isinstance(found, str):
        raise RulesError(found)
    return found


def check_declaration(
    seat: int,
    cards: Cards,
    hand: Cards,
    level: str,
    standing: Declaration | None = None,
    rules: Rules | None = None,
    *,
    exchange: bool = False,
) -> Declaration:
    """Make the declaration of a seat, or raise why it is not allowed.

    Parameters
    ----------
    seat : int
    cards : Cards
        All cards that the declaration consists of; to protect, those that lie before the seats
        already as well.
    hand : Cards
        What the seat holds.
    level : str
        The level that the seat declares with.
    standing : Declaration, optional
        The declaration that stands.
    rules : Rules, optional
    exchange : bool
        Whether the declaration is for the kitty that goes round (B6).

    Returns
    -------
    Declaration
        The one that stands now.

    Raises
    ------
    RulesError
        The cards declare nothing (B1, B5), are not higher or not held (B1), or the rules do not
        let this seat protect or override (B2, B6).

    Examples
    --------
    >>> one = check_declaration(1, Cards("2s"), Cards("2s 2s 5h"), "2")
    >>> two = check_declaration(1, Cards("2s 2s"), Cards("2s 2s 5h"), "2", one)
    >>> two.how, two.suit
    ('protect', 's')
    >>> check_declaration(2, Cards("2d 2d"), Cards("2d 2d"), "2", two)
    Traceback (most recent call last):
    tractor_core.errors.RulesError: '2d 2d' is not higher than '2s 2s' (B1)
    """
    rules = Rules() if rules is None else rules
    found = _judge(seat, cards, hand, level, standing, rules, exchange)
    if isinstance(found, str):
        raise RulesError(found)
    return found


def legal_declarations(
    seat: int,
    hand: Cards,
    level: str,
    standing: Declaration | None = None,
    rules: Rules | None = None,
    *,
    exchange: bool = False,
) -> Iterator[Declaration]:
    """Iterate over the declarations that a seat may make, those of lower kinds first.

    The parameters are those of `check_declaration`.

    Examples
    --------
    >>> [str(found.cards) for found in legal_declarations(0, Cards("2h 2h SJ"), "2")]
    ['2h', '2h 2h']
    """
    rules = Rules() if rules is None else rules
    for cards in _candidates(hand, level, rules):
        found = _judge(seat, cards, hand, level, standing, rules, exchange)
        if isinstance(found, Declaration):
            yield found


def _colour_joker(kind: int) -> int:
    return BIG_JOKER if SUIT_LETTERS[kind // 13] in "dh" else SMALL_JOKER


def _candidates(hand: Cards, level: str, rules: Rules) -> Iterator[Cards]:
    """Everything that could be a declaration to which the hand gives a card."""
    rank = RANK_LETTERS.index(level)
    for suit in range(4):
        kind = 13 * suit + rank
        joker = _colour_joker(kind)
        if not rules.colour_declaration:
            if kind in hand:
                yield from (Cards([kind] * copies) for copies in range(1, rules.decks + 1))
        elif kind in hand or joker in hand:
            yield Cards([kind, joker])
            if rules.decks > 1:
                yield Cards([kind, kind, joker])
    for joker in (SMALL_JOKER, BIG_JOKER):
        if joker in hand:
            yield from (Cards([joker] * copies) for copies in range(2, rules.decks + 1))


def _read(cards: Cards, level: str, rules: Rules) -> Bid | str:
    kinds = sorted(set(cards))
    rank = RANK_LETTERS.index(level)
    nothing = f"'{cards}' declares nothing at level {level} "
    if not kinds:
        return nothing + "(B1)"
    kind = kinds[0]
    copies = cards.count(kind)
    if kind >= SMALL_JOKER:
        if len(kinds) > 1 or copies < 2:
            return nothing + "(B1)"
        if not rules.joker_declaration:
            return nothing + "(B1: joker_declaration is off)"
        place = 4 + kind - SMALL_JOKER if rules.joker_order or rules.suit_order else 0
        if rules.colour_declaration:
            return Bid(kind, None, 2, (3, place)) if copies == 2 else nothing + "(B5)"
        return Bid(kind, None, copies, (3 if copies == 2 else 5, place))
    if kind % 13 != rank:
        return nothing + "(B1)"
    place = kind // 13 if rules.suit_order and copies > 1 else 0
    if not rules.colour_declaration:
        if len(kinds) > 1:
            return nothing + "(B1)"
        return Bid(kind, None, copies, ((1, 2, 4)[copies - 1], place))
    joker = _colour_joker(kind)
    if len(kinds) != 2 or kinds[1] != joker or cards.count(joker) != 1 or copies > 2:
        return nothing + "(B5)"
    return Bid(kind, joker, copies, (copies, place))


def _judge(
    seat: int,
    cards: Cards,
    hand: Cards,
    level: str,
    standing: Declaration | None,
    rules: Rules,
    exchange: bool,
) -> Declaration | str:
    """The declaration, or why it is not allowed."""
    bid = _read(cards, level, rules)
    if isinstance(bid, str):
        return bid
    how: Literal["first", "protect", "self_override", "override", "exchange"]
    how = "exchange" if exchange else "first"
    shown = [_NOTHING] * 4
    if standing is not None:
        same = bid.card == standing.bid.card and level == standing.level
        partner = not rules.find_partner and (seat + 2) % 4 == standing.seat
        if exchange:
            if seat == standing.seat:
                return f"seat {seat} may not exchange over its own '{standing.cards}' (B6)"
        elif seat == standing.seat:
            how = "protect" if same else "self_override"
            if not (rules.self_protect if same else rules.self_override):
                what = "protect" if same else "override"
                return f"seat {seat} may not {what} its own '{standing.cards}' (B2)"
        elif partner and same and rules.partner_protect:
            how = "protect"
        elif not rules.override:
            return f"seat {seat} may not override seat {standing.seat} (B2)"
        else:
            how = "override"
        if bid.strength <= standing.bid.strength:
            return f"'{cards}' is not higher than '{standing.cards}' (B1)"
        if how == "protect":
            shown = list(standing.shown)
    others = sum((shown[other] for other in range(4) if other != seat), _NOTHING)
    mine = cards - others
    if not mine <= hand:
        return f"seat {seat} does not hold '{mine}' (B1)"
    shown[seat] = mine
    declarer = standing.seat if standing is not None and how == "protect" else seat
    return Declaration(declarer, level, cards, (shown[0], shown[1], shown[2], shown[3]), how, bid)
