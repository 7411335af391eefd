"""Each bound of what others may ask for: a typed refusal that says when to come back; told beforehand."""

import asyncio

import pytest
from google.rpc import error_details_pb2
from grpc import StatusCode, aio
from grpc_status import rpc_status
from structlog.testing import capture_logs

from arbitro.v1 import bot_pb2, info_pb2, info_pb2_grpc, match_pb2, play_pb2, tournament_pb2
from arbitro_server import app
from arbitro_server.rpc.limits import Limits
from arbitro_server.rpc.pages import page_size
from support.hosting import host
from support.jumping import turns
from support.raw import RawBot, raw_bot, raw_bots

SMALL = Limits(
    message_bytes=500,
    request_bytes=1_000,
    note_bytes=8,
    matches=2,
    sessions_per_bot=2,
    openings=3,
    refusals_per_second=5,
    calls=6,
    reading=2,
    watchers=1,
)


@pytest.fixture
async def referee(tmp_path, monkeypatch):
    """A referee with small bounds."""
    monkeypatch.setattr(app, "Limits", lambda **_: SMALL)
    async with host(tmp_path / "data") as running:
        await running.create("ann", "ben", start=False)
        yield running


def told(error: aio.AioRpcError) -> tuple[StatusCode, str, int]:
    """The status, the reason, and after how many seconds to come back; 0: it would be refused then too."""
    reason, retry_s = "", 0
    for detail in rpc_status.from_call(error).details:
        info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        if detail.Unpack(info):
            reason = info.reason
        elif detail.Unpack(retry):
            retry_s = retry.retry_delay.seconds
    return error.code(), reason, retry_s


async def test_requests_have_a_size(referee):
    wanted = tournament_pb2.Tournament(name="cup", title="x" * 2_000)
    for request in (wanted, tournament_pb2.Tournament(title="x" * 2_000_000)):
        with pytest.raises(aio.AioRpcError) as caught:
            await referee.tournaments.CreateTournament(
                tournament_pb2.CreateTournamentRequest(tournament=request), metadata=referee.metadata
            )
        assert told(caught.value) == (StatusCode.RESOURCE_EXHAUSTED, "TOO_LARGE", 0)


class Patience:
    """Tells when the referee begins to wait for a request, and when it no longer does."""

    def __init__(self, deadlines, monkeypatch):
        self.begun, self.over = asyncio.Event(), asyncio.Event()
        for name, told in (("arm", self.begun), ("disarm", self.over)):
            monkeypatch.setattr(deadlines, name, self.telling(getattr(deadlines, name), told))

    def telling(self, done, told):
        def do(*args):
            told.set()
            return done(*args)

        return do


@pytest.fixture
def patience(referee, monkeypatch):
    return Patience(referee.app.floor.deadlines, monkeypatch)


def asking(referee, *metadata: tuple[str, str]) -> aio.StreamUnaryCall:
    """A request that may come later, or never, to a method that takes one."""
    method = referee.channel.stream_unary("/arbitro.v1.TournamentService/GetTournament")
    return method(metadata=metadata)


async def test_nothing_is_read_of_whoever_is_not_let_in(referee):
    with pytest.raises(aio.AioRpcError) as caught:  # although the request never comes
        await asking(referee, ("authorization", "Bearer nonsense"))
    assert told(caught.value)[0] is StatusCode.UNAUTHENTICATED


