"""What scripts fetch: JSON, logs and notes. A log that is not open yet is status 409."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arbitro_engine.log.file import file_bytes
from arbitro_server.http.answers import bytes_response, json_response, lines_response
from arbitro_server.http.lookup import Lookup
from arbitro_server.http.matches import is_open, json_lines
from arbitro_server.http.pages.match import match_facts
from arbitro_server.http.summary import standings_summary

__all__ = ["Downloads"]


class Downloads:
    """Answers with data. ``delayed``: watchers are kept behind, so nothing here tells of a match in play."""

    def __init__(self, lookup: Lookup, *, delayed: bool) -> None:
        self._lookup = lookup
        self._delayed = delayed

    async def tournament(self, request: Request) -> Response:
        """Return a tournament's standings."""
        state = self._lookup.tournament(request.path_params["tournament"])
        return json_response(request, standings_summary(state, await self._lookup.ranking(state)))

    async def match(self, request: Request) -> Response:
        """Return a match's facts and result."""
        found = self._lookup.match(request.path_params["match"])
        result = found.result
        facts = match_facts(found, await self._lookup.finished(found))
        if result is not None:
            facts |= {
                "ending": result.ending.text,
                "winner": result.winner,
                "scores": result.scores,
                "rounds": result.rounds,
                "forfeits": {forfeit.seat: forfeit.ending.text for forfeit in result.forfeits},
            }
        return json_response(request, facts)

    async def lines(self, request: Request) -> Response:
        """Return a match as JSON Lines: its export once it is open, else what everybody was told."""
        records = self._lookup.records(self._lookup.match(request.path_params["match"]))
        if self._delayed and not is_open(records):
            raise HTTPException(409)
        return lines_response(request, await asyncio.to_thread(json_lines, records))

    async def log(self, request: Request) -> Response:
        """Return a match's log."""
        found = self._lookup.match(request.path_params["match"])
        records = self._lookup.records(found)
        if not is_open(records):
            raise HTTPException(409)
        return _file(request, f"{found.match.id}.{found.run}", records)

    async def tournament_log(self, request: Request) -> Response:
        """Return a tournament's own log: what those of its matches are held to. It ends with the secret."""
        state = self._lookup.tournament(request.path_params["tournament"])
        if not state.is_over:
            raise HTTPException(409)
        return _file(request, "tournament", self._lookup.referee.tournament_records(state.spec.id))

    async def notes(self, request: Request) -> Response:
        """Return a bot's notes. One may name the hand it was made with, so it opens with the log."""
        bot = request.path_params["bot"]
        if request.state.caller.bot != bot:
            raise HTTPException(403)
        referee = self._lookup.referee
        notes = await asyncio.to_thread(referee.notes, bot)
        opened = set()
        for log in {(note.match, note.run) for note in notes}:
            await asyncio.sleep(0)  # each is read as a whole: the floor's matches do not wait for all of them
            if referee.is_removed(*log) or is_open(referee.records(*log)):
                opened.add(log)
        return json_response(request, [note._asdict() for note in notes if (note.match, note.run) in opened])


def _file(request: Request, name: str, records: Sequence[bytes]) -> Response:
    response = bytes_response(request, file_bytes(records), "application/octet-stream")
    response.headers["content-disposition"] = f'attachment; filename="{name}.arb"'
    return response
