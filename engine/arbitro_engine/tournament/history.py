"""A tournament played again from its log: every verb is done anew and has to give the same records."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from arbitro_engine.tournament.lifecycle import Tournament
from arbitro_engine.tournament.record import (
    EntrantRecord,
    ResultRecord,
    StartedRecord,
    StateRecord,
    TournamentRecord,
    VerdictRecord,
)
from arbitro_engine.tournament.result import ResultError
from arbitro_engine.tournament.spec import SpecError, TournamentSpec
from arbitro_engine.tournament.step import Step, VerbError

__all__ = ["HistoryError", "replayed"]


class HistoryError(ValueError):
    """Records that no tournament gives. `place` is the first wrong one, counted from 0."""

    def __init__(self, place: int, message: str) -> None:
        super().__init__(f"record {place}: {message}")
        self.place = place


def replayed(spec: TournamentSpec, records: Iterable[TournamentRecord]) -> Tournament:
    """Play a tournament again from the spec in its log's header and the records behind it.

    Raises `HistoryError` for the first record that the tournament would not have given, or that is missing
    at the end: records of one step are appended as a whole.
    """
    tournament = Tournament(spec)
    expected: deque[TournamentRecord] = deque()
    place = -1
    for place, record in enumerate(records):
        if not expected:
            try:
                expected.extend(_do(tournament, record).records)
            except (VerbError, SpecError, ResultError) as error:
                raise HistoryError(place, str(error)) from error
        if (right := expected.popleft()) != record:
            raise HistoryError(place, f"{record} stands where {right} belongs")
    if expected:
        raise HistoryError(place + 1, f"{expected[0]} is missing")
    return tournament


def _do(tournament: Tournament, record: TournamentRecord) -> Step:
    match record:
        case EntrantRecord(entrant):
            return tournament.register(entrant)
        case StateRecord():
            return _turn(tournament, record)
        case StartedRecord(name, _, commitment):
            return tournament.start_match(name, commitment)
        case ResultRecord(result, head):
            return tournament.end_match(result, head)
        case VerdictRecord("withdraw", entrant, who, why):
            return tournament.withdraw(entrant, who, why)
        case VerdictRecord("disqualify", entrant, who, why):
            return tournament.disqualify(entrant, who, why)
        case VerdictRecord("void", name, who, why):
            return tournament.void(name, who, why)
        case VerdictRecord("replay", name, who, why):
            return tournament.replay(name, who, why)
        case _:
            raise VerbError("WRONG_STATE", f"{record} stands here without its cause")


def _turn(tournament: Tournament, record: StateRecord) -> Step:
    match record.state:
        case "open":
            return tournament.open(record.who)
        case "running" if tournament.state == "paused":
            return tournament.resume(record.who)
        case "running":
            return tournament.start(record.who)
        case "paused":
            return tournament.pause(record.who, record.why)
        case "cancelled":
            return tournament.cancel(record.who, record.why)
        case _:
            raise VerbError("WRONG_STATE", f"{record} stands here without its cause")
