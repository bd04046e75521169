"""Counts over every holding of short chains, as stored in the folders quick and full.

    python tests/counts/count.py --tier quick               compare with the stored counts
    python tests/counts/count.py --tier full --write        store them anew
    python tests/counts/count.py --divide side/2/4 2x2      a follow count, holding by holding

Follows are counted by three routes that must agree: the count (`batch.count_legal_follows`), the
predicate (`batch.is_legal_follow` of every choice of cards) and the list (`legal_follows`).
Throws are judged by the engine and by the tables below, on small chains by `check_throw` too.

A line of a file names what is counted, the total over all holdings, and a hash of the single
counts, which shows errors that cancel out in the total.
"""

import argparse
import sys
import time
from functools import lru_cache
from itertools import product
from pathlib import Path

import numpy as np
from chains import RULE_SETS, Chain, format_shape, lead_of, parse_shape, shapes

import tractor_core as tc
from tractor_core import batch

FOLDER = Path(__file__).parent
U64 = np.uint64
MASK = 2**64 - 1
MOST_CARDS = {2: 8, 3: 9}  # of the shapes led, by decks
FAILED_THROW = ("lowest", "fewest", "smallest")
UNIT_KINDS = ("single", "pair", "triple", "tractor", "titanic")

# Up to how many holdings of a chain the follows and leads, and the partitions, are listed.
MOST_LISTED = {"quick": 300, "full": 1100}
MOST_PARTITIONED = {"quick": 100, "full": 800}

# Where two routes differ a line with this key says so, which no file has.
DISAGREE = "disagree"


# --- hashes ---------------------------------------------------------------------------------------


def mix(x):
    """The finaliser of SplitMix64, of an array or an int."""
    if isinstance(x, int):
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
        return x ^ (x >> 31)
    x = (x ^ (x >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U64(27))) * U64(0x94D049BB133111EB)
    return x ^ (x >> U64(31))


def hash_of(values, numbers=None):
    """Sum of mixed (number, value): the order of adding does not matter."""
    values = np.asarray(values).astype(U64)
    numbers = np.arange(len(values), dtype=U64) if numbers is None else numbers.astype(U64)
    seeds = numbers * U64(0x9E3779B97F4A7C15) + U64(1)
    return int(mix(mix(seeds) ^ values).sum(dtype=U64))


def total_and_hash(counts):
    return f"{int(np.sum(counts))} {hash_of(counts):016x}"


# --- holdings as arrays ---------------------------------------------------------------------------


def digits(numbers, base, size):
    return numbers[:, None] // base ** np.arange(size, dtype=np.int64) % base


def planes_of(copies, kinds):
    """Planes of rows of copies of some kinds."""
    planes = np.zeros((len(copies), 3), U64)
    for column, kind in enumerate(kinds):
        for plane in range(3):
            held = (copies[:, column] > plane).astype(U64)
            planes[:, plane] |= held << U64(kind)
    return planes


@lru_cache(maxsize=4)
def holdings(chain):
    """Copies and planes of every holding."""
    copies = digits(np.arange(chain.holdings, dtype=np.int64), chain.base, chain.size)
    return copies, planes_of(copies, chain.kinds)


def filled(planes, sizes, n, chain):
    """Hands with so many fillers that they have n cards."""
    fillers = chain.fillers()
    masks = [sum(1 << kind for kind in fillers[:many]) for many in range(len(fillers) + 1)]
    hands = planes.copy()
    hands[:, 0] |= np.array(masks, U64)[np.maximum(n - sizes, 0)]
    return hands


class Half:
    """The pairs (a, b) of copies of a half of the kinds of a chain."""

    def __init__(self, chain, first, last, pairs):
        kinds = chain.kinds[first:last]
        many = np.arange(len(pairs) ** len(kinds), dtype=np.int64)
        table = np.array(pairs, np.int64)[digits(many, len(pairs), len(kinds))]
        weights = chain.base ** np.arange(first, last, dtype=np.int64)
        self.a_number = (table[:, :, 0] * weights).sum(axis=1)
        self.b_number = (table[:, :, 1] * weights).sum(axis=1)
        self.a_planes = planes_of(table[:, :, 0], kinds)
        self.b_planes = planes_of(table[:, :, 1], kinds)
        self.a_size = table[:, :, 0].sum(axis=1)
        self.b_size = table[:, :, 1].sum(axis=1)


