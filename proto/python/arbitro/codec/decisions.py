"""The question put to a seat: the hot message, whose wire bytes are written by hand.

Of all that a referee sends, a decision is the most frequent and has the most fields; made by hand it costs a
third of what the generated class takes. This is the only place where fields are written by hand. A property
test holds the bytes equal to the generated class's, and what does not fit the quick way goes the generated
one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from arbitro.codec.errors import CodecError
from arbitro.codec.events import card_of, cards_of, color_of
from arbitro.codec.wire import match_field, part, tag, varint
from arbitro.v1 import play_pb2
from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.events import NOBODY
from arbitro_engine.rules.moves import Act, DecisionKind

__all__ = ["ask_of", "ask_part"]

_ACTS: Final = {int(act): act for act in Act}
_KINDS: Final = {int(kind): kind for kind in DecisionKind}
_IN_FRAME: Final = tag(play_pb2.PlayResponse.DECISIONS_FIELD_NUMBER, 2)


def _table(name: str, wire_type: int = 0) -> list[bytes]:
    """Return a field's tag and number for each number of one byte; 0 is left out, as it is in proto3."""
    tagged = tag(play_pb2.Decision.DESCRIPTOR.fields_by_name[name].number, wire_type)
    return [b"", *(tagged + varint(number) for number in range(1, 128))]


_ATTEMPT: Final = _table("attempt")
_KIND: Final = _table("kind")
_HAND: Final = _table("hand", 2)
_COUNTS: Final = _table("counts", 2)
_PLAYS: Final = _table("plays", 2)
_ACT_LIST: Final = _table("acts", 2)
_TOP: Final = _table("top")
_COLOR: Final = _table("color")
_CLOCKWISE: Final = _table("clockwise")
_PENDING: Final = _table("pending")
_DRAW_COUNT: Final = _table("draw_count")
_DISCARD_COUNT: Final = _table("discard_count")
_DRAWN: Final = _table("drawn")
_STRIKES: Final = _table("strikes")
# an optional field tells 0 from unset; NOBODY is -1, the last place of a list
_ABOUT: Final = [b"\x88\x01\x00", *_table("about")[1:], b""]


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
        message.allowance_us,
        message.bank_us,
        message.strikes,
        kind,
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
    )


def _by_hand(handle: int, ask: Ask) -> bytes | None:
    """Return the message's bytes, or None where a number does not fit the tables."""
    (
        _,
        decision,
        attempt,
        allowance_us,
        bank_us,
        strikes,
        kind,
        hand,
        counts,
        plays,
        acts,
        top,
        color,
        clockwise,
        pending,
        draw_count,
        discard_count,
        about,
        drawn,
    ) = ask
    try:
        hands, counted, playable, open_acts = bytes(hand), bytes(counts), bytes(plays), bytes(acts)
        if not counted.isascii():
            return None
        return b"".join(
            (
                match_field(handle),
                b"\x10" + varint(decision) if decision else b"",
                _ATTEMPT[attempt],
                _KIND[kind],
                _clock_fields(allowance_us, bank_us),
                _HAND[len(hands)],
                hands,
                _COUNTS[len(counted)],
                counted,
                _PLAYS[len(playable)],
                playable,
                _ACT_LIST[len(open_acts)],
                open_acts,
                _TOP[top],
                _COLOR[color or 0],
                _CLOCKWISE[clockwise],
                _PENDING[pending],
                _DRAW_COUNT[draw_count],
                _DISCARD_COUNT[discard_count],
                _ABOUT[about],
                _DRAWN[drawn or 0],
                _STRIKES[strikes],
            )
        )
    except (IndexError, ValueError):
        return None


def _generated(handle: int, ask: Ask) -> play_pb2.Decision:
    fields: dict[str, Any] = ask._asdict()
    del fields["seat"]
    fields["color"] = ask.color or 0
    fields["drawn"] = ask.drawn or 0
    if ask.about == NOBODY:
        del fields["about"]
    return play_pb2.Decision(match=handle, **fields)


@lru_cache(maxsize=1024)  # what is left of a bank hardly comes again, but a full one does
def _clock_fields(allowance_us: int, bank_us: int) -> bytes:
    allowance = b"\x28" + varint(allowance_us) if allowance_us else b""
    return allowance + (b"\x30" + varint(bank_us) if bank_us else b"")
