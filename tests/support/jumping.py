"""A clock that jumps: nothing waits, time passes when a test says so."""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count

MS = 1_000
S = 1_000_000


class _Alarm:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class JumpingClock:
    """A clock for the runtime. Deadlines that a jump passes are called in their order, each at its time."""

    def __init__(self, start_us: int = 1_000 * S) -> None:
        self._now_us = start_us
        self._heap: list[tuple[int, int, _Alarm]] = []
        self._numbers = count()

    def now_us(self) -> int:
        return self._now_us

    def unix_s(self) -> int:
        return 1_800_000_000 + self._now_us // S

    def call_at(self, at_us: int, call: Callable[[], None]) -> _Alarm:
        alarm = _Alarm(call)
        heapq.heappush(self._heap, (at_us, next(self._numbers), alarm))
        if at_us <= self._now_us:
            self._soon()
        return alarm

    def _soon(self) -> None:
        """Call what is due already, as a loop would; without one the next jump does."""
        try:
            asyncio.get_running_loop().call_soon(self.jump, 0)
        except RuntimeError:
            return

    def jump(self, us: int) -> None:
        """Let time pass."""
        end = self._now_us + us
        while self._heap and self._heap[0][0] <= end:
            at_us, _, alarm = heapq.heappop(self._heap)
            self._now_us = max(self._now_us, at_us)
            call, alarm.call = alarm.call, None
            if call is not None:
                call()
        self._now_us = end

    def stall(self, us: int) -> None:
        """Let time pass in which the event loop did not run: everything due is called late, at the end."""
        self._now_us += us
        self.jump(0)


async def turns(count: int = 10) -> None:
    """Let the loop turn: whatever is scheduled and needs no network is done."""
    for _ in range(count):
        await asyncio.sleep(0)
