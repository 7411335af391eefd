"""The real server that counts what it holds: ``python -m bench.soaked`` takes what ``serve`` takes.

Each SIGUSR1 writes the counts to the file that ``BENCH_COUNTS`` names. Memory is told apart by who holds it,
and what the results of matches take, which are kept on purpose, is measured by going through them.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from arbitro_server import app
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.verbs import serve
from bench.held import cached, held, size_of

__all__ = ["COUNTS", "counts_of"]

COUNTS: Final = "BENCH_COUNTS"
_PATIENCE_S: Final = 120
"""Counting takes a second or two of a busy server, and a minute under a tracer."""


def counts_of(pid: int, target: Path) -> dict[str, int]:
    """Let this server count, into the file that ``BENCH_COUNTS`` named to it; its handles besides.

    Raises:
        RuntimeError: if the server has ended, so that nobody will count, or counts for too long.
    """
    try:
        os.kill(pid, signal.SIGUSR1)
    except ProcessLookupError:
        raise _ended(pid) from None
    until = time.monotonic() + _PATIENCE_S
    while not target.exists():
        if not _lives(pid):
            raise _ended(pid)
        if time.monotonic() > until:
            raise RuntimeError(f"the server ({pid}) has not counted within {_PATIENCE_S} s: it is stuck")
        time.sleep(0.05)
    counts: dict[str, int] = json.loads(target.read_text())
    target.unlink()
    return counts | {"handles": len(list(Path(f"/proc/{pid}/fd").iterdir()))}


def _lives(pid: int) -> bool:
    """Whether a process is there and has not ended: one that nobody has reaped yet is a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in {"Z", "X"}


def _ended(pid: int) -> RuntimeError:
    return RuntimeError(f"the server (process {pid}) has ended, and counts no more: look at its log")


class Counting(app.App):
    """A referee that tells how much there is of what must not grow."""

    def heed_signals(self) -> None:
        """Count, too, when that is asked for."""
        super().heed_signals()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._count)

    def _count(self) -> None:
        cycles = gc.collect()
        hosted = self.director.hosted.values()
        counts = held()._asdict() | {
            "tasks": len(asyncio.all_tasks()),
            "streams": sum(self.rpc.play.streams.values()),
            "sessions": len(self.director.lobby.sessions),
            "deadlines": len(self.floor.deadlines),
            "objects": len(gc.get_objects()),
            "cycles": cycles,
            "cached": cached("arbitro"),
            "ahead": sum(map(_read_ahead, hosted)),
            "matches": sum(len(one.past) for one in hosted),
            "results_kb": size_of(chain.from_iterable(map(_of_results, hosted))) // 1_000,
        }
        target = Path(os.environ[COUNTS])
        part = target.with_suffix(".part")
        part.write_text(json.dumps(counts))
        part.rename(target)


def _of_results(hosted: Hosted) -> Iterator[object]:
    """Yield what a tournament keeps of matches that are over."""
    books = vars(hosted.machine)["_books"]
    yield from (hosted.past, vars(hosted)["_results"], vars(hosted)["_runs"], books and books.results)


def _read_ahead(hosted: Hosted) -> int:
    """Return how many matches of a schedule wait for room: 10,000 at most, 0.45 kB each, until it is over."""
    backlog = vars(hosted.machine)["_backlog"]
    return len(vars(backlog)["_places"]) if backlog else 0


if __name__ == "__main__":
    setattr(app, "App", Counting)  # noqa: B010 - the verb makes what it finds under this name
    serve(prog_name="python -m bench.soaked")
