import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.ledger import Cut, Ledger, Retirement
from arbitro_engine.tournament.spec import Entrant
from engine.tournament.results import match_of, played, spec_of

PAIR = spec_of("ann", "bob")
AB, BA = match_of(PAIR, "ann", "bob"), match_of(PAIR, "bob", "ann")


def test_nothing_is_held_of_what_nothing_happened_to():
    ledger = Ledger(PAIR)
    assert (ledger.total, ledger.is_complete, ledger.running, ledger.results) == (2, False, {}, {})
    assert ledger.standing(AB) == "due"


def test_from_due_to_played():
    ledger = Ledger(PAIR)
    ledger.begin(AB)
    assert (ledger.standing(AB), ledger.running) == ("running", {"t-0-0": 0})
    assert ledger.end(played(AB, 500, 0)) == []
    assert (ledger.standing(AB), ledger.running) == ("played", {})


def test_a_cycle_is_done_when_nothing_in_it_is_waited_for():
    spec = spec_of("ann", "bob", games=6)
    ledger = Ledger(spec)
    done = []
    for cycle in (1, 0, 2):
        for pair in (("ann", "bob"), ("bob", "ann")):
            match = match_of(spec, *pair, cycle=cycle)
            ledger.begin(match)
            ledger.end(played(match, 500, 0))
            done.append(ledger.cycles_done)
    assert done == [0, 0, 0, 2, 2, 3]
    assert ledger.is_complete
    ledger.replay(match_of(spec, "ann", "bob", cycle=1))
    assert (ledger.cycles_done, ledger.is_complete) == (1, False)
    ledger.strike(match_of(spec, "ann", "bob", cycle=1))
    assert (ledger.cycles_done, ledger.is_complete, ledger.total) == (3, True, 5)
    ledger.annul("ann")
    assert (ledger.cycles_done, ledger.is_complete, ledger.total) == (3, True, 0)


def test_each_replay_is_another_run():
    ledger = Ledger(PAIR)
    for run in range(3):
        ledger.begin(AB)
        assert ledger.running == {"t-0-0": run}
        assert ledger.replay(AB) == [Cut("t-0-0", run)]
    assert (ledger.run(AB), ledger.run(BA)) == (3, 0)


def test_both_copies_of_a_set_share_their_run():
    spec = spec_of("ann", "bob", deals="duplicate")
    ledger = Ledger(spec)
    first, second = match_of(spec, "ann", "bob"), match_of(spec, "bob", "ann")
    assert (ledger.standing(first), ledger.standing(second)) == ("due", "waiting")
    ledger.begin(first)
    ledger.end(played(first, 500, 0))
    assert ledger.standing(second) == "due"
    ledger.begin(second)
    assert ledger.end(played(second, 0, 0, winner=None, ending=Why.INFRASTRUCTURE)) == []
    assert (ledger.run(first), ledger.run(second)) == (1, 1)
    assert (ledger.standing(first), ledger.standing(second)) == ("due", "waiting")


def test_a_forfeit_takes_what_has_not_begun():
    ledger = Ledger(PAIR)
    ledger.begin(BA)
    assert ledger.forfeit("ann", Why.CONDUCT) == [Retirement("t-0-1", 0, 1, Why.CONDUCT)]
    assert (ledger.standing(AB), ledger.standing(BA)) == ("played", "running")
    assert ledger.results["t-0-0"].winner == 1


def test_if_both_have_left_nobody_wins_what_is_replayed():
    spec = spec_of("ann", "bob", "cyd")
    ledger = Ledger(spec)
    match = match_of(spec, "ann", "bob")
    ledger.begin(match)
    ledger.forfeit("ann", Why.WITHDRAWAL)
    ledger.forfeit("bob", Why.CONDUCT)
    ledger.end(played(match, 0, 0, winner=None, ending=Why.INFRASTRUCTURE))
    result = ledger.results[match.id]
    assert (result.winner, result.run) == (None, 1)
    assert [(one.seat, one.ending) for one in result.forfeits] == [(0, Why.WITHDRAWAL), (1, Why.CONDUCT)]


def test_remaining_counts_what_is_still_to_be_played():
    spec = spec_of("ann", "bob", "cyd")
    ledger = Ledger(spec)
    match = match_of(spec, "ann", "bob")
    ledger.begin(match)
    assert ledger.remaining(spec.ids) == {"ann": 4, "bob": 4, "cyd": 4}
    ledger.end(played(match, 500, 0))
    ledger.annul("cyd")
    assert ledger.remaining(["ann", "cyd"]) == {"ann": 1, "cyd": 0}


@pytest.mark.parametrize("leave, total", [("forfeit", 6), ("annul", 2)])
def test_who_comes_late_meets_those_who_have_left_only_on_paper(leave, total):
    ledger = Ledger(PAIR)
    ledger.forfeit("ann", Why.WITHDRAWAL) if leave == "forfeit" else ledger.annul("ann")
    late = PAIR.with_entrants(Entrant("cyd"))
    ledger.enlarge(late)
    assert ledger.total == total
    assert ledger.remaining(late.ids) == {"ann": 0, "bob": 2, "cyd": 2}


def test_a_match_between_two_who_are_annulled_falls_away_once():
    spec = spec_of("ann", "bob", "cyd")
    ledger = Ledger(spec)
    ledger.annul("ann")
    ledger.annul("bob")
    assert (ledger.total, ledger.is_complete, ledger.cycles_done) == (0, True, 1)
    assert ledger.remaining(spec.ids) == {"ann": 0, "bob": 0, "cyd": 0}
