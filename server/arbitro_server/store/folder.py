"""The data directory: one referee at a time, and where everything lies in it.

``store.db`` is the truth. ``logs/TOURNAMENT/`` holds ``tournament.arb`` and one ``MATCH.RUN.arb`` per
finished match, nothing else. ``notes/`` holds what bots noted for themselves. ``referee.key`` is the signing
key, readable by its owner alone.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from arbitro_engine.log.file import file_bytes
from arbitro_server.store.interface import StoreError

__all__ = ["Folder"]

_OWNER_ALONE: Final = 0o600


class Folder:
    """A data directory that this process holds.

    Raises:
        StoreError: if it cannot be made or written, or another referee holds it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, _OWNER_ALONE)
        except OSError as error:
            raise StoreError(f"the data directory {path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise StoreError(
                f"{path} is in use by another referee: stop it, or choose another --data directory"
            ) from error

    @property
    def store(self) -> Path:
        """The store's file."""
        return self.path / "store.db"

    @property
    def logs(self) -> Path:
        """Where log files lie."""
        return self.path / "logs"

    def log_file(self, tournament: str, name: str) -> Path:
        """Return where the file of a log lies: ``name`` is ``MATCH.RUN`` or ``tournament``."""
        return self.logs / tournament / f"{name}.arb"

    def write_log(self, tournament: str, name: str, records: list[bytes]) -> None:
        """Write a log's file as a whole, so that nobody ever reads half of one."""
        self._replace(self.log_file(tournament, name), file_bytes(records))

    def key(self) -> Ed25519PrivateKey:
        """Return the signing key; the first call makes it."""
        path = self.path / "referee.key"
        try:
            if path.exists():
                return Ed25519PrivateKey.from_private_bytes(path.read_bytes())
            key = Ed25519PrivateKey.generate()
            self._replace(
                path, key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()), _OWNER_ALONE
            )
        except OSError as error:
            raise StoreError(f"the signing key {path} cannot be used: {error.strerror}") from error
        except ValueError as error:
            raise StoreError(
                f"{path} is no signing key: restore it from a backup, or move it away to get a new one"
            ) from error
        return key

    def close(self) -> None:
        """Let another referee have it."""
        os.close(self._lock)

    def _replace(self, path: Path, content: bytes, mode: int = 0o644) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path / f".{path.name}.new"
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            fresh.replace(path)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from error
