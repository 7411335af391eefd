"""Moves on the wire: four scalars (act, card, color, uno) with an exact inverse, and answers of bots.

Whatever a bot sends has a text form, a move's or not, so that a refusal can show what was received. An enum
that is not set is never its first value: a play without a card is no move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from arbitro.codec.errors import CodecError, each
from arbitro.codec.wire import part, tag
from arbitro.v1 import play_pb2
from arbitro_engine.rules.cards import CARDS, COLORS
from arbitro_engine.rules.moves import BARE_MOVES, Act, Move, Refusal, parse_move, play

__all__ = ["answer_of", "answer_part", "move_of", "moves_of", "ready_part", "refusal_number", "refusal_of"]

_MOVES: Final[dict[tuple[int, int, int, bool], Move]] = {
    (int(move.act), int(move.card or 0), int(move.color or 0), move.uno): move
    for move in (
        *BARE_MOVES.values(),
        *(Move(Act.COLOR, None, color) for color in COLORS),
        *(play(card, color, uno=uno) for card in CARDS for color in (None, *COLORS) for uno in (False, True)),
    )
}
_ACTS: Final = {int(act): act.text for act in Act}
_REFUSALS: Final[dict[int, Refusal | None]] = dict(enumerate((None, *Refusal)))
_REFUSAL_NUMBERS: Final = {refusal: number for number, refusal in _REFUSALS.items()}
_READY: Final = tag(play_pb2.PlayRequest.READY_FIELD_NUMBER, 2)
_ANSWERS: Final = tag(play_pb2.PlayRequest.ANSWERS_FIELD_NUMBER, 2)


class _MoveFields(Protocol):
    """The four scalars as they stand in ``Answer`` and ``LogRecord``."""

    @property
    def act(self) -> int: ...
    @property
    def card(self) -> int: ...
    @property
    def color(self) -> int: ...
    @property
    def uno(self) -> bool: ...


def move_of(message: _MoveFields) -> Move | None:
    """Return the move that the four scalars name, or None if they name none."""
    return _MOVES.get((message.act, message.card, message.color, message.uno))


def answer_of(message: play_pb2.Answer) -> tuple[Move | None, str]:
    """Return the move answered; where it is none, None and the text form of what was received."""
    move = _MOVES.get((message.act, message.card, message.color, message.uno))
    return (move, "") if move is not None else (None, _text(message))


def answer_part(
    handle: int, decision: int, attempt: int, move: Move, note: str = "", *, crashed: bool = False
) -> bytes:
    """Return a bot's answer, ready to be joined into a PlayRequest.

    ``crashed``: the bot's own code failed, and its client answers in its place.
    """
    message = play_pb2.Answer(
        match=handle,
        decision=decision,
        attempt=attempt,
        act=int(move.act),  # type: ignore[arg-type]
        card=int(move.card or 0),  # type: ignore[arg-type]
        color=int(move.color or 0),  # type: ignore[arg-type]
        uno=move.uno,
        note=note,
        crashed=crashed,
    )
    return part(_ANSWERS, message.SerializeToString())


def ready_part(handle: int, nonce: bytes = b"") -> bytes:
    """Return a bot's Ready with its share in the deal, ready to be joined into a PlayRequest."""
    return part(_READY, play_pb2.Ready(match=handle, nonce=nonce).SerializeToString())


def moves_of(texts: Iterable[str], field: str) -> tuple[Move, ...]:
    """Return the moves with these text forms. Raises :class:`CodecError` if one is no move."""
    return each(field, _parse, texts)


def refusal_number(refusal: Refusal | None) -> int:
    """Return the refusal's number on the wire, 0 for none."""
    return _REFUSAL_NUMBERS[refusal]


def refusal_of(number: int) -> Refusal | None:
    """Return the refusal with this number on the wire, None for 0.

    Raises:
        CodecError: if there is none.
    """
    try:
        return _REFUSALS[number]
    except KeyError:
        raise CodecError("refusal", f"{number} is no refusal: there are 1 to {len(Refusal)}") from None


def _parse(text: str) -> Move:
    try:
        return parse_move(text)
    except ValueError as error:
        raise CodecError("text", str(error)) from None


def _text(message: _MoveFields) -> str:
    """Write down what is no move, in the manner of moves: what cannot be named stands as its number."""
    words = [_ACTS.get(message.act, f"act-{message.act}")]
    card = _name(CARDS, message.card, "card") if message.card else ""
    color = _name(COLORS, message.color, "color") if message.color else ""
    words += filter(
        None, [f"{card}:{color}" if card and color else card or color, "uno" if message.uno else ""]
    )
    return " ".join(words)


def _name(kinds: tuple[object, ...], number: int, what: str) -> str:
    return str(kinds[number - 1]) if 0 < number <= len(kinds) else f"{what}-{number}"
