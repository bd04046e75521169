"""Every verb against the oracle: random positions, and exhaustively on short chains."""

import random

import oracle
import pytest
from positions import random_play, random_position

import tractor_core as tc

# The options that a position is judged under; half of the positions keep the defaults of F and R.
SCORE_OPTIONS = {
    "throw_against": ("others", "opponents"),
    "failed_throw": ("lowest", "fewest", "smallest"),
    "throw_penalty": (0, 10),
    "kitty_units": ("played", "led"),
    "kitty": oracle.OPTIONS["kitty"],
    "level_table": ("eighty", "eighty_up", "competition", "eighty_base"),
}
PLAY_OPTIONS = {
    "titanic_answer": ("tractor_first", "triples_first"),
    "follow_tractor": ("full", "full", "pairs"),
    "short_tractor": ("owed", "free"),
    "throw_answer": ("full", "pairs"),
    "draw": oracle.OPTIONS["draw"],
    "ruff_compare": oracle.OPTIONS["ruff_compare"],
    "ruff_cover": ("split", "exact"),
}
ORDER_OPTIONS = (
    ("no_trump_levels", ("trump", "plain")),
    ("gap_adjacent", (True, False)),
    ("level_tractors", (True, True, False)),
)


def make_trump(level, suit, options):
    return tc.Trump(level, None if suit is None else "dchs"[suit], **options)


def random_rules(rng, decks):
    options = SCORE_OPTIONS if rng.random() < 0.5 else SCORE_OPTIONS | PLAY_OPTIONS
    chosen = {name: rng.choice(values) for name, values in options.items()}
    if chosen["kitty"] == "flat":
        chosen["kitty_flat"] = rng.choice(oracle.OPTIONS["kitty_flat"])
    return chosen, tc.Rules(decks=decks, **chosen)


def kinds(cards):
    return tuple(cards)


def compare_order(order, trump):
    tiers = {name: tuple(map(tuple, steps)) for name, steps in order.tiers().items() if steps}
    assert tc.order(trump) == tiers
    for kind in range(54):
        assert tc.suit_of(kind, trump) == order.suit_of(kind)


def compare_units(found, expected, order):
    got = [(u.copies, u.length, u.suit, kinds(u.cards)) for u in found]
    assert got == [(u.copies, u.length, u.suit, u.cards) for u in expected]
    names = {1: "single", 2: "pair", 3: "triple"}
    for mine, theirs in zip(found, expected, strict=True):
        if theirs.length == 1:
            assert mine.kind == names[theirs.copies]
        else:
            assert mine.kind == ("tractor" if theirs.copies == 2 else "titanic")
        assert mine.step == theirs.step


def compare_throw(position, trump, rules, chosen, units, named):
    lead = tc.Cards(position.lead)
    others = [tc.Cards(hand) for hand in position.others]
    expected = oracle.check_throw(position.lead, position.others, position.order, chosen, named)
    result = tc.check_throw(lead, others, trump, rules, units)
    assert result.stands == expected["stands"]
    assert tc.throw_stands(lead, others, trump, rules, units) == expected["stands"]
    assert kinds(result.led) == expected["led"]
    assert kinds(result.returned) == expected["returned"]
    assert result.penalty == expected["penalty"]
    got = sorted(zip(map(kinds, [u.cards for u in result.failing]), result.beaten_by, strict=True))
    theirs = sorted(
        zip([u.cards for u in expected["failing"]], expected["beaten_by"], strict=True)
    )
    assert got == theirs
    for unit in oracle.decompose(position.lead, position.order):
        for hand in position.others:
            mine = tc.unit_beaten_by(tc.Unit(tc.Cards(unit.cards), trump), tc.Cards(hand), trump)
            assert mine == oracle.holds_higher(unit, hand, position.order)


def compare_refusal(play, hand, lead, trump, rules, units, order, chosen, named):
    expected = oracle.refusal(play, hand, lead, order, chosen, named)
    arguments = (tc.Cards(play), tc.Cards(hand), tc.Cards(lead), trump, rules, units)
    assert tc.is_legal_follow(*arguments) == (expected is None)
    try:
        tc.check_follow(*arguments)
    except tc.IllegalPlay as error:
        assert error.reason.name == expected
    else:
        assert expected is None


