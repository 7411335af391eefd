"""Files of logs, read."""

from __future__ import annotations

from pathlib import Path

from arbitro.codec import record_of
from arbitro_engine.log.file import MAGIC
from arbitro_engine.log.stored import StoredLog, read_log
from arbitro_engine.match.record import RecordKind
from arbitro_sdk.cli.output import remark
from arbitro_sdk.errors import UsageError

__all__ = ["content", "read", "remark_if_cut"]


def read(file: Path) -> StoredLog:
    """Read one match's log.

    Raises:
        UsageError: A503 for a file that is no match's log, A504 for one that cannot be read.
    """
    log = read_log(content(file), record_of)
    if log.is_tournament:
        raise UsageError("A503", f"{file} is a tournament's log. Name the logs of matches.")
    return log


def remark_if_cut(file: Path, log: StoredLog) -> None:
    """Say so where a match's log ends before the match does."""
    if not any(record.kind is RecordKind.END for _, record in log.steps):
        remark(f"{file} does not tell how its match ended: `arbitro verify` says what is missing.")


def content(file: Path) -> bytes:
    """Return the bytes of a log. Raises as :func:`read`."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UsageError("A504", f"{file} cannot be read: {error.strerror}. Check the path.") from None
    if not data.startswith(MAGIC[: len(data)]):
        raise UsageError("A503", f"{file} is no log: a log begins with {MAGIC.decode()}. Logs end in .arb.")
    return data
