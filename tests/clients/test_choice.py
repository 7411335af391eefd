import pytest

from arbitro_engine.rules.cards import WILD, Color, parse_card, parse_cards
from arbitro_engine.rules.moves import Act, parse_move
from arbitro_sdk.choice import Choice, choices


def texts(cards, acts):
    return [str(choice) for choice in choices(parse_cards(cards), acts)]


def test_plays_come_first_and_a_wild_once_for_each_colour():
    assert texts(["R7", "W"], [Act.DRAW]) == [
        "play R7",
        "play W:R",
        "play W:Y",
        "play W:G",
        "play W:B",
        "draw",
    ]


def test_acts_keep_the_order_they_are_given_in():
    assert texts([], [Act.CATCH, Act.SELF, Act.IGNORE]) == ["catch", "self", "ignore"]


def test_an_opening_wild_offers_the_four_colours():
    assert texts([], [Act.COLOR]) == ["color R", "color Y", "color G", "color B"]


def test_a_play_tells_card_and_colour():
    wild = choices([WILD], [])[2]
    assert (wild.act, wild.card, wild.color, wild.is_play) == ("play", WILD, Color.GREEN, True)
    (draw,) = choices([], [Act.DRAW])
    assert (draw.act, draw.card, draw.color, draw.is_play) == ("draw", None, None, False)


@pytest.mark.parametrize(
    "text, hand, sent",
    [
        ("play R7", 2, "play R7 uno"),
        ("play W:B", 2, "play W:B uno"),
        ("play R7", 3, "play R7"),
        ("play R7", 1, "play R7"),
        ("draw", 2, "draw"),
        ("play R7 uno", 3, "play R7 uno"),
    ],
)
def test_a_play_that_leaves_one_card_shouts_by_itself(text, hand, sent):
    assert str(Choice(parse_move(text)).shouted(hand)) == sent


def test_a_silent_play_never_shouts():
    (choice,) = choices([parse_card("R7")], [])
    assert str(choice.silent().shouted(2)) == "play R7"
    assert str(choice.shouted(2)) == "play R7 uno"
