"""TournamentService: thin; every verb is the director's."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from grpc import aio

from arbitro.v1 import tournament_pb2 as pb
from arbitro.v1 import tournament_pb2_grpc
from arbitro_engine.rules.shuffle import seed_secret
from arbitro_server.rpc.access import caller, caller_name
from arbitro_server.rpc.acts import reason
from arbitro_server.rpc.logs import check_reader, chunks
from arbitro_server.rpc.pages import page
from arbitro_server.rpc.terms import STATES, hindrance_message, plan_of, standing_messages, tournament_message
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.hindrances import hindrances
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.refusals import RefusedError

__all__ = ["TournamentService"]

Context = aio.ServicerContext[Any, Any]


class TournamentService(tournament_pb2_grpc.TournamentServiceServicer):
    """The servicer."""

    def __init__(self, director: Director) -> None:
        self._director = director

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        """Create a tournament with its entrants."""
        secret = seed_secret(request.seed) if request.seed else None
        hosted, tokens = self._director.create(plan_of(request.tournament), secret, request.request_id)
        return pb.CreateTournamentResponse(
            tournament=await self._laid_out(hosted),
            tokens=tokens,
            join_code=self._director.join_code(hosted.id),
        )

    async def GetTournament(
        self, request: pb.GetTournamentRequest, context: Context
    ) -> pb.GetTournamentResponse:
        """Return one tournament."""
        return pb.GetTournamentResponse(tournament=await self._laid_out(self._director.find(request.name)))

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, context: Context
    ) -> pb.ListTournamentsResponse:
        """Return tournaments, newest first."""
        wanted = [
            hosted
            for hosted in self._director.listed()
            if request.state in (pb.TOURNAMENT_STATE_UNSPECIFIED, STATES[hosted.machine.state])
        ]
        chosen, token = page(wanted, request.page_size, request.page_token, f"t{request.state}")
        return pb.ListTournamentsResponse(
            tournaments=[self._message(hosted, entrants=False) for hosted in chosen], next_page_token=token
        )

    async def OpenTournament(
        self, request: pb.OpenTournamentRequest, context: Context
    ) -> pb.OpenTournamentResponse:
        """Open a draft for registration."""
        hosted = self._director.do(request.name, lambda one: one.machine.open(caller_name()))
        return pb.OpenTournamentResponse(tournament=self._message(hosted))

    async def RegisterEntrant(
        self, request: pb.RegisterEntrantRequest, context: Context
    ) -> pb.RegisterEntrantResponse:
        """Register a bot: organisers at any time that allows it, others with the join code."""
        who = caller()
        if who is None or who.role != "organiser":
            self._director.check_join_code(request.name, request.join_code)
        hosted, token = self._director.register(request.name, request.bot, request.title)
        entrant = next(one for one in self._message(hosted).entrants if one.bot == request.bot)
        return pb.RegisterEntrantResponse(entrant=entrant, token=token)

    async def StartTournament(
        self, request: pb.StartTournamentRequest, context: Context
    ) -> pb.StartTournamentResponse:
        """Start a tournament."""
        await self._director.lay_out(self._director.find(request.name).machine)
        hosted = self._director.do(request.name, lambda one: one.machine.start(caller_name()))
        return pb.StartTournamentResponse(tournament=self._message(hosted))

    async def PauseTournament(
        self, request: pb.PauseTournamentRequest, context: Context
    ) -> pb.PauseTournamentResponse:
        """Begin no new matches until it is resumed."""
        hosted = self._director.do(request.name, lambda one: one.machine.pause(caller_name()))
        return pb.PauseTournamentResponse(tournament=self._message(hosted))

    async def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, context: Context
    ) -> pb.ResumeTournamentResponse:
        """Go on after a pause."""
        hosted = self._director.do(request.name, lambda one: one.machine.resume(caller_name()))
        return pb.ResumeTournamentResponse(tournament=self._message(hosted))

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Context
    ) -> pb.CancelTournamentResponse:
        """End it without a result."""
        why = reason(request.why)
        hosted = self._director.do(request.name, lambda one: one.machine.cancel(caller_name(), why))
        return pb.CancelTournamentResponse(tournament=self._message(hosted))

    async def WithdrawEntrant(
        self, request: pb.WithdrawEntrantRequest, context: Context
    ) -> pb.WithdrawEntrantResponse:
        """Let an entrant go; a bot may withdraw itself alone."""
        who = caller()
        if who is not None and who.role == "bot" and who.bot != request.bot:
            raise RefusedError("ROLE_MISSING", f"The token is {who.bot}'s: it cannot withdraw {request.bot}.")
        why = reason(request.why)
        hosted = self._director.do(
            request.name, lambda one: one.machine.withdraw(request.bot, caller_name(), why)
        )
        return pb.WithdrawEntrantResponse(tournament=self._message(hosted))

    async def DisqualifyEntrant(
        self, request: pb.DisqualifyEntrantRequest, context: Context
    ) -> pb.DisqualifyEntrantResponse:
        """Take an entrant out."""
        why = reason(request.why)
        hosted = self._director.do(
            request.name, lambda one: one.machine.disqualify(request.bot, caller_name(), why)
        )
        return pb.DisqualifyEntrantResponse(tournament=self._message(hosted))

    async def ListStandings(
        self, request: pb.ListStandingsRequest, context: Context
    ) -> pb.ListStandingsResponse:
        """Return the standings as they are."""
        hosted = self._director.find(request.name)
        ranking = await self._director.rankings.of(hosted.machine)
        return pb.ListStandingsResponse(
            standings=standing_messages(ranking, hosted),
            tournament=self._message(hosted, entrants=False),
            provisional=not hosted.is_over,
            wins=[pb.WinRow(won=[wins or 0 for wins in row]) for row in ranking.standings.wins],
            annulled=ranking.standings.annulled,
        )

    async def WatchTournament(
        self, request: pb.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        """Send the tournament whenever it changed, at most a few times a second, until it is over."""
        hosted = self._director.find(request.name)
        while True:
            changed = hosted.next_change()
            ranking = await self._director.rankings.of(hosted.machine)
            yield pb.WatchTournamentResponse(
                tournament=self._message(hosted, entrants=False, waits=True),
                standings=standing_messages(ranking, hosted),
            )
            if hosted.is_over and not hosted.runners:
                return
            await changed

    async def GetTournamentLog(
        self, request: pb.GetTournamentLogRequest, context: Context
    ) -> AsyncGenerator[pb.GetTournamentLogResponse, None]:
        """Send the file of the log of a tournament that is over, in chunks."""
        hosted = self._director.find(request.name)
        check_reader(hosted)
        if not hosted.is_over:
            text = f"The log of {request.name} opens when the tournament is over: it ends with its secret."
            raise RefusedError("LOG_SEALED", text)
        self._director.commit()  # it may have ended in this turn of the loop, and is sent whole
        for chunk in chunks(self._director.floor.store.records(hosted.id)):
            yield pb.GetTournamentLogResponse(chunk=chunk)

    async def _laid_out(self, hosted: Hosted) -> pb.Tournament:
        await self._director.lay_out(hosted.machine)
        return self._message(hosted)

    def _message(self, hosted: Hosted, *, entrants: bool = True, waits: bool = False) -> pb.Tournament:
        sessions, house = self._director.lobby.sessions, self._director.practice.house(hosted)
        message = tournament_message(hosted, sessions, house, entrants=entrants)
        if entrants or waits:
            found = hindrances(hosted, sessions, house)
            message.hindrances.extend(map(hindrance_message, found))
        return message
