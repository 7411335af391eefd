"""Standings and ratings for pages: computed beside the loop, seldom enough for matches not to feel it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from arbitro_engine.tournament import MatchResult, Standings, TournamentSpec
from arbitro_engine.tournament.rating import Rating, ratings
from arbitro_server.http.ports import TournamentState

__all__ = ["Ranking", "Rankings"]

_SHARE: Final = 20
"""Computing takes at most one part in so many of the time."""
_POINTS: Final = 12
"""Points of a curve over time."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What the results of a tournament say.

    Attributes:
        ratings: by entrant.
        course: how ratings developed: (matches played, rating by entrant).
    """

    standings: Standings
    ratings: dict[str, Rating]
    course: tuple[tuple[int, dict[str, float]], ...]


class Rankings:
    """The newest ranking of each tournament: new when there are new results and enough time has passed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Ranking]] = {}
        self._again_s: dict[str, float] = {}
        self._running: dict[str, asyncio.Task[Ranking]] = {}

    async def of(self, state: TournamentState) -> Ranking:
        """Return a tournament's ranking; while matches are played it may be a little older than the state."""
        name, size = state.spec.id, hash((state.state, state.results, state.annulled))
        known = self._known.get(name)
        is_fresh = known is not None and known[0] == size
        if known is not None and (is_fresh or time.monotonic() < self._again_s.get(name, 0)):
            return known[1]
        if name not in self._running:
            self._running[name] = asyncio.ensure_future(self._compute(state, size))
        return await asyncio.shield(self._running[name])

    async def _compute(self, state: TournamentState, size: int) -> Ranking:
        name, began = state.spec.id, time.monotonic()
        is_over = state.state in ("finished", "cancelled")
        try:
            ranking = await asyncio.to_thread(
                _rank, state.spec, state.results, state.annulled, is_over=is_over
            )
        finally:
            del self._running[name]
        now = time.monotonic()
        self._known[name] = size, ranking
        self._again_s[name] = 0 if is_over else now + _SHARE * (now - began)
        return ranking


def _rank(
    spec: TournamentSpec, results: tuple[MatchResult, ...], annulled: frozenset[str], *, is_over: bool
) -> Ranking:
    standings = Standings.of(spec, results, annulled, provisional=not is_over)
    if not any(result.counts for result in results):
        return Ranking(standings, {}, ())
    marks = sorted({len(results) * point // _POINTS for point in range(1, _POINTS)} - {0})
    now = ratings(spec, results, annulled)
    # the curve shows no intervals, and those take most of the time
    fits = [(mark, ratings(spec, results[:mark], annulled, resamples=0)) for mark in marks]
    fits.append((len(results), now))
    course = tuple((mark, {one.entrant: one.strength.mean for one in fit}) for mark, fit in fits)
    return Ranking(standings, {one.entrant: one for one in now}, course)
