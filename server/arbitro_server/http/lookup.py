"""Finding what an address names, and telling whether a page about it would look different now."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.exceptions import HTTPException

from arbitro_server.http.matches import Finished, Found, find, is_open, read_finished
from arbitro_server.http.ports import Referee, TournamentState
from arbitro_server.runtime.ranking import Ranking

__all__ = ["Lookup"]

_FINISHED_KEPT: Final = 32


class Lookup:
    """Looks things up for pages and downloads. What is not there is an HTTPException 404."""

    def __init__(self, referee: Referee) -> None:
        self.referee: Final = referee
        self._finished: dict[tuple[str, int, int], Finished | None] = {}

    def tournament(self, name: str) -> TournamentState:
        """Return a tournament."""
        state = self.referee.tournament(name)
        if state is None:
            raise HTTPException(404)
        return state

    async def ranking(self, state: TournamentState) -> Ranking:
        """Return a tournament's ranking."""
        return await self.referee.ranking(state.spec.id)

    def match(self, name: str) -> Found:
        """Return a match."""
        found = find(self.referee, name)
        if found is None:
            raise HTTPException(404)
        return found

    def records(self, found: Found) -> list[bytes]:
        """Return the records of a match's log; there are some. 410: they were removed."""
        records = self.referee.records(found.match.id, found.run)
        if not records:
            raise HTTPException(410 if self.referee.is_removed(found.match.id, found.run) else 404)
        return list(records)

    async def finished(self, found: Found) -> Finished | None:
        """Return what the log of a match tells once it is over, None before, or if it was never played."""
        if found.state != "finished":
            return None
        records = self.referee.records(found.match.id, found.run)
        key = found.match.id, found.run, len(records)
        if key not in self._finished:
            finished = await asyncio.to_thread(read_finished, records) if records else None
            while len(self._finished) >= _FINISHED_KEPT:  # only now: others were read meanwhile
                del self._finished[next(iter(self._finished))]
            self._finished[key] = finished
        return self._finished[key]

    def newest_run(self, match: str) -> tuple[int, int] | None:
        """Return the newest run of a match and its number of seats, None if it was never begun."""
        found = find(self.referee, match)
        return None if found is None or found.state == "scheduled" else (found.run, len(found.match.seats))

    def fingerprint(self, topic: str) -> object:
        """Return what differs when a page about a tournament, a match, or all tournaments (empty) would."""
        if topic == "":
            return [_outline(state) for state in self.referee.tournaments()]
        if (state := self.referee.tournament(topic)) is not None:
            return _outline(state)
        found = find(self.referee, topic)
        if found is None:
            return None
        records = self.referee.records(topic, found.run) if found.state == "finished" else ()
        return found.state, found.run, bool(records) and is_open(records)


def _outline(state: TournamentState) -> tuple[object, ...]:
    entrants = len(state.spec.entrants)
    return state.spec.id, state.state, state.played, tuple(state.running), state.connected, entrants
