import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.rules.cards import CARDS, COLORS, Color, kinds_of, parse_card, parse_cards
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.table import OF_COLOR, Table


def table(profile="official", seats=4, **overrides):
    return Table.of(RuleSet.of(profile, overrides), seats)


def fitting(sets, top, color):
    kinds = sets[parse_card(top)][color]
    return {str(card) for card in CARDS if kinds & card.bit}


def test_equal_rule_sets_share_a_table():
    assert table("official") is table("classic")
    assert table("official") is not table("official", seats=3)
    assert table("official") is not table("official", target=100)


def test_tables_share_what_turns_offer():
    assert table(target=100).turns is table(target=200, seats=3).turns
    assert table(target=100).turns is not table(voluntary_draw="off").turns


def test_however_many_rule_sets_there_are_few_tables_are_kept():
    first = table(target=301)
    assert table(target=301) is first
    for target in range(302, 402):
        table(target=target)
    assert table(target=301) is not first


def test_colour_number_and_wilds_fit():
    fits = fitting(table().fits, "R7", Color.RED)
    assert {str(card) for card in CARDS if card.color is Color.RED} <= fits
    assert fits - {str(card) for card in CARDS if card.color is Color.RED} == {"Y7", "G7", "B7", "W", "W+4"}


def test_a_symbol_fits_its_like_unless_it_is_off():
    assert {"YS", "GS", "BS"} <= fitting(table().fits, "RS", Color.RED)
    assert not {"YS", "GS", "BS"} & fitting(table(symbol_match="off").fits, "RS", Color.RED)
    assert "Y7" in fitting(table(symbol_match="off").fits, "R7", Color.RED)


def test_on_a_wild_only_the_named_colour_counts():
    fits = fitting(table().fits, "W", Color.BLUE)
    assert fits == {str(card) for card in CARDS if card.color is Color.BLUE} | {"W", "W+4"}


def test_numbers_come_second_where_the_rules_say_so():
    narrow = fitting(table("cumulative").narrow, "R7", Color.RED)
    assert not {"Y7", "G7", "B7"} & narrow
    assert "YS" in fitting(table("cumulative").narrow, "RS", Color.RED)


@pytest.mark.parametrize(
    "overrides, top, answers",
    [
        ({}, "R+2", set()),
        ({"stack_draw_two": "any_color"}, "R+2", {"R+2", "Y+2", "G+2", "B+2"}),
        ({"stack_draw_two": "same_color"}, "R+2", {"R+2"}),
        ({"stack_draw_two": "any_color"}, "W+4", set()),
        ({"stack_wd4": "on"}, "W+4", {"W+4"}),
        ({"stack_wd4": "on"}, "R+2", set()),
        (
            {"stack_draw_two": "same_color", "stack_wd4": "on", "stack_cross": "wd4_over_two"},
            "R+2",
            {"R+2", "W+4"},
        ),
        (
            {"stack_draw_two": "same_color", "stack_wd4": "on", "stack_cross": "wd4_over_two"},
            "W+4",
            {"W+4"},
        ),
        ({"stack_draw_two": "same_color", "stack_wd4": "on", "stack_cross": "both"}, "W+4", {"W+4", "R+2"}),
        (
            {"stack_draw_two": "any_color", "stack_wd4": "on", "stack_cross": "both"},
            "W+4",
            {"W+4", "R+2", "Y+2", "G+2", "B+2"},
        ),
        ({"stack_draw_two": "any_color"}, "R7", set()),
    ],
)
def test_what_answers_a_pending_draw(overrides, top, answers):
    assert fitting(table(**overrides).answers, top, Color.RED) == answers


@pytest.mark.parametrize(
    "seats, partners, opponents",
    [
        (4, (2, 3, 0, 1), (1, 3)),
        (6, (3, 4, 5, 0, 1, 2), (1, 2, 4, 5)),
        (10, (5, 6, 7, 8, 9, 0, 1, 2, 3, 4), (1, 2, 3, 4, 6, 7, 8, 9)),
    ],
)
def test_partners_sit_opposite(seats, partners, opponents):
    pairs = table("vintage_pairs", seats)
    assert pairs.partner == partners
    assert pairs.opponents[0] == opponents


def test_without_partners_everybody_else_is_an_opponent():
    assert table(seats=3).partner == (0, 1, 2)
    assert table(seats=3).opponents == ((1, 2), (0, 2), (0, 1))
    assert table(seats=3).alone == ((0,), (1,), (2,))


@given(
    top=st.sampled_from(CARDS), color=st.sampled_from(COLORS), profile=st.sampled_from(["official", "basic"])
)
def test_what_fits_is_what_the_text_says(top, color, profile):
    kinds = table(profile).fits[top][color]
    for card in CARDS:
        fits = card.is_wild or card.color is color or (card.symbol == top.symbol)
        assert bool(kinds & card.bit) == fits


def test_kinds_of_a_colour():
    assert OF_COLOR[0] == 0
    assert OF_COLOR[Color.RED] == kinds_of(
        parse_cards(["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "RS", "RR", "R+2"])
    )
