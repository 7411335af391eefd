"""Matching, drawing, refusals and default acts: rulings 1 to 12."""

import pytest

from oracle_checks.placing import placed, play_all

ALL_DRAWS = {"draw_mode": "until_playable", "keep_drawing": "on"}


def test_symbols_and_numbers_of_another_color():
    table = placed("official", ["GS B7", "B1"], discard=["RS"])
    assert table.legal(0) == ["draw", "play GS"]
    table = placed("official", ["GS B7", "B1"], discard=["RS"], changes={"symbol_match": "off"})
    assert table.legal(0) == ["draw"]
    assert table.act(0, "play GS uno") == "no_match"


def test_number_needs_no_color_looks_at_the_hand_as_it_is():
    table = placed("cumulative", ["B7 W", "B1"])
    assert "play B7" in table.legal(0)
    table = placed("cumulative", ["B7 RS", "B1"])
    assert table.act(0, "play B7") == "number_needs_no_color"


def test_forced_draw_is_closed_by_a_wild():
    table = placed("basic", ["B1 W", "B1"])
    assert table.act(0, "draw") == "draw_not_allowed"
    table = placed("basic", ["B1 W", "B1"], draw=[])
    assert table.act(0, "draw") == "nothing_to_draw"  # ruling 6


def test_play_after_draw_any_opens_the_hand():
    table = placed("official", ["B1 R5", "B1 B2"], draw=["Y9"], changes={"play_after_draw": "any"})
    play_all(table, (0, "draw"))
    assert table.legal(0) == ["keep", "play R5"]


def test_play_after_draw_none_ends_the_turn():
    for mode in ({}, {"draw_mode": "until_playable"}, {"drawn_play": "mandatory"}):
        table = placed(
            "official", ["B1", "B1"], draw=["Y9", "R9"], changes={"play_after_draw": "none", **mode}
        )
        play_all(table, (0, "draw"))
        assert (table.decision, table.asked) == ("turn", [1])


def test_mandatory_binds_the_drawn_card_only():  # ruling 5
    changes = {"play_after_draw": "any", "drawn_play": "mandatory"}
    table = placed("official", ["B1 R5", "B1"], draw=["R9"], changes=changes)
    play_all(table, (0, "draw"))
    assert table.act(0, "keep") == "keep_not_allowed"
    table = placed("official", ["B1 R5", "B1"], draw=["Y9"], changes=changes)
    play_all(table, (0, "draw"), (0, "keep"))
    assert table.asked == [1]


def test_until_playable_judges_the_hand_as_it_then_is():  # ruling 4
    # B7 fits by number while no red card is held; the hand holds one, so drawing goes on to the red card
    changes = {**ALL_DRAWS, "number_needs_no_color": "on"}
    table = placed("official", ["R1 B1", "B1"], draw=["B7", "G2", "R3", "R4"], changes=changes)
    play_all(table, (0, "draw"))
    assert table.drawn == ["B7", "G2", "R3"]
    assert table.act(0, "play R1") == "only_drawn_card"
    assert table.act(0, "play B7") == "number_needs_no_color"
    play_all(table, (0, "draw"))
    assert table.legal(0) == ["keep", "play R3", "play R4"]


def test_drawing_all_there_is_ends_the_turn_unless_a_play_was_owed():  # rulings 2 and 3
    table = placed("official", ["B1", "B1"], draw=["Y9", "G3"], changes=ALL_DRAWS)
    play_all(table, (0, "draw"))
    assert table.asked == [1]
    table = placed(
        "official", ["B1", "B1"], draw=["Y9", "G3"], changes={**ALL_DRAWS, "drawn_play": "mandatory"}
    )
    play_all(table, (0, "draw"))
    assert table.legal(0) == ["pass"]
    assert table.act(0, "keep") == "keep_not_allowed"
    assert table.act(0, "draw") == "nothing_to_draw"


@pytest.mark.parametrize(
    "seat,text,code",
    [
        (1, "play", "unknown_act"),
        (1, "play W", "not_your_turn"),
        (0, "take", "not_this_decision"),
        (0, "keep", "not_this_decision"),
        (0, "challenge", "not_this_decision"),
        (0, "color R", "not_this_decision"),
        (0, "play W+4", "color_missing"),
        (0, "play G5:G", "color_not_allowed"),
        (0, "play G5", "not_in_hand"),
        (0, "play B1", "no_match"),
        (0, "pass", "pass_not_allowed"),
        (7, "draw", "not_your_turn"),
    ],
)
def test_order_of_faults_at_a_turn(seat, text, code):  # ruling 8
    table = placed("official", ["B1 R5 W", "B1"])
    before = table.snapshot()
    assert table.act(seat, text) == code
    assert table.snapshot() == before


