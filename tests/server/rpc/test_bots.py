"""BotService: practice over gRPC. Tokens and lists are tested with the other services."""

import pytest
from grpc import StatusCode, aio

from arbitro.codec import record_of
from arbitro.v1 import bot_pb2, match_pb2, tournament_pb2
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.verify import verify
from support.hosting import Host, host
from support.raw import gather, raw_bots


@pytest.fixture
async def referee(tmp_path):
    async with host(tmp_path / "data") as running:
        await running.create("ann", "ben", target=1, start=False)
        await running.create("ann", "ben", name="bowl", target=1, games=1, start=False)
        yield running


def shows(referee: Host, bot: str) -> list[tuple[str, str]]:
    return [("authorization", f"Bearer {referee.tokens[bot]}")]


async def practised(referee: Host) -> str:
    """Let ann practise; return the practice's name."""
    request = bot_pb2.StartPracticeRequest(against="first", matches=1, like="cup")
    begun = await referee.bots.StartPractice(request, metadata=shows(referee, "ann"))
    assert begun.matches == 2
    async with raw_bots(referee.address, referee.tokens["ann"]) as (ann,):
        await ann.hello(scope=begun.tournament)
        await gather(ann)
    return begun.tournament


async def log(referee: Host, name: str, metadata: list[tuple[str, str]]) -> bytes:
    stream = referee.matches.GetMatchLog(match_pb2.GetMatchLogRequest(name=name), metadata=metadata)
    return b"".join([part.chunk async for part in stream])


async def test_the_author_gets_the_logs_of_practice(referee):
    name = await practised(referee)
    for match in (f"{name}-0-0", f"{name}-0-1"):
        content = await log(referee, match, shows(referee, "ann"))
        assert verify(read_log(content, record_of)).state == "ok"


async def test_nobody_elses_bot_gets_them(referee):
    name = await practised(referee)
    with pytest.raises(aio.AioRpcError) as caught:
        await log(referee, f"{name}-0-0", shows(referee, "ben"))
    assert caught.value.code() is StatusCode.PERMISSION_DENIED


async def test_practice_is_in_no_list(referee):
    await practised(referee)
    listed = await referee.tournaments.ListTournaments(tournament_pb2.ListTournamentsRequest())
    assert [one.name for one in listed.tournaments] == ["bowl", "cup"]
    bots = await referee.bots.ListBots(bot_pb2.ListBotsRequest())
    assert [one.bot for one in bots.bots] == ["ann", "ben"]


async def test_the_settings_may_forbid_practice(tmp_path):
    async with host(tmp_path / "other", practice_matches=0) as referee:
        await referee.create("ann", "ben", start=False)
        with pytest.raises(aio.AioRpcError, match="no practice"):
            await referee.bots.StartPractice(bot_pb2.StartPracticeRequest(), metadata=shows(referee, "ann"))
