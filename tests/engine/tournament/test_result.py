from dataclasses import replace

import pytest

from arbitro_engine.match.messages import Ended
from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.result import Forfeit, MatchResult, ResultError, official
from arbitro_engine.tournament.schedule import Schedule, UnknownMatchError
from engine.tournament.results import forfeited, match_of, played, spec_of

SPEC = spec_of("ann", "bob", "cyd", games=4)
SCHEDULE = Schedule(SPEC)
AB, BA, AC = match_of(SPEC, "ann", "bob"), match_of(SPEC, "bob", "ann"), match_of(SPEC, "ann", "cyd")


def ended(ending=Why.TARGET, winner=0, blame=None):
    return Ended(ending, winner, (510, 120), blame, 9, (6, 3), (0, 1), 700)


def test_a_result_is_made_of_what_the_match_said():
    assert MatchResult.of(AB.id, 0, AB.seats, ended()) == MatchResult(
        "t-0-0", 0, ("ann", "bob"), Why.TARGET, 0, (510, 120), 9, (6, 3)
    )


def test_the_seat_to_blame_has_forfeited():
    result = MatchResult.of(AB.id, 0, AB.seats, ended(Why.ILLEGAL, 0, 1))
    assert result.forfeits == (Forfeit(1, Why.ILLEGAL),)
    assert result.forfeited == {1}


def test_forfeits_at_a_table_are_given():
    three = Ended(Why.TARGET, 2, (10, 0, 500), None, 9, (1, 0, 8), (0, 3, 0), 900)
    result = MatchResult.of("t-0-0", 0, ("ann", "bob", "cyd"), three, {1: Why.TIME})
    assert result.forfeits == (Forfeit(1, Why.TIME),)


@pytest.mark.parametrize(
    "change, fault",
    [
        ({"ending": Why.OUT}, "out is no ending of a match"),
        ({"scores": (1, 2, 3)}, "2 seats, 3 scores"),
        ({"rounds_won": (1,)}, "1 counts of rounds won"),
        ({"winner": 2}, "seat 2 cannot have won: there are 2"),
        ({"forfeits": (Forfeit(0, Why.TIME),)}, "seat 0 cannot have won: it left"),
        ({"forfeits": (Forfeit(1, Why.TARGET),)}, "a forfeit names no seat"),
        ({"forfeits": (Forfeit(2, Why.TIME),)}, "a forfeit names no seat"),
        ({"rounds": 5}, "6 rounds won, but only 5 finished"),
    ],
)
def test_results_that_contradict_themselves(change, fault):
    good = MatchResult.of(AB.id, 0, AB.seats, ended())
    with pytest.raises(ResultError, match=f"t-0-0 run 0: .*{fault}"):
        replace(good, **change)


def test_the_order_given_does_not_matter():
    results = [played(AC, 500, 10), played(BA, 0, 505), played(AB, 500, 0)]
    assert [match.id for match, _ in official(SCHEDULE, results)] == ["t-0-0", "t-0-1", "t-1-0"]
    assert official(SCHEDULE, results) == official(SCHEDULE, results[::-1])


def test_of_several_runs_the_highest_counts_once():
    first, second = played(AB, 500, 0), played(AB, 0, 500, run=1)
    for results in ([first, second], [second, first, second]):
        assert official(SCHEDULE, results) == [(AB, second)]


@pytest.mark.parametrize("ending", [Why.CANCELLED, Why.INFRASTRUCTURE])
def test_what_nobody_is_to_blame_for_never_counts(ending):
    lost = played(AB, 300, 200, winner=None, run=1, ending=ending)
    assert not lost.counts
    assert official(SCHEDULE, [lost]) == []
    assert official(SCHEDULE, [lost, played(AB, 500, 0)]) == [(AB, played(AB, 500, 0))]


def test_one_run_has_one_result():
    with pytest.raises(ResultError, match="t-0-0 run 0 has two different results"):
        official(SCHEDULE, [played(AB, 500, 0), played(AB, 0, 500)])


def test_seats_are_as_scheduled():
    swapped = MatchResult(AB.id, 0, ("bob", "ann"), Why.TARGET, 0, (500, 0), 9, (9, 0))
    with pytest.raises(ResultError, match="t-0-0 is ann, bob by seat, not bob, ann"):
        official(SCHEDULE, [swapped])
    with pytest.raises(UnknownMatchError):
        official(SCHEDULE, [MatchResult("t-9-0", 0, ("ann", "bob"), Why.TARGET, 0, (500, 0), 9, (9, 0))])


def test_a_forfeit_counts():
    assert official(SCHEDULE, [forfeited(AB, 0)]) == [(AB, forfeited(AB, 0))]
