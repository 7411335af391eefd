import pytest

from arbitro_engine.rules.silence import default
from arbitro_engine.rules.step import apply_default
from support.rounds import asked, do, fingerprint, kinds, opened, placed, texts


def defaults(round, seat):
    moves, events = apply_default(round, seat)
    return texts(moves), kinds(events)


@pytest.mark.parametrize(
    "rules, hand, pile, moves",
    [
        ({}, "B1 R5", "R9 Y8", ["draw", "keep"]),
        ({}, "B1 R5", "G9 Y8", ["draw"]),
        ({}, "W B7 R9 R2", "", ["play R2"]),
        ({}, "W B2", "", ["play W:R"]),
        ({}, "B1", "", ["pass"]),
        ({"profile": "basic"}, "B1 R5", "R9", ["play R5"]),
        ({"profile": "basic"}, "B1", "R9", ["draw", "keep"]),
        ({"drawn_play": "mandatory"}, "B1", "R9", ["draw", "play R9"]),
        ({"drawn_play": "mandatory"}, "B1", "G9", ["draw"]),
        ({"play_after_draw": "any"}, "B1 R5", "G9", ["draw", "keep"]),
        ({"play_after_draw": "none"}, "B1 R5", "R9", ["draw"]),
        ({"profile": "cumulative"}, "B1 G5", "Y8 Y5 W G9", ["draw", "play W:R"]),
        ({"profile": "cumulative"}, "B1 G5", "Y8 Y5", ["draw", "pass"]),
        ({"profile": "cumulative"}, "R1 R5", "Y8 Y5", ["play R1"]),
        ({"draw_mode": "until_playable"}, "B1 R5", "Y8 R9", ["draw", "play R9"]),
        ({"draw_mode": "until_playable"}, "B1 R5", "Y8", ["draw"]),
        (
            {"draw_mode": "until_playable", "play_after_draw": "any", "keep_drawing": "on"},
            "B1 R5",
            "Y8",
            ["draw", "play R5"],
        ),
    ],
)
def test_defaults_of_a_turn(rules, hand, pile, moves):
    round = placed(f"{hand}|Y1 Y2", pile=pile, **rules)
    assert defaults(round, 0)[0] == moves


@pytest.mark.parametrize("rules, moves", [({}, ["keep"]), ({"drawn_play": "mandatory"}, ["play R9"])])
def test_defaults_after_a_draw(rules, moves):
    round = placed("B1 B2|Y1 Y2", pile="R9 R8", **rules)
    do(round, "0 draw")
    assert defaults(round, 0)[0] == moves
    assert asked(round) == "turn 1"


@pytest.mark.parametrize("pile, move", [("Y4 R3 R5", "play R5"), ("Y4 R3 G4 G6", "play R3")])
def test_the_last_drawn_card_is_played_else_the_first(pile, move):
    round = placed("B1 G2|Y1 Y2", pile=pile, profile="cumulative")
    do(round, "0 draw", "0 draw")
    assert defaults(round, 0)[0] == [move]


@pytest.mark.parametrize(
    "rules, moves",
    [({}, ["take"]), ({"stack_decline": "not_allowed"}, ["play Y+2"])],
)
def test_defaults_under_a_pending_draw(rules, moves):
    round = placed("B+2 Y+2|Y1 Y2", pile="R9 R8", discard="R+2", pending=2, profile="traditional", **rules)
    assert defaults(round, 0)[0] == moves


def test_defaults_in_polls_and_of_colours():
    round = placed("W+4 B7|Y1 Y2", pile="R9 R8 R6 R5", profile="vintage", discard="Y4")
    do(round, "0 play W+4:R")
    assert defaults(round, 0)[0] == ["ignore"]
    assert defaults(round, 1)[0] == ["ignore"]
    assert defaults(round, 1) == (["accept"], ["UNCHALLENGED", "DREW", "SKIPPED"])
    round, _ = opened("official", "R1 B1 R2 B2 W Y5")
    assert defaults(round, 1)[0] == ["color R"]


def test_a_default_never_shouts():
    round = placed("R1 B7|Y1 Y2", profile="basic", pile="G1")
    defaults(round, 0)
    assert asked(round) == "catch 1"


def test_a_seat_that_is_not_asked_has_no_default():
    round = placed("R1 B7|Y1 Y2|G1", pile="G1")
    before = fingerprint(round)
    for seat in (1, 2):
        with pytest.raises(ValueError, match="is not asked: there is no default"):
            default(round, seat)
        with pytest.raises(ValueError, match="is not asked: there is no default"):
            apply_default(round, seat)
    assert fingerprint(round) == before
    do(round, "0 play R1", "1 ignore")
    with pytest.raises(ValueError, match="is not asked"):
        apply_default(round, 1)


def test_asking_for_a_default_changes_nothing():
    round = placed("R1 B7|Y1 Y2", pile="G1")
    before = fingerprint(round)
    assert str(default(round, 0)) == "draw"
    assert fingerprint(round) == before


def test_a_default_is_one_act_towards_the_cap():
    round = placed("B1 B7|Y1 Y2", pile="R9 R8 R6", max_actions_per_round=2)
    assert defaults(round, 0)[0] == ["draw", "keep"]
    assert asked(round) == "turn 1"
    assert defaults(round, 1)[1][-1] == "ROUND_ENDED"
