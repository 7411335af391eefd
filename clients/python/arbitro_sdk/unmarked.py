"""A file that was run and holds a bot without `@bot`: it is said at its end, since nothing else would be.

Nothing is played then. Programs that are no bot's own file, since they hold duels or organise tournaments,
are left in peace, as is whatever ends by an exception.
"""

from __future__ import annotations

import atexit
import sys
from pathlib import Path
from types import FunctionType
from typing import Final

__all__ = ["watch"]

_DRIVERS: Final = {
    f"arbitro_sdk.{module}" for module in ("admin", "arena", "cli", "duel", "loading", "play", "seated")
}
"""Who has one of these loaded plays or organises by itself, or was run by `@bot`."""


def watch(decorator: object) -> None:
    """At the end of this process, say that its file holds a bot which nobody marked, if it does.

    Args:
        decorator: `bot`: a file that imports it and never uses it has forgotten it.
    """
    path = getattr(sys.modules["__main__"], "__file__", None)
    if path is not None:  # later it cannot be asked: Python takes the name away before the end
        atexit.register(_remind, decorator, Path(path).name)


def _remind(decorator: object, file: str) -> None:
    if hasattr(sys, "last_type") or not _DRIVERS.isdisjoint(sys.modules):
        return
    names = vars(sys.modules["__main__"]).values()
    if any(value is decorator or _can_choose(value) for value in names):
        text = "holds no bot: nothing was played. Put @bot above its choose(turn), or above its class."
        sys.stderr.write(f"A403 {file} {text}\n")


def _can_choose(value: object) -> bool:
    """Whether it was written in the file itself, and answers turns."""
    if not isinstance(value, FunctionType | type) or value.__module__ != "__main__":
        return False
    return value.__name__ == "choose" if isinstance(value, FunctionType) else hasattr(value, "choose")
