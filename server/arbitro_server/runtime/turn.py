"""One turn of the event loop: what all matches did in it is committed together, then said, then timed.

Persist before you speak (architecture 2). Whatever happens to matches while the loop handles what has arrived
is only collected; one call later everything is committed to the store as one row, and only then does each
match send its messages and arm its deadlines. Batching follows the load by itself: there is no fixed delay.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from arbitro_server.store.interface import Store, StoreError

__all__ = ["LoopTurn", "Speaker"]


class Speaker(Protocol):
    """Something with messages to send once its records are committed."""

    def speak(self) -> None:
        """Send what is due, then arm what is due."""


class LoopTurn:
    """Collects records and speakers of one turn.

    Attributes:
        is_broken: the store failed: nothing is committed or said any more.

    Args: store: where records go. soon: calls back after the present turn (``loop.call_soon``). observe: told
    how long a commit took in seconds, and how many bytes it had. failed: told when the store fails: nothing
    of the turn was written or will be said; the referee must stop.
    """

    def __init__(
        self,
        store: Store,
        soon: Callable[[Callable[[], None]], object],
        observe: Callable[[float, int], None],
        failed: Callable[[StoreError], None],
    ) -> None:
        self._store = store
        self._soon = soon
        self._observe = observe
        self._failed = failed
        self._records: list[tuple[str, bytes]] = []
        self._settled: set[str] = set()
        self._speakers: dict[Speaker, None] = {}
        self._scheduled = False
        self.is_broken = False

    def append(self, log: str, record: bytes) -> None:
        """Append a record to a log in this turn's commit."""
        self._records.append((log, record))
        if not self._scheduled:
            self._schedule()

    def settle(self, log: str) -> None:
        """Say that a log has reached a good point to be packed."""
        self._settled.add(log)

    def speak_after(self, speaker: Speaker) -> None:
        """Let a speaker speak after this turn's commit; once, however often it is asked for."""
        self._speakers[speaker] = None
        if not self._scheduled:
            self._schedule()

    def flush(self) -> None:
        """Commit now and let everybody speak."""
        self._scheduled = False
        if self.is_broken:
            return
        records, settled, speakers = self._records, self._settled, self._speakers
        self._records, self._settled, self._speakers = [], set(), {}
        if records or settled:
            begun = time.perf_counter()
            try:
                self._store.commit(records, settled)
            except StoreError as error:
                self.is_broken = True
                self._failed(error)
                return
            self._observe(time.perf_counter() - begun, sum([len(record) for _, record in records]))
        for speaker in speakers:
            try:
                speaker.speak()
            except StoreError as error:
                self._failed(error)  # a log's summary: its records are safe, the others speak, then it stops

    def _schedule(self) -> None:
        self._scheduled = True
        self._soon(self.flush)
