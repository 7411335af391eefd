import math
import random

import choix
import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.rating import PRIOR, ratings
from arbitro_engine.tournament.result import Forfeit, MatchResult
from arbitro_engine.tournament.schedule import Schedule
from engine.tournament.results import finish, forfeited, match_of, played, spec_of


def course(spec, strengths, seed=1):
    """Play all matches by Plackett and Luce's model; who comes later has fewer points."""
    chance = random.Random(seed)
    results = []
    for match in Schedule(spec).matches():
        order = finish(chance, [strengths[spec.ids.index(entrant)] for entrant in match.seats])
        scores = [500 - 100 * order.index(seat) for seat in range(len(order))]
        results.append(played(match, *scores))
    return results


def orders(spec, results):
    """What choix reads: entrants' numbers from the first place to the last."""
    return [
        [
            spec.ids.index(result.seats[seat])
            for seat in sorted(range(spec.seats), key=lambda seat: -result.scores[seat])
        ]
        for result in results
    ]


def strengths(spec, results, **how):
    return [rating.strength.mean for rating in ratings(spec, results, **how)]


PAIRS = spec_of(*(f"bot{number}" for number in range(6)), games=6)
TABLES = spec_of(*(f"bot{number}" for number in range(6)), format="tables", seats=4)
SKILLS = [0.9, 0.6, 0.3, 0.0, -0.3, -0.6]


@pytest.mark.parametrize("spec", [PAIRS, TABLES], ids=["pairs", "tables"])
def test_the_fit_is_the_one_choix_finds(spec):
    results = course(spec, SKILLS)
    right = choix.mm_rankings(len(SKILLS), orders(spec, results))
    assert strengths(spec, results, prior=0.0) == pytest.approx(list(right), abs=1e-5)


@pytest.mark.parametrize("spec", [PAIRS, TABLES], ids=["pairs", "tables"])
def test_the_prior_hardly_matters_where_much_is_known(spec):
    results = course(spec, SKILLS)
    assert strengths(spec, results) == pytest.approx(strengths(spec, results, prior=0.0), abs=0.02)


@pytest.mark.parametrize("spec", [PAIRS, TABLES], ids=["pairs", "tables"])
def test_the_intervals_hold_the_truth(spec):
    middle = sum(SKILLS) / len(SKILLS)
    held = []
    for seed in range(4):
        found = ratings(spec, course(spec, SKILLS, seed))
        held += [
            one.strength.low <= skill - middle <= one.strength.high
            for one, skill in zip(found, SKILLS, strict=True)
        ]
        assert all(one.strength.low < one.strength.mean < one.strength.high for one in found)
        assert all(one.rank_low <= one.rank <= one.rank_high for one in found)
    # Of 24 intervals one should miss; more than 4 would be a chance of 1 in 100.
    assert held.count(False) <= 4


def test_the_finishing_order_does_not_matter():
    results = course(PAIRS, SKILLS)
    shuffled = random.Random(2).sample(results, len(results))
    assert ratings(PAIRS, shuffled) == ratings(PAIRS, results)


def test_two_bots_by_hand():
    # Three wins to one: odds of 3, with the prior's tenth of a match on either side of mean strength.
    spec = spec_of("ann", "bob", games=4)
    scores = [(500, 0), (500, 0), (500, 0), (0, 500)]
    results = [
        played(match, *(points if match.seats[0] == "ann" else points[::-1]))
        for match, points in zip(Schedule(spec).matches(), scores, strict=True)
    ]
    ann, bob = strengths(spec, results, prior=0.0)
    assert ann - bob == pytest.approx(math.log(3))
    ann, bob = strengths(spec, results)
    assert 0.8 * math.log(3) < ann - bob < math.log(3)
    # The most likely strengths under the prior: wins and prior are what is expected of each.
    one, other = (2 * math.exp(x) / (math.exp(ann) + math.exp(bob)) for x in (ann, bob))
    assert pytest.approx(one * (4 / (one + other) + PRIOR), rel=1e-5) == 3 + PRIOR


def test_who_won_everything_is_still_finite():
    spec = spec_of("ann", "bob", "cyd")
    matches = [match for match in Schedule(spec).matches() if "ann" in match.seats]
    results = [played(match, *(500 if seat == "ann" else 0 for seat in match.seats)) for match in matches]
    ann, bob, cyd = ratings(spec, results)
    assert 1 < ann.strength.mean < 10
    assert bob.strength.mean == pytest.approx(cyd.strength.mean)
    assert (ann.rank, bob.rank, cyd.rank) == (1, 2, 2)


def test_few_sets_give_no_intervals():
    spec = spec_of("ann", "bob", games=4)
    results = course(spec, [0.0, 0.0])
    ann, bob = ratings(spec, results)
    assert (ann.strength.low, ann.strength.high) == (None, None)
    assert {(one.rank_low, one.rank_high) for one in (ann, bob)} == {(1, 2)}
    assert ratings(spec, []) == []


