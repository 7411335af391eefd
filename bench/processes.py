"""The processes that are measured: a referee that never runs out of matches, an echo, a crowd."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from arbitro_engine.match.clock import TimeControl
from arbitro_sdk.admin import Organiser
from arbitro_sdk.hosted import Plan
from arbitro_sdk.referee import Referee
from bench.meter import SERVER_CORE, pin

__all__ = ["Counted", "Served", "crowd", "echo", "referee"]


class Counted(NamedTuple):
    """What a crowd counted within its window.

    Attributes:
        decisions: answers sent.
        seconds: the window.
        server_s: CPU seconds of the server in it, bots_s: of the crowd.
        frames, bytes: what the bots were sent.
        p50_us, p99_us: from an answer to the next question of the same match.
        ended: streams that the server ended.
    """

    decisions: int
    seconds: float
    server_s: float
    bots_s: float
    frames: int
    bytes: int
    p50_us: float
    p99_us: float
    ended: int

    @property
    def rate(self) -> float:
        """Decisions a second of wall time."""
        return self.decisions / self.seconds

    @property
    def cost_us(self) -> float:
        """Server CPU for a decision."""
        return 1e6 * self.server_s / self.decisions


@dataclass(frozen=True, slots=True)
class Served:
    """A server that listens.

    Attributes:
        tokens: of the bots that play on it; none: it is an echo.
        organiser: the organiser's token.
    """

    address: str
    pid: int
    tokens: tuple[str, ...] = ()
    organiser: str = ""

    @property
    def referee(self) -> Referee:
        """Where the organiser finds it."""
        return Referee(self.address, self.organiser)


@contextmanager
def echo(size: int = 350) -> Iterator[Served]:
    """Run a bare echo of messages of this size."""
    with _child(["bench.echo", str(size)]) as (told, pid):
        yield Served(told["listen"], pid)


@contextmanager
def referee(
    bots: int, games: int, time: str = "1s+30s", *, module: str = "arbitro_server", flags: Sequence[str] = ()
) -> Iterator[Served]:
    """Run a referee whose bots meet so many times each: enough matches for the whole window.

    Args:
        bots: how many.
        games: matches of each two.
        time: the time control.
        module: what is run in place of the real server.
        flags: of ``serve``, besides.
    """
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        serve = [module, "--listen", "127.0.0.1:0", "--data", folder, "--json", *flags]
        with _child(serve) as (told, pid):
            names = {f"bot{number}": f"Bot {number}" for number in range(bots)}
            plan = Plan("bench", names, time=TimeControl.parse(time), games=games, seed="bench")
            with Organiser(Referee(told["listen"], told["organiser_token"])) as organiser:
                created = organiser.create(plan)
                organiser.start("bench")
            yield Served(told["listen"], pid, tuple(created.tokens.values()), told["organiser_token"])


def crowd(served: Served, *, streams: int = 0, matches: int = 1, warm_s: float, seconds: float) -> Counted:
    """Let a crowd play for a while: ``streams`` at an echo, else all bots with so many matches at once.

    Raises:
        RuntimeError: if the crowd fails, or the server ended a stream.
    """
    task = {
        "address": served.address,
        "server_pid": served.pid,
        "tokens": served.tokens,
        "streams": streams,
        "matches": matches,
        "warm_s": warm_s,
        "seconds": seconds,
    }
    done = subprocess.run(
        [sys.executable, "-m", "bench.crowd"],
        input=json.dumps(task),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    counted = Counted(**json.loads(done.stdout))
    if counted.ended or not counted.decisions:
        raise RuntimeError(f"the server ended {counted.ended} streams; {counted.decisions} answers were sent")
    return counted


@contextmanager
def _child(arguments: Sequence[str]) -> Iterator[tuple[dict[str, Any], int]]:
    """Run a module pinned to the server's core; yield what it told when it was ready, and its id."""
    command = [sys.executable, "-m", *arguments]
    with (
        tempfile.TemporaryFile() as messages,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=messages, text=True) as process,
    ):
        try:
            pin(process.pid, SERVER_CORE)
            line = process.stdout.readline() if process.stdout else ""
            if not line:
                messages.seek(0)
                raise RuntimeError(messages.read().decode(errors="replace"))
            yield json.loads(line), process.pid
        finally:
            process.kill()
