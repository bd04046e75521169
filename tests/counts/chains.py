"""What is counted: chains, shapes led and rule sets.

A chain is some neighbouring steps of a suit, every holding of which is counted.  Legality in the
suit depends on the holding, the shape led and the rules alone, so a chain stands for all hands.
"""

from dataclasses import dataclass
from functools import cached_property

import tractor_core as tc

# Name: trump (level, suit, options of the order), suit of the chain, and by number of kinds the
# kinds, from the lowest.
CHAINS = {
    # the level's gap in the middle
    "side": (
        (10, "h", {}),
        "c",
        {
            3: "9c Jc Qc",
            4: "8c 9c Jc Qc",
            5: "7c 8c 9c Jc Qc",
            6: "7c 8c 9c Jc Qc Kc",
            8: "6c 7c 8c 9c Jc Qc Kc Ac",
            10: "4c 5c 6c 7c 8c 9c Jc Qc Kc Ac",
            12: "2c 3c 4c 5c 6c 7c 8c 9c Jc Qc Kc Ac",
        },
    ),
    # the top of the trumps: three equal tens, ten of trumps, jokers
    "trump": (
        (10, "h", {}),
        "trump",
        {
            3: "Ah Td Tc",
            4: "Ah Td Tc Th",
            5: "Ah Td Tc Th SJ",
            6: "Kh Ah Td Tc Th SJ",
            8: "Kh Ah Td Tc Ts Th SJ BJ",
            10: "Jh Qh Kh Ah Td Tc Ts Th SJ BJ",
        },
    ),
    # four equal tens, jokers
    "no_trump": (
        (10, None, {}),
        "trump",
        {3: "Td Tc SJ", 4: "Td Tc SJ BJ", 6: "Td Tc Th Ts SJ BJ"},
    ),
    # equal twos beside equal fives, jokers: two tied steps side by side
    "twos_no_trump": (
        (5, None, {"permanent_twos": True}),
        "trump",
        {
            3: "2d 5c 5s",
            4: "2d 2h 5c 5s",
            5: "2d 2h 5c 5s SJ",
            6: "2d 2h 5c 5s SJ BJ",
            8: "2d 2c 2h 5c 5h 5s SJ BJ",
            10: "2d 2c 2h 2s 5d 5c 5h 5s SJ BJ",
        },
    ),
    # equal twos, two of trumps, equal fives, five of trumps: tied steps with one between
    "twos_trump": (
        (5, "s", {"permanent_twos": True}),
        "trump",
        {
            3: "As 2d 2h",
            4: "2d 2h 2s 5c",
            5: "As 2d 2h 2s 5c",
            6: "As 2d 2h 2s 5c 5h",
            8: "As 2d 2c 2h 2s 5d 5h 5s",
            10: "Ks As 2d 2c 2h 2s 5d 5c 5h 5s",
        },
    ),
    # O7: in no trump the level stands in its natural place
    "plain_levels": (
        (5, None, {"no_trump_levels": "plain"}),
        "c",
        {
            3: "4c 5c 6c",
            4: "3c 4c 5c 6c",
            6: "3c 4c 5c 6c 7c 8c",
            8: "2c 3c 4c 5c 6c 7c 8c 9c",
        },
    ),
    "plain_levels_twos": (
        (5, None, {"no_trump_levels": "plain", "permanent_twos": True}),
        "trump",
        {3: "2d 2c SJ", 4: "2d 2c SJ BJ", 6: "2d 2c 2h 2s SJ BJ"},
    ),
    # O7: the ranks either side of the level are not adjacent
    "gap_apart": (
        (10, "h", {"gap_adjacent": False}),
        "c",
        {
            3: "9c Jc Qc",
            4: "8c 9c Jc Qc",
            6: "7c 8c 9c Jc Qc Kc",
            8: "6c 7c 8c 9c Jc Qc Kc Ac",
        },
    ),
    # O7: level cards, twos and jokers do not chain, but for the jokers
    "loose_levels": (
        (10, "h", {"level_tractors": False}),
        "trump",
        {
            3: "Kh Ah Td",
            4: "Kh Ah Td Th",
            6: "Kh Ah Td Th SJ BJ",
            8: "Kh Ah Td Tc Ts Th SJ BJ",
        },
    ),
    "loose_levels_twos": (
        (5, None, {"level_tractors": False, "permanent_twos": True}),
        "trump",
        {3: "2d 5c SJ", 4: "2d 5c SJ BJ", 6: "2d 2h 5c 5s SJ BJ"},
    ),
}


