"""The embedded store: SQLite in write-ahead mode, used from the event loop's thread alone.

A commit is one row of ``journal``: all records of one turn of the event loop, framed as u32le log number,
u32le length, bytes. That costs a fraction of a microsecond for each record in a batch (architecture 7). When
a log's round is over, its records so far are written as one row of ``part`` with the number of the turn they
reach to; what the journal holds of that log up to that turn counts no more, and rows in which nothing counts
are deleted. Reading a log is reading its parts and then what still counts in the journal, which is kept in
memory too: it is a round at most.
"""

from __future__ import annotations

import sqlite3
import struct
import threading
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, contextmanager, nullcontext
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final, Literal

from arbitro_server.store.database import open_to_read, open_to_write, readable
from arbitro_server.store.interface import BotRow, TokenRow, TournamentRow, UnreadableError
from arbitro_server.store.schema import prepare, require_current

__all__ = ["SqliteStore", "frames"]

_FRAME: Final = struct.Struct("<II")
_PAGE: Final = 4_096
"""What a commit adds to the write-ahead log at least, however little it says."""
_CHECKPOINT_BYTES: Final = 4_000_000
_LOG_PAGES: Final = 8_000
"""A write-ahead log of more pages (of 4 KiB) is begun anew: nothing else does it while commits never rest."""
_TRIM_TURNS: Final = 256


