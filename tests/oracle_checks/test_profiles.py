"""The profile table of rules 7.3 and the constraints of rules 7.2."""

import pytest

from oracle import DOMAIN, NAMES, check, profile
from oracle.cards import KINDS, full_deck
from oracle.profiles import COLUMNS


@pytest.mark.parametrize("name", NAMES)
def test_every_profile_is_complete_and_may_be_played(name):
    options = profile(name)
    assert list(options) == list(DOMAIN)
    assert check(options, 4) == []


def test_no_two_columns_are_equal():
    # official and classic are the same game written down twice; everything else differs (rules 7.3)
    tables = [profile(name) for name in COLUMNS if name != "classic"]
    assert all(tables.count(table) == 1 for table in tables)


def test_overlays_change_the_score_or_the_teams_alone():
    low = profile("traditional_low")
    assert {name for name in low if low[name] != profile("traditional")[name]} == {"scoring", "target"}
    assert (low["scoring"], low["target"]) == ("keep_own", 100)
    assert profile("vintage_pairs") == profile("vintage", {"teams": "pairs"})
    assert profile("h2o") == profile("traditional")


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="unknown profile 'house'"):
        profile("house")
    with pytest.raises(ValueError, match="unknown option 'uno_fin'"):
        profile("official", {"uno_fin": 2})


@pytest.mark.parametrize(
    "name,changes,fault",
    [
        ("official", {"keep_drawing": "on"}, "keep_drawing"),
        ("official", {"first_draw_two": "open_stack"}, "first_draw_two"),
        ("official", {"wd4_condition": "free"}, "wd4_enforcement"),
        ("official", {"challenge_by": "nobody"}, "wd4_enforcement"),
        ("traditional", {"challenge_by": "victim"}, "challenge_by"),
        ("traditional", {"stack_cross": "both"}, "stack_cross"),
        ("official", {"stack_cross": "wd4_over_two", "stack_wd4": "on"}, "stack_cross"),
        ("official", {"hand_size": 27}, "hand_size"),
        ("official", {"players_max": 3}, "players"),
        ("official", {"players_max": 11}, "players_min"),
        ("official", {"uno_fine": -1}, "uno_fine"),
        ("official", {"uno_fine": True}, "uno_fine"),
        ("official", {"target": 0}, "target"),
        ("official", {"uno_mode": "maybe"}, "uno_mode"),
    ],
)
def test_each_constraint(name, changes, fault):
    (reason,) = check(profile(name, changes), 4)
    assert reason.startswith(fault + ":")


def test_pairs_need_an_even_table_from_four():
    assert check(profile("vintage_pairs"), 5)
    assert check(profile("vintage_pairs"), 2)
    assert check(profile("vintage_pairs"), 6) == []


def test_all_faults_are_reported_at_once():
    faults = check(profile("official", {"keep_drawing": "on", "wd4_condition": "free"}), 11)
    assert [fault.split(":")[0] for fault in faults] == ["keep_drawing", "wd4_enforcement", "players"]


def test_decks():
    deck = full_deck("std108")
    assert len(deck) == 108
    assert [deck.count(card) for card in ("R0", "G7", "BS", "Y+2", "W", "W+4")] == [1, 2, 2, 2, 4, 4]
    assert deck == sorted(deck, key=KINDS.index)
    small = full_deck("single_actions96")
    assert len(small) == 96
    assert [small.count(card) for card in ("R0", "G7", "BS", "Y+2", "W", "W+4")] == [1, 2, 1, 1, 4, 4]
