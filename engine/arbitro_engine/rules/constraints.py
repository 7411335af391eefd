"""Which options contradict each other, and which have no effect beside others (rules 7.2).

Both are tables of ``(options, when, ...)`` over a plain mapping from names to values, so that a rule set with
several faults gets all of them named at once, before it exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.options import Value

__all__ = ["contradictions", "moot", "seat_faults"]

Options = Mapping[str, Any]
Test = Callable[[Options], bool]


def _asks_to_stack(o: Options) -> bool:
    """Whether a `stack` decision can come: a WD4 that may be challenged asks in the poll (ruling 23)."""
    return bool(o["stack_draw_two"] != "off" or (o["stack_wd4"] == "on" and o["wd4_enforcement"] != "bluff"))


def _shares_ties(o: Options) -> bool:
    return bool(o["final_tie"] == "shared" or o["extra_rounds_max"] == 0)


_CONTRADICTIONS: Final[tuple[tuple[str, Test, str], ...]] = (
    (
        "keep_drawing",
        lambda o: o["keep_drawing"] == "on" and o["draw_mode"] != "until_playable",
        "on needs draw_mode = until_playable",
    ),
    (
        "first_draw_two",
        lambda o: o["first_draw_two"] == "open_stack" and o["stack_draw_two"] == "off",
        "open_stack needs stack_draw_two = same_color or any_color",
    ),
    (
        "wd4_enforcement",
        lambda o: o["wd4_enforcement"] == "bluff" and o["wd4_condition"] == "free",
        "bluff needs wd4_condition = no_color or no_playable",
    ),
    (
        "wd4_enforcement",
        lambda o: o["wd4_enforcement"] == "bluff" and o["challenge_by"] == "nobody",
        "bluff needs challenge_by = victim or any_opponent",
    ),
    (
        "challenge_by",
        lambda o: o["challenge_by"] != "nobody" and o["wd4_enforcement"] != "bluff",
        "a challenge needs wd4_enforcement = bluff",
    ),
    (
        "stack_cross",
        lambda o: o["stack_cross"] != "off" and (o["stack_draw_two"] == "off" or o["stack_wd4"] == "off"),
        "mixing needs stack_draw_two = same_color or any_color, and stack_wd4 = on",
    ),
    (
        "players_min",
        lambda o: o["players_min"] > o["players_max"],
        "may not be above players_max",
    ),
    (
        "teams",
        lambda o: o["teams"] == "pairs" and o["players_max"] < 4,
        "pairs needs players_max of 4 or more",
    ),
    (
        "hand_size",
        lambda o: not _deal_leaves_a_card(o, o["players_min"]),
        "too many: the deal must leave at least one card to draw",
    ),
)

_MOOT: Final[tuple[tuple[tuple[str, ...], Test], ...]] = (
    (("dealer_symbols",), lambda o: o["dealer_pick"] == "fixed_seat"),
    (
        ("redraw_to",),
        lambda o: (
            "redraw" not in {o[f"first_{card}"] for card in ("skip", "reverse", "draw_two", "wild", "wd4")}
        ),
    ),
    # under `none` a turn is over after its draw: there is nothing to draw past or to be bound to play
    (("drawn_play", "keep_drawing"), lambda o: o["play_after_draw"] == "none"),
    (("stack_decline", "stack_victim_turn"), lambda o: not _asks_to_stack(o)),
    (
        ("challenge_guilty_draw", "challenge_fail_extra", "challenge_reveal"),
        lambda o: o["challenge_by"] == "nobody",
    ),
    (
        ("uno_fine", "uno_window", "uno_catchers", "uno_self_catch", "uno_self_catch_tie", "false_uno_cards"),
        lambda o: o["uno_mode"] != "enforced",
    ),
    (("uno_self_catch_tie",), lambda o: o["uno_self_catch"] == "off"),
    (("illegal_play_cards",), lambda o: o["illegal_play"] != "reject_and_draw"),
    (("reverse_two",), lambda o: o["teams"] == "pairs"),  # two seats in play are one team: the round is over
    (("last_draw_applies",), lambda o: o["scoring"] == "round_win"),  # rules 5.5: nothing to count
    (("team_points",), lambda o: o["teams"] == "none" or o["scoring"] != "winner_takes"),
    (("final_tie", "extra_rounds_max"), _shares_ties),
    (
        ("value_action", "value_wild", "value_wd4"),
        lambda o: o["scoring"] == "round_win" and o["blocked_round"] == "void",
    ),
)
_MOOT_VALUES: Final[dict[str, Value]] = {
    "uno_fine": 0,
    "last_draw_applies": "off",
    "illegal_play_cards": 0,
    "final_tie": "shared",
    "value_action": 20,
    "value_wild": 50,
    "value_wd4": 50,
}
"""What a moot option is set to, if not to its neutral value.

Numbers have none (ruling 17 for the values of cards). Under round_win nothing is drawn for the last card, as
rules 7.3 say of cumulative; without extra rounds places are shared.
"""


def contradictions(options: Options) -> list[tuple[str, str]]:
    """Return every broken constraint of rules 7.2 as (option, message)."""
    return [(option, message) for option, broken, message in _CONTRADICTIONS if broken(options)]


def moot(options: Options) -> Iterator[tuple[str, Value | None]]:
    """Yield each option without effect beside the others, and what to set it to (None: its neutral value).

    The options must not contradict each other.
    """
    for names, without_effect in _MOOT:
        if without_effect(options):
            for name in names:
                yield name, _MOOT_VALUES.get(name)


def seat_faults(options: Options, seats: int) -> list[tuple[str, str]]:
    """Return what forbids a table with so many seats, as (option, message)."""
    faults = []
    if seats < options["players_min"]:
        faults.append(("players_min", f"{seats} seats are too few: at least {options['players_min']}"))
    if seats > options["players_max"]:
        faults.append(("players_max", f"{seats} seats are too many: at most {options['players_max']}"))
    if options["teams"] == "pairs" and (seats % 2 or seats < 4):
        faults.append(("teams", f"pairs need an even number of seats, 4 or more: {seats} will not do"))
    if not _deal_leaves_a_card(options, seats):
        faults.append(("hand_size", f"{options['hand_size']} cards for {seats} seats leave no card to draw"))
    return faults


def _deal_leaves_a_card(o: Options, seats: int) -> bool:
    return bool(o["hand_size"] * seats + 1 < len(DECKS[o["deck"]]))
