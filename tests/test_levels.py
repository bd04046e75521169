"""Levels: who gains them, who deals next and who wins (rules M0 to M4), by example."""

import json
from pathlib import Path

import pytest
from arranged import all_pass, bury, dealt, deck, declare, play_on
from hypothesis import given
from hypothesis import strategies as st

import tractor_core as tc
from tractor_core.actions import Deal, Declare, DrawSeat, NextRound
from tractor_core.levels import Standing, advance, next_dealer
from tractor_core.match import Match, Phase

Rules = tc.Rules
RANKS = "23456789TJQKA"


def after(level, gain, dealing=True, **options):
    found = advance(Standing(level), gain, Rules(**options), dealing=dealing)
    return "won" if found.won else found.level


# --- M0 and M2: the sequence --------------------------------------------------------------------


@pytest.mark.parametrize("dealing", [True, False])
def test_m0_a_gain_is_so_many_steps(dealing):
    assert [after("2", n, dealing) for n in range(4)] == ["2", "3", "4", "5"]
    boke = {"levels": ("5", "T", "K")}  # 000 §1: 级牌只有5,10,K
    assert [after("5", n, dealing, **boke) for n in range(4)] == ["5", "T", "K", "won"]
    seven = {"levels": ("2", "5", "T", "J", "Q", "K", "A")}  # 002 (比赛规则 4)
    assert after("T", 3, dealing, **seven) == "K"


def test_m2_match_end():
    for dealing in (True, False):
        assert after("K", 1, dealing) == "A"
        assert after("K", 2, dealing) == after("A", 1, dealing) == "won"
        assert after("A", 0, dealing) == "A"
        # 001 §4: 先升到A那组获胜
        assert after("K", 1, dealing, match_end="reach_last") == "won"
        assert after("J", 2, dealing, match_end="reach_last") == "K"
        assert after("J", 5, dealing, match_end="reach_last") == "won"
    assert after("A", 1, levels=("A",), match_end="reach_last") == "won"
    assert after("A", 0, levels=("A",), match_end="reach_last") == "A"


def test_m2_must_play():
    gates = {"must_play": ("5", "T", "K")}
    # no gain passes over such a level
    assert after("4", 2, **gates) == after("3", 3, **gates) == "5"
    assert after("4", 2, dealing=False, **gates) == "5"
    # at one a side gains only as dealer
    assert after("5", 2, **gates) == "7"
    assert after("5", 2, dealing=False, **gates) == "5"
    assert after("9", 3, **gates) == "T" and after("T", 3, **gates) == "K"
    assert after("K", 1, dealing=False, **gates) == "K"
    assert after("K", 2, **gates) == "won" and after("K", 1, **gates) == "A"


def test_m2_competition():
    """002 (比赛规则 4): 逢2, A级必须打."""
    competition = Rules.preset("competition")

    def climb(level, gain, dealing):
        found = advance(Standing(level), gain, competition, dealing=dealing)
        return "won" if found.won else found.level

    assert climb("2", 3, False) == "2" and climb("2", 3, True) == "J"
    assert climb("Q", 3, True) == climb("K", 1, False) == "A"
    assert climb("A", 3, False) == "A" and climb("A", 1, True) == "won"


@given(
    ranks=st.sets(st.sampled_from(RANKS), min_size=1),
    data=st.data(),
)
def test_a_gain_never_goes_down_and_stops_at_gates(ranks, data):
    levels = tuple(sorted(ranks, key=RANKS.index))
    gates = data.draw(st.sets(st.sampled_from(levels)))
    must_play = tuple(rank for rank in levels if rank in gates)
    rules = Rules(levels=levels, must_play=must_play)
    level = data.draw(st.sampled_from(levels))
    gain = data.draw(st.integers(0, 8))
    dealing = data.draw(st.booleans())
    found = advance(Standing(level), gain, rules, dealing=dealing)
    start, end = levels.index(level), levels.index(found.level)
    assert start <= end <= start + gain and not found.crown
    assert not any(rank in must_play for rank in levels[start + 1 : end])
    # one step after another comes to the same, but for gates reached on the way
    step = Standing(level)
    for _ in range(gain):
        if step.won or step.level in must_play and (step.level != level or not dealing):
            break
        step = advance(step, 1, rules, dealing=dealing)
    assert found == step


