"""Texts for people: colours by the names of a profile, and cards in a letter and a shape that need no colour.

The text forms of :mod:`~arbitro_engine.rules.cards` are for files and programs, whatever the rules.
These here are for eyes: a profile may call green orange (002), and each colour has a shape of its own besides
its letter, so that nobody has to tell red from green. The shapes are ours, no licensed system of signs.
"""

from __future__ import annotations

from typing import Final, Literal

from arbitro_engine.rules.cards import Card, Color
from arbitro_engine.rules.moves import Act, Move

__all__ = ["SHAPES", "Labels", "color_name", "shown", "shown_move"]

Labels = Literal["rgby", "orange_for_green"]

SHAPES: Final = {Color.RED: "♥", Color.YELLOW: "★", Color.GREEN: "♣", Color.BLUE: "♦"}
"""Each colour's shape."""

_NAMES: Final = {
    Color.RED: "red",
    Color.YELLOW: "yellow",
    Color.GREEN: "green",
    Color.BLUE: "blue",
}
_SYMBOLS: Final = {"S": "skip", "R": "reverse", "W": "wild", "W+4": "wild+4"}


def color_name(color: Color, labels: Labels = "rgby") -> str:
    """Return what a colour is called under these color_labels, e.g. ``orange`` for green."""
    return "orange" if color is Color.GREEN and labels == "orange_for_green" else _NAMES[color]


def shown(card: Card, labels: Labels = "rgby", named: Color | None = None) -> str:
    """Return a card for people to read, e.g. ``R♥7``, ``O♣skip``, ``B♦+2``, ``wild``, ``wild+4:Y★``.

    Args:
        card: the card.
        labels: the rule set's color_labels.
        named: the colour named for a wild, if one is.
    """
    symbol = _SYMBOLS.get(card.symbol, card.symbol)
    if card.color is not None:
        return _sign(card.color, labels) + symbol
    return f"{symbol}:{_sign(named, labels)}" if named else symbol


def shown_move(move: Move, labels: Labels = "rgby") -> str:
    """Return a move for people to read, e.g. ``play R♥7, uno``, ``color O♣``, ``draw``."""
    words = move.act.text
    if move.card is not None:
        words += f" {shown(move.card, labels, move.color)}"
    elif move.act is Act.COLOR and move.color is not None:
        words += f" {_sign(move.color, labels)}"
    return f"{words}, uno" if move.uno else words


def _sign(color: Color, labels: Labels) -> str:
    return color_name(color, labels)[0].upper() + SHAPES[color]
