"""The question put to a seat: the hot message, whose wire bytes are written by hand.

Of all that a referee sends, a decision is the most frequent and has the most fields; made by hand it costs a
third of what the generated class takes. This is the only place where fields are written by hand. A property
test holds the bytes equal to the generated class's, and what does not fit the quick way goes the generated
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from arbitro.codec.errors import CodecError
from arbitro.codec.events import card_of, cards_of, color_of
from arbitro.codec.wire import part, tag, varint
from arbitro.v1 import play_pb2
from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.events import NOBODY
from arbitro_engine.rules.moves import Act, DecisionKind

__all__ = ["ask_of", "ask_part"]

_ACTS: Final = {int(act): act for act in Act}
_KINDS: Final = {int(kind): kind for kind in DecisionKind}
_IN_FRAME: Final = tag(play_pb2.PlayResponse.DECISIONS_FIELD_NUMBER, 2)


def ask_part(handle: int, ask: Ask) -> bytes:
    """Return a question as a Decision, ready to be joined into a PlayResponse."""
    return part(_IN_FRAME, _by_hand(handle, ask) or _generated(handle, ask).SerializeToString())


def ask_of(message: play_pb2.Decision, seat: int) -> Ask:
    """Return the question put to ``seat``.

    Raises:
        CodecError: if a number means nothing.
    """
    kind = _KINDS.get(message.kind)
    top = card_of(message.top, "top")
    if kind is None:
        raise CodecError("kind", f"{message.kind} is no kind of decision this version knows")
    if top is None:
        raise CodecError("top", "is not set: a discard pile has a top")
    # acts are added to this list in later versions: what is not known cannot be chosen
    acts = tuple(_ACTS[number] for number in message.acts if number in _ACTS)
    return Ask(
        seat,
        message.decision,
        message.attempt,
        kind,
        message.allowance_us,
        message.bank_us,
        cards_of(message.hand, "hand"),
        tuple(message.counts),
        cards_of(message.plays, "plays"),
        acts,
        top,
        color_of(message.color, "color"),
        message.clockwise,
        message.pending,
        message.draw_count,
        message.discard_count,
        message.about if message.HasField("about") else NOBODY,
        card_of(message.drawn, "drawn"),
        message.strikes,
    )


def _by_hand(handle: int, ask: Ask) -> bytes | None:
    """Return the message's bytes, or None where a list holds a number that takes more than one byte."""
    counts = _packed(ask.counts)
    if counts is None:
        return None
    out = bytearray(_match_field(handle))
    hand, plays, acts = bytes(ask.hand), bytes(ask.plays), bytes(ask.acts)
    for tagged, number in (
        (b"\x10", ask.decision),
        (b"\x18", ask.attempt),
        (b"\x20", ask.kind),
        (b"\x28", ask.allowance_us),
        (b"\x30", ask.bank_us),
    ):
        if number:
            out += tagged
            out += varint(number)
    for tagged, packed in ((b"\x3a", hand), (b"\x42", counts), (b"\x4a", plays), (b"\x52", acts)):
        if packed:
            out += tagged
            out += varint(len(packed))
            out += packed
    for tagged, number in (
        (b"\x58", ask.top),
        (b"\x60", ask.color or 0),
        (b"\x68", ask.clockwise),
        (b"\x70", ask.pending),
        (b"\x78", ask.draw_count),
        (b"\x80\x01", ask.discard_count),
    ):
        if number:
            out += tagged
            out += varint(number)
    if ask.about != NOBODY:
        out += b"\x88\x01"
        out += varint(ask.about)
    for tagged, number in ((b"\x90\x01", ask.drawn or 0), (b"\x98\x01", ask.strikes)):
        if number:
            out += tagged
            out += varint(number)
    return bytes(out)


def _generated(handle: int, ask: Ask) -> play_pb2.Decision:
    fields: dict[str, Any] = ask._asdict()
    del fields["seat"]
    fields["color"] = ask.color or 0
    fields["drawn"] = ask.drawn or 0
    if ask.about == NOBODY:
        del fields["about"]
    return play_pb2.Decision(match=handle, **fields)


def _packed(numbers: Sequence[int]) -> bytes | None:
    """Return numbers below 128 as a packed field's content, else None."""
    try:
        packed = bytes(numbers)
    except ValueError:
        return None
    return packed if packed.isascii() else None


@lru_cache(maxsize=1024)
def _match_field(handle: int) -> bytes:
    return b"\x09" + handle.to_bytes(8, "little") if handle else b""
