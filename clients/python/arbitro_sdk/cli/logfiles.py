"""Files of logs, read."""

from __future__ import annotations

import stat
from pathlib import Path

from arbitro.codec import record_of
from arbitro_engine.log.file import MAGIC
from arbitro_engine.log.stored import StoredLog, read_log
from arbitro_engine.match.record import RecordKind
from arbitro_sdk.cli.output import remark
from arbitro_sdk.errors import UsageError

__all__ = ["content", "is_log", "read", "remark_if_cut"]


def read(file: Path) -> StoredLog:
    """Read one match's log.

    Raises:
        UsageError: A503 for a file that is no match's log, A504 for one that cannot be read.
    """
    data = content(file)
    if not is_log(data):
        raise UsageError("A503", f"{file} is no log: a log begins with {MAGIC.decode()}. Logs end in .arb.")
    log = read_log(data, record_of)
    if log.is_tournament:
        raise UsageError("A503", f"{file} is a tournament's log. Name the logs of matches.")
    return log


def remark_if_cut(file: Path, log: StoredLog) -> None:
    """Say so where a match's log ends before the match does."""
    if not any(record.kind is RecordKind.END for _, record in log.steps):
        remark(f"{file} does not tell how its match ended: `arbitro verify` says what is missing.")


def content(file: Path) -> bytes:
    """Return the bytes of a file, a log or not. Raises `UsageError` A504 if it cannot be read."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe would be waited for, a device read without an end
            raise UsageError("A504", f"{file} is no file. Name a file or a folder of logs.")
        return file.read_bytes()
    except OSError as error:
        raise UsageError("A504", f"{file} cannot be read: {error.strerror}. Check the path.") from None


def is_log(data: bytes) -> bool:
    """Whether these are the bytes of a log, or of the little that is left of one."""
    return data.startswith(MAGIC[: len(data)])
