"""``arbitro health``: whether a referee serves, for probes."""

from __future__ import annotations

from typing import Final

import click
import grpc

from arbitro_sdk.channel import dial_blocking, in_words
from arbitro_sdk.cli.options import referee_option
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.referee import Referee

__all__ = ["command"]

_CHECK: Final = "/grpc.health.v1.Health/Check"
_SERVING: Final = b"\x08\x01"
"""HealthCheckResponse{status: SERVING}: the standard service's messages need no package of their own."""
_PATIENCE_S: Final = 5


@click.command()
@referee_option
@json_option
@click.pass_context
def command(ctx: click.Context, referee: Referee, out: Output) -> None:
    """Ask a referee whether it serves: exit 0 if it does, 1 if it is stopping, 3 if nobody answers.

    Example: arbitro health --server 127.0.0.1:50051
    """
    with dial_blocking(referee) as channel:
        check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(_CHECK)
        try:
            serves = check(b"", timeout=_PATIENCE_S) == _SERVING
        except grpc.RpcError as error:
            raise in_words(error, referee) from None
    out.result({"server": referee.address, "serving": serves}, "serving" if serves else "not serving")
    ctx.exit(0 if serves else 1)
