"""The gRPC server: its services, its options, its port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import grpc
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arbitro.v1 import (
    bot_pb2,
    bot_pb2_grpc,
    info_pb2,
    info_pb2_grpc,
    match_pb2,
    match_pb2_grpc,
    play_pb2,
    tournament_pb2,
    tournament_pb2_grpc,
)
from arbitro_server.rpc.access import Access
from arbitro_server.rpc.bots import BotService
from arbitro_server.rpc.guard import Guard
from arbitro_server.rpc.health import Health
from arbitro_server.rpc.info import InfoService
from arbitro_server.rpc.limits import Limits
from arbitro_server.rpc.matches import MatchService
from arbitro_server.rpc.play import PlayService
from arbitro_server.rpc.tournaments import TournamentService
from arbitro_server.runtime.director import Director

__all__ = ["PortError", "RpcServer", "Tls"]

_OPTIONS: Final[Sequence[tuple[str, int]]] = (
    ("grpc.so_reuseport", 0),  # a second referee on the port must fail, not share its bots
    ("grpc.max_receive_message_length", 2_097_152),  # well above our own bounds, which say what is wrong
    ("grpc.http2.bdp_probe", 0),  # else one busy stream lets megabytes in on each that nobody reads yet
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),  # bots may ping every 10 s while they wait
    ("grpc.http2.max_pings_without_data", 0),
)
_SPARE: Final = 1_000
"""Calls beyond the bound that are still told so, before gRPC itself cuts off without a reason."""
_SHORTEST_MS: Final = 1_500
_FILES: Final = tuple(
    module.DESCRIPTOR for module in (bot_pb2, info_pb2, match_pb2, play_pb2, tournament_pb2)
)


class PortError(Exception):
    """The port cannot be listened on, or not with this certificate."""


@dataclass(frozen=True, slots=True)
class Tls:
    """Certificate chain and key in PEM; ``client_ca`` also wants certificates of clients."""

    certificate: bytes
    key: bytes
    client_ca: bytes | None = None


class RpcServer:
    """Serves a director over gRPC.

    Attributes:
        address: where it listens, once it was started.
    """

    def __init__(
        self,
        director: Director,
        *,
        limits: Limits,
        anonymous_watching: bool = False,
        reflect: bool = True,
        silence_us: int = 30_000_000,
    ) -> None:
        floor = director.floor
        silence_ms = max(_SHORTEST_MS, silence_us // 1_000)  # a ping in good time, and a third to answer it
        access = Access(director.tokens, anonymous_watching=anonymous_watching)
        self.guard: Final = Guard(access, floor, limits)
        self._server = aio.server(
            maximum_concurrent_rpcs=limits.calls + _SPARE,
            interceptors=[self.guard],
            options=[
                *_OPTIONS,
                ("grpc.keepalive_time_ms", silence_ms * 2 // 3),
                ("grpc.keepalive_timeout_ms", silence_ms // 3),
                # else a minute, whatever the line above says
                ("grpc.http2.ping_timeout_ms", silence_ms // 3),
            ],
        )
        self.play: Final = PlayService(director, limits, silence_us)
        self.info: Final = InfoService(limits, floor.signer, floor.version)
        services = [
            file.services_by_name[name].full_name for file in _FILES for name in file.services_by_name
        ]
        self.health: Final = Health(services)
        self.play.add_to(self._server)
        tournament_pb2_grpc.add_TournamentServiceServicer_to_server(TournamentService(director), self._server)
        bot_pb2_grpc.add_BotServiceServicer_to_server(BotService(director), self._server)
        match_pb2_grpc.add_MatchServiceServicer_to_server(MatchService(director, limits), self._server)
        info_pb2_grpc.add_InfoServiceServicer_to_server(self.info, self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, self._server)
        if reflect:
            names = [
                *services,
                health_pb2.DESCRIPTOR.services_by_name["Health"].full_name,
                reflection.SERVICE_NAME,
            ]
            reflection.enable_server_reflection(names, self._server)
        self.address = ""

    async def start(self, listen: str, tls: Tls | None = None) -> None:
        """Listen on ``HOST:PORT``; port 0 is a free one.

        Raises:
            PortError: if that cannot be listened on.
        """
        host = listen.rpartition(":")[0]
        try:
            if tls is None:
                port = self._server.add_insecure_port(listen)
            else:
                pairs = [(tls.key, tls.certificate)]
                credentials = grpc.ssl_server_credentials(pairs, tls.client_ca, tls.client_ca is not None)
                port = self._server.add_secure_port(listen, credentials)
        except RuntimeError as error:
            raise PortError(
                f"{listen} cannot be listened on: another program has the port, or the address is "
                "not this machine's. Stop that program, or choose another --listen HOST:PORT (port 0: any)."
            ) from error
        self.address = f"{host}:{port}"
        await self._server.start()
        await self.health.serve()

    async def stop(self, grace_s: float) -> None:
        """Take no new call, and end those there are after the grace."""
        await self._server.stop(grace_s)
