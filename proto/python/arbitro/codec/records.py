"""Records of a match as bytes: what stands in a log and is hashed (log.proto, docs/reference/log-format.md).

Writing is deterministic: equal records have equal bytes. Reading takes any bytes: what is no record is a
:class:`CodecError` that names the field; kinds of later versions are kept as they are.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from google.protobuf.message import DecodeError

from arbitro.codec.errors import CodecError, within
from arbitro.codec.events import event_part, events_of
from arbitro.codec.frames import ending_number, ending_of
from arbitro.codec.moves import move_of, moves_of, refusal_number, refusal_of
from arbitro.codec.terms import (
    deals_message,
    deals_of,
    faults_message,
    faults_of,
    rules_message,
    rules_of,
    time_message,
    time_of,
)
from arbitro.v1 import log_pb2
from arbitro_engine.match.header import FORMAT, Header
from arbitro_engine.match.messages import Ended
from arbitro_engine.match.record import (
    HeaderRecord,
    Record,
    RecordKind,
    RevealRecord,
    SignatureRecord,
    StepRecord,
    UnknownRecord,
)
from arbitro_engine.rules.events import NOBODY
from arbitro_engine.rules.moves import DecisionKind, Move

__all__ = ["record_bytes", "record_of"]

_KINDS: Final = {int(kind): kind for kind in RecordKind}
_QUESTIONS: Final[dict[int, DecisionKind | None]] = {0: None} | {int(kind): kind for kind in DecisionKind}
_ARBITER_ACTS: Final = {1: "fine", 2: "retire", 3: "void"}
_KEPT: Final = 8192
"""How many fields of a kind are kept: see :mod:`.frames`."""
_ANSWER: Final = RecordKind.ANSWER
_NO_MORE: Final = StepRecord(_ANSWER)[12:]
_make: Final = tuple.__new__  # half the cost of the class's own
_ORDERS: Final = {RecordKind.ORDER, RecordKind.ARBITER}
_ARBITER_NUMBERS: Final = {act: number for number, act in _ARBITER_ACTS.items()} | {"": 0}


def record_bytes(record: Record) -> bytes:
    """Return the record's bytes, as they are stored, hashed and framed."""
    if isinstance(record, StepRecord):
        return _step_bytes(record)
    if isinstance(record, HeaderRecord):
        message = log_pb2.LogRecord(kind=log_pb2.RECORD_KIND_HEADER, header=_header_message(record.header))
        return message.SerializeToString(deterministic=True)
    if isinstance(record, RevealRecord):
        return log_pb2.LogRecord(
            kind=log_pb2.RECORD_KIND_REVEAL, secret=record.secret, nonces=record.nonces
        ).SerializeToString()
    if isinstance(record, SignatureRecord):
        return log_pb2.LogRecord(
            kind=log_pb2.RECORD_KIND_SIGNATURE,
            hash=record.head,
            signature=record.signature,
            signer=record.signer,
        ).SerializeToString()
    return record.content


def record_of(data: bytes) -> Record:
    """Return the record that these bytes hold; of an unknown kind, :class:`UnknownRecord` with all its bytes.

    Raises:
        CodecError: naming the field that cannot be; for any bytes whatever nothing else is raised.
    """
    try:
        message = log_pb2.LogRecord.FromString(data)
    except DecodeError:
        raise CodecError("", "these bytes are no LogRecord") from None
    kind = _KINDS.get(message.kind)
    if kind is _ANSWER:
        return _step_of(kind, message)
    if kind is None:
        return UnknownRecord(message.kind, data)
    if kind is RecordKind.HEADER:
        return HeaderRecord(within("header", _header_of, message.header))
    if kind is RecordKind.REVEAL:
        return RevealRecord(message.secret, tuple(message.nonces))
    if kind is RecordKind.SIGNATURE:
        seal = SignatureRecord(message.hash, message.signature, message.signer)
        if record_bytes(seal) != data:
            # nothing vouches for the last seal but itself
            raise CodecError(
                "signature", "a seal holds a hash, a signature and a signer, each once, and no more"
            )
        return seal
    return _step_of(kind, message)


def _step_bytes(record: StepRecord) -> bytes:
    (
        kind,
        seat,
        decision,
        attempt,
        question,
        move,
        asked_us,
        read_us,
        lag_us,
        tolerance_us,
        charge_us,
        events,
    ) = record[:12]
    # a field at a time, and none that is unset: half the cost of the constructor
    message: Any = log_pb2.LogRecord()
    message.asked_us = asked_us
    message.read_us = read_us
    if lag_us:
        message.lag_us = lag_us
    if tolerance_us:
        message.tolerance_us = tolerance_us
    message.charge_us = charge_us
    if kind is not _ANSWER or record.cause:
        _set_rest(message, record)
    # what comes again and again is made once and joined on, in the order of the fields' numbers
    repeated = _about(kind, seat) + _numbered(decision) + _said(attempt, question, move)
    return b"".join((repeated, message.SerializeToString(), *map(event_part, events)))


