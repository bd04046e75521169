"""Settlement: stakes (S1) and the scores of a room (S2), every sum checked by hand."""

import itertools

import pytest
from arranged import all_pass, bury, dealt, declare, play_on

import tractor_core as tc
from tractor_core.actions import Exchange, Flee, NextRound, Pass
from tractor_core.declarations import Declaration
from tractor_core.match import Phase
from tractor_core.settlement import Settlement, room_score, settle_score, settle_stakes

Rules = tc.Rules


# --- S1: stakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "fled", "seats", "house"),
    [
        # 000 §1 (正常算法): 100 × a − 10 for a winner, −100 × a for a loser, the fees to the house
        (0, None, (-10, 0, -10, 0), 20),
        (1, None, (90, -100, 90, -100), 20),
        (3, None, (290, -300, 290, -300), 20),
        # 败方逃跑: 100a − 10 each; −100 × 2a − 100 × 3; 0
        (0, 1, (-10, -300, -10, 0), 320),
        (1, 1, (90, -500, 90, 0), 320),
        (2, 3, (190, 0, 190, -700), 320),
        # 胜方逃跑: 100a − 300 − 10; 100a − 10; −100a each
        (0, 0, (-310, 0, -10, 0), 320),
        (1, 0, (-210, -100, 90, -100), 320),
        (3, 2, (290, -300, -10, -300), 320),
    ],
)
def test_s1_boke(levels, fled, seats, house):
    found = settle_stakes(levels, (0, 2), base=100, fee=10, fled=fled)
    assert found == Settlement(seats, house)
    assert sum(seats) + house == 0