async def test_a_request_is_whole_in_good_time(referee, patience):
    call = asking(referee, *referee.metadata)
    await patience.begun.wait()
    referee.clock.jump(SMALL.request_us)
    with pytest.raises(aio.AioRpcError) as caught:
        await call
    assert told(caught.value) == (StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", 1)
    assert (await referee.get()).name == "cup"


async def test_strangers_who_send_no_request_hold_up_no_known_caller(referee):
    method = referee.channel.stream_unary("/arbitro.v1.InfoService/GetServerInfo")
    silent = [method() for _ in range(SMALL.reading + 1)]
    desk = referee.app.rpc.guard.desks[False]
    while not desk.locked():
        await referee.get()
    assert (await referee.get()).name == "cup"
    referee.clock.jump(SMALL.request_us)
    for call in silent:  # also the one that was not read
        with pytest.raises(aio.AioRpcError) as caught:
            await call
        assert told(caught.value) == (StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", 1)
    stub = info_pb2_grpc.InfoServiceStub(referee.channel)
    assert (await stub.GetServerInfo(info_pb2.GetServerInfoRequest())).limits.sessions


async def test_a_call_without_a_request_is_told_so(referee):
    call = asking(referee, *referee.metadata)
    await call.done_writing()
    with pytest.raises(aio.AioRpcError) as caught:
        await call
    assert told(caught.value)[:2] == (StatusCode.INVALID_ARGUMENT, "MALFORMED")


async def test_a_caller_who_leaves_before_the_request_is_whole_is_no_error(referee, patience):
    armed = len(referee.app.floor.deadlines)
    with capture_logs() as lines:
        call = asking(referee, *referee.metadata)
        await patience.begun.wait()
        call.cancel()
        await patience.over.wait()
        await turns()
    assert [line.get("grpc_code") for line in lines] == ["CANCELLED"]
    assert len(referee.app.floor.deadlines) == armed


async def test_so_many_calls_are_handled_at_once(referee):
    watching = [
        referee.tournaments.WatchTournament(tournament_pb2.WatchTournamentRequest(name="cup"))
        for _ in range(SMALL.calls)
    ]
    for call in watching:
        await call.read()
    with pytest.raises(aio.AioRpcError) as caught:
        await referee.get()
    assert told(caught.value) == (StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", 1)
    referee.app.director.do("cup", lambda one: one.machine.cancel("referee", "rain"))
    referee.clock.jump(1_000_000)
    for call in watching:  # each is told, and is over
        await call.read()
        assert await call.read() is aio.EOF
    assert (await referee.get()).name == "cup"


async def test_so_many_watch(referee):
    await referee.start()
    async with raw_bots(referee.address, *referee.tokens.values()) as bots:
        for bot in bots:
            await bot.hello()
        await bots[0].until(lambda bot: bot.started)
        wanted = match_pb2.WatchMatchRequest(name="cup-0-0")
        watching = referee.matches.WatchMatch(wanted)
        await watching.read()
        with pytest.raises(aio.AioRpcError) as caught:
            await referee.matches.WatchMatch(wanted).read()
        assert told(caught.value) == (StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", 10)
        watching.cancel()


async def ended(bot: RawBot) -> tuple[StatusCode, str, int]:
    """How a bot's stream ends."""
    await bot.reason()
    return told(bot.status)


async def test_a_bot_has_so_many_streams(referee):
    token = referee.tokens["ann"]
    async with raw_bots(referee.address, *[token] * (SMALL.sessions_per_bot + 1)) as bots:
        streams = [asyncio.create_task(ended(bot)) for bot in bots]
        (refused,), others = await asyncio.wait(streams, return_when=asyncio.FIRST_COMPLETED)
        assert refused.result() == (StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_SESSIONS", 1)
        for stream in others:
            stream.cancel()


async def test_a_bot_opens_sessions_so_fast(referee):
    for _ in range(SMALL.openings):
        async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
            await bot.hello()
            await bot.send(leave=play_pb2.Leave())
            assert await bot.reason() == ""
    async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
        assert await ended(bot) == (StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", 1)


async def test_a_session_sends_so_much_that_is_refused(referee):
    async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
        await bot.hello()
        for _ in range(SMALL.refusals_per_second + 1):
            await bot.send_bytes(b"nonsense")
        assert await ended(bot) == (StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", 1)
        assert bot.goodbye.retry_after_us == 1_000_000


async def test_a_frame_has_a_size(referee):
    async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
        await bot.hello()
        await bot.send_bytes(bytes(SMALL.message_bytes + 1))
        assert await ended(bot) == (StatusCode.RESOURCE_EXHAUSTED, "TOO_LARGE", 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "x" * 64},
        {"title": "x" * 500},
        {"entrants": [tournament_pb2.Entrant(bot="cyd", name="y" * 200)]},
    ],
)
async def test_names_have_a_length(referee, fields):
    wanted = tournament_pb2.Tournament(**{"name": "bowl", **fields})
    with pytest.raises(aio.AioRpcError) as caught:
        await referee.tournaments.CreateTournament(
            tournament_pb2.CreateTournamentRequest(tournament=wanted), metadata=referee.metadata
        )
    assert told(caught.value)[:2] == (StatusCode.INVALID_ARGUMENT, "BAD_FIELD")


async def test_a_page_has_so_many_items(referee):
    listed = await referee.bots.ListBots(
        bot_pb2.ListBotsRequest(page_size=2**31 - 1), metadata=referee.metadata
    )
    assert len(listed.bots) == 2
    assert page_size(2**31 - 1) == 1_000


async def test_bounds_are_told_in_welcome_and_to_whoever_asks(referee):
    stub = info_pb2_grpc.InfoServiceStub(referee.channel)
    info = (await stub.GetServerInfo(info_pb2.GetServerInfoRequest())).limits
    async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
        assert (await bot.hello(matches=99)).limits == info
    assert {field.name for field, _ in info.ListFields()} == {field.name for field in info.DESCRIPTOR.fields}
    assert (info.message_bytes, info.request_bytes, info.sessions, info.max_concurrent_matches) == (
        500,
        1000,
        2,
        2,
    )
