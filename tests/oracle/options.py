"""The options of rules 7.1 with their values, and the constraints of rules 7.2."""

from .cards import full_deck

# A list gives the allowed words, the first being neutral. A number gives the least value of an int option.
DOMAIN = {
    "variant": ["classic"],
    "players_min": 2,
    "players_max": 2,
    "teams": ["none", "pairs"],
    "deck": ["std108", "single_actions96"],
    "color_labels": ["rgby", "orange_for_green"],
    "hand_size": 1,
    "dealer_pick": ["draw_high", "fixed_seat"],
    "dealer_symbols": ["zero", "void"],
    "dealer_next": ["rotate", "winner", "keep"],
    "first_seat": ["left", "right"],
    "first_skip": ["skip_first", "ignore", "redraw"],
    "first_reverse": ["dealer_starts", "flip_only", "ignore", "redraw"],
    "first_draw_two": ["hit", "hit_keep_turn", "open_stack", "ignore", "redraw"],
    "first_wild": ["first_names", "redraw", "seeded_color"],
    "first_wd4": ["redraw", "hit"],
    "redraw_to": ["reshuffle", "random_spot", "bottom"],
    "symbol_match": ["on", "off"],
    "number_needs_no_color": ["off", "on"],
    "voluntary_draw": ["on", "off"],
    "draw_mode": ["one", "until_playable"],
    "keep_drawing": ["off", "on"],
    "play_after_draw": ["drawn_only", "any", "none"],
    "drawn_play": ["optional", "mandatory"],
    "stack_draw_two": ["off", "same_color", "any_color"],
    "stack_wd4": ["off", "on"],
    "stack_cross": ["off", "wd4_over_two", "both"],
    "stack_decline": ["allowed", "not_allowed"],
    "stack_victim_turn": ["loses", "keeps"],
    "reverse_two": ["skip", "plain"],
    "wd4_condition": ["free", "no_color", "no_playable"],
    "wd4_enforcement": ["referee", "bluff"],
    "challenge_by": ["nobody", "victim", "any_opponent"],
    "challenge_guilty_draw": 0,
    "challenge_fail_extra": 0,
    "challenge_reveal": ["challenger", "verdict_only", "table"],
    "uno_mode": ["off", "announce", "enforced"],
    "uno_fine": 0,
    "uno_window": ["next_turn", "own_next_turn"],
    "uno_catchers": ["any_opponent", "next_player"],
    "uno_self_catch": ["off", "on"],
    "uno_self_catch_tie": ["opponents", "offender", "coin"],
    "false_uno_cards": 0,
    "last_draw_applies": ["on", "off"],
    "blocked_round": ["lowest_hand", "void"],
    "max_actions_per_round": 1,
    "illegal_play": ["reject", "reject_and_draw", "forfeit"],
    "illegal_play_cards": 0,
    "advice_cards": 0,
    "scoring": ["winner_takes", "keep_own", "round_win"],
    "target": 1,
    "value_action": 0,
    "value_wild": 0,
    "value_wd4": 0,
    "team_points": ["opponents_only", "all_others"],
    "final_tie": ["extra_rounds", "shared"],
    "extra_rounds_max": 0,
    "max_rounds": 1,
}


def value_faults(options):
    """Options that are missing, unknown, or outside rules 7.1."""
    faults = [f"{name}: unknown option" for name in options if name not in DOMAIN]
    for name, allowed in DOMAIN.items():
        if name not in options:
            faults.append(f"{name}: missing")
            continue
        value = options[name]
        if isinstance(allowed, list):
            if value not in allowed:
                faults.append(f"{name}: {value!r} is none of {', '.join(allowed)}")
        elif isinstance(value, bool) or not isinstance(value, int) or value < allowed:
            faults.append(f"{name}: {value!r} is not a whole number from {allowed}")
    return faults


def constraint_faults(options):
    """What rules 7.2 forbids whatever the number of seats."""
    faults = []
    if options["keep_drawing"] == "on" and options["draw_mode"] != "until_playable":
        faults.append("keep_drawing: on needs draw_mode = until_playable")
    if options["first_draw_two"] == "open_stack" and options["stack_draw_two"] == "off":
        faults.append("first_draw_two: open_stack needs stack_draw_two other than off")
    if options["wd4_enforcement"] == "bluff":  # ruling 30: refused, not read as free
        if options["wd4_condition"] == "free":
            faults.append("wd4_enforcement: bluff needs wd4_condition other than free")
        if options["challenge_by"] == "nobody":
            faults.append("wd4_enforcement: bluff needs challenge_by other than nobody")
    elif options["challenge_by"] != "nobody":
        faults.append("challenge_by: needs wd4_enforcement = bluff")
    if options["stack_cross"] != "off" and "off" in (options["stack_draw_two"], options["stack_wd4"]):
        faults.append("stack_cross: needs stack_draw_two other than off and stack_wd4 = on")
    if not 2 <= options["players_min"] <= options["players_max"] <= 10:
        faults.append("players_min: 2 <= players_min <= players_max <= 10")
    return faults


def seat_faults(options, seats):
    """What rules 7.2 forbids at a table of that many seats."""
    faults = []
    if not options["players_min"] <= seats <= options["players_max"]:
        faults.append(f"players: {seats} seats, allowed {options['players_min']} to {options['players_max']}")
    if options["teams"] == "pairs" and (seats < 4 or seats % 2):
        faults.append("teams: pairs needs an even number of seats from 4")
    if options["hand_size"] * seats + 1 >= len(full_deck(options["deck"])):
        faults.append("hand_size: the deal must leave at least one card to draw")
    return faults


def check(options, seats):
    """Return all faults of a rule set at a table of `seats`, each as `option: reason`."""
    return value_faults(options) or constraint_faults(options) + seat_faults(options, seats)
