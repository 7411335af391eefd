import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import Refusal, parse_move
from arbitro_engine.rules.step import IllegalMove, apply, fine, wrong_card
from support.rounds import asked, do, fingerprint, kinds, open_to, opened, placed, texts


def test_a_refused_move_raises_and_changes_nothing():
    round = placed("R1 B8|Y1 Y2", pile="G1")
    before = fingerprint(round)
    with pytest.raises(IllegalMove, match="seat 0 may not play B8: no_match") as caught:
        apply(round, 0, parse_move("play B8"))
    assert caught.value.why is Refusal.NO_MATCH
    with pytest.raises(ValueError, match="seat 1 may not draw: not_your_turn"):
        apply(round, 1, parse_move("draw"))
    assert fingerprint(round) == before


# ----------------------------------------------------------------------------------------- drawing


def test_a_drawn_card_that_fits_may_be_played():
    round = placed("B1 B7|Y1 Y2", pile="R9 G1")
    events = do(round, "0 draw")
    assert kinds(events) == ["DREW"]
    assert (events[0].why, asked(round), texts(round.drawn)) == (Why.TURN, "after_draw 0", ["R9"])
    do(round, "0 play R9")
    assert asked(round) == "turn 1"


def test_a_drawn_card_that_does_not_fit_ends_the_turn():
    round = placed("B1 B7|Y1 Y2", pile="G9 G1")
    assert kinds(do(round, "0 draw")) == ["DREW", "PASSED"]
    assert asked(round) == "turn 1"


def test_drawing_until_a_card_fits():
    round = placed("B1 G2|Y1 Y2", pile="Y8 Y5 R9 G9", profile="cumulative")
    events = do(round, "0 draw")
    assert [event.count for event in events] == [3]
    assert texts(round.drawn) == ["Y8", "Y5", "R9"]
    assert open_to(round) == ["play R9", "draw"]


def test_a_card_fits_as_the_hand_then_is():
    """B7 fits on R7 only while no red card is held (number_needs_no_color)."""
    round = placed("B1 R2|Y1 Y2", pile="B7 G7 R9 G9", profile="cumulative", voluntary_draw="on")
    do(round, "0 draw")
    assert texts(round.drawn) == ["B7", "G7", "R9"]


def test_drawing_until_nothing_is_left():
    round = placed("B1 R5|Y1 Y2", pile="Y8 Y5", draw_mode="until_playable")
    assert kinds(do(round, "0 draw")) == ["DREW", "PASSED"]
    assert asked(round) == "turn 1"


def test_until_a_card_fits_holds_also_where_it_may_not_be_played():
    round = placed("B1 B7|Y1 Y2", pile="Y8 R5 G9", draw_mode="until_playable", play_after_draw="none")
    do(round, "0 draw")
    assert (round.counts, asked(round)) == ((4, 2), "turn 1")


def test_a_sealed_answer_cannot_be_taken_back():
    round = placed("W+4 B7 B8|Y1 Y2|G1 G2", pile="Y3 Y4 Y5 Y6", discard="R7", profile="vintage")
    do(round, "0 play W+4:B", "1 accept")
    with pytest.raises(IllegalMove, match="already_answered"):
        apply(round, 1, parse_move("challenge"))
    do(round, "2 accept")
    assert round.counts == (2, 6, 2)


# --------------------------------------------------------------------------------- passing, freezing


def test_a_round_freezes_after_one_empty_turn_each():
    round = placed("B1|Y2|G3")
    assert kinds(do(round, "0 pass", "1 pass")) == ["PASSED", "PASSED"]
    assert kinds(do(round, "2 pass")) == ["PASSED", "ROUND_ENDED"]
    assert (round.result.why, round.result.winner) == (Why.BLOCKED, 0)


def test_a_play_between_wakes_the_round():
    round = placed("B1 B2|R2 G9|G3 G4")
    do(round, "0 pass", "1 play R2 uno")
    assert round.passes == 0
    do(round, "2 draw")
    assert asked(round) == "after_draw 2"


def test_a_take_that_found_nothing_starts_the_count_again():
    round = placed("B1|Y2|G3", discard="R+2", pending=2, profile="traditional", turn=1)
    round.passes = 1
    assert kinds(do(round, "1 take")) == ["FORGIVEN", "SKIPPED"]
    assert round.passes == 0


def test_a_fine_starts_the_count_again():
    round = placed("B1|Y2|G3")
    do(round, "0 pass", "1 pass", "fine 1 2", "2 pass")
    assert asked(round) == "turn 0"


# ------------------------------------------------------------------------------------------ the cap


def test_the_cap_counts_acts_and_poll_answers_but_no_refusals():
    round = placed("R1 B7|Y1 Y2|G1 G2", pile="G3 G4 G5", max_actions_per_round=3)
    do(round, "0 play R1", "1 ignore")
    with pytest.raises(ValueError, match="already_answered"):
        apply(round, 1, parse_move("ignore"))
    assert kinds(do(round, "2 catch")) == ["CAUGHT", "FINED", "DREW", "ROUND_ENDED"]
    assert round.result.why is Why.CAPPED


