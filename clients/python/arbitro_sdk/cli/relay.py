"""A relay between a bot and a referee: it passes frames on, and can add to them, look at them, cut the line.

That is how a bot in any language is tried against what a network and a later version may do to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, Self

import grpc
import grpc.aio

from arbitro.v1 import play_pb2
from arbitro_sdk.channel import PLAY, dial
from arbitro_sdk.referee import Referee

__all__ = ["LATER_FIELDS", "Relay"]

LATER_FIELDS: Final = (
    b"\xf8\x3f\x2a"  # field 1023, a number
    b"\xfa\x3f\x05later"  # field 1023, bytes
)
"""What a later version's frame may hold besides what is known."""

Look = Callable[[play_pb2.PlayRequest], None]


class Relay(grpc.GenericRpcHandler):
    """Serves PlayService on a free loopback port while its block runs, and passes everything on.

    Attributes:
        address: where bots find it.
        sessions: how many streams were opened through it.
        extra: bytes that are added to each frame for the bot.
        look: is told each frame of the bot.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._server = grpc.aio.server()
        self._server.add_generic_rpc_handlers((self,))
        self._live: set[asyncio.Task[None]] = set()
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self.sessions = 0
        self.extra = b""
        self.look: Look = lambda _: None

    async def __aenter__(self) -> Self:
        await self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        await self._server.stop(None)

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> grpc.RpcMethodHandler[bytes, bytes] | None:
        """Serve the one method there is."""
        known = handler_call_details.method == PLAY
        return grpc.stream_stream_rpc_method_handler(self._pass_on) if known else None

    def cut(self) -> None:
        """Cut every line, as a network would: nobody is told why."""
        for line in self._live:
            line.cancel()

    async def _pass_on(self, _requests: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        self.sessions += 1
        metadata = [
            (key, value) for key, value in context.invocation_metadata() or () if key == "authorization"
        ]
        async with dial(self._referee) as channel:
            call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(PLAY)(metadata=metadata)
            up = asyncio.create_task(self._up(context, call))
            down = asyncio.create_task(self._down(call, context))
            self._live |= {up, down}
            try:
                await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in (up, down):
                    pump.cancel()
                    self._live.discard(pump)
                call.cancel()
                await asyncio.wait({up, down})

    async def _up(self, bot: Any, referee: Any) -> None:  # noqa: ANN401 - either side of a stream
        while isinstance(data := await bot.read(), bytes):
            self.look(play_pb2.PlayRequest.FromString(data))
            await referee.write(data)

    async def _down(self, referee: Any, bot: Any) -> None:  # noqa: ANN401 - as above
        while isinstance(data := await referee.read(), bytes):
            write = asyncio.ensure_future(bot.write(data + self.extra))
            try:
                await asyncio.shield(write)
            finally:
                await write  # gRPC cannot end a stream in the middle of a write: the bot would wait for ever
