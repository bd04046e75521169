"""Playouts: rounds replayed through Round, uniform draws, sensible greed, bad input."""

import contextlib
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import comb
from zlib import crc32

import numpy as np
import pytest
from test_rounds import HAND_SIZES, random_deal, random_start

import tractor_core as tc
from tractor_core.burials import check_burial
from tractor_core.playouts import _words

C = tc.Cards
TRUMP = tc.Trump("10", "h")
NAMES = ("random", "random_throws", "greedy")
MIXED = (("greedy", "random"), ("random_throws", "greedy"), ("random", "random_throws"))
SEED = 20240229


def planes(cards):
    return C(cards).planes


def from_planes(row):
    return C.from_planes(*map(int, row))


def array_of(hands, kitty=()):
    return np.array([[planes(cards) for cards in (*hands, kitty)]], np.uint64)


def many(text, n, kitty=""):
    """n rows of one deal in notation, hands parted by commas."""
    return np.repeat(array_of(text.split(","), kitty), n, axis=0)


def whole_deals(n, decks=2, seed=SEED):
    rng = random.Random(seed)
    held, _ = HAND_SIZES[decks]
    deals = np.zeros((n, 5, 3), np.uint64)
    for i in range(n):
        cards = [kind for kind in range(54) for _ in range(decks)]
        rng.shuffle(cards)
        for k in range(5):
            deals[i, k] = planes(cards[k * held : (k + 1) * held if k < 4 else None])
    return deals


def same(one, other):
    return all((a == b).all() for a, b in zip(one[:4], other[:4], strict=True))


def joined(parts):
    """The results of pieces as those of one batch."""
    return [np.concatenate(columns) for columns in zip(*[p[:4] for p in parts], strict=True)]


# --- replay -----------------------------------------------------------------------------------


def replay(deal, trump, dealer, rules, partner, played, i):
    """Play row i through Round; every play is judged there, and so is the score."""
    record = played.plays
    round_ = tc.Round(
        [from_planes(deal[k]) for k in range(4)], from_planes(deal[4]), dealer, trump, rules,
        partner=partner, partial=True,
    )
    cards = record.kinds[i].tolist()
    trick = 0
    while not round_.over:
        n = int(record.sizes[i, trick])
        assert round_.turn == record.leaders[i, trick]
        for place in range(4):
            play, cards = C(cards[:n]), cards[n:]
            if place == 0:
                shown = play + from_planes(record.returned[i, trick])
                assert round_.play(shown) == play
            else:
                round_.check_play(play)
                round_.play(play)
        trick += 1
    assert trick == played.tricks[i]
    assert set(cards) <= {255}
    assert (record.sizes[i, trick:] == 0).all()
    assert (record.leaders[i, trick:] == -1).all()
    assert (record.returned[i, trick:] == 0).all()
    last = round_.tricks[-1]
    assert played.last_trick[i] == last.winner
    assert played.points[i] == round_.result.points
    won = last.plays[(last.winner - last.leader) % 4]
    assert played.multiplier[i] == tc.kitty_multiplier(won, trump, rules, last.units)
    if not round_.is_defender(last.winner):
        assert played.multiplier[i] == round_.result.multiplier
    points = sum(trick.points for trick in round_.tricks) + round_.result.kitty_points
    assert points == sum(tc.points(from_planes(cards)) for cards in deal)
    return round_


def slow_to_draw(start):
    """Whether follows are drawn slowly: protected ones of long hands."""
    return start.rules.draw.startswith("protect") and len(start.hands[0]) > 12


def replay_random_rounds(seed, rounds, rows):
    rng = random.Random(seed)
    failed = thrown = 0
    for _ in range(rounds):
        start = random_start(rng)
        if slow_to_draw(start):
            continue
        deals = np.repeat(array_of(start.hands, start.kitty), rows, axis=0)
        for policy in (*NAMES, rng.choice(MIXED)):
            played = tc.batch.playouts(
                deals, start.trump, start.dealer, policy, rng.getrandbits(64),
                rules=start.rules, partner=start.partner, plays=True,
            )
            for i in range(rows):
                round_ = replay(
                    deals[i], start.trump, start.dealer, start.rules, start.partner, played, i
                )
                failed += any(len(trick.returned) for trick in round_.tricks)
                thrown += any(len(trick.units) > 1 for trick in round_.tricks)
    assert failed > rounds / 2
    assert thrown > rounds / 4


