"""Positions with known answers (data/reports.jsonl), judged by direct calls.

A row is judged under its own options, each of its alternatives under those of the alternative;
"fol-06/2" is the second alternative of fol-06. What this release does not play is listed by name
below, so that nothing is left out in silence.
"""

import json
from pathlib import Path

import pytest

import tractor_core as tc

DATA = Path(__file__).parent / "data"
TRUMP_OPTIONS = ("permanent_twos", "no_trump_levels", "gap_adjacent", "level_tractors")

# Questions about declaring and about the course of a round or a match.
BEYOND_THIS_RELEASE = {
    "bid-01", "bid-01/1", "bid-02", "bid-03", "bid-05", "bid-05/1", "bid-06", "bid-09", "bid-11",
    "bid-11/1", "bid-12", "bid-12/1", "bid-12/2", "bid-12/3", "sta-01", "sta-02", "sta-03",
    "sta-04", "sta-05",
    # The dealer's side wins the last trick: no verb is asked.
    "kit-08",
}  # fmt: skip

# House rules that no option expresses.
OTHER_HOUSE_RULES = {
    "tra-09", "tra-09/1", "dec-01", "dec-01/1", "thr-10/1", "thr-20/1", "thr-20/2", "thr-20/3",
    "thr-20/4", "fol-06/2", "kit-03/2", "kit-04/3", "lev-01", "lev-01/1", "lev-02", "lev-02/1",
    "lev-02/2", "lev-06", "lev-06/1", "lev-10", "lev-12", "lev-12/1", "lev-12/2", "lev-17",
    "lev-17/1", "lev-17/2",
}  # fmt: skip

# Options, or values of them, that this release refuses with a RulesError.
REFUSED_OPTIONS: set[str] = set()


