import pytest

from arbitro_sdk.terms import LONGEST_US, Backoff


def test_waits_double_up_to_the_most():
    backoff = Backoff(first_us=100, most_us=1_000)
    for tries, whole in [(1, 100), (2, 200), (3, 400), (4, 800), (5, 1_000), (500, 1_000)]:
        waits = {backoff.wait_us(tries) for _ in range(200)}
        assert whole // 2 <= min(waits) <= max(waits) <= whole
        assert len(waits) > 1


def test_no_bot_stays_away_longer_than_a_match_waits_after_a_restart():
    assert Backoff(most_us=LONGEST_US).wait_us(99) <= LONGEST_US
    with pytest.raises(ValueError, match="20s at most"):
        Backoff(most_us=LONGEST_US + 1)
