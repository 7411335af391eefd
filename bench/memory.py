"""Memory: what an idle session and a running match hold, and whether streams that come and go leave any."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arbitro.v1 import play_pb2
from bench.crowd import PLAY
from bench.figures import Figure
from bench.lightbot import LightStream, dial
from bench.meter import resident_kb
from bench.processes import Served, crowd, referee
from bench.soaked import COUNTS, counts_of

__all__ = ["measure"]

_BOTS: Final = 200
"""None of them opens more streams than a bot may at once."""
_TOLD: Final = {
    "objects": ("", "objects left by streams that came and went"),
    "sessions": ("", "sessions among them"),
    "streams": ("", "streams among them"),
    "tasks": ("", "tasks left"),
    "handles": ("", "handles left"),
    "python_kb": ("kB", "memory in use by Python's objects left"),
    "used_kb": ("kB", "memory in use by all else left"),
    "kept_kb": ("kB", "memory that the allocator keeps for later, more"),
    "resident_kb": ("kB", "resident memory, more"),
}

_HELLO = play_pb2.PlayRequest(hello=play_pb2.Hello(client="bench")).SerializeToString()


def measure(*, full: bool) -> Iterator[Figure]:
    """Measure a referee from outside: its resident memory before and after."""
    with referee(128, 0) as server:
        asyncio.run(_sessions(server, server.tokens[:8], 1))
        before = resident_kb(server.pid)
        after = asyncio.run(_sessions(server, server.tokens[8:], 1))
        each = (after - before) / (len(server.tokens) - 8)
        yield Figure("memory", "idle session", each, "kB", 60, 45)
    yield from _churn(3_000 if full else 1_000)
    sizes = {matches: _playing(matches) for matches in (32, 128)}
    each = (sizes[128] - sizes[32]) / (4 * (128 - 32))
    yield Figure("memory", "running match", each, "kB", 30, 20, note="512 of them against 128")


def _playing(matches: int) -> int:
    """Return the memory of a referee on which 8 bots play so many matches each.

    It is a new one for each number, and both play for as long: what all matches share has filled by then, and
    no bot has come back, to which its matches would have been told again.
    """
    with referee(8, 256) as server:
        crowd(server, matches=matches, warm_s=20, seconds=1)
        return resident_kb(server.pid)


def _churn(streams: int) -> Iterator[Figure]:
    """Let streams come and go; what grows is told before and after, what the allocator keeps by itself."""
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        counts = Path(folder) / "counts.json"
        os.environ[COUNTS] = str(counts)
        with referee(_BOTS, 0, module="bench.soaked") as server:
            asyncio.run(_sessions(server, server.tokens, 1_000 // _BOTS))
            before = _counts(server.pid, counts)
            asyncio.run(_sessions(server, server.tokens, streams // _BOTS))
            after = _counts(server.pid, counts)
    for name, (unit, what) in _TOLD.items():
        note = f"{before[name]:,} before, {after[name]:,} after {streams:,} streams"
        yield Figure("memory", what, after[name] - before[name], unit, note=note)


def _counts(pid: int, counts: Path) -> dict[str, int]:
    """Return what lives in the referee, once the last streams have ended."""
    time.sleep(1)
    return counts_of(pid, counts) | {"resident_kb": resident_kb(pid)}


async def _sessions(server: Served, tokens: tuple[str, ...], times: int) -> int:
    """Open a session for each token, so many times; return the referee's memory while the last are open."""
    size = 0
    for _ in range(times):
        welcomed: set[LightStream] = set()
        all_in = asyncio.Event()

        def take(
            stream: LightStream,
            _: object,
            welcomed: set[LightStream] = welcomed,
            all_in: asyncio.Event = all_in,
        ) -> None:
            welcomed.add(stream)
            if len(welcomed) == len(tokens):
                all_in.set()

        streams = [
            await dial(server.address, PLAY, {"authorization": f"Bearer {token}"}, take) for token in tokens
        ]
        for stream in streams:
            stream.send(_HELLO)
        await asyncio.wait_for(all_in.wait(), 30)
        size = resident_kb(server.pid)
        for stream in streams:
            stream.close()
        await asyncio.sleep(0.1)
    return size
