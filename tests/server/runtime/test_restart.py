"""A referee that dies at any record, and one that goes on from its store: nothing is lost or counts twice."""

import pytest

from arbitro.codec import record_of
from arbitro.v1 import moves_pb2 as moves
from arbitro.v1 import play_pb2 as pb
from arbitro_engine.log.chain import Chain
from arbitro_engine.match.record import RecordKind, SignatureRecord, StepRecord
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.runtime.retelling import Retelling
from arbitro_server.runtime.sessions import Known
from support.floors import House, Seated
from support.jumping import S
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
    lost._logs[runner.log] = store.records(runner.log)[:5]
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


def test_first_is_a_pure_choice():
    """What the tests above rest on: the same question always gets the same answer."""
    asked = pb.Decision(match=1, plays=[3, 2], acts=[2], hand=[3, 2])
    assert first(asked) == first(asked)
