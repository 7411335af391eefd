"""What this process holds, by who holds it: Python's own allocator, malloc, and what both keep for later.

Python takes arenas from the system, not from malloc: mallinfo2(3) does not know of them. What is free in an
arena, or in malloc's heap, is no leak, and yet it is resident.
"""

from __future__ import annotations

import ctypes
import gc
import os
import re
import sys
import tempfile
from collections.abc import Iterable
from enum import Enum
from functools import _lru_cache_wrapper
from types import FunctionType, ModuleType
from typing import Final, NamedTuple

__all__ = ["Held", "cached", "held", "size_of"]

_IN_USE: Final = re.compile(r"# bytes in allocated blocks\s*=\s*([\d,]+)")
_ARENAS: Final = re.compile(r"\d+ arenas \* (\d+) bytes/arena\s*=\s*([\d,]+)")
_SHARED: Final = (type, ModuleType, FunctionType, Enum)
"""What is there once, whoever refers to it."""


class _Allocated(ctypes.Structure):
    """What mallinfo2(3) tells, in bytes."""

    _names = "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "used", "kept", "keepcost"
    _fields_ = tuple((name, ctypes.c_size_t) for name in _names)  # type: ignore[assignment]


class Held(NamedTuple):
    """Memory in kB (1,000 bytes).

    Attributes:
        python_kb: in use by Python's objects of up to 512 bytes.
        used_kb: in use by all else: larger objects, and the libraries.
        free_kb: what Python's arenas have free.
        kept_kb: what malloc has free.
    """

    python_kb: int
    used_kb: int
    free_kb: int
    kept_kb: int


def held() -> Held:
    """Ask both allocators. Raises ``ValueError`` if Python tells it in other words."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _Allocated
    malloc = libc.mallinfo2()
    told = _told_by_python()
    in_use, arenas = _IN_USE.search(told), _ARENAS.search(told)
    if in_use is None or arenas is None:
        raise ValueError("this Python tells what its allocator holds in other words")
    python, whole = (int(found.replace(",", "")) for found in (in_use[1], arenas[2]))
    return Held(python // 1_000, malloc.used // 1_000, (whole - python) // 1_000, malloc.kept // 1_000)


def cached(package: str) -> int:
    """Return how many results the caches of a package's functions keep."""
    modules = [module for name, module in sys.modules.items() if name.startswith(package)]
    values = (value for module in modules for value in list(vars(module).values()))
    caches = {id(value): value for value in values if isinstance(value, _lru_cache_wrapper)}
    return sum(cache.cache_info().currsize for cache in caches.values())


def size_of(roots: Iterable[object]) -> int:
    """Return the bytes of these objects and of all that they lead to, as Python's allocator rounds them."""
    seen: set[int] = set()
    size, ahead = 0, list(roots)
    while ahead:
        one = ahead.pop()
        if id(one) in seen or isinstance(one, _SHARED):
            continue
        seen.add(id(one))
        size += sys.getsizeof(one) + 15 & ~15
        # the collector passes over the names in a dict: they are in no cycle
        ahead += [*one.keys(), *one.values()] if isinstance(one, dict) else gc.get_referents(one)
    return size


def _told_by_python() -> str:
    """Return what Python tells of its allocator, which it writes to the standard error of C."""
    with tempfile.TemporaryFile() as told:
        error = os.dup(2)
        try:
            os.dup2(told.fileno(), 2)
            sys._debugmallocstats()  # noqa: SLF001 - there is no other way
        finally:
            os.dup2(error, 2)
            os.close(error)
        told.seek(0)
        return told.read().decode()
