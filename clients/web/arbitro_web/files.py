"""The files of the page, as they are."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["names", "read"]

_SUFFIXES: Final = (".js", ".css", ".svg", ".json")


@cache
def names() -> frozenset[str]:
    """Return the names of all files that a browser may ask for."""
    return frozenset(file.name for file in files("arbitro_web").iterdir() if file.name.endswith(_SUFFIXES))


@cache
def read(name: str) -> bytes:
    """Return a file's content.

    Raises:
        KeyError: if there is no such file.
    """
    if name not in names():
        raise KeyError(name)
    return files("arbitro_web").joinpath(name).read_bytes()
