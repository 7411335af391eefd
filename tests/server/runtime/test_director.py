"""Tournaments on the floor: who plays whom when, who is waited for, who leaves, what is played again."""

import gc
import weakref
from collections import Counter

import pytest

from arbitro.codec import record_of
from arbitro.v1 import moves_pb2 as moves
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.record import RevealRecord, StepRecord
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.runtime.hindrances import hindrances
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Session
from support.floors import House, audit
from support.jumping import S

SHORT = RuleSet.of("official", {"target": 1})


@pytest.fixture
def house():
    return House()


def play_all(house: House, hosted: Hosted, *seated) -> None:
    while not hosted.is_over:
        before = len(hosted.machine.results), len(hosted.runners)
        house.play(*seated)
        assert (len(hosted.machine.results), len(hosted.runners)) != before or hosted.is_over, (
            "it stands still"
        )


def test_everybody_plays_everybody_and_the_files_can_be_audited(house):
    hosted = house.create("ann", "ben", "cid", rules=SHORT)
    play_all(house, hosted, *[house.sit(bot) for bot in ("ann", "ben", "cid")])
    assert hosted.machine.state == "finished"
    assert len(hosted.machine.results) == 6
    assert audit(house) == "ok"


def test_a_bot_never_has_more_matches_than_it_takes(house):
    hosted = house.create("ann", "ben", "cid", "dan", games=4, rules=SHORT)
    seated = [house.sit(bot, matches=room) for bot, room in (("ann", 1), ("ben", 2), ("cid", 3), ("dan", 9))]
    while not hosted.is_over:
        house.play(
            *seated, until=lambda: any(len(one.session.seats) > one.session.capacity for one in seated)
        )
        assert all(len(one.session.seats) <= one.session.capacity for one in seated)
    assert len(hosted.machine.results) == 24


def test_a_bot_that_takes_its_full_time_holds_nobody_elses_matches(house):
    """C06: among nine quick ones it keeps one of them busy at a time, and comes to the end of its own."""
    names = [f"quick{number}" for number in range(9)]
    hosted = house.create(*names, "slow", rules=SHORT, time="1s+0s")
    quick, slow = [house.sit(bot) for bot in names], house.sit("slow")
    slow.ready()
    house.play(*quick)
    assert len(slow.open) == 1
    assert Counter("slow" in result.seats for result in hosted.machine.results) == {False: 8 * 7}
    while not hosted.is_over:
        slow.ready()
        house.jump(sum(asked.allowance_us for asked in slow.open.values()))
        slow.answer()
        house.settle()
        house.play(*quick)
    assert len(hosted.machine.results) == 10 * 9
    assert {result.ending for result in hosted.machine.results} == {Why.TARGET}


def test_a_scoped_session_plays_in_its_tournament_alone(house):
    house.create("ann", "ben", name="cup", rules=SHORT)
    house.create("ann", "ben", name="bowl", rules=SHORT)
    ann, ben = house.sit("ann", scope="bowl"), house.sit("ben", matches=9)
    house.play(ann, ben)
    assert house.director.find("bowl").is_over
    assert not house.director.find("cup").machine.results
    assert ann.session.farewell.reason == "done"
    assert ben.session.farewell is None


def test_an_absent_bot_is_waited_for_and_then_forfeits_match_by_match(house):
    hosted = house.create("ann", "ben", rules=SHORT)
    ann = house.sit("ann")
    house.jump(299 * S)
    assert not ann.started
    house.jump(1 * S)
    assert hosted.is_over
    assert [result.ending for result in hosted.machine.results] == [Why.DISCONNECT] * 2
    assert {ended.ending for ended in ann.ended.values()} == {moves.ENDING_DISCONNECT}
    assert hosted.machine.standings().line("ann").won == 2
    assert audit(house) == "ok"


def test_who_comes_in_time_forfeits_nothing(house):
    hosted = house.create("ann", "ben", rules=SHORT)
    ann = house.sit("ann")
    house.jump(299 * S)
    ben = house.sit("ben")
    play_all(house, hosted, ann, ben)
    assert all(result.ending is Why.TARGET for result in hosted.machine.results)


def test_nobody_forfeits_while_the_tournament_is_paused(house):
    hosted = house.create("ann", "ben", rules=SHORT)
    house.director.do("cup", lambda one: one.machine.pause())
    house.sit("ann")
    house.jump(1_000 * S)
    assert not hosted.machine.results
    house.director.do("cup", lambda one: one.machine.resume())
    house.settle()
    house.jump(299 * S)
    assert not hosted.machine.results


def test_who_withdraws_is_retired_and_loses_the_rest(house):
    hosted = house.create("ann", "ben", "cid", leaving="forfeit", rules=RuleSet.of("official"))
    seated = {bot: house.sit(bot, matches=4) for bot in ("ann", "ben", "cid")}
    for one in seated.values():
        one.ready()
    house.settle()
    house.director.do("cup", lambda one: one.machine.withdraw("cid", "organiser", "illness"))
    house.settle()
    assert {ended.ending for ended in seated["cid"].ended.values()} == {moves.ENDING_WITHDRAWAL}
    play_all(house, hosted, *seated.values())
    assert hosted.machine.standings().line("cid").forfeits == 4
    assert audit(house) == "ok"


