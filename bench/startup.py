"""How long it takes to start: the SDK's import, the command's help, the server; over a bare interpreter."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.figures import Figure
from bench.meter import alternate
from bench.processes import referee

__all__ = ["measure"]


def measure(*, full: bool) -> Iterator[Figure]:
    """Best of several: what other processes do only adds."""
    runs = 15 if full else 5
    command = Path(sys.executable).with_name("arbitro")
    bare, sdk, usage = alternate(
        [
            lambda: _spent([sys.executable, "-c", "pass"]),
            lambda: _spent([sys.executable, "-c", "import arbitro_sdk"]),
            lambda: _spent([sys.executable, str(command), "--help"]),
        ],
        runs,
    )
    for name, times, hold, aim in (
        ("import arbitro_sdk", sdk, 0.3, 0.2),
        ("arbitro --help", usage, 0.2, 0.12),
    ):
        yield Figure(
            "startup", f"{name}, CPU over a bare interpreter", min(times) - min(bare), "s", hold, aim
        )
    ready = []
    for _ in range(3):
        begun = time.perf_counter()
        with referee(2, 0):
            ready.append(time.perf_counter() - begun)
    yield Figure("startup", "server, until a tournament runs on it", min(ready), "s", note="wall time")


def _spent(command: Sequence[str]) -> float:
    """Return the CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
