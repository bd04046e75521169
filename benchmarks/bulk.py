"""Inputs of the bulk verbs: many rows a call; figures are nanoseconds a row."""

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from cases import Case

import tractor_core as tc

TRUMP = tc.Trump("10", "h")
ROWS = 4096
DEALT = 1024


def bulk(group, name, rows, statement, must=None, stretch=None, **names):
    return Case(group, name, statement, names, must, stretch, rows)


# --- the plain shuffle that dealing is compared with ------------------------------------------


def plain_shuffle():
    """The function of shuffle.c, compiled now; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "shuffle.so")
        source = Path(__file__).with_name("shuffle.c")
        subprocess.run(
            [compiler, "-O3", "-shared", "-fPIC", str(source), "-o", str(library)], check=True
        )
        shuffle = ctypes.CDLL(str(library)).shuffle_deals
    shuffle.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    shuffle.restype = None
    return shuffle


def dealing_cases():
    shuffle = plain_shuffle()
    out = np.empty((DEALT, 5, 3), np.uint64)
    if shuffle is not None:
        state = np.arange(1, 5, dtype=np.uint64)
        for decks in (1, 2, 3):
            yield bulk(
                "dealing",
                f"a plain C shuffle, {decks} decks",
                DEALT,
                "verb(state, decks, n, out)",
                verb=shuffle,
                state=state.ctypes.data,
                decks=decks,
                n=DEALT,
                out=out.ctypes.data,
                keep=(state, out),
            )
    hand = tc.deal(1, rng=1)[0].hands[0]
    for name, must, stretch, options in (
        ("two decks", 60, 35, {}),
        ("one deck", None, None, {"decks": 1}),
        ("three decks", None, None, {"decks": 3}),
        ("two decks, a hand known", None, None, {"hands": [hand, None, None, None]}),
        (
            "two decks, the first 20 cards of each",
            None,
            None,
            {"hand_sizes": (20,) * 4, "kitty_size": 0},
        ),
    ):
        yield bulk(
            "dealing",
            name,
            DEALT,
            "verb(1, 0, n, out=out)",
            must,
            stretch,
            verb=tc.Dealing(**options).block_planes,
            n=DEALT,
            out=out,
        )
    yield bulk(
        "dealing",
        "orders of two decks",
        DEALT,
        "verb(n, 1, out=out)",
        250,
        200,
        verb=tc.Dealing(2).orders,
        n=DEALT,
        out=np.empty((DEALT, 108), np.uint8),
    )


# --- batches over real play -------------------------------------------------------------------


def real_play():
    """Follows and tricks of random rounds: hands, plays, leads, tricks, and throws with others."""
    rng = np.random.default_rng(5)
    hands, plays, leads, tricks, throws, others = [], [], [], [], [], []
    while len(throws) < ROWS:
        dealt, kitty = tc.deal(1, rng=rng)[0]
        table = tc.Round(dealt, kitty, dealer=0, trump=TRUMP)
        while not table.over:
            hand, lead = table.hand(table.turn), table.lead
            if lead is None:
                throw = tc.random_lead(hand, TRUMP, rng=rng, throws=True)
                throws.append(throw.planes)
                others.append([table.hand((table.turn + k) % 4).planes for k in (1, 2, 3)])
            play = table.random_legal_play(rng)
            if lead is not None:
                hands.append(hand.planes)
                plays.append(play.planes)
                leads.append(lead.planes)
            table.play(play)
        tricks += [[cards.planes for cards in trick.plays] for trick in table.tricks]
    return [
        np.array(rows[:ROWS], np.uint64) for rows in (hands, plays, leads, tricks, throws, others)
    ]


def batch_cases():
    hands, plays, leads, tricks, throws, others = real_play()
    full = tc.deal(ROWS, rng=3).planes[:, 0].copy()
    big = tc.deal(ROWS, 3, rng=3).planes[:, 0].copy()
    rng = np.random.default_rng(7)
    trumps = np.stack([rng.integers(2, 15, ROWS), rng.integers(-1, 4, ROWS)], axis=1).astype(
        np.int8
    )
    verb = tc.batch
    counts = np.empty((ROWS, 4), np.uint8)
    yes = np.empty(ROWS, bool)
    planes = np.empty((ROWS, 3), np.uint64)
    group = "batch"
    yield bulk(
        group,
        "unit_counts, 25 cards, one trump",
        ROWS,
        "verb(hands, trump, out=out)",
        8,
        5,
        verb=verb.unit_counts,
        hands=full,
        trump=TRUMP,
        out=counts,
    )
    yield bulk(
        group,
        "unit_counts, 25 cards, trump a row",
        ROWS,
        "verb(hands, trump, out=out)",
        10,
        6,
        verb=verb.unit_counts,
        hands=full,
        trump=trumps,
        out=counts,
    )
    yield bulk(
        group,
        "unit_counts, 39 cards",
        ROWS,
        "verb(hands, trump, out=out)",
        14,
        9,
        verb=verb.unit_counts,
        hands=big,
        trump=TRUMP,
        out=counts,
    )
    yield bulk(
        group,
        "is_legal_follow, real play",
        ROWS,
        "verb(plays, hands, leads, trump, out=out)",
        60,
        35,
        verb=verb.is_legal_follow,
        plays=plays,
        hands=hands,
        leads=leads,
        trump=TRUMP,
        out=yes,
    )
    yield bulk(
        group,
        "throw_stands, random throws",
        ROWS,
        "verb(throws, others, trump, out=out)",
        60,
        35,
        verb=verb.throw_stands,
        throws=throws,
        others=others,
        trump=TRUMP,
        out=yes,
    )
    yield bulk(
        group,
        "trick_winner, real play",
        ROWS,
        "verb(tricks, trump, out=out)",
        60,
        35,
        verb=verb.trick_winner,
        tricks=tricks,
        trump=TRUMP,
        out=np.empty(ROWS, np.int8),
    )
    yield bulk(
        group,
        "count_legal_follows, real play",
        ROWS,
        "verb(hands, leads, trump)",
        verb=verb.count_legal_follows,
        hands=hands,
        leads=leads,
        trump=TRUMP,
    )
    yield bulk(
        group,
        "random_legal_follow, real play",
        ROWS,
        "verb(hands, leads, trump, rng=rng, out=out)",
        150,
        80,
        verb=verb.random_legal_follow,
        hands=hands,
        leads=leads,
        trump=TRUMP,
        out=planes,
        rng=np.random.Generator(np.random.SFC64(1)),
    )


# --- studies, the deal included ---------------------------------------------------------------


def study_cases():
    plain = tc.Trump("2", "h")
    odds = tc.odds
    for name, must, stretch, study in (
        ("pairs of four hands", 100, 60, odds.unit("pair", count="number", trump=TRUMP)),
        ("tractors of four hands", 100, 60, odds.unit("tractor", count="number", trump=TRUMP)),
        ("a tractor in a side suit", None, None, odds.unit("tractor", suit="side", trump=TRUMP)),
        ("lengths of side suits", None, None, odds.suit_length("side", trump=TRUMP)),
        ("points of the kitty", None, None, odds.kitty_points()),
        ("declarations of four hands", None, None, odds.declaration("10")),
        ("a throw of AKK stands", 250, 150, odds.throw("As Ks Ks", trump=TRUMP)),
        ("a throw of AKK, any hand", None, None, odds.throw("A K K", trump=TRUMP)),
        ("an ace is ruffed", None, None, odds.ruffed("As", trump=TRUMP)),
        ("a ten escapes, any hand", None, None, odds.escape("10", trump=plain)),
        (
            "Titanics, three decks",
            None,
            None,
            odds.unit("titanic", count="number", trump=TRUMP, decks=3),
        ),
    ):
        yield bulk(
            "studies", name, ROWS, "verb(1, 0, n)", must, stretch, verb=study.tally, n=ROWS
        )


BULK = [*dealing_cases(), *batch_cases(), *study_cases()]
