import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.match.clock import (
    NO_TIME,
    Stamps,
    TimeControl,
    charge,
    duration_text,
    parse_duration,
)

DURATIONS = st.integers(0, 10**12)


@pytest.mark.parametrize(
    "text, control",
    [
        ("1s+30s", TimeControl()),
        ("500ms+10s+100ms", TimeControl(500_000, 10_000_000, 100_000)),
        ("2m", TimeControl(120_000_000, 0)),
        ("1500us+0s", TimeControl(1_500, 0)),
        ("1h+1h+1h", TimeControl(3_600_000_000, 3_600_000_000, 3_600_000_000)),
        ("none", NO_TIME),
    ],
)
def test_a_time_control_is_read_from_its_text(text, control):
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


def test_the_texts_that_people_write_come_back_as_they_were():
    for text in ("1s+30s", "500ms+10s+100ms", "none", "1500us+0s"):
        assert str(TimeControl.parse(text)) == text


@given(st.integers(1, 10**12), DURATIONS, DURATIONS)
def test_text_and_value_are_inverses(allowance, bank, increment):
    control = TimeControl(allowance, bank, increment)
    assert TimeControl.parse(str(control)) == control


@given(DURATIONS)
def test_a_duration_and_its_text_are_inverses(us):
    assert parse_duration(duration_text(us)) == us


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "s",
        "1s+",
        "+1s",
        "1s+2s+3s+4s",
        "-1s",
        "1.5s",
        "1 s",
        "0s+30s",
        "one",
        "1S",
        "1000001s",
        "9" * 5000 + "s",
        "\u0661s",
    ],
)
def test_what_is_no_time_control_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match=r"e\.g\.|above zero"):
        TimeControl.parse(text)


def test_nobody_pays_for_the_referees_own_delay():
    assert charge(Stamps(1_000, 51_000), 0) == 50_000
    assert charge(Stamps(1_000, 51_000, lag_us=30_000), 0) == 20_000
    assert charge(Stamps(1_000, 51_000, lag_us=30_000), 15_000) == 5_000
    assert charge(Stamps(1_000, 51_000, lag_us=60_000), 0) == 0
