import json

import pytest

from arbitro_engine.match.messages import Public
from arbitro_engine.rules.events import EventKind
from arbitro_server.http.tables import RoundStart, Table, event_json, stored_log, told
from support.played import play_match


@pytest.fixture(scope="module")
def match():
    return play_match(bots=("ana", "ben", "cho"), faulty=0.01)


def heard(match, **options):
    table = Table(3, **options)
    for step in match.steps:
        for public in step.public:
            assert table.hear(public)
    return table


def test_a_log_tells_again_what_was_told(match):
    first = [message for message in match.messages if isinstance(message, Public)]
    assert list(told(stored_log(match.records))) == first


def test_a_log_that_is_sealed_or_still_grows_tells_as_far_as_it_goes(match):
    for step in match.steps[::97]:
        upto = [public for one in match.steps[: match.steps.index(step) + 1] for public in one.public]
        assert list(told(stored_log(match.records[: step.records]))) == upto


def test_events_have_no_field_that_could_hold_a_hidden_card(match):
    for event in match.public:
        fields = json.loads(event_json(event))
        assert fields.keys() <= {
            "kind", "seat", "card", "color", "count", "other", "why", "flag", "points", "scores",
        }  # fmt: skip
        if fields["kind"] in ("dealt", "drew"):
            assert "card" not in fields


def test_what_is_told_twice_is_heard_once(match):
    table = Table(3)
    messages = [public for step in match.steps[:60] for public in step.public]
    for public in messages:
        table.hear(public)
    for public in messages:
        assert table.hear(public)
    overlapping = Public(0, tuple(event for public in messages for event in public.events))
    assert table.hear(overlapping)
    assert len(table.events) == len(overlapping.events)


def test_a_gap_is_not_heard(match):
    table = Table(3)
    assert not table.hear(Public(1, (match.public[1],)))
    assert table.events == []


def test_the_newest_round_begins_with_scores_and_who_has_left(match):
    table = heard(match)
    start = table.round_start()
    assert match.public[start.seq].kind is EventKind.ROUND_STARTED
    before = [event for event in match.public[: start.seq] if event.kind is EventKind.ROUND_ENDED]
    assert start.scores == before[-1].scores
    left = [event.seat for event in match.public[: start.seq] if event.kind is EventKind.RETIRED]
    assert list(start.out) == left


def test_before_anything_a_table_begins_at_nought():
    assert Table(2).round_start() == RoundStart(0, (0, 0), ())


def test_watchers_are_kept_behind_by_turns_until_the_end(match):
    table = Table(3, delay=3)
    starts = [0]
    for step in match.steps:
        for public in step.public:
            table.hear(public)
            starts.append(public.seq + len(public.events))
            if not table.ended:
                assert table.head == (starts[-4] if len(starts) > 3 else 0)
    assert table.ended
    assert table.head == len(match.public)


def test_chunks_are_the_events(match):
    table = heard(match)
    assert json.loads(table.chunk(5, 9)) == [json.loads(event_json(event)) for event in match.public[5:9]]
