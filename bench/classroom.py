"""A class's tournament from end to end: 30 bots, every two meet twice, and what the referee keeps of it.

The bots are light ones, all in one process. When the last match is over every log is verified.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from arbitro_sdk.admin import Organiser
from arbitro_sdk.referee import Referee
from bench.figures import Figure
from bench.meter import resident_kb
from bench.processes import Counted, Served, crowd, referee

__all__ = ["measure"]

_BOTS: Final = 30
_MARKS: Final = (10, 50, 100)
"""Per cent of the matches, after which the memory is read."""
_AT_ONCE: Final = 4
_LOOK_S: Final = 0.25


def measure(*, full: bool) -> Iterator[Figure]:
    """Play it; not in full: with 12 bots."""
    bots = _BOTS if full else 12
    with referee(bots, 2) as server, ThreadPoolExecutor(1) as pool:
        began = time.monotonic()
        playing = pool.submit(crowd, server, warm_s=0, seconds=0, matches=_AT_ONCE)
        sizes, matches = _sizes(server, playing)
        counted = playing.result()
        yield Figure("classroom", f"matches of {bots} bots", matches, "")
        yield Figure("classroom", "decisions", counted.decisions, "")
        yield Figure("classroom", "from start to goodbye", time.monotonic() - began, "s")
        yield Figure("classroom", "server CPU for a decision", counted.cost_us, "us")
        for mark, size in sizes.items():
            yield Figure("classroom", f"memory at {mark} % of the matches", size / 1_000, "MB")
        later = (sizes[100] - sizes[_MARKS[0]]) / (matches * (100 - _MARKS[0]) / 100)
        yield Figure("classroom", "memory kept for a match that is over", later, "kB")
        yield Figure("classroom", "logs verified", _verified(server), "", note="the tournament's among them")


def _sizes(server: Served, playing: Future[Counted]) -> tuple[dict[int, int], int]:
    """Return the referee's memory in kB at each mark, and how many matches there were."""
    sizes: dict[int, int] = {}
    with Organiser(Referee(server.address, server.organiser)) as organiser:
        while len(sizes) < len(_MARKS):
            if playing.done():
                playing.result()
            status = organiser.status("bench")
            for mark in _MARKS:
                if mark not in sizes and 100 * status.played >= mark * status.total:
                    sizes[mark] = resident_kb(server.pid)
            time.sleep(_LOOK_S)
    return sizes, status.total


def _verified(server: Served) -> int:
    """Verify all logs; return how many there were. Raises ``CalledProcessError`` if one does not hold."""
    command = [sys.executable, "-m", "arbitro_sdk", "verify", "--json", str(server.data / "logs")]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return len(json.loads(done.stdout.splitlines()[-1])["files"])
