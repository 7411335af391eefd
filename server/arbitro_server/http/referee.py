"""What the pages read, taken from the director and what stands around it; nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arbitro_engine.match.messages import Public
from arbitro_engine.tournament import MatchResult, Tournament
from arbitro_server.http.ports import Caller, Hear, Note, TournamentState
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.feed import Seen
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.practice import is_practice
from arbitro_server.runtime.ranking import Ranking
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.store.notes import Notes

__all__ = ["DirectorsReferee"]


class DirectorsReferee:
    """Fulfils :class:`.ports.Referee`.

    Args:
        is_serving: returns whether new work is taken.
    """

    def __init__(self, director: Director, notes: Notes, is_serving: Callable[[], bool]) -> None:
        self._director: Final = director
        self._floor: Final = director.floor
        self._notes: Final = notes
        self.is_serving: Final = is_serving
        self._results: dict[str, tuple[int, Mapping[str, MatchResult]]] = {}

    def tournaments(self) -> Sequence[TournamentState]:
        """Return all tournaments, newest first."""
        return [self._state(hosted) for hosted in self._director.listed()]

    def tournament(self, name: str) -> TournamentState | None:
        """Return one tournament."""
        hosted = self._director.hosted.get(name)
        return self._state(hosted) if hosted and not is_practice(name) else None

    async def ranking(self, name: str) -> Ranking:
        """Return a tournament's ranking."""
        return await self._director.rankings.of(self._director.hosted[name].machine)

    def records(self, match: str, run: int) -> Sequence[bytes]:
        """Return a log's committed records."""
        return self._floor.store.records(f"{match}.{run}")

    def tournament_records(self, tournament: str) -> Sequence[bytes]:
        """Return a tournament's committed records, those of this turn of the loop among them."""
        self._floor.turn.flush()
        return self._floor.store.records(tournament)

    def is_removed(self, match: str, run: int) -> bool:
        """Return whether a log was removed."""
        return self._floor.store.is_removed(f"{match}.{run}")

    def listen(self, match: str, run: int, hear: Hear) -> Callable[[], None]:
        """Pass on what everybody learns."""

        def seen(seen: Seen) -> None:
            if isinstance(seen.message, Public):
                hear(seen.message)

        return self._floor.feed.listen(f"{match}.{run}", seen)

    def notes(self, bot: str) -> Sequence[Note]:
        """Return a bot's notes, newest first."""
        notes = []
        for note in self._notes.of(bot):
            match, _, run = note.log.rpartition(".")
            notes.append(Note(match, int(run), note.decision, note.text))
        return notes

    def caller(self, token: str) -> Caller | None:
        """Return who shows a token."""
        try:
            row = self._director.tokens.check(token)
        except RefusedError:
            return None
        return Caller(row.role, row.bot)

    def exposition(self) -> bytes:
        """Return the metrics."""
        return self._floor.metrics.exposition()

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._floor.metrics.http_seconds.labels(method, route, status).observe(seconds)

    def watching(self, change: int) -> None:
        """Count watchers."""
        self._floor.metrics.watchers.inc(change)

    def dropped(self) -> None:
        """Count a watcher who did not read."""
        self._floor.metrics.watchers_dropped.inc()

    def _state(self, hosted: Hosted) -> TournamentState:
        machine, header = hosted.machine, hosted.header
        spec, sessions = machine.spec, self._director.lobby.sessions
        return TournamentState(
            spec=spec,
            state=machine.state,
            rules=header.rules,
            time=header.time,
            faults=header.faults,
            commitment=header.commitment,
            total=machine.total,
            results=self._results_of(machine),
            running=machine.running,
            gone=machine.gone,
            annulled=machine.annulled,
            connected=frozenset(bot for bot in spec.ids if sessions.find(bot, spec.id) is not None),
            fault_counts=hosted.counts.faults,
            decisions=hosted.counts.decisions,
            time_left_us=hosted.time_left_us(sessions),
        )

    def _results_of(self, machine: Tournament) -> Mapping[str, MatchResult]:
        """Return the results by match: the same for all who look until they are others."""
        revision, results = self._results.get(machine.spec.id, (-1, {}))
        if revision != machine.revision:
            results = {result.match: result for result in machine.results}
            self._results[machine.spec.id] = machine.revision, results
        return results
