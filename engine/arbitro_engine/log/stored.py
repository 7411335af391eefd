"""A log as it was read: its records with their bytes, and what is behind the last one that can be read.

Reading needs to know what bytes mean, which the engine does not: a decoder is passed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Generic, NamedTuple, TypeVar

from arbitro_engine.log.file import Unreadable, read_frames
from arbitro_engine.match.header import Header
from arbitro_engine.match.record import (
    HeaderRecord,
    Record,
    RecordKind,
    RevealRecord,
    SignatureRecord,
    StepRecord,
    UnknownRecord,
)
from arbitro_engine.rules.cards import Color
from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.header import TournamentHeader
from arbitro_engine.tournament.record import TournamentRecord

__all__ = [
    "Difference",
    "StoredLog",
    "StoredTournament",
    "TournamentEntry",
    "read_log",
    "read_tournament",
    "shown",
]

TournamentEntry = TournamentHeader | TournamentRecord | RevealRecord | SignatureRecord | UnknownRecord
"""A record of a tournament's log."""

Entry = TypeVar("Entry")
_RETIRE = RecordKind.RETIRE  # bound once: it is asked of every record
_TOURNAMENT = 20
"""The kind of a tournament's header (log.proto)."""


class Difference(NamedTuple):
    """Where a log says something else than it should: record (the header is 0), field, both values."""

    record: int
    field: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"record {self.record}, {self.field}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class _Stored(Generic[Entry]):
    """The records of a log up to the first that cannot be read.

    Attributes:
        stored: the bytes of each record, as they are hashed.
        records: what they hold.
        torn: bytes at the end that are no whole record: the log was cut while it was written or copied.
        damage: why reading stopped before the end, if it did.
    """

    stored: tuple[bytes, ...]
    records: tuple[Entry, ...]
    torn: int = 0
    damage: Difference | None = None

    @property
    def reveal(self) -> RevealRecord | None:
        """The secret, once it was revealed."""
        return next((record for record in self.records if isinstance(record, RevealRecord)), None)


class StoredLog(_Stored[Record]):
    """The log of a match."""

    __slots__ = ()

    @property
    def header(self) -> Header | None:
        """The facts of the match; None if the log does not begin with them."""
        first = self.records[0] if self.records else None
        return first.header if isinstance(first, HeaderRecord) else None

    @property
    def is_tournament(self) -> bool:
        """Whether this is the log of a tournament, to be read by :func:`read_tournament`."""
        first = self.records[0] if self.records else None
        return isinstance(first, UnknownRecord) and first.kind == _TOURNAMENT

    @property
    def steps(self) -> list[tuple[int, StepRecord]]:
        """The steps of the match with their places in the log."""
        return [(at, record) for at, record in enumerate(self.records) if isinstance(record, StepRecord)]

    @property
    def forfeits(self) -> dict[int, Why]:
        """The seats that left, and the ending by which each did."""
        return {record.seat: record.ending for _, record in self.steps if record.kind is _RETIRE}


class StoredTournament(_Stored[TournamentEntry]):
    """The log of a tournament."""

    __slots__ = ()

    @property
    def header(self) -> TournamentHeader | None:
        """The facts of the tournament; None if the log does not begin with them."""
        first = self.records[0] if self.records else None
        return first if isinstance(first, TournamentHeader) else None

    @property
    def history(self) -> list[tuple[int, TournamentRecord]]:
        """What happened, with the places in the log."""
        return [
            (at, record) for at, record in enumerate(self.records) if isinstance(record, TournamentRecord)
        ]


def read_log(data: bytes, decode: Callable[[bytes], Record]) -> StoredLog:
    """Return the log of a match that a file holds, whatever its bytes are behind the first four.

    Args:
        data: the whole file.
        decode: returns the record that some bytes hold, or raises
            :class:`~arbitro_engine.log.file.Unreadable`.

    Raises:
        NotALog: if the bytes are not those of a log.
    """
    return StoredLog(*_read(data, decode))


def read_tournament(data: bytes, decode: Callable[[bytes], TournamentEntry]) -> StoredTournament:
    """Return the log of a tournament that a file holds; see :func:`read_log`."""
    return StoredTournament(*_read(data, decode))


def _read(
    data: bytes, decode: Callable[[bytes], Entry]
) -> tuple[tuple[bytes, ...], tuple[Entry, ...], int, Difference | None]:
    frames = read_frames(data)
    records: list[Entry] = []
    for at, record in enumerate(frames.records):
        try:
            records.append(decode(record))
        except Unreadable as error:
            damage = Difference(at, error.field or "record", "one that can be read", error.reason)
            return frames.records[:at], tuple(records), frames.torn, damage
    absurd = Difference(len(records), "length", "that of a record", frames.fault) if frames.fault else None
    return frames.records, tuple(records), frames.torn, absurd


def shown(value: object) -> str:
    """Return a value as people write it: text forms, names in lower case, hashes in hex, null for nothing."""
    if value is None:
        return "null"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Color | StrEnum):
        return str(value)
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and type(value).__str__ is tuple.__str__:
        names = getattr(value, "_fields", None)
        if names is None:
            return f"[{' '.join(map(shown, value))}]"
        return " ".join(f"{name}={shown(part)}" for name, part in zip(names, value, strict=True) if part)
    return str(value)
