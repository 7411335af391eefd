"""The meter: CPU by the operating system's accounting, placement, and what machine it was.

Whatever is compared is measured side by side: A B A B, and the median of the runs. Wall time on a shared
machine says little, so rates count CPU seconds unless they say otherwise.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from arbitro_engine.match import match

__all__ = [
    "BOTS_CORE",
    "SERVER_CORE",
    "Foreign",
    "alternate",
    "cpu_s",
    "machine",
    "median",
    "pin",
    "resident_kb",
]

SERVER_CORE, BOTS_CORE = 0, 1
"""Where the two sides run; on a machine with one core both share it, and the figures are worth little."""

T = TypeVar("T")


def cpu_s(pid: int = 0) -> float:
    """Return the CPU seconds of a process, all its threads, user and system; 0: this one."""
    # the clock that clock_getcpuclockid(3) gives for a process: nanoseconds, where /proc counts in 10 ms
    return time.clock_gettime(~(pid or os.getpid()) << 3 | 2)


def resident_kb(pid: int) -> int:
    """Return the resident memory of a process in kB (1,000 bytes)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000


def pin(pid: int, core: int) -> None:
    """Let a process run on one core alone."""
    cores = sorted(os.sched_getaffinity(0) | {0, 1} & set(range(os.cpu_count() or 1)))
    os.sched_setaffinity(pid, {cores[core % len(cores)]})


def alternate(sides: Sequence[Callable[[], T]], runs: int) -> list[list[T]]:
    """Run the sides in turn, so many times; return each side's results."""
    results: list[list[T]] = [[] for _ in sides]
    for _ in range(runs):
        for side, kept in zip(sides, results, strict=True):
            kept.append(side())
    return results


def median(values: Iterable[float]) -> float:
    """Return the median."""
    return statistics.median(values)


class Foreign:
    """How many cores were kept busy by processes that are none of ours, since it was made.

    Ours are this one and its children that have ended.
    """

    def __init__(self) -> None:
        self._at = time.monotonic()
        self._foreign_s = _busy_s() - _ours_s()

    def cores(self) -> float:
        """Return the cores that others used."""
        return max(0.0, (_busy_s() - _ours_s() - self._foreign_s) / (time.monotonic() - self._at))


def _ours_s() -> float:
    return sum(os.times()[:4])


def _busy_s() -> float:
    user, nice, system, _, _, irq, soft = map(
        int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]
    )
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")


def machine() -> dict[str, object]:
    """Return what the figures were measured on."""
    models = {
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    }
    return {
        "cpu": ", ".join(sorted(models)),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        **{name: version(name) for name in ("grpcio", "protobuf", "uvloop")},
        "compiled": not match.__file__.endswith(".py"),
    }
