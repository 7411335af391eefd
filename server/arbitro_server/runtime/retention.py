"""Retention: the logs of matches that were played long ago are removed, where an operator asks for that.

Only logs of tournaments that are over go, and of those only logs whose secret is revealed: nothing that is
played, or that somebody may still protest against before it is opened, is ever touched. What stays for good
is the tournament's own log (its results, and of each match the commitment and the head that its log ended
with), so standings do not change and a log that somebody kept can still be verified; and a summary of faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from arbitro_engine.match.record import HeaderRecord, RevealRecord
from arbitro_engine.tournament import StateRecord
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.tally import summary_of, tally_of
from arbitro_server.runtime.wire import Wire
from arbitro_server.store.interface import Store, StoreError
from arbitro_server.telemetry.logging import logger

__all__ = ["Removed", "Retention", "keep_sweeping"]

_DAY_S: Final = 86_400


class Removed(NamedTuple):
    """A log that was removed, and how many bytes of records it had."""

    log: str
    size: int


class Retention:
    """Removes old logs from a store.

    Args:
        days: how long logs are kept, counted from the start of the match.
        remove_file: removes a log's file: (tournament, name).
    """

    def __init__(self, store: Store, wire: Wire, days: int, remove_file: Callable[[str, str], None]) -> None:
        self._store = store
        self._wire = wire
        self._days = days
        self._remove_file = remove_file

    def sweep(self, now_unix: int) -> Iterator[Removed | None]:
        """Remove what is too old; one log is looked at in each step, which yields it if it was removed.

        Raises:
            StoreError: if the store or a file cannot be changed.
        """
        for row in self._store.tournaments():
            if not self._is_over(row.id):
                continue
            for log in self._store.logs(f"{row.id}-"):
                if log.rpartition(".")[0].rsplit("-", 2)[0] == row.id:
                    yield self._look_at(row.id, log, now_unix - self._days * _DAY_S)

    def _is_over(self, tournament: str) -> bool:
        newest_first = map(self._wire.entry_of, reversed(self._store.records(tournament)))
        state = next((entry.state for entry in newest_first if isinstance(entry, StateRecord)), "draft")
        return state in {"finished", "cancelled"}

    def _look_at(self, tournament: str, log: str, before_unix: int) -> Removed | None:
        stored = self._store.records(log)
        header = self._wire.record_of(stored[0]) if stored else None
        if not isinstance(header, HeaderRecord) or header.header.started_unix >= before_unix:
            return None
        records = list(map(self._wire.record_of, stored))
        if not any(isinstance(record, RevealRecord) for record in records):
            return None
        # the file first: one that is left without records would never be removed
        self._remove_file(tournament, log)
        if self._store.summary(log) is None:  # the referee stopped right at the match's end
            self._store.summarise(log, summary_of(*tally_of(records)))
        self._store.remove(log)
        removed = Removed(log, sum(map(len, stored)))
        logger().info("log.removed", log=log, tournament=tournament, bytes=removed.size)
        return removed


def keep_sweeping(retention: Retention, floor: Floor, failed: Callable[[StoreError], None]) -> None:
    """Sweep now and once a day, a log in each turn of the loop; ``failed`` is told if the store fails."""

    def begin() -> None:
        floor.deadlines.arm("retention", floor.clock.now_us() + _DAY_S * 1_000_000, begin)
        step(retention.sweep(floor.clock.unix_s()))

    def step(sweep: Iterator[Removed | None]) -> None:
        try:
            for removed in sweep:
                if removed is not None:
                    floor.metrics.logs_removed.inc()
                floor.soon(lambda: step(sweep))
                return
        except StoreError as error:
            failed(error)

    begin()
