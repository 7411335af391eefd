"""A tournament's log is held to itself, to its secret, and to the logs of its matches."""

from dataclasses import dataclass, replace
from functools import cached_property

import pytest

from arbitro.codec import record_bytes, record_of, tournament_record_bytes, tournament_record_of
from arbitro_engine.log.chain import Chain
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.stored import read_log, read_tournament
from arbitro_engine.log.tournament import verify_tournament
from arbitro_engine.log.verify import verify
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Header
from arbitro_engine.match.record import RevealRecord
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import commitment, seed_secret, set_secret
from arbitro_engine.tournament import (
    Entrant,
    EntrantRecord,
    MatchResult,
    ResultRecord,
    StartedRecord,
    Tournament,
    TournamentSpec,
)
from arbitro_engine.tournament.header import TournamentHeader
from arbitro_engine.tournament.record import StateRecord, VerdictRecord
from support.eventful import played

SECRET = seed_secret("cup")
RULES = RuleSet.of("official", {"target": 30})


def verdict_of(data):
    return verify(read_log(data, record_of))


@dataclass
class Hosted:
    """A tournament that was played, and the logs it left."""

    header: TournamentHeader
    records: list
    files: dict
    standings: object

    @cached_property
    def matches(self):
        return {name: verdict_of(data) for name, data in self.files.items()}

    def verdict(self, records=None, matches=None):
        """Audit it as a folder of files."""
        stored = map(tournament_record_bytes, records or [*self.records, *self.tail()])
        log = read_tournament(file_bytes(stored), tournament_record_of)
        by_run = {
            (verdict.header.match, verdict.header.run): verdict
            for verdict in (self.matches if matches is None else matches).values()
        }
        return verify_tournament(log, by_run)

    def tail(self, secret=SECRET):
        chain = Chain.over(map(tournament_record_bytes, self.records))
        tail = [chain.seal(), RevealRecord(secret, ())]
        for record in tail:
            chain.append(record_bytes(record))
        return [*tail, chain.seal()]

    def changed(self, at, record):
        """The whole log with one record changed, and sealed so that no hash gives it away."""
        return replace_records(self, [*self.records[:at], record, *self.records[at + 1 :]])

    def place(self, kind):
        return next(at for at, record in enumerate(self.records) if isinstance(record, kind))


def replace_records(hosted, records):
    other = Hosted(hosted.header, records, hosted.files, hosted.standings)
    return [*records, *other.tail()]


def facts(header, due):
    secret = set_secret(SECRET, due.match.set_id, due.run)
    return secret, Header(
        match=due.match.id,
        bots=due.match.seats,
        rules=header.rules,
        commitment=commitment(secret),
        set_id=due.match.set_id,
        run=due.run,
        tournament=header.spec.id,
        time=header.time,
        faults=header.faults,
        deals=header.spec.deals,
        seeded=header.seeded,
    )


def host(deals="fresh", events=()):
    """Play a round robin of three; `events` are verbs done after so many matches.

    Each is (number, verb, entrant); without an entrant it is about the match played last.
    """
    spec = TournamentSpec.from_fields({"id": "cup", "deals": deals, "target": RULES.target})
    header = TournamentHeader(
        spec, RULES, TimeControl.parse("1s+2s"), FaultPolicy(), commitment(SECRET), seeded=True
    )
    tournament, records, files, count = Tournament(spec), [header], {}, 0
    for name in ("ana", "ben", "cid"):
        records += tournament.register(Entrant(name, name.title())).records
    records += tournament.start("org").records
    verbs = {number: (verb, argument) for number, verb, argument in events}
    while due := tournament.due(dict.fromkeys(("ana", "ben", "cid"), 1)):
        secret, match_facts = facts(header, due[0])
        records += tournament.start_match(match_facts.match, match_facts.commitment).records
        match = played(match_facts, secret, due[0].run, storm=0.02)
        name = f"{match_facts.match}.{match_facts.run}"
        files[name] = match.file
        verdict = verify(match.log)
        result = MatchResult.of(
            match_facts.match, match_facts.run, match_facts.bots, verdict.ended, verdict.forfeits
        )
        records += tournament.end_match(result, verdict.end_head).records
        count += 1
        if count in verbs and tournament.state == "running":
            verb, argument = verbs[count]
            records += getattr(tournament, verb)(argument or match_facts.match, "org", "why not").records
    return Hosted(header, records, files, tournament.standings())


@pytest.fixture(scope="module")
def cup():
    return host()


@pytest.mark.parametrize(
    "events",
    [
        (),
        [(2, "replay", "")],
        [(1, "void", "")],
        [(3, "withdraw", "ben")],
        [(2, "disqualify", "cid")],
    ],
)
@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
def test_whatever_happened_verifies_with_the_same_standings(deals, events):
    hosted = host(deals, events)
    verdict = hosted.verdict()
    assert (verdict.state, verdict.difference) == ("ok", None)
    assert verdict.standings.lines == hosted.standings.lines
    assert verdict.header == hosted.header
    assert verdict.records == len(hosted.records) + 3


def test_while_it_is_played_it_is_incomplete(cup):
    verdict = cup.verdict(cup.records[:-1])
    assert verdict.state == "incomplete"
    assert verdict.difference.field == "record"


