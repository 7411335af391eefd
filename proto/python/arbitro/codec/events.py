"""Events on the wire: full ones for logs, public ones for everybody, private ones for one seat.

Each is made into its bytes once and kept for a while, since the events of a game repeat: an event's bytes
depend on nothing but its value.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from arbitro.codec.errors import CodecError, each
from arbitro.codec.wire import part, tag
from arbitro.v1 import events_pb2, log_pb2, play_pb2
from arbitro_engine.rules.cards import CARDS, COLORS, Card, Color
from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why
from arbitro_engine.rules.view import PublicEvent, SeatEvent

__all__ = [
    "card_of",
    "cards_of",
    "color_of",
    "event_part",
    "events_of",
    "public_event_of",
    "public_event_part",
    "seat_event_of",
    "seat_event_part",
]

_KINDS: Final = {int(kind): kind for kind in EventKind}
_WHYS: Final = {int(why): why for why in Why}
_CARDS: Final[dict[int, Card | None]] = {0: None} | {int(card): card for card in CARDS}
_COLORS: Final[dict[int, Color | None]] = {0: None} | {int(color): color for color in COLORS}

_SHORT: Final = 48
"""The longest event, in bytes, that is kept: what repeats is shorter, and nobody shall fill the memory."""

_IN_RECORD: Final = tag(log_pb2.LogRecord.EVENTS_FIELD_NUMBER, 2)
_IN_PUBLIC: Final = tag(play_pb2.PublicEvents.EVENTS_FIELD_NUMBER, 2)
_IN_PRIVATE: Final = tag(play_pb2.PrivateEvents.EVENTS_FIELD_NUMBER, 2)


@lru_cache(maxsize=8192)
def event_part(event: Event) -> bytes:
    """Return a full event as a part of a LogRecord."""
    message = events_pb2.LogEvent(cards=event.cards, **_fields(event))  # type: ignore[arg-type]
    return part(_IN_RECORD, message.SerializeToString())


@lru_cache(maxsize=8192)
def public_event_part(event: PublicEvent) -> bytes:
    """Return a public event as a part of PublicEvents."""
    return part(_IN_PUBLIC, events_pb2.PublicEvent(**_fields(event)).SerializeToString())


@lru_cache(maxsize=8192)
def seat_event_part(event: SeatEvent) -> bytes:
    """Return what one seat learns as a part of PrivateEvents."""
    fields: dict[str, Any] = {"kind": event.kind, "seat": event.seat, "cards": event.cards}
    return part(_IN_PRIVATE, events_pb2.PrivateEvent(**fields).SerializeToString())


def events_of(messages: Iterable[events_pb2.LogEvent]) -> tuple[Event, ...]:
    """Return the events of a record.

    Raises:
        CodecError: if a number means nothing; it says of which event.
    """
    try:
        return tuple(
            [
                _kept_event(data) if len(data := message.SerializeToString()) <= _SHORT else _event(message)
                for message in messages
            ]
        )
    except CodecError:
        return each("events", _event, messages)  # again, to say which one it is


@lru_cache(maxsize=8192)
def _kept_event(data: bytes) -> Event:
    return _event(events_pb2.LogEvent.FromString(data))


def _event(message: events_pb2.LogEvent) -> Event:
    try:
        return Event(
            _KINDS[message.kind],
            message.seat if message.HasField("seat") else NOBODY,
            _CARDS[message.card],
            _COLORS[message.color],
            message.count,
            message.other if message.HasField("other") else NOBODY,
            _WHYS[message.why],
            message.flag,
            cards_of(message.cards, "cards"),
            tuple(message.points),
            tuple(message.scores),
        )
    except KeyError:
        raise _unknown(message) from None


def public_event_of(message: events_pb2.PublicEvent) -> PublicEvent:
    """Return the public event. Raises :class:`CodecError` if a number means nothing."""
    try:
        return PublicEvent(
            kind=_KINDS[message.kind],
            seat=message.seat if message.HasField("seat") else NOBODY,
            card=_CARDS[message.card],
            color=_COLORS[message.color],
            count=message.count,
            other=message.other if message.HasField("other") else NOBODY,
            why=_WHYS[message.why],
            flag=message.flag,
            points=tuple(message.points),
            scores=tuple(message.scores),
        )
    except KeyError:
        raise _unknown(message) from None


def seat_event_of(message: events_pb2.PrivateEvent, receiver: int) -> SeatEvent:
    """Return what the seat ``receiver`` learnt. Raises :class:`CodecError` if a number means nothing."""
    kind = _KINDS.get(message.kind)
    if kind is None:
        raise _unknown(message)
    other = receiver if kind is EventKind.REVEALED else NOBODY
    return SeatEvent(kind, message.seat, other, cards_of(message.cards, "cards"))


def card_of(number: int, field: str) -> Card | None:
    """Return the card with this number, None for 0. Raises :class:`CodecError` if there is none."""
    try:
        return _CARDS[number]
    except KeyError:
        raise CodecError(field, f"{number} is no card: there are 1 to {len(CARDS)}") from None


def cards_of(numbers: Iterable[int], field: str) -> tuple[Card, ...]:
    """Return the cards with these numbers. Raises :class:`CodecError` if one is none."""
    cards = tuple(map(_CARDS.get, numbers))
    if None in cards:
        raise CodecError(f"{field}[{cards.index(None)}]", f"is no card: there are 1 to {len(CARDS)}")
    return cards  # type: ignore[return-value]


def color_of(number: int, field: str) -> Color | None:
    """Return the colour with this number, None for 0. Raises :class:`CodecError` if there is none."""
    try:
        return _COLORS[number]
    except KeyError:
        raise CodecError(field, f"{number} is no colour: there are 1 to {len(COLORS)}") from None


def _fields(event: Event | PublicEvent) -> dict[str, Any]:
    """Return what full and public events share, as the keywords of a message; unset seats are left out."""
    fields: dict[str, Any] = {
        "kind": event.kind,
        "card": event.card or 0,
        "color": event.color or 0,
        "count": event.count,
        "why": event.why,
        "flag": event.flag,
        "points": event.points,
        "scores": event.scores,
    }
    if event.seat != NOBODY:
        fields["seat"] = event.seat
    if event.other != NOBODY:
        fields["other"] = event.other
    return fields


def _unknown(message: events_pb2.LogEvent | events_pb2.PublicEvent | events_pb2.PrivateEvent) -> CodecError:
    for field, known in (("kind", _KINDS), ("card", _CARDS), ("color", _COLORS), ("why", _WHYS)):
        number = getattr(message, field, 0)
        if number not in known:
            return CodecError(field, f"{number} means nothing here")
    raise AssertionError(f"all numbers are known: {message}")
