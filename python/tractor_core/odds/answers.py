"""Answers: which exact count answers which study."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..cards import Cards
from ..errors import CardsError
from ..rules import Rules
from ..trump import Trump, suit_of
from ..units import Unit, decompose
from . import counts
from .chains import chain_of, stock_of
from .coefficients import NoExactValue
from .places import known_of, need_trump, places_of, suits_of
from .played import Played
from .questions import CardsHeld, Declared, Lead, PointsHeld, SuitLength, UnitsHeld
from .standing import chance_to_stand, throw_patterns
from .studies import Study

__all__ = ["answer", "distribution", "exact"]

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

Shares = dict[int, Fraction]


def exact(study: Study) -> Fraction:
    """Count what a run of a study estimates: a probability, or the mean of its values.

    Parameters
    ----------
    study : Study

    Returns
    -------
    Fraction

    Raises
    ------
    NoExactValue
        No count reaches it, or not in a minute; the message says why. Simulation answers it.

    Examples
    --------
    >>> from tractor_core import Trump
    >>> from tractor_core.odds import last_trick, throw
    >>> exact(throw("As Ks", trump=Trump("10", "h")))
    Fraction(31, 106)
    >>> exact(last_trick("greedy", trump=Trump("10", "h")))
    Traceback (most recent call last):
    tractor_core.odds.coefficients.NoExactValue: a policy plays the cards
    """
    found = _answer(study)
    return counts.mean(found) if isinstance(found, dict) else found


def distribution(study: Study) -> dict[int, Fraction]:
    """Count how likely every value of a study is.

    Parameters
    ----------
    study : Study

    Returns
    -------
    dict
        From the values to their odds; values that cannot be have no entry. Those of an event
        are 0 and 1.

    Raises
    ------
    NoExactValue
        As `exact`; or the mean alone can be counted.

    Examples
    --------
    >>> from tractor_core.odds import kitty_points
    >>> shares = distribution(kitty_points())
    >>> [round(float(shares[points]), 4) for points in (0, 5, 10, 80)]
    [0.1238, 0.1029, 0.2382, 0.0]
    """
    found = _answer(study)
    if isinstance(found, dict):
        return found
    if not study.event:
        raise NoExactValue("the mean is a sum over hands: it can be counted, the shares cannot")
    return {value: p for value, p in ((0, 1 - found), (1, found)) if p}


def answer(study: Study) -> Fraction | None:
    """Count what a study estimates, or give None where no count reaches it.

    Examples
    --------
    >>> from tractor_core.odds import kitty_points
    >>> answer(kitty_points())
    Fraction(400, 27)
    """
    try:
        return exact(study)
    except NoExactValue:
        return None


def _answer(study: Study) -> Fraction | Shares:
    """A probability or a mean; or the shares of all values where they are counted as well."""
    if not isinstance(study, Study):
        raise TypeError(f"study must be a Study, not {type(study).__name__}")
    if any(study.voids) or any(study.no_pairs):
        raise NoExactValue("suits that a seat is known to lack are not counted with")
    question = study.question
    if isinstance(question, UnitsHeld):
        return _units(study, question)
    if isinstance(question, SuitLength):
        return _lengths(study, question)
    if isinstance(question, CardsHeld):
        kinds = Cards(question.kinds)
        return _sums(study, question.hand, question.between, counts.number_of, kinds)
    if isinstance(question, PointsHeld):
        return _sums(study, question.hand, None, counts.point_total)
    if isinstance(question, Declared):
        return _declared(study, question)
    if isinstance(question, Lead):
        return _lead(study, question)
    if isinstance(question, Played):
        raise NoExactValue("a policy plays the cards")
    raise NoExactValue("a function of the caller's looks at the deals")


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


def _check_alike(study: Study, places: tuple[int, ...]) -> None:
    """Refuse hands looked at together of which something is known, or which differ in size."""
    if any(known_of(study.dealing, place) for place in places):
        raise NoExactValue("hands are looked at together, and cards of some are known")
    if len({_sizes(study)[place] for place in places}) > 1:
        raise NoExactValue("hands of different sizes are looked at together")


def _one(study: Study, place: int) -> dict[str, Any]:
    """A place as the counts of one hand take it."""
    return {
        "decks": study.dealing.decks,
        "hand": _sizes(study)[place],
        "held": known_of(study.dealing, place),
        "seen": _elsewhere(study, (place,)),
    }


def _between(distribution: Shares, least: int, most: int) -> Fraction:
    odds = (p for number, p in distribution.items() if least <= number <= most)
    return sum(odds, Fraction(0))


def _units(study: Study, question: UnitsHeld) -> Fraction | Shares:
    trump = need_trump(study.trump)
    suits = suits_of(question.suit, trump, study.dealing)
    where: dict[str, Any] = {"suit": None if suits is None else suits[0]}
    unit: Any = question.unit
    run = unit in ("tractor", "titanic")
    places, join = _groups(study, question.hand)
    if question.count == "longest":
        if len(places) > 1:
            raise NoExactValue("the longest of several hands is asked for")
        longest = counts.longest_run(unit, trump, **where, **_one(study, next(iter(places))))
        shares = {n: p for n, p in longest.items() if n >= question.length}
        short = 1 - sum(shares.values(), Fraction(0))
        return {0: short, **shares} if short else shares
    if question.count == "number":
        if join == "most":
            raise NoExactValue("the most that one of several hands holds is asked for")
        if question.length > 2:
            raise NoExactValue("runs of three or more are not counted one by one")
        numbers = [
            counts.unit_number(unit, trump, **where, **_one(study, place)) for place in places
        ]
        return numbers[0] if len(places) == 1 else sum(map(counts.mean, numbers), Fraction(0))
    if question.least > 1:
        if len(places) > 1 or question.length > 2:
            raise NoExactValue("several units are counted in one hand alone, and runs from two on")
        number = counts.unit_number(unit, trump, **where, **_one(study, next(iter(places))))
        return _between(number, question.least, len(_EVERY))
    length = question.length if run else None
    if len(places) == 1:
        return counts.holds(unit, trump, length=length, **where, **_one(study, next(iter(places))))
    _check_alike(study, places)
    held = counts.hands_holding(
        unit,
        trump,
        length=length,
        **where,
        decks=study.dealing.decks,
        hands=len(places),
        hand=_sizes(study)[next(iter(places))],
        seen=_elsewhere(study, places),
    )
    return 1 - held[0]


def _sums(
    study: Study,
    hand: Any,
    between: tuple[int, int] | None,
    count: Any,
    *what: Any,
) -> Fraction | Shares:
    """The number of cards of some places together: those of one large hand."""
    places, join = _groups(study, hand)
    if join == "most":
        raise NoExactValue("the most that one of several hands holds is asked for")
    known = [known_of(study.dealing, place) for place in places]
    shares: Shares = count(
        *what,
        decks=study.dealing.decks,
        hand=sum(_sizes(study)[place] for place in places),
        held=sum(known, _NOTHING),
        seen=_elsewhere(study, places),
    )
    return shares if between is None else _between(shares, *between)


def _lengths(study: Study, question: SuitLength) -> Fraction | Shares:
    trump = need_trump(study.trump)
    suits = suits_of(question.suit, trump, study.dealing)
    assert suits is not None
    places, join = _groups(study, question.hand)
    if join == "most" and question.between == (0, 0):
        _check_alike(study, places)
        return counts.void(
            trump,
            suits[0],
            decks=study.dealing.decks,
            hands=len(places),
            hand=_sizes(study)[next(iter(places))],
            seen=_elsewhere(study, places),
        )
    return _sums(study, question.hand, question.between, counts.suit_length, trump, suits[0])


def _declared(study: Study, question: Declared) -> Fraction | Shares:
    places, _ = _groups(study, question.hand)
    if len(places) > 1:
        _check_alike(study, places)
    rules = Rules(
        decks=study.dealing.decks,
        joker_declaration=study.rules.joker_declaration,
        colour_declaration=study.rules.colour_declaration,
    )
    odds = counts.declarations(
        question.level,
        _sizes(study)[next(iter(places))],
        seats=len(places),
        decks=study.dealing.decks,
        held=known_of(study.dealing, places[0]) if len(places) == 1 else _NOTHING,
        seen=_elsewhere(study, places),
        rules=rules,
    )
    best: Shares = {}
    for name, p in odds.items():
        best[_PLACES[name]] = best.get(_PLACES[name], Fraction(0)) + p
    return best if question.least is None else _between(best, question.least, 5)


def _lead(study: Study, question: Lead) -> Fraction:
    trump = need_trump(study.trump)
    deal, cards = study.dealing, question.cards
    if cards is None:
        raise NoExactValue("leads of several suits and hands are looked at: name the cards")
    if any(deal.hands[1:]):
        raise NoExactValue("cards of other hands than the leader's are known")
    if question.by == "partner":
        raise NoExactValue("the partner alone is looked at")
    if question.fate == "ruffed":
        raise NoExactValue("a ruff takes a void and trumps, which are not counted together")
    held, kitty = deal.hands[0], deal.kitty
    whole = len(held) == deal.hand_sizes[0]
    if question.length is not None and (question.fate != "stands" or whole or held != cards):
        raise NoExactValue("a length of the suit is counted for a throw of a hand unknown else")
    if question.fate == "stands" and (whole or held == cards):
        try:
            return counts.throw_stands(
                cards,
                trump,
                own=held if whole else None,
                own_size=None if whole else deal.hand_sizes[0],
                length=question.length,
                seen=kitty + _missing(study),
                decks=deal.decks,
                hands=deal.hand_sizes[1:],
                rules=Rules(decks=deal.decks, throw_against=question.by),  # type: ignore[arg-type]
                units=question.units,
            )
        except CardsError as error:
            if question.length is None:
                raise
            raise NoExactValue(f"the question never applies: {error}") from None
    if question.fate == "stands":
        named = question.units
        units = decompose(cards, trump) if named is None else [Unit(u, trump) for u in named]
        return _unbeaten(study, trump, list(units), question.by)
    if question.fate == "beaten":
        # a throw of one unit always stands, so this is no throw
        return 1 - _unbeaten(study, trump, [Unit(cards, trump)], question.by)
    if len(cards) > 1:
        raise NoExactValue("several cards are led")
    if question.without and not (
        whole and (len(kitty) == deal.kitty_size or not question.buried)
    ):
        raise NoExactValue(
            f"that no {' '.join(question.without)} is held is a condition: give the whole hand "
            "(and kitty), or lift the condition"
        )
    ruffs: Any = question.ruffs
    return counts.escapes(
        cards,
        trump,
        own=held,
        seen=kitty + _missing(study),
        ruffs=ruffs,
        decks=deal.decks,
        hands=deal.hand_sizes[1:],
    )


def _unbeaten(study: Study, trump: Trump, units: list[Unit], by: str) -> Fraction:
    """The odds that the hands looked at beat none of the units."""
    deal = study.dealing
    chain = chain_of(trump, suit_of(next(iter(units[0].cards)), trump))
    patterns = throw_patterns(units, chain)
    sizes = [deal.hand_sizes[seat] for seat in ((1, 2, 3) if by == "others" else (1, 3))]
    stock = stock_of(deal.decks, [deal.hands[0], deal.kitty, _missing(study)])
    return chance_to_stand(chain, patterns, stock, sizes)
