"""Points: what hands are worth, who wins a round that nobody went out of, and when a match is over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from arbitro_engine.rules.cards import CARDS, WILD, WILD_DRAW_FOUR, Card
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.table import Table

__all__ = ["BY_LOWEST_HAND", "MatchOutcome", "hand_value", "lowest_hand", "match_outcome", "round_points"]


BY_LOWEST_HAND: Final = {Why.BLOCKED, Why.CAPPED}
"""The ends of a round that nobody went out of (rules 5.8)."""

_LAST_STANDING: Final = Why.LAST_STANDING  # bound once: looking a member up on its enum costs


class MatchOutcome(NamedTuple):
    """Whether a match is over after a round, who won it, and why it ended.

    Attributes:
        over: whether no further round is played.
        winner: the lowest seat of the winning team; None if it is not over or the places are shared.
        why: TARGET or ROUND_CAP; None if it is not over, or over because one team is left.
    """

    over: bool
    winner: int | None
    why: Why | None


def hand_value(rules: RuleSet, hand: Sequence[Card]) -> int:
    """Return what a hand is worth: numbers at face value, the others as the rules say (rules 1.1, 7.1 H)."""
    return sum(map(_values(rules.value_action, rules.value_wild, rules.value_wd4).__getitem__, hand))


@lru_cache
def _values(action: int, wild: int, wild_draw_four: int) -> dict[Card, int]:
    wilds = {WILD: wild, WILD_DRAW_FOUR: wild_draw_four}
    return {card: action if card.number is None else card.number for card in CARDS} | wilds


def lowest_hand(rules: RuleSet, hands: Sequence[Sequence[Card]], active: Sequence[bool]) -> int | None:
    """Return the seat with the lowest hand, None if teams tie for it (rules 5.8, ruling 38)."""
    partner = Table.of(rules, len(hands)).partner
    values = {seat: hand_value(rules, hands[seat]) for seat in range(len(hands)) if active[seat]}
    lowest = [seat for seat, value in values.items() if value == min(values.values())]
    teams = {min(seat, partner[seat]) for seat in lowest}
    return lowest[0] if len(teams) == 1 else None


def round_points(
    rules: RuleSet, hands: Sequence[Sequence[Card]], winner: int | None, why: Why
) -> tuple[tuple[int, ...], int]:
    """Return by how much each seat's score rises, and what the winner is credited with.

    By rulings 15, 16, 35 and 37. Hands of seats that left are empty. Partners' scores always rise together.
    """
    table = Table.of(rules, len(hands))
    seats = range(table.seats)
    nothing = (0,) * table.seats
    if rules.scoring == "keep_own":
        if why is _LAST_STANDING or (why in BY_LOWEST_HAND and rules.blocked_round == "void"):
            return nothing, 0
        own = [hand_value(rules, hand) for hand in hands]
        return tuple(own[s] + (own[table.partner[s]] if table.partner[s] != s else 0) for s in seats), 0
    if winner is None:
        return nothing, 0
    if rules.scoring == "round_win":
        credited = 1
    elif why is _LAST_STANDING:
        credited = 0
    else:
        counted = table.opponents[winner] if rules.team_points == "opponents_only" else seats
        credited = sum(hand_value(rules, hands[seat]) for seat in counted if seat != winner)
    return tuple(credited if s in {winner, table.partner[winner]} else 0 for s in seats), credited


def match_outcome(
    rules: RuleSet,
    scores: Sequence[int],
    active: Sequence[bool],
    rounds_played: int,
    extra_rounds: int = 0,
) -> MatchOutcome:
    """Return whether the match is over after a round, and who won.

    A match ends when a seat has reached the target, one that left included (ruling 53), or after max_rounds,
    with the best total among the seats in play: the highest, or the lowest under keep_own (rulings 39, 40).
    Equal best totals go to final_tie. It also ends when one team is left (rulings 35, 41).

    Args:
        rules: the rule set.
        scores: per seat, after the round.
        active: per seat, whether it is still in play.
        rounds_played: all rounds so far, extra ones included.
        extra_rounds: how many of them were extra rounds.
    """
    partner = Table.of(rules, len(scores)).partner
    teams = {
        seat: scores[seat] for seat in range(len(scores)) if active[seat] and min(seat, partner[seat]) == seat
    }
    if len(teams) == 1:
        return MatchOutcome(over=True, winner=min(teams), why=None)
    reached = max(scores) >= rules.target
    if not reached and rounds_played < rules.max_rounds:
        return MatchOutcome(over=False, winner=None, why=None)
    why = Why.TARGET if reached else Why.ROUND_CAP
    best = (min if rules.scoring == "keep_own" else max)(teams.values())
    winners = [seat for seat, total in teams.items() if total == best]
    if len(winners) == 1:
        return MatchOutcome(over=True, winner=winners[0], why=why)
    if rules.final_tie == "extra_rounds" and extra_rounds < rules.extra_rounds_max:
        return MatchOutcome(over=False, winner=None, why=None)
    return MatchOutcome(over=True, winner=None, why=why)
