"""Random walks through the rules, written down as scenario files that any engine can play.

`walk(rng)` makes up rules, a table and a start, plays random steps on the oracle, and notes after each what
must be true. Everything comes from the `random.Random` passed in; the walk's own chance is the CounterChance
named by its key `chance`, so that anybody's engine reshuffles, tosses and inserts exactly alike.
"""

import json

from oracle import DOMAIN, NAMES, check, profile, scenario
from oracle.cards import ACTIONS, COLORS, NUMBERS, WILDS, color_of, draws, full_deck

from .acts import random_step

# How far an int option may stray; those not named keep the profile's value.
INTS = {
    "hand_size": (1, 5),
    "challenge_guilty_draw": (0, 6),
    "challenge_fail_extra": (0, 4),
    "uno_fine": (0, 5),
    "false_uno_cards": (0, 3),
    "max_actions_per_round": (1, 30),
    "illegal_play_cards": (0, 3),
    "target": (1, 300),
    "value_action": (0, 40),
    "value_wild": (0, 60),
    "value_wd4": (0, 150),
    "extra_rounds_max": (0, 1),
    "max_rounds": (1, 2),
}
CAPS_OFTEN = {"max_actions_per_round": 0.15}  # a low cap hides what would come after it

OPENINGS = [option for option in DOMAIN if option.startswith("first_")] + ["redraw_to"]

# Options that matter together and rarely meet by chance.
THEMES = [
    {"illegal_play": "reject_and_draw", "max_actions_per_round": 6},
    {"stack_wd4": "on", "wd4_enforcement": "bluff", "challenge_by": "any_opponent"},
    {"stack_wd4": "on", "stack_draw_two": "same_color", "stack_cross": "both"},
    {"uno_mode": "enforced", "uno_window": "own_next_turn", "uno_self_catch": "on"},
    {"uno_mode": "enforced", "uno_window": "own_next_turn", "uno_catchers": "next_player"},
    {"draw_mode": "until_playable", "play_after_draw": "drawn_only", "drawn_play": "mandatory"},
    {"wd4_condition": "no_playable", "wd4_enforcement": "bluff", "play_after_draw": "any"},
]


def random_rules(rng, seats, often=()):
    """A profile and overrides that satisfy rules 7.2 for that many seats; those in `often` stray often."""
    names = [*NAMES, "cumulative", "cumulative", "traditional"]  # the two that differ most
    name = rng.choice([name for name in names if (seats >= 4 and seats % 2 == 0) or name != "vintage_pairs"])
    base = profile(name)
    free = [option for option, allowed in DOMAIN.items() if isinstance(allowed, list) or option in INTS]
    changes = rng.choice([0, 0, 1, 2, 3, 5, 8, 13, len(free)])
    options = dict(base)
    for option in rng.sample(free, changes):
        options[option] = random_value(rng, option, base)
    for option in often:
        if rng.random() < 0.5:
            options[option] = random_value(rng, option, base)
    if rng.random() < 0.3:
        options |= rng.choice(THEMES)
    satisfy(rng, options, seats)
    overrides = {option: value for option, value in options.items() if value != base[option]}
    return {"profile": name, "overrides": overrides}


def random_value(rng, option, base):
    if isinstance(DOMAIN[option], list):
        return rng.choice(DOMAIN[option])
    if rng.random() > CAPS_OFTEN.get(option, 1):
        return base[option]
    return rng.randint(*INTS[option])


def satisfy(rng, options, seats):
    """Change what rules 7.2 forbids, towards the option that asks for the other."""
    if options["keep_drawing"] == "on":
        options["draw_mode"] = "until_playable"
    if options["stack_cross"] != "off":
        options["stack_wd4"] = "on"
    if options["stack_draw_two"] == "off" and (
        options["first_draw_two"] == "open_stack" or options["stack_cross"] != "off"
    ):
        options["stack_draw_two"] = rng.choice(["same_color", "any_color"])
    bluff = (options["wd4_enforcement"] == "bluff", options["challenge_by"] != "nobody")
    if any(bluff) and not all(bluff) and rng.random() < 0.5:
        options |= {"wd4_enforcement": "referee", "challenge_by": "nobody"}
    elif any(bluff):
        options["wd4_enforcement"] = "bluff"
        if options["challenge_by"] == "nobody":
            options["challenge_by"] = rng.choice(["victim", "any_opponent"])
        if options["wd4_condition"] == "free":
            options["wd4_condition"] = rng.choice(["no_color", "no_playable"])
    if options["teams"] == "pairs" and (seats < 4 or seats % 2):
        options["teams"] = "none"


def random_palette(rng):
    """Kinds of cards to draw from: few colours and few ranks, so that much fits and the piles run dry."""
    colors = rng.sample(COLORS, rng.randint(1, 4))
    ranks = rng.sample(NUMBERS, rng.randint(1, 6)) + rng.sample(ACTIONS, rng.randint(0, 3))
    wilds = WILDS * rng.choice([0, 1, 1, 2, 3, 5])
    return [color + rank for color in colors for rank in ranks] + wilds


