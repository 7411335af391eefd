"""How a match goes on by itself: rounds, arbiters' orders, seats that leave, and every ending."""

import pytest

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.inputs import Answer, ArbiterAct, Begin, Cap, Failure, Lost, Retire
from arbitro_engine.match.messages import Ended, Outcome
from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.result import MatchResult
from support.refereed import Refereed, rigged

QUIT = Why.WITHDRAWAL


def order(act, seat=0, cards=0):
    return ArbiterAct(act, seat, cards, "kim", "advice", 99)


@pytest.fixture
def four():
    """Seat 1 begins; R7 comes from the pile and fits."""
    return Refereed(("R1 R2 B3", "R4 R5 B6", "R6 R8 B8", "R3 G1 B9"), "R9", "R7 B7 G5 G6 G7 G8 Y1 Y2 Y3 Y4")


# arbiters' orders


def test_an_order_is_logged_at_once_and_obeyed_before_the_next_decision(four):
    four.give(order("fine", 3, 2))
    assert four.lines == ["order 3 fine"]
    assert four.asked == "turn 1"
    four.do(1, "play R4")
    assert four.lines == ["answer 1 play R4", "arbiter 3 fine"]
    arbiter = four.step.records[1]
    assert (arbiter.seat, arbiter.cards, arbiter.who, arbiter.why, arbiter.at_us) == (
        3,
        2,
        "kim",
        "advice",
        99,
    )
    assert four.public == ["played 1", "fined 3", "drew 3"]
    assert four.private(3) == ["drew R7 B7"]
    assert four.asked == "turn 2"
    assert four.ask(2).counts == (3, 2, 3, 5)


def test_orders_are_obeyed_in_the_order_they_were_given(four):
    four.give(order("fine", 3, 1))
    four.give(order("retire", 0))
    four.give(order("fine", 0, 2))
    four.do(1, "play R4")
    assert four.lines == ["answer 1 play R4", "arbiter 3 fine", "arbiter 0 retire", "retire 0 conduct"]
    assert four.match.active == (1, 2, 3)


def test_who_is_leaving_is_known_before_the_order_takes_effect(four):
    four.give(order("fine", 3, 1))
    assert four.match.leaving == ()
    four.give(order("retire", 3))
    assert (four.match.leaving, four.match.active) == ((3,), (0, 1, 2, 3))
    four.do(1, "play R4")
    assert (four.match.leaving, four.match.active) == ((3,), (0, 1, 2))


def test_partners_are_leaving_together():
    pairs = Refereed(("R1 R2", "R4 R5", "G1 G2", "G3 G4"), "R9", "B7 B8 B9", teams="pairs")
    assert not pairs.match.is_last(1)
    pairs.give(order("retire", 2))
    assert pairs.match.leaving == (0, 2)
    assert pairs.match.is_last(1)


def test_a_refusal_opens_no_new_decision_and_so_no_order_is_obeyed(four):
    four.give(order("fine", 3, 1))
    four.do(1, "play B6")
    assert four.lines == ["refused 1 play B6 no_match"]


def test_an_order_waits_for_the_whole_poll(four):
    four.do(1, "play R4")
    four.do(2, "play R6")
    four.do(3, "play R3")
    four.do(0, "play R1")
    four.do(1, "play R5")
    assert four.asked == "catch 0 2 3"
    four.give(order("void"))
    four.do(0, "ignore")
    assert four.lines == ["answer 0 ignore"]
    four.do(3, "ignore")
    assert four.lines == ["answer 3 ignore"]
    four.do(2, "catch")
    assert four.lines == ["answer 2 catch", "arbiter void", "end cancelled winner=None blame=None"]


def test_a_fine_before_a_poll_about_the_fined_seat_closes_the_window():
    """Ruling 42."""
    table = Refereed(("R1 R2", "R4 R5", "G1 G2"), "R9", "R7 B7 B8")
    table.give(order("fine", 1, 1))
    table.do(1, "play R4")
    assert table.lines == ["answer 1 play R4", "arbiter 1 fine"]
    assert table.asked == "turn 2"