def test_levels_refuse():
    with pytest.raises(tc.RulesError, match="M2"):
        advance(Standing("3"), 1, Rules(levels=("2", "A")), dealing=True)
    with pytest.raises(tc.RulesError, match="M0"):
        advance(Standing("3"), -1, dealing=True)


# --- M1: the next dealer ------------------------------------------------------------------------


def test_m1():
    keep, swap, gain = (tc.level_change(points) for points in (60, 80, 120))
    for dealer in range(4):
        assert next_dealer(dealer, keep) == (dealer + 2) % 4
        assert next_dealer(dealer, swap) == next_dealer(dealer, gain) == (dealer + 1) % 4
    # B7: the partner found, the dealer himself when he plays alone, or the next seat
    assert next_dealer(1, keep, 2) == 2 and next_dealer(1, keep, 1) == 1
    assert next_dealer(1, swap, 2) == 2 and next_dealer(1, swap, 1) == 2
    rules = Rules.preset("one_deck_forty_five")
    assert next_dealer(1, tc.level_change(40, rules, last_trick="dealer")) is None


# --- M3: the hook of the jack -------------------------------------------------------------------

JACKS = "Jd Jd Jc Jc Jh Jh Js Js"


def hooked(rules, levels=("J", "5", "J", "5"), jacks=JACKS, dealer=0):
    """Seat 1 holds every jack and joker and all high trumps, and keeps jacks for the end."""
    strong = f"{jacks} SJ SJ BJ BJ Ah Ah Kh Kh Qh Qh Th Th 9h 9h"
    match = dealt(rules, {1: strong}, levels=levels, dealer=dealer)
    declare(match, 1, "Jh" if levels[0] == "J" else f"{levels[0]}h")
    all_pass(match)
    bury(match)
    jack = set(tc.Cards(JACKS))

    def choose(match, plays):
        if match.turn != 1:
            return plays[0]
        return min(plays, key=lambda play: (sum(kind in jack for kind in play), list(play)))

    play_on(match, choose)
    assert match.round.tricks[-1].winner == 1
    return match


def test_m3_jack_hook():
    """002 (比赛规则 4): 莊家打J級時, 對家用J牌摳底, 莊家重新從2級開始."""
    rules = Rules(jack_hook=True)
    match = hooked(rules)
    assert set(match.round.tricks[-1].plays[(1 - match.round.tricks[-1].leader) % 4]) <= set(
        tc.Cards(JACKS)
    )
    gain = match.rounds[-1].result.change
    assert gain.side == "attackers"
    assert match.levels[0] == match.levels[2] == "2"
    assert match.levels[1] == RANKS[RANKS.index("5") + gain.levels]
    match.apply(NextRound())
    assert match.dealer == 1
    assert hooked(Rules()).levels[0] == "J"


def test_m3_other_cards_do_not_hook():
    strong = "SJ SJ BJ BJ Jd Jd Jc Jc Jh Jh Js Js"
    match = dealt(Rules(jack_hook=True), {1: strong}, levels=("J", "5", "J", "5"), dealer=0)
    declare(match, 1, "Jh")
    all_pass(match)
    bury(match)
    jack = set(tc.Cards(JACKS))

    def choose(match, plays):
        if match.turn != 1:
            return plays[0]
        return min(plays, key=lambda play: (-sum(kind in jack for kind in play), list(play)))

    play_on(match, choose)
    last = match.round.tricks[-1]
    assert last.winner == 1 and match.rounds[-1].result.last_trick == "attackers"
    assert match.levels[0] == "J"


# --- M4: the crown ------------------------------------------------------------------------------

CROWN = {"crown": True}
#: All trumps of a crown, and the top of spades: whoever leads them wins every trick.
TOPS = "Ad Ac Ah As SJ BJ Ks Qs Js Ts 9s 8s"
LOW = "2d 2c 2h 3d 3c 3h"
ACES = [tc.Cards(card) for card in ("Ad", "Ac", "Ah", "As")]


