"""Challenges of a WD4: who may, what each verdict moves, who sees the hand (rules 5.3, 5.9; ruling 25)."""

import pytest

from oracle_checks.placing import DRAW, placed, play_all


@pytest.mark.parametrize("reveal,seen", [("challenger", [1]), ("verdict_only", []), ("table", [1, 2, 3])])
def test_who_sees_the_hand(reveal, seen):
    table = placed("vintage_pairs", ["W+4 R5 B1", "B2", "G1", "Y1"], changes={"challenge_reveal": reveal})
    play_all(table, (0, "play W+4:G"), (1, "challenge"), (3, "challenge"))
    assert table.sees == {seat: ["B1", "R5"] for seat in seen}
    play_all(table, (1, "draw"))
    assert table.sees == {}


def test_amounts_are_options():
    changes = {"challenge_guilty_draw": 1, "challenge_fail_extra": 3}
    table = placed("official", ["W+4 R5 B1", "B2 B3"], changes=changes)
    play_all(table, (0, "play W+4:G"), (1, "challenge"))
    assert table.drew == {0: 1}
    table = placed("official", ["W+4 B5 B1", "B2 B3"], changes=changes)
    play_all(table, (0, "play W+4:G"), (1, "challenge"))
    assert table.drew == {1: 7}


def test_a_declined_card_of_the_color_makes_a_drawn_wd4_wrong():
    for condition in ("no_color", "no_playable"):
        changes = {"wd4_condition": condition}
        table = placed("official", ["R5 B1", "B2 B3"], draw=["W+4", *DRAW], changes=changes)
        play_all(table, (0, "draw"), (0, "play W+4:G"), (1, "challenge"))
        assert table.drew == {0: 4}


def test_the_poll_leaves_the_partner_out():
    table = placed("vintage_pairs", ["W+4 R5 B1", "B2", "G1", "Y1"])
    play_all(table, (0, "play W+4:G"))
    assert table.asked == [1, 3]
    assert table.act(2, "challenge") == "not_your_turn"


def test_against_the_direction_the_nearest_accuser_is_counted_the_other_way():
    table = placed("vintage", ["W+4 B5 B1", "B2", "G1", "Y1"], direction=-1)
    play_all(table, (0, "play W+4:G"), (1, "challenge"), (2, "challenge"), (3, "accept"))
    assert (table.drew, table.asked) == ({2: 6}, [2])


def test_the_fine_does_not_enter_the_verdict():
    table = placed("official", ["W+4 B5", "B2 B3"], draw=["R1", "R2", *DRAW])
    play_all(table, (0, "play W+4:G"), (1, "catch"), (1, "challenge"))
    assert (table.drew, table.sees) == ({1: 6}, {1: ["B5"]})
