"""Seats removed at any moment (rulings 32 to 36) and an arbiter's fines (ruling 42)."""

import pytest

from oracle_checks.placing import placed, play_all


def state(table):
    return table.decision, table.asked, table.pending


def test_cards_leave_play_and_the_turn_passes():
    table = placed("official", ["R5 B1", "B2", "G1"])
    table.retire(0)
    assert state(table) == ("turn", [1], 0)
    assert (table.removed, table.hands[0], table.drew) == (["R5", "B1"], [], {})
    assert table.act(0, "draw") == "not_your_turn"
    with pytest.raises(ValueError, match="seat 0 is not in play"):
        table.retire(0)


def test_another_seat_leaves_and_the_decision_stays():
    table = placed("official", ["R5 B1", "B2", "G1"])
    table.retire(2)
    assert state(table) == ("turn", [0], 0)


def test_a_removed_victim_of_a_stack_voids_the_draw():
    table = placed("traditional", ["R+2 B1 B2", "B2", "G1"])
    play_all(table, (0, "play R+2"))
    table.retire(1)
    assert state(table) == ("turn", [2], 0)
    assert table.drew == {}


@pytest.mark.parametrize("card,follower", [("R+2", 2), ("RS", 2), ("R5", 2)])
def test_the_hit_seat_leaves_during_the_catch_poll(card, follower):
    table = placed("official", [f"{card} B1", "B2", "G1", "Y1"])
    play_all(table, (0, f"play {card}"), (1, "catch"), (2, "ignore"))
    table.retire(1)  # its answer is dropped with it
    assert state(table) == ("catch", [2, 3], 0)
    play_all(table, (3, "ignore"))
    assert state(table) == ("turn", [follower], 0)
    assert table.drew == {}


def test_the_last_one_who_has_not_answered_leaves():
    table = placed("official", ["R5 B1", "B2", "G1"])
    play_all(table, (0, "play R5"), (1, "catch"))
    table.retire(2)
    assert state(table) == ("turn", [1], 0)
    assert table.drew == {0: 2}


def test_the_offender_leaves_the_catch_poll_and_the_card_works_on():
    table = placed("official", ["R+2 B1", "B2", "G1", "Y1"])
    play_all(table, (0, "play R+2"), (1, "catch"))
    table.retire(0)
    assert state(table) == ("turn", [2], 0)
    assert table.drew == {1: 2}


def test_the_offender_leaves_the_second_poll_under_a_pending_draw():
    table = placed("traditional", ["R5 B1", "R+2 B2 B3", "G1"], direction=1)
    play_all(table, (0, "play R5"), (1, "ignore"), (2, "ignore"))
    table.retire(2)
    play_all(table, (1, "play R+2"))
    assert state(table) == ("catch", [1], 2)


def test_a_second_poll_without_its_offender_gives_the_turn_to_the_next():
    table = placed("traditional", ["R5 B1", "R1 B2 B3", "R+2 G1 G2"])
    play_all(table, (0, "play R5"), (1, "ignore"), (2, "ignore"), (1, "play R1"), (2, "play R+2"))
    assert state(table) == ("catch", [1, 2], 2)
    table.retire(0)
    assert state(table) == ("turn", [1], 0)


def test_the_victim_leaves_the_challenge_poll():
    table = placed("vintage", ["W+4 R5 B1", "B2", "G1", "Y1"])
    play_all(table, (0, "play W+4:G"), (2, "challenge"))
    table.retire(1)
    assert state(table) == ("turn", [2], 0)
    assert (table.drew, table.sees) == ({}, {})


def test_the_last_one_to_answer_leaves_the_challenge_poll():
    table = placed("vintage", ["W+4 R5 B1", "B2", "G1", "Y1"])
    play_all(table, (0, "play W+4:G"), (1, "accept"), (2, "challenge"))
    table.retire(3)
    assert state(table) == ("turn", [1], 0)
    assert table.drew == {0: 4}
    table.retire(2)
    assert (table.drew, table.sees) == ({}, {})  # they belong to the last step


