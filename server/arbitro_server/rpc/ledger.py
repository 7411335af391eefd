"""Records of a tournament's log as bytes (log.proto): its header, then what its machine said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from arbitro.codec import (
    deals_message,
    deals_of,
    ending_number,
    ending_of,
    faults_message,
    faults_of,
    rules_message,
    rules_of,
    time_message,
    time_of,
)
from arbitro.v1 import log_pb2 as pb
from arbitro_engine.rules.events import Why
from arbitro_engine.tournament import (
    Entrant,
    EntrantRecord,
    Forfeit,
    MatchResult,
    ResultRecord,
    StartedRecord,
    StateRecord,
    TournamentRecord,
    TournamentSpec,
    VerdictRecord,
)

from arbitro_server.runtime.hosted import Terms

__all__ = ["header_bytes", "record_bytes", "tournament_of"]

_FORMAT: Final = 1
_SETTINGS: Final = ("champion", "leaving", "late_entry", "stop_early")
_CONTENT: Final = frozenset(
    {
        pb.RECORD_KIND_ENTRANT,
        pb.RECORD_KIND_LIFECYCLE,
        pb.RECORD_KIND_MATCH_STARTED,
        pb.RECORD_KIND_MATCH_RESULT,
        pb.RECORD_KIND_VERDICT,
    }
)


def header_bytes(spec: TournamentSpec, terms: Terms, commitment: bytes, version: str) -> bytes:
    """Return the first record: everything but the entrants, which follow."""
    fields = spec.as_fields()
    header = pb.TournamentHeader(
        format=_FORMAT,
        engine=version,
        tournament=spec.id,
        name=spec.name,
        rules=rules_message(terms.rules),
        time=time_message(terms.time),
        faults=faults_message(terms.faults),
        deals=deals_message(spec.deals),  # type: ignore[arg-type]
        schedule=spec.format,
        games=spec.games,
        seats=spec.seats,
        commitment=commitment,
        seeded=terms.seeded,
        settings={name: _text(fields[name]) for name in _SETTINGS},
    )
    return pb.LogRecord(kind=pb.RECORD_KIND_TOURNAMENT, tournament=header).SerializeToString(
        deterministic=True
    )


def record_bytes(record: TournamentRecord) -> bytes:
    """Return a record's bytes."""
    return _message(record).SerializeToString()


def tournament_of(stored: Sequence[bytes]) -> tuple[TournamentSpec, Terms, list[TournamentRecord]]:
    """Return spec, terms and history of a tournament; those who entered first stand in the spec."""
    header = pb.LogRecord.FromString(stored[0]).tournament
    records = [pb.LogRecord.FromString(data) for data in stored[1:]]
    history = [_record(record) for record in records if record.kind in _CONTENT]
    first = 0
    while first < len(history) and isinstance(history[first], EntrantRecord):
        first += 1
    rules = rules_of(header.rules)
    spec = TournamentSpec.from_fields(
        {
            **header.settings,
            "id": header.tournament,
            "name": header.name,
            "entrants": [
                {"id": one.entrant.id, "name": one.entrant.name}
                for one in history[:first]
                if isinstance(one, EntrantRecord)
            ],
            "format": header.schedule,
            "games": header.games,
            "seats": header.seats,
            "deals": deals_of(header.deals),
            "scoring": rules.scoring,
            "target": rules.target,
        }
    )
    terms = Terms(rules, time_of(header.time), faults_of(header.faults), header.seeded)
    return spec, terms, history[first:]


def _message(record: TournamentRecord) -> pb.LogRecord:
    match record:
        case EntrantRecord(entrant):
            return pb.LogRecord(kind=pb.RECORD_KIND_ENTRANT, bot=entrant.id, name=entrant.name)
        case StateRecord(state, who, why):
            return pb.LogRecord(kind=pb.RECORD_KIND_LIFECYCLE, state=state, who=who, why=why)
        case StartedRecord(match, run, commitment):
            return pb.LogRecord(kind=pb.RECORD_KIND_MATCH_STARTED, match=match, run=run, hash=commitment)
        case VerdictRecord(verdict, subject, who, why):
            return pb.LogRecord(kind=pb.RECORD_KIND_VERDICT, verdict=verdict, match=subject, who=who, why=why)
        case ResultRecord(result, head):
            seats: dict[str, Any] = {} if result.winner is None else {"winner": result.winner}
            end = pb.MatchEnd(
                ending=ending_number(result.ending),  # type: ignore[arg-type]
                scores=result.scores,
                rounds=result.rounds,
                rounds_won=result.rounds_won,
                **seats,
            )
            return pb.LogRecord(
                kind=pb.RECORD_KIND_MATCH_RESULT,
                match=result.match,
                run=result.run,
                hash=head,
                end=end,
                bot=" ".join(result.seats),
                did=[f"{one.seat} {one.ending.name}" for one in result.forfeits],
            )


def _record(message: pb.LogRecord) -> TournamentRecord:
    if message.kind == pb.RECORD_KIND_ENTRANT:
        return EntrantRecord(Entrant(message.bot, message.name))
    if message.kind == pb.RECORD_KIND_LIFECYCLE:
        return StateRecord(cast("Any", message.state), message.who, message.why)
    if message.kind == pb.RECORD_KIND_MATCH_STARTED:
        return StartedRecord(message.match, message.run, message.hash)
    if message.kind == pb.RECORD_KIND_VERDICT:
        return VerdictRecord(cast("Any", message.verdict), message.match, message.who, message.why)
    end = message.end
    forfeits = (text.split() for text in message.did)
    result = MatchResult(
        message.match,
        message.run,
        tuple(message.bot.split()),
        ending_of(end.ending),
        end.winner if end.HasField("winner") else None,
        tuple(end.scores),
        end.rounds,
        tuple(end.rounds_won),
        tuple(Forfeit(int(seat), Why[ending]) for seat, ending in forfeits),
    )
    return ResultRecord(result, message.hash)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
