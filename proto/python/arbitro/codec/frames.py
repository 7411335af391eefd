"""Frames: what a seat is told, each message made into a part of its own (architecture 4).

A frame is the concatenation of parts. The part of public events is made once per match and serves every
receiver. The order within a match: started, public, private, results, decisions, ended.

Numbers that come again and again are made into their fields once and kept for a while: a message is what its
fields are, one after the other (:mod:`.wire`).
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Final

from arbitro.codec.decisions import ask_of, ask_part
from arbitro.codec.errors import CodecError, each, within
from arbitro.codec.events import public_event_of, public_event_part, seat_event_of, seat_event_part
from arbitro.codec.moves import moves_of, refusal_number, refusal_of
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
from arbitro.codec.wire import match_field, part, tag
from arbitro.reasons import sentence
from arbitro.v1 import play_pb2
from arbitro_engine.log.chain import RoundHead
from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import Ended, Outcome, Private, Public, Result
from arbitro_engine.rules.events import Why

__all__ = [
    "ask_of",
    "ask_part",
    "ended_of",
    "ended_part",
    "ending_number",
    "ending_of",
    "header_of_started",
    "private_of",
    "private_part",
    "public_of",
    "public_part",
    "result_of",
    "result_part",
    "round_head_message",
    "round_head_of",
    "started_part",
]

_STARTED: Final = tag(play_pb2.PlayResponse.STARTED_FIELD_NUMBER, 2)
_PUBLIC: Final = tag(play_pb2.PlayResponse.PUBLIC_FIELD_NUMBER, 2)
_PRIVATE: Final = tag(play_pb2.PlayResponse.PRIVATE_FIELD_NUMBER, 2)
_RESULTS: Final = tag(play_pb2.PlayResponse.RESULTS_FIELD_NUMBER, 2)
_ENDED: Final = tag(play_pb2.PlayResponse.ENDED_FIELD_NUMBER, 2)
_HEAD: Final = tag(play_pb2.PublicEvents.HEAD_FIELD_NUMBER, 2)

_KEPT: Final = 8192
"""How many fields of a kind are kept: numbers of decisions and events, outcomes."""
_ACCEPTED: Final = Outcome.ACCEPTED
_OUTCOMES: Final = {int(outcome): outcome for outcome in Outcome}
_ENDINGS: Final = {why - Why.TARGET + 1: why for why in Why if why >= Why.TARGET}
_ENDING_NUMBERS: Final = {why: number for number, why in _ENDINGS.items()} | {Why.NONE: 0}


def started_part(handle: int, header: Header, seat: int, *, ready_wanted: bool) -> bytes:
    """Return the immutable facts of a match as a MatchStarted for one seat."""
    message = play_pb2.MatchStarted(
        match=handle,
        name=header.match,
        run=header.run,
        tournament=header.tournament,
        seat=seat,
        bots=header.bots,
        rules=rules_message(header.rules),
        time=time_message(header.time),
        faults=faults_message(header.faults),
        deals=deals_message(header.deals),  # type: ignore[arg-type]
        commitment=header.commitment,
        ready_wanted=ready_wanted,
    )
    return part(_STARTED, message.SerializeToString(deterministic=True))


def header_of_started(message: play_pb2.MatchStarted) -> Header:
    """Return what a MatchStarted tells of a match's header; the rest stands at its defaults.

    Raises:
        CodecError: naming the field that cannot be, an unknown or impossible option of the rules included.
    """
    header = Header(
        match=message.name,
        bots=tuple(message.bots),
        rules=within("rules", rules_of, message.rules),
        commitment=message.commitment,
        set_id="",
        run=message.run,
        tournament=message.tournament,
        time=within("time", time_of, message.time),
        faults=within("faults", faults_of, message.faults),
        deals=deals_of(message.deals),
    )
    if message.seat >= header.seats:
        raise CodecError("seat", f"{message.seat} is no seat at a table of {header.seats}")
    return header


def public_part(handle: int, public: Public, head: RoundHead | None = None) -> bytes:
    """Return public events as PublicEvents; ``head`` where a round ends among them."""
    seq, events = public
    content = match_field(handle) + _public_seq(seq) + b"".join(map(public_event_part, events))
    if head is not None:
        content += part(_HEAD, round_head_message(head).SerializeToString())
    return part(_PUBLIC, content)


@lru_cache(maxsize=_KEPT)
def _public_seq(seq: int) -> bytes:
    return play_pb2.PublicEvents(seq=seq).SerializeToString()


def public_of(message: play_pb2.PublicEvents) -> Public:
    """Return the public events. Raises :class:`CodecError` if a number means nothing."""
    return Public(message.seq, each("events", public_event_of, message.events))


def private_part(handle: int, private: Private) -> bytes:
    """Return what one seat alone learns as PrivateEvents."""
    _, number, after, events = private
    content = match_field(handle) + _private_number(number) + _private_after(after)
    return part(_PRIVATE, content + b"".join(map(seat_event_part, events)))


@lru_cache(maxsize=_KEPT)
def _private_number(number: int) -> bytes:
    return play_pb2.PrivateEvents(number=number).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _private_after(after: int) -> bytes:
    return play_pb2.PrivateEvents(after=after).SerializeToString()


def private_of(message: play_pb2.PrivateEvents, seat: int) -> Private:
    """Return what ``seat`` learnt. Raises :class:`CodecError` if a number means nothing."""
    events = each("events", partial(seat_event_of, receiver=seat), message.events)
    return Private(seat, message.number, message.after, events)


def result_part(handle: int, result: Result) -> bytes:
    """Return what became of an answer as an AnswerResult, with a sentence unless it was accepted."""
    _, decision, attempt, outcome, charge_us, bank_us, strikes, refusal, did = result
    message: Any = play_pb2.AnswerResult()
    message.charge_us = charge_us
    message.bank_us = bank_us
    if outcome is not _ACCEPTED:
        message.refusal = refusal_number(refusal)
        message.did.extend(map(str, did))
        message.text = sentence(outcome, refusal)
    content = match_field(handle) + _outcome_of(decision, attempt, outcome, strikes)
    return part(_RESULTS, content + message.SerializeToString())


@lru_cache(maxsize=_KEPT)
def _outcome_of(decision: int, attempt: int, outcome: Outcome, strikes: int) -> bytes:
    fields: dict[str, Any] = {"outcome": outcome, "strikes": strikes}
    return play_pb2.AnswerResult(decision=decision, attempt=attempt, **fields).SerializeToString()


def result_of(message: play_pb2.AnswerResult, seat: int) -> Result:
    """Return what became of an answer of ``seat``.

    Raises :class:`CodecError` if a number or text means nothing.
    """
    outcome = _OUTCOMES.get(message.outcome)
    if outcome is None:
        raise CodecError("outcome", f"{message.outcome} is no outcome this version knows")
    return Result(
        seat,
        message.decision,
        message.attempt,
        outcome,
        message.charge_us,
        message.bank_us,
        message.strikes,
        refusal_of(message.refusal),
        moves_of(message.did, "did"),
    )


def ended_part(handle: int, ended: Ended, head: RoundHead | None = None) -> bytes:
    """Return the end of a match as a MatchEnded, with the chain's last head."""
    fields: dict[str, Any] = {"winner": ended.winner, "blame": ended.blame}
    message = play_pb2.MatchEnded(
        match=handle,
        ending=ending_number(ended.ending),  # type: ignore[arg-type]
        scores=ended.scores,
        rounds=ended.rounds,
        strikes=ended.strikes,
        **{name: seat for name, seat in fields.items() if seat is not None},
    )
    if head is not None:
        message.head.CopyFrom(round_head_message(head))
    return part(_ENDED, message.SerializeToString())


