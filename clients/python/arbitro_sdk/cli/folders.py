"""Paths as verbs are given them: a file, or a folder with all files of a kind below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from arbitro_sdk.errors import UsageError

__all__ = ["below"]


def below(paths: Iterable[Path], ending: str, what: str, but: str = "") -> Iterator[Path]:
    """Yield the files; of a folder all below it with this ending, by name, `but` those of one name.

    `what` says what they are: ``log``.

    Raises:
        UsageError: A504 for a folder without any.
    """
    for path in paths:
        if not path.is_dir():
            yield path
        elif found := sorted(file for file in path.rglob(f"*{ending}") if file.name != but):
            yield from found
        else:
            raise UsageError("A504", f"There is no {what} below {path}. They end in {ending}.")
