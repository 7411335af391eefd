"""Turns: which decision comes next, and what is drawn without one."""

from __future__ import annotations

from arbitro_engine.rules.asking import ask, ask_turn
from arbitro_engine.rules.events import PASSED, Event
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.polls import lose_turn, open_catch, open_challenge, serve
from arbitro_engine.rules.round import Round

__all__ = ["next_turn", "pass_on", "proceed"]


def proceed(round: Round, events: list[Event]) -> None:
    """Put the next decision: catch poll, challenge poll, an answer to what is pending, a turn (rules 6, 5.3).

    What is pending and cannot be answered with a card is drawn here, and costs the turn.
    """
    if round.suspect is not None:
        open_catch(round, round.suspect, events)
        return
    if round.claim is not None:
        open_challenge(round, round.claim, events)
        return
    if round.pending and not round.table.answers[round.top][round.color or 0]:
        serve(round, round.turn, round.pending, events)
        lose_turn(round, events)
    if round.unsaid[round.turn]:
        # the second and last chance to catch it: just before its own next turn (rules 6 point 5, ruling 18)
        round.unsaid[round.turn] = False
        round.suspect = round.turn
        open_catch(round, round.turn, events)
        return
    if round.drawn:
        round.drawn = []
    if round.pending:
        ask(round, DecisionKind.STACK, round.table.alone[round.turn])
    else:
        ask_turn(round)


def next_turn(round: Round, events: list[Event]) -> None:
    """Give the turn to the next seat."""
    round.turn = round.following[round.turn]
    proceed(round, events)


def pass_on(round: Round, events: list[Event]) -> None:
    """End a turn in which no card was played: all see the same, whatever the reason (rulings, preface)."""
    events.append(PASSED[round.turn])
    next_turn(round, events)
