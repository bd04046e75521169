"""Every holding of a short chain against the oracle, for every shape led.

A chain is some neighbouring steps of a suit. Whether a play follows depends on the shape led
and on the copies held a step, so leads are laid out once a shape, with their units named.
"""

from itertools import product

import oracle
import pytest

import tractor_core as tc

# name: trump (level, suit, options), suit, kinds of the chain in steps from the lowest
CHAINS = {
    # 6 7 8 9 J of clubs: the level's gap inside
    "side": ((10, 2, {}), "c", "6c 7c 8c 9c Jc"),
    # K A, three equal tens, ten of trumps, small joker
    "trump ties": ((10, 2, {}), "trump", "Kh Ah Td Tc Ts Th SJ"),
    # two and two of the equal twos and fives, both jokers: two tied steps side by side
    "no trump ties": ((5, None, {"permanent_twos": True}), "trump", "2d 2h 5c 5s SJ BJ"),
    # ace, two equal twos, two of trumps, two equal fives
    "permanent twos": ((5, 3, {"permanent_twos": True}), "trump", "As 2d 2h 2s 5c 5h"),
}


def chain_of(name, kinds=None):
    (level, suit, options), led, names = CHAINS[name]
    order = oracle.Order(level, suit, **options)
    trump = tc.Trump(level, None if suit is None else "dchs"[suit], **options)
    return order, trump, led, oracle.cards(names)[:kinds]


def holdings(chain, copies):
    for held in product(range(copies + 1), repeat=len(chain)):
        yield tuple(kind for kind, n in zip(chain, held, strict=True) for _ in range(n))


def shapes(most, copies):
    """Multisets of blocks (copies, length) of at most so many cards, as descending tuples."""
    blocks = [(c, n) for c in range(2, copies + 1) for n in range(1, most // c + 1)] + [(1, 1)]

    def extend(taken, start, left):
        if taken:
            yield taken
        for i in range(start, len(blocks)):
            c, n = blocks[i]
            if c * n <= left:
                yield from extend((*taken, blocks[i]), i, left - c * n)

    return list(extend((), 0, most))




def lead_of(shape, order, led):
    """Units of the shape laid side by side in the suit led; None where they do not fit."""
    steps = list(reversed(order.tiers()[led]))
    units = []
    at = 0
    spare = [(step, kind) for step, tied in enumerate(steps) for kind in tied]
    for copies, length in shape:
        if length > 1:
            if at + length > len(steps):
                return None
            unit = [steps[step][0] for step in range(at, at + length)]
            if any(b - a != 1 for a, b in zip(map(order.step_of, unit),
                                              map(order.step_of, unit[1:]), strict=False)):
                return None
            at += length
        else:
            used = {kind for unit in units for kind in unit}
            free = [kind for _, kind in spare if kind not in used]
            if not free:
                return None
            unit = [free[-1]]
        units.append(tuple(kind for kind in sorted(unit) for _ in range(copies)))
    lead = tuple(sorted(sum(units, ())))
    return lead, tuple(units)


def compare_follows(name, copies, most, kinds=None):
    order, trump, led, chain = chain_of(name, kinds)
    filler = tuple(kind for kind in oracle.cards("3d 3d 4d 5d 6d 7d 8d 9d")
                   if order.suit_of(kind) != led)
    compared = 0
    for shape in shapes(most, copies):
        laid = lead_of(shape, order, led)
        if laid is None:
            continue
        lead, named = laid
        n = len(lead)
        lead_cards = tc.Cards(lead)
        units = [tc.Cards(unit) for unit in named]
        for held in holdings(chain, copies):
            # short of the suit only F1 binds: one filler card more than needed is enough
            hand = tuple(sorted(held + filler[: max(n - len(held) + 1, 0)]))
            hand = held if len(held) > n else hand
            hand_cards = tc.Cards(hand)
            expected = oracle.legal_follows(hand, lead, order, None, named)
            found = list(tc.legal_follows(hand_cards, lead_cards, trump, units=units))
            assert [tuple(play) for play in found] == expected, (shape, oracle.text(hand))
            count = tc.count_legal_follows(hand_cards, lead_cards, trump, units=units)
            assert count == len(expected), (shape, oracle.text(hand))
            legal = set(expected)
            if len(held) > n:
                for play in oracle.sub_multisets(held, n):
                    assert tc.is_legal_follow(
                        tc.Cards(play), hand_cards, lead_cards, trump, units=units
                    ) == (play in legal), (shape, oracle.text(hand), oracle.text(play))
            compared += 1
    assert compared > 100


def compare_throws(name, copies, kinds=None):
    order, trump, led, chain = chain_of(name, kinds)
    every = [(held, tc.Cards(held)) for held in holdings(chain, copies)]
    for lead, lead_cards in every:
        if not lead:
            continue
        units = oracle.decompose(lead, order)
        found = tc.decompose(lead_cards, trump)
        assert [(u.copies, u.length, u.step, tuple(u.cards)) for u in found] == [
            (u.copies, u.length, u.step, u.cards) for u in units
        ]
        for other, other_cards in every:
            expected = len(units) == 1 or not any(
                oracle.holds_higher(unit, other, order) for unit in units
            )
            assert tc.throw_stands(lead_cards, [other_cards], trump) == expected


@pytest.mark.parametrize(
    ("name", "copies", "most", "kinds"),
    [
        ("side", 1, 4, None),
        ("side", 2, 6, 4),
        ("side", 3, 6, 3),
        ("trump ties", 2, 4, 5),
        ("no trump ties", 2, 4, 5),
        ("permanent twos", 2, 4, 4),
    ],
)
def test_follows_of_short_chains(name, copies, most, kinds):
    compare_follows(name, copies, most, kinds)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "copies", "most", "kinds"),
    [
        ("side", 2, 8, None),
        ("side", 3, 6, None),
        ("side", 3, 9, 4),
        ("trump ties", 2, 5, None),
        ("trump ties", 3, 6, 5),
        ("no trump ties", 2, 8, None),
        ("no trump ties", 3, 6, 4),
        ("permanent twos", 2, 8, None),
        ("permanent twos", 3, 6, 4),
    ],
)
def test_follows_of_chains(name, copies, most, kinds):
    compare_follows(name, copies, most, kinds)


@pytest.mark.parametrize(
    ("name", "copies", "kinds"),
    [
        ("side", 2, 5),
        ("side", 3, 4),
        ("trump ties", 2, 5),
        ("no trump ties", 2, 5),
        ("permanent twos", 2, 5),
    ],
)
def test_throws_of_chains(name, copies, kinds):
    compare_throws(name, copies, kinds)
