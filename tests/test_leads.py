"""Leads against the oracle and by brute force (T1, T2)."""

import random
from collections import Counter
from itertools import islice

import numpy as np
import oracle
import pytest
from positions import holding, join, random_trump
from test_differential import ORDER_OPTIONS, make_trump

import tractor_core as tc


def random_hand(rng, order, decks, most):
    tiers = {name: steps for name, steps in order.tiers().items() if steps}
    parts = [holding(rng, tiers[rng.choice(sorted(tiers))], decks, most) for _ in range(3)]
    return join(*parts, copies=decks)


def every_lead(hand, order):
    """All one-suit choices of a hand, units first, in the documented order."""
    units, throws = [], []
    for name in ("trump", "d", "c", "h", "s"):
        held = oracle.in_suit(hand, name, order)
        found = sorted(
            part for n in range(1, len(held) + 1) for part in oracle.sub_multisets(held, n)
        )
        for part in found:
            (units if len(oracle.decompose(part, order)) == 1 else throws).append(part)
    return units, throws


@pytest.mark.parametrize("seed", range(200))
def test_leads_are_all_one_suit_choices(seed):
    rng = random.Random(seed)
    level, suit, options = random_trump(rng, ORDER_OPTIONS)
    order = oracle.Order(level, suit, **options)
    trump = make_trump(level, suit, options)
    hand = random_hand(rng, order, rng.choice((1, 2, 3)), 5)
    units, throws = every_lead(hand, order)
    cards = tc.Cards(hand)
    assert [tuple(lead) for lead in tc.legal_leads(cards, trump)] == units + throws
    assert tc.count_legal_leads(cards, trump) == len(units) + len(throws)
    assert tc.count_legal_leads(cards, trump, throws=False) == len(units)
    if hand:
        drawn = tuple(tc.random_lead(cards, trump, rng=seed))
        assert drawn in units
        assert tuple(tc.random_lead(cards, trump, rng=seed, throws=True)) in units + throws


@pytest.mark.parametrize("seed", range(150))
def test_safe_throws_stand_against_all_unseen_cards(seed):
    rng = random.Random(1000 + seed)
    level, suit, options = random_trump(rng)
    order = oracle.Order(level, suit, **options)
    trump = make_trump(level, suit, options)
    decks = rng.choice((1, 2, 3))
    hand = random_hand(rng, order, decks, 5)
    rest = oracle.without(tuple(sorted(list(range(54)) * decks)), hand)
    seen = tuple(sorted(rng.sample(rest, rng.randint(len(rest) // 2, len(rest)))))
    unseen = oracle.without(rest, seen)
    _, throws = every_lead(hand, order)
    expected = [
        throw
        for throw in throws
        if not any(oracle.holds_higher(u, unseen, order) for u in oracle.decompose(throw, order))
    ]
    rules = tc.Rules(decks=decks)
    found = [tuple(t) for t in tc.safe_throws(tc.Cards(hand), tc.Cards(seen), trump, rules)]
    assert found == expected


@pytest.mark.parametrize("throws", [False, True])
def test_random_leads_are_uniform(throws):
    trump = tc.Trump("5", None, permanent_twos=True)
    hand = tc.Cards("2d 2d 2h 5c 5c 5s 5s SJ SJ BJ 3c 3c 4c")
    leads = list(tc.legal_leads(hand, trump))
    if not throws:
        leads = leads[: tc.count_legal_leads(hand, trump, throws=False)]
    rng = np.random.default_rng(7)
    draws = 60 * len(leads)
    counts = Counter(tc.random_lead(hand, trump, rng=rng, throws=throws) for _ in range(draws))
    assert set(counts) == set(leads)
    square = sum((counts[lead] - 60) ** 2 / 60 for lead in leads)
    freedom = len(leads) - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


def test_leads_are_made_one_by_one():
    hand = tc.Cards.from_counts([1] * 40 + [0] * 14)  # far too many throws to make them all
    leads = list(islice(tc.legal_leads(hand, tc.Trump("2", "s")), 60))
    assert len(set(leads)) == 60


def test_bad_hands_are_refused():
    trump = tc.Trump("2", "s")
    with pytest.raises(tc.CardsError):
        tc.random_lead(tc.Cards(), trump)
    with pytest.raises(tc.CardsError):
        tc.count_legal_leads(tc.Cards.from_counts([3] * 54), trump)
    with pytest.raises(tc.CardsError):
        tc.safe_throws(tc.Cards("As As"), tc.Cards("As"), trump)
    for bad in (None, "As", [1, 2], 5):
        with pytest.raises(TypeError):
            tc.legal_leads(bad, trump)
        with pytest.raises(TypeError):
            tc.safe_throws(tc.Cards("As"), bad, trump)