@pytest.mark.parametrize("winners", [{0}, {3}, {0, 2}, {1, 3}, {1, 2}, {0, 1, 2}, {1, 2, 3}])
@pytest.mark.parametrize("fled", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("levels", [0, 1, 4])
def test_s1_sums_to_zero(winners, fled, levels):
    base, fee = 7, 2
    found = settle_stakes(levels, winners, base=base, fee=fee, fled=fled)
    assert sum(found.seats) + found.house == 0
    assert found.house == fee * len(winners) + (0 if fled is None else 3 * base)
    calm = settle_stakes(levels, winners, base=base, fee=fee)
    if fled in winners:
        assert found.seats[fled] == calm.seats[fled] - 3 * base
    elif fled is not None:
        losses = [calm.seats[seat] for seat in range(4) if seat not in winners]
        assert found.seats[fled] == sum(losses) - 3 * base
    for seat in winners - {fled}:
        assert found.seats[seat] == calm.seats[seat]


def test_s1_one_against_three():
    """B7: the lone seat wins or loses what the three lose or win together."""
    assert settle_stakes(2, {1}, base=10).seats == (-20, 60, -20, -20)
    assert settle_stakes(2, {0, 2, 3}, base=10, fee=1) == Settlement((19, -60, 19, 19), 3)
    assert settle_stakes(1, {0, 2, 3}, base=10, fled=1) == Settlement((10, -60, 10, 10), 30)
    assert settle_stakes(1, {1}, base=10, fled=0) == Settlement((-60, 30, 0, 0), 30)


@pytest.mark.parametrize(
    "wrong",
    [
        {"winners": ()}, {"winners": (0, 1, 2, 3)}, {"winners": (0, 4)}, {"levels": -1},
        {"base": -1}, {"fee": -1}, {"fled": 4}, {"fled": -1},
    ],
)  # fmt: skip
def test_s1_refuses(wrong):
    given = {"levels": 1, "winners": (0, 2), "base": 1, "fee": 0, "fled": None} | wrong
    with pytest.raises(tc.RulesError, match="S1"):
        settle_stakes(given.pop("levels"), given.pop("winners"), **given)


# --- S2: scores ---------------------------------------------------------------------------------


def scored(points, rules=None, last_trick="dealer"):
    return room_score(tc.level_change(points, rules, last_trick=last_trick), rules)


#: For each table: points, score. 闲家转庄家得两分, 以上每升一级加一分; 庄家升一级得两分,
#: 以上每升一级加一分, 最多闲家大光时得四分 (000 §4, 002).
SCORES = {
    "eighty": [(0, 4), (5, 3), (35, 3), (40, 2), (75, 2), (80, 2), (115, 2), (120, 3), (160, 4),
               (200, 5), (240, 6)],
    "eighty_up": [(0, 4), (5, 3), (40, 2), (80, 2), (119, 2), (120, 3), (160, 4)],
    "titanic": [(0, 4), (55, 3), (60, 2), (115, 2), (120, 2), (180, 3), (240, 4), (300, 5)],
    "forty": [(0, 4), (5, 3), (20, 2), (40, 2), (60, 3), (80, 4), (100, 5)],
    "hundred": [(0, 3), (5, 2), (40, 2), (80, 3), (100, 4)],
    "competition": [(0, 4), (35, 3), (75, 2), (80, 2), (115, 2), (120, 4), (150, 5), (200, 5)],
    "eighty_base": [(0, 4), (5, 3), (40, 2), (80, 2), (100, 3), (120, 4), (200, 10)],
    "forty_five_points": [(0, 4), (5, 2), (45, 2), (65, 3), (85, 4), (100, 5)],
}  # fmt: skip
DECKS = {"titanic": 3, "forty": 1, "hundred": 1, "forty_five": 1, "forty_five_points": 1}


@pytest.mark.parametrize("table", SCORES)
def test_s2_scores(table):
    rules = Rules(decks=DECKS.get(table, 2), level_table=table, settlement="score")
    assert [(points, scored(points, rules)) for points, _ in SCORES[table]] == SCORES[table]


def test_s2_forty_five():
    rules = Rules(decks=1, level_table="forty_five", kitty="none")
    assert [scored(points, rules) for points in (0, 35, 40, 45)] == [2, 2, 0, 2]
    assert [scored(points, rules, "attackers") for points in (0, 40, 45)] == [2, 2, 3]
    draw = tc.level_change(40, rules, last_trick="dealer")
    assert settle_score(draw, (0, 2), rules, (90,) * 4) == Settlement()


def test_s2_examples_of_the_source():
    """000 §4 and 002 (积分规则): 大光 is 4, at 90 points each 8, at 400 each 12; 6 makes it 18."""
    out = tc.level_change(0)
    assert settle_score(out, (0, 2)).seats == (4, -4, 4, -4)
    assert settle_score(out, (0, 2), scores=(90,) * 4).seats == (8, -8, 8, -8)
    assert settle_score(out, (0, 2), scores=(400,) * 4).seats == (12, -12, 12, -12)
    room = Rules(settlement="score", score_shutout=6)
    assert settle_score(out, (0, 2), room, (400,) * 4).seats == (18, -18, 18, -18)
    assert [scored(points, room) for points in (0, 5, 40, 120)] == [6, 3, 2, 3]
    low = Rules(settlement="score", score_shutout=1)
    assert [scored(points, low) for points in (0, 5, 40, 80)] == [1, 1, 1, 2]


@pytest.mark.parametrize(
    ("scores", "times"),
    [((0,) * 4, 1), ((79, 500, 500, 500), 1), ((80, 500, 500, 500), 2), ((299,) * 4, 2),
     ((300,) * 4, 3), ((300, 400, 500, 299), 2), ((-5, 80, 80, 80), 1)],
)  # fmt: skip
def test_s2_the_lowest_score_doubles_or_trebles(scores, times):
    change = tc.level_change(120)
    assert settle_score(change, (1, 3), scores=scores).seats == (3 * times, -3 * times) * 2


def test_s2_one_against_three():
    assert settle_score(tc.level_change(5), {1}).seats == (-3, 9, -3, -3)
    assert settle_score(tc.level_change(80), {1}).seats == (2, -6, 2, 2)


def test_s2_refuses():
    change = tc.level_change(0)
    for dealers, scores in itertools.product([(), (0, 1, 2), (0, 4)], [(0,) * 4]):
        with pytest.raises(tc.RulesError, match="S2"):
            settle_score(change, dealers, None, scores)
    with pytest.raises(tc.RulesError, match="S2"):
        settle_score(change, (0, 2), None, (0,) * 3)


# --- in a match ---------------------------------------------------------------------------------


def finished(rules, fled=None, overrides=0, **options):
    """A round played to its end: the dealer is 0, hands are those of `arranged`."""
    hands = {0: "2s", 1: "2h 2h", 2: "SJ SJ", 3: "BJ BJ"}
    match = dealt(rules, hands, dealer=0, **options)
    declare(match, 0, "2s")
    if overrides:
        declare(match, 1, "2h 2h")
    all_pass(match)
    bury(match)
    if rules.exchange:
        exchanges = 2 * overrides
        for seat, cards in ((2, "SJ SJ"), (3, "BJ BJ"))[:exchanges]:
            while match.turn != seat:
                match.apply(Pass(match.turn))
            match.apply(Exchange(seat, tc.Cards(cards)))
            match.apply(next(match.legal_actions()))
        for _ in range(3):
            match.apply(Pass(match.turn))
    if fled is not None:
        match.apply(Flee(fled))
    play_on(match)
    return match


def paid_by_hand(match, base, fee):
    """What S1 pays when nobody has fled."""
    change = match.rounds[-1].result.change
    won = {0, 2} if change.side == "dealer" else {1, 3}
    a = change.levels
    return tuple(base * a - fee if seat in won else -base * a for seat in range(4))


def test_stakes_in_a_match():
    rules = Rules(settlement="stakes", stakes_base=50, stakes_fee=5)
    match = finished(rules, scores=(1000, 0, 0, 0))
    paid = match.rounds[-1].paid
    assert paid == paid_by_hand(match, 50, 5) and match.rounds[-1].house == match.house == 10
    assert match.scores == (1000 + paid[0], *paid[1:])
    match.apply(NextRound())
    assert match.house == 10 and match.scores[1] == paid[1]


def test_who_flees_pays_for_it():
    rules = Rules(settlement="stakes", stakes_base=50, stakes_fee=5)
    calm = finished(rules)
    for fled in range(4):
        match = finished(rules, fled)
        assert match.rounds[-1].fled == fled
        assert match.rounds[-1].result == calm.rounds[-1].result
        change = match.rounds[-1].result.change
        won = {0, 2} if change.side == "dealer" else {1, 3}
        wanted = settle_stakes(change.levels, won, base=50, fee=5, fled=fled)
        assert (match.scores, match.house) == (wanted.seats, wanted.house)


def test_flee_is_refused():
    match = dealt(Rules(), dealer=0)
    with pytest.raises(tc.RulesError, match="settled in stakes"):
        match.apply(Flee(0))
    match = dealt(Rules(settlement="stakes"), dealer=0)
    assert Flee(2) not in match.legal_actions()
    match.apply(Flee(2))
    with pytest.raises(tc.RulesError, match="has fled already"):
        match.apply(Flee(3))
    all_pass(match)
    bury(match)
    play_on(match)
    assert match.phase is Phase.ROUND_OVER
    with pytest.raises(tc.RulesError, match="over"):
        match.apply(Flee(3))
    match.apply(NextRound())
    match.apply(Flee(3))


def test_exchange_doubles_the_stakes():
    """B6: one override and two exchanges make the base eightfold."""
    options = {"exchange": True, "suit_order": True, "settlement": "stakes", "stakes_base": 3}
    plain = finished(Rules(**options), overrides=1)
    assert plain.rounds[-1].doubles == 0
    assert plain.scores == paid_by_hand(plain, 3, 0)
    doubled = finished(Rules(exchange_doubles=True, **options), overrides=1)
    assert isinstance(doubled.declaration, Declaration) and doubled.rounds[-1].doubles == 3
    assert doubled.scores == paid_by_hand(doubled, 24, 0)
    fled = finished(Rules(exchange_doubles=True, **options), fled=0, overrides=1)
    assert fled.house == 3 * 24


def test_scores_in_a_match():
    rules = Rules(settlement="score")
    match = finished(rules, scores=(80, 90, 100, 110))
    change = match.rounds[-1].result.change
    figure = 2 * room_score(change, rules)
    sign = 1 if change.side == "dealer" else -1
    assert match.rounds[-1].paid == (sign * figure, -sign * figure) * 2
    assert match.scores[0] == 80 + sign * figure and match.house == 0


def test_nothing_is_settled_by_default():
    match = finished(Rules())
    assert match.scores == (0, 0, 0, 0) and match.rounds[-1].paid == (0, 0, 0, 0)
