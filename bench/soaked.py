"""The real server that counts what it holds: ``python -m bench.soaked`` takes what ``serve`` takes.

Each SIGUSR1 writes the counts to the file that ``BENCH_COUNTS`` names. What glibc's allocator has given back
but keeps for later is told apart: it is no leak, and yet it is in the resident memory.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import os
import signal
import time
from pathlib import Path
from typing import Final

from arbitro_server import app
from arbitro_server.verbs import serve

__all__ = ["COUNTS", "counts_of"]

COUNTS: Final = "BENCH_COUNTS"


def counts_of(pid: int, target: Path) -> dict[str, int]:
    """Let this server count, into the file that ``BENCH_COUNTS`` named to it; its handles besides."""
    os.kill(pid, signal.SIGUSR1)
    while not target.exists():
        time.sleep(0.05)
    counts: dict[str, int] = json.loads(target.read_text())
    target.unlink()
    return counts | {"handles": len(list(Path(f"/proc/{pid}/fd").iterdir()))}


class _Allocated(ctypes.Structure):
    """What mallinfo2(3) tells, in bytes."""

    _names = "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "used", "kept", "keepcost"
    _fields_ = tuple((name, ctypes.c_size_t) for name in _names)  # type: ignore[assignment]


class Counting(app.App):
    """A referee that tells how much there is of what must not grow."""

    def heed_signals(self) -> None:
        """Count, too, when that is asked for."""
        super().heed_signals()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._count)

    def _count(self) -> None:
        gc.collect()
        libc = ctypes.CDLL(None)
        libc.mallinfo2.restype = _Allocated
        allocated = libc.mallinfo2()
        counts = {
            "tasks": len(asyncio.all_tasks()),
            "streams": sum(self.rpc.play.streams.values()),
            "sessions": len(self.director.lobby.sessions),
            "deadlines": len(self.floor.deadlines),
            "objects": len(gc.get_objects()),
            "used_kb": allocated.used // 1_000,
            "kept_kb": allocated.kept // 1_000,
            "matches": sum(len(hosted.past) for hosted in self.director.hosted.values()),
        }
        target = Path(os.environ[COUNTS])
        part = target.with_suffix(".part")
        part.write_text(json.dumps(counts))
        part.rename(target)


if __name__ == "__main__":
    setattr(app, "App", Counting)  # noqa: B010 - the verb makes what it finds under this name
    serve(prog_name="python -m bench.soaked")
