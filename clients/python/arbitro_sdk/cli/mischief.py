"""Bots that misbehave on purpose, over the bare protocol: what `arbitro chaos` sends to a referee.

Each is a coroutine function that gets an open line and a question, and does one thing wrong; for the rest it
plays the first thing that is allowed. What a referee must make of it stands beside it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import grpc
import grpc.aio

from arbitro.v1 import errors_pb2, play_pb2
from arbitro_engine.match.messages import Outcome
from arbitro_engine.rules.moves import Act
from arbitro_sdk.channel import dial, reason_of
from arbitro_sdk.referee import Referee

__all__ = ["MISCHIEF", "Line", "Mischief", "Seen"]

_PLAY: Final = "/arbitro.v1.PlayService/Play"
_OVERSIZED: Final = 1 << 20
_FLOOD: Final = 2_000
_FEW: Final = 50


@dataclass(slots=True)
class Seen:
    """What a bot was told: refused frames by reason, outcomes of answers, questions, how its line ended."""

    errors: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    questions: int = 0
    status: str = "open"


class Line:
    """One session over the bare protocol."""

    def __init__(self, referee: Referee, scope: str) -> None:
        self.seen = Seen()
        self._channel = dial(referee)
        method: grpc.aio.StreamStreamMultiCallable[bytes, play_pb2.PlayResponse] = (
            self._channel.stream_stream(_PLAY, None, play_pb2.PlayResponse.FromString)
        )
        self._call = method(metadata=referee.metadata)
        self._scope = scope

    async def hello(self) -> None:
        """Open the session."""
        await self.say(hello=play_pb2.Hello(client="chaos", max_concurrent_matches=1, scope=self._scope))

    async def say(self, **fields: object) -> None:
        """Send a frame with these fields."""
        await self.send(play_pb2.PlayRequest(**fields).SerializeToString())  # type: ignore[arg-type]

    async def send(self, data: bytes) -> None:
        """Send bytes, a frame or not. If the line has ended, the next read says how and why."""
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.write(data)

    async def half_close(self) -> None:
        """Say that nothing more will be sent, and go on listening."""
        await self._call.done_writing()

    def drop(self) -> None:
        """End the line without a word."""
        self._call.cancel()

    async def run(self, misbehave: Misbehave) -> None:
        """Play until the line ends: `misbehave` gets each question."""
        try:
            while isinstance(frame := await self._call.read(), play_pb2.PlayResponse):
                for error in frame.errors:
                    self.seen.errors[
                        errors_pb2.ErrorReason.Name(error.reason).removeprefix("ERROR_REASON_")
                    ] += 1
                for result in frame.results:
                    self.seen.outcomes[Outcome(result.outcome).name] += 1
                for started in frame.started:
                    await self.say(ready=[play_pb2.Ready(match=started.match)])
                for decision in frame.decisions:
                    self.seen.questions += 1
                    await misbehave(self, decision)
            self.seen.status = (await self._call.code()).name
        except grpc.aio.AioRpcError as error:
            self.seen.status = error.code().name
            if reason := reason_of(error):
                self.seen.errors[reason] += 1
        except (asyncio.CancelledError, asyncio.InvalidStateError):
            self.seen.status = "DROPPED"
        finally:
            self._call.cancel()
            await self._channel.close()


Misbehave = Callable[[Line, play_pb2.Decision], Awaitable[None]]


def first(decision: play_pb2.Decision) -> play_pb2.Answer:
    """The first thing that is allowed."""
    answer = play_pb2.Answer(match=decision.match, decision=decision.decision, attempt=decision.attempt)
    if decision.plays:
        answer.act, answer.card = Act.PLAY, decision.plays[0]  # type: ignore[assignment]
        answer.uno = len(decision.hand) == 2
    else:
        answer.act = decision.acts[0]
    if answer.card > 52 or Act.COLOR in map(int, decision.acts):
        answer.color = 1  # type: ignore[assignment]
    return answer


async def _silent(_line: Line, _decision: play_pb2.Decision) -> None:
    """Say nothing at all."""


async def _late(line: Line, decision: play_pb2.Decision) -> None:
    await asyncio.sleep((decision.allowance_us + decision.bank_us) / 1e6 + 0.2)
    await line.say(answers=[first(decision)])


async def _illegal(line: Line, decision: play_pb2.Decision) -> None:
    answer = first(decision)
    held = set(decision.hand)
    answer.act, answer.card = Act.PLAY, next(card for card in range(1, 53) if card not in held)  # type: ignore[assignment]
    answer.ClearField("color")
    await line.say(answers=[answer])


async def _liar(line: Line, decision: play_pb2.Decision) -> None:
    wrong = first(decision)
    wrong.decision += 7
    await line.say(answers=[wrong, first(decision)])


async def _twice(line: Line, decision: play_pb2.Decision) -> None:
    await line.say(answers=[first(decision), first(decision)])


async def _foreign(line: Line, decision: play_pb2.Decision) -> None:
    wrong = first(decision)
    wrong.match ^= 1
    await line.say(answers=[wrong, first(decision)])


async def _unset(line: Line, decision: play_pb2.Decision) -> None:
    once = line.seen.questions == 1
    empty = play_pb2.Answer(match=decision.match, decision=decision.decision, attempt=decision.attempt)
    await line.say(answers=[empty if once else first(decision)])


async def _garbage(line: Line, decision: play_pb2.Decision) -> None:
    await line.send(b"\xff\xff\xffno message")
    await line.say(answers=[first(decision)])


async def _second_hello(line: Line, decision: play_pb2.Decision) -> None:
    await line.say(hello=play_pb2.Hello(client="again"), answers=[first(decision)])


async def _oversized(line: Line, decision: play_pb2.Decision) -> None:
    answer = first(decision)
    answer.note = "x" * _OVERSIZED
    await line.say(answers=[answer])


async def _flood(line: Line, decision: play_pb2.Decision) -> None:
    wrong = first(decision)
    wrong.match ^= 1
    await line.say(answers=[wrong] * _FLOOD)


async def _crash(line: Line, _decision: play_pb2.Decision) -> None:
    line.drop()


async def _half_close(line: Line, _decision: play_pb2.Decision) -> None:
    await line.half_close()


def _at_first(misbehave: Misbehave) -> Misbehave:
    """Misbehave at the first questions alone: at every one, on a quick machine, would be a flood."""

    async def at_first(line: Line, decision: play_pb2.Decision) -> None:
        if line.seen.questions <= _FEW:
            await misbehave(line, decision)
        else:
            await line.say(answers=[first(decision)])

    return at_first


@dataclass(frozen=True, slots=True)
class Mischief:
    """One way to misbehave.

    Attributes:
        name: a word for it.
        does: what the bot does.
        misbehave: how.
        error: the reason with which its frames must be refused; empty: none is asked for.
        outcome: what must become of its answers; empty: nothing special.
        ending: how its matches must end: ``target`` for those that do no harm.
    """

    name: str
    does: str
    misbehave: Misbehave
    ending: str
    error: str = ""
    outcome: str = ""


MISCHIEF: Final = (
    Mischief("silent", "never answers", _silent, "time", outcome="SUBSTITUTED"),
    Mischief("late", "answers when its time is over", _late, "time", outcome="SUBSTITUTED"),
    Mischief("illegal", "plays cards it does not hold", _illegal, "illegal", outcome="REFUSED"),
    Mischief("unset", "leaves the act unset, once", _unset, "target", outcome="REFUSED"),
    Mischief("liar", "answers questions nobody asked", _at_first(_liar), "target", outcome="UNKNOWN"),
    Mischief("twice", "sends each answer twice", _at_first(_twice), "target", outcome="ACCEPTED"),
    Mischief(
        "foreign",
        "answers in matches that are not its own",
        _at_first(_foreign),
        "target",
        error="NOT_YOUR_MATCH",
    ),
    Mischief("garbage", "sends bytes that are no message", _at_first(_garbage), "target", error="MALFORMED"),
    Mischief(
        "hello", "says Hello again and again", _at_first(_second_hello), "target", error="HELLO_REPEATED"
    ),
    Mischief("oversized", "sends a frame of a megabyte", _oversized, "disconnect"),
    Mischief("flood", "sends thousands of answers at once", _flood, "disconnect", error="RATE_LIMITED"),
    Mischief("crash", "drops its line in the middle of its turn", _crash, "disconnect"),
    Mischief("half-close", "stops sending and goes on listening", _half_close, "disconnect"),
)
"""All of them, with what a referee must make of each."""
