import pytest

from arbitro_engine.match.outcome import Tally
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.round import RoundResult
from arbitro_engine.rules.ruleset import RuleSet

ALL = (True, True, True, True)


def tally(seats=2, **options):
    return Tally(RuleSet.of("official", options), seats)


def won_by(winner):
    return RoundResult(winner, Why.OUT, (), 0)


def test_rounds_and_wins_are_counted():
    rounds = tally(3)
    for winner in (2, None, 2, 0):
        rounds.count(won_by(winner))
    assert (rounds.rounds, rounds.won, rounds.last_winner) == (4, [1, 0, 2], 0)


def test_partners_win_together():
    rounds = tally(4, teams="pairs")
    rounds.count(won_by(3))
    assert rounds.won == [0, 1, 0, 1]
    assert [rounds.team(seat) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]


def test_a_match_goes_to_the_target():
    rounds = tally(target=500)
    rounds.count(won_by(0))
    assert not rounds.outcome((499, 0), ALL[:2]).over
    rounds.count(won_by(0))
    assert rounds.outcome((500, 0), ALL[:2]) == (True, 0, Why.TARGET)


def test_equal_best_totals_play_extra_rounds_and_then_share_the_places():
    """Ruling 39."""
    rounds = tally(scoring="keep_own", target=100, extra_rounds_max=2)
    rounds.count(won_by(0))
    for extra in (0, 1):
        assert rounds.outcome((120, 120), ALL[:2]) == (False, None, None)
        assert rounds.extra == extra
        rounds.count(won_by(None))
    assert rounds.extra == 2
    assert rounds.outcome((140, 140), ALL[:2]) == (True, None, Why.TARGET)
    assert rounds.outcome((140, 139), ALL[:2]) == (True, 1, Why.TARGET)


def test_extra_rounds_come_on_top_of_the_last_one():
    rounds = tally(max_rounds=2, extra_rounds_max=1)
    rounds.count(won_by(0))
    assert not rounds.outcome((10, 0), ALL[:2]).over
    rounds.count(won_by(1))
    assert not rounds.outcome((10, 10), ALL[:2]).over
    rounds.count(won_by(None))
    assert rounds.extra == 1
    assert rounds.outcome((10, 10), ALL[:2]) == (True, None, Why.ROUND_CAP)


@pytest.mark.parametrize(
    "options, scores, active, leader",
    [
        ({}, (10, 30, 20, 0), ALL, 1),
        ({}, (10, 30, 30, 0), ALL, None),
        ({}, (10, 30, 20, 0), (True, False, True, True), 2),
        ({"scoring": "keep_own"}, (10, 30, 20, 5), ALL, 3),
        ({"scoring": "keep_own"}, (10, 30, 20, 5), (True, True, True, False), 0),
        ({"teams": "pairs"}, (10, 30, 10, 30), ALL, 1),
        ({"teams": "pairs"}, (30, 30, 30, 30), ALL, None),
        ({"teams": "pairs"}, (0, 30, 0, 30), (True, False, True, False), 0),
    ],
)
def test_the_leader_has_the_best_total_alone(options, scores, active, leader):
    assert tally(4, **options).leader(scores, active) == leader


@pytest.mark.parametrize(
    "teams, active, survivor",
    [
        ("none", (False, True, False, True), None),
        ("none", (False, False, False, True), 3),
        ("pairs", (False, True, False, True), 1),
        ("pairs", ALL, None),
    ],
)
def test_the_survivor_is_the_one_team_left(teams, active, survivor):
    assert tally(4, teams=teams).survivor(active) == survivor
