"""Levels: how sides climb through a match, and who deals next (rules M0 to M4)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Cards
from .errors import RulesError
from .rounds import Round
from .rules import Rules
from .scoring import LevelChange
from .views import RoundResult

__all__ = ["Standing", "advance", "jack_hooked", "next_dealer", "shows_crown"]

_JACK = 9  # ranks as kinds count them, from the two
_ACE = 12


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold where a side, or a seat that finds its partners, is in the match.

    Attributes
    ----------
    level : str
        One of the letters ``23456789TJQKA``.
    crown : bool
        Whether it has kept the deal at A and plays A once more (M4).
    won : bool
        Whether it has won the match.
    """

    level: str
    crown: bool = False
    won: bool = False


def advance(
    standing: Standing,
    gain: int,
    rules: Rules | None = None,
    *,
    dealing: bool,
    crowned: bool = False,
) -> Standing:
    """Move a side up by the levels that it gains (M0, M2, M4).

    Parameters
    ----------
    standing : Standing
        Where the side is.
    gain : int
        Levels gained by L, 0 or more.
    rules : Rules, optional
        `levels`, `match_end`, `must_play` and `crown` matter.
    dealing : bool
        Whether it was the dealer's side; where partners are found, whether it was the dealer.
    crowned : bool
        Whether, at the crown, the dealer's plays and the deal were as M4 asks.

    Returns
    -------
    Standing
        Where it is now.

    Raises
    ------
    RulesError
        A level that is none of the match, or a negative gain.

    Examples
    --------
    >>> advance(Standing("4"), 2, Rules(must_play=("5", "T", "K")), dealing=True)
    Standing(level='5', crown=False, won=False)
    >>> advance(Standing("A"), 1, dealing=False).won
    True
    """
    rules = Rules() if rules is None else rules
    if standing.level not in rules.levels:
        raise RulesError(f"{standing.level!r} is not among levels={rules.levels} (M2)")
    if gain < 0:
        raise RulesError(f"a gain is 0 or more, not {gain} (M0)")
    at = rules.levels.index(standing.level)
    last = len(rules.levels) - 1
    if standing.crown:
        return Standing(standing.level, True, dealing and crowned and gain > 0)
    if gain == 0 or standing.level in rules.must_play and not dealing:
        return standing
    if rules.crown and at == last:
        return Standing(standing.level, dealing)
    passed = False
    for _ in range(gain):
        if at == last:
            passed = True
            break
        at += 1
        if rules.levels[at] in rules.must_play or rules.crown and at == last:
            break
    reached = at == last and rules.match_end == "reach_last" and not rules.crown
    return Standing(rules.levels[at], False, passed or reached)


def next_dealer(dealer: int, change: LevelChange, partner: int | None = None) -> int | None:
    """Name the next dealer (M1, B7).

    Parameters
    ----------
    dealer : int
        The seat that dealt.
    change : LevelChange
        What the round's points changed.
    partner : int, optional
        His partner where one was found, himself if he played alone; by default the seat
        opposite.

    Returns
    -------
    int or None
        A seat; None when the deal is contested anew (L7).

    Examples
    --------
    >>> from tractor_core.scoring import level_change
    >>> next_dealer(1, level_change(60)), next_dealer(1, level_change(80))
    (3, 2)
    """
    if change.deal is None:
        return None
    if change.deal == "attackers":
        return (dealer + 1) % 4
    return (dealer + 2) % 4 if partner is None else partner


def jack_hooked(round: Round, result: RoundResult, rules: Rules | None = None) -> bool:
    """Tell whether the attackers took the last trick with jacks alone, at level J (M3).

    Parameters
    ----------
    round : Round
        A round that has ended.
    result : RoundResult
        Its result.
    rules : Rules, optional
        The rules of the match; without `jack_hook` it is never so.

    Returns
    -------
    bool
        Whether the dealer's side goes back to the first level.
    """
    if rules is None or not rules.jack_hook or round.trump.level != "J":
        return False
    if result.revoked is not None or result.last_trick != "attackers":
        return False
    trick = round.tricks[-1]
    assert trick.winner is not None
    winning = trick.plays[(trick.winner - trick.leader) % 4]
    return all(kind < 52 and kind % 13 == _JACK for kind in winning)


def shows_crown(round: Round, result: RoundResult) -> bool:
    """Tell whether the dealer kept the deal and his first and last play hold an ace (M4).

    Parameters
    ----------
    round : Round
        A round that has ended.
    result : RoundResult
        Its result.

    Returns
    -------
    bool
        Whether a side at the crown has won the match.
    """
    if result.change.deal != "dealer":
        return False
    own = [
        play
        for trick in round.tricks
        for i, play in enumerate(trick.plays)
        if (trick.leader + i) % 4 == round.dealer
    ]
    return _has_ace(own[0]) and _has_ace(own[-1])


def _has_ace(cards: Cards) -> bool:
    return any(kind < 52 and kind % 13 == _ACE for kind in cards.kinds())
