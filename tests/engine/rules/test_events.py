from arbitro_engine.rules import events
from arbitro_engine.rules.cards import Color, parse_card
from arbitro_engine.rules.events import (
    NOBODY,
    PASSED,
    REVERSED,
    SKIPPED,
    Event,
    EventKind,
    Why,
    drew,
    drew_one,
    pending,
    played,
    told,
)


def test_events_made_the_quick_way_are_like_all_others():
    card = parse_card("W")
    assert played(2, card, Color.RED, 5, True) == Event(
        EventKind.PLAYED, 2, card, Color.RED, count=5, flag=True
    )
    assert drew(1, (card, card), Why.PENALTY) == Event(
        EventKind.DREW, 1, count=2, why=Why.PENALTY, cards=(card, card)
    )
    assert drew_one(1, card, Why.TURN) == drew(1, (card,), Why.TURN)
    assert PASSED[3] == Event(EventKind.PASSED, 3)
    assert REVERSED[1] == Event(EventKind.REVERSED, flag=True)
    assert REVERSED[-1] == Event(EventKind.REVERSED, flag=False)
    assert pending(4) == Event(EventKind.PENDING, count=4)
    assert SKIPPED[9] == Event(EventKind.SKIPPED, 9)
    assert type(played(0, card, None, 0, False)) is type(drew(0, (), Why.FINE)) is Event


def test_events_that_say_the_same_are_one():
    assert told(EventKind.FINED, 1, count=2) is told(EventKind.FINED, 1, count=2)
    assert told(EventKind.FINED, 1, count=2) == Event(EventKind.FINED, 1, count=2)
    assert told(EventKind.CHALLENGED, 1, other=0, flag=True) != told(EventKind.CHALLENGED, 1, other=0)


def test_an_event_says_nothing_it_was_not_told():
    assert Event(EventKind.PASSED) == (EventKind.PASSED, NOBODY, None, None, 0, NOBODY, 0, False, (), (), ())


def test_every_kind_stands_in_the_table_of_the_module():
    documented = {line.split(" ")[0] for line in (events.__doc__ or "").splitlines()}
    assert {kind.name for kind in EventKind} <= documented


def test_reasons_have_texts():
    assert Why.LAST_STANDING.text == "retired"
    assert Why.MISSED_UNO.text == "missed_uno"
