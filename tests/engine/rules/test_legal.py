import pytest

from arbitro_engine.rules.cards import Color, parse_card
from arbitro_engine.rules.legal import is_fined, is_forfeit, legal, refusal
from arbitro_engine.rules.moves import Act, Move, Refusal
from support.rounds import cards, do, opened, placed, refused, texts

# ------------------------------------------------------------------------------------- legal moves


def test_plays_come_first_in_canonical_order_then_the_draw():
    round = placed("W+4 B7 R9 W R2 G5 R9|Y1", pile="B1")
    assert texts(legal(round, 0)) == [
        "play R2",
        "play R9",
        "play B7",
        "play W:R",
        "play W:Y",
        "play W:G",
        "play W:B",
        "play W+4:R",
        "play W+4:Y",
        "play W+4:G",
        "play W+4:B",
        "draw",
    ]


def test_a_list_of_legal_moves_is_the_callers_own():
    round = placed("R9|Y1", pile="B1")
    legal(round, 0).clear()
    assert texts(legal(round, 0)) == ["play R9", "draw"]


def test_seats_that_are_not_asked_have_no_moves():
    round = placed("R9|Y1", pile="B1")
    assert legal(round, 1) == []
    do(round, "0 play R9")
    assert legal(round, 0) == legal(round, 1) == []


def test_moves_of_each_decision():
    round = placed("R9 B1|Y1 Y2|G1 G2", pile="R5 G1 G2", profile="vintage")
    do(round, "0 draw")
    assert texts(legal(round, 0)) == ["play R5", "keep"]
    do(round, "0 play R5")
    round = placed("R9 B1|Y1 Y2|G1 G2", pile="R5 G1 G2", profile="vintage")
    do(round, "0 play R9")
    assert texts(legal(round, 0)) == ["self", "ignore"]
    assert texts(legal(round, 1)) == ["catch", "ignore"]
    do(round, "1 ignore")
    assert legal(round, 1) == []
    round = placed("R9 W+4 B1|Y1|G1", pile="R5", profile="official", stack_wd4="on")
    do(round, "0 play W+4:B")
    assert texts(legal(round, 1)) == ["accept", "challenge"]
    round, _ = opened("official", "R1 B1 R2 B2 W Y5")
    assert texts(legal(round, 1)) == ["color R", "color Y", "color G", "color B"]


def test_a_stack_may_be_taken_or_answered():
    round = placed("B+2 Y+2 R3|Y1", pile="B1 B2 B3", discard="R+2", pending=2, profile="traditional")
    assert texts(legal(round, 0)) == ["play Y+2", "play B+2", "take"]


def test_stacking_comes_before_accepting():
    round = placed("W+4 R1 R2|W+4 B1|G1", pile="R5", stack_wd4="on")
    do(round, "0 play W+4:B")
    assert texts(legal(round, 1))[-2:] == ["accept", "challenge"]
    assert texts(legal(round, 1))[0] == "play W+4:R"


def test_after_a_draw_any_hand_card_may_be_open():
    round = placed("R9 B1|Y1", pile="B5", play_after_draw="any")
    do(round, "0 draw")
    assert texts(legal(round, 0)) == ["play R9", "keep"]


def test_a_mandatory_play_leaves_keep_open_for_an_unfit_card():
    round = placed("R9 B1|Y1", pile="B5 R5", play_after_draw="any", drawn_play="mandatory")
    do(round, "0 draw")
    assert texts(legal(round, 0)) == ["play R9", "keep"]
    round = placed("R9 B1|Y1", pile="R5", play_after_draw="any", drawn_play="mandatory")
    do(round, "0 draw")
    assert texts(legal(round, 0)) == ["play R5", "play R9"]


def test_nothing_is_open_after_a_draw_where_the_rules_say_none():
    round = placed("R9 B1|Y1", pile="R5", play_after_draw="none")
    do(round, "0 draw")
    assert round.turn == 1


# ---------------------------------------------------------------------------------------- refusals

OFFICIAL = {"hands": "B1 R5 W W+4|B2 B3|Y1 Y2", "pile": "Y9 Y8"}


