"""The real server with a sampling profiler in it: ``python -m bench.sampled`` takes what ``serve`` takes.

Every millisecond of CPU, or as often as the kernel can, the main thread's stack is looked at. Each SIGUSR1
writes what was seen since the last one to the file that ``BENCH_SAMPLES`` names: per function, how often it
ran itself, and how often it was somewhere on the stack. Time in C counts for the function that called it.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Final

from arbitro_server.verbs import serve

__all__ = ["SAMPLES"]

SAMPLES: Final = "BENCH_SAMPLES"
_EVERY_S: Final = 0.001
_SHORT: Final = ("/arbitro_engine/", "/arbitro_server/", "/codec/", "/site-packages/")


class Sampler:
    """What was seen."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._itself: Counter[str] = Counter()
        self._within: Counter[str] = Counter()

    def look(self, _: int, frame: FrameType | None) -> None:
        """Count a stack."""
        names = []
        while frame is not None:
            names.append(_name(frame))
            frame = frame.f_back
        self._itself[names[0]] += 1
        self._within.update(set(names))

    def write(self, _: int, __: FrameType | None) -> None:
        """Write what was seen, and begin anew."""
        part = self._target.with_suffix(".part")
        part.write_text(json.dumps({"itself": self._itself, "within": self._within}))
        part.rename(self._target)
        self._itself.clear()
        self._within.clear()


def _name(frame: FrameType) -> str:
    code = frame.f_code
    file = code.co_filename
    for root in _SHORT:
        before, found, after = file.rpartition(root)
        if found:
            file = f"{root.strip('/').removeprefix('arbitro_')}/{after}" if before else after
            break
    return f"{file}:{code.co_qualname}"


def main() -> None:
    """Serve, and look."""
    sampler = Sampler(Path(os.environ[SAMPLES]))
    signal.signal(signal.SIGPROF, sampler.look)
    signal.signal(signal.SIGUSR1, sampler.write)
    signal.setitimer(signal.ITIMER_PROF, _EVERY_S, _EVERY_S)
    serve(prog_name="python -m bench.sampled")


if __name__ == "__main__":
    main()
