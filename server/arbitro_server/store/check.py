"""Is a store sound? Looked at without changing anything, also while a referee uses it, or in a copy.

From below: the file, by SQLite itself; the rows, each whole and in its place; every log's records, chain and
seals; of each result the head that its match's log ended with, and of each secret its commitment. What a log
says is played again only where that is asked for: it takes as long as `arbitro verify`.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Container, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from arbitro.codec import record_of, tournament_record_of
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.seals import check_seals
from arbitro_engine.log.stored import read_log, read_tournament
from arbitro_engine.log.tournament import verify_tournament
from arbitro_engine.log.verify import verify
from arbitro_engine.rules.shuffle import commitment
from arbitro_engine.tournament import ResultRecord, plural
from arbitro_server.store.database import open_to_read, readable
from arbitro_server.store.interface import UnreadableError
from arbitro_server.store.schema import require_current
from arbitro_server.store.sqlite import SqliteStore, frames

__all__ = ["Fault", "Report", "check_store"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: ``store.db``, or the name of a log."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(slots=True)
class Report:
    """What was found in a store.

    Attributes:
        logs: how many logs were read, ``records`` of them in all.
        removed: logs whose records were deleted.
    """

    logs: int = 0
    records: int = 0
    removed: int = 0
    faults: list[Fault] = field(default_factory=list)

    def add(self, where: str, what: object) -> None:
        """Add a fault."""
        self.faults.append(Fault(where, str(what)))

    def as_json(self) -> dict[str, object]:
        """Return the report as one object."""
        faults = [{"where": fault.where, "what": fault.what} for fault in self.faults]
        told = {"logs": self.logs, "records": self.records, "removed": self.removed}
        return {"sound": not faults, **told, "faults": faults}

    def __str__(self) -> str:
        count = len(self.faults)
        state = _counted(count, "fault") if count else "sound"
        logs, records = _counted(self.logs, "log"), _counted(self.records, "record")
        read = f"{logs} with {records}, {self.removed} removed"
        if not count:
            return f"{state}; {read}"
        return f"{state}; {read if self.logs else 'its logs were not read'}. Restore the last sound copy."


def _counted(count: int, what: str) -> str:
    return f"{count:,} {plural(count, what)}"


def check_store(path: Path, *, replay: bool) -> Report:
    """Return what is found in the store of this file; ``replay``: play each match that is over again.

    Raises:
        UnreadableError: if it is no store, or of another version.
        StoreError: if it cannot be used.
    """
    report = Report()
    _check_rows(path, report)
    if not report.faults:  # else no log can be read as a whole
        with closing(SqliteStore(path, read_only=True)) as store:
            _check_logs(store, report, replay=replay)
    return report


def _check_rows(path: Path, report: Report) -> None:
    """Look at the file and its rows, as far as no record needs to be understood."""
    with readable(str(path)), closing(open_to_read(path)) as db:
        db.execute("BEGIN")
        require_current(db, str(path))
        try:
            for where, what in _faults_of_rows(db):
                report.add(where or path.name, what)
        except sqlite3.DatabaseError as error:  # it is a store, and pages of it are lost
            report.add(path.name, error)


def _faults_of_rows(db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for (found,) in db.execute("PRAGMA integrity_check"):
        if found != "ok":
            yield "", found
    names = dict(db.execute("SELECT number, name FROM log"))
    counts: Counter[int] = Counter()
    for log, part, blob in db.execute("SELECT log, part, records FROM part ORDER BY log, part"):
        counts[log] += 1
        if log not in names or part != counts[log] or not _is_whole(blob, {log}):
            yield names.get(log, ""), f"part {part} of log {log} is out of place, or not whole"
    for turn, blob in db.execute("SELECT turn, records FROM journal"):
        if not _is_whole(blob, names.keys()):
            yield "", f"row {turn} of the journal is not whole"


def _is_whole(blob: bytes, logs: Container[int]) -> bool:
    try:
        return all(number in logs for number, _ in frames(blob))
    except UnreadableError:
        return False


def _check_logs(store: SqliteStore, report: Report, *, replay: bool) -> None:
    known = {row.id: row for row in store.tournaments()}
    heads: dict[str, bytes] = {}
    names = store.logs()
    for name in (one for one in names if "." not in one):
        row = known.get(name)
        if row is None:
            report.add(name, "the log of a tournament that is in no table")
            continue
        log = read_tournament(file_bytes(store.records(name)), tournament_record_of)
        report.logs, report.records = report.logs + 1, report.records + len(log.records)
        if log.header is not None and log.header.commitment != commitment(row.secret):
            report.add(name, "the secret is not the one that was committed to")
        verdict = verify_tournament(log, {}, _is_signed)  # without logs of matches it is incomplete at best
        if verdict.state == "bad":
            report.add(name, verdict.difference)
        for _, record in log.history:
            if isinstance(record, ResultRecord):
                heads[f"{record.result.match}.{record.result.run}"] = record.head
    for name in (one for one in names if "." in one):
        if store.is_removed(name):
            report.removed += 1
        else:
            _check_match(name, store.records(name), heads.get(name), report, replay=replay)


def _check_match(name: str, stored: list[bytes], head: bytes | None, report: Report, *, replay: bool) -> None:
    """Hold a match's log to the result in its tournament's; None: there is none, it is played, or was cut."""
    log = read_log(file_bytes(stored), record_of)
    report.logs, report.records = report.logs + 1, report.records + len(log.records)
    sealed = check_seals(log.stored, log.records, _is_signed, None)
    wrong = log.damage or next(iter(sealed.differences), None)
    if wrong is not None:
        report.add(name, wrong)
    elif head is not None and head != sealed.first:
        report.add(name, "it does not end with the head that its tournament's log tells")
    elif replay and head is not None:
        verdict = verify(log, _is_signed)
        if verdict.state not in ("ok", "sealed"):
            report.add(name, verdict.difference)


def _is_signed(signer: bytes, claim: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(signer).verify(signature, claim)
    except (InvalidSignature, ValueError):
        return False
    return True
