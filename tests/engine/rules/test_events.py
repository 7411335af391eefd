import pytest

from arbitro_engine.rules import events
from arbitro_engine.rules.cards import Color, parse_card
from arbitro_engine.rules.events import (
    DREW_IN_TURN,
    NOBODY,
    PASSED,
    REVERSED,
    SKIPPED,
    Event,
    EventKind,
    Why,
    caught,
    challenged,
    dealt_to,
    drew,
    fined,
    forgiven,
    pending,
    played,
    revealed,
    turned,
)


def test_events_made_the_quick_way_are_like_all_others():
    card = parse_card("W")
    assert played(2, card, Color.RED, 5, True) == Event(
        EventKind.PLAYED, 2, card, Color.RED, count=5, flag=True
    )
    assert drew(1, (card, card), Why.PENALTY) == Event(
        EventKind.DREW, 1, count=2, why=Why.PENALTY, cards=(card, card)
    )
    assert DREW_IN_TURN[1][card] == drew(1, (card,), Why.TURN)
    assert dealt_to(1, (card, card)) == Event(EventKind.DEALT, 1, count=2, cards=(card, card))
    assert revealed(1, 2, (card,)) == Event(EventKind.REVEALED, 1, other=2, cards=(card,))
    assert turned(parse_card("R7")) == Event(EventKind.TURNED, card=parse_card("R7"), color=Color.RED)
    assert caught(1, 2) == Event(EventKind.CAUGHT, 1, other=2)
    assert challenged(1, 2, True) == Event(EventKind.CHALLENGED, 1, other=2, flag=True)
    assert forgiven(1, 2) == Event(EventKind.FORGIVEN, 1, count=2)
    assert PASSED[3] == Event(EventKind.PASSED, 3)
    assert REVERSED[1] == Event(EventKind.REVERSED, flag=True)
    assert REVERSED[-1] == Event(EventKind.REVERSED, flag=False)
    assert pending(4) == Event(EventKind.PENDING, count=4)
    assert SKIPPED[9] == Event(EventKind.SKIPPED, 9)
    assert type(played(0, card, None, 0, False)) is type(drew(0, (), Why.FINE)) is Event


def test_events_that_say_the_same_are_one():
    assert fined(1, 2, Why.ADVICE) is fined(1, 2, Why.ADVICE)
    assert fined(1, 2, Why.ADVICE) == Event(EventKind.FINED, 1, count=2, why=Why.ADVICE)
    assert fined(1, 2, Why.ADVICE) != fined(1, 2, Why.MISSED_UNO)


def test_an_event_says_nothing_it_was_not_told():
    assert Event(EventKind.PASSED) == (EventKind.PASSED, NOBODY, None, None, 0, NOBODY, 0, False, (), (), ())


@pytest.mark.source
def test_every_kind_stands_in_the_table_of_the_module():
    documented = {line.split(" ")[0] for line in (events.__doc__ or "").splitlines()}
    assert {kind.name for kind in EventKind} <= documented


def test_reasons_have_texts():
    assert Why.LAST_STANDING.text == "retired"
    assert Why.MISSED_UNO.text == "missed_uno"
