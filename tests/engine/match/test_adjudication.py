import pytest

from arbitro_engine.match.adjudication import Verdict, late, refused, wrong_card
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.events import Why

NOTHING = Verdict()
STRIKE = Verdict(strike=True)
DEFAULT = Verdict(default=True)


@pytest.mark.parametrize(
    "policy, lost, verdict",
    [
        ("strict", False, Verdict(forfeit=Why.TIME)),
        ("strict", True, Verdict(forfeit=Why.DISCONNECT)),
        ("contest", False, Verdict(default=True, strike=True)),
        ("contest", True, DEFAULT),
        ("lenient", False, DEFAULT),
        ("lenient", True, DEFAULT),
    ],
)
def test_late(policy, lost, verdict):
    assert late(FaultPolicy(policy), 0, lost=lost) == verdict


@pytest.mark.parametrize(
    "policy, refusals, verdict",
    [
        ("strict", 1, Verdict(forfeit=Why.ILLEGAL)),
        ("contest", 1, STRIKE),
        ("contest", 3, STRIKE),
        ("lenient", 1, NOTHING),
        ("lenient", 2, NOTHING),
        ("lenient", 3, DEFAULT),
    ],
)
def test_refused(policy, refusals, verdict):
    assert refused(FaultPolicy(policy), 0, refusals) == verdict


@pytest.mark.parametrize(
    "policy, verdict",
    [("strict", Verdict(forfeit=Why.ILLEGAL)), ("contest", STRIKE), ("lenient", NOTHING)],
)
def test_a_wrong_card_is_no_refusal_that_leads_to_the_default(policy, verdict):
    assert wrong_card(FaultPolicy(policy), 0) == verdict


def test_the_last_strike_forfeits_by_its_own_kind():
    policy = FaultPolicy("contest", strikes=2)
    assert late(policy, 1, lost=False) == Verdict(default=True, strike=True, forfeit=Why.TIME)
    assert refused(policy, 1, 1) == Verdict(strike=True, forfeit=Why.ILLEGAL)
    assert late(policy, 1, lost=True) == DEFAULT


@pytest.mark.parametrize("strikes", [0, 1])
def test_the_first_strike_may_be_the_last(strikes):
    assert refused(FaultPolicy("contest", strikes=strikes), 0, 1).forfeit is Why.ILLEGAL