def test_before_its_secret_is_out_it_is_sealed(cup):
    assert cup.verdict([*cup.records, cup.tail()[0]]).state == "sealed"


def test_a_missing_log_is_named(cup):
    verdict = cup.verdict(matches={name: one for name, one in cup.matches.items() if name != "cup-1-0.0"})
    assert verdict.state == "incomplete"
    assert "cup-1-0.0.arb" in verdict.difference.expected


def test_a_dropped_or_swapped_record_is_found(cup):
    records = [*cup.records, *cup.tail()]
    for at in range(1, len(records) - 1):
        assert cup.verdict([*records[:at], *records[at + 1 :]]).state in {"bad", "incomplete"}, at
        swapped = [*records[:at], records[at + 1], records[at], *records[at + 2 :]]
        assert cup.verdict(swapped).state == "bad", at


def test_a_changed_bit_is_found_without_any_secret(cup):
    stored = [tournament_record_bytes(record) for record in [*cup.records, *cup.tail()]]
    for at, data in enumerate(stored):
        damaged = bytearray(data)
        damaged[len(data) // 2] ^= 4
        log = read_tournament(
            file_bytes([*stored[:at], bytes(damaged), *stored[at + 1 :]]), tournament_record_of
        )
        verdict = verify_tournament(log, {})
        assert verdict.state == "bad", at


def test_a_result_that_the_match_did_not_give_is_named(cup):
    at = cup.place(ResultRecord)
    record = cup.records[at]
    result = replace(record.result, scores=tuple(score + 1 for score in record.result.scores))
    verdict = cup.verdict(cup.changed(at, replace(record, result=result)))
    assert (verdict.difference.record, verdict.difference.field) == (at, "result")


def test_the_head_of_another_log_is_named(cup):
    at = cup.place(ResultRecord)
    verdict = cup.verdict(cup.changed(at, replace(cup.records[at], head=bytes(32))))
    assert (verdict.difference.record, verdict.difference.field) == (at, "head")


def test_a_match_dealt_from_another_secret_is_named(cup):
    at = cup.place(StartedRecord)
    verdict = cup.verdict(cup.changed(at, replace(cup.records[at], commitment=bytes(32))))
    assert (verdict.difference.record, verdict.difference.field) == (at, "commitment")


def test_a_secret_that_was_not_committed_to_is_named(cup):
    verdict = cup.verdict(cup.changed(0, replace(cup.header, commitment=bytes(32))))
    assert (verdict.state, verdict.difference.field) == ("bad", "secret")
    at = cup.place(StartedRecord)
    verdict = cup.verdict([*cup.records, *cup.tail(bytes(32))])
    assert (verdict.state, verdict.difference.record, verdict.difference.field) == ("bad", at, "commitment")


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"commitment": bytes(32)}, "commitment"),
        ({"tournament": "bowl"}, "tournament"),
        ({"bots": ("cid", "ana")}, "bots"),
        ({"set_id": "cup-0-1"}, "set"),
        ({"rules": RuleSet.of("official", {"target": 31})}, "rules.hash"),
        ({"time": TimeControl.parse("1s+3s")}, "time"),
        ({"faults": FaultPolicy("lenient")}, "faults"),
        ({"deals": "duplicate"}, "deals"),
        ({"seeded": False}, "seeded"),
    ],
)
def test_a_match_by_other_terms_than_the_tournaments_is_named(cup, fields, field):
    match = cup.matches["cup-0-0.0"]
    other = replace(match, header=replace(match.header, **fields))
    verdict = cup.verdict(matches=cup.matches | {"cup-0-0.0": other})
    assert (verdict.state, verdict.difference.field) == ("bad", f"cup-0-0.{field}")


@pytest.mark.parametrize("how", ["bad", "incomplete"])
def test_a_damaged_match_log_is_named_at_its_result(cup, how):
    file = bytearray(cup.files["cup-0-0.0"])
    if how == "bad":
        file[-200] ^= 1
    else:
        del file[-200:]
    damaged = verdict_of(bytes(file))
    verdict = cup.verdict(matches=cup.matches | {"cup-0-0.0": damaged})
    assert (damaged.state, verdict.state) == (how, "bad")
    assert isinstance(cup.records[verdict.difference.record], ResultRecord)
    assert verdict.difference.found.startswith(how)


def test_no_file_is_no_tournament():
    verdict = verify_tournament(read_tournament(b"ARB1", tournament_record_of), {})
    assert (verdict.state, verdict.standings, verdict.header) == ("incomplete", None, None)


def test_a_tournament_is_told_from_a_match(cup):
    data = file_bytes(map(tournament_record_bytes, cup.records))
    assert read_log(data, record_of).is_tournament


def test_an_unfinished_match_has_no_result_to_hold():
    spec = TournamentSpec.from_fields({"id": "cup", "target": 30})
    header = TournamentHeader(spec, RULES, TimeControl(), FaultPolicy(), commitment(SECRET))
    records = [
        header,
        EntrantRecord(Entrant("ana")),
        EntrantRecord(Entrant("ben")),
        StateRecord("running"),
        StartedRecord("cup-0-7", 0, bytes(32)),
        VerdictRecord("void", "cup-9-9"),
    ]
    hosted = Hosted(header, records, {}, None)
    verdict = hosted.verdict()
    assert verdict.state == "bad"
    assert verdict.difference.record <= 5