@pytest.mark.parametrize(
    "text, reason",
    [
        ("0 play R5", None),
        ("0 play R5 uno", None),
        ("0 play W:G uno", None),
        ("0 draw", None),
        ("1 draw", "not_your_turn"),
        ("1 play R9", "not_your_turn"),
        ("9 draw", "not_your_turn"),
        ("-1 draw", "not_your_turn"),
        ("0 keep", "not_this_decision"),
        ("0 take", "not_this_decision"),
        ("0 accept", "not_this_decision"),
        ("0 challenge", "not_this_decision"),
        ("0 catch", "not_this_decision"),
        ("0 self", "not_this_decision"),
        ("0 ignore", "not_this_decision"),
        ("0 color R", "not_this_decision"),
        ("0 pass", "pass_not_allowed"),
        ("0 play W", "color_missing"),
        ("0 play W+4 uno", "color_missing"),
        ("0 play B1:B", "color_not_allowed"),
        ("0 play G9", "not_in_hand"),
        ("0 play G9:R", "color_not_allowed"),
        ("0 play B1", "no_match"),
    ],
)
def test_reasons_at_a_turn(text, reason):
    assert refused(placed(**OFFICIAL), text) == reason


@pytest.mark.parametrize(
    "move",
    [
        Move(Act.PLAY),
        Move(Act.PLAY, None, Color.RED),
        Move(Act.COLOR),
        Move(Act.DRAW, parse_card("R5")),
        Move(Act.DRAW, None, Color.RED),
        Move(Act.DRAW, uno=True),
        Move(Act.COLOR, parse_card("W"), Color.RED),
        Move(Act.COLOR, None, Color.RED, uno=True),
    ],
)
def test_what_has_no_text_is_no_act_whoever_says_it(move):
    for seat in (0, 1, 7):
        assert refusal(placed(**OFFICIAL), seat, move) is Refusal.UNKNOWN_ACT


def test_a_wild_draw_four_is_accepted_under_bluff_and_refused_by_a_referee():
    assert refused(placed(**OFFICIAL), "0 play W+4:R") is None
    refereed = placed(**OFFICIAL, wd4_enforcement="referee", challenge_by="nobody")
    assert refused(refereed, "0 play W+4:R") == "wild_draw_four_not_allowed"
    assert "W+4" not in " ".join(texts(legal(refereed, 0)))


def test_a_number_of_another_colour_needs_a_hand_without_the_colour():
    assert (
        refused(placed("B7 R2|Y1", profile="cumulative", pile="B1"), "0 play B7") == "number_needs_no_color"
    )
    assert refused(placed("B7 Y2|Y1", profile="cumulative", pile="B1"), "0 play B7") is None
    assert refused(placed("B7 W+4|Y1", profile="cumulative", pile="B1"), "0 play B7") is None


def test_reasons_after_a_draw():
    round = placed("B1 R5|B2", pile="R9 Y8")
    do(round, "0 draw")
    assert refused(round, "0 play R9") is None
    assert refused(round, "0 keep") is None
    assert refused(round, "0 play R5") == "only_drawn_card"
    assert refused(round, "0 play B1") == "only_drawn_card"
    assert refused(round, "0 play Y8") == "not_in_hand"
    assert refused(round, "0 draw") == "draw_not_allowed"
    assert refused(round, "0 pass") == "pass_not_allowed"
    assert refused(round, "0 take") == "not_this_decision"


def test_reasons_while_drawing_on():
    round = placed("B1 G2|B2", pile="Y1 R3", profile="cumulative")
    do(round, "0 draw")
    assert refused(round, "0 draw") == "nothing_to_draw"
    assert refused(round, "0 keep") == "keep_not_allowed"
    assert refused(round, "0 pass") == "pass_not_allowed"
    assert refused(round, "0 play R3") is None


def test_a_turn_that_should_end_with_a_play_but_cannot_is_passed():
    round = placed("B1 G2|B2", pile="Y1 Y3", profile="cumulative")
    do(round, "0 draw")
    assert texts(legal(round, 0)) == ["pass"]
    assert refused(round, "0 keep") == "keep_not_allowed"
    assert refused(round, "0 draw") == "nothing_to_draw"
    assert refused(round, "0 play B1") == "no_match"


def test_without_voluntary_draw_who_can_play_must():
    assert refused(placed("R1|B2", pile="Y1", profile="basic"), "0 draw") == "draw_not_allowed"
    assert refused(placed("W|B2", pile="Y1", profile="basic"), "0 draw") == "draw_not_allowed"
    assert refused(placed("R1|B2", profile="basic"), "0 draw") == "nothing_to_draw"
    assert refused(placed("B1|B2", pile="Y1", profile="basic"), "0 draw") is None


def test_reasons_under_a_pending_draw():
    round = placed(
        "B+2 R+2 R3 W|Y1",
        pile="B1 B2",
        discard="R+2",
        pending=2,
        profile="traditional",
        stack_draw_two="same_color",
    )
    assert refused(round, "0 play R+2") is None
    assert refused(round, "0 take") is None
    for text in ("0 play B+2", "0 play R3", "0 play W:R", "0 draw"):
        assert refused(round, text) == "must_take_or_stack"
    for text in ("0 pass", "0 keep", "0 accept"):
        assert refused(round, text) == "not_this_decision"
    assert refused(round, "0 play G+2") == "not_in_hand"


