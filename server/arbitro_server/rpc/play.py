"""PlayService: bots' streams. One reader and one writer for each stream's whole life; no read is cancelled.

==========  ==================================  ==============================================================
state       what may come                       else
==========  ==================================  ==============================================================
hello       a frame with Hello, within 5 s      HELLO_EXPECTED, fatal
open        ready, answers, leave               Hello: HELLO_REPEATED; what cannot be read: MALFORMED
closed      nothing: what still comes is read   ignored
            and dropped
==========  ==================================  ==============================================================

The end of a stream means nothing by itself (architecture 4): without Leave the seats are lost. Frames go out
as raw bytes, the concatenation of what is due; frames that come in are parsed here, so that a malformed one
is answered, not fatal.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError
from grpc import aio

from arbitro.codec import answer_of, round_head_of
from arbitro.reasons import REASONS
from arbitro.v1 import play_pb2
from arbitro_server.rpc.access import CALLER
from arbitro_server.rpc.errors import failure, status_of
from arbitro_server.runtime.deals import NONCE_BYTES
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Farewell, FarewellReason, Known, Session
from arbitro_server.store.interface import TokenRow

__all__ = ["CAPABILITIES", "Limits", "PlayService"]

Context = aio.ServicerContext[bytes, bytes]

CAPABILITIES: Final = ("batches", "resume", "witness")
"""What this referee can do and a client may ask for by name."""

_GOODBYES: Final[dict[FarewellReason, play_pb2.GoodbyeReason.ValueType]] = {
    "done": play_pb2.GOODBYE_REASON_DONE,
    "draining": play_pb2.GOODBYE_REASON_DRAINING,
    "superseded": play_pb2.GOODBYE_REASON_SUPERSEDED,
    "kicked": play_pb2.GOODBYE_REASON_KICKED,
    "revoked": play_pb2.GOODBYE_REASON_REVOKED,
}
_ERRORS: Final[dict[FarewellReason, str]] = {"superseded": "SUPERSEDED", "revoked": "TOKEN_UNKNOWN"}


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of sessions, told in Welcome."""

    message_bytes: int = 65_536
    note_bytes: int = 256
    matches: int = 256
    sessions_per_bot: int = 8
    refusals_per_second: int = 200
    hello_us: int = 5_000_000

    def message(self, matches: int) -> play_pb2.SessionLimits:
        """Return them as they are told to a session that plays so many matches."""
        return play_pb2.SessionLimits(
            message_bytes=self.message_bytes,
            note_bytes=self.note_bytes,
            nonce_bytes=NONCE_BYTES,
            max_concurrent_matches=matches,
            refusals_per_second=self.refusals_per_second,
        )


class PlayService:
    """The servicer: a generic handler, so that frames are bytes."""

    def __init__(self, director: Director, limits: Limits, version: str) -> None:
        self.director: Final = director
        self.limits: Final = limits
        self.version: Final = version
        self.streams = 0
        self._readers: set[asyncio.Task[None]] = set()

    def add_to(self, server: aio.Server) -> None:
        """Serve on this server."""
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self.play)
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("arbitro.v1.PlayService", {"Play": handler}),)
        )

    async def play(self, _requests: object, context: Context) -> None:
        """Serve one stream: this coroutine is its writer."""
        caller = CALLER.get()
        assert caller is not None  # noqa: S101 - the table lets bots alone in
        self.streams += 1
        stream = _Stream(self, caller)
        self._readers.add(reader := asyncio.create_task(stream.read_from(context)))
        reader.add_done_callback(self._readers.discard)
        try:
            await stream.write_to(context)
        finally:
            self.streams -= 1
            stream.close()


def _cut(writer: asyncio.Task[Any]) -> None:
    """End a stream whose peer does not read: only this frees a writer that waits for it."""
    writer.cancel()


async def _next(context: Context) -> bytes | None:
    """Return the next frame; None: no more will come, for whatever reason."""
    try:
        data: Any = await context.read()
    except (aio.UsageError, aio.InternalError):
        return None  # the call is over
    return None if data is aio.EOF else data


