"""One match as a page shows it: who, how it stands or ended, and what of its log may be seen by now.

Here is decided when a log is open: when the set's secret stands in it (architecture 6). Until then only what
everybody was told leaves this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from arbitro_engine.log.export import Line, lines
from arbitro_engine.log.views import seen_lines
from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import Ended
from arbitro_engine.match.record import StepRecord
from arbitro_engine.rules.events import NOBODY, EventKind
from arbitro_engine.rules.view import PublicEvent
from arbitro_engine.tournament import MatchResult, Schedule, ScheduledMatch, UnknownMatchError
from arbitro_server.http.ports import Referee, TournamentState
from arbitro_server.http.tables import stored_log, told

__all__ = [
    "Finished",
    "Found",
    "RoundLine",
    "find",
    "is_open",
    "json_lines",
    "neighbours",
    "read_finished",
    "tournament_of",
]

MatchStanding = Literal["scheduled", "running", "finished"]

_LAST: Final = 6
"""The reveal stands among so many last records: behind it are seals alone."""


@dataclass(frozen=True, slots=True)
class Found:
    """A match of a tournament.

    Attributes:
        run: the newest.
        result: the one that counts, once there is one.
    """

    tournament: TournamentState
    match: ScheduledMatch
    run: int
    state: MatchStanding
    result: MatchResult | None

    @property
    def names(self) -> list[str]:
        """The display names by seat."""
        names = self.tournament.names
        return [names.get(bot, bot) for bot in self.match.seats]


class RoundLine(NamedTuple):
    """One finished round; ``seq``: the number of its first public event."""

    number: int
    seq: int
    winner: int | None
    reason: str
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over, read from its log.

    Attributes:
        is_open: hidden cards may be shown: the set is closed.
        events: what everybody was told.
    """

    header: Header
    end: Ended | None
    is_open: bool
    secret: bytes
    nonces: tuple[bytes, ...]
    events: tuple[PublicEvent, ...]
    rounds: tuple[RoundLine, ...]

    def transcript(self, number: int) -> tuple[PublicEvent, ...]:
        """Return the public events of a round, its end included; the match's end follows the last."""
        starts = [at for at, event in enumerate(self.events) if event.kind is EventKind.ROUND_STARTED]
        if not 0 <= number < len(starts):
            return ()
        stop = starts[number + 1] if number + 1 < len(starts) else len(self.events)
        return self.events[starts[number] if number else 0 : stop]


def tournament_of(match: str) -> str:
    """Return the id of the tournament that a match's id names; empty if it is no such id."""
    return match.rsplit("-", 2)[0] if match.count("-") >= 2 else ""


def find(referee: Referee, name: str) -> Found | None:
    """Return a match, None if there is none of this id."""
    tournament = referee.tournament(tournament_of(name))
    if tournament is None or tournament.spec.field_fault:
        return None
    try:
        match = Schedule(tournament.spec).match(name)
    except UnknownMatchError:
        return None
    if name in tournament.running:
        return Found(tournament, match, tournament.running[name], "running", None)
    if (result := tournament.results.get(name)) is not None:
        return Found(tournament, match, result.run, "finished", result)
    return Found(tournament, match, 0, "scheduled", None)


def neighbours(found: Found) -> tuple[str | None, str | None]:
    """Return the ids of the matches before and after, among those that were begun, by pairing and game."""

    def place(name: str) -> tuple[int, int]:
        _, pairing, game = name.rsplit("-", 2)
        return int(pairing), int(game)

    here = place(found.match.id)
    begun = [(place(name), name) for name in (*found.tournament.results, *found.tournament.running)]
    _, before = max((one for one in begun if one[0] < here), default=(here, None))
    _, behind = min((one for one in begun if one[0] > here), default=(here, None))
    return before, behind


def is_open(records: Sequence[bytes]) -> bool:
    """Return whether everything of a log may be seen: the secret of its set is revealed in it."""
    return stored_log(records[-_LAST:]).reveal is not None


def read_finished(records: Sequence[bytes]) -> Finished | None:
    """Return a match that is over, read from its records; None if they are none of a match."""
    log = stored_log(records)
    if log.header is None:
        return None
    events = tuple(event for public in told(log) for event in public.events)
    end = next((record.end for record in log.records if isinstance(record, StepRecord) and record.end), None)
    reveal = log.reveal
    return Finished(
        log.header,
        end,
        reveal is not None,
        reveal.secret if reveal else b"",
        reveal.nonces if reveal else (),
        events,
        tuple(_rounds(events)),
    )


def json_lines(records: Sequence[bytes]) -> list[Line]:
    """Return a match as JSON Lines: all of it when it is open, else what everybody was told so far."""
    log = stored_log(records)
    return list(lines(log) if log.reveal else seen_lines(log))


def _rounds(events: Sequence[PublicEvent]) -> list[RoundLine]:
    found: list[RoundLine] = []
    number, seq = 0, 0
    for at, event in enumerate(events):
        if event.kind is EventKind.ROUND_STARTED:
            number, seq = event.count, at
        elif event.kind is EventKind.ROUND_ENDED:
            winner = None if event.seat == NOBODY else event.seat
            found.append(RoundLine(number, seq, winner, event.why.text, event.points, event.scores))
    return found
