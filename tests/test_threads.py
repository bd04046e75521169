"""Many threads at once: shared objects that never change, a round a thread, batches, iterators.

With the GIL little can go wrong here; run it on a free-threaded interpreter as CONTRIBUTING says.
"""

import pickle
import subprocess
import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import pytest

import tractor_core as tc

THREADS = 8
TURNS = 30
FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

TRUMP = tc.Trump("10", "h")
RULES = tc.Rules(draw="protect_both", titanic_answer="triples_first", decks=3)
DEALS = tc.deal(64, decks=2, rng=1)
HANDS = [tc.Cards.from_planes(*row) for row in DEALS.hands.reshape(-1, 3).tolist()]
LEAD = tc.Cards("8c 8c")
ROWS = np.array([hand.planes for hand in HANDS], np.uint64)
LEADS = np.array([LEAD.planes] * len(HANDS), np.uint64)


def together(work):
    """What `work(number)` gives in each of the threads, which start at one moment."""
    barrier = threading.Barrier(THREADS)

    def run(number):
        barrier.wait()
        return [work(number) for _ in range(TURNS)]

    with ThreadPoolExecutor(THREADS) as pool:
        return [found for each in pool.map(run, range(THREADS)) for found in each]


def answers():
    """What the verbs say of objects that all threads share."""
    said = []
    for hand, other in zip(HANDS[:20], HANDS[1:], strict=False):
        said += [
            str(hand), hash(hand), hand.counts(), hand <= other, sorted(hand & other),
            [str(unit) for unit in tc.decompose(hand, TRUMP)],
            tc.count_legal_follows(hand, LEAD, TRUMP, RULES),
            [str(play) for play in islice(tc.legal_follows(hand, LEAD, TRUMP, RULES), 5)],
            str(tc.random_legal_follow(hand, LEAD, TRUMP, RULES, rng=3)),
            tc.check_throw(LEAD + tc.Cards("3c"), [hand, other], TRUMP, RULES).stands,
            tc.is_legal_follow(tc.Cards(list(hand)[:2]), hand, LEAD, TRUMP, RULES),
            tc.points(hand), tc.sort_hand(hand, TRUMP), pickle.loads(pickle.dumps(hand)) == hand,
        ]  # fmt: skip
        try:
            tc.check_follow(tc.Cards(list(hand)[-2:]), hand, LEAD, TRUMP, RULES)
        except tc.IllegalPlay as refusal:
            said.append(str(refusal))
    return said


def test_shared_objects():
    expected = answers()
    assert all(found == expected for found in together(lambda _: answers()))


def test_objects_made_at_once():
    """Making a trump fills its order, and a profile its book, in the thread that makes it."""

    def make(number):
        trump = tc.Trump(2 + number, "dchs"[number % 4])
        rules = tc.Rules.from_dict(RULES.to_dict() | {"throw_penalty": number})
        return number, str(trump), tc.order(trump), rules.throw_penalty, hash(rules)

    found = together(make)
    assert len({repr(each) for each in found}) == THREADS
    assert all(each[3] == each[0] for each in found)


def played(number):
    """A whole round by its first legal plays, half of it undone once and copied."""
    hands = HANDS[4 * number : 4 * number + 4]
    game = tc.Round(hands, tc.Cards(), number % 4, TRUMP, partial=True)
    while not game.over:
        game.play(next(game.legal_plays()))
        if game.plies == 50:
            half = game.copy()
            for _ in range(50):
                game.undo()
            assert game.hands == tuple(hands)
            game = half
    return game.to_bytes(), game.result.points


def test_a_round_for_each_thread():
    expected = [played(number) for number in range(THREADS)]
    found = together(lambda number: (number, played(number)))
    assert all(result == expected[number] for number, result in found)


def test_one_round_for_all_threads():
    """A round belongs to one thread; that several use it is an error, which breaks nothing."""
    for number in range(4):
        hands = HANDS[4 * number : 4 * number + 4]
        game = tc.Round(hands, tc.Cards(), 0, TRUMP, partial=True)

        def disturb(thread, game=game):
            for _ in range(20):
                try:
                    if thread % 4 == 3:
                        game.undo()
                    else:
                        game.play(next(game.legal_plays()))
                    game.view(thread % 4)
                    tc.Round.from_bytes(game.to_bytes())
                except (tc.TractorError, RuntimeError, StopIteration):
                    pass

        together(disturb)
        while game.plies:
            game.undo()
        assert game.hands == tuple(hands)


def test_batches_on_shared_arrays():
    def ask(number):
        rng = np.random.default_rng(number)
        plays = tc.batch.random_legal_follow(ROWS, LEADS, TRUMP, None, rng)
        assert tc.batch.is_legal_follow(plays, ROWS, LEADS, TRUMP).all()
        return [
            number,
            plays.tobytes(),
            tc.batch.unit_counts(ROWS, TRUMP).tobytes(),
            tc.batch.count_legal_follows(ROWS, LEADS, TRUMP).tobytes(),
            tc.deal(16, rng=number).planes.tobytes(),
        ]

    expected = [ask(number) for number in range(THREADS)]
    assert all(found == expected[found[0]] for found in together(ask))


HELD = tc.Cards("3c 4c 5c 6c 7c 9c Jc Qc 3c 5c 7c 9c Jc")
ITERATORS = {
    "legal_follows": lambda: tc.legal_follows(HELD, tc.Cards("8c Kc Ac"), TRUMP),
    "legal_follows of pairs": lambda: tc.legal_follows(HELD, tc.Cards("8c 8c Kc Ac"), TRUMP),
    "legal_leads": lambda: tc.legal_leads(tc.Cards("3c 3c 4c 4c 5c 5d 6d 6d 7d"), TRUMP),
    "decompositions": lambda: tc.decompositions(HELD, TRUMP),
}


@pytest.mark.parametrize("name", ITERATORS)
def test_one_iterator_for_all_threads(name):
    """A thread gets what is right or is refused; iterators are meant for one thread at a time."""
    expected = set(ITERATORS[name]())
    assert len(expected) > 15
    shared = [ITERATORS[name]() for _ in range(TURNS)]

    def drain(_):
        found = []
        for iterator in shared:
            try:
                for item in iterator:
                    found.append(item)
            except ValueError as refusal:
                assert str(refusal) == "generator already executing"
        return found

    for found in together(drain):
        assert set(found) <= expected


@pytest.mark.skipif(not FREE, reason="this interpreter has the GIL in any case")
def test_import_leaves_the_gil_off():
    code = "import sys, tractor_core, tractor_core.cli; sys.exit(sys._is_gil_enabled())"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


SUBINTERPRETER = """
import sys
import {module} as interpreters
made = interpreters.create({config})
code = '''
try:
    import tractor_core.cards
except ImportError as error:
    print("refused", error)
else:
    print("imported", tractor_core.cards.Cards("As"))
'''
interpreters.{run}(made, code)
interpreters.destroy(made)
import tractor_core
print(tractor_core.Cards("As Kd"))
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters with their own GIL: 3.12")
def test_a_subinterpreter_gets_an_import_error_and_never_a_crash():
    if sys.version_info >= (3, 13):
        code = SUBINTERPRETER.format(module="_interpreters", config="", run="exec")
    else:
        code = SUBINTERPRETER.format(
            module="_xxsubinterpreters", config="isolated=True", run="run_string"
        )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    assert first.startswith("refused"), first
    assert last == "Kd As"
