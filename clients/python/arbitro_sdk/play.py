"""Playing on a referee: one stream, kept up by itself until there is nothing left to play.

One task reads a frame, lets the bot decide, and writes the answers of the whole frame as one frame. A read is
never cancelled and never timed (a timed-out read ends a stream); the call is always ended explicitly. That a
stream ends means nothing by itself: only Goodbye and Leave do, so after any other end the client dials in
again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from typing import Final

import grpc
import grpc.aio

from arbitro.v1 import play_pb2
from arbitro_sdk.channel import PLAY, dial, in_words
from arbitro_sdk.errors import ArbitroError, AuthorisationError, NoConnectionError, RefusedError
from arbitro_sdk.frames import Attendance
from arbitro_sdk.loading import LoadedBot
from arbitro_sdk.referee import Referee
from arbitro_sdk.seated import Report
from arbitro_sdk.terms import Terms
from arbitro_sdk.witness import Witness

__all__ = ["Client"]

_CAPABILITIES: Final = ("batches", "resume", "witness")
_FLUSH_S: Final = 0.002
"""Answers of a frame wait for each other so long at most: a slow decision holds no finished one back."""
_FORGOTTEN: Final = "Internal error from Core"

Call = grpc.aio.StreamStreamCall[bytes, play_pb2.PlayResponse]
Method = grpc.aio.StreamStreamMultiCallable[bytes, play_pb2.PlayResponse]


class Client:
    """A bot on a referee. ``await client.run()`` plays until a goodbye, or until :meth:`leave` is called.

    Args:
        referee: where, and with which token.
        bot: who plays.
        terms: how.
        report: where the author reads what went wrong in the bot.
        say: where people read what goes on: connections, goodbyes, notices.
    """

    def __init__(
        self, referee: Referee, bot: LoadedBot, terms: Terms, report: Report, say: Callable[[str], None]
    ) -> None:
        self.attendance = Attendance(bot, report)
        self._witness = Witness(terms.witness, report) if terms.witness else None
        self._home = self._referee = referee
        self._terms = terms
        self._say = say
        self._leaving = asyncio.Event()
        self._writing = asyncio.Lock()
        self._welcomed = False
        self._heard_at = time.monotonic()
        self._tries = 0
        self._played = self._won = 0

    async def run(self) -> None:
        """Play.

        Raises:
            NoConnectionError: nobody answers the first call (unless the terms say to wait), or nobody for
                `patience_s` later on.
            AuthorisationError: the token is not accepted, or another session of this bot took over.
            RefusedError: the referee refuses the session.
        """
        try:
            while not self._leaving.is_set():
                goodbye, error = await self._session()
                if goodbye is None:
                    self._lost(error)
                elif self._is_over(goodbye):
                    return
                await self._rest(goodbye)
        finally:
            if self._witness:
                self._witness.close()

    def leave(self) -> None:
        """Take no new match, and stop when those that run are over. To be called in the loop's own thread."""
        self._leaving.set()

    async def _session(self) -> tuple[play_pb2.Goodbye | None, ArbitroError | None]:
        """Hold one session; return how it ended: with a goodbye, an error, or neither."""
        channel = dial(self._referee)
        method: Method = channel.stream_stream(PLAY, None, play_pb2.PlayResponse.FromString)
        call = method(metadata=self._referee.metadata)
        farewell = asyncio.create_task(self._say_leave(call))
        try:
            await self._write(call, play_pb2.PlayRequest(hello=self._hello()).SerializeToString())
            while isinstance(frame := await call.read(), play_pb2.PlayResponse):
                read_at = time.monotonic()
                self._heard_at, self._tries = read_at, 0
                self._note(frame)
                if self._witness:
                    self._witness.keep(frame)
                await self._reply(call, frame, read_at)
                self._tell_results()
                if frame.HasField("goodbye"):
                    return frame.goodbye, None
        except grpc.aio.AioRpcError as error:
            # the line ended under a write, and gRPC forgot how: the next try is told
            forgotten = error.code() is grpc.StatusCode.INTERNAL and error.details() == _FORGOTTEN
            return None, None if forgotten else in_words(error, self._referee)
        finally:
            farewell.cancel()
            call.cancel()
            await channel.close()
        return None, None

    def _hello(self) -> play_pb2.Hello:
        return play_pb2.Hello(
            client=f"arbitro-sdk/{version('arbitro-sdk')}",
            capabilities=_CAPABILITIES,
            max_concurrent_matches=self._terms.concurrent,
            scope=self._terms.scope,
            known=self.attendance.known(),
        )

    async def _reply(self, call: Call, frame: play_pb2.PlayResponse, read_at: float) -> None:
        parts: list[bytes] = []
        since = read_at
        for part in self.attendance.work(frame, read_at):
            parts.append(part)
            if (now := time.monotonic()) - since > _FLUSH_S:
                await self._write(call, b"".join(parts))
                parts, since = [], now
        if parts:
            await self._write(call, b"".join(parts))

    async def _write(self, call: Call, request: bytes) -> None:
        """Write a frame. That the stream has ended is no news here: the next read says how and why."""
        async with self._writing:  # two writes at once would lose one of them
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await call.write(request)

    async def _say_leave(self, call: Call) -> None:
        await self._leaving.wait()
        leave = play_pb2.PlayRequest(leave=play_pb2.Leave(reason="the bot was stopped"))
        await self._write(call, leave.SerializeToString())

    def _note(self, frame: play_pb2.PlayResponse) -> None:
        if frame.HasField("welcome"):
            again = "again " if self._welcomed else ""
            self._welcomed = True
            waits = "" if self.attendance.playing else "; waiting for a match"
            self._say(f"connected {again}to {self._referee.address} as {frame.welcome.bot}{waits}")
            for warning in frame.welcome.warnings:
                self._say(f"warning: {warning}")
        for notice in frame.notices:
            self._say(f"notice: {notice.text}")
        for error in frame.errors:
            self._say(f"protocol error: {error.text}")

    def _tell_results(self) -> None:
        for one in self.attendance.finished[self._played :]:
            self._played += 1
            self._won += one.won
            self._say(f"{one}; {self._won} of {self._played} won")

    def _lost(self, error: ArbitroError | None) -> None:
        """Go on after a session that ended without a goodbye, or raise what makes that useless."""
        self._referee = self._home
        if self._leaving.is_set():
            return
        first = not self._welcomed and not (self._terms.wait and isinstance(error, NoConnectionError))
        if error and (first or isinstance(error, AuthorisationError)):
            raise error
        if (gone_s := time.monotonic() - self._heard_at) > self._terms.patience_s:
            raise NoConnectionError(
                "A105",
                f"The referee at {self._home.address} has been gone for {gone_s:.0f} s. Ask the organiser.",
            )
        if self._tries == 0:
            self._say(f"lost the connection to {self._home.address}; dialling in again")

    def _is_over(self, goodbye: play_pb2.Goodbye) -> bool:
        """Whether this goodbye is the last; raises for one that ends badly."""
        match goodbye.reason:
            case play_pb2.GOODBYE_REASON_DRAINING:
                self._say(f"the referee stops: {goodbye.text or 'it will be back'}")
                return False
            case play_pb2.GOODBYE_REASON_MOVED:
                self._say(f"going on at {goodbye.address}")
                token = goodbye.ticket or self._home.token
                self._referee = replace(self._home, address=goodbye.address, token=token)
                return False
            case play_pb2.GOODBYE_REASON_SUPERSEDED:
                raise AuthorisationError(
                    "A204", "Another session with this token took over. Run one process for each token."
                )
            case play_pb2.GOODBYE_REASON_REVOKED:
                raise AuthorisationError(
                    "A201", goodbye.text or "The token was revoked. Ask the organiser for a new one."
                )
            case play_pb2.GOODBYE_REASON_KICKED:
                raise RefusedError("A205", f"The referee ended the session: {goodbye.text}", "KICKED")
            case _:
                if goodbye.text:
                    self._say(f"goodbye: {goodbye.text}")
                return True

    async def _rest(self, goodbye: play_pb2.Goodbye | None) -> None:
        """Wait before dialling in again; not at all where the referee names another address."""
        if goodbye and goodbye.reason == play_pb2.GOODBYE_REASON_MOVED:
            return
        self._tries += 1
        wait_us = (goodbye.retry_after_us if goodbye else 0) or self._terms.backoff.wait_us(self._tries)
        try:
            async with asyncio.timeout(wait_us / 1e6):
                await self._leaving.wait()
        except TimeoutError:
            pass