def test_a_refereed_wild_draw_four_is_not_stacked_against_its_condition():
    round = placed(
        "W+4 R3|Y1",
        pile="B1 B2",
        discard="W+4",
        color="R",
        pending=4,
        profile="cumulative",
        stack_wd4="on",
    )
    assert refused(round, "0 play W+4:B") == "wild_draw_four_not_allowed"
    assert refused(round, "0 play R3") == "must_take_or_stack"
    assert texts(legal(round, 0)) == ["take"]


def test_reasons_in_polls():
    round = placed("R9 B1|Y1 Y2|G1 G2", pile="R5 G1", profile="vintage")
    do(round, "0 play R9", "1 catch")
    assert refused(round, "1 ignore") == "already_answered"
    assert refused(round, "2 self") == "not_this_decision"
    assert refused(round, "0 catch") == "not_this_decision"
    assert refused(round, "2 draw") == "not_this_decision"
    assert refused(round, "2 play G1") == "not_this_decision"
    round = placed("W+4 B1 B2|Y1 Y2|G1 G2", pile="R5 G1")
    do(round, "0 play W+4:G")
    assert refused(round, "1 take") == "not_this_decision"
    assert refused(round, "1 play Y1") == "not_this_decision"
    assert refused(round, "2 challenge") == "not_your_turn"


def test_only_the_victim_may_stack_in_the_poll():
    round = placed("W+4 B1 B2|W+4 Y2|W+4 G2", pile="R5 G1", profile="vintage", stack_wd4="on")
    do(round, "0 play W+4:G")
    assert refused(round, "1 play W+4:R") is None
    assert refused(round, "1 play Y2") == "must_take_or_stack"
    assert refused(round, "2 play W+4:R") == "not_this_decision"
    do(round, "1 play W+4:R")
    assert refused(round, "1 play W+4:R") == "already_answered"


def test_after_the_round_nobody_is_asked():
    round = placed("R9|Y1", pile="B1")
    do(round, "0 play R9")
    assert refused(round, "0 draw") == refused(round, "1 draw") == "not_your_turn"


# ------------------------------------------------------------------------------- the Wild Draw Four


@pytest.mark.parametrize(
    "condition, hand, allowed",
    [
        ("no_color", "W+4 R1", False),
        ("no_color", "W+4 B7 W", True),
        ("no_playable", "W+4 B7", False),
        ("no_playable", "W+4 W", False),
        ("no_playable", "W+4 W+4 B1", True),
        ("free", "W+4 R1", True),
    ],
)
def test_conditions_of_a_refereed_wild_draw_four(condition, hand, allowed):
    round = placed(
        f"{hand}|Y1", pile="B1", wd4_condition=condition, wd4_enforcement="referee", challenge_by="nobody"
    )
    assert (refused(round, "0 play W+4:B") is None) is allowed
    assert ("play W+4:B" in texts(legal(round, 0))) is allowed


# ------------------------------------------------------------------------------------- wrong cards


@pytest.mark.parametrize(
    "reason, wrong",
    [
        (Refusal.NO_MATCH, True),
        (Refusal.NUMBER_NEEDS_NO_COLOR, True),
        (Refusal.WILD_DRAW_FOUR_NOT_ALLOWED, True),
        (Refusal.ONLY_DRAWN_CARD, False),
        (Refusal.NOT_IN_HAND, False),
        (Refusal.MUST_TAKE_OR_STACK, False),
        (Refusal.NOT_YOUR_TURN, False),
    ],
)
def test_what_a_wrong_card_is(reason, wrong):
    assert is_fined(placed("R1|B1", pile="B1", profile="traditional"), reason) is wrong
    assert is_forfeit(placed("R1|B1", pile="B1", illegal_play="forfeit"), reason) is wrong
    assert not is_fined(placed("R1|B1", pile="B1"), reason)
    assert not is_forfeit(placed("R1|B1", pile="B1", profile="traditional"), reason)


def test_under_a_pending_draw_no_card_is_fined():
    round = placed("R1|B1", pile="B1", discard="R+2", pending=2, profile="traditional")
    assert not is_fined(round, Refusal.WILD_DRAW_FOUR_NOT_ALLOWED)


def test_a_drawn_card_may_be_wrong_too():
    round = placed("B1 R5|B2", pile="B9 R8", play_after_draw="any", profile="traditional")
    do(round, "0 draw")
    assert refused(round, "0 play B9") == "no_match"
    assert is_fined(round, Refusal.NO_MATCH)
    assert cards("B9") == texts(round.drawn)
