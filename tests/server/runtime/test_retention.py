"""Old logs go where an operator wants that: whose, when, and what stays."""

import pytest

from arbitro_server.runtime.retention import Retention, keep_sweeping
from arbitro_server.runtime.sessions import Known
from arbitro_server.store.interface import StoreError
from support.floors import House

DAY_US = 86_400_000_000


@pytest.fixture
def house():
    """A tournament that is over, one that is being played, and a paused one with a finished match."""
    house = House()
    for name, games in (("cup", 2), ("cup-2", 2)):
        house.create("ann", "ben", name=name, games=games)
        house.play(house.sit("ann", scope=name), house.sit("ben", scope=name))
    hosted = house.create("ann", "ben", name="bowl", games=2)
    ann, ben = house.sit("ann"), house.sit("ben")
    house.play(ann, ben, until=lambda: hosted.machine.results)
    house.director.do("bowl", lambda one: one.machine.pause())
    house.settle()
    return house


def retention(house: House, days: int = 90) -> Retention:
    return Retention(
        house.store, house.floor.wire, days, lambda tournament, name: house.files.pop((tournament, name))
    )


def swept(house: House, days: int) -> list[str]:
    sweep = retention(house).sweep(house.clock.unix_s() + days * 86_400)
    return [one.log for one in sweep if one is not None]


def test_logs_of_tournaments_that_are_over_go_when_they_are_old(house):
    assert swept(house, 89) == []
    assert sorted(swept(house, 91)) == ["cup-0-0.0", "cup-0-1.0", "cup-2-0-0.0", "cup-2-0-1.0"]
    assert swept(house, 91) == []
    assert set(house.files) == {("cup", "tournament"), ("cup-2", "tournament"), ("bowl", "bowl-0-0.0")}
    assert house.store.records("bowl-0-0.0")


def test_results_and_counts_are_the_same_after_the_next_start(house):
    hosted = house.director.hosted["cup"]
    told = hosted.machine.results, hosted.counts.faults, hosted.counts.strikes, hosted.counts.decisions
    assert hosted.counts.decisions["ann"] > 10
    swept(house, 91)
    again = House(house.store, house.clock)
    again.director.restore()
    again.settle()
    hosted = again.director.hosted["cup"]
    counts = hosted.counts
    assert (hosted.machine.results, counts.faults, counts.strikes, counts.decisions) == told
    assert set(again.files) == {("cup", "tournament"), ("cup-2", "tournament"), ("bowl", "bowl-0-0.0")}


def test_a_bot_that_followed_a_removed_match_is_let_in(house):
    handle = next(iter(house.director.hosted["cup"].past))
    swept(house, 91)
    again = House(house.store, house.clock)
    again.director.restore()
    again.settle()
    seated = again.sit("ann", known={handle: Known()})
    assert handle not in seated.ended


def test_a_sweep_comes_with_the_start_and_once_a_day(house):
    keep_sweeping(retention(house, 1), house.floor, house._failed)
    house.settle()
    assert house.store.records("cup-0-0.0")
    house.clock.jump(DAY_US // 2)
    house.settle()
    assert house.store.records("cup-0-0.0")
    house.clock.jump(2 * DAY_US)
    house.settle()
    assert not house.store.records("cup-0-0.0")
    assert house.floor.metrics.logs_removed._value.get() == 4


def test_a_file_that_cannot_be_removed_stops_the_referee_and_keeps_the_records(house):
    def stuck(*_: str) -> None:
        raise StoreError("cannot be removed")

    keep_sweeping(Retention(house.store, house.floor.wire, 1, stuck), house.floor, house._failed)
    house.jump(2 * DAY_US)
    assert house.failure
    assert house.store.records("cup-0-0.0")