def test_m4_advance():
    rules = Rules(crown=True)
    # no gain passes A; having kept the deal there, the side plays it once more
    assert advance(Standing("K"), 3, rules, dealing=True) == Standing("A")
    assert advance(Standing("A"), 3, rules, dealing=False) == Standing("A")
    assert advance(Standing("A"), 1, rules, dealing=True) == Standing("A", crown=True)
    crown = Standing("A", crown=True)
    assert advance(crown, 1, rules, dealing=True) == crown
    assert advance(crown, 3, rules, dealing=False, crowned=True) == crown
    assert advance(crown, 1, rules, dealing=True, crowned=True).won
    assert not advance(
        Standing("K"), 1, Rules(crown=True, match_end="reach_last"), dealing=True
    ).won


def crowned(play_aces, levels=("A", "3", "A", "3")):
    """Two rounds of one deck: side 0 keeps the deal at A, then seat 2 plays the crown."""
    rules = Rules.preset("one_deck_crown")
    decks = [deck({seat: TOPS}, LOW, first=seat, decks=1) for seat in (0, 2)]
    match = Match(rules, 1, decks=decks, levels=levels, dealer=0)
    match.apply(Deal(48))
    assert match.phase is Phase.DECLARING and not match.crown
    all_pass(match)
    bury(match, LOW)

    def first_ace(match, plays):
        # an ace first and an ace last, where `play_aces` says so
        if match.turn != match.dealer:
            return plays[0]
        aces = [play for play in plays if play in ACES]
        others = [play for play in plays if play not in ACES]
        first = match.round.plies == 0
        if first and play_aces in ("both", "first") and aces:
            return aces[0]
        if play_aces == "first" and not first and aces:
            return aces[0]
        return (others or plays)[0]

    play_on(match, first_ace)
    assert match.rounds[0].result.change.side == "dealer" and match.winners == ()
    assert match.crowns == (True, False, True, False) and match.levels == levels
    match.apply(NextRound())
    return match, first_ace


@pytest.mark.parametrize(("play_aces", "won"), [("both", True), ("first", False), ("none", False)])
def test_m4_the_crown(play_aces, won):
    """000 §5 (戴A): 只有A和王是主, 庄家必须在第一轮出一个A, 且最后一轮也出A, 还打赢了."""
    match, choose = crowned(play_aces)
    assert match.crown and match.dealer == 2 and match.view(1).crown
    assert match.trump == tc.Trump("A", None) and list(match.legal_actions(2)) == []
    match.apply(Deal(48))
    # nothing is declared
    assert match.phase is Phase.TAKE_KITTY
    with pytest.raises(tc.RulesError):
        match.apply(Declare(2, tc.Cards("As")))
    bury(match, LOW)
    play_on(match, choose)
    assert match.rounds[1].crown and match.rounds[1].result.change.side == "dealer"
    assert match.winners == ((0, 2) if won else ())
    assert match.crowns == (True, False, True, False)
    if won:
        assert match.phase is Phase.OVER and list(match.legal_actions()) == []
    else:
        match.apply(NextRound())
        assert match.crown and match.dealer == 0


def test_m4_declaring_is_refused_at_the_crown():
    match, _ = crowned("both")
    match.apply(Deal(40))
    with pytest.raises(tc.RulesError, match="M4"):
        match.apply(Declare(2, tc.Cards("As")))


def test_m4_only_aces_and_jokers_are_trumps():
    rules = Rules(crown=True, decks=1)
    options = {"permanent_twos": True, "no_trump_levels": "plain"}
    decks = [deck({seat: TOPS}, LOW, first=seat, decks=1) for seat in (0, 2)]
    match = Match(rules, decks=decks, trump_options=options, levels=("A",) * 4, dealer=0)
    match.deal_all()
    declare(match, 0, "As")
    assert match.trump == tc.Trump("A", "s", **options)
    all_pass(match)
    bury(match, LOW)
    play_on(match)
    assert match.crowns == (True, False, True, False)
    match.apply(NextRound())
    assert [len(step) for step in tc.order(match.trump)["trump"]] == [1, 1, 4]


# --- the match ----------------------------------------------------------------------------------


def played(match):
    """Play a round of a match that waits for its first card, nobody declaring."""
    match.deal_all()
    all_pass(match)
    if match.phase is Phase.DRAW_DEALER:
        match.apply(DrawSeat())
    bury(match)
    play_on(match)


