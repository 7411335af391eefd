"""A log played again gives an equal machine and equal records, and stops at the first that is not."""

from itertools import pairwise

import pytest

from arbitro_engine.log.replay import (
    Differs,
    chance_of_log,
    chance_of_secret,
    first_difference,
    machine,
    replay,
)
from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.messages import Ended, Result
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.rules.cards import CARDS
from arbitro_engine.rules.events import Event, EventKind
from support.eventful import eventful_match


@pytest.fixture(scope="module")
def match():
    return eventful_match(seed=9, seats=3, target=60, storm=0.05)


def log_of(records):
    return StoredLog((b"",) * len(records), tuple(records))


@pytest.mark.parametrize("source", ["secret", "log"])
def test_the_same_steps_come_again_in_the_same_places(match, source):
    chance = {
        "secret": chance_of_secret(match.header, match.secret),
        "log": chance_of_log(record for _, record in match.log.steps),
    }[source]
    again = machine(match.header, chance)
    replayed = list(replay(match.log, again))
    # a step without records is an echo, which no log tells of
    told = [messages for (before, _), (after, messages) in pairwise([(1, ()), *match.told]) if after > before]
    assert [one.step.messages for one in replayed] == told
    assert again.ended == match.records[-4].end
    for at, step in replayed:
        assert match.records[at : at + len(step.records)] == list(step.records)


def test_a_silent_machine_makes_the_same_records_and_tells_nothing(match):
    again = machine(match.header, chance_of_secret(match.header, match.secret), silent=True)
    replayed = list(replay(match.log, again))
    assert again.ended == match.records[-4].end
    assert sum(len(one.step.records) for one in replayed) == len(match.log.steps)
    steps = [one.step for one in replayed]
    assert {type(message) for step in steps for message in step.messages} == {Result, Ended}
    assert not any(step.armed for step in steps)


def test_a_cut_log_is_played_as_far_as_it_goes(match):
    for length in range(2, len(match.records) - 3, 7):
        again = machine(match.header, chance_of_secret(match.header, match.secret))
        list(replay(log_of(match.records[:length]), again))
        assert again.begun


def test_it_stops_at_the_first_record_that_does_not_follow(match):
    records = list(match.records)
    at = next(at for at, record in enumerate(records[40:], 40) if getattr(record, "charge_us", None))
    records[at] = records[at]._replace(charge_us=1)
    again = machine(match.header, chance_of_secret(match.header, match.secret))
    with pytest.raises(Differs) as caught:
        list(replay(log_of(records), again))
    assert caught.value.difference[:2] == (at, "charge_us")


def test_a_consequence_without_its_cause_is_named(match):
    end = StepRecord(RecordKind.NEXT_ROUND)
    again = machine(match.header, chance_of_secret(match.header, match.secret))
    with pytest.raises(Differs, match="it is no input"):
        list(replay(log_of([match.records[0], match.records[1], end]), again))


RECORD = StepRecord(
    RecordKind.ANSWER,
    1,
    events=(Event(EventKind.DREW, 1, cards=(CARDS[0], CARDS[1])), Event(EventKind.PASSED, 1)),
)


@pytest.mark.parametrize(
    "found, field, expected, shown",
    [
        (RECORD._replace(seat=0), "seat", "1", "0"),
        (RECORD._replace(kind=RecordKind.REFUSED), "kind", "answer", "refused"),
        (RECORD._replace(events=RECORD.events[:1]), "events[1]", "kind=passed seat=1 other=-1", "null"),
        (RECORD._replace(events=(RECORD.events[1],)), "events[0].kind", "drew", "passed"),
        (
            RECORD._replace(events=(RECORD.events[0]._replace(cards=(CARDS[0], CARDS[5])), RECORD.events[1])),
            "events[0].cards[1]",
            "R1",
            "R5",
        ),
    ],
)
def test_the_first_field_that_differs_is_named(found, field, expected, shown):
    assert first_difference(4, RECORD, found) == (4, field, expected, shown)
