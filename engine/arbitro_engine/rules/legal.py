"""What a seat may do, and why a move is refused. Nothing here changes a round.

A move wrong in several ways is refused for the first of these reasons (ruling 8): it is no move; the seat is
not asked, or has answered; the decision takes no such act; the named colour is missing or out of place; the
card is not in hand; then what the rules say of the act itself, for a card: whether this decision opens it,
then the card against the pile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from arbitro_engine.rules.cards import COLORS, WILD_DRAW_FOUR, Card, Color, kinds_of
from arbitro_engine.rules.matching import candidates, playable
from arbitro_engine.rules.moves import (
    BARE_MOVES,
    NO_OFFER,
    Act,
    DecisionKind,
    Move,
    Offer,
    Refusal,
    play,
)
from arbitro_engine.rules.offers import at_dry_turn, plays_and
from arbitro_engine.rules.round import Round

__all__ = ["is_fined", "is_forfeit", "legal", "must_pass", "offer_of", "offered", "refusal"]

# Bound once: looking a member up on its enum costs as much as a check.
_TURN, _AFTER_DRAW, _STACK, _CHALLENGE, _CATCH, _COLOR = DecisionKind
_DRAW, _KEEP, _PASS, _TAKE = (BARE_MOVES[act] for act in (Act.DRAW, Act.KEEP, Act.PASS, Act.TAKE))
_TO_NAME: Final = Offer.of(tuple(Move(Act.COLOR, None, color) for color in COLORS))
_TO_CHALLENGE: Final = Offer.of((BARE_MOVES[Act.ACCEPT], BARE_MOVES[Act.CHALLENGE]))
_TO_CATCH: Final = Offer.of((BARE_MOVES[Act.CATCH], BARE_MOVES[Act.IGNORE]))
_TO_SUSPECT: Final = Offer.of((BARE_MOVES[Act.SELF], BARE_MOVES[Act.IGNORE]))
_BESIDE_PLAYS: Final = {_AFTER_DRAW: [_DRAW, _KEEP, _PASS], _STACK: [_TAKE]}

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
_WRONG_CARDS: Final = {Refusal.NO_MATCH, Refusal.NUMBER_NEEDS_NO_COLOR, Refusal.WILD_DRAW_FOUR_NOT_ALLOWED}


# ------------------------------------------------------------------------------------- legal moves


def legal(round: Round, seat: int) -> list[Move]:
    """Return the moves open to a seat, without shouts: plays in canonical order, then take, draw, keep, pass.

    In polls: plays that stack, accept, challenge; catch, self, ignore (rulings, preface). Empty if the seat
    is not asked, or has answered.
    """
    return list(offered(round, seat).moves)


def offered(round: Round, seat: int) -> Offer:
    """Return what is open to a seat, in the order of :func:`legal`; nothing if it is not asked."""
    offer = round.offer
    if seat == round.turn and offer is not NO_OFFER:
        return offer
    if seat in round.answers or seat not in round.to_act:
        return NO_OFFER
    if round.decision is _CATCH:
        return _TO_SUSPECT if seat == round.suspect else _TO_CATCH
    return _TO_CHALLENGE


def offer_of(round: Round) -> Offer:
    """Work out what the open decision offers the seat whose turn it is.

    Nothing in a catch poll, or if it has answered.
    """
    decision = round.decision
    if decision is _TURN:
        return round.table.turns[playable(round)] if round.can_draw else at_dry_turn(playable(round))
    if decision is _COLOR:
        return _TO_NAME
    if decision is _CATCH or decision is None or round.turn in round.answers:
        return NO_OFFER
    kinds = playable(round)
    if decision is _CHALLENGE:
        return plays_and(kinds, _TO_CHALLENGE)
    others = [move for move in _BESIDE_PLAYS[decision] if _CHECKS[move.act](round, bool(kinds)) is None]
    return plays_and(kinds, _bare(*others))


@cache
def _bare(*moves: Move) -> Offer:
    return Offer.of(moves)


# ---------------------------------------------------------------------------------------- refusals


def refusal(round: Round, seat: int, move: Move) -> Refusal | None:
    """Return why this move of this seat is refused: the first of the reasons above; None if legal."""
    if move in offered(round, seat)[0]:
        return None
    if not _is_move(move):
        return Refusal.UNKNOWN_ACT
    if round.decision is None or seat not in round.to_act:
        return Refusal.NOT_YOUR_TURN
    if seat in round.answers:
        return Refusal.ALREADY_ANSWERED
    if move.act not in _acts(round, seat, round.decision):
        stacking = round.decision is _STACK and move.act is Act.DRAW
        return Refusal.MUST_TAKE_OR_STACK if stacking else Refusal.NOT_THIS_DECISION  # ruling 10
    if move.card is not None:
        return _play_refusal(round, seat, move.card, move.color)
    return _CHECKS[move.act](round, bool(round.offer.plays)) if move.act in _CHECKS else None


def is_fined(round: Round, why: Refusal) -> bool:
    """Return whether the rules fine the refused move as a wrong card: ``step.wrong_card`` does (ruling 9)."""
    return round.rules.illegal_play == "reject_and_draw" and _is_wrong_card(round, why)


def is_forfeit(round: Round, why: Refusal) -> bool:
    """Return whether the rules take the seat out for a wrong card: ``step.retire`` does (rulings 9, 11)."""
    return round.rules.illegal_play == "forfeit" and _is_wrong_card(round, why)


def _is_wrong_card(round: Round, why: Refusal) -> bool:
    return why in _WRONG_CARDS and (round.decision is _TURN or round.decision is _AFTER_DRAW)


def _is_move(move: Move) -> bool:
    if move.act is Act.PLAY:
        return move.card is not None
    return move.card is None and not move.uno and (move.color is not None) == (move.act is Act.COLOR)


def _acts(round: Round, seat: int, decision: DecisionKind) -> set[Act]:
    if decision is _CATCH and seat == round.suspect:
        return _ACTS_OF_SUSPECT
    if decision is _CHALLENGE and seat == round.turn and candidates(round):
        return _ACTS_TO_STACK
    return _ACTS[decision]


def _play_refusal(round: Round, seat: int, card: Card, color: Color | None) -> Refusal | None:
    if (color is not None) is not card.is_wild:
        return Refusal.COLOR_MISSING if card.is_wild else Refusal.COLOR_NOT_ALLOWED
    if not round.held[seat] & card.bit:
        return Refusal.NOT_IN_HAND
    if play(card, color) in round.offer.moves:
        return None
    if round.decision is _STACK or round.decision is _CHALLENGE:
        answers = candidates(round) & card.bit
        return Refusal.WILD_DRAW_FOUR_NOT_ALLOWED if answers else Refusal.MUST_TAKE_OR_STACK
    if round.decision is _AFTER_DRAW and round.table.drawn_only and card not in round.drawn:
        return Refusal.ONLY_DRAWN_CARD
    if not round.table.fits[round.top][round.color] & card.bit:
        return Refusal.NO_MATCH
    return Refusal.WILD_DRAW_FOUR_NOT_ALLOWED if card is WILD_DRAW_FOUR else Refusal.NUMBER_NEEDS_NO_COLOR


# --------------------------------------------------------------------- what is asked besides plays


def must_pass(round: Round, can_play: bool) -> bool:  # noqa: FBT001
    """Return whether a turn that should end with a play cannot: all is drawn and nothing fits (ruling 3)."""
    should_play = round.table.until_playable and round.rules.drawn_play == "mandatory"
    return should_play and not round.can_draw and not can_play


def _draw_refusal(round: Round, can_play: bool) -> Refusal | None:  # noqa: FBT001
    if round.decision is _AFTER_DRAW and round.rules.keep_drawing == "off":
        return Refusal.DRAW_NOT_ALLOWED
    if not round.can_draw:
        return Refusal.NOTHING_TO_DRAW
    forced = round.decision is _TURN and not round.table.voluntary_draw
    return Refusal.DRAW_NOT_ALLOWED if forced and can_play else None  # ruling 6


def _keep_refusal(round: Round, can_play: bool) -> Refusal | None:  # noqa: FBT001
    """Closed where the turn must end with a drawn card that fits (ruling 5), or a pass (ruling 3)."""
    if round.rules.drawn_play == "optional":
        return None
    bound = playable(round) & kinds_of(round.drawn) or must_pass(round, can_play)
    return Refusal.KEEP_NOT_ALLOWED if bound else None


def _pass_refusal(round: Round, can_play: bool) -> Refusal | None:  # noqa: FBT001
    """Open where nothing can be drawn or played, at `turn` (5.8) or where a turn owes a play (ruling 3)."""
    return Refusal.PASS_NOT_ALLOWED if round.can_draw or can_play else None


def _take_refusal(round: Round, can_play: bool) -> Refusal | None:  # noqa: FBT001
    bound = round.rules.stack_decline == "not_allowed" and can_play
    return Refusal.MUST_TAKE_OR_STACK if bound else None  # ruling 10


_CHECKS: Final[dict[Act, Callable[[Round, bool], Refusal | None]]] = {
    Act.DRAW: _draw_refusal,
    Act.KEEP: _keep_refusal,
    Act.PASS: _pass_refusal,
    Act.TAKE: _take_refusal,
}
