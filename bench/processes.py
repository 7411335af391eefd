"""The processes that are measured: a referee that never runs out of matches, an echo, a crowd."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy, PolicyName
from arbitro_engine.rules.ruleset import RuleSet
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
        results: by outcome: what became of the answers.
        unfair: answers called late that were on their way within the limit.
        charge_us: the largest charge that a bot was told.
        watched: frames that watchers got.
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
    results: dict[str, int]
    unfair: int
    charge_us: int
    watched: int

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
        http: where its pages are, if they are asked for.
        data: its data directory.
    """

    address: str
    pid: int
    tokens: tuple[str, ...] = ()
    organiser: str = ""
    http: str = ""
    data: Path = Path()


@contextmanager
def echo(size: int = 350) -> Iterator[Served]:
    """Run a bare echo of messages of this size."""
    with _child(["bench.echo", str(size)]) as (told, pid):
        yield Served(told["listen"], pid)


@contextmanager
def referee(
    bots: int,
    games: int,
    time: str = "1s+30s",
    policy: PolicyName = "contest",
    *,
    target: int = 500,
    module: str = "arbitro_server",
    flags: Sequence[str] = (),
) -> Iterator[Served]:
    """Run a referee whose bots meet so many times each: enough matches for the whole window.

    Args:
        bots: how many.
        games: matches of each two; 0: the tournament does not start.
        time: the time control.
        policy: the fault policy.
        target: points to be played to.
        module: what is run in place of the real server.
        flags: of ``serve``, besides.
    """
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        serve = [module, "--listen", "127.0.0.1:0", "--data", folder, "--json", *flags]
        with _child(serve) as (told, pid):
            names = {f"bot{number}": f"Bot {number}" for number in range(bots)}
            plan = Plan(
                "bench",
                names,
                RuleSet.of("official", {"target": target}),
                time=TimeControl.parse(time),
                faults=FaultPolicy(policy),
                games=games or 2,
                seed="bench",
            )
            with Organiser(Referee(told["listen"], told["organiser_token"])) as organiser:
                created = organiser.create(plan)
                if games:
                    organiser.start("bench")
            tokens, http = tuple(created.tokens.values()), told["http"] or ""
            yield Served(told["listen"], pid, tokens, told["organiser_token"], http, Path(folder))


def crowd(  # noqa: PLR0913 - one task
    served: Served,
    *,
    warm_s: float,
    seconds: float,
    streams: int = 0,
    matches: int = 1,
    think_ms: tuple[float, float] = (0, 0),
    limit_ms: float = 0,
    watch: str = "",
    watchers: int = 0,
) -> Counted:
    """Let a crowd play for a while.

    Args:
        served: where.
        warm_s: before counting begins.
        seconds: how long is counted; 0: until the server has said goodbye to every bot.
        streams: at an echo.
        matches: at once for each bot.
        think_ms: bots answer after a time in this range, each decision by itself; 0: at once, in batches.
        limit_ms: answers sent within it must not be called late.
        watch: the match that is watched.
        watchers: by so many.

    Raises:
        RuntimeError: if the crowd fails, or the server ended a stream.
    """
    task = {
        "address": served.address,
        "server_pid": served.pid,
        "tokens": served.tokens,
        "streams": streams,
        "matches": matches,
        "think_ms": think_ms,
        "limit_ms": limit_ms,
        "watch": watch,
        "watchers": watchers,
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
    if (counted.ended and seconds) or not counted.decisions:
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
