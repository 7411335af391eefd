"""Pending draws: answered, declined, crossed, kept (rules 5.6, 7.1 D; rulings 23, 24)."""

import pytest

from oracle_checks.placing import placed, play_all

CROSS = {"stack_draw_two": "any_color", "stack_wd4": "on"}
BOTH = {**CROSS, "stack_cross": "both"}
HAND = "R+2 B+2 W+4 W R5"


def stacks(table):
    """Kinds of cards that the open decision lets seat 0 stack."""
    return sorted({text.split()[1].split(":")[0] for text in table.legal(0) if text.startswith("play ")})


@pytest.mark.parametrize(
    "changes,over_two,over_four",
    [
        ({}, ["B+2", "R+2"], []),
        ({"stack_draw_two": "same_color"}, ["R+2"], []),
        (CROSS, ["B+2", "R+2"], ["W+4"]),
        ({"stack_wd4": "on", "stack_draw_two": "off", "first_draw_two": "hit"}, [], ["W+4"]),
        ({**CROSS, "stack_cross": "wd4_over_two"}, ["B+2", "R+2", "W+4"], ["W+4"]),
        (BOTH, ["B+2", "R+2", "W+4"], ["B+2", "R+2", "W+4"]),
        ({**BOTH, "stack_draw_two": "same_color"}, ["R+2", "W+4"], ["R+2", "W+4"]),
    ],
)
def test_what_answers_what(changes, over_two, over_four):
    table = placed("traditional", [HAND, "B1"], discard=["R+2"], pending=2, changes=changes)
    assert stacks(table) == over_two
    table = placed("traditional", [HAND, "B1"], discard=["W+4"], color="R", pending=4, changes=changes)
    assert stacks(table) == over_four


def test_a_holder_may_have_to_stack():
    changes = {"stack_decline": "not_allowed"}
    table = placed("traditional", ["G+2 B5 B6", "B1"], discard=["R+2"], pending=2, changes=changes)
    assert table.legal(0) == ["play G+2"]
    assert table.act(0, "take") == "must_take_or_stack"
    assert table.timeout(0) is None
    assert (table.discard[0], table.pending, table.decision) == ("G+2", 4, "stack")
    assert table.legal(1) == ["take"]


def test_a_wd4_that_may_not_be_stacked_leaves_take_open():
    changes = {**CROSS, "stack_decline": "not_allowed", "wd4_condition": "no_color"}
    table = placed("traditional", ["W+4 R5", "B1"], discard=["W+4"], color="R", pending=4, changes=changes)
    assert table.act(0, "play W+4:B uno") == "wild_draw_four_not_allowed"
    assert table.legal(0) == ["take"]
    assert table.drew == {}  # not fined under a pending draw: ruling 9


def test_the_victim_may_keep_its_turn_after_taking():
    changes = {"stack_victim_turn": "keeps"}
    table = placed("traditional", ["B1", "B1"], discard=["R+2"], pending=6, changes=changes)
    play_all(table, (0, "take"))
    assert (table.decision, table.asked, table.drew, table.pending) == ("turn", [0], {0: 6}, 0)


def test_a_hit_without_a_stack_loses_the_turn_even_so():
    changes = {"stack_victim_turn": "keeps"}
    table = placed("official", ["R+2 B1 B2", "B1", "B1"], changes=changes)
    play_all(table, (0, "play R+2"))
    assert table.asked == [2]


def test_a_last_card_lands_with_everything_below_it():
    table = placed("traditional", ["W+4", "W+4", "B1"], discard=["R+2"], pending=2, changes=BOTH)
    play_all(table, (0, "play W+4:G"))
    assert (table.drew, table.round["reason"], table.pending) == ({1: 6}, "out", 0)


def test_no_draw_is_counted_when_it_does_not_apply():
    table = placed("official", ["R+2", "B1"], changes={"last_draw_applies": "off"})
    play_all(table, (0, "play R+2"))
    assert (table.drew, table.round["points"]) == ({}, 1)
    table = placed("official", ["R+2", "B1"], changes={"scoring": "round_win", "target": 2})
    play_all(table, (0, "play R+2"))
    assert table.drew == {}  # nothing to count: rules 5.5


