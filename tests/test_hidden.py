"""Hidden cards: counts and deals against every placement, and what views tell in whole rounds."""

import copy
import hashlib
import pickle
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import numpy as np
import pytest
from placements import Script, count_deals, deals, exact_odds, kinds_of

import tractor_core as tc
from tractor_core.insight import shown_cards

HEARTS = tc.Trump("10", "h")
NO_TRUMP = tc.Trump("10")
SUITS = ("d", "c", "h", "s", "trump")
PATHS = ("plain", "avx2", "bmi2")


def case(unseen, sizes, known=None, voids=None, no_pairs=None, trump=HEARTS):
    known = {place: tc.Cards(cards) for place, cards in (known or {}).items()}
    return tc.Cards(unseen), sizes, known, voids or {}, no_pairs or {}, trump


def hidden(unseen, sizes, known, voids, no_pairs, trump):
    return tc.Hidden(
        unseen, sizes, known=known, voids=voids, no_pairs=no_pairs, trump=trump
    )


SMALL = {
    "nothing known": case("As As Ks 3d", (1, 1, 1, 0, 1)),
    "a void": case("As As Ks 3d 3d 4h", (0, 2, 2, 1, 1), voids={1: ["d"]}),
    "level cards are trumps": case("Ts Ts Ks 3d 4h", (0, 2, 2, 0, 1), voids={1: "trump"}),
    "level cards without trump": case(
        "Ts Ts Ks 3d 4h", (0, 2, 2, 0, 1), voids={1: "trump"}, trump=NO_TRUMP
    ),
    "plain level cards": case(
        "Ts Ts Ks 3d 4h", (0, 2, 2, 0, 1), voids={1: ["s"]},
        trump=tc.Trump("10", no_trump_levels="plain"),
    ),
    "permanent twos": case(
        "2s 2d Ks 3d 4h", (0, 2, 2, 0, 1), voids={1: ["trump"]},
        trump=tc.Trump("10", "h", permanent_twos=True),
    ),
    "voids of all": case(
        "As Ks 3d 4d 3c 4c 5h", (0, 2, 2, 2, 1), voids={1: ["d"], 2: ["c"], 3: ["s"]}
    ),
    "void but for one card": case("As 3d 3d 3c", (0, 1, 1, 1, 1), voids={1: ["d", "c"]}),
    "only the kitty may hold it": case(
        "As As 3d 3d 4d", (0, 1, 1, 1, 2), voids={1: ["s"], 2: ["s"], 3: ["s"]}
    ),
    "no pair": case("As As Ks Ks 3d 3c", (0, 2, 2, 1, 1), no_pairs={1: ["s"]}),
    "no pair of three": case("As As As Ks Ks 3d", (0, 3, 2, 0, 1), no_pairs={1: ["s"]}),
    "no pairs of all": case(
        "As As Ks Ks 3s 3d", (0, 2, 2, 2, 0), no_pairs={1: ["s"], 2: ["s"], 3: ["s"]}
    ),
    "no pairs, three copies": case(
        "As As As Ks Ks 3d 3c", (0, 2, 2, 2, 1), voids={3: ["d"]}, no_pairs={1: ["s"], 2: ["s"]}
    ),
    "no pairs here and there": case(
        "As As Ks 3d 3d 4d 5c", (0, 2, 2, 2, 1), voids={2: ["c"]}, no_pairs={1: ["s"], 3: ["d"]}
    ),
    "no pair of trumps": case("Td Td Th SJ SJ 3d", (0, 2, 2, 1, 1), no_pairs={2: ["trump"]}),
    "a known card": case("As As Ks 3d", (1, 1, 1, 0, 1), known={0: "As"}),
    "one of three": case("As As As Ks 3d", (2, 1, 1, 0, 1), known={0: "As"}),
    "two of three": case("As As As Ks 3d", (2, 1, 1, 0, 1), known={0: "As As"}),
    "all copies known": case("As As Ks 3d 3d", (2, 1, 1, 0, 1), known={0: "As", 1: "As"}),
    "known by two, one more": case("As As As Ks 3d", (2, 1, 1, 0, 1), known={0: "As", 2: "As"}),
    "known to the kitty": case("As As Ks 3d", (1, 1, 1, 0, 1), known={4: "As"}),
    "known, voids, pairs": case(
        "As As Ks 3h Th 4c 4c", (0, 2, 2, 2, 1), known={1: "As"}, voids={2: ["trump"]},
        no_pairs={3: ["c"]},
    ),
    "known of a suit without a pair": case(
        "As As Ks Ks 3d 3c", (0, 2, 2, 1, 1), known={1: "As"}, no_pairs={1: ["s"]}
    ),
    "a constraint on the kitty": case(
        "As As Ks 3d 3d 4c", (0, 1, 2, 1, 2), voids={4: ["s"]}, no_pairs={4: ["d"], 2: ["d"]}
    ),
    "five places constrained": case(
        "As Ks 3d 4c 5h SJ", (1, 1, 1, 1, 2),
        voids={0: ["s"], 1: ["d"], 2: ["c"], 3: ["trump"], 4: ["s"]},
    ),
    "a chain of three classes": case(
        "As Ks 3d 4d 5c 6c 7h", (0, 2, 2, 2, 1), voids={1: ["d", "c"], 2: ["d"]}
    ),
    "two chains to choose from": case(
        "As Ks 3d 4d 5c 6c 7h", (0, 2, 2, 2, 1), voids={1: ["d", "c"], 2: ["d"], 3: ["s"]}
    ),
    "no pair, and a void of another": case(
        "As As Ks Ks 3d 4d 5c", (0, 3, 2, 2, 0), voids={2: ["d"]}, no_pairs={1: ["s"]}
    ),
    "no pair of three, and a void of another": case(
        "As As As Ks Ks 3d 4d", (0, 3, 2, 2, 0), voids={2: ["d"]}, no_pairs={1: ["s"]}
    ),
    "no pair, four slots": case(
        "As As As Ks Ks 3d 4c", (0, 2, 2, 2, 1), voids={2: ["d"], 3: ["c"]}, no_pairs={1: ["s"]}
    ),
    "no pair, one other may have it": case(
        "As As Ks Ks Ks 3d 4d", (0, 2, 3, 2, 0), voids={3: ["s"]}, no_pairs={1: ["s"]}
    ),
    "one deal": case("As 3d", (0, 1, 1, 0, 0), voids={1: ["d"]}),
}