@pytest.mark.parametrize(
    "text,code",
    [
        ("draw", "must_take_or_stack"),
        ("keep", "not_this_decision"),
        ("pass", "not_this_decision"),
        ("play W", "color_missing"),
        ("play G+2", "not_in_hand"),
        ("play W:R", "must_take_or_stack"),
        ("play R5", "must_take_or_stack"),
        ("play B+2", "must_take_or_stack"),
        ("play R+2", None),
    ],
)
def test_refusals_under_a_pending_draw(text, code):  # ruling 10
    changes = {"stack_draw_two": "same_color"}
    table = placed("official", ["R+2 B+2 R5 W", "B1"], discard=["R+2"], pending=2, changes=changes)
    assert table.act(0, text) == code


def test_fined_wrong_card_after_drawing_costs_the_turn():  # ruling 9
    changes = {"play_after_draw": "any"}
    table = placed("traditional", ["B1 B2", "B1"], draw=["R9", "G1", "G2"], changes=changes)
    play_all(table, (0, "draw"))
    assert table.act(0, "play B1") == "no_match"
    assert (table.drew, table.asked, table.acts) == ({0: 2}, [1], 2)


def test_what_is_no_wrong_card_is_not_fined():
    table = placed("traditional", ["B1 R5", "B1"], draw=["R9", "G1"])
    play_all(table, (0, "draw"))
    assert table.act(0, "play R5") == "only_drawn_card"
    assert table.act(0, "play G7") == "not_in_hand"
    assert (table.decision, table.drew) == ("after_draw", {})


def test_forfeit_removes_the_seat_at_once():  # ruling 11
    table = placed("official", ["B1 R5", "B1", "G1"], changes={"illegal_play": "forfeit"})
    assert table.act(0, "play B1") == "no_match"
    assert (table.active, table.asked, table.hands[0]) == ([1, 2], [1], [])


@pytest.mark.parametrize(
    "rules,changes,hand,draw,counts,top",
    [
        ("official", {}, "B1 R5", ["R9"], [3, 1], "R7"),
        ("official", {}, "B1 W R5", [], [2, 1], "R5"),
        ("official", {}, "B1 B2", [], [2, 1], "R7"),
        ("basic", {}, "B1 W B2", ["R9"], [2, 1], "W"),
        ("official", {"drawn_play": "mandatory"}, "B1 R5", ["R9"], [2, 1], "R9"),
        ("official", {"drawn_play": "mandatory"}, "B1 R5", ["Y9"], [3, 1], "R7"),
        ("cumulative", {}, "B1 B2", ["Y9", "W"], [3, 1], "W"),
        ("cumulative", {}, "B1 B2", ["Y9"], [3, 1], "R7"),
    ],
)
def test_default_of_a_turn(rules, changes, hand, draw, counts, top):  # ruling 12
    table = placed(rules, [hand, "G1"], draw=draw, changes=changes)
    assert table.timeout(1) == "not_your_turn"
    assert table.timeout(0) is None
    now = table.snapshot()
    assert (now["counts"], now["top"], table.acts) == (counts, top, 1)
    assert now["color"] == "R"  # a default names the first colour


@pytest.mark.parametrize(
    "rules,changes,hand,draw,counts,top",
    [
        ("official", {}, "B1 B2", ["R9"], [3, 1], "R7"),
        ("official", {"play_after_draw": "any", "drawn_play": "mandatory"}, "B1 R5", ["R9"], [2, 1], "R9"),
        ("cumulative", {"voluntary_draw": "on"}, "B1 R5", ["G1", "R9", "R1"], [3, 1], "R9"),
        ("cumulative", {"voluntary_draw": "on"}, "B1 R5", ["G1"], [2, 1], "R5"),
        ("cumulative", {}, "B1 B2", ["G1"], [3, 1], "R7"),
    ],
)
def test_default_after_drawing(rules, changes, hand, draw, counts, top):  # ruling 12
    table = placed(rules, [hand, "G1"], draw=draw, changes=changes)
    play_all(table, (0, "draw"))
    assert table.decision == "after_draw"
    assert table.timeout(0) is None
    assert (table.snapshot()["counts"], table.discard[0]) == (counts, top)
