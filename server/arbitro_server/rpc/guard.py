"""The outermost interceptor: who calls, what is counted, and that no exception's text ever leaves.

Every RPC passes here: it must be within the bounds, its token is checked against the table of :mod:`.access`,
a request that cannot be read or is refused becomes a status with a reason, and anything unexpected becomes
INTERNAL with an incident id that finds it in the log. One line is logged per RPC.

To gRPC every method takes a stream of requests: it would read the one request of any other before anybody
is asked who he is, and keep what came of it for as long as its sender likes. So a call is let in first, and
its request is then read here, with patience, and few at a time: those of strangers apart from those of
callers who are known, so that the former cannot hold up the latter.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final, TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError
from grpc import aio

from arbitro_server.rpc.access import CALLER, Access, caller_name
from arbitro_server.rpc.errors import failure, refusal_of, status_of
from arbitro_server.rpc.limits import Limits
from arbitro_server.rpc.reading import next_message
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.telemetry.logging import logger

__all__ = ["Guard"]

Context = aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"

_KINDS: Final = {
    (False, False): "unary",
    (True, False): "client_stream",
    (False, True): "server_stream",
    (True, True): "bidi_stream",
}
_PROBES: Final = ("/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch")
"""Asked for every few seconds; that all is well need not be told each time."""
_TRACE: Final = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")


class Guard(aio.ServerInterceptor):
    """Guards every method of a server.

    Attributes:
        running: calls that are being handled.
        desks: where requests of strangers (False) and of known callers (True) are read, so many at a time.
    """

    def __init__(self, access: Access, floor: Floor, limits: Limits) -> None:
        self.access: Final = access
        self.floor: Final = floor
        self.limits: Final = limits
        self.running = 0
        self.desks: Final = {known: asyncio.Semaphore(limits.reading) for known in (False, True)}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Return the method's handler with the guard around it."""
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        kind = _KINDS[bool(handler.request_streaming), bool(handler.response_streaming)]
        call = _Call(self, handler_call_details, kind)
        if kind == "bidi_stream":  # its requests are read, and refused, by the servicer
            stream = call.streaming(handler.stream_stream, None)
            return grpc.stream_stream_rpc_method_handler(
                stream, handler.request_deserializer, handler.response_serializer
            )
        if kind == "server_stream":
            stream = call.streaming(handler.unary_stream, handler.request_deserializer)
            return grpc.stream_stream_rpc_method_handler(stream, None, handler.response_serializer)
        answer = call.answering(handler.unary_unary, handler.request_deserializer)
        return grpc.stream_unary_rpc_method_handler(answer, None, handler.response_serializer)


