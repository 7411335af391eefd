"""Deal and opening card: the table of rules 5.1, and where a refused card goes."""

import pytest

from oracle import CounterChance, Table, profile
from oracle_checks.placing import opened

LEFT_FOUR, LEFT_TWO, RIGHT_FOUR = ("left", 4), ("left", 2), ("right", 4)
# option, its value, opening card, table; then direction, seat to act, decision, pending, cards drawn by whom
TABLE = [
    ("first_skip", "skip_first", "R5", LEFT_FOUR, (1, 1, "turn", 0, {})),
    ("first_skip", "skip_first", "R5", LEFT_TWO, (1, 1, "turn", 0, {})),
    ("first_skip", "skip_first", "R5", RIGHT_FOUR, (-1, 3, "turn", 0, {})),
    ("first_skip", "skip_first", "RS", LEFT_FOUR, (1, 2, "turn", 0, {})),
    ("first_skip", "skip_first", "RS", LEFT_TWO, (1, 0, "turn", 0, {})),
    ("first_skip", "skip_first", "RS", RIGHT_FOUR, (-1, 2, "turn", 0, {})),
    ("first_skip", "ignore", "RS", LEFT_FOUR, (1, 1, "turn", 0, {})),
    ("first_draw_two", "hit", "R+2", LEFT_FOUR, (1, 2, "turn", 0, {"1": 2})),
    ("first_draw_two", "hit", "R+2", LEFT_TWO, (1, 0, "turn", 0, {"1": 2})),
    ("first_draw_two", "hit", "R+2", RIGHT_FOUR, (-1, 2, "turn", 0, {"3": 2})),
    ("first_draw_two", "hit_keep_turn", "R+2", LEFT_FOUR, (1, 1, "turn", 0, {"1": 2})),
    ("first_draw_two", "hit_keep_turn", "R+2", RIGHT_FOUR, (-1, 3, "turn", 0, {"3": 2})),
    ("first_draw_two", "open_stack", "R+2", LEFT_FOUR, (1, 1, "stack", 2, {})),
    ("first_draw_two", "open_stack", "R+2", RIGHT_FOUR, (-1, 3, "stack", 2, {})),
    ("first_draw_two", "ignore", "R+2", LEFT_FOUR, (1, 1, "turn", 0, {})),
    ("first_reverse", "dealer_starts", "RR", LEFT_FOUR, (-1, 0, "turn", 0, {})),
    ("first_reverse", "dealer_starts", "RR", LEFT_TWO, (-1, 0, "turn", 0, {})),
    ("first_reverse", "dealer_starts", "RR", RIGHT_FOUR, (1, 0, "turn", 0, {})),
    ("first_reverse", "flip_only", "RR", LEFT_FOUR, (-1, 3, "turn", 0, {})),
    ("first_reverse", "flip_only", "RR", LEFT_TWO, (-1, 1, "turn", 0, {})),
    ("first_reverse", "flip_only", "RR", RIGHT_FOUR, (1, 1, "turn", 0, {})),
    ("first_reverse", "ignore", "RR", LEFT_FOUR, (1, 1, "turn", 0, {})),
    ("first_wild", "first_names", "W", LEFT_FOUR, (1, 1, "color", 0, {})),
    ("first_wild", "first_names", "W", RIGHT_FOUR, (-1, 3, "color", 0, {})),
    ("first_wild", "seeded_color", "W", LEFT_FOUR, (1, 1, "turn", 0, {})),
    ("first_wd4", "hit", "W+4", LEFT_FOUR, (1, 2, "color", 0, {"1": 4})),
    ("first_wd4", "hit", "W+4", LEFT_TWO, (1, 0, "color", 0, {"1": 4})),
    ("first_wd4", "hit", "W+4", RIGHT_FOUR, (-1, 2, "color", 0, {"3": 4})),
]


@pytest.mark.parametrize("option,value,card,table,expected", TABLE)
def test_opening_card(option, value, card, table, expected):
    side, seats = table
    changes = {"first_seat": side, option: value}
    now = opened("traditional", seats, card, changes=changes).snapshot()
    assert (now["direction"], *now["to_act"], now["decision"], now["pending"], now["drew"]) == expected
    assert now["top"] == card


def test_the_seeded_color_comes_from_chance():
    table = opened("official", 3, "W", changes={"first_wild": "seeded_color"}, seed="a")
    assert table.color == CounterChance("a").color()


def test_the_deal_starts_left_of_the_dealer_and_passes_over_removed_seats():
    table = Table(profile("official"), 4, CounterChance(""))
    table.open(["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"], 2, 2, active=[0, 2, 3])
    assert table.hands == [["R2", "R5"], [], ["R3", "R6"], ["R1", "R4"]]
    assert table.asked == [3]


@pytest.mark.parametrize(
    "option,card",
    [("first_skip", "GS"), ("first_reverse", "GR"), ("first_draw_two", "G+2"), ("first_wild", "W")],
)
def test_redraw_to_the_bottom(option, card):
    changes = {option: "redraw", "redraw_to": "bottom"}
    table = opened("official", 2, card, rest=["R1", "R2"], changes=changes)
    assert (table.discard, table.draw_pile) == (["R1"], ["R2", card])


def test_redraw_to_a_random_spot_turns_the_same_card_again_when_it_lands_on_top():
    changes = {"redraw_to": "random_spot"}
    spots = []
    for seed in map(str, range(40)):
        table = opened("official", 2, "W+4", rest=["R1", "R2"], changes=changes, seed=seed)
        spots.append((table.chance.calls["spot"], table.discard[0], table.draw_pile.index("W+4")))
        assert sorted(table.draw_pile + table.discard) == ["R1", "R2", "W+4"]
    assert {again for again, _, _ in spots} > {1, 2}
    assert {(top, spot) for _, top, spot in spots} == {("R1", 0), ("R1", 1)}


def test_redraw_by_reshuffle_uses_the_whole_pile():
    table = opened("official", 2, "W+4", rest=["R1", "R2", "R3"], seed="b")
    expected = CounterChance("b")
    pile = expected.shuffle(["W+4", "R1", "R2", "R3"])
    while pile[0] == "W+4":
        pile = expected.shuffle(pile)
    assert [*table.discard, *table.draw_pile] == pile


def test_a_deck_that_cannot_open_is_refused():
    with pytest.raises(ValueError, match="no card of the deck may open"):
        opened("official", 2, "W+4", rest=["W+4"])
    with pytest.raises(ValueError, match="too few"):
        Table(profile("official"), 2, CounterChance("")).open(["R1"] * 4, 0, 2)


def test_an_opening_wild_is_named_before_anything_else():
    table = opened("official", 3, "W")
    assert table.act(1, "draw") == "not_this_decision"
    table.retire(1)  # ruling 36
    assert (table.decision, table.asked) == ("color", [2])
    assert table.act(2, "color G") is None
    assert (table.decision, table.asked, table.color) == ("turn", [2], "G")


def test_the_opening_draw_of_four_finds_only_what_is_left():
    table = opened("basic", 2, "W+4", rest=["R1", "R2"])
    assert (table.drew, table.forgiven, table.asked) == ({1: 2}, 2, [0])
