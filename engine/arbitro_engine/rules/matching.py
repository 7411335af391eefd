"""Which cards the open decision lets a seat play: on the pile, on what is pending, and after a draw.

All is asked of the seat whose turn it is.
"""

from __future__ import annotations

from arbitro_engine.rules.cards import WILD_DRAW_FOUR, Kinds, kinds_of
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.table import OF_COLOR

__all__ = ["candidates", "playable", "wild_draw_four_is_wrong"]

# Bound once: looking a member up on its enum costs as much as a check.
_TURN, _AFTER_DRAW, _STACK, _CHALLENGE = (
    DecisionKind.TURN,
    DecisionKind.AFTER_DRAW,
    DecisionKind.STACK,
    DecisionKind.CHALLENGE,
)


def playable(round: Round) -> Kinds:
    """Return what the seat holds and the open decision lets it play."""
    kinds = candidates(round) & round.held[round.turn]
    if round.table.wd4_refereed and kinds & WILD_DRAW_FOUR.bit and wild_draw_four_is_wrong(round):
        return kinds & ~WILD_DRAW_FOUR.bit
    return kinds


def candidates(round: Round) -> Kinds:
    """Return what the open decision lets it play if held, the Wild Draw Four's condition left aside."""
    kinds = _matching(round)
    if round.decision is not _AFTER_DRAW:
        return kinds
    if round.table.drawn_only:
        return kinds & kinds_of(round.drawn)
    return kinds if round.rules.play_after_draw == "any" else 0


def _matching(round: Round) -> Kinds:
    """Return what lies on the pile: what fits its top, or answers what is pending."""
    decision, table, color = round.decision, round.table, round.color
    if decision is _TURN or decision is _AFTER_DRAW:
        holds_color = table.number_second and OF_COLOR[color or 0] & round.held[round.turn]
        return (table.narrow if holds_color else table.fits)[round.discard[-1]][color]
    if decision is _STACK or decision is _CHALLENGE:
        return table.answers[round.discard[-1]][color]
    return 0


def wild_draw_four_is_wrong(round: Round) -> bool:
    """Return whether the seat would break the condition of a Wild Draw Four by playing one now (rules 5.3).

    The hand left is judged against the colour in force before the card. Under no_playable it may hold no
    other card that matches, Wild Draw Fours aside, even one that the seat declined by drawing (rulings 22,
    44).
    """
    held, condition = round.held[round.turn], round.rules.wd4_condition
    if condition == "no_color":
        return bool(OF_COLOR[round.color or 0] & held)
    if condition == "no_playable":
        return bool(_matching(round) & ~WILD_DRAW_FOUR.bit & held)
    return False
