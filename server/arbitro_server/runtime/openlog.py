"""A log while it grows: its chain, the records in the turn's commit, its seals, and its file in the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arbitro_engine.log.chain import Chain
from arbitro_engine.match.record import RevealRecord
from arbitro_server.runtime.floor import Floor
from arbitro_server.store.interface import StoreError
from arbitro_server.telemetry.logging import logger

__all__ = ["OpenLog"]


class OpenLog:
    """A log that records are appended to.

    Attributes:
        name: ``MATCH.RUN``, or the tournament's id.
        chain: as far as records were appended, committed or not.

    Args:
        tournament: whose folder the file is written to.
        file: the file's name without its ending; the log's name if empty.
    """

    def __init__(self, floor: Floor, tournament: str, name: str, file: str = "") -> None:
        self.name: Final = name
        self.chain = Chain()
        self._floor = floor
        self._tournament = tournament
        self._file = file or name
        self._summary = b""

    @classmethod
    def reopened(cls, floor: Floor, tournament: str, name: str, file: str = "") -> OpenLog:
        """Return a log that goes on behind what is committed of it."""
        log = cls(floor, tournament, name, file)
        for data in floor.store.records(name):
            log.chain.append(data)
        return log

    def append(self, data: bytes) -> None:
        """Append a record."""
        self.chain.append(data)
        self._floor.turn.append(self.name, data)

    def append_chained(self, stored: Iterable[bytes]) -> None:
        """Append records that the chain has taken in already, or will."""
        for data in stored:
            self._floor.turn.append(self.name, data)

    def seal(self) -> bytes:
        """Say that the log up to here is ours and complete; return the head that was sealed."""
        head = self.chain.head
        self.append(self._floor.wire.record(self._floor.signer.seal(self.chain)))
        return head

    def reveal(self, secret: bytes, nonces: tuple[bytes, ...] = ()) -> None:
        """Append a secret, and seal the log again."""
        self.append(self._floor.wire.record(RevealRecord(secret, nonces)))
        self.seal()

    def settle(self) -> None:
        """Say that the log has reached a good point to be packed."""
        self._floor.turn.settle(self.name)

    def finish(self, summary: bytes = b"") -> None:
        """Have the file written, and a summary kept, when what was appended is committed."""
        self._summary = summary
        self.settle()
        self._floor.turn.speak_after(self)

    def speak(self) -> None:
        """Write the file as a whole, as the store has it: that is the truth, and a file may be late.

        A log that was removed has none.

        Raises:
            StoreError: if the summary cannot be kept.
        """
        if self._summary:
            self._floor.store.summarise(self.name, self._summary)
        try:
            if stored := self._floor.store.records(self.name):
                self._floor.write_log(self._tournament, self._file, stored)
        except StoreError as error:
            logger().error("log.not_written", log=self.name, error=str(error))
