import pytest

from arbitro_engine.rules.cards import CARDS
from arbitro_engine.rules.matching import candidates, playable, wild_draw_four_is_wrong
from support.rounds import do, opened, placed


def names(kinds):
    return " ".join(str(card) for card in CARDS if kinds & card.bit)


def test_what_is_held_and_fits():
    assert names(playable(placed("R1 B7 G5 W|B1", pile="B1"))) == "R1 B7 W"


def test_candidates_need_not_be_held():
    assert len(names(candidates(placed("G5|B1", pile="B1"))).split()) == 13 + 3 + 2


def test_nothing_is_played_while_a_colour_is_named_or_a_catch_polled():
    assert candidates(opened("official", "R1 B1 R2 B2 W Y5")[0]) == 0
    round = placed("R1 R2|B1", pile="B1")
    do(round, "0 play R1")
    assert round.suspect == 0
    assert candidates(round) == 0


@pytest.mark.parametrize(
    "hand, condition, wrong",
    [
        ("W+4 R1", "no_color", True),
        ("W+4 B7", "no_color", False),
        ("W+4 B7", "no_playable", True),
        ("W+4 W", "no_playable", True),
        ("W+4 W+4 G1", "no_playable", False),
    ],
)
def test_the_condition_of_a_wild_draw_four(hand, condition, wrong):
    assert wild_draw_four_is_wrong(placed(f"{hand}|B1", pile="B1", wd4_condition=condition)) is wrong


def test_a_free_wild_draw_four_is_never_wrong():
    assert not wild_draw_four_is_wrong(placed("W+4 R1|B1", pile="B1", profile="traditional"))


def test_the_named_colour_counts_not_the_card_on_top():
    assert wild_draw_four_is_wrong(placed("W+4 G1|B1", pile="B1", discard="W R1", color="G"))
    assert not wild_draw_four_is_wrong(placed("W+4 R1|B1", pile="B1", discard="W R1", color="G"))


def test_no_playable_counts_a_card_that_was_declined_by_drawing():
    round = placed("R1 B1|B2", pile="W+4", wd4_condition="no_playable")
    do(round, "0 draw")
    assert wild_draw_four_is_wrong(round)


def test_under_a_stack_only_what_answers_is_playable():
    round = placed(
        "W+4 R1 W|B1",
        pile="B1",
        discard="W+4",
        color="R",
        pending=4,
        stack_wd4="on",
        wd4_condition="no_playable",
    )
    assert names(playable(round)) == "W+4"
    assert not wild_draw_four_is_wrong(round)
