"""A slow, obvious rule engine for Tractor, written from rules.md alone.

It shares no code with tractor_core and is what the fast engine is compared with. Plain data:
a kind is an int 0..53, cards are a sorted tuple of kinds with repeats. Ids in docstrings (C5,
F2, ...) are those of rules.md.
"""

from collections import Counter, namedtuple
from functools import lru_cache
from itertools import product

SUITS = "dchs"
RANKS = "23456789TJQKA"
SJ, BJ = 52, 53
ALL_KINDS = range(54)

# Every option of T, F, R, K and L with its values, the default first. level_table None: by decks.
# find_partner (B7) is here because T3 asks for it; throw_penalty and kitty_flat take any figures.
OPTIONS = {
    "throw_against": ("others", "opponents"),
    "find_partner": (False, True),
    "failed_throw": ("lowest", "fewest", "smallest"),
    "throw_penalty": (0, 10),
    "titanic_answer": ("tractor_first", "triples_first"),
    "follow_tractor": ("full", "pairs"),
    "short_tractor": ("owed", "free"),
    "throw_answer": ("full", "pairs"),
    "draw": ("all", "protect_triples", "protect_runs", "protect_both", "suit_only"),
    "ruff_compare": ("first_unit", "every_unit", "each_shape", "next_unit", "top_card"),
    "ruff_cover": ("split", "exact"),
    "kitty_units": ("played", "led"),
    "kitty": (
        "power_of_cards",
        "per_pair",
        "per_linked_pair",
        "by_length",
        "by_length_literal",
        "flat",
        "twice_cards",
        "twice_longest",
        "none",
    ),
    "kitty_flat": ((2, 2, 4), (1, 2, 4), (2, 4, 8)),
    "level_table": (
        None,
        "eighty",
        "eighty_up",
        "forty",
        "hundred",
        "titanic",
        "competition",
        "eighty_base",
        "forty_five",
        "forty_five_points",
    ),
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}
ANY_FIGURE = ("throw_penalty", "kitty_flat")

# A queue of duties (F2) puts a duty that joins behind the equal ones already waiting. With False,
# equal duties stand by the unit led they come from (Titanic, tractor, triple, pair) instead.
JOINERS_LAST = True

Unit = namedtuple("Unit", "copies length step suit cards")
Duty = namedtuple("Duty", "copies length origin")

# F3: outcomes are pairs (rank, length), compared as tuples.
TITANIC, TRACTOR, TRIPLE, PAIR, NONE = 4, 3, 2, 1, 0
NOTHING = (NONE, 0)
REASONS = {
    TITANIC: "MUST_PLAY_TITANIC",
    TRACTOR: "MUST_PLAY_TRACTOR",
    TRIPLE: "MUST_PLAY_TRIPLE",
    PAIR: "MUST_PLAY_PAIR",
}


def full_rules(rules):
    """The defaults with the given overrides; an unknown name or value is a ValueError."""
    for name, value in (rules or {}).items():
        if name not in OPTIONS or (name not in ANY_FIGURE and value not in OPTIONS[name]):
            raise ValueError(f"no such option: {name}={value!r}")
    return {**DEFAULTS, **(rules or {})}


# ---------------------------------------------------------------- cards


def kind_of(token):
    """The kind of one token: As, Td, 10d, SJ, BJ."""
    if token in ("SJ", "BJ"):
        return SJ if token == "SJ" else BJ
    rank, suit = token[:-1].replace("10", "T"), token[-1].lower()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS:
        raise ValueError(f"no such card: {token!r}")
    return 13 * SUITS.index(suit) + RANKS.index(rank)


def cards(text_):
    """Notation to cards: cards("As As Kh Td SJ BJ")."""
    return tuple(sorted(kind_of(token) for token in text_.split()))


