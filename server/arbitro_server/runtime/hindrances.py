"""What a tournament waits for: bots that are not there, that are not ready, or that were lost in a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import Final, Literal, NamedTuple

from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.sessions import Sessions

__all__ = ["Hindrance", "Reason", "hindrances"]

_MOST: Final = 100
Reason = Literal["not_connected", "not_ready", "lost"]


class Hindrance(NamedTuple):
    """A bot that matches wait for: why, how many of them, the first, and how long yet if it is not there."""

    bot: str
    reason: Reason
    matches: int
    match: str
    wait_us: int | None = None


def hindrances(hosted: Hosted, sessions: Sessions, house: Container[str]) -> list[Hindrance]:
    """Return what a running tournament waits for, the bots with most matches first, 100 at most.

    ``house``: entrants that the referee itself plays.
    """
    machine = hosted.machine
    if machine.state != "running":
        return []
    waiting: dict[tuple[str, Reason], list[str]] = {}
    for runner in hosted.runners.values():
        reason: Reason = "not_ready" if runner.state == "waiting" else "lost"
        for seat in runner.missing:
            waiting.setdefault((runner.header.bots[seat], reason), []).append(runner.header.match)
    found = [Hindrance(bot, reason, len(names), names[0]) for (bot, reason), names in waiting.items()]
    playing = Counter(bot for runner in hosted.runners.values() for bot in runner.header.bots)
    remaining = machine.remaining()
    for bot, wait_us in hosted.waits_us(sessions, house).items():
        if due := remaining[bot] - playing[bot]:
            found.append(Hindrance(bot, "not_connected", due, "", wait_us))
    found.sort(key=lambda one: -one.matches)
    return [one if one.match else one._replace(match=machine.first_open(one.bot)) for one in found[:_MOST]]
