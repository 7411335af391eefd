"""How a referee is reached, and what gRPC's failures mean in words."""

from __future__ import annotations

import os
from typing import Final, Protocol

import grpc
import grpc.aio
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from arbitro_sdk.credentials import credentials
from arbitro_sdk.errors import ArbitroError, AuthorisationError, NoConnectionError, RefusedError
from arbitro_sdk.referee import Referee

__all__ = ["PLAY", "dial", "dial_blocking", "in_words", "reason_of"]

PLAY: Final = "/arbitro.v1.PlayService/Play"
"""The method of a bot's session, which is called without a stub: its frames are sent as bytes."""

_OPTIONS: Final = [
    # a silent network is noticed within 15 s; referees allow a ping every 10 s
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    # a resumed session may be told whole matches at once
    ("grpc.max_receive_message_length", -1),
    # how long to wait before the next try is for `backoff` to say, not for a connection that others share
    ("grpc.use_local_subchannel_pool", 1),
]
_LOOPBACK: Final = ("127.", "localhost", "[::1]")


def dial(referee: Referee) -> grpc.aio.Channel:
    """Open a channel for asyncio. Raises as `credentials`."""
    encrypted = credentials(referee)
    if encrypted is None:
        return grpc.aio.insecure_channel(referee.address, options=_options(referee))
    return grpc.aio.secure_channel(referee.address, encrypted, options=_options(referee))


def dial_blocking(referee: Referee) -> grpc.Channel:
    """Open a channel for blocking calls. Raises as :func:`dial`."""
    encrypted = credentials(referee)
    if encrypted is None:
        return grpc.insecure_channel(referee.address, options=_options(referee))
    return grpc.secure_channel(referee.address, encrypted, options=_options(referee))


def _options(referee: Referee) -> list[tuple[str, int]]:
    near = referee.address.startswith(_LOOPBACK)
    return [*_OPTIONS, ("grpc.enable_http_proxy", 0)] if near and "http_proxy" in os.environ else _OPTIONS


class _Failed(Protocol):
    """What gRPC's blocking and asyncio errors have in common."""

    def code(self) -> grpc.StatusCode: ...
    def details(self) -> str | None: ...


def in_words(error: grpc.RpcError | grpc.aio.AioRpcError, referee: Referee) -> ArbitroError:
    """Say what a failed call means: code, what happened, what to do."""
    failed: _Failed = error
    code, details = failed.code(), failed.details() or ""
    if code is grpc.StatusCode.UNAVAILABLE:
        return _unreachable(details, referee)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return NoConnectionError(
            "A107", f"The referee at {referee.address} gave no answer in time. Try again."
        )
    if code is grpc.StatusCode.UNAUTHENTICATED:
        if not referee.token:
            return AuthorisationError(
                "A203", "This needs a token. Name its file with --token-file F, or set ARBITRO_TOKEN."
            )
        return AuthorisationError(
            "A201",
            "Token not accepted. Check which file --token-file names, or ask the organiser for a new one.",
        )
    if code is grpc.StatusCode.PERMISSION_DENIED:
        return AuthorisationError("A202", f"The token does not allow this: {_sentence(details)}")
    if code is grpc.StatusCode.UNIMPLEMENTED:
        return RefusedError(
            "A308", f"The referee at {referee.address} cannot do this: its version is another.", ""
        )
    reason = reason_of(error)
    return RefusedError(_CODES.get(reason, "A300"), f"{reason or code.name}: {_sentence(details)}", reason)


_CODES: Final = {
    "BAD_FIELD": "A301",
    "NOT_FOUND": "A302",
    "ALREADY_EXISTS": "A303",
    "WRONG_STATE": "A304",
    "RATE_LIMITED": "A305",
    "TOO_MANY_SESSIONS": "A305",
    "LOG_SEALED": "A306",
    "LOG_REMOVED": "A302",
    "RULES_UNKNOWN": "A307",
    "RULES_CONTRADICTORY": "A307",
    "VARIANT_UNSUPPORTED": "A307",
    "INTERNAL": "A399",
}


def _unreachable(details: str, referee: Referee) -> NoConnectionError:
    """Tell apart what gRPC calls UNAVAILABLE; the texts are gRPC's, seen in practice."""
    text = details.lower()
    if "tls handshake failed" in text or "ssl" in text or "certificate" in text:
        return NoConnectionError(
            "A104",
            f"No encrypted connection to {referee.address}: either the port speaks no TLS (leave out --ca "
            "and --tls), or no authority you trust has signed its certificate (name one with --ca FILE).",
        )
    if "resol" in text or "name or service" in text or "dns" in text:
        host = referee.address.rpartition(":")[0] or referee.address
        return NoConnectionError(
            "A102", f'The name "{host}" is not known on this network. Check the address.'
        )
    if "failed to connect" in text and "socket closed" in text and referee.encrypted:
        return NoConnectionError(
            "A108",
            f"{referee.address} closed the encrypted connection at once: it does not accept the certificate "
            f"{referee.certificate}. Ask the organiser whose it accepts."
            if referee.certificate
            else f"{referee.address} closed the encrypted connection at once: it asks its clients for a "
            "certificate. Name yours with --cert FILE.",
        )
    if "socket closed" in text or "connection reset" in text:
        return NoConnectionError(
            "A103",
            f"{referee.address} closed the connection: the referee has stopped, or the port speaks TLS "
            "(add --ca FILE or --tls) or is no referee's.",
        )
    if "draining" in text or "stopping" in text or "cancelling all calls" in text:
        return NoConnectionError("A106", f"The referee at {referee.address} is stopping. Come back later.")
    return NoConnectionError(
        "A101",
        f'No referee answers at {referee.address}. Start one with "arbitro serve", '
        "or pass --server HOST:PORT.",
    )


def reason_of(error: grpc.RpcError | grpc.aio.AioRpcError) -> str:
    """Return the reason of the ErrorInfo that comes with an error, empty if there is none."""
    status = rpc_status.from_call(error)
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return str(info.reason)
    return ""


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
