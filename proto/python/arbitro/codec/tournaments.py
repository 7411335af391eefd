"""Records of a tournament's log as bytes: its header, then what its machine said (log.proto).

Seals, reveals and unknown kinds are the same as in the log of a match: see :mod:`arbitro.codec.records`.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, cast, get_args

from google.protobuf.message import DecodeError

from arbitro.codec.errors import CodecError, each, within
from arbitro.codec.frames import ending_number, ending_of
from arbitro.codec.records import record_bytes, record_of
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
from arbitro_engine.log.stored import TournamentEntry
from arbitro_engine.match.header import FORMAT
from arbitro_engine.match.record import RevealRecord, SignatureRecord, UnknownRecord
from arbitro_engine.tournament.header import TournamentHeader
from arbitro_engine.tournament.record import (
    EntrantRecord,
    ResultRecord,
    StartedRecord,
    State,
    StateRecord,
    Verdict,
    VerdictRecord,
)
from arbitro_engine.tournament.result import Forfeit, MatchResult, ResultError
from arbitro_engine.tournament.spec import Entrant, SpecError, TournamentSpec

__all__ = ["tournament_record_bytes", "tournament_record_of"]

Word = TypeVar("Word")

_STATES: Final[dict[str, State]] = {state: state for state in get_args(State)}
_VERDICTS: Final[dict[str, Verdict]] = {verdict: verdict for verdict in get_args(Verdict)}


def tournament_record_bytes(record: TournamentEntry) -> bytes:
    """Return the record's bytes, as they are stored, hashed and framed."""
    if isinstance(record, RevealRecord | SignatureRecord | UnknownRecord):
        return record_bytes(record)
    return _message(record).SerializeToString(deterministic=True)


def tournament_record_of(data: bytes) -> TournamentEntry:
    """Return the record that these bytes hold; of a kind that is no tournament's, :class:`UnknownRecord`.

    Raises:
        CodecError: naming the field that cannot be; for any bytes whatever nothing else is raised.
    """
    try:
        message = log_pb2.LogRecord.FromString(data)
    except DecodeError:
        raise CodecError("", "these bytes are no LogRecord") from None
    match message.kind:
        case log_pb2.RECORD_KIND_TOURNAMENT:
            return within("tournament", _header_of, message.tournament)
        case log_pb2.RECORD_KIND_ENTRANT:
            return EntrantRecord(Entrant(message.bot, message.name))
        case log_pb2.RECORD_KIND_LIFECYCLE:
            return StateRecord(_word("state", message.state, _STATES), message.who, message.why)
        case log_pb2.RECORD_KIND_MATCH_STARTED:
            return StartedRecord(message.match, message.run, message.hash)
        case log_pb2.RECORD_KIND_MATCH_RESULT:
            return _result_of(message)
        case log_pb2.RECORD_KIND_VERDICT:
            verdict = _word("verdict", message.verdict, _VERDICTS)
            return VerdictRecord(verdict, message.match, message.who, message.why)
        case log_pb2.RECORD_KIND_REVEAL | log_pb2.RECORD_KIND_SIGNATURE:
            return cast("RevealRecord | SignatureRecord", record_of(data))
    return UnknownRecord(message.kind, data)


def _message(
    record: TournamentHeader | EntrantRecord | StateRecord | StartedRecord | ResultRecord | VerdictRecord,
) -> log_pb2.LogRecord:
    match record:
        case TournamentHeader():
            return log_pb2.LogRecord(kind=log_pb2.RECORD_KIND_TOURNAMENT, tournament=_header_message(record))
        case EntrantRecord(entrant):
            return log_pb2.LogRecord(kind=log_pb2.RECORD_KIND_ENTRANT, bot=entrant.id, name=entrant.name)
        case StateRecord(state, who, why):
            return log_pb2.LogRecord(kind=log_pb2.RECORD_KIND_LIFECYCLE, state=state, who=who, why=why)
        case StartedRecord(match, run, commitment):
            return log_pb2.LogRecord(
                kind=log_pb2.RECORD_KIND_MATCH_STARTED, match=match, run=run, hash=commitment
            )
        case VerdictRecord(verdict, subject, who, why):
            return log_pb2.LogRecord(
                kind=log_pb2.RECORD_KIND_VERDICT, verdict=verdict, match=subject, who=who, why=why
            )
        case ResultRecord(result, head):
            return _result_message(result, head)


def _header_message(header: TournamentHeader) -> log_pb2.TournamentHeader:
    spec = header.spec
    return log_pb2.TournamentHeader(
        format=FORMAT,
        engine=header.engine,
        tournament=spec.id,
        name=spec.name,
        rules=rules_message(header.rules),
        time=time_message(header.time),
        faults=faults_message(header.faults),
        deals=deals_message(spec.deals),  # type: ignore[arg-type]
        schedule=spec.format,
        games=spec.games,
        seats=spec.seats,
        commitment=header.commitment,
        seeded=header.seeded,
        settings={"champion": spec.champion, **spec.settings},
    )


def _header_of(message: log_pb2.TournamentHeader) -> TournamentHeader:
    if message.format != FORMAT:
        raise CodecError("format", f"{message.format} is not known here: this version reads format {FORMAT}")
    rules = within("rules", rules_of, message.rules)
    fields: dict[str, Any] = {
        **message.settings,
        "id": message.tournament,
        "name": message.name,
        "format": message.schedule,
        "games": message.games,
        "seats": message.seats,
        "deals": deals_of(message.deals),
        "scoring": rules.scoring,
        "teams": rules.teams,
        "target": rules.target,
    }
    try:
        spec = TournamentSpec.from_fields(fields)
    except SpecError as error:
        raise CodecError(error.faults[0].path, error.faults[0].message) from None
    return TournamentHeader(
        spec=spec,
        rules=rules,
        time=within("time", time_of, message.time),
        faults=within("faults", faults_of, message.faults),
        commitment=message.commitment,
        seeded=message.seeded,
        engine=message.engine,
    )


def _result_message(result: MatchResult, head: bytes) -> log_pb2.LogRecord:
    end = log_pb2.MatchEnd(
        ending=ending_number(result.ending),  # type: ignore[arg-type]
        scores=result.scores,
        rounds=result.rounds,
        rounds_won=result.rounds_won,
        winner=result.winner,
    )
    return log_pb2.LogRecord(
        kind=log_pb2.RECORD_KIND_MATCH_RESULT,
        match=result.match,
        run=result.run,
        hash=head,
        bots=result.seats,
        end=end,
        forfeits=[
            log_pb2.Forfeit(seat=forfeit.seat, ending=ending_number(forfeit.ending))  # type: ignore[arg-type]
            for forfeit in result.forfeits
        ],
    )


def _result_of(message: log_pb2.LogRecord) -> ResultRecord:
    end = message.end
    try:
        result = MatchResult(
            message.match,
            message.run,
            tuple(message.bots),
            ending_of(end.ending),
            end.winner if end.HasField("winner") else None,
            tuple(end.scores),
            end.rounds,
            tuple(end.rounds_won),
            each("forfeits", _forfeit_of, message.forfeits),
        )
    except ResultError as error:
        raise CodecError("end", str(error)) from None
    return ResultRecord(result, message.hash)


def _forfeit_of(message: log_pb2.Forfeit) -> Forfeit:
    return Forfeit(message.seat, ending_of(message.ending))


def _word(field: str, text: str, words: dict[str, Word]) -> Word:
    try:
        return words[text]
    except KeyError:
        raise CodecError(field, f"{text!r} is not known here: there are {', '.join(words)}") from None
