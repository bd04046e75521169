"""The runner: one result whatever does the work, and whatever interrupts it."""

import errno
import json
import math
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from odds_studies import (
    Coins,
    Dice,
    Failing,
    Interrupting,
    Slow,
    StudyError,
    tally_of,
)

from tractor_core.errors import TractorError
from tractor_core.odds import CheckpointError, Progress, Result, compare, run
from tractor_core.odds import blocks as blocks_module
from tractor_core.odds import checkpoints as checkpoints_module
from tractor_core.odds import progress as progress_module
from tractor_core.odds.ledgers import is_milestone
from tractor_core.odds.protocol import fingerprint

COINS = Coins(copies=4, alike=0.2, kept=0.9)
N = 4321  # a last block of 21


def whole(study, seed, n):
    """The tally of the first `n` deals, without the runner."""
    indices = range(-(-n // study.block))
    values = np.concatenate([study.draw(seed, index, None) for index in indices])[:n]
    return tuple(tally_of(values, study.bins).tolist())


def as_if(result, **changes):
    return replace(result, **changes)


class Backwards:
    """An executor whose futures finish in the wrong order, when somebody waits for them."""

    def __init__(self):
        self.waiting = []
        self.most = 0
        self.cancelled = 0

    def submit(self, fn, *args):
        executor = self

        class Lazy(Future):
            def result(self, timeout=None):
                executor.finish()
                return super().result(timeout)

            def cancel(self):
                done = super().cancel()
                executor.cancelled += done
                return done

        future = Lazy()
        self.waiting.append((future, fn, args))
        self.most = max(self.most, sum(not f.done() for f, _, _ in self.waiting))
        return future

    def finish(self):
        for future, fn, args in reversed(self.waiting):
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(fn(*args))
            except Exception as error:
                future.set_exception(error)
        self.waiting = []


# --- the sums -------------------------------------------------------------------------------------


@pytest.mark.parametrize("study", [COINS, Coins(), Dice()], ids=["copies", "single", "mean"])
@pytest.mark.parametrize("n", [1, 99, 100, 101, N])
def test_every_deal_is_counted_once(study, n):
    for seed in (0, 2**70):
        result = run(study, n, seed=seed)
        assert result.tally == whole(study, seed, n)
        assert result.deals == n
        assert result.stopped == "n"
        assert result.seed == seed


@pytest.mark.parametrize("study", [COINS, Dice()], ids=["event", "mean"])
def test_the_same_for_any_number_of_threads(study):
    expected = run(study, N, seed=7)
    for threads in (2, 3, 7):
        assert run(study, N, seed=7, threads=threads) == expected
    for window in (1, 2, 100):
        assert run(study, N, seed=7, threads=2, window=window) == expected
    executor = Backwards()
    assert run(study, N, seed=7, executor=executor, window=5) == expected
    assert executor.most == 5
    assert run(study, N, seed=8) != expected


def test_uneven_blocks_do_not_matter():
    slow = Slow(wait=0.001)
    expected = run(slow, 3000)
    assert run(slow, 3000, threads=5) == expected
    assert expected.tally == whole(Coins(), 0, 3000)


def test_an_executor_stays_open():
    with ThreadPoolExecutor(3) as pool:
        expected = run(COINS, N)
        assert run(COINS, N, executor=pool) == expected
        assert run(COINS, N, executor=pool) == expected


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_processes(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert run(COINS, N, seed=3, executor=pool) == run(COINS, N, seed=3)
        target = run(COINS, half_width=0.01, executor=pool)
        assert target == run(COINS, half_width=0.01)
        with pytest.raises(StudyError) as caught:
            run(Failing(at=3), 2000, executor=pool)
        assert "in block 3 of the deals of seed 0" in caught.value.__notes__
        with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
            run(unpicklable(), 2000, executor=pool)


def unpicklable():
    class Local(Coins):
        """A class that pickle cannot find."""

    return Local()


@pytest.mark.slow
def test_loky():
    loky = pytest.importorskip("loky")
    with loky.ProcessPoolExecutor(2) as pool:
        assert run(COINS, N, seed=3, executor=pool) == run(COINS, N, seed=3)
        # what pickle cannot find, loky's serialiser sends by value
        assert run(unpicklable(), N, executor=pool).tally == run(Coins(), N).tally


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_dask():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        pool = client.get_executor()
        assert run(COINS, N, seed=3, executor=pool) == run(COINS, N, seed=3)
        target = run(COINS, half_width=0.01, executor=pool, window=6)
        assert target == run(COINS, half_width=0.01)
        with pytest.raises(StudyError) as caught:
            run(Failing(at=3), 2000, executor=pool)
        assert "in block 3 of the deals of seed 0" in caught.value.__notes__


@pytest.mark.slow
def test_a_worker_that_dies(tmp_path):
    path = tmp_path / "saved.json"
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(2, mp_context=context) as pool,
        pytest.raises(BrokenProcessPool) as caught,
    ):
        run(Dying(), 2000, executor=pool, checkpoint=path)
    assert any(note.startswith("in block ") for note in caught.value.__notes__)
    assert run(Coins(), 2000).tally == run(Dying(at=-1), 2000, checkpoint=path).tally


class Dying(Coins):
    """End the process in one block; at=-1: in none."""

    def __init__(self, at=5):
        super().__init__()
        object.__setattr__(self, "at", at)

    def tally(self, seed, index, deals=None):
        if index == self.at:
            os._exit(3)
        return super().tally(seed, index, deals)


def test_the_window_of_an_executor():
    assert blocks_module._window_of(ThreadPoolExecutor(4)) == 12
    assert blocks_module._window_of(Backwards()) == blocks_module.UNKNOWN_WINDOW
    executor = Backwards()
    run(Coins(), 10_000, executor=executor)
    assert executor.most == blocks_module.UNKNOWN_WINDOW


def test_memory_does_not_grow_with_the_blocks():
    import tracemalloc

    study = Coins(block=1)
    run(study, 200, threads=2)
    tracemalloc.start()
    try:
        run(study, 500, threads=2)
        _, few = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        run(study, 4000, threads=2)
        _, many = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert many < few + 300_000  # every tally kept would be 2 MB


def test_milestones_are_four_a_doubling():
    found = [n for n in range(1, 5000) if is_milestone(n)]
    expected = {math.floor(2 ** (k / 4) + 1e-9) for k in range(60)}
    assert found == sorted(n for n in expected if n < 5000)
    assert all(is_milestone(2**k) for k in range(64))


# --- ends -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("study", [COINS, Dice()], ids=["event", "mean"])
def test_a_target_half_width(study):
    target = 0.01 if study.event else 0.1
    result = run(study, half_width=target)
    assert result.half_width <= target
    assert result.stopped == "half_width"
    assert result.deals % study.block == 0
    assert result.level == 0.95
    assert result.spent < 0.05
    assert result.tally == run(study, result.deals).tally
    for threads in (2, 5):
        assert run(study, half_width=target, threads=threads) == result
    assert run(study, half_width=target, executor=Backwards()) == result


def test_n_is_a_limit_of_a_target():
    result = run(COINS, 1234, half_width=0.001)
    assert (result.stopped, result.deals) == ("n", 1234)
    assert result.spent == pytest.approx(0.04)
    assert run(COINS, 10**6, half_width=0.01).stopped == "half_width"


@pytest.mark.parametrize("threads", [1, 3])
def test_a_time(threads):
    start = time.monotonic()
    result = run(Slow(wait=0.01), seconds=0.25, threads=threads)
    assert time.monotonic() - start >= 0.25
    assert result.stopped == "seconds"
    assert result.deals > 0
    assert as_if(result, stopped="n") == run(Coins(), result.deals)


def test_a_time_gives_at_least_one_block():
    result = run(Slow(wait=0.3), seconds=1e-6, threads=2)
    assert result.deals == 100


def test_a_time_and_a_target():
    result = run(Slow(wait=0.01), seconds=0.2, half_width=1e-4, threads=2)
    assert result.stopped == "seconds"
    assert as_if(result, stopped="n") == run(Coins(), result.deals, half_width=1e-4)


def test_blocks_after_the_end_are_not_looked_at():
    """A block that fails beyond the last one wanted is none of the result's business."""
    expected = run(Coins(), half_width=0.05)
    assert expected.deals < 800
    failing = Failing(at=expected.deals // 100 + 1)
    executor = Backwards()
    assert run(failing, half_width=0.05, executor=executor) == expected


# --- Ctrl-C ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_returns_what_was_done(threads, tmp_path):
    path = tmp_path / "saved.json"
    result = run(Interrupting(at=9), N, threads=threads, checkpoint=path)
    assert result.stopped == "interrupted"
    assert result.deals % 100 == 0
    assert result.deals <= N
    if result.deals:
        assert as_if(result, stopped="n") == run(Coins(), result.deals)
    saved = json.loads(path.read_text())
    assert saved["blocks"] == result.deals // 100
    resumed = run(Coins(), N, checkpoint=path)
    assert resumed == run(Coins(), N)


def test_ctrl_c_before_anything_is_done():
    result = run(Interrupting(at=0), N)
    assert (result.deals, result.stopped) == (0, "interrupted")
    assert math.isnan(result.estimate)
    assert "no deal" in str(result)
    assert result.table()


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
def test_ctrl_c_while_waiting_for_an_executor():
    pressed = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    with ThreadPoolExecutor(2) as pool:
        pressed.start()
        result = run(Slow(wait=0.02), 10**7, executor=pool)
    assert result.stopped == "interrupted"
    assert 0 < result.deals < 10**7
    assert as_if(result, stopped="n") == run(Coins(), result.deals)


@pytest.mark.parametrize("place", ["take", "add"])
def test_ctrl_c_between_two_steps_leaves_no_hole(place, monkeypatch):
    """As a signal may come anywhere: after a block was taken, before it was added."""
    from tractor_core.odds import runner

    real = runner._Sweep._add
    calls = []

    def interrupted(self, blocks, index, given):
        calls.append(index)
        if index == 6 and place == "take":
            raise KeyboardInterrupt
        real(self, blocks, index, given)
        if index == 6:
            raise KeyboardInterrupt

    monkeypatch.setattr(runner._Sweep, "_add", interrupted)
    executor = Backwards()
    result = run(Coins(), N, executor=executor, window=20)
    monkeypatch.undo()
    assert as_if(result, stopped="n") == run(Coins(), result.deals)
    assert result.deals == (600 if place == "take" else 2600)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_ctrl_c_of_a_terminal_reaches_the_processes_too(tmp_path):
    """A whole process group gets the signal; the program prints its result and ends well."""
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from multiprocessing import get_context\n"
        "from odds_studies import Slow\n"
        "from tractor_core.odds import run\n"
        "if __name__ == '__main__':\n"
        "    pool = ProcessPoolExecutor(2, mp_context=get_context('spawn'))\n"
        "    told = []\n"
        "    def tell(progress):\n"
        "        if progress.deals and not told:\n"
        "            told.append(1)\n"
        "            print('begun', flush=True)\n"
        "    result = run(Slow(wait=0.01), 10**8, executor=pool, progress=tell)\n"
        "    print(result.stopped, result.deals, flush=True)\n"
        "    pool.shutdown(cancel_futures=True)\n"
    )
    folders = [str(Path(__file__).parent), *sys.path]
    child = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
    )
    try:
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.3)
        os.killpg(child.pid, signal.SIGINT)
        said, _ = child.communicate(timeout=60)
    finally:
        child.kill()
    stopped, deals = said.split()
    assert stopped == "interrupted"
    assert int(deals) > 0


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 4])
def test_a_failing_block_is_named(threads, tmp_path):
    path = tmp_path / "saved.json"
    with pytest.raises(StudyError, match="no deal in 5") as caught:
        run(Failing(), N, seed=3, threads=threads, checkpoint=path)
    assert caught.value.__notes__ == ["in block 5 of the deals of seed 3"]
    assert json.loads(path.read_text())["blocks"] == 5
    assert run(Failing(at=-1), N, seed=3, checkpoint=path) == run(Coins(), N, seed=3)


