"""How long a tournament will still take, from how long its matches took."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["time_left_us"]


def time_left_us(
    remaining: Mapping[str, int],
    took_us: Mapping[str, int],
    room: Mapping[str, int],
    seats: int = 2,
    parallel: int | None = None,
) -> int | None:
    """Estimate the time left in microseconds; None as long as no match has ended.

    Two things bound it from below, and the larger is the estimate: the slowest bot, which has to play its own
    matches whatever the others do, and all matches together, as many at once as there are places.

    Args:
        remaining: matches each entrant still has to play (`Tournament.remaining`).
        took_us: mean duration of each entrant's matches; who has played none takes the others' mean.
        room: matches each entrant can play at once; who is not named plays one.
        seats: seats at a table.
        parallel: matches the referee plays at once, if it has a limit of its own.

    """
    if not took_us:
        return None
    usual = sum(took_us.values()) / len(took_us)
    work = {entrant: count * took_us.get(entrant, usual) for entrant, count in remaining.items()}
    slowest = max((one / max(room.get(entrant, 1), 1) for entrant, one in work.items()), default=0)
    places = sum(max(room.get(entrant, 1), 1) for entrant, count in remaining.items() if count) // seats
    at_once = max(min(places, parallel) if parallel else places, 1)
    return round(max(slowest, sum(work.values()) / seats / at_once))
