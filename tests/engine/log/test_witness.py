"""What a bot kept is held to the log, message by message: a log written anew contradicts its witnesses."""

from dataclasses import replace
from itertools import pairwise

import pytest

from arbitro.codec import (
    ask_part,
    ended_part,
    private_part,
    public_part,
    record_of,
    result_part,
    started_part,
)
from arbitro.codec.errors import CodecError
from arbitro.codec.witness import excerpt, read_testimony
from arbitro.v1 import play_pb2
from arbitro_engine.log.chain import Chain, RoundHead, head_claim
from arbitro_engine.log.file import NotALog, file_bytes
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.witness import MAGIC, contradictions
from arbitro_engine.match.header import handle
from arbitro_engine.match.messages import Ask, Ended, Outcome, Private, Public, Result
from arbitro_engine.rules.events import EventKind
from support.eventful import eventful_match
from support.signing import KEY, is_signed, sealed_by


def frames_for(match, seat):
    """The frames a referee sends to a seat, one for each step, with another match's message in each."""
    number = handle(match.header.match, match.header.run)
    yield started_part(number, match.header, seat, ready_wanted=True)
    rounds, chain, stored = 0, Chain(), match.stored
    for records, messages in match.told:
        for data in stored[chain.count : records]:
            chain.append(data)
        head = RoundHead(rounds, chain.count, chain.head)
        head = head._replace(signature=KEY.sign(head_claim(number, head)))
        parts = [public_part(number + 1, Public(0, ()))]
        for message in messages:
            match message:
                case Public(_, events):
                    is_end = events[-1].kind in {EventKind.ROUND_ENDED, EventKind.MATCH_ENDED}
                    rounds += is_end
                    parts.append(public_part(number, message, head if is_end else None))
                case Ended():
                    parts.append(ended_part(number, message, head))
                case Private() if message.seat == seat:
                    parts.append(private_part(number, message))
                case Ask() if message.seat == seat:
                    parts.append(ask_part(number, message))
                case Result() if message.seat == seat:
                    parts.append(result_part(number, message))
        yield b"".join(parts)


def witness_file(match, seat):
    number = handle(match.header.match, match.header.run)
    excerpts = (excerpt(play_pb2.PlayResponse.FromString(frame), number) for frame in frames_for(match, seat))
    return file_bytes(filter(None, excerpts), MAGIC)


@pytest.fixture(scope="module")
def match():
    return eventful_match(seed=4, target=120, storm=0.08, seal=sealed_by(KEY))


@pytest.fixture(scope="module")
def testimony(match):
    return read_testimony(witness_file(match, 1))


def faults(match, testimony):
    return list(contradictions(match.log, testimony, is_signed))


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("profile", ["official", "vintage", "cumulative"])
def test_whatever_a_seat_was_told_agrees_with_the_log(profile, seat):
    match = eventful_match(seed=seat, seats=3, profile=profile, storm=0.03, seal=sealed_by(KEY))
    testimony = read_testimony(witness_file(match, seat))
    kinds = {type(message) for message in testimony.told}
    assert {Public, Private, Ask, Result, Ended, RoundHead} <= kinds
    carriers = {type(one) for one, head in pairwise(testimony.told) if isinstance(head, RoundHead)}
    assert carriers == {Public, Ended}
    assert faults(match, testimony) == []


def test_a_witness_of_an_unsigned_log_agrees():
    match = eventful_match(seed=4, target=120, storm=0.08)
    assert faults(match, read_testimony(witness_file(match, 0))) == []


