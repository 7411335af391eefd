"""What a seat may do, and why a move is refused. Nothing here changes a round.

A move wrong in several ways is refused for the first of these reasons (ruling 8): it is no move; the seat is not asked,
or has answered; the decision takes no such act; the named colour is missing or out of place; the card is not in hand;
then what the rules say of the act itself, for a card: whether this decision opens it, then the card against the pile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arbitro_engine.rules.cards import COLORS, WILD_DRAW_FOUR, Card
from arbitro_engine.rules.moves import BARE_MOVES, Act, DecisionKind, Move, Refusal
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.table import NO_CARDS, OF_COLOR, PLAYS, Cards

__all__ = [
    "can_play",
    "is_fined",
    "is_forfeit",
    "legal",
    "must_pass",
    "opened",
    "plays",
    "refusal",
    "wild_draw_four_is_wrong",
]

_ACTS: Final = {
    DecisionKind.TURN: {Act.PLAY, Act.DRAW, Act.PASS},
    DecisionKind.AFTER_DRAW: {Act.PLAY, Act.DRAW, Act.KEEP, Act.PASS},
    DecisionKind.STACK: {Act.PLAY, Act.TAKE},
    DecisionKind.CHALLENGE: {Act.ACCEPT, Act.CHALLENGE},
    DecisionKind.CATCH: {Act.CATCH, Act.IGNORE},
    DecisionKind.COLOR: {Act.COLOR},
}
_TO_STACK: Final = {Act.PLAY, Act.ACCEPT, Act.CHALLENGE}
_OWN_CATCH: Final = {Act.SELF, Act.IGNORE}
_COLOR_MOVES: Final = [Move(Act.COLOR, None, color) for color in COLORS]
_WRONG_CARDS: Final = {Refusal.NO_MATCH, Refusal.NUMBER_NEEDS_NO_COLOR, Refusal.WILD_DRAW_FOUR_NOT_ALLOWED}
_DRAW_FOUR: Final = frozenset({WILD_DRAW_FOUR})


# ------------------------------------------------------------------------------------------- cards


def _candidates(round: Round, seat: int) -> Cards:
    """The cards that the open decision lets this seat play, the Wild Draw Four's condition left aside."""
    table, color = round.table, round.color or 0
    decision = round.decision
    if decision is DecisionKind.STACK or decision is DecisionKind.CHALLENGE:
        return table.answers[round.discard[-1]][color]
    cards = table.fits[round.discard[-1]][color]
    if table.hand_matters and not OF_COLOR[color].isdisjoint(round.hands[seat]):
        cards = table.narrow[round.discard[-1]][color]
    if decision is DecisionKind.AFTER_DRAW:
        if table.drawn_only:
            return cards.intersection(round.drawn)
        return cards if round.rules.play_after_draw == "any" else NO_CARDS
    return cards


def opened(round: Round, seat: int) -> Cards:
    """Return what the open decision lets this seat play; it need not hold the cards."""
    cards = _candidates(round, seat)
    if round.table.wd4_refereed and wild_draw_four_is_wrong(round, seat):
        return cards - _DRAW_FOUR
    return cards


def wild_draw_four_is_wrong(round: Round, seat: int) -> bool:
    """Return whether this seat would break the condition of a Wild Draw Four by playing one now (rules 5.3).

    The hand left is judged against the colour in force before the card. Under no_playable it may hold no other card that
    this decision lets the seat play, Wild Draw Fours aside (ruling 22).
    """
    hand, condition = round.hands[seat], round.rules.wd4_condition
    if condition == "no_color":
        return not OF_COLOR[round.color or 0].isdisjoint(hand)
    if condition == "no_playable":
        return not (_candidates(round, seat) - _DRAW_FOUR).isdisjoint(hand)
    return False


# ------------------------------------------------------------------------------------- legal moves


def legal(round: Round, seat: int) -> list[Move]:
    """Return the moves open to a seat, without shouts: plays in canonical order, then take, draw, keep, pass.

    In polls: plays that stack, accept, challenge; catch, self, ignore (rulings, preface). Empty if the seat is not asked,
    or has answered.
    """
    if seat not in round.to_act or seat in round.answers or round.decision is None:
        return []
    return _LEGAL[round.decision](round, seat)


