import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.match.bank import Bank
from arbitro_engine.match.clock import NO_TIME, Stamps, TimeControl
from arbitro_engine.match.decisions import OpenDecision
from arbitro_engine.rules.moves import DecisionKind

TIME = TimeControl(1_000_000, 30_000_000, 100_000)


@pytest.fixture
def bank():
    return Bank(TIME)


@pytest.fixture
def decision():
    return OpenDecision(0, DecisionKind.TURN, TIME.allowance_us)


def took(us, lag=0):
    return Stamps(5, 5 + us, lag)


def test_within_the_allowance_the_charge_is_what_was_thought(bank, decision):
    costs = bank.charge(decision, took(400_000))
    assert costs == (0, 400_000)
    bank.pay(decision, costs)
    assert (decision.left_us, bank.left_us, bank.tolerance_us) == (600_000, 30_000_000, 500_000)


def test_lag_is_the_referees_and_never_charged(bank, decision):
    assert bank.charge(decision, took(400_000, lag=390_000)) == (0, 10_000)
    assert bank.charge(decision, took(400_000, lag=500_000)) == (0, 0)


def test_tolerance_covers_what_little_is_beyond_the_allowance(bank, decision):
    costs = bank.charge(decision, took(1_015_000))
    assert costs == (15_000, 1_000_000)
    bank.pay(decision, costs)
    assert (decision.left_us, decision.tolerance_us) == (0, 5_000)
    assert (bank.left_us, bank.tolerance_us) == (30_000_000, 485_000)


def test_beyond_allowance_and_tolerance_the_bank_pays(bank, decision):
    costs = bank.charge(decision, took(3_000_000))
    assert costs == (20_000, 2_980_000)
    bank.pay(decision, costs)
    assert bank.left_us == 30_000_000 - 1_980_000


def test_tolerance_is_used_up_over_the_match(bank):
    for _ in range(40):
        decision = OpenDecision(0, DecisionKind.TURN, TIME.allowance_us)
        bank.pay(decision, bank.charge(decision, took(1_020_000)))
    assert bank.tolerance_us == 0
    assert bank.left_us == 30_000_000 - 15 * 20_000


def test_tolerance_of_one_decision_is_shared_by_its_attempts(bank, decision):
    for _ in range(3):
        bank.pay(decision, bank.charge(decision, took(1_010_000)))
    assert decision.tolerance_us == 0
    assert bank.tolerance_us == 480_000
    assert bank.left_us == 30_000_000 - 2_010_000


def test_the_limit_is_where_answers_become_late_and_a_time_out_right(bank, decision):
    limit = bank.limit_us(decision)
    assert limit == 31_020_000
    for us, in_time, spent in ((limit - 1, True, False), (limit, True, True), (limit + 1, False, True)):
        stamps = took(us + 7, lag=7)
        costs = bank.charge(decision, stamps)
        assert bank.is_spent(decision, costs) is spent
        asked = OpenDecision(0, DecisionKind.TURN, TIME.allowance_us)
        assert Bank(TIME).settle(asked, stamps) == (costs if in_time else None)


def test_an_answer_is_paid_for_when_it_is_settled(bank, decision):
    assert bank.settle(decision, took(400_000)) == (0, 400_000)
    assert (decision.left_us, bank.left_us) == (600_000, 30_000_000)
    assert bank.settle(decision, took(3_600_000)) == (20_000, 3_580_000)
    assert (decision.left_us, bank.left_us, bank.tolerance_us) == (0, 27_020_000, 480_000)
    assert bank.settle(decision, took(27_020_001)) is None
    assert (decision.left_us, bank.left_us, bank.tolerance_us) == (0, 27_020_000, 480_000)


def test_a_bank_never_falls_below_zero(bank, decision):
    bank.pay(decision, bank.charge(decision, took(90_000_000)))
    assert bank.left_us == 0
    assert bank.limit_us(OpenDecision(1, DecisionKind.TURN, 1_000_000)) == 1_020_000


def test_the_increment_is_added_to_the_bank(bank):
    bank.reward()
    assert bank.left_us == 30_100_000


def test_without_a_clock_nothing_is_charged_and_the_shell_decides(decision):
    bank = Bank(NO_TIME)
    costs = bank.charge(decision, took(10**12))
    assert costs == (0, 0)
    assert bank.limit_us(decision) is None
    assert bank.settle(decision, took(10**12)) == costs
    assert bank.is_spent(decision, costs)


@given(
    left=st.integers(0, 10**7),
    bank_us=st.integers(0, 10**8),
    tolerance=st.integers(0, 500_000),
    thought=st.integers(0, 10**9),
)
def test_no_charge_is_above_what_was_thought_nor_more_lenient_than_the_tolerance(
    left, bank_us, tolerance, thought
):
    bank, decision = Bank(TIME), OpenDecision(0, DecisionKind.TURN, left)
    bank.left_us, bank.tolerance_us = bank_us, tolerance
    drawn, charged = bank.charge(decision, took(thought))
    assert drawn + charged == thought
    assert 0 <= drawn <= min(20_000, tolerance)
    assert bool(drawn) <= (thought > left)
    before = left + bank_us
    bank.pay(decision, (drawn, charged))
    assert decision.left_us + bank.left_us == max(before - charged, bank_us if charged <= left else 0)
