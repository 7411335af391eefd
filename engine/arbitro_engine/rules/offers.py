"""Offers: what sets of kinds come to as moves. They follow from the cards alone, so each is made once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from arbitro_engine.rules.cards import CARDS, COLORS, Card, Kinds, kinds_of
from arbitro_engine.rules.moves import BARE_MOVES, PLAYS, Act, Move, Offer

__all__ = ["TurnOffers", "after_draw_of", "at_dry_turn", "plays_and"]

_KEPT: Final = 1 << 14
_DRAW, _KEEP, _PASS = (BARE_MOVES[act] for act in (Act.DRAW, Act.KEEP, Act.PASS))

_SUITS: Final = tuple(kinds_of(card for card in CARDS if card.color is color) for color in (*COLORS, None))
"""The kinds of each colour, and the wilds."""


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


@lru_cache(maxsize=_KEPT)
def plays_and(kinds: Kinds, *others: Move) -> Offer:
    """Return the offer of playing these kinds, in canonical order (ruling 1), and of other moves."""
    moves: tuple[Move, ...] = ()
    plays: tuple[Card, ...] = ()
    for suit in _SUITS:
        if own := kinds & suit:
            more, cards = _plays_of(own)
            moves += more
            plays += cards
    return Offer(moves + others, plays, tuple([move[0] for move in others]))


@cache
def _plays_of(kinds: Kinds) -> tuple[tuple[Move, ...], tuple[Card, ...]]:
    """The plays of one colour's kinds, or of the wilds, and their cards: few enough to keep."""
    cards = tuple(card for card in CARDS if kinds & card.bit)
    return tuple(move for card in cards for move in PLAYS[card]), cards
