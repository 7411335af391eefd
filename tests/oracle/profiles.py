"""The profile table of rules 7.3, typed in from the page; cells without a value hold the neutral one."""

from .options import DOMAIN

# The official sheet (O2) is written out in full. Every other column says where it differs from it.
OFFICIAL = {
    "variant": "classic",
    "players_min": 2,
    "players_max": 10,
    "teams": "none",
    "deck": "std108",
    "color_labels": "rgby",
    "hand_size": 7,
    "dealer_pick": "draw_high",
    "dealer_symbols": "zero",
    "dealer_next": "rotate",
    "first_seat": "left",
    "first_skip": "skip_first",
    "first_reverse": "dealer_starts",
    "first_draw_two": "hit",
    "first_wild": "first_names",
    "first_wd4": "redraw",
    "redraw_to": "reshuffle",
    "symbol_match": "on",
    "number_needs_no_color": "off",
    "voluntary_draw": "on",
    "draw_mode": "one",
    "keep_drawing": "off",
    "play_after_draw": "drawn_only",
    "drawn_play": "optional",
    "stack_draw_two": "off",
    "stack_wd4": "off",
    "stack_cross": "off",
    "stack_decline": "allowed",
    "stack_victim_turn": "loses",
    "reverse_two": "skip",
    "wd4_condition": "no_color",
    "wd4_enforcement": "bluff",
    "challenge_by": "victim",
    "challenge_guilty_draw": 4,
    "challenge_fail_extra": 2,
    "challenge_reveal": "challenger",
    "uno_mode": "enforced",
    "uno_fine": 2,
    "uno_window": "next_turn",
    "uno_catchers": "any_opponent",
    "uno_self_catch": "off",
    "uno_self_catch_tie": "opponents",
    "false_uno_cards": 0,
    "last_draw_applies": "on",
    "blocked_round": "lowest_hand",
    "max_actions_per_round": 5000,
    "illegal_play": "reject",
    "illegal_play_cards": 0,
    "advice_cards": 0,
    "scoring": "winner_takes",
    "target": 500,
    "value_action": 20,
    "value_wild": 50,
    "value_wd4": 50,
    "team_points": "opponents_only",
    "final_tie": "extra_rounds",
    "extra_rounds_max": 10,
    "max_rounds": 200,
}
NO_CHALLENGE = {"wd4_enforcement": "referee", "challenge_by": "nobody"}

COLUMNS = {
    "official": {},
    "official_late": {"first_reverse": "flip_only", "first_wild": "redraw", "uno_fine": 4},
    "traditional": {  # seed 000
        **NO_CHALLENGE,
        "first_draw_two": "open_stack",
        "stack_draw_two": "any_color",
        "wd4_condition": "free",
        "uno_window": "own_next_turn",
        "illegal_play": "reject_and_draw",
        "illegal_play_cards": 2,
        "advice_cards": 2,
    },
    "classic": {},  # seed 001
    "vintage": {  # seed 002
        "color_labels": "orange_for_green",
        "dealer_symbols": "void",
        "challenge_by": "any_opponent",
        "uno_self_catch": "on",
        "advice_cards": 4,
        "value_wd4": 150,
    },
    "basic": {  # seed 003
        **NO_CHALLENGE,
        "first_reverse": "flip_only",
        "first_wd4": "hit",
        "voluntary_draw": "off",
        "wd4_condition": "free",
        "uno_window": "own_next_turn",
    },
    "cumulative": {  # seed 004
        **NO_CHALLENGE,
        "first_seat": "right",
        "first_draw_two": "open_stack",
        "redraw_to": "random_spot",
        "number_needs_no_color": "on",
        "voluntary_draw": "off",
        "draw_mode": "until_playable",
        "keep_drawing": "on",
        "play_after_draw": "any",
        "drawn_play": "mandatory",
        "stack_draw_two": "any_color",
        "uno_mode": "announce",
        "uno_fine": 0,
        "last_draw_applies": "off",
        "scoring": "round_win",
        "target": 1,
    },
}
OVERLAYS = {  # rules 7.3 note 5, ruling 29
    "traditional_low": ("traditional", {"scoring": "keep_own", "target": 100}),
    "classic_low": ("classic", {"scoring": "keep_own", "target": 500}),
    "official_low": ("official", {"scoring": "keep_own", "target": 500}),
    "vintage_pairs": ("vintage", {"teams": "pairs"}),
    "h2o": ("traditional", {}),
}
NAMES = [*COLUMNS, *OVERLAYS]


def profile(name, overrides=None):
    """Return all options of a named profile as a new dict, with some of them replaced.

    Raises ValueError for a profile or an option that does not exist.
    """
    if name not in NAMES:
        raise ValueError(f"unknown profile {name!r}: one of {', '.join(NAMES)}")
    unknown = [option for option in overrides or {} if option not in DOMAIN]
    if unknown:
        raise ValueError(f"unknown option {unknown[0]!r}")
    column, changes = OVERLAYS.get(name, (name, {}))
    return OFFICIAL | COLUMNS[column] | changes | (overrides or {})
