"""Putting a decision: who is asked, and what is legal, worked out once for as long as it is open."""

from __future__ import annotations

from typing import Final

from arbitro_engine.rules.cards import Card
from arbitro_engine.rules.legal import offer_of
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.round import Round

__all__ = ["ask", "ask_after_draw_of"]

_AFTER_DRAW: Final = DecisionKind.AFTER_DRAW


def ask(round: Round, decision: DecisionKind, seats: tuple[int, ...]) -> None:
    """Put a decision to these seats."""
    round.decision = decision
    round.to_act = seats
    round.offer = offer_of(round)


def ask_after_draw_of(round: Round, card: Card) -> None:
    """Ask whether the one card drawn, which fits, is played: what :func:`ask` comes to at most tables.

    That is where a draw is of one card, which alone may be played then (`Table.one_card`).
    """
    round.decision = _AFTER_DRAW
    round.drawn = [card]
    round.offer = round.table.drawn[card]
