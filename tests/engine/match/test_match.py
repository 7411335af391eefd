"""The machine's front: what a shell sees of it, which inputs count, and which are told to go away."""

from dataclasses import replace

import pytest

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.inputs import (
    Answer,
    ArbiterAct,
    Back,
    Begin,
    Cap,
    Failure,
    Lost,
    Restart,
    Retire,
    TimeUp,
)
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, Ended, Outcome, Private, Public, Result
from arbitro_engine.match.record import RecordKind
from arbitro_engine.match.step import NOTHING, Armed
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import Act, DecisionKind, parse_move
from arbitro_engine.rules.ruleset import RuleFaults
from support.refereed import MS, Refereed, S, line


@pytest.fixture
def table():
    """Seat 1 begins: it can play R4 or R5, or draw R7, which fits."""
    return Refereed(("R1 R2 R3", "R4 R5 B6"), "R9", "R7 B7 B8 B9 G9")


def test_beginning_deals_and_asks_the_first_seat(table):
    assert table.lines == ["begin"]
    assert table.asked == "turn 1"
    assert table.public == ["round_started 0", "dealt 1", "dealt 0", "turned"]
    assert table.private(0) == ["dealt R1 R2 R3"]
    assert table.private(1) == ["dealt R4 R5 B6"]


def test_a_question_comes_with_all_that_the_seat_may_know(table):
    ask = table.ask(1)
    assert (ask.kind, ask.decision, ask.attempt) == (DecisionKind.TURN, 0, 0)
    assert (ask.allowance_us, ask.bank_us, ask.strikes) == (S, 30 * S, 0)
    assert " ".join(map(str, ask.hand)) == "R4 R5 B6"
    assert " ".join(map(str, ask.plays)) == "R4 R5"
    assert ask.acts == (Act.DRAW,)
    assert (ask.counts, str(ask.top), str(ask.color), ask.clockwise) == ((3, 3), "R9", "R", True)
    assert (ask.pending, ask.draw_count, ask.discard_count, ask.about, ask.drawn) == (0, 101, 1, -1, None)


def test_an_answer_is_done_recorded_reported_and_the_next_seat_asked(table):
    table.do(1, "play R4", took=300 * MS)
    assert table.lines == ["answer 1 play R4"]
    (record,) = table.step.records
    assert record[:11] == (3, 1, 0, 0, DecisionKind.TURN, parse_move("play R4"), 0, 300 * MS, 0, 0, 300 * MS)
    assert table.result == Result(1, 0, 0, Outcome.ACCEPTED, 300 * MS, 30 * S)
    assert table.public == ["played 1"]
    assert table.asked == "turn 0"
    assert table.step.disarmed == (1,)
    assert table.step.armed == (Armed(0, 0, 31 * S + 20 * MS),)


def test_messages_come_in_the_order_of_a_frame():
    table = Refereed(("R1", "R4"), "R9", "R7", max_rounds=1)
    table.do(1, "play R4 uno")
    kinds = [type(message) for message in table.step.messages]
    assert kinds == [Public, Result, Ended]
    table = Refereed(("R1 R2", "G4 G5"), "R9", "R7")
    table.do(1, "draw")
    assert [type(message) for message in table.step.messages] == [Private, Result, Ask]


def test_the_same_answer_again_gets_the_first_result_and_does_nothing(table):
    table.do(1, "play R4", took=5)
    first = table.result
    again = Answer(1, 0, 0, parse_move("play R4"), Stamps(0, 99 * S))
    step = table.match.handle(again)
    assert step.messages == (first,)
    assert not step.records
    assert not step.armed
    assert not step.disarmed


def test_that_a_bot_crashed_is_recorded_and_costs_nothing_but_the_turn(table):
    step = table.match.handle(Answer(1, 0, 0, parse_move("draw"), Stamps(0, 5), crashed=True))
    (record,) = step.records
    assert (record.kind, record.cause) == (RecordKind.ANSWER, "crash")
    assert [message.outcome for message in step.messages if type(message) is Result] == [Outcome.ACCEPTED]
    assert table.match.strikes == (0, 0)


def test_another_answer_to_the_same_attempt_is_stale(table):
    table.do(1, "play R4")
    step = table.match.handle(Answer(1, 0, 0, parse_move("play R5"), Stamps(0, 1)))
    assert [message.outcome for message in step.messages] == [Outcome.STALE]
    assert table.ask(0).counts == (3, 2)


def test_no_answer_reaches_another_decision_than_its_own(table):
    for seat, decision, attempt in ((0, 0, 0), (1, 1, 0), (1, 0, 1), (1, -1, 0)):
        step = table.match.handle(Answer(seat, decision, attempt, parse_move("draw"), Stamps(0, 1)))
        assert [message.outcome for message in step.messages] == [Outcome.UNKNOWN]
        assert not step.records
    assert table.match.open[1].attempt == 0
    assert table.match.strikes == (0, 0)


