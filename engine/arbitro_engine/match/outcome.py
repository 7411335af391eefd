"""How a match stands: rounds counted, rounds won, and who wins it by each ending (rulings 37 - 41)."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro_engine.rules.round import RoundResult
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.scoring import MatchOutcome, match_outcome
from arbitro_engine.rules.table import Table

__all__ = ["Tally"]


class Tally:
    """The rounds of a match so far.

    Attributes:
        rounds: finished rounds, extra rounds included.
        extra: how many of them were extra rounds (ruling 39).
        won: rounds won by seat; partners win together.
        last_winner: the seat that won the last round, None if nobody did.
    """

    __slots__ = ("_next_is_extra", "_partner", "_rules", "extra", "last_winner", "rounds", "won")

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self._rules = rules
        self._partner = Table.of(rules, seats).partner
        self._next_is_extra = False
        self.rounds = 0
        self.extra = 0
        self.won = [0] * seats
        self.last_winner: int | None = None

    def count(self, result: RoundResult) -> None:
        """Count a finished round."""
        self.rounds += 1
        self.extra += self._next_is_extra
        self.last_winner = result.winner
        if result.winner is not None:
            for seat in {result.winner, self._partner[result.winner]}:
                self.won[seat] += 1

    def outcome(self, scores: Sequence[int], active: Sequence[bool]) -> MatchOutcome:
        """Return whether the match is over after the round counted last; if not, see what comes."""
        outcome = match_outcome(self._rules, scores, active, self.rounds, self.extra)
        reached = max(scores) >= self._rules.target
        self._next_is_extra = not outcome.over and (reached or self.rounds >= self._rules.max_rounds)
        return outcome

    def leader(self, scores: Sequence[int], active: Sequence[bool]) -> int | None:
        """Return who wins a match whose time is up: the lowest seat of the team with the best total.

        None if several teams have it. Only finished rounds count.
        """
        totals = self._totals(scores, active)
        best = (min if self._rules.scoring == "keep_own" else max)(totals.values())
        leaders = [seat for seat, total in totals.items() if total == best]
        return leaders[0] if len(leaders) == 1 else None

    def survivor(self, active: Sequence[bool]) -> int | None:
        """Return the lowest seat of the one team left; None while there are several (rulings 35, 41)."""
        teams = list(self._totals(active, active))
        return teams[0] if len(teams) == 1 else None

    def team(self, seat: int) -> tuple[int, ...]:
        """Return the seats that leave with this one, itself included, ascending (rules 5.2)."""
        return tuple(sorted({seat, self._partner[seat]}))

    def _totals(self, scores: Sequence[int], active: Sequence[bool]) -> dict[int, int]:
        """Return the total of every team in play by its lowest seat."""
        seats = (seat for seat, plays in enumerate(active) if plays)
        return {seat: scores[seat] for seat in seats if seat <= self._partner[seat]}
