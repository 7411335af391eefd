"""Tabs that watch: live connections of spectator pages, in a process of their own on the bots' core.

``python -m bench.tabs`` reads one JSON object, opens the connections, says so in a line, and reads whatever
comes until its input is closed; then it prints how many frames that were.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import cast

import uvloop

from bench.meter import BOTS_CORE, pin

__all__ = ["tabs"]


@contextmanager
def tabs(http: str, queries: Sequence[str]) -> Iterator[list[int]]:
    """Keep a live connection open for each query; in the list behind it stand the frames that all got."""
    frames: list[int] = []
    with subprocess.Popen(
        [sys.executable, "-m", "bench.tabs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the process was started without pipes")
        process.stdin.write(json.dumps({"http": http, "queries": queries}) + "\n")
        process.stdin.flush()
        if not process.stdout.readline():
            raise RuntimeError("the tabs did not open")
        try:
            yield frames
        finally:
            process.stdin.close()
            frames.append(int(process.stdout.readline()))


class _Tab(asyncio.Protocol):
    """One live connection."""

    def __init__(self, query: str) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.frames = 0
        self._query = query

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        cast("asyncio.Transport", transport).write(
            f"GET /live?{self._query} HTTP/1.1\r\nhost: bench\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Count frames."""
        self.frames += data.count(b"\nevent: ")
        if not self.opened.done():
            if not data.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(data.partition(b"\r\n")[0].decode())
            self.opened.set_result(None)


async def _run(http: str, queries: Sequence[str]) -> int:
    host, _, port = http.rpartition(":")
    loop = asyncio.get_running_loop()
    opened = []
    for query in queries:
        _, tab = await loop.create_connection(lambda query=query: _Tab(query), host, int(port))  # type: ignore[misc]
        opened.append(tab)
    await asyncio.wait_for(asyncio.gather(*(tab.opened for tab in opened)), 30)
    print("open", flush=True)
    begun = sum(tab.frames for tab in opened)
    await asyncio.to_thread(sys.stdin.read)
    return sum(tab.frames for tab in opened) - begun


if __name__ == "__main__":
    pin(0, BOTS_CORE)
    print(uvloop.run(_run(**json.loads(sys.stdin.readline()))))
