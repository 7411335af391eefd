"""What happens to a seat that errs, under each policy (the table of architecture 5)."""

import pytest

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.inputs import Answer, Back, Lost
from arbitro_engine.match.messages import Outcome
from arbitro_engine.rules.moves import Refusal, parse_move
from support.refereed import MS, Refereed, S


def table(policy="contest", seats=2, **options):
    """Seat 1 begins; it draws R7, which fits, and everybody always has something to play."""
    hands = ("R1 R2 B3", "R4 R5 B6", "R6 R8 B8", "R3 G1 B9")[:seats]
    return Refereed(hands, "R9", "R7 B7 G5 G6 G7 G8 Y1 Y2 Y3 Y4", policy=policy, **options)


# late


def test_contest_makes_the_default_moves_and_strikes():
    t = table()
    t.time_up(1)
    assert t.lines == ["timeout 1 late draw+keep"]
    assert t.result.outcome is Outcome.SUBSTITUTED
    assert (t.result.did, t.result.strikes) == ((parse_move("draw"), parse_move("keep")), 1)
    assert t.result.charge_us == 31 * S
    assert t.public == ["drew 1", "passed 1"]
    assert t.asked == "turn 0"


def test_a_default_in_the_middle_of_a_turn_finishes_it():
    t = table()
    t.do(1, "draw")
    t.time_up(1)
    assert t.lines == ["timeout 1 late keep"]
    assert t.public == ["drew 1", "passed 1"]


def test_lenient_makes_the_default_moves_without_a_strike():
    t = table("lenient")
    for _ in range(5):
        t.time_up(next(iter(t.asks)))
    assert t.match.strikes == (0, 0)
    assert t.match.ended is None


def test_strict_forfeits_at_once_and_makes_no_move():
    t = table("strict")
    t.time_up(1)
    assert t.lines == ["timeout 1 late", "retire 1 time", "end time winner=0 blame=1"]
    assert t.result.outcome is Outcome.LATE
    assert t.match.ended.scores == (0, 0)
    assert t.public == ["retired 1", "round_ended 0", "match_ended 0"]


def test_the_third_strike_is_served_by_its_default_first():
    t = table(seats=3)
    for strikes in (1, 2):
        t.time_up(1)
        assert t.result.strikes == strikes
        t.do(2, "draw")
        t.do(0, "draw")
    t.time_up(1)
    assert t.lines == ["timeout 1 late draw", "retire 1 time"]
    assert t.public == ["drew 1", "passed 1", "retired 1"]
    assert t.result.strikes == 3
    assert t.asked == "turn 2"
    assert t.match.active == (0, 2)


def test_strikes_of_both_kinds_add_up_and_the_last_names_the_ending():
    t = table(FaultPolicy("contest", strikes=2))
    t.time_up(1)
    t.do(0, "draw")
    t.do(1, "catch")
    assert t.lines == [
        "refused 1 catch not_this_decision",
        "retire 1 illegal",
        "end illegal winner=0 blame=1",
    ]
    assert t.result.outcome is Outcome.REFUSED
    assert t.match.ended.strikes == (0, 2)


def test_strikes_count_over_the_whole_match():
    t = Refereed(("R1", "R4"), "R9", "R7 B7 B8 B9", target=900, policy=FaultPolicy("contest", strikes=2))
    t.do(1, "catch")
    t.do(1, "play R4")
    assert t.match.round_number == 1
    assert t.match.strikes == (0, 1)
    t.do(0, "draw")
    t.do(0, "keep")
    t.do(1, "keep")
    assert t.lines[-1] == "end illegal winner=0 blame=1"


def test_a_default_that_ends_the_round_comes_before_the_forfeit():
    """`timeout`, its `round_end`, `retire`, and then the next round (commands.md)."""
    hands = ("R1 R2", "R4 R5", "G6 G8")
    t = Refereed(
        hands,
        "R9",
        "R7",
        policy=FaultPolicy("contest", strikes=1),
        drawn_play="mandatory",
        max_actions_per_round=1,
    )
    t.time_up(1)
    assert t.lines == ["timeout 1 late draw+play R7", "retire 1 time", "next_round"]
    timeout, retire, _ = t.step.records
    assert timeout.events[-1].kind.name == "ROUND_ENDED"
    assert [(event.kind.name, event.count) for event in retire.events] == [("RETIRED", 0)]
    assert t.match.rounds_played == 1
    assert t.asked == "turn 0"


