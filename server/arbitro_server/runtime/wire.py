"""The border to the wire: the runtime passes on bytes that it never opens; a :class:`Wire` makes them.

Implemented in :mod:`arbitro_server.rpc.codec`; a test may pass its own.
"""

from __future__ import annotations

from typing import Protocol

from arbitro_engine.log.chain import RoundHead
from arbitro_engine.log.stored import TournamentEntry
from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import Ask, Ended, Private, Public, Result
from arbitro_engine.match.record import Record

__all__ = ["Wire"]


class Wire(Protocol):
    """Engine values to bytes. All but the records are parts of a frame, which is their concatenation."""

    def record(self, record: Record) -> bytes:
        """Return a record as it is stored and hashed."""

    def record_of(self, data: bytes) -> Record:
        """Return the record that these stored bytes are."""

    def started(self, handle: int, header: Header, seat: int, *, ready_wanted: bool) -> bytes:
        """Return the facts of a match for one seat."""

    def public(self, handle: int, public: Public, head: RoundHead | None) -> bytes:
        """Return public events; ``head`` where a round ends among them."""

    def private(self, handle: int, private: Private) -> bytes:
        """Return what one seat alone learns."""

    def result(self, handle: int, result: Result) -> bytes:
        """Return what became of an answer."""

    def ask(self, handle: int, ask: Ask) -> bytes:
        """Return a question."""

    def ended(self, handle: int, ended: Ended, head: RoundHead | None) -> bytes:
        """Return the end of a match."""

    def entry(self, entry: TournamentEntry) -> bytes:
        """Return a record of a tournament's log."""

    def entry_of(self, data: bytes) -> TournamentEntry:
        """Return the record of a tournament's log that these stored bytes are."""
