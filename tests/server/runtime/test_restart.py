"""A referee that dies at any record, and one that goes on from its store: nothing is lost or counts twice."""

import pytest

from arbitro.codec import record_of
from arbitro.v1 import match_pb2 as match_pb
from arbitro.v1 import moves_pb2 as moves
from arbitro.v1 import play_pb2 as pb
from arbitro_engine.log.chain import Chain
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import handle
from arbitro_engine.match.record import RecordKind, SignatureRecord, StepRecord
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.rpc.terms import match_message
from arbitro_server.runtime import retelling
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.retelling import Retelling, machine
from arbitro_server.runtime.sessions import Known
from arbitro_server.store.interface import StoreError
from support.floors import House, Seated, audit
from support.jumping import MS, S
from support.memory import MemoryStore
from support.raw import first

BOTS = ("ann", "ben")
SHORT = RuleSet.of("official", {"target": 1})


def sit_down(house: House, before: list[Seated]) -> list[Seated]:
    known = {one.session.bot: one.known() for one in before}
    return [house.sit(bot, matches=2, known=known.get(bot)) for bot in BOTS]


def restarted(store: MemoryStore, house: House) -> House:
    """Another referee on what the dead one had committed."""
    store.fail_after = None
    again = House(store, house.clock)
    again.director.restore()
    again.settle()
    return again


def played_on(house: House, bots: list[Seated]) -> list:
    while house.director.find("cup").machine.state == "running":
        assert not house.failure
        house.play(*bots)
    return house.director.find("cup").machine.results


def whole(store: MemoryStore) -> list:
    house = House(store)
    house.create(*BOTS, rules=SHORT)
    return played_on(house, sit_down(house, []))


@pytest.fixture(scope="module")
def untouched():
    store = MemoryStore()
    return whole(store), store.commits


def test_killed_at_a_record_the_tournament_ends_the_same(untouched):
    results, commits = untouched
    for commit in range(2, commits, 5):
        store = MemoryStore()
        house = House(store)
        house.create(*BOTS, rules=SHORT)
        store.fail_after = commit
        bots = sit_down(house, [])
        house.play(*bots, until=lambda house=house: house.failure)
        assert house.failure, commit
        house = restarted(store, house)
        bots = sit_down(house, bots)
        assert played_on(house, bots) == results, commit


def test_killed_at_every_record_in_turn_the_tournament_ends_the_same(untouched):
    results, _ = untouched
    store = MemoryStore()
    house = House(store)
    house.create(*BOTS, rules=SHORT)
    bots: list[Seated] = []
    restarts = 0
    while house.director.find("cup").machine.state == "running":
        store.fail_after = store.commits + 4  # taking up the matches, two bots' return, and one act
        bots = sit_down(house, bots)
        house.play(*bots, until=lambda house=house: house.failure)
        if house.failure:
            house = restarted(store, house)
            restarts += 1
    assert restarts > 40
    assert house.director.find("cup").machine.results == results


@pytest.fixture
def stopped():
    """A referee that died in the middle of a match, the store it left, and its bots."""
    store = MemoryStore()
    house = House(store)
    house.create(*BOTS)
    bots = sit_down(house, [])
    for one in bots:
        one.ready()
    house.settle()
    house.play(*bots, until=lambda: store.commits > 40)
    return house, store, bots


def test_nothing_is_asked_before_everybody_is_back(stopped):
    house, store, (ann, ben) = stopped
    house = restarted(store, house)
    ann = house.sit("ann", matches=2, known=ann.known())
    assert not ann.open
    ben = house.sit("ben", matches=2, known=ben.known())
    assert len(ann.open) + len(ben.open) == 2
    asked = next(iter((ann.open or ben.open).values()))
    assert asked.allowance_us == 1 * S


def test_who_does_not_come_back_is_waited_for_and_then_plays_by_default(stopped):
    house, store, (ann, _) = stopped
    house = restarted(store, house)
    ann = house.sit("ann", matches=2, known=ann.known())
    house.jump(44 * S)
    assert not ann.open
    house.jump(1 * S)
    house.play(ann)
    house.jump(30 * S)  # the grace of contest, and a lost seat's clock
    assert not house.director.find("cup").runners
    assert {ended.ending for ended in ann.ended.values()} == {moves.ENDING_DISCONNECT}