@pytest.mark.parametrize("seed", range(6))
def test_m0_m1_rounds_of_a_match(seed):
    """Levels, dealers and L follow from the results, worked out here once more."""
    match = Match(Rules(decks=1, match_end="reach_last"), seed)
    levels = [0, 0]
    dealer = None
    for _ in range(12):
        played(match)
        record = match.rounds[-1]
        if dealer is not None:
            assert record.dealer == dealer
        dealer = record.dealer
        assert record.trump.level == RANKS[levels[dealer % 2]]
        change = tc.level_change(record.result.points, match.rules)
        keeps = change.side == "dealer"
        side = dealer % 2 if keeps else 1 - dealer % 2
        levels[side] = min(levels[side] + change.levels, 12)
        dealer = (dealer + (2 if keeps else 1)) % 4
        assert match.levels == record.levels == tuple(RANKS[levels[i % 2]] for i in range(4))
        if levels[side] == 12:
            assert match.winners == ((0, 2) if side == 0 else (1, 3))
            break
        match.apply(NextRound())
        assert match.dealer == dealer and match.level == RANKS[levels[dealer % 2]]


def test_l7_a_draw_is_contested_anew():
    """000 §8 (6): 平局后在下一局中需用两组重新抢庄."""
    rules = Rules.preset("one_deck_forty_five")
    for seed in range(200):
        match = Match(rules, seed, levels=("3", "7", "3", "7"))
        played(match)
        if match.rounds[-1].result.change.side is None:
            break
    assert match.rounds[-1].result.change == tc.level_change(40, rules, last_trick="dealer")
    assert match.levels == ("3", "7", "3", "7")
    match.apply(NextRound())
    assert match.phase is Phase.DRAW_SEAT and match.dealer is None and match.level is None
    # the first declarer deals, with the level of his own side
    match.deal_all()
    bids = [action for seat in range(4) for action in match.legal_actions(seat)
            if isinstance(action, Declare)]  # fmt: skip
    match.apply(bids[0])
    seat = bids[0].seat
    assert match.dealer == seat and match.level == ("3", "7")[seat % 2]


def test_b3_an_override_takes_the_deal_in_the_first_round_only():
    rules = Rules(first_round_override_takes_deal=True)
    match = Match(rules, 1, decks=[deck(), deck({1: "2s 3s", 2: "2h 2h 3h 3h"})])
    played(match)
    match.apply(NextRound())
    dealer = match.dealer
    match.apply(Deal(100))
    level = match.level
    first = next(a for a in match.legal_actions() if isinstance(a, Declare) and len(a.cards) == 1)
    match.apply(first)
    over = [a for a in match.legal_actions() if isinstance(a, Declare) and a.seat != first.seat]
    match.apply(over[0])
    assert match.declaration.how == "override"
    assert (match.dealer, match.level) == (dealer, level)


# --- B7: levels by seat -------------------------------------------------------------------------


def found(rules, levels, points_to="dealer", alone=False):
    """A round in which the dealer 0 finds seat 3, or nobody."""
    top = "SJ SJ BJ BJ Ad Ad Ac Ac Ah Ah As As Kd Kd Kc Kc Kh Kh Ks Ks 9d 9d"
    holder = 0 if points_to == "dealer" else 1
    hands = {holder: top}
    hands[0 if alone else 3] = f"{hands.get(0 if alone else 3, '')} 6s 6s"
    match = dealt(rules, hands, levels=levels, dealer=0)
    all_pass(match)
    bury(match, named="6s")
    assert match.partner == (0 if alone else 3)

    def choose(match, plays):
        return plays[-1] if match.turn == holder else plays[0]

    play_on(match, choose)
    return match


def test_b7_each_seat_of_the_winning_side_gains():
    rules = Rules(find_partner=True)
    for points_to in ("dealer", "attackers"):
        match = found(rules, ("3", "5", "7", "9"), points_to)
        change = match.rounds[-1].result.change
        winning = {0, 3} if change.side == "dealer" else {1, 2}
        wanted = tuple(
            RANKS[RANKS.index(level) + (change.levels if seat in winning else 0)]
            for seat, level in enumerate(("3", "5", "7", "9"))
        )
        assert match.levels == wanted
        match.apply(NextRound())
        assert match.dealer == (3 if change.side == "dealer" else 1)
        assert match.level == match.levels[match.dealer]


def test_b7_alone_the_dealer_deals_again():
    match = found(Rules(find_partner=True), ("3",) * 4, alone=True)
    assert match.round.partner == 0 and match.rounds[-1].partner == 0
    change = match.rounds[-1].result.change
    match.apply(NextRound())
    assert match.dealer == (0 if change.deal == "dealer" else 1)
    if change.side == "dealer":
        assert match.levels[1:] == ("3",) * 3


