"""What a store is: logs that only grow, and a few small tables. One conformance suite tests every store.

The store is the truth (architecture 7). A *log* is named by a text (``MATCH.RUN`` for matches, the id for
tournaments) and holds records: opaque bytes, in order. ``commit`` takes all records of one turn of the event
loop, for any number of logs, all or nothing; when it has returned, they survive the death of the process. Who
is known (bots, tokens) and what may not stand in a log before its time (tournament secrets) lies in tables.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["BotRow", "InUseError", "Store", "StoreError", "TokenRow", "TournamentRow", "UnreadableError"]


class StoreError(Exception):
    """The store cannot be used: locked, read-only, or the disk is full. Two kinds have names of their own."""


class UnreadableError(StoreError):
    """There is no store, or none that can be read: foreign, damaged, of another version."""


class InUseError(StoreError):
    """Another referee holds the data directory."""


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot known to this server: its id (a slug) and display name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token without its secret. Dates are seconds since 1970; ``expires_unix`` 0: never.

    Attributes:
        id: the public id, the token's first characters.
        digest: SHA-256 of the whole token.
        role: ``organiser``, ``bot``, ``auditor`` or ``watcher``.
        bot: the bot's id, or empty.
    """

    id: str
    digest: bytes
    role: str
    bot: str
    issued_unix: int
    expires_unix: int = 0
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """What a tournament's log may not hold.

    Attributes:
        secret: the tournament's secret, at least 32 bytes.
        join_code: what lets a bot register.
        request_id: the creating request's id, or empty: the same id gives the same answer.
    """

    id: str
    secret: bytes
    join_code: str = ""
    request_id: str = ""


class Store(Protocol):
    """Logs and tables. Methods may raise :class:`StoreError`; ``commit`` then has written nothing."""

    def commit(self, records: Sequence[tuple[str, bytes]], settled: Collection[str] = ()) -> None:
        """Append records (log, bytes) in order. ``settled`` names logs that may be packed now."""

    def records(self, log: str) -> list[bytes]:
        """Return a log's records in order; empty if there is no such log."""

    def summarise(self, log: str, summary: bytes) -> None:
        """Keep a summary of a log beside it, in place of the one it had."""

    def summary(self, log: str) -> bytes | None:
        """Return the summary of a log, None if it has none."""

    def remove(self, log: str) -> None:
        """Delete a log's records for good. Its name stays taken, and its summary is kept."""

    def is_removed(self, log: str) -> bool:
        """Return whether a log's records were deleted."""

    def logs(self, prefix: str = "") -> list[str]:
        """Return the names of the logs that begin with ``prefix``, in the order they were begun."""

    def put_bots(self, *bots: BotRow) -> None:
        """Add or rename bots, all or none."""

    def bots(self) -> list[BotRow]:
        """Return all bots by id."""

    def put_tokens(self, *tokens: TokenRow) -> None:
        """Add tokens, or replace those with their ids, all or none."""

    def tokens(self) -> list[TokenRow]:
        """Return all tokens, oldest first."""

    def put_tournament(self, tournament: TournamentRow) -> None:
        """Add a tournament, or replace the one with its id."""

    def tournaments(self) -> list[TournamentRow]:
        """Return all tournaments, oldest first."""

    def close(self) -> None:
        """Release everything. The store is not used any more."""
