"""Watchers: what 1, 50, 500 of them on one match cost the referee, and the match that they watch."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure
from bench.processes import crowd, referee

__all__ = ["measure"]


def measure(*, full: bool) -> Iterator[Figure]:
    """Bots that think 2 ms, so that the referee has time for everybody."""
    seconds = 6.0 if full else 2.5
    alone = 0.0
    for watchers in (0, 1, 50, 500):
        with referee(2, 4, target=100_000) as server:
            one = crowd(
                server,
                think_ms=(2, 2),
                limit_ms=900,
                watch="bench-0-0",
                watchers=watchers,
                warm_s=0.5,
                seconds=seconds,
            )
        if not watchers:
            alone = one.cost_us
        yield Figure("watchers", f"{watchers}, decisions", one.rate, "1/s")
        yield Figure("watchers", f"{watchers}, server", one.cost_us, "us/decision")
        if watchers and one.watched:
            more_us = (one.cost_us - alone) * one.decisions / one.watched
            yield Figure("watchers", f"{watchers}, for each frame a watcher gets", more_us, "us")
