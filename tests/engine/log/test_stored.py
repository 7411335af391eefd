"""A log is read as far as it can be, and values are shown as people write them."""

import pytest

from arbitro.codec import record_of
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.stored import Difference, StoredLog, read_log, shown
from arbitro_engine.match.clock import Stamps, TimeControl
from arbitro_engine.rules.cards import Color, parse_card
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.moves import Refusal, parse_move
from support.eventful import eventful_match


@pytest.fixture(scope="module")
def match():
    return eventful_match(seed=2, target=20)


def test_what_was_written_is_read(match):
    log = read_log(match.file, record_of)
    assert log.stored == tuple(match.stored)
    assert log.records == tuple(match.records)
    assert log.header == match.header
    assert log.reveal == match.records[-2]
    assert (log.torn, log.damage, log.is_tournament) == (0, None, False)
    assert [record for _, record in log.steps] == match.records[1:-3]
    assert all(log.records[at] is record for at, record in log.steps)


def test_reading_stops_at_the_first_record_that_cannot_be_read(match):
    stored = match.stored
    log = read_log(file_bytes([*stored[:5], b"\xff\xff", *stored[5:]]), record_of)
    assert log.records == tuple(match.records[:5])
    assert log.stored == tuple(stored[:5])
    assert (log.damage.record, log.damage.field) == (5, "record")
    assert "no LogRecord" in log.damage.found


def test_a_field_that_cannot_be_is_named_in_the_damage(match):
    strange = bytes([8, 5, 0xA2, 1, 2, 8, 99])  # a TIMEOUT with an event of kind 99
    log = read_log(file_bytes([match.stored[0], strange]), record_of)
    assert (log.damage.record, log.damage.field) == (1, "events[0].kind")


def test_a_length_that_cannot_be_is_damage(match):
    log = read_log(file_bytes(match.stored[:2]) + bytes(8), record_of)
    assert (log.damage.record, log.damage.field, log.torn) == (2, "length", 8)


def test_an_empty_log_has_no_facts():
    log = StoredLog((), ())
    assert (log.header, log.reveal, log.steps, log.forfeits) == (None, None, [], {})


@pytest.mark.parametrize(
    "value, text",
    [
        (None, "null"),
        (True, "true"),
        (7, "7"),
        (b"\x01\xff", "01ff"),
        (parse_card("W+4"), "W+4"),
        (Color.BLUE, "B"),
        (parse_move("play W:G uno"), "play W:G uno"),
        (EventKind.CATCH_POLL, "catch_poll"),
        (Why.OUT, "out"),
        (Refusal.NO_MATCH, "no_match"),
        ((parse_card("R1"), parse_card("G2")), "[R1 G2]"),
        ((), "[]"),
        (Stamps(5, 9, 0), "asked_us=5 read_us=9"),
        (TimeControl(), "1s+30s"),
        ("a text", "a text"),
    ],
)
def test_values_are_shown_in_their_text_forms(value, text):
    assert shown(value) == text


def test_a_difference_is_one_sentence():
    assert str(Difference(3, "charge_us", "5", "6")) == "record 3, charge_us: expected 5, found 6"