def test_a_failing_block_cancels_the_others():
    executor = Backwards()
    with pytest.raises(StudyError):
        run(Failing(at=0), 10**5, executor=executor, window=30)

    class Stuck(Backwards):
        def finish(self):
            waiting, self.waiting = self.waiting, []
            for future, fn, args in waiting[:1]:
                future.set_running_or_notify_cancel()
                try:
                    future.set_result(fn(*args))
                except Exception as error:
                    future.set_exception(error)

    executor = Stuck()
    with pytest.raises(StudyError):
        run(Failing(at=0), 10**5, executor=executor, window=30)
    assert executor.cancelled == 29


def test_a_timeout_of_the_block_itself_is_an_error():
    class Late(Coins):
        def tally(self, seed, index, deals=None):
            raise TimeoutError("the server of the study is away")

    for threads in (1, 2):
        with pytest.raises(TimeoutError, match="server"):
            run(Late(), N, threads=threads)


def test_an_executor_that_is_closed():
    pool = ThreadPoolExecutor(2)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        run(Coins(), N, executor=pool)


BAD_ARGUMENTS = [
    ({}, ValueError, "say when to stop"),
    ({"n": -1}, ValueError, "n=-1"),
    ({"n": 0}, ValueError, "n=0"),
    ({"n": 1e6}, TypeError, "n must be a whole number"),
    ({"n": True}, TypeError, "n must be"),
    ({"n": "100"}, TypeError, "n must be"),
    ({"n": 10, "seed": -1}, ValueError, "seed=-1"),
    ({"n": 10, "seed": 1.0}, TypeError, "seed must be"),
    ({"n": 10, "seed": "1"}, TypeError, "seed must be"),
    ({"n": 10, "seed": None}, TypeError, "seed must be"),
    ({"n": 10, "seed": np.random.default_rng(1)}, TypeError, "seed must be"),
    ({"half_width": 0}, ValueError, "half_width=0"),
    ({"half_width": 0.0}, ValueError, "half_width=0"),
    ({"half_width": -0.1}, ValueError, "half_width=-0.1"),
    ({"half_width": math.nan}, ValueError, "half_width=nan"),
    ({"half_width": math.inf}, ValueError, "half_width=inf"),
    ({"half_width": "0.1"}, TypeError, "half_width must be"),
    ({"half_width": True}, TypeError, "half_width must be"),
    ({"seconds": 0}, ValueError, "seconds=0"),
    ({"seconds": math.nan}, ValueError, "seconds=nan"),
    ({"seconds": "1"}, TypeError, "seconds must be"),
    ({"n": 10, "level": 1.5}, ValueError, "level=1.5"),
    ({"n": 10, "level": 0}, ValueError, "level=0"),
    ({"n": 10, "level": 1}, ValueError, "level=1"),
    ({"n": 10, "level": 95}, ValueError, "level=95"),
    ({"n": 10, "level": math.nan}, ValueError, "level=nan"),
    ({"n": 10, "level": "95"}, TypeError, "level must be"),
    ({"n": 10, "threads": 0}, ValueError, "threads=0"),
    ({"n": 10, "threads": -2}, ValueError, "threads=-2"),
    ({"n": 10, "threads": 1.5}, TypeError, "threads must be"),
    ({"n": 10, "threads": None}, TypeError, "threads must be"),
    ({"n": 10, "window": 0}, ValueError, "window=0"),
    ({"n": 10, "window": 2.0}, TypeError, "window must be"),
    ({"n": 10, "threads": 2, "executor": Backwards()}, ValueError, "not both"),
    ({"n": 10, "executor": 4}, TypeError, "submit"),
    ({"n": 10, "executor": map}, TypeError, "submit"),
    ({"n": 10, "checkpoint": 5}, TypeError, "checkpoint must be a path"),
    ({"n": 10, "progress": "bar"}, TypeError, "progress must be"),
    ({"n": 10, "progress": 1}, TypeError, "progress must be"),
]


