import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.rules.step import retire
from support.rounds import asked, do, kinds, open_to, opened, placed, texts


def test_the_cards_of_a_seat_that_leaves_leave_play_with_it():
    round = placed("R1 R2|B1 B2|G1 G2", pile="Y1")
    events = retire(round, 1, Why.WITHDRAWAL)
    assert kinds(events) == ["RETIRED"]
    assert (events[0].seat, events[0].count, events[0].why) == (1, 2, Why.WITHDRAWAL)
    assert texts(events[0].cards) == ["B1", "B2"]
    assert texts(round.removed) == ["B1", "B2"]
    assert (round.counts, round.active, asked(round)) == ((2, 0, 2), [True, False, True], "turn 0")


@pytest.mark.parametrize("direction, next_seat", [(1, 1), (-1, 2)])
def test_the_turn_passes_to_the_next_seat(direction, next_seat):
    round = placed("R1 R2|B1 B2|G1 G2", pile="Y1", direction=direction)
    do(round, "retire 0")
    assert asked(round) == f"turn {next_seat}"


def test_a_seat_may_leave_after_a_draw():
    round = placed("B1 B2|R1 B2|G1 G2", pile="R5 Y1")
    do(round, "0 draw", "retire 0")
    assert (asked(round), round.drawn) == ("turn 1", [])
    assert open_to(round) == ["play R1", "draw"]


def test_a_pending_draw_leaves_with_its_victim():
    round = placed("R+2 R2|B1 B2|G1 G2", pile="Y1 Y2", profile="traditional")
    do(round, "0 play R+2 uno")
    assert asked(round) == "stack 1"
    do(round, "retire 1")
    assert (asked(round), round.pending, round.counts) == ("turn 2", 0, (1, 0, 2))


def test_another_seat_leaves_a_stack_where_it_is():
    round = placed("R+2 R2|B1 B2|G1 G2", pile="Y1 Y2", profile="traditional")
    do(round, "0 play R+2 uno", "retire 2")
    assert (asked(round), round.pending) == ("stack 1", 2)
    do(round, "1 take")
    assert asked(round) == "turn 0"


def test_the_suspect_leaves_and_its_poll_with_it():
    round = placed("R1 R2|B1 B2|G1 G2", pile="Y1 Y2")
    do(round, "0 play R1", "1 catch", "retire 0")
    assert (asked(round), round.answers, round.suspect) == ("turn 1", {}, None)


def test_the_player_of_a_draw_two_leaves_its_effect():
    round = placed("R+2 R2|B1 B2|G1 G2", pile="Y1 Y2 Y3")
    do(round, "0 play R+2")
    assert asked(round) == "catch 1 2"
    do(round, "retire 0")
    assert (asked(round), round.counts) == ("turn 2", (0, 4, 2))


def test_the_victim_leaves_during_the_catch_poll():
    round = placed("W+4 R2|B1 B2|G1 G2", pile="Y1 Y2 Y3 Y4", discard="Y4")
    do(round, "0 play W+4:R", "retire 1")
    assert (asked(round), round.pending) == ("catch 2", 0)
    do(round, "2 catch")
    assert (asked(round), round.counts, round.claim) == ("turn 2", (3, 0, 2), None)


def test_a_poll_closes_when_the_last_silent_seat_leaves():
    round = placed("R1 R2|B1 B2|G1 G2|Y1 Y2", pile="Y1 Y2")
    do(round, "0 play R1", "1 catch", "2 ignore")
    assert kinds(do(round, "retire 3")) == ["RETIRED", "CAUGHT", "FINED", "DREW"]


def test_a_poll_of_one_closes_with_nobody_caught():
    round = placed("R1 R2|B1 B2|G1 G2|Y1 Y2", pile="Y1 Y2", uno_catchers="next_player")
    do(round, "0 play R1", "retire 1")
    assert (asked(round), round.counts) == ("turn 2", (1, 0, 2, 2))


def test_the_challenge_is_settled_when_the_last_silent_seat_leaves():
    round = placed("W+4 Y9|B1 B2|G1 G2|R1 R2", pile="Y1 Y2 Y3 Y4", discard="Y4", profile="vintage")
    do(round, "0 play W+4:R uno", "1 accept", "2 challenge")
    assert kinds(do(round, "retire 3")) == ["RETIRED", "CHALLENGED", "REVEALED", "DREW"]
    assert asked(round) == "turn 1"


def test_the_seat_to_name_the_colour_leaves():
    round, _ = opened("official", "R1 Y1 B1 R2 Y2 B2 W Y5", seats=3)
    do(round, "retire 1")
    assert (asked(round), round.color) == ("color 2", None)
    do(round, "2 color G")
    assert asked(round) == "turn 2"


def test_another_seat_leaves_while_a_colour_is_named():
    round, _ = opened("official", "R1 Y1 B1 R2 Y2 B2 W Y5", seats=3)
    do(round, "retire 2")
    assert asked(round) == "color 1"


def test_pairs_leave_as_a_whole():
    round = placed("R1 R2|B1 B2|G1 G2|Y1 Y2|R3 R4|B3 B4", pile="Y1", profile="vintage_pairs")
    assert [event.seat for event in do(round, "retire 3")] == [3, 0]
    assert (round.active, asked(round)) == ([False, True, True, False, True, True], "turn 1")


@pytest.mark.parametrize("profile, points", [("official", 0), ("cumulative", 1), ("classic_low", 0)])
def test_one_team_left_ends_the_round(profile, points):
    round = placed("R1 R2|B1 B2", pile="Y1", profile=profile, scores=[3, 4])
    events = do(round, "retire 0")
    assert kinds(events) == ["RETIRED", "ROUND_ENDED"]
    assert (round.result.winner, round.result.why, round.result.credited) == (1, Why.LAST_STANDING, points)
    assert round.scores == [3, 4 + points]


def test_the_two_player_reverse_holds_once_two_are_left():
    round = placed("RR R2 R3|B1 B2|G1 G2", pile="Y1")
    do(round, "retire 1", "0 play RR")
    assert asked(round) == "turn 0"


def test_empty_turns_count_anew_for_those_who_stay():
    round = placed("G1|B1|Y1")
    do(round, "0 pass", "1 pass", "retire 2", "0 pass")
    assert asked(round) == "turn 1"
    do(round, "1 pass")
    assert round.result.why is Why.BLOCKED


def test_a_seat_leaves_once():
    round = placed("R1 R2|B1 B2|G1 G2", pile="Y1")
    do(round, "retire 1")
    with pytest.raises(ValueError, match="seat 1 cannot leave"):
        retire(round, 1, Why.TIME)
    do(round, "retire 2")
    with pytest.raises(ValueError, match="seat 0 cannot leave"):
        retire(round, 0, Why.TIME)


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_such_seat(seat):
    with pytest.raises(ValueError, match=f"seat {seat} cannot leave"):
        retire(placed("R1 R2|B1 B2|G1 G2", pile="Y1"), seat, Why.TIME)
