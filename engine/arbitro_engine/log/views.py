"""A log as one seat saw it, or as everybody did: the messages that were sent, built anew, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from arbitro_engine.log.export import Line, end_line, header_line, milliseconds
from arbitro_engine.log.replay import chance_of_log, machine, replay
from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.messages import Ask, Ended, Message, Private, Public, Result
from arbitro_engine.rules.cards import Card, Color
from arbitro_engine.rules.events import NOBODY, Why
from arbitro_engine.rules.moves import Move

__all__ = ["seen_lines"]


def seen_lines(log: StoredLog, seat: int | None = None) -> Iterator[Line]:
    """Yield what was told: to this seat, or, if it is None, to everybody.

    Raises:
        Differs: where the log cannot be played on.
        ValueError: if the log has no header, or the match no such seat.
    """
    header = log.header
    if header is None:
        raise ValueError("the log does not begin with the facts of a match")
    if seat is not None and not 0 <= seat < header.seats:
        raise ValueError(f"there is no seat {seat}: seats are 0 to {header.seats - 1}")
    yield header_line(header)
    match = machine(header, chance_of_log(record for _, record in log.steps))
    for replayed in replay(log, match):
        for message in replayed.step.messages:
            yield from _message_lines(message, seat)


def _message_lines(message: Message, seat: int | None) -> Iterator[Line]:
    if isinstance(message, Public):
        for number, event in enumerate(message.events, message.seq):
            yield {
                "type": "public",
                "seq": number,
                "event": event.kind.name.lower(),
                **_told(event._asdict()),
            }
    elif isinstance(message, Ended):
        yield end_line(message)
    elif message.seat == seat:
        yield from _own_lines(message)


def _own_lines(message: Private | Ask | Result) -> Iterator[Line]:
    match message:
        case Private():
            for number, event in enumerate(message.events, message.number):
                place = {"number": number, "after": message.after, "event": event.kind.name.lower()}
                yield {"type": "private", **place, "seat": event.seat, "cards": _plain(event.cards)}
        case Ask():
            line = _told(message._asdict())
            yield {"type": "ask", "id": line.pop("decision"), "decision": message.kind.text, **line}
        case Result():
            line = _told(message._asdict())
            yield {"type": "result", "id": line.pop("decision"), **line}


def _told(fields: dict[str, Any]) -> Line:
    """Return the fields that say something, durations in milliseconds."""
    return {
        name.replace("_us", "_ms"): milliseconds(value) if name.endswith("_us") else _plain(value)
        for name, value in fields.items()
        if name != "kind" and value is not None and value is not Why.NONE and value != NOBODY
    }


def _plain(value: Any) -> Any:  # noqa: ANN401 - any field's value
    if isinstance(value, Card | Color | Move):
        return str(value)
    if isinstance(value, Why):
        return value.text
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Enum) and not isinstance(value, str):
        return value.name.lower()
    return value
