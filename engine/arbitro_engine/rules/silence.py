"""What is done for a silent seat: always a legal move, never a choice that tells its hand (ruling 12)."""

from __future__ import annotations

from typing import Final

from arbitro_engine.rules.cards import COLORS
from arbitro_engine.rules.legal import legal
from arbitro_engine.rules.moves import BARE_MOVES, PLAYS, Act, DecisionKind, Move
from arbitro_engine.rules.round import Round

__all__ = ["default"]

_DRAW, _KEEP, _PASS, _TAKE = (BARE_MOVES[act] for act in (Act.DRAW, Act.KEEP, Act.PASS, Act.TAKE))
_SAME_FOR_ALL: Final = {
    DecisionKind.CHALLENGE: BARE_MOVES[Act.ACCEPT],
    DecisionKind.CATCH: BARE_MOVES[Act.IGNORE],
    DecisionKind.COLOR: Move(Act.COLOR, None, COLORS[0]),
}


def default(round: Round, seat: int) -> Move:
    """Return the next move that is made for a silent seat.

    A played wild names the first colour; nothing shouts. The default of a turn may be two moves: a draw,
    and what is asked then. :func:`~arbitro_engine.rules.step.apply_default` makes it whole.

    Raises:
        ValueError: if the seat is not asked.
    """
    moves = legal(round, seat)
    if not moves or round.decision is None:
        raise ValueError(f"seat {seat} is not asked: there is no default for it")
    if round.decision in _SAME_FOR_ALL:
        return _SAME_FOR_ALL[round.decision]
    if round.decision is DecisionKind.STACK:
        return _TAKE if _TAKE in moves else moves[0]
    if round.decision is DecisionKind.TURN:
        return _DRAW if _DRAW in moves else moves[0]
    return _after_draw(round, moves)


def _after_draw(round: Round, moves: list[Move]) -> Move:
    """Keep; under until_playable, or where keep is closed, play: last drawn, else first card; else pass."""
    if _KEEP in moves and not round.table.until_playable:
        return _KEEP
    last = PLAYS[round.drawn[-1]][0]
    if last in moves:
        return last
    if moves[0].act is Act.PLAY:
        return moves[0]
    return _PASS if _PASS in moves else _KEEP
