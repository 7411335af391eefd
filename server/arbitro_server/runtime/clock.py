"""Time as the runtime sees it: a monotonic clock and a way to be called later. Tests pass one that jumps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["Alarm", "Clock", "LoopClock"]


class Alarm(Protocol):
    """A call to come."""

    def cancel(self) -> None:
        """Make it not come."""


class Clock(Protocol):
    """Reads time and calls back. Stamps are whole microseconds of a monotonic clock with any origin."""

    def now_us(self) -> int:
        """Return the time."""

    def call_at(self, at_us: int, call: Callable[[], None]) -> Alarm:
        """Call once when the time has come, never early."""

    def unix_s(self) -> int:
        """Return the date in seconds since 1970: information for people, never a measure of durations."""


class LoopClock:
    """The real clock, calling from the running event loop."""

    def now_us(self) -> int:
        """Return the monotonic time."""
        return time.monotonic_ns() // 1_000

    def call_at(self, at_us: int, call: Callable[[], None]) -> Alarm:
        """Call once, from the loop, at or after the time."""
        return asyncio.get_running_loop().call_later(max(0, at_us - self.now_us()) / 1e6, call)

    def unix_s(self) -> int:
        """Return the wall clock's date."""
        return int(time.time())
