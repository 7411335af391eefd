"""Records keep every value over their bytes, and any bytes are either a record or a fault that is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.codec import CodecError, record_bytes, record_of
from arbitro.v1 import log_pb2
from arbitro_engine.match.header import Header
from arbitro_engine.match.record import HeaderRecord, RecordKind, SignatureRecord, StepRecord, UnknownRecord
from arbitro_engine.rules.cards import Color, parse_card
from arbitro_engine.rules.events import Event, EventKind
from arbitro_engine.rules.moves import DecisionKind, parse_move
from arbitro_engine.rules.ruleset import RuleSet
from support import values


@given(values.records)
def test_a_record_comes_back_from_its_bytes(record):
    assert record_of(record_bytes(record)) == record


@given(values.answers)
def test_joined_events_are_what_the_generated_class_would_write(record):
    data = record_bytes(record)
    assert log_pb2.LogRecord.FromString(data).SerializeToString() == data


def fault_of(data):
    """Read the bytes: None, or the fault found. Whatever else is raised fails the test."""
    try:
        record_of(data)
    except CodecError as error:
        return error
    return None


@given(st.binary(max_size=400))
def test_any_bytes_are_a_record_or_a_named_fault(data):
    fault = fault_of(data)
    assert fault is None or fault.reason


@given(values.records, st.data())
def test_a_flipped_bit_is_a_record_or_a_named_fault(record, data):
    damaged = bytearray(record_bytes(record))
    bit = data.draw(st.integers(0, len(damaged) * 8 - 1))
    damaged[bit // 8] ^= 1 << bit % 8
    fault = fault_of(bytes(damaged))
    assert fault is None or fault.reason


def test_the_bytes_of_an_answer_never_change():
    record = StepRecord(
        RecordKind.ANSWER,
        seat=0,
        decision=7,
        question=DecisionKind.TURN,
        move=parse_move("play W+4:B uno"),
        asked_us=1_000_000,
        read_us=1_250_000,
        lag_us=30,
        tolerance_us=20_000,
        charge_us=229_970,
        events=(Event(EventKind.PLAYED, 0, parse_card("W+4"), Color.BLUE, 1, flag=True),),
    )
    golden = (
        "0803100018072801300138364004480150c0843d58d0a54c601e68a09c0170d2840ea2010c080a10001836200428014001"
    )
    assert record_bytes(record).hex() == golden


def test_kinds_of_later_versions_are_kept_as_they_are():
    data = log_pb2.LogRecord(kind=99, who="from the future").SerializeToString()  # type: ignore[arg-type]
    record = record_of(data)
    assert record == UnknownRecord(99, data)
    assert record_bytes(record) == data


def test_what_no_decision_is_asked_about_has_none():
    """0 is a decision: the first."""
    assert record_of(record_bytes(StepRecord(RecordKind.CAP))).decision == -1
    assert record_of(record_bytes(StepRecord(RecordKind.TIMEOUT, 1, 0))).decision == 0


def test_a_record_without_a_kind_is_kept_as_unknown():
    assert record_of(b"") == UnknownRecord(0, b"")


def header_message():
    header = Header("m", ("a", "b"), RuleSet.of("official"), bytes(32), "m")
    return log_pb2.LogRecord.FromString(record_bytes(HeaderRecord(header)))


def change(message, path, value):
    *outer, name = path.split(".")
    for part in outer:
        message = getattr(message, part)
    setattr(message, name, value)


@pytest.mark.parametrize(
    "path, value, field",
    [
        ("header.format", 0, "header.format"),
        ("header.format", 2, "header.format"),
        ("header.deals", 9, "header.deals"),
        ("header.first_dealer", 1, "header.first_dealer"),
        ("header.rules.profile", "bridge", "header.rules.profile"),
        ("header.rules.hash", b"\1" * 32, "header.rules.hash"),
        ("header.faults.name", "kind", "header.faults.name"),
        ("header.time.allowance_us", 0, "header.time.allowance_us"),
    ],
)
def test_a_header_that_cannot_be_names_its_field(path, value, field):
    message = header_message()
    change(message, path, value)
    with pytest.raises(CodecError) as caught:
        record_of(message.SerializeToString())
    assert caught.value.field == field


def test_an_unknown_option_of_the_rules_is_named():
    message = header_message()
    message.header.rules.overrides["tarrget"] = "500"
    with pytest.raises(CodecError, match="did you mean target") as caught:
        record_of(message.SerializeToString())
    assert caught.value.field == "header.rules.tarrget"


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"act": 99}, "act"),
        ({"act": 1}, "act"),
        ({"act": 2, "card": 5}, "act"),
        ({"question": 99}, "question"),
        ({"refusal": 99}, "refusal"),
        ({"refusal": -1}, "refusal"),
        ({"ending": 99}, "ending"),
        ({"arbiter": 99}, "arbiter"),
        ({"kind": log_pb2.RECORD_KIND_ORDER}, "arbiter"),
        ({"kind": log_pb2.RECORD_KIND_ARBITER}, "arbiter"),
        ({"did": ["draw", "jump"]}, "did[1].text"),
        ({"events": [{"kind": 5}, {"kind": 99}]}, "events[1].kind"),
        ({"events": [{"kind": 5, "card": 55}]}, "events[0].card"),
        ({"events": [{"kind": 5, "color": 5}]}, "events[0].color"),
        ({"events": [{"kind": 5, "why": 19}]}, "events[0].why"),
        ({"events": [{"kind": 5, "cards": [1, 77]}]}, "events[0].cards[1]"),
    ],
)
def test_a_step_that_cannot_be_names_its_field(fields, field):
    data = log_pb2.LogRecord(**{"kind": log_pb2.RECORD_KIND_TIMEOUT, **fields}).SerializeToString()
    with pytest.raises(CodecError) as caught:
        record_of(data)
    assert caught.value.field == field


@pytest.mark.parametrize("more", [{"who": "somebody"}, {"seat": 0}, {"hash": bytes(32)}])
def test_a_seal_holds_nothing_else(more):
    seal = record_bytes(SignatureRecord(bytes(32)))
    with pytest.raises(CodecError, match="and no more"):
        record_of(seal + log_pb2.LogRecord(**more).SerializeToString())
