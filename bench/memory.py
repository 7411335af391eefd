"""Memory: what an idle session and a running match hold, and whether streams that come and go leave any."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

from arbitro.v1 import play_pb2
from bench.crowd import PLAY
from bench.figures import Figure
from bench.lightbot import LightStream, dial
from bench.meter import resident_kb
from bench.processes import Served, crowd, referee

__all__ = ["measure"]

_HELLO = play_pb2.PlayRequest(hello=play_pb2.Hello(client="bench")).SerializeToString()


def measure(*, full: bool) -> Iterator[Figure]:
    """Measure a referee from outside: its resident memory before and after."""
    with referee(128, 0) as server:
        asyncio.run(_sessions(server, server.tokens[:8], 1))
        before = resident_kb(server.pid)
        after = asyncio.run(_sessions(server, server.tokens[8:], 1))
        each = (after - before) / (len(server.tokens) - 8)
        yield Figure("memory", "idle session", each, "kB", 60, 45)
        streams = 3_000 if full else 600
        asyncio.run(_sessions(server, server.tokens[:100], streams // 200))
        before, handles = resident_kb(server.pid), _handles(server.pid)
        asyncio.run(_sessions(server, server.tokens[:100], streams // 100))
        time.sleep(0.5)
        grown = (resident_kb(server.pid) - before) / streams
        yield Figure("memory", f"left by a stream, of {streams} that came and went", grown, "kB")
        yield Figure("memory", "handles left by them", _handles(server.pid) - handles, "")
    sizes = {}
    for matches in (32, 128):  # so many that what all matches share is there in both
        with referee(8, 256) as server:
            crowd(server, matches=matches, warm_s=2 + matches / 20, seconds=1)
            sizes[matches] = resident_kb(server.pid)
    each = (sizes[128] - sizes[32]) / (4 * (128 - 32))
    yield Figure("memory", "running match", each, "kB", 30, 20, note="512 of them against 128")


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


def _handles(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