def test_what_an_arbiter_does_in_the_middle_of_a_turn_is_not_told_before_its_end(four):
    """Else it would show that seat 1 is asked again, so that the card it drew fits (rulings, preamble)."""
    four.give(order("fine", 3, 2))
    four.do(1, "draw")
    assert four.lines == ["answer 1 draw", "arbiter 3 fine"]
    assert four.asked == "after_draw 1"
    assert (four.public, four.private(3)) == ([], [])
    view = four.match.public_view()
    assert (view.counts, view.draw_count) == ((3, 3, 3, 3), 95)
    four.do(1, "keep")
    assert four.public == ["drew 1", "passed 1", "fined 3", "drew 3"]
    assert four.private(3) == ["drew B7 G5"]
    assert four.match.public_view().counts == (3, 4, 3, 5)


def test_the_public_cannot_tell_the_two_cases_apart(four):
    """The same order when the drawn card does not fit: the same events in the same order."""
    other = Refereed(("R1 R2 B3", "R4 R5 B6", "R6 R8 B8", "R3 G1 B9"), "R9", "B7 R7 G5 G6 G7 G8 Y1 Y2 Y3 Y4")
    for table, moves in ((four, ("draw", "keep")), (other, ("draw",))):
        table.messages.clear()
        table.give(order("fine", 3, 2))
        for move in moves:
            table.do(1, move)
    heard = [
        [
            message
            for message in table.messages
            if getattr(message, "seat", 0) != 1 and type(message).__name__ != "Result"
        ]
        for table in (four, other)
    ]
    assert [type(message).__name__ for message in heard[0]] == ["Public", "Private", "Ask"]
    assert heard[0][0] == heard[1][0]
    assert heard[0][2] == heard[1][2]


def test_a_seat_that_is_taken_out_in_the_middle_of_its_own_turn(four):
    four.give(order("retire", 1))
    four.do(1, "draw")
    assert four.lines == ["answer 1 draw", "arbiter 1 retire", "retire 1 conduct"]
    assert four.public == ["drew 1", "retired 1"]
    assert four.asked == "turn 2"


def test_an_order_given_in_a_round_that_ends_is_obeyed_after_the_next_deal():
    table = Refereed(("R1", "R4"), "R9", "R7 B7", target=900)
    table.give(order("fine", 0, 2))
    table.do(1, "play R4")
    assert table.lines == ["answer 1 play R4", "next_round", "arbiter 0 fine"]
    assert table.asked == "turn 0"
    assert table.ask(0).counts == (3, 1)


def test_a_void_waits_for_no_answer_that_would_count_for_nobody(four):
    four.give(order("fine", 3, 1))
    four.give(order("void"))
    assert four.lines == ["order void", "arbiter void", "end cancelled winner=None blame=None"]


def test_orders_that_the_end_overtakes_lapse():
    table = Refereed(("R1", "R4"), "R9", "R7 B7", max_rounds=1)
    table.give(order("retire", 0))
    table.do(1, "play R4")
    assert table.lines == ["answer 1 play R4", "end round_cap winner=1 blame=None"]


def test_an_order_about_a_seat_that_has_left_is_refused_or_lapses(four):
    four.give(order("fine", 3, 1))
    four.give(Retire(3, QUIT, 1))
    with pytest.raises(ValueError, match="seat 3 is no longer in play"):
        four.match.handle(order("fine", 3, 1))
    four.do(1, "play R4")
    assert four.lines == ["answer 1 play R4"]


def test_before_the_match_begins_a_fine_waits_and_the_rest_is_obeyed_at_once():
    table = Refereed(("R1 R2", "R4 R5", "G1 G2"), "R9", "B7 B8 B9", begin=False)
    table.give(order("fine", 2, 1))
    assert table.lines == ["order 2 fine"]
    table.give(order("retire", 0))
    assert table.lines == ["order 0 retire", "arbiter 0 retire", "retire 0 conduct"]
    table.rounds[0] = rigged(("G8 G9", "G1 G2", "R4 R5"), "R9", "B7 B8 B9")
    table.give(Begin(()))
    assert table.lines == ["begin", "arbiter 2 fine"]
    assert table.records[-2].events[0].seat == 1  # seat 0 has left: the next one deals
    assert table.match.public_view().counts == (0, 2, 3)


def test_a_void_before_the_match_begins_ends_it():
    table = Refereed(begin=False)
    table.give(order("void"))
    assert table.lines == ["order void", "arbiter void", "end cancelled winner=None blame=None"]
    assert table.match.public_view() is None


