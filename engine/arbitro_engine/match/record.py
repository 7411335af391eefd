"""Records: one step of a match as it stands in the log. The codec gives them bytes, which are chained."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import Ended
from arbitro_engine.rules.events import Event, Why
from arbitro_engine.rules.moves import DecisionKind, Move, Refusal

__all__ = [
    "CRASH",
    "HeaderRecord",
    "Record",
    "RecordKind",
    "RevealRecord",
    "SignatureRecord",
    "StepRecord",
    "UnknownRecord",
    "decided",
]


CRASH: Final = "crash"
"""The cause in the record of an answer that a client gave because the bot's own code failed."""


class RecordKind(IntEnum):
    """What a record of a match is (log.proto)."""

    HEADER = 1
    BEGIN = 2
    ANSWER = 3
    REFUSED = 4
    TIMEOUT = 5
    LOST = 6
    BACK = 7
    RETIRE = 8
    ARBITER = 9
    CAP = 10
    RESTART = 11
    END = 12
    REVEAL = 13
    SIGNATURE = 14
    NEXT_ROUND = 15
    ORDER = 16
    FAILURE = 17


class StepRecord(NamedTuple):
    """One step: the input, its stamps, the events it caused. Fields by kind as in log.proto; seat -1: none.

    An input is one record; what follows from it of its own accord stands after it, in records of these kinds:
    TIMEOUT (``cause`` is ``refusals``), RETIRE (who forfeits), NEXT_ROUND, ARBITER (an ORDER takes effect),
    END.
    """

    kind: RecordKind
    seat: int = -1
    decision: int = -1
    attempt: int = 0
    question: DecisionKind | None = None
    move: Move | None = None
    asked_us: int = 0
    read_us: int = 0
    lag_us: int = 0
    tolerance_us: int = 0
    charge_us: int = 0
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    text: str = ""
    cause: str = ""
    did: tuple[Move, ...] = ()
    ending: Why = Why.NONE
    nonces: tuple[bytes, ...] = ()
    arbiter: str = ""
    cards: int = 0
    who: str = ""
    why: str = ""
    at_us: int = 0
    end: Ended | None = None


_make: Final = tuple.__new__  # half the cost of the class's own
_NO_MORE: Final = StepRecord(RecordKind.ANSWER)[12:]


def decided(  # noqa: PLR0913, PLR0917 - a record has them all
    kind: RecordKind,
    seat: int,
    decision: int,
    attempt: int,
    question: DecisionKind,
    move: Move | None,
    stamps: tuple[int, int, int],
    costs: tuple[int, int],
    events: tuple[Event, ...],
) -> StepRecord:
    """Return the record of what became of a decision."""
    return _make(
        StepRecord, (kind, seat, decision, attempt, question, move, *stamps, *costs, events, *_NO_MORE)
    )


@dataclass(frozen=True, slots=True)
class HeaderRecord:
    """The first record: the facts of the match."""

    header: Header


@dataclass(frozen=True, slots=True)
class RevealRecord:
    """After the end: the set's secret, and the nonces by seat."""

    secret: bytes
    nonces: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class SignatureRecord:
    """The head before it (32 bytes), signed by ``signer`` (Ed25519: 64 and 32 bytes) if it has a key.

    It seals what stands before it. Unsigned logs have it too: a changed bit is found without any key.
    """

    head: bytes
    signature: bytes = b""
    signer: bytes = b""


@dataclass(frozen=True, slots=True)
class UnknownRecord:
    """A record of a kind this version does not know: kept and chained, otherwise ignored."""

    kind: int
    content: bytes = field(repr=False)


Record = HeaderRecord | StepRecord | RevealRecord | SignatureRecord | UnknownRecord
