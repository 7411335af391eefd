"""The bots' side, a process of its own: light bots on the core that is not the server's.

``python -m bench.crowd`` reads one JSON object, plays until the window is over, and prints one. Counting
begins when the warm-up is over; the server's CPU is read at both ends of the window. A window of no seconds
is over when the server has said goodbye to every bot.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TextIO

import uvloop

from arbitro.codec.wire import varint
from arbitro.v1 import match_pb2, moves_pb2, play_pb2
from bench.echo import METHOD as ECHO
from bench.lightbot import LightStream, dial
from bench.meter import BOTS_CORE, cpu_s, pin

__all__ = ["Crowd"]

PLAY: Final = "/arbitro.v1.PlayService/Play"
WATCH: Final = "/arbitro.v1.MatchService/WatchMatch"
_ANSWER: Final = b"\x00" * 25
"""What the echo is answered with: as long as a bot's answer."""
_WILD: Final = 53
_UNASKED: Final = moves_pb2.DECISION_KIND_COLOR


@dataclass(slots=True)
class Crowd:
    """All bots, and what they have seen since counting began.

    Attributes:
        answers: answers sent.
        frames: messages received.
        size: their bytes.
        waits_us: from an answer to the next question of the same match, whosever it is.
        results: outcomes by number.
        charge_us: the largest charge told.
        unfair: answers called late that were sent within the limit.
        watched: frames that watchers got.
        think_s: the range of how long bots think.
        limit_s: what their allowance is.
    """

    answers: int = 0
    frames: int = 0
    size: int = 0
    waits_us: list[int] = field(default_factory=list)
    results: Counter[int] = field(default_factory=Counter)
    charge_us: int = 0
    unfair: int = 0
    watched: int = 0
    think_s: tuple[float, float] = (0.0, 0.0)
    limit_s: float = 0.0
    _answered: dict[int, int] = field(default_factory=dict)
    _took_s: dict[tuple[int, int], float] = field(default_factory=dict)

    def begin(self) -> None:
        """Count from here."""
        self.answers = self.frames = self.size = self.watched = 0
        self.waits_us.clear()

    def echo(self, stream: LightStream, messages: list[bytes]) -> None:
        """Answer each message."""
        now = time.perf_counter_ns()
        for message in messages:
            if (sent := self._answered.get(id(stream))) is not None:
                self.waits_us.append((now - sent) // 1_000)
            self.frames += 1
            self.size += len(message)
            self.answers += 1
            self._answered[id(stream)] = now
            stream.send(_ANSWER)

    def play(self, stream: LightStream, messages: list[bytes]) -> None:
        """Answer all questions of these frames in one."""
        now = time.perf_counter_ns()
        parts: list[bytes] = []
        for message in messages:
            frame = play_pb2.PlayResponse.FromString(message)
            self.frames += 1
            self.size += len(message)
            parts += [ready(started.match) for started in frame.started if started.ready_wanted]
            for asked in frame.decisions:
                match = asked.match
                if (sent := self._answered.get(match)) is not None:
                    self.waits_us.append((now - sent) // 1_000)
                self._answered[match] = now
                self.answers += 1
                if self.think_s[1]:
                    self._think(stream, asked)
                else:
                    parts.append(answer(asked))
            if self.think_s[1]:
                self._judge(frame)
        if parts:
            stream.send(b"".join(parts))

    def _think(self, stream: LightStream, asked: play_pb2.Decision) -> None:
        """Answer a question by itself, later."""
        loop = asyncio.get_running_loop()
        begun, part = loop.time(), answer(asked)

        def send() -> None:
            self._took_s[asked.match, asked.decision] = loop.time() - begun
            stream.send(part)

        loop.call_later(random.uniform(*self.think_s), send)

    def _judge(self, frame: play_pb2.PlayResponse) -> None:
        """Look at what became of answers."""
        for result in frame.results:
            self.results[result.outcome] += 1
            self.charge_us = max(self.charge_us, result.charge_us)
            took_s = self._took_s.pop((result.match, result.decision), None)
            if result.outcome != play_pb2.OUTCOME_ACCEPTED and took_s is not None and took_s < self.limit_s:
                self.unfair += 1

    def watch(self, _: LightStream, messages: list[bytes]) -> None:
        """Count what a watcher gets."""
        self.watched += len(messages)


def ready(match: int) -> bytes:
    """Return a Ready without a nonce, as a part of a frame."""
    return b"\x1a\x09\x09" + match.to_bytes(8, "little")


def answer(asked: play_pb2.Decision) -> bytes:
    """Return the answer to a question, as a part of a frame: any play there is, shouting where it is due."""
    plays, number = asked.plays, asked.decision
    if plays:
        card = plays[number % len(plays)]
        tail = choice(1, card, 1 + number % 4 if card >= _WILD else 0, len(asked.hand) == 2)
    elif asked.kind == _UNASKED:
        tail = choice(11, 0, 1 + number % 4, False)  # noqa: FBT003
    else:
        tail = choice(asked.acts[0], 0, 0, False)  # noqa: FBT003
    content = b"\x09" + asked.match.to_bytes(8, "little") + b"\x10" + varint(number) + tail
    if asked.attempt:
        content += b"\x18" + varint(asked.attempt)
    return b"\x22" + varint(len(content)) + content


@lru_cache(maxsize=1024)
def choice(act: int, card: int, color: int, uno: bool) -> bytes:  # noqa: FBT001
    """Return the fields of a move."""
    move: dict[str, Any] = {"act": act, "card": card, "color": color, "uno": uno}
    return play_pb2.Answer(**move).SerializeToString()


async def run(task: dict[str, Any]) -> dict[str, Any]:
    """Play, and return what was counted."""
    crowd, server = Crowd(), int(task["server_pid"])
    crowd.think_s = task["think_ms"][0] / 1e3, task["think_ms"][1] / 1e3
    crowd.limit_s = task["limit_ms"] / 1e3
    if task["tokens"]:
        streams = [
            await dial(task["address"], PLAY, {"authorization": f"Bearer {token}"}, crowd.play)
            for token in task["tokens"]
        ]
        hello = play_pb2.PlayRequest(
            hello=play_pb2.Hello(client="bench", max_concurrent_matches=task["matches"])
        )
        for stream in streams:
            stream.send(hello.SerializeToString())
    else:
        streams = [await dial(task["address"], ECHO, {}, crowd.echo) for _ in range(task["streams"])]
    async with asyncio.timeout(60):
        while not crowd.answers:  # noqa: ASYNC110 - nothing is to be woken for each answer
            await asyncio.sleep(0.05)
    await asyncio.sleep(task["warm_s"])
    wanted = match_pb2.WatchMatchRequest(name=task["watch"]).SerializeToString()
    for _ in range(task["watchers"]):
        watcher = await dial(task["address"], WATCH, {}, crowd.watch)
        watcher.send(wanted, last=True)
        streams.append(watcher)
    if task["watchers"]:
        await asyncio.sleep(1)
    crowd.begin()
    begun, server_s, own_s = time.perf_counter(), cpu_s(server), time.process_time()
    if task["seconds"]:
        await asyncio.sleep(task["seconds"])
    else:
        await asyncio.wait([stream.ended for stream in streams])
    elapsed_s = time.perf_counter() - begun
    waits = sorted(crowd.waits_us)
    counted = {
        "decisions": crowd.answers,
        "seconds": elapsed_s,
        "server_s": cpu_s(server) - server_s,
        "bots_s": time.process_time() - own_s,
        "frames": crowd.frames,
        "bytes": crowd.size,
        "p50_us": waits[len(waits) // 2] if waits else 0,
        "p99_us": waits[len(waits) * 99 // 100] if waits else 0,
        "ended": sum(stream.ended.done() for stream in streams),
        "results": {play_pb2.Outcome.Name(number): count for number, count in crowd.results.items()},  # type: ignore[arg-type]
        "unfair": crowd.unfair,
        "charge_us": crowd.charge_us,
        "watched": crowd.watched,
    }
    for stream in streams:
        stream.close()
    return counted


def main(source: TextIO) -> None:
    """Take the task, play, print."""
    pin(0, BOTS_CORE)
    print(json.dumps(uvloop.run(run(json.load(source)))))


if __name__ == "__main__":
    main(sys.stdin)
