"""The rule set: every option of rules 7.1 as one field, checked, normalised and hashed when it is made."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Annotated, Final, Literal, Self, get_args, get_origin, get_type_hints

from arbitro_engine.rules.constraints import contradictions, moot, seat_faults
from arbitro_engine.rules.options import Choice, Number, Option, Value
from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.variants import ALIASES, refused_variant

__all__ = ["OPTIONS", "RuleFaults", "RuleSet", "faults"]

Seats = Annotated[int, Number(2, 10)]
Fine = Annotated[int, Number(0, 108)]
Points = Annotated[int, Number(0, 1000)]
OnOff = Literal["on", "off"]
OffOn = Literal["off", "on"]


class RuleFaults(ValueError):  # noqa: N818 - it carries several
    """A rule set that cannot be: *all* its faults as (option, message), in the order of rules 7.1."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{option}: {message}" for option, message in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The options of rules 7.1, by their names there; the first word of a choice is its neutral value.

    Options without effect beside the others are stored at one value, so equal games are equal rule sets with
    equal hashes. The profile's name takes no part in comparing. Make one with :meth:`of`.

    Raises:
        RuleFaults: if values are impossible or contradict each other (rules 7.2).
    """

    profile: str = field(compare=False)
    # A. table and deck
    variant: Literal["classic"]
    players_min: Seats
    players_max: Seats
    teams: Literal["none", "pairs"]
    deck: Literal["std108", "single_actions96"]
    color_labels: Literal["rgby", "orange_for_green"]
    hand_size: Annotated[int, Number(1, 53, 7)]
    # B. opening
    dealer_pick: Literal["draw_high", "fixed_seat"]
    dealer_symbols: Literal["zero", "void"]
    dealer_next: Literal["rotate", "winner", "keep"]
    first_seat: Literal["left", "right"]
    first_skip: Literal["skip_first", "ignore", "redraw"]
    first_reverse: Literal["dealer_starts", "flip_only", "ignore", "redraw"]
    first_draw_two: Literal["hit", "hit_keep_turn", "open_stack", "ignore", "redraw"]
    first_wild: Literal["first_names", "redraw", "seeded_color"]
    first_wd4: Literal["redraw", "hit"]
    redraw_to: Literal["reshuffle", "random_spot", "bottom"]
    # C. turn
    symbol_match: OnOff
    number_needs_no_color: OffOn
    voluntary_draw: OnOff
    draw_mode: Literal["one", "until_playable"]
    keep_drawing: OffOn
    play_after_draw: Literal["drawn_only", "any", "none"]
    drawn_play: Literal["optional", "mandatory"]
    # D. action cards
    stack_draw_two: Literal["off", "same_color", "any_color"]
    stack_wd4: OffOn
    stack_cross: Literal["off", "wd4_over_two", "both"]
    stack_decline: Literal["allowed", "not_allowed"]
    stack_victim_turn: Literal["loses", "keeps"]
    reverse_two: Literal["skip", "plain"]
    # E. Wild Draw Four
    wd4_condition: Literal["free", "no_color", "no_playable"]
    wd4_enforcement: Literal["referee", "bluff"]
    challenge_by: Literal["nobody", "victim", "any_opponent"]
    challenge_guilty_draw: Annotated[int, Number(0, 108, 4)]
    challenge_fail_extra: Annotated[int, Number(0, 108, 2)]
    challenge_reveal: Literal["challenger", "verdict_only", "table"]
    # F. UNO
    uno_mode: Literal["off", "announce", "enforced"]
    uno_fine: Fine
    uno_window: Literal["next_turn", "own_next_turn"]
    uno_catchers: Literal["any_opponent", "next_player"]
    uno_self_catch: OffOn
    uno_self_catch_tie: Literal["opponents", "offender", "coin"]
    false_uno_cards: Annotated[int, Number(0, 108, 0)]
    # G. round end and penalties
    last_draw_applies: OnOff
    blocked_round: Literal["lowest_hand", "void"]
    max_actions_per_round: Annotated[int, Number(1, 1_000_000, 5000)]
    illegal_play: Literal["reject", "reject_and_draw", "forfeit"]
    illegal_play_cards: Fine
    advice_cards: Fine
    # H. score
    scoring: Literal["winner_takes", "keep_own", "round_win"]
    target: Annotated[int, Number(1, 1_000_000)]
    value_action: Points
    value_wild: Points
    value_wd4: Points
    team_points: Literal["opponents_only", "all_others"]
    final_tie: Literal["extra_rounds", "shared"]
    extra_rounds_max: Annotated[int, Number(0, 1000, 10)]
    max_rounds: Annotated[int, Number(1, 1_000_000, 200)]
    hash: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        found = _misfits(self.options) or contradictions(self.options)
        if found:
            raise RuleFaults(found)
        for option, value in moot(self.options):
            object.__setattr__(self, option, OPTIONS[option].neutral if value is None else value)
        object.__setattr__(self, "hash", _hash(self.options))

    def __hash__(self) -> int:
        return hash(self.hash)  # equal rule sets have equal ones, and a text keeps its hash

    @classmethod
    def of(cls, profile: str, overrides: Mapping[str, Value] | None = None) -> Self:
        """Return the profile's rule set with some options changed; numbers may be decimal text.

        Raises:
            RuleFaults: naming every fault: what is not known, what is impossible, what contradicts.
        """
        profile = ALIASES.get(profile, profile)
        changes = dict(overrides or {})
        if changes.get("variant") in ALIASES:
            changes["variant"] = "classic"
        found = [] if profile in PROFILES else [("profile", _no_profile(profile))]
        known = {option: value for option, value in changes.items() if option in OPTIONS}
        found += [(option, _no_option(option)) for option in changes if option not in OPTIONS]
        misfits = _misfits(known)
        if profile in PROFILES:
            good = {o: OPTIONS[o].read(v) for o, v in known.items() if o not in dict(misfits)}
            options = {**PROFILES[profile], **good}
            # what a bad value contradicts cannot be said: its option stands at the profile's value meanwhile
            misfits += contradictions(options)
            if not found and not misfits:
                return cls(profile=profile, **options)  # type: ignore[arg-type]
        order = list(OPTIONS)
        raise RuleFaults(found + sorted(misfits, key=lambda fault: order.index(fault[0])))

    @property
    def options(self) -> dict[str, Value]:
        """Every option with its value, in the order of rules 7.1."""
        return {option: getattr(self, option) for option in OPTIONS}

    def overrides(self) -> dict[str, Value]:
        """Return the options whose values differ from the profile's own."""
        own = RuleSet.of(self.profile)
        return {option: value for option, value in self.options.items() if value != getattr(own, option)}


