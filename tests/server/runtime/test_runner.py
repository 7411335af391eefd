"""Matches on the floor: clocks, faults, losses and returns, told by what bots get and what the log says."""

import pytest

from arbitro.codec import record_of
from arbitro.v1 import moves_pb2 as moves
from arbitro.v1 import play_pb2 as pb
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import handle
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from support.floors import House
from support.jumping import MS, JumpingClock, S
from support.raw import chance


@pytest.fixture
def house():
    return House()


@pytest.fixture
def table(house):
    """A running match of two bots; the first question lies open."""
    house.create("ann", "ben")
    ann, ben = house.sit("ann"), house.sit("ben")
    ann.ready()
    ben.ready()
    house.settle()
    return house, ann, ben


def steps(house: House, log: str = "cup-0-0.0") -> list[StepRecord]:
    records = map(record_of, house.store.records(log))
    return [record for record in records if isinstance(record, StepRecord)]


def asked(*seated):
    return next(one for one in seated if one.open)


def test_a_match_begins_when_everybody_is_ready(house):
    house.create("ann", "ben")
    ann, ben = house.sit("ann"), house.sit("ben")
    assert [len(one.started) for one in (ann, ben)] == [1, 1]
    ann.ready()
    house.settle()
    assert not ann.seen
    ben.ready()
    house.settle()
    assert ann.seen == {match: (ben.seen[match][0], 1) for match in ann.started}
    assert len(ann.open) + len(ben.open) == 1


def test_nobody_is_told_what_is_not_committed(table):
    house, ann, ben = table
    bot = asked(ann, ben)
    before = len(bot.parts)
    house.store.fail_after = house.store.commits
    bot.answer()
    house.settle()
    assert house.failure is not None
    assert len(bot.parts) == before


def test_a_silent_bot_gets_the_default_and_loses_by_strikes(table):
    house, ann, ben = table
    silent = asked(ann, ben)
    other = ben if silent is ann else ann
    match = next(iter(silent.started))
    for strikes in range(3):
        house.play(other, until=lambda: silent.open)
        house.jump(0)
        assert silent.open[match].strikes == strikes
        house.jump(31 * S + 20 * MS)
    assert silent.results[0].outcome == pb.OUTCOME_SUBSTITUTED
    ended = other.ended[match]
    assert ended.ending == moves.ENDING_TIME
    assert ended.blame == silent.started[match].seat
    assert [record.cause for record in steps(house) if record.kind is RecordKind.TIMEOUT] == ["late"] * 3


def test_a_bot_that_crashed_is_seen_in_the_standings_and_loses_no_match_by_it(table):
    house, ann, ben = table
    bot = asked(ann, ben)
    bot.answer(crashed=True)
    house.settle()
    assert bot.results[-1].outcome == pb.OUTCOME_ACCEPTED
    house.play(ann, ben)
    counts = house.director.find("cup").counts
    assert counts.faults[bot.session.bot] == {"crash": 1}
    assert counts.strikes.total() == 0


def test_the_time_is_not_up_before_the_bank_and_the_tolerance_are(table):
    house, ann, ben = table
    bot = asked(ann, ben)
    house.jump(31 * S + 20 * MS - 1)
    assert bot.open
    bot.answer()
    house.settle()
    assert bot.results[-1].outcome == pb.OUTCOME_ACCEPTED
    assert bot.results[-1].bank_us == 1


@pytest.mark.parametrize("late_us", [0, 5 * MS, 3 * S])
def test_an_answer_after_its_time_is_late_and_the_next_question_has_its_full_time(table, late_us):
    house, ann, ben = table
    bot = asked(ann, ben)
    old = next(iter(bot.open.values()))
    house.jump(31 * S + 20 * MS + late_us)
    house.play(ben if bot is ann else ann, until=lambda: bot.open)
    new = next(iter(bot.open.values()))
    runner, seat = bot.session.seats[new.match]
    runner.answer(seat, old.decision, old.attempt, None, "x", house.clock.now_us())
    house.settle()
    assert bot.results[-1].outcome == pb.OUTCOME_LATE
    assert bot.open[new.match] == new
    assert new.allowance_us == 1 * S


def test_an_answer_read_in_the_turn_of_its_deadline_counts(table):
    house, ann, ben = table
    bot = asked(ann, ben)
    house.clock.jump(31 * S + 20 * MS)  # the deadline rang, the loop has not turned yet
    bot.answer()
    house.settle()
    assert bot.results[-1].outcome == pb.OUTCOME_ACCEPTED
    assert bot.results[-1].bank_us == 0


