"""A log as JSON Lines, enough for anybody's engine to play the match again (docs/reference/exports.md).

Everything is given as plain values: texts in the forms of scenarios.md, seats and rounds from 0, durations in
milliseconds, hashes in hex. A line stands directly behind the line of the input that caused it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import Ended
from arbitro_engine.match.record import HeaderRecord, RecordKind, RevealRecord, StepRecord
from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why

__all__ = ["Line", "end_line", "header_line", "lines", "milliseconds"]

Line = dict[str, Any]
"""One line: ``type`` first, all values fit for JSON."""


def lines(log: StoredLog) -> Iterator[Line]:
    """Yield the lines of a match, as far as its log goes. Some records (lost, back, seals) have none."""
    round_number = 0
    for record in log.records:
        if isinstance(record, HeaderRecord):
            yield header_line(record.header)
        elif isinstance(record, RevealRecord):
            yield {
                "type": "reveal",
                "secret": record.secret.hex(),
                "nonces": [nonce.hex() for nonce in record.nonces],
            }
        elif isinstance(record, StepRecord):
            line = _input_line(record)
            if line is not None:
                yield line
            for event in record.events:
                if event.kind is EventKind.ROUND_STARTED:
                    round_number = event.count
                    yield _round_line(event, record, log.header)
                elif (line := _event_line(event, round_number)) is not None:
                    yield line
            if record.end is not None:
                yield end_line(record.end)


def header_line(header: Header) -> Line:
    """Return the line of a match's facts."""
    return {
        "type": "header",
        "match": header.match,
        "run": header.run,
        "tournament": header.tournament,
        "seeded": header.seeded,
        "rules": {
            "profile": header.rules.profile,
            "overrides": header.rules.overrides(),
            "hash": header.rules.hash,
        },
        "seats": list(header.bots),
        "faults": {"policy": header.faults.name, "strikes": header.faults.strikes},
        "time": str(header.time),
        "deals": header.deals,
        "commitment": header.commitment.hex(),
    }


def end_line(end: Ended) -> Line:
    """Return the line of how a match ended."""
    return {
        "type": "end",
        "ending": end.ending.text,
        "winner": end.winner,
        "scores": list(end.scores),
        "blame": end.blame,
    }


def milliseconds(us: int) -> int | float:
    """Return a duration in microseconds as exports give it."""
    return us / 1000 if us % 1000 else us // 1000


def _input_line(record: StepRecord) -> Line | None:
    decision = {
        "seat": record.seat,
        "decision": record.question.text if record.question else None,
        "id": record.decision if record.decision >= 0 else None,
    }
    match record.kind:
        case RecordKind.ANSWER:
            return {
                "type": "move",
                **decision,
                "do": str(record.move),
                "asked_ms": milliseconds(record.asked_us),
                "charge_ms": milliseconds(record.charge_us),
                **({"why": record.cause} if record.cause else {}),
            }
        case RecordKind.REFUSED:
            text = str(record.move) if record.move else record.text
            return {"type": "refused", **decision, "do": text or None, "reason": record.refusal}
        case RecordKind.TIMEOUT:
            return {
                "type": "timeout",
                **decision,
                "did": [str(move) for move in record.did] or None,
                "why": record.cause,
                "charge_ms": milliseconds(record.charge_us),
            }
        case RecordKind.ARBITER:
            return {
                "type": "arbiter",
                "act": record.arbiter,
                "seat": _seat(record.seat),
                "cards": record.cards,
                "who": record.who,
                "why": record.why,
            }
    return None


def _round_line(event: Event, record: StepRecord, header: Header | None) -> Line:
    line = {"type": "round", "round": event.count, "dealer": event.seat, "deck": _texts(event)}
    if event.count == 0 and header is not None:
        draws = [(draw.seat, str(draw.card)) for draw in record.events if draw.kind is EventKind.DEALER_DRAW]
        line["dealer_draw"] = [[card for by, card in draws if by == seat] for seat in range(header.seats)]
    return line


def _event_line(event: Event, round_number: int) -> Line | None:
    match event.kind:
        case EventKind.SHUFFLED:
            return {"type": "shuffle", "pile": _texts(event)}
        case EventKind.SEAT_ORDER:
            return {"type": "shuffle", "seat": event.seat, "order": _texts(event)}
        case EventKind.CHANCE if event.why is Why.COIN:
            return {"type": "chance", "what": "coin", "value": event.flag}
        case EventKind.CHANCE:
            return {"type": "chance", "what": "color", "value": str(event.color)}
        case EventKind.RETIRED:
            return {"type": "retire", "seat": event.seat, "ending": event.why.text}
        case EventKind.ROUND_ENDED:
            return {
                "type": "round_end",
                "round": round_number,
                "winner": _seat(event.seat),
                "reason": event.why.text,
                "points": list(event.points),
                "scores": list(event.scores),
            }
    return None


def _texts(event: Event) -> list[str]:
    return [str(card) for card in event.cards]


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat
