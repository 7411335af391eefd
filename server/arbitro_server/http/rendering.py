"""The pages by address: what each needs is looked up here, how it looks stands in :mod:`.pages`."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request

from arbitro_server.http.answers import number, tongue
from arbitro_server.http.lookup import Lookup
from arbitro_server.http.matches import neighbours
from arbitro_server.http.pages.bot import Entry, bot_page
from arbitro_server.http.pages.index import index_page
from arbitro_server.http.pages.match import match_page
from arbitro_server.http.pages.plain import viewer_page
from arbitro_server.http.pages.projector import projector_page
from arbitro_server.http.pages.standings import standings_content
from arbitro_server.http.pages.tournament import (
    TABS,
    matches_page,
    overview_page,
    schedule_page,
    tournament_page,
)
from arbitro_server.http.ports import TournamentState

__all__ = ["Rendering"]


class Rendering:
    """Renders pages. They depend on nothing but the address, the language and the referee."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    async def index(self, request: Request) -> str:
        """Return the page of all tournaments."""
        return index_page(tongue(request), self._lookup.referee.tournaments())

    async def viewer(self, request: Request) -> str:
        """Return the page that opens log files."""
        return viewer_page(tongue(request))

    async def projector(self, request: Request) -> str:
        """Return the projector page, of one tournament or of all that run."""
        wanted = request.query_params.get("t")
        shown: Sequence[TournamentState]
        if wanted is not None:
            shown = [self._lookup.tournament(wanted)]
        else:
            every = self._lookup.referee.tournaments()
            shown = [state for state in every if state.state in ("running", "paused")] or every[:1]
        ranking = await self._lookup.ranking(shown[0]) if shown else None
        return projector_page(tongue(request), shown, ranking)

    async def tournament(self, request: Request) -> str:
        """Return a tournament's overview, or another of its tabs."""
        state = self._lookup.tournament(request.path_params["tournament"])
        tab = request.path_params.get("tab", "overview")
        say, at = tongue(request), number(request, "page") or 0
        if tab not in TABS:
            raise HTTPException(404)
        if tab == "matches":
            return matches_page(say, state, request.query_params.get("bot", ""), at)
        if tab == "schedule":
            return schedule_page(say, state, at)
        ranking = await self._lookup.ranking(state)
        if tab == "standings":
            return tournament_page(say, state, tab, standings_content(say, state, ranking))
        return overview_page(say, state, ranking)

    async def match(self, request: Request) -> str:
        """Return a match's page."""
        found = self._lookup.match(request.path_params["match"])
        finished = await self._lookup.finished(found)
        return match_page(tongue(request), found, finished, neighbours(found), number(request, "round"))

    async def bot(self, request: Request) -> str:
        """Return a bot's page."""
        bot = request.path_params["bot"]
        states = [state for state in self._lookup.referee.tournaments() if bot in state.names]
        if not states:
            raise HTTPException(404)
        entries = [Entry(state, await self._lookup.ranking(state)) for state in states]
        return bot_page(tongue(request), bot, entries)
