"""What a seat may do, and why a move is refused. Nothing here changes a round.

A move wrong in several ways is refused for the first of these reasons (ruling 8): it is no move; the seat is not
asked, or has answered; the decision takes no such act; the named colour is missing or out of place; the card is not in
hand; then what the rules say of the act itself, for a card: whether this decision opens it, then the card against the
pile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arbitro_engine.rules.cards import COLORS, WILD_DRAW_FOUR, Card
from arbitro_engine.rules.matching import candidates
from arbitro_engine.rules.moves import BARE_MOVES, Act, DecisionKind, Move, Refusal
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.table import PLAYS

__all__ = ["can_play", "is_fined", "is_forfeit", "legal", "must_pass", "refusal"]

# Bound once: looking a member up on its enum costs as much as a check.
_TURN, _AFTER_DRAW, _STACK, _CHALLENGE, _CATCH, _COLOR = DecisionKind
_PLAY, _DRAWING, _NAMING = Act.PLAY, Act.DRAW, Act.COLOR
_DRAW, _KEEP, _PASS, _TAKE = (BARE_MOVES[act] for act in (Act.DRAW, Act.KEEP, Act.PASS, Act.TAKE))

_ACTS: Final = {
    _TURN: {Act.PLAY, Act.DRAW, Act.PASS},
    _AFTER_DRAW: {Act.PLAY, Act.DRAW, Act.KEEP, Act.PASS},
    _STACK: {Act.PLAY, Act.TAKE},
    _CHALLENGE: {Act.ACCEPT, Act.CHALLENGE},
    _CATCH: {Act.CATCH, Act.IGNORE},
    _COLOR: {Act.COLOR},
}
_ACTS_TO_STACK: Final = {Act.PLAY, Act.ACCEPT, Act.CHALLENGE}
_ACTS_OF_SUSPECT: Final = {Act.SELF, Act.IGNORE}
_COLOR_MOVES: Final = [Move(Act.COLOR, None, color) for color in COLORS]
_BESIDE_PLAYS: Final = {_STACK: [_TAKE], _AFTER_DRAW: [_DRAW, _KEEP, _PASS]}
_CHALLENGE_MOVES: Final = [BARE_MOVES[Act.ACCEPT], BARE_MOVES[Act.CHALLENGE]]
_CATCH_MOVES: Final = [BARE_MOVES[Act.CATCH], BARE_MOVES[Act.IGNORE]]
_SUSPECT_MOVES: Final = [BARE_MOVES[Act.SELF], BARE_MOVES[Act.IGNORE]]
_WRONG_CARDS: Final = {Refusal.NO_MATCH, Refusal.NUMBER_NEEDS_NO_COLOR, Refusal.WILD_DRAW_FOUR_NOT_ALLOWED}


# ------------------------------------------------------------------------------------- legal moves


def legal(round: Round, seat: int) -> list[Move]:
    """Return the moves open to a seat, without shouts: plays in canonical order, then take, draw, keep, pass.

    In polls: plays that stack, accept, challenge; catch, self, ignore (rulings, preface). Empty if the seat is not
    asked, or has answered.
    """
    decision = round.decision
    if decision is None or seat not in round.to_act or seat in round.answers:
        return []
    if decision is _CATCH:
        return list(_SUSPECT_MOVES if seat == round.suspect else _CATCH_MOVES)
    if decision is _COLOR:
        return list(_COLOR_MOVES)
    moves = _plays(round, seat)
    if decision is _TURN:
        if round.pile or len(round.discard) > 1:
            if not moves or round.table.voluntary_draw:
                moves.append(_DRAW)
        elif not moves:
            moves.append(_PASS)
    elif decision is _CHALLENGE:
        moves += _CHALLENGE_MOVES
    else:
        moves += [move for move in _BESIDE_PLAYS[decision] if _CHECKS[move.act](round, seat) is None]
    return moves


def _plays(round: Round, seat: int) -> list[Move]:
    """The legal plays, equal cards once."""
    moves: list[Move] = []
    playable, last = round.playable, None
    if playable and seat == round.turn:
        for card in round.hands[seat]:
            if card in playable and card is not last:
                last = card
                moves += PLAYS[card]
    return moves


# ---------------------------------------------------------------------------------------- refusals


def refusal(round: Round, seat: int, move: Move) -> Refusal | None:
    """Return why this move of this seat is refused, None if it is legal; the first reason in the order given above."""
    act, card, color, _ = move
    if (
        act is _PLAY
        and card in round.playable
        and seat == round.turn
        and card in round.hands[seat]
        and card.is_wild is (color is not None)
        and seat not in round.answers
    ):
        return None
    return _reason(round, seat, move)


def _reason(round: Round, seat: int, move: Move) -> Refusal | None:
    act, card, color, uno = move
    if act is _PLAY:
        well_formed = card is not None
    else:
        well_formed = card is None and not uno and (color is not None) == (act is _NAMING)
    if not well_formed:
        return Refusal.UNKNOWN_ACT
    if round.decision is None or seat not in round.to_act:
        return Refusal.NOT_YOUR_TURN
    if seat in round.answers:
        return Refusal.ALREADY_ANSWERED
    if act not in _acts(round, seat, round.decision):
        stacking = round.decision is _STACK and act is _DRAWING
        return Refusal.MUST_TAKE_OR_STACK if stacking else Refusal.NOT_THIS_DECISION  # ruling 10
    if card is not None:
        return _play_refusal(round, seat, card, named=color is not None)
    return _CHECKS[act](round, seat) if act in _CHECKS else None


def is_fined(round: Round, why: Refusal) -> bool:
    """Return whether the rules fine the refused move as a wrong card: ``step.wrong_card`` does (ruling 9)."""
    return round.rules.illegal_play == "reject_and_draw" and _is_wrong_card(round, why)


def is_forfeit(round: Round, why: Refusal) -> bool:
    """Return whether the rules take the seat out for the refused move, a wrong card: ``step.retire`` does (9, 11)."""
    return round.rules.illegal_play == "forfeit" and _is_wrong_card(round, why)


def _is_wrong_card(round: Round, why: Refusal) -> bool:
    return why in _WRONG_CARDS and (round.decision is _TURN or round.decision is _AFTER_DRAW)


def _acts(round: Round, seat: int, decision: DecisionKind) -> set[Act]:
    if decision is _CATCH and seat == round.suspect:
        return _ACTS_OF_SUSPECT
    if decision is _CHALLENGE and seat == round.turn and candidates(round, seat):
        return _ACTS_TO_STACK
    return _ACTS[decision]


def _play_refusal(round: Round, seat: int, card: Card, *, named: bool) -> Refusal | None:
    if named is not card.is_wild:
        return Refusal.COLOR_MISSING if card.is_wild else Refusal.COLOR_NOT_ALLOWED
    if card not in round.hands[seat]:
        return Refusal.NOT_IN_HAND
    if card in round.playable:
        return None
    if round.decision is _STACK or round.decision is _CHALLENGE:
        answers = card in candidates(round, seat)
        return Refusal.WILD_DRAW_FOUR_NOT_ALLOWED if answers else Refusal.MUST_TAKE_OR_STACK
    if round.decision is _AFTER_DRAW and round.table.drawn_only and card not in round.drawn:
        return Refusal.ONLY_DRAWN_CARD
    if card not in round.table.fits[round.top][round.color or 0]:
        return Refusal.NO_MATCH
    return Refusal.WILD_DRAW_FOUR_NOT_ALLOWED if card is WILD_DRAW_FOUR else Refusal.NUMBER_NEEDS_NO_COLOR


def can_play(round: Round, seat: int) -> bool:
    """Return whether the seat whose turn it is holds a card that the open decision lets it play."""
    return not round.playable.isdisjoint(round.hands[seat])


def must_pass(round: Round, seat: int) -> bool:
    """Return whether a turn that should end with a play cannot: all there was is drawn, nothing fits (ruling 3)."""
    should_play = round.table.until_playable and round.rules.drawn_play == "mandatory"
    return should_play and not round.can_draw and not can_play(round, seat)


def _draw_refusal(round: Round, seat: int) -> Refusal | None:
    if round.decision is _AFTER_DRAW and round.rules.keep_drawing == "off":
        return Refusal.DRAW_NOT_ALLOWED
    if not round.can_draw:
        return Refusal.NOTHING_TO_DRAW
    forced = round.decision is _TURN and not round.table.voluntary_draw
    return Refusal.DRAW_NOT_ALLOWED if forced and can_play(round, seat) else None  # ruling 6


def _keep_refusal(round: Round, seat: int) -> Refusal | None:
    """Closed where the turn must end with a drawn card that can be played (ruling 5), or with a pass (ruling 3)."""
    if round.rules.drawn_play == "optional":
        return None
    bound = not round.playable.isdisjoint(round.drawn) or must_pass(round, seat)
    return Refusal.KEEP_NOT_ALLOWED if bound else None


def _pass_refusal(round: Round, seat: int) -> Refusal | None:
    """Open at `turn` if nothing can be drawn or played (rules 5.8), after a draw if it must be (ruling 3)."""
    if round.decision is _AFTER_DRAW:
        return None if must_pass(round, seat) else Refusal.PASS_NOT_ALLOWED
    return Refusal.PASS_NOT_ALLOWED if round.can_draw or can_play(round, seat) else None


def _take_refusal(round: Round, seat: int) -> Refusal | None:
    bound = round.rules.stack_decline == "not_allowed" and can_play(round, seat)
    return Refusal.MUST_TAKE_OR_STACK if bound else None  # ruling 10


_CHECKS: Final[dict[Act, Callable[[Round, int], Refusal | None]]] = {
    Act.DRAW: _draw_refusal,
    Act.KEEP: _keep_refusal,
    Act.PASS: _pass_refusal,
    Act.TAKE: _take_refusal,
}
