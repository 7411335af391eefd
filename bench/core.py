"""The referee without its transport: frames go into the inbox and come out of the sessions in one process.

All that a served decision costs but gRPC: reading the answer, the machine, the record, chain and commit to
SQLite, clocks, metrics, the frames. The bots' share of the work is not counted.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from arbitro.v1 import play_pb2
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import seed_secret
from arbitro_engine.tournament import Entrant, TournamentSpec
from arbitro_server.app import App
from arbitro_server.rpc.inbox import Inbox
from arbitro_server.rpc.limits import Limits
from arbitro_server.runtime.director import Plan
from arbitro_server.settings import Settings
from arbitro_server.telemetry.logging import configure
from bench.crowd import answer, ready
from bench.figures import Figure
from bench.meter import median

__all__ = ["measure"]


def measure(*, full: bool) -> Iterator[Figure]:
    """CPU for a decision with 8 bots and 1, 16, 64 matches each at once."""
    runs, decisions = (5, 60_000) if full else (3, 20_000)
    for matches in (1, 16, 64):
        costs = [uvloop.run(_run(8, matches, decisions)) for _ in range(runs)]
        yield Figure("core", f"8 bots x {matches}", median(costs), "us", note="no transport")


@dataclass(slots=True)
class _Bot:
    """A bot that answers when its outbox is read."""

    inbox: Inbox
    answers: list[bytes] = field(default_factory=list)
    decisions: int = 0

    def read(self, data: bytes) -> None:
        frame = play_pb2.PlayResponse.FromString(data)
        self.answers += [ready(one.match) for one in frame.started if one.ready_wanted]
        self.answers += map(answer, frame.decisions)
        self.decisions += len(frame.decisions)


async def _run(bots: int, matches: int, decisions: int) -> float:
    """Return the CPU of a decision in microseconds."""
    configure("json", "error")
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        app = App(Settings.load(None, {"listen": "127.0.0.1:0", "data": Path(folder)}))
        app.floor.probe.start()
        names = [f"bot{number}" for number in range(bots)]
        spec = TournamentSpec("bench", tuple(Entrant(name, name) for name in names), games=64)
        plan = Plan(spec, RuleSet.of("official"), TimeControl(), FaultPolicy())
        app.director.create(plan, seed_secret("bench"), "")
        app.director.do("bench", lambda one: one.machine.start())
        rows = {row.bot: row for row in app.floor.store.tokens() if row.bot}
        seated = [_Bot(Inbox(app.director, Limits(), rows[name], lambda _: None)) for name in names]
        hello = play_pb2.Hello(client="bench", max_concurrent_matches=matches)
        for bot in seated:
            bot.inbox.receive(play_pb2.PlayRequest(hello=hello).SerializeToString(), 0)
        spent_ns = counted = 0
        warm = 4 * bots * matches
        while counted < decisions:
            for bot in seated:
                bot.answers.clear()
                if bot.inbox.session is not None and bot.inbox.session._due:  # noqa: SLF001
                    bot.read(await bot.inbox.session.frame())
            begun = time.process_time_ns()
            now_us = app.floor.clock.now_us()
            for bot in seated:
                if bot.answers:
                    bot.inbox.receive(b"".join(bot.answers), now_us)
            app.floor.turn.flush()
            if warm > 0:
                warm -= sum(bot.decisions for bot in seated)
            else:
                spent_ns += time.process_time_ns() - begun
                counted += sum(bot.decisions for bot in seated)
            for bot in seated:
                bot.decisions = 0
            await asyncio.sleep(0)
        app.floor.probe.stop()
        app.floor.deadlines.close()
        return spent_ns / 1_000 / counted
