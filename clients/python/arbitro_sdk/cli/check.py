"""``arbitro check``: numbered points of conformance, offline and against a real referee on loopback."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from textwrap import indent
from typing import Final

import click

from arbitro.v1 import play_pb2
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.children import Child, Children, Served
from arbitro_sdk.cli.figures import counted, faults_shown
from arbitro_sdk.cli.options import BotName
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.cli.points import Point, offline
from arbitro_sdk.cli.progress import Progress
from arbitro_sdk.cli.relay import LATER_FIELDS, Relay
from arbitro_sdk.errors import ArbitroError
from arbitro_sdk.hosted import Plan, Status
from arbitro_sdk.loading import load
from arbitro_sdk.referee import Referee

__all__ = ["command"]

_CONNECT_S: Final = 20
_READY_S: Final = 60
_MATCHES_S: Final = 120
_GOODBYE_S: Final = 10
_LOOK_S: Final = 0.05
_CUT_AFTER: Final = 40
"""Answers after which the line is cut: well into the first match."""


@click.command()
@click.argument("bot", type=BotName())
@json_option
@click.pass_context
def command(ctx: click.Context, bot: str, out: Output) -> None:
    """Check a bot point by point: offline under every profile, then against a real referee on this machine.

    Example: arbitro check mybot.py
    """
    points: list[Point] = []
    for point in _points(bot):
        points.append(point)
        out.line(f"{len(points):>2} {'PASS' if point.ok else 'FAIL'} {point.name}: {point.seen}")
        if not point.ok:
            out.line(indent(point.todo, " " * 8))
    failed = sum(not point.ok for point in points)
    told = [
        {"number": number, **asdict(point), "todo": "" if point.ok else point.todo}
        for number, point in enumerate(points, 1)
    ]
    passed = len(points) - failed
    out.result(
        {"bot": bot, "passed": passed, "failed": failed, "points": told}, f"{passed} passed, {failed} failed"
    )
    ctx.exit(1 if failed else 0)


def _points(bot: str) -> Iterator[Point]:
    try:
        loaded = load(bot)
        loaded.seat()
    except ArbitroError as error:
        if error.code == "A401":
            raise
        yield Point("loads", ok=False, seen=error.code, todo=error.text)
        return
    yield Point("loads", ok=True, seen=bot, todo="")
    with Progress("profiles") as progress:
        yield from offline(loaded, progress)
    with tempfile.TemporaryDirectory(prefix="arbitro-check-") as folder:
        yield from asyncio.run(_served(bot, Path(folder)))


async def _served(bot: str, folder: Path) -> list[Point]:
    """Play two matches on a referee, through a relay that adds what nobody knows and cuts the line once."""
    plan = Plan("check", {"checked": "", "steady": ""}, RuleSet.of("official", {"target": 200}))
    with Children(folder) as children:
        served = children.serve()
        with Organiser(Referee(served.address, served.organiser_token)) as organiser:
            tokens = organiser.create(plan).tokens
            async with Relay(Referee(served.address)) as relay:
                options = ("--no-witness", "--backoff", "200ms")
                near = Served(relay.address, served.organiser_token, None)
                child = children.play(bot, "checked", near, tokens["checked"], *options)
                children.play("first", "steady", served, tokens["steady"], *options)
                return [point async for point in _Trial(organiser, relay, child).points()]


class _Trial:
    """The bot's matches on a referee, as the relay sees them."""

    def __init__(self, organiser: Organiser, relay: Relay, child: Child) -> None:
        self._organiser = organiser
        self._relay = relay
        self._child = child
        self._readies = self._answers = 0
        relay.extra = LATER_FIELDS
        relay.look = self._look

    def _look(self, frame: play_pb2.PlayRequest) -> None:
        before = self._answers
        self._readies += len(frame.ready)
        self._answers += len(frame.answers)
        if before < _CUT_AFTER <= self._answers:
            self._relay.cut()

    async def points(self) -> AsyncIterator[Point]:
        """Yield the points, up to the first without which the others make no sense."""
        met, took_s = await self._until(lambda: self._status().connected == 2, _CONNECT_S)
        yield Point(
            "connects", met, f"after {took_s:.1f} s", f"see what it said:\n{self._child.last_words()}"
        )
        if not met:
            return
        await asyncio.to_thread(self._organiser.start, "check")
        met, took_s = await self._until(lambda: self._readies > 0, _READY_S)
        yield Point("is ready in time", met, f"after {took_s:.1f} s", "answer MatchStarted with Ready")
        over, took_s = await self._until(lambda: self._status().over, _MATCHES_S)
        line = next(line for line in self._organiser.standings("check").lines if line.bot == "checked")
        yield Point(
            "survives a lost connection",
            self._relay.sessions > 1 and not line.forfeits,
            f"cut after {_CUT_AFTER} answers, {counted(self._relay.sessions, 'session')}"
            if self._answers >= _CUT_AFTER
            else "the matches ended before the line was cut",
            "dial in again with back-off, and say in Hello what is known already",
        )
        yield Point(
            "survives what it does not know",
            over and line.played == 2,
            "every frame held fields of a later version",
            "pass over fields and values that are not known",
        )
        yield Point(
            "plays its matches to the end",
            over and not line.forfeits,
            f"{counted(line.played, 'match', 'matches')} in {took_s:.1f} s, {line.won} won, "
            f"faults: {faults_shown(line.faults)}",
            f"see what it said:\n{self._child.last_words()}",
        )
        met, took_s = await self._until(lambda: self._child.process.poll() == 0, _GOODBYE_S)
        yield Point(
            "leaves when told", met, f"after {took_s:.1f} s", "end the session at Goodbye, with exit code 0"
        )

    def _status(self) -> Status:
        return self._organiser.status("check")

    async def _until(self, is_so: Callable[[], bool], seconds: float) -> tuple[bool, float]:
        """Wait until something is so; return whether it came to that, and how long it took."""
        began = time.monotonic()
        while not await asyncio.to_thread(is_so):
            if time.monotonic() - began > seconds or self._child.failed:
                return False, time.monotonic() - began
            await asyncio.sleep(_LOOK_S)
        return True, time.monotonic() - began
