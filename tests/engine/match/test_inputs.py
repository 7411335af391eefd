import pytest

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.inputs import (
    Answer,
    ArbiterAct,
    Back,
    Begin,
    Cap,
    Failure,
    Lost,
    Restart,
    Retire,
    TimeUp,
    input_of,
)
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import DecisionKind, Refusal, parse_move

STAMPS = Stamps(10, 30, 5)
DECIDED = {"question": DecisionKind.TURN, "asked_us": 10, "read_us": 30, "lag_us": 5, "charge_us": 15}


@pytest.mark.parametrize(
    "record, happened",
    [
        (StepRecord(RecordKind.BEGIN, nonces=(b"a", b""), at_us=3), Begin((b"a", b""), 3)),
        (
            StepRecord(RecordKind.ANSWER, 1, 4, 2, move=parse_move("draw"), **DECIDED),
            Answer(1, 4, 2, parse_move("draw"), STAMPS),
        ),
        (
            StepRecord(RecordKind.ANSWER, 1, 4, 2, move=parse_move("draw"), cause="crash", **DECIDED),
            Answer(1, 4, 2, parse_move("draw"), STAMPS, crashed=True),
        ),
        (
            StepRecord(RecordKind.REFUSED, 1, 4, 2, refusal=Refusal.UNKNOWN_ACT, text="hm", **DECIDED),
            Answer(1, 4, 2, None, STAMPS, "hm"),
        ),
        (StepRecord(RecordKind.TIMEOUT, 1, 4, 2, cause="late", **DECIDED), TimeUp(1, 4, STAMPS)),
        (StepRecord(RecordKind.LOST, 1, at_us=3), Lost(1, 3)),
        (StepRecord(RecordKind.BACK, 1, at_us=3), Back(1, 3)),
        (
            StepRecord(RecordKind.RETIRE, 1, ending=Why.CONDUCT, at_us=3, who="kim", why="x"),
            Retire(1, Why.CONDUCT, 3, "kim", "x"),
        ),
        (
            StepRecord(RecordKind.ORDER, 1, arbiter="fine", cards=2, who="kim", why="x", at_us=3),
            ArbiterAct("fine", 1, 2, "kim", "x", 3),
        ),
        (StepRecord(RecordKind.CAP, at_us=3), Cap(3)),
        (StepRecord(RecordKind.RESTART, at_us=3), Restart(3)),
        (StepRecord(RecordKind.FAILURE, at_us=3, why="disk"), Failure(3, "disk")),
    ],
)
def test_the_input_stands_in_its_record(record, happened):
    assert input_of(record) == happened


@pytest.mark.parametrize(
    "record",
    [
        StepRecord(RecordKind.NEXT_ROUND),
        StepRecord(RecordKind.ARBITER, 1, arbiter="fine"),
        StepRecord(RecordKind.END),
        StepRecord(RecordKind.TIMEOUT, 1, cause="refusals"),
        StepRecord(RecordKind.HEADER),
    ],
)
def test_consequences_are_no_inputs(record):
    with pytest.raises(ValueError, match="it is no input"):
        input_of(record)
