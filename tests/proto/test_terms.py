"""The terms of a match over the wire: faults are named, and nothing unset passes for a value."""

import pytest
from hypothesis import given

from arbitro.codec import (
    CodecError,
    deals_message,
    deals_of,
    faults_message,
    faults_of,
    rules_message,
    rules_of,
    time_message,
    time_of,
)
from arbitro.v1 import clocks_pb2, rules_pb2
from arbitro_engine.match.clock import LONGEST_US, NO_TIME
from arbitro_engine.rules.ruleset import RuleFaults, RuleSet
from support import values


@given(values.rule_sets)
def test_a_rule_set_comes_back_with_its_hash(rules):
    message = rules_message(rules)
    assert rules_of(message) == rules
    assert message.hash.hex() == rules.hash
    assert dict(message.options) == {option: str(value) for option, value in rules.options.items()}


def test_an_empty_rule_set_is_the_official_one():
    assert rules_of(rules_pb2.RuleSet()) == RuleSet.of("official")


def test_every_fault_of_a_rule_set_is_told():
    message = rules_pb2.RuleSet(profile="official", overrides={"target": "many", "hand_sise": "7"})
    with pytest.raises(RuleFaults) as caught:
        rules_of(message)
    assert {option for option, _ in caught.value.faults} == {"target", "hand_sise"}


def test_a_hash_of_other_rules_is_refused():
    with pytest.raises(CodecError, match="is not the hash of official"):
        rules_of(rules_pb2.RuleSet(profile="official", hash=b"\1" * 32))


@given(values.times)
def test_a_time_control_comes_back(time):
    assert time_of(time_message(time)) == time


def test_no_clock_is_said_and_never_unset():
    assert time_of(clocks_pb2.TimeControl(unlimited=True)) == NO_TIME
    with pytest.raises(CodecError) as caught:
        time_of(clocks_pb2.TimeControl())
    assert caught.value.field == "allowance_us"


@pytest.mark.parametrize("field", ["allowance_us", "bank_us", "increment_us", "match_cap_us"])
def test_nobody_thinks_for_ever(field):
    with pytest.raises(CodecError) as caught:
        time_of(clocks_pb2.TimeControl(**{"allowance_us": 1, field: LONGEST_US + 1}))
    assert caught.value.field == field


@pytest.mark.parametrize("field", ["grace_us", "setup_us", "absence_us"])
def test_nobody_is_waited_for_for_ever(field):
    with pytest.raises(CodecError) as caught:
        faults_of(clocks_pb2.FaultPolicy(name="contest", **{field: LONGEST_US + 1}))
    assert caught.value.field == field


@given(values.policies)
def test_a_fault_policy_comes_back(policy):
    assert faults_of(faults_message(policy)) == policy


def test_an_unknown_policy_is_named_with_those_there_are():
    with pytest.raises(CodecError, match="choose strict, contest, lenient"):
        faults_of(clocks_pb2.FaultPolicy(name="kind"))


@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
def test_ways_of_dealing_come_back(deals):
    assert deals_of(deals_message(deals)) == deals


def test_unset_deals_are_fresh_and_unknown_ones_refused():
    assert deals_of(clocks_pb2.DEALS_UNSPECIFIED) == "fresh"
    with pytest.raises(CodecError, match="9 is no way of dealing"):
        deals_of(9)
