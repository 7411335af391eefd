"""Clocks as values: time control, stamps, tolerance (architecture 5).

All durations and stamps are whole microseconds; stamps count from the match's start on a monotonic clock. The
engine reads no clock: stamps are arguments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

__all__ = [
    "LONGEST_US",
    "NO_TIME",
    "TOLERANCE_A_DECISION_US",
    "TOLERANCE_A_MATCH_US",
    "Stamps",
    "TimeControl",
    "charge",
    "duration_text",
    "parse_duration",
]

TOLERANCE_A_DECISION_US: Final = 20_000
TOLERANCE_A_MATCH_US: Final = 500_000
LONGEST_US: Final = 1_000_000_000_000

_UNITS: Final = {"us": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000}
_PART: Final = re.compile(r"([0-9]{1,15})(us|ms|s|m|h)")


class Stamps(NamedTuple):
    """When a question was written and its answer read, and the referee's own lateness (lag) in between."""

    asked_us: int
    read_us: int
    lag_us: int = 0


def charge(stamps: Stamps, tolerance_us: int) -> int:
    """Return what a seat pays: max(0, read - asked - lag - tolerance), in microseconds (architecture 5)."""
    return max(0, stamps.read_us - stamps.asked_us - stamps.lag_us - tolerance_us)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a seat may think: an allowance per decision, a bank for the match, increment and cap.

    The text form is ``ALLOWANCE+BANK[+INCREMENT]``, e.g. ``1s+30s`` or ``500ms+10s+100ms``; ``none``:
    no clock.
    """

    allowance_us: int = 1_000_000
    bank_us: int = 30_000_000
    increment_us: int = 0
    match_cap_us: int = 0
    unlimited: bool = False

    def __str__(self) -> str:
        if self.unlimited:
            return "none"
        parts = [self.allowance_us, self.bank_us] + ([self.increment_us] if self.increment_us else [])
        return "+".join(map(duration_text, parts))

    @classmethod
    def parse(cls, text: str, match_cap_us: int = 0) -> TimeControl:
        """Return the time control with this text form.

        Raises:
            ValueError: if the text is none, or the allowance is zero.
        """
        if text == "none":
            return cls(0, 0, 0, match_cap_us, unlimited=True)
        parts = text.split("+")
        if not 1 <= len(parts) <= 3:
            raise ValueError(f"{text!r} is no time control: write ALLOWANCE+BANK[+INCREMENT], e.g. 1s+30s")
        allowance, bank, increment = ([parse_duration(part) for part in parts] + [0, 0])[:3]
        if not allowance:
            raise ValueError(f"{text!r} allows no time at all: the allowance must be above zero")
        return cls(allowance, bank, increment, match_cap_us)


NO_TIME: Final = TimeControl(0, 0, 0, 0, unlimited=True)


def duration_text(us: int) -> str:
    """Return a duration in whole units, e.g. ``500ms`` or ``90s``: the inverse of :func:`parse_duration`."""
    for unit in ("s", "ms"):
        if us % _UNITS[unit] == 0:
            return f"{us // _UNITS[unit]}{unit}"
    return f"{us}us"


def parse_duration(text: str) -> int:
    """Return a duration such as ``500ms``, ``30s`` or ``5m`` in microseconds.

    Raises:
        ValueError: if the text is none, or longer than ten days.
    """
    found = _PART.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no duration: write a number and us, ms, s, m or h, e.g. 500ms")
    us = int(found[1]) * _UNITS[found[2]]
    if us > LONGEST_US:
        raise ValueError(
            f"{text!r} is too long: nobody thinks for more than {duration_text(LONGEST_US)}, e.g. 30s"
        )
    return us
