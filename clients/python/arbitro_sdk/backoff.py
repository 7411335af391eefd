"""How long to wait before the next try: longer each time, and never all bots at once."""

from __future__ import annotations

import random
from dataclasses import dataclass

__all__ = ["Backoff"]


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double from `first_us` to `most_us`, each drawn between its half and its whole.

    A referee that restarts waits longer for its bots than `most_us` is by default.
    """

    first_us: int = 50_000
    most_us: int = 5_000_000

    def wait_us(self, tries: int) -> int:
        """The wait after so many tries that failed, from 1."""
        whole = min(self.most_us, self.first_us << min(tries - 1, 30))
        return random.randint(whole // 2, whole)  # noqa: S311 - spreads load, keeps no secret
