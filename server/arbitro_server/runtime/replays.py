"""Telling matches again takes long, so it takes turns: one slice at most in each turn of the event loop.

A long match takes some tens of milliseconds, a slice of it about one. However many bots come back and
watchers join at once, whoever decides elsewhere meanwhile waits for one slice. Bots go before watchers, and
take turns among each other. A watcher is told all before the next one is, since what goes on waits for it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator

__all__ = ["Replays"]


class Replays:
    """Lets those who tell matches again do so slice by slice. What they tell with yields between slices.

    Args:
        soon: calls back after the present turn of the loop.
    """

    def __init__(self, soon: Callable[[Callable[[], None]], object]) -> None:
        self._soon = soon
        self._bots: deque[Iterator[None]] = deque()
        self._watchers: deque[Iterator[None]] = deque()
        self._is_spent = False

    def tell_bot(self, telling: Iterator[None]) -> None:
        """Go on with this until it is at its end. It must not raise."""
        self._bots.append(telling)
        if not self._is_spent:
            self._go_on()

    async def tell_watcher(self, telling: Iterator[None]) -> None:
        """Go on with this until it is at its end, or the watcher has left; raises what it raises."""
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._watchers.append(_watched(telling, told))
        if not self._is_spent:
            self._go_on()
        await told

    def _go_on(self) -> None:
        """Tell one slice, and come back in the next turn of the loop."""
        self._is_spent = True
        for waiting in (self._bots, self._watchers):
            while waiting:
                for _ in waiting[0]:
                    if waiting is self._bots:
                        waiting.rotate(-1)
                    self._soon(self._go_on)
                    return
                waiting.popleft()
        self._is_spent = False


def _watched(telling: Iterator[None], told: asyncio.Future[None]) -> Iterator[None]:
    try:
        while not told.done():
            for _ in telling:
                break
            else:
                told.set_result(None)
            yield
    except Exception as error:  # noqa: BLE001 - it is the watcher's, who waits for it
        told.set_exception(error)