class _Call:
    """Around one call: the check before it, the count and the line after it, the status when it fails."""

    def __init__(self, guard: Guard, details: grpc.HandlerCallDetails, kind: str) -> None:
        self._guard = guard
        self._metrics = guard.floor.metrics
        self._method = details.method
        self._labels = (kind, *self._method.strip("/").split("/", 1))
        self._metadata = dict(details.invocation_metadata or ())
        self._begun = 0.0

    def answering(self, inner: Any, parse: Any) -> Any:  # noqa: ANN401 - as gRPC has it
        """Return a handler that answers once."""

        async def call(_: object, context: Context) -> object:
            try:
                self._enter()
                answer = await inner(await self._request(parse, context), context)
            except BaseException as error:
                await self._leave(error, context)
                raise
            finally:
                self._guard.running -= 1
            self._metrics.sent.labels(*self._labels).inc()
            self._count("OK")
            return answer

        return call

    def streaming(self, inner: Any, parse: Any) -> Any:  # noqa: ANN401 - as gRPC has it
        """Return a handler that answers with a stream, as a generator or by writing itself."""

        async def call(requests: object, context: Context) -> None:
            try:
                self._enter()
                answer = inner(await self._request(parse, context) if parse else requests, context)
                if isinstance(answer, AsyncGenerator):
                    sent = self._metrics.sent.labels(*self._labels)
                    async with aclosing(answer) as messages:
                        async for message in messages:
                            sent.inc()
                            await context.write(message)
                else:
                    await answer  # a bot's session: it writes, and counts its frames, itself
            except aio.InternalError:
                self._count("CANCELLED")  # the peer vanished as it was written to: nobody is there to be told
                return
            except BaseException as error:
                await self._leave(error, context)
                raise
            finally:
                self._guard.running -= 1
            self._count("OK")

        return call

    def _enter(self) -> None:
        self._begun = time.perf_counter()
        self._guard.running += 1
        self._metrics.rpc_started.labels(*self._labels).inc()
        trace = _TRACE.fullmatch(str(self._metadata.get("traceparent", "")))
        structlog.contextvars.clear_contextvars()
        if trace:
            structlog.contextvars.bind_contextvars(trace_id=trace[1], span_id=trace[2])
        if self._guard.running > (most := self._guard.limits.calls):
            text = f"{most} calls are being handled, which is the limit: come back in a moment."
            raise RefusedError("RATE_LIMITED", text, (), 1_000_000)
        CALLER.set(self._guard.access.check(self._method, self._metadata))
        structlog.contextvars.bind_contextvars(who=caller_name())

    async def _request(self, parse: Callable[[bytes], object], context: Context) -> object:
        """Return the one request of a call that was let in."""
        request = await self._read(context)
        self._metrics.received.labels(*self._labels).inc()
        most = self._guard.limits.request_bytes
        if len(request) > most:
            raise RefusedError("TOO_LARGE", f"A request of {len(request)} bytes came: {most} is the limit.")
        try:
            return parse(request)
        except DecodeError:
            raise RefusedError(
                "MALFORMED", "The request cannot be read: send a message of arbitro.v1 as protobuf."
            ) from None

    async def _read(self, context: Context) -> bytes:
        """Read a request, which must be whole in good time. No read is cancelled: it ends with the call."""
        floor, most_us = self._guard.floor, self._guard.limits.request_us
        reading = asyncio.ensure_future(self._read_in_turn(context))
        patience: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        floor.deadlines.arm(patience, floor.clock.now_us() + most_us, patience.cancel)
        try:
            await asyncio.wait((reading, patience), return_when=asyncio.FIRST_COMPLETED)
        finally:
            floor.deadlines.disarm(patience)
        if not reading.done():
            text = f"The request did not come whole within {most_us / 1e6:g} s: send it at once."
            raise RefusedError("RATE_LIMITED", text, (), 1_000_000)
        request = reading.result()
        if request is None:
            raise RefusedError("MALFORMED", "No request came: send one message of arbitro.v1.")
        return request

    async def _read_in_turn(self, context: Context) -> bytes | None:
        async with self._guard.desks[CALLER.get() is not None]:
            return await next_message(context)

    async def _leave(self, error: BaseException, context: Context) -> None:
        """Count a call that failed, and end it with a status if it has none yet."""
        if isinstance(error, aio.AbortError):
            self._count(_name(context.code()))
        elif isinstance(error, Exception):
            refused = refusal_of(error) or failure(self._method, error)
            status = status_of(refused)
            self._count(status.code.name)
            await context.abort_with_status(status)
        else:
            self._count("CANCELLED")

    def _count(self, code: str) -> None:
        took = time.perf_counter() - self._begun
        self._metrics.rpc_handled.labels(*self._labels, code).inc()
        self._metrics.rpc_seconds.labels(*self._labels).observe(took)
        log = logger().debug if code == "OK" and self._method in _PROBES else logger().info
        log("rpc.handled", grpc_method=self._method, grpc_code=code, duration_ms=round(took * 1e3, 3))


def _name(code: Any) -> str:  # noqa: ANN401 - gRPC gives None, a number or a code
    return code.name if isinstance(code, grpc.StatusCode) else "UNKNOWN"