def plays(round: Round, seat: int) -> list[Move]:
    """Return the legal plays of a seat that is asked."""
    cards = opened(round, seat).intersection(round.hands[seat])
    return [move for card in sorted(cards) for move in PLAYS[card]]


def _at_turn(round: Round, seat: int) -> list[Move]:
    moves = plays(round, seat)
    if round.can_draw:
        if not moves or round.table.voluntary_draw:
            moves.append(BARE_MOVES[Act.DRAW])
    elif not moves:
        moves.append(BARE_MOVES[Act.PASS])
    return moves


def _after_draw(round: Round, seat: int) -> list[Move]:
    moves = plays(round, seat)
    if _draw_refusal(round, seat) is None:
        moves.append(BARE_MOVES[Act.DRAW])
    if _keep_refusal(round, seat) is None:
        moves.append(BARE_MOVES[Act.KEEP])
    if _pass_refusal(round, seat) is None:
        moves.append(BARE_MOVES[Act.PASS])
    return moves


def _under_stack(round: Round, seat: int) -> list[Move]:
    moves = plays(round, seat)
    if not moves or round.rules.stack_decline == "allowed":
        moves.append(BARE_MOVES[Act.TAKE])
    return moves


def _in_challenge(round: Round, seat: int) -> list[Move]:
    moves = plays(round, seat) if seat == round.turn else []
    return [*moves, BARE_MOVES[Act.ACCEPT], BARE_MOVES[Act.CHALLENGE]]


def _in_catch(round: Round, seat: int) -> list[Move]:
    own = Act.SELF if seat == round.suspect else Act.CATCH
    return [BARE_MOVES[own], BARE_MOVES[Act.IGNORE]]


def _naming(round: Round, seat: int) -> list[Move]:  # noqa: ARG001 - the same for all
    return list(_COLOR_MOVES)


_LEGAL: Final[dict[DecisionKind, Callable[[Round, int], list[Move]]]] = {
    DecisionKind.TURN: _at_turn,
    DecisionKind.AFTER_DRAW: _after_draw,
    DecisionKind.STACK: _under_stack,
    DecisionKind.CHALLENGE: _in_challenge,
    DecisionKind.CATCH: _in_catch,
    DecisionKind.COLOR: _naming,
}


# ---------------------------------------------------------------------------------------- refusals


def refusal(round: Round, seat: int, move: Move) -> Refusal | None:
    """Return why this move of this seat is refused, None if it is legal; in the order given above."""
    if not _is_move(move):
        return Refusal.UNKNOWN_ACT
    if seat not in round.to_act or round.decision is None:
        return Refusal.NOT_YOUR_TURN
    if seat in round.answers:
        return Refusal.ALREADY_ANSWERED
    act = move.act
    if act not in _acts(round, seat, round.decision):
        stacking = round.decision is DecisionKind.STACK and act is Act.DRAW
        return Refusal.MUST_TAKE_OR_STACK if stacking else Refusal.NOT_THIS_DECISION  # ruling 10
    if act is Act.PLAY:
        return _play_refusal(round, seat, move)
    check = _CHECKS.get(act)
    return check(round, seat) if check else None


def is_fined(round: Round, why: Refusal) -> bool:
    """Return whether the rules fine the refused move as a wrong card; see :func:`~...step.wrong_card` (ruling 9)."""
    return round.rules.illegal_play == "reject_and_draw" and _is_wrong_card(round, why)


def is_forfeit(round: Round, why: Refusal) -> bool:
    """Return whether the rules take the seat out for the refused move, a wrong card (rulings 9, 11)."""
    return round.rules.illegal_play == "forfeit" and _is_wrong_card(round, why)


def _is_wrong_card(round: Round, why: Refusal) -> bool:
    return why in _WRONG_CARDS and round.decision in {DecisionKind.TURN, DecisionKind.AFTER_DRAW}


def _is_move(move: Move) -> bool:
    act, card, color, uno = move
    if act is Act.PLAY:
        return card is not None
    return card is None and not uno and (color is not None) == (act is Act.COLOR)


