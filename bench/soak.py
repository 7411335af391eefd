"""Soak: an hour of a busy hall in five minutes. What the referee holds must not grow with what has been.

Twelve bots play a long tournament and four others short ones, one after the other, and all are killed and
come back a few seconds later, again and again; watchers of pages and matches come and go. In an hour a bot
that breaks off does so perhaps every minute: here it is every five seconds. A match that is over leaves its
result in memory, which is measured and told apart; nothing else may leave anything. The second half is looked
at: in the first one caches fill.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from arbitro.v1 import match_pb2, play_pb2
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.admin import Organiser
from arbitro_sdk.hosted import Plan
from arbitro_sdk.referee import Referee
from bench.crowd import PLAY, WATCH, Crowd
from bench.figures import Figure
from bench.lightbot import dial
from bench.meter import resident_kb
from bench.processes import Served, referee
from bench.soaked import COUNTS, counts_of

__all__ = ["measure"]

_BOTS: Final = 12
_GUESTS: Final = tuple(f"guest{number}" for number in range(4))
_LIVES_S: Final = (1.0, 9.0)
_AWAY_S: Final = (0.0, 1.0)
_SAMPLE_S: Final = 5.0
_GLANCE_S: Final = 0.1
_SHORT: Final = RuleSet.of("official", {"target": 60})
_HELLO: Final = play_pb2.PlayRequest(
    hello=play_pb2.Hello(client="bench", max_concurrent_matches=8)
).SerializeToString()


class Sample(NamedTuple):
    """What the referee held at a moment; ``lives``: sessions that bots have opened so far."""

    at_s: float
    resident_kb: int
    python_kb: int
    used_kb: int
    free_kb: int
    kept_kb: int
    results_kb: int
    handles: int
    tasks: int
    streams: int
    sessions: int
    deadlines: int
    objects: int
    cycles: int
    cached: int
    ahead: int
    matches: int
    lives: int

    @property
    def in_use_kb(self) -> int:
        """What is in use, but for the results of matches that are over."""
        return self.python_kb + self.used_kb - self.results_kb


_SIZES: Final = {
    "resident_kb": "resident memory",
    "python_kb": "in use by Python's objects",
    "used_kb": "in use by malloc",
    "free_kb": "free in Python's arenas",
    "kept_kb": "free in malloc's heap",
    "results_kb": "results of matches that are over",
    "in_use_kb": "in use but for the results",
}
_NUMBERS: Final = {
    "handles": "handles",
    "tasks": "tasks",
    "streams": "streams",
    "sessions": "sessions",
    "deadlines": "deadlines",
    "objects": "objects",
    "cycles": "objects that waited for the collector",
    "cached": "entries of caches, which have bounds",
    "ahead": "matches read ahead, which have a bound",
}


class Hall:
    """Bots and watchers that come and go until ``until`` (by the monotonic clock)."""

    def __init__(self, served: Served, until: float) -> None:
        self.lives = 0
        self._served = served
        self._until = until
        self._crowd = Crowd()
        self._names: list[str] = ["bench"]

    async def bot(self, token: str) -> None:
        """Play, vanish without a word, and come back."""
        while time.monotonic() < self._until:
            shown = {"authorization": f"Bearer {token}"}
            stream = await dial(self._served.address, PLAY, shown, self._crowd.play)
            stream.send(_HELLO)
            self.lives += 1
            await asyncio.wait([stream.ended], timeout=random.uniform(*_LIVES_S))
            stream.close()
            await asyncio.sleep(random.uniform(*_AWAY_S))

    async def watcher(self) -> None:
        """Watch a match, or a page's live connection, and leave in the middle."""
        while time.monotonic() < self._until:
            match = f"{self._names[-1]}-0-{random.randrange(2)}"
            wanted = match_pb2.WatchMatchRequest(name=match).SerializeToString()
            stream = await dial(self._served.address, WATCH, {}, self._crowd.watch)
            stream.send(wanted, last=True)
            await asyncio.wait([stream.ended], timeout=random.uniform(*_AWAY_S))
            stream.close()
            await asyncio.to_thread(self._page, f"/live?m={match}")
            await asyncio.to_thread(self._page, f"/m/{match}")

    def _page(self, path: str) -> None:
        """Read the beginning of an answer, and hang up."""
        with urllib.request.urlopen(f"http://{self._served.http}{path}", timeout=10) as answer:
            answer.read1(200)

    async def tournaments(self, group: asyncio.TaskGroup) -> None:
        """Play short tournaments of the guests, one after the other; the first one brings them."""
        while time.monotonic() < self._until:
            name = f"short{len(self._names)}"
            for token in await asyncio.to_thread(self._create, name):
                group.create_task(self.bot(token))
            await asyncio.to_thread(self._short, name)

    def _create(self, name: str) -> list[str]:
        """Create one; return the tokens of guests that had none."""
        with Organiser(Referee(self._served.address, self._served.organiser)) as organiser:
            created = organiser.create(Plan(name, dict.fromkeys(_GUESTS, ""), _SHORT, games=2))
        return list(created.tokens.values())

    def _short(self, name: str) -> None:
        """Play one to its end."""
        with Organiser(Referee(self._served.address, self._served.organiser)) as organiser:
            organiser.start(name)
            self._names.append(name)
            while time.monotonic() < self._until and not organiser.status(name).over:
                time.sleep(_GLANCE_S)