def test_without_a_victim_no_challenge_poll_opens():
    table = placed("official", ["W+4 R5", "B2", "G1", "Y1"])
    play_all(table, (0, "play W+4:G"))
    table.retire(1)
    play_all(table, (2, "ignore"), (3, "ignore"))
    assert state(table) == ("turn", [2], 0)


@pytest.mark.parametrize("left,drew,follower", [("R5 B1", {}, 1), ("B5 B1", {2: 6}, 2)])
def test_the_challenge_poll_goes_on_without_the_offender(left, drew, follower):
    table = placed("vintage", ["W+4 " + left, "B2", "G1", "Y1"])
    play_all(table, (0, "play W+4:G"))
    table.retire(0)
    assert state(table) == ("challenge", [1, 2, 3], 4)
    play_all(table, (1, "accept"), (2, "challenge"), (3, "accept"))
    assert table.drew == drew
    assert (table.sees, state(table)) == ({2: sorted(left.split())}, ("turn", [follower], 0))


def test_a_pair_leaves_as_a_whole():
    table = placed("vintage_pairs", ["R5", "B2", "G1", "Y1", "B4", "B5"])
    table.retire(4)
    assert (table.active, table.hands[1], table.hands[4]) == ([0, 2, 3, 5], [], [])


@pytest.mark.parametrize(
    "rules,points,scores", [("vintage_pairs", 0, [7, 3, 7, 3]), ("cumulative", 1, [7, 4, 7, 4])]
)
def test_one_team_left_ends_round_and_match(rules, points, scores):  # ruling 35
    changes = {"teams": "pairs", "target": 500}
    table = placed(rules, ["R5", "B2", "G1", "W"], scores=[7, 3, 7, 3], changes=changes)
    table.retire(2)
    assert table.round == {"winner": 1, "points": points, "reason": "retired"}
    assert (table.scores, table.match_over, table.match_winner) == (scores, True, 1)
    assert state(table) == ("none", [], 0)


def test_keep_own_adds_nothing_when_all_others_left():
    table = placed("classic_low", ["R5", "W"], scores=[7, 3])
    table.retire(0)
    assert (table.scores, table.match_winner) == ([7, 3], 1)


def test_two_seat_rules_apply_from_the_next_card_on():
    table = placed("official", ["RR B1", "B2", "G1"])
    play_all(table, (0, "play RR"))
    table.retire(1)  # three seats were in play when the Reverse went down
    play_all(table, (2, "ignore"))
    assert state(table) == ("turn", [2], 0)


def test_a_fine_may_change_what_is_legal():
    table = placed("basic", ["B1", "B2"], draw=["R1", "R2"])
    table.fine(0, 1)
    assert (table.legal(0), table.drew, table.acts) == (["play R1"], {0: 1}, 0)


def test_a_fine_in_place_of_the_catch_poll():
    table = placed("official", ["R+2 B1", "B2", "G1"], draw=["Y1", "Y2", "Y3"])
    play_all(table, (0, "play R+2"))
    table.fine(0, 1)
    assert state(table) == ("turn", [2], 0)
    assert table.drew == {0: 1, 1: 2}


def test_a_fine_in_place_of_the_second_poll_even_when_nothing_is_there():
    table = placed("basic", ["RS B1", "B2"], draw=[], discard=["R7"])
    play_all(table, (0, "play RS"), (1, "ignore"))
    table.discard = table.discard[:1]
    table.fine(0, 2)
    assert (state(table), table.forgiven) == (("turn", [0], 0), 2)


def test_a_fine_for_somebody_else_leaves_the_poll():
    table = placed("official", ["R5 B1", "B2", "G1"])
    play_all(table, (0, "play R5"))
    table.fine(1, 1)
    assert state(table) == ("catch", [1, 2], 0)
    play_all(table, (1, "ignore"))
    with pytest.raises(ValueError, match="between the answers"):
        table.fine(1, 1)


def test_a_fine_may_take_away_the_play_after_drawing():
    changes = {"number_needs_no_color": "on"}
    table = placed("official", ["B1", "B2"], draw=["B7", "R1"], changes=changes)
    play_all(table, (0, "draw"))
    assert table.legal(0) == ["keep", "play B7"]
    table.fine(0, 1)
    assert state(table) == ("turn", [1], 0)  # the decision is put only if something may be played: ruling 2
