"""Moves: what a seat may ask for, what it may be asked, why it may be refused, and their text forms."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from arbitro_engine.rules.cards import CARDS, COLORS, Card, Color, parse_card

__all__ = [
    "BARE_MOVES",
    "NO_OFFER",
    "PLAYS",
    "Act",
    "DecisionKind",
    "Move",
    "Offer",
    "Refusal",
    "parse_move",
    "play",
]


class DecisionKind(IntEnum):
    """What a seat is asked (scenarios.md). 0 is unset on the wire."""

    TURN = 1
    AFTER_DRAW = 2
    STACK = 3
    CHALLENGE = 4
    CATCH = 5
    COLOR = 6

    @property
    def text(self) -> str:
        """The text form, e.g. ``after_draw``."""
        return self.name.lower()


class Act(IntEnum):
    """What a move does. 0 is unset on the wire."""

    PLAY = 1
    DRAW = 2
    KEEP = 3
    TAKE = 4
    PASS = 5
    CHALLENGE = 6
    ACCEPT = 7
    CATCH = 8
    IGNORE = 9
    SELF = 10
    COLOR = 11

    @property
    def text(self) -> str:
        """The text form, e.g. ``take``."""
        return self.name.lower()


class Refusal(StrEnum):
    """Why the rules refuse a move (scenarios.md). The value is the text form."""

    NOT_YOUR_TURN = "not_your_turn"
    NOT_THIS_DECISION = "not_this_decision"
    NOT_IN_HAND = "not_in_hand"
    NO_MATCH = "no_match"
    COLOR_MISSING = "color_missing"
    COLOR_NOT_ALLOWED = "color_not_allowed"
    WILD_DRAW_FOUR_NOT_ALLOWED = "wild_draw_four_not_allowed"
    ONLY_DRAWN_CARD = "only_drawn_card"
    MUST_TAKE_OR_STACK = "must_take_or_stack"
    DRAW_NOT_ALLOWED = "draw_not_allowed"
    KEEP_NOT_ALLOWED = "keep_not_allowed"
    NOTHING_TO_DRAW = "nothing_to_draw"
    PASS_NOT_ALLOWED = "pass_not_allowed"  # noqa: S105 - a rule's name, not a password
    NUMBER_NEEDS_NO_COLOR = "number_needs_no_color"
    ALREADY_ANSWERED = "already_answered"
    UNKNOWN_ACT = "unknown_act"


class Move(NamedTuple):
    """One move.

    ``card`` comes with PLAY, ``color`` with a played wild and with COLOR, ``uno``, the shout, with PLAY.

    ``str(move)`` is the text form and :func:`parse_move` its exact inverse. The legal moves of a decision
    carry no shout.
    """

    act: Act
    card: Card | None = None
    color: Color | None = None
    uno: bool = False

    def __str__(self) -> str:
        words = [self.act.text]
        if self.card is not None:
            words.append(f"{self.card}:{self.color}" if self.color else str(self.card))
        elif self.color:
            words.append(str(self.color))
        if self.uno:
            words.append("uno")
        return " ".join(words)


class Offer(NamedTuple):
    """What is open to a seat that is asked.

    Attributes:
        moves: the legal moves, without shouts, in the order of the rulings.
        plays: the cards among them, a wild once.
        acts: what else there is among them.
    """

    moves: tuple[Move, ...]
    plays: tuple[Card, ...]
    acts: tuple[Act, ...]

    @classmethod
    def of(cls, moves: tuple[Move, ...]) -> Offer:
        """Return the offer of these moves."""
        plays = dict.fromkeys(move.card for move in moves if move.card is not None)
        acts = dict.fromkeys(move.act for move in moves if move.card is None)
        return cls(moves, tuple(plays), tuple(acts))


NO_OFFER: Final = Offer((), (), ())

BARE_MOVES: Final[dict[Act, Move]] = {act: Move(act) for act in Act if act not in {Act.PLAY, Act.COLOR}}
"""The moves that need nothing but their act, by act."""

_PLAYS: Final = {
    (card, color, uno): Move(Act.PLAY, card, color, uno)
    for card in CARDS
    for color in (*COLORS, None)
    for uno in (False, True)
}
_COLORS_BY_LETTER: Final = {color.letter: color for color in COLORS}


PLAYS: Final[tuple[tuple[Move, ...], ...]] = (
    (),
    *(tuple(_PLAYS[card, color, False] for color in (COLORS if card.is_wild else (None,))) for card in CARDS),
)
"""The moves that play a card, by card: one, or for a wild one per colour in canonical order (ruling 1)."""


def play(card: Card, color: Color | None = None, *, uno: bool = False) -> Move:
    """Return the interned move that plays this card, naming a colour if it is a wild."""
    return _PLAYS[card, color, uno]


def parse_move(text: str) -> Move:
    """Return the move with this text form.

    A wild without a colour and a coloured card with one are moves too: the rules refuse them with a reason of
    their own.

    Raises:
        ValueError: if the text is no move (the rules call it ``unknown_act``).
    """
    word, *rest = text.split(" ")
    uno = bool(rest) and rest[-1] == "uno"
    if uno:
        rest.pop()
    try:
        if word == "play" and len(rest) == 1:
            name, colon, letter = rest[0].partition(":")
            return _PLAYS[parse_card(name), _COLORS_BY_LETTER[letter] if colon else None, uno]
        if word == "color" and len(rest) == 1 and not uno:
            return Move(Act.COLOR, None, _COLORS_BY_LETTER[rest[0]])
        if not rest and not uno:
            return BARE_MOVES[Act[word.upper()] if word.islower() else Act(0)]
    except (KeyError, ValueError):
        pass
    raise ValueError(
        f"{text!r} is no move: write 'play CARD[:COLOUR] [uno]', 'color C', or one of "
        + ", ".join(act.text for act in BARE_MOVES)
    )
