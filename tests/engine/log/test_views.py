"""A log as a seat saw it holds what the seat was told, and nothing else."""

import json

import pytest

from arbitro.codec import record_of
from arbitro_engine.log.replay import Differs
from arbitro_engine.log.stored import StoredLog, read_log
from arbitro_engine.log.views import seen_lines
from arbitro_engine.match.messages import Ask, Private, Result
from support.eventful import eventful_match


@pytest.fixture(scope="module")
def match():
    return eventful_match(seed=6, seats=3, target=100, storm=0.03)


def lines_of(match, seat=None):
    return json.loads(json.dumps(list(seen_lines(match.log, seat))))


def test_everybody_sees_no_hand_no_deck_no_time(match):
    export = lines_of(match)
    assert {line["type"] for line in export} == {"header", "public", "end"}
    assert not {"cards", "deck", "pile", "hand", "charge_ms"} & {name for line in export for name in line}
    assert [line["seq"] for line in export if line["type"] == "public"] == list(
        range(sum(line["type"] == "public" for line in export))
    )


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_sees_its_own_messages_and_no_others(match, seat):
    export = lines_of(match, seat)
    own = [message for message in match.messages if getattr(message, "seat", None) == seat]
    wanted = {
        "private": sum(len(message.events) for message in own if isinstance(message, Private)),
        "ask": sum(isinstance(message, Ask) for message in own),
    }
    for kind, count in wanted.items():
        assert sum(line["type"] == kind for line in export) == count
    assert {line["seat"] for line in export if line["type"] in {"ask", "result"}} == {seat}
    assert [line for line in export if line["type"] == "public"] == [
        line for line in lines_of(match) if line["type"] == "public"
    ]


def test_a_question_shows_all_its_lists_in_text_forms(match):
    ask = next(line for line in lines_of(match, 1) if line["type"] == "ask")
    told = next(message for message in match.messages if isinstance(message, Ask) and message.seat == 1)
    assert ask["hand"] == [str(card) for card in told.hand]
    assert ask["plays"] == [str(card) for card in told.plays]
    assert ask["acts"] == [act.text for act in told.acts]
    assert (ask["id"], ask["decision"]) == (told.decision, told.kind.text)
    assert ask["allowance_ms"] == told.allowance_us / 1000
    assert "about" not in ask or ask["about"] >= 0


def test_results_are_those_the_seat_got(match):
    told = [m for m in match.messages if isinstance(m, Result) and m.seat == 0 and m.outcome.name != "STALE"]
    shown = [line for line in lines_of(match, 0) if line["type"] == "result"]
    assert [line["outcome"] for line in shown] == [result.outcome.name.lower() for result in told]
    refused = [result for result in told if result.refusal]
    assert [line["refusal"] for line in shown if "refusal" in line] == [r.refusal.value for r in refused]


def test_a_seat_that_is_not_there_sees_nothing(match):
    with pytest.raises(ValueError, match="there is no seat 3: seats are 0 to 2"):
        lines_of(match, 3)


def test_a_log_without_facts_shows_nothing():
    with pytest.raises(ValueError, match="does not begin with the facts"):
        list(seen_lines(read_log(b"", record_of)))


def test_a_log_that_does_not_follow_is_shown_up_to_there(match):
    records = (*match.records[:20], *match.records[21:])
    shown = seen_lines(StoredLog((b"",) * len(records), records))
    seen = []
    with pytest.raises(Differs):
        seen.extend(shown)
    assert len(list(seen)) > 1