def test_strengths_alone_take_no_drawing():
    results = course(PAIRS, SKILLS)
    quick, full = ratings(PAIRS, results, resamples=0), ratings(PAIRS, results)
    assert [one.strength.mean for one in quick] == [one.strength.mean for one in full]
    assert {one.strength.low for one in quick} == {None}


def test_both_copies_of_a_duplicate_are_one_set():
    spec = spec_of("ann", "bob", games=8, deals="duplicate")
    assert ratings(spec, course(spec, [0.0, 0.0]))[0].strength.low is None


def test_forfeits_and_shared_matches_say_nothing():
    spec = spec_of("ann", "bob", games=10)
    results = course(spec, [0.5, -0.5])[:6]
    more = [
        forfeited(match_of(spec, "ann", "bob", cycle=3), 0),
        played(match_of(spec, "bob", "ann", cycle=3), 400, 400, winner=None, ending=Why.ROUND_CAP),
    ]
    assert strengths(spec, [*results, *more]) == pytest.approx(strengths(spec, results))


def test_who_never_played_has_no_rating_and_disturbs_nobody():
    spec = spec_of("ann", "bob", "cyd", "dan", games=6)
    there = [result for result in course(spec, [0.5, 0.2, -0.2, -0.5]) if "dan" not in result.seats]
    absent = [
        forfeited(match, match.seats.index("dan"), ending=Why.DISCONNECT, rounds=0)
        for match in Schedule(spec).matches()
        if "dan" in match.seats
    ]
    found = ratings(spec, [*there, *absent])
    assert [one.entrant for one in found] == ["ann", "bob", "cyd"]
    assert max(one.rank_high for one in found) <= 3
    assert found == ratings(spec, there) == ratings(spec_of("ann", "bob", "cyd", games=6), there)


def test_who_has_not_played_yet_has_no_rating():
    spec = spec_of("ann", "bob", "cyd")
    found = ratings(spec, [played(match_of(spec, "ann", "bob"), 500, 120)])
    assert [(one.entrant, one.rank_low, one.rank_high) for one in found] == [("ann", 1, 2), ("bob", 1, 2)]
    assert sum(one.strength.mean for one in found) == pytest.approx(0)


def test_where_nothing_was_concluded_nobody_is_rated():
    spec = spec_of("ann", "bob", games=2)
    shared = [
        played(match, 400, 400, winner=None, ending=Why.ROUND_CAP) for match in Schedule(spec).matches()
    ]
    assert ratings(spec, shared) == []
    assert ratings(spec, [forfeited(match, 0) for match in Schedule(spec).matches()]) == []


def test_under_keep_own_low_scores_come_first():
    spec = spec_of("ann", "bob", "cyd", format="tables", seats=3, scoring="keep_own")
    match = next(Schedule(spec).matches())
    low, middle, high = match.seats
    result = MatchResult(match.id, 0, match.seats, Why.TARGET, 0, (10, 200, 500), 9, (5, 3, 1))
    by_entrant = {one.entrant: one.strength.mean for one in ratings(spec, [result])}
    assert by_entrant[low] > by_entrant[middle] > by_entrant[high]


def test_equal_scores_at_a_table_share_a_place():
    spec = spec_of("ann", "bob", "cyd", format="tables", seats=3)
    match = next(Schedule(spec).matches())
    result = MatchResult(match.id, 0, match.seats, Why.TARGET, 0, (500, 200, 200), 9, (5, 3, 1))
    by_entrant = {one.entrant: one.strength.mean for one in ratings(spec, [result])}
    assert by_entrant[match.seats[1]] == pytest.approx(by_entrant[match.seats[2]])


def test_partners_share_their_places():
    spec = spec_of("ann", "bob", "cyd", "dan", format="tables", seats=4, teams="pairs")
    match = next(Schedule(spec).matches())
    result = played(match, 500, 120, 500, 120, winner=0)
    by_entrant = {one.entrant: one.strength.mean for one in ratings(spec, [result])}
    one, other, partner, fourth = (by_entrant[entrant] for entrant in match.seats)
    assert one == pytest.approx(partner)
    assert other == pytest.approx(fourth)
    assert one > other


def test_who_left_a_table_has_no_place_in_it():
    spec = spec_of("ann", "bob", "cyd", format="tables", seats=3)
    match = next(Schedule(spec).matches())
    left = (Forfeit(2, Why.TIME),)
    result = MatchResult(match.id, 0, match.seats, Why.TARGET, 0, (500, 200, 499), 9, (4, 2, 3), left)
    by_entrant = {one.entrant: one.strength.mean for one in ratings(spec, [result])}
    first, second, gone = match.seats
    assert by_entrant[first] > by_entrant[second]
    assert gone not in by_entrant


def test_the_annulled_are_not_rated():
    spec = spec_of("ann", "bob", "cyd", games=6)
    results = course(spec, [0.5, 0.0, -0.5])
    found = ratings(spec, results, annulled=["cyd"])
    assert [one.entrant for one in found] == ["ann", "bob"]
    assert [one.strength.mean for one in found] == strengths(
        spec, [result for result in results if "cyd" not in result.seats], annulled=["cyd"]
    )
    assert ratings(spec, results, annulled=spec.ids) == []
