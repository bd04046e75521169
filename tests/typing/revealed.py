"""The types that type checkers must find."""

from collections.abc import Iterator
from typing import Literal, assert_type

import numpy as np
import numpy.typing as npt

import tractor_core as tc

cards = tc.Cards("9h 9h")
trump = tc.Trump("2", "s")
unit = tc.Unit(cards, trump)

# --- cards, trumps, units ------------------------------------------------------------------------

assert_type(cards, tc.Cards)
assert_type(cards - cards & cards | cards, tc.Cards)
assert_type(cards.planes, tuple[int, int, int])
assert_type(cards.counts(), bytes)
assert_type(cards.kinds(), tuple[int, ...])
assert_type(list(cards), list[int])
assert_type(cards <= cards, bool)
assert_type(tc.parse_kind("As"), int)
assert_type(tc.format_cards(cards), str)
assert_type(tc.SMALL_JOKER, Literal[52])
assert_type(trump.suit, Literal["d", "c", "h", "s"] | None)
assert_type(trump.level, Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"])
assert_type(trump.no_trump_levels, Literal["trump", "plain"])
assert_type(trump.permanent_twos, bool)
assert_type(tc.order(trump), dict[str, tuple[tuple[int, ...], ...]])
assert_type(tc.suit_of(0, trump), Literal["trump", "d", "c", "h", "s"])
assert_type(tc.sort_hand(cards, trump), tuple[int, ...])
assert_type(unit.kind, Literal["single", "pair", "triple", "tractor", "titanic"])
assert_type(unit.copies, Literal[1, 2, 3])
assert_type(unit.suit, Literal["trump", "d", "c", "h", "s"])
assert_type(unit.cards, tc.Cards)
assert_type(tc.decompose(cards, trump), tuple[tc.Unit, ...])
assert_type(tc.decompositions(cards, trump), Iterator[tuple[tc.Unit, ...]])

# --- verbs ---------------------------------------------------------------------------------------

thrown = tc.check_throw(cards, [], trump)
assert_type(thrown, tc.ThrowResult)
assert_type(thrown.failing, tuple[tc.Unit, ...])
assert_type(thrown.beaten_by, tuple[int, ...])
assert_type(thrown.penalty, int)
assert_type(tc.is_legal_follow(cards, cards, cards, trump), bool)
assert_type(tc.legal_follows(cards, cards, trump), Iterator[tc.Cards])
assert_type(tc.random_legal_follow(cards, cards, trump), tc.Cards)
assert_type(tc.legal_leads(cards, trump), Iterator[tc.Cards])
assert_type(tc.safe_throws(cards, tc.Cards(), trump), Iterator[tc.Cards])
assert_type(tc.trick_winner([cards], trump), int)
change = tc.level_change(80)
assert_type(change.side, Literal["dealer", "attackers"] | None)
assert_type(change.levels, int)
assert_type(change.deal, Literal["dealer", "attackers"] | None)
assert_type(tc.Rules.preset("boke"), tc.Rules)
assert_type(
    tc.Rules().resolved_level_table,
    Literal[
        "eighty",
        "eighty_up",
        "forty",
        "hundred",
        "titanic",
        "competition",
        "eighty_base",
        "forty_five",
        "forty_five_points",
    ],
)

# --- a round -------------------------------------------------------------------------------------

hands = [tc.Cards("3c"), tc.Cards("4c"), tc.Cards("5c"), tc.Cards("6c")]
game = tc.Round(hands, tc.Cards(), 0, trump, partial=True)
assert_type(game.rules, tc.Rules)
assert_type(game.turn, int | None)
assert_type(game.hands, tuple[tc.Cards, tc.Cards, tc.Cards, tc.Cards])
assert_type(game.legal_plays(), Iterator[tc.Cards])
assert_type(game.result, tc.RoundResult | None)
assert_type(game.play(tc.Cards("3c")), tc.Cards)
assert_type(game.trick, tc.TrickRecord | None)
assert_type(game.lead, tc.Cards | None)
assert_type(game.view(0), tc.View)
assert_type(game.copy(), tc.Round)
assert_type(game.to_bytes(), bytes)

# --- batches -------------------------------------------------------------------------------------

rows = np.array([cards.planes], np.uint64)
assert_type(tc.batch.points(rows), npt.NDArray[np.int16])
assert_type(tc.batch.planes_to_counts(rows), npt.NDArray[np.uint8])
assert_type(tc.batch.longest_tractor(rows, trump), npt.NDArray[np.int8])
assert_type(tc.batch.is_legal_follow(rows, rows, rows, trump), npt.NDArray[np.bool_])
assert_type(tc.batch.count_legal_follows(rows, rows, trump), npt.NDArray[np.uint64])