@lru_cache(maxsize=_KEPT)
def _about(kind: RecordKind, seat: int) -> bytes:
    fields: dict[str, Any] = {"kind": kind} | ({"seat": seat} if seat != NOBODY else {})
    return log_pb2.LogRecord(**fields).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _numbered(decision: int) -> bytes:
    return log_pb2.LogRecord(decision=decision if decision >= 0 else None).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _said(attempt: int, question: DecisionKind | None, move: Move | None) -> bytes:
    fields: dict[str, Any] = {"attempt": attempt, "question": question or 0}
    if move is not None:
        act, card, color, uno = move
        fields |= {"act": act, "card": card or 0, "color": color or 0, "uno": uno}
    return log_pb2.LogRecord(**fields).SerializeToString()


def _set_rest(message: log_pb2.LogRecord, record: StepRecord) -> None:
    """Set what an answer does not have, but for the cause where its bot crashed."""
    message.refusal = refusal_number(record.refusal)  # type: ignore[assignment]
    message.text = record.text
    message.cause = record.cause
    message.did.extend(map(str, record.did))
    message.ending = ending_number(record.ending)  # type: ignore[assignment]
    message.nonces.extend(record.nonces)
    message.arbiter = _ARBITER_NUMBERS[record.arbiter]  # type: ignore[assignment]
    message.cards = record.cards
    message.who = record.who
    message.why = record.why
    message.at_us = record.at_us
    if record.end is not None:
        message.end.CopyFrom(_end_message(record.end))


def _step_of(kind: RecordKind, message: log_pb2.LogRecord) -> StepRecord:
    move = move_of(message) if message.act else None
    if message.act and move is None:
        raise CodecError(
            "act", f"act {message.act} with card {message.card} and colour {message.color} is no move"
        )
    try:
        question = _QUESTIONS[message.question]
    except KeyError:
        raise CodecError("question", f"{message.question} is no kind of decision") from None
    seat = message.seat if message.HasField("seat") else NOBODY
    decision = message.decision if message.HasField("decision") else -1
    events = events_of(message.events)
    begin = (
        kind,
        seat,
        decision,
        message.attempt,
        question,
        move,
        message.asked_us,
        message.read_us,
        message.lag_us,
        message.tolerance_us,
        message.charge_us,
        events,
    )
    if kind is _ANSWER:
        record = _make(StepRecord, begin + _NO_MORE)
        return record if not message.cause else record._replace(cause=message.cause)
    arbiter = _ARBITER_ACTS.get(message.arbiter, "")
    if not arbiter and (message.arbiter or kind in _ORDERS):
        raise CodecError("arbiter", f"{message.arbiter} is no act of an arbiter: there are 1 to 3")
    return StepRecord(
        *begin,
        refusal_of(message.refusal),
        message.text,
        message.cause,
        moves_of(message.did, "did"),
        ending_of(message.ending) if message.ending else StepRecord._field_defaults["ending"],
        tuple(message.nonces),
        arbiter,
        message.cards,
        message.who,
        message.why,
        message.at_us,
        within("end", _end_of, message.end) if message.HasField("end") else None,
    )


def _header_message(header: Header) -> log_pb2.MatchHeader:
    return log_pb2.MatchHeader(
        format=FORMAT,
        engine=header.engine,
        match=header.match,
        run=header.run,
        tournament=header.tournament,
        set=header.set_id,
        bots=header.bots,
        rules=rules_message(header.rules),
        time=time_message(header.time),
        faults=faults_message(header.faults),
        deals=deals_message(header.deals),  # type: ignore[arg-type]
        commitment=header.commitment,
        seeded=header.seeded,
        started_unix=header.started_unix,
    )


def _header_of(message: log_pb2.MatchHeader) -> Header:
    if message.format != FORMAT:
        raise CodecError("format", f"{message.format} is not known here: this version reads format {FORMAT}")
    if message.first_dealer:
        raise CodecError("first_dealer", f"{message.first_dealer}: it is 0 in every log of this format")
    return Header(
        match=message.match,
        bots=tuple(message.bots),
        rules=within("rules", rules_of, message.rules),
        commitment=message.commitment,
        set_id=message.set,
        run=message.run,
        tournament=message.tournament,
        time=within("time", time_of, message.time),
        faults=within("faults", faults_of, message.faults),
        deals=deals_of(message.deals),
        seeded=message.seeded,
        engine=message.engine,
        started_unix=message.started_unix,
    )


def _end_message(end: Ended) -> log_pb2.MatchEnd:
    seats = {"winner": end.winner, "blame": end.blame}
    return log_pb2.MatchEnd(
        ending=ending_number(end.ending),  # type: ignore[arg-type]
        scores=end.scores,
        rounds=end.rounds,
        rounds_won=end.rounds_won,
        strikes=end.strikes,
        decisions=end.decisions,
        **{name: seat for name, seat in seats.items() if seat is not None},
    )


def _end_of(message: log_pb2.MatchEnd) -> Ended:
    return Ended(
        ending_of(message.ending),
        message.winner if message.HasField("winner") else None,
        tuple(message.scores),
        message.blame if message.HasField("blame") else None,
        message.rounds,
        tuple(message.rounds_won),
        tuple(message.strikes),
        message.decisions,
    )
