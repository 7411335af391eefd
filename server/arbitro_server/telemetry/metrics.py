"""What the referee counts: conventional ``grpc_server_*``, ``http_server_*`` names beside ``arbitro_*``.

No label may hold a bot, a match or a token: their number has no bound.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import Refusal

__all__ = ["Metrics"]

_THINKING_US: Final = (
    1_000,
    3_000,
    10_000,
    30_000,
    100_000,
    300_000,
    1_000_000,
    3_000_000,
    10_000_000,
    30_000_000,
)
_PAGE: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
_BRIEF: Final = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)


class ThinkTimes(Collector):
    """How long answers took, counted by hand: a tenth of what a Histogram of the library costs."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_THINKING_US) + 1)
        self._total_us = 0

    def answered(self, took_us: int) -> None:
        """Count a decision that was answered in this time, the referee's own lateness taken off."""
        self._counts[bisect_left(_THINKING_US, took_us)] += 1
        self._total_us += took_us

    def collect(self) -> Iterator[Metric]:
        """Return the counts as one histogram and one counter."""
        bounds = [*(str(bound / 1e6) for bound in _THINKING_US), "+Inf"]
        sums = list(accumulate(self._counts))
        yield HistogramMetricFamily(
            "arbitro_turn_seconds",
            "From question to answer, the referee's own lateness taken off",
            buckets=list(zip(bounds, sums, strict=True)),
            sum_value=self._total_us / 1e6,
        )
        yield CounterMetricFamily("arbitro_decisions", "Answers that were done", value=sums[-1])


class Metrics:
    """All metrics of one server, in a registry of their own. Units are seconds and bytes."""

    def __init__(self, version: str) -> None:
        self.registry: Final = CollectorRegistry()
        of = self.registry
        method = ("grpc_type", "grpc_service", "grpc_method")
        self.rpc_started: Final = Counter("grpc_server_started_total", "RPCs begun", method, registry=of)
        self.rpc_handled: Final = Counter(
            "grpc_server_handled_total", "RPCs ended, by status code", (*method, "grpc_code"), registry=of
        )
        self.rpc_seconds: Final = Histogram(
            "grpc_server_handling_seconds",
            "How long RPCs took; a Play stream may take hours",
            method,
            registry=of,
        )
        self.received: Final = Counter("grpc_server_msg_received_total", "Messages read", method, registry=of)
        self.sent: Final = Counter("grpc_server_msg_sent_total", "Messages written", method, registry=of)

        self.http_seconds: Final = Histogram(
            "http_server_request_duration_seconds",
            "How long requests for pages took; a live connection lasts as long as its tab",
            ("http_request_method", "http_route", "http_response_status_code"),
            buckets=_PAGE,
            registry=of,
        )

        self.matches: Final = Counter(
            "arbitro_matches_total", "Matches ended, by ending", ("ending",), registry=of
        )
        self.matches_running: Final = Gauge(
            "arbitro_matches_in_progress", "Matches begun and not ended", registry=of
        )
        self.thinking: Final = ThinkTimes()
        of.register(self.thinking)
        self.timeouts: Final = Counter(
            "arbitro_turn_timeouts_total", "Decisions that got no answer in time", registry=of
        )
        self.refusals: Final = Counter(
            "arbitro_rejected_actions_total", "Answers refused, by reason", ("reason",), registry=of
        )
        self.sessions: Final = Gauge("arbitro_sessions", "Live bot sessions", registry=of)
        self.resumes: Final = Counter(
            "arbitro_session_resumes_total", "Matches taken up again by a session", registry=of
        )
        self.watchers: Final = Gauge("arbitro_spectators", "Live watchers", registry=of)
        self.watchers_dropped: Final = Counter(
            "arbitro_spectator_dropped_total", "Watchers who did not read and got a snapshot", registry=of
        )
        self.loop_lag: Final = Histogram(
            "arbitro_loop_lag_seconds",
            "How late the 5 ms probe of the event loop ran",
            buckets=_BRIEF,
            registry=of,
        )
        self.commit_seconds: Final = Histogram(
            "arbitro_log_append_seconds", "How long a commit to the store took", buckets=_BRIEF, registry=of
        )
        self.log_bytes: Final = Counter("arbitro_log_bytes_total", "Bytes of records appended", registry=of)
        self.logs_removed: Final = Counter(
            "arbitro_logs_removed_total", "Logs removed because they were old", registry=of
        )
        self.build: Final = Info("arbitro_build", "What is running", registry=of)
        self.build.info({"version": version})
        ProcessCollector(registry=of)
        # A counter that is born at 1 never rises in the eyes of an alert, so each is there from the start.
        for ending in Why:
            if ending >= Why.TARGET:
                self.matches.labels(ending.text)
        for reason in Refusal:
            self.refusals.labels(reason.value)

    def recorded(self, record: StepRecord) -> None:
        """Count what a record of a match says."""
        if record.kind is RecordKind.ANSWER:
            self.thinking.answered(max(0, record.read_us - record.asked_us - record.lag_us))
        elif record.kind is RecordKind.TIMEOUT and record.cause != "refusals":
            self.timeouts.inc()
        elif record.kind is RecordKind.REFUSED and record.refusal is not None:
            self.refusals.labels(record.refusal.value).inc()

    def committed(self, seconds: float, size: int) -> None:
        """Count a commit to the store and the bytes of its records."""
        self.commit_seconds.observe(seconds)
        self.log_bytes.inc(size)

    def exposition(self) -> bytes:
        """Return all values in the Prometheus text format."""
        return generate_latest(self.registry)
