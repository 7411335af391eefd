"""The lobby: who comes back takes up all that is being played, and loses nothing by having been away."""

import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from support.floors import House, ReadAtOnce, Seated
from support.jumping import S

TEN = 10


@pytest.fixture
def house():
    return House()


@pytest.fixture
def tables(house):
    """Ten matches side by side; in each of them ann is asked, and ben waits for her."""
    hosted = house.create("ann", "ben", games=TEN, rules=RuleSet.of("official", {"target": 150}))
    ann, ben = house.sit("ann", matches=TEN), house.sit("ben", matches=TEN)
    house.play(ann, ben, until=lambda: house.store.commits > 60)
    house.play(ben)
    assert len(ann.open) == TEN
    return hosted, ann, ben


@pytest.mark.parametrize("remembers", [True, False])
def test_whoever_comes_back_gets_every_open_question_with_the_time_that_is_left(house, tables, remembers):
    """P08: a bot in ten matches is killed and started again within the grace; it forfeits none of them."""
    hosted, ann, ben = tables
    asked = dict(ann.open)
    house.lose(ann)
    house.jump(10 * S)
    again = house.sit("ann", matches=TEN, known=ann.known() if remembers else None)
    assert again.open.keys() == asked.keys()
    for match, question in again.open.items():
        old = asked[match]
        assert (question.decision, question.attempt) == (old.decision, old.attempt)
        assert (question.allowance_us, question.bank_us) == (0, old.bank_us - 9 * S)
    while not hosted.is_over:
        house.play(again, ben)
    assert {result.ending for result in hosted.machine.results} == {Why.TARGET}
    assert not any(result.forfeits for result in hosted.machine.results)
    assert len(hosted.machine.results) == hosted.machine.total


def test_the_ends_of_many_matches_are_told_one_in_each_turn_of_the_loop(house, tables):
    """A bot that followed hundreds must not hold up the floor when it comes back; then it is dismissed."""
    hosted, ann, ben = tables
    house.lose(ann)
    again = house.sit("ann", matches=TEN, known=ann.known())
    while not hosted.is_over:
        house.play(again, ben)
    session = ReadAtOnce("late", "ann", "cup", TEN)
    late = Seated(session)
    house.director.lobby.open(session, ann.known())
    assert len(late.ended) == 1
    assert session.farewell is None
    house.settle()
    assert late.ended.keys() == ann.started.keys() == session.past
    assert session.farewell is not None
    assert session.farewell.reason == "done"
    for match, known in ann.known().items():  # what is told goes on where she had stopped
        events, whispers = ann.told(match)
        assert (len(events), len(whispers)) == (known.seq, known.number)
        assert late.seen[match][0] > known.seq


def test_nobody_is_told_how_the_matches_of_others_end(house, tables):
    hosted, ann, ben = tables
    while not hosted.is_over:
        house.play(ann, ben)
    cem = house.sit("cem", known=ann.known())
    assert not cem.parts
    assert not cem.session.past