def drawn_case(seed):
    """A small case around a deal, so that it is possible."""
    rng = random.Random(seed)
    trump = rng.choice([HEARTS, NO_TRUMP, tc.Trump("3", "s"), tc.Trump("A", "c")])
    few = rng.sample(range(54), 4)
    pile = [kind for kind in few for _ in range(rng.choice([1, 2, 2, 3]))][:5]
    rng.shuffle(pile)
    sizes = [0] * 5
    for _ in pile:
        sizes[rng.choice([1, 2, 3, 4] if seed % 2 else [0, 1, 2, 3, 4])] += 1
    hands = []
    for size in sizes:
        hands.append(pile[:size])
        pile = pile[size:]
    return around(rng, hands, trump, 0.3, 0.4, 0.15)


def around(rng, hands, trump, void, no_pair, known):
    """What may be known of a deal, each with a certain probability."""
    voids, no_pairs, held = {}, {}, {}
    for place, hand in enumerate(hands):
        suits = {suit: [] for suit in SUITS if suit != (trump.suit or "")}
        for kind in hand:
            suits[tc.suit_of(kind, trump)].append(kind)
        voids[place] = [s for s, kinds in suits.items() if not kinds and rng.random() < void]
        no_pairs[place] = [
            s for s, kinds in suits.items()
            if len(set(kinds)) == len(kinds) and rng.random() < no_pair
        ]
        held[place] = tc.Cards([kind for kind in hand if rng.random() < known])
    unseen = tc.Cards([kind for hand in hands for kind in hand])
    return unseen, tuple(map(len, hands)), held, voids, no_pairs, trump


CASES = SMALL | {f"drawn {seed}": drawn_case(seed) for seed in range(28)}
EVERY_CASE = pytest.mark.parametrize("known", CASES.values(), ids=CASES)


@EVERY_CASE
def test_the_count_is_that_of_all_placements(known):
    ways = sum(deals(*known).values())
    assert hidden(*known).count() == ways == count_deals(*known) > 0


@EVERY_CASE
def test_every_deal_has_exactly_its_share(known):
    ways = deals(*known)
    total = sum(ways.values())
    odds = exact_odds(hidden(*known))
    assert odds == {deal: Fraction(many, total) for deal, many in ways.items()}


@pytest.mark.parametrize("name", ["voids of all", "no pairs, three copies", "known, voids, pairs"])
def test_draws_settled_by_whole_numbers_have_the_same_shares(name):
    ways = deals(*CASES[name])
    total = sum(ways.values())
    exact = hidden(*CASES[name])
    exact._settle_more(1.0)
    assert exact_odds(exact) == {
        deal: Fraction(many, total) for deal, many in ways.items()
    }


