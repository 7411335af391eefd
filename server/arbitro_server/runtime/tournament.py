"""One tournament as the referee keeps it: its terms, where it stands, what runs and what came out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Header
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import commitment
from arbitro_engine.tournament import MatchResult, Schedule, ScheduledMatch, Standings, TournamentSpec

from arbitro_server.runtime.deals import DealSet
from arbitro_server.runtime.queue import Queue
from arbitro_server.runtime.runner import Runner

__all__ = ["State", "Terms", "Tournament"]

State = Literal["draft", "open", "running", "paused", "finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What all matches of a tournament share."""

    rules: RuleSet
    time: TimeControl
    faults: FaultPolicy
    seeded: bool = False


class Tournament:
    """A tournament: spec, terms, state, matches.

    Attributes:
        results: every result, by (match, run).
        running: the matches being played, by id.
        faults: faults by bot and reason: ``late``, ``lost``, or a refusal's name.
    """

    def __init__(self, spec: TournamentSpec, terms: Terms, secret: bytes, join_code: str) -> None:
        self.spec = spec
        self.terms: Final = terms
        self.secret: Final = secret
        self.commitment: Final = commitment(secret)
        self.join_code = join_code
        self.state: State = "draft"
        self.results: dict[tuple[str, int], MatchResult] = {}
        self.running: dict[str, Runner] = {}
        self.faults: dict[str, Counter[str]] = {entrant: Counter() for entrant in spec.ids}
        self.decisions = 0
        self.queue: Queue | None = None
        self._sets: dict[str, DealSet] = {}
        self._done: set[str] = set()

    @property
    def id(self) -> str:
        """The tournament's id."""
        return self.spec.id

    @property
    def total(self) -> int:
        """Matches in all; 0 while there are too few entrants."""
        return 0 if self.spec.field_fault else Schedule(self.spec).total

    @property
    def played(self) -> int:
        """Matches that have a result."""
        return len(self._done)

    @property
    def rounds(self) -> int:
        """Rounds of the matches that have a result."""
        return sum(result.rounds for result in self.results.values())

    def begin(self) -> None:
        """Read the schedule. Raises :class:`SpecError` when too few have entered."""
        self.queue = Queue(Schedule(self.spec).matches(), self.is_taken)

    def is_taken(self, match: str) -> bool:
        """Return whether a match is finished or being played."""
        return match in self._done or match in self.running

    def may_begin(self, match: ScheduledMatch) -> bool:
        """Return whether the earlier matches of its set are over: copies are played one after the other."""
        return match.set_id == match.id or not any(
            runner.deals.id == match.set_id for runner in self.running.values()
        )

    def header(self, match: ScheduledMatch, run: int, deals: DealSet, version: str, unix_s: int) -> Header:
        """Return the facts of one of its matches."""
        return Header(
            match=match.id,
            bots=match.seats,
            rules=self.terms.rules,
            commitment=deals.commitment,
            set_id=match.set_id,
            run=run,
            tournament=self.id,
            time=self.terms.time,
            faults=self.terms.faults,
            deals=self.spec.deals,
            seeded=self.terms.seeded,
            engine=version,
            started_unix=unix_s,
        )

    def deals(self, match: ScheduledMatch, run: int) -> DealSet:
        """Return what the deals of a match follow from; the matches of a set share it."""
        key = f"{match.set_id}.{run}"
        if key not in self._sets:
            self._sets[key] = DealSet(self.secret, match.set_id, run, seeded=self.terms.seeded)
        return self._sets[key]

    def close_set(self, match: ScheduledMatch, run: int) -> bool:
        """Forget the deals of a match's set if all its matches are over; return whether they are."""
        size = self.spec.seats if self.spec.deals == "duplicate" else 1
        prefix, _, first = match.set_id.rpartition("-")
        closed = all(f"{prefix}-{int(first) + game}" in self._done for game in range(size))
        if closed:
            self._sets.pop(f"{match.set_id}.{run}", None)
        return closed

    def finish_match(self, result: MatchResult, faults: list[Counter[str]], decisions: int) -> None:
        """Take note of a result."""
        self.running.pop(result.match, None)
        self.results[result.match, result.run] = result
        if result.counts:
            self._done.add(result.match)
        self.decisions += decisions
        for bot, counted in zip(result.seats, faults, strict=True):
            self.faults[bot].update(counted)

    def standings(self) -> Standings:
        """Return the standings as they are."""
        return Standings.of(self.spec, self.results.values())
