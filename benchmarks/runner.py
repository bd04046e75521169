"""What the runner of studies costs: python benchmarks/runner.py

Time a block beside its tally, for each way of running: blocks that give a ready tally, so that
what is measured is the runner. Then two threads against one on blocks of about 100 ms that leave
the interpreter's lock. Times are the least of several; on a busy machine the threads' ratio is
that of the machine.
"""

import hashlib
import multiprocessing
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from tractor_core.odds import run

BLOCK_SECONDS = 0.1


class Ready:
    """A study of `bins` bins whose tally is there already; `hashed` bytes are hashed first."""

    event = False
    block = 1000

    def __init__(self, bins=40, hashed=0):
        self.bins = bins
        self.hashed = hashed
        self.values = tuple(range(bins))
        self.labels = tuple(map(str, self.values))
        self.title = "ready"
        rng = np.random.default_rng(1)
        values = rng.integers(0, bins, (self.block, 4))
        sums = [self.block, 4 * self.block, 16 * self.block]
        v = values.sum(axis=1)
        sums += [v.sum(), (v * v).sum(), 4 * v.sum()]
        for b in range(bins):
            c = (values == b).sum(axis=1)
            sums += [c.sum(), (c * c).sum(), 4 * c.sum()]
        self.ready = np.array(sums, np.int64)

    def tally(self, seed, index, deals=None):
        if self.hashed:
            hashlib.sha256(bytes(self.hashed)).digest()
        return self.ready

    def identity(self):
        return {"bins": self.bins}

    def exact(self):
        return None


def least(call, times=5):
    """The least wall and CPU seconds of a call."""
    found = []
    for _ in range(times):
        wall, cpu = perf_counter(), process_time()
        call()
        found.append((perf_counter() - wall, process_time() - cpu))
    return min(w for w, _ in found), min(c for _, c in found)


def show(name, seconds, blocks):
    each = seconds / blocks
    print(f"{name:<44}{1e6 * each:9.1f} us a block{100 * each / BLOCK_SECONDS:8.3f} % of 100 ms")


def main():
    for bins in (2, 40, 400):
        study = Ready(bins)
        many, few = 2000 * study.block, 1000 * study.block

        def once(study=study, many=many, few=few, **how):
            long = least(lambda: run(study, many, **how))
            short = least(lambda: run(study, few, **how))
            return long[0] - short[0], long[1] - short[1]

        wall, cpu = once()
        show(f"{bins} bins, this thread, wall", wall, 1000)
        show(f"{bins} bins, this thread, CPU", cpu, 1000)
        wall, cpu = once(threads=2)
        show(f"{bins} bins, two threads, wall", wall, 1000)
        show(f"{bins} bins, two threads, CPU", cpu, 1000)
        wall, cpu = once(half_width=1e-9)
        show(f"{bins} bins, with a target, CPU", cpu, 1000)
        wall, cpu = once(progress=lambda progress: None)
        show(f"{bins} bins, with progress, CPU", cpu, 1000)
    study = Ready()
    with tempfile.TemporaryDirectory() as folder:
        wall, _ = least(lambda: run(study, study.block, checkpoint=Path(folder, "a.json")))
        print(f"a run of one block with a checkpoint: {1e3 * wall:.2f} ms")
    wall, _ = least(lambda: run(study, study.block))
    print(f"a run of one block without: {1e3 * wall:.2f} ms")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        run(study, study.block, executor=pool)
        wall, _ = least(lambda: run(study, 500 * study.block, executor=pool))
        show("40 bins, two processes, wall", wall, 500)
    threads()


def threads():
    """Short runs, so that some of them find the machine idle."""
    size = 10_000_000
    size = int(size * BLOCK_SECONDS / least(lambda: Ready(2, size).tally(0, 0))[0])
    study = Ready(2, size)
    direct = least(lambda: [study.tally(0, 0) for _ in range(10)])
    runner = least(lambda: run(study, 10 * study.block))
    print(f"ten blocks of 100 ms: {direct[1]:.3f} s of CPU alone, {runner[1]:.3f} s by the runner")
    one = least(lambda: run(study, 4 * study.block), 20)[0]
    two = least(lambda: run(study, 4 * study.block, threads=2), 20)[0]
    with ThreadPoolExecutor(2) as pool:
        bare = least(lambda: list(pool.map(lambda i: study.tally(0, i), range(4))), 20)[0]
    print(f"two threads: {one / two:.2f} times one; a bare pool of two: {one / bare:.2f}")


if __name__ == "__main__":
    sys.exit(main())