def test_a_grace_that_a_restart_cut_short_runs_anew(stopped):
    house, store, (ann, ben) = stopped
    house.lose(ann)
    house.jump(20 * S)
    house = restarted(store, house)
    ben = house.sit("ben", matches=2, known=ben.known())
    house.jump(45 * S)
    house.jump(29 * S)
    assert house.director.find("cup").runners
    house.jump(1 * S)
    assert not house.director.find("cup").runners
    assert {ended.ending for ended in ben.ended.values()} == {moves.ENDING_DISCONNECT}
    assert audit(house) == "ok"


@pytest.mark.parametrize("back", [False, True])
def test_a_cap_goes_on_where_the_log_ends(back):
    store = MemoryStore()
    house = House(store)
    house.create(*BOTS, cap_us=50 * S, time="none", faults=FaultPolicy("lenient"))
    bots = sit_down(house, [])
    for one in bots:
        one.ready()
    house.settle()
    house.jump(10 * S)
    for one in bots:
        one.answer()
    house.settle()
    house = restarted(store, house)
    if back:
        bots = sit_down(house, bots)
    house.jump(39 * S)
    assert len(house.director.find("cup").runners) == 2
    house.jump(1 * S)
    assert {one.ending for one in house.director.find("cup").machine.results} == {Why.TIME_CAP}
    assert audit(house) == "ok"


def test_a_match_that_waits_for_an_absent_bot_goes_on_after_a_restart():
    """O05: all seats are lost after it, so the absent one's clock runs, and its default move is made."""
    house = House()
    house.create(*BOTS, faults=FaultPolicy("lenient"))
    ann, ben = bots = [house.sit(bot) for bot in BOTS]
    house.play(*bots, until=lambda: house.store.commits > 40)
    absent, other = (ann, ben) if ann.open else (ben, ann)
    match, asked = next(iter(absent.open.items()))
    house = restarted(house.store, house)
    (runner,) = house.director.find("cup").runners.values()  # the other match waits for this one
    assert runner.match.lost == (0, 1)
    seat = other.started[match].seat
    other = house.sit(other.session.bot, known=other.known())
    assert runner.match.lost == (1 - seat,)
    house.jump(45 * S)  # the grace of a restart; from then on the clock runs, with a full allowance
    house.play(other)
    assert not other.open
    house.jump(1 * S + asked.bank_us + 20 * MS)
    late = [record for record in runner_steps(house, runner) if record.kind is RecordKind.TIMEOUT]
    assert [(record.seat, record.decision, record.cause) for record in late] == [
        (1 - seat, asked.decision, "lost")
    ]
    assert other.open[match].allowance_us == 1 * S


def runner_steps(house: House, runner) -> list[StepRecord]:
    records = map(record_of, house.store.records(runner.name))
    return [record for record in records if isinstance(record, StepRecord)]


def test_a_restart_stands_in_the_log_and_the_chain_goes_on(stopped):
    house, store, bots = stopped
    house = restarted(store, house)
    bots = sit_down(house, bots)
    played_on(house, bots)
    stored = house.files["cup", "cup-0-0.0"]
    records = [record_of(data) for data in stored]
    kinds = [record.kind for record in records if isinstance(record, StepRecord)]
    assert kinds.count(RecordKind.RESTART) == 1
    assert kinds[kinds.index(RecordKind.RESTART) + 1 :][:2] == [RecordKind.BACK, RecordKind.BACK]
    chain = Chain()
    for data, record in zip(stored, records, strict=True):
        if isinstance(record, SignatureRecord):
            assert record.head == chain.head
        chain.append(data)


def test_a_match_that_waited_for_ready_waits_again():
    store = MemoryStore()
    house = House(store)
    house.create(*BOTS)
    ann, ben = sit_down(house, [])
    ann.ready()
    house.settle()
    house = restarted(store, house)
    ann, ben = sit_down(house, [])
    assert all(started.ready_wanted for one in (ann, ben) for started in one.started.values())
    played_on(house, [ann, ben])


def test_after_a_restart_nobody_waits_for_the_ready_of_who_has_left():
    store = MemoryStore()
    house = House(store)
    house.create("ann", "ben", "cid", format="tables", seats=3)
    *_, cid = (house.sit(bot) for bot in ("ann", "ben", "cid"))
    ((runner, seat),) = cid.session.seats.values()
    runner.retire(seat, Why.WITHDRAWAL)
    house.settle()
    house = restarted(store, house)
    ann, ben = house.sit("ann"), house.sit("ben")
    ann.ready()
    ben.ready()
    house.settle()
    assert len(ann.open) + len(ben.open) == 1


