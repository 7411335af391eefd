"""Answers: every move survives the wire, and what is no move has a text that shows what came."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.codec import CodecError, answer_of, answer_part, ready_part, refusal_number, refusal_of
from arbitro.v1 import moves_pb2, play_pb2
from arbitro_engine.rules.moves import Refusal, parse_move
from support import values

any_number = st.integers(-(2**31), 2**31 - 1)


@given(values.handles, values.small, values.small, values.moves, st.text(max_size=50), st.booleans())
def test_an_answer_comes_back(handle, decision, attempt, move, note, crashed):
    part = answer_part(handle, decision, attempt, move, note, crashed=crashed)
    (answer,) = play_pb2.PlayRequest.FromString(part).answers
    assert answer_of(answer) == (move, "")
    assert (answer.match, answer.decision, answer.attempt) == (handle, decision, attempt)
    assert (answer.note, answer.crashed) == (note, crashed)


@given(values.handles, st.binary(max_size=32))
def test_a_ready_comes_back(handle, nonce):
    (ready,) = play_pb2.PlayRequest.FromString(ready_part(handle, nonce)).ready
    assert (ready.match, ready.nonce) == (handle, nonce)


@pytest.mark.parametrize(
    "fields, text",
    [
        ({}, "act-0"),
        ({"act": moves_pb2.ACT_PLAY}, "play"),
        ({"act": moves_pb2.ACT_PLAY, "color": 4}, "play B"),
        ({"act": moves_pb2.ACT_PLAY, "card": 77}, "play card-77"),
        ({"act": moves_pb2.ACT_PLAY, "card": 53, "color": 9}, "play W:color-9"),
        ({"act": moves_pb2.ACT_COLOR}, "color"),
        ({"act": moves_pb2.ACT_DRAW, "card": 1}, "draw R0"),
        ({"act": moves_pb2.ACT_DRAW, "uno": True}, "draw uno"),
        ({"act": 99}, "act-99"),
        ({"act": -1, "card": -1, "color": -1}, "act--1 card--1:color--1"),
    ],
)
def test_what_is_unset_or_unknown_is_no_move(fields, text):
    assert answer_of(play_pb2.Answer(**fields)) == (None, text)


@pytest.mark.parametrize("card, text", [(53, "W"), (54, "W+4")])
def test_a_wild_without_a_colour_names_none(card, text):
    """P06: an unset colour is not the first one; the rules refuse such a play (color_missing)."""
    move, _ = answer_of(play_pb2.Answer(act=moves_pb2.ACT_PLAY, card=card))
    assert (str(move), move.color) == (f"play {text}", None)


@given(any_number, any_number, any_number, st.booleans())
def test_whatever_numbers_come_the_text_form_agrees_with_the_move(act, card, color, uno):
    move, text = answer_of(play_pb2.Answer(act=act, card=card, color=color, uno=uno))
    if move is None:
        with pytest.raises(ValueError, match="no move"):
            parse_move(text)
    else:
        assert (parse_move(str(move)), text) == (move, "")


def test_refusals_have_the_numbers_of_the_contract():
    for refusal in Refusal:
        assert refusal_number(refusal) == moves_pb2.Refusal.Value(f"REFUSAL_{refusal.name}")
        assert refusal_of(refusal_number(refusal)) is refusal
    assert refusal_of(0) is None
    with pytest.raises(CodecError, match="17 is no refusal"):
        refusal_of(17)
