"""A step's number means the same live and in the log, whatever happens in the middle of a turn."""

import json
from functools import cache

import pytest

from arbitro_engine.match.messages import Public
from arbitro_engine.match.record import StepRecord
from arbitro_engine.rules.view import public
from arbitro_server.http.tables import event_json
from support.eventful import eventful_match
from support.node import look

# Fines, forfeits and leavers between the two decisions of one turn; draws that go on and on.
STORMS = [
    ("official", 2, 5), ("official", 3, 7), ("official", 3, 40), ("official", 3, 49), ("vintage", 4, 30),
    ("traditional", 4, 10), ("cumulative", 4, 12), ("cumulative", 5, 23),
]  # fmt: skip


@cache
def stormy(profile, seats, seed):
    return eventful_match(seed, seats, profile, "lenient", storm=0.2, target=150)


def live(match):
    return [event for one in match.messages if isinstance(one, Public) for event in one.events]


@pytest.mark.parametrize("storm", STORMS)
def test_a_log_is_told_in_the_order_of_the_live_feed(storm, tmp_path):
    match = stormy(*storm)
    told = [json.loads(event_json(event)) for event in live(match)]
    assert look(tmp_path, match.file, events=True)["events"] == told


def test_these_logs_are_not_in_that_order():
    stirred = 0
    for storm in STORMS:
        match = stormy(*storm)
        records = [one for one in match.records if isinstance(one, StepRecord)]
        logged = [told for one in records for event in one.events if (told := public(event)) is not None]
        stirred += logged != live(match)
    assert stirred > len(STORMS) // 2
