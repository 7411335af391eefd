"""The end of a round: who won it, what it is worth, and nothing left open."""

from __future__ import annotations

from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why
from arbitro_engine.rules.moves import NO_OFFER
from arbitro_engine.rules.round import Round, RoundResult
from arbitro_engine.rules.scoring import BY_LOWEST_HAND, lowest_hand, round_points

__all__ = ["end"]


def end(round: Round, why: Why, events: list[Event], winner: int | None = None) -> None:
    """End the round: credit the points, once, and close whatever is open.

    What was still pending lapses (ruling 14). A blocked or capped round is won by the lowest hand, or
    by nobody under `void` (rules 5.8).
    """
    if why in BY_LOWEST_HAND and round.rules.blocked_round == "lowest_hand":
        winner = lowest_hand(round.rules, round.hands, round.active)
    points, credited = round_points(round.rules, round.hands, winner, why)
    for seat, more in enumerate(points):
        round.scores[seat] += more
    round.result = RoundResult(winner, why, points, credited)
    round.decision = None
    round.to_act = ()
    round.offer = NO_OFFER
    round.answers.clear()
    round.drawn.clear()
    round.unsaid = [False] * round.seats
    round.suspect = round.claim = None
    round.pending = round.passes = 0
    events.append(
        Event(
            EventKind.ROUND_ENDED,
            NOBODY if winner is None else winner,
            count=credited,
            why=why,
            points=points,
            scores=tuple(round.scores),
        )
    )
