import pytest

from arbitro_engine.match.faults import FaultPolicy


def test_the_default_is_contest_with_three_strikes_and_half_a_minute():
    policy = FaultPolicy()
    assert (policy.name, policy.strikes) == ("contest", 3)
    assert (policy.grace_us, policy.setup_us, policy.absence_us) == (30_000_000, 60_000_000, 300_000_000)


def test_an_unknown_policy_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="'mild' is no fault policy: choose strict, contest, lenient"):
        FaultPolicy("mild")
