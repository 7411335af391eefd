"""The time before a match: every bot sets itself up and says Ready, within a bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro_server.runtime.deals import DealSet
from arbitro_server.runtime.floor import Floor

__all__ = ["Setup"]


class Setup:
    """Who is ready, and until when the others have time.

    Args:
        handle: the match's; a part of the deadline's key.
        bots: by seat.
        deals: where nonces go.
        begin: called when nobody is waited for any more.
        absent: called with the seats that are not when the time is up.
    """

    def __init__(
        self,
        floor: Floor,
        handle: int,
        bots: Sequence[str],
        deals: DealSet,
        begin: Callable[[], None],
        absent: Callable[[Sequence[int]], None],
    ) -> None:
        self._floor = floor
        self._key = handle, "setup"
        self._bots = bots
        self._deals = deals
        self._begin = begin
        self._absent = absent
        self._waiting = set(range(len(bots)))
        self._is_closed = False

    def wait(self, time_us: int) -> None:
        """Give the bots this long from now on."""
        self._floor.deadlines.arm(self._key, self._floor.clock.now_us() + time_us, self._time_up)

    @property
    def missing(self) -> list[int]:
        """The seats whose Ready is waited for."""
        return sorted(self._waiting)

    def wants(self, seat: int) -> bool:
        """Return whether a seat's Ready is still waited for."""
        return not self._is_closed and seat in self._waiting

    def ready(self, seat: int, nonce: bytes) -> bool:
        """Take a bot's Ready; the last one begins the match. Return whether it was waited for."""
        if not self.wants(seat):
            return False
        self._deals.give(self._bots[seat], nonce)
        self.spare(seat)
        return True

    def spare(self, seat: int) -> None:
        """Wait for a seat no longer: it is ready, or has left. The last one begins the match."""
        if not self.wants(seat):
            return
        self._waiting.remove(seat)
        if not self._waiting:
            begin = self._begin
            self.close()
            begin()

    def close(self) -> None:
        """Wait no more, and let go of who is told."""
        self._is_closed = True
        self._begin, self._absent = _ignored, _ignored  # a cycle would wait for the collector
        self._floor.deadlines.disarm(self._key)

    def _time_up(self) -> None:
        self._absent(self.missing)


def _ignored(*_: object) -> None:
    """Do nothing."""
