"""Sessions: what is due goes out as one frame; a bot that does not read is cut."""

import asyncio

import pytest

from arbitro_server.runtime import sessions as module
from arbitro_server.runtime.sessions import Farewell, Session, Sessions
from support.jumping import turns


@pytest.fixture
def session():
    return Session("s1", "ann", "", 2)


async def test_what_is_due_is_one_frame(session):
    session.put(b"a")
    session.put(b"b")
    assert await session.frame() == b"ab"


async def test_a_writer_waits_for_something_to_send(session):
    writer = asyncio.create_task(session.frame())
    await turns()
    assert not writer.done()
    session.put(b"a")
    session.put(b"b")
    assert await writer == b"ab"


async def test_what_nobody_waits_for_leaves_with_what_somebody_waits_for(session):
    writer = asyncio.create_task(session.frame())
    await turns()
    session.put(b"a", soon=True)
    await turns()
    assert not writer.done()
    session.put(b"b")
    assert await writer == b"ab"
    writer = asyncio.create_task(session.frame())
    await turns()
    session._linger_no_more()  # nothing is due any more: the writer goes on waiting
    await turns()
    assert not writer.done()
    session.end(Farewell("done", "over"))
    assert await writer == b""


async def test_what_nobody_waits_for_leaves_by_itself_in_the_end(session):
    writer = asyncio.create_task(session.frame())
    await turns()
    session.put(b"a", soon=True)
    session.put(b"b", soon=True)
    assert await writer == b"ab"


async def test_what_is_due_goes_before_the_end(session):
    session.put(b"a")
    session.end(Farewell("done", "over"))
    session.put(b"ignored")
    session.end(Farewell("kicked", "too late"))
    assert await session.frame() == b"a"
    assert await session.frame() == b""
    assert session.farewell.reason == "done"


async def test_an_end_wakes_the_writer(session):
    writer = asyncio.create_task(session.frame())
    await turns()
    session.end(Farewell("done", "over"))
    assert await writer == b""


async def test_much_is_sent_in_several_frames(session, monkeypatch):
    monkeypatch.setattr(module, "_FRAME_BYTES", 10)
    for _ in range(5):
        session.put(b"12345")
    assert [await session.frame() for _ in range(3)] == [b"1234512345", b"1234512345", b"12345"]


def test_a_bot_that_does_not_read_is_cut(session, monkeypatch):
    monkeypatch.setattr(module, "_OUTBOX_BYTES", 100)
    cuts = []
    session.cut = lambda: cuts.append(1)
    for _ in range(50):
        session.put(b"1234567890")
    assert cuts == [1]
    assert session.farewell.reason == "lost"


def test_room_is_what_is_left(session):
    assert session.room == 2
    session.seats[1] = (None, 0)
    assert session.room == 1
    session.leaving = True
    assert session.room == 0


def test_a_session_is_found_by_bot_and_tournament():
    sessions = Sessions()
    anywhere, cup = Session("1", "ann", "", 1), Session("2", "ben", "cup", 1)
    assert sessions.open(anywhere) == []
    assert sessions.open(cup) == []
    assert sessions.find("ann", "cup") is anywhere
    assert sessions.find("ben", "cup") is cup
    assert sessions.find("ben", "bowl") is None
    assert sessions.find("cid", "cup") is None
    assert len(sessions) == 2
    assert set(sessions) == {anywhere, cup}


def test_scoped_and_unscoped_supersede_each_other():
    sessions = Sessions()
    cup, bowl = Session("1", "ann", "cup", 1), Session("2", "ann", "bowl", 1)
    sessions.open(cup)
    assert sessions.open(bowl) == []
    anywhere = Session("3", "ann", "", 1)
    assert sessions.open(anywhere) == [cup, bowl]
    again = Session("4", "ann", "cup", 1)
    assert sessions.open(again) == [anywhere]
    assert not sessions.close(anywhere)
    assert sessions.close(again)
    assert len(sessions) == 0
