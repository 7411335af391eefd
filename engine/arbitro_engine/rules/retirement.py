"""Taking a seat out of a running round (rules 5.10, rulings 32 to 36). A pair leaves as a whole (5.2)."""

from __future__ import annotations

from arbitro_engine.rules.asking import ask
from arbitro_engine.rules.ending import end
from arbitro_engine.rules.events import Event, EventKind, Why
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.round import Round

__all__ = ["remove"]


def remove(round: Round, seat: int, why: Why, events: list[Event]) -> bool:
    """Take a seat and its partner out; their cards leave play. Return whether another decision must be put.

    Whom a played card hits is fixed: what was pending on a seat that leaves is void, the seat after it takes
    a normal turn (ruling 32). A poll goes on without the seats that left, unless it was about them or for
    them.
    """
    leaving = dict.fromkeys((seat, round.table.partner[seat]))
    for leaver in leaving:
        hand = round.hands[leaver]
        events.append(Event(EventKind.RETIRED, leaver, count=len(hand), why=why, cards=tuple(hand)))
        round.removed += hand
        hand.clear()
        round.held[leaver] = 0
        round.active[leaver] = False
        round.unsaid[leaver] = False
        round.answers.pop(leaver, None)  # ruling 34
    round.passes = 0
    round.order_seats()
    if round.teams() == 1:
        end(round, Why.LAST_STANDING, events, winner=round.active.index(True))  # ruling 35
        return False
    hit = round.turn in leaving
    if hit:
        round.pending = 0
        round.claim = None
        round.turn = round.following[round.turn]
    if round.decision is DecisionKind.CATCH:
        if round.suspect in leaving:
            round.suspect = None  # ruling 33
            round.answers.clear()
            return True
    elif round.decision is DecisionKind.COLOR and hit:
        ask(round, DecisionKind.COLOR, round.table.alone[round.turn])  # ruling 36
        return False
    elif hit:
        round.answers.clear()
        return True
    round.to_act = tuple(other for other in round.to_act if round.active[other])
    return False
