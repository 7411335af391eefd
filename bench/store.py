"""The store's share of the server's CPU: the same run with it and without, in turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.figures import Figure
from bench.meter import alternate, median
from bench.processes import Counted, crowd, referee

__all__ = ["measure"]


def measure(*, full: bool) -> Iterator[Figure]:
    """Batches of 8 bots x 64, and the worst case: one match alone, a commit for each decision."""
    runs, seconds = (5, 4.0) if full else (2, 2.0)
    for bots, matches, warm_s in ((8, 64, 3.0), (2, 1, 0.5)):
        sides = [
            partial(_run, bots, matches, warm_s, seconds, module)
            for module in ("arbitro_server", "bench.storeless")
        ]
        stored, bare = ([one.cost_us for one in side] for side in alternate(sides, runs))
        name, goals = f"{bots} bots x {matches}", (15, 5) if bots == 8 else (None, None)
        share = 100 * (1 - median(bare) / median(stored))
        yield Figure("store", f"{name}, share of the server's CPU", share, "%", *goals)
        yield Figure("store", f"{name}, a decision", median(stored) - median(bare), "us")


def _run(bots: int, matches: int, warm_s: float, seconds: float, module: str) -> Counted:
    with referee(bots, 128, module=module) as server:
        return crowd(server, matches=matches, warm_s=warm_s, seconds=seconds)
