"""Records of a tournament keep every value over their bytes, and any bytes are a record or a named fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.codec import CodecError, tournament_record_bytes, tournament_record_of
from arbitro.v1 import log_pb2
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.record import RevealRecord, SignatureRecord, UnknownRecord
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.tournament import (
    Entrant,
    EntrantRecord,
    Forfeit,
    MatchResult,
    ResultRecord,
    StartedRecord,
    StateRecord,
    TournamentSpec,
    VerdictRecord,
)
from arbitro_engine.tournament.header import TournamentHeader
from support import values

TABLES = {"format": "tables", "seats": 4, "games": 8}

headers = st.builds(
    lambda rules, settings, time, faults, hash_, seeded, engine: TournamentHeader(
        TournamentSpec.from_fields(
            {
                "id": "cup",
                "name": "Cup",
                "scoring": rules.scoring,
                "teams": rules.teams,
                "target": rules.target,
            }
            | (settings if rules.teams == "none" else TABLES)
        ),
        rules,
        time,
        faults,
        hash_,
        seeded,
        engine,
    ),
    values.rule_sets,
    st.sampled_from(
        [
            {},
            TABLES,
            {"format": "gauntlet", "champion": "ana"},
            {"deals": "duplicate", "leaving": "annul", "late_entry": True, "stop_early": True},
        ]
    ),
    values.times,
    values.policies,
    values.hashes,
    st.booleans(),
    values.names,
)
match_results = st.builds(
    lambda ending, winner, scores, rounds: MatchResult(
        "cup-0-0", 3, ("ana", "ben"), ending, winner, scores, rounds, (rounds, 0), (Forfeit(1, Why.TIME),)
    ),
    values.endings,
    st.none() | st.just(0),
    st.tuples(values.small, values.small),
    values.small,
)
records = st.one_of(
    headers,
    st.builds(EntrantRecord, st.builds(Entrant, values.names, values.names)),
    st.builds(
        StateRecord, st.sampled_from(["open", "running", "paused", "finished", "cancelled"]), values.names
    ),
    st.builds(StartedRecord, values.names, values.small, values.hashes),
    st.builds(ResultRecord, match_results, values.hashes),
    st.builds(
        VerdictRecord,
        st.sampled_from(["void", "replay", "withdraw", "disqualify", "forfeit", "annul"]),
        values.names,
        values.names,
        values.names,
    ),
    st.builds(RevealRecord, st.binary(), st.just(())),
    st.builds(SignatureRecord, values.hashes, st.binary(), st.binary()),
)


@given(records)
def test_a_record_comes_back_from_its_bytes(record):
    assert tournament_record_of(tournament_record_bytes(record)) == record


def fault_of(data):
    """Read the bytes: None, or the fault found. Whatever else is raised fails the test."""
    try:
        tournament_record_of(data)
    except CodecError as error:
        return error
    return None


@given(records, st.data())
def test_a_flipped_bit_is_a_record_or_a_named_fault(record, data):
    damaged = bytearray(tournament_record_bytes(record))
    bit = data.draw(st.integers(0, len(damaged) * 8 - 1))
    damaged[bit // 8] ^= 1 << bit % 8
    fault = fault_of(bytes(damaged))
    assert fault is None or fault.reason


@given(st.binary(max_size=300))
def test_any_bytes_are_a_record_or_a_named_fault(data):
    fault = fault_of(data)
    assert fault is None or fault.reason


def test_records_of_matches_are_kept_as_unknown():
    data = log_pb2.LogRecord(kind=log_pb2.RECORD_KIND_ANSWER, seat=1).SerializeToString()
    assert tournament_record_of(data) == UnknownRecord(log_pb2.RECORD_KIND_ANSWER, data)
    assert tournament_record_bytes(UnknownRecord(3, data)) == data


def header_message():
    spec = TournamentSpec.from_fields({"id": "cup"})
    header = TournamentHeader(spec, RuleSet.of("official"), TimeControl(), FaultPolicy(), bytes(32))
    return log_pb2.LogRecord.FromString(tournament_record_bytes(header))


@pytest.mark.parametrize(
    "field, value, named",
    [
        ("format", 9, "tournament.format"),
        ("tournament", "No Slug", "tournament.id"),
        ("schedule", "swiss", "tournament.format"),
        ("seats", 77, "tournament.seats"),
        ("deals", 9, "tournament.deals"),
    ],
)
def test_a_header_that_cannot_be_names_its_field(field, value, named):
    message = header_message()
    setattr(message.tournament, field, value)
    assert fault_of(message.SerializeToString()).field == named


def test_an_unknown_setting_is_named():
    message = header_message()
    message.tournament.settings["colour"] = "blue"
    assert fault_of(message.SerializeToString()).field == "tournament.colour"


@pytest.mark.parametrize(
    "fields, named",
    [
        ({"kind": log_pb2.RECORD_KIND_LIFECYCLE, "state": "asleep"}, "state"),
        ({"kind": log_pb2.RECORD_KIND_VERDICT, "verdict": "guilty"}, "verdict"),
        ({"kind": log_pb2.RECORD_KIND_MATCH_RESULT, "end": {"ending": 99}}, "ending"),
        ({"kind": log_pb2.RECORD_KIND_MATCH_RESULT, "end": {"ending": 1, "scores": [1]}}, "end"),
        (
            {"kind": log_pb2.RECORD_KIND_MATCH_RESULT, "end": {"ending": 1}, "forfeits": [{"ending": 77}]},
            "forfeits[0].ending",
        ),
    ],
)
def test_a_record_that_cannot_be_names_its_field(fields, named):
    assert fault_of(log_pb2.LogRecord(**fields).SerializeToString()).field == named
