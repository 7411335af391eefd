"""A whole referee in the test's own process: real gRPC on a free port, a real store, a clock that jumps."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from grpc import aio

from arbitro.v1 import bot_pb2_grpc, match_pb2_grpc, tournament_pb2_grpc
from arbitro.v1 import clocks_pb2 as clocks
from arbitro.v1 import rules_pb2 as rules
from arbitro.v1 import tournament_pb2 as pb
from arbitro_server.app import App
from arbitro_server.settings import Settings
from support.jumping import JumpingClock


class Host:
    """A referee and its organiser."""

    def __init__(self, app: App, clock: JumpingClock, organiser: str) -> None:
        self.app = app
        self.clock = clock
        self.address = app.rpc.address
        self.organiser = organiser
        self.tokens: dict[str, str] = {}
        self.channel = aio.insecure_channel(self.address)
        self.metadata = [("authorization", f"Bearer {organiser}")]
        self.tournaments = tournament_pb2_grpc.TournamentServiceStub(self.channel)
        self.matches = match_pb2_grpc.MatchServiceStub(self.channel)
        self.bots = bot_pb2_grpc.BotServiceStub(self.channel)

    async def create(
        self,
        *bots: str,
        name: str = "cup",
        target: int = 500,
        time: clocks.TimeControl | None = None,
        faults: clocks.FaultPolicy | None = None,
        profile: str = "official",
        start: bool = True,
        **fields: object,
    ) -> pb.Tournament:
        """Create a tournament of these bots, and start it."""
        wanted = pb.Tournament(
            name=name,
            entrants=[pb.Entrant(bot=bot) for bot in bots],
            rules=rules.RuleSet(profile=profile, overrides={"target": str(target)}),
            time=time,
            faults=faults,
            **fields,
        )
        made = await self.tournaments.CreateTournament(
            pb.CreateTournamentRequest(tournament=wanted, seed="seed"), metadata=self.metadata
        )
        self.tokens |= dict(sorted(made.tokens.items()))
        if start:
            await self.start(name)
        return made.tournament

    async def start(self, name: str = "cup") -> None:
        await self.tournaments.StartTournament(pb.StartTournamentRequest(name=name), metadata=self.metadata)

    async def get(self, name: str = "cup") -> pb.Tournament:
        found = await self.tournaments.GetTournament(
            pb.GetTournamentRequest(name=name), metadata=self.metadata
        )
        return found.tournament

    async def standings(self, name: str = "cup") -> pb.ListStandingsResponse:
        return await self.tournaments.ListStandings(
            pb.ListStandingsRequest(name=name), metadata=self.metadata
        )


@asynccontextmanager
async def host(
    data: Path, clock: JumpingClock | None = None, organiser: str = "", **settings: object
) -> AsyncIterator[Host]:
    """A referee on this data directory."""
    clock = clock or JumpingClock()
    app = App(Settings.load(None, {"listen": "127.0.0.1:0", "data": data, "drain": 0, **settings}), clock)
    await app.start()
    referee = Host(app, clock, organiser or app.organiser_token or "")
    try:
        yield referee
    finally:
        await referee.channel.close()
        await app.stop()
