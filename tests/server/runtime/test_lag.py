"""The probe that measures how late the loop runs."""

import pytest

from arbitro_server.runtime.lag import INTERVAL_US, Probe
from support.jumping import MS, JumpingClock, S


@pytest.fixture
def clock():
    return JumpingClock()


@pytest.fixture
def seen():
    return []


@pytest.fixture
def probe(clock, seen):
    probe = Probe(clock, seen.append)
    probe.start()
    return probe


def test_a_loop_in_time_has_no_lag(clock, probe, seen):
    clock.jump(1 * S)
    assert probe.reading(clock.now_us()) == 0
    assert probe.mean_us == 0
    assert len(seen) == 1 * S // INTERVAL_US
    assert set(seen) == {0}


def test_lateness_adds_up(clock, probe):
    clock.stall(105 * MS)
    assert probe.reading(clock.now_us()) == 100 * MS
    clock.jump(1 * S)
    clock.stall(25 * MS)
    assert probe.reading(clock.now_us()) == 120 * MS


def test_the_lateness_of_right_now_counts_before_the_probe_ran(clock, probe):
    before = probe.reading(clock.now_us())
    clock._now_us += 65 * MS  # the loop has not turned yet
    assert probe.reading(clock.now_us()) - before == 60 * MS
    clock.jump(0)
    assert probe.reading(clock.now_us()) - before == 60 * MS


def test_the_mean_rises_and_forgets(clock, probe):
    for _ in range(20):
        clock.stall(105 * MS)
    assert probe.mean_us > 60 * MS
    clock.jump(1 * S)
    assert probe.mean_us < 1 * MS


def test_stopped_it_reads_the_same_for_ever(clock, probe):
    clock.stall(105 * MS)
    probe.stop()
    clock.jump(1 * S)
    assert probe.reading(clock.now_us()) == 100 * MS
