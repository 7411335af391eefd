"""A tournament's evidence on one's own disk: ``arbitro tournament logs``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.options import logs_option, referee_option
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.errors import RefusedError
from arbitro_sdk.logs import keep, make
from arbitro_sdk.referee import Referee

__all__ = ["VERBS"]

_NOT_HAD: Final = {"LOG_SEALED": "still shut", "LOG_REMOVED": "removed", "NOT_FOUND": "never begun"}
"""Why a log is not to be had."""
_OWN: Final = "tournament"
"""What a tournament's own log is called."""


@click.command()
@click.argument("name")
@logs_option("Where they go, to a folder of the tournament's name.", "arbitro-logs")
@referee_option
@json_option
def logs(name: str, logs: Path, referee: Referee, out: Output) -> None:
    """Fetch a tournament's logs as far as they are open: its own, once it is over, and those of its matches.

    `arbitro verify` on the folder then derives all of it again, without anybody's help.

    Example: arbitro tournament logs cup
    """
    kept: list[Path] = []
    missing: Counter[str] = Counter()
    is_own_shut = False
    with Organiser(referee) as organiser:
        organiser.status(name)  # where there is no such tournament, no folder is made
        target = make(logs / name)
        for log, fetch in _logs(organiser, name):
            try:
                content = fetch()
            except RefusedError as error:
                if error.reason not in _NOT_HAD:
                    raise
                missing[_NOT_HAD[error.reason]] += 1
                is_own_shut |= log == _OWN and error.reason == "LOG_SEALED"
            else:
                kept.append(keep(target, log, content))
    out.result(
        {"tournament": name, "logs": list(map(str, kept)), "missing": dict(sorted(missing.items()))},
        _told(target, len(kept), missing, is_own_shut=is_own_shut),
    )


def _told(target: Path, fetched: int, missing: Counter[str], *, is_own_shut: bool) -> str:
    """Return what was had, what not, and why: a tournament's own log is no match that is still played."""
    matches = missing - Counter({_NOT_HAD["LOG_SEALED"]: is_own_shut})
    told = [f"{fetched} fetched", *(f"{count} {why}" for why, count in sorted(matches.items()))]
    own = "; the tournament's own log opens when it is over" if is_own_shut else ""
    return f"{target}: {', '.join(told)}{own}"


def _logs(organiser: Organiser, tournament: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield what each log is called and how it is had: each run of each match, then the tournament's own."""
    for match in organiser.matches(tournament):
        for run in range(match.run + (match.state != "scheduled")):
            yield f"{match.match}.{run}", partial(organiser.log, match.match, run)
    yield _OWN, partial(organiser.tournament_log, tournament)


VERBS: Final = (logs,)
