"""Who deals: the draw before the first round, and the next dealer (rules 1.2, register 15 and 29)."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro_engine.rules.cards import DECKS, Card
from arbitro_engine.rules.events import Event, EventKind
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import Chance

__all__ = ["next_dealer", "pick_dealer"]


def pick_dealer(rules: RuleSet, seats: int, chance: Chance) -> tuple[int, list[Event]]:
    """Return the first dealer of a match and the cards drawn for it.

    Each seat draws one card in seat order from a deck of its own; the highest deals, tied seats draw on. A
    symbol counts zero, or under `void` not at all: that seat draws again at once. Under fixed_seat seat 0
    deals. Should the deck run out, the lowest of the seats still tied deals.
    """
    if rules.dealer_pick == "fixed_seat":
        return 0, []
    deck = chance.dealer(DECKS[rules.deck])[::-1]
    events: list[Event] = []
    tied = list(range(seats))
    while len(tied) > 1 and deck:
        values = {seat: _drawn_value(rules, seat, deck, events) for seat in tied}
        tied = [seat for seat, value in values.items() if value == max(values.values())]
    return tied[0], events


def _drawn_value(rules: RuleSet, seat: int, deck: list[Card], events: list[Event]) -> int:
    while deck:
        card = deck.pop()
        events.append(Event(EventKind.DEALER_DRAW, seat, card))
        if card.number is not None:
            return card.number
        if rules.dealer_symbols == "zero":
            return 0
    return 0


def next_dealer(rules: RuleSet, dealer: int, winner: int | None, active: Sequence[bool]) -> int:
    """Return the dealer of the next round, by dealer_next: the next seat clockwise, the winner, or the same.

    A round that nobody won passes the deal on (rules 5.8). A dealer or winner who has left gives way to the
    next seat clockwise (ruling 54).
    """
    if rules.dealer_next == "winner" and winner is not None:
        first = winner
    else:
        first = dealer if rules.dealer_next == "keep" else dealer + 1
    seats = len(active)
    return next(seat % seats for seat in range(first, first + seats) if active[seat % seats])