def random_cards(rng, palette, number):
    return [rng.choice(palette) for _ in range(number)]


def random_opening(rng, options, seats):
    """A deal: the full deck, or so few cards that the pile soon ends."""
    opening = {"seats": seats, "dealer": rng.randrange(seats)}
    if rng.random() < 0.2:
        deck = full_deck(options["deck"])
        rng.shuffle(deck)
        return {**opening, "deck": deck}
    hand_size = rng.choice([1, 2, 2, 3, 4])
    deck = random_cards(rng, random_palette(rng), hand_size * seats + rng.randint(2, 14))
    if rng.random() < 0.7:
        deck[hand_size * seats] = rng.choice([rng.choice(COLORS) + action for action in ACTIONS] + WILDS)
    return {**opening, "hand_size": hand_size, "deck": deck}


def random_position(rng, options, seats):
    """Hands and piles from one palette; perhaps some teams gone already, perhaps a draw pending."""
    palette = random_palette(rng)
    active = random_active(rng, options, seats)
    hands = [random_cards(rng, palette, rng.choice([1, 1, 2, 2, 2, 3, 4, 7])) for _ in range(seats)]
    discard = random_cards(rng, palette, rng.choice([1, 1, 2, 3, 6]))
    position = {
        "hands": [hand if seat in active else [] for seat, hand in enumerate(hands)],
        "draw_pile": random_cards(rng, palette, rng.choice([0, 0, 1, 2, 4, 8, 15])),
        "discard": discard,
        "color": color_of(discard[0]) or rng.choice(COLORS),
        "direction": rng.choice([1, -1]),
        "turn": rng.choice(active),
        "dealer": rng.randrange(seats),
        "pending": random_pending(rng, options, discard[0]),
        "scores": random_scores(rng, options, seats),
    }
    return position if len(active) == seats else {**position, "active": active}


def random_active(rng, options, seats):
    """Mostly all; else some teams are gone, at least two are left."""
    half = seats // 2
    teams = [[seat, seat + half] for seat in range(half)] if options["teams"] == "pairs" else None
    teams = teams or [[seat] for seat in range(seats)]
    left = rng.randint(2, len(teams)) if rng.random() < 0.25 else len(teams)
    return sorted(seat for team in rng.sample(teams, left) for seat in team)


def random_pending(rng, options, top):
    """A pending draw only where a stack could have left it: over a challengeable WD4 a poll would be open."""
    over_two = draws(top) == 2 and options["stack_draw_two"] != "off"
    over_four = draws(top) == 4 and options["stack_wd4"] == "on" and options["wd4_enforcement"] == "referee"
    if not (over_two or over_four) or rng.random() < 0.3:
        return 0
    return draws(top) * rng.randint(1, 4)


def random_scores(rng, options, seats):
    """Below the target, often close to it; partners share theirs (ruling 37)."""
    target = options["target"]
    lowest = rng.choice([0, max(0, target - 60), max(0, target - 5)])
    scores = [rng.randint(lowest, max(lowest, target - 1)) if target > 1 else 0 for _ in range(seats)]
    if options["teams"] == "pairs":
        scores = [scores[seat % (seats // 2)] for seat in range(seats)]
    return scores


def random_start(rng):
    """A scenario without steps, and its table; starts that the oracle refuses are thrown again."""
    while True:
        seats = rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10])
        opens = rng.random() < 0.4
        story = {
            "name": "a random walk",
            "rules": random_rules(rng, seats, OPENINGS if opens else ()),
            "chance": str(rng.getrandbits(32)),
        }
        options = profile(*story["rules"].values())
        if check(options, seats):
            continue
        if opens:
            story["opening"] = random_opening(rng, options, seats)
        else:
            story["position"] = random_position(rng, options, seats)
        try:
            return story, scenario.begin(story)
        except ValueError:  # no card may open: ruling 31
            continue


def walk(rng, length=40):
    """A scenario of up to `length` steps, each with a full expectation; a few go past the round's end."""
    story, table = random_start(rng)
    if "opening" in story:
        story["start"] = scenario.expectation(table, None)
        del story["start"]["drew"]  # whether dealing is drawing is nobody's business
    story["steps"] = []
    past_end = 0
    while len(story["steps"]) < length and past_end < 2:
        step = random_step(rng, table)
        past_end += table.round is not None
        code = scenario.take_step(table, step)
        story["steps"].append({**step, "expect": scenario.expectation(table, code)})
    return story


def write_down(story):
    """A scenario as JSON text, one step a line, ready to be kept as a file."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in story.items() if key != "steps"]
    steps = ",\n".join(f"    {json.dumps(step)}" for step in story["steps"])
    return "\n".join(["{", *lines, '  "steps": [', steps, "  ]", "}", ""])


def without_expectations(story):
    """The same scenario as bare steps, to be played where the expectations come from elsewhere."""
    steps = [{key: value for key, value in step.items() if key != "expect"} for step in story["steps"]]
    return {**{key: value for key, value in story.items() if key != "start"}, "steps": steps}
