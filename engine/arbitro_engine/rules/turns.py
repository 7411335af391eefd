"""Turns: which decision comes next, and what is drawn without one."""

from __future__ import annotations

from typing import Final

from arbitro_engine.rules.asking import ask
from arbitro_engine.rules.events import PASSED, Event
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.polls import lose_turn, open_catch, open_challenge, serve
from arbitro_engine.rules.round import Round

__all__ = ["begin_turn", "pass_on", "proceed"]

_TURN: Final = DecisionKind.TURN
_STACK: Final = DecisionKind.STACK


def proceed(round: Round, events: list[Event]) -> None:
    """Put the next decision: catch poll, challenge poll, an answer to what is pending, a turn (rules 6, 5.3).

    What is pending and cannot be answered with a card is drawn here, and costs the turn.
    """
    if round.suspect is not None:
        open_catch(round, round.suspect, events)
    elif round.claim is not None:
        open_challenge(round, round.claim, events)
    else:
        if round.pending and not round.table.answers[round.top][round.color]:
            serve(round, round.turn, round.pending, events)
            lose_turn(round, events)
        begin_turn(round, events)


def begin_turn(round: Round, events: list[Event]) -> None:
    """Ask the seat whose turn it is: to answer what is pending, else what it does.

    What :func:`proceed` comes to where no poll is due; plain plays and passes come here at once.
    """
    seat = round.turn
    if round.unsaid[seat]:
        # the second and last chance to catch it: just before its own next turn (rules 6 point 5, ruling 18)
        round.unsaid[seat] = False
        round.suspect = seat
        open_catch(round, seat, events)
        return
    if round.drawn:
        round.drawn = []
    table = round.table
    if round.pending:
        ask(round, _STACK, table.alone[seat])
    elif table.steady and round.pile:  # what `ask` comes to, for nearly all turns
        round.decision = _TURN
        round.to_act = table.alone[seat]
        round.offer = table.turns[table.fits[round.discard[-1]][round.color] & round.held[seat]]
    else:
        ask(round, _TURN, table.alone[seat])


def pass_on(round: Round, events: list[Event]) -> None:
    """End a turn in which no card was played: all see the same, whatever the reason (rulings, preface)."""
    seat = round.turn
    events.append(PASSED[seat])
    round.turn = round.following[seat]
    begin_turn(round, events)
