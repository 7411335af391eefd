import random

import pytest

from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.stopping import DOUBT, settled
from engine.tournament.results import forfeited, played, race, spec_of


def course(spec, skills, seed=1):
    """Play all matches; the better of two wins a round more often by the difference of their skills."""
    chance = random.Random(seed)
    results = []
    for match in Schedule(spec).matches():
        one, other = (skills[spec.ids.index(entrant)] for entrant in match.seats)
        scores, rounds = race(chance, 0.5 + one - other)
        results.append(played(match, *scores, rounds=rounds))
    return results


def stop(spec, results, every=1):
    """Look after every so many cycles; give the first answer."""
    schedule = Schedule(spec)
    for cycles in range(every, spec.cycles + 1, every):
        if answer := settled(schedule, results, spec.ids, cycles):
            return answer
    return None


def test_the_better_of_two_is_found():
    spec = spec_of("ann", "bob", games=200)
    answer = stop(spec, course(spec, [0.0, 0.1]))
    assert answer.entrant == "bob"
    assert 5 < answer.cycles < 80
    assert answer.leads["ann"] > 0


def test_the_first_of_four_is_found_however_close_the_others_are():
    spec = spec_of("ann", "bob", "cyd", "dan", games=100)
    answer = stop(spec, course(spec, [0.0, 0.1, 0.0, 0.0]))
    assert (answer.entrant, set(answer.leads)) == ("bob", {"ann", "cyd", "dan"})


def test_the_doubt_is_shared_out_over_the_rivals():
    """Of more rivals it is likelier that one seems to lie behind: each has to lie further behind."""
    spec = spec_of("ann", "bob", "cyd", games=100)
    results = course(spec, [0.0, 0.1, 0.0])
    alone = settled(Schedule(spec), results, ("ann", "bob"), spec.cycles)
    among = settled(Schedule(spec), results, spec.ids, spec.cycles)
    assert among.leads["ann"] < alone.leads["ann"]


def test_the_finishing_order_does_not_matter():
    spec = spec_of("ann", "bob", games=100)
    results = course(spec, [0.0, 0.15])
    assert stop(spec, results[::-1]) == stop(spec, results)


def test_later_cycles_change_no_earlier_answer():
    spec = spec_of("ann", "bob", games=100)
    results = course(spec, [0.0, 0.15])
    schedule = Schedule(spec)
    assert settled(schedule, results[:60], spec.ids, 30) == settled(schedule, results, spec.ids, 30)


def test_equals_are_rarely_told_apart():
    # The whole simulation, looking after every cycle, is bench/statistics_stopping.py.
    spec = spec_of("ann", "bob", games=100)
    trials = 60
    stops = sum(stop(spec, course(spec, [0.0, 0.0], seed), every=5) is not None for seed in range(trials))
    assert stops <= DOUBT * trials


def test_one_match_cannot_decide():
    spec = spec_of("ann", "bob", games=40)
    results = [
        played(match, *(10**6 if seat == "ann" else 0 for seat in match.seats))
        for match in Schedule(spec).matches()
    ]
    assert settled(Schedule(spec), results[:2], spec.ids, 1) is None
    assert stop(spec, results).cycles > 5


def test_under_keep_own_low_is_good():
    spec = spec_of("ann", "bob", games=100, scoring="keep_own")
    results = [
        played(
            match, *(500 if seat == "ann" else 100 for seat in match.seats), winner=match.seats.index("bob")
        )
        for match in Schedule(spec).matches()
    ]
    assert stop(spec, results).entrant == "bob"


def test_forfeits_settle_nothing():
    spec = spec_of("ann", "bob", games=100)
    results = [forfeited(match, match.seats.index("ann"), 0, 0) for match in Schedule(spec).matches()]
    assert stop(spec, results) is None


def test_who_has_left_is_no_rival():
    spec = spec_of("ann", "bob", "cyd", games=200)
    results = course(spec, [0.15, 0.0, 0.15])
    schedule = Schedule(spec)
    assert settled(schedule, results, spec.ids, 100) is None
    assert settled(schedule, results, ["ann", "bob"], 100).entrant == "ann"


@pytest.mark.parametrize("entrants, cycles", [(["ann"], 5), ([], 5), (["ann", "bob"], 0)])
def test_without_rivals_or_cycles_there_is_no_answer(entrants, cycles):
    spec = spec_of("ann", "bob", games=10)
    assert settled(Schedule(spec), course(spec, [0.0, 0.2]), entrants, cycles) is None


def test_tables_settle_too():
    spec = spec_of("ann", "bob", "cyd", format="tables", seats=3, games=180)
    results = []
    chance = random.Random(1)
    for match in Schedule(spec).matches():
        scores = [500 if entrant == "cyd" else chance.randint(0, 400) for entrant in match.seats]
        results.append(played(match, *scores))
    assert stop(spec, results).entrant == "cyd"
