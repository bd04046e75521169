"""Odds: run a study over many deals, and say how sure the answer is.

`run` deals the blocks of a study on threads, processes or a cluster and gives a `Result`;
`compare` two studies over the same deals. `plots` draws results. Of a study the runner wants what
`tractor_core.odds.protocol.Study` says.
"""

from .checkpoints import CheckpointError
from .progress import Progress
from .results import Bin, Result, Snapshot, write_csv, write_parquet
from .runner import Comparison, compare, run

__all__ = [
    "Bin",
    "CheckpointError",
    "Comparison",
    "Progress",
    "Result",
    "Snapshot",
    "compare",
    "run",
    "write_csv",
    "write_parquet",
]
