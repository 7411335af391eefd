"""A store's file from outside: opened to read, copied, and what SQLite says in words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from arbitro_server.store.interface import StoreError, UnreadableError
from arbitro_server.store.schema import holding_nothing, require_begun

__all__ = ["copy_store", "open_to_read", "open_to_write", "readable"]

_OWNER_ALONE: Final = 0o600
_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Turn what SQLite raises into a :class:`StoreError`, and into `UnreadableError` where pages are lost."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
            text = f"the store {path} cannot be read ({error}): restore the last sound copy"
            raise UnreadableError(text) from error
        raise StoreError(f"the store {path} cannot be used: {error}") from error


def copy_store(source: Path, target: Path) -> None:
    """Write a consistent copy of a store to a new file, also while a referee uses it.

    Raises:
        UnreadableError: if there is no store of ours.
        StoreError: if the target exists or cannot be written; no half of it is left then.
    """
    with readable(str(source)), closing(open_to_read(source)) as db:
        require_begun(db, str(source))
        try:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE))
        except FileExistsError:
            text = f"{target} exists already, and a backup overwrites nothing: name a new file"
            raise StoreError(text) from None
        except OSError as error:
            raise StoreError(f"{target} cannot be written: {error.strerror}") from error
        try:
            with closing(sqlite3.connect(target)) as copied:
                db.backup(copied)
                copied.execute("PRAGMA journal_mode = DELETE")  # one file, which reading does not add to
        except sqlite3.Error as error:
            target.unlink()
            raise StoreError(f"{source} cannot be copied to {target}: {error}") from error


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open a store's file; a new one is made for its owner alone, as SQLite then makes those beside it.

    Raises:
        UnreadableError: if it is a folder or the like, or a file of 0 bytes.
        StoreError: if it cannot be made.
        sqlite3.Error: if it cannot be opened.
    """
    _refuse_others(path)
    try:
        if path.exists() and not path.stat().st_size:
            raise holding_nothing(str(path))
        path.touch(_OWNER_ALONE)  # it holds the secrets of deals that are still to be played
    except OSError as error:
        raise StoreError(f"the store {path} cannot be used: {error.strerror}") from error
    return sqlite3.connect(path, isolation_level=None)


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a store's file to read, also while a referee uses it.

    Raises:
        UnreadableError: if there is none, or a folder or the like in its place.
        sqlite3.Error: if it cannot be opened.
    """
    if not path.exists():
        raise UnreadableError(f"there is no store {path}: name the data directory of a referee with --data")
    _refuse_others(path)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _refuse_others(path: Path) -> None:
    """Refuse a folder, and what is no file at all: SQLite waits for a pipe without an end."""
    if path.exists() and not path.is_file():
        kind = "a folder" if path.is_dir() else "no file"
        text = f"{path} is {kind}, and a store is a file: move it away, or choose another --data directory"
        raise UnreadableError(text)
