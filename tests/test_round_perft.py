"""Small rounds played out in every way, with do and undo, and counted as the oracle counts.

After a chess engine's perft: the number of endings and how often each total of the attackers'
points comes up test plays, winners, throws, the kitty and undo together.
"""

import random
from collections import Counter, namedtuple

import oracle
import pytest
from oracle_rounds import OracleRound, count_endings
from positions import random_trump
from test_differential import ORDER_OPTIONS, make_trump, random_rules

import tractor_core as tc

Deal = namedtuple("Deal", "level suit hands kitty dealer rules endings decks", defaults=(2,))

# Two decks, level 10, hearts trump unless said otherwise; each deal is made for one point.
DEALS = {
    # the off-suit tens are one step, so the pair that came first holds the trick
    "off-suit level pairs tied in trump": Deal(
        10, "h", ("Td Td 5h", "Tc Tc 5s", "Ts Ts Kh", "Th 9s Kd"), "5c Kc", 0, {}, 47
    ),
    "tied level pairs at the last trick": Deal(
        10, "h", ("3c 4c Ac", "Td Td 5c", "3s 3s 6c", "Tc Tc Kc"), "5d Kd", 0, {}, 21
    ),
    # SJSJ is over ThTh, and BJBJ over both
    "joker pair over level pair": Deal(
        10, "h", ("Th Th 5h 3d", "SJ SJ Kh 4d", "BJ BJ Td 5d", "Ah Ah Td Tc"), "Kd", 1, {}, 3377
    ),
    "tractor of jokers over level tractor": Deal(
        10, "h", ("Td Td Th Th", "SJ SJ BJ BJ", "Ah Ah Kh Kh", "5h 5h 3h 3h"), "5d Kd", 0, {}, 3473
    ),
    # 9844 fails against J, QQ and 55: the rest goes back, for ten points each time
    "failed throw": Deal(
        10,
        "h",
        ("9s 8s 4s 4s", "Js 3s 3s 6d", "Qs Qs 5s 5s", "Kd 7s 7d Ks"),
        "Kc 5c",
        0,
        {"throw_penalty": 10},
        7712,
    ),
    "failed throw, fewest cards": Deal(
        10,
        "h",
        ("9s 8s 8s 4s", "Js 3s 3s 6d", "Qs Qs 5s Kd", "5s 7s 7d Ks"),
        "Kc 5c",
        3,
        {"throw_penalty": 10, "failed_throw": "fewest", "throw_against": "opponents"},
        8027,
    ),
    # a pair, a tractor or a throw may take the last trick
    "last trick with the kitty": Deal(
        10, "h", ("3c 3c 9d", "4c 4c 5c", "6c 6c 7d", "5c Kc 8d"), "Kd Kd 5d 5d", 2, {}, 21
    ),
    "last trick by linked pairs": Deal(
        10,
        "h",
        ("3c 3c 4c 4c", "5c 5c 6c 6c", "Kc 7c 7c 8c", "Ac Ac Kc Qc"),
        "Kd 5d",
        3,
        {"kitty": "per_linked_pair"},
        20082,
    ),
    # two cards led, and two, one or none of the suit held
    "follower exactly short": Deal(
        10, "h", ("8c 8c 2c", "7c 7c Kd", "6c 5d 5d", "4d 3h 3h"), "Kd", 0, {}, 26
    ),
    # 977 of trumps ruffs AKK, and 884 ruffs over it
    "trump ruff of a mixed throw": Deal(
        10, "h", ("Ac Kc Kc", "9h 7h 7h", "8h 8h 4h", "Qc 5c 5h"), "5d Td", 0, {}, 89
    ),
    "ruffs compared unit by unit": Deal(
        10,
        "h",
        ("Ac Kc Kc 3d", "9h 7h 7h 4d", "8h 8h 4h Kd", "Qc 5c 5h 5d"),
        "Td",
        3,
        {"ruff_compare": "every_unit", "ruff_cover": "exact"},
        5174,
    ),
    # no trump: the four tens are one step under the small joker
    "no trump": Deal(
        10, None, ("Td Td SJ 3c", "Tc Tc SJ 5c", "Th Th BJ Kc", "Ts BJ Ac Ac"), "5d Kd", 2, {}, 636
    ),
    # level 2: the twos over the ace, tied off suit
    "aces beside twos": Deal(
        2, "s", ("As As 2d 2d", "2c 2c 2s 2s", "Ks Ks 5s 5s", "SJ SJ BJ Qs"), "Td", 1, {}, 13589
    ),
    # what a hand holds three times answers triples and pairs alike
    "three decks": Deal(
        10, "h", ("3c 3c 3c 4c", "5c 5c 5c 6c", "Kc Kc 7c 7c", "Ac Ac Ac 5h"), "Td", 0, {}, 612, 3
    ),
    "the last trick alone": Deal(
        10,
        "h",
        ("3c Ac 5d", "4c Kc Kd", "5c Tc 3d", "Qc 6c 5h"),
        "Ts",
        2,
        {"level_table": "forty_five", "kitty": "none"},
        124,
        1,
    ),
}


