"""The data directory: one referee at a time, and where everything lies in it.

``store.db`` is the truth. ``logs/TOURNAMENT/`` holds ``tournament.arb`` and one ``MATCH.RUN.arb`` per
finished match, nothing else. ``notes/`` holds what bots noted for themselves. ``referee.key`` is the signing
key. What is made here is its owner's alone: the store holds the secrets of deals that are still to be played.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from arbitro_engine.log.file import file_bytes
from arbitro_server.store.interface import InUseError, StoreError, UnreadableError

__all__ = ["Folder"]

_OWNERS_FILE: Final = 0o600
_OWNERS_FOLDER: Final = 0o700


class Folder:
    """A data directory that this process holds.

    Args:
        durability: what a file that was written survives, as with the store. The key always survives the loss
            of power; a log's file that it tore is written anew at the next start.

    Raises:
        StoreError: if it cannot be made or written; `InUseError` if another referee holds it.
    """

    def __init__(self, path: Path, durability: Literal["normal", "full"] = "normal") -> None:
        self.path = path
        self._is_full = durability == "full"
        try:
            path.mkdir(_OWNERS_FOLDER, parents=True, exist_ok=True)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, _OWNERS_FILE)
        except OSError as error:
            raise StoreError(f"the data directory {path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise InUseError(
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
        """Write a log's file where it is not so already; as a whole: nobody ever reads half of one."""
        path, content = self.log_file(tournament, name), file_bytes(records)
        try:
            is_written = path.exists() and path.read_bytes() == content
        except OSError as error:
            raise UnreadableError(f"{path} cannot be read: {error.strerror}") from error
        if not is_written:
            self._replace(path, content, 0o644, sync=self._is_full)

    def remove_log(self, tournament: str, name: str) -> None:
        """Remove a log's file, if there is one."""
        path = self.log_file(tournament, name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{path} cannot be removed: {error.strerror}") from error

    @property
    def is_key_lost(self) -> bool:
        """Whether there is a store, and no signing key beside it."""
        return not self._key.exists() and self.store.exists()

    @property
    def _key(self) -> Path:
        return self.path / "referee.key"

    def key(self) -> Ed25519PrivateKey:
        """Return the signing key; the first call makes it."""
        path = self._key
        try:
            if path.exists():
                return Ed25519PrivateKey.from_private_bytes(path.read_bytes())
            key = Ed25519PrivateKey.generate()
            self._replace(
                path,
                key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()),
                _OWNERS_FILE,
                sync=True,
            )
        except OSError as error:
            raise StoreError(f"the signing key {path} cannot be used: {error.strerror}") from error
        except ValueError as error:
            raise UnreadableError(
                f"{path} is no signing key: restore it from a backup, or move it away to get a new one"
            ) from error
        return key

    def close(self) -> None:
        """Let another referee have it."""
        os.close(self._lock)

    def _replace(self, path: Path, content: bytes, mode: int, *, sync: bool) -> None:
        """Put content in a file's place; ``sync``: it is on the disk, name and all, when this returns."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path / f".{path.name}.new"
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                if sync:
                    file.flush()
                    os.fsync(handle)
            fresh.replace(path)
            if sync:
                for folder in path.parents:  # each may be as new as the file
                    _sync(folder)
                    if folder == self.path:
                        break
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from error


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