@pytest.mark.parametrize(("arguments", "error", "said"), BAD_ARGUMENTS, ids=repr)
def test_bad_arguments(arguments, error, said):
    with pytest.raises(error, match=re.escape(said)):
        run(Coins(), **arguments)
    with pytest.raises(error, match=re.escape(said)):
        compare(Coins(), Coins(), **arguments)


def test_numbers_of_numpy_are_numbers():
    result = run(Coins(), np.int64(500), seed=np.uint8(3), level=np.float64(0.9))
    assert result == run(Coins(), 500, seed=3, level=0.9)
    assert run(Coins(), half_width=np.float32(0.5)).deals == 100


BAD_STUDIES = [
    (None, TypeError, "NoneType"),
    (5, TypeError, "int"),
    (Coins, TypeError, "Coins"),
    (Coins(block=0), ValueError, "block=0"),
    (Coins(bins=3, values=(0, 1, 2), labels=("a", "b", "c")), ValueError, "an event has two"),
    (Coins(values=(0,)), ValueError, "values: 1 of them for 2 bins"),
    (Coins(labels=("a", "b", "c")), ValueError, "labels: 3 of them"),
    (Dice(values=(0, 5, 10, 15, 20, 26)), ValueError, "equal steps"),
    (Dice(values=(25, 20, 15, 10, 5, 0)), ValueError, "equal steps"),
]


