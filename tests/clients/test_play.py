import asyncio

import grpc
import pytest
import trustme
from grpc import aio

from arbitro.codec import started_part
from arbitro.v1 import play_pb2
from arbitro_engine.match.header import Header
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.errors import AuthorisationError, NoConnectionError, RefusedError
from arbitro_sdk.loading import load
from arbitro_sdk.play import Client
from arbitro_sdk.referee import Referee
from arbitro_sdk.terms import LONGEST_US, Backoff, Terms

QUICK = Backoff(first_us=1_000, most_us=2_000)


class Scripted(grpc.GenericRpcHandler):
    """A referee that answers each session by a script: a coroutine function that gets the stream."""

    def __init__(self, *scripts):
        self.scripts = list(scripts)
        self.hellos = []
        self.metadata = []

    def service(self, details):
        return grpc.stream_stream_rpc_method_handler(
            self.play, play_pb2.PlayRequest.FromString, play_pb2.PlayResponse.SerializeToString
        )

    async def play(self, _requests, context):
        self.metadata.append(dict(context.invocation_metadata()))
        self.hellos.append((await context.read()).hello)
        await context.write(play_pb2.PlayResponse(welcome=play_pb2.Welcome(bot="ana")))
        await self.scripts.pop(0)(context)


def says_goodbye(reason, **fields):
    async def script(context):
        await context.write(play_pb2.PlayResponse(goodbye=play_pb2.Goodbye(reason=reason, **fields)))

    return script


async def is_cut(context):
    await context.abort(grpc.StatusCode.UNAVAILABLE, "Socket closed")


async def just_ends(_context):
    """End without a word, as when the process of the referee dies."""


done = says_goodbye(play_pb2.GOODBYE_REASON_DONE)


@pytest.fixture
async def serve():
    servers = []

    async def start(*scripts, credentials=None):
        handler = Scripted(*scripts)
        server = aio.server()
        server.add_generic_rpc_handlers((handler,))
        add = server.add_insecure_port if credentials is None else server.add_secure_port
        port = add("127.0.0.1:0", *([credentials] if credentials else []))
        await server.start()
        servers.append(server)
        return handler, Referee(f"127.0.0.1:{port}", "arb_bot_secret")

    yield start
    for server in servers:
        await server.stop(None)


class Said(list):
    """What the client says, and a way to wait for it."""

    def __init__(self):
        self._news = asyncio.Event()

    def append(self, text):
        super().append(text)
        self._news.set()

    async def heard(self, beginning):
        while not any(text.startswith(beginning) for text in self):
            self._news.clear()
            await self._news.wait()


def client(referee, said=None, **terms):
    said = said if said is not None else []
    return Client(referee, load("first"), Terms(**{"backoff": QUICK, **terms}), said.append, said.append)


async def test_a_session_ends_with_a_goodbye(serve):
    handler, referee = await serve(done)
    said = []
    await client(referee, said, concurrent=3, scope="cup").run()
    assert handler.hellos[0].max_concurrent_matches == 3
    assert handler.hellos[0].scope == "cup"
    assert handler.hellos[0].client.startswith("arbitro-sdk/")
    assert handler.metadata[0]["authorization"] == "Bearer arb_bot_secret"
    assert said == [f"connected to {referee.address} as ana; waiting for a match"]


async def test_why_it_is_over_is_said(serve):
    _, referee = await serve(says_goodbye(play_pb2.GOODBYE_REASON_DONE, text="Nothing is left to play."))
    said = []
    await client(referee, said).run()
    assert said[1:] == ["goodbye: Nothing is left to play."]


async def test_what_became_of_each_match_is_told(serve):
    async def plays(bot):
        for seat in (0, 1):
            header = Header(f"cup-0-{seat}", ("ana", "ben"), RuleSet.of("official"), b"", "")
            part = started_part(seat, header, seat, ready_wanted=False)
            await bot.write(play_pb2.PlayResponse.FromString(part))
        ended = [play_pb2.MatchEnded(match=n, ending=1, winner=0, scores=[502, 77], rounds=9) for n in (0, 1)]
        await bot.write(play_pb2.PlayResponse(ended=ended))
        await done(bot)

    _, referee = await serve(plays)
    said = []
    await client(referee, said, concurrent=2).run()
    assert said[1:] == [
        "cup-0-0 won (target): ana 502, ben 77; 1 of 1 won",
        "cup-0-1 lost (target): ana 502, ben 77; 1 of 2 won",
    ]


@pytest.mark.parametrize(
    "end", [is_cut, just_ends, says_goodbye(play_pb2.GOODBYE_REASON_DRAINING, retry_after_us=1000)]
)
async def test_a_session_that_ends_otherwise_is_taken_up_again(serve, end):
    handler, referee = await serve(end, end, done)
    said = []
    await client(referee, said).run()
    assert len(handler.hellos) == 3
    assert said[-1] == f"connected again to {referee.address} as ana; waiting for a match"