def ended_of(message: play_pb2.MatchEnded) -> Ended:
    """Return how a match ended; what bots are not told (rounds won, decisions) is empty.

    Raises:
        CodecError: if the ending is unknown.
    """
    return Ended(
        ending_of(message.ending),
        message.winner if message.HasField("winner") else None,
        tuple(message.scores),
        message.blame if message.HasField("blame") else None,
        message.rounds,
        (),
        tuple(message.strikes),
        0,
    )


def round_head_message(head: RoundHead) -> play_pb2.RoundHead:
    """Return a round's head as a message."""
    return play_pb2.RoundHead(
        round=head.round, records=head.records, head=head.head, signature=head.signature
    )


def round_head_of(message: play_pb2.RoundHead) -> RoundHead:
    """Return a round's head; nothing about it is checked."""
    return RoundHead(message.round, message.records, message.head, message.signature)


def ending_number(ending: Why) -> int:
    """Return an ending's number on the wire, 0 for none."""
    return _ENDING_NUMBERS[ending]


def ending_of(number: int) -> Why:
    """Return the ending with this number. Raises :class:`CodecError` if there is none."""
    try:
        return _ENDINGS[number]
    except KeyError:
        raise CodecError("ending", f"{number} is no ending: there are 1 to {len(_ENDINGS)}") from None