@pytest.mark.parametrize(("study", "error", "said"), BAD_STUDIES)
def test_bad_studies(study, error, said):
    with pytest.raises(error, match=said):
        run(study, 10)


@pytest.mark.parametrize(
    ("tally", "error", "said"),
    [
        ([1, 2], TypeError, "not list"),
        (None, TypeError, "not NoneType"),
        (np.zeros(12), TypeError, "float64"),
        (np.zeros(11, np.int64), ValueError, re.escape("shape (12,), not (11,)")),
        (np.zeros((1, 12), np.int64), ValueError, "shape"),
        (np.zeros(12, np.int64), ValueError, "over 0 deals, not over 100"),
    ],
)
def test_bad_tallies(tally, error, said):
    class Broken(Coins):
        def tally(self, seed, index, deals=None):
            return tally

    with pytest.raises(error, match=said) as caught:
        run(Broken(), 1000)
    assert caught.value.__notes__ == ["in block 0"]


def test_a_bad_identity():
    class Odd(Coins):
        def identity(self):
            return {"p": {1, 2}}

    class NotANumber(Coins):
        def identity(self):
            return {"p": math.nan}

    for study in (Odd(), NotANumber()):
        with pytest.raises(TypeError, match="plain JSON"):
            run(study, 100)


# --- checkpoints ----------------------------------------------------------------------------------


