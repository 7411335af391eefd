"""``arbitro tournament``: create, run and read tournaments on a referee.

Its verbs: `creation`, `course` (start and the like), `entrants` (register and the like), `results`,
`evidence` (its logs), and an arbiter's `acts`.
"""

from __future__ import annotations

import click

from arbitro_sdk.cli import acts, course, creation, entrants, evidence, results

__all__ = ["command"]


@click.group(
    commands=[
        *creation.VERBS,
        *course.VERBS,
        *entrants.VERBS,
        *results.VERBS,
        *evidence.VERBS,
        *acts.VERBS,
    ]
)
def command() -> None:
    """Create, run and read tournaments on a referee.

    Example: arbitro tournament create cup --entrants class.txt --tokens-dir tokens
    """