def test_nobody_pays_for_the_referees_own_delay(table):
    house, ann, ben = table
    house.floor.probe.start()
    bot = asked(ann, ben)
    house.clock.jump(400 * MS)
    house.clock.stall(60 * S)
    bot.answer()
    house.settle()
    assert bot.results[-1].outcome == pb.OUTCOME_ACCEPTED
    assert bot.results[-1].charge_us < 420 * MS
    record = next(record for record in steps(house) if record.kind is RecordKind.ANSWER)
    assert record.lag_us > 59 * S
    assert record.charge_us == max(0, record.read_us - record.asked_us - record.lag_us - record.tolerance_us)


def test_a_stalled_loop_puts_deadlines_off(table):
    house, ann, ben = table
    house.floor.probe.start()
    bot = asked(ann, ben)
    house.clock.stall(60 * S)
    house.settle()
    assert bot.open
    house.jump(31 * S + 30 * MS)
    assert not bot.open


def test_a_disconnect_never_touches_the_others_clock(table):
    house, ann, ben = table
    bot, other = (ann, ben) if ann.open else (ben, ann)
    match = next(iter(bot.open))
    name = other.session.bot
    for _ in range(2):
        house.jump(100 * MS)
        known = other.known()
        house.lose(other)
        house.jump(100 * MS)
        other = house.sit(name, known=known)
    bot.answer()
    house.settle()
    assert bot.results[-1].charge_us == 400 * MS
    assert [r.kind.name for r in steps(house)][1:5] == ["LOST", "BACK", "LOST", "BACK"]
    assert match in other.session.seats


