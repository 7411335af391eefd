"""The embedded store: SQLite in write-ahead mode, used from the event loop's thread alone.

A commit is one row of ``journal``: all records of one turn of the event loop, framed as u32le log number,
u32le length, bytes. That costs a fraction of a microsecond for each record in a batch (architecture 7). When
a log's round is over, its records so far are written as one row of ``part`` with the number of the turn they
reach to; what the journal holds of that log up to that turn counts no more, and rows in which nothing counts
are deleted. Reading a log is reading its parts and then what still counts in the journal, which is kept in
memory too: it is a round at most.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import threading
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, Literal

from arbitro_server.store.interface import BotRow, StoreError, TokenRow, TournamentRow
from arbitro_server.store.schema import prepare

__all__ = ["SqliteStore", "copy_store"]

_FRAME: Final = struct.Struct("<II")
_CHECKPOINT_BYTES: Final = 4_000_000
_LOG_PAGES: Final = 8_000
"""A write-ahead log of more pages (of 4 KiB) is begun anew: nothing else does it while commits never rest."""
_TRIM_TURNS: Final = 256


@contextmanager
def _readable(path: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"the store {path} cannot be used: {error}") from error


class SqliteStore:
    """A store in one file. ``full`` durability survives the loss of power, ``normal`` the process's death."""

    def __init__(self, path: Path, durability: Literal["normal", "full"] = "normal") -> None:
        self._path = str(path)
        self._numbers: dict[str, int] = {}
        self._parts: dict[int, int] = {}
        self._turn = 0
        self._unsettled: dict[int, list[bytes]] = {}
        self._first_turn: dict[int, int] = {}
        self._trimmed = self._written = 0
        self._checkpoint: threading.Thread | None = None
        self._is_long = False
        with _readable(self._path):
            self._db = sqlite3.connect(self._path, isolation_level=None)
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute(f"PRAGMA synchronous = {durability.upper()}")
                self._db.execute("PRAGMA wal_autocheckpoint = 0")
                prepare(self._db, self._path)
                self._load()
            except BaseException:
                self._db.close()
                raise

    def commit(self, records: Sequence[tuple[str, bytes]], settled: Collection[str] = ()) -> None:
        """Append records, all or nothing: see :class:`.interface.Store`."""
        if self._is_long:  # before anything is written: a failure here loses nothing
            self._is_long = False
            with _readable(self._path):  # little is left to move, and then this commit is the log's first
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        numbers = self._numbers
        fresh = dict.fromkeys(name for name, _ in records if name not in numbers)
        if fresh:
            numbers = numbers | {name: len(numbers) + n for n, name in enumerate(fresh, 1)}
        turn = self._turn + 1
        frames = [_FRAME.pack(numbers[name], len(data)) + data for name, data in records]
        parts = self._parts_of(set(settled), records, numbers)
        low = min(self._first_turn.values(), default=turn)
        is_plain = frames and not fresh and not parts and low - self._trimmed < _TRIM_TURNS
        # nearly all commits are one statement, which is a transaction by itself
        with _readable(self._path), nullcontext() if is_plain else self._transaction():
            self._db.executemany("INSERT INTO log VALUES (?, ?)", [(numbers[name], name) for name in fresh])
            if frames:
                self._db.execute("INSERT INTO journal VALUES (?, ?)", (turn, b"".join(frames)))
            for number, blob in parts.items():
                row = (number, self._parts.get(number, 0) + 1, turn, blob)
                self._db.execute("INSERT INTO part VALUES (?, ?, ?, ?)", row)
            if low - self._trimmed >= _TRIM_TURNS:
                self._db.execute("DELETE FROM journal WHERE turn < ?", (low,))
        if low - self._trimmed >= _TRIM_TURNS:
            self._trimmed = low
        self._numbers, self._turn = numbers, turn
        for name, data in records:
            self._unsettled.setdefault(numbers[name], []).append(data)
            self._first_turn.setdefault(numbers[name], turn)
        for number in parts:
            self._parts[number] = self._parts.get(number, 0) + 1
            del self._unsettled[number], self._first_turn[number]
        self._written += sum(map(len, frames)) + sum(map(len, parts.values()))
        if self._written > _CHECKPOINT_BYTES:
            self._start_checkpoint()

    def records(self, log: str) -> list[bytes]:
        """Return a log's records: its parts, then what is still in the journal."""
        number = self._numbers.get(log)
        if number is None:
            return []
        with _readable(self._path):
            blobs = self._db.execute(
                "SELECT records FROM part WHERE log = ? ORDER BY part", (number,)
            ).fetchall()
        return [data for (blob,) in blobs for _, data in _frames(blob)] + self._unsettled.get(number, [])

    def logs(self, prefix: str = "") -> list[str]:
        """Return the names of the logs that begin with ``prefix``, oldest first."""
        return [name for name in self._numbers if name.startswith(prefix)]

    def put_bot(self, bot: BotRow) -> None:
        """Add or rename a bot."""
        self._put("INSERT OR REPLACE INTO bot VALUES (?, ?)", (bot.id, bot.name))

    def bots(self) -> list[BotRow]:
        """Return all bots by id."""
        return [BotRow(*row) for row in self._rows("SELECT id, name FROM bot ORDER BY id")]

    def put_token(self, token: TokenRow) -> None:
        """Add or replace a token."""
        self._put(
            "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "digest = excluded.digest, role = excluded.role, bot = excluded.bot, "
            "issued_unix = excluded.issued_unix, "
            "expires_unix = excluded.expires_unix, revoked = excluded.revoked",
            (
                token.id,
                token.digest,
                token.role,
                token.bot,
                token.issued_unix,
                token.expires_unix,
                int(token.revoked),
            ),
        )

    def tokens(self) -> list[TokenRow]:
        """Return all tokens, oldest first."""
        columns = "id, digest, role, bot, issued_unix, expires_unix, revoked"
        rows = self._rows(f"SELECT {columns} FROM token ORDER BY rowid")  # noqa: S608 - the columns are ours
        return [TokenRow(*row) for row in rows]

    def put_tournament(self, tournament: TournamentRow) -> None:
        """Add or replace a tournament."""
        self._put(
            "INSERT INTO tournament VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "secret = excluded.secret, join_code = excluded.join_code, request_id = excluded.request_id",
            (tournament.id, tournament.secret, tournament.join_code, tournament.request_id),
        )

    def tournaments(self) -> list[TournamentRow]:
        """Return all tournaments, oldest first."""
        return [TournamentRow(*row) for row in self._rows("SELECT * FROM tournament ORDER BY rowid")]

    def backup(self, target: str) -> None:
        """Write a consistent copy to a new file."""
        _copy(self._db, target)

    def close(self) -> None:
        """Close the file; what is in the write-ahead log is moved into it."""
        if self._checkpoint is not None:
            self._checkpoint.join()
        with _readable(self._path):
            self._db.close()

    def _load(self) -> None:
        self._numbers = dict(self._db.execute("SELECT name, number FROM log ORDER BY number"))
        self._parts = dict(self._db.execute("SELECT log, max(part) FROM part GROUP BY log"))
        reached = dict(self._db.execute("SELECT log, max(turn) FROM part GROUP BY log"))
        self._turn = max(reached.values(), default=0)
        for turn, blob in self._db.execute("SELECT turn, records FROM journal ORDER BY turn"):
            self._turn = max(self._turn, turn)
            for number, data in _frames(blob):
                if turn > reached.get(number, 0):
                    self._unsettled.setdefault(number, []).append(data)
                    self._first_turn.setdefault(number, turn)

    def _parts_of(
        self, settled: AbstractSet[str], records: Sequence[tuple[str, bytes]], numbers: dict[str, int]
    ) -> dict[int, bytes]:
        parts: dict[int, bytes] = {}
        for name in numbers.keys() & settled:
            whole = self._unsettled.get(numbers[name], []) + [data for log, data in records if log == name]
            if whole:
                parts[numbers[name]] = b"".join(
                    [_FRAME.pack(numbers[name], len(data)) + data for data in whole]
                )
        return parts

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _start_checkpoint(self) -> None:
        """Move the write-ahead log into the file, beside the loop: it waits for the disk."""
        if self._checkpoint is None or not self._checkpoint.is_alive():
            self._written = 0
            self._checkpoint = threading.Thread(target=self._move_pages, name="checkpoint")
            self._checkpoint.start()

    def _move_pages(self) -> None:
        with closing(sqlite3.connect(self._path)) as db:
            _, pages, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._is_long = pages > _LOG_PAGES

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with _readable(self._path):
            return self._db.execute(query).fetchall()

    def _put(self, statement: str, row: tuple[object, ...]) -> None:
        with _readable(self._path):
            self._db.execute(statement, row)


def copy_store(source: Path, target: Path) -> None:
    """Write a consistent copy of a store to a new file, also while a referee uses it.

    Raises:
        StoreError: if there is no store, or the target exists or cannot be written.
    """
    if not source.exists():
        raise StoreError(f"there is no store {source}: name the data directory of a referee with --data")
    with (
        _readable(str(source)),
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db,
    ):
        _copy(db, str(target))


def _copy(db: sqlite3.Connection, target: str) -> None:
    if os.path.lexists(target):
        raise StoreError(f"{target} exists already, and a backup overwrites nothing: name a new file")
    with _readable(target), closing(sqlite3.connect(target)) as copy:
        db.backup(copy)


def _frames(blob: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(blob):
        number, length = _FRAME.unpack_from(blob, at)
        at += _FRAME.size
        yield number, blob[at : at + length]
        at += length