def test_a_late_answer_does_not_reach_the_next_decision(table):
    """T02: decision 0 runs out of time; its answer comes while the next one is open, with its full time."""
    table.time_up(1)
    ask = table.ask(0)
    step = table.match.handle(Answer(1, 0, 0, parse_move("play R4"), Stamps(0, table.now + 1)))
    assert step.messages == (Result(1, 0, 0, Outcome.LATE),)
    assert table.match.asks() == (ask,)
    assert table.match.clocks() == (Armed(0, 0, 31 * S + 20 * MS),)


def test_results_of_earlier_rounds_are_stale():
    table = Refereed(("R1", "R4"), "R9", "R7", target=500)
    table.do(1, "play R4")
    assert table.match.round_number == 1
    step = table.match.handle(Answer(1, 0, 0, parse_move("play R4"), Stamps(0, 0)))
    assert [message.outcome for message in step.messages] == [Outcome.STALE]


def test_one_clock_runs_for_a_turn_of_several_decisions(table):
    table.do(1, "draw", took=700 * MS)
    assert table.asked == "after_draw 1"
    assert table.ask(1).allowance_us == 300 * MS
    assert table.limits[1] == 30 * S + 320 * MS
    table.do(1, "keep", took=800 * MS)
    assert table.result == Result(1, 1, 0, Outcome.ACCEPTED, 780 * MS, 30 * S - 480 * MS)
    assert table.ask(0).allowance_us == S


def test_who_draws_again_and_again_has_the_time_of_one_turn():
    """C06: under cumulative a turn may take as many draws as there are cards, and no more than its time."""
    table = Refereed(("R1 R2 R3", "G4 G5 G6"), "R9", "R7 R8 B1 B2", profile="cumulative", time="1s+1s")
    for left in (700, 400, 100):
        table.do(1, "draw", took=300 * MS)
        assert (table.asked, table.ask(1).allowance_us) == ("after_draw 1", left * MS)
    table.do(1, "draw", took=1_000 * MS)
    assert table.ask(1).allowance_us == 0
    assert table.limits[1] == (1_000 - 880 + 20) * MS  # 20 of 900 were forgiven, and 20 may be
    table.time_up(1)
    assert (table.lines, table.asked) == (["timeout 1 late play R1"], "turn 0")


def test_a_refused_attempt_does_not_wind_the_clock_up_again(table):
    table.do(1, "play G1", took=600 * MS)
    assert (table.ask(1).attempt, table.ask(1).allowance_us) == (1, 400 * MS)
    assert table.limits[1] == 30 * S + 420 * MS


def test_stack_and_polls_have_allowances_of_their_own():
    table = Refereed(("R1 R+2 R3", "R4 R+2 B+2"), "R9", "R7 G1 G2 G3 G4", profile="traditional")
    table.do(1, "play R+2", took=900 * MS)
    assert table.asked == "stack 0"
    table.do(0, "play R+2 uno", took=900 * MS)
    assert table.ask(1).allowance_us == S
    assert table.match.strikes == (0, 0)


def test_the_increment_comes_after_each_answered_turn_and_only_then(table):
    table = Refereed(("R1 R2 R3", "R4 R5 B6"), "R9", "R7 B7 B8 B9 G9", time="1s+30s+2s")
    table.do(1, "draw")
    assert table.ask(1).bank_us == 30 * S
    table.do(1, "keep")
    assert table.result.bank_us == 32 * S
    table.time_up(0)
    assert table.result.bank_us == 0


def test_a_stack_and_a_poll_are_no_turns_and_earn_no_increment():
    table = Refereed(("R+2 R3", "R+2 G1"), "R9", "G3 G4 G5 G6", profile="traditional", time="1s+30s+2s")
    table.do(1, "play R+2")
    assert (table.asked, table.result.bank_us) == ("catch 0", 32 * S)
    table.do(0, "catch")
    assert (table.asked, table.result.bank_us) == ("stack 0", 30 * S)
    table.do(0, "take")
    assert (table.asked, table.result.bank_us) == ("turn 1", 30 * S)


def test_without_a_clock_nothing_is_armed_or_charged():
    table = Refereed(("R1 R2 R3", "R4 R5 B6"), "R9", "R7", time="none")
    assert table.limits == {1: None}
    table.do(1, "play R4", took=900 * S)
    assert table.result.charge_us == 0
    assert table.records[-1].read_us == 900 * S


