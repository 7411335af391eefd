"""The lobby: who comes back takes up all that is being played, and loses nothing by having been away."""

import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.runtime.retelling import _SLICE as SLICE
from arbitro_server.runtime.retelling import Retelling
from arbitro_server.runtime.sessions import Farewell, Known
from arbitro_server.store.interface import StoreError
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


@pytest.fixture
def told(monkeypatch):
    """How many messages were told again so far."""
    count = []
    whole = Retelling.__iter__

    def counted(self):
        for one in whole(self):
            count.append(1)
            yield one

    monkeypatch.setattr(Retelling, "__iter__", counted)
    return count


def in_turns(house: House, told: list[int], session: ReadAtOnce, known: dict[int, Known]) -> list[int]:
    """Open a session; return how many messages were told again in each turn of the loop that told any."""
    turns = []
    house.director.lobby.open(session, known)
    while True:
        turns += [len(told)] if told else []
        told.clear()
        if not house.turn():
            return turns


def test_the_ends_of_many_matches_are_told_slice_by_slice(house, tables, told):
    """A bot that followed hundreds must not hold up the floor when it comes back; then it is dismissed."""
    hosted, ann, ben = tables
    house.lose(ann)
    again = house.sit("ann", matches=TEN, known=ann.known())
    while not hosted.is_over:
        house.play(again, ben)
    session = ReadAtOnce("late", "ann", "cup", TEN)
    late = Seated(session)
    told.clear()
    turns = in_turns(house, told, session, ann.known())
    assert max(turns) <= SLICE
    assert len(turns) > 2 * TEN
    assert late.ended.keys() == ann.started.keys() == session.past
    assert session.farewell is not None
    assert session.farewell.reason == "done"
    for match, known in ann.known().items():  # what is told goes on where she had stopped
        events, whispers = ann.told(match)
        assert (len(events), len(whispers)) == (known.seq, known.number)
        assert late.seen[match][0] > known.seq


def test_whoever_remembers_nothing_is_told_its_matches_slice_by_slice(house, tables, told):
    """All of them, each once, and none that it plays counts as room for another meanwhile."""
    _, ann, ben = tables
    while sum(seq for seq, _ in ann.seen.values()) < 1_500:
        ann.answer()
        house.settle()
        house.play(ben)
    asked = ann.open.keys()
    house.lose(ann)
    session = ReadAtOnce("again", "ann", "", TEN)
    again = Seated(session)
    told.clear()
    turns = in_turns(house, told, session, {})
    assert max(turns) <= SLICE
    assert len(turns) >= len(asked) > 5
    assert session.room == TEN - len(asked)
    assert again.open.keys() == asked
    for match in asked:
        assert again.told(match) == ann.told(match)


def test_what_goes_on_while_a_bot_is_told_again_is_told_with_it(house, tables):
    """Somebody else's turn passes, and one of the matches ends, before it is seated there."""
    hosted, ann, ben = tables
    house.lose(ann)
    session = ReadAtOnce("again", "ann", "", TEN)
    again = Seated(session)
    first_match, *_, last_match = house.director.hosted["cup"].runners.values()
    house.director.lobby.open(session, {})
    assert last_match.handle in session.seats
    assert last_match.table.sessions[last_match.header.bots.index("ann")] is None
    last_match.retire(last_match.header.bots.index("ben"), Why.WITHDRAWAL)
    house.settle()
    assert again.ended.keys() == {last_match.handle}
    assert session.past == {last_match.handle}
    assert last_match.handle not in session.seats
    assert first_match.table.sessions[first_match.header.bots.index("ann")] is session
    again.told(last_match.handle)  # each number once
    while not hosted.is_over:
        house.play(again, ben)


@pytest.mark.parametrize("how", ["lost", "superseded"])
def test_whoever_is_gone_again_meanwhile_is_told_nothing_more(house, tables, how):
    hosted, ann, ben = tables
    house.lose(ann)
    session = ReadAtOnce("again", "ann", "", TEN)
    again = Seated(session)
    house.director.lobby.open(session, {})
    if how == "lost":
        session.end(Farewell("lost", "The stream ended."))
        house.lose(again)
    other = house.sit("ann", matches=TEN)
    assert session.farewell.reason == how
    assert len(again.seen) < TEN
    assert len(other.open) == TEN
    while not hosted.is_over:
        house.play(other, ben)
    assert {result.ending for result in hosted.machine.results} == {Why.TARGET}


def test_an_error_of_ours_ends_the_session_that_came_back_and_no_other(house, tables, monkeypatch):
    _, ann, ben = tables
    house.lose(ann)

    def broken(*_):
        raise StoreError("the disk is gone: /secret/place")

    monkeypatch.setattr(house.store, "records", broken)
    again = house.sit("ann", matches=TEN)
    assert again.session.farewell.error == "INTERNAL"
    assert "secret" not in again.session.farewell.text
    assert ben.session.farewell is None


def test_nobody_is_told_how_the_matches_of_others_end(house, tables):
    hosted, ann, ben = tables
    while not hosted.is_over:
        house.play(ann, ben)
    cem = house.sit("cem", known=ann.known())
    assert not cem.parts
    assert not cem.session.past


def finished(house):
    hosted = house.create("ann", "ben", rules=RuleSet.of("official", {"target": 1}))
    ann, ben = house.sit("ann"), house.sit("ben")
    while not hosted.is_over:
        house.play(ann, ben)
    for bot in (ann, ben):
        assert bot.session.farewell == NOTHING_LEFT
        house.lose(bot)


NOTHING_LEFT = Farewell("done", "Nothing is left to play.")


def test_who_comes_when_all_its_tournaments_are_over_is_told_so_and_dismissed(house):
    finished(house)
    assert house.sit("ann").session.farewell == NOTHING_LEFT
    assert house.sit("ben", scope="cup").session.farewell == NOTHING_LEFT


@pytest.mark.parametrize("state", ["draft", "running", "paused"])
def test_who_comes_while_a_tournament_of_its_is_still_to_be_played_waits(house, state):
    finished(house)
    house.create("ann", "cid", name="next", start=state != "draft")
    if state == "paused":
        house.director.do("next", lambda one: one.machine.pause())
    assert house.sit("ann").session.farewell is None
    assert house.sit("ben").session.farewell == NOTHING_LEFT


def test_who_was_entered_nowhere_waits_since_it_may_still_be(house):
    finished(house)
    cid = house.sit("cid")
    assert cid.session.farewell is None
    house.director.practise("dan", "first", 2, "")
    house.settle()
    house.director.do(
        next(name for name in house.director.hosted if name != "cup"), lambda one: one.machine.cancel()
    )
    house.settle()
    assert house.sit("dan").session.farewell is None


def test_who_has_left_its_only_tournament_is_dismissed_at_once_or_when_it_comes(house):
    house.create("ann", "ben", "cid")
    ann = house.sit("ann")
    for bot in ("ann", "ben"):
        house.director.do("cup", lambda one, bot=bot: one.machine.withdraw(bot, bot, "ill"))
    house.settle()
    assert ann.session.farewell == NOTHING_LEFT
    assert house.sit("ben").session.farewell == NOTHING_LEFT
