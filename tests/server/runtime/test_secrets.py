"""What nobody may know: the bytes that leave are searched for it."""

import hmac
import json
from io import StringIO

import pytest
import structlog

from arbitro.codec import record_of
from arbitro.v1 import play_pb2 as pb
from arbitro_engine.match.record import RevealRecord, StepRecord
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.telemetry import logging
from support.floors import House, Seated
from support.raw import chance

LONG = 4
"""Cards in a row that do not stand anywhere by accident."""


@pytest.fixture
def lines():
    stream = StringIO()
    logging.configure("json", "debug", stream)
    yield stream
    structlog.reset_defaults()


def play(profile: str, until: str = "end", *, seeded: bool = True) -> tuple[House, Seated, Seated]:
    house = House()
    house.create("ann", "ben", rules=RuleSet.of(profile), seeded=seeded)
    ann, ben = house.sit("ann"), house.sit("ben")
    ann.ready(b"annssalt" * 4)
    ben.ready(b"bensalt!" * 4)
    house.settle()
    moments = iter(range(60 if until == "middle" else 10_000))
    house.play(ann, ben, choose=chance(3), until=lambda: ann.ended or next(moments, None) is None)
    return house, ann, ben


def allowed(event, seat: int) -> bool:
    """Whether a seat may know the cards of an event."""
    if event.kind is EventKind.REVEALED:
        return event.other == seat
    return event.kind in {EventKind.DEALT, EventKind.DREW} and event.seat == seat


@pytest.mark.parametrize("profile", ["official", "traditional", "cumulative", "basic"])
def test_no_bytes_sent_to_a_seat_hold_cards_it_may_not_know(profile):
    house, *seated = play(profile)
    match = next(iter(seated[0].started))
    records = [record_of(data) for data in house.store.records("cup-0-0.0")]
    events = [event for record in records if isinstance(record, StepRecord) for event in record.events]
    searched = 0
    for one in seated:
        seat = one.started[match].seat
        sent = b"".join(part for part in one.parts if match.to_bytes(8, "little") in part)
        own = [bytes(event.cards) for event in events if allowed(event, seat)]
        hands = [bytes(d.hand) for part in one.parts for d in pb.PlayResponse.FromString(part).decisions]
        for event in events:
            hidden = bytes(event.cards)
            if len(hidden) < LONG or allowed(event, seat) or any(hidden in known for known in own + hands):
                continue
            searched += 1
            assert hidden not in sent, (event, seat)
            assert bytes(sorted(hidden)) not in sent or any(bytes(sorted(hidden)) in hand for hand in hands)
    assert searched


def test_a_seat_is_told_exactly_its_own_cards():
    house, *seated = play("official")
    match = next(iter(seated[0].started))
    records = [record_of(data) for data in house.store.records("cup-0-0.0")]
    events = [event for record in records if isinstance(record, StepRecord) for event in record.events]
    for one in seated:
        seat = one.started[match].seat
        _, private = one.told(match)
        told = [list(event.cards) for event in private]
        assert told == [list(event.cards) for event in events if event.cards and allowed(event, seat)]


def test_secrets_stand_nowhere_before_the_reveal(lines):
    house, ann, ben = play("official", until="middle", seeded=False)
    hosted = house.director.find("cup")
    (runner,) = hosted.runners.values()
    nonces = runner.deals.by_seat(runner.header.bots)
    assert all(nonces)
    by_id = sorted(range(2), key=lambda seat: runner.header.bots[seat])
    shares = b"".join(len(nonces[seat]).to_bytes(4) + nonces[seat] for seat in by_id)
    key = hmac.digest(runner.deals.secret, b"deal/1" + shares, "sha256")
    outside = [
        b"".join(ann.parts + ben.parts),
        lines.getvalue().encode(),
        house.floor.metrics.exposition(),
        b"".join(data for log in house.store.logs() for data in house.store.records(log)),
    ]
    for secret in (runner.deals.secret, hosted.secret, key):
        for place in outside:
            assert secret not in place
            assert secret.hex().encode() not in place
    for nonce in nonces:
        assert nonce not in outside[0], "a nonce is no secret of the referee's, but nobody's business either"
        assert nonce.hex().encode() not in outside[1]
    assert lines.getvalue()
    assert all(json.loads(line)["event"] for line in lines.getvalue().splitlines())


def test_the_reveal_tells_what_was_committed_to():
    house, ann, ben = play("official", seeded=False)
    records = [record_of(data) for data in house.files["cup", "cup-0-0.0"]]
    (reveal,) = [record for record in records if isinstance(record, RevealRecord)]
    header = records[0].header
    assert reveal.nonces == (b"annssalt" * 4, b"bensalt!" * 4)
    assert {started.commitment for one in (ann, ben) for started in one.started.values()} >= {
        header.commitment
    }
