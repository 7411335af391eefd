"""What the pages are told of a tournament, taken from the director."""

import pytest

from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.http.matches import find
from arbitro_server.http.referee import DirectorsReferee
from support.floors import House

SHORT = RuleSet.of("official", {"target": 1})


@pytest.fixture
def house():
    return House()


@pytest.fixture
def referee(house):
    return DirectorsReferee(house.director, None, lambda: True)


def test_results_are_gathered_once_for_all_who_look(house, referee):
    hosted = house.create("ann", "ben", games=2, rules=SHORT)
    seated = [house.sit(bot) for bot in ("ann", "ben")]
    house.play(*seated, until=lambda: hosted.machine.results)
    first, second = referee.tournament("cup"), referee.tournaments()[0]
    assert first.results is second.results
    assert list(first.results.values()) == hosted.machine.results
    house.play(*seated)
    assert hosted.is_over
    last = referee.tournament("cup")
    assert last.is_over
    assert not first.is_over
    assert list(last.results.values()) == hosted.machine.results
    assert list(last.newest("ann")) == hosted.machine.results[::-1]


def test_a_match_is_found_with_its_result(house, referee):
    house.create("ann", "ben", games=2, rules=SHORT)
    assert find(referee, "cup-0-1").state == "scheduled"
    house.play(house.sit("ann"), house.sit("ben"))
    found = find(referee, "cup-0-1")
    assert (found.state, found.result.match) == ("finished", "cup-0-1")
    assert find(referee, "cup-9-0") is None