def read(name):
    with open(DATA / name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def cases(rows):
    """Yield (id, row, settings) for every row and every alternative."""
    for row in rows:
        yield row["id"], row, row
        for number, alternative in enumerate(row.get("alternatives", ()), 1):
            yield f"{row['id']}/{number}", row, alternative


REPORTS = list(cases(read("reports.jsonl")))
JUDGED = [
    (name, row, settings)
    for name, row, settings in REPORTS
    if name not in BEYOND_THIS_RELEASE | OTHER_HOUSE_RULES | REFUSED_OPTIONS
]


def profile(position, settings):
    """The Trump and Rules of a case; RulesError when this release does not play them."""
    options = dict(settings["rules"])
    order = {key: options.pop(key) for key in TRUMP_OPTIONS if key in options}
    rules = tc.Rules(decks=position["decks"], **options)
    suit = None if position["trump"] == "NT" else position["trump"]
    return tc.Trump(position["level"], suit, **order), rules


def judge_order(position, expected, trump, rules):
    steps = tc.order(trump)
    tiers = [sorted(tc.parse_kind(card) for card in tier) for tier in expected["tiers"]]
    assert [list(step) for step in steps["trump"]] == tiers
    for key in expected.keys() - {"tiers"}:
        suit = key.removeprefix("plain_").lower()
        wanted = [(tc.parse_kind(card),) for card in expected[key]]
        assert list(steps[suit]) == wanted


def judge_suit_of(position, expected, trump, rules):
    found = {}
    for card in position["cards"].split():
        found.setdefault(tc.suit_of(card, trump), []).append(card)
    assert found == {key.lower(): cards for key, cards in expected.items()}


def shape(unit):
    return unit.suit, unit.copies, unit.length, unit.step


def judge_shape(position, expected, trump, rules):
    cards = tc.Cards(position["cards"])
    if "illegal_lead" in expected:
        with pytest.raises(tc.CardsError):
            tc.check_throw(cards, [], trump, rules)
        return
    found = tc.decompose(cards, trump)
    wanted = [tc.Unit(tc.Cards(unit["cards"]), trump) for unit in expected["shape"]]
    for row, unit in zip(expected["shape"], wanted, strict=True):
        assert (unit.copies, unit.length) == (row["width"], row["length"])
    # Which of several equal kinds a unit takes is settled by C5, not by the rows.
    assert sorted(map(shape, found)) == sorted(map(shape, wanted))
    assert sum(len(unit.cards) for unit in found) == len(cards)
    assert len(found) > 1 or tc.check_throw(cards, [], trump, rules).stands


def judge_throw(position, expected, trump, rules):
    lead = tc.Cards(position["lead"])
    others = [tc.Cards(position["others"][seat]) for seat in ("P2", "P3", "P4")]
    if "illegal_lead" in expected:
        with pytest.raises(tc.CardsError):
            tc.check_throw(lead, others, trump, rules)
        with pytest.raises(tc.CardsError):
            tc.throw_stands(lead, others, trump, rules)
        return
    result = tc.check_throw(lead, others, trump, rules)
    assert result.stands is expected["stands"]
    assert tc.throw_stands(lead, others, trump, rules) is expected["stands"]
    assert result.led == tc.Cards(expected.get("forced", position["lead"]))
    assert result.led + result.returned == lead
    if "returned" in expected:
        assert result.returned == tc.Cards(expected["returned"])
    if "penalty_points" in expected:
        assert result.penalty == expected["penalty_points"]


def judge_legal(position, expected, trump, rules):
    hand, lead = tc.Cards(position["hand"]), tc.Cards(position["lead"])
    every = list(tc.legal_follows(hand, lead, trump, rules))
    assert tc.count_legal_follows(hand, lead, trump, rules) == len(every)
    for text in expected.get("legal", ()):
        play = tc.Cards(text)
        assert tc.is_legal_follow(play, hand, lead, trump, rules), text
        assert tc.check_follow(play, hand, lead, trump, rules) is None
        assert play in every
    for text in expected.get("illegal", ()):
        play = tc.Cards(text)
        assert not tc.is_legal_follow(play, hand, lead, trump, rules), text
        with pytest.raises(tc.IllegalPlay):
            tc.check_follow(play, hand, lead, trump, rules)
        assert play not in every


def judge_winner(position, expected, trump, rules):
    plays = [tc.Cards(play["cards"]) for play in position["plays"]]
    names = [play["player"] for play in position["plays"]]
    assert names[tc.trick_winner(plays, trump, rules)] == expected["winner"]
    if "points_in_trick" in expected:
        assert sum(tc.points(play) for play in plays) == expected["points_in_trick"]


def judge_score(position, expected, trump, rules):
    assert position["last_trick_won_by"] == "attackers"
    play = tc.Cards(position.get("last_trick_winning_cards", position["last_trick_lead"]))
    lead = tc.Cards(position["last_trick_lead"])
    multiplier = tc.kitty_multiplier(play, trump, rules, led=lead)
    assert multiplier == expected["multiplier"]
    total = position["attackers_trick_points"] + multiplier * position["kitty_points"]
    assert total == expected["attackers_total"]


JUDGES = {
    "order": judge_order,
    "suit_of": judge_suit_of,
    "shape": judge_shape,
    "throw": judge_throw,
    "legal": judge_legal,
    "winner": judge_winner,
    "score": judge_score,
}


@pytest.mark.parametrize(
    ("row", "settings"), [pytest.param(row, settings, id=name) for name, row, settings in JUDGED]
)
def test_case(row, settings):
    trump, rules = profile(row["position"], settings)
    JUDGES[row["ask"]](row["position"], settings["expected"], trump, rules)


def test_what_no_option_expresses_is_exactly_what_names_a_house_rule():
    assert {
        name
        for name, row, settings in REPORTS
        if settings.get("other") and name not in BEYOND_THIS_RELEASE
    } == OTHER_HOUSE_RULES


def test_what_is_beyond_this_release_asks_for_a_round_or_a_match():
    assert {
        name
        for name, row, _ in REPORTS
        if row["ask"] not in {*JUDGES, "level"}
        or row["position"].get("last_trick_won_by", "attackers") != "attackers"
    } == BEYOND_THIS_RELEASE


def test_refused_options_are_exactly_those_listed():
    refused = set()
    for name, row, settings in REPORTS:
        if name in BEYOND_THIS_RELEASE | OTHER_HOUSE_RULES:
            continue
        try:
            profile(row["position"], settings)
        except tc.RulesError:
            refused.add(name)
    assert refused == REFUSED_OPTIONS


def test_every_row_is_judged_or_listed():
    listed = BEYOND_THIS_RELEASE | OTHER_HOUSE_RULES | REFUSED_OPTIONS
    names = [name for name, _, _ in REPORTS]
    assert len(set(names)) == len(names)
    assert listed <= set(names)
    assert len(JUDGED) == len(names) - len(listed) == 94


# --- data/beyond.jsonl --------------------------------------------------------------------------

BEYOND = {row["id"]: row for row in read("beyond.jsonl")}


def test_beyond_rows_are_known():
    assert set(BEYOND) == {
        "fol-10", "win-05", "lev-04", "lev-13", "fri-01", "fri-03", "fri-04", "fri-05", "fri-09",
        "fri-10",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["fol-10", "lev-04", "fri-05"])
def test_four_decks_are_refused(name):
    with pytest.raises(tc.RulesError, match="decks"):
        tc.Rules(decks=BEYOND[name]["position"]["decks"])


def test_four_copies_are_refused():
    with pytest.raises(tc.CardsError):
        tc.Cards(BEYOND["fol-10"]["position"]["lead"])


def test_five_seats_are_refused():
    position = BEYOND["win-05"]["position"]
    plays = [tc.Cards(play["cards"]) for play in position["plays"]]
    trump = tc.Trump(position["level"], position["trump"])
    with pytest.raises(tc.CardsError):
        tc.trick_winner(plays, trump)
    # The same trick without the seat that plays no part in it.
    assert tc.trick_winner(plays[:3] + plays[4:], trump) == 3
