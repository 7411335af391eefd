"""Every request in one line of the log and in the metrics, once its answer is out."""

from __future__ import annotations

import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arbitro_server.http.ports import Referee
from arbitro_server.telemetry.logging import logger

__all__ = ["Observed"]

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_ASKED_BY_MACHINES: Final = frozenset({"/healthz", "/metrics", "/static/{name}"})
"""Too many and too dull for more than the level ``debug``."""


class Observed:
    """Middleware that tells of requests. Addresses are logged without their query: that may hold anything."""

    def __init__(self, app: ASGIApp, referee: Referee) -> None:
        self._app = app
        self._referee = referee

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, size = time.monotonic(), 500, 0

        async def sending(message: Message) -> None:
            nonlocal status, size
            status = message.get("status", status)
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            took_s = time.monotonic() - begun
            route = scope.get("state", {}).get("route", "")
            method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
            self._referee.answered(method, route, status, took_s)
            (logger().debug if route in _ASKED_BY_MACHINES else logger().info)(
                "request.answered",
                method=method,
                route=route,
                path=scope.get("raw_path", b"").decode("latin-1"),
                status=status,
                size=size,
                took_ms=round(1000 * took_s, 1),
            )
