"""Whatever happens in whatever order: the match ends, charges what it may, and its log gives it back."""

import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro_engine.match.inputs import Answer
from arbitro_engine.match.messages import Ask, Ended, Private, Public, Result
from arbitro_engine.match.record import RecordKind
from arbitro_engine.rules.events import EventKind
from support.chaos import Chaos, replayed, state

matches = st.builds(Chaos, st.integers(0, 2**32), st.integers(0, 250))

ONE_STEP = re.compile(
    r"(ANSWER |(REFUSED )(TIMEOUT )?|TIMEOUT |BEGIN |LOST |BACK |RETIRE |CAP |RESTART |ORDER |FAILURE )"
    r"(RETIRE )?(NEXT_ROUND )?(ARBITER (RETIRE )?)*(END )?"
)


@given(matches)
def test_every_match_ends_once_and_says_how(chaos):
    ends = [record for record in chaos.records if record.kind is RecordKind.END]
    assert ends == [chaos.records[-1]]
    assert ends[0].end == chaos.match.ended == chaos.messages[-1]
    assert [message for message in chaos.messages if type(message) is Ended] == [chaos.match.ended]
    assert chaos.match.open == {}
    counted = Counter(event.kind for record in chaos.records for event in record.events)
    assert counted[EventKind.ROUND_ENDED] == chaos.match.ended.rounds
    assert counted[EventKind.MATCH_ENDED] == 1
    assert counted[EventKind.ROUND_STARTED] - counted[EventKind.ROUND_ENDED] in {0, 1}


@given(matches)
def test_the_records_of_a_step_stand_in_their_order(chaos):
    for _, step in chaos.steps:
        kinds = "".join(f"{record.kind.name} " for record in step.records)
        assert not kinds or ONE_STEP.fullmatch(kinds), kinds


@given(matches)
def test_decisions_and_events_are_numbered_without_gaps(chaos):
    asked: dict[int, list[tuple[int, int]]] = {}
    public, private = 0, Counter()
    for message in chaos.messages:
        if type(message) is Public:
            assert message.seq == public
            public += len(message.events)
        elif type(message) is Private:
            assert (message.number, message.after) == (private[message.seat], public)
            private[message.seat] += len(message.events)
        elif type(message) is Ask:
            asked.setdefault(message.seat, []).append((message.decision, message.attempt))
    for keys in asked.values():
        assert sorted({decision for decision, _ in keys}) == list(
            range(len({decision for decision, _ in keys}))
        )
        assert keys == sorted(keys)
    assert (
        sum(len({decision for decision, _ in keys}) for keys in asked.values()) == chaos.match.ended.decisions
    )


@given(matches)
def test_an_answer_does_what_it_says_to_the_decision_it_names_or_nothing(chaos):
    asked: dict[int, Ask] = {}
    results: dict[tuple[int, int, int], Result] = {}
    for happened, step in chaos.steps:
        if type(happened) is Answer:
            ask = asked.get(happened.seat)
            fits = ask is not None and (ask.decision, ask.attempt) == (happened.decision, happened.attempt)
            assert bool(step.records) == fits
            if step.records:
                record = step.records[0]
                assert (record.seat, record.decision, record.attempt) == happened[:3]
                assert record.question == ask.kind
                assert record.kind is RecordKind.TIMEOUT or record.move == happened.move
            else:
                (result,) = step.messages
                assert result[:3] == happened[:3]
                first = results.get(happened[:3])
                assert result == first or result.outcome.name in {"STALE", "UNKNOWN", "LATE"}
        asked = {seat: ask for seat, ask in asked.items() if seat not in step.disarmed}
        for message in step.messages:
            if type(message) is Ask:
                asked[message.seat] = message
            elif type(message) is Result and step.records:
                assert results.setdefault(message[:3], message) is message


@given(matches)
def test_charges_are_what_the_formula_says_and_come_off_the_bank(chaos):
    time, tolerated, spent = chaos.header.time, Counter(), Counter()
    asked: dict[tuple[int, int, int], Ask] = {}
    for _, step in chaos.steps:
        results = {message[:3]: message for message in step.messages if type(message) is Result}
        for record in step.records:
            if (
                record.kind not in {RecordKind.ANSWER, RecordKind.REFUSED, RecordKind.TIMEOUT}
                or record.cause == "refusals"
            ):
                continue
            ask, result = asked[record[1:4]], results[record[1:4]]
            thought = max(0, record.read_us - record.asked_us - record.lag_us)
            if time.unlimited:
                assert (record.tolerance_us, record.charge_us, result.bank_us) == (0, 0, 0)
                continue
            assert record.charge_us + record.tolerance_us == thought
            assert record.charge_us == result.charge_us
            tolerated[record[1:3]] += record.tolerance_us
            spent[record.seat] += record.tolerance_us
            assert tolerated[record[1:3]] <= 20_000 * (
                1 + len([r for r in chaos.records if r.kind is RecordKind.RESTART])
            )
            assert spent[record.seat] <= 500_000
            left = max(0, ask.bank_us - max(0, record.charge_us - ask.allowance_us))
            assert result.bank_us in {left, left + time.increment_us}
            in_time = record.charge_us <= ask.allowance_us + ask.bank_us
            assert in_time or record.kind is RecordKind.TIMEOUT
            assert not in_time or record.kind is not RecordKind.TIMEOUT or left == 0
        asked |= {message[:3]: message for message in step.messages if type(message) is Ask}


@given(matches)
def test_the_log_alone_gives_the_match_back(chaos):
    match, steps = replayed(chaos.header, chaos.records)
    assert state(match) == state(chaos.match)
    logged = [step for _, step in chaos.steps if step.records]
    assert [step.messages for step in steps] == [step.messages for step in logged]
    assert [step.armed for step in steps] == [step.armed for step in logged]


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(0, 80))
def test_an_input_without_records_changes_nothing(seed, length):
    class Watched(Chaos):
        def give(self, happened):
            before = state(self.match)
            step = super().give(happened)
            assert step.records or state(self.match) == before
            return step

    Watched(seed, length)


@given(matches)
def test_the_public_view_knows_just_what_the_events_told(chaos):
    counts: list[int] = []
    for (_, step), view in zip(chaos.steps, chaos.views, strict=True):
        for message in step.messages:
            if type(message) is Public:
                for event in message.events:
                    counts = _counted(counts, event, chaos.header.seats)
        if view is not None:
            assert list(view.counts) == counts


def _counted(counts, event, seats):
    if event.kind is EventKind.ROUND_STARTED:
        return [0] * seats
    counts = list(counts)
    if event.kind in {EventKind.DEALT, EventKind.DREW}:
        counts[event.seat] += event.count
    elif event.kind is EventKind.PLAYED:
        counts[event.seat] -= 1
    elif event.kind is EventKind.RETIRED and counts:
        counts[event.seat] -= event.count
    return counts