def text(cards_):
    """Cards to notation."""
    return " ".join(
        {SJ: "SJ", BJ: "BJ"}.get(kind) or RANKS[kind % 13] + SUITS[kind // 13] for kind in cards_
    )


def contains(cards_, part):
    """Does the multiset hold the part?"""
    return not Counter(part) - Counter(cards_)


def without(cards_, part):
    """The cards less the part, which they must hold."""
    if not contains(cards_, part):
        raise ValueError("cards not held")
    return tuple(sorted((Counter(cards_) - Counter(part)).elements()))


def sub_multisets(cards_, n):
    """Every distinct n-card part of the cards, as sorted tuples."""
    if n == 0:
        yield ()
    elif n <= len(cards_):
        kind = cards_[0]
        rest = tuple(k for k in cards_ if k != kind)
        for copies in range(min(n, len(cards_) - len(rest)), -1, -1):
            for part in sub_multisets(rest, n - copies):
                yield (kind,) * copies + part


def count_sub_multisets(cards_, n):
    """How many sub_multisets there are."""
    ways = [1] + [0] * n
    for held in Counter(cards_).values():
        ways = [sum(ways[max(0, size - held) : size + 1]) for size in range(n + 1)]
    return ways[n]


# ---------------------------------------------------------------- O: the order of cards


class Order:
    """O1-O7: the order of cards for one trump. suit None is no trump."""

    def __init__(
        self,
        level,
        suit=None,
        permanent_twos=False,
        no_trump_levels="trump",
        gap_adjacent=True,
        level_tractors=True,
    ):
        self.level, self.suit, self.permanent_twos = level, suit, permanent_twos
        self.plain_levels = suit is None and no_trump_levels == "plain"
        self.gap_adjacent, self.level_tractors = gap_adjacent, level_tractors
        self.key = (level, suit, permanent_twos, no_trump_levels, gap_adjacent, level_tractors)
        self._suit, self._step, self._tiers = {}, {}, {}
        for name in ("trump", *SUITS):
            self._number(name, self._chain(name))

    def __eq__(self, other):
        return isinstance(other, Order) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def suit_of(self, kind):
        """O6: "trump", or "d", "c", "h", "s"."""
        return self._suit[kind]

    def step_of(self, kind):
        """The step within its suit: higher is stronger, adjacent steps (O5) differ by 1."""
        return self._step[kind]

    def tiers(self):
        """Per suit its steps high to low, each a sorted list of kinds."""
        return self._tiers

    def _is_plain(self, rank):
        """O1: is this rank an ordinary card of its suit?"""
        if rank == 2 and self.permanent_twos:
            return False
        return rank != self.level or self.plain_levels

    def _chain(self, name):
        """O2-O4: the steps of a suit, low to high, as (what, rank, kinds)."""
        if name != "trump" and self.suit is not None and name == SUITS[self.suit]:
            return []
        suit = self.suit if name == "trump" else SUITS.index(name)
        chain = []
        if suit is not None:
            plain = [rank for rank in range(2, 15) if self._is_plain(rank)]
            chain = [("plain", rank, [13 * suit + rank - 2]) for rank in plain]
        if name == "trump":
            if not self._is_plain(2) and (self.level != 2 or self.plain_levels):
                chain += self._off_and_main(2)
            if not self.plain_levels:
                chain += self._off_and_main(self.level)
            chain += [("joker", None, [SJ]), ("joker", None, [BJ])]
        return chain

    def _off_and_main(self, rank):
        """O2, O3: the off-suit cards of a rank on one step, then that of the trump suit."""
        kinds = [13 * suit + rank - 2 for suit in range(4)]
        if self.suit is None:
            return [("special", rank, kinds)]
        main = kinds.pop(self.suit)
        return [("special", rank, kinds), ("special", rank, [main])]

    def _adjacent(self, lower, upper):
        """O5, O7: do two neighbouring steps of a suit chain?"""
        if lower[0] == upper[0] == "plain":
            return upper[1] - lower[1] == 1 or self.gap_adjacent
        return lower[0] == upper[0] == "joker" or self.level_tractors

    def _number(self, name, chain):
        step, below = 0, None
        for tier in chain:
            if below is not None:
                step += 1 if self._adjacent(below, tier) else 2
            for kind in tier[2]:
                self._suit[kind], self._step[kind] = name, step
            below = tier
        self._tiers[name] = [sorted(tier[2]) for tier in reversed(chain)]


def in_suit(cards_, suit, order):
    """The cards of one effective suit."""
    return tuple(kind for kind in cards_ if order.suit_of(kind) == suit)


def the_suit(cards_, order):
    """The one suit of the cards."""
    suits = {order.suit_of(kind) for kind in cards_}
    if len(suits) != 1:
        raise ValueError("cards of one suit wanted")
    return suits.pop()


# ---------------------------------------------------------------- C: units


def unit(cards_, order):
    """C1, C2: the unit that the cards are, or a ValueError."""
    cards_ = tuple(sorted(cards_))
    suit = the_suit(cards_, order)
    counts = Counter(cards_)
    copies = counts[cards_[0]]
    steps = sorted(order.step_of(kind) for kind in counts)
    length = len(steps)
    run = steps == list(range(steps[0], steps[0] + length))
    if set(counts.values()) != {copies} or not run or (length > 1 and copies == 1):
        raise ValueError("not a unit")
    return Unit(copies, length, steps[-1], suit, cards_)


def shape_rank(copies, length):
    """F3: Titanic, tractor, triple, pair, single (as NONE)."""
    if length > 1:
        return TITANIC if copies == 3 else TRACTOR
    return copies - 1


def unit_key(unit_):
    """R2's order, C5's: Titanic, tractor, triple, pair, single; longest, then highest first."""
    rank = shape_rank(unit_.copies, unit_.length)
    return (-rank, -unit_.length, -unit_.step, unit_.cards)


def shapes_of(units):
    """The (copies, length) of the units in R2's order."""
    return tuple((u.copies, u.length) for u in sorted(units, key=unit_key))


def runs_in(steps):
    """Every stretch of consecutive numbers in a set of steps, as (top, length)."""
    return [
        (top, length)
        for top in steps
        for length in range(1, len(steps) + 1)
        if all(top - i in steps for i in range(length))
    ]


@lru_cache(maxsize=100_000)
def decompose(cards_, order):
    """C5: the canonical units; several suits: trumps first, then d c h s."""
    units = []
    for suit in ("trump", *SUITS):
        left = Counter(in_suit(cards_, suit, order))
        for copies, shortest in ((3, 2), (2, 2), (3, 1), (2, 1), (1, 1)):
            while True:
                steps = {order.step_of(kind) for kind in left if left[kind] >= copies}
                runs = [(n, top) for top, n in runs_in(steps) if n >= shortest]
                if shortest == 1:
                    runs = [(n, top) for n, top in runs if n == 1]
                if not runs:
                    break
                length, top = max(runs)
                taken = []
                for step in range(top - length + 1, top + 1):
                    serving = [
                        (left[kind], kind)
                        for kind in left
                        if order.step_of(kind) == step and left[kind] >= copies
                    ]
                    taken += [min(serving)[1]] * copies
                left -= Counter(taken)
                units.append(Unit(copies, length, top, suit, tuple(sorted(taken))))
    return tuple(units)


def partitions(cards_, order):
    """C6: every partition of one-suit cards into units, the canonical one first."""
    the_suit(cards_, order)
    canonical = tuple(sorted(decompose(cards_, order), key=unit_key))
    others = _partitions(tuple(sorted(cards_)), order) - {canonical}
    return [canonical, *sorted(others, key=lambda units: [unit_key(u) for u in units])]


@lru_cache(maxsize=50_000)
def _partitions(cards_, order):
    """The lowest kind goes into some unit; the rest is partitioned in every way."""
    if not cards_:
        return frozenset({()})
    found = set()
    for first in _units_with(cards_, cards_[0], order):
        for rest in _partitions(without(cards_, first.cards), order):
            found.add(tuple(sorted((first, *rest), key=unit_key)))
    return frozenset(found)


def _units_with(cards_, kind, order):
    """Every unit in the cards that holds the kind."""
    held, here = Counter(cards_), order.step_of(kind)
    for copies in range(1, held[kind] + 1):
        able = {}
        for other in held:
            if held[other] >= copies and (other == kind or order.step_of(other) != here):
                able.setdefault(order.step_of(other), []).append(other)
        for top, length in runs_in(set(able)):
            if top - length < here <= top and (length == 1 or copies > 1):
                steps = range(top - length + 1, top + 1)
                for kinds in product(*(able[step] for step in steps)):
                    yield unit(sorted(kinds * copies), order)


def units_led(lead, order, units=None):
    """C6: the units named, checked, else the canonical ones."""
    the_suit(lead, order)
    if units is None:
        return list(decompose(tuple(sorted(lead)), order))
    units = [unit(u.cards if isinstance(u, Unit) else u, order) for u in units]
    if sorted(kind for u in units for kind in u.cards) != sorted(lead):
        raise ValueError("the units are not a partition of the lead")
    return units


# ---------------------------------------------------------------- T: throws


def holds_higher(unit_, hand, order):
    """T2: does the hand hold, in that suit, a unit of the same shape with a higher top step?"""
    held = Counter(in_suit(hand, unit_.suit, order))
    steps = {order.step_of(kind) for kind in held if held[kind] >= unit_.copies}
    return any(n == unit_.length and top > unit_.step for top, n in runs_in(steps))


def check_throw(cards_, others, order, rules=None, units=None):
    """T1-T5: what becomes of a lead; others are the hands after the leader in playing order."""
    rules = full_rules(rules)
    led = tuple(sorted(cards_))
    units = units_led(led, order, units)
    watched = list(range(len(others)))
    if rules["throw_against"] == "opponents" and not rules["find_partner"]:
        watched = [seat for seat in watched if seat != 1]
    failing, beaten_by = [], []
    if len(units) > 1:
        for unit_ in units:
            above = [seat for seat in watched if holds_higher(unit_, others[seat], order)]
            if above:
                failing.append(unit_)
                beaten_by.append(above[0])
    returned, penalty = (), 0
    if failing:
        penalty = rules["throw_penalty"]
        keys = {
            "lowest": lambda u: (u.step, len(u.cards), u.cards),
            "fewest": lambda u: (len(u.cards), u.step, u.cards),
            "smallest": lambda u: (len(u.cards), u.step, u.cards),
        }
        choice = units if rules["failed_throw"] == "smallest" else failing
        led = min(choice, key=keys[rules["failed_throw"]]).cards
        returned = without(cards_, led)
    return {
        "stands": not failing,
        "led": led,
        "returned": returned,
        "failing": failing,
        "beaten_by": beaten_by,
        "penalty": penalty,
    }


# ---------------------------------------------------------------- F: following
# A holding is what matters of a suit for duties: per step, the kinds on it as (have, held): copies
# that may be taken, and copies left in the hand they come from (F8). Under draw "all" and for the
# whole hand the two are equal. Kinds without a pair are dropped and steps renumbered.


def _holding(steps):
    """The canonical holding of {step: [(have, held), ...]}."""
    found, number, below = [], 0, None
    for step in sorted(steps):
        kinds = [(have if have > 1 else 0, held) for have, held in steps[step] if held > 1]
        if kinds:
            if below is not None:
                number += 1 if step == below + 1 else 2
            found.append((number, tuple(sorted(kinds))))
            below = step
    return tuple(found)


def holding(cards_, hand, order):
    """The holding of one-suit cards that are part of the hand's cards of that suit."""
    have, steps = Counter(cards_), {}
    for kind, held in Counter(hand).items():
        steps.setdefault(order.step_of(kind), []).append((have[kind], held))
    return _holding(steps)


@lru_cache(maxsize=400_000)
def _takings(state, copies, length, spare_triples, spare_runs):
    """What may be left after a unit of this shape is taken, one kind per step, in every way."""
    steps, left = dict(state), set()

    def free(step, kind):
        have, held = kind
        if spare_triples and held == 3:
            return False
        beside = steps.get(step - 1, ()) + steps.get(step + 1, ())
        if spare_runs and any(other >= 2 for _, other in beside):
            return False
        return have >= copies

    for low in steps:
        run = range(low, low + length)
        serving = [{kind for kind in steps.get(s, ()) if free(s, kind)} for s in run]
        for kinds in product(*serving):
            after = {step: list(held) for step, held in state}
            for step, kind in zip(run, kinds, strict=True):
                after[step].remove(kind)
                after[step].append((kind[0] - copies, kind[1] - copies))
            left.add(_holding(after))
    return frozenset(left)


def _place(duty):
    """F2: the place of a duty in the queue."""
    key = (-shape_rank(duty.copies, duty.length), -duty.length)
    return key if JOINERS_LAST else (*key, -duty.origin)


def _duties(units, rules):
    """F2, F7: the duties that the units led set."""
    duties = []
    for unit_ in sorted(units, key=unit_key):
        origin = shape_rank(unit_.copies, unit_.length)
        loose = rules["follow_tractor"] == "pairs"
        loose = loose or (rules["throw_answer"] == "pairs" and len(units) > 1)
        if origin == TRACTOR and loose:
            duties += [Duty(2, 1, origin)] * unit_.length
        elif origin != NONE:
            duties.append(Duty(unit_.copies, unit_.length, origin))
    return tuple(sorted(duties, key=_place))


def _offers(duty, titanic_answer, short_tractor):
    """F2, F7: how a duty may be met, best first: (outcome, copies, length, times, joining)."""
    copies, length, origin = duty

    def rest(of_copies, n, as_units=False):
        """The duties for n steps not met: a run, or n units."""
        if as_units or n < 2:
            return [Duty(of_copies, 1, origin)] * n
        return [Duty(of_copies, n, origin)]

    lengths = range(length, 1, -1)
    rank = shape_rank(copies, length)
    if rank == TITANIC:
        for m in lengths:
            yield (TITANIC, m), 3, m, 1, rest(3, length - m)
        if titanic_answer == "triples_first":
            for t in range(length, 0, -1):
                yield (TRIPLE, t), 3, 1, t, rest(2, length - t)
            yield NOTHING, 0, 0, 0, rest(2, length)
        else:
            for m in lengths:
                yield (TRACTOR, m), 2, m, 1, rest(3, length - m)
            yield NOTHING, 0, 0, 0, rest(3, length, as_units=True)
    elif rank == TRACTOR:
        for m in lengths:
            if m == length or short_tractor == "owed" or origin != TRACTOR:
                yield (TRACTOR, m), 2, m, 1, rest(2, length - m)
        yield NOTHING, 0, 0, 0, rest(2, length, as_units=True)
    elif rank == TRIPLE:
        yield (TRIPLE, 1), 3, 1, 1, []
        yield NOTHING, 0, 0, 0, rest(2, 1)
    else:
        yield (PAIR, 1), 2, 1, 1, []
        yield NOTHING, 0, 0, 0, []


@lru_cache(maxsize=400_000)
def _answer(state, duties, titanic_answer, short_tractor, draw):
    """F3: step by step, with every state that the choices so far may have led to."""
    states, queue, outcomes = {state}, list(duties), []
    while queue:
        duty = queue.pop(0)
        spare_triples = draw in ("protect_triples", "protect_both")
        spare_triples = spare_triples and duty.origin in (PAIR, TRACTOR)
        spare_runs = draw in ("protect_runs", "protect_both")
        spare_runs = spare_runs and duty.copies == 2 and duty.length == 1
        spare_runs = spare_runs and duty.origin in (PAIR, TRIPLE)
        for offer in _offers(duty, titanic_answer, short_tractor):
            outcome, copies, length, times, joining = offer
            after = states
            for _ in range(times):
                ways = [_takings(s, copies, length, spare_triples, spare_runs) for s in after]
                after = set().union(*ways)
            if after:  # NOTHING always comes to this
                outcomes.append(outcome)
                queue = sorted(queue + joining, key=_place)
                states = after
                break
    return tuple(outcomes)


def answer(cards_, units, order, rules=None, hand=None):
    """F3: the answer of one-suit cards to the units led, as (rank, length) outcomes.

    hand: the cards of that suit in the hand, by which cards are protected (F8); None: the cards.
    """
    rules = full_rules(rules)
    draw = rules["draw"]
    if hand is None or draw in ("all", "suit_only"):
        hand = cards_
    return _answer(
        holding(cards_, hand, order),
        _duties(units, rules),
        rules["titanic_answer"],
        rules["short_tractor"],
        draw,
    )


def _shortfall(play, held, units, order, rules):
    """F3, F8: None, or the outcome of the hand that the play first falls short of.

    play and held are of the suit led, and held has more cards than the play.
    """
    if rules["draw"] == "suit_only":
        return None
    theirs, owed = answer(play, units, order, rules, held), answer(held, units, order, rules)
    if theirs >= owed:
        return None
    short = next(o for t, o in zip(theirs, owed, strict=False) if t != o)
    if rules["draw"] != "all":
        strict = {**rules, "draw": "all"}
        if answer(play, units, order, strict) >= answer(held, units, order, strict):
            return None
    return short


def refusal(play, hand, lead, order, rules=None, units=None):
    """F1-F8: None for a legal follow, else the name of the reason."""
    rules = full_rules(rules)
    units = units_led(lead, order, units)
    suit = the_suit(lead, order)
    held, followed = in_suit(hand, suit, order), in_suit(play, suit, order)
    if not play:
        return "EMPTY"
    if len(play) != len(lead):
        return "WRONG_COUNT"
    if not contains(hand, play):
        return "NOT_HELD"
    if len(followed) < min(len(lead), len(held)):
        return "MUST_FOLLOW_SUIT"
    if len(held) <= len(lead):
        return None
    short = _shortfall(followed, held, units, order, rules)
    return None if short is None else REASONS[short[0]]


def is_legal_follow(play, hand, lead, order, rules=None, units=None):
    """F3: may this hand play these cards?"""
    return refusal(play, hand, lead, order, rules, units) is None


def _each_legal_follow(hand, lead, order, rules, units):
    rules = full_rules(rules)
    units = units_led(lead, order, units)
    suit = the_suit(lead, order)
    hand = tuple(sorted(hand))
    held = in_suit(hand, suit, order)
    if len(held) <= len(lead):
        for part in sub_multisets(without(hand, held), len(lead) - len(held)):
            yield tuple(sorted(held + part))
    else:
        for part in sub_multisets(held, len(lead)):
            if _shortfall(part, held, units, order, rules) is None:
                yield part


def legal_follows(hand, lead, order, rules=None, units=None):
    """F3: every distinct legal play, ascending. F1 is used to try no hopeless ones."""
    return sorted(_each_legal_follow(hand, lead, order, rules, units))


def count_legal_follows(hand, lead, order, rules=None, units=None):
    """How many legal_follows there are."""
    held = in_suit(hand, the_suit(lead, order), order)
    if len(held) <= len(lead):
        return count_sub_multisets(without(hand, held), len(lead) - len(held))
    return sum(1 for _ in _each_legal_follow(hand, lead, order, rules, units))


# ---------------------------------------------------------------- R: ruffs and the winner


@lru_cache(maxsize=400_000)
def _divisions(left, shapes, limit):
    """R2, R4: every division into exactly the shapes, as its top steps, highest first in a shape.

    left: per step the sorted copies of its kinds; limit: the last top step of the same shape.
    """
    if not shapes:
        return frozenset() if left else frozenset({()})
    copies, length = shapes[0]
    steps = dict(left)
    if copies == 1:
        tops = [step for step in sorted(steps, reverse=True) for _ in range(sum(steps[step]))]
        return frozenset({tuple(tops)} if len(tops) == len(shapes) else ())
    found = set()
    for top in steps:
        if limit is not None and top > limit:
            continue
        run = range(top - length + 1, top + 1)
        serving = [{held for held in steps.get(s, ()) if held >= copies} for s in run]
        for kinds in product(*serving):
            after = {step: list(held) for step, held in left}
            for step, held in zip(run, kinds, strict=True):
                after[step].remove(held)
                after[step].append(held - copies)
            same = shapes[1:2] == shapes[:1]
            for rest in _divisions(_copies_left(after), shapes[1:], top if same else None):
                found.add((top, *rest))
    return frozenset(found)


def _copies_left(steps):
    """The canonical copies per step, for _divisions."""
    kept = [(step, tuple(sorted(n for n in held if n))) for step, held in sorted(steps.items())]
    return tuple((step, held) for step, held in kept if held)


def divisions(play, units, order, rules):
    """R1, R4: the divisions of a one-suit play into the shapes led; empty if it does not cover."""
    shapes = shapes_of(units)
    if rules["ruff_cover"] == "exact":
        own = sorted(decompose(tuple(sorted(play)), order), key=unit_key)
        return {tuple(u.step for u in own)} if shapes_of(own) == shapes else set()
    steps = {}
    for kind, held in Counter(play).items():
        steps.setdefault(order.step_of(kind), []).append(held)
    return set(_divisions(_copies_left(steps), shapes, None))


def can_ruff(play, lead, order, rules=None, units=None):
    """R1: would these cards, from a hand void in the side suit led, be a ruff?"""
    rules = full_rules(rules)
    units = units_led(lead, order, units)
    if the_suit(lead, order) == "trump" or len(play) != len(lead):
        return False
    if any(order.suit_of(kind) != "trump" for kind in play):
        return False
    return bool(divisions(play, units, order, rules))


def _beats(challenger, standing, units, rules):
    """R2, R4: is the later play higher? Both are (divisions, highest step) of one suit."""
    (mine, my_top), (theirs, their_top) = challenger, standing
    shapes = shapes_of(units)
    greatest = max(theirs)
    compare = rules["ruff_compare"]
    if compare == "first_unit":
        return max(d[0] for d in mine) > greatest[0]
    if compare == "next_unit":
        return max(mine) > greatest
    if compare == "top_card":
        return my_top > their_top
    places = range(len(shapes))
    if compare == "each_shape":
        places = [shapes.index(shape) for shape in set(shapes)]
    return any(all(d[i] > greatest[i] for i in places) for d in mine)


def trick_winner(plays, order, rules=None, units=None):
    """R1-R4: the index of the winning play; plays[0] is the lead."""
    rules = full_rules(rules)
    lead = plays[0]
    units = units_led(lead, order, units)
    suit_led = the_suit(lead, order)
    winner, winning_suit, standing = 0, suit_led, None
    for seat, play in enumerate(plays):
        suits = {order.suit_of(kind) for kind in play}
        if len(suits) != 1 or len(play) != len(lead):
            continue
        suit = suits.pop()
        strength = divisions(play, units, order, rules), max(map(order.step_of, play))
        if seat == 0:
            named = tuple(u.step for u in sorted(units, key=unit_key))
            standing = strength[0] or {named}, strength[1]
        elif suit in (suit_led, "trump") and strength[0]:
            ruffs_first = suit == "trump" != winning_suit
            if ruffs_first or (suit == winning_suit and _beats(strength, standing, units, rules)):
                winner, winning_suit, standing = seat, suit, strength
    return winner


# ---------------------------------------------------------------- K: points and the kitty


def points(cards_):
    """D3: the points in the cards."""
    worth = {RANKS.index("5"): 5, RANKS.index("T"): 10, RANKS.index("K"): 10}
    return sum(worth.get(kind % 13, 0) for kind in cards_ if kind < SJ)


def _longest_run(cards_, copies, order):
    """The most steps of one suit in a row that hold so many copies of a kind each; 0 if none."""
    held, longest = Counter(cards_), 0
    for suit in ("trump", *SUITS):
        kinds = [k for k in held if held[k] >= copies and order.suit_of(k) == suit]
        runs = runs_in({order.step_of(kind) for kind in kinds})
        longest = max([longest, *(length for _, length in runs)])
    return longest


def kitty_multiplier(play, order, rules=None, led=None):
    """K1-K6: the kitty's factor for the last trick's winning play; led: the units led, if known."""
    rules = full_rules(rules)
    units = list(decompose(tuple(sorted(play)), order))
    if rules["kitty_units"] == "led" and led is not None:
        units = list(led)
    cards_ = [kind for u in units for kind in u.cards]
    largest = max(len(u.cards) for u in units)
    pairs = sum(1 for held in Counter(cards_).values() if held >= 2)
    kitty = rules["kitty"]
    if kitty == "power_of_cards":
        return min(2**largest, 64)
    if kitty == "per_pair":
        return 2 * 2**pairs
    if kitty == "per_linked_pair":
        linked = max([u.length for u in units if u.copies >= 2], default=0)
        return 2 * 2**linked
    if kitty in ("by_length", "by_length_literal"):
        literal = kitty == "by_length_literal"
        triples, tractor = _longest_run(cards_, 3, order), _longest_run(cards_, 2, order)
        if triples >= 2:
            return 2 * 3**triples
        if pairs >= 3 if literal else triples == 1:
            return 6
        if tractor >= 2:
            return 2 * 2**tractor
        return 4 if pairs >= (2 if literal else 1) else 2
    if kitty == "flat":
        if len(units if led is None else led) > 1:
            return rules["kitty_flat"][0]
        return rules["kitty_flat"][min(len(units[0].cards) - 1, 1) + (units[0].length > 1)]
    if kitty == "twice_cards":
        return 2 * len(play)
    return 2 * largest if kitty == "twice_longest" else 0


# ---------------------------------------------------------------- L: levels

# Points from, side and levels; "+40": from the last row on, one level more for every 40 points.
LEVEL_TABLES = {
    "eighty": "0 d3, 5 d2, 40 d1, 80 swap, 120 a1 +40",
    "eighty_up": "0 d3, 5 d2, 40 d1, 80 a1 +40",
    "forty": "0 d3, 5 d2, 20 d1, 40 swap, 60 a1 +20",
    "hundred": "0 d2, 5 d1, 40 swap, 80 a1, 100 a2",
    "titanic": "0 d3, 5 d2, 60 d1, 120 swap, 180 a1 +60",
    "competition": "0 d3, 5 d2, 40 d1, 80 swap, 120 a2, 150 a3",
    "eighty_base": "0 d3, 5 d2, 40 d1, 80 swap, 100 a1, 120 a2, 140 a3, 160 a4, 180 a5, 200 a8",
    "forty_five_points": "0 d3, 5 d1, 45 swap, 65 a1, 85 a2, 100 a3",
}
BY_DECKS = {1: "forty", 2: "eighty", 3: "titanic"}


def level_change(points_, rules=None, decks=2, last_trick=None):
    """L1-L8: (side that gains, levels, side that has the deal); a draw is (None, 0, None).

    last_trick: True or "attackers" when the attackers won the last trick (only L7 asks).
    """
    table = full_rules(rules)["level_table"] or BY_DECKS[decks]
    if table == "forty_five":
        reached, last = points_ >= 45, last_trick in (True, "attackers")
        if reached or last:
            return ("attackers", reached + last, "attackers")
        return (None, 0, None) if points_ >= 40 else ("dealer", 1, "dealer")
    counted = 5 if 0 < points_ < 5 else max(points_, 0)
    for row in LEVEL_TABLES[table].split(", "):
        start, gain, *further = row.split()
        if counted < int(start):
            break
        side = "dealer" if gain[0] == "d" else "attackers"
        levels = 0 if gain == "swap" else int(gain[1:])
        if further:
            levels += (counted - int(start)) // int(further[0])
    return (side, levels, side)