def test_steps_of_the_wall_clock_change_no_duration():
    """Only the header tells the time of day; every stamp and charge comes of a clock that never goes back."""

    class Stepped(JumpingClock):
        def unix_s(self) -> int:
            return 1_900_000_000 - 3_600 * (self.now_us() // S % 7)

    def records(clock: JumpingClock) -> list[StepRecord]:
        house = House(clock=clock)
        house.create("ann", "ben", rules=RuleSet.of("official", {"target": 1}))
        ann, ben = house.sit("ann"), house.sit("ben")
        while not ann.ended:
            for one in (ann, ben):
                one.ready()
                house.jump(700 * MS)
                one.answer()
                house.settle()
        return steps(house)

    assert records(Stepped()) == records(JumpingClock())


def test_who_comes_back_gets_its_question_with_the_time_that_is_left(table):
    house, ann, ben = table
    bot = asked(ann, ben)
    match, old = next(iter(bot.open.items()))
    house.jump(3 * S)
    house.lose(bot)
    house.jump(2 * S)
    again = house.sit(bot.session.bot, known=bot.known())
    new = again.open[match]
    assert (new.decision, new.attempt, new.hand) == (old.decision, old.attempt, old.hand)
    assert (new.allowance_us, new.bank_us) == (0, 26 * S)
    again.answer()
    house.settle()
    assert again.results[-1].charge_us == 5 * S - 20 * MS


@pytest.mark.parametrize("cuts", range(6))
def test_whoever_comes_back_has_been_told_everything_once(cuts):
    """However often a stream is torn, what it was told in all is what an untorn one is told."""

    def play(torn_at: set[int]):
        house = House()
        house.create("ann", "ben", rules=RuleSet.of("official", {"target": 100}))
        ann, ben = house.sit("ann"), house.sit("ben")
        parts, moment = [], 0
        choose = {"ann": chance(1), "ben": chance(2)}
        while not ben.ended:
            for one in (ann, ben):
                one.ready()
                one.answer(choose[one.session.bot])
                house.settle()
            moment += 1
            if moment in torn_at and not ann.ended:
                known = ann.known() if moment % 2 else None
                house.lose(ann)
                parts = parts + ann.parts if known else []
                seen = ann.seen if known else {}
                ann = house.sit("ann", known=known)
                ann.seen = dict(ann.seen) or dict(seen)
        ann.parts = parts + ann.parts
        match = next(iter(ben.started))
        return ann.told(match), ben.told(match), ann.ended[match].scores

    whole = play(set())
    torn = play(set(range(cuts + 1, 200, cuts * 7 + 1)))
    assert torn == whole


def test_a_lost_seat_forfeits_at_the_end_of_the_grace(table):
    house, ann, ben = table
    match = next(iter(ann.started))
    house.lose(ann)
    house.jump(30 * S)
    assert ben.ended[match].ending == moves.ENDING_DISCONNECT
    assert ben.ended[match].winner == ben.started[match].seat
    assert ben.session.seats == {}


def test_the_grace_runs_anew_for_each_outage(table):
    house, ann, ben = table
    name, match = ann.session.bot, next(iter(ann.started))
    house.lose(ann)
    house.jump(29 * S)
    ann = house.sit(name, known=ann.known())
    house.lose(ann)
    house.jump(29 * S)
    assert not ben.ended
    house.jump(1 * S)
    assert ben.ended[match].ending == moves.ENDING_DISCONNECT


@pytest.mark.parametrize("policy, forfeits", [("strict", True), ("lenient", False)])
def test_other_policies_know_no_grace(house, policy, forfeits):
    house.create("ann", "ben", faults=FaultPolicy(policy))
    ann, ben = house.sit("ann"), house.sit("ben")
    for one in (ann, ben):
        one.ready()
    house.settle()
    lost, other = (ann, ben) if ann.open else (ben, ann)
    house.lose(lost)
    house.jump(30 * S)
    assert not other.ended
    house.jump(1 * S + 20 * MS)
    assert bool(other.ended) is forfeits


def test_no_ready_within_the_set_up_time_forfeits(house):
    house.create("ann", "ben")
    ann, ben = house.sit("ann"), house.sit("ben")
    ann.ready()
    house.jump(60 * S)
    ended = next(iter(ann.ended.values()))
    assert ended.ending == moves.ENDING_DISCONNECT
    assert ended.winner == next(iter(ann.started.values())).seat
    assert [record.kind.name for record in steps(house)] == ["RETIRE", "END"]
    assert ben.ended


def test_a_table_begins_without_whoever_was_not_ready_in_time(house):
    house.create("ann", "ben", "cid", format="tables", seats=3)
    ann, ben, _ = (house.sit(name) for name in ("ann", "ben", "cid"))
    ann.ready()
    ben.ready()
    house.jump(60 * S)
    assert [record.kind.name for record in steps(house)] == ["RETIRE", "BEGIN"]
    assert len(ann.open) + len(ben.open) == 1


def test_a_table_waits_only_for_the_ready_of_who_has_not_left(house):
    house.create("ann", "ben", "cid", format="tables", seats=3)
    ann, ben, cid = (house.sit(name) for name in ("ann", "ben", "cid"))
    ann.ready()
    ben.ready()
    ((runner, seat),) = cid.session.seats.values()
    runner.retire(seat, Why.WITHDRAWAL)
    house.settle()
    assert [record.kind.name for record in steps(house)] == ["RETIRE", "BEGIN"]


def test_who_is_gone_when_the_match_begins_is_lost_from_then_on(house):
    house.create("ann", "ben")
    ann, ben = house.sit("ann"), house.sit("ben")
    ann.ready()
    house.lose(ann)
    ben.ready()
    house.settle()
    assert [record.kind.name for record in steps(house)] == ["BEGIN", "LOST"]
    house.jump(30 * S)
    assert next(iter(ben.ended.values())).ending == moves.ENDING_DISCONNECT


@pytest.mark.source
def test_an_error_of_ours_ends_one_match_and_no_other(house, monkeypatch):
    house.create("ann", "ben", "cid", "dan", rules=RuleSet.of("official", {"target": 1}))
    bots = [house.sit(name, matches=3) for name in ("ann", "ben", "cid", "dan")]
    for one in bots:
        one.ready()
    house.settle()
    runners = list(house.director.find("cup").runners.values())
    broken = runners[0]
    handle = broken.match.handle
    calls = []

    def fail_once(given):
        calls.append(given)
        if len(calls) == 1:
            raise KeyError("secret path")
        return handle(given)

    monkeypatch.setattr(broken.match, "handle", fail_once)
    house.play(*bots, until=lambda: any(one.ended for one in bots))
    ended = next(one.ended[broken.handle] for one in bots if broken.handle in one.ended)
    assert ended.ending == moves.ENDING_INFRASTRUCTURE
    house.play(*bots)
    hosted = house.director.find("cup")
    assert hosted.machine.state == "finished"
    assert f"{broken.header.match}.1" in hosted.past.values()


def test_a_message_that_cannot_be_written_ends_its_own_match_alone(house, monkeypatch):
    hosted = house.create("ann", "ben", name="bad")
    other = house.create("cem", "dan", name="good", rules=RuleSet.of("official", {"target": 1}))
    ask, sick = house.floor.wire.ask, handle("bad-0-0", 0)

    def failing(match, message):
        if match == sick:
            raise ValueError("out of range")
        return ask(match, message)

    monkeypatch.setattr(house.floor.wire, "ask", failing)
    bots = [house.sit(bot) for bot in ("ann", "ben", "cem", "dan")]
    house.play(*bots, until=lambda: other.is_over)
    assert other.is_over
    assert {one.ended[sick].ending for one in bots[:2]} == {moves.ENDING_INFRASTRUCTURE}
    assert "bad-0-0.1" in hosted.runners