class SqliteStore:
    """A store in one file. ``full`` durability survives the loss of power, ``normal`` the process's death.

    ``read_only``: as it is now, also while a referee uses it; nothing may be changed.
    """

    def __init__(
        self, path: Path, durability: Literal["normal", "full"] = "normal", *, read_only: bool = False
    ) -> None:
        self._path = str(path)
        self._numbers: dict[str, int] = {}
        self._parts: dict[int, int] = {}
        self._turn = 0
        self._unsettled: dict[int, bytearray] = {}  # framed, as in the journal
        self._first_turn: dict[int, int] = {}  # of what is unsettled; it rises, as turns do
        self._trimmed = self._written = 0
        self._checkpoint: threading.Thread | None = None
        self._is_long = False
        with readable(self._path):
            self._db = open_to_read(path) if read_only else open_to_write(path)
            try:
                if read_only:
                    self._db.execute("BEGIN")  # all reads see one moment
                    require_current(self._db, self._path)
                else:
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
            with readable(self._path):  # little is left to move, and then this commit is the log's first
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        begun = dict.fromkeys(name for name, _ in records if name not in self._numbers)
        fresh = {name: number for number, name in enumerate(begun, len(self._numbers) + 1)}
        numbers = ChainMap(fresh, self._numbers) if fresh else self._numbers
        turn = self._turn + 1
        framed = [_framed(numbers[name], data) for name, data in records]
        parts = self._parts_of(set(settled), records, framed, numbers)
        low = self._first_needed()
        is_plain = framed and not fresh and not parts and low - self._trimmed < _TRIM_TURNS
        # nearly all commits are one statement, which is a transaction by itself
        with readable(self._path), nullcontext() if is_plain else self._transaction():
            self._db.executemany("INSERT INTO log (name, number) VALUES (?, ?)", fresh.items())
            if framed:
                self._db.execute("INSERT INTO journal VALUES (?, ?)", (turn, b"".join(framed)))
            for number, blob in parts.items():
                row = (number, self._parts.get(number, 0) + 1, turn, blob)
                self._db.execute("INSERT INTO part VALUES (?, ?, ?, ?)", row)
            if low - self._trimmed >= _TRIM_TURNS:
                self._db.execute("DELETE FROM journal WHERE turn < ?", (low,))
        if low - self._trimmed >= _TRIM_TURNS:
            self._trimmed = low
        self._numbers.update(fresh)
        self._turn = turn
        for (name, _), frame in zip(records, framed, strict=True):
            self._unsettled.setdefault(numbers[name], bytearray()).extend(frame)
            self._first_turn.setdefault(numbers[name], turn)
        for number in parts:
            self._parts[number] = self._parts.get(number, 0) + 1
            del self._unsettled[number], self._first_turn[number]
        self._written += _PAGE + sum(map(len, framed)) + sum(map(len, parts.values()))
        if self._written > _CHECKPOINT_BYTES:
            self._start_checkpoint()

    def records(self, log: str) -> list[bytes]:
        """Return a log's records: its parts, then what is still in the journal."""
        number = self._numbers.get(log)
        if number is None:
            return []
        with readable(self._path):
            blobs = self._db.execute(
                "SELECT records FROM part WHERE log = ? ORDER BY part", (number,)
            ).fetchall()
        blobs.append((bytes(self._unsettled.get(number, b"")),))
        return [data for (blob,) in blobs for _, data in frames(blob)]

    def summarise(self, log: str, summary: bytes) -> None:
        """Keep a summary of a log."""
        self._put("UPDATE log SET summary = ? WHERE name = ?", (summary, log))

    def summary(self, log: str) -> bytes | None:
        """Return the summary of a log, None if it has none."""
        rows = self._rows("SELECT summary FROM log WHERE name = ?", (log,))
        return rows[0][0] if rows else None

    def remove(self, log: str) -> None:
        """Delete a log's records: an empty part says that nothing before it counts any more."""
        number = self._numbers[log]
        with readable(self._path), self._transaction():
            self._db.execute("DELETE FROM part WHERE log = ?", (number,))
            self._db.execute("INSERT INTO part VALUES (?, 1, ?, x'')", (number, self._turn))
        self._parts[number] = 1
        self._unsettled.pop(number, None)
        self._first_turn.pop(number, None)

    def is_removed(self, log: str) -> bool:
        """Return whether a log's records were deleted: whether it has the empty part."""
        of_log = "SELECT 1 FROM part JOIN log ON log.number = part.log WHERE name = ? AND records = x''"
        return bool(self._rows(of_log, (log,)))

    def logs(self, prefix: str = "") -> list[str]:
        """Return the names of the logs that begin with ``prefix``, oldest first."""
        return [name for name in self._numbers if name.startswith(prefix)]

    def put_bots(self, *bots: BotRow) -> None:
        """Add or rename bots."""
        self._put("INSERT OR REPLACE INTO bot VALUES (?, ?)", *((bot.id, bot.name) for bot in bots))

    def bots(self) -> list[BotRow]:
        """Return all bots by id."""
        return [BotRow(*row) for row in self._rows("SELECT id, name FROM bot ORDER BY id")]

    def put_tokens(self, *tokens: TokenRow) -> None:
        """Add or replace tokens."""
        self._put(
            "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "digest = excluded.digest, role = excluded.role, bot = excluded.bot, "
            "issued_unix = excluded.issued_unix, "
            "expires_unix = excluded.expires_unix, revoked = excluded.revoked",
            *map(astuple, tokens),
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

    def shrink(self) -> None:
        """Give back to the disk what removed logs left empty: as long as writing the whole store takes."""
        with readable(self._path):
            self._db.execute("DELETE FROM journal WHERE turn < ?", (self._first_needed(),))
            self._db.execute("VACUUM")

    def close(self) -> None:
        """Close the file; what is in the write-ahead log is moved into it."""
        if self._checkpoint is not None:
            self._checkpoint.join()
        with readable(self._path):
            self._db.close()

    def _load(self) -> None:
        self._numbers = dict(self._db.execute("SELECT name, number FROM log ORDER BY number"))
        self._parts = dict(self._db.execute("SELECT log, max(part) FROM part GROUP BY log"))
        reached = dict(self._db.execute("SELECT log, max(turn) FROM part GROUP BY log"))
        self._turn = max(reached.values(), default=0)
        for turn, blob in self._db.execute("SELECT turn, records FROM journal ORDER BY turn"):
            self._turn = max(self._turn, turn)
            for number, data in frames(blob):
                if turn > reached.get(number, 0):
                    self._unsettled.setdefault(number, bytearray()).extend(_framed(number, data))
                    self._first_turn.setdefault(number, turn)

    def _first_needed(self) -> int:
        """Return the first turn whose row of the journal still counts; the next turn if none does."""
        return next(iter(self._first_turn.values()), self._turn + 1)

    def _parts_of(
        self,
        settled: AbstractSet[str],
        records: Sequence[tuple[str, bytes]],
        framed: Sequence[bytes],
        numbers: Mapping[str, int],
    ) -> dict[int, bytes]:
        parts: dict[int, bytes] = {}
        for name in numbers.keys() & settled:
            new = [frame for (log, _), frame in zip(records, framed, strict=True) if log == name]
            whole = b"".join((self._unsettled.get(numbers[name], b""), *new))
            if whole:
                parts[numbers[name]] = whole
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

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with readable(self._path):
            return self._db.execute(query, values).fetchall()

    def _put(self, statement: str, *rows: tuple[object, ...]) -> None:
        with readable(self._path), self._transaction():
            self._db.executemany(statement, rows)


def _framed(number: int, data: bytes) -> bytes:
    return _FRAME.pack(number, len(data)) + data


def frames(blob: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the (log number, record) of each frame. Raises `UnreadableError` where one is cut off."""
    at = 0
    while at < len(blob):
        start = at + _FRAME.size
        number, length = _FRAME.unpack_from(blob, at) if start <= len(blob) else (0, len(blob))
        at = start + length
        if at > len(blob):
            raise UnreadableError("a row of the store is cut off: restore the last sound copy")
        yield number, blob[start:at]
