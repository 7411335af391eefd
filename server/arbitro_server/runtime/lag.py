"""The referee doubts itself: a probe that measures how late the event loop runs, so that nobody pays for it.

Every 5 ms the probe asks to be called and adds up by how much it was called late. The lateness between two
stamps is the difference of two readings; a reading includes the lateness of the call that is due right now,
so an answer that is read just before the probe runs is credited too (architecture 5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arbitro_server.runtime.clock import Alarm, Clock

__all__ = ["INTERVAL_US", "Probe"]

INTERVAL_US: Final = 5_000
_SHIFT: Final = 4
"""Weight of a new lateness in the moving mean: 1/16, so it forgets within half a second."""


class Probe:
    """Measures lateness. ``observe`` is told each lateness in seconds (for a metric)."""

    def __init__(self, clock: Clock, observe: Callable[[float], None]) -> None:
        self._clock = clock
        self._observe = observe
        self._total_us = 0
        self._due_us = 0
        self._alarm: Alarm | None = None
        self.mean_us = 0
        """A moving mean of the lateness: new matches wait while it is high."""

    def start(self) -> None:
        """Begin to measure."""
        self._due_us = self._clock.now_us() + INTERVAL_US
        self._alarm = self._clock.call_at(self._due_us, self._tick)

    def stop(self) -> None:
        """Measure no more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def reading(self, now_us: int) -> int:
        """Return the lateness so far in microseconds; only differences of readings mean anything."""
        late = now_us - self._due_us
        return self._total_us + late if late > 0 and self._alarm is not None else self._total_us

    def _tick(self) -> None:
        now = self._clock.now_us()
        late = max(0, now - self._due_us)
        self._total_us += late
        self.mean_us += (late - self.mean_us) >> _SHIFT
        self._observe(late / 1e6)
        self._due_us = now + INTERVAL_US
        self._alarm = self._clock.call_at(self._due_us, self._tick)
