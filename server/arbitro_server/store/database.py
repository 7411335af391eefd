"""A store's file from outside: opened to read, copied, and what SQLite says in words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from arbitro_server.store.interface import StoreError

__all__ = ["copy_store", "open_to_read", "readable", "require_store"]


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Turn what SQLite raises into a :class:`StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"the store {path} cannot be used: {error}") from error


def copy_store(source: Path, target: Path) -> None:
    """Write a consistent copy of a store to a new file, also while a referee uses it.

    Raises:
        StoreError: if there is no store, or the target exists or cannot be written.
    """
    with readable(str(source)), closing(open_to_read(source)) as db:
        if os.path.lexists(target):
            raise StoreError(f"{target} exists already, and a backup overwrites nothing: name a new file")
        with readable(str(target)), closing(sqlite3.connect(target)) as copied:
            db.backup(copied)
            copied.execute("PRAGMA journal_mode = DELETE")  # one file, which reading does not add to


def require_store(path: Path) -> None:
    """Raise :class:`StoreError` where there is no store's file."""
    if not path.exists():
        raise StoreError(f"there is no store {path}: name the data directory of a referee with --data")


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a store's file to read, also while a referee uses it.

    Raises:
        StoreError: if there is none.
        sqlite3.Error: if it cannot be opened.
    """
    require_store(path)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
