"""``arbitro duel --jobs``: how it scales over cores. The result is the same whatever the jobs.

*By time* compares wall times. *By CPU* is the speed-up that as many cores of their own would give: the jobs,
times the CPU of one job for all matches over that of these. Where others use the machine only the second
means anything.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bench.figures import Figure
from bench.meter import alternate, median

__all__ = ["measure"]

_DUEL: Final = ("duel", "greedy", "saver", "counter", "--seed", "bench", "--json")


class _Spent(NamedTuple):
    """A duel: its decisions, the wall time and the CPU of all its processes in seconds."""

    decisions: int
    wall_s: float
    cpu_s: float


def measure(*, full: bool) -> Iterator[Figure]:
    """1, 2, 4 ... jobs, up to one for each core."""
    games, runs = (60, 5) if full else (12, 2)
    cores = os.cpu_count() or 1
    jobs = sorted({1 << power for power in range(cores.bit_length()) if 1 << power < cores} | {cores})
    alone, *others = alternate([partial(_run, one, games) for one in jobs], runs)
    yield Figure("duel", "1 job, a decision", median(1e6 * one.cpu_s / one.decisions for one in alone), "us")
    for many, spent in zip(jobs[1:], others, strict=True):
        by_time = median(one.wall_s / other.wall_s for one, other in zip(alone, spent, strict=True))
        by_cpu = median(many * one.cpu_s / other.cpu_s for one, other in zip(alone, spent, strict=True))
        yield Figure("duel", f"{many} jobs / 1, by time", by_time, "ratio")
        yield Figure("duel", f"{many} jobs / 1, by CPU", by_cpu, "ratio")


def _run(jobs: int, games: int) -> _Spent:
    command = [sys.executable, str(Path(sys.executable).with_name("arbitro")), *_DUEL]
    before, begun = _children_s(), time.perf_counter()
    done = subprocess.run(
        [*command, "--games", str(games), "--jobs", str(jobs)], check=True, capture_output=True, text=True
    )
    told = json.loads(done.stdout.splitlines()[-1])
    return _Spent(told["decisions"], time.perf_counter() - begun, _children_s() - before)


def _children_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
