"""Options that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.rules.ruleset import RuleFaults, RuleSet
from arbitro_sdk.errors import UsageError

__all__ = ["rule_set", "rules_options", "seed_option", "time_option"]

CallableT = TypeVar("CallableT", bound=Callable[..., Any])


def rules_options(function: CallableT) -> CallableT:
    """Add ``--rules P`` and ``--set OPTION=VALUE``; the verb gets `profile` and `settings` for :func:`rule_set`."""
    function = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="OPTION=VALUE",
        help="Change one option of the rules; repeatable.",
    )(function)
    return click.option(
        "--rules",
        "profile",
        default="official",
        show_default=True,
        metavar="P",
        help="The profile: see `arbitro rules`.",
    )(function)


def rule_set(profile: str, settings: tuple[str, ...] = ()) -> RuleSet:
    """Return the rule set that the options describe.

    Raises:
        UsageError: A501, with all faults at once.
    """
    overrides = {}
    for setting in settings:
        option, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(
                "A501", f"--set {setting} names no value. Write OPTION=VALUE, e.g. --set target=200."
            )
        overrides[option] = value
    try:
        return RuleSet.of(profile, overrides)
    except RuleFaults as error:
        faults = "\n".join(f"  {option}: {message}" for option, message in error.faults)
        raise UsageError("A501", f"These rules cannot be played:\n{faults}", faults=error.faults) from None


def seed_option(function: CallableT) -> CallableT:
    """Add ``--seed S``."""
    return click.option(
        "--seed",
        metavar="S",
        help="Deal by this seed: the same matches each time. Default: a new one, which is shown.",
    )(function)


def time_option(function: CallableT) -> CallableT:
    """Add ``--time 1s+30s``; the verb gets a `TimeControl` as ``time_control``."""
    return click.option(
        "--time",
        "time_control",
        default="1s+30s",
        show_default=True,
        metavar="ALLOWANCE+BANK[+INCREMENT]",
        callback=lambda _ctx, _param, value: _time_control(value),
        help="The clocks, or `none`.",
    )(function)


def _time_control(text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
