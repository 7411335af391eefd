"""The framing we write ourselves is protobuf's own."""

import pytest
from google.protobuf.internal import decoder, encoder
from hypothesis import given
from hypothesis import strategies as st

from arbitro.codec.wire import match_field, part, tag, varint
from arbitro.v1 import play_pb2


@given(st.integers(0, 2**64 - 1) | st.integers(0, 2**22))
def test_a_varint_is_protobufs(value):
    assert varint(value) == encoder._VarintBytes(value)
    assert decoder._DecodeVarint(varint(value), 0) == (value, len(varint(value)))


@given(st.integers(1, 2**29 - 1), st.sampled_from([0, 1, 2, 5]))
def test_a_tag_is_protobufs(field, wire_type):
    assert tag(field, wire_type) == encoder.TagBytes(field, wire_type)


@given(st.binary(max_size=300))
def test_a_part_is_tag_length_and_content(content):
    assert part(b"\x0a", content) == b"\x0a" + varint(len(content)) + content


@pytest.mark.parametrize(
    "message",
    [play_pb2.Decision, play_pb2.PublicEvents, play_pb2.PrivateEvents, play_pb2.AnswerResult],
    ids=lambda message: message.__name__,
)
@given(handle=st.integers(0, 2**64 - 1))
def test_messages_about_a_match_begin_with_the_same_field(message, handle):
    assert match_field(handle) == message(match=handle).SerializeToString()
