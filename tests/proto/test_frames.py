"""Parts of a frame, joined, are the frame that the generated class reads; every value comes back."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.codec import (
    ask_of,
    ask_part,
    ended_of,
    ended_part,
    header_of_started,
    private_of,
    private_part,
    public_of,
    public_part,
    result_of,
    result_part,
    round_head_of,
    started_part,
)
from arbitro.codec.decisions import _generated
from arbitro.codec.errors import CodecError
from arbitro.v1 import play_pb2
from arbitro_engine.rules.moves import Act
from support import values
from support.views import ask


def frame(*parts):
    return play_pb2.PlayResponse.FromString(b"".join(parts))


@given(values.handles, values.asks)
def test_a_decision_by_hand_is_the_generated_one_byte_for_byte(handle, ask):
    frame = play_pb2.PlayResponse(decisions=[_generated(handle, ask)])
    assert ask_part(handle, ask) == frame.SerializeToString()


@pytest.mark.parametrize("count", [0, 127, 128, 300])
def test_a_hand_of_any_size_can_be_told(count):
    """A number of two bytes has no place in the table of those of one."""
    (decision,) = frame(ask_part(1, ask(counts=(count, 5)))).decisions
    assert list(decision.counts) == [count, 5]


@given(values.handles, values.asks)
def test_a_question_comes_back(handle, ask):
    (decision,) = frame(ask_part(handle, ask)).decisions
    assert decision.match == handle
    assert ask_of(decision, ask.seat) == ask


@given(values.handles, values.publics, st.none() | values.round_heads)
def test_public_events_come_back(handle, public, head):
    (message,) = frame(public_part(handle, public, head)).public
    assert message.match == handle
    assert public_of(message) == public
    assert message.HasField("head") == (head is not None)
    assert head is None or round_head_of(message.head) == head


@given(values.handles, values.privates)
def test_private_events_come_back(handle, private):
    (message,) = frame(private_part(handle, private)).private
    assert message.match == handle
    assert private_of(message, private.seat) == private


@given(values.handles, values.results | values.accepted)
def test_a_result_comes_back_with_a_sentence_unless_accepted(handle, result):
    (message,) = frame(result_part(handle, result)).results
    assert message.match == handle
    assert result_of(message, result.seat) == result
    assert bool(message.text) == (message.outcome != play_pb2.OUTCOME_ACCEPTED)


@given(values.handles, values.ends, st.none() | values.round_heads)
def test_an_end_comes_back_without_what_bots_are_not_told(handle, ended, head):
    (message,) = frame(ended_part(handle, ended, head)).ended
    assert message.match == handle
    assert ended_of(message) == ended._replace(rounds_won=(), decisions=0)
    assert head is None or round_head_of(message.head) == head


@given(values.handles, values.headers, st.booleans())
def test_the_facts_of_a_match_come_back(handle, header, ready_wanted):
    seat = header.seats - 1
    (message,) = frame(started_part(handle, header, seat, ready_wanted=ready_wanted)).started
    assert (message.match, message.seat, message.ready_wanted) == (handle, seat, ready_wanted)
    told = header_of_started(message)
    for name in ("match", "bots", "rules", "commitment", "run", "tournament", "time", "faults", "deals"):
        assert getattr(told, name) == getattr(header, name)
    assert dict(message.rules.options) == {name: str(value) for name, value in header.rules.options.items()}


@given(values.handles, values.publics, values.asks, values.results)
def test_parts_of_several_messages_make_one_frame(handle, public, ask, result):
    joined = frame(
        public_part(handle, public), result_part(handle, result), ask_part(handle, ask), ask_part(1, ask)
    )
    assert [len(joined.public), len(joined.results), len(joined.decisions)] == [1, 1, 2]


@given(values.headers)
def test_a_seat_that_the_table_does_not_have_is_refused(header):
    (message,) = frame(started_part(1, header, header.seats, ready_wanted=True)).started
    with pytest.raises(CodecError, match=f"^seat: {header.seats} is no seat at a table of {header.seats}"):
        header_of_started(message)


@pytest.mark.parametrize(
    "read, message, field",
    [
        (partial(ask_of, seat=0), play_pb2.Decision(top=1), "kind"),
        (partial(ask_of, seat=0), play_pb2.Decision(top=1, kind=99), "kind"),
        (partial(ask_of, seat=0), play_pb2.Decision(kind=1), "top"),
        (partial(ask_of, seat=0), play_pb2.Decision(kind=1, top=55), "top"),
        (partial(ask_of, seat=0), play_pb2.Decision(kind=1, top=1, hand=[1, 0]), "hand[1]"),
        (partial(ask_of, seat=0), play_pb2.Decision(kind=1, top=1, color=5), "color"),
        (partial(result_of, seat=0), play_pb2.AnswerResult(), "outcome"),
        (partial(result_of, seat=0), play_pb2.AnswerResult(outcome=1, refusal=99), "refusal"),
        (partial(result_of, seat=0), play_pb2.AnswerResult(outcome=1, did=["dance"]), "did[0].text"),
        (ended_of, play_pb2.MatchEnded(), "ending"),
        (public_of, play_pb2.PublicEvents(events=[{"kind": 5}, {"kind": 0}]), "events[1].kind"),
        (partial(private_of, seat=0), play_pb2.PrivateEvents(events=[{"kind": 99}]), "events[0].kind"),
    ],
)
def test_numbers_that_mean_nothing_are_named(read, message, field):
    with pytest.raises(CodecError) as refused:
        read(message)
    assert refused.value.field == field


def test_acts_of_later_versions_are_passed_over():
    assert ask_of(play_pb2.Decision(kind=1, top=1, acts=[2, 99]), 0).acts == (Act.DRAW,)
