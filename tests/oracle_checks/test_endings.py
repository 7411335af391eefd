"""Blocked and capped rounds, and the score in every mode (rules 5.8, 5.10; rulings 13 to 17, 35 to 40)."""

import pytest

from oracle_checks.placing import placed, play_all

STUCK = {"draw": [], "discard": ["R7"]}


def test_only_passes_in_a_row_freeze_the_round():  # ruling 13
    table = placed("official", ["B1", "B2", "G1"], **STUCK)
    play_all(table, (0, "pass"), (1, "pass"))
    table.fine(0, 1)
    play_all(table, (2, "pass"), (0, "pass"))
    assert table.round is None
    play_all(table, (1, "pass"))
    assert table.round["reason"] == "blocked"


def test_a_removal_starts_the_count_again():
    table = placed("official", ["B1", "B2", "G1"], **STUCK)
    play_all(table, (0, "pass"), (1, "pass"))
    table.retire(2)
    play_all(table, (0, "pass"))
    assert table.round is None


@pytest.mark.parametrize("act", ["play R5", "draw"])
def test_plays_and_draws_start_the_count_again(act):
    table = placed("official", ["B1", "R5 B2 B3", "G1"], **STUCK)
    play_all(table, (0, "pass"))
    table.draw_pile = ["Y9"]
    play_all(table, (1, act))
    assert table.passes == 0


def test_an_empty_penalty_lets_the_seat_look_at_its_hand():
    table = placed("traditional", ["B1", "B2"], draw=[], discard=["R+2"], pending=2)
    table.passes = 1
    play_all(table, (0, "take"))
    assert (table.passes, table.forgiven, table.asked) == (0, 2, [1])


def test_the_cap_counts_polls_defaults_and_fined_cards():  # ruling 14
    table = placed("traditional", ["R5 B1", "B2", "G1"], changes={"max_actions_per_round": 4})
    play_all(table, (0, "play R5"), (1, "ignore"))
    assert table.act(2, "draw") == "not_this_decision"
    assert table.timeout(2) is None
    assert table.act(1, "play B2") == "no_match"
    assert (table.round["reason"], table.acts) == ("capped", 4)


def test_what_is_pending_lapses_at_the_cap():
    table = placed("traditional", ["R+2 B1 B2", "B2"], changes={"max_actions_per_round": 1})
    play_all(table, (0, "play R+2"))
    assert (table.pending, table.drew, table.round["reason"]) == (0, {}, "capped")


def test_void_scores_nothing():
    table = placed("official", ["B1", "B2"], changes={"blocked_round": "void"}, **STUCK)
    play_all(table, (0, "pass"), (1, "pass"))
    assert (table.round["winner"], table.scores) == (None, [0, 0])


@pytest.mark.parametrize("blocked,scores", [("lowest_hand", [4, 4]), ("void", [0, 0])])
def test_keep_own_adds_in_a_blocked_round_even_in_a_tie(blocked, scores):  # ruling 16
    table = placed("classic_low", ["B4", "G4"], changes={"blocked_round": blocked}, **STUCK)
    play_all(table, (0, "pass"), (1, "pass"))
    assert (table.round, table.scores) == ({"winner": None, "points": 0, "reason": "blocked"}, scores)


def test_equal_lowest_hands_within_a_pair_are_no_tie():  # ruling 38
    table = placed("vintage_pairs", ["BS", "B4", "GS", "G4"], **STUCK)
    play_all(table, *[(seat, "pass") for seat in range(4)])
    assert table.round == {"winner": 1, "points": 40, "reason": "blocked"}
    assert table.scores == [0, 40, 0, 40]


@pytest.mark.parametrize(
    "changes,points,scores",
    [
        ({}, 2 + 150, [152, 0, 152, 0]),
        ({"team_points": "all_others"}, 2 + 150 + 20, [172, 0, 172, 0]),
        ({"scoring": "keep_own"}, 0, [20, 152, 20, 152]),
        ({"scoring": "round_win"}, 1, [1, 0, 1, 0]),
    ],
)
def test_pairs_going_out(changes, points, scores):  # ruling 37
    table = placed("vintage_pairs", ["R5", "B2", "GS", "W+4"], changes=changes)
    play_all(table, (0, "play R5"))
    assert (table.round, table.scores) == ({"winner": 0, "points": points, "reason": "out"}, scores)


def test_the_partner_of_the_seat_that_went_out_wins_with_it():
    table = placed("vintage_pairs", ["B2", "GS", "R5", "Y1"], turn=2, scores=[490, 0, 490, 0])
    play_all(table, (2, "play R5"))
    assert (table.round["winner"], table.match_over, table.match_winner) == (2, True, 0)


@pytest.mark.parametrize("tie,result", [("extra_rounds", (False, None)), ("shared", (True, None))])
def test_keep_own_tie_at_the_target(tie, result):  # ruling 39
    table = placed("classic_low", ["R5", "B9", "W"], scores=[9, 0, 450], changes={"final_tie": tie})
    play_all(table, (0, "play R5"))
    assert table.scores == [9, 9, 500]
    assert (table.match_over, table.match_winner) == result


def test_a_removed_seat_does_not_win_keep_own():  # ruling 40
    table = placed("classic_low", ["R5", "", "W"], scores=[9, 0, 450], active=[0, 2])
    play_all(table, (0, "play R5"))
    assert (table.match_over, table.match_winner) == (True, 0)


def test_card_values_are_options():
    changes = {"value_action": 10, "value_wild": 20, "value_wd4": 40}
    table = placed("official", ["R5", "R9 B0 RR G+2 W W+4"], changes=changes)
    play_all(table, (0, "play R5"))
    assert table.round["points"] == 9 + 10 + 10 + 20 + 40


@pytest.mark.parametrize(
    "hands,changes,result",
    [
        (["R5", "B1", "B2"], {"max_rounds": 2}, (False, None)),
        (["R5", "B1", "B2"], {"max_rounds": 1}, (True, 0)),
        (["R5", "B0", "B0"], {"max_rounds": 1}, (False, None)),
        (["R5", "B0", "B0"], {"max_rounds": 1, "final_tie": "shared"}, (True, None)),
        (["R5", "B0", "B0"], {"max_rounds": 1, "extra_rounds_max": 0}, (True, None)),
        (["R5", "B1", "B2"], {"max_rounds": 1, "scoring": "keep_own"}, (True, 0)),
    ],
)
def test_the_only_round_that_a_match_may_have_ends_it(hands, changes, result):  # ruling 55
    table = placed("official", hands, changes=changes)
    play_all(table, (0, "play R5"))
    assert (table.match_over, table.match_winner) == result