def test_a_match_written_anew_and_signed_again_contradicts_its_witness(match, testimony):
    forgery = eventful_match(seed=4, target=120, storm=0.08, seal=sealed_by(KEY), course=1)
    assert forgery.header == match.header
    found = faults(forgery, testimony)
    assert found
    assert found[0].record > 0
    assert {"head"} <= {difference.field for difference in found}


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"bots": ("bot-1", "bot-0")}, "header.bots"),
        ({"run": 7}, "header.run"),
        ({"commitment": bytes(32)}, "header.commitment"),
    ],
)
def test_other_facts_are_named(match, testimony, fields, field):
    other = testimony._replace(header=replace(testimony.header, **fields))
    (difference,) = faults(match, other)
    assert (difference.record, difference.field) == (0, field)


def first(testimony, kind, wanted=lambda _message: True):
    return next(message for message in testimony.told if isinstance(message, kind) and wanted(message))


def altered(testimony, message, **fields):
    return testimony._replace(told=(message._replace(**fields),))


def test_each_altered_message_is_named(match, testimony):
    public = first(testimony, Public)
    private = first(testimony, Private)
    ask = first(testimony, Ask)
    result = first(testimony, Result, lambda result: result.outcome is Outcome.ACCEPTED)
    ended = first(testimony, Ended)
    cases = [
        (altered(testimony, public, events=(public.events[0]._replace(count=9),)), f"public[{public.seq}]"),
        (altered(testimony, public, seq=99_999), "public[99999]"),
        (altered(testimony, private, after=private.after + 1), f"private[{private.number}].after"),
        (altered(testimony, private, number=99_999), "private[99999]"),
        (altered(testimony, ask, hand=ask.hand[1:]), f"decisions[{ask.decision}.{ask.attempt}]"),
        (altered(testimony, ask, bank_us=ask.bank_us + 1), f"decisions[{ask.decision}.{ask.attempt}]"),
        (
            altered(testimony, ask, allowance_us=ask.allowance_us + 1),
            f"decisions[{ask.decision}.{ask.attempt}]",
        ),
        (altered(testimony, ask, decision=99_999), f"decisions[99999.{ask.attempt}]"),
        (altered(testimony, result, charge_us=10**9), f"results[{result.decision}.{result.attempt}]"),
        (altered(testimony, ended, scores=(1, 2)), "ended"),
    ]
    for forged, field in cases:
        found = faults(match, forged)
        assert found, field
        assert found[0].field == field


def test_a_question_put_again_with_less_time_agrees(match, testimony):
    ask = first(testimony, Ask)
    assert faults(match, altered(testimony, ask, allowance_us=ask.allowance_us - 5)) == []


@pytest.mark.parametrize("outcome", [Outcome.LATE, Outcome.STALE, Outcome.UNKNOWN])
def test_what_the_referee_echoes_is_no_part_of_the_match(match, testimony, outcome):
    result = first(testimony, Result)
    assert faults(match, altered(testimony, result, outcome=outcome, decision=77)) == []


def test_a_head_that_somebody_else_signed_is_named(match, testimony):
    head = first(testimony, RoundHead)
    found = faults(match, altered(testimony, head, signature=bytes(64)))
    assert [difference.field for difference in found] == ["head.signature"]


def test_a_head_beyond_the_log_is_named(match, testimony):
    head = first(testimony, RoundHead)
    found = faults(match, altered(testimony, head, records=10**6, signature=b""))
    assert [difference.field for difference in found] == ["head"]


def test_a_cut_file_tells_what_it_still_has(match):
    data = witness_file(match, 1)
    testimony = read_testimony(data[: len(data) // 2])
    assert testimony.seat == 1
    assert faults(match, testimony) == []


def test_a_log_without_a_header_agrees_with_nothing(testimony):
    (difference,) = contradictions(read_log(b"", record_of), testimony)
    assert difference.expected == "a header"


def test_other_files_are_no_testimony():
    with pytest.raises(NotALog, match="must begin with ARW1"):
        read_testimony(b"ARB1")
    with pytest.raises(CodecError, match="begins with what it was told"):
        read_testimony(MAGIC)
    with pytest.raises(CodecError, match="frame 0"):
        read_testimony(file_bytes([b"\xff"], MAGIC))
