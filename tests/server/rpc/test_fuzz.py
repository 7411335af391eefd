"""Whatever anybody sends to any method, in any state: no crash, no leak, no effect on others' matches."""

import asyncio
import threading
from concurrent.futures import Future
from contextlib import contextmanager

import grpc
import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitro.v1 import bot_pb2, info_pb2, match_pb2, play_pb2, tournament_pb2
from arbitro_server.rpc.access import TABLE
from support.hosting import Host, host
from support.raw import raw_bots

FILES = (bot_pb2, info_pb2, match_pb2, play_pb2, tournament_pb2, health_pb2)
METHODS = {
    f"/{service.full_name}/{method.name}": method
    for module in FILES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
ROLES = ("organiser", "ann", "auditor", "watcher", "nobody")
NAMES = st.sampled_from(
    [
        "",
        "cup",
        "cup-0-0",
        "cup-0-1",
        "draft",
        "over",
        "over-0-0",
        "ann",
        "ben",
        "cyd",
        "official",
        "x" * 300,
        "é",
        "-",
    ]
)
NUMBERS = st.sampled_from([0, 1, 2, 3, 7, 107, 255, 2**31 - 1])
LARGE = st.sampled_from([0, 1, 2**31, 2**63, 2**64 - 1])
PATIENCE_S = 10
INNER = 3
"""How deep messages within messages go."""


def messages(descriptor: Descriptor, depth: int = INNER) -> st.SearchStrategy:
    """Any message of a kind, with names that exist more often than chance would have it."""
    fields = [field for field in descriptor.fields if depth or field.type != FieldDescriptor.TYPE_MESSAGE]
    values = st.fixed_dictionaries({}, optional={field.name: field_values(field, depth) for field in fields})
    return values.map(lambda chosen: GetMessageClass(descriptor)(**chosen))


def field_values(field: FieldDescriptor, depth: int) -> st.SearchStrategy:
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        return st.dictionaries(NAMES, scalars(kind.fields_by_name["value"]), max_size=3)
    one = messages(kind, depth - 1) if kind is not None else scalars(field)
    return st.lists(one, max_size=3) if field.is_repeated else one


def scalars(field: FieldDescriptor) -> st.SearchStrategy:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
            return st.binary(max_size=40)
        case FieldDescriptor.CPPTYPE_STRING:
            return NAMES | st.text(max_size=20)
        case FieldDescriptor.CPPTYPE_BOOL:
            return st.booleans()
        case FieldDescriptor.CPPTYPE_ENUM:
            return st.sampled_from([value.number for value in field.enum_type.values])
        case FieldDescriptor.CPPTYPE_UINT64:
            return LARGE
        case FieldDescriptor.CPPTYPE_DOUBLE | FieldDescriptor.CPPTYPE_FLOAT:
            return st.floats(width=32)
    return NUMBERS


class Running:
    """A referee with a tournament in each state, and a match in play that nobody names."""

    def __init__(self, referee: Host) -> None:
        self.referee = referee
        self.channel = grpc.insecure_channel(referee.address)
        tokens = referee.app.director.tokens
        self.metadata = {
            role: [("authorization", f"Bearer {referee.tokens.get(role) or tokens.issue(role)[0]}")]
            for role in ROLES[:-1]
        } | {"nobody": []}

    @property
    def untouched(self) -> object:
        """What no call may change."""
        hosted = self.referee.app.director.hosted["guarded"]
        runner = hosted.runners["guarded-0-0.0"]
        return hosted.machine.state, dict(hosted.machine.running), runner.log.chain.head, runner.table.seq

    def call(self, method: str, role: str, requests: list[bytes]) -> tuple[grpc.StatusCode, str]:
        """Send requests, read one answer, and say how it ended."""
        call = self.channel.stream_stream(method)(
            iter(requests), metadata=self.metadata[role], timeout=PATIENCE_S
        )
        try:
            next(iter(call), None)
        except grpc.RpcError as error:
            return error.code(), error.details() + str(error.trailing_metadata())
        call.cancel()
        return grpc.StatusCode.OK, ""


@contextmanager
def running(data):
    """A referee that serves until the end."""
    ready: Future[Running] = Future()
    over = asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with host(data, http="127.0.0.1:0") as referee:
            await referee.create("ann", "ben", name="over", target=1, games=1, start=False)
            await referee.create("dan", "eve", name="guarded", games=1)
            async with raw_bots(referee.address, *(referee.tokens[bot] for bot in ("dan", "eve"))) as bots:
                for bot in bots:
                    await bot.hello()
                for bot in bots:
                    await bot.ready()
                await bots[0].until(lambda one: any(number for _, number in one.seen.values()))
                await referee.create("ann", "ben", games=1)
                await referee.create("ann", "ben", name="draft", start=False)
                ready.set_result(Running(referee))
                await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        yield ready.result(30)
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(30)
        loop.close()


@pytest.fixture(scope="module")
def referee(tmp_path_factory):
    with running(tmp_path_factory.mktemp("fuzz") / "data") as one:
        yield one
        one.channel.close()


def test_every_method_is_here():
    assert {method for method in TABLE if "reflection" not in method} == METHODS.keys()


@pytest.mark.parametrize("method", METHODS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_nothing_that_is_sent_breaks_leaks_or_meddles(referee, method, data):
    before = referee.untouched
    role = data.draw(st.sampled_from(ROLES))
    valid = messages(METHODS[method].input_type).map(lambda one: one.SerializeToString())
    count = 3 if METHODS[method].client_streaming else 1
    requests = data.draw(st.lists(valid | st.binary(max_size=60), min_size=1, max_size=count))
    code, text = referee.call(method, role, requests)
    assert code not in {
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.DEADLINE_EXCEEDED,
    }, text
    secret = referee.referee.app.director.hosted["guarded"].secret
    for never in ("Traceback", "Error(", "File ", referee.referee.organiser, secret.hex()):
        assert never not in text
    assert referee.untouched == before