# A deal of n cards to two places, the first of which gets so many; where they are split off by
# random bits, a bit is 1 with a chance of so many eighths.
SPLITS = [
    ("3d 4d 5d 6d 7d 8d", 1, 1),
    ("3d 4d 5d 6d 7d", 1, 2),
    ("3d 4d 5d 6d 7d 8d", 2, 3),
    ("3d 4d 5d 6d 7d 8d", 3, 4),
    ("3d 4d 5d 6d 7d 8d", 4, 3),
    ("3d 3d 4d 4d 5d 6d", 2, 3),
    ("3d 3d 3d 4d 4d 5d", 3, 4),
]


@pytest.mark.parametrize(("unseen", "many", "eighths"), SPLITS)
def test_cards_split_off_by_random_bits_have_their_share(unseen, many, eighths):
    """Every outcome of the bits with its chance, and of each all that may follow."""
    known = case(unseen, (many, len(unseen.split()) - many, 0, 0, 0))
    split = hidden(*known)
    split._draw_one_by_one(0)
    counts = Counter(known[0].kinds())
    planes = [[kind for kind, copies in counts.items() if copies > i] for i in range(3)]
    every = (1 << 64) - 1
    # what turns the first word of a plane into the bits, by eighths
    others = {1: (every, every), 2: (every,), 3: (every, 0), 4: ()}[eighths]
    found = Counter()
    for bits in product((0, 1), repeat=sum(map(len, planes))):
        left = list(bits)
        words = []
        for kinds in planes:
            if kinds:
                words += [sum(left.pop() << kind for kind in kinds), *others]
        chance = Fraction(eighths ** sum(bits) * (8 - eighths) ** bits.count(0), 8 ** len(bits))
        for deal, odds in exact_odds(split, words, 1 << 53).items():
            found[deal] += chance * odds
    ways = deals(*known)
    total = sum(ways.values())
    assert found == {deal: Fraction(many, total) for deal, many in ways.items()}


@pytest.mark.parametrize("many", [3, 20, 40, 70])
@pytest.mark.parametrize("few", [0, 7, 100])
def test_large_pools_are_split_evenly(many, few):
    n = 20_000
    unseen = [kind for kind in range(54) for _ in range(1 + kind % 3)]
    split = tc.Hidden(tc.Cards(unseen), (0, many, len(unseen) - many, 0, 0))
    split._draw_one_by_one(few)
    rows = split.sample(n, 10 * many + few)
    copies = np.array([1 + kind % 3 for kind in range(54)])
    held = sum((rows[:, 1, i, None] >> np.arange(54, dtype=np.uint64)) & np.uint64(1)
               for i in range(3)).astype(int)
    assert (held.sum(axis=1) == many).all()
    # cards of each kind, and of the first kinds together, are hypergeometric
    for kinds in [*([kind] for kind in range(54)), range(9), range(27), range(3, 44)]:
        taken = held[:, kinds].sum(axis=1)
        cards = int(copies[kinds].sum())
        share = {
            i: comb(cards, i) * comb(len(unseen) - cards, many - i) / comb(len(unseen), many)
            for i in range(min(cards, many) + 1)
        }
        likely = {i: n * odds for i, odds in share.items() if n * odds > 50}
        found = Counter(taken.tolist())
        square = sum((found[i] - mean) ** 2 / mean for i, mean in likely.items())
        # about what chi-square exceeds once in ten million times
        assert square < len(likely) + 5 * (2 * len(likely)) ** 0.5 + 20


@pytest.mark.parametrize("doubt", [None, 1.0])
@pytest.mark.parametrize(
    "name", ["voids of all", "no pairs, three copies", "known, voids, pairs", "no pair, four slots",
             "no pair of three, and a void of another", "five places constrained", "nothing known"],
)
def test_a_batch_deals_what_its_rows_would(name, doubt):
    """A batch draws the words for the layers of all its rows first, then those for their cards."""
    guess = hidden(*CASES[name])
    if doubt is not None:
        guess._settle_more(doubt)
    script = Script()
    rng = random.Random(name)
    singles = [[rng.getrandbits(64) for _ in range(60)] for _ in range(8)]
    rows, taken = zip(*[script.run(guess, words) for words in singles], strict=True)
    layers = guess._words_for_layers()
    assert min(taken) >= layers
    words = [word for one in singles for word in one[:layers]]
    for one, drawn in zip(singles, taken, strict=True):
        words += one[layers:drawn]
    assert script.run(guess, words, rows=8) == (b"".join(rows), len(words))


