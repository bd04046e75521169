"""Advice: what a seat that plays greedily does now, for a table in the terminal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .batch import bury, play_on
from .cards import Cards
from .rounds import Round
from .rules import Rules
from .trump import Trump
from .views import View

__all__ = ["greedy_burial", "greedy_play"]


def greedy_burial(hand: Cards, trump: Trump, count: int, rules: Rules) -> Cards:
    """Choose what to bury, as `batch.bury` does.

    Parameters
    ----------
    hand : Cards
        With the kitty in it.
    trump : Trump
    count : int
    rules : Rules

    Examples
    --------
    >>> print(greedy_burial(Cards("Ac Kc 3c 9d 3h SJ"), Trump("2", "h"), 2, Rules()))
    9d 3c
    """
    buried = bury(np.array([hand.planes], np.uint64), trump, count, rules=rules)
    return Cards.from_planes(*buried[0].tolist())


def greedy_play(round: Round, view: View) -> Cards:
    """Choose the play of the seat on turn, as the policy ``"greedy"`` does.

    Parameters
    ----------
    round : Round
    view : View
        Of the seat on turn: the policy goes by that, and by who plays with whom.

    Returns
    -------
    Cards
        It is not made.

    Examples
    --------
    >>> hands = [Cards("Ac 3d"), Cards("Kc 4c"), Cards("5c 6d"), Cards("9c 7d")]
    >>> round = Round(hands, Cards("Td"), 0, Trump("2", "h"), partial=True)
    >>> _ = round.play(Cards("Ac"))
    >>> print(greedy_play(round, round.view(1)))
    4c
    """
    known = replace(view, partner=round.partner, points=round.points)
    world = np.array([[cards.planes for cards in (*round.hands, round.kitty)]], np.uint64)
    plays = play_on(known, world, "greedy", 0, plays=True).plays
    assert plays is not None
    made = 0 if round.trick is None else len(round.trick.plays)
    size = int(plays.sizes[0, 0])
    return Cards(plays.kinds[0, made * size : (made + 1) * size].tolist())
