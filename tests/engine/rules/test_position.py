import pytest

from arbitro_engine.rules.position import NotAScenario, place, rules_of
from arbitro_engine.rules.ruleset import RuleSet
from support.rounds import asked, chance, placed, texts

POSITION = {
    "hands": [["R1", "R2"], ["B1"]],
    "draw_pile": ["G1", "G2"],
    "discard": ["R7", "Y7"],
    "color": "R",
    "turn": 0,
}
OPENING = {"seats": 2, "dealer": 0, "hand_size": 1, "deck": ["R1", "R2", "R3", "R4"]}


def put(profile="official", **changes):
    position = {key: value for key, value in (POSITION | changes).items() if value is not None}
    return place({"position": position}, RuleSet.of(profile), chance())[0]


def test_piles_are_listed_top_first():
    round = put()
    assert texts(round.pile) == ["G2", "G1"]
    assert texts(round.discard) == ["Y7", "R7"]
    assert str(round.top) == "R7"
    assert asked(round) == "turn 0"


def test_what_is_left_out_has_a_value():
    round = put()
    assert (round.direction, round.pending, round.dealer, round.scores) == (1, 0, 0, [0, 0])
    assert round.active == [True, True]


def test_a_pending_draw_asks_for_an_answer():
    assert asked(put("traditional", pending=4, discard=["R+2"])) == "stack 0"


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"hands": None}, "hands must be a list, not None"),
        ({"hands": [["R1"], "B1"]}, "hand must be a list"),
        ({"hands": [["R1"], ["B11"]]}, "'B11' is no card"),
        ({"hands": [["R1"], [7]]}, "a card of hand must be a text"),
        ({"hands": [["R1"], []]}, "seat 1 has no card"),
        ({"hands": [["R1"]]}, "1 seats are too few"),
        ({"hands": [["R1"]] * 11}, "11 seats are too many"),
        ({"draw_pile": None}, "draw_pile must be a list"),
        ({"discard": []}, "the discard pile needs a card on top"),
        ({"color": "X"}, "color must be R, Y, G or B, not 'X'"),
        ({"color": None}, "color must be R, Y, G or B, not None"),
        ({"color": ["R"]}, "color must be R, Y, G or B"),
        ({"turn": 2}, "there is no seat 2 among 2"),
        ({"turn": None}, "turn must be a whole number"),
        ({"turn": True}, "turn must be a whole number"),
        ({"direction": 0}, "direction must be 1 or -1"),
        ({"pending": -1}, "pending must be 0 or more"),
        ({"scores": [1]}, "scores must be 2 numbers"),
        ({"scores": [1, -1]}, "scores must be 2 numbers"),
        ({"active": [0]}, "active must leave two teams"),
        ({"active": [0, 5]}, "there is no seat 5"),
        ({"hands": [["R1"], ["R2"], ["R3"]], "active": [0, 1]}, "seat 2 is not in play but holds cards"),
        ({"hands": [["R1"], [], ["R3"]], "active": [0, 2], "turn": 1}, "seat 1 is not in play"),
        ({"colour": "R"}, "position has no 'colour'"),
    ],
)
def test_a_position_that_cannot_be_is_told_so(changes, reason):
    with pytest.raises(NotAScenario, match=reason):
        put(**changes)


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"seats": "2"}, "seats must be a whole number"),
        ({"seats": 1}, "too few"),
        ({"dealer": 2}, "there is no seat 2"),
        ({"hand_size": 0}, "hand_size must be 1 or more"),
        ({"hand_size": 2}, "too few"),
        ({"deck": ["R1", "R2", "W+4", "W+4"]}, "no card that may open"),
        ({"cards": 3}, "opening has no 'cards'"),
    ],
)
def test_an_opening_that_cannot_be_is_told_so(changes, reason):
    with pytest.raises(NotAScenario, match=reason):
        place({"opening": OPENING | changes}, RuleSet.of("official"), chance())


def test_pairs_must_be_whole():
    with pytest.raises(NotAScenario, match="each of them whole"):
        placed("R1|R2|R3|", profile="vintage_pairs", active=[0, 1, 2])


@pytest.mark.parametrize("scenario", [{}, {"position": POSITION, "opening": OPENING}])
def test_there_is_one_start(scenario):
    with pytest.raises(NotAScenario, match="either a position or an opening"):
        place(scenario, RuleSet.of("official"), chance())


@pytest.mark.parametrize(
    "rules, reason",
    [
        ({}, "profile must be a text"),
        ({"profile": "house"}, "'house' is not known"),
        ({"profile": "official", "overrides": {"targets": 1}}, "did you mean target"),
        ({"profile": "official", "overrides": {"keep_drawing": "on"}}, "until_playable"),
        ({"profile": "official", "override": {}}, "rules has no 'override'"),
    ],
)
def test_rules_that_cannot_be_are_no_scenario(rules, reason):
    with pytest.raises(NotAScenario, match=reason):
        rules_of({"rules": rules})
