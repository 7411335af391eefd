"""What a move does: the only place where a round changes. Theory of operation.

**Phases.** A round that runs is always at one *decision*, put to one seat or, in a poll, to several::

    play ──> catch poll ──> challenge poll ──> stack ──> turn ──> after_draw
             a shout was    a Wild Draw Four   a pending          something drawn
             missed         may be doubted     draw may be        may be played
                                               answered

    an opening wild asks its `color` first; everything ends in `turn`, or in the end of the round

A move is applied whole: card, named colour and shout at once. It sets three marks: `suspect` (a shout was
missed), `claim` (a Wild Draw Four may be doubted), `pending` (cards lie on the seat whose `turn` it is). Then
:func:`proceed` puts the decision that the first mark set asks for, in the order of the picture. Closing a
poll clears its mark and proceeds again. Whom a card hits is fixed when it is played: `turn` moves there at
once (ruling 32).

**Who may act.** The seats in `to_act` that have not answered. Outside polls that is one seat. Polls are
sealed: answers have no effect until the last is in, and then take effect together.

**Order of checks.** :func:`~arbitro_engine.rules.legal.refusal` gives it. A refused move changes nothing. A
wrong card may be fined all the same; the match then calls :func:`wrong_card`.

**Order of effects.** The card goes down and its colour is in force; a Reverse turns the direction; whom it
hits is fixed; a false shout is fined. If the hand is empty, what is pending is drawn and counted, and the
round is over: no shout, no poll, no answer (rules 5.4, 5.5). Otherwise fines come before draws, a catch
before a challenge (rules 6 point 9).

**Ties.** Several catchers or accusers: the nearest in turn order from the player counts. A self-report
against a catch: uno_self_catch_tie. A challenge against a sealed card that would stack: the challenge (ruling
23).

**The end.** A hand is empty; or one empty turn for each seat in play, so that nothing can ever change; or one
team is left; or the cap of acts is reached. The cap is looked at after each act, when all its effects are
done (rulings 13, 14).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arbitro_engine.rules.asking import ask, ask_after_draw_of
from arbitro_engine.rules.cards import DECKS, Card
from arbitro_engine.rules.ending import end
from arbitro_engine.rules.events import Event, EventKind, Why
from arbitro_engine.rules.fines import charge
from arbitro_engine.rules.legal import must_pass, refusal
from arbitro_engine.rules.matching import playable
from arbitro_engine.rules.moves import NO_OFFER, Act, DecisionKind, Move, Refusal
from arbitro_engine.rules.piles import draw, draw_one
from arbitro_engine.rules.plays import lay
from arbitro_engine.rules.polls import close_catch, close_challenge, lose_turn, serve
from arbitro_engine.rules.retirement import remove
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.silence import default
from arbitro_engine.rules.turns import pass_on, proceed

__all__ = ["IllegalMove", "apply", "apply_default", "default", "fine", "retire", "wrong_card"]

# Bound once: looking a member up on its enum costs as much as a check.
_TURN, _AFTER_DRAW, _, _CHALLENGE, _CATCH, _ = DecisionKind
_IN_TURN: Final = Why.TURN


class IllegalMove(ValueError):  # noqa: N818 - it is one
    """A move that is refused.

    Attributes:
        why: the reason.
    """

    def __init__(self, seat: int, move: Move, why: Refusal) -> None:
        super().__init__(f"seat {seat} may not {move}: {why}")
        self.why = why


def apply(round: Round, seat: int, move: Move) -> list[Event]:
    """Make a legal move and return what happened.

    Raises:
        IllegalMove: with the reason, if the move is refused; the round is then unchanged.
    """
    if seat != round.turn or move not in round.offer[0]:
        why = refusal(round, seat, move)  # nearly all moves need no look at it
        if why is not None:
            raise IllegalMove(seat, move, why)
    events: list[Event] = []
    if round.claim is None:
        _MOVES[move[0]](round, seat, move, events)
    else:
        _answer(round, seat, move, events)
    round.actions_left -= 1
    if not round.actions_left:
        _cap(round, events)
    return events


def apply_default(round: Round, seat: int) -> tuple[list[Move], list[Event]]:
    """Make the default of a silent seat, whole, and return its moves and what happened (ruling 12).

    It is one act towards the cap, however many moves it takes (ruling 14).

    Raises:
        ValueError: if the seat is not asked; the round is then unchanged.
    """
    moves: list[Move] = []
    events: list[Event] = []
    while not moves or (moves[-1].act is Act.DRAW and round.decision is _AFTER_DRAW):
        moves.append(default(round, seat))
        (_answer if round.claim else _MOVES[moves[-1].act])(round, seat, moves[-1], events)
    _count(round, events)
    return moves, events


def wrong_card(round: Round, seat: int) -> list[Event]:
    """Fine a seat for a wrong card, which is back in its hand: the turn is over (ruling 9).

    To be called where :func:`~arbitro_engine.rules.legal.is_fined` says so of the refusal.
    """
    events: list[Event] = []
    charge(round, seat, round.rules.illegal_play_cards, Why.WRONG_CARD, events)
    pass_on(round, events)
    _count(round, events)
    return events


def fine(round: Round, seat: int, cards: int) -> list[Event]:
    """Fine a seat by an arbiter's word, before the open decision is put to anybody (ruling 42).

    Raises:
        ValueError: if the round is over, the seat has left, or a poll has begun to be answered.
    """
    if not _plays_on(round, seat) or round.answers:
        raise ValueError(
            f"seat {seat} cannot be fined now: only a seat in play, and not while a poll is open"
        )
    events: list[Event] = []
    charge(round, seat, cards, Why.ADVICE, events)
    if round.decision is _CATCH and round.suspect == seat:
        round.suspect = None
        proceed(round, events)
    elif round.decision is _AFTER_DRAW:
        _ask_after_draw(round, events)  # the cards of the fine can forbid what fitted (ruling 51)
    elif round.decision is not None:
        ask(round, round.decision, round.to_act)  # what may be played can follow from the hand
    return events


def retire(round: Round, seat: int, why: Why) -> list[Event]:
    """Take a seat, and its partner, out of the round at any moment; ``why`` is the ending that takes it out.

    Raises:
        ValueError: if the round is over or the seat has left already.
    """
    if not _plays_on(round, seat):
        raise ValueError(f"seat {seat} cannot leave: it is not in play")
    events: list[Event] = []
    if remove(round, seat, why, events):
        proceed(round, events)
    elif round.decision in {_CATCH, _CHALLENGE} and len(round.answers) == len(round.to_act):
        _settle(round, events)
    return events


def _plays_on(round: Round, seat: int) -> bool:
    return round.result is None and 0 <= seat < round.seats and round.active[seat]


def _draw(round: Round, seat: int, move: Move, events: list[Event]) -> None:  # noqa: ARG001
    """Draw one card, or until one fits (ruling 4)."""
    round.passes = 0
    table = round.table
    if table.one_card:
        card = draw_one(round, seat, events)
        if table.fits[round.discard[-1]][round.color] & card.bit:
            ask_after_draw_of(round, card)
        else:
            pass_on(round, events)  # ruling 2
        return
    plays_on = round.rules.play_after_draw != "none"
    if plays_on:
        round.decision = _AFTER_DRAW
    if table.until_playable:

        def fits(card: Card) -> bool:
            round.drawn.append(card)
            return bool(playable(round) & card.bit)

        draw(round, seat, len(DECKS[round.rules.deck]), _IN_TURN, events, fits)
    else:
        round.drawn += draw(round, seat, 1, _IN_TURN, events)
    if plays_on:
        _ask_after_draw(round, events)
    else:
        pass_on(round, events)


def _ask_after_draw(round: Round, events: list[Event]) -> None:
    """Ask what is played after a draw; the turn is over if nothing can be, or must be passed (2, 3)."""
    can_play = bool(playable(round))
    if can_play or must_pass(round, can_play):
        ask(round, _AFTER_DRAW, round.to_act)
    else:
        pass_on(round, events)


def _keep(round: Round, seat: int, move: Move, events: list[Event]) -> None:  # noqa: ARG001
    pass_on(round, events)


def _pass(round: Round, seat: int, move: Move, events: list[Event]) -> None:  # noqa: ARG001
    """Pass; once all seats in play have passed in a row the round is blocked (rules 5.8, ruling 13)."""
    if round.decision is _TURN:
        round.passes += 1
        if round.passes == sum(round.active):
            events.append(Event(EventKind.PASSED, seat))
            end(round, Why.BLOCKED, events)
            return
    pass_on(round, events)


def _take(round: Round, seat: int, move: Move, events: list[Event]) -> None:  # noqa: ARG001
    """Draw the whole stack; the turn is lost unless the rules say otherwise (rules 5.6, ruling 24)."""
    serve(round, seat, round.pending, events)
    if round.rules.stack_victim_turn == "loses":
        lose_turn(round, events)
    proceed(round, events)


def _name_color(round: Round, seat: int, move: Move, events: list[Event]) -> None:
    """Name the colour of an opening wild; the seat then acts (rules 5.1)."""
    round.color = move.color
    events.append(Event(EventKind.COLOR_NAMED, seat, color=move.color))
    proceed(round, events)


def _answer(round: Round, seat: int, move: Move, events: list[Event]) -> None:
    """Seal an answer; the last one closes the poll (rules 6 point 3)."""
    round.answers[seat] = move
    if seat == round.turn:
        round.offer = NO_OFFER
    if len(round.answers) == len(round.to_act):
        _settle(round, events)


def _settle(round: Round, events: list[Event]) -> None:
    stacked = None
    if round.decision is _CATCH and round.suspect is not None:
        close_catch(round, round.suspect, events)
    elif round.claim is not None:
        stacked = close_challenge(round, round.claim, events)
    if stacked is None:
        proceed(round, events)
    else:
        lay(round, round.turn, stacked, events)


def _count(round: Round, events: list[Event]) -> None:
    """Count an act, all effects of which are done (ruling 14)."""
    round.actions_left -= 1
    if not round.actions_left:
        _cap(round, events)


def _cap(round: Round, events: list[Event]) -> None:
    """End the round, unless it is over: the last act allowed is done (ruling 14)."""
    if round.result is None:
        end(round, Why.CAPPED, events)


# While a claim stands a poll is open, and any move is an answer.
_MOVES: Final[dict[Act, Callable[[Round, int, Move, list[Event]], None]]] = {
    Act.PLAY: lay,
    Act.DRAW: _draw,
    Act.KEEP: _keep,
    Act.TAKE: _take,
    Act.PASS: _pass,
    Act.COLOR: _name_color,
    **dict.fromkeys((Act.CHALLENGE, Act.ACCEPT, Act.CATCH, Act.IGNORE, Act.SELF), _answer),
}
