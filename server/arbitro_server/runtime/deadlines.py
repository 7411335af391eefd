"""All deadlines of the referee: one heap and one alarm, whatever their number.

A timer for each would cost more than the referee's own work (performance 5), and so would a push for each
decision: nearly every deadline is disarmed, and the next one of its key is later. So a key stands in the heap
once, at a time that is never later than its deadline; when that comes up, the key is put where it now
belongs, or is gone.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable
from itertools import count
from typing import Final

from arbitro_server.runtime.clock import Alarm, Clock

__all__ = ["Deadlines"]

Fire = Callable[[], object]

_SLACK: Final = 1_000
"""Keys without a deadline that are never worth building the heap anew."""


class Deadlines:
    """Calls back at points in time, each known by a key; a key has one deadline at most."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heap: list[tuple[int, int, Hashable]] = []
        self._queued: dict[Hashable, int] = {}
        self._live: dict[Hashable, tuple[int, int, Fire]] = {}
        self._numbers = count()
        self._alarm: Alarm | None = None
        self._alarm_us = 0

    def __len__(self) -> int:
        return len(self._live)

    def arm(self, key: Hashable, at_us: int, fire: Fire) -> None:
        """Call ``fire`` at ``at_us`` by the clock; replaces what the key had."""
        number = next(self._numbers)
        self._live[key] = at_us, number, fire
        if self._queued.get(key, at_us + 1) > at_us:
            self._queue(at_us, number, key)

    def disarm(self, key: Hashable) -> None:
        """Forget the key's deadline, if it has one."""
        self._live.pop(key, None)

    def close(self) -> None:
        """Forget everything."""
        self._live.clear()
        self._queued.clear()
        self._heap.clear()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _queue(self, at_us: int, number: int, key: Hashable) -> None:
        if len(self._heap) > 2 * len(self._live) + _SLACK:
            self._heap = [(at, order, live) for live, (at, order, _) in self._live.items() if live != key]
            heapq.heapify(self._heap)
            self._queued = {live: at for at, _, live in self._heap}
        self._queued[key] = at_us
        heapq.heappush(self._heap, (at_us, number, key))
        if self._alarm is None or at_us < self._alarm_us:
            self._set(at_us)

    def _set(self, at_us: int) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_us = at_us
        self._alarm = self._clock.call_at(at_us, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        now = self._clock.now_us()
        due: list[Fire] = []
        heap, live, queued = self._heap, self._live, self._queued
        while heap and heap[0][0] <= now:
            at_us, number, key = heapq.heappop(heap)
            if queued.get(key) != at_us:
                continue  # it was armed for an earlier time since, and stands there
            del queued[key]
            entry = live.get(key)
            if entry is None:
                continue
            if entry[:2] == (at_us, number):
                due.append(live.pop(key)[2])
            else:  # it was put off
                queued[key] = entry[0]
                heapq.heappush(heap, (entry[0], entry[1], key))
        if heap:
            self._set(heap[0][0])
        for fire in due:
            fire()
