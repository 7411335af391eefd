"""Made-up races to 500 with a known truth, for the simulations of the statistics."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament import Entrant, MatchResult, Schedule, TournamentSpec

__all__ = ["EQUALS", "KINDS", "Kind", "play", "race"]

TARGET = 500


@dataclass(frozen=True, slots=True)
class Kind:
    """Two players: how often the first wins a round, and about how many points that is worth to each."""

    name: str
    winning: float
    pots: tuple[float, float]

    def truth(self, chance: random.Random, rounds: int = 400_000) -> float:
        """Return the true margin per round, from so many rounds that its own error is below 0.1 points."""
        worth = [sum(pot(chance, mean) for _ in range(rounds)) / rounds for mean in self.pots]
        return self.winning * worth[0] - (1 - self.winning) * worth[1]


EQUALS = Kind("equals", 0.5, (40, 40))
KINDS = (EQUALS, Kind("a little apart", 0.55, (42, 38)), Kind("far apart", 0.7, (50, 35)))


def pot(chance: random.Random, mean: float) -> int:
    """Return the points of one round, as skewed as hands are, never over 250."""
    return min(250, int(chance.gammavariate(1.6, mean / 1.6)))


def race(chance: random.Random, kind: Kind) -> tuple[tuple[int, int], tuple[int, int]]:
    """Play one race; return the scores and the rounds won."""
    scores, won = [0, 0], [0, 0]
    while max(scores) < TARGET:
        winner = int(chance.random() >= kind.winning)
        scores[winner] += pot(chance, kind.pots[winner])
        won[winner] += 1
    return (scores[0], scores[1]), (won[0], won[1])


def play(spec: TournamentSpec, skills: dict[str, float], chance: random.Random) -> Iterator[MatchResult]:
    """Play a round robin in the schedule's order; the better wins a round more often by the difference."""
    for match in Schedule(spec).matches():
        one, other = match.seats
        scores, won = race(chance, Kind("", 0.5 + skills[one] - skills[other], (40, 40)))
        winner = int(scores[1] > scores[0])
        yield MatchResult(match.id, 0, match.seats, Why.TARGET, winner, scores, sum(won), won)


def field(count: int, cycles: int) -> TournamentSpec:
    """Return a round robin of so many bots."""
    return TournamentSpec("race", tuple(Entrant(f"bot{number}") for number in range(count)), games=2 * cycles)
