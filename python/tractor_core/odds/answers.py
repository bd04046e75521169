"""Answers: which exact count answers which study."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..cards import Cards
from ..rules import Rules
from ..trump import Trump, suit_of
from ..units import Unit
from . import exact
from .chains import chain_of, stock_of
from .coefficients import NoExactValue
from .places import known_of, need_trump, places_of, suits_of
from .questions import CardsHeld, Declared, Lead, PointsHeld, SuitLength, UnitsHeld
from .standing import chance_to_stand, throw_patterns
from .studies import Study

__all__ = ["answer"]

_NOTHING = Cards()
_EVERY = range(54)
_PLACES = {
    "nothing": 0,
    "one level card": 1,
    "two level cards": 2,
    "two jokers": 3,
    "three level cards": 4,
    "three jokers": 5,
    "one level card and a joker": 1,
    "two level cards and a joker": 2,
}


def answer(study: Study) -> Fraction | None:
    """Count what a study estimates: a probability, or the mean of its values.

    Returns
    -------
    Fraction or None
        None where no count reaches it.

    Examples
    --------
    >>> from tractor_core.odds import kitty_points
    >>> answer(kitty_points())
    Fraction(400, 27)
    """
    question = study.question
    try:
        if isinstance(question, UnitsHeld):
            return _units(study, question)
        if isinstance(question, SuitLength):
            return _lengths(study, question)
        if isinstance(question, CardsHeld):
            kinds = Cards(question.kinds)
            return _sums(study, question.hand, question.between, exact.number_of, kinds)
        if isinstance(question, PointsHeld):
            return _sums(study, question.hand, None, exact.point_total)
        if isinstance(question, Declared):
            return _declared(study, question)
        if isinstance(question, Lead) and question.cards is not None:
            return _lead(study, question, question.cards)
    except NoExactValue:
        pass
    return None


def _missing(study: Study) -> Cards:
    """The cards of the decks that are not dealt."""
    whole = Cards([kind for kind in _EVERY for _ in range(study.dealing.decks)])
    return whole - study.dealing.stock


def _elsewhere(study: Study, places: tuple[int, ...]) -> Cards:
    """The cards that are known to be in none of the places."""
    known = (known_of(study.dealing, place) for place in range(5) if place not in places)
    return sum(known, _missing(study))


def _sizes(study: Study) -> tuple[int, ...]:
    return (*study.dealing.hand_sizes, study.dealing.kitty_size)


def _groups(study: Study, hand: Any) -> tuple[tuple[int, ...], str]:
    """The places that one copy of the question looks at, and how it joins them."""
    places, join = places_of(hand, study.dealing)
    if join == "each":
        return places[:1], join
    if join == "sides" and len(places) == 4:
        return places[::2], join
    return places, join


def _alike(study: Study, places: tuple[int, ...]) -> bool:
    """Whether nothing is known of the places, and they are of one size."""
    if any(known_of(study.dealing, place) for place in places):
        return False
    return len({_sizes(study)[place] for place in places}) == 1


def _one(study: Study, place: int) -> dict[str, Any]:
    """A place as the counts of one hand take it."""
    return {
        "decks": study.dealing.decks,
        "hand": _sizes(study)[place],
        "held": known_of(study.dealing, place),
        "seen": _elsewhere(study, (place,)),
    }


def _mean(distribution: dict[int, Fraction]) -> Fraction:
    return exact.mean(distribution)


def _between(distribution: dict[int, Fraction], least: int, most: int) -> Fraction:
    odds = (p for number, p in distribution.items() if least <= number <= most)
    return sum(odds, Fraction(0))


def _units(study: Study, question: UnitsHeld) -> Fraction | None:
    trump = need_trump(study.trump)
    suits = suits_of(question.suit, trump, study.dealing)
    where: dict[str, Any] = {"suit": None if suits is None else suits[0]}
    unit: Any = question.unit
    run = unit in ("tractor", "titanic")
    places, join = _groups(study, question.hand)
    if question.count == "longest":
        if len(places) > 1:
            return None
        longest = exact.longest_run(unit, trump, **where, **_one(study, places[0]))
        return _mean({n: p for n, p in longest.items() if n >= question.length})
    if question.count == "number":
        if join == "most" or question.length > 2:
            return None
        numbers = (
            exact.expected_units(unit, trump, **where, **_one(study, place)) for place in places
        )
        return sum(numbers, Fraction(0))
    if question.least > 1:
        if len(places) > 1 or question.length > 2:
            return None
        number = exact.unit_number(unit, trump, **where, **_one(study, places[0]))
        return _between(number, question.least, len(_EVERY))
    length = question.length if run else None
    if len(places) == 1:
        return exact.holds(unit, trump, length=length, **where, **_one(study, places[0]))
    if not _alike(study, places):
        return None
    held = exact.hands_holding(
        unit,
        trump,
        length=length,
        **where,
        decks=study.dealing.decks,
        hands=len(places),
        hand=_sizes(study)[places[0]],
        seen=_elsewhere(study, places),
    )
    return 1 - held[0]


def _sums(
    study: Study,
    hand: Any,
    between: tuple[int, int] | None,
    count: Any,
    *what: Any,
) -> Fraction | None:
    """The number of cards of some places together: those of one large hand."""
    places, join = _groups(study, hand)
    if join == "most":
        return None
    known = [known_of(study.dealing, place) for place in places]
    distribution = count(
        *what,
        decks=study.dealing.decks,
        hand=sum(_sizes(study)[place] for place in places),
        held=sum(known, _NOTHING),
        seen=_elsewhere(study, places),
    )
    return _mean(distribution) if between is None else _between(distribution, *between)


def _lengths(study: Study, question: SuitLength) -> Fraction | None:
    trump = need_trump(study.trump)
    suits = suits_of(question.suit, trump, study.dealing)
    assert suits is not None
    places, join = _groups(study, question.hand)
    if join == "most":
        if question.between != (0, 0) or not _alike(study, places):
            return None
        return exact.void(
            trump,
            suits[0],
            decks=study.dealing.decks,
            hands=len(places),
            hand=_sizes(study)[places[0]],
            seen=_elsewhere(study, places),
        )
    return _sums(study, question.hand, question.between, exact.suit_length, trump, suits[0])


def _declared(study: Study, question: Declared) -> Fraction | None:
    places, _ = _groups(study, question.hand)
    if len(places) > 1 and not _alike(study, places):
        return None
    rules = Rules(
        decks=study.dealing.decks,
        joker_declaration=study.rules.joker_declaration,
        colour_declaration=study.rules.colour_declaration,
    )
    odds = exact.declarations(
        question.level,
        _sizes(study)[places[0]],
        seats=len(places),
        decks=study.dealing.decks,
        held=known_of(study.dealing, places[0]) if len(places) == 1 else _NOTHING,
        seen=_elsewhere(study, places),
        rules=rules,
    )
    best: dict[int, Fraction] = {}
    for name, p in odds.items():
        best[_PLACES[name]] = best.get(_PLACES[name], Fraction(0)) + p
    return _mean(best) if question.least is None else _between(best, question.least, 5)


def _lead(study: Study, question: Lead, cards: Cards) -> Fraction | None:
    trump = need_trump(study.trump)
    deal = study.dealing
    held, kitty = deal.hands[0], deal.kitty
    whole = len(held) == deal.hand_sizes[0]
    seen = kitty + _missing(study)
    if any(deal.hands[1:]) or question.by == "partner":
        return None
    if question.fate == "stands":
        if not whole and held != cards or question.length is not None and whole:
            return None
        return exact.throw_stands(
            cards,
            trump,
            own=held if whole else None,
            own_size=None if whole else deal.hand_sizes[0],
            length=question.length,
            seen=seen,
            decks=deal.decks,
            hands=deal.hand_sizes[1:],
            rules=Rules(decks=deal.decks, throw_against=question.by),  # type: ignore[arg-type]
            units=question.units,
        )
    if question.length is not None:
        return None
    if question.fate == "beaten":
        return _beaten(study, trump, cards, question.by)
    if question.fate == "escapes" and len(cards) == 1:
        full = whole and (len(kitty) == deal.kitty_size or not question.buried)
        if question.without and not full or question.ruffs != "none":
            return None  # ruffs are counted as well, but that takes seconds
        return exact.escapes(
            cards, trump, own=held, seen=seen, decks=deal.decks, hands=deal.hand_sizes[1:]
        )
    return None


def _beaten(study: Study, trump: Trump, cards: Cards, by: str) -> Fraction:
    """No unit is judged as a throw of one, which always stands: so by its pattern."""
    deal = study.dealing
    chain = chain_of(trump, suit_of(next(iter(cards)), trump))
    patterns = throw_patterns([Unit(cards, trump)], chain)
    sizes = [deal.hand_sizes[seat] for seat in ((1, 2, 3) if by == "others" else (1, 3))]
    stock = stock_of(deal.decks, [deal.hands[0], deal.kitty, _missing(study)])
    return 1 - chance_to_stand(chain, patterns, stock, sizes)