@pytest.mark.parametrize("study", [COINS, Dice()], ids=["event", "mean"])
@pytest.mark.parametrize("stops", [[100, 250, 2000], [4300, 4321], [1]])
def test_resuming_gives_the_identical_result(study, stops, tmp_path):
    path = tmp_path / "saved.json"
    for n in stops:
        assert run(study, n, seed=5, checkpoint=path) == run(study, n, seed=5)
    assert run(study, N, seed=5, checkpoint=path, threads=2) == run(study, N, seed=5)
    assert json.loads(path.read_text())["blocks"] == N // 100
    assert [entry.name for entry in tmp_path.iterdir()] == ["saved.json"]


def test_resuming_deals_no_block_twice(tmp_path):
    path = tmp_path / "saved.json"
    asked = []

    class Watched(Coins):
        def tally(self, seed, index, deals=None):
            asked.append(index)
            return super().tally(seed, index, deals)

    run(Watched(), 1000, checkpoint=path)
    run(Watched(), 1550, checkpoint=str(path))
    assert asked == list(range(16))


@pytest.mark.parametrize("half_width", [0.03, 0.01])
def test_resuming_a_target(half_width, tmp_path):
    expected = run(COINS, half_width=half_width)
    for n in (100, 300, 1000, expected.deals - 100, expected.deals):
        path = tmp_path / f"{n}.json"
        if 0 < n <= expected.deals:
            run(COINS, n, half_width=half_width, checkpoint=path)
            assert run(COINS, half_width=half_width, checkpoint=path) == expected
            # once more: it is done already
            assert run(COINS, half_width=half_width, checkpoint=path, threads=2) == expected


def test_a_smaller_target_goes_on_from_a_larger_one(tmp_path):
    path = tmp_path / "saved.json"
    run(COINS, half_width=0.02, checkpoint=path)
    assert run(COINS, half_width=0.008, checkpoint=path) == run(COINS, half_width=0.008)
    with pytest.raises(CheckpointError, match="more than this half-width takes"):
        run(COINS, half_width=0.05, checkpoint=path)


def test_a_target_goes_on_from_a_number(tmp_path):
    path = tmp_path / "saved.json"
    run(COINS, 700, checkpoint=path)
    assert run(COINS, half_width=0.008, checkpoint=path) == run(COINS, half_width=0.008)


def test_a_checkpoint_beyond_n(tmp_path):
    path = tmp_path / "saved.json"
    run(Coins(), 1000, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match="holds 1,000 deals, more than the 900 asked for"):
        run(Coins(), 900, checkpoint=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("study", "seed", "said"),
    [
        (Coins(p=0.31), 0, "of another study, 'coins of 0.3'"),
        (Coins(block=50), 0, "of another study"),
        (Dice(), 0, "of another study"),
        (Coins(), 1, "has seed 0, not 1"),
    ],
)
def test_a_checkpoint_of_another_run(study, seed, said, tmp_path):
    path = tmp_path / "saved.json"
    run(Coins(), 1000, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match=said) as caught:
        run(study, 2000, seed=seed, checkpoint=path)
    assert isinstance(caught.value, TractorError)
    assert isinstance(caught.value, ValueError)
    assert str(path) in str(caught.value)
    assert "give each run a file of its own" in str(caught.value)
    assert path.read_bytes() == before


def test_a_checkpoint_of_a_comparison_is_not_that_of_a_run(tmp_path):
    path = tmp_path / "saved.json"
    compare(Coins(), Coins(p=0.31), 1000, checkpoint=path)
    with pytest.raises(CheckpointError, match="another study"):
        run(Coins(), 1000, checkpoint=path)


