"""What went wrong with a store, as the command tells it: by the codes that all verbs have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from arbitro_server.store.interface import StoreError

__all__ = ["USAGE", "complain"]

USAGE: Final = 2
"""The exit code for what cannot be used as it is."""


def complain(error: StoreError, code: str) -> None:
    """Say on standard error what is wrong with a store or its folder.

    Args:
        error: A604 for a folder that is in use, A504 for what cannot be read.
        code: that of everything else, e.g. ``A603``, a file cannot be written.
    """
    from arbitro_server.store.interface import InUseError, UnreadableError  # noqa: PLC0415 - for --help

    if isinstance(error, InUseError):
        code = "A604"
    elif isinstance(error, UnreadableError):
        code = "A504"
    click.echo(f"{code} {error}", err=True)
