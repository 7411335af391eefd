"""Bots as raw gRPC clients: they see and send messages of the wire, and misbehave on purpose.

`RawBot` speaks the protocol step by step, for tests that say what happens next; `play_on` plays whatever is
asked until the session ends. Nothing here waits for time: everything waits for frames.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from google.rpc import error_details_pb2
from grpc import aio
from grpc_status import rpc_status

from arbitro.v1 import moves_pb2 as moves
from arbitro.v1 import play_pb2 as pb
from support.hearing import Heard

Choose = Callable[[pb.Decision], pb.Answer]

PLAY = "/arbitro.v1.PlayService/Play"


def raw(data: bytes) -> bytes:
    return data


def first(asked: pb.Decision) -> pb.Answer:
    """The first choice there is, always shouting where that is due."""
    answer = pb.Answer(match=asked.match, decision=asked.decision, attempt=asked.attempt)
    if asked.kind == moves.DECISION_KIND_COLOR:
        answer.act, answer.color = moves.ACT_COLOR, 1
    elif asked.plays:
        answer.act, answer.card, answer.uno = moves.ACT_PLAY, asked.plays[0], len(asked.hand) == 2
        if asked.plays[0] > 52:
            answer.color = 1
    else:
        answer.act = asked.acts[0]
    return answer


def chance(seed: int) -> Choose:
    """Any play there is, else the first act."""
    dice = random.Random(seed)

    def choose(asked: pb.Decision) -> pb.Answer:
        answer = first(asked)
        if asked.plays:
            answer.card = dice.choice(list(asked.plays))
            answer.color = dice.randint(1, 4) if answer.card > 52 else 0
        return answer

    return choose


class RawBot(Heard):
    """One stream of a bot."""

    def __init__(self, address: str, token: str, options: list[tuple[str, int]] | None = None) -> None:
        super().__init__()
        self.address, self.token = address, token
        self.channel = aio.insecure_channel(address, options=options)
        method = self.channel.stream_stream(
            PLAY, request_serializer=raw, response_deserializer=pb.PlayResponse.FromString
        )
        self.call = method(metadata=[("authorization", f"Bearer {token}")] if token else [])
        self.frames: list[pb.PlayResponse] = []
        self.goodbye: pb.Goodbye | None = None
        self.status: aio.AioRpcError | None = None

    async def hello(
        self, matches: int = 1, scope: str = "", known: list[pb.KnownMatch] | None = None
    ) -> pb.Welcome:
        hello = pb.Hello(client="raw", max_concurrent_matches=matches, scope=scope, known=known or [])
        await self.send(hello=hello)
        frame = await self.frame()
        assert frame is not None
        assert frame.HasField("welcome"), frame
        return frame.welcome

    async def send(self, **fields: object) -> None:
        await self.call.write(pb.PlayRequest(**fields).SerializeToString())

    async def send_bytes(self, data: bytes) -> None:
        await self.call.write(data)

    async def frame(self) -> pb.PlayResponse | None:
        """The next frame, None when there is no more; a status that is not OK stands in `status` then."""
        try:
            frame = await self.call.read()
        except aio.AioRpcError as error:
            self.status = error
            return None
        if frame is aio.EOF:
            return None
        self.frames.append(frame)
        self.hear(frame)
        if frame.HasField("goodbye"):
            self.goodbye = frame.goodbye
        return frame

    async def reason(self) -> str:
        """Read to the end; return the reason in the status that ended the stream, empty if it ended well."""
        while await self.frame() is not None:
            pass
        if self.status is None:
            return ""
        info = error_details_pb2.ErrorInfo()
        assert rpc_status.from_call(self.status).details[0].Unpack(info)
        assert info.domain == "arbitro.v1"
        return info.reason

    async def until(self, wanted: Callable[["RawBot"], object]) -> None:
        """Read frames until something holds."""
        while not wanted(self):
            assert await self.frame() is not None, "the stream ended before that"

    async def ready(self) -> int:
        """Wait for a match and get ready for it; return its handle."""
        await self.until(lambda bot: bot.started)
        handle = next(reversed(self.started))
        await self.send(ready=[pb.Ready(match=handle, nonce=b"nonce")])
        return handle

    async def asked(self) -> pb.Decision:
        """Wait for a question; return it."""
        await self.until(lambda bot: bot.open)
        return next(iter(self.open.values()))

    async def answer(self, choose: Choose = first, **changed: object) -> pb.Answer:
        """Answer the open question, with these fields changed."""
        answer = choose(await self.asked())
        for name, value in changed.items():
            setattr(answer, name, value)
        await self.send(answers=[answer])
        return answer

    async def result(self) -> pb.AnswerResult:
        """Wait for the next results; return the last."""
        while True:
            frame = await self.frame()
            assert frame is not None, "the stream ended before a result came"
            if frame.results:
                return frame.results[-1]

    def known(self) -> list[pb.KnownMatch]:
        return [
            pb.KnownMatch(match=match, seq=seq, number=number) for match, (seq, number) in self.seen.items()
        ]

    async def play_on(
        self, choose: Choose = first, until: Callable[["RawBot"], object] = lambda _: False
    ) -> None:
        """Play whatever is asked until the session ends, or something holds."""
        while not until(self):
            readied = [pb.Ready(match=match) for match, one in self.started.items() if one.ready_wanted]
            for match in list(self.started):
                self.started[match].ready_wanted = False
            answers = [choose(asked) for asked in self.open.values()]
            self.open.clear()
            if readied or answers:
                await self.send(ready=readied, answers=answers)
            if await self.frame() is None:
                return

    async def close(self) -> None:
        self.call.cancel()
        await self.channel.close()


@asynccontextmanager
async def raw_bot(address: str, token: str, **options: int) -> AsyncIterator[RawBot]:
    """A bot whose stream is torn at the end, as a killed process tears it."""
    bot = RawBot(address, token, list(options.items()))
    try:
        yield bot
    finally:
        await bot.close()


@asynccontextmanager
async def raw_bots(address: str, *tokens: str) -> AsyncIterator[list[RawBot]]:
    """Several bots, as `raw_bot`."""
    bots = [RawBot(address, token) for token in tokens]
    try:
        yield bots
    finally:
        for bot in bots:
            await bot.close()


async def gather(*bots: RawBot) -> None:
    """Let bots play on side by side until their sessions end."""
    await asyncio.gather(*(bot.play_on() for bot in bots))
