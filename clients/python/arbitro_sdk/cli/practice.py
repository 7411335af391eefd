"""``arbitro play --practice``: matches against a house bot of the referee, and their logs for the author."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.options import Verb, logs_option
from arbitro_sdk.cli.output import remark
from arbitro_sdk.logs import keep
from arbitro_sdk.referee import Referee
from arbitro_sdk.terms import Terms

__all__ = ["Practice", "practice_option"]

_FOLDER = Path("arbitro-practice")


@dataclass(frozen=True, slots=True)
class Practice:
    """Practice matches: against which house bot, how many, by which tournament's terms, logs to where."""

    against: str
    matches: int
    like: str
    logs: Path

    def hold(self, referee: Referee, terms: Terms, play: Callable[[Terms], None]) -> None:
        """Begin practice, play it, and fetch the logs of what was played."""
        with Organiser(referee) as desk:
            name = desk.practise(self.against, self.matches, self.like)
        play(replace(terms, scope=name))
        with Organiser(referee) as desk:
            kept = [
                keep(self.logs, f"{one.match}.{one.run}", desk.log(one.match, one.run))
                for one in desk.matches(name)
                if one.state == "finished"
            ]
        remark(f"{self.logs}: {len(kept)} fetched; look at one with `arbitro replay FILE`.")


def practice_option(verb: Verb) -> Verb:
    """Add the options of practice; the verb gets `Practice` or None as ``practice``."""

    @click.option(
        "--practice", is_flag=True, help="Play against a house bot of the referee: it counts nowhere."
    )
    @click.option(
        "--against", metavar="HOUSE", help="With --practice: random, first or greedy. Default: greedy."
    )
    @click.option(
        "--matches",
        type=click.IntRange(1),
        help="With --practice: how many; odd ones are rounded up. Default: 2.",
    )
    @click.option(
        "--like", metavar="TOURNAMENT", help="With --practice: by the rules and clocks of this one."
    )
    @logs_option(f"With --practice: where the logs go. Default: {_FOLDER}.")
    @wraps(verb)
    def with_practice(
        *args: object,
        practice: bool,
        against: str | None,
        matches: int | None,
        like: str | None,
        logs: Path | None,
        terms: Terms,
        **options: object,
    ) -> object:
        if not practice and (against or matches or like or logs):
            raise click.UsageError("--against, --matches, --like and --logs go with --practice")
        if practice and terms.scope:
            raise click.UsageError(
                "--scope and --practice exclude each other: practice has a scope of its own"
            )
        held = Practice(against or "", matches or 0, like or "", logs or _FOLDER) if practice else None
        return verb(*args, practice=held, terms=terms, **options)

    return with_practice  # type: ignore[return-value]
