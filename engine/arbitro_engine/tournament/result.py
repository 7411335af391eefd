"""How a match ended, as far as a ranking needs it, and which results are official."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from arbitro_engine.match.messages import Ended
from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.schedule import Schedule, ScheduledMatch

__all__ = ["FORFEITS", "NEVER_COUNTS", "Forfeit", "MatchResult", "ResultError", "official"]

NEVER_COUNTS: Final = frozenset({Why.CANCELLED, Why.INFRASTRUCTURE})
"""Endings nobody is to blame for: such a result is kept in the log and counts in nothing (architecture 5)."""

FORFEITS: Final = frozenset({Why.TIME, Why.ILLEGAL, Why.DISCONNECT, Why.WITHDRAWAL, Why.CONDUCT})
"""Endings by which a seat leaves a match."""

_ENDINGS: Final = NEVER_COUNTS | FORFEITS | {Why.TARGET, Why.ROUND_CAP, Why.TIME_CAP}


class ResultError(ValueError):
    """A result that contradicts itself or the schedule."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat that left a match before its end, and why."""

    seat: int
    ending: Why


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match that was played, or that is lost without being played.

    Raises `ResultError` when its parts contradict each other.
    """

    match: str
    run: int
    """0, and one more for every time the match is played again."""
    seats: tuple[str, ...]
    """The entrants' ids by seat."""
    ending: Why
    winner: int | None
    """The winner's seat; None: a shared match, which is nobody's win."""
    scores: tuple[int, ...]
    """Points by seat when the match ended, as its rule set counts them."""
    rounds: int
    """Rounds that were finished."""
    rounds_won: tuple[int, ...]
    """Rounds won by seat; rounds that nobody won are in no seat's count."""
    forfeits: tuple[Forfeit, ...] = ()
    """The seats that left; at a table the others may have gone on."""

    def __post_init__(self) -> None:
        if fault := _fault(self):
            raise ResultError(f"{self.match} run {self.run}: {fault}")

    @classmethod
    def of(
        cls,
        match: str,
        run: int,
        seats: tuple[str, ...],
        ended: Ended,
        forfeits: Mapping[int, Why] | None = None,
    ) -> MatchResult:
        """Make the result of what the match said at its end.

        `forfeits` gives the ending by seat for those that left. Without it, the seat to blame left by the
        ending.
        """
        if forfeits is None:
            blamed = ended.blame is not None and ended.ending in FORFEITS
            forfeits = {ended.blame: ended.ending} if blamed and ended.blame is not None else {}
        return cls(
            match,
            run,
            seats,
            ended.ending,
            ended.winner,
            ended.scores,
            ended.rounds,
            ended.rounds_won,
            tuple(Forfeit(seat, ending) for seat, ending in sorted(forfeits.items())),
        )

    @property
    def counts(self) -> bool:
        """Whether it may count at all: not when it was cancelled or lost by the referee's own fault."""
        return self.ending not in NEVER_COUNTS

    def counts_for(self, seat: int) -> bool:
        """Whether it counts for a seat: a table unplayed because somebody left counts for that one alone."""
        unplayed = self.winner is None and not self.rounds and self.forfeits
        return not unplayed or seat in self.forfeited

    @property
    def forfeited(self) -> frozenset[int]:
        """The seats that left."""
        return frozenset(forfeit.seat for forfeit in self.forfeits)


def official(schedule: Schedule, results: Iterable[MatchResult]) -> list[tuple[ScheduledMatch, MatchResult]]:
    """Give the results that count with their matches, one for each, in the order of pairing and game.

    The order does not depend on the order given. Of several runs the highest counts; a result that may not
    count is left out first, so that a lost run never hides another. Raises `ResultError` for two different
    results of one run and for a result with other seats than scheduled, `UnknownMatchError` for a match that
    is none.
    """
    best: dict[str, MatchResult] = {}
    for result in results:
        if not result.counts:
            continue
        other = best.get(result.match)
        if other is not None and other.run == result.run and other != result:
            raise ResultError(f"{result.match} run {result.run} has two different results")
        if other is None or other.run < result.run:
            best[result.match] = result
    placed = [(schedule.match(result.match), result) for result in best.values()]
    for match, result in placed:
        if match.seats != result.seats:
            scheduled, given = ", ".join(match.seats), ", ".join(result.seats)
            raise ResultError(f"{match.id} is {scheduled} by seat, not {given}")
    placed.sort(key=lambda pair: (pair[0].pairing, pair[0].game))
    return placed


def _fault(result: MatchResult) -> str | None:
    seats = len(result.seats)
    if result.ending not in _ENDINGS:
        return f"{result.ending.text} is no ending of a match"
    if len(result.scores) != seats or len(result.rounds_won) != seats:
        return f"{seats} seats, {len(result.scores)} scores and {len(result.rounds_won)} counts of rounds won"
    if result.winner is not None and not 0 <= result.winner < seats:
        return f"seat {result.winner} cannot have won: there are {seats}"
    if result.winner in result.forfeited:
        return f"seat {result.winner} cannot have won: it left"
    if not all(0 <= forfeit.seat < seats and forfeit.ending in FORFEITS for forfeit in result.forfeits):
        return "a forfeit names no seat of the match, or no ending by which one leaves"
    if max(result.rounds_won, default=0) > result.rounds:
        return f"{max(result.rounds_won)} rounds won, but only {result.rounds} finished"
    return None
