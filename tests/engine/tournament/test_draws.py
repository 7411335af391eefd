from collections import Counter

from arbitro_engine.tournament.draws import draws


def test_draws_are_fixed_for_good():
    assert draws("t", 8, 10) == [8, 5, 3, 2, 8, 1, 2, 8]


def test_draws_are_even():
    counts = Counter(draws("t", 60_000, 6))
    assert set(counts) == set(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20
