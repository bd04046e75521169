"""Ask another engine and ours the same questions: do they agree, and how long does each take?

See the README beside this file for the protocol.
"""

import argparse
import contextlib
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

import tractor_core as tc
from tractor_core.signature import Words, shuffled

OURS = [sys.executable, str(Path(__file__).with_name("ours.py"))]
LEVELS = "23456789TJQKA"
SUITS = ("d", "c", "h", "s", None)


def some(cards, n, words):
    """So many of the cards, side by side."""
    start = words.below(len(cards) - n + 1)
    return tc.Cards(list(cards)[start : start + n])


def questions(positions, seed):
    """A question of each verb for every position; positions come from rounds that are played."""
    words = Words(seed)
    made = 0
    while True:
        kinds = shuffled(2, words)
        hands = [tc.Cards(kinds[25 * seat : 25 * seat + 25]) for seat in range(4)]
        level, suit = LEVELS[words.below(13)], SUITS[words.below(5)]
        trump = tc.Trump(level, suit)
        game = tc.Round(hands, tc.Cards(kinds[100:]), words.below(4), trump)
        told = {"level": level, "suit": suit}
        while not game.over:
            if made == positions:
                return
            made += 1
            held = [game.hand((game.turn + i) % 4) for i in range(4)]
            units = sorted(tc.decompose(held[0], trump), key=lambda unit: -len(unit.cards))
            one_suit = sum((u.cards for u in units if u.suit == units[0].suit), tc.Cards())
            thrown = some(one_suit, 1 + words.below(min(6, len(one_suit))), words)
            lead = units[words.below(min(3, len(units)))].cards
            yield {"verb": "units", "cards": str(one_suit)} | told
            yield {"verb": "throw", "cards": str(thrown), "others": [*map(str, held[1:])]} | told
            game.play(lead)
            plays = [lead]
            for _ in range(3):
                hand = game.hand(game.turn)
                question = {"verb": "follow", "hand": str(hand), "lead": str(lead)} | told
                yield question | {"play": str(some(hand, len(lead), words))}
                yield question | {"verb": "count"}
                play = tc.random_legal_follow(hand, lead, trump, rng=words.word())
                yield question | {"play": str(play)}
                game.play(play)
                plays.append(play)
            yield {"verb": "winner", "plays": [*map(str, plays)]} | told


class Engine:
    """A process that answers."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, question):
        line = ""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(question) + "\n")
            line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the engine ended at {json.dumps(question)}")
        return json.loads(line)

    def end(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(timeout=60)


def plain(verb, answer):
    """An answer as it is compared: the cards of units in one order."""
    if verb == "units" and answer is not None:
        return sorted(str(tc.Cards(cards)) for cards in answer)
    return answer


def compare(positions, seed, repeat, command):
    """Print the table; whether every answer agrees."""
    ours, rival = Engine(OURS), Engine(command)
    rows = {}
    for question in questions(positions, seed):
        verb = question["verb"]
        mine, other = (engine.ask(question | {"repeat": repeat}) for engine in (ours, rival))
        row = rows.setdefault(verb, {"agree": 0, "differ": 0, "lacking": 0, "us": [], "them": []})
        if other["answer"] is None:
            row["lacking"] += 1
            continue
        same = plain(verb, mine["answer"]) == plain(verb, other["answer"])
        row["agree" if same else "differ"] += 1
        row["us"].append(mine["ns"])
        row["them"].append(other["ns"])
        if not same:
            print(f"{json.dumps(question)}: ours {mine['answer']}, theirs {other['answer']}")
    ours.end()
    rival.end()
    print(f"{'verb':8}{'agree':>8}{'differ':>8}{'lacking':>9}{'ours ns':>12}{'theirs ns':>14}")
    for verb, row in rows.items():
        times = [f"{median(row[who]):,.0f}" if row[who] else "-" for who in ("us", "them")]
        counts = f"{row['agree']:8}{row['differ']:8}{row['lacking']:9}"
        print(f"{verb:8}{counts}{times[0]:>12}{times[1]:>14}")
    return not any(row["differ"] for row in rows.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=200, help="tricks asked about")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=200, help="calls that are timed together")
    parser.add_argument("command", nargs="+", help="the adapter and its arguments, after --")
    args = parser.parse_args()
    return 0 if compare(args.positions, args.seed, args.repeat, args.command) else 1


if __name__ == "__main__":
    sys.exit(main())
