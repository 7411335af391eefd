"""What a match has asked: when each question was sent, what of its time is left, and when it is up.

A question is stamped when it is handed to its stream, an answer when its read returned; the referee's own
lateness in between is the difference of two readings of the probe (architecture 5). A time-out is applied
only after further turns of the loop in which nothing for that decision was read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.messages import Ask
from arbitro_engine.match.step import Armed
from arbitro_server.runtime.floor import Floor

__all__ = ["Questions"]

_TURNS: Final = 3
"""Turns of the loop between a deadline and its time-out: one to poll, one to wake the reader, one to read."""
_make: Final = tuple.__new__  # half the cost of the classes' own


class _Question(NamedTuple):
    ask: Ask
    asked_us: int
    reading_us: int


class Questions:
    """The questions of one match, at most one open for each seat.

    Attributes:
        begun_us: when the match began, by the floor's clock: stamps count from it.

    Args:
        handle: the match's handle; with a seat, the key of a deadline.
        expire: called with seat, decision and stamps when a time is up.
    """

    def __init__(
        self, floor: Floor, handle: int, seats: int, expire: Callable[[int, int, Stamps], None]
    ) -> None:
        self.begun_us = floor.clock.now_us()
        self._floor = floor
        self._expire = expire
        self._open: list[_Question | None] = [None] * seats
        self._armed: list[Armed | None] = [None] * seats
        self._newest = [(-1, -1)] * seats
        self._keys = [(handle, seat) for seat in range(seats)]
        self._rings: list[Callable[[], None]] = [partial(self._ring, seat) for seat in range(seats)]

    def now_us(self) -> int:
        """Return the time since the match began."""
        return self._floor.clock.now_us() - self.begun_us

    def asked(self, ask: Ask) -> None:
        """Stamp a question: it is sent now."""
        now, seat = self._floor.clock.now_us(), ask.seat
        self._open[seat] = _make(_Question, (ask, now - self.begun_us, self._floor.probe.reading(now)))
        self._newest[seat] = ask.decision, ask.attempt

    def was_asked(self, seat: int, decision: int, attempt: int) -> bool:
        """Return whether this (decision, attempt) or a later one was sent to the seat."""
        return (decision, attempt) <= self._newest[seat]

    def close(self, seat: int) -> None:
        """Take note that nothing is open for a seat."""
        self._open[seat] = self._armed[seat] = None
        self._floor.deadlines.disarm(self._keys[seat])

    def close_all(self) -> None:
        """Take note that nothing is open any more, and let go of who is told."""
        for seat in range(len(self._open)):
            self.close(seat)
        self._expire = _ignored  # a cycle would wait for the collector
        self._rings = [_ignored] * len(self._rings)

    def stamps(self, seat: int, now_us: int) -> Stamps:
        """Return the stamps of an answer that was read at ``now_us`` by the floor's clock."""
        question = self._open[seat]
        read_us = now_us - self.begun_us
        if question is None:
            return Stamps(read_us, read_us)
        _, asked_us, reading_us = question
        lag_us = self._floor.probe.reading(now_us) - reading_us
        if lag_us:
            lag_us = max(0, min(lag_us, read_us - asked_us))
        return _make(Stamps, (asked_us, read_us, lag_us))

    def again(self, seat: int) -> Ask | None:
        """Return the open question of a seat with the time that is left of it."""
        question = self._open[seat]
        if question is None:
            return None
        stamps = self.stamps(seat, self._floor.clock.now_us())
        spent_us = stamps.read_us - stamps.asked_us - stamps.lag_us
        over_us = max(0, spent_us - question.ask.allowance_us)
        return question.ask._replace(
            allowance_us=max(0, question.ask.allowance_us - spent_us),
            bank_us=max(0, question.ask.bank_us - over_us),
        )

    def arm(self, clock: Armed) -> None:
        """Start the clock of a question that was just sent."""
        seat, _, limit_us = clock
        if limit_us is not None:
            self._armed[seat] = clock
            at_us = self._floor.clock.now_us() + limit_us
            self._floor.deadlines.arm(self._keys[seat], at_us, self._rings[seat])

    def _ring(self, seat: int) -> None:
        clock = self._armed[seat]
        if clock is not None:
            self._wait(clock, _TURNS)

    def _wait(self, clock: Armed, turns: int) -> None:
        """Let so many turns of the loop pass, then let the time be up, if the question is still open."""
        seat = clock.seat
        if self._armed[seat] is not clock:
            return  # answered, or asked anew, in the meantime
        if turns:
            self._floor.soon(partial(self._wait, clock, turns - 1))
            return
        now = self._floor.clock.now_us()
        stamps = self.stamps(seat, now)
        short_us = (clock.limit_us or 0) - (stamps.read_us - stamps.asked_us - stamps.lag_us)
        if short_us > 0:  # the loop was late: that is not the seat's time
            self._floor.deadlines.arm(self._keys[seat], now + short_us, self._rings[seat])
        else:
            self._expire(seat, clock.decision, stamps)


def _ignored(*_: object) -> None:
    """Do nothing."""
