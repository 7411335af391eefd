"""A second set of books: every card of a round followed by nothing but its events."""

from arbitro_engine.rules.events import EventKind


class Ledger:
    """Where the cards are, by what the events say. Each event must leave all cards of the deck accounted for.

    ``stable`` deals let each seat draw from its own order: then a drawn card lies anywhere in the pile.
    """

    def __init__(self, seats, *, stable=False):
        self.hands = [[] for _ in range(seats)]
        self.pile, self.discard, self.removed, self.deck = [], [], [], []
        self.stable = stable

    @classmethod
    def of(cls, round):
        """Open the books at a position."""
        books = cls(round.seats, stable=round.orders is not None)
        books.hands = [list(hand) for hand in round.hands]
        books.pile, books.discard = round.pile[::-1], list(round.discard)
        books.removed = list(round.removed)
        books.deck = books.cards()
        return books

    def cards(self):
        return sorted(
            [*self.pile, *self.discard, *self.removed, *(card for hand in self.hands for card in hand)]
        )

    def count(self):
        return sum(map(len, [self.pile, self.discard, self.removed, *self.hands]))

    def enter(self, events):
        for event in events:
            self._enter(event)  # moves cards, each of them from where it must have been
            assert self.count() == len(self.deck), f"cards lost or made up by {event}"

    def _enter(self, event):
        match event.kind:
            case EventKind.ROUND_STARTED:
                self.pile, self.deck = list(event.cards), sorted(event.cards)
            case EventKind.DEALT:
                for card in event.cards:
                    self.pile.remove(card)
                self.hands[event.seat] += event.cards
            case EventKind.TURNED:
                assert self.pile.pop(0) is event.card
                self.discard.append(event.card)
            case EventKind.PUT_BACK:
                self.discard.remove(event.card)
                self.pile.append(event.card)
            case EventKind.SHUFFLED:
                self._shuffled(list(event.cards), event.count)
            case EventKind.DREW:
                self._drew(event)
            case EventKind.PLAYED:
                self.hands[event.seat].remove(event.card)
                self.discard.append(event.card)
                assert len(self.hands[event.seat]) == event.count
            case EventKind.RETIRED:
                assert sorted(event.cards) == sorted(self.hands[event.seat])
                self.removed += self.hands[event.seat]
                self.hands[event.seat] = []

    def _shuffled(self, pile, count):
        assert len(pile) == count
        if self.pile:  # a card was put back
            assert sorted(pile) == sorted(self.pile)
        else:
            assert sorted(pile) == sorted(self.discard[:-1])
            del self.discard[:-1]
        self.pile = pile

    def _drew(self, event):
        assert len(event.cards) == event.count > 0
        if self.stable:
            for card in event.cards:
                self.pile.remove(card)
        else:
            assert tuple(self.pile[: event.count]) == event.cards
            del self.pile[: event.count]
        self.hands[event.seat] += event.cards

    def agrees_with(self, round):
        """Whether the books and the table say the same."""
        assert [sorted(hand) for hand in self.hands] == [sorted(hand) for hand in round.hands]
        assert sorted(self.pile) == sorted(round.pile)
        assert self.stable or self.pile == round.pile[::-1]
        assert self.discard == round.discard
        assert self.cards() == self.deck == round.cards()
        assert sorted(self.removed) == sorted(round.removed)
