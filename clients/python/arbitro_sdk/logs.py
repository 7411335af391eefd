"""Where offline matches leave their logs, and their authors' notes beside them."""

from __future__ import annotations

import json
from pathlib import Path

from arbitro_sdk.arena import Played
from arbitro_sdk.errors import UsageError

__all__ = ["write"]


def write(folder: Path, played: Played) -> Path:
    """Write the log as ``MATCH.RUN.arb``, notes as ``notes/MATCH.RUN.jsonl``; return the log's path.

    Raises:
        UsageError: A603 if that cannot be written.
    """
    name = f"{played.header.match}.{played.header.run}"
    path = folder / f"{name}.arb"
    lines = [
        json.dumps(
            {"bot": played.header.bots[seat], "seat": seat, "id": decision, "note": text}, ensure_ascii=False
        )
        for seat, decision, text in played.notes
    ]
    try:
        _replace(path, played.log)
        if lines:
            _replace(folder / "notes" / f"{name}.jsonl", "\n".join([*lines, ""]).encode())
    except OSError as error:
        raise UsageError(
            "A603",
            f"{error.filename or path} cannot be written: {error.strerror}. Use another --logs DIR.",
        ) from None
    return path


def _replace(path: Path, content: bytes) -> None:
    """Write a whole file or none of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(f"{path.suffix}.half")
    half.write_bytes(content)
    half.replace(path)
