"""Signals: what takes long is ended by Ctrl-C while it runs, not after it."""

import signal

import numpy as np
import pytest

import tractor_core as tc
from tractor_core import odds

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")

TRUMP = tc.Trump("10", "h")
ROWS = 1 << 19  # some tenths of a second and more


class Interrupted(Exception):
    pass


@pytest.fixture
def soon():
    """Raise in the main thread a hundredth of a second after the call."""

    def stop(number, frame):
        raise Interrupted

    before = signal.signal(signal.SIGALRM, stop)
    try:
        yield lambda: signal.setitimer(signal.ITIMER_REAL, 0.01)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ends_early(soon, call, array):
    """Whether a call is ended before its last row in one of some tries; timers may be late."""
    for _ in range(20):
        try:
            array[-1] = 99
            soon()
            call()
        except Interrupted:
            if (array[-1] == 99).all():
                return True
    return False


def test_deals(soon):
    deals = np.zeros((ROWS, 5, 3), np.uint64)
    dealing = tc.Dealing(3)
    assert ends_early(soon, lambda: dealing.planes(ROWS, 1, out=deals), deals)
    assert ends_early(soon, lambda: dealing.block_planes(1, 0, ROWS, out=deals), deals)


def test_orders(soon):
    orders = np.zeros((ROWS, 162), np.uint8)
    assert ends_early(soon, lambda: tc.Dealing(3).orders(ROWS, 1, out=orders), orders)


def test_hidden_cards(soon):
    unseen = tc.Cards([kind for kind in range(54) for _ in range(2)])
    hidden = tc.Hidden(unseen, (25, 25, 25, 25, 8), voids={0: "d", 1: "c"}, trump=TRUMP)
    drawn = np.zeros(1)

    def draw():
        rng = np.random.default_rng(1)
        try:
            hidden.sample(ROWS, rng)
        finally:  # the state after all rows is the mark of a call that went to its end
            drawn[-1] = 99 if rng.bit_generator.state["state"]["state"] != last else 0
            assert rng.bit_generator.lock.acquire(blocking=False)

    whole = np.random.default_rng(1)
    hidden.sample(ROWS, whole)
    last = whole.bit_generator.state["state"]["state"]
    assert ends_early(soon, draw, drawn)


def test_burials(soon):
    hands = np.tile(np.array(tc.Cards(tuple(range(33))).planes, np.uint64), (ROWS, 1))
    buried = np.zeros_like(hands)
    assert ends_early(soon, lambda: tc.batch.bury(hands, TRUMP, 8, out=buried), buried)


def test_a_tally_of_a_long_block(soon):
    """It would take more than a minute."""
    with pytest.raises(Interrupted):
        soon()
        odds.points(block=1 << 30).tally(1, 0)


def test_a_run_keeps_what_is_done():
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)  # the block would take a minute
        result = odds.run(odds.points(block=1 << 30), 1 << 40)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert (result.stopped, result.deals) == ("interrupted", 0)


def cards_in(deals):
    return np.unpackbits(deals.reshape(len(deals), -1).view(np.uint8), axis=1).sum(axis=1)


def test_chunks_do_not_show():
    """Deals are those of one go, whatever is looked at between them."""
    rows = (1 << 16) + 70
    for decks in (1, 2, 3):
        dealing = tc.Dealing(decks)
        assert (dealing.planes(rows, 1)[: 1 << 16] == dealing.planes(1 << 16, 1)).all()
        deals = dealing.planes(rows, 1)
        assert (cards_in(deals[-100:]) == 54 * decks).all()
        orders = dealing.orders(rows, 1)
        assert (np.sort(orders[-100:], axis=1) == np.repeat(np.arange(54), decks)).all()
    unseen = tc.Cards([kind for kind in range(54) for _ in range(2)])
    sample = tc.Hidden(unseen, (25, 25, 25, 25, 8)).sample(rows, 1)
    assert (cards_in(sample[-100:]) == 108).all()
