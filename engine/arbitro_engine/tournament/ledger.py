"""What has become of every match: running, played, lost unplayed, or out of the count.

Resume is a set difference. Only matches something happened to are held; all others are due as scheduled. The
runs are counted by set, since a set is dealt from one secret: when one of its matches is void, all of them
are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.result import Forfeit, MatchResult
from arbitro_engine.tournament.schedule import Schedule, ScheduledMatch
from arbitro_engine.tournament.spec import TournamentSpec

__all__ = ["OPEN", "Cut", "Ledger", "MatchStanding", "Retirement"]

MatchStanding = Literal["due", "waiting", "running", "played", "void", "annulled"]
"""What has become of a match; `waiting` is the second copy of a duplicate, for the first."""

OPEN: Final = frozenset({"due", "waiting"})
"""The standings of matches that are still to be played."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A match being played that no longer counts: to be broken off. Its result is no longer wanted."""

    match: str
    run: int


@dataclass(frozen=True, slots=True)
class Retirement:
    """A seat that has to leave a match being played. The match goes on to its end by its own rules."""

    match: str
    run: int
    seat: int
    ending: Why


class Ledger:
    """The books of a tournament being played. Owned by `Tournament`, which checks what is done here.

    Attributes:
        running: the run of each match that is being played.
        results: the results that count, by match.
        void: matches out of the count until they are replayed.
        annulled: matches out of the count for good, because somebody was annulled.
        left: why each entrant left whose remaining matches are forfeits.
        rounds: of all results.

    """

    def __init__(self, spec: TournamentSpec) -> None:
        self.schedule = Schedule(spec)
        self.running: dict[str, int] = {}
        self.results: dict[str, MatchResult] = {}
        self.void: set[str] = set()
        self.annulled: set[str] = set()
        self.left: dict[str, Why] = {}
        self.rounds = 0
        self._out: set[str] = set()
        self._runs: dict[str, int] = {}
        self._closed: Counter[int] = Counter()
        """Matches by cycle that need not be waited for: they have a result or are out of the count."""
        self._closed_of: Counter[str] = Counter()
        """The same by entrant."""
        self._cycles_done = 0

    @property
    def total(self) -> int:
        """Matches that count or will."""
        return self.schedule.total - len(self.void) - len(self.annulled)

    @property
    def is_complete(self) -> bool:
        """Whether every match that counts has its result."""
        return len(self.results) == self.total

    @property
    def cycles_done(self) -> int:
        """How many of the first cycles are complete."""
        matches = self.schedule.pairings * self.schedule.spec.seats
        while self._closed[self._cycles_done] == matches:
            self._cycles_done += 1
        return self._cycles_done

    @property
    def out(self) -> frozenset[str]:
        """The entrants whose matches are annulled."""
        return frozenset(self._out)

    def run(self, match: ScheduledMatch) -> int:
        """Return the run a match is in: 0, and one more for every time its set was replayed."""
        return self._runs.get(match.set_id, 0)

    def replayed(self) -> Iterator[ScheduledMatch]:
        """Generate all matches of the sets that were replayed."""
        for set_id in self._runs:
            yield from self.schedule.set_of(self.schedule.match(set_id))

    def standing(self, match: ScheduledMatch) -> MatchStanding:
        """Tell what has become of a match."""
        name = match.id
        if name in self.results:
            return "played"
        if name in self.running:
            return "running"
        if name in self.annulled:
            return "annulled"
        if name in self.void:
            return "void"
        return "due" if match.set_id == name or match.set_id in self.results else "waiting"

    def begin(self, match: ScheduledMatch) -> None:
        """Note that a match is being played."""
        self.running[match.id] = self.run(match)

    def end(self, result: MatchResult) -> list[Cut]:
        """Note a result. Lost by the referee's own fault, the set is played again; cancelled, it is void.

        Returns the other matches of the set that are cut off by that, while they are being played.
        """
        del self.running[result.match]
        match = self.schedule.match(result.match)
        if result.ending is Why.INFRASTRUCTURE:
            return self.replay(match)
        if result.ending is Why.CANCELLED:
            return self.strike(match)
        self._count(match, result)
        return []

    def strike(self, match: ScheduledMatch) -> list[Cut]:
        """Take a whole set out of the count. Returns those of its matches that were being played."""
        cuts = []
        for one in self.schedule.set_of(match):
            cuts += self._cut(one.id)
            if one.id not in self.annulled:
                self._reopen(one)
                self.void.add(one.id)
                self._close(one)
        return cuts

    def replay(self, match: ScheduledMatch) -> list[Cut]:
        """Make a whole set due again, as its next run. Returns those of its matches that were being played.

        If somebody has left it in the meantime, it is lost unplayed instead.
        """
        self._runs[match.set_id] = self.run(match) + 1
        cuts = []
        for one in self.schedule.set_of(match):
            cuts += self._cut(one.id)
            self._reopen(one)
            if not self.left.keys().isdisjoint(one.seats):
                self._count(one, self._unplayed(one))
        return cuts

    def forfeit(self, entrant: str, ending: Why) -> list[Retirement]:
        """Make all matches of an entrant its losses. Returns its seats in those that are being played."""
        self.left[entrant] = ending
        begun = []
        for match in self.schedule.matches_with(entrant):
            if (run := self.running.get(match.id)) is not None:
                begun.append(Retirement(match.id, run, match.seats.index(entrant), ending))
            elif self.standing(match) in OPEN:
                self._count(match, self._unplayed(match))
        return begun

    def annul(self, entrant: str) -> list[Cut]:
        """Take all matches of an entrant out of the count for good. Returns those that were being played."""
        self._out.add(entrant)
        cuts = []
        for match in self.schedule.matches_with(entrant):
            cuts += self._cut(match.id)
            if match.id not in self.annulled:
                self._reopen(match)
                self.annulled.add(match.id)
                self._close(match)
        return cuts

    def enlarge(self, spec: TournamentSpec) -> None:
        """Take up entrants who came late; those who left have lost to them, or are out for them too."""
        self.schedule = Schedule(spec)
        self._cycles_done = 0
        for entrant, ending in list(self.left.items()):
            self.forfeit(entrant, ending)
        for entrant in list(self._out):
            self.annul(entrant)

    def remaining(self, entrants: Iterable[str]) -> dict[str, int]:
        """Count the matches each of these entrants still has to play, running ones among them."""
        return {entrant: self.schedule.matches_of(entrant) - self._closed_of[entrant] for entrant in entrants}

    def cut_all(self) -> list[Cut]:
        """Break off everything that is being played."""
        return [cut for name in list(self.running) for cut in self._cut(name)]

    def _cut(self, match_id: str) -> list[Cut]:
        run = self.running.pop(match_id, None)
        return [] if run is None else [Cut(match_id, run)]

    def _count(self, match: ScheduledMatch, result: MatchResult) -> None:
        self.results[result.match] = result  # the same text: there may be hundreds of thousands
        self.rounds += result.rounds
        self._close(match)

    def _close(self, match: ScheduledMatch) -> None:
        self._closed[match.cycle] += 1
        self._closed_of.update(match.seats)

    def _reopen(self, match: ScheduledMatch) -> None:
        """Make a match open that was played or void; one that is open stays so."""
        result = self.results.pop(match.id, None)
        if result is not None:
            self.rounds -= result.rounds
        if result is not None or match.id in self.void:
            self._closed[match.cycle] -= 1
            self._closed_of.subtract(match.seats)
            self._cycles_done = min(self._cycles_done, match.cycle)
        self.void.discard(match.id)

    def _unplayed(self, match: ScheduledMatch) -> MatchResult:
        """Make the result of a match lost unplayed: a pair's goes to the other, a table's to nobody."""
        gone = [seat for seat, entrant in enumerate(match.seats) if entrant in self.left]
        there = [seat for seat in range(len(match.seats)) if seat not in gone]
        nothing = (0,) * len(match.seats)
        return MatchResult(
            match.id,
            self.run(match),
            match.seats,
            self.left[match.seats[gone[0]]],
            there[0] if len(match.seats) == 2 and there else None,
            nothing,
            0,
            nothing,
            tuple(Forfeit(seat, self.left[match.seats[seat]]) for seat in gone),
        )