def test_b7_a_level_that_must_be_played_holds_all_but_the_dealer():
    rules = Rules(find_partner=True, must_play=("5",))
    match = found(rules, ("5", "5", "5", "5"))
    change = match.rounds[-1].result.change
    assert change.side == "dealer" and change.levels > 0
    assert match.levels == (RANKS[3 + change.levels], "5", "5", "5")


def test_b7_several_seats_may_win_at_once():
    match = found(Rules(find_partner=True), ("A", "5", "7", "A"))
    assert match.rounds[-1].result.change.side == "dealer"
    assert match.winners == (0, 3) and match.phase is Phase.OVER
    assert repr(match) == "<Match won by 0 and 3>"


# --- case rows ----------------------------------------------------------------------------------

DATA = Path(__file__).parent / "data"
#: The options under which rows and alternatives hold, and where they do not.
LEVEL_ROWS = {
    "lev-06": {"must_play": ("5", "T", "K")},
    "lev-06/1": {},
    "lev-10": {"must_play": ("2", "5", "T", "K")},
    "lev-12": {"must_play": ("A",)},
    "lev-12/1": {},
}
OUT_OF_REACH = {
    "lev-12/2",  # after A comes a second time 2
    "lev-17/1", "lev-17/2",  # the same dealer deals again, or the next seat in any case
    "lev-01/1", "lev-02/1", "lev-02/2",  # no bonus for a shutout, no more than 2 or 3 levels
}  # fmt: skip
JUDGED_HERE = {"lev-01", "lev-02", "lev-17"}


def level_rows():
    found = {}
    with open(DATA / "reports.jsonl", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["ask"] == "level":
                found[row["id"]] = row, row["expected"]
                for number, other in enumerate(row.get("alternatives", ()), 1):
                    found[f"{row['id']}/{number}"] = row, other["expected"]
    return found


def test_every_row_on_levels_is_judged_or_listed():
    assert set(level_rows()) == set(LEVEL_ROWS) | OUT_OF_REACH | JUDGED_HERE


@pytest.mark.parametrize("name", LEVEL_ROWS)
def test_level_rows(name):
    row, expected = level_rows()[name]
    position = row["position"]
    rules = Rules(decks=position["decks"], **LEVEL_ROWS[name])
    dealing = position["role"] == "defenders"
    found = advance(Standing(position["before"]), position["gain"], rules, dealing=dealing)
    assert found.won is expected.get("match_over", False)
    assert found.level == expected.get("after", found.level)


@pytest.mark.parametrize("name", ["lev-01", "lev-02"])
def test_level_tables_of_rows(name):
    row, expected = level_rows()[name]
    for wanted in expected["results"]:
        change = tc.level_change(wanted["attackers"], Rules(decks=row["position"]["decks"]))
        side = {"dealer": "defenders", "attackers": "attackers"}[change.side]
        assert (side, change.levels) == (wanted["side"], wanted["gain"])


def test_lev_17_the_partner_deals_after_a_hold():
    row, expected = level_rows()["lev-17"]
    change = tc.level_change(row["position"]["attackers_total"])
    assert f"P{next_dealer(0, change) + 1}" == expected["next_dealer"]


def test_lev_13_only_the_dealer_passes_a_level_that_must_be_played():
    """A friend at A stays there while the landlord at 7 gains; alternatively he passes."""
    with open(DATA / "beyond.jsonl", encoding="utf-8") as lines:
        row = next(row for row in map(json.loads, lines) if row["id"] == "lev-13")
    position = row["position"]

    def friend(rules):
        standing = Standing(position["friend_level"])
        return advance(standing, position["gain"], rules, dealing=False)

    held = Rules(find_partner=True, must_play=("A",))
    landlord = advance(Standing(position["landlord_level"]), position["gain"], held, dealing=True)
    assert landlord.level == row["expected"]["landlord_after"]
    assert friend(held).level == row["expected"]["friend_after"]
    assert friend(held).won is row["expected"]["friend_passed_A"]
    other = row["alternatives"][0]["expected"]
    assert friend(Rules(find_partner=True)).won is other["friend_passed_A"]
