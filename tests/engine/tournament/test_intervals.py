import random
import statistics

import pytest

from arbitro_engine.tournament.intervals import Estimate, SetMargin, ratio, student
from engine.tournament.results import pot, race


def sets(count, seed=1):
    chance = random.Random(seed)
    return [SetMargin(chance.randint(-500, 500), chance.randint(5, 30)) for _ in range(count)]


def test_no_round_gives_no_mean():
    assert ratio([], "t") is None
    assert ratio([SetMargin(0, 0)], "t") is None


@pytest.mark.parametrize("count", [1, 4])
def test_few_sets_give_no_interval(count):
    estimate = ratio(sets(count), "t")
    assert (estimate.low, estimate.high) == (None, None)


@pytest.mark.parametrize("count", [5, 59, 60, 100])
def test_the_interval_holds_the_mean(count):
    estimate = ratio(sets(count), "t")
    assert estimate.low < estimate.mean < estimate.high


def test_long_sets_weigh_more():
    assert ratio([SetMargin(100, 10), SetMargin(0, 90)], "t") == Estimate(1.0)


def test_sets_without_a_round_tell_nothing():
    assert ratio([SetMargin(100, 10), *[SetMargin(0, 0)] * 5], "t") == Estimate(10.0)


def test_equal_sets_leave_no_doubt():
    estimate = ratio([SetMargin(30, 10)] * 10, "t")
    assert estimate == Estimate(3.0, pytest.approx(3.0), pytest.approx(3.0))
    assert ratio([SetMargin(30, 10)] * 100, "t") == Estimate(3.0, 3.0, 3.0)


def test_the_jackknife_by_hand():
    # Rounds are equal, so this is the mean of 1 ... 5 with the usual interval: 3 ± 2.776 sqrt(2.5 / 5).
    estimate = ratio([SetMargin(10 * value, 10) for value in (1, 2, 3, 4, 5)], "t")
    assert (estimate.low, estimate.high) == (
        pytest.approx(3 - 1.963, abs=1e-3),
        pytest.approx(3 + 1.963, abs=1e-3),
    )


def test_the_bootstrap_agrees_with_the_jackknife_on_many_sets():
    many = sets(59)
    jackknife, bootstrap = ratio(many, "t"), ratio([*many, many[0]], "t")
    assert bootstrap.low == pytest.approx(jackknife.low, abs=1.5)
    assert bootstrap.high == pytest.approx(jackknife.high, abs=1.5)


def test_the_same_seed_gives_the_same_interval():
    assert ratio(sets(80), "t") == ratio(sets(80), "t")
    assert ratio(sets(80), "t") != ratio(sets(80), "u")


@pytest.mark.parametrize(
    "freedom, quantile", [(4, 2.7764), (9, 2.2622), (29, 2.0452), (58, 2.0017), (1000, 1.9623)]
)
def test_student(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=1e-3)


@pytest.mark.parametrize(
    "count, trials, off, winning, pots",
    [
        (5, 600, 2, 0.5, (40, 40)),
        (10, 600, 2, 0.6, (44, 36)),
        (30, 1500, 1, 0.6, (44, 36)),
        (100, 150, 3, 0.6, (44, 36)),
    ],
)
def test_intervals_cover_what_is_true(count, trials, off, winning, pots):
    # The whole simulation, with 4000 trials for each count, is bench/statistics_coverage.py.
    chance = random.Random(count)
    worth = [statistics.fmean(pot(chance, mean) for _ in range(30_000)) for mean in pots]
    truth = winning * worth[0] - (1 - winning) * worth[1]
    held = 0
    for trial in range(trials):
        races = [race(chance, winning, pots) for _ in range(count)]
        estimate = ratio([SetMargin(one - other, rounds) for (one, other), rounds in races], str(trial))
        held += estimate.low <= truth <= estimate.high
    assert 100 * held / trials == pytest.approx(95, abs=off)


def test_a_mean_of_means_would_be_wrong():
    # Short races are lopsided, so the mean of the matches' means exaggerates: why margins are summed first.
    chance = random.Random(1)
    truth = 0.2 * statistics.fmean(pot(chance, 40) for _ in range(30_000))
    races = [race(chance, 0.6) for _ in range(2000)]
    sums = [SetMargin(one - other, rounds) for (one, other), rounds in races]
    assert ratio([SetMargin(sum(one.margin for one in sums), sum(one.rounds for one in sums))], "t").mean == (
        pytest.approx(truth, abs=0.6)
    )
    assert statistics.fmean(one.margin / one.rounds for one in sums) > truth + 1


def test_provisional_intervals_take_no_time_and_nearly_agree():
    quick, full = (ratio(sets(100), "t", provisional=provisional) for provisional in (True, False))
    assert (quick.low, quick.high) != (full.low, full.high)
    assert quick.low == pytest.approx(full.low, abs=1.5)
    assert quick.high == pytest.approx(full.high, abs=1.5)


def test_very_many_sets_need_no_drawing():
    assert ratio(sets(301), "t") == ratio(sets(301), "u")
    assert ratio(sets(300), "t") != ratio(sets(300), "u")