def compare_follows(position, trump, rules, chosen, units, named, rng):
    hand, lead, order = position.hand, position.lead, position.order
    n = len(lead)
    arguments = (tc.Cards(hand), tc.Cards(lead), trump, rules, units)
    total = oracle.count_legal_follows(hand, lead, order, chosen, named)
    assert tc.count_legal_follows(*arguments) == total
    if total <= 3000:
        expected = oracle.legal_follows(hand, lead, order, chosen, named)
        assert [kinds(play) for play in tc.legal_follows(*arguments)] == expected
        for play in rng.sample(expected, min(3, len(expected))):
            compare_refusal(play, hand, lead, trump, rules, units, order, chosen, named)
    held = tuple(kind for kind in hand if order.suit_of(kind) == position.suit)
    plays = [random_play(rng, hand, n) for _ in range(3)]
    plays.append(random_play(rng, hand, rng.randint(0, len(hand))))
    if len(held) >= n:
        plays += [random_play(rng, held, n) for _ in range(3)]
    plays.append(position.plays[1])
    for play in plays:
        compare_refusal(play, hand, lead, trump, rules, units, order, chosen, named)
    drawn = kinds(tc.random_legal_follow(*arguments, rng=rng.getrandbits(32)))
    assert oracle.is_legal_follow(drawn, hand, lead, order, chosen, named)


def compare_trick(position, trump, rules, chosen, units, named):
    plays = [tc.Cards(play) for play in position.plays]
    for n in range(1, 5):
        expected = oracle.trick_winner(position.plays[:n], position.order, chosen, named)
        assert tc.trick_winner(plays[:n], trump, rules, units) == expected
    for play in position.plays[1:]:
        expected = oracle.can_ruff(play, position.lead, position.order, chosen, named)
        assert tc.can_ruff(tc.Cards(play), plays[0], trump, rules, units) == expected


def compare_score(position, trump, rules, chosen, units, named, rng):
    order = position.order
    assert tc.points(tc.Cards(position.hand)) == oracle.points(position.hand)
    led = oracle.units_led(position.lead, order, named)
    mine = units if units is not None else tc.Cards(position.lead)
    for play in position.plays:
        if len({order.suit_of(kind) for kind in play}) == 1:
            play_cards = tc.Cards(play)
            expected = oracle.kitty_multiplier(play, order, chosen, led)
            assert tc.kitty_multiplier(play_cards, trump, rules, mine) == expected
            expected = oracle.kitty_multiplier(play, order, chosen)
            assert tc.kitty_multiplier(play_cards, trump, rules) == expected
    points = rng.choice((rng.randint(-20, 320), 5 * rng.randint(-3, 64)))
    expected = oracle.level_change(points, chosen, position.decks)
    assert tuple(tc.level_change(points, rules)) == expected


def compare_everything(position, rng):
    chosen, rules = random_rules(rng, position.decks)
    trump = make_trump(*position.trump)
    order, lead = position.order, position.lead
    named = position.units
    units = None if named is None else [tc.Cards(unit) for unit in named]
    compare_order(order, trump)
    for cards in (position.hand, lead):
        found = tc.decompose(tc.Cards(cards), trump)
        compare_units(found, oracle.decompose(cards, order), order)
    if len(lead) <= 6:
        mine = [tuple(kinds(u.cards) for u in p) for p in tc.decompositions(tc.Cards(lead), trump)]
        theirs = [tuple(u.cards for u in p) for p in oracle.partitions(lead, order)]
        assert mine[0] == theirs[0]
        assert len(set(mine)) == len(mine)
        assert sorted(tuple(sorted(p)) for p in mine) == sorted(tuple(sorted(p)) for p in theirs)
    compare_throw(position, trump, rules, chosen, units, named)
    compare_follows(position, trump, rules, chosen, units, named, rng)
    compare_trick(position, trump, rules, chosen, units, named)
    compare_score(position, trump, rules, chosen, units, named, rng)


def run_positions(seed, n, **sizes):
    rng = random.Random(seed)
    for number in range(n):
        position = random_position(rng, ORDER_OPTIONS if rng.random() < 0.4 else (), **sizes)
        try:
            compare_everything(position, rng)
        except Exception as error:
            error.add_note(f"seed {seed}, position {number}: {position}")
            raise


@pytest.mark.parametrize("seed", range(4))
def test_random_positions(seed):
    run_positions(seed, 500)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_random_positions(seed):
    run_positions(seed, 2000)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_more_and_larger_random_positions(seed):
    run_positions(seed, 5000, most_led=11, most_held=14)
