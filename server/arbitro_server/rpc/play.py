"""PlayService: bots' streams. One reader and one writer for each stream's whole life; no read is cancelled.

A writer waits while its bot does not read. All streams are looked at from time to time, and one that has
taken nothing since the last look, though a frame lay ready for it, is cut: a bot that does not read is
noticed within the setting `silence`, like one that is gone, and is a lost seat then. Its stream counts as
open until the bot has read why, or its connection has ended: nobody heaps up streams that are not read.

The end of a stream means nothing by itself (architecture 4): without Leave the seats are lost. Frames go out
as raw bytes, the concatenation of what is due; frames that come in are parsed by the :class:`.inbox.Inbox`,
so that a malformed one is answered, not fatal.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Any, Final

import grpc
from grpc import aio

from arbitro.v1 import play_pb2
from arbitro_server.rpc.access import caller
from arbitro_server.rpc.errors import failure, status_of
from arbitro_server.rpc.inbox import Inbox, protocol_error
from arbitro_server.rpc.limits import Limits
from arbitro_server.rpc.reading import next_message
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Farewell, FarewellReason, Session
from arbitro_server.store.interface import TokenRow

__all__ = ["PlayService"]

Context = aio.ServicerContext[bytes, bytes]

_NAMES: Final = ("arbitro.v1.PlayService", "Play")
_METHOD: Final = "/" + "/".join(_NAMES)
_GOODBYES: Final[dict[FarewellReason, play_pb2.GoodbyeReason.ValueType]] = {
    "done": play_pb2.GOODBYE_REASON_DONE,
    "draining": play_pb2.GOODBYE_REASON_DRAINING,
    "superseded": play_pb2.GOODBYE_REASON_SUPERSEDED,
    "kicked": play_pb2.GOODBYE_REASON_KICKED,
    "revoked": play_pb2.GOODBYE_REASON_REVOKED,
}
_ERRORS: Final[dict[FarewellReason, str]] = {"superseded": "SUPERSEDED", "revoked": "TOKEN_UNKNOWN"}

_HEED_S: Final = 5
"""How long a bot that was superseded may take to read so, before its stream ends."""
_UNREAD: Final = "The bot does not read what it is sent: come back, and read on."


class PlayService:
    """The servicer: a generic handler, so that frames are bytes.

    Attributes:
        streams: open streams by bot.

    Args:
        silence_us: how long a frame may wait for its bot to read at most.
    """

    def __init__(self, director: Director, limits: Limits, silence_us: int) -> None:
        self.director: Final = director
        self.limits: Final = limits
        self.streams: Final[Counter[str]] = Counter()
        self._look_us = silence_us // 2
        self._open: set[_Stream] = set()
        self._readers: set[asyncio.Task[None]] = set()
        self._openings: dict[str, tuple[int, float]] = {}

    def add_to(self, server: aio.Server) -> None:
        """Serve on this server."""
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self.play)
        service, method = _NAMES
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))

    async def play(self, _requests: object, context: Context) -> None:
        """Serve one stream: this coroutine is its writer."""
        row = caller()
        if row is None:
            raise RefusedError(
                "TOKEN_MISSING", "No token was shown: send the metadata `authorization: Bearer TOKEN`."
            )
        if self.director.lobby.is_closing:
            raise RefusedError("DRAINING", "The referee stops: come back in a moment.", (), 1_000_000)
        if self.streams[row.bot] >= self.limits.sessions_per_bot:
            text = f"{row.bot} has {self.streams[row.bot]} streams open, which is the limit: close some."
            raise RefusedError("TOO_MANY_SESSIONS", text, (), 1_000_000)
        if not self._may_open(row.bot):
            text = f"{row.bot} opens sessions too fast: wait a little before each new try."
            raise RefusedError("RATE_LIMITED", text, (), 1_000_000)
        self.streams[row.bot] += 1
        stream = _Stream(self.director, self.limits, row)
        if not self._open:
            self._look_again()
        self._open.add(stream)
        self._readers.add(reader := asyncio.create_task(stream.read_from(context)))
        reader.add_done_callback(self._readers.discard)
        try:
            await stream.write_to(context)
        finally:
            self.streams[row.bot] -= 1
            self._open.discard(stream)
            stream.close()

    def _look(self) -> None:
        for stream in list(self._open):
            if stream.is_stuck():
                stream.cut()
        if self._open:
            self._look_again()

    def _look_again(self) -> None:
        floor = self.director.floor
        floor.deadlines.arm(self, floor.clock.now_us() + self._look_us, self._look)

    def _may_open(self, bot: str) -> bool:
        """Return whether a bot may open a session now: so many at once, and one more each second."""
        now_us = self.director.floor.clock.now_us()
        last_us, left = self._openings.get(bot, (now_us, self.limits.openings))
        left = min(self.limits.openings, left + (now_us - last_us) / 1e6)
        if left >= 1:
            self._openings[bot] = now_us, left - 1
        return left >= 1


class _Stream:
    """One stream: a reader that fills the inbox, a writer that empties the session's outbox."""

    def __init__(self, director: Director, limits: Limits, caller: TokenRow) -> None:
        self._director = director
        self._limits = limits
        self._opened: asyncio.Future[Session | RefusedError | None] = (
            asyncio.get_running_loop().create_future()
        )
        self._inbox = Inbox(director, limits, caller, self._open)
        self._patience = object()  # the deadline's key: the stream itself would stay in the heap
        self._writer: asyncio.Task[Any] | None = None
        self._silent = asyncio.Event()
        self._steps = self._seen = 0
        self._is_cut = False
        metrics = director.floor.metrics
        self._received = metrics.received.labels("bidi_stream", *_NAMES)
        self._sent = metrics.sent.labels("bidi_stream", *_NAMES)

    def _open(self, what: Session | RefusedError | None) -> None:
        if not self._opened.done():
            self._opened.set_result(what)

    async def read_from(self, context: Context) -> None:
        """Read frames until the bot sends no more."""
        now_us = self._director.floor.clock.now_us
        while (data := await next_message(context)) is not None:
            self._received.inc()
            try:
                self._inbox.receive(data, now_us())
            except Exception as error:  # noqa: BLE001 - whatever it is, this stream alone ends, and without its text
                self._inbox.fail(failure(_METHOD, error))
        self._silent.set()
        self._open(None)
        if self._inbox.session is not None:
            self._inbox.session.end(Farewell("lost", "The stream ended."))

    async def write_to(self, context: Context) -> None:
        """Write frames until the session is over, then a Goodbye, and a status where one is due."""
        self._writer = asyncio.current_task()
        try:
            await self._write_all(context)
        except asyncio.CancelledError:
            if not self._is_cut:
                raise
            self.close()  # before the status, which waits behind all that was not read
            await context.abort_with_status(status_of(RefusedError("RATE_LIMITED", _UNREAD, (), 1_000_000)))

    async def _write_all(self, context: Context) -> None:
        floor = self._director.floor
        floor.deadlines.arm(self._patience, floor.clock.now_us() + self._limits.hello_us, self._no_hello)
        session = await self._opened
        floor.deadlines.disarm(self._patience)
        if isinstance(session, RefusedError):
            words = play_pb2.Goodbye(
                reason=_GOODBYES["revoked" if session.reason == _ERRORS["revoked"] else "kicked"],
                text=session.message,
                retry_after_us=session.retry_after_us,
            )
            error = protocol_error(session.reason, session.message, fatal=True)
            await self._write(context, error + play_pb2.PlayResponse(goodbye=words).SerializeToString())
            await context.abort_with_status(status_of(session))
        if session is None:
            return
        session.cut = self.cut
        while frame := await session.frame():
            await self._write(context, frame)
        farewell = session.farewell
        if farewell is None or farewell.reason == "lost":
            return
        goodbye = play_pb2.Goodbye(
            reason=_GOODBYES[farewell.reason], text=farewell.text, retry_after_us=farewell.retry_after_us
        )
        await self._write(context, play_pb2.PlayResponse(goodbye=goodbye).SerializeToString())
        if farewell.reason == "superseded":
            # gRPC forgets why a stream ended under a write: the bot would come back, and supersede in turn
            with suppress(TimeoutError):
                await asyncio.wait_for(self._silent.wait(), _HEED_S)
        if reason := farewell.error or _ERRORS.get(farewell.reason):
            refused = RefusedError(reason, farewell.text, (), farewell.retry_after_us)
            await context.abort_with_status(status_of(refused))

    async def _write(self, context: Context, frame: bytes) -> None:
        self._sent.inc()
        self._steps += 1  # odd while a frame waits
        await context.write(frame)
        self._steps += 1

    def is_stuck(self) -> bool:
        """Return whether the same frame waits for the bot to read as when this was asked last."""
        seen, self._seen = self._seen, self._steps
        return self._steps % 2 == 1 and seen == self._steps

    def cut(self) -> None:
        """End a stream whose bot does not read: only this frees a writer that waits for it."""
        if self._writer is not None:
            self._is_cut = True
            self._writer.cancel()

    def close(self) -> None:
        """Take note that the stream has ended, in whatever way."""
        self._director.floor.deadlines.disarm(self._patience)
        session = self._inbox.close()
        if session is not None:
            session.cut = _nothing
            session.end(Farewell("lost", _UNREAD if self._is_cut else "The stream ended."))
            self._director.lobby.close(session)

    def _no_hello(self) -> None:
        seconds = self._limits.hello_us / 1e6
        self._inbox.fail(
            RefusedError("HELLO_EXPECTED", f"No Hello came within {seconds:g} s: send it first, at once.")
        )


def _nothing() -> None:
    """A stream that has ended needs no cut."""
