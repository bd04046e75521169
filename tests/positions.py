"""Random positions rich in structure, as plain data that the oracle and the engine both read."""

from dataclasses import dataclass

import oracle

LEVELS = range(2, 15)


@dataclass(frozen=True)
class Position:
    """A lead, a hand that follows, other hands, and four plays of a trick."""

    order: oracle.Order
    trump: tuple  # level, suit and options of Trump
    decks: int
    suit: str
    lead: tuple
    units: tuple | None  # a partition of the lead, each unit a tuple of kinds
    hand: tuple
    others: tuple
    plays: tuple


def random_trump(rng, order_options=()):
    """Level, suit (None for no trump) and options of the order."""
    options = {"permanent_twos": rng.random() < 0.3}
    for name, values in order_options:
        options[name] = rng.choice(values)
    return rng.choice(LEVELS), rng.choice((0, 1, 2, 3, None)), options


def holding(rng, steps, copies, most):
    """Cards of one suit: a window of neighbouring steps with many groups, and some loose cards."""
    held = {}
    length = rng.randint(1, min(7, len(steps)))
    start = rng.randrange(len(steps) - length + 1)
    weights = [2, 2, 6, 5][: copies + 1]
    for step in steps[start : start + length]:
        for kind in step:
            held[kind] = rng.choices(range(copies + 1), weights)[0]
    for _ in range(rng.randrange(5)):
        held[rng.choice(rng.choice(steps))] = rng.randint(0, copies)
    cards = [kind for kind in sorted(held) for _ in range(held[kind])]
    if len(cards) > most:
        cards = sorted(rng.sample(cards, most))
    return tuple(cards)


def join(*parts, copies=3):
    """Cards of several parts, what exceeds so many copies of a kind left out."""
    cards = []
    for kind in sorted(sum(parts, ())):
        if cards[-copies:] != [kind] * copies:
            cards.append(kind)
    return tuple(cards)


def random_units(rng, lead, order):
    """A partition of the lead at random."""
    return tuple(unit.cards for unit in rng.choice(oracle.partitions(lead, order)))


def random_play(rng, hand, n):
    return tuple(sorted(rng.sample(hand, n)))


def random_position(rng, order_options=(), most_led=8, most_held=11):
    """A position; the hand and all plays are at least as long as the lead."""
    level, suit, options = random_trump(rng, order_options)
    order = oracle.Order(level, suit, **options)
    decks = rng.choice((1, 2, 2, 3, 3))
    tiers = order.tiers()
    suits = {name: steps for name, steps in tiers.items() if steps}
    led = "trump" if rng.random() < 0.5 else rng.choice(sorted(suits))
    lead = ()
    while not lead:
        lead = holding(rng, suits[led], decks, rng.randint(1, most_led))
    n = len(lead)
    units = None
    if n <= 6 and rng.random() < 0.3:
        units = random_units(rng, lead, order)
    hand = holding(rng, suits[led], decks, rng.choice((n, n + 1, n + 3, most_held)))
    other_suit = rng.choice(sorted(suits))
    hand = join(hand, holding(rng, suits[other_suit], decks, 4))
    while len(hand) < n:
        hand = join(hand, (rng.randrange(54),))
    others = tuple(
        join(
            holding(rng, suits[led], decks, 10),
            holding(rng, suits[rng.choice(sorted(suits))], decks, 3),
        )
        for _ in range(rng.choice((3, 3, 3, 2, 1)))
    )
    plays = [lead]
    for _ in range(3):
        name = rng.choice((led, "trump", "trump"))
        play = holding(rng, suits[name], max(decks, 2), 14)
        while len(play) < n:
            play = join(play, (rng.choice(rng.choice(suits[name])),) * rng.randint(1, decks))
            if len(play) < n and rng.random() < 0.1:
                play = join(play, (rng.randrange(54),))
        plays.append(random_play(rng, play, n))
    return Position(order, (level, suit, options), decks, led, lead, units, hand, others,
                    tuple(plays))
