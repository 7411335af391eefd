"""The embedded store's tables, as steps from one version to the next, and the check who wrote a file."""

from __future__ import annotations

import sqlite3
from typing import Final

from arbitro_server.store.interface import UnreadableError

__all__ = ["VERSION", "holding_nothing", "prepare", "require_begun", "require_current", "version_of"]

APPLICATION: Final = 0x41524231
"""``ARB1``: marks the file as ours."""

_STEPS: Final = (
    """
    CREATE TABLE log (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE part (
        log INTEGER NOT NULL, part INTEGER NOT NULL, turn INTEGER NOT NULL, records BLOB NOT NULL,
        PRIMARY KEY (log, part)
    ) STRICT;
    CREATE TABLE journal (turn INTEGER PRIMARY KEY, records BLOB NOT NULL) STRICT;
    CREATE TABLE bot (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE token (
        id TEXT PRIMARY KEY, digest BLOB NOT NULL, role TEXT NOT NULL, bot TEXT NOT NULL,
        issued_unix INTEGER NOT NULL, expires_unix INTEGER NOT NULL, revoked INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE tournament (
        id TEXT PRIMARY KEY, secret BLOB NOT NULL, join_code TEXT NOT NULL, request_id TEXT NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE log ADD COLUMN summary BLOB;
    """,
)
VERSION: Final = len(_STEPS)


def version_of(db: sqlite3.Connection, path: str) -> int:
    """Return the version of a store's tables; 0: it has none yet.

    Raises:
        UnreadableError: if the file is not ours, or written by a newer version.
        sqlite3.Error: if it cannot be read.
    """
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION:
        raise UnreadableError(f"{path} is no store of Arbitro: choose another --data directory")
    if version > VERSION:
        raise UnreadableError(
            f"{path} was written by a newer Arbitro (schema {version}; this one knows {VERSION}): "
            "use that version or newer"
        )
    return int(version)


def holding_nothing(path: str) -> UnreadableError:
    """Return what is raised for a store without tables: begun anew, its logs would be given up."""
    text = "a copy that was not finished, perhaps; use another, or remove it to begin anew"
    return UnreadableError(f"{path} holds nothing: {text}")


def require_begun(db: sqlite3.Connection, path: str) -> int:
    """Return the version of a store that has tables; one without is refused. Raises as `version_of`."""
    version = version_of(db, path)
    if not version:
        raise holding_nothing(path)
    return version


def require_current(db: sqlite3.Connection, path: str) -> None:
    """Refuse a store that is not up to date, as :func:`prepare` would make it. Raises as `version_of`."""
    if require_begun(db, path) < VERSION:
        raise UnreadableError(f"{path} is of an older Arbitro: a start of the referee brings it up to date")


def prepare(db: sqlite3.Connection, path: str) -> None:
    """Bring a store up to date, within one transaction. Raises as `version_of`."""
    version = version_of(db, path)
    if version == VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    for step in _STEPS[version:]:
        for statement in filter(None, map(str.strip, step.split(";"))):
            db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")
