"""The order of a log's records, and the state it gives."""

import pytest

from arbitro_engine.log.stages import conclusion, stage_of
from arbitro_engine.log.stored import Difference

WHOLE = ["header", "step", "step", "end", "signature", "reveal", "signature"]
STATES = ["incomplete", "incomplete", "incomplete", "incomplete", "incomplete", "sealed", "incomplete", "ok"]


@pytest.mark.parametrize("length", range(len(WHOLE) + 1))
def test_every_beginning_has_its_state(length):
    stage, differences = stage_of(WHOLE[:length])
    assert differences == []
    state, difference = conclusion(stage, differences, length, torn=0)
    assert state == STATES[length]
    assert (difference is None) == (state in {"ok", "sealed"})


@pytest.mark.parametrize("at", range(1, len(WHOLE)))
def test_unknown_kinds_may_stand_anywhere_before_the_last_seal(at):
    assert stage_of([*WHOLE[:at], "unknown", "unknown", *WHOLE[at:]]) == ("closed", [])


@pytest.mark.parametrize("length, state", [(5, "sealed"), (7, "ok")])
def test_unknown_kinds_behind_a_seal_need_another(length, state):
    stage, _ = stage_of([*WHOLE[:length], "unknown"])
    assert conclusion(stage, [], length + 1, torn=0) == (
        "incomplete",
        Difference(length + 1, "record", "a signature", "the end of the log"),
    )
    stage, _ = stage_of([*WHOLE[:length], "unknown", "signature"])
    assert conclusion(stage, [], length + 2, torn=0) == (state, None)


@pytest.mark.parametrize(
    "kinds, at, expected",
    [
        (["step"], 0, "a header"),
        (["unknown"], 0, "a header"),
        (["header", "header"], 1, "a step or the end"),
        (["header", "signature"], 1, "a step or the end"),
        (["header", "end", "step"], 2, "a signature"),
        (["header", "end", "signature", "step"], 3, "the secret"),
        ([*WHOLE, "step"], 7, "nothing more"),
    ],
)
def test_what_stands_where_it_cannot_is_named(kinds, at, expected):
    _, differences = stage_of(kinds)
    assert differences == [Difference(at, "kind", expected, kinds[at])]


def test_a_torn_tail_makes_even_a_whole_log_incomplete():
    assert conclusion("closed", [], 7, torn=3) == (
        "incomplete",
        Difference(7, "record", "nothing more", "3 bytes of one"),
    )


def test_the_first_difference_in_the_file_is_the_one_that_is_named():
    later, first = Difference(9, "head", "a", "b"), Difference(2, "seat", "0", "1")
    assert conclusion("closed", [later, first], 10, torn=4) == ("bad", first)
