"""The `arbitro` command: one module for each family of verbs, loaded when it is used.

=============== =========================================================================================
`verbs`         the command itself: finds a verb, and turns errors into words and exit codes
`options`       options that several verbs share; `output`: text for people, or one JSON object
`attempt`       ``try``; the verbs `bots`, `chaos`, `check`, `demo`, `duel`, `export`, `health`, `play`,
                `replay`, `rules`, `scenario`, `token` and `verify` are called as their modules
`tournament`    its verbs: `creation`, `course`, `entrants`, `results`, `evidence`, `acts`
`file`          ``python mybot.py``; `practice`: ``play --practice``
`points`        what `check` asks for; `relay`: what it puts before a bot; `children`: processes of ours
`mischief`      what `chaos` does; `bareline`: a bot's line that sends anything
`audit`         what `verify` finds; `logfiles`, `folders`: files as verbs are given them
`scenes`        a log as it is replayed; `sentences`: events in words
`standings`     tables of standings; `report`: the page of results; `figures`, `progress`: what people see
`reference`     docs/reference/commands.md, written from the verbs' own help
=============== =========================================================================================
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

__all__ = ["main", "run_file"]

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # gRPC writes to standard error what our errors say in words


def main() -> NoReturn:
    """Run the command with the arguments of this process."""
    from arbitro_sdk.cli.verbs import run

    sys.exit(run(sys.argv[1:]))


def run_file(path: Path) -> int:
    """Play with the bot in this file as ``python FILE ARGUMENTS`` asks; return the exit code."""
    from arbitro_sdk.cli.verbs import run_bot

    return run_bot(str(path), sys.argv[1:])
