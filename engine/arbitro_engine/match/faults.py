"""Fault policies: what happens to a seat that is late, wrong or lost (the table of architecture 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["FaultPolicy", "PolicyName"]

PolicyName = Literal["strict", "contest", "lenient"]


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """A named policy and its numbers; durations are microseconds."""

    name: PolicyName = "contest"
    strikes: int = 3
    grace_us: int = 30_000_000
    setup_us: int = 60_000_000
    absence_us: int = 300_000_000
