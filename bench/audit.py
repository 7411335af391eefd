"""The log: bytes for a decision, and how long the audit of a 500-point match takes."""

from __future__ import annotations

import time
from collections.abc import Iterator

from arbitro.codec import record_of
from arbitro_engine.log.stored import StoredLog, read_log
from arbitro_engine.log.verify import verify
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.arena import Conditions, Played, Scheduled, play
from arbitro_sdk.loading import load
from bench.figures import Figure
from bench.meter import median

__all__ = ["measure"]


def measure(*, full: bool) -> Iterator[Figure]:
    """Play matches of two bundled bots, then read and verify each from its bytes."""
    played = [_match(number) for number in range(30 if full else 10)]
    decisions = sum(sum(one.decisions) for one in played)
    logs = [min((_timed(one.log) for _ in range(3)), key=lambda timed: timed[0]) for one in played]
    spent_s = sum(spent for spent, _ in logs)
    yield Figure("audit", "decisions of a match", decisions / len(played), "")
    yield Figure("audit", "log", sum(len(one.log) for one in played) / decisions, "B/decision")
    yield Figure("audit", "verify", sum(len(log.records) for _, log in logs) / spent_s, "records/s")
    yield Figure("audit", "verify a match", 1e3 * median(spent for spent, _ in logs), "ms", 20, 10)


def _match(number: int) -> Played:
    conditions = Conditions(RuleSet.of("official"), f"bench {number}")
    bots = [load("greedy"), load("saver")]
    reports: list[str] = []
    scheduled = Scheduled(f"bench-{number}", f"bench-{number}", "", ("greedy", "saver"))
    return play(conditions, scheduled, bots, [reports.append] * 2)


def _timed(data: bytes) -> tuple[float, StoredLog]:
    """Return the CPU seconds of an audit."""
    begun = time.process_time()
    log = read_log(data, record_of)
    verdict = verify(log)
    spent = time.process_time() - begun
    if verdict.state != "ok":
        raise RuntimeError(f"{verdict.difference}")
    return spent, log