def play_out(round_, endings):
    """Every line of play by do and undo; adds the attackers' points at the end of each."""
    if round_.over:
        endings[round_.result.points] += 1
        return
    plays = list(round_.legal_plays())
    assert len(set(plays)) == len(plays) == round_.count_legal_plays() > 0
    turn, plies = round_.turn, round_.plies
    for play in plays:
        round_.play(play)
        play_out(round_, endings)
        round_.undo()
    assert (round_.turn, round_.plies) == (turn, plies)


def set_up(deal):
    """The deal for the engine and for the oracle."""
    hands = [oracle.cards(hand) for hand in deal.hands]
    kitty = oracle.cards(deal.kitty)
    suit = None if deal.suit is None else "dchs".index(deal.suit)
    order = oracle.Order(deal.level, suit)
    theirs = OracleRound(hands, kitty, deal.dealer, order, deal.rules, deal.decks)
    rules = tc.Rules(decks=deal.decks, **deal.rules)
    trump = make_trump(deal.level, suit, {})
    mine = tc.Round(
        [tc.Cards(hand) for hand in hands], tc.Cards(kitty), deal.dealer, trump, rules, partial=True
    )
    return mine, theirs


def compare(mine, theirs):
    """Endings of both; where they differ, the first play after which they do is shown."""
    before = mine.to_bytes()
    expected = count_endings(theirs)
    found = Counter()
    play_out(mine, found)
    assert mine.to_bytes() == before
    if found != expected:
        differences = divide(mine, theirs)
        raise AssertionError(f"{found} endings, not {expected}; first different: {differences}")
    return sum(found.values())


def divide(mine, theirs):
    """The shortest line of play after which the endings differ, and both counts."""
    found = Counter()
    play_out(mine, found)
    for play in theirs.legal_plays():
        after, other = theirs.copy(), mine.copy()
        after.play(play)
        found, expected = Counter(), count_endings(after)
        try:
            other.play(tc.Cards(play))
        except tc.IllegalPlay as error:
            return [oracle.text(play), error]
        play_out(other, found)
        if found != expected:
            return [oracle.text(play), *divide(other, after)]
    return [f"plays {[str(play) for play in mine.legal_plays()]}, points {mine.points}"]


def small_deal(rng):
    """A deal of two to four cards a hand: 3 or 4 ranks of two suits, level cards and jokers."""
    decks = rng.choice((2, 2, 2, 3))
    level, suit, options = random_trump(rng, ORDER_OPTIONS if rng.random() < 0.3 else ())
    order = oracle.Order(level, suit, **options)
    start = rng.randrange(2, 12)
    ranks = [rng.choice((5, 10, 13)), *range(start, start + rng.choice((2, 3)))]
    suits = rng.sample(range(4), 2)
    if suit is not None and rng.random() < 0.7:
        suits[0] = suit
    kinds = {13 * s + rank - 2 for s in suits for rank in ranks}
    kinds |= {13 * s + level - 2 for s in rng.sample(range(4), 2)}
    kinds |= set(rng.sample((oracle.SJ, oracle.BJ), rng.randint(0, 2)))
    groups = [(kind,) * decks for kind in kinds]
    rng.shuffle(groups)
    # whole groups first, then the cards that would not fit
    held, most = [[] for _ in range(4)], rng.choice((2, 3, 3, 4, 4))
    loose = []
    for group in groups:
        seat = rng.randrange(4)
        kept = group[: min(len(group), most - len(held[seat]))]
        held[seat] += kept
        loose += group[len(kept) :]
    rng.shuffle(loose)
    for hand in held:
        while len(hand) < most and loose:
            hand.append(loose.pop())
    if len({len(hand) for hand in held}) > 1:
        return small_deal(rng)
    hands = [tuple(sorted(hand)) for hand in held]
    kitty = tuple(sorted(loose[: rng.randint(0, 3)]))
    return decks, (level, suit, options), order, hands, kitty, rng.randrange(4)


def run_small_deals(seed, n, most):
    rng = random.Random(seed)
    endings = 0
    while n:
        decks, trump, order, hands, kitty, dealer = small_deal(rng)
        chosen, rules = random_rules(rng, decks)
        theirs = OracleRound(hands, kitty, dealer, order, chosen, decks)
        if sum(count_endings(theirs).values()) > most:
            continue
        mine = tc.Round(
            [tc.Cards(hand) for hand in hands],
            tc.Cards(kitty),
            dealer,
            make_trump(*trump),
            rules,
            partial=True,
        )
        n -= 1
        try:
            endings += compare(mine, theirs)
        except Exception as error:
            error.add_note(f"seed {seed}: {mine!r} {mine.to_dict()}")
            raise
    return endings


@pytest.mark.parametrize("name", DEALS)
def test_hard_deals(name):
    deal = DEALS[name]
    assert compare(*set_up(deal)) == deal.endings


@pytest.mark.parametrize("seed", range(8))
def test_small_deals(seed):
    assert run_small_deals(seed, 25, 1500) > 1000


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 120))
def test_more_and_larger_small_deals(seed):
    run_small_deals(seed, 60, 60_000)
