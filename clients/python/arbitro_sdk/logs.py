"""Where matches leave their logs, and offline ones their authors' notes beside them."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from arbitro_sdk.arena import Played
from arbitro_sdk.errors import UsageError

__all__ = ["keep", "make", "write"]


def make(folder: Path, option: str = "--logs") -> Path:
    """Make a folder, before there is anything that it could not hold; return it. `option` names it.

    Raises:
        UsageError: A603 if nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".arbitro"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise _cannot(folder, error, option) from None
    return folder


def write(folder: Path, played: Played) -> Path:
    """Write the log as ``MATCH.RUN.arb``, notes as ``notes/MATCH.RUN.jsonl``; return the log's path.

    Raises:
        UsageError: A603 if that cannot be written.
    """
    name = f"{played.header.match}.{played.header.run}"
    lines = [
        json.dumps(
            {"bot": played.header.bots[seat], "seat": seat, "id": decision, "note": text}, ensure_ascii=False
        )
        for seat, decision, text in played.notes
    ]
    path = keep(folder, name, played.log)
    if lines:
        _replace(folder / "notes" / f"{name}.jsonl", "\n".join([*lines, ""]).encode())
    return path


def keep(folder: Path, name: str, log: bytes) -> Path:
    """Write a log's bytes as ``NAME.arb``; return its path. Raises `UsageError` A603 like `write`.

    Args:
        name: ``MATCH.RUN`` or ``tournament``. A referee may have said it: it never leads out of the folder.
    """
    path = folder / f"{Path(name).name}.arb"
    _replace(path, log)
    return path


def _replace(path: Path, content: bytes) -> None:
    """Write a whole file or none of it."""
    half = path.with_suffix(f"{path.suffix}.half")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(content)
        half.replace(path)
    except OSError as error:
        with suppress(OSError):  # the first one is told
            half.unlink(missing_ok=True)
        raise _cannot(path, error) from None


def _cannot(path: Path, error: OSError, option: str = "--logs") -> UsageError:
    return UsageError("A603", f"{path} cannot be written: {error.strerror}. Use another {option} DIR.")
