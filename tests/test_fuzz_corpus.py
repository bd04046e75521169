"""The corpus of the fuzz entry, and small mutations of it: errors of the right class only."""

import importlib.util
import random
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent / "fuzz"
spec = importlib.util.spec_from_file_location("fuzz_parsers", FUZZ / "fuzz_parsers.py")
fuzz_parsers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fuzz_parsers)

SEEDS = sorted(fuzz_parsers.CORPUS.iterdir())


def mutated(data, rng):
    """Change, drop, double or insert a few bytes."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(1, len(data) + 1)
        end = at + rng.choice([1, 1, 1, 5, 20])
        change = rng.randrange(5)
        if change == 0:
            data[at:end] = b""
        elif change == 1:
            data[at:at] = data[at:end]
        elif change == 2:
            data[at:end] = rng.randbytes(len(data[at:end]))
        elif change == 3:
            data[at:at] = rng.choice([b" ", b"\n", b"#", b"[", b"]", b'"', b"0", b"\xff", b"{"])
        else:
            other = rng.randrange(1, len(data) + 1)
            data[at:end] = data[other : other + end - at]
    return bytes(data)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.name)
def test_corpus(seed):
    data = seed.read_bytes()
    fuzz_parsers.read_one(data)
    rng = random.Random(seed.name)
    for _ in range(300 if len(data) < 4000 else 60):
        fuzz_parsers.read_one(mutated(data, rng))


def test_every_reader_has_seeds():
    assert {chr(seed.read_bytes()[0]) for seed in SEEDS} == set(fuzz_parsers.READERS)
    fuzz_parsers.read_one(b"")
    fuzz_parsers.read_one(b"?x")
