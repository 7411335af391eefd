"""The audit of a tournament: its log is played again, and every result is held to the log of its match.

Standings are a function of the results, so they are computed and not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arbitro_engine.log.seals import SignatureCheck, check_seals
from arbitro_engine.log.stages import Kind, State, conclusion, stage_of
from arbitro_engine.log.stored import Difference, StoredTournament, TournamentEntry, shown
from arbitro_engine.log.verify import Verdict
from arbitro_engine.match.record import RevealRecord, SignatureRecord, UnknownRecord
from arbitro_engine.rules.shuffle import commitment, set_secret
from arbitro_engine.tournament.header import TournamentHeader
from arbitro_engine.tournament.history import HistoryError, replayed
from arbitro_engine.tournament.lifecycle import Tournament
from arbitro_engine.tournament.record import ResultRecord, StartedRecord, StateRecord
from arbitro_engine.tournament.result import MatchResult, ResultError
from arbitro_engine.tournament.schedule import Schedule, UnknownMatchError
from arbitro_engine.tournament.standings import Standings

__all__ = ["TournamentVerdict", "verify_tournament"]

Played = Mapping[tuple[str, int], Verdict]
"""The verdicts about the logs of matches, by match and run."""


@dataclass(frozen=True, slots=True)
class TournamentVerdict:
    """What an audit found.

    Attributes:
        state: ok, sealed, incomplete or bad.
        difference: the first thing that is wrong or missing in the tournament's log.
        header: the facts of the tournament, None if the log does not even have them.
        standings: computed anew from the results that the logs of the matches give; None if that cannot be.
        results: how many matches have a result.
        records: how many records were read.
        signer: the fingerprint of the key that signed, None if it is unsigned.
        torn: bytes at the end that are no whole record.
    """

    state: State
    difference: Difference | None
    header: TournamentHeader | None
    standings: Standings | None
    results: int
    records: int
    signer: str | None
    torn: int


def verify_tournament(
    log: StoredTournament, matches: Played, check: SignatureCheck | None = None, key: str | None = None
) -> TournamentVerdict:
    """Return the verdict about a tournament's log.

    Args:
        log: as it was read.
        matches: the verdicts about its matches' logs. A match whose log is missing makes it incomplete.
        check, key: as in :func:`~arbitro_engine.log.verify.verify`.
    """
    stage, differences = stage_of(map(_kind, log.records))
    sealed = check_seals(log.stored, log.records, check, key)
    differences += sealed.differences
    header = log.header
    tournament = None
    missing: list[Difference] = []
    if header is not None:
        tournament, found = _replayed(log, header)
        differences += found
        differences += _faults_of_secret(log, header)
        differences += _faults_of_matches(log, header, tournament, matches)
        missing += _missing(log, matches)
    if log.damage is not None:
        differences.append(log.damage)
    state, difference = conclusion(stage, differences, len(log.records), log.torn)
    if missing and state != "bad":
        state, difference = "incomplete", missing[0]
    return TournamentVerdict(
        state,
        difference,
        header,
        tournament.standings() if tournament is not None and tournament.spec.field_fault is None else None,
        len(tournament.results) if tournament is not None else 0,
        len(log.records),
        sealed.signer,
        log.torn,
    )


def _kind(record: TournamentEntry) -> Kind:
    match record:
        case TournamentHeader():
            return "header"
        case StateRecord("finished" | "cancelled"):
            return "end"
        case RevealRecord():
            return "reveal"
        case SignatureRecord():
            return "signature"
        case UnknownRecord():
            return "unknown"
    return "step"


def _replayed(log: StoredTournament, header: TournamentHeader) -> tuple[Tournament | None, list[Difference]]:
    """Do every recorded verb again; what follows from a verb and is missing at the end was cut off there."""
    history = log.history
    try:
        return replayed(header.spec, (record for _, record in history)), []
    except HistoryError as error:
        if error.place >= len(history):
            return None, []
        at, _ = history[error.place]
        return None, [Difference(at, "record", "one that follows from those before", str(error))]


def _faults_of_secret(log: StoredTournament, header: TournamentHeader) -> Iterator[Difference]:
    reveal = log.reveal
    if reveal is not None and commitment(reveal.secret) != header.commitment:
        at = log.records.index(reveal)
        yield Difference(at, "secret", shown(header.commitment), shown(commitment(reveal.secret)))


def _faults_of_matches(
    log: StoredTournament, header: TournamentHeader, tournament: Tournament | None, matches: Played
) -> Iterator[Difference]:
    """Hold what is said of each match to the schedule, to the secret, and to the match's own log."""
    if tournament is None or tournament.spec.field_fault is not None:
        return
    schedule = Schedule(tournament.spec)
    for at, record in log.history:
        if isinstance(record, StartedRecord):
            yield from _faults_of_start(at, record, log.reveal, schedule)
            verdict = matches.get((record.match, record.run))
            if verdict is not None and verdict.header is not None:
                yield from _faults_of_facts(at, record, header, verdict, schedule)
        elif isinstance(record, ResultRecord):
            verdict = matches.get((record.result.match, record.result.run))
            if verdict is not None:
                yield from _faults_of_result(at, record, verdict)


def _faults_of_start(
    at: int, record: StartedRecord, reveal: RevealRecord | None, schedule: Schedule
) -> Iterator[Difference]:
    if reveal is None:
        return
    try:
        set_id = schedule.match(record.match).set_id
    except UnknownMatchError as error:
        yield Difference(at, "match", "one of the schedule", str(error))
        return
    expected = commitment(set_secret(reveal.secret, set_id, record.run))
    if record.commitment != expected:
        yield Difference(at, "commitment", shown(expected), shown(record.commitment))


def _faults_of_facts(
    at: int, record: StartedRecord, header: TournamentHeader, verdict: Verdict, schedule: Schedule
) -> Iterator[Difference]:
    facts = verdict.header
    if facts is None:
        return
    scheduled = schedule.match(record.match)
    for field, expected, found in (
        ("commitment", record.commitment, facts.commitment),
        ("tournament", header.spec.id, facts.tournament),
        ("bots", scheduled.seats, facts.bots),
        ("set", scheduled.set_id, facts.set_id),
        ("rules.hash", header.rules.hash, facts.rules.hash),
        ("time", header.time, facts.time),
        ("faults", header.faults, facts.faults),
        ("deals", header.spec.deals, facts.deals),
        ("seeded", header.seeded, facts.seeded),
    ):
        if expected != found:
            yield Difference(at, f"{record.match}.{field}", shown(expected), shown(found))


def _faults_of_result(at: int, record: ResultRecord, verdict: Verdict) -> Iterator[Difference]:
    name = record.result.match
    if verdict.state in {"bad", "incomplete"}:
        yield Difference(at, name, "a log that is in order", f"{verdict.state}: {verdict.difference}")
        return
    if record.head != verdict.end_head:
        yield Difference(at, "head", shown(verdict.end_head), shown(record.head))
    if verdict.header is None or verdict.ended is None:
        return
    header = verdict.header
    try:
        result = MatchResult.of(header.match, header.run, header.bots, verdict.ended, verdict.forfeits)
    except ResultError as error:
        yield Difference(at, name, "a result", str(error))
        return
    if result != record.result:
        yield Difference(at, "result", shown(result), shown(record.result))


def _missing(log: StoredTournament, matches: Played) -> Iterable[Difference]:
    for at, record in log.history:
        if isinstance(record, ResultRecord) and (record.result.match, record.result.run) not in matches:
            name = f"{record.result.match}.{record.result.run}"
            yield Difference(at, "match", f"the log {name}.arb", "no such file")
