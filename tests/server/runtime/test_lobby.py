"""The lobby: who comes back takes up all that is being played, and loses nothing by having been away."""

import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from support.floors import House
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
