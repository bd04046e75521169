"""Throws of many runs, which random hands never hold: their follows and ruffs by the oracle."""

import random
from functools import partial
from itertools import islice

import oracle
import pytest

import tractor_core as tc

ORDER, TRUMP = oracle.Order(10, 2), tc.Trump("10", "h")
DRAWS = oracle.OPTIONS["draw"][:4]
RUNS = [(2, 2), (2, 2), (2, 3), (2, 4), (3, 2), (3, 2), (3, 3), (3, 4)]


def lay(rng, order, suit, blocks):
    """Units of the shapes (copies, length) laid at random on the steps; None if one found no room.

    Each kind serves one unit.
    """
    tiers = [list(kinds) for kinds in reversed(order.tiers()[suit])]
    steps = [order.step_of(kinds[0]) for kinds in tiers]
    units = []
    for copies, length in blocks:
        places = [
            at
            for at in range(len(tiers) - length + 1)
            if all(tiers[at : at + length]) and steps[at + length - 1] - steps[at] == length - 1
        ]
        if not places:
            return None
        at = rng.choice(places)
        chosen = [rng.choice(kinds) for kinds in tiers[at : at + length]]
        for kinds, kind in zip(tiers[at : at + length], chosen, strict=True):
            kinds.remove(kind)
        units.append(tuple(kind for kind in chosen for _ in range(copies)))
    return units


def until(found):
    """What a search at random comes upon first."""
    while (what := found()) is None:
        pass
    return what


def vectors(blocks):
    """In how many ways some of the blocks can have been laid."""
    ways = 1
    for block in set(blocks):
        ways *= blocks.count(block) + 1
    return ways


def long_lead(rng):
    """Units with more such ways than a word has bits, that leave some of three decks' trumps."""
    blocks = rng.choices(RUNS, k=rng.randint(3, 6)) + [(3, 1)] * rng.randint(1, 6)
    blocks.sort(key=lambda block: -block[0] * block[1])
    if vectors(blocks) <= 64 or sum(copies * length for copies, length in blocks) > 50:
        return None
    return lay(rng, ORDER, "trump", blocks)


def refusal(play, args):
    try:
        tc.check_follow(tc.Cards(play), *args)
    except tc.IllegalPlay as error:
        return error.reason.name


def compare_follows(units, hand, trump, order, options, every=1):
    """The plays of a hand; the reason for refusing one in so many."""
    lead = tuple(sorted(sum(units, ())))
    rules = tc.Rules(decks=3, **options)
    args = tc.Cards(hand), tc.Cards(lead), trump, rules, [tc.Cards(unit) for unit in units]
    expected = oracle.legal_follows(hand, lead, order, options, units)
    assert [tuple(play) for play in tc.legal_follows(*args)] == expected
    assert tc.count_legal_follows(*args) == len(expected)
    assert tuple(tc.random_legal_follow(*args, rng=len(expected))) in expected
    held = oracle.in_suit(hand, oracle.the_suit(lead, order), order)
    for play in islice(oracle.sub_multisets(held, len(lead)), 0, None, every):
        reason = oracle.refusal(play, hand, lead, order, options, units)
        assert tc.is_legal_follow(tc.Cards(play), *args) == (reason is None)
        assert refusal(play, args) == reason


def follow_options(rng, draw):
    names = ("titanic_answer", "short_tractor")
    return {"draw": draw} | {name: rng.choice(oracle.OPTIONS[name]) for name in names}


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("more", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_follows_of_long_leads(draw, more):
    rng = random.Random(more)
    deck = [kind for kind in range(54) if ORDER.suit_of(kind) == "trump"] * 3
    for _ in range(3):
        units = until(partial(long_lead, rng))
        hand = tuple(sorted(rng.sample(deck, sum(map(len, units)) + more)))
        compare_follows(units, hand, TRUMP, ORDER, follow_options(rng, draw))


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize(
    "lead", ["2d 2d Td Td 2s SJ BJ", "2d 2d 2d Td Td Td", "2d 2d 2c 2c Th SJ BJ"]
)
def test_many_plays_where_tied_steps_are_side_by_side(lead, draw):
    order, trump = oracle.Order(10, permanent_twos=True), tc.Trump("10", permanent_twos=True)
    deck = oracle.cards("2d 2c 2h 2s Td Tc Th Ts SJ BJ " * 3)
    lead = oracle.cards(lead)
    units = [unit.cards for unit in oracle.decompose(lead, order)]
    rng = random.Random(1)
    most = 0
    for _ in range(3):
        hand = tuple(sorted(rng.sample(deck, 20)))
        options = follow_options(rng, draw)
        compare_follows(units, hand, trump, order, options, every=40)
        play_count = tc.count_legal_follows(
            tc.Cards(hand), tc.Cards(lead), trump, tc.Rules(decks=3, **options)
        )
        most = max(most, play_count)
    assert most > 512  # so many that they are not listed at once


def shapes_of_so_many(rng, cards, copies):
    """Blocks of so many cards in all."""
    blocks = []
    while cards:
        copy, length = rng.choice([*RUNS, (3, 1), (2, 1), (1, 1)])
        if copy <= copies and copy * length <= cards:
            blocks.append((copy, length))
            cards -= copy * length
    return blocks


LED = {
    2: [
        [(2, 2), (2, 2)], [(2, 4), (2, 2)], [(2, 3), (2, 3)], [(2, 3), (2, 2), (2, 1)],
        [(2, 2), (2, 2), (2, 1), (2, 1), (1, 1)],
    ],
    3: [
        [(3, 2), (2, 2)], [(3, 2), (3, 2), (3, 1)], [(3, 3), (2, 3)], [(3, 2), (2, 2), (2, 2)],
        [(2, 2), (2, 2), (3, 1), (3, 1)],
    ],
}  # fmt: skip


@pytest.mark.parametrize("cover", oracle.OPTIONS["ruff_cover"])
@pytest.mark.parametrize("compare", oracle.OPTIONS["ruff_compare"])
@pytest.mark.parametrize("decks", LED)
def test_ruffs_of_several_runs(decks, compare, cover):
    rng = random.Random(decks)
    options = {"ruff_compare": compare, "ruff_cover": cover}
    rules = tc.Rules(decks=decks, **options)
    ruffed = 0
    for _ in range(100):
        blocks = rng.choice(LED[decks])
        units = until(lambda blocks=blocks: lay(rng, ORDER, "s", blocks))
        lead = tuple(sorted(sum(units, ())))
        plays = [lead]
        while len(plays) < 4:
            laid = blocks if rng.random() < 0.6 else shapes_of_so_many(rng, len(lead), decks)
            taken = lay(rng, ORDER, "trump", laid)
            if taken is not None:
                plays.append(tuple(sorted(sum(taken, ()))))
        winner = oracle.trick_winner(plays, ORDER, options, units)
        named = [tc.Cards(unit) for unit in units]
        mine = [tc.Cards(play) for play in plays]
        assert tc.trick_winner(mine, TRUMP, rules, named) == winner, (mine, named)
        for play in plays[1:]:
            expected = oracle.can_ruff(play, lead, ORDER, options, units)
            assert tc.can_ruff(tc.Cards(play), tc.Cards(lead), TRUMP, rules, named) == expected
        ruffed += winner > 0
    assert ruffed >= 50
