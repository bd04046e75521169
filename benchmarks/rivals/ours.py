"""The adapter of tractor_core for run.py: a question a line in, an answer a line out."""

import json
import sys
from itertools import repeat
from time import perf_counter_ns

from tractor_core import (
    Cards,
    Trump,
    count_legal_follows,
    decompose,
    is_legal_follow,
    throw_stands,
    trick_winner,
)


def call_of(question):
    """The verb, and its arguments already read."""
    trump = Trump(question["level"], question["suit"])
    verb = question["verb"]
    if verb == "follow":
        cards = (Cards(question[name]) for name in ("play", "hand", "lead"))
        return is_legal_follow, (*cards, trump)
    if verb == "count":
        return count_legal_follows, (Cards(question["hand"]), Cards(question["lead"]), trump)
    if verb == "throw":
        return throw_stands, (Cards(question["cards"]), [*map(Cards, question["others"])], trump)
    if verb == "winner":
        return trick_winner, ([*map(Cards, question["plays"])], trump)
    if verb == "units":
        return decompose, (Cards(question["cards"]), trump)
    return None


def answer(question):
    found = call_of(question)
    if found is None:
        return {"answer": None}
    verb, arguments = found
    begun = perf_counter_ns()
    for _ in repeat(None, question["repeat"]):
        value = verb(*arguments)
    ns = (perf_counter_ns() - begun) / question["repeat"]
    if question["verb"] == "units":
        value = [str(unit.cards) for unit in value]
    return {"answer": value, "ns": ns}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
