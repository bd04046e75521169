"""What must hold for any cards: properties checked on generated positions."""

import random
from collections import Counter
from itertools import combinations, islice, permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import (
    FOLLOW_OPTIONS,
    LEVELS,
    ORDER_OPTIONS,
    RUFF_OPTIONS,
    STYLES,
    SUITS,
    any_cards,
    cap,
    decks,
    follows,
    holdings,
    join,
    of,
    profiles,
    suit_cards,
    throws,
    tricks,
    trumps,
)

import tractor_core as tc

# Half and twice the examples of the profile.
few = settings(max_examples=settings().max_examples // 2)
many = settings(max_examples=settings().max_examples * 2)


def in_suit(cards, suit, trump):
    return tc.Cards([kind for kind in cards if tc.suit_of(kind, trump) == suit])


def plays_of(hand, size):
    """Every distinct play of `size` cards, by brute force."""
    return {tc.Cards(kinds) for kinds in combinations(list(hand), size)}


def verdict(call, *args):
    """The result, or the reason of the refusal."""
    try:
        return call(*args)
    except tc.IllegalPlay as error:
        return error.reason


# --- Renaming of suits --------------------------------------------------------------------------


def renamed(kinds, suits):
    """The kinds after the suit SUITS[i] became SUITS[suits[i]]."""
    return [kind if kind >= 52 else 13 * suits[kind // 13] + kind % 13 for kind in kinds]


def rename_cards(cards, suits):
    return tc.Cards(renamed(cards, suits))


def rename_trump(trump, suits):
    suit = None if trump.suit is None else SUITS[suits[SUITS.index(trump.suit)]]
    return tc.Trump(trump.level, suit, **{name: getattr(trump, name) for name in ORDER_OPTIONS})


def rename_units(units, suits):
    return units and tuple(rename_cards(unit.cards, suits) for unit in units)


renamings = st.sampled_from(list(permutations(range(4))))
ways_to_follow = profiles(FOLLOW_OPTIONS)
ways_to_ruff = profiles(RUFF_OPTIONS)


def unprotected(book):
    """What is protected depends on the whole hand (F8), so it changes as the hand shrinks."""
    return book.draw in ("all", "suit_only")


# --- Cards against collections.Counter ----------------------------------------------------------


def counter(cards):
    return Counter(cards.kinds()) if isinstance(cards, tc.Cards) else Counter(cards)


@given(any_cards(), any_cards())
@many
def test_cards_are_a_multiset(first, second):
    a, b = counter(first), counter(second)
    assert len(first) == a.total()
    assert bool(first) == bool(a)
    assert list(first) == sorted(a.elements()) == list(first.kinds())
    assert (first == second) == (a == b)
    assert (first != second) == (a != b)
    assert (first <= second) == (a <= b)
    assert (first < second) == (a < b)
    assert (first >= second) == (a >= b)
    assert (first > second) == (a > b)
    assert (first in second) == (a <= b)
    assert counter(first & second) == a & b
    assert counter(first | second) == a | b
    if max((a + b).values(), default=0) <= 3:
        assert counter(first + second) == a + b
        assert hash(first + second) == hash(second + first)
    else:
        with pytest.raises(tc.CardsError):
            first + second
    if b <= a:
        assert counter(first - second) == a - b
    else:
        with pytest.raises(tc.CardsError):
            first - second
    for kind in range(54):
        assert first.count(kind) == a[kind]
        assert (kind in first) == (a[kind] > 0)
        assert (tc.format_kind(kind) in first) == (a[kind] > 0)


@given(any_cards(), st.randoms(use_true_random=False))
def test_cards_come_back_from_every_form(cards, shuffler):
    kinds = list(cards)
    shuffler.shuffle(kinds)
    counts = [cards.count(kind) for kind in range(54)]
    assert cards.counts() == bytes(counts)
    planes = tuple(
        sum(1 << kind for kind in range(54) if counts[kind] > plane) for plane in range(3)
    )
    assert cards.planes == planes
    forms = [
        kinds,
        tuple(kinds),
        iter(kinds),
        np.array(kinds, dtype=np.int8),
        [tc.format_kind(kind) for kind in kinds],
        Counter(kinds),
        {tc.format_kind(kind): copies for kind, copies in Counter(kinds).items()},
        str(cards),
        " ".join(tc.format_kind(kind) for kind in kinds),
        cards,
    ]
    for form in forms:
        again = tc.Cards(form)
        assert again == cards
        assert hash(again) == hash(cards)
    assert tc.Cards.from_counts(counts) == cards
    assert tc.Cards.from_counts(cards.counts()) == cards
    assert tc.Cards.from_planes(*planes) == cards


@pytest.mark.parametrize("style", STYLES)
@given(cards=any_cards())
@few
def test_every_style_reads_back(style, cards):
    assert tc.Cards(tc.format_cards(cards, style)) == cards
    assert tc.format_cards(list(cards), style) == tc.format_cards(cards, style)


@pytest.mark.parametrize("style", STYLES)
def test_every_kind_reads_back(style):
    texts = [tc.format_kind(kind, style) for kind in range(54)]
    assert [tc.parse_kind(text) for text in texts] == list(range(54))
    assert len(set(texts)) == 54


@given(any_cards(), any_cards())
def test_points_are_additive(first, second):
    assert tc.points(first) + tc.points(second) == tc.points(first | second) + tc.points(
        first & second
    )
    assert tc.points(first) == sum(tc.points(tc.Cards([kind])) for kind in first)


# --- Order --------------------------------------------------------------------------------------


@given(trumps())
def test_order_holds_every_kind_once(trump):
    kinds = [kind for steps in tc.order(trump).values() for step in steps for kind in step]
    assert sorted(kinds) == list(range(54))
    for suit, steps in tc.order(trump).items():
        heights = []
        for step in steps:
            units = [tc.Unit(tc.Cards([kind]), trump) for kind in step]
            assert {unit.suit for unit in units} == {suit}
            assert {tc.suit_of(kind, trump) for kind in step} == {suit}
            (height,) = {unit.step for unit in units}
            heights.append(height)
        assert heights == sorted(set(heights), reverse=True)
        assert heights[-1] == 0
        if trump.gap_adjacent and trump.level_tractors:
            assert heights == list(range(len(steps)))[::-1]


@given(trumps(), any_cards())
def test_sort_hand_follows_the_order(trump, cards):
    place = {}
    for steps in tc.order(trump).values():
        for step in steps:
            place.update(dict.fromkeys(step, len(place)))
    hand = tc.sort_hand(cards, trump)
    assert Counter(hand) == counter(cards)
    assert [place[kind] for kind in hand] == sorted(place[kind] for kind in cards)


# --- Units --------------------------------------------------------------------------------------

SHAPE_RANK = {"titanic": 0, "tractor": 1, "triple": 2, "pair": 3, "single": 4}


@given(trumps(), any_cards())
@many
def test_decomposition_joins_to_the_cards(trump, cards):
    units = tc.decompose(cards, trump)
    assert join(unit.cards for unit in units) == cards
    for unit in units:
        assert tc.Unit(unit.cards, trump) == unit
        assert hash(tc.Unit(unit.cards, trump)) == hash(unit)
        assert len(unit.cards) == unit.copies * unit.length
        kind = {1: "single", 2: "pair", 3: "triple"}[unit.copies]
        if unit.length > 1:
            kind = {2: "tractor", 3: "titanic"}[unit.copies]
        assert unit.kind == kind
    names = list(tc.order(trump))
    keys = [
        (
            names.index(unit.suit),
            SHAPE_RANK[unit.kind],
            -unit.length,
            -unit.step,
            unit.cards.kinds(),
        )
        for unit in units
    ]
    assert keys == sorted(keys)


@given(follows())
def test_decomposition_is_greedy(position):
    """No unit of the canonical decomposition joins another one of its copies to a longer run."""
    lead, trump = position.lead, position.trump
    units = tc.decompose(lead, trump)
    for first, second in combinations(units, 2):
        if first.copies == second.copies > 1:
            with pytest.raises(tc.CardsError):
                tc.Unit(first.cards + second.cards, trump)


@given(st.data())
@few
def test_every_partition(data):
    trump, copies = data.draw(trumps()), data.draw(decks())
    suit = data.draw(st.sampled_from(list(tc.order(trump))))
    cards = data.draw(suit_cards(trump, suit, copies, 7))
    found = list(islice(tc.decompositions(cards, trump), 3000))
    assert found[0] == tc.decompose(cards, trump)
    assert len({frozenset(Counter(units).items()) for units in found}) == len(found)
    for units in found:
        assert join(unit.cards for unit in units) == cards
        assert all(tc.Unit(unit.cards, trump) == unit for unit in units)
    if len(found) < 3000:
        singles = tuple(sorted(tc.Unit(tc.Cards([kind]), trump).cards.kinds() for kind in cards))
        assert singles in {tuple(sorted(unit.cards.kinds() for unit in units)) for units in found}


@given(trumps(), any_cards(most=12), renamings)
def test_units_do_not_depend_on_the_names_of_suits(trump, cards, suits):
    def shapes(units, names):
        # Suits of equal rank swap places in the listing; within a suit the order stays.
        return {
            name: [(u.kind, u.copies, u.length, u.step) for u in units if u.suit == name]
            for name in names
        }

    units = tc.decompose(cards, trump)
    others = tc.decompose(rename_cards(cards, suits), rename_trump(trump, suits))
    names = ["trump", *SUITS]
    renames = {"trump": "trump"} | {SUITS[i]: SUITS[suits[i]] for i in range(4)}
    first, second = shapes(units, names), shapes(others, names)
    assert {renames[name]: value for name, value in first.items()} == second


# --- Throws -------------------------------------------------------------------------------------


@given(throws())
@many
def test_throw_result_is_consistent(position):
    trump, lead, others, units = position.trump, position.lead, position.others, position.units
    parts = units or tc.decompose(lead, trump)
    result = tc.check_throw(lead, others, trump, None, units)
    assert tc.throw_stands(lead, others, trump, None, units) is result.stands
    assert result.led + result.returned == lead
    assert result.penalty == 0
    assert result.stands == (not result.failing) == (result.led == lead)
    beaten = [
        [index for index, hand in enumerate(others) if tc.unit_beaten_by(unit, hand, trump)]
        for unit in parts
    ]
    if len(parts) == 1:
        assert result.stands
    else:
        failing = [(unit, seats[0]) for unit, seats in zip(parts, beaten, strict=True) if seats]
        assert Counter(zip(result.failing, result.beaten_by, strict=True)) == Counter(failing)
    if not result.stands:
        led = tc.Unit(result.led, trump)
        assert led in result.failing
        assert led.step == min(unit.step for unit in result.failing)


def made_to_stand(position):
    """The other hands without the cards above what they beat, so that the throw stands."""
    trump, lead, units = position.trump, position.lead, position.units
    suit = tc.suit_of(next(iter(lead)), trump)
    height = {kind: -place for place, step in enumerate(tc.order(trump)[suit]) for kind in step}
    others = list(position.others)
    while not (result := tc.check_throw(lead, others, trump, None, units)).stands:
        seat, top = result.beaten_by[0], max(height[kind] for kind in result.failing[0].cards)
        kept = [kind for kind in others[seat] if height.get(kind, top) <= top]
        assert len(kept) < len(others[seat])
        others[seat] = tc.Cards(kept)
    return others


@given(throws(), st.data())
@many
def test_a_throw_that_stood_stands_against_fewer_cards(position, data):
    trump, lead, units = position.trump, position.lead, position.units
    others = made_to_stand(position)
    held = [(seat, kind) for seat, hand in enumerate(others) for kind in hand]
    for seat, kind in data.draw(st.permutations(held))[:6]:
        others[seat] = others[seat] - tc.Cards([kind])
        assert tc.throw_stands(lead, others, trump, None, units)
        assert tc.check_throw(lead, others, trump, None, units).stands


@given(throws(), st.permutations(range(3)), renamings)
@many
def test_throws_depend_neither_on_seats_nor_on_names_of_suits(position, seats, suits):
    trump, lead, others, units = position.trump, position.lead, position.others, position.units
    result = tc.check_throw(lead, others, trump, None, units)
    moved = tc.check_throw(lead, [others[seat] for seat in seats], trump, None, units)
    assert (moved.stands, moved.led, moved.failing) == (result.stands, result.led, result.failing)
    renamed_result = tc.check_throw(
        rename_cards(lead, suits),
        [rename_cards(hand, suits) for hand in others],
        rename_trump(trump, suits),
        None,
        rename_units(units, suits),
    )
    assert renamed_result.stands is result.stands
    if not result.stands:
        # Equal steps are told apart by d c h s, so only the shape led is the same.
        first = tc.Unit(result.led, trump)
        second = tc.Unit(renamed_result.led, rename_trump(trump, suits))
        assert (first.kind, first.length, first.step) == (second.kind, second.length, second.step)
        assert Counter(renamed_result.beaten_by) == Counter(result.beaten_by)


@given(throws(), st.sampled_from(["others", "opponents"]))
def test_a_partner_is_looked_at_or_not(position, whose):
    trump, lead, others = position.trump, position.lead, position.others
    rules = tc.Rules(throw_against=whose)
    seen = others if whose == "others" else (others[0], tc.Cards(), others[2])
    result = tc.check_throw(lead, others, trump, rules)
    assert result == tc.check_throw(lead, seen, trump)


@given(throws(), st.sampled_from(["lowest", "fewest", "smallest"]), st.integers(0, 100))
def test_what_is_led_instead(position, how, penalty):
    trump, lead, others, units = position.trump, position.lead, position.others, position.units
    rules = tc.Rules(failed_throw=how, throw_penalty=penalty)
    result = tc.check_throw(lead, others, trump, rules, units)
    assert result.penalty == (0 if result.stands else penalty)
    if not result.stands:
        parts = units or tc.decompose(lead, trump)
        choice = parts if how == "smallest" else result.failing
        keys = {
            "lowest": lambda unit: (unit.step, len(unit.cards), unit.cards.kinds()),
            "fewest": lambda unit: (len(unit.cards), unit.step, unit.cards.kinds()),
            "smallest": lambda unit: (len(unit.cards), unit.step, unit.cards.kinds()),
        }
        assert result.led == min(choice, key=keys[how]).cards


# --- Follows ------------------------------------------------------------------------------------


@given(follows(), ways_to_follow)
@many
def test_a_legal_follow_always_exists(position, book):
    trump, lead, hand, units = position.trump, position.lead, position.hand, position.units
    count = tc.count_legal_follows(hand, lead, trump, book, units)
    assert count >= 1
    plays = list(islice(tc.legal_follows(hand, lead, trump, book, units), 200))
    assert len(plays) == min(count, 200)
    assert [play.kinds() for play in plays] == sorted({play.kinds() for play in plays})
    for play in plays:
        assert len(play) == len(lead)
        assert play <= hand
        assert tc.check_follow(play, hand, lead, trump, book, units) is None


@given(follows(most_led=5, most_held=9), ways_to_follow)
def test_what_is_listed_is_what_is_legal(position, book):
    trump, lead, hand, units = position.trump, position.lead, position.hand, position.units
    every = list(tc.legal_follows(hand, lead, trump, book, units))
    assert tc.count_legal_follows(hand, lead, trump, book, units) == len(every) == len(set(every))
    for play in plays_of(hand, len(lead)):
        legal = tc.is_legal_follow(play, hand, lead, trump, book, units)
        assert legal == (play in set(every))
        reason = verdict(tc.check_follow, play, hand, lead, trump, book, units)
        assert (reason is None) == legal


@given(follows(), ways_to_follow, st.data())
def test_all_cards_of_the_suit_are_a_legal_play(position, book, data):
    trump, lead, hand, units = position.trump, position.lead, position.hand, position.units
    suit = tc.suit_of(next(iter(lead)), trump)
    inside = in_suit(hand, suit, trump)
    kept = list(inside)
    if len(kept) > len(lead):
        kept = data.draw(st.permutations(kept))[: len(lead)]
    outside = hand - inside
    assume(len(kept) + len(outside) >= len(lead))
    filler = data.draw(st.permutations(list(outside)))[: len(lead) - len(kept)]
    play = tc.Cards(kept + filler)
    assert tc.is_legal_follow(play, tc.Cards(kept) + outside, lead, trump, book, units)


@given(follows(), ways_to_follow, st.integers(0, 2**32), renamings)
@many
def test_a_random_follow_is_legal(position, book, seed, suits):
    trump, lead, hand, units = position.trump, position.lead, position.hand, position.units
    play = tc.random_legal_follow(hand, lead, trump, book, units, rng=seed)
    assert tc.is_legal_follow(play, hand, lead, trump, book, units)
    assert tc.random_legal_follow(hand, lead, trump, book, units, rng=seed) == play
    generator = np.random.default_rng(seed)
    for _ in range(3):
        play = tc.random_legal_follow(hand, lead, trump, book, rng=generator)
        assert tc.is_legal_follow(play, hand, lead, trump, book)


@given(follows(), ways_to_follow, st.integers(0, 2**32), renamings)
@many
def test_follows_do_not_depend_on_the_names_of_suits(position, book, seed, suits):
    trump, lead, hand, units = position.trump, position.lead, position.hand, position.units
    names = (
        rename_cards(hand, suits),
        rename_cards(lead, suits),
        rename_trump(trump, suits),
        book,
        rename_units(units, suits),
    )
    count = tc.count_legal_follows(hand, lead, trump, book, units)
    assert tc.count_legal_follows(*names) == count
    kinds = list(hand)
    random.Random(seed).shuffle(kinds)
    play = tc.Cards(kinds[: len(lead)])
    reason = verdict(tc.check_follow, play, hand, lead, trump, book, units)
    assert verdict(tc.check_follow, rename_cards(play, suits), *names) == reason
    legal = tc.random_legal_follow(hand, lead, trump, book, units, rng=seed)
    assert tc.is_legal_follow(rename_cards(legal, suits), *names)


@given(follows(), ways_to_follow.filter(unprotected), st.integers(0, 2**32))
def test_a_play_kept_is_still_the_best_answer(position, book, seed):
    """A legal play stays legal when cards outside it leave the hand."""
    trump, lead, hand, units = position.trump, position.lead, position.hand, position.units
    play = tc.random_legal_follow(hand, lead, trump, book, units, rng=seed)
    rest = list(hand - play)
    random.Random(seed).shuffle(rest)
    for kind in rest:
        hand = hand - tc.Cards([kind])
        assert tc.is_legal_follow(play, hand, lead, trump, book, units)
    assert hand == play
    assert tc.count_legal_follows(hand, lead, trump, book, units) == 1


@given(trumps(), st.data())
def test_only_the_shape_led_matters(trump, data):
    """Two leads of one shape in one suit ask for the same answers."""
    copies = data.draw(decks())
    suit = data.draw(st.sampled_from(list(tc.order(trump))))
    steps = tc.order(trump)[suit]
    length = data.draw(st.integers(1, min(3, len(steps))))
    starts = st.integers(0, len(steps) - length)

    def lead(start):
        return tc.Cards([step[0] for step in steps[start : start + length] for _ in range(copies)])

    first, second = lead(data.draw(starts)), lead(data.draw(starts))
    hand = data.draw(holdings(trump, copies, suit, len(first), 12))
    assume(len(tc.decompose(first, trump)) == len(tc.decompose(second, trump)))
    plays = list(islice(tc.legal_follows(hand, first, trump), 50))
    assert plays == list(islice(tc.legal_follows(hand, second, trump), 50))


def test_random_follows_are_uniform():
    """Chi-square over the legal plays of one position, with a fixed seed."""
    trump = tc.Trump("10", "h")
    hand, lead = of("33 66 8 9 J") + tc.Cards("3d 4d"), of("AA KQ")
    every = list(tc.legal_follows(hand, lead, trump))
    rng = np.random.default_rng(20)
    draws = 400 * len(every)
    seen = Counter(tc.random_legal_follow(hand, lead, trump, rng=rng) for _ in range(draws))
    assert set(seen) == set(every)
    chi2 = sum((seen[play] - 400) ** 2 / 400 for play in every)
    # Mean k-1, deviation sqrt(2(k-1)): six deviations either way.
    spread = (2 * (len(every) - 1)) ** 0.5
    assert abs(chi2 - (len(every) - 1)) < 6 * spread
    assert len(every) == 13


def test_random_fillers_are_uniform():
    """A void hand: each of the 56 plays of five cards of eight is as likely as any other."""
    trump = tc.Trump("10", "h")
    hand, lead = tc.Cards("2d 3d 4d 5c 6c 7h Th BJ"), of("AKQJ9")
    every = list(tc.legal_follows(hand, lead, trump))
    assert len(every) == 56
    rng = np.random.default_rng(21)
    seen = Counter(tc.random_legal_follow(hand, lead, trump, rng=rng) for _ in range(56 * 200))
    chi2 = sum((seen[play] - 200) ** 2 / 200 for play in every)
    assert abs(chi2 - 55) < 6 * 110**0.5


# --- Tricks -------------------------------------------------------------------------------------


@given(tricks(), ways_to_ruff, renamings)
@many
def test_the_winner_competes(trick, book, suits):
    trump, plays = trick
    winner = tc.trick_winner(plays, trump, book)
    assert type(winner) is int
    lead, winning = plays[0], plays[winner]
    suit = tc.suit_of(next(iter(lead)), trump)
    won = {tc.suit_of(kind, trump) for kind in winning}
    assert won == {suit} or (won == {"trump"} and tc.can_ruff(winning, lead, trump, book))
    if suit != "trump":
        ruffs = [index for index in range(1, 4) if tc.can_ruff(plays[index], lead, trump, book)]
        assert (winner in ruffs) == bool(ruffs)
    names = [rename_cards(play, suits) for play in plays], rename_trump(trump, suits), book
    assert tc.trick_winner(*names) == winner


@given(tricks(), ways_to_ruff)
@many
def test_the_last_play_wins_or_changes_nothing(trick, book):
    trump, plays = trick
    assert tc.trick_winner(plays[:1], trump, book) == 0
    for seats in (2, 3, 4):
        before = tc.trick_winner(plays[: seats - 1], trump, book)
        assert tc.trick_winner(plays[:seats], trump, book) in (before, seats - 1)
    # A play repeated never beats itself.
    winning = plays[tc.trick_winner(plays, trump, book)]
    assert tc.trick_winner([plays[0], winning, winning, winning], trump, book) in (0, 1)


def shape(units):
    return [(unit.copies, unit.length) for unit in units]


def divisions(play, led, trump, exact):
    """Every division of a play into the shapes led (R1), as its steps in the order of R2."""
    ways = [tc.decompose(play, trump)] if exact else tc.decompositions(play, trump)
    # The units of a partition come in the order of R2, highest first within a shape.
    return [[unit.step for unit in units] for units in ways if shape(units) == led]


def higher(challenger, standing, led, compare):
    """Whether a play beats the standing one of its suit (R2, R4); both as lists of divisions."""
    greatest = max(standing)
    firsts = [index for index, unit in enumerate(led) if index == 0 or led[index - 1] != unit]
    if compare == "first_unit":
        return max(challenger)[0] > greatest[0]
    if compare == "next_unit":
        return max(challenger) > greatest
    if compare == "top_card":
        return max(map(max, challenger)) > max(greatest)
    places = firsts if compare == "each_shape" else range(len(led))
    return any(all(way[i] > greatest[i] for i in places) for way in challenger)


def winner_by_force(plays, trump, book, units):
    """R1, R2 and R4, word by word, from the lists of all partitions."""
    led = shape(units)
    suit = tc.suit_of(next(iter(plays[0])), trump)
    best, ruffed = 0, False
    standing = [[unit.step for unit in units]]
    if book.ruff_cover == "split":
        standing = divisions(plays[0], led, trump, False)
    for index, play in enumerate(plays[1:], 1):
        suits = {tc.suit_of(kind, trump) for kind in play}
        if suits not in ({suit}, {"trump"}):
            continue
        ways = divisions(play, led, trump, book.ruff_cover == "exact")
        ruffs = suits == {"trump"} != {suit}
        if not ways or (ruffed and not ruffs):
            continue
        if ruffs > ruffed or higher(ways, standing, led, book.ruff_compare):
            best, ruffed, standing = index, ruffs, ways
    return best


@given(tricks(most_led=5), ways_to_ruff, st.data())
@many
def test_the_winner_by_force(trick, book, data):
    trump, plays = trick
    units = data.draw(st.sampled_from(list(islice(tc.decompositions(plays[0], trump), 6))))
    expected = winner_by_force(plays, trump, book, units)
    assert tc.trick_winner(plays, trump, book, units) == expected


@given(st.data(), ways_to_ruff)
@many
def test_ruffs_by_force(data, book):
    """Three ruffs of one lead."""
    trump, copies = data.draw(trumps()), data.draw(decks())
    suit = data.draw(st.sampled_from([name for name in tc.order(trump) if name != "trump"]))
    lead = data.draw(suit_cards(trump, suit, copies, 5))
    plays = [lead]
    for _ in range(3):
        ruff = data.draw(suit_cards(trump, "trump", copies, 7))
        if len(ruff) >= len(lead):
            plays.append(tc.Cards(list(ruff)[-len(lead) :]))
    units = tc.decompose(lead, trump)
    for ruff in plays[1:]:
        exact = book.ruff_cover == "exact"
        ways = divisions(ruff, shape(units), trump, exact)
        assert tc.can_ruff(ruff, lead, trump, book) is bool(ways)
    assert tc.trick_winner(plays, trump, book) == winner_by_force(plays, trump, book, units)


# --- Scores -------------------------------------------------------------------------------------

MULTIPLIERS = ("power_of_cards", "per_pair", "per_linked_pair", "by_length", "by_length_literal",
               "flat", "twice_cards", "twice_longest", "none")  # fmt: skip


@pytest.mark.parametrize("kitty", MULTIPLIERS)
@given(position=follows(), suits=renamings)
@few
def test_multipliers_do_not_depend_on_the_names_of_suits(kitty, position, suits):
    rules = tc.Rules(kitty=kitty)
    trump, play, units = position.trump, position.lead, position.units
    multiplier = tc.kitty_multiplier(play, trump, rules)
    assert tc.kitty_multiplier(rename_cards(play, suits), rename_trump(trump, suits), rules) == (
        multiplier
    )
    assert tc.kitty_multiplier(play, trump, rules, led=play) == multiplier
    led = tc.Rules(kitty=kitty, kitty_units="led")
    assert tc.kitty_multiplier(play, trump, led) == multiplier
    assert multiplier >= 0
    assert (multiplier == 0) == (kitty == "none")
    if units:
        named = tc.kitty_multiplier(play, trump, led, led=units)
        assert named == tc.kitty_multiplier(play, trump, led, led=list(units))


TABLES = (
    {"level_table": "eighty"},
    {"level_table": "eighty_up"},
    {"level_table": "eighty_base"},
    {"level_table": "competition"},
    {"decks": 1, "level_table": "forty"},
    {"decks": 1, "level_table": "hundred"},
    {"decks": 1, "level_table": "forty_five_points"},
    {"decks": 3, "level_table": "titanic"},
)


@pytest.mark.parametrize("options", TABLES, ids=lambda options: options["level_table"])
@given(points=st.integers(-400, 3000), more=st.integers(0, 200))
@few
def test_more_points_are_never_worse_for_the_attackers(options, points, more):
    rules = tc.Rules(**options)

    def value(change):
        assert change.levels >= 0
        assert change.deal == change.side
        return change.levels if change.side == "attackers" else -1 - change.levels

    first, second = tc.level_change(points, rules), tc.level_change(points + more, rules)
    assert value(first) <= value(second)


@given(st.sampled_from(LEVELS), st.sampled_from((*SUITS, None)), st.booleans())
def test_trumps_are_equal_by_value(level, suit, twos):
    trump = tc.Trump(level, suit, permanent_twos=twos)
    same = tc.Trump(level.lower(), "NT" if suit is None else suit.upper(), permanent_twos=twos)
    assert trump == same
    assert hash(trump) == hash(same)
    assert tc.Rules().trump(level, suit, permanent_twos=twos) == trump
    assert (trump.level, trump.suit, trump.permanent_twos) == (level, suit, twos)
    assert trump != tc.Trump(level, suit, permanent_twos=not twos)


@given(st.lists(st.integers(0, 53), max_size=30))
def test_cap_keeps_three_copies(kinds):
    """The strategies never build four copies of a kind."""
    assert max(Counter(cap(kinds, 3)).values(), default=0) <= 3
