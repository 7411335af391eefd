"""The two sealed polls: who is asked, and what the answers amount to once all are in (rules 5.3, 6).

An answer has no effect before the poll closes, so that speed decides nothing. Closing a poll settles fines
and draws; what comes next is for :mod:`arbitro_engine.rules.turns`.
"""

from __future__ import annotations

from collections.abc import Collection

from arbitro_engine.rules.asking import ask
from arbitro_engine.rules.events import (
    CATCH_POLL,
    CHALLENGE_POLL,
    SKIPPED,
    UNCHALLENGED,
    Event,
    EventKind,
    Why,
    caught,
    challenged,
    revealed,
)
from arbitro_engine.rules.fines import charge, draw_or_forgive
from arbitro_engine.rules.moves import Act, DecisionKind, Move
from arbitro_engine.rules.round import Claim, Round

__all__ = ["close_catch", "close_challenge", "nearest", "open_catch", "open_challenge"]


def nearest(round: Round, seat: int, among: Collection[int]) -> int:
    """Return which of these seats, all in play, comes first after ``seat`` in the direction in force."""
    other = round.following[seat]
    while other not in among:
        other = round.following[other]
    return other


# Bound once: looking a member up on its enum costs as much as a check.
_, _, _, _TO_CHALLENGE, _TO_CATCH, _ = DecisionKind
_PLAY, _CHALLENGE, _CATCH, _SELF = Act.PLAY, Act.CHALLENGE, Act.CATCH, Act.SELF
_AS_PENALTY, _MISSED_UNO = Why.PENALTY, Why.MISSED_UNO


# ------------------------------------------------------------------------------------------- catch


def open_catch(round: Round, suspect: int, events: list[Event]) -> None:
    """Ask who catches a missed shout: the opponents or the nearest of them, never the partner (6, ruling 19).

    The suspect is asked too where it may report itself.
    """
    asked = round.opponents(suspect)
    if round.rules.uno_catchers == "next_player":
        asked = (nearest(round, suspect, asked),)
    if round.rules.uno_self_catch == "on":
        asked = tuple(sorted((*asked, suspect)))
    events.append(CATCH_POLL[suspect])
    ask(round, _TO_CATCH, asked)


def close_catch(round: Round, suspect: int, events: list[Event]) -> None:
    """Fine the suspect once if anybody caught it; the nearest catcher is recorded (rules 6 points 3, 6)."""
    catchers = [seat for seat, move in round.answers.items() if move.act is _CATCH]
    reported = suspect in round.answers and round.answers[suspect].act is _SELF
    round.answers.clear()
    round.suspect = None
    if catchers and not (reported and not _catchers_win(round, events)):
        events.append(caught(suspect, nearest(round, suspect, catchers)))
        charge(round, suspect, round.rules.uno_fine, _MISSED_UNO, events)
    elif reported:
        events.append(Event(EventKind.SAVED, suspect))
        round.unsaid[suspect] = False


def _catchers_win(round: Round, events: list[Event]) -> bool:
    tie = round.rules.uno_self_catch_tie
    if tie != "coin":
        return tie == "opponents"
    won = round.chance.coin()
    events.append(Event(EventKind.CHANCE, why=Why.COIN, flag=won))
    return won


# --------------------------------------------------------------------------------------- challenge


def open_challenge(round: Round, claim: Claim, events: list[Event]) -> None:
    """Ask who challenges a Wild Draw Four, within the rules or not: leaving it out would tell (5.3)."""
    victim_alone = round.rules.challenge_by == "victim"
    events.append(CHALLENGE_POLL[claim.seat])
    asked = (round.turn,) if victim_alone else round.opponents(claim.seat)
    ask(round, _TO_CHALLENGE, asked)


def close_challenge(round: Round, claim: Claim, events: list[Event]) -> Move | None:
    """Settle the challenge of the nearest accuser; return the victim's play if that stacks instead.

    Guilty: the player draws the four and what lay below, the victim is spared and keeps the turn. Otherwise
    the accuser draws all that is pending and some more, and the victim loses the turn, whoever drew. Without
    a challenge the victim draws, or its sealed card is laid (rules 5.3, ruling 23).
    """
    accusers = [seat for seat, move in round.answers.items() if move.act is _CHALLENGE]
    stacked = round.answers.get(round.turn)
    round.answers.clear()
    round.claim = None
    if not accusers:
        events.append(UNCHALLENGED[claim.seat])
        if stacked is not None and stacked.act is _PLAY:
            return stacked
        serve(round, round.turn, round.pending, events)
        lose_turn(round, events)
        return None
    accuser = nearest(round, claim.seat, accusers)
    events.append(challenged(accuser, claim.seat, claim.guilty))
    events += [revealed(claim.seat, viewer, claim.hand) for viewer in _viewers(round, claim, accuser)]
    if claim.guilty:
        serve(round, claim.seat, claim.below + round.rules.challenge_guilty_draw, events)
    else:
        serve(round, accuser, round.pending + round.rules.challenge_fail_extra, events)
        lose_turn(round, events)
    return None


def _viewers(round: Round, claim: Claim, accuser: int) -> list[int]:
    """Who is shown the snapshot (rules 5.9, ruling 25)."""
    reveal = round.rules.challenge_reveal
    if reveal == "challenger":
        return [accuser]
    return [s for s in range(round.seats) if round.active[s] and s != claim.seat and reveal == "table"]


def serve(round: Round, seat: int, cards: int, events: list[Event]) -> None:
    """Let a seat draw what is pending, which then is nothing; a seat that left draws nothing (ruling 33)."""
    round.pending = 0
    round.passes = 0
    if round.active[seat]:
        draw_or_forgive(round, seat, cards, _AS_PENALTY, events)


def lose_turn(round: Round, events: list[Event]) -> None:
    """Let the seat whose turn it is lose it to the next one."""
    events.append(SKIPPED[round.turn])
    round.turn = round.following[round.turn]
