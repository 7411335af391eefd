"""A reader written from docs/reference/log-format.md alone: standard library and generated messages."""

import hashlib

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from arbitro.v1 import log_pb2
from support.eventful import eventful_match

# ------------------------------------------------------------------- the reader: under 60 lines


def read(data):
    """Yield (record, head before it, head after it) for each whole record of a log."""
    if data[:4] != b"ARB1":
        raise ValueError("not a log of format 1")
    at, head = 4, b""
    while at + 4 <= len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        if not 1 <= length <= 1_048_576:
            raise ValueError(f"damage: a record of {length} bytes")
        record = data[at + 4 : at + 4 + length]
        if len(record) < length:
            return
        before, head = head, hashlib.sha256((head or b"arbitro/log/1") + record).digest()
        yield log_pb2.LogRecord.FromString(record), before, head
        at += 4 + length


def check(data):
    """Say what the chain says of a log."""
    seals, header = 0, None
    for at, (record, before, _) in enumerate(read(data)):
        if header is None:
            if record.kind != log_pb2.RECORD_KIND_HEADER:
                return "no header"
            header = record.header
        if record.kind == log_pb2.RECORD_KIND_SIGNATURE:
            if record.hash != before:
                return f"record {at}: the seal does not fit"
            seals += 1
        if record.kind == log_pb2.RECORD_KIND_REVEAL:
            commitment = hashlib.sha256(b"arbitro/commit/1" + record.secret).digest()
            if commitment != header.commitment:
                return f"record {at}: the secret was not committed to"
        expected = max(0, record.read_us - record.asked_us - record.lag_us - record.tolerance_us)
        if record.charge_us != expected and not header.time.unlimited:
            return f"record {at}: the charge does not follow from the times"
    return {0: "incomplete", 1: "sealed", 2: "ok"}[seals]


# --------------------------------------------------------------------------------------- its tests


@pytest.fixture(scope="module")
def log():
    return eventful_match(seed=2, target=20).file


def test_the_reader_finds_a_log_in_order(log):
    assert check(log) == "ok"
    assert check(eventful_match(seed=2, target=20, sealed=True).file) == "sealed"
    assert check(log[: len(log) // 2]) == "incomplete"


@given(st.data())
def test_the_reader_notices_any_change(log, data):
    at = data.draw(st.integers(8, len(log) - 1))
    damaged = bytearray(log)
    damaged[at] ^= data.draw(st.integers(1, 255))
    try:
        said = check(bytes(damaged))
    except (ValueError, DecodeError) as error:
        said = str(error)
    assert said != "ok"
