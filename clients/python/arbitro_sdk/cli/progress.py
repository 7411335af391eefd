"""A bar on a terminal, and nothing elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Final, Self

__all__ = ["Progress"]

_WIDTH: Final = 30


class Progress:
    """A bar on standard error while its block runs. Call it with what is done and how much there is."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = ""
        self._on = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, of: int, rest: str = "") -> None:
        """Show that `done` of `of` are done."""
        if not self._on or not of:
            return
        full = _WIDTH * done // of
        line = f"[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{of} {self._what}{rest and '  ' + rest}"
        if line != self._shown:
            sys.stderr.write(f"\r{line.ljust(len(self._shown))}")
            sys.stderr.flush()
            self._shown = line

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write(f"\r{' ' * len(self._shown)}\r")
            sys.stderr.flush()
