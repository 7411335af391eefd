import pytest

from arbitro_engine.match.messages import Private, Public
from arbitro_engine.rules.cards import parse_card
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.table import Table
from arbitro_engine.rules.view import PublicEvent, SeatEvent
from support.views import make_view


@pytest.fixture
def view():
    return make_view()


def passed(seat):
    return PublicEvent(EventKind.PASSED, seat)


def drew(card):
    return SeatEvent(EventKind.DREW, 0, -1, (parse_card(card),))


def test_private_events_stand_behind_the_public_ones_that_came_before(view):
    view.hear(
        [Public(0, (passed(0), passed(1))), Public(2, (passed(0),))],
        [Private(0, 0, 1, (drew("R1"),)), Private(0, 1, 3, (drew("R2"),))],
    )
    assert view.history == [passed(0), drew("R1"), passed(1), passed(0), drew("R2")]
    assert (view.seq, view.number) == (3, 2)


def test_what_was_heard_before_is_passed_over(view):
    view.hear([Public(0, (passed(0), passed(1)))], [Private(0, 0, 2, (drew("R1"),))])
    view.hear(
        [Public(1, (passed(1), passed(0)))],
        [Private(0, 0, 2, (drew("R1"),)), Private(0, 1, 3, (drew("R2"),))],
    )
    assert view.history == [passed(0), passed(1), drew("R1"), passed(0), drew("R2")]


def test_an_event_of_a_later_version_has_a_number_and_is_not_told(view):
    told = []
    view.hear([(0, (passed(0), None, passed(1)))], [Private(0, 0, 2, (drew("R1"),))], told.append)
    assert told == [passed(0), drew("R1"), passed(1)]
    assert view.seq == 3


def test_round_and_scores_follow_what_is_heard(view):
    assert (view.round, view.scores) == (-1, (0, 0))
    view.hear([Public(0, (PublicEvent(EventKind.ROUND_STARTED, 1, count=4),))], [])
    view.hear([Public(1, (PublicEvent(EventKind.ROUND_ENDED, 0, scores=(30, 0)),))], [])
    assert (view.round, view.scores) == (4, (30, 0))


@pytest.mark.parametrize(
    "profile, seats, ours",
    [("official", 4, [0]), ("vintage_pairs", 4, [0, 2]), ("vintage_pairs", 6, [0, 3])],
)
def test_partners_are_ours_where_the_rules_play_in_pairs(profile, seats, ours):
    view = make_view(tuple("abcdefghij"[:seats]), 0, profile)
    assert [seat for seat in range(seats) if view.ours(seat)] == ours
    partner = Table.of(view.rules, seats).partner
    assert sorted({0, partner[0]}) == ours


def test_what_was_sent_is_read_when_it_is_asked_for(view):
    read = []

    def sent(*events):
        read.append(events)
        yield Public(len(read) - 1, events)

    view.hear(sent(passed(0)), [])
    view.hear(sent(passed(1)), [])
    assert read == []
    assert view.history == [passed(0), passed(1)]
    assert len(read) == 2


def test_what_was_told_twice_before_it_is_read_is_heard_once(view):
    view.hear([Public(0, (passed(0), passed(1)))], [Private(0, 0, 1, (drew("R1"),))])
    view.hear([Public(0, (passed(0), passed(1), passed(0)))], [Private(0, 0, 1, (drew("R1"), drew("R2")))])
    assert view.history == [passed(0), drew("R1"), drew("R2"), passed(1), passed(0)]
    assert (view.seq, view.number) == (3, 2)
