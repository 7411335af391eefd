"""What watchers get: the public events of matches, as they leave.

A match never waits for a watcher. Each has a short queue; who does not read loses what is in it and gets, when it
reads again, the table as it stands then (architecture 4).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from arbitro_engine.log.chain import RoundHead
from arbitro_engine.match.messages import Ended, Public, PublicView

from arbitro_server.telemetry.metrics import Metrics

__all__ = ["Feed", "Missed", "Seen", "Watcher"]

_QUEUE: Final = 64


class Seen(NamedTuple):
    """Public events, or the end of the match; with the chain's head where a round or the match ends."""

    message: Public | Ended
    head: RoundHead | None


class Missed(NamedTuple):
    """The watcher was too slow: here is the table as it stands; events go on from the view's ``seq``."""

    view: PublicView


class Watcher:
    """One who watches a match. Ask :meth:`next` until the end."""

    def __init__(self, view: Callable[[], PublicView | None], on_drop: Callable[[], None]) -> None:
        self._view = view
        self._on_drop = on_drop
        self._queue: deque[Seen] = deque()
        self._is_behind = False
        self._woken = asyncio.Event()

    def put(self, seen: Seen) -> None:
        """Let the watcher see something; never waits."""
        if len(self._queue) >= _QUEUE:
            if not self._is_behind:
                self._on_drop()
            self._is_behind = True
            self._queue.clear()
        self._queue.append(seen)
        self._woken.set()

    async def next(self) -> Seen | Missed:
        """Return what comes next, waiting for it. After a Missed the events go on behind its view."""
        while not self._queue:
            self._woken.clear()
            await self._woken.wait()
        view = self._view() if self._is_behind else None
        self._is_behind = False
        if view is not None:
            self._queue = deque(seen for seen in self._queue if isinstance(seen.message, Ended))
            return Missed(view)
        return self._queue.popleft()


class Feed:
    """All watchers, by the log of the match (``MATCH.RUN``)."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._watchers: dict[str, set[Watcher]] = {}

    def watch(self, log: str, view: Callable[[], PublicView | None]) -> Watcher:
        """Begin to watch; end it with :meth:`leave`."""
        watcher = Watcher(view, self._metrics.watchers_dropped.inc)
        self._watchers.setdefault(log, set()).add(watcher)
        self._metrics.watchers.inc()
        return watcher

    def leave(self, log: str, watcher: Watcher) -> None:
        """Watch no more."""
        watchers = self._watchers.get(log, set())
        if watcher in watchers:
            watchers.remove(watcher)
            self._metrics.watchers.dec()
        if not watchers:
            self._watchers.pop(log, None)

    def publish(self, log: str, message: Public | Ended, head: RoundHead | None) -> None:
        """Show something to everybody who watches this match."""
        watchers = self._watchers.get(log)
        if watchers:
            seen = Seen(message, head)
            for watcher in watchers:
                watcher.put(seen)
