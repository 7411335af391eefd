"""Fines and penalties: cards a seat must draw for what it did, or for what was played against it."""

from __future__ import annotations

from typing import Final

from arbitro_engine.rules.events import Event, Why, fined, forgiven
from arbitro_engine.rules.piles import draw
from arbitro_engine.rules.round import Round

__all__ = ["charge", "draw_or_forgive"]

_AS_FINE: Final = Why.FINE  # bound once: looking a member up on its enum costs


def charge(round: Round, seat: int, cards: int, why: Why, events: list[Event]) -> None:
    """Fine a seat: it draws the cards, its window for being caught closes, and empty turns count anew.

    The latter two hold even if nothing could be drawn (rulings 13, 18, 42).
    """
    events.append(fined(seat, cards, why))
    draw_or_forgive(round, seat, cards, _AS_FINE, events)
    round.unsaid[seat] = False
    round.passes = 0


def draw_or_forgive(round: Round, seat: int, cards: int, why: Why, events: list[Event]) -> None:
    """Draw a penalty or a fine; what cannot be drawn is forgiven for good, both numbers are told (5.7)."""
    missing = cards - len(draw(round, seat, cards, why, events))
    if missing:
        events.append(forgiven(seat, missing))
