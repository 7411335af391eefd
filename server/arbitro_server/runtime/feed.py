"""What everybody learns, for those who watch: public events of matches as they leave, and how matches end.

A match never waits for a watcher: it calls whoever listens. A :class:`Watcher` keeps a short queue for one
who may read slowly; what does not fit is dropped, and it goes on with the table as it stands then
(architecture 4).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from arbitro_engine.log.chain import RoundHead
from arbitro_engine.match.messages import Ended, Public, PublicView

__all__ = ["Feed", "Missed", "Seen", "Watcher"]

_QUEUE: Final = 64


class Seen(NamedTuple):
    """Public events, or the end of the match; with the chain's head where a round or the match ends."""

    message: Public | Ended
    head: RoundHead | None


class Missed(NamedTuple):
    """The watcher was too slow: here is the table as it stands; events go on from the view's ``seq``."""

    view: PublicView


Hear = Callable[[Seen], None]


class Feed:
    """Who listens to which match, by its log (``MATCH.RUN``)."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[object, Hear]] = {}

    def listen(self, log: str, hear: Hear) -> Callable[[], None]:
        """Call ``hear`` with all that everybody learns of a match from now on; return what ends it."""
        key = object()
        self._listeners.setdefault(log, {})[key] = hear

        def leave() -> None:
            listeners = self._listeners.get(log, {})
            listeners.pop(key, None)
            if not listeners:
                self._listeners.pop(log, None)

        return leave

    def publish(self, log: str, message: Public | Ended, head: RoundHead | None) -> None:
        """Tell everybody who listens to this match."""
        listeners = self._listeners.get(log)
        if listeners:
            seen = Seen(message, head)
            for hear in list(listeners.values()):
                hear(seen)


class Watcher:
    """One who watches a match and may read slowly.

    Args:
        view: returns the table as the public events tell it.
        on_drop: called when the watcher falls behind.
    """

    def __init__(self, view: Callable[[], PublicView | None], on_drop: Callable[[], None]) -> None:
        self._view = view
        self._on_drop = on_drop
        self._queue: deque[Seen] = deque()
        self._is_behind = False
        self._woken = asyncio.Event()

    def hear(self, seen: Seen) -> None:
        """Take something to be read later; never waits."""
        if len(self._queue) >= _QUEUE:
            if not self._is_behind:
                self._on_drop()
            self._is_behind = True
            self._queue.clear()
        self._queue.append(seen)
        self._woken.set()

    async def next(self) -> Seen | Missed:
        """Return what comes next, waiting for it."""
        while not self._queue:
            self._woken.clear()
            await self._woken.wait()
        view = self._view() if self._is_behind else None
        self._is_behind = False
        if view is not None:
            self._queue = deque(seen for seen in self._queue if isinstance(seen.message, Ended))
            return Missed(view)
        return self._queue.popleft()
