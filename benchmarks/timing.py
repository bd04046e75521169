"""Timing of short statements with next to no overhead of the loop around them."""

from itertools import repeat
from textwrap import indent
from time import perf_counter

UNROLLED = 10  # times that a fast statement is written out in a turn of the loop
SLOW = 20e-6  # seconds a call from which one copy of it will do
SLICE = 0.5e-3  # seconds a round should take: short, so that some rounds run undisturbed


class Clock:
    """A timer in seconds a call: `perf_counter` divided by the calls of a round."""

    def __init__(self):
        self.calls = 1

    def __call__(self):
        return perf_counter() / self.calls


def make_loop(statement, names, copies):
    """Compile ``loop(times)``, which runs the statement `copies` times a turn.

    The names are local variables of the loop, the cheapest ones for the interpreter.
    """
    arguments = "".join(f", {name}={name}" for name in names)
    body = indent("\n".join([statement] * copies), " " * 8)
    source = f"def run(times{arguments}):\n    for _ in times:\n{body}\n"
    space = dict(names)
    exec(compile(source, f"<{statement}>", "exec"), space)
    return space["run"]


def rate(run, turns, clock=perf_counter):
    """Seconds a turn of the loop, once."""
    begun = clock()
    run(repeat(None, turns))
    return (clock() - begun) / turns


def fit(statement, names):
    """Return a loop for the statement and the turns and calls of a round of about `SLICE`."""
    run = make_loop(statement, names, 1)
    copies = 1
    once = rate(run, 1)
    if once > SLICE:
        return run, 1, 1
    once = min(rate(run, 1) for _ in range(3))
    if once < SLOW:
        copies = UNROLLED
        run = make_loop(statement, names, copies)
        once = min(rate(run, 3) for _ in range(3))
    turns = max(1, round(SLICE / once))
    return run, turns, turns * copies


def seconds(statement, names, rounds=5, clock=perf_counter):
    """Least seconds a call over some rounds."""
    run, turns, calls = fit(statement, names)
    return min(rate(run, turns, clock) for _ in range(rounds)) * turns / calls