def _acts(round: Round, seat: int, decision: DecisionKind) -> set[Act]:
    if decision is DecisionKind.CATCH and seat == round.suspect:
        return _OWN_CATCH
    if decision is DecisionKind.CHALLENGE and seat == round.turn and _candidates(round, seat):
        return _TO_STACK
    return _ACTS[decision]


def _play_refusal(round: Round, seat: int, move: Move) -> Refusal | None:
    card = move.card
    if card is None:
        return Refusal.UNKNOWN_ACT
    if card.is_wild:
        if move.color is None:
            return Refusal.COLOR_MISSING
    elif move.color is not None:
        return Refusal.COLOR_NOT_ALLOWED
    if card not in round.hands[seat]:
        return Refusal.NOT_IN_HAND
    return None if card in opened(round, seat) else _why_closed(round, seat, card)


def _why_closed(round: Round, seat: int, card: Card) -> Refusal:
    if round.decision is DecisionKind.STACK or round.decision is DecisionKind.CHALLENGE:
        answers = card in _candidates(round, seat)
        return Refusal.WILD_DRAW_FOUR_NOT_ALLOWED if answers else Refusal.MUST_TAKE_OR_STACK
    if round.decision is DecisionKind.AFTER_DRAW and round.table.drawn_only and card not in round.drawn:
        return Refusal.ONLY_DRAWN_CARD
    if card not in round.table.fits[round.top][round.color or 0]:
        return Refusal.NO_MATCH
    return Refusal.WILD_DRAW_FOUR_NOT_ALLOWED if card is WILD_DRAW_FOUR else Refusal.NUMBER_NEEDS_NO_COLOR


def can_play(round: Round, seat: int) -> bool:
    """Return whether a seat that is asked holds a card that the open decision lets it play."""
    return not opened(round, seat).isdisjoint(round.hands[seat])


def _draw_refusal(round: Round, seat: int) -> Refusal | None:
    if round.decision is DecisionKind.AFTER_DRAW and round.rules.keep_drawing == "off":
        return Refusal.DRAW_NOT_ALLOWED
    if not round.can_draw:
        return Refusal.NOTHING_TO_DRAW
    forced = round.decision is DecisionKind.TURN and not round.table.voluntary_draw
    return Refusal.DRAW_NOT_ALLOWED if forced and can_play(round, seat) else None  # ruling 6


def _keep_refusal(round: Round, seat: int) -> Refusal | None:
    """Closed where the turn must end with a drawn card that can be played (ruling 5), or with a pass (ruling 3)."""
    if round.rules.drawn_play == "optional":
        return None
    bound = not opened(round, seat).isdisjoint(round.drawn)
    return Refusal.KEEP_NOT_ALLOWED if bound or _pass_refusal(round, seat) is None else None


def _pass_refusal(round: Round, seat: int) -> Refusal | None:
    """Open at `turn` if nothing can be drawn or played (rules 5.8); after a draw see :func:`must_pass`."""
    if round.decision is DecisionKind.AFTER_DRAW:
        return None if must_pass(round, seat) else Refusal.PASS_NOT_ALLOWED
    return Refusal.PASS_NOT_ALLOWED if round.can_draw or can_play(round, seat) else None


def must_pass(round: Round, seat: int) -> bool:
    """Return whether a turn that should end with a play cannot: all there was is drawn, nothing fits (ruling 3)."""
    should_play = round.table.until_playable and round.rules.drawn_play == "mandatory"
    return should_play and not round.can_draw and not can_play(round, seat)


def _take_refusal(round: Round, seat: int) -> Refusal | None:
    bound = round.rules.stack_decline == "not_allowed" and can_play(round, seat)
    return Refusal.MUST_TAKE_OR_STACK if bound else None  # ruling 10


_CHECKS: Final[dict[Act, Callable[[Round, int], Refusal | None]]] = {
    Act.DRAW: _draw_refusal,
    Act.KEEP: _keep_refusal,
    Act.PASS: _pass_refusal,
    Act.TAKE: _take_refusal,
}
