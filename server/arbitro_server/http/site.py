"""The addresses of the pages and what each answers (docs/reference/spectator-page.md)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import arbitro_web
from arbitro_engine.log.file import file_bytes
from arbitro_server.http.access import Refused, check
from arbitro_server.http.answers import (
    bytes_response,
    json_response,
    lines_response,
    number,
    page_response,
    tongue,
)
from arbitro_server.http.kept import Kept
from arbitro_server.http.live import Hub
from arbitro_server.http.matches import Finished, Found, find, is_open, json_lines, neighbours, read_finished
from arbitro_server.http.pages.bot import Entry, bot_page
from arbitro_server.http.pages.index import index_page
from arbitro_server.http.pages.match import match_facts, match_page
from arbitro_server.http.pages.plain import error_page, viewer_page
from arbitro_server.http.pages.projector import projector_page
from arbitro_server.http.pages.standings import standings_content
from arbitro_server.http.pages.tournament import (
    TABS,
    matches_page,
    overview_page,
    schedule_page,
    tournament_page,
)
from arbitro_server.http.ports import Referee, TournamentState
from arbitro_server.http.ranking import Ranking, Rankings
from arbitro_server.http.security import SafeHeaders
from arbitro_server.http.stream import live_response
from arbitro_server.http.summary import standings_summary
from arbitro_server.telemetry.logging import logger

__all__ = ["Site", "SiteSettings"]

_MEDIA: Final = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}
_FINISHED_KEPT: Final = 32

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
        self._rankings = Rankings()
        self._kept = Kept()
        self._finished: dict[tuple[str, int, int], Finished | None] = {}
        self.hub: Final = Hub(referee, self._newest_run, self._fingerprint, settings.delay_turns)
        handlers: dict[str, Handler] = {
            "/": self._page(self._index),
            "/healthz": self._health,
            "/metrics": self._metrics,
            "/static/{name}": self._static,
            "/viewer": self._page(self._viewer),
            "/viewer.html": self._saved_viewer,
            "/tv": self._page(self._projector),
            "/live": self._live,
            "/t/{tournament}.json": self._tournament_json,
            "/t/{tournament}": self._page(self._tournament),
            "/t/{tournament}/{tab}": self._page(self._tournament),
            "/m/{match}.json": self._match_json,
            "/m/{match}.jsonl": self._match_lines,
            "/m/{match}.arb": self._match_log,
            "/m/{match}": self._page(self._match),
            "/bots/{bot}": self._page(self._bot),
            "/bots/{bot}/notes.json": self._notes,
        }
        self.app: Final = Starlette(
            routes=[Route(path, self._guarded(path, handler)) for path, handler in handlers.items()],
            middleware=[Middleware(SafeHeaders)],
            exception_handlers={HTTPException: self._refusal},
        )
        self.app.router.redirect_slashes = False

    # -- what stands around every answer ---------------------------------------------------------------------

    def _guarded(self, path: str, handler: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
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
        known = status if status in (400, 401, 403, 404, 409, 429) else 400
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

    async def _viewer(self, request: Request) -> str:
        return viewer_page(tongue(request))

    async def _saved_viewer(self, request: Request) -> Response:
        page = arbitro_web.standalone(tongue(request).language, self._settings.symbols)
        response = bytes_response(request, page, "text/html; charset=utf-8")
        response.headers["content-disposition"] = 'attachment; filename="arbitro-viewer.html"'
        return response

    async def _live(self, request: Request) -> Response:
        return live_response(request, self.hub, self._settings.watchers)

    # -- tournaments -----------------------------------------------------------------------------------------

    async def _index(self, request: Request) -> str:
        return index_page(tongue(request), self._referee.tournaments())

    async def _projector(self, request: Request) -> str:
        wanted = request.query_params.get("t")
        shown: Sequence[TournamentState]
        if wanted is not None:
            shown = [self._tournament_of(wanted)]
        else:
            every = self._referee.tournaments()
            shown = [state for state in every if state.state in ("running", "paused")] or every[:1]
        ranking = await self._rankings.of(shown[0]) if shown else None
        return projector_page(tongue(request), shown, ranking)

    async def _tournament(self, request: Request) -> str:
        state = self._tournament_of(request.path_params["tournament"])
        tab = request.path_params.get("tab", "overview")
        say, at = tongue(request), number(request, "page") or 0
        if tab not in TABS:
            raise HTTPException(404)
        if tab == "matches":
            return matches_page(say, state, request.query_params.get("bot", ""), at)
        if tab == "schedule":
            return schedule_page(say, state, at)
        ranking = await self._rankings.of(state)
        if tab == "standings":
            return tournament_page(say, state, tab, standings_content(say, state, ranking))
        return overview_page(say, state, ranking)

    async def _tournament_json(self, request: Request) -> Response:
        state = self._tournament_of(request.path_params["tournament"])
        return json_response(request, standings_summary(state, await self._rankings.of(state)))

    # -- matches ---------------------------------------------------------------------------------------------

    async def _match(self, request: Request) -> str:
        found = self._match_of(request)
        finished = await self._read(found)
        return match_page(tongue(request), found, finished, neighbours(found), number(request, "round"))

    async def _match_json(self, request: Request) -> Response:
        found = self._match_of(request)
        result = found.result
        facts = match_facts(found, await self._read(found))
        if result is not None:
            facts |= {
                "ending": result.ending.text,
                "winner": result.winner,
                "scores": result.scores,
                "rounds": result.rounds,
                "forfeits": {forfeit.seat: forfeit.ending.text for forfeit in result.forfeits},
            }
        return json_response(request, facts)

    async def _match_lines(self, request: Request) -> Response:
        found = self._match_of(request)
        records = self._referee.records(found.match.id, found.run)
        if not records:
            raise HTTPException(404)
        if self._settings.delay_turns and not is_open(records):
            raise HTTPException(409)
        return lines_response(request, await asyncio.to_thread(json_lines, records))

    async def _match_log(self, request: Request) -> Response:
        found = self._match_of(request)
        records = self._referee.records(found.match.id, found.run)
        if not records:
            raise HTTPException(404)
        if not is_open(records):
            raise HTTPException(409)
        response = bytes_response(request, file_bytes(records), "application/octet-stream")
        response.headers["content-disposition"] = f'attachment; filename="{found.match.id}.{found.run}.arb"'
        return response

    async def _read(self, found: Found) -> Finished | None:
        if found.state != "finished":
            return None
        records = self._referee.records(found.match.id, found.run)
        key = found.match.id, found.run, len(records)
        if key not in self._finished:
            if len(self._finished) >= _FINISHED_KEPT:
                del self._finished[next(iter(self._finished))]
            self._finished[key] = await asyncio.to_thread(read_finished, records) if records else None
        return self._finished[key]

    # -- bots ------------------------------------------------------------------------------------------------

    async def _bot(self, request: Request) -> str:
        bot = request.path_params["bot"]
        states = [state for state in self._referee.tournaments() if bot in state.names]
        if not states:
            raise HTTPException(404)
        rankings: list[Ranking] = [await self._rankings.of(state) for state in states]
        entries = [Entry(state, ranking) for state, ranking in zip(states, rankings, strict=True)]
        return bot_page(tongue(request), bot, entries)

    async def _notes(self, request: Request) -> Response:
        bot = request.path_params["bot"]
        if request.state.caller.bot != bot:
            raise HTTPException(403)
        notes = self._referee.notes(bot)
        # a note may name the hand it was made with, so it opens with the log
        logs = {(note.match, note.run) for note in notes}
        opened = {log for log in logs if is_open(self._referee.records(*log))}
        return json_response(request, [note._asdict() for note in notes if (note.match, note.run) in opened])

    # -- finding ---------------------------------------------------------------------------------------------

    def _tournament_of(self, name: str) -> TournamentState:
        state = self._referee.tournament(name)
        if state is None:
            raise HTTPException(404)
        return state

    def _match_of(self, request: Request) -> Found:
        found = find(self._referee, request.path_params["match"])
        if found is None:
            raise HTTPException(404)
        return found

    def _newest_run(self, match: str) -> tuple[int, int] | None:
        found = find(self._referee, match)
        return None if found is None or found.state == "scheduled" else (found.run, len(found.match.seats))

    def _fingerprint(self, topic: str) -> object:
        """A value that differs when a page about a tournament, a match, or all tournaments (empty) would."""
        if topic == "":
            return [_outline(state) for state in self._referee.tournaments()]
        if (state := self._referee.tournament(topic)) is not None:
            return _outline(state)
        found = find(self._referee, topic)
        if found is None:
            return None
        records = self._referee.records(topic, found.run) if found.state == "finished" else ()
        return found.state, found.run, bool(records) and is_open(records)


def _outline(state: TournamentState) -> tuple[object, ...]:
    return (
        state.spec.id,
        state.state,
        state.played,
        tuple(state.running),
        state.connected,
        len(state.spec.entrants),
    )
