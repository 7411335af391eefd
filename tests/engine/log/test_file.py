"""A log's file is read whatever its bytes are, and what is whole in it comes back as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.log.file import MAGIC, RECORD_MAX, Frames, NotALog, file_bytes, frame, read_frames

some_records = st.lists(st.binary(min_size=1, max_size=300), max_size=20)


@given(some_records)
def test_records_come_back_as_they_were_written(records):
    assert read_frames(file_bytes(records)) == Frames(tuple(records))


@given(some_records, st.data())
def test_a_cut_leaves_the_whole_records_and_counts_the_rest(records, data):
    whole = file_bytes(records)
    cut = data.draw(st.integers(len(MAGIC), len(whole)))
    frames = read_frames(whole[:cut])
    assert list(frames.records) == records[: len(frames.records)]
    assert len(file_bytes(frames.records)) + frames.torn == cut
    assert not frames.fault


@pytest.mark.parametrize("length", range(4))
def test_a_cut_in_the_first_four_bytes_leaves_an_empty_log(length):
    assert read_frames(MAGIC[:length]) == Frames((), length)


@given(st.binary(max_size=2000))
def test_any_bytes_behind_the_beginning_are_read_to_their_end(tail):
    frames = read_frames(MAGIC + tail)
    assert sum(4 + len(record) for record in frames.records) + frames.torn == len(tail)
    assert all(0 < len(record) <= RECORD_MAX for record in frames.records)


@given(st.binary(min_size=4).filter(lambda data: not data.startswith(MAGIC)))
def test_what_does_not_begin_as_a_log_is_none(data):
    with pytest.raises(NotALog, match="must begin with ARB1"):
        read_frames(data)


@pytest.mark.parametrize("length", [0, RECORD_MAX + 1, 0xFFFFFFFF])
def test_a_length_no_record_can_have_is_damage_and_not_a_torn_tail(length):
    frames = read_frames(file_bytes([b"one"]) + length.to_bytes(4, "little") + b"more")
    assert frames.records == (b"one",)
    assert frames.torn == 8
    assert f"given as {length}" in frames.fault


@pytest.mark.parametrize("record", [b"", bytes(RECORD_MAX + 1)])
def test_a_record_no_reader_would_take_is_not_written(record):
    with pytest.raises(ValueError, match=f"1 to {RECORD_MAX} bytes"):
        frame(record)


def test_the_longest_record_is_read():
    record = bytes(RECORD_MAX)
    assert read_frames(file_bytes([record])).records == (record,)
