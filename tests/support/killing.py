"""Referees as processes of their own that die by a real SIGKILL at a chosen commit.

They are forked from a process that has everything imported, so that a life begins in a few milliseconds. When
one listens it says where, and as whom the organiser may come (on its first life).
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from arbitro_server import app
from arbitro_server.settings import Settings
from arbitro_server.store.sqlite import SqliteStore
from arbitro_server.telemetry.logging import configure

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["arbitro_server.app"])


class Doomed(SqliteStore):
    """A store whose process dies at a commit: right behind it, or, one later, before it."""

    life = 0
    before = False

    def commit(self, records: Sequence[tuple[str, bytes]], settled: Collection[str] = ()) -> None:
        if Doomed.life == 1 and Doomed.before:
            os.kill(os.getpid(), signal.SIGKILL)
        super().commit(records, settled)
        if Doomed.life == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        Doomed.life -= 1


def serve(data: Path, life: int, before: bool, said: Connection) -> None:
    """Be a referee; ``life`` is the commit to die at, 0: none, ``before`` it or right behind it."""

    async def run() -> None:
        referee = app.App(Settings.load(None, {"listen": "127.0.0.1:0", "data": data}))
        await referee.start()
        referee.heed_signals()
        said.send((referee.rpc.address, referee.organiser_token))
        await referee.run()

    configure("json", "error")
    Doomed.life, Doomed.before = life, before
    app.SqliteStore = Doomed
    asyncio.run(run())


class Referee:
    """A referee's process."""

    def __init__(self, data: Path, life: int = 0, *, before: bool = False) -> None:
        self._hears, said = _FORKS.Pipe(duplex=False)
        self.process = _FORKS.Process(target=serve, args=(data, life, before, said), daemon=True)
        self.process.start()
        said.close()
        self.address = ""
        self.organiser: str | None = None

    async def listens(self) -> bool:
        """Wait until it listens; return False if it died before."""
        try:
            self.address, self.organiser = await asyncio.to_thread(self._hears.recv)
        except EOFError:
            return False
        return True

    async def ended(self) -> int:
        """Wait for its end; return the exit code, the negative number of a signal that killed it."""
        await asyncio.to_thread(self.process.join)
        return self.process.exitcode

    def stop(self) -> None:
        """Ask it to stop."""
        os.kill(self.process.pid, signal.SIGTERM)


@contextmanager
def referee(data: Path, life: int = 0, *, before: bool = False) -> Iterator[Referee]:
    """A referee that is gone at the end in any case."""
    running = Referee(data, life, before=before)
    try:
        yield running
    finally:
        if running.process.is_alive():
            running.process.kill()
        running.process.join()
        running._hears.close()
