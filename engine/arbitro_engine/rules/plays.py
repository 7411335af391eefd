"""Laying a card: it goes down, takes effect on whom it hits, and may end the round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arbitro_engine.rules.cards import CARDS, WILD_DRAW_FOUR, Card, Color, Kinds
from arbitro_engine.rules.ending import end
from arbitro_engine.rules.events import REVERSED, SKIPPED, Event, Why, pending, played
from arbitro_engine.rules.fines import charge
from arbitro_engine.rules.matching import wild_draw_four_is_wrong
from arbitro_engine.rules.moves import Move
from arbitro_engine.rules.polls import serve
from arbitro_engine.rules.round import Claim, Round
from arbitro_engine.rules.turns import begin_turn, proceed

__all__ = ["lay"]


def lay(round: Round, seat: int, move: Move, events: list[Event]) -> None:
    """Play a card from a hand: a legal play.

    Raises:
        ValueError: if the move names no card.
    """
    card, uno = move[1], move[3]
    if card is None:
        raise ValueError(f"{move} plays no card")
    hand = round.hands[seat]
    bit, own_color, effect = _FACES[card]
    if card is WILD_DRAW_FOUR and round.table.bluff:
        round.claim = _claimed(round, seat)
    hand.remove(card)
    if card not in hand:
        round.held[seat] ^= bit
    left = len(hand)
    round.discard.append(card)
    color = move[2]
    round.color = color or own_color
    round.passes = 0
    events.append(played(seat, card, color, left, uno and round.rules.uno_mode != "off"))
    if effect is not None:
        effect(round, seat, events)
    else:
        round.turn = round.following[seat]
        if left > 1 and not uno:
            begin_turn(round, events)  # nothing else can be due after a plain card
            return
    if left == 0:
        _go_out(round, seat, events)
        return
    if left == 1 or uno:
        _heed_shout(round, seat, left, uno, events)
    proceed(round, events)


def _claimed(round: Round, seat: int) -> Claim:
    """Judge a Wild Draw Four at this instant: cards drawn later enter neither verdict nor reveal (5.3)."""
    left = sorted(round.hands[seat])
    left.remove(WILD_DRAW_FOUR)
    return Claim(seat, tuple(left), wild_draw_four_is_wrong(round), round.pending)


def _skip(round: Round, seat: int, events: list[Event]) -> None:
    skipped = round.following[seat]
    events.append(SKIPPED[skipped])
    round.turn = round.following[skipped]


def _reverse(round: Round, seat: int, events: list[Event]) -> None:
    """Turn the direction; with two seats in play *now* it acts as a Skip besides (rules 5.2)."""
    round.turn_round()
    events.append(REVERSED[round.direction])
    following = round.following[seat]
    if round.following[following] == seat and round.rules.reverse_two == "skip":
        _skip(round, seat, events)
    else:
        round.turn = following


def _draw_two(round: Round, seat: int, events: list[Event]) -> None:
    _impose(round, seat, 2, events)


def _draw_four(round: Round, seat: int, events: list[Event]) -> None:
    _impose(round, seat, 4, events)


def _impose(round: Round, seat: int, cards: int, events: list[Event]) -> None:
    """Let cards, with what is pending already, lie on the next seat: fixed now (ruling 32)."""
    round.pending += cards
    round.turn = round.following[seat]
    events.append(pending(round.pending))


_Effect = Callable[[Round, int, list[Event]], None]
_BY_SYMBOL: Final[dict[str, _Effect]] = {"S": _skip, "R": _reverse, "+2": _draw_two, "W+4": _draw_four}
_FACES: Final[dict[Card, tuple[Kinds, Color | None, _Effect | None]]] = {
    card: (card.bit, card.color, _BY_SYMBOL.get(card.symbol)) for card in CARDS
}
"""What a card says, looked up at once: its bit, its colour, its effect. None: the next seat is next."""


def _go_out(round: Round, seat: int, events: list[Event]) -> None:
    """End the round: the last draw is drawn and counted, neither challenged nor answered (rules 5.4, 5.5)."""
    if round.pending and round.rules.last_draw_applies == "on":
        serve(round, round.turn, round.pending, events)
    end(round, Why.OUT, events, winner=seat)


def _heed_shout(round: Round, seat: int, left: int, uno: bool, events: list[Event]) -> None:  # noqa: FBT001
    """Note a missed shout, or fine a false one (rules 6 points 2 and 8, ruling 20)."""
    if not round.table.uno_enforced:
        return
    if left > 1:
        if round.rules.false_uno_cards:
            charge(round, seat, round.rules.false_uno_cards, Why.FALSE_UNO, events)
    elif not uno:
        round.suspect = seat
        round.unsaid[seat] = round.rules.uno_window == "own_next_turn"
