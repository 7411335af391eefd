"""The terms of a match on the wire: rule set, time control, fault policy, way of dealing."""

from __future__ import annotations

from typing import Final, get_args

from arbitro.codec.errors import CodecError
from arbitro.v1 import clocks_pb2, rules_pb2
from arbitro_engine.match.clock import LONGEST_US, TimeControl
from arbitro_engine.match.faults import FaultPolicy, PolicyName
from arbitro_engine.match.header import Deals
from arbitro_engine.rules.ruleset import RuleSet

__all__ = [
    "deals_message",
    "deals_of",
    "faults_message",
    "faults_of",
    "rules_message",
    "rules_of",
    "time_message",
    "time_of",
]

DEFAULT_PROFILE: Final = "official"
"""What a message without a profile means."""

_POLICIES: Final[dict[str, PolicyName]] = {name: name for name in get_args(PolicyName)}
_DEALS: Final[dict[int, Deals]] = {1: "fresh", 2: "duplicate"}
_DEALS_NUMBERS: Final = {deals: number for number, deals in _DEALS.items()}


def rules_message(rules: RuleSet) -> rules_pb2.RuleSet:
    """Return a rule set with all its options spelt out, so that a reader needs no table of profiles."""
    return rules_pb2.RuleSet(
        profile=rules.profile,
        overrides={option: str(value) for option, value in rules.overrides().items()},
        hash=bytes.fromhex(rules.hash),
        options={option: str(value) for option, value in rules.options.items()},
    )


def rules_of(message: rules_pb2.RuleSet) -> RuleSet:
    """Return the rule set that profile and overrides name; an empty profile is ``official``.

    Raises:
        RuleFaults: naming every unknown option, impossible value and contradiction.
        CodecError: if a hash is given and is another rule set's.
    """
    rules = RuleSet.of(message.profile or DEFAULT_PROFILE, dict(message.overrides))
    if message.hash and message.hash.hex() != rules.hash:
        raise CodecError(
            "hash",
            f"{message.hash.hex()} is not the hash of {rules.profile} as it is known here, {rules.hash}",
        )
    return rules


def time_message(time: TimeControl) -> clocks_pb2.TimeControl:
    """Return a time control as a message."""
    return clocks_pb2.TimeControl(
        allowance_us=time.allowance_us,
        bank_us=time.bank_us,
        increment_us=time.increment_us,
        match_cap_us=time.match_cap_us,
        unlimited=time.unlimited,
    )


def time_of(message: clocks_pb2.TimeControl) -> TimeControl:
    """Return the time control. Raises :class:`CodecError` if it allows no time at all, or for ever."""
    if not message.unlimited and not message.allowance_us:
        raise CodecError("allowance_us", "is 0: allow some time, or set unlimited")
    _check_durations(message, "allowance_us", "bank_us", "increment_us", "match_cap_us")
    return TimeControl(
        message.allowance_us, message.bank_us, message.increment_us, message.match_cap_us, message.unlimited
    )


def faults_message(faults: FaultPolicy) -> clocks_pb2.FaultPolicy:
    """Return a fault policy as a message."""
    return clocks_pb2.FaultPolicy(
        name=faults.name,
        strikes=faults.strikes,
        grace_us=faults.grace_us,
        setup_us=faults.setup_us,
        absence_us=faults.absence_us,
    )


def faults_of(message: clocks_pb2.FaultPolicy) -> FaultPolicy:
    """Return the fault policy, its numbers as they stand.

    Raises :class:`CodecError` if there is none of that name, or a duration has no end.
    """
    name = _POLICIES.get(message.name)
    if name is None:
        raise CodecError("name", f"{message.name!r} is no fault policy: choose {', '.join(_POLICIES)}")
    _check_durations(message, "grace_us", "setup_us", "absence_us")
    return FaultPolicy(name, message.strikes, message.grace_us, message.setup_us, message.absence_us)


def deals_message(deals: Deals) -> int:
    """Return the number of a way of dealing."""
    return _DEALS_NUMBERS[deals]


def deals_of(number: int) -> Deals:
    """Return the way of dealing; 0 is ``fresh``.

    Raises :class:`CodecError` if there is none of that number.
    """
    try:
        return _DEALS[number or 1]
    except KeyError:
        raise CodecError("deals", f"{number} is no way of dealing: choose {_DEALS}") from None


def _check_durations(message: clocks_pb2.TimeControl | clocks_pb2.FaultPolicy, *fields: str) -> None:
    """Refuse what is longer than a duration may be as text: sums of several must still have a number."""
    for field in fields:
        if getattr(message, field) > LONGEST_US:
            raise CodecError(field, f"is {getattr(message, field)}: no more than {LONGEST_US}, some ten days")
