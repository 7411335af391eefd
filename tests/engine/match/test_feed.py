import pytest

from arbitro_engine.match.feed import Feed
from arbitro_engine.match.messages import Private, Public
from arbitro_engine.rules.cards import parse_cards
from arbitro_engine.rules.events import Event, EventKind, Why
from arbitro_engine.rules.view import PublicEvent, SeatEvent

R1, R2 = parse_cards(["R1", "R2"])
DREW = Event(EventKind.DREW, 1, count=1, why=Why.TURN, cards=(R1,))
FINE = Event(EventKind.DREW, 2, count=1, why=Why.FINE, cards=(R2,))
PASSED = Event(EventKind.PASSED, 1)
SHUFFLED = Event(EventKind.SHUFFLED, count=2, cards=(R1, R2))
SHOWN = Event(EventKind.REVEALED, 0, other=2, cards=(R1, R2))
HIDDEN = Event(EventKind.SEAT_ORDER, 1, cards=(R1, R2))


@pytest.fixture
def feed():
    return Feed(3)


def test_events_leave_at_once_with_their_numbers(feed):
    feed.tell([DREW, PASSED])
    assert feed.messages() == [
        Public(0, (PublicEvent(EventKind.DREW, 1, count=1), PublicEvent(EventKind.PASSED, 1))),
        Private(1, 0, 2, (SeatEvent(EventKind.DREW, 1, cards=(R1,)),)),
    ]
    feed.tell([PASSED, DREW])
    public, private = feed.messages()
    assert (public.seq, private.number, private.after) == (2, 1, 4)
    assert feed.messages() == []
    assert feed.seq == 4


def test_what_is_held_is_private_at_once_and_public_when_released(feed):
    feed.hold([DREW])
    (private,) = feed.messages()
    assert (private.seat, private.after) == (1, 0)
    assert feed.waiting == [DREW]
    feed.hold([PASSED])
    feed.release()
    (public,) = feed.messages()
    assert [event.kind for event in public.events] == [EventKind.DREW, EventKind.PASSED]
    assert feed.waiting == []


def test_what_is_told_at_once_goes_ahead_of_what_waits(feed):
    feed.hold([DREW])
    feed.tell([Event(EventKind.RETIRED, 2)])
    feed.release()
    public, _ = feed.messages()
    assert [event.seat for event in public.events] == [2, 1]


def test_what_is_put_aside_comes_behind_the_turn_for_all_but_the_seat_in_turn(feed):
    feed.hold([DREW])
    feed.put_aside([FINE, DREW], turn=1)
    (private,) = feed.messages()
    assert (private.seat, len(private.events)) == (1, 2)
    feed.hold([PASSED])
    feed.release()
    public, private = feed.messages()
    assert [event.seat for event in public.events] == [1, 1, 2, 1]
    assert [event.kind for event in public.events][1] is EventKind.PASSED
    assert (private.seat, private.events[0].cards) == (2, (R2,))


def test_hidden_cards_go_to_their_seat_alone_or_to_nobody(feed):
    feed.tell([SHUFFLED, HIDDEN, SHOWN])
    public, private = feed.messages()
    assert public.events == (PublicEvent(EventKind.SHUFFLED, count=2),)
    assert private == Private(2, 0, 1, (SeatEvent(EventKind.REVEALED, 0, 2, (R1, R2)),))