@pytest.mark.parametrize("seed", range(4))
def test_random_rounds_under_random_rules(seed):
    replay_random_rounds(seed, 120, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_random_rounds_under_random_rules(seed):
    replay_random_rounds(seed, 700, 3)


@pytest.mark.parametrize("name", sorted(tc.Rules.presets()))
def test_rounds_of_every_preset(name):
    rules = tc.Rules.preset(name)
    rng = random.Random(name)
    for policy in (*NAMES, *MIXED):
        hands, kitty = random_deal(rng, rules.decks)
        level, dealer = rng.choice("2345TJQKA"), rng.randrange(4)
        trump = rules.trump(level, rng.choice(("d", "c", "h", "s", None)))
        partner = (dealer + rng.randrange(4)) % 4 if rules.find_partner else None
        deals = np.repeat(array_of(hands, kitty), 4, axis=0)
        played = tc.batch.playouts(
            deals, trump, dealer, policy, SEED, rules=rules, partner=partner, plays=True
        )
        for i in range(4):
            replay(deals[i], trump, dealer, rules, partner, played, i)


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("policy", [*NAMES, *MIXED])
def test_whole_deals(policy, decks):
    deals = whole_deals(30, decks)
    rules = tc.Rules(decks=decks)
    trumps = np.array([(2 + i % 13, i % 5 - 1) for i in range(30)], np.int8)
    dealers = np.arange(30, dtype=np.int8) % 4
    played = tc.batch.playouts(deals, trumps, dealers, policy, SEED, rules=rules, plays=True)
    assert played.plays.kinds.shape == (30, 4 * HAND_SIZES[decks][0])
    for i, (level, suit) in enumerate(trumps.tolist()):
        trump = tc.Trump(level, None if suit < 0 else "dchs"[suit])
        replay(deals[i], trump, int(dealers[i]), rules, None, played, i)
        one = tc.batch.playouts(
            deals[i : i + 1], trump, int(dealers[i]), policy, SEED, rules=rules, first=i
        )
        assert same(one, [column[i : i + 1] for column in played[:4]])


def grouped_deals(n, seed):
    """Deals of three decks in which most copies of a kind, and of its neighbours, lie together."""
    rng = random.Random(seed)
    deals = np.zeros((n, 5, 3), np.uint64)
    for i in range(n):
        groups = [[kind, kind + 1] * rng.choice((2, 3)) for kind in range(0, 54, 2)]
        loose = [kind for group in groups if len(group) == 4 for kind in group[:2]]
        rng.shuffle(groups)
        rng.shuffle(loose)
        cards = sum(groups, []) + loose
        for k in range(5):
            deals[i, k] = planes(cards[k * 39 : (k + 1) * 39 if k < 4 else None])
    return deals


@pytest.mark.parametrize("draw", ["all", "protect_both"])
@pytest.mark.parametrize("policy", ["greedy", *MIXED])
def test_deals_in_groups(policy, draw):
    """Leads of several runs, which hands of runs follow."""
    deals = grouped_deals(100, 3)
    rules = tc.Rules(decks=3, draw=draw)
    played = tc.batch.playouts(deals, TRUMP, 0, policy, SEED, rules=rules, plays=True)
    for i in range(len(deals)):
        replay(deals[i], TRUMP, 0, rules, None, played, i)


def test_rows_of_hands_of_several_sizes():
    rng = random.Random(SEED)
    deals = [random_deal(rng, 2, size) for size in (1, 25, 3, 12)]
    deals = np.concatenate([array_of(hands, kitty) for hands, kitty in deals])
    for policy in NAMES:
        played = tc.batch.playouts(deals, TRUMP, 2, policy, 1, plays=True)
        assert played.plays.sizes.shape == (4, 25)
        for i in range(4):
            replay(deals[i], TRUMP, 2, None, None, played, i)


# --- draws are uniform ------------------------------------------------------------------------


def check_uniform(counts, expected):
    """Every outcome drawn, none other, and as often as the others."""
    assert set(counts) == set(expected)
    mean = sum(counts.values()) / len(expected)
    assert mean > 50
    statistic = sum((counts[outcome] - mean) ** 2 for outcome in expected) / mean
    freedom = len(expected) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 5


def first_plays(played, place):
    """What was played at a place of the first trick, by the lead, row by row."""
    record = played.plays
    for i in range(len(record.kinds)):
        n = int(record.sizes[i, 0])
        cards = record.kinds[i].tolist()
        yield C(cards[:n]), C(cards[place * n : (place + 1) * n])


NT_TWOS = tc.Trump("10", permanent_twos=True)
# four hands; what the leader may choose from, and what the second seat has to answer with
HANDS = {
    "singles and pairs": ("3c 3c 5c 9d Ah Ah", "2c 2c 4c 6d 7d 8d", TRUMP),
    "one of the suit": ("3c 3c 5c 9d 9d 6s", "2c 4d 4d 6d 7d As", TRUMP),
    "void with pairs": ("3c 3c 5c 9c", "2d 2d 4d 4d", TRUMP),
    "loose cards of the suit": ("3c 3c 4c 4c 9c", "2c 5c 6c 7c 8d", TRUMP),
    "tractors": ("3c 3c 4c 4c 5c 5c", "6c 6c 7c 7c 8c 9c", TRUMP),
    "tied steps": ("Td Td Tc Tc Th Th Ah Ah", "2h 2h 3h 3h 4h 4h 5d 6d", TRUMP),
    "two tied steps": ("2d 2d 2c 2c Td Td Tc Tc", "2h 2h Ts Ts SJ SJ 5d 6d", NT_TWOS),
    "triples": ("3c 3c 3c 4c 4c 9c", "5c 5c 5c 6c 6c 7c", TRUMP),
    "triples, void": ("3c 3c 3c 4c", "5d 5d 5d 6d", TRUMP),
    "Titanics": ("3c 3c 3c 4c 4c 4c", "5c 5c 5c 6c 6c 7c", TRUMP),
}
DRAWS = ("all", "protect_triples", "protect_runs", "protect_both", "suit_only")


def small_deals(hands, n):
    """The two hands beside two of other cards, which are low and of no matter."""
    one, two = map(C, hands[:2])
    free = [kind for kind in range(52) for _ in range(2) if kind not in one + two]
    size = len(one)
    rest = free[:size], free[size : 2 * size]
    return np.repeat(array_of((one, two, *rest)), n, axis=0)


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("draw", DRAWS)
def test_random_is_uniform(name, draw):
    hand, other, trump = HANDS[name]
    rules = tc.Rules(decks=3, draw=draw)
    deals = small_deals(HANDS[name], 12000)
    played = tc.batch.playouts(deals, trump, 0, "random", SEED, rules=rules, plays=True)
    answers = {}
    for lead, play in first_plays(played, 1):
        answers.setdefault(lead, Counter())[play] += 1
    leads = [lead for lead in tc.legal_leads(C(hand), trump) if len(tc.decompose(lead, trump)) == 1]
    check_uniform({lead: sum(counts.values()) for lead, counts in answers.items()}, leads)
    for lead, counts in answers.items():
        expected = list(tc.legal_follows(C(other), lead, trump, rules))
        if sum(counts.values()) > 60 * len(expected):
            check_uniform(counts, expected)
        else:
            assert set(counts) <= set(expected)


@pytest.mark.parametrize("name", ["singles and pairs", "loose cards of the suit", "triples"])
def test_random_throws_are_uniform(name):
    hand, _, trump = HANDS[name]
    rules = tc.Rules(decks=3)
    deals = small_deals(HANDS[name], 12000)
    played = tc.batch.playouts(deals, trump, 0, "random_throws", 1, rules=rules, plays=True)
    shown = Counter(
        lead + from_planes(back)
        for (lead, _), back in zip(
            first_plays(played, 0), played.plays.returned[:, 0], strict=True
        )
    )
    check_uniform(shown, list(tc.legal_leads(C(hand), trump)))
    assert (played.plays.returned[:, 0] != 0).any()


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize(
    ("hand", "other"),
    [
        ("Ac Ac Kc Qc", "2c 2c 4c 5c"),
        ("Ac Ac Kc", "2c 2c 4c"),
        ("Ac Ac Ac Kc", "2c 2c 2c 3c"),
        ("Ac Ac Kc", "2c 3d 3d"),
        ("Ac Ac Kc", "3d 3d 4d"),
    ],
)
def test_follows_of_throws_are_uniform(hand, other, draw):
    rules = tc.Rules(decks=3, draw=draw)
    n = len(C(hand))
    spare = C([kind for kind in range(26, 52) for _ in range(3)][: 2 * n])
    hands = hand, other, list(spare)[:n], list(spare)[n:]
    deals = np.repeat(array_of(hands), 8000, axis=0)
    played = tc.batch.playouts(deals, TRUMP, 0, "random_throws", 2, rules=rules, plays=True)
    answers = {}
    for lead, play in first_plays(played, 1):
        answers.setdefault(lead, Counter())[play] += 1
    assert len(answers) > n
    for lead, counts in answers.items():
        expected = list(tc.legal_follows(C(other), lead, TRUMP, rules))
        assert set(counts) <= set(expected)
        if sum(counts.values()) > 60 * len(expected):
            check_uniform(counts, expected)


def choices(pairs, singles, cards):
    """How many choices of so many cards take two of so many kinds: {pairs taken: ways}."""
    return {
        two: comb(pairs, two) * comb(pairs + singles - two, cards - 2 * two)
        for two in range(min(pairs, cards // 2) + 1)
    }


def test_choices_of_more_than_32_bits_are_uniform():
    # the leader holds trumps alone, the next seat none: any of its cards, so many as were led
    trump = tc.Trump("10", "h", permanent_twos=True)
    trumps = [kind for kind in range(54) if tc.suit_of(kind, trump) == "trump"]
    side = [kind for kind in range(54) if kind not in trumps]
    assert (len(trumps), len(side)) == (21, 33)
    second = sorted([*side, *side[:7]])
    rest = [*trumps, *side[7:], *side]
    deals = array_of((sorted(trumps * 2)[:40], second, rest[:40], rest[40:80]))
    played = tc.batch.playouts(
        np.repeat(deals, 30000, axis=0), trump, 0, "random_throws", 3,
        rules=tc.Rules(decks=3, throw_against="opponents"), plays=True,
    )
    pairs = [
        sum(copies == 2 for copies in Counter(play).values())
        for lead, play in first_plays(played, 1) if len(lead) == 20
    ]
    ways = choices(7, 26, 20)
    total = sum(ways.values())
    assert total >> 32
    mean = sum(two * count for two, count in ways.items()) / total
    square = sum(two * two * count for two, count in ways.items()) / total
    assert len(pairs) > 300
    assert abs(np.mean(pairs) - mean) < 5 * ((square - mean**2) / len(pairs)) ** 0.5


def test_later_seats_draw_uniformly():
    # seats 2 and 3 answer by the suit led as seat 1 does
    deals = many("9c 9d,2c 3d,4c 5c,6c 7c", 6000)
    played = tc.batch.playouts(deals, TRUMP, 0, "random", 5, plays=True)
    for place, hand in ((2, "4c 5c"), (3, "6c 7c")):
        counts = Counter(play for lead, play in first_plays(played, place) if lead == C("9c"))
        check_uniform(counts, [C(card) for card in hand.split()])


# --- streams ----------------------------------------------------------------------------------


def numpy_words(words, n):
    """Words of NumPy's SFC64, its state made of three words."""

    class Given(np.random.bit_generator.ISeedSequence):
        def generate_state(self, n_words, dtype=np.uint32):
            assert (n_words, dtype) == (3, np.uint64)
            return np.array(words, np.uint64)

    return np.random.SFC64(Given()).random_raw(n)


@pytest.mark.parametrize("row", [0, 1, 999, 2**40])
@pytest.mark.parametrize("seed", [0, 1, SEED, 10**30])
def test_the_stream_of_a_row_is_that_of_numpy(seed, row):
    sequence = np.random.SeedSequence(seed)
    if row == 0:
        assert (_words(seed, 0, 100) == np.random.SFC64(sequence).random_raw(100)).all()
    words = [int(word) for word in sequence.generate_state(3, np.uint64)]
    words[2] = (words[2] + row) % 2**64
    assert (_words(seed, row, 100) == numpy_words(words, 100)).all()


def test_a_generator_is_drawn_from():
    drawn = np.random.default_rng(3)
    words = [int(word) for word in np.random.default_rng(3).bit_generator.random_raw(3)]
    assert (_words(drawn, 0, 20) == numpy_words(words, 20)).all()
    # three words and no more
    expected = np.random.default_rng(3).bit_generator.random_raw(4)[3]
    assert drawn.bit_generator.random_raw() == expected
    deals = whole_deals(5)
    one = tc.batch.playouts(deals, TRUMP, 0, rng=np.random.default_rng(3))
    assert same(one, tc.batch.playouts(deals, TRUMP, 0, rng=np.random.default_rng(3)))


def test_seeds():
    deals = whole_deals(20)

    def play(rng):
        return tc.batch.playouts(deals, TRUMP, 0, rng=rng)

    assert same(play(1), play(np.int64(1)))
    assert same(play(1), play(np.random.SeedSequence(1)))
    assert not same(play(1), play(2))
    assert not same(play(None), play(None))
    child = np.random.SeedSequence(1, spawn_key=(4,))
    assert not same(play(child), play(1))


@pytest.mark.parametrize("policy", [*NAMES, ("greedy", "random")])
def test_a_row_depends_on_nothing_but_itself(policy):
    deals = whole_deals(60)
    played = tc.batch.playouts(deals, TRUMP, 1, policy, SEED)
    others = deals.copy()
    others[::2] = whole_deals(30, seed=4)
    again = tc.batch.playouts(others, TRUMP, 1, policy, SEED)
    assert same([column[1::2] for column in played[:4]], [column[1::2] for column in again[:4]])
    parts = [
        tc.batch.playouts(deals[a:b], TRUMP, 1, policy, SEED, first=a)
        for a, b in ((0, 7), (7, 8), (8, 60))
    ]
    assert same(played, joined(parts))


def test_two_threads_play_the_same_rounds():
    deals = whole_deals(400)
    for policy in NAMES:
        expected = tc.batch.playouts(deals, TRUMP, 0, policy, SEED)
        with ThreadPoolExecutor(2) as pool:
            parts = pool.map(
                lambda a, policy=policy: tc.batch.playouts(
                    deals[a : a + 50], TRUMP, 0, policy, SEED, first=a
                ),
                range(0, 400, 50),
            )
            parts = list(parts)
        assert same(expected, joined(parts))


def test_a_generator_may_be_shared_by_threads():
    deals, shared = whole_deals(20), np.random.default_rng(1)
    failed = []

    def play():
        try:
            for _ in range(50):
                tc.batch.playouts(deals, TRUMP, 0, "random", shared)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    expected = np.random.default_rng(1).bit_generator.random_raw(301)[300]
    assert shared.bit_generator.random_raw() == expected


CHECKSUMS = {
    ("random", 1): "383fd0c6",
    ("random", 2): "7e140a28",
    ("random", 3): "10e721c0",
    ("random_throws", 1): "468098c9",
    ("random_throws", 2): "12eb105c",
    ("random_throws", 3): "567858ab",
    ("greedy", 1): "5a605be2",
    ("greedy", 2): "fb4fa55c",
    ("greedy", 3): "007ebeef",
}


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("policy", NAMES)
def test_rounds_of_a_seed_stay_the_same(policy, decks):
    # the same on every machine; new figures only where a change of the rounds is meant, such as
    # another numbering of the follows that draw_packed chooses from
    played = tc.batch.playouts(
        whole_deals(200, decks), TRUMP, 0, policy, SEED, rules=tc.Rules(decks=decks), plays=True
    )
    found = crc32(b"".join(np.asarray(part).tobytes() for part in (*played[:4], *played.plays)))
    assert f"{found:08x}" == CHECKSUMS[policy, decks]


# --- greed ------------------------------------------------------------------------------------


def points_of(policy, exchange=False, decks=2):
    played = tc.batch.playouts(
        whole_deals(1000, decks), TRUMP, 0, policy, SEED, rules=tc.Rules(decks=decks),
        exchange=exchange,
    )
    return played.points.mean()


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_greed_pays(decks):
    # on either side, far beyond the error of a thousand rounds
    base = points_of("random", decks=decks)
    error = 5 * 45 * decks / 1000**0.5
    for other in ("random", "random_throws"):
        assert points_of(("greedy", other), decks=decks) < base - error
        assert points_of((other, "greedy"), decks=decks) > base + error


def test_a_good_kitty_pays():
    for policy in NAMES:
        assert points_of(policy, exchange=True) < points_of(policy) - 10


def trick(text):
    """The first trick of a deal in notation, level 2, hearts trump, seat 0 the dealer."""
    played = tc.batch.playouts(many(text, 1), tc.Trump("2", "h"), 0, "greedy", 1, plays=True)
    n = int(played.plays.sizes[0, 0])
    cards = played.plays.kinds[0].tolist()
    return [str(C(cards[place * n : (place + 1) * n])) for place in range(4)]


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        # the ace is led, the partner gives points, rivals keep theirs
        ("Ac 3c,Tc 4c,Kc 5c,Kc 6c", ["Ac", "4c", "Kc", "6c"]),
        # a rival ruffs points, and brings some home; his partner gives him more
        ("Tc Kc,3h 5h,4c 6c,Kc Ac", ["Tc", "5h", "4c", "Kc"]),
        # nothing to be had: trumps are kept
        ("3c 4c,3h 6d,8c Ac,9c Qc", ["3c", "6d", "Ac", "9c"]),
        # last to play, a king brings itself home
        ("3c 4c,5c 7c,6c 8c,Kc Ac", ["3c", "7c", "6c", "Kc"]),
        # the best pair is led, pairs without points answer it
        ("Ac Ac 3c,5c 5c 7c,6c 6c Tc,8c 8c Kc", ["Ac Ac", "5c 5c", "6c 6c", "8c 8c"]),
        # a tractor before an ace
        ("8c 8c 9c 9c Ad,3c 3c 4c 7c 7c,5d 6d 7d 8d 9d,6c Jc Jc Qc Kc",
         ["8c 8c 9c 9c", "3c 3c 7c 7c", "5d 6d 7d 8d", "6c Jc Jc Qc"]),
    ],
)
def test_what_greed_does(deal, expected):
    assert trick(deal) == expected


def hidden_cards_moved(rng, deal, seats):
    """The deal with the cards of some places dealt anew among them."""
    cards = [kind for seat in seats for kind in from_planes(deal[seat])]
    rng.shuffle(cards)
    moved = deal.copy()
    for seat in seats:
        n = len(from_planes(deal[seat]))
        moved[seat], cards = planes(cards[:n]), cards[n:]
    return moved


def test_greed_sees_no_hidden_card():
    rng = random.Random(SEED)
    for deal in whole_deals(60):
        first = tc.batch.playouts(deal[None], TRUMP, 0, "greedy", 1, plays=True)
        n = int(first.plays.sizes[0, 0])
        for _ in range(5):
            # the dealer knows the kitty, the second seat the lead alone
            moved = hidden_cards_moved(rng, deal, (1, 2, 3))
            other = tc.batch.playouts(moved[None], TRUMP, 0, "greedy", 1, plays=True)
            assert (first.plays.kinds[0, :n] == other.plays.kinds[0, :n]).all()
            moved = hidden_cards_moved(rng, deal, (2, 3))
            other = tc.batch.playouts(moved[None], TRUMP, 0, "greedy", 1, plays=True)
            assert (first.plays.kinds[0, : 2 * n] == other.plays.kinds[0, : 2 * n]).all()


def test_greed_hardly_draws():
    deals = whole_deals(300)
    one = tc.batch.playouts(deals, TRUMP, 0, "greedy", 1)
    assert same(one, tc.batch.playouts(deals, TRUMP, 0, "greedy", 2))


# --- the kitty --------------------------------------------------------------------------------


def dealers_hands(n, decks, seed=SEED):
    deals = whole_deals(n, decks, seed)
    return np.array(
        [(from_planes(deal[0]) + from_planes(deal[4])).planes for deal in deals], np.uint64
    )


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("bury_points", [True, False])
def test_burials_are_legal(decks, bury_points):
    rules = tc.Rules(decks=decks, bury_points=bury_points)
    hands = dealers_hands(200, decks)
    size = HAND_SIZES[decks][1]
    kitties = tc.batch.bury(hands, TRUMP, size, rules=rules)
    for hand, kitty in zip(hands, kitties, strict=True):
        check_burial(from_planes(kitty), from_planes(hand), size, rules)
    if not bury_points:
        assert (tc.batch.points(kitties) == 0).all()


def test_every_number_of_cards_is_buried():
    rng = random.Random(SEED)
    for n in range(40):
        hand = C(rng.sample([kind for kind in range(54) for _ in range(3)], 40))
        for rules in (None, tc.Rules(decks=3, bury_points=False)):
            kitty = tc.batch.bury(np.array([hand.planes], np.uint64), TRUMP, n, rules=rules)
            check_burial(from_planes(kitty[0]), hand, n, rules)


def test_what_is_buried():
    def bury(hand, n, **options):
        row = np.array([planes(hand)], np.uint64)
        return str(from_planes(tc.batch.bury(row, TRUMP, n, rules=tc.Rules(**options))[0]))

    # aces, points and trumps stay
    assert bury("Ac Ac Qc 3c 5d 6d 4d Kd 2h 3h SJ", 3) == "4d 3c Qc"
    # a suit is got rid of, a five with it
    assert bury("Ac Ac Kc Qc 5d 6d 4d 3d 2h 3h SJ", 4) == "3d 4d 5d 6d"
    assert bury("Ac Ac Kc Qc 5d 6d 4d 3d 2h 3h SJ", 4, bury_points=False) == "3d 4d 6d Qc"
    assert bury("2h 3h 4h SJ", 2) == "2h 3h"
    deals = dealers_hands(1000, 2)
    kitties = tc.batch.bury(deals, TRUMP, 8)
    lengths = tc.batch.suit_lengths(kitties, TRUMP)
    assert lengths[:, 4].mean() < 0.05
    assert tc.batch.points(kitties).mean() < 5


def test_a_burial_by_the_trump_of_the_row():
    hands = dealers_hands(10, 2)
    trumps = np.array([(2 + i, i % 5 - 1) for i in range(10)], np.int8)
    kitties = tc.batch.bury(hands, trumps, 8)
    for i, (level, suit) in enumerate(trumps.tolist()):
        trump = tc.Trump(level, None if suit < 0 else "dchs"[suit])
        assert (tc.batch.bury(hands[i : i + 1], trump, 8) == kitties[i]).all()
    out = np.zeros_like(hands)
    assert tc.batch.bury(hands, trumps, 8, out=out) is out
    assert (out == kitties).all()


@pytest.mark.parametrize("policy", NAMES)
def test_an_exchange_is_a_burial(policy):
    deals = whole_deals(50)
    dealers = np.arange(50, dtype=np.int8) % 4
    buried = deals.copy()
    for i, dealer in enumerate(dealers):
        hand = from_planes(deals[i, dealer]) + from_planes(deals[i, 4])
        row = np.array([hand.planes], np.uint64)
        buried[i, 4] = tc.batch.bury(row, TRUMP, 8)[0]
        buried[i, dealer] = (hand - from_planes(buried[i, 4])).planes
    before = deals.copy()
    exchanged = tc.batch.playouts(deals, TRUMP, dealers, policy, 1, exchange=True)
    assert same(exchanged, tc.batch.playouts(buried, TRUMP, dealers, policy, 1))
    assert (deals == before).all()


# --- a policy of the caller's -----------------------------------------------------------------


def test_a_callable_that_plays_a_record():
    rng = random.Random(SEED)
    for policy in NAMES:
        for _ in range(20):
            start = random_start(rng, draw="all")
            deals = np.repeat(array_of(start.hands, start.kitty), 2, axis=0)
            named = {"rules": start.rules, "partner": start.partner, "plays": True}
            expected = tc.batch.playouts(
                deals, start.trump, start.dealer, policy, rng.getrandbits(64), **named
            )
            script = iter([*_script(expected, 0), *_script(expected, 1)])
            found = tc.batch.playouts(
                deals, start.trump, start.dealer, lambda round_, script=script: next(script),
                **named,
            )
            assert same(found, expected)
            assert all((a == b).all() for a, b in zip(found.plays, expected.plays, strict=True))


def _script(played, i):
    record, down = played.plays, 0
    for trick in range(int(played.tricks[i])):
        n = int(record.sizes[i, trick])
        for place in range(4):
            cards = C(record.kinds[i, down : down + n].tolist())
            down += n
            yield cards if place else cards + from_planes(record.returned[i, trick])


def first_legal(round_):
    return next(iter(round_.legal_plays()))


def test_a_callable_with_trumps_and_dealers_by_row():
    deals = whole_deals(6)
    trumps = np.array([(2 + i, i % 5 - 1) for i in range(6)], np.int8)
    dealers = np.arange(6, dtype=np.int8) % 4
    for exchange in (False, True):
        played = tc.batch.playouts(
            deals, trumps, dealers, first_legal, exchange=exchange, plays=True
        )
        assert played.plays.leaders[:, 0].tolist() == dealers.tolist()
        for i, (level, suit) in enumerate(trumps.tolist()):
            trump = tc.Trump(level, None if suit < 0 else "dchs"[suit])
            one = tc.batch.playouts(
                deals[i : i + 1], trump, int(dealers[i]), first_legal, exchange=exchange
            )
            assert same(one, [column[i : i + 1] for column in played[:4]])


def test_a_callable_may_play_on_a_copy():
    def look_ahead(round_):
        copy = round_.copy()
        while not copy.over:
            copy.play(first_legal(copy))
        return first_legal(round_)

    deals = whole_deals(2)
    assert same(
        tc.batch.playouts(deals, TRUMP, 0, look_ahead),
        tc.batch.playouts(deals, TRUMP, 0, first_legal),
    )


class Boom(Exception):
    pass


def raising(round_):
    raise Boom


def playing_on(round_):
    return round_.play(first_legal(round_))


@pytest.mark.parametrize(
    ("policy", "error", "text"),
    [
        (lambda round_: None, TypeError, "gives Cards, not NoneType"),
        (lambda round_: 5, TypeError, "gives Cards, not int"),
        (lambda round_: "3c", TypeError, "gives Cards, not str"),
        (lambda round_: C(), tc.IllegalPlay, None),
        (lambda round_: C("3c 3c 3c"), tc.IllegalPlay, None),
        (lambda round_: round_.hand(round_.turn), tc.IllegalPlay, None),
        (raising, Boom, None),
        (playing_on, ValueError, "must not play on"),
        (lambda: C(), TypeError, None),
    ],
)
@pytest.mark.parametrize("faults", ["refuse", "revoke"])
def test_what_a_callable_must_not_do(policy, error, text, faults):
    deals = whole_deals(3)
    played = tc.batch.playouts(deals, TRUMP, 0)
    before = [column.copy() for column in played[:4]]
    asked = Counter()

    def late(round_):
        # the first round is played well
        asked[id(round_)] += 1
        if len(asked) == 1:
            return first_legal(round_)
        return policy(round_)

    keep = []
    with pytest.raises(error, match=text) as caught:
        tc.batch.playouts(
            deals, TRUMP, 0, lambda round_: (keep.append(round_), late(round_))[1],
            rules=tc.Rules(faults=faults),
        )
    assert any("deals[1]" in note for note in caught.value.__notes__)
    # results of rounds that ended before are written to nothing that is the caller's
    with contextlib.suppress(Exception):
        tc.batch.playouts(deals, TRUMP, 0, policy, out=played)
    assert same(played, before)


# --- out --------------------------------------------------------------------------------------


def empty_out(n):
    return tc.batch.Playouts(
        np.full(n, -7, np.int32), np.full(n, -7, np.int8), np.full(n, -7, np.int32),
        np.full(n, -7, np.int8),
    )


@pytest.mark.parametrize("exchange", [False, True])
def test_a_callable_that_writes_to_the_deals(exchange):
    """Longer hands than those that were checked once wrote beyond the arrays of the plays."""
    long = tc.deal(5, rng=1).planes
    broken = np.full((5, 5, 3), (1 << 54) - 1, np.uint64)
    for written in (long, broken):
        deals = np.array(
            [[tc.Cards(text).planes for text in ("Ac", "Kc", "5c", "9c", "Td")]] * 5, np.uint64
        )

        def policy(round_, deals=deals, written=written):
            deals[:] = written
            return next(iter(round_.legal_plays()))

        with pytest.raises(tc.CardsError, match=r"deals\[1\] was written to"):
            tc.batch.playouts(
                deals, tc.Trump("2", "h"), 0, policy, plays=True, exchange=exchange
            )


def test_out_is_written_and_returned():
    deals = whole_deals(5)
    out = empty_out(5)
    found = tc.batch.playouts(deals, TRUMP, 0, "random", 1, out=out)
    assert all(a is b for a, b in zip(found[:4], out[:4], strict=True))
    assert same(out, tc.batch.playouts(deals, TRUMP, 0, "random", 1))
    found = tc.batch.playouts(deals, TRUMP, 0, "random", 1, out=out, plays=True)
    assert isinstance(found.plays, tc.batch.Plays)
    assert found.points is out.points


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (5, TypeError),
        (tuple(empty_out(5)[:4]), TypeError),
        (empty_out(4), ValueError),
        (empty_out(5)._replace(points=np.zeros(5, np.int16)), TypeError),
        (empty_out(5)._replace(tricks=None), TypeError),
        (empty_out(5)._replace(tricks=np.zeros(10, np.int8)[::2]), ValueError),
    ],
)
def test_wrong_out(wrong, error):
    with pytest.raises(error):
        tc.batch.playouts(whole_deals(5), TRUMP, 0, out=wrong)