def test_at_the_cap_what_is_open_lapses():
    round = placed("R+2 B7|Y1 Y2", pile="G3 G4 G5", profile="traditional", max_actions_per_round=1)
    assert kinds(do(round, "0 play R+2")) == ["PLAYED", "PENDING", "CATCH_POLL", "ROUND_ENDED"]
    assert (round.pending, round.counts, round.result.why) == (0, (1, 2), Why.CAPPED)


def test_a_round_that_ends_at_the_cap_has_ended_by_itself():
    round = placed("R1|Y1 Y2", pile="G3", max_actions_per_round=1)
    assert kinds(do(round, "0 play R1")) == ["PLAYED", "ROUND_ENDED"]
    assert round.result.why is Why.OUT
    round = placed("B1|Y2", max_actions_per_round=2)
    do(round, "0 pass", "1 pass")
    assert round.result.why is Why.BLOCKED


def test_a_fined_wrong_card_counts_and_an_arbiters_fine_does_not():
    round = placed("B1 B2|Y2 Y3", pile="G3 G4 G5 G6 G8", profile="traditional", max_actions_per_round=2)
    do(round, "fine 0 1")
    wrong_card(round, 0)
    assert round.result is None
    wrong_card(round, 1)
    assert round.result.why is Why.CAPPED


# --------------------------------------------------------------------------- wrong cards and fines


def test_a_fined_wrong_card_costs_the_turn():
    round = placed("B1 R5|B2 B3", pile="Y9 Y8", profile="traditional")
    events = wrong_card(round, 0)
    assert kinds(events) == ["FINED", "DREW", "PASSED"]
    assert events[0].why is Why.WRONG_CARD
    assert (round.counts, str(round.top), asked(round)) == ((4, 2), "R7", "turn 1")


def test_a_fined_drawn_card_costs_the_turn_too():
    round = placed("B1 R5|B2 B3", pile="R9 Y9 Y8", profile="traditional")
    do(round, "0 draw")
    wrong_card(round, 0)
    assert (round.counts, asked(round), round.drawn) == ((5, 2), "turn 1", [])


def test_an_arbiters_fine_is_drawn_like_any_penalty():
    round = placed("B1 R5|B2 B3", pile="Y9 Y8")
    events = fine(round, 1, 3)
    assert kinds(events) == ["FINED", "DREW", "FORGIVEN"]
    assert (events[0].why, round.counts, asked(round)) == (Why.ADVICE, (2, 4), "turn 0")


def test_a_fine_before_a_catch_poll_about_the_seat_leaves_no_poll():
    round = placed("R1 B7|Y1 Y2", profile="traditional")
    do(round, "0 play R1")
    assert asked(round) == "catch 1"
    round.discard = round.discard[-1:]
    fine(round, 0, 2)
    assert (asked(round), round.counts, round.unsaid) == ("turn 1", (1, 2), [False, False])


def test_other_polls_are_put_as_they_are():
    round = placed("W+4 B7|Y1 Y2|G1 G2", pile="B1 B2 B3 B4", discard="Y4")
    do(round, "0 play W+4:R")
    fine(round, 1, 1)
    assert asked(round) == "catch 1 2"
    do(round, "1 ignore", "2 ignore")
    fine(round, 0, 1)
    assert asked(round) == "challenge 1"
    assert texts(round.claim.hand) == ["B7"]


def test_a_fine_can_forbid_what_fitted():
    round = placed("B7 B1|Y1 Y2", pile="R5 G9", profile="cumulative", turn=0)
    assert "play B7" in open_to(round)
    fine(round, 0, 1)
    assert open_to(round) == ["play R5"]


def test_after_a_draw_a_fine_may_leave_nothing_to_play():
    round = placed("G1 G2|Y1 Y2", pile="B7 R5 G9", number_needs_no_color="on")
    do(round, "0 draw")
    assert open_to(round) == ["play B7", "keep"]
    events = fine(round, 0, 1)
    assert kinds(events) == ["FINED", "DREW", "PASSED"]
    assert asked(round) == "turn 1"


@pytest.mark.parametrize("text", ["0 play R1", "1 catch"])
def test_fines_come_at_no_other_moment(text):
    round = placed("R1|B2 B3", pile="Y9") if text == "0 play R1" else placed("R1 B1|B2 B3|G1 G2", pile="Y9")
    do(round, *(["0 play R1", text] if text == "1 catch" else [text]))
    with pytest.raises(ValueError, match="cannot be fined now"):
        fine(round, 1, 2)


def test_a_seat_that_left_is_not_fined():
    round = placed("R1 B1|B2 B3|G1 G2", pile="Y9")
    do(round, "retire 1")
    with pytest.raises(ValueError, match="seat 1 cannot be fined"):
        fine(round, 1, 2)


# ------------------------------------------------------------------------------------------- others


def test_a_seat_that_takes_may_keep_its_turn():
    round = placed(
        "B1|R9 Y2|G3",
        pile="G1 G2 G5",
        discard="R+2",
        pending=2,
        profile="traditional",
        stack_victim_turn="keeps",
        turn=1,
    )
    assert kinds(do(round, "1 take")) == ["DREW"]
    assert (asked(round), open_to(round)) == ("turn 1", ["play R9", "draw"])


def test_naming_a_colour_lets_the_seat_act():
    round, _ = opened("official", "R1 B1 R2 B2 W Y5")
    assert kinds(do(round, "1 color B")) == ["COLOR_NAMED"]
    assert (asked(round), str(round.color)) == ("turn 1", "B")
