"""A bot's line to a referee over the bare protocol: it sends whatever it is told to, right or wrong."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import grpc
import grpc.aio

from arbitro.v1 import errors_pb2, play_pb2
from arbitro_engine.match.messages import Outcome
from arbitro_sdk.channel import PLAY, dial, reason_of
from arbitro_sdk.referee import Referee

__all__ = ["Line", "Misbehave", "Seen"]


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
        self._method: grpc.aio.StreamStreamMultiCallable[bytes, play_pb2.PlayResponse] = (
            self._channel.stream_stream(PLAY, None, play_pb2.PlayResponse.FromString)
        )
        self._metadata = referee.metadata
        self._call = self._method(metadata=self._metadata)
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

    async def redial(self) -> None:
        """Drop the line and open another session, which remembers nothing."""
        self.drop()
        self._call = self._method(metadata=self._metadata)
        await self.hello()

    async def stop_reading(self) -> None:
        """Take nothing more of what is sent, until the line is dropped."""
        await self._call.code()

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
                    if started.ready_wanted:
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
"""Does something with a question."""
