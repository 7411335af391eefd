"""What a bot may answer: one `Choice` for each legal move, in the order of the rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from arbitro_engine.rules.cards import COLORS, Card, Color
from arbitro_engine.rules.moves import Act, Move, play

__all__ = ["Choice", "choices"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a bot may do. ``str(choice)`` is its text form, e.g. ``play W:G`` or ``draw``.

    A play that leaves one card shouts UNO by itself; `silent` gives the same choice without the shout.
    """

    move: Move
    quiet: bool = False

    @property
    def act(self) -> str:
        """What it does, as in the text form.

        ``play``, ``draw``, ``keep``, ``take``, ``pass``, ``challenge``, ``accept``, ``catch``, ``ignore``,
        ``self`` or ``color``.
        """
        return self.move.act.text

    @property
    def card(self) -> Card | None:
        """The card played, if it is a play."""
        return self.move.card

    @property
    def color(self) -> Color | None:
        """The colour a wild names, or the colour of an opening wild; None for everything else."""
        return self.move.color

    @property
    def is_play(self) -> bool:
        """Whether a card is played."""
        return self.move.act is Act.PLAY

    def silent(self) -> Choice:
        """The same choice without the shout."""
        return Choice(self.move, quiet=True)

    def shouted(self, cards_in_hand: int) -> Move:
        """The move to send: a play that leaves one card shouts, unless the choice is silent."""
        move = self.move
        if move.act is Act.PLAY and move.card is not None and cards_in_hand == 2 and not self.quiet:
            return play(move.card, move.color, uno=True)
        return move

    def __str__(self) -> str:
        return str(self.move)


def choices(plays: Sequence[Card], acts: Sequence[Act]) -> tuple[Choice, ...]:
    """All choices of a decision in the rulings' order: plays (a wild once a colour), then other acts."""
    return tuple(
        [choice for card in plays for choice in _plays(card)] + [one for act in acts for one in _bare(act)]
    )


@cache
def _plays(card: Card) -> tuple[Choice, ...]:
    return tuple(Choice(play(card, color)) for color in (COLORS if card.is_wild else (None,)))


@cache
def _bare(act: Act) -> tuple[Choice, ...]:
    if act is Act.COLOR:
        return tuple(Choice(Move(Act.COLOR, None, color)) for color in COLORS)
    return (Choice(Move(act)),)
