import asyncio
import gc
import json
import weakref
from contextlib import asynccontextmanager

import pytest

from arbitro_server.http.live import NOW, Connection, Hub, Wanted
from arbitro_server.http.matches import find
from support.watched import WatchedReferee


class Tab:
    """Reads a connection's frames as a browser does."""

    def __init__(self, frames):
        self._frames = frames
        self.last = ""

    async def begin(self):
        """Connect, and read no event yet."""
        assert (await anext(self._frames)).startswith(b"retry")

    async def next(self, *wanted):
        """The next frame of one of these kinds, as (kind, data)."""
        async for frame in self._frames:
            fields = dict(line.split(": ", 1) for line in frame.decode().splitlines() if ": " in line)
            self.last = fields.get("id", self.last)
            if fields.get("event") in wanted:
                return fields["event"], json.loads(fields["data"])
        raise AssertionError("the stream has ended")


@pytest.fixture
def referee():
    return WatchedReferee("Ana", "Ben", "Cho", running=2, faulty=0)


@pytest.fixture
def hub(referee):
    versions = referee.versions = {}

    def newest(match):
        found = find(referee, match)
        return None if found is None or found.state == "scheduled" else (found.run, len(found.match.seats))

    return Hub(referee, newest, versions.get)


@asynccontextmanager
async def tab(hub, *wanted, topics=()):
    frames = Connection(hub, wanted, topics).frames()
    try:
        yield Tab(frames)
    finally:
        await frames.aclose()


def running(referee):
    return sorted(referee.state.running)


def public(referee, match):
    return [event for step in referee.played[match].steps for one in step.public for event in one.events]


def told_events(referee, match):
    """How many events everybody was told by now."""
    steps = referee.played[match].steps[: referee.told[match]]
    return sum(len(one.events) for step in steps for one in step.public)


async def read(one, count, start=0):
    """Read events until so many are there."""
    events = []
    while len(events) < count:
        _, news = await one.next("public")
        assert news["seq"] == start + len(events)
        events += news["events"]
    return events


async def test_a_match_is_told_from_the_start_and_then_as_it_goes_on(referee, hub, monkeypatch):
    monkeypatch.setattr("arbitro_server.http.live._SOONEST_S", 0)
    match = running(referee)[0]
    everything = public(referee, match)
    events = []
    async with tab(hub, Wanted(match)) as one:
        while len(events) < len(everything):
            sofar = told_events(referee, match)
            events += await read(one, sofar - len(events), len(events))
            referee.advance(match, 40)
    timed = [event for event in events if "took_ms" in event]
    assert 0 < len(timed) < len(events)
    assert [event["kind"] for event in events] == [
        event.kind.name.lower() for event in public(referee, match)
    ]
    assert events[-1]["kind"] == "match_ended"


async def test_one_connection_carries_several_tables_and_goes_on_where_it_stopped(referee, hub):
    one, other = running(referee)
    async with tab(hub, Wanted(one), Wanted(other, None, NOW)) as first:
        _, snapshot = await first.next("snapshot")
        assert (snapshot["match"], snapshot["dropped"]) == (other, 0)
        last = first.last
    places = [tuple(map(int, place.split("."))) for place in last.split(",")]
    again = [Wanted(match, run, seq) for match, (run, seq) in zip((one, other), places, strict=True)]
    referee.finish(other)
    async with tab(hub, *again) as second:
        news = await read(second, len(public(referee, other)) - places[1][1], places[1][1])
        assert news[-1]["kind"] == "match_ended"


async def test_who_does_not_read_finds_the_newest_round_and_a_count(referee, hub, monkeypatch):
    monkeypatch.setattr("arbitro_server.http.live._SOONEST_S", 0)
    match = running(referee)[0]
    referee.told[match] = 3
    async with tab(hub, Wanted(match)) as one:
        _, first = await one.next("public")
        seen = first["seq"] + len(first["events"])
        referee.finish(match)
        _, snapshot = await one.next("snapshot")
        assert referee.drops == 1
        assert snapshot["dropped"] == snapshot["seq"] - seen > 0
        rest = await read(one, len(public(referee, match)) - snapshot["seq"], snapshot["seq"])
        assert rest[0]["kind"] == "round_started"
        assert rest[-1]["kind"] == "match_ended"


async def test_a_page_is_told_what_has_changed_and_of_nothing_else(referee, hub, monkeypatch):
    monkeypatch.setattr("arbitro_server.http.live._PULSE_S", 0.001)
    async with tab(hub, topics=["cup", "other"]) as one:
        await one.begin()
        referee.versions["unseen"] = 1
        referee.versions["cup"] = 1
        assert await one.next("changed") == ("changed", {"topic": "cup"})


async def test_a_run_that_was_replaced_is_told_from_its_start(referee, hub):
    match = running(referee)[0]
    async with tab(hub, Wanted(match, 7, 300)) as one:
        _, news = await one.next("public")
        assert news["seq"] == 0


async def test_a_place_that_a_restart_has_lost_gives_the_table_as_it_stands(referee, hub):
    match = running(referee)[0]
    async with tab(hub, Wanted(match, 0, 999_999)) as one:
        _, snapshot = await one.next("snapshot")
        assert snapshot["dropped"] == 0


async def test_a_match_that_was_not_begun_is_waited_for(referee, hub):
    async with tab(hub, Wanted("cup-99-0"), topics=["cup"]) as one:
        await one.begin()
        hub.close()
        assert await one.next("bye") == ("bye", {})


async def test_two_hundred_who_come_and_go_leave_nothing(referee, hub):
    match = running(referee)[0]
    tasks = len(asyncio.all_tasks())
    connections = [Connection(hub, [Wanted(match)], ["cup"]).frames() for _ in range(200)]
    for frames in connections:
        assert (await anext(frames)).startswith(b"retry")
    assert (len(hub), referee.watchers) == (200, 200)
    for frames in connections:
        await frames.aclose()
    assert (len(hub), referee.watchers) == (0, 0)
    assert not any(referee.hearers.values())
    hub.close()
    assert len(asyncio.all_tasks()) <= tasks


async def test_who_leaves_while_the_past_is_read_leaves_nothing(referee, hub):
    frames = Connection(hub, [Wanted(running(referee)[0])], []).frames()
    await anext(frames)
    sitting = asyncio.ensure_future(anext(frames))
    await asyncio.sleep(0)
    sitting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sitting
    await frames.aclose()
    assert len(hub) == 0
    assert not any(referee.hearers.values())


async def test_what_changes_while_a_frame_is_taken_is_told_next(hub):
    connection = Connection(hub, [], ("cup", "bowl"))
    frames = connection.frames()
    one = Tab(frames)
    await one.begin()
    for topic in connection.topics:
        connection.changed.add(topic)
        connection.woken.set()
        assert await one.next("changed") == ("changed", {"topic": topic})
    await frames.aclose()


async def test_a_connection_that_has_ended_holds_no_table(hub, referee):
    connection = Connection(hub, [Wanted(running(referee)[0])], ())
    frames = connection.frames()
    one = Tab(frames)
    await one.begin()
    await one.next("public")
    table = weakref.ref(next(iter(hub._tables.values())).table)
    gc.disable()
    try:
        await frames.aclose()
        await asyncio.sleep(0)
        assert table() is None
    finally:
        gc.enable()
