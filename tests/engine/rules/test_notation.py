import pytest

from arbitro_engine.rules.cards import CARDS, COLORS, Color, parse_card
from arbitro_engine.rules.moves import parse_move
from arbitro_engine.rules.notation import SHAPES, color_name, shown, shown_move
from arbitro_engine.rules.profiles import PROFILES


def test_002_calls_green_orange():
    assert [color_name(color) for color in COLORS] == ["red", "yellow", "green", "blue"]
    assert color_name(Color.GREEN, PROFILES["vintage"]["color_labels"]) == "orange"
    assert color_name(Color.RED, "orange_for_green") == "red"


@pytest.mark.parametrize(
    "card, labels, text",
    [
        ("R7", "rgby", "R♥7"),
        ("Y0", "rgby", "Y★0"),
        ("B+2", "rgby", "B♦+2"),
        ("GS", "rgby", "G♣skip"),
        ("GR", "orange_for_green", "O♣reverse"),
        ("W", "rgby", "wild"),
        ("W+4", "rgby", "wild+4"),
    ],
)
def test_cards_are_read_without_colours(card, labels, text):
    assert shown(parse_card(card), labels) == text


def test_a_named_colour_stands_behind_its_wild():
    assert shown(parse_card("W"), "orange_for_green", Color.GREEN) == "wild:O♣"


def test_no_two_cards_look_alike():
    for labels in ("rgby", "orange_for_green"):
        assert len({shown(card, labels) for card in CARDS}) == 54
    assert len(set(SHAPES.values())) == 4


@pytest.mark.parametrize(
    "move, text",
    [
        ("play R7 uno", "play R♥7, uno"),
        ("play W+4:B", "play wild+4:B♦"),
        ("color G", "color G♣"),
        ("draw", "draw"),
    ],
)
def test_moves_for_people(move, text):
    assert shown_move(parse_move(move)) == text
