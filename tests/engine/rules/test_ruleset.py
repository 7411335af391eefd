import dataclasses
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.rules.options import Choice
from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.ruleset import OPTIONS, RuleFaults, RuleSet, faults
from support.rounds import ALL_PROFILES

GOLDEN = {
    "traditional": "63a5dc1b9321252ae56bc5144c85b4bbc30c067e251304e0c3a5673e031ea380",
    "classic": "d9ffa138834c5c37faf472bf98706d8477c5164b74f53681e976e940bac7a5ee",
    "vintage": "8163262efd7e1903b9a647ea2996ff7a99b09b24846d47c842e967cac5afa604",
    "basic": "4db8d2df4191fdd20c00d6eabf9f45ecdfa698024792d39f5787760c9983e19b",
    "cumulative": "118ac7e13da934ceaccdc1bb424aa0ca33bde079c9130639905afdf965dacb39",
    "official": "d9ffa138834c5c37faf472bf98706d8477c5164b74f53681e976e940bac7a5ee",
    "official_late": "b5b8abab71679fea3ceb9be42668a24ab67c73bfc06e958a33dc5a2a43404c30",
    "traditional_low": "9b6d3f519952f1a04085b9aecf64b4d156e1aa4e088e72d0372e42e474258717",
    "classic_low": "306ab42aef282c5a2e61b14241cfffd60329d340ce8c973d043c703677d2cbcc",
    "official_low": "306ab42aef282c5a2e61b14241cfffd60329d340ce8c973d043c703677d2cbcc",
    "vintage_pairs": "2ab502dc6d67424a8ca43723daffe6c0e1a70c7281c4467143296c4214aa97d9",
}
"""Released hashes: they stand in logs for good. `classic` and `official` play alike and share theirs."""


@pytest.mark.parametrize("profile", ALL_PROFILES)
def test_hashes_never_change(profile):
    assert RuleSet.of(profile).hash == GOLDEN[profile]


def test_a_hash_is_the_sha_256_of_what_is_not_neutral():
    lines = [
        "advice_cards=0",
        "challenge_by=victim",
        "illegal_play_cards=0",
        "target=500",
        "uno_fine=2",
        "uno_mode=enforced",
        "value_action=20",
        "value_wd4=50",
        "value_wild=50",
        "wd4_condition=no_color",
        "wd4_enforcement=bluff",
    ]
    assert RuleSet.of("official").hash == hashlib.sha256("\n".join(lines).encode()).hexdigest()


@pytest.mark.parametrize(
    "overrides",
    [
        {"players_max": 4},
        {"color_labels": "orange_for_green"},
        {"stack_decline": "not_allowed"},
        {"uno_self_catch_tie": "coin"},
        {"team_points": "all_others"},
        {"illegal_play_cards": 5},
    ],
)
def test_what_changes_no_game_changes_no_hash(overrides):
    assert RuleSet.of("official", overrides).hash == GOLDEN["official"]


@pytest.mark.parametrize(
    "profile, overrides",
    [
        ("official", {"final_tie": "shared", "extra_rounds_max": 3}),
        ("cumulative", {"uno_window": "own_next_turn", "uno_fine": 9}),
        ("traditional", {"challenge_guilty_draw": 9, "challenge_reveal": "table"}),
        ("basic", {"redraw_to": "bottom"}),
        ("official", {"dealer_pick": "fixed_seat", "dealer_symbols": "void"}),
        ("official", {"play_after_draw": "none", "drawn_play": "mandatory"}),
    ],
)
def test_options_without_effect_are_stored_neutral(profile, overrides):
    rules = RuleSet.of(profile, overrides)
    kept = {option: value for option, value in overrides.items() if getattr(rules, option) == value}
    assert len(kept) < len(overrides)
    assert rules == RuleSet.of(profile, kept)
    assert rules.hash == RuleSet.of(profile, kept).hash


def test_no_extra_rounds_at_all_are_shared_places():
    assert RuleSet.of("official", {"extra_rounds_max": 0}) == RuleSet.of("official", {"final_tie": "shared"})


def test_equal_games_are_equal_whatever_their_profile_is_called():
    official, classic = RuleSet.of("official"), RuleSet.of("classic")
    assert official == classic
    assert official.profile != classic.profile
    assert RuleSet.of("official", {"target": 499}) != official


@pytest.mark.parametrize("option", [name for name in OPTIONS if name != "variant"])
def test_every_value_of_every_option_can_be_reached(option):
    """For each value there is a rule set that keeps it: none is normalised away or forbidden everywhere."""
    about = OPTIONS[option]
    values = about.words if isinstance(about, Choice) else {max(about.low, 1), about.high}
    context = {
        "teams": {"players_max": 10},
        "first_draw_two": {"stack_draw_two": "any_color"},
        "keep_drawing": {"draw_mode": "until_playable"},
        "stack_cross": {"stack_draw_two": "any_color", "stack_wd4": "on"},
        "stack_decline": {"stack_draw_two": "any_color"},
        "stack_victim_turn": {"stack_draw_two": "any_color"},
        "wd4_condition": {"wd4_enforcement": "referee", "challenge_by": "nobody"},
        "wd4_enforcement": {},
        "challenge_by": {},
        "uno_self_catch_tie": {"uno_self_catch": "on"},
        "illegal_play_cards": {"illegal_play": "reject_and_draw"},
        "team_points": {"teams": "pairs"},
        "players_max": {"players_min": 2},
        "players_min": {"players_max": 10},
    }.get(option, {})
    for value in values:
        overrides = {**context, option: value}
        if (option, value) in {("wd4_enforcement", "referee"), ("challenge_by", "nobody")}:
            overrides |= {"wd4_enforcement": "referee", "challenge_by": "nobody"}
        assert getattr(RuleSet.of("official", overrides), option) == value


