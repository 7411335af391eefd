"""``arbitro tournament``: create, run and read tournaments on a referee.

Its verbs: `creation`, `course` (start and the like), `entrants` (register and the like) and `results`.
"""

from __future__ import annotations

import click

from arbitro_sdk.cli import course, creation, entrants, results

__all__ = ["command"]


@click.group(commands=[*creation.VERBS, *course.VERBS, *entrants.VERBS, *results.VERBS])
def command() -> None:
    """Create, run and read tournaments on a referee.

    Example: arbitro tournament create cup --entrants class.txt --tokens-dir tokens
    """
