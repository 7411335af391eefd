"""Who is not there, and whom a tournament waits for: what ``status``, ``start`` and ``watch`` say of it.

Moments are told by this machine's clock; `now` is the time in seconds since 1970.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from arbitro_sdk.hosted import Hindrance, Status

__all__ = ["Attention", "as_json", "awaited", "missing", "wait"]

_NAMED: Final = 10
"""Bots that are named in one go; of more a count is told."""


def missing(told: Status) -> str:
    """Return a line with the entrants that are not connected, empty if all are."""
    return f"not connected: {_named(told.absent)}" if told.absent else ""


def awaited(told: Status, now: float) -> str:
    """Return what becomes of a tournament's absent bots now that it runs, empty if there are none."""
    if not told.absent or told.state != "running":
        return ""
    ends = [one.wait_us for one in told.hindrances if one.wait_us is not None]
    until = f"; their matches wait, and are forfeited from {_moment(max(ends), now)}" if ends else ""
    return f"{missing(told)}{until}"


def wait(one: Hindrance, now: float) -> str:
    """Return a line about a bot that is waited for: why, until when, and in how many matches."""
    matches = one.match if one.matches == 1 else f"{one.matches} matches, the first {one.match}"
    if one.wait_us is None:
        return f"waits for {one.bot}: {one.reason}, {matches}"
    since = f"from {_moment(one.wait_us, now)}" if one.wait_us else "as they become due"
    return f"waits for {one.bot}: {one.reason}, its matches are forfeited {since}; {matches}"


def as_json(one: Hindrance) -> dict[str, object]:
    """Return the same for programs."""
    return {
        "bot": one.bot,
        "reason": one.reason,
        "matches": one.matches,
        "match": one.match,
        "wait_ms": None if one.wait_us is None else one.wait_us // 1000,
    }


class Attention:
    """Whom a watched tournament waits for, as news come in.

    Who is not ready is left out: that is so at the start of every match, and ends by itself.
    """

    def __init__(self) -> None:
        self._waited: Mapping[tuple[str, str], Hindrance] = {}

    def lines(self, told: Status, now: float) -> list[str]:
        """Return a line for each bot that is waited for now."""
        return list(_few([wait(one, now) for one in _waited(told).values()]))

    def news(self, told: Status, now: float) -> list[str]:
        """Return a line for each bot that is waited for since the last news, or no longer.

        When the tournament is over there is none: that it is, is the last thing to say.
        """
        if told.over:
            return []
        before, self._waited = self._waited, _waited(told)
        bots = {bot for bot, _ in self._waited}
        over = dict.fromkeys(bot for bot, _ in before if bot not in bots)
        fresh = [wait(one, now) for key, one in self._waited.items() if key not in before]
        return [*_few(fresh), *_few([f"waits for {bot} no longer" for bot in over])]


def _waited(told: Status) -> dict[tuple[str, str], Hindrance]:
    return {(one.bot, one.reason): one for one in told.hindrances if one.reason != "not ready"}


def _few(lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:_NAMED]
    if len(lines) > _NAMED:
        yield f"and so for {len(lines) - _NAMED} more"


def _named(bots: Sequence[str]) -> str:
    more = f" and {len(bots) - _NAMED} more" if len(bots) > _NAMED else ""
    return ", ".join(bots[:_NAMED]) + more


def _moment(us: int, now: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(now + us / 1e6))