def test_out_must_not_share_memory():
    deals = whole_deals(5)
    out = empty_out(5)
    with pytest.raises(ValueError, match="share memory"):
        tc.batch.playouts(deals, TRUMP, 0, out=out._replace(tricks=out.last_trick))
    view = deals.reshape(-1).view(np.int32)[:5]
    with pytest.raises(ValueError, match="share memory"):
        tc.batch.playouts(deals, TRUMP, 0, out=out._replace(points=view))
    assert (out.points == -7).all()


# --- bad input --------------------------------------------------------------------------------

DEALS = whole_deals(4)


def changed(at, cards):
    deals = DEALS.copy()
    deals[at] = cards
    return deals


@pytest.mark.parametrize(
    ("error", "text", "arguments", "named"),
    [
        (TypeError, "deals", (DEALS.tolist(), TRUMP, 0), {}),
        (TypeError, "deals", (DEALS.astype(np.int64), TRUMP, 0), {}),
        (ValueError, "deals", (DEALS[:, :4].copy(), TRUMP, 0), {}),
        (ValueError, "deals", (DEALS[0], TRUMP, 0), {}),
        (ValueError, "C-contiguous", (DEALS[::2], TRUMP, 0), {}),
        (tc.CardsError, r"deals\[2, 1\] is no cards", (changed((2, 1, 1), 2**60), TRUMP, 0), {}),
        (tc.CardsError, r"deals\[3\]: hands are of equal", (changed((3, 1), 0), TRUMP, 0), {}),
        (tc.CardsError, r"deals\[0\]: a hand holds", (np.zeros((4, 5, 3), np.uint64), TRUMP, 0),
         {}),
        (tc.CardsError, r"deals\[1\].*more than 2 copies", (changed((1, 0), DEALS[1, 1]), TRUMP, 0),
         {}),
        (tc.CardsError, r"more than 1 copies", (DEALS, TRUMP, 0), {"rules": tc.Rules(decks=1)}),
        (TypeError, "trump", (DEALS, "h", 0), {}),
        (TypeError, "trump", (DEALS, np.zeros((4, 2), np.int64), 0), {}),
        (ValueError, "trump", (DEALS, np.zeros((3, 2), np.int8), 0), {}),
        (tc.RulesError, r"trump\[0\]", (DEALS, np.zeros((4, 2), np.int8), 0), {}),
        (tc.RulesError, "dealer is a seat from 0 to 3, not 7", (DEALS, TRUMP, 7), {}),
        (tc.RulesError, "dealer", (DEALS, TRUMP, -1), {}),
        (tc.RulesError, "dealer", (DEALS, TRUMP, 10**30), {}),
        (tc.RulesError, r"dealer\[1\]", (DEALS, TRUMP, np.array([0, 4, 0, 0], np.int8)), {}),
        (TypeError, "dealer", (DEALS, TRUMP, None), {}),
        (TypeError, "dealer", (DEALS, TRUMP, 1.0), {}),
        (TypeError, "dealer", (DEALS, TRUMP, True), {}),
        (TypeError, "dealer", (DEALS, TRUMP, np.zeros(4, np.int64)), {}),
        (ValueError, "dealer", (DEALS, TRUMP, np.zeros(3, np.int8)), {}),
        (ValueError, "policy is one of 'random'", (DEALS, TRUMP, 0, "clever"), {}),
        (ValueError, "two names", (DEALS, TRUMP, 0, ("greedy",)), {}),
        (ValueError, "policy is one of", (DEALS, TRUMP, 0, ("greedy", "clever")), {}),
        (TypeError, "named by a str", (DEALS, TRUMP, 0, ("greedy", first_legal)), {}),
        (TypeError, "policy", (DEALS, TRUMP, 0, None), {}),
        (TypeError, "policy", (DEALS, TRUMP, 0, 3), {}),
        (ValueError, "draws for itself", (DEALS, TRUMP, 0, first_legal, 1), {}),
        (ValueError, "draws for itself", (DEALS, TRUMP, 0, first_legal), {"first": 1}),
        (ValueError, "not negative", (DEALS, TRUMP, 0, "random", -1), {}),
        (TypeError, "rng", (DEALS, TRUMP, 0, "random", "1"), {}),
        (TypeError, "rng", (DEALS, TRUMP, 0, "random", 1.0), {}),
        (TypeError, "rng", (DEALS, TRUMP, 0, "random", True), {}),
        (TypeError, "rules", (DEALS, TRUMP, 0), {"rules": "default"}),
        (ValueError, "first", (DEALS, TRUMP, 0), {"first": -1}),
        (TypeError, "first", (DEALS, TRUMP, 0), {"first": 1.5}),
        (ValueError, "first", (DEALS, TRUMP, 0), {"first": 2**70}),
        (tc.RulesError, "needs partner", (DEALS, TRUMP, 0),
         {"rules": tc.Rules(find_partner=True)}),
        (tc.RulesError, "the partner of dealer 0 is 2", (DEALS, TRUMP, 0), {"partner": 1}),
        (tc.RulesError, "partner", (DEALS, TRUMP, 0),
         {"rules": tc.Rules(find_partner=True), "partner": 4}),
        (TypeError, "partner", (DEALS, TRUMP, 0), {"partner": "2"}),
        (TypeError, "exchange must be a bool", (DEALS, TRUMP, 0), {"exchange": 1}),
        (TypeError, "plays must be a bool", (DEALS, TRUMP, 0), {"plays": None}),
    ],
)
def test_bad_input(error, text, arguments, named):
    out = empty_out(len(arguments[0]))
    with pytest.raises(error, match=text):
        tc.batch.playouts(*arguments, **named, out=out)
    assert all((column == -7).all() for column in out[:4])


