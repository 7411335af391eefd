"""House bots: the opponents that a referee plays itself, for practice. Each is one small function.

They see what any bot at their seat would be asked, the `Ask`, and nothing else; their moves are refereed like
everybody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.cards import COLORS, Card
from arbitro_engine.rules.moves import BARE_MOVES, PLAYS, Act, Move, play

__all__ = ["HOUSE", "Policy", "answer", "choices"]

Policy = Callable[[Ask, Random], Move]
"""What a house bot does when it is asked: one of `choices`, and chance of its own to pick by."""

_POINTS: Final = {"W": 50, "W+4": 50}
_ACTION: Final = 20


def choices(ask: Ask) -> list[Move]:
    """All legal moves without shouts, in the order of the rulings: plays first."""
    plays = [move for card in ask.plays for move in PLAYS[card]]
    return plays + [move for act in ask.acts for move in _bare(act)]


def answer(policy: Policy, ask: Ask, rng: Random) -> Move:
    """Return what a house bot does; it never forgets to shout."""
    move = policy(ask, rng)
    if move.card is not None and len(ask.hand) == 2:
        return play(move.card, move.color, uno=True)
    return move


def _random(ask: Ask, rng: Random) -> Move:
    legal = choices(ask)
    return rng.choice([move for move in legal if move.card is not None] or legal)


def _first(ask: Ask, _rng: Random) -> Move:
    return choices(ask)[0]


def _greedy(ask: Ask, _rng: Random) -> Move:
    """Get rid of points, and name the colour held most of."""
    held = Counter(card.color for card in ask.hand)
    legal = choices(ask)
    best = [move for move in legal if move.card is not None or move.act is Act.COLOR] or legal[:1]
    return max(best, key=lambda move: (_worth(move.card), held[move.color]))


def _worth(card: Card | None) -> int:
    if card is None:
        return 0
    return card.number if card.number is not None else _POINTS.get(card.symbol, _ACTION)


def _bare(act: Act) -> list[Move]:
    return [Move(act, None, color) for color in COLORS] if act is Act.COLOR else [BARE_MOVES[act]]


HOUSE: Final[dict[str, Policy]] = {"random": _random, "first": _first, "greedy": _greedy}
"""The house bots by name."""
