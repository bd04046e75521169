"""Calls that type checkers must refuse, and that raise when they are made.

Under mypy --strict an ignored error that is not there is an error itself.
"""

from collections.abc import Callable

import numpy as np

import tractor_core as tc

hand = tc.Cards("4h 5h 7h 7h")
lead = tc.Cards("9h 9h")
trump = tc.Trump("2", "s")
unit = tc.Unit(lead, trump)
rows = np.array([hand.planes], np.uint64)
signed = rows.astype(np.int64)
hands = [tc.Cards("3c"), tc.Cards("4c"), tc.Cards("5c"), tc.Cards("6c")]
game = tc.Round(hands, tc.Cards(), 0, trump, partial=True)


def change_attributes() -> None:
    trump.level = "3"  # type: ignore[misc]


CALLS: list[Callable[[], object]] = [
    # cards
    lambda: tc.Cards(1),  # type: ignore[arg-type]
    lambda: tc.Cards([1.5]),  # type: ignore[list-item]
    lambda: tc.Cards(None),  # type: ignore[arg-type]
    lambda: tc.Cards(cards="As"),  # type: ignore[call-arg]
    lambda: tc.Cards.from_counts("0" * 54),  # type: ignore[arg-type]
    lambda: tc.Cards.from_planes(5, 4),  # type: ignore[call-arg]
    lambda: hand + "As",  # type: ignore[operator]
    lambda: hand - ["4h"],  # type: ignore[operator]
    lambda: hand < "As",  # type: ignore[operator]
    lambda: 1.5 in hand,  # type: ignore[operator]
    lambda: hand.count(kind=3),  # type: ignore[call-arg]
    lambda: tc.parse_kind(3),  # type: ignore[arg-type]
    lambda: tc.format_kind(3, "latin"),  # type: ignore[arg-type]
    lambda: tc.format_cards(3),  # type: ignore[arg-type]
    # trumps and units
    lambda: tc.Trump(None),  # type: ignore[arg-type]
    lambda: tc.Trump("2", 3),  # type: ignore[arg-type]
    lambda: tc.Trump("2", "s", True),  # type: ignore[call-arg]
    lambda: tc.Trump("2", no_trump_levels="none"),  # type: ignore[arg-type]
    change_attributes,
    lambda: tc.order("2s"),  # type: ignore[arg-type]
    lambda: tc.Unit("9h 9h", trump),  # type: ignore[arg-type]
    lambda: tc.Unit(lead),  # type: ignore[call-arg]
    lambda: tc.decompose("9h 9h", trump),  # type: ignore[arg-type]
    # verbs
    lambda: tc.ThrowResult(),  # type: ignore[call-arg]
    lambda: tc.LevelChange(),  # type: ignore[call-arg]
    lambda: tc.check_throw(hand, lead, trump),  # type: ignore[arg-type]
    lambda: tc.check_throw(hand, ["9h"], trump),  # type: ignore[list-item]
    lambda: tc.check_throw(lead, [], trump, units=lead),  # type: ignore[arg-type]
    lambda: tc.check_throw(lead, [], trump, units="9h"),  # type: ignore[arg-type]
    lambda: tc.check_throw(lead, [], trump, units=unit),  # type: ignore[arg-type]
    lambda: tc.is_legal_follow(lead, hand, lead, "2s"),  # type: ignore[arg-type]
    lambda: tc.is_legal_follow(lead, hand, lead, trump, {}),  # type: ignore[arg-type]
    lambda: tc.random_legal_follow(hand, lead, trump, rng=1.5),  # type: ignore[arg-type]
    lambda: tc.random_lead(hand, trump, None, 1, True),  # type: ignore[call-arg]
    lambda: tc.trick_winner(lead, trump),  # type: ignore[arg-type]
    lambda: tc.kitty_multiplier(lead, trump, led=unit),  # type: ignore[arg-type]
    lambda: tc.points([3]),  # type: ignore[arg-type]
    lambda: tc.level_change(80, last_trick="nobody"),  # type: ignore[arg-type]
    lambda: tc.level_change(80.0),  # type: ignore[arg-type]
    # rounds
    lambda: tc.Round(lead, lead, 0, trump),  # type: ignore[arg-type]
    lambda: tc.Round(hands, tc.Cards(), 0, trump, None, 2),  # type: ignore[call-arg]
    lambda: game.hand(seat=0),  # type: ignore[call-arg]
    lambda: game.hand("0"),  # type: ignore[arg-type]
    lambda: game.play("3c"),  # type: ignore[arg-type]
    lambda: game.play(hands[0], None, 0),  # type: ignore[call-arg]
    lambda: tc.Round.from_bytes("TRr"),  # type: ignore[arg-type]
    # batches
    lambda: tc.batch.points(hand),  # type: ignore[arg-type]
    lambda: tc.batch.points(rows, np.empty(1, np.int16)),  # type: ignore[call-arg]
    lambda: tc.batch.points(rows, out=rows),  # type: ignore[arg-type]
    lambda: tc.batch.points(signed),  # type: ignore[arg-type]
    lambda: tc.batch.suit_lengths(rows, "2s"),  # type: ignore[arg-type]
    # profiles
    lambda: tc.Rules(2),  # type: ignore[call-arg]
    lambda: tc.Rules(failed_throw="highest"),  # type: ignore[arg-type]
    lambda: tc.Rules(colour="red"),  # type: ignore[call-arg]
]
