"""All deadlines of the referee: one heap and one alarm, whatever their number.

A timer for each would cost more than the referee's own work (performance 5).
A deadline that was put off or is no longer wanted stays in the heap as a dead entry until it comes up, or
until the dead outnumber the living and the heap is built anew: arming and disarming a decision costs a push,
nothing is ever searched.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable
from itertools import count
from typing import Final

from arbitro_server.runtime.clock import Alarm, Clock

__all__ = ["Deadlines"]

Fire = Callable[[], None]

_SLACK: Final = 1_000
"""Dead entries that are never worth building anew."""
_DEAD: Final = (-1, None)


class Deadlines:
    """Calls back at points in time, each known by a key; a key has one deadline at most."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heap: list[tuple[int, int, Hashable]] = []
        self._live: dict[Hashable, tuple[int, Fire]] = {}
        self._numbers = count()
        self._alarm: Alarm | None = None
        self._alarm_us = 0

    def __len__(self) -> int:
        return len(self._live)

    def arm(self, key: Hashable, at_us: int, fire: Fire) -> None:
        """Call ``fire`` at ``at_us`` by the clock; replaces what the key had."""
        number = next(self._numbers)
        self._live[key] = number, fire
        if len(self._heap) > 2 * len(self._live) + _SLACK:
            self._heap = [entry for entry in self._heap if self._live.get(entry[2], _DEAD)[0] == entry[1]]
            heapq.heapify(self._heap)
        heapq.heappush(self._heap, (at_us, number, key))
        if self._alarm is None or at_us < self._alarm_us:
            self._set(at_us)

    def disarm(self, key: Hashable) -> None:
        """Forget the key's deadline, if it has one."""
        self._live.pop(key, None)

    def close(self) -> None:
        """Forget everything."""
        self._live.clear()
        self._heap.clear()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set(self, at_us: int) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_us = at_us
        self._alarm = self._clock.call_at(at_us, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        now = self._clock.now_us()
        due: list[Fire] = []
        heap, live = self._heap, self._live
        while heap:
            at_us, number, key = heap[0]
            entry = live.get(key)
            if entry is None or entry[0] != number:
                heapq.heappop(heap)
            elif at_us <= now:
                heapq.heappop(heap)
                due.append(live.pop(key)[1])
            else:
                self._set(at_us)
                break
        for fire in due:
            fire()
