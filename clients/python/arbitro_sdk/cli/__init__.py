"""The `arbitro` command: one module for each family of verbs, loaded when it is used.

==================  =========================================================================
`verbs`             the command itself: finds a verb, and turns errors into words and exit codes
`options`           options that several verbs share
`output`            text for people or one JSON object for programs
==================  =========================================================================
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