# --- follows --------------------------------------------------------------------------------------


def tiled(lead, rows):
    return np.tile(np.array(lead.planes, U64), (rows, 1))


def by_count(chain, lead, rules):
    """Legal plays in the suit, by holding.

    A hand short of the suit has one filler more than it needs: then there are as many plays as
    fillers, which is taken off so that 1 is left.
    """
    copies, planes = holdings(chain)
    sizes = copies.sum(axis=1)
    n = len(lead)
    short = sizes <= n
    hands = filled(planes, np.where(short, sizes, n + 1), n + 1, chain)
    counts = batch.count_legal_follows(hands, tiled(lead, len(hands)), chain.trump, rules)
    counts = counts.astype(np.int64)
    counts[short] -= n - sizes[short]
    return counts


def by_list(chain, lead, rules):
    counts = []
    n = len(lead)
    for number in range(chain.holdings):
        hand = chain.cards(number)
        fillers = max(n + 1 - len(hand), 0)
        hand = tc.Cards(hand + tuple(chain.fillers()[:fillers]))
        plays = list(tc.legal_follows(hand, lead, chain.trump, rules))
        counts.append(len(plays) - max(fillers - 1, 0))
    return np.array(counts)


def rows_of_predicate(chain, n):
    """How many pairs of a holding and n cards of it there are."""
    ways = np.zeros(n + 1, dtype=object)
    ways[0] = 1
    for _ in range(chain.size):
        # a kind of which c copies are played is held in decks + 1 - c ways
        ways = sum(
            np.concatenate([np.zeros(c, dtype=object), ways[: n + 1 - c]]) * (chain.base - c)
            for c in range(chain.base)
            if c <= n
        )
    return int(ways[n])