@pytest.mark.parametrize(
    ("error", "text", "arguments"),
    [
        (TypeError, "hands", ([], TRUMP, 8)),
        (ValueError, "hands", (DEALS, TRUMP, 8)),
        (TypeError, "trump", (DEALS[:, 0].copy(), None, 8)),
        (TypeError, "cards", (DEALS[:, 0].copy(), TRUMP, 8.0)),
        (TypeError, "cards", (DEALS[:, 0].copy(), TRUMP, True)),
        (tc.CardsError, "cards", (DEALS[:, 0].copy(), TRUMP, -1)),
        (tc.CardsError, "cards", (DEALS[:, 0].copy(), TRUMP, 163)),
        (tc.CardsError, r"hands\[0\] has 25 cards, fewer than 26", (DEALS[:, 0].copy(), TRUMP, 26)),
    ],
)
def test_bad_burials(error, text, arguments):
    with pytest.raises(error, match=text):
        tc.batch.bury(*arguments)


def test_no_rows():
    none = np.zeros((0, 5, 3), np.uint64)
    for policy in (*NAMES, first_legal):
        played = tc.batch.playouts(none, TRUMP, 0, policy, plays=True)
        assert [len(column) for column in (*played[:4], *played.plays)] == [0] * 8
    assert tc.batch.bury(none[:, 0].copy(), TRUMP, 8).shape == (0, 3)


