"""Calls that type checkers must accept; they are run as well."""

import copy
import io
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import tractor_core as tc

# --- cards ---------------------------------------------------------------------------------------

hand = tc.Cards("4h 5h 7h 7h 8h 8h")
lead = tc.Cards("9h 9h")
made = [
    tc.Cards(),
    tc.Cards(hand),
    tc.Cards([0, 1, 1]),
    tc.Cards(["As", 3]),
    tc.Cards({0: 2}),
    tc.Cards({"As": 2}),
    tc.Cards(np.array([0, 1], np.uint8)),
    tc.Cards(range(3)),
    tc.Cards(np.int8(kind) for kind in (1, 2)),
    tc.Cards.from_counts(bytes(54)),
    tc.Cards.from_counts(np.zeros(54, np.uint8)),
    tc.Cards.from_planes(5, np.uint64(4), 0),
    sum([hand, lead], tc.Cards()),
    hand - tc.Cards("4h"),
    hand & lead | hand,
    copy.deepcopy(hand),
]
asked = [
    "4h" in hand,
    3 in hand,
    lead <= hand,
    hand > lead,
    hand == "4h",
    bool(hand),
    hand.count("7h") == hand.count(np.int64(31)),
]
texts = [
    tc.format_kind(tc.BIG_JOKER),
    tc.format_kind("As", "chinese"),
    tc.format_cards(hand, style="unicode"),
    tc.format_cards([tc.parse_kind("As"), 3]),
    f"{hand:>20}",
]

# --- trumps and units ----------------------------------------------------------------------------

trump = tc.Trump("2", "s")
trumps = [
    tc.Trump(np.int8(5)),
    tc.Trump("10", "♥", permanent_twos=True, no_trump_levels="plain"),
    tc.Trump(level=14, suit=None, gap_adjacent=False, level_tractors=False),
    tc.Rules().trump("A", "NT"),
]
for steps in tc.order(trump).values():
    for step in steps:
        tc.format_cards(step)
tc.format_cards(tc.sort_hand(hand, trump))
unit = tc.Unit(tc.Cards("7h 7h 8h 8h"), trump)
units: tuple[tc.Unit, ...] = tc.decompose(hand, trump)
for parts in tc.decompositions(hand, trump):
    kinds: set[str] = {part.kind for part in parts}

# --- verbs ---------------------------------------------------------------------------------------

rules = tc.Rules(decks=2, failed_throw="fewest", levels=("5", "T", "K"))
thrown = tc.check_throw(hand, [lead], trump, rules, units=units)
if thrown:
    tc.throw_stands(hand, (lead, lead), trump, units=iter(units))
tc.unit_beaten_by(unit, lead, trump)
two = tc.Cards("7h 7h")
tc.check_follow(two, hand, lead, trump, rules, tc.decompose(lead, trump))
tc.is_legal_follow(play=two, hand=hand, lead=lead, trump=trump, rules=None, units=[lead])
follows: Iterator[tc.Cards] = tc.legal_follows(hand, lead, trump)
count: int = tc.count_legal_follows(hand, lead, trump) + tc.count_legal_leads(
    hand, trump, throws=False
)
drawn = [
    tc.random_legal_follow(hand, lead, trump, rng=1),
    tc.random_legal_follow(hand, lead, trump, rng=np.random.default_rng(1)),
    tc.random_lead(hand, trump, None, np.random.SeedSequence(1), throws=True),
]
leads: list[tc.Cards] = [*tc.legal_leads(hand, trump), *tc.safe_throws(hand, lead, trump, rules)]
tc.trick_winner([lead, two], trump)
tc.can_ruff(two, lead, trump, units=[lead])
tc.kitty_multiplier(two, trump, rules, led=lead)
tc.kitty_multiplier(two, trump, led=tc.decompose(lead, trump))
side, levels, deal = tc.level_change(85)
tc.level_change(np.int16(tc.points(hand)), rules, last_trick="dealer")

# --- a round -------------------------------------------------------------------------------------

hands = [tc.Cards("Ac 3d"), tc.Cards("Kc 4d"), tc.Cards("5c 6d"), tc.Cards("9c 7d")]
game = tc.Round(hands, tc.Cards("Td"), 0, tc.Trump("2", "h"), partial=True)
rng = np.random.default_rng(1)
while not game.over:
    if game.turn is not None:
        view: tc.View = game.view(game.turn)
    choice = game.random_legal_play(rng)
    if game.can_play(choice, seat=game.turn) and choice in list(game.legal_plays()):
        game.play(choice)
if game.result is not None:
    gained: int = game.result.change.levels
game.undo()
again = [
    game.copy(),
    copy.copy(game),
    tc.Round.load(game.saved(), verify=False),
    tc.Round.from_bytes(bytearray(game.to_bytes())),
    tc.Round.from_dict(game.to_dict()),
]

# --- batches -------------------------------------------------------------------------------------

rows = np.array([hand.planes, hand.planes], np.uint64)
wanted = np.array([lead.planes, lead.planes], np.uint64)
by_row = np.array([[2, 3], [2, -1]], np.int8)
out = np.empty(2, np.int16)
counts: npt.NDArray[np.uint8] = tc.batch.planes_to_counts(rows)
planes: npt.NDArray[np.uint64] = tc.batch.counts_to_planes(counts)
tc.batch.points(rows, out=out)
tc.batch.suit_lengths(rows, by_row)
tc.batch.random_legal_follow(rows, wanted, trump, rules, rng)
stood: npt.NDArray[np.bool_] = tc.batch.is_legal_follow(wanted, rows, wanted, by_row)

# --- profiles and errors -------------------------------------------------------------------------

profiles = [
    tc.Rules.preset("titanic"),
    tc.Rules.from_toml(io.BytesIO(b"decks = 3")),
    tc.Rules.from_json(rules.to_json()),
]
try:
    tc.check_follow(tc.Cards("4h 7h"), hand, lead, trump)
except tc.IllegalPlay as error:
    reason: tc.Reason = error.reason
