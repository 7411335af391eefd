"""The standard health service, with the method that the library's own leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grpc import aio
from grpc_health.v1 import health, health_pb2

__all__ = ["Health"]

Context = aio.ServicerContext[Any, Any]


class Health(health.aio.HealthServicer):  # type: ignore[misc] # the library has no types
    """Serves for services of these names, and for the server as a whole."""

    def __init__(self, services: Sequence[str]) -> None:
        super().__init__()
        self._names = ("", *services)

    async def serve(self) -> None:
        """Say that everything serves."""
        for name in self._names:
            await self.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def List(
        self, request: health_pb2.HealthListRequest, context: Context
    ) -> health_pb2.HealthListResponse:
        """Return how each service is."""
        asked = {name: health_pb2.HealthCheckRequest(service=name) for name in self._names}
        return health_pb2.HealthListResponse(
            statuses={name: await self.Check(one, context) for name, one in asked.items()}
        )
