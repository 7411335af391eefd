"""InfoService: what this referee is and allows."""

from __future__ import annotations

from typing import Any

from grpc import aio

from arbitro.codec import rules_message
from arbitro.v1 import info_pb2, info_pb2_grpc
from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.rpc.inbox import CAPABILITIES
from arbitro_server.rpc.limits import Limits
from arbitro_server.runtime.signer import Signer

__all__ = ["InfoService"]


class InfoService(info_pb2_grpc.InfoServiceServicer):
    """The servicer; its one answer is the same for everybody."""

    def __init__(self, limits: Limits, signer: Signer, version: str) -> None:
        self._info = info_pb2.GetServerInfoResponse(
            version=version,
            capabilities=CAPABILITIES,
            limits=limits.message(limits.matches),
            profiles=[rules_message(RuleSet.of(profile)) for profile in PROFILES],
            signer=signer.fingerprint,
            public_key=signer.public_key,
        )

    def announce_pages(self, url: str) -> None:
        """From now on say that the spectator pages are served below this base URL."""
        self._info.pages = url

    async def GetServerInfo(
        self, request: info_pb2.GetServerInfoRequest, context: aio.ServicerContext[Any, Any]
    ) -> info_pb2.GetServerInfoResponse:
        """Return what the server is."""
        return self._info
