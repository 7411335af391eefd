"""Numbers drawn from a text: all the chance a tournament has besides its deals, the same everywhere."""

from __future__ import annotations

import hashlib
from struct import unpack

__all__ = ["draws", "words"]


def words(text: str, count: int) -> bytes:
    """Draw `count` words of 32 bits, little-endian, the same for the same text everywhere (SHAKE-256)."""
    return hashlib.shake_256(f"arbitro/draws/1\n{text}".encode()).digest(4 * count)


def draws(text: str, count: int, below: int) -> list[int]:
    """Draw `count` whole numbers from 0 to `below` - 1; none is likelier than another by more than 2**-32."""
    return [word % below for word in unpack(f"<{count}I", words(text, count))]
