"""The addresses of the pages and what each answers (docs/reference/spectator-page.md)."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import arbitro_web
from arbitro_server.http.access import Refused, check
from arbitro_server.http.answers import bytes_response, page_response, tongue
from arbitro_server.http.downloads import Downloads
from arbitro_server.http.kept import Kept
from arbitro_server.http.live import Hub
from arbitro_server.http.lookup import Lookup
from arbitro_server.http.observing import Observed
from arbitro_server.http.pages.plain import error_page
from arbitro_server.http.ports import Referee
from arbitro_server.http.rendering import Rendering
from arbitro_server.http.security import SafeHeaders
from arbitro_server.http.stream import live_response
from arbitro_server.telemetry.logging import logger

__all__ = ["Site", "SiteSettings"]

_MEDIA: Final = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """How the pages are served.

    Attributes:
        anonymous: what everybody may see needs no token.
        delay_turns: watchers are kept so many turns behind, against collusion.
        watchers: live connections at most.
        symbols: another symbol set in place of ``symbols.svg``; empty: the one that comes along.
    """

    anonymous: bool = True
    delay_turns: int = 0
    watchers: int = 1_000
    symbols: bytes = b""


class Site:
    """All pages of one referee, as an ASGI application (``app``)."""

    def __init__(self, referee: Referee, settings: SiteSettings) -> None:
        self._referee = referee
        self._settings = settings
        self._kept = Kept()
        lookup = Lookup(referee)
        pages, downloads = Rendering(lookup), Downloads(lookup, delayed=settings.delay_turns > 0)
        self.hub: Final = Hub(referee, lookup.newest_run, lookup.fingerprint, settings.delay_turns)
        handlers: dict[str, Handler] = {
            "/": self._page(pages.index),
            "/healthz": self._health,
            "/metrics": self._metrics,
            "/static/{name}": self._static,
            "/viewer": self._page(pages.viewer),
            "/viewer.html": self._saved_viewer,
            "/tv": self._page(pages.projector),
            "/live": self._live,
            "/t/{tournament}.json": downloads.tournament,
            "/t/{tournament}.arb": downloads.tournament_log,
            "/t/{tournament}": self._page(pages.tournament),
            "/t/{tournament}/{tab}": self._page(pages.tournament),
            "/m/{match}.json": downloads.match,
            "/m/{match}.jsonl": downloads.lines,
            "/m/{match}.arb": downloads.log,
            "/m/{match}": self._page(pages.match),
            "/bots/{bot}": self._page(pages.bot),
            "/bots/{bot}/notes.json": downloads.notes,
        }
        self.app: Final = Starlette(
            routes=[Route(path, self._guarded(path, handler)) for path, handler in handlers.items()],
            middleware=[Middleware(Observed, referee), Middleware(SafeHeaders)],
            exception_handlers={HTTPException: self._refusal},
        )
        self.app.router.redirect_slashes = False

    # -- what stands around every answer ---------------------------------------------------------------------

    def _guarded(self, path: str, handler: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
            request.state.route = path
            shown = request.headers.get("authorization", "")
            try:
                request.state.caller = check(self._referee, path, shown, anonymous=self._settings.anonymous)
                return await handler(request)
            except Refused as refused:
                raise HTTPException(refused.status) from None
            except HTTPException:
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, nobody outside reads its text
                return self._failure(request, error)

        return guarded

    def _page(self, render: Callable[[Request], Awaitable[str]]) -> Handler:
        """Answer with a page, which depends on nothing but the address and the language."""

        async def answer(request: Request) -> Response:
            key = request.url.path, request.url.query, tongue(request).language
            return page_response(request, await self._kept.page(key, lambda: render(request)))

        return answer

    async def _refusal(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
        if status == 401:
            headers["www-authenticate"] = 'Basic realm="Arbitro", charset="UTF-8"'
        known = status if status in (400, 401, 403, 404, 409, 410, 429) else 400
        if request.url.path.rpartition(".")[2] in ("json", "jsonl", "arb") or request.url.path == "/live":
            return JSONResponse({"error": tongue(request).say(f"error.{known}")}, status, headers)
        response = page_response(request, error_page(tongue(request), known), status)
        response.headers.update(headers)
        return response

    def _failure(self, request: Request, error: Exception) -> Response:
        incident = secrets.token_hex(6)
        logger().error("page.failed", incident=incident, path=request.url.path, exc_info=error)
        return page_response(request, error_page(tongue(request), 500, incident), 500)

    # -- the machine's own -----------------------------------------------------------------------------------

    async def _health(self, _request: Request) -> Response:
        serving = self._referee.is_serving()
        return JSONResponse({"status": "serving" if serving else "stopping"}, 200 if serving else 503)

    async def _metrics(self, _request: Request) -> Response:
        return Response(self._referee.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in arbitro_web.names():
            raise HTTPException(404)
        content = (name == "symbols.svg" and self._settings.symbols) or arbitro_web.read(name)
        return bytes_response(request, content, _MEDIA[name.rpartition(".")[2]])

    async def _saved_viewer(self, request: Request) -> Response:
        page = arbitro_web.standalone(tongue(request).language, self._settings.symbols)
        response = bytes_response(request, page, "text/html; charset=utf-8")
        response.headers["content-disposition"] = 'attachment; filename="arbitro-viewer.html"'
        return response

    async def _live(self, request: Request) -> Response:
        return live_response(request, self.hub, self._settings.watchers)