def test_a_default_that_ends_the_match_leaves_nobody_to_forfeit():
    t = Refereed(
        ("R1 R2", "R4 R5"),
        "R9",
        "R7",
        policy=FaultPolicy("contest", strikes=1),
        max_actions_per_round=1,
        max_rounds=1,
    )
    t.time_up(1)
    assert t.lines == ["timeout 1 late draw+keep", "end round_cap winner=0 blame=None"]
    assert t.match.active == (0, 1)


def test_a_late_answer_is_a_time_out_by_its_own_stamps():
    t = table()
    t.do(1, "play R4", took=40 * S)
    assert t.lines == ["timeout 1 late draw+keep"]
    record = t.step.records[0]
    assert (record.read_us, record.tolerance_us, record.charge_us) == (40 * S, 20 * MS, 40 * S - 20 * MS)
    again = t.match.handle(Answer(1, 0, 0, parse_move("play R4"), Stamps(0, 40 * S)))
    assert [message.outcome for message in again.messages] == [Outcome.LATE]


def test_a_silent_seat_at_an_opening_wild_names_the_first_colour_and_plays_its_turn_by_default():
    """R05; one clock runs for both decisions, so one time-out ends both (architecture 5)."""
    t = Refereed(("R1 R2", "B4 B5"), "W", "G7 B7", policy="contest")
    assert t.asked == "color 1"
    t.time_up(1)
    assert t.lines == ["timeout 1 late color R+draw"]
    assert t.public == ["color_named 1", "drew 1", "passed 1"]
    assert t.asked == "turn 0"
    assert t.ask(0).color.letter == "R"


def test_a_second_turn_of_the_same_seat_is_no_part_of_the_default():
    t = Refereed(("R1 R2", "RS R5"), "R9", "RS", drawn_play="mandatory")
    t.time_up(1)
    assert t.lines == ["timeout 1 late draw+play RS"]
    assert t.asked == "turn 1"
    assert t.ask(1).allowance_us == S


# lost


@pytest.mark.parametrize("policy, ends", [("contest", False), ("lenient", False), ("strict", True)])
def test_a_lost_seats_clock_runs_on(policy, ends):
    t = table(policy)
    t.give(Lost(1, 5))
    t.time_up(1)
    first = "timeout 1 lost" if ends else "timeout 1 lost draw+keep"
    rest = ["retire 1 disconnect", "end disconnect winner=0 blame=1"] if ends else []
    assert t.lines == [first, *rest]
    assert t.match.strikes == (0, 0)


def test_a_seat_that_is_back_in_time_is_late_like_any_other():
    t = table()
    t.give(Lost(1, 5))
    t.give(Back(1, 6))
    t.time_up(1)
    assert t.lines == ["timeout 1 late draw+keep"]
    assert t.match.strikes == (0, 1)


# refused


def test_contest_strikes_and_asks_again():
    t = table()
    t.do(1, "play B6", took=10 * MS)
    assert t.lines == ["refused 1 play B6 no_match"]
    assert (t.result.outcome, t.result.refusal, t.result.strikes) == (Outcome.REFUSED, Refusal.NO_MATCH, 1)
    assert t.public == []
    ask = t.ask(1)
    assert (ask.decision, ask.attempt, ask.strikes, ask.hand) == (0, 1, 1, t.match.asks()[0].hand)
    t.do(1, "play R4")
    assert t.lines == ["answer 1 play R4"]
    assert t.records[-1].attempt == 1


def test_the_same_wrong_answer_again_costs_nothing_more():
    t = table()
    t.do(1, "play B6")
    first = t.result
    step = t.match.handle(Answer(1, 0, 0, parse_move("play B6"), Stamps(0, 1)))
    assert step.messages == (first,)
    assert t.match.strikes == (0, 1)
    assert t.match.open[1].attempt == 1


def test_the_third_strike_for_wrong_moves_takes_the_seat_out_without_a_default():
    t = table()
    for _ in range(3):
        t.do(1, "play B6")
    assert t.lines == ["refused 1 play B6 no_match", "retire 1 illegal", "end illegal winner=0 blame=1"]
    assert t.match.ended.strikes == (0, 3)


def test_lenient_takes_the_default_at_the_third_refusal_of_a_decision():
    t = table("lenient")
    for attempt in (1, 2):
        t.do(1, "play B6")
        assert t.ask(1).attempt == attempt
    t.do(1, "play B6", took=5 * MS)
    assert t.lines == ["refused 1 play B6 no_match", "timeout 1 refusals draw+keep"]
    assert t.match.strikes == (0, 0)
    assert (t.result.outcome, t.result.refusal) == (Outcome.SUBSTITUTED, Refusal.NO_MATCH)
    assert (t.result.attempt, t.result.charge_us) == (2, 5 * MS)
    assert [record.charge_us for record in t.step.records] == [5 * MS, 0]
    t.do(0, "play R1")
    t.do(1, "play B6")
    assert t.lines == ["refused 1 play B6 no_match"]