def measure(*, full: bool) -> Iterator[Figure]:
    """Soak for five minutes; in full: for twenty."""
    seconds = 1_200.0 if full else 300.0
    with tempfile.TemporaryDirectory(prefix="arbitro-soak-") as folder:
        counts = Path(folder) / "counts.json"
        os.environ[COUNTS] = str(counts)
        with referee(
            _BOTS, 2_000, target=200, module="bench.soaked", flags=("--http", "127.0.0.1:0")
        ) as server:
            samples = asyncio.run(_soak(server, seconds, counts))
    kept = samples[len(samples) // 2 :]
    first, last = kept[0], kept[-1]
    minutes = (last.at_s - first.at_s) / 60
    yield Figure("soak", "minutes that are looked at", minutes, "min")
    yield Figure("soak", "sessions opened in them", last.lives - first.lives, "")
    yield Figure("soak", "matches that ended in them", last.matches - first.matches, "")
    yield Figure("soak", "a result takes", 1_000 * last.results_kb / last.matches, "B")
    for names, unit in ((_SIZES, "kB/min"), (_NUMBERS, "1/min")):
        for name, what in names.items():
            values = [getattr(sample, name) for sample in kept]
            note = f"first {values[0]:,}, last {values[-1]:,}"
            yield Figure("soak", f"{what}, slope", _slope(kept, values), unit, note=note)


def _slope(samples: list[Sample], values: list[int]) -> float:
    minutes = [sample.at_s / 60 for sample in samples]
    return float(np.polyfit(minutes, values, 1)[0])


async def _soak(server: Served, seconds: float, counts: Path) -> list[Sample]:
    begun = time.monotonic()
    hall = Hall(server, begun + seconds)
    samples: list[Sample] = []
    async with asyncio.TaskGroup() as group:
        for token in server.tokens:
            group.create_task(hall.bot(token))
        for _ in range(3):
            group.create_task(hall.watcher())
        group.create_task(hall.tournaments(group))
        while time.monotonic() < begun + seconds:
            await asyncio.sleep(_SAMPLE_S)
            at_s = time.monotonic() - begun
            samples.append(await asyncio.to_thread(_sample, server.pid, counts, at_s, hall.lives))
    return samples


def _sample(pid: int, counts: Path, at_s: float, lives: int) -> Sample:
    counted = counts_of(pid, counts)
    return Sample(at_s=at_s, resident_kb=resident_kb(pid), lives=lives, **counted)
