"""What may happen to a match: the inputs of the machine. Each is logged as one record if it has an effect.

:func:`input_of` reads the input back from its record, so that a log can be played again.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, cast

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.record import CRASH, RecordKind, StepRecord
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import Move

__all__ = [
    "Answer",
    "ArbiterAct",
    "ArbiterKind",
    "Back",
    "Begin",
    "Cap",
    "Failure",
    "Input",
    "Lost",
    "Restart",
    "Retire",
    "TimeUp",
    "input_of",
]

ArbiterKind = Literal["fine", "retire", "void"]


class Begin(NamedTuple):
    """All nonces are in: settle the dealer and deal. ``nonces`` by seat; an empty one: none was sent."""

    nonces: tuple[bytes, ...]
    at_us: int = 0


class Answer(NamedTuple):
    """A seat answers. ``move`` is None where the text received is no move.

    ``crashed``: the bot's own code failed, and its client says so and answers in its place.
    """

    seat: int
    decision: int
    attempt: int
    move: Move | None
    stamps: Stamps
    text: str = ""
    crashed: bool = False


class TimeUp(NamedTuple):
    """The shell's deadline for a decision passed and one more turn of its loop brought no answer."""

    seat: int
    decision: int
    stamps: Stamps


class Lost(NamedTuple):
    """A seat's session is gone. The clock runs on."""

    seat: int
    at_us: int


class Back(NamedTuple):
    """A lost seat has a session again."""

    seat: int
    at_us: int


class Retire(NamedTuple):
    """A seat leaves: by withdrawal, conduct, or disconnect, its grace being over or its set-up time used up.

    A grace (under ``contest``) is counted from the Lost or the Restart since which the seat is not back.
    """

    seat: int
    ending: Why
    at_us: int
    who: str = ""
    why: str = ""


class ArbiterAct(NamedTuple):
    """An arbiter's act. It takes effect before the next decision opens, never during a poll (ruling 42).

    An order to void the match takes effect at once, unless a poll is open.
    """

    act: ArbiterKind
    seat: int
    cards: int
    who: str
    why: str
    at_us: int


class Cap(NamedTuple):
    """The match's time is up: the time control's cap has passed since the beginning."""

    at_us: int


class Restart(NamedTuple):
    """The referee was restarted: all seats are lost, open decisions are put anew with the full allowance."""

    at_us: int


class Failure(NamedTuple):
    """The referee cannot go on with this run: it ends at once (``infrastructure``) and counts for nobody."""

    at_us: int
    why: str


_ANSWER, _REFUSED = RecordKind.ANSWER, RecordKind.REFUSED  # nearly all records are one of the two
_make: Final = tuple.__new__  # half the cost of the classes' own

Input = Begin | Answer | TimeUp | Lost | Back | Retire | ArbiterAct | Cap | Restart | Failure


def input_of(record: StepRecord) -> Input:
    """Return the input that a record tells of.

    The input's step gives this record and those that follow from it; see :class:`StepRecord` for their kinds.
    To play a log again: take a record, handle its input, compare the records of the step, go on behind them.

    Raises:
        ValueError: if the record is a consequence: NEXT_ROUND, ARBITER, END, TIMEOUT after refusals.
    """
    kind, seat, decision, attempt, _, move, asked_us, read_us, lag_us = record[:9]
    stamps = _make(Stamps, (asked_us, read_us, lag_us))
    if kind is _ANSWER or kind is _REFUSED:
        return _make(Answer, (seat, decision, attempt, move, stamps, record.text, record.cause == CRASH))
    match kind:
        case RecordKind.TIMEOUT if record.cause != "refusals":
            return TimeUp(record.seat, record.decision, stamps)
        case RecordKind.BEGIN:
            return Begin(record.nonces, record.at_us)
        case RecordKind.LOST:
            return Lost(record.seat, record.at_us)
        case RecordKind.BACK:
            return Back(record.seat, record.at_us)
        case RecordKind.RETIRE:
            return Retire(record.seat, record.ending, record.at_us, record.who, record.why)
        case RecordKind.ORDER:
            act = cast("ArbiterKind", record.arbiter)
            return ArbiterAct(act, record.seat, record.cards, record.who, record.why, record.at_us)
        case RecordKind.CAP:
            return Cap(record.at_us)
        case RecordKind.RESTART:
            return Restart(record.at_us)
        case RecordKind.FAILURE:
            return Failure(record.at_us, record.why)
    raise ValueError(f"{record.kind.name} follows from what stands before it: it is no input")
