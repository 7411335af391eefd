"""Cards: four colours, 54 kinds, the 108-card deck, and their text forms.

A kind of card is one interned :class:`Card`, an ``int`` from 1 to 54 in the canonical order (ruling 1):
colours red, yellow, green, blue; within a colour 0-9, skip, reverse, draw two; then Wild, then Wild Draw
Four. The number is what stands on the wire and in logs, so ``bytes(hand)`` is a hand's wire form. Two equal
cards of a deck are the same object: nothing in the program can tell them apart, and so nothing can leak which
of them lies where.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

__all__ = [
    "CARDS",
    "COLORS",
    "DECKS",
    "WILD",
    "WILD_DRAW_FOUR",
    "Card",
    "Color",
    "Kinds",
    "kinds_of",
    "parse_card",
    "parse_cards",
]

Kinds = int
"""A set of kinds of cards, a bit for each: ``kinds & card.bit`` says whether the card is in it."""


class Color(IntEnum):
    """One of the four colours, in canonical order. 0 is no colour on the wire."""

    RED = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4

    @property
    def letter(self) -> str:
        """The text form: ``R``, ``Y``, ``G`` or ``B``."""
        return "RYGB"[self - 1]

    def __str__(self) -> str:
        return self.letter


COLORS: Final = tuple(Color)
SYMBOLS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2")


class Card(int):
    """One kind of card. Instances are interned: compare with ``is`` or ``==``, create by :func:`parse_card`.

    Attributes:
        color: the card's colour, ``None`` for the wilds.
        symbol: what must match besides the colour: ``0`` ... ``9``, ``S``, ``R``, ``+2``, ``W``, ``W+4``.
        text: the text form, e.g. ``R7``, ``B+2``, ``W+4``.
        number: the face value of a number card, else ``None``.
        is_wild: whether it is a Wild or a Wild Draw Four.
        is_action: whether it is a Skip, Reverse or Draw Two.
        bit: the set of kinds that holds this one alone, ``1 << card``.
    """

    color: Color | None
    symbol: str
    text: str
    number: int | None
    is_wild: bool
    is_action: bool
    bit: Kinds

    def __new__(cls, index: int) -> Card:  # noqa: PYI034 - the interned one
        """Return the interned card with this canonical index.

        Raises:
            ValueError: if the index is not in 1 ... 54.
        """
        try:
            return _BY_INDEX[index]
        except KeyError:
            raise ValueError(f"no card has the number {index}: cards are 1 to 54") from None

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


_BY_INDEX: Final[dict[int, Card]] = {}


def _intern(color: Color | None, symbol: str) -> Card:
    card = int.__new__(Card, len(_BY_INDEX) + 1)
    card.color = color
    card.symbol = symbol
    card.text = f"{color.letter}{symbol}" if color else symbol
    card.number = int(symbol) if symbol.isdigit() else None
    card.is_wild = color is None
    card.is_action = color is not None and card.number is None
    card.bit = 1 << int(card)
    _BY_INDEX[int(card)] = card
    return card


CARDS: Final = tuple(
    [_intern(color, symbol) for color in COLORS for symbol in SYMBOLS]
    + [_intern(None, "W"), _intern(None, "W+4")]
)
WILD: Final = CARDS[52]
WILD_DRAW_FOUR: Final = CARDS[53]

_BY_TEXT: Final = {card.text: card for card in CARDS}


def _deck(action_copies: int) -> tuple[Card, ...]:
    copies = {"0": 1, "W": 4, "W+4": 4} | dict.fromkeys(("S", "R", "+2"), action_copies)
    return tuple(card for card in CARDS for _ in range(copies.get(card.symbol, 2)))


DECKS: Final = {"std108": _deck(2), "single_actions96": _deck(1)}
"""Each deck of rules 7.1 in canonical order: the order that a shuffle starts from (architecture 6)."""


def kinds_of(cards: Iterable[Card]) -> Kinds:
    """Return the set of kinds of these cards."""
    kinds = 0
    for card in cards:
        kinds |= card.bit
    return kinds


def parse_card(text: str) -> Card:
    """Return the card with this text form, the exact inverse of ``str(card)``.

    Raises:
        ValueError: if the text names no card.
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(
            f"{text!r} is no card: write a colour R Y G B and 0-9, S, R or +2, or W, or W+4"
        ) from None


def parse_cards(texts: list[str]) -> list[Card]:
    """Return the cards with these text forms, in order. Raises ``ValueError`` as :func:`parse_card`."""
    return [parse_card(text) for text in texts]
