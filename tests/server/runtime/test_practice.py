"""Practice: who may, how much, what it gives way to, and that it goes on after a restart."""

import pytest

from arbitro.codec import record_of
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.verify import verify
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.house import HOUSE
from arbitro_server.runtime.practice import is_practice
from arbitro_server.runtime.refusals import RefusedError
from support.floors import House, Seated

SHORT = RuleSet.of("official", {"target": 1})


@pytest.fixture
def house():
    house = House()
    house.create("ann", "ben", name="cup", rules=SHORT, start=False)  # its terms are taken for practice
    return house


def practise(
    house: House, bot: str = "ann", against: str = "greedy", matches: int = 2
) -> tuple[Hosted, Seated]:
    """Begin practice, and sit down to it."""
    hosted = house.director.practise(bot, against, matches, "cup")
    house.settle()
    return hosted, house.sit(bot, scope=hosted.id)


def refused(house: House, *wanted: object) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        house.director.practise(*wanted)
    return caught.value


@pytest.mark.parametrize("name", HOUSE)
def test_practice_is_played_to_its_end_and_its_logs_can_be_audited(house, name):
    hosted, ann = practise(house, against=name)
    house.play(ann)
    assert hosted.machine.state == "finished"
    assert ann.session.farewell.reason == "done"
    logs = [
        records for (one, log), records in house.files.items() if one == hosted.id and log != "tournament"
    ]
    verdicts = [verify(read_log(file_bytes(records), record_of)) for records in logs]
    assert [verdict.state for verdict in verdicts] == ["ok", "ok"]
    assert {verdict.header.bots for verdict in verdicts} == {
        ("ann", f"house-{name}"),
        (f"house-{name}", "ann"),
    }
    assert [result.forfeits for result in hosted.machine.results] == [(), ()]


def test_practice_stands_in_no_list_and_makes_no_bot(house):
    hosted, _ = practise(house)
    assert is_practice(hosted.id)
    assert [one.id for one in house.director.listed()] == ["cup"]
    assert [row.id for row in house.director.bots.all()] == ["ann", "ben"]


def test_a_tournament_cannot_pose_as_practice(house):
    with pytest.raises(RefusedError, match="begins with practice-"):
        house.create("ann", "ben", name="practice-cup")


def test_terms_are_a_tournaments_or_the_defaults(house):
    assert practise(house)[0].header.rules == SHORT
    assert house.director.practise("ben", "", 0, "").header.rules == RuleSet.of("official")
    assert refused(house, "ben", "", 0, "cap").reason == "NOT_FOUND"


def test_who_plays_in_a_tournament_that_runs_cannot_practise(house):
    house.director.do("cup", lambda one: one.machine.start())
    assert refused(house, "ann", "", 2, "").reason == "WRONG_STATE"
    house.director.do("cup", lambda one: one.machine.pause())
    house.director.practise("ann", "", 2, "")


def test_practice_gives_way_to_a_tournament_that_starts(house):
    hosted, ann = practise(house)
    ann.ready()
    house.settle()
    house.director.do("cup", lambda one: one.machine.start())
    house.settle()
    assert hosted.machine.state == "cancelled"
    house.play(ann)  # the open decision is the last
    assert not hosted.runners
    assert ann.session.farewell.reason == "done"


def test_practice_gives_way_to_the_next(house):
    first, _ = practise(house)
    second, ann = practise(house)
    assert first.machine.state == "cancelled"
    house.play(ann)
    assert second.machine.state == "finished"


def test_an_open_session_is_not_superseded_unasked(house):
    house.sit("ann")
    assert "session" in refused(house, "ann", "", 2, "").message


def test_there_is_only_so_much_practice(house):
    house.director.practice._most = 4
    assert "more of 4" in refused(house, "ann", "first", 5, "cup").message
    hosted, ann = practise(house, matches=3)  # to be played in both seat orders: rounded up
    assert hosted.machine.total == 4
    house.play(ann)
    assert refused(house, "ann", "first", 1, "cup").reason == "WRONG_STATE"
    assert practise(house, "ben")[0].machine.state == "running"


def test_practices_that_nobody_comes_to_count_too(house):
    house.director.practice._most = 4
    for _ in range(3):
        house.director.practise("ann", "", 1, "cup")
    assert "wants 2" in refused(house, "ann", "", 1, "cup").message


def test_the_house_is_not_overrun(house):
    for number in range(32):
        house.director.practise(f"bot{number}", "", 2, "cup")
    assert refused(house, "ann", "", 2, "cup").reason == "RATE_LIMITED"
    house.director.practise("bot0", "", 2, "cup")  # in place of its last


def test_there_may_be_none_at_all(house):
    house.director.practice._most = 0
    assert "no practice" in refused(house, "ann", "", 2, "").message


def test_there_are_only_the_bots_of_the_house(house):
    fault = refused(house, "ann", "deep", 2, "")
    assert (fault.reason, fault.violations[0][0]) == ("BAD_FIELD", "against")


def test_the_house_is_never_absent(house):
    hosted = house.director.practise("ann", "", 2, "cup")
    house.settle()
    house.jump(hosted.header.faults.absence_us + 1_000_000)
    gone = [result.seats[one.seat] for result in hosted.machine.results for one in result.forfeits]
    assert gone == ["ann", "ann"]


@pytest.mark.parametrize("is_begun", [False, True])
def test_practice_goes_on_after_a_restart(house, is_begun):
    hosted, ann = practise(house)
    if is_begun:
        ann.ready()
        house.settle()
        ann.answer()
        house.settle()
    again = House(house.store, house.clock)
    again.director.restore()
    again.settle()
    taken_up = again.director.hosted[hosted.id]
    assert len(taken_up.runners) == 1
    ann = again.sit("ann", scope=hosted.id)
    again.play(ann)
    assert taken_up.machine.state == "finished"
    assert [result.forfeits for result in taken_up.machine.results] == [(), ()]
