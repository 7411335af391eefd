"""A tournament's estimate of the time it still takes. What it does with matches: the director's tests."""

import asyncio

from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.http.referee import DirectorsReferee
from arbitro_server.runtime.tally import tally_of, tally_of_summary
from support.floors import House
from support.jumping import S

SHORT = RuleSet.of("official", {"target": 1})


def test_the_time_left_follows_from_the_matches_played():
    house = House()
    hosted = house.create("ann", "ben", games=4, rules=SHORT, start=False)
    sessions = house.director.lobby.sessions
    referee = DirectorsReferee(house.director, None, lambda: True)
    house.director.do("cup", lambda one: one.machine.start())
    house.settle()
    seated = [house.sit(bot) for bot in ("ann", "ben")]
    for one in seated:
        one.ready()
    house.settle()
    assert hosted.time_left_us(sessions) is None
    house.jump(S)
    house.play(*seated, until=lambda: hosted.machine.results)
    bots, tally = tally_of(map(house.floor.wire.record_of, house.store.records("cup-0-0.0")))
    assert hosted.counts.decisions == dict(zip(bots, tally.decisions, strict=True))
    took_us = hosted.counts.took_us["ann"]
    assert took_us >= S
    assert hosted.time_left_us(sessions) == 3 * took_us
    assert referee.tournament("cup").time_left_us == 3 * took_us
    house.director.do("cup", lambda one: one.machine.pause())
    assert hosted.time_left_us(sessions) is None


def test_there_is_no_estimate_while_nothing_is_played_until_somebody_comes():
    house = House()
    hosted = house.create("ann", "ben", "cid", games=2, rules=SHORT)
    sessions = house.director.lobby.sessions
    seated = [house.sit(bot) for bot in ("ann", "ben")]
    for one in seated:
        one.ready()
    house.jump(S)
    house.play(*seated, until=lambda: hosted.machine.results)
    assert hosted.runners
    assert hosted.time_left_us(sessions) == 299 * S, "it is over no sooner, if cid does not come"
    house.play(*seated)
    assert (len(hosted.machine.results), len(hosted.runners)) == (2, 0)
    assert hosted.time_left_us(sessions) is None
    house.jump(298 * S)
    assert hosted.time_left_us(sessions) is None
    seated.append(house.sit("cid"))
    assert hosted.runners
    left_us = hosted.time_left_us(sessions)
    assert left_us is not None
    assert left_us < 60 * S


async def test_whoever_watches_is_told_who_comes_and_goes():
    house = House()
    hosted = house.create("ann", "ben")

    async def is_told(change) -> bool:
        house.jump(S)
        await asyncio.sleep(0)
        return change.done()

    change = hosted.next_change()
    ann = house.sit("ann")
    assert await is_told(change)
    change = hosted.next_change()
    house.lose(ann)
    assert await is_told(change)
    change = hosted.next_change()
    house.sit("zoe")
    assert not await is_told(change)


def test_what_is_counted_of_a_match_is_kept_with_it_and_made_anew_where_it_is_missing():
    house = House()
    hosted = house.create("ann", "ben", games=2, rules=SHORT)
    house.play(house.sit("ann"), house.sit("ben"))
    for log in ("cup-0-0.0", "cup-0-1.0"):
        bots, tally = tally_of(map(house.floor.wire.record_of, house.store.records(log)))
        summary = house.store.summary(log)
        assert summary is not None
        kept_bots, kept = tally_of_summary(summary)
        assert (kept_bots, kept.decisions, kept.faults) == (list(bots), tally.decisions, tally.faults)
    house.store.summarise("cup-0-1.0", b"")
    again = House(house.store, house.clock)
    again.director.restore()
    again.settle()
    assert again.director.hosted["cup"].counts.decisions == hosted.counts.decisions


def test_a_referee_that_stops_looks_at_no_more_logs(monkeypatch):
    house = House()
    house.create("ann", "ben", games=2, rules=SHORT)
    house.play(house.sit("ann"), house.sit("ben"))
    again = House(house.store, house.clock)
    again.director.restore()
    looked_at: list[str] = []
    monkeypatch.setattr(again.store, "summary", looked_at.append)
    again.director.stop()
    again.settle()
    assert not looked_at


async def test_one_who_waits_no_longer_for_a_change_leaves_the_others_waiting():
    house = House()
    hosted = house.create("ann", "ben", rules=SHORT, start=False)
    first, second = hosted.next_change(), hosted.next_change()
    first.cancel()
    house.director.do("cup", lambda one: one.machine.start())
    house.jump(S)
    await asyncio.wait_for(second, 1)
    assert first.cancelled()
