"""Watchers: what they cost the referee, and the match that they watch.

By gRPC: 1, 50, 500 of one match, each in a run of its own. By the pages: 200 tabs in which nothing moves,
then 1 and 50 that follow the match, on one server, windows with them and without in turn. Bots think 2 ms: so
the referee has time for everybody.
"""

from __future__ import annotations

import re
import time
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Final, NamedTuple

from bench.figures import Figure
from bench.meter import alternate, cpu_s, median
from bench.processes import Served, crowd, referee
from bench.tabs import tabs

__all__ = ["measure"]

_MATCH: Final = "bench-0-0"
_IDLE: Final = ("t=", "t=bench", "m=bench-0-3@now", "m=bench-0-3@now&t=bench")
"""The tournaments, a tournament, a match that is not begun, alone and among others' tables."""
_PAIRS: Final = 4
_SETTLED_S: Final = 0.3


def measure(*, full: bool) -> Iterator[Figure]:
    """Measure both."""
    yield from _calls(6.0 if full else 2.5)
    yield from _pages(4.0 if full else 1.5)


def _calls(seconds: float) -> Iterator[Figure]:
    alone = 0.0
    for watchers in (0, 1, 50, 500):
        with referee(2, 4, target=100_000) as server:
            one = crowd(
                server,
                think_ms=(2, 2),
                limit_ms=900,
                watch=_MATCH,
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


def _pages(seconds: float) -> Iterator[Figure]:
    crowds: Sequence[tuple[str, tuple[str, ...]]] = (
        ("200 idle tabs", _IDLE * 50),
        ("1 tab that follows", (f"m={_MATCH}@now",)),
        ("50 tabs that follow", (f"m={_MATCH}@now",) * 50),
    )
    lasting = len(crowds) * _PAIRS * 2 * (seconds + 1.5)
    with (
        referee(2, 4, target=1_000_000, flags=("--http", "127.0.0.1:0")) as server,
        ThreadPoolExecutor(1) as pool,
    ):
        pool.submit(crowd, server, think_ms=(2, 2), limit_ms=900, warm_s=0, seconds=lasting)
        for name, queries in crowds:
            without, among = alternate(
                [partial(_window, server, (), seconds), partial(_window, server, queries, seconds)], _PAIRS
            )
            costs = [one.cost_us / other.cost_us for one, other in zip(among, without, strict=True)]
            rates = [one.rate / other.rate for one, other in zip(among, without, strict=True)]
            alone = [one.cost_us for one in without]
            noise = 100 * (max(alone) - min(alone)) / median(alone)
            yield Figure(
                "watchers", "no tab, server", median(alone), "us/decision", note=f"within {noise:.0f} %"
            )
            yield Figure("watchers", f"{name} / none, server", median(costs), "ratio")
            yield Figure("watchers", f"{name} / none, decisions", median(rates), "ratio")
            yield Figure("watchers", f"{name}, frames", median(one.frames for one in among), "1/s")


class _Window(NamedTuple):
    """What was counted in a window: the server's CPU for a decision, decisions and frames a second."""

    cost_us: float
    rate: float
    frames: float


def _window(server: Served, queries: Sequence[str], seconds: float) -> _Window:
    """Let the match go on for a while, watched by these."""
    with tabs(server.http, queries) if queries else nullcontext([0]) as frames:
        time.sleep(_SETTLED_S)
        decisions, spent_s, begun = _decisions(server.http), cpu_s(server.pid), time.monotonic()
        time.sleep(seconds)
        spent_s, took_s = cpu_s(server.pid) - spent_s, time.monotonic() - begun
        decisions = _decisions(server.http) - decisions
    return _Window(1e6 * spent_s / decisions, decisions / took_s, frames[0] / (took_s + _SETTLED_S))


def _decisions(http: str) -> float:
    with urllib.request.urlopen(f"http://{http}/metrics") as answer:
        found = re.search(r"^arbitro_decisions_total (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0
