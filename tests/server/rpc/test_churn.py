"""Streams that come and go leave nothing, not even to the collector, which looks at old objects seldom.

Objects are counted: memory is the allocator's to keep.
"""

import asyncio
import gc
from collections import Counter
from contextlib import suppress

import pytest
from grpc import aio

from arbitro.v1 import match_pb2
from arbitro.v1 import play_pb2 as pb
from arbitro_server.rpc.inbox import Inbox
from arbitro_server.rpc.play import _Stream
from arbitro_server.runtime.feed import Watcher
from arbitro_server.runtime.sessions import Session
from support.hosting import Host, host
from support.jumping import S, turns
from support.raw import PLAY, raw

MANY = 60
OURS = (Session, Inbox, _Stream, Watcher, asyncio.Task, asyncio.Future)


def alive() -> Counter[str]:
    """How many objects of each kind that a stream is made of there are."""
    return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, OURS))


@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
async def referee(tmp_path):
    async with host(tmp_path / "data") as running:
        await running.create("ann", "ben")
        yield running


async def torn(referee: Host, channel: aio.Channel) -> None:
    """A line that breaks in the middle."""
    call = await opened(referee, channel)
    call.cancel()


async def left(referee: Host, channel: aio.Channel) -> None:
    call = await opened(referee, channel)
    await call.write(pb.PlayRequest(leave=pb.Leave()).SerializeToString())
    while await call.read() is not aio.EOF:
        pass


async def half_closed(referee: Host, channel: aio.Channel) -> None:
    call = await opened(referee, channel)
    await call.done_writing()
    while await call.read() is not aio.EOF:
        pass


async def said_too_much(referee: Host, channel: aio.Channel) -> None:
    """A second Hello comes behind the goodbye, and must not open a session that nobody ends."""
    call = await opened(referee, channel)
    await call.write(pb.PlayRequest(leave=pb.Leave()).SerializeToString())
    with suppress(aio.AioRpcError):  # the server may have ended the call before it is written
        await call.write(pb.PlayRequest(hello=pb.Hello()).SerializeToString())
        while await call.read() is not aio.EOF:
            pass


async def opened(referee: Host, channel: aio.Channel) -> aio.StreamStreamCall:
    method = channel.stream_stream(PLAY, request_serializer=raw, response_deserializer=raw)
    call = method(metadata=[("authorization", f"Bearer {referee.tokens['ann']}")])
    await call.write(pb.PlayRequest(hello=pb.Hello(client="raw")).SerializeToString())
    assert await call.read()
    return call


async def watched(referee: Host, _: aio.Channel) -> None:
    call = referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name="cup-0-0"), metadata=referee.metadata)
    assert await call.read()
    call.cancel()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("come_and_go", [torn, left, half_closed, said_too_much, watched])
async def test_streams_that_come_and_go_leave_nothing(referee: Host, come_and_go):
    async with aio.insecure_channel(referee.address) as channel:

        async def churn(times: int) -> None:
            for _ in range(times):
                referee.clock.jump(S)  # no bot may open more than one stream a second in the long run
                await come_and_go(referee, channel)
                while referee.app.rpc.play.streams["ann"] or referee.app.floor.metrics.watchers._value.get():
                    await turns(1)
            await turns(200)
            assert not len(referee.app.director.lobby.sessions)

        await churn(5)
        before = alive()
        await churn(MANY)
        for _ in range(20):  # the last ones may still be ending
            if not (left := alive() - before):
                break
            await turns(100)
        assert left.total() < MANY / 10, left  # one of each a stream would be far more
