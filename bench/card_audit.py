"""Every card of a match followed through its log: dealt, drawn in the pile's order, played, shuffled, gone.

It knows nothing of the rules and asks the engine nothing: it keeps hands and piles of its own and believes an
event only if its cards lie where they are said to come from. So none is lost, doubled or swapped on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from arbitro_engine.match.header import Header
from arbitro_engine.rules.cards import DECKS, Card
from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why

__all__ = ["CardAudit", "CardFault"]


class CardFault(ValueError):  # noqa: N818 - a fault of the log
    """A card is not where an event says it is."""


class CardAudit:
    """The cards of one match.

    Attributes:
        rounds, reshuffles: how many there were.
        scores: by seat, as the points of all rounds add up.
    """

    def __init__(self, header: Header) -> None:
        self._deck = Counter(DECKS[header.rules.deck])
        self._hands: list[list[Card]] = [[] for _ in header.bots]
        self._pile: list[Card] = []
        self._discard: list[Card] = []
        self._removed: list[Card] = []
        self.rounds = 0
        self.reshuffles = 0
        self.scores = [0] * header.seats

    def follow(self, events: Iterable[Event]) -> None:
        """Follow what happened.

        Raises:
            CardFault: naming the event that cannot be.
        """
        for event in events:
            if not self._happens(event):
                raise CardFault(f"round {self.rounds}: {event}; hands {self._hands}, pile {self._pile[:9]}")

    def _happens(self, event: Event) -> bool:
        match event.kind:
            case EventKind.ROUND_STARTED:
                return self._start(event)
            case EventKind.DEALT | EventKind.DREW:
                return self._draw(event)
            case EventKind.TURNED:
                self._discard.append(self._pile.pop(0))
                return self._discard[-1] is event.card
            case EventKind.PUT_BACK:
                self._pile.append(self._discard.pop())
                return self._pile[-1] is event.card
            case EventKind.SHUFFLED:
                return self._shuffle(event)
            case EventKind.PLAYED:
                return self._play(event)
            case EventKind.RETIRED:
                held, self._hands[event.seat] = self._hands[event.seat], []
                self._removed += held
                return Counter(held) == Counter(event.cards)
            case EventKind.ROUND_ENDED:
                return self._end(event)
        return True

    def _start(self, event: Event) -> bool:
        """All cards lie in the pile. Hands are dealt one card at a time; a DEALT event tells a whole hand."""
        self._pile, self._discard, self._removed = list(event.cards), [], []
        self._hands = [[] for _ in self._hands]
        return Counter(event.cards) == self._deck

    def _draw(self, event: Event) -> bool:
        cards = list(event.cards)
        self._hands[event.seat] += cards
        if event.kind is EventKind.DREW:
            top, self._pile = self._pile[: len(cards)], self._pile[len(cards) :]
            return top == cards and len(cards) == event.count
        left = Counter(self._pile) - Counter(cards)
        known = len(self._pile) - left.total() == len(cards) == event.count
        for card in cards:
            self._pile.remove(card)
        return known

    def _shuffle(self, event: Event) -> bool:
        """Either a refused card lies in the pile again, or all discards but the top become the pile."""
        if not self._pile:
            self.reshuffles += 1
            self._pile, self._discard = self._discard[:-1], self._discard[-1:]
        before, self._pile = self._pile, list(event.cards)
        return Counter(before) == Counter(self._pile) and len(self._pile) == event.count

    def _play(self, event: Event) -> bool:
        hand = self._hands[event.seat]
        if event.card not in hand:
            return False
        hand.remove(event.card)
        self._discard.append(event.card)
        return len(hand) == event.count

    def _end(self, event: Event) -> bool:
        self.rounds += 1
        self.scores = [score + more for score, more in zip(self.scores, event.points, strict=True)]
        out = event.why is not Why.OUT or (event.seat != NOBODY and not self._hands[event.seat])
        whole = Counter(chain(*self._hands, self._pile, self._discard, self._removed)) == self._deck
        return out and whole and list(event.scores) == self.scores