def chi_square(found, expected):
    """By how many standard deviations chi-square is too great."""
    assert set(found) <= set(expected)
    square = sum((found[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(expected) - 1
    return (square - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize("seed", range(6))
def test_chi_square_over_all_deals(seed):
    known = case(
        *[
            ("As As Ks Ks Qs 3d 3d 4c", (0, 2, 2, 2, 2), {}, {}, {}),
            ("As As Ks Ks Qs 3d 3d 4c", (0, 2, 2, 2, 2), {}, {1: ["d"]}, {2: ["s"]}),
            ("As As Ks Ks Qs 3d 3d 4c", (0, 3, 3, 2, 0), {1: "As"}, {}, {2: ["s"], 3: ["s"]}),
            ("As As As Ks Ks 3d 3d 4c", (0, 3, 2, 2, 1), {}, {3: ["c"]}, {1: ["s"], 2: ["s"]}),
            ("As As Ks Ks Qs 3d 3d 4c", (2, 2, 2, 2, 0), {0: "Qs"}, {1: ["s"]}, {}),
            ("SJ SJ BJ Th Td 3h 3h 4c", (0, 2, 2, 2, 2), {}, {3: ["c"]}, {1: ["trump"]}),
        ][seed]
    )
    n = 60_000
    ways = deals(*known)
    total = sum(ways.values())
    rows = hidden(*known).sample(n, 1000 + seed).reshape(n, 15)
    kinds, many = np.unique(rows, axis=0, return_counts=True)
    found = Counter(
        {kinds_of(row.reshape(5, 3)): int(m) for row, m in zip(kinds, many, strict=True)}
    )
    assert abs(chi_square(found, {deal: n * w / total for deal, w in ways.items()})) < 5


def pile_case(seed, per_hand, kitty, decks, void=0.4, no_pair=0.5, known=0.03):
    """Hands of a real deck, some cards of which are known by chance."""
    rng = random.Random(seed)
    trump = rng.choice([HEARTS, NO_TRUMP, tc.Trump("2", "s", permanent_twos=True)])
    deck = [kind for kind in range(54) for _ in range(decks)]
    rng.shuffle(deck)
    hands = [[]]
    for size in (per_hand, per_hand, per_hand, kitty):
        hands.append(sorted(deck[:size]))
        deck = deck[size:]
    return around(rng, hands, trump, void, no_pair, known)


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_the_count_of_larger_hands(seed, decks):
    known = pile_case(seed, 3 + seed, 2 + seed % 4, decks)
    assert hidden(*known).count() == count_deals(*known) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("per_hand", "kitty", "decks"), [(24, 8, 2), (25, 0, 2), (38, 6, 3)])
def test_the_count_of_full_hands(per_hand, kitty, decks):
    known = pile_case(5, per_hand, kitty, decks, no_pair=1)
    assert hidden(*known).count() == count_deals(*known) > 10**20


@pytest.mark.parametrize(("per_hand", "kitty", "decks"), [(24, 8, 2), (15, 0, 2), (38, 6, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_draws_settled_by_whole_numbers_are_the_same(seed, per_hand, kitty, decks):
    known = pile_case(seed, per_hand, kitty, decks, void=1, no_pair=1)
    quick = hidden(*known)
    exact = hidden(*known)
    exact._settle_more(1.0)
    assert np.array_equal(quick.sample(50, seed), exact.sample(50, seed))


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_large_deals_fit(seed, decks):
    full = {1: (12, 6), 2: (25, 8), 3: (38, 6)}[decks]
    known = pile_case(seed, full[0] - 3 * (seed % 4), full[1] * (seed % 2), decks,
                      void=seed % 5 / 4, no_pair=seed % 3 / 2, known=seed % 4 / 50)
    check_deals(hidden(*known).sample(300, seed), *known)


@pytest.mark.parametrize(
    ("per_hand", "kitty", "decks"),
    [(24, 8, 2), (15, 8, 2), pytest.param(38, 6, 3, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("seed", range(2))
def test_large_deals_fit_and_single_cards_have_their_share(seed, per_hand, kitty, decks):
    known = pile_case(seed, per_hand, kitty, decks, void=0.5, no_pair=0.6)
    unseen, sizes, held, voids, no_pairs, trump = known
    n = 20_000
    all_deals = hidden(*known).sample(n, seed)
    check_deals(all_deals, *known)
    every = hidden(*known).count()
    for kind in sorted(set(unseen))[::11]:
        for place in (1, 2, 3, 4):
            try:
                more = tc.Hidden(
                    unseen, sizes, voids=voids, no_pairs=no_pairs, trump=trump,
                    known=held | {place: held[place] | tc.Cards([kind])},
                ).count()
            except (tc.CardsError, tc.RulesError):
                more = 0
            share = more / every
            found = int((all_deals[:, place, 0] >> np.uint64(kind) & np.uint64(1)).sum())
            assert abs(found - n * share) <= 4.5 * (n * share * (1 - share)) ** 0.5


def check_deals(all_deals, unseen, sizes, held, voids, no_pairs, trump):
    """Every row gives out the unseen cards and breaks nothing that is known."""
    counts = np.zeros((len(all_deals), 5, 54), int)
    for plane in range(3):
        bits = all_deals[:, :, plane, None] >> np.arange(54, dtype=np.uint64)
        assert not (bits >> np.uint64(54)).any()
        counts += (bits & np.uint64(1)).astype(int)
    assert not (all_deals[:, :, 1] & ~all_deals[:, :, 0]).any()
    assert not (all_deals[:, :, 2] & ~all_deals[:, :, 1]).any()
    assert (counts.sum(axis=1) == list(unseen.counts())).all()
    assert (counts.sum(axis=2) == sizes).all()
    suits = np.array([tc.suit_of(kind, trump) for kind in range(54)])
    for place in range(5):
        assert (counts[:, place] >= list(held.get(place, tc.Cards()).counts())).all()
        for suit in voids.get(place, ()):
            assert not counts[:, place, suits == suit].any()
        for suit in no_pairs.get(place, ()):
            assert (counts[:, place, suits == suit] < 2).all()


# --- whole rounds ---

def told_by_play(game, seat):
    """What the play of a round has shown of a seat, from the rules: voids and missing pairs."""
    voids, no_pairs = set(), set()
    for trick in game.tricks:
        for i, play in enumerate(trick.plays):
            if i == 0 or (trick.leader + i) % 4 != seat:
                continue
            suit = trick.units[0].suit
            held = [kind for kind in play if tc.suit_of(kind, game.trump) == suit]
            pairs = sum(many > 1 for many in Counter(held).values())
            if len(held) < len(play):
                voids.add(suit)
            elif pairs < sum(unit.length for unit in trick.units if unit.copies > 1):
                no_pairs.add(suit)
    return voids, no_pairs


def check_view(game, seat, seed):
    """One view of a round, against the round itself."""
    view = game.view(seat)
    guess = tc.hidden_of(view)
    _, (unseen, sizes, known, voids, no_pairs, seen, trump) = guess.__reduce__()
    assert trump == game.trump
    hands = [*game.hands, game.kitty]
    others = [hands[i] - seen[i] for i in range(5)]
    assert sizes == tuple(map(len, others))
    if game.rules.draw == "all":
        for other in range(4):
            if other != seat:
                told, missing = told_by_play(game, other)
                assert set(voids[other]) == told
                assert set(no_pairs[other]) == missing - told
    # the true deal is one of those that are dealt
    tc.Hidden(
        unseen, sizes, known=others, voids=voids, no_pairs=no_pairs, seen=seen, trump=trump
    )
    assert all(known[i] <= others[i] for i in range(5))
    found = tc.sample_hidden(view, 20, seed)
    assert np.array_equal(found.planes, guess.sample(20, seed))
    for deal in found:
        assert deal.hands[seat] == view.hand
        assert view.kitty is None or deal.kitty == view.kitty
    dealt = guess.sample(20, seed)
    for place in range(5):
        if seen[place]:
            assert {kinds_of(row)[place] for row in dealt} == {seen[place].kinds()}
            dealt[:, place] = 0
    check_deals(
        dealt, unseen, sizes, dict(enumerate(known)), dict(enumerate(voids)),
        dict(enumerate(no_pairs)), trump,
    )


ROUNDS = [
    (1, tc.Rules(decks=1), HEARTS),
    (2, tc.Rules(), HEARTS),
    (3, tc.Rules(), NO_TRUMP),
    (4, tc.Rules(decks=3), tc.Trump("2", "s")),
    (5, tc.Rules(decks=3), tc.Trump("K", permanent_twos=True)),
    (6, tc.Rules(no_review=True), tc.Trump("5", "c")),
    (7, tc.Rules(draw="protect_triples", decks=3), HEARTS),
    (8, tc.Rules(draw="suit_only"), HEARTS),
    (9, tc.Rules(kitty_open=True), HEARTS),
    (10, tc.Rules(exchange=True, suit_order=True), HEARTS),
]


@pytest.mark.parametrize(("seed", "rules", "trump"), ROUNDS)
def test_every_view_of_a_round(seed, rules, trump):
    rng = random.Random(seed)
    kitty = (6, 8, 6)[rules.decks - 1]
    deck = [kind for kind in range(54) for _ in range(rules.decks)]
    rng.shuffle(deck)
    hands = [tc.Cards(deck[seat : len(deck) - kitty : 4]) for seat in range(4)]
    game = tc.Round(hands, tc.Cards(deck[-kitty:]), seed % 4, trump, rules)
    failed = learned = 0
    while not game.over:
        check_view(game, rng.randrange(4), rng.randrange(10**6))
        draws = [game.random_legal_play(rng.randrange(10**6), throws=True) for _ in range(3)]
        # now and then a throw, of few cards, so that rounds stay long
        game.play(min(draws, key=len))
        failed += bool(any(map(bool, shown_cards(game.view(rng.randrange(4))))))
        learned += any(map(bool, game.view(0).no_pairs))
    for seat in range(4):
        check_view(game, seat, 1)
    assert failed
    assert learned


def test_a_failed_throw_shows_cards_until_they_are_played():
    deck = Counter([kind for kind in range(54) for _ in range(2)])
    hands = [tc.Cards(cards) for cards in ("Kc Kc Qc 3c", "Ac 4c 5c 6d", "5c 6c 6c 7d",
                                           "7c 7c 8c 8d")]
    for hand in hands:
        deck.subtract(hand.kinds())
    rest = sorted(deck.elements())
    hands = [hand + tc.Cards(rest[seat:84:4]) for seat, hand in enumerate(hands)]
    game = tc.Round(hands, tc.Cards(rest[84:]), 0, HEARTS)
    assert game.play(tc.Cards("Kc Kc Qc")) == tc.Cards("Qc")
    view = game.view(1)
    assert shown_cards(view)[0] == tc.Cards("Kc Kc")
    found = tc.sample_hidden(view, 200, 1)
    assert all(tc.Cards("Kc Kc") <= deal.hands[0] for deal in found)
    for play in ("4c", "5c", "7c"):
        game.play(tc.Cards(play))
    assert shown_cards(game.view(1))[0] == tc.Cards("Kc Kc")
    # others' views hold what is shown, one's own needs none of it
    assert tc.hidden_of(game.view(0)).sample(5, 1).shape == (5, 5, 3)
    while shown_cards(game.view(1))[0]:
        held = shown_cards(game.view(1))[0]
        game.play(game.random_legal_play(game.plies))
        assert shown_cards(game.view(1))[0] <= held
        assert shown_cards(game.view(1))[0] <= game.hand(0)


@pytest.mark.parametrize(
    "rules",
    [tc.Rules(), tc.Rules(exchange=True, suit_order=True), tc.Rules(find_partner=True, decks=3)],
    ids=["plain", "exchange", "partner"],
)
def test_the_view_of_a_match_knows_what_was_declared(rules):
    declared = 0
    for seed in range(4):
        match = tc.Match(rules, rng=seed)
        rng = np.random.default_rng(seed)
        while len(match.view(0).rounds) == 0:
            if match.view(0).play is not None and match.view(0).turn is not None:
                seat = int(rng.integers(4))
                view = match.view(seat)
                shown = shown_cards(view)
                hands = match.round.hands
                declared += any(shown[i] for i in range(4) if not view.play.tricks)
                assert all(shown[i] <= hands[i] for i in range(4))
                for deal in tc.sample_hidden(view, 3, seed):
                    assert deal.hands[seat] == hands[seat]
                    assert all(shown[i] <= deal.hands[i] for i in range(4))
            match.apply(match.random_action(rng))
    assert declared


def test_views_that_do_not_tell():
    partial = tc.Round(
        [tc.Cards(card) for card in ("3c", "4c", "5c", "6c")], tc.Cards("7c"), 0, HEARTS,
        partial=True,
    )
    with pytest.raises(tc.RulesError, match="partial round"):
        tc.sample_hidden(partial.view(0), 1)
    with pytest.raises(tc.RulesError, match="nothing is played yet"):
        tc.sample_hidden(tc.Match(rng=1).view(0), 1)
    with pytest.raises(TypeError, match="View or a MatchView, not Round"):
        tc.sample_hidden(partial, 1)
    with pytest.raises(TypeError, match="not NoneType"):
        tc.hidden_of(None)


# --- bounds, seeds and errors ---

def test_n():
    guess = hidden(*SMALL["a void"])
    assert guess.sample(0).shape == (0, 5, 3)
    assert guess.sample(np.int64(3), 1).dtype == np.uint64
    for wrong in (-1, 2**62, 10**30):
        with pytest.raises(ValueError, match="number of deals"):
            guess.sample(wrong)
    for wrong in (1.0, "3", None, True):
        with pytest.raises(TypeError, match="n is an int"):
            guess.sample(wrong)
    with pytest.raises(MemoryError):
        guess.sample(2**55)
    with pytest.raises(TypeError, match="rng is"):
        guess.sample(1, "seed")
    with pytest.raises(ValueError, match="not negative"):
        guess.sample(1, -1)


def test_nothing_to_deal():
    guess = tc.Hidden(tc.Cards(), (0, 0, 0, 0, 0), seen={0: tc.Cards("As As")})
    assert guess.count() == 1
    assert kinds_of(guess.sample(2, 1)[1]) == ((51, 51), (), (), (), ())


def test_seen_cards_join_the_copies_dealt():
    guess = tc.Hidden(
        tc.Cards("As As 3d"), (2, 1, 0, 0, 0), seen={0: "Kd", 1: tc.Cards("As 4d 4d 4d")}
    )
    found = {kinds_of(row) for row in guess.sample(100, 1)}
    two = tc.Cards("As As 4d 4d 4d").kinds()
    three = tc.Cards("3d As 4d 4d 4d").kinds()
    assert found == {
        (tc.Cards("As 3d Kd").kinds(), two, (), (), ()),
        (tc.Cards("As As Kd").kinds(), three, (), (), ()),
    }


def test_a_seen_card_leaves_no_room_for_a_pair():
    """The places of the seen cards hold no pair with them either (against all placements)."""
    unseen, sizes = tc.Cards("As As Ks Qs 3d 3d"), (2, 2, 1, 1, 0)
    seen = {0: tc.Cards("As"), 1: tc.Cards("Ks 4d"), 2: tc.Cards("3d")}
    single = {0: {"s"}, 1: {"s"}, 2: {"d"}}
    guess = tc.Hidden(unseen, sizes, seen=seen, no_pairs=single, trump=HEARTS)
    wanted = Counter()
    for deal, ways in deals(unseen, sizes).items():
        hands = [tc.Cards(hand) + seen.get(place, tc.Cards()) for place, hand in enumerate(deal)]
        if all(
            hands[place].count(kind) < 2
            for place, suits in single.items()
            for kind in hands[place]
            if tc.suit_of(kind, HEARTS) in suits
        ):
            wanted[tuple(hand.kinds() for hand in hands)] += ways
    assert guess.count() == sum(wanted.values())
    assert {kinds_of(row) for row in guess.sample(2000, 1)} == set(wanted)


def test_a_seed_a_sequence_and_a_generator():
    guess = hidden(*pile_case(1, 12, 8, 2))
    same = guess.sample(20, 5)
    assert np.array_equal(same, guess.sample(20, np.random.SeedSequence(5)))
    source = np.random.default_rng(5)
    assert np.array_equal(same[:12], guess.sample(12, source)) is True
    assert not np.array_equal(same[:12], guess.sample(12, source))
    assert not np.array_equal(guess.sample(20), guess.sample(20))


@pytest.mark.parametrize("path", PATHS)
def test_deals_do_not_change_from_machine_to_machine(path, monkeypatch):
    monkeypatch.setenv("TRACTOR_DEALER", path)
    digest = hashlib.sha256()
    for seed, (per_hand, kitty, decks) in enumerate([(24, 8, 2), (15, 0, 2), (38, 6, 3)]):
        known = pile_case(seed, per_hand, kitty, decks)
        source = np.random.Generator(np.random.SFC64(seed))
        try:
            digest.update(hidden(*known).sample(300, source).astype("<u8").tobytes())
        except ValueError as error:
            assert "processor" in str(error)
            pytest.skip(str(error))
    assert digest.hexdigest()[:16] == "757c0797b602231a"


def test_threads_share_hidden():
    guess = hidden(*pile_case(2, 20, 8, 2, no_pair=1))
    alone = [guess.sample(500, seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda seed: guess.sample(500, seed), range(8)))
    assert all(np.array_equal(one, other) for one, other in zip(alone, together, strict=True))
    assert not any(np.array_equal(one, other) for one, other in pairwise(alone))


def test_pickle_and_copies():
    guess = hidden(*SMALL["known, voids, pairs"])
    again = pickle.loads(pickle.dumps(guess))
    assert np.array_equal(guess.sample(50, 1), again.sample(50, 1))
    assert copy.copy(guess) is copy.deepcopy(guess) is guess
    assert guess.unseen == again.unseen == SMALL["known, voids, pairs"][0]
    assert guess.sizes == again.sizes == (0, 2, 2, 2, 1)
    assert repr(again) == "<Hidden 7 cards, sizes (0, 2, 2, 2, 1)>"


CARDS = "As As Ks 3d 3d 4h"
SIZES = (0, 2, 2, 1, 1)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"sizes": (0, 2, 2, 1, 2)}, tc.CardsError, "sizes are 7 cards in all, the unseen cards 6"),
        ({"sizes": (0, 2, 2, 2)}, tc.CardsError, "sizes are five"),
        ({"sizes": (-1, 2, 2, 2, 1)}, tc.CardsError, "number of cards, not -1"),
        ({"sizes": (10**30, 2, 2, 2, 1)}, tc.CardsError, "number of cards"),
        ({"sizes": (0, 2, 2, 1, "1")}, TypeError, "a size is an int, not str"),
        ({"sizes": (0, 2, 2, 1, True)}, TypeError, "a size is an int, not bool"),
        ({"sizes": 6}, TypeError, "sizes are five ints"),
        ({"sizes": "02211"}, TypeError, "sizes are five ints"),
        ({"known": {1: "As As Ks"}}, tc.CardsError, "known to hold 3 cards, but holds only 2"),
        ({"known": {0: "As"}}, tc.CardsError, "seat 0 is known to hold 1 cards, but holds only 0"),
        ({"known": {1: "Qs"}}, tc.CardsError, "more than the unseen cards have"),
        ({"known": {1: "As As", 2: "As"}}, tc.CardsError, "As, known to be with seat 2"),
        ({"known": {4: "As 3d"}}, tc.CardsError, "the kitty is known to hold 2 cards"),
        ({"known": {1: 51}}, TypeError, "seat 1 has Cards, not int"),
        ({"known": {5: "As"}}, tc.RulesError, "0 to 3, or 4 for the kitty, not 5"),
        ({"known": {"1": "As"}}, TypeError, "keyed by place, an int, not str"),
        ({"known": tc.Cards("As")}, TypeError, "mapping from places, or a sequence"),
        ({"known": [None] * 6}, tc.RulesError, "there are five places"),
        ({"known": {1: "As Xs"}}, tc.NotationError, "Xs"),
        ({"voids": {1: ["x"]}}, tc.RulesError, "a suit is one of d, c, h, s and trump, not 'x'"),
        ({"voids": {1: ["h"]}}, tc.RulesError, "'h' has no cards of its own"),
        ({"voids": {1: [3]}}, TypeError, "a suit is a str, not int"),
        ({"voids": {1: 3}}, TypeError, "voids names suits, not int"),
        ({"voids": {1: ["s"]}, "trump": None}, tc.RulesError, "voids needs trump"),
        ({"no_pairs": {1: "s"}, "trump": None}, tc.RulesError, "no_pairs needs trump"),
        ({"voids": {1: ["s"]}, "trump": "10h"}, TypeError, "Trump"),
        ({"voids": {1: ["s"]}, "known": {1: "As"}}, tc.RulesError, "void in the suit of As"),
        ({"no_pairs": {1: ["s"]}, "known": {1: "As As"}}, tc.RulesError, "no pair in the suit"),
        ({"voids": {1: ["c"]}, "seen": {1: "Ac"}}, tc.RulesError, "void in the suit of Ac"),
        (
            {"no_pairs": {1: ["c"]}, "seen": {1: "Ac Ac"}},
            tc.RulesError,
            "no pair in the suit of Ac",
        ),
        (
            {"no_pairs": {1: ["s"]}, "known": {1: "Ks"}, "seen": {1: "Ks"}},
            tc.RulesError,
            "no pair in the suit of Ks",
        ),
        ({"voids": {1: ["s", "d"]}}, tc.RulesError, "seat 1 can hold 1 of the unseen cards, not"),
        (
            {"voids": {1: ["s"], 2: ["s"], 3: ["s"]}},
            tc.RulesError,
            "no deal of the 6 unseen cards fits",
        ),
        ({"seen": {0: "As As"}}, tc.CardsError, "more than three copies of As"),
        ({"unseen": "As"}, TypeError, "unseen"),
        ({"unseen": None}, TypeError, "unseen"),
    ],
)
def test_errors(options, error, message):
    given = {"unseen": tc.Cards(CARDS), "sizes": SIZES, "trump": HEARTS} | options
    with pytest.raises(error, match=message):
        tc.Hidden(given.pop("unseen"), given.pop("sizes"), **given)


@pytest.mark.parametrize(
    ("unseen", "sizes", "options"),
    [
        ("As As Ks Ks", (2, 2, 0, 0, 0), {"no_pairs": {0: ["s"]}, "known": {1: "As As"}}),
        ("As As As Ks", (2, 2, 0, 0, 0), {"no_pairs": {0: ["s"], 1: ["s"]}}),
        ("As As 3d 3d", (2, 2, 0, 0, 0), {"voids": {0: ["s"], 1: ["s"]}}),
        ("As As 3d 3d", (1, 1, 1, 1, 0), {"voids": {i: ["s"] for i in (0, 1, 2)}}),
        ("As 3d 3d 4c", (1, 1, 1, 1, 0), {"voids": {i: ["d"] for i in (0, 1, 3)}}),
    ],
)
def test_what_is_known_may_leave_no_deal(unseen, sizes, options):
    assert count_deals(
        tc.Cards(unseen), sizes,
        {place: tc.Cards(cards) for place, cards in options.get("known", {}).items()},
        options.get("voids"), options.get("no_pairs"), HEARTS,
    ) == 0
    with pytest.raises(tc.RulesError, match="no deal|can hold"):
        tc.Hidden(tc.Cards(unseen), sizes, trump=HEARTS, **options)