@dataclass(frozen=True)
class Chain:
    """Every holding of some kinds of a suit with at most `decks` copies of each.

    Holdings are numbered: the copies of the kinds, the lowest kind first, are the digits of the
    number to the base decks + 1, the last digit first.
    """

    name: str
    decks: int
    size: int

    @classmethod
    def parse(cls, text):
        """Read side/2/8: name, decks, number of kinds."""
        name, decks, size = text.split("/")
        return cls(name, int(decks), int(size))

    def __str__(self):
        return f"{self.name}/{self.decks}/{self.size}"

    @cached_property
    def trump(self):
        level, suit, options = CHAINS[self.name][0]
        return tc.Trump(level, suit, **options)

    @property
    def suit(self):
        return CHAINS[self.name][1]

    @property
    def trump_values(self):
        """Level from 2 to 14 and number of the suit, as plain numbers."""
        level, suit, _ = CHAINS[self.name][0]
        return level, None if suit is None else "dchs".index(suit)

    @property
    def trump_options(self):
        return CHAINS[self.name][0][2]

    @cached_property
    def kinds(self):
        return tuple(tc.parse_kind(text) for text in CHAINS[self.name][2][self.size].split())

    @property
    def base(self):
        return self.decks + 1

    @property
    def holdings(self):
        return self.base**self.size

    @property
    def most_cards(self):
        return self.decks * self.size

    def cards(self, number):
        """The holding of a number, as a tuple of kinds."""
        held = []
        for kind in self.kinds:
            number, copies = divmod(number, self.base)
            held += [kind] * copies
        return tuple(sorted(held))

    def fillers(self):
        """Kinds of other suits, which a short hand fills up with."""
        return [kind for kind in range(54) if tc.suit_of(kind, self.trump) != self.suit]


# --- shapes -------------------------------------------------------------------------------------

# A shape is a tuple of blocks (copies, length) in the order of C5.


def format_shape(shape):
    """Write 2x3+2+1 for a tractor of three, a pair and a single."""
    return "+".join(str(c) if length == 1 else f"{c}x{length}" for c, length in shape)


def parse_shape(text):
    blocks = [[*map(int, part.split("x")), 1][:2] for part in text.split("+")]
    return tuple((copies, length) for copies, length in blocks)


