"""A tournament's estimate of the time it still takes. What it does with matches: the director's tests."""

from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.http.referee import DirectorsReferee
from arbitro_server.runtime.tally import tally_of
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
