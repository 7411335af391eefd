"""Putting a decision: who is asked, and what is legal, worked out once for as long as it is open."""

from __future__ import annotations

from arbitro_engine.rules.legal import moves_of
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.round import Round

__all__ = ["ask"]


def ask(round: Round, decision: DecisionKind, seats: tuple[int, ...]) -> None:
    """Put a decision to these seats."""
    round.decision = decision
    round.to_act = seats
    round.moves = moves_of(round)
