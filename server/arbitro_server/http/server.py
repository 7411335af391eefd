"""The web server in the referee's own event loop: it stops when it is told, never by a signal."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import uvicorn

from arbitro_server.http.site import Site

__all__ = ["HttpServer", "PortTakenError"]

_GRACE_S: Final = 2
_BACKLOG: Final = 256


class PortTakenError(Exception):
    """The address cannot be listened on; the text says why and what to do."""


class _Quiet(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say when requests are answered."""
        await super().startup(sockets)
        self.listening.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the referee."""
        yield


class HttpServer:
    """Serves a site. ``start``, then ``stop``.

    Attributes:
        address: HOST:PORT it listens on, once it has started; ``url``: with ``http`` or ``https``.
    """

    def __init__(self, site: Site) -> None:
        self.address = self.url = ""
        self._site = site
        self._server: _Quiet | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self, address: str, tls: tuple[Path, Path] | None = None) -> None:
        """Listen on HOST:PORT; port 0 is a free one. ``tls``: the files of certificate chain and key.

        Raises:
            PortTakenError: if that cannot be.
        """
        listening = _listen(address)
        host, port = listening.getsockname()[:2]
        self.address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.url = f"{'https' if tls else 'http'}://{self.address}/"
        config = uvicorn.Config(
            self._site.app,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            ssl_certfile=tls[0] if tls else None,
            ssl_keyfile=tls[1] if tls else None,
            ws="none",
            loop="none",
            timeout_keep_alive=30,
            timeout_graceful_shutdown=_GRACE_S,
            h11_max_incomplete_event_size=16_384,
        )
        self._server = _Quiet(config)
        self._task = asyncio.create_task(self._server.serve([listening]))
        await self._server.listening.wait()

    async def stop(self) -> None:
        """Say goodbye to watchers and close the port."""
        self._site.hub.close()
        if self._server is not None and self._task is not None:
            self._server.should_exit = True
            await self._task


def _listen(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    # Without SO_REUSEPORT a second referee on the port is refused; with this alone a restart is not.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, int(port)))
    except OSError as error:
        listening.close()
        raise PortTakenError(
            f"{address} cannot be listened on: {error.strerror}. Is another referee running? "
            "Choose another --http H:P."
        ) from error
    listening.listen(_BACKLOG)
    listening.setblocking(False)  # noqa: FBT003 - the socket's own way
    return listening
