"""Clocks under load, in real time: nobody who answers in time may be called late.

64 matches at once, bots that think 1 ms, a limit of 50 ms; then bots whose answers fall around the limit:
each is done or told to be late, none is lost.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from arbitro.codec import record_of
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_server.store.database import copy_store
from arbitro_server.store.sqlite import SqliteStore
from bench.figures import Figure
from bench.processes import Served, crowd, referee

__all__ = ["measure"]


def measure(*, full: bool) -> Iterator[Figure]:
    """Look at what bots were told, and at what the log says of each charge."""
    seconds = 20.0 if full else 4.0
    with referee(8, 128, "50ms+0s") as server:
        quick = crowd(server, matches=16, think_ms=(1, 1), limit_ms=50, warm_s=1, seconds=seconds)
        steps = _steps(server)
    yield Figure("clocks", "64 matches, 1 ms of 50: decisions", quick.decisions, "")
    for outcome, count in sorted(quick.results.items()):
        yield Figure("clocks", outcome.removeprefix("OUTCOME_").lower(), count, "")
    yield Figure("clocks", "called late though in time", quick.unfair, "", 0.5, 0)
    yield Figure("clocks", "largest charge", max(step.charge_us for step in steps) / 1e3, "ms")
    yield Figure("clocks", "largest lag let pass", max(step.lag_us for step in steps) / 1e3, "ms")
    yield Figure("clocks", "largest tolerance let pass", max(step.tolerance_us for step in steps) / 1e3, "ms")
    with referee(8, 128, "50ms+0s", "lenient") as server:
        close = crowd(server, matches=16, think_ms=(45, 95), limit_ms=50, warm_s=1, seconds=seconds)
    yield Figure("clocks", "around the limit: answers", close.decisions, "")
    for outcome, count in sorted(close.results.items()):
        yield Figure("clocks", outcome.removeprefix("OUTCOME_").lower(), count, "")
    yield Figure("clocks", "called late though in time, around it", close.unfair, "", 0.5, 0)


def _steps(server: Served) -> list[StepRecord]:
    """Return all answers and time-outs in a referee's store."""
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        copy = Path(folder) / "store.db"
        copy_store(server.data / "store.db", copy)
        store = SqliteStore(copy)
        records = [record_of(data) for log in store.logs("bench-") for data in store.records(log)]
        store.close()
    kinds = {RecordKind.ANSWER, RecordKind.TIMEOUT, RecordKind.REFUSED}
    return [one for one in records if isinstance(one, StepRecord) and one.kind in kinds]