def test_strict_forfeits_at_the_first_wrong_move():
    t = table("strict")
    t.do(1, "keep")
    assert t.lines == ["refused 1 keep not_this_decision", "retire 1 illegal", "end illegal winner=0 blame=1"]


def test_a_text_that_is_no_move_is_refused_as_such_and_kept():
    t = table()
    t.do(1, "play R99")
    assert t.lines == ["refused 1 unknown_act"]
    assert (t.records[-1].text, t.records[-1].move) == ("play R99", None)


def test_a_refused_answer_in_a_poll_leaves_the_others_alone():
    t = Refereed(("R1 R2", "R4 R5", "R6 R8"), "R9", "R7 B7")
    t.do(1, "play R4")
    assert t.asked == "catch 0 2"
    t.do(2, "challenge")
    assert t.lines == ["refused 2 challenge not_this_decision"]
    assert t.asked == "catch 0 2"
    assert (t.ask(2).attempt, t.ask(0).attempt) == (1, 0)
    t.do(0, "ignore")
    assert t.lines == ["answer 0 ignore"]
    t.do(2, "ignore")
    assert t.asked == "turn 2"


# fined


@pytest.mark.parametrize("policy, strikes", [("contest", 1), ("lenient", 0)])
def test_a_wrong_card_under_the_fine_closes_the_decision(policy, strikes):
    t = table(policy, profile="traditional")
    t.do(1, "play B6", took=9)
    assert t.lines == ["refused 1 play B6 no_match"]
    assert (t.result.outcome, t.result.refusal, t.result.strikes) == (
        Outcome.FINED,
        Refusal.NO_MATCH,
        strikes,
    )
    assert t.private(1) == ["drew R7 B7"]
    assert t.asked == "turn 0"
    assert t.ask(0).counts == (3, 5)


def test_strict_forfeits_a_wrong_card_and_nothing_is_drawn():
    t = table("strict", profile="traditional")
    t.do(1, "play B6")
    assert t.lines == ["refused 1 play B6 no_match", "retire 1 illegal", "end illegal winner=0 blame=1"]
    assert t.step.records[0].events == ()


def test_a_fined_card_may_bring_the_last_strike():
    t = table(FaultPolicy("contest", strikes=1), seats=3, profile="traditional")
    t.do(1, "play B6")
    assert t.lines == ["refused 1 play B6 no_match", "retire 1 illegal"]
    assert t.step.records[1].events[0].count == 5
    assert t.asked == "turn 2"


def test_other_faults_are_not_fined():
    t = table(profile="traditional")
    t.do(1, "play Y9")
    assert t.lines == ["refused 1 play Y9 not_in_hand"]
    assert t.asked == "turn 1"


@pytest.mark.parametrize("policy", ["contest", "lenient", "strict"])
def test_the_rules_may_take_a_seat_out_for_its_first_wrong_card(policy):
    t = table(policy, seats=3, illegal_play="forfeit")
    t.do(1, "play B6")
    assert t.lines == ["refused 1 play B6 no_match", "retire 1 illegal"]
    t.do(2, "keep")
    assert ("retire 2 illegal" in t.lines) == (policy == "strict")


def test_a_last_strike_in_a_poll_leaves_the_poll_to_the_others():
    t = Refereed(("R1 R2", "R4 R5", "R6 R8"), "R9", "R7 B7", policy=FaultPolicy("contest", strikes=1))
    t.do(1, "play R4")
    t.time_up(0)
    assert t.lines == ["timeout 0 late ignore", "retire 0 time"]
    assert t.asked == "catch 2"
    t.do(2, "catch")
    assert t.public == ["caught 1", "fined 1", "drew 1"]
    assert t.asked == "turn 2"
    assert t.match.ended is None
    assert t.match.active == (1, 2)


def test_a_default_that_gives_the_seat_another_turn_ends_the_first_one():
    """A Wild Draw Four played by default against one opponent: the next turn has its own clock and feed."""
    t = Refereed(("R1 R2 R3", "W+4 B4 B5"), "W", "G7 B7 B8 B9 G9", profile="basic")
    assert t.asked == "color 1"
    t.time_up(1)
    assert t.lines == ["timeout 1 late color R+play W+4:R"]
    assert t.public == ["color_named 1", "played 1", "pending", "drew 0", "skipped 0"]
    assert t.asked == "turn 1"
    assert t.ask(1).allowance_us == S