def test_a_time_out_before_its_time_is_the_shells_mistake_and_changes_nothing(table):
    limit = table.limits[1]
    for stamps in (Stamps(0, limit - 1), Stamps(0, limit + 5, 6), Stamps(0, 0)):
        with pytest.raises(ValueError, match=f"too early: the seat has {limit} us"):
            table.match.handle(TimeUp(1, 0, stamps))
    assert table.match.open[1].id == 0
    assert table.match.handle(TimeUp(0, 0, Stamps(0, 99 * S))) == NOTHING
    assert table.match.handle(TimeUp(1, 7, Stamps(0, 99 * S))) == NOTHING
    table.give(TimeUp(1, 0, Stamps(0, limit)))
    assert table.lines == ["timeout 1 late draw+keep"]


def test_an_answer_at_the_limit_is_in_time_and_one_after_it_is_late(table):
    limit = table.limits[1]
    table.do(1, "play R4", took=limit + 9, lag=9)
    assert table.lines == ["answer 1 play R4"]
    table.do(0, "play R1", took=31 * S + 20 * MS + 1)
    assert table.lines == ["timeout 0 late draw+keep"]
    assert table.result.outcome is Outcome.SUBSTITUTED


def test_a_seat_that_is_lost_and_back_is_told_what_is_open(table):
    table.do(1, "draw", took=400 * MS)
    open_before, clocks = table.match.asks(1), table.match.clocks()
    table.give(Lost(1, 3))
    assert table.lines == ["lost 1"]
    assert table.match.lost == (1,)
    assert table.match.handle(Lost(1, 4)) == NOTHING
    table.give(Back(1, 5))
    assert table.lines == ["back 1"]
    assert table.match.handle(Back(1, 5)) == NOTHING
    assert table.match.asks(1) == open_before == (table.ask(1),)
    assert table.match.asks(0) == ()
    assert table.match.clocks() == clocks


def test_a_lost_seat_changes_nobody_elses_clock(table):
    """T03."""
    before = table.match.asks(1), table.match.clocks()
    for _ in range(2):
        table.give(Lost(0, 1))
        table.give(Back(0, 2))
    assert (table.match.asks(1), table.match.clocks()) == before
    table.do(1, "play R4", took=10)
    assert table.result.charge_us == 10


def test_after_a_restart_all_are_lost_and_asked_anew_with_full_time(table):
    table.do(1, "draw", took=900 * MS)
    table.do(1, "play B6", took=50 * MS)
    table.give(Restart(table.now))
    assert table.lines == ["restart"]
    assert table.match.lost == (0, 1)
    (ask,) = table.step.messages
    assert (ask.decision, ask.attempt, ask.allowance_us, ask.bank_us) == (1, 1, S, 30 * S)
    assert table.step.armed == (Armed(1, 1, 31 * S + 20 * MS),)


def test_who_has_left_is_not_lost_after_a_restart():
    table = Refereed(("R1 R2", "R4 R5", "B1 B2"), "R9", "R7")
    table.give(Retire(2, Why.WITHDRAWAL, 1))
    table.give(Restart(2))
    assert table.match.lost == (0, 1)


def test_after_the_end_nothing_happens_but_echoes():
    table = Refereed(cap_us=9)
    table.do(1, "play R4", took=7)
    result = table.result
    table.give(Cap(9))
    assert table.lines == ["cap", "end time_cap winner=None blame=None"]
    for late in (
        TimeUp(0, 0, Stamps(0, 99 * S)), Lost(0, 1), Back(0, 1), Begin(()), Cap(1), Restart(1),
        Failure(1, "disk"),
        Retire(0, Why.WITHDRAWAL, 1), ArbiterAct("void", 0, 0, "kim", "", 1),
    ):  # fmt: skip
        assert table.match.handle(late) == NOTHING
    assert table.match.handle(Answer(1, 0, 0, parse_move("play R4"), Stamps(0, 8))).messages == (result,)
    unanswered = table.match.handle(Answer(0, 0, 0, parse_move("play R1"), Stamps(0, 8)))
    assert [message.outcome for message in unanswered.messages] == [Outcome.STALE]


def test_what_cannot_be_is_refused_and_changes_nothing(table):
    for wrong, reason in (
        (Begin(()), "begun already"),
        (Answer(2, 0, 0, None, Stamps(0, 0)), "no seat 2"),
        (Answer(-1, 0, 0, None, Stamps(0, 0)), "no seat -1"),
        (Lost(7, 0), "no seat 7"),
        (Retire(0, Why.TIME, 0), "not by time"),
        (ArbiterAct("fine", 0, 0, "kim", "", 0), "one at least"),
        (ArbiterAct("retire", 9, 0, "kim", "", 0), "no seat 9"),
    ):
        with pytest.raises(ValueError, match=reason):
            table.match.handle(wrong)
    table.do(1, "play R4")
    assert table.lines == ["answer 1 play R4"]