def shapes(decks, most):
    """Every multiset of units of at most so many cards."""
    blocks = [(c, n) for c in (3, 2) if c <= decks for n in range(most // c, 1, -1)]
    blocks += [(c, 1) for c in range(decks, 0, -1)]

    def extend(taken, start, left):
        if taken:
            yield taken
        for i in range(start, len(blocks)):
            copies, length = blocks[i]
            if copies * length <= left:
                yield from extend((*taken, blocks[i]), i, left - copies * length)

    found = extend((), 0, most)
    return sorted(found, key=lambda shape: (sum(c * n for c, n in shape), shape))


def shape_of(cards, trump):
    return tuple((unit.copies, unit.length) for unit in tc.decompose(cards, trump))


def lead_of(shape, trump, suit):
    """Cards of a suit whose canonical units have the shape; None if the suit is too small."""
    steps = {}
    for tied in tc.order(trump)[suit]:
        steps[tc.Unit(tc.Cards([tied[0]]), trump).step] = tied

    def place(i, taken, used):
        if i == len(shape):
            return taken
        copies, length = shape[i]
        for bottom in sorted(steps):
            run = []
            for step in range(bottom, bottom + length):
                free = [kind for kind in steps.get(step, ()) if kind not in used]
                run += free[:1]
            if len(run) < length:
                continue
            cards = taken + tc.Cards(run * copies)
            if shape_of(cards, trump) == shape[: i + 1]:
                found = place(i + 1, cards, used | set(run))
                if found is not None:
                    return found
        return None

    return place(0, tc.Cards(), frozenset())


# --- rule sets ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class RuleSet:
    """Options, the rules they stand for, and the chains of each tier: {what is counted: chains}.

    The predicate is asked about a shape where a chain has at most `most_rows` choices of cards.
    """

    about: str
    options: dict
    quick: dict
    full: dict
    most_rows: int = 5_000_000

    def rules(self, decks):
        return tc.Rules(decks=decks, **self.options)

    def chains(self, tier, what):
        return [Chain.parse(text) for text in getattr(self, tier).get(what, "").split()]


# The chains that the oracle counts as well are those of at most four kinds, with three decks three.
SMALL = (
    "side/2/4 trump/2/4 no_trump/2/4 twos_no_trump/2/4 twos_trump/2/4 "
    "side/3/3 trump/3/3 no_trump/3/3 twos_no_trump/3/3 twos_trump/3/3 "
)
TWO_DECKS = "side/2/4 trump/2/4 twos_no_trump/2/4 side/2/6 trump/2/6 twos_no_trump/2/6"
THREE_DECKS = (
    "side/3/3 trump/3/3 twos_no_trump/3/3 twos_trump/3/3 "
    "side/3/5 trump/3/5 twos_no_trump/3/5 twos_trump/3/5"
)
BOTH = TWO_DECKS + " " + THREE_DECKS
TWO_DECKS_FULL = "side/2/6 side/2/8 side/2/10 trump/2/8 twos_no_trump/2/8 twos_trump/2/8"
THREE_DECKS_FULL = "side/3/5 side/3/6 trump/3/6 twos_no_trump/3/6 twos_trump/3/6"
BOTH_FULL = TWO_DECKS_FULL + " " + THREE_DECKS_FULL


def follow(about, quick, full, **options):
    return RuleSet(about, options, {"follow": quick}, {"follow": full})


def throw(about, **options):
    quick = "side/2/4 twos_no_trump/2/4 side/3/3 side/2/6 trump/2/6 twos_no_trump/2/6 side/3/4"
    full = "side/2/8 trump/2/8 twos_no_trump/2/8 side/3/6"
    return RuleSet(about, options, {"throw": quick}, {"throw": full})


def order(about, quick, full):
    parts = ("lead", "throw", "follow")
    return RuleSet(about, {}, dict.fromkeys(parts, quick), dict.fromkeys(parts, full))


RULE_SETS = {
    "default": RuleSet(
        "C, F, T: the defaults",
        {},
        {
            "lead": SMALL + "side/2/6 trump/2/6 no_trump/2/6 twos_no_trump/2/6 side/3/4",
            "throw": SMALL + "side/2/6 trump/2/6 twos_no_trump/2/6 twos_trump/2/6 side/3/5",
            "follow": SMALL
            + "side/2/6 side/2/8 trump/2/8 no_trump/2/6 twos_no_trump/2/6 twos_trump/2/6 "
            "side/3/5 trump/3/5 no_trump/3/4 twos_no_trump/3/5 twos_trump/3/5",
        },
        {
            "lead": "side/2/6 side/2/10 trump/2/8 twos_no_trump/2/8 twos_trump/2/8 "
            "side/3/4 side/3/6 trump/3/6",
            "throw": "side/2/10 trump/2/10 twos_no_trump/2/10 twos_trump/2/8 side/3/8 trump/3/6",
            "follow": "side/2/6 side/2/8 side/2/12 trump/2/10 twos_no_trump/2/10 twos_trump/2/10 "
            "side/3/5 side/3/8 trump/3/8 no_trump/3/6 twos_no_trump/3/6 twos_trump/3/6",
        },
        most_rows=120_000_000,
    ),
    "triples_first": follow(
        "F7: a Titanic is answered by triples before tractors",
        THREE_DECKS,
        THREE_DECKS_FULL,
        titanic_answer="triples_first",
    ),
    "follow_pairs": follow(
        "F7: a tractor led asks for pairs, run or not",
        BOTH,
        BOTH_FULL,
        follow_tractor="pairs",
    ),
    "short_free": follow(
        "F7: a run shorter than the tractor led is not owed as a run",
        BOTH,
        BOTH_FULL,
        short_tractor="free",
    ),
    "answer_pairs": follow(
        "F7: a tractor in a throw asks for its pairs only",
        BOTH,
        BOTH_FULL,
        throw_answer="pairs",
    ),
    "answers_mixed": follow(
        "F7: three of its options together",
        BOTH,
        BOTH_FULL,
        titanic_answer="triples_first",
        short_tractor="free",
        throw_answer="pairs",
    ),
    "protect_triples": follow(
        "F8: pairs and tractors led do not draw on kinds held three times",
        THREE_DECKS,
        THREE_DECKS_FULL,
        draw="protect_triples",
    ),
    "protect_runs": follow(
        "F8: pairs and triples led do not draw on pairs inside runs",
        BOTH,
        BOTH_FULL,
        draw="protect_runs",
    ),
    "protect_both": follow(
        "F8: triples and pairs inside runs are protected, each by its own test",
        BOTH,
        BOTH_FULL,
        draw="protect_both",
    ),
    "protect_mixed": follow(
        "F7, F8: protected cards with other answers to Titanics and tractors",
        BOTH,
        BOTH_FULL,
        draw="protect_both",
        titanic_answer="triples_first",
        short_tractor="free",
    ),
    "suit_only": follow(
        "F8: only the suit binds", BOTH, BOTH_FULL, draw="suit_only"
    ),
    "opponents": throw("T3: the partner's hand does not break a throw", throw_against="opponents"),
    "plain_levels": order(
        "O7: in no trump level cards are ordinary cards",
        "plain_levels/2/4 plain_levels_twos/2/4 plain_levels/3/3 plain_levels_twos/3/3 "
        "plain_levels/2/6 plain_levels_twos/2/6 plain_levels_twos/3/4",
        "plain_levels/2/8 plain_levels/3/6 plain_levels_twos/3/6",
    ),
    "gap_apart": order(
        "O7: the ranks either side of the level are not adjacent",
        "gap_apart/2/4 gap_apart/3/3 gap_apart/2/6 gap_apart/3/4",
        "gap_apart/2/8 gap_apart/3/6",
    ),
    "loose_levels": order(
        "O7: level cards, permanent twos and jokers do not chain, but for the jokers",
        "loose_levels/2/4 loose_levels_twos/2/4 loose_levels/3/3 loose_levels_twos/3/3 "
        "loose_levels/2/6 loose_levels_twos/2/6 loose_levels/3/4",
        "loose_levels/2/8 loose_levels/3/6 loose_levels_twos/3/6",
    ),
}