async def test_a_moved_session_goes_on_at_the_other_address(serve):
    there, other = await serve(done)
    moved = says_goodbye(play_pb2.GOODBYE_REASON_MOVED, address=other.address, ticket="arb_ticket")
    here, referee = await serve(moved)
    await client(referee).run()
    assert (len(here.hellos), len(there.hellos)) == (1, 1)
    assert there.metadata[0]["authorization"] == "Bearer arb_ticket"


async def test_a_moved_session_that_is_lost_comes_home(serve):
    _, other = await serve(just_ends)
    here, referee = await serve(says_goodbye(play_pb2.GOODBYE_REASON_MOVED, address=other.address), done)
    await client(referee).run()
    assert len(here.hellos) == 2


@pytest.mark.parametrize(
    "reason, error, code",
    [
        (play_pb2.GOODBYE_REASON_SUPERSEDED, AuthorisationError, "A204"),
        (play_pb2.GOODBYE_REASON_REVOKED, AuthorisationError, "A201"),
        (play_pb2.GOODBYE_REASON_KICKED, RefusedError, "A205"),
    ],
)
async def test_a_bad_goodbye_is_final(serve, reason, error, code):
    _, referee = await serve(says_goodbye(reason, text="Too much."))
    with pytest.raises(error, match=code):
        await client(referee).run()


async def test_a_revoked_token_is_told_once_in_the_referees_words(serve):
    _, referee = await serve(says_goodbye(play_pb2.GOODBYE_REASON_REVOKED, text="Ask the organiser."))
    with pytest.raises(AuthorisationError, match=r"^A201 Ask the organiser\.$"):
        await client(referee).run()


async def test_notices_and_errors_are_passed_on(serve):
    async def script(context):
        frame = play_pb2.PlayResponse(
            notices=[play_pb2.Notice(text="slow down")], errors=[play_pb2.ProtocolError(text="no such match")]
        )
        await context.write(frame)
        await done(context)

    _, referee = await serve(script)
    said = []
    await client(referee, said).run()
    assert said[1:] == ["notice: slow down", "protocol error: no such match"]


async def test_leaving_is_said_and_a_goodbye_waited_for(serve):
    left = asyncio.Event()

    async def script(context):
        if (await context.read()).HasField("leave"):
            left.set()
        await done(context)

    _, referee = await serve(script)
    said = Said()
    player = client(referee, said)
    running = asyncio.create_task(player.run())
    await said.heard("connected")
    player.leave()
    await running
    assert left.is_set()


async def test_leaving_ends_the_wait_for_a_lost_referee(serve):
    _, referee = await serve(just_ends)
    said = Said()
    player = client(referee, said, backoff=Backoff(LONGEST_US, LONGEST_US))
    running = asyncio.create_task(player.run())
    await said.heard("lost the connection")
    player.leave()
    await running


async def test_nobody_there_is_said_at_once():
    with pytest.raises(NoConnectionError, match="A101"):
        await client(Referee("127.0.0.1:1")).run()


async def test_a_referee_that_stays_away_is_given_up(serve):
    _, referee = await serve(just_ends)
    with pytest.raises(NoConnectionError, match="A105"):
        await client(referee, patience_s=0).run()


async def test_a_referee_can_be_waited_for():
    said = Said()
    player = client(Referee("127.0.0.1:1"), said, wait=True, patience_s=3600)
    running = asyncio.create_task(player.run())
    await said.heard("lost the connection to 127.0.0.1:1; dialling in again")
    player.leave()
    await running


@pytest.fixture
def authority():
    return trustme.CA()


@pytest.fixture
def certified(authority):
    issued = authority.issue_cert("127.0.0.1", "localhost")
    key, chain = issued.private_key_pem.bytes(), b"".join(blob.bytes() for blob in issued.cert_chain_pems)
    return grpc.ssl_server_credentials([(key, chain)])


async def test_a_trusted_certificate_encrypts(serve, authority, certified, tmp_path):
    _, referee = await serve(done, credentials=certified)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    await client(Referee(referee.address, "t", tmp_path / "ca.pem")).run()


async def test_plain_on_a_port_that_speaks_tls_says_so(serve, certified):
    _, referee = await serve(done, credentials=certified)
    with pytest.raises(NoConnectionError, match="A103"):
        await client(referee).run()


async def test_tls_on_a_plain_port_says_so(serve, authority, tmp_path):
    _, referee = await serve(done)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    with pytest.raises(NoConnectionError, match="A104"):
        await client(Referee(referee.address, "t", tmp_path / "ca.pem")).run()


async def test_a_certificate_nobody_trusts_says_so(serve, certified, tmp_path):
    _, referee = await serve(done, credentials=certified)
    trustme.CA().cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    with pytest.raises(NoConnectionError, match="A104"):
        await client(Referee(referee.address, "t", tmp_path / "ca.pem")).run()
