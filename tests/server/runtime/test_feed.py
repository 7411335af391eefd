"""Watchers: in order, without gaps, and never waited for."""

import asyncio

import pytest

from arbitro_engine.match.messages import Ended, Public, PublicView
from arbitro_engine.rules.cards import CARDS
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.view import PublicEvent
from arbitro_server.runtime.feed import Feed, Missed, Seen, Watcher
from support.jumping import turns

VIEW = PublicView(200, 0, 0, (7, 7), CARDS[0], None, True, 0, 90, 1, (0, 0), (0, 1))
ENDED = Ended(Why.TARGET, 0, (500, 0), None, 9, (9, 0), (0, 0), 600)


def public(seq: int) -> Public:
    return Public(seq, (PublicEvent(EventKind.PASSED, seat=0),))


@pytest.fixture
def feed():
    return Feed()


@pytest.fixture
def dropped():
    return []


@pytest.fixture
def watcher(feed, dropped):
    watcher = Watcher(lambda: VIEW, lambda: dropped.append(1))
    feed.listen("m.0", watcher.hear)
    return watcher


async def test_a_watcher_hears_its_match_in_order(feed, watcher):
    feed.publish("other.0", public(9), None)
    feed.publish("m.0", public(0), None)
    feed.publish("m.0", ENDED, None)
    assert await watcher.next() == Seen(public(0), None)
    assert await watcher.next() == Seen(ENDED, None)


async def test_a_watcher_waits_for_what_comes(feed, watcher):
    waiting = asyncio.create_task(watcher.next())
    await turns()
    assert not waiting.done()
    feed.publish("m.0", public(0), None)
    assert await waiting == Seen(public(0), None)


async def test_one_who_does_not_read_gets_the_table_as_it_stands(feed, watcher, dropped):
    for seq in range(200):
        feed.publish("m.0", public(seq), None)
    assert len(watcher._queue) <= 64
    assert dropped == [1]
    assert await watcher.next() == Missed(VIEW)
    feed.publish("m.0", public(200), None)
    assert await watcher.next() == Seen(public(200), None)


async def test_the_end_is_never_dropped(feed, watcher):
    for seq in range(100):
        feed.publish("m.0", public(seq), None)
    feed.publish("m.0", ENDED, None)
    assert await watcher.next() == Missed(VIEW)
    assert await watcher.next() == Seen(ENDED, None)


def test_who_leaves_hears_no_more(feed):
    leave = feed.listen("m.0", pytest.fail)
    leave()
    leave()
    feed.publish("m.0", public(0), None)
    assert feed._listeners == {}
