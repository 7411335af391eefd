"""The points of conformance that need no referee: a bot plays every profile, and nothing goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.arena import Conditions, Played, Scheduled, play
from arbitro_sdk.cli.figures import counted, faults_shown
from arbitro_sdk.cli.output import remark
from arbitro_sdk.loading import LoadedBot, load

__all__ = ["ALLOWANCE_US", "Point", "offline"]

ALLOWANCE_US: Final = 1_000_000
"""What a decision is allowed by default."""


@dataclass(frozen=True, slots=True)
class Point:
    """One point: what is asked of the bot, whether it is so, what was seen, and what to do if it is not."""

    name: str
    ok: bool
    seen: str
    todo: str


def offline(
    bot: LoadedBot, progress: Callable[[int, int], None] = lambda _done, _of: None
) -> Iterator[Point]:
    """Play a match of each profile and say what was seen.

    A bot that thinks too long plays no further profile: its author need not wait for what fails anyway.
    """
    reports: list[str] = []
    played: dict[str, Played] = {}
    for profile in PROFILES:
        progress(len(played), len(PROFILES))
        try:
            played[profile] = _played(bot, profile, reports)
        except KeyboardInterrupt:  # whoever waits in vain for the bot sees where it is
            for report in reports[-1:]:
                remark(report)
            raise
        if played[profile].longest_us[0] >= ALLOWANCE_US:
            break
    decisions = sum(one.decisions[0] for one in played.values())
    faults = sum((one.faults[0] for one in played.values()), Counter[str]())
    crashes = faults.pop("crash", 0)
    longest_us = max(one.longest_us[0] for one in played.values())
    yield Point(
        "plays by the rules",
        not faults,
        f"{counted(decisions, 'decision')}, refused: {faults_shown(faults)}",
        _first(reports, "was refused") or "return one of turn.legal",
    )
    yield Point(
        "raises nothing",
        not crashes,
        f"{counted(crashes, 'exception')} in {counted(decisions, 'decision')}",
        _first(reports, "Traceback") or "repair the exception",
    )
    unfinished = [profile for profile, one in played.items() if one.ended.blame == 0]
    yield Point(
        "plays every profile",
        not unfinished and len(played) == len(PROFILES),
        f"{len(played)} of {len(PROFILES)} profiles"
        + (f", lost by its own fault: {', '.join(unfinished)}" if unfinished else ""),
        "try each with `arbitro try BOT --rules PROFILE`"
        if unfinished
        else "the others follow once the bot answers in time",
    )
    yield Point(
        "answers in time",
        longest_us < ALLOWANCE_US,
        f"the longest thought took {longest_us / 1000:.1f} ms, {ALLOWANCE_US // 1000} ms are allowed",
        "look at turn.time_left and stop thinking before it is used up",
    )


def _played(bot: LoadedBot, profile: str, reports: list[str]) -> Played:
    rules = RuleSet.of(profile)
    seats = 4 if rules.teams == "pairs" else 2
    others = [load("random")] * (seats - 1)
    names = ("checked", *(f"random-{seat}" for seat in range(1, seats)))
    scheduled = Scheduled(f"check-{profile.replace('_', '-')}", profile, "check", names)
    return play(Conditions(rules, profile), scheduled, [bot, *others], [reports.append] * seats)


def _first(reports: list[str], word: str) -> str:
    """The first report with a word in it: what the author needs to see."""
    return next((f"the first time:\n{report}" for report in reports if word in report), "")
