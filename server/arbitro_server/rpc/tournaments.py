"""TournamentService: thin; every verb is the director's."""

from __future__ import annotations

from typing import Any, Final

from arbitro.codec import (
    deals_message,
    deals_of,
    faults_message,
    faults_of,
    rules_message,
    rules_of,
    time_message,
    time_of,
)
from arbitro.v1 import tournament_pb2 as pb
from arbitro.v1 import tournament_pb2_grpc
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.shuffle import seed_secret
from arbitro_engine.tournament import Standing, TournamentSpec
from grpc import aio

from arbitro_server.runtime.director import Director
from arbitro_server.runtime.tournament import State, Terms, Tournament

__all__ = ["TournamentService"]

Context = aio.ServicerContext[Any, Any]

STATES: Final[dict[State, pb.TournamentState.ValueType]] = {
    "draft": pb.TOURNAMENT_STATE_DRAFT,
    "open": pb.TOURNAMENT_STATE_OPEN,
    "running": pb.TOURNAMENT_STATE_RUNNING,
    "paused": pb.TOURNAMENT_STATE_PAUSED,
    "finished": pb.TOURNAMENT_STATE_FINISHED,
    "cancelled": pb.TOURNAMENT_STATE_CANCELLED,
}


class TournamentService(tournament_pb2_grpc.TournamentServiceServicer):
    """The servicer."""

    def __init__(self, director: Director) -> None:
        self._director = director

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        """Create a tournament."""
        spec, terms = _plan(request.tournament, seeded=bool(request.seed))
        secret = seed_secret(request.seed) if request.seed else None
        tournament, tokens = self._director.create(spec, terms, secret, request.request_id)
        return pb.CreateTournamentResponse(
            tournament=self._message(tournament), tokens=tokens, join_code=tournament.join_code
        )

    async def GetTournament(
        self, request: pb.GetTournamentRequest, context: Context
    ) -> pb.GetTournamentResponse:
        """Return one tournament."""
        return pb.GetTournamentResponse(tournament=self._message(self._director.find(request.name)))

    async def StartTournament(
        self, request: pb.StartTournamentRequest, context: Context
    ) -> pb.StartTournamentResponse:
        """Start a tournament."""
        return pb.StartTournamentResponse(tournament=self._message(self._director.start(request.name)))

    async def ListStandings(
        self, request: pb.ListStandingsRequest, context: Context
    ) -> pb.ListStandingsResponse:
        """Return the standings as they are."""
        tournament = self._director.find(request.name)
        table = tournament.standings()
        return pb.ListStandingsResponse(
            standings=[_standing(line, tournament) for line in table.lines],
            tournament=self._message(tournament, entrants=False),
            provisional=tournament.state not in ("finished", "cancelled"),
            wins=[pb.WinRow(won=[wins or 0 for wins in row]) for row in table.wins],
        )

    def _message(self, tournament: Tournament, *, entrants: bool = True) -> pb.Tournament:
        spec, terms = tournament.spec, tournament.terms
        connected = {
            entrant.id
            for entrant in spec.entrants
            if self._director.sessions.find(entrant.id, spec.id) is not None
        }
        return pb.Tournament(
            name=spec.id,
            title=spec.name,
            rules=rules_message(terms.rules),
            time=time_message(terms.time),
            faults=faults_message(terms.faults),
            deals=deals_message(spec.deals),  # type: ignore[arg-type]
            schedule=spec.format,
            games=spec.games_per_pairing,
            seats=spec.seats,
            entrants=[
                pb.Entrant(bot=one.id, name=str(one), connected=one.id in connected, standing="in")
                for one in spec.entrants
                if entrants
            ],
            state=STATES[tournament.state],
            played=tournament.played,
            running=len(tournament.running),
            total=tournament.total,
            connected=len(connected),
            commitment=tournament.commitment,
            decisions=tournament.decisions,
            rounds=tournament.rounds,
            champion=spec.champion,
        )


def _plan(message: pb.Tournament, *, seeded: bool) -> tuple[TournamentSpec, Terms]:
    """Return what a message asks for. Raises SpecError, RuleFaults or CodecError, each naming all its faults."""
    rules = rules_of(message.rules)
    time = time_of(message.time) if message.HasField("time") else TimeControl()
    faults = faults_of(message.faults) if message.HasField("faults") else FaultPolicy()
    fields: dict[str, Any] = {
        **message.settings,
        "id": message.name,
        "name": message.title,
        "entrants": [{"id": one.bot, "name": one.name} for one in message.entrants],
        "format": message.schedule or "round_robin",
        "seats": message.seats or 2,
        "games": message.games or 2,
        "deals": deals_of(message.deals),
        "champion": message.champion,
        "scoring": rules.scoring,
        "target": rules.target,
    }
    return TournamentSpec.from_fields(fields), Terms(rules, time, faults, seeded)


def _standing(line: Standing, tournament: Tournament) -> pb.Standing:
    message = pb.Standing(
        rank=line.rank,
        bot=line.entrant,
        played=line.played,
        won=line.won,
        points=line.points,
        rounds_won=line.rounds_won,
        forfeits=line.forfeits,
        faults=dict(tournament.faults[line.entrant]),
    )
    if line.margin is not None:
        message.margin = line.margin.mean
        if line.margin.low is not None and line.margin.high is not None:
            message.margin_low, message.margin_high = line.margin.low, line.margin.high
    return message