# leaving


def test_a_seat_leaves_at_once_and_the_others_play_on(four):
    four.give(Retire(3, QUIT, 5, "ana", "tired"))
    assert four.lines == ["retire 3 withdrawal"]
    (record,) = four.step.records
    assert (record.at_us, record.who, record.why) == (5, "ana", "tired")
    assert four.public == ["retired 3"]
    assert (four.step.armed, four.step.disarmed) == ((), ())
    assert four.match.handle(Retire(3, QUIT, 6)).records == ()


def test_the_seat_in_turn_leaves_and_the_next_is_asked(four):
    four.do(1, "draw")
    four.give(Retire(1, QUIT, 5))
    assert four.public == ["drew 1", "retired 1"]
    assert four.step.disarmed == (1,)
    assert four.asked == "turn 2"


def test_who_leaves_in_the_middle_of_anothers_turn_is_told_at_once_and_nothing_else(four):
    four.do(1, "draw")
    four.give(Retire(3, QUIT, 5))
    assert four.public == ["retired 3"]
    assert four.match.public_view().counts == (3, 3, 3, 0)
    assert four.match.public_view().active == (0, 1, 2)
    assert four.asked == "after_draw 1"
    four.do(1, "keep")
    assert four.public == ["drew 1", "passed 1"]


def test_a_poll_loses_a_seat_and_closes_with_the_last_answer_of_the_rest():
    """Ruling 34."""
    table = Refereed(("R1 R2", "R4 R5", "R6 R8", "G1 G2"), "R9", "R7 B7")
    table.do(1, "play R4")
    table.do(0, "ignore")
    table.give(Retire(2, QUIT, 5))
    assert table.asked == "catch 3"
    table.give(Retire(3, QUIT, 6))
    assert table.asked == "turn 0"
    assert table.public == ["retired 3"]


def test_a_dropped_poll_takes_its_questions_back():
    """Ruling 33: the offender leaves."""
    table = Refereed(("R1 R2", "R4 R5", "R6 R8", "G1 G2"), "R9", "R7 B7")
    table.do(1, "play R4")
    table.do(0, "catch")
    table.give(Retire(1, QUIT, 5))
    assert sorted(table.step.disarmed) == [2, 3]
    assert table.asked == "turn 2"
    assert table.ask(2).decision == 1
    assert table.ask(2).counts == (2, 0, 2, 2)


def test_a_challenge_poll_is_dropped_with_its_victim():
    """Ruling 32."""
    table = Refereed(("R1 R2 R3", "R4 R5 W+4", "R6 R8 B1"), "R9", "R7 B7")
    table.do(1, "play W+4:G")
    assert table.asked == "challenge 2"
    table.give(Retire(2, QUIT, 5))
    assert table.asked == "turn 0"
    assert table.ask(0).pending == 0


@pytest.mark.parametrize(
    "target, lines",
    [
        (1000, ["retire 2 withdrawal", "next_round"]),
        (38, ["retire 2 withdrawal", "end target winner=1 blame=None"]),
    ],
)
def test_a_poll_that_a_leaver_closes_can_end_the_round(target, lines):
    """Seat 1 answers a Wild Draw Four with its last card, which is laid once seat 2 need not answer."""
    table = Refereed(
        ("W+4 R2", "W+4 G5", "W+4 G4"),
        "G9",
        "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8",
        stack_wd4="on",
        challenge_by="any_opponent",
        target=target,
    )
    table.do(1, "play G5 uno")
    table.do(2, "play G4 uno")
    table.do(0, "play W+4:B uno")
    table.do(1, "play W+4:R")
    table.give(Retire(2, QUIT, 7))
    assert table.lines == lines
    assert table.match.scores == (0, 38, 0)
    assert table.match.rounds_played == 1


def test_the_last_team_left_wins_at_once():
    table = Refereed(policy=FaultPolicy(grace_us=0))
    table.give(Lost(0, 7))
    table.give(Retire(0, Why.DISCONNECT, 7))
    assert table.lines == ["retire 0 disconnect", "end disconnect winner=1 blame=0"]
    assert table.match.ended == Ended(Why.DISCONNECT, 1, (0, 0), 0, 1, (0, 1), (0, 0), 1)
    assert table.public == ["retired 0", "round_ended 1", "match_ended 1"]


