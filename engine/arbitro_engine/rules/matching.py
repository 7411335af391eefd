"""Which cards the open decision lets a seat play: against the pile, against what is pending, and after a draw.

What comes out is a set of cards that the seat need not hold; :func:`ask` keeps it on the round while the decision is open.
"""

from __future__ import annotations

from typing import Final

from arbitro_engine.rules.cards import WILD_DRAW_FOUR
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.table import NO_CARDS, OF_COLOR, Cards

__all__ = ["ask", "candidates", "opened", "wild_draw_four_is_wrong"]

# Bound once: looking a member up on its enum costs as much as a check.
_TURN, _AFTER_DRAW, _STACK, _CHALLENGE = (
    DecisionKind.TURN,
    DecisionKind.AFTER_DRAW,
    DecisionKind.STACK,
    DecisionKind.CHALLENGE,
)
_DRAW_FOUR: Final = frozenset({WILD_DRAW_FOUR})


def ask(round: Round, decision: DecisionKind, seats: tuple[int, ...]) -> None:
    """Put a decision to these seats."""
    round.decision = decision
    round.to_act = seats
    if round.answers:
        round.answers.clear()
    table = round.table
    if decision is _TURN and table.steady:  # what opened() comes to, for nearly all decisions
        round.playable = table.fits[round.discard[-1]][round.color or 0]
    else:
        round.playable = opened(round, round.turn)


def opened(round: Round, seat: int) -> Cards:
    """Return what the open decision lets the seat whose turn it is play."""
    cards = candidates(round, seat)
    if round.table.wd4_refereed and WILD_DRAW_FOUR in cards and wild_draw_four_is_wrong(round, seat):
        return cards - _DRAW_FOUR
    return cards


def candidates(round: Round, seat: int) -> Cards:
    """Return the same with the condition of a Wild Draw Four left aside."""
    decision, table, color = round.decision, round.table, round.color
    if color is None:
        return NO_CARDS
    if decision is _TURN or decision is _AFTER_DRAW:
        cards = table.fits[round.discard[-1]][color]
        if table.number_second and not OF_COLOR[color].isdisjoint(round.hands[seat]):
            cards = table.narrow[round.discard[-1]][color]
        if decision is _TURN:
            return cards
        if table.drawn_only:
            return cards.intersection(round.drawn)
        return cards if round.rules.play_after_draw == "any" else NO_CARDS
    if decision is _STACK or decision is _CHALLENGE:
        return table.answers[round.discard[-1]][color]
    return NO_CARDS


def wild_draw_four_is_wrong(round: Round, seat: int) -> bool:
    """Return whether this seat would break the condition of a Wild Draw Four by playing one now (rules 5.3).

    The hand left is judged against the colour in force before the card. Under no_playable it may hold no other card
    that this decision lets the seat play, Wild Draw Fours aside (ruling 22).
    """
    hand, condition = round.hands[seat], round.rules.wd4_condition
    if condition == "no_color":
        return not OF_COLOR[round.color or 0].isdisjoint(hand)
    if condition == "no_playable":
        return not (candidates(round, seat) - _DRAW_FOUR).isdisjoint(hand)
    return False
