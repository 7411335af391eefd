"""Files of logs, as verbs are given them: a file, or a folder with all logs below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from arbitro.codec import record_of
from arbitro_engine.log.file import NotALog
from arbitro_engine.log.stored import StoredLog, read_log
from arbitro_sdk.errors import UsageError

__all__ = ["read", "under"]


def under(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files; of a folder all logs below it, by name.

    Raises:
        UsageError: A504 for a folder without logs.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.rglob("*.arb"))
        if not found:
            raise UsageError("A504", f"There is no log below {path}. Logs end in .arb.")
        yield from found


def read(file: Path) -> StoredLog:
    """Read one log.

    Raises:
        UsageError: A503 for a file that is no log, A504 for one that cannot be read.
    """
    try:
        return read_log(file.read_bytes(), record_of)
    except OSError as error:
        raise UsageError("A504", f"{file} cannot be read: {error.strerror}. Check the path.") from None
    except NotALog as error:
        raise UsageError("A503", f"{file} is no log: {error}. Logs end in .arb.") from None
