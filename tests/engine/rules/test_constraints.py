"""The two tables of constraints, row by row; what a rule set makes of them is tested with it."""

import pytest

from arbitro_engine.rules import constraints
from arbitro_engine.rules.constraints import contradictions, moot, seat_faults
from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.ruleset import OPTIONS
from support.rounds import ALL_PROFILES


@pytest.mark.parametrize("profile", ALL_PROFILES)
def test_no_profile_contradicts_itself(profile):
    assert contradictions(PROFILES[profile]) == []


@pytest.mark.parametrize("profile", ALL_PROFILES)
def test_what_has_no_effect_in_a_profile_is_neutral_there(profile):
    for option, value in moot(PROFILES[profile]):
        expected = OPTIONS[option].neutral if value is None else value
        assert PROFILES[profile][option] == expected


def test_all_contradictions_are_found_together():
    options = dict(PROFILES["official"]) | {
        "keep_drawing": "on",
        "first_draw_two": "open_stack",
        "stack_cross": "both",
        "wd4_condition": "free",
        "players_min": 9,
        "players_max": 3,
        "teams": "pairs",
        "hand_size": 20,
    }
    named = {option for option, _ in contradictions(options)}
    assert named == {
        "keep_drawing",
        "first_draw_two",
        "stack_cross",
        "wd4_enforcement",
        "players_min",
        "teams",
        "hand_size",
    }


def test_every_moot_number_without_neutral_value_has_one_to_be_set_to():
    names = {name for row in constraints._MOOT for name in row[0]}
    for name in names:
        assert OPTIONS[name].neutral is not None or name in constraints._MOOT_VALUES


def test_all_that_forbids_a_table_is_told():
    options = dict(PROFILES["vintage_pairs"]) | {"players_max": 4, "hand_size": 30}
    assert [option for option, _ in seat_faults(options, 5)] == ["players_max", "teams", "hand_size"]
