"""How long it takes to start: the SDK's import, the command's help, the server; over a bare interpreter."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.figures import Figure
from bench.meter import alternate, cpu_s

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
    starts = [_started() for _ in range(runs)]
    yield Figure("startup", "server until it listens, CPU", min(cpu for cpu, _ in starts), "s")
    yield Figure("startup", "server until it listens, wall time", min(wall for _, wall in starts), "s")


def _started() -> tuple[float, float]:
    """Return the CPU and the wall time in seconds that a server takes until it says that it is ready."""
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        serve = [
            "arbitro_server",
            "--listen",
            "127.0.0.1:0",
            "--http",
            "127.0.0.1:0",
            "--data",
            folder,
            "--json",
        ]
        begun = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", *serve], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            if process.stdout is None or not process.stdout.readline():
                raise RuntimeError("the server did not start")
            spent = cpu_s(process.pid), time.perf_counter() - begun
            process.kill()
    return spent


def _spent(command: Sequence[str]) -> float:
    """Return the CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
