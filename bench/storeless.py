"""The real server with a store that writes nothing: ``python -m bench.storeless`` takes what ``serve`` does.

Records are kept in memory, so that logs can still be read; commits are not written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arbitro_server import app
from arbitro_server.store.sqlite import SqliteStore
from arbitro_server.verbs import serve

__all__ = ["Storeless"]


class Storeless(SqliteStore):
    """Commits go nowhere."""

    _kept: dict[str, list[bytes]] | None = None

    def commit(self, records: Sequence[tuple[str, bytes]], settled: Collection[str] = ()) -> None:  # noqa: ARG002
        """Keep the records by log."""
        if self._kept is None:
            self._kept = {}
        for log, data in records:
            self._kept.setdefault(log, []).append(data)

    def records(self, log: str) -> list[bytes]:
        """Return what was kept."""
        return (self._kept or {}).get(log, [])


if __name__ == "__main__":
    setattr(app, "SqliteStore", Storeless)  # noqa: B010 - the composition root has no other seam
    serve(prog_name="python -m bench.storeless")
