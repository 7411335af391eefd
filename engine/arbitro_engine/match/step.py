"""What the machine asks of its shell for one input: append records, then send messages, then arm clocks."""

from __future__ import annotations

from typing import Final, NamedTuple

from arbitro_engine.match.messages import Ask, Ended, Message, Result
from arbitro_engine.match.record import StepRecord

__all__ = ["NOTHING", "Armed", "Draft", "Step"]


class Armed(NamedTuple):
    """A decision's clock: how long the seat may think from now on, allowance, tolerance and bank together.

    None: there is no clock. A new one for the same decision (after a refusal) takes the place of the old.
    """

    seat: int
    decision: int
    limit_us: int | None


class Step(NamedTuple):
    """What follows from one input.

    Attributes:
        records: to be appended, in this order, as a whole. None: nothing happened, and the messages are mere
            echoes (results that say so), which no log tells of.
        messages: to be sent then: public, private, results, asks, ended.
        armed: the clocks to start then.
        disarmed: the seats whose decision is no longer open; to be looked at before `armed`.
        ended: set once, when the match is over.
    """

    records: tuple[StepRecord, ...] = ()
    messages: tuple[Message, ...] = ()
    armed: tuple[Armed, ...] = ()
    disarmed: tuple[int, ...] = ()
    ended: Ended | None = None


NOTHING: Final = Step()
_make: Final = tuple.__new__  # half the cost of the class's own


class Draft:
    """A step in the making."""

    __slots__ = ("armed", "asks", "disarmed", "records", "results")

    def __init__(self) -> None:
        self.records: list[StepRecord] = []
        self.results: list[Result] = []
        self.asks: list[Ask] = []
        self.armed: list[Armed] = []
        self.disarmed: list[int] = []

    def finish(self, told: list[Message], ended: Ended | None) -> Step:
        """Return the step, with what the feed tells, and begin anew."""
        told += self.results
        told += self.asks
        if ended is not None:
            told.append(ended)
        parts = tuple(self.records), tuple(told), tuple(self.armed), tuple(self.disarmed), ended
        step = _make(Step, parts)
        self.records.clear()
        self.results.clear()
        self.asks.clear()
        self.armed.clear()
        self.disarmed.clear()
        return step