def test_a_match_that_is_replayed_is_a_new_run_with_other_cards(house):
    hosted = house.create("ann", "ben", rules=RuleSet.of("official"))
    ann, ben = house.sit("ann"), house.sit("ben")
    for one in (ann, ben):
        one.ready()
    house.settle()
    (match,) = [runner.header.match for runner in hosted.runners.values()]
    house.director.do("cup", lambda one: one.machine.replay(match, "arbiter", "wrong rules"))
    play_all(house, hosted, ann, ben)
    runs = [started.run for started in ann.started.values() if started.name == match]
    assert runs == [0, 1]
    assert {ended.ending for ended in ann.ended.values()} == {moves.ENDING_CANCELLED, moves.ENDING_TARGET}
    commitments = {started.commitment for started in ann.started.values()}
    assert len(commitments) == len(ann.started)
    assert audit(house) == "ok"


def test_a_cancelled_tournament_cuts_its_matches_off(house):
    hosted = house.create("ann", "ben", rules=RuleSet.of("official"))
    ann, ben = house.sit("ann"), house.sit("ben")
    for one in (ann, ben):
        one.ready()
    house.settle()
    house.director.do("cup", lambda one: one.machine.cancel("organiser", "rain"))
    house.settle()  # nobody answers what is asked, and nobody's time has to pass
    assert not hosted.runners
    assert {ended.ending for ended in ann.ended.values()} == {moves.ENDING_CANCELLED}
    assert audit(house) == "ok"


def test_copies_of_a_duplicate_are_played_one_after_the_other_and_revealed_together(house):
    hosted = house.create("ann", "ben", rules=SHORT, deals="duplicate")
    ann, ben = house.sit("ann", matches=9), house.sit("ben", matches=9)
    assert len(ann.started) == 1
    house.play(ann, ben, until=lambda: len(ann.ended) == 1)
    first = "cup-0-0.0"
    assert hosted.is_shut(first)
    assert not any(isinstance(record_of(data), RevealRecord) for data in house.files["cup", first])
    play_all(house, hosted, ann, ben)
    one, other = ann.started.values()
    assert one.commitment == other.commitment
    assert one.seat != other.seat
    assert not hosted.is_shut(first)
    assert any(isinstance(record_of(data), RevealRecord) for data in house.files["cup", first])
    assert audit(house) == "ok"


def test_a_restart_between_the_copies_changes_nothing(house):
    house.create("ann", "ben", rules=SHORT, deals="duplicate")
    ann, ben = house.sit("ann"), house.sit("ben")
    ann.ready(b"salt")
    house.play(ann, ben, until=lambda: len(ann.started) == 2)
    again = House(house.store, house.clock)
    again.files = house.files
    again.director.restore()
    assert again.director.find("cup").is_shut("cup-0-0.0")
    play_all(again, again.director.find("cup"), again.sit("ann"), again.sit("ben"))
    assert audit(again) == "ok"


def test_a_verb_in_the_wrong_state_is_refused(house):
    house.create("ann", "ben", start=False)
    with pytest.raises(RefusedError, match="needs it running") as caught:
        house.director.do("cup", lambda one: one.machine.pause())
    assert caught.value.reason == "WRONG_STATE"
    with pytest.raises(RefusedError, match="There is no tournament bowl"):
        house.director.find("bowl")


def test_nothing_begins_while_the_loop_is_late(house):
    house.create("ann", "ben")
    house.floor.probe.mean_us = 60_000
    ann, ben = house.sit("ann"), house.sit("ben")
    assert not ann.started
    house.floor.probe.mean_us = 0
    house.jump(S)
    assert ann.started
    assert ben.started


def test_nothing_begins_when_the_referee_stops(house):
    house.create("ann", "ben")
    house.director.stop()
    ann, _ = house.sit("ann"), house.sit("ben")
    assert not ann.started


def test_one_who_never_readied_in_a_lenient_event_forfeits_that_match_too(house):
    hosted = house.create("ann", "ben", faults=FaultPolicy("lenient"), rules=SHORT)
    ann, _ = house.sit("ann"), house.sit("ben")
    ann.ready()
    house.jump(60 * S)
    assert hosted.machine.results[0].ending is Why.DISCONNECT


def test_sessions_of_one_bot_take_over_from_each_other(house):
    house.create("ann", "ben", name="cup")
    house.create("ann", "ben", name="bowl")

    def live() -> set[str]:
        return {session.scope for session in house.director.lobby.sessions.of("ann")}

    house.sit("ann", scope="cup")
    house.sit("ann", scope="bowl")
    assert live() == {"cup", "bowl"}
    house.sit("ann")
    assert live() == {""}
    house.sit("ann", scope="cup")
    assert live() == {"cup"}
    assert not house.director.lobby.sessions.close(Session("old", "ann", "cup", 1))