def test_a_bot_that_proves_more_than_the_log_holds_has_the_match_played_again(stopped):
    house, store, bots = stopped
    match = next(iter(bots[0].started))
    runner = bots[0].session.seats[match][0]
    house.play(*bots, until=lambda: runner.match.rounds_played > 0)
    head = next(
        one.head
        for part in bots[0].parts
        for one in pb.PlayResponse.FromString(part).public
        if one.match == match and one.HasField("head")
    )
    lost = MemoryStore()
    lost._tournaments = store._tournaments
    for log in store.logs():
        lost._logs[log] = store.records(log)
    lost._logs[runner.name] = store.records(runner.name)[:5]
    again = restarted(lost, house)
    proof = again.floor.signer.witness(match, Chain(), 0)._replace(
        round=head.round, records=head.records, head=head.head, signature=head.signature
    )
    seq, number = bots[0].seen[match]
    ann = again.sit("ann", matches=2, known={match: Known(seq, number, proof)})
    assert ann.ended[match].ending == moves.ENDING_INFRASTRUCTURE
    again.sit("ben", matches=2)
    assert any(started.run == 1 for started in ann.started.values())


def test_a_claim_without_proof_is_answered_from_the_log(stopped):
    house, store, bots = stopped
    match = next(iter(bots[0].started))
    again = restarted(store, house)
    forged = again.floor.signer.witness(match, Chain(), 0)._replace(records=10_000, head=bytes(32))
    ann = again.sit("ann", matches=2, known={match: Known(9_999, 9_999, forged)})
    assert match not in ann.ended
    assert match in ann.session.seats


def test_retelling_needs_a_log(stopped):
    house, _, _ = stopped
    with pytest.raises(ValueError, match="header"):
        Retelling([], b"", house.floor.wire, house.floor.signer)


def test_a_log_that_another_engine_wrote_is_refused_and_not_retold_for_ever(stopped, monkeypatch):
    """Records that the machine does not make of their inputs: there is no exact decision to go on from."""
    house, store, _ = stopped
    monkeypatch.setattr(retelling, "machine", lambda header, secret: machine(header, bytes(32)))
    with pytest.raises(StoreError, match=r"record 1 of cup-0-0.0 does not follow .*by arbitro 0.0.0, which"):
        restarted(store, house)


def test_first_is_a_pure_choice():
    """What the tests above rest on: the same question always gets the same answer."""
    asked = pb.Decision(match=1, plays=[3, 2], acts=[2], hand=[3, 2])
    assert first(asked) == first(asked)


def test_a_bot_that_dies_amid_ten_matches_takes_all_of_them_up_again():
    house = House()
    house.create("ann", "ben", games=10, rules=RuleSet.of("official", {"target": 60}))
    ann, ben = house.sit("ann", matches=10), house.sit("ben", matches=10)
    rounds = iter(range(10))
    house.play(ann, ben, until=lambda: next(rounds, None) is None)
    house.jump(2 * S)
    opened = {match: (asked.decision, asked.attempt) for match, asked in ann.open.items()}
    assert len(ann.session.seats) == 10
    house.lose(ann)
    house.jump(1 * S)
    again = house.sit("ann", matches=10)  # a new process: it knows nothing
    assert len(again.started) == 10
    assert {match: (asked.decision, asked.attempt) for match, asked in again.open.items()} == opened
    assert all(again.seen[match] == (ben.seen[match][0], again.seen[match][1]) for match in again.started)
    house.play(again, ben, until=lambda: len(again.ended) >= 10)
    assert {ended.ending for ended in again.ended.values()} == {moves.ENDING_TARGET}


def test_a_tournament_whose_creation_was_cut_short_was_never_made():
    store = MemoryStore(fail_after=0)
    house = House(store)
    with pytest.raises(RefusedError, match="its store failed"):
        house.create("ann", "ben", start=False)
    assert house.failure
    again = restarted(store, house)
    assert again.director.hosted == {}
    again.create("ann", "ben", start=False)


def test_a_log_that_cannot_be_taken_up_is_said(stopped):
    house, store, _ = stopped
    store._logs["cup"] = store._logs["cup"][:2] + store._logs["cup"][3:]
    with pytest.raises(StoreError, match="the tournament cup cannot be taken up"):
        restarted(store, house)


