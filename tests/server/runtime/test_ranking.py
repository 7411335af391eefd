import asyncio
from itertools import islice

import pytest

from arbitro_engine.tournament import Schedule, Tournament
from arbitro_engine.tournament.rating import RESAMPLES, Rating, ratings
from arbitro_server.runtime import ranking
from arbitro_server.runtime.ranking import Rankings, rank
from engine.tournament.results import played, spec_of


def cup(*results: int) -> Tournament:
    """A tournament of three whose first matches ended with so many points for seat 0, in turn."""
    machine = Tournament(spec_of("ann", "bob", "cyd"))
    machine.start()
    play(machine, *results)
    return machine


def play(machine: Tournament, *results: int) -> None:
    for points in results:
        match = machine.due(dict.fromkeys(machine.spec.ids, 1))[0].match
        machine.start_match(match.id)
        machine.end_match(played(match, points, 500 - points))


async def test_a_ranking_is_computed_once_for_all_who_ask(monkeypatch):
    calls = []
    compute = ranking.rank
    monkeypatch.setattr(ranking, "rank", lambda *a, **k: calls.append(1) or compute(*a, **k))
    machine, rankings = cup(500, 0, 500, 0, 0, 0), Rankings()
    found = await asyncio.gather(*(rankings.of(machine) for _ in range(20)))
    assert len(calls) == 1
    assert all(one is found[0] for one in found)
    assert found[0].standings.lines[0].rank == 1
    assert found[0].ratings.keys() == set(machine.spec.ids)
    assert found[0].course[-1][0] == len(machine.results)


async def test_while_matches_are_played_it_may_be_a_little_old_but_never_at_the_end(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(ranking.time, "monotonic", lambda: now[0])
    machine, rankings = cup(500, 500), Rankings()
    first = await rankings.of(machine)
    rankings._again_s["t"] = 5.0
    play(machine, 500)
    assert await rankings.of(machine) is first
    now[0] = 6.0
    assert await rankings.of(machine) is not first
    rankings._again_s["t"] = 60.0
    play(machine, 0, 0, 0)
    assert machine.is_over
    last = await rankings.of(machine)
    assert sum(line.played for line in last.standings.lines) == 2 * len(machine.results)


async def test_one_that_ends_while_it_is_computed_is_computed_again():
    machine, rankings = cup(500, 500, 0, 0, 0), Rankings()
    asked = asyncio.ensure_future(rankings.of(machine))
    await asyncio.sleep(0)
    assert not asked.done()
    play(machine, 0)
    assert sum(line.played for line in (await asked).standings.lines) == 12


async def test_a_tournament_without_results_has_an_empty_ranking():
    found = await Rankings().of(cup())
    assert (found.ratings, found.course) == ({}, ())


async def test_intervals_are_drawn_once_and_not_for_each_point_of_the_curve(monkeypatch):
    drawn = []

    def counted(*arguments: object, resamples: int = RESAMPLES) -> list[Rating]:
        drawn.append(resamples)
        return ratings(*arguments, resamples=resamples)

    monkeypatch.setattr(ranking, "ratings", counted)
    found = await Rankings().of(cup(500, 0, 500, 0, 0, 0))
    assert sorted(drawn)[-2:] == [0, RESAMPLES]
    assert found.course[-1][1] == {bot: one.strength.mean for bot, one in found.ratings.items()}


@pytest.mark.parametrize(
    "entrants, is_over, has_intervals", [(100, False, True), (101, False, False), (101, True, True)]
)
def test_ratings_of_a_large_field_have_intervals_once_it_is_over(entrants, is_over, has_intervals):
    spec = spec_of(*(f"bot{number}" for number in range(entrants)))
    results = [played(match, 500, 0) for match in islice(Schedule(spec).matches(), 50)]
    found = rank(spec, results, frozenset(), is_over=is_over)
    assert all((one.strength.low is not None) is has_intervals for one in found.ratings.values())


@pytest.mark.parametrize("turned", [1, -1])
def test_it_is_the_same_whatever_the_finishing_order(turned):
    machine = cup(500, 0, 400, 100, 0, 0)
    whole = rank(machine.spec, machine.results, frozenset(), is_over=True)
    other = rank(machine.spec, machine.results[3:] + machine.results[:3][::turned], frozenset(), is_over=True)
    assert (other.standings, other.ratings) == (whole.standings, whole.ratings)
