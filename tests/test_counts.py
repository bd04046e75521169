"""The stored counts of tests/counts: against the engine, the oracle, closed forms and bugs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import oracle
import pytest

import tractor_core as tc
from tractor_core.signature import EXPECTED

COUNTS = Path(__file__).with_name("counts")
ROOT = COUNTS.parents[1]
sys.path.append(str(COUNTS))

import chains  # noqa: E402
import count  # noqa: E402
from chains import RULE_SETS, format_shape  # noqa: E402

NAMES = [*RULE_SETS, "order"]


def stored(name, tier="quick"):
    return count.read_file(count.path_of(name, tier))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_quick_counts(name):
    assert count.differences(name, count.count_rule_set(name, "quick"), stored(name)) == []


# --- the oracle -----------------------------------------------------------------------------------


def small_chains(rule_set, what):
    return [chain for chain in rule_set.chains("quick", what) if count.is_small(chain)]


def order_of(chain):
    return oracle.Order(*chain.trump_values, **chain.trump_options)


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in RULE_SETS if RULE_SETS[n].chains("quick", "follow")])
def test_oracle_follows(name):
    rule_set = RULE_SETS[name]
    lines = stored(name)
    compared = 0
    for chain in small_chains(rule_set, "follow"):
        for led in count.shapes_led(chain).values():
            for shape, lead in led.items():
                found = count.oracle_counts(chain, lead, rule_set.options)
                key = f"follow {format_shape(shape)}"
                assert lines[str(chain), key] == count.total_and_hash(found), (str(chain), key)
                compared += 1
    assert compared >= 80


def oracle_throws(chain, options):
    """The lines of count_throws."""
    order = order_of(chain)
    cards = [chain.cards(number) for number in range(chain.holdings)]
    copies = count.digits(np.arange(chain.holdings), chain.base, chain.size)
    total = stand = 0
    values = {key: ([], [], [0] * 5) for key in ("first", *count.FAILED_THROW)}
    for thrown in range(1, chain.holdings):
        units = oracle.decompose(cards[thrown], order)
        if len(units) == 1:
            continue
        for other in np.flatnonzero((copies[thrown] + copies).max(axis=1) <= chain.decks):
            seat = (thrown + other) % 3
            others = [cards[other] if i == seat else () for i in range(3)]
            number = thrown * chain.holdings + other
            total += 1
            for by in count.FAILED_THROW:
                rules = {**options, "failed_throw": by}
                result = oracle.check_throw(cards[thrown], others, order, rules)
                if not result["stands"]:
                    one, two, three = tc.Cards(result["led"]).planes
                    note(values[by], number, one ^ count.mix(two) ^ count.mix(count.mix(three)),
                         oracle.unit(result["led"], order))
            stand += result["stands"]
            first = units.index(result["failing"][0]) if result["failing"] else -1
            note(values["first"], number, first + 1, units[first] if first >= 0 else None)
    lines = {"throw": f"{total} stand {stand}"}
    for key, (numbers, codes, kinds) in values.items():
        hashed = count.hash_of(np.array(codes, np.uint64), np.array(numbers, np.uint64))
        lines[key if key == "first" else f"led {key}"] = count.kinds_line(kinds, hashed)
    return lines


def note(values, number, code, unit):
    numbers, codes, kinds = values
    numbers.append(number)
    codes.append(code)
    if unit is not None:
        kinds[unit.copies - 1 if unit.length == 1 else unit.copies + 1] += 1


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in RULE_SETS if RULE_SETS[n].chains("quick", "throw")])
def test_oracle_throws(name):
    lines = stored(name)
    for chain in small_chains(RULE_SETS[name], "throw"):
        for key, value in oracle_throws(chain, RULE_SETS[name].options).items():
            assert lines[str(chain), key] == value, (str(chain), key)


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in RULE_SETS if RULE_SETS[n].chains("quick", "lead")])
def test_oracle_leads(name):
    lines = stored(name)
    for chain in small_chains(RULE_SETS[name], "lead"):
        order = order_of(chain)
        leads, unit_leads, units, identity, partitions = [], [], [], [], []
        for number in range(chain.holdings):
            cards = chain.cards(number)
            parts = [p for n in range(len(cards)) for p in oracle.sub_multisets(cards, n + 1)]
            leads.append(len(parts))
            unit_leads.append(sum(len(oracle.decompose(part, order)) == 1 for part in parts))
            units.append(len(oracle.decompose(cards, order)))
            identity.append(oracle_units_hash(oracle.decompose(cards, order)))
            partitions.append(len(oracle.partitions(cards, order)) if cards else 1)
        found = {
            "leads": count.total_and_hash(leads),
            "unit-leads": count.total_and_hash(unit_leads),
            "units": f"{sum(units)} {count.hash_of(np.array(identity, np.uint64)):016x}",
            "partitions": count.total_and_hash(partitions),
        }
        assert {key: lines[str(chain), key] for key in found} == found, str(chain)


def oracle_units_hash(units):
    found = 0
    for unit in units:
        mask = sum(1 << kind for kind in set(unit.cards))
        found = count.mix(found ^ mask ^ count.mix(unit.copies + 4 * unit.length + 256 * unit.step))
    return found


@pytest.mark.slow
def test_oracle_orders():
    lines = stored("order")
    suits = ("trump", "d", "c", "h", "s")
    for key, (level, suit, options) in count.trumps():
        rank = "23456789TJQKA".index(level) + 2
        order = oracle.Order(rank, None if suit is None else "dchs".index(suit), **options)
        tiers = order.tiers()
        kinds, steps, pairs = [0] * 5, [len(tiers[name]) for name in suits], [0] * 5
        code = [0] * 54
        linked = []
        for i, name in enumerate(suits):
            for step, tied in enumerate(reversed(tiers[name])):
                kinds[i] += len(tied)
                for kind in tied:
                    code[kind] = 100 * i + step + 1
        for a, b in count.PAIRS:
            near = abs(order.step_of(a) - order.step_of(b)) == 1
            near = near and order.suit_of(a) == order.suit_of(b)
            linked.append(near)
            pairs[suits.index(order.suit_of(a))] += near
        hashed = (count.hash_of(np.array(code)) + count.hash_of(linked)) & count.MASK
        numbers = " ".join("/".join(map(str, column)) for column in (kinds, steps, pairs))
        assert lines["", key] == f"{numbers} {hashed:016x}", key


# --- by hand --------------------------------------------------------------------------------------


def totals(lines, chain):
    firsts = {key: value.split()[0] for (where, key), value in lines.items() if where == chain}
    return {key: int(number) for key, number in firsts.items() if number.isdigit()}


def test_kinds_of_suits():
    """18 trumps and 12 cards a side suit, 6 trumps in no trump; permanent twos move the twos."""
    for key, value in stored("order").items():
        where, flags = key[1].split()[1:]
        level, suit = where
        no_trump = suit == "-"
        plain = no_trump and "n" in flags
        twos = "p" in flags and (level != "2" or plain)
        trumps = 2 + (0 if plain else 4) + (0 if no_trump else 12)
        if twos:
            trumps += 4 if no_trump else 3
        side = 13 - (not plain) - twos
        kinds = [trumps, *(0 if suit == name else side for name in "dchs")]
        assert value.split()[0] == "/".join(map(str, kinds)), key


def test_closed_forms():
    """Leads are choices of cards; a single led is followed by any kind held, if there is one."""
    checked = 0
    for name, rule_set in RULE_SETS.items():
        for tier in ("quick", "full"):
            lines = stored(name, tier)
            for chain in rule_set.chains(tier, "lead"):
                base, size = chain.base, chain.size
                choices = (base * (base + 1) // 2) ** size - base**size
                assert totals(lines, str(chain))["leads"] == choices
                checked += 1
            for chain in rule_set.chains(tier, "follow"):
                held = chain.size * chain.decks * chain.base ** (chain.size - 1)
                assert totals(lines, str(chain))["follow 1"] == held + 1
                checked += 1
    assert checked > 150
    assert totals(stored("default", "full"), "side/2/12")["follow 1"] == 24 * 3**11 + 1


def test_suit_only_asks_for_any_cards_of_the_suit():
    lines = stored("suit_only")
    for (_, key), value in lines.items():
        n = sum(c * length for c, length in chains.parse_shape(key.split()[1]))
        assert value == lines[_, "follow " + "+".join("1" * n)], key


def test_prototype_counts():
    """Sums of an independent prototype, whose rules are these but for tractors of four led.

    There the prototype owes one run and then pairs; by F2 a second run of two is owed as well.
    """
    table = {
        "1": (217, 2_917, 4_251_529),
        "2": (137, 1_705, 2_193_361),
        "1+1": (329, 6_325, 17_714_713),
        "2+1": (239, 5_048, 15_701_667),
        "2+2": (110, 1_833, 4_362_317),
        "2+1+1": (230, 7_833, 55_987_517),
        "2x2": (95, 1_279, 1_627_198),
        "2x2+1": (102, 2_060, 7_909_716),
        "2x2+2": (84, 1_179, 3_570_836),
        "2x3": (82, 1_023, 2_462_918),
        "2x4": (81, 779, 2_742_071),
    }
    quick, full = stored("default"), stored("default", "full")
    for shape, (four, six, twelve) in table.items():
        key = f"follow {shape}"
        if shape != "2x4":  # eight cards are a whole holding there
            assert totals(quick, "side/2/4")[key] == four
        assert totals(full, "side/2/12")[key] == twelve
        assert totals(quick, "side/2/6")[key] == six
    assert quick["side/2/4", "throw"] == "857 stand 265"
    assert quick["side/2/6", "throw"] == "41006 stand 5372"


def test_every_option_of_throws_and_follows_is_counted():
    counted = {(key, value) for rules in RULE_SETS.values() for key, value in rules.options.items()}
    for key in ("throw_against", "titanic_answer", "follow_tractor", "short_tractor",
                "throw_answer", "draw"):
        for value in oracle.OPTIONS[key][1:]:
            assert (key, value) in counted
    assert oracle.OPTIONS["failed_throw"] == count.FAILED_THROW


def test_files_hold_what_is_counted():
    for name in NAMES:
        for tier in ("quick", "full"):
            path = count.path_of(name, tier)
            lines = count.read_file(path)
            if name != "order":
                named = {chain for chain, _ in lines}
                rule_set = RULE_SETS[name]
                wanted = {str(c) for what in count.COUNTERS for c in rule_set.chains(tier, what)}
                assert named == wanted
                assert path.read_text() == count.format_file(name, tier, lines)
    assert sorted(path.stem for path in COUNTS.glob("quick/*.txt")) == sorted(NAMES)
    assert sorted(path.stem for path in COUNTS.glob("full/*.txt")) == sorted(RULE_SETS)


def test_shapes_are_complete():
    """As many shapes of n cards as the generating function says."""
    for decks, most in count.MOST_CARDS.items():
        sizes = [1, *range(2, most + 1, 2)] if decks > 1 else [1]
        sizes += range(3, most + 1, 3) if decks > 2 else []
        ways = [1] + [0] * most
        for size in sizes:
            for n in range(size, most + 1):
                ways[n] += ways[n - size]
        found = chains.shapes(decks, most)
        assert len(set(found)) == len(found) == sum(ways[1:])
        for shape in found:
            assert chains.parse_shape(format_shape(shape)) == shape


def test_differences_are_told():
    lines = stored("default")
    key = ("side/2/4", "follow 2x2")
    changed = {**lines, key: "96 " + lines[key].split()[1]}
    assert len(count.differences("default", changed, lines)) == 1
    assert count.differences("default", {}, lines)
    assert count.differences("default", {**lines, ("", "disagree"): "x"}, lines)


# --- planted bugs ---------------------------------------------------------------------------------

# Name: what is changed, (module, from, to), and a line of the quick counts under the defaults that
# must show it.
BUGS = {
    "no tractor held, so pairs not owed": (
        [("answers", "            pairs[0] += length\n        elif length - got == 1:\n"
          "            pairs[0] += 1\n        elif length > got:\n            ask(&tractors",
          "            pass\n        elif length - got == 1:\n"
          "            pairs[0] += 1\n        elif length > got:\n            ask(&tractors")],
        "side/2/4 follow 2x2:",
    ),
    "a shorter tractor not owed to a longer lead": (
        [("answers", "length if is_led and book.short_tractor == SHORT_FREE else 2", "length")],
        "side/2/6 follow 2x3:",
    ),
    "tractor duty forgotten, pairs only": (
        [("answers", "elif only_pairs:", "elif True:")],
        "side/2/4 follow 2x2:",
    ),
    "all held pairs owed, not those led": (
        [("answers", "owed.pairs = min(pairs, held)",
          "owed.pairs = min(max(pairs, (led.cards - 2 * runs_length(&owed) - 3 * owed.triples)"
          " // 2), held)")],
        "side/2/4 follow 2+1+1:",
    ),
    "the chain a ring": (
        [("answers", "longest = longest_run(fold(o, s, x.two), &bottoms)", "longest = 4"),
         ("answers", "if owed.runs == 1 and owed.triples == 0:", "if False:"),
         ("packing", "for step in range(room.steps):\n        run = run + 1 if (room.twos[step] "
          "if copies == 2 else room.threes[step]) else 0",
          "for i in range(2 * room.steps):\n        step = i % room.steps\n        run = run + 1 "
          "if (room.twos[step] if copies == 2 else room.threes[step]) else 0"),
         ("packing", "broken -= room.twos[i] > room.threes[i]",
          "broken -= room.twos[(i + room.steps) % room.steps] > "
          "room.threes[(i + room.steps) % room.steps]")],
        "no_trump/2/4 follow 2x2:",
    ),
    "throw: any tractor of equal length blocks, whatever its rank": (
        [("throws", "unit.length, unit.step)",
          "unit.length, unit.step if unit.length == 1 else unit.length - 2)")],
        "side/2/6 throw:",
    ),
    "throw: only a tractor of exactly that length blocks": (
        [("throws", "Unit, beats,", "Unit, beats, runs_of,"),
         ("throws", "    return beats(fold(o, unit.suit, plane), unit.length, unit.step)",
          "    cdef uint64_t c = fold(o, unit.suit, plane)\n"
          "    if unit.length > 1:\n"
          "        return (runs_of(c, unit.length) & ~((c << 1) | (c >> unit.length))) >> ("
          "unit.step - unit.length + 2) != 0\n"
          "    return beats(c, unit.length, unit.step)")],
        "side/2/6 throw:",
    ),
    "throw: a pair tested against single cards": (
        [("throws", "plane = hand.two", "plane = hand.one")],
        "side/2/4 throw:",
    ),
    "throw: the bottom of the run compared": (
        [("throws", "Unit, beats,", "Unit, beats, runs_of,"),
         ("throws", "    return beats(fold(o, unit.suit, plane), unit.length, unit.step)",
          "    cdef uint64_t c = fold(o, unit.suit, plane)\n"
          "    return (runs_of(c, unit.length) & ~(c << 1 if unit.length > 1 else 0)) >> ("
          "unit.step - unit.length + 2) != 0")],
        "twos_no_trump/2/6 throw:",
    ),
    "what a shorter tractor leaves is not asked for": (
        [("answers", "            ask(&tractors, length - got, is_led)", "            pass")],
        "side/2/6 follow 2x4:",
    ),
    "tractors are taken out of triples that are owed": (
        [("packing", "if total - broken > best:\n            best = total - broken",
          "if total > best:\n            best = total")],
        "side/3/5 follow 2x2+3:",
    ),
    "a failed throw: fewest cards first": (
        [("throws", "if by == FAILED_LOWEST and a.step != b.step:", "if False:")],
        "side/2/4 led lowest:",
    ),
    "the level's gap not closed": (
        [("trump", "bint hole = not gap_adjacent and", "bint hole =")],
        "side/2/4 follow 2x2:",
    ),
    "the count alone leaves out triples": (
        [("counting", "cdef int three\n    cdef int two\n    for three in range(max(c.threes, 0), "
          "min(threes, c.cards // 3) + 1)",
          "cdef int three\n    cdef int two\n    for three in range(max(c.threes, 0), "
          "min(threes, c.cards // 3))")],
        "side/3/3 disagree follow 2 predicate:",
    ),
    "the list alone leaves out plays": (
        [("follows", "                self.taken[self.next] = self.high[self.next] + 1",
          "                self.taken[self.next] = min(self.high[self.next] + 1, 2)")],
        "side/2/4 disagree follow 2 list:",
    ),
}

BUILD = """
import sys, setup as project
from setuptools import setup
wanted = ["tractor_core." + name for name in sys.argv[1:]]
setup(
    ext_modules=[ext for ext in project.extensions() if ext.name in wanted],
    cmdclass={"build_ext": project.build_ext},
    script_args=["-q", "build_ext", "--build-lib", "lib"],
)
"""


@pytest.fixture(scope="module")
def source_tree(tmp_path_factory):
    """A copy of the sources and of the package, compiled modules and all."""
    if not (ROOT / "setup.py").exists():
        pytest.skip("the sources are not there")
    tree = tmp_path_factory.mktemp("bugs")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("*.c", "*.so"))
    shutil.copytree(Path(tc.__file__).parent, tree / "whole")
    return tree


def build(tree, edits):
    """Build the package of a tree with some of its text replaced."""
    package = tree / "lib" / "tractor_core"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(tree / "whole", package)
    texts = {}
    for module, old, new in edits:
        path = tree / "src" / "tractor_core" / f"{module}.pyx"
        text = path.read_text()
        texts.setdefault(path, text)
        assert text.count(old) == 1, f"{path.name} has not once: {old}"
        path.write_text(text.replace(old, new))
    try:
        modules = [path.stem for path in texts]
        for module in modules:
            for built in package.glob(f"{module}.*.*"):
                built.unlink()
        subprocess.run([sys.executable, "-c", BUILD, *modules], cwd=tree, check=True)
    finally:
        for path, text in texts.items():
            path.write_text(text)


def run(tree, *command):
    return subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": str(tree / "lib")},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.deep
@pytest.mark.parametrize("name", BUGS)
def test_planted_bug_is_found(name, source_tree):
    edits, line = BUGS[name]
    build(source_tree, edits)
    told = run(source_tree, COUNTS / "count.py", "--rules", "default")
    assert told.returncode == 1, told.stdout + told.stderr
    assert f"default {line}" in told.stdout, told.stdout + told.stderr
    signed = run(
        source_tree, "-c", "from tractor_core import signature as s; print(s.signature())"
    )
    assert signed.stdout.strip() != str(EXPECTED), "the signature does not show it"


@pytest.mark.slow
def test_searches_from_both_ends_find_the_same(source_tree):
    """Only large searches begin at both ends of a suit; here all of them do."""
    build(source_tree, [("meetings", "SMALL = 256 ", "SMALL = 0 ")])
    for rules in ("default", "triples_first", "protect_mixed", "protect_runs"):
        told = run(source_tree, COUNTS / "count.py", "--rules", rules)
        assert told.returncode == 0, told.stdout + told.stderr
    drawn = run(source_tree, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                ROOT / "tests" / "test_batch.py", "-k", "draws_are_uniform")
    assert drawn.returncode == 0, drawn.stdout + drawn.stderr
    assert " passed" in drawn.stdout