def test_who_never_came_loses_without_a_card_dealt():
    table = Refereed(begin=False)
    table.give(Retire(1, Why.DISCONNECT, 7))
    assert table.lines == ["retire 1 disconnect", "end disconnect winner=0 blame=1"]
    assert table.match.ended == Ended(Why.DISCONNECT, 0, (0, 0), 1, 0, (0, 0), (0, 0), 0)


def test_a_pair_leaves_as_a_whole():
    hands = ("R1 R2 B3", "R4 R5 B6", "R6 R8 B8", "R3 G1 B9", "Y1 Y2 Y3", "Y4 Y5 Y6")
    table = Refereed(hands, "R9", "R7 B7", teams="pairs")
    table.give(Retire(4, QUIT, 7))
    assert table.lines == ["retire 4 withdrawal"]
    assert sorted(event.seat for event in table.step.records[0].events) == [1, 4]
    assert table.match.active == (0, 2, 3, 5)
    assert table.asked == "turn 2"
    table.give(Retire(2, QUIT, 8))
    assert table.lines == ["retire 2 withdrawal", "end withdrawal winner=0 blame=2"]


def test_round_win_gives_the_survivor_the_round():
    """Ruling 35."""
    table = Refereed(scoring="round_win", target=5)
    table.give(Retire(0, QUIT, 7))
    assert table.match.ended.scores == (0, 1)
    assert table.match.ended.ending is QUIT


def test_answers_of_a_seat_that_left_are_stale(four):
    asked = four.ask(1)
    four.give(Retire(1, QUIT, 5))
    step = four.match.handle(Answer(1, asked.decision, asked.attempt, None, Stamps(0, 1)))
    assert [message.outcome for message in step.messages] == [Outcome.STALE]


# the other endings


@pytest.mark.parametrize(
    "scoring, scores, winner",
    [
        ("winner_takes", (4, 9), 1),
        ("keep_own", (4, 9), 0),
        ("winner_takes", (7, 7), None),
        ("round_win", (0, 0), None),
    ],
)
def test_when_the_time_is_up_the_best_total_of_finished_rounds_wins(scoring, scores, winner):
    table = Refereed(("R1", "R4"), "R9", "R7 B7", scoring=scoring, target=900, cap_us=1_000)
    table.match._course.scores = scores
    table.give(Cap(1_000))
    assert table.lines == ["cap", f"end time_cap winner={winner} blame=None"]
    assert table.public == ["match_ended" if winner is None else f"match_ended {winner}"]
    assert table.match.ended.rounds == 0


def test_when_the_time_is_up_nobody_wins_who_has_left():
    table = Refereed(("R1", "R4", "G5"), "R9", "R7 B7", target=900, cap_us=2)
    table.do(1, "play R4 uno")
    assert table.match.scores == (0, 6, 0)
    table.give(Retire(1, Why.WITHDRAWAL, 1))
    table.give(Cap(2))
    assert table.lines == ["cap", "end time_cap winner=None blame=None"]


def test_a_match_that_is_cut_off_late_keeps_its_rounds_and_points():
    """C05: it was played, so it is no start that failed; the open round counts for nobody."""
    table = Refereed(("R1", "R4"), "R9", "R7 B7", target=100_000, cap_us=1_000)
    while table.match.rounds_played < 50:
        seat = next(iter(table.asks))
        table.do(seat, f"play {table.ask(seat).plays[0]}" if table.ask(seat).plays else "draw")
    scores = table.match.scores
    table.give(Cap(1_000))
    ended = table.match.ended
    assert (ended.ending, ended.rounds, ended.scores) == (Why.TIME_CAP, 50, scores)
    assert (sum(ended.rounds_won), max(scores) > 0) == (50, True)
    result = MatchResult.of("cup-0-0", 0, table.header.bots, ended)
    assert (result.ending, result.rounds, result.scores) == (Why.TIME_CAP, 50, scores)
    assert result.forfeits == ()


def test_a_referee_that_fails_ends_the_match_for_nobody(four):
    four.do(1, "draw")
    four.give(Failure(8, "disk lost"))
    assert four.lines == ["failure", "end infrastructure winner=None blame=None"]
    assert four.records[-2].why == "disk lost"
    assert four.public == ["drew 1", "match_ended"]
