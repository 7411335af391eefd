"""The composition root: what a referee is made of, how it starts, and how it stops."""

from __future__ import annotations

import asyncio
import signal
import ssl
from importlib.metadata import version
from typing import Final

from arbitro_server.http.referee import DirectorsReferee
from arbitro_server.http.server import HttpServer
from arbitro_server.http.site import Site, SiteSettings
from arbitro_server.rpc.codec import ProtobufWire
from arbitro_server.rpc.limits import Limits
from arbitro_server.rpc.server import PortError, RpcServer, Tls
from arbitro_server.runtime.clock import Clock, LoopClock
from arbitro_server.runtime.deadlines import Deadlines
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.feed import Feed
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.lag import Probe
from arbitro_server.runtime.replays import Replays
from arbitro_server.runtime.retention import Retention, keep_sweeping
from arbitro_server.runtime.signer import Signer
from arbitro_server.runtime.tokens import Tokens
from arbitro_server.runtime.turn import LoopTurn
from arbitro_server.settings import Settings
from arbitro_server.store.folder import Folder
from arbitro_server.store.interface import StoreError
from arbitro_server.store.notes import Notes
from arbitro_server.store.sqlite import SqliteStore
from arbitro_server.telemetry.logging import logger
from arbitro_server.telemetry.metrics import Metrics

__all__ = ["VERSION", "App"]

VERSION: Final = version("arbitro-server")


class App:
    """A referee. Make it within a running event loop; ``start``, then ``stop``, or ``run`` for both.

    Attributes:
        organiser_token: once it listens for the very first time, else None.
        failure: why the referee had to stop by itself, or None.

    Raises:
        StoreError: if the data directory or the store cannot be used.
    """

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings: Final = settings
        self.organiser_token: str | None = None
        self.failure: StoreError | None = None
        self._stopping = asyncio.Event()
        self._folder = Folder(settings.data, settings.durability)
        try:
            self._compose(clock or LoopClock())
        except BaseException:
            self._folder.close()
            raise

    def _compose(self, clock: Clock) -> None:
        settings = self.settings
        self._is_key_lost = self._folder.is_key_lost
        self._store = SqliteStore(self._folder.store, settings.durability)
        loop = asyncio.get_running_loop()
        metrics = Metrics(VERSION)
        notes = Notes(self._folder.path / "notes")
        self.floor = Floor(
            clock=clock,
            probe=Probe(clock, metrics.loop_lag.observe),
            deadlines=Deadlines(clock),
            soon=loop.call_soon,
            turn=LoopTurn(self._store, loop.call_soon, metrics.committed, self._store_failed),
            store=self._store,
            wire=ProtobufWire(),
            signer=Signer(self._folder.key()),
            metrics=metrics,
            feed=Feed(),
            replays=Replays(loop.call_soon),
            write_log=self._folder.write_log,
            note=notes.add,
            restart_grace_us=settings.restart_grace,
            version=VERSION,
        )
        tokens = Tokens(self._store, clock)
        self.director = Director(self.floor, tokens, settings.practice_matches)
        self.rpc = RpcServer(
            self.director,
            limits=Limits(
                matches=settings.matches_per_session,
                sessions_per_bot=settings.sessions_per_bot,
                refusals_per_second=settings.refusals_per_second,
                watchers=settings.spectators,
                delay_turns=settings.delay_turns,
            ),
            anonymous_watching=settings.anonymous_watching,
            reflect=settings.reflection,
            silence_us=settings.silence,
        )
        self.http = HttpServer(self._site(notes)) if settings.http else None

    async def start(self) -> None:
        """Listen. Raises ``PortError`` or ``PortTakenError`` if that cannot be."""
        self.director.restore()
        await self.rpc.start(self.settings.listen, self._tls())
        if self.http and self.settings.http:
            certificate, key = self.settings.tls_certificate, self.settings.tls_key
            await self.http.start(self.settings.http, (certificate, key) if certificate and key else None)
            self.rpc.info.announce_pages(self.http.url)
        self.floor.probe.start()
        if days := self.settings.keep_logs_days:
            retention = Retention(self._store, self.floor.wire, days, self._folder.remove_log)
            keep_sweeping(retention, self.floor, self._store_failed)
        tokens = self.director.tokens
        if not tokens.has("organiser"):  # not before it listens: a start that fails shows no token
            self.organiser_token, _ = tokens.issue("organiser")
        if unencrypted := self.settings.unencrypted:
            logger().warning("referee.unencrypted", **unencrypted)
        if self._is_key_lost:
            logger().warning("referee.key_lost", missing="referee.key", signer=self.floor.signer.fingerprint)
        logger().info(
            "referee.started", listen=self.rpc.address, version=VERSION, signer=self.floor.signer.fingerprint
        )

    async def stop(self) -> None:
        """Stop in good order: bots are told, everything is stored."""
        self.director.stop()
        await self.rpc.health.enter_graceful_shutdown()
        if self.http:
            await self.http.stop()
        await self.director.lobby.drain(self.settings.drain)
        await self.rpc.stop(1.0)
        self.floor.probe.stop()
        self.floor.deadlines.close()
        self.floor.turn.flush()
        try:
            self._store.close()
        except StoreError as error:
            self._store_failed(error)
        self._folder.close()
        logger().info("referee.stopped")

    def ask_to_stop(self) -> None:
        """Let ``run`` come to its end."""
        self._stopping.set()

    def heed_signals(self) -> None:
        """Let SIGTERM and SIGINT ask to stop: to be called before anybody is told that it serves."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.ask_to_stop)

    async def run(self) -> None:
        """Serve until it is asked to stop, or the store fails; then stop in good order."""
        await self._stopping.wait()
        await self.stop()

    def _site(self, notes: Notes) -> Site:
        settings = self.settings
        referee = DirectorsReferee(self.director, notes, lambda: not self._stopping.is_set())
        return Site(
            referee,
            SiteSettings(
                anonymous=settings.anonymous_watching,
                delay_turns=settings.delay_turns,
                watchers=settings.spectators,
                symbols=settings.symbols.read_bytes() if settings.symbols else b"",
            ),
        )

    def _tls(self) -> Tls | None:
        settings = self.settings
        if settings.tls_certificate is None or settings.tls_key is None:
            return None
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
                settings.tls_certificate,
                settings.tls_key,
                password="",  # an empty one, so that nobody is asked
            )
        except ssl.SSLError as error:
            mismatch = error.reason == "KEY_VALUES_MISMATCH"
            why = "they do not go together" if mismatch else "one is damaged, or the key has a password"
            raise PortError(
                f"the certificate {settings.tls_certificate} and the key {settings.tls_key} cannot be used: "
                f"{why}"
            ) from error
        client_ca = settings.tls_client_ca.read_bytes() if settings.tls_client_ca else None
        return Tls(settings.tls_certificate.read_bytes(), settings.tls_key.read_bytes(), client_ca)

    def _store_failed(self, error: StoreError) -> None:
        logger().error("store.failed", error=str(error))
        self.failure = error
        self.ask_to_stop()
