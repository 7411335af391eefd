"""All deadlines on one heap."""

import random

import pytest

from arbitro_server.runtime.deadlines import Deadlines
from support.jumping import JumpingClock


@pytest.fixture
def clock():
    return JumpingClock(0)


@pytest.fixture
def deadlines(clock):
    return Deadlines(clock)


def test_deadlines_fire_in_order_and_never_early(clock, deadlines):
    fired = []
    for at in (30, 10, 20):
        deadlines.arm(at, at, lambda at=at: fired.append((at, clock.now_us())))
    clock.jump(9)
    assert fired == []
    clock.jump(100)
    assert fired == [(10, 10), (20, 20), (30, 30)]


def test_the_newest_deadline_of_a_key_counts(clock, deadlines):
    fired = []
    deadlines.arm("a", 10, lambda: fired.append("old"))
    deadlines.arm("a", 20, lambda: fired.append("new"))
    clock.jump(15)
    assert fired == []
    clock.jump(15)
    assert fired == ["new"]
    assert len(deadlines) == 0


def test_what_is_disarmed_does_not_fire(clock, deadlines):
    deadlines.arm("a", 10, pytest.fail)
    deadlines.disarm("a")
    deadlines.disarm("never armed")
    clock.jump(20)


def test_one_that_fires_may_arm_another(clock, deadlines):
    fired = []

    def again() -> None:
        fired.append(clock.now_us())
        if len(fired) < 3:
            deadlines.arm("a", clock.now_us() + 10, again)

    deadlines.arm("a", 10, again)
    clock.jump(100)
    assert fired == [10, 20, 30]


def test_ten_thousand_that_come_and_go_leave_nothing_behind(clock, deadlines):
    for number in range(10_000):
        deadlines.arm(number % 8, 1_000_000 + number, pytest.fail)
        deadlines.disarm(number % 8)
    assert len(deadlines._heap) < 2_000


def test_it_agrees_with_a_list_whatever_is_done(clock, deadlines):
    dice, expected, fired = random.Random(7), {}, []
    for number in range(3_000):
        key, at = dice.randrange(20), clock.now_us() + dice.randrange(1, 100)
        if dice.random() < 0.6:
            expected[key] = (at, number)
            deadlines.arm(key, at, lambda number=number: fired.append(number))
        elif dice.random() < 0.5:
            expected.pop(key, None)
            deadlines.disarm(key)
        else:
            end = clock.now_us() + dice.randrange(30)
            due = sorted((at, number, key) for key, (at, number) in expected.items() if at <= end)
            for _, _, key in due:
                del expected[key]
            clock.jump(end - clock.now_us())
            assert fired == [number for _, number, _ in due]
            fired.clear()


def test_closed_it_fires_nothing(clock, deadlines):
    deadlines.arm("a", 10, pytest.fail)
    deadlines.close()
    clock.jump(20)