def by_predicate(chain, leads, rules):
    """Legal plays in the suit, by holding, for several leads of one length."""
    n = len(leads[0])
    pairs = [(held, play) for held in range(chain.base) for play in range(held + 1)]
    lower = Half(chain, 0, chain.size // 2, pairs)
    upper = Half(chain, chain.size // 2, chain.size, pairs)
    lower_sizes = [np.flatnonzero(lower.b_size == size) for size in range(n + 1)]
    block = chain.base ** (chain.size // 2)
    found = [np.zeros(chain.holdings, np.int64) for _ in leads]
    tiles = [tiled(lead, 0) for lead in leads]
    for number in np.unique(upper.a_number):
        ups = np.flatnonzero((upper.a_number == number) & (upper.b_size <= n))
        low = np.concatenate([lower_sizes[n - upper.b_size[up]] for up in ups])
        up = np.repeat(ups, [len(lower_sizes[n - upper.b_size[up]]) for up in ups])
        long = lower.a_size[low] + upper.a_size[up] >= n
        low, up = low[long], up[long]
        hands = lower.a_planes[low] | upper.a_planes[up]
        plays = lower.b_planes[low] | upper.b_planes[up]
        for i, lead in enumerate(leads):
            if len(tiles[i]) < len(low):
                tiles[i] = tiled(lead, len(low))
            legal = batch.is_legal_follow(plays, hands, tiles[i][: len(low)], chain.trump, rules)
            counts = np.bincount(lower.a_number[low[legal]], minlength=block)
            found[i][number : number + block] = counts
    for i, lead in enumerate(leads):
        found[i] += short_plays(chain, lead, rules)
    return found


def short_plays(chain, lead, rules):
    """1 for a holding shorter than the lead: fillers beside all of it, and not for a card of it."""
    copies, planes = holdings(chain)
    n = len(lead)
    short = np.flatnonzero(copies.sum(axis=1) < n)
    sizes = copies[short].sum(axis=1)
    plays = filled(planes[short], sizes, n, chain)
    hands = filled(planes[short], sizes, n + 1, chain)
    leads = tiled(lead, len(short))
    counts = np.zeros(chain.holdings, np.int64)
    counts[short] += batch.is_legal_follow(plays, hands, leads, chain.trump, rules)
    for column in range(chain.size):
        some = copies[short, column] > 0
        fewer = copies[short].copy()
        fewer[some, column] -= 1
        refused = filled(planes_of(fewer, chain.kinds), sizes - 1, n, chain)
        legal = batch.is_legal_follow(refused, hands, leads, chain.trump, rules)
        counts[short] += legal & some
    return counts


def shapes_led(chain):
    """The shapes that leave a choice, with a lead for each, by number of cards."""
    led = {}
    for shape in shapes(chain.decks, min(MOST_CARDS[chain.decks], chain.most_cards - 1)):
        lead = lead_of(shape, chain.trump, chain.suit)
        if lead is not None:
            led.setdefault(len(lead), {})[shape] = lead
    return led


def count_follows(chain, rule_set, tier):
    """Lines: shape, total, hash."""
    rules = rule_set.rules(chain.decks)
    lines = {}
    for n, led in shapes_led(chain).items():
        counts = [by_count(chain, lead, rules) for lead in led.values()]
        routes = {}
        if rows_of_predicate(chain, n) <= rule_set.most_rows:
            routes["predicate"] = by_predicate(chain, list(led.values()), rules)
        if chain.holdings <= MOST_LISTED[tier]:
            routes["list"] = [by_list(chain, lead, rules) for lead in led.values()]
        for i, shape in enumerate(led):
            key = f"follow {format_shape(shape)}"
            lines[key] = total_and_hash(counts[i])
            for route, found in routes.items():
                differ = np.flatnonzero(counts[i] != found[i])
                if len(differ):
                    first = int(differ[0])
                    lines[f"{DISAGREE} {key} {route}"] = (
                        f"for {len(differ)} holdings, first {tc.Cards(chain.cards(first))}: "
                        f"count {counts[i][first]}, {route} {found[i][first]}"
                    )
    return lines


# --- throws ---------------------------------------------------------------------------------------


def top_of_runs(chain):
    """By (copies, length): the highest top step of such a unit, by holding; -1 for none."""
    copies, _ = holdings(chain)
    steps = [tc.Unit(tc.Cards([kind]), chain.trump).step for kind in chain.kinds]
    tops = {}
    for held in range(1, chain.base):
        on_steps = np.zeros(chain.holdings, np.int64)
        for column, step in enumerate(steps):
            on_steps |= (copies[:, column] >= held).astype(np.int64) << step
        length = 1
        while on_steps.any():
            highest = np.frexp(on_steps.astype(float))[1] - 1
            tops[held, length] = np.where(on_steps > 0, highest + length - 1, -1)
            on_steps &= on_steps >> 1
            length += 1
    return tops


class Thrown:
    """The canonical units of every holding, as arrays [unit, holding]."""

    def __init__(self, chain):
        tops = top_of_runs(chain)
        self.shapes = list(tops)
        self.tops = np.array([tops[shape] for shape in self.shapes])
        units = [tc.decompose(tc.Cards(chain.cards(n)), chain.trump) for n in range(chain.holdings)]
        most = max(map(len, units))
        self.many = np.array([len(each) for each in units])
        shape = (most, chain.holdings)
        self.shape = np.zeros(shape, np.int16)
        self.step = np.full(shape, 99, np.int16)
        self.kind = np.zeros(shape, np.int8)
        self.planes = np.zeros((*shape, 3), U64)
        self.rank = {by: np.full(shape, 99, np.int8) for by in ("step", "cards")}
        for n, each in enumerate(units):
            for i, unit in enumerate(each):
                self.shape[i, n] = self.shapes.index((unit.copies, unit.length))
                self.step[i, n] = unit.step
                self.kind[i, n] = UNIT_KINDS.index(unit.kind)
                self.planes[i, n] = unit.cards.planes
            keys = [(unit.step, len(unit), tuple(unit.cards)) for unit in each]
            for rank, i in enumerate(sorted(range(len(each)), key=lambda i: keys[i])):
                self.rank["step"][i, n] = rank
            keys = [(cards, step, kinds) for step, cards, kinds in keys]
            for rank, i in enumerate(sorted(range(len(each)), key=lambda i: keys[i])):
                self.rank["cards"][i, n] = rank

    def judge(self, thrown, other, seen):
        """By row: the first unit that fails (-1: none), and by failed_throw the unit led."""
        fails = self.tops[self.shape[:, thrown], other] > self.step[:, thrown]
        fails &= (self.many[thrown] > 1) & seen
        first = np.where(fails.any(axis=0), fails.argmax(axis=0), -1)
        led = {
            "lowest": np.where(fails, self.rank["step"][:, thrown], 100).argmin(axis=0),
            "fewest": np.where(fails, self.rank["cards"][:, thrown], 100).argmin(axis=0),
            "smallest": self.rank["cards"][:, thrown].argmin(axis=0),
        }
        return first, led


def count_throws(chain, rule_set, tier):
    """Lines for every cards thrown against every holding of one other hand.

    The other hand sits at the left, opposite and at the right in turn.
    """
    rules = rule_set.rules(chain.decks)
    pairs = [(a, b) for a in range(chain.base) for b in range(chain.base - a)]
    lower = Half(chain, 0, chain.size // 2, pairs)
    upper = Half(chain, chain.size // 2, chain.size, pairs)
    units = Thrown(chain)
    by_rule = {value: replaced(rules, failed_throw=value) for value in FAILED_THROW}
    total = stand = first_hash = 0
    first_kinds = np.zeros(5, np.int64)
    led_hash = dict.fromkeys(FAILED_THROW, 0)
    led_kinds = {value: np.zeros(5, np.int64) for value in FAILED_THROW}
    wrong = {}
    for up in range(len(upper.a_size)):
        low = np.flatnonzero(lower.a_size + upper.a_size[up] > 0)
        thrown = lower.a_number[low] + upper.a_number[up]
        other = lower.b_number[low] + upper.b_number[up]
        numbers = thrown * chain.holdings + other
        seat = (thrown + other) % 3
        leads = lower.a_planes[low] | upper.a_planes[up]
        others = np.zeros((len(low), 3, 3), U64)
        others[np.arange(len(low)), seat] = lower.b_planes[low] | upper.b_planes[up]
        seen = (seat != 1) | (rules.throw_against == "others")
        first, led = units.judge(thrown, other, seen)
        stands = batch.throw_stands(leads, others, chain.trump, rules)
        note_throws(wrong, chain, "throw_stands", stands == (first < 0), thrown, other)
        several = units.many[thrown] > 1
        failing = np.flatnonzero(first >= 0)
        total += int(several.sum())
        stand += int((several & stands).sum())
        kinds = np.where(first < 0, 9, units.kind[first, thrown])
        first_kinds += np.bincount(kinds, minlength=10)[:5]
        first_hash += hash_of(first[several] + 1, numbers[several])
        for value in FAILED_THROW:
            expected = leads.copy()
            expected[failing] = units.planes[led[value][failing], thrown[failing]]
            found = batch.check_throw(leads, others, chain.trump, by_rule[value])
            same = (found == expected).all(axis=1)
            note_throws(wrong, chain, f"check_throw {value}", same, thrown, other)
            kinds = units.kind[led[value][failing], thrown[failing]]
            led_kinds[value] += np.bincount(kinds, minlength=5)
            cards = found[failing, 0] ^ mix(found[failing, 1]) ^ mix(mix(found[failing, 2]))
            led_hash[value] += hash_of(cards, numbers[failing])
    if chain.holdings <= MOST_LISTED[tier]:
        check_single_throws(wrong, chain, rules, units)
    lines = {"throw": f"{total} stand {stand}", "first": kinds_line(first_kinds, first_hash)}
    for value in FAILED_THROW:
        lines[f"led {value}"] = kinds_line(led_kinds[value], led_hash[value])
    return lines | wrong


def replaced(rules, **options):
    return tc.Rules.from_dict(rules.to_dict() | options)


def kinds_line(kinds, hashed):
    names = " ".join(f"{name} {n}" for name, n in zip(UNIT_KINDS, kinds, strict=True))
    return f"{names} {hashed & MASK:016x}"


def note_throws(wrong, chain, what, same, thrown, other):
    """Note the first throw of those that are not the same by the engine and the table."""
    differ = np.flatnonzero(~same)
    if len(differ):
        lead, hand = chain.cards(int(thrown[differ[0]])), chain.cards(int(other[differ[0]]))
        wrong.setdefault(
            f"{DISAGREE} {what}",
            f"with the table, first for {tc.Cards(lead)} against {tc.Cards(hand)}",
        )


def check_single_throws(wrong, chain, rules, units):
    """check_throw and unit_beaten_by against the table."""
    cards = [tc.Cards(chain.cards(number)) for number in range(chain.holdings)]
    copies, _ = holdings(chain)
    for thrown in range(1, chain.holdings):
        other = np.flatnonzero((copies[thrown] + copies).max(axis=1) <= chain.decks)
        seat = (thrown + other) % 3
        seen = (seat != 1) | (rules.throw_against == "others")
        first, led = units.judge(np.full(len(other), thrown), other, seen)
        parts = tc.decompose(cards[thrown], chain.trump)
        same = [
            is_judged(
                cards[thrown],
                parts,
                cards[other[i]],
                int(seat[i]),
                int(first[i]),
                int(led[rules.failed_throw][i]),
                chain.trump,
                rules,
            )
            for i in range(len(other))
        ]
        note_throws(
            wrong, chain, "single check_throw", np.array(same), np.full(len(other), thrown), other
        )


def is_judged(thrown, parts, other, seat, first, led, trump, rules):
    """Whether check_throw finds that the unit number `first` fails first, and leads number led."""
    others = [tc.Cards()] * 3
    others[seat] = other
    result = tc.check_throw(thrown, others, trump, rules)
    if first < 0:
        return result.stands and result.led == thrown and not result.failing
    failing = tuple(part for part in parts if tc.unit_beaten_by(part, other, trump))
    return (
        not result.stands
        and result.failing == failing
        and result.failing[0] == parts[first]
        and result.led == parts[led].cards
        and result.led + result.returned == thrown
        and set(result.beaten_by) == {seat}
    )


# --- leads ----------------------------------------------------------------------------------------


def count_leads(chain, rule_set, tier):
    """Lines for leads, canonical units and partitions of every holding."""
    rules = rule_set.rules(chain.decks)
    trump = chain.trump
    wrong = {}
    counts = {name: [] for name in ("leads", "unit-leads", "units", "partitions")}
    identity = []
    for number in range(chain.holdings):
        cards = tc.Cards(chain.cards(number))
        counts["leads"].append(tc.count_legal_leads(cards, trump, rules))
        counts["unit-leads"].append(tc.count_legal_leads(cards, trump, rules, throws=False))
        units = tc.decompose(cards, trump)
        counts["units"].append(len(units))
        if not joins(units, cards):
            wrong.setdefault(f"{DISAGREE} decompose", f"does not make up {cards}")
        identity.append(units_hash(units))
        if chain.holdings <= MOST_LISTED[tier]:
            counted = counts["leads"][-1], counts["unit-leads"][-1]
            if list_leads(chain, cards, rules) != counted:
                wrong.setdefault(f"{DISAGREE} legal_leads", f"first for {cards}")
        if chain.holdings <= MOST_PARTITIONED[tier]:
            partitions = list_partitions(chain, cards)
            counts["partitions"].append(len(set(partitions)))
            if not all(joins(units, cards) for units in partitions) or (
                len(set(partitions)) < len(partitions)
            ):
                wrong.setdefault(f"{DISAGREE} decompositions", f"first for {cards}")
    lines = {name: total_and_hash(values) for name, values in counts.items() if values}
    lines["units"] = f"{sum(counts['units'])} {hash_of(np.array(identity, U64)):016x}"
    return lines | wrong


def joins(units, cards):
    return sum((unit.cards for unit in units), tc.Cards()) == cards


def units_hash(units):
    found = 0
    for unit in units:
        mask = unit.cards.planes[0]
        found = mix(found ^ mask ^ mix(unit.copies + 4 * unit.length + 256 * unit.step))
    return found


def list_leads(chain, cards, rules):
    """How many leads, and how many of a single unit, are listed; only those of the hand count."""
    leads = {lead for lead in tc.legal_leads(cards, chain.trump, rules) if lead <= cards and lead}
    return len(leads), sum(len(tc.decompose(lead, chain.trump)) == 1 for lead in leads)


def list_partitions(chain, cards):
    return list(tc.decompositions(cards, chain.trump)) if cards else [()]


# --- the order ------------------------------------------------------------------------------------

ORDER_OPTIONS = {
    "permanent_twos": (False, True),
    "no_trump_levels": ("trump", "plain"),
    "gap_adjacent": (True, False),
    "level_tractors": (True, False),
}


def trumps():
    """Every trump: its key in the file, level, suit and options."""
    for values in product(*ORDER_OPTIONS.values()):
        options = dict(zip(ORDER_OPTIONS, values, strict=True))
        for level, suit in product("23456789TJQKA", ("d", "c", "h", "s", None)):
            flags = "".join(
                name[0] if value != ORDER_OPTIONS[name][0] else "-"
                for name, value in options.items()
            )
            yield f"order {level}{suit or '-'} {flags}", (level, suit, options)


PAIRS = [(a, b) for a in range(54) for b in range(a)]
PAIR_PLANES = np.array([[1 << a | 1 << b, 1 << a | 1 << b, 0] for a, b in PAIRS], U64)


def count_order(level, suit, options):
    """A line: kinds, steps and pairs of adjacent kinds of trumps, d, c, h, s; hash.

    What decompose finds to be a tractor is counted; longest_tractor must agree.
    """
    trump = tc.Trump(level, suit, **options)
    suits = ("trump", "d", "c", "h", "s")
    order = tc.order(trump)
    linked = batch.longest_tractor(PAIR_PLANES, trump) == 2
    kinds = [sum(map(len, order.get(name, ()))) for name in suits]
    steps = [len(order.get(name, ())) for name in suits]
    pairs = [0] * 5
    code = [0] * 54
    for name in order:
        for step, tied in enumerate(reversed(order[name])):
            for kind in tied:
                code[kind] = 100 * suits.index(name) + step + 1
    found = np.zeros(len(PAIRS), np.int64)
    for i, (a, b) in enumerate(PAIRS):
        if code[a] // 100 == code[b] // 100:
            found[i] = len(tc.decompose(tc.Cards([a, a, b, b]), trump)) == 1
            pairs[code[a] // 100] += int(found[i])
    if (linked != found).any():
        return f"{DISAGREE}: longest_tractor"
    hashed = hash_of(np.array(code)) + hash_of(found)
    numbers = " ".join("/".join(map(str, column)) for column in (kinds, steps, pairs))
    return f"{numbers} {hashed & MASK:016x}"


# --- files ----------------------------------------------------------------------------------------

COUNTERS = {"lead": count_leads, "throw": count_throws, "follow": count_follows}


def count_rule_set(name, tier, report=lambda text: None):
    """Every line of a rule set: {(chain, what): numbers}."""
    if name == "order":
        return {("", key): count_order(*trump) for key, trump in trumps()}
    rule_set = RULE_SETS[name]
    lines = {}
    for what, counter in COUNTERS.items():
        for chain in rule_set.chains(tier, what):
            start = time.perf_counter()
            found = counter(chain, rule_set, tier)
            lines |= {(str(chain), key): value for key, value in found.items()}
            seconds = time.perf_counter() - start
            report(f"{name} {what} {chain}: {len(found)} lines, {seconds:.1f} s")
    return lines


def header(name, tier):
    if name == "order":
        return (
            "# O1-O7: every trump under every option of the order.\n"
            "# order <level><suit, - for no trump> <options that are not the default, by initial>\n"
            "# kinds, steps and pairs of adjacent kinds, of trumps/d/c/h/s; hash of them all.\n"
        )
    rule_set = RULE_SETS[name]
    text = f"# {rule_set.about}.\n"
    text += "# By every holding of a chain <name>/<decks>/<kinds>: what, total, hash.\n"
    if "follow" in getattr(rule_set, tier):
        text += (
            "# Follows by count; by predicate where a shape has at most "
            f"{rule_set.most_rows:,} choices\n# of cards; by list on chains of at most "
            f"{MOST_LISTED[tier]:,} holdings.\n"
        )
    if "throw" in getattr(rule_set, tier):
        text += (
            "# Throws by batch.throw_stands, batch.check_throw and the tables of count.py; by\n"
            f"# check_throw on chains of at most {MOST_LISTED[tier]:,} holdings.\n"
        )
    text += "".join(f"rules {option}={value}\n" for option, value in rule_set.options.items())
    return text


def path_of(name, tier):
    return FOLDER / ("quick" if name == "order" else tier) / f"{name}.txt"


def format_file(name, tier, lines):
    text = header(name, tier)
    last = ""
    for (chain, key), value in lines.items():
        if chain != last:
            level, suit = Chain.parse(chain).trump.level, Chain.parse(chain).trump.suit
            kinds = tc.format_cards(Chain.parse(chain).kinds)
            text += f"\nchain {chain} level {level} trump {suit or 'NT'}: {kinds}\n"
            last = chain
        text += f"{key} {value}\n"
    return text


def read_file(path):
    """{(chain, what): numbers}; what has one word, but for these."""
    words = {"follow": 2, "led": 2, "order": 3}
    lines = {}
    chain = ""
    for line in path.read_text().splitlines():
        parts = line.split()
        if not parts or parts[0] in ("#", "rules"):
            continue
        if parts[0] == "chain":
            chain = parts[1]
            continue
        many = words.get(parts[0], 1)
        lines[chain, " ".join(parts[:many])] = " ".join(parts[many:])
    return lines


def differences(name, found, stored):
    """What differs, in words."""
    return [
        f"{name} {' '.join(key)}: counted {found.get(key)}, stored {stored.get(key)}"
        for key in dict.fromkeys([*stored, *found])
        if found.get(key) != stored.get(key)
    ]


# --- the program ----------------------------------------------------------------------------------


def is_small(chain):
    """Whether the oracle counts it in reasonable time."""
    return chain.size <= {2: 4, 3: 3}[chain.decks]


def oracle_counts(chain, lead, options):
    """Legal plays in the suit by tests/oracle.py."""
    sys.path.append(str(FOLDER.parent))
    import oracle

    order = oracle.Order(*chain.trump_values, **chain.trump_options)
    counts = []
    for number in range(chain.holdings):
        hand = chain.cards(number)
        fillers = max(len(lead) + 1 - len(hand), 0)
        hand = tuple(sorted(hand + tuple(chain.fillers()[:fillers])))
        plays = oracle.count_legal_follows(hand, tuple(lead), order, options)
        counts.append(plays - max(fillers - 1, 0))
    return np.array(counts)


def divide(name, chain, shape):
    """Print a follow count by holding, from every route that can be waited for."""
    rules = RULE_SETS[name].rules(chain.decks)
    lead = lead_of(shape, chain.trump, chain.suit)
    if lead is None:
        print(f"no lead of {chain} has the shape {format_shape(shape)}")
        return 2
    routes = {"count": by_count(chain, lead, rules)}
    if rows_of_predicate(chain, len(lead)) <= RULE_SETS[name].most_rows:
        routes["predicate"] = by_predicate(chain, [lead], rules)[0]
    if chain.holdings <= MOST_LISTED["full"]:
        routes["list"] = by_list(chain, lead, rules)
    if is_small(chain):
        routes["oracle"] = oracle_counts(chain, lead, RULE_SETS[name].options)
    print(f"{name} {chain} {format_shape(shape)}, led {lead}")
    print(*routes)
    for number in range(chain.holdings):
        counts = [int(found[number]) for found in routes.values()]
        mark = " <- they differ" if len(set(counts)) > 1 else ""
        print(*counts, tc.Cards(chain.cards(number)), mark)
    print("total", *(total_and_hash(found) for found in routes.values()))
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tier", choices=("quick", "full"), default="quick")
    parser.add_argument("--rules", action="append", choices=[*RULE_SETS, "order"], metavar="NAME",
                        help="only this rule set; may be given several times")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--check", action="store_true",
                      help="compare with the stored counts (the default)")
    task.add_argument("--write", action="store_true", help="store the counts")
    task.add_argument("--divide", nargs=2, metavar=("CHAIN", "SHAPE"),
                      help="print a follow count by holding, such as side/2/4 2x2+1")
    given = parser.parse_args(arguments)
    names = given.rules or [*RULE_SETS, "order"]
    if given.divide:
        chain, shape = given.divide
        return divide(given.rules[0] if given.rules else "default",
                      Chain.parse(chain), parse_shape(shape))
    wrong = []
    for name in names:
        if name == "order" and given.tier == "full" and not given.rules:
            continue  # the same in both tiers
        path = path_of(name, given.tier)
        lines = count_rule_set(name, given.tier, lambda text: print(text, flush=True))
        wrong += [text for text in differences(name, lines, {}) if DISAGREE in text]
        if given.write and not wrong:
            path.parent.mkdir(exist_ok=True)
            path.write_text(format_file(name, given.tier, lines))
        elif not given.write:
            wrong += differences(name, lines, read_file(path))
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
