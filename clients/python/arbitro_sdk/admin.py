"""Organising from a program: tournaments on a referee, in blocking calls that give plain values.

with Organiser(Referee("127.0.0.1:50051", token)) as organiser:
    created = organiser.create(Plan("cup", {"ana": "Ana", "ben": "Ben"}))
    organiser.start("cup")
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeVar

import grpc

from arbitro.codec import deals_message, faults_message, rules_message, time_message
from arbitro.v1 import tournament_pb2 as pb
from arbitro.v1 import tournament_pb2_grpc
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Deals
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.channel import dial_blocking, in_words
from arbitro_sdk.referee import Referee

__all__ = ["Created", "Line", "Organiser", "Plan", "Status", "Table"]

_PATIENCE_S: Final = 30
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be created: its id, the entrants' ids with their names, and how it is played."""

    tournament: str
    entrants: Mapping[str, str]
    rules: RuleSet = field(default_factory=lambda: RuleSet.of("official"))
    time: TimeControl = field(default_factory=TimeControl)
    faults: FaultPolicy = field(default_factory=FaultPolicy)
    deals: Deals = "fresh"
    games: int = 2
    seats: int = 2
    schedule: str = ""
    title: str = ""
    champion: str = ""
    seed: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Status:
    """Where a tournament stands: its state in words, and matches played, running and in all."""

    tournament: str
    state: str
    played: int
    running: int
    total: int
    connected: int
    rounds: int
    decisions: int
    time_left_us: int
    entrants: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.state in {"finished", "cancelled"}


@dataclass(frozen=True, slots=True)
class Created:
    """A tournament that was created, with the tokens of bots that had none; they are not shown again."""

    status: Status
    tokens: Mapping[str, str]
    join_code: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings; margins are points per round, None where there is nothing to tell from."""

    rank: int
    bot: str
    played: int
    won: int
    points: int
    rounds_won: int
    margin: float | None
    margin_low: float | None
    margin_high: float | None
    rating: float | None
    strikes: int
    forfeits: int
    faults: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Table:
    """The standings, best first; provisional while matches are played. `wins` is in the lines' order."""

    status: Status
    lines: tuple[Line, ...]
    provisional: bool
    wins: tuple[tuple[int, ...], ...]


class Organiser:
    """A referee's tournaments. Every call raises `ArbitroError`s alone.

    `NoConnectionError` where nobody answers, `AuthorisationError` where the token does not do, `RefusedError`
    where the referee refuses.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._channel = dial_blocking(referee)
        self._tournaments = tournament_pb2_grpc.TournamentServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._channel.close()

    def create(self, plan: Plan) -> Created:
        """Create a tournament, with bots and tokens where they are new."""
        message = pb.Tournament(
            name=plan.tournament,
            title=plan.title,
            rules=rules_message(plan.rules),
            time=time_message(plan.time),
            faults=faults_message(plan.faults),
            deals=deals_message(plan.deals),  # type: ignore[arg-type]
            schedule=plan.schedule or ("round_robin" if plan.seats == 2 else "tables"),
            games=plan.games,
            seats=plan.seats,
            entrants=[pb.Entrant(bot=bot, name=name) for bot, name in plan.entrants.items()],
            settings=plan.settings,
            champion=plan.champion,
        )
        request = pb.CreateTournamentRequest(
            tournament=message, request_id=secrets.token_hex(16), seed=plan.seed
        )
        answer = self._call(self._tournaments.CreateTournament, request)
        return Created(_status(answer.tournament), dict(answer.tokens), answer.join_code)

    def status(self, tournament: str) -> Status:
        """Say where a tournament stands."""
        request = pb.GetTournamentRequest(name=tournament)
        return _status(self._call(self._tournaments.GetTournament, request).tournament)

    def start(self, tournament: str) -> Status:
        """Start it."""
        request = pb.StartTournamentRequest(name=tournament)
        return _status(self._call(self._tournaments.StartTournament, request).tournament)

    def pause(self, tournament: str) -> Status:
        """Begin no new matches; running ones go on."""
        request = pb.PauseTournamentRequest(name=tournament)
        return _status(self._call(self._tournaments.PauseTournament, request).tournament)

    def resume(self, tournament: str) -> Status:
        """Go on after a pause."""
        request = pb.ResumeTournamentRequest(name=tournament)
        return _status(self._call(self._tournaments.ResumeTournament, request).tournament)

    def cancel(self, tournament: str, why: str) -> Status:
        """End it without a result."""
        request = pb.CancelTournamentRequest(name=tournament, why=why)
        return _status(self._call(self._tournaments.CancelTournament, request).tournament)

    def standings(self, tournament: str) -> Table:
        """Give the standings as they are."""
        answer = self._call(self._tournaments.ListStandings, pb.ListStandingsRequest(name=tournament))
        return Table(
            _status(answer.tournament),
            tuple(map(_line, answer.standings)),
            answer.provisional,
            tuple(tuple(row.won) for row in answer.wins),
        )

    def _call(self, method: Callable[..., Answer], request: object) -> Answer:
        try:
            return method(request, timeout=_PATIENCE_S, metadata=self._referee.metadata)
        except grpc.RpcError as error:
            raise in_words(error, self._referee) from None


def _status(message: pb.Tournament) -> Status:
    state = pb.TournamentState.Name(message.state).removeprefix("TOURNAMENT_STATE_").lower()
    return Status(
        message.name,
        state,
        message.played,
        message.running,
        message.total,
        message.connected,
        message.rounds,
        message.decisions,
        message.time_left_us,
        tuple(entrant.bot for entrant in message.entrants),
    )


def _line(message: pb.Standing) -> Line:
    def given(name: str) -> Any:  # noqa: ANN401 - a float where it is set
        return getattr(message, name) if message.HasField(name) else None  # type: ignore[arg-type]

    return Line(
        message.rank,
        message.bot,
        message.played,
        message.won,
        message.points,
        message.rounds_won,
        given("margin"),
        given("margin_low"),
        given("margin_high"),
        given("rating"),
        message.strikes,
        message.forfeits,
        dict(message.faults),
    )
