"""Files of logs, as verbs are given them: a file, or a folder with all logs below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from arbitro.codec import record_of
from arbitro_engine.log.file import MAGIC
from arbitro_engine.log.stored import StoredLog, read_log
from arbitro_engine.match.record import RecordKind
from arbitro_sdk.cli.output import remark
from arbitro_sdk.errors import UsageError

__all__ = ["content", "read", "remark_if_cut", "under"]


def under(paths: Iterable[Path], *, with_tournaments: bool = True) -> Iterator[Path]:
    """Yield the files; of a folder all logs below it, by name, those of tournaments if they are wanted.

    Raises:
        UsageError: A504 for a folder without logs.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.rglob("*.arb"))
        if not with_tournaments:
            found = [file for file in found if file.name != "tournament.arb"]
        if not found:
            raise UsageError("A504", f"There is no log below {path}. Logs end in .arb.")
        yield from found


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
