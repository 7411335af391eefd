"""The outermost interceptor: who calls, what is counted, and that no exception's text ever leaves.

Every RPC passes here: its token is checked against the table of :mod:`.access`, a refusal becomes a status
with a reason, and anything unexpected becomes INTERNAL with an incident id that finds it in the log. One line
is logged per RPC.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final

import grpc
import structlog
from grpc import aio

from arbitro_server.rpc.access import CALLER, Access
from arbitro_server.rpc.errors import failure, refusal_of, status_of
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.telemetry.logging import logger
from arbitro_server.telemetry.metrics import Metrics

__all__ = ["Guard"]

Context = aio.ServicerContext[Any, Any]

_KINDS: Final = {
    (False, False): "unary",
    (True, False): "client_stream",
    (False, True): "server_stream",
    (True, True): "bidi_stream",
}
_TRACE: Final = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")


class Guard(aio.ServerInterceptor):
    """Guards every method of a server."""

    def __init__(self, access: Access, metrics: Metrics) -> None:
        self._access = access
        self._metrics = metrics

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[grpc.RpcMethodHandler[Any, Any] | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Any, Any] | None:
        """Return the method's handler with the guard around it."""
        handler = await continuation(handler_call_details)
        if handler is None:
            return handler
        method = handler_call_details.method
        metadata = dict(handler_call_details.invocation_metadata or ())
        kind = _KINDS[bool(handler.request_streaming), bool(handler.response_streaming)]
        if kind == "unary":
            wrapped = self._answers(handler.unary_unary, method, kind, metadata)
            return grpc.unary_unary_rpc_method_handler(
                wrapped, handler.request_deserializer, handler.response_serializer
            )
        inner = handler.unary_stream if kind == "server_stream" else handler.stream_stream
        make = (
            grpc.unary_stream_rpc_method_handler
            if kind == "server_stream"
            else grpc.stream_stream_rpc_method_handler
        )
        if inner is None:
            return handler
        return make(
            self._streams(inner, method, kind, metadata),
            handler.request_deserializer,
            handler.response_serializer,
        )

    def _answers(self, inner: Any, method: str, kind: str, metadata: dict[str, str | bytes]) -> Any:  # noqa: ANN401 - as gRPC
        async def call(request: object, context: Context) -> object:
            async with self._watch(method, kind, metadata, context):
                return await inner(request, context)

        return call

    def _streams(self, inner: Any, method: str, kind: str, metadata: dict[str, str | bytes]) -> Any:  # noqa: ANN401 - as gRPC
        async def call(requests: object, context: Context) -> None:
            async with self._watch(method, kind, metadata, context):
                answer = inner(requests, context)
                if isinstance(answer, AsyncGenerator):
                    async with aclosing(answer) as messages:
                        async for message in messages:
                            await context.write(message)
                else:
                    await answer

        return call

    def _watch(self, method: str, kind: str, metadata: dict[str, str | bytes], context: Context) -> _Watch:
        return _Watch(self._access, self._metrics, method, kind, metadata, context)


class _Watch:
    """Around one call: the check before it, the count and the line after it, the status when it fails."""

    def __init__(
        self,
        access: Access,
        metrics: Metrics,
        method: str,
        kind: str,
        metadata: dict[str, str | bytes],
        context: Context,
    ) -> None:
        self._access = access
        self._metrics = metrics
        self._method = method
        self._labels = (kind, *method.strip("/").split("/", 1))
        self._metadata = metadata
        self._context = context
        self._begun = 0.0

    async def __aenter__(self) -> None:
        self._begun = time.perf_counter()
        self._metrics.rpc_started.labels(*self._labels).inc()
        trace = _TRACE.fullmatch(str(self._metadata.get("traceparent", "")))
        structlog.contextvars.clear_contextvars()
        if trace:
            structlog.contextvars.bind_contextvars(trace_id=trace[1], span_id=trace[2])
        try:
            CALLER.set(self._access.check(self._method, self._metadata))
        except RefusedError as refused:
            await self._end(status_of(refused))

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            self._count("OK")
        elif isinstance(error, Exception) and not isinstance(error, aio.AbortError):
            refused = refusal_of(error)
            if refused is None:
                refused = failure(self._method, error)
            await self._end(status_of(refused))
        elif isinstance(error, aio.AbortError):
            code = self._context.code()
            self._count(_name(code))
        else:
            self._count("CANCELLED")

    async def _end(self, status: grpc.Status) -> None:
        self._count(status.code.name)
        await self._context.abort_with_status(status)

    def _count(self, code: str) -> None:
        took = time.perf_counter() - self._begun
        self._metrics.rpc_handled.labels(*self._labels, code).inc()
        self._metrics.rpc_seconds.labels(*self._labels).observe(took)
        log = logger().debug if code == "OK" else logger().info
        log("rpc.handled", grpc_method=self._method, grpc_code=code, duration_ms=round(took * 1e3, 3))


def _name(code: Any) -> str:  # noqa: ANN401 - gRPC gives None, a number or a code
    return code.name if isinstance(code, grpc.StatusCode) else "UNKNOWN"
