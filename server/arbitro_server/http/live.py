"""Live pages: one connection per tab carries several tables and word of whatever else has changed.

A connection is a cursor into each of its tables, not a queue: who does not read costs nothing but the place,
and finds the newest round and a count of what was left out when it reads again. Watchers are woken together,
a few times a second at most and the less often the more they are, so that a match never works for its
watchers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Final, NamedTuple

from arbitro_engine.match.messages import Public
from arbitro_server.http.ports import Referee
from arbitro_server.http.tables import Table, stored_log, told

__all__ = ["NOW", "Connection", "Hub", "Wanted"]

NOW: Final = -1
"""In place of a first event: the table as it stands."""

_SOONEST_S: Final = 0.1
_PER_WATCHER_S: Final = 0.002
_PULSE_S: Final = 1.0
_FRAME: Final = 256
"""Events in one frame at most."""
_BEHIND: Final = 512
"""So many events behind, a watcher does not read."""


class Wanted(NamedTuple):
    """A table that a page wants: the match, its run (None: the newest), and the first event, or NOW."""

    match: str
    run: int | None = None
    start: int = 0


class _Seated:
    """A table that somebody watches."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.watchers: set[Connection] = set()
        self.early: list[Public] | None = []
        self.heard_s: float | None = None
        self.ready: asyncio.Task[None] | None = None
        self.leave: Callable[[], None] = lambda: None

    def hear(self, public: Public, now_s: float) -> None:
        """Take in what was told; while the past is still being read, keep it for later."""
        took_ms = None if self.heard_s is None else round((now_s - self.heard_s) * 1000)
        self.heard_s = now_s
        if self.early is not None:
            self.early.append(public)
        else:
            self.table.hear(public, took_ms)

    def past(self, messages: Sequence[Public]) -> None:
        """Take in the past, and then what came while it was read."""
        for public in (*messages, *(self.early or ())):
            self.table.hear(public)
        self.early = None


class Connection:
    """One tab. ``cursors`` are (run, next event) by table."""

    def __init__(self, hub: Hub, matches: Sequence[Wanted], topics: Sequence[str]) -> None:
        self.topics: Final = tuple(topics)
        self.woken: Final = asyncio.Event()
        self.changed: set[str] = set()
        self._hub = hub
        self._names = [wanted.match for wanted in matches]
        self._cursors = [(wanted.run, wanted.start) for wanted in matches]
        self._seated: list[_Seated | None] = []
        self._caught_up = [False for _ in matches]

    async def frames(self) -> AsyncIterator[bytes]:
        """Yield what the tab gets, until the referee stops."""
        hub = self._hub
        hub.join(self)
        try:
            yield b"retry: 1000\n\n"
            await self._sit()
            while not hub.is_closed:
                self.woken.clear()
                for frame in self._news():
                    yield frame
                await self.woken.wait()
            yield self._frame("bye", "{}")
        finally:
            hub.leave(self)
            self._seated.clear()  # the server's cycles keep a connection until the collector comes: no tables

    def _news(self) -> Iterator[bytes]:
        """Make the frames of what has changed, each when the one before was taken."""
        for at, seated in enumerate(self._seated):
            if seated is not None:
                yield from self._due(at, seated.table)
        changed, self.changed = self.changed, set()  # what changes while these are taken is for the next time
        for topic in sorted(changed):
            yield self._frame("changed", json.dumps({"topic": topic}))

    async def _sit(self) -> None:
        for at, (match, (run, start)) in enumerate(zip(self._names, self._cursors, strict=True)):
            found = await self._hub.seat(self, match)
            if found is None:
                self._seated.append(None)
                continue
            newest, seated = found
            self._cursors[at] = (newest, start if run in (None, newest) else 0)
            self._seated.append(seated)

    def _due(self, at: int, table: Table) -> Iterator[bytes]:
        """Make the frames of one table, each when the one before was taken."""
        match, (run, cursor) = self._names[at], self._cursors[at]
        start = table.round_start()
        is_new = cursor == NOW or cursor > table.head
        is_late = self._caught_up[at] and table.head - cursor > _BEHIND and start.seq > cursor
        if is_new or is_late:
            dropped = start.seq - cursor if is_late else 0
            if is_late:
                self._hub.referee.dropped()
            cursor = start.seq
            self._cursors[at] = run, cursor
            news = {
                "match": match,
                "seq": cursor,
                "dropped": dropped,
                "scores": start.scores,
                "out": start.out,
            }
            yield self._frame("snapshot", json.dumps(news))
        head = table.head  # what comes while these are taken is for the next time, so that lateness is seen
        while cursor < head:
            stop = min(head, cursor + _FRAME)
            news_text = f'{{"match":"{match}","seq":{cursor},"events":{table.chunk(cursor, stop)}}}'
            cursor = stop
            self._cursors[at] = run, cursor
            yield self._frame("public", news_text)
        self._caught_up[at] = True

    def _frame(self, event: str, data: str) -> bytes:
        """A frame; its id says how far the tab has got with each table."""
        place = ",".join(f"{run or 0}.{cursor}" for run, cursor in self._cursors)
        return f"id: {place}\nevent: {event}\ndata: {data}\n\n".encode()


