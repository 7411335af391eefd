"""Ratings: how strong each entrant is, fitted to all matches at once, with intervals for strengths and ranks.

The model is Plackett and Luce's: a match names its places from the first to the last, each with odds in
proportion to the strengths of those who are still unplaced. The first place is the winner's, the others go by
score; entrants with equal scores, and partners, share a place, and nothing is concluded about them. Who left
a match has no place in it. Of whom no match says anything, such as one that never came, there is no rating:
it would be the prior alone, and its rank would push the others about.

The fit is Hunter's minorisation (MM) for the most likely strengths, under a weak prior (`PRIOR`, a gamma
distribution with mean about 1) that keeps the strengths of those finite who won or lost everything. Intervals
are percentiles of fits to sets drawn anew (bootstrap, moved out as in `intervals`); the lots come from the
tournament's id. Everything is put into the schedule's order first, so the ratings are the same whatever the
finishing order or the number of workers.

This is the only module of the engine that needs numpy (the extra `stats`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arbitro_engine.tournament.draws import words
from arbitro_engine.tournament.intervals import INTERVAL_FROM, Estimate, tail
from arbitro_engine.tournament.result import MatchResult, official
from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.spec import TournamentSpec

__all__ = ["PRIOR", "RESAMPLES", "Rating", "ratings"]

PRIOR: Final = 0.1
"""How much the prior weighs, in matches won and, at mean strength, lost."""
RESAMPLES: Final = 200
_CLOSE: Final = 1e-7
"""Logarithms of strengths that change by less than this are fitted."""
_STEPS_MAX: Final = 10_000

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rating:
    """One entrant's strength."""

    entrant: str
    strength: Estimate
    """Natural logarithm; the mean over the rated is 0. A difference d means odds of exp(d) between two."""
    rank: int
    """From 1, by strength, among the rated."""
    rank_low: int
    """The best rank within the 95 % interval, among the rated."""
    rank_high: int
    """The worst rank within the 95 % interval, among the rated."""


def ratings(
    spec: TournamentSpec,
    results: Iterable[MatchResult],
    annulled: Iterable[str] = (),
    *,
    resamples: int = RESAMPLES,
    prior: float = PRIOR,
) -> list[Rating]:
    """Fit the strengths of all who took a place in a match, in entry order. Raises what `official` raises.

    The annulled have none, and so has whoever was compared with nobody: not played yet, or absent throughout.
    While the tournament runs they are provisional. Below 5 sets, or without `resamples` (which take most of
    the time), there are no intervals, and every rank is possible.
    """
    out = frozenset(annulled)
    data = _Places(spec, (result for result in results if out.isdisjoint(result.seats)))
    field = data.field
    if not field:
        return []
    middle = data.fit(np.ones(data.sets), np.ones(len(field)), prior)
    ranks = _ranks(middle)
    if data.sets < INTERVAL_FROM or not resamples:
        return [
            Rating(entrant, Estimate(float(middle[number])), int(ranks[number]), 1, len(field))
            for number, entrant in enumerate(field)
        ]
    start = np.exp(middle)
    drawn = np.array([data.fit(data.lots(spec.id, turn), start, prior) for turn in range(resamples)])
    places = np.array([_ranks(one) for one in drawn])
    found = []
    counts = data.sets_of_each()
    for number, entrant in enumerate(field):
        share = tail(max(int(counts[number]), INTERVAL_FROM))
        low, high = np.quantile(drawn[:, number], (share, 1 - share))
        best, worst = np.quantile(places[:, number], (share, 1 - share), method="nearest")
        strength, rank = Estimate(float(middle[number]), float(low), float(high)), int(ranks[number])
        found.append(Rating(entrant, strength, rank, min(int(best), rank), max(int(worst), rank)))
    return found


