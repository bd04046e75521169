"""Small studies for the tests of the runner: NumPy draws in place of deals."""

import _thread
import hashlib
import threading
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

NEVER = -1


def tally_of(values, bins):
    """The tally of `values[deal, copy]`, -1 where a copy does not apply."""
    applies = values >= 0
    m = applies.sum(axis=1)
    v = np.where(applies, values, 0).sum(axis=1)
    sums = [len(values), m.sum(), (m * m).sum(), v.sum(), (v * v).sum(), (v * m).sum()]
    for b in range(bins):
        c = (values == b).sum(axis=1)
        sums += [c.sum(), (c * c).sum(), (c * m).sum()]
    return np.array(sums, np.int64)


def rng_of(seed, index):
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(index,)))


@dataclass(frozen=True)
class Coins:
    """An event of probability p: `copies` coins a deal, all alike in a part of the deals.

    `kept` is the probability that a copy applies.
    """

    p: float = 0.3
    copies: int = 1
    alike: float = 0.0
    kept: float = 1.0
    block: int = 100
    event: bool = True
    bins: int = 2
    values: tuple = (0, 1)
    labels: tuple = ("no", "yes")

    @property
    def title(self):
        return f"coins of {self.p:g}"

    def draw(self, seed, index, deals):
        rng = rng_of(seed, index)
        # the whole block is drawn, so that a shorter one is its beginning
        u = rng.random((self.block, self.copies))
        same = rng.random(self.block) < self.alike
        u[same] = u[same, :1]
        values = (u < self.p).astype(np.int64)
        values[rng.random(values.shape) >= self.kept] = NEVER
        return values[: self.block if deals is None else deals]

    def tally(self, seed, index, deals=None):
        return tally_of(self.draw(seed, index, deals), self.bins)

    def identity(self):
        return {
            "fake": "coins",
            "p": self.p,
            "copies": self.copies,
            "alike": self.alike,
            "kept": self.kept,
            "block": self.block,
            "labels": self.labels,
        }

    def exact(self):
        return Fraction(self.p)


@dataclass(frozen=True)
class Dice:
    """The mean of dice that show 0, 5, ... 25 points, four a deal, some with a common part."""

    copies: int = 4
    block: int = 100
    event: bool = False
    bins: int = 6
    values: tuple = (0, 5, 10, 15, 20, 25)
    labels: tuple = ("0", "5", "10", "15", "20", "25")
    title: str = "points of dice"
    loaded: float = 0.0

    def draw(self, seed, index, deals):
        rng = rng_of(seed, index)
        values = rng.integers(0, 6, (self.block, self.copies))
        values = np.where(rng.random(self.block)[:, None] < 0.3, values[:, :1], values)
        values[rng.random(values.shape) < self.loaded] = 5
        values[rng.random(values.shape) < 0.1] = NEVER
        return values[: self.block if deals is None else deals]

    def tally(self, seed, index, deals=None):
        return tally_of(self.draw(seed, index, deals), self.bins)

    def identity(self):
        return {"fake": "dice", "copies": self.copies, "block": self.block, "loaded": self.loaded}

    def exact(self):
        return 12.5 if self.loaded == 0 else None


@dataclass(frozen=True)
class Hashing(Coins):
    """A block that takes long and leaves the interpreter's lock meanwhile."""

    size: int = 20_000_000

    def tally(self, seed, index, deals=None):
        hashlib.sha256(bytes(self.size)).digest()
        return super().tally(seed, index, deals)


class StudyError(Exception):
    """Raised by a study of the tests."""


@dataclass(frozen=True)
class Failing(Coins):
    """Raise in one block."""

    at: int = 5

    def tally(self, seed, index, deals=None):
        if index == self.at:
            raise StudyError(f"no deal in {index}")
        return super().tally(seed, index, deals)


@dataclass(frozen=True)
class Slow(Coins):
    """Wait in every block, the longer the more it disturbs the order."""

    wait: float = 0.01

    def tally(self, seed, index, deals=None):
        threading.Event().wait(self.wait * (1 + index * 7 % 5) / 3)
        return super().tally(seed, index, deals)


@dataclass(frozen=True)
class Interrupting(Coins):
    """Press Ctrl-C in one block."""

    at: int = 5
    pressed: list = field(default_factory=list, compare=False)

    def tally(self, seed, index, deals=None):
        if index == self.at and not self.pressed:
            self.pressed.append(index)
            _thread.interrupt_main()
        return super().tally(seed, index, deals)