@pytest.mark.parametrize(
    "overrides, option, words",
    [
        ({"keep_drawing": "on"}, "keep_drawing", "until_playable"),
        ({"first_draw_two": "open_stack"}, "first_draw_two", "stack_draw_two"),
        ({"wd4_condition": "free"}, "wd4_enforcement", "wd4_condition"),
        ({"challenge_by": "nobody"}, "wd4_enforcement", "challenge_by"),
        ({"wd4_enforcement": "referee"}, "challenge_by", "bluff"),
        ({"stack_cross": "both", "stack_wd4": "on"}, "stack_cross", "stack_draw_two"),
        ({"stack_cross": "wd4_over_two", "stack_draw_two": "any_color"}, "stack_cross", "stack_wd4"),
        ({"players_min": 5, "players_max": 4}, "players_min", "players_max"),
        ({"teams": "pairs", "players_max": 3}, "teams", "players_max"),
        ({"hand_size": 27, "players_min": 4}, "hand_size", "at least one card"),
        ({"hand_size": 48, "deck": "single_actions96"}, "hand_size", "at least one card"),
    ],
)
def test_contradictions_are_refused(overrides, option, words):
    with pytest.raises(RuleFaults) as caught:
        RuleSet.of("official", overrides)
    assert [fault for fault in caught.value.faults if fault[0] == option and words in fault[1]]


def test_all_faults_are_told_at_once():
    with pytest.raises(RuleFaults) as caught:
        RuleSet.of(
            "official",
            {
                "targets": 100,
                "hand_size": "many",
                "uno_mode": "loud",
                "keep_drawing": "on",
                "first_draw_two": "open_stack",
                "variant": "flip",
            },
        )
    named = [option for option, _ in caught.value.faults]
    assert named == ["targets", "variant", "hand_size", "first_draw_two", "keep_drawing", "uno_mode"]
    assert "did you mean target?" in str(caught.value)


@pytest.mark.parametrize(
    "mistyped, meant", [("offical", "official"), ("OFFICIAL", "official"), ("vintage_pair", "vintage_pairs")]
)
def test_a_mistyped_profile_names_the_one_it_is_like(mistyped, meant):
    with pytest.raises(RuleFaults, match=f"^profile: '{mistyped}' is not known: did you mean {meant}\\?$"):
        RuleSet.of(mistyped)


def test_an_option_in_capitals_is_still_like_one():
    with pytest.raises(RuleFaults, match=r"did you mean target\?"):
        RuleSet.of("official", {"TARGET": 100})


def test_an_unknown_profile_lists_the_known_ones():
    with pytest.raises(RuleFaults, match="'house' is not known: choose traditional, classic"):
        RuleSet.of("house", {"target": "x"})


def test_an_option_that_nothing_is_like():
    with pytest.raises(RuleFaults, match="is no option: `arbitro rules official` lists them"):
        RuleSet.of("official", {"zzz": 1})


def test_h2o_is_traditional():
    assert RuleSet.of("h2o").profile == "traditional"
    assert RuleSet.of("official", {"variant": "h2o"}) == RuleSet.of("official")


def test_numbers_may_be_text_and_come_back_as_numbers():
    rules = RuleSet.of("official", {"target": "250", "stack_draw_two": "same_color"})
    assert rules.overrides() == {"target": 250, "stack_draw_two": "same_color"}
    assert RuleSet.of(rules.profile, rules.overrides()) == rules


def test_a_rule_set_cannot_be_made_wrong_nor_changed():
    options = dict(PROFILES["official"])
    with pytest.raises(RuleFaults):
        RuleSet(profile="official", **options | {"target": 0})
    with pytest.raises(RuleFaults):
        RuleSet(profile="official", **options | {"keep_drawing": "on"})
    rules = RuleSet.of("official")
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.target = 1
    assert hash(rules) == hash(RuleSet.of("classic"))


@pytest.mark.parametrize(
    "profile, overrides, seats, option",
    [
        ("official", {}, 1, "players_min"),
        ("official", {}, 11, "players_max"),
        ("vintage_pairs", {}, 3, "teams"),
        ("vintage_pairs", {}, 2, "teams"),
        ("vintage_pairs", {}, 7, "teams"),
        ("official", {"hand_size": 11}, 10, "hand_size"),
    ],
)
def test_some_rules_forbid_some_tables(profile, overrides, seats, option):
    assert option in dict(faults(RuleSet.of(profile, overrides), seats))


@pytest.mark.parametrize(
    "profile, seats", [("official", 2), ("official", 10), ("vintage_pairs", 4), ("vintage_pairs", 10)]
)
def test_other_tables_are_free(profile, seats):
    assert faults(RuleSet.of(profile), seats) == []


values = {
    name: st.sampled_from(about.words) if isinstance(about, Choice) else st.integers(about.low, about.high)
    for name, about in OPTIONS.items()
}
some_overrides = st.dictionaries(st.sampled_from(list(OPTIONS)), st.none(), max_size=8).flatmap(
    lambda names: st.fixed_dictionaries({name: values[name] for name in names})
)


@given(profile=st.sampled_from(ALL_PROFILES), overrides=some_overrides)
def test_any_rule_set_is_rebuilt_from_what_its_log_says(profile, overrides):
    try:
        rules = RuleSet.of(profile, overrides)
    except RuleFaults as error:
        assert {option for option, _ in error.faults} <= set(OPTIONS)  # noqa: PT017 - either is right
        return
    again = RuleSet.of(rules.profile, {option: str(value) for option, value in rules.overrides().items()})
    assert again == rules
    assert again.hash == rules.hash