STACKED_BLUFF = {"stack_wd4": "on"}


def test_a_victim_may_accept_challenge_or_stack():
    table = placed("official", ["W+4 R5 B1", "W+4 B2 B3", "G1 G2"], changes=STACKED_BLUFF)
    play_all(table, (0, "play W+4:G"))
    assert table.legal(1) == ["accept", "challenge", *(f"play W+4:{color}" for color in "BGRY")]
    assert table.act(1, "take") == "not_this_decision"
    assert table.act(1, "play B2") == "must_take_or_stack"
    play_all(table, (1, "play W+4:B"))
    assert (table.decision, table.asked, table.pending) == ("challenge", [2], 8)


def test_guilty_of_the_newest_wd4_draws_the_whole_stack():
    table = placed("official", ["W+4 R5 B1", "W+4 G2 B3", "G1 G2"], changes=STACKED_BLUFF)
    play_all(table, (0, "play W+4:G"), (1, "play W+4:B"), (2, "challenge"))
    assert (table.drew, table.sees) == ({1: 8}, {2: ["B3", "G2"]})
    assert (table.decision, table.asked, table.pending) == ("turn", [2], 0)


def test_a_wrong_challenger_draws_all_that_is_pending_and_two():
    table = placed("official", ["W+4 B5 B1", "W+4 B2 B3", "G1 G2"], changes=STACKED_BLUFF)
    play_all(table, (0, "play W+4:G"), (1, "play W+4:B"), (2, "challenge"))
    assert (table.drew, table.asked) == ({2: 10}, [0])


def test_a_challenge_by_another_leaves_the_sealed_card_in_hand():
    table = placed("vintage", ["W+4 B5 B1", "W+4 B2 B3", "G1 G2"], changes=STACKED_BLUFF)
    play_all(table, (0, "play W+4:G"))
    assert table.act(2, "play G1") == "not_this_decision"
    play_all(table, (1, "play W+4:B"))
    assert table.act(1, "accept") == "already_answered"
    play_all(table, (2, "challenge"))
    assert (table.hands[1], table.drew, table.asked) == (["W+4", "B2", "B3"], {2: 6}, [2])


def test_the_sealed_card_is_played_when_nobody_challenges():
    table = placed("vintage", ["W+4 B5 B1", "W+4 B2", "G1 G2"], changes=STACKED_BLUFF)
    play_all(table, (0, "play W+4:G"), (1, "play W+4:B"), (2, "accept"))
    assert (table.decision, table.asked, table.offender, table.pending) == ("catch", [0, 1, 2], 1, 8)


def test_a_plus_two_on_a_wd4_ends_the_chance_to_challenge():
    table = placed("official", ["W+4 R5 B1", "B+2 B2 B3", "G1 G2"], changes=BOTH)
    play_all(table, (0, "play W+4:G"), (1, "play B+2"))
    assert (table.decision, table.asked, table.pending, table.color) == ("stack", [2], 6, "B")


@pytest.mark.parametrize(
    "discard,pending,left,allowed",
    [
        (["R7"], 0, "B1 G2", True),
        (["R7"], 0, "R1 G2", False),
        (["R7"], 0, "B7 G2", False),
        (["R7"], 0, "W G2", False),
        (["R7"], 0, "W+4 G2", True),
        (["R+2"], 2, "R1 W", True),
        (["R+2"], 2, "B+2 G2", False),
    ],
)
def test_no_playable_looks_at_what_could_have_been_played(discard, pending, left, allowed):  # ruling 22
    changes = {**BOTH, "wd4_condition": "no_playable"}
    table = placed("traditional", ["W+4 " + left, "B1"], discard=discard, pending=pending, changes=changes)
    assert ("play W+4:R" in table.legal(0)) is allowed
