"""Fault policies: what happens to a seat that is late, wrong or lost (the table of architecture 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

__all__ = ["FaultPolicy", "PolicyName"]

PolicyName = Literal["strict", "contest", "lenient"]


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """A named policy and its numbers; durations are microseconds.

    Attributes:
        name: the column of the table.
        strikes: the strike that forfeits, under ``contest``; 0 and 1: the first.
        grace_us: how long a lost seat is waited for, each time.
        setup_us: how long a bot may set itself up before a match.
        absence_us: how long a due match waits for a bot without a session.

    Raises:
        ValueError: if there is no policy of that name.
    """

    name: PolicyName = "contest"
    strikes: int = 3
    grace_us: int = 30_000_000
    setup_us: int = 60_000_000
    absence_us: int = 300_000_000

    def __post_init__(self) -> None:
        if self.name not in get_args(PolicyName):
            raise ValueError(f"{self.name!r} is no fault policy: choose {', '.join(get_args(PolicyName))}")