@pytest.mark.parametrize("readies", [1, 2])
def test_bots_that_remember_nothing_get_ready_for_nothing_after_a_restart(untouched, readies):
    """Programs that were started anew with the referee: their Ready is not wanted, and harms no match."""
    results, commits = untouched
    store = MemoryStore(fail_after=commits // 2)
    house = House(store)
    house.create(*BOTS, rules=SHORT)
    bots = sit_down(house, [])
    house.play(*bots, until=lambda: house.failure)
    again = restarted(store, house)
    bots = sit_down(again, [])
    running = again.director.find("cup").runners.values()
    assert any(runner.state == "running" for runner in running)
    for runner in running:
        if runner.state == "running":
            assert not any(one.started[runner.handle].ready_wanted for one in bots)
            assert not any(runner.ready(seat, b"late") for _ in range(readies) for seat in (0, 1))
    assert played_on(again, bots) == results


def test_a_file_that_could_not_be_written_is_written_at_the_next_start():
    house = House()
    house.create(*BOTS, rules=SHORT)
    house.is_full = True
    bots = sit_down(house, [])
    played_on(house, bots)
    assert all(one.ended for one in bots)
    assert not house.files
    again = restarted(house.store, house)
    assert set(again.files) == {("cup", "cup-0-0.0"), ("cup", "cup-0-1.0"), ("cup", "tournament")}


def test_after_a_restart_the_newest_run_is_known_though_older_ones_were_cut_off():
    house = House()
    house.create(*BOTS, rules=SHORT)
    match = next(house.director.find("cup").schedule())
    bots = sit_down(house, [])
    for _ in range(2):
        for one in bots:
            one.ready()
        house.settle()
        house.director.do("cup", lambda one: one.machine.replay(match.id, "arbiter", "again"))
        house.settle()
    for hosted in (
        house.director.find("cup"),
        restarted(house.store, house).director.find("cup"),
    ):
        assert hosted.newest_run(match) == 2
        assert f"{match.id}.2" in hosted.runners
        assert match_message(hosted, match).state == match_pb.MATCH_STATE_WAITING


def test_after_a_restart_a_match_that_was_cut_off_is_none_that_is_to_come():
    house = House()
    house.create(*BOTS, rules=SHORT)
    match = next(house.director.find("cup").schedule())
    sit_down(house, [])
    house.director.do("cup", lambda one: one.machine.void(match.id, "arbiter", "spoilt"))
    house.settle()
    told = match_message(house.director.find("cup"), match)
    assert told.state == match_pb.MATCH_STATE_FINISHED
    again = restarted(house.store, house)
    assert match_message(again.director.find("cup"), match) == told


def test_after_a_restart_a_run_that_was_cut_off_is_over_as_before():
    house = House()
    hosted = house.create(*BOTS, rules=SHORT, deals="duplicate")
    first_copy, second_copy = hosted.schedule()
    bots = sit_down(house, [])
    house.play(*bots, until=lambda: hosted.runners[f"{first_copy.id}.0"].table.seq > 5)
    house.director.do("cup", lambda one: one.machine.replay(first_copy.id, "arbiter", "again"))
    house.settle()
    assert hosted.is_shut(f"{first_copy.id}.0")  # the other copy of this run never was: it opens at the end
    del house.files["cup", f"{first_copy.id}.0"]
    again = restarted(house.store, house)
    restored = again.director.find("cup")
    assert restored.past == hosted.past
    assert restored.counts.decisions == hosted.counts.decisions
    assert restored.is_shut(f"{first_copy.id}.0")
    assert ("cup", f"{first_copy.id}.0") in again.files
    played_on(again, sit_down(again, bots))
    assert not restored.is_shut(f"{first_copy.id}.0")
    assert restored.past.keys() > {handle(one.id, 1) for one in (first_copy, second_copy)}
    assert audit(again) == "ok"


def test_after_a_restart_one_log_is_looked_at_in_each_turn_whatever_the_number_of_tournaments(monkeypatch):
    house = House()
    counted = {}
    for name in ("bowl", "cup", "vase"):
        hosted = house.create(*BOTS, name=name, rules=SHORT)
        house.play(*sit_down(house, []))
        assert hosted.is_over
        counted[name] = hosted.counts.decisions
    looked = []
    summary = house.store.summary
    monkeypatch.setattr(house.store, "summary", lambda log: (looked.append(log), summary(log))[1])
    again = House(house.store, house.clock)
    again.director.restore()
    before = len(looked)
    while again.turn():
        assert len(looked) - before <= 1
        before = len(looked)
    assert sorted(looked) == [f"{name}-0-{game}.0" for name in counted for game in (0, 1)]
    assert {name: hosted.counts.decisions for name, hosted in again.director.hosted.items()} == counted
