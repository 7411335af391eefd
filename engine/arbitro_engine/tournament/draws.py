"""Numbers drawn from a text: all the chance a tournament has besides its deals, the same everywhere."""

from __future__ import annotations

import hashlib
from struct import unpack

__all__ = ["draws"]


def draws(text: str, count: int, below: int) -> list[int]:
    """Draw `count` whole numbers from 0 to `below` - 1, the same for the same text everywhere.

    They are 32-bit words of SHAKE-256, reduced; no number is likelier than another by more than 2**-32.
    """
    words = hashlib.shake_256(f"arbitro/draws/1\n{text}".encode()).digest(4 * count)
    return [word % below for word in unpack(f"<{count}I", words)]
