"""Another policy's rulings are listed, and the match is followed as far as it is known."""

import pytest

from arbitro_engine.log.readjudication import UNTOLD, readjudicate
from arbitro_engine.log.replay import Differs
from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.inputs import Back, Lost, Restart, Retire
from arbitro_engine.match.record import HeaderRecord
from arbitro_engine.rules.events import Why
from support.eventful import eventful_match
from support.refereed import Refereed

POLICIES = ["strict", "contest", "lenient"]


def log_of(table):
    records = (HeaderRecord(table.header), *table.records)
    return StoredLog((b"",) * len(records), records)


def judged(table, policy):
    return readjudicate(log_of(table), policy)


@pytest.mark.parametrize("own", POLICIES)
def test_without_faults_nothing_differs(own):
    log = eventful_match(seed=1, policy=own, storm=0, target=60).log
    assert [readjudicate(log, policy).conclusion for policy in POLICIES] == ["unchanged"] * 3


@pytest.mark.parametrize("own", POLICIES)
@pytest.mark.parametrize("seed", range(4))
def test_its_own_policy_changes_nothing(own, seed):
    verdict = readjudicate(eventful_match(seed, 3, policy=own, storm=0.05).log, own)
    assert (verdict.conclusion, verdict.rulings) == ("unchanged", ())


def test_a_time_out_forfeits_under_strict():
    table = Refereed(policy="contest")
    table.do(1, "play R4")
    table.time_up(0)
    verdict = judged(table, "strict")
    assert verdict.conclusion == "forfeit by 0 at record 3"
    assert [ruling[:2] + ruling[3:] for ruling in verdict.rulings] == [(3, 0, "forfeit")]
    assert verdict.rulings[0].was.endswith("strike")


def test_a_strike_that_would_not_be_leaves_the_rest_undetermined():
    table = Refereed(policy="contest")
    table.do(1, "play B5")
    table.do(1, "play R4")
    verdict = judged(table, "lenient")
    assert verdict.conclusion == "undetermined after 2"
    assert verdict.rulings == ((2, 1, "refused, strike", "refused"),)


def test_three_strikes_that_would_be_end_the_match_there():
    table = Refereed(policy="lenient")
    for _ in range(2):
        table.do(1, "play B5")
    assert judged(table, "contest").conclusion == "undetermined after 2"
    table.do(1, "play B5")
    verdict = judged(table, "contest")
    assert verdict.conclusion == "forfeit by 1 at record 4"
    assert [ruling.record for ruling in verdict.rulings] == [2, 3, 4]


def test_a_forfeit_that_would_not_be_leaves_all_open():
    table = Refereed(policy="strict")
    table.do(1, "play B5")
    assert table.match.ended
    verdict = judged(table, "contest")
    assert verdict.conclusion == "undetermined after 2"
    assert verdict.rulings == ((2, 1, "refused, forfeit", "refused, strike"),)


def test_a_default_that_the_log_has_no_cards_for_leaves_all_open():
    """The default goes out, and the match ended before the next round's deck was ever shuffled."""
    table = Refereed(("R1", "R4"), "R9", profile="basic", policy="strict", target=900)
    table.time_up(1)
    verdict = judged(table, "contest")
    assert verdict.conclusion == "undetermined after 2"
    assert verdict.rulings == ((2, 1, "forfeit", UNTOLD),)


def test_a_lost_seat_forfeits_under_contest_when_its_grace_is_over():
    table = Refereed(policy="lenient")
    table.give(Lost(0, 0))
    table.do(1, "play R4", took=29_000_000)
    assert judged(table, "contest").conclusion == "unchanged"
    table.give(Lost(1, 30_000_000))
    verdict = judged(table, "contest")
    assert verdict.conclusion == "forfeit by 0 at record 4"
    assert verdict.rulings == ((4, 0, "nothing", "forfeit"),)


def test_a_seat_that_came_back_in_time_keeps_its_place():
    table = Refereed(policy="lenient")
    table.give(Lost(0, 0))
    table.give(Back(0, 29_999_999))
    table.give(Lost(1, 31_000_000))
    assert judged(table, "contest").conclusion == "unchanged"


def test_after_a_restart_the_grace_begins_for_all():
    table = Refereed(policy="lenient")
    table.give(Restart(10_000_000))
    table.give(Back(1, 11_000_000))
    table.give(Lost(1, 39_999_999))
    assert judged(table, "contest").conclusion == "unchanged"
    table.give(Back(1, 40_000_000))
    assert judged(table, "contest").conclusion == "forfeit by 0 at record 5"


def test_grace_that_ran_out_forfeits_under_contest_alone():
    table = Refereed(policy="contest")
    table.give(Lost(0, 0))
    table.give(Retire(0, Why.DISCONNECT, 30_000_000))
    assert judged(table, "lenient").conclusion == "undetermined after 3"
    assert judged(table, "strict").rulings == ((3, 0, "forfeit", "nothing"),)


def test_a_log_that_does_not_follow_even_its_own_policy_is_not_judged():
    match = eventful_match(seed=2, target=30)
    records = list(match.records)
    del records[5]
    with pytest.raises(Differs):
        readjudicate(StoredLog((b"",) * len(records), tuple(records)), "strict")
    with pytest.raises(Differs, match="expected a header"):
        readjudicate(StoredLog((), ()), "strict")
