"""The piles: drawing, and making the draw pile anew out of the discards (rules 5.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arbitro_engine.rules.cards import DECKS, Card, kinds_of
from arbitro_engine.rules.events import DREW_IN_TURN, Event, EventKind, Why, drew
from arbitro_engine.rules.round import Round

__all__ = ["draw", "draw_one", "give_orders"]

_IN_TURN: Final = Why.TURN


def draw(
    round: Round,
    seat: int,
    n: int,
    why: Why,
    events: list[Event],
    enough: Callable[[Card], bool] | None = None,
) -> list[Card]:
    """Move up to ``n`` cards into a hand, one at a time, and return them in order.

    A card that is due while the draw pile is empty makes it anew, not before. Stops early when ``enough``
    says so of the card just drawn, or when nothing is left. A hand that changes closes the window for
    catching its seat (ruling 18).
    """
    hand, held, pile = round.hands[seat], round.held, round.pile
    if enough is None and 0 < n <= len(pile) and round.orders is None:
        # what the loop comes to where the pile is enough: for nearly all draws
        round.unsaid[seat] = False
        few = pile[: -n - 1 : -1]
        del pile[-n:]
        hand += few
        held[seat] |= kinds_of(few)
        events.append(drew(seat, tuple(few), why))
        return few
    drawn: list[Card] = []
    told = 0
    while len(drawn) < n:
        if not round.pile:
            if not round.can_draw:
                break
            told = _tell(seat, drawn, told, why, events)
            _make_anew(round, events)
        card = round.pile.pop() if round.orders is None else _own_next(round, seat)
        hand.append(card)
        held[seat] |= card.bit
        drawn.append(card)
        if enough is not None and enough(card):
            break
    _tell(seat, drawn, told, why, events)
    if drawn:
        round.unsaid[seat] = False
    return drawn


def draw_one(round: Round, seat: int, events: list[Event]) -> Card:
    """Move one card into the hand of a seat in its turn and return it: what :func:`draw` comes to for one.

    Raises:
        ValueError: if nothing can be drawn.
    """
    if not round.pile or round.orders is not None:
        (card,) = draw(round, seat, 1, _IN_TURN, events)
        return card
    card = round.pile.pop()
    round.hands[seat].append(card)
    round.held[seat] |= card.bit
    round.unsaid[seat] = False
    events.append(DREW_IN_TURN[seat][card])
    return card


def give_orders(round: Round, events: list[Event]) -> None:
    """Give every seat in play its own order of the deck, where draws are stable per seat (architecture 8)."""
    deck = DECKS[round.rules.deck]
    orders: list[list[Card]] = [[] for _ in round.hands]
    for seat in (seat for seat in range(round.seats) if round.active[seat]):
        order = round.chance.seat_order(seat, round.reshuffles, deck)
        if order is None:
            return
        events.append(Event(EventKind.SEAT_ORDER, seat, cards=tuple(order)))
        orders[seat] = order[::-1]
    round.orders = orders


def _make_anew(round: Round, events: list[Event]) -> None:
    """Set the top discard aside and shuffle the rest; the colour in force is not the pile's (5.7, 9)."""
    *rest, top = round.discard
    pile = round.chance.reshuffle(rest[::-1])
    round.pile = pile[::-1]
    round.discard = [top]
    round.reshuffles += 1
    events.append(Event(EventKind.SHUFFLED, count=len(pile), cards=tuple(pile)))
    if round.orders is not None:
        give_orders(round, events)


def _own_next(round: Round, seat: int) -> Card:
    """Take the first card of the seat's own order of which an equal card lies in the pile."""
    order = round.orders[seat] if round.orders else []
    while (card := order.pop()) not in round.pile:
        pass
    round.pile.remove(card)
    return card


def _tell(seat: int, drawn: list[Card], told: int, why: Why, events: list[Event]) -> int:
    """Tell of the cards drawn since the first ``told``: what a shuffle lies between comes in two events."""
    if len(drawn) > told:
        events.append(drew(seat, tuple(drawn[told:]), why))
    return len(drawn)
