"""The chance of scenario files: so simple that any engine can answer alike, in any language, in twenty lines.

It is for comparing engines. What is played for points is dealt by :mod:`arbitro_engine.rules.shuffle`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Final

from arbitro_engine.rules.cards import COLORS, Card, Color

__all__ = ["ScenarioChance"]

_SHUFFLE: Final = "shuffle"


class ScenarioChance:
    """Chance that follows from the text under ``"chance"`` in a scenario file.

    The n-th question of a purpose, counted from 0, each purpose by itself, is answered from the number
    SHA-256("SEED/PURPOSE/n"), big-endian. A shuffle sorts the cards as text and then orders them by the
    numbers of "SEED/shuffle/n/i", where i is a card's place in that sorted list; how they lay is no matter.
    """

    __slots__ = ("_asked", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._asked: Counter[str] = Counter()

    def deck(self, cards: Sequence[Card]) -> list[Card]:
        """A shuffle like any other: scenarios name their decks."""
        return self.reshuffle(cards)

    def dealer(self, cards: Sequence[Card]) -> list[Card]:
        """A shuffle like any other: scenarios name their dealers."""
        return self.reshuffle(cards)

    def reshuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Purpose ``shuffle``."""
        n = self._next(_SHUFFLE)
        ordered = sorted(cards, key=str)
        places = sorted(range(len(ordered)), key=lambda place: self._number(f"{_SHUFFLE}/{n}/{place}"))
        return [ordered[place] for place in places]

    def spot(self, n: int) -> int:
        """Purpose ``spot``: the number modulo n."""
        return self._answer("spot") % n

    def coin(self) -> bool:
        """Purpose ``coin``: whether the number is odd; then the catchers win."""
        return self._answer("coin") % 2 == 1

    def color(self) -> Color:
        """Purpose ``color``: the number modulo 4 in canonical order."""
        return COLORS[self._answer("color") % 4]

    def seat_order(self, seat: int, reshuffles: int, cards: Sequence[Card]) -> list[Card] | None:  # noqa: ARG002
        """None: in scenarios all draw from the pile."""
        return None

    def _answer(self, purpose: str) -> int:
        return self._number(f"{purpose}/{self._next(purpose)}")

    def _next(self, purpose: str) -> int:
        n = self._asked[purpose]
        self._asked[purpose] += 1
        return n

    def _number(self, path: str) -> int:
        return int.from_bytes(hashlib.sha256(f"{self._seed}/{path}".encode()).digest())
