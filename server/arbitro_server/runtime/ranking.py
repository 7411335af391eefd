"""Standings and ratings: computed beside the loop, seldom enough for matches not to feel it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arbitro_engine.tournament import MatchResult, Standings, Tournament, TournamentSpec
from arbitro_engine.tournament.rating import RESAMPLES, Rating, ratings

__all__ = ["Ranking", "Rankings", "rank"]

_SHARE: Final = 20
"""Computing takes at most one part in so many of the time."""
_POINTS: Final = 12
"""Points of a curve over time."""
_INTERVALS_MOST: Final = 100
"""The largest field whose ratings have intervals while it plays: they take hundreds of fits."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What the results of a tournament say.

    Attributes:
        ratings: by entrant, of those of whom the results say anything.
        course: how ratings developed: (matches played, rating by entrant); empty while nobody is rated.
    """

    standings: Standings
    ratings: dict[str, Rating]
    course: tuple[tuple[int, dict[str, float]], ...]


class Rankings:
    """The newest ranking of each tournament: new when there are new results and enough time has passed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Ranking]] = {}
        self._again_s: dict[str, float] = {}
        self._running: dict[str, asyncio.Task[None]] = {}

    async def of(self, machine: Tournament) -> Ranking:
        """Return a tournament's ranking; while matches are played it may be a little older than they are."""
        name = machine.spec.id
        while not self._is_new_enough(machine):
            if name not in self._running:
                self._running[name] = asyncio.ensure_future(self._compute(machine))
            await asyncio.shield(self._running[name])
        return self._known[name][1]

    def _is_new_enough(self, machine: Tournament) -> bool:
        name = machine.spec.id
        if name not in self._known or self._known[name][0] == machine.revision:
            return name in self._known
        return not machine.is_over and time.monotonic() <= self._again_s[name]

    async def _compute(self, machine: Tournament) -> None:
        name, revision, began = machine.spec.id, machine.revision, time.monotonic()
        try:
            ranking = await asyncio.to_thread(
                rank, machine.spec, machine.results, machine.annulled, is_over=machine.is_over
            )
        finally:
            del self._running[name]
        now = time.monotonic()
        self._known[name] = revision, ranking
        self._again_s[name] = now + _SHARE * (now - began)


def rank(
    spec: TournamentSpec, results: Sequence[MatchResult], annulled: frozenset[str], *, is_over: bool
) -> Ranking:
    """Compute a ranking; ``results`` in the order in which they came, for the course alone."""
    standings = Standings.of(spec, results, annulled, provisional=not is_over)
    marks = sorted({len(results) * point // _POINTS for point in range(1, _POINTS)} - {0})
    resamples = RESAMPLES if is_over or len(spec.entrants) <= _INTERVALS_MOST else 0
    now = ratings(spec, results, annulled, resamples=resamples)
    if not now:
        return Ranking(standings, {}, ())
    # the curve shows no intervals, and those take most of the time
    fits = [(mark, ratings(spec, results[:mark], annulled, resamples=0)) for mark in marks]
    fits.append((len(results), now))
    course = tuple((mark, {one.entrant: one.strength.mean for one in fit}) for mark, fit in fits)
    return Ranking(standings, {one.entrant: one for one in now}, course)
