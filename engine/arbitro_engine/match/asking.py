"""What a seat is told when it is asked, and what everybody may see of a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arbitro_engine.match.decisions import OpenDecision
from arbitro_engine.match.messages import Ask, PublicView
from arbitro_engine.match.seat import Seat
from arbitro_engine.rules.cards import Color
from arbitro_engine.rules.events import Event, EventKind
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.view import seat_view

__all__ = ["Before", "ask", "public_view"]

_make: Final = tuple.__new__  # half the cost of the class's own

Before = tuple[int, int, Color | None]
"""What a turn may change before it is over: the sizes of draw pile and discard pile, the colour in force."""


def ask(round: Round, seat: Seat, decision: OpenDecision) -> Ask:  # noqa: A002 - a round is a round
    """Return the question put to a seat, with the snapshot it needs.

    Raises:
        ValueError: if the rules do not ask this seat.
    """
    view = seat_view(round, seat.number)
    return _make(
        Ask,
        (
            seat.number,
            decision.id,
            decision.attempt,
            decision.left_us,
            seat.bank.left_us,
            seat.strikes,
            *view,
        ),
    )


def before(round: Round) -> Before:  # noqa: A002
    """Return what the turn that begins may change before anybody else learns of it."""
    return len(round.pile), len(round.discard), round.color


def public_view(round: Round, seq: int, waiting: Iterable[Event], before: Before) -> PublicView:  # noqa: A002
    """Return the table as it stands after the public events: what happened since (``waiting``) is taken back.

    Args:
        round: the round being played.
        seq: the number of the next public event.
        waiting: the events that are not public yet.
        before: the piles and the colour as they were before those events; not used if there are none.
    """
    counts = list(round.counts)
    active = list(round.active)
    piles = (len(round.pile), len(round.discard), round.color)
    for event in waiting:
        piles = before
        if event.kind is EventKind.DREW:
            counts[event.seat] -= event.count
        elif event.kind is EventKind.RETIRED:
            counts[event.seat] += event.count
            active[event.seat] = True
    return PublicView(
        seq,
        round.number,
        round.dealer,
        tuple(counts),
        round.top,
        piles[2],
        round.direction == 1,
        round.pending,
        piles[0],
        piles[1],
        tuple(round.scores),
        tuple(seat for seat, plays in enumerate(active) if plays),
    )