class _Places:
    """All places of all matches as choices, who came before whom; equal ones held once, counted by set.

    Attributes:
        field: who is in any choice, in entry order.
        sets: how many sets hold a choice.
    """

    def __init__(self, spec: TournamentSpec, results: Iterable[MatchResult]) -> None:
        told = [
            (match.set_id, first, behind)
            for match, result in official(Schedule(spec), results)
            for first, behind in _choices(spec, result)
        ]
        among = {entrant for _, first, behind in told for entrant in (first, *behind)}
        self.field = [entrant for entrant in spec.ids if entrant in among]
        self._count = len(self.field)
        numbers = {entrant: number for number, entrant in enumerate(self.field)}
        sets: dict[str, int] = {}
        choices: dict[tuple[int, tuple[int, ...]], int] = {}
        made: list[tuple[int, int]] = []
        for set_id, first, behind in told:
            place = sets.setdefault(set_id, len(sets))
            choice = (numbers[first], tuple(sorted(numbers[other] for other in behind)))
            made.append((choices.setdefault(choice, len(choices)), place))
        self.sets = len(sets)
        self._firsts: Indices = np.array([number for number, _ in choices], dtype=np.int64)
        # A row for each choice: everybody who was in it, filled up with a nobody of no strength.
        self._among: Indices = np.full((len(choices), spec.seats), self._count, dtype=np.int64)
        for row, (number, others) in enumerate(choices):
            self._among[row, : len(others) + 1] = (number, *others)
        self._made: Indices = np.array(made, dtype=np.int64).reshape(-1, 2)

    def sets_of_each(self) -> Indices:
        """Count the sets that tell something about each entrant."""
        choice, place = self._made.T
        seen = np.unique(self._among[choice] * self.sets + place[:, None])
        return np.bincount(seen // self.sets, minlength=self._count)[: self._count]

    def lots(self, text: str, turn: int) -> Numbers:
        """Draw as many sets as there are, with replacement; returns how often each came up."""
        drawn = np.frombuffer(words(f"{text}\nrating\n{turn}", self.sets), dtype="<u4") % self.sets
        return np.bincount(drawn, minlength=self.sets).astype(np.float64)

    def fit(self, sets: Numbers, start: Numbers, prior: float) -> Numbers:
        """Fit log strengths (mean 0) to the sets, each counted as often as `sets` says."""
        choice, place = self._made.T
        weights = np.bincount(choice, weights=sets[place], minlength=len(self._firsts))
        firsts = np.bincount(self._firsts, weights=weights, minlength=self._count)
        flat = self._among.ravel()
        strengths = start
        for _ in range(_STEPS_MAX):
            among = np.append(strengths, 0.0)[self._among]
            shares = np.repeat(weights / among.sum(axis=1), self._among.shape[1])
            exposed = np.bincount(flat, weights=shares, minlength=self._count + 1)[: self._count]
            better = (firsts + prior) / (exposed + prior)
            better *= self._count / better.sum()
            moved = np.abs(np.log(better / strengths)).max()
            strengths = better
            if moved < _CLOSE:
                break
        logs: Numbers = np.log(strengths)
        logs -= logs.mean()
        return logs


def _choices(spec: TournamentSpec, result: MatchResult) -> Iterable[tuple[str, list[str]]]:
    """Give for every place of a match who took it, and all who came behind."""
    sign = -1 if spec.scoring == "keep_own" else 1
    merit = {
        entrant: (result.winner in spec.partners(seat), sign * result.scores[seat])
        for seat, entrant in enumerate(result.seats)
        if seat not in result.forfeited
    }
    for entrant, own in merit.items():
        behind = [other for other, theirs in merit.items() if theirs < own]
        if behind:
            yield entrant, behind


def _ranks(strengths: Numbers) -> Indices:
    """Rank from 1, the strongest first; who is equal within the fit's closeness shares the lower rank."""
    ahead = strengths[None, :] > strengths[:, None] + 10 * _CLOSE
    ranks: Indices = ahead.sum(axis=1) + 1
    return ranks