def faults(rules: RuleSet, seats: int) -> list[tuple[str, str]]:
    """Return what forbids a table with so many seats under these rules, as (option, message)."""
    return seat_faults(rules.options, seats)


def _options() -> dict[str, Option]:
    """Read the options off the fields of the rule set: the one place where they are listed."""
    options: dict[str, Option] = {}
    for name, hint in get_type_hints(RuleSet, include_extras=True).items():
        if get_origin(hint) is Literal:
            options[name] = Choice(get_args(hint))
        elif get_origin(hint) is Annotated:
            options[name] = hint.__metadata__[0]
    return options


OPTIONS: Final = _options()
"""Every option of rules 7.1 by name, in that order."""

_NOT_HASHED: Final = {"variant", "players_min", "players_max", "color_labels"}


def _misfits(values: Mapping[str, Value]) -> list[tuple[str, str]]:
    misfits = []
    for option, value in values.items():
        try:
            OPTIONS[option].read(value)
        except ValueError as error:
            variant = refused_variant(str(value)) if option == "variant" else None
            misfits.append((option, variant or str(error)))
    return misfits


def _hash(options: Mapping[str, Value]) -> str:
    """Return the SHA-256 of the sorted ``name=value`` lines, neutral values left out (rules 7.2), in hex."""
    lines = sorted(
        f"{option}={value}"
        for option, value in options.items()
        if option not in _NOT_HASHED and value != OPTIONS[option].neutral
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _no_profile(name: str) -> str:
    if refused := refused_variant(name):
        return refused
    near = get_close_matches(name.lower(), PROFILES, n=1)
    return f"{name!r} is not known: " + (
        f"did you mean {near[0]}?" if near else f"choose {', '.join(PROFILES)}"
    )


def _no_option(name: str) -> str:
    near = get_close_matches(name.lower(), OPTIONS, n=1)
    return (
        f"is no option: did you mean {near[0]}?"
        if near
        else "is no option: `arbitro rules official` lists them"
    )
