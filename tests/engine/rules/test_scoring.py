import pytest

from arbitro_engine.rules.cards import parse_cards
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.scoring import hand_value, lowest_hand, match_outcome, round_points
from support.rounds import cards


def rules(profile="official", **overrides):
    return RuleSet.of(profile, overrides)


def hands(text):
    return [parse_cards(cards(hand)) for hand in text.split("|")]


@pytest.mark.parametrize(
    "profile, hand, value",
    [
        ("official", "R0 R9 G5", 14),
        ("official", "RS BR G+2", 60),
        ("official", "W W+4", 100),
        ("vintage", "W W+4", 200),
        ("official", "", 0),
    ],
)
def test_what_hands_are_worth(profile, hand, value):
    assert hand_value(rules(profile), parse_cards(cards(hand))) == value


def test_values_are_options():
    dear = rules(value_action=1, value_wild=2, value_wd4=3)
    assert hand_value(dear, parse_cards(cards("RS W W+4 R4"))) == 10


@pytest.mark.parametrize(
    "profile, held, active, seat",
    [
        ("official", "R3|B1|G5", "111", 1),
        ("official", "R1|B1|G5", "111", None),
        ("official", "R3||G1", "101", 2),
        ("vintage_pairs", "R1|B3|G1|Y5", "1111", 0),
        ("vintage_pairs", "R1|B1|G9|Y5", "1111", None),
    ],
)
def test_the_lowest_hand(profile, held, active, seat):
    assert lowest_hand(rules(profile), hands(held), [flag == "1" for flag in active]) == seat


@pytest.mark.parametrize(
    "profile, overrides, held, winner, why, points, credited",
    [
        ("official", {}, "|B1|GS", 0, Why.OUT, (21, 0, 0), 21),
        ("official", {}, "|B0|G0", 0, Why.OUT, (0, 0, 0), 0),
        ("official", {}, "R1|B1|G1", None, Why.BLOCKED, (0, 0, 0), 0),
        ("official", {}, "|B1|", 1, Why.LAST_STANDING, (0, 0, 0), 0),
        ("cumulative", {}, "|B1|GS", 0, Why.OUT, (1, 0, 0), 1),
        ("cumulative", {}, "R1|B1|G1", None, Why.CAPPED, (0, 0, 0), 0),
        ("cumulative", {}, "|B1|", 1, Why.LAST_STANDING, (0, 1, 0), 1),
        ("classic_low", {}, "|B1|GS", 0, Why.OUT, (0, 1, 20), 0),
        ("classic_low", {}, "R1|B1|G5", None, Why.BLOCKED, (1, 1, 5), 0),
        ("classic_low", {"blocked_round": "void"}, "R1|B1|G5", None, Why.BLOCKED, (0, 0, 0), 0),
        ("classic_low", {"blocked_round": "void"}, "|B1|G5", 0, Why.OUT, (0, 1, 5), 0),
        ("classic_low", {}, "|B1|", 1, Why.LAST_STANDING, (0, 0, 0), 0),
        ("vintage_pairs", {}, "|B1|G5|Y3", 0, Why.OUT, (4, 0, 4, 0), 4),
        ("vintage_pairs", {"team_points": "all_others"}, "|B1|G5|Y3", 0, Why.OUT, (9, 0, 9, 0), 9),
        ("vintage_pairs", {"scoring": "keep_own"}, "|B1|G5|Y3", 0, Why.OUT, (5, 4, 5, 4), 0),
        ("vintage_pairs", {"scoring": "round_win"}, "|B1|G5|Y3", 0, Why.OUT, (1, 0, 1, 0), 1),
    ],
)
def test_points_of_a_round(profile, overrides, held, winner, why, points, credited):
    assert round_points(rules(profile, **overrides), hands(held), winner, why) == (points, credited)


# ------------------------------------------------------------------------------------ the match


def outcome(profile, scores, active="1111111111", rounds=1, extra=0, **overrides):
    got = match_outcome(
        rules(profile, **overrides), scores, [flag == "1" for flag in active[: len(scores)]], rounds, extra
    )
    return got.over, got.winner, got.why


ON = (False, None, None)


@pytest.mark.parametrize(
    "profile, scores, result",
    [
        ("official", (499, 0), ON),
        ("official", (500, 0), (True, 0, Why.TARGET)),
        ("official", (0, 620, 40), (True, 1, Why.TARGET)),
        ("cumulative", (0, 1, 0), (True, 1, Why.TARGET)),
        ("traditional_low", (99, 98), ON),
        ("traditional_low", (100, 98, 99), (True, 1, Why.TARGET)),
        ("traditional_low", (110, 50, 50), ON),
        ("vintage_pairs", (500, 3, 500, 3), (True, 0, Why.TARGET)),
        ("vintage_pairs", (3, 510, 3, 510), (True, 1, Why.TARGET)),
    ],
)
def test_the_target_ends_a_match(profile, scores, result):
    assert outcome(profile, scores) == result


@pytest.mark.parametrize(
    "profile, scores, rounds, result",
    [
        ("official", (10, 20), 199, ON),
        ("official", (10, 20), 200, (True, 1, Why.ROUND_CAP)),
        ("classic_low", (10, 20), 200, (True, 0, Why.ROUND_CAP)),
        ("official", (500, 20), 200, (True, 0, Why.TARGET)),
        ("official", (20, 20), 200, ON),
    ],
)
def test_the_last_round_ends_a_match(profile, scores, rounds, result):
    assert outcome(profile, scores, rounds=rounds) == result


@pytest.mark.parametrize(
    "extra, overrides, result",
    [
        (0, {}, ON),
        (9, {}, ON),
        (10, {}, (True, None, Why.TARGET)),
        (0, {"final_tie": "shared"}, (True, None, Why.TARGET)),
        (2, {"extra_rounds_max": 2}, (True, None, Why.TARGET)),
    ],
)
def test_equal_best_totals_go_to_extra_rounds_or_are_shared(extra, overrides, result):
    assert outcome("traditional_low", (120, 60, 60), extra=extra, **overrides) == result


def test_an_extra_round_that_breaks_the_tie_ends_the_match():
    assert outcome("traditional_low", (120, 60, 67), extra=1) == (True, 1, Why.TARGET)
    assert outcome("official", (30, 20), rounds=203, extra=3) == (True, 0, Why.ROUND_CAP)


def test_only_seats_in_play_can_win():
    assert outcome("traditional_low", (120, 10, 60), active="101") == (True, 2, Why.TARGET)
    assert outcome("official", (480, 500, 20), active="101") == (True, 0, Why.TARGET)


def test_the_last_team_has_won():
    assert outcome("official", (480, 20, 0), active="010") == (True, 1, None)
    assert outcome("vintage_pairs", (480, 20, 480, 20), active="0101") == (True, 1, None)
