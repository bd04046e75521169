"""Questions of what hands and the kitty hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..cards import BIG_JOKER, SMALL_JOKER, Cards
from ..errors import CardsError, RulesError
from .inputs import (
    MOST,
    RANKS,
    one_of,
    read_between,
    read_cards,
    read_hand,
    read_level,
    read_suit,
    whole,
)
from .places import Hand
from .questions import CardsHeld, Declared, PointsHeld, SuitLength, UnitsHeld
from .studies import Study, ask

__all__ = [
    "cards",
    "declaration",
    "jokers",
    "kitty_points",
    "level_cards",
    "points",
    "suit_length",
    "unit",
    "void",
]


def unit(
    unit: str,
    *,
    length: int | None = None,
    suit: str = "any",
    hand: Hand = "each",
    count: str = "event",
    least: int = 1,
    **dealt: Any,
) -> Study:
    """Ask how often a hand holds a unit, how many, or how long the longest is (C1, C2).

    A pair is a kind held at least twice, a triple one held three times. Of tractors and Titanics
    the maximal runs of adjacent steps are counted: 334455 is one tractor, and so is 33 44 with
    three kinds to choose from on a step.

    Parameters
    ----------
    unit : {"pair", "triple", "tractor", "titanic"}
    length : int, optional
        Steps of a tractor or Titanic at least, 2 by default.
    suit : str
        See above; ``"any"`` is anywhere in the hand.
    hand : int or str
        See above.
    count : {"event", "number", "longest"}
        Whether at least `least` of them are held, how many are, or the length of the longest run,
        0 for none as long as `length`.
    least : int
    **dealt
        See above.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> unit("pair", count="number", trump=Trump("10", "h")).bins
    13
    """
    name = one_of("unit", unit, ("pair", "triple", "tractor", "titanic"))
    run = name in ("tractor", "titanic")
    if length is None:
        length = 2 if run else 1
    elif not run and whole("length", length, 0, MOST) != 1:
        raise RulesError(f"a {name} has no length, not {length!r}")
    question = UnitsHeld(
        name,
        whole("length", length, 2, 24) if run else 1,
        read_suit(suit, "trump", "side", "any"),
        read_hand(hand),
        one_of("count", count, ("event", "number", "longest")),
        whole("least", least, 1, MOST),
    )
    if question.count == "longest" and not run:
        raise RulesError(f"a {name} has no length: count 'event' or 'number'")
    if question.count != "event" and question.least != 1:
        raise RulesError(f"least={question.least} needs count='event', not {question.count!r}")
    return ask(question, **dealt)


def suit_length(
    suit: str = "side",
    *,
    hand: Hand = "each",
    between: tuple[int, int] | None = None,
    **dealt: Any,
) -> Study:
    """Ask how many cards of a suit a hand holds (O6).

    Parameters
    ----------
    suit : str
        See above.
    hand : int or str
        See above.
    between : (int, int), optional
        How often the length lies between, both included.
    **dealt
        See above.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> suit_length("trump", trump=Trump("10", "h")).values[-1]
    25
    """
    question = SuitLength(read_suit(suit, "trump", "side"), read_hand(hand), read_between(between))
    return ask(question, **dealt)


def void(suit: str = "side", *, hand: Hand = "each", **dealt: Any) -> Study:
    """Ask how often a hand has no card of a suit.

    Parameters
    ----------
    suit, hand, **dealt
        See above; ``hand="any"`` asks for some hand, ``"side"`` for both partners.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> void("s", hand="any", trump=Trump("10", "h")).title
    'some hand is void in spades; 2 decks, level T, hearts trump'
    """
    return suit_length(suit, hand=hand, between=(0, 0), **dealt)


def cards(
    kinds: Cards | str | Iterable[int],
    *,
    hand: Hand = "each",
    between: tuple[int, int] | None = None,
    **dealt: Any,
) -> Study:
    """Ask how many cards of given kinds a hand holds.

    Parameters
    ----------
    kinds : Cards, str or iterable of int
        The kinds; copies of a kind say no more than one.
    hand : int or str
        See above.
    between : (int, int), optional
        How often the number lies between, both included.
    **dealt
        See above.

    Returns
    -------
    Study

    Examples
    --------
    >>> cards("Ad Ac Ah As", hand=0).bins
    9
    """
    if not isinstance(kinds, (Cards, str)):
        kinds = Cards(kinds)
    held = read_cards("kinds", kinds).kinds()
    if not held:
        raise CardsError("there is no kind to count")
    return ask(CardsHeld(held, read_hand(hand), read_between(between)), **dealt)


def jokers(*, hand: Hand = "each", between: tuple[int, int] | None = None, **dealt: Any) -> Study:
    """Ask how many jokers a hand holds; see `cards`.

    Examples
    --------
    >>> jokers(hand="any", between=(3, 4)).event
    True
    """
    return cards((SMALL_JOKER, BIG_JOKER), hand=hand, between=between, **dealt)


def level_cards(
    level: str | int,
    *,
    hand: Hand = "each",
    between: tuple[int, int] | None = None,
    **dealt: Any,
) -> Study:
    """Ask how many cards of the level's rank a hand holds; see `cards`.

    Examples
    --------
    >>> level_cards("2", decks=3).bins
    13
    """
    rank = RANKS.index(read_level(level))
    kinds = [13 * suit + rank for suit in range(4)]
    return cards(kinds, hand=hand, between=between, **dealt)


def points(hand: Hand = "each", **dealt: Any) -> Study:
    """Ask for the points in a hand (D3).

    Parameters
    ----------
    hand : int or str
        See above.
    **dealt
        See above.

    Returns
    -------
    Study

    Examples
    --------
    >>> points("side").values[:3]
    (0, 5, 10)
    """
    return ask(PointsHeld(read_hand(hand)), **dealt)


def kitty_points(**dealt: Any) -> Study:
    """Ask for the points dealt to the kitty (D3).

    Parameters
    ----------
    **dealt
        See above.

    Returns
    -------
    Study

    Examples
    --------
    >>> kitty_points().values[-1]
    80
    """
    return points("kitty", **dealt)


def declaration(
    level: str | int, *, hand: Hand = "each", least: int | None = None, **dealt: Any
) -> Study:
    """Ask for the best declaration a hand can make (B1, B5).

    The order is that of B1: nothing 0, one level card 1, two of one kind 2, two jokers of one
    kind 3, three level cards 4, three jokers 5. By `colour_declaration` (B5) it is one level card
    with a joker of its colour 1, two 2, two jokers 3. Orders of suits and of jokers do not
    matter. With ``kitty_size`` the hands may be those of any moment of the deal: 68 of two decks is
    after ten cards each.

    Parameters
    ----------
    level : str or int
        As `Trump` takes it.
    hand : int or str
        See above; the better of two partners, the best of the four.
    least : int, optional
        How often the declaration is at least so high.
    **dealt
        See above; `joker_declaration` and `colour_declaration` of the rules matter.

    Returns
    -------
    Study

    Examples
    --------
    >>> declaration("2", hand="any").labels[:4]
    ('nothing', 'level card', 'pair of them', 'pair of jokers')
    """
    question = Declared(
        read_level(level),
        read_hand(hand),
        None if least is None else whole("least", least, 1, 5),
    )
    return ask(question, **dealt)
