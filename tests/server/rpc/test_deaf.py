"""A bot that does not read what it is sent, over a real stream: it holds nobody, and is noticed in time."""

import asyncio

import pytest

from arbitro.v1 import clocks_pb2 as clocks
from arbitro_server.rpc import play
from arbitro_server.runtime import sessions
from support.hosting import Host, host
from support.jumping import MS, S, turns
from support.raw import RawBot, raw_bot

SILENCE = 30 * S
STEADY = {"grpc.http2.bdp_probe": 0}
"""A transport that does not take more and more in by itself: 64 kB."""
LENIENT = clocks.FaultPolicy(name="lenient", setup_us=60 * S, absence_us=300 * S)


@pytest.fixture
async def table(tmp_path):
    """A long match of ann, who has said Ready and reads no more, and ben, who plays on beside it."""
    async with host(tmp_path / "data", silence="30s") as referee:
        quick = clocks.TimeControl(allowance_us=100 * MS)
        await referee.create("ann", "ben", games=1, target=9_000, time=quick, faults=LENIENT)
        async with (
            raw_bot(referee.address, referee.tokens["ann"], **STEADY) as ann,
            raw_bot(referee.address, referee.tokens["ben"]) as ben,
        ):
            await ann.hello()
            await ben.hello()
            await ann.ready()
            playing = asyncio.create_task(ben.play_on())
            yield referee, ann, ben
            playing.cancel()


async def pass_time(referee: Host) -> None:
    """Let ann's time for her question pass, and ben answer his."""
    referee.clock.jump(100 * MS)
    await turns(5)


def stream_of(referee: Host, session: sessions.Session) -> play._Stream:
    """Return the stream of a session."""
    (stream,) = (one for one in referee.app.rpc.play._open if one._inbox.session is session)
    return stream


async def noticed(referee: Host) -> tuple[int, int]:
    """Let the match go on until ann's session is over; return the most that waited for her, and how long.

    What counts is the frame that her transport took last: on a slow machine it takes one long after the next
    has begun to fill, for much of this clock's time passes between two turns of the loop.
    """
    live = referee.app.director.lobby.sessions
    (session,) = live.of("ann")
    stream = stream_of(referee, session)
    most, steps, since = 0, 0, referee.clock.now_us()
    while live.of("ann"):
        await pass_time(referee)
        most = max(most, session._size)
        if steps != stream._steps:
            steps, since = stream._steps, referee.clock.now_us()
    assert session.farewell is not None
    assert session.farewell.reason == "lost"
    return most, referee.clock.now_us() - since


async def goes_on(ben: RawBot, referee: Host) -> None:
    """See that the match does without ann."""
    frames = len(ben.frames)
    while len(ben.frames) < frames + 10:
        await pass_time(referee)
    assert not ben.ended


async def test_a_bot_that_does_not_read_is_noticed_in_time_and_told_when_it_does(table):
    referee, ann, ben = table
    most, took = await noticed(referee)
    assert SILENCE / 2 <= took <= SILENCE + 200 * MS
    assert most < 200_000  # what is said in such a time, not all that will ever be said
    await goes_on(ben, referee)
    assert await ann.reason() == "RATE_LIMITED"
    async with raw_bot(referee.address, referee.tokens["ann"]) as again:
        await again.hello(known=ann.known())
        await again.until(lambda bot: bot.seen)
        (match,) = ann.started
        assert again.seen[match] > ann.seen[match]


async def test_a_bot_that_is_sent_too_much_meanwhile_is_cut_at_once(table, monkeypatch):
    """And however little is allowed to wait, nobody else is held."""
    monkeypatch.setattr(sessions, "_OUTBOX_BYTES", 15_000)
    referee, ann, ben = table
    most, _ = await noticed(referee)
    monkeypatch.undo()  # ben is slow, too, on some machines
    assert most < 20_000
    await goes_on(ben, referee)
    assert await ann.reason() == "RATE_LIMITED"


async def test_streams_that_are_not_read_count_until_they_end(table):
    referee, ann, _ = table
    streams = referee.app.rpc.play.streams
    await noticed(referee)
    assert streams["ann"] == 1
    await ann.close()
    while streams["ann"]:
        await turns(1)


async def test_a_bot_that_reads_slowly_is_not_cut(table):
    """It may be busy for a while, as long as it reads on before its time is over."""
    referee, ann, _ = table
    (session,) = referee.app.director.lobby.sessions.of("ann")
    stream = stream_of(referee, session)
    idle = asyncio.Event()

    async def read() -> None:
        while await idle.wait():
            await ann.frame()

    reading = asyncio.create_task(read())
    waited = 0
    while waited < 5:
        idle.clear()
        for _ in range(100):  # ten seconds
            await pass_time(referee)
        waited += bool(session._due)
        idle.set()
        while session._due or stream._steps % 2:  # until nothing waits for her any more
            await turns(1)
    reading.cancel()
    assert session.farewell is None
