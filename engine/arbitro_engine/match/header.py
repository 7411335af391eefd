"""The immutable facts of a match, told to its bots once and standing first in its log."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final, Literal

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.ruleset import RuleSet

__all__ = ["FORMAT", "Deals", "Header", "handle"]

FORMAT: Final = 1
"""The log format's version."""

Deals = Literal["fresh", "duplicate"]


@dataclass(frozen=True, slots=True)
class Header:
    """Who plays what, how, and under which commitment.

    Attributes:
        match: the match's name, ``TOURNAMENT-PAIRING-GAME``.
        bots: the bot's id at each seat.
        set_id: the set whose secret the deals follow from: one match, or one duplicate set.
        commitment: SHA-256("arbitro/commit/1" followed by the set's secret), 32 bytes.
        seeded: the secret follows from a seed chosen openly.
        started_unix: information only; nothing is derived from it.
    """

    match: str
    bots: tuple[str, ...]
    rules: RuleSet
    commitment: bytes
    set_id: str
    run: int = 0
    tournament: str = ""
    time: TimeControl = field(default_factory=TimeControl)
    faults: FaultPolicy = field(default_factory=FaultPolicy)
    deals: Deals = "fresh"
    seeded: bool = False
    engine: str = ""
    started_unix: int = 0

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.bots)


def handle(match: str, run: int) -> int:
    """Return the match's wire handle: 8 bytes of SHA-256("arbitro/handle/1" | match | run) (architecture 3).

    The variable parts are a u32be length and bytes, numbers in decimal ASCII, as in architecture 6.
    """
    digest = hashlib.sha256(b"arbitro/handle/1")
    for part in (match.encode(), str(run).encode()):
        digest.update(len(part).to_bytes(4) + part)
    return int.from_bytes(digest.digest()[:8], "little")
