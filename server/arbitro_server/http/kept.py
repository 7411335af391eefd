"""Pages as they were a moment ago: however many ask at once, a page is rendered once a second at most.

A page that is older is let go when the next one is rendered, so that what nobody asks for takes no memory.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

__all__ = ["Kept"]

_FRESH_S: Final = 1.0
_MOST: Final = 256


class Kept:
    """Rendered pages by key; ``now_s`` tells the time."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._pages: dict[Hashable, tuple[float, asyncio.Task[str]]] = {}

    async def page(self, key: Hashable, render: Callable[[], Awaitable[str]]) -> str:
        """Return a page that is fresh, or being rendered for somebody else, or rendered now.

        What ``render`` raises is raised to all who wait for it, and not kept.
        """
        now = self._now_s()
        until, rendering = self._pages.get(key, (0.0, None))
        if rendering is None or now >= until:
            rendering = asyncio.ensure_future(render())
            self._pages.pop(key, None)  # it goes to the end: the stalest stands first
            while self._pages and (len(self._pages) >= _MOST or self._is_stale(now)):
                del self._pages[next(iter(self._pages))]
            self._pages[key] = now + _FRESH_S, rendering
        try:
            return await asyncio.shield(rendering)
        except BaseException:
            if rendering.done():  # it failed; who merely goes away takes it from nobody
                self._pages.pop(key, None)
            raise

    def _is_stale(self, now: float) -> bool:
        """Return whether the first page is no longer shown to anybody."""
        return now >= next(iter(self._pages.values()))[0]
