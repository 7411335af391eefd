"""Standings: matches won, how ties break, and what the margins say. A pure function of the results.

Matches won come first. A tie is broken by the ladder of rules 11, one step at a time: the mini-table of the
matches among the tied, then the point difference, then rounds won. A step that splits the tied starts the
ladder again inside each part, since a smaller group has its own mini-table. Who is still tied shares the
lower rank: 1, 2, 2, 4. Nothing is drawn by lot.

A shared match is nobody's win. A forfeit is a lost match; its points stay as they stood, but it counts in no
margin. Beside the official ranking stands the mean margin per round with its interval: what to believe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from arbitro_engine.tournament.intervals import Estimate, SetMargin, ratio
from arbitro_engine.tournament.result import MatchResult, official
from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.spec import TournamentSpec

__all__ = ["Standing", "Standings", "margins"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings."""

    rank: int
    """From 1; ties share the lower rank."""
    entrant: str
    played: int
    """Matches that count, forfeits among them."""
    won: int
    """Matches won, by itself or by its partner."""
    forfeits: int
    """Matches lost by leaving."""
    points: int
    """The sum of the scores, as the rule set counts them: low is good under keep_own."""
    difference: float
    """Own points minus the mean of the opponents', over all matches; turned round under keep_own."""
    rounds_won: int
    margin: Estimate | None
    """Mean margin per round in points (rounds under round_win); high is good. None before any round."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best first, and who beat whom."""

    lines: tuple[Standing, ...]
    """Ties stand in entry order."""
    wins: tuple[tuple[int | None, ...], ...]
    """`wins[i][j]`: matches the i-th line won in which the j-th line sat; the diagonal is None."""
    annulled: tuple[str, ...] = ()
    """Entrants whose matches count for nobody, in entry order; they stand in no line."""

    @classmethod
    def of(
        cls,
        spec: TournamentSpec,
        results: Iterable[MatchResult],
        annulled: Iterable[str] = (),
        *,
        provisional: bool = False,
    ) -> Standings:
        """Compute the standings, whatever the order of the results. Raises what `official` raises.

        While a tournament runs they are provisional, and their intervals cheap (see `intervals`).
        """
        out = frozenset(annulled)
        tallies = {entrant: _Tally(entrant) for entrant in spec.ids if entrant not in out}
        for match, result in official(Schedule(spec), results):
            if out.isdisjoint(result.seats):
                _count(spec, tallies, match.set_id, result)
        ranked = [(rank, tally) for rank, group in _ranks(list(tallies.values())) for tally in group]
        return cls(
            tuple(_line(spec, rank, tally, provisional=provisional) for rank, tally in ranked),
            tuple(
                tuple(None if one is other else one.beaten.get(other.entrant, 0) for _, other in ranked)
                for _, one in ranked
            ),
            tuple(entrant for entrant in spec.ids if entrant in out),
        )

    def line(self, entrant: str) -> Standing:
        """Find an entrant's line. Raises `LookupError` when there is none."""
        for line in self.lines:
            if line.entrant == entrant:
                return line
        raise LookupError(f"{entrant} stands in no line")


def margins(spec: TournamentSpec, result: MatchResult) -> dict[int, float]:
    """Give each seat's margin over a whole match: own points minus the mean of the opponents'.

    Partners are no opponents, nor are seats that left; those have no margin, and who has no opponent has
    none.
    """
    found: dict[int, float] = {}
    there = [seat for seat in range(spec.seats) if seat not in result.forfeited]
    for seat in there if result.rounds else ():
        rivals = [result.scores[other] for other in there if other not in spec.partners(seat)]
        if rivals:
            lead = (len(rivals) * result.scores[seat] - sum(rivals)) / len(rivals)
            found[seat] = -lead if spec.scoring == "keep_own" else lead
    return found


@dataclass(slots=True)
class _Tally:
    """What is counted for one entrant."""

    entrant: str
    played: int = 0
    won: int = 0
    forfeits: int = 0
    points: int = 0
    difference: int = 0
    """Times the number of opponents, so that it is whole and equal differences are equal."""
    rounds_won: int = 0
    beaten: Counter[str] = field(default_factory=Counter)
    sets: dict[str, SetMargin] = field(default_factory=dict)


def _count(spec: TournamentSpec, tallies: dict[str, _Tally], set_id: str, result: MatchResult) -> None:
    margin = margins(spec, result)
    for seat, entrant in enumerate(result.seats):
        if not result.counts_for(seat):
            continue
        tally = tallies[entrant]
        partners = spec.partners(seat)
        rivals = [other for other in range(spec.seats) if other not in partners]
        tally.played += 1
        tally.forfeits += seat in result.forfeited
        tally.points += result.scores[seat]
        lead = len(rivals) * result.scores[seat] - sum(result.scores[other] for other in rivals)
        tally.difference += -lead if spec.scoring == "keep_own" else lead
        tally.rounds_won += result.rounds_won[seat]
        if result.winner in partners:
            tally.won += 1
            tally.beaten.update(result.seats[other] for other in rivals)
        if seat in margin:
            before = tally.sets.get(set_id, SetMargin(0, 0))
            tally.sets[set_id] = SetMargin(before.margin + margin[seat], before.rounds + result.rounds)


_LADDER: tuple[Callable[[_Tally, Sequence[_Tally]], int], ...] = (
    lambda tally, _tied: tally.won,
    lambda tally, tied: sum([tally.beaten.get(other.entrant, 0) for other in tied]),
    lambda tally, _tied: tally.difference,
    lambda tally, _tied: tally.rounds_won,
)
"""More is better at every step (rules 11)."""


def _ranks(tallies: Sequence[_Tally]) -> list[tuple[int, Sequence[_Tally]]]:
    ranked, rank = [], 1
    for group in _parts(tallies):
        ranked.append((rank, group))
        rank += len(group)
    return ranked


def _parts(tied: Sequence[_Tally]) -> list[Sequence[_Tally]]:
    """Break a tie as far as the ladder does: the first step that splits decides, each part starts again."""
    for step in _LADDER:
        parts: dict[int, list[_Tally]] = {}
        for tally in tied:
            parts.setdefault(step(tally, tied), []).append(tally)
        if len(parts) > 1:
            return [part for value in sorted(parts, reverse=True) for part in _parts(parts[value])]
    return [tied] if tied else []


def _line(spec: TournamentSpec, rank: int, tally: _Tally, *, provisional: bool) -> Standing:
    return Standing(
        rank=rank,
        entrant=tally.entrant,
        played=tally.played,
        won=tally.won,
        forfeits=tally.forfeits,
        points=tally.points,
        difference=tally.difference / (spec.seats - len(spec.partners(0))),
        rounds_won=tally.rounds_won,
        margin=ratio(
            list(tally.sets.values()), f"{spec.id}\nmargin\n{tally.entrant}", provisional=provisional
        ),
    )