class Hub:
    """All connections and the tables they watch.

    Args:
        find: returns the newest run of a match and its number of seats, None if it was never begun.
        fingerprint: returns a value that differs when what a topic's page shows has changed.
        delay: turns that watchers are kept behind.
    """

    def __init__(
        self,
        referee: Referee,
        find: Callable[[str], tuple[int, int] | None],
        fingerprint: Callable[[str], object],
        delay: int = 0,
    ) -> None:
        self.referee: Final = referee
        self.is_closed = False
        self._find = find
        self._fingerprint = fingerprint
        self._delay = delay
        self._connections: set[Connection] = set()
        self._tables: dict[tuple[str, int], _Seated] = {}
        self._dirty: set[tuple[str, int]] = set()
        self._ringing: asyncio.TimerHandle | None = None
        self._pulse: asyncio.TimerHandle | None = None
        self._seen: dict[str, object] = {}

    def __len__(self) -> int:
        return len(self._connections)

    def close(self) -> None:
        """Let all connections end."""
        self.is_closed = True
        for timer in (self._ringing, self._pulse):
            if timer is not None:
                timer.cancel()
        for connection in self._connections:
            connection.woken.set()

    def join(self, connection: Connection) -> None:
        """Take a connection in."""
        self._connections.add(connection)
        self.referee.watching(1)
        for topic in connection.topics:
            if topic not in self._seen:
                self._seen[topic] = self._fingerprint(topic)
        if connection.topics and self._pulse is None:
            self._pulse = asyncio.get_running_loop().call_later(_PULSE_S, self._beat)

    def leave(self, connection: Connection) -> None:
        """Let a connection go, and tables that nobody watches any more; those still being read too."""
        self._connections.discard(connection)
        self.referee.watching(-1)
        for key, one in list(self._tables.items()):
            one.watchers.discard(connection)
            if not one.watchers:
                one.leave()
                del self._tables[key]

    async def seat(self, connection: Connection, match: str) -> tuple[int, _Seated] | None:
        """Return the newest run of a match and its table, with its past; None if it was never begun."""
        found = self._find(match)
        if found is None:
            return None
        run, seats = found
        key = match, run
        seated = self._tables.get(key)
        if seated is None:
            seated = self._tables[key] = _Seated(Table(seats, self._delay))
            seated.leave = self.referee.listen(match, run, lambda public: self._hear(key, public))
            seated.ready = asyncio.ensure_future(self._read(key, seated))
        seated.watchers.add(connection)
        if seated.ready is not None:
            await asyncio.shield(seated.ready)
        return run, seated

    async def _read(self, key: tuple[str, int], seated: _Seated) -> None:
        records = self.referee.records(*key)
        seated.past(await asyncio.to_thread(lambda: list(told(stored_log(records)))))

    def _hear(self, key: tuple[str, int], public: Public) -> None:
        if key in self._tables:
            loop = asyncio.get_running_loop()
            self._tables[key].hear(public, loop.time())
            self._dirty.add(key)
            if self._ringing is None:
                pause = max(_SOONEST_S, _PER_WATCHER_S * len(self._connections))
                self._ringing = loop.call_later(pause, self._ring)

    def _ring(self) -> None:
        self._ringing = None
        for key in self._dirty & self._tables.keys():
            for connection in self._tables[key].watchers:
                connection.woken.set()
        self._dirty.clear()

    def _beat(self) -> None:
        """Look for topics that have changed; only while somebody wants to know."""
        self._pulse = None
        topics = {topic for connection in self._connections for topic in connection.topics}
        changed = set()
        fresh = {topic: self._fingerprint(topic) for topic in topics}
        for topic, value in fresh.items():
            if self._seen.get(topic, value) != value:
                changed.add(topic)
        self._seen = fresh
        for connection in self._connections:
            news = changed.intersection(connection.topics)
            if news:
                connection.changed |= news
                connection.woken.set()
        if topics:
            pause = max(_PULSE_S, _PER_WATCHER_S * 5 * len(self._connections))
            self._pulse = asyncio.get_running_loop().call_later(pause, self._beat)
