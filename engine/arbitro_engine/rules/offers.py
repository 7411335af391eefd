"""Offers: what sets of kinds come to as moves. They follow from the cards alone, so each is made once."""

from __future__ import annotations

from typing import Final

from arbitro_engine.rules.cards import CARDS, Card, Kinds
from arbitro_engine.rules.moves import BARE_MOVES, PLAYS, Act, Move, Offer

__all__ = ["TurnOffers", "after_draw_of", "at_dry_turn", "plays_and"]

_KEPT: Final = 1 << 13
"""Offers, 0.3 kB each."""
_DRAW, _KEEP, _PASS = (BARE_MOVES[act] for act in (Act.DRAW, Act.KEEP, Act.PASS))


class TurnOffers(dict[Kinds, Offer]):
    """What a turn offers where a card can be drawn, by the kinds that may be played; made when asked for.

    Args:
        voluntary: whether a seat may draw although it could play (ruling 6).
    """

    def __init__(self, *, voluntary: bool) -> None:
        super().__init__()
        self._voluntary = voluntary

    def __missing__(self, kinds: Kinds) -> Offer:
        """Work an offer out; all are forgotten now and then, so that nobody fills the memory."""
        if len(self) >= _KEPT:
            self.clear()
        may_draw = self._voluntary or not kinds
        offer = self[kinds] = plays_and(kinds, _DRAW) if may_draw else plays_and(kinds)
        return offer


def at_dry_turn(kinds: Kinds) -> Offer:
    """Return what a turn offers where nothing can be drawn (rules 5.8)."""
    return plays_and(kinds) if kinds else plays_and(0, _PASS)


def after_draw_of(card: Card, *, bound: bool) -> Offer:
    """Return what is open after a draw of one card that fits; bound: it must be played (ruling 5)."""
    return plays_and(card.bit) if bound else plays_and(card.bit, _KEEP)


def plays_and(kinds: Kinds, *others: Move) -> Offer:
    """Return the offer of playing these kinds, in canonical order (ruling 1), and of other moves."""
    moves: list[Move] = []
    plays: list[Card] = []
    while kinds:
        lowest = kinds & -kinds
        kinds ^= lowest
        card = CARDS[lowest.bit_length() - 2]  # a card's bit is 1 << card, and cards count from 1
        plays.append(card)
        moves += PLAYS[card]
    return Offer((*moves, *others), tuple(plays), tuple([move[0] for move in others]))
