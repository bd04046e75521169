"""Bins of results: trimmed at their ends, and in groups whose errors are those of an event."""

import numpy as np
import pytest
from odds_studies import tally_of

import tractor_core as tc
from tractor_core import odds
from tractor_core.odds.bins import grouped, trimmed


class Spread:
    """Values of a normal draw, `copies` a deal, in steps of `step` from `lowest`."""

    title = "spread"
    event = False
    block = 2000

    def __init__(self, bins, lowest=0, step=1, copies=1, sd=None, within=None):
        self.bins, self.copies = bins, copies
        self.values = tuple(range(lowest, lowest + bins * step, step))
        self.labels = tuple(map(str, self.values))
        self.sd = bins / 12 if sd is None else sd
        self.within = within

    def draw(self, seed, index, deals):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(index,)))
        drawn = rng.normal(self.bins / 2, self.sd, (self.block, self.copies))
        low, high = self.within or (0, self.bins - 1)
        return np.clip(drawn.round().astype(int), low, high)[:deals]

    def tally(self, seed, index, deals=None):
        return tally_of(self.draw(seed, index, deals), self.bins)

    def identity(self):
        return {"spread": self.labels, "sd": self.sd}

    def exact(self):
        return None


def test_empty_ends_are_left_out():
    study = Spread(1000, step=5, sd=3)
    result = odds.run(study, 2000)
    drawn = study.draw(0, 0, 2000)
    shown = result.shares(1000)
    assert [shown[0].value, shown[-1].value] == [5 * drawn.min(), 5 * drawn.max()]
    assert len(shown) == drawn.max() - drawn.min() + 1
    assert sum(found.count for found in shown) == 2000
    assert shown == trimmed(result.bins) == tuple(result.bins[drawn.min() : drawn.max() + 1])
    # also in what is written and shown
    assert len(result.rows()) == 1 + len(shown)
    assert result.table().count("\n") < 40
    # but all of them are kept in the result
    assert len(odds.Result.from_json(result.to_json()).bins) == 1000


def test_nothing_that_applied_shows_all():
    study = Spread(5)
    study.tally = lambda *_: np.array([2000, *[0] * 20], np.int64)
    result = odds.run(study, 2000)
    assert result.shares() == result.bins


@pytest.mark.parametrize(
    ("bins", "lowest", "step", "most", "width"),
    [
        (400, 0, 5, 24, 100),
        (400, -1000, 5, 24, 100),
        (400, -7, 1, 24, 20),
        (400, 0, 1, 300, 1),
        (400, 0, 3, 10, 120),
        (1065, 0, 5, 60, 100),
    ],
)
def test_groups(bins, lowest, step, most, width):
    study = Spread(bins, lowest, step)
    result = odds.run(study, 2000)
    shown = result.shares(most)
    assert 2 <= len(shown) <= most
    if width == 1:
        assert shown == trimmed(result.bins)
        return
    assert {b.value - a.value for a, b in zip(shown, shown[1:], strict=False)} == {width}
    assert all(found.value % width == 0 for found in shown)
    values = lowest + step * study.draw(0, 0, 2000)[:, 0]
    for found in shown:
        inside = (values >= found.value) & (values < found.value + width)
        assert found.count == inside.sum()
        assert found.share == pytest.approx(inside.mean())
        # the interval is that of the event that the value lies in the group
        event = Spread(2)
        event.event, event.values = True, (0, 1)
        event.tally = lambda *_, inside=inside: tally_of(inside[:, None].astype(int), 2)
        alone = odds.run(event, 2000)
        assert (found.low, found.high, found.method) == (alone.low, alone.high, alone.method)
    low, _, high = shown[1].label.partition(" to ")
    inside = [value for value in study.values if shown[1].value <= value < shown[2].value]
    assert (int(low), int(high)) == (inside[0], inside[-1])


def test_several_copies_stay_apart():
    result = odds.run(Spread(400, copies=3), 2000)
    assert result.shares(10) == trimmed(result.bins)


def test_values_on_both_sides_of_nought():
    result = odds.run(Spread(400, lowest=-200, within=(150, 250)), 2000)
    assert [found.label for found in result.shares(2)] == ["-100 to -1", "0 to 99"]
    with pytest.raises(ValueError, match="most=1: must be at least 2"):
        result.shares(1)
    with pytest.raises(TypeError, match="most must be a whole number"):
        result.shares(2.5)


def test_points_of_rounds():
    result = odds.run(odds.round_points(trump=tc.Trump("10", "h")), 300, seed=1)
    assert len(result.bins) > 1000
    assert len(result.table().splitlines()) < 40
    assert grouped(result.bins, result.tally, result.spent, 24) == result.shares()
    pytest.importorskip("matplotlib")
    axes = odds.plots.histogram(result).axes[0]
    assert len(axes.patches) <= 60
    assert float(axes.lines[-1].get_xdata()[0]) == pytest.approx(
        (result.estimate - result.shares(60)[0].value) / 5
    )