def test_partners_are_named_where_they_are_found():
    rules = tc.Rules(find_partner=True)
    deals = whole_deals(8)
    partners = np.arange(8, dtype=np.int8) % 4
    played = tc.batch.playouts(deals, TRUMP, 0, "random", 1, rules=rules, partner=partners)
    for i, partner in enumerate(partners.tolist()):
        one = tc.batch.playouts(
            deals[i : i + 1], TRUMP, 0, "random", 1, rules=rules, partner=partner, first=i
        )
        assert same(one, [column[i : i + 1] for column in played[:4]])
    opposite = tc.batch.playouts(deals, TRUMP, 0, "random", 1, partner=2)
    assert same(opposite, tc.batch.playouts(deals, TRUMP, 0, "random", 1))


def test_rows_that_another_thread_writes_to_do_no_harm():
    deals = whole_deals(3000)
    sound, over = deals.copy(), []

    def write():
        rng = np.random.default_rng(1)
        while not over:
            deals[rng.integers(3000, size=50), rng.integers(5)] = rng.integers(
                2**63, size=(50, 3), dtype=np.uint64
            )
            deals[:] = sound

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for policy in NAMES * 5:
            with contextlib.suppress(tc.CardsError):
                tc.batch.playouts(deals, TRUMP, 0, policy, 1, exchange=True, plays=True)
    finally:
        over.append(True)
        writer.join()
