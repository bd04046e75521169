"""Settlement: what a round pays, in stakes or in the scores of a room (rules S1 and S2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .errors import RulesError
from .rules import Rules
from .scoring import LevelChange, level_change

__all__ = ["Settlement", "room_score", "settle_score", "settle_stakes"]

_SHUTOUT_LEVELS = 3  # 大光: the dealer's side gains three levels
_DOUBLED_FROM = 80
_TRIPLED_FROM = 300


@dataclass(frozen=True, slots=True)
class Settlement:
    """Hold what a round pays.

    Attributes
    ----------
    seats : tuple of four ints
        What each seat wins; negative when it loses.
    house : int
        What the house wins. Seats and house add up to zero.
    """

    seats: tuple[int, int, int, int] = (0, 0, 0, 0)
    house: int = 0


def settle_stakes(
    levels: int,
    winners: Collection[int],
    *,
    base: int = 1,
    fee: int = 0,
    fled: int | None = None,
) -> Settlement:
    """Settle a round in stakes (S1).

    Parameters
    ----------
    levels : int
        The levels of the winning side by L, before any level that must be played; 0 for a swap.
    winners : collection of int
        The seats of the winning side: one to three. Against three a lone seat wins, or loses,
        what the three lose or win together.
    base : int
        What a level is worth, doublings included.
    fee : int
        What each winning seat pays to the house.
    fled : int, optional
        A seat that has fled.

    Returns
    -------
    Settlement
        Five sums that add up to zero.

    Raises
    ------
    RulesError
        Seats outside 0 to 3, no winner or no loser, or a negative number.

    Examples
    --------
    >>> settle_stakes(2, (0, 2), base=100, fee=10)
    Settlement(seats=(190, -200, 190, -200), house=20)
    >>> settle_stakes(2, (0, 2), base=100, fee=10, fled=1)
    Settlement(seats=(190, -700, 190, 0), house=320)
    """
    winning = set(winners)
    if not winning <= {0, 1, 2, 3} or not 1 <= len(winning) <= 3:
        raise RulesError(f"the winners are one to three of the seats 0 to 3, not {winners} (S1)")
    if fled is not None and fled not in range(4):
        raise RulesError(f"fled is a seat from 0 to 3, not {fled} (S1)")
    if levels < 0 or base < 0 or fee < 0:
        raise RulesError("levels, base and fee are not negative (S1)")
    losers = 4 - len(winning)
    stake = base * levels * max(len(winning), losers)
    seats = [0] * 4
    for seat in range(4):
        if seat in winning:
            seats[seat] = stake // len(winning) - fee
        elif fled is None or fled in winning:
            seats[seat] = -(stake // losers)
    house = fee * len(winning)
    if fled is not None:
        # who flees from a loss bears that of his side
        seats[fled] -= 3 * base if fled in winning else stake + 3 * base
        house += 3 * base
    return Settlement((seats[0], seats[1], seats[2], seats[3]), house)


@lru_cache(maxsize=64)
def _lowest_taking(rules: Rules) -> int:
    """The levels of the table's lowest row that gives the attackers the deal."""
    for points in range(0, 301, 5):
        for last_trick in ("dealer", "attackers"):
            change = level_change(points, rules, last_trick=last_trick)
            if change.deal == "attackers":
                return int(change.levels)
    raise AssertionError("every table gives the attackers the deal from some points on")


def room_score(change: LevelChange, rules: Rules | None = None) -> int:
    """Return what the side that wins a round scores in a room, before any multiple (S2).

    Parameters
    ----------
    change : LevelChange
        What the round's points changed.
    rules : Rules, optional
        The level table, and `score_shutout`.

    Returns
    -------
    int
        For the attackers 2 in the lowest row that gives them the deal and 1 for each level
        more. For the dealer's side 2 for one level, 3 for two, and `score_shutout` for three,
        which is never exceeded. 0 for a draw.

    Examples
    --------
    >>> [room_score(level_change(points)) for points in (0, 5, 40, 80, 120, 160)]
    [4, 3, 2, 2, 3, 4]
    """
    rules = Rules() if rules is None else rules
    if change.side is None:
        return 0
    if change.side == "attackers":
        return 2 + max(0, int(change.levels) - _lowest_taking(rules))
    if change.levels >= _SHUTOUT_LEVELS:
        return rules.score_shutout
    return min(int(change.levels) + 1, rules.score_shutout)


def settle_score(
    change: LevelChange,
    dealers: Collection[int],
    rules: Rules | None = None,
    scores: Sequence[int] = (0, 0, 0, 0),
) -> Settlement:
    """Settle a round in the scores of a room (S2).

    Parameters
    ----------
    change : LevelChange
        What the round's points changed.
    dealers : collection of int
        The seats of the dealer's side: one or two. A lone seat wins, or loses, what the three
        others lose or win together.
    rules : Rules, optional
        The level table, and `score_shutout`.
    scores : sequence of four ints
        The scores of the seats before the round: all of them 80 or more double, 300 or more
        treble it.

    Returns
    -------
    Settlement
        The changes of the four scores; the house has no part.

    Raises
    ------
    RulesError
        Seats outside 0 to 3, no such side, or not four scores.

    Examples
    --------
    >>> settle_score(level_change(0), (0, 2), scores=(90, 90, 90, 90)).seats
    (8, -8, 8, -8)
    """
    dealing = set(dealers)
    if not dealing <= {0, 1, 2, 3} or not 1 <= len(dealing) <= 2:
        raise RulesError(f"the dealer's side is one or two of the seats 0 to 3, not {dealers} (S2)")
    if len(scores) != 4:
        raise RulesError(f"there are four scores, not {len(scores)} (S2)")
    if change.side is None:
        return Settlement()
    winning = dealing if change.side == "dealer" else {0, 1, 2, 3} - dealing
    lowest = min(scores)
    times = 3 if lowest >= _TRIPLED_FROM else 2 if lowest >= _DOUBLED_FROM else 1
    return settle_stakes(room_score(change, rules), winning, base=times)