class _Stream:
    """One stream: its state, the frames that come, and the session that it opens."""

    def __init__(self, service: PlayService, caller: TokenRow) -> None:
        self._director = service.director
        self._limits = service.limits
        self._version = service.version
        self._bot = caller.bot
        self._token = caller.id
        self._session: Session | None = None
        self._opened: asyncio.Future[Session | RefusedError | None] = (
            asyncio.get_running_loop().create_future()
        )
        self._second = 0
        self._refusals = 0

    # -- the writer ------------------------------------------------------------------------------------------

    async def write_to(self, context: Context) -> None:
        """Write frames until the session is over, then a Goodbye, and a status where one is due."""
        floor = self._director.floor
        floor.deadlines.arm(self, floor.clock.now_us() + self._limits.hello_us, self._no_hello)
        opened = await self._opened
        floor.deadlines.disarm(self)
        if isinstance(opened, RefusedError):
            await context.write(self._last_words(opened))
            await context.abort_with_status(status_of(opened))
        if opened is None:
            return
        task = asyncio.current_task()
        if task is not None:
            opened.cut = lambda: _cut(task)
        while frame := await opened.frame():
            await context.write(frame)
        farewell = opened.farewell
        if farewell is None or farewell.reason == "lost":
            return
        goodbye = play_pb2.Goodbye(
            reason=_GOODBYES[farewell.reason], text=farewell.text, retry_after_us=farewell.retry_after_us
        )
        await context.write(play_pb2.PlayResponse(goodbye=goodbye).SerializeToString())
        reason = farewell.error or _ERRORS.get(farewell.reason)
        if reason:
            await context.abort_with_status(status_of(RefusedError(reason, farewell.text)))

    def close(self) -> None:
        """Take note that the stream has ended, in whatever way."""
        self._director.floor.deadlines.disarm(self)
        if self._session is not None:
            self._session.end(Farewell("lost", "The stream ended."))
            self._director.lobby.close(self._session)
            self._session = None

    def _no_hello(self) -> None:
        if not self._opened.done():
            seconds = self._limits.hello_us / 1e6
            self._opened.set_result(
                RefusedError("HELLO_EXPECTED", f"No Hello came within {seconds:g} s: send it first.")
            )

    def _last_words(self, refused: RefusedError) -> bytes:
        error = play_pb2.ProtocolError(reason=_number(refused.reason), text=refused.message, fatal=True)
        goodbye = play_pb2.Goodbye(
            reason=play_pb2.GOODBYE_REASON_KICKED, text=refused.message, retry_after_us=refused.retry_after_us
        )
        return play_pb2.PlayResponse(errors=[error], goodbye=goodbye).SerializeToString()

    # -- the reader ------------------------------------------------------------------------------------------

    async def read_from(self, context: Context) -> None:
        """Read frames until the bot sends no more."""
        now_us: Callable[[], int] = self._director.floor.clock.now_us
        while (data := await _next(context)) is not None:
            try:
                self._received(data, now_us())
            except Exception as error:  # noqa: BLE001 - whatever it is, this stream alone ends, without its text
                self._fail(failure("/arbitro.v1.PlayService/Play", error))
        if not self._opened.done():
            self._opened.set_result(None)
        if self._session is not None:
            self._session.end(Farewell("lost", "The stream ended."))

    def _received(self, data: bytes, now_us: int) -> None:
        session = self._session
        if len(data) > self._limits.message_bytes:
            text = f"A frame of {len(data)} bytes came: {self._limits.message_bytes} is the limit."
            self._fail(RefusedError("TOO_LARGE", text))
            return
        try:
            request = play_pb2.PlayRequest.FromString(data)
        except DecodeError:
            self._refuse("MALFORMED", "The frame cannot be read: send a PlayRequest as protobuf.", now_us)
            return
        if session is None:
            if not self._opened.done():
                self._hello(request, now_us)
            return
        if session.farewell is not None:
            return
        if request.HasField("hello"):
            self._refuse(
                "HELLO_REPEATED", "The session is open: Hello is sent once, at its beginning.", now_us
            )
        for ready in request.ready:
            self._ready(session, ready, now_us)
        for answer in request.answers:
            self._answer(session, answer, now_us)
        if request.HasField("leave"):
            self._director.lobby.leave(session)

    def _hello(self, request: play_pb2.PlayRequest, now_us: int) -> None:
        if not request.HasField("hello"):
            self._fail(
                RefusedError("HELLO_EXPECTED", "The session is not open: the first frame must carry Hello.")
            )
            return
        hello = request.hello
        if hello.scope:
            try:
                self._director.find(hello.scope)
            except RefusedError as refused:
                self._fail(refused)
                return
        matches = min(hello.max_concurrent_matches or 1, self._limits.matches)
        session = Session(secrets.token_hex(8), self._bot, hello.scope, matches, self._token)
        welcome = play_pb2.Welcome(
            session=session.id,
            bot=self._bot,
            capabilities=[name for name in CAPABILITIES if name in hello.capabilities],
            limits=self._limits.message(matches),
            server=f"arbitro/{self._version}",
            signer=self._director.floor.signer.fingerprint,
        )
        session.put(play_pb2.PlayResponse(welcome=welcome).SerializeToString())
        self._session = session
        self._opened.set_result(session)
        self._director.lobby.open(
            session,
            {known.match: Known(known.seq, known.number, round_head_of(known.head)) for known in hello.known},
        )
        rest = play_pb2.PlayRequest(ready=request.ready, answers=request.answers)
        if rest.ready or rest.answers:
            self._received(rest.SerializeToString(), now_us)

    def _ready(self, session: Session, ready: play_pb2.Ready, now_us: int) -> None:
        entry = session.seats.get(ready.match)
        if entry is None:
            self._foreign(session, ready.match, now_us)
        elif len(ready.nonce) > NONCE_BYTES:
            text = f"The nonce has {len(ready.nonce)} bytes: {NONCE_BYTES} is the limit."
            self._refuse("BAD_FIELD", text, now_us, ready.match)
        else:
            entry[0].ready(entry[1], ready.nonce)

    def _answer(self, session: Session, answer: play_pb2.Answer, now_us: int) -> None:
        entry = session.seats.get(answer.match)
        if entry is None:
            self._foreign(session, answer.match, now_us)
            return
        runner, seat = entry
        if runner.state == "waiting":
            text = "The match waits for Ready: nothing is asked yet."
            self._refuse("NOT_READY", text, now_us, answer.match, answer.decision)
            return
        move, text = answer_of(answer)
        if not runner.answer(seat, answer.decision, answer.attempt, move, text, now_us):
            self._count_refusal(now_us)

    def _foreign(self, session: Session, match: int, now_us: int) -> None:
        if match in session.past:
            self._count_refusal(now_us)  # it crossed the end of the match: that was told already
        else:
            self._refuse(
                "NOT_YOUR_MATCH",
                "The bot has no seat in this match: use handles from MatchStarted.",
                now_us,
                match,
            )

    def _refuse(
        self, reason: str, text: str, now_us: int, match: int = 0, decision: int | None = None
    ) -> None:
        """Answer a protocol fault; the session goes on unless they come too fast."""
        if self._session is None:
            self._fail(RefusedError(reason, text))
        elif self._count_refusal(now_us):
            error = play_pb2.ProtocolError(reason=_number(reason), text=text, match=match, decision=decision)
            self._session.put(play_pb2.PlayResponse(errors=[error]).SerializeToString())

    def _count_refusal(self, now_us: int) -> bool:
        second = now_us // 1_000_000
        if second != self._second:
            self._second, self._refusals = second, 0
        self._refusals += 1
        if self._refusals <= self._limits.refusals_per_second:
            return True
        limit = self._limits.refusals_per_second
        self._fail(
            RefusedError(
                "RATE_LIMITED", f"More than {limit} frames a second had to be refused.", (), 1_000_000
            )
        )
        return False

    def _fail(self, refused: RefusedError) -> None:
        """End the stream: with last words if it is not open yet, else with a fatal error and a Goodbye."""
        if self._session is None:
            if not self._opened.done():
                self._opened.set_result(refused)
            return
        error = play_pb2.ProtocolError(reason=_number(refused.reason), text=refused.message, fatal=True)
        self._session.put(play_pb2.PlayResponse(errors=[error]).SerializeToString())
        self._session.end(Farewell("kicked", refused.message, refused.retry_after_us, refused.reason))


def _number(reason: str) -> Any:  # noqa: ANN401 - the generated enum takes its own numbers alone
    return REASONS[reason].number
