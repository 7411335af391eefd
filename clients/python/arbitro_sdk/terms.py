"""How a bot plays on a referee: how many matches at once, how patiently, how long between tries."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

__all__ = ["LONGEST_US", "Backoff", "Terms"]

LONGEST_US: Final = 20_000_000
"""The longest wait between tries that may be asked for.

With a call into the void, which gRPC gives up after another 20 s, it is shorter than the 45 s that matches
wait for their bots after a restart of the referee: whoever looks for it at all is back in time.
"""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double from `first_us` to `most_us`, each drawn between its half and its whole.

    Raises:
        ValueError: if `most_us` is longer than `LONGEST_US`.
    """

    first_us: int = 50_000
    most_us: int = 5_000_000

    def __post_init__(self) -> None:
        if self.most_us > LONGEST_US:
            most, longest = (f"{us / 1e6:g}s" for us in (self.most_us, LONGEST_US))
            raise ValueError(
                f"a bot that waits {most} between tries may miss a match that goes on after a restart: "
                f"{longest} at most"
            )

    def wait_us(self, tries: int) -> int:
        """The wait after so many tries that failed, from 1."""
        whole = min(self.most_us, self.first_us << min(tries - 1, 30))
        return random.randint(whole // 2, whole)  # noqa: S311 - spreads load, keeps no secret


@dataclass(frozen=True, slots=True)
class Terms:
    """How a bot plays.

    Attributes:
        concurrent: matches side by side.
        scope: the tournament this session is for; empty: any.
        patience_s: for how long a lost referee is looked for.
        wait: whether the first connection is waited for as well.
        backoff: the waits in between.
        witness: the folder where what the bot is told is kept as evidence; None: nowhere.
    """

    concurrent: int = 1
    scope: str = ""
    patience_s: float = 300
    wait: bool = False
    backoff: Backoff = field(default_factory=Backoff)
    witness: Path | None = None
