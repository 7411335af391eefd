"""Offers: what sets of kinds come to as moves. They follow from the cards alone; what comes often is kept."""

from __future__ import annotations

from functools import cache
from typing import Final

from arbitro_engine.rules.cards import CARDS, Card, Kinds
from arbitro_engine.rules.moves import BARE_MOVES, NO_OFFER, PLAYS, Act, Move, Offer

__all__ = ["TurnOffers", "after_draw_of", "at_dry_turn", "plays_and"]

_DRAW, _KEEP, _PASS = (Offer.of((BARE_MOVES[act],)) for act in (Act.DRAW, Act.KEEP, Act.PASS))
_KINDS: Final[dict[Kinds, tuple[Card, tuple[Move, ...]]]] = {card.bit: (card, PLAYS[card]) for card in CARDS}
_make: Final = tuple.__new__  # as in events: half the cost of the class's own


class TurnOffers(dict[Kinds, Offer]):
    """What a turn offers where a card can be drawn, by the kinds that may be played; made when asked for.

    Offers of up to two kinds are kept, 1,486 at most: four turns in five have no more, and larger sets hardly
    come again.

    Args:
        voluntary: whether a seat may draw although it could play (ruling 6).
    """

    def __init__(self, *, voluntary: bool) -> None:
        super().__init__()
        self._voluntary = voluntary

    def __missing__(self, kinds: Kinds) -> Offer:
        """Work an offer out and keep it, or put it together from those of fewer kinds."""
        rest = kinds & kinds - 1
        rest &= rest - 1  # without the two lowest
        if rest:
            pair, others = _pair(kinds ^ rest), self[rest]
            return _make(Offer, (pair[0] + others[0], pair[1] + others[1], others[2]))
        may_draw = self._voluntary or not kinds
        offer = self[kinds] = plays_and(kinds, _DRAW if may_draw else NO_OFFER)
        return offer


def at_dry_turn(kinds: Kinds) -> Offer:
    """Return what a turn offers where nothing can be drawn (rules 5.8)."""
    return plays_and(kinds) if kinds else _PASS


def after_draw_of(card: Card, *, bound: bool) -> Offer:
    """Return what is open after a draw of one card that fits; bound: it must be played (ruling 5)."""
    return plays_and(card.bit, NO_OFFER if bound else _KEEP)


@cache
def _pair(kinds: Kinds) -> Offer:
    return plays_and(kinds)


def plays_and(kinds: Kinds, others: Offer = NO_OFFER) -> Offer:
    """Return the offer of playing these kinds, in canonical order (ruling 1), and of other moves."""
    if not kinds:
        return others
    moves: list[Move] = []
    plays: list[Card] = []
    while kinds:
        rest = kinds & kinds - 1  # without the lowest; the usual kinds & -kinds takes three times as long
        card, its = _KINDS[kinds ^ rest]
        kinds = rest
        plays.append(card)
        moves += its
    moves += others[0]
    return _make(Offer, (tuple(moves), tuple(plays), others[2]))