def test_a_match_that_is_over_is_let_go_of_at_once(house):
    """Not when the collector of cycles comes by: it seldom does."""
    hosted = house.create("ann", "ben", rules=SHORT)
    seated = [house.sit(bot) for bot in ("ann", "ben")]
    for one in seated:
        one.ready()
    house.settle()
    (runner,) = hosted.runners.values()
    kept = weakref.ref(runner)
    del runner
    gc.collect()
    gc.disable()
    try:
        house.play(*seated, until=lambda: len(hosted.machine.results) == 1)
        house.settle()
        assert kept() is None
    finally:
        gc.enable()


def test_few_matches_begin_in_one_turn_of_the_loop(house, monkeypatch):
    bots = [f"bot{number}" for number in range(40)]
    hosted = house.create(*bots, rules=SHORT, start=False)
    for bot in bots:
        house.sit(bot)
    begun = []
    pair = house.director._pair

    def counted() -> None:
        before = len(hosted.runners)
        pair()
        begun.append(len(hosted.runners) - before)

    monkeypatch.setattr(house.director, "_pair", counted)
    house.director.do("cup", lambda one: one.machine.start())
    house.settle()
    assert begun[:6] == [4, 4, 4, 4, 4, 0]


def test_what_a_tournament_waits_for(house):
    hosted = house.create("ann", "ben", "cid", "dan", rules=SHORT)

    def waits():
        house.settle()
        return hindrances(hosted, house.director.lobby.sessions, ())

    assert {(one.bot, one.reason, one.matches) for one in waits()} == {
        (bot, "not_connected", 6) for bot in ("ann", "ben", "cid", "dan")
    }
    ann, ben = house.sit("ann"), house.sit("ben")
    (match,) = {one.match for one in waits() if one.reason == "not_ready"}
    assert match in {runner.header.match for runner in hosted.runners.values()}
    assert {(one.bot, one.reason) for one in waits()} == {
        ("ann", "not_ready"), ("ben", "not_ready"), ("cid", "not_connected"), ("dan", "not_connected"),
    }  # fmt: skip
    ann.ready()
    ben.ready()
    assert {one.bot for one in waits()} == {"cid", "dan"}
    assert all(one.match.startswith("cup-") for one in waits())
    house.director.lobby.close(ben.session)
    assert ("ben", "lost", 1, match, None) in waits()
    assert ("ben", "not_connected", 5) in {one[:3] for one in waits()}
    house.director.do("cup", lambda one: one.machine.pause())
    assert waits() == []


def test_it_is_known_how_long_a_tournament_waits_for_who_is_not_there(house):
    hosted = house.create("ann", "ben", games=4, rules=SHORT)
    sessions = house.director.lobby.sessions

    def waits():
        found = hindrances(hosted, sessions, ())
        return {one.bot: one.wait_us for one in found if one.reason == "not_connected"}

    house.jump(10 * S)
    assert waits() == {"ann": 290 * S, "ben": 290 * S}
    ann, ben = house.sit("ann"), house.sit("ben")
    house.play(ann, ben, until=lambda: hosted.machine.results)
    house.lose(ben)
    assert waits()["ben"] == 300 * S
    house.director.do("cup", lambda one: one.machine.withdraw("ben", "ben", "ill"))
    assert waits() == {}


@pytest.mark.parametrize("policy, most_s", [("contest", 70), ("strict", 35)])
def test_two_bots_that_never_answer_hold_a_match_no_longer_than_their_clocks(house, policy, most_s):
    """Allowance and bank of both, and a second for each further strike: then one of them has forfeited."""
    hosted = house.create("ann", "ben", faults=FaultPolicy(policy))
    seated = [house.sit(bot) for bot in ("ann", "ben")]
    began_us = house.clock.now_us()
    while not hosted.is_over:
        for one in seated:
            one.ready()
        house.jump(S // 2)
        assert house.clock.now_us() - began_us <= len(hosted.machine.spec.ids) * most_s * S
    assert [result.ending for result in hosted.machine.results] == [Why.TIME] * 2


@pytest.mark.parametrize("deals, copies", [("fresh", 1), ("duplicate", 2)])
def test_no_bot_is_dealt_the_same_deck_twice_but_in_the_copies_of_a_set(house, deals, copies):
    hosted = house.create("ann", "ben", "cid", games=4, rules=SHORT, deals=deals)
    play_all(house, hosted, *[house.sit(bot, matches=4) for bot in ("ann", "ben", "cid")])
    decks = Counter(
        event.cards
        for (_, log), records in house.files.items()
        if log != "tournament"
        for record in map(record_of, records)
        if isinstance(record, StepRecord)
        for event in record.events
        if event.kind is EventKind.ROUND_STARTED
    )
    assert len(decks) == 12 // copies
    assert set(decks.values()) == {copies}
