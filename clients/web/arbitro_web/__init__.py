"""The spectator page and replay viewer: files only, served as they are. There is no build step.

``read`` gives a file's bytes, ``names`` all there are; :mod:`.standalone` makes one page that needs no server.
"""

from __future__ import annotations

from importlib.resources import files

__all__ = ["names", "read"]

_SUFFIXES = (".js", ".css", ".svg", ".json")


def names() -> frozenset[str]:
    """Return the names of all files that a browser may ask for."""
    return frozenset(file.name for file in files(__package__).iterdir() if file.name.endswith(_SUFFIXES))


def read(name: str) -> bytes:
    """Return a file's content.

    Raises:
        KeyError: if there is no such file.
    """
    if name not in names():
        raise KeyError(name)
    return files(__package__).joinpath(name).read_bytes()
