"""Bots' notes to themselves: beside the logs, outside the chain, for their owner alone.

One file of JSON lines per bot: ``{"log": "MATCH.RUN", "decision": N, "text": "..."}``, oldest first. A bot
that notes more than the bound allows keeps what it has; its later notes are dropped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from arbitro_server.store.interface import StoreError

__all__ = ["Note", "Notes"]

_BOUND: Final = 16_000_000


class Note(NamedTuple):
    """What a bot noted beside one of its answers."""

    log: str
    decision: int
    text: str


class Notes:
    """The notes of all bots, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sizes: dict[str, int] = {}

    def add(self, bot: str, log: str, decision: int, text: str) -> None:
        """Keep a note. Raises :class:`StoreError` if it cannot be written."""
        line = json.dumps({"log": log, "decision": decision, "text": text}, ensure_ascii=False) + "\n"
        path = self._file(bot)
        try:
            size = self._sizes.get(bot)
            if size is None:
                self._folder.mkdir(exist_ok=True)
                written = path.read_bytes() if path.exists() else b""
                size = len(written)
                if written and not written.endswith(b"\n"):
                    line = "\n" + line  # half a line that a crash left must not swallow this one
            self._sizes[bot] = size + len(line.encode())
            if self._sizes[bot] <= _BOUND:
                with path.open("a", encoding="utf-8") as file:
                    file.write(line)
        except OSError as error:
            raise StoreError(f"the notes {path} cannot be written: {error.strerror}") from error

    def of(self, bot: str, newest: int = 1_000) -> list[Note]:
        """Return a bot's newest notes, newest first; half a line that a crash left is passed over."""
        path = self._file(bot)
        if not path.exists():
            return []
        notes = []
        for line in reversed(path.read_text(encoding="utf-8", errors="replace").splitlines()[-newest:]):
            try:
                notes.append(Note(**json.loads(line)))
            except (ValueError, TypeError):
                continue
        return notes

    def _file(self, bot: str) -> Path:
        return self._folder / f"{bot}.jsonl"
