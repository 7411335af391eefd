import grpc
import pytest
from grpc import aio

from arbitro.v1 import play_pb2
from arbitro_sdk import Bot
from arbitro_sdk.cli.points import offline
from arbitro_sdk.cli.relay import LATER_FIELDS, Relay
from arbitro_sdk.loading import LoadedBot, load
from arbitro_sdk.referee import Referee


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """No verdict hangs on how busy the machine is that runs the tests."""
    monkeypatch.setattr("arbitro_sdk.cli.points.ALLOWANCE_US", 3_600_000_000)


def checked(choose):
    class Mine(Bot):
        def choose(self, turn):
            return choose(turn)

    return {point.name: point for point in offline(LoadedBot("mine", "mine", Mine))}


def test_a_good_bot_passes_offline_under_every_profile():
    points = list(offline(load("greedy")))
    assert [point.ok for point in points] == [True] * 4
    assert int(points[0].seen.split()[0]) > 300


def test_a_bot_that_plays_against_the_rules_is_shown_where():
    point = checked(lambda _: "color R")["plays by the rules"]
    assert not point.ok
    assert "refused: not_this_decision" in point.seen
    assert "`color R` was refused" in point.todo


def test_a_bot_that_raises_is_shown_its_traceback():
    def choose(turn):
        raise LookupError(turn.kind)

    points = checked(choose)
    assert not points["raises nothing"].ok
    assert "LookupError" in points["raises nothing"].todo
    assert points["plays by the rules"].ok
    assert points["plays every profile"].ok


def test_a_bot_that_thinks_too_long_plays_no_further_profile(monkeypatch):
    monkeypatch.setattr("arbitro_sdk.cli.points.ALLOWANCE_US", 0)
    done = []
    found = {point.name: point for point in offline(load("first"), lambda *progress: done.append(progress))}
    assert done == [(0, 11)]
    assert not found["answers in time"].ok
    assert (found["plays every profile"].ok, found["plays every profile"].seen) == (False, "1 of 11 profiles")


def test_whoever_waits_for_a_bot_in_vain_is_shown_where_it_was(capsys):
    def waits(_turn):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checked(waits)
    assert "in waits" in capsys.readouterr().err


def test_a_bot_that_loses_by_its_own_fault_is_told_the_profiles():
    point = checked(lambda turn: "color R" if turn.rules.target == 500 else turn.legal[0])[
        "plays every profile"
    ]
    assert not point.ok
    assert "official" in point.seen


class Echo(grpc.GenericRpcHandler):
    """Sends back what a session says in its Hello, and who it is."""

    def service(self, details):
        return grpc.stream_stream_rpc_method_handler(self.play, play_pb2.PlayRequest.FromString)

    async def play(self, _requests, context):
        token = dict(context.invocation_metadata()).get("authorization", "")
        async for request in context_requests(context):
            text = f"{token} {request.hello.client}"
            await context.write(
                play_pb2.PlayResponse(notices=[play_pb2.Notice(text=text)]).SerializeToString()
            )


async def context_requests(context):
    while (request := await context.read()) is not aio.EOF:
        yield request


@pytest.fixture
async def relay():
    server = aio.server()
    server.add_generic_rpc_handlers((Echo(),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with Relay(Referee(f"127.0.0.1:{port}")) as relay:
        yield relay
    await server.stop(None)


@pytest.fixture
async def call(relay):
    async with aio.insecure_channel(relay.address) as channel:
        call = channel.stream_stream("/arbitro.v1.PlayService/Play")(metadata=[("authorization", "Bearer t")])
        yield call
        call.cancel()


HELLO = play_pb2.PlayRequest(hello=play_pb2.Hello(client="mine"))


async def test_a_relay_passes_frames_on_and_shows_them(relay, call):
    seen = []
    relay.look = seen.append
    await call.write(HELLO.SerializeToString())
    answer = play_pb2.PlayResponse.FromString(await call.read())
    assert answer.notices[0].text == "Bearer t mine"
    assert seen == [HELLO]
    assert relay.sessions == 1


async def test_a_relay_adds_what_nobody_knows(relay, call):
    relay.extra = LATER_FIELDS
    await call.write(HELLO.SerializeToString())
    data = await call.read()
    assert data.endswith(LATER_FIELDS)
    assert play_pb2.PlayResponse.FromString(data).notices[0].text == "Bearer t mine"


async def test_a_relay_can_cut_the_line(relay, call):
    await call.write(HELLO.SerializeToString())
    await call.read()
    relay.cut()
    assert await call.read() is aio.EOF
