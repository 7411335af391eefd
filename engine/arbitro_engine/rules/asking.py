"""Putting a decision: who is asked, and what is legal, worked out once for as long as it is open."""

from __future__ import annotations

from typing import Final

from arbitro_engine.rules.legal import at_turn, offer_of
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.round import Round

__all__ = ["ask", "ask_turn"]

_TURN: Final = DecisionKind.TURN


def ask(round: Round, decision: DecisionKind, seats: tuple[int, ...]) -> None:
    """Put a decision to these seats."""
    round.decision = decision
    round.to_act = seats
    round.offer = offer_of(round)


def ask_turn(round: Round) -> None:
    """Put a turn to the seat whose it is: what :func:`ask` comes to, for nearly all decisions there are."""
    table, seat = round.table, round.turn
    round.decision = _TURN
    round.to_act = table.alone[seat]
    if table.steady:
        kinds = table.fits[round.discard[-1]][round.color or 0] & round.held[seat]
        round.offer = at_turn(kinds, not round.pile and len(round.discard) < 2, table.voluntary_draw)
    else:
        round.offer = offer_of(round)
