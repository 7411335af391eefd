import asyncio
from dataclasses import replace

import pytest

from arbitro_engine.tournament.rating import RESAMPLES, Rating, ratings
from arbitro_server.http import ranking
from arbitro_server.http.ranking import Rankings
from support.watched import WatchedReferee


@pytest.fixture(scope="module")
def referee():
    return WatchedReferee("Ana", "Ben", "Cho", running=0, faulty=0)


async def test_a_ranking_is_computed_once_for_all_who_ask(referee, monkeypatch):
    calls = []
    compute = ranking._rank
    monkeypatch.setattr(ranking, "_rank", lambda *a, **k: calls.append(1) or compute(*a, **k))
    rankings = Rankings()
    found = await asyncio.gather(*(rankings.of(referee.state) for _ in range(20)))
    assert len(calls) == 1
    assert all(one is found[0] for one in found)
    assert found[0].standings.lines[0].rank == 1
    assert found[0].ratings.keys() == set(referee.state.spec.ids)
    assert found[0].course[-1][0] == len(referee.state.results)


async def test_while_matches_are_played_it_may_be_a_little_old_but_never_at_the_end(referee, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(ranking.time, "monotonic", lambda: now[0])
    whole = referee.state
    early = replace(whole, state="running", results=whole.results[:2])
    later = replace(whole, state="running", results=whole.results[:4])
    rankings = Rankings()
    monkeypatch.setattr(ranking, "_SHARE", 0)
    first = await rankings.of(early)
    rankings._again_s["cup"] = 5.0
    assert await rankings.of(later) is first
    now[0] = 6.0
    assert await rankings.of(later) is not first
    last = await rankings.of(whole)
    assert sum(line.played for line in last.standings.lines) == 2 * len(whole.results)


async def test_a_tournament_without_results_has_an_empty_ranking(referee):
    found = await Rankings().of(replace(referee.state, results=(), state="running"))
    assert (found.ratings, found.course) == ({}, ())


async def test_intervals_are_drawn_once_and_not_for_each_point_of_the_curve(referee, monkeypatch):
    drawn = []

    def counted(*arguments: object, resamples: int = RESAMPLES) -> list[Rating]:
        drawn.append(resamples)
        return ratings(*arguments, resamples=resamples)

    monkeypatch.setattr(ranking, "ratings", counted)
    found = await Rankings().of(referee.state)
    assert sorted(drawn)[-2:] == [0, RESAMPLES]
    assert found.course[-1][1] == {bot: one.strength.mean for bot, one in found.ratings.items()}
