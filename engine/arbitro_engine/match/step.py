"""What the machine asks of its shell for one input: append the records, then send the messages, then arm the clocks."""

from __future__ import annotations

from typing import Final, NamedTuple

from arbitro_engine.match.messages import Ended, Message
from arbitro_engine.match.record import StepRecord

__all__ = ["NOTHING", "Armed", "Step"]


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
        records: to be appended, in this order, as a whole. None: nothing happened, and the messages are mere echoes
            (results that say so), which no log tells of.
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
