"""What went wrong in a match, and in how many decisions of each seat."""

from collections import Counter

import pytest

from arbitro.codec import record_of
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_server.runtime.tally import Counts, Tally
from support.played import play_match

BOTS = ("ann", "ben")


@pytest.fixture(scope="module")
def records():
    played = play_match(seed="tally", bots=BOTS, match="cup-0-0", profile="official", faulty=0.02)
    return [one for one in map(record_of, played.records) if isinstance(one, StepRecord)]


@pytest.fixture(scope="module")
def tally(records):
    tally = Tally(len(BOTS))
    for record in records:
        tally.add(record)
    return tally


def test_decisions_are_counted_by_seat(records, tally):
    put = {(one.seat, one.decision) for one in records if one.decision >= 0}
    assert tally.decisions == [sum(seat == at for at, _ in put) for seat in range(len(BOTS))]
    end = next(one.end for one in records if one.end is not None)
    # a decision that the match's end left open has no record
    assert 0 <= end.decisions - sum(tally.decisions) <= len(BOTS)


def test_faults_are_counted_by_seat_and_reason(records, tally):
    late = [one.seat for one in records if one.kind is RecordKind.TIMEOUT and one.cause == "late"]
    refused = [(one.seat, one.refusal.value) for one in records if one.kind is RecordKind.REFUSED]
    assert late
    assert refused
    expected = Counter([*((seat, "late") for seat in late), *refused])
    assert expected == Counter(
        {(seat, why): count for seat, faults in enumerate(tally.faults) for why, count in faults.items()}
    )


def test_a_bot_is_counted_whatever_seat_it_has(tally):
    counts = Counts()
    counts.add(BOTS, tally)
    counts.add(BOTS[::-1], tally)
    total = sum(tally.decisions)
    assert counts.decisions == {"ann": total, "ben": total}
    assert counts.faults["ann"] == tally.faults[0] + tally.faults[1]