def damaged(text):
    state = json.loads(text)
    yield b""
    yield b"\x00\xff\x80"
    yield b"[" * 100_000
    yield b"9" * 10_000
    yield text[: len(text) // 2]
    yield b"[]"
    yield b"{}"
    yield b'{"kind": "something else"}'
    for name in state:
        yield json.dumps({key: state[key] for key in state if key != name}).encode()
    yield json.dumps({**state, "blocks": 11}).encode()
    yield json.dumps({**state, "sums": None}).encode()
    yield json.dumps({**state, "more": 1}).encode()
    yield text.replace(b"100", b"101", 1)


def test_a_damaged_checkpoint(tmp_path):
    path = tmp_path / "saved.json"
    run(Coins(), 1000, checkpoint=path)
    for content in damaged(path.read_bytes()):
        path.write_bytes(content)
        with pytest.raises(CheckpointError) as caught:
            run(Coins(), 2000, checkpoint=path)
        assert "delete it" in str(caught.value)
        assert path.read_bytes() == content


def test_another_format_is_refused(tmp_path):
    path = tmp_path / "saved.json"
    run(Coins(), 1000, checkpoint=path)
    state = json.loads(path.read_text())
    state["format"] = 99
    path.write_text(json.dumps(state))
    with pytest.raises(CheckpointError, match="format 99, not 1"):
        run(Coins(), 2000, checkpoint=path)


def test_a_checksum_does_not_make_bad_sums_good(tmp_path):
    path = tmp_path / "saved.json"
    run(Coins(), 1000, checkpoint=path)
    state = json.loads(path.read_text())
    del state["sha256"]
    for changes in (
        {"sums": [1] * 12},
        {"sums": [1000]},
        {"sums": None},
        {"sums": [1000.0] * 12},
        {"blocks": "10"},
        {"blocks": -10},
        {"blocks": 11},
        {"history": None},
        {"history": [None]},
        {"history": [[1, [1, 2]]]},
        {"history": [["1", [1, 2, 3, 4, 5, 6]]]},
    ):
        wrong = {**state, **changes}
        wrong["sha256"] = checkpoints_module._checksum(wrong)
        path.write_text(json.dumps(wrong))
        with pytest.raises(CheckpointError, match="fit together"):
            run(Coins(), 2000, checkpoint=path)


def test_a_name_that_is_too_long(tmp_path):
    with pytest.raises(CheckpointError, match="cannot be read"):
        run(Coins(), 100, checkpoint=tmp_path / ("a" * 5000))


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(CheckpointError, match="make its folder first"):
        run(Coins(), 100, checkpoint=tmp_path / "none" / "saved.json")
    with pytest.raises(CheckpointError, match="name a file, not a folder"):
        run(Coins(), 100, checkpoint=tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(CheckpointError, match="folder"):
        run(Coins(), 100, checkpoint=tmp_path / "file" / "saved.json")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="who may do everything is not refused"
)
def test_a_folder_that_is_read_only(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(CheckpointError, match="folder where you may write"):
            run(Coins(), 100, checkpoint=tmp_path / "saved.json")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("step", "number", "remedy"),
    [
        ("fsync", errno.ENOSPC, "free some space"),
        ("replace", errno.EROFS, "where you may write"),
        ("replace", errno.EACCES, "where you may write"),
        ("fsync", errno.EIO, "name another file"),
    ],
)
def test_a_disk_that_fails_leaves_the_last_checkpoint(step, number, remedy, tmp_path, monkeypatch):
    path = tmp_path / "saved.json"
    run(Coins(), 1000, checkpoint=path)
    before = json.loads(path.read_bytes())

    class Filling(Coins):
        def tally(self, seed, index, deals=None):
            monkeypatch.setattr(os, step, refuse)
            return super().tally(seed, index, deals)

    def refuse(*args):
        raise OSError(number, os.strerror(number))

    with pytest.raises(CheckpointError, match=remedy) as caught:
        run(Filling(), 2000, checkpoint=path)
    monkeypatch.undo()
    assert os.strerror(number) in str(caught.value)
    assert "is whole" in str(caught.value)
    assert json.loads(path.read_bytes()) == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["saved.json"]
    assert run(Coins(), 2000, checkpoint=path) == run(Coins(), 2000)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_file_that_may_not_grow(tmp_path):
    """A real limit on writing, as a full disk is one: the write ends half way."""
    path = tmp_path / "saved.json"
    run(Coins(), 1000, checkpoint=path)
    before = path.read_bytes()
    program = (
        "import resource, signal\n"
        "from odds_studies import Coins\n"
        "from tractor_core.odds import run\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n"
        f"run(Coins(), 2000, checkpoint={str(path)!r})\n"
    )
    folders = [str(Path(__file__).parent), *sys.path]
    ended = subprocess.run(
        [sys.executable, "-B", "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
    )
    assert ended.returncode == 1
    assert "CheckpointError" in ended.stderr
    assert "is whole" in ended.stderr
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["saved.json"]


def test_a_failing_disk_does_not_hide_a_failing_block(tmp_path, monkeypatch):
    path = tmp_path / "saved.json"

    class Both(Failing):
        def tally(self, seed, index, deals=None):
            if index == self.at:
                monkeypatch.setattr(os, "replace", refuse)
            return super().tally(seed, index, deals)

    def refuse(*args):
        raise OSError(28, os.strerror(28))

    with pytest.raises(StudyError) as caught:
        run(Both(), N, checkpoint=path)
    assert any("free some space" in note for note in caught.value.__notes__)


def test_checkpoints_are_written_on_the_way(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints_module, "_EVERY", 0.0)
    path = tmp_path / "saved.json"
    seen = []

    class Watching(Coins):
        def tally(self, seed, index, deals=None):
            seen.append(json.loads(path.read_text())["blocks"])
            return super().tally(seed, index, deals)

    assert run(Watching(), 1050, checkpoint=path) == run(Coins(), 1050)
    assert seen == list(range(11))


def test_a_run_that_is_killed_resumes(tmp_path):
    """The process ends at once in the middle of a block; the file is whole."""
    path = tmp_path / "saved.json"
    program = (
        "from odds_studies import Coins\n"
        "from tractor_core.odds import run, checkpoints\n"
        "import os\n"
        "checkpoints._EVERY = 0.0\n"
        "class Killed(Coins):\n"
        "    def tally(self, seed, index, deals=None):\n"
        "        if index == 12:\n"
        "            os._exit(9)\n"
        "        return super().tally(seed, index, deals)\n"
        f"run(Killed(), 4321, checkpoint={str(path)!r})\n"
    )
    folders = [str(Path(__file__).parent), *sys.path]
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
    )
    assert ended.returncode == 9
    assert json.loads(path.read_text())["blocks"] == 12
    assert run(Coins(), N, checkpoint=path) == run(Coins(), N)


def test_the_fingerprint_is_of_the_canonical_identity():
    assert fingerprint({"b": 1, "a": [1, 2]}) == fingerprint({"a": (1, 2), "b": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
    with pytest.raises(TypeError):
        fingerprint({"a": object()})


# --- progress -------------------------------------------------------------------------------------


def test_a_callable_is_told(monkeypatch):
    monkeypatch.setattr(progress_module, "_EVERY", 0.0)
    told = []
    result = run(COINS, 1050, progress=told.append)
    assert [p.deals for p in told] == [*range(100, 1001, 100), 1050, 1050]
    assert all(isinstance(p, Progress) and p.goal == 1050 for p in told)
    assert [p.done for p in told] == [False] * 11 + [True]
    assert told[-1].estimate == result.estimate
    assert (told[-1].low, told[-1].high) == (result.low, result.high)
    assert [p.fraction for p in told] == sorted(p.fraction for p in told)
    assert told[-1].fraction == 1
    assert told[3].title in str(told[3])
    assert "400 of 1,050 deals" in str(told[3])


def test_a_callable_is_not_told_too_often():
    told = []
    run(COINS, 20_000, progress=told.append)
    assert 1 <= len(told) <= 50
    assert told[-1].done


def test_progress_of_a_target_foretells_its_end(monkeypatch):
    monkeypatch.setattr(progress_module, "_EVERY", 0.0)
    told = []
    result = run(COINS, half_width=0.01, progress=told.append)
    assert 0.5 * result.deals < told[4].goal < 2 * result.deals
    assert told[-2].goal == result.deals


def test_progress_of_a_time():
    told = []
    run(Slow(), seconds=0.3, progress=told.append)
    assert all(0 <= p.fraction <= 1 for p in told)
    assert told[0].goal is None


def test_an_error_of_the_callable_ends_the_run():
    def boom(progress):
        raise StudyError("progress")

    with pytest.raises(StudyError, match="progress"):
        run(COINS, 1000, progress=boom)


def test_ctrl_c_in_the_callable_ends_the_run():
    def press(progress):
        if progress.deals and not progress.done:
            raise KeyboardInterrupt

    assert run(COINS, 10**6, progress=press).stopped == "interrupted"


class Terminal:
    """A stream that says it is a terminal."""

    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass


def test_plain_lines_on_a_terminal(monkeypatch):
    monkeypatch.setattr(progress_module, "_LINE_EVERY", 0.0)
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    monkeypatch.setattr(sys, "stderr", Terminal())
    run(COINS, 300, progress=True)
    lines = sys.stderr.text.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith(" 33% coins of 0.3: ")
    assert lines[-1].startswith("100% ")


def test_a_bar_on_a_terminal(monkeypatch):
    pytest.importorskip("rich")
    monkeypatch.setattr(progress_module, "_EVERY", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    run(COINS, 300, progress=True)
    assert "100%" in sys.stderr.text


@pytest.mark.parametrize("stream", [None, "pipe"])
def test_no_bar_without_a_terminal(stream, monkeypatch, capsys):
    if stream is None:
        monkeypatch.setattr(sys, "stderr", None)
    run(COINS, 300, progress=True)
    assert capsys.readouterr().err == ""


# --- comparisons ----------------------------------------------------------------------------------


def test_a_comparison_has_both_results():
    first, second = Coins(copies=2), Coins(p=0.34, copies=2)
    found = compare(first, second, N, seed=5)
    assert found.first == run(first, N, seed=5)
    assert found.second == run(second, N, seed=5)
    assert found.estimate == pytest.approx(found.second.estimate - found.first.estimate)
    assert found.low < 0.04 < found.high
    assert found.method == "t over blocks"
    assert found.blocks == 44
    assert found == compare(first, second, N, seed=5, threads=3)
    assert "coins of 0.34 less coins of 0.3: +0.0" in str(found)
    assert found.exact == Fraction(0.34) - Fraction(0.3)
    assert found.z == pytest.approx((found.estimate - 0.04) / found.se)
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert plain["estimate"] == found.estimate
    assert Result.from_dict(plain["first"]) == found.first
    assert Fraction(plain["exact"]) == found.exact


def test_common_deals_are_worth_many():
    found = compare(Coins(), Coins(p=0.31), 50_000)
    assert found.correlation > 0.95
    assert 20 < found.gain < 120
    # by hand: a coin of 0.31 and not of 0.3 falls with probability 0.01
    assert found.se == pytest.approx(math.sqrt(0.01 * 0.99 / 50_000), rel=0.25)


def test_a_comparison_of_means():
    found = compare(Dice(), Dice(loaded=0.02), 20_000)
    assert found.low < 0.02 * 12.5 < found.high
    assert found.gain > 20


def test_a_comparison_of_shifted_values():
    shifted = Dice(values=(100, 105, 110, 115, 120, 125))
    found = compare(Dice(), shifted, 1000)
    assert found.estimate == pytest.approx(100)
    assert found.low <= 100 <= found.high


def test_few_blocks_add_the_errors():
    found = compare(Coins(), Coins(p=0.34), 250)
    assert found.method == "bound"
    assert found.se == pytest.approx(found.first.se + found.second.se, rel=0.01)


def test_a_study_compared_with_itself():
    found = compare(Coins(), Coins(), 1000)
    assert (found.estimate, found.se, found.method) == (0, 0, "constant")
    assert 0 < found.high < 0.005
    assert found.low == -found.high
    assert math.isnan(found.gain)


def test_a_comparison_to_a_target(tmp_path):
    path = tmp_path / "saved.json"
    found = compare(Coins(), Coins(p=0.34), half_width=0.004)
    assert found.half_width <= 0.004
    assert found.stopped == "half_width"
    compare(Coins(), Coins(p=0.34), 700, checkpoint=path)
    again = compare(Coins(), Coins(p=0.34), half_width=0.004, checkpoint=path, threads=2)
    assert again == found


def test_a_comparison_where_nothing_applies():
    found = compare(Coins(kept=0.0), Coins(), 1000)
    assert math.isnan(found.estimate)
    assert (found.low, found.high) == (-1, 1)
    assert "no deal in which both apply" in str(found)
    assert found.to_dict()["estimate"] is None
    assert found.z is None


def test_what_cannot_be_compared():
    with pytest.raises(ValueError, match="same block"):
        compare(Coins(), Coins(block=50), 1000)
    with pytest.raises(ValueError, match="a probability and a mean"):
        compare(Coins(), Dice(), 1000)
    with pytest.raises(TypeError):
        compare(Coins(), None, 1000)