@pytest.mark.source
def test_what_is_no_input_is_no_input(table):
    with pytest.raises(TypeError, match="no input"):
        table.match.handle("begin")


def test_a_cap_comes_when_it_is_due_and_only_where_there_is_one():
    for cap_us, at_us in ((0, 5_000_000), (60, 59)):
        with pytest.raises(ValueError, match="comes too early: the cap is"):
            Refereed(cap_us=cap_us).give(Cap(at_us))
    with pytest.raises(ValueError, match="too early"):
        Refereed(cap_us=60, begin=False).give(Cap(60))


def test_a_seat_leaves_by_disconnect_when_its_grace_is_over(table):
    gone = Retire(0, Why.DISCONNECT, 40 * S)
    with pytest.raises(ValueError, match="seat 0 is there: it leaves"):
        table.give(gone)
    table.give(Lost(0, 1 * S))
    table.give(Back(0, 5 * S))
    with pytest.raises(ValueError, match="is there"):
        table.give(gone)
    table.give(Lost(0, 10 * S + 1))
    with pytest.raises(ValueError, match="is lost since 10000001 us: it leaves by disconnect 30000000 us"):
        table.give(gone)
    table.give(gone._replace(at_us=gone.at_us + 1))
    assert table.lines == ["retire 0 disconnect", "end disconnect winner=1 blame=0"]


def test_after_a_restart_the_grace_is_counted_anew(table):
    table.give(Lost(0, 1))
    table.give(Restart(20 * S))
    with pytest.raises(ValueError, match="is lost since 20000000 us"):
        table.give(Retire(0, Why.DISCONNECT, 40 * S))
    table.give(Retire(0, Why.DISCONNECT, 50 * S))
    assert table.match.ended


@pytest.mark.parametrize("policy", ["strict", "lenient"])
def test_other_policies_know_no_grace(policy):
    table = Refereed(policy=policy)
    table.give(Lost(0, 0))
    with pytest.raises(ValueError, match=f"nobody leaves by disconnect under {policy}"):
        table.give(Retire(0, Why.DISCONNECT, 99 * S))
    untold = Refereed(policy=policy, begin=False)
    untold.give(Retire(0, Why.DISCONNECT, 0))
    assert untold.match.ended


def test_nonces_are_one_for_each_seat_or_none():
    table = Refereed(begin=False)
    with pytest.raises(ValueError, match="1 nonces for 2 seats"):
        table.match.handle(Begin((b"x",)))
    assert not table.match.begun
    table.give(Begin((b"x", b""), 77))
    assert (table.records[0].nonces, table.records[0].at_us) == ((b"x", b""), 77)


def test_rules_that_forbid_so_many_seats_are_refused_at_once():
    table = Refereed()
    with pytest.raises(RuleFaults):
        Match(replace(table.header, bots=("alone",)), table.chance_for)


def test_a_match_is_played_to_its_end():
    table = Refereed(("R1", "R4"), "R9", "R7", target=3)
    assert (table.match.rounds_played, table.match.scores) == (0, (0, 0))
    table.do(1, "play R4")
    assert table.lines == ["answer 1 play R4", "next_round"]
    assert table.public == ["played 1", "round_ended 1", "round_started 1", "dealt 0", "dealt 1", "turned"]
    assert (table.match.rounds_played, table.match.round_number, table.match.scores) == (1, 1, (0, 1))
    while not table.match.ended:
        seat = next(iter(table.asks))
        table.do(seat, f"play {table.ask(seat).plays[0]}" if table.ask(seat).plays else "draw")
    assert line(table.records[-1]).startswith("end target winner=")
    assert table.step.ended == table.match.ended
    assert table.messages[-1] == table.match.ended


def test_each_round_end_stands_once_in_the_log():
    """L04."""
    table = Refereed(("R1", "R4"), "R9", "R7", max_rounds=3, target=900)
    while not table.match.ended:
        seat = next(iter(table.asks))
        table.do(seat, f"play {table.ask(seat).plays[0]}" if table.ask(seat).plays else "draw")
    ends = [
        event.scores
        for record in table.records
        for event in record.events
        if event.kind.name == "ROUND_ENDED"
    ]
    assert len(ends) == 3
    assert table.match.ended.rounds == 3
    assert table.match.ended.ending is Why.ROUND_CAP
    assert ends[-1] == table.match.ended.scores


def test_the_end_tells_how_it_went():
    table = Refereed(("R1", "R4"), "R9", "R7", max_rounds=1)
    table.do(1, "draw")
    table.do(1, "keep")
    table.do(0, "play G1")
    table.do(0, "play R1")
    assert table.match.ended == Ended(Why.ROUND_CAP, 0, (11, 0), None, 1, (1, 0), (1, 0), 3)
    assert table.records[-1].end == table.match.ended
