"""What the pages read: a few values, and one protocol that whoever keeps the tournaments fulfils.

Nothing here can hold a hidden card or a secret but :meth:`Referee.records`; what of those may be shown is
decided in :mod:`.matches` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.messages import Public
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.tournament import MatchResult, TournamentSpec
from arbitro_server.runtime.ranking import Ranking

__all__ = ["Caller", "Hear", "Note", "Referee", "TournamentState"]

Hear = Callable[[Public], None]


class Note(NamedTuple):
    """What a bot noted beside one of its answers."""

    match: str
    run: int
    decision: int
    text: str


class Caller(NamedTuple):
    """Who shows a token: a role, and for bots which one. Nobody in particular is a watcher."""

    role: str = "watcher"
    bot: str = ""


@dataclass(frozen=True)
class TournamentState:
    """A tournament as it stands.

    Attributes:
        results: those that count by match, in the order in which they came.
        running: the matches being played, and their runs.
        gone: entrants that left, and how.
        annulled: entrants whose matches count for nobody.
        fault_counts: faults by bot and reason.
        decisions: decisions put in finished matches, by bot.
        time_left_us: an estimate; None: none yet.
    """

    spec: TournamentSpec
    state: str
    rules: RuleSet
    time: TimeControl
    faults: FaultPolicy
    commitment: bytes
    total: int
    results: Mapping[str, MatchResult] = field(default_factory=dict)
    running: Mapping[str, int] = field(default_factory=dict)
    gone: Mapping[str, str] = field(default_factory=dict)
    annulled: frozenset[str] = frozenset()
    connected: frozenset[str] = frozenset()
    fault_counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    decisions: Mapping[str, int] = field(default_factory=dict)
    time_left_us: int | None = None

    @property
    def played(self) -> int:
        """Matches that have a result."""
        return len(self.results)

    @property
    def is_over(self) -> bool:
        """Whether nothing changes any more."""
        return self.state in {"finished", "cancelled"}

    @cached_property
    def names(self) -> dict[str, str]:
        """The entrants' display names by id."""
        return {entrant.id: str(entrant) for entrant in self.spec.entrants}

    def newest(self, bot: str = "") -> Iterator[MatchResult]:
        """Generate the results, newest first; ``bot``: its alone."""
        return (one for one in reversed([*self.results.values()]) if not bot or bot in one.seats)


class Referee(Protocol):
    """Whoever keeps the tournaments. All methods but one answer at once."""

    def tournaments(self) -> Sequence[TournamentState]:
        """Return all tournaments, newest first."""

    def tournament(self, name: str) -> TournamentState | None:
        """Return one tournament, None if there is none of this id."""

    async def ranking(self, name: str) -> Ranking:
        """Return what the results of a tournament that there is say."""

    def records(self, match: str, run: int) -> Sequence[bytes]:
        """Return the committed records of a match's log; none if there is no such log."""

    def tournament_records(self, tournament: str) -> Sequence[bytes]:
        """Return the committed records of a tournament's own log, to the last one where it is over."""

    def is_removed(self, match: str, run: int) -> bool:
        """Return whether there was such a log, and it was removed because it was old."""

    def listen(self, match: str, run: int, hear: Hear) -> Callable[[], None]:
        """Call ``hear`` with whatever everybody learns from now on; return what ends it."""

    def notes(self, bot: str) -> Sequence[Note]:
        """Return a bot's notes, newest first. They are in a file, so this may be called from any thread."""

    def caller(self, token: str) -> Caller | None:
        """Return who shows a token, None if it is not accepted."""

    def exposition(self) -> bytes:
        """Return the metrics in the Prometheus text format."""

    def is_serving(self) -> bool:
        """Return whether new work is taken: not while the referee stops."""

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Take note of a request, for the metrics; ``route``: as the access table has it, empty: no route."""

    def watching(self, change: int) -> None:
        """Take note that so many more (or fewer) watch, for the metrics."""

    def dropped(self) -> None:
        """Take note that a watcher did not read and got a snapshot, for the metrics."""
