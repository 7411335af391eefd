"""Counts what it has seen, and plays what the next seat can least answer."""

from __future__ import annotations

from collections import Counter

from arbitro_engine.rules.cards import CARDS, DECKS, Card, Color
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.view import PublicEvent
from arbitro_sdk.bot import Bot, bot
from arbitro_sdk.bots.greedy import worth
from arbitro_sdk.choice import Choice
from arbitro_sdk.turn import Turn
from arbitro_sdk.view import Heard, MatchView


@bot
class Count(Bot):
    """A bot that listens. All it keeps is of this round, but for who bluffs."""

    def __init__(self) -> None:
        self.seen: Counter[Card] = Counter()
        self.lacks: dict[int, set[Color]] = {}
        self.color: Color | None = None
        self.bluffs: Counter[int] = Counter()
        self.challenges: Counter[int] = Counter()

    def on_match_start(self, match: MatchView) -> None:
        """Learn which cards there are."""
        self.deck = Counter(DECKS[match.rules.deck])

    def on_event(self, event: Heard) -> None:
        """Keep count."""
        if not isinstance(event, PublicEvent):
            return
        match event.kind:
            case EventKind.ROUND_STARTED:
                self.seen.clear()
                self.lacks.clear()
            case EventKind.TURNED | EventKind.PLAYED if event.card:
                self.seen[event.card] += 1
                self.color = event.color or event.card.color or self.color
            case EventKind.COLOR_NAMED:
                self.color = event.color
            case EventKind.SHUFFLED:
                self.seen.clear()
            case EventKind.DREW:
                self.lacks.pop(event.seat, None)
            case EventKind.PASSED if self.color:  # it drew and still had nothing of this colour
                self.lacks.setdefault(event.seat, set()).add(self.color)
            case EventKind.CHALLENGED:
                self.challenges[event.other] += 1
                self.bluffs[event.other] += event.flag

    def choose(self, turn: Turn) -> Choice:
        """Block the next seat the more the fewer cards it has left, and keep own cards playable."""
        if turn.kind == "challenge":
            return self._challenge(turn)
        held = Counter(card.color for card in turn.hand)
        if turn.kind == "color":
            return max(turn.legal, key=lambda choice: held[choice.color])
        return max(turn.plays, key=lambda play: self._merit(turn, play, held), default=turn.legal[0])

    def _merit(self, turn: Turn, play: Choice, held: Counter[Color | None]) -> float:
        card, color = play.card, play.color or (play.card.color if play.card else None)
        if card is None or color is None:
            return 0.0
        rival = (turn.seat + turn.direction) % len(turn.counts)
        near = turn.counts[rival] <= 2
        attack = {"+2": 0.5, "S": 0.3, "R": 0.3, "W+4": 0.8}.get(card.symbol, 0.0)
        keeps = 0.12 * (held[color] - (card.color is color))
        saving = 1.5 if card.is_wild and not near and len(turn.hand) > 2 else 0.0
        answerable = self._answer(turn, rival, color, card.symbol)
        return (
            (3.0 if near else 1.0) * (attack - answerable) + keeps - saving + 0.01 * worth(turn.rules, card)
        )

    def _answer(self, turn: Turn, rival: int, color: Color, symbol: str) -> float:
        """The chance that the next seat holds an answer, its hand drawn from all cards not seen."""
        unseen = self.deck - self.seen - Counter(turn.hand)
        lacked = color in self.lacks.get(rival, ())
        fits = sum(
            unseen[card]
            for card in CARDS
            if card.is_wild or card.symbol == symbol or (card.color is color and not lacked)
        )
        return 1 - (1 - fits / max(1, unseen.total())) ** turn.counts[rival]

    def _challenge(self, turn: Turn) -> Choice:
        """Challenge who was caught often enough: being wrong costs two cards, being right wins eight."""
        suspect = turn.about if turn.about is not None else -1
        guilt = (self.bluffs[suspect] + 1) / (self.challenges[suspect] + 3)
        challenge = turn.find("challenge")
        return challenge if challenge and guilt > 0.25 else turn.find("accept") or turn.legal[0]
