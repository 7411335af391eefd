"""The bare transport: a grpc.aio server that answers each message of a stream, with nothing behind it.

A process of its own, ``python -m bench.echo BYTES``: it prints where it listens and serves until it is ended.
It asks first, as a referee does: a message of so many bytes goes out, and for each one that comes another.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

import grpc
import uvloop
from grpc import aio

__all__ = ["METHOD"]

METHOD: Final = "/bench.Echo/Play"


async def serve(size: int) -> None:
    """Serve on a free port."""
    question = bytes(size)

    async def play(_: object, context: aio.ServicerContext[bytes, bytes]) -> None:
        answer: Any = b""
        while answer is not aio.EOF:
            await context.write(question)
            answer = await context.read()

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(play)
    service, method = METHOD.strip("/").split("/")
    server = aio.server(options=[("grpc.so_reuseport", 0)])
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(json.dumps({"listen": f"127.0.0.1:{port}"}), flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
